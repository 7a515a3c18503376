/*
 * notify_mail.c - see notify_mail.h: notifications by e-mail.
 *
 * A mail server that does not respond is left alone for a while, twice as long each time
 * (exponential backoff), so the threads are free for Web Push; this logs one line when it begins
 * and one when the server works again.
 */
#include "notify_mail.h"

#include "mail.h"
#include "notify_facts.h"
#include "server/core/core.h"
#include "server/core/error_texts.h"
#include "server/people/mailbox.h"
#include "server/people/recovery_code.h"

#include <stdio.h>
#include <string.h>

enum {
    SECOND_MS = 1000,
    MINUTE_MS = 60 * SECOND_MS,
    REST_MS = 5 * SECOND_MS,
    REST_MOST_MS = 30 * MINUTE_MS
};

/* A mail and the buffers for its parts. */
struct draft {
    struct mail mail;
    char subject[NOTIFY_TITLE], text[MAIL_TEXT], unsubscribe[MAIL_LINK], id[48];
};

static const char *say(const struct call *call, const char *text)
{
    return catalog_text(catalog_find(call->language), text);
}

/* ---------------------------------------------------------------- what it says */

static void write_call(const struct call *call, struct draft *draft)
{
    const struct server *server = call->server;
    const char *url = server->options->public_url;
    char path[NOTIFY_PATH], link[MAILBOX_LINK];
    notify_title(call, draft->subject, path);
    mailbox_link(server->secret, call->person, call->mailbox.address, link);
    snprintf(draft->unsubscribe, sizeof draft->unsubscribe, "%s/unsubscribe/%s/%s", url, link,
             call->language);
    draft->mail.unsubscribe = draft->unsubscribe;
    int length =
        snprintf(draft->text, sizeof draft->text, "%s%s%s\n\n%s%s\n\n-- \n", draft->subject,
                 *notify_game(call) ? ": " : "", notify_game(call), url, path);
    snprintf(draft->text + length, sizeof draft->text - (size_t)length,
             say(call,
                 N_("You get this message because you asked for it in your account at "
                    "%s.\nUnsubscribe: %s\n")),
             url, draft->unsubscribe);
}

static void write_letter(const struct call *call, struct draft *draft)
{
    const struct server *server = call->server;
    const char *url = server->options->public_url;
    char code[RECOVERY_CODE_TEXT];
    bool confirms = call->waiting[0].about == NOTIFY_CONFIRM;
    (confirms ? mailbox_confirm_code : mailbox_recover_code)(server->secret, call->person,
                                                             &call->mailbox, code);
    snprintf(draft->subject, sizeof draft->subject, "%s",
             confirms ? say(call, N_("Confirm your e-mail address"))
                      : say(call, N_("Recover your account")));
    const char *form = confirms
        ? say(call,
              N_("Somebody entered this address in the account \"%s\" at %s.\n\nIf it was you, "
                 "enter this code there: %s\n\nThe code is "
                 "valid for a day. If it was not you, ignore this message: nothing else will be "
                 "sent to you.\n"))
        : say(call,
              N_("Somebody asked to recover the account \"%s\" at %s.\n\nIf it was you, open "
                 "\"Forgot your passphrase?\" there and enter "
                 "this code with a new passphrase: %s\n\nThe code works once, within two hours. If "
                 "it was not you, ignore this message: "
                 "nothing has changed.\n"));
    snprintf(draft->text, sizeof draft->text, form, call->account, url, code);
    sodium_memzero(code, sizeof code);
}

/* The same for the same call, even after a crash. */
static void write_id(const struct call *call, char id[48])
{
    unsigned char hash[16];
    char text[NOTIFY_NAME + NOTIFY_VALUE + 20], hex[33];
    snprintf(text, sizeof text, "%016llx %s %lld", (unsigned long long)call->person,
             call->waiting[0].name, (long long)call->waiting[0].since_ms);
    crypto_generichash(hash, sizeof hash, (const unsigned char *)text, strlen(text), NULL, 0);
    sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
    snprintf(id, 48, "%s", hex);
}

/* ---------------------------------------------------------------- sending */

/* Whether a letter is obsolete: another one was requested, or it has expired. */
static bool is_outdated(const struct call *call)
{
    const struct mailbox *mailbox = &call->mailbox;
    const struct notify_waiting *first = &call->waiting[0];
    if (first->about == NOTIFY_CONFIRM)
        return !*mailbox->wanted || mailbox->asked_ms != first->since_ms;
    return first->about == NOTIFY_RECOVER &&
        (!*mailbox->address || mailbox->recover_ms != first->since_ms);
}

void notify_mail(struct call *call, struct mailer *mailer)
{
    struct notify *calls = notify_of(call->server);
    struct draft draft = {.mail = {.at_s = call->now_ms / SECOND_MS}};
    bool letter = notify_is_letter(&call->waiting[0]);
    call->mailed = is_outdated(call) ? MAIL_REFUSED : MAIL_DOWN;
    if (call->mailed == MAIL_REFUSED || !mailer || atomic_load(&calls->mail_rests))
        return;
    (letter ? write_letter : write_call)(call, &draft);
    write_id(call, draft.id);
    draft.mail.to =
        call->waiting[0].about == NOTIFY_CONFIRM ? call->mailbox.wanted : call->mailbox.address;
    draft.mail.subject = draft.subject;
    draft.mail.text = draft.text;
    draft.mail.language = *call->language ? call->language : "en";
    draft.mail.id = draft.id;
    call->mailed = mail_send(mailer, &draft.mail);
    if (call->mailed == MAIL_DOWN && !atomic_load(&calls->stopping))
        atomic_store(&calls->mail_rests, true);
    sodium_memzero(draft.text, sizeof draft.text);
}

/* ---------------------------------------------------------------- afterwards, on the loop */

static void let_rest(struct server *server)
{
    struct notify *calls = notify_of(server);
    int64_t rest_ms = (int64_t)REST_MS << (calls->mail_failures < 10 ? calls->mail_failures : 10);
    calls->mail_again_ms = server_now_ms() + (rest_ms < REST_MOST_MS ? rest_ms : REST_MOST_MS);
    if (calls->mail_failures++ == 0)
        server_log(server, SERVER_LOG_ERROR, "mail_down",
                   "text=\"the mail server does not take our mail; it is tried again later\"");
}

void notify_mailed(struct server *server, const struct call *call)
{
    struct notify *calls = notify_of(server);
    server->metrics->mails_sent += call->mailed == MAIL_TAKEN;
    server->metrics->mails_failed += call->mailed != MAIL_TAKEN;
    if (atomic_load(&calls->mail_rests) && calls->mail_again_ms == 0)
        let_rest(server);
    if (call->mailed == MAIL_TAKEN && calls->mail_failures > 0) {
        calls->mail_failures = 0;
        server_log(server, SERVER_LOG_INFO, "mail_works", "%s", "");
    }
}

void notify_rest_mail(struct server *server)
{
    struct notify *calls = notify_of(server);
    if (calls->mail_again_ms == 0 || server_now_ms() < calls->mail_again_ms)
        return;
    calls->mail_again_ms = 0;
    atomic_store(&calls->mail_rests, false);
}
