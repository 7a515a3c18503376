/* news.c - see store.h: transactions, news, and the sessions that they end. One implementation for
 * all kinds of stores. */
#include "store_internal.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- transactions */

enum store_status store_begin(struct store *store)
{
    enum store_status status = store->nested > 0 ? STORE_OK : store->vtable->begin(store);
    store->nested += status == STORE_OK;
    return status;
}

enum store_status store_end(struct store *store, enum store_status status)
{
    return --store->nested > 0 ? status : store->vtable->end(store, status);
}

/* ---------------------------------------------------------------- news */

static bool note_number(void *context, const struct store_row *row)
{
    size_t length;
    *(uint64_t *)context = strtoull(row->vtable->text(row, 0, &length), NULL, 10);
    return true;
}

enum store_status store_add_news(struct store *store, uint64_t person, const char *what,
                                 int64_t now_ms, uint64_t *number)
{
    enum store_status status = store_begin(store);
    if (status != STORE_OK)
        return status;
    struct store_query count = {
        .statement = STORE_SQL_COUNT_NEWS, .each = note_number, .context = number};
    status = store->vtable->run(store, &count);
    if (status == STORE_OK)
        status = store_run(store, STORE_SQL_ADD_NEWS, NULL, NULL, store_id(*number),
                           store_id(person), store_text(what), store_number(now_ms));
    return store_end(store, status);
}

struct news_reader {
    store_news_row *row;
    void *context;
};

static bool give_news(void *context, const struct store_row *row)
{
    const struct news_reader *reader = context;
    struct store_news news = {.number = (uint64_t)store_row_number(row, 0),
                              .person = (uint64_t)store_row_number(row, 1)};
    store_row_copy(row, 2, news.what, sizeof news.what);
    return reader->row(reader->context, &news);
}

enum store_status store_read_news(struct store *store, uint64_t after, size_t most,
                                  store_news_row *row, void *context)
{
    struct news_reader reader = {row, context};
    return store_none_is_ok(store_run(store, STORE_SQL_READ_NEWS, give_news, &reader,
                                      store_id(after), store_most(most)));
}

enum store_status store_last_news(struct store *store, uint64_t *number)
{
    return store_run(store, STORE_SQL_GET, note_number, number, store_text("news"));
}

void store_list_last_news(struct store_list *list, uint64_t *number)
{
    store_list_add(list, STORE_SQL_GET, note_number, number, store_text("news"));
}

enum store_status store_expire_news(struct store *store, int64_t before_ms)
{
    return store_none_is_ok(
        store_run(store, STORE_SQL_EXPIRE_NEWS, NULL, NULL, store_number(before_ms)));
}

/* ---------------------------------------------------------------- sessions */

static bool note_bye(void *context, const struct store_row *row)
{
    (void)row;
    *(bool *)context = true;
    return true;
}

static void ask_session(struct store_list *list, const struct store_session_at *session,
                        bool *ended)
{
    store_list_add(list, STORE_SQL_FIND_BYE, note_bye, ended, store_id(session->person),
                   store_id(session->since), store_text(session->token_hash));
}

/* Whoever ends the session waits until this transaction has ended, since it locks the same row. A
 * guest who is not stored yet has none, and nothing to lose. */
enum store_status store_begin_for(struct store *store, const struct store_session_at *session)
{
    struct store_list list = {0};
    bool ended = false;
    enum store_status status = store_begin(store);
    if (status != STORE_OK)
        return status;
    store_list_add(&list, STORE_SQL_HOLD_PERSON, NULL, NULL, store_id(session->person));
    ask_session(&list, session, &ended);
    status = store_run_list(store, &list, false);
    if (status == STORE_OK && ended)
        status = STORE_ENDED;
    return status == STORE_OK ? STORE_OK : store_end(store, status);
}

enum store_status store_check_session(struct store *store, const struct store_session_at *session)
{
    struct store_list list = {0};
    bool ended = false;
    ask_session(&list, session, &ended);
    enum store_status status = store_run_list(store, &list, false);
    return status == STORE_OK && ended ? STORE_ENDED : status;
}

static void mark_ended(struct store_batch *batch, const char *code)
{
    for (size_t i = 0; i < batch->append_count; i++)
        batch->appends[i].ended |= strcmp(batch->appends[i].code, code) == 0;
}

/* The people in order, since another node may want the same ones; then the questions. */
static void ask_sessions(struct store_list *list, const struct store_batch *batch, bool *ended)
{
    for (size_t i = 0; i < batch->sitting_count; i++)
        store_list_add(list, STORE_SQL_HOLD_PERSON, NULL, NULL,
                       store_id(batch->sittings[i].person));
    store_list_sort(list, 1);
    for (size_t i = 0; i < batch->sitting_count; i++) {
        const struct store_sitting *sitting = &batch->sittings[i];
        const struct store_session_at session = {sitting->person, sitting->token_hash,
                                                 sitting->since};
        if (!store_batch_refused(batch, sitting->code))
            ask_session(list, &session, &ended[i]);
    }
}

enum store_status store_check_sessions(struct store *store, struct store_batch *batch)
{
    struct store_list list = {0};
    bool any = false, *ended;
    if (batch->sitting_count == 0)
        return STORE_OK;
    if (!(ended = calloc(batch->sitting_count, sizeof *ended)))
        return store_fail(store, STORE_DOWN, "There is not enough memory for a batch.");
    ask_sessions(&list, batch, ended);
    enum store_status status = store_run_list(store, &list, false);
    for (size_t i = 0; i < batch->sitting_count && status == STORE_OK; i++)
        if (ended[i]) {
            mark_ended(batch, batch->sittings[i].code);
            any = true;
        }
    free(ended);
    return any ? STORE_ENDED : status;
}
