/* test_push.c - Web Push messages: the example of RFC 8291 byte for byte, lengths, keys that are
 * none, fresh keys each time. */
#include "server/notify/push.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <sodium.h>
#include <string.h>

static void from_base64(const char *text, unsigned char *out, size_t size)
{
    size_t length = 0;
    assert_int_equal(sodium_base642bin(out, size, text, strlen(text), NULL, &length, NULL,
                                       sodium_base64_VARIANT_URLSAFE_NO_PADDING),
                     0);
    assert_int_equal(length, size);
}

static const char reader_public[] =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
static const char reader_auth[] = "BTBZMqHH6r4Tts7J_aSIgg";

static struct push_reader example_reader(void)
{
    struct push_reader reader;
    assert_true(push_read_reader(reader_public, reader_auth, &reader));
    return reader;
}

/* RFC 8291, section 5. */
static void test_the_example_of_the_rfc(void **state)
{
    (void)state;
    static const char text[] = "When I grow up, I want to be a watermelon";
    static const char wanted[] =
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_"
        "c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
        "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
    struct push_reader reader = example_reader();
    struct push_keys once;
    unsigned char salt[PUSH_SALT], body[PUSH_BODY];
    char shown[300];
    from_base64("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", once.private_key,
                sizeof once.private_key);
    from_base64(
        "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
        once.public_key, sizeof once.public_key);
    from_base64("DGv6ra1nlYgDCS1FRnbzlw", salt, sizeof salt);
    size_t length = push_encrypt_with(&reader, &once, salt, text, strlen(text), body);
    assert_int_equal(length, 144);
    sodium_bin2base64(shown, sizeof shown, body, length, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    assert_string_equal(shown, wanted);
}

static void test_the_longest_message_fills_the_body(void **state)
{
    (void)state;
    struct push_reader reader = example_reader();
    unsigned char body[PUSH_BODY], again[PUSH_BODY];
    char text[PUSH_TEXT + 1];
    memset(text, 'x', sizeof text);
    assert_int_equal(push_encrypt(&reader, text, PUSH_TEXT, body), PUSH_BODY);
    assert_int_equal(push_encrypt(&reader, text, PUSH_TEXT + 1, body), 0);
    assert_int_equal(push_encrypt(&reader, text, 0, body), 86 + 17);
    assert_int_equal(push_encrypt(&reader, text, 0, again), 86 + 17);
    assert_memory_not_equal(body, again, 86); /* salt and key are fresh */
}

static void test_keys_are_read_back_and_others_refused(void **state)
{
    (void)state;
    struct push_keys keys, again;
    struct push_reader reader;
    char text[PUSH_KEYS_TEXT], padded[sizeof reader_public + 1];
    assert_true(push_make_keys(&keys));
    push_write_keys(&keys, text);
    assert_true(push_read_keys(text, &again));
    assert_memory_equal(&keys, &again, sizeof keys);
    assert_false(push_read_keys("", &again));
    assert_false(push_read_keys("AAAA BBBB", &again));
    memcpy(padded, reader_public, sizeof reader_public - 1);
    memcpy(padded + sizeof reader_public - 1, "=", 2);
    assert_true(push_read_reader(padded, reader_auth, &reader));
    assert_false(push_read_reader(reader_auth, reader_auth, &reader));
    assert_false(push_read_reader(reader_public, reader_public, &reader));
    assert_false(push_read_reader(
        "BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        reader_auth, &reader));
    assert_false(push_read_reader("", "", &reader));
}

static void test_the_header_fits(void **state)
{
    (void)state;
    struct push_keys keys;
    char header[PUSH_AUTHORIZATION], origin[600];
    assert_true(push_make_keys(&keys));
    assert_true(push_authorization(&keys, "https://push.example", "https://stos.example",
                                   1700000000, header));
    assert_memory_equal(header, "vapid t=", 8);
    memset(origin, 'a', sizeof origin);
    origin[sizeof origin - 1] = '\0';
    assert_false(push_authorization(&keys, origin, NULL, 1700000000, header));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_example_of_the_rfc),
        cmocka_unit_test(test_the_longest_message_fills_the_body),
        cmocka_unit_test(test_keys_are_read_back_and_others_refused),
        cmocka_unit_test(test_the_header_fits),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
