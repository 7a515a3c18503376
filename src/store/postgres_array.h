/*
 * postgres_array.h - array parameters for PostgreSQL as text: {"a","b"} and {1,2}.
 *
 * The arrays grow as needed. If memory runs out, they remember it, and postgres_arrays_values()
 * returns NULL.
 */
#ifndef STOS_STORE_POSTGRES_ARRAY_H
#define STOS_STORE_POSTGRES_ARRAY_H

#include "postgres.h"

struct postgres_array {
    char *text;
    size_t length, room;
};

struct postgres_arrays {
    struct postgres_array array[POSTGRES_VALUES];
    const char *values[POSTGRES_VALUES];
    bool failed;
};

void postgres_arrays_text(struct postgres_arrays *arrays, int which, const char *text);
void postgres_arrays_number(struct postgres_arrays *arrays, int which, int64_t number);

/* Closes the first `count` arrays and returns them as parameters; NULL if memory ran out. */
const char *const *postgres_arrays_values(struct postgres_arrays *arrays, int count);

void postgres_arrays_free(struct postgres_arrays *arrays);

#endif
