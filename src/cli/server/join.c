/*
 * join.c - `stos join URL|CODE`: a table of a server on the full screen.
 *
 * Takes a whole link (http://HOST:PORT/j/CODE#KEY, or that of duplicate play), an address and a
 * code, an address alone to choose or open a table there, or a code alone for the last server used.
 * The user's identity is stored in the state directory of programs, one file per server.
 */
#include "cli/command/cli.h"
#include "cli/command/commands.h"
#include "cli/command/data_files.h"
#include "table/table.h"
#include "term/term.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char usual_server[] = "http://127.0.0.1:8098";

/* $XDG_STATE_HOME/stos or ~/.local/state/stos, made if need be; "" when there is no home. */
static void state_folder(char *out, size_t size)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    out[0] = '\0';
    if (state && *state == '/')
        snprintf(out, size, "%s/stos/", state);
    else if (home && *home == '/')
        snprintf(out, size, "%s/.local/state/stos/", home);
    for (char *slash = *out ? strchr(out + 1, '/') : NULL; slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(out, 0700);
        *slash = '/';
    }
}

/* Copies up to one of the characters in `ends`; false when it does not fit. */
static bool copy_until(const char **at, const char *ends, char *out, size_t size)
{
    size_t length = strcspn(*at, ends);
    if (length >= size)
        return false;
    memcpy(out, *at, length);
    out[length] = '\0';
    *at += length;
    return true;
}

/* A name, an IPv4 address, or an IPv6 address in brackets. */
static bool read_host(const char **at, char *out, size_t size)
{
    bool brackets = **at == '[';
    *at += brackets;
    if (!copy_until(at, brackets ? "]" : ":/#", out, size) || !*out || (brackets && **at != ']'))
        return false;
    *at += brackets;
    return true;
}

/* What a browser has written in hexadecimal digits ("%3D") as it was; in place. */
static void decode(char *text)
{
    char *out = text;
    for (unsigned byte; *text; out++) {
        bool coded = *text == '%' && sscanf(text + 1, "%2x", &byte) == 1 && text[1] && text[2];
        *out = coded ? (char)byte : *text;
        text += coded ? 3 : 1;
    }
    *out = '\0';
}

/* The link of duplicate play: /#series/WORD/RULES/DEALS */
static const char series_path[] = "/#series/";

static bool read_series(const char *at, struct term_series *series)
{
    enum { DEALS_MOST = 20 };
    stos_rules rules;
    char *end;
    if (!copy_until(&at, "/", series->word, sizeof series->word) || *at++ != '/' ||
        !copy_until(&at, "/", series->rules, sizeof series->rules) || *at++ != '/')
        return false;
    long deals = strtol(at, &end, 10);
    decode(series->rules);
    series->deals = (int)deals;
    return table_code_is_good(series->word) &&
        stos_rules_parse(series->rules, strlen(series->rules), &rules).reason == STOS_OK && !*end &&
        deals >= 1 && deals <= DEALS_MOST;
}

/* http, https, ws or wss; a host; a port or the usual one; of an invite /j/CODE#KEY, and of
 * duplicate play /#series/WORD/RULES/DEALS. */
static bool read_address(const char *text, struct term_table *table)
{
    static const struct {
        const char *start;
        bool secure;
    } schemes[] = {{"https://", true}, {"http://", false}, {"wss://", true}, {"ws://", false}};
    const char *at = NULL;
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++)
        if (strncmp(text, schemes[i].start, strlen(schemes[i].start)) == 0) {
            at = text + strlen(schemes[i].start);
            table->secure = schemes[i].secure;
        }
    if (!at || !read_host(&at, table->host, sizeof table->host))
        return false;
    table->port = table->secure ? 443 : 80;
    if (*at == ':') {
        char *end;
        long port = strtol(at + 1, &end, 10);
        if (port < 1 || port > 65535 || (*end && *end != '/'))
            return false;
        table->port = (int)port;
        at = end;
    }
    if (strncmp(at, series_path, strlen(series_path)) == 0)
        return read_series(at + strlen(series_path), &table->series);
    if (strncmp(at, "/j/", 3) != 0)
        return *at == '\0' || strcmp(at, "/") == 0;
    at += 3;
    if (!copy_until(&at, "/?#", table->code, sizeof table->code))
        return false;
    return *at != '#' || (at++, copy_until(&at, "", table->key, sizeof table->key));
}

/* The server that was joined last: where its address is kept, and what it is; false where there is
 * none. */
static bool last_server_path(const char *folder, char path[1100])
{
    snprintf(path, 1100, "%sserver", folder);
    return *folder;
}

static void read_last_server(const char *folder, char *address, size_t size)
{
    char path[1100];
    FILE *file = last_server_path(folder, path) ? fopen(path, "r") : NULL;
    if (!file)
        return;
    if (fgets(address, (int)size, file))
        address[strcspn(address, "\r\n")] = '\0';
    fclose(file);
}

/* A window that closes may end the program at any point of this, so the file is replaced, never
 * emptied first. */
static void keep_last_server(const char *folder, const char *address)
{
    char path[1100], line[520];
    int length = snprintf(line, sizeof line, "%s\n", address);
    if (last_server_path(folder, path))
        try_write_file(path, line, (size_t)length);
}

static bool is_address(const char *text) { return strstr(text, "://") != NULL; }

/* One or two arguments: an address, a code, or both. */
static int read_where(int count, char **words, const char *folder, struct term_table *table)
{
    char address[512] = "";
    const char *code = NULL;
    for (int i = 0; i < count; i++) {
        if (is_address(words[i]) ? *address != '\0' : code != NULL)
            return complain(EXIT_USAGE, _("%s; try `stos %s --help`"), _(command_join.wanted),
                            command_join.name);
        if (is_address(words[i]))
            snprintf(address, sizeof address, "%s", words[i]);
        else
            code = words[i];
    }
    if (code && !table_code_is_good(code))
        return complain(EXIT_USAGE, _("'%s' is not the code of a table"), code);
    if (!address[0])
        read_last_server(folder, address, sizeof address);
    if (!read_address(address[0] ? address : usual_server, table))
        return complain(EXIT_USAGE,
                        _("'%s' is not a server's address: use http://HOST:PORT, followed by "
                          "/j/CODE or the code"),
                        address);
    if (code && table->code[0])
        return complain(EXIT_USAGE, _("the link names a table already; leave '%s' out"), code);
    if (code)
        snprintf(table->code, sizeof table->code, "%s", code);
    if (table->code[0] && table->find[0])
        return complain(EXIT_USAGE, "%s", _("--find looks for a table; leave the code out"));
    snprintf(table->path, sizeof table->path, "/ws");
    return EXIT_GOOD;
}

static void write_address(const struct term_table *table, char *out, size_t size)
{
    const char *open = strchr(table->host, ':') ? "[" : "", *close = *open ? "]" : "";
    snprintf(out, size, "%s://%s%.255s%s:%d", table->secure ? "https" : "http", open, table->host,
             close, table->port);
}

/* What is left to say: how to come back. A server that has answered is the one for a code alone
 * next time. */
static void say_goodbye(const char *folder, const struct term_table *table)
{
    char address[512];
    if (!table->answered)
        return;
    write_address(table, address, sizeof address);
    keep_last_server(folder, address);
    if (table->series.word[0]) {
        fputs(_("Standings, and a table for another team with the same deals:"), stdout);
        printf("\n  stos join '%s%s%s/%s/%d'\n", address, series_path, table->series.word,
               table->series.rules, table->series.deals);
    }
    if (!table->seated)
        return;
    printf(_("Your seat at table %s is kept. Come back with:"), table->code);
    printf("\n  stos join %s %s\n", address, table->code);
}

struct join_options {
    const char *name; /* NULL: that of the person on this machine */
    const char *find; /* rules of a game for which people are looked for; NULL: none */
    int seconds;      /* its clock for a turn */
};

static bool choose_game(const struct join_options *options, struct term_table *table)
{
    stos_rules rules;
    if (!options->find)
        return true;
    stos_error error = stos_rules_parse(options->find, strlen(options->find), &rules);
    if (error.reason != STOS_OK) {
        char message[STOS_ERROR_TEXT];
        error_sentence(error, options->find, message, sizeof message);
        complain(EXIT_USAGE, "%s", message);
        return false;
    }
    snprintf(table->find, sizeof table->find, "%s", options->find);
    table->find_seconds = options->seconds;
    return true;
}

static bool choose_name(const struct join_options *options, struct term_table *table)
{
    const char *name = options->name ? options->name : getenv("USER");
    bool good = name && stos_name_is_good(name);
    snprintf(table->name, sizeof table->name, "%s", good ? name : _("Guest"));
    return good || !options->name ||
        complain(EXIT_USAGE, _("'%s' is not a valid name: use plain text of up to 63 bytes"),
                 name) == EXIT_GOOD;
}

static int join(const struct command *command, int argc, char **argv)
{
    struct term_table table = {.port = 0};
    struct join_options options;
    struct command_line line;
    char folder[1024], message[320] = "";
    if (!command_read(command, argc, argv, &options, &line))
        return EXIT_USAGE;
    if (!choose_game(&options, &table) || !choose_name(&options, &table))
        return EXIT_USAGE;
    if (!options.find && option_was_given(&line, "seconds"))
        return complain(EXIT_USAGE, "%s", _("--seconds goes with --find"));
    state_folder(folder, sizeof folder);
    int code = read_where(line.count, line.words, folder, &table);
    if (code != EXIT_GOOD)
        return code;
    if (*folder)
        snprintf(table.token_path, sizeof table.token_path, "%.700stoken-%.250s-%d", folder,
                 table.host, table.port);
    table.rounds = rounds_installed();
    if (!term_possible() || !term_open())
        return complain(
            EXIT_BROKEN, "%s",
            _("join needs a terminal with a full screen; programs speak docs/protocol.md"));
    enum term_end end = term_join(&table, message, sizeof message);
    term_close();
    say_goodbye(folder, &table);
    if (end == TERM_FAILED)
        return complain(EXIT_BROKEN, "%s", _("out of memory"));
    return message[0] ? complain(EXIT_NO, "%s", message) : EXIT_GOOD;
}

static const struct option_row options_of_join[] = {
    {.name = "name",
     .value = "NAME",
     .kind = OPTION_TEXT,
     .at = offsetof(struct join_options, name),
     .fallback = N_("your name on this machine"),
     .help = N_("how the others see you")},
    {.name = "find",
     .value = "RULES",
     .kind = OPTION_TEXT,
     .at = offsetof(struct join_options, find),
     .help =
         N_("play with whoever wants the same game, or wait at a new table until somebody does")},
    {.name = "seconds",
     .value = "N",
     .kind = OPTION_INT,
     .at = offsetof(struct join_options, seconds),
     .low = 0,
     .high = 2592000,
     .help = N_("for a turn of the game that --find looks for; 0: no clock")},
    {0},
};

const struct command command_join = {
    .name = "join",
    .arguments = "URL|CODE [CODE] [--name NAME] [--find RULES [--seconds N]]",
    .summary = N_("sit down at a server's table, in the terminal"),
    .about =
        N_("  stos join http://HOST:PORT/j/CODE#KEY   the link that somebody sent\n"
           "  stos join http://HOST:PORT CODE         a server, and the code of a table there\n"
           "  stos join http://HOST:PORT              choose a table there, or open one\n"
           "  stos join http://HOST:PORT --find RULES a game there with whoever wants the same\n"
           "  stos join http://HOST:PORT/#series/...  the standings of duplicate play, and a table "
           "for your team\n"
           "  stos join CODE                          the server of last time"),
    .options = options_of_join,
    .notes = N_("The screen and its keys are those of `stos play`; t talks, g gives a hint; among "
                "the tables, r shows ratings. If the "
                "connection is lost, stos reconnects."),
    .least = 1,
    .most = 2,
    .wanted = N_("join takes a link, or a server and a code"),
    .size = sizeof(struct join_options),
    .run = join,
};
