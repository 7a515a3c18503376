/*
 * calls_send.h - the way of a call: looked for in the store, sent by threads of its own, and noted in the store as told.
 */
#ifndef STOS_SERVER_CALLS_SEND_H
#define STOS_SERVER_CALLS_SEND_H

#include "calls.h"
#include "calls_facts.h"
#include "mailbox.h"
#include "post.h"

enum { CALLS_THREADS = 4, CALLS_TOLD_MOST = 20 };

/* What one thread sends with. */
struct calls_sender {
    struct poster *poster;
    struct mailer *mailer;
};

struct calls {
    struct push_keys keys;
    const char *services;    /* that may be asked; NULL: nobody is called by Web Push */
    struct mail_route route; /* without url: no mail is sent */
    struct pool *pool;       /* of threads that send */
    struct calls_sender sender[CALLS_THREADS];
    atomic_bool stopping;
    atomic_bool mail_rests; /* the mail server is down: it is not asked until its time has come */
    int mail_failures;      /* in a row */
    int64_t mail_again_ms;  /* when it is asked again, while it rests; else 0 */
    bool changed;           /* something new waits, perhaps */
    bool looking;           /* the store is being asked */
    size_t noting;          /* notes under way to the store */
    struct job *unwritten;  /* notes that could not be written, the newest first (calls.c) */
    int64_t next_ms;        /* when the first that waits is due */
    struct call *under_way; /* people who are just being called */
    int count;
};

/* All that one person is told now: a message to each of their devices and to their e-mail address, or one letter. */
struct call {
    struct job job;
    struct server *server;
    struct call *next;
    table_person person;
    int64_t now_ms;
    bool banned;
    bool settled; /* a look that began before must not begin it again: it goes when that one has ended */
    char language[8], account[STORE_NAME];
    struct calls_waiting waiting[CALLS_TOLD_MOST];
    int waiting_count;
    struct calls_device device[CALLS_DEVICES];
    bool gone[CALLS_DEVICES]; /* to be forgotten */
    int device_count;
    struct mailbox mailbox;
    bool by_mail;
    enum mail_result mailed;
    int taken, failed, dropped;
    enum store_status status; /* of noting it */
    char reason[STORE_MESSAGE];
};

void calls_forget_notes(struct calls *calls); /* those that could not be written */

/* Looks for people who have to be called now, and calls them. */
void calls_look(struct server *server);

/* What is told in one line: in the language of the person, with the path of the page where it leads. */
enum { CALLS_TITLE = 160, CALLS_PATH = 80 };
void calls_title(const struct call *call, char title[CALLS_TITLE], char path[CALLS_PATH]);
const char *calls_game(const struct call *call); /* its title; "": there are several */

/* By mail (calls_mail.c): sends it, on a thread; notes on the loop what became of it; wakes a mail server up that has rested. */
void calls_mail(struct call *call, struct mailer *mailer);
void calls_mailed(struct server *server, const struct call *call);
void calls_rest_mail(struct server *server);

#endif
