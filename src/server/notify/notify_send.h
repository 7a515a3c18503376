/*
 * notify_send.h - sending notifications: found in the store, sent by dedicated threads, and
 * recorded in the store as delivered.
 */
#ifndef STOS_SERVER_NOTIFY_SEND_H
#define STOS_SERVER_NOTIFY_SEND_H

#include "notify.h"
#include "notify_facts.h"
#include "server/people/mailbox.h"
#include "push_http.h"

enum { CALLS_THREADS = 4, CALLS_TOLD_MOST = 20 };

/* What one thread sends with. */
struct calls_sender {
    struct poster *poster;
    struct mailer *mailer;
};

struct calls {
    struct push_keys keys;
    const char *services; /* push services that may be used; NULL: nobody is called by Web Push */
    struct mail_route route; /* without url: no mail is sent */
    struct pool *pool;       /* of threads that send */
    struct calls_sender sender[CALLS_THREADS];
    atomic_bool stopping;
    atomic_bool
        mail_rests;        /* the mail server is down: it is not tried again before mail_again_ms */
    int mail_failures;     /* in a row */
    int64_t mail_again_ms; /* when to try it again, while it rests; else 0 */
    bool changed;          /* there may be new notifications */
    bool looking;          /* the store is being asked */
    size_t noting;         /* notes under way to the store */
    struct job *unwritten; /* notes that could not be written, the newest first (notify.c) */
    int64_t next_ms;       /* when the first pending notification is due */
    struct call *under_way; /* people who are being called now */
    int count;
};

/* One notification for one person: a message to each of their devices and to their e-mail address,
 * or a single letter. */
struct call {
    struct job job;
    struct server *server;
    struct call *next;
    table_person person;
    int64_t now_ms;
    bool banned;
    bool settled; /* done, but kept until a look that is under way has ended, so that it does not
                     call again */
    char language[8], account[STORE_NAME];
    struct calls_waiting waiting[CALLS_TOLD_MOST];
    int waiting_count;
    struct calls_device device[CALLS_DEVICES];
    bool gone[CALLS_DEVICES]; /* the subscription has ended: to be deleted */
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

/* The notification in one line, in the person's language, with the path of the page that it links
 * to. */
enum { CALLS_TITLE = 160, CALLS_PATH = 80 };
void calls_title(const struct call *call, char title[CALLS_TITLE], char path[CALLS_PATH]);
const char *calls_game(const struct call *call); /* its title; "": there are several */

/* By mail (notify_mail.c): sends it, on a thread; records the result, on the loop; tries a resting
 * mail server again when it is time. */
void calls_mail(struct call *call, struct mailer *mailer);
void calls_mailed(struct server *server, const struct call *call);
void calls_rest_mail(struct server *server);

#endif
