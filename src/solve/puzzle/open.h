/*
 * open.h - exact search with open cards (double dummy, as bridge players say) near the end of a
 * game.
 *
 * THE GAME alone: how many cards can still be placed? FACE TO FACE: does the player on turn win
 * against the best defence? Both follow every line by the public rules, with a transposition table
 * (128-bit keys). The answer is exact, or OPEN_UNKNOWN if the node limit was reached; never a
 * guess. Integers only, so it is the same on every platform. All memory is allocated by open_new();
 * one thread at a time.
 */
#ifndef STOS_SOLVE_PUZZLE_OPEN_H
#define STOS_SOLVE_PUZZLE_OPEN_H

#include "game/thegame/placing.h"

enum { OPEN_UNKNOWN = -1 };

struct open_search;

/* The seat on turn (in any game), the cards that it has placed in this turn, and all that are not
 * placed (thegame). */
static inline int open_seat(const stos_state *state)
{
    return state->game == STOS_THEGAME ? state->as.thegame.table.turn
        : state->game == STOS_LIE      ? state->as.lie.table.turn
                                       : state->as.facetoface.table.turn;
}

static inline int open_placed(const stos_state *state)
{
    return state->game == STOS_THEGAME ? state->as.thegame.table.placed
                                       : state->as.facetoface.table.placed;
}

static inline int open_cards_left(const stos_state *state)
{
    return thegame_cards_left(&state->as.thegame.table);
}

/* `bits`: the table holds 2^bits positions, of 17 bytes each. NULL if out of memory. */
struct open_search *open_new(int bits);
void open_free(struct open_search *search); /* NULL is allowed */

/* Clears the table and sets the node limit for the queries that follow. They must be about one
 * deal: a position and what it leads to. */
void open_begin(struct open_search *search, uint64_t nodes);

/*
 * thegame with one seat: the most cards that can still be placed. facetoface: 1 if the seat on turn
 * wins, 0 if it loses. OPEN_UNKNOWN if the limit was reached, or for any other game.
 */
int open_value(struct open_search *search, const stos_state *state);

/* The first turns of the seat on turn, told apart by what they lead to. */
struct open_turns {
    int turns, winning; /* all, and those after which the game is still won */
    int depth; /* the cards placed by the best losing turn and what follows it: how far one gets
                  before the mistake shows */
};

/* False if there are too many turns, or the limit was reached. */
bool open_count_turns(struct open_search *search, const stos_state *start, struct open_turns *out);

/*
 * A line that wins from here, with both sides' moves: the winner's keep the win, the opponent's are
 * those of the bot `steady`. Returns the number of moves, at most OPEN_LINE; 0 if there is none or
 * the limit was reached.
 */
enum { OPEN_LINE = 256 };
int open_line(struct open_search *search, const stos_state *start, stos_move line[OPEN_LINE]);

/* What `steady` does in a position: the defence of the side that is lost anyway. */
stos_move open_defend(const stos_state *state, int seat);

#endif
