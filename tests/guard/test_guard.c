/* The talk guard through its public face (RULES.md TT2): two corpora of chat lines that must stop and must pass, what it points at,
 * what it remembers between messages, and that no bytes whatever make it fail. */
#include "table/guard/guard.h"
#include "table/guard/guard_internal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#ifndef STOS_TEST_DATA
#error "compile with -DSTOS_TEST_DATA=\"the tests folder\""
#endif

enum { LINE_MAX_BYTES = 4096, LEAST_LINES = 450 };

/* Says all messages of a line, one sender; is any of them stopped? */
static bool is_line_stopped(const char *line)
{
    struct guard_memory memory = {0};
    static const char between[] = " || ";
    for (;;) {
        const char *next = strstr(line, between);
        size_t length = next ? (size_t)(next - line) : strlen(line);
        if (!guard_check(&memory, line, length).pass)
            return true;
        if (!next)
            return false;
        line = next + strlen(between);
    }
}

static void check_corpus(const char *name, bool must_stop)
{
    char line[LINE_MAX_BYTES];
    unsigned lines = 0, wrong = 0;
    snprintf(line, sizeof line, "%s/guard/%s", STOS_TEST_DATA, name);
    FILE *file = fopen(line, "rb");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\r\n")] = '\0';
        const char *text = strchr(line, '\t');
        if (line[0] == '#' || !text)
            continue;
        lines++;
        if (is_line_stopped(text + 1) != must_stop) {
            wrong++;
            print_error("%s: %s\n", must_stop ? "missed" : "stopped for nothing", line);
        }
    }
    fclose(file);
    assert_true(lines >= LEAST_LINES);
    assert_int_equal(wrong, 0);
}

static void lines_that_tell_a_number_are_stopped(void **state)
{
    (void)state;
    check_corpus("must-stop.txt", true);
}

static void ordinary_talk_passes(void **state)
{
    (void)state;
    check_corpus("must-pass.txt", false);
}

static void the_stopped_part_is_pointed_at(void **state)
{
    (void)state;
    static const struct {
        const char *text, *stopped;
    } cases[] = {
        {"I hold thirty-seven, sorry", "thirty"},
        {"please wait, 42 is mine", "42"},
        {"mam t3n stos", "t3n"},
        {"to jest siódemka!", "siódemka"},
        {"mám pětatřicet.", "pětatřicet"},
        {"маю шість", "шість"},
        {"so s-e-v-e-n ok", "s-e-v-e-n"},
        {"it is th ree, yes", "th ree"},
        {"king XXXVII here", "XXXVII"},
        {"look: ③", "③"},
        {"one of us holds ten", "ten"},
        {"say s!x now", "s!x"},
        {"маю сiм карт", "сiм"},
        {"well ||||| well", "|||||"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct guard_verdict verdict = guard_check(NULL, cases[i].text, strlen(cases[i].text));
        assert_false(verdict.pass);
        assert_int_equal(verdict.length, strlen(cases[i].stopped));
        assert_memory_equal(cases[i].text + verdict.start, cases[i].stopped, verdict.length);
    }
}

static void a_passing_message_points_at_nothing(void **state)
{
    (void)state;
    struct guard_verdict verdict = guard_check(NULL, "go ahead", 8);
    assert_true(verdict.pass);
    assert_int_equal(verdict.start, 0);
    assert_int_equal(verdict.length, 0);
    assert_true(guard_check(NULL, "", 0).pass);
}

static void a_split_number_is_stopped_at_its_second_half(void **state)
{
    (void)state;
    struct guard_memory memory = {0};
    assert_true(guard_check(&memory, "thir", 4).pass);
    struct guard_verdict verdict = guard_check(&memory, "ty is it", 8);
    assert_false(verdict.pass);
    assert_int_equal(verdict.start, 0);
    assert_int_equal(verdict.length, 2);
    assert_false(guard_check(&memory, "ty", 2).pass); /* the stopped half was not said: a second try fails too */
}

static void what_others_say_is_not_remembered(void **state)
{
    (void)state;
    struct guard_memory anna = {0}, petr = {0};
    assert_true(guard_check(&anna, "thir", 4).pass);
    assert_true(guard_check(&petr, "ty", 2).pass);
    assert_true(guard_check(NULL, "ty", 2).pass);
}

static void a_message_too_long_to_read_is_stopped(void **state)
{
    (void)state;
    char text[GUARD_TEXT_MAX + 10];
    memset(text, 'a', sizeof text);
    assert_true(guard_check(NULL, text, GUARD_TEXT_MAX).pass);
    struct guard_verdict verdict = guard_check(NULL, text, sizeof text);
    assert_false(verdict.pass);
    assert_int_equal(verdict.start, GUARD_TEXT_MAX);
    assert_int_equal(verdict.length, 10);
}

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static void any_bytes_get_a_verdict_inside_them(void **state)
{
    (void)state;
    static const char *const alphabets[] = {"", "ten six sto", "\xD1\x81\xD1\x82\xD0\xBE ", "t\xC5\x99i \xF0\x9F\x94\x9F|!@$\xE2\x80\x8B"};
    uint64_t random = 88172645463325252U;
    struct guard_memory memory = {0};
    for (unsigned round = 0; round < 40000; round++) {
        char text[96];
        const char *alphabet = alphabets[round % 4];
        size_t letters = strlen(alphabet), length = next_random(&random) % sizeof text;
        for (size_t i = 0; i < length; i++)
            text[i] = letters ? alphabet[next_random(&random) % letters] : (char)next_random(&random);
        struct guard_verdict verdict = guard_check(&memory, text, length);
        assert_true(verdict.start <= length && verdict.length <= length - verdict.start);
        assert_true(verdict.pass == (verdict.length == 0));
        assert_true(memory.count <= GUARD_MEMORY_LETTERS);
    }
}

/* They are found by halves: one out of place would be missed. */
static void number_words_are_in_order(void **state)
{
    (void)state;
    for (unsigned letter = 0; letter < 128; letter++) {
        size_t count;
        const struct guard_number *numbers = guard_numbers_of((uint8_t)letter, &count);
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(numbers[i].stem[0], letter);
            assert_true(strlen(numbers[i].stem) >= GUARD_START);
            if (i && strcmp(numbers[i - 1].stem, numbers[i].stem) > 0)
                fail_msg("%s stands before %s", numbers[i - 1].stem, numbers[i].stem);
        }
    }
}

static void an_ordinary_word_before_it_does_not_hide_a_split_number(void **state)
{
    (void)state;
    struct guard_memory memory = {0};
    assert_true(guard_check(&memory, "please wait for me, I hold the thir", 35).pass);
    assert_false(guard_check(&memory, "teen", 4).pass);
    memory = (struct guard_memory){0};
    assert_true(guard_check(&memory, "no jump here please", 19).pass);
    assert_int_equal(memory.count, 0); /* nothing of it could become a number: nothing is kept */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_that_tell_a_number_are_stopped),
        cmocka_unit_test(ordinary_talk_passes),
        cmocka_unit_test(the_stopped_part_is_pointed_at),
        cmocka_unit_test(a_passing_message_points_at_nothing),
        cmocka_unit_test(a_split_number_is_stopped_at_its_second_half),
        cmocka_unit_test(what_others_say_is_not_remembered),
        cmocka_unit_test(an_ordinary_word_before_it_does_not_hide_a_split_number),
        cmocka_unit_test(a_message_too_long_to_read_is_stopped),
        cmocka_unit_test(number_words_are_in_order),
        cmocka_unit_test(any_bytes_get_a_verdict_inside_them),
    };
    return cmocka_run_group_tests_name("guard", tests, NULL, NULL);
}
