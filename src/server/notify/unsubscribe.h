/*
 * unsubscribe.h - the page behind the unsubscribe link in an e-mail: it works without login and
 * without scripts. Opening the link only asks, since mail filters open links too; the button
 * unsubscribes, and so does one click in a mail program (RFC 8058).
 *
 * A link ends in "PERSON-MAC/LANGUAGE" (mailbox.h).
 */
#ifndef STOS_SERVER_UNSUBSCRIBE_H
#define STOS_SERVER_UNSUBSCRIBE_H

#include "store/store.h"

#define UNSUBSCRIBE_POLICY \
    "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

enum store_status unsubscribe_do(struct store *store, const char *secret, const char *link);

/* HTML, freed by the caller; NULL if out of memory. */
char *unsubscribe_question(const char *link);
char *unsubscribe_page(const char *link, enum store_status status); /* shows the result */

#endif
