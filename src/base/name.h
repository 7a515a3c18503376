/*
 * name.h - names of people: which characters they may have, and which names are the same or look
 * alike.
 *
 * A name is made of letters of one script (the writing systems of Chinese, Japanese and Korean
 * count as one each, with Latin), digits, blanks and - . _ '. Invisible characters, loose marks and
 * symbols are refused. Two keys tell names apart: equal `same` keys differ in case or form only
 * (NFKC_Casefold); equal `alike` keys can be mistaken for each other by people (UTS 39 skeleton):
 * Latin and Cyrillic a, Latin and Armenian o, l and 1, m and rn. The first is for logging in, the
 * second for what is taken.
 */
#ifndef STOS_BASE_NAME_H
#define STOS_BASE_NAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct name_range {
    uint32_t first, last;
    uint8_t script; /* ICU's number; 0: common to all */
};

/* Keys of a character that differ from itself. */
struct name_keys {
    uint32_t character;
    char same[6], alike[10];
};

extern const struct name_range name_ranges[];
extern const struct name_keys name_keys[];
extern const size_t name_range_count, name_key_count;

/* Whether it is UTF-8 and has only characters that names may have, with letters of one script. Does
 * not check the length. */
bool name_is_clear(const char *name);

enum name_likeness { NAME_SAME, NAME_ALIKE };

/* The key of a name; false if it does not fit or the name is not UTF-8. Leading, trailing and
 * repeated blanks do not count. */
bool name_key(const char *name, enum name_likeness likeness, char *out, size_t size);

/* Whether people could mistake one for the other. */
bool name_looks_like(const char *a, const char *b);

#endif
