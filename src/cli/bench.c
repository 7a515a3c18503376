/*
 * bench.c - `stos bench`: how fast the rules are, compared with a lower bound; how long each bot
 * thinks about a turn; and the signatures of both.
 *
 * Everything runs on one thread through the public functions. The lower bound of a game is its
 * deal: a game cannot be played faster than its cards are shuffled. The signature of a
 * configuration is a hash over every move, result and view of a fixed set of random games; that of
 * a bot is a hash over every move of a few games at a fixed amount of work. Both are the same on
 * every platform; they change only when the rules do, or a bot plays differently, on purpose or
 * not.
 */
#include "bot/clock.h"
#include "cli/command/cli.h"
#include "sim/signature.h"
#include "sim/sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { KEPT_STATES = 512, LONGEST_GAME = 4096 };

static const char *const configurations[] = {
    "thegame(players=1)",
    "thegame(players=3)",
    "thegame(players=3,start=lot)",
    "thegame(players=5,min=3,hand=less,fire=next,start=lot)",
    "facetoface(last=strict)",
    "lie(players=2)",
    "lie(players=4,order=count,ones=wild,direction=choose,end=last)",
};

enum { CONFIGURATIONS = sizeof configurations / sizeof configurations[0] };

/* ---------------------------------------------------------------- measurements */

struct measured {
    double games, moves, rounds;                  /* per second; rounds for lie */
    double deal, apply, list, view, sample, copy; /* nanoseconds */
    uint64_t signature;
};

/* Seconds of CPU time, so that a busy machine does not distort the results. */
static double bench_seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

/* What a loop of a measurement has done. */
struct done {
    uint64_t moves, rounds;
};

/* States met in random games, each with a seat that may act, for measuring single calls. */
struct kept {
    stos_state state[KEPT_STATES];
    stos_view view[KEPT_STATES];
    uint8_t seat[KEPT_STATES];
};

static void keep_states(const stos_rules *rules, struct kept *kept)
{
    stos_random random = stos_random_from(7);
    stos_state state;
    int count = 0;
    for (uint64_t number = 0; count < KEPT_STATES; number++) {
        stos_seed seed = stos_seed_fast(number);
        stos_deal(&state, rules, &seed, NULL);
        for (stos_seats actors; (actors = stos_actors(&state)) != 0 && count < KEPT_STATES;) {
            int seat = signature_pick_seat(actors, &random);
            kept->state[count] = state;
            kept->seat[count] = (uint8_t)seat;
            stos_look(&state, seat, &kept->view[count]);
            count++;
            int index = (int)stos_random_below(&random, (uint32_t)stos_move_count(&state, seat));
            stos_play(&state, seat, stos_move_at(&state, seat, index));
        }
    }
}

static void measure_games(const stos_rules *rules, double seconds, struct measured *measured)
{
    stos_random random = stos_random_from(1);
    struct done done = {0, 0};
    uint64_t games = 0;
    double start = bench_seconds(), spent;
    do {
        for (int i = 0; i < 64; i++, games++) {
            stos_state state;
            stos_seed seed = stos_seed_fast(games);
            stos_deal(&state, rules, &seed, NULL);
            done.moves += (uint64_t)stos_playout(&state, &random);
            done.rounds += state.game == STOS_LIE ? state.as.lie.table.round : 0;
        }
        spent = bench_seconds() - start;
    } while (spent < seconds);
    measured->games = (double)games / spent;
    measured->moves = (double)done.moves / spent;
    measured->rounds = (double)done.rounds / spent;
}

/* One call on one of the kept states; the sum keeps the compiler from dropping it. */
typedef uint64_t one_call(const struct kept *kept, int index, stos_random *random);

static uint64_t call_deal(const struct kept *kept, int index, stos_random *random)
{
    stos_state state;
    stos_rules rules = stos_state_rules(&kept->state[index]);
    stos_seed seed = stos_seed_fast(stos_random_bits(random));
    stos_deal(&state, &rules, &seed, NULL);
    return state.game;
}

static uint64_t call_list(const struct kept *kept, int index, stos_random *random)
{
    stos_move moves[STOS_MAX_MOVES];
    (void)random;
    return (uint64_t)stos_moves(&kept->state[index], kept->seat[index], moves) + moves[0];
}

static uint64_t call_copy(const struct kept *kept, int index, stos_random *random)
{
    (void)random;
    stos_state state = kept->state[index];
    return ((const unsigned char *)&state)[stos_actors(&state)];
}

static uint64_t call_apply(const struct kept *kept, int index, stos_random *random)
{
    (void)random;
    stos_state state = kept->state[index];
    int seat = kept->seat[index];
    return stos_play(&state, seat, stos_move_at(&state, seat, 0)).reason;
}

static uint64_t call_view(const struct kept *kept, int index, stos_random *random)
{
    stos_view view;
    (void)random;
    stos_look(&kept->state[index], kept->seat[index], &view);
    return view.game;
}

static uint64_t call_sample(const struct kept *kept, int index, stos_random *random)
{
    stos_state state;
    stos_sample(&kept->view[index], random, &state);
    return state.game;
}

static double nanoseconds(one_call *call, const struct kept *kept, double seconds)
{
    stos_random random = stos_random_from(3);
    volatile uint64_t sink = 0;
    uint64_t calls = 0, sum = 0;
    double start = bench_seconds(), spent;
    do {
        for (int i = 0; i < KEPT_STATES; i++)
            sum += call(kept, i, &random);
        calls += KEPT_STATES;
        spent = bench_seconds() - start;
    } while (spent < seconds);
    sink = sink + sum;
    return 1e9 * spent / (double)calls;
}

static bool measure(const stos_rules *rules, double seconds, struct measured *measured)
{
    struct kept *kept = malloc(sizeof *kept);
    if (!kept)
        return false;
    keep_states(rules, kept);
    measure_games(rules, seconds, measured);
    double each = seconds / 6;
    measured->deal = nanoseconds(call_deal, kept, each);
    measured->copy = nanoseconds(call_copy, kept, each);
    measured->apply = nanoseconds(call_apply, kept, each) - measured->copy;
    measured->list = nanoseconds(call_list, kept, each);
    measured->view = nanoseconds(call_view, kept, each);
    measured->sample = nanoseconds(call_sample, kept, each);
    measured->signature = signature_of(rules);
    free(kept);
    return true;
}

/* ---------------------------------------------------------------- printing */

static void print_text(const char *rules, const struct measured *m)
{
    printf("%s\n", rules);
    printf(_("  %.2f million moves/s, %.3f million games/s"), m->moves / 1e6, m->games / 1e6);
    if (m->rounds > 0)
        printf(_(", %.2f million rounds/s"), m->rounds / 1e6);
    double whole = 1e9 / m->games;
    printf(_("; a game takes %.0f ns, of which its deal %.0f ns (%.0f %%)\n"), whole, m->deal,
           100 * m->deal / whole);
    printf(_("  ns per call: deal %.0f, apply %.1f, list of moves %.1f, view %.1f, sample %.0f; "
             "copy of a state %.1f\n"),
           m->deal, m->apply, m->list, m->view, m->sample, m->copy);
    printf(_("  signature %016llx\n"), (unsigned long long)m->signature);
}

static void print_json(const char *rules, const struct measured *m, bool first)
{
    printf("%s{\"rules\":\"%s\",\"moves_per_s\":%.0f,\"games_per_s\":%.0f,\"rounds_per_s\":%.0f,"
           "\"ns\":{\"deal\":%.1f,\"apply\":%.2f,"
           "\"list\":%.2f,\"view\":%.2f,\"sample\":%.1f,\"copy\":%.2f},"
           "\"signature\":\"%016llx\"}",
           first ? "[" : ",\n ", rules, m->moves, m->games, m->rounds, m->deal, m->apply, m->list,
           m->view, m->sample, m->copy, (unsigned long long)m->signature);
}

/* Whether a configuration belongs to the game that was asked for. */
static bool is_wanted(const char *configuration, const char *game)
{
    size_t length = game ? strlen(game) : 0;
    return !game ||
        (strncmp(configuration, game, length) == 0 && strchr("(", configuration[length]));
}

static int run_all(const char *game, double seconds, bool json)
{
    int printed = 0;
    for (int i = 0; i < CONFIGURATIONS; i++) {
        stos_rules rules;
        struct measured measured;
        if (!is_wanted(configurations[i], game) || !parse_rules(configurations[i], &rules))
            continue;
        if (!measure(&rules, seconds, &measured))
            return complain(EXIT_BROKEN, "%s", _("out of memory"));
        if (json)
            print_json(configurations[i], &measured, printed == 0);
        else
            print_text(configurations[i], &measured);
        fflush(stdout);
        printed++;
    }
    if (json && printed)
        puts("]");
    return printed ? EXIT_GOOD
                   : complain(EXIT_USAGE, _("there is no game '%s'; try `stos games`"), game);
}

/* ---------------------------------------------------------------- bots */

enum { SIGNATURE_DEALS = 1, SIGNATURE_NODES = 160, TIMED_DEALS = 3 };

/* One configuration of each game; small hands, so that a build with sanitizers gets through them as
 * well. */
static const char *const bot_configurations[STOS_GAMES] = {
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

static bool signature_of_bot(const stos_bot *bot, const stos_rules *rules, uint64_t *hash)
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

static int bench_bots(bool json)
{
    for (int i = 0; i < stos_bot_count(); i++) {
        const stos_bot *bot = stos_bot_at(i);
        const char *game = stos_game_name(stos_game_at(bot->game));
        stos_rules rules;
        uint64_t hash;
        if (!parse_rules(bot_configurations[bot->game], &rules) ||
            !signature_of_bot(bot, &rules, &hash))
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

/* ---------------------------------------------------------------- the command */

struct bench_options {
    double seconds;
    bool json;
};

static int bench(const struct command *command, int argc, char **argv)
{
    struct bench_options options;
    struct command_line line;
    if (!command_read(command, argc, argv, &options, &line))
        return EXIT_USAGE;
    const char *what = line.words[0];
    if (what && strcmp(what, "bots") == 0)
        return bench_bots(options.json);
    return run_all(what, options.seconds, options.json);
}

static void set_defaults(void *at)
{
    *(struct bench_options *)at = (struct bench_options){.seconds = 1};
}

static const struct option_row options_of_bench[] = {
    {.name = "seconds",
     .value = "N",
     .kind = OPTION_REAL,
     .at = offsetof(struct bench_options, seconds),
     .most = 3600,
     .help = N_("time for each measurement")},
    {.name = "json",
     .kind = OPTION_FLAG,
     .at = offsetof(struct bench_options, json),
     .help = OPTION_JSON_HELP},
    {0},
};

static const struct option_action actions_of_bench[] = {
    {"GAME", NULL, N_("the speed of one game's rules (default: of all)")},
    {"bots", NULL, N_("time and signature of every bot")},
    {0},
};

const struct command command_bench = {
    .name = "bench",
    .arguments = "[GAME|bots] [--seconds N] [--json]",
    .summary = N_("measure the speed of rules and bots, and print signatures"),
    .options = options_of_bench,
    .actions = actions_of_bench,
    .notes = N_("A signature changes only when the rules, or a bot's play, do; it is the same on "
                "every platform."),
    .most = 1,
    .wanted = N_("bench takes one game"),
    .words = WORDS_GAMES,
    .size = sizeof(struct bench_options),
    .set_defaults = set_defaults,
    .run = bench,
};
