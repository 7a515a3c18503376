/*
 * facetoface.c - plays FACE TO FACE with itself for the training. See the header.
 *
 * A turn is chosen as the bot `quick` chooses it, by the bots' own code (src/bot/facetoface): the plan after which the
 * network, in the integers that the bots play with, likes the duel best, and now and then another; before anything was
 * learned, counting (worth.h) chooses alone. Every turn becomes a lesson: from what the player knew after it, foretell who
 * wins. The answer blends the duel's end with what the network foretold later on (temporal differences, TD(lambda)). Some
 * duels are played against the bot `steady` instead, as a measure; they are no lessons. Threads share the duels; the same
 * seed gives the same lessons, in an order of the threads' own.
 */
#include "facetoface.h"
#include "base/cards.h"
#include "base/rng.h"
#include "bot/facetoface/plans.h"
#include "bot/facetoface/styles.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TURNS = 256, MOST_THREADS = 256, PADS = 29 };

/* A turn of a duel: who made it, how they stood by the chosen plan, and by the best one. */
struct turn {
    struct duel_after after;
    int seat;
    float chance, best;
};

struct player {
    const struct net *net;
    const struct course *course;
    struct harvest *harvest;
    _Atomic int32_t *next; /* duel */
    stos_random random;
    struct turn turn[MOST_TURNS];
};

static float unit(stos_random *random) { return (float)(rng_bits(random) >> 40) / (float)(1 << 24); }

/* ---------------------------------------------------------------- playing */

/* How well the player on turn will stand after a plan. */
static float chance_after(const struct player *player, struct facetoface_net_turn *eye, const struct duel_plans *plans, int at,
                          const struct duel *duel, struct duel_after *after)
{
    struct duel copy = *duel;
    facetoface_plans_play(plans, &plans->plan[at], &copy);
    facetoface_worth_see(after, &copy, 0, false);
    if (copy.winner >= 0)
        return (float)(copy.winner == duel->turn);
    if (player->course->counting) /* the price is a thousandth of the logarithm of the odds to lose */
        return 1 / (1 + expf((float)plans->plan[at].price / 1000));
    return (float)facetoface_net_turn_chance(eye, after) / FACETOFACE_CERTAIN;
}

/* A plan that may be as good as the best, if the chances are a little off. */
static int other_plan(struct player *player, const float *chance, int count)
{
    int chosen = 0;
    float best = -1e9F;
    for (int i = 0; i < count; i++) {
        float sure = fminf(fmaxf(chance[i], 1e-4F), 1 - 1e-4F);
        float odds = logf(sure / (1 - sure)) - player->course->noise * logf(-logf(unit(&player->random) + 1e-9F) + 1e-9F);
        if (odds > best) {
            best = odds;
            chosen = i;
        }
    }
    return chosen;
}

/* Makes a turn and writes it down; false when there is none to make. */
static bool play_turn(struct player *player, struct duel *duel, struct turn *turn, float explore)
{
    struct duel_plans plans;
    struct facetoface_net_turn eye;
    struct duel_after after[PLANS_KEPT];
    float chance[PLANS_KEPT] = {0};
    int best = 0;
    facetoface_plans_find(&plans, duel, player->course->plans);
    if (plans.count == 0)
        return false;
    facetoface_net_begin_turn(&eye, player->net);
    for (int i = 0; i < plans.count; i++) {
        chance[i] = chance_after(player, &eye, &plans, i, duel, &after[i]);
        best = chance[i] > chance[best] ? i : best;
    }
    int chosen = chance[best] < 1 && unit(&player->random) < explore ? other_plan(player, chance, plans.count) : best;
    *turn = (struct turn){after[chosen], duel->turn, chance[chosen], chance[best]};
    facetoface_plans_play(&plans, &plans.plan[chosen], duel);
    return true;
}

/* Makes the placements of a turn as `steady` does. */
static void play_steadily(struct duel *duel)
{
    while (duel->winner < 0) {
        stos_move move = facetoface_duel_choose(duel, &facetoface_styles[FACETOFACE_STEADY]);
        if (stos_move_kind(move) != STOS_PLACE)
            return;
        facetoface_duel_place(duel, stos_move_low(move), stos_move_high(move));
    }
}

/* A new duel; a quarter of them under the lenient rule for the last card. */
static void deal(struct duel *duel, stos_random *random)
{
    bool lenient = stos_random_below(random, 4) == 0;
    struct stos_facetoface_view start = {
        .table = {.top = {{1, 60}, {1, 60}},
                  .minimum = 2,
                  .winner = -1,
                  .option[STOS_FACETOFACE_LAST] = lenient ? STOS_FACETOFACE_LAST_LENIENT : 0},
        .draw_count = {STOS_FACETOFACE_CARDS - STOS_FACETOFACE_HAND, STOS_FACETOFACE_CARDS - STOS_FACETOFACE_HAND}};
    facetoface_duel_deal(duel, &start, random);
}

/* ---------------------------------------------------------------- lessons */

static void write_lesson(struct lesson *lesson, const struct turn *turn, float answer)
{
    uint16_t input[FACETOFACE_NET_MOST];
    int count = facetoface_net_list(&turn->after, input);
    for (int i = 0; i < FACETOFACE_NET_MOST; i++)
        lesson->input[i] = (int16_t)(i < count ? input[i] : FACETOFACE_NET_INPUTS + i % PADS);
    lesson->head = (int16_t)facetoface_net_head(&turn->after);
    lesson->answer = (int16_t)lrintf(answer * ANSWER_ONE);
}

/* Answers from the last turn back; where another plan than the best was chosen, what followed says nothing of the turns before. */
static void keep_lessons(struct player *player, int turns, int winner)
{
    struct harvest *harvest = player->harvest;
    float answer = (float)(winner == 0), blend = player->course->counting ? 1 : player->course->blend; /* for seat 0 */
    int64_t first = atomic_fetch_add(&harvest->lessons, turns);
    if (first + turns > harvest->most)
        return;
    for (int i = turns - 1; i >= 0; i--) {
        const struct turn *turn = &player->turn[i];
        float best = turn->seat == 0 ? turn->best : 1 - turn->best;
        write_lesson(&harvest->lesson[first + i], turn, turn->seat == 0 ? answer : 1 - answer);
        answer = turn->best > turn->chance ? best : blend * answer + (1 - blend) * best;
    }
}

/* Plays a duel to its end; returns how many turns were written down. A seat that plays as `steady` writes none. */
static int play_out(struct player *player, struct duel *duel, int steady)
{
    int turns = 0;
    while (duel->winner < 0 && turns < MOST_TURNS) {
        if (duel->turn == steady)
            play_steadily(duel);
        else if (play_turn(player, duel, &player->turn[turns], steady < 0 ? player->course->explore : 0))
            turns++;
        else
            duel->winner = (int8_t)(1 - duel->turn); /* FF9 */
        if (duel->winner < 0)
            facetoface_duel_end(duel);
    }
    return turns;
}

static void play_duel(struct player *player, int32_t number)
{
    struct duel duel;
    bool measured = number % player->course->measured == 0;
    int steady = measured ? number / player->course->measured % 2 : -1;
    player->random = stos_random_from(rng_mix(player->course->seed) + (uint64_t)number);
    deal(&duel, &player->random);
    int turns = play_out(player, &duel, steady);
    if (measured) {
        atomic_fetch_add(&player->harvest->measured, 1);
        atomic_fetch_add(&player->harvest->won, duel.winner == 1 - steady);
    } else if (duel.winner >= 0) {
        keep_lessons(player, turns, duel.winner);
    }
}

static void *play_duels(void *context)
{
    struct player *player = context;
    for (int32_t number; (number = atomic_fetch_add(player->next, 1)) < player->course->duels;)
        play_duel(player, number);
    return NULL;
}

/* ---------------------------------------------------------------- for facetoface.py */

int self_play_inputs(void) { return FACETOFACE_NET_INPUTS; }
int self_play_pads(void) { return PADS; }
int self_play_heads(void) { return FACETOFACE_NET_OUTPUTS; }
int self_play_width(void) { return FACETOFACE_NET_WIDTH; }
int self_play_middle(void) { return FACETOFACE_NET_MIDDLE; }
int self_play_lesson_numbers(void) { return (int)(sizeof(struct lesson) / sizeof(int16_t)); }
int self_play_turned(int input) { return facetoface_net_turned(input); }

bool self_play_play(const int16_t *weights, const int32_t *biases, const struct course *course, struct harvest *harvest)
{
    enum { INPUTS = FACETOFACE_NET_INPUTS, WIDTH = FACETOFACE_NET_WIDTH, MIDDLE = FACETOFACE_NET_MIDDLE };
    const int16_t *middle = weights + (INPUTS + 1) * WIDTH;
    struct net net = {
        .inputs = INPUTS,
        .width = WIDTH,
        .input = weights,
        .bias = weights + INPUTS * WIDTH,
        .layers = 2,
        .layer = {{WIDTH, MIDDLE, middle, biases}, {MIDDLE, FACETOFACE_NET_OUTPUTS, middle + WIDTH * MIDDLE, biases + MIDDLE}}};
    int threads = course->threads < MOST_THREADS ? course->threads : MOST_THREADS, begun = 0;
    struct player *player = calloc((size_t)threads, sizeof *player);
    pthread_t thread[MOST_THREADS];
    _Atomic int32_t next = 0;
    if (!player)
        return false;
    for (; begun < threads; begun++) {
        player[begun] = (struct player){.net = &net, .course = course, .harvest = harvest, .next = &next};
        if (pthread_create(&thread[begun], NULL, play_duels, &player[begun]))
            break;
    }
    for (int i = 0; i < begun; i++)
        pthread_join(thread[i], NULL);
    free(player);
    return begun > 0;
}
