/*
 * net.c - the inputs of the network and the value of its outputs; tools/train/thegame.cu has the
 * same inputs.
 *
 * The inputs for the unseen cards around a top are summed once a turn; what is evaluated
 * adds those for the hand around its tops.
 */
#include "net.h"

/* Where each kind of input begins; four piles in the order rising low, rising high, falling low,
 * falling high. */
enum {
    AT_TOP = 0,           /* 101 each */
    AT_HAND_NEAR = 404,   /* 60 each: 30 below, 30 above */
    AT_UNSEEN_NEAR = 644, /* 60 each */
    AT_BEYOND = 884,      /* 99 each: cards not yet placed that lie beyond the top */
    AT_PAIR = 1280,   /* 51 each: two cards of the hand ten apart, by the place of the higher one */
    AT_DUE = 1484,    /* 1 each */
    AT_HAND = 1488,   /* 98 */
    AT_UNSEEN = 1586, /* 98 */
    AT_DRAW = 1684,   /* 92 */
    AT_HAND_COUNT = 1776,  /* 9 */
    AT_LEVEL = 1785,       /* 3 */
    AT_FIRE = 1788,        /* 3 */
    AT_DEAD_HAND = 1791,   /* 9: cards of the hand that fit on no pile, tricks aside */
    AT_DEAD_UNSEEN = 1800, /* 24: the same of the unseen cards */
    AT_FIRE_HAND = 1824,   /* 7 for each of two fires: fire cards in the hand */
    AT_FIRE_UNSEEN = 1838, /* 7 for each: unseen ones */
    AT_NEXT_HINT =
        1852, /* 5 * 17 each: what the next seat said, and how far the pile has moved since */
    AT_OTHER_HINT = 2192, /* 5 * 17 each: the same of the seats after it */
    AT_NEXT_COUNT = 2532, /* 9 */
    AT_PLAYERS = 2541,    /* 5 */
    AT_TALK = 2546,       /* 1 */
    AT_SELF = 2547        /* 4 */
};

enum { PILE_HINTS = 5, MOVES = 17, MOST_DEAD = 23, FIRES = 7 };

/* In 1/256: won, or at most 1, 3, 6, 10, 19, 39, 64 cards left. */
static const int goal_weight[THEGAME_NET_GOALS] = {256, 13, 10, 8, 5, 5, 3, 3};
static const int most_left[THEGAME_NET_GOALS] = {0, 1, 3, 6, 10, 19, 39, 64};

/* ---------------------------------------------------------------- inputs */

/* 0 off, 1 next, 2 now. */
static int fire_level(int fire) { return STOS_THEGAME_FIRE_OFF - fire; }

static int count_beyond(stos_cards set, int top)
{
    int from = top + 1;
    if (from >= 64)
        return word_count(set.word[1] >> (from - 64));
    return word_count(set.word[0] >> from) + word_count(set.word[1]);
}

static inline uint64_t around(stos_cards set, int top)
{
    return thegame_window(set, top) & ((UINT64_C(1) << 61) - 1) & ~(UINT64_C(1) << 30);
}

static void add_window(struct net_rows *rows, int first, int slot, uint64_t window)
{
    while (window) {
        int bit = word_take(&window);
        net_add(rows, first + slot * 60 + (bit < 30 ? bit : bit - 1));
    }
}

static void add_cards(struct net_rows *rows, int first, stos_cards set)
{
    while (!cards_empty(set))
        net_add(rows, first + cards_take(&set) - 2);
}

/* The inputs for the hand around a pile. */
static void add_pile(struct net_rows *rows, stos_cards hand, stos_cards unplayed, int slot, int top)
{
    uint64_t window = around(hand, top);
    add_window(rows, AT_HAND_NEAR, slot, window);
    for (uint64_t pairs = window & window << 10; pairs;)
        net_add(rows, AT_PAIR + slot * 51 + word_take(&pairs) - 10);
    net_add(rows, AT_BEYOND + slot * 99 + count_beyond(unplayed, top));
}

/* The inputs for the unseen cards around a pile. */
static void add_view(struct net_rows *rows, stos_cards unseen, int slot, int top)
{
    net_add(rows, AT_TOP + slot * 101 + top);
    add_window(rows, AT_UNSEEN_NEAR, slot, around(unseen, top));
}

/* How far a pile has moved since the hints: not at all, 1 to 14, more, or back. */
static int moved(int was, int top) { return top < was ? 16 : top - was > 15 ? 15 : top - was; }

static void add_hints(struct net_rows *rows, const struct thegame_heard *heard, int pile, int slot,
                      int top)
{
    int by = moved(heard->top[pile], top);
    if (heard->next[pile])
        net_add(rows, AT_NEXT_HINT + (slot * PILE_HINTS + heard->next[pile] - 1) * MOVES + by);
    for (uint64_t bits = heard->others[pile]; bits;)
        net_add(rows, AT_OTHER_HINT + (slot * PILE_HINTS + word_take(&bits)) * MOVES + by);
}

/* The inputs that do not change in a turn. */
static void add_facts(struct net_rows *rows, const struct turn_facts *facts, stos_cards unseen)
{
    add_cards(rows, AT_UNSEEN, unseen);
    net_add(rows, AT_DRAW + facts->draw);
    net_add(rows, AT_LEVEL + facts->level);
    net_add(rows, AT_FIRE + fire_level(facts->fire));
    net_add(rows, AT_PLAYERS + facts->players - 1);
    net_add(rows, AT_NEXT_COUNT + facts->next_count);
    if (facts->talk)
        net_add(rows, AT_TALK);
    for (uint64_t bits = facts->heard.self; bits;)
        net_add(rows, AT_SELF + word_take(&bits));
    if (facts->fire != STOS_THEGAME_FIRE_OFF)
        net_add(rows,
                AT_FIRE_UNSEEN + (fire_level(facts->fire) - 1) * FIRES +
                    cards_count(cards_and(unseen, thegame_fires())));
}

/* The inputs for the hand as a whole, and for the cards that no longer fit on any pile, tricks
 * aside. */
static void add_hand(struct net_rows *rows, stos_cards hand, stos_cards unseen,
                     const uint8_t top[STOS_THEGAME_PILES], int fire)
{
    int rising = top[0] < top[1] ? top[0] : top[1], falling = top[2] < top[3] ? top[2] : top[3];
    stos_cards dead =
        102 - falling <= rising - 1 ? cards_range(102 - falling, rising - 1) : cards_none();
    int dead_unseen = cards_count(cards_and(unseen, dead));
    net_add(rows, AT_HAND_COUNT + cards_count(hand));
    add_cards(rows, AT_HAND, hand);
    net_add(rows, AT_DEAD_HAND + cards_count(cards_and(hand, dead)));
    net_add(rows, AT_DEAD_UNSEEN + (dead_unseen < MOST_DEAD ? dead_unseen : MOST_DEAD));
    if (fire != STOS_THEGAME_FIRE_OFF)
        net_add(rows,
                AT_FIRE_HAND + (fire_level(fire) - 1) * FIRES +
                    cards_count(cards_and(hand, thegame_fires())));
}

/* ---------------------------------------------------------------- a turn */

/* The top that a viewpoint is about. */
static int top_at(const struct turn_orientation *side, int viewpoint)
{
    if (viewpoint < STOS_THEGAME_PILES)
        return side->facts.top[viewpoint];
    int place = viewpoint - STOS_THEGAME_PILES;
    return thegame_as_rising(side->card[place % TURN_HAND], place < TURN_HAND ? 0 : 2);
}

static const int16_t *view_of(const struct turn_net *turn, struct turn_orientation *side,
                              int viewpoint, int slot)
{
    int rank = slot & 1, top = top_at(side, viewpoint);
    int16_t *sum = side->view[viewpoint][rank];
    uint64_t bit = UINT64_C(1) << (2 * viewpoint + rank);
    if (side->summed & bit)
        return sum;
    struct net_rows rows;
    side->summed |= bit;
    net_begin(&rows, turn->net);
    add_view(&rows, side->unseen[slot / 2], slot, top);
    if (viewpoint < STOS_THEGAME_PILES)
        add_hints(&rows, &side->facts.heard, viewpoint, slot, top);
    net_sum(&rows, sum);
    return sum;
}

static const int16_t *fixed_of(const struct turn_net *turn, struct turn_orientation *side)
{
    struct net_rows rows;
    if (side->begun)
        return side->fixed;
    side->begun = true;
    net_begin(&rows, turn->net);
    net_add_bias(&rows);
    add_facts(&rows, &side->facts, side->unseen[0]);
    net_sum(&rows, side->fixed);
    return side->fixed;
}

static struct turn_facts facts_of(const struct thegame_sim_state *state)
{
    const struct stos_thegame *game = &state->game;
    const struct stos_thegame_table *table = &game->table;
    int players = table->option[STOS_THEGAME_PLAYERS], next = (table->turn + 1) % players;
    bool less = table->option[STOS_THEGAME_HAND] == STOS_THEGAME_HAND_LESS;
    struct turn_facts facts = {
        .hand = game->hand[table->turn],
        .unplayed = thegame_unplayed(table),
        .heard = state->heard,
        .players = (uint8_t)players,
        .level = (uint8_t)(table->option[STOS_THEGAME_MIN] == 2 ? 0
                               : less                           ? 2
                                                                : 1),
        .fire = table->option[STOS_THEGAME_FIRE],
        .talk = state->talk,
        .placed = table->placed,
        .minimum = table->minimum,
        .due = table->due,
        .draw = (uint8_t)(STOS_THEGAME_CARDS - game->drawn),
        .next_count = (uint8_t)(players > 1 ? cards_count(game->hand[next]) : 0),
    };
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++)
        facts.top[pile] = (uint8_t)thegame_as_rising(table->top[pile], pile);
    return facts;
}

static int mirrored_pile(int pile) { return pile ^ 2; }

/* With rising and falling exchanged; tops are seen rising anyway. */
static struct turn_facts mirrored_facts(const struct turn_facts *facts)
{
    struct turn_facts other = *facts;
    other.hand = thegame_mirror(facts->hand);
    other.unplayed = thegame_mirror(facts->unplayed);
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++) {
        int from = mirrored_pile(pile);
        other.top[pile] = facts->top[from];
        other.heard.top[pile] = facts->heard.top[from];
        other.heard.next[pile] = facts->heard.next[from];
        other.heard.others[pile] = facts->heard.others[from];
    }
    return other;
}

static void prepare_orientation(struct turn_net *turn, struct turn_orientation *side)
{
    stos_cards hand = side->facts.hand;
    side->unseen[0] = cards_minus(side->facts.unplayed, hand);
    side->unseen[1] = thegame_mirror(side->unseen[0]);
    for (turn->cards = 0; !cards_empty(hand) && turn->cards < TURN_HAND; turn->cards++)
        side->card[turn->cards] = (uint8_t)cards_take(&hand);
    side->begun = false;
    side->summed = 0;
}

void thegame_net_prepare(struct turn_net *turn, const struct thegame_sim_state *state)
{
    const struct stos_thegame_table *table = &state->game.table;
    turn->orientation[0].facts = facts_of(state);
    turn->orientation[1].facts = mirrored_facts(&turn->orientation[0].facts);
    turn->net =
        thegame_net_for(table->option[STOS_THEGAME_PLAYERS], turn->orientation[0].facts.level);
    for (int i = 0; i < TURN_ORIENTATIONS; i++)
        prepare_orientation(turn, &turn->orientation[i]);
}

/* ---------------------------------------------------------------- evaluation */

/* Of the two piles of a direction the less advanced one comes first. */
static int rank_of(const uint8_t top[STOS_THEGAME_PILES], int pile)
{
    int first = pile & 2;
    return (top[first] > top[first + 1]) ^ (pile & 1);
}

static void forward(const struct turn_net *turn, struct turn_orientation *side,
                    const struct turn_piles *piles, int16_t *middle)
{
    struct net_rows rows;
    int16_t sum[THEGAME_NET_WIDTH];
    const struct turn_facts *facts = &side->facts;
    stos_cards hand[2] = {facts->hand, cards_none()}, unplayed[2] = {facts->unplayed, cards_none()};
    for (uint64_t used = piles->used; used;) {
        int card = side->card[word_take(&used)];
        cards_drop(&hand[0], card);
        cards_drop(&unplayed[0], card);
    }
    hand[1] = thegame_mirror(hand[0]);
    unplayed[1] = thegame_mirror(unplayed[0]);
    net_begin(&rows, turn->net);
    net_add_sum(&rows, fixed_of(turn, side));
    add_hand(&rows, hand[0], cards_minus(unplayed[0], hand[0]), piles->top, facts->fire);
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++) {
        int slot = (pile & 2) + rank_of(piles->top, pile);
        net_add_sum(&rows, view_of(turn, side, piles->viewpoint[pile], slot));
        add_pile(&rows, hand[pile / 2], unplayed[pile / 2], slot, piles->top[pile]);
        if (piles->viewpoint[pile] >= STOS_THEGAME_PILES)
            add_hints(&rows, &facts->heard, pile, slot, piles->top[pile]);
        if (piles->due >> pile & 1)
            net_add(&rows, AT_DUE + slot);
    }
    net_sum(&rows, sum);
    net_hidden(turn->net, sum, 1, middle);
}

/* The piles with rising and falling exchanged, where the cards of the hand are in the other order.
 */
static struct turn_piles mirrored_piles(const struct turn_piles *piles, int cards)
{
    struct turn_piles other = {.used = 0, .due = 0};
    for (uint64_t used = piles->used; used;)
        other.used |= (uint8_t)(1u << (cards - 1 - word_take(&used)));
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++) {
        int from = mirrored_pile(pile), seen = piles->viewpoint[from],
            place = (seen - STOS_THEGAME_PILES) % TURN_HAND;
        other.top[pile] = piles->top[from];
        other.viewpoint[pile] =
            (uint8_t)(seen < STOS_THEGAME_PILES ? mirrored_pile(seen)
                                                : turn_viewpoint(pile, cards - 1 - place));
        other.due |= (uint8_t)((piles->due >> from & 1) << pile);
    }
    return other;
}

void thegame_net_forward(struct turn_net *turn, const struct turn_piles *piles, int orientations,
                         struct hidden_layer *hidden)
{
    forward(turn, &turn->orientation[0], piles, hidden->middle[0]);
    if (orientations < TURN_ORIENTATIONS)
        return;
    struct turn_piles other = mirrored_piles(piles, turn->cards);
    forward(turn, &turn->orientation[1], &other, hidden->middle[1]);
}

struct thegame_value thegame_net_value_one_way(const struct turn_net *turn,
                                               const struct hidden_layer *hidden,
                                               enum thegame_phase phase, int orientation)
{
    const struct turn_facts *facts = &turn->orientation[0].facts;
    int head = (((facts->players - 1) * 3 + facts->level) * 4 + (int)phase) * THEGAME_NET_GOALS;
    int32_t output[THEGAME_NET_GOALS];
    struct thegame_value value = {0, 0};
    net_outputs(turn->net, hidden->middle[orientation], head, THEGAME_NET_GOALS, output);
    for (int goal = 0; goal < THEGAME_NET_GOALS; goal++)
        value.utility += goal_weight[goal] * net_chance(output[goal]) >> 4;
    value.win = net_chance(output[0]);
    return value;
}

struct thegame_value thegame_net_value(const struct turn_net *turn,
                                       const struct hidden_layer *hidden, int orientations,
                                       enum thegame_phase phase)
{
    struct thegame_value value = thegame_net_value_one_way(turn, hidden, phase, 0);
    if (orientations < TURN_ORIENTATIONS)
        return value;
    struct thegame_value other = thegame_net_value_one_way(turn, hidden, phase, 1);
    return (struct thegame_value){.win = (value.win + other.win) / 2,
                                  .utility = (value.utility + other.utility) / 2};
}

int32_t thegame_net_final(int cards_left)
{
    int32_t sum = 0;
    for (int goal = 0; goal < THEGAME_NET_GOALS; goal++)
        sum += cards_left <= most_left[goal] ? goal_weight[goal] << 12 : 0;
    return sum;
}
