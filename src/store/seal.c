/*
 * seal.c - see store_internal.h: log lines with a checksum, so that damage is detected instead of
 * replayed.
 *
 * A line is stored as "LINE<US>XXXXXXXX": the unit separator cannot occur in a line, and the CRC-32
 * covers the table's code, the line's number and the line, so a line in the wrong place counts as
 * damage too. Lines without a checksum come from older stores.
 */
#include "store_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEPARATOR = 0x1f, SEAL = 9 /* with the separator */ };

static uint32_t crc_more(uint32_t crc, const char *bytes, size_t length)
{
    static const uint32_t nibble[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac,
                                        0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
                                        0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                        0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
    for (size_t i = 0; i < length; i++) {
        crc ^= (unsigned char)bytes[i];
        crc = crc >> 4 ^ nibble[crc & 15];
        crc = crc >> 4 ^ nibble[crc & 15];
    }
    return crc;
}

static void write_seal(const char *code, uint32_t number, const char *line, size_t length,
                       char out[SEAL + 1])
{
    char place[STORE_CODE + 16];
    int size = snprintf(place, sizeof place, "%s %u ", code, (unsigned)number);
    uint32_t crc = crc_more(crc_more(0xffffffff, place, (size_t)size), line, length);
    snprintf(out, SEAL + 1, "%c%08x", SEPARATOR, (unsigned)(crc ^ 0xffffffff));
}

/* A copy of the line with room for a checksum behind it. */
static char *copy_line(struct store *store, const char *line, size_t length)
{
    if (length + SEAL + 1 > store->sealed_room) {
        size_t room = 2 * (length + SEAL + 1);
        char *grown = realloc(store->sealed, room);
        if (!grown)
            return NULL;
        store->sealed = grown;
        store->sealed_room = room;
    }
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
