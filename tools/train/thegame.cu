/*
 * thegame.cu - plays THE GAME, many games at once, for thegame.py, which trains the network on them.
 *
 * A warp plays a game. Its 32 threads share the network's sums, everything else they do alike. A turn is chosen as the
 * bots choose it (src/bot/thegame/plans.c): plans grow card by card, the best of each length go on, the network values
 * the table after the turn. Before a turn the others give the hints that the bots give (src/bot/thegame/hints.c). Alone
 * with an empty draw pile, the order of the last cards is searched for. What was chosen becomes lessons: what the mover
 * knew after the turn, or after a part of it, and the chances it turned out to have. tests/bot/test_thegame_training.cpp
 * holds the rules, the hints and the inputs against the library's and the bots'.
 */
/* Inputs as in src/bot/thegame/net.c; four piles in the order rising low, rising high, falling low, falling high. */
enum {
    AT_TOP = 0,            /* 101 each */
    AT_HAND_NEAR = 404,    /* 60 each: 30 below, 30 above */
    AT_UNSEEN_NEAR = 644,  /* 60 each */
    AT_BEYOND = 884,       /* 99 each */
    AT_PAIR = 1280,        /* 51 each */
    AT_DUE = 1484,         /* 1 each */
    AT_HAND = 1488,        /* 98 */
    AT_UNSEEN = 1586,      /* 98 */
    AT_DRAW = 1684,        /* 92 */
    AT_HAND_COUNT = 1776,  /* 9 */
    AT_LEVEL = 1785,       /* 3 */
    AT_FIRE = 1788,        /* 3 */
    AT_DEAD_HAND = 1791,   /* 9 */
    AT_DEAD_UNSEEN = 1800, /* 24 */
    AT_FIRE_HAND = 1824,   /* 14 */
    AT_FIRE_UNSEEN = 1838, /* 14 */
    AT_NEXT_HINT = 1852,   /* 85 each */
    AT_OTHER_HINT = 2192,  /* 85 each */
    AT_NEXT_COUNT = 2532,  /* 9 */
    AT_PLAYERS = 2541,     /* 5 */
    AT_TALK = 2546,        /* 1 */
    AT_SELF = 2547,        /* 4 */
    INPUTS = 2560,         /* the last nine are never set */
    GOALS = 8,
    PHASES = 4,
    LEVELS = 3,
    SEATS = 5,
    OUTPUTS = SEATS * LEVELS * PHASES * GOALS
};
#include "warp.h"

enum { TURN_OVER, MAY_STOP, OWES_ONE, OWES_TWO };
enum { FIRE_OFF, FIRE_NEXT, FIRE_NOW };
enum { HINT_NONE, LEAVE_1, LEAVE_2, LEAVE_3, NO_BIG_JUMP, GO_AHEAD };
enum { HAND = 8, PILES = 4, CARDS = 98, VIEWPOINTS = PILES + 2 * HAND };
enum { MOST_BEAM = 16, ENDS = 4, MOST_TURNS = 80, MOST_LESSONS = 240, SEEN = 256, ENDGAME_NODES = 2000 };

struct course {
    float explore;    /* the share of turns in which another plan than the best is played */
    float blend;      /* how much a lesson believes in what came later, not in what was foretold */
    float jump_price; /* for each number that a pile moves on, to begin with */
    int beam;
    uint32_t seed;
    /* of 256 games, in sums: up to so many players, up to that level, that fire; then with hints, and begun in the middle */
    uint32_t players[SEATS], level[LEVELS], fire[3], talk, late;
};

/* ---------------------------------------------------------------- sets of cards */

struct cards {
    uint64_t word[2];
};

DEVICE inline void drop(struct cards *set, int card) { set->word[card >> 6] &= ~(1ull << (card & 63)); }
DEVICE inline void put(struct cards *set, int card) { set->word[card >> 6] |= 1ull << (card & 63); }
DEVICE inline int count(struct cards set) { return bits(set.word[0]) + bits(set.word[1]); }
DEVICE inline struct cards minus(struct cards a, struct cards b) { return {{a.word[0] & ~b.word[0], a.word[1] & ~b.word[1]}}; }

DEVICE uint64_t reversed(uint64_t word)
{
    word = (word >> 1 & 0x5555555555555555ull) | (word & 0x5555555555555555ull) << 1;
    word = (word >> 2 & 0x3333333333333333ull) | (word & 0x3333333333333333ull) << 2;
    word = (word >> 4 & 0x0f0f0f0f0f0f0f0full) | (word & 0x0f0f0f0f0f0f0f0full) << 4;
    word = (word >> 8 & 0x00ff00ff00ff00ffull) | (word & 0x00ff00ff00ff00ffull) << 8;
    word = (word >> 16 & 0x0000ffff0000ffffull) | (word & 0x0000ffff0000ffffull) << 16;
    return word >> 32 | word << 32;
}

/* Card c becomes 101 - c. */
DEVICE struct cards mirrored(struct cards set)
{
    uint64_t low = reversed(set.word[1]), high = reversed(set.word[0]);
    return {{low >> 26 | high << 38, high >> 26}};
}

/* 61 bits around a top: bit 30 is the top, bit 30 + d the card d beyond it. */
DEVICE uint64_t window(struct cards set, int top)
{
    uint64_t word;
    if (top < 30)
        word = set.word[0] << (30 - top);
    else if (top >= 94)
        word = set.word[1] >> (top - 94);
    else
        word = top == 30 ? set.word[0] : set.word[0] >> (top - 30) | set.word[1] << (94 - top);
    return word & ((1ull << 61) - 1) & ~(1ull << 30);
}

DEVICE int count_beyond(struct cards set, int top)
{
    int from = top + 1;
    return from >= 64 ? bits(set.word[1] >> (from - 64)) : bits(set.word[0] >> from) + bits(set.word[1]);
}

/* Cards from..to, of which there may be none. */
DEVICE struct cards range(int from, int to)
{
    struct cards set = {{0, 0}};
    if (from > to)
        return set;
    set.word[0] = from > 63 ? 0 : ~0ull << from;
    set.word[1] = from > 63 ? ~0ull << (from - 64) : ~0ull;
    set.word[0] &= to > 62 ? ~0ull : (1ull << (to + 1)) - 1;
    set.word[1] &= to < 64 ? 0 : (1ull << (to - 63)) - 1;
    return set;
}

DEVICE inline struct cards both(struct cards a, struct cards b) { return {{a.word[0] & b.word[0], a.word[1] & b.word[1]}}; }

/* 22, 33, 44, 55, 66 and 77 */
DEVICE inline struct cards fires() { return {{1ull << 22 | 1ull << 33 | 1ull << 44 | 1ull << 55, 1ull << 2 | 1ull << 13}}; }

DEVICE bool is_fire(int card) { return card % 11 == 0 && card >= 22 && card <= 77; }

/* ---------------------------------------------------------------- a game */

/* What the mover has heard before the turn. */
struct heard {
    uint8_t next[PILES];   /* what the next seat said of each pile */
    uint8_t others[PILES]; /* the seats after it: bits 0..3 somebody said LEAVE_1..NO_BIG_JUMP, bit 4 all said GO_AHEAD */
    uint8_t self;          /* next in trouble, next can wait, another in trouble, all others can wait */
    uint8_t next_count;    /* cards of the next seat */
};

/* What a player knows at the end of a turn or in it; with the chances, a lesson. */
struct lesson {
    struct cards hand, unplayed;
    uint8_t top[PILES]; /* rising: card c counts as 101 - c on the falling ones */
    uint8_t was[PILES]; /* the same before the turn, when the hints were given */
    struct heard heard;
    uint8_t players, draw, level, fire, due, phase, talk, unused[3];
    float chance[GOALS];
};

struct node {
    float utility, cost;
    float chance[GOALS];
    uint8_t top[PILES];
    uint8_t used, due, length;
    uint8_t path[HAND]; /* slot times PILES plus pile */
};

struct list {
    int count;
    struct node node[MOST_BEAM];
};

/* Everything a warp works with. */
struct work {
    struct layers layers;
    float chance[2 * GOALS];
    uint32_t seen[SEEN];
    struct list now, next, ends;
    struct node trial;
    uint8_t deck[CARDS + 6];
    uint8_t hand[SEATS][HAND], held[SEATS]; /* of everybody; the mover's is copied into the game for a turn */
    uint8_t said[SEATS][PILES], about[SEATS];
};

/* A warp's memory that is too large for the chip. */
struct store {
    alignas(16) number view[VIEWPOINTS][2][WIDTH]; /* the unseen cards around a top, by its place among the two of its side */
    number fixed[WIDTH];
    struct lesson lesson[MOST_LESSONS];
    float foretold[MOST_TURNS][GOALS];
    uint8_t lessons_of[MOST_TURNS], wandered[MOST_TURNS];
};

struct game {
    struct net net;
    struct course course;
    struct work *work;
    struct store *store;
    uint32_t random;
    struct cards unplayed[2]; /* as they are, and mirrored */
    uint8_t hand[HAND];       /* the mover's cards */
    int players, hand_size, least, level, fire, talk;
    int turn, hand_count, minimum, due;
    uint8_t top[PILES];
    struct heard heard;
    int drawn, turns, lessons;
    bool late; /* begun in the middle */
};

DEVICE inline int on_side(int card, int side) { return side ? 101 - card : card; }

DEVICE int fires_on(const uint8_t *top)
{
    int due = 0;
    for (int pile = 0; pile < PILES; pile++)
        due |= is_fire(on_side(top[pile], pile / 2)) << pile;
    return due;
}

DEVICE struct cards hand_of(const struct game *game, int used)
{
    struct cards set = {{0, 0}};
    for (int i = 0; i < game->hand_count; i++)
        if (!(used >> i & 1))
            put(&set, game->hand[i]);
    return set;
}

/* ---------------------------------------------------------------- inputs */

/* A pile's place in the order of inputs: of the two of a side the one behind comes first. */
DEVICE int slot_of(const uint8_t *top, int pile)
{
    int pair = pile & 2, second_behind = top[pair] > top[pair + 1];
    return pair + ((pile & 1) ? !second_behind : second_behind);
}

DEVICE inline int near_row(int first, int slot, int bit) { return first + slot * 60 + (bit < 30 ? bit : bit - 1); }

template <typename visitor> DEVICE void visit_window(visitor &visit, int first, int slot, uint64_t around)
{
    for (; around; around &= around - 1)
        visit(near_row(first, slot, lowest(around)));
}

/* What the hand is to a pile. */
template <typename visitor> DEVICE void visit_pile(visitor &visit, struct cards hand, struct cards unplayed, int slot, int top)
{
    uint64_t around = window(hand, top);
    visit_window(visit, AT_HAND_NEAR, slot, around);
    for (uint64_t pairs = around & around << 10; pairs; pairs &= pairs - 1)
        visit(AT_PAIR + slot * 51 + lowest(pairs) - 10);
    visit(AT_BEYOND + slot * 99 + count_beyond(unplayed, top));
}

/* What the unseen cards are to a pile. */
template <typename visitor> DEVICE void visit_view(visitor &visit, struct cards unseen, int slot, int top)
{
    visit(AT_TOP + slot * 101 + top);
    visit_window(visit, AT_UNSEEN_NEAR, slot, window(unseen, top));
}

template <typename visitor> DEVICE void visit_cards(visitor &visit, int first, struct cards set)
{
    for (int word = 0; word < 2; word++)
        for (uint64_t left = set.word[word]; left; left &= left - 1)
            visit(first + 64 * word + lowest(left) - 2);
}

/* What does not change in a turn. */
template <typename visitor> DEVICE void visit_table(visitor &visit, struct cards unseen, const struct lesson *known)
{
    visit_cards(visit, AT_UNSEEN, unseen);
    visit(AT_DRAW + known->draw);
    visit(AT_LEVEL + known->level);
    visit(AT_FIRE + known->fire);
    visit(AT_PLAYERS + known->players - 1);
    visit(AT_NEXT_COUNT + known->heard.next_count);
    if (known->talk)
        visit(AT_TALK);
    for (int bit = 0; bit < 4; bit++)
        if (known->heard.self >> bit & 1)
            visit(AT_SELF + bit);
    if (known->fire)
        visit(AT_FIRE_UNSEEN + (known->fire - 1) * 7 + count(both(unseen, fires())));
}

/* How far a pile has moved since the hints: not at all, 1 to 14, more, or back. */
DEVICE inline int moved(int was, int top) { return top < was ? 16 : top - was > 15 ? 15 : top - was; }

/* What was said of a pile, and how far it has moved since. */
template <typename visitor> DEVICE void visit_hints(visitor &visit, const struct heard *heard, int pile, int slot, int by)
{
    if (heard->next[pile])
        visit(AT_NEXT_HINT + (slot * 5 + heard->next[pile] - 1) * 17 + by);
    for (int bit = 0; bit < 5; bit++)
        if (heard->others[pile] >> bit & 1)
            visit(AT_OTHER_HINT + (slot * 5 + bit) * 17 + by);
}

/* What the hand is as a whole, and which cards fit on no pile any more, tricks aside. */
template <typename visitor>
DEVICE void visit_hand(visitor &visit, struct cards hand, struct cards unseen, const uint8_t *top, int fire)
{
    int rising = top[0] < top[1] ? top[0] : top[1], falling = top[2] < top[3] ? top[2] : top[3];
    struct cards dead = range(102 - falling, rising - 1);
    int dead_unseen = count(both(unseen, dead));
    visit(AT_HAND_COUNT + count(hand));
    visit_cards(visit, AT_HAND, hand);
    visit(AT_DEAD_HAND + count(both(hand, dead)));
    visit(AT_DEAD_UNSEEN + (dead_unseen < 23 ? dead_unseen : 23));
    if (fire)
        visit(AT_FIRE_HAND + (fire - 1) * 7 + count(both(hand, fires())));
}

/* ---------------------------------------------------------------- valuing */

/* What the mover knows before the turn, but for the cards. */
DEVICE void note_table(const struct game *game, struct lesson *known)
{
    known->players = (uint8_t)game->players;
    known->draw = (uint8_t)(CARDS - game->drawn);
    known->level = (uint8_t)game->level;
    known->fire = (uint8_t)game->fire;
    known->talk = (uint8_t)game->talk;
    known->heard = game->heard;
    memcpy(known->was, game->top, PILES);
}

/* Sums up what stays the same in a turn: around the four tops, and around each card that may become one. */
DEVICE void prepare_turn(struct game *game)
{
    struct cards hand = hand_of(game, 0), unseen[2];
    unseen[0] = minus(game->unplayed[0], hand);
    unseen[1] = mirrored(unseen[0]);
    struct sum sum;
    struct adder visit = {&sum, game->net.input};
    struct lesson known;
    meet();
    for (int place = 0; place < VIEWPOINTS; place++) {
        int side = place < PILES ? place / 2 : (place - PILES) / HAND, slot = (place - PILES) % HAND;
        if (place >= PILES && slot >= game->hand_count)
            continue;
        int top = place < PILES ? game->top[place] : on_side(game->hand[slot], side);
        for (int rank = 0; rank < 2; rank++) {
            clear(&sum);
            visit_view(visit, unseen[side], side * 2 + rank, top);
            if (place < PILES)
                visit_hints(visit, &game->heard, place, side * 2 + rank, 0);
            save(&sum, game->store->view[place][rank]);
        }
    }
    note_table(game, &known);
    clear(&sum);
    add(&sum, game->net.input_bias);
    visit_table(visit, unseen[0], &known);
    save(&sum, game->store->fixed);
    meet();
}

/* The viewpoint that a pile's top comes from. */
DEVICE int viewpoint_of(const struct node *node, int pile)
{
    for (int i = node->length - 1; i >= 0; i--)
        if (node->path[i] % PILES == pile)
            return PILES + pile / 2 * HAND + node->path[i] / PILES;
    return pile;
}

DEVICE void sum_up(const struct game *game, const struct node *node, int due, struct sum *sum)
{
    struct cards hand[2], unplayed[2];
    struct adder visit = {sum, game->net.input};
    hand[0] = hand_of(game, node->used);
    hand[1] = mirrored(hand[0]);
    for (int side = 0; side < 2; side++)
        unplayed[side] = game->unplayed[side];
    for (int i = 0; i < game->hand_count; i++)
        if (node->used >> i & 1) {
            drop(&unplayed[0], game->hand[i]);
            drop(&unplayed[1], 101 - game->hand[i]);
        }
    clear(sum);
    add(sum, game->store->fixed);
    visit_hand(visit, hand[0], minus(unplayed[0], hand[0]), node->top, game->fire);
    for (int pile = 0; pile < PILES; pile++) {
        int slot = slot_of(node->top, pile), side = pile / 2, place = viewpoint_of(node, pile);
        add(sum, game->store->view[place][slot & 1]);
        visit_pile(visit, hand[side], unplayed[side], slot, node->top[pile]);
        if (place >= PILES)
            visit_hints(visit, &game->heard, pile, slot, moved(game->top[pile], node->top[pile]));
        if (due >> pile & 1)
            visit(AT_DUE + slot);
    }
}

DEVICE inline int head_of(int players, int level, int phase) { return ((players - 1) * LEVELS + level) * PHASES + phase; }

/* The chances in a phase, to chance[first..]. */
DEVICE void find_chances(const struct game *game, int phase, int first)
{
    struct work *work = game->work;
    int head = head_of(game->players, game->level, phase);
    for (int goal = lane(); goal < GOALS; goal += LANES)
        work->chance[first + goal] = find_chance(&game->net, &work->layers, head * GOALS + goal);
    meet();
}

DEVICE float utility_of(const float *chance)
{
    const float worth[GOALS] = {1, .05f, .04f, .03f, .02f, .02f, .01f, .01f};
    float utility = 0;
    for (int goal = 0; goal < GOALS; goal++)
        utility += worth[goal] * chance[goal];
    return utility;
}

/* ---------------------------------------------------------------- plans for a turn */

DEVICE inline uint64_t key_of(const struct node *node)
{
    const uint8_t *top = node->top;
    int low = top[0] < top[1] ? top[0] : top[1], high = top[0] + top[1] - low;
    int low_falling = top[2] < top[3] ? top[2] : top[3], high_falling = top[2] + top[3] - low_falling;
    return ((((uint64_t)node->used << 7 | low) << 7 | high) << 7 | low_falling) << 7 | high_falling;
}

/* Whether another order has led to the same table before. */
DEVICE bool is_known(struct game *game, const struct node *node)
{
    uint64_t hash = (key_of(node) + 1) * 0x9e3779b97f4a7c15ull;
    uint32_t mark = (uint32_t)(hash >> 20) | 1, *slot = &game->work->seen[hash >> 56];
    bool known = *slot == mark;
    meet();
    *slot = mark;
    meet();
    return known;
}

/* Keeps a list sorted by wish, no longer than `most`. */
DEVICE void keep(struct list *list, const struct node *node, float wish, int most)
{
    int at = list->count;
    if (at == most && list->node[most - 1].utility >= wish)
        return;
    uint64_t key = key_of(node);
    for (int i = 0; i < at; i++)
        if (key_of(&list->node[i]) == key)
            return;
    meet();
    if (lane() == 0) {
        if (at < most)
            list->count++;
        else
            at--;
        for (; at > 0 && list->node[at - 1].utility < wish; at--)
            list->node[at] = list->node[at - 1];
        list->node[at] = *node;
        list->node[at].utility = wish;
    }
    meet();
}

/* Chances that were found, from `first` on; a table that is won, where that is negative. */
DEVICE void hold_chances(struct game *game, struct node *trial, int first)
{
    meet();
    if (lane() == 0)
        for (int goal = 0; goal < GOALS; goal++)
            trial->chance[goal] = first < 0 ? 1 : game->work->chance[first + goal];
    meet();
}

/*
 * Values one more card on a plan: as the end of the turn where it may be one, and as a step on the way. Alone a turn ends as
 * soon as it may: what else could be placed can still be placed after drawing, when more is known.
 */
DEVICE void try_card(struct game *game, const struct node *from, int slot, int pile)
{
    struct work *work = game->work;
    struct node *trial = &work->trial;
    int card = game->hand[slot], risen = on_side(card, pile / 2);
    meet();
    if (lane() == 0) {
        *trial = *from;
        trial->cost = from->cost + (risen - from->top[pile]);
        trial->top[pile] = (uint8_t)risen;
        trial->used |= (uint8_t)(1 << slot);
        trial->path[trial->length++] = (uint8_t)(slot * PILES + pile);
        trial->due &= (uint8_t) ~(1 << pile);
        if (game->fire == FIRE_NOW && is_fire(card))
            trial->due |= (uint8_t)(1 << pile);
    }
    meet();
    if (is_known(game, trial))
        return;
    int owed = game->minimum - trial->length, last = trial->length == game->hand_count;
    if (last && count(game->unplayed[0]) == trial->length) {
        hold_chances(game, trial, -1);
        keep(&work->ends, trial, utility_of(trial->chance), ENDS);
        return;
    }
    bool may_end = owed <= 0 && trial->due == 0;
    int due_at_end = game->fire == FIRE_NEXT ? fires_on(trial->top) : 0;
    struct sum sum;
    float price = game->course.jump_price * trial->cost;
    if (may_end) {
        sum_up(game, trial, due_at_end, &sum);
        find_middle(&game->net, &sum, &work->layers);
        find_chances(game, TURN_OVER, 0);
        hold_chances(game, trial, 0);
        keep(&work->ends, trial, utility_of(work->chance) - price, ENDS);
    }
    if (last || (may_end && game->players == 1))
        return;
    if (!may_end || due_at_end != trial->due) {
        sum_up(game, trial, trial->due, &sum);
        find_middle(&game->net, &sum, &work->layers);
    }
    find_chances(game, owed >= 2 ? OWES_TWO : owed == 1 ? OWES_ONE : MAY_STOP, GOALS);
    keep(&work->next, trial, utility_of(work->chance + GOALS) - price, game->course.beam);
}

DEVICE void expand(struct game *game, const struct node *from)
{
    for (int pile = 0; pile < PILES; pile++) {
        if ((pile & 1) && from->top[pile] == from->top[pile - 1])
            continue;
        for (int slot = 0; slot < game->hand_count; slot++) {
            int jump = on_side(game->hand[slot], pile / 2) - from->top[pile];
            if (!(from->used >> slot & 1) && (jump > 0 || jump == -10))
                try_card(game, from, slot, pile);
        }
    }
}

/* Lists the best ends of the turn in work->ends. */
DEVICE void find_plans(struct game *game)
{
    struct work *work = game->work;
    prepare_turn(game);
    for (int i = lane(); i < SEEN; i += LANES)
        work->seen[i] = 0;
    if (lane() == 0) {
        struct node *root = &work->now.node[0];
        memset(root, 0, sizeof *root);
        memcpy(root->top, game->top, sizeof root->top);
        root->due = (uint8_t)game->due;
        work->now.count = 1;
        work->ends.count = 0;
    }
    meet();
    for (int length = 1; length <= game->hand_count; length++) {
        if (lane() == 0)
            work->next.count = 0;
        meet();
        float best = work->ends.count ? work->ends.node[0].utility : 0;
        for (int i = 0; i < work->now.count; i++)
            if (length <= game->minimum || work->now.node[i].utility >= best - best / 32)
                expand(game, &work->now.node[i]);
        meet();
        for (int i = lane(); i < (int)(sizeof work->now / 4); i += LANES)
            ((uint32_t *)&work->now)[i] = ((const uint32_t *)&work->next)[i];
        meet();
        if (work->now.count == 0)
            break;
    }
}

/* ---------------------------------------------------------------- the last cards */

/* The least number of cards left when everything is open: depth first, small jumps first. One thread works. */
DEVICE int solve(const struct game *game)
{
    struct {
        uint8_t top[PILES], held, option, options, list[4 * HAND];
    } level[HAND + 1];
    int depth = 0, least = game->hand_count, nodes = 0;
    memcpy(level[0].top, game->top, PILES);
    level[0].held = (uint8_t)((1 << game->hand_count) - 1);
    bool fresh = true;
    while (depth >= 0 && nodes < ENDGAME_NODES) {
        auto &here = level[depth];
        if (fresh) {
            int left = bits(here.held);
            nodes++;
            least = left < least ? left : least;
            if (left == 0)
                break;
            here.option = here.options = 0;
            for (int pile = 0; pile < PILES; pile++)
                for (int slot = 0; slot < game->hand_count; slot++) {
                    int jump = on_side(game->hand[slot], pile / 2) - here.top[pile], at = here.options;
                    if (!(here.held >> slot & 1) || (jump <= 0 && jump != -10))
                        continue;
                    for (; at > 0; at--) {
                        int other = here.list[at - 1];
                        if (on_side(game->hand[other / PILES], other % PILES / 2) - here.top[other % PILES] <= jump)
                            break;
                        here.list[at] = (uint8_t)other;
                    }
                    here.list[at] = (uint8_t)(slot * PILES + pile);
                    here.options++;
                }
        }
        if (here.option == here.options) {
            depth--;
            fresh = false;
            continue;
        }
        int chosen = here.list[here.option++], slot = chosen / PILES, pile = chosen % PILES;
        auto &next = level[depth + 1];
        memcpy(next.top, here.top, PILES);
        next.top[pile] = (uint8_t)on_side(game->hand[slot], pile / 2);
        next.held = (uint8_t)(here.held & ~(1 << slot));
        depth++;
        fresh = true;
    }
    return least;
}

/* ---------------------------------------------------------------- playing */

DEVICE void write_lesson(struct game *game, const struct node *node, int cards, int phase)
{
    struct lesson *lesson = &game->store->lesson[game->lessons++];
    struct cards hand = hand_of(game, 0), unplayed = game->unplayed[0];
    uint8_t top[PILES], due = (uint8_t)game->due;
    memcpy(top, game->top, PILES);
    for (int i = 0; i < cards; i++) {
        int card = game->hand[node->path[i] / PILES], pile = node->path[i] % PILES;
        drop(&hand, card);
        drop(&unplayed, card);
        top[pile] = (uint8_t)on_side(card, pile / 2);
        due &= (uint8_t) ~(1 << pile);
        if (game->fire == FIRE_NOW && is_fire(card))
            due |= (uint8_t)(1 << pile);
    }
    if (phase == TURN_OVER)
        due = (uint8_t)(game->fire == FIRE_NEXT ? fires_on(top) : 0);
    if (lane() == 0) {
        lesson->hand = hand;
        lesson->unplayed = unplayed;
        memcpy(lesson->top, top, PILES);
        note_table(game, lesson);
        lesson->due = due;
        lesson->phase = (uint8_t)phase;
    }
}

/* Notes what a turn teaches: its end always, its parts sometimes. */
DEVICE void take_notes(struct game *game, const struct node *chosen, const struct node *best)
{
    int before = game->lessons;
    write_lesson(game, chosen, chosen->length, TURN_OVER);
    for (int cards = 1; cards < chosen->length && game->lessons < before + 3; cards++) {
        int owed = game->minimum - cards;
        if (next_random(&game->random) & 1)
            write_lesson(game, chosen, cards, owed >= 2 ? OWES_TWO : owed == 1 ? OWES_ONE : MAY_STOP);
    }
    meet();
    if (lane() == 0) {
        for (int goal = 0; goal < GOALS; goal++)
            game->store->foretold[game->turns][goal] = best->chance[goal];
        game->store->lessons_of[game->turns] = (uint8_t)(game->lessons - before);
        game->store->wandered[game->turns] = chosen != best;
    }
    game->turns++;
    meet();
}

/* ---------------------------------------------------------------- hints */

/* How near a hand is to a pile, said in words: see docs/bots.md. */
DEVICE int pile_hint(struct cards hand, int top)
{
    uint64_t around = window(hand, top), beyond = around >> 31;
    int distance = beyond ? lowest(beyond) + 1 : 31;
    if ((around >> 20 & 1) || distance <= 2)
        return LEAVE_3;
    if (distance <= 7)
        return distance <= 4 ? LEAVE_2 : LEAVE_1;
    return distance <= 14 ? NO_BIG_JUMP : distance > 20 ? GO_AHEAD : HINT_NONE;
}

/* What a seat says of each pile, and of itself: bit 0 in trouble, bit 1 can wait. */
DEVICE void give_hints(struct game *game, int seat)
{
    struct work *work = game->work;
    struct cards hand[2] = {{{0, 0}}, {{0, 0}}};
    int cheapest[3] = {90, 90, 90}, most = game->least == 3 ? 30 : 16, few = game->least == 3 ? 12 : 5;
    for (int i = 0; i < work->held[seat]; i++) {
        int cost = 60;
        put(&hand[0], work->hand[seat][i]);
        for (int pile = 0; pile < PILES; pile++) {
            int jump = on_side(work->hand[seat][i], pile / 2) - game->top[pile];
            if ((jump > 0 || jump == -10) && jump < cost)
                cost = jump;
        }
        for (int k = 0; k < game->least; k++)
            if (cost < cheapest[k]) {
                int pushed = cheapest[k];
                cheapest[k] = cost;
                cost = pushed;
            }
    }
    int all = cheapest[0] + cheapest[1] + (game->least == 3 ? cheapest[2] : 0);
    bool touched = game->top[0] + game->top[1] + game->top[2] + game->top[3] > PILES;
    hand[1] = mirrored(hand[0]);
    for (int pile = 0; pile < PILES; pile++)
        work->said[seat][pile] = (uint8_t)(touched || pile % 2 == 0 ? pile_hint(hand[pile / 2], game->top[pile]) : HINT_NONE);
    work->about[seat] = (uint8_t)((touched && all >= most) | (all <= few) << 1);
}

/* What the seats after the next one said of a pile, as in struct heard. */
DEVICE int gather(const struct game *game, int pile)
{
    int said = 0, all_go = 1, others = 0;
    for (int step = 2; step < game->players; step++) {
        int seat = (game->turn + step) % game->players, hint = game->work->said[seat][pile];
        if (game->work->held[seat] == 0)
            continue;
        others++;
        all_go &= hint == GO_AHEAD;
        if (hint >= LEAVE_1 && hint <= NO_BIG_JUMP)
            said |= 1 << (hint - 1);
    }
    return others ? said | all_go << 4 : 0;
}

DEVICE int gather_about(const struct game *game)
{
    int next = (game->turn + 1) % game->players, trouble = 0, all_wait = 1, others = 0;
    for (int step = 2; step < game->players; step++) {
        int seat = (game->turn + step) % game->players;
        if (game->work->held[seat] == 0)
            continue;
        others++;
        trouble |= game->work->about[seat] & 1;
        all_wait &= game->work->about[seat] >> 1;
    }
    return (game->work->held[next] ? game->work->about[next] : 0) | (others ? trouble << 2 | all_wait << 3 : 0);
}

/* Before a turn everybody but the mover speaks, where the table talks. */
DEVICE void listen(struct game *game)
{
    int next = (game->turn + 1) % game->players;
    memset(&game->heard, 0, sizeof game->heard);
    game->heard.next_count = game->players > 1 ? game->work->held[next] : 0;
    if (!game->talk)
        return;
    meet();
    for (int seat = lane(); seat < game->players; seat += LANES)
        if (seat != game->turn)
            give_hints(game, seat);
    meet();
    for (int pile = 0; pile < PILES; pile++) {
        game->heard.next[pile] = game->work->held[next] ? game->work->said[next][pile] : 0;
        game->heard.others[pile] = (uint8_t)gather(game, pile);
    }
    game->heard.self = (uint8_t)gather_about(game);
}

/* ---------------------------------------------------------------- turns */

/* The mover's hand, as the others' lie in the store. */
DEVICE void take_up_hand(struct game *game)
{
    game->hand_count = game->work->held[game->turn];
    for (int i = 0; i < game->hand_count; i++)
        game->hand[i] = game->work->hand[game->turn][i];
    game->minimum = game->drawn < CARDS ? game->least : 1;
}

/* The mover draws and lays the hand down. */
DEVICE void lay_down_hand(struct game *game)
{
    while (game->hand_count < game->hand_size && game->drawn < CARDS)
        game->hand[game->hand_count++] = game->work->deck[game->drawn++];
    meet();
    if (lane() == 0) {
        for (int i = 0; i < game->hand_count; i++)
            game->work->hand[game->turn][i] = game->hand[i];
        game->work->held[game->turn] = (uint8_t)game->hand_count;
    }
    meet();
}

DEVICE void take_out(struct game *game, int card)
{
    drop(&game->unplayed[0], card);
    drop(&game->unplayed[1], 101 - card);
}

DEVICE void play_plan(struct game *game, const struct node *plan)
{
    int kept = 0;
    for (int i = 0; i < game->hand_count; i++)
        if (plan->used >> i & 1)
            take_out(game, game->hand[i]);
        else
            game->hand[kept++] = game->hand[i];
    game->hand_count = kept;
    memcpy(game->top, plan->top, PILES);
    game->due = game->fire == FIRE_NEXT ? fires_on(plan->top) : 0;
    lay_down_hand(game);
    for (int step = 1; step <= game->players; step++) {
        int seat = (game->turn + step) % game->players;
        if (game->work->held[seat]) {
            game->turn = seat;
            break;
        }
    }
    take_up_hand(game);
    listen(game);
}

/* ---------------------------------------------------------------- setting up */

DEVICE int drawn_from(const uint32_t *sums, int most, uint32_t dice)
{
    int i = 0;
    while (i < most - 1 && dice >= sums[i])
        i++;
    return i;
}

DEVICE void draw_rules(struct game *game)
{
    const struct course *course = &game->course;
    game->players = 1 + drawn_from(course->players, SEATS, next_random(&game->random) & 255);
    game->level = drawn_from(course->level, LEVELS, next_random(&game->random) & 255);
    game->fire = drawn_from(course->fire, 3, next_random(&game->random) & 255);
    game->talk = (next_random(&game->random) & 255) < course->talk && game->players > 1;
    game->late = (next_random(&game->random) & 255) < course->late;
    game->least = game->level > 0 ? 3 : 2;
    game->hand_size = (game->players == 1 ? 8 : game->players == 2 ? 7 : 6) - (game->level == 2);
}

/* A game that begins in the middle: some cards are gone, and the piles have moved less than they might have. */
DEVICE void skip_cards(struct game *game)
{
    game->drawn = 8 + (int)random_below(&game->random, 52);
    for (int i = 0; i < game->drawn; i++)
        take_out(game, game->work->deck[i]);
    for (int pile = 0; pile < PILES; pile++) {
        int a = on_side(game->work->deck[2 * pile], pile / 2), b = on_side(game->work->deck[2 * pile + 1], pile / 2);
        if (next_random(&game->random) & 3)
            game->top[pile] = (uint8_t)(a < b ? a : b);
    }
    game->due = game->fire == FIRE_NEXT ? fires_on(game->top) : 0;
}

DEVICE void set_up(struct game *game)
{
    struct work *work = game->work;
    draw_rules(game);
    meet();
    for (int i = 0; i < CARDS; i++) {
        int j = (int)random_below(&game->random, (uint32_t)i + 1);
        if (lane() == 0) {
            work->deck[i] = work->deck[j];
            work->deck[j] = (uint8_t)(i + 2);
        }
    }
    meet();
    game->unplayed[0] = {{~3ull, (1ull << 36) - 1}};
    game->unplayed[1] = game->unplayed[0];
    game->drawn = game->due = game->turns = game->lessons = 0;
    for (int pile = 0; pile < PILES; pile++)
        game->top[pile] = 1;
    if (game->late)
        skip_cards(game);
    for (game->turn = game->players - 1; game->turn >= 0; game->turn--) {
        game->hand_count = 0;
        lay_down_hand(game);
    }
    game->turn = 0;
    take_up_hand(game);
    listen(game);
}

/* Works out the lessons' chances from the end backwards. */
DEVICE void conclude(struct game *game, int left)
{
    const int most_left[GOALS] = {0, 1, 3, 6, 10, 19, 39, 64};
    struct store *store = game->store;
    meet();
    for (int goal = lane(); goal < GOALS; goal += LANES) {
        float chance = left <= most_left[goal];
        for (int turn = game->turns - 1, at = game->lessons; turn >= 0; turn--) {
            for (int i = 0; i < store->lessons_of[turn]; i++)
                store->lesson[--at].chance[goal] = chance;
            float foretold = store->foretold[turn][goal], blend = store->wandered[turn] ? 0 : game->course.blend;
            chance = foretold + blend * (chance - foretold);
        }
    }
    meet();
}

/* Plays a game to its end; returns the cards left. */
DEVICE int play_game(struct game *game)
{
    struct work *work = game->work;
    set_up(game);
    while (game->turns < MOST_TURNS && game->lessons + 3 < MOST_LESSONS) {
        if (game->players == 1 && game->drawn == CARDS)
            return (int)from_first((uint32_t)(lane() == 0 ? solve(game) : 0));
        find_plans(game);
        if (work->ends.count == 0)
            break;
        const struct node *best = &work->ends.node[0], *chosen = best;
        if ((float)(next_random(&game->random) >> 8) < game->course.explore * 16777216.f)
            chosen = &work->ends.node[random_below(&game->random, (uint32_t)work->ends.count)];
        take_notes(game, chosen, best);
        play_plan(game, chosen);
        meet();
        if (count(game->unplayed[0]) == 0)
            break;
    }
    return count(game->unplayed[0]);
}

/* What games of one number make, for all warps: lessons, and how many of the games under each rules were won. */
struct harvest {
    struct lesson *lesson;
    uint32_t most_lessons;
    uint32_t *counters; /* games begun, lessons, then wins and games by (players - 1) * 9 + level * 3 + fire */
    uint32_t games;
};

DEVICE void play_games(struct game *game, const struct harvest *harvest)
{
    for (;;) {
        uint32_t number = from_first(lane() == 0 ? count_one_more(&harvest->counters[0], 1) : 0);
        if (number >= harvest->games)
            return;
        game->random = game->course.seed * 0x632be5abu + number * 0x85157af5u;
        int left = play_game(game);
        conclude(game, left);
        uint32_t first = from_first(lane() == 0 ? count_one_more(&harvest->counters[1], (uint32_t)game->lessons) : 0);
        for (uint32_t i = 0; i < (uint32_t)game->lessons && first + i < harvest->most_lessons; i++) {
            const uint32_t *from = (const uint32_t *)&game->store->lesson[i];
            uint32_t *to = (uint32_t *)&harvest->lesson[first + i];
            for (int word = lane(); word < (int)(sizeof(struct lesson) / 4); word += LANES)
                to[word] = from[word];
        }
        if (lane() == 0 && !game->late) {
            int rules = (game->players - 1) * 9 + game->level * 3 + game->fire;
            count_one_more(&harvest->counters[2 + 2 * rules], left == 0);
            count_one_more(&harvest->counters[3 + 2 * rules], 1);
        }
    }
}

/* ---------------------------------------------------------------- lessons as inputs */

/*
 * Sets the inputs of a lesson, which are all 0 before. Where `turned`, rising and falling change places: as good a game, but for
 * fire cards (22 burns, 79 does not), of which the bots make the same mistake when they value a table both ways.
 */
DEVICE void set_inputs(const struct lesson *lesson, bool turned, input_number *inputs)
{
    struct setter visit = {inputs};
    struct cards hand[2], unplayed[2], unseen[2];
    uint8_t top[PILES];
    for (int side = 0; side < 2; side++) {
        hand[side] = side == turned ? lesson->hand : mirrored(lesson->hand);
        unplayed[side] = side == turned ? lesson->unplayed : mirrored(lesson->unplayed);
        unseen[side] = minus(unplayed[side], hand[side]);
    }
    for (int pile = 0; pile < PILES; pile++)
        top[pile] = lesson->top[turned ? (pile + 2) % PILES : pile];
    visit_table(visit, unseen[0], lesson);
    visit_hand(visit, hand[0], unseen[0], top, lesson->fire);
    for (int pile = 0; pile < PILES; pile++) {
        int slot = slot_of(top, pile), side = pile / 2, real = turned ? (pile + 2) % PILES : pile;
        visit_view(visit, unseen[side], slot, top[pile]);
        visit_pile(visit, hand[side], unplayed[side], slot, top[pile]);
        visit_hints(visit, &lesson->heard, real, slot, moved(lesson->was[real], lesson->top[real]));
        if (lesson->due >> real & 1)
            visit(AT_DUE + slot);
    }
}

DEVICE void show_lesson(const struct lesson *lesson, uint32_t dice, input_number *inputs, int32_t *head, float *chance)
{
    *head = head_of(lesson->players, lesson->level, lesson->phase);
    for (int goal = 0; goal < GOALS; goal++)
        chance[goal] = lesson->chance[goal];
    set_inputs(lesson, dice & 1, inputs);
}

#include "warp_calls.h"

/* ---------------------------------------------------------------- for the tests */

#ifndef __CUDACC__
/* A turn before it is played, the best plan for it, and what that is worth: as planned, and as the lesson shows it. */
struct traced_turn {
    uint8_t players, level, fire, talk, turn, due, drawn, minimum;
    uint8_t hand[SEATS][HAND], held[SEATS], top[PILES], deck[CARDS];
    struct heard heard;
    uint8_t plans, length, card[HAND], pile[HAND];
    float chance[GOALS], shown[GOALS];
};

static void trace_plan(const struct game *game, const struct node *best, struct traced_turn *traced)
{
    traced->length = best->length;
    for (int i = 0; i < best->length; i++) {
        traced->card[i] = game->hand[best->path[i] / PILES];
        traced->pile[i] = best->path[i] % PILES;
    }
    memcpy(traced->chance, best->chance, sizeof traced->chance);
}

/* What the network says of a lesson's inputs. */
static void trace_lesson(struct game *game, const struct lesson *lesson, float *shown)
{
    static float inputs[INPUTS];
    struct sum sum;
    memset(inputs, 0, sizeof inputs);
    set_inputs(lesson, false, inputs);
    clear(&sum);
    add(&sum, game->net.input_bias);
    for (int i = 0; i < INPUTS; i++)
        if (inputs[i] != 0)
            add(&sum, game->net.input + i * WIDTH);
    find_middle(&game->net, &sum, &game->work->layers);
    for (int goal = 0; goal < GOALS; goal++)
        shown[goal] = find_chance(&game->net, &game->work->layers, head_of(lesson->players, lesson->level, lesson->phase) * GOALS + goal);
}

static void trace_turn(struct game *game, struct traced_turn *traced)
{
    const struct work *work = game->work;
    memset(traced, 0, sizeof *traced);
    traced->players = (uint8_t)game->players;
    traced->level = (uint8_t)game->level;
    traced->fire = (uint8_t)game->fire;
    traced->talk = (uint8_t)game->talk;
    traced->turn = (uint8_t)game->turn;
    traced->due = (uint8_t)game->due;
    traced->drawn = (uint8_t)game->drawn;
    traced->minimum = (uint8_t)game->minimum;
    memcpy(traced->hand, work->hand, sizeof traced->hand);
    memcpy(traced->held, work->held, sizeof traced->held);
    memcpy(traced->top, game->top, sizeof traced->top);
    memcpy(traced->deck, work->deck, sizeof traced->deck);
    traced->heard = game->heard;
    traced->plans = (uint8_t)work->ends.count;
}

/* Plays a game, always by the best plan, and writes at most so many turns of it; returns their number. */
extern "C" int thegame_trace(struct net net, struct course course, uint32_t number, struct traced_turn *turns, int most)
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
    for (bool going = true; going && count < most && ::count(game->unplayed[0]) > 0; count++) {
        find_plans(game);
        trace_turn(game, &turns[count]);
        going = work->ends.count > 0;
        if (!going)
            continue;
        const struct node *best = &work->ends.node[0];
        trace_plan(game, best, &turns[count]);
        take_notes(game, best, best);
        trace_lesson(game, &store->lesson[game->lessons - store->lessons_of[game->turns - 1]], turns[count].shown);
        play_plan(game, best);
    }
    delete store;
    delete game;
    delete work;
    return count;
}
#endif
