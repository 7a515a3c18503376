/*
 * lie_gain.c - how much better one bot of LIE bids than another, bid by bid, or turns its cards.
 *
 * Usage: lie_gain RULES BOT NODES OTHER NODES CHOICES [FIRST [ends]]      such as: lie_gain
 * 'lie(players=4)' champion 8000 strong 1000 2000
 *
 * Bots of the second kind play matches among themselves, from deal FIRST on. Before every sixth bid
 * both kinds are asked how they would mix here. Every bid that one of them makes more often than
 * the other is tried: it is made, with the cards as they truly lie, the round is played on by the
 * second kind, always with the same luck, and the network says what the bidder's chance to win the
 * match is then. Weighed by the difference of the mixtures, that is what the first kind gains by
 * making this one bid instead of the second. With `ends` the same is done with the ways to turn
 * one's cards instead of bids.
 *
 * Whole matches say the same in the end, but most of what they say is luck: where both kinds would
 * bid alike nothing is played here, and nothing is left to chance. How likely the likeliest bid is,
 * on average, tells how mixed each kind plays.
 */
#include "bot/bot.h"
#include "bot/lie/search.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOT, OTHER, KINDS, EVERY = 6 };

struct kind {
    const stos_bot *bot;
    uint64_t nodes;
    double likeliest; /* summed */
};

struct gain {
    struct kind kind[KINDS];
    void *memory;
    stos_random random;
    bool ends; /* ways to turn cards are compared, not bids */
    uint64_t choices, wanted;
    double sum, squares;
};

/* ---------------------------------------------------------------- asking */

static int actor_of(const stos_state *state) { return __builtin_ctz(stos_actors(state)); }

static stos_view look(const stos_state *state)
{
    stos_view view;
    memset(&view, 0, sizeof view);
    stos_look(state, actor_of(state), &view);
    return view;
}

static struct bot_request request_for(const struct gain *gain, int kind, const stos_view *view,
                                      uint64_t seed)
{
    return (struct bot_request){.view = view,
                                .seed = seed,
                                .limits = {.nodes = gain->kind[kind].nodes},
                                .memory = gain->memory};
}

/* Whoever is on turn moves as the second kind does. */
static void move_on(const struct gain *gain, stos_state *state, stos_random *random)
{
    stos_view view = look(state);
    struct bot_request request = request_for(gain, OTHER, &view, stos_random_bits(random));
    stos_play(state, actor_of(state), bot_choose(gain->kind[OTHER].bot, &request));
}

static void ask_mixture(struct gain *gain, int kind, const stos_state *state,
                        float chance[LIE_NET_BIDS])
{
    stos_view view = look(state);
    struct bot_request request = request_for(gain, kind, &view, stos_random_bits(&gain->random));
    float likeliest = 0;
    lie_search_mixture(gain->kind[kind].bot, &request, chance);
    for (int choice = 0; choice < LIE_NET_BIDS; choice++)
        likeliest = chance[choice] > likeliest ? chance[choice] : likeliest;
    gain->kind[kind].likeliest += (double)likeliest;
}

/* ---------------------------------------------------------------- trying */

/* A seat's chance to win the match, between two rounds. */
static double chance_of(const stos_state *state, int seat)
{
    const struct stos_lie_table *table = &state->as.lie.table;
    struct lie_bidding round;
    int8_t place_of[STOS_LIE_SEATS];
    float chance[STOS_LIE_SEATS];
    if (stos_over(state))
        return stos_result(state) == seat;
    lie_bidding_open(&round, table, 1, place_of);
    lie_net_matches(&round, chance);
    return place_of[seat] < 0 ? 0 : (double)chance[place_of[seat]];
}

/* The move that a choice stands for: ends of the own cards as bits, or a bid of net.h. */
static stos_move move_of(const struct gain *gain, const stos_state *state, int choice)
{
    struct lie_bidding round;
    struct lie_hand own;
    int8_t place_of[STOS_LIE_SEATS];
    stos_view view = look(state);
    lie_bidding_look(&round, &own, &view.as.lie, place_of);
    if (gain->ends)
        return lie_bidding_show_move(&own, (unsigned)choice);
    return choice == LIE_NET_CALL
        ? stos_move_make(STOS_CALL, 0, 0)
        : stos_move_make(STOS_BID, lie_net_bid_count(choice), lie_net_bid_face(choice));
}

static double try_choice(const struct gain *gain, stos_state state, int choice, stos_random luck)
{
    int seat = actor_of(&state), round = state.as.lie.table.round;
    stos_play(&state, seat, move_of(gain, &state, choice));
    while (!stos_over(&state) && state.as.lie.table.round == round)
        move_on(gain, &state, &luck);
    return chance_of(&state, seat);
}

static void compare(struct gain *gain, const stos_state *state)
{
    static const float alike = 0.01F;
    float chance[KINDS][LIE_NET_BIDS];
    stos_random luck = stos_random_from(stos_random_bits(&gain->random));
    double gained = 0;
    for (int kind = 0; kind < KINDS; kind++)
        ask_mixture(gain, kind, state, chance[kind]);
    for (int choice = 0; choice < LIE_NET_BIDS; choice++) {
        float more = chance[BOT][choice] - chance[OTHER][choice];
        if (more > alike || more < -alike)
            gained += (double)more * try_choice(gain, *state, choice, luck);
    }
    gain->sum += gained;
    gain->squares += gained * gained;
    gain->choices++;
}

static void play_match(struct gain *gain, const stos_rules *rules, uint64_t number)
{
    stos_state state;
    stos_seed seed = stos_seed_fast(number);
    stos_deal(&state, rules, &seed, NULL);
    while (!stos_over(&state) && gain->choices < gain->wanted) {
        if (state.as.lie.table.phase == (gain->ends ? STOS_PHASE_SHOW : STOS_PHASE_BID) &&
            stos_random_below(&gain->random, EVERY) == 0)
            compare(gain, &state);
        move_on(gain, &state, &gain->random);
    }
}

/* ---------------------------------------------------------------- main */

static bool read_kind(struct kind *kind, char **arguments)
{
    kind->bot = stos_bot_find(stos_game_find("lie", strlen("lie")), arguments[0]);
    kind->nodes = strtoull(arguments[1], NULL, 10);
    return kind->bot && kind->bot->choose == lie_search_choose;
}

static void print_gain(const struct gain *gain)
{
    double choices = (double)gain->choices, mean = gain->sum / choices;
    double error = sqrt((gain->squares / choices - mean * mean) / choices);
    printf("%.0f %s: %+.3f +- %.3f points of the match each (95 %%)\n", choices,
           gain->ends ? "choices of ends" : "bids", 100 * mean, 196 * error);
    for (int kind = 0; kind < KINDS; kind++)
        printf("  %s: the likeliest choice in %.1f %%\n", gain->kind[kind].bot->name,
               100 * gain->kind[kind].likeliest / choices);
}

int main(int count, char **arguments)
{
    stos_rules rules;
    struct gain gain = {.choices = 0};
    gain.ends = count > 8;
    bool good = count > 6 && (!gain.ends || strcmp(arguments[8], "ends") == 0) &&
        read_kind(&gain.kind[BOT], arguments + 2) && read_kind(&gain.kind[OTHER], arguments + 4) &&
        stos_rules_parse(arguments[1], strlen(arguments[1]), &rules).reason == STOS_OK &&
        rules.game == stos_game_find("lie", strlen("lie"));
    gain.wanted = good ? strtoull(arguments[6], NULL, 10) : 0;
    if (gain.wanted == 0) {
        fprintf(stderr, "Usage: lie_gain RULES BOT NODES OTHER NODES CHOICES [FIRST [ends]]\n");
        return 2;
    }
    uint64_t first = count > 7 ? strtoull(arguments[7], NULL, 10) : 1;
    gain.random = stos_random_from(first);
    size_t memory = gain.kind[BOT].bot->memory, other_memory = gain.kind[OTHER].bot->memory;
    gain.memory = malloc(memory > other_memory ? memory : other_memory);
    rules.value[STOS_LIE_START] = 0;
    for (uint64_t match = 0; gain.memory && gain.choices < gain.wanted; match++)
        play_match(&gain, &rules, first + match);
    if (gain.memory)
        print_gain(&gain);
    free(gain.memory);
    return 0;
}
