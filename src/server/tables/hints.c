/*
 * hints.c - hints at a table shared by several nodes: a hint given on one reaches all of them,
 * though hints are never stored.
 *
 * A message holds all hints of a seat, with their position and time; so a duplicate does no harm,
 * and the newest counts (last writer wins). Clocks of different machines differ, so a hint is later
 * than every other one that its node has heard of, whatever the clock says (a hybrid logical
 * clock), and a node that reads the table asks for the times too. A node that is behind keeps the
 * message until it gets there. One that is ahead ignores it, and receives it again when the sender
 * has caught up.
 * Messages are collected until the tick: however many hints there are, the database gets few
 * messages.
 */
#include "hints.h"

#include "broadcast.h"
#include "server/cluster/nodes.h"
#include "server/core/core.h"
#include "ownership.h"
#include "tables.h"

#include <stdio.h>
#include <string.h>

struct hinting {
    struct live_table *untold; /* tables with hints to be sent to the other nodes */
};

static struct hinting *hinting_of(const struct server *server)
{
    return module_state(server, MODULE_HINTS);
}

static bool says_something(const struct live_table *table, int seat)
{
    static const uint8_t nothing[4];
    const stos_hints *hints = &table->table.hints;
    return hints->self[seat] != STOS_SELF_NONE ||
        memcmp(hints->pile[seat], nothing, sizeof nothing) != 0;
}

/* Whether hints of that seat come from this node: its person is connected here, or it is a bot of a
 * table that this node runs. */
static bool speaks_here(const struct live_table *table, int seat)
{
    const struct table_seat *at = &table->table.seat[seat];
    return (at->kind == TABLE_BOT && ownership_runs(table)) ||
        (at->kind == TABLE_PERSON && broadcast_is_here(table, at->person));
}

static void note_untold(struct live_table *table, int seat)
{
    struct server *server = table->server;
    table->untold |= (stos_seats)(1u << seat);
    if (table->is_untold || !store_is_shared(server->store))
        return;
    table->is_untold = true;
    table->next_untold = hinting_of(server)->untold;
    hinting_of(server)->untold = table;
}

void hints_said(struct live_table *table, int seat)
{
    int64_t now_ms = server_now_ms(), before_ms = table->hint_clock_ms;
    table->hint_clock_ms = now_ms > before_ms ? now_ms : before_ms + 1;
    table->hinted_ms[seat] = table->hint_clock_ms;
    note_untold(table, seat);
}

void hints_wanted(struct live_table *table)
{
    char message[NEWS_MESSAGE];
    if (table->hints_known || table->server->store_down)
        return;
    table->hints_known = true;
    lws_snprintf(message, sizeof message, "ask %s 0", table->code);
    if (table->table.phase == TABLE_PLAYING || table->table.phase == TABLE_PAUSED)
        nodes_tell(table->server, message);
}

void hints_asked(struct live_table *table)
{
    for (int seat = 0; seat < table_seats(&table->table); seat++)
        if (table->hinted_ms[seat] > 0)
            note_untold(table, seat);
}

void hints_heard(struct live_table *table, uint32_t position, const char *each)
{
    int seat, length = 0;
    long long at_ms;
    char digits[6];
    for (; sscanf(each, " %d:%lld:%5[0-9]%n", &seat, &at_ms, digits, &length) == 3;
         each += length) {
        if (at_ms > table->hint_clock_ms)
            table->hint_clock_ms = at_ms;
        if (seat < 0 || seat >= table_seats(&table->table) || strlen(digits) != 5 ||
            at_ms <= table->heard[seat].at_ms)
            continue;
        struct hints_heard *heard = &table->heard[seat];
        *heard = (struct hints_heard){
            .position = position, .at_ms = at_ms, .self = (uint8_t)(digits[4] - '0')};
        for (int pile = 0; pile < 4; pile++)
            heard->pile[pile] = (uint8_t)(digits[pile] - '0');
    }
    hints_catch_up(table, false);
}

void hints_keep(struct live_table *table)
{
    for (int seat = 0; seat < table_seats(&table->table); seat++)
        if (says_something(table, seat)) {
            struct hints_heard *heard = &table->heard[seat];
            *heard = (struct hints_heard){.position = table->table.position,
                                          .at_ms = table->hinted_ms[seat]};
            memcpy(heard->pile, table->table.hints.pile[seat], sizeof heard->pile);
            heard->self = table->table.hints.self[seat];
        }
    memset(table->hinted_ms, 0, sizeof table->hinted_ms);
    table->untold = 0;
    table->hints_known = false;
}

/* Applies a received hint once this node has reached its position; true if that changes anything.
 */
static bool repeat(struct live_table *table, int seat, struct hints_heard *heard)
{
    struct table *at = &table->table;
    bool runs = at->phase == TABLE_PLAYING || at->phase == TABLE_PAUSED;
    bool waits = heard->position > at->position ||
        (heard->position == at->position && !runs); /* the deal is still to come */
    if (heard->at_ms == 0 || waits)
        return false;
    bool counts = heard->position == at->position && heard->at_ms > table->hinted_ms[seat];
    if (counts)
        table->hinted_ms[seat] = heard->at_ms;
    heard->at_ms = 0;
    return counts && table_say_hints(at, seat, heard->pile, heard->self);
}

void hints_catch_up(struct live_table *table, bool by_others)
{
    bool changed = false;
    for (int seat = 0; seat < table_seats(&table->table); seat++) {
        changed |= repeat(table, seat, &table->heard[seat]);
        if (by_others && says_something(table, seat) && speaks_here(table, seat))
            note_untold(table, seat);
    }
    if (changed)
        broadcast_state(table, "hints");
}

static void tell(struct live_table *table)
{
    char message[NEWS_MESSAGE];
    const stos_hints *hints = &table->table.hints;
    int length = lws_snprintf(message, sizeof message, "hint %s %u", table->code,
                              (unsigned)table->table.position);
    for (int seat = 0; seat < table_seats(&table->table); seat++) {
        const uint8_t *pile = hints->pile[seat];
        if (table->untold >> seat & 1)
            length += lws_snprintf(message + length, sizeof message - (size_t)length,
                                   " %d:%lld:%u%u%u%u%u", seat, (long long)table->hinted_ms[seat],
                                   pile[0], pile[1], pile[2], pile[3], hints->self[seat]);
    }
    table->untold = 0;
    nodes_tell(table->server, message);
}

static void tell_all(struct server *server)
{
    struct hinting *hinting = hinting_of(server);
    while (hinting->untold && !server->store_down) {
        struct live_table *table = hinting->untold;
        hinting->untold = table->next_untold;
        table->is_untold = false;
        if (table->untold && table->stage == LIVE_READY)
            tell(table);
    }
}

void hints_forget(struct live_table *table)
{
    struct live_table **at = &hinting_of(table->server)->untold;
    while (table->is_untold && *at != table)
        at = &(*at)->next_untold;
    if (table->is_untold)
        *at = table->next_untold;
}

const struct module hints_module = {
    .name = "hints", .state = sizeof(struct hinting), .tick = tell_all};
