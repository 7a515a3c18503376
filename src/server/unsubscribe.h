/*
 * unsubscribe.h - the page behind the link in an e-mail: it works without login and without script. Opening the link only asks, for mail
 * filters open links too; the button does it, and so does a mail program with one click (RFC 8058).
 *
 * A link ends in "PERSON-MAC/LANGUAGE" (mailbox.h).
 */
#ifndef STOS_SERVER_UNSUBSCRIBE_H
#define STOS_SERVER_UNSUBSCRIBE_H

#include "store/store.h"

#define UNSUBSCRIBE_POLICY "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

enum store_status unsubscribe_do(struct store *store, const char *secret, const char *link);

/* HTML; freed by whoever has it, NULL when memory lacks. */
char *unsubscribe_question(const char *link);
char *unsubscribe_page(const char *link, enum store_status status); /* what came of it */

#endif
