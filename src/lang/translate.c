/*
 * translate.c - see translate.h. The catalogs of po/ are built into the program; no system locale
 * needs to be installed.
 */
#include "translate.h"

#include "catalog.h"

#include <stdlib.h>
#include <string.h>

static const struct catalog *chosen;

const char *tr(const char *msgid) { return catalog_text(chosen, msgid); }

const char *tr_plural(const char *one, const char *many, unsigned long n)
{
    return catalog_plural(chosen, one, many, n);
}

/* The first of the variables that is set decides, as for gettext. */
static const char *language_of_system(void)
{
    static const char *const variables[] = {"LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        const char *value = getenv(variables[i]);
        if (value && *value)
            return value;
    }
    return "en";
}

bool tr_choose(const char *language)
{
    bool asked = language != NULL;
    const char *name = asked ? language : language_of_system();
    chosen = catalog_find(name);
    return chosen || !asked || strcmp(name, "en") == 0;
}

const char *tr_language(void) { return chosen ? chosen->language : "en"; }
