/*
 * play_show.h - draws what one seat may know, as lines of text. Everything is made from a view.
 */
#ifndef STOS_CLI_PLAY_PLAY_SHOW_H
#define STOS_CLI_PLAY_PLAY_SHOW_H

#include "bot/bot.h"

/* Draws the table for the view's own seat; with colours where they help. */
void play_show(const stos_record_head *head, const stos_view *view, bool memory, bool colour); /* memory: the cards that are gone, too */

/* What the others say about the piles and about themselves, a line each. */
void play_show_hints(const stos_record_head *head, const struct bot_hints *hints);

/* How moves are typed in this game and phase, in one line. */
void play_show_usage(const stos_view *view);

#endif
