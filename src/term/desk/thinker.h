/*
 * thinker.h - a thread that thinks for bots, so that the screen never waits.
 *
 * One thought at a time, on copies. The caller waits on a file descriptor. A thought can be
 * hurried: the bot then answers with the best move found so far.
 */
#ifndef STOS_TERM_DESK_THINKER_H
#define STOS_TERM_DESK_THINKER_H

#include "bot/bot.h"

#include <pthread.h>

/* A question to a bot and its answer. */
struct thought {
    uint32_t tag; /* the caller's own */
    bool says;    /* asks for its hints before somebody else's turn (TT1), instead of a move */
    const stos_bot *bot;
    stos_view view;
    stos_hints hints;
    stos_hint_history history;
    uint64_t seed;
    const struct solved_rounds *rounds; /* solved rounds of LIE, or NULL */
    stos_move move;                     /* the answer */
    uint8_t pile[STOS_HINT_PILES], self;
};

struct thinker;

/* NULL if out of memory. `wake_fd` is an eventfd, written to when a thought is done. */
struct thinker *thinker_open(int wake_fd);
void thinker_close(struct thinker *thinker); /* hurries the current thought */

bool thinker_idle(struct thinker *thinker);
void thinker_ask(struct thinker *thinker, const struct thought *thought); /* while idle */
bool thinker_take(struct thinker *thinker,
                  struct thought *thought); /* true: a thought is done and was taken */
void thinker_hurry(struct thinker *thinker);

/* Starts a thread with all signals blocked; false if that fails. */
bool start_quiet_thread(void *(*run)(void *), void *argument, pthread_t *thread);

#endif
