/*
 * study.h - the record of a finished game and its verification, for both WebSocket and HTTP.
 */
#ifndef STOS_SERVER_STUDY_H
#define STOS_SERVER_STUDY_H

#include "server/core/core.h"

/* A finished game that somebody asks for, and its record, freed by the caller. */
struct study {
    const struct server *server;
    table_person person; /* who asks; 0: nobody that is known */
    int64_t now_ms;
    struct store_game game;
    char *record;
    size_t length;
    const char *error; /* why its deal is closed to them, as an error code */
};

/* Call it on a reader thread. STORE_TAKEN: the deal is closed to them. */
enum store_status study_record(struct study *study, struct store *store, const char *id);

/* {"game","commitment","seed","good"} as a new object. */
json_t *study_verify_json(const struct store_game *game, const char *record, size_t length);

#endif
