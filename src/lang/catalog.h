/*
 * catalog.h - translations, read from compiled gettext catalogs (.mo) that are built into the
 * program.
 *
 * One reader for the terminal, the server and the browser: no libc locale, no global state, so a
 * server can address each person in their own language. A text without a translation is returned
 * unchanged, in English.
 */
#ifndef STOS_LANG_CATALOG_H
#define STOS_LANG_CATALOG_H

#include <stddef.h>

struct catalog {
    const char *language; /* "pl" */
    const unsigned char *bytes;
    size_t size;
};

/* The catalog for "pl", "pl_PL.UTF-8" and the like; NULL (English) if there is none. */
const struct catalog *catalog_find(const char *language);

/* Look up a text; the catalog may be NULL. The result is an argument or a static string. */
const char *catalog_text(const struct catalog *catalog, const char *msgid);
const char *catalog_plural(const struct catalog *catalog, const char *one, const char *many,
                           unsigned long n);

/* Which plural form a language uses for n, from 0. */
int catalog_form(const char *language, unsigned long n);

/* All catalogs, generated from po/ by the build; the last entry has no language. */
extern const struct catalog catalogs[];

#endif
