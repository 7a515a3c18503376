/*
 * import.c - reads a round of a table back as a strategy, to walk over it; see export.h.
 *
 * The table is untrusted: whatever does not fit is left out, and nothing is read beyond its parts.
 */
#include "bot/lie/table_format.h"
#include "export.h"

static void import_ends(const uint8_t *at, size_t length, struct lie_strategy *strategy, int side)
{
    for (size_t i = 0; i < (size_t)strategy->round.side[side].choices && 2 * i + 2 <= length; i++)
        strategy->ends[side][i] = (float)lie_table_u16(at + 2 * i);
}

/* The moves of one class. */
static void set_moves(struct lie_strategy *strategy, uint32_t number, int side, int class,
                      const float *share, int below)
{
    for (int move = 0; move < below; move++)
        if (share[move] > 0)
            lie_row(strategy, strategy->weights, lie_number_after(number, below - 1 - move),
                    side)[class] = share[move];
    if (number)
        lie_row(strategy, strategy->weights, number, side)[class] = share[below];
}

static void import_history(const uint8_t *at, const uint8_t *end, struct lie_strategy *strategy,
                           uint32_t number, int side)
{
    int below = number ? __builtin_ctz(number) : strategy->round.ranks, class = -1;
    bool sound = number >> strategy->round.ranks == 0 && __builtin_popcount(number) % 2 == side;
    while (sound && (at = lie_table_next_class(at, end, &class)) &&
           class < strategy->round.side[side].classes) {
        float share[LIE_ROUND_RANKS + 1] = {0};
        at = lie_table_class_moves(at, end, below, share);
        set_moves(strategy, number, side, class, share, below);
    }
}

static void import_bids(const uint8_t *at, size_t length, struct lie_strategy *strategy, int side)
{
    size_t count = length < 4 ? 0 : lie_table_u32(at), data = 4 + 8 * count;
    for (size_t i = 0; i < count && data <= length; i++) {
        const uint8_t *entry = at + 4 + 8 * i;
        size_t from = lie_table_u32(entry + 4),
               to = i + 1 < count ? lie_table_u32(entry + 12) : length - data;
        if (from <= to && to <= length - data)
            import_history(at + data + from, at + data + to, strategy, lie_table_u32(entry), side);
    }
}

enum lie_round_error lie_import(const struct solved_rounds *table, int index,
                                struct lie_strategy *strategy)
{
    const uint8_t *round = lie_table_entry(table, index), *at;
    size_t length;
    struct lie_round_rules rules = {.cards = {round[2], round[3]},
                                    .by_count = round[0],
                                    .wild_face = round[1],
                                    .faces_only = round[4] == LIE_TABLE_FACES};
    if (lie_table_left_out(round) != 0) /* those rounds are too large to be walked again */
        return LIE_ROUND_TOO_LARGE;
    enum lie_round_error error = lie_strategy_open(strategy, &rules);
    for (int side = 0; error == LIE_ROUND_OK && side < 2; side++) {
        if (lie_table_part(table, round, side, &at, &length))
            import_ends(at, length, strategy, side);
        if (lie_table_part(table, round, 2 + side, &at, &length))
            import_bids(at, length, strategy, side);
    }
    return error;
}
