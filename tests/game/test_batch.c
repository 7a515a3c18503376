/*
 * test_batch.c - many games in one call: the same games as one by one, with what is shown made
 * afresh from each view, rewards that add up to scores, fresh deals by seed, refusals that change
 * nothing. There are more games than are stepped together.
 */
#include "grid.h"

#include "stos_learn.h"

enum { GAMES = 70, MOST_ACTIONS = 512, MOST_NUMBERS = 512 };

static const char *const some_rules[] = {
    "thegame(players=1)",
    "thegame(players=2)",
    "thegame(players=5,min=3,hand=less,fire=next,start=lot)",
    "thegame(players=3,fire=now,start=2)",
    "facetoface(last=strict)",
    "facetoface(last=lenient,start=1)",
    "lie(players=2)",
    "lie(players=2,order=count,ones=wild,cards=down)",
    "lie(players=2,ones=wild,direction=choose,start=agree)",
    "lie(players=4,order=count,start=agree)",
    "lie(players=6,order=count,ones=wild,direction=choose,cards=down,end=last)",
    "lie(players=3,cards=up,end=first,start=1)",
};

enum { SOME_RULES = sizeof some_rules / sizeof some_rules[0] };

/* A batch and all its arrays. */
struct arrays {
    stos_state state[GAMES];
    stos_view view[GAMES];
    uint64_t seed[GAMES];
    int8_t seat[GAMES];
    float reward[GAMES * STOS_MAX_SEATS];
    uint8_t over[GAMES], refused[GAMES];
    int16_t result[GAMES];
    uint8_t mask[GAMES * MOST_ACTIONS];
    uint64_t legal[GAMES * MOST_ACTIONS / 64];
    int8_t observation[GAMES * MOST_NUMBERS];
    int32_t action[GAMES];
};

static stos_batch batch_on(struct arrays *arrays, const char *rules, bool deals_again)
{
    memset(arrays, 0, sizeof *arrays);
    return (stos_batch){
        .rules = rules_of(rules),
        .count = GAMES,
        .generator = STOS_FAST,
        .deals_again = deals_again,
        .state = arrays->state,
        .view = arrays->view,
        .seed = arrays->seed,
        .seat = arrays->seat,
        .reward = arrays->reward,
        .over = arrays->over,
        .result = arrays->result,
        .refused = arrays->refused,
        .mask = arrays->mask,
        .legal = arrays->legal,
        .observation = arrays->observation,
    };
}

/* What the arrays say about a game is what its state says. */
static void check_shown(const stos_batch *batch, int game, int last_actor)
{
    const stos_state *state = &batch->state[game];
    stos_view view;
    uint8_t mask[MOST_ACTIONS];
    uint64_t legal[MOST_ACTIONS / 64];
    int8_t observation[MOST_NUMBERS];
    int seat = stos_next_actor(state, last_actor), actions = stos_action_count(&batch->rules),
        words = stos_action_words(&batch->rules);
    stos_look(state, seat, &view);
    int length = stos_observe(&view, observation);
    stos_action_mask(&view, mask);
    assert_int_equal(batch->seat[game], seat);
    assert_memory_equal(&batch->view[game], &view, sizeof view);
    assert_memory_equal(batch->mask + game * actions, mask, (size_t)actions);
    stos_action_bits(&view, legal);
    assert_memory_equal(batch->legal + game * words, legal, (size_t)words * sizeof legal[0]);
    assert_memory_equal(batch->observation + game * length, observation, (size_t)length);
}

static void check_rewards(const stos_batch *batch, int game, const float *before,
                          const float *after)
{
    int seats = stos_rules_seats(&batch->rules);
    for (int seat = 0; seat < seats; seat++)
        assert_true(batch->reward[game * seats + seat] == after[seat] - before[seat]);
}

/* Plays the batch's action in a copy of one game by stos_play(); returns whether that ended it. */
static bool play_alone(const stos_batch *batch, int game, int action, stos_state *alone,
                       float *before, float *after)
{
    const stos_view *view = &batch->view[game];
    *alone = batch->state[game];
    stos_scores(alone, before);
    assert_int_equal(stos_play(alone, batch->seat[game], stos_action_move(view, action)).reason,
                     STOS_OK);
    stos_scores(alone, after);
    return stos_over(alone);
}

static void step_and_compare(stos_batch *batch, const int32_t *action)
{
    stos_state alone[GAMES];
    float before[GAMES][STOS_MAX_SEATS], after[GAMES][STOS_MAX_SEATS];
    bool ended[GAMES];
    int actor[GAMES];
    uint64_t seed[GAMES];
    for (int game = 0; game < GAMES; game++) {
        actor[game] = batch->seat[game];
        seed[game] = batch->seed[game];
        ended[game] =
            play_alone(batch, game, action[game], &alone[game], before[game], after[game]);
    }
    assert_int_equal(stos_batch_step(batch, action), 0);
    for (int game = 0; game < GAMES; game++) {
        assert_int_equal(batch->over[game], ended[game]);
        check_rewards(batch, game, before[game], after[game]);
        assert_int_equal(batch->seed[game], seed[game] + (ended[game] ? GAMES : 0));
        if (ended[game]) {
            assert_int_equal(batch->result[game], stos_result(&alone[game]));
            alone[game] = deal_rules(&batch->rules, batch->seed[game]);
        }
        assert_memory_equal(&batch->state[game], &alone[game], sizeof alone[game]);
        check_shown(batch, game, ended[game] ? -1 : actor[game]);
    }
}

static void a_batch_plays_the_same_games_as_one_by_one(void **unused)
{
    (void)unused;
    static struct arrays arrays;
    for (int i = 0; i < SOME_RULES; i++) {
        stos_batch batch = batch_on(&arrays, some_rules[i], true);
        stos_random random = stos_random_from((uint64_t)i);
        stos_batch_deal(&batch, 100);
        for (int game = 0; game < GAMES; game++) {
            assert_int_equal(batch.seed[game], 100 + game);
            check_shown(&batch, game, -1);
        }
        for (int step = 0; step < 100; step++) {
            stos_batch_choose(&batch, &random, arrays.action);
            step_and_compare(&batch, arrays.action);
        }
    }
}

static void the_seeds_may_be_those_of_people(void **unused)
{
    (void)unused;
    static struct arrays arrays;
    stos_batch batch = batch_on(&arrays, "thegame(players=2,start=lot)", true);
    batch.generator = STOS_CHACHA20;
    stos_batch_deal(&batch, 5);
    stos_state expected = deal_seeded("thegame(players=2,start=lot)", 6);
    assert_memory_equal(&batch.state[1], &expected, sizeof expected);
}

static void a_refused_action_leaves_its_game_as_it_is(void **unused)
{
    (void)unused;
    static struct arrays arrays, before;
    stos_batch batch = batch_on(&arrays, "facetoface", true);
    stos_random random = stos_random_from(1);
    stos_batch_deal(&batch, 0);
    stos_batch_choose(&batch, &random, arrays.action);
    arrays.action[1] = 232; /* end, with nothing placed */
    arrays.action[4] = -1;
    arrays.action[6] = 5000;
    before = arrays;
    assert_int_equal(stos_batch_step(&batch, arrays.action), 3);
    for (int game = 0; game < GAMES; game++) {
        bool refused = game == 1 || game == 4 || game == 6;
        assert_int_equal(memcmp(&arrays.state[game], &before.state[game], sizeof(stos_state)) == 0,
                         refused);
        assert_int_equal(memcmp(&arrays.view[game], &before.view[game], sizeof(stos_view)) == 0,
                         refused);
        assert_int_equal(arrays.refused[game] != STOS_OK, refused);
        assert_true(arrays.reward[2 * game] == 0);
    }
    assert_int_equal(arrays.refused[1], STOS_DUEL_TOO_FEW_PLACED);
    assert_int_equal(arrays.refused[6], STOS_WRONG_MOVE_KIND);
}

/* Half of the actions are legal, the others any numbers; each is refused as its move would be. */
static void any_action_does_what_its_move_does(void **unused)
{
    (void)unused;
    static struct arrays arrays;
    for (int i = 0; i < SOME_RULES; i++) {
        stos_batch batch = batch_on(&arrays, some_rules[i], true);
        stos_random random = stos_random_from((uint64_t)i);
        uint32_t actions = (uint32_t)stos_action_count(&batch.rules);
        stos_batch_deal(&batch, 500);
        for (int step = 0; step < 60; step++) {
            uint8_t reason[GAMES];
            stos_batch_choose(&batch, &random, arrays.action);
            for (int game = 0; game < GAMES; game++) {
                if (stos_random_below(&random, 2))
                    arrays.action[game] = (int)stos_random_below(&random, actions + 20) - 10;
                stos_state alone = arrays.state[game];
                stos_move move = stos_action_move(&arrays.view[game], arrays.action[game]);
                reason[game] = (uint8_t)stos_play(&alone, arrays.seat[game], move).reason;
            }
            stos_batch_step(&batch, arrays.action);
            assert_memory_equal(arrays.refused, reason, sizeof reason);
        }
    }
}

static int games_over(const struct arrays *arrays)
{
    int over = 0;
    for (int game = 0; game < GAMES; game++)
        over += arrays->over[game];
    return over;
}

static void games_that_are_over_stay_when_no_new_ones_are_wanted(void **unused)
{
    (void)unused;
    static struct arrays arrays, before;
    stos_batch batch = batch_on(&arrays, "thegame(players=1)", false);
    stos_random random = stos_random_from(1);
    stos_batch_deal(&batch, 0);
    for (int steps = 0; games_over(&arrays) < GAMES; steps++) {
        assert_true(steps < 200);
        stos_batch_choose(&batch, &random, arrays.action);
        assert_int_equal(stos_batch_step(&batch, arrays.action), 0);
    }
    before = arrays;
    assert_int_equal(stos_batch_step(&batch, arrays.action), 0);
    assert_memory_equal(arrays.state, before.state, sizeof arrays.state);
    stos_batch_choose(&batch, &random, arrays.action);
    for (int game = 0; game < GAMES; game++) {
        assert_true(stos_over(&arrays.state[game]));
        assert_int_equal(arrays.over[game], 1);
        assert_int_equal(arrays.seat[game], -1);
        assert_int_equal(arrays.action[game], -1);
        assert_true(arrays.reward[game] == 0);
        assert_int_equal(arrays.result[game], stos_result(&arrays.state[game]));
        check_shown(&batch, game, -1);
    }
}

static void arrays_that_nobody_wants_may_be_missing(void **unused)
{
    (void)unused;
    static struct arrays full, bare;
    for (int i = 0; i < SOME_RULES; i++) {
        stos_batch batch = batch_on(&full, some_rules[i], true),
                   small = batch_on(&bare, some_rules[i], true);
        stos_random random = stos_random_from(3), same = stos_random_from(3);
        small.seat = NULL, small.reward = NULL, small.over = NULL, small.result = NULL,
        small.refused = NULL;
        small.mask = NULL, small.legal = NULL, small.observation = NULL;
        stos_batch_deal(&batch, 9);
        stos_batch_deal(&small, 9);
        for (int step = 0; step < 100; step++) {
            stos_batch_choose(&batch, &random, full.action);
            stos_batch_choose(&small, &same, bare.action);
            stos_batch_step(&batch, full.action);
            stos_batch_step(&small, bare.action);
        }
        assert_memory_equal(full.state, bare.state, sizeof full.state);
        assert_memory_equal(full.view, bare.view, sizeof full.view);
    }
}

static void chosen_actions_are_even_over_the_legal_ones(void **unused)
{
    (void)unused;
    static struct arrays arrays;
    stos_batch batch = batch_on(&arrays, "thegame(players=1)", true);
    stos_random random = stos_random_from(1);
    int counts[MOST_ACTIONS] = {0}, legal[MOST_ACTIONS], cells = 0;
    stos_batch_deal(&batch, 0);
    for (int i = 0; i < 32000; i++) {
        stos_batch_choose(&batch, &random, arrays.action);
        counts[arrays.action[0]]++;
    }
    for (int action = 0; action < stos_action_count(&batch.rules); action++) {
        assert_true(arrays.mask[action] || counts[action] == 0);
        if (arrays.mask[action])
            legal[cells++] = counts[action];
    }
    assert_int_equal(cells, 32); /* eight cards on four fresh piles */
    expect_even(legal, cells, 62.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_batch_plays_the_same_games_as_one_by_one),
        cmocka_unit_test(the_seeds_may_be_those_of_people),
        cmocka_unit_test(a_refused_action_leaves_its_game_as_it_is),
        cmocka_unit_test(any_action_does_what_its_move_does),
        cmocka_unit_test(games_that_are_over_stay_when_no_new_ones_are_wanted),
        cmocka_unit_test(arrays_that_nobody_wants_may_be_missing),
        cmocka_unit_test(chosen_actions_are_even_over_the_legal_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
