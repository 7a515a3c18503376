/*
 * serve.c - `stos serve`: the settings of the server, from a file, the environment and the command line.
 *
 * One table names every setting once. The command line wins over the environment (STOS_PORT), that over the file
 * (port = 8098), that over the defaults. A wrong value is refused with its place, before anything is started.
 */
#include "cli/cli.h"
#include "cli/study/rounds.h"
#include "server/address.h"
#include "server/origin.h"
#include "server/server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_MOST = 64 };

/* A setting: its name on the command line, what it is, and where it goes. */
struct setting {
    const char *name;
    enum { IS_TEXT, IS_NUMBER, IS_FLAG, IS_LEVEL } kind;
    size_t offset;
    int low, high;
};

#define PLACE(member) offsetof(struct server_options, member)

static const struct setting settings[] = {
    {"store", IS_TEXT, PLACE(store), 0, 0},
    {"address", IS_TEXT, PLACE(address), 0, 0},
    {"port", IS_NUMBER, PLACE(port), 0, 65535},
    {"public-url", IS_TEXT, PLACE(public_url), 0, 0},
    {"tls-cert", IS_TEXT, PLACE(tls_cert), 0, 0},
    {"tls-key", IS_TEXT, PLACE(tls_key), 0, 0},
    {"hsts-seconds", IS_NUMBER, PLACE(hsts_seconds), 0, 63072000},
    {"metrics-address", IS_TEXT, PLACE(metrics_address), 0, 0},
    {"trust-proxy", IS_TEXT, PLACE(trust_proxy), 0, 0},
    {"workers", IS_NUMBER, PLACE(workers), 1, 64},
    {"max-connections", IS_NUMBER, PLACE(max_connections), 1, 1000000},
    {"max-connections-per-address", IS_NUMBER, PLACE(max_connections_per_address), 1, 1000000},
    {"max-watchers", IS_NUMBER, PLACE(max_watchers), 1, 1000000},
    {"max-tables", IS_NUMBER, PLACE(max_tables), 1, 1000000},
    {"max-tables-per-person", IS_NUMBER, PLACE(max_tables_per_person), 1, 1000000},
    {"max-frame-bytes", IS_NUMBER, PLACE(max_frame_bytes), 1024, 1 << 20},
    {"max-queue-bytes", IS_NUMBER, PLACE(max_queue_bytes), 64 * 1024, 1 << 30},
    {"max-rate", IS_NUMBER, PLACE(max_rate), 1, 1000000},
    {"max-burst", IS_NUMBER, PLACE(max_burst), 1, 1000000},
    {"analysis-deals", IS_NUMBER, PLACE(analysis_deals), 0, 100000},
    {"hello-seconds", IS_NUMBER, PLACE(hello_seconds), 1, 3600},
    {"ping-seconds", IS_NUMBER, PLACE(ping_seconds), 1, 3600},
    {"hangup-seconds", IS_NUMBER, PLACE(hangup_seconds), 2, 7200},
    {"log", IS_LEVEL, PLACE(log_level), 0, 0},
    {"quiet", IS_FLAG, PLACE(quiet), 0, 0},
};

enum { SETTINGS = sizeof settings / sizeof settings[0] };

static const struct setting *find_setting(const char *name, size_t length)
{
    for (size_t i = 0; i < SETTINGS; i++)
        if (strlen(settings[i].name) == length && memcmp(settings[i].name, name, length) == 0)
            return &settings[i];
    return NULL;
}

static bool put_level(int *place, const char *value)
{
    static const char *const words[] = {"error", "warning", "info", "debug"};
    for (int i = 0; i < 4; i++)
        if (strcmp(words[i], value) == 0) {
            *place = i;
            return true;
        }
    complain(EXIT_USAGE, _("log: '%s' is not one of error, warning, info, debug"), value);
    return false;
}

static bool put_flag(bool *place, const char *name, const char *value)
{
    static const char *const words[] = {"no", "yes", "false", "true", "off", "on", "0", "1"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(words[i], value) == 0) {
            *place = i % 2;
            return true;
        }
    complain(EXIT_USAGE, _("%s: '%s' is neither yes nor no"), name, value);
    return false;
}

/* Puts a value in its place; complains and returns false if it cannot be. `value` must stay. */
static bool put(struct server_options *options, const struct setting *setting, const char *value)
{
    char *place = (char *)options + setting->offset;
    uint64_t number;
    switch (setting->kind) {
    case IS_TEXT: *(const char **)(void *)place = value; return true;
    case IS_NUMBER:
        if (!option_number(setting->name, value, (uint64_t)setting->low, (uint64_t)setting->high, &number))
            return false;
        *(int *)(void *)place = (int)number;
        return true;
    case IS_LEVEL: return put_level((int *)(void *)place, value);
    case IS_FLAG: return put_flag((bool *)(void *)place, setting->name, value);
    }
    return false;
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

/* "name = value" lines; # begins a comment line. The values stay in the text, which is used as long as the options. */
static bool read_settings(struct server_options *options, const char *path, char *text)
{
    int number = 1;
    for (char *line = text, *next; line && *line; line = next, number++) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        char *name = trim(line);
        if (!*name || *name == '#')
            continue;
        char *equals = strchr(name, '=');
        const struct setting *setting = NULL;
        if (equals) {
            *equals = '\0';
            name = trim(name);
            setting = find_setting(name, strlen(name));
        }
        if (!setting) {
            complain(EXIT_USAGE, _("%s:%d: there is no setting '%s'; try `stos serve --help`"), path, number, name);
            return false;
        }
        if (!put(options, setting, trim(equals + 1))) {
            complain(EXIT_USAGE, _("%s:%d: that is where it stands"), path, number);
            return false;
        }
    }
    return true;
}

/* ---------------------------------------------------------------- the environment */

static bool read_environment(struct server_options *options)
{
    char name[NAME_MOST + 8];
    for (size_t i = 0; i < SETTINGS; i++) {
        size_t length = (size_t)snprintf(name, sizeof name, "STOS_%s", settings[i].name);
        for (size_t c = 5; c < length; c++)
            name[c] = (char)(name[c] == '-' ? '_' : name[c] >= 'a' && name[c] <= 'z' ? name[c] - 'a' + 'A' : name[c]);
        const char *value = getenv(name);
        if (value && *value && !put(options, &settings[i], value)) {
            complain(EXIT_USAGE, _("that is what the environment has in %s"), name);
            return false;
        }
    }
    return true;
}

/* ---------------------------------------------------------------- the command line */

/* How many arguments `--config FILE` or `--config=FILE` takes; 0 if these are none. */
static int is_config(char **argv) { return strcmp(argv[0], "--config") == 0 ? 2 : strncmp(argv[0], "--config=", 9) == 0; }

/* "--name VALUE" or "--name=VALUE"; returns how many arguments were used, 0 after a complaint. */
static int read_argument(struct server_options *options, char **argv)
{
    if (is_config(argv)) /* was read before all others */
        return is_config(argv);
    bool is_long = strncmp(argv[0], "--", 2) == 0;
    const char *name = is_long ? argv[0] + 2 : "", *equals = strchr(name, '=');
    const struct setting *setting = find_setting(name, equals ? (size_t)(equals - name) : strlen(name));
    if (!setting) {
        complain(EXIT_USAGE, _("there is no option '%s'; try `stos serve --help`"), argv[0]);
        return 0;
    }
    if (setting->kind == IS_FLAG && !equals)
        return put(options, setting, "yes") ? 1 : 0;
    if (!equals && !argv[1]) {
        complain(EXIT_USAGE, _("--%s needs a value"), setting->name);
        return 0;
    }
    return put(options, setting, equals ? equals + 1 : argv[1]) ? equals ? 1 : 2 : 0;
}

static bool read_command_line(struct server_options *options, int argc, char **argv)
{
    for (int i = 1; i < argc;) {
        int used = read_argument(options, argv + i);
        if (used == 0)
            return false;
        i += used;
    }
    return true;
}

/* The file with settings, NULL when none was named; false after a complaint. */
static bool find_config(char **argv, const char **file)
{
    *file = getenv("STOS_CONFIG");
    for (char **at = argv + 1; *at; at++) {
        if (!is_config(at))
            continue;
        *file = is_config(at) == 2 ? *++at : *at + strlen("--config=");
        if (!*file || !**file) {
            complain(EXIT_USAGE, _("--%s needs a value"), "config");
            return false;
        }
    }
    return true;
}

static int serve(struct server_options options, int argc, char **argv, const char *file, char *text)
{
    char message[512] = "";
    if ((text && !read_settings(&options, file, text)) || !read_environment(&options) || !read_command_line(&options, argc, argv))
        return EXIT_USAGE;
    if (!options.tls_cert != !options.tls_key)
        return complain(EXIT_USAGE, "%s", _("--tls-cert and --tls-key belong together"));
    if (options.hsts_seconds > 0 && !options.tls_cert)
        return complain(EXIT_USAGE, "%s", _("--hsts-seconds needs --tls-cert: behind a proxy, the proxy sends that header"));
    if (options.public_url && !origin_url_is_good(options.public_url))
        return complain(EXIT_USAGE, _("'%s' is not a public address: use https://HOST or https://HOST:PORT"), options.public_url);
    if (options.trust_proxy && !address_list_is_good(options.trust_proxy))
        return complain(EXIT_USAGE, _("'%s' is not a list of addresses such as 127.0.0.1, 10.0.0.0/8, ::1"), options.trust_proxy);
    if (options.hangup_seconds <= options.ping_seconds)
        return complain(EXIT_USAGE, "%s", _("--hangup-seconds has to be longer than --ping-seconds"));
    options.lie_table = rounds_installed();
    if (isatty(STDOUT_FILENO))
        options.greeting = _("Open %s in a browser. Ctrl-C stops the server; nothing is lost.");
    if (server_run(&options, message, sizeof message) != 0)
        return complain(EXIT_BROKEN, "%s", message);
    return EXIT_GOOD;
}

int command_serve(int argc, char **argv)
{
    enum { LARGEST = 64 * 1024 };
    size_t length;
    const char *file;
    if (!find_config(argv, &file))
        return EXIT_USAGE;
    char *text = file && *file ? read_file(file, LARGEST, &length) : NULL;
    if (file && *file && !text)
        return EXIT_BROKEN;
    int code = serve(server_defaults(), argc, argv, file, text);
    free(text);
    return code;
}
