/*
 * notify_mail.h - notifications by e-mail.
 */
#ifndef STOS_SERVER_NOTIFY_MAIL_H
#define STOS_SERVER_NOTIFY_MAIL_H

#include "notify_send.h"

void notify_mail(struct call *call, struct mailer *mailer); /* sends it, on a thread */
void notify_mailed(struct server *server,
                   const struct call *call);  /* records the result, on the loop */
void notify_rest_mail(struct server *server); /* tries a resting mail server when it is time */

#endif
