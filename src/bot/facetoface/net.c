/* net.c - the inputs of the network of FACE TO FACE. See net.h. */
#include "net.h"

#include <string.h>

/* How many inputs tell one thing. A window holds the 20 cards behind a top and the 30 beyond it. */
enum {
    BEHIND = 20,
    WINDOW = 50,
    TOPS = 60,
    BEYONDS = 59,
    PAIRS = 30,
    GIFTS = 30,
    COUNTS = 13,
    DEADS = 24,
    HANDS = 7,
    DRAWS = 53,
    SPANS = 60
};

/* Where each kind of input begins. First what there is for either pile, for the rising one and then
 * for the falling one. */
enum {
    AT_TOP = 0,
    AT_KEPT_NEAR = AT_TOP + 2 * TOPS,           /* a window: cards kept */
    AT_UNSEEN_NEAR = AT_KEPT_NEAR + 2 * WINDOW, /* a window: own cards still to be drawn */
    AT_BEYOND = AT_UNSEEN_NEAR + 2 * WINDOW,    /* how many own cards lie beyond the top */
    AT_PAIR =
        AT_BEYOND + 2 * BEYONDS, /* two cards kept, ten apart, by the distance of the further one */
    AT_SKIPPED = AT_PAIR + 2 * PAIRS, /* own cards that the nearest card kept skips */
    AT_OTHER_TOP = AT_SKIPPED + 2 * COUNTS,
    AT_OTHER_NEAR = AT_OTHER_TOP + 2 * TOPS, /* a window: the opponent's cards, in hand or not */
    AT_OTHER_BEYOND = AT_OTHER_NEAR + 2 * WINDOW,
    AT_GIFT = AT_OTHER_BEYOND + 2 * BEYONDS, /* cards kept behind the opponent's top, by distance */
    AT_LEAST_GIFT = AT_GIFT + 2 * GIFTS,     /* what the opponent gains by the least of them */
    AT_DEAD = AT_LEAST_GIFT + 2 * COUNTS,    /* own cards that neither pile takes going forward */
    AT_OTHER_DEAD = AT_DEAD + DEADS,
    AT_DEAD_KEPT = AT_OTHER_DEAD + DEADS,
    AT_KEPT = AT_DEAD_KEPT + HANDS, /* how many were kept */
    AT_HELD = AT_KEPT + HANDS,      /* and how many will be held after drawing */
    AT_OTHER_HELD = AT_HELD + HANDS,
    AT_DRAW = AT_OTHER_HELD + HANDS,
    AT_OTHER_DRAW = AT_DRAW + DRAWS,
    AT_SPAN = AT_OTHER_DRAW + DRAWS, /* distance between the tops */
    AT_OTHER_SPAN = AT_SPAN + SPANS,
    AT_LENIENT = AT_OTHER_SPAN + SPANS,
    INPUTS
};

_Static_assert((int)FACETOFACE_NET_MOST < (int)NET_ROWS,
               "there is a row for every input, and the bias");
_Static_assert((int)INPUTS == (int)FACETOFACE_NET_INPUTS, "the size that the header tells");

/* ---------------------------------------------------------------- inputs */

struct inputs {
    uint16_t *input;
    int count;
};

static inline void add(struct inputs *inputs, int input)
{
    inputs->input[inputs->count++] = (uint16_t)input;
}

/* Encodes a number as one of `kinds` inputs (one-hot); the last one stands for all larger numbers.
 */
static inline void add_number(struct inputs *inputs, int first, int number, int kinds)
{
    add(inputs, first + (number < 0 ? 0 : number < kinds ? number : kinds - 1));
}

/* Card c becomes 61 - c. */
static inline uint64_t mirrored(uint64_t set) { return word_reverse(set) >> 2; }

/* A window on a set: bit 20 is the top, which is left out, bit 20 + d the card d beyond it. */
static inline uint64_t around(uint64_t set, int top)
{
    uint64_t word = top < BEHIND ? set << (BEHIND - top) : set >> (top - BEHIND);
    return word & (duel_bit(WINDOW + 1) - 1) & ~duel_bit(BEHIND);
}

static inline void add_window(struct inputs *inputs, int first, uint64_t window)
{
    while (window) {
        int place = word_take(&window);
        add(inputs, first + (place < BEHIND ? place : place - 1));
    }
}

/* What lies beyond a top; bit 0 is the next card. */
static inline uint64_t beyond(uint64_t set, int top) { return set >> top >> 1; }

/* What the plans of a turn cannot change about a pile with this top: the own cards still to come,
 * or the opponent's. */
static void list_own_top(struct inputs *inputs, int pile, int top, uint64_t unseen)
{
    add(inputs, AT_TOP + pile * TOPS + top);
    add_window(inputs, AT_UNSEEN_NEAR + pile * WINDOW, around(unseen, top));
}

static void list_other_top(struct inputs *inputs, int pile, int top, uint64_t left)
{
    add(inputs, AT_OTHER_TOP + pile * TOPS + top);
    add_window(inputs, AT_OTHER_NEAR + pile * WINDOW, around(left, top));
    add_number(inputs, AT_OTHER_BEYOND + pile * BEYONDS, word_count(beyond(left, top)), BEYONDS);
}

/* And what they do change. */
static void list_own_rest(struct inputs *inputs, int pile, int top, uint64_t kept, uint64_t left)
{
    uint64_t ahead = beyond(left, top), kept_ahead = beyond(kept, top);
    add_window(inputs, AT_KEPT_NEAR + pile * WINDOW, around(kept, top));
    add_number(inputs, AT_BEYOND + pile * BEYONDS, word_count(ahead), BEYONDS);
    for (uint64_t pairs = beyond(kept & kept << 10, top) & (duel_bit(PAIRS) - 1); pairs;)
        add(inputs, AT_PAIR + pile * PAIRS + word_take(&pairs));
    int skipped = kept_ahead ? word_count(ahead & ((kept_ahead & -kept_ahead) - 1)) : COUNTS - 1;
    add_number(inputs, AT_SKIPPED + pile * COUNTS, skipped, COUNTS);
}

static void list_other_rest(struct inputs *inputs, int pile, int top, uint64_t kept, uint64_t left)
{
    uint64_t gifts = kept & (duel_bit(top) - 1);
    int least = gifts ? 63 - __builtin_clzll(gifts) : 0;
    int gained = gifts ? word_count(beyond(left, least) & (duel_bit(top - least) - 1)) : COUNTS - 1;
    while (gifts)
        add_number(inputs, AT_GIFT + pile * GIFTS, top - word_take(&gifts) - 1, GIFTS);
    add_number(inputs, AT_LEAST_GIFT + pile * COUNTS, gained, COUNTS);
}

/* The cards of a set that the piles with these tops have passed. */
static inline uint64_t dead(uint64_t set, const uint8_t top[2])
{
    return set & (duel_bit(top[0] + 1) - 1) & ~(duel_bit(top[1]) - 1);
}

static void list_numbers(struct inputs *inputs, const struct duel_after *after)
{
    const uint8_t *own = after->top[0], *other = after->top[1];
    add_number(inputs, AT_DEAD, word_count(dead(after->left[0], own)), DEADS);
    add_number(inputs, AT_OTHER_DEAD, word_count(dead(after->left[1], other)), DEADS);
    add_number(inputs, AT_DEAD_KEPT, word_count(dead(after->kept, own)), HANDS);
    add_number(inputs, AT_KEPT, word_count(after->kept), HANDS);
    add_number(inputs, AT_HELD, after->held[0], HANDS);
    add_number(inputs, AT_OTHER_HELD, after->held[1], HANDS);
    add_number(inputs, AT_DRAW, word_count(after->left[0]) - after->held[0], DRAWS);
    add_number(inputs, AT_OTHER_DRAW, word_count(after->left[1]) - after->held[1], DRAWS);
    add_number(inputs, AT_SPAN, own[1] - own[0], SPANS);
    add_number(inputs, AT_OTHER_SPAN, other[1] - other[0], SPANS);
    if (after->lenient)
        add(inputs, AT_LENIENT);
}

/* A pile as the lists see it, rising. */
struct seen {
    int pile, top;
    uint64_t kept, left[2];
};

static struct seen see(const struct duel_after *after, int who, int pile)
{
    if (pile == 0)
        return (struct seen){0, after->top[who][0], after->kept, {after->left[0], after->left[1]}};
    return (struct seen){1,
                         61 - after->top[who][1],
                         mirrored(after->kept),
                         {mirrored(after->left[0]), mirrored(after->left[1])}};
}

static void list_top(struct inputs *inputs, const struct seen *seen, int who)
{
    if (who == 0)
        list_own_top(inputs, seen->pile, seen->top, seen->left[0] & ~seen->kept);
    else
        list_other_top(inputs, seen->pile, seen->top, seen->left[1]);
}

static void list_rest(struct inputs *inputs, const struct seen *seen, int who)
{
    (who == 0 ? list_own_rest : list_other_rest)(inputs, seen->pile, seen->top, seen->kept,
                                                 seen->left[who]);
}

int facetoface_net_list(const struct duel_after *after, uint16_t input[FACETOFACE_NET_MOST])
{
    struct inputs inputs = {input, 0};
    for (int i = 0; i < 4; i++) {
        struct seen seen = see(after, i / 2, i % 2);
        list_top(&inputs, &seen, i / 2);
        list_rest(&inputs, &seen, i / 2);
    }
    list_numbers(&inputs, after);
    return inputs.count;
}

int facetoface_net_turned(int input)
{
    static const struct {
        int first, size;
    } kinds[] = {
        {AT_TOP, TOPS},       {AT_KEPT_NEAR, WINDOW},  {AT_UNSEEN_NEAR, WINDOW},
        {AT_BEYOND, BEYONDS}, {AT_PAIR, PAIRS},        {AT_SKIPPED, COUNTS},
        {AT_OTHER_TOP, TOPS}, {AT_OTHER_NEAR, WINDOW}, {AT_OTHER_BEYOND, BEYONDS},
        {AT_GIFT, GIFTS},     {AT_LEAST_GIFT, COUNTS},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        int place = input - kinds[i].first, size = kinds[i].size;
        if (place >= 0 && place < 2 * size)
            return place < size ? input + size : input - size;
    }
    return input;
}

/* ---------------------------------------------------------------- evaluation */

int facetoface_net_head(const struct duel_after *after)
{
    int left = word_count(after->left[0]) + word_count(after->left[1]);
    return left * FACETOFACE_NET_OUTPUTS / (2 * STOS_FACETOFACE_CARDS + 1);
}

static void add_all(struct net_rows *rows, const struct inputs *inputs)
{
    for (int i = 0; i < inputs->count; i++)
        net_add(rows, inputs->input[i]);
}

static int chance_of_rows(const struct net_rows *rows, int head)
{
    int16_t sum[FACETOFACE_NET_WIDTH], hidden[FACETOFACE_NET_MIDDLE];
    net_sum(rows, sum);
    net_hidden(rows->net, sum, 1, hidden);
    return net_chance(net_output(rows->net, hidden, head));
}

/* The duel with rising and falling exchanged. */
static struct duel_after turned_round(const struct duel_after *after)
{
    struct duel_after other = *after;
    other.kept = mirrored(after->kept);
    for (int who = 0; who < 2; who++) {
        other.left[who] = mirrored(after->left[who]);
        for (int pile = 0; pile < 2; pile++)
            other.top[who][pile] = (uint8_t)(61 - after->top[who][1 - pile]);
    }
    return other;
}

/* ---------------------------------------------------------------- evaluating the plans of one turn
 */

void facetoface_net_begin_turn(struct facetoface_net_turn *turn, const struct net *net)
{
    turn->net = net;
    for (int way = 0; way < 2; way++)
        memset(turn->way[way].tops, 0, sizeof turn->way[way].tops);
}

static void sum_top(const struct net *net, const struct seen *seen, int who, int16_t *sum)
{
    uint16_t input[WINDOW + 2];
    struct inputs inputs = {input, 0};
    struct net_rows rows;
    list_top(&inputs, seen, who);
    net_begin(&rows, net);
    add_all(&rows, &inputs);
    net_sum(&rows, sum);
}

/* The sum of what list_top() lists, computed when first needed. */
static const int16_t *sum_of_top(struct facetoface_net_way *way, const struct net *net,
                                 const struct seen *seen, int who)
{
    int pile = 2 * who + seen->pile, place = 0;
    while (place < way->tops[pile] && way->top[pile][place] != seen->top)
        place++;
    if (place == way->tops[pile]) {
        sum_top(net, seen, who, way->sum[pile][place]);
        way->top[pile][place] = (uint8_t)seen->top;
        way->tops[pile]++;
    }
    return way->sum[pile][place];
}

static int chance_one_way(struct facetoface_net_way *way, const struct net *net,
                          const struct duel_after *after)
{
    uint16_t input[FACETOFACE_NET_MOST];
    struct inputs inputs = {input, 0};
    struct net_rows rows;
    net_begin(&rows, net);
    net_add_bias(&rows);
    for (int i = 0; i < 4; i++) {
        struct seen seen = see(after, i / 2, i % 2);
        net_add_sum(&rows, sum_of_top(way, net, &seen, i / 2));
        list_rest(&inputs, &seen, i / 2);
    }
    list_numbers(&inputs, after);
    add_all(&rows, &inputs);
    return chance_of_rows(&rows, facetoface_net_head(after));
}

int facetoface_net_turn_chance(struct facetoface_net_turn *turn, const struct duel_after *after,
                               bool both_ways)
{
    int chance = chance_one_way(&turn->way[0], turn->net, after);
    if (!both_ways)
        return chance;
    struct duel_after other = turned_round(after);
    return (chance + chance_one_way(&turn->way[1], turn->net, &other)) / 2;
}

int facetoface_net_chance(const struct net *net, const struct duel_after *after, bool both_ways)
{
    struct facetoface_net_turn turn;
    facetoface_net_begin_turn(&turn, net);
    return facetoface_net_turn_chance(&turn, after, both_ways);
}
