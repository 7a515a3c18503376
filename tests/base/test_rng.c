/*
 * test_rng.c - randomness: ChaCha20 against the published vector, streams that do not depend on
 * each other, bounds and shuffles that are exactly even. All seeds are fixed, so the chi-square
 * tests give the same answer every time.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/cards.h"
#include "base/rng.h"

#include <string.h>

static void expect_even(const int *counts, int cells, int samples, double limit)
{
    double sum = 0, expected = (double)samples / cells;
    for (int i = 0; i < cells; i++)
        sum += (counts[i] - expected) * (counts[i] - expected) / expected;
    if (sum > limit)
        fail_msg("chi-square %.1f over %d cells passes %.1f", sum, cells, limit);
}

/* Chi-square values that an even source passes once in a thousand times; index: degrees of freedom.
 */
static const double limits[] = {0, 10.8, 13.8, 16.3, 18.5, 20.5, 22.5, 24.3, 26.1, 27.9};

/* ---------------------------------------------------------------- ChaCha20 */

static void chacha20_gives_the_block_of_rfc_8439(void **unused)
{
    (void)unused;
    static const uint32_t expected[16] = {0xe4e7f110, 0x15593bd1, 0x1fdd0f50, 0xc47120a3,
                                          0xc7f4d1c7, 0x0368c033, 0x9aaa2204, 0x4e6cd4c3,
                                          0x466482d2, 0x09aa9f07, 0x05d7c214, 0xa2028bd9,
                                          0xd19c12b5, 0xb94e16de, 0xe883d0cb, 0x4e3c50a2};
    const uint32_t nonce[3] = {0x09000000, 0x4a000000,
                               0x00000000}; /* 00:00:00:09:00:00:00:4a:00:00:00:00 */
    uint8_t key[32];
    uint32_t blocks[RNG_WORDS];
    for (int i = 0; i < 32; i++)
        key[i] = (uint8_t)i;
    for (uint32_t before = 0; before < RNG_BLOCKS;
         before++) { /* wherever the block of section 2.3.2 is among those made at once */
        rng_chacha20(key, 1 - before, nonce, blocks);
        assert_memory_equal(blocks + RNG_BLOCK_WORDS * before, expected, sizeof expected);
    }
}

static void a_stream_goes_on_through_its_blocks(void **unused)
{
    (void)unused;
    stos_seed seed = stos_seed_number(99);
    struct rng_stream stream;
    uint32_t blocks[2 * RNG_WORDS];
    rng_chacha20(seed.bytes, 0, (uint32_t[3]){7, 0, 0}, blocks);
    rng_chacha20(seed.bytes, RNG_BLOCKS, (uint32_t[3]){7, 0, 0}, blocks + RNG_WORDS);
    rng_open(&stream, &seed, 7);
    for (int i = 0; i < 2 * RNG_WORDS; i++)
        assert_int_equal(rng_below(&stream, 1u << 31), blocks[i] >> 1);
}

static void streams_of_one_seed_differ(void **unused)
{
    (void)unused;
    const stos_seed seeds[] = {stos_seed_number(5), stos_seed_fast(5), stos_seed_number(6),
                               stos_seed_fast(6)};
    uint32_t first[8];
    for (int i = 0; i < 8; i++) {
        struct rng_stream stream;
        rng_open(&stream, &seeds[i / 2], (uint32_t)(i % 2));
        first[i] = rng_below(&stream, 1u << 31);
        for (int other = 0; other < i; other++)
            assert_int_not_equal(first[i], first[other]);
    }
}

static void every_byte_of_a_seed_counts(void **unused)
{
    (void)unused;
    uint32_t first[33];
    for (int i = 0; i <= 32; i++) {
        struct rng_stream stream;
        stos_seed seed = stos_seed_number(0);
        if (i < 32)
            seed.bytes[i] = 1;
        rng_open(&stream, &seed, 0);
        first[i] = rng_below(&stream, 1u << 31);
        for (int other = 0; other < i; other++)
            assert_int_not_equal(first[i], first[other]);
    }
}

static void a_fast_stream_repeats_itself_from_the_same_seed(void **unused)
{
    (void)unused;
    stos_seed seed = stos_seed_fast(UINT64_MAX);
    struct rng_stream one, other;
    rng_open(&one, &seed, 3);
    rng_open(&other, &seed, 3);
    for (int i = 0; i < 100; i++)
        assert_int_equal(rng_below(&one, 1000), rng_below(&other, 1000));
}

/* ---------------------------------------------------------------- bounds */

static void bounded_numbers_of_a_stream_are_even(void **unused)
{
    (void)unused;
    enum { SAMPLES = 20000 };
    for (int fast = 0; fast < 2; fast++) {
        stos_seed seed = fast ? stos_seed_fast(1) : stos_seed_number(1);
        struct rng_stream stream;
        rng_open(&stream, &seed, 0);
        for (int bound = 2; bound <= 10; bound++) {
            int counts[10] = {0};
            for (int i = 0; i < SAMPLES; i++)
                counts[rng_below(&stream, (uint32_t)bound)]++;
            expect_even(counts, bound, SAMPLES, limits[bound - 1]);
        }
    }
}

static void bounded_numbers_of_a_random_are_even(void **unused)
{
    (void)unused;
    enum { SAMPLES = 20000 };
    stos_random random = stos_random_from(4);
    for (int bound = 2; bound <= 10; bound++) {
        int counts[10] = {0};
        for (int i = 0; i < SAMPLES; i++)
            counts[stos_random_below(&random, (uint32_t)bound)]++;
        expect_even(counts, bound, SAMPLES, limits[bound - 1]);
    }
}

static void a_bound_of_one_gives_zero(void **unused)
{
    (void)unused;
    stos_seed seed = stos_seed_number(1);
    stos_random random = stos_random_from(1);
    struct rng_stream stream;
    rng_open(&stream, &seed, 0);
    for (int i = 0; i < 10; i++)
        assert_true(rng_below(&stream, 1) == 0 && stos_random_below(&random, 1) == 0);
}

/*
 * With three quarters of 2^32 as the bound, a quarter of all words must be thrown away: without
 * that, every third number would come twice as often.
 */
static void large_bounds_reject_what_would_be_uneven(void **unused)
{
    (void)unused;
    enum { SAMPLES = 9000 };
    const uint32_t bound = 3u << 30;
    stos_seed seed = stos_seed_number(2);
    stos_random random = stos_random_from(2);
    struct rng_stream stream;
    int from_stream[3] = {0}, from_random[3] = {0};
    rng_open(&stream, &seed, 0);
    for (int i = 0; i < SAMPLES; i++) {
        from_stream[rng_below(&stream, bound) % 3]++;
        from_random[stos_random_below(&random, bound) % 3]++;
    }
    expect_even(from_stream, 3, SAMPLES, limits[2]);
    expect_even(from_random, 3, SAMPLES, limits[2]);
}

static void randoms_of_different_seeds_differ_and_repeat(void **unused)
{
    (void)unused;
    stos_random one = stos_random_from(1), same = stos_random_from(1), other = stos_random_from(2);
    uint64_t bits = stos_random_bits(&one);
    assert_true(bits == stos_random_bits(&same));
    assert_true(bits != stos_random_bits(&other));
    assert_true(bits != stos_random_bits(&one));
}

/* ---------------------------------------------------------------- shuffles */

static int order_of_three(const uint8_t *cards) { return cards[0] * 2 + (cards[1] > cards[2]); }

static void every_order_comes_equally_often(void **unused)
{
    (void)unused;
    enum { SAMPLES = 6000 };
    stos_seed seed = stos_seed_number(3);
    stos_random random = stos_random_from(3);
    struct rng_stream stream;
    int from_stream[6] = {0}, from_random[6] = {0};
    rng_open(&stream, &seed, 0);
    for (int i = 0; i < SAMPLES; i++) {
        uint8_t one[3] = {0, 1, 2}, other[3] = {0, 1, 2};
        rng_shuffle(&stream, one, 3, 3);
        rng_shuffle_fast(&random, other, 3, 3);
        from_stream[order_of_three(one)]++;
        from_random[order_of_three(other)]++;
    }
    expect_even(from_stream, 6, SAMPLES, limits[5]);
    expect_even(from_random, 6, SAMPLES, limits[5]);
}

static void a_shuffle_that_stops_early_draws_the_same_cards(void **unused)
{
    (void)unused;
    stos_seed seed = stos_seed_number(8);
    struct rng_stream stream;
    uint8_t whole[98], part[98];
    for (int wanted = 0; wanted <= 98; wanted += 7) {
        for (int i = 0; i < 98; i++)
            whole[i] = part[i] = (uint8_t)i;
        rng_open(&stream, &seed, 0);
        rng_shuffle(&stream, whole, 98, 98);
        rng_open(&stream, &seed, 0);
        rng_shuffle(&stream, part, 98, wanted);
        assert_memory_equal(whole, part, (size_t)wanted);
    }
}

static void a_shuffle_of_more_cards_than_there_are_touches_no_others(void **unused)
{
    (void)unused;
    stos_random random = stos_random_from(5);
    stos_seed seeds[] = {stos_seed_number(5), stos_seed_fast(5)};
    struct rng_stream stream;
    for (int count = 0; count < 4; count++)
        for (int wanted = count; wanted < 9; wanted++)
            for (int way = 0; way < 3; way++) {
                uint8_t cards[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
                unsigned seen = 0;
                if (way < 2)
                    rng_open(&stream, &seeds[way], 1);
                if (way < 2)
                    rng_shuffle(&stream, cards, count, wanted);
                else
                    rng_shuffle_fast(&random, cards, count, wanted);
                for (int i = 0; i < count; i++)
                    seen |= 1u << cards[i];
                assert_int_equal(seen, (1u << count) - 1);
                for (int i = count; i < 9; i++)
                    assert_int_equal(cards[i], i);
            }
}

static void a_shuffle_keeps_all_cards(void **unused)
{
    (void)unused;
    stos_random random = stos_random_from(1);
    uint8_t cards[98];
    stos_cards seen = cards_none();
    for (int i = 0; i < 98; i++)
        cards[i] = (uint8_t)i;
    rng_shuffle_fast(&random, cards, 98, 50);
    for (int i = 0; i < 98; i++)
        cards_add(&seen, cards[i]);
    assert_true(cards_equal(seen, cards_range(0, 97)));
}

/* A changed deal would change every saved game: the first cards of seed 0 are pinned. */
static void the_deal_of_a_seed_never_changes(void **unused)
{
    (void)unused;
    stos_seed seeds[] = {stos_seed_number(0), stos_seed_fast(0)};
    static const uint8_t expected[2][8] = {{53, 60, 33, 31, 96, 24, 50, 11},
                                           {81, 72, 77, 9, 39, 33, 87, 51}};
    for (int i = 0; i < 2; i++) {
        stos_rules rules = stos_rules_standard(stos_game_at(STOS_THEGAME));
        stos_state state;
        assert_int_equal(stos_deal(&state, &rules, &seeds[i], NULL).reason, STOS_OK);
        assert_memory_equal(state.as.thegame.draw + 8, expected[i], 8);
    }
}

/* ---------------------------------------------------------------- sets of cards */

static void sets_of_cards_count_take_and_select(void **unused)
{
    (void)unused;
    stos_cards set =
        cards_or(cards_one(3), cards_or(cards_one(63), cards_or(cards_one(64), cards_one(127))));
    static const int members[] = {3, 63, 64, 127};
    assert_int_equal(cards_count(set), 4);
    for (int i = 0; i < 4; i++)
        assert_int_equal(cards_select(set, i), members[i]);
    for (int i = 0; i < 4; i++)
        assert_int_equal(cards_take(&set), members[i]);
    assert_true(cards_empty(set));
}

static void sets_of_cards_add_drop_and_compare(void **unused)
{
    (void)unused;
    stos_cards set = cards_range(60, 70);
    assert_int_equal(cards_count(set), 11);
    cards_drop(&set, 64);
    cards_drop(&set, 60);
    assert_false(cards_has(set, 64) || cards_has(set, 60) || cards_equal(set, cards_range(60, 70)));
    cards_add(&set, 64);
    assert_true(cards_equal(set, cards_range(61, 70)));
    assert_true(cards_equal(cards_and(set, cards_range(2, 63)), cards_range(61, 63)));
    assert_true(cards_equal(cards_minus(set, cards_range(2, 63)), cards_range(64, 70)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chacha20_gives_the_block_of_rfc_8439),
        cmocka_unit_test(a_stream_goes_on_through_its_blocks),
        cmocka_unit_test(streams_of_one_seed_differ),
        cmocka_unit_test(every_byte_of_a_seed_counts),
        cmocka_unit_test(a_fast_stream_repeats_itself_from_the_same_seed),
        cmocka_unit_test(bounded_numbers_of_a_stream_are_even),
        cmocka_unit_test(bounded_numbers_of_a_random_are_even),
        cmocka_unit_test(a_bound_of_one_gives_zero),
        cmocka_unit_test(large_bounds_reject_what_would_be_uneven),
        cmocka_unit_test(randoms_of_different_seeds_differ_and_repeat),
        cmocka_unit_test(every_order_comes_equally_often),
        cmocka_unit_test(a_shuffle_that_stops_early_draws_the_same_cards),
        cmocka_unit_test(a_shuffle_keeps_all_cards),
        cmocka_unit_test(a_shuffle_of_more_cards_than_there_are_touches_no_others),
        cmocka_unit_test(the_deal_of_a_seed_never_changes),
        cmocka_unit_test(sets_of_cards_count_take_and_select),
        cmocka_unit_test(sets_of_cards_add_drop_and_compare),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
