/* lie/deck.c - explicit decks of LIE: cards as pairs of faces, one list per round. */
#include "game/game.h"
#include "game/lie/lie.h"

void lie_unpack_deck(const uint8_t *packed, uint8_t deck[STOS_LIE_CARDS])
{
    uint32_t seen = 0;
    for (int i = 0; i < STOS_LIE_CARDS; i++) {
        deck[i] = (uint8_t)lie_next_of_kind(seen, packed[i / 2] >> (i % 2 * 4) & 15);
        seen |= UINT32_C(1) << deck[i];
    }
}

static int kind_of(int low, int high)
{
    for (int kind = 0; kind < STOS_LIE_KINDS; kind++)
        if (stos_lie_low_face(kind) == low && stos_lie_high_face(kind) == high)
            return kind;
    return -1;
}

static int kind_of_card(int card) { return kind_of(card / 10, card % 10); }

stos_error lie_check_deck(const stos_deck *deck)
{
    if (deck->lists > STOS_LIE_ROUNDS || deck->size != STOS_LIE_CARDS)
        return game_refuse(STOS_BAD_DECK_SHAPE, 0);
    for (int round = 0; round < deck->lists; round++) {
        int copies[STOS_LIE_KINDS] = {0};
        for (int i = 0; i < STOS_LIE_CARDS; i++) {
            int card = deck->card[round * STOS_LIE_CARDS + i], kind = kind_of_card(card);
            if (kind < 0)
                return game_refuse(STOS_BAD_DECK_CARD, card);
            if (++copies[kind] > 2)
                return game_refuse(STOS_REPEATED_CARD, card);
        }
    }
    return game_ok();
}

void lie_take_deck(struct stos_lie *game, const stos_deck *deck)
{
    game->rounds = (uint8_t)deck->lists;
    for (int round = 0; round < deck->lists; round++)
        for (int i = 0; i < STOS_LIE_CARDS; i++)
            game->deck[round][i / 2] |=
                (uint8_t)(kind_of_card(deck->card[round * STOS_LIE_CARDS + i]) << (i % 2 * 4));
}
