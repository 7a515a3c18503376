/*
 * worth.c - the features and their weights. See the header.
 */
#include "worth.h"

#include <string.h>

enum { NONE_HELD = 12, DECK = 64 };

/*
 * For every thing: its weight near the end of the game, and for each 64th that the player still has
 * to place, a 64th of what it weighs more. The mean of four fits to who won, on 1.8 million ends of
 * turns of such bots at play.
 */
struct weights {
    int16_t late[WORTH_THINGS], early[WORTH_THINGS];
};

static const struct weights weights = {
    .late = {[WORTH_LEFT] = -2,
             [WORTH_ROOM] = 1,
             [WORTH_TIGHT] = 18,
             [WORTH_DEAD] = -130,
             [WORTH_SPAN] = 24,
             [WORTH_HELD] = 32,
             [WORTH_TRICK] = 238,
             [WORTH_TRICK_HELD] = 215,
             [WORTH_PAIR] = 122,
             [WORTH_DEAD_HELD] = -249,
             [WORTH_NEAREST] = -60,
             [WORTH_NEXT] = -21,
             [WORTH_GIFT] = -25,
             [WORTH_NO_GIFT] = -56,
             [WORTH_ALWAYS] = 132},
    .early = {[WORTH_LEFT] = -6,
              [WORTH_ROOM] = -4,
              [WORTH_TIGHT] = -3,
              [WORTH_DEAD] = 177,
              [WORTH_SPAN] = -12,
              [WORTH_HELD] = -11,
              [WORTH_TRICK] = -384,
              [WORTH_TRICK_HELD] = -120,
              [WORTH_PAIR] = -126,
              [WORTH_DEAD_HELD] = 354,
              [WORTH_NEAREST] = 54,
              [WORTH_NEXT] = 16,
              [WORTH_GIFT] = 18,
              [WORTH_NO_GIFT] = 259,
              [WORTH_ALWAYS] = -167},
};
static const struct weights other_weights = {
    .late = {[WORTH_LEFT] = 12,
             [WORTH_ROOM] = 2,
             [WORTH_TIGHT] = -15,
             [WORTH_DEAD] = 209,
             [WORTH_SPAN] = -28,
             [WORTH_HELD] = -3,
             [WORTH_TRICK] = -400},
    .early = {[WORTH_LEFT] = 6,
              [WORTH_ROOM] = 1,
              [WORTH_TIGHT] = -10,
              [WORTH_DEAD] = -302,
              [WORTH_SPAN] = 21,
              [WORTH_HELD] = -45,
              [WORTH_TRICK] = 532},
};

static inline int smaller(int a, int b) { return a < b ? a : b; }
static inline int larger(int a, int b) { return a > b ? a : b; }

/* What both players have. */
static inline void count_piles(const struct duel_after *after, int who,
                               int16_t thing[WORTH_SIDE_THINGS])
{
    const uint8_t *top = after->top[who];
    uint64_t left = after->left[who];
    uint64_t rising = left & duel_ahead(0, top[0]), falling = left & duel_ahead(1, top[1]);
    int up = word_count(rising), down = word_count(falling);
    thing[WORTH_LEFT] = (int16_t)word_count(left);
    thing[WORTH_ROOM] = (int16_t)(up + down);
    thing[WORTH_TIGHT] = (int16_t)smaller(up, down);
    thing[WORTH_DEAD] = (int16_t)word_count(left & ~(rising | falling));
    thing[WORTH_SPAN] = (int16_t)(top[1] - top[0]);
    thing[WORTH_HELD] = after->held[who];
    thing[WORTH_TRICK] =
        (int16_t)word_count(left & (duel_ten_back(0, top[0]) | duel_ten_back(1, top[1])));
}

/* Own cards that the nearest card of the hand skips. */
static inline int skipped(const struct duel_after *after, int pile)
{
    int top = after->top[0][pile];
    uint64_t forward = after->kept & duel_ahead(pile, top);
    if (!forward)
        return NONE_HELD;
    int card = duel_next(pile, forward);
    return smaller(word_count(after->left[0] & duel_ahead(pile, top) & ~duel_ahead(pile, card) &
                              ~duel_bit(card)),
                   NONE_HELD);
}

/* Cards that the opponent's pile takes again after the least help. */
static inline int gift(const struct duel_after *after, int pile)
{
    int top = after->top[1][pile];
    uint64_t fits = after->kept & duel_improves(pile, top);
    if (!fits)
        return NONE_HELD;
    int card = duel_next(1 - pile, fits);
    return smaller(word_count(after->left[1] & duel_ahead(pile, card) & ~duel_ahead(pile, top)),
                   NONE_HELD);
}

void facetoface_worth_see(struct duel_after *after, const struct duel *duel, uint64_t used,
                          bool helps)
{
    int seat = duel->turn, other = 1 - seat;
    uint64_t kept = duel->hand[seat] & ~used;
    int held = word_count(kept), wanted = helps || duel->helped ? STOS_FACETOFACE_HAND - held : 2;
    *after = (struct duel_after){.left = {duel->left[seat] & ~used, duel->left[other]},
                                 .kept = kept,
                                 .lenient = duel->lenient};
    memcpy(after->top[0], duel->top[seat], sizeof after->top[0]);
    memcpy(after->top[1], duel->top[other], sizeof after->top[1]);
    after->held[0] = (uint8_t)(held + smaller(wanted, duel->draws[seat]));
    after->held[1] = (uint8_t)(word_count(duel->left[other]) - duel->draws[other]);
}

static inline void count_own(const struct duel_after *after, int16_t thing[WORTH_THINGS])
{
    const uint8_t *top = after->top[0];
    uint64_t kept = after->kept, up = duel_ahead(0, top[0]), down = duel_ahead(1, top[1]);
    uint64_t tricks = kept & (duel_ten_back(0, top[0]) | duel_ten_back(1, top[1]));
    count_piles(after, 0, thing);
    thing[WORTH_TRICK_HELD] = (int16_t)word_count(tricks);
    thing[WORTH_TRICK] = (int16_t)(thing[WORTH_TRICK] - thing[WORTH_TRICK_HELD]);
    thing[WORTH_PAIR] = (int16_t)word_count((kept & kept << 10 & up) | (kept & kept >> 10 & down));
    thing[WORTH_DEAD_HELD] = (int16_t)word_count(kept & ~(up | down | tricks));
    int rising = skipped(after, 0), falling = skipped(after, 1),
        least_gift = smaller(gift(after, 0), gift(after, 1));
    thing[WORTH_NEAREST] = (int16_t)smaller(rising, falling);
    thing[WORTH_NEXT] = (int16_t)larger(rising, falling);
    thing[WORTH_GIFT] = (int16_t)least_gift;
    thing[WORTH_NO_GIFT] = least_gift == NONE_HELD;
    thing[WORTH_ALWAYS] = 1;
}

/* Numbers of 16 bits in rows of their own, so that compilers multiply and add them in pairs. */
static inline void weigh(const struct weights *weight, const int16_t *thing, int things,
                         struct worth_sum *sum)
{
    for (int i = 0; i < things; i++) {
        sum->late += weight->late[i] * thing[i];
        sum->early += weight->early[i] * thing[i];
    }
}

struct worth_sum facetoface_worth_other(const struct duel_after *after)
{
    int16_t thing[WORTH_SIDE_THINGS];
    struct worth_sum sum = {0, 0};
    count_piles(after, 1, thing);
    weigh(&other_weights, thing, WORTH_SIDE_THINGS, &sum);
    return sum;
}

int facetoface_worth(const struct duel_after *after, struct worth_sum other)
{
    int16_t thing[WORTH_THINGS];
    struct worth_sum sum = other;
    count_own(after, thing);
    weigh(&weights, thing, WORTH_THINGS, &sum);
    return sum.late + sum.early * thing[WORTH_LEFT] / DECK;
}
