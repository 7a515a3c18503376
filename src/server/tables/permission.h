/*
 * permission.h - the one place that decides who may see or do what at which table, and when;
 * everything else asks it. docs/architecture.md shows its answers as a table.
 *
 * It decides from the folded code, the store's rows and the table in memory. What those who sit at
 * a table may do there is left to the table itself (table_ask).
 */
#ifndef STOS_SERVER_PERMISSION_H
#define STOS_SERVER_PERMISSION_H

#include "server/core/core.h"

/* Whether the host has banned the person from that table. Asked for every request that names one,
 * and wherever somebody comes to a table. */
bool permission_banned(const struct connection *connection, const char *code);

enum permission {
    PERMISSION_YES,
    PERMISSION_DOOR, /* the table is not open to them: removed, not watchable, or a wrong key */
    PERMISSION_FULL, /* as many watch as may */
};

/* Whether a table may be told of to anybody who has its code and no more, as `look` does: how far
 * it is and who sits there, no cards. */
bool permission_to_tell(const struct table *table);

/* Whether the requester, who does not sit there, may come to watch. */
enum permission permission_to_watch(struct live_table *table, const struct connection *connection,
                                    const char *key);

/*
 * A deal is closed to everybody who has not finished it while a table plays it or while it is
 * today's; a deal of a series also to those who sit in the series, until they have finished it.
 * Guests without a login have finished nothing.
 */
struct permission_deal {
    const struct server *server;
    table_person person; /* who asks; 0: nobody that is known */
    int64_t now_ms;
    char deal[TABLE_HEX];      /* the commitment */
    char series[STORE_SERIES]; /* to watch a table of that series, which was dealt so many of its */
    int dealt;                 /* deals; "": of none */
    bool watches;              /* a running game may be watched, if nothing else closes its deal */
};

/* On a thread of the store. `error` is set to why it is closed, as an error code, or NULL. */
enum store_status permission_of_deal(const struct permission_deal *asked, struct store *store,
                                     const char **error);

/* What somebody who comes to that table would see; false: no deal that can be closed to them. */
bool permission_deal_at(const struct live_table *table, table_person person, int64_t now_ms,
                        struct permission_deal *asked);

/* Those who watch may sit down elsewhere in the series, and its next deal is another one: they are
 * looked at again when that happens here, and every few seconds because of the other nodes. */
void permission_look_again(struct live_table *table);

/* Detaches a connection that may not be at that table any more, and says why in `text`, which is
 * translated. */
void permission_show_out(struct attachment *attachment, const char *error, const char *text);

#endif
