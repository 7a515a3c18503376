/*
 * commands.h - the commands of `stos`, each in a file of its own; for main.c, and for those that
 * are carried out by another one.
 */
#ifndef STOS_CLI_COMMAND_COMMANDS_H
#define STOS_CLI_COMMAND_COMMANDS_H

#include "option.h"

extern const struct command command_admin, command_analyze, command_backup, command_bench,
    command_day, command_engine, command_games, command_join, command_learn, command_play,
    command_puzzles, command_record, command_replay, command_rules, command_serve, command_sim,
    command_solve, command_tournament, command_verify, command_worker;

#endif
