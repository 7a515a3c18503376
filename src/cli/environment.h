/*
 * environment.h - options that the environment sets: `--max-rate` of a command is STOS_MAX_RATE.
 *
 * A command names those of its options in `variables`. command_read() takes them behind the defaults and before the command line, so this
 * is for commands that have something to read in between.
 */
#ifndef STOS_CLI_ENVIRONMENT_H
#define STOS_CLI_ENVIRONMENT_H

#include "option.h"

/*
 * Complains and returns false about a variable that is nearly one that the command reads. Others may use the prefix, too, such as
 * containers that are linked to one called stos.
 */
bool environment_is_spelt_well(const struct command *command);

/* Puts the values in their places; one that is empty counts as not set. Complains and returns false if something is wrong with one. */
bool environment_read(const struct command *command, void *into);

#endif
