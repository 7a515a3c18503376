/*
 * test_every_game.c - what must hold for every game and every combination of options, checked in
 * each state of games that are played to the end. Everything is seeded: a failure comes back.
 */
#include "grid.h"

#include <pthread.h>

static void every_combination_of_options_is_there(void **unused)
{
    (void)unused;
    int counts[STOS_GAMES] = {0};
    for (int i = 0; i < stos_game_count(); i++) {
        struct rules_list list = {.count = 0};
        add_combinations(&list, stos_rules_standard(stos_game_at(i)), 0);
        counts[i] = list.count;
    }
    assert_int_equal(counts[STOS_THEGAME], 5 * 2 * 2 * 3 * 3);
    assert_int_equal(counts[STOS_FACETOFACE], 2 * 2);
    assert_int_equal(counts[STOS_LIE], 5 * 32 * 3);
    assert_int_equal(counts[STOS_THEGAME] + counts[STOS_FACETOFACE] + counts[STOS_LIE],
                     every_rules()->count);
}

/* ---------------------------------------------------------------- what must hold in every state */

static void check_actors(const stos_state *state)
{
    stos_seats actors = stos_actors(state);
    assert_int_equal(actors == 0, stos_over(state));
    assert_int_equal(actors >> seats_of(state), 0);
    for (int seat = 0; seat < STOS_MAX_SEATS; seat++)
        assert_int_equal(stos_move_count(state, seat) > 0, stos_movers(state) >> seat & 1);
    assert_int_equal(actors & ~stos_movers(state), 0);
    assert_true(stos_movers(state) == actors || stos_phase(state) == STOS_PHASE_SHOW); /* LI3 */
}

static bool is_among(stos_move move, const stos_move *moves, int count)
{
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

static void check_move(const stos_state *state, int seat, stos_move move)
{
    stos_state after = *state;
    stos_move read = 0;
    char text[STOS_MOVE_TEXT];
    size_t length = stos_move_text(stos_state_game(state), move, text);
    assert_true(length > 0 && length < sizeof text);
    assert_int_equal(stos_move_parse(stos_state_game(state), text, length, &read).reason, STOS_OK);
    assert_int_equal(read, move);
    assert_int_equal(stos_play(&after, seat, move).reason, STOS_OK);
    assert_memory_not_equal(&after, state, sizeof after);
}

static void check_moves(const stos_state *state, int seat)
{
    stos_move moves[STOS_MAX_MOVES];
    int count = stos_moves(state, seat, moves);
    assert_true(count <= STOS_MAX_MOVES);
    assert_int_equal(stos_move_count(state, seat), count);
    for (int i = 0; i < count; i++) {
        assert_int_equal(stos_move_at(state, seat, i), moves[i]);
        assert_false(is_among(moves[i], moves, i));
    }
}

/* A vote or a choice of ends that was made already is legal and changes nothing. */
static bool repeats(const stos_state *state, int seat, stos_move move)
{
    if (stos_move_kind(move) == STOS_START)
        return stos_votes(state)[seat] == stos_move_low(move);
    stos_move shown = (stos_move)STOS_SHOW << 24;
    for (int i = 0; state->game == STOS_LIE && i < STOS_LIE_HAND; i++)
        shown |= (stos_move)state->as.lie.hands.face[seat][i] << 4 * i;
    return move == shown;
}

static void check_some_moves_play(const stos_state *state, int seat, stos_random *random)
{
    int count = stos_move_count(state, seat);
    for (int i = 0; i < count; i += count < 16 ? 1 : 1 + pick(random, count / 8)) {
        stos_move move = stos_move_at(state, seat, i);
        if (!repeats(state, seat, move))
            check_move(state, seat, move);
    }
}

static void check_position(const stos_state *state)
{
    char text[STOS_POSITION_TEXT];
    stos_state read;
    memset(&read, 0x5a, sizeof read);
    size_t length = stos_position_text(state, text, sizeof text);
    assert_true(length < sizeof text);
    if (stos_position_parse(text, length, &read).reason)
        fail_msg("not read back: %s", text);
    assert_memory_equal(&read, state, sizeof read);
}

static void check_refused(const stos_state *state, int seat, stos_move move, int reason)
{
    stos_state after = *state;
    stos_error error = stos_play(&after, seat, move);
    assert_int_not_equal(error.reason, STOS_OK);
    if (reason)
        assert_int_equal(error.reason, reason);
    assert_memory_equal(&after, state, sizeof after);
}

/* Numbers that look like moves, with and without sense. */
static stos_move random_move(stos_random *random)
{
    enum stos_move_kind kind = (enum stos_move_kind)pick(random, 9);
    if (kind == STOS_SHOW)
        return (stos_move)STOS_SHOW << 24 | (stos_move)pick(random, 1 << 24);
    bool small = pick(random, 2);
    return stos_move_make(kind, pick(random, small ? 32 : 256), pick(random, small ? 8 : 256));
}

/* The same with nothing in the bits that its kind does not use. */
static stos_move tidy(stos_move move)
{
    switch (stos_move_kind(move)) {
    case STOS_END:
    case STOS_CALL: return move & 0xff000000;
    case STOS_START:
    case STOS_DIR: return move & 0xff0000ff;
    default: return move;
    }
}

static void check_illegal_moves(const stos_state *state, stos_random *random)
{
    stos_move moves[STOS_MAX_MOVES];
    int seats = seats_of(state);
    for (int i = 0; i < 12; i++) {
        int seat = pick(random, seats), count = stos_moves(state, seat, moves);
        stos_move move = tidy(random_move(random));
        if (!is_among(move, moves, count))
            check_refused(state, seat, move,
                          count > 0              ? 0
                              : stos_over(state) ? STOS_GAME_OVER
                                                 : STOS_NOT_YOUR_TURN);
    }
    const int no_seats[] = {-1, seats, STOS_MAX_SEATS, 7, 31, 64, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof no_seats / sizeof no_seats[0]; i++)
        check_refused(state, no_seats[i], tidy(random_move(random)), STOS_BAD_SEAT);
}

static void check_json(const stos_state *state)
{
    char json[8192];
    stos_view view;
    size_t length = stos_state_json(state, json, sizeof json);
    assert_true(length < sizeof json && strlen(json) == length && json[length - 1] == '}');
    stos_look(state, STOS_SPECTATOR, &view);
    length = stos_view_json(&view, json, sizeof json);
    assert_true(length < sizeof json && strlen(json) == length && json[length - 1] == '}');
}

/* ---------------------------------------------------------------- cards are neither lost nor made
 */

static int conserved_thegame(const struct stos_thegame *game)
{
    stos_cards all = game->table.gone;
    int count = cards_in(all);
    for (int seat = 0; seat < STOS_THEGAME_SEATS; seat++) {
        count += cards_in(game->hand[seat]);
        all.word[0] |= game->hand[seat].word[0];
        all.word[1] |= game->hand[seat].word[1];
    }
    for (int i = game->drawn; i < STOS_THEGAME_CARDS; i++, count++)
        all.word[game->draw[i] / 64] |= UINT64_C(1) << game->draw[i] % 64;
    return count == STOS_THEGAME_CARDS && cards_in(all) == STOS_THEGAME_CARDS && !holds(all, 0) &&
        !holds(all, 1);
}

static int conserved_facetoface(const struct stos_facetoface *game)
{
    for (int seat = 0; seat < 2; seat++) {
        uint64_t all = game->table.gone[seat] | game->hand[seat];
        int count =
            __builtin_popcountll(game->table.gone[seat]) + __builtin_popcountll(game->hand[seat]);
        for (int i = game->drawn[seat]; i < STOS_FACETOFACE_CARDS; i++, count++)
            all |= UINT64_C(1) << game->draw[seat][i];
        if (count != STOS_FACETOFACE_CARDS || all != (UINT64_C(1) << 60) - 4)
            return 0;
    }
    return 1;
}

static int conserved_lie(const struct stos_lie *game)
{
    int copies[STOS_LIE_KINDS] = {0}, total = 0;
    for (int seat = 0; seat < STOS_LIE_SEATS; seat++) {
        total += game->hands.size[seat];
        for (int i = 0; i < game->hands.size[seat]; i++)
            copies[game->hands.kind[seat][i]]++;
        if (game->table.phase != STOS_PHASE_OVER &&
            game->hands.size[seat] != game->table.count[seat])
            return 0;
    }
    for (int kind = 0; kind < STOS_LIE_KINDS; kind++)
        if (copies[kind] > 2)
            return 0;
    return total == game->table.cards && game->table.round <= 29;
}

static void check_cards(const stos_state *state)
{
    switch (state->game) {
    case STOS_THEGAME: assert_true(conserved_thegame(&state->as.thegame)); break;
    case STOS_FACETOFACE: assert_true(conserved_facetoface(&state->as.facetoface)); break;
    default: assert_true(conserved_lie(&state->as.lie)); break;
    }
}

/* ---------------------------------------------------------------- games to the end */

static void actors_and_moves(const stos_state *state, stos_random *random)
{
    check_actors(state);
    for (int seat = 0; seat < seats_of(state); seat++)
        if (pick(random, 2) == 0)
            check_moves(state, seat);
    if (pick(random, 4) == 0 && !stos_over(state))
        check_some_moves_play(state, pick_actor(state, random), random);
}

static void actors_and_moves_agree_and_every_listed_move_is_legal(void **unused)
{
    (void)unused;
    with_every_rules(1, actors_and_moves);
}

static void texts(const stos_state *state, stos_random *random)
{
    if (pick(random, 3) == 0 || stos_over(state)) {
        check_position(state);
        check_json(state);
    }
}

static void positions_are_read_back_to_the_same_bytes(void **unused)
{
    (void)unused;
    with_every_rules(1, texts);
}

static void illegal_moves(const stos_state *state, stos_random *random)
{
    if (pick(random, 3) == 0 || stos_over(state))
        check_illegal_moves(state, random);
}

static void moves_that_are_not_listed_are_refused_and_change_nothing(void **unused)
{
    (void)unused;
    with_every_rules(2, illegal_moves);
}

static void check_result(const stos_state *state)
{
    char text[STOS_RESULT_TEXT], expected[STOS_RESULT_TEXT];
    int result = stos_result(state);
    assert_true(stos_result_text(state, text) < sizeof text);
    if (!stos_over(state)) {
        assert_int_equal(result, -1);
        assert_string_equal(text, "unfinished");
        return;
    }
    assert_true(result >= 0 && result < (state->game == STOS_THEGAME ? 98 : seats_of(state)));
    snprintf(expected, sizeof expected, state->game == STOS_THEGAME ? "left %d" : "winner %d",
             result);
    assert_string_equal(text, state->game == STOS_THEGAME && result == 0 ? "won" : expected);
}

static void cards_and_result(const stos_state *state, stos_random *random)
{
    (void)random;
    check_cards(state);
    check_result(state);
}

static void cards_are_conserved_and_results_are_within_bounds(void **unused)
{
    (void)unused;
    with_every_rules(2, cards_and_result);
}

/* ---------------------------------------------------------------- the loop that stos.h shows */

typedef int choose_index(int count, stos_random *random);

static int first_index(int count, stos_random *random)
{
    (void)count, (void)random;
    return 0;
}

static int last_index(int count, stos_random *random)
{
    (void)random;
    return count - 1;
}

static int random_index(int count, stos_random *random) { return pick(random, count); }

/* Votes at random agree in the end; how long they take has no bound, but no seed here takes long.
 */
static void play_in_a_plain_loop(const stos_rules *rules, uint64_t number, choose_index *choose_one)
{
    stos_state state = deal_rules(rules, number);
    stos_random random = stos_random_from(number);
    int moves = 0;
    for (int seat; (seat = stos_next_actor(&state, -1)) >= 0; moves++) {
        int index = choose_one(stos_move_count(&state, seat), &random);
        assert_int_equal(stos_play(&state, seat, stos_move_at(&state, seat, index)).reason,
                         STOS_OK);
        assert_true(moves < 300 + most_moves(&state));
    }
    assert_true(stos_over(&state));
}

static void a_plain_loop_of_any_legal_moves_ends_every_game(void **unused)
{
    (void)unused;
    const struct rules_list *list = every_rules();
    for (int i = 0; i < list->count; i++) {
        play_in_a_plain_loop(&list->rules[i], (uint64_t)i, first_index);
        play_in_a_plain_loop(&list->rules[i], (uint64_t)i, last_index);
        for (uint64_t number = 0; number < 8; number++)
            play_in_a_plain_loop(&list->rules[i], number, random_index);
    }
}

/* ---------------------------------------------------------------- moves with bits they do not use
 */

static void stray_bits(const stos_state *state, stos_random *random)
{
    if (stos_over(state) || pick(random, 8) > 0)
        return;
    int seat = pick_actor(state, random);
    stos_move moves[STOS_MAX_MOVES], changed;
    int count = stos_moves(state, seat, moves);
    changed = moves[pick(random, count)] ^ 1u << pick(random, 32);
    if (!is_among(changed, moves, count))
        check_refused(state, seat, changed, 0);
}

static void a_legal_move_with_one_bit_changed_is_another_move_or_refused(void **unused)
{
    (void)unused;
    with_every_rules(1, stray_bits);
}

/* ---------------------------------------------------------------- texts that do not fit */

static void the_length_of_a_text_does_not_depend_on_the_room_for_it(void **unused)
{
    (void)unused;
    for (int i = 0; i < stos_game_count(); i++) {
        stos_rules rules = stos_rules_standard(stos_game_at(i));
        stos_state state = deal_rules(&rules, 1);
        char text[STOS_POSITION_TEXT], cut[STOS_POSITION_TEXT];
        size_t json = stos_state_json(&state, text, sizeof text),
               line = stos_position_text(&state, text, sizeof text);
        for (size_t size = 1; size < line && size < json; size++) {
            assert_int_equal(stos_position_text(&state, cut, size), line);
            assert_int_equal(strlen(cut), size - 1);
            assert_memory_equal(cut, text, size - 1);
            assert_int_equal(stos_state_json(&state, cut, size), json);
            assert_int_equal(strlen(cut), size - 1);
        }
    }
}

/* ---------------------------------------------------------------- records and replays */

enum { RECORD_TEXT = 65536 };

static void read_record(const char *text, size_t length, const stos_state *end)
{
    stos_reader reader;
    int seat;
    stos_move move = 1;
    assert_int_equal(stos_record_open(&reader, text, length).reason, STOS_OK);
    while (move) {
        stos_error error = stos_record_step(&reader, &seat, &move);
        if (error.reason)
            fail_msg("line %d: %s", reader.line, stos_error_code(error));
    }
    assert_true(reader.done);
    assert_memory_equal(&reader.state, end, sizeof *end);
}

static void check_record(const stos_rules *rules, uint64_t number)
{
    static char text[RECORD_TEXT];
    stos_record_head head = {.rules = *rules, .seed = stos_seed_number(number), .has_seed = true};
    stos_writer writer = stos_writer_on(text, sizeof text);
    stos_random random = stos_random_from(number);
    stos_state state;
    assert_int_equal(stos_record_deal(&head, &state).reason, STOS_OK);
    stos_record_write_head(&writer, &head);
    while (!stos_over(&state)) {
        int seat = pick_actor(&state, &random);
        stos_move move = choose(&state, seat, true, &random);
        stos_record_write_move(&writer, rules->game, seat, move);
        assert_int_equal(stos_play(&state, seat, move).reason, STOS_OK);
    }
    stos_record_write_result(&writer, &state);
    assert_true(writer.length < sizeof text);
    read_record(text, writer.length, &state);
}

static void a_record_replays_to_the_same_state(void **unused)
{
    (void)unused;
    const struct rules_list *list = every_rules();
    for (int i = 0; i < list->count; i++)
        check_record(&list->rules[i], (uint64_t)i);
}

/* ---------------------------------------------------------------- threads */

enum { HASHES = 60 };

struct hashing {
    int first;
    uint64_t hash[HASHES];
};

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ ((const uint8_t *)bytes)[i]) * UINT64_C(0x100000001b3);
    return hash;
}

/* No cmocka in here: its failures belong to one thread. */
static uint64_t hash_game(const stos_rules *rules, uint64_t number)
{
    stos_state state, sampled;
    stos_view view;
    stos_random random = stos_random_from(number);
    stos_seed seed = stos_seed_number(number);
    uint64_t hash = stos_deal(&state, rules, &seed, NULL).reason;
    for (int made = 0; made < 300 && !stos_over(&state); made++) {
        int seat = pick_actor(&state, &random);
        stos_look(&state, seat, &view);
        stos_sample(&view, &random, &sampled);
        stos_play(&state, seat,
                  stos_move_at(&state, seat, pick(&random, stos_move_count(&state, seat))));
        hash = hash_bytes(hash, &sampled, sizeof sampled);
        hash = hash_bytes(hash, &state, sizeof state);
    }
    return hash;
}

static void *hash_games(void *argument)
{
    struct hashing *work = argument;
    const struct rules_list *list = every_rules();
    for (int i = 0; i < HASHES; i++)
        work->hash[i] = hash_game(&list->rules[(work->first + 7 * i) % list->count],
                                  (uint64_t)(work->first + i));
    return NULL;
}

static void two_threads_give_the_same_as_one_after_the_other(void **unused)
{
    (void)unused;
    struct hashing alone[2] = {{.first = 0}, {.first = 300}},
                   together[2] = {{.first = 0}, {.first = 300}};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        hash_games(&alone[i]);
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, hash_games, &together[i]), 0);
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    assert_memory_equal(alone, together, sizeof alone);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_combination_of_options_is_there),
        cmocka_unit_test(actors_and_moves_agree_and_every_listed_move_is_legal),
        cmocka_unit_test(positions_are_read_back_to_the_same_bytes),
        cmocka_unit_test(moves_that_are_not_listed_are_refused_and_change_nothing),
        cmocka_unit_test(cards_are_conserved_and_results_are_within_bounds),
        cmocka_unit_test(a_plain_loop_of_any_legal_moves_ends_every_game),
        cmocka_unit_test(a_legal_move_with_one_bit_changed_is_another_move_or_refused),
        cmocka_unit_test(the_length_of_a_text_does_not_depend_on_the_room_for_it),
        cmocka_unit_test(a_record_replays_to_the_same_state),
        cmocka_unit_test(two_threads_give_the_same_as_one_after_the_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
