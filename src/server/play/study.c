/*
 * study.c - after the game: history, records, the verified shuffle, statistics.
 *
 * All of it is read from the store on another thread, and the reply follows when it has arrived.
 */
#include "study.h"

#include "server/core/core.h"
#include "server/core/task.h"
#include "server/tables/tables.h"
#include "server/tables/buffer.h"
#include "server/tables/permission.h"
#include "table/describe.h"
#include "table/table_text.h"

#include <stdlib.h>
#include <string.h>

enum { HISTORY_USUAL = 30, HISTORY_MOST = 100 };

static void verb_ping(struct connection *connection, const struct request *request)
{
    reply_ok(connection, request->ref, NULL);
}

static void verb_games(struct connection *connection, const struct request *request)
{
    char text[DESCRIBE_TEXT];
    stos_writer writer = stos_writer_on(text, sizeof text);
    describe_games(&writer);
    reply_json(connection, request->ref, json_pack("{s:o}", "games", json_loads(text, 0, NULL)));
}

/* ---------------------------------------------------------------- history */

static json_t *game_json(const struct store_game *game, table_person reader)
{
    json_t *people = json_array();
    for (int i = 0; i < game->seats; i++) {
        const struct store_seat *seat = &game->seat[i];
        json_array_append_new(people,
                              json_pack("{s:s, s:s*, s:b, s:b}", "name", seat->name, "bot",
                                        *seat->bot ? seat->bot : NULL, "won", seat->won, "you",
                                        seat->person != 0 && seat->person == reader));
    }
    return json_pack("{s:s, s:s, s:s, s:s, s:i, s:b, s:I, s:I, s:o}", "id", game->id, "table",
                     game->code, "rules", game->rules, "result", game->result, "left", game->left,
                     "finished", game->finished, "began", (json_int_t)game->began_ms, "ended",
                     (json_int_t)game->ended_ms, "people", people);
}

struct game_list {
    json_t *list;
    table_person reader;
};

static bool add_game(void *context, const struct store_game *game)
{
    const struct game_list *games = context;
    json_array_append_new(games->list, game_json(game, games->reader));
    return true;
}

static void ask_history(struct task *task, struct store *store)
{
    const json_t *before = json_object_get(task->body, "before"),
                 *most = json_object_get(task->body, "most");
    struct game_list games = {json_array(), task->person.id};
    task->reply = json_pack("{s:o}", "games", games.list);
    task->status = store_read_games_of(
        store, task->person.id, before ? json_integer_value(before) : INT64_MAX,
        most ? (size_t)json_integer_value(most) : HISTORY_USUAL, add_game, &games);
}

static void verb_history(struct connection *connection, const struct request *request)
{
    int64_t number;
    if (json_object_get(request->body, "most") &&
        !request_number(connection, request, "most", 1, HISTORY_MOST, &number))
        return;
    if (json_object_get(request->body, "before") &&
        !request_number(connection, request, "before", 0, INT64_MAX, &number))
        return;
    task_for_request(connection, request, TASK_READS, ask_history);
}

/* ---------------------------------------------------------------- records and the shuffle */

/* From the whole log of its table. */
static enum store_status make_record(struct store *store, const char *id, const char *code,
                                     char *record)
{
    struct lines log = {0};
    enum store_status status = store_read_log(store, code, 0, buffer_add_line, &log);
    stos_writer writer = stos_writer_on(record, TABLES_RECORD_BYTES);
    if (status == STORE_OK &&
        (!table_record(log.text, log.length, id, &writer) || writer.length >= TABLES_RECORD_BYTES))
        status = STORE_BROKEN;
    free(log.text);
    return status;
}

/* STORE_TAKEN: closed, and study->error says why. */
static enum store_status deal_is_open(struct study *study, struct store *store)
{
    struct permission_deal asked = {
        .server = study->server, .person = study->person, .now_ms = study->now_ms};
    lws_strncpy(asked.deal, study->game.deal, sizeof asked.deal);
    enum store_status status = permission_of_deal(&asked, store, &study->error);
    return status == STORE_OK && study->error ? STORE_TAKEN : status;
}

enum store_status study_record(struct study *study, struct store *store, const char *id)
{
    enum store_status status = store_find_game(store, id, &study->game);
    if (status == STORE_OK)
        status = deal_is_open(study, store);
    char *record = status == STORE_OK ? malloc(TABLES_RECORD_BYTES) : NULL;
    if (!record)
        return status == STORE_OK ? STORE_DOWN : status;
    status = store_find_record(store, id, record, TABLES_RECORD_BYTES);
    if (status == STORE_NONE)
        status = make_record(store, id, study->game.code, record);
    if (status == STORE_OK) {
        study->record = record;
        study->length = strlen(record);
    } else {
        free(record);
    }
    return status;
}

/* Whether the record replays to its end from a seed with this commitment. */
static bool shuffle_is_good(const char *record, size_t length, const char *commitment,
                            char seed_text[72])
{
    static const size_t digits = 64;
    stos_reader *reader = malloc(sizeof *reader);
    unsigned char hash[crypto_hash_sha256_BYTES];
    char hex[TABLE_HEX];
    int seat;
    stos_move move = 0;
    bool good = reader && stos_record_open(reader, record, length).reason == STOS_OK &&
        reader->head.has_seed && !reader->head.has_deck;
    if (good) {
        good = stos_seed_text(&reader->head.seed, seed_text) == digits;
        crypto_hash_sha256(hash, reader->head.seed.bytes, sizeof reader->head.seed.bytes);
        sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
        good = good && strcmp(hex, commitment) == 0;
    }
    while (good && !reader->done)
        good = stos_record_step(reader, &seat, &move).reason == STOS_OK;
    free(reader);
    return good;
}

json_t *study_verify_json(const struct store_game *game, const char *record, size_t length)
{
    char seed[72] = "";
    bool good = shuffle_is_good(record, length, game->deal, seed);
    return json_pack("{s:s, s:s, s:s, s:b}", "game", game->id, "commitment", game->deal, "seed",
                     seed, "good", good);
}

static const char *wanted_game(const struct task *task)
{
    return json_string_value(json_object_get(task->body, "game"));
}

static struct study study_of(const struct task *task)
{
    return (struct study){
        .server = task->server, .person = task->person.id, .now_ms = task->now_ms};
}

static void read_record(struct task *task, struct store *store, bool verify)
{
    struct study study = study_of(task);
    task->status = study_record(&study, store, wanted_game(task));
    if (task->status == STORE_NONE)
        task->error = "no_game";
    else if (task->status == STORE_TAKEN)
        task->error = study.error;
    else if (task->status == STORE_BROKEN)
        task->error = "bad_record";
    else if (task->status == STORE_OK && verify)
        task->reply = study_verify_json(&study.game, study.record, study.length);
    else if (task->status == STORE_OK)
        task->reply = json_pack("{s:s%, s:s}", "record", study.record, study.length, "commitment",
                                study.game.deal);
    free(study.record);
}

static void ask_record(struct task *task, struct store *store) { read_record(task, store, false); }
static void ask_verify(struct task *task, struct store *store) { read_record(task, store, true); }

static void verb_record(struct connection *connection, const struct request *request)
{
    if (request_text(connection, request, "game"))
        task_for_request(connection, request, TASK_READS, ask_record);
}

static void verb_verify(struct connection *connection, const struct request *request)
{
    if (request_text(connection, request, "game"))
        task_for_request(connection, request, TASK_READS, ask_verify);
}

/* ---------------------------------------------------------------- statistics */

static bool add_sum(void *context, const struct store_sum *sum)
{
    json_t *row = json_pack("{s:s, s:I, s:I}", "rules", sum->rules, "games", (json_int_t)sum->games,
                            "wins", (json_int_t)sum->wins);
    if (sum->best >= 0 && sum->games > 0) {
        json_object_set_new(row, "mean_left", json_real((double)sum->left / (double)sum->games));
        json_object_set_new(row, "best", json_integer(sum->best));
    }
    json_array_append_new(context, row);
    return true;
}

/* A game of others: not where it was played, which would let the reader in there. */
static bool add_game_of_deal(void *context, const struct store_game *game)
{
    const struct game_list *games = context;
    json_t *row = game_json(game, games->reader);
    bool sat_there = false;
    for (int i = 0; i < game->seats; i++)
        sat_there |= game->seat[i].person != 0 && game->seat[i].person == games->reader;
    if (!sat_there)
        json_object_set_new(row, "table", json_string(""));
    json_array_append_new(games->list, row);
    return true;
}

/* How those who sat in a game do together, and how others played the same deal, if it is open. */
static void add_game_sums(struct task *task, struct store *store, struct study *study)
{
    enum { DEAL_MOST = 20 };
    const struct store_game *game = &study->game;
    json_t *group = json_array();
    struct game_list deal = {json_array(), task->person.id};
    json_object_set_new(task->reply, "group", group);
    json_object_set_new(task->reply, "deal", deal.list);
    task->status = store_read_sums_of_group(store, game->group, add_sum, group);
    if (task->status == STORE_OK)
        task->status = deal_is_open(study, store);
    if (task->status == STORE_OK)
        task->status =
            store_read_games_of_deal(store, game->deal, DEAL_MOST, add_game_of_deal, &deal);
    else if (task->status == STORE_TAKEN)
        task->status = STORE_OK;
}

static void ask_statistics(struct task *task, struct store *store)
{
    json_t *person = json_array();
    struct study study = study_of(task);
    task->reply = json_pack("{s:o}", "person", person);
    task->status = store_read_sums_of_person(store, task->person.id, add_sum, person);
    if (task->status != STORE_OK || !wanted_game(task))
        return;
    task->status = store_find_game(store, wanted_game(task), &study.game);
    if (task->status == STORE_NONE)
        task->error = "no_game";
    if (task->status == STORE_OK)
        add_game_sums(task, store, &study);
}

static void verb_statistics(struct connection *connection, const struct request *request)
{
    task_for_request(connection, request, TASK_READS, ask_statistics);
}

static const struct verb verbs[] = {
    {.name = "ping", .run = verb_ping, .when = VERB_ANY_TIME},
    {.name = "games", .run = verb_games, .when = VERB_ANY_TIME},
    {.name = "history", .run = verb_history, .cost = COST_READ, .price = 1},
    {.name = "record", .run = verb_record, .cost = COST_READ, .price = 1},
    {.name = "verify", .run = verb_verify, .cost = COST_READ, .price = 1},
    {.name = "statistics", .run = verb_statistics, .cost = COST_READ, .price = 1},
    {.name = NULL},
};

const struct module study_module = {.name = "study", .verbs = verbs};
