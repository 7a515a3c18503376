/*
 * bench_batch.c - the measurements of bench.h: the same random games, dealt from the same seeds,
 * stepped in different ways.
 */
#include "bench.h"

#include "stos_learn.h"
#include "cli/command/cli.h"

#include <stdlib.h>
#include <time.h>

enum { GAMES = 256, STEPS = 64 };

double bench_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Whom to ask is the same rule as in a batch, so that votes end alike. */
static uint64_t play_game(const stos_rules *rules, uint64_t number, stos_random *random)
{
    stos_state state;
    stos_seed seed = stos_seed_fast(number);
    uint64_t moves = 0;
    stos_deal(&state, rules, &seed, NULL);
    for (int seat = -1; (seat = stos_next_actor(&state, seat)) >= 0; moves++) {
        int index = (int)stos_random_below(random, (uint32_t)stos_move_count(&state, seat));
        stos_play(&state, seat, stos_move_at(&state, seat, index));
    }
    return moves;
}

static double measure_play(const stos_rules *rules, double seconds)
{
    stos_random random = stos_random_from(1);
    uint64_t moves = 0, games = 0;
    double start = bench_seconds(), spent;
    do {
        for (int i = 0; i < GAMES; i++)
            moves += play_game(rules, games++, &random);
        spent = bench_seconds() - start;
    } while (spent < seconds);
    return (double)moves / spent;
}

static double measure_steps(stos_batch *batch, double seconds)
{
    stos_random random = stos_random_from(1);
    int32_t action[GAMES];
    uint64_t moves = 0;
    stos_batch_deal(batch, 0);
    double start = bench_seconds(), spent;
    do {
        for (int i = 0; i < STEPS; i++) {
            stos_batch_choose(batch, &random, action);
            stos_batch_step(batch, action);
        }
        moves += STEPS * GAMES;
        spent = bench_seconds() - start;
    } while (spent < seconds);
    return (double)moves / spent;
}

bool bench_batch(const stos_rules *rules, double seconds, struct batch_speeds *speeds)
{
    size_t seats = (size_t)stos_rules_seats(rules);
    uint64_t seed[GAMES];
    stos_batch batch = {
        .rules = *rules, .count = GAMES, .generator = STOS_FAST, .deals_again = true, .seed = seed};
    batch.state = malloc(GAMES * sizeof *batch.state);
    batch.view = malloc(GAMES * sizeof *batch.view);
    float *reward = malloc(GAMES * seats * sizeof *reward);
    uint8_t *mask = malloc(GAMES * (size_t)stos_action_count(rules));
    int8_t *observation = malloc(GAMES * (size_t)stos_observation_length(rules));
    uint64_t *legal = malloc(GAMES * (size_t)stos_action_words(rules) * sizeof *legal);
    bool enough = batch.state && batch.view && reward && mask && observation && legal;
    if (enough) {
        speeds->play = measure_play(rules, seconds);
        speeds->step = measure_steps(&batch, seconds);
        batch.reward = reward;
        batch.mask = mask;
        batch.observation = observation;
        speeds->full = measure_steps(&batch, seconds);
        batch.mask = NULL;
        batch.legal = legal;
        speeds->bits = measure_steps(&batch, seconds);
    }
    free(batch.state);
    free(batch.view);
    free(reward);
    free(mask);
    free(observation);
    free(legal);
    return enough;
}
