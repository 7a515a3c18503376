/*
 * push_http.h - sends a push message to a URL that a stranger supplied, safely (no server-side
 * request forgery, SSRF).
 *
 * The host decides which push services may be contacted. A service name implies HTTPS on the
 * default port and a public IP address, checked when the socket is opened, so that no name can be
 * made to point at an internal address (DNS rebinding). Redirects are not followed, proxy settings
 * in the environment are ignored, responses are cut off after a few bytes, and everything times out
 * after some seconds. push_http_send() blocks: call it on a thread of its own.
 */
#ifndef STOS_SERVER_PUSH_HTTP_H
#define STOS_SERVER_PUSH_HTTP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { PUSH_HTTP_URL = 1024, PUSH_HTTP_ORIGIN = 300 };

/* The push services of the major browsers. */
#define PUSH_HTTP_SERVICES \
    "fcm.googleapis.com, *.push.services.mozilla.com, *.notify.windows.com, *.push.apple.com"

enum push_http_result {
    PUSH_HTTP_TAKEN,
    PUSH_HTTP_GONE,  /* the subscription no longer exists */
    PUSH_HTTP_LATER, /* try again later */
};

struct push_http_message {
    const char *url, *authorization,
        *topic /* replaces an undelivered message with the same topic */;
    int keep_s; /* how long the service keeps it while the device is off */
    const unsigned char *body;
    size_t length;
};

struct push_sender;

/* Whether messages can be sent at all: the program was built with libcurl. */
bool push_http_is_possible(void);

/*
 * "push.example, *.push.example, *": a service name, any subdomain of one, or all services.
 * "http://127.0.0.1:9000" or "https://10.0.0.1" allows exactly that origin, even if it is not
 * public: for tests, and for your own push service.
 */
bool push_http_services_are_good(const char *services);

/* Whether messages may be sent to this subscription URL; sets `origin`, which the signature needs.
 */
bool push_http_may_go(const char *services, const char *url, char origin[PUSH_HTTP_ORIGIN]);

/* Whether an IP address is public; others are never contacted, unless the host named the origin. */
bool push_http_is_public(const char *address);

/* For one thread. Setting `stopping` aborts a message under way. NULL if out of memory. */
struct push_sender *push_http_open(const char *services, const atomic_bool *stopping);
void push_http_close(struct push_sender *push_sender);

enum push_http_result push_http_send(struct push_sender *push_sender,
                                     const struct push_http_message *message);

#endif
