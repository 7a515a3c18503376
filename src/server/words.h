/*
 * words.h - the sentences that the server says, in the language of each connection.
 */
#ifndef STOS_SERVER_WORDS_H
#define STOS_SERVER_WORDS_H

#include "base/text.h"
#include "host.h"

/* Marks a text for translation where it cannot be translated yet. */
#define N_(text) text
#define NP_(one, many) one, many

/* The English sentence of an error code of docs/protocol.md. */
const char *words_of_error(const char *code);

/* For stos_error_text_in(): translates into that language. */
stos_translate *words_translator(const struct catalog *language);

#endif
