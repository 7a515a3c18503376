/*
 * verbs_study.c - after the game: history, records, the verified shuffle, statistics.
 *
 * All of it is read from the store on another thread, and the reply follows when it has arrived.
 */
#include "verbs_study.h"

#include "asking.h"
#include "lines.h"
#include "table/describe.h"

#include <stdlib.h>
#include <string.h>

enum { HISTORY_USUAL = 30, HISTORY_MOST = 100 };

void verb_ping(struct connection *connection, const struct request *request)
{
    reply_ok(connection, request->ref, NULL);
}

void verb_games(struct connection *connection, const struct request *request)
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

static void ask_history(struct asking *asking, struct store *store)
{
    const json_t *before = json_object_get(asking->body, "before"),
                 *most = json_object_get(asking->body, "most");
    struct game_list games = {json_array(), asking->person.id};
    asking->reply = json_pack("{s:o}", "games", games.list);
    asking->status = store_read_games_of(
        store, asking->person.id, before ? json_integer_value(before) : INT64_MAX,
        most ? (size_t)json_integer_value(most) : HISTORY_USUAL, add_game, &games);
}

void verb_history(struct connection *connection, const struct request *request)
{
    int64_t number;
    if (json_object_get(request->body, "most") &&
        !request_number(connection, request, "most", 1, HISTORY_MOST, &number))
        return;
    if (json_object_get(request->body, "before") &&
        !request_number(connection, request, "before", 0, INT64_MAX, &number))
        return;
    asking_start(connection, request, ASKING_READS, ask_history);
}

/* ---------------------------------------------------------------- records and the shuffle */

/* From the whole log of its table. */
static enum store_status make_record(struct store *store, const char *id, const char *code,
                                     char *record)
{
    struct lines log = {0};
    enum store_status status = store_read_log(store, code, 0, lines_add, &log);
    stos_writer writer = stos_writer_on(record, STUDY_RECORD_BYTES);
    if (status == STORE_OK &&
        (!table_record(log.text, log.length, id, &writer) || writer.length >= STUDY_RECORD_BYTES))
        status = STORE_BROKEN;
    free(log.text);
    return status;
}

static bool replay_line(void *context, const char *code, uint32_t number, const char *line,
                        size_t length)
{
    struct table *table = context;
    struct table_event event;
    (void)code, (void)number;
    return table_event_read(table, line, length, &event) && table_apply(table, &event) == TABLE_OK;
}

/*
 * STORE_TAKEN while its table plays the deal of a finished game again: the record would reveal the
 * cards of a game in progress. The log is read only if one is in progress.
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

enum store_status study_record(struct store *store, const char *id, struct store_game *game,
                               char **record, size_t *length)
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

static const char *wanted_game(const struct asking *asking)
{
    return json_string_value(json_object_get(asking->body, "game"));
}

static void read_record(struct asking *asking, struct store *store, bool verify)
{
    struct store_game game;
    char *record = NULL;
    size_t length = 0;
    asking->status = study_record(store, wanted_game(asking), &game, &record, &length);
    if (asking->status == STORE_NONE)
        asking->error = "no_game";
    else if (asking->status == STORE_TAKEN)
        asking->error = "game_runs";
    else if (asking->status == STORE_BROKEN)
        asking->error = "bad_record";
    else if (asking->status == STORE_OK && verify)
        asking->reply = study_verify_json(&game, record, length);
    else if (asking->status == STORE_OK)
        asking->reply = json_pack("{s:s%, s:s}", "record", record, length, "commitment", game.deal);
    free(record);
}

static void ask_record(struct asking *asking, struct store *store)
{
    read_record(asking, store, false);
}
static void ask_verify(struct asking *asking, struct store *store)
{
    read_record(asking, store, true);
}

void verb_record(struct connection *connection, const struct request *request)
{
    if (request_text(connection, request, "game"))
        asking_start(connection, request, ASKING_READS, ask_record);
}

void verb_verify(struct connection *connection, const struct request *request)
{
    if (request_text(connection, request, "game"))
        asking_start(connection, request, ASKING_READS, ask_verify);
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

/* How those who sat in a game do together, and how others played the same deal. */
static void add_game_sums(struct asking *asking, struct store *store, const struct store_game *game)
{
    enum { DEAL_MOST = 20 };
    json_t *group = json_array();
    struct game_list deal = {json_array(), asking->person.id};
    json_object_set_new(asking->reply, "group", group);
    json_object_set_new(asking->reply, "deal", deal.list);
    asking->status = store_read_sums_of_group(store, game->group, add_sum, group);
    if (asking->status == STORE_OK)
        asking->status = store_read_games_of_deal(store, game->deal, DEAL_MOST, add_game, &deal);
}

static void ask_statistics(struct asking *asking, struct store *store)
{
    json_t *person = json_array();
    struct store_game game;
    asking->reply = json_pack("{s:o}", "person", person);
    asking->status = store_read_sums_of_person(store, asking->person.id, add_sum, person);
    if (asking->status != STORE_OK || !wanted_game(asking))
        return;
    asking->status = store_find_game(store, wanted_game(asking), &game);
    if (asking->status == STORE_NONE)
        asking->error = "no_game";
    if (asking->status == STORE_OK)
        add_game_sums(asking, store, &game);
}

void verb_statistics(struct connection *connection, const struct request *request)
{
    asking_start(connection, request, ASKING_READS, ask_statistics);
}
