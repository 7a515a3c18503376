/* lie/view.c - views of LIE from their JSON; see view_read.h for what a reader promises. */
#include "game/view_read.h"

#include "base/cards.h"
#include "game/lie/lie.h"

#include <string.h>

static uint8_t kind_of(struct json_span card)
{
    int low = view_byte(view_item(card, 0)), high = view_byte(view_item(card, 1));
    int kind = lie_kind_of(low, high);
    return (uint8_t)(kind < 0 ? 0 : kind);
}

static uint8_t read_kinds(struct json_span list, uint8_t out[STOS_LIE_HAND])
{
    uint8_t count = 0;
    for (SPAN_EACH(card, list))
        if (count < STOS_LIE_HAND)
            out[count++] = kind_of(card);
    return count;
}

static void read_faces(struct json_span list, uint8_t out[STOS_LIE_HAND])
{
    int count = 0;
    for (SPAN_EACH(face, list))
        if (count < STOS_LIE_HAND)
            out[count++] = view_byte(face) <= STOS_LIE_FACES ? view_byte(face) : 0;
}

/* A bid such as "3x4". */
static bool read_bid(struct json_span value, int *count, int *face)
{
    struct text_reader reader = {NULL, NULL};
    size_t length;
    if (!span_string(value, &reader.at, &length))
        return false;
    reader.end = reader.at + length;
    return text_take_number(&reader, 1, STOS_LIE_CARDS, count) && text_take(&reader, "x") &&
        text_take_number(&reader, 1, STOS_LIE_FACES, face);
}

static void read_reveal(struct json_span json, int players, struct stos_lie_reveal *last)
{
    int count = 0, face = 0;
    if (!read_bid(span_member(json, "bid"), &count, &face))
        return;
    last->happened = true;
    last->challenger = view_byte(span_member(json, "challenger"));
    last->bidder = view_byte(span_member(json, "bidder"));
    last->loser = view_byte(span_member(json, "loser"));
    last->found = view_byte(span_member(json, "found"));
    last->count = (uint8_t)count;
    last->face = (uint8_t)face;
    for (int seat = 0; seat < players; seat++) {
        last->hands.size[seat] =
            read_kinds(view_item(span_member(json, "hands"), seat), last->hands.kind[seat]);
        read_faces(view_item(span_member(json, "shown"), seat), last->hands.face[seat]);
    }
}

/* What counts after the game are the cards of the last round. */
static int cards_in_play(const struct stos_lie_table *table)
{
    const uint8_t *size = table->phase == STOS_PHASE_OVER ? table->last.hands.size : table->count;
    int cards = 0;
    for (int seat = 0; seat < STOS_LIE_SEATS; seat++)
        cards += size[seat];
    return cards;
}

/* Those that are no raises are left out. */
static void read_bids(struct json_span list, struct stos_lie_table *table)
{
    int count, face;
    lie_open_bidding(table);
    for (SPAN_EACH(bid, list)) {
        if (!read_bid(span_member(bid, "bid"), &count, &face) || count > table->cards)
            continue;
        if (lie_is_higher(table, (struct lie_bid){count, face}))
            lie_add_bid(table, (struct lie_bid){count, face});
    }
}

static void read_table(struct json_span json, int players, struct stos_lie_table *table)
{
    struct json_span direction = span_member(json, "direction");
    int round;
    table->round =
        (uint8_t)(span_number(span_member(json, "round"), 0, UINT8_MAX, &round) ? round : 0);
    table->starter = view_byte(span_member(json, "starter"));
    table->direction = span_is(direction, "cw") ? 1 : span_is(direction, "ccw") ? -1 : 0;
    table->in = (stos_seats)view_cards(span_member(json, "in")).word[0];
    table->tiebreak = span_is_true(span_member(json, "tiebreak"));
    table->winner = view_seat_or_none(span_member(json, "winner"), players);
    if (table->phase == STOS_PHASE_OVER)
        table->turn = table->last.challenger;
    else if (table->phase == STOS_PHASE_SHOW)
        table->turn = table->starter;
    else
        table->turn = table->phase == STOS_PHASE_START ? 0 : view_turn(json);
    memset(table->vote, -1, sizeof table->vote);
    for (int seat = 0; seat < players; seat++) {
        table->count[seat] = view_byte(view_item(span_member(json, "counts"), seat));
        if (table->option[STOS_LIE_START] == STOS_LIE_START_AGREE)
            table->vote[seat] =
                view_seat_or_none(view_item(span_member(json, "votes"), seat), players);
    }
}

/* The bits of the seats that bid in this round: after the game those who did in the last one. */
static stos_seats bidders(const struct stos_lie_table *table)
{
    stos_seats set = 0;
    for (int seat = 0; seat < STOS_LIE_SEATS; seat++)
        set |= (stos_seats)((table->last.hands.size[seat] > 0) << seat);
    return table->phase == STOS_PHASE_OVER ? set : table->in;
}

/* Everybody in has cards, nobody more than there are, and whoever starts and acts takes part. */
static bool table_is_sound(const struct stos_lie_table *table)
{
    int players = table->option[STOS_LIE_PLAYERS];
    bool votes = table->option[STOS_LIE_START] == STOS_LIE_START_AGREE;
    if (table->phase == STOS_PHASE_PLAY || (table->phase == STOS_PHASE_START && !votes))
        return false;
    for (int seat = 0; seat < STOS_LIE_SEATS; seat++) {
        bool is_in = table->in >> seat & 1;
        if (table->count[seat] > STOS_LIE_HAND ||
            (is_in && (seat >= players || table->count[seat] == 0)))
            return false;
        if (!is_in && table->count[seat] > 0)
            return false;
    }
    if (table->starter >= players || table->turn >= players || table->cards > STOS_LIE_CARDS ||
        table->in >> players != 0)
        return false;
    if (table->last.challenger >= players || table->last.bidder >= players)
        return false;
    stos_seats round = bidders(table);
    return table->in != 0 && (round >> table->starter & 1) && (round >> table->turn & 1);
}

/* Two cards of a kind exist, and the ends that count are ends of the cards. */
static bool hand_is_sound(const struct stos_lie_view *seen, int size)
{
    for (int i = 0; i < size; i++) {
        int face = seen->face[i], kind = seen->kind[i];
        if (face != 0 && !lie_has_face(kind, face))
            return false;
        if (i >= 2 && seen->kind[i - 2] == kind)
            return false;
    }
    return true;
}

bool lie_read_view(struct json_span json, const stos_rules *rules, int phase, int seat,
                   stos_view *view)
{
    struct stos_lie_view *seen = &view->as.lie;
    struct stos_lie_table *table = &seen->table;
    struct json_span hands = span_member(json, "hands"), shown = span_member(json, "shown");
    int players = rules->value[STOS_LIE_PLAYERS], size = 0;
    memcpy(table->option, rules->value, sizeof table->option);
    table->phase = (uint8_t)phase;
    read_reveal(span_member(json, "last"), players, &table->last);
    read_table(json, players, table);
    table->cards = (uint8_t)cards_in_play(table);
    seen->seat = (int8_t)seat;
    for (int i = 0; i < players; i++)
        if (!span_is_null(view_item(shown, i)))
            table->chosen |= (stos_seats)(1u << i);
    if (seat >= 0) {
        size = read_kinds(view_item(hands, seat), seen->kind);
        read_faces(view_item(shown, seat), seen->face);
    }
    if (!table_is_sound(table) || !hand_is_sound(seen, size))
        return false;
    read_bids(span_member(json, "bids"), table);
    return true;
}
