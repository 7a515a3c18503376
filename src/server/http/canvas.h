/*
 * canvas.h - a small picture in memory: filled shapes with smooth edges, and PNG.
 *
 * Enough for the pictures of link previews, and no more. Shapes are polygons by the nonzero winding
 * rule, so that the contours of letters have their holes. A graphics library would do the same, and
 * bring a dozen others with it to parse fonts and files that nobody here has.
 */
#ifndef STOS_SERVER_PREVIEW_CANVAS_H
#define STOS_SERVER_PREVIEW_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CANVAS_WIDTH = 1200, CANVAS_HEIGHT = 630 };

struct canvas {
    uint8_t dot[CANVAS_HEIGHT][CANVAS_WIDTH][3];
    float cover[CANVAS_HEIGHT][CANVAS_WIDTH + 2]; /* of the shape being made */
    int top, bottom;                              /* its rows */
};

struct colour {
    uint8_t red, green, blue;
    float opacity; /* 0 to 1 */
};

/* Where shapes are put: moved, and turned about that place by an angle in radians. */
struct placing {
    float x, y, sine, cosine, scale;
};
struct placing canvas_at(float x, float y, float scale, float angle);

void canvas_clear(struct canvas *canvas, struct colour colour);

/* A shape is made of edges, whose ends must meet, and then filled. */
void canvas_edge(struct canvas *canvas, const struct placing *at, float x0, float y0, float x1,
                 float y1);
void canvas_fill(struct canvas *canvas, struct colour colour);

/* Around the middle of the placing. */
void canvas_round_box(struct canvas *canvas, const struct placing *at, float width, float height,
                      float round, struct colour colour);
void canvas_triangle(struct canvas *canvas, const struct placing *at, float width, float height,
                     struct colour colour); /* points up; with a negative height down */

/* Characters of glyphs.h, centred, `size` high. */
void canvas_text(struct canvas *canvas, const struct placing *at, const char *text, float size,
                 struct colour colour);

/* Allocated, freed by the caller; NULL if out of memory. */
unsigned char *canvas_png(const struct canvas *canvas, size_t *length);

#endif
