/*
 * bench_bots.c - `stos bench bots`: how long each preset thinks about a turn, and its strength
 * signature.
 *
 * The signature is a hash over every move of a few games at a fixed amount of work: it changes when
 * a bot plays differently, on purpose or not, and is the same on every platform.
 */
#include "bench.h"

#include "bot/clock.h"
#include "cli/command/cli.h"
#include "sim/sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIGNATURE_DEALS = 1, SIGNATURE_NODES = 160, TIMED_DEALS = 3 };

/* One configuration of each game; small hands, so that a build with sanitizers gets through them as
 * well. */
static const char *const configurations[STOS_GAMES] = {
    [STOS_THEGAME] = "thegame(players=3,hand=less,start=0)",
    [STOS_FACETOFACE] = "facetoface(start=0)",
    [STOS_LIE] = "lie(players=3,start=0)",
};

static void hash_game(void *context, const struct sim_game *game)
{
    uint64_t *hash = context;
    for (size_t i = 0; i < game->step_count; i++)
        *hash = (*hash ^ (game->steps[i].move + ((uint64_t)game->steps[i].seat << 32))) *
            UINT64_C(0x100000001b3);
}

static bool signature_of(const stos_bot *bot, const stos_rules *rules, uint64_t *hash)
{
    struct sim_plan plan = {.rules = *rules,
                            .lineups = 1,
                            .talks = {true, true},
                            .seed = 1,
                            .deals = SIGNATURE_DEALS,
                            .one_order = true};
    static struct sim_tally tally;
    for (int seat = 0; seat < stos_rules_seats(rules); seat++) {
        plan.bot[0][seat] = bot;
        plan.limits[0][seat].nodes = SIGNATURE_NODES;
    }
    struct sim_player *player = sim_player_open(&plan);
    *hash = UINT64_C(0xcbf29ce484222325);
    bool good = player && sim_play(player, 0, SIGNATURE_DEALS, &tally, NULL, hash_game, hash);
    sim_player_close(player);
    return good;
}

/* Seat 0 plays the first turn of a deal: all its moves, until another seat has a say. */
static void play_first_turn(const stos_bot *bot, const stos_rules *rules, uint64_t deal,
                            void *memory)
{
    stos_record_head head;
    stos_state state;
    struct bot_turn turn = {.count = 0};
    sim_deal_head(&head, rules, 2, deal);
    stos_record_deal(&head, &state);
    do {
        stos_view view;
        stos_look(&state, 0, &view);
        struct bot_request request = {.view = &view, .seed = deal, .memory = memory, .turn = &turn};
        stos_play(&state, 0, bot_choose(bot, &request));
    } while (stos_actors(&state) == 1);
}

/* Milliseconds for the first turn of a few fresh deals, at the preset's own limit. */
static double milliseconds_of(const stos_bot *bot, const stos_rules *rules)
{
    void *memory = bot->memory ? malloc(bot->memory) : NULL;
    if (bot->memory && !memory)
        return -1;
    double start = clock_seconds();
    for (uint64_t deal = 0; deal < TIMED_DEALS; deal++)
        play_first_turn(bot, rules, deal, memory);
    double spent = clock_seconds() - start;
    free(memory);
    return 1e3 * spent / TIMED_DEALS;
}

int bench_bots(bool json)
{
    for (int i = 0; i < stos_bot_count(); i++) {
        const stos_bot *bot = stos_bot_at(i);
        const char *game = stos_game_name(stos_game_at(bot->game));
        stos_rules rules;
        uint64_t hash;
        if (!parse_rules(configurations[bot->game], &rules) || !signature_of(bot, &rules, &hash))
            return complain(EXIT_BROKEN, "%s", _("out of memory"));
        double ms = milliseconds_of(bot, &rules);
        if (json)
            printf("%s{\"game\":\"%s\",\"bot\":\"%s\",\"ms_per_turn\":%.3f,\"memory\":%zu,"
                   "\"signature\":\"%016llx\"}",
                   i ? ",\n " : "[", game, bot->name, ms, bot->memory, (unsigned long long)hash);
        else
            printf(_("%-12s %-10s %9.3f ms for a first turn, %6zu KiB, signature %016llx\n"), game,
                   bot->name, ms, bot->memory >> 10, (unsigned long long)hash);
        fflush(stdout);
    }
    if (json)
        puts("]");
    return EXIT_GOOD;
}
