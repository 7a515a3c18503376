/*
 * deletion_logs.h - removes the traces of a person from the logs of their tables: their chat, their
 * names, and their seats.
 *
 * Tables are read and changed in groups, so that deleting somebody with a thousand of them does not
 * block the store for everybody else.
 */
#ifndef STOS_SERVER_DELETION_LOGS_H
#define STOS_SERVER_DELETION_LOGS_H

#include "server/tables/buffer.h"
#include "server/core/options.h"
#include "table/table.h"

struct traces {
    table_person person;
    int64_t until_ms; /* what was written later is not theirs */
    uint64_t fence;
    const struct server_options *options;
    struct codes changed; /* out: tables whose log was rewritten; freed by the caller */
};

/* Blanks their chat and names, and makes them leave every table; other nodes are told to reread
 * those. */
enum store_status deletion_empty_logs(struct traces *traces, struct store *store,
                                      const struct codes *codes);

/* Whether they sit in a game in progress; changes nothing. */
enum store_status deletion_find_game(struct store *store, table_person person,
                                     const struct codes *codes, bool *plays);

#endif
