/* analyze.c - see analyze.h. */
#include "analyze.h"

#include "game/show.h"
#include "base/cancel.h"
#include "bot/bot.h"
#include "bot/thegame/search.h"

#include <stdlib.h>
#include <string.h>

struct analyzer {
    const stos_bot *adviser; /* proposes the better play */
    const stos_bot *player;  /* plays the rollouts */
    void *memory;
};

int analyze_usual_deals(const stos_game *game)
{
    return stos_game_is_cooperative(game) ? 48 : 1000;
}

struct analyzer *analyze_open(const stos_game *game)
{
    const stos_bot *player = stos_bot_find(game, "steady");
    bool can = player && !game->show->ladder; /* a turn of cards, and somebody to play it out */
    struct analyzer *analyzer = can ? calloc(1, sizeof *analyzer) : NULL;
    if (!analyzer)
        return NULL;
    analyzer->adviser = bot_usual(game);
    analyzer->player = player;
    analyzer->memory = malloc(analyzer->adviser->memory);
    if (analyzer->memory)
        return analyzer;
    free(analyzer);
    return NULL;
}

void analyze_close(struct analyzer *analyzer)
{
    if (analyzer)
        free(analyzer->memory);
    free(analyzer);
}

/* A turn, in moves that may have its `end` among them, and how many of the sampled deals it wins.
 */
struct tried {
    const stos_move *moves;
    int count, wins;
};

/* Compares the turn that was made with the one proposed. */
static void conclude(struct analyze_turn *out, struct tried made, struct tried proposed, int deals)
{
    struct tried better = proposed.wins > made.wins ? proposed : made;
    out->after = (double)made.wins / deals;
    out->before = (double)better.wins / deals;
    for (int i = 0; i < better.count && out->better_count < ANALYZE_MOVES; i++)
        if (stos_move_kind(better.moves[i]) == STOS_PLACE)
            out->better[out->better_count++] = better.moves[i];
}

/* ---------------------------------------------------------------- thegame */

/* The placements among the moves of a turn. */
static struct plan plan_of(const stos_move *moves, int count)
{
    struct plan plan = {.length = 0};
    for (int i = 0; i < count && plan.length < PLAN_STEPS; i++)
        if (stos_move_kind(moves[i]) == STOS_PLACE)
            plan.move[plan.length++] = moves[i];
    return plan;
}

/*
 * Whether the turn was finished: it was ended, emptied the hand, or won. Who is stuck in it loses,
 * with something placed; that the next player is stuck, who starts with nothing placed, is no fault
 * that could be known.
 */
static bool was_finished(const stos_state *start, int seat, const stos_move *moves, int count)
{
    stos_state state = *start;
    for (int i = 0; i < count; i++)
        stos_play(&state, seat, moves[i]);
    return !stos_over(&state) || stos_result(&state) == 0 || state.as.thegame.table.placed == 0;
}

static void analyze_thegame(struct analyzer *analyzer, const stos_state *start, int seat,
                            const stos_move *moves, int count, const struct analyze_limits *limits,
                            struct analyze_turn *out)
{
    struct thegame_search *search = analyzer->memory;
    stos_view view;
    stos_look(start, seat, &view);
    struct bot_request request = {.view = &view,
                                  .seed = limits->seed,
                                  .limits = {.nodes = limits->nodes},
                                  .cancel = limits->cancel,
                                  .memory = search};
    thegame_search_begin(search, analyzer->adviser, &request);
    const struct plan *found = thegame_search_run(search);
    struct plan best = found ? *found : (struct plan){.length = 0}, made = plan_of(moves, count);
    const struct plan *plans[2] = {found ? &best : NULL,
                                   was_finished(start, seat, moves, count) ? &made : NULL};
    int wins[2];
    thegame_search_wins(search, plans, 2, limits->deals, wins);
    conclude(out, (struct tried){moves, count, wins[1]},
             (struct tried){best.move, best.length, wins[0]}, limits->deals);
}

/* ---------------------------------------------------------------- facetoface */

static stos_move ask(const stos_bot *bot, const stos_state *state, int seat,
                     const struct bot_request *how)
{
    stos_view view;
    stos_look(state, seat, &view);
    struct bot_request request = *how;
    request.view = &view;
    return bot_choose(bot, &request);
}

/* Plays moves on a state until the turn passes on or the game is over. */
static void play_turn(stos_state *state, int seat, const stos_move *moves, int count)
{
    for (int i = 0; i < count; i++)
        stos_play(state, seat, moves[i]);
    if (stos_actors(state) >> seat & 1)
        stos_play(state, seat, stos_move_make(STOS_END, 0, 0));
}

static bool play_out(const struct analyzer *analyzer, stos_state *state, int seat, uint64_t seed)
{
    for (uint64_t step = 0; !stos_over(state); step++) {
        int actor = __builtin_ctz(stos_actors(state));
        struct bot_request how = {
            .seed = seed + step, .limits = {.nodes = 1}, .memory = analyzer->memory};
        stos_play(state, actor, ask(analyzer->player, state, actor, &how));
    }
    return stos_result(state) == seat;
}

/* The placements of the turn that the adviser decides on. */
static int advise(const struct analyzer *analyzer, const stos_state *start, int seat,
                  const struct analyze_limits *limits, stos_move out[ANALYZE_MOVES])
{
    struct bot_turn turn = {.count = 0};
    struct bot_request how = {.seed = limits->seed,
                              .limits = {.nodes = limits->nodes},
                              .cancel = limits->cancel,
                              .memory = analyzer->memory,
                              .turn = &turn};
    int count = 0;
    ask(analyzer->adviser, start, seat, &how);
    for (; count < turn.count && stos_move_kind(turn.move[count]) == STOS_PLACE; count++)
        out[count] = turn.move[count];
    return count;
}

static void analyze_facetoface(struct analyzer *analyzer, const stos_state *start, int seat,
                               const stos_move *moves, int count,
                               const struct analyze_limits *limits, struct analyze_turn *out)
{
    stos_move better[ANALYZE_MOVES];
    int better_count = advise(analyzer, start, seat, limits, better), wins[2] = {0, 0};
    stos_random random = stos_random_from(limits->seed);
    stos_view view;
    stos_look(start, seat, &view);
    for (int deal = 0; deal < limits->deals && !is_cancelled(limits->cancel); deal++) {
        stos_state imagined, proposed;
        stos_sample(&view, &random, &imagined);
        proposed = imagined;
        play_turn(&proposed, seat, better, better_count);
        play_turn(&imagined, seat, moves, count);
        wins[0] += play_out(analyzer, &proposed, seat, limits->seed);
        wins[1] += play_out(analyzer, &imagined, seat, limits->seed);
    }
    conclude(out, (struct tried){moves, count, wins[1]},
             (struct tried){better, better_count, wins[0]}, limits->deals);
}

void analyze_turn(struct analyzer *analyzer, const stos_state *start, int seat,
                  const stos_move *moves, int count, const struct analyze_limits *limits,
                  struct analyze_turn *out)
{
    memset(out, 0, sizeof *out);
    if (start->game == STOS_THEGAME)
        analyze_thegame(analyzer, start, seat, moves, count, limits, out);
    else
        analyze_facetoface(analyzer, start, seat, moves, count, limits, out);
}
