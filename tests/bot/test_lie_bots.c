/*
 * test_lie_bots.c - what the bots of LIE promise: legal moves under every option, the same move for
 * the same view, seed and nodes whatever the truth is, mixed play, limits that hold, no memory but
 * what the caller brings, and an order of strength. A damaged table of solved rounds is the same as
 * none.
 */
#include "../game/grid.h"
#include "bot/bot.h"
#include "bot/lie/search.h"
#include "bot/rounds.h"

#include <time.h>

enum { FEW_NODES = 8, SOME_NODES = 200, MS = 1000000 };

static const char *const every_name[] = {"random", "novice", "steady",
                                         "quick",  "strong", "champion"};
static const char *const searching_name[] = {"strong", "champion"};
enum { NAMES = 6, SEARCHING = 2 };

/* ---------------------------------------------------------------- words for the tests */

static const stos_bot *bot_named(const char *name)
{
    const stos_bot *bot = stos_bot_find(stos_game_find("lie", strlen("lie")), name);
    assert_non_null(bot);
    return bot;
}

static stos_view look(const stos_state *state, int seat)
{
    stos_view view;
    memset(&view, 0, sizeof view);
    stos_look(state, seat, &view);
    return view;
}

/* Answers a request, with memory to think in. */
static stos_move answer(const stos_bot *bot, struct bot_request request)
{
    request.memory = bot->memory ? malloc(bot->memory) : NULL;
    if (request.memory)
        memset(request.memory, (int)(request.seed & 0xff),
               bot->memory); /* what was there before must not matter */
    stos_move move = bot_choose(bot, &request);
    free(request.memory);
    return move;
}

static stos_move ask(const stos_bot *bot, const stos_view *view, uint64_t seed, stos_limits limits,
                     const struct solved_rounds *table)
{
    return answer(
        bot,
        (struct bot_request){.view = view, .seed = seed, .limits = limits, .solved_rounds = table});
}

static stos_move ask_nodes(const stos_bot *bot, const stos_state *state, int seat, uint64_t seed,
                           uint64_t nodes)
{
    stos_view view = look(state, seat);
    return ask(bot, &view, seed, (stos_limits){.nodes = nodes}, NULL);
}

static void play_legally(stos_state *state, int seat, stos_move move, const char *name)
{
    stos_error error = stos_play(state, seat, move);
    if (error.reason)
        fail_msg("%s plays %08x, which is refused: %s", name, (unsigned)move,
                 stos_error_clause(error));
}

/* Whoever is asked first; of those who vote, who has not, then who does not agree with seat 0. */
static int actor_of(const stos_state *state)
{
    const int8_t *vote = stos_votes(state);
    if (stos_phase(state) != STOS_PHASE_START)
        return __builtin_ctz(stos_actors(state));
    for (int seat = 0; seat < seats_of(state); seat++)
        if (vote[seat] < 0)
            return seat;
    for (int seat = 1; seat < seats_of(state); seat++)
        if (vote[seat] != vote[0])
            return seat;
    return 0;
}

/* A state some sensible moves into a game of the n-th combination of options of LIE. */
static stos_state state_in_play(uint64_t number)
{
    const struct rules_list *list = every_rules();
    const stos_rules *rules = &list->rules[MAX_RULES - LIE_RULES + number * 37 % LIE_RULES];
    for (uint64_t attempt = 0;; attempt++) {
        stos_state state = deal_rules(rules, number + 1000 * attempt);
        stos_random random = stos_random_from(number + attempt);
        int moves = pick(&random, 90);
        for (int i = 0; i < moves && !stos_over(&state); i++) {
            const stos_bot *bot = bot_named(i % 7 ? "steady" : "random");
            play_legally(&state, actor_of(&state),
                         ask_nodes(bot, &state, actor_of(&state), random.state, 0), bot->name);
        }
        if (!stos_over(&state))
            return state;
    }
}

/* Of this thread's own work: a busy machine makes everything late, but nobody's work more. */
static uint64_t worked_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / MS;
}

/* ---------------------------------------------------------------- claims */

/* Every combination of options is played to the end by all bots in turn, wherever they sit; those
 * who search less often. */
static void test_moves_are_legal_under_every_option(void **unused)
{
    (void)unused;
    const struct rules_list *list = every_rules();
    for (int i = MAX_RULES - LIE_RULES; i < MAX_RULES; i++) {
        assert_ptr_equal(list->rules[i].game, stos_game_at(STOS_LIE));
        stos_state state = deal_rules(&list->rules[i], (uint64_t)i);
        for (int move = 0; !stos_over(&state); move++) {
            int seat = actor_of(&state);
            const stos_bot *bot = bot_named(
                every_name[(seat + move / 3 + i) % (move % 24 ? NAMES - SEARCHING : NAMES)]);
            assert_true(move < most_moves(&state));
            play_legally(&state, seat,
                         ask_nodes(bot, &state, seat, (uint64_t)(i * 977 + move), FEW_NODES),
                         bot->name);
        }
    }
}

static void test_the_same_question_has_the_same_answer(void **unused)
{
    (void)unused;
    for (uint64_t number = 0; number < 20; number++)
        for (int name = 0; name < NAMES; name++) {
            stos_state state = state_in_play(number);
            const stos_bot *bot = bot_named(every_name[name]);
            stos_move first = ask_nodes(bot, &state, actor_of(&state), number, SOME_NODES);
            assert_int_equal(first, ask_nodes(bot, &state, actor_of(&state), number, SOME_NODES));
        }
}

/* A player who always does the same with the same cards is read; these do not. */
static void test_the_play_is_mixed(void **unused)
{
    (void)unused;
    static const char *const mixing[] = {"quick", "strong", "champion"};
    stos_rules rules = rules_of("lie(players=2,cards=down,start=0)");
    for (int name = 0; name < 3; name++) {
        bool differs = false;
        stos_state state = deal_rules(&rules, 3);
        stos_move first = ask_nodes(bot_named(mixing[name]), &state, 0, 0, SOME_NODES);
        for (uint64_t seed = 1; seed < 20; seed++)
            differs |= ask_nodes(bot_named(mixing[name]), &state, 0, seed, SOME_NODES) != first;
        assert_true(differs);
    }
}

/* The chances of what a bot would most likely and second most likely bid, with some hundred nodes.
 */
static void likeliest_bids(const char *name, const stos_view *view, uint64_t seed,
                           float likeliest[2])
{
    const stos_bot *bot = bot_named(name);
    struct bot_request request = {
        .view = view, .seed = seed, .limits = {.nodes = 600}, .memory = malloc(bot->memory)};
    float chance[LIE_NET_BIDS];
    lie_search_mixture(bot, &request, chance);
    likeliest[0] = likeliest[1] = 0;
    for (int bid = 0; bid < LIE_NET_BIDS; bid++)
        if (chance[bid] > likeliest[0]) {
            likeliest[1] = likeliest[0];
            likeliest[0] = chance[bid];
        } else if (chance[bid] > likeliest[1])
            likeliest[1] = chance[bid];
    free(request.memory);
}

/* docs/bots.md: among more than two `champion` follows its trials much further than `strong`, and
 * still does not always do the same. */
static void test_among_more_than_two_champion_follows_its_trials(void **unused)
{
    (void)unused;
    stos_rules rules = rules_of("lie(players=4,cards=down,start=0)");
    float strong = 0, champion = 0, likeliest[2];
    int bids = 0, mixed = 0;
    for (uint64_t deal = 0; deal < 12; deal++)
        for (stos_state state = deal_rules(&rules, deal); state.as.lie.table.round == 1;) {
            int seat = actor_of(&state);
            stos_view view = look(&state, seat);
            if (state.as.lie.table.phase == STOS_PHASE_BID) {
                likeliest_bids("strong", &view, deal, likeliest);
                strong += likeliest[1];
                likeliest_bids("champion", &view, deal, likeliest);
                champion += likeliest[1];
                mixed += likeliest[1] > 0.05F;
                bids++;
            }
            play_legally(&state, seat,
                         ask_nodes(bot_named("quick"), &state, seat, deal + (uint64_t)bids, 0),
                         "quick");
        }
    assert_true(champion < 0.5F * strong);
    assert_true(mixed > bids / 20);
}

/* The first round between two after `2x5`, `1x6` and `3x6`, the ends turned as `quick` does. */
static stos_state after_three_sixes(uint64_t number)
{
    stos_rules rules = rules_of("lie(players=2,cards=down,start=0)");
    stos_state state = deal_rules(&rules, number);
    for (int seat = 0; seat < 2; seat++)
        play_legally(&state, seat, ask_nodes(bot_named("quick"), &state, seat, number, 0), "quick");
    play_legally(&state, 0, stos_move_make(STOS_BID, 2, 5), "the test");
    play_legally(&state, 1, stos_move_make(STOS_BID, 1, 6), "the test");
    play_legally(&state, 0, stos_move_make(STOS_BID, 3, 6), "the test");
    return state;
}

/* docs/results.md: who always believed in three sixes could be bluffed whatever the cards are.
 * `champion` challenges them often with none or one of its own. */
static void test_champion_does_not_believe_everything(void **unused)
{
    (void)unused;
    const stos_bot *bot = bot_named("champion");
    void *memory = malloc(bot->memory);
    float called = 0;
    int deals = 0;
    for (uint64_t number = 0; number < 60; number++) {
        stos_state state = after_three_sixes(number);
        stos_view view = look(&state, 1);
        float chance[LIE_NET_BIDS];
        int sixes = 0;
        for (int i = 0; i < STOS_LIE_HAND; i++)
            sixes += view.as.lie.face[i] == 6;
        if (sixes > 1)
            continue;
        struct bot_request request = {
            .view = &view, .seed = number, .limits = {.nodes = 1000}, .memory = memory};
        lie_search_mixture(bot, &request, chance);
        called += chance[LIE_NET_CALL];
        deals++;
    }
    free(memory);
    assert_true(deals > 20 && called > 0.75F * (float)deals);
}

/* A round of one card each after `1x6`, everybody showing the higher end. */
static stos_state after_one_six(uint64_t number)
{
    stos_rules rules = rules_of("lie(players=2,start=0)");
    stos_state state = deal_rules(&rules, number);
    for (int seat = 0; seat < 2; seat++) {
        stos_view view = look(&state, seat);
        play_legally(&state, seat,
                     stos_move_make(STOS_SHOW, 0, 0) |
                         (stos_move)stos_lie_high_face(view.as.lie.kind[0]),
                     "the test");
    }
    play_legally(&state, 0, stos_move_make(STOS_BID, 1, 6), "the test");
    return state;
}

/* docs/lie.md: a six answers `1x6` by `2x6`, everything else calls. `champion` finds that by
 * itself, without a table. */
static void test_the_rest_of_a_round_is_solved_on_the_spot(void **unused)
{
    (void)unused;
    const stos_bot *bot = bot_named("champion");
    void *memory = malloc(bot->memory);
    float raised = 0, called = 0;
    int sixes = 0, others = 0;
    for (uint64_t number = 0; number < 40; number++) {
        stos_state state = after_one_six(number);
        stos_view view = look(&state, 1);
        struct bot_request request = {
            .view = &view, .seed = number, .limits = {.nodes = 1000}, .memory = memory};
        float chance[LIE_NET_BIDS], sum = 0;
        lie_search_mixture(bot, &request, chance);
        for (int bid = 0; bid < LIE_NET_BIDS; bid++)
            sum += chance[bid];
        assert_true(sum > 0.999F && sum < 1.001F);
        bool six = view.as.lie.face[0] == 6;
        raised += six ? chance[lie_net_bid(2, 6)] : 0;
        called += six ? 0 : chance[LIE_NET_CALL];
        sixes += six;
        others += !six;
    }
    free(memory);
    assert_true(sixes > 5 && raised > 0.9F * (float)sixes);
    assert_true(others > 5 && called > 0.9F * (float)others);
}

/* What the network says of a position is a mixture of the legal moves. */
static void test_the_network_speaks_of_legal_moves_only(void **unused)
{
    (void)unused;
    for (uint64_t number = 0; number < 100; number++) {
        stos_state state = state_in_play(number);
        stos_view view = look(&state, actor_of(&state));
        struct lie_bidding round;
        struct lie_hand own;
        int8_t place_of[STOS_LIE_SEATS];
        float chance[LIE_NET_BIDS], sum = 0;
        if (state.as.lie.table.phase != STOS_PHASE_BID)
            continue;
        lie_bidding_look(&round, &own, &view.as.lie, place_of);
        lie_net_bids(&round, &own, chance);
        for (int bid = 0; bid < LIE_NET_BIDS; bid++) {
            stos_state copy = state;
            stos_move move = bid == LIE_NET_CALL
                ? stos_move_make(STOS_CALL, 0, 0)
                : stos_move_make(STOS_BID, lie_net_bid_count(bid), lie_net_bid_face(bid));
            bool legal = stos_play(&copy, actor_of(&state), move).reason == STOS_OK;
            assert_true(legal ? chance[bid] >= 0 : chance[bid] == 0);
            sum += chance[bid];
        }
        assert_true(sum > 0.999F && sum < 1.001F);
    }
}

/* LI9-LI11, LI14, LI15: what the bots think a lost round does is what it does. */
static void test_the_round_after_is_the_one_of_the_rules(void **unused)
{
    (void)unused;
    for (uint64_t number = 0; number < 300; number++) {
        stos_state state = state_in_play(number);
        const struct stos_lie_table *table = &state.as.lie.table;
        struct lie_bidding round, guess, truth;
        int8_t before[STOS_LIE_SEATS], moved[STOS_LIE_SEATS], after[STOS_LIE_SEATS];
        if (table->phase != STOS_PHASE_BID || stos_lie_last_bid(table) < 0)
            continue;
        int direction = table->direction;
        lie_bidding_open(&round, table, direction, before);
        play_legally(&state, actor_of(&state), stos_move_make(STOS_CALL, 0, 0), "the test");
        int loser = table->last.loser,
            winner = loser == table->last.bidder ? table->last.challenger : table->last.bidder;
        lie_bidding_after(&round, before[loser], before[winner], &guess, moved);
        if (stos_over(&state)) {
            assert_int_equal(guess.players, 1);
            assert_int_equal(moved[before[stos_result(&state)]], 0);
            continue;
        }
        lie_bidding_open(&truth, table, direction, after);
        assert_memory_equal(&guess, &truth, sizeof truth);
        for (int seat = 0; seat < STOS_LIE_SEATS; seat++)
            assert_int_equal(before[seat] < 0 ? -1 : moved[before[seat]], after[seat]);
    }
}

static void test_a_turn_keeps_its_time(void **unused)
{
    (void)unused;
    enum { LIMIT = 60, SETTING_UP = 40 };
    static const char *const deals[] = {"lie(players=4,cards=down,start=0)",
                                        "lie(players=2,cards=down,start=0)"};
    for (int name = 0; name < SEARCHING; name++)
        for (uint64_t deal = 0; deal < 4; deal++) {
            stos_rules rules = rules_of(deals[deal % 2]);
            stos_state state = deal_rules(&rules, deal);
            for (int seat = 0; deal >= 2 && stos_actors(&state) != 1;
                 seat++) /* of these the first bid, of the others the ends */
                play_legally(&state, seat, ask_nodes(bot_named("steady"), &state, seat, 1, 0),
                             "steady");
            stos_view view = look(&state, 0);
            uint64_t begun = worked_ms();
            ask(bot_named(searching_name[name]), &view, 1, (stos_limits){.ms = LIMIT}, NULL);
            assert_true(worked_ms() - begun <= LIMIT * 12 / 10 + SETTING_UP);
        }
}

/* Cancelled before it began, a search plays the network's mixture: no trial has tilted it, whatever
 * the limit was. */
static void test_cancelling_is_as_if_never_begun(void **unused)
{
    (void)unused;
    atomic_bool cancel = true;
    for (uint64_t number = 0; number < 20; number++) {
        stos_state state = state_in_play(number);
        int seat = actor_of(&state);
        stos_view view = look(&state, seat);
        for (int name = 0; name < SEARCHING; name++) {
            const stos_bot *bot = bot_named(searching_name[name]);
            struct bot_request request = {
                .view = &view, .seed = number, .limits = {.nodes = 10000}, .cancel = &cancel};
            stos_move move = answer(bot, request);
            request.limits.nodes = 20000;
            assert_int_equal(move, answer(bot, request));
            stos_state copy = state;
            play_legally(&copy, seat, move, bot->name);
        }
    }
}

static void test_a_damaged_table_is_the_same_as_none(void **unused)
{
    (void)unused;
    static const char damaged[200] = "this is not a table";
    struct solved_rounds table;
    assert_int_not_equal(solved_rounds_open(&table, damaged, sizeof damaged), SOLVED_ROUNDS_OK);
    stos_rules rules = rules_of("lie(players=2,start=0)");
    for (uint64_t number = 0; number < 20; number++) {
        stos_state state = deal_rules(&rules, number);
        stos_view view = look(&state, 0);
        for (int name = 0; name < SEARCHING; name++) {
            const stos_bot *bot = bot_named(searching_name[name]);
            stos_limits limits = {.nodes = SOME_NODES};
            assert_int_equal(ask(bot, &view, number, limits, &table),
                             ask(bot, &view, number, limits, NULL));
        }
    }
}

/* Wins of a bot between two over `deals` deals, each played from both seats, all card counts and
 * orders mixed. */
static int wins(const char *name, const char *other, int deals, uint64_t nodes)
{
    static const char *const kinds[] = {"lie(players=2)", "lie(players=2,order=count,ones=wild)",
                                        "lie(players=2,cards=down)"};
    int won = 0;
    for (int game = 0; game < 2 * deals; game++) {
        int mine = game & 1;
        stos_rules rules = rules_of(kinds[game / 2 % 3]);
        stos_state state = deal_rules(&rules, 5000 + (uint64_t)game / 2);
        for (uint64_t move = 0; !stos_over(&state); move++) {
            int seat = actor_of(&state);
            const stos_bot *bot = bot_named(seat == mine ? name : other);
            play_legally(&state, seat,
                         ask_nodes(bot, &state, seat, (uint64_t)game * 1009 + move, nodes),
                         bot->name);
        }
        won += stos_result(&state) == mine;
    }
    return won;
}

static void test_the_better_bot_wins(void **unused)
{
    (void)unused;
    assert_true(wins("novice", "random", 60, 0) >= 80);
    assert_true(wins("steady", "novice", 60, 0) >= 75);
    assert_true(wins("quick", "novice", 60, 0) >= 75);
    assert_true(wins("strong", "steady", 12, 300) >= 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves_are_legal_under_every_option),
        cmocka_unit_test(test_the_same_question_has_the_same_answer),
        cmocka_unit_test(test_the_play_is_mixed),
        cmocka_unit_test(test_among_more_than_two_champion_follows_its_trials),
        cmocka_unit_test(test_champion_does_not_believe_everything),
        cmocka_unit_test(test_the_rest_of_a_round_is_solved_on_the_spot),
        cmocka_unit_test(test_the_network_speaks_of_legal_moves_only),
        cmocka_unit_test(test_the_round_after_is_the_one_of_the_rules),
        cmocka_unit_test(test_a_turn_keeps_its_time),
        cmocka_unit_test(test_cancelling_is_as_if_never_begun),
        cmocka_unit_test(test_a_damaged_table_is_the_same_as_none),
        cmocka_unit_test(test_the_better_bot_wins),
    };
    return cmocka_run_group_tests_name("lie bots", tests, NULL, NULL);
}
