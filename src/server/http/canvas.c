/*
 * canvas.c - see canvas.h.
 *
 * An edge is cut into thin slices, some in each row of dots. A slice changes the coverage of all
 * dots to its right; where it passes through a dot, in part. The sum along a row is then the
 * coverage, exact from left to right and in SLICES steps from top to bottom.
 */
#include "canvas.h"

#include "glyphs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { SLICES = 8 };

struct placing canvas_at(float x, float y, float scale, float angle)
{
    return (struct placing){x, y, sinf(angle), cosf(angle), scale};
}

void canvas_clear(struct canvas *canvas, struct colour colour)
{
    memset(canvas->cover, 0, sizeof canvas->cover);
    canvas->top = CANVAS_HEIGHT;
    canvas->bottom = 0;
    for (int y = 0; y < CANVAS_HEIGHT; y++)
        for (int x = 0; x < CANVAS_WIDTH; x++) {
            canvas->dot[y][x][0] = colour.red;
            canvas->dot[y][x][1] = colour.green;
            canvas->dot[y][x][2] = colour.blue;
        }
}

/* ---------------------------------------------------------------- shapes */

static float bounded(float value, float low, float high)
{
    return value < low ? low : value > high ? high : value;
}

static void note_slice(struct canvas *canvas, int row, float x, float direction)
{
    x = bounded(x, 0, CANVAS_WIDTH);
    int column = (int)x;
    float part = x - (float)column;
    canvas->cover[row][column] += direction * (1 - part) / SLICES;
    canvas->cover[row][column + 1] += direction * part / SLICES;
}

static void turn_point(const struct placing *at, float *x, float *y)
{
    float turned = *x * at->cosine - *y * at->sine;
    *y = at->y + at->scale * (*x * at->sine + *y * at->cosine);
    *x = at->x + at->scale * turned;
}

void canvas_edge(struct canvas *canvas, const struct placing *at, float x0, float y0, float x1,
                 float y1)
{
    turn_point(at, &x0, &y0);
    turn_point(at, &x1, &y1);
    float direction = y0 < y1 ? 1 : -1, low = fminf(y0, y1), high = fmaxf(y0, y1);
    int first = (int)ceilf(bounded(low, 0, CANVAS_HEIGHT) * SLICES - 0.5f),
        end = (int)ceilf(bounded(high, 0, CANVAS_HEIGHT) * SLICES - 0.5f);
    if (first >= end)
        return;
    for (int slice = first; slice < end; slice++) {
        float y = ((float)slice + 0.5f) / SLICES;
        note_slice(canvas, slice / SLICES, x0 + (x1 - x0) * (y - y0) / (y1 - y0), direction);
    }
    if (first / SLICES < canvas->top)
        canvas->top = first / SLICES;
    if ((end - 1) / SLICES >= canvas->bottom)
        canvas->bottom = (end - 1) / SLICES + 1;
}

static void blend(uint8_t *part, uint8_t with, float share)
{
    *part = (uint8_t)lroundf((float)*part + ((float)with - (float)*part) * share);
}

void canvas_fill(struct canvas *canvas, struct colour colour)
{
    for (int y = canvas->top; y < canvas->bottom; y++) {
        float sum = 0;
        for (int x = 0; x < CANVAS_WIDTH; x++) {
            sum += canvas->cover[y][x];
            float share = fminf(fabsf(sum), 1) * colour.opacity;
            if (share < 0.002f)
                continue;
            blend(&canvas->dot[y][x][0], colour.red, share);
            blend(&canvas->dot[y][x][1], colour.green, share);
            blend(&canvas->dot[y][x][2], colour.blue, share);
        }
        memset(canvas->cover[y], 0, sizeof canvas->cover[y]);
    }
    canvas->top = CANVAS_HEIGHT;
    canvas->bottom = 0;
}

void canvas_round_box(struct canvas *canvas, const struct placing *at, float width, float height,
                      float round, struct colour colour)
{
    enum { STEPS = 12, CORNERS = 4 };
    static const float quarter = 1.57079633f;
    float right = width / 2 - round, bottom = height / 2 - round, first_x = 0, first_y = 0, x = 0,
          y = 0;
    for (int i = 0; i < CORNERS * (STEPS + 1); i++) {
        int corner = i / (STEPS + 1);
        float angle = quarter * ((float)corner + (float)(i % (STEPS + 1)) / STEPS),
              middle_x = corner == 0 || corner == 3 ? right : -right,
              middle_y = corner < 2 ? bottom : -bottom, next_x = middle_x + round * cosf(angle),
              next_y = middle_y + round * sinf(angle);
        if (i == 0) {
            first_x = next_x;
            first_y = next_y;
        } else {
            canvas_edge(canvas, at, x, y, next_x, next_y);
        }
        x = next_x;
        y = next_y;
    }
    canvas_edge(canvas, at, x, y, first_x, first_y);
    canvas_fill(canvas, colour);
}

void canvas_triangle(struct canvas *canvas, const struct placing *at, float width, float height,
                     struct colour colour)
{
    canvas_edge(canvas, at, -width / 2, height / 2, 0, -height / 2);
    canvas_edge(canvas, at, 0, -height / 2, width / 2, height / 2);
    canvas_edge(canvas, at, width / 2, height / 2, -width / 2, height / 2);
    canvas_fill(canvas, colour);
}

/* ---------------------------------------------------------------- characters */

static const struct glyph *glyph_of(char character)
{
    for (const struct glyph *glyph = preview_glyphs; glyph->character; glyph++)
        if (glyph->character == character)
            return glyph;
    return NULL;
}

static void trace(struct canvas *canvas, const struct placing *at, const struct glyph *glyph,
                  float left, float size)
{
    for (int contour = 0, i = 0; contour < glyph->contours; contour++, i++)
        for (; i + 1 < glyph->ends[contour]; i++) {
            struct glyph_point a = glyph->points[i], b = glyph->points[i + 1];
            canvas_edge(canvas, at, left + a.x * size, -a.y * size, left + b.x * size, -b.y * size);
        }
}

void canvas_text(struct canvas *canvas, const struct placing *at, const char *text, float size,
                 struct colour colour)
{
    static const float digit = 655; /* how high a digit is */
    float wide = 0, scale = size / digit;
    for (const char *letter = text; *letter; letter++)
        wide += glyph_of(*letter) ? glyph_of(*letter)->advance * scale : 0;
    float x = -wide / 2, down = size / 2; /* to the line that letters stand on */
    struct placing line = *at;
    line.x -= at->scale * down * at->sine;
    line.y += at->scale * down * at->cosine;
    for (const char *letter = text; *letter; letter++) {
        const struct glyph *glyph = glyph_of(*letter);
        if (!glyph)
            continue;
        trace(canvas, &line, glyph, x, scale);
        x += glyph->advance * scale;
    }
    canvas_fill(canvas, colour);
}

/* ---------------------------------------------------------------- PNG */

enum { ROW_BYTES = 1 + 3 * CANVAS_WIDTH, CHUNK_FRAME = 12, PNG_HEAD = 8 + CHUNK_FRAME + 13 };

static unsigned char *put_number(unsigned char *at, uint32_t number)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        *at++ = (unsigned char)(number >> shift);
    return at;
}

/* The data is in its place already, eight bytes behind `at`. */
static unsigned char *put_chunk(unsigned char *at, const char type[4], size_t length)
{
    unsigned char *name = put_number(at, (uint32_t)length);
    memcpy(name, type, 4);
    unsigned char *end = name + 4 + length;
    return put_number(end, (uint32_t)crc32(0, name, (uInt)(4 + length)));
}

/* Each dot as the difference to the one above it: rows of one colour become zeros. */
static void filter_rows(const struct canvas *canvas, unsigned char *rows)
{
    enum { FILTER_UP = 2, BYTES = 3 * CANVAS_WIDTH };
    static const unsigned char black[BYTES];
    for (int y = 0; y < CANVAS_HEIGHT; y++) {
        const unsigned char *row = (const unsigned char *)canvas->dot[y],
                            *above = y > 0 ? (const unsigned char *)canvas->dot[y - 1] : black;
        *rows++ = FILTER_UP;
        for (int i = 0; i < BYTES; i++)
            *rows++ = (unsigned char)(row[i] - above[i]);
    }
}

static unsigned char *frame_png(unsigned char *png, uLongf packed, size_t *length)
{
    static const unsigned char signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    static const unsigned char kind[5] = {8, 2}; /* eight bits of red, green and blue */
    memcpy(png, signature, sizeof signature);
    unsigned char *at = png + sizeof signature, *data = at + 8;
    memcpy(put_number(put_number(data, CANVAS_WIDTH), CANVAS_HEIGHT), kind, sizeof kind);
    at = put_chunk(at, "IHDR", 13);
    at = put_chunk(at, "IDAT", packed);
    at = put_chunk(at, "IEND", 0);
    *length = (size_t)(at - png);
    return png;
}

unsigned char *canvas_png(const struct canvas *canvas, size_t *length)
{
    enum { LEVEL = 6 };
    static const size_t raw = (size_t)ROW_BYTES * CANVAS_HEIGHT;
    uLongf packed = compressBound(raw);
    unsigned char *rows = malloc(raw), *png = malloc(PNG_HEAD + packed + 2 * CHUNK_FRAME);
    bool good = rows && png;
    if (good) {
        filter_rows(canvas, rows);
        good = compress2(png + PNG_HEAD + 8, &packed, rows, raw, LEVEL) == Z_OK;
    }
    free(rows);
    if (good)
        return frame_png(png, packed, length);
    free(png);
    return NULL;
}
