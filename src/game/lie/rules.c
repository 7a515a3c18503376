/*
 * lie/rules.c - GRA / LIE (LI1-LI16): bluffing with two-ended cards, 2-6 players.
 *
 * A card is one of 15 kinds, the pairs of faces, of which there are two each; a hand is a sorted
 * list of kinds, and beside each the face that its owner has chosen to count. Every raise is higher
 * than the bid before it, so the bids of a round are a set, and the two meanings of "higher" (LI6,
 * LI7) differ only in how ranks are counted. Rounds are dealt one at a time, from explicit lists
 * first and then from the seed, each round from its own stream.
 *
 * An example, which test_lie.c plays. Two players, ones are wild, seat 0 starts:
 *
 *   0: show 1    seat 0 holds the card 1-4 and lets its 1 count
 *   1: show 5    seat 1 holds 2-5
 *   0: 1x5       "one five": legal after it, by face, are 1x6, 2x6 and 2x5, and the challenge
 *   1: 2x5       "two fives", the same face and a higher count (LI6)
 *   0: call      found are two, the five and the wild one (LI12), so the bid holds and the
 *                challenger loses (LI8): seat 0 draws two cards from now on, seat 1 starts (LI9)
 */
#include "base/cards.h"
#include "base/rng.h"
#include "game/game.h"
#include "game/lie/lie.h"

#include <string.h>

static const char *const order_words[] = {"face", "count", NULL};
static const char *const ones_words[] = {"plain", "wild", NULL};
static const char *const direction_words[] = {"fixed", "choose", NULL};
static const char *const cards_words[] = {"up", "down", NULL};
static const char *const end_words[] = {"first", "last", NULL};
static const char *const start_words[] = {"lot", "agree", NULL};

static const stos_option options[] = {
    [STOS_LIE_PLAYERS] = {"players", NULL, 2, 6, false, 3, N_("number of players")},
    [STOS_LIE_ORDER] = {"order", order_words, 1, 0, false, STOS_LIE_ORDER_FACE,
                        N_("what a raise must raise: the face (or the count of the same face), or "
                           "the count (or the face at the same count)")},
    [STOS_LIE_ONES] = {"ones", ones_words, 1, 0, false, STOS_LIE_ONES_PLAIN,
                       N_("wild: ones count as every face, unless the round opens on ones")},
    [STOS_LIE_DIRECTION] = {"direction", direction_words, 1, 0, false, STOS_LIE_DIRECTION_FIXED,
                            N_("choose: the starter of each round declares the direction of play")},
    [STOS_LIE_COUNTS] =
        {"cards", cards_words, 1, 0, false, STOS_LIE_COUNTS_UP,
         N_("up: from 1 card, the loser of a round gets one more; down: from 5, one fewer")},
    [STOS_LIE_END] = {"end", end_words, 1, 0, false, STOS_LIE_END_FIRST,
                      N_("first: the game ends when the first player is out; last: the others play "
                         "on until one is left")},
    [STOS_LIE_START] =
        {"start", start_words, 0, 5, true, STOS_LIE_START_LOT,
         N_("who starts: the lot decides, the players agree by vote, or a fixed seat")},
};

static int seats(const int8_t *value) { return value[STOS_LIE_PLAYERS]; }

/* ---------------------------------------------------------------- bids */

static inline bool has_seat(stos_seats set, int seat) { return set >> seat & 1; }

int stos_lie_rank(const struct stos_lie_table *table, int count, int face)
{
    return table->option[STOS_LIE_ORDER] == STOS_LIE_ORDER_FACE
        ? (face - 1) * table->cards + count - 1
        : (count - 1) * STOS_LIE_FACES + face - 1;
}

void stos_lie_bid_at(const struct stos_lie_table *table, int rank, int *count, int *face)
{
    struct lie_bid bid = lie_bid_at(table, rank);
    *count = bid.count;
    *face = bid.face;
}

static int last_bid(const struct stos_lie_table *table)
{
    return table->bid_count > 0 ? stos_lie_rank(table, table->bid_count, table->bid_face) : -1;
}

int stos_lie_last_bid(const struct stos_lie_table *table) { return last_bid(table); }

bool stos_lie_ones_wild(const struct stos_lie_table *table) { return table->wild; }

/* The next seat of a set in a direction, 1 or -1. The set holds a seat. */
static int step(stos_seats set, int seat, int direction)
{
    unsigned before = set & ((1u << seat) - 1);
    return direction > 0 ? game_next_actor(set, seat) : 31 - __builtin_clz(before ? before : set);
}

int stos_lie_next_seat(const struct stos_lie_table *table, int seat)
{
    return step(table->in, seat, table->direction ? table->direction : 1);
}

static int previous_seat(const struct stos_lie_table *table, int seat)
{
    return step(table->in, seat, -table->direction);
}

/* ---------------------------------------------------------------- rounds */

/* A set of the deck's cards, of which there are two of each kind: card c is of kind c / 2. Hands
 * are sorted by taking them out. */
static void take_hand(struct stos_lie_hands *hands, int seat, uint32_t cards)
{
    hands->size[seat] = (uint8_t)__builtin_popcount(cards);
    for (int i = 0; cards; i++, cards &= cards - 1)
        hands->kind[seat][i] = (uint8_t)(__builtin_ctz(cards) / 2);
}

/* The cards of a hand, as a set, from the front of a deck. */
static uint32_t deal_hand(const uint8_t *deck, int count)
{
    uint32_t cards = 0;
    for (int i = 0; i < count; i++)
        cards |= UINT32_C(1) << deck[i];
    return cards;
}

/* The cards of an explicit round, from their kinds. */
_Static_assert((int)STOS_LIE_HAND <= GAME_SHOWN && (int)STOS_LIE_FACES <= GAME_FACES,
               "moves can show any hand");

static void unpack_deck(const uint8_t *packed, uint8_t deck[STOS_LIE_CARDS])
{
    uint32_t seen = 0;
    for (int i = 0; i < STOS_LIE_CARDS; i++) {
        deck[i] = (uint8_t)lie_next_of_kind(seen, packed[i / 2] >> (i % 2 * 4) & 15);
        seen |= UINT32_C(1) << deck[i];
    }
}

/* LI2: the cards of this round; only as many as are drawn are put in order. */
static void round_deck(const struct stos_lie *game, uint8_t deck[STOS_LIE_CARDS])
{
    int round = game->table.round;
    struct rng_stream stream;
    if (round <= game->rounds) {
        unpack_deck(game->deck[round - 1], deck);
        return;
    }
    for (int i = 0; i < STOS_LIE_CARDS; i++)
        deck[i] = (uint8_t)i;
    rng_open(&stream, &game->seed, (uint32_t)round);
    rng_shuffle(&stream, deck, STOS_LIE_CARDS, game->table.cards);
}

/* LI2, LI13: deals; with direction=choose the starter has yet to declare one. */
static void start_round(struct stos_lie *game, int starter)
{
    struct stos_lie_table *table = &game->table;
    uint8_t deck[STOS_LIE_CARDS];
    table->round++;
    table->starter = table->turn = (uint8_t)starter;
    table->phase = STOS_PHASE_SHOW;
    table->direction = table->option[STOS_LIE_DIRECTION] == STOS_LIE_DIRECTION_FIXED ? 1 : 0;
    table->chosen = 0;
    lie_open_bidding(table);
    table->cards = 0;
    for (int seat = 0; seat < table->option[STOS_LIE_PLAYERS]; seat++)
        table->cards = (uint8_t)(table->cards + table->count[seat]);
    round_deck(game, deck);
    memset(&game->hands, 0, sizeof game->hands);
    const uint8_t *next = deck;
    for (int seat = 0; seat < table->option[STOS_LIE_PLAYERS]; next += table->count[seat++])
        take_hand(&game->hands, seat, deal_hand(next, table->count[seat]));
}

/* LI8: the chosen faces that count for a bid on a face. LI12: while ones are wild they count too.
 * Where there is no card the face is 0. */
static int count_faces(const struct stos_lie *game, int face)
{
    const uint8_t *shown = game->hands.face[0];
    int wild = game->table.wild ? 1 : face, found = 0;
    for (int i = 0; i < STOS_LIE_SEATS * STOS_LIE_HAND; i++)
        found += shown[i] == face || shown[i] == wild;
    return found;
}

static void put_out(struct stos_lie_table *table, int seat)
{
    table->in &= (stos_seats) ~(1u << seat);
    table->count[seat] = 0;
}

/* LI10, LI11, LI14: those who stand best, by fewest or by most cards. */
static stos_seats leaders(const struct stos_lie_table *table)
{
    int sign = table->option[STOS_LIE_COUNTS] == STOS_LIE_COUNTS_UP ? -1 : 1,
        best = -STOS_LIE_HAND - 1;
    stos_seats set = 0;
    for (int seat = 0; seat < STOS_LIE_SEATS; seat++) {
        if (!has_seat(table->in, seat))
            continue;
        int standing = sign * table->count[seat];
        if (standing > best) {
            best = standing;
            set = 0;
        }
        if (standing == best)
            set |= (stos_seats)(1u << seat);
    }
    return set;
}

static bool is_single(stos_seats set) { return (set & (set - 1)) == 0; }

static void finish(struct stos_lie_table *table, stos_seats winner)
{
    table->phase = STOS_PHASE_OVER;
    table->winner = (int8_t)__builtin_ctz(winner);
}

/* LI10, LI14: somebody met the end condition. Returns whether the game is over. */
static bool end_first(struct stos_lie_table *table)
{
    stos_seats best = leaders(table);
    if (is_single(best)) {
        finish(table, best);
        return true;
    }
    table->tiebreak = true; /* LI11 */
    for (int seat = 0; seat < STOS_LIE_SEATS; seat++)
        if (!has_seat(best, seat))
            put_out(table, seat);
    return false;
}

/* LI9-LI11, LI14, LI15: what losing a round does. Returns whether the game is over. */
static bool lose_round(struct stos_lie_table *table, int loser)
{
    bool up = table->option[STOS_LIE_COUNTS] == STOS_LIE_COUNTS_UP;
    if (!table->tiebreak) {
        int count = table->count[loser] + (up ? 1 : -1);
        if (count >= 1 && count <= STOS_LIE_HAND) {
            table->count[loser] = (uint8_t)count;
            return false;
        }
    }
    bool first_out = !table->tiebreak && table->option[STOS_LIE_END] == STOS_LIE_END_FIRST;
    put_out(table, loser);
    if (first_out)
        return end_first(table);
    if (is_single(table->in)) {
        finish(table, table->in);
        return true;
    }
    return false;
}

/* LI8, LI9: opens all hands; the loser loses a card or draws one more, and the winner starts the
 * next round, or whoever of those in sits next. */
static void challenge(struct stos_lie *game)
{
    struct stos_lie_table *table = &game->table;
    int challenger = table->turn, bidder = previous_seat(table, challenger);
    int found = count_faces(game, table->bid_face);
    int loser = found >= table->bid_count ? challenger : bidder; /* LI8 */
    int winner = loser == bidder ? challenger : bidder;
    table->last.happened = true;
    table->last.challenger = (uint8_t)challenger;
    table->last.bidder = (uint8_t)bidder;
    table->last.loser = (uint8_t)loser;
    table->last.count = table->bid_count;
    table->last.face = table->bid_face;
    table->last.found = (uint8_t)found;
    table->last.hands = game->hands;
    if (lose_round(table, loser))
        return;
    start_round(game, has_seat(table->in, winner) ? winner : step(table->in, winner, 1));
}

/* ---------------------------------------------------------------- dealing */

/* An explicit deck has a list of cards, as pairs of faces, for each round. */
static int kind_of_card(int card) { return lie_kind_of(card / 10, card % 10); }

static stos_error check_deck(const stos_deck *deck)
{
    if (deck->lists > STOS_LIE_ROUNDS || deck->size != STOS_LIE_CARDS)
        return game_refuse(STOS_BAD_DECK_SHAPE, 0);
    for (int round = 0; round < deck->lists; round++) {
        int copies[STOS_LIE_KINDS] = {0};
        for (int i = 0; i < STOS_LIE_CARDS; i++) {
            int card = deck->card[round * STOS_LIE_CARDS + i], kind = kind_of_card(card);
            if (kind < 0)
                return game_refuse(STOS_BAD_DECK_CARD, card);
            if (++copies[kind] > 2)
                return game_refuse(STOS_REPEATED_CARD, card);
        }
    }
    return game_ok();
}

static void take_deck(struct stos_lie *game, const stos_deck *deck)
{
    game->rounds = (uint8_t)deck->lists;
    for (int round = 0; round < deck->lists; round++)
        for (int i = 0; i < STOS_LIE_CARDS; i++)
            game->deck[round][i / 2] |=
                (uint8_t)(kind_of_card(deck->card[round * STOS_LIE_CARDS + i]) << (i % 2 * 4));
}

/* LI2, LI3, LI14: who is in, with how many cards, and who starts. */
static void deal(stos_state *state, const stos_seed *seed, const stos_deck *deck)
{
    struct stos_lie *game = &state->as.lie;
    struct stos_lie_table *table = &game->table;
    if (deck)
        take_deck(game, deck);
    game->seed = *seed;
    int players = table->option[STOS_LIE_PLAYERS];
    table->in = (stos_seats)((1u << players) - 1);
    table->winner = -1;
    for (int seat = 0; seat < players; seat++)
        table->count[seat] =
            table->option[STOS_LIE_COUNTS] == STOS_LIE_COUNTS_UP ? 1 : STOS_LIE_HAND;
    memset(table->vote, -1, sizeof table->vote);
    int start = table->option[STOS_LIE_START];
    start_round(game,
                start == STOS_LIE_START_LOT ? game_draw_starter(seed, players)
                    : start < 0             ? 0
                                            : start);
    if (start == STOS_LIE_START_AGREE)
        table->phase = STOS_PHASE_START; /* LI3, as TG3 */
}

/* ---------------------------------------------------------------- moves */

static stos_seats table_actors(const struct stos_lie_table *table)
{
    switch (table->phase) {
    case STOS_PHASE_START: return table->in;
    case STOS_PHASE_SHOW: return (stos_seats)(table->in & ~table->chosen);
    case STOS_PHASE_OVER: return 0;
    default: return (stos_seats)(1u << table->turn);
    }
}

/* LI3: until all have chosen, everybody may choose again. */
static stos_seats table_movers(const struct stos_lie_table *table)
{
    return table->phase == STOS_PHASE_SHOW ? table->in : table_actors(table);
}

static bool may_move(const struct stos_lie_table *table, int seat)
{
    return seat >= 0 && seat < STOS_LIE_SEATS && has_seat(table_movers(table), seat);
}

/* The index-th move in the order: votes by seat, choices of ends counted in binary, directions,
 * raises by rank, then the call. */
static stos_move nth_move(const struct stos_lie_table *table, const uint8_t *hand, int size,
                          int index)
{
    int rank = last_bid(table) + 1 + index;
    struct lie_bid bid;
    switch (table->phase) {
    case STOS_PHASE_START: return stos_move_make(STOS_START, index, 0);
    case STOS_PHASE_SHOW: return lie_choice(hand, size, index);
    case STOS_PHASE_DIRECTION: return stos_move_make(STOS_DIR, index, 0);
    default:
        if (rank >= table->cards * STOS_LIE_FACES)
            return stos_move_make(STOS_CALL, 0, 0);
        bid = lie_bid_at(table, rank);
        return stos_move_make(STOS_BID, bid.count, bid.face);
    }
}

static int count_moves(const struct stos_lie_table *table, int size)
{
    int last = last_bid(table);
    switch (table->phase) {
    case STOS_PHASE_START: return table->option[STOS_LIE_PLAYERS];
    case STOS_PHASE_SHOW: return 1 << size;
    case STOS_PHASE_DIRECTION: return 2;
    default: return table->cards * STOS_LIE_FACES - (last + 1) + (last >= 0);
    }
}

static int list_moves(const struct stos_lie_table *table, const uint8_t *hand, int size,
                      stos_move *out)
{
    int count = count_moves(table, size);
    for (int i = 0; i < count; i++)
        out[i] = nth_move(table, hand, size, i);
    return count;
}

static int moves(const stos_state *state, int seat, stos_move *out)
{
    const struct stos_lie *game = &state->as.lie;
    if (!may_move(&game->table, seat))
        return 0;
    return list_moves(&game->table, game->hands.kind[seat], game->hands.size[seat], out);
}

static int move_count(const stos_state *state, int seat)
{
    const struct stos_lie *game = &state->as.lie;
    return may_move(&game->table, seat) ? count_moves(&game->table, game->hands.size[seat]) : 0;
}

static stos_move move_at(const stos_state *state, int seat, int index)
{
    const struct stos_lie *game = &state->as.lie;
    return nth_move(&game->table, game->hands.kind[seat], game->hands.size[seat], index);
}

static stos_error vote(struct stos_lie_table *table, int seat, int choice)
{
    if (choice >= table->option[STOS_LIE_PLAYERS])
        return game_refuse(STOS_NO_SUCH_SEAT_TO_START, choice);
    table->vote[seat] = (int8_t)choice;
    if (game_votes_agree(table->vote, table->option[STOS_LIE_PLAYERS])) {
        table->starter = table->turn = (uint8_t)choice;
        table->phase = STOS_PHASE_SHOW;
    }
    return game_ok();
}

/* The faces as in a move: four bits for each card. */
static void choose_ends(struct stos_lie_hands *hands, int seat, stos_move faces)
{
    for (int i = 0; i < STOS_LIE_HAND; i++)
        hands->face[seat][i] = (uint8_t)(faces >> 4 * i & 15);
}

/* Bidding, or the choice of a direction, begins when everybody has chosen. */
static void note_chosen(struct stos_lie_table *table, stos_seats seats)
{
    table->chosen |= seats;
    if (table->chosen == table->in)
        table->phase = table->direction ? STOS_PHASE_BID : STOS_PHASE_DIRECTION;
}

/* Whether each face is an end of its card, and there are no more faces than cards. */
static bool are_ends(const uint8_t *hand, int size, stos_move faces)
{
    bool fit = faces >> 4 * STOS_LIE_HAND == 0;
    for (int i = 0; i < STOS_LIE_HAND; i++) {
        int face = (int)(faces >> 4 * i & 15);
        fit &= i < size ? lie_has_face(hand[i], face) : face == 0;
    }
    return fit;
}

static stos_error show(struct stos_lie *game, int seat, stos_move faces)
{
    struct stos_lie_table *table = &game->table;
    int size = game->hands.size[seat];
    if (!are_ends(game->hands.kind[seat], size, faces))
        return game_refuse(STOS_FACES_DO_NOT_FIT, size);
    choose_ends(&game->hands, seat, faces);
    note_chosen(table, (stos_seats)(1u << seat));
    return game_ok();
}

/* LI5 to LI7. */
static inline stos_error bid(struct stos_lie_table *table, int count, int face)
{
    if (count < 1 || count > table->cards || face < 1 || face > STOS_LIE_FACES)
        return game_refuse(STOS_COUNT_OUT_OF_RANGE, table->cards);
    bool by_face = table->option[STOS_LIE_ORDER] == STOS_LIE_ORDER_FACE;
    if (!lie_is_higher(table, (struct lie_bid){count, face}))
        return game_refuse(by_face ? STOS_BID_TOO_LOW_BY_FACE : STOS_BID_TOO_LOW_BY_COUNT, 0);
    lie_add_bid(table, (struct lie_bid){count, face});
    table->turn = (uint8_t)stos_lie_next_seat(table, table->turn);
    return game_ok();
}

/* LI4: there must be a bid to challenge. */
static stos_error call(struct stos_lie *game)
{
    if (game->table.bid_count == 0)
        return game_refuse(STOS_NOTHING_TO_CALL, 0);
    challenge(game);
    return game_ok();
}

/* LI13. */
static stos_error declare_direction(struct stos_lie_table *table, int counter)
{
    if (counter > 1)
        return game_refuse(STOS_WRONG_MOVE_KIND, 0);
    table->direction = counter ? -1 : 1;
    table->phase = STOS_PHASE_BID;
    return game_ok();
}

/* Why a move of a known kind does not fit the phase. */
static enum stos_reason misplaced(int phase, enum stos_move_kind kind)
{
    if (kind == STOS_START)
        return STOS_STARTER_IS_SET;
    if (phase == STOS_PHASE_START)
        return STOS_STARTER_NOT_AGREED;
    if (phase == STOS_PHASE_SHOW)
        return STOS_ENDS_NOT_CHOSEN;
    if (kind == STOS_SHOW)
        return STOS_ENDS_ARE_LOCKED;
    return kind == STOS_DIR ? STOS_DIRECTION_IS_SET : STOS_DIRECTION_NOT_SET;
}

static stos_error play(stos_state *state, int seat, stos_move move)
{
    static const uint8_t phase_of[] = {[STOS_START] = STOS_PHASE_START,
                                       [STOS_SHOW] = STOS_PHASE_SHOW,
                                       [STOS_DIR] = STOS_PHASE_DIRECTION,
                                       [STOS_BID] = STOS_PHASE_BID,
                                       [STOS_CALL] = STOS_PHASE_BID};
    struct stos_lie *game = &state->as.lie;
    struct stos_lie_table *table = &game->table;
    enum stos_move_kind kind = stos_move_kind(move);
    if (!may_move(table, seat))
        return game_refuse(STOS_NOT_YOUR_TURN, seat);
    if (kind < STOS_START || kind > STOS_CALL)
        return game_refuse(STOS_WRONG_MOVE_KIND, 0);
    if (phase_of[kind] != table->phase)
        return game_refuse(misplaced(table->phase, kind), 0);
    switch (kind) {
    case STOS_START: return vote(table, seat, stos_move_low(move));
    case STOS_SHOW: return show(game, seat, move & 0xffffff);
    case STOS_DIR: return declare_direction(table, stos_move_low(move));
    case STOS_BID: return bid(table, stos_move_low(move), stos_move_high(move));
    default: return call(game);
    }
}

static stos_seats actors(const stos_state *state) { return table_actors(&state->as.lie.table); }

static stos_seats movers(const stos_state *state) { return table_movers(&state->as.lie.table); }

static bool over(const stos_state *state) { return state->as.lie.table.phase == STOS_PHASE_OVER; }

static int result(const stos_state *state) { return state->as.lie.table.winner; }

static const char *result_word(const stos_state *state, bool *with_number)
{
    (void)state;
    *with_number = true;
    return "winner";
}

/* ---------------------------------------------------------------- knowledge */

static void look(const stos_state *state, int seat, stos_view *view)
{
    const struct stos_lie *game = &state->as.lie;
    struct stos_lie_view *seen = &view->as.lie;
    seen->table = game->table;
    seen->seat = (int8_t)seat;
    if (seat >= 0) {
        memcpy(seen->kind, game->hands.kind[seat], sizeof seen->kind);
        memcpy(seen->face, game->hands.face[seat], sizeof seen->face);
    }
}

/* The cards nobody has shown to this seat, in the order of the deck. */
static int hidden_cards(const struct stos_lie_view *seen, uint8_t out[STOS_LIE_CARDS])
{
    uint32_t own = 0;
    int count = 0;
    for (int i = 0; seen->seat >= 0 && i < seen->table.count[seen->seat]; i++)
        own |= UINT32_C(1) << lie_next_of_kind(own, seen->kind[i]);
    for (int card = 0; card < STOS_LIE_CARDS; card++)
        if (!(own >> card & 1))
            out[count++] = (uint8_t)card;
    return count;
}

/* Uniform over physical cards and over ends. After the game the last challenge has opened
 * everything. */
static void sample_hands(const struct stos_lie_view *seen, stos_random *random,
                         struct stos_lie_hands *hands)
{
    const struct stos_lie_table *table = &seen->table;
    uint8_t hidden[STOS_LIE_CARDS];
    int count = hidden_cards(seen, hidden);
    int own = seen->seat >= 0 ? table->count[seen->seat] : 0;
    rng_shuffle_fast(random, hidden, count, table->cards - own);
    const uint8_t *next = hidden;
    for (int seat = 0; seat < STOS_LIE_SEATS; seat++) {
        if (seat == seen->seat) {
            hands->size[seat] = table->count[seat];
            memcpy(hands->kind[seat], seen->kind, sizeof seen->kind);
            memcpy(hands->face[seat], seen->face, sizeof seen->face);
            continue;
        }
        uint64_t ends = rng_bits(random);
        take_hand(hands, seat, deal_hand(next, table->count[seat]));
        next += table->count[seat];
        if (has_seat(table->chosen, seat))
            choose_ends(hands, seat,
                        lie_choice(hands->kind[seat], hands->size[seat], (int)(ends & 31)));
    }
}

static void sample(const stos_view *view, stos_random *random, stos_state *state)
{
    const struct stos_lie_view *seen = &view->as.lie;
    struct stos_lie *game = &state->as.lie;
    game->table = seen->table;
    game->seed = stos_seed_fast(rng_bits(random));
    if (seen->table.phase == STOS_PHASE_OVER)
        game->hands = seen->table.last.hands;
    else
        sample_hands(seen, random, &game->hands);
}

static stos_seats view_actors(const stos_view *view) { return table_actors(&view->as.lie.table); }

static stos_seats view_movers(const stos_view *view) { return table_movers(&view->as.lie.table); }

static int view_moves(const stos_view *view, stos_move *out)
{
    const struct stos_lie_view *seen = &view->as.lie;
    if (!may_move(&seen->table, seen->seat))
        return 0;
    return list_moves(&seen->table, seen->kind, seen->table.count[seen->seat], out);
}

static int view_result(const stos_view *view) { return view->as.lie.table.winner; }

GAME_TABLE_FIRST(lie);

const stos_game game_lie = {
    .id = STOS_LIE,
    .name = "lie",
    .title = "GRA / LIE",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .options_at = offsetof(stos_state, as.lie.table.option),
    .view_seat_at = offsetof(stos_view, as.lie.seat),
    .phase_at = offsetof(stos_state, as.lie.table.phase),
    .votes_at = offsetof(stos_state, as.lie.table.vote),
    .kinds = 1u << STOS_START | 1u << STOS_SHOW | 1u << STOS_DIR | 1u << STOS_BID | 1u << STOS_CALL,
    .deck_shape = "up to 30 lists of 30 cards",
    .seats = seats,
    .check_deck = check_deck,
    .deal = deal,
    .actors = actors,
    .movers = movers,
    .moves = moves,
    .move_count = move_count,
    .move_at = move_at,
    .play = play,
    .over = over,
    .result = result,
    .result_word = result_word,
    .look = look,
    .sample = sample,
    .view_actors = view_actors,
    .view_movers = view_movers,
    .view_moves = view_moves,
    .view_result = view_result,
    .settle_position = lie_settle_position,
    .texts = &lie_texts,
    .show = &lie_show,
    .numbers = GAME_NUMBERS(lie_numbers),
};
