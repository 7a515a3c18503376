/*
 * thegame_solo.cu - plays THE GAME alone, many games at once, for thegame_solo.py, which trains the network on them.
 *
 * A warp plays a game. Its 32 threads share the network's sums, everything else they do alike. A turn is chosen as the
 * bots choose it (src/bot/thegame/solo.c): plans grow card by card, the best of each length go on, the network values
 * the table after the turn. When the draw pile is empty, the order of the last cards is searched for. What was chosen
 * becomes lessons: what the player knew after the turn, or after a part of it, and the chances it turned out to have.
 */
/* Inputs as in src/bot/thegame/solo_net.h; four piles in the order rising low, rising high, falling low, falling high. */
enum {
    AT_TOP = 0,           /* 101 each */
    AT_HAND_NEAR = 404,   /* 60 each: 30 below, 30 above */
    AT_UNSEEN_NEAR = 644, /* 60 each */
    AT_BEYOND = 884,      /* 99 each */
    AT_PAIR = 1280,       /* 51 each */
    AT_DUE = 1484,        /* 1 each */
    AT_HAND = 1488,       /* 98 */
    AT_UNSEEN = 1586,     /* 98 */
    AT_DRAW = 1684,       /* 92 */
    AT_HAND_COUNT = 1776, /* 9 */
    AT_LEVEL = 1785,      /* 3 */
    AT_FIRE = 1788,       /* 3 */
    INPUTS = 1792,        /* the last one is never set */
    GOALS = 6,
    PHASES = 4,
    OUTPUTS = 3 * PHASES * GOALS
};
#include "warp.h"

enum { TURN_OVER, MAY_STOP, OWES_ONE, OWES_TWO };
enum { FIRE_OFF, FIRE_NEXT, FIRE_NOW };
enum { HAND = 8, PILES = 4, CARDS = 98, VIEWPOINTS = PILES + 2 * HAND };
enum { MOST_BEAM = 16, ENDS = 4, MOST_TURNS = 50, SEEN = 256, ENDGAME_NODES = 2000 };

struct course {
    float explore;    /* the share of turns in which another plan than the best is played */
    float blend;      /* how much a lesson believes in what came later, not in what was foretold */
    float jump_price; /* for each number that a pile moves on, to begin with */
    int beam;
    uint32_t seed;
    uint32_t standard, plain; /* of 256 games: so many at the standard level; without fire */
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

DEVICE bool is_fire(int card) { return card % 11 == 0 && card >= 22 && card <= 77; }

/* ---------------------------------------------------------------- a game */

/* What a player knows at the end of a turn or in it; with the chances, a lesson. */
struct lesson {
    struct cards hand, unplayed;
    uint8_t top[PILES]; /* rising: card c counts as 101 - c on the falling ones */
    uint8_t draw, level, fire, due, phase, unused[3];
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
};

/* A warp's memory that is too large for the chip. */
struct store {
    alignas(16) number view[VIEWPOINTS][2][WIDTH]; /* the unseen cards around a top, by its place among the two of its side */
    number fixed[WIDTH];
    struct lesson lesson[MOST_TURNS * 4];
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
    uint8_t hand[HAND];       /* cards */
    int hand_count, hand_size, least, level, fire, due;
    uint8_t top[PILES];
    int drawn, turns, lessons;
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

template <typename visitor> DEVICE void visit_table(visitor &visit, struct cards unseen, int draw, int level, int fire)
{
    visit_cards(visit, AT_UNSEEN, unseen);
    visit(AT_DRAW + draw);
    visit(AT_LEVEL + level);
    visit(AT_FIRE + fire);
}

/* ---------------------------------------------------------------- valuing */

/* Sums up what stays the same in a turn: around the four tops, and around each card that may become one. */
DEVICE void prepare_turn(struct game *game)
{
    struct cards hand = hand_of(game, 0), unseen[2];
    unseen[0] = minus(game->unplayed[0], hand);
    unseen[1] = mirrored(unseen[0]);
    struct sum sum;
    struct adder visit = {&sum, game->net.input};
    meet();
    for (int place = 0; place < VIEWPOINTS; place++) {
        int side = place < PILES ? place / 2 : (place - PILES) / HAND, slot = (place - PILES) % HAND;
        if (place >= PILES && slot >= game->hand_count)
            continue;
        int top = place < PILES ? game->top[place] : on_side(game->hand[slot], side);
        for (int rank = 0; rank < 2; rank++) {
            clear(&sum);
            visit_view(visit, unseen[side], side * 2 + rank, top);
            save(&sum, game->store->view[place][rank]);
        }
    }
    clear(&sum);
    add(&sum, game->net.input_bias);
    visit_table(visit, unseen[0], CARDS - game->drawn, game->level, game->fire);
    save(&sum, game->store->fixed);
    meet();
}

DEVICE void sum_up(const struct game *game, const struct node *node, int due, struct sum *sum)
{
    struct cards hand[2], unplayed[2];
    struct adder visit = {sum, game->net.input};
    int held = game->hand_count - node->length;
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
    visit(AT_HAND_COUNT + held);
    visit_cards(visit, AT_HAND, hand[0]);
    for (int pile = 0; pile < PILES; pile++) {
        int slot = slot_of(node->top, pile), side = pile / 2, place = pile;
        for (int i = 0; i < node->length; i++)
            if (node->path[i] % PILES == pile)
                place = PILES + side * HAND + node->path[i] / PILES;
        add(sum, game->store->view[place][slot & 1]);
        visit_pile(visit, hand[side], unplayed[side], slot, node->top[pile]);
        if (due >> pile & 1)
            visit(AT_DUE + slot);
    }
}

/* The chances in a phase, to chance[first..]. */
DEVICE void find_chances(const struct game *game, int phase, int first)
{
    struct work *work = game->work;
    for (int goal = lane(); goal < GOALS; goal += LANES)
        work->chance[first + goal] = find_chance(&game->net, &work->layers, (game->level * PHASES + phase) * GOALS + goal);
    meet();
}

DEVICE float utility_of(const float *chance)
{
    const float worth[GOALS] = {1, .06f, .03f, .02f, .01f, .01f};
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

DEVICE void hold_chances(struct game *game, struct node *trial, int first)
{
    meet();
    if (lane() == 0)
        for (int goal = 0; goal < GOALS; goal++)
            trial->chance[goal] = game->work->chance[first + goal];
    meet();
}

/* Values one more card on a plan: as the end of the turn where it may be one, and as a step on the way. */
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
    int owed = game->least - trial->length, last = trial->length == game->hand_count;
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
    if (last)
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
            if (length <= game->least || work->now.node[i].utility >= best - best / 32)
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
        lesson->draw = (uint8_t)(CARDS - game->drawn);
        lesson->level = (uint8_t)game->level;
        lesson->fire = (uint8_t)game->fire;
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
        int owed = game->least - cards;
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

DEVICE void draw_cards(struct game *game)
{
    while (game->hand_count < game->hand_size && game->drawn < CARDS)
        game->hand[game->hand_count++] = game->work->deck[game->drawn++];
}

DEVICE void play_plan(struct game *game, const struct node *plan)
{
    int kept = 0;
    for (int i = 0; i < game->hand_count; i++) {
        if (!(plan->used >> i & 1)) {
            game->hand[kept++] = game->hand[i];
            continue;
        }
        drop(&game->unplayed[0], game->hand[i]);
        drop(&game->unplayed[1], 101 - game->hand[i]);
    }
    game->hand_count = kept;
    memcpy(game->top, plan->top, PILES);
    game->due = game->fire == FIRE_NEXT ? fires_on(plan->top) : 0;
    draw_cards(game);
}

DEVICE void set_up(struct game *game)
{
    struct work *work = game->work;
    uint32_t dice = next_random(&game->random) & 255, coals = next_random(&game->random) & 255;
    const struct course *course = &game->course;
    game->level = dice < course->standard ? 0 : dice < (course->standard + 512) / 3 ? 1 : 2;
    game->fire = coals < course->plain ? FIRE_OFF : coals < (course->plain + 256) / 2 ? FIRE_NEXT : FIRE_NOW;
    game->least = game->level > 0 ? 3 : 2;
    game->hand_size = game->level == 2 ? 7 : 8;
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
    game->hand_count = game->drawn = game->due = game->turns = game->lessons = 0;
    for (int pile = 0; pile < PILES; pile++)
        game->top[pile] = 1;
    draw_cards(game);
}

/* Works out the lessons' chances from the end backwards. */
DEVICE void conclude(struct game *game, int left)
{
    const int most_left[GOALS] = {0, 4, 9, 19, 39, 64};
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
    while (game->turns < MOST_TURNS) {
        if (game->drawn == CARDS)
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
    }
    return count(game->unplayed[0]);
}

/* What games of one number make, for all warps: lessons, and for each standard game without fire the cards left. */
struct harvest {
    struct lesson *lesson;
    uint32_t most_lessons;
    uint32_t *counters; /* games begun, lessons, then wins and games by level * 3 + fire */
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
        if (lane() == 0) {
            int rules = game->level * 3 + game->fire;
            count_one_more(&harvest->counters[2 + 2 * rules], left == 0);
            count_one_more(&harvest->counters[3 + 2 * rules], 1);
        }
    }
}

/* ---------------------------------------------------------------- lessons as inputs */

/* Sets the inputs of a lesson, which are all 0 before. Where `turned`, rising and falling change places: as good a game. */
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
    visit_table(visit, unseen[0], lesson->draw, lesson->level, lesson->fire);
    visit(AT_HAND_COUNT + count(hand[0]));
    visit_cards(visit, AT_HAND, hand[0]);
    for (int pile = 0; pile < PILES; pile++) {
        int slot = slot_of(top, pile), side = pile / 2;
        visit_view(visit, unseen[side], slot, top[pile]);
        visit_pile(visit, hand[side], unplayed[side], slot, top[pile]);
        if (lesson->due >> (turned ? (pile + 2) % PILES : pile) & 1)
            visit(AT_DUE + slot);
    }
}

DEVICE void show_lesson(const struct lesson *lesson, uint32_t dice, input_number *inputs, int32_t *head, float *chance)
{
    *head = lesson->level * PHASES + lesson->phase;
    for (int goal = 0; goal < GOALS; goal++)
        chance[goal] = lesson->chance[goal];
    set_inputs(lesson, dice & 1, inputs);
}

#include "warp_calls.h"
