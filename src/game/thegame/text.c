/*
 * thegame/text.c - states and views of THE GAME as JSON, views back from it, and positions as one
 * line.
 *
 * A view is written from a view alone, so nothing hidden can slip through here.
 */
#include "base/cards.h"
#include "base/text.h"
#include "game/view_read.h"

#include <string.h>

enum { LOW = 2, HIGH = 99, MOST_IN_HAND = 8 };

static int cards_left(const struct stos_thegame_table *table)
{
    return STOS_THEGAME_CARDS - cards_count(table->gone);
}

static void json_piles(stos_writer *writer, const struct stos_thegame_table *table)
{
    text_key(writer, "piles");
    text_char(writer, '{');
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++) {
        text_key(writer, game_thegame.piles[pile]);
        text_number(writer, table->top[pile]);
    }
    text_char(writer, '}');
}

static void json_due(stos_writer *writer, const struct stos_thegame_table *table)
{
    text_key(writer, "due");
    text_char(writer, '[');
    bool first = true;
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++) {
        if (!(table->due >> pile & 1))
            continue;
        text_put(writer, first ? "\"" : ",\"");
        text_put(writer, game_thegame.piles[pile]);
        text_char(writer, '"');
        first = false;
    }
    text_char(writer, ']');
}

/* Everything after the draw pile, which states and views share. */
static void json_table(stos_writer *writer, const struct stos_thegame_table *table)
{
    text_key(writer, "gone");
    game_json_cards(writer, table->gone);
    if (table->phase == STOS_PHASE_OVER && table->turn != STOS_THEGAME_TURN_UNKNOWN) {
        text_key(writer, "turn");
        text_number(writer, table->turn);
    }
    text_key(writer, "placed");
    text_number(writer, table->placed);
    text_key(writer, "min");
    text_number(writer, table->minimum);
    json_due(writer, table);
    game_json_votes(writer, table->vote, table->option[STOS_THEGAME_PLAYERS]);
    text_key(writer, "left");
    text_number(writer, cards_left(table));
    text_key(writer, "won");
    text_put(writer, cards_left(table) == 0 ? "true" : "false");
}

static void state_json(const stos_state *state, stos_writer *writer)
{
    const struct stos_thegame *game = &state->as.thegame;
    const struct stos_thegame_table *table = &game->table;
    game_json_common(writer, &game_thegame, table->option, table->phase, stos_actors(state));
    json_piles(writer, table);
    text_key(writer, "hands");
    text_char(writer, '[');
    for (int seat = 0; seat < table->option[STOS_THEGAME_PLAYERS]; seat++) {
        text_comma(writer, seat == 0);
        game_json_cards(writer, game->hand[seat]);
    }
    text_char(writer, ']');
    text_key(writer, "draw");
    game_json_list(writer, game->draw + game->drawn, STOS_THEGAME_CARDS - game->drawn);
    json_table(writer, table);
}

static void view_json(const stos_view *view, stos_writer *writer)
{
    const struct stos_thegame_view *seen = &view->as.thegame;
    const struct stos_thegame_table *table = &seen->table;
    game_json_common(writer, &game_thegame, table->option, table->phase, stos_view_actors(view));
    json_piles(writer, table);
    text_key(writer, "hands");
    text_char(writer, '[');
    for (int seat = 0; seat < table->option[STOS_THEGAME_PLAYERS]; seat++) {
        text_comma(writer, seat == 0);
        if (seat == seen->seat)
            game_json_cards(writer, seen->hand);
        else
            text_number(writer, seen->hand_count[seat]);
    }
    text_char(writer, ']');
    text_key(writer, "draw");
    text_number(writer, seen->draw_count);
    json_table(writer, table);
}

static void read_piles(struct json_span json, struct stos_thegame_table *table)
{
    struct json_span piles = span_member(json, "piles"), due = span_member(json, "due");
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++) {
        table->top[pile] = view_byte(span_member(piles, game_thegame.piles[pile]));
        for (SPAN_EACH(name, due))
            table->due |= (uint8_t)(span_is(name, game_thegame.piles[pile]) << pile);
    }
}

/* While the game goes on it is who acts; after it texts of version 0.2 do not tell. */
static uint8_t read_turn(struct json_span json, int phase)
{
    struct json_span turn = span_member(json, "turn");
    if (phase == STOS_PHASE_OVER)
        return turn.at ? view_byte(turn) : STOS_THEGAME_TURN_UNKNOWN;
    return phase == STOS_PHASE_PLAY ? view_turn(json) : 0;
}

/* Whether the tops are tops, and the cards of everybody together are the deck. */
static bool view_is_sound(const struct stos_thegame_view *seen)
{
    const struct stos_thegame_table *table = &seen->table;
    bool has_turn = table->turn < table->option[STOS_THEGAME_PLAYERS] ||
        table->turn == STOS_THEGAME_TURN_UNKNOWN;
    stos_cards known = cards_or(table->gone, seen->hand);
    int cards = cards_count(table->gone) + seen->draw_count;
    if (table->phase > STOS_PHASE_PLAY && table->phase != STOS_PHASE_OVER)
        return false;
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++)
        if (table->top[pile] < 1 || table->top[pile] > 100)
            return false;
    for (int seat = 0; seat < STOS_THEGAME_SEATS; seat++)
        cards += seen->hand_count[seat];
    return cards == STOS_THEGAME_CARDS && cards_empty(cards_minus(known, cards_range(LOW, HIGH))) &&
        cards_count(known) == cards_count(table->gone) + cards_count(seen->hand) && has_turn;
}

static bool read_view(struct json_span json, const stos_rules *rules, int phase, int seat,
                      stos_view *view)
{
    struct stos_thegame_view *seen = &view->as.thegame;
    struct stos_thegame_table *table = &seen->table;
    int players = rules->value[STOS_THEGAME_PLAYERS];
    memcpy(table->option, rules->value, sizeof table->option);
    table->phase = (uint8_t)phase;
    table->gone = view_cards(span_member(json, "gone"));
    table->placed = view_byte(span_member(json, "placed"));
    table->minimum = view_byte(span_member(json, "min"));
    table->turn = read_turn(json, phase);
    read_piles(json, table);
    memset(table->vote, -1, sizeof table->vote);
    for (int i = 0; i < players; i++) {
        struct json_span hand = view_item(span_member(json, "hands"), i);
        table->vote[i] = view_seat_or_none(view_item(span_member(json, "votes"), i), players);
        seen->hand_count[i] = view_hand_count(hand);
        if (i == seat)
            seen->hand = view_cards(hand);
    }
    seen->seat = (int8_t)seat;
    seen->draw_count = view_byte(span_member(json, "draw"));
    return view_is_sound(seen);
}

enum {
    FIELD_PHASE,
    FIELD_TURN,
    FIELD_PLACED,
    FIELD_TOPS,
    FIELD_DUE,
    FIELD_VOTES,
    FIELD_HANDS,
    FIELD_DRAW
};
static const char *const fields[] = {"phase", "turn",  "placed", "tops", "due",
                                     "votes", "hands", "draw",   NULL};

static void write_field(const stos_state *state, int field, stos_writer *writer)
{
    const struct stos_thegame *game = &state->as.thegame;
    const struct stos_thegame_table *table = &game->table;
    int players = table->option[STOS_THEGAME_PLAYERS];
    switch (field) {
    case FIELD_PHASE: text_put(writer, game_phase_names[table->phase]); break;
    case FIELD_TURN: text_number(writer, table->turn); break;
    case FIELD_PLACED: text_number(writer, table->placed); break;
    case FIELD_TOPS: game_write_cards(writer, table->top, STOS_THEGAME_PILES); break;
    case FIELD_DUE: text_number(writer, table->due); break;
    case FIELD_VOTES: game_write_votes(writer, table->vote, players); break;
    case FIELD_HANDS:
        for (int seat = 0; seat < players; seat++) {
            uint8_t list[STOS_THEGAME_CARDS];
            text_put(writer, seat ? "/" : "");
            game_write_cards(writer, list, game_list_cards(game->hand[seat], list));
        }
        break;
    default:
        game_write_cards(writer, game->draw + game->drawn, STOS_THEGAME_CARDS - game->drawn);
        break;
    }
}

static bool read_hands(struct stos_thegame *game, struct text_reader *reader)
{
    for (int seat = 0; seat < game->table.option[STOS_THEGAME_PLAYERS]; seat++) {
        uint8_t list[STOS_THEGAME_CARDS];
        if (seat > 0 && !text_take(reader, "/"))
            return false;
        int count = game_read_cards(reader, LOW, HIGH, list, MOST_IN_HAND);
        for (int i = 0; i < count; i++)
            cards_add(&game->hand[seat], list[i]);
        if (cards_count(game->hand[seat]) != count)
            return false;
    }
    return true;
}

static bool read_draw(struct stos_thegame *game, struct text_reader *reader)
{
    uint8_t list[STOS_THEGAME_CARDS];
    int count = game_read_cards(reader, LOW, HIGH, list, STOS_THEGAME_CARDS);
    game->drawn = (uint8_t)(STOS_THEGAME_CARDS - count);
    memcpy(game->draw + game->drawn, list, (size_t)count);
    return true;
}

static bool read_field(stos_state *state, int field, struct text_reader *reader)
{
    struct stos_thegame *game = &state->as.thegame;
    struct stos_thegame_table *table = &game->table;
    switch (field) {
    case FIELD_PHASE: return game_take_phase(reader, &table->phase);
    case FIELD_TURN:
        return game_take_byte(reader, table->option[STOS_THEGAME_PLAYERS] - 1, &table->turn);
    case FIELD_PLACED: return game_take_byte(reader, MOST_IN_HAND, &table->placed);
    case FIELD_TOPS:
        return game_read_cards(reader, 1, 100, table->top, STOS_THEGAME_PILES) ==
            STOS_THEGAME_PILES;
    case FIELD_DUE: return game_take_byte(reader, 15, &table->due);
    case FIELD_VOTES:
        return game_read_votes(reader, table->vote, table->option[STOS_THEGAME_PLAYERS]);
    case FIELD_HANDS: return read_hands(game, reader);
    default: return read_draw(game, reader);
    }
}

const struct game_texts thegame_texts = {
    .state_json = state_json,
    .view_json = view_json,
    .read_view = read_view,
    .fields = fields,
    .write_field = write_field,
    .read_field = read_field,
};
