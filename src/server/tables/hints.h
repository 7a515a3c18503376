/*
 * hints.h - hints at tables shared by several nodes.
 */
#ifndef STOS_SERVER_HINTS_H
#define STOS_SERVER_HINTS_H

#include "tables.h"

void hints_said(struct live_table *table, int seat); /* on this node: to be sent to the others */
void hints_wanted(
    struct live_table *table); /* somebody is there: asks the others for pending hints */
void hints_asked(struct live_table *table); /* another node asks for them */
void hints_heard(struct live_table *table, uint32_t position,
                 const char *each);        /* received from another node */
void hints_keep(struct live_table *table); /* the table is about to be reread: saves its hints */
void hints_catch_up(struct live_table *table, bool by_others); /* the table has moved on */
void hints_forget(struct live_table *table);                   /* the table is being removed */

#endif
