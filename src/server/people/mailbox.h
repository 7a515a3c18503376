/*
 * mailbox.h - the e-mail address of a person: two named values in the store, "mail" (confirmed) and
 * "mail-new" (not yet).
 *
 * Until an address is confirmed, nothing but the confirmation code is sent to it. The codes and the
 * unsubscribe link are derived from the server's secret (a keyed hash), so none of them is stored.
 */
#ifndef STOS_SERVER_MAILBOX_H
#define STOS_SERVER_MAILBOX_H

#include "recovery_code.h"
#include "store/store.h"

#define MAILBOX_FACT "mail"

enum {
    MAILBOX_ADDRESS = 255, /* the longest, with its NUL */
    MAILBOX_LINK = 64,
    MAILBOX_CONFIRM_MS = 24 * 3600 * 1000, /* how long each code is valid */
    MAILBOX_RECOVER_MS = 2 * 3600 * 1000,
    MAILBOX_TRIES = 5, /* wrong attempts allowed for a code */
};

struct mailbox {
    char address[MAILBOX_ADDRESS]; /* confirmed; "": none */
    bool on;                       /* they want notifications there */
    char wanted[MAILBOX_ADDRESS];  /* to be confirmed; "": none, or its code has expired */
    int64_t asked_ms;              /* when the code was made */
    int tries;                     /* wrong attempts so far */
    int64_t recover_ms;            /* when a code to recover the account was made; 0: never */
};

/* Parses the value of MAILBOX_FACT: address and on. */
void mailbox_parse(const char *value, struct mailbox *mailbox);
enum store_status mailbox_read(struct store *store, uint64_t person, int64_t now_ms,
                               struct mailbox *mailbox);

/* Each writes its change to the store; those given `mailbox` update it too. */
enum store_status mailbox_ask(struct store *store, uint64_t person, const char *address,
                              int64_t now_ms);
enum store_status mailbox_note_wrong(struct store *store, uint64_t person, struct mailbox *mailbox);
enum store_status mailbox_confirm(struct store *store, uint64_t person, struct mailbox *mailbox);
enum store_status mailbox_switch(struct store *store, uint64_t person, struct mailbox *mailbox,
                                 bool on);
enum store_status mailbox_remove(struct store *store, uint64_t person);
enum store_status mailbox_note_recovery(struct store *store, uint64_t person, int64_t now_ms);
enum store_status mailbox_end_recovery(struct store *store, uint64_t person);

/* The code that was made at that time is used up; STORE_NONE: it was used before. */
enum store_status mailbox_use_recovery(struct store *store, uint64_t person, int64_t made_ms);

/* The codes for those facts, formatted as by recovery_code.h. */
void mailbox_confirm_code(const char *secret, uint64_t person, const struct mailbox *mailbox,
                          char code[RECOVERY_CODE_TEXT]);
void mailbox_recover_code(const char *secret, uint64_t person, const struct mailbox *mailbox,
                          char code[RECOVERY_CODE_TEXT]);

/* "PERSON-MAC", valid for as long as they have this address. */
void mailbox_link(const char *secret, uint64_t person, const char *address,
                  char link[MAILBOX_LINK]);

/* Stops notifications to the address that this link was sent to; STORE_NONE: the link is invalid,
 * or the address has been removed. */
enum store_status mailbox_unsubscribe(struct store *store, const char *secret, const char *link);

#endif
