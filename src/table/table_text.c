/*
 * table_text.c - events as lines of a log.
 *
 *   12 1700000000000 #5f0c move 1 37@U1          number, ms, the ref of the request if there was
 * one, what, its fields 1 1700000000000 open bamoteki k3y 77 text link 0 60 takeback,odds
 * thegame(players=2,...) 2 1700000000001 sit 0 77 person Ola K.
 *
 * Fields are separated by one space; only the last may contain spaces. The encoding is canonical:
 * there is exactly one way to write an event, and any other line is invalid, which is checked by
 * writing what was read and comparing.
 */
#include "base/text.h"
#include "table_internal.h"
#include "table_text.h"

#include <string.h>

/* ---------------------------------------------------------------- writing */

static void put_field(stos_writer *writer, const char *text)
{
    text_char(writer, ' ');
    text_put(writer, text[0] ? text : "-");
}

static void put_number(stos_writer *writer, uint64_t number)
{
    text_char(writer, ' ');
    text_unsigned(writer, number);
}

static void put_hex(stos_writer *writer, uint64_t number)
{
    char digits[16];
    size_t first = sizeof digits;
    do {
        digits[--first] = "0123456789abcdef"[number & 15];
        number >>= 4;
    } while (number > 0);
    text_bytes(writer, digits + first, sizeof digits - first);
}

static void put_seat(stos_writer *writer, int seat)
{
    char text[] = {(char)('0' + seat), '\0'};
    put_field(writer, seat < 0 ? "-" : text);
}

static void put_seed(stos_writer *writer, const stos_seed *seed)
{
    char text[72];
    stos_seed_text(seed, text);
    put_field(writer, text);
}

static void put_rules(stos_writer *writer, const stos_rules *rules)
{
    char text[STOS_RULES_TEXT];
    stos_rules_text(rules, text);
    put_field(writer, text);
}

static void put_open(stos_writer *writer, const struct table_event *event)
{
    struct table_settings settings = event->settings;
    bool first = true;
    put_field(writer, event->code);
    put_field(writer, event->key);
    put_number(writer, event->person);
    put_field(writer, table_talk_word(settings.talk));
    put_field(writer, table_door_word(settings.door));
    put_number(writer, settings.turn_seconds);
    put_number(writer, settings.grace_seconds);
    for (int flag = 0; flag < TABLE_FLAGS; flag++)
        if (*table_flag(&settings, flag)) {
            text_char(writer, first ? ' ' : ',');
            text_put(writer, table_flag_words[flag]);
            first = false;
        }
    text_put(writer, first ? " -" : "");
    if (settings.series[0]) {
        put_field(writer, "series");
        put_field(writer, settings.series);
        put_number(writer, settings.deals);
    }
    put_rules(writer, &settings.rules);
}

static void put_move(stos_writer *writer, const stos_game *game, const struct table_event *event)
{
    char text[STOS_MOVE_TEXT];
    if (event->stand_in != TABLE_NO_STAND_IN) {
        text_put(writer, " (");
        text_put(writer, table_stand_in_word(event->stand_in));
        text_char(writer, ')');
    }
    stos_move_text(game, event->move, text);
    put_field(writer, text);
}

static void put_words(stos_writer *writer, const struct table_event *event)
{
    text_char(writer, ' ');
    text_bytes(writer, event->text, event->text_length);
}

/* What stands behind the seat, or behind the word where there is no seat. */
static void put_rest(stos_writer *writer, const stos_game *game, const struct table_event *event)
{
    switch (event->kind) {
    case TABLE_EVENT_OPEN: put_open(writer, event); break;
    case TABLE_EVENT_SIT:
        put_number(writer, event->person);
        put_field(writer, event->program ? "program" : "person");
        put_field(writer, event->name);
        break;
    case TABLE_EVENT_BOT: put_field(writer, event->bot); break;
    case TABLE_EVENT_REMOVE: put_field(writer, event->key); break;
    case TABLE_EVENT_LOBBY: put_rules(writer, &event->settings.rules); break;
    case TABLE_EVENT_DEAL:
        put_field(writer, event->game_id);
        put_field(writer, event->commitment);
        put_seed(writer, &event->seed);
        break;
    case TABLE_EVENT_MOVE: put_move(writer, game, event); break;
    case TABLE_EVENT_SAY: put_words(writer, event); break;
    case TABLE_EVENT_CLOSE:
        if (event->text_length > 0)
            put_words(writer, event);
        break;
    case TABLE_EVENT_AGREE:
        put_field(writer, table_matter_word(event->matter));
        put_field(writer, event->yes ? "yes" : "no");
        break;
    case TABLE_EVENT_STAND_IN:
        put_field(writer, table_stand_in_word(event->stand_in));
        text_put(writer, event->yes ? " left" : "");
        break;
    case TABLE_EVENT_CREDIT: put_number(writer, (uint64_t)event->ms); break;
    case TABLE_EVENT_OVER:
        put_seed(writer, &event->seed);
        put_field(writer, event->result);
        break;
    default: break;
    }
}

static bool has_seat(int kind)
{
    return kind != TABLE_EVENT_OPEN && kind != TABLE_EVENT_DEAL && kind != TABLE_EVENT_PAUSE &&
        kind != TABLE_EVENT_CREDIT && kind != TABLE_EVENT_CLOSE && kind != TABLE_EVENT_LOBBY;
}

size_t table_event_line(const struct table *table, const struct table_event *event,
                        char out[TABLE_EVENT_TEXT])
{
    stos_writer writer = stos_writer_on(out, TABLE_EVENT_TEXT);
    text_unsigned(&writer, event->number);
    put_number(&writer, (uint64_t)event->at_ms);
    if (event->ref != 0) {
        text_put(&writer, " #");
        put_hex(&writer, event->ref);
    }
    put_field(&writer, table_event_word(event->kind));
    if (has_seat(event->kind))
        put_seat(&writer, event->seat);
    put_rest(&writer, table->settings.rules.game, event);
    return writer.length;
}

/* ---------------------------------------------------------------- reading */

/* Takes a field into a text of its own, cut off at a blank or the end; false when it is empty or
 * too long. */
static bool take_field(struct text_reader *reader, char *out, size_t size)
{
    const char *blank = memchr(reader->at, ' ', (size_t)(reader->end - reader->at));
    const char *end = blank ? blank : reader->end;
    size_t length = (size_t)(end - reader->at);
    if (length == 0 || length >= size || memchr(reader->at, '\0', length))
        return false;
    memset(out, 0, size);
    memcpy(out, reader->at, length);
    reader->at = blank ? blank + 1 : end;
    return true;
}

/* The same, where "-" means none. */
static bool take_optional(struct text_reader *reader, char *out, size_t size)
{
    if (!take_field(reader, out, size))
        return false;
    if (strcmp(out, "-") == 0)
        out[0] = '\0';
    return true;
}

/* The last field: all that is left. */
static bool take_rest(struct text_reader *reader, char *out, size_t size)
{
    size_t length = (size_t)(reader->end - reader->at);
    if (length == 0 || length >= size || memchr(reader->at, '\0', length))
        return false;
    memset(out, 0, size);
    memcpy(out, reader->at, length);
    reader->at = reader->end;
    return true;
}

static bool take_number(struct text_reader *reader, uint64_t most, uint64_t *number)
{
    if (!text_take_unsigned(reader, number) || *number > most)
        return false;
    return text_take(reader, " ") || text_at_end(reader);
}

static bool take_word(struct text_reader *reader, int (*find)(const char *word), uint8_t *value)
{
    char word[24];
    int found = take_field(reader, word, sizeof word) ? find(word) : -1;
    *value = (uint8_t)(found < 0 ? 0 : found);
    return found >= 0;
}

static bool take_ref(struct text_reader *reader, uint64_t *ref)
{
    int digits = 0;
    *ref = 0;
    if (!text_take(reader, "#"))
        return true;
    for (; digits < 16 && reader->at < reader->end && text_hex_digit(*reader->at) >= 0; digits++)
        *ref = *ref << 4 | (uint64_t)text_hex_digit(*reader->at++);
    return *ref != 0 && text_take(reader, " ");
}

static bool take_seat(struct text_reader *reader, int8_t *seat)
{
    uint64_t number;
    if (text_take(reader, "-"))
        return text_take(reader, " ") || text_at_end(reader);
    if (!take_number(reader, STOS_MAX_SEATS - 1, &number))
        return false;
    *seat = (int8_t)number;
    return true;
}

static bool take_seed(struct text_reader *reader, stos_seed *seed)
{
    char text[72];
    return take_field(reader, text, sizeof text) &&
        !stos_seed_parse(text, strlen(text), seed).reason;
}

static bool take_flags(struct text_reader *reader, struct table_settings *settings)
{
    for (int flag = 0; flag < TABLE_FLAGS; flag++) {
        *table_flag(settings, flag) = text_take(reader, table_flag_words[flag]);
        if (*table_flag(settings, flag))
            text_take(reader, ",");
    }
    text_take(reader, "-");
    return text_take(reader, " ");
}

static bool take_rules(struct text_reader *reader, stos_rules *rules)
{
    char text[STOS_RULES_TEXT];
    return take_rest(reader, text, sizeof text) &&
        !stos_rules_parse(text, strlen(text), rules).reason;
}

static bool take_series(struct text_reader *reader, struct table_settings *settings)
{
    uint64_t deals;
    if (!text_take(reader, "series "))
        return true;
    bool good = take_field(reader, settings->series, sizeof settings->series) &&
        take_number(reader, TABLE_DEALS_MAX, &deals);
    settings->deals = (uint8_t)(good ? deals : 0);
    return good;
}

static bool take_open(struct text_reader *reader, struct table_event *event)
{
    struct table_settings *settings = &event->settings;
    uint64_t turn = 0, grace = 0;
    bool good = take_field(reader, event->code, sizeof event->code) &&
        take_optional(reader, event->key, sizeof event->key) &&
        take_number(reader, UINT64_MAX, &event->person) &&
        take_word(reader, table_talk_of, &settings->talk) &&
        take_word(reader, table_door_of, &settings->door) &&
        take_number(reader, TABLE_SECONDS_MAX, &turn) &&
        take_number(reader, TABLE_SECONDS_MAX, &grace) && take_flags(reader, settings) &&
        take_series(reader, settings) && take_rules(reader, &settings->rules);
    settings->turn_seconds = (uint32_t)turn;
    settings->grace_seconds = (uint32_t)grace;
    return good;
}

static bool take_sit(struct text_reader *reader, struct table_event *event)
{
    char how[16];
    bool good = take_number(reader, UINT64_MAX, &event->person) &&
        take_field(reader, how, sizeof how) && take_rest(reader, event->name, sizeof event->name);
    event->program = good && strcmp(how, "program") == 0;
    return good && stos_name_is_good(event->name);
}

static bool take_move(struct text_reader *reader, const stos_game *game, struct table_event *event)
{
    for (int why = TABLE_LATE; why <= TABLE_RESIGNED; why++) {
        struct text_reader ahead = *reader;
        if (text_take(&ahead, "(") && text_take(&ahead, table_stand_in_word(why)) &&
            text_take(&ahead, ") ")) {
            event->stand_in = (uint8_t)why;
            *reader = ahead;
        }
    }
    const char *text = reader->at;
    reader->at = reader->end;
    return game && !stos_move_parse(game, text, (size_t)(reader->end - text), &event->move).reason;
}

static bool take_words(struct text_reader *reader, struct table_event *event)
{
    size_t length = (size_t)(reader->end - reader->at);
    if (!table_text_is_good(reader->at, length))
        return false;
    memcpy(event->text, reader->at, length);
    event->text_length = (uint16_t)length;
    reader->at = reader->end;
    return true;
}

static bool take_agree(struct text_reader *reader, struct table_event *event)
{
    char yes[4];
    bool good =
        take_word(reader, table_matter_of, &event->matter) && take_rest(reader, yes, sizeof yes);
    event->yes = good && strcmp(yes, "yes") == 0;
    return good;
}

static bool take_fields(struct text_reader *reader, const stos_game *game,
                        struct table_event *event)
{
    uint64_t number;
    switch (event->kind) {
    case TABLE_EVENT_OPEN: return take_open(reader, event);
    case TABLE_EVENT_SIT: return take_sit(reader, event);
    case TABLE_EVENT_BOT: return take_rest(reader, event->bot, sizeof event->bot);
    case TABLE_EVENT_LOBBY: return take_rules(reader, &event->settings.rules);
    case TABLE_EVENT_REMOVE: return take_optional(reader, event->key, sizeof event->key);
    case TABLE_EVENT_DEAL:
        return take_field(reader, event->game_id, sizeof event->game_id) &&
            take_optional(reader, event->commitment, sizeof event->commitment) &&
            take_seed(reader, &event->seed);
    case TABLE_EVENT_MOVE: return take_move(reader, game, event);
    case TABLE_EVENT_SAY: return take_words(reader, event);
    case TABLE_EVENT_CLOSE: return text_at_end(reader) || take_words(reader, event);
    case TABLE_EVENT_AGREE: return take_agree(reader, event);
    case TABLE_EVENT_STAND_IN:
        if (!take_word(reader, table_stand_in_of, &event->stand_in))
            return false;
        event->yes = text_take(reader, "left");
        return true;
    case TABLE_EVENT_CREDIT:
        if (!take_number(reader, INT64_MAX, &number))
            return false;
        event->ms = (int64_t)number;
        return true;
    case TABLE_EVENT_OVER:
        return take_seed(reader, &event->seed) &&
            take_rest(reader, event->result, sizeof event->result);
    default: return true;
    }
}

bool table_event_read(const struct table *table, const char *line, size_t length,
                      struct table_event *event)
{
    struct text_reader reader = {line, line + length};
    uint64_t number, at;
    char again[TABLE_EVENT_TEXT];
    memset(event, 0, sizeof *event);
    event->seat = -1;
    if (length >= TABLE_EVENT_TEXT || !take_number(&reader, UINT32_MAX, &number) ||
        !take_number(&reader, TABLE_TIME_MAX, &at) || !take_ref(&reader, &event->ref) ||
        !take_word(&reader, table_event_of, &event->kind))
        return false;
    event->number = (uint32_t)number;
    event->at_ms = (int64_t)at;
    if ((has_seat(event->kind) && !take_seat(&reader, &event->seat)) ||
        !take_fields(&reader, table->settings.rules.game, event))
        return false;
    return table_event_line(table, event, again) == length && memcmp(line, again, length) == 0;
}
