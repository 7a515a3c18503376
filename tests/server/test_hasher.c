/* test_hasher.c - hashes of passphrases: the right one fits. */
#include "server/people/hasher.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <sodium.h>
#include <string.h>

static const char right[] = "correct horse battery staple",
                  wrong[] = "correct horse battery stable";

static void test_the_right_passphrase_fits(void **state)
{
    char hash[STORE_PASS];
    (void)state;
    assert_true(hasher_hash(right, hash));
    assert_non_null(strstr(hash, "$argon2id$v=19$m=65536,t=2,p=1$"));
    assert_true(hasher_fits(hash, right));
    assert_false(hasher_fits(hash, wrong));
}

/* Hashes of other costs, from another time, are read all the same. */
static void test_other_costs_fit_too(void **state)
{
    char hash[crypto_pwhash_STRBYTES];
    (void)state;
    for (size_t mebibytes = 64; mebibytes <= 128; mebibytes += 32) {
        assert_int_equal(crypto_pwhash_str(hash, right, strlen(right), 1, mebibytes << 20), 0);
        assert_true(hasher_fits(hash, right));
    }
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_right_passphrase_fits),
        cmocka_unit_test(test_other_costs_fit_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
