/*
 * invitations.h - who was invited to which table, by whom: kept as facts of the person who is invited ("invitation:CODE-WHO"), so that
 * they find it whenever they come, on every device and node. An invitation ends with the commit that gives them a seat, when they dismiss
 * it, and with the table.
 *
 * Only people one has played with can be invited. Whether they hear of it, and that they have blocked whoever asks, is not told.
 */
#ifndef STOS_SERVER_INVITATIONS_H
#define STOS_SERVER_INVITATIONS_H

#include "host.h"

bool invitations_hear(struct server *server, const char *message); /* of another node; false: it is about something else */

#endif
