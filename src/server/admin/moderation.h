/*
 * moderation.h - what the host asks for with `stos admin` or the page for hosts.
 */
#ifndef STOS_SERVER_MODERATION_H
#define STOS_SERVER_MODERATION_H

#include "server/core/core.h"

void moderation_tick(struct server *server); /* looks for new actions */
void moderation_look_again(
    struct server *server); /* the store is back: some actions may not be marked as done */

#endif
