/* test_hasher.c - hashes of passphrases: the right one fits, and a thread asks the system for
 * memory once, not each time. */
#define _GNU_SOURCE /* RUSAGE_THREAD */
#include "server/hasher.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <sodium.h>
#include <string.h>
#include <sys/resource.h>

static const char right[] = "correct horse battery staple",
                  wrong[] = "correct horse battery stable";

static long page_faults(void)
{
    struct rusage usage;
    assert_int_equal(getrusage(RUSAGE_THREAD, &usage), 0);
    return usage.ru_minflt;
}

static void test_the_right_passphrase_fits(void **state)
{
    char hash[STORE_PASS];
    (void)state;
    struct hasher *hasher = hasher_make();
    for (int i = 0; i < 2; i++) { /* with a hasher, then without */
        assert_true(hasher_hash(i == 0 ? hasher : NULL, right, hash));
        assert_non_null(strstr(hash, "$argon2id$v=19$m=65536,t=2,p=1$"));
        assert_true(hasher_fits(hasher, hash, right));
        assert_false(hasher_fits(hasher, hash, wrong));
        assert_true(hasher_fits(NULL, hash, right));
        assert_false(hasher_fits(NULL, hash, wrong));
    }
    hasher_free(hasher);
}

/* Hashes of other costs, from another time, are read all the same. */
static void test_other_costs_fit_too(void **state)
{
    char hash[crypto_pwhash_STRBYTES];
    (void)state;
    struct hasher *hasher = hasher_make();
    for (size_t mebibytes = 64; mebibytes <= 128; mebibytes += 32) {
        assert_int_equal(crypto_pwhash_str(hash, right, strlen(right), 1, mebibytes << 20), 0);
        assert_true(hasher_fits(hasher, hash, right));
    }
    hasher_free(hasher);
}

/* 64 MiB are 16,384 pages, or 32 large ones. */
static void test_memory_stays(void **state)
{
    enum { PAGES = 1000 };
    char hash[STORE_PASS];
    (void)state;
    struct hasher *hasher = hasher_make();
    assert_true(hasher_hash(hasher, right, hash));
    long before = page_faults();
    assert_true(hasher_fits(hasher, hash, right));
    assert_in_range(page_faults() - before, 0, PAGES);
    hasher_free(hasher);
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_right_passphrase_fits),
        cmocka_unit_test(test_other_costs_fit_too),
        cmocka_unit_test(test_memory_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
