/*
 * cli.h - what the subcommands of `stos` share: exit codes, messages, files.
 *
 * Results go to stdout, messages to stderr. Every message for people goes through _() and is translated from po/.
 */
#ifndef STOS_CLI_CLI_H
#define STOS_CLI_CLI_H

#include "lang/translate.h"
#include "stos.h"

#include <getopt.h>
#include <stdbool.h>
#include <stddef.h>

enum { EXIT_GOOD = 0, EXIT_NO = 1, EXIT_USAGE = 2, EXIT_BROKEN = 3 };

/* A subcommand: run(argc, argv) with argv[0] its own name. */
struct command {
    const char *name, *arguments, *summary;
    int (*run)(int argc, char **argv);
    const char *help; /* what `stos NAME --help` adds to the summary */
};

int command_admin(int argc, char **argv);
int command_analyze(int argc, char **argv);
int command_backup(int argc, char **argv);
int command_bench(int argc, char **argv);
int command_engine(int argc, char **argv);
int command_games(int argc, char **argv);
int command_join(int argc, char **argv);
int command_load(int argc, char **argv);
int command_play(int argc, char **argv);
int command_record(int argc, char **argv);
int command_replay(int argc, char **argv);
int command_serve(int argc, char **argv);
int command_sim(int argc, char **argv);
int command_solve(int argc, char **argv);
int command_verify(int argc, char **argv);
int command_worker(int argc, char **argv);

/* Prints "stos: ..." to stderr and returns the code. */
int complain(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints UTF-8 text and the blanks that fill `columns` columns; printf counts bytes, and a letter may have more than one. */
void print_column(const char *text, int columns);

/* The sentence of an error in the language of this run; `out` is always filled. */
void error_sentence(stos_error error, const char *text, char *out, size_t size);

/* Reads rules from the command line; complains and returns false if they are bad. */
bool parse_rules(const char *text, stos_rules *rules);

/*
 * The next option of a command, as getopt_long() finds it; -1 after the last. '?' after a complaint that names the command, when
 * there is no such option, or its value is missing or not wanted.
 */
int next_option(int argc, char **argv, const struct option *options);

/* Reads the number of an option; complains and returns false if it is none or out of its range. */
bool option_number(const char *name, const char *text, uint64_t low, uint64_t high, uint64_t *number);

/* The whole of a file ("-" is stdin) up to `most` bytes, to be freed; NULL with a complaint otherwise. */
char *read_file(const char *path, size_t most, size_t *length);

/* Writes beside the file and renames, so that either the old or the new one is there whole; complains if not. */
bool write_file(const char *path, const char *text, size_t length);

/* The same without a complaint; errno says why not. */
bool try_write_file(const char *path, const char *text, size_t length);

/* Whether a file can be written there, as far as that is known beforehand; complains if not. */
bool can_write_file(const char *path);

/* A fresh 256-bit seed from the system. */
bool fresh_seed(stos_seed *seed);

#endif
