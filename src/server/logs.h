/*
 * logs.h - reading the logs of tables in groups, as group commit writes them: what is wanted while questions are under way is
 * asked for together by the next one. So ten thousand tables that have to be read again (a node was frozen) take some hundred
 * questions.
 */
#ifndef STOS_SERVER_LOGS_H
#define STOS_SERVER_LOGS_H

#include "lines.h"
#include "tables.h"

/* Lines of one table that are wanted, or were read. */
struct log_read {
    struct log_read *next;
    char code[TABLE_CODE];
    uint32_t after; /* the number of a line; 0: all of them are read */
    uint32_t load;  /* which one, of those that read all of them */
    uint32_t told;  /* the last line that was known of when it was asked for */
    enum store_status status;
    const char *reason; /* why there is no store that works, if so */
    struct lines lines;
};

/* tables_log_read() is called when the store has answered. */
void logs_read(struct host_table *table, uint32_t after);
void logs_forget(struct server *server); /* at the end */

#endif
