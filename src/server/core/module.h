/*
 * module.h - what a part of the server offers to the rest: its verbs, and when it is called.
 *
 * modules.c has the table of all modules. They start in its order and stop in the opposite one. A
 * hook that a module does not need is NULL. To add a verb, write its function and a row beside it.
 */
#ifndef STOS_SERVER_MODULE_H
#define STOS_SERVER_MODULE_H

#include "limiter.h"
#include "request.h"

/* Whose requests are handled: of those who have said `hello`, or of anybody. */
enum verb_when { VERB_AFTER_HELLO, VERB_ANY_TIME };

struct verb {
    const char *name;
    request_verb *run;
    enum verb_when when;
    enum limit_cost cost; /* which budget it is charged to, and how much; 0: it is free */
    double price;
};

/* In the order of their start: each uses only modules above it. */
enum module_id {
    MODULE_CONNECTION,
    MODULE_TASK,
    MODULE_ADMISSION,
    MODULE_BANS,
    MODULE_NEWS,
    MODULE_BLOCKS,
    MODULE_NODES,
    MODULE_OUTAGES,
    MODULE_ALARMS,
    MODULE_TABLES,
    MODULE_BROADCAST,
    MODULE_TURNS,
    MODULE_TABLE_LOGS,
    MODULE_OWNERSHIP,
    MODULE_ACTOR,
    MODULE_BATCH,
    MODULE_HINTS,
    MODULE_PERMISSION,
    MODULE_LIFETIME,
    MODULE_PEOPLE,
    MODULE_ACCOUNT,
    MODULE_BLOCK_VERBS,
    MODULE_EXPORT,
    MODULE_DELETION,
    MODULE_RATINGS,
    MODULE_RECENT_PLAYERS,
    MODULE_DAY,
    MODULE_CHAMPION,
    MODULE_PLAY,
    MODULE_TABLE_VERBS,
    MODULE_STUDY,
    MODULE_CHAT_HISTORY,
    MODULE_SERIES,
    MODULE_FIND,
    MODULE_ANALYZE,
    MODULE_NOTIFY,
    MODULE_NOTIFY_VERBS,
    MODULE_INVITATIONS,
    MODULE_MAIL_VERBS,
    MODULE_ADMIN,
    MODULE_MODERATION,
    MODULE_PREVIEW,
    MODULE_STORE_WATCH,
    MODULE_LISTEN,
    MODULES
};

struct module {
    const char *name;
    size_t state;             /* bytes of it: see module_state() in core.h */
    const struct verb *verbs; /* up to a row without a name; NULL: none */
    bool (*start)(struct server *server, char *message,
                  size_t size); /* before anybody connects; false, with the reason: it cannot */
    void (*tick)(struct server *server);   /* several times a second, and when stopping begins */
    void (*second)(struct server *server); /* every second */
    void (*turn)(struct server *server);   /* at the end of each turn of the loop */
    bool (*hear)(struct server *server,
                 const char *message);   /* from another node; false: it is about something else */
    void (*stop)(struct server *server); /* at the end: nothing is under way any more */
};

extern const struct module *const modules[MODULES]; /* modules.c */

/* What is done with all of them, one after the other. */
const struct verb *modules_find_verb(const char *name); /* NULL: there is none */
bool modules_start(struct server *server, char *message,
                   size_t size); /* false, with the reason: one of them cannot */
void modules_tick(struct server *server);
void modules_second(struct server *server);
void modules_turn(struct server *server);
void modules_hear(struct server *server, const char *message);
void modules_stop(struct server *server);
void modules_free(struct server *server); /* their states, which callbacks of the loop may use until
                                             it has ended */

#endif
