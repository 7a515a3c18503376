/*
 * batch.c - `stos-measure batch`: random moves a second of the same games, dealt from the same
 * seeds, stepped in different ways: one by one, and as batches for reinforcement learning.
 */
#include "measure.h"

#include "stos_learn.h"

#include <stdio.h>
#include <stdlib.h>

enum { GAMES = 256, STEPS = 64 };

static const char *const usual_rules[] = {
    "thegame(players=1)",
    "thegame(players=3,start=lot)",
    "facetoface",
    "lie(players=2)",
    "lie(players=4,order=count,ones=wild,direction=choose,end=last)",
};

enum { USUAL = sizeof usual_rules / sizeof usual_rules[0] };

/* Random moves per second on one thread. */
struct batch_speeds {
    double play; /* one game after the other by stos_play() */
    double step; /* a batch, actions by number */
    double full; /* the same with rewards, masks and observations */
    double bits; /* the same with masks as bits */
};

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
    double start = measure_seconds(), spent;
    do {
        for (int i = 0; i < GAMES; i++)
            moves += play_game(rules, games++, &random);
        spent = measure_seconds() - start;
    } while (spent < seconds);
    return (double)moves / spent;
}

static double measure_steps(stos_batch *batch, double seconds)
{
    stos_random random = stos_random_from(1);
    int32_t action[GAMES];
    uint64_t moves = 0;
    stos_batch_deal(batch, 0);
    double start = measure_seconds(), spent;
    do {
        for (int i = 0; i < STEPS; i++) {
            stos_batch_choose(batch, &random, action);
            stos_batch_step(batch, action);
        }
        moves += STEPS * GAMES;
        spent = measure_seconds() - start;
    } while (spent < seconds);
    return (double)moves / spent;
}

/* Measures each for `seconds` of CPU time; false if out of memory. */
static bool measure_batch(const stos_rules *rules, double seconds, struct batch_speeds *speeds)
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

/* Returns an exit code. */
static int measure_rules(const char *text, const struct measure_options *options)
{
    stos_rules rules;
    struct batch_speeds speeds;
    if (!parse_rules(text, &rules))
        return EXIT_USAGE;
    if (!measure_batch(&rules, options->seconds, &speeds))
        return complain(EXIT_BROKEN, "out of memory");
    printf(options->json
               ? "{\"rules\":\"%s\",\"play\":%.0f,\"step\":%.0f,\"full\":%.0f,\"bits\":%.0f}\n"
               : "%s\n  moves/s: %.0f one by one, %.0f in batches, %.0f with masks and "
                 "observations, %.0f with masks as bits\n",
           text, speeds.play, speeds.step, speeds.full, speeds.bits);
    return EXIT_GOOD;
}

static int measure(const struct command *command, int argc, char **argv)
{
    struct measure_options options;
    struct command_line line;
    if (!command_read(command, argc, argv, &options, &line))
        return EXIT_USAGE;
    const char *const *rules = line.count ? (const char *const *)line.words : usual_rules;
    int code = EXIT_GOOD, count = line.count ? line.count : USUAL;
    for (int i = 0; i < count && code == EXIT_GOOD; i++)
        code = measure_rules(rules[i], &options);
    return code;
}

const struct command command_batch = {
    .name = "batch",
    .arguments = "[RULES...] [--seconds N] [--json]",
    .summary = "random moves a second: game by game, and in batches for reinforcement learning",
    .options = measure_option_rows,
    .most = -1,
    .size = sizeof(struct measure_options),
    .set_defaults = measure_set_defaults,
    .run = measure,
};
