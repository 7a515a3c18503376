/*
 * cli.h - what the subcommands of `stos` share: exit codes, messages, files.
 *
 * Results go to stdout, messages to stderr. Every message for people goes through _() and is
 * translated from po/.
 */
#ifndef STOS_CLI_COMMAND_CLI_H
#define STOS_CLI_COMMAND_CLI_H

#include "lang/translate.h"
#include "option.h"
#include "stos.h"

#include <stdbool.h>
#include <stddef.h>

enum { EXIT_GOOD = 0, EXIT_NO = 1, EXIT_USAGE = 2, EXIT_BROKEN = 3 };

/* What --json does, in every command that has it. */
#define OPTION_JSON_HELP N_("print JSON")
#define STORE_WRONG_NAME N_("'%s' is not a store: name a file, or postgresql://USER@HOST/NAME")

/* Prints "stos: ..." to stderr and returns the code. */
int complain(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints UTF-8 text padded to `columns` columns; printf would count bytes, and a letter may have
 * more than one. */
void print_column(const char *text, int columns);

/* Columns that a text takes: its characters, which is right for the languages that there are. */
int columns_of(const char *text, size_t length);

/* Prints text from the column `indent`, where the cursor is, and goes on below it when the line is
 * full; ends the line. */
void print_wrapped(const char *text, int indent, int width, FILE *out);

/* The message for an error in the language of this run; `out` is always filled. */
void error_sentence(stos_error error, const char *text, char *out, size_t size);

/* Reads rules from the command line; complains and returns false if they are bad. */
bool parse_rules(const char *text, stos_rules *rules);

/* Whether a word of `length` letters is probably a misspelling of `meant`: one letter off, or two
 * but not the first. */
bool is_nearly(const char *word, size_t length, const char *meant);

/* The default number of threads: one for each core. */
int usual_threads(void);

/* Reads a whole file ("-" is stdin) without a byte order mark, up to `most` bytes, to be freed;
 * complains and returns NULL on failure. */
char *read_file(const char *path, size_t most, size_t *length);

/* The same, but returns the reason instead of printing it. */
enum { FILE_MESSAGE = 4096 + 256 };
char *try_read_file(const char *path, size_t most, size_t *length, char why[FILE_MESSAGE]);

/* Whether there is a readable store file; complains if not. */
bool can_read_store(const char *path);

/* Loads a record from a file, or reports on stderr what is wrong with it, where and why. Returns an
 * exit code. */
struct history;
int history_read_file(struct history *history, const char *path);

/* Writes the file atomically: to a temporary file, which is then renamed. Complains on failure. */
bool write_file(const char *path, const char *text, size_t length);

/* The same without complaining; errno has the reason. */
bool try_write_file(const char *path, const char *text, size_t length);

/* Whether a file can be written there, as far as can be known beforehand; complains if not. */
bool can_write_file(const char *path);

/* A fresh 256-bit seed from the system. */
bool fresh_seed(stos_seed *seed);

#endif
