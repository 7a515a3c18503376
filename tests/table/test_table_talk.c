/*
 * test_table_talk.c - what people say to each other: guarded text (TT2), hints (TT1), what a table
 * allows (TT3), and what they agree on: a pause, the end.
 */
#include "house.h"

static struct house *talking(const char *rules, enum table_talk talk)
{
    struct table_settings settings = house_settings(rules);
    settings.talk = (uint8_t)talk;
    return house_open(&settings);
}

static enum table_reason say(struct house *house, table_person person, const char *text)
{
    return do_text(house, person, TABLE_SAY, -1, text);
}

/* ---------------------------------------------------------------- text */

static void text_is_guarded_in_cooperative_play(void **state)
{
    struct house *house = talking("thegame(players=2)", TABLE_TEXT);
    (void)state;
    house_begin(house, 2);
    assert_int_equal(say(house, ANN, "not on the last pile"), TABLE_OK);
    assert_int_equal(kind_at(house, 0), TABLE_EVENT_SAY);
    assert_int_equal(say(house, ANN, "I hold thirty-seven"), TABLE_TOLD_NUMBER);
    assert_false(house->answer.verdict.pass);
    assert_int_equal(house->answer.verdict.start, 7);
    assert_int_equal(say(house, CAT, "hello"), TABLE_NOT_HERE);
    house_close(house);
}

static void a_number_split_over_messages_is_stopped_also_after_a_reload(void **state)
{
    struct house *house = talking("thegame(players=2)", TABLE_TEXT);
    (void)state;
    house_begin(house, 2);
    assert_int_equal(say(house, ANN, "thir"), TABLE_OK);
    house_replay(house, &house->table);
    assert_int_equal(say(house, BEN, "ty"), TABLE_OK); /* somebody else */
    assert_int_equal(say(house, ANN, "ty"), TABLE_TOLD_NUMBER);
    assert_int_equal(say(house, ANN, "ty"),
                     TABLE_TOLD_NUMBER); /* what was stopped was never said */
    house_close(house);
}

static void rivals_may_say_numbers(void **state)
{
    static const char *const rules[] = {"facetoface", "lie(players=2)"};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct house *house = talking(rules[i], TABLE_TEXT);
        house_begin(house, 2);
        assert_int_equal(say(house, ANN, "I hold thirty-seven, believe me"), TABLE_OK);
        house_close(house);
    }
}

static void text_is_plain_and_not_too_long(void **state)
{
    struct house *house = talking("facetoface", TABLE_TEXT);
    char text[TABLE_SAY_MAX + 2];
    (void)state;
    do_sit(house, ANN, 0);
    memset(text, 'x', sizeof text);
    text[TABLE_SAY_MAX + 1] = '\0';
    assert_int_equal(say(house, ANN, text), TABLE_TEXT_TOO_LONG);
    text[TABLE_SAY_MAX] = '\0';
    assert_int_equal(say(house, ANN, text), TABLE_OK);
    assert_int_equal(say(house, ANN, ""), TABLE_BAD_TEXT);
    assert_int_equal(say(house, ANN, "two\nlines"), TABLE_BAD_TEXT);
    assert_int_equal(say(house, ANN, "\xc3"), TABLE_BAD_TEXT);
    assert_int_equal(say(house, ANN, "\x1b[2J"), TABLE_BAD_TEXT);
    assert_int_equal(say(house, ANN, "a\xe2\x80\xa8z \"quoted\" \\ # 1 2 say"), TABLE_OK);
    house_close(house);
}

static void a_snapshot_shows_the_last_messages(void **state)
{
    struct house *house = talking("facetoface", TABLE_TEXT);
    char text[32], json[8192];
    (void)state;
    do_sit(house, ANN, 0);
    for (int i = 0; i < 11; i++) {
        snprintf(text, sizeof text, "message %d", i);
        say(house, ANN, text);
    }
    stos_writer writer = stos_writer_on(json, sizeof json);
    table_json(&writer, &house->table, 0, house->now_ms, false, 0);
    assert_true(writer.length < sizeof json);
    assert_null(strstr(json, "message 2\""));
    const char *first = strstr(json, "message 3\""), *last = strstr(json, "message 10\"");
    assert_non_null(first);
    assert_true(last > first);
    house_close(house);
}

/* ---------------------------------------------------------------- what a table allows */

static void a_table_chooses_how_to_talk(void **state)
{
    static const struct {
        enum table_talk talk;
        enum table_reason text, hint;
    } cases[] = {{TABLE_TEXT, TABLE_OK, TABLE_OK},
                 {TABLE_HINTS, TABLE_NO_TALK, TABLE_OK},
                 {TABLE_SILENCE, TABLE_NO_TALK, TABLE_NO_TALK}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct house *house = talking("thegame(players=2)", cases[i].talk);
        house_begin(house, 2);
        assert_int_equal(say(house, ANN, "hello"), cases[i].text);
        assert_int_equal(table_hint(&house->table, 0, 1, STOS_HINT_LEAVE_2), cases[i].hint);
        house_close(house);
    }
}

static void a_duel_without_chat_has_reactions(void **state)
{
    static const enum table_talk talks[] = {TABLE_HINTS, TABLE_SILENCE};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct house *house = talking("facetoface", talks[i]);
        house_begin(house, 2);
        assert_int_equal(say(house, ANN, "Well played!"),
                         talks[i] == TABLE_HINTS ? TABLE_OK : TABLE_NO_TALK);
        assert_int_equal(say(house, ANN, "Well played!!"), TABLE_NO_TALK);
        house_close(house);
    }
    struct house *house = talking("thegame(players=2)", TABLE_HINTS);
    house_begin(house, 2);
    assert_int_equal(say(house, ANN, "Well played!"), TABLE_NO_TALK);
    house_close(house);
}

/* ---------------------------------------------------------------- hints */

static void hints_belong_to_a_running_cooperative_game(void **state)
{
    struct house *house = house_of("thegame(players=2,start=0)");
    (void)state;
    do_sit(house, ANN, 0);
    assert_int_equal(table_hint(&house->table, 0, 0, STOS_HINT_LEAVE_1), TABLE_NO_GAME);
    assert_int_equal(table_hint(&house->table, 1, 0, STOS_HINT_LEAVE_1), TABLE_NOT_HERE);
    assert_int_equal(table_hint(&house->table, -1, 0, STOS_HINT_LEAVE_1), TABLE_NOT_HERE);
    house_begin(house, 2);
    assert_int_equal(table_hint(&house->table, 0, 4, STOS_HINT_LEAVE_1), TABLE_BAD_HINT);
    assert_int_equal(table_hint(&house->table, 0, -2, STOS_HINT_LEAVE_1), TABLE_BAD_HINT);
    assert_int_equal(table_hint(&house->table, 0, 0, STOS_HINT_LEAVE_3 + 1), TABLE_BAD_HINT);
    assert_int_equal(table_hint(&house->table, 0, -1, STOS_SELF_CAN_WAIT + 1), TABLE_BAD_HINT);
    assert_int_equal(table_hint(&house->table, 0, -1, STOS_SELF_WANTS_START),
                     TABLE_BAD_HINT); /* it has started */
    assert_int_equal(table_hint(&house->table, 0, -1, STOS_SELF_CAN_WAIT), TABLE_OK);
    house_close(house);
    house = house_of("facetoface");
    house_begin(house, 2);
    assert_int_equal(table_hint(&house->table, 0, 0, STOS_HINT_LEAVE_1), TABLE_NOT_COOPERATIVE);
    house_close(house);
}

static void a_hint_replaces_the_last_and_ends_with_ones_turn(void **state)
{
    struct house *house = house_of("thegame(players=2,start=0)");
    const stos_hints *hints = &house->table.hints;
    (void)state;
    house_begin(house, 2);
    table_hint(&house->table, 0, -1, STOS_SELF_IN_TROUBLE);
    table_hint(&house->table, 0, 3, STOS_HINT_LEAVE_1);
    table_hint(&house->table, 0, 3, STOS_HINT_LEAVE_3);
    table_hint(&house->table, 1, 3, STOS_HINT_GO_AHEAD);
    table_hint(&house->table, 1, 0, STOS_HINT_NO_BIG_JUMP);
    assert_int_equal(hints->pile[0][3], STOS_HINT_LEAVE_3);
    play_one(house, 0); /* the first move is on the first pile */
    assert_int_equal(hints->pile[1][0], STOS_HINT_NONE);
    assert_int_equal(hints->pile[0][3], STOS_HINT_LEAVE_3);
    play_one(house, 0);
    assert_int_equal(do_move(house, ANN, "end"), TABLE_OK);
    assert_int_equal(hints->pile[0][3], STOS_HINT_NONE);
    assert_int_equal(hints->self[0], STOS_SELF_NONE);
    assert_int_equal(hints->pile[1][3], STOS_HINT_GO_AHEAD);
    house_close(house);
}

static void wishes_about_the_start_end_with_the_vote(void **state)
{
    struct house *house = house_of("thegame(players=2)");
    (void)state;
    house_begin(house, 2);
    assert_int_equal(table_hint(&house->table, 0, -1, STOS_SELF_RATHER_NOT), TABLE_OK);
    assert_int_equal(table_hint(&house->table, 1, -1, STOS_SELF_CAN_WAIT), TABLE_OK);
    do_move(house, ANN, "start 1");
    assert_int_equal(house->table.hints.self[0], STOS_SELF_RATHER_NOT);
    do_move(house, BEN, "start 1");
    assert_int_equal(house->table.hints.self[0], STOS_SELF_NONE);
    assert_int_equal(house->table.hints.self[1], STOS_SELF_CAN_WAIT);
    house_close(house);
}

static void hints_end_when_their_person_leaves(void **state)
{
    struct house *house = house_of("thegame(players=2,start=0)");
    (void)state;
    house_begin(house, 2);
    table_hint(&house->table, 0, 1, STOS_HINT_LEAVE_1);
    table_hint(&house->table, 1, 2, STOS_HINT_LEAVE_2);
    table_hint(&house->table, 1, -1, STOS_SELF_CAN_WAIT);
    assert_int_equal(do_verb(house, BEN, TABLE_LEAVE), TABLE_OK);
    assert_int_equal(house->table.hints.pile[1][2], STOS_HINT_NONE);
    assert_int_equal(house->table.hints.self[1], STOS_SELF_NONE);
    assert_int_equal(house->table.hints.pile[0][1], STOS_HINT_LEAVE_1);
    house_close(house);
}

static void all_hints_of_a_seat_are_told_at_once_also_in_a_pause(void **state)
{
    static const uint8_t said[4] = {0, STOS_HINT_LEAVE_1, 0, STOS_HINT_LEAVE_3},
                         wrong[4] = {99, 0, 0, 0};
    struct house *house = house_of("thegame(players=2,start=0)");
    (void)state;
    assert_false(table_say_hints(&house->table, 0, said, STOS_SELF_CAN_WAIT)); /* no game runs */
    house_begin(house, 2);
    table_hint(&house->table, 0, 2, STOS_HINT_GO_AHEAD);
    assert_true(table_say_hints(&house->table, 0, said, STOS_SELF_CAN_WAIT));
    assert_false(table_say_hints(&house->table, 0, said, STOS_SELF_CAN_WAIT));
    assert_memory_equal(house->table.hints.pile[0], said, sizeof said);
    assert_int_equal(do_agree(house, ANN, TABLE_PAUSE, true), TABLE_OK);
    assert_int_equal(do_agree(house, BEN, TABLE_PAUSE, true), TABLE_OK);
    assert_int_equal(table_hint(&house->table, 1, 0, STOS_HINT_GO_AHEAD), TABLE_IS_PAUSED);
    assert_true(table_say_hints(&house->table, 1, said,
                                STOS_SELF_NONE)); /* said before it, and heard late */
    assert_true(
        table_say_hints(&house->table, 1, wrong, 77)); /* takes back what it may, and no more */
    assert_int_equal(house->table.hints.pile[1][0], STOS_HINT_NONE);
    assert_int_equal(house->table.hints.self[1], STOS_SELF_NONE);
    house_close(house);
}

static void bots_speak_when_a_turn_begins_and_not_within_it(void **state)
{
    struct house *house = house_of("thegame(players=3,start=0)");
    (void)state;
    do_sit(house, ANN, 0);
    house_come(house, 0);
    assert_int_equal(do_text(house, ANN, TABLE_FILL, 1, "quick"), TABLE_OK);
    assert_int_equal(do_text(house, ANN, TABLE_FILL, 2, "steady"), TABLE_OK); /* says nothing */
    assert_int_equal(table_talkers(&house->table), 0);
    assert_int_equal(do_verb(house, ANN, TABLE_BEGIN), TABLE_OK);
    assert_int_equal(table_talkers(&house->table), 1 << 1);
    play_one(house, 0);
    assert_int_equal(table_talkers(&house->table), 0);
    play_one(house, 0);
    assert_int_equal(table_talkers(&house->table), 0);
    assert_int_equal(do_move(house, ANN, "end"), TABLE_OK);
    assert_int_equal(table_talkers(&house->table), 0); /* its own turn */
    house_close(house);
}

/* ---------------------------------------------------------------- agreement */

static void a_pause_needs_everybody(void **state)
{
    struct house *house = house_of("thegame(players=3,start=0)");
    char text[STOS_MOVE_TEXT];
    (void)state;
    do_sit(house, ANN, 0);
    assert_int_equal(do_agree(house, ANN, TABLE_PAUSE, true), TABLE_NO_GAME);
    house_begin(house, 3);
    do_agree(house, ANN, TABLE_PAUSE, true);
    assert_int_equal(do_agree(house, ANN, TABLE_PAUSE, true), TABLE_OK);
    assert_int_equal(house->answer.events, 0); /* once is enough */
    do_agree(house, BEN, TABLE_PAUSE, true);
    do_agree(house, ANN, TABLE_PAUSE, false);
    do_agree(house, CAT, TABLE_PAUSE, true);
    assert_int_equal(house->table.phase, TABLE_PLAYING);
    assert_int_equal(do_verb(house, ANN, TABLE_GO_ON), TABLE_NOT_PAUSED);
    do_agree(house, BEN, TABLE_PAUSE, true); /* a no has ended what was agreed before it */
    do_agree(house, ANN, TABLE_PAUSE, true);
    assert_int_equal(kind_at(house, 1), TABLE_EVENT_PAUSE);
    assert_int_equal(house->table.phase, TABLE_PAUSED);
    move_text_at(house, 0, 0, text);
    assert_int_equal(do_move(house, ANN, text), TABLE_IS_PAUSED);
    assert_int_equal(do_verb(house, ANN, TABLE_TAKE_BACK), TABLE_IS_PAUSED);
    assert_int_equal(do_agree(house, ANN, TABLE_PAUSE, true), TABLE_IS_PAUSED);
    assert_int_equal(table_hint(&house->table, 0, 0, STOS_HINT_LEAVE_1), TABLE_IS_PAUSED);
    assert_int_equal(say(house, ANN, "back soon"), TABLE_OK);
    assert_int_equal(do_verb(house, DAN, TABLE_GO_ON), TABLE_NOT_HERE);
    assert_int_equal(do_verb(house, CAT, TABLE_GO_ON), TABLE_OK);
    assert_int_equal(house->table.phase, TABLE_PLAYING);
    assert_int_equal(house->table.seat[0].agreed, 0);
    assert_int_equal(do_move(house, ANN, text), TABLE_OK);
    house_close(house);
}

static void those_who_resigned_are_not_asked(void **state)
{
    struct house *house = house_of("thegame(players=3)");
    (void)state;
    house_begin(house, 3);
    do_agree(house, ANN, TABLE_END, true);
    do_agree(house, BEN, TABLE_END, true);
    assert_int_equal(do_verb(house, CAT, TABLE_RESIGN),
                     TABLE_OK); /* the last one who was waited for */
    assert_int_equal(kind_at(house, 0), TABLE_EVENT_STAND_IN);
    assert_int_equal(kind_at(house, 1), TABLE_EVENT_OVER);
    assert_string_equal(house->table.result, "unfinished");
    assert_int_equal(house->table.seat[2].stand_in,
                     TABLE_NO_STAND_IN); /* they are asked about a rematch again */
    do_agree(house, ANN, TABLE_REMATCH, true);
    do_agree(house, BEN, TABLE_REMATCH, true);
    assert_int_equal(house->table.phase, TABLE_OVER);
    do_agree(house, CAT, TABLE_REMATCH, true);
    assert_int_equal(house->table.phase, TABLE_PLAYING);
    house_close(house);
}

static void there_are_four_things_to_agree_on(void **state)
{
    struct house *house = house_of("thegame(players=2)");
    (void)state;
    do_sit(house, ANN, 0);
    assert_int_equal(do_agree(house, ANN, TABLE_MATTERS, true), TABLE_BAD_MATTER);
    assert_int_equal(do_agree(house, ANN, TABLE_REMATCH, true),
                     TABLE_BAD_MATTER); /* there was no game */
    assert_int_equal(do_agree(house, ANN, TABLE_END, true), TABLE_NO_GAME);
    assert_int_equal(do_agree(house, BEN, TABLE_END, true), TABLE_NOT_HERE);
    house_close(house);
}

static void bots_go_on_when_the_last_person_leaves_a_pause(void **state)
{
    struct house *house = house_of("thegame(players=2)");
    (void)state;
    house_begin(house, 2);
    do_agree(house, ANN, TABLE_PAUSE, true);
    do_agree(house, BEN, TABLE_PAUSE, true);
    do_verb(house, ANN, TABLE_LEAVE);
    assert_int_equal(house->table.phase, TABLE_PAUSED);
    do_verb(house, BEN, TABLE_LEAVE);
    assert_int_equal(house->table.phase, TABLE_PLAYING);
    assert_true(table_bots_due(&house->table) != 0);
    house_close(house);
}

/* Whoever is asked may say no, and then nobody waits for an answer any more. */
static void one_no_ends_the_question(void **state)
{
    struct house *house = house_of("thegame(players=3,start=0)");
    (void)state;
    house_begin(house, 3);
    assert_int_equal(do_agree(house, ANN, TABLE_PAUSE, false), TABLE_OK);
    assert_int_equal(house->answer.events, 0); /* nobody asked */
    assert_int_equal(do_agree(house, ANN, TABLE_PAUSE, true), TABLE_OK);
    assert_int_equal(do_agree(house, BEN, TABLE_PAUSE, false), TABLE_OK);
    assert_int_equal(kind_at(house, 0), TABLE_EVENT_AGREE);
    assert_int_equal(house->table.seat[0].agreed, 0);
    assert_int_equal(do_agree(house, CAT, TABLE_PAUSE, true), TABLE_OK);
    assert_int_equal(house->table.phase, TABLE_PLAYING);
    house_close(house);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_guarded_in_cooperative_play),
        cmocka_unit_test(a_number_split_over_messages_is_stopped_also_after_a_reload),
        cmocka_unit_test(rivals_may_say_numbers),
        cmocka_unit_test(text_is_plain_and_not_too_long),
        cmocka_unit_test(a_snapshot_shows_the_last_messages),
        cmocka_unit_test(a_table_chooses_how_to_talk),
        cmocka_unit_test(hints_belong_to_a_running_cooperative_game),
        cmocka_unit_test(a_hint_replaces_the_last_and_ends_with_ones_turn),
        cmocka_unit_test(wishes_about_the_start_end_with_the_vote),
        cmocka_unit_test(hints_end_when_their_person_leaves),
        cmocka_unit_test(a_duel_without_chat_has_reactions),
        cmocka_unit_test(bots_speak_when_a_turn_begins_and_not_within_it),
        cmocka_unit_test(all_hints_of_a_seat_are_told_at_once_also_in_a_pause),
        cmocka_unit_test(a_pause_needs_everybody),
        cmocka_unit_test(those_who_resigned_are_not_asked),
        cmocka_unit_test(there_are_four_things_to_agree_on),
        cmocka_unit_test(bots_go_on_when_the_last_person_leaves_a_pause),
        cmocka_unit_test(one_no_ends_the_question),
    };
    return cmocka_run_group_tests_name("table_talk", tests, NULL, NULL);
}
