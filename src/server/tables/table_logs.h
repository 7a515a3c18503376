/*
 * table_logs.h - reads the logs of tables in groups, the counterpart of group commit: whatever is
 * requested while queries are under way goes into the next query together. So rereading ten
 * thousand tables (after a node was frozen) takes one or two hundred queries.
 */
#ifndef STOS_SERVER_TABLE_LOGS_H
#define STOS_SERVER_TABLE_LOGS_H

#include "buffer.h"
#include "tables.h"

/* Lines of one table, requested or already read. */
struct log_read {
    struct log_read *next;
    char code[TABLE_CODE];
    uint32_t after; /* read the lines after this number; 0: all of them */
    uint32_t load;  /* which of the complete reads of this table it is (live_table.loads) */
    uint32_t told;  /* the last line that other nodes had announced when it was requested */
    enum store_status status;
    const char *reason; /* why the store is unavailable, if it is */
    struct lines lines;
};

/* tables_log_read() is called when the store has answered. */
void table_logs_read(struct live_table *table, uint32_t after);

#endif
