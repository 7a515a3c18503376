/*
 * bots.c - bots at tables think in worker threads, on copies of views.
 *
 * A bot is asked once for each thing it has to do; its answer counts only if the table is still at
 * the same position. If the answer comes too late it is discarded and the bot is asked again. While
 * the table has a change under way, the answer waits like a request.
 */
#include "bots.h"

#include "actor.h"
#include "alarms.h"
#include "broadcast.h"
#include "hints.h"
#include "server/core/core.h"
#include "ownership.h"
#include "tables.h"

#include <stdlib.h>
#include <string.h>

struct thought {
    struct job job;
    struct server *server;
    char code[TABLE_CODE];
    int seat;
    uint32_t position, game;
    const stos_bot *bot;
    stos_view view;
    stos_hints hints;
    stos_hint_history history;
    struct bot_turn turn;
    uint64_t seed, asked_ns;
    stos_move move;
    bool talks; /* whether the table does; if not, nothing said means nothing */
    bool says;  /* asked for hints, not for a move */
    uint8_t pile[4], self;
};

void *bots_place(void) { return malloc(bot_most_memory()); }

static void think(struct job *job, void *place)
{
    struct thought *thought = (struct thought *)job;
    struct bot_request request = {.view = &thought->view,
                                  .hints = thought->talks ? &thought->hints : NULL,
                                  .history = &thought->history,
                                  .seed = thought->seed,
                                  .memory = place,
                                  .turn = &thought->turn,
                                  .solved_rounds = thought->server->options->solved_rounds};
    if (thought->says)
        thought->bot->hint(thought->bot, &request, thought->pile, &thought->self);
    else
        thought->move = bot_choose(thought->bot, &request);
}

static void say(struct live_table *table, const struct thought *thought)
{
    if (!table_say_hints(&table->table, thought->seat, thought->pile, thought->self))
        return;
    hints_said(table, thought->seat);
    broadcast_state(table, "hints");
}

/* Makes its move, if that still applies. */
static void move(struct live_table *table, const struct thought *thought)
{
    struct table_answer answer = {0};
    table->thinking &= (stos_seats) ~(1u << thought->seat);
    table->turn[thought->seat] = thought->turn;
    if (table->table.games == thought->game)
        table_ask_for_bot(&table->table, thought->seat, thought->position, thought->move,
                          server_now_ms(), &answer);
    if (answer.events == 0)
        return;
    table->server->metrics->bot_moves++;
    actor_write(table, &answer, NULL, NULL, NULL);
}

bool bots_decided(struct live_table *table)
{
    struct thought *thought = table->decided;
    if (!thought)
        return false;
    table->decided = (struct thought *)thought->job.next;
    move(table, thought);
    free(thought);
    return true;
}

void bots_forget(struct live_table *table)
{
    while (table->decided) {
        struct thought *thought = table->decided;
        table->decided = (struct thought *)thought->job.next;
        free(thought);
    }
    table->thinking = 0;
}

static void thought_done(struct job *job)
{
    enum { AGAIN_MS = 1000 };
    struct thought *thought = (struct thought *)job;
    struct live_table *table = tables_find(thought->server, thought->code);
    if (!thought->says)
        metrics_time(&thought->server->metrics->bot,
                     (double)(uv_hrtime() - thought->asked_ns) / 1e9);
    bool ready = table && table->stage == LIVE_READY;
    if (job->dropped) { /* the server is stopping, or out of memory: as if it had not been asked */
        if (table && !thought->says) {
            table->thinking &= (stos_seats) ~(1u << thought->seat);
            alarms_look(table, AGAIN_MS);
        }
        free(thought);
        return;
    }
    if (ready && !thought->says) {
        job->next = (struct job *)table->decided;
        table->decided = thought;
        actor_run(table);
        return;
    }
    if (ready && table->table.games == thought->game && table->table.position == thought->position)
        say(table, thought);
    free(thought);
}

static void ask(struct live_table *table, int seat, const stos_bot *bot, bool says)
{
    struct thought *thought = calloc(1, sizeof *thought);
    if (!thought)
        abort(); /* or nobody would move for it */
    thought->job = (struct job){.work = think, .done = thought_done, .owner = table->table.owner};
    thought->server = table->server;
    thought->asked_ns = uv_hrtime();
    lws_strncpy(thought->code, table->code, sizeof thought->code);
    thought->seat = seat;
    thought->position = table->table.position;
    thought->game = table->table.games;
    thought->bot = bot;
    thought->talks = table->table.settings.talk != TABLE_SILENCE;
    thought->hints = table->table.hints;
    thought->history = table->table.hint_history;
    thought->turn = table->turn[seat];
    thought->says = says;
    stos_look(&table->table.state, seat, &thought->view);
    randombytes_buf(&thought->seed, sizeof thought->seed);
    pool_do(table->server->workers, &thought->job);
}

/* TT1: bots of THE GAME give hints about what they see, each once during every turn of somebody
 * else. */
static void ask_for_hints(struct live_table *table)
{
    const struct table *at = &table->table;
    stos_seats talkers = table->hinted == at->position + 1 ? 0 : table_talkers(at);
    if (talkers)
        table->hinted = at->position + 1;
    for (int seat = 0; seat < table_seats(at); seat++)
        if (talkers >> seat & 1)
            ask(table, seat, table_bot_of(at, seat), true);
}

void bots_think(struct live_table *table)
{
    if (!ownership_runs(table) || table->table.phase != TABLE_PLAYING)
        return;
    ask_for_hints(table);
    stos_seats due = table_bots_due(&table->table) & (stos_seats)~table->thinking;
    for (int seat = 0; seat < STOS_MAX_SEATS; seat++)
        if (due >> seat & 1) {
            table->thinking |= (stos_seats)(1u << seat);
            ask(table, seat, table_bot_of(&table->table, seat), false);
        }
}
