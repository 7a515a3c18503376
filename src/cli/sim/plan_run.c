/* plan_run.c - see plan_run.h. */
#include "plan_run.h"

#include "bot/clock.h"
#include "cli/command/cli.h"
#include "external_bot.h"
#include "lineup.h"
#include "sim_report.h"
#include "sim_state.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_bool interrupted;

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    atomic_store(&interrupted, true);
}

void plan_watch_interrupt(void)
{
    struct sigaction action = {.sa_handler = on_interrupt};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    external_watch(&interrupted);
}

bool plan_is_interrupted(void) { return atomic_load(&interrupted); }

/* ---------------------------------------------------------------- where it is played */

static bool has_external(const struct sim_plan *plan)
{
    bool found = false;
    for (int lineup = 0; lineup < plan->lineups; lineup++)
        for (int place = 0; place < stos_rules_seats(&plan->rules); place++)
            found |= external_is(plan->bot[lineup][place]);
    return found;
}

int plan_check_place(const struct sim_plan *plan, const struct plan_place *place)
{
    const struct cluster_access *cluster = &place->cluster;
    if (!cluster->url &&
        (place->chunk || cluster->creds || cluster->tls_ca || cluster->tls_cert ||
         cluster->tls_key))
        return complain(EXIT_USAGE, "%s", _("--chunk, --creds and --tls-... go with --cluster"));
#ifdef STOS_CLUSTER
    if (cluster->url && cluster_check(cluster) != EXIT_GOOD)
        return EXIT_USAGE;
#endif
    if (cluster->url && has_external(plan))
        return complain(
            EXIT_USAGE, "%s",
            _("a bot that is a command needs a run on this machine, without --cluster"));
    return EXIT_GOOD;
}

bool make_folder(const char *path)
{
    struct stat there;
    if (mkdir(path, 0777) != 0 && errno != EEXIST) {
        complain(EXIT_BROKEN, _("cannot make the folder %s: %s"), path, strerror(errno));
        return false;
    }
    errno = ENOTDIR;
    if (stat(path, &there) == 0 && S_ISDIR(there.st_mode) && access(path, W_OK) == 0)
        return true;
    complain(EXIT_BROKEN, _("cannot write %s: %s"), path, strerror(errno));
    return false;
}

/* ---------------------------------------------------------------- while it runs */

/* What the callbacks of a run need. */
struct session {
    struct plan_run *run;
    double last_saved;
    bool state_lost; /* the state could not be written lately; said once */
    atomic_bool record_lost;
    FILE *games; /* for --games-csv, NULL without; stdio locks it for each row */
};

/*
 * What --sprt asks, as a mean of paired deals: a win rate of 0.5 + margin over the other bot wins 2
 * * margin more games than it loses; one line-up of THE GAME is better than another when it wins
 * that share of deals more.
 */
static void weigh(struct plan_run *run, const struct sim_tally *tally)
{
    if (run->margin > 0)
        run->test = stats_sequential(sim_pairs(tally),
                                     run->plan->lineups == 2 ? run->margin : 2 * run->margin);
}

static bool on_progress(void *context, const struct sim_tally *tally)
{
    struct session *session = context;
    struct plan_run *run = session->run;
    double now = clock_seconds();
    progress_update(run->progress, tally->deals);
    if (run->resume && !session->state_lost && now - session->last_saved > 2) {
        session->state_lost = !sim_save(run->resume, run->plan, tally);
        session->last_saved = now;
    }
    weigh(run, tally);
    return run->test.verdict == 0 && !atomic_load(&session->record_lost);
}

/* A field of CSV in quotes, which are doubled inside (RFC 4180): the text of a `cmd:` bot may hold
 * anything. */
static void write_quoted(FILE *out, const char *text)
{
    putc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            putc('"', out);
        putc(*text, out);
    }
    putc('"', out);
}

/* A row of --games-csv. In which order games end depends on the threads; deal, line-up and number
 * name each one. */
static void write_row(const struct session *session, const struct sim_game *game)
{
    const struct sim_plan *plan = session->run->plan;
    char rules[STOS_RULES_TEXT], result[STOS_RESULT_TEXT], bot[LINEUP_BOT_TEXT],
        bots[STOS_MAX_SEATS * LINEUP_BOT_TEXT] = "";
    int seats = stos_rules_seats(&plan->rules), length = 0;
    stos_rules_text(&plan->rules, rules);
    stos_result_text(game->end, result);
    for (int seat = 0; seat < seats; seat++)
        length += snprintf(bots + length, sizeof bots - (size_t)length, "%s%s", seat ? ";" : "",
                           lineup_bot_text(plan, game->lineup, game->place[seat], bot));
    fprintf(session->games, "%llu,%llu,\"%s\",%d,%d,", (unsigned long long)game->deal,
            (unsigned long long)plan->seed, rules, game->lineup, game->number);
    write_quoted(session->games, bots);
    fprintf(session->games, ",%s,%d,%llu,%zu,%.3f\n", result, stos_result(game->end),
            (unsigned long long)game->turns, game->step_count, (double)game->nanoseconds / 1e6);
}

static void write_record(struct session *session, const struct sim_game *game)
{
    char path[4096], text[1 << 16];
    stos_writer writer = stos_writer_on(text, sizeof text);
    stos_record_write_head(&writer, game->head);
    for (size_t i = 0; i < game->step_count; i++)
        stos_record_write_move(&writer, game->head->rules.game, game->steps[i].seat,
                               game->steps[i].move);
    stos_record_write_result(&writer, game->end);
    snprintf(path, sizeof path, "%s/%08llu-%c%d.stos", session->run->records,
             (unsigned long long)game->deal, 'a' + game->lineup, game->number);
    if (!atomic_load(&session->record_lost) &&
        (writer.length >= sizeof text || !write_file(path, text, writer.length)))
        atomic_store(&session->record_lost, true);
}

static void keep_game(void *context, const struct sim_game *game)
{
    struct session *session = context;
    if (session->run->records)
        write_record(session, game);
    if (session->games)
        write_row(session, game);
}

/* Opens the file of --games-csv, so that a place that cannot be written is told before hours of
 * play. */
static bool open_games(struct session *session)
{
    const char *path = session->run->games_csv;
    session->games = path ? fopen(path, "w") : NULL;
    if (path && !session->games)
        complain(EXIT_BROKEN, _("cannot write %s: %s"), path, strerror(errno));
    if (session->games)
        fputs("deal,seed,rules,lineup,rotation,seats,result,number,turns,moves,ms\n",
              session->games);
    return !path || session->games;
}

static bool close_games(struct session *session)
{
    if (!session->games)
        return true;
    const char *path = session->run->games_csv;
    bool good = !ferror(session->games);
    good = fclose(session->games) == 0 && good;
    if (!good)
        complain(EXIT_BROKEN, _("cannot write %s: %s"), path, strerror(errno));
    return good;
}

/* Reads the state, and writes it at once: a place that cannot be written is told before hours of
 * play, not after them. */
static bool take_up(struct plan_run *run)
{
    return !run->resume ||
        (sim_restore(run->resume, run->plan, &run->tally) &&
         sim_save(run->resume, run->plan, &run->tally));
}

static int play(struct plan_run *run, struct session *session)
{
    const struct plan_place *place = run->place;
#ifdef STOS_CLUSTER
    if (place->cluster.url)
        return cluster_run(run->plan, &place->cluster, place->chunk, run->margin > 0, &run->tally,
                           &interrupted, on_progress, session);
#endif
    sim_keep *keep = run->records || session->games ? keep_game : NULL;
    if (sim_run(run->plan, place->threads, &run->tally, &interrupted, on_progress, keep, session))
        return EXIT_GOOD;
    return complain(EXIT_BROKEN, "%s",
                    _("there is not enough memory, or no thread could be started"));
}

int plan_run(struct plan_run *run)
{
    struct session session = {.run = run};
    memset(&run->tally, 0, sizeof run->tally);
    if (!take_up(run) || !open_games(&session))
        return EXIT_BROKEN;
    session.last_saved = clock_seconds();
    run->progress->resumed += run->tally.deals;
    if (run->progress->terminal)
        progress_show(run->progress, run->tally.deals);
    weigh(run, &run->tally);
    int code = run->test.verdict == 0 ? play(run, &session) : EXIT_GOOD;
    progress_end(run->progress);
    bool kept = (!run->resume || sim_save(run->resume, run->plan, &run->tally)) &&
        !atomic_load(&session.record_lost);
    kept = close_games(&session) && kept;
    if (external_failure())
        return complain(EXIT_BROKEN, "%s", external_failure());
    run->known = code == EXIT_GOOD;
    bool cut_short = plan_is_interrupted() && run->tally.deals < run->plan->deals;
    return code == EXIT_GOOD && kept && !cut_short ? EXIT_GOOD : EXIT_BROKEN;
}
