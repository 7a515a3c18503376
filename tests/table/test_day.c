/* test_day.c - the deals of the day: dates as the calendar has them, levels that can be dealt, and
 * texts that differ. */
#include "table/day.h"

#include "bot/bot.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

static void test_dates_are_those_of_the_calendar(void **unused)
{
    (void)unused;
    for (int64_t day = -1000; day < 60000; day += 7) {
        char date[DAY_DATE], expected[32];
        time_t seconds = (time_t)(day * (DAY_MS / 1000));
        struct tm calendar;
        assert_non_null(gmtime_r(&seconds, &calendar));
        assert_true(strftime(expected, sizeof expected, "%Y-%m-%d", &calendar) > 0);
        assert_int_equal(day_date(day, date), 10);
        assert_string_equal(date, expected);
        assert_int_equal(day_of(day * DAY_MS), day);
        assert_int_equal(day_of(day * DAY_MS + DAY_MS - 1), day);
    }
}

static void test_every_level_can_be_dealt_and_its_bots_exist(void **unused)
{
    (void)unused;
    for (int i = 0; i < day_level_count(); i++) {
        const struct day_level *level = day_level_at(i);
        stos_rules rules;
        stos_state state;
        stos_seed seed = stos_seed_number(1);
        assert_ptr_equal(day_level_find(level->name), level);
        assert_int_equal(stos_rules_parse(level->rules, strlen(level->rules), &rules).reason,
                         STOS_OK);
        assert_int_equal(stos_deal(&state, &rules, &seed, NULL).reason, STOS_OK);
        assert_int_equal(*level->bot != '\0' || level->people, stos_rules_seats(&rules) > 1);
        assert_true(!level->people || day_level_of_people(&rules) == level);
        assert_true(!*level->bot || stos_bot_find(rules.game, level->bot));
    }
    assert_null(day_level_find("nosuch"));
    assert_null(day_level_find(NULL));
    assert_null(day_level_at(-1));
    assert_null(day_level_at(day_level_count()));
}

static void test_no_two_levels_or_days_have_the_same_text(void **unused)
{
    char text[DAY_TEXT], other[DAY_TEXT];
    (void)unused;
    assert_int_equal(day_text(20772, day_level_at(0), text),
                     strlen("stos day 2026-11-15 standard"));
    assert_string_equal(text, "stos day 2026-11-15 standard");
    for (int i = 1; i < day_level_count(); i++) {
        day_text(20772, day_level_at(i), other);
        assert_string_not_equal(text, other);
    }
    day_text(20773, day_level_at(0), other);
    assert_string_not_equal(text, other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dates_are_those_of_the_calendar),
        cmocka_unit_test(test_every_level_can_be_dealt_and_its_bots_exist),
        cmocka_unit_test(test_no_two_levels_or_days_have_the_same_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
