/* remote_internal.h - what the files of a server's table share. */
#ifndef STOS_TERM_SOURCE_REMOTE_INTERNAL_H
#define STOS_TERM_SOURCE_REMOTE_INTERNAL_H

#include "remote.h"
#include "term/desk/log.h"
#include "wire.h"

#include <jansson.h>

enum { MOST_PENDING = 32, REF_TEXT = 33, TOKEN_TEXT = 128 };

enum remote_stage {
    STAGE_AWAY,
    STAGE_GREETING,
    STAGE_LOBBY,
    STAGE_JOINING,
    STAGE_SEATED,
    STAGE_REFUSED
};

/* A request that has not been answered yet. */
struct pending {
    char ref[REF_TEXT];
    char *text;
    int64_t sent_ms;
};

struct remote {
    struct source source; /* first */
    struct term_table table;
    char token[TOKEN_TEXT];
    struct wire *wire;
    int stage;
    bool joined, watches;    /* has been at the table before */
    uint32_t last, position; /* event seen, position of the view */
    char game_id[32];
    struct pending pending[MOST_PENDING];
    int pendings;
    uint64_t counter;
    char prefix[17], greeting[REF_TEXT], asked_record[REF_TEXT];
    char passing[REF_TEXT]; /* the last request of the kind that is never resent, "" once it is
                               answered, */
    int64_t passing_ms;     /* and since when such requests have been unanswered */
    int64_t retry_ms, retry_after_ms;
    bool answered;  /* the server has greeted once */
    json_t *mine;   /* tables where the person sits, by code, as sent by `look`; null until then */
    json_t *offers; /* tables on offer, while none is chosen, */
    json_t *invitations; /* to tables, by code */
    json_t *teams;       /* the standings of table.series */
    json_t *shown;       /* and all of them in the order of the screen */
    json_t *standing;    /* profile and leaderboards */
    bool asked_standing; /* on this connection */
    struct scene_log log;
    struct history game; /* the finished game, once the server has sent it */
    char refusal[NOTICE_TEXT];
};

/* Apply a frame, a reply to `resume`, or a snapshot to the scene. */
void remote_apply(struct remote *remote, const json_t *frame);
void remote_apply_snapshot(struct remote *remote, const json_t *table);

#endif
