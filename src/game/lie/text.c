/*
 * lie/text.c - states and views of LIE as JSON, and positions as one line.
 *
 * A view is written from a view alone, so nothing hidden can slip through here.
 */
#include "base/cards.h"
#include "base/text.h"
#include "game/game.h"
#include "game/lie/lie.h"

#include <string.h>

enum {
    MOST_ROUNDS = 200
}; /* far more than a game can have, and far from where the number would overflow */

static bool has_seat(stos_seats set, int seat) { return set >> seat & 1; }

static bool was_bid(const struct stos_lie_table *table, int rank)
{
    return lie_was_bid(table, lie_bid_at(table, rank));
}

/* Like stos_lie_next_seat(), for a round whose loser may be out by now. */
static int next_bidder(const struct stos_lie_table *table, stos_seats in, int seat)
{
    struct stos_lie_table then = *table;
    then.in = in;
    return stos_lie_next_seat(&then, seat);
}

static void json_hand(stos_writer *writer, const uint8_t *kinds, int size)
{
    text_char(writer, '[');
    for (int i = 0; i < size; i++) {
        text_comma(writer, i == 0);
        game_json_list(writer, lie_ends[kinds[i]], 2);
    }
    text_char(writer, ']');
}

static void json_faces(stos_writer *writer, const uint8_t *faces, int size)
{
    if (size == 0 || faces[0] == 0)
        text_put(writer, "null");
    else
        game_json_list(writer, faces, size);
}

static void json_hands(stos_writer *writer, const struct stos_lie_hands *hands, int players)
{
    text_key(writer, "hands");
    text_char(writer, '[');
    for (int seat = 0; seat < players; seat++) {
        text_comma(writer, seat == 0);
        json_hand(writer, hands->kind[seat], hands->size[seat]);
    }
    text_char(writer, ']');
    text_key(writer, "shown");
    text_char(writer, '[');
    for (int seat = 0; seat < players; seat++) {
        text_comma(writer, seat == 0);
        json_faces(writer, hands->face[seat], hands->size[seat]);
    }
    text_char(writer, ']');
}

static void write_bid(stos_writer *writer, int count, int face)
{
    text_number(writer, count);
    text_char(writer, 'x');
    text_number(writer, face);
}

static void json_bids(stos_writer *writer, const struct stos_lie_table *table, stos_seats in)
{
    int seat = table->starter, count, face;
    bool first = true;
    text_key(writer, "bids");
    text_char(writer, '[');
    for (int rank = 0; rank < table->cards * STOS_LIE_FACES; rank++) {
        if (!was_bid(table, rank))
            continue;
        stos_lie_bid_at(table, rank, &count, &face);
        text_comma(writer, first);
        text_put(writer, "{\"seat\":");
        text_number(writer, seat);
        text_put(writer, ",\"bid\":\"");
        write_bid(writer, count, face);
        text_put(writer, "\"}");
        seat = next_bidder(table, in, seat);
        first = false;
    }
    text_char(writer, ']');
}

static void json_last(stos_writer *writer, const struct stos_lie_reveal *last, int players)
{
    text_key(writer, "last");
    if (!last->happened) {
        text_put(writer, "null");
        return;
    }
    text_char(writer, '{');
    text_key(writer, "challenger");
    text_number(writer, last->challenger);
    text_key(writer, "bidder");
    text_number(writer, last->bidder);
    text_key(writer, "bid");
    text_char(writer, '"');
    write_bid(writer, last->count, last->face);
    text_char(writer, '"');
    text_key(writer, "found");
    text_number(writer, last->found);
    text_key(writer, "loser");
    text_number(writer, last->loser);
    json_hands(writer, &last->hands, players);
    text_char(writer, '}');
}

/* Who takes part in the round: after the game, those who did in the last one. */
static stos_seats in_round(const struct stos_lie_table *table)
{
    stos_seats set = 0;
    if (table->phase != STOS_PHASE_OVER)
        return table->in;
    for (int seat = 0; seat < STOS_LIE_SEATS; seat++)
        set |= (stos_seats)((table->last.hands.size[seat] > 0) << seat);
    return set;
}

/* What comes before the hands, and what comes after them. */
static void json_head(stos_writer *writer, const struct stos_lie_table *table, stos_seats actors)
{
    game_json_common(writer, &game_lie, table->option, table->phase, actors);
    text_key(writer, "round");
    text_number(writer, table->round);
    text_key(writer, "counts");
    game_json_list(writer, table->count, table->option[STOS_LIE_PLAYERS]);
}

/* The clause under which a finished game ended. Who lost its last round is in `last`. */
static const char *end_clause(const struct stos_lie_table *table)
{
    if (table->tiebreak)
        return "LI11";
    if (table->option[STOS_LIE_END] == STOS_LIE_END_LAST)
        return "LI15";
    return table->option[STOS_LIE_COUNTS] == STOS_LIE_COUNTS_UP ? "LI10" : "LI14";
}

static void json_end_clause(stos_writer *writer, const struct stos_lie_table *table)
{
    if (table->phase != STOS_PHASE_OVER)
        return;
    text_key(writer, "ended_by");
    text_char(writer, '"');
    text_put(writer, end_clause(table));
    text_char(writer, '"');
}

static void json_tail(stos_writer *writer, const struct stos_lie_table *table)
{
    json_bids(writer, table, in_round(table));
    if (table->option[STOS_LIE_START] == STOS_LIE_START_AGREE)
        game_json_votes(writer, table->vote, table->option[STOS_LIE_PLAYERS]);
    text_key(writer, "starter");
    game_json_seat_or_null(writer, table->phase == STOS_PHASE_START ? -1 : table->starter);
    text_key(writer, "direction");
    text_put(writer, table->direction == 0 ? "null" : table->direction > 0 ? "\"cw\"" : "\"ccw\"");
    text_key(writer, "ones_wild");
    text_put(writer, stos_lie_ones_wild(table) ? "true" : "false");
    text_key(writer, "in");
    game_json_seats(writer, table->in);
    text_key(writer, "tiebreak");
    text_put(writer, table->tiebreak ? "true" : "false");
    text_key(writer, "winner");
    game_json_seat_or_null(writer, table->winner);
    json_end_clause(writer, table);
    json_last(writer, &table->last, table->option[STOS_LIE_PLAYERS]);
}

static void state_json(const stos_state *state, stos_writer *writer)
{
    const struct stos_lie *game = &state->as.lie;
    json_head(writer, &game->table, stos_actors(state));
    json_hands(writer, &game->hands, game->table.option[STOS_LIE_PLAYERS]);
    json_tail(writer, &game->table);
}

static void json_seen_hands(stos_writer *writer, const struct stos_lie_view *seen)
{
    const struct stos_lie_table *table = &seen->table;
    text_key(writer, "hands");
    text_char(writer, '[');
    for (int seat = 0; seat < table->option[STOS_LIE_PLAYERS]; seat++) {
        text_comma(writer, seat == 0);
        if (seat == seen->seat)
            json_hand(writer, seen->kind, table->count[seat]);
        else
            text_number(writer, table->count[seat]);
    }
    text_char(writer, ']');
    text_key(writer, "shown");
    text_char(writer, '[');
    for (int seat = 0; seat < table->option[STOS_LIE_PLAYERS]; seat++) {
        text_comma(writer, seat == 0);
        if (seat == seen->seat)
            json_faces(writer, seen->face, table->count[seat]);
        else if (has_seat(table->chosen, seat))
            text_number(writer, table->count[seat]);
        else
            text_put(writer, "null");
    }
    text_char(writer, ']');
}

static void view_json(const stos_view *view, stos_writer *writer)
{
    const struct stos_lie_view *seen = &view->as.lie;
    json_head(writer, &seen->table, stos_view_actors(view));
    if (seen->table.phase == STOS_PHASE_OVER)
        json_hands(writer, &seen->table.last.hands, seen->table.option[STOS_LIE_PLAYERS]);
    else
        json_seen_hands(writer, seen);
    json_tail(writer, &seen->table);
}

/* ---------------------------------------------------------------- positions */

enum {
    FIELD_PHASE,
    FIELD_ROUND,
    FIELD_COUNTS,
    FIELD_STARTER,
    FIELD_DIRECTION,
    FIELD_TIEBREAK,
    FIELD_WINNER,
    FIELD_HANDS,
    FIELD_BIDS,
    FIELD_LAST,
    FIELD_SEED,
    FIELD_DECK
};
static const char *const fields[] = {"phase",    "round",  "counts", "starter", "direction",
                                     "tiebreak", "winner", "hands",  "bids",    "last",
                                     "seed",     "deck",   NULL};

static int card_number(int kind) { return 10 * stos_lie_low_face(kind) + stos_lie_high_face(kind); }

/* Cards with the chosen end behind a colon: 12:2.36:3/45, or 12.36 before the choice. */
static void write_hands(stos_writer *writer, const struct stos_lie_hands *hands)
{
    for (int seat = 0; seat < STOS_LIE_SEATS; seat++) {
        text_put(writer, seat ? "/" : "");
        for (int i = 0; i < hands->size[seat]; i++) {
            text_put(writer, i ? "." : "");
            text_number(writer, card_number(hands->kind[seat][i]));
            if (hands->face[seat][i]) {
                text_char(writer, ':');
                text_number(writer, hands->face[seat][i]);
            }
        }
    }
}

static bool take_kind(struct text_reader *reader, uint8_t *kind)
{
    int number;
    if (!text_take_number(reader, 12, 56, &number))
        return false;
    for (*kind = 0; *kind < STOS_LIE_KINDS; ++*kind)
        if (card_number(*kind) == number)
            return true;
    return false;
}

static bool read_hands(struct text_reader *reader, struct stos_lie_hands *hands)
{
    for (int seat = 0; seat < STOS_LIE_SEATS; seat++) {
        if (seat > 0 && !text_take(reader, "/"))
            return false;
        for (int size = 0; size < STOS_LIE_HAND; size++) {
            int face = 0;
            if (size > 0 && !text_take(reader, "."))
                break;
            if (!take_kind(reader, &hands->kind[seat][size])) {
                hands->kind[seat][size] = 0;
                if (size > 0)
                    return false;
                break;
            }
            if (text_take(reader, ":") && !text_take_number(reader, 1, STOS_LIE_FACES, &face))
                return false;
            hands->face[seat][size] = (uint8_t)face;
            hands->size[seat]++;
        }
    }
    return true;
}

static void write_bids(stos_writer *writer, const struct stos_lie_table *table)
{
    bool first = true;
    for (int rank = 0; rank < table->cards * STOS_LIE_FACES; rank++) {
        if (!was_bid(table, rank))
            continue;
        text_put(writer, first ? "" : ".");
        text_number(writer, rank);
        first = false;
    }
}

/* What follows from the hands. */
static void derive_counts(struct stos_lie *game)
{
    struct stos_lie_table *table = &game->table;
    table->cards = 0;
    table->chosen = 0;
    for (int seat = 0; seat < STOS_LIE_SEATS; seat++) {
        table->cards = (uint8_t)(table->cards + game->hands.size[seat]);
        if (game->hands.face[seat][0])
            table->chosen |= (stos_seats)(1u << seat);
    }
}

/* The hands were read before: they say how many cards there are, on which ranks depend. */
static bool read_bids(struct text_reader *reader, struct stos_lie *game)
{
    struct stos_lie_table *table = &game->table;
    int rank = -1;
    derive_counts(game);
    lie_open_bidding(table);
    while (!text_at_end(reader)) {
        if (rank >= 0 && !text_take(reader, "."))
            return false;
        if (!text_take_number(reader, rank + 1, table->cards * STOS_LIE_FACES - 1, &rank))
            return false;
        lie_add_bid(table, lie_bid_at(table, rank));
    }
    return true;
}

static void write_last(stos_writer *writer, const struct stos_lie_reveal *last)
{
    const uint8_t numbers[] = {last->challenger, last->bidder, last->loser,
                               last->count,      last->face,   last->found};
    if (!last->happened) {
        text_char(writer, '-');
        return;
    }
    game_write_cards(writer, numbers, 6);
    text_char(writer, '|');
    write_hands(writer, &last->hands);
}

static bool read_last(struct text_reader *reader, struct stos_lie_reveal *last)
{
    uint8_t numbers[6];
    if (text_take(reader, "-"))
        return true;
    if (game_read_cards(reader, 0, STOS_LIE_CARDS, numbers, 6) != 6 || !text_take(reader, "|") ||
        !read_hands(reader, &last->hands))
        return false;
    last->happened = true;
    last->challenger = numbers[0];
    last->bidder = numbers[1];
    last->loser = numbers[2];
    last->count = numbers[3];
    last->face = numbers[4];
    last->found = numbers[5];
    return numbers[0] < STOS_LIE_SEATS && numbers[1] < STOS_LIE_SEATS &&
        (numbers[2] == numbers[0] || numbers[2] == numbers[1]) && numbers[3] >= 1 &&
        numbers[4] >= 1 && numbers[4] <= STOS_LIE_FACES;
}

/* Thirty letters a round, `a` for the first kind of card. */
static void write_deck(stos_writer *writer, const struct stos_lie *game)
{
    for (int round = 0; round < game->rounds; round++) {
        text_put(writer, round ? "/" : "");
        for (int i = 0; i < STOS_LIE_CARDS; i++)
            text_char(writer, (char)('a' + (game->deck[round][i / 2] >> (i % 2 * 4) & 15)));
    }
}

static bool read_deck(struct text_reader *reader, struct stos_lie *game)
{
    while (!text_at_end(reader)) {
        int copies[STOS_LIE_KINDS] = {0}, round = game->rounds;
        if (round == STOS_LIE_ROUNDS || (round > 0 && !text_take(reader, "/")) ||
            reader->end - reader->at < STOS_LIE_CARDS)
            return false;
        for (int i = 0; i < STOS_LIE_CARDS; i++) {
            int kind = *reader->at++ - 'a';
            if (kind < 0 || kind >= STOS_LIE_KINDS || ++copies[kind] > 2)
                return false;
            game->deck[round][i / 2] |= (uint8_t)(kind << (i % 2 * 4));
        }
        game->rounds++;
    }
    return true;
}

static void write_seed(stos_writer *writer, const stos_seed *seed)
{
    char text[72];
    text_bytes(writer, text, stos_seed_text(seed, text));
}

/* The seat; where it is agreed, the votes behind a slash: 2/222, or 0/2-2 while they differ. */
static void write_starter(stos_writer *writer, const struct stos_lie_table *table)
{
    text_number(writer, table->starter);
    if (table->option[STOS_LIE_START] != STOS_LIE_START_AGREE)
        return;
    text_char(writer, '/');
    game_write_votes(writer, table->vote, table->option[STOS_LIE_PLAYERS]);
}

static bool read_starter(struct text_reader *reader, struct stos_lie_table *table)
{
    memset(table->vote, -1, sizeof table->vote);
    if (!game_take_byte(reader, STOS_LIE_SEATS - 1, &table->starter))
        return false;
    if (table->option[STOS_LIE_START] != STOS_LIE_START_AGREE)
        return true;
    return text_take(reader, "/") &&
        game_read_votes(reader, table->vote, table->option[STOS_LIE_PLAYERS]);
}

static void write_field(const stos_state *state, int field, stos_writer *writer)
{
    const struct stos_lie *game = &state->as.lie;
    const struct stos_lie_table *table = &game->table;
    switch (field) {
    case FIELD_PHASE: text_put(writer, game_phase_names[table->phase]); break;
    case FIELD_ROUND: text_number(writer, table->round); break;
    case FIELD_COUNTS: game_write_cards(writer, table->count, STOS_LIE_SEATS); break;
    case FIELD_STARTER: write_starter(writer, table); break;
    case FIELD_DIRECTION:
        text_put(writer, table->direction == 0 ? "-" : table->direction > 0 ? "cw" : "ccw");
        break;
    case FIELD_TIEBREAK: text_number(writer, table->tiebreak); break;
    case FIELD_WINNER: game_write_seat(writer, table->winner); break;
    case FIELD_HANDS: write_hands(writer, &game->hands); break;
    case FIELD_BIDS: write_bids(writer, table); break;
    case FIELD_LAST: write_last(writer, &table->last); break;
    case FIELD_SEED: write_seed(writer, &game->seed); break;
    default: write_deck(writer, game); break;
    }
}

static bool read_direction(struct text_reader *reader, int8_t *direction)
{
    *direction = text_take(reader, "cw") ? 1 : text_take(reader, "ccw") ? -1 : 0;
    return *direction != 0 || text_take(reader, "-");
}

static bool read_counts(struct text_reader *reader, struct stos_lie_table *table)
{
    if (game_read_cards(reader, 0, STOS_LIE_HAND, table->count, STOS_LIE_SEATS) != STOS_LIE_SEATS)
        return false;
    for (int seat = 0; seat < STOS_LIE_SEATS; seat++)
        table->in |= (stos_seats)((table->count[seat] > 0) << seat);
    return true;
}

static bool read_seed(struct text_reader *reader, stos_seed *seed)
{
    size_t length = (size_t)(reader->end - reader->at);
    const char *text = reader->at;
    reader->at = reader->end;
    return stos_seed_parse(text, length, seed).reason == STOS_OK;
}

static bool read_field(stos_state *state, int field, struct text_reader *reader)
{
    struct stos_lie *game = &state->as.lie;
    struct stos_lie_table *table = &game->table;
    uint8_t flag = 0;
    bool good;
    switch (field) {
    case FIELD_PHASE: return game_take_phase(reader, &table->phase);
    case FIELD_ROUND: return game_take_byte(reader, MOST_ROUNDS, &table->round);
    case FIELD_COUNTS: return read_counts(reader, table);
    case FIELD_STARTER: return read_starter(reader, table);
    case FIELD_DIRECTION: return read_direction(reader, &table->direction);
    case FIELD_TIEBREAK:
        good = game_take_byte(reader, 1, &flag);
        table->tiebreak = flag;
        return good;
    case FIELD_WINNER: return game_take_seat(reader, STOS_LIE_SEATS, &table->winner);
    case FIELD_HANDS: return read_hands(reader, &game->hands);
    case FIELD_BIDS: return read_bids(reader, game);
    case FIELD_LAST: return read_last(reader, &table->last);
    case FIELD_SEED: return read_seed(reader, &game->seed);
    default: return read_deck(reader, game);
    }
}

/* ---------------------------------------------------------------- whether a position can be */

/* Hands that can have been dealt and chosen: sorted, at most two of a kind, faces that are on their
 * cards. */
static bool hands_are_true(const struct stos_lie_hands *hands, int players)
{
    int copies[STOS_LIE_KINDS] = {0};
    for (int seat = 0; seat < STOS_LIE_SEATS; seat++) {
        if (seat >= players && hands->size[seat] > 0)
            return false;
        bool chosen = hands->face[seat][0] != 0;
        for (int i = 0; i < hands->size[seat]; i++) {
            int kind = hands->kind[seat][i], face = hands->face[seat][i];
            if (++copies[kind] > 2 || (i > 0 && hands->kind[seat][i - 1] > kind) ||
                (chosen ? !lie_has_face(kind, face) : face != 0))
                return false;
        }
    }
    return true;
}

/* A challenge that can have been: between two who held cards, about no more cards than were there.
 */
static bool reveal_is_true(const struct stos_lie_reveal *last, int players)
{
    int cards = 0;
    if (!last->happened)
        return true;
    for (int seat = 0; seat < STOS_LIE_SEATS; seat++)
        cards += last->hands.size[seat];
    return hands_are_true(&last->hands, players) && last->challenger != last->bidder &&
        last->hands.face[last->challenger][0] != 0 && last->hands.face[last->bidder][0] != 0 &&
        last->count <= cards && last->found <= cards;
}

static int bids_made(const struct stos_lie_table *table)
{
    return word_count(table->bids[0]) + word_count(table->bids[1]) + word_count(table->bids[2]);
}

/* The seat on turn follows from the number of bids. */
static void derive_turn(struct stos_lie_table *table)
{
    table->turn = table->phase == STOS_PHASE_OVER ? table->last.challenger : table->starter;
    for (int i = bids_made(table); i > 0 && table->phase == STOS_PHASE_BID; i--)
        table->turn = (uint8_t)stos_lie_next_seat(table, table->turn);
}

static bool seats_are_true(const struct stos_lie *game)
{
    const struct stos_lie_table *table = &game->table;
    for (int seat = 0; seat < STOS_LIE_SEATS; seat++) {
        bool in = has_seat(table->in, seat);
        if (in != (table->count[seat] > 0) || (seat >= table->option[STOS_LIE_PLAYERS] && in))
            return false;
        if (table->phase != STOS_PHASE_OVER && game->hands.size[seat] != table->count[seat])
            return false;
    }
    return table->in != 0;
}

static bool direction_is_true(const struct stos_lie_table *table)
{
    bool fixed = table->option[STOS_LIE_DIRECTION] == STOS_LIE_DIRECTION_FIXED;
    bool declared = table->phase == STOS_PHASE_BID || table->phase == STOS_PHASE_OVER;
    return fixed ? table->direction == 1 : declared == (table->direction != 0);
}

/* Play begins when the votes agree. */
static bool votes_are_true(const struct stos_lie_table *table)
{
    bool agree = game_votes_agree(table->vote, table->option[STOS_LIE_PLAYERS]);
    return table->option[STOS_LIE_START] != STOS_LIE_START_AGREE ||
        agree == (table->phase != STOS_PHASE_START);
}

/* While the starter is not agreed nothing has happened but the deal. */
static bool start_is_true(const struct stos_lie_table *table)
{
    bool all_in = table->in == (1u << table->option[STOS_LIE_PLAYERS]) - 1;
    return table->option[STOS_LIE_START] == STOS_LIE_START_AGREE && table->round == 1 &&
        table->starter == 0 && table->chosen == 0 && all_in && !table->last.happened;
}

static bool phase_is_true(const struct stos_lie *game)
{
    const struct stos_lie_table *table = &game->table;
    bool started = stos_lie_last_bid(table) >= 0, all = table->chosen == table->in,
         several = (table->in & (table->in - 1)) != 0;
    switch (table->phase) {
    case STOS_PHASE_START: return start_is_true(table) && !started && table->winner < 0;
    case STOS_PHASE_SHOW: return several && !started && !all && table->winner < 0;
    case STOS_PHASE_DIRECTION: return several && !started && all && table->winner < 0;
    case STOS_PHASE_BID: return several && all && table->winner < 0;
    case STOS_PHASE_OVER:
        return started && table->last.happened && table->winner >= 0 &&
            has_seat(table->in, table->winner) &&
            memcmp(&game->hands, &table->last.hands, sizeof game->hands) == 0;
    default: return false;
    }
}

bool lie_settle_position(stos_state *state)
{
    struct stos_lie *game = &state->as.lie;
    struct stos_lie_table *table = &game->table;
    bool starter_in = has_seat(table->in, table->starter) || table->phase == STOS_PHASE_OVER;
    int players = table->option[STOS_LIE_PLAYERS];
    bool can_be = votes_are_true(table) && starter_in && hands_are_true(&game->hands, players) &&
        reveal_is_true(&table->last, players) && seats_are_true(game) && table->starter < players &&
        direction_is_true(table);
    if (can_be)
        derive_turn(table);
    return can_be && phase_is_true(game);
}

const struct game_texts lie_texts = {
    .state_json = state_json,
    .view_json = view_json,
    .read_view = lie_read_view,
    .fields = fields,
    .write_field = write_field,
    .read_field = read_field,
};
