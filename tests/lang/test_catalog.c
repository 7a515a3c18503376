/*
 * test_catalog.c - counted sentences take the form of their number, also where the English ones are
 * equal.
 */
#include "lang/translate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void equal_english_forms_still_count(void **unused)
{
    static const char text[] = "you hold %d of them yourself";
    (void)unused;
    assert_true(tr_choose("cs"));
    assert_string_equal(tr_plural(text, text, 1), "%d takovou máš ty");
    assert_string_equal(tr_plural(text, text, 2), "%d takové máš ty");
    assert_string_equal(tr_plural(text, text, 5), "%d takových máš ty");
}

/* Sentences that count nothing are given twice, with any number. */
static void sentences_without_a_number_have_one_form(void **unused)
{
    static const char text[] = "Who starts is already settled";
    (void)unused;
    assert_true(tr_choose("pl"));
    assert_string_equal(tr_plural(text, text, 7), tr(text));
    assert_string_not_equal(tr(text), text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_english_forms_still_count),
        cmocka_unit_test(sentences_without_a_number_have_one_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
