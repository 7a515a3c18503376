/*
 * lie/show.c - what a face draws and tells of LIE; see show.h.
 *
 * An example: of three cards in play and the order by face, 2x1 stands. The ladder has 18 steps:
 * 1x1 is past, 2x1 stands, and from 3x1 to 3x6 all are legal. Whoever shows a one and knows nothing
 * of the other two cards has to hope for one of those: the chance of 2x1 is game_bid_chance().
 */
#include "base/cards.h"
#include "game/lie/lie.h"
#include "game/show.h"

enum {
    ROUND = SENTENCES_IN_COMMON, /* a fact: round, cards in play */
    ONES_WILD,
    TIEBREAK,
    BID_STANDS,   /* count, face */
    ROUND_BEGINS, /* round, cards in play */
    SHOWS,        /* seat, cards, and for each the end that is up and the other one */
    CLOCKWISE,    /* seat */
    COUNTER,      /* seat */
    BIDS,         /* seat, count, face */
    CHALLENGES,   /* seat, count, face, found, the seat that loses the round */
    REVEALS       /* as SHOWS */
};

static const struct sentence_kind kinds[] = {
    {"round", NP_("round %d, %d card in play", "round %d, %d cards in play"), 1, SHOW_STATUS, 2},
    {"ones_wild", N_("ones are wild"), NULL, 0, SHOW_NOTE, 0},
    {"tiebreak", N_("tie-break"), NULL, 0, SHOW_NOTE, 0},
    {"bid_stands", N_("the bid stands at %dx%d"), NULL, 0, SHOW_BID, 2},
    {"round_begins", NP_("Round %d, %d card", "Round %d, %d cards"), 1, TELL_LINE, 2},
    {"shows", "%s", NULL, 0, TELL_HAND, 2},
    {"clockwise", N_("%s: clockwise"), NULL, 0, TELL_LINE, 1},
    {"counter_clockwise", N_("%s: counter-clockwise"), NULL, 0, TELL_LINE, 1},
    {"bids", N_("%s bids %dx%d"), NULL, 0, TELL_LINE, 3},
    {"challenges", N_("%s challenges %dx%d: found %d, %s loses the round"), NULL, 0, TELL_LINE, 5},
    {"reveals", "%s", NULL, 0, TELL_HAND, 2},
    {NULL, NULL, NULL, 0, 0, 0},
};

/* The end of a card that a face does not show. */
static int other_end(int kind, int face)
{
    int low = stos_lie_low_face(kind);
    return face == low ? stos_lie_high_face(kind) : low;
}

/* A bid for each seat: they bid in turn, each higher than the one before, from the starter on. */
static void fill_said(const struct stos_lie_table *table, struct show_bid said[STOS_LIE_SEATS])
{
    int seat = table->starter, bids = table->cards * STOS_LIE_FACES;
    if (table->phase != STOS_PHASE_BID)
        return;
    for (int rank = 0; rank < bids; rank++) {
        struct lie_bid bid = lie_bid_at(table, rank);
        if (!lie_was_bid(table, bid))
            continue;
        said[seat] = (struct show_bid){(uint8_t)bid.count, (uint8_t)bid.face};
        seat = stos_lie_next_seat(table, seat);
    }
}

static void fill_hand(const struct stos_lie_view *seen, struct show *out)
{
    out->hand = seen->seat < 0 ? 0 : seen->table.count[seen->seat];
    for (int i = 0; i < out->hand; i++) {
        int face = seen->face[i] ? seen->face[i] : stos_lie_low_face(seen->kind[i]);
        out->card[i] = (struct show_card){
            .label = {(uint8_t)face, (uint8_t)other_end(seen->kind[i], face)},
            .chosen = seen->face[i] != 0,
        };
    }
}

static void show(const stos_view *view, struct show *out)
{
    const struct stos_lie_view *seen = &view->as.lie;
    const struct stos_lie_table *table = &seen->table;
    for (int seat = 0; seat < out->seats; seat++)
        out->cards[seat] = table->count[seat];
    fill_hand(seen, out);
    fill_said(table, out->said);
    out->ones_wild = table->wild;
    show_add_fact(out, ROUND, table->round, table->cards);
    if (table->wild)
        show_add_fact(out, ONES_WILD, 0, 0);
    if (table->tiebreak)
        show_add_fact(out, TIEBREAK, 0, 0);
    if (table->bid_count > 0)
        show_add_fact(out, BID_STANDS, table->bid_count, table->bid_face);
}

/* ---------------------------------------------------------------- telling */

static struct sentence hand_of(int kind, int seat, const uint8_t *cards, const uint8_t *faces,
                               int size)
{
    struct sentence sentence = game_sentence(kind, seat, size, 0);
    for (int i = 0; i < size; i++) {
        sentence.number[2 + 2 * i] = faces[i];
        sentence.number[3 + 2 * i] = (int16_t)other_end(cards[i], faces[i]);
    }
    return sentence;
}

/* LI3: everybody sees that somebody has chosen, and only they know what. */
static int tell_choice(const struct stos_lie_view *seen, int seat, stos_move move,
                       struct sentence out[SENTENCES])
{
    uint8_t faces[STOS_LIE_HAND];
    int count = 0;
    if (seen->table.chosen == 0)
        out[count++] = game_sentence(ROUND_BEGINS, seen->table.round, seen->table.cards, 0);
    for (int i = 0; i < STOS_LIE_HAND; i++)
        faces[i] = (uint8_t)(move >> 4 * i & 15);
    if (seat == seen->seat)
        out[count++] = hand_of(SHOWS, seat, seen->kind, faces, seen->table.count[seat]);
    return count;
}

static int tell_challenge(const struct stos_lie_reveal *last, struct sentence out[SENTENCES])
{
    int count = 0;
    out[count] = game_sentence(CHALLENGES, last->challenger, last->count, last->face);
    out[count].number[3] = last->found;
    out[count++].number[4] = last->loser;
    for (int seat = 0; seat < STOS_LIE_SEATS; seat++)
        if (last->hands.size[seat] > 0)
            out[count++] = hand_of(REVEALS, seat, last->hands.kind[seat], last->hands.face[seat],
                                   last->hands.size[seat]);
    return count;
}

static int tell(const stos_view *before, int seat, stos_move move, const stos_view *after,
                struct sentence out[SENTENCES])
{
    switch (stos_move_kind(move)) {
    case STOS_START: out[0] = game_tell_vote(seat, move); return 1;
    case STOS_SHOW: return tell_choice(&before->as.lie, seat, move, out);
    case STOS_DIR:
        out[0] = game_sentence(stos_move_low(move) ? COUNTER : CLOCKWISE, seat, 0, 0);
        return 1;
    case STOS_BID:
        out[0] = game_sentence(BIDS, seat, stos_move_low(move), stos_move_high(move));
        return 1;
    case STOS_CALL: return tell_challenge(&after->as.lie.table.last, out);
    default: return 0;
    }
}

static struct sentence result(const stos_view *view)
{
    return game_sentence(SENTENCE_WINNER, stos_view_result(view), 0, 0);
}

/* ---------------------------------------------------------------- bids */

_Static_assert(STOS_LIE_CARDS *STOS_LIE_FACES <= SHOW_BIDS, "every bid has a step");

static int ladder(const stos_view *view, struct show_step out[SHOW_BIDS])
{
    const struct stos_lie_table *table = &view->as.lie.table;
    int bids = table->cards * STOS_LIE_FACES, last = stos_lie_last_bid(table);
    bool open = table->phase == STOS_PHASE_BID;
    for (int rank = 0; rank < bids; rank++) {
        struct lie_bid bid = lie_bid_at(table, rank);
        enum show_step_state state = rank < last ? SHOW_STEP_PAST
            : rank == last                       ? SHOW_STEP_STANDS
            : open                               ? SHOW_STEP_LEGAL
                                                 : SHOW_STEP_CLOSED;
        out[rank] = (struct show_step){
            {(uint8_t)bid.count, (uint8_t)bid.face}, (uint8_t)state, lie_was_bid(table, bid)};
    }
    return bids;
}

/* The binomial coefficient, 0 if `taken` is out of range. */
static double choose(int from, int taken)
{
    double ways = 1;
    for (int i = 0; i < taken; i++)
        ways *= (double)(from - i) / (i + 1);
    return taken < 0 || taken > from ? 0 : ways;
}

/* The chance that at least `wanted` of so many coins come up. */
static double coin_chance(int coins, int wanted)
{
    double sum = 0;
    for (int i = wanted > 0 ? wanted : 0; i <= coins; i++)
        sum += choose(coins, i);
    for (int i = 0; i < coins; i++)
        sum /= 2;
    return sum;
}

/* How many unseen cards count for a face whichever end is up, and how many with one end only. */
static void count_unseen(const uint8_t *hand, int size, int face, bool wild, int *certain,
                         int *half)
{
    *certain = *half = 0;
    for (int kind = 0; kind < STOS_LIE_KINDS; kind++) {
        int low = stos_lie_low_face(kind), high = stos_lie_high_face(kind), left = 2;
        for (int i = 0; i < size; i++)
            left -= hand[i] == kind;
        int ends = (low == face || (wild && low == 1)) + (high == face);
        *certain += ends == 2 ? left : 0;
        *half += ends == 1 ? left : 0;
    }
}

/* The other hands are drawn from the unseen cards (LI1): a sum over how many of them surely count
 * and how many do with one end. */
static double chance_of(const struct stos_lie_table *table, const uint8_t *hand,
                        const uint8_t *faces, int size, struct show_bid bid)
{
    bool opens_on_ones = table->bid_count == 0 && bid.face == 1; /* LI12 */
    bool wild = table->wild && !opens_on_ones && bid.face != 1;
    int unseen = STOS_LIE_CARDS - size, drawn = table->cards - size, found = 0, certain, half;
    count_unseen(hand, size, bid.face, wild, &certain, &half);
    for (int i = 0; i < size; i++)
        found += faces[i] == bid.face || (wild && faces[i] == 1);
    double sum = 0;
    if (drawn < 0) /* after the game: the counts are those of a round that was not dealt */
        return 0;
    for (int sure = 0; sure <= drawn; sure++)
        for (int maybe = 0; sure + maybe <= drawn; maybe++)
            sum += choose(certain, sure) * choose(half, maybe) *
                choose(unseen - certain - half, drawn - sure - maybe) *
                coin_chance(maybe, bid.count - found - sure);
    return sum / choose(unseen, drawn);
}

static double chance(const stos_view *view, struct show_bid bid)
{
    const struct stos_lie_view *seen = &view->as.lie;
    return chance_of(&seen->table, seen->kind, seen->face, seen->table.count[seen->seat], bid);
}

/* ---------------------------------------------------------------- the challenge */

static int count_shown(const struct stos_lie_reveal *last, int face)
{
    int found = 0;
    for (int seat = 0; seat < STOS_LIE_SEATS; seat++)
        for (int i = 0; i < last->hands.size[seat]; i++)
            found += last->hands.face[seat][i] == face;
    return found;
}

/* The reveal does not say whether ones were wild; the number that was found does. */
static void reveal(const stos_view *view, struct show_reveal *out)
{
    const struct stos_lie_reveal *last = &view->as.lie.table.last;
    bool wild = count_shown(last, last->face) != last->found;
    out->happened = last->happened;
    out->bid = (struct show_bid){last->count, last->face};
    out->found = last->found;
    out->challenger = last->challenger;
    out->bidder = last->bidder;
    out->loser = last->loser;
    for (int seat = 0; seat < STOS_LIE_SEATS; seat++) {
        out->cards[seat] = last->hands.size[seat];
        for (int i = 0; i < last->hands.size[seat]; i++) {
            int face = last->hands.face[seat][i];
            out->card[seat][i].label[0] = (uint8_t)face;
            out->card[seat][i].label[1] = (uint8_t)other_end(last->hands.kind[seat][i], face);
            out->card[seat][i].counts = face == last->face || (wild && face == 1);
        }
    }
}

static const struct show_variant variants[] = {
    {STOS_LIE_ORDER, STOS_LIE_ORDER_FACE, N_("the face leads")},
    {STOS_LIE_ORDER, STOS_LIE_ORDER_COUNT, N_("the number leads")},
    {STOS_LIE_ONES, STOS_LIE_ONES_WILD, N_("ones are wild")},
    {STOS_LIE_DIRECTION, STOS_LIE_DIRECTION_CHOOSE, N_("Either direction")},
    {STOS_LIE_COUNTS, STOS_LIE_COUNTS_DOWN, N_("Fewer and fewer")},
    {STOS_LIE_END, STOS_LIE_END_LAST, N_("To the last")},
    {0, 0, NULL},
};

const struct game_show lie_show = {
    .about = N_("Bluffing: bid what all hands together show, or challenge a lie."),
    .task = N_("Challenge or raise? Which choice wins the round most often against perfect play?"),
    .variants = variants,
    .kinds = kinds,
    .show = show,
    .tell = tell,
    .result = result,
    .ladder = ladder,
    .chance = chance,
    .reveal = reveal,
};
