/* view_read.c - see view_read.h. */
#include "view_read.h"

#include "base/cards.h"

#include <string.h>

/* ---------------------------------------------------------------- pieces */

/* A whole number from low to high; `missing` where there is none, or null. False when it is out of bounds. */
static bool take_number(const json_t *json, int low, int high, int missing, int *out)
{
    *out = missing;
    if (!json || json_is_null(json))
        return true;
    json_int_t value = json_integer_value(json);
    if (!json_is_integer(json) || value < low || value > high)
        return false;
    *out = (int)value;
    return true;
}

static bool take_byte(const json_t *object, const char *key, int high, uint8_t *out)
{
    int number;
    if (!take_number(json_object_get(object, key), 0, high, 0, &number))
        return false;
    *out = (uint8_t)number;
    return true;
}

static bool take_cards(const json_t *array, int high, stos_cards *out)
{
    *out = cards_none();
    for (size_t i = 0; i < json_array_size(array); i++) {
        int card;
        if (!take_number(json_array_get(array, i), 2, high, 2, &card))
            return false;
        cards_add(out, card);
    }
    return true;
}

/* A list as one's own cards, or only how many there are. */
static bool take_hand(const json_t *json, int high, stos_cards *hand, uint8_t *count)
{
    int number = 0;
    if (!json_is_array(json)) {
        bool good = take_number(json, 0, high, 0, &number);
        *count = (uint8_t)number;
        return good;
    }
    bool good = take_cards(json, high, hand);
    *count = (uint8_t)cards_count(*hand);
    return good;
}

static int phase_of(const json_t *json)
{
    static const char *const names[] = {"start", "play", "show", "direction", "bid", "over"};
    const char *word = json_string_value(json);
    for (int i = 0; word && i < 6; i++)
        if (strcmp(word, names[i]) == 0)
            return i;
    return -1;
}

/* Whoever acts first. */
static int turn_of(const json_t *json, int seats)
{
    int seat;
    return take_number(json_array_get(json_object_get(json, "to_act"), 0), 0, seats - 1, 0, &seat) ? seat : 0;
}

static bool take_seat(const json_t *json, int seats, int8_t *out)
{
    int seat;
    if (!take_number(json, -1, seats - 1, -1, &seat))
        return false;
    *out = (int8_t)seat;
    return true;
}

/* ---------------------------------------------------------------- thegame */

static bool read_thegame(const json_t *json, const stos_rules *rules, struct stos_thegame_view *seen)
{
    static const char *const piles[] = {"U1", "U2", "D1", "D2"};
    struct stos_thegame_table *table = &seen->table;
    const json_t *tops = json_object_get(json, "piles"), *due = json_object_get(json, "due"), *hands = json_object_get(json, "hands");
    int seats = stos_rules_seats(rules), number = 0;
    memcpy(table->option, rules->value, sizeof table->option);
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++) {
        if (!take_byte(tops, piles[pile], 100, &table->top[pile]))
            return false;
        for (size_t i = 0; i < json_array_size(due); i++) {
            const char *name = json_string_value(json_array_get(due, i));
            table->due |= (uint8_t)((name && strcmp(name, piles[pile]) == 0) << pile);
        }
    }
    memset(table->vote, -1, sizeof table->vote);
    for (int seat = 0; seat < seats; seat++)
        if (!take_seat(json_array_get(json_object_get(json, "votes"), (size_t)seat), seats, &table->vote[seat]) ||
            !take_hand(json_array_get(hands, (size_t)seat), 99, &seen->hand, &seen->hand_count[seat]))
            return false;
    table->turn = (uint8_t)turn_of(json, seats);
    bool good = take_cards(json_object_get(json, "gone"), 99, &table->gone) &&
        take_byte(json, "placed", STOS_THEGAME_CARDS, &table->placed) && take_byte(json, "min", STOS_THEGAME_CARDS, &table->minimum) &&
        take_number(json_object_get(json, "draw"), 0, STOS_THEGAME_CARDS, 0, &number);
    seen->draw_count = (uint8_t)number;
    return good;
}

/* ---------------------------------------------------------------- facetoface */

static bool read_facetoface(const json_t *json, const stos_rules *rules, struct stos_facetoface_view *seen)
{
    struct stos_facetoface_table *table = &seen->table;
    const int high = STOS_FACETOFACE_CARDS + 1;
    stos_cards hand = cards_none(), gone;
    memcpy(table->option, rules->value, sizeof table->option);
    for (size_t seat = 0; seat < 2; seat++) {
        const json_t *tops = json_array_get(json_object_get(json, "piles"), seat);
        int drawn;
        if (!take_byte(tops, "U", high + 1, &table->top[seat][0]) || !take_byte(tops, "D", high + 1, &table->top[seat][1]) ||
            !take_hand(json_array_get(json_object_get(json, "hands"), seat), high, &hand, &seen->hand_count[seat]) ||
            !take_cards(json_array_get(json_object_get(json, "gone"), seat), high, &gone) ||
            !take_number(json_array_get(json_object_get(json, "draw"), seat), 0, STOS_FACETOFACE_CARDS, 0, &drawn))
            return false;
        table->gone[seat] = gone.word[0];
        seen->draw_count[seat] = (uint8_t)drawn;
    }
    seen->hand = hand.word[0];
    table->turn = (uint8_t)turn_of(json, 2);
    table->helped = json_is_true(json_object_get(json, "helped"));
    if (!take_byte(json, "placed", STOS_FACETOFACE_HAND, &table->placed) || !take_seat(json_object_get(json, "winner"), 2, &table->winner))
        return false;
    bool single = word_count(table->gone[table->turn]) - table->placed == STOS_FACETOFACE_CARDS - 1; /* FF9 */
    table->minimum = single && table->option[STOS_FACETOFACE_LAST] == STOS_FACETOFACE_LAST_LENIENT ? 1 : 2;
    return true;
}

/* ---------------------------------------------------------------- lie */

static bool take_kind(const json_t *pair, uint8_t *kind)
{
    int low, high;
    if (!take_number(json_array_get(pair, 0), 1, STOS_LIE_FACES, 1, &low) ||
        !take_number(json_array_get(pair, 1), 1, STOS_LIE_FACES, 1, &high))
        return false;
    for (int i = 0; i < STOS_LIE_KINDS; i++)
        if (stos_lie_low_face(i) == low && stos_lie_high_face(i) == high) {
            *kind = (uint8_t)i;
            return true;
        }
    return false;
}

/* A hand and its chosen ends, where they are lists. */
static bool take_lie_hand(const json_t *hand, const json_t *shown, uint8_t kind[STOS_LIE_HAND], uint8_t face[STOS_LIE_HAND], uint8_t *size)
{
    size_t count = json_array_size(hand);
    if (count > STOS_LIE_HAND)
        return false;
    for (size_t i = 0; i < count; i++) {
        int number;
        if (!take_kind(json_array_get(hand, i), &kind[i]) || !take_number(json_array_get(shown, i), 0, STOS_LIE_FACES, 0, &number))
            return false;
        face[i] = (uint8_t)number;
    }
    *size = (uint8_t)count;
    return true;
}

static bool take_bid(const json_t *json, int *count, int *face)
{
    stos_move move;
    const char *text = json_string_value(json);
    if (!text || stos_move_parse(stos_game_at(STOS_LIE), text, strlen(text), &move).reason || stos_move_kind(move) != STOS_BID)
        return false;
    *count = stos_move_low(move);
    *face = stos_move_high(move);
    return true;
}

static bool read_last(const json_t *json, int seats, struct stos_lie_reveal *last)
{
    const json_t *hands = json_object_get(json, "hands"), *shown = json_object_get(json, "shown");
    int count, face;
    if (!json_is_object(json))
        return true;
    last->happened = true;
    if (!take_byte(json, "challenger", seats - 1, &last->challenger) || !take_byte(json, "bidder", seats - 1, &last->bidder) ||
        !take_byte(json, "loser", seats - 1, &last->loser) || !take_byte(json, "found", STOS_LIE_CARDS, &last->found) ||
        !take_bid(json_object_get(json, "bid"), &count, &face))
        return false;
    last->count = (uint8_t)count;
    last->face = (uint8_t)face;
    for (int seat = 0; seat < seats; seat++)
        if (!take_lie_hand(json_array_get(hands, (size_t)seat), json_array_get(shown, (size_t)seat), last->hands.kind[seat],
                           last->hands.face[seat], &last->hands.size[seat]))
            return false;
    return true;
}

static bool read_bids(const json_t *json, struct stos_lie_table *table)
{
    for (size_t i = 0; i < json_array_size(json); i++) {
        int count, face;
        if (!take_bid(json_object_get(json_array_get(json, i), "bid"), &count, &face) || count > table->cards)
            return false;
        int rank = stos_lie_rank(table, count, face);
        table->bids[rank / 64] |= UINT64_C(1) << rank % 64;
    }
    return true;
}

static stos_seats take_seats(const json_t *array)
{
    stos_seats set = 0;
    for (size_t i = 0; i < json_array_size(array); i++) {
        int seat;
        if (take_number(json_array_get(array, i), 0, STOS_LIE_SEATS - 1, 0, &seat))
            set |= (stos_seats)(1u << seat);
    }
    return set;
}

static bool read_lie(const json_t *json, const stos_rules *rules, struct stos_lie_view *seen)
{
    struct stos_lie_table *table = &seen->table;
    const json_t *shown = json_object_get(json, "shown"), *hands = json_object_get(json, "hands");
    const char *direction = json_string_value(json_object_get(json, "direction"));
    int seats = stos_rules_seats(rules), number;
    memcpy(table->option, rules->value, sizeof table->option);
    for (int seat = 0; seat < seats; seat++) {
        if (!take_number(json_array_get(json_object_get(json, "counts"), (size_t)seat), 0, STOS_LIE_HAND, 0, &number))
            return false;
        table->count[seat] = (uint8_t)number;
        table->cards = (uint8_t)(table->cards + number);
        table->chosen |= (stos_seats)(!json_is_null(json_array_get(shown, (size_t)seat)) << seat);
    }
    uint8_t size;
    if (seen->seat >= 0 &&
        !take_lie_hand(json_array_get(hands, (size_t)seen->seat), json_array_get(shown, (size_t)seen->seat), seen->kind, seen->face, &size))
        return false;
    table->direction = (int8_t)(!direction ? 0 : strcmp(direction, "cw") == 0 ? 1 : -1);
    table->in = take_seats(json_object_get(json, "in"));
    table->tiebreak = json_is_true(json_object_get(json, "tiebreak"));
    table->turn = (uint8_t)turn_of(json, seats);
    if (!read_last(json_object_get(json, "last"), seats, &table->last))
        return false;
    if (table->phase == STOS_PHASE_OVER) /* what counts are the cards of the last round */
        for (int seat = table->cards = 0; seat < seats; seat++)
            table->cards = (uint8_t)(table->cards + table->last.hands.size[seat]);
    return take_byte(json, "round", UINT8_MAX, &table->round) && take_byte(json, "starter", seats - 1, &table->starter) &&
        take_seat(json_object_get(json, "winner"), seats, &table->winner) && read_bids(json_object_get(json, "bids"), table);
}

/* ---------------------------------------------------------------- */

bool view_read(const json_t *json, stos_view *view)
{
    stos_rules rules;
    stos_view read;
    int8_t seat;
    int phase = phase_of(json_object_get(json, "phase"));
    const char *text = json_string_value(json_object_get(json, "rules"));
    memset(&read, 0, sizeof read);
    if (!text || phase < 0 || stos_rules_parse(text, strlen(text), &rules).reason ||
        !take_seat(json_object_get(json, "seat"), stos_rules_seats(&rules), &seat))
        return false;
    bool good = true;
    if (rules.game == stos_game_at(STOS_THEGAME)) {
        read.game = STOS_THEGAME;
        read.as.thegame.seat = seat;
        read.as.thegame.table.phase = (uint8_t)phase;
        good = read_thegame(json, &rules, &read.as.thegame);
    } else if (rules.game == stos_game_at(STOS_FACETOFACE)) {
        read.game = STOS_FACETOFACE;
        read.as.facetoface.seat = seat;
        read.as.facetoface.table.phase = (uint8_t)phase;
        good = read_facetoface(json, &rules, &read.as.facetoface);
    } else {
        read.game = STOS_LIE;
        read.as.lie.seat = seat;
        read.as.lie.table.phase = (uint8_t)phase;
        good = read_lie(json, &rules, &read.as.lie);
    }
    if (good)
        *view = read;
    return good;
}
