/*
 * schema.h - what a store looks like inside, as a list of steps from nothing to the newest version.
 *
 * A store knows its version; opening one runs the steps that it has not seen, in one transaction. A step that has been
 * published is never changed: what is to be different becomes the next step.
 */
#ifndef STOS_STORE_SCHEMA_H
#define STOS_STORE_SCHEMA_H

enum { STORE_SCHEMA_VERSION = 7 };

/* Step 1 makes version 1 of nothing, and so on; SQL of several statements. */
struct store_step {
    const char *sqlite, *postgres;
};

extern const struct store_step store_steps[STORE_SCHEMA_VERSION];

#endif
