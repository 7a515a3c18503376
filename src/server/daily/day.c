/*
 * day.c - the deals of the day: one deck for each level, the same for everybody who plays on this
 * server.
 *
 * The seed of a level is derived from the server's secret and the date (a keyed hash), so all nodes
 * deal the same and nothing has to be stored. Its SHA-256 is published a day ahead, the seed itself
 * when the day is over (a commitment scheme): nobody can learn a deck before somebody has played
 * it, and everybody can check afterwards that it was fixed. The code of the table for a person's
 * attempt is derived from person, day and level: task again leads back to it, so only the first
 * attempt counts, and the same deal played again there is practice.
 */
#include "day.h"

#include "day_champion.h"
#include "day_table.h"
#include "server/core/core.h"
#include "server/core/task.h"
#include "server/tables/ask.h"
#include "server/tables/deals.h"
#include "table/day.h"

#include <stdlib.h>
#include <string.h>

enum { GAMES_LOOKED_AT = 100, STREAK_MOST = 366 };

/* ---------------------------------------------------------------- seeds */

static void commitment_of(const struct server *server, int64_t day, const struct day_level *level,
                          char commitment[TABLE_HEX])
{
    struct request_deal deal;
    deal_of_day(server, day, level, &deal);
    memcpy(commitment, deal.commitment, TABLE_HEX);
}

/* ---------------------------------------------------------------- an attempt */

static json_t *seats_of(const struct day_level *level, int count)
{
    json_t *seats = json_array();
    char bot[32];
    lws_snprintf(bot, sizeof bot, "bot:%s", level->bot);
    for (int seat = 0; seat < count; seat++)
        json_array_append_new(seats, json_string(seat == 0 ? "me" : level->people ? "open" : bot));
    return seats;
}

/* People have to come first, and are dealt the deck then; nobody may see it from outside. */
static json_t *table_of_people(const struct day_level *level, int count)
{
    return json_pack("{s:s, s:s, s:b, s:o, s:s, s:i}", "rules", level->rules, "door", "code",
                     "watchable", false, "seats", seats_of(level, count), "series", DAY_SERIES,
                     "deals", 1);
}

static json_t *table_of_one(const struct day_level *level, int count)
{
    return json_pack("{s:s, s:s, s:o, s:b}", "rules", level->rules, "door", "link", "seats",
                     seats_of(level, count), "begin", true);
}

void day_create(struct connection *connection, const struct request *request, request_verb *create)
{
    const struct day_level *level = day_level_find(request_optional_text(request, "day"));
    struct request asked = *request;
    struct request_deal deal;
    stos_rules rules;
    char place[DAY_TEXT];
    if (!level || stos_rules_parse(level->rules, strlen(level->rules), &rules).reason != STOS_OK) {
        reply_error(connection, request->ref, "bad_request");
        return;
    }
    deal_of_day(connection->server, day_of(request->now_ms), level, &deal);
    day_text(day_of(request->now_ms), level, place);
    asked.deal = level->people ? NULL : &deal;
    asked.place = place;
    asked.body = level->people ? table_of_people(level, stos_rules_seats(&rules))
                               : table_of_one(level, stos_rules_seats(&rules));
    create(connection, &asked);
    json_decref(asked.body);
}

/* ---------------------------------------------------------------- the page of the day */

/* What the store knows of a day, for one person. */
struct day {
    const struct server *server;
    int64_t day;
    table_person person;
    json_t *levels, *yesterday;  /* of the day before, by level: one's own result */
    bool played_on[STREAK_MOST]; /* that many days ago */
    struct champion_found today[CHAMPION_LEVELS], before[CHAMPION_LEVELS];
};

/* The level whose deck of that day a game was dealt; -1: none. */
static int level_of(const struct server *server, const struct store_game *game, int64_t day)
{
    for (int i = 0; i < day_level_count(); i++) {
        char commitment[TABLE_HEX];
        commitment_of(server, day, day_level_at(i), commitment);
        if (strcmp(commitment, game->deal) == 0)
            return i;
    }
    return -1;
}

/* One of the person's games, the newest first: an earlier attempt of the same deal takes the place
 * of a later one. */
static bool look_at_game(void *context, const struct store_game *game)
{
    struct day *shown = context;
    int64_t day = day_of(game->began_ms), ago = shown->day - day;
    if (!game->finished || ago < 0 || ago >= STREAK_MOST)
        return ago < STREAK_MOST;
    int level = level_of(shown->server, game, day);
    if (level < 0)
        return true;
    shown->played_on[ago] = true;
    if (ago <= 1)
        json_object_set_new(
            json_array_get(ago == 0 ? shown->levels : shown->yesterday, (size_t)level), "you",
            json_pack("{s:s, s:s, s:i, s:b}", "game", game->id, "result", game->result, "left",
                      game->left, "won", game->won || (game->seats > 0 && game->seat[0].won)));
    return true;
}

/* A table of the person at which a game runs: perhaps an attempt that is not finished. */
static bool look_at_table(void *context, const char *code)
{
    const struct day *day = context;
    char place[DAY_TEXT], attempt[TABLE_CODE];
    for (int i = 0; i < day_level_count(); i++) {
        day_text(day->day, day_level_at(i), place);
        ask_code_of(day->server, day->person, place, attempt);
        if (!day_level_at(i)->people && strcmp(attempt, code) == 0)
            json_object_set_new(json_array_get(day->levels, (size_t)i), "table", json_string(code));
    }
    return true;
}

static bool add_result(void *context, const char *result, uint64_t count)
{
    json_object_set_new(context, result, json_integer((json_int_t)count));
    return true;
}

/* The table of people at which one was dealt the deck. */
static void note_table(void *context, const struct day_level *level, const char *code)
{
    const struct day *shown = context;
    size_t index;
    json_t *row;
    json_array_foreach(shown->levels, index, row)
    {
        if (day_level_at((int)index) == level)
            json_object_set_new(row, "table", json_string(code));
    }
}

static enum store_status read_levels(const struct day *day, struct store *store)
{
    enum store_status status = STORE_OK;
    for (int i = 0; i < day_level_count() && status == STORE_OK; i++) {
        const struct day_level *level = day_level_at(i);
        char today[TABLE_HEX], tomorrow[TABLE_HEX];
        json_t *field = json_object();
        commitment_of(day->server, day->day, level, today);
        commitment_of(day->server, day->day + 1, level, tomorrow);
        status = store_read_field(store, today, add_result, field);
        json_array_append_new(day->levels,
                              json_pack("{s:s, s:s, s:b, s:s, s:s, s:o}", "level", level->name,
                                        "rules", level->rules, "people", level->people,
                                        "commitment", today, "tomorrow", tomorrow, "field", field));
    }
    return status;
}

/* Yesterday's decks: that day is over, so they are published. */
static void list_yesterday(const struct day *day)
{
    for (int i = 0; i < day_level_count(); i++) {
        struct request_deal deal;
        char hex[72];
        deal_of_day(day->server, day->day - 1, day_level_at(i), &deal);
        stos_seed_text(&deal.seed, hex);
        json_array_append_new(day->yesterday,
                              json_pack("{s:s, s:s, s:s, s:s}", "level", day_level_at(i)->name,
                                        "rules", day_level_at(i)->rules, "seed", hex, "commitment",
                                        deal.commitment));
    }
}

static void ask_day(struct task *task, struct store *store)
{
    struct day *day = calloc(1, sizeof *day);
    task->status = day ? STORE_OK : STORE_DOWN;
    if (!day)
        return;
    task->more = day;
    task->reply = json_pack("{s:[], s:[]}", "levels", "yesterday");
    *day = (struct day){.server = task->server,
                        .person = task->person.id,
                        .day = day_of(task->now_ms),
                        .levels = json_object_get(task->reply, "levels"),
                        .yesterday = json_object_get(task->reply, "yesterday")};
    list_yesterday(day);
    task->status = read_levels(day, store);
    if (task->status == STORE_OK)
        task->status = store_read_games_of(store, task->person.id, INT64_MAX, GAMES_LOOKED_AT,
                                           look_at_game, day);
    if (task->status == STORE_OK)
        task->status = store_read_tables_of(store, task->person.id, true, look_at_table, day);
    if (task->status == STORE_OK)
        task->status = day_read_dealt(store, task->person.id, day->day, note_table, day);
    if (task->status == STORE_OK)
        task->status = champion_read(store, day->day, day->today);
    if (task->status == STORE_OK)
        task->status = champion_read(store, day->day - 1, day->before);
}

/* How yesterday's deal of a level is won. */
static void ask_way(struct task *task, struct store *store)
{
    const struct day_level *level =
        day_level_find(json_string_value(json_object_get(task->body, "way")));
    char *way = malloc(CHAMPION_WAY);
    task->status =
        way ? champion_read_way(store, day_of(task->now_ms) - 1, level, way) : STORE_DOWN;
    if (task->status == STORE_OK)
        task->reply = json_pack("{s:s}", "record", way);
    else if (task->status == STORE_NONE)
        task->error = "no_game";
    free(way);
}

/* Days in a row up to today, or up to yesterday while today's is not played yet. */
static int streak_of(const struct day *day)
{
    int days = 0, from = day->played_on[0] ? 0 : 1;
    while (from + days < STREAK_MOST && day->played_on[from + days])
        days++;
    return days;
}

/* What `champion` made of a deal, and whether it can be won, as far as that is known. */
static void tell_found(json_t *level, const struct champion_found *found)
{
    if (*found->result)
        json_object_set_new(level, "champion", json_string(found->result));
    if (*found->winnable && *found->winnable != '-')
        json_object_set_new(level, "winnable", json_string(found->winnable));
}

/* Today's are told to those who have played them; what nobody knows yet will be found out, of
 * tables of people once one has played. */
static void tell_today(struct server *server, const struct day *day)
{
    for (int i = 0; i < day_level_count(); i++) {
        json_t *level = json_array_get(day->levels, (size_t)i);
        bool known = *day->today[i].result, played = json_object_get(level, "you");
        if (!known && (played || !day_level_at(i)->people))
            champion_want(server, day->day, i);
        else if (known && played)
            tell_found(level, &day->today[i]);
    }
}

static bool tell_day(struct task *task)
{
    const struct day *day = task->more;
    char date[DAY_DATE];
    day_date(day->day, date);
    tell_today(task->connection->server, day);
    for (int i = 0; i < day_level_count(); i++)
        tell_found(json_array_get(day->yesterday, (size_t)i), &day->before[i]);
    json_t *rest = json_pack("{s:s, s:I, s:i}", "date", date, "ends",
                             ((json_int_t)day->day + 1) * DAY_MS, "streak", streak_of(day));
    json_object_update(task->reply, rest);
    json_decref(rest);
    return true;
}

static void verb_day(struct connection *connection, const struct request *request)
{
    if (!json_object_get(request->body, "way")) {
        struct task *task = task_for_request(connection, request, TASK_READS, ask_day);
        if (task)
            task->then = tell_day;
    } else if (day_level_find(request_optional_text(request, "way"))) {
        task_for_request(connection, request, TASK_READS, ask_way);
    } else {
        reply_error(connection, request->ref, "bad_request");
    }
}

static const struct verb verbs[] = {
    {.name = "day", .run = verb_day},
    {.name = NULL},
};

const struct module day_module = {.name = "day", .verbs = verbs};
