/*
 * steady.c - THE GAME without search, in a few tenths of a microsecond per turn.
 *
 * Distances are measured in cards still to come, not in numbers: every card not placed has a rank,
 * and moving a pile on costs the ranks it passes. The cost of a table at the end of a turn is a sum
 * of a few such counts, weighted by a style: how far the piles have come, what the hand still
 * needs, which tricks (TG6) may follow. The first two cards of a turn are chosen together, further
 * ones one by one. On each pile only the nearest card, the trick and cards that open the way to a
 * trick are considered.
 */
#include "bot/bots.h"
#include "game/piles.h"
#include "styles.h"

#include <string.h>

enum { LANES = 8, HOPELESS = 1 << 24, OWED = 1 << 16 };

#define NOVICE \
    { \
        .front = 16, .back = 16, .far_most = 1 \
    }

/*
 * Steady's numbers, for one to five players: random changes of one or two at a time, kept when they
 * did better on the deals fast:1 to fast:8000 (mean of exp(-cards left / 4)), with two or three
 * firsts; then as few firsts as leave about 50,000 games/s on one core. Novice's were set by hand.
 */
const struct thegame_style thegame_styles[][STOS_THEGAME_SEATS] = {
    /* clang-format off */
    [THEGAME_NOVICE] = {NOVICE, NOVICE, NOVICE, NOVICE, NOVICE},
    [THEGAME_STEADY] = {
        {.front = 21, .back = 26, .dead = 16, .far = 4, .far_most = 29, .hope = -40, .go_on = 19, .rush = 13, .reach = 0, .firsts = 2},
        {.front = 16, .back = 22, .dead = -2, .far = 2, .far_most = 31, .hope = -42, .go_on = -24, .rush = -21, .reach = 1, .firsts = 1},
        {.front = 17, .back = 21, .dead = 0, .far = 3, .far_most = 31, .hope = -41, .go_on = -26, .rush = -22, .reach = 1, .firsts = 1},
        {.front = 17, .back = 20, .dead = 0, .far = 3, .far_most = 31, .hope = -41, .go_on = -28, .rush = -22, .reach = 1, .firsts = 1},
        {.front = 16, .back = 18, .dead = 1, .far = 3, .far_most = 31, .hope = -32, .go_on = -22, .rush = -20, .reach = 2, .firsts = 1},
    },
    /* clang-format on */
};

/* What stays the same while one move is chosen. The cards of the hand are lanes, the lowest card
 * first. */
struct sight {
    const struct thegame_style *style;
    uint64_t
        rank[2]; /* byte i: how many cards that are not placed are lower than lane i; are higher */
    unsigned chain[2], hope_at[2]; /* lanes from which a trick leads to a card of the hand, to one
                                      that is not placed */
    stos_cards hand;
    int all; /* cards not placed */
    int hope, go_on, minimum, firsts;
    int fire; /* as the option says */
};

/* A table that may come about in this turn. Placements are sets of 32 bits, a byte of lanes for
 * each pile. */
struct table {
    uint32_t passed; /* byte i: cards not placed that pile i takes no more, tricks aside */
    uint32_t ahead;  /* lanes on the way of each pile, in hand or not */
    uint32_t tricks; /* the lane that makes a trick on each pile */
    uint32_t hopes;  /* bit 8 * i: the trick card of pile i is not placed */
    unsigned left;   /* lanes in hand */
    unsigned due;    /* piles that must be covered (TG14, TG15) */
    int placed;
};

/* A placement, eight times the pile and the lane, or -1 for none, and what the table costs after
 * it. */
struct pick {
    int cost, bit;
};

static const struct pick no_pick = {HOPELESS, -1};

static inline struct pick better_pick(struct pick a, struct pick b)
{
    bool better = b.cost < a.cost;
    return (struct pick){better ? b.cost : a.cost, better ? b.bit : a.bit};
}

/* ---------------------------------------------------------------- bits and bytes */

static inline int min(int a, int b) { return a < b ? a : b; }
static inline int max(int a, int b) { return a > b ? a : b; }

/* Bit i of a byte becomes byte i, 0 or 255. */
static inline uint64_t spread(unsigned bits)
{
#ifdef __BMI2__
    return __builtin_ia32_pdep_di(bits, UINT64_C(0x0101010101010101)) * 255;
#endif
    uint64_t each = (bits * UINT64_C(0x0101010101010101)) & UINT64_C(0x8040201008040201);
    return ((each + UINT64_C(0x007f7f7f7f7f7f7f)) >> 7 & UINT64_C(0x0101010101010101)) * 255;
}

/* The bits below one, all of them when there are not so many. */
static inline uint64_t bits_below(uint64_t word, int bit)
{
#ifdef __BMI2__
    return __builtin_ia32_bzhi_di(word, (unsigned long long)bit);
#endif
    return bit < 64 ? word & ((UINT64_C(1) << bit) - 1) : word;
}

/* The cards lower than one. */
static inline int lower_count(stos_cards set, int card)
{
    return word_count(bits_below(set.word[0], card)) +
        word_count(bits_below(set.word[1], max(card - 64, 0)));
}

static inline stos_cards up_ten(stos_cards set)
{
    return (stos_cards){{set.word[0] << 10, set.word[1] << 10 | set.word[0] >> 54}};
}

static inline stos_cards down_ten(stos_cards set)
{
    return (stos_cards){{set.word[0] >> 10 | set.word[1] << 54, set.word[1] >> 10}};
}

/* Which lanes of a hand a set holds. */
static inline unsigned lanes_in(stos_cards set, stos_cards hand)
{
    return (unsigned)(word_extract(set.word[0], hand.word[0]) |
                      word_extract(set.word[1], hand.word[1]) << word_count(hand.word[0]));
}

/* The smaller one of each of eight bytes. */
static inline uint64_t least(uint64_t a, uint64_t b)
{
    uint8_t x[LANES], y[LANES];
    memcpy(x, &a, LANES);
    memcpy(y, &b, LANES);
    for (int i = 0; i < LANES; i++)
        x[i] = x[i] < y[i] ? x[i] : y[i];
    memcpy(&a, x, LANES);
    return a;
}

/* The difference of each of eight bytes, modulo 256. */
static inline uint64_t minus(uint64_t a, uint64_t b)
{
    uint8_t x[LANES], y[LANES];
    memcpy(x, &a, LANES);
    memcpy(y, &b, LANES);
    for (int i = 0; i < LANES; i++)
        x[i] = (uint8_t)(x[i] - y[i]);
    memcpy(&a, x, LANES);
    return a;
}

static inline int byte_at(uint64_t bytes, int index) { return (int)(bytes >> 8 * index & 255); }

static inline uint32_t with_byte(uint32_t bytes, int index, unsigned byte)
{
    return (bytes & ~(UINT32_C(255) << 8 * index)) | (uint32_t)byte << 8 * index;
}

/* The same lanes on all piles. */
static inline uint32_t on_all_piles(unsigned lanes) { return lanes * UINT32_C(0x01010101); }

static inline uint64_t in_all_bytes(int byte)
{
    return (uint8_t)byte * UINT64_C(0x0101010101010101);
}

static inline int sum_of_bytes(uint64_t bytes)
{
    return (int)(bytes * UINT64_C(0x0101010101010101) >> 56);
}

static inline int card_at(const struct sight *sight, int lane)
{
    return cards_select(sight->hand, lane);
}

/* ---------------------------------------------------------------- what a table costs */

/* Cards passed by a pile with a lane on top. */
static inline int passed_at(const struct sight *sight, int falls, int lane)
{
    return byte_at(sight->rank[falls], lane) + 1;
}

/* By lane, the cards between it and a pile; a pile that is past it is far off. */
static inline uint64_t way_to(const struct sight *sight, int falls, int passed)
{
    return minus(sight->rank[falls], in_all_bytes(passed));
}

static inline uint64_t way_of(const struct sight *sight, const struct table *table, int pile)
{
    return way_to(sight, pile >> 1, byte_at(table->passed, pile));
}

/* How far the piles of each direction have come. */
struct fronts {
    int low[2], high[2];
};

static inline struct fronts fronts_of(uint32_t bytes)
{
    int passed[4] = {byte_at(bytes, 0), byte_at(bytes, 1), byte_at(bytes, 2), byte_at(bytes, 3)};
    return (struct fronts){{min(passed[0], passed[1]), min(passed[2], passed[3])},
                           {max(passed[0], passed[1]), max(passed[2], passed[3])}};
}

/* What the table costs as it is. */
static int cost_of(const struct sight *sight, const struct table *table)
{
    const struct thegame_style *style = sight->style;
    struct fronts fronts = fronts_of(table->passed);
    int behind = fronts.low[0] + fronts.low[1];
    uint64_t up = least(way_of(sight, table, 0), way_of(sight, table, 1)),
             down = least(way_of(sight, table, 2), way_of(sight, table, 3));
    int far =
        sum_of_bytes(least(least(up, down), in_all_bytes(style->far_most)) & spread(table->left));
    return style->front * (fronts.high[0] + fronts.high[1]) + style->back * behind +
        style->dead * max(0, behind - sight->all) + style->far * far +
        sight->hope * __builtin_popcount(table->hopes);
}

/* ---------------------------------------------------------------- placing */

/* The lane that makes a trick on another one, as a bit: pairs ten apart stand in the same order
 * above and below. */
static inline unsigned trick_after(const struct sight *sight, int lane, int pile)
{
    unsigned from = sight->chain[pile >> 1], to = sight->chain[!(pile >> 1)];
    return (from >> lane & 1) << word_select(to | 1u << LANES,
                                             word_count(from & ((1u << lane) - 1)));
}

/* The piles that must be covered, after a placement. */
static unsigned due_after(const struct sight *sight, unsigned due, int lane, int pile)
{
    unsigned burns = sight->fire == STOS_THEGAME_FIRE_NOW && thegame_is_fire(card_at(sight, lane));
    return (due & ~(1u << pile)) | burns << pile;
}

/* Places a card as far as counting costs needs it. */
static inline void place(const struct sight *sight, struct table *table, int lane, int pile)
{
    table->passed = with_byte(table->passed, pile, (unsigned)passed_at(sight, pile >> 1, lane));
    table->left &= ~(1u << lane);
    table->hopes = with_byte(table->hopes, pile, sight->hope_at[pile >> 1] >> lane & 1);
    if (sight->fire != STOS_THEGAME_FIRE_OFF)
        table->due = due_after(sight, table->due, lane, pile);
}

/* Lanes on the way of a pile with a lane on top. */
static inline unsigned ahead_of(int pile, int lane)
{
    return pile < 2 ? 254u << lane & 255 : (1u << lane) - 1;
}

/* The lowest one of some lanes that are no more than eight, anywhere in a word; the highest one. */
static inline uint32_t lowest_of(uint32_t lanes) { return lanes & -lanes; }
static inline uint32_t highest_of(uint32_t lanes)
{
    return lanes & UINT32_C(0x80000000) >> __builtin_clz(lanes | 1);
}

/* The nearest lane on the way of each pile. */
static inline uint32_t nearest_of(uint32_t ahead)
{
    return lowest_of(ahead & 0xff) | lowest_of(ahead & 0xff00) | highest_of(ahead & 0xff0000) |
        highest_of(ahead & 0xff000000);
}

/* The placements to think of: on each pile the nearest lane that is left, the trick, and those that
 * open the way to a trick. */
static inline uint32_t tries(uint32_t ahead, uint32_t tricks, unsigned left, uint32_t open)
{
    uint32_t in_hand = on_all_piles(left);
    return nearest_of(ahead & in_hand) | (tricks & in_hand) | (ahead & in_hand & open);
}

/* By pile, the lanes that a trick may follow. */
static inline uint32_t chains(const struct sight *sight)
{
    return sight->chain[0] * UINT32_C(0x0101) | sight->chain[1] * UINT32_C(0x01010000);
}

/* The best of some placements. `fires`, a constant: there is an option On Fire. */
__attribute__((always_inline)) static inline struct pick
best_with(const struct sight *sight, const struct table *table, uint32_t set, bool fires)
{
    const struct thegame_style *style = sight->style;
    uint64_t way[4] = {way_of(sight, table, 0), way_of(sight, table, 1), way_of(sight, table, 2),
                       way_of(sight, table, 3)};
    uint64_t most = in_all_bytes(style->far_most) & spread(table->left);
    uint64_t up = least(least(way[0], way[1]), most), down = least(least(way[2], way[3]), most);
    uint64_t others[4] = {least(way[1], down), least(way[0], down), least(way[3], up),
                          least(way[2], up)};
    struct fronts fronts = fronts_of(table->passed);
    int hopes = sight->hope * __builtin_popcount(table->hopes), base[2];
    for (int falls = 0; falls < 2; falls++)
        base[falls] = hopes + style->front * fronts.high[!falls] + style->back * fronts.low[!falls];
    struct pick best = no_pick;
    for (; set; set &= set - 1) {
        int bit = __builtin_ctz(set), pile = bit >> 3, lane = bit & 7, falls = pile >> 1;
        int here = passed_at(sight, falls, lane), beside = byte_at(table->passed, pile ^ 1),
            less = min(here, beside);
        int sum = base[falls] + style->front * max(here, beside) + style->back * less;
        sum += style->dead * max(0, less + fronts.low[!falls] - sight->all);
        sum += style->far *
            sum_of_bytes(least(others[pile], way_to(sight, falls, here)) &
                         ~(UINT64_C(255) << 8 * lane));
        sum += sight->hope *
            ((int)(sight->hope_at[falls] >> lane & 1) - (int)(table->hopes >> 8 * pile & 1));
        if (fires)
            sum += OWED * __builtin_popcount(due_after(sight, table->due, lane, pile));
        best = better_pick(best, (struct pick){sum, bit});
    }
    return best;
}

static struct pick best_of(const struct sight *sight, const struct table *table, uint32_t set)
{
    return sight->fire == STOS_THEGAME_FIRE_OFF ? best_with(sight, table, set, false)
                                                : best_with(sight, table, set, true);
}

/* ---------------------------------------------------------------- choosing */

/* Cards that a placement passes on its pile, less than 0 for a trick. */
static inline int passes(const struct sight *sight, const struct table *table, int bit)
{
    return passed_at(sight, bit >> 4, bit & 7) - byte_at(table->passed, bit >> 3) - 1;
}

/* The placements to think of where one card is chosen. */
static uint32_t single_tries(const struct sight *sight, const struct table *table)
{
    return tries(table->ahead, table->tricks, table->left, chains(sight));
}

/* The lanes that pass so many cards or fewer on each pile: bytes of ways that are no more than
 * `reach`. */
static inline uint32_t lanes_within(const struct sight *sight, const struct table *table, int reach)
{
    const uint64_t tops = UINT64_C(0x8080808080808080);
    uint32_t near = 0;
    for (int pile = 0; pile < 4; pile++) {
        uint64_t way = way_of(sight, table, pile),
                 far = ((way & ~tops) + in_all_bytes(127 - reach)) | way;
        near |= (uint32_t)word_extract(~far, tops) << 8 * pile;
    }
    return near;
}

/* The best next card that may be placed, or none where none is worth it: most turns end here. */
static struct pick best_extra(const struct sight *sight, const struct table *table)
{
    uint32_t near = (lanes_within(sight, table, sight->style->reach) | table->tricks) &
        on_all_piles(table->left);
    if (!near)
        return no_pick;
    struct pick best = best_of(sight, table, near & single_tries(sight, table));
    return best.cost + sight->go_on < cost_of(sight, table) ? best : no_pick;
}

/* The placements to think of first, where two follow: the nearest card only on the piles where it
 * passes fewest. */
static inline uint32_t first_tries(const struct sight *sight, const struct table *table)
{
    uint32_t in_hand = on_all_piles(table->left), ahead = table->ahead & in_hand,
             nearest = nearest_of(ahead);
    uint32_t kept = (ahead & chains(sight)) | (table->tricks & in_hand);
    int key[4]; /* how many it passes, then the pile */
    if (sight->firsts >= 4)
        return kept | nearest;
    for (int pile = 0; pile < 4; pile++) {
        uint32_t near = nearest & UINT32_C(255) << 8 * pile;
        key[pile] = 4 * (near ? passes(sight, table, __builtin_ctz(near)) : 99) + pile;
    }
    for (int n = 0; n < sight->firsts; n++) {
        int pile = min(min(key[0], key[1]), min(key[2], key[3])) & 3;
        kept |= nearest & UINT32_C(255) << 8 * pile;
        key[pile] = 4 * 99 + pile;
    }
    return kept;
}

static inline bool is_single(uint32_t set) { return (set & (set - 1)) == 0; }

/* What may follow a first placement. Pairs that were met in the other order are left out; a way
 * opened by the second comes too late. */
static inline uint32_t second_tries(const struct sight *sight, const struct table *table,
                                    uint32_t firsts, int bit)
{
    int pile = bit >> 3, lane = bit & 7;
    uint32_t ahead = with_byte(table->ahead, pile, ahead_of(pile, lane));
    uint32_t tricks = with_byte(table->tricks, pile, trick_after(sight, lane, pile));
    return tries(ahead, tricks, table->left & ~(1u << lane), 0) &
        ~(firsts & ((1u << 8 * pile) - 1));
}

/* The first card of the best two. */
static struct pick best_pair(const struct sight *sight, const struct table *table, uint32_t firsts)
{
    struct pick best = no_pick;
    for (uint32_t set = firsts; set; set &= set - 1) {
        int bit = __builtin_ctz(set);
        struct table next = *table;
        place(sight, &next, bit & 7, bit >> 3);
        best = better_pick(
            best,
            (struct pick){best_of(sight, &next, second_tries(sight, table, firsts, bit)).cost,
                          bit});
    }
    return best;
}

/* The same where only the card matters: one that has no rival need not be weighed, if a second can
 * follow at all. */
static int first_of_two(const struct sight *sight, const struct table *table)
{
    uint32_t firsts = first_tries(sight, table);
    if (!is_single(firsts))
        return best_pair(sight, table, firsts).bit;
    int bit = firsts ? __builtin_ctz(firsts) : -1;
    return firsts && second_tries(sight, table, firsts, bit) ? bit : -1;
}

static struct pick best_single(const struct sight *sight, const struct table *table)
{
    return best_of(sight, table, single_tries(sight, table));
}

/* TG15: a card that must be covered at once is worth it with its cover only: two cards where one or
 * none would do. */
static struct pick best_covered(const struct sight *sight, const struct table *table,
                                struct pick one, int extra)
{
    struct pick two = best_pair(sight, table, first_tries(sight, table));
    int least_cost = one.bit < 0 && extra > 1 ? cost_of(sight, table) : one.cost;
    return two.cost + extra * sight->go_on < least_cost ? two : one;
}

/* ---------------------------------------------------------------- seeing */

static const stos_cards whole_deck = {{~UINT64_C(3), (UINT64_C(1) << 36) - 1}};

static inline void see_hand(struct sight *sight, stos_cards hand, stos_cards all)
{
    uint64_t low = word_extract(hand.word[0], all.word[0]),
             high = word_extract(hand.word[1], all.word[1]);
    int low_cards = word_count(all.word[0]), count = cards_count(hand), lane = 0;
    uint64_t rank = 0;
    if (sight->all <= 64) {
        for (low |= high << low_cards; lane < count; lane++)
            rank |= (uint64_t)word_take(&low) << 8 * lane;
    } else {
        for (; low; lane++)
            rank |= (uint64_t)word_take(&low) << 8 * lane;
        for (; high; lane++)
            rank |= (uint64_t)(low_cards + word_take(&high)) << 8 * lane;
    }
    sight->rank[0] = rank;
    sight->rank[1] = in_all_bytes(sight->all - 1) - rank;
    sight->hand = hand;
}

/* `tricks` are the numbers on top from which a trick leads to a card not placed, `own` those to one
 * of the hand. */
static inline void see_pile(struct table *table, int pile, int top, stos_cards hand, stos_cards all,
                            stos_cards tricks, stos_cards own)
{
    int lower = lower_count(all, top), lane = lower_count(hand, top),
        trick = pile < 2 ? top - 10 : top + 10;
    unsigned below = (1u << lane) - 1;
    table->passed |= (uint32_t)(pile < 2 ? lower : cards_count(all) - lower) << 8 * pile;
    table->ahead |= (uint32_t)(pile < 2 ? ~below & 255 : below) << 8 * pile;
    table->hopes |= (uint32_t)cards_has(tricks, top) << 8 * pile;
    if (cards_has(own, top))
        table->tricks |= UINT32_C(1) << (8 * pile + lower_count(hand, trick));
}

static inline void see(struct sight *sight, struct table *mine,
                       const struct stos_thegame_view *view, const struct thegame_style *style)
{
    const struct stos_thegame_table *table = &view->table;
    stos_cards all = cards_minus(whole_deck, table->gone), hand = view->hand, up = up_ten(all),
               down = down_ten(all);
    stos_cards own_up = up_ten(hand), own_down = down_ten(hand);
    sight->style = style;
    sight->all = cards_count(all);
    sight->hope = style->hope * sight->all / 64;
    sight->go_on = view->draw_count ? style->go_on : style->rush;
    sight->minimum = table->minimum;
    sight->fire = table->option[STOS_THEGAME_FIRE];
    bool hard = sight->fire != STOS_THEGAME_FIRE_OFF || table->option[STOS_THEGAME_MIN] > 2;
    sight->firsts = hard && style->firsts > 0 ? 4 : style->firsts;
    sight->chain[0] = lanes_in(own_up, hand);
    sight->chain[1] = lanes_in(own_down, hand);
    sight->hope_at[0] = lanes_in(up, hand);
    sight->hope_at[1] = lanes_in(down, hand);
    see_hand(sight, hand, all);
    mine->left = (1u << cards_count(hand)) - 1;
    mine->due = table->due;
    mine->placed = table->placed;
    mine->passed = mine->ahead = mine->tricks = mine->hopes = 0;
    see_pile(mine, 0, table->top[0], hand, all, up, own_up);
    see_pile(mine, 1, table->top[1], hand, all, up, own_up);
    see_pile(mine, 2, table->top[2], hand, all, down, own_down);
    see_pile(mine, 3, table->top[3], hand, all, down, own_down);
}

/* Goes on to the table after a placement: all is as if it were seen anew, but the lanes keep their
 * numbers. */
static void go_on(struct sight *sight, struct table *table, int lane, int pile)
{
    static const uint64_t ones = UINT64_C(0x0101010101010101);
    unsigned bit = 1u << lane, ten_lower = trick_after(sight, lane, 0),
             ten_higher = trick_after(sight, lane, 2);
    table->passed -= (~table->ahead >> lane) & on_all_piles(1);
    table->passed = with_byte(table->passed, pile, (unsigned)byte_at(sight->rank[pile >> 1], lane));
    table->hopes &= ~(table->tricks >> lane);
    table->hopes = with_byte(table->hopes, pile, sight->hope_at[pile >> 1] >> lane & 1);
    table->ahead = with_byte(table->ahead, pile, ahead_of(pile, lane));
    table->tricks = with_byte(table->tricks, pile, pile < 2 ? ten_lower : ten_higher);
    table->due = due_after(sight, table->due, lane, pile);
    table->left &= ~bit;
    table->placed++;
    sight->all--;
    sight->hope = sight->style->hope * sight->all / 64;
    sight->rank[0] -= spread(~(2 * bit - 1) & 255) & ones;
    sight->rank[1] -= spread(bit - 1) & ones;
    sight->chain[0] &= ~(bit | ten_higher);
    sight->chain[1] &= ~(bit | ten_lower);
    sight->hope_at[0] &= ~ten_higher;
    sight->hope_at[1] &= ~ten_lower;
}

/* The next placement of a turn, as pick.bit; -1: none. */
static int next_placement(const struct sight *sight, const struct table *table, bool may_end)
{
    bool covers = sight->fire == STOS_THEGAME_FIRE_NOW;
    if (may_end) {
        struct pick extra = best_extra(sight, table);
        return extra.bit < 0 && covers ? best_covered(sight, table, extra, 2).bit : extra.bit;
    }
    if (table->placed + 1 == sight->minimum && covers)
        return best_covered(sight, table, best_single(sight, table), 1).bit;
    int bit =
        table->placed + 2 <= sight->minimum && sight->firsts > 0 ? first_of_two(sight, table) : -1;
    uint32_t set = bit < 0 ? single_tries(sight, table) : 0;
    return bit >= 0             ? bit
        : set && is_single(set) ? __builtin_ctz(set)
                                : best_single(sight, table).bit;
}

int thegame_steady_plan(const stos_bot *bot, const struct bot_request *request,
                        stos_move moves[STOS_TURN_MOVES])
{
    const struct stos_thegame_view *view = &request->view->as.thegame;
    const struct thegame_style *styles = bot->tuning;
    struct sight sight;
    struct table table;
    int count = 0;
    if (view->table.phase == STOS_PHASE_START) {
        moves[0] = bot_vote(view->table.vote, view->table.option[STOS_THEGAME_PLAYERS], view->seat);
        return 1;
    }
    see(&sight, &table, view, &styles[view->table.option[STOS_THEGAME_PLAYERS] - 1]);
    while (table.left) {
        int bit = next_placement(&sight, &table, table.placed >= sight.minimum && table.due == 0);
        if (bit < 0)
            break;
        moves[count++] = stos_move_make(STOS_PLACE, card_at(&sight, bit & 7), bit >> 3);
        go_on(&sight, &table, bit & 7, bit >> 3);
    }
    moves[count++] = stos_move_make(STOS_END, 0, 0);
    return count;
}
