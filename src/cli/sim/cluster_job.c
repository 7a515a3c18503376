/* cluster_job.c - see cluster_job.h. 64-bit numbers are sent as decimal text, because JSON integers
 * may be signed. */
#include "cluster_job.h"

#include "cli/command/cli.h"
#include "lineup.h"
#include "sim_state.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const json_int_t most_deals = INT64_C(1) << 48;

size_t cluster_steps(uint64_t first, uint64_t count, uint64_t step)
{
    return (size_t)((first + count - 1) / step - first / step + 1);
}

uint64_t cluster_step_deals(uint64_t first, uint64_t count, uint64_t step, size_t index)
{
    uint64_t border = (first / step + index) * step;
    uint64_t begin = border > first ? border : first,
             end = border + step < first + count ? border + step : first + count;
    return end - begin;
}

bool cluster_is_run(const char *text)
{
    return strlen(text) == CLUSTER_RUN_DIGITS &&
        strspn(text, "0123456789abcdef") == CLUSTER_RUN_DIGITS;
}

/* ---------------------------------------------------------------- writing */

static json_t *lineup_json(const struct sim_plan *plan, int lineup)
{
    char text[LINEUP_BOT_TEXT];
    json_t *bots = json_array();
    for (int place = 0; place < stos_rules_seats(&plan->rules); place++)
        json_array_append_new(bots, json_string(lineup_bot_text(plan, lineup, place, text)));
    return json_pack("{s:o,s:b}", "bots", bots, "talks", plan->talks[lineup]);
}

static char *text_of(json_t *json)
{
    char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;
    json_decref(json);
    return text;
}

char *cluster_job_text(const struct cluster_job *job)
{
    const struct sim_plan *plan = &job->plan;
    char rules[STOS_RULES_TEXT], seed[24];
    json_t *lineups = json_array();
    stos_rules_text(&plan->rules, rules);
    snprintf(seed, sizeof seed, "%" PRIu64, plan->seed);
    for (int lineup = 0; lineup < plan->lineups; lineup++)
        json_array_append_new(lineups, lineup_json(plan, lineup));
    return text_of(json_pack(
        "{s:s,s:s,s:I,s:I,s:I,s:I,s:s,s:o,s:s}", "version", STOS_VERSION, "run", job->run, "chunk",
        (json_int_t)job->chunk, "first", (json_int_t)job->first, "count", (json_int_t)job->count,
        "step", (json_int_t)job->step, "rules", rules, "lineups", lineups, "seed", seed));
}

char *cluster_result_text(const struct cluster_result *result)
{
    json_t *json = json_pack("{s:s,s:s,s:I,s:I,s:I}", "version", STOS_VERSION, "worker",
                             result->worker, "chunk", (json_int_t)result->chunk, "first",
                             (json_int_t)result->first, "count", (json_int_t)result->count);
    if (*result->error) {
        json_object_set_new(json, "error", json_string(result->error));
        return text_of(json);
    }
    json_t *tallies = json_array();
    for (size_t i = 0; i < result->tally_count; i++)
        json_array_append_new(tallies, sim_tally_to_json(&result->tallies[i]));
    json_object_set_new(json, "tallies", tallies);
    return text_of(json);
}

/* ---------------------------------------------------------------- reading a job */

static bool read_decimal(const char *text, uint64_t *number)
{
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0' && errno == 0;
}

/* A reason why a job is refused; the last word of every function below. */
static bool refuse(char *why, size_t size, const char *reason)
{
    snprintf(why, size, "%s", reason);
    return false;
}

static bool read_version(const json_t *json, char *why, size_t size)
{
    const char *version = json_string_value(json_object_get(json, "version"));
    if (!version)
        return refuse(why, size, _("the job is none of stos"));
    if (strcmp(version, STOS_VERSION) != 0) {
        snprintf(
            why, size,
            _("the run is of stos %.20s, the worker is stos %s; use the same version everywhere"),
            version, STOS_VERSION);
        return false;
    }
    return true;
}

static bool read_lineup(json_t *json, struct sim_plan *plan, int lineup, char *why, size_t size)
{
    json_t *bots;
    int talks;
    if (json_unpack_ex(json, NULL, JSON_STRICT, "{s:o,s:b}", "bots", &bots, "talks", &talks) != 0)
        return refuse(why, size, _("a line-up of the job is none"));
    size_t seats = (size_t)stos_rules_seats(&plan->rules);
    if (!json_is_array(bots) || json_array_size(bots) != seats)
        return refuse(why, size, _("a line-up of the job does not fit the game"));
    for (size_t place = 0; place < seats; place++) {
        const char *text = json_string_value(json_array_get(bots, place));
        if (!lineup_read_bot(plan, lineup, (int)place, text ? text : "", text ? strlen(text) : 0,
                             why, size))
            return false;
    }
    plan->talks[lineup] = talks != 0;
    return true;
}

static bool read_lineups(json_t *json, struct sim_plan *plan, char *why, size_t size)
{
    bool cooperative = stos_game_is_cooperative(plan->rules.game);
    size_t count = json_array_size(json);
    if (count < 1 || count > (cooperative ? SIM_LINEUPS : 1))
        return refuse(why, size, _("the line-ups of the job do not fit the game"));
    plan->lineups = (int)count;
    for (size_t lineup = 0; lineup < count; lineup++)
        if (!read_lineup(json_array_get(json, lineup), plan, (int)lineup, why, size))
            return false;
    return true;
}

static bool is_in(json_int_t value, json_int_t low, json_int_t high)
{
    return value >= low && value <= high;
}

static bool read_fields(json_t *json, struct cluster_job *job, char *why, size_t size)
{
    const char *version, *run, *rules, *seed;
    json_int_t chunk, first, count, step;
    json_t *lineups;
    if (json_object_get(json, "rotate"))
        return refuse(why, size,
                      _("the run is of an older stos, which seats the bots in one order only; use "
                        "the same version everywhere"));
    if (json_unpack_ex(json, NULL, JSON_STRICT, "{s:s,s:s,s:I,s:I,s:I,s:I,s:s,s:o,s:s}", "version",
                       &version, "run", &run, "chunk", &chunk, "first", &first, "count", &count,
                       "step", &step, "rules", &rules, "lineups", &lineups, "seed", &seed) != 0)
        return refuse(why, size,
                      _("the job has a field too many or too few, or one of the wrong kind"));
    struct sim_plan *plan = &job->plan;
    bool good = cluster_is_run(run) && is_in(chunk, 0, most_deals) && is_in(first, 0, most_deals) &&
        is_in(count, 1, CLUSTER_MOST_CHUNK) && is_in(step, 1, CLUSTER_MOST_CHUNK) &&
        read_decimal(seed, &plan->seed);
    if (!good ||
        cluster_steps((uint64_t)first, (uint64_t)count, (uint64_t)step) > CLUSTER_MOST_STEPS + 1)
        return refuse(why, size, _("a number of the job is out of its range"));
    if (stos_rules_parse(rules, strlen(rules), &plan->rules).reason)
        return refuse(why, size, _("the rules of the job are none"));
    memcpy(job->run, run, sizeof job->run);
    job->chunk = (uint64_t)chunk;
    job->first = (uint64_t)first;
    job->count = (uint64_t)count;
    job->step = (uint64_t)step;
    plan->deals = job->first + job->count;
    return read_lineups(lineups, plan, why, size);
}

bool cluster_job_read(const char *text, size_t length, struct cluster_job *job, char *why,
                      size_t size)
{
    memset(job, 0, sizeof *job);
    json_t *json = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    bool good = json_is_object(json) || refuse(why, size, _("the job is not JSON"));
    good = good && read_version(json, why, size) && read_fields(json, job, why, size);
    json_decref(json);
    return good;
}

/* ---------------------------------------------------------------- reading a result */

static bool read_tallies(const json_t *list, struct cluster_result *result)
{
    size_t count = json_array_size(list);
    if (count < 1 || count > CLUSTER_MOST_STEPS + 1)
        return false;
    result->tallies = calloc(count, sizeof *result->tallies);
    result->tally_count = result->tallies ? count : 0;
    bool good = result->tallies != NULL;
    for (size_t i = 0; i < result->tally_count && good; i++)
        good = sim_tally_from_json(json_array_get(list, i), &result->tallies[i]);
    return good;
}

static bool read_result(json_t *json, struct cluster_result *result)
{
    const char *version, *worker, *error = "";
    json_int_t chunk, first, count;
    json_t *tallies = NULL;
    if (json_unpack_ex(json, NULL, JSON_STRICT, "{s:s,s:s,s:I,s:I,s:I,s?s,s?o}", "version",
                       &version, "worker", &worker, "chunk", &chunk, "first", &first, "count",
                       &count, "error", &error, "tallies", &tallies) != 0)
        return false;
    if (!is_in(chunk, 0, most_deals) || !is_in(first, 0, most_deals) ||
        !is_in(count, 0, CLUSTER_MOST_CHUNK))
        return false;
    snprintf(result->worker, sizeof result->worker, "%s", worker);
    snprintf(result->error, sizeof result->error, "%s", error);
    result->chunk = (uint64_t)chunk;
    result->first = (uint64_t)first;
    result->count = (uint64_t)count;
    return *error ? !tallies : strcmp(version, STOS_VERSION) == 0 && read_tallies(tallies, result);
}

bool cluster_result_read(const char *text, size_t length, struct cluster_result *result)
{
    memset(result, 0, sizeof *result);
    json_t *json = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    bool good = json && read_result(json, result);
    json_decref(json);
    if (!good) {
        free(result->tallies);
        result->tallies = NULL;
    }
    return good;
}
