/*
 * house.h - a house with one table, for the tests: it asks, writes events down as lines, reads the
 * lines back and applies what it read, as a server does. So every test of the table is also one of
 * the log.
 */
#ifndef STOS_TESTS_TABLE_HOUSE_H
#define STOS_TESTS_TABLE_HOUSE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "table/table.h"
#include "table/table_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOUSE_LOG = 1 << 20, ANN = 11, BEN = 22, CAT = 33, DAN = 44 };

#define HOUSE_KEY "k3yOfTheLink"
#define HOUSE_COMMITMENT "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

struct house {
    struct table table;
    struct table_answer answer; /* to the last thing asked */
    int64_t now_ms;
    uint64_t next_seed;
    stos_seed seed;
    char game_id[TABLE_GAME_ID];
    size_t log_length;
    char log[HOUSE_LOG];
};

static inline void house_write(struct house *house, const struct table_event *event)
{
    char line[TABLE_EVENT_TEXT], again[TABLE_EVENT_TEXT];
    struct table_event read;
    size_t length = table_event_line(&house->table, event, line);
    assert_true(length < sizeof line && strlen(line) == length && !strchr(line, '\n'));
    if (!table_event_read(&house->table, line, length, &read))
        fail_msg("a line of the log is not read back: %s", line);
    assert_int_equal(table_event_line(&house->table, &read, again), length);
    assert_memory_equal(line, again, length);
    if (table_apply(&house->table, &read) != TABLE_OK)
        fail_msg("an event of an answer does not follow: %s", line);
    assert_true(house->log_length + length + 1 < HOUSE_LOG);
    memcpy(house->log + house->log_length, line, length);
    house->log_length += length;
    house->log[house->log_length++] = '\n';
}

/* Makes happen what the last answer says. */
static inline void house_accept(struct house *house)
{
    for (int i = 0; i < house->answer.events; i++) {
        assert_int_equal(house->answer.event[i].number, house->table.last + 1);
        house_write(house, &house->answer.event[i]);
    }
}

static inline struct table_settings house_settings(const char *rules)
{
    struct table_settings settings;
    memset(&settings, 0, sizeof settings);
    assert_int_equal(stos_rules_parse(rules, strlen(rules), &settings.rules).reason, STOS_OK);
    settings.talk = TABLE_TEXT;
    settings.takeback = settings.watchable = true;
    return settings;
}

static inline struct house *house_open(const struct table_settings *settings)
{
    struct house *house = calloc(1, sizeof *house);
    struct table_event event;
    assert_non_null(house);
    house->now_ms = 1700000000000;
    assert_true(table_open_event(&event, "bamoteki", HOUSE_KEY, settings, ANN, house->now_ms));
    house_write(house, &event);
    return house;
}

static inline struct house *house_of(const char *rules)
{
    struct table_settings settings = house_settings(rules);
    return house_open(&settings);
}

/* Asks, and makes it happen when it is allowed; returns the reason. */
static inline enum table_reason house_ask(struct house *house, struct table_request request)
{
    struct table before = house->table;
    house->now_ms += 1000;
    house->seed = stos_seed_number(++house->next_seed);
    snprintf(house->game_id, sizeof house->game_id, "game%d", (int)house->next_seed);
    request.now_ms = house->now_ms;
    request.seed = &house->seed;
    request.game_id = house->game_id;
    request.commitment = HOUSE_COMMITMENT;
    table_ask(&house->table, &request, &house->answer);
    assert_memory_equal(&house->table, &before, sizeof before); /* asking changes nothing */
    if (house->answer.reason != TABLE_OK)
        assert_int_equal(house->answer.events, 0);
    else
        house_accept(house);
    return (enum table_reason)house->answer.reason;
}

static inline enum table_reason do_verb(struct house *house, table_person person,
                                        enum table_verb verb)
{
    return house_ask(house,
                     (struct table_request){.verb = (uint8_t)verb, .person = person, .seat = -1});
}

static inline enum table_reason do_seat(struct house *house, table_person person,
                                        enum table_verb verb, int seat)
{
    return house_ask(house,
                     (struct table_request){.verb = (uint8_t)verb, .person = person, .seat = seat});
}

static inline enum table_reason do_text(struct house *house, table_person person,
                                        enum table_verb verb, int seat, const char *text)
{
    return house_ask(house,
                     (struct table_request){.verb = (uint8_t)verb,
                                            .person = person,
                                            .seat = seat,
                                            .text = text,
                                            .text_length = strlen(text)});
}

static inline enum table_reason do_sit(struct house *house, table_person person, int seat)
{
    const char *name = person == ANN ? "Ann"
        : person == BEN              ? "Ben \"B\" O'Neil"
        : person == CAT              ? "Kateřina"
                                     : "Дан";
    return do_text(house, person, TABLE_SIT, seat, name);
}

static inline enum table_reason do_move(struct house *house, table_person person, const char *move)
{
    return do_text(house, person, TABLE_MOVE, -1, move);
}

static inline enum table_reason do_agree(struct house *house, table_person person,
                                         enum table_matter matter, bool yes)
{
    return house_ask(house,
                     (struct table_request){.verb = TABLE_AGREE,
                                            .person = person,
                                            .seat = -1,
                                            .matter = (uint8_t)matter,
                                            .yes = yes});
}

/* The kind of the i-th event of the last answer, -1 when it has fewer. */
static inline int kind_at(const struct house *house, int i)
{
    return i < house->answer.events ? house->answer.event[i].kind : -1;
}

static inline void house_tick(struct house *house)
{
    struct table before = house->table;
    table_tick(&house->table, house->now_ms, &house->answer);
    assert_memory_equal(&house->table, &before, sizeof before);
    assert_int_equal(house->answer.reason, TABLE_OK);
    house_accept(house);
}

static inline void house_come(struct house *house, int seat)
{
    table_come(&house->table, seat, house->now_ms, &house->answer);
    house_accept(house);
}

/* Everybody in the list sits down, comes, and the owner begins. */
static inline void house_begin(struct house *house, int people)
{
    static const table_person everybody[] = {ANN, BEN, CAT, DAN};
    for (int seat = 0; seat < people; seat++) {
        assert_int_equal(do_sit(house, everybody[seat], seat), TABLE_OK);
        house_come(house, seat);
    }
    assert_int_equal(do_verb(house, ANN, TABLE_BEGIN), TABLE_OK);
    assert_int_equal(house->table.phase, TABLE_PLAYING);
}

/* ---------------------------------------------------------------- play */

static inline int actor_of(const struct house *house)
{
    return __builtin_ctz(stos_actors(&house->table.state));
}

/* A move of whoever may act: the index-th modulo their number. */
static inline void move_text_at(const struct house *house, int seat, unsigned index,
                                char text[STOS_MOVE_TEXT])
{
    int count = stos_move_count(&house->table.state, seat);
    assert_true(count > 0);
    stos_move move = stos_move_at(&house->table.state, seat, (int)(index % (unsigned)count));
    stos_move_text(stos_state_game(&house->table.state), move, text);
}

static inline void play_one(struct house *house, unsigned index)
{
    char text[STOS_MOVE_TEXT];
    int seat = actor_of(house);
    move_text_at(house, seat, index, text);
    enum table_reason reason = do_move(house, house->table.seat[seat].person, text);
    if (reason != TABLE_OK)
        fail_msg("seat %d may not %s: %s", seat, text, table_reason_code(reason));
}

static inline void play_to_the_end(struct house *house)
{
    for (int i = 0; house->table.phase == TABLE_PLAYING; i++) {
        assert_true(i < 20000);
        play_one(house, 0);
    }
}

static inline void bot_moves(struct house *house, int seat, stos_move move)
{
    struct table before = house->table;
    table_ask_for_bot(&house->table, seat, house->table.position, move, house->now_ms,
                      &house->answer);
    assert_memory_equal(&house->table, &before, sizeof before);
    if (house->answer.reason == TABLE_OK)
        house_accept(house);
}

/* ---------------------------------------------------------------- comparing */

/* The table without what passes. */
static inline struct table lasting(const struct table *table)
{
    struct table copy = *table;
    for (int seat = 0; seat < STOS_MAX_SEATS; seat++) {
        copy.seat[seat].present = false;
        copy.seat[seat].away_since_ms = 0;
    }
    memset(&copy.hints, 0, sizeof copy.hints);
    memset(&copy.hint_history, 0, sizeof copy.hint_history);
    return copy;
}

/* Reads the log line by line into a table that is zero. */
static inline void house_replay(const struct house *house, struct table *table)
{
    struct table_event event;
    memset(table, 0, sizeof *table);
    for (const char *at = house->log, *end = at + house->log_length; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        assert_non_null(newline);
        assert_true(table_event_read(table, at, (size_t)(newline - at), &event));
        assert_int_equal(table_apply(table, &event), TABLE_OK);
        at = newline + 1;
    }
}

static inline void house_check_replay(const struct house *house)
{
    struct table replayed, now = lasting(&house->table);
    house_replay(house, &replayed);
    replayed = lasting(&replayed);
    assert_memory_equal(&replayed, &now, sizeof now);
}

/* Every test ends here: whatever happened can be read back. */
static inline void house_close(struct house *house)
{
    house_check_replay(house);
    free(house);
}

#endif
