/*
 * notify_send.h - sending notifications: found in the store, sent by dedicated threads, and
 * recorded in the store as delivered.
 */
#ifndef STOS_SERVER_NOTIFY_SEND_H
#define STOS_SERVER_NOTIFY_SEND_H

#include "notify.h"
#include "mail.h"
#include "notify_facts.h"
#include "server/people/mailbox.h"
#include "push_http.h"

enum { NOTIFY_THREADS = 4, NOTIFY_TOLD_MOST = 20 };

/* What one thread sends with. */
struct notify_sender {
    struct push_sender *push_sender;
    struct mailer *mailer;
};

struct notify {
    struct push_keys keys;
    const char *services; /* push services that may be used; NULL: nobody is called by Web Push */
    struct mail_route route; /* without url: no mail is sent */
    struct pool *pool;       /* of threads that send */
    struct notify_sender sender[NOTIFY_THREADS];
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
    struct notify_waiting waiting[NOTIFY_TOLD_MOST];
    int waiting_count;
    struct notify_device device[NOTIFY_DEVICES];
    bool gone[NOTIFY_DEVICES]; /* the subscription has ended: to be deleted */
    int device_count;
    struct mailbox mailbox;
    bool by_mail;
    enum mail_result mailed;
    int taken, failed, dropped;
    enum store_status status; /* of noting it */
    char reason[STORE_MESSAGE];
};

/* The module's state. */
struct notifying {
    struct notify *calls; /* NULL: nobody can be notified (notify_start.c) */
};

struct notify *notify_of(const struct server *server); /* NULL: turned off */

/* Looks for people who have to be called now, and calls them. */
void notify_look(struct server *server);

/* The notification in one line, in the person's language, with the path of the page that it links
 * to. */
enum { NOTIFY_TITLE = 160, NOTIFY_PATH = 80 };
void notify_title(const struct call *call, char title[NOTIFY_TITLE], char path[NOTIFY_PATH]);
const char *notify_game(const struct call *call); /* its title; "": there are several */

#endif
