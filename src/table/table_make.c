/*
 * table_make.c - making events, and what follows from them.
 *
 * Events are made on a copy of the table and applied to it at once, so that their consequences are
 * derived from the table as it will be: a move that ends the game, an agreement that is complete, a
 * pause that nobody is left to end.
 */
#include "table_internal.h"

#include <string.h>

/* ---------------------------------------------------------------- making events */

void table_make_start(struct table_making *making, const struct table *table,
                      const struct table_request *request, int64_t now_ms,
                      struct table_answer *answer)
{
    making->after = *table;
    making->request = request;
    making->now_ms = now_ms < 0 ? 0 : now_ms > TABLE_TIME_MAX ? TABLE_TIME_MAX : now_ms;
    making->ref = request ? request->ref : 0;
    making->answer = answer;
    answer->reason = TABLE_OK;
    answer->number = table->last;
    answer->error = (stos_error){0};
    answer->verdict = (struct guard_verdict){.pass = true};
    answer->events = 0;
}

void table_refuse(struct table_making *making, enum table_reason reason)
{
    making->answer->reason = (uint8_t)reason;
    making->answer->events = 0;
}

struct table_event *table_make(struct table_making *making, enum table_event_kind kind, int seat)
{
    static const int last = TABLE_EVENTS_MAX - 1;
    struct table_answer *answer = making->answer;
    struct table_event *event = &answer->event[answer->events < last ? answer->events : last];
    memset(event, 0, sizeof *event);
    event->kind = (uint8_t)kind;
    event->seat = (int8_t)seat;
    event->number = making->after.last + 1;
    event->at_ms = making->now_ms;
    event->ref = answer->events == 0 ? making->ref : 0;
    return event;
}

/* Adds the event that table_make() returned last. */
void table_add(struct table_making *making)
{
    struct table_answer *answer = making->answer;
    if (answer->reason != TABLE_OK)
        return;
    if (answer->events == TABLE_EVENTS_MAX ||
        table_apply(&making->after, &answer->event[answer->events]) != TABLE_OK)
        table_refuse(making, TABLE_BAD_LOG);
    else
        answer->events++;
}

void table_add_plain(struct table_making *making, enum table_event_kind kind, int seat)
{
    table_make(making, kind, seat);
    table_add(making);
}

void table_add_stand_in(struct table_making *making, int seat, enum table_stand_in why, bool left)
{
    struct table_event *event = table_make(making, TABLE_EVENT_STAND_IN, seat);
    event->stand_in = (uint8_t)why;
    event->yes = left;
    table_add(making);
}

void table_add_over(struct table_making *making, int seat, const char *result)
{
    struct table_event *event = table_make(making, TABLE_EVENT_OVER, seat);
    event->seed = making->after.seed;
    memcpy(event->result, result, strlen(result));
    table_add(making);
}

void table_add_owner(struct table_making *making, int after_seat)
{
    int seats = table_seats(&making->after);
    for (int i = 1; i <= seats; i++)
        if (table_has_person(&making->after.seat[(after_seat + i) % seats])) {
            table_add_plain(making, TABLE_EVENT_OWNER, (after_seat + i) % seats);
            return;
        }
    if (making->after.owner != 0)
        table_add_plain(making, TABLE_EVENT_OWNER, -1);
}

bool table_can_deal(const struct table_making *making)
{
    return making->request && making->request->seed && making->request->game_id &&
        strlen(making->request->game_id) < TABLE_GAME_ID;
}

void table_add_deal(struct table_making *making, bool same)
{
    const struct table_request *request = making->request;
    struct table_event *event = table_make(making, TABLE_EVENT_DEAL, -1);
    const char *commitment = same ? making->after.commitment
        : request->commitment     ? request->commitment
                                  : "";
    event->seed = same ? making->after.seed : *request->seed;
    memcpy(event->game_id, request->game_id, strlen(request->game_id));
    memcpy(event->commitment, commitment, strnlen(commitment, TABLE_HEX - 1));
    table_add(making);
}

/* ---------------------------------------------------------------- what follows */

static void settle_end(struct table_making *making)
{
    char result[STOS_RESULT_TEXT];
    if (making->after.phase != TABLE_PLAYING || !stos_over(&making->after.state))
        return;
    stos_result_text(&making->after.state, result);
    table_add_over(making, -1, result);
}

static void stand_in_for_away(struct table_making *making)
{
    for (int seat = 0; seat < table_seats(&making->after); seat++)
        if (table_plays_itself(&making->after.seat[seat]) && !making->after.seat[seat].present)
            table_add_stand_in(making, seat, TABLE_AWAY, false);
}

static void settle_matters(struct table_making *making)
{
    static const uint8_t matters[] = {TABLE_END, TABLE_PAUSE, TABLE_PLAY_ON, TABLE_REMATCH,
                                      TABLE_SAME_DEAL};
    for (size_t i = 0; i < sizeof matters; i++) {
        int matter = matters[i];
        if (!table_matter_fits(&making->after, matter) ||
            !table_matter_agreed(&making->after, matter))
            continue;
        if (matter == TABLE_END)
            table_add_over(making, -1, "unfinished");
        else if (matter == TABLE_PAUSE)
            table_add_plain(making, TABLE_EVENT_PAUSE, -1);
        else if (matter == TABLE_PLAY_ON)
            stand_in_for_away(making);
        else if (table_can_deal(making))
            table_add_deal(making, matter == TABLE_SAME_DEAL);
    }
    for (int seat = 0; seat < table_seats(&making->after); seat++)
        if (table_matter_fits(&making->after, TABLE_OUT + seat) &&
            table_matter_agreed(&making->after, TABLE_OUT + seat))
            table_add_stand_in(making, seat, TABLE_RESIGNED, true);
}

/* Those who left in mid-game have no seat any more when it is over. */
static void settle_seats(struct table_making *making)
{
    for (int seat = 0; seat < table_seats(&making->after); seat++)
        if (making->after.phase == TABLE_OVER && making->after.seat[seat].left)
            table_add_plain(making, TABLE_EVENT_EMPTY, seat);
}

/* Nobody is left to end a pause: the bots go on. */
static void settle_pause(struct table_making *making)
{
    int people = 0;
    for (int seat = 0; seat < table_seats(&making->after); seat++)
        people += table_has_person(&making->after.seat[seat]);
    if (people == 0 && making->after.phase == TABLE_PAUSED)
        table_add_plain(making, TABLE_EVENT_GO_ON, 0);
}

void table_settle(struct table_making *making)
{
    settle_end(making);
    settle_matters(making);
    settle_seats(making);
    settle_pause(making);
    if (making->after.owner == 0)
        table_add_owner(making, table_seats(&making->after) - 1);
}
