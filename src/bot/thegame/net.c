/*
 * net.c - the inputs of the network and the value of its outputs; tools/train/thegame.cu has the
 * same inputs.
 *
 * The inputs for the unseen cards around a top are summed once a turn; a table adds those for the
 * hand around its tops.
 */
#include "net.h"

#include "game/piles.h"

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

static int count_beyond(stos_cards set, int top)
{
    int from = top + 1;
    if (from >= 64)
        return word_count(set.word[1] >> (from - 64));
    return word_count(set.word[0] >> from) + word_count(set.word[1]);
}

static inline uint64_t around(stos_cards set, int top)
{
    return thegame_world_window(set, top) & ((UINT64_C(1) << 61) - 1) & ~(UINT64_C(1) << 30);
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
static void add_table(struct net_rows *rows, const struct world *world, stos_cards unseen)
{
    int next = (world->turn + 1) % world->players;
    add_cards(rows, AT_UNSEEN, unseen);
    net_add(rows, AT_DRAW + world->draw_end - world->drawn);
    net_add(rows, AT_LEVEL + world->level);
    net_add(rows, AT_FIRE + world->fire);
    net_add(rows, AT_PLAYERS + world->players - 1);
    net_add(rows, AT_NEXT_COUNT + (world->players > 1 ? cards_count(world->hand[next]) : 0));
    if (world->talk)
        net_add(rows, AT_TALK);
    for (uint64_t bits = world->heard.self; bits;)
        net_add(rows, AT_SELF + word_take(&bits));
    if (world->fire)
        net_add(rows,
                AT_FIRE_UNSEEN + (world->fire - 1) * FIRES +
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
    if (fire)
        net_add(rows,
                AT_FIRE_HAND + (fire - 1) * FIRES + cards_count(cards_and(hand, thegame_fires())));
}

/* ---------------------------------------------------------------- a turn */

/* The top that a viewpoint is about. */
static int top_at(const struct turn_way *way, int viewpoint)
{
    if (viewpoint < STOS_THEGAME_PILES)
        return way->world.top[viewpoint];
    int place = viewpoint - STOS_THEGAME_PILES, card = way->card[place % TURN_HAND];
    return place < TURN_HAND ? card : 101 - card;
}

static const int16_t *view_of(const struct turn_view *turn, struct turn_way *way, int viewpoint,
                              int slot)
{
    int rank = slot & 1, top = top_at(way, viewpoint);
    int16_t *sum = way->view[viewpoint][rank];
    uint64_t bit = UINT64_C(1) << (2 * viewpoint + rank);
    if (way->summed & bit)
        return sum;
    struct net_rows rows;
    way->summed |= bit;
    net_begin(&rows, turn->net);
    add_view(&rows, way->unseen[slot / 2], slot, top);
    if (viewpoint < STOS_THEGAME_PILES)
        add_hints(&rows, &way->world.heard, viewpoint, slot, top);
    net_sum(&rows, sum);
    return sum;
}

static const int16_t *fixed_of(const struct turn_view *turn, struct turn_way *way)
{
    struct net_rows rows;
    if (way->begun)
        return way->fixed;
    way->begun = true;
    net_begin(&rows, turn->net);
    net_add_bias(&rows);
    add_table(&rows, &way->world, way->unseen[0]);
    net_sum(&rows, way->fixed);
    return way->fixed;
}

static void prepare_way(struct turn_view *turn, struct turn_way *way)
{
    stos_cards hand = way->world.hand[way->world.turn];
    way->unseen[0] = cards_minus(way->world.unplayed, hand);
    way->unseen[1] = thegame_world_mirror(way->unseen[0]);
    for (turn->cards = 0; !cards_empty(hand) && turn->cards < TURN_HAND; turn->cards++)
        way->card[turn->cards] = (uint8_t)cards_take(&hand);
    way->begun = false;
    way->summed = 0;
}

static int mirrored_pile(int pile) { return pile ^ 2; }

/* What the mover knows with rising and falling exchanged; tops are seen rising anyway. */
static void mirror_world(struct world *world)
{
    struct world was = *world;
    world->hand[was.turn] = thegame_world_mirror(was.hand[was.turn]);
    world->unplayed = thegame_world_mirror(was.unplayed);
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++) {
        int from = mirrored_pile(pile);
        world->top[pile] = was.top[from];
        world->heard.top[pile] = was.heard.top[from];
        world->heard.next[pile] = was.heard.next[from];
        world->heard.others[pile] = was.heard.others[from];
    }
}

void thegame_net_prepare(struct turn_view *turn, const struct world *world)
{
    turn->net = thegame_net_for(world->players, world->level);
    for (int way = 0; way < TURN_WAYS; way++) {
        turn->way[way].world = *world;
        if (way == 1)
            mirror_world(&turn->way[way].world);
        prepare_way(turn, &turn->way[way]);
    }
}

/* ---------------------------------------------------------------- evaluation */

/* Of the two piles of a direction the less advanced one comes first. */
static int rank_of(const uint8_t top[STOS_THEGAME_PILES], int pile)
{
    int first = pile & 2;
    return (top[first] > top[first + 1]) ^ (pile & 1);
}

static void see_way(const struct turn_view *turn, struct turn_way *way,
                    const struct turn_table *table, int16_t *middle)
{
    struct net_rows rows;
    int16_t sum[THEGAME_NET_WIDTH];
    const struct world *world = &way->world;
    stos_cards hand[2] = {world->hand[world->turn], cards_none()},
               unplayed[2] = {world->unplayed, cards_none()};
    for (uint64_t used = table->used; used;) {
        int card = way->card[word_take(&used)];
        cards_drop(&hand[0], card);
        cards_drop(&unplayed[0], card);
    }
    hand[1] = thegame_world_mirror(hand[0]);
    unplayed[1] = thegame_world_mirror(unplayed[0]);
    net_begin(&rows, turn->net);
    net_add_sum(&rows, fixed_of(turn, way));
    add_hand(&rows, hand[0], cards_minus(unplayed[0], hand[0]), table->top, world->fire);
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++) {
        int slot = (pile & 2) + rank_of(table->top, pile);
        net_add_sum(&rows, view_of(turn, way, table->viewpoint[pile], slot));
        add_pile(&rows, hand[pile / 2], unplayed[pile / 2], slot, table->top[pile]);
        if (table->viewpoint[pile] >= STOS_THEGAME_PILES)
            add_hints(&rows, &world->heard, pile, slot, table->top[pile]);
        if (table->due >> pile & 1)
            net_add(&rows, AT_DUE + slot);
    }
    net_sum(&rows, sum);
    net_hidden(turn->net, sum, 1, middle);
}

/* A table with rising and falling exchanged, in which the cards of the hand are in the other order.
 */
static struct turn_table mirrored_table(const struct turn_table *table, int cards)
{
    struct turn_table other = {.used = 0, .due = 0};
    for (uint64_t used = table->used; used;)
        other.used |= (uint8_t)(1u << (cards - 1 - word_take(&used)));
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++) {
        int from = mirrored_pile(pile), seen = table->viewpoint[from],
            place = (seen - STOS_THEGAME_PILES) % TURN_HAND;
        other.top[pile] = table->top[from];
        other.viewpoint[pile] =
            (uint8_t)(seen < STOS_THEGAME_PILES ? mirrored_pile(seen)
                                                : turn_viewpoint(pile, cards - 1 - place));
        other.due |= (uint8_t)((table->due >> from & 1) << pile);
    }
    return other;
}

void thegame_net_see(struct turn_view *turn, const struct turn_table *table, int ways,
                     struct turn_sight *sight)
{
    see_way(turn, &turn->way[0], table, sight->middle[0]);
    if (ways < TURN_WAYS)
        return;
    struct turn_table other = mirrored_table(table, turn->cards);
    see_way(turn, &turn->way[1], &other, sight->middle[1]);
}

struct thegame_value thegame_net_value_one_way(const struct turn_view *turn,
                                               const struct turn_sight *sight,
                                               enum thegame_phase phase, int way)
{
    const struct world *world = &turn->way[0].world;
    int head = (((world->players - 1) * 3 + world->level) * 4 + (int)phase) * THEGAME_NET_GOALS;
    int32_t output[THEGAME_NET_GOALS];
    struct thegame_value value = {0, 0};
    net_outputs(turn->net, sight->middle[way], head, THEGAME_NET_GOALS, output);
    for (int goal = 0; goal < THEGAME_NET_GOALS; goal++)
        value.utility += goal_weight[goal] * net_chance(output[goal]) >> 4;
    value.win = net_chance(output[0]);
    return value;
}

struct thegame_value thegame_net_value(const struct turn_view *turn, const struct turn_sight *sight,
                                       int ways, enum thegame_phase phase)
{
    struct thegame_value value = thegame_net_value_one_way(turn, sight, phase, 0);
    if (ways < TURN_WAYS)
        return value;
    struct thegame_value other = thegame_net_value_one_way(turn, sight, phase, 1);
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
