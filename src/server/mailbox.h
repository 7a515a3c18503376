/*
 * mailbox.h - the e-mail address of a person: two named values in the store, "mail" (confirmed) and "mail-new" (not yet).
 *
 * Nothing but a code goes to an address before whoever reads it has shown that code. The codes and the link to unsubscribe follow from
 * the server's secret (a keyed hash), so none of them is kept anywhere.
 */
#ifndef STOS_SERVER_MAILBOX_H
#define STOS_SERVER_MAILBOX_H

#include "code.h"
#include "mail.h"
#include "store/store.h"

#define MAILBOX_FACT "mail"

enum {
    MAILBOX_LINK = 64,
    MAILBOX_CONFIRM_MS = 24 * 3600 * 1000, /* how long each code is good */
    MAILBOX_RECOVER_MS = 2 * 3600 * 1000,
    MAILBOX_TRIES = 5, /* at a code */
};

struct mailbox {
    char address[MAIL_ADDRESS]; /* confirmed; "": none */
    bool on;                    /* they want to be called there */
    char wanted[MAIL_ADDRESS];  /* to be confirmed; "": none, or its code is too old */
    int64_t asked_ms;           /* when the code was made */
    int tries;                  /* wrong ones */
    int64_t recover_ms;         /* when a code to recover the account was made; 0: never */
};

/* What the value of MAILBOX_FACT says: address and on. */
void mailbox_parse(const char *value, struct mailbox *mailbox);
enum store_status mailbox_read(struct store *store, uint64_t person, int64_t now_ms, struct mailbox *mailbox);

/* Each writes what has changed in `mailbox`. */
enum store_status mailbox_ask(struct store *store, uint64_t person, const char *address, int64_t now_ms);
enum store_status mailbox_note_wrong(struct store *store, uint64_t person, struct mailbox *mailbox);
enum store_status mailbox_confirm(struct store *store, uint64_t person, struct mailbox *mailbox);
enum store_status mailbox_switch(struct store *store, uint64_t person, struct mailbox *mailbox, bool on);
enum store_status mailbox_remove(struct store *store, uint64_t person);
enum store_status mailbox_note_recovery(struct store *store, uint64_t person, int64_t now_ms);
enum store_status mailbox_end_recovery(struct store *store, uint64_t person);

/* The codes that belong to those facts, as letters and dashes. */
void mailbox_confirm_code(const char *secret, uint64_t person, const struct mailbox *mailbox, char code[CODE_TEXT]);
void mailbox_recover_code(const char *secret, uint64_t person, const struct mailbox *mailbox, char code[CODE_TEXT]);

/* "PERSON-MAC", for as long as they have this address. */
void mailbox_link(const char *secret, uint64_t person, const char *address, char link[MAILBOX_LINK]);

/* No more calls to the address that this link was sent to; STORE_NONE: it is no such link, or there is no such address any more. */
enum store_status mailbox_unsubscribe(struct store *store, const char *secret, const char *link);

#endif
