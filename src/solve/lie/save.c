/* save.c - see save.h. Histories that were never reached are skipped: a byte says whether one
 * follows. */
#include "save.h"

#include "base/rng.h"

#include <string.h>

struct stream {
    FILE *file;
    uint64_t hash;
    bool good, writes;
};

/* The rules of the round field by field, so that no padding is written. */
struct head {
    char magic[8];
    uint32_t iterations, left_out;
    uint8_t cards[2], by_count, wild_face, stays_wild, dice, faces_only, algorithm;
};

static const char magic[8] = {'S', 'T', 'O', 'S', 'L', 'S', '2', '\n'};

static void mix_in(struct stream *stream, const void *bytes, size_t length)
{
    const uint8_t *at = bytes;
    for (; length > 0; at += length < 8 ? length : 8, length -= length < 8 ? length : 8) {
        uint64_t word = 0;
        memcpy(&word, at, length < 8 ? length : 8);
        stream->hash = rng_mix(stream->hash ^ word) + length;
    }
}

/* Writes or reads, whichever the stream does. */
static void pass(struct stream *stream, void *bytes, size_t length)
{
    if (stream->good && stream->writes)
        stream->good = fwrite(bytes, 1, length, stream->file) == length;
    else if (stream->good)
        stream->good = fread(bytes, 1, length, stream->file) == length;
    if (stream->good)
        mix_in(stream, bytes, length);
}

static struct head head_of(const struct lie_solver *solver)
{
    const struct lie_round_rules *rules = &solver->average.round.rules;
    struct head head = {.iterations = solver->iterations,
                        .left_out = rules->left_out,
                        .cards = {rules->cards[0], rules->cards[1]},
                        .by_count = rules->by_count,
                        .wild_face = rules->wild_face,
                        .stays_wild = rules->stays_wild,
                        .dice = rules->dice,
                        .faces_only = rules->faces_only,
                        .algorithm = (uint8_t)solver->algorithm};
    memcpy(head.magic, magic, sizeof magic);
    return head;
}

static bool is_zero(const float *row, size_t length)
{
    float sum = 0;
    for (size_t i = 0; i < length; i++)
        sum += row[i] != 0 ? 1 : 0;
    return sum == 0;
}

static void pass_rows(struct stream *stream, float *rows, size_t stride, size_t count)
{
    for (size_t i = 0; i < count && stream->good; i++) {
        uint8_t follows = stream->writes && !is_zero(rows + i * stride, stride);
        pass(stream, &follows, 1);
        if (follows)
            pass(stream, rows + i * stride, stride * sizeof *rows);
    }
}

/* Everything learned, and a checksum; false if the checksum read does not match. */
static bool pass_learned(struct stream *stream, struct lie_solver *solver)
{
    struct lie_strategy *average = &solver->average;
    size_t histories = (size_t)1 << average->round.ranks;
    pass_rows(stream, solver->regret, average->stride, histories);
    pass_rows(stream, average->weights, average->stride, histories);
    for (int i = 0; i < 2; i++) {
        size_t choices = (size_t)average->round.side[i].choices;
        pass_rows(stream, solver->end_regret[i], choices, choices > 0);
        pass_rows(stream, average->ends[i], choices, choices > 0);
    }
    uint64_t hash = stream->hash, stored = hash;
    pass(stream, &stored, sizeof stored);
    return stored == hash;
}

enum lie_save_error lie_save(struct lie_solver *solver, FILE *file)
{
    struct stream stream = {.file = file, .good = true, .writes = true};
    struct head head = head_of(solver);
    pass(&stream, &head, sizeof head);
    pass_learned(&stream, solver);
    return stream.good ? LIE_SAVE_OK : LIE_SAVE_BROKEN;
}

enum lie_save_error lie_restore(struct lie_solver *solver, FILE *file)
{
    struct stream stream = {.file = file, .good = true};
    struct head wanted = head_of(solver), head;
    memset(&head, 0, sizeof head);
    pass(&stream, &head, sizeof head);
    if (memcmp(head.magic, magic, sizeof magic) != 0)
        return LIE_SAVE_FOREIGN;
    wanted.iterations = head.iterations;
    if (stream.good && memcmp(&head, &wanted, sizeof head) != 0)
        return LIE_SAVE_OTHER;
    bool same = pass_learned(&stream, solver);
    solver->iterations = head.iterations;
    return stream.good && same ? LIE_SAVE_OK : LIE_SAVE_DAMAGED;
}
