/*
 * climber.h - one search for a deck of THE GAME without a win and the weights that prove it;
 * unwinnable.c says how such a proof works.
 *
 * Compiled by nvcc the 32 threads of a warp share a climber, and each keeps a few neighbouring tops
 * of a row. Compiled by a C compiler there is one thread, which keeps all. The same code gives the
 * same bound on both, up to the rounding of weights.
 */
#ifndef STOS_TOOLS_CLIMBER_H
#define STOS_TOOLS_CLIMBER_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
    CARDS = 98,
    FIRST = 2, /* cards are FIRST to LAST */
    LAST = 99,
    TRICK = 10,
    MOST_MINIMUM = 3,
    TOPS = 128, /* up to LAST + TRICK, and as many for each of 32 threads */
    DIRECTIONS = 2,
    PILES_EACH = 2,
    LIGHTEST = -(1 << 29),
    NEVER = 255,           /* the place of what is no card */
    TOTAL = CARDS * 10000, /* what a win weighs, about */
    EXCHANGES = 80,        /* tried after each step of the weights */
    WARM_UP = 100          /* steps before the first exchange */
};

/* [p][top]: the heaviest pile after placements 1 to p with that card on top, which counts from
 * below on a falling pile too. */
typedef int32_t rows[CARDS + 1][TOPS];

struct climber {
    int hand, minimum;
    uint64_t random;
    int step;
    float heat; /* how much heavier the piles may become by an exchange, about */
    float cool; /* how far steps go, of what they would at this number */
    int32_t weight,
        least; /* what the piles can weigh and a win must; the first below the second proves */
    uint8_t deck[CARDS + 1];     /* from 1 */
    uint8_t old_deck[CARDS + 1]; /* before an exchange */
    uint8_t place[TOPS];         /* of a card in the deck */
    uint8_t turn[CARDS +
                 1]; /* of the lightest division into turns: each placement's place in its turn */
    uint8_t before[CARDS + 1][MOST_MINIMUM];
    float exact_card[TOPS], exact_slot[CARDS + 1][MOST_MINIMUM]; /* the weights that descend */
    int32_t card[TOPS], slot[CARDS + 1][MOST_MINIMUM];         /* the same, rounded: what proves */
    int32_t gain[CARDS + 1][MOST_MINIMUM];                     /* the most of slot[0..k] */
    float used_card[TOPS], used_slot[CARDS + 1][MOST_MINIMUM]; /* by the heaviest piles */
};

/* ---------------------------------------------------------------- threads: 32 on a graphics card
 * share a climber, or there is one */

#ifdef __CUDACC__
#define DEVICE static __device__
enum { LANES = 32 };
DEVICE int lane(void) { return (int)(threadIdx.x % LANES); }
DEVICE void meet(void) { __syncwarp(); }
DEVICE int32_t from_lane(int32_t x, int other) { return __shfl_sync(~0u, x, other); }
DEVICE uint32_t lanes_with(bool yes) { return __ballot_sync(~0u, yes); }
DEVICE int lowest(uint32_t lanes) { return __ffs((int)lanes) - 1; }
DEVICE int32_t most_of(int32_t a, int32_t b) { return max(a, b); }
DEVICE int32_t most_of_all(int32_t x) { return __reduce_max_sync(~0u, x); }
DEVICE int32_t sum_of_all(int32_t x) { return __reduce_add_sync(~0u, x); }
DEVICE float float_sum_of_all(float x)
{
    for (int i = 1; i < LANES; i *= 2)
        x += __shfl_xor_sync(~0u, x, i);
    return x;
}
#else
#define DEVICE static
enum { LANES = 1 };
static int lane(void) { return 0; }
static void meet(void) {}
static uint32_t lanes_with(bool yes) { return yes; }
static int lowest(uint32_t lanes) { return lanes == 0; }
static int32_t most_of(int32_t a, int32_t b) { return a > b ? a : b; }
static int32_t most_of_all(int32_t x) { return x; }
static int32_t sum_of_all(int32_t x) { return x; }
static float float_sum_of_all(float x) { return x; }
#endif

enum { EACH = TOPS / LANES }; /* neighbouring tops that a thread keeps of a row */

struct part {
    int32_t top[EACH];
};

DEVICE int least_of(int a, int b) { return a < b ? a : b; }

DEVICE uint32_t random_below(struct climber *climber, uint32_t bound)
{
    uint64_t x = climber->random;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    meet();
    climber->random = x;
    meet();
    return (uint32_t)((x * UINT64_C(0x2545f4914f6cdd1d) >> 32) % bound);
}

/* Of every top the heaviest below it. */
DEVICE struct part heaviest_below(const struct part *row)
{
    struct part below;
    int32_t most = LIGHTEST;
    for (int i = 0; i < EACH; i++) {
        below.top[i] = most;
        most = most_of(most, row->top[i]);
    }
#ifdef __CUDACC__
    for (int i = 1; i < LANES; i *= 2) {
        int32_t other = __shfl_up_sync(~0u, most, (unsigned)i);
        most = lane() >= i ? max(most, other) : most;
    }
    most = __shfl_up_sync(~0u, most, 1);
    for (int i = 0; i < EACH; i++)
        below.top[i] = lane() > 0 ? max(below.top[i], most) : below.top[i];
#endif
    return below;
}

/* Of every top the one that a trick comes from. */
DEVICE struct part trick_from(const struct part *row)
{
    struct part from;
#ifdef __CUDACC__
    for (int i = 0; i < EACH; i++)
        from.top[i] = __shfl_down_sync(~0u, row->top[(i + TRICK) % EACH], (i + TRICK) / EACH);
#else
    for (int i = 0; i < TOPS; i++)
        from.top[i] = i + TRICK < TOPS ? row->top[i + TRICK] : LIGHTEST;
#endif
    return from;
}

/* ---------------------------------------------------------------- the heaviest pile */

DEVICE int card_of(int direction, int top) { return direction == 0 ? top : FIRST + LAST - top; }

/* The heaviest place in a turn that a card may have as the p-th placement; -1 if it cannot have
 * been drawn yet. */
DEVICE int best_slot(const struct climber *climber, int p, int card)
{
    int slack = least_of(p - 1 + climber->hand - climber->place[card], climber->minimum - 1),
        best = slack < 0 ? -1 : 0;
    for (int k = 1; k <= slack; k++)
        if (climber->slot[p][k] > climber->slot[p][best])
            best = k;
    return best;
}

/* A thread's cards of one direction, and how far it has got with them. */
struct pile {
    struct part row, weight, place;
};

DEVICE void start_pile(const struct climber *climber, int direction, rows row, int from,
                       struct pile *pile)
{
    for (int i = 0; i < EACH; i++) {
        int top = lane() * EACH + i, is_card = top >= FIRST && top <= LAST,
            card = is_card ? card_of(direction, top) : 0;
        pile->row.top[i] = row[from - 1][top];
        pile->weight.top[i] = climber->card[card];
        pile->place.top[i] = climber->place[card];
    }
}

/* The p-th placement. */
DEVICE void next_row(const struct climber *climber, int p, struct pile *pile)
{
    struct part below = heaviest_below(&pile->row), trick = trick_from(&pile->row);
    const int32_t *gain = climber->gain[p];
    int32_t first = gain[0], second = gain[1], third = gain[2];
    int drawn = p - 1 + climber->hand;
    for (int i = 0; i < EACH; i++) {
        int slack = drawn - pile->place.top[i];
        int32_t with = most_of(below.top[i], trick.top[i]) + pile->weight.top[i] +
            (slack > 1       ? third
                 : slack > 0 ? second
                             : first);
        int32_t without = pile->row.top[i];
        pile->row.top[i] = slack >= 0 ? most_of(with, without) : without;
    }
}

DEVICE void keep_row(const struct part *part, int32_t *row)
{
    for (int i = 0; i < EACH; i++)
        row[lane() * EACH + i] = part->top[i];
}

DEVICE int32_t heaviest(const struct part *row)
{
    int32_t most = 0;
    for (int i = 0; i < EACH; i++)
        most = most_of(most, row->top[i]);
    return most_of_all(most);
}

/* What all four piles weigh at most, from the rows before `from` on; keeps the others if wanted. */
DEVICE int32_t weigh(const struct climber *climber, rows *row, int from, bool keep)
{
    struct pile rising, falling;
    start_pile(climber, 0, row[0], from, &rising);
    start_pile(climber, 1, row[1], from, &falling);
    for (int p = from; p <= CARDS; p++) {
        next_row(climber, p, &rising);
        next_row(climber, p, &falling);
        if (keep) {
            keep_row(&rising.row, row[0][p]);
            keep_row(&falling.row, row[1][p]);
        }
    }
    meet();
    return PILES_EACH * (heaviest(&rising.row) + heaviest(&falling.row));
}

/* ---------------------------------------------------------------- the lightest division into turns
 */

/* Places in a turn count to minimum - 1 and stay there; once nothing is left to draw, a turn may
 * end after any card (TG7). */
DEVICE bool may_follow(const struct climber *climber, int p, int before, int after)
{
    int last = climber->minimum - 1;
    return after == least_of(before + 1, last) ||
        (after == 0 && (before == last || p - 2 >= CARDS - climber->hand));
}

DEVICE int32_t divide_into_turns(struct climber *climber)
{
    int32_t sum[MOST_MINIMUM] = {climber->slot[1][0], -LIGHTEST, -LIGHTEST};
    int k = 0;
    for (int p = 2; p <= CARDS; p++) {
        int32_t longer[MOST_MINIMUM] = {-LIGHTEST, -LIGHTEST, -LIGHTEST};
        for (int after = 0; after < climber->minimum; after++)
            for (int before = 0; before < climber->minimum; before++)
                if (may_follow(climber, p, before, after) &&
                    sum[before] + climber->slot[p][after] < longer[after]) {
                    longer[after] = sum[before] + climber->slot[p][after];
                    climber->before[p][after] = (uint8_t)before;
                }
        memcpy(sum, longer, sizeof sum);
    }
    for (int i = 1; i < climber->minimum; i++)
        k = sum[i] < sum[k] ? i : k;
    int32_t least = sum[k];
    for (int p = CARDS; p >= 1; p--) {
        climber->turn[p] = (uint8_t)k;
        k = climber->before[p][k];
    }
    return least;
}

/* ---------------------------------------------------------------- the weights */

/* Rounds the weights and finds what a win must weigh. */
DEVICE void round_weights(struct climber *climber)
{
    int32_t cards = 0;
    for (int card = FIRST + lane(); card <= LAST; card += LANES)
        cards += climber->card[card] = (int32_t)lrintf(climber->exact_card[card]);
    for (int p = 1 + lane(); p <= CARDS; p += LANES)
        for (int k = 0; k < MOST_MINIMUM; k++) {
            climber->slot[p][k] =
                k < climber->minimum ? (int32_t)lrintf(climber->exact_slot[p][k]) : LIGHTEST;
            climber->gain[p][k] =
                k > 0 ? most_of(climber->gain[p][k - 1], climber->slot[p][k]) : climber->slot[p][k];
        }
    meet();
    climber->least = divide_into_turns(climber) + sum_of_all(cards);
    meet();
}

/* Makes a win weigh TOTAL. */
DEVICE void scale_weights(struct climber *climber)
{
    round_weights(climber);
    float factor = (float)TOTAL / (float)climber->least;
    for (int card = FIRST + lane(); card <= LAST; card += LANES)
        climber->exact_card[card] *= factor;
    for (int p = 1 + lane(); p <= CARDS; p += LANES)
        for (int k = 0; k < climber->minimum; k++)
            climber->exact_slot[p][k] *= factor;
    meet();
    round_weights(climber);
}

/* The first row in which the top of row p is as heavy as there: where it was placed. */
DEVICE int placed_at(rows row, int p, int top)
{
    int32_t weight = row[p][top];
    for (;; p -= LANES) {
        int before = p - 1 - lane();
        uint32_t lighter = lanes_with(before < 0 || row[before][top] != weight);
        if (lighter)
            return p - lowest(lighter);
    }
}

/* The heaviest of a row's tops, from the first to the one before `end`, and `other`. */
DEVICE int heaviest_top(const int32_t *row, int end, int other)
{
    int best = lane() == 0 ? other : FIRST - 1;
    for (int top = FIRST - 1 + lane(); top < end; top += LANES)
        best = row[top] > row[best] ? top : best;
    int32_t most = most_of_all(row[best]);
#ifdef __CUDACC__
    best = from_lane(best, lowest(lanes_with(row[best] == most)));
#else
    (void)most;
#endif
    return best;
}

/* Walks back through the heaviest pile of a direction and counts what it uses. */
DEVICE void count_use(struct climber *climber, int direction, rows row)
{
    int p = CARDS, top = heaviest_top(row[p], LAST + 1, FIRST - 1);
    while (top >= FIRST) {
        int card = card_of(direction, top);
        p = placed_at(row, p, top);
        if (lane() == 0) {
            climber->used_card[card] += PILES_EACH;
            climber->used_slot[p][best_slot(climber, p, card)] += PILES_EACH;
        }
        p--;
        top = heaviest_top(row[p], top, top + TRICK);
    }
}

/* How much more a card or placement is used than in a win. */
DEVICE float excess_card(const struct climber *climber, int card)
{
    return climber->used_card[card] - 1;
}
DEVICE float excess_slot(const struct climber *climber, int p, int k)
{
    return climber->used_slot[p][k] - (climber->turn[p] == k ? 1.0f : 0.0f);
}

/* One step of subgradient descent: what the piles use too much becomes lighter. */
DEVICE void descend(struct climber *climber, rows *row)
{
    float squares = 0,
          far = (float)(TOTAL / CARDS) * climber->cool / sqrtf(1 + (float)climber->step * 0.02f);
    for (int card = lane(); card < TOPS; card += LANES)
        climber->used_card[card] = 0;
    for (int p = lane(); p <= CARDS; p += LANES)
        for (int k = 0; k < MOST_MINIMUM; k++)
            climber->used_slot[p][k] = 0;
    meet();
    for (int direction = 0; direction < DIRECTIONS; direction++)
        count_use(climber, direction, row[direction]);
    meet();
    for (int card = FIRST + lane(); card <= LAST; card += LANES)
        squares += excess_card(climber, card) * excess_card(climber, card);
    for (int p = 1 + lane(); p <= CARDS; p += LANES)
        for (int k = 0; k < climber->minimum; k++)
            squares += excess_slot(climber, p, k) * excess_slot(climber, p, k);
    far /= sqrtf(float_sum_of_all(squares));
    for (int card = FIRST + lane(); card <= LAST; card += LANES)
        climber->exact_card[card] -= far * excess_card(climber, card);
    for (int p = 1 + lane(); p <= CARDS; p += LANES)
        for (int k = 0; k < climber->minimum; k++)
            climber->exact_slot[p][k] -= far * excess_slot(climber, p, k);
    meet();
    scale_weights(climber);
}

/* ---------------------------------------------------------------- the deck */

/* Exchanges two cards, or moves one; *low to *high is what changed. */
DEVICE void change_deck(struct climber *climber, int *low, int *high)
{
    uint32_t kind = random_below(climber, 3);
    int a = 1 + (int)random_below(climber, CARDS);
    int b = kind == 0 ? least_of(CARDS, a + 1 + (int)random_below(climber, 8))
                      : 1 + (int)random_below(climber, CARDS);
    *low = least_of(a, b);
    *high = a + b - *low;
    for (int i = *low + lane(); i <= *high; i += LANES)
        climber->old_deck[i] = climber->deck[i];
    meet();
    for (int i = *low + lane(); i <= *high; i += LANES) {
        int from = i == b ? a : kind == 2 ? (a < b ? i + 1 : i - 1) : i == a ? b : i;
        climber->deck[i] = climber->old_deck[from];
        climber->place[climber->deck[i]] = (uint8_t)i;
    }
    meet();
}

DEVICE void restore_deck(struct climber *climber, int low, int high)
{
    for (int i = low + lane(); i <= high; i += LANES) {
        climber->deck[i] = climber->old_deck[i];
        climber->place[climber->deck[i]] = (uint8_t)i;
    }
    meet();
}

/* What is tolerated of an exchange: an exponential distribution, as in simulated annealing. */
DEVICE int32_t tolerance(struct climber *climber)
{
    enum { PARTS = 1 << 20 };
    if (climber->heat == 0)
        return 0;
    return (int32_t)(-climber->heat * climber->cool *
                     logf((float)(1 + random_below(climber, PARTS)) / PARTS));
}

/* Tries changes of the deck; those stay that make the piles no heavier, or hardly. */
DEVICE void exchange_cards(struct climber *climber, rows *row)
{
    for (int i = 0; i < EXCHANGES; i++) {
        int low, high;
        change_deck(climber, &low, &high);
        int from = most_of(1, low - climber->hand + 1);
        if (weigh(climber, row, from, false) > climber->weight + tolerance(climber)) {
            restore_deck(climber, low, high);
        } else {
            int32_t weight = weigh(climber, row, from, true);
            meet();
            climber->weight = weight;
            meet();
        }
    }
}

/* ---------------------------------------------------------------- climbing */

DEVICE bool is_proven(const struct climber *climber) { return climber->weight < climber->least; }

DEVICE void clear_rows(rows *row)
{
    for (int top = lane(); top < TOPS; top += LANES)
        row[0][0][top] = row[1][0][top] = top == FIRST - 1 ? 0 : LIGHTEST;
    meet();
}

/* Climbs for some steps, or until there is a proof. */
DEVICE void climb(struct climber *climber, rows *row, int steps)
{
    clear_rows(row);
    round_weights(climber);
    for (int i = 0;; i++) {
        int32_t weight = weigh(climber, row, 1, true);
        meet();
        climber->weight = weight;
        meet();
        if (climber->step >= WARM_UP)
            exchange_cards(climber, row);
        if (is_proven(climber) || i == steps)
            return;
        descend(climber, row);
        if (lane() == 0)
            climber->step++;
        meet();
    }
}

#endif
