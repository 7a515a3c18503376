/*
 * export.h - a person's own data.
 */
#ifndef STOS_SERVER_EXPORT_H
#define STOS_SERVER_EXPORT_H

#include "server/core/core.h"

/* Everything stored about a person, read on the store's thread; NULL if out of memory. */
json_t *export_person(struct store *store, table_person person, enum store_status *status);

#endif
