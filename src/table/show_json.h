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

/*
 * What the facts and sentences of a game are in words, in English and marked for translation:
 * {"about":...,"facts":{"draw_pile":{"place":"status","one":...,"many":null,"counted":0},...},
 * "sentences":{...}}. In the words %d stands for a number and %s for the name of the seat with that
 * number, in their order; with `many`, the number at `counted` chooses between the two.
 */
void show_words_json(stos_writer *writer, const stos_game *game);

#endif
