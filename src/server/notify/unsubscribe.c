/* unsubscribe.c - see unsubscribe.h. */
#include "unsubscribe.h"

#include "server/core/error_texts.h"
#include "server/people/mailbox.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE_MOST = 2048 };

/* The part before the language. */
static void read_link(const char *given, char link[MAILBOX_LINK])
{
    size_t length = strcspn(given, "/");
    lws_strncpy(link, given, length + 1 < MAILBOX_LINK ? length + 1 : MAILBOX_LINK);
}

static const struct catalog *language_of(const char *given)
{
    const char *slash = strchr(given, '/');
    return catalog_find(slash ? slash + 1 : "en");
}

enum store_status unsubscribe_do(struct store *store, const char *secret, const char *given)
{
    char link[MAILBOX_LINK];
    read_link(given, link);
    return mailbox_unsubscribe(store, secret, link);
}

/* No part is untrusted: all are texts of the catalogs. The form posts to the URL of the page
 * itself. */
static char *make_page(const struct catalog *language, const char *text, const char *button)
{
    char *page = malloc(PAGE_MOST);
    if (page)
        snprintf(page, PAGE_MOST,
                 "<!doctype html><html lang=\"%s\"><meta charset=\"utf-8\"><meta name=\"viewport\" "
                 "content=\"width=device-width\">"
                 "<title>stos</title><main><h1>stos</h1><p>%s</p>%s%s%s</main></html>\n",
                 language ? language->language : "en", text,
                 *button ? "<form method=\"post\"><button>" : "", button,
                 *button ? "</button></form>" : "");
    return page;
}

char *unsubscribe_question(const char *given)
{
    const struct catalog *language = language_of(given);
    return make_page(language,
                     catalog_text(language, N_("Stop e-mails about your turns and invitations?")),
                     catalog_text(language, N_("Unsubscribe")));
}

char *unsubscribe_page(const char *given, enum store_status status)
{
    const struct catalog *language = language_of(given);
    const char *text = status == STORE_OK
        ? N_("You are unsubscribed. You can turn e-mails back on in your account.")
        : status == STORE_NONE
        ? N_("This link is no longer valid: the address was changed or removed.")
        : error_text("store_down");
    return make_page(language, catalog_text(language, text), "");
}
