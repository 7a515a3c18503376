/*
 * text.h - writing text into a buffer that may be too small, and reading it piece by piece.
 *
 * Writing never overruns: what does not fit is counted and dropped, and the buffer always ends in a
 * NUL. Reading never looks past the end. Neither uses stdio, so both work in WebAssembly without
 * imports.
 */
#ifndef STOS_BASE_TEXT_H
#define STOS_BASE_TEXT_H

#include "stos.h"

void text_char(stos_writer *writer, char c);
void text_put(stos_writer *writer, const char *string);
void text_bytes(stos_writer *writer, const char *bytes, size_t length);
void text_number(stos_writer *writer, int64_t number);
void text_unsigned(stos_writer *writer, uint64_t number);

/* A comma between items: writes one unless `first`. */
void text_comma(stos_writer *writer, bool first);

/* "name": preceded by a comma unless it is the object's first. */
void text_key(stos_writer *writer, const char *name);

/* A piece of text that is being read. */
struct text_reader {
    const char *at, *end;
};

/* Each takes what it names and returns true, or takes nothing and returns false. */
bool text_take(struct text_reader *reader, const char *literal);
bool text_take_number(struct text_reader *reader, int low, int high,
                      int *number); /* no sign, no leading zeros */
bool text_take_unsigned(struct text_reader *reader, uint64_t *number);
bool text_take_word(struct text_reader *reader, const char **word,
                    size_t *length); /* a-z, 0-9, _ and - */
void text_skip_spaces(struct text_reader *reader);
bool text_at_end(const struct text_reader *reader);

/* Whether `length` bytes are exactly the string. */
bool text_equal(const char *bytes, size_t length, const char *string);

/* Value of a hexadecimal digit, -1 for anything else. */
int text_hex_digit(char c);

/* Whether the bytes are well-formed UTF-8 without control characters. */
bool text_is_plain_utf8(const char *bytes, size_t length);

/* Puts a ? in place of each character that hides, or turns around what stands beside it on a
 * terminal (U+202E and its like). The text is UTF-8. */
void text_show_hidden(char *text);

/* The length of the byte order mark that some editors write at the start of a file: 3, or 0 if
 * there is none. */
size_t text_mark(const char *bytes, size_t length);

#endif
