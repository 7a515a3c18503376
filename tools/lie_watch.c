/*
 * lie_watch.c - writes down how a bot of LIE mixes, for a learner to imitate
 * (tools/train/lie_hunt.py) or to play against (tools/train/lie_rounds.py --against).
 *
 * Usage: lie_watch [--matches] RULES BOT ROUNDS [NODES [FIRST [NET [TABLE]]]] >FILE
 * such as: lie_watch 'lie(players=2,cards=down)' champion 5000 1000 >champion.watch
 *
 * Plays the first round of that many deals, from deal FIRST on, or all of them with --matches, the
 * bot opening and answering in turn. Its opponent plays by the network, in half of the rounds with
 * its likings weakened, so that the bot is seen where the network would never lead it; with NET, a
 * file of quantise.py, every other round is played by that network instead, and with --matches and
 * TABLE by what `champion` has there. Each choice of the bot is a record of 128 bytes:
 *
 *     offset  bytes
 *          0      1  0 when it turns its cards, 1 when it bids
 *          1      1  its place, 0 for the opener
 *          2      5  its cards, as kinds from 0, sorted; 15 where there is none
 *          7      6  how many of each face it shows
 *         13     12  the highest count bid on each face by place 0 and by place 1
 *         25      2  face and count of the standing bid; 0 and 0 before the first
 *         27      1  enum lie_ones
 *         28     97  the chances of its choices in 1/255: bids of net.h and the challenge, or ways
 * to turn the cards 125      1  bits, the lowest first: order=count, cards=down, end=last 126 1 how
 * many cards the other one has 127      1  0
 */
#include "bot/lie/search.h"
#include "lie_probe.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    AT_CARDS = 2,
    AT_SHOWS = 7,
    AT_BIDS = 13,
    AT_STANDING = 25,
    AT_ONES = 27,
    AT_CHANCES = 28,
    AT_RULES = AT_CHANCES + LIE_NET_BIDS,
    AT_OTHER,
    RECORD = 128
};

struct watch {
    struct lie_probe probe;
    bool matches;             /* whole ones */
    const stos_bot *champion; /* whom the bot also meets, NULL for nobody */
    void *memory;             /* for that one */
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
    record[AT_RULES] = (uint8_t)(round.by_count | round.down << 1 | round.last << 2);
    record[AT_OTHER] = round.size[1 - place_of[view->as.lie.seat]];
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

/* What the opponent likes: the network's likings or, where there are any, those that were given. */
static int likings(const struct watch *watch, const stos_view *view, bool given,
                   float chance[LIE_NET_BIDS], stos_random *random)
{
    const struct lie_probe *probe = &watch->probe;
    if (given && watch->champion) {
        struct bot_request request = lie_probe_request(probe, view, random);
        request.memory = watch->memory;
        request.limits.nodes = 1;
        lie_search_mixture(watch->champion, &request, chance);
        return LIE_NET_BIDS;
    }
    return lie_probe_mixture(given && probe->learned ? probe->learned : &lie_duel_net, view,
                             chance);
}

/* Its opponent: the likings count with a power of 1, a half or a fifth. */
static int other_choice(const struct watch *watch, const stos_view *view, uint64_t round,
                        stos_random *random)
{
    static const float power[] = {1, 0.5F, 1, 0.2F};
    float chance[LIE_NET_BIDS], sum = 0;
    int choices = likings(watch, view, round / 2 % 2, chance, random);
    for (int i = 0; i < choices; i++)
        sum += chance[i] = chance[i] > 0 ? powf(chance[i], power[round / 4 % 4]) : 0;
    for (int i = 0; i < choices; i++)
        chance[i] /= sum;
    return lie_belief_pick(chance, choices, random);
}

static void watch_deal(const struct watch *watch, uint64_t deal)
{
    stos_state state;
    const struct stos_lie_table *table = &state.as.lie.table;
    stos_seed seed = stos_seed_fast(deal);
    stos_random random = stos_random_from(deal);
    stos_deal(&state, &watch->probe.rules, &seed, NULL);
    while (!stos_over(&state) && (watch->matches || table->round == 1)) {
        int actor = __builtin_ctz(stos_actors(&state)), watched = (int)(deal % 2);
        stos_view view = lie_probe_look(&state, actor);
        int choice = actor == watched
            ? watched_choice(&watch->probe, &view, &random)
            : other_choice(watch, &view, deal + 2 * (table->round - 1U), &random);
        stos_play(&state, actor, lie_probe_move(&view, choice));
    }
}

/* With --matches and a table, the other one is `champion` every now and then. False when there is
 * no memory for it. */
static bool open_watch(struct watch *watch, int count, char **arguments)
{
    static const char usage[] =
        "lie_watch [--matches] RULES BOT ROUNDS [NODES [FIRST [NET [TABLE]]]] >FILE";
    bool matches = count > 1 && strcmp(arguments[1], "--matches") == 0;
    *watch = (struct watch){.matches = matches};
    if (!lie_probe_open(&watch->probe, count - matches, arguments + matches, usage))
        return false;
    if (!matches || !watch->probe.table.bytes)
        return true;
    watch->champion = stos_bot_find(watch->probe.rules.game, "champion");
    watch->memory = malloc(watch->champion->memory);
    if (!watch->memory)
        lie_probe_close(&watch->probe);
    return watch->memory;
}

int main(int count, char **arguments)
{
    struct watch watch;
    if (!open_watch(&watch, count, arguments))
        return 2;
    for (uint64_t deal = 0; deal < watch.probe.rounds; deal++)
        watch_deal(&watch, watch.probe.first + deal);
    free(watch.memory);
    lie_probe_close(&watch.probe);
    return fflush(stdout) != 0;
}
