/*
 * search.h - the parameters of the searching bots of LIE.
 *
 * The technique is Monte Carlo search over an information set with a mixed strategy as its answer.
 * Worlds are sampled from the belief about the others (belief.h); every choice worth trying is
 * tried in each of them and the round played to its end (playout.h). Then the network's policy is
 * tilted: a choice that did better by `temperature` (in rounds) becomes e times as likely. Always
 * taking the best choice would be read by an observant opponent, and the trials rely on models that
 * may be wrong, so the policy is a prior worth `belief` worlds. An example: the network bids 3x5
 * with 60 % and challenges with 40 %; in a thousand worlds the challenge did better by one
 * temperature. With a `belief` of 100 it is now exp(1000 / 1100) = 2.5 times as likely relative to
 * the bid, and the bot challenges with 62 %.
 */
#ifndef STOS_BOT_LIE_SEARCH_H
#define STOS_BOT_LIE_SEARCH_H

#include "bot/bot.h"
#include "belief.h"

/* How far the trials tilt the network's policy. */
struct lie_tilt {
    float temperature; /* softmax temperature: a choice better by this much, in rounds, becomes e
                          times as likely */
    float belief;      /* the policy is a prior worth this many worlds */
};

struct lie_tuning {
    int suspects;     /* hands considered for each opponent */
    uint64_t nodes;   /* the most that is ever used; 0: no search */
    float odds_prior; /* the prior probability that an opponent plays like `steady` */
    struct lie_tilt two,
        more;      /* between two players, and among more: see docs/bots.md for why they differ */
    float floor;   /* a probability that every choice gets on top of the network's */
    bool resolves; /* after the opening re-solves the rest of a round between two, unless the
                      opponent seems to play like `steady` */
};

enum { LIE_QUICK, LIE_STRONG, LIE_CHAMPION };
enum {
    LIE_SEARCH_MEMORY = 1 << 17,
    LIE_RESOLVE_MEMORY = 3 << 17
}; /* the latter for bots that re-solve */

/*
 * What lie_search_choose() samples from: the bot's mixed strategy over the bids of net.h, for the
 * seat on turn; or, while ends are being chosen, over the ways to turn the cards (lie_net_shows()),
 * in the first LIE_NET_ENDS elements of `chance`.
 */
void lie_search_mixture(const stos_bot *bot, const struct bot_request *request,
                        float chance[LIE_NET_BIDS]);

extern const struct lie_tuning lie_tunings[];

double lie_search_value(const stos_bot *bot, const struct bot_request *request);
stos_move lie_search_choose(const stos_bot *bot, const struct bot_request *request);

#endif
