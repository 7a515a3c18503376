/*
 * main.c - `stos-measure COMMAND`: measurements of a server, of batches of games and of the talk
 * guard. Options, help and exit codes are those of `stos`; it speaks English only.
 */
#include "measure.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

static const struct command *const commands[] = {&command_load, &command_server, &command_batch,
                                                 &command_guard};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

const struct option_row measure_option_rows[] = {
    {.name = "seconds",
     .value = "N",
     .kind = OPTION_REAL,
     .at = offsetof(struct measure_options, seconds),
     .most = 3600,
     .help = "time for each measurement"},
    {.name = "json",
     .kind = OPTION_FLAG,
     .at = offsetof(struct measure_options, json),
     .help = "print JSON"},
    {0},
};

void measure_set_defaults(void *at)
{
    *(struct measure_options *)at = (struct measure_options){.seconds = 1};
}

static int print_usage(FILE *out, int code)
{
    fputs("Usage: stos-measure COMMAND [arguments]\n\n", out);
    for (int i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-8s %s\n", commands[i]->name, commands[i]->summary);
    return code;
}

int main(int argc, char **argv)
{
    signal(SIGPIPE, SIG_IGN);
    tr_choose("en");
    if (argc > 1 && strcmp(argv[1], "--help") == 0)
        return print_usage(stdout, EXIT_GOOD);
    for (int i = 0; argc > 1 && i < COMMANDS; i++) {
        if (strcmp(argv[1], commands[i]->name) != 0)
            continue;
        if (argc > 2 && strcmp(argv[2], "--help") != 0)
            return commands[i]->run(commands[i], argc - 1, argv + 1);
        if (argc == 2)
            return commands[i]->run(commands[i], 1, argv + 1);
        command_print_help(commands[i]);
        return EXIT_GOOD;
    }
    return print_usage(stderr, EXIT_USAGE);
}
