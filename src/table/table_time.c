/*
 * table_time.c - clocks: who is late, who is away too long, and what the server does to a table's
 * time.
 *
 * Time counts only while a game is played and not paused, and only for people whom the game waits
 * for: those whose turn it is, those who have not chosen their ends, those who have not voted. If
 * all have voted but disagree, and no bot can break the tie, the game waits for all of them, so
 * that the clock also ends a deadlocked vote.
 */
#include "table_internal.h"

#include <string.h>

static stos_seats people_playing(const struct table *table)
{
    stos_seats people = 0;
    for (int seat = 0; seat < table_seats(table); seat++)
        if (table_plays_itself(&table->seat[seat]))
            people |= (stos_seats)(1u << seat);
    return people;
}

static stos_seats waited_for(const struct table *table)
{
    stos_seats people = people_playing(table), without_vote = 0;
    if (stos_phase(&table->state) != STOS_PHASE_START)
        return people & stos_actors(&table->state);
    for (int seat = 0; seat < table_seats(table); seat++)
        if (stos_votes(&table->state)[seat] < 0)
            without_vote |= (stos_seats)(1u << seat);
    if (people & without_vote)
        return people & without_vote;
    return table_bots_due(table) ? 0 : people;
}

/* The next thing that time does: when, to whom, why; INT64_MAX for nothing. */
static int64_t next_due(const struct table *table, int *who, enum table_stand_in *why)
{
    int64_t first = INT64_MAX;
    stos_seats waited = table->phase == TABLE_PLAYING ? waited_for(table) : 0;
    for (int seat = 0; seat < table_seats(table); seat++) {
        if (!(waited >> seat & 1))
            continue;
        int64_t late = table->turn_since_ms + INT64_C(1000) * table->settings.turn_seconds;
        int64_t gone =
            table->seat[seat].away_since_ms + INT64_C(1000) * table->settings.grace_seconds;
        if (table->settings.turn_seconds > 0 && late < first) {
            first = late;
            *who = seat;
            *why = TABLE_LATE;
        }
        if (table->settings.grace_seconds > 0 && !table->seat[seat].present && gone < first) {
            first = gone;
            *who = seat;
            *why = TABLE_AWAY;
        }
    }
    return first;
}

/* A game that has ended without the event that says so: its log was cut. */
static bool has_ended_unsaid(const struct table *table)
{
    return table->phase == TABLE_PLAYING && stos_over(&table->state);
}

int64_t table_due_ms(const struct table *table)
{
    int who;
    enum table_stand_in why;
    return has_ended_unsaid(table) ? table->changed_ms : next_due(table, &who, &why);
}

void table_tick(const struct table *table, int64_t now_ms, struct table_answer *answer)
{
    struct table_making making;
    int who = 0;
    enum table_stand_in why = TABLE_NO_STAND_IN;
    table_make_start(&making, table, NULL, now_ms, answer);
    if (!has_ended_unsaid(table)) {
        if (next_due(table, &who, &why) > now_ms || why == TABLE_NO_STAND_IN)
            return;
        table_add_stand_in(&making, who, why, false);
    }
    table_settle(&making);
}

void table_close(const struct table *table, const char *why, int64_t now_ms,
                 struct table_answer *answer)
{
    struct table_making making;
    char result[STOS_RESULT_TEXT];
    table_make_start(&making, table, NULL, now_ms, answer);
    if (table->phase == TABLE_SHUT || table->last == 0) {
        answer->reason = TABLE_CLOSED;
        return;
    }
    if (table_is_running(table)) {
        stos_result_text(&table->state, result);
        table_add_over(&making, -1, result);
    }
    struct table_event *event = table_make(&making, TABLE_EVENT_CLOSE, -1);
    if (why && table_text_is_good(why, strlen(why))) {
        event->text_length = (uint16_t)strlen(why);
        memcpy(event->text, why, event->text_length);
    }
    table_add(&making);
}

void table_credit(const struct table *table, int64_t ms, int64_t now_ms,
                  struct table_answer *answer)
{
    struct table_making making;
    table_make_start(&making, table, NULL, now_ms, answer);
    if (table->phase != TABLE_PLAYING || table->settings.turn_seconds == 0 || ms <= 0)
        return;
    table_make(&making, TABLE_EVENT_CREDIT, -1)->ms = ms;
    table_add(&making);
}
