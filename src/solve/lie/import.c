/*
 * import.c - a round of a table as a strategy again, to walk over it; see export.h.
 *
 * The table may come from anywhere: whatever does not fit is left out, and nothing is read beyond its parts.
 */
#include "bot/lie/table_format.h"
#include "export.h"

struct reader {
    const uint8_t *at, *end;
};

static uint32_t read_number(struct reader *reader, int bytes)
{
    uint32_t number = 0;
    for (int i = 0; i < bytes && reader->at < reader->end; i++)
        number |= (uint32_t)*reader->at++ << 8 * i;
    return number;
}

static struct reader part_of(const struct lie_table *table, const uint8_t *round, int part)
{
    struct reader entry = {round + LIE_TABLE_PARTS + 8 * part, round + LIE_TABLE_ROUND};
    uint32_t offset = read_number(&entry, 4), length = read_number(&entry, 4); /* lie_table_open() has checked them */
    return (struct reader){table->bytes + offset, table->bytes + offset + length};
}

static void import_ends(struct reader part, struct lie_strategy *strategy, int side)
{
    for (int i = 0; i < strategy->round.side[side].choices; i++)
        strategy->ends[side][i] = (float)read_number(&part, 2);
}

/* The moves of one class. */
static void import_class(struct reader *data, struct lie_strategy *strategy, uint32_t number, int side, int class)
{
    int below = number ? __builtin_ctz(number) : strategy->round.ranks;
    float rest = 65536;
    for (bool last = false; !last && data->at < data->end;) {
        uint32_t byte = read_number(data, 1), bit = byte & LIE_TABLE_CALL;
        last = byte & LIE_TABLE_LAST;
        float share = last ? rest : (float)read_number(data, 2);
        bool call = bit == LIE_TABLE_CALL;
        rest -= share;
        if ((call && number) || (!call && (int)bit < below))
            lie_row(strategy, strategy->weights, call ? number : lie_number_after(number, (int)bit), side)[class] = share;
    }
}

static void import_history(struct reader data, struct lie_strategy *strategy, uint32_t number, int side)
{
    int classes = strategy->round.side[side].classes;
    bool sound = number >> strategy->round.ranks == 0 && __builtin_popcount(number) % 2 == side;
    for (int class = 0; sound && data.at < data.end; class ++) {
        uint32_t skipped = read_number(&data, 1);
        for (; skipped == LIE_TABLE_SKIP && data.at < data.end; skipped = read_number(&data, 1))
            class += LIE_TABLE_SKIP;
        class += (int)skipped;
        if (class >= classes)
            return;
        import_class(&data, strategy, number, side, class);
    }
}

static void import_bids(struct reader part, struct lie_strategy *strategy, int side)
{
    uint32_t count = read_number(&part, 4);
    if (count > (size_t)(part.end - part.at) / 8)
        return;
    const uint8_t *data = part.at + 8 * (size_t)count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t number = read_number(&part, 4), from = read_number(&part, 4);
        struct reader ahead = {part.at + 4, part.end};
        size_t to = i + 1 < count ? read_number(&ahead, 4) : (size_t)(part.end - data);
        if (from <= to && to <= (size_t)(part.end - data))
            import_history((struct reader){data + from, data + to}, strategy, number, side);
    }
}

enum lie_round_error lie_import(const struct lie_table *table, int index, struct lie_strategy *strategy)
{
    const uint8_t *round = table->bytes + LIE_TABLE_HEAD + (size_t)index * LIE_TABLE_ROUND;
    struct lie_round_rules rules = {
        .cards = {round[2], round[3]}, .by_count = round[0], .wild_face = round[1], .faces_only = round[4] == LIE_TABLE_FACES};
    enum lie_round_error error = round[4] == LIE_TABLE_CHANCE_ONLY ? LIE_ROUND_TOO_LARGE : lie_strategy_open(strategy, &rules);
    for (int side = 0; error == LIE_ROUND_OK && side < 2; side++) {
        import_ends(part_of(table, round, side), strategy, side);
        import_bids(part_of(table, round, 2 + side), strategy, side);
    }
    return error;
}
