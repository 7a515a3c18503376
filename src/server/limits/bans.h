/*
 * bans.h - who is banned or muted, everywhere or at one table, for a time or permanently.
 *
 * `stos admin` writes a fact for each ("act:ban:TARGET" with the time at which it ends and the
 * host's reason), together with its row in the list of actions; every node rereads all of them when
 * that list has grown (moderation.c), so they apply on all nodes. They expire by themselves. A
 * target is a person, a person at a table, or an address.
 */
#ifndef STOS_SERVER_BANS_H
#define STOS_SERVER_BANS_H

#include "server/network/address.h"
#include "server/core/core.h"

void bans_look_again(struct server *server); /* there is a new one */

bool bans_person(const struct server *server, table_person person);
bool bans_person_at(const struct server *server, table_person person, const char *code);
bool bans_address(const struct server *server, const struct address *address);
bool bans_mutes(const struct server *server, table_person person);

/* Refuse a request because of a ban, and say why and until when: of a ban at that table, or
 * everywhere, where the connection is closed then. */
void bans_refuse_at(struct connection *connection, const char *ref, const char *code);
void bans_refuse(struct connection *connection, const char *ref, table_person person);

/* How often the bans have changed: whoever has to act on that compares it. */
unsigned bans_changes(const struct server *server);

#endif
