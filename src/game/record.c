/*
 * record.c - a game as one readable text: how it was dealt, who played, every move, the result.
 *
 *   stos record 1
 *   rules: thegame(players=2,min=2,hand=full,fire=off,start=agree)
 *   seed: 0000...002a
 *   player 0: Anna
 *   0: start 1
 *   1: start 1
 *   1: 4@U1, 91@D1, end
 *   result: unfinished
 *
 * Empty lines and lines that start with # are ignored, and so is a byte order mark, which some
 * editors write. A reader replays as it goes: what it accepts was legal, and the result must follow
 * from the moves. The result ends the record, so a truncated one is detected.
 */
#include "base/text.h"
#include "game.h"

#include <string.h>

static bool name_is_good(const char *name, size_t length)
{
    return length > 0 && length < STOS_NAME_TEXT && text_is_plain_utf8(name, length);
}

bool stos_name_is_good(const char *name) { return name_is_good(name, strlen(name)); }

/* ---------------------------------------------------------------- writing */

static void write_line(stos_writer *writer, const char *key, const char *value)
{
    text_put(writer, key);
    text_put(writer, ": ");
    text_put(writer, value);
    text_char(writer, '\n');
}

static void write_deck(stos_writer *writer, const stos_deck *deck)
{
    for (int list = 0; list < deck->lists; list++) {
        text_put(writer, "deck:");
        for (int i = 0; i < deck->size; i++) {
            text_char(writer, ' ');
            text_number(writer, deck->card[list * deck->size + i]);
        }
        text_char(writer, '\n');
    }
}

void stos_record_write_head(stos_writer *writer, const stos_record_head *head)
{
    char text[STOS_RULES_TEXT];
    text_put(writer, "stos record 1\n");
    stos_rules_text(&head->rules, text);
    write_line(writer, "rules", text);
    if (head->has_seed) {
        stos_seed_text(&head->seed, text);
        write_line(writer, "seed", text);
    }
    if (head->has_deck)
        write_deck(writer, &head->deck);
    for (int seat = 0; seat < stos_rules_seats(&head->rules); seat++) {
        char key[] = "player 0";
        key[7] = (char)('0' + seat);
        if (head->name[seat][0])
            write_line(writer, key, head->name[seat]);
    }
}

void stos_record_write_move(stos_writer *writer, const stos_game *game, int seat, stos_move move)
{
    char text[STOS_MOVE_TEXT];
    bool ends_line = stos_move_kind(move) == STOS_END;
    if (writer->seat == seat) {
        text_put(writer, ", ");
    } else {
        text_put(writer, writer->seat >= 0 ? "\n" : "");
        text_number(writer, seat);
        text_put(writer, ": ");
    }
    stos_move_text(game, move, text);
    text_put(writer, text);
    if (ends_line)
        text_char(writer, '\n');
    writer->seat = ends_line ? -1 : seat;
}

void stos_record_write_result(stos_writer *writer, const stos_state *end)
{
    char text[STOS_RESULT_TEXT];
    text_put(writer, writer->seat >= 0 ? "\n" : "");
    writer->seat = -1;
    stos_result_text(end, text);
    write_line(writer, "result", text);
}

stos_error stos_record_deal(const stos_record_head *head, stos_state *state)
{
    return stos_deal(state, &head->rules, &head->seed, head->has_deck ? &head->deck : NULL);
}

/* ---------------------------------------------------------------- reading the head */

/* An error about a part of the line being read. */
static stos_error refuse(const stos_reader *reader, enum stos_reason reason, const char *at,
                         const char *end)
{
    return game_refuse_text(reason, reader->head.rules.game, 0, reader->line_start, at, end);
}

/* Moves an error's place from the text it was given to the line that the text stands in. */
static stos_error on_line(const stos_reader *reader, stos_error error, const char *text)
{
    size_t at = (size_t)(text - reader->line_start) + error.at;
    error.at = (uint16_t)(at < UINT16_MAX ? at : UINT16_MAX);
    error.length = at < UINT16_MAX ? error.length : 0;
    return error;
}

/* Takes the next line that is not empty or a comment; false at the end of the text. */
static bool next_line(stos_reader *reader, struct text_reader *line)
{
    while (reader->at < reader->end) {
        const char *newline = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
        line->at = reader->line_start = reader->at;
        line->end = newline ? newline : reader->end;
        reader->at = newline ? newline + 1 : reader->end;
        reader->line++;
        if (line->end > line->at && line->end[-1] == '\r')
            line->end--;
        if (line->at < line->end && *line->at != '#')
            return true;
    }
    return false;
}

static void unread_line(stos_reader *reader)
{
    reader->at = reader->line_start;
    reader->line--;
}

static stos_error read_rules(stos_reader *reader, struct text_reader *value)
{
    if (reader->head.rules.game)
        return refuse(reader, STOS_RECORD_REPEATED_LINE, reader->line_start, value->end);
    stos_error error =
        stos_rules_parse(value->at, (size_t)(value->end - value->at), &reader->head.rules);
    return on_line(reader, error, value->at);
}

static stos_error read_seed(stos_reader *reader, struct text_reader *value)
{
    if (reader->head.has_seed)
        return refuse(reader, STOS_RECORD_REPEATED_LINE, reader->line_start, value->end);
    reader->head.has_seed = true;
    return on_line(reader,
                   stos_seed_parse(value->at, (size_t)(value->end - value->at), &reader->head.seed),
                   value->at);
}

static stos_error read_deck(stos_reader *reader, struct text_reader *value)
{
    stos_deck *deck = &reader->head.deck;
    int count = 0, card, used = deck->lists * deck->size;
    while (used + count < STOS_DECK_CARDS && text_take_number(value, 0, 255, &card)) {
        deck->card[used + count++] = (uint8_t)card;
        if (!text_take(value, " "))
            break;
    }
    bool same_size = deck->lists == 0 || count == deck->size;
    if (!text_at_end(value) || count == 0 || !same_size || deck->lists == STOS_DECK_LISTS)
        return refuse(reader, STOS_BAD_DECK_SHAPE, reader->line_start, value->end);
    deck->size = (uint16_t)count;
    deck->lists++;
    reader->head.has_deck = true;
    return game_ok();
}

static stos_error read_name(stos_reader *reader, int seat, struct text_reader *value)
{
    size_t length = (size_t)(value->end - value->at);
    if (seat >= stos_rules_seats(&reader->head.rules))
        return refuse(reader, STOS_RECORD_BAD_LINE, reader->line_start, value->end);
    if (reader->head.name[seat][0])
        return refuse(reader, STOS_RECORD_REPEATED_LINE, reader->line_start, value->end);
    if (!name_is_good(value->at, length))
        return refuse(reader, STOS_RECORD_BAD_NAME, value->at, value->end);
    memcpy(reader->head.name[seat], value->at, length);
    return game_ok();
}

/* Reads one line of the head. *moves tells that it is no such line: the moves begin. */
static stos_error read_head_line(stos_reader *reader, struct text_reader *line, bool *moves)
{
    int seat;
    if (text_take(line, "rules: "))
        return read_rules(reader, line);
    if (!reader->head.rules.game)
        return refuse(reader, STOS_RECORD_NO_RULES, line->at, line->end);
    if (text_take(line, "seed: "))
        return read_seed(reader, line);
    if (text_take(line, "deck: "))
        return read_deck(reader, line);
    if (text_take(line, "player ") && text_take_number(line, 0, 9, &seat) && text_take(line, ": "))
        return read_name(reader, seat, line);
    *moves = true;
    return game_ok();
}

stos_error stos_record_open(stos_reader *reader, const char *text, size_t length)
{
    struct text_reader line;
    bool moves = false;
    int deck_line = 0;
    memset(reader, 0, sizeof *reader);
    reader->at = reader->line_start = text + text_mark(text, length);
    reader->end = text + length;
    reader->seat = -1;
    reader->head.seed = stos_seed_number(0);
    if (!next_line(reader, &line) || !text_take(&line, "stos record 1") || !text_at_end(&line)) {
        reader->line += reader->line == 0; /* of an empty text it is the first that is wrong */
        return refuse(reader, STOS_RECORD_NO_HEADER, text, text);
    }
    while (!moves && next_line(reader, &line)) {
        stos_error error = read_head_line(reader, &line, &moves);
        if (error.reason)
            return error;
        if (reader->head.has_deck && deck_line == 0)
            deck_line = reader->line;
    }
    if (moves)
        unread_line(reader);
    if (!reader->head.rules.game)
        return refuse(reader, STOS_RECORD_NO_RULES, reader->line_start, reader->line_start);
    if (!reader->head.has_seed && !reader->head.has_deck)
        return refuse(reader, STOS_RECORD_NO_DEAL, reader->line_start, reader->line_start);
    stos_error error = stos_record_deal(&reader->head, &reader->state);
    if (error.reason)
        reader->line = deck_line; /* only a deck can be wrong by now */
    return error;
}

/* ---------------------------------------------------------------- reading the moves */

static stos_error read_result(stos_reader *reader, struct text_reader *value)
{
    char result[STOS_RESULT_TEXT];
    struct text_reader rest;
    stos_result_text(&reader->state, result);
    if (!text_equal(value->at, (size_t)(value->end - value->at), result))
        return refuse(reader, STOS_RECORD_WRONG_RESULT, value->at, value->end);
    reader->done = true;
    if (next_line(reader, &rest))
        return refuse(reader, STOS_RECORD_AFTER_RESULT, rest.at, rest.end);
    return game_ok();
}

/* Goes on to the next line of moves, or to the result. */
static stos_error open_line(stos_reader *reader)
{
    struct text_reader line;
    int seat;
    if (!next_line(reader, &line))
        return refuse(reader, STOS_RECORD_NO_RESULT, reader->line_start, reader->line_start);
    if (text_take(&line, "result: "))
        return read_result(reader, &line);
    if (!text_take_number(&line, 0, STOS_MAX_SEATS - 1, &seat) || !text_take(&line, ": "))
        return refuse(reader, STOS_RECORD_BAD_LINE, reader->line_start, line.end);
    reader->seat = seat;
    reader->at = line.at;
    return game_ok();
}

/* The end of the move that starts at reader->at: a comma or the end of its line. */
static const char *move_end(const stos_reader *reader)
{
    const char *at = reader->at;
    while (at < reader->end && *at != ',' && *at != '\n' && *at != '\r')
        at++;
    return at;
}

/* What follows a move: ", " and another one, or the end of the line; NULL for anything else. */
static const char *behind_move(const stos_reader *reader, const char *end, bool *line_ends)
{
    struct text_reader rest = {end, reader->end};
    *line_ends = !text_take(&rest, ", ");
    if (!*line_ends)
        return rest.at;
    text_take(&rest, "\r");
    return text_at_end(&rest) || text_take(&rest, "\n") ? rest.at : NULL;
}

stos_error stos_record_step(stos_reader *reader, int *seat, stos_move *move)
{
    *move = STOS_NO_MOVE;
    stos_error error = reader->done || reader->seat >= 0 ? game_ok() : open_line(reader);
    if (error.reason || reader->done)
        return error;
    const stos_game *game = reader->head.rules.game;
    const char *text = reader->at, *end = move_end(reader);
    bool line_ends;
    const char *next = behind_move(reader, end, &line_ends);
    stos_move read;
    *seat = reader->seat;
    if (!next)
        return refuse(reader, STOS_RECORD_BAD_LINE, text, end);
    error = stos_move_parse(game, text, (size_t)(end - text), &read);
    if (!error.reason) {
        error = stos_play(&reader->state, *seat, read);
        error.game = game;
        error.length = (uint16_t)(end - text);
    }
    if (error.reason)
        return on_line(reader, error, text);
    reader->at = next;
    reader->seat = line_ends ? -1 : reader->seat;
    *move = read;
    return game_ok();
}
