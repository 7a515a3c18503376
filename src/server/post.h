/*
 * post.h - sends a push message to an address that a stranger gave, which must harm nobody.
 *
 * The host says which push services are asked at all. A name of a service means HTTPS on the usual port and an address of the public
 * Internet, checked when the socket is opened, so that no name can be made to point inside (DNS rebinding). Redirects are not followed,
 * proxies of the environment not used, answers cut off after a few bytes, and everything ends after some seconds. A call blocks: it
 * belongs on a thread of its own.
 */
#ifndef STOS_SERVER_POST_H
#define STOS_SERVER_POST_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { POST_URL = 1024, POST_ORIGIN = 300 };

/* Those of the browsers. */
#define POST_SERVICES "fcm.googleapis.com, *.push.services.mozilla.com, *.notify.windows.com, *.push.apple.com"

enum post_result {
    POST_TAKEN,
    POST_GONE,  /* there is no such subscription any more */
    POST_LATER, /* not now */
};

struct post_message {
    const char *url, *authorization, *topic /* a later message replaces one that was not delivered */;
    int keep_s; /* for so long, while the device is off */
    const unsigned char *body;
    size_t length;
};

struct poster;

/* Whether messages can be sent at all: the program was built with libcurl. */
bool post_is_possible(void);

/*
 * "push.example, *.push.example, *": names of services, with any in front, or all. "http://127.0.0.1:9000" or "https://10.0.0.1" is one
 * origin as it stands, wherever it is: for tests, and for a service of one's own.
 */
bool post_services_are_good(const char *services);

/* Whether a subscription there is taken; its origin for the signature. */
bool post_may_go(const char *services, const char *url, char origin[POST_ORIGIN]);

/* Whether an address belongs to the public Internet; others are asked for nothing, unless the host named the origin. */
bool post_is_public(const char *address);

/* For one thread. `stopping` ends a message under way; NULL when memory lacks. */
struct poster *post_open(const char *services, const atomic_bool *stopping);
void post_close(struct poster *poster);

enum post_result post_send(struct poster *poster, const struct post_message *message);

#endif
