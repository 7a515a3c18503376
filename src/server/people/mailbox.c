/* mailbox.c - see mailbox.h. */
#include "mailbox.h"

#include "account.h"
#include "recovery_code.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char box_fact[] = MAILBOX_FACT, new_fact[] = MAILBOX_FACT "-new",
                  recover_fact[] = ACCOUNT_RECOVERY "-mail";

/* ---------------------------------------------------------------- "on ADDRESS", "ASKED_MS TRIES
 * ADDRESS" */

void mailbox_parse(const char *value, struct mailbox *mailbox)
{
    char how[4] = "";
    if (sscanf(value, "%3s %254s", how, mailbox->address) != 2)
        mailbox->address[0] = '\0';
    mailbox->on = *mailbox->address && strcmp(how, "on") == 0;
}

static enum store_status read_box(struct store *store, uint64_t person, struct mailbox *mailbox)
{
    char value[STORE_FACT_VALUE];
    enum store_status status = store_get_person_fact(store, person, box_fact, value, sizeof value);
    if (status == STORE_OK)
        mailbox_parse(value, mailbox);
    return store_none_is_ok(status);
}

static enum store_status read_new(struct store *store, uint64_t person, int64_t now_ms,
                                  struct mailbox *mailbox)
{
    char value[STORE_FACT_VALUE];
    long long asked_ms = 0;
    enum store_status status = store_get_person_fact(store, person, new_fact, value, sizeof value);
    bool good = status == STORE_OK &&
        sscanf(value, "%lld %d %254s", &asked_ms, &mailbox->tries, mailbox->wanted) == 3;
    mailbox->asked_ms = asked_ms;
    if (!good || now_ms - asked_ms > MAILBOX_CONFIRM_MS || mailbox->tries >= MAILBOX_TRIES)
        mailbox->wanted[0] = '\0';
    return store_none_is_ok(status);
}

static enum store_status read_recovery(struct store *store, uint64_t person, int64_t now_ms,
                                       struct mailbox *mailbox)
{
    char value[32] = "0";
    enum store_status status =
        store_none_is_ok(store_get_person_fact(store, person, recover_fact, value, sizeof value));
    int64_t made_ms = strtoll(value, NULL, 10);
    mailbox->recover_ms = now_ms - made_ms <= MAILBOX_RECOVER_MS ? made_ms : 0;
    return status;
}

enum store_status mailbox_read(struct store *store, uint64_t person, int64_t now_ms,
                               struct mailbox *mailbox)
{
    *mailbox = (struct mailbox){0};
    enum store_status status = read_box(store, person, mailbox);
    if (status == STORE_OK)
        status = read_new(store, person, now_ms, mailbox);
    return status == STORE_OK ? read_recovery(store, person, now_ms, mailbox) : status;
}

static enum store_status write_box(struct store *store, uint64_t person,
                                   const struct mailbox *mailbox)
{
    char value[MAILBOX_ADDRESS + 8];
    snprintf(value, sizeof value, "%s %s", mailbox->on ? "on" : "off", mailbox->address);
    return store_put_person_fact(store, person, box_fact, value);
}

static enum store_status write_new(struct store *store, uint64_t person,
                                   const struct mailbox *mailbox)
{
    char value[MAILBOX_ADDRESS + 40];
    snprintf(value, sizeof value, "%lld %d %s", (long long)mailbox->asked_ms, mailbox->tries,
             mailbox->wanted);
    return store_put_person_fact(store, person, new_fact, value);
}

enum store_status mailbox_ask(struct store *store, uint64_t person, const char *address,
                              int64_t now_ms)
{
    struct mailbox mailbox = {.asked_ms = now_ms};
    snprintf(mailbox.wanted, sizeof mailbox.wanted, "%s", address);
    return write_new(store, person, &mailbox);
}

enum store_status mailbox_note_wrong(struct store *store, uint64_t person, struct mailbox *mailbox)
{
    mailbox->tries++;
    return write_new(store, person, mailbox);
}

enum store_status mailbox_confirm(struct store *store, uint64_t person, struct mailbox *mailbox)
{
    memcpy(mailbox->address, mailbox->wanted, sizeof mailbox->address);
    mailbox->wanted[0] = '\0';
    enum store_status status = mailbox_switch(store, person, mailbox, true);
    return status == STORE_OK ? store_drop_person_fact(store, person, new_fact) : status;
}

enum store_status mailbox_switch(struct store *store, uint64_t person, struct mailbox *mailbox,
                                 bool on)
{
    mailbox->on = on;
    return write_box(store, person, mailbox);
}

enum store_status mailbox_remove(struct store *store, uint64_t person)
{
    enum store_status status = store_drop_person_fact(store, person, box_fact);
    if (status == STORE_OK)
        status = store_drop_person_fact(store, person, new_fact);
    return status == STORE_OK ? mailbox_end_recovery(store, person) : status;
}

enum store_status mailbox_note_recovery(struct store *store, uint64_t person, int64_t now_ms)
{
    char value[32];
    snprintf(value, sizeof value, "%lld", (long long)now_ms);
    return store_put_person_fact(store, person, recover_fact, value);
}

enum store_status mailbox_use_recovery(struct store *store, uint64_t person, int64_t made_ms)
{
    char value[32];
    snprintf(value, sizeof value, "%lld", (long long)made_ms);
    return store_take_person_fact(store, person, recover_fact, value);
}

enum store_status mailbox_end_recovery(struct store *store, uint64_t person)
{
    return store_drop_person_fact(store, person, recover_fact);
}

/* ---------------------------------------------------------------- codes and links */

/* Domain separation: the use is part of what is hashed, so a code for one use is not valid for
 * another. */
static void derive(const char *secret, const char *use, uint64_t person, int64_t made_ms,
                   const char *address, unsigned char out[32])
{
    char text[MAILBOX_ADDRESS + 80];
    snprintf(text, sizeof text, "mail %s %016llx %lld %s", use, (unsigned long long)person,
             (long long)made_ms, address);
    crypto_generichash(out, 32, (const unsigned char *)text, strlen(text),
                       (const unsigned char *)secret, strlen(secret));
}

void mailbox_confirm_code(const char *secret, uint64_t person, const struct mailbox *mailbox,
                          char code[RECOVERY_CODE_TEXT])
{
    enum { LETTERS = 8 }; /* 40 bits, and five tries */
    unsigned char bytes[32];
    derive(secret, "confirm", person, mailbox->asked_ms, mailbox->wanted, bytes);
    recovery_code_write(bytes, LETTERS, code);
}

void mailbox_recover_code(const char *secret, uint64_t person, const struct mailbox *mailbox,
                          char code[RECOVERY_CODE_TEXT])
{
    unsigned char bytes[32];
    derive(secret, "recover", person, mailbox->recover_ms, mailbox->address, bytes);
    recovery_code_write(bytes, RECOVERY_CODE_BYTES, code);
}

void mailbox_link(const char *secret, uint64_t person, const char *address, char link[MAILBOX_LINK])
{
    unsigned char bytes[32];
    char mac[33];
    derive(secret, "unsubscribe", person, 0, address, bytes);
    sodium_bin2hex(mac, sizeof mac, bytes, 16);
    snprintf(link, MAILBOX_LINK, "%016llx-%s", (unsigned long long)person, mac);
}

enum store_status mailbox_unsubscribe(struct store *store, const char *secret, const char *given)
{
    struct mailbox mailbox = {0};
    char link[MAILBOX_LINK];
    char *end;
    uint64_t person = strtoull(given, &end, 16);
    enum store_status status = read_box(store, person, &mailbox);
    if (status != STORE_OK)
        return status;
    mailbox_link(secret, person, mailbox.address, link);
    if (!*mailbox.address || strlen(given) != strlen(link) ||
        sodium_memcmp(link, given, strlen(link)) != 0)
        return STORE_NONE;
    return mailbox.on ? mailbox_switch(store, person, &mailbox, false) : STORE_OK;
}
