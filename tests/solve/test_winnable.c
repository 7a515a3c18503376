/*
 * test_winnable.c - the winnability solver against plain search, and its promises.
 *
 * Plain search here knows nothing but the public library: it plays every legal move until somebody
 * wins. It can do so on small decks, which are positions near the end of a game: some cards
 * outstanding, any tops, hands and duties.
 */
#include "solve/thegame/winnable.h"
#include "solve/thegame/winnable_node.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { MIB = 1 << 20, PLAIN_LIMIT = 20000, GONE = 80 };

/* ---------------------------------------------------------------- plain search */

/* Whether a state can be won; counts down `budget` and gives up, with false, at 0. */
static bool plain_search(const stos_state *state, int *budget)
{
    if (stos_over(state))
        return stos_result(state) == 0;
    for (int seat = 0; seat < STOS_THEGAME_SEATS; seat++) {
        stos_move moves[STOS_MAX_MOVES];
        int count = stos_moves(state, seat, moves);
        for (int i = 0; i < count; i++) {
            stos_state next = *state;
            if (--*budget <= 0)
                return false;
            assert_int_equal(stos_play(&next, seat, moves[i]).reason, STOS_OK);
            if (plain_search(&next, budget))
                return true;
        }
    }
    return false;
}

/* ---------------------------------------------------------------- small decks */

static void put_cards(char *text, size_t size, const uint8_t *cards, int count)
{
    for (int i = 0; i < count; i++) {
        size_t used = strlen(text);
        (void)snprintf(text + used, size - used, "%s%d", i ? "." : "", cards[i]);
    }
}

static void put(char *text, size_t size, const char *more)
{
    size_t used = strlen(text);
    (void)snprintf(text + used, size - used, "%s", more);
}

static int find_card(const uint8_t *cards, int count, int card)
{
    for (int i = 0; i < count; i++)
        if (cards[i] == card)
            return i;
    return -1;
}

/* Makes tricks common among the outstanding cards: many follow a card that is ten lower or higher.
 */
static void pair_up(stos_random *random, uint8_t *gone, int gone_count, uint8_t *left,
                    int left_count)
{
    for (int i = 1; i < left_count; i++) {
        uint32_t choice = stos_random_below(random, 4);
        int at = choice > 1
            ? -1
            : find_card(gone, gone_count, choice ? left[i - 1] + 10 : left[i - 1] - 10);
        if (at < 0)
            continue;
        uint8_t card = left[i];
        left[i] = gone[at];
        gone[at] = card;
    }
}

static void mix(stos_random *random, uint8_t *cards, uint32_t count)
{
    for (uint32_t i = count - 1; i > 0; i--) {
        uint32_t j = stos_random_below(random, i + 1);
        uint8_t card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
    }
}

/* All 98 cards; those from GONE on are outstanding. */
static void shuffle(stos_random *random, uint8_t cards[STOS_THEGAME_CARDS])
{
    for (int i = 0; i < STOS_THEGAME_CARDS; i++)
        cards[i] = (uint8_t)(i + 2);
    mix(random, cards, STOS_THEGAME_CARDS);
    pair_up(random, cards, GONE, cards + GONE, STOS_THEGAME_CARDS - GONE);
    mix(random, cards + GONE, STOS_THEGAME_CARDS - GONE);
}

/* Tops from cards that are gone; rising ones rather low and falling ones rather high, or little
 * could be won. */
static void pick_tops(stos_random *random, const uint8_t *gone, uint8_t top[STOS_THEGAME_PILES])
{
    int tries = 1 + (int)stos_random_below(random, 3);
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++) {
        int best = -1;
        for (int i = 0; i < tries; i++) {
            int at = 20 * pile + (int)stos_random_below(random, 20);
            if (best < 0 || (pile < 2 ? gone[at] < gone[best] : gone[at] > gone[best]))
                best = at;
        }
        top[pile] = gone[best];
    }
}

static unsigned fires_on(const uint8_t top[STOS_THEGAME_PILES])
{
    unsigned fires = 0;
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++)
        fires |= (unsigned)(top[pile] >= 22 && top[pile] <= 77 && top[pile] % 11 == 0) << pile;
    return fires;
}

struct small_deck {
    int players, minimum, hand_size, fire, held, drawn, placed;
    bool less;
};

static struct small_deck pick_deck(stos_random *random)
{
    static const int full[] = {0, 8, 7, 6, 6, 6};
    struct small_deck deck = {.players = 1 + (int)stos_random_below(random, 4)};
    deck.minimum = 2 + (int)stos_random_below(random, 2);
    deck.less = stos_random_below(random, 2) == 1;
    deck.fire = (int)stos_random_below(random, 3);
    deck.hand_size = full[deck.players] - deck.less;
    deck.held = deck.players == 1 ? 5 + (int)stos_random_below(random, 3)
                                  : 2 + (int)stos_random_below(random, deck.players == 2 ? 3 : 2);
    deck.drawn = (int)stos_random_below(random, 5);
    deck.placed = stos_random_below(random, 4) == 0 ? deck.minimum : 0;
    return deck;
}

/* Writes a position; the library says whether it can stand. Hands below hand_size are allowed
 * there. */
static bool make_small_deck(stos_random *random, stos_state *state)
{
    static const char *const fires[] = {"off", "next", "now"};
    struct small_deck deck = pick_deck(random);
    uint8_t cards[STOS_THEGAME_CARDS], top[STOS_THEGAME_PILES];
    char text[STOS_POSITION_TEXT];
    shuffle(random, cards);
    pick_tops(random, cards, top);
    unsigned due = deck.fire == 0 ? 0 : fires_on(top);
    (void)snprintf(text, sizeof text,
                   "thegame(players=%d,min=%d,hand=%s,fire=%s,start=agree) phase=play turn=%d "
                   "placed=%d tops=%d.%d.%d.%d due=%u votes=%.*s hands=",
                   deck.players, deck.minimum, deck.less ? "less" : "full", fires[deck.fire],
                   (int)stos_random_below(random, (uint32_t)deck.players), deck.placed, top[0],
                   top[1], top[2], top[3], due, deck.players, "00000");
    const uint8_t *next = cards + GONE;
    for (int seat = 0; seat < deck.players && next < cards + STOS_THEGAME_CARDS - deck.held;
         seat++, next += deck.held) {
        put(text, sizeof text, seat ? "/" : "");
        put_cards(text, sizeof text, next, deck.held);
    }
    put(text, sizeof text, " draw=");
    int left = (int)(cards + STOS_THEGAME_CARDS - next);
    put_cards(text, sizeof text, next, left < deck.drawn ? left : deck.drawn);
    return stos_position_parse(text, strlen(text), state).reason == STOS_OK;
}

/* ---------------------------------------------------------------- checks */

static void expect_line_wins(const stos_state *start, const struct winnable_result *result)
{
    stos_state state = *start;
    for (int i = 0; i < result->moves; i++)
        assert_int_equal(stos_play(&state, result->line[i].seat, result->line[i].move).reason,
                         STOS_OK);
    assert_true(stos_over(&state));
    assert_int_equal(stos_result(&state), 0);
}

static struct winnable_solver *open_solver(size_t bytes)
{
    struct winnable_solver *solver;
    assert_int_equal(winnable_open(bytes, &solver), WINNABLE_OK);
    return solver;
}

static void deal_fast(const char *rules_text, uint64_t seed_number, stos_state *state)
{
    stos_rules rules;
    stos_seed seed = stos_seed_fast(seed_number);
    assert_int_equal(stos_rules_parse(rules_text, strlen(rules_text), &rules).reason, STOS_OK);
    assert_int_equal(stos_deal(state, &rules, &seed, NULL).reason, STOS_OK);
}

/* ---------------------------------------------------------------- tests */

static void agrees_with_plain_search_on_small_decks(void **unused)
{
    (void)unused;
    struct winnable_solver *solver = open_solver(8 * MIB);
    stos_random random = stos_random_from(1);
    int compared[2] = {0, 0};
    for (int i = 0; i < 12000; i++) {
        stos_state state;
        struct winnable_result result;
        int budget = PLAIN_LIMIT;
        if (!make_small_deck(&random, &state))
            continue;
        bool wins = plain_search(&state, &budget);
        if (budget <= 0)
            continue;
        assert_int_equal(winnable_solve(solver, &state, NULL, &result), WINNABLE_OK);
        assert_int_equal(result.verdict, wins ? WINNABLE_YES : WINNABLE_NO);
        if (wins)
            expect_line_wins(&state, &result);
        compared[wins]++;
    }
    winnable_close(solver);
    assert_true(compared[0] > 1000 && compared[1] > 1000);
}

static void wins_fresh_deals_with_lines_that_replay(void **unused)
{
    static const char *const rules[] = {
        "thegame",
        "thegame(players=2,fire=next)",
        "thegame(players=3,fire=now,start=2)",
        "thegame(players=4,min=3)",
        "thegame(players=5,start=lot)",
        "thegame(players=5,min=3,fire=next)",
        "thegame(min=3,hand=less)",
    };
    (void)unused;
    struct winnable_solver *solver = open_solver(32 * MIB);
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        for (uint64_t seed = 1; seed <= 5; seed++) {
            stos_state state;
            struct winnable_result result;
            deal_fast(rules[i], seed, &state);
            assert_int_equal(winnable_solve(solver, &state, NULL, &result), WINNABLE_OK);
            assert_int_equal(result.verdict, WINNABLE_YES);
            expect_line_wins(&state, &result);
        }
    winnable_close(solver);
}

/* Votes already given are kept or changed as the line needs. */
static void chooses_the_starter_by_votes(void **unused)
{
    (void)unused;
    struct winnable_solver *solver = open_solver(8 * MIB);
    stos_state state;
    struct winnable_result result;
    deal_fast("thegame(players=3)", 9, &state);
    assert_int_equal(stos_play(&state, 0, stos_move_make(STOS_START, 1, 0)).reason, STOS_OK);
    assert_int_equal(stos_play(&state, 2, stos_move_make(STOS_START, 2, 0)).reason, STOS_OK);
    assert_int_equal(winnable_solve(solver, &state, NULL, &result), WINNABLE_OK);
    assert_int_equal(result.verdict, WINNABLE_YES);
    assert_int_equal(stos_move_kind(result.line[0].move), STOS_START);
    expect_line_wins(&state, &result);
    winnable_close(solver);
}

static void same_input_gives_the_same_answer(void **unused)
{
    (void)unused;
    struct winnable_solver *solver = open_solver(8 * MIB);
    stos_state state;
    static struct winnable_result first, second, other;
    deal_fast("thegame(players=2,min=3,hand=less)", 4, &state);
    assert_int_equal(winnable_solve(solver, &state, NULL, &first), WINNABLE_OK);
    deal_fast("thegame", 5, &state);
    assert_int_equal(winnable_solve(solver, &state, NULL, &other), WINNABLE_OK);
    deal_fast("thegame(players=2,min=3,hand=less)", 4, &state);
    assert_int_equal(winnable_solve(solver, &state, NULL, &second), WINNABLE_OK);
    winnable_close(solver);
    assert_int_equal(first.nodes, second.nodes);
    assert_int_equal(first.moves, second.moves);
    for (int i = 0; i < first.moves; i++) {
        assert_int_equal(first.line[i].seat, second.line[i].seat);
        assert_int_equal(first.line[i].move, second.line[i].move);
    }
}

static void stops_at_the_node_limit_and_when_cancelled(void **unused)
{
    (void)unused;
    struct winnable_solver *solver = open_solver(8 * MIB);
    atomic_bool cancel = true;
    stos_state state;
    struct winnable_result result;
    deal_fast("thegame", 1, &state);
    assert_int_equal(
        winnable_solve(solver, &state, &(struct winnable_limits){.nodes = 1000}, &result),
        WINNABLE_OK);
    assert_int_equal(result.verdict, WINNABLE_UNKNOWN);
    assert_in_range(result.nodes, 1000, 1100);
    assert_int_equal(
        winnable_solve(solver, &state, &(struct winnable_limits){.cancel = &cancel}, &result),
        WINNABLE_OK);
    assert_int_equal(result.verdict, WINNABLE_UNKNOWN);
    assert_int_equal(result.nodes, 0);
    winnable_close(solver);
}

static void says_what_a_no_rests_on(void **unused)
{
    static const struct {
        const char *position;
        enum winnable_proof proof;
    } cases[] = {
        /* 45 is below both rising tops and above both falling ones, and no two cards ten apart are
           left */
        {"thegame(players=1,min=2,hand=full,fire=off,start=agree) phase=play turn=0 placed=0 "
         "tops=60.61.30.31 due=0 votes=- "
         "hands=2.45.99 draw=",
         WINNABLE_PROOF_DEAD_CARD},
        /* 62 and then 52 on it would rescue 55, but 62 comes too late */
        {"thegame(players=1,min=2,hand=full,fire=off,start=agree) phase=over turn=0 placed=0 "
         "tops=60.61.30.31 due=0 votes=- "
         "hands=52.55 draw=62",
         WINNABLE_PROOF_OVER},
        /* the only card of seat 0 is fire, and 67, which would cover it, is in the other hand
           (TG15) */
        {"thegame(players=2,min=2,hand=full,fire=now,start=agree) phase=play turn=0 placed=0 "
         "tops=50.51.49.48 due=0 votes=00 "
         "hands=66/67 draw=",
         WINNABLE_PROOF_EXHAUSTED},
    };
    (void)unused;
    struct winnable_solver *solver = open_solver(8 * MIB);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        stos_state state;
        struct winnable_result result;
        assert_int_equal(
            stos_position_parse(cases[i].position, strlen(cases[i].position), &state).reason,
            STOS_OK);
        assert_int_equal(winnable_solve(solver, &state, NULL, &result), WINNABLE_OK);
        assert_int_equal(result.verdict, WINNABLE_NO);
        assert_int_equal(result.proof, cases[i].proof);
        assert_int_equal(result.moves, 0);
    }
    winnable_close(solver);
}

/* Its wins need tricks in a row, each from the card that the one before has laid. */
static void follows_chains_of_tricks(void **unused)
{
    static const char position[] =
        "thegame(players=4,min=3,hand=full,fire=off,start=agree) phase=play turn=3 placed=0 "
        "tops=45.7.17.70 "
        "due=0 votes=0000 hands=20.24.77/8.55.62/61.81.93/25.33.83 draw=78.82.71";
    (void)unused;
    struct winnable_solver *solver = open_solver(8 * MIB);
    stos_state state;
    struct winnable_result result;
    assert_int_equal(stos_position_parse(position, strlen(position), &state).reason, STOS_OK);
    assert_int_equal(winnable_solve(solver, &state, NULL, &result), WINNABLE_OK);
    assert_int_equal(result.verdict, WINNABLE_YES);
    expect_line_wins(&state, &result);
    winnable_close(solver);
}

/* ---------------------------------------------------------------- nodes and the rules */

/* Small jumps are liked, so that games get far. */
static stos_move choose_move(const stos_state *state, int seat, stos_random *random)
{
    stos_move moves[STOS_MAX_MOVES], best;
    int count = stos_moves(state, seat, moves), least = 1000;
    best = moves[stos_random_below(random, (uint32_t)count)];
    for (int i = 0; i < count && stos_random_below(random, 8); i++) {
        int pile = stos_move_high(moves[i]), top = state->as.thegame.table.top[pile & 3];
        int jump = stos_move_kind(moves[i]) == STOS_END ? (int)stos_random_below(random, 8)
            : pile < 2                                  ? stos_move_low(moves[i]) - top
                                                        : top - stos_move_low(moves[i]);
        if (jump < least) {
            least = jump;
            best = moves[i];
        }
    }
    return best;
}

static void expect_same(const struct node *node, const stos_state *state)
{
    const struct stos_thegame *game = &state->as.thegame;
    const struct stos_thegame_table *table = &game->table;
    assert_memory_equal(node->hand, game->hand, sizeof game->hand);
    assert_memory_equal(node->top, table->top, sizeof table->top);
    assert_int_equal(node->seat, table->turn);
    assert_int_equal(node->due, table->due);
    assert_int_equal(node->drawn, game->drawn);
    assert_int_equal(node->owed,
                     table->placed < table->minimum ? table->minimum - table->placed : 0);
}

/* Each placement fits in both or in neither. */
static void expect_same_fits(const struct node *node, const stos_state *state)
{
    stos_move moves[STOS_MAX_MOVES];
    int count = stos_moves(state, node->seat, moves), fits = node_may_end(node);
    for (stos_cards hand = node->hand[node->seat]; !cards_empty(hand);)
        for (int card = cards_take(&hand), pile = 0; pile < STOS_THEGAME_PILES; pile++)
            fits += node_fits(node, card, pile);
    assert_int_equal(fits, count);
}

static void follow_game(const char *rules, uint64_t seed, stos_random *random)
{
    stos_state state;
    struct deal deal;
    struct node node;
    deal_fast(rules, seed, &state);
    deal_set(&deal, &state.as.thegame);
    node_set(&node, &deal, &state.as.thegame, state.as.thegame.table.turn);
    while (!stos_over(&state)) {
        int seat = state.as.thegame.table.turn;
        stos_move move = choose_move(&state, seat, random);
        expect_same(&node, &state);
        expect_same_fits(&node, &state);
        assert_int_equal(stos_play(&state, seat, move).reason, STOS_OK);
        if (stos_move_kind(move) == STOS_END)
            node_end(&node, &deal);
        else
            node_place(&node, &deal, stos_move_low(move), stos_move_high(move));
        if (cards_empty(node.hand[node.seat]) && node_may_end(&node))
            node_end(&node, &deal); /* TG9 */
    }
}

static void nodes_follow_the_rules_move_by_move(void **unused)
{
    static const char *const fire[] = {"off", "next", "now"}, *const hand[] = {"full", "less"};
    stos_random random = stos_random_from(15);
    (void)unused;
    for (int number = 0; number < 3000; number++) {
        char rules[STOS_RULES_TEXT];
        (void)snprintf(rules, sizeof rules, "thegame(players=%d,min=%d,hand=%s,fire=%s,start=0)",
                       1 + number % 5, 2 + number / 5 % 2, hand[number / 10 % 2],
                       fire[number / 20 % 3]);
        follow_game(rules, (uint64_t)number, &random);
    }
}

static void refuses_other_games_and_too_little_memory(void **unused)
{
    (void)unused;
    struct winnable_solver *solver;
    stos_state state;
    struct winnable_result result = {.nodes = 7};
    assert_int_equal(winnable_open(1000, &solver), WINNABLE_TOO_SMALL);
    assert_null(solver);
    solver = open_solver(WINNABLE_LEAST_BYTES);
    deal_fast("facetoface", 1, &state);
    assert_int_equal(winnable_solve(solver, &state, NULL, &result), WINNABLE_WRONG_GAME);
    assert_int_equal(result.nodes, 7);
    winnable_close(solver);
    winnable_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_plain_search_on_small_decks),
        cmocka_unit_test(wins_fresh_deals_with_lines_that_replay),
        cmocka_unit_test(chooses_the_starter_by_votes),
        cmocka_unit_test(same_input_gives_the_same_answer),
        cmocka_unit_test(stops_at_the_node_limit_and_when_cancelled),
        cmocka_unit_test(says_what_a_no_rests_on),
        cmocka_unit_test(follows_chains_of_tricks),
        cmocka_unit_test(nodes_follow_the_rules_move_by_move),
        cmocka_unit_test(refuses_other_games_and_too_little_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
