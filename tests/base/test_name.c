/*
 * test_name.c - names that may be had, and names that are taken for each other.
 */
#include "base/name.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void clear_names_may_be_had(void **state)
{
    static const char *const clear[] = {"Ola",
                                        "Zażółć gęślą jaźń",
                                        "Příliš žluťoučký",
                                        "Їжак",
                                        "Ґалаґан",
                                        "Мар'яна",
                                        "O’Brien",
                                        "Anna-Maria",
                                        "R2 D2",
                                        "Νίκος",
                                        "李小龙",
                                        "さくら",
                                        "Tom さくら",
                                        "김민준",
                                        "محمد",
                                        "דוד",
                                        "a.b_c"};
    (void)state;
    for (size_t i = 0; i < sizeof clear / sizeof clear[0]; i++)
        assert_true(name_is_clear(clear[i]));
}

static void what_hides_or_deceives_may_not(void **state)
{
    static const char *const refused[] = {"O\xe2\x80\x8bla" /* zero width space */,
                                          "Ola\xc2\xad" /* soft hyphen */,
                                          "\xe2\x80\xaeOla" /* right to left */,
                                          "Ola\xe3\x85\xa4" /* Hangul filler */,
                                          "Ola\xe2\xa0\x80" /* empty Braille */,
                                          "O\xef\xb8\x8fla" /* variation selector */,
                                          "\xef\xbc\xafla" /* full width */,
                                          "Z\xcc\x81\xcc\x81" /* loose marks */,
                                          "\xd0\x9ela" /* Cyrillic O, Latin la */,
                                          "\xce\x9fla" /* Greek O */,
                                          "\xf0\x9f\x98\x80",
                                          "a<b",
                                          "\xc3",
                                          "\xff",
                                          "\xc0\xa0",
                                          "a\nb",
                                          "Ola\xc2\xa0" /* no-break space */};
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        assert_false(name_is_clear(refused[i]));
}

static void names_that_look_alike_are_found(void **state)
{
    static const char *const pairs[][2] = {{"Ola", "OLA"},       {"Ola", "0la"},
                                           {"Marek", "rnarek"},  {"Bill", "BiIl"},
                                           {"paypal", "раураl"}, {"Іvan", "lvan"},
                                           {"Їжак", "їжак"},     {"Łoś", "łoś"},
                                           {"Ola", " Ola "},     {"Jan Maria", "Jan  Maria"},
                                           {"ОЛЯ", "оля"},       {"Straße", "STRASSE"},
                                           {"Capa", "Сара"},     {"oho", "օհօ"},
                                           {"Oho", "ՕՀՕ"},       {"sun", "Տսո"},
                                           {"ooo", "ססס"},       {"oo", "໐໐"}};
    static const char *const others[][2] = {
        {"Ola", "Ala"}, {"Łoś", "Łosoś"}, {"Jan", "Jana"}, {"Їжак", "Іван"}, {"Ola", "Оля"}};
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        assert_true(name_looks_like(pairs[i][0], pairs[i][1]));
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_false(name_looks_like(others[i][0], others[i][1]));
}

static void case_is_folded_in_every_script(void **state)
{
    char left[64], right[64];
    static const char *const pairs[][2] = {
        {"ŁUKASZ", "łukasz"}, {"ЇЖАК", "їжак"}, {"ΝΊΚΟΣ", "νίκος"}, {"Straße", "STRASSE"}};
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        assert_true(name_key(pairs[i][0], NAME_SAME, left, sizeof left) &&
                    name_key(pairs[i][1], NAME_SAME, right, sizeof right));
        assert_string_equal(left, right);
    }
    assert_true(name_key("Marek", NAME_SAME, left, sizeof left) &&
                name_key("rnarek", NAME_SAME, right, sizeof right));
    assert_string_not_equal(left, right);
    assert_false(name_key("Marek", NAME_SAME, left, 5));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clear_names_may_be_had),
        cmocka_unit_test(what_hides_or_deceives_may_not),
        cmocka_unit_test(names_that_look_alike_are_found),
        cmocka_unit_test(case_is_folded_in_every_script),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
