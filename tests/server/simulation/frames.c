/*
 * frames.c - what leaves the server is true: every event that is told is in the log already, word
 * for word as its reader may see it, and how the table stands follows from the log of that very
 * table.
 */
#include "simulation.h"

#include <stdlib.h>
#include <string.h>

static char text[SERVER_SCRATCH], wanted[SERVER_SCRATCH];

static bool tells_event(const struct durable_table *table, uint32_t number, int reader)
{
    struct table_event event;
    const char *line = table->lines[number - 1].text;
    stos_writer writer = stos_writer_on(wanted, sizeof wanted);
    DEMAND(table_event_read(&table->replica, line, strlen(line), &event), "table %s: no event: %s",
           table->code, line);
    table_event_json(&writer, &table->replica, &event, reader);
    wanted[writer.length] = '\0';
    if (event.kind == TABLE_EVENT_OVER) { /* whether the seed is told depends on what is played when
                                             the frame is made */
        char *seed = strstr(wanted, ",\"seed\"");
        *(seed ? seed : &wanted[writer.length - 1]) = '\0';
    }
    return strstr(text, wanted) != NULL;
}

/* Whoever sat at that seat when it happened; they may be elsewhere now. */
static bool sat_there(const struct durable_table *table, uint32_t number, int seat,
                      table_person person)
{
    struct table_event event;
    bool there = false;
    for (uint32_t n = 0; n < number; n++) {
        if (table->lines[n].kind != TABLE_EVENT_SIT)
            continue;
        DEMAND(table_event_read(&table->replica, table->lines[n].text, strlen(table->lines[n].text),
                                &event),
               "no event");
        if (event.seat == seat)
            there = event.person == person;
    }
    return there;
}

static bool tells_as_then(const struct durable_table *table, uint32_t number, table_person person)
{
    for (int seat = 0; seat < STOS_MAX_SEATS; seat++) /* there may be fewer by now */
        if (sat_there(table, number, seat, person) && tells_event(table, number, seat))
            return true;
    return tells_event(table, number, STOS_SPECTATOR);
}

static void check_event(const struct durable_table *table, uint32_t number, table_person person)
{
    DEMAND(number >= 1 && number <= table->replica.last,
           "table %s: event %u is told before it is kept", table->code, number);
    DEMAND(tells_event(table, number, table_seat_of(&table->replica, person)) ||
               tells_as_then(table, number, person),
           "table %s: event %u is told as\n%s\nbut is\n%s", table->code, number, text, wanted);
}

/* Position and view after the last event, as the log has them. */
static void check_stand(const struct durable_table *table, const struct connection *connection)
{
    stos_writer writer = stos_writer_on(wanted, sizeof wanted);
    table_now_json(&writer, &table->replica, table_seat_of(&table->replica, connection->person),
                   world.now_ms, connection->moves);
    wanted[writer.length] = '\0';
    char *passing = strstr(wanted, ",\"hints\":[");
    DEMAND(passing, "a stand without hints");
    *passing = '\0';
    DEMAND(strstr(text, wanted), "table %s at %u is told as\n%s\nbut stands\n%s", table->code,
           table->replica.last, text, wanted);
}

/* The code is not in the frame of a reply to resume; it is the table whose events fit, so those are
 * left to the client. */
void frames_check(const struct connection *connection, const char *bytes, size_t length)
{
    memcpy(text, bytes, length);
    text[length] = '\0';
    json_t *frame = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    DEMAND(json_is_object(frame), "a frame that is no JSON: %s", text);
    const json_t *table = json_object_get(frame, "table"),
                 *events = json_object_get(frame, "events");
    const char *code =
        json_string_value(json_is_object(table) ? json_object_get(table, "code") : table);
    const struct durable_table *kept = code ? durable_find(code) : NULL;
    uint32_t last = (uint32_t)json_integer_value(json_object_get(table, "last"));
    DEMAND(kept || !table, "a table that is not kept is told: %s", text);
    for (size_t i = 0; kept && i < json_array_size(events); i++) {
        last = (uint32_t)json_integer_value(json_object_get(json_array_get(events, i), "n"));
        check_event(kept, last, connection->person);
    }
    DEMAND(!kept || last <= kept->replica.last, "table %s is told before it is kept", code);
    if (kept && last == kept->replica.last)
        check_stand(kept, connection);
    json_decref(frame);
}

/* A snapshot may lack what another node wrote a moment ago, but a node that was cut off must not
 * pass off old state as current. */
void frames_check_age(const struct live_table *host)
{
    const struct durable_table *table = durable_find(host->code);
    uint32_t last = host->table.last;
    int64_t age_ms = last < table->replica.last ? world.now_ms - table->lines[last].written_ms : 0;
    DEMAND(!world.shared || age_ms <= STORE_LEASE_MS,
           "table %s: a snapshot of %u events, though there are %u for %lld ms", table->code, last,
           table->replica.last, (long long)age_ms);
}
