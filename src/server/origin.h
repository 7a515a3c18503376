/*
 * origin.h - from which pages a WebSocket may be opened, and what a public address may look like.
 */
#ifndef STOS_SERVER_ORIGIN_H
#define STOS_SERVER_ORIGIN_H

#include <stdbool.h>

/* "https://cards.example", with a port or without, and nothing after it but one slash. */
bool origin_url_is_good(const char *url);

/*
 * Whether a page of that origin may connect; `secure`: it came by TLS. With a public address only its pages may, and those that
 * came by a bare address of this machine; without one, those whose address is the one they ask.
 */
bool origin_is_allowed(const char *origin, const char *host, bool secure, const char *public_url);

#endif
