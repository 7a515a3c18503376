/*
 * admin.c - `stos admin`: moderation actions on the store, whether a server is running or not.
 *
 * The actions are carried out by admin.h; this file puts them into words and waits for them.
 */
#include "store_check.h"
#include "cli/command/cli.h"
#include "cli/command/commands.h"
#include "server/admin/admin.h"
#include "store/store.h"

#include <inttypes.h>
#include <jansson.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { ROWS_MOST = 1000, WAIT_SECONDS = 5, MS_AN_HOUR = 3600000 };

struct admin {
    struct store *store;
    struct admin_options {
        const char *where, *reason, *table;
        int hours; /* 0: for good */
        bool json, all;
    } options;
    json_t *rows;
    int shown;
};

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static const char *when(int64_t ms, char out[32])
{
    time_t seconds = (time_t)(ms / 1000);
    struct tm local;
    localtime_r(&seconds, &local);
    strftime(out, 32, "%Y-%m-%d %H:%M", &local);
    return out;
}

static int store_trouble(const struct admin *admin)
{
    return complain(EXIT_BROKEN, "%s", store_message(admin->store));
}

static void print_json(const json_t *answer)
{
    json_dumpf(answer, stdout, JSON_INDENT(1));
    putchar('\n');
}

static int finish_list(struct admin *admin, enum store_status status)
{
    if (status != STORE_OK && status != STORE_NONE)
        return store_trouble(admin);
    if (admin->options.json)
        print_json(admin->rows);
    else if (admin->shown == 0)
        puts(_("There is nothing to show."));
    return EXIT_GOOD;
}

/* ---------------------------------------------------------------- lists */

static void print_table(const struct store_table_row *row, bool is_first, const char *opened,
                        const char *changed)
{
    int columns = (int)strlen(opened) + 2;
    if (is_first) {
        print_column(_("table"), 10);
        print_column(_("events"), 9);
        print_column(_("opened"), columns);
        print_column(_("changed"), columns);
        puts(_("state"));
    }
    printf("%-10s %6u  %s  %s  %s\n", row->code, (unsigned)row->last, opened, changed,
           row->over ? _("over") : _("running"));
}

static bool show_table(void *context, const struct store_table_row *row)
{
    struct admin *admin = context;
    char opened[32], changed[32];
    admin->shown++;
    if (admin->options.json)
        admin_add_table(admin->rows, row);
    else
        print_table(row, admin->shown == 1, when(row->opened_ms, opened),
                    when(row->changed_ms, changed));
    return true;
}

static void print_person(const struct store_person *person, const char *id, const char *seen)
{
    printf("%s  ", id);
    print_column(person->name, 31);
    print_column(person->account, 21);
    printf("%s%s%s\n", seen, person->muted ? _("  muted") : "",
           person->banned ? _("  banned") : "");
}

static bool show_person(void *context, const struct store_person *person)
{
    struct admin *admin = context;
    char id[24], seen[32];
    admin->shown++;
    snprintf(id, sizeof id, "%016" PRIx64, person->id);
    if (admin->options.json)
        admin_add_person(admin->rows, person);
    else
        print_person(person, id, when(person->seen_ms, seen));
    return true;
}

static void print_report(const json_t *report)
{
    char at[32];
    json_t *line;
    size_t index;
    const char *table = json_string_value(json_object_get(report, "table")),
               *by = json_string_value(json_object_get(report, "by"));
    printf("%s  %s  %s  %s: %s\n", when(json_integer_value(json_object_get(report, "at_ms")), at),
           json_string_value(json_object_get(report, "person")), table, by,
           json_string_value(json_object_get(report, "text")));
    json_array_foreach(json_object_get(report, "said"), index, line)
        printf("    %s: %s\n", json_string_value(json_array_get(line, 0)),
               json_string_value(json_array_get(line, 1)));
}

static bool show_report(void *context, uint64_t person, const char *name, const char *value)
{
    struct admin *admin = context;
    json_t *report = admin_read_report(person, name, value);
    admin->shown++;
    if (report && admin->options.json)
        json_array_append(admin->rows, report);
    else if (report)
        print_report(report);
    json_decref(report);
    return true;
}

static bool show_act(void *context, const struct store_act *act)
{
    struct admin *admin = context;
    char asked[32];
    admin->shown++;
    if (admin->options.json)
        admin_add_act(admin->rows, act);
    else
        printf("%4lld  %s  %-10s %-8s %-18s %-10s %s\n", (long long)act->id,
               when(act->asked_ms, asked), act->host, act->what, act->target,
               act->done_ms ? act->outcome : _("waiting"), act->reason);
    return true;
}

static int list_tables(struct admin *admin, const char *target)
{
    (void)target;
    return finish_list(
        admin, store_read_tables(admin->store, !admin->options.all, ROWS_MOST, show_table, admin));
}

static int list_people(struct admin *admin, const char *target)
{
    return finish_list(
        admin,
        store_read_people(admin->store, target ? target : "", ROWS_MOST, show_person, admin));
}

static int list_acts(struct admin *admin, const char *target)
{
    (void)target;
    return finish_list(admin,
                       store_read_actions(admin->store, 0, false, ROWS_MOST, show_act, admin));
}

/* ---------------------------------------------------------------- actions */

static bool same_act(void *context, const struct store_act *act)
{
    struct store_act *wanted = context;
    if (act->id == wanted->id)
        *wanted = *act;
    return true;
}

/* Whether a server wrote that it lives, a moment ago. */
static bool server_runs(const struct admin *admin)
{
    char alive[32] = "0";
    enum { FRESH_MS = 12000 };
    store_get(admin->store, "alive", alive, sizeof alive);
    return now_ms() - strtoll(alive, NULL, 10) < FRESH_MS;
}

static int leave_for_next_start(struct admin *admin, const struct store_act *act)
{
    if (strcmp(act->what, "close") != 0 &&
        store_is_out(store_finish_act(admin->store, act->id, now_ms(), "done")))
        return store_trouble(admin);
    puts(_("Written down; no server is running now. It holds from the next start on."));
    return EXIT_GOOD;
}

/* Says how it went, once a server has done it or none runs. */
static int wait_for(struct admin *admin, struct store_act *act)
{
    enum store_status status = STORE_OK;
    if (!server_runs(admin))
        return leave_for_next_start(admin, act);
    for (int tenth = 0; tenth < 10 * WAIT_SECONDS && act->done_ms == 0 && !store_is_out(status);
         tenth++) {
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
        status = store_read_actions(admin->store, act->id - 1, false, ROWS_MOST, same_act, act);
    }
    if (store_is_out(status))
        return store_trouble(admin);
    if (act->done_ms == 0)
        return complain(EXIT_NO, "%s",
                        _("written down, but the server has not done it yet; see `stos admin log` "
                          "and the server's log"));
    if (strcmp(act->outcome, "done") != 0)
        return complain(
            EXIT_NO,
            _("the server cannot read table %s and did not close it; try `stos admin check`"),
            act->target);
    puts(_("Done."));
    return EXIT_GOOD;
}

static int do_act(struct admin *admin, const char *what, const char *target)
{
    const struct passwd *user = getpwuid(getuid());
    const struct admin_options *options = &admin->options;
    struct store_act act;
    struct admin_action action = {.what = what,
                                  .target = target,
                                  .table = options->table,
                                  .host = user ? user->pw_name : "host",
                                  .reason = options->reason,
                                  .hours = options->hours,
                                  .now_ms = now_ms()};
    switch (admin_do(admin->store, &action, &act)) {
    case ADMIN_NOTED: return wait_for(admin, &act);
    case ADMIN_NO_TABLE:
        return complain(EXIT_NO, _("there is no table %s"),
                        options->table ? options->table : target);
    case ADMIN_NO_PERSON:
        return complain(EXIT_NO, _("there is no person %s; `stos admin people` lists them"),
                        target);
    case ADMIN_BAD_REASON:
        return complain(EXIT_USAGE, _("a reason is text of at most %d characters"), ADMIN_REASON);
    default: return store_trouble(admin);
    }
}

static int close_table(struct admin *admin, const char *target)
{
    return do_act(admin, "close", target);
}

/* Tables that run and at which nothing has happened for so long. */
struct idle_tables {
    int64_t before_ms;
    char (*codes)[STORE_CODE];
    size_t count;
};

static bool note_idle(void *context, const struct store_table_row *row)
{
    struct idle_tables *idle = context;
    if (row->changed_ms >= idle->before_ms)
        return true;
    char(*grown)[STORE_CODE] = realloc(idle->codes, (idle->count + 1) * sizeof *grown);
    if (!grown)
        return false;
    idle->codes = grown;
    snprintf(idle->codes[idle->count++], STORE_CODE, "%s", row->code);
    return true;
}

static int close_idle(struct admin *admin, const char *target)
{
    struct idle_tables idle = {.before_ms = now_ms() - (int64_t)admin->options.hours * MS_AN_HOUR};
    int code = EXIT_GOOD;
    (void)target;
    if (admin->options.hours == 0)
        return complain(EXIT_USAGE, "%s", _("say how long nothing has happened: --hours N"));
    if (store_read_tables(admin->store, true, INT32_MAX, note_idle, &idle) > STORE_NONE)
        code = store_trouble(admin);
    for (size_t i = 0; code != EXIT_BROKEN && i < idle.count; i++) {
        printf("%s: ", idle.codes[i]);
        fflush(stdout); /* before what is complained about it */
        int done = do_act(admin, "close", idle.codes[i]);
        code = done > code ? done : code;
    }
    if (code == EXIT_GOOD && idle.count == 0)
        puts(_("There is nothing to show."));
    free(idle.codes);
    return code;
}

static int mute(struct admin *admin, const char *target) { return do_act(admin, "mute", target); }
static int unmute(struct admin *admin, const char *target)
{
    return do_act(admin, "unmute", target);
}
static int ban(struct admin *admin, const char *target) { return do_act(admin, "ban", target); }
static int unban(struct admin *admin, const char *target) { return do_act(admin, "unban", target); }

static int print_check(json_t *answer, int code)
{
    print_json(answer);
    json_decref(answer);
    return code;
}

static int check_store(struct admin *admin, const char *target)
{
    (void)target;
    int tables;
    enum store_status status = store_check(admin->store);
    bool is_file =
        status != STORE_NONE; /* PostgreSQL looks after its own pages; the logs are ours */
    if (status == STORE_BROKEN && admin->options.json)
        return print_check(
            json_pack("{s:b,s:s}", "whole", 0, "message", store_message(admin->store)),
            EXIT_BROKEN);
    if (status != STORE_OK && is_file)
        return store_trouble(admin);
    int damaged = check_logs(admin->store, admin->options.json ? admin->rows : NULL, &tables);
    if (damaged < 0)
        return store_trouble(admin);
    if (admin->options.json)
        return print_check(json_pack("{s:b,s:i,s:O}", "whole", damaged == 0, "tables", tables,
                                     "damaged", admin->rows),
                           damaged ? EXIT_NO : EXIT_GOOD);
    if (damaged > 0)
        return complain(EXIT_NO,
                        _("%d of %d logs are damaged; keep a copy of the store, and put the last "
                          "backup in its place"),
                        damaged, tables);
    puts(is_file
             ? _("The store is whole.")
             : _("The logs of all tables are whole. Check the database itself with pg_amcheck."));
    return EXIT_GOOD;
}

static int list_reports(struct admin *admin, const char *target)
{
    (void)target;
    return finish_list(admin,
                       store_read_facts_of_all(admin->store, STORE_REPORT, show_report, admin));
}

/* ---------------------------------------------------------------- the command */

static const struct action {
    int (*run)(struct admin *admin, const char *target);
    int least, most;     /* how many targets it takes; most -1: any number */
    const char *options; /* which ones it takes */
} actions[] = {
    {list_tables, 0, 0, "store json all"},    {list_people, 0, 1, "store json"},
    {list_acts, 0, 0, "store json"},          {list_reports, 0, 0, "store json"},
    {check_store, 0, 0, "store json"},        {close_table, 1, -1, "store reason"},
    {close_idle, 0, 0, "store reason hours"}, {mute, 1, -1, "store reason hours"},
    {unmute, 1, -1, "store reason"},          {ban, 1, -1, "store reason hours table"},
    {unban, 1, -1, "store reason table"},
};

/* What they are called; in the order of the actions. */
static const struct option_action actions_of_admin[] = {
    {"tables", "[--all]", N_("tables that run, or all")},
    {"people", "[PART]", N_("people whose name has that part, with their numbers")},
    {"log", NULL, N_("what hosts did, when and why")},
    {"reports", NULL, N_("whom players reported, why, and what was said there last")},
    {"check", NULL, N_("look through the whole store for damage, and replay every log")},
    {"close", "CODE...", N_("close tables")},
    {"close-idle", "--hours N", N_("close all tables at which nothing has happened for so long")},
    {"mute", "PERSON...", N_("stop somebody from chatting; hints still work")},
    {"unmute", "PERSON...", N_("let somebody chat again")},
    {"ban", "PERSON...", N_("exclude a person or an address (IPv6: its /64)")},
    {"unban", "PERSON...", N_("lift a ban")},
    {0},
};

static const struct action *find_action(const char *name)
{
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++)
        if (strcmp(actions_of_admin[i].name, name) == 0)
            return &actions[i];
    return NULL;
}

/* Ignoring a word would do harm: `close-idle CODE` closes all idle tables, and `mute PERSON --table
 * CODE` silences nobody. */
static bool fits_action(const struct action *action, const struct command_line *line)
{
    char called[32];
    snprintf(called, sizeof called, "admin %s", line->words[0]);
    if (!command_takes(line, called, action->most < 0 ? -1 : 1 + action->most, action->options))
        return false;
    if (line->count > action->least)
        return true;
    complain(EXIT_USAGE, _("`stos admin %s` needs to know whom or what; try `stos admin --help`"),
             line->words[0]);
    return false;
}

static int run_action(const struct action *action, struct admin *admin, const char *target)
{
    const char *where = admin->options.where;
    enum store_status status;
    char message[STORE_MESSAGE];
    if (!store_is_address(where) && !can_read_store(where))
        return EXIT_BROKEN;
    admin->store = store_visit(where, false, &status, message);
    if (!admin->store)
        return complain(EXIT_BROKEN, "%s", message);
    admin->rows = json_array();
    int code = action->run(admin, target);
    json_decref(admin->rows);
    store_close(admin->store);
    return code;
}

static int administer(const struct command *command, int argc, char **argv)
{
    struct admin admin = {0};
    struct command_line line;
    if (!command_read(command, argc, argv, &admin.options, &line))
        return EXIT_USAGE;
    const struct action *action = find_action(line.words[0]);
    if (!action)
        return complain(EXIT_USAGE, _("admin cannot '%s'; try `stos admin --help`"), line.words[0]);
    if (!fits_action(action, &line))
        return EXIT_USAGE;
    int code = EXIT_GOOD, last = line.count > 1 ? line.count : 2; /* each of the targets, or none */
    for (int i = 1; i < last; i++) {
        int done = run_action(action, &admin, i < line.count ? line.words[i] : NULL);
        code = done > code ? done : code;
    }
    return code;
}

static void set_defaults(void *at) { ((struct admin_options *)at)->where = "stos.db"; }

#define PLACE(member) offsetof(struct admin_options, member)

static const struct option_row options_of_admin[] = {
    {.name = "all", .kind = OPTION_FLAG, .at = PLACE(all), .help = N_("also tables that are over")},
    {.name = "hours",
     .value = "N",
     .kind = OPTION_INT,
     .at = PLACE(hours),
     .low = 1,
     .high = 24 * 365 * 10,
     .fallback = N_("for good"),
     .help = N_("how long a mute or ban lasts, in hours")},
    {.name = "table",
     .value = "CODE",
     .kind = OPTION_TEXT,
     .at = PLACE(table),
     .help = N_("ban from this table only")},
    {.name = "store",
     .value = "WHERE",
     .kind = OPTION_FILE,
     .at = PLACE(where),
     .is_good = store_is_named,
     .wrong = STORE_WRONG_NAME,
     .fallback = N_("STOS_STORE, or stos.db"),
     .help = N_("as for `stos serve`")},
    {.name = "reason",
     .value = "TEXT",
     .kind = OPTION_TEXT,
     .at = PLACE(reason),
     .help = N_("why, for the log")},
    {.name = "json", .kind = OPTION_FLAG, .at = PLACE(json), .help = OPTION_JSON_HELP},
    {0},
};

const struct command command_admin = {
    .name = "admin",
    .arguments = "tables|people|log|reports|check|close|close-idle|mute|unmute|ban|unban [WHAT...] "
                 "[--store WHERE]",
    .summary = N_("look after a server as its host"),
    .options = options_of_admin,
    .actions = actions_of_admin,
    .least = 1,
    .most = -1,
    .wanted = N_("say what to do"),
    .size = sizeof(struct admin_options),
    .set_defaults = set_defaults,
    .variables = "store",
    .shares_variables = &command_serve,
    .run = administer,
};
