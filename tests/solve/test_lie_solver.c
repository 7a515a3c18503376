/*
 * test_lie_solver.c - the solver of rounds of LIE, its tables, and an independent best answer to
 * what it found.
 *
 * The independent answer knows nothing of the solver: it asks the written table, view by view, as a
 * bot would, counts with the rules library, and goes through all hands of both players one by one.
 */
#include "solve/lie/cfr.h"

#include "bot/lie/table.h"
#include "game/lie/lie.h"
#include "solve/lie/export.h"
#include "solve/lie/save.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { HANDS = 2 * STOS_LIE_KINDS }; /* of one card: kind and end */

/* ---------------------------------------------------------------- solving */

static struct lie_solver open_solver(struct lie_round_rules rules, enum lie_algorithm algorithm)
{
    struct lie_solver solver;
    assert_int_equal(lie_solver_open(&solver, &rules, algorithm), LIE_ROUND_OK);
    return solver;
}

static void iterate(struct lie_solver *solver, int iterations, int threads)
{
    for (int i = 0; i < iterations; i++)
        assert_true(lie_solver_step(solver, threads));
}

static struct lie_gap measure(const struct lie_solver *solver)
{
    struct lie_gap gap;
    assert_true(lie_measure(&solver->average, 1, &gap));
    return gap;
}

static size_t floats_of(const struct lie_solver *solver)
{
    return solver->average.stride << solver->average.round.ranks;
}

static void assert_same(const struct lie_solver *one, const struct lie_solver *other)
{
    assert_int_equal(one->iterations, other->iterations);
    assert_memory_equal(one->regret, other->regret, floats_of(one) * sizeof(float));
    assert_memory_equal(one->average.weights, other->average.weights,
                        floats_of(one) * sizeof(float));
    for (int i = 0; i < 2; i++) {
        size_t choices = (size_t)one->average.round.side[i].choices;
        assert_memory_equal(one->end_regret[i], other->end_regret[i], choices * sizeof(float));
        if (choices > 0)
            assert_memory_equal(one->average.ends[i], other->average.ends[i],
                                choices * sizeof(float));
    }
}

static void both_algorithms_find_the_same_value(void **state)
{
    (void)state;
    struct lie_round_rules rules = {.cards = {1, 1}, .by_count = true};
    struct lie_solver dcfr = open_solver(rules, LIE_DCFR), plus = open_solver(rules, LIE_CFR_PLUS);
    iterate(&dcfr, 100, 1);
    iterate(&plus, 100, 1);
    struct lie_gap first = measure(&dcfr), second = measure(&plus);
    assert_true(first.exploitability < 2e-3 && second.exploitability < 2e-2);
    assert_true(fabs(first.value - second.value) <= first.exploitability + second.exploitability);
    lie_solver_close(&dcfr);
    lie_solver_close(&plus);
}

static void threads_change_nothing(void **state)
{
    (void)state;
    struct lie_round_rules rules = {
        .cards = {1, 2}, .by_count = true, .wild_face = 1, .dice = true};
    struct lie_solver alone = open_solver(rules, LIE_DCFR), together = open_solver(rules, LIE_DCFR);
    iterate(&alone, 4, 1);
    iterate(&together, 4, 3);
    assert_same(&alone, &together);
    lie_solver_close(&alone);
    lie_solver_close(&together);
}

static void regrets_stay_finite(void **state)
{
    (void)state;
    for (int algorithm = LIE_DCFR; algorithm <= LIE_CFR_PLUS; algorithm++) {
        struct lie_solver solver =
            open_solver((struct lie_round_rules){.cards = {1, 1}, .wild_face = 1},
                        (enum lie_algorithm)algorithm);
        iterate(&solver, 300, 1);
        for (size_t i = 0; i < floats_of(&solver); i++)
            assert_true(isfinite(solver.regret[i]) && isfinite(solver.average.weights[i]) &&
                        solver.average.weights[i] >= 0);
        lie_solver_close(&solver);
    }
}

/* Remembering faces only, the best answer still sees all cards; so the strategy can be beaten a
 * little, not more. */
static void faces_alone_are_nearly_enough(void **state)
{
    (void)state;
    struct lie_solver solver =
        open_solver((struct lie_round_rules){.cards = {1, 1}, .faces_only = true}, LIE_DCFR);
    iterate(&solver, 200, 1);
    struct lie_gap gap = measure(&solver);
    assert_true(gap.exploitability < 2e-3);
    assert_true(fabs(gap.value + 0.0506) <= gap.exploitability + 1e-4);
    lie_solver_close(&solver);
}

static void threads_change_nothing_with_faces_either(void **state)
{
    (void)state;
    struct lie_round_rules rules = {.cards = {2, 1}, .faces_only = true};
    struct lie_solver alone = open_solver(rules, LIE_DCFR), together = open_solver(rules, LIE_DCFR);
    iterate(&alone, 3, 1);
    iterate(&together, 3, 4);
    assert_same(&alone, &together);
    lie_solver_close(&alone);
    lie_solver_close(&together);
}

/* ---------------------------------------------------------------- saving */

static void resuming_is_the_same_as_no_break(void **state)
{
    (void)state;
    struct lie_round_rules rules = {.cards = {1, 1}, .wild_face = 1};
    struct lie_solver whole = open_solver(rules, LIE_DCFR), first = open_solver(rules, LIE_DCFR),
                      second = open_solver(rules, LIE_DCFR);
    FILE *file = tmpfile();
    assert_non_null(file);
    iterate(&whole, 30, 1);
    iterate(&first, 12, 1);
    assert_int_equal(lie_save(&first, file), LIE_SAVE_OK);
    rewind(file);
    assert_int_equal(lie_restore(&second, file), LIE_SAVE_OK);
    iterate(&second, 18, 1);
    assert_same(&whole, &second);
    fclose(file);
    lie_solver_close(&whole);
    lie_solver_close(&first);
    lie_solver_close(&second);
}

static enum lie_save_error restore_from(const char *bytes, size_t length,
                                        struct lie_round_rules rules)
{
    struct lie_solver solver = open_solver(rules, LIE_DCFR);
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    rewind(file);
    enum lie_save_error error = lie_restore(&solver, file);
    fclose(file);
    lie_solver_close(&solver);
    return error;
}

static void a_damaged_or_foreign_save_is_refused(void **state)
{
    (void)state;
    struct lie_round_rules rules = {.cards = {1, 1}}, other = {.cards = {1, 1}, .by_count = true};
    struct lie_solver solver = open_solver(rules, LIE_DCFR);
    char *bytes = NULL;
    size_t length = 0;
    iterate(&solver, 3, 1);
    FILE *file = open_memstream(&bytes, &length);
    assert_int_equal(lie_save(&solver, file), LIE_SAVE_OK);
    fclose(file);
    assert_int_equal(restore_from(bytes, length, rules), LIE_SAVE_OK);
    assert_int_equal(restore_from(bytes, length, other), LIE_SAVE_OTHER);
    assert_int_equal(restore_from(bytes, length / 2, rules), LIE_SAVE_DAMAGED);
    assert_int_equal(restore_from(bytes, 3, rules), LIE_SAVE_FOREIGN);
    bytes[length / 2] ^= 4;
    assert_int_equal(restore_from(bytes, length, rules), LIE_SAVE_DAMAGED);
    bytes[0] ^= 4;
    assert_int_equal(restore_from(bytes, length, rules), LIE_SAVE_FOREIGN);
    free(bytes);
    lie_solver_close(&solver);
}

/* ---------------------------------------------------------------- an independent best answer,
 * asked of the table */

struct plain {
    struct solved_rounds table;
    struct stos_lie_view view; /* of the seat that plays by the table; seat 0 opens */
    int answering;             /* the other seat */
    uint32_t left_out;         /* bids that the table never makes */
};

static int face_of(int hand)
{
    return hand % 2 ? stos_lie_high_face(hand / 2) : stos_lie_low_face(hand / 2);
}

/* The chance of two hands' cards: two of each kind among thirty. */
static double deal_chance(int own, int other)
{
    return (own / 2 == other / 2 ? 2.0 : 4.0) / (30 * 29);
}

/* How the table plays this hand here; evenly where it says nothing, or with bids left out by
 * calling. */
static void table_moves(struct plain *plain, int hand, int moves, float *probability)
{
    plain->view.kind[0] = (uint8_t)(hand / 2);
    plain->view.face[0] = (uint8_t)face_of(hand);
    int count = lie_table_moves(&plain->table, &plain->view, probability);
    bool calls = plain->left_out && stos_lie_last_bid(&plain->view.table) >= 0;
    for (int i = 0; count == 0 && i < moves; i++)
        probability[i] = calls ? (float)(i == moves - 1) : 1.0F / (float)moves;
    assert_true(count == 0 || count == moves);
}

static int found_of(const struct stos_lie_table *table, int face, int hand)
{
    return face_of(hand) == face || (face != 1 && stos_lie_ones_wild(table) && face_of(hand) == 1);
}

/* What the answering seat wins when the last bid is called, for its hand. */
static double called(const struct plain *plain, const double *reach, int own)
{
    const struct stos_lie_table *table = &plain->view.table;
    int count, face, caller = table->turn;
    double sum = 0;
    stos_lie_bid_at(table, stos_lie_last_bid(table), &count, &face);
    for (int hand = 0; hand < HANDS; hand++) {
        bool holds = found_of(table, face, own) + found_of(table, face, hand) >= count;
        double won = holds == (caller != plain->answering) ? 1 : -1;
        sum += deal_chance(own, hand) * reach[hand] * won;
    }
    return sum;
}

static void answer(struct plain *plain, const double reach[HANDS], double value[HANDS]);

/* Bids a rank, answers what follows, and takes the bid back. */
static void answer_bid(struct plain *plain, int rank, const double *reach, double *value)
{
    struct stos_lie_table *table = &plain->view.table, before = *table;
    lie_add_bid(table, lie_bid_at(table, rank));
    table->turn ^= 1;
    answer(plain, reach, value);
    *table = before;
}

static void answer_table(struct plain *plain, const double *reach, double *value)
{
    int last = stos_lie_last_bid(&plain->view.table), raises = 11 - last,
        moves = raises + (last >= 0);
    double next[HANDS], part[HANDS];
    float probability[HANDS][STOS_MAX_MOVES];
    memset(value, 0, HANDS * sizeof *value);
    for (int hand = 0; hand < HANDS; hand++)
        table_moves(plain, hand, moves, probability[hand]);
    for (int move = 0; move < moves; move++) {
        double sum = 0;
        for (int hand = 0; hand < HANDS; hand++)
            sum += next[hand] = reach[hand] * (double)probability[hand][move];
        if (sum == 0)
            continue;
        if (move < raises)
            answer_bid(plain, last + 1 + move, next, part);
        for (int own = 0; own < HANDS; own++)
            value[own] += move < raises ? part[own] : called(plain, next, own);
    }
}

static void answer(struct plain *plain, const double reach[HANDS], double value[HANDS])
{
    int last = stos_lie_last_bid(&plain->view.table);
    double part[HANDS];
    if (plain->view.table.turn != plain->answering) {
        answer_table(plain, reach, value);
        return;
    }
    for (int own = 0; own < HANDS; own++)
        value[own] = last >= 0 ? called(plain, reach, own) : -2;
    for (int rank = last + 1; rank < 12; rank++) {
        answer_bid(plain, rank, reach, part);
        for (int own = 0; own < HANDS; own++)
            value[own] = fmax(value[own], part[own]);
    }
}

/* A round of 1 against 1 before its bidding, as the seat sees it that plays by the table. */
static struct plain open_plain(const struct lie_bytes *bytes, const struct lie_round_rules *rules,
                               int answering)
{
    struct plain plain = {.answering = answering, .left_out = rules->left_out};
    struct stos_lie_table *table = &plain.view.table;
    assert_int_equal(solved_rounds_open(&plain.table, bytes->at, bytes->length), SOLVED_ROUNDS_OK);
    table->option[STOS_LIE_ORDER] = rules->by_count ? STOS_LIE_ORDER_COUNT : STOS_LIE_ORDER_FACE;
    table->option[STOS_LIE_ONES] = rules->wild_face ? STOS_LIE_ONES_WILD : STOS_LIE_ONES_PLAIN;
    table->count[0] = table->count[1] = 1;
    table->cards = 2;
    table->in = 3;
    lie_open_bidding(table);
    plain.view.seat = (int8_t)!answering;
    table->phase = STOS_PHASE_SHOW;
    return plain;
}

static double independent_answer(const struct lie_bytes *bytes, const struct lie_round_rules *rules,
                                 int answering)
{
    struct plain plain = open_plain(bytes, rules, answering);
    struct stos_lie_table *table = &plain.view.table;
    double reach[HANDS], value[HANDS], sum = 0;
    for (int kind = 0; kind < STOS_LIE_KINDS; kind++) {
        float ends[STOS_MAX_MOVES];
        plain.view.kind[0] = (uint8_t)kind;
        assert_int_equal(lie_table_moves(&plain.table, &plain.view, ends), 2);
        reach[2 * kind] = (double)ends[0];
        reach[2 * kind + 1] = (double)ends[1];
    }
    table->phase = STOS_PHASE_BID;
    table->chosen = 3;
    answer(&plain, reach, value);
    for (int kind = 0; kind < STOS_LIE_KINDS; kind++)
        sum += fmax(value[2 * kind], value[2 * kind + 1]);
    return sum;
}

/* Solves 1 against 1 for a while, writes the table, and compares what is said of it with the
 * independent answer. */
static void compare_answers(struct lie_round_rules rules, double prune, int iterations)
{
    struct lie_solver solver = open_solver(rules, LIE_DCFR);
    struct lie_gap gap;
    iterate(&solver, iterations, 1);
    struct lie_gap before = measure(&solver);
    assert_true(lie_prune(&solver.average, prune));
    assert_true(lie_measure(&solver.average, 1, &gap));
    struct lie_bytes bytes = lie_export(&solver.average, &gap, NULL, 0);
    assert_false(bytes.failed);
    double best[2] = {independent_answer(&bytes, &rules, 0), independent_answer(&bytes, &rules, 1)};
    for (int side = 0; side < 2; side++)
        assert_true(fabs(best[side] - gap.best[side]) < 1e-6);
    assert_true(prune > 1e-3 ||
                (best[0] + best[1]) / 2 <
                    before.exploitability + 5e-3); /* rare moves are dropped */
    free(bytes.at);
    lie_solver_close(&solver);
}

static void exploitability_is_what_an_independent_answer_finds(void **state)
{
    (void)state;
    for (int by_count = 0; by_count < 2; by_count++)
        for (uint8_t wild = 0; wild < 2; wild++)
            compare_answers(
                (struct lie_round_rules){.cards = {1, 1}, .by_count = by_count, .wild_face = wild},
                1e-9, 150);
}

/* Whoever answers may bid what the strategy leaves out: as an opening, as a raise, and on ones,
 * which that makes plain (LI12). */
static void bids_left_out_are_answered_too(void **state)
{
    static const int bids[][2] = {{1, 1}, {2, 1}, {1, 3}, {2, 4}}, sets[] = {1, 2, 4, 8, 15};
    (void)state;
    for (int number = 0; number < 4; number++)
        for (int set = 0; set < 5; set++) {
            struct lie_round_rules rules = {
                .cards = {1, 1}, .by_count = number & 1, .wild_face = number >> 1 & 1};
            for (int i = 0; i < 4; i++)
                if (sets[set] >> i & 1)
                    rules.left_out |= UINT32_C(1) << lie_round_rank(&rules, bids[i][0], bids[i][1]);
            compare_answers(rules, 1e-9, 60);
        }
}

/* A round in which what hardly matters is left out is solved as before. */
static void leaving_little_out_costs_little(void **state)
{
    (void)state;
    struct lie_round_rules rules = {.cards = {1, 1}, .wild_face = 1};
    rules.left_out =
        UINT32_C(1) << lie_round_rank(&rules, 2, 1) | UINT32_C(1) << lie_round_rank(&rules, 2, 2);
    struct lie_solver solver = open_solver(rules, LIE_DCFR);
    assert_int_equal(solver.average.round.ranks, 10);
    iterate(&solver, 2000, 1);
    struct lie_gap gap = measure(&solver);
    assert_true(gap.exploitability < 1e-4 &&
                fabs(gap.value - 0.02376) < 2e-4); /* docs/results.md */
    lie_solver_close(&solver);
}

/* What is read from a table is worth exactly what was measured before it was written. */
static void a_table_reads_back_as_it_was_written(void **state)
{
    (void)state;
    for (int forget = 0; forget < 2; forget++) {
        struct lie_solver solver =
            open_solver((struct lie_round_rules){.cards = {1, 1}, .by_count = true}, LIE_DCFR);
        struct lie_strategy faces = {0}, again;
        struct lie_gap written, read;
        struct solved_rounds table;
        iterate(&solver, 60, 1);
        assert_true(!forget || lie_forget_cards(&solver.average, &faces));
        struct lie_strategy *strategy = forget ? &faces : &solver.average;
        assert_true(lie_prune(strategy, 1e-3) && lie_measure(strategy, 1, &written));
        struct lie_bytes bytes = lie_export(strategy, &written, NULL, 0);
        assert_int_equal(solved_rounds_open(&table, bytes.at, bytes.length), SOLVED_ROUNDS_OK);
        assert_int_equal(lie_import(&table, 0, &again), LIE_ROUND_OK);
        assert_true(lie_measure(&again, 1, &read));
        assert_true(fabs(read.best[0] - written.best[0]) < 1e-9 &&
                    fabs(read.best[1] - written.best[1]) < 1e-9);
        lie_strategy_close(&again);
        lie_strategy_close(&faces);
        lie_solver_close(&solver);
        free(bytes.at);
    }
}

static void rounds_with_bids_left_out_are_not_walked_again(void **state)
{
    struct lie_solver solver =
        open_solver((struct lie_round_rules){.cards = {1, 1}, .left_out = 2}, LIE_DCFR);
    struct lie_strategy again;
    struct solved_rounds table;
    struct lie_gap gap = {0};
    (void)state;
    struct lie_bytes bytes = lie_export(&solver.average, &gap, NULL, 0);
    assert_int_equal(solved_rounds_open(&table, bytes.at, bytes.length), SOLVED_ROUNDS_OK);
    assert_int_equal(lie_import(&table, 0, &again), LIE_ROUND_TOO_LARGE);
    free(bytes.at);
    lie_solver_close(&solver);
}

/* Where a table with bids left out has nothing it calls; but not for a bot that takes over what the
 * table would not have played. */
static void only_what_the_table_plays_itself_is_called(void **state)
{
    struct lie_round_rules rules = {.cards = {1, 1}, .left_out = 2}; /* without 2x1 */
    struct lie_solver solver = open_solver(rules, LIE_DCFR);
    struct lie_gap gap;
    float chance[STOS_MAX_MOVES];
    (void)state;
    iterate(&solver, 300, 1);
    assert_true(lie_prune(&solver.average, 1e-3) && lie_measure(&solver.average, 1, &gap));
    struct lie_bytes bytes = lie_export(&solver.average, &gap, NULL, 0);
    struct plain plain = open_plain(&bytes, &rules, 0);
    struct stos_lie_table *table = &plain.view.table;
    plain.view.kind[0] = 5; /* 2 and 3: neither a five nor a six (docs/lie.md) */
    assert_int_equal(stos_lie_high_face(5), 3);
    assert_int_equal(lie_table_moves(&plain.table, &plain.view, chance), 2);
    plain.view.face[0] = chance[1] > chance[0] ? 3 : 2;
    table->phase = STOS_PHASE_BID;
    table->chosen = 3;
    table->turn = 1;
    struct stos_lie_table opened = *table;
    lie_add_bid(table, (struct lie_bid){1, 6});
    assert_int_equal(lie_table_moves(&plain.table, &plain.view, chance), 2);
    assert_true(chance[1] == 1);
    *table = opened;
    lie_add_bid(table, (struct lie_bid){1, 5});
    lie_add_bid(table, (struct lie_bid){2, 5});
    lie_add_bid(table, (struct lie_bid){1, 6});
    assert_int_equal(lie_table_moves(&plain.table, &plain.view, chance), 0);
    free(bytes.at);
    lie_solver_close(&solver);
}

static void what_pruning_costs_is_in_the_exploitability(void **state)
{
    (void)state;
    compare_answers((struct lie_round_rules){.cards = {1, 1}, .wild_face = 1}, 0.05, 60);
    compare_answers(
        (struct lie_round_rules){
            .cards = {1, 1}, .by_count = true, .wild_face = 1, .left_out = 1 << 6},
        0.05, 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_algorithms_find_the_same_value),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(regrets_stay_finite),
        cmocka_unit_test(faces_alone_are_nearly_enough),
        cmocka_unit_test(threads_change_nothing_with_faces_either),
        cmocka_unit_test(resuming_is_the_same_as_no_break),
        cmocka_unit_test(a_damaged_or_foreign_save_is_refused),
        cmocka_unit_test(exploitability_is_what_an_independent_answer_finds),
        cmocka_unit_test(bids_left_out_are_answered_too),
        cmocka_unit_test(leaving_little_out_costs_little),
        cmocka_unit_test(a_table_reads_back_as_it_was_written),
        cmocka_unit_test(rounds_with_bids_left_out_are_not_walked_again),
        cmocka_unit_test(only_what_the_table_plays_itself_is_called),
        cmocka_unit_test(what_pruning_costs_is_in_the_exploitability),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
