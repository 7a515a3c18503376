/*
 * worth.c - counting and weighing. See the header.
 */
#include "worth.h"

#include <string.h>

enum { NONE_HELD = 12, DECK = 64 };

/*
 * For every thing: its weight near the end of the game, and for each 64th that the player still has to place, a 64th
 * of what it weighs more. The mean of four fits to who won, on 1.8 million ends of turns of such bots at play.
 */
/* clang-format off */
static const struct {
    int16_t late, early;
} weights[WORTH_THINGS] = {
    [WORTH_ALWAYS] = {132, -167},
    [WORTH_LEFT] = {-2, -6},
    [WORTH_OTHER_LEFT] = {12, 6},
    [WORTH_ROOM] = {1, -4},
    [WORTH_OTHER_ROOM] = {2, 1},
    [WORTH_TIGHT] = {18, -3},
    [WORTH_OTHER_TIGHT] = {-15, -10},
    [WORTH_DEAD] = {-130, 177},
    [WORTH_OTHER_DEAD] = {209, -302},
    [WORTH_SPAN] = {24, -12},
    [WORTH_OTHER_SPAN] = {-28, 21},
    [WORTH_HELD] = {32, -11},
    [WORTH_OTHER_HELD] = {-3, -45},
    [WORTH_TRICK_TO_COME] = {238, -384},
    [WORTH_OTHER_TRICK] = {-400, 532},
    [WORTH_TRICK_HELD] = {215, -120},
    [WORTH_PAIR] = {122, -126},
    [WORTH_DEAD_HELD] = {-249, 354},
    [WORTH_NEAREST] = {-60, 54},
    [WORTH_NEXT] = {-21, 16},
    [WORTH_GIFT] = {-25, 18},
    [WORTH_NO_GIFT] = {-56, 259},
};
/* clang-format on */

static inline int smaller(int a, int b) { return a < b ? a : b; }
static inline int larger(int a, int b) { return a > b ? a : b; }

/* What both players have: `thing` points at the first of two, own and other. */
static inline void count_piles(const struct duel_after *after, int who, int *thing)
{
    const uint8_t *top = after->top[who];
    uint64_t left = after->left[who];
    uint64_t rising = left & duel_ahead(0, top[0]), falling = left & duel_ahead(1, top[1]);
    int up = word_count(rising), down = word_count(falling);
    thing[WORTH_LEFT + who] = word_count(left);
    thing[WORTH_ROOM + who] = up + down;
    thing[WORTH_TIGHT + who] = smaller(up, down);
    thing[WORTH_DEAD + who] = word_count(left & ~(rising | falling));
    thing[WORTH_SPAN + who] = top[1] - top[0];
    thing[WORTH_HELD + who] = after->held[who];
    thing[WORTH_TRICK_TO_COME + who] = word_count(left & (duel_ten_back(0, top[0]) | duel_ten_back(1, top[1])));
}

/* Own cards that the nearest card of the hand skips. */
static inline int skipped(const struct duel_after *after, int pile)
{
    int top = after->top[0][pile];
    uint64_t forward = after->kept & duel_ahead(pile, top);
    if (!forward)
        return NONE_HELD;
    int card = duel_next(pile, forward);
    return smaller(word_count(after->left[0] & duel_ahead(pile, top) & ~duel_ahead(pile, card) & ~duel_bit(card)), NONE_HELD);
}

/* Cards that the opponent's pile takes again after the least help. */
static inline int gift(const struct duel_after *after, int pile)
{
    int top = after->top[1][pile];
    uint64_t fits = after->kept & duel_improves(pile, top);
    if (!fits)
        return NONE_HELD;
    int card = duel_next(1 - pile, fits);
    return smaller(word_count(after->left[1] & duel_ahead(pile, card) & ~duel_ahead(pile, top)), NONE_HELD);
}

void facetoface_worth_see(struct duel_after *after, const struct duel *duel, uint64_t used, bool helps)
{
    int seat = duel->turn, other = 1 - seat;
    uint64_t kept = duel->hand[seat] & ~used;
    int held = word_count(kept), wanted = helps || duel->helped ? STOS_FACETOFACE_HAND - held : 2;
    *after = (struct duel_after){.left = {duel->left[seat] & ~used, duel->left[other]}, .kept = kept, .lenient = duel->lenient};
    memcpy(after->top[0], duel->top[seat], sizeof after->top[0]);
    memcpy(after->top[1], duel->top[other], sizeof after->top[1]);
    after->held[0] = (uint8_t)(held + smaller(wanted, duel->draws[seat]));
    after->held[1] = (uint8_t)(word_count(duel->left[other]) - duel->draws[other]);
}

static void count(const struct duel_after *after, int thing[WORTH_THINGS])
{
    const uint8_t *top = after->top[0];
    uint64_t kept = after->kept, up = duel_ahead(0, top[0]), down = duel_ahead(1, top[1]);
    uint64_t tricks = kept & (duel_ten_back(0, top[0]) | duel_ten_back(1, top[1]));
    thing[WORTH_ALWAYS] = 1;
    count_piles(after, 0, thing);
    count_piles(after, 1, thing);
    thing[WORTH_TRICK_HELD] = word_count(tricks);
    thing[WORTH_TRICK_TO_COME] -= thing[WORTH_TRICK_HELD];
    thing[WORTH_PAIR] = word_count((kept & kept << 10 & up) | (kept & kept >> 10 & down));
    thing[WORTH_DEAD_HELD] = word_count(kept & ~(up | down | tricks));
    int rising = skipped(after, 0), falling = skipped(after, 1);
    thing[WORTH_NEAREST] = smaller(rising, falling);
    thing[WORTH_NEXT] = larger(rising, falling);
    thing[WORTH_GIFT] = smaller(gift(after, 0), gift(after, 1));
    thing[WORTH_NO_GIFT] = thing[WORTH_GIFT] == NONE_HELD;
}

int facetoface_worth(const struct duel_after *after)
{
    int thing[WORTH_THINGS], late = 0, early = 0;
    count(after, thing);
    for (int i = 0; i < WORTH_THINGS; i++) {
        late += weights[i].late * thing[i];
        early += weights[i].early * thing[i];
    }
    return late + early * thing[WORTH_LEFT] / DECK;
}
