/*
 * rounds.h - a file of solved rounds, as those see it who open it and pass it on to bots: which
 * game it is of, and what is in it, is known in the folder of its game alone (lie/table.h).
 */
#ifndef STOS_BOT_ROUNDS_H
#define STOS_BOT_ROUNDS_H

#include "stos.h"

enum solved_rounds_error {
    SOLVED_ROUNDS_OK,
    SOLVED_ROUNDS_MISSING, /* no bytes at all */
    SOLVED_ROUNDS_FOREIGN, /* not a table */
    SOLVED_ROUNDS_VERSION, /* unknown version */
    SOLVED_ROUNDS_CUT,     /* shorter or longer than it says */
    SOLVED_ROUNDS_DAMAGED  /* its hash is wrong, or its parts do not fit together */
};

/* An opened table; the caller owns the bytes and must keep them in place. */
struct solved_rounds {
    const uint8_t *bytes;
    size_t length;
    int rounds, nearly; /* solved rounds, and after them nearly solved ones (table_nearly.h) */
};

/* Checks magic, length and hash. On error the table is empty: it can still be queried and knows
 * nothing. */
enum solved_rounds_error solved_rounds_open(struct solved_rounds *table, const void *bytes,
                                            size_t length);

/* A sentence in English for each error, for user interfaces to translate. */
const char *solved_rounds_error_text(enum solved_rounds_error error);

/* Tells one file from another. */
uint64_t solved_rounds_hash(const uint8_t *bytes, size_t length);

#endif
