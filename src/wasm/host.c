/*
 * host.c - tables in the browser: the very table that the server runs, for one person and bots.
 *
 * The host of the page (web/src/local) does what the server does: it asks, writes down the lines of the answer, applies
 * them, and tells. One answer is held between asking and applying. A table is a handle, to be freed; the person at it is always
 * the same one, since there is nobody else in a browser. Times are milliseconds since 1970.
 */
#include "job.h"
#include "wasm.h"

#include "base/text.h"
#include "table/table.h"
#include "table/table_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PERSON = 1 };

/* A table without events; NULL when memory is short. */
WASM_EXPORT struct table *wasm_table_new(void);
WASM_EXPORT void wasm_table_free(struct table *table);

/*
 * These make an answer and return 0 when it is good, else a number that is not 0; wasm_refusal() then says why.
 *   open      lines: code, key, rules, talk, door, turn seconds, grace seconds, flags (five of 0 and 1, as in table.h)
 *   ask       lines: verb, ref, key, text, matter, seed (hexadecimal), id of a game, commitment; position -1: none
 *   bot_move  the move that a bot chose for its seat
 *   tick      what the time does; come: the person looks at the table again
 *   credit    gives back the time that the page was closed
 */
WASM_EXPORT int wasm_table_open(const struct table *table, double now_ms, int length);
WASM_EXPORT int wasm_table_ask(const struct table *table, int seat, int yes, double position, double now_ms, int length);
WASM_EXPORT int wasm_table_bot_move(const struct table *table, int seat, double position, double now_ms, int length);
WASM_EXPORT int wasm_table_tick(const struct table *table, double now_ms);
WASM_EXPORT int wasm_table_come(struct table *table, int seat, double now_ms);
WASM_EXPORT int wasm_table_credit(const struct table *table, double ms, double now_ms);

/* {"error":...,"message":...} of the last answer that was not good; the input still holds what was asked. */
WASM_EXPORT int wasm_refusal(void);
/* The number that the request is answered with: of its first event, also when it was done before. */
WASM_EXPORT double wasm_answer_number(void);
/* The events of the answer as lines for the log; nothing when there are none. */
WASM_EXPORT int wasm_answer_lines(const struct table *table);
/* Applies the answer; its events as a reader may see them, as a JSON list. */
WASM_EXPORT int wasm_answer_apply(struct table *table, int reader);
/* Reads and applies the next line of a log, and tells the event as a reader may see it; nothing when it cannot follow. */
WASM_EXPORT int wasm_table_retell(struct table *table, int reader, int length);

/* A hint of a seat; lines: a pile ("" for oneself), the hint. 0 when it is good. */
WASM_EXPORT int wasm_table_hint(struct table *table, int seat, int length);
/* The same from a bot, in numbers; pile -1: oneself. */
WASM_EXPORT int wasm_table_hint_number(struct table *table, int seat, int pile, int hint);

/* JSON for a reader: the whole table; what changes with events; only who is here; only the hints. */
WASM_EXPORT int wasm_table_snapshot(const struct table *table, int reader, double now_ms, int with_moves);
WASM_EXPORT int wasm_table_now(const struct table *table, int reader, double now_ms, int with_moves);
WASM_EXPORT int wasm_table_seats(const struct table *table, int reader);
WASM_EXPORT int wasm_table_hints(const struct table *table);

/* Questions. */
WASM_EXPORT double wasm_table_due_ms(const struct table *table); /* when tick has something to do; infinite: never */
WASM_EXPORT int wasm_table_own_seat(const struct table *table);  /* -1: not seated */
WASM_EXPORT int wasm_table_last(const struct table *table);
WASM_EXPORT double wasm_table_position(const struct table *table);
WASM_EXPORT int wasm_table_is_running(const struct table *table);
WASM_EXPORT int wasm_table_bots_due(const struct table *table);     /* seats, as bits */
WASM_EXPORT int wasm_table_bots_talking(const struct table *table); /* seats whose bot gives hints now, as bits */

/* What to ask the bot of a seat, for think.c; `seed` is any whole number. */
WASM_EXPORT int wasm_table_job(const struct table *table, int seat, double seed);
/* Lines: the id of a game, then the whole log of its table. Its record; nothing while it is not over. */
WASM_EXPORT int wasm_log_record(int length);

static struct table_answer answer;
static struct wasm_text asked; /* the text that the answer is about, inside the input */

static const char *const verb_words[TABLE_VERBS] = {
    [TABLE_SIT] = "sit",     [TABLE_LEAVE] = "leave", [TABLE_FILL] = "fill",           [TABLE_GIVE] = "give",
    [TABLE_BEGIN] = "begin", [TABLE_MOVE] = "move",   [TABLE_TAKE_BACK] = "take_back", [TABLE_SAY] = "say",
    [TABLE_AGREE] = "agree", [TABLE_GO_ON] = "go_on", [TABLE_RESIGN] = "resign"};

struct table *wasm_table_new(void) { return calloc(1, sizeof(struct table)); }

void wasm_table_free(struct table *table) { free(table); }

/* ---------------------------------------------------------------- asking */

/* Copies a line to a text with its NUL; false if it does not fit. */
static bool copy_line(struct wasm_lines *lines, char *out, size_t size)
{
    struct wasm_text line = wasm_line(lines);
    if (line.length >= size)
        return false;
    memcpy(out, line.text, line.length);
    out[line.length] = '\0';
    return true;
}

static uint32_t line_seconds(struct wasm_lines *lines)
{
    struct wasm_text line = wasm_line(lines);
    struct text_reader reader = {line.text, line.text + line.length};
    int seconds = 0;
    text_take_number(&reader, 0, INT32_MAX, &seconds);
    return (uint32_t)seconds;
}

static int refuse(enum table_reason reason)
{
    memset(&answer, 0, sizeof answer);
    asked = (struct wasm_text){"", 0};
    answer.reason = (uint8_t)reason;
    return answer.reason;
}

static bool read_settings(struct wasm_lines *lines, struct table_settings *settings)
{
    char talk[16], door[16], flags[8];
    asked = wasm_line(lines);
    answer.error = stos_rules_parse(asked.text, asked.length, &settings->rules);
    if (answer.error.reason != STOS_OK || !copy_line(lines, talk, sizeof talk) || !copy_line(lines, door, sizeof door))
        return false;
    settings->talk = (uint8_t)table_talk_of(talk);
    settings->door = (uint8_t)table_door_of(door);
    settings->turn_seconds = line_seconds(lines);
    settings->grace_seconds = line_seconds(lines);
    if (!copy_line(lines, flags, sizeof flags) || strlen(flags) != 5)
        return false;
    settings->takeback = flags[0] == '1';
    settings->odds = flags[1] == '1';
    settings->memory = flags[2] == '1';
    settings->watchable = flags[3] == '1';
    settings->begin_when_full = flags[4] == '1';
    return true;
}

int wasm_table_open(const struct table *table, double now_ms, int length)
{
    struct wasm_lines lines = wasm_lines(length);
    struct table_settings settings = {0};
    char code[TABLE_CODE], key[TABLE_KEY];
    refuse(TABLE_BAD_LOG);
    if (table->last != 0 || !copy_line(&lines, code, sizeof code) || !copy_line(&lines, key, sizeof key))
        return answer.reason;
    if (!read_settings(&lines, &settings)) {
        answer.reason = TABLE_ILLEGAL;
        return answer.reason;
    }
    if (!table_open_event(&answer.event[0], code, key, &settings, PERSON, (int64_t)now_ms))
        return answer.reason;
    answer.reason = TABLE_OK;
    answer.events = 1;
    return TABLE_OK;
}

static int verb_of(const char *word)
{
    for (int verb = 0; verb < TABLE_VERBS; verb++)
        if (strcmp(verb_words[verb], word) == 0)
            return verb;
    return -1;
}

int wasm_table_ask(const struct table *table, int seat, int yes, double position, double now_ms, int length)
{
    struct wasm_lines lines = wasm_lines(length);
    char verb[16], key[TABLE_KEY], matter[16], id[TABLE_GAME_ID], commitment[TABLE_HEX];
    stos_seed seed;
    if (!copy_line(&lines, verb, sizeof verb) || verb_of(verb) < 0)
        return refuse(TABLE_BAD_LOG);
    struct wasm_text ref = wasm_line(&lines);
    if (!copy_line(&lines, key, sizeof key))
        return refuse(TABLE_WRONG_KEY);
    asked = wasm_line(&lines);
    if (!copy_line(&lines, matter, sizeof matter))
        return refuse(TABLE_BAD_MATTER);
    struct wasm_text hex = wasm_line(&lines);
    bool deals = copy_line(&lines, id, sizeof id) && copy_line(&lines, commitment, sizeof commitment) &&
        stos_seed_parse(hex.text, hex.length, &seed).reason == STOS_OK;
    int about = matter[0] ? table_matter_of(matter) : 0;
    if (about < 0)
        return refuse(TABLE_BAD_MATTER);
    struct table_request request = {.verb = (uint8_t)verb_of(verb),
                                    .matter = (uint8_t)about,
                                    .yes = yes != 0,
                                    .seat = seat,
                                    .person = PERSON,
                                    .ref = ref.length ? table_ref(PERSON, ref.text, ref.length) : 0,
                                    .now_ms = (int64_t)now_ms,
                                    .has_position = position >= 0,
                                    .position = position >= 0 ? (uint32_t)position : 0,
                                    .text = asked.text,
                                    .text_length = asked.length,
                                    .key = key[0] ? key : NULL,
                                    .seed = deals ? &seed : NULL,
                                    .game_id = deals ? id : NULL,
                                    .commitment = deals ? commitment : NULL};
    table_ask(table, &request, &answer);
    return answer.reason;
}

int wasm_table_bot_move(const struct table *table, int seat, double position, double now_ms, int length)
{
    struct wasm_lines lines = wasm_lines(length);
    stos_move move;
    if (table->last == 0 || stos_move_parse(table->settings.rules.game, lines.at, (size_t)(lines.end - lines.at), &move).reason != STOS_OK)
        return refuse(TABLE_ILLEGAL);
    table_ask_for_bot(table, seat, (uint32_t)position, move, (int64_t)now_ms, &answer);
    return answer.reason;
}

int wasm_table_tick(const struct table *table, double now_ms)
{
    table_tick(table, (int64_t)now_ms, &answer);
    return answer.reason;
}

int wasm_table_come(struct table *table, int seat, double now_ms)
{
    table_come(table, seat, (int64_t)now_ms, &answer);
    return answer.reason;
}

int wasm_table_credit(const struct table *table, double ms, double now_ms)
{
    table_credit(table, (int64_t)ms, (int64_t)now_ms, &answer);
    return answer.reason;
}

int wasm_refusal(void)
{
    stos_writer writer = wasm_answer();
    if (answer.reason == TABLE_ILLEGAL) {
        wasm_begin_error(&writer, answer.error, asked.text, asked.length);
        text_char(&writer, '}');
        return wasm_answered(&writer);
    }
    const char *code = table_reason_code(answer.reason), *sentence = table_reason_text(answer.reason);
    text_put(&writer, "{\"error\":");
    table_quote(&writer, code, strlen(code));
    text_put(&writer, ",\"message\":");
    table_quote(&writer, sentence, strlen(sentence));
    if (answer.reason == TABLE_TOLD_NUMBER) {
        text_put(&writer, ",\"at\":");
        text_unsigned(&writer, answer.verdict.start);
        text_put(&writer, ",\"length\":");
        text_unsigned(&writer, answer.verdict.length);
    }
    text_char(&writer, '}');
    return wasm_answered(&writer);
}

double wasm_answer_number(void) { return answer.number; }

/* ---------------------------------------------------------------- events */

int wasm_answer_lines(const struct table *table)
{
    stos_writer writer = wasm_answer();
    for (int i = 0; i < answer.events; i++) {
        char line[TABLE_EVENT_TEXT];
        size_t length = table_event_line(table, &answer.event[i], line);
        text_put(&writer, i ? "\n" : "");
        text_bytes(&writer, line, length);
    }
    return wasm_answered(&writer);
}

int wasm_answer_apply(struct table *table, int reader)
{
    stos_writer writer = wasm_answer();
    text_char(&writer, '[');
    for (int i = 0; i < answer.events; i++) {
        if (table_apply(table, &answer.event[i]) != TABLE_OK)
            return 0;
        text_comma(&writer, i == 0);
        table_event_json(&writer, table, &answer.event[i], reader);
    }
    text_char(&writer, ']');
    answer.events = 0;
    return wasm_answered(&writer);
}

int wasm_table_retell(struct table *table, int reader, int length)
{
    struct table_event event;
    struct wasm_lines lines = wasm_lines(length);
    stos_writer writer = wasm_answer();
    if (!table_event_read(table, lines.at, (size_t)(lines.end - lines.at), &event) || table_apply(table, &event) != TABLE_OK)
        return 0;
    table_event_json(&writer, table, &event, reader);
    return wasm_answered(&writer);
}

/* ---------------------------------------------------------------- hints */

int wasm_table_hint(struct table *table, int seat, int length)
{
    static const char *const piles[] = {"U1", "U2", "D1", "D2"};
    struct wasm_lines lines = wasm_lines(length);
    char pile_word[8], hint[16];
    if (!copy_line(&lines, pile_word, sizeof pile_word) || !copy_line(&lines, hint, sizeof hint))
        return refuse(TABLE_BAD_HINT);
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++)
        if (strcmp(piles[pile], pile_word) == 0)
            return refuse(table_hint(table, seat, pile, table_pile_hint_of(hint)));
    return refuse(pile_word[0] ? TABLE_BAD_HINT : table_hint(table, seat, -1, table_self_hint_of(hint)));
}

int wasm_table_hint_number(struct table *table, int seat, int pile, int hint) { return refuse(table_hint(table, seat, pile, hint)); }

/* ---------------------------------------------------------------- how it stands */

int wasm_table_snapshot(const struct table *table, int reader, double now_ms, int with_moves)
{
    stos_writer writer = wasm_answer();
    table_json(&writer, table, reader, (int64_t)now_ms, with_moves != 0);
    return wasm_answered(&writer);
}

int wasm_table_now(const struct table *table, int reader, double now_ms, int with_moves)
{
    stos_writer writer = wasm_answer();
    text_char(&writer, '{');
    table_now_json(&writer, table, reader, (int64_t)now_ms, with_moves != 0);
    text_char(&writer, '}');
    return wasm_answered(&writer);
}

int wasm_table_seats(const struct table *table, int reader)
{
    stos_writer writer = wasm_answer();
    text_char(&writer, '{');
    table_seats_json(&writer, table, reader);
    text_char(&writer, '}');
    return wasm_answered(&writer);
}

int wasm_table_hints(const struct table *table)
{
    stos_writer writer = wasm_answer();
    text_char(&writer, '{');
    table_hints_json(&writer, table);
    text_char(&writer, '}');
    return wasm_answered(&writer);
}

double wasm_table_due_ms(const struct table *table)
{
    int64_t due = table_due_ms(table);
    return due == INT64_MAX ? INFINITY : (double)due;
}

int wasm_table_own_seat(const struct table *table) { return table_seat_of(table, PERSON); }
int wasm_table_last(const struct table *table) { return (int)table->last; }
double wasm_table_position(const struct table *table) { return table->position; }
int wasm_table_is_running(const struct table *table) { return table->phase == TABLE_PLAYING || table->phase == TABLE_PAUSED; }
int wasm_table_bots_due(const struct table *table) { return table_bots_due(table); }

int wasm_table_bots_talking(const struct table *table)
{
    int seats = 0;
    if (table->phase != TABLE_PLAYING || table->settings.talk == TABLE_SILENCE)
        return 0;
    for (int seat = 0; seat < table_seats(table); seat++)
        if (table->seat[seat].kind == TABLE_BOT && table_bot_of(table, seat) && table_bot_of(table, seat)->hint)
            seats |= 1 << seat;
    return seats;
}

int wasm_table_job(const struct table *table, int seat, double seed)
{
    struct wasm_job job;
    memset(&job, 0, sizeof job);
    if (seat < 0 || seat >= table_seats(table) || !table_bot_of(table, seat))
        return 0;
    table_look(table, seat, &job.view);
    job.hints = table->hints;
    job.talks = table->settings.talk != TABLE_SILENCE;
    job.seed = (uint64_t)seed;
    job.bot = (int16_t)wasm_bot_index(table_bot_of(table, seat));
    memcpy(wasm_output, &job, sizeof job);
    return (int)sizeof job;
}

int wasm_log_record(int length)
{
    struct wasm_lines lines = wasm_lines(length);
    char id[TABLE_GAME_ID];
    stos_writer writer = wasm_answer();
    if (!copy_line(&lines, id, sizeof id) || !table_record(lines.at, (size_t)(lines.end - lines.at), id, &writer))
        return 0;
    return wasm_answered(&writer);
}
