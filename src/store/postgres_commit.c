/*
 * postgres_commit.c - see postgres.h: a batch in one transaction of a few round trips.
 *
 * A table may have several appends in a batch, but one statement can change a row only once; so the
 * appends are sent in waves: the first of each table, then the second, and so on. There is nearly
 * always just one wave.
 */
#include "postgres_array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COMMIT_TRIES = 6, RECONNECT_TRIES = 4, RECONNECT_WAIT_MS = 400 };

/* The work of one try. */
struct work {
    struct postgres_store *store;
    struct store_batch *batch;
    struct store_append **sorted; /* by code, and in their order for one code */
    char transaction[POSTGRES_TRANSACTION];
    PGresult *answer; /* to the first wave */
    bool holds;       /* there are new tables that count for somebody */
};

/* ---------------------------------------------------------------- asking with arrays */

/* The result of a statement; frees the arrays. NULL after a failure, with the status. */
static PGresult *ask(struct work *work, int statement, int count, struct postgres_arrays *arrays,
                     enum store_status *status)
{
    const char *const *values = postgres_arrays_values(arrays, count);
    PGresult *result = NULL;
    if (values)
        result = postgres_ask(work->store, statement, count, values, status);
    else
        *status =
            store_fail(&work->store->base, STORE_DOWN, "There is not enough memory for a batch.");
    postgres_arrays_free(arrays);
    if (result)
        *status = postgres_judge(work->store, result);
    if (*status == STORE_OK)
        return result;
    PQclear(result);
    return NULL;
}

static enum store_status put(struct work *work, int statement, int count,
                             struct postgres_arrays *arrays)
{
    enum store_status status;
    PQclear(ask(work, statement, count, arrays, &status));
    return status;
}

/* ---------------------------------------------------------------- appends */

static int compare_appends(const void *left, const void *right)
{
    const struct store_append *a = *(struct store_append *const *)left,
                              *b = *(struct store_append *const *)right;
    int order = strcmp(a->code, b->code);
    return order ? order : (a > b) - (a < b);
}

static bool sort_appends(struct work *work)
{
    size_t count = work->batch->append_count;
    work->sorted = malloc((count + 1) * sizeof(struct store_append *));
    if (!work->sorted)
        return false;
    for (size_t i = 0; i < count; i++)
        work->sorted[i] = &work->batch->appends[i];
    qsort(work->sorted, count, sizeof(struct store_append *), compare_appends);
    return true;
}

/* The next append in order of codes that belongs to the wave: that has so many appends to the same
 * table before it. */
static struct store_append *next_in_wave(const struct work *work, size_t wave, size_t *at)
{
    for (; *at < work->batch->append_count; ++*at) {
        size_t before = 0;
        while (before < *at && before <= wave &&
               strcmp(work->sorted[*at]->code, work->sorted[*at - before - 1]->code) == 0)
            before++;
        if (before == wave)
            return work->sorted[(*at)++];
    }
    return NULL;
}

static void add_append(const struct work *work, struct postgres_arrays *arrays,
                       const struct store_append *append)
{
    postgres_arrays_text(arrays, 0, append->code);
    postgres_arrays_number(arrays, 1, append->last);
    postgres_arrays_number(arrays, 2, (int64_t)append->last + append->count);
    postgres_arrays_number(arrays, 3, append->over);
    postgres_arrays_number(arrays, 4, append->due_ms);
    postgres_arrays_number(arrays, 5, append->changed_ms);
    postgres_arrays_number(arrays, 9, (int64_t)work->batch->fence);
    struct store_party parties[STORE_PARTIES];
    postgres_arrays_number(arrays, 10, store_parties(&append->maker, parties));
    for (uint32_t i = 0; i < append->count; i++) {
        postgres_arrays_text(arrays, 6, append->code);
        postgres_arrays_number(arrays, 7, (int64_t)append->last + i + 1);
        const char *sealed =
            store_seal(&work->store->base, append->code, append->last + i + 1, append->lines[i]);
        arrays->failed |= !sealed;
        postgres_arrays_text(arrays, 8, sealed ? sealed : "");
    }
}

/* Columns of the answer to POSTGRES_APPEND, behind the code. */
enum { TRANSACTION = 1, OWNER, NUMBER, LINE };

/* The first append of a table. */
static size_t first_of(const struct work *work, const char *code)
{
    size_t low = 0, high = work->batch->append_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (strcmp(work->sorted[middle]->code, code) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Marks the appends of a wave whose codes are in the result as taken. */
static void mark_taken(struct work *work, size_t wave, const PGresult *result)
{
    for (int row = 0; row < PQntuples(result); row++) {
        const char *code = PQgetvalue(result, row, 0);
        if (*PQgetvalue(result, row, TRANSACTION) == '\0')
            continue; /* a line that a refused one did not know */
        size_t first = first_of(work, code);
        if (first + wave >= work->batch->append_count)
            continue; /* a code that was not asked about: cannot be */
        struct store_append *taken = work->sorted[first + wave];
        taken->refused = false;
        taken->owner = strtoull(PQgetvalue(result, row, OWNER), NULL, 10);
        snprintf(work->transaction, sizeof work->transaction, "%s",
                 PQgetvalue(result, row, TRANSACTION));
    }
}

/* Gives out what the refused ones of the first wave did not know. */
static void give_missed(const struct work *work)
{
    const struct store_batch *batch = work->batch;
    for (int row = 0; batch->missed && row < PQntuples(work->answer); row++) {
        const char *code = PQgetvalue(work->answer, row, 0);
        if (*PQgetvalue(work->answer, row, TRANSACTION) != '\0')
            continue;
        uint32_t number = (uint32_t)strtoul(PQgetvalue(work->answer, row, NUMBER), NULL, 10);
        size_t length = (size_t)PQgetlength(work->answer, row, LINE);
        const char *line = store_unseal(&work->store->base, code, number,
                                        PQgetvalue(work->answer, row, LINE), &length);
        if (!line || !batch->missed(batch->context, code, number, line, length))
            return;
    }
}

/* The appends of a wave; false: it has none. */
static bool gather_wave(const struct work *work, size_t wave, struct postgres_arrays *arrays)
{
    size_t at = 0;
    const struct store_append *append = next_in_wave(work, wave, &at);
    bool found = append != NULL;
    for (; append; append = next_in_wave(work, wave, &at))
        add_append(work, arrays, append);
    return found;
}

/* Sets `done` when the wave has no append. */
static enum store_status write_wave(struct work *work, size_t wave, bool *done)
{
    struct postgres_arrays arrays = {0};
    *done = !gather_wave(work, wave, &arrays);
    if (*done)
        return STORE_OK;
    enum store_status status;
    PGresult *result = ask(work, POSTGRES_APPEND, 11, &arrays, &status);
    if (result)
        mark_taken(work, wave, result);
    PQclear(result);
    return status;
}

/* ---------------------------------------------------------------- the beginning, in one round trip
 */

static enum store_status send_arrays(struct work *work, int statement, int count,
                                     struct postgres_arrays *arrays)
{
    const char *const *values = postgres_arrays_values(arrays, count);
    enum store_status status = values
        ? postgres_send(work->store, statement, count, values)
        : store_fail(&work->store->base, STORE_DOWN, "There is not enough memory for a batch.");
    postgres_arrays_free(arrays);
    return status;
}

/* For whom the tables count that are new, or that were over and were taken. */
static void gather_parties(const struct work *work, bool fresh, struct postgres_arrays *arrays)
{
    for (size_t i = 0; i < work->batch->append_count; i++) {
        const struct store_append *append = &work->batch->appends[i];
        struct store_party party[STORE_PARTIES];
        int count = fresh == (append->last == 0) && (fresh || !append->refused)
            ? store_parties(&append->maker, party)
            : 0;
        for (int p = 0; p < count; p++) {
            postgres_arrays_text(arrays, 0, append->code);
            postgres_arrays_text(arrays, 1, party[p].name);
            postgres_arrays_number(arrays, 2, fresh ? party[p].most : -1);
            postgres_arrays_text(arrays, 3, party[p].name); /* once more, for the locks */
        }
    }
}

static enum store_status send_holds(struct work *work)
{
    struct postgres_arrays arrays = {0};
    gather_parties(work, true, &arrays);
    const char *const *values = postgres_arrays_values(&arrays, 4);
    enum store_status status = values
        ? postgres_send(work->store, POSTGRES_LOCK_PARTIES, 1, values + 3)
        : store_fail(&work->store->base, STORE_DOWN, "There is not enough memory for a batch.");
    if (status == STORE_OK)
        status = postgres_send(work->store, POSTGRES_HOLD, 3, values);
    postgres_arrays_free(&arrays);
    return status;
}

static void mark_too_many(struct work *work, const PGresult *result)
{
    for (int row = 0; row < PQntuples(result); row++) {
        size_t first = first_of(work, PQgetvalue(result, row, 0));
        if (first < work->batch->append_count)
            work->sorted[first]->too_many = true;
    }
}

/* Tables that were over and go on count again. */
static enum store_status hold_again(struct work *work)
{
    struct postgres_arrays arrays = {0};
    gather_parties(work, false, &arrays);
    return arrays.array[0].length == 0 && !arrays.failed ? STORE_OK
                                                         : put(work, POSTGRES_HOLD, 3, &arrays);
}

/* The token, the rows in order of their codes, what counts for whom, and the first append of each
 * table. */
static enum store_status send_beginning(struct work *work)
{
    struct postgres_arrays codes = {0}, wave = {0};
    char fence[24];
    const char *values[] = {fence};
    size_t at = 0;
    snprintf(fence, sizeof fence, "%lld", (long long)work->batch->fence);
    enum store_status status = postgres_send(work->store, POSTGRES_FENCE, 1, values);
    for (const struct store_append *append; (append = next_in_wave(work, 0, &at));)
        postgres_arrays_text(&codes, 0, append->code);
    gather_wave(work, 0, &wave);
    if (status == STORE_OK)
        status = send_arrays(work, POSTGRES_LOCK_ROWS, 1, &codes);
    else
        postgres_arrays_free(&codes);
    if (status == STORE_OK && work->holds)
        status = send_holds(work);
    if (status == STORE_OK)
        return send_arrays(work, POSTGRES_APPEND, 11, &wave);
    postgres_arrays_free(&wave);
    return status;
}

/* The first failure counts; what follows it was not done, and is read all the same. */
static enum store_status read_beginning(struct work *work, bool *fenced)
{
    enum { BEGUN, FENCE, LOCKED, PARTIES, HELD, APPENDED, ANSWERS };
    struct postgres_store *store = work->store;
    enum store_status first = STORE_OK, status = STORE_OK;
    for (int answer = BEGUN; answer < ANSWERS; answer++) {
        if (!work->holds && (answer == PARTIES || answer == HELD))
            continue;
        PGresult *result = postgres_pipeline_result(store, &status);
        if (!result)
            return status; /* the connection is lost */
        if (first == STORE_OK)
            first = postgres_judge(store, result);
        if (!store->connection) {
            PQclear(result);
            return first;
        }
        if (answer == FENCE && first == STORE_OK)
            *fenced = work->batch->fence != 0 && PQntuples(result) != 1;
        if (answer == HELD && first == STORE_OK)
            mark_too_many(work, result);
        if (answer == APPENDED && first == STORE_OK) {
            mark_taken(work, 0, result);
            work->answer = result;
            continue;
        }
        PQclear(result);
    }
    status = postgres_pipeline_end(store);
    return first == STORE_OK ? status : first;
}

/*
 * Begins with the fencing token: nobody can end the lease until this transaction has ended. Fenced:
 * there is no such lease. Everything up to the first wave is one round trip, the commit another
 * one: by then it is known which transaction it is, so that its outcome can be found out when the
 * connection breaks.
 */
static enum store_status begin(struct work *work)
{
    static const int statements[] = {POSTGRES_FENCE, POSTGRES_LOCK_ROWS, POSTGRES_LOCK_PARTIES,
                                     POSTGRES_HOLD, POSTGRES_APPEND};
    struct postgres_store *store = work->store;
    bool fenced = false;
    enum store_status status = postgres_ready(store);
    for (size_t i = 0; i < sizeof statements / sizeof statements[0] && status == STORE_OK; i++)
        status = postgres_prepare(store, statements[i]);
    if (status == STORE_OK)
        status = postgres_pipeline(store);
    if (status == STORE_OK)
        status = postgres_pipeline_begin(store);
    if (status == STORE_OK)
        status = send_beginning(work);
    if (status == STORE_OK)
        status = postgres_pipeline_send(store);
    else if (store->connection)
        postgres_disconnect(store); /* in the middle of a pipeline */
    if (status == STORE_OK)
        status = read_beginning(work, &fenced);
    store->in_transaction = store->connection != NULL;
    if (status == STORE_OK && fenced)
        status = store_fail(
            &store->base, STORE_FENCED,
            "This node was silent for too long: its lease has ended, and others run its tables.");
    return status == STORE_OK ? status : postgres_end(&store->base, status);
}

/* ---------------------------------------------------------------- games and sittings */

static void add_game(struct postgres_arrays *arrays, const struct store_game *game)
{
    const char *const texts[] = {game->id,     game->code, game->rules,
                                 game->result, game->deal, game->group};
    const int64_t numbers[] = {game->left,     game->won,      game->finished,
                               game->began_ms, game->ended_ms, game->counts};
    for (int i = 0; i < 6; i++)
        postgres_arrays_text(arrays, i, texts[i]);
    for (int i = 0; i < 6; i++)
        postgres_arrays_number(arrays, 6 + i, numbers[i]);
    for (int i = 0; i < game->seats; i++) {
        postgres_arrays_text(arrays, 12, game->id);
        postgres_arrays_number(arrays, 13, i);
        postgres_arrays_number(arrays, 14, (int64_t)game->seat[i].person);
        postgres_arrays_text(arrays, 15, game->seat[i].name);
        postgres_arrays_text(arrays, 16, game->seat[i].bot);
        postgres_arrays_number(arrays, 17, game->seat[i].won);
    }
    if (game->record) {
        postgres_arrays_text(arrays, 18, game->id);
        postgres_arrays_text(arrays, 19, game->record);
    }
}

static enum store_status write_games(struct work *work)
{
    struct postgres_arrays arrays = {0};
    for (size_t i = 0; i < work->batch->game_count; i++)
        if (!store_batch_refused(work->batch, work->batch->games[i].code))
            add_game(&arrays, &work->batch->games[i]);
    return arrays.array[0].length == 0 && !arrays.failed
        ? STORE_OK
        : put(work, POSTGRES_ADD_GAMES, 20, &arrays);
}

static void add_sitting(struct postgres_arrays *arrays, const struct store_sitting *sitting)
{
    postgres_arrays_number(arrays, 0, (int64_t)sitting->person);
    postgres_arrays_text(arrays, 1, sitting->name);
    postgres_arrays_text(arrays, 2, sitting->language);
    postgres_arrays_number(arrays, 3, sitting->program);
    postgres_arrays_number(arrays, 4, sitting->now_ms);
    postgres_arrays_text(arrays, 5, sitting->token_hash);
    postgres_arrays_text(arrays, 6, sitting->code);
}

static enum store_status write_sittings(struct work *work)
{
    struct postgres_arrays arrays = {0};
    for (size_t i = 0; i < work->batch->sitting_count; i++)
        if (!store_batch_refused(work->batch, work->batch->sittings[i].code))
            add_sitting(&arrays, &work->batch->sittings[i]);
    return arrays.array[0].length == 0 && !arrays.failed
        ? STORE_OK
        : put(work, POSTGRES_ADD_SITTINGS, 7, &arrays);
}

/* ---------------------------------------------------------------- the transaction */

/* Keys that are taken cannot be: the rows of the tables were locked. */
static enum store_status judge_write(struct work *work, enum store_status status)
{
    if (status != STORE_TAKEN && status != STORE_NONE)
        return status;
    return store_fail(
        &work->store->base, STORE_BROKEN,
        "The database has lines behind the end of a log; go back to the last backup.");
}

static enum store_status write_all(struct work *work)
{
    bool done = false;
    enum store_status status = STORE_OK;
    for (size_t wave = 1; status == STORE_OK && !done; wave++)
        status = write_wave(work, wave, &done);
    if (status == STORE_OK)
        status = hold_again(work);
    if (status == STORE_OK)
        status = store_check_sessions(&work->store->base, work->batch);
    if (status == STORE_OK)
        status = store_note_deals(&work->store->base, work->batch);
    if (status == STORE_OK)
        status = write_games(work);
    if (status == STORE_OK)
        status = store_rate_games(&work->store->base, work->batch);
    if (status == STORE_OK)
        status = write_sittings(work);
    return judge_write(work, status);
}

/*
 * COMMIT was sent but not answered: only a new connection can tell what became of it. If none can
 * be made, it stays in doubt, and the next call that connects waits for the answer.
 */
static enum store_status find_out(struct work *work)
{
    struct postgres_store *store = work->store;
    memcpy(store->doubt, work->transaction, sizeof store->doubt);
    enum store_status status = STORE_DOWN;
    for (int i = 0; i < RECONNECT_TRIES && (status = postgres_ready(store)) != STORE_OK; i++)
        nanosleep(&(struct timespec){.tv_nsec = RECONNECT_WAIT_MS * 1000000L}, NULL);
    if (status != STORE_OK || store->doubt_came_true)
        return status;
    return store_fail(&store->base, STORE_DOWN,
                      "The connection to PostgreSQL broke before the commit; nothing was written.");
}

static enum store_status try_commit(struct work *work)
{
    work->store->again = false;
    work->transaction[0] = '\0';
    PQclear(work->answer);
    work->answer = NULL;
    work->holds = false;
    for (size_t i = 0; i < work->batch->append_count; i++) {
        struct store_append *append = &work->batch->appends[i];
        append->refused = true; /* until it is taken */
        append->too_many = false;
        work->holds |= append->last == 0 && (append->maker.person || *append->maker.address);
    }
    enum store_status status = judge_write(work, begin(work));
    if (status != STORE_OK)
        return status;
    status = write_all(work);
    bool commits = status == STORE_OK;
    status = postgres_end(&work->store->base, status);
    bool unanswered = commits && status != STORE_OK && !work->store->connection;
    return unanswered && *work->transaction ? find_out(work) : status;
}

enum store_status postgres_commit(struct store *store, struct store_batch *batch)
{
    struct work work = {.store = (struct postgres_store *)store, .batch = batch};
    if (!sort_appends(&work))
        return store_fail(store, STORE_DOWN, "There is not enough memory for a batch.");
    enum store_status status;
    int tries = 0;
    do
        status = try_commit(&work);
    while (status != STORE_OK && work.store->again && ++tries < COMMIT_TRIES);
    if (status == STORE_OK && work.answer)
        give_missed(&work);
    PQclear(work.answer);
    free(work.sorted);
    for (size_t i = 0; status != STORE_OK && i < batch->append_count; i++)
        batch->appends[i].refused = batch->appends[i].too_many = false;
    return status;
}
