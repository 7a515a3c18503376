/*
 * view_read.h - a view from its JSON, so that the page can ask what is legal in a game that a server deals.
 */
#ifndef STOS_WASM_VIEW_READ_H
#define STOS_WASM_VIEW_READ_H

#include "stos.h"

/*
 * Reads a view of a seat in a game that is not over. What is read writes back to the very same text, or it is refused:
 * false for views of watchers, of finished games, of other versions, and for whatever else is no view.
 */
bool view_read(const char *text, size_t length, stos_view *view);

#endif
