/* curve.c - see curve.h. */
#include "curve.h"

#include "screen.h"
#include "thinker.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_TURNS = 256 };

struct curve {
    pthread_t thread;
    uint8_t game;
    struct analyzer *analyzer;
    struct curve_turn turn[MOST_TURNS];
    stos_state start[MOST_TURNS];
    stos_move moves[MOST_TURNS][ANALYZE_MOVES];
    int turns;
    atomic_int done;
    atomic_bool cancel;
};

/* Groups the placements and ends of one seat into turns; votes belong to none. */
static void find_turns(struct curve *curve, const struct history *game)
{
    bool inside = false;
    for (size_t i = 0; i < game->count; i++) {
        const struct history_step *step = &game->steps[i];
        const stos_state *after = i + 1 < game->count ? &game->steps[i + 1].before : &game->state;
        enum stos_move_kind kind = stos_move_kind(step->move);
        if (kind != STOS_PLACE && kind != STOS_END)
            continue;
        if (!inside) {
            if (curve->turns == MOST_TURNS)
                return;
            curve->start[curve->turns] = step->before;
            curve->turn[curve->turns++] = (struct curve_turn){.first = i, .seat = step->seat};
        }
        struct curve_turn *turn = &curve->turn[curve->turns - 1];
        if (turn->count < ANALYZE_MOVES)
            curve->moves[curve->turns - 1][turn->count++] = step->move;
        int placed = after->game == STOS_THEGAME ? after->as.thegame.table.placed : after->as.facetoface.table.placed;
        inside = kind == STOS_PLACE && !stos_over(after) && placed > 0;
    }
}

static void *run(void *argument)
{
    struct curve *curve = argument;
    struct analyze_limits limits = {.deals = curve->game == STOS_THEGAME ? 32 : 400, .nodes = 400, .seed = 1, .cancel = &curve->cancel};
    for (int i = 0; i < curve->turns && !atomic_load(&curve->cancel); i++, limits.seed++) {
        struct curve_turn *turn = &curve->turn[i];
        analyze_turn(curve->analyzer, &curve->start[i], turn->seat, curve->moves[i], turn->count, &limits, &turn->found);
        if (!atomic_load(&curve->cancel))
            atomic_store(&curve->done, i + 1);
    }
    return NULL;
}

struct curve *curve_open(const struct history *game)
{
    struct curve *curve = calloc(1, sizeof *curve);
    if (!curve)
        return NULL;
    curve->game = game->state.game;
    curve->analyzer = curve->game == STOS_LIE ? NULL : analyze_open(game->head.rules.game);
    if (curve->analyzer)
        find_turns(curve, game);
    if (curve->turns > 0 && start_quiet_thread(run, curve, &curve->thread))
        return curve;
    if (curve->analyzer)
        analyze_close(curve->analyzer);
    free(curve);
    return NULL;
}

void curve_close(struct curve *curve)
{
    if (!curve)
        return;
    atomic_store(&curve->cancel, true);
    pthread_join(curve->thread, NULL);
    analyze_close(curve->analyzer);
    free(curve);
}

int curve_turns(const struct curve *curve) { return curve->turns; }
int curve_done(struct curve *curve) { return atomic_load(&curve->done); }
const struct curve_turn *curve_at(const struct curve *curve, int turn) { return &curve->turn[turn]; }

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

static double chance_after(const struct curve *curve, int turn, int seat)
{
    double chance = curve->turn[turn].found.after;
    return curve->game == STOS_FACETOFACE && seat >= 0 && curve->turn[turn].seat != seat ? 1 - chance : chance;
}

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

void curve_draw(struct curve *curve, int y, int x, int height, int width, int seat, int marked)
{
    int done = curve_done(curve), room = width - 6;
    screen_style(STYLE_DIM);
    screen_put(y, x, 5, "100 %");
    screen_put(y + height / 2, x, 5, " 50 %");
    screen_put(y + height - 1, x, 5, "  0 %");
    for (int column = 0; column < room; column++) {
        int turn = curve->turns <= room ? column : column * curve->turns / room;
        if (turn >= curve->turns)
            break;
        if (turn < done)
            draw_column(chance_after(curve, turn, seat), y, x + 6 + column, height);
        screen_style(STYLE_ACCENT);
        if (turn == marked)
            screen_put(y + height, x + 6 + column, 1, "▲");
    }
    screen_style(STYLE_PLAIN);
}
