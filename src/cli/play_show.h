/*
 * play_show.h - draws what one seat may know, as lines of text. Everything is made from a view.
 */
#ifndef STOS_CLI_PLAY_SHOW_H
#define STOS_CLI_PLAY_SHOW_H

#include "stos.h"

/* Draws the table for the view's own seat; with colours where they help. */
void play_show(const stos_record_head *head, const stos_view *view, bool colour);

/* How moves are typed in this game and phase, in one line. */
void play_show_usage(const stos_view *view);

#endif
