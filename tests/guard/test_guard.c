/* The talk guard through its public face (docs/rules.md, TT2): corpora of chat lines that must stop
 * and must pass, and of held-out ones (tests/guard/draw) whose rates are bounded; what it points
 * at, what it remembers between messages, what must not matter, and that no bytes whatever make it
 * fail. */
#include "table/guard/guard.h"

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

enum { LINE_MAX_BYTES = 4096, LEAST_LINES = 2000, LEAST_HELD_OUT = 200 };

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

typedef void visit_line(const char *line, void *context);

/* Every line of a corpus, without its language tag, from the line on that starts so (NULL: all).
 * Returns how many there were. */
static unsigned visit_corpus_from(const char *name, const char *start, visit_line *visit,
                                  void *context)
{
    char line[LINE_MAX_BYTES];
    unsigned lines = 0;
    snprintf(line, sizeof line, "%s/guard/%s", STOS_TEST_DATA, name);
    FILE *file = fopen(line, "rb");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\r\n")] = '\0';
        const char *text = strchr(line, '\t');
        if (start && strncmp(line, start, strlen(start)) == 0)
            start = NULL;
        if (start || line[0] == '#' || !text)
            continue;
        lines++;
        visit(text + 1, context);
    }
    fclose(file);
    return lines;
}

static unsigned visit_corpus(const char *name, visit_line *visit, void *context)
{
    return visit_corpus_from(name, NULL, visit, context);
}

struct tally {
    bool must_stop, silent;
    unsigned wrong;
};

static void judge_line(const char *line, void *context)
{
    struct tally *tally = context;
    if (is_line_stopped(line) == tally->must_stop)
        return;
    tally->wrong++;
    if (!tally->silent)
        print_error("%s: %s\n", tally->must_stop ? "missed" : "stopped for nothing", line);
}

static void check_corpus(const char *name, bool must_stop)
{
    struct tally tally = {.must_stop = must_stop};
    assert_true(visit_corpus(name, judge_line, &tally) >= LEAST_LINES);
    assert_int_equal(tally.wrong, 0);
}

/* The lines themselves are not shown: whoever has seen them would tune the guard by them. ./check
 * prints the rate. */
static void check_held_out(const char *name, const char *what, bool must_stop, double most_percent)
{
    struct tally tally = {.must_stop = must_stop, .silent = true};
    unsigned lines = visit_corpus(name, judge_line, &tally);
    double percent = 100.0 * tally.wrong / lines;
    print_message("talk guard, held out: %s %u of %u, %.1f %% (at most %.0f %%)\n", what,
                  tally.wrong, lines, percent, most_percent);
    assert_true(lines >= LEAST_HELD_OUT);
    assert_true(percent < most_percent);
}

static void few_held_out_lines_are_missed(void **state)
{
    (void)state;
    check_held_out("held-out-stop.txt", "missed", true, 3);
}

static void few_held_out_lines_are_stopped_for_nothing(void **state)
{
    (void)state;
    check_held_out("held-out-pass.txt", "stopped for nothing", false, 2);
}

/* The rule of tests/guard/draw: an odd sum of its bytes holds a line out. */
static bool is_held_out(const char *line)
{
    unsigned sum = 0;
    for (; *line; line++)
        sum += (unsigned char)*line;
    return sum % 2 == 1;
}

static void count_held_out(const char *line, void *context)
{
    *(unsigned *)context += is_held_out(line);
}

static void new_lines_are_where_the_rule_puts_them(void **state)
{
    (void)state;
    static const char drawn[] = "# --- drawn by tests/guard/draw";
    static const struct {
        const char *name, *from;
        bool held_out;
    } corpora[] = {
        {"held-out-stop.txt", NULL, true},
        {"held-out-pass.txt", NULL, true},
        {"must-stop.txt", drawn, false},
        {"must-pass.txt", drawn, false},
    };
    for (size_t i = 0; i < sizeof corpora / sizeof corpora[0]; i++) {
        unsigned held_out = 0,
                 lines =
                     visit_corpus_from(corpora[i].name, corpora[i].from, count_held_out, &held_out);
        assert_true(lines >= LEAST_HELD_OUT);
        assert_int_equal(held_out, corpora[i].held_out ? lines : 0);
    }
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
        {"so mine is one higher than the top, ok?", "one higher"},
        {"mam o jeden wyższą, czekaj", "o jeden wyższą"},
        {"klid, mám hned další číslo", "hned další číslo"},
        {"чекай, маю наступне число", "наступне число"},
        {"look 👍👍👍👍👍👍👍 ok", "👍👍👍👍👍👍👍"},
        {"it is ...-- now", "...--"},
        {"dot dot dot dash dash!", "dot dot dot dash dash"},
        {"ich halte die siebenunddreißig", "siebenunddreißig"},
        {"siebenunddreissig!", "siebenunddreissig"},
        {"I have the very next number", "very next number"},
        {"it is a jump of one", "jump of one"},
        {"моя на один більше", "на один більше"},
        {"j'ai quatre-vingt-sept", "quatre"},
        {"у меня семёрка", "семёрка"},
        {"tengo once", "once"},
        {"that is iiiiiii", "iiiiiii"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct guard_verdict verdict = guard_check(NULL, cases[i].text, strlen(cases[i].text));
        assert_false(verdict.pass);
        assert_int_equal(verdict.length, strlen(cases[i].stopped));
        assert_memory_equal(cases[i].text + verdict.start, cases[i].stopped, verdict.length);
    }
}

/* What the printed sheets allow to be said, word for word, and TT2's own hard case. */
static void the_examples_of_the_sheets_pass(void **state)
{
    (void)state;
    static const char *const examples[] = {
        "Nie graj na ostatni stos,",
        "Nie rób dużego skoku na tym stosie.",
        "Nedávej nic na poslední balíček,",
        "Na tomhle balíčku nedělej velký skok.",
        "Не кладіть у останню стопку!",
        "Не робіть великий проміжок у цій стопці!",
        "not on the last pile",
        "one of us should wait",
    };
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++)
        assert_true(guard_check(NULL, examples[i], strlen(examples[i])).pass);
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
    assert_false(guard_check(&memory, "ty", 2)
                     .pass); /* the stopped half was not said: a second try fails too */
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
    static const char *const alphabets[] = {"", "ten six sto", "\xD1\x81\xD1\x82\xD0\xBE ",
                                            "t\xC5\x99i \xF0\x9F\x94\x9F|!@$\xE2\x80\x8B"};
    uint64_t random = 88172645463325252U;
    struct guard_memory memory = {0};
    for (unsigned round = 0; round < 40000; round++) {
        char text[96];
        const char *alphabet = alphabets[round % 4];
        size_t letters = strlen(alphabet), length = next_random(&random) % sizeof text;
        for (size_t i = 0; i < length; i++)
            text[i] =
                letters ? alphabet[next_random(&random) % letters] : (char)next_random(&random);
        struct guard_verdict verdict = guard_check(&memory, text, length);
        assert_true(verdict.start <= length && verdict.length <= length - verdict.start);
        assert_true(verdict.pass == (verdict.length == 0));
        assert_true(memory.count <= GUARD_MEMORY_LETTERS);
    }
}

/* ---- what must not matter */

/* Copies a line with each of its bytes, or code points, changed by a rule. */
typedef size_t rewrite(char *to, uint32_t code);

static size_t widen_space(char *to, uint32_t code)
{
    static const char wide[] = " \t\xC2\xA0 ";
    if (code != ' ')
        return 0;
    memcpy(to, wide, sizeof wide - 1);
    return sizeof wide - 1;
}

static size_t put(char *to, uint32_t code)
{
    if (code < 0x80) {
        to[0] = (char)code;
        return 1;
    }
    to[0] = (char)(0xC0 | code >> 6);
    to[1] = (char)(0x80 | (code & 0x3F));
    return 2;
}

static size_t capitalise(char *to, uint32_t code)
{
    if ((code >= 'a' && code <= 'z') || (code >= 0xE0 && code <= 0xFE && code != 0xF7) ||
        (code >= 0x430 && code <= 0x44F))
        return put(to, code - 0x20);
    if (code >= 0x450 && code <= 0x45F)
        return put(to, code - 0x50);
    return 0;
}

static size_t make_small(char *to, uint32_t code)
{
    if ((code >= 'A' && code <= 'Z') || (code >= 0xC0 && code <= 0xDE && code != 0xD7) ||
        (code >= 0x410 && code <= 0x42F))
        return put(to, code + 0x20);
    if (code >= 0x400 && code <= 0x40F)
        return put(to, code + 0x50);
    return 0;
}

static uint32_t two_bytes(const char *text)
{
    unsigned char lead = (unsigned char)text[0], next = (unsigned char)text[1];
    if (lead < 0x80)
        return lead;
    return lead >= 0xC2 && lead < 0xE0 && (next & 0xC0) == 0x80
        ? (lead & 0x1FU) << 6 | (next & 0x3FU)
        : 0;
}

static void rewrite_line(char *to, const char *line, rewrite *change)
{
    while (*line) {
        uint32_t code = two_bytes(line);
        size_t used = code >= 0x80 ? 2 : 1, written = code ? change(to, code) : 0;
        if (!written) {
            memcpy(to, line, used);
            written = used;
        }
        to += written;
        line += used;
    }
    *to = '\0';
}

struct change {
    rewrite *change;
    bool (*excused)(const char *line);
    unsigned changed;
};

static void compare_line(const char *line, void *context)
{
    struct change *change = context;
    char other[LINE_MAX_BYTES * 5];
    if (strstr(line, " || ") || (change->excused && change->excused(line)))
        return;
    rewrite_line(other, line, change->change);
    if (strlen(other) > GUARD_TEXT_MAX || is_line_stopped(line) == is_line_stopped(other))
        return;
    change->changed++;
    print_error("changes: %s | %s\n", line, other);
}

static unsigned lines_that_change(struct change change)
{
    static const char *const names[] = {"must-stop.txt", "must-pass.txt"};
    for (size_t i = 0; i < 2; i++)
        visit_corpus(names[i], compare_line, &change);
    return change.changed;
}

static void more_white_space_changes_no_verdict(void **state)
{
    (void)state;
    assert_int_equal(lines_that_change((struct change){.change = widen_space}), 0);
}

/* Capitals make a Roman numeral of VI and LIV, which are words in small letters; nothing else
 * depends on them. */
static bool has_roman_letters(const char *line)
{
    size_t run = 0;
    for (; *line; line++) {
        uint32_t code = two_bytes(line);
        bool cyrillic = code == 0x406 || code == 0x456 || code == 0x425 || code == 0x445; /* І, Х */
        run = cyrillic || (code && code < 0x80 && strchr("IVXLCivxlc", *line)) ? run + 1 : 0;
        line += cyrillic;
        if (run == 2)
            return true;
    }
    return false;
}

static void letter_case_changes_no_verdict_but_of_roman_numerals(void **state)
{
    (void)state;
    assert_int_equal(
        lines_that_change((struct change){.change = capitalise, .excused = has_roman_letters}), 0);
    assert_int_equal(
        lines_that_change((struct change){.change = make_small, .excused = has_roman_letters}), 0);
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
        cmocka_unit_test(the_examples_of_the_sheets_pass),
        cmocka_unit_test(a_passing_message_points_at_nothing),
        cmocka_unit_test(a_split_number_is_stopped_at_its_second_half),
        cmocka_unit_test(what_others_say_is_not_remembered),
        cmocka_unit_test(an_ordinary_word_before_it_does_not_hide_a_split_number),
        cmocka_unit_test(a_message_too_long_to_read_is_stopped),
        cmocka_unit_test(few_held_out_lines_are_missed),
        cmocka_unit_test(few_held_out_lines_are_stopped_for_nothing),
        cmocka_unit_test(new_lines_are_where_the_rule_puts_them),
        cmocka_unit_test(more_white_space_changes_no_verdict),
        cmocka_unit_test(letter_case_changes_no_verdict_but_of_roman_numerals),
        cmocka_unit_test(any_bytes_get_a_verdict_inside_them),
    };
    return cmocka_run_group_tests_name("guard", tests, NULL, NULL);
}
