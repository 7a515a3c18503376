/* The talk guard (RULES.md TT2): does a message between players tell a number, in any form?
 *
 * It knows digits and number signs of all scripts, the number words of English, Polish, Czech and Ukrainian with
 * their inflections, and the usual disguises: spaced, glued, repeated, reversed and look-alike letters, transliteration,
 * Roman numerals, numbers split over messages. Some words are harmless in harmless places ("one of us", "the third pile").
 *
 * Pure: no allocation, no global state, no locale, no input or output. Any bytes are a valid question. */
#ifndef STOS_TABLE_GUARD_GUARD_H
#define STOS_TABLE_GUARD_GUARD_H

#include <stdbool.h>
#include <stddef.h>

enum {
    GUARD_TEXT_MAX = 1000, /* bytes; what lies beyond is stopped unread */
    GUARD_MEMORY_LETTERS = 30,
};

/* The end of what one sender said just before: a number may be split over messages. Zero is "nothing yet". */
struct guard_memory {
    unsigned char count;
    unsigned char letters[GUARD_MEMORY_LETTERS];
};

struct guard_verdict {
    bool pass;
    size_t start, length; /* the bytes of the text that were stopped; 0, 0 when it passes */
};

/* memory may be NULL; it learns the message only when that passes, for a stopped message is never seen by anybody. */
struct guard_verdict guard_check(struct guard_memory *memory, const char *text, size_t length);

#endif
