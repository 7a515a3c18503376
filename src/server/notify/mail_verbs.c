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

static void add_state(struct task *task, const struct mailbox *mailbox)
{
    task->reply = json_pack("{s:b, s:s, s:b, s:s}", "mail", true, "address", mailbox->address, "on",
                            mailbox->on, "wanted", mailbox->wanted);
}

static enum store_status ask_for_code(const struct task *task, struct store *store,
                                      struct mailbox *mailbox)
{
    const char *address = member_text(task->body, "address");
    enum store_status status = mailbox_ask(store, task->person.id, address, task->now_ms);
    lws_strncpy(mailbox->wanted, address, sizeof mailbox->wanted);
    return status == STORE_OK
        ? notify_write_letter(store, task->person.id, NOTIFY_CONFIRM, task->now_ms)
        : status;
}

static enum store_status confirm(struct task *task, struct store *store, struct mailbox *mailbox)
{
    char code[RECOVERY_CODE_TEXT];
    if (!*mailbox->wanted) {
        task->error = "wrong_mail_code";
        return STORE_OK;
    }
    mailbox_confirm_code(task->server->secret, task->person.id, mailbox, code);
    if (recovery_code_is_same(code, member_text(task->body, "code")))
        return mailbox_confirm(store, task->person.id, mailbox);
    task->error = "wrong_mail_code";
    return mailbox_note_wrong(store, task->person.id, mailbox);
}

static enum store_status switch_mail(struct task *task, struct store *store,
                                     struct mailbox *mailbox, bool on)
{
    if (*mailbox->address)
        return mailbox_switch(store, task->person.id, mailbox, on);
    task->error = "no_mail";
    return STORE_OK;
}

static enum store_status remove_mail(const struct task *task, struct store *store,
                                     struct mailbox *mailbox)
{
    *mailbox = (struct mailbox){0};
    return mailbox_remove(store, task->person.id);
}

static void ask_mail(struct task *task, struct store *store)
{
    struct mailbox mailbox;
    const json_t *on = json_object_get(task->body, "on");
    task->status = mailbox_read(store, task->person.id, task->now_ms, &mailbox);
    if (task->status != STORE_OK)
        return;
    if (*member_text(task->body, "address"))
        task->status = ask_for_code(task, store, &mailbox);
    else if (*member_text(task->body, "code"))
        task->status = confirm(task, store, &mailbox);
    else if (json_is_true(json_object_get(task->body, "remove")))
        task->status = remove_mail(task, store, &mailbox);
    else if (json_is_boolean(on))
        task->status = switch_mail(task, store, &mailbox, json_is_true(on));
    add_state(task, &mailbox);
}

static bool look(struct task *task)
{
    notify_changed(task->connection->server);
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
        !may_mail(server, LIMIT_MAILBOX, member_text(request->body, "address"))) {
        reply_error(connection, request->ref, "too_many_mails");
        return;
    }
    struct task *task = task_for_request(connection, request, TASK_WRITES, ask_mail);
    if (task)
        task->then = look;
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
        task_for_request(connection, request, writes ? TASK_WRITES : TASK_READS, ask_mail);
}

/* ---------------------------------------------------------------- recover */

struct recovery {
    char account[STORE_NAME];
    int64_t now_ms;
    bool found;
};

static enum store_status write_recovery(struct recovery *recover, struct store *store)
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

static void recover_work(struct task *task, struct store *store)
{
    task->status = write_recovery(task->more, store);
}

static bool recovered(struct task *task)
{
    const struct recovery *recover = task->more;
    if (store_is_out(task->status))
        store_failed(task->server, task->reason);
    if (recover->found)
        notify_changed(task->server);
    return true;
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
    struct recovery *recover = error ? NULL : calloc(1, sizeof *recover);
    if (!recover) {
        reply_error(connection, request->ref, error ? error : "too_many");
        return;
    }
    recover->now_ms = request->now_ms;
    lws_strncpy(recover->account, account, sizeof recover->account);
    task_start(server, server->store_pool, recover_work, recovered, recover);
    reply_ok(connection, request->ref, NULL);
}

static const struct verb verbs[] = {
    {.name = "mail", .run = verb_mail, .cost = COST_READ, .price = 1},
    {.name = "recover", .run = verb_recover, .cost = COST_READ, .price = 5},
    {.name = NULL},
};

const struct module mail_verbs_module = {.name = "mail_verbs", .verbs = verbs};
