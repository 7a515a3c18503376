/*
 * keep.c - `stos backup` and `stos verify`: keeping what the server has kept, and checking a shuffle.
 */
#include "cli/cli.h"
#include "store/store.h"

#include <getopt.h>
#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* ---------------------------------------------------------------- backup */

static void show_copied(void *context, int done, int total)
{
    (void)context;
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%3d %%", total > 0 ? 100 * done / total : 100);
}

int command_backup(int argc, char **argv)
{
    static const struct option options[] = {{"store", required_argument, NULL, 's'}, {0}};
    const char *named = getenv("STOS_STORE"), *where = named ? named : "stos.db";
    for (int c; (c = next_option(argc, argv, options)) != -1;) {
        if (c == '?')
            return EXIT_USAGE;
        where = optarg;
    }
    if (argc - optind != 1)
        return complain(EXIT_USAGE, "%s", _("name the file to write; try `stos backup --help`"));
    const char *file = argv[optind];
    if (access(file, F_OK) == 0)
        return complain(EXIT_USAGE, _("%s is there already; a backup never replaces a file"), file);
    if (strncmp(where, "postgres", 8) != 0 && access(where, R_OK) != 0)
        return complain(EXIT_BROKEN, _("there is no store %s"), where);
    enum store_status status;
    char message[STORE_MESSAGE];
    struct store *store = store_visit(where, true, &status, message); /* an old one is copied as it is */
    if (!store)
        return complain(EXIT_BROKEN, "%s", message);
    status = store_backup(store, file, show_copied, NULL);
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
    int code = status == STORE_OK ? EXIT_GOOD : complain(EXIT_BROKEN, "%s", store_message(store));
    store_close(store);
    if (code == EXIT_GOOD)
        printf(_("%s is a whole copy of %s.\n"), file, where);
    return code;
}

/* ---------------------------------------------------------------- verify */

struct shuffle {
    bool replays, has_seed, matches;
    char seed[72], commitment[crypto_hash_sha256_BYTES * 2 + 1];
    int moves;
};

/* The SHA-256 of the seed's bytes: what was published before the first card was seen. */
static void commit_seed(const stos_seed *seed, struct shuffle *shuffle)
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(hash, seed->bytes, sizeof seed->bytes);
    sodium_bin2hex(shuffle->commitment, sizeof shuffle->commitment, hash, sizeof hash);
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
    shuffle->has_seed = reader.head.has_seed && !reader.head.has_deck && reader.head.seed.generator == STOS_CHACHA20;
    if (shuffle->has_seed)
        commit_seed(&reader.head.seed, shuffle);
    return EXIT_GOOD;
}

static int report_shuffle(const struct shuffle *shuffle, const char *commitment, bool json)
{
    bool good = shuffle->has_seed && (!commitment || shuffle->matches);
    if (json) {
        json_t *answer = json_pack("{s:b,s:b,s:s,s:s,s:i}", "good", good, "checked", commitment != NULL, "seed", shuffle->seed,
                                   "commitment", shuffle->commitment, "moves", shuffle->moves);
        json_dumpf(answer, stdout, 0);
        putchar('\n');
        json_decref(answer);
    } else if (!shuffle->has_seed) {
        puts(_("The record has no 256-bit seed, so its shuffle cannot be checked."));
    } else if (!commitment) {
        printf(_("The record is true to the rules. Its seed has the commitment\n%s\nCompare it with the one shown before the deal.\n"),
               shuffle->commitment);
    } else if (good) {
        puts(_("Verified: the deck was fixed before the first card was seen, and every move follows the rules."));
    } else {
        printf(_("NOT verified: the seed has another commitment,\n%s\n"), shuffle->commitment);
    }
    return good ? EXIT_GOOD : EXIT_NO;
}

int command_verify(int argc, char **argv)
{
    enum { LARGEST_RECORD = 16 << 20 };
    static const struct option options[] = {{"commitment", required_argument, NULL, 'c'}, {"json", no_argument, NULL, 'j'}, {0}};
    const char *commitment = NULL;
    bool json = false;
    for (int c; (c = next_option(argc, argv, options)) != -1;) {
        if (c == '?')
            return EXIT_USAGE;
        if (c == 'c')
            commitment = optarg;
        else
            json = true;
    }
    if (argc - optind != 1)
        return complain(EXIT_USAGE, "%s", _("name one record; try `stos verify --help`"));
    if (commitment && (strlen(commitment) != 64 || strspn(commitment, "0123456789abcdefABCDEF") != 64))
        return complain(EXIT_USAGE, "%s", _("a commitment is 64 hexadecimal digits"));
    size_t length;
    char *text = read_file(argv[optind], LARGEST_RECORD, &length);
    if (!text)
        return EXIT_BROKEN;
    struct shuffle shuffle = {0};
    int code = replay(argv[optind], text, length, &shuffle);
    free(text);
    if (code != EXIT_GOOD)
        return code;
    shuffle.matches = commitment && strcasecmp(commitment, shuffle.commitment) == 0;
    return report_shuffle(&shuffle, commitment, json);
}
