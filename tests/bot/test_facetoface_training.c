/*
 * test_facetoface_training.c - what plays for the training of FACE TO FACE's network
 * (tools/train/facetoface.cu, built for a processor) plays the game that the bots play: turns are
 * plans of theirs and lead to the same duel, and the end of a turn is worth to it, and to the
 * lesson made of it, what it is worth to the bots.
 */
#include "bot/facetoface/net.h"
#include "bot/facetoface/plans.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { DUELS = 12, TURNS = 128, BEAM = 24 };
enum {
    INPUTS = FACETOFACE_NET_INPUTS,
    WIDTH = FACETOFACE_NET_WIDTH,
    MIDDLE = FACETOFACE_NET_MIDDLE,
    OUTPUTS = FACETOFACE_NET_OUTPUTS
};

/* As in tools/train/facetoface.cu and warp.h. */
struct trainer_net {
    const float *input, *input_bias, *middle, *middle_bias, *output, *output_bias;
};
struct course {
    float explore, blend, jump_price;
    int beam;
    uint32_t seed, unused[13];
};
struct lesson {
    uint64_t left[2], kept;
    uint8_t top[2][2], held[2], lenient, head;
    float chance;
    uint32_t unused;
};
struct traced_turn {
    uint64_t hand[2], left[2];
    uint8_t top[2][2], draws[2], deck[2][STOS_FACETOFACE_CARDS], turn, minimum, lenient, over;
    struct lesson after;
    float chance, shown[2];
};
int facetoface_trace(struct trainer_net net, struct course course, uint32_t number,
                     struct traced_turn *turns, int most);

static struct traced_turn turns[TURNS];

/* ---------------------------------------------------------------- the bots' network, as the
 * trainer holds one: as wide as the widest */

static float input[INPUTS * WIDTH], input_bias[WIDTH], middle[MIDDLE * WIDTH], middle_bias[MIDDLE],
    output[OUTPUTS * MIDDLE], output_bias[OUTPUTS];

static struct trainer_net trainer_net(const struct net *net)
{
    const struct net_layer *hidden = &net->layer[0], *last = &net->layer[1];
    for (int i = 0; i < INPUTS * net->width; i++)
        input[i / net->width * WIDTH + i % net->width] = (float)net->input[i] / 256;
    for (int i = 0; i < net->width; i++)
        input_bias[i] = (float)net->bias[i] / 256;
    for (int unit = 0; unit < MIDDLE; unit++) {
        middle_bias[unit] = (float)hidden->biases[unit] / 65536;
        for (int i = 0; i < net->width; i++)
            middle[(i / 8 * MIDDLE + unit) * 8 + i % 8] =
                (float)hidden->weights[(i / 2 * MIDDLE + unit) * 2 + i % 2] / 256;
    }
    for (int i = 0; i < OUTPUTS; i++)
        output_bias[i] = (float)last->biases[i] / 65536;
    for (int i = 0; i < OUTPUTS * MIDDLE; i++)
        output[i] = (float)last->weights[i] / 256;
    return (struct trainer_net){input, input_bias, middle, middle_bias, output, output_bias};
}

/* ---------------------------------------------------------------- comparing */

static struct duel duel_of(const struct traced_turn *traced)
{
    struct duel duel = {
        .turn = traced->turn, .minimum = traced->minimum, .lenient = traced->lenient, .winner = -1};
    memcpy(duel.hand, traced->hand, sizeof duel.hand);
    memcpy(duel.left, traced->left, sizeof duel.left);
    memcpy(duel.top, traced->top, sizeof duel.top);
    memcpy(duel.draws, traced->draws, sizeof duel.draws);
    memcpy(duel.draw, traced->deck, sizeof duel.draw);
    return duel;
}

static bool ends_so(const struct duel_after *after, const struct lesson *lesson)
{
    return memcmp(after->left, lesson->left, sizeof after->left) == 0 &&
        after->kept == lesson->kept && memcmp(after->top, lesson->top, sizeof after->top) == 0 &&
        memcmp(after->held, lesson->held, sizeof after->held) == 0 &&
        after->lenient == lesson->lenient;
}

/* Plays the plan of the bots that ends the turn as the trainer did. */
static struct duel_after play_as_traced(struct duel *duel, const struct traced_turn *traced)
{
    struct duel_plans plans;
    struct duel_after after = {.kept = 0};
    facetoface_plans_find(&plans, duel, BEAM);
    for (int i = 0; i < plans.count; i++) {
        struct duel end = *duel;
        facetoface_plans_play(&plans, &plans.plan[i], &end);
        facetoface_worth_see(&after, &end, 0, false);
        if (ends_so(&after, &traced->after)) {
            *duel = end;
            return after;
        }
    }
    fail_msg("the trainer made a turn that the bots do not list");
    return after;
}

static void expect_close(float chance, int bots)
{
    assert_true(fabsf(chance - (float)bots / FACETOFACE_CERTAIN) < .03F);
}

/* The trainer says what the bots say, rounding apart. */
static void expect_same_worth(const struct traced_turn *traced, const struct duel_after *after)
{
    int chance = facetoface_net_chance(&facetoface_net, after, false),
        both = facetoface_net_chance(&facetoface_net, after, true);
    assert_int_equal(traced->after.head, facetoface_net_head(after));
    expect_close(traced->chance, chance);
    expect_close(traced->shown[0], chance);
    expect_close(traced->shown[1], 2 * both - chance);
}

static void expect_same_duel(const struct duel *duel, const struct traced_turn *next)
{
    struct duel other = duel_of(next);
    assert_memory_equal(duel->hand, other.hand, sizeof other.hand);
    assert_memory_equal(duel->left, other.left, sizeof other.left);
    assert_memory_equal(duel->top, other.top, sizeof other.top);
    assert_memory_equal(duel->draws, other.draws, sizeof other.draws);
    assert_int_equal(duel->turn, other.turn);
    assert_int_equal(duel->minimum, other.minimum);
}

/* Follows a traced duel to its end; returns its turns. */
static int follow(struct course course, uint32_t number)
{
    int count = facetoface_trace(trainer_net(&facetoface_net), course, number, turns, TURNS);
    for (int i = 0; i < count && !turns[i].over; i++) {
        struct duel duel = duel_of(&turns[i]);
        struct duel_after after = play_as_traced(&duel, &turns[i]);
        if (duel.winner < 0 && course.jump_price == 0)
            expect_same_worth(&turns[i], &after);
        if (duel.winner < 0)
            facetoface_duel_end(&duel);
        assert_int_equal(duel.winner >= 0, i + 1 == count);
        if (duel.winner < 0)
            expect_same_duel(&duel, &turns[i + 1]);
    }
    return count;
}

static void test_duels_are_those_of_the_bots(void **unused)
{
    (void)unused;
    for (uint32_t number = 0; number < DUELS; number++)
        assert_in_range(follow((struct course){.beam = BEAM}, number), 8, TURNS - 1);
}

static void test_before_it_has_learned_it_counts(void **unused)
{
    (void)unused;
    for (uint32_t number = 0; number < DUELS; number++)
        assert_in_range(follow((struct course){.beam = BEAM, .jump_price = .01F}, number), 8,
                        TURNS - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_duels_are_those_of_the_bots),
        cmocka_unit_test(test_before_it_has_learned_it_counts),
    };
    return cmocka_run_group_tests_name("facetoface training", tests, NULL, NULL);
}
