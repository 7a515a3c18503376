/*
 * unwinnable.c - finds decks of THE GAME that one player cannot win even with open cards, each with
 * a proof that is quick to check.
 *
 * Usage: unwinnable HAND MINIMUM SECONDS SEED FILE      such as: unwinnable 8 2 600 1 deck.proof
 * (the standard game)
 *
 * The proof weighs. Give every card a weight, and every placement too: for its number (the 1st to
 * the 98th) and for its place in the turn (first, second, third and later). In a game that is won
 * every card and every number occurs once, so the four piles together weigh as much as all cards
 * and the lightest division into turns. But what one pile can weigh at most is found by dynamic
 * programming over (number, card on top), if all that is asked of it is its own rule and that each
 * card has been drawn: the card at place i of the deck can be no earlier than number i - HAND + 1,
 * and in the middle of a turn later. If twice the heaviest rising pile and twice the heaviest
 * falling one weigh less than a win must, there is none. (It is the dual of a linear program, whose
 * solution would cover all cards by four piles.)
 *
 * A climber searches for weights and deck at once: steps of subgradient descent for the weights,
 * and between them exchanges of cards that leave the piles no heavier, or a little by chance
 * (simulated annealing). On the processor there is one. Compiled for a graphics card there are
 * thousands (climber.h), and every few seconds the best of them go on in place of the worst. That
 * program is made by nvcc -x cu -O3 -arch=native -o unwinnable tools/unwinnable.c
 *
 * FILE holds what is best so far, every few seconds; a search whose FILE exists goes on from there.
 * tests/solve/test_hard_deals.py checks such files, and shares no code with this. A deck without a
 * win stays so with fewer cards in hand, a larger minimum, or fire. Exit status: 0 proven, 1 not
 * yet, 2 wrong arguments or files.
 */
#include "climber.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const double COOLEST = 0.03; /* of how far steps go at first, at the end of the time */

enum {
    RESUMED = 2000, /* the step that a search goes on from */
    ROUND = 100,    /* steps between two looks at the clock */
    SAVE_SECONDS = 5,
    CULL_SECONDS = 12
};

/* ---------------------------------------------------------------- the first deck */

/* The cards of one half of the first deck: some strides through them, each a little higher than the
 * one before. */
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

/* No two cards of one half are a trick: at most those can be that are in hand or on top when the
 * second half begins. */
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
    fine = fine && hand == climber->hand && minimum == climber->minimum &&
        read_numbers(file, deck, CARDS, 1);
    for (int i = 0; fine && i < CARDS; i++)
        climber->deck[i + 1] = deck[i] >= FIRST && deck[i] <= LAST ? (uint8_t)deck[i] : 0;
    if (!fine || !is_deck(climber) || fscanf(file, " cards: %f", &climber->exact_card[FIRST]) != 1)
        return false;
    fine = read_numbers(file, &climber->exact_card[FIRST + 1], CARDS - 1, 1);
    for (int k = 0; fine && k < minimum; k++)
        fine = fscanf(file, " slot: %f", &climber->exact_slot[1][k]) == 1 &&
            read_numbers(file, &climber->exact_slot[2][k], CARDS - 1, MOST_MINIMUM);
    find_places(climber);
    climber->step = RESUMED;
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

__global__ void __launch_bounds__(WARPS *LANES)
    climb_all(struct climber *climbers, rows *row, int steps)
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

static void climb_together(struct crowd *crowd, int steps)
{
    climb(crowd->climber, crowd->row, steps);
}
#endif

/* By how much the piles are heavier than they may be; below 0 is a proof. */
static double excess(const struct climber *climber)
{
    return (double)(climber->weight - climber->least) / climber->least;
}

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
    memcpy(crowd->climber + crowd->count - few, crowd->climber,
           (size_t)few * sizeof *crowd->climber);
    for (int i = 0; i < crowd->count; i++)
        set_chance(&crowd->climber[i], i, seed);
}

/* Steps go far in the first half of the time, then ever less: far ones find better decks, and short
 * ones a deck's best weights. */
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
            fprintf(stderr, "\r%.0f s, step %d: %+.3f %% ", now - start, best->step,
                    100 * excess(best));
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
        fprintf(stderr, "unwinnable: %s must be a number from %.0f to %.0f, not \"%s\"\n", name,
                least, most, argument);
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
    int hand = (int)number_of(argv[1], "HAND", MOST_MINIMUM, CARDS),
        minimum = (int)number_of(argv[2], "MINIMUM", 1, MOST_MINIMUM);
    double seconds = number_of(argv[3], "SECONDS", 0, 1e9);
    uint64_t seed = (uint64_t)number_of(argv[4], "SEED", 0, 1e9);
    struct crowd crowd;
    int status =
        gather(&crowd, hand, minimum, seed, argv[5]) ? search(&crowd, seconds, seed, argv[5]) : 2;
    free(crowd.climber);
    return status;
}
