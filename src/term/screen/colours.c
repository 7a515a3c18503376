/*
 * colours.c - see colours.h. The scale runs through OKLCH at even lightness, from hue 255 (blue) to
 * 25 (red), as on the page.
 */
#include "colours.h"

#include <math.h>

enum { CUBE_FIRST = 16, CUBE_SIDE = 6, CUBE = CUBE_SIDE * CUBE_SIDE * CUBE_SIDE };

struct lab {
    double l, a, b;
};

static double linear(int value)
{
    double share = value / 255.0;
    return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4);
}

/* OKLab of a colour of the cube; the numbers are Ottosson's. */
static struct lab lab_of_cube(int index)
{
    static const int steps[CUBE_SIDE] = {0, 95, 135, 175, 215, 255};
    double r = linear(steps[index / 36]), g = linear(steps[index / 6 % 6]),
           b = linear(steps[index % 6]);
    double l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    double m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    double s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return (struct lab){0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
                        1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
                        0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

static int nearest(const struct lab cube[CUBE], struct lab wanted)
{
    double best_distance = 1e9;
    int best = 0;
    for (int i = 0; i < CUBE; i++) {
        double dl = cube[i].l - wanted.l, da = cube[i].a - wanted.a, db = cube[i].b - wanted.b;
        double distance = dl * dl + da * da + db * db;
        if (distance < best_distance) {
            best_distance = distance;
            best = i;
        }
    }
    return best;
}

void colours_of_scale(int steps, short out[])
{
    const double lightness = 0.78, chroma = 0.12, degree = 3.14159265358979 / 180;
    struct lab cube[CUBE];
    for (int i = 0; i < CUBE; i++)
        cube[i] = lab_of_cube(i);
    for (int i = 0; i < steps; i++) {
        double hue = (255 - 230.0 * i / (steps - 1)) * degree;
        out[i] =
            (short)(CUBE_FIRST +
                    nearest(cube, (struct lab){lightness, chroma * cos(hue), chroma * sin(hue)}));
    }
}

void colours_of_scale_in_eight(int steps, short out[])
{
    static const short scale[] = {4, 6, 2, 3, 1}; /* blue, cyan, green, yellow, red */
    for (int i = 0; i < steps; i++)
        out[i] = scale[i * 5 / steps];
}
