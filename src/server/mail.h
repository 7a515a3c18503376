/*
 * mail.h - writes an e-mail and hands it to the host's mail server (SMTP, by libcurl).
 *
 * A message is plain text in UTF-8. Whatever people chose (names) is encoded before it stands in a header, and an address or header that
 * could end a line is refused, so nobody can add a header or a recipient. A message that was not asked for by hand has a link to
 * unsubscribe (RFC 2369), which mail programs can follow with one click (RFC 8058). mail_send() blocks: it belongs on a thread of its own.
 */
#ifndef STOS_SERVER_MAIL_H
#define STOS_SERVER_MAIL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAIL_ADDRESS = 255 /* the longest, with its NUL */, MAIL_TEXT = 4096, MAIL_MESSAGE = 16 * 1024, MAIL_LINK = 512 };

struct mail {
    const char *to, *subject, *text;
    const char *language;    /* "pl" */
    const char *unsubscribe; /* a URL; NULL: somebody asked for this one message */
    const char *id;          /* the same when it is sent again, so that mail servers can drop the second */
    int64_t at_s;            /* since 1970 */
};

/* Where messages are handed over, and as whose. */
struct mail_route {
    const char *url;  /* smtp://HOST[:PORT] or smtps://HOST[:PORT] */
    const char *from; /* an address */
    const char *user, *password /* NULL: none */;
};

enum mail_result {
    MAIL_TAKEN,
    MAIL_REFUSED, /* this message, for good */
    MAIL_LATER,   /* this message, for now */
    MAIL_DOWN,    /* the mail server does not answer, or does not take ours */
};

bool mail_is_possible(void); /* the program was built with libcurl */

/* An address as nearly all are: ASCII, without quotes, comments or blanks, at a name with a dot. */
bool mail_address_is_good(const char *address);

bool mail_url_is_good(const char *url);

/* Whether the mail server is this machine: then nobody listens, and TLS is not needed. Elsewhere it is required. */
bool mail_url_is_local(const char *url);

/* The message as it goes over the wire; 0 when it does not fit, or an address or header is not good. */
size_t mail_write(const struct mail *mail, const char *from, char *message, size_t size);

struct mailer;

/* For one thread. The route outlives it; `stopping` ends a message under way. NULL when memory lacks. */
struct mailer *mail_open(const struct mail_route *route, const atomic_bool *stopping);
void mail_close(struct mailer *mailer);

enum mail_result mail_send(struct mailer *mailer, const struct mail *mail);

#endif
