/*
 * invitations.h - who was invited to which table, by whom: stored as facts of the invited person
 * ("invitation:CODE-WHO"), so that they find it whenever they connect, on any device and node. An
 * invitation ends with the commit that gives them a seat, when they dismiss it, or with the table.
 *
 * You can only invite people you have played with. The sender does not learn whether it was
 * delivered, or that they are blocked.
 */
#ifndef STOS_SERVER_INVITATIONS_H
#define STOS_SERVER_INVITATIONS_H

#include "server/core/core.h"

bool invitations_hear(
    struct server *server,
    const char *message); /* from another node; false: it is about something else */

#endif
