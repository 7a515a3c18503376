/*
 * seal.c - see store_internal.h: log lines with a checksum, so that damage is detected instead of
 * replayed.
 *
 * A line is stored as "LINE<US>XXXXXXXX": the unit separator cannot occur in a line, and the CRC-32
 * covers the table's code, the line's number and the line, so a line in the wrong place counts as
 * damage too. Lines without a checksum come from older stores.
 */
#include "store_internal.h"
#include "array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { SEPARATOR = 0x1f, SEAL = 9 /* with the separator */ };

static void write_seal(const char *code, uint32_t number, const char *line, size_t length,
                       char out[SEAL + 1])
{
    char place[STORE_CODE + 16];
    int size = snprintf(place, sizeof place, "%s %u ", code, (unsigned)number);
    uLong crc = crc32_z(crc32(0, (const Bytef *)place, (uInt)size), (const Bytef *)line, length);
    snprintf(out, SEAL + 1, "%c%08lx", SEPARATOR, crc);
}

/* A copy of the line with room for a checksum behind it. */
static char *copy_line(struct store *store, const char *line, size_t length)
{
    if (!array_fits(store->sealed, store->sealed_room, length + SEAL + 1))
        return NULL;
    memcpy(store->sealed, line, length);
    store->sealed[length] = '\0';
    return store->sealed;
}

const char *store_seal(struct store *store, const char *code, uint32_t number, const char *line)
{
    size_t length = strlen(line);
    char *copy = copy_line(store, line, length);
    if (copy)
        write_seal(code, number, line, length, copy + length);
    return copy;
}

const char *store_unseal(struct store *store, const char *code, uint32_t number, const char *line,
                         size_t *length)
{
    char wanted[SEAL + 1] = "";
    const char *separator = memchr(line, SEPARATOR, *length);
    if (!separator)
        return line;
    size_t bare = (size_t)(separator - line);
    if (*length == bare + SEAL)
        write_seal(code, number, line, bare, wanted);
    bool fits = *wanted && memcmp(separator, wanted, SEAL) == 0;
    *length = fits ? bare : sizeof STORE_DAMAGED - 1;
    return fits ? copy_line(store, line, bare) : STORE_DAMAGED;
}
