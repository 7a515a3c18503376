/*
 * calls.h - being called: somebody whose turn it is at a table with hours or days for a turn, or who is invited, hears of it by Web Push
 * and by e-mail, each where they want it. A call that one of the two ways took has been made.
 *
 * What somebody has to be told waits as a fact of that person in the store ("call:turn:CODE"), so a restart forgets nothing and it goes
 * with them when they are deleted. One node sends: of those whose lease holds, the one with the lowest fencing token. It gathers what a
 * person is to be told into one message, in their language, at a time that they chose; whoever has come to the table meanwhile is not
 * called. A message that could not be sent is tried some more times. When a node dies in the middle it may be sent twice: the browser
 * shows the second in place of the first, and both mails have the same Message-ID.
 *
 * Nothing secret is in a message: no cards, nothing that was said.
 */
#ifndef STOS_SERVER_CALLS_H
#define STOS_SERVER_CALLS_H

#include "host.h"
#include "push.h"

enum { CALLS_LONG_SECONDS = 3600 /* a clock from which on people are called */ };

/* False when the store cannot be read. Does nothing where the host wants no calls, or the program cannot send any. */
bool calls_start(struct server *server);
void calls_stop(struct server *server); /* messages under way are cut off; they are sent after the next start */
void calls_free(struct server *server);
void calls_tick(struct server *server);                      /* every second */
bool calls_hear(struct server *server, const char *message); /* of another node; false: it is about something else */

/* Seats of people at whose turn the clock runs for hours; taken before a change, to know afterwards whose turn has begun. */
stos_seats calls_awaited(const struct table *table);
void calls_moved(const struct host_table *table, stos_seats awaited_before);

/* Somebody with a seat has come to the table, and sees whose turn it is. */
void calls_came(const struct host_table *table, int seat);

/* There is something new to be told; the other nodes hear of it too. */
void calls_changed(struct server *server);

const struct push_keys *calls_keys(const struct server *server); /* NULL: nobody is called by Web Push here */
bool calls_can_mail(const struct server *server);

#endif
