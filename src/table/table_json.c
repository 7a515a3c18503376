/*
 * table_json.c - what a reader may see, as JSON with the members of docs/protocol.md.
 *
 * Everything about the cards is written from stos_look() of the reader's seat; the state itself is
 * written in only one place, put_open(), which checks that the game is over. People appear by name,
 * never by id.
 */
#include "base/text.h"
#include "game/game.h"
#include "table_internal.h"
#include "table_text.h"

#include <string.h>

/* ---------------------------------------------------------------- pieces */

void table_quote(stos_writer *writer, const char *text, size_t length)
{
    text_char(writer, '"');
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '"' || c == '\\') {
            text_char(writer, '\\');
            text_char(writer, (char)c);
        } else if (c < 0x20 || c == 0x7f) {
            char code[] = {
                '\\', 'u', '0', '0', "0123456789abcdef"[c >> 4], "0123456789abcdef"[c & 15], '\0'};
            text_put(writer, code);
        } else {
            text_char(writer, (char)c);
        }
    }
    text_char(writer, '"');
}

static void put_text(stos_writer *writer, const char *key, const char *text)
{
    text_key(writer, key);
    table_quote(writer, text, strlen(text));
}

static void put_text_or_null(stos_writer *writer, const char *key, const char *text)
{
    if (text[0])
        put_text(writer, key, text);
    else {
        text_key(writer, key);
        text_put(writer, "null");
    }
}

static void put_bool(stos_writer *writer, const char *key, bool value)
{
    text_key(writer, key);
    text_put(writer, value ? "true" : "false");
}

static void put_number(stos_writer *writer, const char *key, int64_t number)
{
    text_key(writer, key);
    text_number(writer, number);
}

static void put_seat(stos_writer *writer, int seat)
{
    text_key(writer, "seat");
    if (seat < 0)
        text_put(writer, "null");
    else
        text_number(writer, seat);
}

static void put_seed(stos_writer *writer, const stos_seed *seed)
{
    char text[72];
    stos_seed_text(seed, text);
    put_text(writer, "seed", text);
}

static void put_rules(stos_writer *writer, const stos_rules *rules)
{
    char text[STOS_RULES_TEXT];
    stos_rules_text(rules, text);
    put_text(writer, "rules", text);
}

static void put_stand_in(stos_writer *writer, const char *key, int why)
{
    put_text_or_null(writer, key, why == TABLE_NO_STAND_IN ? "" : table_stand_in_word(why));
}

/* ---------------------------------------------------------------- events */

/* The ends that somebody chose are theirs alone (LI3). */
static void put_move(stos_writer *writer, const stos_game *game, const struct table_event *event,
                     int reader)
{
    char text[STOS_MOVE_TEXT];
    bool secret = stos_move_kind(event->move) == STOS_SHOW && event->seat != reader;
    stos_move_text(game, event->move, text);
    put_text(writer, "move", secret ? "show" : text);
    if (event->stand_in != TABLE_NO_STAND_IN)
        put_stand_in(writer, "for", event->stand_in);
}

static void put_event_members(stos_writer *writer, const struct table *table,
                              const struct table_event *event, int reader)
{
    switch (event->kind) {
    case TABLE_EVENT_OPEN:
    case TABLE_EVENT_LOBBY: put_rules(writer, &event->settings.rules); break;
    case TABLE_EVENT_SIT:
        put_text(writer, "name", event->name);
        put_bool(writer, "program", event->program);
        break;
    case TABLE_EVENT_BOT: put_text(writer, "bot", event->bot); break;
    case TABLE_EVENT_DEAL:
        put_text(writer, "game", event->game_id);
        put_text_or_null(writer, "commitment", event->commitment);
        break;
    case TABLE_EVENT_MOVE: put_move(writer, table->settings.rules.game, event, reader); break;
    case TABLE_EVENT_SAY:
        text_key(writer, "text");
        table_quote(writer, event->text, event->text_length);
        break;
    case TABLE_EVENT_AGREE:
        put_text(writer, "matter", table_matter_word(event->matter));
        put_bool(writer, "yes", event->yes);
        break;
    case TABLE_EVENT_STAND_IN: put_stand_in(writer, "why", event->stand_in); break;
    case TABLE_EVENT_OVER:
        put_text(writer, "result", event->result);
        if (!table_is_running(table) ||
            !table->repeats) /* else it is the seed of the cards that are being played */
            put_seed(writer, &event->seed);
        break;
    case TABLE_EVENT_CLOSE:
        if (event->text_length > 0) {
            text_key(writer, "reason");
            table_quote(writer, event->text, event->text_length);
        }
        break;
    case TABLE_EVENT_REMOVE:
        if (reader >= 0 && event->key[0])
            put_text(writer, "key", event->key);
        break;
    default: break;
    }
}

static bool shows_seat(int kind)
{
    return kind != TABLE_EVENT_OPEN && kind != TABLE_EVENT_DEAL && kind != TABLE_EVENT_PAUSE &&
        kind != TABLE_EVENT_CREDIT && kind != TABLE_EVENT_OVER && kind != TABLE_EVENT_CLOSE &&
        kind != TABLE_EVENT_LOBBY;
}

static void put_event_head(stos_writer *writer, uint32_t number, int64_t at_ms, const char *what)
{
    text_char(writer, '{');
    put_number(writer, "n", number);
    put_number(writer, "at", at_ms);
    put_text(writer, "what", what);
}

void table_event_json(stos_writer *writer, const struct table *table,
                      const struct table_event *event, int reader)
{
    put_event_head(writer, event->number, event->at_ms, table_event_word(event->kind));
    if (shows_seat(event->kind))
        put_seat(writer, event->seat);
    put_event_members(writer, table, event, reader);
    text_char(writer, '}');
}

void table_hidden_json(stos_writer *writer, const struct table_event *event)
{
    put_event_head(writer, event->number, event->at_ms, "hidden");
    text_char(writer, '}');
}

/* ---------------------------------------------------------------- how it stands */

/* Room left for a text that is written by another hand; `length` counts what did not fit. */
static size_t room_of(const stos_writer *writer)
{
    return writer->size > writer->length ? writer->size - writer->length : 0;
}

static void skip_written(stos_writer *writer, size_t length)
{
    writer->length += length;
    writer->last = '}';
}

/* Terminals of version 0.2 read a view byte for byte and know no turn after the game; `open` has
 * it. */
static void put_view(stos_writer *writer, const stos_view *view)
{
    size_t room = room_of(writer);
    stos_view known = *view;
    size_t turn_at = stos_view_game(view)->turn_at;
    if (turn_at > 0 && stos_view_actors(view) == 0)
        ((uint8_t *)&known)[turn_at] = GAME_TURN_UNKNOWN;
    skip_written(writer, stos_view_json(&known, room ? writer->out + writer->length : NULL, room));
}

/* After the game, and only then, all cards lie open. */
static void put_open(stos_writer *writer, const struct table *table)
{
    if (table->result[0] == '\0' || table_is_running(table))
        return;
    text_key(writer, "open");
    size_t room = room_of(writer);
    skip_written(writer,
                 stos_state_json(&table->state, room ? writer->out + writer->length : NULL, room));
}

static void put_moves(stos_writer *writer, const stos_view *view, bool may_move)
{
    stos_move moves[STOS_MAX_MOVES];
    char text[STOS_MOVE_TEXT];
    int count = may_move ? stos_view_moves(view, moves) : 0;
    text_key(writer, "moves");
    text_char(writer, '[');
    for (int i = 0; i < count; i++) {
        size_t length = stos_move_text(stos_view_game(view), moves[i], text);
        text_comma(writer, i == 0);
        table_quote(writer, text, length);
    }
    text_char(writer, ']');
}

static void put_knowledge(stos_writer *writer, const struct table *table, int reader,
                          bool with_moves)
{
    stos_view view;
    text_key(writer, "view");
    if (!table_has_cards(table)) {
        text_put(writer, "null");
        return;
    }
    table_look(table, reader, &view);
    put_view(writer, &view);
    put_open(writer, table);
    if (with_moves)
        put_moves(writer, &view, reader >= 0 && table->phase == TABLE_PLAYING);
}

void table_hints_json(stos_writer *writer, const struct table *table)
{
    static const char *const piles[] = {"U1", "U2", "D1", "D2"};
    text_key(writer, "hints");
    text_char(writer, '[');
    for (int seat = 0; seat < table_seats(table); seat++) {
        const uint8_t *said = table->hints.pile[seat];
        text_comma(writer, seat == 0);
        text_char(writer, '{');
        if (said[0] | said[1] | said[2] | said[3]) {
            text_key(writer, "piles");
            text_char(writer, '{');
            for (int pile = 0; pile < STOS_HINT_PILES; pile++)
                if (said[pile])
                    put_text(writer, piles[pile], table_pile_hint_word(said[pile]));
            text_char(writer, '}');
        }
        if (table->hints.self[seat])
            put_text(writer, "self", table_self_hint_word(table->hints.self[seat]));
        text_char(writer, '}');
    }
    text_char(writer, ']');
}

static void put_clock(stos_writer *writer, const struct table *table, int64_t now_ms)
{
    int64_t left = table->turn_since_ms + INT64_C(1000) * table->settings.turn_seconds - now_ms;
    text_key(writer, "clock");
    if (table->settings.turn_seconds == 0 || table->phase != TABLE_PLAYING) {
        text_put(writer, "null");
        return;
    }
    text_char(writer, '{');
    put_number(writer, "ms", left > 0 ? left : 0);
    text_char(writer, '}');
}

static void put_agreed(stos_writer *writer, const struct table_seat *seat)
{
    text_key(writer, "agreed");
    text_char(writer, '[');
    for (int matter = 0; matter < TABLE_MATTERS; matter++)
        if (seat->agreed >> matter & 1) {
            text_comma(writer, writer->last == '[');
            text_char(writer, '"');
            text_put(writer, table_matter_word(matter));
            text_char(writer, '"');
        }
    text_char(writer, ']');
}

void table_seats_json(stos_writer *writer, const struct table *table, int reader)
{
    text_key(writer, "seats");
    text_char(writer, '[');
    for (int i = 0; i < table_seats(table); i++) {
        const struct table_seat *seat = &table->seat[i];
        text_comma(writer, i == 0);
        text_char(writer, '{');
        put_text(writer, "kind", table_seat_word(seat->kind));
        put_text_or_null(writer, "name", seat->name);
        put_text_or_null(writer, "bot", seat->bot);
        put_bool(writer, "program", seat->program);
        put_bool(writer, "here", seat->kind == TABLE_BOT || seat->present);
        put_stand_in(writer, "stand_in", seat->stand_in);
        put_agreed(writer, seat);
        put_bool(writer, "owner", seat->kind == TABLE_PERSON && seat->person == table->owner);
        put_bool(writer, "you", i == reader);
        text_char(writer, '}');
    }
    text_char(writer, ']');
    put_number(writer, "watchers", table->watchers);
}

void table_now_json(stos_writer *writer, const struct table *table, int reader, int64_t now_ms,
                    bool with_moves)
{
    put_number(writer, "position", table->position);
    put_knowledge(writer, table, reader, with_moves);
    table_hints_json(writer, table);
    put_clock(writer, table, now_ms);
    put_bool(writer, "takes_back", table_takes_back(table));
    table_seats_json(writer, table, reader);
    put_text(writer, "phase", table_phase_word(table->phase));
}

/* ---------------------------------------------------------------- the whole table */

void table_settings_json(stos_writer *writer, const struct table_settings *settings)
{
    struct table_settings copy = *settings;
    put_rules(writer, &settings->rules);
    put_text(writer, "talk", table_talk_word(settings->talk));
    put_text(writer, "door", table_door_word(settings->door));
    put_number(writer, "turn_seconds", settings->turn_seconds);
    put_number(writer, "grace_seconds", settings->grace_seconds);
    for (int flag = 0; flag < TABLE_FLAGS; flag++)
        put_bool(writer, table_flag_words[flag], *table_flag(&copy, flag));
    if (settings->series[0]) {
        put_text(writer, "series", settings->series);
        put_number(writer, "deals", settings->deals);
    }
}

static void put_game(stos_writer *writer, const struct table *table)
{
    text_key(writer, "game");
    if (!table_has_cards(table)) {
        text_put(writer, "null");
        return;
    }
    text_char(writer, '{');
    put_text(writer, "id", table->game_id);
    put_text_or_null(writer, "commitment", table->commitment);
    if (table->result[0] && !table_is_running(table)) {
        put_text(writer, "result", table->result);
        put_seed(writer, &table->seed);
    }
    text_char(writer, '}');
}

static void put_message(stos_writer *writer, const struct table_message *message)
{
    put_event_head(writer, message->number, message->at_ms, "say");
    put_seat(writer, message->seat);
    text_key(writer, "text");
    table_quote(writer, message->text, message->length);
    text_char(writer, '}');
}

static void put_said(stos_writer *writer, const struct table *table, unsigned unheard)
{
    uint32_t count = table->said_count < TABLE_SAID ? table->said_count : TABLE_SAID;
    text_key(writer, "said");
    text_char(writer, '[');
    bool first = true;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t place = (table->said_count - count + i) % TABLE_SAID;
        if (unheard >> place & 1)
            continue;
        text_comma(writer, first);
        put_message(writer, &table->said[place]);
        first = false;
    }
    text_char(writer, ']');
}

void table_json(stos_writer *writer, const struct table *table, int reader, int64_t now_ms,
                bool with_moves, unsigned unheard)
{
    text_char(writer, '{');
    put_text(writer, "code", table->code);
    if (reader >= 0)
        put_text_or_null(writer, "key", table->key);
    table_settings_json(writer, &table->settings);
    put_number(writer, "last", table->last);
    put_number(writer, "games", table->games);
    if (table->settings.series[0])
        put_number(writer, "dealt", table->fresh_deals);
    put_game(writer, table);
    put_number(writer, "you", reader);
    put_said(writer, table, unheard);
    table_now_json(writer, table, reader, now_ms, with_moves);
    text_char(writer, '}');
}

void table_row_json(stos_writer *writer, const struct table *table)
{
    int open = 0;
    text_char(writer, '{');
    put_text(writer, "code", table->code);
    table_settings_json(writer, &table->settings);
    put_text(writer, "phase", table_phase_word(table->phase));
    text_key(writer, "people");
    text_char(writer, '[');
    for (int i = 0; i < table_seats(table); i++) {
        const struct table_seat *seat = &table->seat[i];
        open += seat->kind == TABLE_EMPTY;
        if (!table_has_person(seat))
            continue;
        text_comma(writer, writer->last == '[');
        table_quote(writer, seat->name, strlen(seat->name));
    }
    text_char(writer, ']');
    put_number(writer, "seats", table_seats(table));
    put_number(writer, "free", open);
    put_number(writer, "opened", table->opened_ms);
    text_char(writer, '}');
}

/* When the running turn is late. */
static void put_due(stos_writer *writer, const struct table *table)
{
    if (table->settings.turn_seconds > 0 && table->phase == TABLE_PLAYING)
        put_number(writer, "due",
                   table->turn_since_ms + INT64_C(1000) * table->settings.turn_seconds);
}

static void put_actors(stos_writer *writer, const struct table *table)
{
    stos_seats actors = table->phase == TABLE_PLAYING ? stos_actors(&table->state) : 0;
    text_key(writer, "to_act");
    text_char(writer, '[');
    for (int seat = 0; seat < table_seats(table); seat++)
        if (actors >> seat & 1) {
            text_comma(writer, writer->last == '[');
            text_number(writer, seat);
        }
    text_char(writer, ']');
}

void table_glance_json(stos_writer *writer, const struct table *table, table_person person)
{
    int place = table_place_of(table, person);
    text_char(writer, '{');
    put_text(writer, "code", table->code);
    table_settings_json(writer, &table->settings);
    put_text(writer, "phase", table_phase_word(table->phase));
    put_number(writer, "changed", table->changed_ms);
    put_due(writer, table);
    put_actors(writer, table);
    table_seats_json(writer, table, place);
    put_bool(writer, "left", place >= 0 && table->seat[place].left);
    text_char(writer, '}');
}
