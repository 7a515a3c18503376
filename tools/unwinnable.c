/*
 * unwinnable.c - finds decks of THE GAME that one player cannot win even with open cards, each with a proof that is quick to check.
 *
 * Usage: unwinnable HAND MINIMUM SECONDS SEED FILE      such as: unwinnable 8 2 600 1 deck.proof      (the standard game)
 *
 * The proof weighs. Give every card a weight, and every placement too: for its number (the 1st to the 98th) and for its place in the turn
 * (first, second, third and later). In a game that is won every card and every number occurs once, so the four piles together weigh as much
 * as all cards and the lightest division into turns. But what one pile can weigh at most is found by dynamic programming over (number,
 * card on top), if all that is asked of it is its own rule and that each card has been drawn: the card at place i of the deck can be no
 * earlier than number i - HAND + 1, and in the middle of a turn later. If twice the heaviest rising pile and twice the heaviest falling one
 * weigh less than a win must, there is none. (It is the dual of a linear program, whose solution would cover all cards by four piles.)
 *
 * A climber searches for weights and deck at once: steps of subgradient descent for the weights, and between them exchanges of cards
 * that leave the piles no heavier, or a little by chance (simulated annealing). On the processor there is one. Compiled for a graphics card
 * there are thousands, of 32 threads each, and every few seconds the best of them go on in place of the worst: nvcc -x cu -O3 -arch=native
 * -o unwinnable tools/unwinnable.c
 *
 * FILE holds what is best so far, every few seconds; a search whose FILE exists goes on from there. tests/solve/test_hard_deals.py checks
 * such files, and shares no code with this. A deck without a win stays so with fewer cards in hand, a larger minimum, or fire.
 * Exit status: 0 proven, 1 not yet, 2 wrong arguments or files.
 */
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double COOLEST = 0.03;

enum {
    CARDS = 98,
    FIRST = 2, /* cards are FIRST to LAST */
    LAST = 99,
    TRICK = 10,
    MOST_MINIMUM = 3,
    TOPS = 128, /* LAST + TRICK, and even for 32 threads */
    DIRECTIONS = 2,
    PILES_EACH = 2,
    LIGHTEST = -(1 << 29),
    NEVER = 255,           /* the place of what is no card */
    TOTAL = CARDS * 10000, /* what a win weighs, about */
    EXCHANGES = 80,        /* tried after each step of the weights */
    WARM_UP = 100,         /* steps before the first exchange */
    WARM = 2000,           /* the step that a search goes on from */
    ROUND = 100,           /* steps between two looks at the clock */
    SAVE_SECONDS = 5,
    CULL_SECONDS = 12
};

/* [p][top]: the heaviest pile after placements 1 to p with that card on top, which counts from below on a falling pile too. */
typedef int32_t rows[CARDS + 1][TOPS];

struct climber {
    int hand, minimum;
    uint64_t random;
    int step;
    float heat;                  /* how much heavier the piles may become by an exchange, about */
    float cool;                  /* how far steps go, of what they would at this number */
    int32_t weight, least;       /* what the piles can weigh and a win must; the first below the second proves */
    uint8_t deck[CARDS + 1];     /* from 1 */
    uint8_t old_deck[CARDS + 1]; /* before an exchange */
    uint8_t place[TOPS];         /* of a card in the deck */
    uint8_t turn[CARDS + 1];     /* of the lightest division into turns: each placement's place in its turn */
    uint8_t before[CARDS + 1][MOST_MINIMUM];
    float exact_card[TOPS], exact_slot[CARDS + 1][MOST_MINIMUM]; /* the weights that descend */
    int32_t card[TOPS], slot[CARDS + 1][MOST_MINIMUM];           /* the same, rounded: what proves */
    int32_t gain[CARDS + 1][MOST_MINIMUM];                       /* the most of slot[0..k] */
    float used_card[TOPS], used_slot[CARDS + 1][MOST_MINIMUM];   /* by the heaviest piles */
};

/* ---------------------------------------------------------------- threads: 32 on a graphics card share a climber, or there is one */

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

/* The heaviest place in a turn that a card may have as the p-th placement; -1 if it cannot have been drawn yet. */
DEVICE int best_slot(const struct climber *climber, int p, int card)
{
    int slack = least_of(p - 1 + climber->hand - climber->place[card], climber->minimum - 1), best = slack < 0 ? -1 : 0;
    for (int k = 1; k <= slack; k++)
        if (climber->slot[p][k] > climber->slot[p][best])
            best = k;
    return best;
}

/* A thread's cards of one direction, and how far it has got with them. */
struct pile {
    struct part row, weight, place;
};

DEVICE void start_pile(const struct climber *climber, int direction, rows row, int from, struct pile *pile)
{
    for (int i = 0; i < EACH; i++) {
        int top = lane() * EACH + i, is_card = top >= FIRST && top <= LAST, card = is_card ? card_of(direction, top) : 0;
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
        int32_t with = most_of(below.top[i], trick.top[i]) + pile->weight.top[i] + (slack > 1 ? third : slack > 0 ? second : first);
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

/* ---------------------------------------------------------------- the lightest division into turns */

/* Places in a turn count to minimum - 1 and stay there; once nothing is left to draw, a turn may end after any card (TG7). */
DEVICE bool may_follow(const struct climber *climber, int p, int before, int after)
{
    int last = climber->minimum - 1;
    return after == least_of(before + 1, last) || (after == 0 && (before == last || p - 2 >= CARDS - climber->hand));
}

DEVICE int32_t divide_into_turns(struct climber *climber)
{
    int32_t sum[MOST_MINIMUM] = {climber->slot[1][0], -LIGHTEST, -LIGHTEST};
    int k = 0;
    for (int p = 2; p <= CARDS; p++) {
        int32_t longer[MOST_MINIMUM] = {-LIGHTEST, -LIGHTEST, -LIGHTEST};
        for (int after = 0; after < climber->minimum; after++)
            for (int before = 0; before < climber->minimum; before++)
                if (may_follow(climber, p, before, after) && sum[before] + climber->slot[p][after] < longer[after]) {
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
            climber->slot[p][k] = k < climber->minimum ? (int32_t)lrintf(climber->exact_slot[p][k]) : LIGHTEST;
            climber->gain[p][k] = k > 0 ? most_of(climber->gain[p][k - 1], climber->slot[p][k]) : climber->slot[p][k];
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
DEVICE float excess_card(const struct climber *climber, int card) { return climber->used_card[card] - 1; }
DEVICE float excess_slot(const struct climber *climber, int p, int k)
{
    return climber->used_slot[p][k] - (climber->turn[p] == k ? 1.0f : 0.0f);
}

/* One step of subgradient descent: what the piles use too much becomes lighter. */
DEVICE void descend(struct climber *climber, rows *row)
{
    float squares = 0, far = (float)(TOTAL / CARDS) * climber->cool / sqrtf(1 + (float)climber->step * 0.02f);
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
    int b = kind == 0 ? least_of(CARDS, a + 1 + (int)random_below(climber, 8)) : 1 + (int)random_below(climber, CARDS);
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
    return (int32_t)(-climber->heat * climber->cool * logf((float)(1 + random_below(climber, PARTS)) / PARTS));
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

/* The cards of one half of the first deck: some strides through them, each a little higher than the one before. */
static void stride(struct climber *climber, int start, int odd_tens, int offset, int strides)
{
    uint8_t half[CARDS];
    int count = 0, rank = 0;
    for (int card = FIRST; card <= LAST; card++)
        if (card / TRICK % 2 == odd_tens)
            half[count++] = (uint8_t)card;
    for (int stratum = 0; stratum < strides; stratum++)
        for (int i = 0; i < count; i++)
            if ((i + offset) % strides == stratum)
                climber->deck[start + i] = half[rank++];
}

static void find_places(struct climber *climber)
{
    memset(climber->place, NEVER, sizeof climber->place);
    for (int i = 1; i <= CARDS; i++)
        climber->place[climber->deck[i]] = (uint8_t)i;
}

/* No two cards of one half are a trick: at most those can be that are in hand or on top when the second half begins. */
static void first_deck(struct climber *climber, int number)
{
    int strides = 7 - number % 3;
    stride(climber, 1, 1, number / 3 % strides, strides);
    stride(climber, 51, 0, (4 + number / 24) % strides, strides); /* 50 cards have odd tens */
    find_places(climber);
    for (int card = FIRST; card <= LAST; card++)
        climber->exact_card[card] = (float)(TOTAL / CARDS);
}

/* ---------------------------------------------------------------- the file */

static bool is_deck(const struct climber *climber)
{
    uint8_t seen[LAST + 1] = {0};
    for (int i = 1; i <= CARDS; i++)
        if (climber->deck[i] < FIRST || climber->deck[i] > LAST || seen[climber->deck[i]]++)
            return false;
    return true;
}

static bool read_numbers(FILE *file, float *numbers, int count, int apart)
{
    bool fine = true;
    for (int i = 0; i < count; i++)
        fine &= fscanf(file, "%f", &numbers[i * apart]) == 1;
    return fine;
}

/* The counterpart of write_proof(). */
static bool read_proof(struct climber *climber, FILE *file)
{
    int hand, minimum;
    bool fine = fscanf(file, " hand: %d minimum: %d deck:", &hand, &minimum) == 2;
    float deck[CARDS] = {0};
    fine = fine && hand == climber->hand && minimum == climber->minimum && read_numbers(file, deck, CARDS, 1);
    for (int i = 0; fine && i < CARDS; i++)
        climber->deck[i + 1] = deck[i] >= FIRST && deck[i] <= LAST ? (uint8_t)deck[i] : 0;
    if (!fine || !is_deck(climber) || fscanf(file, " cards: %f", &climber->exact_card[FIRST]) != 1)
        return false;
    fine = read_numbers(file, &climber->exact_card[FIRST + 1], CARDS - 1, 1);
    for (int k = 0; fine && k < minimum; k++)
        fine = fscanf(file, " slot: %f", &climber->exact_slot[1][k]) == 1 &&
            read_numbers(file, &climber->exact_slot[2][k], CARDS - 1, MOST_MINIMUM);
    find_places(climber);
    climber->step = WARM;
    return fine;
}

static bool write_proof(const struct climber *climber, FILE *file)
{
    fprintf(file, "hand: %d\nminimum: %d\ndeck:", climber->hand, climber->minimum);
    for (int i = 1; i <= CARDS; i++)
        fprintf(file, " %d", climber->deck[i]);
    fputs("\ncards:", file);
    for (int card = FIRST; card <= LAST; card++)
        fprintf(file, " %d", (int)climber->card[card]);
    for (int k = 0; k < climber->minimum; k++) {
        fputs("\nslot:", file);
        for (int p = 1; p <= CARDS; p++)
            fprintf(file, " %d", (int)climber->slot[p][k]);
    }
    return fputs("\n", file) >= 0;
}

/* Replaces the file only when the new one is whole. */
static bool save(const struct climber *climber, const char *name)
{
    char whole[4096];
    int length = snprintf(whole, sizeof whole, "%s.new", name);
    FILE *file = length > 0 && (size_t)length < sizeof whole ? fopen(whole, "w") : NULL;
    bool fine = file && write_proof(climber, file);
    fine = file && fclose(file) == 0 && fine && rename(whole, name) == 0;
    if (!fine)
        fprintf(stderr, "\n%s: %s\n", name, strerror(errno));
    return fine;
}

/* Where a search goes on from: true unless there is a file and it is something else. */
static bool load(struct climber *climber, const char *name)
{
    FILE *file = fopen(name, "r");
    if (!file && errno == ENOENT)
        return true;
    bool fine = file && read_proof(climber, file);
    if (file)
        fclose(file);
    else
        fprintf(stderr, "%s: %s\n", name, strerror(errno));
    if (file && !fine)
        fprintf(stderr, "%s: is no such proof for this hand and minimum\n", name);
    return fine;
}

/* ---------------------------------------------------------------- all climbers */

struct crowd {
    int count;
    struct climber *climber;
    rows *row;             /* DIRECTIONS of each climber, where it climbs */
    struct climber *there; /* the same climbers in the memory of a graphics card */
};

#ifdef __CUDACC__
enum { WARPS = 4, BLOCKS_EACH = 4 };

__global__ void __launch_bounds__(WARPS *LANES) climb_all(struct climber *climbers, rows *row, int steps)
{
    __shared__ struct climber near[WARPS];
    int warp = (int)threadIdx.x / LANES, number = (int)blockIdx.x * WARPS + warp;
    uint32_t *to = (uint32_t *)&near[warp], *from = (uint32_t *)&climbers[number];
    for (unsigned i = (unsigned)lane(); i < sizeof near[0] / sizeof *to; i += LANES)
        to[i] = from[i];
    meet();
    climb(&near[warp], row + DIRECTIONS * number, steps);
    for (unsigned i = (unsigned)lane(); i < sizeof near[0] / sizeof *to; i += LANES)
        from[i] = to[i];
}

static void must(cudaError_t error)
{
    if (error != cudaSuccess) {
        fprintf(stderr, "\ngraphics card: %s\n", cudaGetErrorString(error));
        exit(2);
    }
}

static void size_crowd(struct crowd *crowd)
{
    int processors = 0;
    must(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    crowd->count = processors * BLOCKS_EACH * WARPS;
    must(cudaMalloc((void **)&crowd->there, (size_t)crowd->count * sizeof *crowd->there));
    must(cudaMalloc((void **)&crowd->row, (size_t)crowd->count * DIRECTIONS * sizeof *crowd->row));
}

static void climb_together(struct crowd *crowd, int steps)
{
    size_t bytes = (size_t)crowd->count * sizeof *crowd->there;
    must(cudaMemcpy(crowd->there, crowd->climber, bytes, cudaMemcpyHostToDevice));
    climb_all<<<crowd->count / WARPS, WARPS * LANES>>>(crowd->there, crowd->row, steps);
    must(cudaMemcpy(crowd->climber, crowd->there, bytes, cudaMemcpyDeviceToHost));
}
#else
static void size_crowd(struct crowd *crowd)
{
    static rows row[DIRECTIONS];
    crowd->count = 1;
    crowd->row = row;
}

static void climb_together(struct crowd *crowd, int steps) { climb(crowd->climber, crowd->row, steps); }
#endif

/* By how much the piles are heavier than they may be; below 0 is a proof. */
static double excess(const struct climber *climber) { return (double)(climber->weight - climber->least) / climber->least; }

static int compare(const void *a, const void *b)
{
    double difference = excess((const struct climber *)a) - excess((const struct climber *)b);
    return (difference > 0) - (difference < 0);
}

static const struct climber *best_of(const struct crowd *crowd)
{
    const struct climber *best = crowd->climber;
    for (int i = 1; i < crowd->count; i++)
        best = compare(&crowd->climber[i], best) < 0 ? &crowd->climber[i] : best;
    return best;
}

/* Climbers that share a deck part ways by chance and by heat. */
static void set_chance(struct climber *climber, int number, uint64_t seed)
{
    static const float heats[] = {0, 20, 100, 300};
    climber->random = ((seed << 20) + (uint64_t)number + 1) * UINT64_C(0x9e3779b97f4a7c15) | 1;
    climber->heat = heats[((uint64_t)number + seed - 1) % 4];
}

/* The best sixteenth goes on in place of the worst, too. */
static void cull(struct crowd *crowd, uint64_t seed)
{
    int few = crowd->count / 16;
    qsort(crowd->climber, (size_t)crowd->count, sizeof *crowd->climber, compare);
    memcpy(crowd->climber + crowd->count - few, crowd->climber, (size_t)few * sizeof *crowd->climber);
    for (int i = 0; i < crowd->count; i++)
        set_chance(&crowd->climber[i], i, seed);
}

/* Steps go far in the first half of the time, then ever less: far ones find better decks, and short ones a deck's best weights. */
static void set_cool(struct crowd *crowd, double share)
{
    double late = share < 0.5 ? 0 : 2 * share - 1;
    for (int i = 0; i < crowd->count; i++)
        crowd->climber[i].cool = (float)pow(COOLEST, late < 1 ? late : 1);
}

/* False when what there is belongs to something else. */
static bool gather(struct crowd *crowd, int hand, int minimum, uint64_t seed, const char *name)
{
    size_crowd(crowd);
    crowd->climber = (struct climber *)calloc((size_t)crowd->count, sizeof *crowd->climber);
    if (!crowd->climber) {
        fputs("unwinnable: not enough memory\n", stderr);
        return false;
    }
    for (int i = 0; i < crowd->count; i++) {
        struct climber *climber = &crowd->climber[i];
        climber->hand = hand;
        climber->minimum = minimum;
        set_chance(climber, i, seed);
        first_deck(climber, i);
        if (!load(climber, name))
            return false;
    }
    return true;
}

static double seconds_now(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Returns the exit status. */
static int search(struct crowd *crowd, double seconds, uint64_t seed, const char *name)
{
    double start = seconds_now(), saved = start, culled = start;
    for (;;) {
        set_cool(crowd, seconds > 0 ? (seconds_now() - start) / seconds : 1);
        climb_together(crowd, ROUND);
        const struct climber *best = best_of(crowd);
        double now = seconds_now();
        bool late = now - start > seconds, proven = best->weight < best->least;
        if (proven || late || now - saved > SAVE_SECONDS) {
            fprintf(stderr, "\r%.0f s, step %d: %+.3f %% ", now - start, best->step, 100 * excess(best));
            saved = now;
            if (!save(best, name))
                return 2;
        }
        if (proven || late) {
            puts(proven ? "\nproven: nobody can win this deck alone" : "\nnot proven yet");
            return !proven;
        }
        if (now - culled > CULL_SECONDS) {
            culled = now;
            cull(crowd, ++seed);
        }
    }
}

/* ---------------------------------------------------------------- the command line */

/* A number of an argument that is one and nothing else, from `least` to `most`. */
static double number_of(const char *argument, const char *name, double least, double most)
{
    char *end;
    double number = strtod(argument, &end);
    if (end == argument || *end != '\0' || !(number >= least && number <= most)) {
        fprintf(stderr, "unwinnable: %s must be a number from %.0f to %.0f, not \"%s\"\n", name, least, most, argument);
        exit(2);
    }
    return number;
}

int main(int argc, char **argv)
{
    if (argc != 6) {
        fputs("usage: unwinnable HAND MINIMUM SECONDS SEED FILE\n", stderr);
        return 2;
    }
    int hand = (int)number_of(argv[1], "HAND", MOST_MINIMUM, CARDS), minimum = (int)number_of(argv[2], "MINIMUM", 1, MOST_MINIMUM);
    double seconds = number_of(argv[3], "SECONDS", 0, 1e9);
    uint64_t seed = (uint64_t)number_of(argv[4], "SEED", 0, 1e9);
    struct crowd crowd;
    int status = gather(&crowd, hand, minimum, seed, argv[5]) ? search(&crowd, seconds, seed, argv[5]) : 2;
    free(crowd.climber);
    return status;
}
