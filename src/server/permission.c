/* permission.c - see permission.h. */
#include "permission.h"

#include "bans.h"
#include "tables.h"
#include "words.h"

#include <string.h>

/* ---------------------------------------------------------------- tables */

bool permission_banned(const struct connection *connection, const char *code)
{
    return *code && bans_person_at(connection->server, connection->person, code);
}

/* Those who only watch; who plays there in several windows counts as playing. */
static int watchers_of(const struct host_table *table)
{
    int watchers = 0;
    for (const struct attachment *at = table->attachments; at; at = at->next_of_table)
        watchers += table_seat_of(&table->table, at->connection->person) < 0;
    return watchers;
}

enum permission permission_to_watch(struct host_table *table, const struct connection *connection,
                                    const char *key)
{
    if (!table_may_watch(&table->table, connection->person, key))
        return PERMISSION_DOOR;
    bool watches = tables_attachment(table, connection) != NULL;
    return watches || watchers_of(table) < table->server->options->max_watchers ? PERMISSION_YES
                                                                                : PERMISSION_FULL;
}

void permission_show_out(struct attachment *attachment, const char *error, const char *text)
{
    struct connection *connection = attachment->connection;
    const char *message = say_in(connection, text);
    char frame[1024];
    stos_writer writer = stos_writer_on(frame, sizeof frame);
    text_put(&writer, "{\"table\":");
    table_quote(&writer, attachment->table->code, strlen(attachment->table->code));
    text_put(&writer, ",\"error\":");
    table_quote(&writer, error, strlen(error));
    text_put(&writer, ",\"message\":");
    table_quote(&writer, message, strlen(message));
    text_char(&writer, '}');
    tables_detach(attachment);
    connection_send(connection, frame, writer.length);
}
