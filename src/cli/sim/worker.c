/*
 * worker.c - `stos worker`: takes chunks of deals from a server's work queue, plays them on several
 * threads, sends results.
 *
 * A chunk is acknowledged only after its result is stored, so if a worker dies, another one plays
 * its chunk. While a chunk is being played the worker reports progress once a second; on an orderly
 * shutdown it hands its chunks back.
 */
#include "bot/clock.h"
#include "cli/command/cli.h"
#include "cluster_job.h"
#include "cluster_link.h"
#include "sim_state.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    MOST_HANDS = 256,
    FETCH_MS = 1000,
    TICK_MS = 100,
    HEARTBEAT_TICKS = 10,
    RETRY_MS = 500,
    MOST_STRAYS = 6, /* times that nobody takes a result before it is given up: the run is over */
    MOST_DELIVERIES = 32, /* of a chunk that nobody ever finished: something is wrong with it */
};

static atomic_bool stopping;

static void on_stop(int signal_number)
{
    (void)signal_number;
    atomic_store(&stopping, true);
}

struct worker {
    struct cluster_link link;
    struct cluster_access access;
    int threads;
    bool quiet;
    atomic_bool failed;
    char name[CLUSTER_NAME];
    struct hand *hands;
};

/* One thread, and the chunk that it has. */
struct hand {
    struct worker *worker;
    pthread_t thread;
    pthread_mutex_t lock; /* for the next two, which other threads use */
    natsMsg *message;
    char run[CLUSTER_RUN_DIGITS + 1];
    atomic_bool cancel; /* leave the chunk: the run is over, or this worker stops */
    natsSubscription *jobs;
    struct cluster_job job;
    char *plan_text;
    struct sim_plan plan; /* of the player, kept from chunk to chunk */
    struct sim_player *player;
    struct sim_tally tallies[CLUSTER_MOST_STEPS + 1];
};

/* ---------------------------------------------------------------- the chunk in hand */

static void pick_up(struct hand *hand, natsMsg *message)
{
    pthread_mutex_lock(&hand->lock);
    hand->message = message;
    memcpy(hand->run, hand->job.run, sizeof hand->run);
    atomic_store(&hand->cancel, atomic_load(&stopping));
    pthread_mutex_unlock(&hand->lock);
}

static void put_down(struct hand *hand)
{
    pthread_mutex_lock(&hand->lock);
    hand->message = NULL;
    hand->run[0] = '\0';
    pthread_mutex_unlock(&hand->lock);
}

static void heartbeat(struct worker *worker)
{
    for (int i = 0; i < worker->threads; i++) {
        struct hand *hand = &worker->hands[i];
        pthread_mutex_lock(&hand->lock);
        if (hand->message)
            natsMsg_InProgress(hand->message, NULL);
        pthread_mutex_unlock(&hand->lock);
    }
}

/* Has the threads leave their chunks: those of a run, or all. */
static void cancel_hands(struct worker *worker, const char *run)
{
    for (int i = 0; i < worker->threads; i++) {
        struct hand *hand = &worker->hands[i];
        pthread_mutex_lock(&hand->lock);
        if (!run || strcmp(hand->run, run) == 0)
            atomic_store(&hand->cancel, true);
        pthread_mutex_unlock(&hand->lock);
    }
}

static void on_run_over(natsConnection *connection, natsSubscription *subscription,
                        natsMsg *message, void *closure)
{
    char run[CLUSTER_RUN_DIGITS + 1];
    (void)connection, (void)subscription;
    snprintf(run, sizeof run, "%.*s", natsMsg_GetDataLength(message), natsMsg_GetData(message));
    if (cluster_is_run(run))
        cancel_hands(closure, run);
    natsMsg_Destroy(message);
}

/* ---------------------------------------------------------------- answering */

static void wait_a_moment(void)
{
    for (int i = 0; i < RETRY_MS / TICK_MS && !atomic_load(&stopping); i++)
        nats_Sleep(TICK_MS);
}

/* Publishes until the server has stored it. False when it is in vain: nobody collects results of
 * that run, or we stop. */
static bool publish_result(struct hand *hand, const char *run, const char *id, const char *text)
{
    struct worker *worker = hand->worker;
    char subject[CLUSTER_NAME];
    snprintf(subject, sizeof subject, CLUSTER_RESULT_SUBJECT "%s", run);
    for (int strays = 0; strays < MOST_STRAYS && !atomic_load(&hand->cancel) &&
         !cluster_is_closed(&worker->link);) {
        jsPubOptions options;
        jsPubOptions_Init(&options);
        options.MsgId = id;
        natsStatus status = NATS_CONNECTION_DISCONNECTED;
        if (cluster_is_connected(&worker->link))
            status =
                js_Publish(NULL, worker->link.js, subject, text, (int)strlen(text), &options, NULL);
        if (status == NATS_OK)
            return true;
        strays += status == NATS_NO_RESPONDERS;
        wait_a_moment();
    }
    return false;
}

/* Results have room in a message of half a megabyte, a server may want less. */
static char *fitting_text(const struct hand *hand, struct cluster_result *result)
{
    enum { HEADER_ROOM = 1024 };
    int64_t most = natsConnection_GetMaxPayload(hand->worker->link.connection) - HEADER_ROOM;
    char *text = cluster_result_text(result);
    if (!text || most <= 0 || strlen(text) <= (uint64_t)most)
        return text;
    snprintf(result->error, sizeof result->error,
             _("the server takes no message of %zu bytes; raise its max_payload, or use a smaller "
               "--chunk"),
             strlen(text));
    free(text);
    return cluster_result_text(result);
}

static bool send_result(struct hand *hand, const char *run, struct cluster_result *result)
{
    char id[CLUSTER_NAME], *text = fitting_text(hand, result);
    snprintf(id, sizeof id, "%s.%llu%s", run, (unsigned long long)result->chunk,
             *result->error ? ".error" : "");
    bool sent = text && publish_result(hand, run, id, text);
    free(text);
    return sent;
}

/* The run that a job's subject names: the one who waits for an answer, even when the job itself
 * cannot be read. */
static void run_of(natsMsg *message, char run[CLUSTER_RUN_DIGITS + 1])
{
    const char *subject = natsMsg_GetSubject(message);
    size_t prefix = strlen(CLUSTER_JOB_SUBJECT);
    snprintf(run, CLUSTER_RUN_DIGITS + 1, "%s",
             strncmp(subject, CLUSTER_JOB_SUBJECT, prefix) == 0 ? subject + prefix : "");
}

/* Tells the coordinator why a job cannot be played, and takes the job out of the queue. */
static void refuse(struct hand *hand, natsMsg *message, const char *why)
{
    struct cluster_result result = {.chunk = hand->job.chunk};
    char run[CLUSTER_RUN_DIGITS + 1];
    run_of(message, run);
    cluster_say(_("a job is refused: %s"), why);
    snprintf(result.error, sizeof result.error, "%s", why);
    snprintf(result.worker, sizeof result.worker, "%s", hand->worker->name);
    if (cluster_is_run(run))
        send_result(hand, run, &result);
    natsMsg_Term(message, NULL);
}

/* ---------------------------------------------------------------- playing */

/* Keeps the player while the plan stays the same; false when memory lacks. */
static bool prepare_player(struct hand *hand)
{
    char *text = sim_plan_text(&hand->job.plan);
    if (text && hand->player && strcmp(text, hand->plan_text) == 0) {
        free(text);
        return true;
    }
    sim_player_close(hand->player);
    free(hand->plan_text);
    hand->plan = hand->job.plan;
    hand->plan_text = text;
    hand->player = text ? sim_player_open(&hand->plan) : NULL;
    return hand->player != NULL;
}

/* Plays the job into hand->tallies; false when it was cancelled. */
static bool play_job(struct hand *hand)
{
    const struct cluster_job *job = &hand->job;
    uint64_t deal = job->first;
    size_t steps = cluster_steps(job->first, job->count, job->step);
    memset(hand->tallies, 0, steps * sizeof hand->tallies[0]);
    for (size_t i = 0; i < steps; i++) {
        uint64_t deals = cluster_step_deals(job->first, job->count, job->step, i);
        if (!sim_play(hand->player, deal, deals, &hand->tallies[i], &hand->cancel, NULL, NULL))
            return false;
        deal += deals;
    }
    return true;
}

static void log_chunk(const struct hand *hand, double seconds)
{
    const struct cluster_job *job = &hand->job;
    char clock[16];
    struct tm now;
    time_t time_now = time(NULL);
    if (hand->worker->quiet)
        return;
    localtime_r(&time_now, &now);
    strftime(clock, sizeof clock, "%H:%M:%S", &now);
    cluster_say(_("%s run %s chunk %llu: deals %llu to %llu in %.2f s"), clock, job->run,
                (unsigned long long)job->chunk, (unsigned long long)job->first,
                (unsigned long long)(job->first + job->count - 1), seconds);
}

/* Plays a job that is good, and answers it. */
static void play_and_answer(struct hand *hand, natsMsg *message)
{
    double start = clock_seconds();
    bool played = play_job(hand), sent = false;
    if (played) {
        struct cluster_result result = {
            .chunk = hand->job.chunk,
            .first = hand->job.first,
            .count = hand->job.count,
            .tallies = hand->tallies,
            .tally_count = cluster_steps(hand->job.first, hand->job.count, hand->job.step)};
        double spent = clock_seconds() - start;
        snprintf(result.worker, sizeof result.worker, "%s", hand->worker->name);
        sent = send_result(hand, hand->job.run, &result);
        if (sent)
            log_chunk(hand, spent);
    }
    put_down(hand);
    if (!sent && atomic_load(&stopping))
        natsMsg_Nak(message, NULL);
    else
        natsMsg_Ack(message, NULL); /* stored; or its run is over */
}

static uint64_t deliveries_of(natsMsg *message)
{
    jsMsgMetaData *data = NULL;
    uint64_t count = natsMsg_GetMetaData(&data, message) == NATS_OK ? data->NumDelivered : 1;
    jsMsgMetaData_Destroy(data);
    return count;
}

static void work_on(struct hand *hand, natsMsg *message)
{
    char why[256], run[CLUSTER_RUN_DIGITS + 1];
    bool good = cluster_job_read(natsMsg_GetData(message), (size_t)natsMsg_GetDataLength(message),
                                 &hand->job, why, sizeof why);
    run_of(message, run);
    if (good && strcmp(run, hand->job.run) != 0) {
        snprintf(why, sizeof why, "%s", _("the job belongs to another run"));
        good = false;
    }
    if (good && deliveries_of(message) > MOST_DELIVERIES) {
        snprintf(why, sizeof why, _("chunk %llu was given out %d times and never finished"),
                 (unsigned long long)hand->job.chunk, MOST_DELIVERIES);
        good = false;
    }
    pick_up(hand, message);
    if (!good) {
        put_down(hand);
        refuse(hand, message, why);
    } else if (prepare_player(hand)) {
        play_and_answer(hand, message);
    } else {
        put_down(hand);
        natsMsg_Nak(message, NULL);
        cluster_say("%s", _("there is not enough memory for these bots; this worker stops"));
        atomic_store(&hand->worker->failed, true);
        atomic_store(&stopping, true);
    }
}

/* ---------------------------------------------------------------- a thread */

/* The queue exists from the first run on; until then, and when it was removed, there is nothing to
 * do. */
static bool find_queue(struct hand *hand)
{
    jsSubOptions options;
    if (hand->jobs)
        return true;
    jsSubOptions_Init(&options);
    options.Stream = CLUSTER_JOBS;
    options.Consumer = CLUSTER_WORKERS;
    natsStatus status =
        js_PullSubscribe(&hand->jobs, hand->worker->link.js, CLUSTER_JOB_SUBJECT ">",
                         CLUSTER_WORKERS, NULL, &options, NULL);
    return status == NATS_OK;
}

static void lose_queue(struct hand *hand)
{
    natsSubscription_Destroy(hand->jobs);
    hand->jobs = NULL;
}

static void *work(void *argument)
{
    struct hand *hand = argument;
    while (!atomic_load(&stopping) && !cluster_is_closed(&hand->worker->link)) {
        natsMsgList list;
        if (!cluster_is_connected(&hand->worker->link) || !find_queue(hand)) {
            wait_a_moment();
            continue;
        }
        natsStatus status = natsSubscription_Fetch(&list, hand->jobs, 1, FETCH_MS, NULL);
        if (status == NATS_OK) {
            for (int i = 0; i < list.Count; i++)
                work_on(hand, list.Msgs[i]);
            natsMsgList_Destroy(&list);
        } else if (status != NATS_TIMEOUT) {
            lose_queue(hand);
            wait_a_moment();
        }
    }
    lose_queue(hand);
    sim_player_close(hand->player);
    free(hand->plan_text);
    return NULL;
}

/* ---------------------------------------------------------------- the command */

struct worker_options {
    struct cluster_access access;
    int threads;
    bool quiet;
};

static int start_hands(struct worker *worker)
{
    int started = 0;
    while (started < worker->threads) {
        struct hand *hand = &worker->hands[started];
        hand->worker = worker;
        pthread_mutex_init(&hand->lock, NULL);
        if (pthread_create(&hand->thread, NULL, work, hand) != 0)
            break;
        started++;
    }
    return started;
}

/* The threads play; this one keeps their chunks alive and watches for the end. */
static void attend(struct worker *worker)
{
    for (int tick = 0; !atomic_load(&stopping); tick++) {
        nats_Sleep(TICK_MS);
        if (cluster_is_closed(&worker->link)) {
            cluster_say(_("%s has closed the connection for good; is the login still valid?"),
                        worker->link.place);
            atomic_store(&worker->failed, true);
            atomic_store(&stopping, true);
        }
        if (tick % HEARTBEAT_TICKS == 0)
            heartbeat(worker);
    }
    cancel_hands(worker, NULL);
}

static int serve(struct worker *worker)
{
    natsSubscription *over = NULL;
    int wanted = worker->threads;
    worker->threads = start_hands(worker);
    natsConnection_Subscribe(&over, worker->link.connection, CLUSTER_OVER_SUBJECT, on_run_over,
                             worker);
    if (worker->threads < wanted)
        complain(EXIT_BROKEN, "%s", _("there is not enough memory, or no thread could be started"));
    else if (!worker->quiet)
        cluster_say(tr_plural("worker %s serves %s with %d thread",
                              "worker %s serves %s with %d threads", (unsigned long)wanted),
                    worker->name, worker->link.place, wanted);
    if (worker->threads > 0)
        attend(worker);
    for (int i = 0; i < worker->threads; i++)
        pthread_join(worker->hands[i].thread, NULL);
    natsConnection_FlushTimeout(worker->link.connection, 1000);
    natsSubscription_Destroy(over);
    return worker->threads > 0 && !atomic_load(&worker->failed) ? EXIT_GOOD : EXIT_BROKEN;
}

static int run_worker(const struct command *command, int argc, char **argv)
{
    struct worker_options options;
    struct command_line line;
    char host[64] = "", name[CLUSTER_NAME + 16];
    if (!command_read(command, argc, argv, &options, &line))
        return EXIT_USAGE;
    struct worker worker = {
        .threads = options.threads, .quiet = options.quiet, .access = options.access};
    worker.access.url = line.words[0];
    if (cluster_check(&worker.access) != EXIT_GOOD)
        return EXIT_USAGE;
    gethostname(host, sizeof host - 1);
    snprintf(worker.name, sizeof worker.name, "%s-%ld", host, (long)getpid());
    snprintf(name, sizeof name, "stos worker %s", worker.name);
    struct sigaction action = {.sa_handler = on_stop};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    worker.hands = calloc((size_t)worker.threads, sizeof *worker.hands);
    if (!worker.hands)
        return complain(EXIT_BROKEN, "%s",
                        _("there is not enough memory, or no thread could be started"));
    int code = EXIT_BROKEN;
    if (cluster_connect(&worker.link, &worker.access, name)) {
        code = serve(&worker);
        cluster_disconnect(&worker.link);
    }
    free(worker.hands);
    return code;
}

static void set_defaults(void *at)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    *(struct worker_options *)at =
        (struct worker_options){.threads = cores > 0 && cores < MOST_HANDS ? (int)cores : 1};
}

static const struct option_row options_of_worker[] = {
    {.name = "threads",
     .value = "N",
     .kind = OPTION_INT,
     .at = offsetof(struct worker_options, threads),
     .low = 1,
     .high = MOST_HANDS,
     .fallback = N_("all cores"),
     .help = N_("chunks to play at once")},
    {.name = "quiet",
     .kind = OPTION_FLAG,
     .at = offsetof(struct worker_options, quiet),
     .help = N_("no line for each chunk")},
    CLUSTER_OPTIONS(struct worker_options, access),
    {0},
};

const struct command command_worker = {
    .name = "worker",
    .arguments = "nats://HOST:PORT [options]",
    .summary = N_("play chunks of `stos sim --cluster` until stopped"),
    .about = N_("HOST:PORT is a NATS server with JetStream, the same as for `stos sim --cluster`; "
                "see docs/cluster.md.\n"
                "A login may stand before the host (nats://USER:PASSWORD@HOST or "
                "nats://TOKEN@HOST); tls:// encrypts."),
    .options = options_of_worker,
    .notes = N_("It may be stopped or killed at any time; another worker takes its chunks."),
    .least = 1,
    .most = 1,
    .wanted = N_("name the server, such as nats://HOST:4222"),
    .size = sizeof(struct worker_options),
    .set_defaults = set_defaults,
    .run = run_worker,
};
