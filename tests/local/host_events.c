/*
 * host_events.c - prints the logs of many games through the local host, for the test that
 * WebAssembly hosts the same ones.
 *
 * Usage: host_events GAMES
 *
 * Game number i is of rules[i % n], dealt from seed i. Seat 0 is a person who plays the sorted
 * legal moves by a small generator; all others are bots. web/test/agree.test.ts does the same with
 * the module of the page.
 */
#include "local/local.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const rules_texts[] = {
    "thegame(players=2)", "thegame(players=4,fire=now,start=lot)", "facetoface(last=lenient)",
    "lie(players=3)", "lie(players=2,ones=wild,direction=choose)"};
enum { RULES = sizeof rules_texts / sizeof rules_texts[0] };

static uint32_t next_number(uint32_t *number) { return *number = *number * 1664525u + 1013904223u; }

static int by_text(const void *a, const void *b) { return strcmp(a, b); }

static void person_moves(struct local *local, uint32_t *number, int64_t now_ms)
{
    static char texts[STOS_MAX_MOVES][STOS_MOVE_TEXT];
    stos_move moves[STOS_MAX_MOVES];
    int count = stos_moves(&local->table.state, 0, moves);
    for (int i = 0; i < count; i++)
        stos_move_text(local->table.settings.rules.game, moves[i], texts[i]);
    qsort(texts, (size_t)count, sizeof texts[0], by_text);
    const char *text = texts[(next_number(number) >> 8) % (uint32_t)count];
    struct table_request request = {.verb = TABLE_MOVE,
                                    .seat = -1,
                                    .person = local_person(0),
                                    .now_ms = now_ms,
                                    .text = text,
                                    .text_length = strlen(text)};
    local_ask(local, &request);
}

static void bot_moves(struct local *local, const struct local_job *job, int64_t now_ms)
{
    struct bot_request request = {
        .view = &job->view, .hints = &job->hints, .history = &job->history, .seed = job->seed};
    struct local_thought thought = {
        .move = job->what == LOCAL_CHOOSE ? bot_choose(job->bot, &request) : STOS_NO_MOVE};
    local_answer(local, job->number, &thought, now_ms);
}

static bool print_lines(void *context, uint32_t last, const char *lines, size_t length)
{
    (void)context;
    (void)last;
    return fwrite(lines, 1, length, stdout) == length;
}

static void play(uint32_t game)
{
    static struct local local;
    static struct local_setup setup;
    static const struct local_keeper keeper = {NULL, print_lines};
    const char *text = rules_texts[game % RULES];
    int64_t now_ms = 1000;
    uint32_t number = game;
    memset(&setup, 0, sizeof setup);
    stos_rules rules;
    stos_rules_parse(text, strlen(text), &rules);
    setup.settings = local_settings(&rules, false);
    setup.seed = stos_seed_number(game);
    setup.game_id = "game";
    snprintf(setup.name[0], sizeof setup.name[0], "Ola");
    for (int seat = 1; seat < stos_rules_seats(&rules); seat++)
        setup.bot[seat] = stos_bot_find(rules.game, "steady");
    local_start(&local, game);
    local_open(&local, &setup, &keeper, now_ms);
    while (local.table.phase == TABLE_PLAYING) {
        const struct local_job *job = local_job(&local, ++now_ms);
        if (job)
            bot_moves(&local, job, now_ms);
        else
            person_moves(&local, &number, now_ms);
        local_keep(&local, &keeper, now_ms);
    }
}

int main(int argc, char **argv)
{
    long games = argc > 1 ? strtol(argv[1], NULL, 10) : 10;
    for (long game = 0; game < games; game++)
        play((uint32_t)game);
    return 0;
}
