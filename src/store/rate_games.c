/*
 * rate_games.c - see store.h: updates ratings from the rated games of a batch. One implementation
 * for all kinds of stores.
 *
 * All games of a batch are rated together, in a few round trips however many there are. They read
 * which games are new, the rows of all players, and how often each pair has met today; then the
 * games are rated in memory, one after the other, and the rows written. All rows are first locked
 * in a fixed order, so nodes cannot deadlock, and a later transaction sees what an earlier one
 * counted.
 *
 * A game counts the same whether it is alone in a batch or with others: a row is rounded after each
 * game as if it had been stored.
 */
#include "glicko.h"
#include "store_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEATS_MOST = 6, PAIRS_MOST = SEATS_MOST * (SEATS_MOST - 1) / 2, DAY_SECONDS = 24 * 60 * 60 };

/* What is known of one who plays, before the day and in it. */
struct standing {
    struct glicko before;
    struct glicko_sums sums;
    int64_t day, games, wins;
};

/* A row of the ratings: of one who plays in a game and season. */
struct row {
    const char *game;
    const struct store_seat *seat;
    int64_t season, first_day; /* first_day: of the batch */
    struct standing standing;
    bool found, changed;
};

/* Two of a game of whom one has won against the other. */
struct pair {
    int winner, loser; /* places in the game */
    int64_t results;   /* of the two on that day, with this one */
    char low[STORE_NAME], high[STORE_NAME];
};

struct rated_game {
    const struct store_game *game;
    bool is_new;
    int64_t day, season;
    int count, pair_count;
    const struct store_seat *seat[SEATS_MOST];
    struct pair pair[PAIRS_MOST];
};

/* The work on one batch. */
struct round {
    struct store *store;
    struct rated_game *games;
    struct row *rows;
    size_t game_count, row_count;
};

/* ---------------------------------------------------------------- games */

/* Those who can be rated: a bot that sits here twice is not compared with itself, so it is not
 * rated at all. */
static void gather_seats(struct rated_game *rated)
{
    const struct store_game *game = rated->game;
    for (int i = 0; i < game->seats; i++) {
        const struct store_seat *seat = &game->seat[i];
        bool twice = false;
        for (int other = 0; other < game->seats; other++)
            twice |= other != i && seat->person == game->seat[other].person &&
                strcmp(seat->bot, game->seat[other].bot) == 0;
        if (!twice && (seat->person || *seat->bot))
            rated->seat[rated->count++] = seat;
    }
}

/* 1: the first has won, -1: the second has, 0: they are not compared. */
static int compare(const struct store_seat *a, const struct store_seat *b)
{
    if (a->forfeits != b->forfeits)
        return a->forfeits ? -1 : 1;
    return a->forfeits ? 0 : (a->won > b->won) - (a->won < b->won);
}

static void gather_pairs(struct rated_game *rated)
{
    for (int a = 0; a < rated->count; a++)
        for (int b = a + 1; b < rated->count; b++) {
            int result = compare(rated->seat[a], rated->seat[b]);
            if (result == 0)
                continue;
            struct pair *pair = &rated->pair[rated->pair_count++];
            pair->winner = result > 0 ? a : b;
            pair->loser = result > 0 ? b : a;
            store_rated_name(rated->seat[a], pair->low);
            store_rated_name(rated->seat[b], pair->high);
            if (strcmp(pair->low, pair->high) < 0)
                continue;
            store_rated_name(rated->seat[b], pair->low);
            store_rated_name(rated->seat[a], pair->high);
        }
}

static void gather_games(struct round *round, const struct store_batch *batch)
{
    for (size_t i = 0; i < batch->game_count; i++) {
        const struct store_game *game = &batch->games[i];
        if (!game->rated || !game->finished || !game->counts ||
            store_batch_refused(batch, game->code))
            continue;
        struct rated_game *rated = &round->games[round->game_count++];
        *rated = (struct rated_game){.game = game,
                                     .day = game->ended_ms / 1000 / DAY_SECONDS,
                                     .season = store_season_of(game->ended_ms)};
        gather_seats(rated);
        gather_pairs(rated);
    }
}

static bool take_new(void *context, const struct store_row *row)
{
    (void)row;
    ((struct rated_game *)context)->is_new = true;
    return true;
}

/* Not again those that were there, as after a crash. */
static enum store_status note_rated(struct round *round)
{
    struct store_list list = {0};
    for (size_t i = 0; i < round->game_count; i++)
        store_list_add(&list, STORE_SQL_NOTE_RATED, take_new, &round->games[i],
                       store_text(round->games[i].game->id));
    return store_run_list(round->store, &list, false);
}

/* ---------------------------------------------------------------- rows */

static int compare_rows(const void *left, const void *right)
{
    const struct row *a = left, *b = right;
    int order = strcmp(a->game, b->game);
    if (order == 0)
        order = (a->season > b->season) - (a->season < b->season);
    if (order == 0)
        order = (a->seat->person > b->seat->person) - (a->seat->person < b->seat->person);
    return order ? order : strcmp(a->seat->bot, b->seat->bot);
}

static struct row row_of(const struct rated_game *rated, int place)
{
    return (struct row){.game = rated->game->rated,
                        .seat = rated->seat[place],
                        .season = rated->season,
                        .first_day = rated->day};
}

static struct row *find_row(const struct round *round, const struct rated_game *rated, int place)
{
    const struct row key = row_of(rated, place);
    return bsearch(&key, round->rows, round->row_count, sizeof key, compare_rows);
}

/* One for each who plays, in order. */
static void gather_rows(struct round *round)
{
    size_t count = 0;
    for (size_t i = 0; i < round->game_count; i++)
        for (int place = 0; round->games[i].is_new && place < round->games[i].count; place++)
            round->rows[count++] = row_of(&round->games[i], place);
    qsort(round->rows, count, sizeof round->rows[0], compare_rows);
    for (size_t i = 0; i < count; i++)
        if (round->row_count == 0 ||
            compare_rows(&round->rows[round->row_count - 1], &round->rows[i]) != 0)
            round->rows[round->row_count++] = round->rows[i];
}

static int64_t whole(double value, double unit) { return llround(value * unit); }

static bool take_rating(void *context, const struct store_row *source)
{
    struct row *row = context;
    struct standing *standing = &row->standing;
    standing->before = (struct glicko){(double)store_row_number(source, 0) / 100,
                                       (double)store_row_number(source, 1) / 100,
                                       (double)store_row_number(source, 2) / 1e6};
    standing->day = store_row_number(source, 3);
    standing->sums = (struct glicko_sums){store_row_number(source, 4), store_row_number(source, 5)};
    standing->games = store_row_number(source, 6);
    standing->wins = store_row_number(source, 7);
    row->found = true;
    return true;
}

/* Asks for all rows that are not known yet. */
static enum store_status find_rows(struct round *round, enum store_statement statement)
{
    struct store_list list = {0};
    for (size_t i = 0; i < round->row_count; i++) {
        struct row *row = &round->rows[i];
        if (!row->found)
            store_list_add(&list, statement, take_rating, row, store_text(row->game),
                           store_number(row->season), store_id(row->seat->person),
                           store_text(row->seat->bot));
    }
    return store_run_list(round->store, &list, false);
}

/* Ends the days up to that one: that of the last results, and those without any. */
static void end_days(struct standing *standing, int64_t day)
{
    if (standing->day >= day)
        return;
    if (standing->sums.information > 0) {
        standing->before = glicko_after(&standing->before, &standing->sums);
        standing->day++;
    }
    standing->before = glicko_idle(&standing->before, day - standing->day);
    standing->sums = (struct glicko_sums){0};
    standing->day = day;
}

/* A row of this season, from the last one or for a stranger. */
static void start_row(struct store_list *list, struct row *row)
{
    struct glicko *before = &row->standing.before;
    if (row->found) {
        end_days(&row->standing, row->first_day);
        *before = glicko_new_season(before);
    } else {
        *before = glicko_start();
    }
    store_list_add(list, STORE_SQL_START_RATING, NULL, NULL, store_text(row->game),
                   store_number(row->season), store_id(row->seat->person),
                   store_text(row->seat->bot), store_number(whole(before->rating, 100)),
                   store_number(whole(before->deviation, 100)),
                   store_number(whole(before->volatility, 1e6)), store_number(row->first_day));
    row->found = false; /* perhaps somebody else has just made it */
}

static enum store_status load_rows(struct round *round)
{
    struct store_list list = {0};
    enum store_status status = find_rows(round, STORE_SQL_FIND_RATING);
    bool *missing = calloc(round->row_count + 1, sizeof *missing);
    list.failed = !missing;
    for (size_t i = 0; missing && i < round->row_count; i++)
        missing[i] = !round->rows[i].found;
    if (status == STORE_OK)
        status = find_rows(round, STORE_SQL_LAST_RATING);
    for (size_t i = 0; missing && i < round->row_count && status == STORE_OK; i++)
        if (missing[i])
            start_row(&list, &round->rows[i]);
    free(missing);
    if (status == STORE_OK)
        status = store_run_list(round->store, &list, false);
    if (status == STORE_OK)
        status = find_rows(round, STORE_SQL_FIND_RATING);
    for (size_t i = 0; i < round->row_count && status == STORE_OK; i++)
        status = round->rows[i].found ? STORE_OK : STORE_NONE; /* cannot be: it was made */
    return status;
}

/* ---------------------------------------------------------------- counting */

static bool take_results(void *context, const struct store_row *row)
{
    *(int64_t *)context = store_row_number(row, 0);
    return true;
}

static enum store_status count_pairs(struct round *round)
{
    struct store_list list = {0};
    for (size_t i = 0; i < round->game_count; i++) {
        struct rated_game *rated = &round->games[i];
        for (int p = 0; rated->is_new && p < rated->pair_count; p++)
            store_list_add(&list, STORE_SQL_COUNT_PAIR, take_results, &rated->pair[p].results,
                           store_text(rated->game->rated), store_text(rated->pair[p].low),
                           store_text(rated->pair[p].high), store_number(rated->day));
    }
    return store_run_list(round->store, &list, false);
}

/* As it is when it is read again. */
static void round_as_kept(struct glicko *glicko)
{
    *glicko = (struct glicko){(double)whole(glicko->rating, 100) / 100,
                              (double)whole(glicko->deviation, 100) / 100,
                              (double)whole(glicko->volatility, 1e6) / 1e6};
}

static void rate_game(const struct round *round, const struct rated_game *rated)
{
    struct row *rows[SEATS_MOST];
    struct standing now[SEATS_MOST];
    int results[SEATS_MOST] = {0};
    for (int i = 0; i < rated->count; i++) {
        rows[i] = find_row(round, rated, i);
        now[i] = rows[i]->standing;
        end_days(&now[i], rated->day);
    }
    for (int p = 0; p < rated->pair_count; p++) {
        const struct pair *pair = &rated->pair[p];
        if (pair->results > STORE_PAIR_LIMIT)
            continue;
        glicko_add(&now[pair->winner].sums, &now[pair->winner].before, &now[pair->loser].before,
                   true);
        glicko_add(&now[pair->loser].sums, &now[pair->loser].before, &now[pair->winner].before,
                   false);
        results[pair->winner]++;
        results[pair->loser]++;
    }
    for (int i = 0; i < rated->count; i++) {
        if (results[i] == 0)
            continue;
        now[i].games++;
        now[i].wins += rated->seat[i]->won && !rated->seat[i]->forfeits;
        round_as_kept(&now[i].before);
        rows[i]->standing = now[i];
        rows[i]->changed = true;
    }
}

static enum store_status save_rows(struct round *round)
{
    struct store_list list = {0};
    for (size_t i = 0; i < round->row_count; i++) {
        const struct row *row = &round->rows[i];
        const struct standing *standing = &row->standing;
        const struct glicko *before = &standing->before,
                            shown = glicko_after(before, &standing->sums);
        if (row->changed)
            store_list_add(&list, STORE_SQL_SAVE_RATING, NULL, NULL, store_text(row->game),
                           store_number(row->season), store_id(row->seat->person),
                           store_text(row->seat->bot), store_number(whole(before->rating, 100)),
                           store_number(whole(before->deviation, 100)),
                           store_number(whole(before->volatility, 1e6)),
                           store_number(standing->day), store_number(standing->sums.information),
                           store_number(standing->sums.surprise), store_number(standing->games),
                           store_number(standing->wins), store_number(whole(shown.rating, 100)),
                           store_number(whole(shown.deviation, 100)));
    }
    return store_run_list(round->store, &list, false);
}

static enum store_status rate_all(struct round *round)
{
    enum store_status status = note_rated(round);
    if (status != STORE_OK)
        return status;
    gather_rows(round);
    status = load_rows(round);
    if (status == STORE_OK)
        status = count_pairs(round);
    for (size_t i = 0; i < round->game_count && status == STORE_OK; i++)
        if (round->games[i].is_new)
            rate_game(round, &round->games[i]);
    return status == STORE_OK ? save_rows(round) : status;
}

enum store_status store_rate_games(struct store *store, const struct store_batch *batch)
{
    struct round round = {.store = store};
    bool any = false;
    for (size_t i = 0; i < batch->game_count; i++)
        any |= batch->games[i].rated != NULL;
    if (!any)
        return STORE_OK;
    round.games = calloc(batch->game_count, sizeof *round.games);
    round.rows = calloc(batch->game_count * SEATS_MOST, sizeof *round.rows);
    enum store_status status = STORE_DOWN;
    if (round.games && round.rows) {
        gather_games(&round, batch);
        status = rate_all(&round);
    } else {
        status = store_fail(store, STORE_DOWN, "There is not enough memory to count the games.");
    }
    free(round.games);
    free(round.rows);
    return status;
}
