/*
 * fuzz_engine.c - engine lines from anybody: every line is answered by exactly one line, a JSON
 * object that starts with the id and says ok, or what was wrong; and what is played there can be
 * written as a record and loaded again.
 *
 * The engine is compiled in as it is and run as a whole; its input is a file in memory, and so is
 * its output. Two things are replaced: fresh seeds are constant, so that a crash can be repeated,
 * and bots think for a moment only.
 */
#define _GNU_SOURCE /* memfd_create */
#include "invariants.h"
#include "stos_bot.h"

#include <jansson.h>
#include <sys/mman.h>
#include <unistd.h>

static int choose_briefly(stos_player *player, const stos_view *view, const stos_hints *hints,
                          const stos_limits *limits, stos_move moves[STOS_TURN_MOVES])
{
    static const stos_limits brief = {.ms = 1, .nodes = 100};
    (void)limits;
    return stos_player_choose(player, view, hints, &brief, moves);
}

#define stos_player_choose choose_briefly
#define fresh_seed constant_seed
#include "cli/engine.c"
#undef fresh_seed
#undef stos_player_choose

bool constant_seed(stos_seed *seed)
{
    *seed = stos_seed_number(1);
    return true;
}

const char *tr(const char *msgid) { return msgid; }

const char *tr_plural(const char *one, const char *many, unsigned long n)
{
    return n == 1 ? one : many;
}

static char *output;
static size_t output_size;

/* Runs the engine over the lines; returns how many bytes it answered. */
static size_t answer_all(const char *lines, size_t length)
{
    static char name[] = "engine";
    char *argv[] = {name, NULL};
    MUST(ftruncate(STDIN_FILENO, 0) == 0 &&
             pwrite(STDIN_FILENO, lines, length, 0) == (ssize_t)length,
         "the input can be written");
    MUST(lseek(STDIN_FILENO, 0, SEEK_SET) == 0, "the input can be read from its start");
    rewind(stdout);
    MUST(command_engine.run(&command_engine, 1, argv) == 0, "the engine ends well");
    fflush(stdout);
    long written = ftell(stdout);
    MUST(written >= 0, "the answers were written");
    return (size_t)written;
}

static json_t *read_answer(const char *line, size_t length)
{
    json_error_t trouble;
    MUST(length > 6 && memcmp(line, "{\"id\":", 6) == 0, "an answer starts with the id");
    json_t *reply = json_loadb(line, length, JSON_REJECT_DUPLICATES, &trouble);
    MUST(reply, "an answer is JSON");
    const json_t *ok = json_object_get(reply, "ok");
    MUST(json_is_boolean(ok), "an answer says ok or not");
    if (json_is_false(ok)) {
        const char *code = json_string_value(json_object_get(reply, "error"));
        const char *message = json_string_value(json_object_get(reply, "message"));
        MUST(code && *code && strcmp(code, "ok") != 0, "a refusal has a code");
        MUST(message && *message, "a refusal has a sentence");
    }
    return reply;
}

/* Checks all answers; returns how many there are and keeps the last two. */
static size_t read_answers(size_t length, json_t *last[2])
{
    size_t count = 0;
    for (const char *at = output, *end = output + length; at < end; count++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        MUST(newline, "an answer is a whole line");
        json_decref(last[0]);
        last[0] = last[1];
        last[1] = read_answer(at, (size_t)(newline - at));
        at = newline + 1;
    }
    return count;
}

/* What the record says leads to the same state. */
static void check_record(json_t *state, json_t *record)
{
    json_t *last[2] = {NULL, NULL}, *load = json_pack("{s:s,s:O}", "do", "load", "record", record);
    static const char ask_state[] = "\n{\"do\":\"state\"}\n";
    char *text = json_dumps(load, JSON_COMPACT);
    size_t length = strlen(text);
    text = realloc(text, length + sizeof ask_state);
    MUST(text, "there is memory");
    memcpy(text + length, ask_state, sizeof ask_state);
    MUST(read_answers(answer_all(text, length + sizeof ask_state - 1), last) == 2,
         "two lines, two answers");
    MUST(json_is_true(json_object_get(last[0], "ok")), "the engine's own record is loaded");
    MUST(json_equal(json_object_get(last[1], "state"), state),
         "a loaded record leads to the same state");
    free(text);
    json_decref(load);
    json_decref(last[0]);
    json_decref(last[1]);
}

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    int input = memfd_create("lines", 0);
    stdout = open_memstream(&output, &output_size);
    return stdout && input >= 0 && dup2(input, STDIN_FILENO) >= 0 ? 0 : 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char ending[] = "\n{\"do\":\"state\"}\n{\"do\":\"record\"}";
    json_t *last[2] = {NULL, NULL};
    size_t lines = 3;
    char *text = malloc(size + sizeof ending);
    MUST(text, "there is memory");
    memcpy(text, data, size);
    memcpy(text + size, ending, sizeof ending);
    for (size_t i = 0; i < size; i++)
        lines += data[i] == '\n';
    MUST(read_answers(answer_all(text, size + sizeof ending - 1), last) == lines,
         "every line has one answer");
    free(text);
    if (json_is_true(json_object_get(last[0], "ok")))
        check_record(json_object_get(last[0], "state"), json_object_get(last[1], "record"));
    json_decref(last[0]);
    json_decref(last[1]);
    return 0;
}
