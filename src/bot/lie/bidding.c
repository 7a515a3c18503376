/* bidding.c - rounds as places; see bidding.h. */
#include "bidding.h"

#include "game/lie/lie.h"

#include <string.h>

void lie_bidding_open(struct lie_bidding *round, const struct stos_lie_table *table, int direction,
                      int8_t place_of[STOS_LIE_SEATS])
{
    struct stos_lie_table directed = *table;
    directed.direction = (int8_t)direction;
    memset(round, 0, sizeof *round);
    memset(place_of, -1, STOS_LIE_SEATS);
    round->by_count = table->option[STOS_LIE_ORDER] == STOS_LIE_ORDER_COUNT;
    round->down = table->option[STOS_LIE_COUNTS] == STOS_LIE_COUNTS_DOWN;
    round->last = table->option[STOS_LIE_END] == STOS_LIE_END_LAST;
    round->ones = table->option[STOS_LIE_ONES] == STOS_LIE_ONES_WILD ? LIE_WILD : LIE_PLAIN;
    round->tiebreak = table->tiebreak;
    round->counter = direction < 0;
    int seat = table->starter;
    do {
        place_of[seat] = (int8_t)round->players;
        round->size[round->players++] = table->count[seat];
        round->cards = (uint8_t)(round->cards + table->count[seat]);
        seat = stos_lie_next_seat(&directed, seat);
    } while (seat != table->starter);
}

int lie_bidding_ranks(const struct stos_lie_table *table,
                      uint8_t ranks[STOS_LIE_CARDS * STOS_LIE_FACES])
{
    int count = 0;
    for (int word = 0; word < 3; word++)
        for (uint64_t bits = table->bids[word]; bits; bits &= bits - 1) {
            int number = 64 * word + __builtin_ctzll(bits), at = count++;
            int rank =
                stos_lie_rank(table, 1 + number / STOS_LIE_FACES, 1 + number % STOS_LIE_FACES);
            for (; at > 0 && ranks[at - 1] > rank; at--)
                ranks[at] = ranks[at - 1];
            ranks[at] = (uint8_t)rank;
        }
    return count;
}

void lie_bidding_raise(struct lie_bidding *round, int count, int face)
{
    if (round->count == 0 && face == 1 && round->ones == LIE_WILD)
        round->ones = LIE_WILD_OFF;
    round->bid[round->turn][face] = (uint8_t)count;
    round->face = (uint8_t)face;
    round->count = (uint8_t)count;
    round->turn = (uint8_t)lie_bidding_next(round, round->turn);
}

int lie_bidding_lowest(const struct lie_bidding *round, int face)
{
    if (round->count == 0)
        return 1;
    if (round->by_count)
        return face > round->face ? round->count : round->count + 1;
    return face > round->face ? 1 : face == round->face ? round->count + 1 : round->cards + 1;
}

/* LI10, LI14: only those who stand best stay in. */
static void keep_leaders(const struct lie_bidding *round, uint8_t size[STOS_LIE_SEATS])
{
    int best = 0;
    for (int place = 0; place < round->players; place++) {
        int standing = size[place] == 0 ? 0
            : round->down               ? size[place]
                                        : STOS_LIE_HAND + 1 - size[place];
        best = standing > best ? standing : best;
    }
    int wanted = round->down ? best : STOS_LIE_HAND + 1 - best;
    for (int place = 0; place < round->players; place++)
        if (size[place] != wanted)
            size[place] = 0;
}

void lie_bidding_after(const struct lie_bidding *round, int loser, int winner,
                       struct lie_bidding *next, int8_t place[STOS_LIE_SEATS])
{
    uint8_t size[STOS_LIE_SEATS] = {0};
    for (int old = 0; old < round->players; old++)
        size[old] = round->size[old];
    int moved = size[loser] + (round->down ? -1 : 1);
    bool out = round->tiebreak || moved < 1 || moved > STOS_LIE_HAND,
         ends = out && !round->tiebreak && !round->last;
    size[loser] = (uint8_t)(out ? 0 : moved);
    if (ends)
        keep_leaders(round, size);
    *next = (struct lie_bidding){.by_count = round->by_count,
                                 .down = round->down,
                                 .last = round->last,
                                 .tiebreak = round->tiebreak || ends,
                                 .counter = round->counter,
                                 .ones = round->ones == LIE_PLAIN ? LIE_PLAIN : LIE_WILD};
    memset(place, -1, STOS_LIE_SEATS);
    int starter = winner;
    while (size[starter] == 0) /* clockwise, whichever way was played */
        starter = round->counter ? lie_bidding_previous(round, starter)
                                 : lie_bidding_next(round, starter);
    for (int i = 0, old = starter; i < round->players; i++, old = lie_bidding_next(round, old))
        if (size[old] > 0) {
            place[old] = (int8_t)next->players;
            next->size[next->players++] = size[old];
            next->cards = (uint8_t)(next->cards + size[old]);
        }
}

void lie_bidding_show(struct lie_hand *hand, unsigned ends)
{
    memset(hand->shows, 0, sizeof hand->shows);
    for (int i = 0; i < hand->size; i++)
        hand->shows[lie_ends[hand->kind[i]][ends >> i & 1]]++;
}

stos_move lie_bidding_show_move(const struct lie_hand *hand, unsigned ends)
{
    return lie_choice(hand->kind, hand->size, (int)ends);
}

void lie_bidding_look(struct lie_bidding *round, struct lie_hand *own,
                      const struct stos_lie_view *view, int8_t place_of[STOS_LIE_SEATS])
{
    const struct stos_lie_table *table = &view->table;
    uint8_t ranks[STOS_LIE_CARDS * STOS_LIE_FACES];
    lie_bidding_open(round, table, table->direction ? table->direction : 1, place_of);
    *own = (struct lie_hand){.size = table->count[view->seat]};
    memcpy(own->kind, view->kind, sizeof own->kind);
    for (int i = 0; i < own->size; i++)
        if (view->face[i] > 0)
            own->shows[view->face[i]]++;
    int bids = lie_bidding_ranks(table, ranks);
    for (int i = 0; i < bids; i++) {
        int count, face;
        stos_lie_bid_at(table, ranks[i], &count, &face);
        lie_bidding_raise(round, count, face);
    }
}
