/*
 * job.h - a question to a bot as plain bytes: made next to the table in one worker, answered in
 * another that may take its time.
 *
 * Both run the same module, so the bytes mean the same in both. A job holds a view, the hints and
 * what was said before: a bot can see nothing else of the table.
 */
#ifndef STOS_WASM_JOB_H
#define STOS_WASM_JOB_H

#include "stos_bot.h"

struct wasm_job {
    stos_view view;
    stos_hints hints;
    stos_hint_history history;
    uint64_t seed, nodes;
    uint32_t ms;
    uint8_t talks; /* hints are given at this table */
    int16_t bot;   /* index for stos_bot_at() */
};

/* The index of a game's bot; -1: none. */
int wasm_bot_index(const char *name, const stos_game *game);

#endif
