/*
 * test_climb.c - the toy game passes what every game passes: random games against invariants in
 * each state, positions, views and records that come back byte for byte, and refusals that change
 * nothing.
 */
#include "../support.h"
#include "stos_learn.h"

static void check_cards(const stos_state *state)
{
    const struct stos_climb *game = &state->as.climb;
    uint64_t all = game->table.gone | game->hand[0] | game->hand[1];
    int count = __builtin_popcountll(game->table.gone) + __builtin_popcountll(game->hand[0]) +
        __builtin_popcountll(game->hand[1]);
    for (int i = game->drawn; i < STOS_CLIMB_CARDS; i++, count++)
        all |= UINT64_C(1) << game->draw[i];
    assert_int_equal(count, STOS_CLIMB_CARDS);
    assert_int_equal(all, (1 << 14) - 4);
}

static void check_position(const stos_state *state)
{
    char text[STOS_POSITION_TEXT];
    stos_state read;
    size_t length = stos_position_text(state, text, sizeof text);
    assert_int_equal(stos_position_parse(text, length, &read).reason, STOS_OK);
    assert_memory_equal(&read, state, sizeof read);
}

/* What a seat knows is all that a sample and the JSON keep. */
static void check_view(const stos_state *state, int seat, stos_random *random)
{
    char json[2048];
    stos_view view, again;
    stos_state drawn;
    stos_look(state, seat, &view);
    stos_sample(&view, random, &drawn);
    check_cards(&drawn);
    stos_look(&drawn, seat, &again);
    assert_memory_equal(&again, &view, sizeof view);
    size_t length = stos_view_json(&view, json, sizeof json);
    assert_int_equal(stos_view_parse(json, length, &again).reason, STOS_OK);
    assert_memory_equal(&again, &view, sizeof view);
    assert_int_equal(stos_view_result(&view), stos_result(state));
}

static void check_moves(const stos_state *state, int seat)
{
    stos_move moves[STOS_MAX_MOVES];
    stos_view view;
    uint8_t mask[STOS_CLIMB_CARDS];
    int count = stos_moves(state, seat, moves);
    assert_int_equal(count > 0, stos_actors(state) >> seat & 1);
    assert_int_equal(stos_move_count(state, seat), count);
    stos_look(state, seat, &view);
    assert_int_equal(stos_action_mask(&view, mask), count);
    for (int i = 0; i < count; i++) {
        assert_int_equal(stos_move_at(state, seat, i), moves[i]);
        assert_true(mask[stos_action_of(&view, moves[i])]);
    }
}

/* Plays one game at random, looks at every state, and writes its record. */
static stos_state play_game(uint64_t number, stos_random *random, stos_writer *record)
{
    stos_record_head head = {.rules = rules_of(number % 2 ? "climb" : "climb(start=1)"),
                             .seed = stos_seed_number(number),
                             .has_seed = true};
    stos_state state;
    assert_int_equal(stos_record_deal(&head, &state).reason, STOS_OK);
    stos_record_write_head(record, &head);
    for (;;) {
        check_cards(&state);
        check_position(&state);
        for (int seat = STOS_SPECTATOR; seat < 2; seat++)
            check_view(&state, seat, random);
        check_moves(&state, 0);
        check_moves(&state, 1);
        if (stos_over(&state))
            break;
        int seat = stos_next_actor(&state, -1);
        stos_move move = stos_move_at(
            &state, seat, (int)stos_random_below(random, (uint32_t)stos_move_count(&state, seat)));
        stos_record_write_move(record, stos_state_game(&state), seat, move);
        assert_int_equal(stos_play(&state, seat, move).reason, STOS_OK);
    }
    stos_record_write_result(record, &state);
    return state;
}

static void random_games_keep_the_invariants_and_their_records_come_back(void **unused)
{
    (void)unused;
    stos_random random = stos_random_from(18);
    int won[2] = {0, 0};
    for (uint64_t number = 0; number < 500; number++) {
        char text[4096];
        stos_writer record = stos_writer_on(text, sizeof text);
        stos_state end = play_game(number, &random, &record);
        stos_reader reader;
        stos_error error = stos_record_open(&reader, text, record.length);
        int seat;
        for (stos_move move = 1; !error.reason && move;)
            error = stos_record_step(&reader, &seat, &move);
        assert_int_equal(error.reason, STOS_OK);
        assert_true(reader.done);
        assert_memory_equal(&reader.state, &end, sizeof end);
        won[stos_result(&end)]++;
    }
    assert_true(won[0] > 0 && won[1] > 0);
}

/* CL2, CL3 in the words of a record. */
static void a_lower_card_is_refused_with_its_clause(void **unused)
{
    (void)unused;
    static const uint8_t cards[] = {5, 3, 4, 6, 2, 7, 8, 9, 10, 11, 12, 13};
    stos_rules rules = rules_of("climb(start=0)");
    stos_seed seed = stos_seed_number(1);
    stos_deck deck = {.lists = 1, .size = sizeof cards};
    stos_state state, before;
    memcpy(deck.card, cards, sizeof cards);
    assert_int_equal(stos_deal(&state, &rules, &seed, &deck).reason, STOS_OK);
    assert_int_equal(stos_play(&state, 0, stos_move_make(STOS_PLACE, 3, 0)).reason, STOS_OK);
    before = state;
    stos_error error = stos_play(&state, 1, stos_move_make(STOS_PLACE, 2, 0));
    assert_string_equal(stos_error_clause(error), "CL2");
    assert_int_equal(stos_play(&state, 0, stos_move_make(STOS_PLACE, 4, 0)).reason,
                     STOS_NOT_YOUR_TURN);
    assert_memory_equal(&state, &before, sizeof state);
}

static void playouts_reach_the_end(void **unused)
{
    (void)unused;
    stos_random random = stos_random_from(7);
    for (uint64_t number = 0; number < 200; number++) {
        stos_state state = deal_seeded("climb", number);
        assert_in_range(stos_playout(&state, &random), 1, STOS_CLIMB_CARDS);
        assert_true(stos_over(&state) && stos_result(&state) >= 0);
        check_position(&state);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_keep_the_invariants_and_their_records_come_back),
        cmocka_unit_test(a_lower_card_is_refused_with_its_clause),
        cmocka_unit_test(playouts_reach_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
