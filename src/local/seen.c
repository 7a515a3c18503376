/* seen.c - see seen.h. */
#include "seen.h"
#include "base/cards.h"

static int piles_of_duel(const struct stos_facetoface_view *seen, struct pile out[SEEN_PILES])
{
    static const char *const names[] = {"U", "D", "oU", "oD"};
    int own = seen->seat < 0 ? 0 : seen->seat;
    for (int i = 0; i < 4; i++) {
        bool others = i >= 2, rising = i % 2 == 0;
        out[i] = (struct pile){.top = seen->table.top[others ? 1 - own : own][i % 2],
                               .end = rising ? STOS_FACETOFACE_CARDS + 1 : 2,
                               .rising = rising,
                               .others = others,
                               .name = names[i]};
    }
    return 4;
}

int seen_piles(const stos_view *view, struct pile out[SEEN_PILES])
{
    static const char *const names[] = {"U1", "U2", "D1", "D2"};
    if (view->game == STOS_FACETOFACE)
        return piles_of_duel(&view->as.facetoface, out);
    if (view->game != STOS_THEGAME)
        return 0;
    const struct stos_thegame_table *table = &view->as.thegame.table;
    for (int i = 0; i < STOS_THEGAME_PILES; i++)
        out[i] = (struct pile){.top = table->top[i],
                               .end = i < 2 ? 99 : 2,
                               .rising = i < 2,
                               .fire = table->due >> i & 1,
                               .name = names[i]};
    return STOS_THEGAME_PILES;
}

int pile_jump(const struct pile *pile, int card)
{
    return pile->rising ? card - pile->top : pile->top - card;
}

int seen_hand(const stos_view *view, int out[MOST_IN_HAND])
{
    stos_cards hand = cards_none();
    int count = 0;
    if (view->game == STOS_THEGAME)
        hand = view->as.thegame.hand;
    else if (view->game == STOS_FACETOFACE)
        hand.word[0] = view->as.facetoface.hand;
    while (!cards_empty(hand) && count < MOST_IN_HAND)
        out[count++] = cards_take(&hand);
    return count;
}

bool seen_holds(const stos_view *view, int card)
{
    int hand[MOST_IN_HAND], count = seen_hand(view, hand);
    for (int i = 0; i < count; i++)
        if (hand[i] == card)
            return true;
    return false;
}
