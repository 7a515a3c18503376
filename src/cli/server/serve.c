/*
 * serve.c - `stos serve`: the settings of the server, from a file, the environment and the command
 * line.
 *
 * One table lists every setting. The command line overrides the environment (STOS_PORT), which
 * overrides the file (port = 8098), which overrides the defaults. An invalid value is reported with
 * its origin before anything starts.
 */
#include "cli/command/cli.h"
#include "cli/command/environment.h"
#include "cli/command/data_files.h"
#include "server/network/address.h"
#include "server/notify/mail.h"
#include "server/network/origin.h"
#include "server/notify/push_http.h"
#include "server/server.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct serve_settings {
    struct server_options server;
    const char *config;             /* a file with settings; NULL: none */
    const char *smtp_password_file; /* NULL: STOS_SMTP_PASSWORD, or no password */
    const char *admin_passphrase_file;
};

static void set_defaults(void *at)
{
    struct serve_settings *settings = at;
    *settings = (struct serve_settings){.server = server_defaults()};
}

/* ---------------------------------------------------------------- the file */

static char *trim(char *text)
{
    text += strspn(text, " \t\r");
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r", text[length - 1]))
        text[--length] = '\0';
    return text;
}

/* What would be taken for part of a name or path, and so for another store, though nobody meant it.
 */
static bool is_decorated(const char *value)
{
    return *value == '"' || *value == '\'' || strstr(value, " #") || strstr(value, "\t#");
}

struct settings_file {
    const struct command *command;
    const char *path;
    int line;
    int set_in[64]; /* by the row of the setting: the line that has it; 0: none */
};

/* The setting that a line names; complains and returns NULL if there is none, or it was set before.
 */
static const struct option_row *find_setting(struct settings_file *file, const char *name)
{
    const struct option_row *setting = strcmp(name, "config") == 0
        ? NULL
        : option_find(file->command, name); /* a file names no other */
    if (!setting) {
        complain(EXIT_USAGE, _("%s:%d: there is no setting '%s'; try `stos serve --help`"),
                 file->path, file->line, name);
        return NULL;
    }
    size_t row = (size_t)(setting - file->command->options);
    int before = row < sizeof file->set_in / sizeof file->set_in[0] ? file->set_in[row] : 0;
    if (before) {
        complain(EXIT_USAGE, _("%s:%d: '%s' was set in line %d already"), file->path, file->line,
                 name, before);
        return NULL;
    }
    if (row < sizeof file->set_in / sizeof file->set_in[0])
        file->set_in[row] = file->line;
    return setting;
}

static bool read_setting(struct settings_file *file, struct serve_settings *settings, char *text)
{
    char *equals = strchr(text, '=');
    if (!equals) {
        complain(EXIT_USAGE, _("%s:%d: '%s' has no value; write NAME = VALUE"), file->path,
                 file->line, text);
        return false;
    }
    *equals = '\0';
    const struct option_row *setting = find_setting(file, trim(text));
    if (!setting)
        return false;
    char *value = trim(equals + 1);
    if (is_decorated(value)) {
        complain(EXIT_USAGE,
                 _("%s:%d: write the value without quotes, and comments on lines of their own"),
                 file->path, file->line);
        return false;
    }
    if (option_put(setting, value, settings))
        return true;
    complain(EXIT_USAGE, _("%s:%d: set here"), file->path, file->line);
    return false;
}

/* "name = value" lines; # begins a comment line. The values stay in the text, which is used as long
 * as the options. */
static bool read_settings(const struct command *command, struct serve_settings *settings,
                          const char *path, char *text)
{
    struct settings_file file = {.command = command, .path = path, .line = 1};
    for (char *line = text, *next; line && *line; line = next, file.line++) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        char *name = trim(line);
        if (*name && *name != '#' && !read_setting(&file, settings, name))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------- the command */

/* Whether the settings make sense together. */
static int check_settings(const struct server_options *options)
{
    if (!options->tls_cert != !options->tls_key)
        return complain(EXIT_USAGE, "%s", _("--tls-cert and --tls-key belong together"));
    if (options->hsts_seconds > 0 && !options->tls_cert)
        return complain(
            EXIT_USAGE, "%s",
            _("--hsts-seconds needs --tls-cert: behind a proxy, the proxy sends that header"));
    if (!options->smtp_url != !options->mail_from || (options->smtp_url && !options->public_url))
        return complain(EXIT_USAGE, "%s",
                        _("--smtp-url, --mail-from and --public-url belong together"));
    if (!options->smtp_url && options->smtp_user && *options->smtp_user)
        return complain(EXIT_USAGE, "%s", _("--smtp-user needs --smtp-url"));
    if (options->smtp_url && !mail_is_possible())
        return complain(EXIT_USAGE, "%s",
                        _("this program was built without libcurl and cannot send e-mail"));
    if (options->hangup_seconds <= options->ping_seconds)
        return complain(EXIT_USAGE, "%s", _("--hangup-seconds must be longer than --ping-seconds"));
    if (options->share_port && !store_is_address(options->store))
        return complain(EXIT_USAGE, "%s",
                        _("--share-port needs a PostgreSQL store (--store postgresql://...); with "
                          "a SQLite file, leave it out"));
    return EXIT_GOOD;
}

static int run_server(struct server_options options)
{
    char message[512] = "";
    int code = check_settings(&options);
    if (code != EXIT_GOOD)
        return code;
    options.solved_rounds = rounds_installed();
    if (isatty(STDOUT_FILENO)) {
        options.greeting = _("Open %s in a browser. Ctrl-C stops the server; nothing is lost.");
        options.nearby = _("On a phone in the same network, scan the code or open:");
    }
    return server_run(&options, message, sizeof message) == 0
        ? EXIT_GOOD
        : complain(EXIT_BROKEN, "%s", message);
}

/* A password is no argument, for others could see it among the processes. The first line of the
 * file; false when it cannot be read. */
static bool read_password(const char *file, char **text)
{
    enum { LARGEST = 4096 };
    size_t length;
    *text = file ? read_file(file, LARGEST, &length) : NULL;
    if (*text)
        (*text)[strcspn(*text, "\r\n")] = '\0';
    return *text || !file;
}

static int check_passphrase(const char *passphrase)
{
    enum { LEAST = 12, MOST = 200 };
    size_t length = passphrase ? strlen(passphrase) : LEAST;
    return length >= LEAST && length <= MOST
        ? EXIT_GOOD
        : complain(EXIT_USAGE, "%s", _("the host's passphrase needs 12 to 200 characters"));
}

static int serve_with(struct serve_settings *settings)
{
    char *password, *passphrase = NULL;
    bool good = read_password(settings->smtp_password_file, &password) &&
        read_password(settings->admin_passphrase_file, &passphrase);
    settings->server.smtp_password = password ? password : getenv("STOS_SMTP_PASSWORD");
    settings->server.admin_passphrase = passphrase;
    int code = good ? check_passphrase(passphrase) : EXIT_BROKEN;
    if (code == EXIT_GOOD)
        code = run_server(settings->server);
    free(password);
    free(passphrase);
    return code;
}

/* The file, then the environment, then the command line: each wins over what came before it. */
static int serve(const struct command *command, int argc, char **argv)
{
    enum { LARGEST = 64 * 1024 };
    struct serve_settings settings;
    struct command_line line;
    size_t length;
    if (!command_read(command, argc, argv, &settings,
                      &line)) /* names the file; the environment may do so, too */
        return EXIT_USAGE;
    const char *file = settings.config && *settings.config ? settings.config : NULL;
    char *text = file ? read_file(file, LARGEST, &length) : NULL;
    if (file && !text)
        return EXIT_BROKEN;
    if (text && strlen(text) < length) {
        free(text);
        return complain(EXIT_USAGE, _("%s is not a text file"), file);
    }
    set_defaults(&settings);
    bool good = (!text || read_settings(command, &settings, file, text)) &&
        environment_read(command, &settings) &&
        command_read_over(command, argc, argv, &settings, &line);
    int code = good ? serve_with(&settings) : EXIT_USAGE;
    free(text);
    return code;
}

#define PLACE(member) offsetof(struct serve_settings, server.member)

static bool address_is_good(const char *text)
{
    struct address address;
    return address_read_alone(text, &address);
}

static bool place_is_good(const char *text)
{
    struct address address;
    int port;
    return strcmp(text, "same") == 0 || address_read_with_port(text, &address, &port);
}

static bool services_are_good(const char *text)
{
    return strcmp(text, "off") == 0 || push_http_services_are_good(text);
}

static const char *const proxy_headers[] = {"x-forwarded-for", "forwarded", NULL};
static const char *const log_levels[] = {"error", "warning", "info", "debug", NULL};

static const struct option_row options_of_serve[] = {
    {.name = "store",
     .value = "WHERE",
     .kind = OPTION_FILE,
     .at = PLACE(store),
     .is_good = store_is_named,
     .wrong = STORE_WRONG_NAME,
     .help = N_("a file, or postgresql://USER@HOST/NAME for several servers at once")},
    {.name = "port",
     .value = "N",
     .kind = OPTION_INT,
     .at = PLACE(port),
     .high = 65535,
     .help = N_("0 takes any free one")},
    {.name = "address",
     .value = "A",
     .kind = OPTION_TEXT,
     .at = PLACE(address),
     .is_good = address_is_good,
     .wrong = N_("'%s' is not an IPv4 or IPv6 address"),
     .help = N_("listen on this IPv4 or IPv6 address; 127.0.0.1 is this machine only, 0.0.0.0 or "
                ":: is everybody")},
    {.name = "share-port",
     .kind = OPTION_YES_NO,
     .at = PLACE(share_port),
     .help = N_("several servers of one PostgreSQL store listen on the port; people are spread "
                "over them")},
    {.name = "public-url",
     .value = "URL",
     .kind = OPTION_TEXT,
     .at = PLACE(public_url),
     .is_good = origin_url_is_good,
     .wrong = N_("'%s' is not a public address: use https://HOST or https://HOST:PORT"),
     .help = N_("how people reach it, when it is behind a proxy or has a name")},
    {.name = "allow-origin",
     .value = "LIST",
     .kind = OPTION_TEXT,
     .at = PLACE(allow_origin),
     .is_good = origin_list_is_good,
     .wrong = N_("'%s' is not a list of origins such as https://HOST, https://HOST:PORT"),
     .help = N_("pages on other hosts (made with dist/build-site) that may use this server")},
    {.name = "trust-proxy",
     .value = "LIST",
     .kind = OPTION_TEXT,
     .at = PLACE(trust_proxy),
     .is_good = address_list_is_good,
     .wrong = N_("'%s' is not a list of addresses such as 127.0.0.1, 10.0.0.0/8, ::1"),
     .help = N_("proxies (addresses or networks) that are believed when they name the client")},
    {.name = "proxy-header",
     .value = "HEADER",
     .kind = OPTION_WORD,
     .at = PLACE(proxy_header),
     .words = proxy_headers,
     .help = N_("where they do: x-forwarded-for, or forwarded (RFC 7239); the other is ignored")},
    {.name = "metrics-address",
     .value = "A:PORT",
     .kind = OPTION_TEXT,
     .at = PLACE(metrics_address),
     .is_good = place_is_good,
     .wrong = N_("'%s' is not an address and a port, such as 127.0.0.1:9098 or [::1]:9098"),
     .fallback = N_("127.0.0.1:9098, if it is free, and /healthz on the address for people too"),
     .help = N_("/metrics and /healthz on this address only, or, with `same`, where people "
                "connect")},
    {.name = "push-services",
     .value = "LIST",
     .kind = OPTION_TEXT,
     .at = PLACE(push_services),
     .is_good = services_are_good,
     .wrong =
         N_("'%s' is not a list of push services such as push.example, *.push.example, or off"),
     .fallback = N_("those of Chrome, Firefox, Edge and Safari"),
     .help = N_("browsers' push services that may be asked to call people to their tables; * is "
                "any, off none")},
    {.name = "smtp-url",
     .value = "URL",
     .kind = OPTION_TEXT,
     .at = PLACE(smtp_url),
     .is_good = mail_url_is_good,
     .wrong = N_("'%s' is not a mail server: use smtp://HOST:PORT or smtps://HOST"),
     .fallback = N_("no e-mail"),
     .help = N_("mail server for people who want e-mail: smtp://HOST:PORT (with STARTTLS, unless "
                "it is this machine) or smtps://HOST")},
    {.name = "mail-from",
     .value = "ADDRESS",
     .kind = OPTION_TEXT,
     .at = PLACE(mail_from),
     .is_good = mail_address_is_good,
     .wrong = N_("'%s' is not an e-mail address"),
     .help = N_("sender of e-mails")},
    {.name = "smtp-user",
     .value = "NAME",
     .kind = OPTION_TEXT,
     .at = PLACE(smtp_user),
     .help = N_("login at the mail server")},
    {.name = "smtp-password-file",
     .value = "FILE",
     .kind = OPTION_FILE,
     .at = offsetof(struct serve_settings, smtp_password_file),
     .fallback = "STOS_SMTP_PASSWORD",
     .help = N_("its password, in the first line")},
    {.name = "admin-passphrase-file",
     .value = "FILE",
     .kind = OPTION_FILE,
     .at = offsetof(struct serve_settings, admin_passphrase_file),
     .fallback = N_("no page for hosts"),
     .help = N_(
         "offer the page /admin to whoever knows the passphrase in the first line of this file")},
    {.name = "tls-cert",
     .value = "FILE",
     .kind = OPTION_FILE,
     .at = PLACE(tls_cert),
     .help = N_("speak HTTPS with this certificate; SIGHUP reads it and the key again")},
    {.name = "tls-key",
     .value = "FILE",
     .kind = OPTION_FILE,
     .at = PLACE(tls_key),
     .help = N_("the key of that certificate")},
    {.name = "hsts-seconds",
     .value = "N",
     .kind = OPTION_INT,
     .at = PLACE(hsts_seconds),
     .high = 63072000,
     .help = N_("tell browsers to insist on HTTPS for so long")},
    {.name = "config",
     .value = "FILE",
     .kind = OPTION_FILE,
     .at = offsetof(struct serve_settings, config),
     .fallback = "STOS_CONFIG",
     .help = N_("settings as lines `name = value`, with the names of these options")},
    {.name = "workers",
     .value = "N",
     .kind = OPTION_INT,
     .at = PLACE(workers),
     .low = 1,
     .high = 64,
     .help = N_("threads for bots")},
    {.name = "analysis-deals",
     .value = "N",
     .kind = OPTION_INT,
     .at = PLACE(analysis_deals),
     .high = 100000,
     .fallback = N_("as `stos analyze` does"),
     .help = N_("deals to play out for each turn of a game that is analyzed")},
    {.name = "log",
     .value = "LEVEL",
     .kind = OPTION_WORD,
     .at = PLACE(log_level),
     .words = log_levels,
     .help = N_("error, warning, info or debug, on standard error")},
    {.name = "quiet",
     .kind = OPTION_YES_NO,
     .at = PLACE(quiet),
     .help = N_("do not print the address")},
    {.help = N_("Limits:")},
    {.name = "max-connections",
     .value = "N",
     .kind = OPTION_INT,
     .at = PLACE(max_connections),
     .low = 1,
     .high = 1000000,
     .help = N_("connections at once")},
    {.name = "max-connections-per-address",
     .value = "N",
     .kind = OPTION_INT,
     .at = PLACE(max_connections_per_address),
     .low = 1,
     .high = 1000000,
     .help = N_("of them from one address")},
    {.name = "max-tables",
     .value = "N",
     .kind = OPTION_INT,
     .at = PLACE(max_tables),
     .low = 1,
     .high = 1000000,
     .help = N_("tables at once")},
    {.name = "max-tables-per-person",
     .value = "N",
     .kind = OPTION_INT,
     .at = PLACE(max_tables_per_person),
     .low = 1,
     .high = 1000000,
     .help = N_("tables that one person has open")},
    {.name = "max-tables-per-address",
     .value = "N",
     .kind = OPTION_INT,
     .at = PLACE(max_tables_per_address),
     .low = 1,
     .high = 1000000,
     .help = N_("tables that one address has open")},
    {.name = "max-watchers",
     .value = "N",
     .kind = OPTION_INT,
     .at = PLACE(max_watchers),
     .low = 1,
     .high = 1000000,
     .help = N_("people who watch one table")},
    {.name = "max-frame-bytes",
     .value = "N",
     .kind = OPTION_INT,
     .at = PLACE(max_frame_bytes),
     .low = 1024,
     .high = 1 << 20,
     .help = N_("the longest message")},
    {.name = "max-queue-bytes",
     .value = "N",
     .kind = OPTION_INT,
     .at = PLACE(max_queue_bytes),
     .low = 64 * 1024,
     .high = 1 << 30,
     .help = N_("bytes that a slow client may leave unread")},
    {.name = "max-rate",
     .value = "N",
     .kind = OPTION_INT,
     .at = PLACE(max_rate),
     .low = 1,
     .high = 1000000,
     .help = N_("requests a second of one connection")},
    {.name = "max-burst",
     .value = "N",
     .kind = OPTION_INT,
     .at = PLACE(max_burst),
     .low = 1,
     .high = 1000000,
     .help = N_("requests of one connection at once")},
    {.name = "hello-seconds",
     .value = "N",
     .kind = OPTION_INT,
     .at = PLACE(hello_seconds),
     .low = 1,
     .high = 3600,
     .help = N_("for a connection to say who it is")},
    {.name = "ping-seconds",
     .value = "N",
     .kind = OPTION_INT,
     .at = PLACE(ping_seconds),
     .low = 1,
     .high = 3600,
     .help = N_("between two pings")},
    {.name = "hangup-seconds",
     .value = "N",
     .kind = OPTION_INT,
     .at = PLACE(hangup_seconds),
     .low = 2,
     .high = 7200,
     .help = N_("without an answer until a connection counts as lost")},
    {.help = N_("Expiry (0: never):")},
    {.name = "expire-empty-seconds",
     .value = "N",
     .kind = OPTION_INT,
     .at = PLACE(expire_empty_seconds),
     .low = 0,
     .high = 1000000,
     .help = N_("of a table before its first deal, when nobody is there")},
    {.name = "expire-waiting-hours",
     .value = "N",
     .kind = OPTION_INT,
     .at = PLACE(expire_waiting_hours),
     .low = 0,
     .high = 100000,
     .help = N_("of a table before its first deal")},
    {.name = "expire-abandoned-days",
     .value = "N",
     .kind = OPTION_INT,
     .at = PLACE(expire_abandoned_days),
     .low = 0,
     .high = 36500,
     .help = N_("of a game, when nobody is there")},
    {.name = "expire-guests-days",
     .value = "N",
     .kind = OPTION_INT,
     .at = PLACE(expire_guests_days),
     .low = 0,
     .high = 36500,
     .help = N_("of guests who do not come back")},
    {.name = "expire-tokens-days",
     .value = "N",
     .kind = OPTION_INT,
     .at = PLACE(expire_tokens_days),
     .low = 0,
     .high = 36500,
     .help = N_("of logins that nobody uses")},
    {0},
};

const struct command command_serve = {
    .name = "serve",
    .arguments = "[--port N] [--store FILE|postgresql://...] [options]",
    .summary = N_("host tables for people and bots on the network"),
    .options = options_of_serve,
    .notes = N_("Every setting can also come from the environment: --max-rate as STOS_MAX_RATE. "
                "The command line wins, then the\n"
                "environment, then the file. SIGTERM stops gracefully; after a restart every table "
                "is there again."),
    .size = sizeof(struct serve_settings),
    .set_defaults = set_defaults,
    .variables = OPTION_ALL,
    .run = serve,
};
