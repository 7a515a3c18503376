/*
 * test_sha256.c - SHA-256 against the examples of FIPS 180-4 and against libsodium.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/sha256.h"

#include <sodium.h>
#include <string.h>

static void the_published_examples_come_out(void **unused)
{
    (void)unused;
    static const struct {
        const char *text, *hash;
    } examples[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    };
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        char hex[SHA256_HEX];
        sha256_hex(examples[i].text, strlen(examples[i].text), hex);
        assert_string_equal(hex, examples[i].hash);
    }
}

static void every_length_around_the_blocks_is_hashed_as_libsodium_does(void **unused)
{
    (void)unused;
    uint8_t bytes[300], ours[SHA256_BYTES], theirs[crypto_hash_sha256_BYTES];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i * 37 + 11);
    for (size_t length = 0; length <= sizeof bytes; length++) {
        sha256_of(bytes, length, ours);
        crypto_hash_sha256(theirs, bytes, length);
        assert_memory_equal(ours, theirs, sizeof ours);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_published_examples_come_out),
        cmocka_unit_test(every_length_around_the_blocks_is_hashed_as_libsodium_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
