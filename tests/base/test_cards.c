/* test_cards.c - sets of cards are sets, and what one instruction does is what plain C does. */
#include "base/cards.h"
#include "base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { TRIES = 20000 };

/* Sparse and dense ones. */
static uint64_t some_word(stos_random *random)
{
    uint64_t word = rng_bits(random);
    return stos_random_below(random, 2) ? word : word & rng_bits(random) & rng_bits(random);
}

static void instructions_do_what_plain_code_does(void **unused)
{
    (void)unused;
    stos_random random = stos_random_from(1);
    for (int i = 0; i < TRIES; i++) {
        uint64_t word = some_word(&random), mask = some_word(&random);
        assert_true(word_extract(word, mask) == word_extract_plain(word, mask));
        for (int index = 0; index < word_count(word); index++)
            assert_int_equal(word_select(word, index), word_select_plain(word, index));
    }
}

static void the_cards_of_a_set_come_in_order(void **unused)
{
    (void)unused;
    stos_random random = stos_random_from(2);
    for (int i = 0; i < TRIES; i++) {
        stos_cards set = {{some_word(&random), some_word(&random)}}, left = set;
        for (int index = 0, last = -1; !cards_empty(left); index++) {
            assert_int_equal(cards_select(set, index), cards_lowest(left));
            int card = cards_take(&left);
            assert_true(card > last && cards_has(set, card) && !cards_has(left, card));
            assert_int_equal(cards_count(cards_and(set, cards_below(card))), index);
            assert_int_equal(cards_count(cards_and(set, cards_above(card))), cards_count(left));
            last = card;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instructions_do_what_plain_code_does),
        cmocka_unit_test(the_cards_of_a_set_come_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
