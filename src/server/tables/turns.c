/* turns.c - see turns.h. */
#include "turns.h"

#include "server/core/core.h"

#include <stdlib.h>
#include <string.h>

struct noted_turn {
    struct noted_turn *next;
    struct turn_note note;
};

struct turns {
    struct noted_turn *first, *last; /* last: only if there is a first */
};

stos_seats turns_awaited(const struct table *table)
{
    stos_seats people = 0;
    if (table->phase != TABLE_PLAYING || table->settings.turn_seconds < TURNS_LONG_SECONDS)
        return 0;
    for (int seat = 0; seat < table_seats(table); seat++)
        if (table->seat[seat].kind == TABLE_PERSON && !table->seat[seat].program &&
            table->seat[seat].stand_in == TABLE_NO_STAND_IN)
            people |= (stos_seats)(1u << seat);
    return people & stos_actors(&table->state);
}

static void add(const struct live_table *table, int seat, bool over)
{
    struct turns *turns = module_state(table->server, MODULE_TURNS);
    struct noted_turn *noted = calloc(1, sizeof *noted);
    if (!noted)
        return;
    noted->note = (struct turn_note){
        .person = table->table.seat[seat].person, .over = over, .since_ms = server_now_ms()};
    memcpy(noted->note.code, table->code, sizeof noted->note.code);
    lws_strncpy(noted->note.game, stos_game_name(table->table.settings.rules.game),
                sizeof noted->note.game);
    if (turns->first)
        turns->last->next = noted;
    else
        turns->first = noted;
    turns->last = noted;
}

void turns_moved(const struct live_table *table, stos_seats awaited_before)
{
    stos_seats awaited = turns_awaited(&table->table);
    for (int seat = 0; seat < table_seats(&table->table); seat++) {
        const struct table_seat *at = &table->table.seat[seat];
        bool was = awaited_before >> seat & 1, is = awaited >> seat & 1;
        if (was != is && at->person != 0 && (was || !at->present)) /* whoever is there sees it */
            add(table, seat, was);
    }
}

void turns_came(const struct live_table *table, int seat)
{
    if (turns_awaited(&table->table) >> seat & 1)
        add(table, seat, true);
}

bool turns_take(struct server *server, struct turn_note *note)
{
    struct turns *turns = module_state(server, MODULE_TURNS);
    struct noted_turn *noted = turns->first;
    if (!noted)
        return false;
    *note = noted->note;
    turns->first = noted->next;
    free(noted);
    return true;
}

static void stop(struct server *server)
{
    for (struct turn_note note; turns_take(server, &note);)
        ;
}

const struct module turns_module = {.name = "turns", .state = sizeof(struct turns), .stop = stop};
