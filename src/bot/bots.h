/*
 * bots.h - the rows of which bots.c makes its list, and what they share. Only src/bot includes
 * this.
 *
 * To add a bot: write a function with the signature of `choose`, or of `plan` if it decides whole
 * turns, and give it a row in the bots.c of its game. Every test of bots and every user interface
 * takes its list from there.
 */
#ifndef STOS_BOT_BOTS_H
#define STOS_BOT_BOTS_H

#include "bot.h"

/* The bots of a game besides `random`, weakest first. */
struct bot_rows {
    const stos_bot *bot;
    int count;
    /* See bot_learned_files(). */
    const char *(*learned_files)(const stos_rules *rules);
};

extern const struct bot_rows thegame_bots, facetoface_bots, lie_bots;

/* TG3, LI3: votes for the seat that most others name, or for seat 0 if nobody has voted; so a table
 * always agrees. */
stos_move bot_vote(const int8_t *vote, int seats, int own);

#endif
