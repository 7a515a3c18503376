/*
 * buffer.c - see buffer.h.
 */
#include "buffer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool buffer_add_line(void *context, const char *code, uint32_t number, const char *line,
                     size_t length)
{
    struct lines *lines = context;
    (void)code, (void)number;
    if (lines->length + length + 1 > lines->room) {
        size_t room = (lines->room + length + 1) * 2;
        char *grown = realloc(lines->text, room);
        if (!grown)
            return false;
        lines->text = grown;
        lines->room = room;
    }
    memcpy(lines->text + lines->length, line, length);
    lines->text[lines->length + length] = '\n';
    lines->length += length + 1;
    return true;
}

bool buffer_add_code(void *context, const char *code)
{
    struct codes *codes = context;
    if (codes->count == codes->room) {
        size_t room = codes->room ? 2 * codes->room : 16;
        char(*grown)[STORE_CODE] = realloc(codes->code, room * sizeof *grown);
        if (!grown)
            return false;
        codes->code = grown;
        codes->room = room;
    }
    snprintf(codes->code[codes->count++], STORE_CODE, "%s", code);
    return true;
}
