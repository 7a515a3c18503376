/*
 * test_thegame_training.c - what plays for the training of THE GAME's network
 * (tools/train/thegame.cu, built for a processor) plays the game that the bots play: the deals and
 * turns follow the library's rules, the hints are those of the bots' world, and a table is worth to
 * it, and to the lesson made of it, what it is worth to the bots.
 */
#include "base/cards.h"
#include "bot/thegame/plans.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    GAMES = 30,
    TURNS = 80,
    HAND = 8,
    BEAM = 8,
    CARDS = STOS_THEGAME_CARDS,
    GOALS = THEGAME_NET_GOALS
};

/* As in tools/train/thegame.cu and warp.h. */
struct trainer_net {
    const float *input, *input_bias, *middle, *middle_bias, *output, *output_bias;
};
struct course {
    float explore, blend, jump_price;
    int beam;
    uint32_t seed, players[STOS_THEGAME_SEATS], level[3], fire[3], talk, late;
};
struct heard {
    uint8_t next[4], others[4], self, next_count;
};
struct traced_turn {
    uint8_t players, level, fire, talk, turn, due, drawn, minimum;
    uint8_t hand[STOS_THEGAME_SEATS][HAND], held[STOS_THEGAME_SEATS], top[4], deck[CARDS];
    struct heard heard;
    uint8_t plans, length, card[HAND], pile[HAND];
    float chance[GOALS], shown[GOALS];
};
int thegame_trace(struct trainer_net net, struct course course, uint32_t number,
                  struct traced_turn *turns, int most);

static const struct course alone = {
    .beam = BEAM, .players = {256}, .level = {86, 172, 256}, .fire = {86, 172, 256}, .late = 60};
static const struct course together = {.beam = BEAM,
                                       .players = {0, 64, 128, 192, 256},
                                       .level = {256},
                                       .fire = {86, 172, 256},
                                       .talk = 180,
                                       .late = 60};
static const struct course experts = {.beam = BEAM,
                                      .players = {0, 64, 128, 192, 256},
                                      .level = {0, 128, 256},
                                      .fire = {86, 172, 256},
                                      .talk = 180,
                                      .late = 60};

/* ---------------------------------------------------------------- the bots' network, as the
 * trainer holds one: as wide as the widest */

static float input[THEGAME_NET_INPUTS * THEGAME_NET_WIDTH], input_bias[THEGAME_NET_WIDTH];
static float middle[THEGAME_NET_MIDDLE * THEGAME_NET_WIDTH], middle_bias[THEGAME_NET_MIDDLE];
static float output[THEGAME_NET_OUTPUTS * THEGAME_NET_MIDDLE], output_bias[THEGAME_NET_OUTPUTS];

static struct trainer_net trainer_net(const struct net *net)
{
    const struct net_layer *hidden = &net->layer[0], *last = &net->layer[1];
    memset(input, 0, sizeof input);
    memset(input_bias, 0, sizeof input_bias);
    memset(middle, 0, sizeof middle);
    for (int i = 0; i < THEGAME_NET_INPUTS * net->width; i++)
        input[i / net->width * THEGAME_NET_WIDTH + i % net->width] = (float)net->input[i] / 256;
    for (int i = 0; i < net->width; i++)
        input_bias[i] = (float)net->bias[i] / 256;
    for (int unit = 0; unit < THEGAME_NET_MIDDLE; unit++) {
        middle_bias[unit] = (float)hidden->biases[unit] / 65536;
        for (int i = 0; i < net->width; i++)
            middle[(i / 8 * THEGAME_NET_MIDDLE + unit) * 8 + i % 8] =
                (float)hidden->weights[(i / 2 * THEGAME_NET_MIDDLE + unit) * 2 + i % 2] / 256;
    }
    for (int i = 0; i < THEGAME_NET_OUTPUTS; i++)
        output_bias[i] = (float)last->biases[i] / 65536;
    for (int i = 0; i < THEGAME_NET_OUTPUTS * THEGAME_NET_MIDDLE; i++)
        output[i] = (float)last->weights[i] / 256;
    return (struct trainer_net){input, input_bias, middle, middle_bias, output, output_bias};
}

/* ---------------------------------------------------------------- a traced turn as the bots' world
 */

static struct world world_of(const struct traced_turn *traced)
{
    struct world world;
    memset(&world, 0, sizeof world);
    world.players = traced->players;
    world.level = traced->level;
    world.fire = traced->fire;
    world.talk = traced->talk;
    world.least = traced->level ? 3 : 2;
    world.hand_size = (uint8_t)((traced->players == 1       ? 8
                                     : traced->players == 2 ? 7
                                                            : 6) -
                                (traced->level == 2));
    world.turn = traced->turn;
    world.due = traced->due;
    world.minimum = traced->minimum;
    memcpy(world.top, traced->top, sizeof world.top);
    memcpy(world.draw, traced->deck, sizeof world.draw);
    world.drawn = traced->drawn;
    world.draw_end = CARDS;
    for (int seat = 0; seat < traced->players; seat++)
        for (int i = 0; i < traced->held[seat]; i++)
            cards_add(&world.hand[seat], traced->hand[seat][i]);
    for (int seat = 0; seat < traced->players; seat++)
        world.unplayed = cards_or(world.unplayed, world.hand[seat]);
    for (int i = traced->drawn; i < CARDS; i++)
        cards_add(&world.unplayed, traced->deck[i]);
    return world;
}

static void hear_hints(struct world *world)
{
    uint8_t pile[STOS_THEGAME_SEATS][4] = {{0}}, self[STOS_THEGAME_SEATS] = {0};
    for (int seat = 0; seat < world->players && world->talk; seat++)
        if (seat != world->turn)
            thegame_world_hints(world, seat, pile[seat], &self[seat]);
    thegame_world_hear(world, pile, self);
}

/* ---------------------------------------------------------------- comparing */

static void expect_same_hints(const struct traced_turn *traced, const struct world *world)
{
    assert_memory_equal(traced->heard.next, world->heard.next, 4);
    assert_memory_equal(traced->heard.others, world->heard.others, 4);
    assert_int_equal(traced->heard.self, world->heard.self);
}

/* The plan is played in the bots' world and must lead to the next traced turn. */
static void expect_same_turn(struct world *world, const struct plan *plan,
                             const struct traced_turn *next)
{
    thegame_plans_play(world, plan);
    assert_false(world->over && next->plans > 0);
    if (world->over)
        return;
    struct world after = world_of(next);
    assert_memory_equal(world->hand, after.hand, sizeof after.hand);
    assert_memory_equal(world->top, after.top, sizeof after.top);
    assert_true(cards_equal(world->unplayed, after.unplayed));
    assert_int_equal(world->turn, after.turn);
    assert_int_equal(world->due, after.due);
    assert_int_equal(world->minimum, after.minimum);
    assert_int_equal(world->drawn, after.drawn);
    hear_hints(&after);
    assert_memory_equal(&world->heard, &after.heard, sizeof after.heard);
}

static struct plan plan_of(const struct traced_turn *traced)
{
    struct plan plan = {.length = traced->length};
    for (int i = 0; i < traced->length; i++)
        plan.move[i] = stos_move_make(STOS_PLACE, traced->card[i], traced->pile[i]);
    return plan;
}

static int place_of(const struct turn_view *view, int card)
{
    for (int place = 0; place < view->cards; place++)
        if (view->way[0].card[place] == card)
            return place;
    fail_msg("%d is not in the hand", card);
    return -1;
}

/* What the bots' network sees in the table that a plan leads to. */
static void see_after(const struct world *world, const struct traced_turn *traced,
                      struct turn_view *view, struct turn_sight *sight)
{
    struct turn_table table = {.due = world->due};
    thegame_net_prepare(view, world);
    memcpy(table.top, world->top, sizeof table.top);
    for (int pile = 0; pile < 4; pile++)
        table.viewpoint[pile] = (uint8_t)pile;
    for (int i = 0; i < traced->length; i++) {
        int place = place_of(view, traced->card[i]), pile = traced->pile[i];
        table.used |= (uint8_t)(1u << place);
        table.top[pile] = (uint8_t)(pile < 2 ? traced->card[i] : 101 - traced->card[i]);
        table.viewpoint[pile] = (uint8_t)turn_viewpoint(pile, place);
    }
    table.due = world->fire == 1 ? thegame_world_fires_on(table.top) : 0;
    thegame_net_see(view, &table, TURN_WAYS, sight);
}

/* Its word one way round, as the trainer asks it: both ways would take twice the time. */
static float chance_after(const struct world *world, const struct traced_turn *traced)
{
    static struct turn_view view;
    struct turn_sight sight;
    see_after(world, traced, &view, &sight);
    return (float)thegame_net_value_one_way(&view, &sight, THEGAME_TURN_OVER, 0).win / 65536;
}

static int32_t utility_after(const struct world *world, const struct traced_turn *traced)
{
    static struct turn_view view;
    struct turn_sight sight;
    see_after(world, traced, &view, &sight);
    return thegame_net_value(&view, &sight, TURN_WAYS, THEGAME_TURN_OVER).utility;
}

/* Where no card burns, a table is worth the same with rising and falling exchanged. */
static void expect_same_mirrored(const struct world *world, const struct traced_turn *traced)
{
    struct world other = *world;
    struct traced_turn plan = *traced;
    if (world->fire)
        return;
    other.hand[world->turn] = thegame_world_mirror(world->hand[world->turn]);
    other.unplayed = thegame_world_mirror(world->unplayed);
    for (int pile = 0; pile < 4; pile++) {
        other.top[pile] = world->top[(pile + 2) % 4];
        other.heard.top[pile] = world->heard.top[(pile + 2) % 4];
        other.heard.next[pile] = world->heard.next[(pile + 2) % 4];
        other.heard.others[pile] = world->heard.others[(pile + 2) % 4];
    }
    for (int i = 0; i < plan.length; i++) {
        plan.card[i] = (uint8_t)(101 - plan.card[i]);
        plan.pile[i] = (uint8_t)((plan.pile[i] + 2) % 4);
    }
    assert_int_equal(utility_after(world, traced), utility_after(&other, &plan));
}

/* The trainer says what the bots say, rounding apart. */
static void compare_turn(const struct traced_turn *traced, const struct traced_turn *next)
{
    static struct plans plans;
    const struct plans_limits limits = {.kept = 4, .beam = BEAM, .slack = 32};
    struct world world = world_of(traced);
    hear_hints(&world);
    expect_same_hints(traced, &world);
    thegame_plans_list(&plans, &world, &limits);
    assert_int_equal(traced->plans > 0, plans.count > 0);
    if (traced->plans == 0)
        return;
    struct plan plan = plan_of(traced);
    if (cards_count(world.unplayed) > traced->length) {
        float bots = chance_after(&world, traced);
        if (fabsf(bots - traced->chance[0]) > 0.02f ||
            fabsf(traced->shown[0] - traced->chance[0]) > 1e-4f)
            fail_msg(
                "%d players, level %d, fire %d: the bots say %f, the trainer %f and its lesson %f",
                traced->players, traced->level, traced->fire, (double)bots,
                (double)traced->chance[0], (double)traced->shown[0]);
        expect_same_mirrored(&world, traced);
    }
    if (next)
        expect_same_turn(&world, &plan, next);
}

static void compare_games(const struct net *bots, const struct course *course)
{
    static struct traced_turn turns[TURNS];
    struct trainer_net net = trainer_net(bots);
    int met = 0;
    for (uint32_t game = 0; game < GAMES; game++) {
        int count = thegame_trace(net, *course, game, turns, TURNS);
        for (int i = 0; i < count; i++)
            compare_turn(&turns[i], i + 1 < count ? &turns[i + 1] : NULL);
        met += count;
    }
    assert_true(met > 10 * GAMES);
}

static void test_training_alone_plays_the_game_of_the_bots(void **unused)
{
    (void)unused;
    compare_games(&thegame_solo_net, &alone);
}

static void test_training_together_plays_the_game_of_the_bots(void **unused)
{
    (void)unused;
    compare_games(&thegame_net, &together);
}

static void test_training_of_experts_plays_the_game_of_the_bots(void **unused)
{
    (void)unused;
    compare_games(&thegame_expert_net, &experts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_training_alone_plays_the_game_of_the_bots),
        cmocka_unit_test(test_training_together_plays_the_game_of_the_bots),
        cmocka_unit_test(test_training_of_experts_plays_the_game_of_the_bots)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
