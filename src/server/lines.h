/*
 * lines.h - the lines of a log, gathered from the store into one text.
 */
#ifndef STOS_SERVER_LINES_H
#define STOS_SERVER_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zero is empty. Each line has its newline; the text is freed by whoever has it. */
struct lines {
    char *text;
    size_t length, room;
};

/* A store_line for store_read_log(), with a struct lines as its context; false when memory is short. */
bool lines_add(void *lines, const char *code, uint32_t number, const char *line, size_t length);

#endif
