/*
 * verbs_study.c - after the game: history, records, the verified shuffle, statistics.
 *
 * All of it is read from the store by its own thread and answered when it is there.
 */
#include "verbs_study.h"

#include "describe.h"
#include "lines.h"

#include <stdlib.h>
#include <string.h>

enum { HISTORY_MOST = 100 };

void verb_ping(struct connection *connection, const struct request *request) { reply_ok(connection, request->ref, NULL); }

void verb_games(struct connection *connection, const struct request *request)
{
    reply_json(connection, request->ref, json_pack("{s:o}", "games", describe_games()));
}

/* ---------------------------------------------------------------- a question to the store */

struct study_job {
    struct job job;
    struct connection *connection;
    char ref[HOST_REF], game_id[STORE_ID];
    void (*ask)(struct study_job *study, struct store *store);
    table_person person;
    int64_t before_ms;
    size_t most;
    enum store_status status;
    const char *error;
    json_t *reply;
};

static void study_work(struct job *job, void *place)
{
    struct study_job *study = (struct study_job *)job;
    study->ask(study, place);
}

static void study_done(struct job *job)
{
    struct study_job *study = (struct study_job *)job;
    if (study->status == STORE_DOWN)
        study->error = "store_down";
    if (study->error) {
        json_decref(study->reply);
        reply_error(study->connection, study->ref, study->error);
    } else {
        reply_json(study->connection, study->ref, study->reply);
    }
    study->connection->jobs--;
    connection_release(study->connection);
    free(study);
}

static struct study_job *start_study(struct connection *connection, const struct request *request, bool needs_game,
                                     void (*ask)(struct study_job *, struct store *))
{
    enum { JOBS_MOST = 8 };
    const char *id = request_optional_text(request, "game");
    if (needs_game && !(id = request_text(connection, request, "game")))
        return NULL;
    struct study_job *study = connection->jobs < JOBS_MOST ? calloc(1, sizeof *study) : NULL;
    if (!study) {
        reply_error(connection, request->ref, "too_many");
        return NULL;
    }
    study->job = (struct job){.work = study_work, .done = study_done};
    study->connection = connection;
    study->ask = ask;
    study->person = connection->person;
    study->before_ms = INT64_MAX;
    memcpy(study->ref, request->ref, sizeof study->ref);
    lws_strncpy(study->game_id, id ? id : "", sizeof study->game_id);
    connection->references++;
    connection->jobs++;
    return study;
}

/* ---------------------------------------------------------------- history */

static json_t *game_json(const struct store_game *game, table_person reader)
{
    json_t *people = json_array();
    for (int i = 0; i < game->seats; i++) {
        const struct store_seat *seat = &game->seat[i];
        json_array_append_new(people,
                              json_pack("{s:s, s:s*, s:b, s:b}", "name", seat->name, "bot", *seat->bot ? seat->bot : NULL, "won", seat->won,
                                        "you", seat->person != 0 && seat->person == reader));
    }
    return json_pack("{s:s, s:s, s:s, s:s, s:i, s:b, s:I, s:I, s:o}", "id", game->id, "table", game->code, "rules", game->rules, "result",
                     game->result, "left", game->left, "finished", game->finished, "began", (json_int_t)game->began_ms, "ended",
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

static void ask_history(struct study_job *study, struct store *store)
{
    struct game_list games = {json_array(), study->person};
    study->status = store_read_games_of(store, study->person, study->before_ms, study->most, add_game, &games);
    study->reply = json_pack("{s:o}", "games", games.list);
}

void verb_history(struct connection *connection, const struct request *request)
{
    int64_t most = 30, before = INT64_MAX;
    if (json_object_get(request->body, "most") && !request_number(connection, request, "most", 1, HISTORY_MOST, &most))
        return;
    if (json_object_get(request->body, "before") && !request_number(connection, request, "before", 0, INT64_MAX, &before))
        return;
    struct study_job *study = start_study(connection, request, false, ask_history);
    if (!study)
        return;
    study->most = (size_t)most;
    study->before_ms = before;
    pool_do(connection->server->readers, &study->job);
}

/* ---------------------------------------------------------------- records and the shuffle */

/* From the whole log of its table. */
static enum store_status make_record(struct store *store, const char *id, const char *code, char *record)
{
    struct lines log = {0};
    enum store_status status = store_read_log(store, code, 0, lines_add, &log);
    stos_writer writer = stos_writer_on(record, STUDY_RECORD_BYTES);
    if (status == STORE_OK && (!table_record(log.text, log.length, id, &writer) || writer.length >= STUDY_RECORD_BYTES))
        status = STORE_BROKEN;
    free(log.text);
    return status;
}

static bool replay_line(void *context, const char *code, uint32_t number, const char *line, size_t length)
{
    struct table *table = context;
    struct table_event event;
    (void)code, (void)number;
    return table_event_read(table, line, length, &event) && table_apply(table, &event) == TABLE_OK;
}

/*
 * STORE_TAKEN while its table plays the deal of a finished game again: the record would tell the cards of a game that runs. The
 * log is read only where something runs.
 */
static enum store_status deal_is_free(struct store *store, const struct store_game *game)
{
    enum store_status status = store_table_runs(store, game->code);
    struct table *table = status == STORE_OK ? calloc(1, sizeof *table) : NULL;
    if (!table)
        return status == STORE_NONE ? STORE_OK : status == STORE_OK ? STORE_DOWN : status;
    status = store_read_log(store, game->code, 0, replay_line, table);
    bool plays = table->phase == TABLE_PLAYING || table->phase == TABLE_PAUSED;
    bool same = plays && strcmp(table->commitment, game->deal) == 0;
    free(table);
    return store_is_out(status) ? status : same ? STORE_TAKEN : STORE_OK;
}

enum store_status study_record(struct store *store, const char *id, struct store_game *game, char **record, size_t *length)
{
    enum store_status status = store_find_game(store, id, game);
    if (status == STORE_OK)
        status = deal_is_free(store, game);
    *record = status == STORE_OK ? malloc(STUDY_RECORD_BYTES) : NULL;
    if (!*record)
        return status == STORE_OK ? STORE_DOWN : status;
    status = store_find_record(store, id, *record, STUDY_RECORD_BYTES);
    if (status == STORE_NONE)
        status = make_record(store, id, game->code, *record);
    *length = status == STORE_OK ? strlen(*record) : 0;
    if (status != STORE_OK) {
        free(*record);
        *record = NULL;
    }
    return status;
}

/* Whether the record replays to its end from a seed with this commitment. */
static bool shuffle_is_good(const char *record, size_t length, const char *commitment, char seed_text[72])
{
    static const size_t digits = 64;
    stos_reader *reader = malloc(sizeof *reader);
    unsigned char hash[crypto_hash_sha256_BYTES];
    char hex[TABLE_HEX];
    int seat;
    stos_move move = 0;
    bool good = reader && stos_record_open(reader, record, length).reason == STOS_OK && reader->head.has_seed && !reader->head.has_deck;
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
    return json_pack("{s:s, s:s, s:s, s:b}", "game", game->id, "commitment", game->deal, "seed", seed, "good", good);
}

static void read_record(struct study_job *study, struct store *store, bool verify)
{
    struct store_game game;
    char *record = NULL;
    size_t length = 0;
    study->status = study_record(store, study->game_id, &game, &record, &length);
    if (study->status == STORE_NONE)
        study->error = "no_game";
    else if (study->status == STORE_TAKEN)
        study->error = "game_runs";
    else if (study->status != STORE_OK)
        study->error = "bad_record";
    else if (verify)
        study->reply = study_verify_json(&game, record, length);
    else
        study->reply = json_pack("{s:s%, s:s}", "record", record, length, "commitment", game.deal);
    free(record);
}

static void ask_record(struct study_job *study, struct store *store) { read_record(study, store, false); }
static void ask_verify(struct study_job *study, struct store *store) { read_record(study, store, true); }

static void study_game(struct connection *connection, const struct request *request, void (*ask)(struct study_job *, struct store *))
{
    struct study_job *study = start_study(connection, request, true, ask);
    if (study)
        pool_do(connection->server->readers, &study->job);
}

void verb_record(struct connection *connection, const struct request *request) { study_game(connection, request, ask_record); }
void verb_verify(struct connection *connection, const struct request *request) { study_game(connection, request, ask_verify); }

/* ---------------------------------------------------------------- statistics */

static bool add_sum(void *context, const struct store_sum *sum)
{
    json_t *row = json_pack("{s:s, s:I, s:I}", "rules", sum->rules, "games", (json_int_t)sum->games, "wins", (json_int_t)sum->wins);
    if (sum->best >= 0 && sum->games > 0) {
        json_object_set_new(row, "mean_left", json_real((double)sum->left / (double)sum->games));
        json_object_set_new(row, "best", json_integer(sum->best));
    }
    json_array_append_new(context, row);
    return true;
}

static void ask_statistics(struct study_job *study, struct store *store)
{
    enum { DEAL_MOST = 20 };
    json_t *person = json_array();
    study->reply = json_pack("{s:o}", "person", person);
    study->status = store_read_sums_of_person(store, study->person, add_sum, person);
    struct store_game game;
    if (study->status != STORE_OK || !*study->game_id)
        return;
    study->status = store_find_game(store, study->game_id, &game);
    if (study->status == STORE_NONE)
        study->error = "no_game";
    if (study->status != STORE_OK)
        return;
    json_t *group = json_array();
    struct game_list deal = {json_array(), study->person};
    json_object_set_new(study->reply, "group", group);
    json_object_set_new(study->reply, "deal", deal.list);
    study->status = store_read_sums_of_group(store, game.group, add_sum, group);
    if (study->status == STORE_OK)
        study->status = store_read_games_of_deal(store, game.deal, DEAL_MOST, add_game, &deal);
}

void verb_statistics(struct connection *connection, const struct request *request)
{
    struct study_job *study = start_study(connection, request, false, ask_statistics);
    if (study)
        pool_do(connection->server->readers, &study->job);
}
