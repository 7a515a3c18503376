/*
 * deletion_logs.h - the traces of a person in the logs of their tables: what they said and were called, and that they sit there.
 *
 * Many tables are read and changed together, so that somebody who has a thousand of them does not keep the store from everybody else.
 */
#ifndef STOS_SERVER_DELETION_LOGS_H
#define STOS_SERVER_DELETION_LOGS_H

#include "lines.h"
#include "server.h"
#include "table/table.h"

struct traces {
    table_person person;
    int64_t until_ms; /* what was written later is not theirs */
    uint64_t fence;
    const struct server_options *options;
    struct codes changed; /* set: tables where something was rewritten; whoever has it frees them */
};

/* Empties what they said and were called, and lets them leave every table; other nodes are told to read those again. */
enum store_status deletion_empty_logs(struct traces *traces, struct store *store, const struct codes *codes);

/* Whether they sit in a game that runs; changes nothing. */
enum store_status deletion_find_game(struct store *store, table_person person, const struct codes *codes, bool *plays);

#endif
