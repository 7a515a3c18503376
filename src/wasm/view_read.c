/*
 * view_read.c - see view_read.h. One function for each game fills the fields of its view from the members of the JSON.
 *
 * Members that follow from others are not looked at: writing the view again and comparing the texts finds every
 * difference, so the functions here need not distrust what they read beyond the bounds of their arrays.
 */
#include "view_read.h"

#include "base/cards.h"
#include "base/text.h"
#include "json_read.h"

#include <string.h>

enum { VIEW_TEXT = 8192 };

static const char *const phase_words[] = {"start", "play", "show", "direction", "bid"};
static const char *const pile_words[] = {"U1", "U2", "D1", "D2"};

static int number_or(struct json value, int high, int other)
{
    int number;
    return json_number(value, 0, high, &number) ? number : other;
}

static uint8_t byte_of(struct json value) { return (uint8_t)number_or(value, 127, 0); }

static int phase_of(struct json view)
{
    for (int phase = 0; phase < STOS_PHASE_OVER; phase++)
        if (json_is(json_member(view, "phase"), phase_words[phase]))
            return phase;
    return STOS_PHASE_OVER;
}

static stos_cards cards_of(struct json list)
{
    stos_cards set = cards_none();
    for (JSON_EACH(item, list))
        cards_add(&set, byte_of(item));
    return set;
}

/* The first seat that may act: who is on turn, where it is one. */
static uint8_t turn_of(struct json view) { return byte_of(json_first(json_member(view, "to_act"))); }

/* ---------------------------------------------------------------- thegame */

static void read_thegame(struct json json, const stos_rules *rules, struct stos_thegame_view *view)
{
    struct stos_thegame_table *table = &view->table;
    memcpy(table->option, rules->value, sizeof table->option);
    table->phase = (uint8_t)phase_of(json);
    table->gone = cards_of(json_member(json, "gone"));
    table->placed = byte_of(json_member(json, "placed"));
    table->minimum = byte_of(json_member(json, "min"));
    table->turn = table->phase == STOS_PHASE_PLAY ? turn_of(json) : 0;
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++) {
        table->top[pile] = byte_of(json_member(json_member(json, "piles"), pile_words[pile]));
        for (JSON_EACH(due, json_member(json, "due")))
            table->due |= (uint8_t)(json_is(due, pile_words[pile]) << pile);
    }
    int seat = 0;
    memset(table->vote, -1, sizeof table->vote);
    for (JSON_EACH(vote, json_member(json, "votes")))
        if (seat < STOS_THEGAME_SEATS)
            table->vote[seat++] = (int8_t)number_or(vote, STOS_THEGAME_SEATS - 1, -1);
    for (seat = rules->value[STOS_THEGAME_PLAYERS]; seat < STOS_THEGAME_SEATS; seat++)
        table->vote[seat] = 0;
    seat = 0;
    for (JSON_EACH(hand, json_member(json, "hands"))) {
        if (seat == view->seat)
            view->hand = cards_of(hand);
        if (seat < STOS_THEGAME_SEATS)
            view->hand_count[seat] = (uint8_t)(json_is_list(hand) ? cards_count(cards_of(hand)) : byte_of(hand));
        seat++;
    }
    view->draw_count = byte_of(json_member(json, "draw"));
}

/* ---------------------------------------------------------------- facetoface */

/* The members of a list of two, one for each seat. */
static struct json of_seat(struct json list, int seat)
{
    struct json first = json_first(list);
    return seat == 0 || !first.at ? first : json_next(list, first);
}

static void read_facetoface(struct json json, const stos_rules *rules, struct stos_facetoface_view *view)
{
    struct stos_facetoface_table *table = &view->table;
    memcpy(table->option, rules->value, sizeof table->option);
    table->phase = (uint8_t)phase_of(json);
    table->turn = turn_of(json) & 1;
    table->placed = byte_of(json_member(json, "placed"));
    table->helped = json_is_true(json_member(json, "helped"));
    table->winner = -1;
    for (int seat = 0; seat < 2; seat++) {
        struct json piles = of_seat(json_member(json, "piles"), seat), hand = of_seat(json_member(json, "hands"), seat);
        table->gone[seat] = cards_of(of_seat(json_member(json, "gone"), seat)).word[0];
        table->top[seat][0] = byte_of(json_member(piles, "U"));
        table->top[seat][1] = byte_of(json_member(piles, "D"));
        view->draw_count[seat] = byte_of(of_seat(json_member(json, "draw"), seat));
        view->hand_count[seat] = json_is_list(hand) ? (uint8_t)cards_count(cards_of(hand)) : byte_of(hand);
        if (seat == view->seat)
            view->hand = cards_of(hand).word[0];
    }
    bool single = word_count(table->gone[table->turn]) - table->placed == STOS_FACETOFACE_CARDS - 1; /* FF9 */
    table->minimum = single && table->option[STOS_FACETOFACE_LAST] == STOS_FACETOFACE_LAST_LENIENT ? 1 : 2;
}

/* ---------------------------------------------------------------- lie */

static uint8_t kind_of(struct json card)
{
    int low = number_or(of_seat(card, 0), STOS_LIE_FACES, 0), high = number_or(of_seat(card, 1), STOS_LIE_FACES, 0);
    for (int kind = 0; kind < STOS_LIE_KINDS; kind++)
        if (stos_lie_low_face(kind) == low && stos_lie_high_face(kind) == high)
            return (uint8_t)kind;
    return 0;
}

static uint8_t read_kinds(struct json list, uint8_t out[STOS_LIE_HAND])
{
    uint8_t count = 0;
    for (JSON_EACH(card, list))
        if (count < STOS_LIE_HAND)
            out[count++] = kind_of(card);
    return count;
}

static void read_faces(struct json list, uint8_t out[STOS_LIE_HAND])
{
    int count = 0;
    for (JSON_EACH(face, list))
        if (count < STOS_LIE_HAND)
            out[count++] = (uint8_t)number_or(face, STOS_LIE_FACES, 0);
}

/* A bid such as "3x4". */
static bool read_bid(struct json value, int *count, int *face)
{
    struct text_reader reader = {NULL, NULL};
    size_t length;
    if (!json_string(value, &reader.at, &length))
        return false;
    reader.end = reader.at + length;
    return text_take_number(&reader, 1, STOS_LIE_CARDS, count) && text_take(&reader, "x") &&
        text_take_number(&reader, 1, STOS_LIE_FACES, face);
}

static void read_reveal(struct json json, struct stos_lie_reveal *last)
{
    int count = 0, face = 0, seat = 0;
    last->happened = json_member(json, "challenger").at != NULL;
    if (!last->happened || !read_bid(json_member(json, "bid"), &count, &face))
        return;
    last->challenger = byte_of(json_member(json, "challenger"));
    last->bidder = byte_of(json_member(json, "bidder"));
    last->loser = byte_of(json_member(json, "loser"));
    last->found = byte_of(json_member(json, "found"));
    last->count = (uint8_t)count;
    last->face = (uint8_t)face;
    for (JSON_EACH(hand, json_member(json, "hands"))) {
        if (seat < STOS_LIE_SEATS)
            last->hands.size[seat] = read_kinds(hand, last->hands.kind[seat]);
        seat++;
    }
    seat = 0;
    for (JSON_EACH(faces, json_member(json, "shown"))) {
        if (seat < STOS_LIE_SEATS)
            read_faces(faces, last->hands.face[seat]);
        seat++;
    }
}

/* The bids need the number of cards, so they come after the counts. */
static void read_bids(struct json json, struct stos_lie_table *table)
{
    int seat = 0, count, face;
    for (JSON_EACH(cards, json_member(json, "counts")))
        if (seat < STOS_LIE_SEATS)
            table->cards = (uint8_t)(table->cards + (table->count[seat++] = byte_of(cards)));
    for (JSON_EACH(bid, json_member(json, "bids"))) {
        if (!read_bid(json_member(bid, "bid"), &count, &face) || count > table->cards)
            continue;
        int rank = stos_lie_rank(table, count, face);
        table->bids[rank >> 6] |= UINT64_C(1) << (rank & 63);
    }
}

static void read_lie(struct json json, const stos_rules *rules, struct stos_lie_view *view)
{
    struct stos_lie_table *table = &view->table;
    struct json direction = json_member(json, "direction");
    int seat = 0;
    memcpy(table->option, rules->value, sizeof table->option);
    table->phase = (uint8_t)phase_of(json);
    table->round = (uint8_t)number_or(json_member(json, "round"), 255, 0);
    table->starter = byte_of(json_member(json, "starter")) % STOS_LIE_SEATS;
    table->turn = table->phase == STOS_PHASE_SHOW ? table->starter : turn_of(json) % STOS_LIE_SEATS;
    table->direction = json_is(direction, "cw") ? 1 : json_is(direction, "ccw") ? -1 : 0;
    table->in = (stos_seats)cards_of(json_member(json, "in")).word[0];
    table->tiebreak = json_is_true(json_member(json, "tiebreak"));
    table->winner = -1;
    read_bids(json, table);
    read_reveal(json_member(json, "last"), &table->last);
    for (JSON_EACH(hand, json_member(json, "hands")))
        if (seat++ == view->seat)
            read_kinds(hand, view->kind);
    seat = 0;
    for (JSON_EACH(shown, json_member(json, "shown"))) {
        int number;
        if (seat == view->seat)
            read_faces(shown, view->face);
        if (seat < STOS_LIE_SEATS && (json_is_list(shown) || json_number(shown, 0, STOS_LIE_HAND, &number)))
            table->chosen |= (stos_seats)(1u << seat);
        seat++;
    }
}

/* ---------------------------------------------------------------- sound enough to be asked */

/* What is used as an index or ends a loop must be in its bounds; the rest is for the comparison of texts. */
static bool thegame_is_sound(const struct stos_thegame_table *table)
{
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++)
        if (table->top[pile] < 1 || table->top[pile] > 100)
            return false;
    return table->turn < table->option[STOS_THEGAME_PLAYERS];
}

static bool facetoface_is_sound(const struct stos_facetoface_table *table)
{
    for (int pile = 0; pile < 4; pile++)
        if (table->top[pile / 2][pile % 2] < 1 || table->top[pile / 2][pile % 2] > 60)
            return false;
    return true;
}

static bool lie_is_sound(const struct stos_lie_table *table)
{
    int cards = 0, players = table->option[STOS_LIE_PLAYERS];
    for (int seat = 0; seat < STOS_LIE_SEATS; seat++) {
        bool is_in = table->in >> seat & 1;
        if (table->count[seat] > STOS_LIE_HAND || (is_in && (seat >= players || table->count[seat] == 0)))
            return false;
        cards += table->count[seat];
    }
    return cards <= STOS_LIE_CARDS && table->in >> table->starter & 1 && table->in >> table->turn & 1;
}

static bool is_sound(const stos_view *view)
{
    switch (view->game) {
    case STOS_THEGAME: return thegame_is_sound(&view->as.thegame.table);
    case STOS_FACETOFACE: return facetoface_is_sound(&view->as.facetoface.table);
    default: return lie_is_sound(&view->as.lie.table);
    }
}

/* ---------------------------------------------------------------- all */

static bool writes_back(const stos_view *view, const char *text, size_t length)
{
    char again[VIEW_TEXT];
    size_t written = stos_view_json(view, again, sizeof again);
    return written == length && written < sizeof again && memcmp(again, text, length) == 0;
}

bool view_read(const char *text, size_t length, stos_view *view)
{
    struct json json = json_value(text, length);
    stos_rules rules;
    const char *name;
    size_t name_length;
    int seat;
    if (!json_string(json_member(json, "rules"), &name, &name_length) || stos_rules_parse(name, name_length, &rules).reason != STOS_OK)
        return false;
    if (!json_number(json_member(json, "seat"), 0, stos_rules_seats(&rules) - 1, &seat) || phase_of(json) == STOS_PHASE_OVER)
        return false;
    memset(view, 0, sizeof *view);
    if (rules.game == stos_game_at(STOS_THEGAME)) {
        view->game = STOS_THEGAME;
        view->as.thegame.seat = (int8_t)seat;
        read_thegame(json, &rules, &view->as.thegame);
    } else if (rules.game == stos_game_at(STOS_FACETOFACE)) {
        view->game = STOS_FACETOFACE;
        view->as.facetoface.seat = (int8_t)seat;
        read_facetoface(json, &rules, &view->as.facetoface);
    } else {
        view->game = STOS_LIE;
        view->as.lie.seat = (int8_t)seat;
        read_lie(json, &rules, &view->as.lie);
    }
    return is_sound(view) && writes_back(view, text, length);
}
