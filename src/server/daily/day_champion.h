/*
 * day_champion.h - what `champion` scores on the deals of the day in place of the people, and
 * whether they can be won at all.
 *
 * A dedicated low-priority thread works it out, a turn at a time, so that nobody waits for it,
 * starting when somebody first opens the page of the day. Results are facts of the store, kept for
 * two days; for THE GAME the number of cards left is kept permanently, as a yardstick (store.h). So
 * every node knows them and they survive a restart. The search limits are counted in search nodes,
 * not time, so that every server, and everybody who checks, gets the same result.
 */
#ifndef STOS_SERVER_DAY_CHAMPION_H
#define STOS_SERVER_DAY_CHAMPION_H

#include "table/day.h"

#include "store/store.h"

struct connection;
struct request;
struct server;

enum { CHAMPION_LEVELS = 16, CHAMPION_WAY = STORE_FACT_VALUE };

/* What is known about one deal; both are "" while nothing is known. */
struct champion_found {
    char winnable[8]; /* yes, no or unknown; "-" where the question does not apply */
    char result[STOS_RESULT_TEXT];
};

/* Reads the results of all levels of a day. */
enum store_status champion_read(struct store *store, int64_t day,
                                struct champion_found found[CHAMPION_LEVELS]);

/* A winning record of the deal, as text; STORE_NONE if none was found. */
enum store_status champion_read_way(struct store *store, int64_t day, const struct day_level *level,
                                    char way[CHAMPION_WAY]);

/* Requests the results of a level; task again costs nothing. */
void champion_want(struct server *server, int64_t day, int level);

#endif
