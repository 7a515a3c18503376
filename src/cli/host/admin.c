/*
 * admin.c - `stos admin`: what a host may do, on the store, whether a server runs or not.
 *
 * A deed is written down first; a running server sees it within a second, does it and marks it as done. The rows stay
 * as the log of what was done, by whom, when and why.
 */
#include "check.h"
#include "cli/cli.h"
#include "server/address.h"
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

static int store_trouble(const struct admin *admin) { return complain(EXIT_BROKEN, "%s", store_message(admin->store)); }

static int finish_list(struct admin *admin, enum store_status status)
{
    if (status != STORE_OK && status != STORE_NONE)
        return store_trouble(admin);
    if (admin->options.json) {
        json_dumpf(admin->rows, stdout, JSON_INDENT(1));
        putchar('\n');
    } else if (admin->shown == 0) {
        puts(_("There is nothing to show."));
    }
    return EXIT_GOOD;
}

/* ---------------------------------------------------------------- lists */

static void print_table(const struct store_table_row *row, bool is_first, const char *opened, const char *changed)
{
    int columns = (int)strlen(opened) + 2;
    if (is_first) {
        print_column(_("table"), 10);
        print_column(_("events"), 9);
        print_column(_("opened"), columns);
        print_column(_("changed"), columns);
        puts(_("state"));
    }
    printf("%-10s %6u  %s  %s  %s\n", row->code, (unsigned)row->last, opened, changed, row->over ? _("over") : _("running"));
}

static bool show_table(void *context, const struct store_table_row *row)
{
    struct admin *admin = context;
    char opened[32], changed[32];
    admin->shown++;
    if (admin->options.json)
        json_array_append_new(admin->rows,
                              json_pack("{s:s,s:i,s:b,s:I,s:I}", "table", row->code, "events", (int)row->last, "over", row->over,
                                        "opened_ms", (json_int_t)row->opened_ms, "changed_ms", (json_int_t)row->changed_ms));
    else
        print_table(row, admin->shown == 1, when(row->opened_ms, opened), when(row->changed_ms, changed));
    return true;
}

static void print_person(const struct store_person *person, const char *id, const char *seen)
{
    printf("%s  ", id);
    print_column(person->name, 31);
    print_column(person->account, 21);
    printf("%s%s%s\n", seen, person->muted ? _("  muted") : "", person->banned ? _("  banned") : "");
}

static bool show_person(void *context, const struct store_person *person)
{
    struct admin *admin = context;
    char id[24], seen[32];
    admin->shown++;
    snprintf(id, sizeof id, "%016" PRIx64, person->id);
    if (admin->options.json)
        json_array_append_new(admin->rows,
                              json_pack("{s:s,s:s,s:s,s:b,s:b,s:b,s:I}", "person", id, "name", person->name, "account", person->account,
                                        "program", person->program, "muted", person->muted, "banned", person->banned, "seen_ms",
                                        (json_int_t)person->seen_ms));
    else
        print_person(person, id, when(person->seen_ms, seen));
    return true;
}

/* "report:HOUR-REPORTER", with JSON: table, by, text, said. */
static bool show_report(void *context, uint64_t person, const char *name, const char *value)
{
    struct admin *admin = context;
    char id[24], at[32];
    json_t *report = json_loads(value, 0, NULL), *said = json_object_get(report, "said"), *line;
    size_t index;
    admin->shown++;
    snprintf(id, sizeof id, "%016" PRIx64, person);
    int64_t hour = strtoll(name + strlen(STORE_REPORT), NULL, 10);
    if (admin->options.json && report) {
        json_object_set_new(report, "person", json_string(id));
        json_object_set_new(report, "at_ms", json_integer(hour * MS_AN_HOUR));
        json_array_append(admin->rows, report);
    } else if (report) {
        const char *table = json_string_value(json_object_get(report, "table")), *by = json_string_value(json_object_get(report, "by"));
        printf("%s  %s  %s  %s: %s\n", when(hour * MS_AN_HOUR, at), id, table, by, json_string_value(json_object_get(report, "text")));
        json_array_foreach(said, index, line)
            printf("    %s: %s\n", json_string_value(json_array_get(line, 0)), json_string_value(json_array_get(line, 1)));
    }
    json_decref(report);
    return true;
}

static bool show_act(void *context, const struct store_act *act)
{
    struct admin *admin = context;
    char asked[32];
    admin->shown++;
    if (admin->options.json)
        json_array_append_new(admin->rows,
                              json_pack("{s:I,s:I,s:I,s:s,s:s,s:s,s:s,s:s}", "id", (json_int_t)act->id, "asked_ms",
                                        (json_int_t)act->asked_ms, "done_ms", (json_int_t)act->done_ms, "host", act->host, "what",
                                        act->what, "target", act->target, "reason", act->reason, "outcome", act->outcome));
    else
        printf("%4lld  %s  %-10s %-8s %-18s %-10s %s\n", (long long)act->id, when(act->asked_ms, asked), act->host, act->what, act->target,
               act->done_ms ? act->outcome : _("waiting"), act->reason);
    return true;
}

static int list_tables(struct admin *admin, const char *target)
{
    (void)target;
    return finish_list(admin, store_read_tables(admin->store, !admin->options.all, ROWS_MOST, show_table, admin));
}

static int list_people(struct admin *admin, const char *target)
{
    return finish_list(admin, store_read_people(admin->store, target ? target : "", ROWS_MOST, show_person, admin));
}

static int list_acts(struct admin *admin, const char *target)
{
    (void)target;
    return finish_list(admin, store_read_actions(admin->store, 0, false, ROWS_MOST, show_act, admin));
}

/* ---------------------------------------------------------------- deeds */

static bool same_act(void *context, const struct store_act *act)
{
    struct store_act *wanted = context;
    if (act->id == wanted->id)
        wanted->done_ms = act->done_ms;
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

static int do_act(struct admin *admin, const char *what, const char *target)
{
    struct store_act act = {.asked_ms = now_ms()};
    const struct passwd *user = getpwuid(getuid());
    snprintf(act.host, sizeof act.host, "%s", user ? user->pw_name : "host");
    snprintf(act.what, sizeof act.what, "%s", what);
    snprintf(act.target, sizeof act.target, "%s", target);
    snprintf(act.reason, sizeof act.reason, "%s", admin->options.reason ? admin->options.reason : "");
    if (store_add_act(admin->store, &act) != STORE_OK)
        return store_trouble(admin);
    if (!server_runs(admin)) {
        if (strcmp(what, "close") != 0)
            store_finish_act(admin->store, act.id, now_ms(), "done");
        puts(_("Written down; no server is running now. It holds from the next start on."));
        return EXIT_GOOD;
    }
    for (int tenth = 0; tenth < 10 * WAIT_SECONDS && act.done_ms == 0; tenth++) {
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
        store_read_actions(admin->store, act.id - 1, false, ROWS_MOST, same_act, &act);
    }
    if (act.done_ms == 0)
        return complain(EXIT_NO, "%s", _("written down, but the server has not done it yet; see `stos admin log`"));
    puts(_("Done."));
    return EXIT_GOOD;
}

static int close_table(struct admin *admin, const char *target)
{
    uint32_t last;
    enum store_status status = store_table_last(admin->store, target, &last);
    if (status == STORE_NONE)
        return complain(EXIT_NO, _("there is no table %s"), target);
    return status == STORE_OK ? do_act(admin, "close", target) : store_trouble(admin);
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
    for (size_t i = 0; code == EXIT_GOOD && i < idle.count; i++) {
        printf("%s: ", idle.codes[i]);
        code = do_act(admin, "close", idle.codes[i]);
    }
    if (code == EXIT_GOOD && idle.count == 0)
        puts(_("There is nothing to show."));
    free(idle.codes);
    return code;
}

/* "act:ban:TARGET": what the nodes go by. */
static bool write_fact(struct admin *admin, const char *what, const char *target)
{
    char fact[96], until[32];
    bool ends = strncmp(what, "un", 2) == 0;
    snprintf(fact, sizeof fact, STORE_ACT_FACTS "%s:%s", ends ? what + 2 : what, target);
    snprintf(until, sizeof until, "%" PRId64, admin->options.hours > 0 ? now_ms() + (int64_t)admin->options.hours * MS_AN_HOUR : INT64_MAX);
    return (ends ? store_drop(admin->store, fact) : store_put(admin->store, fact, until)) == STORE_OK;
}

/* The part of a person that is kept for good; a ban for a time, or at one table, is a fact alone. */
static bool mark_for_good(struct admin *admin, struct store_person *person, const char *what)
{
    bool on = strncmp(what, "un", 2) != 0;
    if (on && (admin->options.hours > 0 || admin->options.table))
        return true;
    if (strstr(what, "mute"))
        person->muted = on;
    else
        person->banned = on;
    return store_save_person(admin->store, person) == STORE_OK;
}

static int mark_address(struct admin *admin, const char *target, const char *what)
{
    struct address address;
    char group[ADDRESS_TEXT];
    if (strstr(what, "mute") || admin->options.table || !address_read(target, strlen(target), &address))
        return complain(EXIT_NO, _("there is no person %s; `stos admin people` lists them"), target);
    address = address_group(&address);
    address_write(&address, group);
    return write_fact(admin, what, group) ? do_act(admin, what, group) : store_trouble(admin);
}

static int mark_person(struct admin *admin, const char *target, const char *what)
{
    struct store_person person;
    char whom[40];
    if (strlen(target) != 16 || strspn(target, "0123456789abcdef") != 16)
        return mark_address(admin, target, what);
    enum store_status status = store_find_person(admin->store, strtoull(target, NULL, 16), &person);
    if (status == STORE_NONE)
        return complain(EXIT_NO, _("there is no person %s; `stos admin people` lists them"), target);
    snprintf(whom, sizeof whom, "%s%s%.8s", target, admin->options.table ? "@" : "", admin->options.table ? admin->options.table : "");
    if (status != STORE_OK || !mark_for_good(admin, &person, what) || !write_fact(admin, what, whom))
        return store_trouble(admin);
    return do_act(admin, what, whom);
}

static int mute(struct admin *admin, const char *target) { return mark_person(admin, target, "mute"); }
static int unmute(struct admin *admin, const char *target) { return mark_person(admin, target, "unmute"); }
static int ban(struct admin *admin, const char *target) { return mark_person(admin, target, "ban"); }
static int unban(struct admin *admin, const char *target) { return mark_person(admin, target, "unban"); }

static int check_store(struct admin *admin, const char *target)
{
    (void)target;
    int tables;
    if (store_check(admin->store) != STORE_OK)
        return store_trouble(admin);
    int damaged = check_logs(admin->store, &tables);
    if (damaged < 0)
        return store_trouble(admin);
    if (damaged > 0)
        return complain(EXIT_NO, _("%d of %d logs are damaged; keep a copy of the store, and put the last backup in its place"), damaged,
                        tables);
    puts(_("The store is whole."));
    return EXIT_GOOD;
}

static int list_reports(struct admin *admin, const char *target)
{
    (void)target;
    return finish_list(admin, store_read_facts_of_all(admin->store, STORE_REPORT, show_report, admin));
}

/* ---------------------------------------------------------------- the command */

static const struct deed {
    int (*run)(struct admin *admin, const char *target);
    bool needs_target;
} deeds[] = {
    {list_tables, false}, {list_people, false}, {list_acts, false}, {list_reports, false}, {check_store, false}, {close_table, true},
    {close_idle, false},  {mute, true},         {unmute, true},     {ban, true},           {unban, true},
};

/* What they are called; in the order of the deeds. */
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

static const struct deed *find_deed(const char *name)
{
    for (size_t i = 0; i < sizeof deeds / sizeof deeds[0]; i++)
        if (strcmp(actions_of_admin[i].name, name) == 0)
            return &deeds[i];
    return NULL;
}

static int run_deed(const struct deed *deed, struct admin *admin, const char *target)
{
    const char *where = admin->options.where;
    enum store_status status;
    char message[STORE_MESSAGE];
    if (strncmp(where, "postgres", 8) != 0 && access(where, R_OK) != 0)
        return complain(EXIT_BROKEN, _("there is no store %s"), where);
    admin->store = store_visit(where, false, &status, message);
    if (!admin->store)
        return complain(EXIT_BROKEN, "%s", message);
    admin->rows = json_array();
    int code = deed->run(admin, target);
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
    const struct deed *deed = find_deed(line.words[0]);
    if (!deed)
        return complain(EXIT_USAGE, _("admin cannot '%s'; try `stos admin --help`"), line.words[0]);
    if (deed->needs_target && line.count < 2)
        return complain(EXIT_USAGE, _("`stos admin %s` needs to know whom or what; try `stos admin --help`"), line.words[0]);
    int code = EXIT_GOOD, last = line.count > 1 ? line.count : 2; /* each of the targets, or none */
    for (int i = 1; i < last; i++) {
        int done = run_deed(deed, &admin, i < line.count ? line.words[i] : NULL);
        code = done > code ? done : code;
    }
    return code;
}

static void set_defaults(void *at)
{
    const char *named = getenv("STOS_STORE");
    ((struct admin_options *)at)->where = named ? named : "stos.db";
}

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
    {.name = "table", .value = "CODE", .kind = OPTION_TEXT, .at = PLACE(table), .help = N_("ban from this table only")},
    {.name = "store",
     .value = "WHERE",
     .kind = OPTION_FILE,
     .at = PLACE(where),
     .fallback = N_("STOS_STORE, or stos.db"),
     .help = N_("as for `stos serve`")},
    {.name = "reason", .value = "TEXT", .kind = OPTION_TEXT, .at = PLACE(reason), .help = N_("why, for the log")},
    {.name = "json", .kind = OPTION_FLAG, .at = PLACE(json), .help = OPTION_JSON_HELP},
    {0},
};

const struct command command_admin = {
    .name = "admin",
    .arguments = "tables|people|log|check|close|close-idle|mute|unmute|ban|unban [WHAT...] [--store WHERE]",
    .summary = N_("look after a server as its host"),
    .options = options_of_admin,
    .actions = actions_of_admin,
    .least = 1,
    .most = -1,
    .wanted = N_("say what to do"),
    .size = sizeof(struct admin_options),
    .set_defaults = set_defaults,
    .run = administer,
};
