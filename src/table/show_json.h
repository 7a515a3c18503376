/*
 * show_json.h - what a face draws, as JSON: struct show of a view, for faces that are not written
 * in C. docs/engine.md lists the members.
 */
#ifndef STOS_TABLE_SHOW_JSON_H
#define STOS_TABLE_SHOW_JSON_H

#include "stos.h"

/* {"phase":...,"piles":[...],"hand":[...],"facts":{...},...} */
void show_json(stos_writer *writer, const stos_view *view);

/* The ladder of bids, lowest first: [{"bid":"1x1","state":"legal","chance":0.5},...]; [] where
 * there are none. */
void show_ladder_json(stos_writer *writer, const stos_view *view);

/* What a move of a seat says to whoever has these views of before and after it, as sentences:
 * [{"kind":"placed","numbers":[47,0,6]},...]. */
void show_tell_json(stos_writer *writer, const stos_view *before, int seat, stos_move move,
                    const stos_view *after);

#endif
