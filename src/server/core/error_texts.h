/*
 * error_texts.h - the server's messages to people, in the language of each connection.
 */
#ifndef STOS_SERVER_ERROR_TEXTS_H
#define STOS_SERVER_ERROR_TEXTS_H

#include "base/text.h"
#include "core.h"

/* Mark a text for translation where it cannot be translated yet (as in gettext). */
#define N_(text) text
#define NP_(one, many) one, many

/* `text` translated into the connection's language. */
const char *translate_for(const struct connection *connection, const char *text);

/* The English message for an error code of docs/protocol.md. */
const char *error_text(const char *code);

/* A translator into that language, for stos_error_text_in(). */
stos_translate *error_translator(const struct catalog *language);

#endif
