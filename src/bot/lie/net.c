/* net.c - the networks of LIE; see net.h. The inputs are those of tools/train/lie_net.py, in the
 * same order. */
#include "net.h"

#include <string.h>

/* One thought: what goes in, and the last hidden layer, which what comes out is made of. */
struct thought {
    struct net_rows rows;
    int16_t hidden[LIE_NET_MIDDLE];
};

/* Where each kind of input begins; other players are counted from the one who looks, in the order
 * of play. */
enum {
    AT_FACE = 0,       /* 5 each: one more of the face is shown */
    AT_KIND = 30,      /* 2 each: a first, a second card of the kind */
    AT_SIZE = 60,      /* 5 each player: cards */
    AT_HISTORY = 90,   /* 96 each player: the highest count bid on each face */
    AT_STANDING = 666, /* 96 */
    AT_NEED = 762,     /* 22: how many the standing bid needs from the others, from -5 */
    AT_OTHERS = 784,   /* 26: their cards */
    AT_OPENER = 810,   /* 6 */
    AT_ORDER = 816,
    AT_COUNTS = 818,
    AT_END = 820,
    AT_TIEBREAK = 822,
    AT_ONES = 823,
    AT_PHASE = 826
};
enum phase { PHASE_SHOW, PHASE_BID, PHASE_NO_CARDS };
enum {
    AT_NEED_OUTPUT = LIE_NET_BIDS,
    AT_SHOW_OUTPUT = LIE_NET_BIDS + LIE_NET_NEEDS,
    AT_VALUE = AT_SHOW_OUTPUT + LIE_NET_SHOWS
};
enum {
    LEAST_NEED = -2,
    MOST_NEED = 8,
    NEEDS = MOST_NEED - LEAST_NEED + 1
}; /* values outside are clamped */

/* ---------------------------------------------------------------- inputs */

static const struct net *net_of(const struct lie_bidding *round)
{
    return round->players == 2 ? &lie_duel_net : &lie_net;
}

static void begin(struct thought *thought, const struct net *net)
{
    net_begin(&thought->rows, net);
    net_add_bias(&thought->rows);
}

static inline void add_row(struct thought *thought, int input) { net_add(&thought->rows, input); }

static void add_table(struct thought *thought, const struct lie_bidding *round, int place,
                      enum phase phase)
{
    int seen = place;
    for (int i = 0; i < round->players; i++, seen = lie_bidding_next(round, seen))
        add_row(thought, AT_SIZE + i * STOS_LIE_HAND + round->size[seen] - 1);
    add_row(thought, AT_OTHERS + round->cards - round->size[place]);
    add_row(thought, AT_OPENER + (place > 0 ? round->players - place : 0));
    add_row(thought, AT_ORDER + round->by_count);
    add_row(thought, AT_COUNTS + round->down);
    add_row(thought, AT_END + round->last);
    if (round->tiebreak)
        add_row(thought, AT_TIEBREAK);
    add_row(thought, AT_ONES + round->ones);
    add_row(thought, AT_PHASE + (int)phase);
}

static void add_kinds(struct thought *thought, const struct lie_hand *hand)
{
    for (int i = 0; i < hand->size; i++)
        add_row(thought,
                AT_KIND + hand->kind[i] * 2 + (i > 0 && hand->kind[i] == hand->kind[i - 1]));
}

static void add_faces(struct thought *thought, const struct lie_hand *hand)
{
    for (int face = 1; face <= STOS_LIE_FACES; face++)
        for (int i = 0; i < hand->shows[face]; i++)
            add_row(thought, AT_FACE + (face - 1) * STOS_LIE_HAND + i);
}

static void add_bids(struct thought *thought, const struct lie_bidding *round,
                     const struct lie_hand *hand)
{
    int seen = round->turn;
    if (round->count == 0)
        return;
    for (int i = 0; i < round->players; i++, seen = lie_bidding_next(round, seen))
        for (int face = 1; face <= STOS_LIE_FACES; face++)
            if (round->bid[seen][face])
                add_row(thought,
                        AT_HISTORY + i * LIE_NET_CALL + lie_net_bid(round->bid[seen][face], face));
    int need = lie_net_count(round->count) - lie_bidding_matches(hand, round->face, round->ones);
    add_row(thought, AT_STANDING + lie_net_bid(round->count, round->face));
    add_row(thought, AT_NEED + need + STOS_LIE_HAND);
}

/* ---------------------------------------------------------------- layers */

static void think(struct thought *thought)
{
    int16_t sum[LIE_NET_WIDTH];
    net_sum(&thought->rows, sum);
    net_hidden(thought->rows.net, sum, 1, thought->hidden);
}

static inline int32_t output(const struct thought *thought, int index)
{
    return net_output(thought->rows.net, thought->hidden, index);
}

static const float least_power = -16;

static inline float as_float(int32_t product) { return (float)product * (1.0F / 65536); }

static float value_of(const struct thought *thought)
{
    float logit = as_float(output(thought, AT_VALUE));
    float part = lie_net_exponential(logit > 0 ? -logit : logit, least_power);
    return (logit > 0 ? 1 : part) / (1 + part);
}

/* Softmax of the logits of what is legal; at[i] is where the i-th one belongs. */
static void normalise(const int32_t *logit, const uint8_t *at, int count, float *chance)
{
    int32_t best = INT32_MIN;
    float part[LIE_NET_BIDS], sum = 0;
    for (int i = 0; i < count; i++)
        best = logit[i] > best ? logit[i] : best;
    for (int i = 0; i < count; i++)
        part[i] = lie_net_exponential(as_float(logit[i] - best), least_power);
    for (int i = 0; i < count; i++)
        sum += part[i];
    for (int i = 0; i < count; i++)
        chance[at[i]] = part[i] / sum;
}

/* ---------------------------------------------------------------- questions */

/* Evaluates the network for the place on turn with this hand. */
static void think_of_bids(struct thought *thought, const struct net *net,
                          const struct lie_bidding *round, const struct lie_hand *hand)
{
    begin(thought, net);
    add_table(thought, round, round->turn, PHASE_BID);
    add_kinds(thought, hand);
    add_faces(thought, hand);
    add_bids(thought, round, hand);
    think(thought);
}

/* The legal bids on a face and their logits: one for the bid itself, plus one for what it needs
 * from the others. */
static int like_face(const struct lie_bidding *round, const struct lie_hand *hand, int face,
                     const struct thought *thought, int32_t *logit, uint8_t *at)
{
    int own = lie_bidding_matches(hand, face, round->ones), count = 0, known = INT32_MIN;
    int32_t liking = 0;
    for (int bid = lie_bidding_lowest(round, face); bid <= round->cards && bid <= LIE_NET_COUNTS;
         bid++) {
        int need = bid - own < LEAST_NEED ? LEAST_NEED
            : bid - own > MOST_NEED       ? MOST_NEED
                                          : bid - own;
        if (need != known)
            liking = output(thought, AT_NEED_OUTPUT + (face - 1) * NEEDS + need - LEAST_NEED);
        known = need;
        at[count] = (uint8_t)lie_net_bid(bid, face);
        logit[count] = output(thought, at[count]) + liking;
        count++;
    }
    return count;
}

void lie_net_bids_by(const struct net *net, const struct lie_bidding *round,
                     const struct lie_hand *hand, float chance[LIE_NET_BIDS])
{
    struct thought thought;
    int32_t logit[LIE_NET_BIDS];
    uint8_t at[LIE_NET_BIDS];
    int count = 0;
    think_of_bids(&thought, net, round, hand);
    memset(chance, 0, LIE_NET_BIDS * sizeof *chance);
    for (int face = 1; face <= STOS_LIE_FACES; face++)
        count += like_face(round, hand, face, &thought, logit + count, at + count);
    if (round->count > 0) {
        at[count] = LIE_NET_CALL;
        logit[count++] = output(&thought, LIE_NET_CALL);
    }
    normalise(logit, at, count, chance);
}

void lie_net_bids(const struct lie_bidding *round, const struct lie_hand *hand,
                  float chance[LIE_NET_BIDS])
{
    lie_net_bids_by(net_of(round), round, hand, chance);
}

int lie_net_best_bid(const float chance[LIE_NET_BIDS])
{
    int best = 0;
    for (int bid = 1; bid < LIE_NET_CALL; bid++)
        best = chance[bid] > chance[best] ? bid : best;
    return chance[best] > 0 ? best : -1;
}

void lie_net_shows_by(const struct net *net, const struct lie_bidding *round, int place,
                      const struct lie_hand *hand, float chance[LIE_NET_ENDS])
{
    struct thought thought;
    int32_t liking[STOS_LIE_FACES + 1][STOS_LIE_HAND + 1] = {{0}}, logit[LIE_NET_ENDS] = {0};
    uint8_t at[LIE_NET_ENDS];
    int ways = 1 << hand->size;
    begin(&thought, net);
    add_table(&thought, round, place, PHASE_SHOW);
    add_kinds(&thought, hand);
    think(&thought);
    for (int face = 1; face <= STOS_LIE_FACES; face++)
        for (int count = 1; count <= hand->size; count++)
            liking[face][count] =
                output(&thought, AT_SHOW_OUTPUT + (face - 1) * STOS_LIE_HAND + count - 1);
    for (int way = 0; way < ways; way++) {
        struct lie_hand shown = *hand;
        lie_bidding_show(&shown, (unsigned)way);
        for (int face = 1; face <= STOS_LIE_FACES; face++)
            logit[way] += liking[face][shown.shows[face]];
        at[way] = (uint8_t)way;
    }
    normalise(logit, at, ways, chance);
}

void lie_net_shows(const struct lie_bidding *round, int place, const struct lie_hand *hand,
                   float chance[LIE_NET_ENDS])
{
    lie_net_shows_by(net_of(round), round, place, hand, chance);
}

float lie_net_opening(const struct lie_bidding *round, const struct lie_hand *hand)
{
    struct thought thought;
    think_of_bids(&thought, net_of(round), round, hand);
    return value_of(&thought);
}

void lie_net_matches(const struct lie_bidding *round, float chance[STOS_LIE_SEATS])
{
    float total = 0;
    memset(chance, 0, STOS_LIE_SEATS * sizeof *chance);
    for (int place = 0; place < round->players; place++) {
        struct thought thought;
        begin(&thought, net_of(round));
        add_table(&thought, round, place, PHASE_NO_CARDS);
        think(&thought);
        chance[place] = round->players > 1 ? value_of(&thought) : 1;
        total += chance[place];
    }
    for (int place = 0; place < round->players; place++)
        chance[place] /= total;
}
