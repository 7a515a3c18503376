/*
 * rival.h - what `champion` reaches on the deals of the day in the place of people, and whether they can be won at all.
 *
 * A thread of its own finds it out, a turn at a time and with a low priority, so that nobody waits for it, from when somebody first opens
 * the page of the day. It is kept as facts of the store, two days of it, and of THE GAME the number of cards left for good, as a yardstick
 * (store.h); so every node knows it and a restart forgets nothing. The limits are counted in nodes: every node, and everybody who
 * checks, finds the same.
 */
#ifndef STOS_SERVER_RIVAL_H
#define STOS_SERVER_RIVAL_H

#include "table/day.h"

#include "store/store.h"

struct connection;
struct request;
struct server;

enum { RIVAL_LEVELS = 16, RIVAL_WAY = STORE_FACT_VALUE };

/* What is known of one deal; both are "" while nothing is. */
struct rival_found {
    char winnable[8]; /* yes, no or unknown; "-" where that is no question */
    char result[STOS_RESULT_TEXT];
};

/* Of all levels of a day. */
enum store_status rival_read(struct store *store, int64_t day, struct rival_found found[RIVAL_LEVELS]);

/* A record that wins the deal, as a text; STORE_NONE where none was found. */
enum store_status rival_read_way(struct store *store, int64_t day, const struct day_level *level, char way[RIVAL_WAY]);

/* Is to be found out; asking again costs nothing. */
void rival_want(struct server *server, int64_t day, int level);
void rival_tick(struct server *server);   /* every second */
void rival_forget(struct server *server); /* at the end */

#endif
