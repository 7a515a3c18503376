/*
 * mail_verbs.c - `mail`: the e-mail address of an account; `recover`: sends a recovery code to the
 * confirmed address of an account whose passphrase is lost.
 *
 * An address can recover the account, so setting one requires the passphrase. `recover` always
 * gives the same immediate reply, whether or not the account and address exist (no account
 * enumeration). The number of mails is limited both per requester and per recipient.
 */
#include "mail.h"
#include "notify.h"
#include "notify_facts.h"
#include "server/core/core.h"
#include "server/core/task.h"
#include "server/people/account.h"
#include "server/people/mailbox.h"
#include "server/people/recovery_code.h"

#include <stdlib.h>
#include <string.h>

enum { RECOVER_AGAIN_MS = 10 * 60 * 1000 };

/* Whether one more mail may be sent for this account or mailbox, ignoring case; charges it. */
static bool may_mail(struct server *server, enum limit_kind kind, const char *key)
{
    unsigned char hash[16];
    char folded[MAILBOX_ADDRESS] = "";
    for (size_t i = 0; key[i] && i < sizeof folded - 1; i++)
        folded[i] = (char)(key[i] >= 'A' && key[i] <= 'Z' ? key[i] - 'A' + 'a' : key[i]);
    crypto_generichash(hash, sizeof hash, (const unsigned char *)folded, strlen(folded), NULL, 0);
    struct limit_key *limit_key = limiter_hold(server->limiter, kind, hash, sizeof hash);
    bool good = limiter_take(limit_key, COST_MAIL, 1, uv_now(&server->loop));
    limiter_release(limit_key);
    return good;
}

/* ---------------------------------------------------------------- mail */

static void add_state(struct asking *asking, const struct mailbox *mailbox)
{
    asking->reply = json_pack("{s:b, s:s, s:b, s:s}", "mail", true, "address", mailbox->address,
                              "on", mailbox->on, "wanted", mailbox->wanted);
}

static enum store_status ask_for_code(const struct asking *asking, struct store *store,
                                      struct mailbox *mailbox)
{
    const char *address = asking_text(asking->body, "address");
    enum store_status status = mailbox_ask(store, asking->person.id, address, asking->now_ms);
    lws_strncpy(mailbox->wanted, address, sizeof mailbox->wanted);
    return status == STORE_OK
        ? notify_write_letter(store, asking->person.id, NOTIFY_CONFIRM, asking->now_ms)
        : status;
}

static enum store_status confirm(struct asking *asking, struct store *store,
                                 struct mailbox *mailbox)
{
    char code[RECOVERY_CODE_TEXT];
    if (!*mailbox->wanted) {
        asking->error = "wrong_mail_code";
        return STORE_OK;
    }
    mailbox_confirm_code(asking->server->secret, asking->person.id, mailbox, code);
    if (recovery_code_is_same(code, asking_text(asking->body, "code")))
        return mailbox_confirm(store, asking->person.id, mailbox);
    asking->error = "wrong_mail_code";
    return mailbox_note_wrong(store, asking->person.id, mailbox);
}

static enum store_status switch_mail(struct asking *asking, struct store *store,
                                     struct mailbox *mailbox, bool on)
{
    if (*mailbox->address)
        return mailbox_switch(store, asking->person.id, mailbox, on);
    asking->error = "no_mail";
    return STORE_OK;
}

static enum store_status remove_mail(const struct asking *asking, struct store *store,
                                     struct mailbox *mailbox)
{
    *mailbox = (struct mailbox){0};
    return mailbox_remove(store, asking->person.id);
}

static void ask_mail(struct asking *asking, struct store *store)
{
    struct mailbox mailbox;
    const json_t *on = json_object_get(asking->body, "on");
    asking->status = mailbox_read(store, asking->person.id, asking->now_ms, &mailbox);
    if (asking->status != STORE_OK)
        return;
    if (*asking_text(asking->body, "address"))
        asking->status = ask_for_code(asking, store, &mailbox);
    else if (*asking_text(asking->body, "code"))
        asking->status = confirm(asking, store, &mailbox);
    else if (json_is_true(json_object_get(asking->body, "remove")))
        asking->status = remove_mail(asking, store, &mailbox);
    else if (json_is_boolean(on))
        asking->status = switch_mail(asking, store, &mailbox, json_is_true(on));
    add_state(asking, &mailbox);
}

static bool look(struct asking *asking)
{
    notify_changed(asking->connection->server);
    return true;
}

/* The passphrase was right. The limits are charged only now, so that nobody else can use them up.
 */
static void set_address(struct connection *connection, const struct request *request)
{
    struct server *server = connection->server;
    uint64_t now = uv_now(&server->loop);
    if (!limiter_take(connection->by_address, COST_MAIL, 1, now) ||
        !limiter_take(connection->by_person, COST_MAIL, 1, now) ||
        !may_mail(server, LIMIT_MAILBOX, asking_text(request->body, "address"))) {
        reply_error(connection, request->ref, "too_many_mails");
        return;
    }
    struct asking *asking = asking_start(connection, request, ASKING_WRITES, ask_mail);
    if (asking)
        asking->then = look;
}

static void verb_mail(struct connection *connection, const struct request *request)
{
    const char *address = request_optional_text(request, "address");
    bool writes = json_object_size(request->body) > 2; /* more than "do" and "ref" */
    if (!notify_can_mail(connection->server))
        reply_json(connection, request->ref, json_pack("{s:b}", "mail", false));
    else if (!*connection->account && !writes)
        reply_json(connection, request->ref, json_pack("{s:b}", "mail", true));
    else if (!*connection->account)
        reply_error(connection, request->ref, "account_first");
    else if (address && !mail_address_is_good(address))
        reply_error(connection, request->ref, "bad_address");
    else if (address)
        account_prove(connection, request, set_address);
    else
        asking_start(connection, request, writes ? ASKING_WRITES : ASKING_READS, ask_mail);
}

/* ---------------------------------------------------------------- recover */

struct recover_job {
    struct job job;
    struct server *server;
    char account[STORE_NAME];
    int64_t now_ms;
    bool found;
    enum store_status status;
    char reason[STORE_MESSAGE];
};

static enum store_status write_recovery(struct recover_job *recover, struct store *store)
{
    struct store_person person;
    struct mailbox mailbox;
    char pass[STORE_PASS];
    enum store_status status = store_find_account(store, recover->account, &person, pass);
    sodium_memzero(pass, sizeof pass);
    if (status == STORE_OK)
        status = mailbox_read(store, person.id, recover->now_ms, &mailbox);
    if (status != STORE_OK || !*mailbox.address ||
        recover->now_ms - mailbox.recover_ms < RECOVER_AGAIN_MS)
        return status;
    status = mailbox_note_recovery(store, person.id, recover->now_ms);
    if (status == STORE_OK)
        status = notify_write_letter(store, person.id, NOTIFY_RECOVER, recover->now_ms);
    recover->found = status == STORE_OK;
    return status;
}

static void recover_work(struct job *job, void *place)
{
    struct recover_job *recover = (struct recover_job *)job;
    recover->status = write_recovery(recover, place);
    host_copy_reason(recover->reason, recover->status, place);
}

static void recover_done(struct job *job)
{
    struct recover_job *recover = (struct recover_job *)job;
    if (store_is_out(recover->status))
        store_failed(recover->server, recover->reason);
    if (recover->found)
        notify_changed(recover->server);
    free(recover);
}

static void verb_recover(struct connection *connection, const struct request *request)
{
    struct server *server = connection->server;
    const char *given = request_text(connection, request, "account");
    char account[STORE_NAME];
    if (!given)
        return;
    const char *error = !notify_can_mail(server) ? "mail_off"
        : !account_fold(given, account)          ? "bad_account"
        : server->store_down                     ? "store_down"
        : !limiter_take(connection->by_address, COST_MAIL, 1, uv_now(&server->loop))
        ? "too_many_mails"
        : !may_mail(server, LIMIT_ACCOUNT, account) ? "too_many_mails"
                                                    : NULL;
    struct recover_job *recover = error ? NULL : calloc(1, sizeof *recover);
    if (!recover) {
        reply_error(connection, request->ref, error ? error : "too_many");
        return;
    }
    *recover = (struct recover_job){.server = server, .now_ms = request->now_ms};
    recover->job = (struct job){.work = recover_work, .done = recover_done};
    lws_strncpy(recover->account, account, sizeof recover->account);
    pool_do(server->store_pool, &recover->job);
    reply_ok(connection, request->ref, NULL);
}

static const struct verb verbs[] = {
    {.name = "mail", .run = verb_mail, .cost = COST_READ, .price = 1},
    {.name = "recover", .run = verb_recover, .cost = COST_READ, .price = 5},
    {.name = NULL},
};

const struct module mail_verbs_module = {.name = "mail_verbs", .verbs = verbs};
