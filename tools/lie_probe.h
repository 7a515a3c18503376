/*
 * lie_probe.h - what the probes of bots of LIE between two have in common: RULES BOT ROUNDS [NODES
 * [FIRST [NET [TABLE]]]], and a player that goes by the network of a file, such as one that learned
 * to beat a bot (tools/train/lie_hunt.py).
 */
#ifndef STOS_TOOLS_LIE_PROBE_H
#define STOS_TOOLS_LIE_PROBE_H

#include "bot/bot.h"
#include "bot/lie/net.h"
#include "bot/lie/table.h"

struct lie_probe {
    stos_rules rules; /* seat 0 opens */
    const stos_bot *bot;
    void *memory;                  /* for the bot */
    uint64_t rounds, nodes, first; /* the first round of that many deals, from deal `first` on */
    const struct net *learned;     /* NULL: none */
    struct net net;
    struct solved_rounds table; /* of rounds that the bot knows by heart; empty: none */
    void *bytes, *table_bytes;  /* of the files of both, which they point into */
};

/* Reads the arguments. False, with a word about it on stderr and nothing to close, when they mean
 * nothing. */
bool lie_probe_open(struct lie_probe *probe, int count, char **arguments, const char *usage);
void lie_probe_close(struct lie_probe *probe);

/* What the bot is asked about a view. */
struct bot_request lie_probe_request(const struct lie_probe *probe, const stos_view *view,
                                     stos_random *random);

/* What the seat on turn, or one that turns its cards, may see. */
stos_view lie_probe_look(const stos_state *state, int seat);

/* How likely a network would turn the cards, or bid, which way: as lie_net_shows() or
 * lie_net_bids() say; returns how many ways there are.
 */
int lie_probe_mixture(const struct net *net, const stos_view *view, float chance[LIE_NET_BIDS]);

/* The move that one of those ways stands for. */
stos_move lie_probe_move(const stos_view *view, int choice);

#endif
