/*
 * stos_learn.h - the games as numbers: actions, masks, observations and batches, for reinforcement
 * learning.
 *
 * Everything here is derived from views alone, so an agent sees what its seat may know and nothing
 * else. Nothing allocates: the arrays of a batch belong to the caller. docs/python.md shows the
 * same from Python.
 */
#ifndef STOS_LEARN_H
#define STOS_LEARN_H

#include "stos.h"

#ifdef __cplusplus
extern "C" {
#endif
#ifdef STOS_EXPORTS
#pragma GCC visibility push(default)
#endif

/*
 * Actions. Every move of a seat has a number that means the same under all options of a game; rules
 * with fewer players need fewer numbers, stos_action_count() of them. thegame      0 .. 391   98 *
 * pile + card - 2: place a card      392        end 393 ..     vote for the seat that many seats
 * clockwise from one's own (only with start=agree) facetoface   0 .. 231   58 * pile + card - 2:
 * place a card      232        end lie          0 .. 31    choose ends: bit i is set for the higher
 * face of the i-th card of the hand 32, 33     clockwise, counter-clockwise            34 call 35
 * .. 214  35 + 6 * (count - 1) + face - 1: bid 215 ..     vote for the seat that many seats
 * clockwise from one's own (only with start=agree)
 */
int stos_action_count(const stos_rules *rules);

/* The action of a move and the move of an action, legal or not, for the view's seat; -1 and
 * STOS_NO_MOVE if there is none. */
int stos_action_of(const stos_view *view, stos_move move);
stos_move stos_action_move(const stos_view *view, int action);

/* Writes 1 for each action that is legal for the view's seat, 0 for all others; returns how many
 * are legal. */
int stos_action_mask(const stos_view *view, uint8_t *mask);

/* The same as bits, which take an eighth of the memory and are faster to write: bit a % 64 of word
 * a / 64 is action a. */
int stos_action_words(const stos_rules *rules); /* words of a row */
int stos_action_bits(const stos_view *view, uint64_t *bits);

/*
 * Observations: everything in a view except the rules, as an array of small numbers. Seats are
 * counted clockwise from the view's own, so that one agent can learn for all seats; a spectator
 * sees from seat 0, with an empty hand.
 */
int stos_observation_length(const stos_rules *rules);
int stos_observe(const stos_view *view, int8_t *out); /* returns the length */

/* What the numbers mean: the index-th field of an observation; false if there are no more. */
typedef struct stos_field {
    const char *name, *help; /* help: one line of English */
    int at, length;          /* in the observation */
} stos_field;

bool stos_observation_field(const stos_rules *rules, int index, stos_field *field);

/*
 * What each seat has earned so far. thegame: 1 for every card placed, no matter by whom. facetoface
 * and lie: nothing until the end, then 1 for the winner and -1 shared by the others. The reward of
 * a move is the change in this.
 */
void stos_scores(const stos_state *state, float *out); /* one for each seat */

/*
 * Many games with the same rules in one call. Every array belongs to the caller and has a row for
 * each game; those marked optional may be NULL. Game i is dealt from seed[i]; with `deals_again` a
 * game that ends is replaced at once by the one with seed[i] + count. If several seats may act,
 * they are asked in turn, as stos_next_actor() says; of players who always vote for themselves, no
 * game ever starts with start=agree.
 */
typedef struct stos_batch {
    stos_rules rules;
    int32_t count;     /* games */
    uint8_t generator; /* enum stos_generator: which one the seeds are for */
    bool deals_again;  /* deal a new game after each */
    stos_state *state; /* the games */
    stos_view *view;  /* of the seat whose action comes next; a spectator's when the game is over */
    uint64_t *seed;   /* of the game in `state` */
    int8_t *seat;     /* optional: whose action comes next, -1 when the game is over */
    float *reward;    /* optional, a row of seats: what the last step earned each of them */
    uint8_t *over;    /* optional: 1 if the last step ended the game, or it was already over */
    int16_t *result;  /* optional: stos_result() of the game that the last step ended; otherwise
                         unchanged */
    uint8_t *refused; /* optional: enum stos_reason why the last action was refused, or 0 */
    uint8_t *mask;    /* optional, a row of stos_action_count(): what is legal now */
    int8_t *observation; /* optional, a row of stos_observation_length(): of `view` */
    uint64_t *legal;     /* optional, a row of stos_action_words(): `mask` as bits */
} stos_batch;

/* Deals every game: game i from first_seed + i. If the batch's rules are invalid, this and the
 * functions below do nothing. */
void stos_batch_deal(stos_batch *batch, uint64_t first_seed);

/*
 * Plays action[i] in game i, for all i. A refused action leaves its game as it is; games that are
 * over stay as they are, whatever their action. Returns how many were refused.
 */
int stos_batch_step(stos_batch *batch, const int32_t *action);

/* A uniformly random legal action for each game, -1 for those that are over. */
void stos_batch_choose(const stos_batch *batch, stos_random *random, int32_t *action);

/* The size of a value, for languages that cannot include this header; 0 for an unknown type. */
enum stos_type { STOS_TYPE_STATE, STOS_TYPE_VIEW, STOS_TYPE_RULES, STOS_TYPE_BATCH };
size_t stos_size_of(enum stos_type type);

#ifdef STOS_EXPORTS
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
