/*
 * guard.c - `stos-measure guard`: what it costs to judge what people say at a table.
 *
 * Messages as people type them, in four languages, harmless and not, on one thread: each on its
 * own, as by `stos engine`, and as a sequence from one sender, whose last words are remembered. For
 * comparison, the cost of just reading every byte.
 */
#include "measure.h"

#include "table/guard/guard.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const char *const messages[] = {
    "not yet please",          "I can save us here",  "who has a trick?", "the left pile is mine",
    "I have thirty seven",     "nie ruszaj tego",     "mam coś dobrego",  "poczekaj chwilę",
    "daj mi spokojnie myśleć", "połóż dwudziestkę",   "nech mi to vlevo", "tady bych nehrál",
    "mám na to skok",          "počkej prosím",       "mám třicet sedm",  "не чіпай цю стопку",
    "я можу врятувати",        "зачекай, будь ласка", "моя черга?",       "у мене тридцять сім",
};

enum { MESSAGES = sizeof messages / sizeof messages[0] };

/* What one way of looking at a message answers; the sum of all answers keeps the compiler from
 * leaving it out. */
typedef uint64_t look_at(struct guard_memory *memory, const char *text, size_t length);

static uint64_t look_at_bytes(struct guard_memory *memory, const char *text, size_t length)
{
    uint64_t sum = memory->count;
    for (size_t i = 0; i < length; i++)
        sum = sum * 31 + (uint8_t)text[i];
    return sum;
}

static uint64_t judge_alone(struct guard_memory *memory, const char *text, size_t length)
{
    (void)memory;
    return guard_check(NULL, text, length).pass;
}

static uint64_t judge_with_memory(struct guard_memory *memory, const char *text, size_t length)
{
    return guard_check(memory, text, length).pass;
}

/* Messages a second of processor time. */
static double messages_per_second(look_at *look, double seconds)
{
    volatile uint64_t sink = 0;
    struct guard_memory memory = {0};
    size_t length[MESSAGES];
    uint64_t judged = 0;
    for (int i = 0; i < MESSAGES; i++)
        length[i] = strlen(messages[i]);
    double start = measure_seconds(), spent;
    do {
        for (int i = 0; i < MESSAGES; i++)
            sink = sink + look(&memory, messages[i], length[i]);
        judged += MESSAGES;
        spent = measure_seconds() - start;
    } while (spent < seconds);
    return (double)judged / spent;
}

static int measure(const struct command *command, int argc, char **argv)
{
    struct measure_options options;
    struct command_line line;
    if (!command_read(command, argc, argv, &options, &line))
        return EXIT_USAGE;
    double alone = messages_per_second(judge_alone, options.seconds),
           remembered = messages_per_second(judge_with_memory, options.seconds),
           read = messages_per_second(look_at_bytes, options.seconds);
    printf(options.json ? "{\"alone\":%.0f,\"with_memory\":%.0f,\"bytes_alone\":%.0f}\n"
                        : "messages/s: %.0f each for itself, %.0f from one sender; only to look at "
                          "their bytes %.0f\n",
           alone, remembered, read);
    return EXIT_GOOD;
}

const struct command command_guard = {
    .name = "guard",
    .arguments = "[--seconds N] [--json]",
    .summary = "messages a second that the talk guard judges",
    .options = measure_option_rows,
    .wanted = "guard takes no words",
    .size = sizeof(struct measure_options),
    .set_defaults = measure_set_defaults,
    .run = measure,
};
