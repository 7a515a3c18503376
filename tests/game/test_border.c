/*
 * test_border.c - the public functions with arguments that no careful caller would give: rules,
 * seats, indexes, moves and actions filled in by hand. Each one is refused or answered with "none",
 * and nothing outside is read or written (the sanitizers watch).
 */
#include "support.h"

#include "stos_learn.h"

#include <limits.h>

static const char *const all_rules[] = {"thegame(players=1)",
                                        "thegame(players=2,start=0)",
                                        "thegame(players=5,fire=now,start=4)",
                                        "facetoface",
                                        "facetoface(last=lenient)",
                                        "lie(players=2)",
                                        "lie(players=6,start=5,direction=choose)"};
enum { RULES = sizeof all_rules / sizeof all_rules[0] };

static const int bad_seats[] = {INT_MIN, -1000, -2,  -1,  STOS_MAX_SEATS, 7, 8, 31, 32, 63, 64,
                                127,     128,   255, 256, INT_MAX};
enum { BAD_SEATS = sizeof bad_seats / sizeof bad_seats[0] };

static void fill(void *value, size_t size) { memset(value, 0x5A, size); }

static bool is_filled(const void *value, size_t size)
{
    const unsigned char *byte = value;
    while (size > 0 && byte[size - 1] == 0x5A)
        size--;
    return size == 0;
}

/* ---------------------------------------------------------------- rules */

/* Every function that takes rules, with rules that are none: refused with the option, or none. */
static void assert_rules_refused(const stos_rules *rules, enum stos_reason reason, int option)
{
    stos_state state;
    stos_seed seed = stos_seed_number(1);
    stos_field field;
    char text[STOS_RULES_TEXT];
    fill(&state, sizeof state);
    stos_error error = stos_deal(&state, rules, &seed, NULL);
    assert_int_equal(error.reason, reason);
    assert_int_equal(error.number, option);
    assert_true(is_filled(&state, sizeof state));
    assert_int_equal(stos_rules_seats(rules), 0);
    assert_int_equal(stos_rules_text(rules, text), 0);
    assert_string_equal(text, "");
    assert_int_equal(stos_option_allowed(rules, 0, text, sizeof text), 0);
    assert_int_equal(stos_action_count(rules), 0);
    assert_int_equal(stos_observation_length(rules), 0);
    assert_false(stos_observation_field(rules, 0, &field));
}

static bool is_allowed(const stos_rules *rules, int option)
{
    char text[STOS_RULES_TEXT];
    stos_rules again;
    size_t length = stos_rules_text(rules, text);
    return length > 0 && !stos_rules_parse(text, length, &again).reason &&
        again.value[option] == rules->value[option];
}

static void every_value_of_every_option_is_taken_or_refused(void **unused)
{
    (void)unused;
    int taken = 0, refused = 0;
    for (int i = 0; i < RULES; i++) {
        stos_rules good = rules_of(all_rules[i]);
        int count;
        stos_game_options(good.game, &count);
        for (int option = 0; option < count; option++)
            for (int value = INT8_MIN; value <= INT8_MAX; value++) {
                stos_rules rules = good;
                stos_state state;
                stos_seed seed = stos_seed_number(1);
                rules.value[option] = (int8_t)value;
                stos_error error = stos_deal(&state, &rules, &seed, NULL);
                assert_int_equal(!error.reason, is_allowed(&rules, option));
                taken += !error.reason;
                refused += error.reason != 0;
                if (error.reason)
                    assert_rules_refused(&rules, STOS_BAD_VALUE, error.number);
                if (!error.reason)
                    assert_int_equal(stos_actors(&state) >> stos_rules_seats(&rules), 0);
            }
    }
    assert_true(taken > 50 && refused > 5000);
}

static void rules_of_no_game_are_refused(void **unused)
{
    (void)unused;
    stos_rules none = {.game = NULL}, alien = stos_rules_standard(stos_game_at(0));
    assert_rules_refused(&none, STOS_UNKNOWN_GAME, 0);
    alien.game = (const stos_game *)(const void *)&alien;
    assert_rules_refused(&alien, STOS_UNKNOWN_GAME, 0);
}

/* The header: the number of an error about an option is that option's index. */
static void the_number_of_a_refused_option_is_its_index(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        enum stos_reason reason;
        int number;
        const char *words;
    } cases[] = {{"thegame(players=9)", STOS_BAD_VALUE, STOS_THEGAME_PLAYERS, "1 to 5"},
                 {"thegame(players=3,start=3)", STOS_BAD_VALUE, STOS_THEGAME_START, "0 to 2"},
                 {"thegame(fire=off,fire=off)", STOS_REPEATED_OPTION, STOS_THEGAME_FIRE, "fire"},
                 {"lie(players=2,start=2)", STOS_BAD_VALUE, STOS_LIE_START, "0 or 1"},
                 {"facetoface(start=2)", STOS_BAD_VALUE, STOS_FACETOFACE_START, "0 or 1"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        stos_rules rules;
        char text[STOS_ERROR_TEXT];
        stos_error error = stos_rules_parse(cases[i].text, strlen(cases[i].text), &rules);
        assert_int_equal(error.reason, cases[i].reason);
        assert_int_equal(error.number, cases[i].number);
        stos_error_text(error, cases[i].text, text, sizeof text);
        assert_non_null(strstr(text, cases[i].words));
    }
}

static void errors_filled_in_by_hand_have_a_text(void **unused)
{
    (void)unused;
    static const int16_t numbers[] = {INT16_MIN, -1, 0, 7, 8, 100, 255, 256, INT16_MAX};
    for (unsigned reason = 0; reason < 256; reason++)
        for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
            for (int game = -1; game < STOS_GAMES; game++) {
                char text[STOS_ERROR_TEXT];
                stos_error error = {
                    .reason = (uint8_t)reason, .number = numbers[i], .game = stos_game_at(game)};
                assert_true(stos_error_text(error, NULL, text, sizeof text) > 0);
                assert_non_null(stos_error_code(error));
                assert_non_null(stos_error_clause(error));
            }
}

static void a_seed_of_no_generator_is_refused(void **unused)
{
    (void)unused;
    stos_rules rules = rules_of("lie(players=3)");
    stos_state state;
    for (int generator = 2; generator < 256; generator++) {
        stos_seed seed = {.generator = (uint8_t)generator};
        fill(&state, sizeof state);
        assert_int_equal(stos_deal(&state, &rules, &seed, NULL).reason, STOS_BAD_SEED);
        assert_true(is_filled(&state, sizeof state));
    }
}

static void indexes_beyond_the_end_find_nothing(void **unused)
{
    (void)unused;
    static const int bad[] = {INT_MIN, -1, 100, INT_MAX};
    stos_rules rules = rules_of("thegame(players=3)");
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char text[STOS_RULES_TEXT] = "x";
        stos_field field;
        assert_null(stos_game_at(bad[i]));
        assert_int_equal(stos_option_allowed(&rules, bad[i], text, sizeof text), 0);
        assert_string_equal(text, "");
        assert_false(stos_observation_field(&rules, bad[i], &field));
    }
    assert_int_equal(stos_size_of((enum stos_type)100), 0);
    stos_random random = stos_random_from(1);
    assert_int_equal(stos_random_below(&random, 0), 0);
}

/* ---------------------------------------------------------------- seats and moves */

/* Calls every function that takes a seat, with one that is none. */
static void assert_no_such_seat(const stos_state *state, int seat)
{
    stos_move moves[STOS_MAX_MOVES];
    stos_view view, spectator;
    stos_state copy = *state;
    stos_error error = stos_play(&copy, seat, stos_move_make(STOS_END, 0, 0));
    assert_int_equal(error.reason, STOS_BAD_SEAT);
    assert_int_equal(error.number, (int16_t)seat);
    assert_memory_equal(&copy, state, sizeof copy);
    assert_int_equal(stos_moves(state, seat, moves), 0);
    assert_int_equal(stos_move_count(state, seat), 0);
    assert_int_equal(stos_move_at(state, seat, 0), STOS_NO_MOVE);
    stos_look(state, seat, &view);
    stos_look(state, STOS_SPECTATOR, &spectator);
    assert_memory_equal(&view, &spectator, sizeof view);
    int next = stos_next_actor(state, seat);
    assert_true(next == -1 ? stos_over(state) : stos_actors(state) >> next & 1);
}

static void assert_border_holds(const stos_state *state, stos_random *random)
{
    stos_rules rules = stos_state_rules(state);
    int seats = stos_rules_seats(&rules);
    for (int i = 0; i < BAD_SEATS; i++)
        assert_no_such_seat(state, bad_seats[i]);
    for (int seat = seats; seat < STOS_MAX_SEATS; seat++)
        assert_no_such_seat(state, seat);
    for (int seat = 0; seat < seats; seat++) {
        stos_view view;
        char text[STOS_MOVE_TEXT];
        int count = stos_move_count(state, seat);
        assert_int_equal(stos_move_at(state, seat, -1), STOS_NO_MOVE);
        assert_int_equal(stos_move_at(state, seat, INT_MIN), STOS_NO_MOVE);
        assert_int_equal(stos_move_at(state, seat, count), STOS_NO_MOVE);
        assert_int_equal(stos_move_at(state, seat, INT_MAX), STOS_NO_MOVE);
        stos_look(state, seat, &view);
        for (int i = 0; i < 8; i++) {
            stos_state copy = *state;
            stos_move move =
                (stos_move)stos_random_bits(random) & (i & 1 ? 0x07ffffff : 0xffffffff);
            int action = stos_action_of(&view, move);
            assert_true(action >= -1 && action < stos_action_count(&rules));
            assert_true(stos_move_text(rules.game, move, text) < sizeof text);
            if (stos_play(&copy, seat, move).reason)
                assert_memory_equal(&copy, state, sizeof copy);
        }
        assert_int_equal(stos_action_move(&view, -1), STOS_NO_MOVE);
        assert_int_equal(stos_action_move(&view, INT_MIN), STOS_NO_MOVE);
        assert_int_equal(stos_action_move(&view, stos_action_count(&rules)), STOS_NO_MOVE);
        assert_int_equal(stos_action_move(&view, INT_MAX), STOS_NO_MOVE);
    }
}

static void seats_indexes_moves_and_actions_are_checked_in_every_position(void **unused)
{
    (void)unused;
    for (int i = 0; i < RULES; i++) {
        stos_state state = deal_seeded(all_rules[i], 7);
        stos_random random = stos_random_from((uint64_t)i);
        for (;;) {
            assert_border_holds(&state, &random);
            int seat = stos_next_actor(&state, -1);
            if (seat < 0)
                break;
            int index = (int)stos_random_below(&random, (uint32_t)stos_move_count(&state, seat));
            assert_int_equal(stos_play(&state, seat, stos_move_at(&state, seat, index)).reason,
                             STOS_OK);
        }
    }
}

/* ---------------------------------------------------------------- batches */

static void a_batch_with_bad_rules_or_actions_stays_as_it_is(void **unused)
{
    (void)unused;
    stos_state state[2];
    stos_view view[2];
    uint64_t seed[2];
    int32_t action[2] = {0, 0};
    stos_random random = stos_random_from(1);
    stos_batch batch = {.rules = rules_of("thegame(players=5)"),
                        .count = 2,
                        .state = state,
                        .view = view,
                        .seed = seed};
    batch.rules.value[STOS_THEGAME_PLAYERS] = 6;
    fill(state, sizeof state);
    stos_batch_deal(&batch, 1);
    assert_int_equal(stos_batch_step(&batch, action), 0);
    stos_batch_choose(&batch, &random, action);
    assert_true(is_filled(state, sizeof state));
    batch.rules.value[STOS_THEGAME_PLAYERS] = 5;
    stos_batch_deal(&batch, 1);
    static const int32_t bad[] = {INT32_MIN, -1, 100000, INT32_MAX};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        stos_state before = state[0];
        action[0] = action[1] = bad[i];
        assert_int_equal(stos_batch_step(&batch, action), 2);
        assert_memory_equal(&state[0], &before, sizeof before);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value_of_every_option_is_taken_or_refused),
        cmocka_unit_test(rules_of_no_game_are_refused),
        cmocka_unit_test(the_number_of_a_refused_option_is_its_index),
        cmocka_unit_test(errors_filled_in_by_hand_have_a_text),
        cmocka_unit_test(a_seed_of_no_generator_is_refused),
        cmocka_unit_test(indexes_beyond_the_end_find_nothing),
        cmocka_unit_test(seats_indexes_moves_and_actions_are_checked_in_every_position),
        cmocka_unit_test(a_batch_with_bad_rules_or_actions_stays_as_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
