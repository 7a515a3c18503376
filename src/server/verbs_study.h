/*
 * verbs_study.h - the record of a finished game and its check, for the WebSocket and for HTTP alike.
 */
#ifndef STOS_SERVER_VERBS_STUDY_H
#define STOS_SERVER_VERBS_STUDY_H

#include "host.h"

/* Reads a finished game and makes its record, to be freed; on a thread that reads. */
enum store_status study_record(struct store *store, const char *id, struct store_game *game, char **record, size_t *length);

/* A game is over: its record is kept, so that nobody has to read a long log again. */
void study_keep_record(struct server *server, const struct store_game *game);

/* {"game","commitment","seed","good"} as a new object. */
json_t *study_verify_json(const struct store_game *game, const char *record, size_t length);

#endif
