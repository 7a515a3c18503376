/*
 * ratings.c - see store.h: what rated games make of ratings, and reading them. One implementation for all kinds of stores.
 *
 * All rows of a game are locked in one order, and two games that wait for each other are tried again by the commit.
 */
#include "glicko.h"
#include "store_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SEATS_MOST = 6, DAY_SECONDS = 24 * 60 * 60 };

/* One who plays, and what is known of them before the day and in it. */
struct rated_seat {
    const struct store_seat *seat;
    struct glicko before;
    struct glicko_sums sums;
    int64_t day;
    int64_t games, wins;
    int results; /* of this game that count */
};

/* A rated game being counted. */
struct rated_game {
    const char *name;
    int64_t day, season;
    int count;
    struct rated_seat seat[SEATS_MOST];
};

int64_t store_season_of(int64_t at_ms)
{
    time_t seconds = (time_t)(at_ms / 1000);
    struct tm date;
    gmtime_r(&seconds, &date);
    return (int64_t)(date.tm_year + 1900) * 4 + date.tm_mon / 3;
}

/* ---------------------------------------------------------------- one row */

static int64_t whole(double value, double unit) { return llround(value * unit); }

static bool take_rating(void *context, const struct store_row *row)
{
    struct rated_seat *rated = context;
    rated->before = (struct glicko){(double)store_row_number(row, 0) / 100, (double)store_row_number(row, 1) / 100,
                                    (double)store_row_number(row, 2) / 1e6};
    rated->day = store_row_number(row, 3);
    rated->sums = (struct glicko_sums){store_row_number(row, 4), store_row_number(row, 5)};
    rated->games = store_row_number(row, 6);
    rated->wins = store_row_number(row, 7);
    return true;
}

static enum store_status find(struct store *store, enum store_statement statement, const struct rated_game *game, struct rated_seat *rated)
{
    return store_run(store, statement, take_rating, rated, store_text(game->name), store_number(game->season),
                     store_id(rated->seat->person), store_text(rated->seat->bot));
}

/* Ends the days up to that of the game: that of the last results, and those without any. */
static void end_days(struct rated_seat *rated, int64_t day)
{
    if (rated->day >= day)
        return;
    if (rated->sums.information > 0) {
        rated->before = glicko_after(&rated->before, &rated->sums);
        rated->day++;
    }
    rated->before = glicko_idle(&rated->before, day - rated->day);
    rated->sums = (struct glicko_sums){0};
    rated->day = day;
}

/* The row of this season; it is made from the last one, or for a stranger. */
static enum store_status start(struct store *store, const struct rated_game *game, struct rated_seat *rated)
{
    enum store_status status = find(store, STORE_SQL_LAST_RATING, game, rated);
    if (status == STORE_OK) {
        end_days(rated, game->day);
        rated->before = glicko_new_season(&rated->before);
    } else if (status == STORE_NONE) {
        rated->before = glicko_start();
    } else {
        return status;
    }
    status = store_run(store, STORE_SQL_START_RATING, NULL, NULL, store_text(game->name), store_number(game->season),
                       store_id(rated->seat->person), store_text(rated->seat->bot), store_number(whole(rated->before.rating, 100)),
                       store_number(whole(rated->before.deviation, 100)), store_number(whole(rated->before.volatility, 1e6)),
                       store_number(game->day));
    return store_none_is_ok(status) == STORE_OK ? find(store, STORE_SQL_FIND_RATING, game, rated) : status;
}

static enum store_status load(struct store *store, const struct rated_game *game, struct rated_seat *rated)
{
    enum store_status status = find(store, STORE_SQL_FIND_RATING, game, rated);
    if (status == STORE_NONE)
        status = start(store, game, rated);
    end_days(rated, game->day);
    return status;
}

static enum store_status save(struct store *store, const struct rated_game *game, struct rated_seat *rated)
{
    const struct glicko *before = &rated->before, shown = glicko_after(before, &rated->sums);
    if (rated->results == 0)
        return STORE_OK;
    return store_run(store, STORE_SQL_SAVE_RATING, NULL, NULL, store_text(game->name), store_number(game->season),
                     store_id(rated->seat->person), store_text(rated->seat->bot), store_number(whole(before->rating, 100)),
                     store_number(whole(before->deviation, 100)), store_number(whole(before->volatility, 1e6)), store_number(rated->day),
                     store_number(rated->sums.information), store_number(rated->sums.surprise), store_number(rated->games + 1),
                     store_number(rated->wins + (rated->seat->won && !rated->seat->forfeits)), store_number(whole(shown.rating, 100)),
                     store_number(whole(shown.deviation, 100)));
}

/* ---------------------------------------------------------------- results of two */

/* How the two of a pair are called: a person's number, or the bot. */
static void name_of(const struct store_seat *seat, char name[STORE_NAME])
{
    if (seat->person)
        snprintf(name, STORE_NAME, "%016llx", (unsigned long long)seat->person);
    else
        snprintf(name, STORE_NAME, "%.*s", STORE_NAME - 1, seat->bot);
}

static bool take_count(void *context, const struct store_row *row)
{
    *(int64_t *)context = store_row_number(row, 0);
    return true;
}

static enum store_status count_pair(struct store *store, const struct rated_game *game, const struct rated_seat *a,
                                    const struct rated_seat *b, bool *counts)
{
    char first[STORE_NAME], second[STORE_NAME];
    int64_t results = 0;
    name_of(a->seat, first);
    name_of(b->seat, second);
    bool ordered = strcmp(first, second) < 0;
    enum store_status status =
        store_run(store, STORE_SQL_COUNT_PAIR, take_count, &results, store_text(game->name), store_text(ordered ? first : second),
                  store_text(ordered ? second : first), store_number(game->day));
    *counts = results <= STORE_PAIR_LIMIT;
    return status;
}

/* 1: the first has won, -1: the second has, 0: they are not compared. */
static int compare(const struct store_seat *a, const struct store_seat *b)
{
    if (a->forfeits != b->forfeits)
        return a->forfeits ? -1 : 1;
    return a->forfeits ? 0 : (a->won > b->won) - (a->won < b->won);
}

static enum store_status rate_pair(struct store *store, const struct rated_game *game, struct rated_seat *a, struct rated_seat *b)
{
    int result = compare(a->seat, b->seat);
    bool counts = false;
    if (result == 0)
        return STORE_OK;
    enum store_status status = count_pair(store, game, a, b, &counts);
    if (status != STORE_OK || !counts)
        return status;
    glicko_add(&a->sums, &a->before, &b->before, result > 0);
    glicko_add(&b->sums, &b->before, &a->before, result < 0);
    a->results++;
    b->results++;
    return STORE_OK;
}

/* ---------------------------------------------------------------- a game */

static int by_who(const void *left, const void *right)
{
    const struct store_seat *a = ((const struct rated_seat *)left)->seat, *b = ((const struct rated_seat *)right)->seat;
    return a->person != b->person ? (a->person > b->person) - (a->person < b->person) : strcmp(a->bot, b->bot);
}

/* Those who can be rated: a bot that sits here twice is not compared with itself, so it is not rated at all. */
static void gather_seats(struct rated_game *rated, const struct store_game *game)
{
    for (int i = 0; i < game->seats; i++) {
        const struct store_seat *seat = &game->seat[i];
        bool twice = false;
        for (int other = 0; other < game->seats; other++)
            twice |= other != i && seat->person == game->seat[other].person && strcmp(seat->bot, game->seat[other].bot) == 0;
        if (!twice && (seat->person || *seat->bot))
            rated->seat[rated->count++].seat = seat;
    }
    qsort(rated->seat, (size_t)rated->count, sizeof rated->seat[0], by_who);
}

static enum store_status rate_game(struct store *store, const struct store_game *game)
{
    struct rated_game rated = {.name = game->rated, .day = game->ended_ms / 1000 / DAY_SECONDS, .season = store_season_of(game->ended_ms)};
    enum store_status status = store_run(store, STORE_SQL_NOTE_RATED, NULL, NULL, store_text(game->id));
    if (status != STORE_OK)
        return store_none_is_ok(status);
    gather_seats(&rated, game);
    for (int i = 0; i < rated.count && status == STORE_OK; i++)
        status = load(store, &rated, &rated.seat[i]);
    for (int a = 0; a < rated.count; a++)
        for (int b = a + 1; b < rated.count && status == STORE_OK; b++)
            status = rate_pair(store, &rated, &rated.seat[a], &rated.seat[b]);
    for (int i = 0; i < rated.count && status == STORE_OK; i++)
        status = save(store, &rated, &rated.seat[i]);
    return status;
}

enum store_status store_rate_games(struct store *store, const struct store_batch *batch)
{
    enum store_status status = STORE_OK;
    for (size_t i = 0; i < batch->game_count && status == STORE_OK; i++) {
        const struct store_game *game = &batch->games[i];
        if (game->rated && game->finished && game->counts && !store_batch_refused(batch, game->code))
            status = rate_game(store, game);
    }
    return status;
}

enum store_status store_forget_ratings(struct store *store, uint64_t person)
{
    const struct store_seat seat = {.person = person};
    char name[STORE_NAME];
    name_of(&seat, name);
    enum store_status status = store_none_is_ok(store_run(store, STORE_SQL_FORGET_RATINGS, NULL, NULL, store_id(person)));
    return status == STORE_OK ? store_none_is_ok(store_run(store, STORE_SQL_FORGET_PAIRS, NULL, NULL, store_text(name))) : status;
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

enum store_status store_read_leaders(struct store *store, const char *game, int64_t season, size_t most, store_rating_row *row,
                                     void *context)
{
    struct rating_reader reader = {row, context};
    return store_none_is_ok(
        store_run(store, STORE_SQL_READ_LEADERS, give_rating, &reader, store_text(game), store_number(season), store_most(most)));
}

enum store_status store_read_ratings_of(struct store *store, uint64_t person, store_rating_row *row, void *context)
{
    struct rating_reader reader = {row, context};
    return store_none_is_ok(store_run(store, STORE_SQL_READ_RATINGS_OF, give_rating, &reader, store_id(person)));
}
