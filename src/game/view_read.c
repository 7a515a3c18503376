/* view_read.c - stos_view_parse(), and the pieces of view_read.h. */
#include "view_read.h"

#include "base/cards.h"

#include <string.h>

enum { VIEW_TEXT = 8192 }; /* room for the JSON of any view */

uint8_t view_byte(struct json_span value)
{
    int number;
    return (uint8_t)(span_number(value, 0, 127, &number) ? number : 0);
}

int8_t view_seat_or_none(struct json_span value, int seats)
{
    int number;
    return (int8_t)(span_number(value, 0, seats - 1, &number) ? number : -1);
}

stos_cards view_cards(struct json_span list)
{
    stos_cards set = cards_none();
    for (SPAN_EACH(item, list))
        cards_add(&set, view_byte(item));
    return set;
}

uint8_t view_hand_count(struct json_span hand)
{
    return span_is_list(hand) ? (uint8_t)cards_count(view_cards(hand)) : view_byte(hand);
}

struct json_span view_item(struct json_span list, int index)
{
    struct json_span item = span_first(list);
    while (index-- > 0 && item.at)
        item = span_next(list, item);
    return item;
}

uint8_t view_turn(struct json_span view)
{
    return view_byte(span_first(span_member(view, "to_act")));
}

static bool read_phase(struct json_span view, int *phase)
{
    struct json_span word = span_member(view, "phase");
    for (*phase = 0; game_phase_names[*phase]; ++*phase)
        if (span_is(word, game_phase_names[*phase]))
            return true;
    return false;
}

/* Watchers have no seat. */
static bool read_seat(struct json_span view, int seats, int *seat)
{
    struct json_span value = span_member(view, "seat");
    *seat = STOS_SPECTATOR;
    return span_is_null(value) || span_number(value, 0, seats - 1, seat);
}

/* Leaves out `,"ended_by":"LI10"`, which version 0.2 did not tell of a finished game of LIE. */
static size_t forget_clause(char *text, size_t length)
{
    struct json_span clause = span_member(span_value(text, length), "ended_by");
    if (!clause.at)
        return length;
    char *begin = text + (clause.at - text) - strlen(",\"ended_by\":");
    memmove(begin, clause.end, (size_t)(text + length - clause.end));
    return length - (size_t)(clause.end - begin);
}

static bool writes_back(const stos_view *view, const char *text, size_t length)
{
    char again[VIEW_TEXT];
    size_t written = stos_view_json(view, again, sizeof again);
    if (written >= sizeof again)
        return false;
    if (!span_member(span_value(text, length), "ended_by").at)
        written = forget_clause(again, written);
    return written == length && memcmp(again, text, length) == 0;
}

/* Whether a state drawn from the view can be and shows the view. If one does, all do. */
static bool is_possible(const stos_view *view)
{
    stos_random random = stos_random_from(0);
    stos_state state;
    stos_view again;
    stos_sample(view, &random, &state);
    if (!stos_view_game(view)->settle_position(&state))
        return false;
    stos_look(&state, stos_view_seat(view), &again);
    /* NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): see stos_look() */
    return memcmp(&again, view, sizeof again) == 0;
}

/* If the text does not tell whose turn it was, it may have been anybody's. */
static bool can_be(const stos_view *view)
{
    size_t turn_at = stos_view_game(view)->turn_at;
    stos_view guess = *view;
    uint8_t *turn = (uint8_t *)&guess + turn_at;
    if (turn_at == 0 || *turn != GAME_TURN_UNKNOWN)
        return is_possible(view);
    stos_rules rules = stos_view_rules(view);
    for (int seat = 0; seat < stos_rules_seats(&rules); seat++) {
        *turn = (uint8_t)seat;
        if (is_possible(&guess))
            return true;
    }
    return false;
}

stos_error stos_view_parse(const char *text, size_t length, stos_view *view)
{
    struct json_span json = span_value(text, length);
    const char *name = "";
    size_t name_length = 0;
    stos_rules rules;
    int phase, seat;
    span_string(span_member(json, "rules"), &name, &name_length);
    if (stos_rules_parse(name, name_length, &rules).reason)
        return game_refuse(STOS_BAD_VIEW, 0);
    stos_view read;
    memset(&read, 0, sizeof read);
    read.game = rules.game->id;
    bool good = read_phase(json, &phase) && read_seat(json, stos_rules_seats(&rules), &seat) &&
        rules.game->texts->read_view(json, &rules, phase, seat, &read) && can_be(&read) &&
        writes_back(&read, text, length);
    if (!good)
        return game_refuse(STOS_BAD_VIEW, 0);
    *view = read;
    return game_ok();
}
