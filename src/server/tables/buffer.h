/*
 * buffer.h - growing buffers for results from the store: the lines of a log as one text, codes of
 * tables.
 */
#ifndef STOS_SERVER_BUFFER_H
#define STOS_SERVER_BUFFER_H

#include "store/store.h"

/* Zero-initialized is empty. Each line ends with a newline; the owner frees `text`. */
struct lines {
    char *text;
    size_t length, room;
};

/* A store_line callback for store_read_log(), with a struct lines as its context; false if out of
 * memory. */
bool buffer_add_line(void *lines, const char *code, uint32_t number, const char *line,
                     size_t length);

/* Zero-initialized is empty; the owner frees `code`. */
struct codes {
    char (*code)[STORE_CODE];
    size_t count, room;
};

/* A store_code callback, with a struct codes as its context; false if out of memory. */
bool buffer_add_code(void *codes, const char *code);

#endif
