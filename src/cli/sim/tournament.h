/*
 * tournament.h - which bots of a tournament play which matches, and what came out.
 *
 * Each match is a simulation of its own, and `stos sim` with its bots and its seed gives the same
 * numbers. Match m of a tournament has the seed of the tournament plus m, so matches are
 * independent of each other, which the intervals of the ratings rely on.
 */
#ifndef STOS_CLI_SIM_TOURNAMENT_H
#define STOS_CLI_SIM_TOURNAMENT_H

#include "lineup.h"
#include "sim/bradley_terry.h"

enum { TOURNAMENT_BOTS = BRADLEY_TERRY_PLAYERS, TOURNAMENT_MATCHES = 2000 };

struct tournament_match {
    struct sim_plan plan;
    struct sim_tally tally;
    int seats, bot[STOS_MAX_SEATS]; /* who plays: teams of THE GAME, else one for each seat */
};

struct tournament {
    stos_rules rules;
    uint64_t seed, deals; /* of each match */
    int bots;
    char name[TOURNAMENT_BOTS][LINEUP_BOT_TEXT];
    struct tournament_match *matches;
    size_t count;
    bool gauntlet; /* the first bot plays in every match */
};

void tournament_report_text(const struct tournament *tournament);
void tournament_report_json(const struct tournament *tournament, bool interrupted);

#endif
