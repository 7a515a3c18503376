/*
 * lines.h - what is gathered from the store: the lines of a log in one text, codes of tables.
 */
#ifndef STOS_SERVER_LINES_H
#define STOS_SERVER_LINES_H

#include "store/store.h"

/* Zero is empty. Each line has its newline; the text is freed by whoever has it. */
struct lines {
    char *text;
    size_t length, room;
};

/* A store_line for store_read_log(), with a struct lines as its context; false when memory is short. */
bool lines_add(void *lines, const char *code, uint32_t number, const char *line, size_t length);

/* Zero is empty; the codes are freed by whoever has them. */
struct codes {
    char (*code)[STORE_CODE];
    size_t count, room;
};

/* A store_code, with a struct codes as its context; false when memory is short. */
bool codes_add(void *codes, const char *code);

#endif
