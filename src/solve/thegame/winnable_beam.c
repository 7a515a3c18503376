/*
 * winnable_beam.c - one pass of the winnability search (see winnable_beam.h).
 *
 * From the nodes of one level all placements are made, each also with the end of the turn where
 * that is allowed. Of these candidates, those with a dead card are dropped, and those dominated by
 * another: one with the same hands and obligations, and piles that are no worse. The best of the
 * rest are the next level.
 */
#include "winnable_beam.h"

#include "base/cancel.h"

#include <string.h>

enum {
    POOL_PER_NODE = 4,
    HEADS_PER_NODE = 16,
    TALLY_SIZE = 1 << 14,
    WIDTH_LIMIT = 1 << 22,
    LONGEST_WALK = 64, /* candidates with equal hands that a new one is compared with */
    PROGRESS_EVERY = 1 << 12,
    LINES = STOS_THEGAME_CARDS
};

#define NO_CANDIDATE UINT32_MAX
#define OUT INT32_MAX /* the score of a dropped candidate */

struct candidate {
    uint64_t hash; /* of everything but the piles */
    uint32_t parent, next;
    int32_t score;
    struct node_piles piles;
    uint8_t card, pile;
    bool end;
};

/* ---------------------------------------------------------------- memory */

static uint32_t power_of_two_up_to(uint64_t number)
{
    uint32_t power = 1;
    while ((uint64_t)power * 2 <= number && power < 1u << 30)
        power *= 2;
    return power;
}

static size_t rounded(size_t bytes) { return (bytes + 63) / 64 * 64; }

static void *carve(char **at, size_t bytes)
{
    void *piece = *at;
    *at += rounded(bytes);
    return piece;
}

bool beam_lay_out(struct beam *beam, void *memory, size_t bytes)
{
    const size_t per_node = 2 * sizeof(struct node) + POOL_PER_NODE * sizeof(struct candidate) +
        POOL_PER_NODE * sizeof(uint32_t) + LINES * sizeof(uint32_t);
    const size_t fixed = TALLY_SIZE * sizeof(uint32_t) + 1024;
    if (bytes < fixed + 64 * per_node)
        return false;
    size_t width = (bytes - fixed) / per_node;
    beam->most = (uint32_t)(width < WIDTH_LIMIT ? width : WIDTH_LIMIT);
    beam->pool_size = beam->most * POOL_PER_NODE;
    beam->head_size = power_of_two_up_to(beam->pool_size);
    char *at = memory;
    beam->now = carve(&at, beam->most * sizeof(struct node));
    beam->next = carve(&at, beam->most * sizeof(struct node));
    beam->pool = carve(&at, beam->pool_size * sizeof(struct candidate));
    beam->head = carve(&at, beam->head_size * sizeof(uint32_t));
    beam->link = carve(&at, (size_t)beam->most * LINES * sizeof(uint32_t));
    beam->tally = carve(&at, TALLY_SIZE * sizeof(uint32_t));
    return true;
}

/* ---------------------------------------------------------------- links: where a node came from */

static uint32_t link_pack(const struct candidate *candidate)
{
    return candidate->parent << 10 | (uint32_t)candidate->card << 3 |
        (uint32_t)candidate->pile << 1 | candidate->end;
}

static struct beam_step link_step(uint32_t link)
{
    return (struct beam_step){.card = link >> 3 & 127, .pile = link >> 1 & 3, .end = link & 1};
}

/* Walks back from a node of the last level but one, after its last step was put at the end of
 * step[]. */
static void trace_line(struct beam *beam, uint32_t index)
{
    for (int level = beam->steps - 1; level > 0; level--) {
        uint32_t link = beam->link[beam->link_start[level] + index];
        beam->step[level - 1] = link_step(link);
        index = link >> 10;
    }
    beam->root = (int)index;
}

/* ---------------------------------------------------------------- the pool */

static void candidate_node(const struct beam *beam, const struct candidate *candidate,
                           struct node *node)
{
    *node = beam->now[candidate->parent];
    node_place(node, &beam->deal, candidate->card, candidate->pile);
    if (candidate->end)
        node_end(node, &beam->deal);
}

static bool is_same_but_piles(const struct beam *beam, const struct candidate *candidate,
                              const struct node *node)
{
    struct node other;
    candidate_node(beam, candidate, &other);
    return node_same_but_piles(&other, node, &beam->deal);
}

static void clear_heads(struct beam *beam)
{
    memset(beam->head, 0xff, ((size_t)beam->head_mask + 1) * sizeof *beam->head);
}

static void chain(struct beam *beam, uint32_t index)
{
    uint32_t *head = &beam->head[beam->pool[index].hash & beam->head_mask];
    beam->pool[index].next = *head;
    *head = index;
}

/* Compares a new node with the candidates that share its hash: true if one dominates it; drops
 * those that it dominates. */
static bool is_dominated(struct beam *beam, const struct node *node, uint64_t hash,
                         struct node_piles piles, stos_cards outstanding)
{
    bool fire = beam->deal.fire != STOS_THEGAME_FIRE_OFF;
    int walked = 0;
    for (uint32_t i = beam->head[hash & beam->head_mask];
         i != NO_CANDIDATE && walked < LONGEST_WALK; i = beam->pool[i].next) {
        struct candidate *other = &beam->pool[i];
        if (other->hash != hash || other->score == OUT)
            continue;
        walked++;
        bool loses = node_piles_dominate(other->piles, piles, fire, &outstanding);
        bool wins = !loses && node_piles_dominate(piles, other->piles, fire, &outstanding);
        if (!(loses || wins) || !is_same_but_piles(beam, other, node))
            continue;
        if (loses)
            return true;
        other->score = OUT;
    }
    return false;
}

/* ---------------------------------------------------------------- keeping the best */

/* Where the best `width` end: scores are ranked by (score - low) >> shift, which is below
 * TALLY_SIZE. */
struct cut {
    bool crowded; /* otherwise all may stay */
    int32_t low;
    int shift, rank;
    uint32_t room; /* how many of that rank may stay; better ranks stay, worse ones go */
};

static struct cut find_range(const struct beam *beam)
{
    struct cut cut = {.low = INT32_MAX};
    int32_t high = INT32_MIN;
    uint32_t live = 0;
    for (uint32_t i = 0; i < beam->used; i++) {
        int32_t score = beam->pool[i].score;
        if (score == OUT)
            continue;
        live++;
        cut.low = score < cut.low ? score : cut.low;
        high = score > high ? score : high;
    }
    cut.crowded = live > beam->width;
    while (cut.crowded && (high - cut.low) >> cut.shift >= TALLY_SIZE)
        cut.shift++;
    return cut;
}

static struct cut find_cut(struct beam *beam)
{
    struct cut cut = find_range(beam);
    if (!cut.crowded)
        return cut;
    memset(beam->tally, 0, TALLY_SIZE * sizeof *beam->tally);
    for (uint32_t i = 0; i < beam->used; i++)
        if (beam->pool[i].score != OUT)
            beam->tally[(beam->pool[i].score - cut.low) >> cut.shift]++;
    for (cut.room = beam->width; beam->tally[cut.rank] <= cut.room; cut.rank++)
        cut.room -= beam->tally[cut.rank];
    return cut;
}

static bool may_stay(struct cut *cut, int32_t score)
{
    if (score == OUT || !cut->crowded)
        return score != OUT;
    int rank = (score - cut->low) >> cut->shift;
    if (rank != cut->rank)
        return rank < cut->rank;
    return cut->room > 0 && cut->room-- > 0;
}

/* Leaves in the pool, in their order, the candidates that are not out, and of those the best
 * `width`. */
static void trim_pool(struct beam *beam)
{
    struct cut cut = find_cut(beam);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < beam->used; i++)
        if (may_stay(&cut, beam->pool[i].score))
            beam->pool[kept++] = beam->pool[i];
    beam->used = kept;
    beam->overflowed |= cut.crowded;
}

/* In the middle of a level, when the pool is full. */
static void make_room(struct beam *beam)
{
    trim_pool(beam);
    clear_heads(beam);
    for (uint32_t i = 0; i < beam->used; i++)
        chain(beam, i);
}

/* ---------------------------------------------------------------- one level */

static void add_candidate(struct beam *beam, const struct node *node, uint32_t parent, int card,
                          int pile, bool end)
{
    stos_cards outstanding = node_outstanding(&beam->deal, node);
    if (node_has_dead_card(node, outstanding))
        return;
    uint64_t hash = node_hash(node, &beam->deal);
    struct node_piles piles = node_piles(node);
    if (is_dominated(beam, node, hash, piles, outstanding))
        return;
    if (beam->used == beam->pool_size)
        make_room(beam);
    beam->pool[beam->used] = (struct candidate){
        .hash = hash,
        .parent = parent,
        .score = node_score(node, &beam->deal, outstanding),
        .piles = piles,
        .card = (uint8_t)card,
        .pile = (uint8_t)pile,
        .end = end,
    };
    chain(beam, beam->used++);
}

static void try_placement(struct beam *beam, uint32_t parent, int card, int pile)
{
    struct node node = beam->now[parent];
    node_place(&node, &beam->deal, card, pile);
    beam->nodes++;
    if (!cards_empty(node.hand[node.seat]) && node_may_go_on(&node, &beam->deal))
        add_candidate(beam, &node, parent, card, pile, false);
    if (node_may_end(&node)) {
        node_end(&node, &beam->deal);
        add_candidate(beam, &node, parent, card, pile, true);
    }
}

/* Two untouched piles of one direction are the same. */
static bool is_twin(const struct node *node, int pile)
{
    return pile % 2 == 1 && node->top[pile] == node->top[pile - 1];
}

/* All placements of a node. On the last level any one of them wins (TG11): true then. */
static bool expand(struct beam *beam, uint32_t index, bool last)
{
    const struct node *node = &beam->now[index];
    for (stos_cards hand = node->hand[node->seat]; !cards_empty(hand);) {
        int card = cards_take(&hand);
        for (int pile = 0; pile < STOS_THEGAME_PILES; pile++) {
            if (is_twin(node, pile) || !node_fits(node, card, pile))
                continue;
            if (last) {
                beam->step[beam->steps - 1] =
                    (struct beam_step){(uint8_t)card, (uint8_t)pile, false};
                trace_line(beam, index);
                return true;
            }
            try_placement(beam, index, card, pile);
        }
    }
    return false;
}

static bool should_stop(const struct beam *beam, uint32_t index)
{
    const struct winnable_limits *limits = &beam->limits;
    if (limits->progress && index % PROGRESS_EVERY == 0)
        limits->progress(limits->context, beam->nodes);
    return (limits->nodes && beam->nodes >= limits->nodes) || is_cancelled(limits->cancel);
}

/* Turns the pool into the nodes of the next level; returns their number. */
static uint32_t next_level(struct beam *beam, int level)
{
    trim_pool(beam);
    beam->link_start[level + 1] = beam->link_start[level] + beam->used;
    for (uint32_t i = 0; i < beam->used; i++) {
        candidate_node(beam, &beam->pool[i], &beam->next[i]);
        beam->link[beam->link_start[level] + i] = link_pack(&beam->pool[i]);
    }
    struct node *old = beam->now;
    beam->now = beam->next;
    beam->next = old;
    return beam->used;
}

/* ---------------------------------------------------------------- a pass */

static void start_pass(struct beam *beam, const struct node *roots, int root_count, uint32_t width)
{
    beam->width = width < beam->most ? width : beam->most;
    uint32_t heads = power_of_two_up_to((uint64_t)beam->width * HEADS_PER_NODE);
    beam->head_mask = (heads < beam->head_size ? heads : beam->head_size) - 1;
    beam->overflowed = false;
    beam->link_start[1] = 0;
    beam->steps = cards_count(node_outstanding(&beam->deal, roots));
    memcpy(beam->now, roots, (size_t)root_count * sizeof *roots);
}

enum beam_end beam_pass(struct beam *beam, const struct node *roots, int root_count, uint32_t width)
{
    start_pass(beam, roots, root_count, width);
    uint32_t count = (uint32_t)root_count;
    for (int level = 1; level <= beam->steps && count > 0; level++) {
        beam->used = 0;
        clear_heads(beam);
        for (uint32_t i = 0; i < count; i++) {
            if (should_stop(beam, i))
                return BEAM_STOPPED;
            if (expand(beam, i, level == beam->steps))
                return BEAM_WON;
        }
        count = next_level(beam, level);
    }
    return beam->overflowed ? BEAM_GAVE_UP : BEAM_EXHAUSTED;
}
