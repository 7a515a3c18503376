/*
 * odds.c - LIE by the odds alone: shows the face it can show most often, raises to the likeliest
 * bid, and challenges when the standing bid is less likely to hold than its own best raise. No
 * bluff, no memory.
 */
#include "odds.h"

#include <string.h>

/*
 * The chance that a card in another hand shows a given face: every face is on a third of the cards,
 * and players turn up what they have most of, so a little over one in six.
 */
static const double other_shows = 0.2;

void lie_odds_prepare(struct lie_odds *odds)
{
    memset(odds, 0, sizeof *odds);
    for (int wild = 0; wild < 2; wild++) {
        double chance = wild ? 2 * other_shows : other_shows, exactly[STOS_LIE_CARDS + 1] = {1.0};
        for (int tries = 0; tries <= STOS_LIE_CARDS; tries++) {
            for (int hits = tries; hits >= 0; hits--)
                odds->at_least[wild][tries][hits] =
                    odds->at_least[wild][tries][hits + 1] + exactly[hits];
            for (int hits = tries + 1; tries < STOS_LIE_CARDS && hits >= 0; hits--)
                exactly[hits] =
                    exactly[hits] * (1 - chance) + (hits > 0 ? exactly[hits - 1] * chance : 0);
        }
    }
}

/* The chance that a bid holds in the eyes of a player with this hand. */
static double odds_of(const struct lie_odds *odds, const struct lie_bidding *round,
                      const struct lie_hand *hand, int count, int face)
{
    bool wild = face != 1 && round->ones == LIE_WILD;
    int wanted = count - lie_bidding_matches(hand, face, round->ones),
        tries = round->cards - hand->size;
    return wanted > tries ? 0 : odds->at_least[wild][tries][wanted > 0 ? wanted : 0];
}

unsigned lie_odds_show(const struct lie_hand *hand, bool wild)
{
    int can_show[STOS_LIE_FACES + 1] = {0};
    unsigned ends = 0;
    for (int i = 0; i < hand->size; i++) {
        can_show[stos_lie_low_face(hand->kind[i])] += 8;
        can_show[stos_lie_high_face(hand->kind[i])] += 8;
    }
    for (int face = 1; face <= STOS_LIE_FACES; face++)
        can_show[face] += face; /* among equals the higher face: harder to raise */
    if (wild)
        can_show[1] += 100;
    for (int i = 0; i < hand->size; i++)
        ends |= (unsigned)(can_show[stos_lie_low_face(hand->kind[i])] <=
                           can_show[stos_lie_high_face(hand->kind[i])])
            << i;
    return ends;
}

bool lie_odds_bid(const struct lie_odds *odds, const struct lie_bidding *round,
                  const struct lie_hand *hand, int *count, int *face)
{
    double best = -1;
    *count = *face = 0;
    for (int other = 1; other <= STOS_LIE_FACES; other++)
        for (int bid = lie_bidding_lowest(round, other); bid <= round->cards; bid++) {
            double chance = odds_of(odds, round, hand, bid, other);
            if (chance < best)
                break; /* more of the same is never likelier */
            if (chance > best ||
                lie_bidding_order(round, bid, other) >
                    lie_bidding_order(round, *count, *face)) { /* the last of equals */
                best = chance;
                *count = bid;
                *face = other;
            }
        }
    if (round->count == 0)
        return true;
    return best > 1 - odds_of(odds, round, hand, round->count, round->face);
}
