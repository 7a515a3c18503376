/*
 * winnable.c - see winnable.h: wider and wider beam searches until one wins, or one that dropped
 * nothing fails.
 *
 * Most deals are decided by the first, narrow passes; the wide ones are for the rest, and for
 * proofs. A line that a pass finds is replayed through the library before it is returned.
 */
#include "winnable.h"

#include "base/cards.h"
#include "winnable_beam.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_WIDTH = 8, WIDER = 3 };
enum {
    ENDED_ROOT = 1
}; /* the second root of a game that is being played: the turn was ended first */

struct winnable_solver {
    struct beam beam;
};

enum winnable_error winnable_open(size_t bytes, struct winnable_solver **solver)
{
    const size_t own = (sizeof **solver + 63) / 64 * 64;
    *solver = NULL;
    if (bytes < WINNABLE_LEAST_BYTES)
        return WINNABLE_TOO_SMALL;
    char *memory = malloc(bytes);
    if (!memory)
        return WINNABLE_NO_MEMORY;
    struct winnable_solver *opened = (struct winnable_solver *)(void *)memory;
    memset(opened, 0, sizeof *opened);
    if (!beam_lay_out(&opened->beam, memory + own, bytes - own)) {
        free(memory);
        return WINNABLE_TOO_SMALL;
    }
    *solver = opened;
    return WINNABLE_OK;
}

void winnable_close(struct winnable_solver *solver) { free(solver); }

/* ---------------------------------------------------------------- the line */

static bool play_step(stos_state *state, struct winnable_result *result, int seat, stos_move move)
{
    if (stos_play(state, seat, move).reason != STOS_OK)
        return false;
    result->line[result->moves++] = (struct winnable_step){(uint8_t)seat, move};
    return true;
}

/* TG3: those who do not vote for the starter already, do so now. */
static bool play_votes(stos_state *state, struct winnable_result *result, int starter)
{
    const struct stos_thegame_table *table = &state->as.thegame.table;
    bool fine = true;
    for (int seat = 0;
         seat < table->option[STOS_THEGAME_PLAYERS] && table->phase == STOS_PHASE_START; seat++)
        if (table->vote[seat] != starter)
            fine &= play_step(state, result, seat, stos_move_make(STOS_START, starter, 0));
    return fine;
}

static bool play_end(stos_state *state, struct winnable_result *result)
{
    return play_step(state, result, state->as.thegame.table.turn, stos_move_make(STOS_END, 0, 0));
}

static bool play_card(stos_state *state, struct winnable_result *result, struct beam_step step)
{
    const struct stos_thegame *game = &state->as.thegame;
    int seat = game->table.turn;
    bool ends_by_itself = cards_count(game->hand[seat]) == 1; /* TG9 */
    return play_step(state, result, seat, stos_move_make(STOS_PLACE, step.card, step.pile)) &&
        (!step.end || ends_by_itself || play_end(state, result));
}

/* Replays what the search found through the library, which has the last word. */
static bool replay(const struct beam *beam, const stos_state *start, struct winnable_result *result)
{
    stos_state state = *start;
    bool fine = true;
    if (start->as.thegame.table.phase == STOS_PHASE_START)
        fine = play_votes(&state, result, beam->root);
    else if (beam->root == ENDED_ROOT)
        fine = play_end(&state, result);
    for (int i = 0; fine && i < beam->steps; i++)
        fine = play_card(&state, result, beam->step[i]);
    return fine && stos_over(&state) && stos_result(&state) == 0;
}

/* ---------------------------------------------------------------- solving */

static void conclude(struct winnable_result *result, enum winnable verdict,
                     enum winnable_proof proof)
{
    result->verdict = verdict;
    result->proof = proof;
}

/*
 * The nodes to start from: one per seat that may start (TG3); or the seat on turn and, where that
 * seat could end its turn now, the node after that, since the search itself ends turns after a card
 * only.
 */
static int find_roots(const struct deal *deal, const struct stos_thegame *game,
                      struct node roots[STOS_THEGAME_SEATS])
{
    if (game->table.phase == STOS_PHASE_START) {
        for (int seat = 0; seat < deal->players; seat++)
            node_set(&roots[seat], deal, game, seat);
        return deal->players;
    }
    node_set(&roots[0], deal, game, game->table.turn);
    if (!node_may_end(&roots[0]))
        return 1;
    roots[ENDED_ROOT] = roots[0];
    node_end(&roots[ENDED_ROOT], deal);
    return 2;
}

static void conclude_win(const struct beam *beam, const stos_state *start,
                         struct winnable_result *result)
{
    bool won = replay(beam, start, result);
    assert(won); /* or the rules of the search are not those of the library */
    if (won)
        conclude(result, WINNABLE_YES, WINNABLE_PROOF_LINE);
    else
        result->moves = 0;
}

static void search(struct beam *beam, const stos_state *start, const struct node *roots,
                   int root_count, struct winnable_result *result)
{
    enum beam_end end = BEAM_GAVE_UP;
    for (uint32_t width = FIRST_WIDTH; end == BEAM_GAVE_UP; width *= WIDER) {
        end = beam_pass(beam, roots, root_count, width);
        result->width = beam->width;
        if (beam->width == beam->most)
            break;
    }
    if (end == BEAM_WON)
        conclude_win(beam, start, result);
    else if (end == BEAM_EXHAUSTED)
        conclude(result, WINNABLE_NO, WINNABLE_PROOF_EXHAUSTED);
}

enum winnable_error winnable_solve(struct winnable_solver *solver, const stos_state *start,
                                   const struct winnable_limits *limits,
                                   struct winnable_result *result)
{
    struct beam *beam = &solver->beam;
    struct node roots[STOS_THEGAME_SEATS];
    if (start->game != STOS_THEGAME)
        return WINNABLE_WRONG_GAME;
    memset(result, 0, sizeof *result);
    memset(roots, 0, sizeof roots);
    conclude(result, WINNABLE_UNKNOWN, WINNABLE_PROOF_NONE);
    if (stos_over(start)) {
        bool won = stos_result(start) == 0;
        conclude(result, won ? WINNABLE_YES : WINNABLE_NO,
                 won ? WINNABLE_PROOF_LINE : WINNABLE_PROOF_OVER);
        return WINNABLE_OK;
    }
    deal_set(&beam->deal, &start->as.thegame);
    beam->limits = limits ? *limits : (struct winnable_limits){0};
    beam->nodes = 0;
    int root_count = find_roots(&beam->deal, &start->as.thegame, roots);
    if (node_has_dead_card(&roots[0], node_outstanding(&beam->deal, &roots[0])))
        conclude(result, WINNABLE_NO, WINNABLE_PROOF_DEAD_CARD);
    else
        search(beam, start, roots, root_count, result);
    result->nodes = beam->nodes;
    return WINNABLE_OK;
}
