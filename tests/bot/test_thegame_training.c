/*
 * test_thegame_training.c - what plays for the training of THE GAME's network
 * (tools/train/thegame.cu, built for a processor) plays the game that the bots play: the deals and
 * turns follow the library's rules, the hints are those of the bots, and a table is worth to
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

/* ---------------------------------------------------------------- a traced turn as the bots see it
 */

static struct thegame_sim_state state_of(const struct traced_turn *traced)
{
    struct thegame_sim_state state;
    struct stos_thegame_table *table = &state.game.table;
    memset(&state, 0, sizeof state);
    table->option[STOS_THEGAME_PLAYERS] = (int8_t)traced->players;
    table->option[STOS_THEGAME_MIN] = traced->level ? 3 : 2;
    table->option[STOS_THEGAME_HAND] =
        traced->level == 2 ? STOS_THEGAME_HAND_LESS : STOS_THEGAME_HAND_FULL;
    table->option[STOS_THEGAME_FIRE] = (int8_t)(STOS_THEGAME_FIRE_OFF - traced->fire);
    table->phase = STOS_PHASE_PLAY;
    table->turn = traced->turn;
    table->due = traced->due;
    table->minimum = traced->minimum;
    state.talk = traced->talk;
    state.game.drawn = traced->drawn;
    memcpy(state.game.draw, traced->deck, sizeof state.game.draw);
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++)
        table->top[pile] = (uint8_t)thegame_as_rising(traced->top[pile], pile);
    for (int seat = 0; seat < traced->players; seat++)
        for (int i = 0; i < traced->held[seat]; i++)
            cards_add(&state.game.hand[seat], traced->hand[seat][i]);
    table->gone = cards_range(2, 99);
    for (int seat = 0; seat < traced->players; seat++)
        table->gone = cards_minus(table->gone, state.game.hand[seat]);
    for (int i = traced->drawn; i < CARDS; i++)
        cards_drop(&table->gone, traced->deck[i]);
    return state;
}

static void hear_hints(struct thegame_sim_state *state)
{
    const struct stos_thegame *game = &state->game;
    uint8_t pile[STOS_THEGAME_SEATS][4] = {{0}}, self[STOS_THEGAME_SEATS] = {0};
    for (int seat = 0; seat < game->table.option[STOS_THEGAME_PLAYERS] && state->talk; seat++)
        if (seat != game->table.turn)
            thegame_hints_of(&game->table, game->hand[seat], pile[seat], &self[seat]);
    thegame_hints_hear(&state->heard, game, pile, self);
}

/* ---------------------------------------------------------------- comparing */

static void expect_same_hints(const struct traced_turn *traced,
                              const struct thegame_sim_state *state)
{
    assert_memory_equal(traced->heard.next, state->heard.next, 4);
    assert_memory_equal(traced->heard.others, state->heard.others, 4);
    assert_int_equal(traced->heard.self, state->heard.self);
}

/* The plan is played by the rules and must lead to the next traced turn. */
static void expect_same_turn(struct thegame_sim_state *state, const struct plan *plan,
                             const struct traced_turn *next)
{
    thegame_plans_play(state, plan);
    assert_false(thegame_sim_over(state) && next->plans > 0);
    if (thegame_sim_over(state))
        return;
    struct thegame_sim_state after = state_of(next);
    const struct stos_thegame_table *now = &state->game.table, *then = &after.game.table;
    assert_memory_equal(state->game.hand, after.game.hand, sizeof after.game.hand);
    assert_memory_equal(now->top, then->top, sizeof then->top);
    assert_true(cards_equal(now->gone, then->gone));
    assert_int_equal(now->turn, then->turn);
    assert_int_equal(now->due, then->due);
    assert_int_equal(now->minimum, then->minimum);
    assert_int_equal(state->game.drawn, after.game.drawn);
    hear_hints(&after);
    assert_memory_equal(&state->heard, &after.heard, sizeof after.heard);
}

static struct plan plan_of(const struct traced_turn *traced)
{
    struct plan plan = {.length = traced->length};
    for (int i = 0; i < traced->length; i++)
        plan.move[i] = stos_move_make(STOS_PLACE, traced->card[i], traced->pile[i]);
    return plan;
}

static int place_of(const struct turn_net *turn, int card)
{
    for (int place = 0; place < turn->cards; place++)
        if (turn->orientation[0].card[place] == card)
            return place;
    fail_msg("%d is not in the hand", card);
    return -1;
}

/* What the bots' network sees in the piles that a plan leads to. */
static void forward_after(const struct thegame_sim_state *state, const struct traced_turn *traced,
                          struct turn_net *turn, struct hidden_layer *hidden)
{
    const struct stos_thegame_table *table = &state->game.table;
    struct turn_piles piles = {.used = 0};
    uint8_t top[4];
    thegame_net_prepare(turn, state);
    memcpy(top, table->top, sizeof top);
    for (int pile = 0; pile < 4; pile++)
        piles.viewpoint[pile] = (uint8_t)pile;
    for (int i = 0; i < traced->length; i++) {
        int place = place_of(turn, traced->card[i]), pile = traced->pile[i];
        piles.used |= (uint8_t)(1u << place);
        top[pile] = traced->card[i];
        piles.viewpoint[pile] = (uint8_t)turn_viewpoint(pile, place);
    }
    for (int pile = 0; pile < 4; pile++)
        piles.top[pile] = (uint8_t)thegame_as_rising(top[pile], pile);
    piles.due = thegame_due_next(top, table->option[STOS_THEGAME_FIRE]);
    thegame_net_forward(turn, &piles, TURN_ORIENTATIONS, hidden);
}

/* Its answer in one orientation, as the trainer asks it: both would take twice the time. */
static float chance_after(const struct thegame_sim_state *state, const struct traced_turn *traced)
{
    static struct turn_net turn;
    struct hidden_layer hidden;
    forward_after(state, traced, &turn, &hidden);
    return (float)thegame_net_value_one_way(&turn, &hidden, THEGAME_TURN_OVER, 0).win / 65536;
}

static int32_t utility_after(const struct thegame_sim_state *state,
                             const struct traced_turn *traced)
{
    static struct turn_net turn;
    struct hidden_layer hidden;
    forward_after(state, traced, &turn, &hidden);
    return thegame_net_value(&turn, &hidden, TURN_ORIENTATIONS, THEGAME_TURN_OVER).utility;
}

/* Where no card burns, a table is worth the same with rising and falling exchanged. */
static void expect_same_mirrored(const struct thegame_sim_state *state,
                                 const struct traced_turn *traced)
{
    struct thegame_sim_state other = *state;
    struct traced_turn plan = *traced;
    const struct stos_thegame_table *table = &state->game.table;
    if (table->option[STOS_THEGAME_FIRE] != STOS_THEGAME_FIRE_OFF)
        return;
    other.game.hand[table->turn] = thegame_mirror(state->game.hand[table->turn]);
    other.game.table.gone = thegame_mirror(table->gone);
    for (int pile = 0; pile < 4; pile++) {
        other.game.table.top[pile] = (uint8_t)(101 - table->top[(pile + 2) % 4]);
        other.heard.top[pile] = state->heard.top[(pile + 2) % 4];
        other.heard.next[pile] = state->heard.next[(pile + 2) % 4];
        other.heard.others[pile] = state->heard.others[(pile + 2) % 4];
    }
    for (int i = 0; i < plan.length; i++) {
        plan.card[i] = (uint8_t)(101 - plan.card[i]);
        plan.pile[i] = (uint8_t)((plan.pile[i] + 2) % 4);
    }
    assert_int_equal(utility_after(state, traced), utility_after(&other, &plan));
}

/* The trainer says what the bots say, rounding apart. */
static void compare_turn(const struct traced_turn *traced, const struct traced_turn *next)
{
    static struct plans plans;
    const struct plans_limits limits = {.kept = 4, .beam = BEAM, .slack = 32};
    struct thegame_sim_state state = state_of(traced);
    hear_hints(&state);
    expect_same_hints(traced, &state);
    thegame_plans_list(&plans, &state, &limits);
    assert_int_equal(traced->plans > 0, plans.count > 0);
    if (traced->plans == 0)
        return;
    struct plan plan = plan_of(traced);
    if (thegame_cards_left(&state.game.table) > traced->length) {
        float bots = chance_after(&state, traced);
        if (fabsf(bots - traced->chance[0]) > 0.02f ||
            fabsf(traced->shown[0] - traced->chance[0]) > 1e-4f)
            fail_msg(
                "%d players, level %d, fire %d: the bots say %f, the trainer %f and its lesson %f",
                traced->players, traced->level, traced->fire, (double)bots,
                (double)traced->chance[0], (double)traced->shown[0]);
        expect_same_mirrored(&state, traced);
    }
    if (next)
        expect_same_turn(&state, &plan, next);
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
