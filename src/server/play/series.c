/* series.c - see series.h. */
#include "series.h"

#include "server/core/core.h"
#include "server/core/task.h"
#include "server/tables/deals.h"
#include "table/day.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    TEAMS_MOST = 100,
    GAMES_MOST = 300 /* of one deal, the newest */,
    USUAL_DEALS = 4,
    ALL_CARDS = 98
};

/* ---------------------------------------------------------------- deals */

static void deal_at(const struct server *server, const char *word, const stos_rules *rules,
                    int index, struct request_deal *deal)
{
    char series[STORE_SERIES];
    deal_series(word, rules, series);
    deal_of_series(server, series, index, deal);
}

/* That word is reserved for the tables that day_create() makes, whose decks must not be available
 * in any other way. */
static bool is_of_the_day(const char *word) { return strcasecmp(word, DAY_SERIES) == 0; }

bool series_read(struct connection *connection, const struct request *request, const char *fresh,
                 struct table_settings *settings)
{
    const json_t *series = json_object_get(request->body, "series");
    const char *word = json_is_true(series) ? fresh : json_string_value(series);
    int64_t deals = USUAL_DEALS;
    if (!series)
        return true;
    if (json_object_get(request->body, "deals") &&
        !request_number(connection, request, "deals", 1, TABLE_DEALS_MAX, &deals))
        return false;
    if (!word || strlen(word) >= sizeof settings->series || !table_code_is_good(word) ||
        (is_of_the_day(word) && !request->place)) {
        reply_error(connection, request->ref, "bad_series");
        return false;
    }
    if (!stos_game_is_cooperative(settings->rules.game)) {
        reply_error(connection, request->ref, "series_alone");
        return false;
    }
    memcpy(settings->series, word, strlen(word) + 1);
    settings->deals = (uint8_t)deals;
    return true;
}

/* ---------------------------------------------------------------- standings */

/* What a team made of one deal. */
struct outcome {
    bool played, won, practice;
    int left; /* all cards, where the game was given up */
    char game[STORE_ID];
};

struct team {
    char code[STORE_CODE];
    struct store_game last; /* whose seats name the team */
    bool is_yours;
    struct outcome outcome[TABLE_DEALS_MAX];
};

struct standings {
    uint64_t person;
    int deals, teams;
    bool you_played[TABLE_DEALS_MAX];
    struct team team[TEAMS_MOST];
};

struct games {
    size_t count;
    struct store_game game[GAMES_MOST];
};

static bool gather(void *context, const struct store_game *game)
{
    struct games *games = context;
    games->game[games->count++] = *game;
    return games->count < GAMES_MOST;
}

static int by_beginning(const void *one, const void *other)
{
    const struct store_game *a = one, *b = other;
    return a->began_ms != b->began_ms ? (a->began_ms < b->began_ms ? -1 : 1) : strcmp(a->id, b->id);
}

static bool sits_in(const struct store_game *game, uint64_t person)
{
    for (int seat = 0; seat < game->seats; seat++)
        if (person != 0 && game->seat[seat].person == person)
            return true;
    return false;
}

/* Whether somebody in the game had been dealt the same cards before. */
static bool is_practice(const struct games *games, size_t index)
{
    const struct store_game *game = &games->game[index];
    for (size_t earlier = 0; earlier < index; earlier++)
        for (int seat = 0; seat < game->seats; seat++)
            if (sits_in(&games->game[earlier], game->seat[seat].person))
                return true;
    return false;
}

static struct team *team_of(struct standings *standings, const struct store_game *game)
{
    for (int i = 0; i < standings->teams; i++)
        if (strcmp(standings->team[i].code, game->code) == 0)
            return &standings->team[i];
    if (standings->teams == TEAMS_MOST)
        return NULL;
    struct team *team = &standings->team[standings->teams++];
    lws_strncpy(team->code, game->code, sizeof team->code);
    return team;
}

/* A team's first game of a deal counts, unless it is practice; practice is shown where there is
 * nothing else. */
static void note_game(struct standings *standings, int deal, const struct store_game *game,
                      bool practice)
{
    struct team *team = team_of(standings, game);
    bool yours = sits_in(game, standings->person);
    standings->you_played[deal] |= yours;
    if (!team)
        return;
    team->is_yours |= yours;
    team->last = *game;
    struct outcome *outcome = &team->outcome[deal];
    if (outcome->played && (!outcome->practice || practice))
        return;
    *outcome = (struct outcome){.played = true,
                                .won = game->won,
                                .practice = practice,
                                .left = game->finished ? game->left : ALL_CARDS};
    lws_strncpy(outcome->game, game->id, sizeof outcome->game);
}

static void note_deal(struct standings *standings, int deal, struct games *games)
{
    qsort(games->game, games->count, sizeof games->game[0], by_beginning);
    for (size_t i = 0; i < games->count; i++)
        note_game(standings, deal, &games->game[i], is_practice(games, i));
}

/* Of deals that the reader has yet to play, shows only whether they were played. */
static json_t *outcome_json(const struct outcome *outcome, bool open)
{
    if (!outcome->played)
        return json_null();
    if (!open)
        return json_object();
    return json_pack("{s:i, s:b, s:b, s:s}", "left", outcome->left, "won", outcome->won, "practice",
                     outcome->practice, "game", outcome->game);
}

static json_t *team_json(const struct standings *standings, const struct team *team)
{
    json_t *players = json_array(), *results = json_array();
    for (int seat = 0; seat < team->last.seats; seat++) {
        const struct store_seat *who = &team->last.seat[seat];
        json_array_append_new(players,
                              *who->bot ? json_pack("{s:s}", "bot", who->bot)
                                        : json_pack("{s:s}", "name", who->name));
    }
    for (int deal = 0; deal < standings->deals; deal++)
        json_array_append_new(results,
                              outcome_json(&team->outcome[deal], standings->you_played[deal]));
    return json_pack("{s:o, s:b, s:s*, s:o}", "players", players, "you", team->is_yours, "table",
                     team->is_yours ? team->code : NULL, "results", results);
}

/* What was read of a request for standings. */
struct wanted {
    const struct server *server;
    char series[TABLE_CODE];
    stos_rules rules;
    int deals;
};

static json_t *deal_json(const struct wanted *wanted, int index, bool open)
{
    struct request_deal deal;
    char seed[72];
    deal_at(wanted->server, wanted->series, &wanted->rules, index, &deal);
    json_t *members = json_pack("{s:s}", "commitment", deal.commitment);
    stos_seed_text(&deal.seed, seed);
    if (open)
        json_object_set_new(members, "seed", json_string(seed));
    return members;
}

static json_t *standings_json(const struct wanted *wanted, const struct standings *standings)
{
    char rules[STOS_RULES_TEXT];
    json_t *teams = json_array(), *deals = json_array();
    stos_rules_text(&wanted->rules, rules);
    for (int i = 0; i < wanted->deals; i++)
        json_array_append_new(deals, deal_json(wanted, i, standings->you_played[i]));
    for (int i = 0; i < standings->teams; i++)
        json_array_append_new(teams, team_json(standings, &standings->team[i]));
    return json_pack("{s:s, s:s, s:o, s:o}", "series", wanted->series, "rules", rules, "deals",
                     deals, "teams", teams);
}

static enum store_status find_games(const struct wanted *wanted, struct store *store,
                                    struct standings *standings)
{
    enum store_status status = STORE_OK;
    struct games *games = malloc(sizeof *games);
    if (!games)
        abort();
    for (int index = 0; index < wanted->deals && status == STORE_OK; index++) {
        struct request_deal deal;
        games->count = 0;
        deal_at(wanted->server, wanted->series, &wanted->rules, index, &deal);
        status = store_read_games_of_deal(store, deal.commitment, GAMES_MOST, gather, games);
        note_deal(standings, index, games);
    }
    free(games);
    return status;
}

/* What is wrong with the request, as a code of error_texts.c; NULL: nothing. */
static const char *read_wanted(const json_t *body, struct wanted *wanted)
{
    const char *series = json_string_value(json_object_get(body, "series")),
               *rules = json_string_value(json_object_get(body, "rules"));
    const json_t *deals = json_object_get(body, "deals");
    if (!series || strlen(series) >= sizeof wanted->series || !table_code_is_good(series) ||
        is_of_the_day(series))
        return "bad_series";
    memcpy(wanted->series, series, strlen(series) + 1);
    if (!rules || stos_rules_parse(rules, strlen(rules), &wanted->rules).reason != STOS_OK)
        return "bad_rules";
    if (!stos_game_is_cooperative(wanted->rules.game))
        return "series_alone";
    wanted->deals =
        json_integer_value(deals) <= TABLE_DEALS_MAX ? (int)json_integer_value(deals) : 0;
    return wanted->deals < 1 ? "bad_series" : NULL;
}

static void ask_standings(struct task *task, struct store *store)
{
    struct wanted wanted = {.server = task->server};
    task->error = read_wanted(task->body, &wanted);
    if (task->error)
        return;
    struct standings *standings = calloc(1, sizeof *standings);
    if (!standings)
        abort();
    standings->person = task->person.id;
    standings->deals = wanted.deals;
    task->status = find_games(&wanted, store, standings);
    if (task->status == STORE_OK)
        task->reply = standings_json(&wanted, standings);
    free(standings);
}

static void verb_series(struct connection *connection, const struct request *request)
{
    task_for_request(connection, request, TASK_READS, ask_standings);
}

static const struct verb verbs[] = {
    {.name = "series", .run = verb_series},
    {.name = NULL},
};

const struct module series_module = {.name = "series", .verbs = verbs};
