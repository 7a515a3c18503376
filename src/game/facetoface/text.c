/*
 * facetoface/text.c - states and views of FACE TO FACE as JSON, views back from it, and positions
 * as one line.
 *
 * A view is written from a view alone, so nothing hidden can slip through here.
 */
#include "base/cards.h"
#include "base/text.h"
#include "game/view_read.h"

#include <string.h>

enum { LOW = 2, HIGH = 59, SEATS = 2 };

static void json_word(stos_writer *writer, uint64_t cards)
{
    game_json_cards(writer, (stos_cards){{cards, 0}});
}

static void json_piles(stos_writer *writer, const struct stos_facetoface_table *table)
{
    text_key(writer, "piles");
    for (int seat = 0; seat < SEATS; seat++) {
        text_put(writer, seat ? ",{\"U\":" : "[{\"U\":");
        text_number(writer, table->top[seat][0]);
        text_put(writer, ",\"D\":");
        text_number(writer, table->top[seat][1]);
        text_char(writer, '}');
    }
    text_char(writer, ']');
}

static void json_table(stos_writer *writer, const struct stos_facetoface_table *table)
{
    text_key(writer, "gone");
    text_char(writer, '[');
    json_word(writer, table->gone[0]);
    text_char(writer, ',');
    json_word(writer, table->gone[1]);
    text_char(writer, ']');
    text_key(writer, "placed");
    text_number(writer, table->placed);
    text_key(writer, "helped");
    text_put(writer, table->helped ? "true" : "false");
    text_key(writer, "winner");
    game_json_seat_or_null(writer, table->winner);
}

static void state_json(const stos_state *state, stos_writer *writer)
{
    const struct stos_facetoface *game = &state->as.facetoface;
    const struct stos_facetoface_table *table = &game->table;
    game_json_common(writer, &game_facetoface, table->option, table->phase, stos_actors(state));
    json_piles(writer, table);
    text_key(writer, "hands");
    text_char(writer, '[');
    json_word(writer, game->hand[0]);
    text_char(writer, ',');
    json_word(writer, game->hand[1]);
    text_char(writer, ']');
    text_key(writer, "draw");
    text_char(writer, '[');
    game_json_list(writer, game->draw[0] + game->drawn[0], STOS_FACETOFACE_CARDS - game->drawn[0]);
    text_char(writer, ',');
    game_json_list(writer, game->draw[1] + game->drawn[1], STOS_FACETOFACE_CARDS - game->drawn[1]);
    text_char(writer, ']');
    json_table(writer, table);
}

static void view_json(const stos_view *view, stos_writer *writer)
{
    const struct stos_facetoface_view *seen = &view->as.facetoface;
    const struct stos_facetoface_table *table = &seen->table;
    game_json_common(writer, &game_facetoface, table->option, table->phase, stos_view_actors(view));
    json_piles(writer, table);
    text_key(writer, "hands");
    text_char(writer, '[');
    for (int seat = 0; seat < SEATS; seat++) {
        text_comma(writer, seat == 0);
        if (seat == seen->seat)
            json_word(writer, seen->hand);
        else
            text_number(writer, seen->hand_count[seat]);
    }
    text_char(writer, ']');
    text_key(writer, "draw");
    game_json_list(writer, seen->draw_count, SEATS);
    json_table(writer, table);
}

static bool view_is_sound(const struct stos_facetoface_view *seen)
{
    const uint64_t deck = cards_range(LOW, HIGH).word[0];
    if (seen->table.phase != STOS_PHASE_PLAY && seen->table.phase != STOS_PHASE_OVER)
        return false;
    for (int seat = 0; seat < SEATS; seat++) {
        uint64_t gone = seen->table.gone[seat], hand = seat == seen->seat ? seen->hand : 0;
        const uint8_t *top = seen->table.top[seat];
        if (top[0] < 1 || top[0] > HIGH + 1 || top[1] < 1 || top[1] > HIGH + 1)
            return false;
        if (seen->hand_count[seat] > STOS_FACETOFACE_HAND)
            return false;
        if (((gone | hand) & ~deck) != 0 || (gone & hand) != 0)
            return false;
        if (word_count(gone) + seen->hand_count[seat] + seen->draw_count[seat] !=
            STOS_FACETOFACE_CARDS)
            return false;
    }
    return true;
}

/* After the game: whoever placed their last card was on turn (FF8), or else whoever lost (FF9). */
static uint8_t last_turn(const struct stos_facetoface_table *table)
{
    int winner = table->winner > 0;
    return (uint8_t)(word_count(table->gone[winner]) == STOS_FACETOFACE_CARDS ? winner
                                                                              : 1 - winner);
}

/* How many cards the turn asks for is not in the text: FF9. */
static uint8_t minimum_of(const struct stos_facetoface_table *table)
{
    bool single = word_count(table->gone[table->turn]) - table->placed == STOS_FACETOFACE_CARDS - 1;
    return single && table->option[STOS_FACETOFACE_LAST] == STOS_FACETOFACE_LAST_LENIENT ? 1 : 2;
}

static bool read_view(struct json_span json, const stos_rules *rules, int phase, int seat,
                      stos_view *view)
{
    struct stos_facetoface_view *seen = &view->as.facetoface;
    struct stos_facetoface_table *table = &seen->table;
    memcpy(table->option, rules->value, sizeof table->option);
    table->phase = (uint8_t)phase;
    table->placed = view_byte(span_member(json, "placed"));
    table->helped = span_is_true(span_member(json, "helped"));
    table->winner = view_seat_or_none(span_member(json, "winner"), SEATS);
    for (int i = 0; i < SEATS; i++) {
        struct json_span piles = view_item(span_member(json, "piles"), i),
                         hand = view_item(span_member(json, "hands"), i);
        table->gone[i] = view_cards(view_item(span_member(json, "gone"), i)).word[0];
        table->top[i][0] = view_byte(span_member(piles, "U"));
        table->top[i][1] = view_byte(span_member(piles, "D"));
        seen->draw_count[i] = view_byte(view_item(span_member(json, "draw"), i));
        seen->hand_count[i] = view_hand_count(hand);
        if (i == seat)
            seen->hand = view_cards(hand).word[0];
    }
    table->turn = phase == STOS_PHASE_OVER ? last_turn(table) : view_turn(json) & 1;
    table->minimum = minimum_of(table);
    seen->seat = (int8_t)seat;
    return view_is_sound(seen);
}

enum {
    FIELD_PHASE,
    FIELD_TURN,
    FIELD_PLACED,
    FIELD_MIN,
    FIELD_HELPED,
    FIELD_TOPS,
    FIELD_HANDS,
    FIELD_DRAW,
    FIELD_WINNER
};
static const char *const fields[] = {"phase", "turn",  "placed", "min",    "helped",
                                     "tops",  "hands", "draw",   "winner", NULL};

static void write_field(const stos_state *state, int field, stos_writer *writer)
{
    const struct stos_facetoface *game = &state->as.facetoface;
    const struct stos_facetoface_table *table = &game->table;
    switch (field) {
    case FIELD_PHASE: text_put(writer, game_phase_names[table->phase]); break;
    case FIELD_TURN: text_number(writer, table->turn); break;
    case FIELD_PLACED: text_number(writer, table->placed); break;
    case FIELD_MIN: text_number(writer, table->minimum); break;
    case FIELD_HELPED: text_number(writer, table->helped); break;
    case FIELD_TOPS: game_write_cards(writer, table->top[0], SEATS * 2); break;
    case FIELD_HANDS:
        for (int seat = 0; seat < SEATS; seat++) {
            uint8_t list[STOS_FACETOFACE_CARDS];
            text_put(writer, seat ? "/" : "");
            game_write_cards(writer, list,
                             game_list_cards((stos_cards){{game->hand[seat], 0}}, list));
        }
        break;
    case FIELD_DRAW:
        for (int seat = 0; seat < SEATS; seat++) {
            text_put(writer, seat ? "/" : "");
            game_write_cards(writer, game->draw[seat] + game->drawn[seat],
                             STOS_FACETOFACE_CARDS - game->drawn[seat]);
        }
        break;
    default: game_write_seat(writer, table->winner); break;
    }
}

/* One list for each seat, joined by a slash: hands and draw piles. */
static bool read_lists(struct stos_facetoface *game, bool hands, struct text_reader *reader)
{
    for (int seat = 0; seat < SEATS; seat++) {
        uint8_t list[STOS_FACETOFACE_CARDS];
        if (seat > 0 && !text_take(reader, "/"))
            return false;
        int count = game_read_cards(reader, LOW, HIGH, list,
                                    hands ? STOS_FACETOFACE_HAND : STOS_FACETOFACE_CARDS);
        if (!hands) {
            game->drawn[seat] = (uint8_t)(STOS_FACETOFACE_CARDS - count);
            memcpy(game->draw[seat] + game->drawn[seat], list, (size_t)count);
            continue;
        }
        for (int i = 0; i < count; i++)
            game->hand[seat] |= UINT64_C(1) << list[i];
        if (word_count(game->hand[seat]) != count)
            return false;
    }
    return true;
}

static bool read_field(stos_state *state, int field, struct text_reader *reader)
{
    struct stos_facetoface *game = &state->as.facetoface;
    struct stos_facetoface_table *table = &game->table;
    uint8_t helped = 0;
    bool good;
    switch (field) {
    case FIELD_PHASE: return game_take_phase(reader, &table->phase);
    case FIELD_TURN: return game_take_byte(reader, 1, &table->turn);
    case FIELD_PLACED: return game_take_byte(reader, STOS_FACETOFACE_HAND, &table->placed);
    case FIELD_MIN: return game_take_byte(reader, 2, &table->minimum);
    case FIELD_HELPED:
        good = game_take_byte(reader, 1, &helped);
        table->helped = helped;
        return good;
    case FIELD_TOPS: return game_read_cards(reader, 1, 60, table->top[0], SEATS * 2) == SEATS * 2;
    case FIELD_HANDS: return read_lists(game, true, reader);
    case FIELD_DRAW: return read_lists(game, false, reader);
    default: return game_take_seat(reader, SEATS, &table->winner);
    }
}

const struct game_texts facetoface_texts = {
    .state_json = state_json,
    .view_json = view_json,
    .read_view = read_view,
    .fields = fields,
    .write_field = write_field,
    .read_field = read_field,
};
