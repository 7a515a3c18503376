/*
 * facetoface.cu - plays FACE TO FACE, many duels at once, for facetoface.py, which trains the network on them.
 *
 * A warp plays a duel. Its 32 threads share the pricing of plans and the network's sums, everything else they do alike. A turn is
 * chosen as the bots choose it (src/bot/facetoface): the plans that count as the best (worth.c) are valued by the network, the best of them
 * is played, now and then another; before anything was learned, the count chooses alone. Every turn becomes a lesson: from what the player
 * knew after it, foretell who wins. The answer blends the duel's end with what the network foretold later on (temporal differences,
 * TD(lambda)). tests/bot/test_facetoface_training.c holds the rules, the plans and the inputs against the bots'.
 */
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
/* Inputs as in src/bot/facetoface/net.c */
enum {
    AT_TOP = 0,
    AT_KEPT_NEAR = AT_TOP + 2 * TOPS,
    AT_UNSEEN_NEAR = AT_KEPT_NEAR + 2 * WINDOW,
    AT_BEYOND = AT_UNSEEN_NEAR + 2 * WINDOW,
    AT_PAIR = AT_BEYOND + 2 * BEYONDS,
    AT_SKIPPED = AT_PAIR + 2 * PAIRS,
    AT_OTHER_TOP = AT_SKIPPED + 2 * COUNTS,
    AT_OTHER_NEAR = AT_OTHER_TOP + 2 * TOPS,
    AT_OTHER_BEYOND = AT_OTHER_NEAR + 2 * WINDOW,
    AT_GIFT = AT_OTHER_BEYOND + 2 * BEYONDS,
    AT_LEAST_GIFT = AT_GIFT + 2 * GIFTS,
    AT_DEAD = AT_LEAST_GIFT + 2 * COUNTS,
    AT_OTHER_DEAD = AT_DEAD + DEADS,
    AT_DEAD_KEPT = AT_OTHER_DEAD + DEADS,
    AT_KEPT = AT_DEAD_KEPT + HANDS,
    AT_HELD = AT_KEPT + HANDS,
    AT_OTHER_HELD = AT_HELD + HANDS,
    AT_DRAW = AT_OTHER_HELD + HANDS,
    AT_OTHER_DRAW = AT_DRAW + DRAWS,
    AT_SPAN = AT_OTHER_DRAW + DRAWS,
    AT_OTHER_SPAN = AT_SPAN + SPANS,
    AT_LENIENT = AT_OTHER_SPAN + SPANS,
    INPUTS,
    GOALS = 1,
    OUTPUTS = 8
};
#include "warp.h"

enum { CARDS = 58, HAND = 6, MOST_TURNS = 128, MOST_PLANS = 32, HELPS = 1 + 2 * HAND, NONE_HELD = 12, DECK = 64 };
enum { OWN_BEST = LANES == 1 ? MOST_PLANS : 4 }; /* plans that each thread keeps */
enum { WINS = -100000000, LOSES_SOON = 1000000, NO_PRICE = 2000000000 };

struct course {
    float explore;    /* the share of turns in which another plan than the best is played */
    float blend;      /* how much a lesson believes in what came later, not in what was foretold */
    float jump_price; /* not 0: nothing was learned yet */
    int beam;         /* plans that the network values */
    uint32_t seed, unused[13];
};

/* What the player who made a turn knows after it, before drawing; [0] is that player. */
struct lesson {
    uint64_t left[2], kept;
    uint8_t top[2][2], held[2], lenient, head;
    float chance;
    uint32_t unused;
};

struct plan {
    int price;
    uint8_t rising, falling; /* sets of places in the hand */
    uint8_t help;            /* 0: none */
    uint8_t unused;
};

struct help {
    uint8_t card, pile;
    int late, early; /* what the opponent's side weighs */
};

struct work {
    struct layers layers;
    uint8_t lasts[2][64], card[HAND];
    struct help help[HELPS];
    struct plan plan[MOST_PLANS];
    float chance[MOST_PLANS];
    uint8_t deck[2][CARDS + 6];
};

struct store {
    struct lesson lesson[MOST_TURNS];
    float best[MOST_TURNS];
    uint8_t seat[MOST_TURNS], wandered[MOST_TURNS];
};

struct game {
    struct net net;
    struct course course;
    struct work *work;
    struct store *store;
    uint32_t random;
    uint64_t hand[2], left[2];
    uint8_t top[2][2];
    int draws[2], turn, minimum, lenient, winner, turns, cards, helps;
};

/* ---------------------------------------------------------------- sets of cards */

DEVICE inline uint64_t bit(int card) { return 1ull << card; }
DEVICE inline int take(uint64_t *set)
{
    int card = lowest(*set);
    *set &= *set - 1;
    return card;
}
DEVICE inline int highest(uint64_t x)
{
#ifdef __CUDACC__
    return 63 - __clzll((long long)x);
#else
    return 63 - __builtin_clzll(x);
#endif
}
DEVICE inline uint64_t reversed(uint64_t word)
{
#ifdef __CUDACC__
    return __brevll(word);
#else
    uint64_t out = 0;
    for (int i = 0; i < 64; i++)
        out |= (word >> i & 1) << (63 - i);
    return out;
#endif
}
DEVICE inline uint64_t mirrored(uint64_t set) { return reversed(set) >> 2; }
DEVICE inline uint64_t ahead(int pile, int top) { return pile == 0 ? ~(bit(top + 1) - 1) : bit(top) - 1; }
DEVICE inline uint64_t ten_back(int pile, int top) { return pile == 0 ? bit(top) >> 10 : top + 10 < 64 ? bit(top + 10) : 0; }
DEVICE inline uint64_t takes(int pile, int top) { return ahead(pile, top) | ten_back(pile, top); }
DEVICE inline uint64_t improves(int pile, int top) { return ahead(1 - pile, top); }
DEVICE inline int next_card(int pile, uint64_t cards) { return pile == 0 ? lowest(cards) : highest(cards); }
DEVICE inline int least(int a, int b) { return a < b ? a : b; }
DEVICE inline int most(int a, int b) { return a > b ? a : b; }
DEVICE inline bool single(uint64_t cards) { return (cards & (cards - 1)) == 0; }

/* ---------------------------------------------------------------- the count that lists plans, as in src/bot/facetoface/worth.c */

struct weighed {
    int late, early;
};

DEVICE inline void weigh(struct weighed *sum, int thing, int late, int early)
{
    sum->late += late * thing;
    sum->early += early * thing;
}

struct side {
    int left, room, tight, dead, span, trick;
};

DEVICE inline struct side count_side(uint64_t left, const uint8_t *top)
{
    uint64_t rising = left & ahead(0, top[0]), falling = left & ahead(1, top[1]);
    int up = bits(rising), down = bits(falling);
    return {bits(left),      up + down,
            least(up, down), bits(left & ~(rising | falling)),
            top[1] - top[0], bits(left & (ten_back(0, top[0]) | ten_back(1, top[1])))};
}

DEVICE struct weighed weigh_other(uint64_t left, const uint8_t *top, int held)
{
    struct side side = count_side(left, top);
    struct weighed sum = {0, 0};
    weigh(&sum, side.left, 12, 6);
    weigh(&sum, side.room, 2, 1);
    weigh(&sum, side.tight, -15, -10);
    weigh(&sum, side.dead, 209, -302);
    weigh(&sum, side.span, -28, 21);
    weigh(&sum, held, -3, -45);
    weigh(&sum, side.trick, -400, 532);
    return sum;
}

DEVICE inline int skipped(const struct lesson *after, int pile)
{
    int top = after->top[0][pile];
    uint64_t forward = after->kept & ahead(pile, top);
    if (!forward)
        return NONE_HELD;
    int card = next_card(pile, forward);
    return least(bits(after->left[0] & ahead(pile, top) & ~ahead(pile, card) & ~bit(card)), NONE_HELD);
}

DEVICE inline int gift(const struct lesson *after, int pile)
{
    int top = after->top[1][pile];
    uint64_t fits = after->kept & improves(pile, top);
    if (!fits)
        return NONE_HELD;
    int card = next_card(1 - pile, fits);
    return least(bits(after->left[1] & ahead(pile, card) & ~ahead(pile, top)), NONE_HELD);
}

DEVICE int worth(const struct lesson *after, struct weighed sum)
{
    const uint8_t *top = after->top[0];
    uint64_t kept = after->kept, up = ahead(0, top[0]), down = ahead(1, top[1]);
    uint64_t tricks = kept & (ten_back(0, top[0]) | ten_back(1, top[1]));
    struct side side = count_side(after->left[0], top);
    int held = bits(tricks), rising = skipped(after, 0), falling = skipped(after, 1), given = least(gift(after, 0), gift(after, 1));
    weigh(&sum, 1, 132, -167);
    weigh(&sum, side.left, -2, -6);
    weigh(&sum, side.room, 1, -4);
    weigh(&sum, side.tight, 18, -3);
    weigh(&sum, side.dead, -130, 177);
    weigh(&sum, side.span, 24, -12);
    weigh(&sum, after->held[0], 32, -11);
    weigh(&sum, side.trick - held, 238, -384);
    weigh(&sum, held, 215, -120);
    weigh(&sum, bits((kept & kept << 10 & up) | (kept & kept >> 10 & down)), 122, -126);
    weigh(&sum, bits(kept & ~(up | down | tricks)), -249, 354);
    weigh(&sum, least(rising, falling), -60, 54);
    weigh(&sum, most(rising, falling), -21, 16);
    weigh(&sum, given, -25, 18);
    weigh(&sum, given == NONE_HELD, -56, 259);
    return sum.late + sum.early * side.left / DECK;
}

/* ---------------------------------------------------------------- plans */

DEVICE void find_lasts(struct game *game)
{
    struct work *work = game->work;
    const uint8_t *top = game->top[game->turn];
    meet();
    for (int pile = lane(); pile < 2; pile += LANES) {
        work->lasts[pile][0] = 0;
        for (unsigned set = 1; set < 1u << game->cards; set++) {
            unsigned lasts = 0;
            for (int i = 0; i < game->cards; i++) {
                unsigned rest = set & ~(1u << i);
                if (rest == set)
                    continue;
                bool fits = rest == 0 && (takes(pile, top[pile]) >> work->card[i] & 1);
                for (unsigned before = rest ? work->lasts[pile][rest] : 0; before && !fits; before &= before - 1)
                    fits = takes(pile, work->card[lowest(before)]) >> work->card[i] & 1;
                lasts |= (unsigned)fits << i;
            }
            work->lasts[pile][set] = (uint8_t)lasts;
        }
    }
    meet();
}

DEVICE inline int top_after(const struct game *game, int pile, unsigned set)
{
    const struct work *work = game->work;
    if (!set)
        return game->top[game->turn][pile];
    unsigned lasts = work->lasts[pile][set];
    return work->card[pile == 0 ? lowest(lasts) : highest(lasts)];
}

DEVICE void list_helps(struct game *game)
{
    struct work *work = game->work;
    int other = 1 - game->turn, held = bits(game->hand[other]);
    uint64_t left = game->left[other];
    uint8_t top[2] = {game->top[other][0], game->top[other][1]};
    struct weighed none = weigh_other(left, top, held);
    game->helps = 1;
    meet();
    work->help[0] = {0, 0, none.late, none.early};
    for (int pile = 0; pile < 2; pile++) {
        uint8_t was = top[pile];
        for (uint64_t fits = game->hand[game->turn] & improves(pile, was); fits;) {
            int card = take(&fits);
            top[pile] = (uint8_t)card;
            struct weighed helped = weigh_other(left, top, held);
            work->help[game->helps++] = {(uint8_t)card, (uint8_t)pile, helped.late, helped.early};
        }
        top[pile] = was;
    }
    meet();
}

DEVICE inline uint64_t cards_of(const struct game *game, unsigned set)
{
    uint64_t cards = 0;
    for (; set; set &= set - 1)
        cards |= bit(game->work->card[lowest(set)]);
    return cards;
}

/* The end of the turn after a plan. */
DEVICE struct lesson end_of(const struct game *game, const struct plan *plan)
{
    int seat = game->turn, other = 1 - seat;
    const struct help *help = &game->work->help[plan->help];
    uint64_t used = cards_of(game, plan->rising | plan->falling) | (help->card ? bit(help->card) : 0);
    struct lesson after;
    after.left[0] = game->left[seat] & ~used;
    after.left[1] = game->left[other];
    after.kept = game->hand[seat] & ~used;
    after.top[0][0] = (uint8_t)top_after(game, 0, plan->rising);
    after.top[0][1] = (uint8_t)top_after(game, 1, plan->falling);
    after.top[1][0] = game->top[other][0];
    after.top[1][1] = game->top[other][1];
    if (help->card)
        after.top[1][help->pile] = help->card;
    int kept = bits(after.kept), wanted = help->card ? HAND - kept : 2;
    after.held[0] = (uint8_t)(kept + least(wanted, game->draws[seat]));
    after.held[1] = (uint8_t)bits(game->hand[other]);
    after.lenient = (uint8_t)game->lenient;
    after.head = (uint8_t)((bits(after.left[0]) + bits(after.left[1])) * OUTPUTS / (2 * CARDS + 1));
    after.chance = 0;
    after.unused = 0;
    return after;
}

DEVICE int price_of(const struct game *game, const struct plan *plan)
{
    struct lesson after = end_of(game, plan);
    const struct help *help = &game->work->help[plan->help];
    int placed = bits(game->hand[game->turn]) - bits(after.kept);
    if (after.left[0] == 0)
        return WINS;
    if (placed < game->minimum)
        return NO_PRICE;
    return (single(after.left[0]) && !game->lenient ? LOSES_SOON : 0) - worth(&after, {help->late, help->early});
}

/* A thread's best plans, best first. */
DEVICE inline void keep(struct plan own[OWN_BEST], const struct plan *plan)
{
    if (plan->price >= own[OWN_BEST - 1].price)
        return;
    own[OWN_BEST - 1] = *plan;
    for (int at = OWN_BEST - 1; at > 0 && own[at - 1].price > own[at].price; at--) {
        struct plan moved = own[at];
        own[at] = own[at - 1];
        own[at - 1] = moved;
    }
}

DEVICE void price_sets(const struct game *game, int number, struct plan *own)
{
    const struct work *work = game->work;
    unsigned set[3] = {0, 0, 0};
    for (int i = 0; i < game->cards; i++, number /= 3)
        set[number % 3] |= 1u << i;
    if ((set[0] && !work->lasts[0][set[0]]) || (set[1] && !work->lasts[1][set[1]]))
        return;
    uint64_t used = cards_of(game, set[0] | set[1]);
    for (int i = 0; i < game->helps; i++) {
        struct plan plan = {0, (uint8_t)set[0], (uint8_t)set[1], (uint8_t)i, 0};
        if (i && (used >> work->help[i].card & 1))
            continue;
        plan.price = price_of(game, &plan);
        if (plan.price < NO_PRICE)
            keep(own, &plan);
    }
}

#ifdef __CUDACC__
DEVICE inline int lowest_of_all(int x) { return __reduce_min_sync(~0u, x); }
DEVICE inline int first_with(bool mine) { return __ffs((int)__ballot_sync(~0u, mine)) - 1; }
#else
static inline int lowest_of_all(int x) { return x; }
static inline int first_with(bool) { return 0; }
#endif

/* The plans that count least; returns how many. Some of the best may be missing where one thread has more than it keeps. */
DEVICE int find_plans(struct game *game)
{
    struct work *work = game->work;
    struct plan own[OWN_BEST];
    int sets = 1, count = 0;
    uint64_t hand = game->hand[game->turn];
    game->cards = bits(hand);
    meet();
    for (int i = 0; hand; i++)
        work->card[i] = (uint8_t)take(&hand);
    meet();
    for (int i = 0; i < game->cards; i++)
        sets *= 3;
    find_lasts(game);
    list_helps(game);
    for (int i = 0; i < OWN_BEST; i++)
        own[i] = {NO_PRICE, 0, 0, 0, 0};
    for (int number = lane(); number < sets; number += LANES)
        price_sets(game, number, own);
    int at = 0;
    while (count < game->course.beam) {
        int mine = at < OWN_BEST ? own[at].price : NO_PRICE, best = lowest_of_all(mine);
        if (best == NO_PRICE)
            break;
        if (lane() == first_with(mine == best))
            work->plan[count] = own[at++];
        count++;
    }
    meet();
    return count;
}

/* ---------------------------------------------------------------- inputs, as in src/bot/facetoface/net.c */

template <class visitor> DEVICE inline void visit_number(visitor visit, int first, int number, int kinds)
{
    visit(first + (number < 0 ? 0 : number < kinds ? number : kinds - 1));
}

DEVICE inline uint64_t around(uint64_t set, int top)
{
    uint64_t word = top < BEHIND ? set << (BEHIND - top) : set >> (top - BEHIND);
    return word & (bit(WINDOW + 1) - 1) & ~bit(BEHIND);
}

template <class visitor> DEVICE inline void visit_window(visitor visit, int first, uint64_t window)
{
    while (window) {
        int place = take(&window);
        visit(first + (place < BEHIND ? place : place - 1));
    }
}

DEVICE inline uint64_t beyond(uint64_t set, int top) { return set >> top >> 1; }

template <class visitor> DEVICE void visit_own_pile(visitor visit, int pile, int top, uint64_t kept, uint64_t left)
{
    uint64_t before = beyond(left, top), kept_before = beyond(kept, top);
    visit(AT_TOP + pile * TOPS + top);
    visit_window(visit, AT_KEPT_NEAR + pile * WINDOW, around(kept, top));
    visit_window(visit, AT_UNSEEN_NEAR + pile * WINDOW, around(left & ~kept, top));
    visit_number(visit, AT_BEYOND + pile * BEYONDS, bits(before), BEYONDS);
    for (uint64_t pairs = beyond(kept & kept << 10, top) & (bit(PAIRS) - 1); pairs;)
        visit(AT_PAIR + pile * PAIRS + take(&pairs));
    int passed = kept_before ? bits(before & ((kept_before & (~kept_before + 1)) - 1)) : COUNTS - 1;
    visit_number(visit, AT_SKIPPED + pile * COUNTS, passed, COUNTS);
}

template <class visitor> DEVICE void visit_other_pile(visitor visit, int pile, int top, uint64_t kept, uint64_t left)
{
    uint64_t gifts = kept & (bit(top) - 1);
    int smallest = gifts ? highest(gifts) : 0;
    int gained = gifts ? bits(beyond(left, smallest) & (bit(top - smallest) - 1)) : COUNTS - 1;
    visit(AT_OTHER_TOP + pile * TOPS + top);
    visit_window(visit, AT_OTHER_NEAR + pile * WINDOW, around(left, top));
    visit_number(visit, AT_OTHER_BEYOND + pile * BEYONDS, bits(beyond(left, top)), BEYONDS);
    while (gifts)
        visit_number(visit, AT_GIFT + pile * GIFTS, top - take(&gifts) - 1, GIFTS);
    visit_number(visit, AT_LEAST_GIFT + pile * COUNTS, gained, COUNTS);
}

DEVICE inline uint64_t dead(uint64_t set, const uint8_t *top) { return set & (bit(top[0] + 1) - 1) & ~(bit(top[1]) - 1); }

template <class visitor> DEVICE void visit_all(visitor visit, const struct lesson *after)
{
    const uint8_t *own = after->top[0], *other = after->top[1];
    uint64_t kept = mirrored(after->kept);
    visit_own_pile(visit, 0, own[0], after->kept, after->left[0]);
    visit_other_pile(visit, 0, other[0], after->kept, after->left[1]);
    visit_own_pile(visit, 1, 61 - own[1], kept, mirrored(after->left[0]));
    visit_other_pile(visit, 1, 61 - other[1], kept, mirrored(after->left[1]));
    visit_number(visit, AT_DEAD, bits(dead(after->left[0], own)), DEADS);
    visit_number(visit, AT_OTHER_DEAD, bits(dead(after->left[1], other)), DEADS);
    visit_number(visit, AT_DEAD_KEPT, bits(dead(after->kept, own)), HANDS);
    visit_number(visit, AT_KEPT, bits(after->kept), HANDS);
    visit_number(visit, AT_HELD, after->held[0], HANDS);
    visit_number(visit, AT_OTHER_HELD, after->held[1], HANDS);
    visit_number(visit, AT_DRAW, bits(after->left[0]) - after->held[0], DRAWS);
    visit_number(visit, AT_OTHER_DRAW, bits(after->left[1]) - after->held[1], DRAWS);
    visit_number(visit, AT_SPAN, own[1] - own[0], SPANS);
    visit_number(visit, AT_OTHER_SPAN, other[1] - other[0], SPANS);
    if (after->lenient)
        visit(AT_LENIENT);
}

DEVICE float chance_of(const struct game *game, const struct lesson *after)
{
    if (after->left[0] == 0)
        return 1;
    struct sum sum;
    clear(&sum);
    add(&sum, game->net.input_bias);
    visit_all(adder{&sum, game->net.input}, after);
    find_middle(&game->net, &sum, &game->work->layers);
    return find_chance(&game->net, &game->work->layers, after->head);
}

/* The price is a thousandth of the logarithm of the odds to lose. */
DEVICE float chance_by_count(int price) { return price == WINS ? 1 : 1 / (1 + expf((float)price / 1000)); }

/* ---------------------------------------------------------------- a duel */

DEVICE bool stuck(const struct game *game)
{
    int seat = game->turn, other = 1 - seat;
    uint64_t fits =
        takes(0, game->top[seat][0]) | takes(1, game->top[seat][1]) | improves(0, game->top[other][0]) | improves(1, game->top[other][1]);
    return (game->hand[seat] & fits) == 0;
}

DEVICE void set_up(struct game *game)
{
    struct work *work = game->work;
    game->lenient = random_below(&game->random, 4) == 0;
    meet();
    for (int seat = 0; seat < 2; seat++) {
        uint8_t *deck = work->deck[seat];
        for (int i = 0; i < CARDS; i++)
            deck[i] = (uint8_t)(i + 2);
        meet();
        for (int i = CARDS - 1; i > 0; i--) {
            int other = (int)random_below(&game->random, (uint32_t)i + 1);
            uint8_t one = deck[i], two = deck[other];
            meet();
            deck[i] = two;
            deck[other] = one;
            meet();
        }
        game->left[seat] = bit(CARDS + 2) - 4;
        game->hand[seat] = 0;
        game->draws[seat] = CARDS;
        for (int i = 0; i < HAND; i++)
            game->hand[seat] |= bit(deck[--game->draws[seat]]);
        game->top[seat][0] = 1;
        game->top[seat][1] = 60;
    }
    meet();
    game->turn = 0;
    game->minimum = 2;
    game->winner = -1;
    game->turns = 0;
}

DEVICE inline float unit(struct game *game) { return (float)(next_random(&game->random) >> 8) / 16777216.f; }

/* A plan that may be as good as the best, if the chances are a little off. */
DEVICE int other_plan(struct game *game, int count)
{
    int chosen = 0;
    float best = -1e9f;
    for (int i = 0; i < count; i++) {
        float sure = fminf(fmaxf(game->work->chance[i], 1e-4f), 1 - 1e-4f);
        float odds = logf(sure / (1 - sure)) - .3f * logf(-logf(unit(game) + 1e-9f) + 1e-9f);
        if (odds > best) {
            best = odds;
            chosen = i;
        }
    }
    return chosen;
}

DEVICE void play_plan(struct game *game, const struct lesson *after)
{
    int seat = game->turn, other = 1 - seat;
    game->left[seat] = after->left[0];
    game->hand[seat] = after->kept;
    for (int pile = 0; pile < 2; pile++) {
        game->top[seat][pile] = after->top[0][pile];
        game->top[other][pile] = after->top[1][pile];
    }
    if (game->left[seat] == 0) {
        game->winner = seat;
        return;
    }
    for (int drawn = after->held[0] - bits(after->kept); drawn > 0; drawn--)
        game->hand[seat] |= bit(game->work->deck[seat][--game->draws[seat]]);
    game->turn = other;
    game->minimum = game->lenient && single(game->left[other]) ? 1 : 2;
    if ((game->minimum == 2 && single(game->hand[other])) || stuck(game))
        game->winner = seat;
}

DEVICE void play_turn(struct game *game)
{
    struct work *work = game->work;
    struct store *store = game->store;
    int count = find_plans(game), best = 0;
    if (count == 0) {
        game->winner = 1 - game->turn;
        return;
    }
    for (int i = 0; i < count; i++) {
        struct lesson after = end_of(game, &work->plan[i]);
        float chance = game->course.jump_price > 0 ? chance_by_count(work->plan[i].price) : chance_of(game, &after);
        meet();
        work->chance[i] = chance;
        meet();
        best = chance > work->chance[best] ? i : best;
    }
    int chosen = work->chance[best] < 1 && unit(game) < game->course.explore ? other_plan(game, count) : best;
    struct lesson after = end_of(game, &work->plan[chosen]);
    meet();
    if (lane() == 0) {
        store->lesson[game->turns] = after;
        store->best[game->turns] = work->chance[best];
        store->seat[game->turns] = (uint8_t)game->turn;
        store->wandered[game->turns] = work->chance[best] > work->chance[chosen];
    }
    game->turns++;
    play_plan(game, &after);
    meet();
}

/* Works out the lessons' chances from the end backwards. */
DEVICE void conclude(struct game *game)
{
    struct store *store = game->store;
    meet();
    float answer = game->winner == 0, blend = game->course.jump_price > 0 ? 1 : game->course.blend;
    for (int i = game->turns - 1; i >= 0 && lane() == 0; i--) {
        bool first = store->seat[i] == 0;
        float best = first ? store->best[i] : 1 - store->best[i];
        store->lesson[i].chance = first ? answer : 1 - answer;
        answer = store->wandered[i] ? best : blend * answer + (1 - blend) * best;
    }
    meet();
}

struct harvest {
    struct lesson *lesson;
    uint32_t most_lessons;
    uint32_t *counters; /* duels begun, lessons, won by who began, duels */
    uint32_t games;
};

DEVICE void play_games(struct game *game, const struct harvest *harvest)
{
    for (;;) {
        uint32_t number = from_first(lane() == 0 ? count_one_more(&harvest->counters[0], 1) : 0);
        if (number >= harvest->games)
            return;
        game->random = game->course.seed * 0x632be5abu + number * 0x85157af5u;
        set_up(game);
        while (game->winner < 0 && game->turns < MOST_TURNS)
            play_turn(game);
        if (game->winner < 0)
            continue;
        conclude(game);
        uint32_t first = from_first(lane() == 0 ? count_one_more(&harvest->counters[1], (uint32_t)game->turns) : 0);
        for (uint32_t i = 0; i < (uint32_t)game->turns && first + i < harvest->most_lessons; i++) {
            const uint32_t *from = (const uint32_t *)&game->store->lesson[i];
            uint32_t *to = (uint32_t *)&harvest->lesson[first + i];
            for (int word = lane(); word < (int)(sizeof(struct lesson) / 4); word += LANES)
                to[word] = from[word];
        }
        if (lane() == 0) {
            count_one_more(&harvest->counters[2], game->winner == 0);
            count_one_more(&harvest->counters[3], 1);
        }
    }
}

/* ---------------------------------------------------------------- lessons as inputs */

/* An input that is listed twice counts twice, as it does in play. */
struct counter {
    input_number *inputs;
    METHOD inline void operator()(int row) const { inputs[row] = (float)inputs[row] > 0 ? (input_number)((float)inputs[row] + 1) : one(); }
};

DEVICE void show_lesson(const struct lesson *lesson, uint32_t dice, input_number *inputs, int32_t *head, float *chance)
{
    struct lesson shown = *lesson;
    if (dice & 1) { /* rising and falling change places */
        shown.kept = mirrored(lesson->kept);
        for (int who = 0; who < 2; who++) {
            shown.left[who] = mirrored(lesson->left[who]);
            for (int pile = 0; pile < 2; pile++)
                shown.top[who][pile] = (uint8_t)(61 - lesson->top[who][1 - pile]);
        }
    }
    visit_all(counter{inputs}, &shown);
    *head = lesson->head;
    *chance = lesson->chance;
}

#include "warp_calls.h"

/* ---------------------------------------------------------------- for the tests */

#ifndef __CUDACC__
struct traced_turn {
    uint64_t hand[2], left[2];
    uint8_t top[2][2], draws[2], deck[2][CARDS], turn, minimum, lenient, over; /* before the turn; over: there was none to make */
    struct lesson after;
    float chance, shown[2]; /* of the plan that was chosen, and of its lesson: as it is, and turned round */
};

static float chance_shown(const struct game *game, const struct lesson *lesson, uint32_t dice)
{
    static input_number inputs[INPUTS];
    struct sum sum;
    int32_t head;
    float chance;
    memset(inputs, 0, sizeof inputs);
    show_lesson(lesson, dice, inputs, &head, &chance);
    clear(&sum);
    add(&sum, game->net.input_bias);
    for (int i = 0; i < INPUTS; i++)
        for (int times = (int)inputs[i]; times > 0; times--)
            add(&sum, game->net.input + i * WIDTH);
    find_middle(&game->net, &sum, &game->work->layers);
    return find_chance(&game->net, &game->work->layers, head);
}

static void trace_turn(const struct game *game, struct traced_turn *traced)
{
    memcpy(traced->hand, game->hand, sizeof traced->hand);
    memcpy(traced->left, game->left, sizeof traced->left);
    memcpy(traced->top, game->top, sizeof traced->top);
    for (int seat = 0; seat < 2; seat++) {
        traced->draws[seat] = (uint8_t)game->draws[seat];
        memcpy(traced->deck[seat], game->work->deck[seat], CARDS);
    }
    traced->turn = (uint8_t)game->turn;
    traced->minimum = (uint8_t)game->minimum;
    traced->lenient = (uint8_t)game->lenient;
}

/* Plays a duel, always by the best plan, and writes at most so many turns of it; returns their number. */
extern "C" int facetoface_trace(struct net net, struct course course, uint32_t number, struct traced_turn *turns, int most)
{
    struct work *work = new struct work;
    struct game *game = new struct game;
    struct store *store = new struct store;
    int count = 0;
    *game = {};
    game->net = net;
    game->course = course;
    game->work = work;
    game->store = store;
    game->random = number * 0x85157af5u;
    set_up(game);
    for (; game->winner < 0 && count < most; count++) {
        struct traced_turn *traced = &turns[count];
        trace_turn(game, traced);
        play_turn(game);
        traced->over = game->turns == count;
        if (traced->over)
            continue;
        traced->after = store->lesson[count];
        traced->chance = store->best[count];
        for (uint32_t way = 0; way < 2; way++)
            traced->shown[way] = chance_shown(game, &traced->after, way);
    }
    delete store;
    delete game;
    delete work;
    return count;
}
#endif
