/*
 * bots.c - bots at tables think in worker threads, on copies of views.
 *
 * A bot is asked once for each thing it has to do; its answer counts only if the table still stands where it stood. If
 * the answer comes too late it is thrown away and the bot is asked again.
 */
#include "host.h"

#include <stdlib.h>
#include <string.h>

struct thought {
    struct job job;
    struct server *server;
    char code[TABLE_CODE];
    int seat;
    uint32_t position, game;
    const struct bot *bot;
    stos_view view;
    struct bot_hints hints;
    uint64_t seed;
    stos_move move;
    bool says; /* asked for hints, not for a move */
    uint8_t pile[4], self;
};

void *bots_place(void)
{
    size_t most = 64;
    for (int i = 0; i < bot_count(); i++)
        if (bot_at(i)->memory > most)
            most = bot_at(i)->memory;
    return malloc(most);
}

static void think(struct job *job, void *place)
{
    struct thought *thought = (struct thought *)job;
    struct bot_request request = {.view = &thought->view,
                                  .hints = &thought->hints,
                                  .seed = thought->seed,
                                  .memory = place,
                                  .lie_table = thought->server->options->lie_table};
    if (thought->says)
        thought->bot->hint(thought->bot, &request, thought->pile, &thought->self);
    else
        thought->move = bot_choose(thought->bot, &request);
}

static void say(struct host_table *table, const struct thought *thought)
{
    if (!table_say_hints(&table->table, thought->seat, thought->pile, thought->self))
        return;
    hints_said(table, thought->seat);
    tables_tell(table, "hints");
}

static void thought_done(struct job *job)
{
    struct thought *thought = (struct thought *)job;
    struct server *server = thought->server;
    struct host_table *table = tables_find(server, thought->code);
    bool same_game = table && table->stage == HOST_READY && table->table.games == thought->game;
    if (table && !thought->says)
        table->thinking &= (stos_seats) ~(1u << thought->seat);
    if (same_game && thought->says) {
        if (table->table.position == thought->position)
            say(table, thought);
    } else if (same_game) {
        struct table_answer answer = {0};
        if (!server->store_down && !server->stopping)
            table_ask_for_bot(&table->table, thought->seat, thought->position, thought->move, server_now_ms(), &answer);
        if (answer.events > 0) {
            server->metrics.bot_moves++;
            tables_accept(table, &answer, NULL);
        }
        tables_settle(table);
    }
    free(thought);
}

static void ask(struct host_table *table, int seat, const struct bot *bot, bool says)
{
    struct thought *thought = calloc(1, sizeof *thought);
    if (!thought)
        return;
    thought->job = (struct job){.work = think, .done = thought_done};
    thought->server = table->server;
    lws_strncpy(thought->code, table->code, sizeof thought->code);
    thought->seat = seat;
    thought->position = table->table.position;
    thought->game = table->table.games;
    thought->bot = bot;
    thought->hints = table->table.hints;
    thought->says = says;
    stos_look(&table->table.state, seat, &thought->view);
    randombytes_buf(&thought->seed, sizeof thought->seed);
    crew_do(table->server->workers, &thought->job);
}

/* TT1: bots of THE GAME say what they see, once for each turn of somebody else. */
static void ask_for_hints(struct host_table *table)
{
    const struct table *at = &table->table;
    if (at->settings.talk == TABLE_SILENCE || table->hinted == at->position + 1)
        return;
    table->hinted = at->position + 1;
    stos_seats actors = stos_actors(&at->state);
    for (int seat = 0; seat < table_seats(at); seat++) {
        const struct bot *bot = at->seat[seat].kind == TABLE_BOT ? table_bot_of(at, seat) : NULL;
        if (bot && bot->hint && (!(actors >> seat & 1) || at->state.as.thegame.table.phase == STOS_PHASE_START))
            ask(table, seat, bot, true);
    }
}

void bots_think(struct host_table *table)
{
    if (!table->mine || table->table.phase != TABLE_PLAYING || table->server->store_down)
        return;
    if (table->table.state.game == STOS_THEGAME)
        ask_for_hints(table);
    stos_seats due = table_bots_due(&table->table) & (stos_seats)~table->thinking;
    for (int seat = 0; seat < STOS_MAX_SEATS; seat++)
        if (due >> seat & 1) {
            table->thinking |= (stos_seats)(1u << seat);
            ask(table, seat, table_bot_of(&table->table, seat), false);
        }
}
