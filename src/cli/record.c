/*
 * record.c - `stos record show|verify`: prints a record for people to read, and verifies it.
 */
#include "cli/command/cli.h"
#include "cli/play/narrate.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_RECORD = 16 << 20 };

/* An answer on one line, which names its file unless that name cannot stand in JSON. */
static void print_answer(const char *path, json_t *answer)
{
    json_object_set_new(answer, "file", json_string(path));
    char *text = json_dumps(answer, 0);
    puts(text ? text : "{}");
    free(text);
    json_decref(answer);
}

/* Says where and why a record is refused; exit code 1, the answer is no. */
static int refuse_record(const char *path, const stos_reader *reader, stos_error error, bool json)
{
    char sentence[STOS_ERROR_TEXT];
    if (json) {
        stos_error_text(error, reader->line_start, sentence, sizeof sentence);
        print_answer(path,
                     json_pack("{s:b,s:i,s:s,s:s,s:s}", "valid", 0, "line", reader->line, "error",
                               stos_error_code(error), "clause", stos_error_clause(error),
                               "message", sentence));
        return EXIT_NO;
    }
    error_sentence(error, reader->line_start, sentence, sizeof sentence);
    fprintf(stderr, "%s:%d: %s\n", path, reader->line, sentence);
    return EXIT_NO;
}

static void print_verified(const char *path, const stos_reader *reader, int moves, bool json)
{
    char rules[STOS_RULES_TEXT], result[STOS_RESULT_TEXT];
    stos_rules_text(&reader->head.rules, rules);
    stos_result_text(&reader->state, result);
    if (json)
        print_answer(path,
                     json_pack("{s:b,s:s,s:i,s:s}", "valid", 1, "rules", rules, "moves", moves,
                               "result", result));
    else
        printf(tr_plural("%s is good: %s, %d move, %s\n", "%s is good: %s, %d moves, %s\n",
                         (unsigned long)moves),
               path, rules, moves, result);
}

static int read_record(const char *path, const char *text, size_t length, bool show, bool json)
{
    static stos_reader reader; /* large; one command, one record */
    int seat, moves = 0;
    stos_move move;
    struct narrator narrator;
    stos_error error = stos_record_open(&reader, text, length);
    if (error.reason)
        return refuse_record(path, &reader, error, json);
    if (show)
        narrate_start(&narrator, &reader.head, &reader.state);
    for (;;) {
        stos_state before = reader.state;
        error = stos_record_step(&reader, &seat, &move);
        if (error.reason)
            return refuse_record(path, &reader, error, json);
        if (move == STOS_NO_MOVE)
            break;
        moves++;
        if (show)
            narrate_move(&narrator, &before, seat, move, &reader.state);
    }
    if (show) {
        narrate_end(&narrator);
        narrate_result(&reader.head, &reader.state);
    } else {
        print_verified(path, &reader, moves, json);
    }
    return EXIT_GOOD;
}

static int read_one(const char *path, bool show, bool json)
{
    size_t length;
    char why[FILE_MESSAGE], *text = try_read_file(path, LARGEST_RECORD, &length, why);
    if (!text && json)
        print_answer(path,
                     json_pack("{s:b,s:s,s:s}", "valid", 0, "error", "unreadable", "message", why));
    if (!text)
        return json ? EXIT_BROKEN : complain(EXIT_BROKEN, "%s", why);
    int code = read_record(path, text, length, show, json);
    free(text);
    return code;
}

struct record_options {
    bool json;
};

static int read_records(const struct command *command, int argc, char **argv)
{
    struct record_options options;
    struct command_line line;
    if (!command_read(command, argc, argv, &options, &line))
        return EXIT_USAGE;
    const char *action = line.words[0];
    bool show = strcmp(action, "show") == 0;
    if (!show && strcmp(action, "verify") != 0)
        return complain(EXIT_USAGE, _("record can show or verify, not '%s'"), action);
    if (show && (options.json || line.count > 2))
        return complain(
            EXIT_USAGE, "%s",
            _("record show takes one file, and tells it in words; --json is for verify"));
    int worst = EXIT_GOOD;
    for (int i = 1; i < line.count; i++) {
        int code = read_one(line.words[i], show, options.json);
        worst = code > worst ? code : worst;
    }
    return worst;
}

static const struct option_row options_of_record[] = {
    {.name = "json",
     .kind = OPTION_FLAG,
     .at = offsetof(struct record_options, json),
     .help = N_("with verify: print JSON, a line for each file")},
    {0},
};

static const struct option_action actions_of_record[] = {
    {"show", "FILE", N_("print the game move by move")},
    {"verify", "FILE...",
     N_("play it back and check every move and the result; many files may be named")},
    {0},
};

const struct command command_record = {
    .name = "record",
    .arguments = "show FILE | verify FILE... [--json]",
    .summary = N_("read a record: print the game, or check it"),
    .options = options_of_record,
    .actions = actions_of_record,
    .notes = N_("FILE may be - for standard input. An impossible record is refused with the line, "
                "the reason and the clause (exit code 1)."),
    .least = 2,
    .most = -1,
    .wanted = N_("say what to do and with which file: stos record show|verify FILE"),
    .words = WORDS_FILES,
    .size = sizeof(struct record_options),
    .run = read_records,
};
