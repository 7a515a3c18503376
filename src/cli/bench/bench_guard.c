/*
 * bench_guard.c - `stos bench guard`: what it costs to judge what people say at a table.
 *
 * Messages as people type them, in four languages, harmless and not, on one thread: each on its
 * own, as by `stos engine`, and as a sequence from one sender, whose last words are remembered. For
 * comparison, the cost of just reading every byte.
 */
#include "bench.h"

#include "cli/command/cli.h"
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
    double start = bench_seconds(), spent;
    do {
        for (int i = 0; i < MESSAGES; i++)
            sink = sink + look(&memory, messages[i], length[i]);
        judged += MESSAGES;
        spent = bench_seconds() - start;
    } while (spent < seconds);
    return (double)judged / spent;
}

int bench_guard(double seconds, bool json)
{
    double alone = messages_per_second(judge_alone, seconds),
           remembered = messages_per_second(judge_with_memory, seconds);
    double read = messages_per_second(look_at_bytes, seconds);
    if (json)
        printf("{\"alone\":%.0f,\"with_memory\":%.0f,\"bytes_alone\":%.0f}\n", alone, remembered,
               read);
    else
        printf(_("messages/s: %.0f each for itself, %.0f from one sender; only to look at their "
                 "bytes %.0f\n"),
               alone, remembered, read);
    return EXIT_GOOD;
}
