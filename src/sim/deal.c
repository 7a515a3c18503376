/* deal.c - see deal.h. */
#include "deal.h"
#include "sim.h"

#include "base/rng.h"

#include <string.h>

void sim_deal_begin(struct sim_deal *deal, const stos_record_head *head, const stos_bot *bot,
                    uint64_t nodes)
{
    memset(deal, 0, sizeof *deal);
    for (int seat = 0; seat < STOS_MAX_SEATS; seat++)
        deal->bot[seat] = bot;
    deal->nodes = nodes;
    stos_record_deal(head, &deal->state);
}

static void collect_hints(struct sim_deal *deal, int listener, void *memory)
{
    sim_collect_hints(&deal->state, deal->bot, listener, rng_mix(deal->moves), memory, &deal->hints,
                      &deal->history);
}

static void move(struct sim_deal *deal, int seat, void *memory)
{
    stos_view view;
    stos_look(&deal->state, seat, &view);
    struct bot_request request = {.view = &view,
                                  .hints = &deal->hints,
                                  .history = &deal->history,
                                  .seed =
                                      rng_mix(((uint64_t)deal->moves << 8 | (uint64_t)seat) + 1),
                                  .limits = {.nodes = deal->nodes},
                                  .memory = memory,
                                  .turn = &deal->turn[seat]};
    stos_play(&deal->state, seat, bot_choose(deal->bot[seat], &request));
    deal->moves++;
}

/* TG3, LI3: in turn, until all agree; bots join a vote that stands. */
static void vote(struct sim_deal *deal, void *memory)
{
    stos_rules rules = stos_state_rules(&deal->state);
    int seats = stos_rules_seats(&rules);
    for (int i = 0; stos_phase(&deal->state) == STOS_PHASE_START; i++)
        move(deal, i % seats, memory);
}

bool sim_deal_turn(struct sim_deal *deal, void *memory)
{
    bool talks = stos_game_is_cooperative(stos_state_game(&deal->state));
    if (stos_over(&deal->state))
        return false;
    if (stos_phase(&deal->state) == STOS_PHASE_START) {
        if (talks)
            collect_hints(deal, -1, memory);
        vote(deal, memory);
        return true;
    }
    int seat = __builtin_ctz(stos_actors(&deal->state));
    if (talks)
        collect_hints(deal, seat, memory);
    do
        move(deal, seat, memory);
    while (stos_mid_turn(&deal->state));
    return true;
}
