/*
 * glyphs.h - the shapes of the few characters on the pictures of link previews: digits and the
 * name.
 *
 * The build cuts them from the page's font (web/tools/glyphs.mjs); a program built without the page
 * has none, and draws no pictures. A thousandth of the font's size is the unit, up is positive, and
 * 0 the line that letters stand on.
 */
#ifndef STOS_SERVER_PREVIEW_GLYPHS_H
#define STOS_SERVER_PREVIEW_GLYPHS_H

#include <stdint.h>

struct glyph_point {
    int16_t x, y;
};

struct glyph {
    char character; /* NUL ends the list */
    int16_t advance;
    uint16_t contours;
    const uint16_t *ends; /* the points before the end of each contour, which is closed */
    const struct glyph_point *points;
};

extern const struct glyph preview_glyphs[];

#endif
