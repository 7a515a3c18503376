/*
 * fuzz_record.c - records from anybody: what the reader accepts replays; written again and read
 * again it gives the same head, the same moves and the same final state. What is refused is refused
 * at a line, with a sentence.
 */
#include "invariants.h"

struct played {
    int seat;
    stos_move move;
};

/* Reads all of a record; false where it is refused. A record has fewer moves than bytes. */
static bool read_all(stos_reader *reader, const char *text, size_t size, struct played *moves,
                     size_t *count)
{
    stos_error error = stos_record_open(reader, text, size);
    *count = 0;
    while (!error.reason) {
        struct played *next = &moves[*count];
        stos_state before = reader->state;
        error = stos_record_step(reader, &next->seat, &next->move);
        if (!error.reason && next->move == STOS_NO_MOVE)
            break;
        MUST(!error.reason || same_state(&before, &reader->state),
             "a refused move changes nothing");
        MUST(++*count <= size, "a record has fewer moves than bytes");
    }
    if (!error.reason) {
        MUST(reader->done, "a record that was read to its end is done");
        return true;
    }
    MUST(reader->line_start >= text && reader->line_start <= text + size,
         "a refusal stands in a line");
    MUST(reader->line >= 0 && (size_t)reader->line <= size + 1, "the line has a number");
    MUST((size_t)(reader->line_start - text) + error.at + error.length <= size ||
             error.at == UINT16_MAX,
         "the refused part lies inside the text");
    check_error(error, reader->line_start);
    return false;
}

static size_t write_all(const stos_reader *reader, const struct played *moves, size_t count,
                        char *out, size_t size)
{
    stos_writer writer = stos_writer_on(out, size);
    stos_record_write_head(&writer, &reader->head);
    for (size_t i = 0; i < count; i++)
        stos_record_write_move(&writer, reader->head.rules.game, moves[i].seat, moves[i].move);
    stos_record_write_result(&writer, &reader->state);
    return writer.length;
}

static bool same_head(const stos_record_head *a, const stos_record_head *b)
{
    return a->rules.game == b->rules.game &&
        memcmp(a->rules.value, b->rules.value, sizeof a->rules.value) == 0 &&
        memcmp(&a->seed, &b->seed, sizeof a->seed) == 0 && a->has_seed == b->has_seed &&
        a->has_deck == b->has_deck && memcmp(&a->deck, &b->deck, sizeof a->deck) == 0 &&
        memcmp(a->name, b->name, sizeof a->name) == 0;
}

static void check_written(const stos_reader *reader, struct played *moves, size_t count)
{
    static stos_reader again;
    size_t length = write_all(reader, moves, count, NULL, 0), read_count;
    char *text = malloc(length + 1), *twice = malloc(length + 1);
    struct played *read = malloc((length + 2) * sizeof *read);
    MUST(text && twice && read, "there is memory");
    MUST(write_all(reader, moves, count, text, length + 1) == length,
         "the length of a record does not depend on the room");
    MUST(read_all(&again, text, length, read, &read_count), "a written record is read");
    MUST(same_head(&again.head, &reader->head), "a written record has the same head");
    MUST(read_count == count, "a written record has the same moves");
    for (size_t i = 0; i < count; i++)
        MUST(read[i].seat == moves[i].seat && read[i].move == moves[i].move,
             "a written record has the same moves");
    MUST(same_state(&again.state, &reader->state), "a written record ends in the same state");
    MUST(write_all(&again, read, count, twice, length + 1) == length &&
             memcmp(text, twice, length) == 0,
         "a written record is canonical");
    free(text);
    free(twice);
    free(read);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static stos_reader reader;
    size_t count;
    struct played *moves = malloc((size + 2) * sizeof *moves);
    MUST(moves, "there is memory");
    if (read_all(&reader, (const char *)data, size, moves, &count)) {
        stos_random random = stos_random_from(hash_of(data, size));
        check_state(&reader.state, &random, 1);
        check_written(&reader, moves, count);
    }
    free(moves);
    return 0;
}
