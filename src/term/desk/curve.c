/* curve.c - see curve.h. */
#include "curve.h"

#include "lang/translate.h"
#include "term/screen/screen.h"
#include "solve/lie/outlook.h"
#include "thinker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TURNS = 256, WIDEST = 3 }; /* columns for a turn */

struct curve {
    pthread_t thread;
    uint8_t game;
    int seat; /* whose chance is drawn */
    struct analyzer *analyzer;
    struct lie_outlook *outlook; /* instead of it, for LIE */
    struct curve_turn turn[MOST_TURNS];
    stos_state start[MOST_TURNS], after[MOST_TURNS];
    stos_move moves[MOST_TURNS][TURN_MOVES];
    int turns;
    atomic_int done;
    atomic_bool cancel;
};

static void find_turns(struct curve *curve, const struct history *game)
{
    static struct turn turn; /* large, and there is one screen */
    turn = (struct turn){0};
    while (curve->turns < MOST_TURNS && history_turn(game, &turn)) {
        int index = curve->turns++;
        curve->turn[index] =
            (struct curve_turn){.first = turn.first, .count = turn.count, .seat = turn.seat};
        curve->start[index] = turn.start;
        curve->after[index] = turn.after;
        memcpy(curve->moves[index], turn.move, sizeof turn.move);
    }
}

/* ---------------------------------------------------------------- thinking */

static void judge(struct curve *curve, int index)
{
    static const int deals[] = {[STOS_THEGAME] = 32, [STOS_FACETOFACE] = 400, [STOS_LIE] = 300};
    struct curve_turn *turn = &curve->turn[index];
    struct analyze_limits limits = {.deals = deals[curve->game],
                                    .nodes = 400,
                                    .seed = 1 + (uint64_t)index,
                                    .cancel = &curve->cancel};
    if (curve->game == STOS_LIE) {
        lie_outlook_judge(curve->outlook, &curve->start[index], turn->seat, curve->moves[index][0],
                          &limits, &turn->found);
        turn->chance =
            lie_outlook_chance(curve->outlook, &curve->after[index], curve->seat, &limits);
        return;
    }
    analyze_turn(curve->analyzer, &curve->start[index], turn->seat, curve->moves[index],
                 turn->count, &limits, &turn->found);
    bool others = curve->game == STOS_FACETOFACE && turn->seat != curve->seat;
    turn->chance = others ? 1 - turn->found.after : turn->found.after;
}

static void *run(void *argument)
{
    struct curve *curve = argument;
    for (int i = 0; i < curve->turns && !atomic_load(&curve->cancel); i++) {
        judge(curve, i);
        if (!atomic_load(&curve->cancel))
            atomic_store(&curve->done, i + 1);
    }
    return NULL;
}

static void forget(struct curve *curve)
{
    analyze_close(curve->analyzer);
    lie_outlook_close(curve->outlook);
    free(curve);
}

struct curve *curve_open(const struct history *game, int seat)
{
    struct curve *curve = calloc(1, sizeof *curve);
    if (!curve)
        return NULL;
    curve->game = game->state.game;
    curve->seat = seat < 0 ? 0 : seat;
    if (curve->game == STOS_LIE)
        curve->outlook = lie_outlook_open();
    else
        curve->analyzer = analyze_open(game->head.rules.game);
    if (curve->analyzer || curve->outlook)
        find_turns(curve, game);
    if (curve->turns > 0 && start_quiet_thread(run, curve, &curve->thread))
        return curve;
    forget(curve);
    return NULL;
}

void curve_close(struct curve *curve)
{
    if (!curve)
        return;
    atomic_store(&curve->cancel, true);
    pthread_join(curve->thread, NULL);
    forget(curve);
}

int curve_seat(const struct curve *curve) { return curve->game == STOS_THEGAME ? -1 : curve->seat; }

void curve_title(const struct curve *curve, const struct scene *scene, char *out, size_t size)
{
    char name[STOS_NAME_TEXT + 16];
    if (curve_seat(curve) < 0)
        snprintf(out, size, "%s",
                 _("Chance to win after each turn, from what the player could know"));
    else
        snprintf(out, size, _("%s: chance to win after each turn"),
                 scene_name(scene, curve_seat(curve), name));
}

int curve_turns(const struct curve *curve) { return curve->turns; }
int curve_done(struct curve *curve) { return atomic_load(&curve->done); }
const struct curve_turn *curve_at(const struct curve *curve, int turn)
{
    return &curve->turn[turn];
}

int curve_worst(struct curve *curve)
{
    int worst = -1, done = curve_done(curve);
    double most = 0.05;
    for (int i = 0; i < done; i++) {
        double lost = curve->turn[i].found.before - curve->turn[i].found.after;
        if (lost > most) {
            most = lost;
            worst = i;
        }
    }
    return worst;
}

/* ---------------------------------------------------------------- drawing */

/* A column of eighths, from the bottom up. */
static void draw_column(double chance, int y, int x, int height)
{
    static const char *const eighths[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    int filled = (int)(chance * height * 8 + 0.5);
    screen_card_style(99 - (int)(chance * 97), 99, false);
    for (int row = 0; row < height; row++) {
        int here = filled - 8 * row;
        screen_put(y + height - 1 - row, x, 1, eighths[here < 0 ? 0 : here > 8 ? 8 : here]);
    }
    if (filled == 0)
        screen_put(y + height - 1, x, 1, "_");
}

void curve_draw(struct curve *curve, int y, int x, int height, int width, int marked)
{
    int done = curve_done(curve), room = width - 6,
        wide = room / curve->turns > WIDEST ? WIDEST : room / curve->turns;
    int columns = wide > 0 ? wide * curve->turns : room;
    screen_style(STYLE_DIM);
    screen_put(y, x, 5, "100 %");
    screen_put(y + height / 2, x, 5, " 50 %");
    screen_put(y + height - 1, x, 5, "  0 %");
    for (int column = 0; column < columns; column++) {
        int turn = column * curve->turns / columns;
        if (turn < done)
            draw_column(curve->turn[turn].chance, y, x + 6 + column, height);
    }
    screen_style(STYLE_ACCENT);
    if (marked >= 0)
        screen_put(y + height, x + 6 + (2 * marked + 1) * columns / (2 * curve->turns), 1, "▲");
    screen_style(STYLE_PLAIN);
}
