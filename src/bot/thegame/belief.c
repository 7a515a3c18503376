/* belief.c - see belief.h. */
#include "belief.h"

#include <string.h>

/* ---------------------------------------------------------------- from hints */

/* The entries about one hand, and what is known of it. */
struct claims {
    const stos_hint_turn *said;
    int count;
    stos_cards had;    /* cards that it is known to have had */
    stos_cards unseen; /* where the others come from */
};

static void claim_pile(struct belief_hand *hand, const struct claims *claims,
                       const stos_hint_turn *said, int pile)
{
    stos_cards never, some;
    int hint = said->pile[pile];
    if ((hint == STOS_HINT_NONE && !(said->asked >> pile & 1)) || hint > STOS_HINT_LEAVE_3)
        return;
    thegame_hint_means(hint, said->top[pile], pile, &never, &some);
    if (!cards_empty(cards_and(never, claims->had)))
        return; /* not true */
    hand->never = cards_or(hand->never, never);
    if (!cards_empty(some) && cards_empty(cards_and(some, claims->had)))
        hand->some[hand->sets++] = some;
}

static void claim_self(struct belief_hand *hand, const stos_hint_turn *said, int least)
{
    static const uint8_t meant[] = {[STOS_SELF_RATHER_NOT] = THEGAME_IN_TROUBLE,
                                    [STOS_SELF_IN_TROUBLE] = THEGAME_IN_TROUBLE,
                                    [STOS_SELF_WANTS_START] = THEGAME_CAN_WAIT,
                                    [STOS_SELF_CAN_WAIT] = THEGAME_CAN_WAIT};
    struct belief_turn *turn = &hand->turn[hand->turns];
    if ((said->self == STOS_SELF_NONE && !(said->asked & STOS_HINT_ASKED_SELF)) ||
        said->self > STOS_SELF_CAN_WAIT)
        return;
    bool may_be = !(said->asked & THEGAME_ALL_PILES) ||
        thegame_spoken_of(said->self_top) == THEGAME_ALL_PILES;
    thegame_self_means(meant[said->self], least, may_be, &turn->low, &turn->high);
    thegame_card_costs(said->self_top, turn->cost);
    hand->turns++;
}

/* Keeps the sets that say something beyond the others and can be met. */
static void simplify(struct belief_hand *hand, stos_cards unseen)
{
    stos_cards open = cards_minus(unseen, hand->never);
    int sets = 0;
    for (int i = 0; i < hand->sets; i++)
        hand->some[i] = cards_and(hand->some[i], open);
    for (int i = 0; i < hand->sets; i++) {
        bool implied = cards_empty(hand->some[i]);
        for (int k = 0; k < hand->sets && !implied; k++)
            implied = k != i && !cards_empty(hand->some[k]) &&
                cards_empty(cards_minus(hand->some[k], hand->some[i])) &&
                (k < i || !cards_equal(hand->some[k], hand->some[i]));
        if (!implied)
            hand->some[sets++] = hand->some[i];
    }
    hand->sets = sets;
}

static void claim(struct belief_hand *hand, const struct claims *claims, int least)
{
    hand->sets = hand->turns = 0;
    hand->never = cards_none();
    for (int i = 0; i < claims->count && i < STOS_HINT_TURNS; i++) {
        for (int pile = 0; pile < STOS_THEGAME_PILES; pile++)
            claim_pile(hand, claims, &claims->said[i], pile);
        claim_self(hand, &claims->said[i], least);
    }
    simplify(hand, claims->unseen);
}

static void believe_seat(struct belief *belief, const struct stos_thegame_view *view,
                         const stos_hint_seat *said, int seat)
{
    struct belief_seat *about = &belief->seat[seat];
    stos_cards unseen = cards_minus(thegame_unplayed(&view->table), view->hand);
    int count = view->hand_count[seat];
    about->kept = said->drawn < count ? count - said->drawn : 0;
    about->placed = cards_and(said->placed, view->table.gone);
    struct claims now = {said->said[0], count > 0 ? said->turns[0] : 0, cards_none(), unseen};
    struct claims before = {said->said[1], about->kept > 0 ? said->turns[1] : 0, about->placed,
                            unseen};
    claim(&about->now, &now, belief->least);
    claim(&about->before, &before, belief->least);
}

/* The hints in force as a history without a past. */
static void as_history(stos_hint_seat *seat, const struct stos_thegame_view *view,
                       const stos_hints *hints, int number)
{
    stos_hint_turn *said = &seat->said[0][0];
    memset(seat, 0, sizeof *seat);
    seat->turns[0] = 1;
    memcpy(said->top, view->table.top, sizeof said->top);
    memcpy(said->self_top, view->table.top, sizeof said->self_top);
    memcpy(said->pile, hints->pile[number], sizeof said->pile);
    said->self = hints->self[number];
}

void belief_begin(struct belief *belief, const struct stos_thegame_view *view,
                  const stos_hints *hints, const stos_hint_history *history)
{
    belief->least = view->table.option[STOS_THEGAME_MIN];
    belief->heard = hints != NULL && view->table.option[STOS_THEGAME_PLAYERS] > 1;
    for (int seat = 0; seat < STOS_THEGAME_SEATS && belief->heard; seat++) {
        stos_hint_seat now;
        as_history(&now, view, hints, seat);
        believe_seat(belief, view, history && history->begun ? &history->seat[seat] : &now, seat);
    }
}

/* ---------------------------------------------------------------- of a hand */

/* How far the cheapest cards together lie outside what was said. */
static int turn_misfit(const struct belief_turn *turn, stos_cards hand, int least)
{
    int cheapest[3] = {THEGAME_NO_CARD, THEGAME_NO_CARD, THEGAME_NO_CARD};
    while (!cards_empty(hand)) {
        int cost = turn->cost[cards_take(&hand)];
        for (int i = 0; i < 3; i++)
            if (cost < cheapest[i]) {
                int pushed = cheapest[i];
                cheapest[i] = cost;
                cost = pushed;
            }
    }
    int sum = cheapest[0] + cheapest[1] + (least == 3 ? cheapest[2] : 0);
    return sum < turn->low || sum > turn->high;
}

static int hand_misfit(const struct belief_hand *about, stos_cards hand, stos_cards placed,
                       int least)
{
    int wrong = cards_count(cards_and(about->never, hand));
    for (int i = 0; i < about->sets; i++)
        wrong += cards_empty(cards_and(about->some[i], hand));
    for (int i = 0; i < about->turns; i++)
        wrong += turn_misfit(&about->turn[i], cards_or(hand, placed), least);
    return wrong;
}

int belief_misfit(const struct belief *belief, int seat, stos_cards kept, stos_cards fresh)
{
    const struct belief_seat *about = &belief->seat[seat];
    return hand_misfit(&about->now, cards_or(kept, fresh), cards_none(), belief->least) +
        hand_misfit(&about->before, kept, about->placed, belief->least);
}
