/* day_champion.c - see day_champion.h. */
#include "day_champion.h"

#include "day_table.h"
#include "server/tables/deals.h"
#include "server/core/core.h"
#include "sim/deal.h"
#include "solve/thegame/winnable.h"

#include <stdlib.h>
#include <string.h>

/* As many as the page takes for the same question about a game (web/src/local/think.ts): some 15 ms
 * a turn. */
enum { RIVAL_NODES = 200 };
/* Enough for nearly all deals, in a fraction of a second. */
enum { SOLVER_NODES = 500000, SOLVER_BYTES = 16 << 20 };

enum { RIVAL_NAME = 48 };

struct rival {
    struct job job;
    struct server *server;
    int64_t day;
    int level;
    bool busy, solved;
    stos_record_head head;
    struct sim_deal deal;
    struct rival_found found;
    char way[RIVAL_WAY];
    enum store_status status;
    char reason[STORE_MESSAGE];
};

/* ---------------------------------------------------------------- facts */

/* Days alternate between two facts, so nothing has to be cleaned up; the value begins with its
 * date. */
static void fact_name(const char *kind, int64_t day, const struct day_level *level,
                      char name[RIVAL_NAME])
{
    lws_snprintf(name, RIVAL_NAME, "%s:%d:%s", kind, (int)(day & 1), level->name);
}

/* What a fact of that day says behind its date; NULL: it is of another day. */
static const char *fact_of_day(const char *value, int64_t day)
{
    char date[DAY_DATE];
    size_t length = day_date(day, date);
    return strncmp(value, date, length) == 0 && value[length] == ' ' ? value + length + 1 : NULL;
}

static enum store_status put_fact(const struct rival *rival, struct store *store, const char *kind,
                                  const char *text)
{
    char name[RIVAL_NAME], date[DAY_DATE], value[RIVAL_WAY + DAY_DATE];
    fact_name(kind, rival->day, day_level_at(rival->level), name);
    day_date(rival->day, date);
    lws_snprintf(value, sizeof value, "%s %s", date, text);
    return store_put(store, name, value);
}

static void read_found(const char *text, struct rival_found *found)
{
    const char *space = text ? strchr(text, ' ') : NULL;
    if (!space)
        return;
    size_t length = (size_t)(space - text) < sizeof found->winnable ? (size_t)(space - text)
                                                                    : sizeof found->winnable - 1;
    memcpy(found->winnable, text, length);
    lws_strncpy(found->result, space + 1, sizeof found->result);
}

struct found_reader {
    int64_t day;
    struct rival_found *found;
};

static bool take_found(void *context, const char *name, const char *value)
{
    const struct found_reader *reader = context;
    const char *level = strrchr(name, ':') + 1;
    for (int i = 0; i < day_level_count(); i++)
        if (strcmp(day_level_at(i)->name, level) == 0)
            read_found(fact_of_day(value, reader->day), &reader->found[i]);
    return true;
}

enum store_status rival_read(struct store *store, int64_t day,
                             struct rival_found found[RIVAL_LEVELS])
{
    struct found_reader reader = {.day = day, .found = found};
    char prefix[RIVAL_NAME];
    memset(found, 0, RIVAL_LEVELS * sizeof found[0]);
    lws_snprintf(prefix, sizeof prefix, "day:%d:", (int)(day & 1));
    return store_read_facts(store, prefix, take_found, &reader);
}

enum store_status rival_read_way(struct store *store, int64_t day, const struct day_level *level,
                                 char way[RIVAL_WAY])
{
    char name[RIVAL_NAME], value[RIVAL_WAY + DAY_DATE];
    fact_name("dayway", day, level, name);
    enum store_status status = store_get(store, name, value, sizeof value);
    const char *text = status == STORE_OK ? fact_of_day(value, day) : NULL;
    if (status == STORE_OK && !text)
        status = STORE_NONE;
    lws_strncpy(way, text ? text : "", RIVAL_WAY);
    return status;
}

/* ---------------------------------------------------------------- finding it out */

static void write_way(struct rival *rival, const struct winnable_result *result)
{
    stos_state state = rival->deal.state;
    stos_writer writer = stos_writer_on(rival->way, sizeof rival->way);
    stos_record_write_head(&writer, &rival->head);
    for (int i = 0; i < result->moves; i++) {
        stos_play(&state, result->line[i].seat, result->line[i].move);
        stos_record_write_move(&writer, rival->head.rules.game, result->line[i].seat,
                               result->line[i].move);
    }
    stos_record_write_result(&writer, &state);
    if (writer.length >= sizeof rival->way)
        *rival->way = '\0';
}

static void solve(struct rival *rival)
{
    static const char *const words[] = {
        [WINNABLE_YES] = "yes", [WINNABLE_NO] = "no", [WINNABLE_UNKNOWN] = "unknown"};
    struct winnable_limits limits = {.nodes = SOLVER_NODES};
    struct winnable_result result = {.verdict = WINNABLE_UNKNOWN};
    struct winnable_solver *solver = NULL;
    bool asks = rival->deal.state.game == STOS_THEGAME;
    if (asks && winnable_open(SOLVER_BYTES, &solver) == WINNABLE_OK)
        winnable_solve(solver, &rival->deal.state, &limits, &result);
    winnable_close(solver);
    lws_strncpy(rival->found.winnable, asks ? words[result.verdict] : "-",
                sizeof rival->found.winnable);
    if (result.verdict == WINNABLE_YES)
        write_way(rival, &result);
    rival->solved = true;
}

/* One step, short enough not to delay the server's shutdown. */
static void step(struct job *job, void *place)
{
    struct rival *rival = (struct rival *)job;
    pool_step_back();
    if (!rival->solved)
        solve(rival);
    else if (!sim_deal_turn(&rival->deal, place))
        stos_result_text(&rival->deal.state, rival->found.result);
}

/* How many cards are left to it, for those who want to compare themselves later; in THE GAME. */
static enum store_status keep_yardstick(const struct rival *rival, struct store *store)
{
    char name[sizeof STORE_YARDSTICK + TABLE_HEX], commitment[TABLE_HEX], value[16];
    if (rival->head.rules.game != stos_game_at(STOS_THEGAME))
        return STORE_OK;
    deal_commit(&rival->head.seed, commitment);
    lws_snprintf(name, sizeof name, STORE_YARDSTICK "%s", commitment);
    lws_snprintf(value, sizeof value, "%d", stos_result(&rival->deal.state));
    return store_put(store, name, value);
}

static void write_down(struct job *job, void *place)
{
    struct rival *rival = (struct rival *)job;
    char text[sizeof rival->found + 2];
    lws_snprintf(text, sizeof text, "%s %s", rival->found.winnable, rival->found.result);
    rival->status = *rival->way ? put_fact(rival, place, "dayway", rival->way) : STORE_OK;
    if (rival->status == STORE_OK)
        rival->status = keep_yardstick(rival, place);
    if (rival->status == STORE_OK)
        rival->status = put_fact(rival, place, "day", text);
    host_copy_reason(rival->reason, rival->status, place);
}

static void written(struct job *job)
{
    struct rival *rival = (struct rival *)job;
    struct server *server = rival->server;
    ticks_errand_ended(server, ERRAND_RIVAL, rival->status, rival->reason);
    if (rival->status == STORE_OK && !job->dropped && rival->day == server->rival_day)
        server->rivals_wanted &= ~(1u << rival->level);
    rival_forget(server);
}

static void stepped(struct job *job)
{
    struct rival *rival = (struct rival *)job;
    rival->busy = false;
    if (*rival->found.result) {
        rival->job = (struct job){.work = write_down, .done = written};
        rival->busy = true;
        pool_do(rival->server->store_pool, &rival->job);
    } else if (!job->dropped) {
        rival_tick(rival->server);
    }
}

/* `champion` in the place of each person, and the bots of the level where they sit. */
static void begin(struct server *server, int level_index)
{
    struct rival *rival = calloc(1, sizeof *rival);
    const struct day_level *level = day_level_at(level_index);
    struct request_deal deal;
    if (!rival)
        return;
    stos_rules_parse(level->rules, strlen(level->rules), &rival->head.rules);
    day_deal(server, server->rival_day, level, &deal);
    rival->head.seed = deal.seed;
    rival->head.has_seed = true;
    rival->server = server;
    rival->day = server->rival_day;
    rival->level = level_index;
    sim_deal_begin(&rival->deal, &rival->head, stos_bot_find(rival->head.rules.game, "champion"),
                   RIVAL_NODES);
    for (int seat = 1; !level->people && seat < stos_rules_seats(&rival->head.rules); seat++)
        rival->deal.bot[seat] = stos_bot_find(rival->head.rules.game, level->bot);
    server->rival = rival;
}

void rival_want(struct server *server, int64_t day, int level)
{
    if (server->rival_day != day) {
        server->rival_day = day;
        server->rivals_wanted = 0;
    }
    server->rivals_wanted |= 1u << level;
}

void rival_tick(struct server *server)
{
    if (server->stopping || server->store_down)
        return;
    if (!server->rival && server->rivals_wanted)
        begin(server, __builtin_ctz(server->rivals_wanted));
    struct rival *rival = server->rival;
    if (!rival || rival->busy)
        return;
    rival->busy = true;
    rival->job = (struct job){.work = step, .done = stepped};
    pool_do(server->spare, &rival->job);
}

void rival_forget(struct server *server)
{
    free(server->rival);
    server->rival = NULL;
}
