/* desk_summary.c - see desk.h: the end of a game, with the curve of the win chance. */
#include "curve.h"
#include "desk.h"
#include "lang/translate.h"

#include <stdio.h>

static void tell_turning_point(struct desk *desk, int worst, char *out, size_t size)
{
    char text[STOS_MOVE_TEXT], name[STOS_NAME_TEXT + 16];
    const struct curve_turn *turn = curve_at(desk->curve, worst);
    int used =
        snprintf(out, size, _("Turning point: turn %d of %s, %.0f %% instead of %.0f %% with"),
                 worst + 1, scene_name(&desk->source->scene, turn->seat, name),
                 100 * turn->found.after, 100 * turn->found.before);
    for (int i = 0; i < turn->found.better_count && used > 0 && (size_t)used < size; i++) {
        stos_move_text(desk->source->scene.rules.game, turn->found.better[i], text);
        used += snprintf(out + used, size - (size_t)used, " %s", text);
    }
}

static void draw_curve(struct desk *desk, int y, int x, int width)
{
    int done = curve_done(desk->curve), turns = curve_turns(desk->curve),
        worst = curve_worst(desk->curve);
    char text[NOTICE_TEXT];
    curve_title(desk->curve, &desk->source->scene, text, sizeof text);
    screen_style(STYLE_DIM);
    int used = screen_put(y, x, width, text);
    if (done < turns)
        screen_print(y, x + used, width - used, "  %d/%d", done, turns);
    curve_draw(desk->curve, y + 1, x, 7, width, worst);
    if (worst < 0)
        return;
    tell_turning_point(desk, worst, text, sizeof text);
    screen_wrap(y + 9, x, width, 2, text);
}

void desk_draw_summary(struct desk *desk)
{
    const struct scene *scene = &desk->source->scene;
    struct scene_names names;
    char text[TELL_TEXT];
    const char *games = scene->compares
        ? _("n  next deal     w  standings     d  the same deal again     Enter  look at the table")
        : _("n  new game     d  the same deal again     Enter  look at the table");
    const char *more = desk->source->game ? _("r  replay step by step     u  take back     q  quit")
                                          : _("q  quit");
    int height = desk->curve ? 18 : 7, width = screen_columns() < 78 ? screen_columns() - 2 : 76,
        y = (screen_rows() - height) / 2, x = (screen_columns() - width) / 2;
    screen_style(STYLE_PLAIN);
    screen_fill(y, x, height, width);
    screen_box(y, x, height, width, true);
    tell_result(&scene->view, scene_names(&names, scene), text);
    screen_style(STYLE_ACCENT);
    screen_put(y + 1, x + 2, width - 4, text);
    if (desk->curve)
        draw_curve(desk, y + 3, x + 2, width - 4);
    screen_style(STYLE_DIM);
    int below = screen_wrap(-1, 0, width - 4, 2, more),
        above = screen_wrap(-1, 0, width - 4, 2, games);
    screen_wrap(y + height - 1 - below, x + 2, width - 4, below, more);
    screen_wrap(y + height - 1 - below - above, x + 2, width - 4, above, games);
    screen_style(STYLE_PLAIN);
}
