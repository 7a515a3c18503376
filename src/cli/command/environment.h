/*
 * environment.h - options from environment variables: STOS_MAX_RATE sets `--max-rate` of a command.
 *
 * A command lists these options in `variables`. command_read() applies them after the defaults and
 * before the command line, so these functions are only for commands that read something in between.
 */
#ifndef STOS_CLI_COMMAND_ENVIRONMENT_H
#define STOS_CLI_COMMAND_ENVIRONMENT_H

#include "option.h"

/*
 * Complains and returns false if a variable looks like a misspelling of one that the command reads.
 * Other variables may have the same prefix, such as those of containers linked to one called stos.
 */
bool environment_is_spelt_well(const struct command *command);

/* Stores the values; an empty variable counts as not set. Complains and returns false if one is not
 * valid. */
bool environment_read(const struct command *command, void *into);

#endif
