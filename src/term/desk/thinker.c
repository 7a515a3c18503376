/* thinker.c - see thinker.h. */
#include "thinker.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum stage { IDLE, ASKED, THINKING, DONE };

struct thinker {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    enum stage stage;
    bool leave;
    atomic_bool cancel;
    int wake_fd;
    struct thought thought;
    void *memory;
    struct bot_turn turn;
};

bool start_quiet_thread(void *(*run)(void *), void *argument, pthread_t *thread)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(thread, NULL, run, argument) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

static void think(struct thinker *thinker, struct thought *thought)
{
    struct bot_request request = {.view = &thought->view,
                                  .hints = &thought->hints,
                                  .history = &thought->history,
                                  .seed = thought->seed,
                                  .cancel = &thinker->cancel,
                                  .memory = thinker->memory,
                                  .turn = &thinker->turn,
                                  .solved_rounds = thought->rounds};
    if (!thought->says)
        thought->move = bot_choose(thought->bot, &request);
    else if (thought->bot->hint)
        thought->bot->hint(thought->bot, &request, thought->pile, &thought->self);
}

static void *run(void *argument)
{
    struct thinker *thinker = argument;
    pthread_mutex_lock(&thinker->lock);
    while (!thinker->leave) {
        if (thinker->stage != ASKED) {
            pthread_cond_wait(&thinker->changed, &thinker->lock);
            continue;
        }
        thinker->stage = THINKING;
        pthread_mutex_unlock(&thinker->lock);
        think(thinker, &thinker->thought);
        pthread_mutex_lock(&thinker->lock);
        thinker->stage = DONE;
        uint64_t one = 1;
        if (write(thinker->wake_fd, &one, sizeof one) < 0)
            break;
    }
    pthread_mutex_unlock(&thinker->lock);
    return NULL;
}

struct thinker *thinker_open(int wake_fd)
{
    struct thinker *thinker = calloc(1, sizeof *thinker);
    void *memory = malloc(bot_most_memory());
    if (!thinker || !memory) {
        free(thinker);
        free(memory);
        return NULL;
    }
    thinker->memory = memory;
    thinker->wake_fd = wake_fd;
    pthread_mutex_init(&thinker->lock, NULL);
    pthread_cond_init(&thinker->changed, NULL);
    if (start_quiet_thread(run, thinker, &thinker->thread))
        return thinker;
    free(memory);
    free(thinker);
    return NULL;
}

void thinker_close(struct thinker *thinker)
{
    if (!thinker)
        return;
    thinker_hurry(thinker);
    pthread_mutex_lock(&thinker->lock);
    thinker->leave = true;
    pthread_cond_signal(&thinker->changed);
    pthread_mutex_unlock(&thinker->lock);
    pthread_join(thinker->thread, NULL);
    pthread_mutex_destroy(&thinker->lock);
    pthread_cond_destroy(&thinker->changed);
    free(thinker->memory);
    free(thinker);
}

bool thinker_idle(struct thinker *thinker)
{
    pthread_mutex_lock(&thinker->lock);
    bool idle = thinker->stage == IDLE;
    pthread_mutex_unlock(&thinker->lock);
    return idle;
}

void thinker_ask(struct thinker *thinker, const struct thought *thought)
{
    pthread_mutex_lock(&thinker->lock);
    if (thinker->stage == IDLE) {
        thinker->thought = *thought;
        thinker->stage = ASKED;
        atomic_store(&thinker->cancel, false);
        pthread_cond_signal(&thinker->changed);
    }
    pthread_mutex_unlock(&thinker->lock);
}

bool thinker_take(struct thinker *thinker, struct thought *thought)
{
    pthread_mutex_lock(&thinker->lock);
    bool done = thinker->stage == DONE;
    if (done) {
        *thought = thinker->thought;
        thinker->stage = IDLE;
    }
    pthread_mutex_unlock(&thinker->lock);
    return done;
}

void thinker_hurry(struct thinker *thinker) { atomic_store(&thinker->cancel, true); }
