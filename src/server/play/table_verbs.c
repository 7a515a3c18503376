/*
 * table_verbs.c - creating, finding, joining, watching and leaving tables.
 */
#include "base/text.h"
#include "series.h"
#include "server/core/core.h"
#include "server/core/task.h"
#include "server/daily/day.h"
#include "server/daily/day_table.h"
#include "server/limits/bans.h"
#include "server/limits/blocks.h"
#include "server/people/people.h"
#include "server/people/ratings.h"
#include "server/tables/actor.h"
#include "server/tables/ask.h"
#include "server/tables/broadcast.h"
#include "server/tables/deals.h"
#include "server/tables/permission.h"
#include "server/tables/tables.h"
#include "table_verbs.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- making one */

/* The word of a new series is not the code of its first table, which is for those who sit there. */
static bool read_series(struct connection *connection, const struct request *request,
                        struct table_settings *settings)
{
    enum { NO_ATTEMPT = 1000 };
    char fresh[TABLE_CODE];
    ask_code(connection, request, NO_ATTEMPT, fresh);
    return series_read(connection, request, fresh, settings);
}

/* Chat, door, clock and the rest; false if it replied with an error. */
static bool read_settings(struct connection *connection, const struct request *request,
                          struct table_settings *settings)
{
    const char *rules = request_text(connection, request, "rules");
    const char *talk = request_optional_text(request, "talk"),
               *door = request_optional_text(request, "door");
    enum {
        USUAL_GRACE = 180,
        SLOW_TURN = 60 * 60,
        LONGEST_TURN = 60 * 60 * 24 * 30,
        LONGEST_GRACE = 60 * 60 * 24
    };
    int64_t turn_seconds = request_flag(request, "rated", false) ? RATINGS_TURN_SECONDS : 0,
            grace_seconds;
    if (!rules)
        return false;
    stos_error error = stos_rules_parse(rules, strlen(rules), &settings->rules);
    if (error.reason != STOS_OK) {
        struct table_answer answer = {.reason = TABLE_ILLEGAL, .error = error};
        ask_refuse(connection, request->ref, NULL, &answer, rules);
        return false;
    }
    if (json_object_get(request->body, "turn_seconds") &&
        !request_number(connection, request, "turn_seconds", 0, LONGEST_TURN, &turn_seconds))
        return false;
    /* With hours for a turn people come and go, and only the clock counts; without a clock the
     * others are asked (TABLE_PLAY_ON). */
    grace_seconds = turn_seconds == 0 || turn_seconds >= SLOW_TURN ? 0 : USUAL_GRACE;
    if (json_object_get(request->body, "grace_seconds") &&
        !request_number(connection, request, "grace_seconds", 0, LONGEST_GRACE, &grace_seconds))
        return false;
    int door_value = door ? table_door_of(door) : TABLE_BY_CODE;
    int talk_value = talk ? table_talk_of(talk)
        : door_value < 0  ? -1
                          : (int)table_usual_talk((enum table_door)door_value);
    if (talk_value < 0 || door_value < 0) {
        reply_error(connection, request->ref, "bad_request");
        return false;
    }
    settings->talk = (uint8_t)talk_value;
    settings->door = (uint8_t)door_value;
    settings->turn_seconds = (uint32_t)turn_seconds;
    settings->grace_seconds = (uint32_t)grace_seconds;
    settings->rated = request_flag(request, "rated", false);
    settings->takeback = request_flag(request, "takeback", !settings->rated);
    settings->odds = request_flag(request, "odds", !settings->rated);
    settings->memory = request_flag(request, "memory", !settings->rated);
    settings->watchable = request_flag(request, "watchable", true);
    settings->begin_when_full = request_flag(request, "begin_when_full", false);
    const char *refusal = ratings_refuse(connection, settings);
    if (refusal)
        reply_error(connection, request->ref, refusal);
    return !refusal && read_series(connection, request, settings);
}

/* One request on a table that is being made; its events join those that made it so far. */
static bool make_step(struct live_table *host, struct connection *connection,
                      const struct request *request, struct table_request *ask,
                      struct table_answer *all)
{
    struct table_answer answer;
    if (!ask_table(host, connection, request, ask, ask->text, &answer))
        return false;
    for (int i = 0; i < answer.events; i++) {
        answer.event[i].ref = 0; /* the ref belongs to the creation as a whole */
        if (all->events >= TABLE_EVENTS_MAX ||
            table_apply(&host->table, &answer.event[i]) != TABLE_OK)
            return false;
        all->event[all->events++] = answer.event[i];
    }
    return true;
}

/* "me", "open", "reserved" or "bot:NAME" for a seat. */
static bool seat_people(struct live_table *host, struct connection *connection,
                        const struct request *request, struct table_answer *all)
{
    json_t *seats = json_object_get(request->body, "seats");
    int count = stos_rules_seats(&host->table.settings.rules);
    bool wrong = seats && (!json_is_array(seats) || json_array_size(seats) != (size_t)count);
    for (int seat = 0; seat < count && !wrong; seat++) {
        const char *who = seats ? json_string_value(json_array_get(seats, (size_t)seat))
            : seat == 0         ? "me"
                                : "open";
        struct table_request ask = {.seat = seat};
        if (!who || strcmp(who, "open") == 0) {
            wrong = !who;
            continue;
        }
        if (strcmp(who, "me") == 0) {
            ask.verb = TABLE_SIT;
            ask.text = connection->name;
        } else {
            ask.verb = TABLE_FILL;
            ask.yes = strcmp(who, "reserved") == 0;
            ask.text = strncmp(who, "bot:", 4) == 0 ? who + 4 : "";
            wrong = !ask.yes && !*ask.text;
        }
        ask.text_length = strlen(ask.text);
        ask.key = host->table.key;
        if (!wrong && !make_step(host, connection, request, &ask, all))
            return false;
    }
    if (wrong)
        reply_error(connection, request->ref, "bad_seats");
    return !wrong;
}

static void write_snapshot(stos_writer *writer, struct connection *connection,
                           struct live_table *table, const void *context)
{
    (void)context;
    text_key(writer, "table");
    broadcast_snapshot(table, connection, writer);
}

/* The events after `since`, where they are still in memory, before the snapshot. */
static void write_entered(stos_writer *writer, struct connection *connection,
                          struct live_table *table, const void *context)
{
    stos_writer before = *writer;
    if (!broadcast_past(table, *(const uint32_t *)context, connection, writer))
        *writer = before;
    write_snapshot(writer, connection, table, NULL);
}

static void attach_and_snapshot(struct live_table *table, struct connection *connection,
                                const struct request *request)
{
    const json_t *since = json_object_get(request->body, "since");
    json_int_t last = json_integer_value(since);
    uint32_t seen = last < 0 || last > UINT32_MAX ? UINT32_MAX : (uint32_t)last;
    broadcast_attach(table, connection);
    reply_members(connection, request->ref, table,
                  json_is_integer(since) ? write_entered : write_snapshot, &seen);
}

/* A repeated `join` does not let somebody back in who has lost the seat meanwhile. */
static void finish_at_table(struct live_table *table, struct connection *connection,
                            const struct request *request, uint32_t number, bool again)
{
    const struct table_answer gone = {.reason = TABLE_NOT_HERE};
    (void)number, (void)again;
    if (permission_banned(connection, table->code))
        bans_refuse_at(connection, request->ref, table->code);
    else if (table_may_watch(&table->table, connection->person, NULL))
        attach_and_snapshot(table, connection, request);
    else
        ask_refuse(connection, request->ref, table, &gone, NULL);
}

/* Makes the events of a new table on a copy, which is discarded; they are applied when they are
 * committed. */
static bool make_events(struct live_table *host, struct connection *connection,
                        const struct request *request, const struct table_settings *settings,
                        struct table_answer *all)
{
    char key[TABLE_KEY];
    ask_random_word(key, 26);
    struct table_event *open = &all->event[0];
    if (!table_open_event(open, host->code, key, settings, connection->person, request->now_ms) ||
        table_apply(&host->table, open) != TABLE_OK) {
        reply_error(connection, request->ref, "bad_rules");
        return false;
    }
    all->events = 1;
    if (!seat_people(host, connection, request, all))
        return false;
    struct table_request begin = {.verb = TABLE_BEGIN, .seat = -1};
    if (request_flag(request, "begin", false) && host->table.phase == TABLE_WAITING)
        return make_step(host, connection, request, &begin, all);
    return true;
}

/* Finds the code of this request: a table of the same request that is there already, or a free one.
 */
static struct live_table *place_for(struct connection *connection, const struct request *request,
                                    bool may_add, bool *there)
{
    struct server *server = connection->server;
    char code[TABLE_CODE];
    for (unsigned attempt = 0; attempt < 8; attempt++) {
        ask_code(connection, request, attempt, code);
        struct live_table *table = tables_find(server, code);
        *there = table != NULL;
        if (!table)
            return may_add ? tables_add(server, code) : NULL;
        if (table->stage != LIVE_READY || table->table.owner == connection->person ||
            table->table.seat[0].person == connection->person)
            return table;
    }
    return NULL;
}

/* The store enforces how many tables somebody may have, since it counts those on all nodes and
 * those not in memory. */
static bool may_make(const struct server *server)
{
    return server->table_count < (size_t)server->options->max_tables;
}

static void make_table(struct live_table *table, struct connection *connection,
                       const struct request *request, const struct table_settings *settings)
{
    struct table_answer all = {0};
    if (!make_events(table, connection, request, settings, &all)) {
        tables_remove(table);
        return;
    }
    table->table = (struct table){0};
    table->criteria = request->criteria;
    actor_write(table, &all, connection, request, finish_at_table);
}

static void create(struct connection *connection, const struct request *request)
{
    struct table_settings settings = {0};
    bool there, may = may_make(connection->server);
    if (connection->server->store_down) {
        reply_error(connection, request->ref, "store_down");
        return;
    }
    if (!read_settings(connection, request, &settings))
        return;
    struct live_table *table = place_for(connection, request, may, &there);
    if (!table)
        reply_error(connection, request->ref, "too_many");
    else if (!there)
        make_table(table, connection, request, &settings);
    else if (table->stage == LIVE_READY && !table->change)
        finish_at_table(table, connection, request, 0, true);
    else
        actor_wait(table, connection, request);
}

void verb_create(struct connection *connection, const struct request *request)
{
    if (json_object_get(request->body, "day"))
        day_create(connection, request, create);
    else
        create(connection, request);
}

/* ---------------------------------------------------------------- finding, joining, leaving */

static bool is_listed(const struct live_table *table)
{
    return table->stage == LIVE_READY && table->table.settings.door == TABLE_LISTED &&
        !table_is_over(&table->table) && broadcast_has_people(table);
}

static void write_list(stos_writer *writer, struct connection *connection, struct live_table *none,
                       const void *context)
{
    enum { LIST_MOST = 100 };
    int count = 0;
    (void)none, (void)context;
    text_key(writer, "tables");
    text_char(writer, '[');
    for (const struct live_table *table = connection->server->tables; table && count < LIST_MOST;
         table = table->next) {
        if (!is_listed(table))
            continue;
        text_comma(writer, count++ == 0);
        table_row_json(writer, &table->table);
    }
    text_char(writer, ']');
}

static void verb_list(struct connection *connection, const struct request *request)
{
    reply_members(connection, request->ref, NULL, write_list, NULL);
}

static void write_glance(stos_writer *writer, struct connection *connection,
                         struct live_table *table, const void *context)
{
    (void)context;
    text_key(writer, "look");
    table_glance_json(writer, &table->table, connection->person);
}

/* Shows a table without coming to it: nobody is notified, and the requester does not count as
 * present. */
static void verb_look(struct connection *connection, const struct request *request)
{
    struct live_table *table = tables_wanted(connection, request);
    if (!table)
        return;
    struct table_answer answer = {
        .reason = (uint8_t)table_why_no_look(&table->table, connection->person,
                                             request_optional_text(request, "key"))};
    if (answer.reason != TABLE_OK)
        ask_refuse(connection, request->ref, table, &answer, NULL);
    else
        reply_members(connection, request->ref, table, write_glance, NULL);
}

static bool may_attach_more(struct connection *connection, const struct request *request,
                            struct live_table *table)
{
    int count = 0;
    for (const struct attachment *at = connection->attachments; at; at = at->next_of_connection)
        count++;
    if (count < CONNECTION_TABLES || broadcast_attachment(table, connection))
        return true;
    reply_error(connection, request->ref, "too_many");
    return false;
}

/* Whether somebody may see a deal, asked of the store for a verb that then runs again. */
struct seeing {
    struct permission_deal asked;
    request_verb *verb;
};

static void ask_deal(struct task *task, struct store *store)
{
    const struct seeing *seeing = task->more;
    task->status = permission_of_deal(&seeing->asked, store, &task->error);
}

static bool run_again(struct task *task)
{
    const struct seeing *seeing = task->more;
    struct request request = task_request(task);
    memcpy(task->connection->granted, seeing->asked.deal, sizeof seeing->asked.deal);
    task->connection->granted_of = seeing->asked.dealt;
    seeing->verb(task->connection, &request);
    task_end(task);
    return false;
}

/* False if it replied with a refusal, or will run `verb` again. */
static bool may_see_deal(struct live_table *table, struct connection *connection,
                         const struct request *request, request_verb *verb)
{
    struct permission_deal asked;
    if (!permission_deal_at(table, connection->person, request->now_ms, &asked))
        return true;
    bool granted =
        asked.dealt == connection->granted_of && strcmp(asked.deal, connection->granted) == 0;
    connection->granted[0] = '\0'; /* it holds for one request, which may wait for the table */
    if (granted)
        return true;
    struct seeing *seeing = calloc(1, sizeof *seeing);
    if (!seeing) {
        reply_error(connection, request->ref, "too_many");
        return false;
    }
    *seeing = (struct seeing){.asked = asked, .verb = verb};
    struct task *task = task_for_request_with(connection, request, TASK_READS, ask_deal, seeing);
    if (task)
        task->then = run_again;
    return false;
}

void verb_join(struct connection *connection, const struct request *request)
{
    struct live_table *table = tables_wanted(connection, request);
    int64_t seat = -1;
    char name[STORE_NAME];
    if (!table || !may_attach_more(connection, request, table))
        return;
    if (json_object_get(request->body, "seat") &&
        !request_number(connection, request, "seat", 0, STOS_MAX_SEATS - 1, &seat))
        return;
    if (table_seat_of(&table->table, connection->person) >= 0) {
        finish_at_table(table, connection, request, 0, true);
        return;
    }
    const char *refusal = table->table.settings.rated && !*connection->account     ? "account_first"
        : blocks_keep_apart(connection->server, &table->table, connection->person) ? "blocked"
                                                                                   : NULL;
    if (refusal) {
        reply_error(connection, request->ref, refusal);
        return;
    }
    bool of_the_day = deal_is_of_day(&table->table); /* there it is noted that they see it */
    if (!of_the_day && !may_see_deal(table, connection, request, verb_join))
        return;
    people_tell_apart(table, connection, name);
    struct table_request ask = {.verb = TABLE_SIT,
                                .seat = (int)seat,
                                .text = name,
                                .text_length = strlen(name),
                                .key = request_optional_text(request, "key")};
    if (!(of_the_day && day_notes_first(table, connection, request, &ask, verb_join)))
        ask_and_write(table, connection, request, &ask, finish_at_table);
}

/* False if it replied with a refusal, or will run `verb` again; `reason` is what a closed door is
 * called. */
static bool may_watch(struct live_table *table, struct connection *connection,
                      const struct request *request, enum table_reason reason, request_verb *verb)
{
    const struct table_answer answer = {.reason = (uint8_t)reason};
    if (table_seat_of(&table->table, connection->person) >= 0)
        return true;
    switch (permission_to_watch(table, connection, request_optional_text(request, "key"))) {
    case PERMISSION_YES: return may_see_deal(table, connection, request, verb);
    case PERMISSION_DOOR: ask_refuse(connection, request->ref, table, &answer, NULL); break;
    case PERMISSION_FULL: reply_error(connection, request->ref, "too_many"); break;
    }
    return false;
}

static void verb_watch(struct connection *connection, const struct request *request)
{
    struct live_table *table = tables_wanted(connection, request);
    if (table && may_attach_more(connection, request, table) &&
        may_watch(table, connection, request, TABLE_WRONG_KEY, verb_watch))
        attach_and_snapshot(table, connection, request);
}

static void write_resumed(stos_writer *writer, struct connection *connection,
                          struct live_table *table, const void *context)
{
    stos_writer before = *writer;
    if (broadcast_events_after(table, *(const uint32_t *)context, connection, writer))
        return;
    *writer = before;
    write_snapshot(writer, connection, table, NULL);
}

/* Somebody comes from another node and has seen more than this node has: the log is read before
 * they get a reply. */
static bool is_behind(const struct live_table *table, const struct request *request, uint32_t seen)
{
    return store_is_shared(table->server->store) && seen > table->table.last && !request->log_read;
}

static void verb_resume(struct connection *connection, const struct request *request)
{
    struct live_table *table = tables_wanted(connection, request);
    int64_t last;
    if (!table || !may_attach_more(connection, request, table) ||
        !request_number(connection, request, "last", 0, UINT32_MAX, &last))
        return;
    uint32_t seen = (uint32_t)last;
    if (is_behind(table, request, seen)) {
        actor_wait_first(table, request);
        tables_reload(table);
        return;
    }
    if (!broadcast_attachment(table, connection) &&
        !may_watch(table, connection, request, TABLE_NOT_HERE, verb_resume))
        return;
    broadcast_attach(table, connection);
    reply_members(connection, request->ref, table, write_resumed, &seen);
}

static void finish_left(struct live_table *table, struct connection *connection,
                        const struct request *request, uint32_t number, bool again)
{
    struct attachment *attachment = broadcast_attachment(table, connection);
    (void)number, (void)again;
    if (attachment)
        broadcast_detach(attachment);
    reply_ok(connection, request->ref, NULL);
}

static void verb_leave(struct connection *connection, const struct request *request)
{
    struct live_table *table = tables_wanted(connection, request);
    struct table_request ask = {.verb = TABLE_LEAVE, .seat = -1};
    if (table && table_seat_of(&table->table, connection->person) >= 0)
        ask_and_write(table, connection, request, &ask, finish_left);
    else if (table)
        finish_left(table, connection, request, 0, true);
}

static const struct verb verbs[] = {
    {.name = "create", .run = verb_create, .cost = COST_TABLE, .price = 1},
    {.name = "list", .run = verb_list, .cost = COST_READ, .price = 0.2},
    {.name = "look", .run = verb_look},
    {.name = "join", .run = verb_join},
    {.name = "watch", .run = verb_watch},
    {.name = "resume", .run = verb_resume},
    {.name = "leave", .run = verb_leave},
    {.name = NULL},
};

const struct module table_verbs_module = {.name = "table_verbs", .verbs = verbs};
