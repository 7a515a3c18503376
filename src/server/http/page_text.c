/*
 * page_text.c - see page_text.h.
 */
#include "page_text.h"

#include "page.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { GZIP = 16 + MAX_WBITS };

static bool unpack(const struct page_file *file, char *text)
{
    z_stream stream = {.next_in = (z_const Bytef *)file->gzip.data,
                       .avail_in = (uInt)file->gzip.length,
                       .next_out = (Bytef *)text,
                       .avail_out = (uInt)file->length};
    if (inflateInit2(&stream, GZIP) != Z_OK)
        return false;
    bool good = inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_out == 0;
    inflateEnd(&stream);
    return good;
}

char *page_text(const char *path)
{
    const struct page_file *file = page_files;
    while (file->path && strcmp(file->path, path) != 0)
        file++;
    char *text = file->path ? calloc(1, file->length + 1) : NULL;
    if (!text)
        return NULL;
    if (file->plain.data) {
        memcpy(text, file->plain.data, file->length);
        return text;
    }
    if (unpack(file, text))
        return text;
    free(text);
    return NULL;
}

unsigned char *page_pack(const char *text, size_t length, size_t *packed)
{
    enum { LEVEL = 6, MEMORY = 8 };
    z_stream stream = {.next_in = (z_const Bytef *)text, .avail_in = (uInt)length};
    if (deflateInit2(&stream, LEVEL, Z_DEFLATED, GZIP, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK)
        return NULL;
    uLong room = deflateBound(&stream, (uLong)length);
    unsigned char *out = malloc(room);
    stream.next_out = out;
    stream.avail_out = (uInt)room;
    bool good = out && deflate(&stream, Z_FINISH) == Z_STREAM_END;
    *packed = stream.total_out;
    deflateEnd(&stream);
    if (good)
        return out;
    free(out);
    return NULL;
}
