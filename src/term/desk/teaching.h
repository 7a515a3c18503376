/*
 * teaching.h - the rules to read and the lessons to play. The texts and the positions are in
 * data/teaching.json, which is built into the program; the page uses the same file.
 *
 *   teaching_rules("lie", put, context);           heads, paragraphs and pictures, one after the
 * other teaching_lesson("lie", 0, &lesson)             the first position, what is said about it,
 * and which moves lead on
 */
#ifndef STOS_TERM_DESK_TEACHING_H
#define STOS_TERM_DESK_TEACHING_H

#include "stos.h"

enum teaching_kind { TEACHING_HEAD, TEACHING_TEXT, TEACHING_PICTURE };

/* Calls `put` with each part of a game's rules, in the language of this run, until it returns
 * false. */
void teaching_rules(const char *game,
                    bool (*put)(void *context, enum teaching_kind kind, const char *text),
                    void *context);

enum { LESSON_TEXT = 1024, LESSON_WANTED = 64 };

struct lesson {
    char text[LESSON_TEXT], nudge[LESSON_TEXT]; /* nudge: shown when something else is tried */
    char wanted[LESSON_WANTED]; /* moves that lead on, separated by " | ", or "hint D2"; "": nothing
                                   is asked */
    stos_view view;
};

/* False if there is no such lesson. */
bool teaching_lesson(const char *game, int number, struct lesson *lesson);

#endif
