/*
 * ratings.c - see ratings.h: profiles, leaderboards, and privacy preferences.
 *
 * Nobody is shown against their will: a private profile gets the same reply as one that does not
 * exist.
 */
#include "ratings.h"

#include "account.h"
#include "server/core/core.h"
#include "server/core/task.h"

#include <stdio.h>
#include <string.h>

enum { LEADERS_MOST = 100, RESULTS_LOOKED_AT = 1000, SEASON_TEXT = 24 };

const char *ratings_refuse(const struct connection *connection,
                           const struct table_settings *settings)
{
    if (!settings->rated)
        return NULL;
    bool good = !stos_game_is_cooperative(settings->rules.game) && settings->turn_seconds > 0 &&
        !settings->takeback && !settings->odds && !settings->memory;
    return !good ? "bad_rated" : *connection->account ? NULL : "account_first";
}

/* "2026-4": a year and its quarter. */
static void season_text(int64_t season, char text[SEASON_TEXT])
{
    snprintf(text, SEASON_TEXT, "%lld-%lld", (long long)(season / 4), (long long)(season % 4 + 1));
}

static bool season_read(const char *text, int64_t *season)
{
    int year, quarter;
    char end;
    if (sscanf(text, "%4d-%1d%c", &year, &quarter, &end) != 2 || year < 2000 || quarter < 1 ||
        quarter > 4)
        return false;
    *season = (int64_t)year * 4 + quarter - 1;
    return true;
}

static json_t *rating_json(const struct store_rating *rating)
{
    return json_pack("{s:f, s:f, s:b, s:I, s:I}", "rating", rating->rating, "deviation",
                     rating->deviation, "provisional", rating->provisional, "games",
                     (json_int_t)rating->games, "wins", (json_int_t)rating->wins);
}

/* ---------------------------------------------------------------- profiles */

static bool add_rating(void *context, const struct store_rating *rating)
{
    char season[SEASON_TEXT];
    json_t *row = rating_json(rating);
    season_text(rating->season, season);
    json_object_set_new(row, "game", json_string(rating->game));
    json_object_set_new(row, "season", json_string(season));
    json_array_append_new(context, row);
    return true;
}

json_t *ratings_of(struct store *store, table_person person)
{
    json_t *list = json_array();
    store_read_ratings_of(store, person, add_rating, list);
    return list;
}

static bool add_sum(void *context, const struct store_sum *sum)
{
    if (sum->best >= 0 && sum->games > 0)
        json_object_set_new(context, sum->rules,
                            json_pack("{s:I, s:I, s:f, s:i, s:i, s:i, s:b}", "games",
                                      (json_int_t)sum->games, "wins", (json_int_t)sum->wins,
                                      "mean_left", (double)sum->left / (double)sum->games, "best",
                                      sum->best, "streak", 0, "longest", 0, "ended", false));
    return true;
}

/* One more result, older than those before it: `streak` is the newest run of wins, `run` the one
 * being counted. */
static bool add_won(void *context, const char *rules, bool won)
{
    json_t *row = json_object_get(context, rules);
    if (!row)
        return true;
    json_int_t run = won ? json_integer_value(json_object_get(row, "run")) + 1 : 0;
    json_object_set_new(row, "run", json_integer(run));
    if (!won)
        json_object_set_new(row, "ended", json_true());
    else if (!json_is_true(json_object_get(row, "ended")))
        json_object_set_new(row, "streak", json_integer(run));
    if (run > json_integer_value(json_object_get(row, "longest")))
        json_object_set_new(row, "longest", json_integer(run));
    return true;
}

/* What `champion` made of the same deals of the day. */
static bool add_yardstick(void *context, const struct store_yardstick *yardstick)
{
    json_t *row = json_object_get(context, yardstick->rules);
    double games = (double)yardstick->games;
    if (row)
        json_object_set_new(row, "yardstick",
                            json_pack("{s:I, s:f, s:f}", "games", (json_int_t)yardstick->games,
                                      "mean_left", (double)yardstick->left / games, "champion",
                                      (double)yardstick->bot_left / games));
    return true;
}

/* THE GAME by its rules: that is by level and number of players. */
static json_t *sums_of(struct store *store, table_person person, bool own,
                       enum store_status *status)
{
    json_t *sums = json_object(), *row, *list = json_array();
    const char *rules;
    *status = store_read_sums_of_person(store, person, add_sum, sums);
    if (*status == STORE_OK)
        *status = store_read_results_of(store, person, RESULTS_LOOKED_AT, add_won, sums);
    if (*status == STORE_OK && own) /* others may not know yet what it reached today */
        *status = store_read_yardsticks(store, person, add_yardstick, sums);
    json_object_foreach(sums, rules, row)
    {
        json_object_set_new(row, "rules", json_string(rules));
        json_object_del(row, "ended");
        json_object_del(row, "run");
        json_array_append(list, row);
    }
    json_decref(sums);
    return list;
}

static bool is_private(struct store *store, table_person person)
{
    char value[8];
    return store_get_person_fact(store, person, STORE_PRIVATE, value, sizeof value) !=
        STORE_NONE; /* in doubt, it is */
}

/* The person whose profile is requested: the requester, or the holder of the named account. */
static bool find_subject(struct task *task, struct store *store, struct store_person *subject)
{
    const char *name = json_string_value(json_object_get(task->body, "account"));
    char account[STORE_NAME], pass[STORE_PASS];
    task->status = STORE_NONE;
    if (!name)
        task->status = store_find_person(store, task->person.id, subject);
    else if (account_fold(name, account))
        task->status = store_find_account(store, account, subject, pass);
    if (task->status == STORE_NONE && !name) {
        *subject = task->person;
        task->status = STORE_OK;
    }
    bool hidden = task->status == STORE_OK && subject->id != task->person.id &&
        is_private(store, subject->id);
    if (task->status == STORE_NONE || hidden)
        task->error = "no_profile";
    return task->status == STORE_OK && !hidden;
}

static void ask_profile(struct task *task, struct store *store)
{
    struct store_person subject;
    if (!find_subject(task, store, &subject))
        return;
    json_t *sums = sums_of(store, subject.id, subject.id == task->person.id, &task->status);
    task->reply = json_pack("{s:{s:s, s:s?, s:b, s:b, s:o, s:o}}", "profile", "name", subject.name,
                            "account", *subject.account ? subject.account : NULL, "you",
                            subject.id == task->person.id, "private", is_private(store, subject.id),
                            "ratings", ratings_of(store, subject.id), "thegame", sums);
}

static void verb_profile(struct connection *connection, const struct request *request)
{
    task_for_request(connection, request, TASK_READS, ask_profile);
}

/* ---------------------------------------------------------------- leaderboards */

static bool add_leader(void *context, const struct store_rating *rating)
{
    json_t *row = rating_json(rating);
    if (*rating->bot) {
        json_object_set_new(row, "bot", json_string(rating->bot));
    } else {
        json_object_set_new(row, "name", json_string(rating->name));
        json_object_set_new(row, "account", json_string(rating->account));
    }
    json_array_append_new(context, row);
    return true;
}

static void ask_leaders(struct task *task, struct store *store)
{
    const char *game = json_string_value(json_object_get(task->body, "game"));
    const char *wanted = json_string_value(json_object_get(task->body, "season"));
    int64_t now = store_season_of(task->now_ms), season = now;
    char text[SEASON_TEXT], current[SEASON_TEXT];
    if (!game || (wanted && !season_read(wanted, &season))) {
        task->error = "bad_request";
        return;
    }
    json_t *rows = json_array();
    season_text(season, text);
    season_text(now, current);
    task->status = store_read_leaders(store, game, season, LEADERS_MOST, add_leader, rows);
    task->reply = json_pack("{s:s, s:s, s:s, s:o}", "game", game, "season", text, "current",
                            current, "leaders", rows);
}

static void verb_leaders(struct connection *connection, const struct request *request)
{
    task_for_request(connection, request, TASK_READS, ask_leaders);
}

/* ---------------------------------------------------------------- preferences */

static void ask_preferences(struct task *task, struct store *store)
{
    json_t *private = json_object_get(task->body, "private");
    if (json_is_true(private))
        task->status = task_keep_person(task, store);
    if (task->status == STORE_OK && json_is_boolean(private))
        task->status = json_is_true(private)
            ? store_put_person_fact(store, task->person.id, STORE_PRIVATE, "1")
            : store_drop_person_fact(store, task->person.id, STORE_PRIVATE);
    task->reply = json_pack("{s:b}", "private", is_private(store, task->person.id));
}

static void verb_preferences(struct connection *connection, const struct request *request)
{
    task_for_request(connection, request, TASK_WRITES, ask_preferences);
}

static const struct verb verbs[] = {
    {.name = "profile", .run = verb_profile, .cost = COST_READ, .price = 1},
    {.name = "leaders", .run = verb_leaders, .cost = COST_READ, .price = 1},
    {.name = "preferences", .run = verb_preferences, .cost = COST_READ, .price = 1},
    {.name = NULL},
};

const struct module ratings_module = {.name = "ratings", .verbs = verbs};
