/*
 * steady.c - the bots of LIE that do not search: `steady` plays by the odds (odds.h), `novice` like
 * a beginner: it bids what it has, believes too much, and now and then bids at random.
 */
#include "bot/bots.h"
#include "odds.h"
#include "steady.h"

/* The likeliest bid; false for a challenge. */
static bool steady_bid(const struct lie_bidding *round, const struct lie_hand *own, int *count,
                       int *face)
{
    struct lie_odds odds;
    lie_odds_prepare(&odds);
    return lie_odds_bid(&odds, round, own, count, face);
}

/* The lowest raise on the face that the own cards show most; sometimes on any face. False when no
 * raise is left. */
static bool novice_raise(const struct lie_bidding *round, const struct lie_hand *own,
                         stos_random *random, int *count, int *face)
{
    bool careless = stos_random_below(random, 5) == 0;
    int best = -1;
    for (int other = 1; other <= STOS_LIE_FACES; other++) {
        int lowest = lie_bidding_lowest(round, other),
            shown = lie_bidding_matches(own, other, round->ones);
        int liking =
            careless ? (int)stos_random_below(random, 100) : 10 * shown - lowest + STOS_LIE_CARDS;
        if (lowest > round->cards || liking <= best)
            continue;
        best = liking;
        *face = other;
        *count = lowest;
        if (round->count == 0 && shown > lowest)
            *count = shown;
    }
    return best >= 0;
}

static bool novice_bid(const struct lie_bidding *round, const struct lie_hand *own,
                       stos_random *random, int *count, int *face)
{
    int need = round->count - lie_bidding_matches(own, round->face, round->ones);
    bool doubts =
        round->count > 0 && 3 * need > round->cards - own->size + (int)stos_random_below(random, 4);
    return !doubts && novice_raise(round, own, random, count, face);
}

static stos_move choose(const struct stos_lie_view *view, uint64_t seed, bool novice)
{
    stos_random random = stos_random_from(seed);
    struct lie_bidding round;
    struct lie_hand own;
    int8_t place_of[STOS_LIE_SEATS];
    int count = 0, face = 0;
    if (view->table.phase == STOS_PHASE_START)
        return bot_vote(view->table.vote, view->table.option[STOS_LIE_PLAYERS], view->seat);
    if (view->table.phase == STOS_PHASE_DIRECTION)
        return stos_move_make(STOS_DIR, (int)stos_random_below(&random, 2), 0);
    lie_bidding_look(&round, &own, view, place_of);
    if (view->table.phase == STOS_PHASE_SHOW)
        return lie_bidding_show_move(&own,
                                     novice ? stos_random_below(&random, 1U << own.size)
                                            : lie_odds_show(&own, round.ones != LIE_PLAIN));
    bool bids = novice ? novice_bid(&round, &own, &random, &count, &face)
                       : steady_bid(&round, &own, &count, &face);
    return lie_bidding_move(bids ? count : 0, face);
}

stos_move lie_steady_choose(const stos_bot *bot, const struct bot_request *request)
{
    (void)bot;
    return choose(&request->view->as.lie, request->seed, false);
}

stos_move lie_novice_choose(const stos_bot *bot, const struct bot_request *request)
{
    (void)bot;
    return choose(&request->view->as.lie, request->seed, true);
}
