/*
 * test_view_parse.c - whoever gets a view as JSON knows exactly what the view says: reading it back
 * gives the same bytes, and states sampled from it look the same.
 */
#include "bot/bot.h"
#include "grid.h"

#include "stos_learn.h"

#include <stdlib.h>

enum { GAMES = 12, LARGEST_JSON = 1 << 14 };

static const char *const rules_texts[] = {
    "thegame(players=1)",
    "thegame(players=3,fire=next,start=agree)",
    "thegame(players=5,fire=now,hand=less,start=lot)",
    "facetoface(last=strict)",
    "facetoface(last=lenient)",
    "lie(players=2,order=count)",
    "lie(players=4,ones=wild,direction=choose)",
    "lie(players=6,cards=down,end=last)",
    "lie(players=3,start=agree)",
};

static void check_view(const stos_state *state, int seat, stos_random *random)
{
    static char text[LARGEST_JSON];
    stos_view view, read, again;
    stos_state sampled;
    stos_look(state, seat, &view);
    assert_true(stos_view_json(&view, text, sizeof text) < sizeof text);
    memset(&read, 0x5a, sizeof read);
    if (stos_view_parse(text, strlen(text), &read).reason)
        fail_msg("not read: %s", text);
    if (memcmp(&view, &read, sizeof view) != 0)
        fail_msg("not the same view: %s", text);
    assert_int_equal(stos_view_result(&read), stos_result(state));
    stos_sample(&read, random, &sampled);
    stos_look(&sampled, seat, &again);
    if (memcmp(&view, &again, sizeof view) != 0)
        fail_msg("a sample contradicts the view: %s", text);
    assert_int_equal(stos_result(&sampled), stos_result(state));
}

static void check_views(const stos_state *state, stos_random *random)
{
    for (int seat = STOS_SPECTATOR; seat < seats_of(state); seat++)
        check_view(state, seat, random);
}

static void a_view_read_back_is_the_same(void **unused)
{
    (void)unused;
    stos_random random = stos_random_from(7);
    for (size_t i = 0; i < sizeof rules_texts / sizeof rules_texts[0]; i++)
        for (uint64_t game = 0; game < GAMES; game++) {
            stos_rules rules;
            stos_state state;
            stos_seed seed = stos_seed_number(game);
            assert_int_equal(
                stos_rules_parse(rules_texts[i], strlen(rules_texts[i]), &rules).reason, STOS_OK);
            assert_int_equal(stos_deal(&state, &rules, &seed, NULL).reason, STOS_OK);
            for (int moves = 0; moves < 400; moves++) {
                check_views(&state, &random);
                int actor =
                    stos_next_actor(&state, (int)stos_random_below(&random, STOS_MAX_SEATS) - 1);
                if (actor < 0)
                    break;
                int count = stos_move_count(&state, actor);
                stos_play(
                    &state, actor,
                    stos_move_at(&state, actor, (int)stos_random_below(&random, (uint32_t)count)));
            }
        }
}

/* ---------------------------------------------------------------- sensible games to the end */

static void check_views_at_the_end(const stos_state *state, stos_random *random)
{
    if (stos_over(state))
        check_views(state, random);
}

/* Lost games of players who place near are those in which only a few cards could be stuck. */
static void play_sensibly(stos_state *state, const char *name, void *memory, stos_random *random)
{
    const stos_game *game = stos_state_game(state);
    const stos_bot *bot = stos_bot_find(game, name);
    while (!stos_over(state)) {
        int seat = pick_actor(state, random);
        stos_view view;
        stos_look(state, seat, &view);
        struct bot_request request = {
            .view = &view, .seed = stos_random_bits(random), .memory = memory};
        assert_int_equal(stos_play(state, seat, bot_choose(bot, &request)).reason, STOS_OK);
        if (pick(random, 8) == 0)
            check_view(state, pick(random, seats_of(state) + 1) - 1, random);
    }
}

static void views_of_sensible_games_are_read_back_and_sampled_to_the_end(void **unused)
{
    (void)unused;
    static const char *const bots[] = {"novice", "steady"};
    const struct rules_list *list = every_rules();
    stos_random random = stos_random_from(31);
    void *memory = malloc(bot_most_memory());
    assert_non_null(memory);
    for (int i = 0; i < list->count; i++)
        for (int bot = 0; bot < 2; bot++) {
            stos_state state = deal_rules(&list->rules[i], (uint64_t)(2 * i + bot));
            play_sensibly(&state, bots[bot], memory, &random);
            check_views(&state, &random);
        }
    free(memory);
}

static void views_of_games_with_the_smallest_jumps_are_read_back_and_sampled(void **unused)
{
    (void)unused;
    with_every_rules(2, check_views_at_the_end);
}

static void what_is_no_view_is_refused(void **unused)
{
    (void)unused;
    static const char *const texts[] = {
        "{}",
        "[]",
        "null",
        "{\"rules\":\"thegame(players=2)\",\"phase\":\"play\",\"seat\":2}",
        "{\"rules\":\"thegame(players=2)\",\"phase\":\"dance\",\"seat\":0}",
        "{\"rules\":\"thegame(players=2)\",\"phase\":\"play\",\"seat\":0,\"piles\":{\"U1\":101}}",
        "{\"rules\":\"thegame(players=2)\",\"phase\":\"play\",\"seat\":0,\"gone\":[128]}",
        "{\"rules\":\"facetoface\",\"phase\":\"play\",\"seat\":0,\"placed\":99}",
        "{\"rules\":\"lie(players=2)\",\"phase\":\"bid\",\"seat\":0,\"counts\":[9,9]}",
        "{\"rules\":\"lie(players=2)\",\"phase\":\"bid\",\"seat\":0,\"counts\":[1,1],\"bids\":[{"
        "\"seat\":0,\"bid\":\"9x6\"}]}",
        "{\"rules\":\"lie(players=2)\",\"phase\":\"bid\",\"seat\":0,\"counts\":[1,1],\"hands\":[[["
        "6,6]],1]}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        stos_view view;
        memset(&view, 7, sizeof view);
        stos_view before = view;
        if (stos_view_parse(texts[i], strlen(texts[i]), &view).reason != STOS_BAD_VIEW)
            fail_msg("was taken for a view: %s", texts[i]);
        assert_memory_equal(&view, &before, sizeof view);
    }
}

/* A game somewhere between the deal and its end. */
static stos_state some_state(stos_random *random)
{
    const struct rules_list *list = every_rules();
    stos_state state =
        deal_rules(&list->rules[pick(random, list->count)], stos_random_bits(random));
    bool to_the_end = pick(random, 2) == 0;
    while (!stos_over(&state) && (to_the_end || pick(random, 40) > 0)) {
        int seat = pick_actor(&state, random);
        assert_int_equal(stos_play(&state, seat, choose(&state, seat, true, random)).reason,
                         STOS_OK);
    }
    return state;
}

/* One byte changed is refused, or says something else that can be known: never a view that says
 * what the text does not, and never one that no game has. */
static void a_changed_byte_never_goes_unseen(void **unused)
{
    (void)unused;
    static char text[LARGEST_JSON], again[LARGEST_JSON];
    stos_random random = stos_random_from(11);
    int accepted = 0;
    for (int round = 0; round < 4000; round++) {
        stos_state state = some_state(&random);
        stos_view view, seen;
        stos_look(&state, pick(&random, seats_of(&state) + 1) - 1, &view);
        size_t length = stos_view_json(&view, text, sizeof text);
        text[pick(&random, (int)length)] = "0123456789,[]{}\"xUD"[pick(&random, 19)];
        if (stos_view_parse(text, length, &view).reason)
            continue;
        accepted++;
        assert_int_equal(stos_view_json(&view, again, sizeof again), length);
        assert_memory_equal(text, again, length);
        stos_sample(&view, &random, &state);
        stos_look(&state, stos_view_seat(&view), &seen);
        if (memcmp(&seen, &view, sizeof view) != 0)
            fail_msg("a sample contradicts the view: %s", text);
    }
    assert_true(accepted > 100);
}

/* ---------------------------------------------------------------- texts that do not tell the turn
 */

/* Removes a member that texts of version 0.2 do not have: all of `member`, with a value. */
static void forget(char *text, const char *member)
{
    char *at = strstr(text, member);
    assert_non_null(at);
    memmove(at, at + strlen(member), strlen(at + strlen(member)) + 1);
}

static void check_view_without_turn(const stos_state *state, int seat, stos_random *random)
{
    static char text[LARGEST_JSON];
    int8_t numbers[2048];
    stos_view view, again;
    stos_state sampled;
    stos_look(state, seat, &view);
    stos_view_json(&view, text, sizeof text);
    char turn[] = ",\"turn\":0";
    turn[strlen(turn) - 1] = strstr(text, "\"turn\":")[strlen("\"turn\":")];
    forget(text, turn);
    if (stos_view_parse(text, strlen(text), &view).reason)
        fail_msg("not read: %s", text);
    assert_int_equal(stos_view_result(&view), stos_result(state));
    stos_sample(&view, random, &sampled);
    stos_look(&sampled, seat, &again);
    assert_memory_equal(&again, &view, sizeof view);
    assert_int_equal(stos_result(&sampled), stos_result(state));
    assert_in_range(stos_observe(&view, numbers), 1, sizeof numbers);
}

static void check_without_turn(const stos_state *state, stos_random *random)
{
    for (int seat = STOS_SPECTATOR;
         state->game == STOS_THEGAME && stos_over(state) && seat < seats_of(state); seat++)
        check_view_without_turn(state, seat, random);
}

static void check_without_clause(const stos_state *state, stos_random *random)
{
    (void)random;
    for (int seat = STOS_SPECTATOR;
         state->game == STOS_LIE && stos_over(state) && seat < seats_of(state); seat++) {
        static char text[LARGEST_JSON];
        char clause[] = ",\"ended_by\":\"LI1?\"";
        stos_view view, again;
        stos_look(state, seat, &view);
        stos_view_json(&view, text, sizeof text);
        clause[strlen(clause) - 2] = strstr(text, "\"LI1")[strlen("\"LI1")];
        forget(text, clause);
        if (stos_view_parse(text, strlen(text), &again).reason)
            fail_msg("not read: %s", text);
        assert_memory_equal(&again, &view, sizeof view);
    }
}

static void a_finished_game_of_lie_whose_clause_is_not_told_is_read(void **unused)
{
    (void)unused;
    with_every_rules(6, check_without_clause);
}

static void a_finished_game_whose_turn_is_not_told_is_read_and_sampled(void **unused)
{
    (void)unused;
    with_every_rules(6, check_without_turn);
}

/* ---------------------------------------------------------------- views that no game has */

/* The text is a view; with `becomes` for every `was` it is none. */
static void check_impossible(const char *text, const char *was, const char *becomes)
{
    char changed[LARGEST_JSON] = "";
    stos_view view;
    assert_int_equal(stos_view_parse(text, strlen(text), &view).reason, STOS_OK);
    assert_non_null(strstr(text, was));
    size_t used = 0;
    for (const char *at; (at = strstr(text, was)); text = at + strlen(was))
        used += (size_t)snprintf(changed + used, sizeof changed - used, "%.*s%s", (int)(at - text),
                                 text, becomes);
    snprintf(changed + used, sizeof changed - used, "%s", text);
    if (stos_view_parse(changed, strlen(changed), &view).reason != STOS_BAD_VIEW)
        fail_msg("was taken for a view: %s", changed);
}

static void hands_that_no_game_has_are_refused(void **unused)
{
    (void)unused;
    static const char fire[] =
        "{\"game\":\"thegame\",\"rules\":\"thegame(players=2,min=2,hand=full,fire=next,start=0)\","
        "\"phase\":\"play\",\"to_act\":[1],\"over\":false,\"piles\":{\"U1\":89,\"U2\":55,\"D1\":6,"
        "\"D2\":10},\"hands\":[7,[43,57,59,98]],\"draw\":79,\"gone\":[6,10,13,23,41,55,62,89],"
        "\"placed\":3,\"min\":2,\"due\":[\"U2\"],\"votes\":[null,null],\"left\":90,\"won\":false,"
        "\"seat\":1}";
    check_impossible(fire, "[7,[43,57,59,98]],\"draw\":79", "[9,[43,57,59,98]],\"draw\":77");
    check_impossible(fire, "\"phase\":\"play\",\"to_act\":[1],\"over\":false",
                     "\"phase\":\"over\",\"to_act\":[],\"over\":true");
    check_impossible(fire, "\"due\":[\"U2\"]", "\"due\":[\"U1\"]");
    check_impossible(fire, "\"U1\":89", "\"U1\":88");
    static const char show[] =
        "{\"game\":\"lie\",\"rules\":\"lie(players=2,order=face,ones=plain,direction=fixed,cards="
        "down,"
        "end=first,start=0)\",\"phase\":\"show\",\"to_act\":[0,1],\"over\":false,\"round\":1,"
        "\"counts\":[5,5],\"hands\":[[[1,2],[1,2],[1,3],[1,3],[1,4]],5],\"shown\":[null,null],"
        "\"bids\":[],\"starter\":0,\"direction\":\"cw\",\"ones_wild\":false,\"in\":[0,1],"
        "\"tiebreak\":false,\"winner\":null,\"last\":null,\"seat\":0}";
    check_impossible(show, "[[1,2],[1,2],[1,3],[1,3],[1,4]]", "[[1,2],[1,3],[1,2],[1,3],[1,2]]");
    check_impossible(show, "[0,1]", "[0,1,6]"); /* to_act and in */
    check_impossible(show, "\"last\":null",
                     "\"last\":{\"challenger\":100,\"bidder\":0,\"bid\":\"1x1\",\"found\":0,"
                     "\"loser\":0,\"hands\":[[[1,2]],[[1,2]]],\"shown\":[[1],[1]]}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_view_read_back_is_the_same),
        cmocka_unit_test(views_of_sensible_games_are_read_back_and_sampled_to_the_end),
        cmocka_unit_test(views_of_games_with_the_smallest_jumps_are_read_back_and_sampled),
        cmocka_unit_test(what_is_no_view_is_refused),
        cmocka_unit_test(a_changed_byte_never_goes_unseen),
        cmocka_unit_test(a_finished_game_whose_turn_is_not_told_is_read_and_sampled),
        cmocka_unit_test(a_finished_game_of_lie_whose_clause_is_not_told_is_read),
        cmocka_unit_test(hands_that_no_game_has_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
