/*
 * day.h - an attempt at the deal of the day.
 */
#ifndef STOS_SERVER_DAY_H
#define STOS_SERVER_DAY_H

#include "server/core/core.h"

/* `create` with `day`: the table for the person's attempt at today's deal of that level, made by
 * calling `create`. */
void day_create(struct connection *connection, const struct request *request, request_verb *create);

#endif
