/* permission.c - see permission.h. */
#include "permission.h"

#include "base/text.h"
#include "broadcast.h"
#include "deals.h"
#include "server/core/core.h"
#include "server/core/task.h"
#include "server/core/error_texts.h"
#include "server/limits/bans.h"
#include "tables.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- tables */

bool permission_banned(const struct connection *connection, const char *code)
{
    return *code && bans_person_at(connection->server, connection->person, code);
}

bool permission_to_tell(const struct table *table)
{
    return table_why_no_look(table, 0, NULL) == TABLE_OK;
}

/* Those who only watch; who plays there in several windows counts as playing. */
static int watchers_of(const struct live_table *table)
{
    int watchers = 0;
    for (const struct attachment *at = table->attachments; at; at = at->next_of_table)
        watchers += table_seat_of(&table->table, at->connection->person) < 0;
    return watchers;
}

enum permission permission_to_watch(struct live_table *table, const struct connection *connection,
                                    const char *key)
{
    if (!table_may_watch(&table->table, connection->person, key))
        return PERMISSION_DOOR;
    bool watches = broadcast_attachment(table, connection) != NULL;
    return watches || watchers_of(table) < table->server->options->max_watchers ? PERMISSION_YES
                                                                                : PERMISSION_FULL;
}

void permission_show_out(struct attachment *attachment, const char *error, const char *text)
{
    struct connection *connection = attachment->connection;
    const char *message = translate_for(connection, text);
    char frame[1024];
    stos_writer writer = stos_writer_on(frame, sizeof frame);
    text_put(&writer, "{\"table\":");
    table_quote(&writer, attachment->table->code, strlen(attachment->table->code));
    text_put(&writer, ",\"error\":");
    table_quote(&writer, error, strlen(error));
    text_put(&writer, ",\"message\":");
    table_quote(&writer, message, strlen(message));
    text_char(&writer, '}');
    broadcast_detach(attachment);
    connection_send(connection, frame, writer.length);
}

/* ---------------------------------------------------------------- deals */

static bool is_of_today(const struct permission_deal *asked)
{
    for (int i = 0; i < day_level_count(); i++) {
        struct request_deal deal;
        deal_of_day(asked->server, day_of(asked->now_ms), day_level_at(i), &deal);
        if (strcmp(deal.commitment, asked->deal) == 0)
            return true;
    }
    return false;
}

/* What is looked for among the series in which somebody sits. */
struct membership {
    const struct permission_deal *asked;
    bool found;
};

static bool compare_series(void *context, const char *series)
{
    struct membership *membership = context;
    const struct permission_deal *asked = membership->asked;
    membership->found = strcmp(series, asked->series) == 0;
    for (int i = 0; !*asked->series && i < TABLE_DEALS_MAX && !membership->found; i++) {
        struct request_deal deal;
        deal_of_series(asked->server, series, i, &deal);
        membership->found = strcmp(deal.commitment, asked->deal) == 0;
    }
    return !membership->found;
}

/* Whether the person sits in the series that is asked about, or in one that has the deal. */
static enum store_status sits_in_series(const struct permission_deal *asked, struct store *store,
                                        bool *sits)
{
    struct membership membership = {.asked = asked};
    enum store_status status = asked->person == 0
        ? STORE_OK
        : store_read_series_of(store, asked->person, compare_series, &membership);
    *sits = membership.found;
    return status;
}

/* Whether the person has yet to finish one of the deals that the table of the series was dealt. */
static enum store_status has_deals_ahead(const struct permission_deal *asked, struct store *store,
                                         bool *ahead)
{
    enum store_status status = sits_in_series(asked, store, ahead);
    bool sits = *ahead;
    *ahead = false;
    for (int i = 0; sits && i < asked->dealt && !*ahead && status == STORE_OK; i++) {
        struct request_deal deal;
        struct store_deal found;
        deal_of_series(asked->server, asked->series, i, &deal);
        status = store_find_deal(store, deal.commitment, asked->person, &found);
        *ahead = !found.finished;
    }
    return status;
}

enum store_status permission_of_deal(const struct permission_deal *asked, struct store *store,
                                     const char **error)
{
    struct store_deal found;
    bool ahead = false;
    *error = NULL;
    enum store_status status = store_find_deal(store, asked->deal, asked->person, &found);
    if (status == STORE_OK && *asked->series)
        status = has_deals_ahead(asked, store, &ahead);
    else if (status == STORE_OK && !found.finished)
        status = sits_in_series(asked, store, &ahead);
    if (status != STORE_OK)
        return status;
    if (!found.finished && is_of_today(asked))
        *error = "deal_today";
    else if (ahead)
        *error = "deal_ahead";
    else if (!found.finished && found.runs && !asked->watches)
        *error = "game_runs";
    return STORE_OK;
}

bool permission_deal_at(const struct live_table *table, table_person person, int64_t now_ms,
                        struct permission_deal *asked)
{
    *asked = (struct permission_deal){.server = table->server,
                                      .person = person,
                                      .now_ms = now_ms,
                                      .dealt = table->table.fresh_deals,
                                      .watches = true};
    lws_strncpy(asked->deal, table->table.commitment, sizeof asked->deal);
    deal_series_of(&table->table, asked->series);
    return table->table.games > 0 && (*asked->series || is_of_today(asked));
}

/* ---------------------------------------------------------------- those who watch already */

enum { WATCHERS_MOST = 256, LOOK_SECONDS = 5 };

struct watching {
    unsigned bans; /* that were acted upon: see bans_changes() */
    bool doubts;   /* somebody may not watch a series any more */
    bool looks;    /* that is being asked of the store */
};

static struct watching *watching_of(const struct server *server)
{
    return module_state(server, MODULE_PERMISSION);
}

struct watchers {
    int count;
    struct watcher {
        char code[TABLE_CODE];
        struct permission_deal asked;
        const char *error;
    } watcher[WATCHERS_MOST];
};

static void look_work(struct task *task, struct store *store)
{
    struct watchers *look = task->more;
    for (int i = 0; i < look->count && task->status == STORE_OK; i++)
        task->status = permission_of_deal(&look->watcher[i].asked, store, &look->watcher[i].error);
}

static void send_away(struct server *server, const struct watcher *watcher)
{
    const struct live_table *table = tables_find(server, watcher->code);
    for (struct attachment *at = table ? table->attachments : NULL, *next; at; at = next) {
        next = at->next_of_table;
        if (at->connection->person == watcher->asked.person &&
            table_seat_of(&table->table, watcher->asked.person) < 0)
            permission_show_out(at, watcher->error, error_text(watcher->error));
    }
}

static bool looked(struct task *task)
{
    const struct watchers *look = task->more;
    watching_of(task->server)->looks = false;
    for (int i = 0; i < look->count && !task->job.dropped; i++)
        if (look->watcher[i].error)
            send_away(task->server, &look->watcher[i]);
    return true;
}

static void add_watchers(struct watchers *look, const struct live_table *table)
{
    for (const struct attachment *at = table->attachments; at && look->count < WATCHERS_MOST;
         at = at->next_of_table) {
        struct watcher *watcher = &look->watcher[look->count];
        table_person person = at->connection->person;
        if (table_seat_of(&table->table, person) >= 0 ||
            !permission_deal_at(table, person, server_now_ms(), &watcher->asked))
            continue;
        memcpy(watcher->code, table->code, sizeof watcher->code);
        look->count++;
    }
}

static bool has_watched_series(const struct live_table *table)
{
    return table->table.settings.series[0] && table->attachments && table->stage == LIVE_READY &&
        watchers_of(table) > 0;
}

void permission_look_again(struct live_table *table)
{
    watching_of(table->server)->doubts |= table->table.settings.series[0] != '\0';
}

static void look_again(struct server *server)
{
    struct watchers *look = NULL;
    if (!watching_of(server)->doubts || watching_of(server)->looks || server->store_down)
        return;
    watching_of(server)->doubts = false;
    for (struct live_table *table = server->tables; table; table = table->next)
        if (has_watched_series(table) && (look || (look = calloc(1, sizeof *look))))
            add_watchers(look, table);
    if (look)
        watching_of(server)->looks =
            task_start(server, server->readers, look_work, looked, look) != NULL;
}

/* Bans at single tables. */
static void leave_tables(const struct server *server, struct connection *connection)
{
    for (struct attachment *at = connection->attachments, *next; at; at = next) {
        next = at->next_of_connection;
        if (bans_person_at(server, connection->person, at->code))
            permission_show_out(at, "banned", N_("The host has banned you from this table."));
    }
}

/* At the end of the turn in which the bans were read. */
static void act_on_bans(struct server *server)
{
    if (watching_of(server)->bans == bans_changes(server))
        return;
    watching_of(server)->bans = bans_changes(server);
    for (struct connection *at = server->connections; at; at = at->next)
        if (at->stage == CONNECTION_KNOWN)
            leave_tables(server, at);
}

static void doubt(struct server *server)
{
    watching_of(server)->doubts |= server->seconds % LOOK_SECONDS == 0;
}

const struct module permission_module = {.name = "permission",
                                         .state = sizeof(struct watching),
                                         .tick = look_again,
                                         .turn = act_on_bans,
                                         .second = doubt};
