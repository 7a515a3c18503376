/* climb/text.c - states and views of CLIMB as JSON, views back from it, and positions as one line;
 * see rules.c. */
#include "base/cards.h"
#include "base/text.h"
#include "game/view_read.h"

#include <string.h>

enum { LOW = 2, HIGH = 13, SEATS = 2 };

static void json_word(stos_writer *writer, uint64_t cards)
{
    game_json_cards(writer, (stos_cards){{cards, 0}});
}

static void json_table(stos_writer *writer, const struct stos_climb_table *table)
{
    text_key(writer, "gone");
    json_word(writer, table->gone);
    text_key(writer, "winner");
    game_json_seat_or_null(writer, table->winner);
}

static void state_json(const stos_state *state, stos_writer *writer)
{
    const struct stos_climb *game = &state->as.climb;
    game_json_common(writer, &game_climb, game->table.option, game->table.phase,
                     stos_actors(state));
    text_key(writer, "hands");
    text_char(writer, '[');
    json_word(writer, game->hand[0]);
    text_char(writer, ',');
    json_word(writer, game->hand[1]);
    text_char(writer, ']');
    text_key(writer, "draw");
    game_json_list(writer, game->draw + game->drawn, STOS_CLIMB_CARDS - game->drawn);
    json_table(writer, &game->table);
}

static void view_json(const stos_view *view, stos_writer *writer)
{
    const struct stos_climb_view *seen = &view->as.climb;
    game_json_common(writer, &game_climb, seen->table.option, seen->table.phase,
                     stos_view_actors(view));
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
    text_number(writer, seen->draw_count);
    json_table(writer, &seen->table);
}

static bool read_view(struct json_span json, const stos_rules *rules, int phase, int seat,
                      stos_view *view)
{
    struct stos_climb_view *seen = &view->as.climb;
    struct stos_climb_table *table = &seen->table;
    memcpy(table->option, rules->value, sizeof table->option);
    table->phase = (uint8_t)phase;
    table->winner = view_seat_or_none(span_member(json, "winner"), SEATS);
    table->turn = table->winner < 0 ? view_turn(json) & 1 : (uint8_t)(1 - table->winner); /* CL3 */
    table->gone = view_cards(span_member(json, "gone")).word[0];
    seen->seat = (int8_t)seat;
    seen->draw_count = view_byte(span_member(json, "draw"));
    int count = word_count(table->gone) + seen->draw_count;
    for (int i = 0; i < SEATS; i++) {
        struct json_span hand = view_item(span_member(json, "hands"), i);
        seen->hand_count[i] = view_hand_count(hand);
        count += seen->hand_count[i];
        if (i == seat)
            seen->hand = view_cards(hand).word[0];
    }
    bool phase_good = phase == STOS_PHASE_PLAY || phase == STOS_PHASE_OVER;
    return phase_good && count == STOS_CLIMB_CARDS &&
        !((table->gone | seen->hand) & ~cards_range(LOW, HIGH).word[0]) &&
        !(table->gone & seen->hand);
}

enum { FIELD_PHASE, FIELD_TURN, FIELD_HANDS, FIELD_DRAW, FIELD_WINNER };
static const char *const fields[] = {"phase", "turn", "hands", "draw", "winner", NULL};

static void write_field(const stos_state *state, int field, stos_writer *writer)
{
    const struct stos_climb *game = &state->as.climb;
    uint8_t list[STOS_CLIMB_CARDS];
    switch (field) {
    case FIELD_PHASE: text_put(writer, game_phase_names[game->table.phase]); break;
    case FIELD_TURN: text_number(writer, game->table.turn); break;
    case FIELD_HANDS:
        for (int seat = 0; seat < SEATS; seat++) {
            text_put(writer, seat ? "/" : "");
            game_write_cards(writer, list,
                             game_list_cards((stos_cards){{game->hand[seat], 0}}, list));
        }
        break;
    case FIELD_DRAW:
        game_write_cards(writer, game->draw + game->drawn, STOS_CLIMB_CARDS - game->drawn);
        break;
    default: game_write_seat(writer, game->table.winner); break;
    }
}

static bool read_hands(struct stos_climb *game, struct text_reader *reader)
{
    uint8_t list[STOS_CLIMB_CARDS];
    for (int seat = 0; seat < SEATS; seat++) {
        if (seat > 0 && !text_take(reader, "/"))
            return false;
        int count = game_read_cards(reader, LOW, HIGH, list, STOS_CLIMB_CARDS);
        for (int i = 0; i < count; i++)
            game->hand[seat] |= UINT64_C(1) << list[i];
    }
    return true;
}

static bool read_field(stos_state *state, int field, struct text_reader *reader)
{
    struct stos_climb *game = &state->as.climb;
    uint8_t list[STOS_CLIMB_CARDS];
    switch (field) {
    case FIELD_PHASE: return game_take_phase(reader, &game->table.phase);
    case FIELD_TURN: return game_take_byte(reader, 1, &game->table.turn);
    case FIELD_HANDS: return read_hands(game, reader);
    case FIELD_DRAW:
        game->drawn = (uint8_t)(STOS_CLIMB_CARDS -
                                game_read_cards(reader, LOW, HIGH, list, STOS_CLIMB_CARDS));
        memcpy(game->draw + game->drawn, list, (size_t)(STOS_CLIMB_CARDS - game->drawn));
        return true;
    default: return game_take_seat(reader, SEATS, &game->table.winner);
    }
}

const struct game_texts climb_texts = {
    .state_json = state_json,
    .view_json = view_json,
    .read_view = read_view,
    .fields = fields,
    .write_field = write_field,
    .read_field = read_field,
};
