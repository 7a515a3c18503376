/*
 * buffer.c - see buffer.h.
 */
#include "buffer.h"
#include "store/array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool buffer_add_line(void *context, const char *code, uint32_t number, const char *line,
                     size_t length)
{
    struct lines *lines = context;
    (void)code, (void)number;
    if (!array_fits(lines->text, lines->room, lines->length + length + 1))
        return false;
    memcpy(lines->text + lines->length, line, length);
    lines->text[lines->length + length] = '\n';
    lines->length += length + 1;
    return true;
}

bool buffer_add_code(void *context, const char *code)
{
    struct codes *codes = context;
    if (!array_fits(codes->code, codes->room, codes->count + 1))
        return false;
    snprintf(codes->code[codes->count++], STORE_CODE, "%s", code);
    return true;
}
