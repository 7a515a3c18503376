/*
 * plot.h - publication-quality charts as SVG files: title, labelled axes, a grid, a legend,
 * intervals.
 *
 *   struct plot *plot = plot_open(&(struct plot_axes){.title = "...", .x = "turn", .y = "chance to
 * win", .x_high = 40}); plot_line(plot, "seat 0", points, 40); plot_write(plot, "curve.svg");
 *
 * Every series gets its own colour from a colour-blind safe palette (Okabe and Ito). The y axis is
 * a share from 0 to `y_high`, shown as a percentage.
 */
#ifndef STOS_CLI_COMMAND_PLOT_H
#define STOS_CLI_COMMAND_PLOT_H

#include <stdbool.h>

struct plot_axes {
    const char *title, *x, *y;
    double x_low, x_high, y_high; /* y_high 0: 1 */
    const char *const *ticks;     /* labels of x = 0, 1, ... instead of numbers; NULL: numbers */
};

struct plot_point {
    double x, y, low,
        high; /* low to high: the interval; both 0: none is drawn; none for an empty bar */
};

struct plot;

/* NULL if out of memory; all functions accept NULL. */
struct plot *plot_open(const struct plot_axes *axes);

/* A series of points as a line, or as bars, with `of` series side by side. The name appears in the
 * legend. */
void plot_line(struct plot *plot, const char *name, const struct plot_point *points, int count);
void plot_bars(struct plot *plot, const char *name, const struct plot_point *points, int count,
               int of);

/* A dot on the last series, with a tooltip. */
void plot_dot(struct plot *plot, struct plot_point point, const char *words);

/* Writes the file and frees the plot; complains and returns false on failure. */
bool plot_write(struct plot *plot, const char *path);

#endif
