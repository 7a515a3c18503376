/*
 * lifetime.c - see lifetime.h.
 *
 * A table expires by its own clock (actor.c), which is in the store, so it expires even when it is
 * not in memory. A table closed without a single deal is deleted; games that were played stay, as
 * unfinished ones. All deleting is done in small pieces by the writer thread, and may be
 * interrupted at any point: the rest is deleted the next time.
 */
#include "lifetime.h"

#include "server/core/core.h"
#include "server/core/task.h"

#include <stdlib.h>
#include <string.h>

enum { SECOND_MS = 1000, HOUR_MS = 60 * 60 * SECOND_MS, DAY_MS = 24 * HOUR_MS };
enum { NEWS_KEPT_MS = HOUR_MS }; /* see store_news in store.h */
enum { CHORES_MOST = 500, PEOPLE_MOST = 500, PEOPLE_SECONDS = 600, SEEN_EVERY_MS = 12 * HOUR_MS };
enum {
    FORGET_AFTER_MS = 10 * SECOND_MS
}; /* by then all nodes have read that the table ended, and repeated requests were answered */

/* ---------------------------------------------------------------- tables */

static int64_t after(int64_t since_ms, int many, int64_t unit_ms)
{
    return many > 0 ? since_ms + many * unit_ms : INT64_MAX;
}

static int64_t earlier(int64_t one, int64_t other) { return one < other ? one : other; }

/* Since when nobody with a seat has been there; -1: somebody is. */
static int64_t empty_since_ms(const struct table *table)
{
    int64_t since_ms = table->changed_ms;
    for (int i = 0; i < table_seats(table); i++) {
        const struct table_seat *seat = &table->seat[i];
        if (seat->kind == TABLE_PERSON && seat->present)
            return -1;
        if (seat->kind == TABLE_PERSON && seat->away_since_ms > since_ms)
            since_ms = seat->away_since_ms;
    }
    return since_ms;
}

int64_t lifetime_end_ms(const struct server_options *options, const struct table *table)
{
    int64_t empty_ms = empty_since_ms(table);
    if (table->last == 0 || table_is_over(table))
        return INT64_MAX;
    if (table->phase == TABLE_WAITING) {
        int64_t end_ms = after(table->opened_ms, options->expire_waiting_hours, HOUR_MS);
        return empty_ms < 0
            ? end_ms
            : earlier(end_ms, after(empty_ms, options->expire_empty_seconds, SECOND_MS));
    }
    if (empty_ms < 0)
        return INT64_MAX;
    int64_t whole_days_ms = (empty_ms / DAY_MS + 1) *
        DAY_MS; /* so that the stored time does not change with each move */
    return after(whole_days_ms, options->expire_abandoned_days, DAY_MS);
}

/* ---------------------------------------------------------------- chores: gathered, and done
 * together */

struct chore {
    struct chore *next;
    int64_t not_before_ms;
    struct store_chore chore;
};

struct lifetimes {
    struct chore *chores; /* for the store, when there is time */
};

static struct lifetimes *lifetimes_of(const struct server *server)
{
    return module_state(server, MODULE_LIFETIME);
}

static void write_chores(struct job *tasks, void *store)
{
    struct store_chore *chores = calloc(job_count(tasks) + 1, sizeof *chores);
    size_t count = 0;
    for (const struct job *job = tasks; chores && job; job = job->next)
        chores[count++] = ((const struct chore *)((const struct task *)job)->more)->chore;
    tasks_worked(tasks, chores ? store_do_chores(store, chores, count) : STORE_DOWN, store);
    free(chores);
}

static bool chore_written(struct task *task)
{
    if (store_is_out(task->status))
        store_lost(task->server, task->reason);
    return true;
}

static void add_chore(struct server *server, const struct store_chore *chore, int64_t not_before_ms)
{
    struct chore *added = calloc(1, sizeof *added);
    if (!added)
        return;
    added->chore = *chore;
    added->not_before_ms = not_before_ms;
    added->next = lifetimes_of(server)->chores;
    lifetimes_of(server)->chores = added;
}

void lifetime_forget_table(struct server *server, const char *code)
{
    struct store_chore chore = {.what = STORE_FORGET_TABLE};
    lws_strncpy(chore.text, code, sizeof chore.text);
    add_chore(server, &chore, server_now_ms() + FORGET_AFTER_MS);
}

void lifetime_note_seen(struct server *server, const struct store_person *person,
                        const char *token_hash)
{
    struct store_chore chore = {
        .what = STORE_NOTE_SEEN, .person = person->id, .now_ms = server_now_ms()};
    if (chore.now_ms - person->seen_ms < SEEN_EVERY_MS)
        return;
    lws_strncpy(chore.text, token_hash, sizeof chore.text);
    add_chore(server, &chore, 0);
}

/* Those whose time has come, and not too many at a time: moves do not wait for them. */
static void do_chores(struct server *server)
{
    int64_t now_ms = server_now_ms();
    int count = 0;
    for (struct chore **at = &lifetimes_of(server)->chores; *at && count < CHORES_MOST;) {
        struct chore *chore = *at;
        if (chore->not_before_ms > now_ms) {
            at = &chore->next;
            continue;
        }
        *at = chore->next;
        task_start_together(server, server->store_pool, write_chores, chore_written, chore);
        count++;
    }
}

static void stop(struct server *server)
{
    while (lifetimes_of(server)->chores) {
        struct chore *chore = lifetimes_of(server)->chores;
        lifetimes_of(server)->chores = chore->next;
        free(chore);
    }
}

/* ---------------------------------------------------------------- guests and tokens */

static int64_t days_ago_ms(int days)
{
    return days > 0 ? server_now_ms() - (int64_t)days * DAY_MS : INT64_MIN;
}

/* What fails now is done the next time. */
static void expire_work(struct task *task, struct store *store)
{
    int64_t guests_before_ms = days_ago_ms(task->server->options->expire_guests_days);
    int64_t tokens_before_ms = days_ago_ms(task->server->options->expire_tokens_days);
    if (guests_before_ms > INT64_MIN)
        task->status = store_expire_guests(store, guests_before_ms, PEOPLE_MOST);
    if (tokens_before_ms > INT64_MIN && !store_is_out(task->status))
        task->status = store_expire_tokens(store, tokens_before_ms);
    if (!store_is_out(task->status))
        task->status = store_expire_news(store, task->now_ms - NEWS_KEPT_MS);
}

static bool expired(struct task *task)
{
    if (store_is_out(task->status))
        store_failed(task->server, task->reason);
    return true;
}

static void second(struct server *server)
{
    if (server->store_down)
        return;
    do_chores(server);
    if (server->seconds % PEOPLE_SECONDS == 1)
        task_start(server, server->store_pool, expire_work, expired, NULL);
}

const struct module lifetime_module = {
    .name = "lifetime", .state = sizeof(struct lifetimes), .second = second, .stop = stop};
