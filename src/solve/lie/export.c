/* export.c - see export.h. */
#include "export.h"

#include "bot/lie/table_format.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- bytes */

static void put(struct lie_bytes *bytes, const void *data, size_t length)
{
    if (bytes->length + length > bytes->room) {
        size_t room = 2 * bytes->room + length + 4096;
        uint8_t *larger = bytes->failed ? NULL : realloc(bytes->at, room);
        bytes->failed = !larger;
        if (!larger)
            return;
        bytes->at = larger;
        bytes->room = room;
    }
    if (length > 0)
        memcpy(bytes->at + bytes->length, data, length);
    bytes->length += length;
}

static void set_u32(struct lie_bytes *bytes, size_t at, uint32_t value)
{
    for (size_t i = 0; i < 4 && !bytes->failed; i++)
        bytes->at[at + i] = (uint8_t)(value >> 8 * i);
}

/* To be set later. */
static void put_zeros(struct lie_bytes *bytes, size_t length)
{
    static const uint8_t zeros[LIE_TABLE_ROUND];
    put(bytes, zeros, length);
}

static void put_u32(struct lie_bytes *bytes, uint32_t value)
{
    put_zeros(bytes, 4);
    set_u32(bytes, bytes->length - 4, value);
}

static void put_u8(struct lie_bytes *bytes, unsigned value)
{
    put(bytes, &(uint8_t){(uint8_t)value}, 1);
}

static void put_u16(struct lie_bytes *bytes, uint32_t value)
{
    put_u8(bytes, value & 255);
    put_u8(bytes, value >> 8 & 255);
}

/* ---------------------------------------------------------------- the moves of a class */

enum { SHARES = 65536 };

static const double least_share =
    0.005; /* of a move that is kept; less where more of the histories are */

/* The moves of one class at a history: bit of the bid or LIE_TABLE_CALL, and its share. */
struct moves {
    int count;
    uint8_t move[LIE_ROUND_RANKS + 1];
    float *weight[LIE_ROUND_RANKS + 1];
};

static void add_move(struct moves *moves, int move, float *weight)
{
    if (*weight <= 0)
        return;
    moves->move[moves->count] = (uint8_t)move;
    moves->weight[moves->count++] = weight;
}

/* The bit of a bid where all bids have one. */
static int bit_of_all(const struct lie_round *round, int bit)
{
    return round->bids - 1 - round->rank_of[round->ranks - 1 - bit];
}

static uint32_t number_of_all(const struct lie_round *round, uint32_t number)
{
    uint32_t all = 0;
    for (; number; number &= number - 1)
        all = lie_number_after(all, bit_of_all(round, __builtin_ctz(number)));
    return all;
}

static void list_moves(const struct lie_strategy *strategy, struct lie_place place, int class,
                       struct moves *moves)
{
    moves->count = 0;
    if (place.number)
        add_move(moves, LIE_TABLE_CALL,
                 lie_row(strategy, strategy->weights, place.number, place.mover) + class);
    for (int bit = 0; bit < place.below; bit++)
        add_move(
            moves, bit_of_all(&strategy->round, bit),
            lie_row(strategy, strategy->weights, lie_number_after(place.number, bit), place.mover) +
                class);
}

/* ---------------------------------------------------------------- forgetting and pruning */

static double deal_chance(const struct lie_round *round, int side, int deal)
{
    double sum = 0;
    for (int i = 0; i < round->side[!side].deals; i++)
        sum += lie_round_meet(round, side, deal, i);
    return sum;
}

/* Adds the row of a history, choice by choice, to that of the faces they show. */
static void forget_row(const struct lie_strategy *from, struct lie_strategy *faces, int side,
                       uint32_t number, const float *chance)
{
    const uint16_t *class_of = faces->round.side[side].class_of;
    const float *row = lie_row(from, from->weights, number, side);
    float *out = lie_row(faces, faces->weights, number, side);
    for (int i = 0; i < from->round.side[side].choices; i++)
        out[class_of[i]] += chance[i] * row[i];
}

static bool forget_side(const struct lie_strategy *from, struct lie_strategy *faces, int side)
{
    const struct lie_round_side *of = &from->round.side[side];
    float *chance = calloc((size_t)of->choices, sizeof *chance);
    if (!chance)
        return false;
    for (int deal = 0; deal < of->deals; deal++)
        for (int i = of->deal[deal].first_choice; i < of->deal[deal + 1].first_choice; i++)
            chance[i] = (float)deal_chance(&from->round, side, deal);
    memcpy(faces->ends[side], from->ends[side], (size_t)of->choices * sizeof(float));
    for (uint32_t number = 0; number >> from->round.ranks == 0; number++)
        forget_row(from, faces, side, number, chance);
    free(chance);
    return true;
}

bool lie_forget_cards(const struct lie_strategy *from, struct lie_strategy *faces)
{
    struct lie_round_rules rules = from->round.rules;
    rules.faces_only = true;
    if (lie_strategy_open(faces, &rules) != LIE_ROUND_OK)
        return false;
    if (forget_side(from, faces, 0) && forget_side(from, faces, 1))
        return true;
    lie_strategy_close(faces);
    return false;
}

/* Rounds the shares of one class to 1/65536, without those below `least`; the largest takes what is
 * over. */
static void round_shares(struct moves *moves, double least)
{
    double sum = 0;
    float *largest = NULL;
    int rest = SHARES;
    for (int i = 0; i < moves->count; i++) {
        sum += (double)*moves->weight[i];
        if (!largest || *moves->weight[i] > *largest)
            largest = moves->weight[i];
    }
    double kept = 0;
    for (int i = 0; i < moves->count; i++) {
        double share = (double)*moves->weight[i] / sum;
        if (moves->weight[i] != largest && share < least)
            *moves->weight[i] = 0;
        kept += (double)*moves->weight[i];
    }
    for (int i = 0; i < moves->count; i++) {
        if (moves->weight[i] == largest)
            continue;
        int share = (int)((double)*moves->weight[i] / kept * SHARES + 0.5);
        *moves->weight[i] = (float)share;
        rest -= share;
    }
    if (largest)
        *largest = (float)rest;
}

struct pruning {
    struct lie_strategy *strategy;
    int side;
    double least, least_share;
};

/* Walks all histories with the probability that the side itself brings each class there. */
static void prune_walk(const struct pruning *pruning, struct lie_place place, const float *reach,
                       float *scratch)
{
    const struct lie_strategy *strategy = pruning->strategy;
    const struct lie_round_side *of = &strategy->round.side[pruning->side];
    bool own = place.mover == pruning->side;
    float *next = scratch;
    scratch += of->width;
    for (int class = 0; own && class < of->classes; class ++) {
        struct moves moves;
        list_moves(strategy, place, class, &moves);
        bool gone = (double)reach[class] < pruning->least;
        for (int i = 0; gone && i < moves.count; i++)
            *moves.weight[i] = 0;
        if (!gone)
            round_shares(&moves, pruning->least_share);
        list_moves(strategy, place, class, &moves);
        if (strategy->round.rules.left_out && moves.count == 1 && moves.move[0] == LIE_TABLE_CALL)
            *moves.weight[0] = 0; /* what a table of such a round does not have is called */
    }
    for (int bit = place.below - 1; bit >= 0; bit--) {
        struct lie_place child = lie_place_after(&strategy->round, place, bit);
        const float *row = lie_row(strategy, strategy->weights, child.number, pruning->side);
        for (int class = 0; class < of->classes; class ++)
            next[class] = own ? reach[class] * row[class] / SHARES : reach[class];
        prune_walk(pruning, child, next, scratch);
    }
}

static void round_ends(struct lie_strategy *strategy, int side)
{
    const struct lie_round_side *of = &strategy->round.side[side];
    for (int deal = 0; deal < of->deals; deal++) {
        int first = of->deal[deal].first_choice, last = of->deal[deal + 1].first_choice;
        float sum = 0;
        for (int i = first; i < last; i++)
            sum += strategy->ends[side][i];
        for (int i = first; i < last; i++)
            strategy->ends[side][i] =
                sum > 0 ? (float)(int)(strategy->ends[side][i] / sum * (SHARES - 1) + 0.5F) : 1;
    }
}

bool lie_prune(struct lie_strategy *strategy, double least)
{
    size_t depth = (size_t)strategy->round.ranks + 2;
    for (int side = 0; side < 2; side++) {
        const struct lie_round_side *of = &strategy->round.side[side];
        float *scratch = malloc(depth * (size_t)of->width * sizeof *scratch);
        if (!scratch)
            return false;
        round_ends(strategy, side);
        for (int i = 0; i < of->classes; i++)
            scratch[i] = 0;
        for (int i = 0; i < of->choices; i++) {
            float share = strategy->ends[side][i] / SHARES, *most = &scratch[of->class_of[i]];
            *most = share > *most ? share : *most;
        }
        struct pruning pruning = {strategy, side, least,
                                  50 * least < least_share ? 50 * least : least_share};
        prune_walk(&pruning, lie_place_start(&strategy->round), scratch, scratch + of->width);
        free(scratch);
    }
    return true;
}

/* ---------------------------------------------------------------- writing a round */

static void put_ends(struct lie_bytes *bytes, const struct lie_strategy *strategy, int side)
{
    for (int i = 0; i < strategy->round.side[side].choices; i++)
        put_u16(bytes, (uint32_t)strategy->ends[side][i]);
}

static void put_class(struct lie_bytes *bytes, const struct moves *moves)
{
    for (int i = 0; i < moves->count; i++) {
        bool last = i + 1 == moves->count;
        put_u8(bytes, (unsigned)moves->move[i] | (last ? LIE_TABLE_LAST : 0));
        if (!last)
            put_u16(bytes, (uint32_t)*moves->weight[i]);
    }
}

/* The classes of one history, each preceded by the number of classes skipped before it; false if
 * there are none. */
static bool put_history(struct lie_bytes *bytes, const struct lie_strategy *strategy,
                        struct lie_place place)
{
    size_t begin = bytes->length;
    int skipped = 0;
    for (int class = 0; class < strategy->round.side[place.mover].classes; class ++, skipped++) {
        struct moves moves;
        list_moves(strategy, place, class, &moves);
        if (moves.count == 0)
            continue;
        for (; skipped >= LIE_TABLE_SKIP; skipped -= LIE_TABLE_SKIP)
            put_u8(bytes, LIE_TABLE_SKIP);
        put_u8(bytes, (unsigned)skipped);
        put_class(bytes, &moves);
        skipped = -1;
    }
    return bytes->length > begin;
}

/* Histories in the order of their numbers, which is the order of a walk that takes the lowest bit
 * first. */
static void list_histories(const struct lie_strategy *strategy, struct lie_place place, int side,
                           struct lie_bytes *index, struct lie_bytes *data)
{
    size_t begin = data->length;
    if (place.mover == side && put_history(data, strategy, place)) {
        put_u32(index, number_of_all(&strategy->round, place.number));
        put_u32(index, (uint32_t)begin);
    }
    for (int bit = 0; bit < place.below; bit++)
        list_histories(strategy, lie_place_after(&strategy->round, place, bit), side, index, data);
}

static void put_bids(struct lie_bytes *bytes, const struct lie_strategy *strategy, int side)
{
    struct lie_bytes index = {0}, data = {0};
    list_histories(strategy, lie_place_start(&strategy->round), side, &index, &data);
    put_u32(bytes, (uint32_t)(index.length / 8));
    put(bytes, index.at, index.length);
    put(bytes, data.at, data.length);
    bytes->failed = bytes->failed || index.failed || data.failed;
    free(index.at);
    free(data.at);
}

/* ---------------------------------------------------------------- writing a table */

/* The index of a strategy's round in a table; one past the last solved round if it is not there. */
static int find_round(const struct solved_rounds *table, const struct lie_round_rules *rules)
{
    int index = lie_table_find(table, rules->by_count ? STOS_LIE_ORDER_COUNT : STOS_LIE_ORDER_FACE,
                               rules->wild_face ? STOS_LIE_ONES_WILD : STOS_LIE_ONES_PLAIN,
                               rules->cards[0], rules->cards[1]);
    return index < 0 ? table->rounds : index;
}

static void put_entry(struct lie_bytes *bytes, const struct lie_strategy *strategy,
                      const struct lie_gap *gap)
{
    const struct lie_round *round = &strategy->round;
    put_u8(bytes, round->rules.by_count);
    put_u8(bytes, round->rules.wild_face != 0);
    put_u8(bytes, round->rules.cards[0]);
    put_u8(bytes, round->rules.cards[1]);
    put_u8(bytes, round->rules.faces_only ? LIE_TABLE_FACES : LIE_TABLE_CARDS);
    put_u16(bytes, round->rules.left_out & 0xffff);
    put_u8(bytes, round->rules.left_out >> 16);
    put_u32(bytes, (uint32_t)((0.5 + gap->value / 2) * 1e9 + 0.5));
    put_u32(bytes, (uint32_t)(gap->exploitability * 1e9 + 0.5));
    put_zeros(bytes, LIE_TABLE_ROUND - LIE_TABLE_PARTS);
}

static void put_part(struct lie_bytes *bytes, int part, const struct lie_strategy *strategy)
{
    if (part < 2)
        put_ends(bytes, strategy, part);
    else
        put_bids(bytes, strategy, part - 2);
}

static void copy_part(struct lie_bytes *bytes, int part, const struct solved_rounds *old, int index)
{
    const uint8_t *at = NULL;
    size_t length = 0;
    lie_table_part(old, lie_table_entry(old, index), part, &at, &length);
    put(bytes, at, length);
}

static void finish_head(struct lie_bytes *bytes, uint32_t rounds)
{
    set_u32(bytes, 8, (uint32_t)bytes->length);
    set_u32(bytes, 12, rounds);
    uint64_t hash = bytes->failed
        ? 0
        : solved_rounds_hash(bytes->at + LIE_TABLE_HEAD, bytes->length - LIE_TABLE_HEAD);
    set_u32(bytes, 16, (uint32_t)hash);
    set_u32(bytes, 20, (uint32_t)(hash >> 32));
}

struct lie_bytes lie_export(const struct lie_strategy *strategy, const struct lie_gap *gap,
                            const uint8_t *old, size_t old_length)
{
    struct lie_bytes bytes = {0};
    struct solved_rounds table;
    solved_rounds_open(&table, old, old_length);
    put(&bytes, LIE_TABLE_MAGIC, 8);
    put_zeros(&bytes, LIE_TABLE_HEAD - 8);
    int place = find_round(&table, &strategy->round.rules), added = place == table.rounds,
        rounds = table.rounds + table.nearly + added;
    for (int i = 0; i < rounds; i++)
        if (i == place)
            put_entry(&bytes, strategy, gap);
        else
            put(&bytes, lie_table_entry(&table, i > place ? i - added : i), LIE_TABLE_ROUND);
    for (int i = 0; i < 4 * rounds; i++) {
        size_t offset = bytes.length,
               entry = LIE_TABLE_HEAD + (size_t)(i / 4) * LIE_TABLE_ROUND + LIE_TABLE_PARTS +
            8 * (size_t)(i % 4);
        if (i / 4 == place)
            put_part(&bytes, i % 4, strategy);
        else
            copy_part(&bytes, i % 4, &table, i / 4 > place ? i / 4 - added : i / 4);
        set_u32(&bytes, entry, (uint32_t)offset);
        set_u32(&bytes, entry + 4, (uint32_t)(bytes.length - offset));
    }
    finish_head(&bytes, (uint32_t)rounds);
    return bytes;
}
