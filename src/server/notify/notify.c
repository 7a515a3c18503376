/*
 * notify.c - see notify.h: recording notifications, choosing the node that sends, and when it looks
 * for pending ones.
 */
#include "notify.h"

#include "notify_facts.h"
#include "notify_mail.h"
#include "notify_send.h"
#include "push.h"
#include "server/cluster/nodes.h"
#include "server/core/core.h"
#include "server/core/task.h"
#include "server/tables/turns.h"

#include <stdlib.h>
#include <string.h>

const struct push_keys *notify_keys(const struct server *server)
{
    return notify_of(server) && notify_of(server)->services ? &notify_of(server)->keys : NULL;
}

bool notify_is_on(const struct server *server) { return notify_of(server) != NULL; }

bool notify_can_mail(const struct server *server)
{
    return notify_of(server) && notify_of(server)->route.url;
}

/* ---------------------------------------------------------------- who sends, and when */

bool notify_hear(struct server *server, const char *message)
{
    if (strcmp(message, "calls") != 0)
        return false;
    if (notify_of(server))
        notify_of(server)->changed = true;
    return true;
}

static void write_again(struct server *server);

void notify_second(struct server *server)
{
    struct notify *calls = notify_of(server);
    if (calls)
        write_again(server);
    if (!calls || server->store_down || server->stopping || !nodes_leads(server)) {
        if (calls)
            calls->changed = true; /* whoever takes over looks at once */
        return;
    }
    notify_rest_mail(server);
    if (!calls->looking && (calls->changed || server_now_ms() >= calls->next_ms))
        notify_look(server);
}

void notify_changed(struct server *server)
{
    if (!notify_of(server))
        return;
    notify_of(server)->changed = true;
    nodes_tell(server, "calls");
    notify_second(server);
}

/* ---------------------------------------------------------------- what is noted */

struct note_job {
    struct job job;
    struct server *server;
    struct notify_note note;
    enum store_status status;
    char reason[STORE_MESSAGE];
    bool news; /* of its group something waits to be told now; the last of it knows */
    int tries;
};

/* All notes of one commit are written together. */
static void note_all(struct job *jobs, void *place)
{
    size_t count = 0;
    const struct notify_note **notes =
        calloc(job_count(jobs) + 1, sizeof(const struct notify_note *));
    for (struct job *job = jobs; notes && job; job = job->next)
        notes[count++] = &((struct note_job *)job)->note;
    enum store_status status = notes ? notify_write_notes(place, notes, count) : STORE_DOWN;
    bool news = false;
    for (struct job *job = jobs; job; job = job->next) {
        struct note_job *note = (struct note_job *)job;
        note->status = status;
        store_copy_reason(note->reason, status, place);
        news |= status == STORE_OK && !note->note.over;
        note->news = news && !job->next;
    }
    free(notes);
}

static bool is_about_the_same(const struct notify_note *one, const struct notify_note *other)
{
    return one->person == other->person && one->waiting.about == other->waiting.about &&
        strcmp(one->waiting.code, other->waiting.code) == 0;
}

/* A newer note has been written: what could not be written before it must not be written after it.
 */
static void forget_older(struct notify *calls, const struct notify_note *newer)
{
    for (struct job **at = &calls->unwritten; *at;) {
        struct note_job *older = (struct note_job *)*at;
        if (!is_about_the_same(&older->note, newer)) {
            at = &older->job.next;
            continue;
        }
        *at = older->job.next;
        free(older);
    }
}

/* Notes that could not be written are kept: the moves they are about have happened. */
static void note_done(struct job *job)
{
    enum { TRIES = 5 };
    struct note_job *note = (struct note_job *)job;
    struct notify *calls = notify_of(note->server);
    calls->noting--;
    if (!job->dropped && note->status != STORE_OK && ++note->tries < TRIES) {
        job->next = calls->unwritten;
        calls->unwritten = job;
        if (store_is_out(note->status))
            store_lost(note->server, note->reason);
        return;
    }
    if (note->status != STORE_OK)
        server_log(note->server, SERVER_LOG_ERROR, "call_not_noted", "table=%s",
                   note->note.waiting.code);
    forget_older(calls, &note->note);
    if (note->news)
        notify_changed(note->server);
    free(note);
}

static void send_note(struct server *server, struct job *job)
{
    notify_of(server)->noting++;
    pool_do(server->store_pool, job);
}

/* Not before all newer ones are done, so that none of them is overwritten by an older one. */
static void write_again(struct server *server)
{
    struct job *jobs = NULL;
    if (notify_of(server)->noting > 0 || server->store_down || server->stopping)
        return;
    for (struct job *job = notify_of(server)->unwritten, *next; job;
         job = next) { /* the last is the first again */
        next = job->next;
        job->next = jobs;
        jobs = job;
    }
    notify_of(server)->unwritten = NULL;
    for (struct job *next; jobs; jobs = next) {
        next = jobs->next;
        send_note(server, jobs);
    }
}

void notify_forget_notes(struct notify *calls)
{
    while (calls->unwritten) {
        struct job *job = calls->unwritten;
        calls->unwritten = job->next;
        free(job);
    }
}

static void note(struct server *server, table_person person, bool over,
                 const struct notify_waiting *waiting)
{
    struct note_job *job = calloc(1, sizeof *job);
    if (!job)
        return;
    *job = (struct note_job){.server = server,
                             .note = {.person = person, .over = over, .waiting = *waiting}};
    job->job = (struct job){.work_all = note_all, .done = note_done};
    send_note(server, &job->job);
}

void notify_turn(struct server *server)
{
    for (struct turn_note turn; turns_take(server, &turn);) {
        struct notify_waiting waiting = {.since_ms = turn.since_ms};
        lws_strncpy(waiting.code, turn.code, sizeof waiting.code);
        lws_strncpy(waiting.game, turn.game, sizeof waiting.game);
        if (notify_of(server))
            note(server, turn.person, turn.over, &waiting);
    }
}
