/*
 * test_thegame_endgame.c - the solver of open endgames of THE GAME is exact: it leaves as few cards
 * as the best of all orders does.
 */
#include "base/cards.h"
#include "bot/thegame/endgame.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ENDGAMES = 400, MOST_CARDS = 7 };

/* The fewest cards that can be left, by trying every order. The tops are real ones. */
static int fewest_left(stos_cards hand, const uint8_t top[4])
{
    int best = cards_count(hand);
    for (stos_cards left = hand; best > 0 && !cards_empty(left);) {
        int card = cards_take(&left);
        for (int pile = 0; best > 0 && pile < 4; pile++) {
            int jump = pile < 2 ? card - top[pile] : top[pile] - card;
            if (jump <= 0 && jump != -10)
                continue;
            uint8_t next[4];
            stos_cards rest = hand;
            memcpy(next, top, sizeof next);
            next[pile] = (uint8_t)card;
            cards_drop(&rest, card);
            int left_then = fewest_left(rest, next);
            best = left_then < best ? left_then : best;
        }
    }
    return best;
}

/* Tops far along, and a hand that does not fit easily. */
static struct thegame_sim_state random_endgame(stos_random *random)
{
    struct thegame_sim_state state = {.game.table = {.option = {1}, .phase = STOS_PHASE_PLAY}};
    struct stos_thegame *game = &state.game;
    int cards = 2 + (int)stos_random_below(random, MOST_CARDS - 1);
    for (int pile = 0; pile < 4; pile++)
        game->table.top[pile] =
            (uint8_t)thegame_as_rising(45 + (int)stos_random_below(random, 50), pile);
    while (cards_count(game->hand[0]) < cards)
        cards_add(&game->hand[0], 2 + (int)stos_random_below(random, 98));
    game->drawn = STOS_THEGAME_CARDS;
    return state;
}

static int left_after(const struct stos_thegame *game, const struct plan *plan)
{
    stos_cards hand = game->hand[0];
    uint8_t top[4];
    memcpy(top, game->table.top, sizeof top);
    for (int i = 0; i < plan->length; i++) {
        int card = stos_move_low(plan->move[i]), pile = stos_move_high(plan->move[i]),
            jump = pile < 2 ? card - top[pile] : top[pile] - card;
        assert_true(cards_has(hand, card) && (jump > 0 || jump == -10));
        cards_drop(&hand, card);
        top[pile] = (uint8_t)card;
    }
    return cards_count(hand);
}

static void test_no_order_leaves_fewer_cards(void **unused)
{
    (void)unused;
    int lost = 0;
    for (uint64_t number = 0; number < ENDGAMES; number++) {
        stos_random random = stos_random_from(number);
        struct thegame_sim_state state = random_endgame(&random);
        struct plan plan;
        int left = thegame_endgame_solve(&state, &plan);
        assert_int_equal(left, fewest_left(state.game.hand[0], state.game.table.top));
        assert_int_equal(left, left_after(&state.game, &plan));
        assert_int_equal(plan.wins, left == 0);
        lost += left > 0;
    }
    assert_in_range(lost, ENDGAMES / 10, ENDGAMES * 9 / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_no_order_leaves_fewer_cards)};
    return cmocka_run_group_tests_name("thegame endgame", tests, NULL, NULL);
}
