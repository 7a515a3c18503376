/*
 * moderation.c - the moderation actions that the host asks for with `stos admin`: close a table,
 * mute, ban and the like.
 *
 * Each action is a row in the store. Every node sees every row, in order, within a second, and
 * applies it to its own connections; a table is closed by the node that runs it. Finished rows are
 * marked as done: they are the audit log of the host's actions. Muting and banning also work while
 * no server runs, since the person's row is changed as well.
 */
#include "moderation.h"

#include "server/core/core.h"
#include "server/core/task.h"
#include "server/limits/bans.h"
#include "server/tables/actor.h"
#include "server/tables/alarms.h"
#include "server/tables/ownership.h"
#include "server/tables/tables.h"

#include <stdlib.h>
#include <string.h>

enum { ACTIONS_MOST = 64, PERSON_DIGITS = 16 };

struct actions {
    int64_t after;
    bool open_only;
    struct store_act act[ACTIONS_MOST];
    int count;
};

static bool note_act(void *context, const struct store_act *act)
{
    struct actions *actions = context;
    actions->act[actions->count++] = *act;
    return actions->count < ACTIONS_MOST;
}

static void read_actions(struct task *task, struct store *store)
{
    struct actions *actions = task->more;
    task->status = store_read_actions(store, actions->after, actions->open_only, ACTIONS_MOST,
                                      note_act, actions);
}

/* ---------------------------------------------------------------- marking them as done */

struct outcome {
    int64_t id;
    char text[STORE_MESSAGE];
};

static void write_outcome(struct task *task, struct store *store)
{
    const struct outcome *outcome = task->more;
    task->status = store_finish_act(store, outcome->id, server_now_ms(), outcome->text);
}

static bool outcome_written(struct task *task)
{
    if (store_is_out(task->status)) /* when it is back, what is open is done once more */
        store_lost(task->server, task->reason);
    return true;
}

static void mark_done(struct server *server, int64_t id, const char *text)
{
    struct outcome *outcome = calloc(1, sizeof *outcome);
    if (!outcome)
        return;
    outcome->id = id;
    lws_strncpy(outcome->text, text, sizeof outcome->text);
    server_log(server, SERVER_LOG_INFO, "act", "id=%lld outcome=\"%s\"", (long long)id, text);
    task_start(server, server->store_pool, write_outcome, outcome_written, outcome);
}

/* ---------------------------------------------------------------- closing tables */

/* A table that has to be closed, or that somebody has to leave: it may have to be read first, or be
 * run by another node. */
struct closing {
    struct closing *next;
    int64_t id;
    table_person person; /* who has to leave; 0: the table is closed */
    char code[TABLE_CODE], reason[STORE_REASON];
};

struct moderation {
    int64_t seen;             /* rows up to this one are known */
    int64_t opened;           /* of the older ones not done yet, up to this one; -1: all of them */
    struct closing *closings; /* tables that have to be closed */
    bool reading;
};

static struct moderation *moderation_of(const struct server *server)
{
    return module_state(server, MODULE_MODERATION);
}

static void add_closing(struct server *server, const struct store_act *act)
{
    for (const struct closing *at = moderation_of(server)->closings; at; at = at->next)
        if (at->id == act->id)
            return;
    struct closing *closing = calloc(1, sizeof *closing);
    if (!closing)
        return;
    closing->id = act->id;
    const char *at = strchr(act->target, '@');
    closing->person = at ? strtoull(act->target, NULL, 16) : 0;
    lws_strncpy(closing->code, at ? at + 1 : act->target, sizeof closing->code);
    lws_strncpy(closing->reason, act->reason, sizeof closing->reason);
    closing->next = moderation_of(server)->closings;
    moderation_of(server)->closings = closing;
}

static bool is_done(const struct table *table, table_person person)
{
    return table->phase == TABLE_SHUT || (person && table_seat_of(table, person) < 0);
}

/* Whoever is banned from a table leaves it as if they had done so themselves: a bot plays on, and
 * the seat is theirs again if the ban ends in time. */
static void ask_table(const struct table *table, const struct closing *closing,
                      struct table_answer *answer)
{
    const struct table_request leave = {
        .verb = TABLE_LEAVE, .seat = -1, .person = closing->person, .now_ms = server_now_ms()};
    if (closing->person)
        table_ask(table, &leave, answer);
    else
        table_close(table, closing->reason, server_now_ms(), answer);
}

/* True when it is done. */
static bool try_close(struct server *server, const struct closing *closing)
{
    struct live_table *table = tables_find(server, closing->code);
    struct table_answer answer = {0};
    if (!table)
        table = tables_load(server, closing->code);
    if (!table)
        return false;
    table->closing = true;
    if (table->stage != LIVE_READY)
        return false;
    if (ownership_runs(table) && !table->change && !is_done(&table->table, closing->person))
        ask_table(&table->table, closing, &answer);
    if (answer.events > 0)
        actor_write(table, &answer, NULL, NULL, NULL);
    table->closing = !is_done(&table->table, closing->person);
    alarms_look(table, 0);
    return !table->closing;
}

static void close_tables(struct server *server)
{
    for (struct closing **at = &moderation_of(server)->closings; *at;) {
        struct closing *closing = *at;
        if (!try_close(server, closing)) {
            at = &closing->next;
            continue;
        }
        mark_done(server, closing->id, "done");
        *at = closing->next;
        free(closing);
    }
}

static void forget_closings(struct server *server, const char *code)
{
    for (struct closing **at = &moderation_of(server)->closings; *at;) {
        struct closing *closing = *at;
        if (strcmp(closing->code, code) != 0) {
            at = &closing->next;
            continue;
        }
        mark_done(server, closing->id,
                  closing->person ? "done" /* nobody sits there */
                                  : "failed: there is no such table, or it cannot be read");
        *at = closing->next;
        free(closing);
    }
}

static void forget_unreadable(struct server *server)
{
    for (char code[TABLE_CODE]; tables_take_unreadable(server, code);)
        forget_closings(server, code);
}

/* Earlier actions concern nobody who is here. */
static bool start(struct server *server, char *message, size_t size)
{
    (void)message, (void)size;
    return store_last_act(server->store, &moderation_of(server)->seen) == STORE_OK;
}

void moderation_look_again(struct server *server) { moderation_of(server)->opened = 0; }

static void stop(struct server *server)
{
    while (moderation_of(server)->closings) {
        struct closing *closing = moderation_of(server)->closings;
        moderation_of(server)->closings = closing->next;
        free(closing);
    }
}

/* ---------------------------------------------------------------- doing them */

static void each_connection(struct server *server, table_person person, const char *what)
{
    for (struct connection *at = server->connections, *next; at; at = next) {
        next = at->next;
        if (at->stage != CONNECTION_KNOWN || at->person != person)
            continue;
        if (strcmp(what, "mute") == 0)
            at->muted = true; /* at once; for how long, the list of bans knows */
        else if (strcmp(what, "unmute") == 0)
            at->muted = at->muted_for_good = false;
    }
}

static void do_act(struct server *server, const struct store_act *act)
{
    server_log(server, SERVER_LOG_INFO, "act", "id=%lld what=%s target=%s", (long long)act->id,
               act->what, act->target);
    bool closes = strcmp(act->what, "close") == 0,
         leaves = strcmp(act->what, "ban") == 0 && strchr(act->target, '@');
    if (!closes)
        bans_look_again(server); /* which closes the connections that it is about */
    if (closes || leaves) {
        add_closing(server, act);
        return;
    }
    if (strlen(act->target) == PERSON_DIGITS)
        each_connection(server, strtoull(act->target, NULL, 16), act->what);
    if (act->done_ms == 0)
        mark_done(server, act->id, "done");
}

static bool actions_read(struct task *task)
{
    const struct actions *actions = task->more;
    struct moderation *moderation = moderation_of(task->server);
    moderation->reading = false;
    task_report(task, "moderation actions");
    int64_t *cursor = actions->open_only ? &moderation->opened : &moderation->seen;
    for (int i = 0; i < actions->count; i++) {
        do_act(task->server, &actions->act[i]);
        *cursor = actions->act[i].id;
    }
    if (actions->open_only && task->status == STORE_OK && actions->count < ACTIONS_MOST)
        moderation->opened = -1;
    close_tables(task->server);
    return true;
}

void moderation_tick(struct server *server)
{
    struct moderation *moderation = moderation_of(server);
    struct actions *actions =
        moderation->reading || server->store_down ? NULL : calloc(1, sizeof *actions);
    if (!actions)
        return;
    actions->open_only = moderation->opened >= 0;
    actions->after = actions->open_only ? moderation->opened : moderation->seen;
    moderation->reading =
        task_start(server, server->store_pool, read_actions, actions_read, actions) != NULL;
}

const struct module moderation_module = {.name = "moderation",
                                         .state = sizeof(struct moderation),
                                         .start = start,
                                         .turn = forget_unreadable,
                                         .second = moderation_tick,
                                         .stop = stop};
