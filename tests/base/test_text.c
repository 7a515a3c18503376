/* test_text.c - writing into small buffers, reading piece by piece, and what is plain UTF-8. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/json_span.h"
#include "base/text.h"

#include <string.h>

/* ---------------------------------------------------------------- writing */

static void writing_counts_on_beyond_the_buffer(void **unused)
{
    (void)unused;
    char out[8];
    memset(out, 'x', sizeof out);
    stos_writer writer = stos_writer_on(out, 6);
    assert_string_equal(out, "");
    text_put(&writer, "abc");
    assert_string_equal(out, "abc");
    text_put(&writer, "defgh");
    assert_string_equal(out, "abcde");
    assert_int_equal(writer.length, 8);
    text_char(&writer, 'i');
    assert_string_equal(out, "abcde");
    assert_int_equal(writer.length, 9);
    assert_true(out[6] == 'x' && out[7] == 'x');
}

static void writing_into_nothing_only_counts(void **unused)
{
    (void)unused;
    stos_writer writer = stos_writer_on(NULL, 0);
    text_put(&writer, "abc");
    text_number(&writer, -12);
    assert_int_equal(writer.length, 6);
    char one = 'x';
    writer = stos_writer_on(&one, 1);
    text_put(&writer, "abc");
    assert_int_equal(one, '\0');
}

static void expect_number(int64_t number, const char *text)
{
    char out[32];
    stos_writer writer = stos_writer_on(out, sizeof out);
    text_number(&writer, number);
    assert_string_equal(out, text);
}

static void numbers_are_written_in_full(void **unused)
{
    (void)unused;
    expect_number(0, "0");
    expect_number(-1, "-1");
    expect_number(10, "10");
    expect_number(INT64_MAX, "9223372036854775807");
    expect_number(INT64_MIN, "-9223372036854775808");
    char out[32];
    stos_writer writer = stos_writer_on(out, sizeof out);
    text_unsigned(&writer, UINT64_MAX);
    assert_string_equal(out, "18446744073709551615");
}

static void keys_and_commas_make_an_object(void **unused)
{
    (void)unused;
    char out[64];
    stos_writer writer = stos_writer_on(out, sizeof out);
    text_char(&writer, '{');
    text_key(&writer, "a");
    text_char(&writer, '{');
    text_key(&writer, "b");
    text_put(&writer, "1}");
    text_key(&writer, "c");
    text_char(&writer, '[');
    for (int i = 0; i < 3; i++) {
        text_comma(&writer, i == 0);
        text_number(&writer, i);
    }
    text_put(&writer, "]}");
    assert_string_equal(out, "{\"a\":{\"b\":1},\"c\":[0,1,2]}");
}

/* ---------------------------------------------------------------- reading */

static struct text_reader on(const char *text)
{
    return (struct text_reader){text, text + strlen(text)};
}

static void a_literal_is_taken_whole_or_not_at_all(void **unused)
{
    (void)unused;
    struct text_reader reader = on("endgame");
    assert_false(text_take(&reader, "ends"));
    assert_false(text_take(&reader, "endgames"));
    assert_true(text_take(&reader, "end"));
    assert_true(text_take(&reader, ""));
    assert_false(text_at_end(&reader));
    assert_true(text_take(&reader, "game"));
    assert_true(text_at_end(&reader));
    assert_false(text_take(&reader, "x"));
}

static void expect_unsigned(const char *text, bool good, uint64_t expected, const char *rest)
{
    struct text_reader reader = on(text);
    uint64_t number = 77;
    assert_int_equal(text_take_unsigned(&reader, &number), good);
    assert_true(number == (good ? expected : 77));
    assert_string_equal(reader.at, rest);
}

static void unsigned_numbers_have_no_sign_no_leading_zero_and_fit(void **unused)
{
    (void)unused;
    expect_unsigned("0", true, 0, "");
    expect_unsigned("12x", true, 12, "x");
    expect_unsigned("18446744073709551615", true, UINT64_MAX, "");
    expect_unsigned("18446744073709551616", false, 0, "18446744073709551616");
    expect_unsigned("99999999999999999999999", false, 0, "99999999999999999999999");
    expect_unsigned("00", false, 0, "00");
    expect_unsigned("07", false, 0, "07");
    expect_unsigned("", false, 0, "");
    expect_unsigned("-1", false, 0, "-1");
    expect_unsigned("+1", false, 0, "+1");
}

static void numbers_are_taken_within_bounds(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        bool good;
    } cases[] = {{"2", true},           {"99", true},          {"1", false}, {"100", false},
                 {"2147483648", false}, {"4294967298", false}, {"x", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct text_reader reader = on(cases[i].text);
        int number = -5;
        assert_int_equal(text_take_number(&reader, 2, 99, &number), cases[i].good);
        assert_int_equal(text_at_end(&reader), cases[i].good);
        assert_int_equal(number == -5, !cases[i].good);
    }
}

static void words_are_letters_digits_underscores_and_dashes(void **unused)
{
    (void)unused;
    struct text_reader reader = on("Az0_9-z=x");
    const char *word = NULL;
    size_t length = 0;
    assert_true(text_take_word(&reader, &word, &length));
    assert_true(text_equal(word, length, "Az0_9-z"));
    assert_false(text_take_word(&reader, &word, &length));
    assert_int_equal(length, 7);
}

static void spaces_are_skipped_up_to_the_end(void **unused)
{
    (void)unused;
    struct text_reader reader = on(" \t x  ");
    text_skip_spaces(&reader);
    assert_true(text_take(&reader, "x"));
    text_skip_spaces(&reader);
    assert_true(text_at_end(&reader));
    text_skip_spaces(&reader);
    assert_true(text_at_end(&reader));
}

static void bytes_equal_a_string_only_in_full(void **unused)
{
    (void)unused;
    assert_true(text_equal("abc", 3, "abc"));
    assert_false(text_equal("abc", 2, "abc"));
    assert_false(text_equal("abc", 3, "ab"));
    assert_false(text_equal("abd", 3, "abc"));
    assert_true(text_equal("", 0, ""));
}

static void hexadecimal_digits_have_values(void **unused)
{
    (void)unused;
    assert_int_equal(text_hex_digit('0'), 0);
    assert_int_equal(text_hex_digit('9'), 9);
    assert_int_equal(text_hex_digit('a'), 10);
    assert_int_equal(text_hex_digit('F'), 15);
    static const char none[] = {'g', 'G', '/', ':', '@', '`', ' ', '\0'};
    for (size_t i = 0; i < sizeof none; i++)
        assert_int_equal(text_hex_digit(none[i]), -1);
}

/* ---------------------------------------------------------------- UTF-8 */

static void well_formed_text_is_plain(void **unused)
{
    (void)unused;
    static const char *const good[] = {"",
                                       "a",
                                       "~",
                                       "Zażółć",
                                       "тридцять",
                                       "\xc2\xa0",
                                       "\xe0\xa0\x80",
                                       "\xed\x9f\xbf",
                                       "\xee\x80\x80",
                                       "\xf0\x90\x80\x80",
                                       "\xf4\x8f\xbf\xbf",
                                       "\xef\xbf\xbf"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_true(text_is_plain_utf8(good[i], strlen(good[i])));
}

static void malformed_text_is_refused(void **unused)
{
    (void)unused;
    static const char *const bad[] = {
        "\x80",
        "\xbf",
        "a\xff",
        "\xfe",
        "\xf8\x88\x80\x80\x80", /* no first byte */
        "\xc3",
        "\xe2\x82",
        "\xf0\x9f\x98",
        "\xc3z",
        "\xe2\x82z",
        "\xe2z\x82", /* cut */
        "\xc0\x80",
        "\xc1\xbf",
        "\xe0\x9f\xbf",
        "\xf0\x8f\xbf\xbf", /* longer than needed */
        "\xed\xa0\x80",
        "\xed\xbf\xbf",
        "\xf4\x90\x80\x80",
        "\xf7\xbf\xbf\xbf", /* surrogates, beyond the last */
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(text_is_plain_utf8(bad[i], strlen(bad[i])));
}

static void control_characters_are_refused(void **unused)
{
    (void)unused;
    static const char *const bad[] = {"\n", "\t", "\x1f", "\x7f", "\xc2\x80", "\xc2\x9f"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(text_is_plain_utf8(bad[i], strlen(bad[i])));
    assert_false(text_is_plain_utf8("a\0b", 3));
}

/* ---------------------------------------------------------------- JSON */

static void numbers_end_at_any_space(void **unused)
{
    (void)unused;
    static const char text[] = "{\"a\":7\t,\"b\":[1\t,2\r\n, 3 ]}";
    struct json_span object = span_value(text, strlen(text));
    int number, sum = 0;
    assert_true(span_number(span_member(object, "a"), 0, 9, &number));
    assert_int_equal(number, 7);
    for (SPAN_EACH(item, span_member(object, "b"))) {
        assert_true(span_number(item, 1, 3, &number));
        sum = 10 * sum + number;
    }
    assert_int_equal(sum, 123);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writing_counts_on_beyond_the_buffer),
        cmocka_unit_test(writing_into_nothing_only_counts),
        cmocka_unit_test(numbers_are_written_in_full),
        cmocka_unit_test(keys_and_commas_make_an_object),
        cmocka_unit_test(a_literal_is_taken_whole_or_not_at_all),
        cmocka_unit_test(unsigned_numbers_have_no_sign_no_leading_zero_and_fit),
        cmocka_unit_test(numbers_are_taken_within_bounds),
        cmocka_unit_test(words_are_letters_digits_underscores_and_dashes),
        cmocka_unit_test(spaces_are_skipped_up_to_the_end),
        cmocka_unit_test(bytes_equal_a_string_only_in_full),
        cmocka_unit_test(hexadecimal_digits_have_values),
        cmocka_unit_test(well_formed_text_is_plain),
        cmocka_unit_test(malformed_text_is_refused),
        cmocka_unit_test(control_characters_are_refused),
        cmocka_unit_test(numbers_end_at_any_space),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
