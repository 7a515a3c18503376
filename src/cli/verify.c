/*
 * verify.c - `stos verify`: whether a record's deck was fixed before the deal.
 */
#include "base/sha256.h"
#include "cli/command/cli.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct shuffle {
    bool replays, has_seed, matches;
    char seed[72], commitment[SHA256_HEX];
    int moves;
};

/* The SHA-256 of the seed's bytes: what was published before the first card was seen. */
static void commit_seed(const stos_seed *seed, struct shuffle *shuffle)
{
    sha256_hex(seed->bytes, sizeof seed->bytes, shuffle->commitment);
    stos_seed_text(seed, shuffle->seed);
}

static int replay(const char *path, const char *text, size_t length, struct shuffle *shuffle)
{
    static stos_reader reader;
    stos_error error = stos_record_open(&reader, text, length);
    while (error.reason == STOS_OK && !reader.done) {
        int seat;
        stos_move move;
        error = stos_record_step(&reader, &seat, &move);
        shuffle->moves += !reader.done;
    }
    if (error.reason != STOS_OK) {
        char sentence[STOS_ERROR_TEXT];
        error_sentence(error, reader.line_start, sentence, sizeof sentence);
        return complain(EXIT_NO, "%s:%d: %s", path, reader.line, sentence);
    }
    shuffle->replays = true;
    shuffle->has_seed = reader.head.has_seed && !reader.head.has_deck &&
        reader.head.seed.generator == STOS_CHACHA20;
    if (shuffle->has_seed)
        commit_seed(&reader.head.seed, shuffle);
    return EXIT_GOOD;
}

static int report_shuffle(const struct shuffle *shuffle, const char *commitment, bool json)
{
    bool good = shuffle->has_seed && (!commitment || shuffle->matches);
    if (json) {
        json_t *answer =
            json_pack("{s:b,s:b,s:s,s:s,s:i}", "good", good, "checked", commitment != NULL, "seed",
                      shuffle->seed, "commitment", shuffle->commitment, "moves", shuffle->moves);
        json_dumpf(answer, stdout, 0);
        putchar('\n');
        json_decref(answer);
    } else if (!shuffle->has_seed) {
        puts(_("The record has no 256-bit seed, so its shuffle cannot be checked."));
    } else if (!commitment) {
        printf(_("The record is true to the rules. Its seed has the commitment\n%s\nCompare it "
                 "with the one shown before the deal.\n"),
               shuffle->commitment);
    } else if (good) {
        puts(_("Verified: the deck was fixed before the first card was seen, and every move "
               "follows the rules."));
    } else {
        printf(_("NOT verified: the seed has another commitment,\n%s\n"), shuffle->commitment);
    }
    return good ? EXIT_GOOD : EXIT_NO;
}

struct verify_options {
    const char *commitment;
    bool json;
};

static int verify(const struct command *command, int argc, char **argv)
{
    enum { LARGEST_RECORD = 16 << 20 };
    struct verify_options options;
    struct command_line line;
    if (!command_read(command, argc, argv, &options, &line))
        return EXIT_USAGE;
    const char *commitment = options.commitment;
    if (commitment &&
        (strlen(commitment) != 64 || strspn(commitment, "0123456789abcdefABCDEF") != 64))
        return complain(EXIT_USAGE, "%s", _("a commitment is 64 hexadecimal digits"));
    size_t length;
    char *text = read_file(line.words[0], LARGEST_RECORD, &length);
    if (!text)
        return EXIT_BROKEN;
    struct shuffle shuffle = {0};
    int code = replay(line.words[0], text, length, &shuffle);
    free(text);
    if (code != EXIT_GOOD)
        return code;
    shuffle.matches = commitment && strcasecmp(commitment, shuffle.commitment) == 0;
    return report_shuffle(&shuffle, commitment, options.json);
}

static const struct option_row options_of_verify[] = {
    {.name = "commitment",
     .value = "HEX",
     .kind = OPTION_TEXT,
     .at = offsetof(struct verify_options, commitment),
     .help = N_("what was published before the deal")},
    {.name = "json",
     .kind = OPTION_FLAG,
     .at = offsetof(struct verify_options, json),
     .help = OPTION_JSON_HELP},
    {0},
};

const struct command command_verify = {
    .name = "verify",
    .arguments = "RECORD [--commitment HEX] [--json]",
    .summary = N_("check that a record's deck was fixed before the deal"),
    .about = N_("Replays the record, and compares the SHA-256 of its seed with what the server "
                "published before the first card was\n"
                "seen. Exit code 1 if they differ or a move is not legal."),
    .options = options_of_verify,
    .least = 1,
    .most = 1,
    .wanted = N_("give one record"),
    .words = WORDS_FILES,
    .size = sizeof(struct verify_options),
    .run = verify,
};
