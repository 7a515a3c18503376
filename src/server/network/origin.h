/*
 * origin.h - checks the Origin of a WebSocket (cross-site WebSocket hijacking), and the syntax of a
 * public address.
 */
#ifndef STOS_SERVER_ORIGIN_H
#define STOS_SERVER_ORIGIN_H

#include <stdbool.h>

/* "https://cards.example", with or without a port, followed by at most one slash. */
bool origin_url_is_good(const char *url);

/*
 * Whether a page of that origin may connect; `secure`: the request came over TLS. The origin must
 * match `host`, the host that the request names. With a public address, that address is allowed
 * too, and any other `host` must be an IP address or localhost.
 */
bool origin_is_allowed(const char *origin, const char *host, bool secure, const char *public_url);

/* Pages elsewhere that may connect as well: a list such as "https://a.example,
 * http://b.example:80".
 */
bool origin_list_is_good(const char *list);
bool origin_in_list(const char *origin, const char *list);

#endif
