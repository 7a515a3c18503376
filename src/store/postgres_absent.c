/* postgres_absent.c - takes the place of postgres*.c in a program that is built without PostgreSQL:
 * says so. */
#include "store_internal.h"

#include <stdio.h>

struct store *store_open_postgres(const struct store_opening *opening, enum store_status *status,
                                  char message[STORE_MESSAGE])
{
    (void)opening;
    *status = STORE_DOWN;
    snprintf(message, STORE_MESSAGE, "this program was built without PostgreSQL");
    return NULL;
}
