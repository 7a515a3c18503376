/*
 * placing.h - what the clauses of THE GAME say of its table: which cards piles take, what a turn
 * owes, what is drawn, and the two changes of a game that goes on.
 *
 * The rules are made of these functions, and bots and solvers simulate with the same ones.
 */
#ifndef STOS_GAME_THEGAME_PLACING_H
#define STOS_GAME_THEGAME_PLACING_H

#include "game/piles.h"

/* What a pile of THE GAME takes with this number on top; and what it takes now. */
static inline stos_cards thegame_takes_on(int top, int pile)
{
    return pile < 2 ? piles_rising_takes[top] : piles_falling_takes[top];
}

static inline stos_cards thegame_takes(const struct stos_thegame_table *table, int pile)
{
    return thegame_takes_on(table->top[pile], pile);
}

/*
 * A falling pile is a rising one in the mirror: card c becomes 101 - c, and 100 on top becomes 1.
 * What evaluates piles sees all of them as rising and needs every thought only once.
 */
static inline int thegame_as_rising(int card, int pile) { return pile < 2 ? card : 101 - card; }

/* All 128 bits reversed, then shifted down by 26. */
static inline stos_cards thegame_mirror(stos_cards set)
{
    uint64_t low = word_reverse(set.word[1]), high = word_reverse(set.word[0]);
    return (stos_cards){{low >> 26 | high << 38, high >> 26}};
}

/* The same for one card that lies so far beyond the top of a pile, as a rising one. */
static inline bool thegame_jump_fits(int jump) { return jump > 0 || jump == -10; }

/* TG14: the fire cards 22, 33, ... 77, and the piles with one on top, as bits. */
static inline stos_cards thegame_fires(void)
{
    return (stos_cards){
        {UINT64_C(1) << 22 | UINT64_C(1) << 33 | UINT64_C(1) << 44 | UINT64_C(1) << 55,
         UINT64_C(1) << 2 | UINT64_C(1) << 13}};
}

static inline bool thegame_is_fire(int card) { return cards_has(thegame_fires(), card); }

static inline uint8_t thegame_fires_on(const uint8_t top[STOS_THEGAME_PILES])
{
    unsigned fires = 0;
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++)
        fires |= (unsigned)thegame_is_fire(top[pile]) << pile;
    return (uint8_t)fires;
}

/* TG14, TG15: the piles to cover before a turn may end, after a card was placed; and when the next
 * turn begins. */
static inline uint8_t thegame_due_after(uint8_t due, int card, int pile, int fire)
{
    unsigned burns = fire == STOS_THEGAME_FIRE_NOW && thegame_is_fire(card);
    return (uint8_t)((due & ~(1u << pile)) | burns << pile);
}

static inline uint8_t thegame_due_next(const uint8_t top[STOS_THEGAME_PILES], int fire)
{
    return fire == STOS_THEGAME_FIRE_NEXT ? thegame_fires_on(top) : 0;
}

/* TG7: cards that a turn must place which begins when so many have left the draw pile. */
static inline uint8_t thegame_minimum(int min, int drawn)
{
    return drawn < STOS_THEGAME_CARDS ? (uint8_t)min : 1;
}

/* TG8: how many cards a hand draws back up to its size when so many have left the draw pile; 0 or
 * less for none. */
static inline int thegame_draws(stos_cards hand, int size, int drawn)
{
    int wanted = size - cards_count(hand), left = STOS_THEGAME_CARDS - drawn;
    return wanted < left ? wanted : left;
}

/* TG8: the next seat that still holds cards; the same one if no other does. */
static inline int thegame_next_seat(const stos_cards hand[STOS_THEGAME_SEATS], int seat,
                                    int players)
{
    int next = seat;
    do
        next = next + 1 == players ? 0 : next + 1;
    while (next != seat && cards_empty(hand[next]));
    return next;
}

/* TG2: cards in a full hand. */
static inline int thegame_hand_size(const int8_t *option)
{
    int players = option[STOS_THEGAME_PLAYERS];
    int full = players == 1 ? 8 : players == 2 ? 7 : 6;
    return full - (option[STOS_THEGAME_HAND] == STOS_THEGAME_HAND_LESS);
}

static inline stos_cards thegame_unplayed(const struct stos_thegame_table *table)
{
    static const stos_cards deck = {{~UINT64_C(3), (UINT64_C(1) << 36) - 1}}; /* TG1: 2 to 99 */
    return cards_minus(deck, table->gone);
}

/* Cards not yet placed. */
static inline int thegame_cards_left(const struct stos_thegame_table *table)
{
    return STOS_THEGAME_CARDS - cards_count(table->gone);
}

/* TG7, TG14, TG15: whether the turn has met its obligations and may end. */
static inline bool thegame_duties_met(const struct stos_thegame_table *table)
{
    return table->placed >= table->minimum && table->due == 0;
}

/* All cards that some pile takes now; and TG10, TG11: whether something is owed and nothing can be
 * placed, which loses the game for all. */
static inline stos_cards thegame_playable(const struct stos_thegame_table *table)
{
    return cards_or(cards_or(thegame_takes(table, 0), thegame_takes(table, 1)),
                    cards_or(thegame_takes(table, 2), thegame_takes(table, 3)));
}

static inline bool thegame_has_lost(const struct stos_thegame_table *table, stos_cards hand)
{
    return !thegame_duties_met(table) && cards_empty(cards_and(hand, thegame_playable(table)));
}

/* A card of the hand on a pile that takes it, and nothing of what follows. */
static inline void thegame_put(struct stos_thegame_table *table, stos_cards *hand, int card,
                               int pile)
{
    cards_drop(hand, card);
    cards_add(&table->gone, card);
    table->top[pile] = (uint8_t)card;
    table->placed++;
    table->due = thegame_due_after(table->due, card, pile, table->option[STOS_THEGAME_FIRE]);
}

/* Why a seat with this hand may not put a card on a pile. */
stos_error thegame_refuse(const struct stos_thegame_table *table, stos_cards hand, int card,
                          int pile);

/*
 * The rules' two changes of a game that goes on, for simulations on states: a placement of a card
 * that the hand has and the pile takes, and the end of a turn whose duties are met. Both go on to
 * the next turn (TG8, TG9) or end the game (TG10, TG11) as a move through stos_play() does.
 */
void thegame_place(struct stos_thegame *game, int card, int pile);
void thegame_end_turn(struct stos_thegame *game);

#endif
