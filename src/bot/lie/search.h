/*
 * search.h - what makes one thinking bot of LIE differ from another.
 *
 * The technique is Monte Carlo over an information set with a mixed strategy as its answer. Worlds are drawn from what is believed of
 * the others (belief.h); every choice worth trying is tried in each of them and the round played to its end (playout.h). Then
 * the network's own mixture is tilted: a choice that did better by `temperature` (in rounds) becomes e times as likely. Taking the best
 * outright would be read by an opponent who watches, and the trials trust models that may be wrong, so the network's word
 * keeps the weight of `belief` worlds. An example: the network bids 3x5 in 60 % and challenges in 40 %; in a thousand worlds the
 * challenge did better by a temperature. With a `belief` of 100 it is now exp(1000 / 1100) = 2.5 times as likely against the bid, and
 * the bot challenges in 62 %.
 */
#ifndef STOS_BOT_LIE_SEARCH_H
#define STOS_BOT_LIE_SEARCH_H

#include "bot/bot.h"
#include "belief.h"

/* How far the trials move the network's mixture. */
struct lie_tilt {
    float temperature; /* how much better, in rounds, makes a choice e times as likely */
    float belief;      /* the network's word counts as much as this many worlds */
};

struct lie_tuning {
    int suspects;              /* hands considered for each opponent */
    uint64_t nodes;            /* more are never needed; 0: no thinking ahead */
    float odds_prior;          /* how many of the others are taken to play like `steady` at first */
    struct lie_tilt two, more; /* between two players, and among more: see docs/bots.md for why they differ */
    float floor;               /* a chance that every choice has besides the network's */
    bool resolves; /* after the opening solves the rest of a round between two, unless the other one seems to play like `steady` */
};

enum { LIE_QUICK, LIE_STRONG, LIE_CHAMPION };
enum { LIE_SEARCH_MEMORY = 1 << 17, LIE_RESOLVE_MEMORY = 3 << 17 }; /* the latter for those who resolve */

/*
 * What lie_search_choose() draws from: the mixture of a bot of this kind over the bids of net.h, for the seat on turn, or, while the
 * cards are turned, over the ways to do it (lie_net_shows()), in the first LIE_NET_ENDS of the chances.
 */
void lie_search_mixture(const stos_bot *bot, const struct bot_request *request, float chance[LIE_NET_BIDS]);

extern const struct lie_tuning lie_tunings[];

#endif
