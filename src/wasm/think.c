/*
 * think.c - bots that think about a job, in a worker of their own.
 *
 * They may need what bots learned; until the host has loaded it (the exported data NAME_net_..., see
 * web/tools/cut-tables.mjs, and the solved rounds of LIE) wasm_job_tables() says which file a job waits for.
 */
#include "job.h"
#include "wasm.h"

#include "base/text.h"
#include "bot/lie/table.h"
#include "table/table_text.h"

#include <stdlib.h>
#include <string.h>

/* A job (bytes) in; the names of the learned numbers that it needs out, separated by blanks; nothing when it needs none. */
WASM_EXPORT int wasm_job_tables(int length);
/* A job in; the same for a bot of its game that has learned nothing out, for when the learned numbers cannot be had. */
WASM_EXPORT int wasm_job_plain(int length);
/* A table of solved rounds of LIE (bytes) in, for all jobs from now on; 1 if it is good. */
WASM_EXPORT int wasm_lie_rounds(int length);
/* A job in, the bot's move out. Nothing when it is no job, or memory is short. */
WASM_EXPORT int wasm_job_choose(int length);
/* A job in, what the bot says to the others out: {"piles":[hint of each pile],"self":hint}, numbers as in bot.h. */
WASM_EXPORT int wasm_job_say(int length);
/* Lines: a view's JSON, a bot, a seed, nodes, milliseconds (0: the bot's own limit). A job out, or nothing. */
WASM_EXPORT int wasm_job_make(int length);

/* What the bot of each seat has decided to do: one table at a time is played, and a plan for another one fits no view of it. */
static struct bot_turn turns[STOS_MAX_SEATS];

/* The solved rounds that were given, and the bytes that they lie in; empty before that. */
static struct lie_table rounds;
static void *rounds_bytes;

int wasm_lie_rounds(int length)
{
    if (length < 0 || length > WASM_INPUT || rounds.rounds > 0)
        return rounds.rounds > 0;
    rounds_bytes = malloc((size_t)length + 1);
    if (rounds_bytes)
        memcpy(rounds_bytes, wasm_input, (size_t)length);
    if (lie_table_open(&rounds, rounds_bytes, rounds_bytes ? (size_t)length : 0) != LIE_TABLE_OK) {
        free(rounds_bytes);
        rounds_bytes = NULL;
    }
    return rounds.rounds > 0;
}

int wasm_bot_index(const struct bot *bot)
{
    for (int i = 0; i < bot_count(); i++)
        if (bot_at(i) == bot)
            return i;
    return -1;
}

/* The job in the input, with its bot; NULL when it is none. */
static const struct bot *read_job(int length, struct wasm_job *job)
{
    if (length != (int)sizeof *job)
        return NULL;
    memcpy(job, wasm_input, sizeof *job);
    const struct bot *bot = bot_at(job->bot);
    int seat = stos_view_seat(&job->view);
    bool may_act = bot && bot->game == job->view.game && seat >= 0;
    return may_act ? bot : NULL;
}

static struct bot_request request_of(const struct wasm_job *job, void *memory)
{
    return (struct bot_request){.view = &job->view,
                                .hints = job->talks ? &job->hints : NULL,
                                .seed = job->seed,
                                .limits = {.ms = job->ms, .nodes = job->nodes},
                                .memory = memory,
                                .turn = &turns[stos_view_seat(&job->view)],
                                .lie_table = rounds.rounds > 0 ? &rounds : NULL};
}

/* Bots that go by simple rules are the first of each game; those after them have learned from many games. */
static bool has_learned(const struct bot *bot)
{
    static const char *const plain[] = {"random", "novice", "steady"};
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        if (strcmp(bot->name, plain[i]) == 0)
            return false;
    return true;
}

const char *wasm_table_names(const stos_rules *rules)
{
    if (rules->game == stos_game_at(STOS_THEGAME))
        return rules->value[STOS_THEGAME_PLAYERS] == 1 ? "thegame_solo" : "thegame";
    return rules->game == stos_game_at(STOS_LIE) ? "lie lie_duel lie_rounds" : "facetoface";
}

int wasm_job_tables(int length)
{
    struct wasm_job job;
    const struct bot *bot = read_job(length, &job);
    stos_writer writer = wasm_answer();
    if (bot && has_learned(bot)) {
        stos_rules rules = stos_view_rules(&job.view);
        text_put(&writer, wasm_table_names(&rules));
    }
    return wasm_answered(&writer);
}

int wasm_job_plain(int length)
{
    struct wasm_job job;
    if (!read_job(length, &job))
        return 0;
    job.bot = (int16_t)wasm_bot_index(bot_find(stos_view_game(&job.view), "steady"));
    memcpy(wasm_output, &job, sizeof job);
    return (int)sizeof job;
}

int wasm_job_choose(int length)
{
    struct wasm_job job;
    const struct bot *bot = read_job(length, &job);
    stos_writer writer = wasm_answer();
    if (!bot || !(stos_view_actors(&job.view) >> stos_view_seat(&job.view) & 1))
        return 0;
    void *memory = bot->memory ? malloc(bot->memory) : NULL;
    if (bot->memory && !memory)
        return 0;
    struct bot_request request = request_of(&job, memory);
    char text[STOS_MOVE_TEXT];
    stos_move_text(stos_view_game(&job.view), bot_choose(bot, &request), text);
    free(memory);
    text_put(&writer, text);
    return wasm_answered(&writer);
}

int wasm_job_say(int length)
{
    struct wasm_job job;
    const struct bot *bot = read_job(length, &job);
    stos_writer writer = wasm_answer();
    uint8_t pile[4] = {0}, self = 0;
    if (!bot || !bot->hint)
        return 0;
    void *memory = bot->memory ? malloc(bot->memory) : NULL;
    if (bot->memory && !memory)
        return 0;
    struct bot_request request = request_of(&job, memory);
    bot->hint(bot, &request, pile, &self);
    free(memory);
    text_put(&writer, "{\"piles\":[");
    for (int i = 0; i < 4; i++) {
        text_comma(&writer, i == 0);
        text_number(&writer, pile[i]);
    }
    text_put(&writer, "],\"self\":");
    text_number(&writer, self);
    text_char(&writer, '}');
    return wasm_answered(&writer);
}

static bool read_number(struct wasm_lines *lines, uint64_t *number)
{
    struct wasm_text line = wasm_line(lines);
    struct text_reader reader = {line.text, line.text + line.length};
    return text_take_unsigned(&reader, number) && text_at_end(&reader);
}

int wasm_job_make(int length)
{
    struct wasm_lines lines = wasm_lines(length);
    struct wasm_text view = wasm_line(&lines), name = wasm_line(&lines);
    struct wasm_job job;
    char bot_name[32] = "";
    uint64_t ms = 0;
    memset(&job, 0, sizeof job);
    if (name.length >= sizeof bot_name || !wasm_read_view(view, &job.view))
        return 0;
    memcpy(bot_name, name.text, name.length);
    job.bot = (int16_t)wasm_bot_index(bot_find(stos_view_game(&job.view), bot_name));
    if (job.bot < 0 || !read_number(&lines, &job.seed) || !read_number(&lines, &job.nodes) || !read_number(&lines, &ms))
        return 0;
    job.ms = (uint32_t)ms;
    memcpy(wasm_output, &job, sizeof job);
    return (int)sizeof job;
}
