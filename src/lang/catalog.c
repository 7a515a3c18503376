/* catalog.c - see catalog.h. Catalogs are trusted: the build made them, and a test reads every
 * entry. */
#include "catalog.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static uint32_t word_at(const struct catalog *catalog, size_t offset)
{
    const unsigned char *b = catalog->bytes + offset;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* The .mo header: 8 number of strings, 12 and 16 where the originals and the translations are
 * listed. */
static const char *string_at(const struct catalog *catalog, size_t table, uint32_t index)
{
    return (const char *)catalog->bytes +
        word_at(catalog, word_at(catalog, table) + 8 * (size_t)index + 4);
}

/* Originals are sorted; an original with a plural starts with its singular, and is longer. NULL
 * when there is none. */
static const char *find(const struct catalog *catalog, const char *msgid, bool *counts)
{
    uint32_t low = 0, high = word_at(catalog, 8);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = strcmp(msgid, string_at(catalog, 12, middle));
        *counts = word_at(catalog, word_at(catalog, 12) + 8 * (size_t)middle) > strlen(msgid);
        if (order == 0)
            return string_at(catalog, 16, middle);
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

const struct catalog *catalog_find(const char *language)
{
    for (const struct catalog *catalog = catalogs; catalog->language; catalog++) {
        size_t length = strlen(catalog->language);
        if (strncmp(language, catalog->language, length) == 0 && strchr("_.@:", language[length]))
            return catalog;
    }
    return NULL;
}

const char *catalog_text(const struct catalog *catalog, const char *msgid)
{
    bool counts;
    const char *found = catalog && *msgid ? find(catalog, msgid, &counts) : NULL;
    return found && *found ? found : msgid;
}

int catalog_form(const char *language, unsigned long n)
{
    unsigned long ten = n % 10, hundred = n % 100;
    if (strcmp(language, "cs") == 0)
        return n == 1 ? 0 : n >= 2 && n <= 4 ? 1 : 2;
    bool few = ten >= 2 && ten <= 4 && (hundred < 12 || hundred > 14);
    if (strcmp(language, "pl") == 0)
        return n == 1 ? 0 : few ? 1 : 2;
    if (strcmp(language, "uk") == 0)
        return ten == 1 && hundred != 11 ? 0 : few ? 1 : 2;
    return n == 1 ? 0 : 1;
}

const char *catalog_plural(const struct catalog *catalog, const char *one, const char *many,
                           unsigned long n)
{
    bool counts = false;
    const char *found = catalog ? find(catalog, one, &counts) : NULL;
    if (!found || !*found)
        return n == 1 ? one : many;
    for (int form = counts ? catalog_form(catalog->language, n) : 0; form > 0; form--)
        found += strlen(found) + 1;
    return found;
}
