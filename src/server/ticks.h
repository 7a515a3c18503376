/*
 * ticks.h - the server's periodic work, and its end.
 */
#ifndef STOS_SERVER_TICKS_H
#define STOS_SERVER_TICKS_H

#include "server/core/core.h"

void ticks_hear_news(struct server *server);  /* gives it to whichever module it is for */
void ticks_turn_ended(struct server *server); /* at the end of each turn of the loop */
void ticks_fast(struct server *server);       /* several times a second */
void ticks_slow(struct server *server);       /* every second */

/* Notifies everybody; requests are refused from now on. */
void ticks_begin_stop(struct server *server);
void ticks_close_everybody(struct server *server);

#endif
