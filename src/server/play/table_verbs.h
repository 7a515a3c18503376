/*
 * table_verbs.h - verbs that others go on with (find.c).
 */
#ifndef STOS_SERVER_TABLE_VERBS_H
#define STOS_SERVER_TABLE_VERBS_H

#include "server/core/core.h"

request_verb verb_create, verb_join;

#endif
