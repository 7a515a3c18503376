/*
 * winnable_beam.h - one pass of the winnability search: a beam search level by level, each placing
 * one more card.
 *
 * A level keeps at most `width` nodes, the best by score. A pass in which no level had to drop any
 * for lack of room was exhaustive, so if it ends without a win there is none. Nothing here
 * allocates.
 */
#ifndef STOS_SOLVE_WINNABLE_WINNABLE_BEAM_H
#define STOS_SOLVE_WINNABLE_WINNABLE_BEAM_H

#include "winnable.h"
#include "winnable_node.h"

enum beam_end { BEAM_WON, BEAM_EXHAUSTED, BEAM_GAVE_UP, BEAM_STOPPED };

struct beam_step {
    uint8_t card, pile;
    bool end; /* the turn ends after it */
};

struct candidate; /* a node of the next level, as its parent and a step */

struct beam {
    struct deal deal;
    struct winnable_limits limits;
    uint64_t nodes;

    /* Laid out by beam_lay_out(). */
    uint32_t most;           /* the greatest width */
    struct node *now, *next; /* `most` each */
    struct candidate *pool;  /* for the next level */
    uint32_t *head;          /* of chains of candidates, by hash */
    uint32_t *tally;         /* candidates by score */
    uint32_t *link;          /* per level and node: its parent and step */
    uint32_t pool_size, head_size;

    /* Of the pass that is running. */
    uint32_t width, used, head_mask;
    uint32_t link_start[STOS_THEGAME_CARDS +
                        2]; /* levels count from 1, and the one after the last is set too */
    bool overflowed;
    int steps; /* cards to place */
    int root;  /* of the line found: index into the roots */
    struct beam_step step[STOS_THEGAME_CARDS];
};

/* Makes the best use of `bytes` of memory, aligned as malloc does; false if they are too few. */
bool beam_lay_out(struct beam *beam, void *memory, size_t bytes);

/* Searches from roots that have the same cards outstanding. With BEAM_WON, root and
 * step[0..steps-1] are the line. */
enum beam_end beam_pass(struct beam *beam, const struct node *roots, int root_count,
                        uint32_t width);

#endif
