/*
 * tell.h - what happens in a game, in the language of this run: sentences, results, facts and hints
 * in words, and one narrator for every place that tells a game move by move.
 *
 * What there is to say comes from the games, as kinds and numbers (game/show.h). It is translated
 * here, and nowhere else in a program for one person.
 */
#ifndef STOS_LANG_TELL_H
#define STOS_LANG_TELL_H

#include "game/show.h"

enum { TELL_TEXT = 320 };

/* Names of seats, as show_name() gives them. */
struct tell_names {
    show_name *name;
    void *context;
};

/* A sentence in words. */
void tell_sentence(const stos_game *game, const struct sentence *sentence, struct tell_names names,
                   char out[TELL_TEXT]);

/* How a game that is over ended. */
void tell_result(const stos_view *view, struct tell_names names, char out[TELL_TEXT]);

/* The facts that stand at a place, joined by `between`; "" where there are none. */
void tell_facts(const stos_game *game, const struct show *show, enum show_place place,
                const char *between, char out[TELL_TEXT]);

/* ---------------------------------------------------------------- moves */

enum tell_line {
    TELL_OPENS_TURN, /* the name of whoever places cards, which follow */
    TELL_OWN_LINE,
    TELL_NAME_OF_HAND /* the name of a seat, whose cards follow */
};

/* Tells moves line by line: `begin` begins a line, `add` goes on with it. */
struct teller {
    struct tell_names names;
    void (*begin)(void *context, enum tell_line line, const char *text);
    void (*add)(void *context, const char *text);
    void *context;
    bool details; /* cards drawn, and hands */
    int seat;     /* whose turn the line is about; -1: the next move begins one */
    bool has_last;
    struct sentence last; /* on a line of its own, which is not said twice in a row */
};

/* A move of `seat`; the views are those of before and after it, of whoever is told. */
void tell_move(struct teller *teller, const stos_view *before, int seat, stos_move move,
               const stos_view *after);

/* ---------------------------------------------------------------- hints (TT1) */

/* What a hint says about its pile, regardless of how strongly: "please leave it". */
const char *tell_pile_hint(int hint);

/* What a player says about themselves: a sentence, and in fewer words. */
const char *tell_self_hint(int hint);
const char *tell_self_hint_short(int hint);

/* A hint in words: "please leave U1"; pile -1: about the player themselves. */
void tell_hint(const stos_game *game, int pile, int hint, char out[TELL_TEXT]);

#endif
