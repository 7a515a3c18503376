/*
 * news.h - what every node has to learn for certain: sessions that have ended, people who were
 * blocked (store_news in store.h).
 *
 * Such a change is a row, written in the transaction that is acknowledged. Each node reads the rows
 * that are new twice a second, and at once when another node says that there are some. A node that
 * has not managed to for NEWS_AGE_MS refuses all requests (`store_down`): so nobody whose session
 * was ended can do anything 3 s later, whichever messages were lost. What concerns an account, and
 * taking a seat, asks the store itself in its own transaction (store_begin_for).
 */
#ifndef STOS_SERVER_NEWS_H
#define STOS_SERVER_NEWS_H

#include "server/core/core.h"

enum { NEWS_AGE_MS = 2000 };

uint64_t news_number(const struct server *server); /* of the last that this node knows */
bool news_are_old(const struct server *server, int64_t now_ms);

/*
 * A row was written here: lets the other nodes read it at once. Those of version 0.2, which know no
 * rows, act on the message itself: "bye PERSON WHOSE" or "block PERSON WHOM YES". PERSON begins
 * with a 0 here and never there, so that a node knows whether there is a row.
 */
void news_tell(struct server *server, const char *message);

#endif
