/*
 * test_lie_table.c - tables of solved rounds as bots see them: damage is named, silence is silence,
 * answers are distributions over exactly the legal moves, matches follow from rounds.
 */
#include "bot/lie/table.h"

#include "bot/lie/table_format.h"
#include "bot/lie/table_nearly.h"
#include "game/lie/lie.h"
#include "solve/lie/cfr.h"
#include "solve/lie/export.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A quick table: 1 against 1 by face with plain ones, and by count with wild ones. */
static struct lie_bytes make_table(void)
{
    struct lie_bytes table = {0};
    for (int second = 0; second < 2; second++) {
        struct lie_round_rules rules = {
            .cards = {1, 1}, .by_count = second, .wild_face = (uint8_t)second};
        struct lie_solver solver;
        struct lie_gap gap;
        assert_int_equal(lie_solver_open(&solver, &rules, LIE_DCFR), LIE_ROUND_OK);
        for (int i = 0; i < 40; i++)
            assert_true(lie_solver_step(&solver, 1));
        assert_true(lie_prune(&solver.average, 1e-4) && lie_measure(&solver.average, 1, &gap));
        struct lie_bytes next = lie_export(&solver.average, &gap, table.at, table.length);
        assert_false(next.failed);
        free(table.at);
        table = next;
        lie_solver_close(&solver);
    }
    return table;
}

static void every_kind_of_damage_is_named(void **state)
{
    (void)state;
    struct lie_bytes bytes = make_table();
    struct solved_rounds table;
    uint8_t *copy = malloc(bytes.length + 1);
    assert_int_equal(solved_rounds_open(&table, bytes.at, bytes.length), SOLVED_ROUNDS_OK);
    assert_int_equal(table.rounds, 2);
    assert_int_equal(solved_rounds_open(&table, NULL, 0), SOLVED_ROUNDS_MISSING);
    assert_int_equal(solved_rounds_open(&table, "something else that is long enough", 34),
                     SOLVED_ROUNDS_FOREIGN);
    assert_int_equal(solved_rounds_open(&table, bytes.at, bytes.length - 1), SOLVED_ROUNDS_CUT);
    memcpy(copy, bytes.at, bytes.length);
    copy[6]++;
    assert_int_equal(solved_rounds_open(&table, copy, bytes.length), SOLVED_ROUNDS_VERSION);
    for (size_t at = LIE_TABLE_HEAD - 8; at < bytes.length; at += 101) {
        memcpy(copy, bytes.at, bytes.length);
        copy[at] ^= 16;
        assert_int_equal(solved_rounds_open(&table, copy, bytes.length), SOLVED_ROUNDS_DAMAGED);
        assert_int_equal(table.rounds, 0);
    }
    for (int error = SOLVED_ROUNDS_OK; error <= SOLVED_ROUNDS_DAMAGED; error++)
        assert_true(strlen(solved_rounds_error_text((enum solved_rounds_error)error)) > 10);
    free(copy);
    free(bytes.at);
}

static void set_hash(uint8_t *table, size_t length)
{
    uint64_t hash = solved_rounds_hash(table + LIE_TABLE_HEAD, length - LIE_TABLE_HEAD);
    for (int i = 0; i < 8; i++)
        table[16 + i] = (uint8_t)(hash >> 8 * i);
}

/* A table whose hash is right but whose inside is nonsense must not be read beyond its end. */
static void nonsense_with_a_right_hash_does_no_harm(void **state)
{
    (void)state;
    struct lie_bytes bytes = make_table();
    stos_random random = stos_random_from(7);
    for (int trial = 0; trial < 300; trial++) {
        uint8_t *copy = malloc(bytes.length);
        memcpy(copy, bytes.at, bytes.length);
        for (int i = 0; i < 20; i++)
            copy[LIE_TABLE_HEAD +
                 stos_random_below(&random, (uint32_t)bytes.length - LIE_TABLE_HEAD)] =
                (uint8_t)stos_random_bits(&random);
        set_hash(copy, bytes.length);
        struct solved_rounds table;
        struct stos_lie_view view = {
            .table = {.in = 3, .count = {1, 1}, .cards = 2, .phase = STOS_PHASE_BID}};
        float probability[STOS_MAX_MOVES];
        view.table.option[STOS_LIE_ORDER] = STOS_LIE_ORDER_FACE;
        view.table.option[STOS_LIE_ONES] = STOS_LIE_ONES_PLAIN;
        for (int rank = 0; rank < 12; rank++)
            if (trial >> rank & 1)
                lie_add_bid(&view.table, lie_bid_at(&view.table, rank));
        view.face[0] = (uint8_t)stos_lie_low_face(0);
        solved_rounds_open(&table, copy, bytes.length);
        view.table.turn =
            (uint8_t)(view.seat = (int8_t)(__builtin_popcount((unsigned)trial & 4095) & 1));
        assert_in_range(lie_table_moves(&table, &view, probability), 0, STOS_MAX_MOVES);
        free(copy);
    }
    free(bytes.at);
}

/* The table that is shipped. */
static uint8_t *read_shipped(size_t *length)
{
    enum { LARGEST = 16 << 20 };
    FILE *file = fopen(STOS_TEST_DATA "/../data/lie-rounds.bin", "rb");
    uint8_t *bytes = malloc(LARGEST);
    assert_true(file && bytes);
    *length = fread(bytes, 1, LARGEST, file);
    fclose(file);
    return bytes;
}

typedef int ask_table(const struct solved_rounds *table, const struct stos_lie_view *view,
                      float probability[STOS_MAX_MOVES]);

/* Plays rounds by the table with the rules library; returns how many moves the table knew. */
static int play_by(ask_table *ask, const struct solved_rounds *table, const char *rules_text,
                   int games, int *unknown)
{
    stos_rules rules;
    int known = 0;
    stos_random random = stos_random_from(3);
    assert_int_equal(stos_rules_parse(rules_text, strlen(rules_text), &rules).reason, STOS_OK);
    for (int game = 0; game < games; game++) {
        stos_state state;
        stos_seed seed = stos_seed_number((uint64_t)game);
        stos_deal(&state, &rules, &seed, NULL);
        while (!stos_over(&state) && state.as.lie.table.round == 1) {
            stos_view view;
            stos_move moves[STOS_MAX_MOVES];
            float probability[STOS_MAX_MOVES];
            int seat = __builtin_ctz(stos_actors(&state)), count = stos_moves(&state, seat, moves),
                move = 0;
            stos_look(&state, seat, &view);
            int listed = ask(table, &view.as.lie, probability);
            float sum = 0, left = (float)stos_random_below(&random, 1 << 20) / (1 << 20);
            for (int i = 0; i < listed; i++) {
                assert_true(probability[i] >= 0);
                sum += probability[i];
            }
            assert_true(listed == 0 || (listed == count && fabsf(sum - 1) < 1e-4F));
            known += listed > 0;
            *unknown += listed == 0;
            for (move = 0; move + 1 < listed && left >= probability[move]; move++)
                left -= probability[move];
            stos_play(&state, seat, moves[move]);
        }
    }
    return known;
}

static int play_by_table(const struct solved_rounds *table, const char *rules_text, int games,
                         int *unknown)
{
    return play_by(lie_table_moves, table, rules_text, games, unknown);
}

static void answers_are_chances_of_exactly_the_legal_moves(void **state)
{
    (void)state;
    struct lie_bytes bytes = make_table();
    struct solved_rounds table;
    int unknown = 0;
    assert_int_equal(solved_rounds_open(&table, bytes.at, bytes.length), SOLVED_ROUNDS_OK);
    int known = play_by_table(&table, "lie(players=2)", 300, &unknown);
    assert_true(known > 800 && unknown * 50 < known); /* it hardly leaves what it knows */
    unknown = 0;
    known = play_by_table(&table, "lie(players=2,order=count,ones=wild,direction=choose)", 300,
                          &unknown);
    assert_true(known > 800 && unknown * 50 < known);
    unknown = 0;
    assert_int_equal(play_by_table(&table, "lie(players=2,ones=wild)", 5, &unknown),
                     0); /* was not solved */
    assert_int_equal(play_by_table(&table, "lie(players=3)", 5, &unknown), 0);
    assert_int_equal(play_by_table(&table, "lie(players=2,cards=down)", 5, &unknown), 0);
    free(bytes.at);
}

static void an_empty_table_knows_nothing_and_may_be_asked(void **state)
{
    (void)state;
    struct solved_rounds table;
    int unknown = 0;
    solved_rounds_open(&table, NULL, 0);
    assert_int_equal(play_by_table(&table, "lie(players=2)", 3, &unknown), 0);
}

static void rounds_are_found_and_replaced(void **state)
{
    (void)state;
    struct lie_bytes bytes = make_table();
    struct solved_rounds table;
    solved_rounds_open(&table, bytes.at, bytes.length);
    int index = lie_table_find(&table, STOS_LIE_ORDER_COUNT, STOS_LIE_ONES_WILD, 1, 1);
    assert_in_range(index, 0, table.rounds - 1);
    struct lie_table_round found = lie_table_round_at(&table, index);
    assert_true(fabs(found.chance - 0.512) < 0.02 && found.exploitability < 0.1);
    assert_int_equal(lie_table_find(&table, STOS_LIE_ORDER_COUNT, STOS_LIE_ONES_WILD, 1, 2), -1);
    struct lie_strategy strategy;
    struct lie_gap gap = {.value = 0.5, .exploitability = 0.25};
    assert_int_equal(lie_strategy_open(&strategy, &(struct lie_round_rules){.cards = {1, 1}}),
                     LIE_ROUND_OK);
    struct lie_bytes again = lie_export(&strategy, &gap, bytes.at, bytes.length);
    assert_int_equal(solved_rounds_open(&table, again.at, again.length), SOLVED_ROUNDS_OK);
    assert_int_equal(table.rounds, 2);
    found = lie_table_round_at(
        &table, lie_table_find(&table, STOS_LIE_ORDER_FACE, STOS_LIE_ONES_PLAIN, 1, 1));
    assert_true(found.chance == 0.75 && found.exploitability == 0.25);
    lie_strategy_close(&strategy);
    free(again.at);
    free(bytes.at);
}

/* Nearly solved rounds know everything that they bring about themselves, by face and with plain
 * ones, and nothing else. */
static void nearly_solved_rounds_know_all_that_they_do(void **state)
{
    (void)state;
    size_t length;
    uint8_t *bytes = read_shipped(&length);
    struct solved_rounds table;
    int unknown = 0;
    assert_int_equal(solved_rounds_open(&table, bytes, length), SOLVED_ROUNDS_OK);
    assert_int_equal(table.nearly, 20); /* all sizes up to 5 against 5 but five, which are solved */
    for (int i = table.rounds; i < table.rounds + table.nearly; i++) {
        struct lie_table_round round = lie_table_round_at(&table, i);
        assert_int_equal(lie_table_find(&table, round.order, round.ones, round.opener, round.other),
                         -1);
        assert_true(round.opener < round.other       ? round.chance < 0.5
                        : round.opener > round.other ? round.chance > 0.5
                                                     : fabs(round.chance - 0.5) < 0.03);
    }
    int known = play_by(lie_table_nearly_moves, &table, "lie(players=2,cards=down)", 300, &unknown);
    assert_true(known > 1200);
    assert_int_equal(unknown, 0);
    assert_int_equal(play_by(lie_table_nearly_moves, &table, "lie(players=2)", 5, &unknown),
                     0); /* is solved */
    assert_int_equal(
        play_by(lie_table_nearly_moves, &table, "lie(players=2,cards=down,ones=wild)", 5, &unknown),
        0);
    assert_int_equal(play_by(lie_table_nearly_moves, &table,
                             "lie(players=2,cards=down,order=count)", 5, &unknown),
                     0);
    assert_int_equal(
        play_by(lie_table_nearly_moves, &table, "lie(players=3,cards=down)", 5, &unknown), 0);
    free(bytes);
}

/* Their bits may be any: what is read stays inside, and what is answered are chances. */
static void nonsense_in_nearly_solved_rounds_does_no_harm(void **state)
{
    (void)state;
    size_t length;
    uint8_t *bytes = read_shipped(&length);
    struct solved_rounds table;
    stos_random random = stos_random_from(11);
    int unknown = 0;
    assert_int_equal(solved_rounds_open(&table, bytes, length), SOLVED_ROUNDS_OK);
    const uint8_t *at;
    size_t size, first = length;
    for (int part = 0; part < 4; part++) {
        assert_true(lie_table_part(&table, lie_table_entry(&table, table.rounds + table.nearly - 1),
                                   part, &at, &size));
        first = (size_t)(at - bytes) < first ? (size_t)(at - bytes) : first;
    }
    for (size_t i = first; i < length; i += 1 + stos_random_below(&random, 9))
        bytes[i] = (uint8_t)stos_random_bits(&random);
    play_by(lie_table_nearly_moves, &table, "lie(players=2,cards=down)", 200, &unknown);
    assert_true(unknown > 0);
    free(bytes);
}

/* Solving a round anew leaves the nearly solved ones as they are. */
static void nearly_solved_rounds_stay_when_another_is_written(void **state)
{
    (void)state;
    size_t length;
    uint8_t *bytes = read_shipped(&length);
    struct lie_strategy strategy;
    struct lie_gap gap = {.value = 0.5, .exploitability = 0.25};
    for (int fresh = 0; fresh < 2;
         fresh++) { /* 1 against 1 is there; then its entry is of other cards */
        struct lie_round_rules rules = {.cards = {1, 1}};
        if (fresh) {
            bytes[LIE_TABLE_HEAD + 3] = 4;
            set_hash(bytes, length);
        }
        struct solved_rounds old, table;
        const uint8_t *at, *was;
        size_t size, had;
        assert_int_equal(lie_strategy_open(&strategy, &rules), LIE_ROUND_OK);
        struct lie_bytes again = lie_export(&strategy, &gap, bytes, length);
        solved_rounds_open(&old, bytes, length);
        assert_int_equal(solved_rounds_open(&table, again.at, again.length), SOLVED_ROUNDS_OK);
        assert_int_equal(table.rounds, old.rounds + fresh);
        assert_int_equal(table.nearly, old.nearly);
        for (int i = 0; i < table.nearly; i++)
            for (int part = 0; part < 4; part++) {
                assert_true(lie_table_part(&table, lie_table_entry(&table, table.rounds + i), part,
                                           &at, &size));
                assert_true(
                    lie_table_part(&old, lie_table_entry(&old, old.rounds + i), part, &was, &had));
                assert_true(size == had && memcmp(at, was, size) == 0);
            }
        lie_strategy_close(&strategy);
        free(again.at);
    }
    free(bytes);
}

/* With even rounds a match is a fair race; who has lost more rounds is behind, and up and down are
 * the same race. */
static void matches_follow_from_rounds(void **state)
{
    (void)state;
    struct solved_rounds empty;
    bool exact;
    solved_rounds_open(&empty, NULL, 0);
    double last = lie_table_match(&empty, STOS_LIE_ORDER_FACE, STOS_LIE_ONES_PLAIN,
                                  STOS_LIE_COUNTS_UP, 5, 5, &exact);
    assert_true(!exact && fabs(last - lie_table_guess(5, 5)) < 1e-12); /* one round decides */
    assert_true(fabs(lie_table_match(&empty, STOS_LIE_ORDER_FACE, STOS_LIE_ONES_PLAIN,
                                     STOS_LIE_COUNTS_DOWN, 1, 1, &exact) -
                     lie_table_guess(1, 1)) < 1e-12);
    double up = lie_table_match(&empty, STOS_LIE_ORDER_FACE, STOS_LIE_ONES_PLAIN,
                                STOS_LIE_COUNTS_UP, 4, 5, &exact);
    double p = lie_table_guess(4, 5), q = lie_table_guess(5, 5);
    assert_true(fabs(up - (p + (1 - p) * (1 - q))) < 1e-12);
    for (int own = 1; own <= STOS_LIE_HAND; own++)
        for (int other = 1; other <= STOS_LIE_HAND; other++) {
            double chance = lie_table_match(&empty, STOS_LIE_ORDER_COUNT, STOS_LIE_ONES_WILD,
                                            STOS_LIE_COUNTS_DOWN, own, other, &exact);
            assert_true(chance > 0 && chance < 1);
        }
    struct lie_bytes bytes = make_table();
    struct solved_rounds table;
    solved_rounds_open(&table, bytes.at, bytes.length);
    lie_table_match(&table, STOS_LIE_ORDER_FACE, STOS_LIE_ONES_PLAIN, STOS_LIE_COUNTS_DOWN, 1, 1,
                    &exact);
    assert_true(exact); /* only one round is left, and it is solved */
    free(bytes.at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_damage_is_named),
        cmocka_unit_test(nonsense_with_a_right_hash_does_no_harm),
        cmocka_unit_test(answers_are_chances_of_exactly_the_legal_moves),
        cmocka_unit_test(an_empty_table_knows_nothing_and_may_be_asked),
        cmocka_unit_test(rounds_are_found_and_replaced),
        cmocka_unit_test(nearly_solved_rounds_know_all_that_they_do),
        cmocka_unit_test(nonsense_in_nearly_solved_rounds_does_no_harm),
        cmocka_unit_test(nearly_solved_rounds_stay_when_another_is_written),
        cmocka_unit_test(matches_follow_from_rounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
