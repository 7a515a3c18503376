/*
 * test_table_time.c - clocks and absence: who is late, who is away, when a bot plays for them and
 * when no longer.
 */
#include "house.h"

static struct house *timed(const char *rules, uint32_t turn_seconds, uint32_t grace_seconds)
{
    struct table_settings settings = house_settings(rules);
    settings.turn_seconds = turn_seconds;
    settings.grace_seconds = grace_seconds;
    return house_open(&settings);
}

static void wait_until_due(struct house *house)
{
    int64_t due = table_due_ms(&house->table);
    assert_true(due < INT64_MAX);
    if (due > house->now_ms) {
        house->now_ms = due - 1;
        house_tick(house);
        assert_int_equal(house->answer.events, 0); /* not a moment early */
        house->now_ms = due;
    }
    house_tick(house);
}

static bool never_due(const struct house *house)
{
    return table_due_ms(&house->table) == INT64_MAX;
}

static void without_clock_and_grace_nothing_happens(void **state)
{
    struct house *house = timed("thegame(players=2,start=0)", 0, 0);
    (void)state;
    house_begin(house, 2);
    table_go(&house->table, 0, house->now_ms);
    assert_true(never_due(house));
    house->now_ms += 1000LL * 86400 * 365;
    house_tick(house);
    assert_int_equal(house->answer.events, 0);
    house_close(house);
}

static void who_is_late_is_played_for_until_the_turn_is_over(void **state)
{
    struct house *house = timed("thegame(players=2,start=0)", 30, 0);
    (void)state;
    house_begin(house, 2);
    assert_true(table_due_ms(&house->table) == house->now_ms + 30000);
    play_one(house, 0); /* a placement does not wind the clock up again */
    assert_true(table_due_ms(&house->table) == house->now_ms + 29000);
    wait_until_due(house);
    assert_int_equal(kind_at(house, 0), TABLE_EVENT_STAND_IN);
    assert_int_equal(house->answer.event[0].stand_in, TABLE_LATE);
    assert_true(never_due(house)); /* it is the bot's turn now */
    assert_int_equal(table_bots_due(&house->table), 1);
    bot_moves(house, 0, stos_move_at(&house->table.state, 0, 0));
    assert_int_equal(house->answer.event[0].stand_in, TABLE_LATE);
    assert_int_equal(house->table.seat[0].stand_in, TABLE_LATE);
    bot_moves(house, 0, stos_move_make(STOS_END, 0, 0));
    assert_int_equal(house->answer.events, 1);
    assert_int_equal(house->table.seat[0].stand_in, TABLE_NO_STAND_IN); /* by itself */
    assert_true(table_due_ms(&house->table) == house->now_ms + 30000);
    house_close(house);
}

static void who_is_late_may_still_take_over(void **state)
{
    struct house *house = timed("thegame(players=2,start=0)", 30, 0);
    (void)state;
    house_begin(house, 2);
    wait_until_due(house);
    play_one(house, 0);
    assert_int_equal(kind_at(house, 0), TABLE_EVENT_STAND_IN);
    assert_int_equal(house->answer.event[0].stand_in, TABLE_NO_STAND_IN);
    assert_int_equal(kind_at(house, 1), TABLE_EVENT_MOVE);
    assert_int_equal(house->answer.event[1].stand_in, TABLE_NO_STAND_IN);
    house_close(house);
}

static void all_who_have_not_chosen_their_ends_are_late(void **state)
{
    struct house *house = timed("lie(players=3)", 10, 0);
    char text[STOS_MOVE_TEXT];
    (void)state;
    house_begin(house, 3);
    move_text_at(house, 1, 0, text);
    assert_int_equal(do_move(house, BEN, text), TABLE_OK);
    wait_until_due(house);
    assert_int_equal(house->answer.event[0].seat, 0);
    wait_until_due(house);
    assert_int_equal(house->answer.event[0].seat, 2);
    assert_true(never_due(house));
    bot_moves(house, 0, stos_move_at(&house->table.state, 0, 0));
    assert_int_equal(house->table.seat[0].stand_in, TABLE_LATE);
    bot_moves(house, 2, stos_move_at(&house->table.state, 2, 0));
    assert_int_equal(house->table.seat[0].stand_in, TABLE_NO_STAND_IN);
    assert_int_equal(house->table.seat[2].stand_in, TABLE_NO_STAND_IN);
    house_close(house);
}

static void the_clock_ends_also_a_quarrel_about_the_start(void **state)
{
    struct house *house = timed("thegame(players=3)", 60, 0);
    (void)state;
    house_begin(house, 3);
    do_move(house, ANN, "start 0");
    do_move(house, BEN, "start 1");
    do_move(house, CAT, "start 2");
    for (int i = 0; house->table.state.as.thegame.table.phase == STOS_PHASE_START; i++) {
        assert_true(i < 10);
        stos_seats due = table_bots_due(&house->table);
        if (due)
            bot_moves(house, __builtin_ctz(due), stos_move_make(STOS_START, 0, 0));
        else
            wait_until_due(house);
    }
    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(house->table.seat[seat].stand_in, TABLE_NO_STAND_IN);
    house_close(house);
}

static void a_quarrel_with_a_late_voter_ends_too(void **state)
{
    struct house *house = timed("thegame(players=3)", 60, 0);
    (void)state;
    house_begin(house, 3);
    do_move(house, ANN, "start 0");
    do_move(house, BEN, "start 1");
    wait_until_due(house);
    assert_int_equal(house->answer.event[0].seat, 2);
    assert_int_equal(table_bots_due(&house->table), 0); /* the people differ, so their bot waits */
    wait_until_due(house);                              /* and so they are late as well */
    assert_int_equal(house->answer.event[0].seat, 0);
    assert_int_equal(table_bots_due(&house->table), 1);
    bot_moves(house, 0, stos_move_make(STOS_START, 0, 0));
    bot_moves(house, 2, stos_move_make(STOS_START, 0, 0));
    assert_int_equal(house->table.state.as.thegame.table.turn, 1); /* Ben was the one still there */
    house_close(house);
}

static void after_the_grace_a_bot_plays_for_the_absent(void **state)
{
    struct house *house = timed("thegame(players=2,start=0)", 0, 60);
    (void)state;
    house_begin(house, 2);
    assert_true(never_due(house));
    table_go(&house->table, 1, house->now_ms);
    assert_true(never_due(house)); /* it is not their turn */
    table_go(&house->table, 0, house->now_ms);
    assert_true(table_due_ms(&house->table) == house->now_ms + 60000);
    house->now_ms += 30000;
    house_come(house, 0);
    assert_int_equal(house->answer.events, 0);
    assert_true(never_due(house));
    table_go(&house->table, 0, house->now_ms);
    wait_until_due(house);
    assert_int_equal(house->answer.event[0].stand_in, TABLE_AWAY);
    assert_int_equal(table_bots_due(&house->table), 1);
    bot_moves(house, 0, stos_move_at(&house->table.state, 0, 0));
    bot_moves(house, 0, stos_move_at(&house->table.state, 0, 0));
    bot_moves(house, 0, stos_move_make(STOS_END, 0, 0));
    assert_int_equal(house->answer.reason, TABLE_OK);
    assert_int_equal(house->table.seat[0].stand_in, TABLE_AWAY); /* until they come back */
    house_tick(house);
    assert_int_equal(house->answer.event[0].seat, 1); /* long away, and now it is their turn */
    house_come(house, 0);
    assert_int_equal(kind_at(house, 0), TABLE_EVENT_STAND_IN);
    assert_int_equal(house->table.seat[0].stand_in, TABLE_NO_STAND_IN);
    house_close(house);
}

static void an_own_move_takes_the_seat_back(void **state)
{
    struct house *house = timed("facetoface(start=0)", 0, 60);
    (void)state;
    house_begin(house, 2);
    table_go(&house->table, 0, house->now_ms);
    wait_until_due(house);
    play_one(house, 0);
    assert_int_equal(kind_at(house, 0), TABLE_EVENT_STAND_IN);
    assert_int_equal(kind_at(house, 1), TABLE_EVENT_MOVE);
    assert_int_equal(house->table.seat[0].stand_in, TABLE_NO_STAND_IN);
    house_close(house);
}

static void the_absent_do_not_block_an_agreement(void **state)
{
    struct house *house = timed("thegame(players=2,start=1)", 0, 60);
    (void)state;
    house_begin(house, 2);
    table_go(&house->table, 1, house->now_ms);
    do_agree(house, ANN, TABLE_END, true);
    assert_int_equal(house->table.phase, TABLE_PLAYING);
    wait_until_due(house);
    assert_int_equal(kind_at(house, 0), TABLE_EVENT_STAND_IN);
    assert_int_equal(kind_at(house, 1), TABLE_EVENT_OVER);
    assert_int_equal(house->table.seat[1].stand_in, TABLE_AWAY);
    do_agree(house, ANN, TABLE_REMATCH, true); /* the game is over, but they are still away */
    assert_int_equal(house->table.phase, TABLE_PLAYING);
    assert_int_equal(house->table.seat[1].stand_in, TABLE_AWAY);
    assert_int_equal(table_bots_due(&house->table), 2);
    house_come(house, 1);
    assert_int_equal(table_bots_due(&house->table), 0);
    house_close(house);
}

static void a_pause_stops_the_clock_and_the_grace(void **state)
{
    struct house *house = timed("thegame(players=2,start=0)", 100, 60);
    (void)state;
    house_begin(house, 2);
    do_agree(house, ANN, TABLE_PAUSE, true); /* a second each */
    do_agree(house, BEN, TABLE_PAUSE, true);
    table_go(&house->table, 0, house->now_ms);
    assert_true(never_due(house));
    house->now_ms += 1000000;
    house_tick(house);
    assert_int_equal(house->answer.events, 0);
    do_verb(house, BEN, TABLE_GO_ON);
    assert_true(table_due_ms(&house->table) == house->now_ms + 60000); /* the whole grace */
    house_come(house, 0);
    assert_true(table_due_ms(&house->table) ==
                house->now_ms + 98000); /* what was left of the turn */
    house_close(house);
}

static void time_that_the_server_was_down_is_credited(void **state)
{
    struct house *house = timed("thegame(players=2,start=0)", 100, 0);
    (void)state;
    house_begin(house, 2);
    int64_t due = table_due_ms(&house->table);
    table_credit(&house->table, 5000, house->now_ms, &house->answer);
    house_accept(house);
    assert_int_equal(kind_at(house, 0), TABLE_EVENT_CREDIT);
    assert_true(table_due_ms(&house->table) == due + 5000);
    table_credit(&house->table, 0, house->now_ms, &house->answer);
    assert_int_equal(house->answer.events, 0);
    do_agree(house, ANN, TABLE_PAUSE, true);
    do_agree(house, BEN, TABLE_PAUSE, true);
    table_credit(&house->table, 5000, house->now_ms, &house->answer);
    assert_int_equal(house->answer.events, 0); /* no clock runs */
    house_close(house);
}

static void who_sits_down_is_away_until_they_come(void **state)
{
    struct house *house = timed("facetoface(start=0)", 0, 60);
    (void)state;
    do_sit(house, ANN, 0);
    do_sit(house, BEN, 1);
    house->now_ms += 1000000;
    do_verb(house, ANN, TABLE_BEGIN);
    assert_true(table_due_ms(&house->table) == house->now_ms + 60000); /* counted from the deal */
    house_close(house);
}

/* A log that was cut between the last move and the end of the game is made whole by the clock. */
static void a_game_that_ended_unsaid_is_ended(void **state)
{
    struct house *house = house_of("facetoface");
    struct table table;
    (void)state;
    house_begin(house, 2);
    play_to_the_end(house);
    for (int lines = 0; lines < 1; house->log_length--)
        lines += house->log[house->log_length - 2] == '\n';
    house_replay(house, &table);
    assert_int_equal(table.phase, TABLE_PLAYING);
    assert_true(table_due_ms(&table) <= house->now_ms);
    table_tick(&table, house->now_ms, &house->answer);
    assert_int_equal(kind_at(house, 0), TABLE_EVENT_OVER);
    free(house);
}

/* Without a clock nobody is replaced by the time: those who are here are asked, and whoever comes
 * back plays themselves again. */
static void those_who_are_here_decide_whether_a_bot_plays_on(void **state)
{
    struct house *house = timed("thegame(players=3,start=0)", 0, 0);
    (void)state;
    house_begin(house, 3);
    assert_int_equal(do_agree(house, BEN, TABLE_PLAY_ON, true),
                     TABLE_BAD_MATTER); /* everybody is here */
    table_go(&house->table, 0, house->now_ms);
    house->now_ms += 1000000;
    house_tick(house);
    assert_int_equal(house->answer.events, 0);
    assert_int_equal(do_agree(house, BEN, TABLE_PLAY_ON, true), TABLE_OK);
    assert_int_equal(house->table.seat[0].stand_in, TABLE_NO_STAND_IN); /* Cat has not been heard */
    assert_int_equal(do_agree(house, CAT, TABLE_PLAY_ON, true), TABLE_OK);
    assert_int_equal(house->table.seat[0].stand_in, TABLE_AWAY);
    assert_int_equal(table_bots_due(&house->table), 1);
    assert_int_equal(house->table.seat[1].agreed, 0); /* the next absence is asked about anew */
    house_come(house, 0);
    assert_int_equal(house->table.seat[0].stand_in, TABLE_NO_STAND_IN);
    house_close(house);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_clock_and_grace_nothing_happens),
        cmocka_unit_test(who_is_late_is_played_for_until_the_turn_is_over),
        cmocka_unit_test(who_is_late_may_still_take_over),
        cmocka_unit_test(all_who_have_not_chosen_their_ends_are_late),
        cmocka_unit_test(the_clock_ends_also_a_quarrel_about_the_start),
        cmocka_unit_test(a_quarrel_with_a_late_voter_ends_too),
        cmocka_unit_test(after_the_grace_a_bot_plays_for_the_absent),
        cmocka_unit_test(an_own_move_takes_the_seat_back),
        cmocka_unit_test(the_absent_do_not_block_an_agreement),
        cmocka_unit_test(a_pause_stops_the_clock_and_the_grace),
        cmocka_unit_test(time_that_the_server_was_down_is_credited),
        cmocka_unit_test(who_sits_down_is_away_until_they_come),
        cmocka_unit_test(a_game_that_ended_unsaid_is_ended),
        cmocka_unit_test(those_who_are_here_decide_whether_a_bot_plays_on),
    };
    return cmocka_run_group_tests_name("table_time", tests, NULL, NULL);
}
