/* save.c - see save.h. Histories that were never reached are left out: a byte says whether one follows. */
#include "save.h"

#include "base/rng.h"

#include <string.h>

struct stream {
    FILE *file;
    uint64_t hash;
    bool good;
};

struct head {
    char magic[8];
    struct lie_round_rules rules;
    uint8_t algorithm;
    uint32_t iterations;
};

static const char magic[8] = {'S', 'T', 'O', 'S', 'L', 'S', '1', '\n'};

static void mix_in(struct stream *stream, const void *bytes, size_t length)
{
    const uint8_t *at = bytes;
    for (; length > 0; at += length < 8 ? length : 8, length -= length < 8 ? length : 8) {
        uint64_t word = 0;
        memcpy(&word, at, length < 8 ? length : 8);
        stream->hash = rng_mix(stream->hash ^ word) + length;
    }
}

static void put(struct stream *stream, const void *bytes, size_t length)
{
    mix_in(stream, bytes, length);
    stream->good = stream->good && fwrite(bytes, 1, length, stream->file) == length;
}

static void get(struct stream *stream, void *bytes, size_t length)
{
    stream->good = stream->good && fread(bytes, 1, length, stream->file) == length;
    if (stream->good)
        mix_in(stream, bytes, length);
}

static struct head head_of(const struct lie_solver *solver)
{
    struct head head;
    memset(&head, 0, sizeof head);
    memcpy(head.magic, magic, sizeof magic);
    head.rules = solver->average.round.rules;
    head.algorithm = (uint8_t)solver->algorithm;
    head.iterations = solver->iterations;
    return head;
}

static bool is_zero(const float *row, size_t length)
{
    float sum = 0;
    for (size_t i = 0; i < length; i++)
        sum += row[i] != 0 ? 1 : 0;
    return sum == 0;
}

static void put_rows(struct stream *stream, const float *rows, size_t stride, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint8_t follows = !is_zero(rows + i * stride, stride);
        put(stream, &follows, 1);
        if (follows)
            put(stream, rows + i * stride, stride * sizeof *rows);
    }
}

static void get_rows(struct stream *stream, float *rows, size_t stride, size_t count)
{
    for (size_t i = 0; i < count && stream->good; i++) {
        uint8_t follows = 0;
        get(stream, &follows, 1);
        if (follows)
            get(stream, rows + i * stride, stride * sizeof *rows);
    }
}

enum lie_save_error lie_save(const struct lie_solver *solver, FILE *file)
{
    struct stream stream = {.file = file, .good = true};
    const struct lie_strategy *average = &solver->average;
    size_t histories = (size_t)1 << average->round.ranks;
    struct head head = head_of(solver);
    put(&stream, &head, sizeof head);
    put_rows(&stream, solver->regret, average->stride, histories);
    put_rows(&stream, average->weights, average->stride, histories);
    for (int i = 0; i < 2; i++) {
        size_t choices = (size_t)average->round.side[i].choices;
        put_rows(&stream, solver->end_regret[i], choices, choices > 0);
        put_rows(&stream, average->ends[i], choices, choices > 0);
    }
    uint64_t hash = stream.hash;
    put(&stream, &hash, sizeof hash);
    return stream.good ? LIE_SAVE_OK : LIE_SAVE_BROKEN;
}

enum lie_save_error lie_restore(struct lie_solver *solver, FILE *file)
{
    struct stream stream = {.file = file, .good = true};
    struct lie_strategy *average = &solver->average;
    size_t histories = (size_t)1 << average->round.ranks;
    struct head wanted = head_of(solver), head;
    memset(&head, 0, sizeof head);
    get(&stream, &head, sizeof head);
    if (memcmp(head.magic, magic, sizeof magic) != 0)
        return LIE_SAVE_FOREIGN;
    wanted.iterations = head.iterations;
    if (stream.good && memcmp(&head, &wanted, sizeof head) != 0)
        return LIE_SAVE_OTHER;
    get_rows(&stream, solver->regret, average->stride, histories);
    get_rows(&stream, average->weights, average->stride, histories);
    for (int i = 0; i < 2; i++) {
        size_t choices = (size_t)average->round.side[i].choices;
        get_rows(&stream, solver->end_regret[i], choices, choices > 0);
        get_rows(&stream, average->ends[i], choices, choices > 0);
    }
    uint64_t hash = stream.hash, stored = 0;
    get(&stream, &stored, sizeof stored);
    solver->iterations = head.iterations;
    return stream.good && hash == stored ? LIE_SAVE_OK : LIE_SAVE_DAMAGED;
}
