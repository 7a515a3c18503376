/* games.c - see store.h: finished games and totals over them. One implementation for all kinds of
 * stores. */
#include "store_internal.h"

#include <stddef.h>
#include <string.h>

/* Rows are seats; a game is complete when the next game's first seat comes, or at the end. */
struct game_reader {
    store_game_row *row;
    void *context;
    struct store_game game;
    bool stopped;
};

static void copy_game(const struct store_row *row, struct store_game *game)
{
    *game = (struct store_game){.left = (int)store_row_number(row, 6),
                                .won = store_row_flag(row, 7),
                                .finished = store_row_flag(row, 8)};
    store_row_copy(row, 0, game->id, sizeof game->id);
    store_row_copy(row, 1, game->code, sizeof game->code);
    store_row_copy(row, 2, game->rules, sizeof game->rules);
    store_row_copy(row, 3, game->result, sizeof game->result);
    store_row_copy(row, 4, game->deal, sizeof game->deal);
    store_row_copy(row, 5, game->group, sizeof game->group);
    game->began_ms = store_row_number(row, 9);
    game->ended_ms = store_row_number(row, 10);
}

static void copy_seat(const struct store_row *row, struct store_game *game)
{
    if (game->seats >= (int)(sizeof game->seat / sizeof game->seat[0]))
        return;
    struct store_seat *seat = &game->seat[game->seats++];
    seat->person = (uint64_t)store_row_number(row, 11);
    store_row_copy(row, 12, seat->name, sizeof seat->name);
    store_row_copy(row, 13, seat->bot, sizeof seat->bot);
    seat->won = store_row_flag(row, 14);
}

/* Gives the game that is being gathered to the caller. */
static void give_game(struct game_reader *reader)
{
    if (reader->game.seats > 0 && !reader->stopped)
        reader->stopped = !reader->row(reader->context, &reader->game);
    reader->game.seats = 0;
}

static bool gather_game(void *context, const struct store_row *row)
{
    struct game_reader *reader = context;
    size_t length;
    if (reader->game.seats > 0 && strcmp(reader->game.id, row->vtable->text(row, 0, &length)) != 0)
        give_game(reader);
    if (reader->stopped)
        return false;
    if (reader->game.seats == 0)
        copy_game(row, &reader->game);
    copy_seat(row, &reader->game);
    return true;
}

static enum store_status give_last_game(struct game_reader *reader, enum store_status status)
{
    if (status == STORE_OK)
        give_game(reader);
    return store_none_is_ok(status);
}

enum store_status store_read_games_of(struct store *store, uint64_t person, int64_t before_ms,
                                      size_t most, store_game_row *row, void *context)
{
    struct game_reader reader = {.row = row, .context = context};
    return give_last_game(&reader,
                          store_run(store, STORE_SQL_READ_GAMES_OF, gather_game, &reader,
                                    store_id(person), store_number(before_ms), store_most(most)));
}

enum store_status store_read_games_of_deal(struct store *store, const char *deal, size_t most,
                                           store_game_row *row, void *context)
{
    struct game_reader reader = {.row = row, .context = context};
    return give_last_game(&reader,
                          store_run(store, STORE_SQL_READ_GAMES_OF_DEAL, gather_game, &reader,
                                    store_text(deal), store_most(most)));
}

/* ---------------------------------------------------------------- deals */

enum store_status store_note_deals(struct store *store, const struct store_batch *batch)
{
    struct store_list list = {0};
    for (size_t i = 0; i < batch->append_count; i++) {
        const struct store_append *append = &batch->appends[i];
        if (append->deals && !append->refused)
            store_list_add(&list, STORE_SQL_NOTE_DEAL, NULL, NULL, store_text(append->code),
                           store_text(append->deal), store_text(append->series));
    }
    return store_run_list(store, &list, false);
}

static bool take_deal(void *context, const struct store_row *row)
{
    struct store_deal *found = context;
    found->finished = store_row_flag(row, 0);
    found->runs = store_row_flag(row, 1);
    return true;
}

enum store_status store_find_deal(struct store *store, const char *deal, uint64_t person,
                                  struct store_deal *found)
{
    *found = (struct store_deal){0};
    return store_run(store, STORE_SQL_FIND_DEAL, take_deal, found, store_text(deal),
                     store_id(person));
}

struct series_reader {
    store_series *series;
    void *context;
};

static bool give_series(void *context, const struct store_row *row)
{
    const struct series_reader *reader = context;
    char series[STORE_SERIES];
    store_row_copy(row, 0, series, sizeof series);
    return reader->series(reader->context, series);
}

enum store_status store_read_series_of(struct store *store, uint64_t person, store_series *series,
                                       void *context)
{
    struct series_reader reader = {series, context};
    return store_none_is_ok(
        store_run(store, STORE_SQL_READ_SERIES_OF, give_series, &reader, store_id(person)));
}

/* ---------------------------------------------------------------- one game */

static bool take_game(void *context, const struct store_game *game)
{
    *(struct store_game *)context = *game;
    return false;
}

enum store_status store_find_game(struct store *store, const char *id, struct store_game *game)
{
    struct game_reader reader = {.row = take_game, .context = game};
    enum store_status status =
        store_run(store, STORE_SQL_FIND_GAME, gather_game, &reader, store_text(id));
    if (status == STORE_OK)
        give_game(&reader);
    return status;
}

/* ---------------------------------------------------------------- sums */

struct sum_reader {
    store_sum_row *row;
    void *context;
};

static bool give_sum(void *context, const struct store_row *row)
{
    const struct sum_reader *reader = context;
    struct store_sum sum = {.games = (uint64_t)store_row_number(row, 1),
                            .wins = (uint64_t)store_row_number(row, 2),
                            .left = (uint64_t)store_row_number(row, 3),
                            .best = (int)store_row_number(row, 4)};
    store_row_copy(row, 0, sum.rules, sizeof sum.rules);
    return reader->row(reader->context, &sum);
}

enum store_status store_read_sums_of_person(struct store *store, uint64_t person,
                                            store_sum_row *row, void *context)
{
    struct sum_reader reader = {row, context};
    return store_none_is_ok(
        store_run(store, STORE_SQL_SUMS_OF_PERSON, give_sum, &reader, store_id(person)));
}

enum store_status store_read_sums_of_group(struct store *store, const char *group,
                                           store_sum_row *row, void *context)
{
    struct sum_reader reader = {row, context};
    return store_none_is_ok(
        store_run(store, STORE_SQL_SUMS_OF_GROUP, give_sum, &reader, store_text(group)));
}

/* ---------------------------------------------------------------- the field of a deal */

struct result_reader {
    store_result_row *row;
    void *context;
};

static bool give_result(void *context, const struct store_row *row)
{
    const struct result_reader *reader = context;
    char result[32];
    store_row_copy(row, 0, result, sizeof result);
    return reader->row(reader->context, result, (uint64_t)store_row_number(row, 1));
}

enum store_status store_read_field(struct store *store, const char *deal, store_result_row *row,
                                   void *context)
{
    struct result_reader reader = {row, context};
    return store_none_is_ok(
        store_run(store, STORE_SQL_READ_FIELD, give_result, &reader, store_text(deal)));
}

/* ---------------------------------------------------------------- streaks */

struct won_reader {
    store_won_row *row;
    void *context;
};

static bool give_won(void *context, const struct store_row *row)
{
    const struct won_reader *reader = context;
    char rules[STORE_RULES];
    store_row_copy(row, 0, rules, sizeof rules);
    return reader->row(reader->context, rules, store_row_flag(row, 1));
}

enum store_status store_read_results_of(struct store *store, uint64_t person, size_t most,
                                        store_won_row *row, void *context)
{
    struct won_reader reader = {row, context};
    return store_none_is_ok(store_run(store, STORE_SQL_READ_RESULTS_OF, give_won, &reader,
                                      store_id(person), store_most(most)));
}

/* ---------------------------------------------------------------- records */

struct record_reader {
    char *record;
    size_t size;
};

static bool take_record(void *context, const struct store_row *row)
{
    const struct record_reader *reader = context;
    store_row_copy(row, 0, reader->record, reader->size);
    return true;
}

enum store_status store_find_record(struct store *store, const char *id, char *record, size_t size)
{
    struct record_reader reader = {record, size};
    return store_run(store, STORE_SQL_FIND_RECORD, take_record, &reader, store_text(id));
}

/* ---------------------------------------------------------------- yardsticks */

struct yardstick_reader {
    store_yardstick_row *row;
    void *context;
};

static bool give_yardstick(void *context, const struct store_row *row)
{
    const struct yardstick_reader *reader = context;
    struct store_yardstick yardstick = {.games = (uint64_t)store_row_number(row, 1),
                                        .left = (uint64_t)store_row_number(row, 2),
                                        .bot_left = (uint64_t)store_row_number(row, 3)};
    store_row_copy(row, 0, yardstick.rules, sizeof yardstick.rules);
    return reader->row(reader->context, &yardstick);
}

enum store_status store_read_yardsticks(struct store *store, uint64_t person,
                                        store_yardstick_row *row, void *context)
{
    struct yardstick_reader reader = {row, context};
    return store_none_is_ok(
        store_run(store, STORE_SQL_READ_YARDSTICKS, give_yardstick, &reader, store_id(person)));
}
