/*
 * lie_watch.c - writes down how a bot of LIE mixes, for a learner to imitate (tools/train/lie_hunt.py).
 *
 * Usage: lie_watch RULES BOT ROUNDS [NODES [FIRST [NET [TABLE]]]] >FILE
 * such as: lie_watch 'lie(players=2,cards=down)' champion 5000 1000 >champion.watch
 *
 * Plays the first round of that many deals, from deal FIRST on, the bot opening and answering in turn. Its opponent plays by the
 * network, in half of the rounds with its likings weakened, so that the bot is seen where the network would never lead it; with NET, a file
 * of quantise.py, every other round is played by that network instead. Each choice of the bot is a record of 128 bytes:
 *
 *     offset  bytes
 *          0      1  0 when it turns its cards, 1 when it bids
 *          1      1  its place, 0 for the opener
 *          2      5  its cards, as kinds from 0, sorted; 15 where there is none
 *          7      6  how many of each face it shows
 *         13     12  the highest count bid on each face by place 0 and by place 1
 *         25      2  face and count of the standing bid; 0 and 0 before the first
 *         27      1  enum lie_ones
 *         28     97  the chances of its choices in 1/255: bids of net.h and the challenge, or ways to turn the cards
 *        125      3  1 or 0 each: order=count, cards=down, end=last
 */
#include "bot/lie/search.h"
#include "lie_probe.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    AT_CARDS = 2,
    AT_SHOWS = 7,
    AT_BIDS = 13,
    AT_STANDING = 25,
    AT_ONES = 27,
    AT_CHANCES = 28,
    AT_RULES = AT_CHANCES + LIE_NET_BIDS,
    RECORD = 128
};

static void write_down(const stos_view *view, const float chance[LIE_NET_BIDS])
{
    uint8_t record[RECORD] = {0};
    struct lie_bidding round;
    struct lie_hand own;
    int8_t place_of[STOS_LIE_SEATS];
    lie_bidding_look(&round, &own, &view->as.lie, place_of);
    record[0] = view->as.lie.table.phase != STOS_PHASE_SHOW;
    record[1] = (uint8_t)place_of[view->as.lie.seat];
    memset(record + AT_CARDS, STOS_LIE_KINDS, STOS_LIE_HAND);
    memcpy(record + AT_CARDS, own.kind, own.size);
    memcpy(record + AT_SHOWS, own.shows + 1, STOS_LIE_FACES);
    for (int place = 0; place < 2; place++)
        memcpy(record + AT_BIDS + place * STOS_LIE_FACES, round.bid[place] + 1, STOS_LIE_FACES);
    record[AT_STANDING] = round.face;
    record[AT_STANDING + 1] = round.count;
    record[AT_ONES] = round.ones;
    for (int i = 0; i < LIE_NET_BIDS; i++)
        record[AT_CHANCES + i] = (uint8_t)lrintf(chance[i] * 255);
    record[AT_RULES] = round.by_count;
    record[AT_RULES + 1] = round.down;
    record[AT_RULES + 2] = round.last;
    fwrite(record, sizeof record, 1, stdout);
}

/* The bot moves, and is watched. */
static int watched_choice(const struct lie_probe *probe, const stos_view *view, stos_random *random)
{
    float chance[LIE_NET_BIDS];
    struct bot_request request = lie_probe_request(probe, view, random);
    lie_search_mixture(probe->bot, &request, chance);
    write_down(view, chance);
    return lie_belief_pick(chance, LIE_NET_BIDS, random);
}

/* Its opponent: the network's likings count with a power of 1, a half or a fifth. */
static int other_choice(const struct lie_probe *probe, const stos_view *view, uint64_t round, stos_random *random)
{
    static const float power[] = {1, 0.5F, 1, 0.2F};
    float chance[LIE_NET_BIDS], sum = 0;
    bool learned = probe->learned && round / 2 % 2;
    int choices = lie_probe_mixture(learned ? probe->learned : &lie_duel_net, view, chance);
    for (int i = 0; i < choices; i++)
        sum += chance[i] = chance[i] > 0 ? powf(chance[i], power[round / 4 % 4]) : 0;
    for (int i = 0; i < choices; i++)
        chance[i] /= sum;
    return lie_belief_pick(chance, choices, random);
}

static void watch_round(const struct lie_probe *probe, uint64_t round)
{
    stos_state state;
    stos_seed seed = stos_seed_fast(round);
    stos_random random = stos_random_from(round);
    stos_deal(&state, &probe->rules, &seed, NULL);
    while (state.as.lie.table.round == 1 && !stos_over(&state)) {
        int actor = __builtin_ctz(stos_actors(&state)), watched = (int)(round % 2);
        stos_view view = lie_probe_look(&state, actor);
        int choice = actor == watched ? watched_choice(probe, &view, &random) : other_choice(probe, &view, round, &random);
        stos_play(&state, actor, lie_probe_move(&view, choice));
    }
}

int main(int count, char **arguments)
{
    struct lie_probe probe;
    if (!lie_probe_open(&probe, count, arguments, "lie_watch RULES BOT ROUNDS [NODES [FIRST [NET [TABLE]]]] >FILE"))
        return 2;
    for (uint64_t round = 0; round < probe.rounds; round++)
        watch_round(&probe, probe.first + round);
    lie_probe_close(&probe);
    return fflush(stdout) != 0;
}
