/* play_screen.h - `stos play` on a full screen. */
#ifndef STOS_CLI_PLAY_PLAY_SCREEN_H
#define STOS_CLI_PLAY_PLAY_SCREEN_H

#include "play_setup.h"

/* Chooses a game where none was named, plays it, saves it when asked. Returns an exit code. */
int play_on_screen(struct play_options *options);

#endif
