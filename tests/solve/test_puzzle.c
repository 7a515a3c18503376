/*
 * test_puzzle.c - puzzles: the shipped ones hold, lines read back, tries are judged rightly, and
 * the exact search agrees with the winnability solver and with plain play.
 */
#include "solve/puzzle/make.h"
#include "solve/thegame/winnable.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 400, LARGEST = 16 << 20, EVERY = 12 };

static char *read_data(const char *name, size_t *length)
{
    char path[4096];
    (void)snprintf(path, sizeof path, "%s/../data/%s", STOS_TEST_DATA, name);
    FILE *file = fopen(path, "rb");
    char *bytes = malloc(LARGEST);
    assert_non_null(file);
    assert_non_null(bytes);
    *length = fread(bytes, 1, LARGEST, file);
    fclose(file);
    return bytes;
}

static struct puzzle shipped[MOST];

static int read_shipped(void)
{
    size_t length;
    int count = 0;
    char *text = read_data("puzzles.txt", &length);
    const char *at = text;
    while (count < MOST && puzzle_next(&at, text + length, &shipped[count]))
        count++;
    free(text);
    return count;
}

/* ---------------------------------------------------------------- lines */

static void test_there_are_300_of_three_games_from_easy_to_hard(void **unused)
{
    int of_game[STOS_GAMES] = {0};
    (void)unused;
    assert_int_equal(read_shipped(), 300);
    for (int i = 0; i < 300; i++) {
        of_game[shipped[i].start.game]++;
        assert_true(i == 0 || shipped[i - 1].rating <= shipped[i].rating);
    }
    assert_int_equal(of_game[STOS_THEGAME], 150);
    assert_int_equal(of_game[STOS_FACETOFACE], 75);
    assert_int_equal(of_game[STOS_LIE], 75);
}

static void test_every_line_is_written_as_it_was_read(void **unused)
{
    (void)unused;
    size_t length;
    char *text = read_data("puzzles.txt", &length), line[PUZZLE_TEXT];
    const char *at = text, *before = strchr(text, '\n') + 1;
    struct puzzle puzzle;
    while (puzzle_next(&at, text + length, &puzzle)) {
        size_t written = puzzle_write(&puzzle, line);
        assert_int_equal(written, at - before - 1);
        assert_memory_equal(line, before, written);
        before = at;
    }
    free(text);
}

static void test_bad_lines_are_refused_and_change_nothing(void **unused)
{
    static const char *const bad[] = {
        "",
        "# 12 comment",
        "900",
        "900 ",
        "x thegame",
        "5000 thegame(players=1,min=2,hand=full,fire=off,start=0) phase=play turn=0 placed=0 "
        "tops=63.34.14.85 due=0 "
        "votes=- hands=16.35 draw=",
        "900 facetoface(last=strict,start=lot) phase=play turn=0 placed=0 min=2 helped=0 "
        "tops=42.6.42.37 hands=18/2 draw=/ "
        "winner=- ; call 3",
        ("900 lie(players=2,order=face,ones=plain,direction=fixed,cards=up,end=first,start=lot) "
         "phase=bid"),
    };
    (void)unused;
    struct puzzle puzzle;
    memset(&puzzle, 7, sizeof puzzle);
    struct puzzle before = puzzle;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(puzzle_read(bad[i], strlen(bad[i]), &puzzle));
        assert_memory_equal(&puzzle, &before, sizeof puzzle);
    }
}

/* A line that is cut anywhere is no puzzle, or another one that can be written. */
static void test_cut_lines_do_no_harm(void **unused)
{
    char line[PUZZLE_TEXT];
    (void)unused;
    int count = read_shipped();
    for (int i = 0; i < count; i += 37) {
        size_t length = puzzle_write(&shipped[i], line);
        for (size_t cut = 0; cut < length; cut++) {
            struct puzzle puzzle;
            char again[PUZZLE_TEXT];
            if (puzzle_read(line, cut, &puzzle))
                assert_true(puzzle_write(&puzzle, again) > 0);
        }
    }
}

/* ---------------------------------------------------------------- proofs */

static void test_a_sample_of_the_shipped_ones_is_proven_again(void **unused)
{
    size_t length;
    struct solved_rounds rounds;
    (void)unused;
    char *bytes = read_data("lie-rounds.bin", &length);
    assert_int_equal(solved_rounds_open(&rounds, bytes, length), SOLVED_ROUNDS_OK);
    struct puzzle_maker *maker = puzzle_maker_new(&rounds);
    int count = read_shipped(), rating;
    for (int i = 0; i < count; i++) {
        if (i % EVERY != 0 && shipped[i].start.game != STOS_LIE)
            continue;
        assert_true(puzzle_prove(maker, &shipped[i], &rating));
        assert_int_equal(rating, shipped[i].rating);
    }
    puzzle_maker_free(maker);
    free(bytes);
}

static void test_a_seed_makes_the_shipped_ones(void **unused)
{
    char line[PUZZLE_TEXT], other[PUZZLE_TEXT];
    (void)unused;
    struct puzzle_maker *maker = puzzle_maker_new(NULL);
    int count = read_shipped(), made = 0;
    for (uint64_t number = 0; made < 3; number++) {
        struct puzzle puzzle;
        if (!puzzle_make(maker, STOS_THEGAME, 1, number, &puzzle))
            continue;
        bool found = false;
        puzzle_write(&puzzle, line);
        for (int i = 0; i < count && !found; i++) {
            puzzle_write(&shipped[i], other);
            found = strcmp(line, other) == 0;
        }
        assert_true(found);
        made++;
    }
    struct puzzle none;
    assert_false(
        puzzle_make(maker, STOS_LIE, 1, 0, &none)); /* without solved rounds there are none */
    puzzle_maker_free(maker);
}

static void test_the_search_agrees_with_the_winnability_solver(void **unused)
{
    struct winnable_solver *solver;
    static struct winnable_result result;
    (void)unused;
    assert_int_equal(winnable_open(16 << 20, &solver), WINNABLE_OK);
    struct open_search *search = open_new(PUZZLE_BITS);
    int count = read_shipped(), asked = 0;
    for (int i = 0; i < count; i += 3) {
        if (shipped[i].start.game != STOS_THEGAME)
            continue;
        stos_move moves[STOS_MAX_MOVES];
        open_begin(search, 16 * (uint64_t)PUZZLE_NODES);
        for (int k = 0, legal = stos_moves(&shipped[i].start, 0, moves); k < legal; k++) {
            stos_state after = shipped[i].start;
            assert_int_equal(stos_play(&after, 0, moves[k]).reason, STOS_OK);
            winnable_solve(solver, &after, NULL, &result);
            int left = STOS_THEGAME_CARDS -
                __builtin_popcountll(after.as.thegame.table.gone.word[0]) -
                __builtin_popcountll(after.as.thegame.table.gone.word[1]);
            assert_int_equal(open_value(search, &after) == left, result.verdict == WINNABLE_YES);
            asked++;
        }
    }
    assert_true(asked > 100);
    open_free(search);
    winnable_close(solver);
}

/* Whether the seat on turn wins; plain search with the public rules. */
static bool plain_duel(const stos_state *state, long *budget)
{
    stos_move moves[STOS_MAX_MOVES];
    int seat = state->as.facetoface.table.turn, count = stos_moves(state, seat, moves);
    for (int i = 0; i<count && * budget> 0; i++) {
        stos_state next = *state;
        stos_play(&next, seat, moves[i]);
        --*budget;
        bool wins = stos_over(&next)
            ? stos_result(&next) == seat
            : plain_duel(&next, budget) == (next.as.facetoface.table.turn == seat);
        if (wins && *budget > 0)
            return true;
    }
    return false;
}

static void test_the_search_agrees_with_plain_play_in_a_duel(void **unused)
{
    (void)unused;
    struct open_search *search = open_new(PUZZLE_BITS);
    int count = read_shipped(), agreed = 0;
    for (int i = 0; i < count; i++) {
        long budget = 20000;
        if (shipped[i].start.game != STOS_FACETOFACE)
            continue;
        stos_state state = shipped[i].start;
        stos_play(&state, shipped[i].seat, open_defend(&state, shipped[i].seat));
        if (stos_over(&state))
            continue;
        bool wins = plain_duel(&state, &budget);
        open_begin(search, 16 * (uint64_t)PUZZLE_NODES);
        if (budget <= 0)
            continue;
        assert_int_equal(open_value(search, &state), wins);
        agreed++;
    }
    assert_true(agreed >= 10);
    open_free(search);
}

static void test_a_limit_is_told_as_unknown(void **unused)
{
    (void)unused;
    struct open_search *search = open_new(8);
    read_shipped();
    open_begin(search, 1);
    assert_int_equal(open_value(search, &shipped[0].start), OPEN_UNKNOWN);
    open_free(search);
}

/* ---------------------------------------------------------------- tries */

static void test_the_solution_solves(void **unused)
{
    (void)unused;
    struct open_search *search = open_new(PUZZLE_BITS);
    int count = read_shipped();
    for (int i = 0; i < count; i += EVERY) {
        const struct puzzle *puzzle = &shipped[i];
        stos_move line[OPEN_LINE];
        stos_state state = puzzle->start;
        struct puzzle_answer answer = {.verdict = PUZZLE_GOES_ON};
        int moves = puzzle_solution(search, puzzle, line);
        assert_true(moves > 0);
        if (puzzle->choices > 0) {
            assert_true(puzzle_choice_is_good(puzzle, line[0]));
            continue;
        }
        for (int k = 0; k < moves && answer.verdict == PUZZLE_GOES_ON; k++) {
            assert_int_equal(stos_play(&state, puzzle->seat, line[k]).reason, STOS_OK);
            puzzle_judge(search, puzzle, &state, &answer);
            for (int reply = 0; reply < answer.replies; reply++)
                assert_int_equal(line[++k], answer.reply[reply]);
        }
        assert_int_equal(answer.verdict, PUZZLE_SOLVED);
    }
    open_free(search);
}

/* Some first turn of every puzzle loses, and is told so as soon as it ends. */
static void test_a_losing_turn_is_told_when_it_ends(void **unused)
{
    (void)unused;
    struct open_search *search = open_new(PUZZLE_BITS);
    int count = read_shipped(), failed = 0;
    stos_random random = stos_random_from(5);
    for (int i = 0; i < count; i += 4) {
        const struct puzzle *puzzle = &shipped[i];
        struct puzzle_answer answer = {.verdict = PUZZLE_GOES_ON};
        stos_state state = puzzle->start;
        for (int k = 0; puzzle->choices == 0 && k < 20 && answer.verdict == PUZZLE_GOES_ON; k++) {
            stos_move moves[STOS_MAX_MOVES];
            int legal = stos_moves(&state, puzzle->seat, moves);
            stos_play(&state, puzzle->seat, moves[stos_random_below(&random, (uint32_t)legal)]);
            puzzle_judge(search, puzzle, &state, &answer);
        }
        failed += answer.verdict == PUZZLE_FAILED;
    }
    assert_true(failed > 10);
    open_free(search);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_there_are_300_of_three_games_from_easy_to_hard),
        cmocka_unit_test(test_every_line_is_written_as_it_was_read),
        cmocka_unit_test(test_bad_lines_are_refused_and_change_nothing),
        cmocka_unit_test(test_cut_lines_do_no_harm),
        cmocka_unit_test(test_a_sample_of_the_shipped_ones_is_proven_again),
        cmocka_unit_test(test_a_seed_makes_the_shipped_ones),
        cmocka_unit_test(test_the_search_agrees_with_the_winnability_solver),
        cmocka_unit_test(test_the_search_agrees_with_plain_play_in_a_duel),
        cmocka_unit_test(test_a_limit_is_told_as_unknown),
        cmocka_unit_test(test_the_solution_solves),
        cmocka_unit_test(test_a_losing_turn_is_told_when_it_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
