/* ratings.c - see store.h: reading and deleting ratings; rate_games.c computes them. One
 * implementation for all kinds of stores. */
#include "glicko.h"
#include "store_internal.h"

#include <stdio.h>
#include <time.h>

int64_t store_season_of(int64_t at_ms)
{
    time_t seconds = (time_t)(at_ms / 1000);
    struct tm date;
    gmtime_r(&seconds, &date);
    return (int64_t)(date.tm_year + 1900) * 4 + date.tm_mon / 3;
}

void store_rated_name(const struct store_seat *seat, char name[STORE_NAME])
{
    if (seat->person)
        snprintf(name, STORE_NAME, "%016llx", (unsigned long long)seat->person);
    else
        snprintf(name, STORE_NAME, "%.*s", STORE_NAME - 1, seat->bot);
}

enum store_status store_forget_ratings(struct store *store, uint64_t person)
{
    const struct store_seat seat = {.person = person};
    char name[STORE_NAME];
    store_rated_name(&seat, name);
    enum store_status status =
        store_none_is_ok(store_run(store, STORE_SQL_FORGET_RATINGS, NULL, NULL, store_id(person)));
    return status == STORE_OK
        ? store_none_is_ok(store_run(store, STORE_SQL_FORGET_PAIRS, NULL, NULL, store_text(name)))
        : status;
}

/* ---------------------------------------------------------------- reading */

struct rating_reader {
    store_rating_row *row;
    void *context;
};

static bool give_rating(void *context, const struct store_row *row)
{
    const struct rating_reader *reader = context;
    struct store_rating rating = {.season = store_row_number(row, 1),
                                  .rating = (double)store_row_number(row, 5) / 100,
                                  .deviation = (double)store_row_number(row, 6) / 100,
                                  .games = (uint64_t)store_row_number(row, 7),
                                  .wins = (uint64_t)store_row_number(row, 8)};
    rating.provisional = glicko_is_provisional(rating.deviation);
    store_row_copy(row, 0, rating.game, sizeof rating.game);
    store_row_copy(row, 2, rating.name, sizeof rating.name);
    store_row_copy(row, 3, rating.account, sizeof rating.account);
    store_row_copy(row, 4, rating.bot, sizeof rating.bot);
    return reader->row(reader->context, &rating);
}

enum store_status store_read_leaders(struct store *store, const char *game, int64_t season,
                                     size_t most, store_rating_row *row, void *context)
{
    struct rating_reader reader = {row, context};
    return store_none_is_ok(store_run(store, STORE_SQL_READ_LEADERS, give_rating, &reader,
                                      store_text(game), store_number(season), store_most(most)));
}

enum store_status store_read_ratings_of(struct store *store, uint64_t person, store_rating_row *row,
                                        void *context)
{
    struct rating_reader reader = {row, context};
    return store_none_is_ok(
        store_run(store, STORE_SQL_READ_RATINGS_OF, give_rating, &reader, store_id(person)));
}
