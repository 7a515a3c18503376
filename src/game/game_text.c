/* game_text.c - the pieces of JSON and of position texts that all games share. */
#include "base/cards.h"
#include "base/text.h"
#include "game.h"

#include <string.h>

const char *const game_phase_names[] = {"start", "play", "show", "direction", "bid", "over", NULL};

void game_json_list(stos_writer *writer, const uint8_t *numbers, int count)
{
    text_char(writer, '[');
    for (int i = 0; i < count; i++) {
        text_comma(writer, i == 0);
        text_number(writer, numbers[i]);
    }
    text_char(writer, ']');
}

int game_list_cards(stos_cards cards, uint8_t *out)
{
    int count = 0;
    while (!cards_empty(cards))
        out[count++] = (uint8_t)cards_take(&cards);
    return count;
}

void game_json_cards(stos_writer *writer, stos_cards cards)
{
    uint8_t list[128];
    game_json_list(writer, list, game_list_cards(cards, list));
}

void game_json_seats(stos_writer *writer, stos_seats seats)
{
    game_json_cards(writer, (stos_cards){{seats, 0}});
}

void game_json_seat_or_null(stos_writer *writer, int seat)
{
    if (seat < 0)
        text_put(writer, "null");
    else
        text_number(writer, seat);
}

void game_json_votes(stos_writer *writer, const int8_t *vote, int seats)
{
    text_key(writer, "votes");
    text_char(writer, '[');
    for (int seat = 0; seat < seats; seat++) {
        text_comma(writer, seat == 0);
        game_json_seat_or_null(writer, vote[seat]);
    }
    text_char(writer, ']');
}

void game_json_common(stos_writer *writer, const stos_game *game, const int8_t *value, int phase,
                      stos_seats actors)
{
    stos_rules rules = {.game = game};
    char text[STOS_RULES_TEXT];
    for (int i = 0; i < game->option_count; i++)
        rules.value[i] = value[i];
    stos_rules_text(&rules, text);
    text_put(writer, "{\"game\":\"");
    text_put(writer, game->name);
    text_put(writer, "\",\"rules\":\"");
    text_put(writer, text);
    text_put(writer, "\",\"phase\":\"");
    text_put(writer, game_phase_names[phase]);
    text_put(writer, "\",\"to_act\":");
    game_json_seats(writer, actors);
    text_put(writer, ",\"over\":");
    text_put(writer, phase == STOS_PHASE_OVER ? "true" : "false");
}

size_t stos_state_json(const stos_state *state, char *out, size_t size)
{
    stos_writer writer = stos_writer_on(out, size);
    stos_state_game(state)->texts->state_json(state, &writer);
    text_char(&writer, '}');
    return writer.length;
}

size_t stos_view_json(const stos_view *view, char *out, size_t size)
{
    stos_writer writer = stos_writer_on(out, size);
    stos_view_game(view)->texts->view_json(view, &writer);
    text_key(&writer, "seat");
    game_json_seat_or_null(&writer, stos_view_seat(view));
    text_char(&writer, '}');
    return writer.length;
}

void game_write_cards(stos_writer *writer, const uint8_t *cards, int count)
{
    for (int i = 0; i < count; i++) {
        text_put(writer, i ? "." : "");
        text_number(writer, cards[i]);
    }
}

int game_read_cards(struct text_reader *reader, int low, int high, uint8_t *out, int most)
{
    int count = 0, card;
    while (count < most) {
        struct text_reader ahead = *reader;
        if ((count > 0 && !text_take(&ahead, ".")) || !text_take_number(&ahead, low, high, &card))
            break;
        out[count++] = (uint8_t)card;
        *reader = ahead;
    }
    return count;
}

bool game_take_phase(struct text_reader *reader, uint8_t *phase)
{
    for (*phase = 0; game_phase_names[*phase]; ++*phase)
        if (text_take(reader, game_phase_names[*phase]))
            return true;
    return false;
}

bool game_take_byte(struct text_reader *reader, int most, uint8_t *byte)
{
    int number = 0;
    bool good = text_take_number(reader, 0, most, &number);
    *byte = (uint8_t)number;
    return good;
}

void game_write_seat(stos_writer *writer, int seat)
{
    if (seat < 0)
        text_char(writer, '-');
    else
        text_number(writer, seat);
}

bool game_take_seat(struct text_reader *reader, int seats, int8_t *seat)
{
    int number = -1;
    bool good = text_take(reader, "-") || text_take_number(reader, 0, seats - 1, &number);
    *seat = (int8_t)number;
    return good;
}

void game_write_votes(stos_writer *writer, const int8_t *vote, int seats)
{
    for (int seat = 0; seat < seats; seat++)
        text_char(writer, vote[seat] < 0 ? '-' : (char)('0' + vote[seat]));
}

bool game_read_votes(struct text_reader *reader, int8_t *vote, int seats)
{
    for (int seat = 0; seat < seats; seat++, reader->at++) {
        int choice = text_at_end(reader) ? seats : *reader->at == '-' ? -1 : *reader->at - '0';
        if (choice < -1 || choice >= seats)
            return false;
        vote[seat] = (int8_t)choice;
    }
    return true;
}

size_t stos_position_text(const stos_state *state, char *out, size_t size)
{
    const struct game_texts *texts = stos_state_game(state)->texts;
    stos_writer writer = stos_writer_on(out, size);
    stos_rules rules = stos_state_rules(state);
    char text[STOS_RULES_TEXT];
    stos_rules_text(&rules, text);
    text_put(&writer, text);
    for (int field = 0; texts->fields[field]; field++) {
        text_char(&writer, ' ');
        text_put(&writer, texts->fields[field]);
        text_char(&writer, '=');
        texts->write_field(state, field, &writer);
    }
    return writer.length;
}

/* Takes " name=value", the value up to the next space. */
static bool take_field(struct text_reader *reader, const char *name, struct text_reader *value)
{
    if (!text_take(reader, " ") || !text_take(reader, name) || !text_take(reader, "="))
        return false;
    value->at = reader->at;
    while (!text_at_end(reader) && *reader->at != ' ')
        reader->at++;
    value->end = reader->at;
    return true;
}

stos_error stos_position_parse(const char *text, size_t length, stos_state *state)
{
    struct text_reader reader = {text, text + length}, value;
    const char *rules_end = text;
    while (rules_end < reader.end && *rules_end != ' ')
        rules_end++;
    stos_rules rules;
    stos_error error = stos_rules_parse(text, (size_t)(rules_end - text), &rules);
    if (error.reason)
        return error;
    stos_state read;
    memset(&read, 0, sizeof read);
    read.game = rules.game->id;
    game_set_options(&read, &rules);
    reader.at = rules_end;
    for (int field = 0; rules.game->texts->fields[field]; field++) {
        const char *start = reader.at;
        bool good = take_field(&reader, rules.game->texts->fields[field], &value) &&
            rules.game->texts->read_field(&read, field, &value) && text_at_end(&value);
        if (!good)
            return game_refuse_text(STOS_BAD_POSITION, rules.game, 0, text, start, reader.at);
    }
    if (!text_at_end(&reader) || !rules.game->settle_position(&read))
        return game_refuse_text(STOS_BAD_POSITION, rules.game, 0, text, text, rules_end);
    *state = read;
    return game_ok();
}
