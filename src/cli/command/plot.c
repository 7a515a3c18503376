/* plot.c - see plot.h. */
#include "plot.h"

#include "cli.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = 720,
    HEIGHT = 400,
    LEFT = 64,
    RIGHT = 20,
    TOP = 64,
    BOTTOM = 52,
    TICKS = 5,
    COLOURS = 6
};

static const char *const colours[COLOURS] = {"#0072b2", "#d55e00", "#009e73",
                                             "#cc79a7", "#e69f00", "#56b4e9"};

struct plot {
    struct plot_axes axes;
    FILE *file;
    char *text;
    size_t length;
    int series;
    double legend_x;
};

/* ---------------------------------------------------------------- places and words */

static double place_x(const struct plot *plot, double x)
{
    double width = plot->axes.x_high - plot->axes.x_low;
    return LEFT + (width > 0 ? (x - plot->axes.x_low) / width : 0.5) * (WIDTH - LEFT - RIGHT);
}

static double place_y(const struct plot *plot, double y)
{
    return HEIGHT - BOTTOM - y / plot->axes.y_high * (HEIGHT - TOP - BOTTOM);
}

static const char *colour(const struct plot *plot)
{
    return colours[(plot->series + COLOURS - 1) % COLOURS];
}

/* Text as XML has it: people may be called A<B. */
static void put_text(FILE *file, const char *text)
{
    for (; *text; text++) {
        if (*text == '<')
            fputs("&lt;", file);
        else if (*text == '>')
            fputs("&gt;", file);
        else if (*text == '&')
            fputs("&amp;", file);
        else
            fputc(*text, file);
    }
}

/* `style` are attributes of the text, such as its anchor. */
static void label(struct plot *plot, double x, double y, const char *style, const char *text)
{
    fprintf(plot->file, "<text x=\"%.1f\" y=\"%.1f\"%s>", x, y, style);
    put_text(plot->file, text);
    fputs("</text>\n", plot->file);
}

/* ---------------------------------------------------------------- axes */

/* The smallest of 1, 2, 5, 10, 20, 50, ... that leaves at most so many steps. */
static double round_step(double range, int steps)
{
    double step = pow(10, floor(log10(range / steps)));
    static const double factors[] = {1, 2, 5, 10};
    for (size_t i = 0; i < sizeof factors / sizeof factors[0]; i++)
        if (range / (step * factors[i]) <= steps)
            return step * factors[i];
    return step * 10;
}

static void draw_y_axis(struct plot *plot)
{
    double step = round_step(plot->axes.y_high, TICKS);
    char text[32], style[96];
    for (int i = 0; i * step <= plot->axes.y_high * 1.0001; i++) {
        double y = i * step;
        snprintf(text, sizeof text, "%g %%", 100 * y);
        label(plot, LEFT - 8, place_y(plot, y) + 4, " text-anchor=\"end\"", text);
        fprintf(plot->file, "<path d=\"M%d %.1fH%d\" stroke=\"#ddd\"/>\n", LEFT, place_y(plot, y),
                WIDTH - RIGHT);
    }
    snprintf(style, sizeof style, " text-anchor=\"middle\" transform=\"rotate(-90 16 %d)\"",
             (TOP + HEIGHT - BOTTOM) / 2);
    label(plot, 16, (TOP + HEIGHT - BOTTOM) / 2.0, style, plot->axes.y);
}

static void draw_x_axis(struct plot *plot)
{
    double range = plot->axes.x_high - plot->axes.x_low,
           step = plot->axes.ticks ? 1
        : range > 10               ? round_step(range, 10)
                                   : 1;
    char text[32];
    for (int i = plot->axes.ticks ? 0 : (int)ceil(plot->axes.x_low / step);
         i * step <= plot->axes.x_high; i++) {
        double x = i * step;
        snprintf(text, sizeof text, "%g", x);
        label(plot, place_x(plot, x), HEIGHT - BOTTOM + 16, " text-anchor=\"middle\"",
              plot->axes.ticks ? plot->axes.ticks[(int)x] : text);
    }
    fprintf(plot->file, "<path d=\"M%d %dV%dH%d\" fill=\"none\" stroke=\"#333\"/>\n", LEFT, TOP,
            HEIGHT - BOTTOM, WIDTH - RIGHT);
    label(plot, (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 14, " text-anchor=\"middle\"", plot->axes.x);
}

/* Rules with all their options are long: the title shrinks until it fits. */
static void draw_title(struct plot *plot)
{
    double columns = 0, room = WIDTH - LEFT - RIGHT;
    char style[64];
    for (const char *at = plot->axes.title; *at; at++)
        columns += ((unsigned char)*at & 0xC0) != 0x80;
    double size = 15, fits = room / (0.62 * (columns > 0 ? columns : 1));
    snprintf(style, sizeof style, " font-size=\"%.1f\" font-weight=\"bold\"",
             fits < size ? fits : size);
    label(plot, LEFT, 24, style, plot->axes.title);
}

struct plot *plot_open(const struct plot_axes *axes)
{
    struct plot *plot = calloc(1, sizeof *plot);
    FILE *file = plot ? open_memstream(&plot->text, &plot->length) : NULL;
    if (!file) {
        free(plot);
        return NULL;
    }
    plot->axes = *axes;
    plot->axes.y_high = axes->y_high > 0 ? axes->y_high : 1;
    plot->file = file;
    plot->legend_x = LEFT;
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
            "font-family=\"sans-serif\" font-size=\"12\" fill=\"#333\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
            WIDTH, HEIGHT);
    draw_title(plot);
    draw_y_axis(plot);
    draw_x_axis(plot);
    return plot;
}

/* ---------------------------------------------------------------- series */

static void begin_series(struct plot *plot, const char *name)
{
    enum { LETTER = 7, MARK = 18 };
    plot->series++;
    fprintf(plot->file, "<rect x=\"%.1f\" y=\"37\" width=\"10\" height=\"10\" fill=\"%s\"/>\n",
            plot->legend_x, colour(plot));
    label(plot, plot->legend_x + MARK - 4, 46, "", name);
    for (const char *at = name; *at; at++)
        plot->legend_x += ((unsigned char)*at & 0xC0) != 0x80 ? LETTER : 0;
    plot->legend_x += 2 * MARK;
}

static void draw_interval(struct plot *plot, double x, const struct plot_point *point)
{
    if (point->low < point->high)
        fprintf(plot->file,
                "<path d=\"M%.1f %.1fV%.1fm-3 0h6M%.1f %.1fh6\" fill=\"none\" stroke=\"#333\"/>\n",
                x, place_y(plot, point->low), place_y(plot, point->high), x - 3,
                place_y(plot, point->low));
}

void plot_line(struct plot *plot, const char *name, const struct plot_point *points, int count)
{
    if (!plot)
        return;
    begin_series(plot, name);
    fprintf(plot->file, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"",
            colour(plot));
    for (int i = 0; i < count; i++)
        fprintf(plot->file, "%.1f,%.1f ", place_x(plot, points[i].x), place_y(plot, points[i].y));
    fputs("\"/>\n", plot->file);
    for (int i = 0; i < count; i++)
        draw_interval(plot, place_x(plot, points[i].x), &points[i]);
}

void plot_bars(struct plot *plot, const char *name, const struct plot_point *points, int count,
               int of)
{
    if (!plot)
        return;
    int index = plot->series;
    double room = place_x(plot, plot->axes.x_low + 1) - place_x(plot, plot->axes.x_low),
           width = 0.9 * room / of;
    begin_series(plot, name);
    for (int i = 0; i < count; i++) {
        double x = place_x(plot, points[i].x) + (index - of / 2.0) * width,
               y = place_y(plot, points[i].y);
        fprintf(plot->file,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"><title>%g: "
                "%.2f %%</title></rect>\n",
                x, y, width, HEIGHT - BOTTOM - y, colour(plot), points[i].x, 100 * points[i].y);
        draw_interval(plot, x + width / 2, &points[i]);
    }
}

void plot_dot(struct plot *plot, struct plot_point point, const char *words)
{
    if (!plot)
        return;
    fprintf(plot->file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"#d55e00\"><title>",
            place_x(plot, point.x), place_y(plot, point.y));
    put_text(plot->file, words);
    fputs("</title></circle>\n", plot->file);
}

bool plot_write(struct plot *plot, const char *path)
{
    if (!plot) {
        complain(EXIT_BROKEN, "%s", _("out of memory"));
        return false;
    }
    fputs("</svg>\n", plot->file);
    bool good = fclose(plot->file) == 0 && write_file(path, plot->text, plot->length);
    free(plot->text);
    free(plot);
    return good;
}
