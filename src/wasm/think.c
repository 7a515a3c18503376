/*
 * think.c - bots that think about a job, in a worker of their own.
 *
 * They may need trained data; until the host has loaded it (the exported data NAME_net_..., see
 * web/tools/cut-tables.mjs, and the solved rounds of LIE) wasm_job_tables() says which file a job
 * waits for.
 */
#include "job.h"
#include "wasm.h"

#include "base/text.h"
#include "bot/bot.h"
#include "bot/rounds.h"
#include "local/why.h"
#include "table/table_text.h"

#include <stdlib.h>
#include <string.h>

/* A job (bytes) in; the names of the learned numbers that it needs out, separated by blanks;
 * nothing when it needs none. */
WASM_EXPORT int wasm_job_tables(int length);
/* A job in; the same for a bot of its game that has learned nothing out, for when the learned
 * numbers cannot be had. */
WASM_EXPORT int wasm_job_plain(int length);
/* A table of solved rounds of LIE (bytes) in, for all jobs from now on; 1 if it is good. */
WASM_EXPORT int wasm_lie_rounds(int length);
/* A job in, the bot's move out. Nothing when it is no job, or memory is short. */
WASM_EXPORT int wasm_job_choose(int length);
/*
 * A job in, what its bot advises out, or nothing as above:
 * {"move":...,"why":{"kind":...,"number":...},"chance":...}. The reason is that of local/why.h; the
 * chance to win is in hundredth parts of a per cent, null where the bot cannot say.
 */
WASM_EXPORT int wasm_job_advise(int length);
/* A job in, what the bot says to the others out: {"piles":[hint of each pile],"self":hint}, numbers
 * as in bot.h. */
WASM_EXPORT int wasm_job_say(int length);
/* Lines: a view's JSON, a bot (empty: the usual one), a seed, nodes, milliseconds (0: the bot's own
 * limit). A job out, or nothing. */
WASM_EXPORT int wasm_job_make(int length);

/* The bot of each seat, which keeps what it has decided to do: one table at a time is played. */
static struct {
    const stos_bot *bot;
    stos_player *player;
} seats[STOS_MAX_SEATS];

/* The solved rounds that were given; NULL before that. */
static void *rounds;
static size_t rounds_length;

int wasm_lie_rounds(int length)
{
    struct solved_rounds table;
    if (length < 0 || length > WASM_INPUT || rounds)
        return rounds != NULL;
    rounds = malloc((size_t)length + 1);
    rounds_length = (size_t)length;
    if (rounds)
        memcpy(rounds, wasm_input, rounds_length);
    if (solved_rounds_open(&table, rounds, rounds_length) != SOLVED_ROUNDS_OK) {
        free(rounds);
        rounds = NULL;
    }
    for (int seat = 0; rounds && seat < STOS_MAX_SEATS; seat++)
        seats[seat].bot = NULL; /* those who sit there know nothing of them */
    return rounds != NULL;
}

int wasm_bot_index(const char *name, const stos_game *game)
{
    const stos_bot *bot = stos_bot_find(game, name);
    int index = stos_bot_count() - 1;
    while (index >= 0 && stos_bot_at(index) != bot)
        index--;
    return index;
}

/* The job in the input, with its bot; NULL when it is none. */
static const stos_bot *read_job(int length, struct wasm_job *job)
{
    if (length != (int)sizeof *job)
        return NULL;
    memcpy(job, wasm_input, sizeof *job);
    const stos_bot *bot = stos_bot_at(job->bot);
    bool may_act =
        bot && stos_bot_game(bot) == stos_view_game(&job->view) && stos_view_seat(&job->view) >= 0;
    return may_act ? bot : NULL;
}

/* The player that does a job; NULL when it is none, or memory is short. */
static stos_player *player_of(int length, struct wasm_job *job)
{
    const stos_bot *bot = read_job(length, job);
    if (!bot)
        return NULL;
    int seat = stos_view_seat(&job->view);
    if (seats[seat].bot != bot) {
        free(seats[seat].player);
        seats[seat].player =
            stos_player_create(bot, malloc(stos_bot_memory(bot)), stos_bot_memory(bot), 0);
        seats[seat].bot = seats[seat].player ? bot : NULL;
        if (seats[seat].player && rounds)
            stos_player_rounds(seats[seat].player, rounds, rounds_length);
    }
    if (seats[seat].player)
        stos_player_seed(seats[seat].player, job->seed);
    if (seats[seat].player)
        stos_player_remember(seats[seat].player, &job->history); /* until the next job */
    return seats[seat].player;
}

/* Bots that go by simple rules are the first of each game; those after them have learned from many
 * games. */
static bool has_learned(const stos_bot *bot)
{
    static const char *const plain[] = {"random", "novice", "steady"};
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        if (strcmp(stos_bot_name(bot), plain[i]) == 0)
            return false;
    return true;
}

int wasm_job_tables(int length)
{
    struct wasm_job job;
    const stos_bot *bot = read_job(length, &job);
    stos_writer writer = wasm_answer();
    if (bot && has_learned(bot)) {
        stos_rules rules = stos_view_rules(&job.view);
        text_put(&writer, bot_learned_files(&rules));
    }
    return wasm_answered(&writer);
}

int wasm_job_plain(int length)
{
    struct wasm_job job;
    if (!read_job(length, &job))
        return 0;
    job.bot = (int16_t)wasm_bot_index("steady", stos_view_game(&job.view));
    memcpy(wasm_output, &job, sizeof job);
    return (int)sizeof job;
}

/* The move that the bot of the job in the input chooses; STOS_NO_MOVE when it is no job, or memory
 * is short. */
static stos_move choose(int length, struct wasm_job *job, char text[STOS_MOVE_TEXT])
{
    stos_player *player = player_of(length, job);
    if (!player)
        return STOS_NO_MOVE;
    stos_limits limits = {.ms = job->ms, .nodes = job->nodes};
    stos_move move = stos_player_move(player, &job->view, job->talks ? &job->hints : NULL, &limits);
    if (move != STOS_NO_MOVE)
        stos_move_text(stos_view_game(&job->view), move, text);
    return move;
}

int wasm_job_choose(int length)
{
    struct wasm_job job;
    char text[STOS_MOVE_TEXT];
    stos_writer writer = wasm_answer();
    if (choose(length, &job, text) == STOS_NO_MOVE)
        return 0;
    text_put(&writer, text);
    return wasm_answered(&writer);
}

static void put_why(stos_writer *writer, struct why why)
{
    static const char *const kinds[WHY_KINDS] = {
        [WHY_GIFT] = "gift",       [WHY_TRICK] = "trick",         [WHY_FIRE] = "fire",
        [WHY_PREPARE] = "prepare", [WHY_SMALLEST] = "smallest",   [WHY_SMALL] = "small",
        [WHY_END] = "end",         [WHY_START] = "start",         [WHY_WAIT] = "wait",
        [WHY_ENDS] = "ends",       [WHY_DIRECTION] = "direction", [WHY_UNLIKELY] = "unlikely",
        [WHY_HOLDS] = "holds",     [WHY_BLUFF] = "bluff"};
    text_put(writer, "{\"kind\":\"");
    text_put(writer, kinds[why.kind]);
    text_put(writer, "\",\"number\":");
    text_number(writer, why.number);
    text_char(writer, '}');
}

/* The chance to win that the bot of the job in the input sees for its seat, from the same luck as
 * its move. */
static void put_chance(stos_writer *writer, int length, struct wasm_job *job)
{
    stos_player *player = player_of(length, job);
    stos_limits limits = {.ms = job->ms, .nodes = job->nodes};
    double chance = player
        ? stos_player_value(player, &job->view, job->talks ? &job->hints : NULL, &limits)
        : -1;
    if (chance < 0)
        text_put(writer, "null");
    else
        text_number(writer, (int64_t)(chance * 10000 + 0.5));
}

int wasm_job_advise(int length)
{
    struct wasm_job job;
    char text[STOS_MOVE_TEXT];
    stos_writer writer = wasm_answer();
    stos_move move = choose(length, &job, text);
    if (move == STOS_NO_MOVE)
        return 0;
    text_put(&writer, "{\"move\":\"");
    text_put(&writer, text);
    text_put(&writer, "\",\"why\":");
    put_why(&writer, why_of(&job.view, move));
    text_put(&writer, ",\"chance\":");
    put_chance(&writer, length, &job);
    text_char(&writer, '}');
    return wasm_answered(&writer);
}

int wasm_job_say(int length)
{
    struct wasm_job job;
    stos_player *player = player_of(length, &job);
    stos_writer writer = wasm_answer();
    uint8_t pile[4] = {0}, self = 0;
    if (!player || !stos_player_say(player, &job.view, pile, &self))
        return 0;
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
    const stos_game *game = stos_view_game(&job.view);
    job.bot = (int16_t)wasm_bot_index(name.length ? bot_name : bot_usual(game)->name, game);
    if (job.bot < 0 || !read_number(&lines, &job.seed) || !read_number(&lines, &job.nodes) ||
        !read_number(&lines, &ms))
        return 0;
    job.ms = (uint32_t)ms;
    memcpy(wasm_output, &job, sizeof job);
    return (int)sizeof job;
}
