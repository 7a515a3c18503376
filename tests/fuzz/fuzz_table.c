/*
 * fuzz_table.c - bytes choose a table, then requests of people, moves of bots, time that passes,
 * and lines of a log. Asking changes nothing; what is refused leaves no trace; what happens is
 * written as lines that read back to the same table; a line that is no line, or cannot follow,
 * changes nothing; texts for readers are JSON.
 *
 * Input: game, options (one byte each), settings (three bytes), then for each step one byte that
 * says what happens and the bytes that choose it. Texts and lines end with a newline.
 */
#include "invariants.h"

#include "table/table.h"
#include "table/table_text.h"

#include <jansson.h>

enum { LOG_ROOM = 1 << 20, MOST_STEPS = 400 };

struct input {
    const uint8_t *at, *end;
};

struct log {
    size_t length;
    char lines[LOG_ROOM];
};

static unsigned take(struct input *input) { return input->at < input->end ? *input->at++ : 0; }

/* The rest of the line. */
static const char *take_text(struct input *input, size_t *length)
{
    const uint8_t *start = input->at, *newline = memchr(start, '\n', (size_t)(input->end - start));
    *length = (size_t)((newline ? newline : input->end) - start);
    input->at = newline ? newline + 1 : input->end;
    return (const char *)start;
}

/* ---------------------------------------------------------------- a table */

static struct table_settings take_settings(struct input *input)
{
    static const char *const rules[] = {"thegame",
                                        "thegame(players=2)",
                                        "thegame(players=5,fire=next)",
                                        "facetoface",
                                        "lie",
                                        "lie(players=2,direction=choose)",
                                        "lie(players=6,end=last,start=agree)",
                                        "thegame(players=3,start=lot)"};
    struct table_settings settings;
    const char *chosen = rules[take(input) % 8];
    unsigned bits = take(input);
    memset(&settings, 0, sizeof settings);
    MUST(!stos_rules_parse(chosen, strlen(chosen), &settings.rules).reason, "the rules are rules");
    settings.talk = (uint8_t)(bits & 1 ? TABLE_TEXT : TABLE_HINTS);
    settings.takeback = bits >> 1 & 1;
    settings.watchable = bits >> 2 & 1;
    settings.begin_when_full = bits >> 3 & 1;
    settings.door = (uint8_t)((bits >> 4 & 3) % 3);
    settings.turn_seconds = bits >> 6 & 1 ? 30 : 0;
    settings.grace_seconds = bits >> 7 & 1 ? 60 : 0;
    return settings;
}

/* Writes an event down, reads the line and applies what was read. */
static void keep(struct table *table, struct log *log, const struct table_event *event)
{
    char line[TABLE_EVENT_TEXT];
    struct table_event read;
    size_t length = table_event_line(table, event, line);
    MUST(length < sizeof line && strlen(line) == length && !strchr(line, '\n'),
         "an event is one line");
    MUST(table_event_read(table, line, length, &read), "a line is read back");
    MUST(table_apply(table, &read) == TABLE_OK, "an event of an answer follows");
    if (log->length + length + 1 < LOG_ROOM) {
        memcpy(log->lines + log->length, line, length);
        log->length += length;
        log->lines[log->length++] = '\n';
    }
}

static void accept(struct table *table, struct log *log, const struct table *before,
                   const struct table_answer *answer)
{
    MUST(memcmp(table, before, sizeof *table) == 0, "asking changes nothing");
    MUST(answer->reason != TABLE_BAD_LOG, "no answer contradicts itself");
    MUST(answer->reason == TABLE_OK || answer->events == 0, "what is refused makes no events");
    for (int i = 0; i < answer->events; i++) {
        MUST(answer->event[i].number == table->last + 1, "events are numbered without gaps");
        MUST(i == 0 || answer->event[i].ref == 0, "the first event has the ref");
        keep(table, log, &answer->event[i]);
    }
}

/* ---------------------------------------------------------------- steps */

static void ask(struct table *table, struct log *log, struct input *input, int64_t now_ms)
{
    static struct table_answer answer;
    struct table before = *table;
    stos_seed seed = stos_seed_number(table->last);
    unsigned verb = take(input) % TABLE_VERBS, who = take(input);
    struct table_request request = {.verb = (uint8_t)verb,
                                    .matter = (uint8_t)(who >> 5),
                                    .yes = who & 8,
                                    .program = who & 16,
                                    .person = 1 + who % 5,
                                    .seat = (int)(take(input) % 8) - 1,
                                    .ref = take(input) % 64,
                                    .now_ms = now_ms,
                                    .has_position = who & 16,
                                    .position = table->position,
                                    .key = who & 32 ? "thekey" : NULL,
                                    .seed = &seed,
                                    .game_id = "game"};
    request.text = take_text(input, &request.text_length);
    table_ask(table, &request, &answer);
    accept(table, log, &before, &answer);
}

/* A legal move of somebody who may act. */
static void move(struct table *table, struct log *log, struct input *input, int64_t now_ms)
{
    static struct table_answer answer;
    struct table before = *table;
    stos_seats actors = table->phase == TABLE_PLAYING ? stos_movers(&table->state) : 0;
    unsigned choice = take(input);
    char text[STOS_MOVE_TEXT];
    if (actors == 0)
        return;
    int seat = (int)(choice % STOS_MAX_SEATS);
    while (!(actors >> seat & 1))
        seat = (seat + 1) % STOS_MAX_SEATS;
    stos_move chosen = stos_move_at(
        &table->state, seat, (int)(take(input) % (unsigned)stos_move_count(&table->state, seat)));
    size_t length = stos_move_text(stos_state_game(&table->state), chosen, text);
    struct table_request request = {.verb = TABLE_MOVE,
                                    .person = table->seat[seat].person,
                                    .seat = -1,
                                    .now_ms = now_ms,
                                    .text = text,
                                    .text_length = length};
    if (table_bots_due(table) >> seat & 1)
        table_ask_for_bot(table, seat, table->position, chosen, now_ms, &answer);
    else
        table_ask(table, &request, &answer);
    accept(table, log, &before, &answer);
}

static void let_time_pass(struct table *table, struct log *log, struct input *input,
                          int64_t *now_ms)
{
    static struct table_answer answer;
    struct table before = *table;
    *now_ms += 500 * (int64_t)take(input);
    bool due = table_due_ms(table) <= *now_ms;
    table_tick(table, *now_ms, &answer);
    MUST(due == (answer.events > 0), "the clock does something when it is due, and only then");
    accept(table, log, &before, &answer);
}

static void pass_by(struct table *table, struct log *log, struct input *input, int64_t now_ms)
{
    static struct table_answer answer;
    unsigned what = take(input);
    int seat = (int)(what % 8) - 1;
    if (what & 128) {
        table_hint(table, seat, (int)(what >> 3 & 7) - 2, (int)take(input) - 1);
    } else if (what & 64) {
        table_go(table, seat, now_ms);
    } else {
        table_come(table, seat, now_ms, &answer);
        struct table before = *table;
        accept(table, log, &before, &answer);
    }
}

/* Anything as a line, with the number that comes next unless the bytes bring their own. */
static void read_anything(struct table *table, struct log *log, struct input *input, bool numbered)
{
    char line[TABLE_EVENT_TEXT + 64], again[TABLE_EVENT_TEXT];
    struct table_event event;
    struct table before = *table;
    size_t length;
    const char *text = take_text(input, &length);
    int start = numbered
        ? snprintf(line, sizeof line, "%u 1700000000000 ", (unsigned)(table->last + 1))
        : 0;
    length = length < TABLE_EVENT_TEXT ? length : TABLE_EVENT_TEXT;
    memcpy(line + start, text, length);
    length += (size_t)start;
    if (!table_event_read(table, line, length, &event))
        return;
    MUST(table_event_line(table, &event, again) == length && memcmp(line, again, length) == 0,
         "there is one way to write an event");
    if (table_apply(table, &event) != TABLE_OK) {
        MUST(memcmp(table, &before, sizeof before) == 0, "what cannot follow changes nothing");
        return;
    }
    *table = before;
    keep(table, log, &event);
}

/* ---------------------------------------------------------------- afterwards */

static void check_table_json(const struct table *table, int reader)
{
    static char json[1 << 17];
    stos_writer writer = stos_writer_on(json, sizeof json);
    table_json(&writer, table, reader, 1700000000000, true, 0);
    MUST(writer.length < sizeof json && strlen(json) == writer.length, "a table fits its room");
    json_t *read = json_loads(json, JSON_REJECT_DUPLICATES, NULL);
    MUST(read, "a table is JSON");
    json_decref(read);
}

static void check_event_json(const struct table *table, const struct table_event *event)
{
    static char json[1 << 13];
    stos_writer writer = stos_writer_on(json, sizeof json);
    table_event_json(&writer, table, event, -1);
    json_t *read = json_loads(json, JSON_REJECT_DUPLICATES, NULL);
    MUST(writer.length < sizeof json && read, "an event is JSON");
    json_decref(read);
}

static struct table without_passing(const struct table *table)
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

static void check_log(const struct table *table, const struct log *log)
{
    static struct table again;
    struct table_event event;
    memset(&again, 0, sizeof again);
    for (const char *at = log->lines, *end = at + log->length, *newline; at < end;
         at = newline + 1) {
        newline = memchr(at, '\n', (size_t)(end - at));
        MUST(table_event_read(&again, at, (size_t)(newline - at), &event), "the log is read");
        MUST(table_apply(&again, &event) == TABLE_OK, "the log follows");
        check_event_json(&again, &event);
    }
    struct table one = without_passing(table), other = without_passing(&again);
    MUST(memcmp(&one, &other, sizeof one) == 0, "a table is the sum of its events");
}

static void check_record(const struct table *table, const struct log *log)
{
    static char record[1 << 17];
    stos_writer writer = stos_writer_on(record, sizeof record);
    stos_reader reader;
    stos_move played = 1;
    int seat;
    if (!table_record(log->lines, log->length, table->game_id, &writer))
        return;
    MUST(writer.length < sizeof record && !stos_record_open(&reader, record, writer.length).reason,
         "a record is read");
    while (played != STOS_NO_MOVE)
        MUST(!stos_record_step(&reader, &seat, &played).reason, "a record is true");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct log log;
    struct input input = {data, data + size};
    struct table_settings settings = take_settings(&input);
    struct table_event open;
    struct table table;
    int64_t now_ms = 1700000000000;
    memset(&table, 0, sizeof table);
    log.length = 0;
    MUST(table_open_event(&open, "fuzz", "thekey", &settings, 1, now_ms),
         "good settings open a table");
    keep(&table, &log, &open);
    for (int step = 0; step < MOST_STEPS && input.at < input.end; step++) {
        uint32_t position = table.position;
        unsigned what = take(&input) % 16;
        if (what < 5)
            ask(&table, &log, &input, now_ms);
        else if (what < 10)
            move(&table, &log, &input, now_ms);
        else if (what < 12)
            let_time_pass(&table, &log, &input, &now_ms);
        else if (what < 14)
            pass_by(&table, &log, &input, now_ms);
        else
            read_anything(&table, &log, &input, what == 15);
        MUST(table.position >= position, "positions never fall");
    }
    for (int reader = -1; reader < table_seats(&table); reader++)
        check_table_json(&table, reader);
    check_log(&table, &log);
    check_record(&table, &log);
    return 0;
}
