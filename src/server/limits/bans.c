/*
 * bans.c - see bans.h.
 */
#include "bans.h"
#include "store/array.h"

#include "server/network/address.h"
#include "base/text.h"
#include "server/core/core.h"
#include "server/core/error_texts.h"
#include "server/core/task.h"
#include "table/table_text.h"

#include <stdlib.h>
#include <string.h>

enum { TARGET = 48, BANS_MOST = 100000 };

/* The module's state. */
struct banning {
    struct bans *bans;     /* a recent copy of those in the store */
    bool reading, changed; /* changed: it has to be read once more */
    unsigned changes;      /* how often they were others than before */
};

static struct banning *banning_of(const struct server *server)
{
    return module_state(server, MODULE_BANS);
}

struct bans {
    size_t count, room;
    int64_t ends_ms; /* when the next of them ends */
    struct ban {
        char target[TARGET]; /* "ban:..." or "mute:..." */
        int64_t until_ms;
        char *reason; /* of the host; NULL: none was given */
    } * ban;
};

/* ---------------------------------------------------------------- reading */

static int compare_bans(const void *left, const void *right)
{
    const struct ban *a = left, *b = right;
    return strcmp(a->target, b->target);
}

static bool note_ban(void *context, const char *name, const char *value)
{
    struct bans *bans = context;
    char *rest;
    int64_t until_ms = strtoll(value, &rest, 10);
    if (!array_fits(bans->ban, bans->room, bans->count + 1))
        return false;
    struct ban *ban = &bans->ban[bans->count++];
    lws_strncpy(ban->target, name + sizeof STORE_ACT_FACTS - 1, sizeof ban->target);
    ban->until_ms = until_ms;
    ban->reason = *rest == ' ' ? strdup(rest + 1) : NULL;
    return bans->count < BANS_MOST;
}

static enum store_status read_bans(struct store *store, struct bans *bans)
{
    enum store_status status = store_read_facts(store, STORE_ACT_FACTS, note_ban, bans);
    if (bans->count > 0)
        qsort(bans->ban, bans->count, sizeof *bans->ban, compare_bans);
    return status;
}

static void free_list(struct bans *bans)
{
    for (size_t i = 0; bans && i < bans->count; i++)
        free(bans->ban[i].reason);
    if (bans)
        free(bans->ban);
    free(bans);
}

static void replace(struct server *server, struct bans *bans)
{
    free_list(banning_of(server)->bans);
    banning_of(server)->bans = bans;
}

static void note_next_end(struct bans *bans)
{
    int64_t now_ms = server_now_ms();
    bans->ends_ms = INT64_MAX;
    for (size_t i = 0; i < bans->count; i++)
        if (bans->ban[i].until_ms > now_ms && bans->ban[i].until_ms < bans->ends_ms)
            bans->ends_ms = bans->ban[i].until_ms;
}

static bool load(struct server *server, char *message, size_t size)
{
    (void)message, (void)size;
    struct bans *bans = calloc(1, sizeof *bans);
    if (bans && read_bans(server->store, bans) == STORE_OK) {
        note_next_end(bans);
        replace(server, bans);
        banning_of(server)->changed = true; /* perhaps, before actions are counted (moderation.c) */
        return true;
    }
    free_list(bans);
    return false;
}

static void stop(struct server *server) { replace(server, NULL); }

/* ---------------------------------------------------------------- task */

/* NULL: there is none that holds now. */
static const struct ban *find(const struct server *server, const char *target)
{
    const struct bans *bans = banning_of(server)->bans;
    struct ban wanted = {0};
    if (!bans || bans->count == 0)
        return NULL;
    lws_strncpy(wanted.target, target, sizeof wanted.target);
    const struct ban *ban =
        bsearch(&wanted, bans->ban, bans->count, sizeof *bans->ban, compare_bans);
    return ban && ban->until_ms > server_now_ms() ? ban : NULL;
}

static const struct ban *of_person(const struct server *server, table_person person)
{
    char target[TARGET];
    lws_snprintf(target, sizeof target, "ban:%016llx", (unsigned long long)person);
    return find(server, target);
}

static const struct ban *of_person_at(const struct server *server, table_person person,
                                      const char *code)
{
    char target[TARGET];
    lws_snprintf(target, sizeof target, "ban:%016llx@%s", (unsigned long long)person, code);
    return find(server, target);
}

static const struct ban *of_address(const struct server *server, const struct address *address)
{
    char text[ADDRESS_TEXT], target[ADDRESS_TEXT + 8];
    struct address group = address_group(address);
    address_write(&group, text);
    lws_snprintf(target, sizeof target, "ban:%s", text);
    return find(server, target);
}

static const struct ban *of_client(const struct connection *connection)
{
    struct address address;
    return address_read(connection->address, strlen(connection->address), &address)
        ? of_address(connection->server, &address)
        : NULL;
}

bool bans_person(const struct server *server, table_person person)
{
    return of_person(server, person) != NULL;
}

bool bans_person_at(const struct server *server, table_person person, const char *code)
{
    return of_person_at(server, person, code) != NULL;
}

bool bans_address(const struct server *server, const struct address *address)
{
    return of_address(server, address) != NULL;
}

bool bans_mutes(const struct server *server, table_person person)
{
    char target[TARGET];
    lws_snprintf(target, sizeof target, "mute:%016llx", (unsigned long long)person);
    return find(server, target) != NULL;
}

unsigned bans_changes(const struct server *server) { return banning_of(server)->changes; }

/* ---------------------------------------------------------------- telling */

/* Without the ban (a mark on the person from an older version) nothing is known about it. */
static void tell(struct connection *connection, const char *ref, const char *message,
                 const struct ban *ban)
{
    char more[2 * STORE_REASON + 64] = "";
    stos_writer writer = stos_writer_on(more, sizeof more);
    if (ban)
        text_put(&writer, "\"until\":");
    if (ban && ban->until_ms == INT64_MAX)
        text_put(&writer, "null");
    else if (ban)
        text_number(&writer, ban->until_ms);
    if (ban && ban->reason) {
        text_put(&writer, ",\"reason\":");
        table_quote(&writer, ban->reason, strlen(ban->reason));
    }
    reply_error_text(connection, ref, "banned", translate_for(connection, message),
                     writer.length < sizeof more ? more : NULL);
}

void bans_refuse_at(struct connection *connection, const char *ref, const char *code)
{
    tell(connection, ref, N_("The host has banned you from this table."),
         of_person_at(connection->server, connection->person, code));
}

void bans_refuse(struct connection *connection, const char *ref, table_person person)
{
    const struct ban *ban = of_person(connection->server, person);
    tell(connection, ref, error_text("banned"), ban ? ban : of_client(connection));
    connection_close(connection, LWS_CLOSE_STATUS_POLICY_VIOLATION, "banned");
}

/* ---------------------------------------------------------------- again and again */

static void read_work(struct task *task, struct store *store)
{
    task->status = read_bans(store, task->more);
}

static bool is_out(const struct server *server, const struct connection *connection)
{
    return of_client(connection) != NULL ||
        (connection->stage == CONNECTION_KNOWN && bans_person(server, connection->person));
}

static void apply(struct server *server)
{
    banning_of(server)->changes++;
    for (struct connection *at = server->connections, *next; at; at = next) {
        next = at->next;
        if (banning_of(server)->bans->count > 0 && is_out(server, at))
            bans_refuse(at, NULL, at->person);
        else if (at->stage == CONNECTION_KNOWN)
            at->muted = at->muted_for_good || bans_mutes(server, at->person);
    }
}

/* Whether anything began or ended since: looking at all connections takes time. */
static bool is_news(const struct bans *old, const struct bans *fresh)
{
    if (!old || old->count != fresh->count || server_now_ms() >= old->ends_ms)
        return true;
    for (size_t i = 0; i < fresh->count; i++) {
        const struct ban *a = &old->ban[i], *b = &fresh->ban[i];
        if (a->until_ms != b->until_ms || strcmp(a->target, b->target) != 0)
            return true;
    }
    return false;
}

static bool bans_read(struct task *task)
{
    struct server *server = task->server;
    struct banning *banning = banning_of(server);
    banning->reading = false;
    task_report(task, "bans");
    if (task->status == STORE_OK && !task->job.dropped) {
        bool news = is_news(banning->bans, task->more);
        note_next_end(task->more);
        replace(server, task->more);
        if (news)
            apply(server);
    } else {
        free_list(task->more);
        banning->changed = true;
    }
    task->more = NULL;
    if (banning->changed && task->status == STORE_OK && !task->job.dropped)
        bans_look_again(server);
    return true;
}

void bans_look_again(struct server *server)
{
    struct banning *banning = banning_of(server);
    struct bans *bans = banning->reading ? NULL : calloc(1, sizeof *bans);
    if (bans)
        banning->reading = task_start(server, server->readers, read_work, bans_read, bans) != NULL;
    banning->changed = !bans;
}

static void second(struct server *server)
{
    struct banning *banning = banning_of(server);
    if (server_now_ms() >= banning->bans->ends_ms) {
        note_next_end(banning->bans);
        apply(server);
    }
    if (banning->changed && !banning->reading && !server->store_down)
        bans_look_again(server);
}

const struct module bans_module = {
    .name = "bans", .state = sizeof(struct banning), .start = load, .second = second, .stop = stop};
