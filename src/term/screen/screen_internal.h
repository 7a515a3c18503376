/* screen_internal.h - what the files of the screen share. */
#ifndef STOS_TERM_SCREEN_SCREEN_INTERNAL_H
#define STOS_TERM_SCREEN_SCREEN_INTERNAL_H

#include <stdbool.h>

/* Numbers of curses colour pairs; without colours there are no pairs for the scale and the others
 * are 0. */
struct screen_colours {
    short accent_pair, warning_pair;
    int scale_pairs, first_text, first_ground;
};

const struct screen_colours *screen_colours(void);
void screen_forget_targets(void);

/* Whether a signal has asked the program to stop. */
bool screen_must_stop(void);

/* A file descriptor, readable after a signal that the screen has to handle. */
int screen_signals(void);

#endif
