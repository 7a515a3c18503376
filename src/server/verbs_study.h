/*
 * verbs_study.h - the record of a finished game and its verification, for both WebSocket and HTTP.
 */
#ifndef STOS_SERVER_VERBS_STUDY_H
#define STOS_SERVER_VERBS_STUDY_H

#include "host.h"

enum { STUDY_RECORD_BYTES = 64 * 1024 }; /* the longest record, with its NUL */

/*
 * Reads a finished game and makes its record, freed by the caller; call it on a reader thread.
 * STORE_TAKEN: the same deal is being played again at its table, so nobody may know the cards yet.
 */
enum store_status study_record(struct store *store, const char *id, struct store_game *game,
                               char **record, size_t *length);

/* {"game","commitment","seed","good"} as a new object. */
json_t *study_verify_json(const struct store_game *game, const char *record, size_t length);

#endif
