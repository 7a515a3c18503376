/*
 * test_thegame_world.c - the world in which the bots of THE GAME think follows the rules of the
 * library, move for move: the same placements fit, a turn may end when it may, and everything that
 * a move changes is the same afterwards.
 */
#include "base/cards.h"
#include "bot/thegame/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { COMBINATIONS = 5 * 2 * 2 * 3, MOVES = 3000000 };

static int rising(int card, int pile) { return pile < 2 ? card : 101 - card; }

static stos_state deal(int number, uint64_t seed_number)
{
    static const char *const hand[] = {"full", "less"}, *const fire[] = {"off", "next", "now"};
    char text[STOS_RULES_TEXT];
    stos_rules rules;
    stos_state state;
    stos_seed seed = stos_seed_fast(seed_number);
    snprintf(text, sizeof text, "thegame(players=%d,min=%d,hand=%s,fire=%s,start=0)",
             1 + number % 5, 2 + number / 5 % 2, hand[number / 10 % 2], fire[number / 20 % 3]);
    assert_int_equal(stos_rules_parse(text, strlen(text), &rules).reason, STOS_OK);
    assert_int_equal(stos_deal(&state, &rules, &seed, NULL).reason, STOS_OK);
    return state;
}

/* The whole truth as a world; what the rules say, once more, where the world does not take it from
 * the table. */
static struct world world_of(const stos_state *state, int number)
{
    const struct stos_thegame *game = &state->as.thegame;
    struct world world;
    memset(&world, 0, sizeof world);
    world.players = (uint8_t)(1 + number % 5);
    world.least = (uint8_t)(2 + number / 5 % 2);
    world.fire = (uint8_t)(number / 20 % 3);
    world.hand_size = (uint8_t)((world.players == 1       ? 8
                                     : world.players == 2 ? 7
                                                          : 6) -
                                number / 10 % 2);
    world.talk = world.players > 1;
    memcpy(world.hand, game->hand, sizeof world.hand);
    memcpy(world.draw, game->draw, sizeof world.draw);
    world.drawn = game->drawn;
    world.draw_end = (uint8_t)(STOS_THEGAME_CARDS);
    world.unplayed = cards_range(2, 99);
    world.minimum = game->table.minimum;
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++)
        world.top[pile] = 1;
    return world;
}

static bool same(const struct world *world, const stos_state *state)
{
    const struct stos_thegame *game = &state->as.thegame;
    const struct stos_thegame_table *table = &game->table;
    bool over = stos_over(state), won = over && stos_result(state) == 0;
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++)
        if (world->top[pile] != rising(table->top[pile], pile))
            return false;
    if (over != world->over || won != thegame_world_won(world) ||
        !cards_equal(cards_minus(cards_range(2, 99), table->gone), world->unplayed))
        return false;
    if (over)
        return true;
    return memcmp(world->hand, game->hand, sizeof world->hand) == 0 && world->turn == table->turn &&
        world->placed == table->placed && world->minimum == table->minimum &&
        world->due == table->due && world->drawn == game->drawn;
}

/* The legal moves of the world, counted against those of the library. */
static bool same_moves(const struct world *world, const stos_move *moves, int count)
{
    stos_cards hand[2] = {world->hand[world->turn], thegame_world_mirror(world->hand[world->turn])};
    int fits = thegame_world_may_end(world);
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++)
        fits += cards_count(thegame_world_fits(hand[pile / 2], world->top[pile]));
    for (int i = 0; i < count; i++) {
        int pile = stos_move_high(moves[i]), card = rising(stos_move_low(moves[i]), pile);
        if (stos_move_kind(moves[i]) == STOS_END
                ? !thegame_world_may_end(world)
                : !cards_has(thegame_world_fits(hand[pile / 2], world->top[pile]), card))
            return false;
    }
    return fits == count;
}

/* Small jumps are liked, so that games get far. */
static stos_move choose(const struct world *world, const stos_move *moves, int count,
                        stos_random *random)
{
    stos_move best = moves[stos_random_below(random, (uint32_t)count)];
    int least = 1000;
    for (int i = 0; i < count && stos_random_below(random, 8); i++) {
        int pile = stos_move_high(moves[i]);
        int jump = stos_move_kind(moves[i]) == STOS_END
            ? (int)stos_random_below(random, 8)
            : rising(stos_move_low(moves[i]), pile) - world->top[pile];
        if (jump < least) {
            least = jump;
            best = moves[i];
        }
    }
    return best;
}

static void play(struct world *world, stos_move move)
{
    int pile = stos_move_high(move);
    if (stos_move_kind(move) == STOS_END)
        thegame_world_end_turn(world);
    else
        thegame_world_place(world, stos_move_low(move), pile);
}

/* One game in both; returns the moves made. */
static int follow_game(int number, uint64_t seed, stos_random *random)
{
    stos_state state = deal(number, seed);
    struct world world = world_of(&state, number);
    stos_move moves[STOS_MAX_MOVES];
    int made = 0;
    for (; !stos_over(&state); made++) {
        int seat = state.as.thegame.table.turn, count = stos_moves(&state, seat, moves);
        stos_move move = choose(&world, moves, count, random);
        if (!same(&world, &state) || !same_moves(&world, moves, count))
            fail_msg("the world goes its own way in game %llu of rules %d, after %d moves",
                     (unsigned long long)seed, number, made);
        assert_int_equal(stos_play(&state, seat, move).reason, STOS_OK);
        play(&world, move);
    }
    if (!same(&world, &state))
        fail_msg("the world ends otherwise in game %llu of rules %d", (unsigned long long)seed,
                 number);
    return made;
}

static void test_the_world_follows_the_rules(void **unused)
{
    stos_random random = stos_random_from(15);
    int made = 0;
    (void)unused;
    for (uint64_t seed = 0; made < MOVES; seed++)
        made += follow_game((int)(seed % COMBINATIONS), seed, &random);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_the_world_follows_the_rules)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
