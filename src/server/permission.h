/*
 * permission.h - the one place that decides who may see or do what at which table, and when;
 * everything else asks it. docs/architecture.md shows its answers as a table.
 *
 * It decides from the folded code, the store's rows and the table in memory. What those who sit at
 * a table may do there is left to the table itself (table_ask).
 */
#ifndef STOS_SERVER_PERMISSION_H
#define STOS_SERVER_PERMISSION_H

#include "host.h"

/* Whether the host has banned the person from that table. Asked for every request that names one,
 * and wherever somebody comes to a table. */
bool permission_banned(const struct connection *connection, const char *code);

enum permission {
    PERMISSION_YES,
    PERMISSION_DOOR, /* the table is not open to them: removed, not watchable, or a wrong key */
    PERMISSION_FULL, /* as many watch as may */
};

/* Whether the requester, who does not sit there, may come to watch. */
enum permission permission_to_watch(struct host_table *table, const struct connection *connection,
                                    const char *key);

/* Detaches a connection that may not be at that table any more, and says why in `text`, which is
 * translated. */
void permission_show_out(struct attachment *attachment, const char *error, const char *text);

#endif
