/*
 * notify.h - notifications ("calls"): when it is somebody's turn at a table with hours or days for
 * a turn, or they are invited, they are notified by Web Push and by e-mail, whichever they have
 * enabled. Delivery by either of the two is enough.
 *
 * A pending notification is a fact of that person in the store ("call:turn:CODE"), so it survives a
 * restart and is deleted with the person. One node sends: of those with a valid lease, the one with
 * the lowest fencing token. It combines everything pending for a person into one message, in their
 * language, at a time of their choice; whoever has come to the table meanwhile is not notified. A
 * failed message is retried a few times. If a node dies while sending, a message may be sent twice:
 * the browser shows the second in place of the first, and both mails have the same Message-ID.
 *
 * A message holds nothing secret: no cards and no chat.
 */
#ifndef STOS_SERVER_NOTIFY_H
#define STOS_SERVER_NOTIFY_H

#include "server/core/core.h"
#include "push.h"

struct notify;

bool notify_is_on(const struct server *server); /* people can be notified in some way */
void notify_second(struct server *server);      /* hooks of the module (notify_start.c) */
void notify_turn(struct server *server);
void notify_forget_notes(struct notify *calls); /* those that could not be written */
bool notify_hear(struct server *server, const char *message);

/* There may be new notifications to send; the other nodes are informed too. */
void notify_changed(struct server *server);

const struct push_keys *
notify_keys(const struct server *server); /* NULL: nobody is called by Web Push here */
bool notify_can_mail(const struct server *server);

#endif
