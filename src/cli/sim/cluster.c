/*
 * cluster.c - the coordinator of `stos sim --cluster`: hands out chunks, collects results, adds
 * them up in order.
 *
 * The coordinator remembers what it handed out, so nothing is lost even if the server loses
 * everything: a chunk that is neither in the queue nor answered is published again. Each chunk is
 * counted once, in the order of the deals, so the totals and a sequential stop are the same as in a
 * local run.
 */
#include "cluster.h"

#include "base/cancel.h"
#include "bot/clock.h"
#include "cli/command/cli.h"
#include "lineup.h"
#include "cluster_job.h"
#include "cluster_link.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_CHUNKS = 4096, /* handed out and not yet added up */
    FEWEST_OUT = 32,    /* unanswered chunks to begin with */
    SECONDS_OUT =
        10, /* later: as many as the workers answer in this time, so that runs share them fairly */
    MOST_TALLIES = 1 << 16, /* of these chunks together, which bounds the memory */
    BATCH = 64,             /* results in a fetch */
    FETCH_MS = 200,         /* how long a fetch waits, and so how soon an interrupt is seen */
    ACK_WAIT_S = 5, /* a worker that says nothing for so long is dead; its chunk goes to another */
    QUIET_S = 3,    /* without an answer for so long, look after the queue */
    MOST_AGE_S = 24 * 60 * 60 /* what nobody removed goes away by itself */
};

static const int64_t second = INT64_C(1000000000); /* the server counts nanoseconds */

/* A chunk that was handed out. */
struct slot {
    bool done, queued;
    int missed, attempts;
    struct sim_tally *tallies;
    size_t tally_count;
};

struct run {
    struct cluster_link link;
    const struct sim_plan *plan;
    struct sim_tally *sum;
    sim_progress *progress;
    void *context;
    char id[CLUSTER_RUN_DIGITS + 1], stream[CLUSTER_NAME], result_subject[CLUSTER_NAME];
    uint64_t chunk, step; /* deals in a chunk, and between two tallies */
    uint64_t from;        /* deals that were there before */
    uint64_t merged, next, end,
        window; /* numbers of chunks: not yet added, not yet sent, none, and how many may be out */
    struct slot *slots;
    uint64_t unanswered,
        answers;            /* chunks that are out; results since the last count of the rate */
    double rate, last_rate; /* results a second, smoothed */
    natsSubscription *results;
    double last_merge, last_look;
    bool told_waiting, made, ended, failed; /* made: the server has something of this run */
};

/* ---------------------------------------------------------------- sizes */

static uint64_t games_of_deal(const struct sim_plan *plan)
{
    return (uint64_t)plan->lineups * (uint64_t)sim_games_of_deal(plan);
}

/* A game in a second, when the bots may look at so many nodes a turn (measured; a node is another
 * thing in each game). */
static uint64_t nodes_in_second(const struct sim_plan *plan)
{
    return stos_game_is_cooperative(plan->rules.game) ? 600 : 10000;
}

/* The same of bots that ask a network and do not search (measured). */
static uint64_t looks_in_second(const struct sim_plan *plan)
{
    return stos_game_is_cooperative(plan->rules.game) ? 64 : 2048;
}

/* Games of one bot in about a second: without memory some ten thousand, without a search as
 * measured, else by its limits. */
static uint64_t games_of_bot(const struct sim_plan *plan, int lineup, int place)
{
    const stos_bot *bot = plan->bot[lineup][place];
    stos_limits limits = lineup_limits(plan, lineup, place);
    if (bot->ms == 0)
        return bot->memory > 0 ? looks_in_second(plan) : 32768;
    uint64_t by_nodes = limits.nodes ? nodes_in_second(plan) / limits.nodes : UINT64_MAX;
    uint64_t by_time = limits.ms ? 1000 / 40 / limits.ms : UINT64_MAX; /* forty turns a game */
    return by_nodes < by_time ? by_nodes : by_time;
}

/* Games in about a second: as the slowest bot plays them. */
static uint64_t games_in_second(const struct sim_plan *plan)
{
    uint64_t fewest = UINT64_MAX;
    for (int lineup = 0; lineup < plan->lineups; lineup++)
        for (int place = 0; place < stos_rules_seats(&plan->rules); place++) {
            uint64_t games = games_of_bot(plan, lineup, place);
            fewest = games < fewest ? games : fewest;
        }
    return fewest;
}

/* Whole units of a local run, so that tallies can end where its sums do. */
static uint64_t chunk_deals(const struct sim_plan *plan, uint64_t wanted)
{
    uint64_t grain = sim_chunk(plan);
    uint64_t grains =
        wanted ? (wanted + grain - 1) / grain : games_in_second(plan) / games_of_deal(plan) / grain;
    return grain * (grains < 1 ? 1 : grains > CLUSTER_MOST_STEPS ? CLUSTER_MOST_STEPS : grains);
}

static uint64_t first_of(const struct run *run, uint64_t number)
{
    return number * run->chunk > run->from ? number * run->chunk : run->from;
}

static uint64_t count_of(const struct run *run, uint64_t number)
{
    uint64_t border = (number + 1) * run->chunk;
    return (border < run->plan->deals ? border : run->plan->deals) - first_of(run, number);
}

static struct slot *slot_of(const struct run *run, uint64_t number)
{
    return &run->slots[number % run->window];
}

/* ---------------------------------------------------------------- streams and consumers */

static natsStatus ensure_stream(struct run *run, const char *name, const char *subject,
                                jsErrCode *code)
{
    jsStreamInfo *info = NULL;
    jsStreamConfig config;
    natsStatus status = js_GetStreamInfo(&info, run->link.js, name, NULL, code);
    jsStreamInfo_Destroy(info);
    if (status != NATS_NOT_FOUND)
        return status;
    jsStreamConfig_Init(&config);
    config.Name = name;
    config.Subjects = &subject;
    config.SubjectsLen = 1;
    config.Retention = js_WorkQueuePolicy;
    config.Storage = js_FileStorage;
    config.MaxAge = MOST_AGE_S * second;
    return js_AddStream(NULL, run->link.js, &config, NULL, code);
}

static natsStatus ensure_consumer(struct run *run, const char *stream, const char *name,
                                  jsErrCode *code)
{
    jsConsumerInfo *info = NULL;
    jsConsumerConfig config;
    natsStatus status = js_GetConsumerInfo(&info, run->link.js, stream, name, NULL, code);
    jsConsumerInfo_Destroy(info);
    if (status != NATS_NOT_FOUND)
        return status;
    jsConsumerConfig_Init(&config);
    config.Durable = name;
    config.AckPolicy = js_AckExplicit;
    config.AckWait = ACK_WAIT_S * second;
    config.MaxAckPending = 1 << 16;
    config.MaxWaiting = 1 << 14;
    return js_AddConsumer(NULL, run->link.js, stream, &config, NULL, code);
}

/* Makes whatever is missing on the server. */
static natsStatus ensure_all(struct run *run, jsErrCode *code)
{
    natsStatus status = ensure_stream(run, CLUSTER_JOBS, CLUSTER_JOB_SUBJECT ">", code);
    if (status == NATS_OK)
        status = ensure_consumer(run, CLUSTER_JOBS, CLUSTER_WORKERS, code);
    if (status == NATS_OK)
        status = ensure_stream(run, run->stream, run->result_subject, code);
    if (status == NATS_OK)
        status = ensure_consumer(run, run->stream, CLUSTER_COORDINATOR, code);
    return status;
}

static natsStatus subscribe(struct run *run, jsErrCode *code)
{
    jsSubOptions options;
    jsSubOptions_Init(&options);
    options.Stream = run->stream;
    options.Consumer = CLUSTER_COORDINATOR;
    return js_PullSubscribe(&run->results, run->link.js, run->result_subject, CLUSTER_COORDINATOR,
                            NULL, &options, code);
}

/* Removes the run from the server and tells the workers. */
static void remove_run(struct run *run)
{
    char subject[CLUSTER_NAME];
    jsOptions purge;
    snprintf(subject, sizeof subject, CLUSTER_JOB_SUBJECT "%s.>", run->id);
    jsOptions_Init(&purge);
    purge.Stream.Purge.Subject = subject;
    natsStatus status = js_PurgeStream(run->link.js, CLUSTER_JOBS, &purge, NULL);
    if (status == NATS_OK)
        status = js_DeleteStream(run->link.js, run->stream, NULL, NULL);
    natsConnection_PublishString(run->link.connection, CLUSTER_OVER_SUBJECT, run->id);
    natsConnection_FlushTimeout(run->link.connection, 1000);
    if (status != NATS_OK)
        cluster_say(_("the server does not answer: run %s could not be removed from it; its chunks "
                      "go away after a day"),
                    run->id);
}

/* ---------------------------------------------------------------- handing out */

static char *job_text(const struct run *run, uint64_t number)
{
    struct cluster_job job = {.chunk = number,
                              .first = first_of(run, number),
                              .count = count_of(run, number),
                              .step = run->step,
                              .plan = *run->plan};
    memcpy(job.run, run->id, sizeof job.run);
    return cluster_job_text(&job);
}

/* Publishes a chunk; with `sure` the server must have stored it. */
static natsStatus publish_chunk(struct run *run, uint64_t number, bool sure, jsErrCode *code)
{
    struct slot *slot = slot_of(run, number);
    char subject[CLUSTER_NAME], id[CLUSTER_NAME], *text = job_text(run, number);
    natsMsg *message = NULL;
    snprintf(subject, sizeof subject, CLUSTER_JOB_SUBJECT "%s.%" PRIu64, run->id, number);
    snprintf(id, sizeof id, "%s.%" PRIu64 ".%d", run->id, number, slot->attempts);
    natsStatus status =
        text ? natsMsg_Create(&message, subject, NULL, text, (int)strlen(text)) : NATS_NO_MEMORY;
    if (status == NATS_OK)
        status = natsMsgHeader_Set(message, "Nats-Msg-Id", id);
    if (status == NATS_OK)
        status = sure ? js_PublishMsg(NULL, run->link.js, message, NULL, code)
                      : natsConnection_PublishMsg(run->link.connection, message);
    natsMsg_Destroy(message);
    free(text);
    slot->attempts += status == NATS_OK;
    return status;
}

static void measure_rate(struct run *run)
{
    double now = clock_seconds(), passed = now - run->last_rate;
    if (passed < 1)
        return;
    run->rate = (run->rate + (double)run->answers / passed) / 2;
    run->answers = 0;
    run->last_rate = now;
}

static bool may_publish(const struct run *run)
{
    return run->next < run->end && run->next < run->merged + run->window &&
        (double)run->unanswered < FEWEST_OUT + SECONDS_OUT * run->rate &&
        cluster_is_connected(&run->link);
}

/* Keeps enough chunks out. A message that gets lost on the way is found by look_after_queue. */
static void publish_more(struct run *run)
{
    measure_rate(run);
    while (may_publish(run) && publish_chunk(run, run->next, false, NULL) == NATS_OK) {
        run->next++;
        run->unanswered++;
    }
}

/* ---------------------------------------------------------------- collecting */

/* Text of a worker goes to a terminal: nothing in it may move the cursor. */
static void make_printable(char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 127)
            *text = '?';
}

static void stop_because(struct run *run, struct cluster_result *result, const char *reason)
{
    make_printable(result->worker);
    make_printable(result->error);
    cluster_say(_("worker %s: %s"), *result->worker ? result->worker : "?", reason);
    run->ended = run->failed = true;
}

static bool fits(const struct run *run, const struct cluster_result *result)
{
    uint64_t first = first_of(run, result->chunk), count = count_of(run, result->chunk);
    uint64_t games = (uint64_t)sim_games_of_deal(run->plan);
    if (result->first != first || result->count != count ||
        result->tally_count != cluster_steps(first, count, run->step))
        return false;
    for (size_t i = 0; i < result->tally_count; i++) {
        uint64_t deals = cluster_step_deals(first, count, run->step, i);
        if (result->tallies[i].deals != deals)
            return false;
        for (int lineup = 0; lineup < SIM_LINEUPS; lineup++)
            if (result->tallies[i].side[lineup].games !=
                (lineup < run->plan->lineups ? deals * games : 0))
                return false;
    }
    return true;
}

/* Keeps a result unless its chunk has one already. */
static void take_result(struct run *run, struct cluster_result *result)
{
    if (*result->error) {
        stop_because(run, result, result->error);
    } else if (result->chunk >= run->merged && result->chunk < run->next &&
               !slot_of(run, result->chunk)->done) {
        struct slot *slot = slot_of(run, result->chunk);
        if (!fits(run, result)) {
            stop_because(run, result, _("its result does not fit the chunk"));
            return;
        }
        run->unanswered--;
        run->answers++;
        slot->done = true;
        slot->tallies = result->tallies;
        slot->tally_count = result->tally_count;
        result->tallies = NULL;
    }
}

static void take_message(struct run *run, natsMsg *message)
{
    static struct cluster_result result;
    if (cluster_result_read(natsMsg_GetData(message), (size_t)natsMsg_GetDataLength(message),
                            &result))
        take_result(run, &result);
    else
        stop_because(run, &result, _("sent something that is not a result"));
    free(result.tallies);
    natsMsg_Ack(message, NULL);
}

static void fetch_results(struct run *run)
{
    natsMsgList list;
    if (!cluster_is_connected(&run->link)) {
        nats_Sleep(FETCH_MS / 2);
        return;
    }
    natsStatus status = natsSubscription_Fetch(&list, run->results, BATCH, FETCH_MS, NULL);
    if (status == NATS_OK) {
        for (int i = 0; i < list.Count && !run->ended; i++)
            take_message(run, list.Msgs[i]);
        natsMsgList_Destroy(&list);
    } else if (status != NATS_TIMEOUT) {
        nats_Sleep(FETCH_MS / 2);
    }
}

/* Adds up what is there, in order, until a gap. */
static void merge(struct run *run)
{
    while (!run->ended && run->merged < run->next && slot_of(run, run->merged)->done) {
        struct slot *slot = slot_of(run, run->merged);
        for (size_t i = 0; i < slot->tally_count && !run->ended; i++) {
            sim_add(run->sum, &slot->tallies[i]);
            run->ended = run->progress && !run->progress(run->context, run->sum);
        }
        free(slot->tallies);
        memset(slot, 0, sizeof *slot);
        run->merged++;
        run->last_merge = clock_seconds();
        run->told_waiting = false;
    }
}

/* ---------------------------------------------------------------- looking after the queue */

/* Marks the chunks of this run that the queue holds, waiting or being played. */
static natsStatus mark_queued(struct run *run)
{
    char filter[CLUSTER_NAME];
    jsStreamInfo *info = NULL;
    jsOptions options;
    snprintf(filter, sizeof filter, CLUSTER_JOB_SUBJECT "%s.>", run->id);
    jsOptions_Init(&options);
    options.Stream.Info.SubjectsFilter = filter;
    natsStatus status = js_GetStreamInfo(&info, run->link.js, CLUSTER_JOBS, &options, NULL);
    if (status != NATS_OK)
        return status;
    for (uint64_t number = run->merged; number < run->next; number++)
        slot_of(run, number)->queued = false;
    const jsStreamStateSubjects *subjects = info->State.Subjects;
    for (int i = 0; subjects && i < subjects->Count; i++) {
        const char *last = strrchr(subjects->List[i].Subject, '.');
        uint64_t number = last ? strtoull(last + 1, NULL, 10) : UINT64_MAX;
        if (number >= run->merged && number < run->next)
            slot_of(run, number)->queued = true;
    }
    jsStreamInfo_Destroy(info);
    return NATS_OK;
}

/* Publishes again what the queue has lost. A result may be on its way, so only what is missing
 * twice counts as lost. */
static void republish_lost(struct run *run)
{
    for (uint64_t number = run->merged; number < run->next; number++) {
        struct slot *slot = slot_of(run, number);
        jsErrCode code = 0;
        slot->missed = slot->done || slot->queued ? 0 : slot->missed + 1;
        if (slot->missed < 2)
            continue;
        natsStatus status = publish_chunk(run, number, true, &code);
        if (status != NATS_OK) {
            cluster_say(_("%s does not take chunk %llu: %s"), run->link.place,
                        (unsigned long long)number, cluster_reason(status, code));
            return;
        }
        slot->missed = 0;
    }
}

/* Says so, once, when nobody works. */
static void look_for_workers(struct run *run)
{
    jsConsumerInfo *info = NULL;
    if (run->told_waiting ||
        js_GetConsumerInfo(&info, run->link.js, CLUSTER_JOBS, CLUSTER_WORKERS, NULL, NULL) !=
            NATS_OK)
        return;
    if (info->NumWaiting == 0 && info->NumAckPending == 0) {
        cluster_say(_("no worker is there; waiting. Start one with: stos worker %s"),
                    run->link.place);
        run->told_waiting = true;
    }
    jsConsumerInfo_Destroy(info);
}

static void look_after_queue(struct run *run)
{
    double now = clock_seconds();
    if (now - run->last_merge < QUIET_S || now - run->last_look < QUIET_S ||
        !cluster_is_connected(&run->link))
        return;
    jsErrCode code = 0;
    natsStatus status = ensure_all(run, &code);
    if (status == NATS_OK && mark_queued(run) == NATS_OK) {
        republish_lost(run);
        look_for_workers(run);
    } else if (status != NATS_OK && cluster_is_connected(&run->link)) {
        cluster_say(_("%s cannot keep the queue: %s"), run->link.place,
                    cluster_reason(status, code));
    }
    run->last_look = clock_seconds();
}

/* ---------------------------------------------------------------- the whole run */

static bool open_run(struct run *run, bool sequential)
{
    stos_seed random;
    if (!fresh_seed(&random))
        return false;
    for (int i = 0; i < CLUSTER_RUN_DIGITS / 2; i++)
        snprintf(run->id + 2 * i, 3, "%02x", (unsigned)random.bytes[i]);
    snprintf(run->stream, sizeof run->stream, "STOS_RUN_%s", run->id);
    snprintf(run->result_subject, sizeof run->result_subject, CLUSTER_RESULT_SUBJECT "%s", run->id);
    run->step = sequential ? sim_chunk(run->plan) : run->chunk;
    run->window = MOST_TALLIES / (run->chunk / run->step);
    run->window = run->window < MOST_CHUNKS ? run->window : MOST_CHUNKS;
    run->from = run->sum->deals;
    run->merged = run->next = run->from / run->chunk;
    run->end = (run->plan->deals + run->chunk - 1) / run->chunk;
    run->last_merge = run->last_rate = clock_seconds();
    run->slots = calloc(run->window, sizeof *run->slots);
    return run->slots != NULL;
}

/* Sets the server up and sends the first chunk surely, so that a server that refuses is found out
 * at once. */
static bool start(struct run *run)
{
    jsErrCode code = 0;
    natsStatus status = ensure_all(run, &code);
    run->made = status == NATS_OK;
    if (status == NATS_OK)
        status = subscribe(run, &code);
    if (status == NATS_OK)
        status = publish_chunk(run, run->next, true, &code);
    if (status != NATS_OK) {
        cluster_say(_("%s cannot keep the queue: %s"), run->link.place,
                    cluster_reason(status, code));
        return false;
    }
    run->next++;
    run->unanswered++;
    return true;
}

static void coordinate(struct run *run, const atomic_bool *cancel)
{
    while (!run->ended && run->merged < run->end && !is_cancelled(cancel)) {
        publish_more(run);
        fetch_results(run);
        merge(run);
        look_after_queue(run);
        if (cluster_is_closed(&run->link)) {
            cluster_say(_("%s has closed the connection for good; is the login still valid?"),
                        run->link.place);
            run->ended = run->failed = true;
        }
    }
}

static void close_run(struct run *run)
{
    natsSubscription_Destroy(run->results);
    for (uint64_t i = 0; run->slots && i < run->window; i++)
        free(run->slots[i].tallies);
    free(run->slots);
}

int cluster_run(const struct sim_plan *plan, const struct cluster_access *access, uint64_t chunk,
                bool sequential, struct sim_tally *tally, const atomic_bool *cancel,
                sim_progress *progress, void *context)
{
    struct run run = {.plan = plan,
                      .sum = tally,
                      .progress = progress,
                      .context = context,
                      .chunk = chunk_deals(plan, chunk)};
    char name[CLUSTER_NAME];
    if (tally->deals >= plan->deals)
        return EXIT_GOOD;
    if (!open_run(&run, sequential))
        return complain(EXIT_BROKEN, "%s",
                        _("there is not enough memory, or no thread could be started"));
    snprintf(name, sizeof name, "stos sim %s", run.id);
    bool good = cluster_connect(&run.link, access, name);
    if (good) {
        good = start(&run);
        if (good)
            coordinate(&run, cancel);
        if (run.made)
            remove_run(&run);
    }
    close_run(&run);
    if (run.link.connection)
        cluster_disconnect(&run.link);
    return good && !run.failed ? EXIT_GOOD : EXIT_BROKEN;
}
