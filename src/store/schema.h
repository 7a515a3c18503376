/*
 * schema.h - the database schema, as a list of migrations from an empty database to the newest
 * version.
 *
 * A store knows its version; opening one runs the missing migrations in one transaction. A
 * published migration is never changed: any change becomes the next one.
 */
#ifndef STOS_STORE_SCHEMA_H
#define STOS_STORE_SCHEMA_H

enum { STORE_SCHEMA_VERSION = 9 };

/* Step 1 turns an empty database into version 1, and so on; SQL, several statements each. */
struct store_step {
    const char *sqlite, *postgres;
};

extern const struct store_step store_steps[STORE_SCHEMA_VERSION];

#endif
