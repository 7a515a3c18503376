/* view_read.h - a view from the JSON of docs/engine.md: what a server's table sends is drawn as any other. */
#ifndef STOS_TERM_SOURCE_VIEW_READ_H
#define STOS_TERM_SOURCE_VIEW_READ_H

#include "stos.h"

#include <jansson.h>

/* False, with *view unchanged, if it is no view. Trusts nothing: every number is checked against its bounds. */
bool view_read(const json_t *json, stos_view *view);

#endif
