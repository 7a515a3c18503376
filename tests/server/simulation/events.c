/*
 * events.c - a change that this node has committed is applied and told from its events; another
 * node, or the next start, reads the lines. Both have to come to the same table, byte for byte, and
 * to the same words for every reader.
 */
#include "simulation.h"

#include <string.h>

typedef bool apply_function(struct live_table *table, const struct table_event *event,
                            const char *line, size_t length);
apply_function __real_tables_apply_event, __wrap_tables_apply_event;

static size_t tell(const struct table *table, const struct table_event *event, int reader,
                   char *text, size_t size)
{
    stos_writer writer = stos_writer_on(text, size);
    table_event_json(&writer, table, event, reader);
    return writer.length;
}

static void check_words(const struct table *table, const struct table_event *event,
                        const struct table_event *read)
{
    static char text[16 * 1024], again[sizeof text];
    for (int reader = -1; reader < table_seats(table); reader++) {
        size_t length = tell(table, event, reader, text, sizeof text);
        DEMAND(length < sizeof text && tell(table, read, reader, again, sizeof again) == length &&
                   memcmp(text, again, length) == 0,
               "table %s: the line of event %u is told in other words to seat %d", table->code,
               (unsigned)event->number, reader);
    }
}

bool __wrap_tables_apply_event(struct live_table *table, const struct table_event *event,
                               const char *line, size_t length)
{
    static struct table from_line;
    struct table_event read;
    from_line = table->table;
    bool good = table_event_read(&from_line, line, length, &read) &&
        table_apply(&from_line, &read) == TABLE_OK;
    bool applied = __real_tables_apply_event(table, event, line, length);
    DEMAND(good == applied, "table %s: an event and its line do not both follow", table->code);
    if (!applied)
        return false;
    DEMAND(memcmp(&from_line, &table->table, sizeof from_line) == 0,
           "table %s: event %u makes another table than its line", table->code,
           (unsigned)event->number);
    check_words(&table->table, event, &read);
    return true;
}
