/*
 * mail.h - writes an e-mail and hands it to the host's mail server (SMTP, by libcurl).
 *
 * A message is plain text in UTF-8. User-supplied text (names) is encoded before it goes into a
 * header, and an address or header that contains a line break is refused: this prevents header
 * injection. A message that nobody explicitly requested has an unsubscribe link (RFC 2369), which
 * mail programs can follow with one click (RFC 8058). mail_send() blocks: call it on a thread of
 * its own.
 */
#ifndef STOS_SERVER_MAIL_H
#define STOS_SERVER_MAIL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAIL_TEXT = 4096, MAIL_MESSAGE = 16 * 1024, MAIL_LINK = 512 };

struct mail {
    const char *to, *subject, *text;
    const char *language;    /* "pl" */
    const char *unsubscribe; /* a URL; NULL: the person requested this message */
    const char *id; /* the same if it is sent again, so that mail servers can drop the duplicate */
    int64_t at_s;   /* since 1970 */
};

/* The mail server, and the sender. */
struct mail_route {
    const char *url;  /* smtp://HOST[:PORT] or smtps://HOST[:PORT] */
    const char *from; /* an address */
    const char *user, *password /* NULL: none */;
};

enum mail_result {
    MAIL_TAKEN,
    MAIL_REFUSED, /* this message, permanently */
    MAIL_LATER,   /* this message, temporarily */
    MAIL_DOWN,    /* the mail server does not respond, or refuses all our mail */
};

bool mail_is_possible(void); /* whether the program was built with libcurl */

/* Accepts nearly all real addresses: ASCII, no quotes, comments or blanks, and a domain with a dot.
 */
bool mail_address_is_good(const char *address);

bool mail_url_is_good(const char *url);

/* Whether the mail server is on this machine: then nobody can eavesdrop and TLS is optional.
 * Otherwise it is required. */
bool mail_url_is_local(const char *url);

/* The message as it is sent over the wire; 0 if it does not fit, or an address or header is
 * invalid. */
size_t mail_write(const struct mail *mail, const char *from, char *message, size_t size);

struct mailer;

/* For one thread. The route must outlive it; setting `stopping` aborts a message under way. NULL if
 * out of memory. */
struct mailer *mail_open(const struct mail_route *route, const atomic_bool *stopping);
void mail_close(struct mailer *mailer);

enum mail_result mail_send(struct mailer *mailer, const struct mail *mail);

#endif
