/*
 * replay.c - see term.h: a game step by step, each position shown as the next player sees it, with
 * the next move under the cursor. The analysis runs in the background on request.
 */
#include "curve.h"
#include "desk.h"
#include "lang/translate.h"
#include "log.h"
#include "term/term.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAP = 10, CURVE_ROWS = 5, TALL_CURVE_ROWS = 9, LOOK_MS = 200 };

struct replay {
    struct source source;
    struct desk desk;
    const struct history *game;
    size_t step;
    struct curve *curve;
    char typed[8];
};

/* The scene after `step` moves. */
static void show_step(struct replay *replay)
{
    struct scene *scene = &replay->source.scene;
    struct history part = *replay->game;
    part.count = replay->step;
    if (replay->step < replay->game->count)
        part.state = replay->game->steps[replay->step].before;
    bool more = replay->step < replay->game->count;
    scene->you = more ? replay->game->steps[replay->step].seat : 0;
    scene->phase = more ? SCENE_PLAYING : SCENE_OVER;
    stos_look(&part.state, scene->you, &scene->view);
    log_game(scene, &part);
    if (more)
        desk_point_at(&replay->desk, replay->game->steps[replay->step].move);
}

static void open_scene(struct replay *replay)
{
    struct scene *scene = &replay->source.scene;
    scene->rules = replay->game->head.rules;
    scene->memory = scene->connected = scene->dealt = true;
    scene->curtain = -1;
    for (int seat = 0; seat < scene_seats(scene); seat++)
        snprintf(scene->seat[seat].name, STOS_NAME_TEXT, "%s", replay->game->head.name[seat]);
    replay->desk.source = &replay->source;
    replay->desk.keys =
        _("←→ step  ↑↓ turn  a analysis  PgUp PgDn ten  Home End  number Enter jump");
}

/* ---------------------------------------------------------------- analysis */

static int turn_at(struct replay *replay)
{
    int turn = -1;
    for (int i = 0; i < curve_turns(replay->curve); i++)
        if (curve_at(replay->curve, i)->first <= replay->step)
            turn = i;
    return turn;
}

static void judge_turn(struct replay *replay, int turn, char *out, size_t size)
{
    char text[STOS_MOVE_TEXT];
    const struct curve_turn *judged = curve_at(replay->curve, turn);
    if (judged->found.before - judged->found.after < 0.01) {
        snprintf(out, size, _("%.0f %%: a good turn."), 100 * judged->found.after);
        return;
    }
    int used = snprintf(out, size, _("%.0f %%; better, with %.0f %%:"), 100 * judged->found.after,
                        100 * judged->found.before);
    for (int i = 0; i < judged->found.better_count && used > 0 && (size_t)used < size; i++) {
        stos_move_text(replay->game->head.rules.game, judged->found.better[i], text);
        used += snprintf(out + used, size - (size_t)used, " %s", text);
    }
}

/* Over the lower part of the log. */
static void draw_analysis(struct replay *replay)
{
    struct layout layout = desk_layout(&replay->desk);
    int wanted = layout.beside ? TALL_CURVE_ROWS : CURVE_ROWS,
        rows = layout.log_rows < wanted + 1 ? layout.log_rows - 1 : wanted;
    int y = layout.log_y + layout.log_rows - rows - 1;
    screen_style(STYLE_PLAIN);
    screen_fill(y, layout.log_x, rows + 1, layout.log_width);
    curve_draw(replay->curve, y, layout.log_x, rows, layout.log_width, turn_at(replay));
    if (layout.beside) {
        char title[NOTICE_TEXT];
        curve_title(replay->curve, &replay->source.scene, title, sizeof title);
        screen_style(STYLE_DIM);
        screen_fill(y - 1, layout.log_x, 1, layout.log_width);
        screen_put(y - 1, layout.log_x, layout.log_width, title);
    }
    screen_show();
}

static void draw(struct replay *replay)
{
    char move[STOS_MOVE_TEXT] = "", name[STOS_NAME_TEXT + 16], text[NOTICE_TEXT] = "";
    struct scene_names names;
    bool more = replay->step < replay->game->count;
    if (more)
        stos_move_text(replay->game->head.rules.game, replay->game->steps[replay->step].move, move);
    if (replay->curve) {
        int turn = turn_at(replay);
        if (turn >= 0 && turn < curve_done(replay->curve))
            judge_turn(replay, turn, text, sizeof text);
        else
            snprintf(text, sizeof text, _("analysis: %d of %d turns"), curve_done(replay->curve),
                     curve_turns(replay->curve));
    }
    if (more)
        desk_say(&replay->desk, _("Step %zu of %zu, next: %s %s   %.180s"), replay->step,
                 replay->game->count,
                 scene_name(&replay->source.scene, replay->game->steps[replay->step].seat, name),
                 move, text);
    else
        tell_result(&replay->source.scene.view, scene_names(&names, &replay->source.scene),
                    replay->desk.message);
    desk_draw(&replay->desk);
    if (replay->curve)
        draw_analysis(replay);
}

/* ---------------------------------------------------------------- keys */

/* To the start of the next turn, or of the one before; the ends of the game where there is none. */
static size_t turn_from(const struct replay *replay, size_t step, int by)
{
    static struct turn turn; /* large, and there is one screen */
    size_t before = 0;
    turn = (struct turn){0};
    while (history_turn(replay->game, &turn)) {
        if (by > 0 && turn.first > step)
            return turn.first;
        if (by < 0 && turn.first < step)
            before = turn.first;
    }
    return by > 0 ? replay->game->count : before;
}

static void type_step(struct replay *replay, long code)
{
    size_t length = strlen(replay->typed);
    if (code != '\n') {
        length = length + 2 > sizeof replay->typed ? 0 : length;
        replay->typed[length] = (char)code;
        replay->typed[length + 1] = '\0';
        return;
    }
    size_t wanted = (size_t)strtoul(replay->typed, NULL, 10);
    if (length > 0)
        replay->step = wanted < replay->game->count ? wanted : replay->game->count;
    replay->typed[0] = '\0';
}

static bool obey(struct replay *replay, long code)
{
    size_t count = replay->game->count;
    switch (code) {
    case KEY_ARROW_RIGHT:
    case ' ': replay->step += replay->step < count; break;
    case KEY_ARROW_LEFT: replay->step -= replay->step > 0; break;
    case KEY_ARROW_DOWN: replay->step = turn_from(replay, replay->step, 1); break;
    case KEY_ARROW_UP: replay->step = turn_from(replay, replay->step, -1); break;
    case KEY_PAGE_DOWN:
        replay->step = replay->step + LEAP < count ? replay->step + LEAP : count;
        break;
    case KEY_PAGE_UP: replay->step = replay->step > LEAP ? replay->step - LEAP : 0; break;
    case KEY_FIRST: replay->step = 0; break;
    case KEY_LAST: replay->step = count; break;
    case 'a':
        if (!replay->curve)
            replay->curve = curve_open(replay->game, 0);
        break;
    case 'q':
    case 27:
    case KEY_CLOSED: return false;
    default:
        if ((code >= '0' && code <= '9') || code == '\n')
            type_step(replay, code);
    }
    return true;
}

enum term_end term_replay(const struct history *game)
{
    struct replay *replay = calloc(1, sizeof *replay);
    struct key key = {.code = KEY_NONE};
    if (!replay)
        return TERM_FAILED;
    replay->game = game;
    open_scene(replay);
    do {
        show_step(replay);
        draw(replay);
        bool waits = replay->curve && curve_done(replay->curve) < curve_turns(replay->curve);
        key = screen_key(waits ? LOOK_MS : -1, -1);
    } while (obey(replay, key.code));
    curve_close(replay->curve);
    free(replay);
    return key.code == KEY_CLOSED ? TERM_INTERRUPTED : TERM_LEFT;
}
