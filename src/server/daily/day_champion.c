/* day_champion.c - see day_champion.h. */
#include "day_champion.h"

#include "day_table.h"
#include "server/core/core.h"
#include "server/core/task.h"
#include "server/tables/bots.h"
#include "server/tables/deals.h"
#include "sim/deal.h"
#include "solve/thegame/winnable.h"

#include <stdlib.h>
#include <string.h>

/* As many as the page takes for the same question about a game (web/src/local/think.ts): some 15 ms
 * a turn. */
enum { CHAMPION_NODES = 200 };
/* Enough for nearly all deals, in a fraction of a second. */
enum { SOLVER_NODES = 500000, SOLVER_BYTES = 16 << 20 };

enum { CHAMPION_NAME = 48 };

struct champion {
    struct job job;
    struct server *server;
    int64_t day;
    int level;
    bool busy, solved;
    stos_record_head head;
    struct sim_deal deal;
    struct champion_found found;
    char way[CHAMPION_WAY];
};

struct champions {
    struct champion *playing; /* a deal of the day */
    int64_t day;
    unsigned wanted;   /* of that day: a bit for each level */
    struct pool *pool; /* one thread of low priority */
    void *place;
};

static struct champions *champions_of(const struct server *server)
{
    return module_state(server, MODULE_CHAMPION);
}

/* ---------------------------------------------------------------- facts */

/* Days alternate between two facts, so nothing has to be cleaned up; the value begins with its
 * date. */
static void fact_name(const char *kind, int64_t day, const struct day_level *level,
                      char name[CHAMPION_NAME])
{
    lws_snprintf(name, CHAMPION_NAME, "%s:%d:%s", kind, (int)(day & 1), level->name);
}

/* What a fact of that day says behind its date; NULL: it is of another day. */
static const char *fact_of_day(const char *value, int64_t day)
{
    char date[DAY_DATE];
    size_t length = day_date(day, date);
    return strncmp(value, date, length) == 0 && value[length] == ' ' ? value + length + 1 : NULL;
}

static enum store_status put_fact(const struct champion *champion, struct store *store,
                                  const char *kind, const char *text)
{
    char name[CHAMPION_NAME], date[DAY_DATE], value[CHAMPION_WAY + DAY_DATE];
    fact_name(kind, champion->day, day_level_at(champion->level), name);
    day_date(champion->day, date);
    lws_snprintf(value, sizeof value, "%s %s", date, text);
    return store_put(store, name, value);
}

static void read_found(const char *text, struct champion_found *found)
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
    struct champion_found *found;
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

enum store_status champion_read(struct store *store, int64_t day,
                                struct champion_found found[CHAMPION_LEVELS])
{
    struct found_reader reader = {.day = day, .found = found};
    char prefix[CHAMPION_NAME];
    memset(found, 0, CHAMPION_LEVELS * sizeof found[0]);
    lws_snprintf(prefix, sizeof prefix, "day:%d:", (int)(day & 1));
    return store_read_facts(store, prefix, take_found, &reader);
}

enum store_status champion_read_way(struct store *store, int64_t day, const struct day_level *level,
                                    char way[CHAMPION_WAY])
{
    char name[CHAMPION_NAME], value[CHAMPION_WAY + DAY_DATE];
    fact_name("dayway", day, level, name);
    enum store_status status = store_get(store, name, value, sizeof value);
    const char *text = status == STORE_OK ? fact_of_day(value, day) : NULL;
    if (status == STORE_OK && !text)
        status = STORE_NONE;
    lws_strncpy(way, text ? text : "", CHAMPION_WAY);
    return status;
}

/* ---------------------------------------------------------------- finding it out */

static void write_way(struct champion *champion, const struct winnable_result *result)
{
    stos_state state = champion->deal.state;
    stos_writer writer = stos_writer_on(champion->way, sizeof champion->way);
    stos_record_write_head(&writer, &champion->head);
    for (int i = 0; i < result->moves; i++) {
        stos_play(&state, result->line[i].seat, result->line[i].move);
        stos_record_write_move(&writer, champion->head.rules.game, result->line[i].seat,
                               result->line[i].move);
    }
    stos_record_write_result(&writer, &state);
    if (writer.length >= sizeof champion->way)
        *champion->way = '\0';
}

static void solve(struct champion *champion)
{
    static const char *const words[] = {
        [WINNABLE_YES] = "yes", [WINNABLE_NO] = "no", [WINNABLE_UNKNOWN] = "unknown"};
    struct winnable_limits limits = {.nodes = SOLVER_NODES};
    struct winnable_result result = {.verdict = WINNABLE_UNKNOWN};
    struct winnable_solver *solver = NULL;
    bool asks = champion->deal.state.game == STOS_THEGAME;
    if (asks && winnable_open(SOLVER_BYTES, &solver) == WINNABLE_OK)
        winnable_solve(solver, &champion->deal.state, &limits, &result);
    winnable_close(solver);
    lws_strncpy(champion->found.winnable, asks ? words[result.verdict] : "-",
                sizeof champion->found.winnable);
    if (result.verdict == WINNABLE_YES)
        write_way(champion, &result);
    champion->solved = true;
}

/* One step, short enough not to delay the server's shutdown. */
static void step(struct job *job, void *place)
{
    struct champion *champion = (struct champion *)job;
    pool_step_back();
    if (!champion->solved)
        solve(champion);
    else if (!sim_deal_turn(&champion->deal, place))
        stos_result_text(&champion->deal.state, champion->found.result);
}

/* How many cards are left to it, for those who want to compare themselves later; in THE GAME. */
static enum store_status keep_yardstick(const struct champion *champion, struct store *store)
{
    char name[sizeof STORE_YARDSTICK + TABLE_HEX], commitment[TABLE_HEX], value[16];
    if (champion->head.rules.game != stos_game_at(STOS_THEGAME))
        return STORE_OK;
    deal_commit(&champion->head.seed, commitment);
    lws_snprintf(name, sizeof name, STORE_YARDSTICK "%s", commitment);
    lws_snprintf(value, sizeof value, "%d", stos_result(&champion->deal.state));
    return store_put(store, name, value);
}

static void write_down(struct task *task, struct store *store)
{
    const struct champion *champion = task->more;
    char text[sizeof champion->found + 2];
    lws_snprintf(text, sizeof text, "%s %s", champion->found.winnable, champion->found.result);
    task->status = *champion->way ? put_fact(champion, store, "dayway", champion->way) : STORE_OK;
    if (task->status == STORE_OK)
        task->status = keep_yardstick(champion, store);
    if (task->status == STORE_OK)
        task->status = put_fact(champion, store, "day", text);
}

static bool written(struct task *task)
{
    const struct champion *champion = task->more;
    struct champions *champions = champions_of(task->server);
    task_report(task, "deal of the day");
    if (task->status == STORE_OK && !task->job.dropped && champion->day == champions->day)
        champions->wanted &= ~(1u << champion->level);
    champions->playing = NULL;
    return true;
}

static void go_on(struct server *server);

static void stepped(struct job *job)
{
    struct champion *champion = (struct champion *)job;
    champion->busy = false;
    if (*champion->found.result) {
        struct server *server = champion->server;
        champion->busy = true;
        if (!task_start(server, server->store_pool, write_down, written, champion))
            champions_of(server)->playing = NULL;
    } else if (!job->dropped) {
        go_on(champion->server);
    }
}

/* `champion` in the place of each person, and the bots of the level where they sit. */
static void begin(struct server *server, int level_index)
{
    struct champion *champion = calloc(1, sizeof *champion);
    const struct day_level *level = day_level_at(level_index);
    struct request_deal deal;
    if (!champion)
        return;
    stos_rules_parse(level->rules, strlen(level->rules), &champion->head.rules);
    deal_of_day(server, champions_of(server)->day, level, &deal);
    champion->head.seed = deal.seed;
    champion->head.has_seed = true;
    champion->server = server;
    champion->day = champions_of(server)->day;
    champion->level = level_index;
    sim_deal_begin(&champion->deal, &champion->head,
                   stos_bot_find(champion->head.rules.game, "champion"), CHAMPION_NODES);
    for (int seat = 1; !level->people && seat < stos_rules_seats(&champion->head.rules); seat++)
        champion->deal.bot[seat] = stos_bot_find(champion->head.rules.game, level->bot);
    champions_of(server)->playing = champion;
}

void champion_want(struct server *server, int64_t day, int level)
{
    if (champions_of(server)->day != day) {
        champions_of(server)->day = day;
        champions_of(server)->wanted = 0;
    }
    champions_of(server)->wanted |= 1u << level;
}

static void go_on(struct server *server)
{
    if (server->stopping || server->store_down)
        return;
    if (!champions_of(server)->playing && champions_of(server)->wanted)
        begin(server, __builtin_ctz(champions_of(server)->wanted));
    struct champion *champion = champions_of(server)->playing;
    if (!champion || champion->busy)
        return;
    champion->busy = true;
    champion->job = (struct job){.work = step, .done = stepped};
    pool_do(champions_of(server)->pool, &champion->job);
}

static bool start(struct server *server, char *message, size_t size)
{
    struct champions *champions = champions_of(server);
    champions->place = bots_place();
    champions->pool = pool_start(&server->loop, 1, &champions->place);
    if (!champions->pool)
        lws_snprintf(message, size, "cannot start a thread");
    return champions->pool != NULL;
}

static void stop(struct server *server)
{
    struct champions *champions = champions_of(server);
    if (champions->pool)
        pool_stop(champions->pool, true);
    free(champions->playing);
    champions->playing = NULL;
    free(champions->place);
}

const struct module champion_module = {.name = "champion",
                                       .state = sizeof(struct champions),
                                       .start = start,
                                       .second = go_on,
                                       .stop = stop};
