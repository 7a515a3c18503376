/*
 * test_numbers.c - games as numbers: actions are the legal moves and nothing else, an observation
 * tells what a view tells and nothing else, scores and turns are as stos.h says. For every game and
 * every combination of options.
 */
#include "grid.h"

#include "game/lie/put_hand.h"

#include "stos_learn.h"

enum { MOST_ACTIONS = 512, MOST_NUMBERS = 512, GUARD = 0x5a };

static stos_view view_of(const stos_state *state, int seat)
{
    stos_view view;
    stos_look(state, seat, &view);
    return view;
}

/* ---------------------------------------------------------------- actions */

/* The bits are the mask, and nothing after the row is written. */
static void check_bits(const stos_view *view, const uint8_t *mask, int count)
{
    stos_rules rules = stos_view_rules(view);
    int actions = stos_action_count(&rules), words = stos_action_words(&rules);
    uint64_t bits[MOST_ACTIONS / 64 + 1], guard;
    memset(bits, GUARD, sizeof bits);
    memset(&guard, GUARD, sizeof guard);
    assert_true(64 * words >= actions && 64 * (words - 1) < actions);
    assert_int_equal(stos_action_bits(view, bits), count);
    for (int action = 0; action < 64 * words; action++)
        assert_int_equal(bits[action / 64] >> action % 64 & 1, action < actions && mask[action]);
    assert_true(bits[words] == guard);
}

static void check_mask(const stos_state *state, int seat)
{
    stos_view view = view_of(state, seat);
    stos_rules rules = stos_state_rules(state);
    stos_move moves[STOS_MAX_MOVES];
    uint8_t mask[MOST_ACTIONS], expected[MOST_ACTIONS] = {0};
    int actions = stos_action_count(&rules), count = stos_moves(state, seat, moves);
    assert_true(actions < MOST_ACTIONS);
    memset(mask, GUARD, sizeof mask);
    memset(expected + actions, GUARD, sizeof expected - (size_t)actions);
    for (int i = 0; i < count; i++) {
        int action = stos_action_of(&view, moves[i]);
        assert_in_range(action, 0, actions - 1);
        assert_int_equal(expected[action], 0);
        assert_int_equal(stos_action_move(&view, action), moves[i]);
        expected[action] = 1;
    }
    assert_int_equal(stos_action_mask(&view, mask), count);
    assert_memory_equal(mask, expected, sizeof mask);
    check_bits(&view, mask, count);
}

static void masks(const stos_state *state, stos_random *random)
{
    (void)random;
    for (int seat = STOS_SPECTATOR; seat < seats_of(state); seat++)
        check_mask(state, seat);
}

static void the_mask_is_the_legal_moves(void **unused)
{
    (void)unused;
    with_every_rules(1, masks);
}

static void round_trips(const stos_state *state, stos_random *random)
{
    if (pick(random, 8) > 0)
        return;
    stos_rules rules = stos_state_rules(state);
    stos_view view = view_of(state, pick(random, seats_of(state)));
    for (int action = 0; action < stos_action_count(&rules); action++) {
        stos_move move = stos_action_move(&view, action);
        assert_true(move == STOS_NO_MOVE || stos_action_of(&view, move) == action);
    }
    assert_int_equal(stos_action_move(&view, -1), STOS_NO_MOVE);
    assert_int_equal(stos_action_move(&view, stos_action_count(&rules)), STOS_NO_MOVE);
    for (int i = 0; i < 100; i++) {
        stos_move move = (stos_move)stos_random_bits(random) & 0x7ffffff;
        int action = stos_action_of(&view, move);
        assert_true(action == -1 || stos_action_move(&view, action) == move);
    }
}

static void moves_and_numbers_turn_into_each_other(void **unused)
{
    (void)unused;
    with_every_rules(1, round_trips);
}

static void expect_action(const stos_state *state, int seat, const char *text, int action)
{
    stos_view view = view_of(state, seat);
    assert_int_equal(stos_action_of(&view, move_of(state, text)), action);
}

static void the_numbers_are_the_documented_ones(void **unused)
{
    (void)unused;
    stos_state team = deal_seeded("thegame(players=3)", 1), duel = deal_seeded("facetoface", 1);
    expect_action(&team, 0, "2@U1", 0);
    expect_action(&team, 0, "99@D2", 391);
    expect_action(&team, 2, "37@U2", 98 + 35);
    expect_action(&team, 0, "end", 392);
    expect_action(&team, 1, "start 1", 393); /* oneself */
    expect_action(&team, 1, "start 2", 394);
    expect_action(&team, 1, "start 0", 395);
    expect_action(&duel, 0, "2@U", 0);
    expect_action(&duel, 1, "59@oD", 231);
    expect_action(&duel, 0, "end", 232);
    stos_state lie = position("lie(players=2,start=0) phase=show round=3 counts=2.1.0.0.0.0 "
                              "starter=0 direction=cw tiebreak=0 winner=- "
                              "hands=12.34/34//// bids= last=- seed=1 deck=");
    expect_action(&lie, 0, "show 1 3", 0);
    expect_action(&lie, 0, "show 2 3", 1);
    expect_action(&lie, 0, "show 1 4", 2);
    expect_action(&lie, 0, "show 1", -1);
    expect_action(&lie, 0, "show 5 4", -1);
    expect_action(&lie, STOS_SPECTATOR, "show 1 3", -1);
    expect_action(&lie, 0, "dir cw", 32);
    expect_action(&lie, 0, "dir ccw", 33);
    expect_action(&lie, 0, "call", 34);
    expect_action(&lie, 0, "1x1", 35);
    expect_action(&lie, 0, "3x4", 35 + 15);
    expect_action(&lie, 0, "10x6", 94);
    stos_state agreed = deal_first("lie(players=3,start=agree)", "12 34 56");
    expect_action(&lie, 0, "start 1", -1); /* nobody votes under these rules */
    expect_action(&agreed, 1, "15x6", 35 + 89);
    expect_action(&agreed, 1, "start 1", 215); /* oneself */
    expect_action(&agreed, 1, "start 2", 216);
    expect_action(&agreed, 1, "start 0", 217);
    expect_action(&lie, 0, "11x1", -1); /* two players never have eleven cards */
}

static void rules_without_votes_have_no_numbers_for_them(void **unused)
{
    (void)unused;
    static const struct {
        const char *rules;
        int actions;
    } expected[] = {{"thegame(players=1)", 393}, {"thegame(players=5,start=lot)", 393},
                    {"thegame(players=5)", 398}, {"facetoface", 233},
                    {"lie(players=2)", 95},      {"lie(players=6)", 215}};
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        stos_rules rules = rules_of(expected[i].rules);
        assert_int_equal(stos_action_count(&rules), expected[i].actions);
    }
}

/* ---------------------------------------------------------------- observations */

struct observation {
    int8_t number[MOST_NUMBERS];
    int length;
};

/* Also that nothing outside is written, and every number inside, whatever was there before. */
static struct observation observe(const stos_view *view)
{
    struct observation seen, again;
    stos_rules rules = stos_view_rules(view);
    memset(&seen, GUARD, sizeof seen);
    memset(&again, 0, sizeof again);
    seen.length = stos_observe(view, seen.number);
    again.length = stos_observe(view, again.number);
    assert_int_equal(seen.length, stos_observation_length(&rules));
    assert_memory_equal(seen.number, again.number, (size_t)seen.length);
    for (int i = seen.length; i < MOST_NUMBERS; i++)
        assert_int_equal(seen.number[i], GUARD);
    return seen;
}

static void truths(const stos_state *state, stos_random *random)
{
    int seat = pick(random, seats_of(state) + 1) - 1;
    stos_view view = view_of(state, seat);
    stos_state other;
    stos_sample(&view, random, &other);
    stos_view same = view_of(&other, seat);
    struct observation one = observe(&view), two = observe(&same);
    assert_memory_equal(one.number, two.number, (size_t)one.length);
}

static void an_observation_is_equal_for_truths_that_the_seat_cannot_tell_apart(void **unused)
{
    (void)unused;
    with_every_rules(1, truths);
}

/* The view of seat 0 before the move that is made now, and one that never was for the first. */
static struct {
    stos_view view;
    struct observation observation;
} earlier;

static void changes(const stos_state *state, stos_random *random)
{
    (void)random;
    stos_view view = view_of(state, 0);
    struct observation seen = observe(&view);
    bool same_rules = view.game == earlier.view.game && seen.length == earlier.observation.length;
    if (same_rules && memcmp(&view, &earlier.view, sizeof view) != 0)
        assert_memory_not_equal(seen.number, earlier.observation.number, (size_t)seen.length);
    earlier.view = view;
    earlier.observation = seen;
}

static void an_observation_shows_every_change_of_the_view(void **unused)
{
    (void)unused;
    for (int i = 0; i < every_rules()->count; i++) {
        memset(&earlier, 0, sizeof earlier);
        stos_state state = deal_rules(&every_rules()->rules[i], (uint64_t)i);
        play_out(&state, (uint64_t)i, changes);
    }
}

static void the_fields_are_the_whole_observation(void **unused)
{
    (void)unused;
    for (int i = 0; i < every_rules()->count; i++) {
        const stos_rules *rules = &every_rules()->rules[i];
        stos_field field;
        int at = 0;
        for (int k = 0; stos_observation_field(rules, k, &field); k++) {
            assert_int_equal(field.at, at);
            assert_true(field.length > 0 && field.name[0] && field.help[0]);
            at += field.length;
        }
        assert_int_equal(at, stos_observation_length(rules));
        assert_false(stos_observation_field(rules, -1, &field));
    }
}

static stos_field field_of(const stos_state *state, const char *name)
{
    stos_rules rules = stos_state_rules(state);
    stos_field field;
    int index = 0;
    while (stos_observation_field(&rules, index++, &field) && strcmp(field.name, name) != 0)
        continue;
    assert_string_equal(field.name, name);
    return field;
}

/* The numbers of a field, as "1 0 -1". */
static void expect_field(const stos_state *state, int seat, const char *name, const char *expected)
{
    stos_view view = view_of(state, seat);
    struct observation seen = observe(&view);
    stos_field field = field_of(state, name);
    for (int i = 0; i < field.length; i++) {
        char *end;
        assert_int_equal(seen.number[field.at + i], strtol(expected, &end, 10));
        expected = end;
    }
    assert_string_equal(expected, "");
}

static void thegame_is_seen_from_the_own_seat(void **unused)
{
    (void)unused;
    stos_state state =
        deal_first("thegame(players=3,fire=next)", "2 3 4 5 6 22  10 11 12 13 14 15");
    play(&state, 1, "start 0");
    expect_field(&state, 1, "votes", "2 -1 -1");
    expect_field(&state, 0, "votes", "-1 0 -1");
    expect_field(&state, 0, "voting", "1");
    expect_field(&state, 0, "turn", "0 0 0");
    play(&state, 0, "start 0");
    play(&state, 2, "start 0");
    play(&state, 0, "2@U1, 22@U2, end");
    expect_field(&state, 0, "tops", "2 22 100 100");
    expect_field(&state, 0, "due", "0 1 0 0");
    expect_field(&state, 2, "turn", "0 0 1");
    expect_field(&state, 1, "minimum", "2");
    expect_field(&state, 1, "hands", "6 6 6");
    expect_field(&state, STOS_SPECTATOR, "draw", "78");
    stos_view view = view_of(&state, 1);
    struct observation seen = observe(&view);
    assert_int_equal(seen.number[15 - 2], 1); /* hand */
    assert_int_equal(seen.number[22 - 2], 0);
    assert_int_equal(seen.number[98 + 22 - 2], 1); /* gone */
}

static void facetoface_is_seen_from_the_own_seat(void **unused)
{
    (void)unused;
    stos_state state = deal_first("facetoface(start=1)", "2 3 4 5 6 7 / 10 11 12 13 14 15");
    play(&state, 1, "10@U, 15@D, end");
    expect_field(&state, 0, "tops", "1 60 10 15");
    expect_field(&state, 1, "tops", "10 15 1 60");
    expect_field(&state, 0, "turn", "1");
    expect_field(&state, 1, "turn", "0");
    expect_field(&state, 0, "draws", "52 50");
    play(&state, 0, "2@oU");
    expect_field(&state, 1, "helped", "1");
    expect_field(&state, 1, "tops", "2 15 1 60");
}

static void lie_is_seen_from_the_own_seat(void **unused)
{
    (void)unused;
    stos_state state = deal_first("lie(players=2,start=0)", "12 34");
    play(&state, 0, "show 2");
    expect_field(&state, 0, "hand", "1 2 2 0 0 0 0 0 0 0 0 0 0 0 0");
    expect_field(&state, 1, "hand", "3 4 0 0 0 0 0 0 0 0 0 0 0 0 0");
    expect_field(&state, 1, "chosen", "0 1");
    play(&state, 1, "show 3");
    play(&state, 0, "1x2");
    expect_field(&state, 1, "bid", "1 2");
    expect_field(&state, 1, "turn", "1 0");
    expect_field(&state, 1, "starter", "0 1");
    play(&state, 1, "call"); /* there is one: seat 1 loses */
    expect_field(&state, 1, "challenge", "1 1 2 1");
    expect_field(&state, 1, "loser", "1 0");
    expect_field(&state, 0, "loser", "0 1");
    expect_field(&state, 0, "counts", "1 2");
    expect_field(&state, 1, "shown", "3 4 3 0 0 0 0 0 0 0 0 0 0 0 0 1 2 2 0 0 0 0 0 0 0 0 0 0 0 0");
}

static void vectors_write_what_plain_code_writes(void **unused)
{
    (void)unused;
    stos_random random = stos_random_from(7);
    for (int i = 0; i < 10000; i++) {
        uint8_t kind[LIE_HAND_READ], face[LIE_HAND_READ];
        int8_t plain[32], vector[32];
        uint32_t bits = stos_random_below(&random, UINT32_MAX);
        numbers_put_32_plain(plain, bits);
        numbers_put_32(vector, bits);
        assert_memory_equal(plain, vector, sizeof plain);
        for (int card = 0; card < LIE_HAND_READ; card++) {
            kind[card] = (uint8_t)stos_random_below(&random, STOS_LIE_KINDS);
            face[card] = (uint8_t)stos_random_below(&random, 1 + STOS_LIE_FACES);
        }
        int size = (int)stos_random_below(&random, 1 + STOS_LIE_HAND);
        lie_put_hand_plain(plain, kind, face, size);
        lie_put_hand(vector, kind, face, size);
        assert_memory_equal(plain, vector, LIE_HAND_NUMBERS + 1);
    }
}

/* A field of one number, seen from seat 0. */
static void expect_number(const stos_state *state, const char *name, int expected)
{
    char text[16];
    snprintf(text, sizeof text, "%d", expected);
    expect_field(state, 0, name, text);
}

static void check_thegame(const stos_state *state)
{
    const struct stos_thegame_table *table = &state->as.thegame.table;
    expect_number(state, "placed", table->placed);
    expect_number(state, "minimum", table->minimum);
    expect_number(state, "draw", STOS_THEGAME_CARDS - state->as.thegame.drawn);
    expect_number(state, "voting", table->phase == STOS_PHASE_START);
    expect_number(state, "over", stos_over(state));
}

static void check_facetoface(const stos_state *state)
{
    const struct stos_facetoface_table *table = &state->as.facetoface.table;
    expect_number(state, "placed", table->placed);
    expect_number(state, "minimum", table->minimum);
    expect_number(state, "helped", table->helped);
    expect_number(state, "turn", table->turn == 0);
    expect_number(state, "winner", table->winner < 0 ? 0 : table->winner == 0 ? 1 : -1);
}

/* When the game is over the own hand is what the last challenge has opened. */
static void check_lie(const stos_state *state)
{
    const struct stos_lie_table *table = &state->as.lie.table;
    expect_number(state, "round", table->round);
    expect_number(state, "cards", table->cards);
    expect_number(state, "direction", table->direction);
    expect_number(state, "wild", stos_lie_ones_wild(table));
    expect_number(state, "tiebreak", table->tiebreak);
    expect_number(state, "voting", table->phase == STOS_PHASE_START);
    stos_view view = view_of(state, 0);
    struct observation seen = observe(&view);
    const int8_t *hand = seen.number + field_of(state, "hand").at,
                 *shown = seen.number + field_of(state, "shown").at;
    if (stos_over(state))
        assert_memory_equal(hand, shown, (size_t)field_of(state, "hand").length);
}

static void tables(const stos_state *state, stos_random *random)
{
    static void (*const check[STOS_GAMES])(const stos_state *state) = {check_thegame,
                                                                       check_facetoface, check_lie};
    (void)random;
    check[state->game](state);
}

static void an_observation_says_what_the_table_says(void **unused)
{
    (void)unused;
    with_every_rules(1, tables);
}

/* ---------------------------------------------------------------- scores and turns */

static void scores(const stos_state *state, stos_random *random)
{
    (void)random;
    float score[STOS_MAX_SEATS], sum = 0;
    int seats = seats_of(state);
    stos_scores(state, score);
    for (int seat = 0; seat < seats; seat++) {
        sum += score[seat];
        if (state->game == STOS_THEGAME)
            assert_int_equal((int)score[seat], cards_in(state->as.thegame.table.gone));
        else
            assert_int_equal(score[seat] > 0, stos_over(state) && stos_result(state) == seat);
    }
    assert_true(state->game == STOS_THEGAME || (sum < 1e-6F && sum > -1e-6F));
}

static void scores_are_cards_placed_or_add_up_to_nothing(void **unused)
{
    (void)unused;
    with_every_rules(1, scores);
}

static void actors_are_asked_clockwise(void **unused)
{
    (void)unused;
    stos_state state = deal_first("lie(players=4,start=2)", "12 34");
    assert_int_equal(stos_next_actor(&state, -1), 0);
    play(&state, 1, "show 3");
    assert_int_equal(stos_next_actor(&state, 0), 2);
    assert_int_equal(stos_next_actor(&state, 3), 0);
    state = deal_seeded("thegame(players=5,start=3)", 1);
    for (int after = -1; after < 5; after++)
        assert_int_equal(stos_next_actor(&state, after), 3);
    stos_random random = stos_random_from(1);
    stos_playout(&state, &random);
    assert_int_equal(stos_next_actor(&state, 0), -1);
}

static void whoever_has_not_voted_is_asked_then_those_who_differ(void **unused)
{
    (void)unused;
    static const char *const rules[] = {"thegame(players=4,start=agree)",
                                        "lie(players=4,start=agree)"};
    for (int i = 0; i < 2; i++) {
        stos_state state = deal_seeded(rules[i], 1);
        for (int after = -1; after < 4; after++)
            assert_int_equal(stos_next_actor(&state, after), (after + 1) % 4);
        play(&state, 0, "start 1");
        play(&state, 2, "start 3");
        assert_int_equal(stos_next_actor(&state, -1), 1);
        assert_int_equal(stos_next_actor(&state, 1), 3);
        assert_int_equal(stos_next_actor(&state, 3), 1);
        play(&state, 1, "start 3");
        play(&state, 3, "start 0");
        assert_int_equal(stos_actors(&state), 15); /* every vote may still be changed */
        assert_int_equal(stos_next_actor(&state, -1), 0);
        assert_int_equal(stos_next_actor(&state, 0), 3);
        play(&state, 0, "start 3");
        play(&state, 3, "start 3");
        assert_int_not_equal(stos_phase(&state), STOS_PHASE_START);
    }
}

static void the_library_tells_its_version_and_sizes(void **unused)
{
    (void)unused;
    assert_string_equal(stos_version(), STOS_VERSION);
    assert_int_equal(stos_size_of(STOS_TYPE_STATE), sizeof(stos_state));
    assert_int_equal(stos_size_of(STOS_TYPE_VIEW), sizeof(stos_view));
    assert_int_equal(stos_size_of(STOS_TYPE_RULES), sizeof(stos_rules));
    assert_int_equal(stos_size_of(STOS_TYPE_BATCH), sizeof(stos_batch));
    assert_int_equal(stos_size_of((enum stos_type)99), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_mask_is_the_legal_moves),
        cmocka_unit_test(moves_and_numbers_turn_into_each_other),
        cmocka_unit_test(the_numbers_are_the_documented_ones),
        cmocka_unit_test(rules_without_votes_have_no_numbers_for_them),
        cmocka_unit_test(an_observation_is_equal_for_truths_that_the_seat_cannot_tell_apart),
        cmocka_unit_test(an_observation_shows_every_change_of_the_view),
        cmocka_unit_test(the_fields_are_the_whole_observation),
        cmocka_unit_test(thegame_is_seen_from_the_own_seat),
        cmocka_unit_test(facetoface_is_seen_from_the_own_seat),
        cmocka_unit_test(lie_is_seen_from_the_own_seat),
        cmocka_unit_test(an_observation_says_what_the_table_says),
        cmocka_unit_test(scores_are_cards_placed_or_add_up_to_nothing),
        cmocka_unit_test(actors_are_asked_clockwise),
        cmocka_unit_test(whoever_has_not_voted_is_asked_then_those_who_differ),
        cmocka_unit_test(vectors_write_what_plain_code_writes),
        cmocka_unit_test(the_library_tells_its_version_and_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
