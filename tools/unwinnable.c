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
 * The search is for weights and deck at once: steps of subgradient descent for the weights, and between them exchanges of cards
 * that leave the piles no heavier. FILE holds what is best so far, every few seconds; a search whose FILE exists goes on from there.
 * tests/solve/test_hard_deals.py checks such files, and shares no code with this. A deck without a win stays so with fewer cards in
 * hand, a larger minimum, or fire.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    CARDS = 98,
    FIRST = 2, /* cards are FIRST to LAST */
    LAST = 99,
    TRICK = 10,
    MOST_MINIMUM = 3,
    TOPS = LAST + TRICK + 1,
    DIRECTIONS = 2,
    PILES_EACH = 2,
    LIGHTEST = -(1 << 29),
    TOTAL = CARDS * 10000, /* what a win weighs, about */
    EXCHANGES = 80,        /* tried after each step of the weights */
    STRIDES = 7,           /* through each half of the first deck */
    WARM_UP = 100,         /* steps before the first exchange */
    SAVE_SECONDS = 5
};

/* row[p][top]: the heaviest pile after placements 1 to p with that card on top, which counts from below on a falling pile too. */
typedef int32_t rows[CARDS + 1][TOPS];

struct weights {
    double card[LAST + 1], slot[CARDS + 1][MOST_MINIMUM];
};

struct search {
    int hand, minimum;
    uint64_t random;
    uint8_t deck[CARDS + 1]; /* from 1 */
    uint8_t place[LAST + 1]; /* of a card in the deck */
    struct weights exact;    /* what descends */
    int32_t card[LAST + 1];  /* the same, rounded: what proves */
    int32_t slot[CARDS + 1][MOST_MINIMUM];
    uint8_t turn[CARDS + 1]; /* of the lightest division into turns: each placement's place in its turn */
    int32_t least;           /* what a win weighs */
    double used_card[LAST + 1], used_slot[CARDS + 1][MOST_MINIMUM];
    rows row[DIRECTIONS], trial[DIRECTIONS];
};

static uint32_t random_below(struct search *search, uint32_t bound)
{
    search->random ^= search->random << 13;
    search->random ^= search->random >> 7;
    search->random ^= search->random << 17;
    return (uint32_t)((search->random * UINT64_C(0x2545f4914f6cdd1d) >> 32) % bound);
}

static int least_of(int a, int b) { return a < b ? a : b; }
static int most_of(int a, int b) { return a > b ? a : b; }

/* ---------------------------------------------------------------- the heaviest pile */

static int card_of(int direction, int top) { return direction == 0 ? top : FIRST + LAST - top; }

/* The heaviest place in a turn that a card may have as the p-th placement; -1 if it cannot have been drawn yet. */
static int best_slot(const struct search *search, int p, int card)
{
    int slack = least_of(p - 1 + search->hand - search->place[card], search->minimum - 1), best = slack < 0 ? -1 : 0;
    for (int k = 1; k <= slack; k++)
        if (search->slot[p][k] > search->slot[p][best])
            best = k;
    return best;
}

/* One placement more. */
static void next_row(const struct search *search, int direction, int p, const int32_t *before, int32_t *after)
{
    int32_t gain[MOST_MINIMUM], below = LIGHTEST;
    gain[0] = search->slot[p][0];
    for (int k = 1; k < search->minimum; k++)
        gain[k] = most_of(gain[k - 1], search->slot[p][k]);
    after[FIRST - 1] = 0;
    for (int top = FIRST; top <= LAST; top++) {
        int card = card_of(direction, top), slack = p - 1 + search->hand - search->place[card];
        below = most_of(below, before[top - 1]);
        after[top] = before[top];
        if (slack >= 0)
            after[top] =
                most_of(after[top], most_of(below, before[top + TRICK]) + search->card[card] + gain[least_of(slack, search->minimum - 1)]);
    }
}

static void clear_rows(rows row)
{
    for (int p = 0; p <= CARDS; p++)
        for (int top = 0; top < TOPS; top++)
            row[p][top] = top == FIRST - 1 ? 0 : LIGHTEST;
}

static int32_t heaviest(const int32_t *row)
{
    int32_t most = 0;
    for (int top = FIRST; top <= LAST; top++)
        most = most_of(most, row[top]);
    return most;
}

/* What all four piles weigh at most. Rows before `from` are taken from `old`, the others are written. */
static int32_t weigh(struct search *search, rows *old, rows *row, int from)
{
    int32_t sum = 0;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        for (int p = from; p <= CARDS; p++)
            next_row(search, direction, p, p == from ? old[direction][p - 1] : row[direction][p - 1], row[direction][p]);
        sum += PILES_EACH * heaviest(row[direction][CARDS]);
    }
    return sum;
}

/* ---------------------------------------------------------------- the lightest division into turns */

/* Places in a turn count to minimum - 1 and stay there; once nothing is left to draw, a turn may end after any card (TG7). */
static int may_follow(const struct search *search, int p, int before, int after)
{
    int last = search->minimum - 1;
    return after == least_of(before + 1, last) || (after == 0 && (before == last || p - 2 >= CARDS - search->hand));
}

static int32_t divide_into_turns(struct search *search)
{
    int32_t sum[CARDS + 1][MOST_MINIMUM] = {{0}};
    uint8_t from[CARDS + 1][MOST_MINIMUM] = {{0}};
    int k = 0;
    for (int i = 0; i < search->minimum; i++)
        sum[1][i] = i == 0 ? search->slot[1][0] : -LIGHTEST;
    for (int p = 2; p <= CARDS; p++)
        for (int after = 0; after < search->minimum; after++) {
            sum[p][after] = -LIGHTEST;
            for (int before = 0; before < search->minimum; before++)
                if (may_follow(search, p, before, after) && sum[p - 1][before] + search->slot[p][after] < sum[p][after]) {
                    sum[p][after] = sum[p - 1][before] + search->slot[p][after];
                    from[p][after] = (uint8_t)before;
                }
        }
    for (int i = 1; i < search->minimum; i++)
        k = sum[CARDS][i] < sum[CARDS][k] ? i : k;
    int32_t least = sum[CARDS][k];
    for (int p = CARDS; p >= 1; p--) {
        search->turn[p] = (uint8_t)k;
        k = from[p][k];
    }
    return least;
}

/* ---------------------------------------------------------------- the weights */

static void round_weights(struct search *search)
{
    for (int card = FIRST; card <= LAST; card++)
        search->card[card] = (int32_t)lround(search->exact.card[card]);
    for (int p = 1; p <= CARDS; p++)
        for (int k = 0; k < search->minimum; k++)
            search->slot[p][k] = (int32_t)lround(search->exact.slot[p][k]);
    search->least = divide_into_turns(search);
    for (int card = FIRST; card <= LAST; card++)
        search->least += search->card[card];
}

static void scale_weights(struct search *search)
{
    round_weights(search);
    double factor = (double)TOTAL / search->least;
    for (int card = FIRST; card <= LAST; card++)
        search->exact.card[card] *= factor;
    for (int p = 1; p <= CARDS; p++)
        for (int k = 0; k < search->minimum; k++)
            search->exact.slot[p][k] *= factor;
    round_weights(search);
}

/* Walks back through the heaviest pile of a direction and counts what it uses. */
static void count_use(struct search *search, int direction)
{
    rows *row = &search->row[direction];
    int top = FIRST - 1, p = CARDS;
    for (int i = FIRST; i <= LAST; i++)
        top = (*row)[p][i] > (*row)[p][top] ? i : top;
    while (top >= FIRST) {
        while ((*row)[p - 1][top] == (*row)[p][top])
            p--;
        int card = card_of(direction, top), before = top + TRICK;
        search->used_card[card] += PILES_EACH;
        search->used_slot[p][best_slot(search, p, card)] += PILES_EACH;
        p--;
        for (int i = FIRST - 1; i < top; i++)
            before = (*row)[p][i] > (*row)[p][before] ? i : before;
        top = before;
    }
}

/* How much more a card or placement is used than in a win. */
static double excess_card(const struct search *search, int card) { return search->used_card[card] - 1; }
static double excess_slot(const struct search *search, int p, int k) { return search->used_slot[p][k] - (search->turn[p] == k); }

/* One step of subgradient descent: what the piles use too much becomes lighter. */
static void descend(struct search *search, double step)
{
    double squares = 0;
    memset(search->used_card, 0, sizeof search->used_card);
    memset(search->used_slot, 0, sizeof search->used_slot);
    for (int direction = 0; direction < DIRECTIONS; direction++)
        count_use(search, direction);
    for (int card = FIRST; card <= LAST; card++)
        squares += excess_card(search, card) * excess_card(search, card);
    for (int p = 1; p <= CARDS; p++)
        for (int k = 0; k < search->minimum; k++)
            squares += excess_slot(search, p, k) * excess_slot(search, p, k);
    step /= sqrt(squares);
    for (int card = FIRST; card <= LAST; card++)
        search->exact.card[card] -= step * excess_card(search, card);
    for (int p = 1; p <= CARDS; p++)
        for (int k = 0; k < search->minimum; k++)
            search->exact.slot[p][k] -= step * excess_slot(search, p, k);
    scale_weights(search);
}

/* ---------------------------------------------------------------- the deck */

static void set_places(struct search *search, int from, int to)
{
    for (int i = from; i <= to; i++)
        search->place[search->deck[i]] = (uint8_t)i;
}

/* Exchanges two cards, or moves one; *low to *high is what changed. */
static void change_deck(struct search *search, int *low, int *high)
{
    uint8_t *deck = search->deck;
    uint32_t kind = random_below(search, 3);
    int a = 1 + (int)random_below(search, CARDS);
    int b = kind == 0 ? least_of(CARDS, a + 1 + (int)random_below(search, 8)) : 1 + (int)random_below(search, CARDS);
    uint8_t card = deck[a];
    if (kind < 2)
        deck[a] = deck[b];
    else if (a < b)
        memmove(deck + a, deck + a + 1, (size_t)(b - a));
    else
        memmove(deck + b + 1, deck + b, (size_t)(a - b));
    deck[b] = card;
    *low = least_of(a, b);
    *high = most_of(a, b);
}

/* Tries changes of the deck; those stay that make the piles no heavier. Returns what they weigh then. */
static int32_t exchange_cards(struct search *search, int32_t weight)
{
    for (int i = 0; i < EXCHANGES; i++) {
        uint8_t old[CARDS + 1];
        int low, high;
        memcpy(old, search->deck, sizeof old);
        change_deck(search, &low, &high);
        set_places(search, low, high);
        int from = most_of(1, low - search->hand + 1);
        int32_t changed = weigh(search, search->row, search->trial, from);
        if (changed <= weight) {
            weight = changed;
            for (int direction = 0; direction < DIRECTIONS; direction++)
                memcpy(search->row[direction][from], search->trial[direction][from], (size_t)(CARDS + 1 - from) * sizeof search->row[0][0]);
        } else {
            memcpy(search->deck, old, sizeof old);
            set_places(search, low, high);
        }
    }
    return weight;
}

/* The cards of one half of the first deck: STRIDES strides through them, each a little higher than the one before. */
static void stride(struct search *search, int start, int odd_tens, int offset)
{
    uint8_t half[CARDS];
    int count = 0, rank = 0;
    for (int card = FIRST; card <= LAST; card++)
        if (card / TRICK % 2 == odd_tens)
            half[count++] = (uint8_t)card;
    for (int stratum = 0; stratum < STRIDES; stratum++)
        for (int i = 0; i < count; i++)
            if ((i + offset) % STRIDES == stratum)
                search->deck[start + i] = half[rank++];
}

/* No two cards of one half are a trick: at most those can be that are in hand or on top when the second half begins. */
static void first_deck(struct search *search)
{
    stride(search, 1, 1, 0);
    stride(search, 51, 0, 4); /* 50 cards have odd tens */
    set_places(search, 1, CARDS);
    for (int card = FIRST; card <= LAST; card++)
        search->exact.card[card] = (double)TOTAL / CARDS;
}

/* ---------------------------------------------------------------- the file */

static int is_deck(const struct search *search)
{
    uint8_t seen[LAST + 1] = {0};
    for (int i = 1; i <= CARDS; i++)
        if (search->deck[i] < FIRST || search->deck[i] > LAST || seen[search->deck[i]]++)
            return 0;
    return 1;
}

static int read_numbers(FILE *file, double *numbers, int count, int stride_of)
{
    int fine = 1;
    for (int i = 0; i < count; i++)
        fine &= fscanf(file, "%lf", &numbers[i * stride_of]) == 1;
    return fine;
}

/* The counterpart of save(). */
static int load(struct search *search, FILE *file)
{
    int hand, minimum, fine = fscanf(file, " hand: %d minimum: %d deck:", &hand, &minimum) == 2;
    double deck[CARDS] = {0};
    fine = fine && hand == search->hand && minimum == search->minimum && read_numbers(file, deck, CARDS, 1);
    for (int i = 0; fine && i < CARDS; i++)
        search->deck[i + 1] = (uint8_t)deck[i];
    if (!fine || !is_deck(search) || fscanf(file, " cards: %lf", &search->exact.card[FIRST]) != 1)
        return 0;
    fine = read_numbers(file, &search->exact.card[FIRST + 1], CARDS - 1, 1);
    for (int k = 0; fine && k < minimum; k++)
        fine = fscanf(file, " slot: %lf", &search->exact.slot[1][k]) == 1 &&
            read_numbers(file, &search->exact.slot[2][k], CARDS - 1, MOST_MINIMUM);
    set_places(search, 1, CARDS);
    return fine;
}

static int save(const struct search *search, const char *name)
{
    FILE *file = fopen(name, "w");
    if (!file)
        return 0;
    fprintf(file, "hand: %d\nminimum: %d\ndeck:", search->hand, search->minimum);
    for (int i = 1; i <= CARDS; i++)
        fprintf(file, " %d", search->deck[i]);
    fputs("\ncards:", file);
    for (int card = FIRST; card <= LAST; card++)
        fprintf(file, " %d", (int)search->card[card]);
    for (int k = 0; k < search->minimum; k++) {
        fputs("\nslot:", file);
        for (int p = 1; p <= CARDS; p++)
            fprintf(file, " %d", (int)search->slot[p][k]);
    }
    int wrong = fputs("\n", file) < 0;
    return !(fclose(file) | wrong);
}

/* ---------------------------------------------------------------- the search */

static double seconds_used(void) { return (double)clock() / CLOCKS_PER_SEC; }

static int must_save(const struct search *search, const char *name)
{
    if (!save(search, name))
        perror(name);
    return 1;
}

/* True when a proof was found. */
static int climb(struct search *search, double seconds, const char *name)
{
    double saved = 0;
    for (int step = 0;; step++) {
        int32_t weight = weigh(search, search->row, search->row, 1);
        if (step >= WARM_UP)
            weight = exchange_cards(search, weight);
        int proven = weight<search->least, late = seconds_used()> seconds;
        if (proven || late || seconds_used() - saved > SAVE_SECONDS) {
            saved = seconds_used();
            fprintf(stderr, "\r%.0f s, step %d: %+.2f %% ", saved, step, 100.0 * (weight - search->least) / search->least);
            if ((must_save(search, name) && proven) || late)
                return proven;
        }
        descend(search, TOTAL / CARDS * (0.01 + 1 / sqrt(1 + step * 0.02)));
    }
}

static int start(struct search *search, const char *name)
{
    FILE *file = fopen(name, "r");
    int fine = 1;
    first_deck(search);
    if (file) {
        fine = load(search, file);
        fclose(file);
    }
    scale_weights(search);
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        clear_rows(search->row[direction]);
        clear_rows(search->trial[direction]);
    }
    return fine;
}

int main(int argc, char **argv)
{
    static struct search search;
    if (argc == 6) {
        search.hand = atoi(argv[1]);
        search.minimum = atoi(argv[2]);
        search.random = strtoull(argv[4], NULL, 10) * UINT64_C(0x9e3779b97f4a7c15) | 1;
    }
    if (search.hand < MOST_MINIMUM || search.hand > CARDS || search.minimum < 1 || search.minimum > MOST_MINIMUM) {
        fputs("usage: unwinnable HAND MINIMUM SECONDS SEED FILE\n", stderr);
        return 2;
    }
    if (!start(&search, argv[5])) {
        fprintf(stderr, "%s: is no such proof for this hand and minimum\n", argv[5]);
        return 2;
    }
    int proven = climb(&search, atof(argv[3]), argv[5]);
    puts(proven ? "\nproven: nobody can win this deck alone" : "\nnot proven yet");
    return !proven;
}
