/*
 * test_fast_worlds.c - the bots' own versions of the rules of FACE TO FACE and LIE are those of the
 * library, move for move: random games are played in both at once, and after every move both say
 * the same.
 */
#include "../game/grid.h"
#include "base/cards.h"
#include "bot/facetoface/duel.h"
#include "bot/lie/bidding.h"

enum { DUELS = 12000, ROUNDS = 6 };

/* ---------------------------------------------------------------- FACE TO FACE */

/* The whole truth as a duel. */
static struct duel duel_of(const stos_state *state)
{
    const struct stos_facetoface *game = &state->as.facetoface;
    stos_view view;
    struct duel duel;
    stos_look(state, game->table.turn, &view);
    facetoface_duel_see(&duel, &view.as.facetoface);
    for (int seat = 0; seat < 2; seat++) {
        duel.hand[seat] = game->hand[seat];
        for (int i = 0; i < duel.draws[seat]; i++)
            duel.draw[seat][i] = game->draw[seat][game->drawn[seat] + duel.draws[seat] - 1 - i];
    }
    return duel;
}

static void assert_same_duel(const struct duel *duel, const stos_state *state)
{
    struct duel truth = duel_of(state);
    assert_int_equal(duel->winner, truth.winner);
    if (truth.winner >= 0)
        return;
    assert_memory_equal(duel->hand, truth.hand, sizeof truth.hand);
    assert_memory_equal(duel->left, truth.left, sizeof truth.left);
    assert_memory_equal(duel->top, truth.top, sizeof truth.top);
    assert_memory_equal(duel->draws, truth.draws, sizeof truth.draws);
    assert_int_equal(duel->turn, truth.turn);
    assert_int_equal(duel->placed, truth.placed);
    assert_int_equal(duel->minimum, truth.minimum);
    assert_int_equal(duel->helped, truth.helped);
}

/* The cards of the hand that each pile takes, as the duel sees it, are the legal moves. */
static void assert_same_choices(const struct duel *duel, const stos_state *state)
{
    int seat = duel->turn, count = 0, ends = duel->placed >= duel->minimum;
    for (int pile = 0; pile < 2; pile++) {
        count += word_count(duel->hand[seat] & facetoface_duel_takes(pile, duel->top[seat][pile]));
        if (!duel->helped)
            count += word_count(duel->hand[seat] & duel_improves(pile, duel->top[1 - seat][pile]));
    }
    assert_int_equal(count + ends, stos_move_count(state, seat));
}

static void test_duels_follow_the_rules_move_for_move(void **unused)
{
    (void)unused;
    static const char *const kinds[] = {"facetoface(last=strict)", "facetoface(last=lenient)"};
    for (uint64_t number = 0; number < DUELS; number++) {
        stos_rules rules = rules_of(kinds[number % 2]);
        stos_state state = deal_rules(&rules, number);
        stos_random random = stos_random_from(number);
        struct duel duel = duel_of(&state);
        while (!stos_over(&state)) {
            int seat = state.as.facetoface.table.turn;
            assert_same_choices(&duel, &state);
            stos_move move =
                stos_move_at(&state, seat, pick(&random, stos_move_count(&state, seat)));
            assert_int_equal(stos_play(&state, seat, move).reason, STOS_OK);
            if (stos_move_kind(move) == STOS_END)
                facetoface_duel_end(&duel);
            else
                facetoface_duel_place(&duel, stos_move_low(move), stos_move_high(move));
            assert_same_duel(&duel, &state);
        }
    }
}

/* ---------------------------------------------------------------- LIE */

static int legal_bids(const struct lie_bidding *round)
{
    int count = 0;
    for (int face = 1; face <= STOS_LIE_FACES; face++)
        count += lie_bidding_lowest(round, face) <= round->cards
            ? round->cards - lie_bidding_lowest(round, face) + 1
            : 0;
    return count;
}

/* What the bots see of a table in the middle of the bidding. */
static struct lie_bidding bidding_of(const stos_state *state, int8_t place_of[STOS_LIE_SEATS])
{
    stos_view view;
    struct lie_bidding round;
    struct lie_hand own;
    stos_look(state, state->as.lie.table.turn, &view);
    lie_bidding_look(&round, &own, &view.as.lie, place_of);
    return round;
}

/* LI8: who loses when the standing bid is called, by everybody's cards. */
static bool bid_holds(const stos_state *state, const struct lie_bidding *round)
{
    const struct stos_lie_hands *hands = &state->as.lie.hands;
    int found = 0;
    for (int seat = 0; seat < STOS_LIE_SEATS; seat++) {
        struct lie_hand hand = {.size = hands->size[seat]};
        for (int i = 0; i < hand.size; i++)
            hand.shows[hands->face[seat][i]]++;
        found += lie_bidding_matches(&hand, round->face, round->ones);
    }
    return found >= round->count;
}

static void check_bid(stos_state *state, stos_random *random)
{
    int8_t place_of[STOS_LIE_SEATS];
    int seat = state->as.lie.table.turn, calls = stos_lie_last_bid(&state->as.lie.table) >= 0;
    struct lie_bidding round = bidding_of(state, place_of);
    assert_int_equal(place_of[seat], round.turn);
    assert_int_equal(legal_bids(&round) + calls, stos_move_count(state, seat));
    stos_move move = stos_move_at(state, seat, pick(random, stos_move_count(state, seat)));
    bool holds = calls && bid_holds(state, &round);
    assert_int_equal(stos_play(state, seat, move).reason, STOS_OK);
    if (stos_move_kind(move) == STOS_CALL) {
        assert_int_equal(state->as.lie.table.last.loser == seat, holds);
        return;
    }
    lie_bidding_raise(&round, stos_move_low(move), stos_move_high(move));
    struct lie_bidding truth = bidding_of(state, place_of);
    assert_memory_equal(&round, &truth, sizeof truth);
}

static void test_rounds_follow_the_rules_bid_for_bid(void **unused)
{
    (void)unused;
    const struct rules_list *list = every_rules();
    for (int i = 0; i < ROUNDS * MAX_RULES; i++) {
        const stos_rules *rules = &list->rules[i % MAX_RULES];
        stos_state state = deal_rules(rules, (uint64_t)i);
        stos_random random = stos_random_from((uint64_t)i);
        while (rules->game == stos_game_at(STOS_LIE) && !stos_over(&state)) {
            bool voting = stos_phase(&state) ==
                STOS_PHASE_START; /* all may act, and agree only if all of them do */
            int seat = voting ? pick(&random, stos_rules_seats(rules))
                              : __builtin_ctz(stos_actors(&state));
            if (state.as.lie.table.phase == STOS_PHASE_BID)
                check_bid(&state, &random);
            else
                assert_int_equal(
                    stos_play(
                        &state, seat,
                        stos_move_at(&state, seat, pick(&random, stos_move_count(&state, seat))))
                        .reason,
                    STOS_OK);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_duels_follow_the_rules_move_for_move),
        cmocka_unit_test(test_rounds_follow_the_rules_bid_for_bid),
    };
    return cmocka_run_group_tests_name("fast worlds", tests, NULL, NULL);
}
