/*
 * test_table_log.c - a table is its log: lines read back to the same events, damaged lines are
 * refused, and the records of finished games come from it.
 */
#include "house.h"

/* ---------------------------------------------------------------- lines */

static void check_line(struct table *table, const char *line)
{
    struct table_event event;
    char again[TABLE_EVENT_TEXT];
    if (!table_event_read(table, line, strlen(line), &event))
        fail_msg("not read: %s", line);
    assert_int_equal(table_event_line(table, &event, again), strlen(line));
    assert_string_equal(again, line);
    if (table_apply(table, &event) != TABLE_OK)
        fail_msg("does not follow: %s", line);
}

#define SEED "000000000000000000000000000000000000000000000000000000000000002a"
#define RULES "thegame(players=2,min=2,hand=full,fire=off,start=agree)"

static const char *const written[] = {
    "1 1700000000000 open bamoteki k3y 77 text link 30 60 "
    "takeback,odds,memory,watchable,begin_when_full " RULES,
    "2 1700000000001 #5f0c sit 0 77 person Ola K.",
    "3 1700000000002 reserve 1",
    "4 1700000000003 empty 1",
    "5 1700000000004 sit 1 18446744073709551615 program - bot -",
    "6 1700000000005 owner -",
    "7 1700000000006 owner 1",
    "8 1700000000007 deal g1 - " SEED,
    "9 1700000000008 move 0 start 1",
    "10 1700000000009 move 1 start 1",
    "11 1700000000010 stand_in 1 late",
    "12 1700000000011 credit 5000",
    "13 1700000000012 stand_in 1 none",
    "14 1700000000013 #ffffffffffffffff say 0 hello, it's \"me\"  # 1 2 3",
    "15 1700000000014 agree 0 pause yes",
    "16 1700000000015 agree 0 pause no",
    "17 1700000000016 pause",
    "18 1700000000017 go_on 0",
    "19 1700000000018 stand_in 0 resigned left",
    "20 1700000000019 over - " SEED " unfinished",
    "21 1700000000020 empty 0",
    "22 1700000000021 bot 0 steady",
    "23 1700000000022 close",
};

static void every_kind_of_event_has_one_line(void **state)
{
    struct table table;
    (void)state;
    memset(&table, 0, sizeof table);
    for (size_t i = 0; i < sizeof written / sizeof written[0]; i++)
        check_line(&table, written[i]);
    assert_int_equal(table.phase, TABLE_SHUT);
}

static void lines_written_otherwise_are_no_lines(void **state)
{
    static const char *const bad[] = {
        "",
        "9",
        "9 1700000000008",
        "9 1700000000008 ",
        "9 1700000000008 fly 0",
        "09 1700000000008 move 0 start 1",
        "9  1700000000008 move 0 start 1",
        "9 1700000000008 #0 move 0 start 1",
        "9 1700000000008 #5F0C move 0 start 1",
        "9 1700000000008 #11112222333344445 move 0 start 1",
        "9 1700000000008 move 0 start 1 ",
        "9 1700000000008 move 0",
        "9 1700000000008 move 6 start 1",
        "9 1700000000008 move 0 (none) start 1",
        "9 1700000000008 move 0 (late)",
        "9 99999999999999999999 move 0 start 1",
        "4294967296 1700000000008 move 0 start 1",
        "9 1700000000008 say 0 ",
        "9 1700000000008 say 0 two\nlines",
        "9 1700000000008 agree 0 pause maybe",
        "9 1700000000008 agree 0 lunch yes",
        "9 1700000000008 stand_in 0 bored",
        "9 1700000000008 stand_in 0 resigned right",
        "9 1700000000008 pause 0",
        "9 1700000000008 sit 0 77 person ",
        "9 1700000000008 sit 0 77 robot Ola",
        "9 1700000000008 deal g1 - 42",
        ("9 1700000000008 deal g1 - " SEED " "),
        "9 1700000000008 over - " SEED,
        "1 1700000000000 open bamoteki k3y 77 text link 0 60 - series vabosose " RULES,
        "1 1700000000000 open bamoteki k3y 77 text link 0 60 - series vabosose 21 " RULES,
        "1 1700000000000 open bamoteki k3y 77 text link 0 60 - series vabososevabosose 2 " RULES,
    };
    struct table table;
    struct table_event event;
    (void)state;
    memset(&table, 0, sizeof table);
    check_line(&table, written[0]);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (table_event_read(&table, bad[i], strlen(bad[i]), &event))
            fail_msg("read: %s", bad[i]);
}

/* What cannot follow: the wrong number, no table yet, a game that does not run, and so on. */
static void events_that_cannot_follow_are_refused_without_a_trace(void **state)
{
    static const char *const bad[] = {
        "1 1700000000000 open bamoteki k3y 77 text link 0 60 - " RULES, /* there is a table */
        "9 1700000000008 say 0 hello",                                  /* 8 comes next */
        "7 1700000000008 say 0 hello",
        "8 1700000000008 say 2 hello", /* there are two seats */
        "8 1700000000008 sit 1 99 person Eve",
        "8 1700000000008 move 0 start 1",
        "8 1700000000008 take_back 0",
        "8 1700000000008 pause",
        "8 1700000000008 go_on 0",
        "8 1700000000008 stand_in 0 late",
        "8 1700000000008 stand_in 0 none",
        "8 1700000000008 agree 0 end yes",
        "8 1700000000008 over - " SEED " unfinished",
        "8 1700000000008 bot 0 nobody",
        "8 1700000000008 credit 0",
        "8 1700000000008 say - hello",
    };
    struct table table, before;
    struct table_event event;
    (void)state;
    memset(&table, 0, sizeof table);
    for (int i = 0; i < 7; i++)
        check_line(&table, written[i]);
    before = table;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        if (table_event_read(&table, bad[i], strlen(bad[i]), &event) &&
            table_apply(&table, &event) != TABLE_BAD_LOG)
            fail_msg("follows: %s", bad[i]);
        assert_memory_equal(&table, &before, sizeof table);
    }
}

static void a_wrong_result_or_seed_ends_no_game(void **state)
{
    static const char *const bad[] = {
        "9 1 over - " SEED " won",
        "9 1 over - " SEED " winner 0",
        "9 1 over 0 " SEED " winner 1",
        "9 1 over - 000000000000000000000000000000000000000000000000000000000000002b unfinished",
        "9 1 close",
    };
    struct table table;
    struct table_event event;
    (void)state;
    memset(&table, 0, sizeof table);
    for (int i = 0; i < 8; i++)
        check_line(&table, written[i]);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_true(table_event_read(&table, bad[i], strlen(bad[i]), &event));
        assert_int_equal(table_apply(&table, &event), TABLE_BAD_LOG);
    }
    check_line(&table, "9 1 over - " SEED " unfinished");
}

/* ---------------------------------------------------------------- records */

static char record[1 << 16];

static bool make_record(const struct house *house, const char *game_id)
{
    stos_writer writer = stos_writer_on(record, sizeof record);
    bool made = table_record(house->log, house->log_length, game_id, &writer);
    assert_true(writer.length < sizeof record);
    assert_true(made || writer.length == 0);
    return made;
}

static void check_record(const stos_state *end)
{
    stos_reader reader;
    stos_move move = 1;
    int seat;
    assert_int_equal(stos_record_open(&reader, record, strlen(record)).reason, STOS_OK);
    while (move != STOS_NO_MOVE)
        assert_int_equal(stos_record_step(&reader, &seat, &move).reason, STOS_OK);
    assert_true(reader.done);
    assert_memory_equal(&reader.state, end, sizeof *end);
}

static void a_finished_game_has_a_record_that_is_true(void **state)
{
    static const char *const rules[] = {"thegame(players=2)", "facetoface",
                                        "lie(players=2,direction=choose)"};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct house *house = house_of(rules[i]);
        char id[TABLE_GAME_ID];
        do_sit(house, ANN, 0);
        do_text(house, ANN, TABLE_FILL, 1, "steady");
        house_come(house, 0);
        do_verb(house, ANN, TABLE_BEGIN);
        memcpy(id, house->table.game_id, sizeof id);
        for (int step = 0; house->table.phase == TABLE_PLAYING; step++) {
            stos_seats due = table_bots_due(&house->table);
            assert_false(step % 50 == 1 &&
                         make_record(house, id)); /* its seed is nobody's business yet */
            if (due)
                bot_moves(house, __builtin_ctz(due),
                          stos_move_at(&house->table.state, __builtin_ctz(due), 0));
            else
                play_one(house, 0);
        }
        assert_true(make_record(house, id));
        check_record(&house->table.state);
        assert_non_null(strstr(record, "player 0: Ann\nplayer 1: steady (bot)\n"));
        assert_non_null(strstr(record, house->table.result));
        assert_false(make_record(house, "another"));
        house_close(house);
    }
}

static void what_was_taken_back_is_not_in_the_record(void **state)
{
    struct house *house = house_of("thegame(players=1)");
    (void)state;
    house_begin(house, 1);
    play_one(house, 3);
    play_one(house, 0);
    do_verb(house, ANN, TABLE_TAKE_BACK);
    do_verb(house, ANN, TABLE_TAKE_BACK);
    play_one(house, 0);
    play_one(house, 0);
    do_move(house, ANN, "end");
    play_one(house, 1); /* a turn that is not finished is in it */
    do_verb(house, ANN, TABLE_RESIGN);
    do_verb(house, ANN, TABLE_LEAVE);
    table_close(&house->table, NULL, house->now_ms, &house->answer);
    house_accept(house);
    assert_true(make_record(house, house->table.game_id));
    check_record(&house->table.state);
    assert_non_null(strstr(record, "result: unfinished\n"));
    house_close(house);
}

static void a_resigned_duel_tells_its_winner_in_a_comment(void **state)
{
    struct house *house = house_of("facetoface");
    (void)state;
    house_begin(house, 2);
    play_one(house, 0);
    do_verb(house, ANN, TABLE_RESIGN);
    assert_true(make_record(house, house->table.game_id));
    check_record(&house->table.state);
    assert_non_null(strstr(record, "\n# at the table: winner 1\nresult: unfinished\n"));
    house_close(house);
}

static void each_game_of_a_table_has_its_own_record(void **state)
{
    struct house *house = house_of("lie(players=2)");
    char id[3][TABLE_GAME_ID];
    stos_state end[3];
    (void)state;
    house_begin(house, 2);
    for (int game = 0; game < 3; game++) {
        memcpy(id[game], house->table.game_id, sizeof id[game]);
        play_to_the_end(house);
        end[game] = house->table.state;
        do_agree(house, ANN, game ? TABLE_REMATCH : TABLE_SAME_DEAL, true);
        do_agree(house, BEN, game ? TABLE_REMATCH : TABLE_SAME_DEAL, true);
    }
    for (int game = 0; game < 3; game++) {
        assert_true(make_record(house, id[game]));
        check_record(&end[game]);
    }
    assert_false(make_record(house, house->table.game_id)); /* the one that runs */
    house_close(house);
}

/* ---------------------------------------------------------------- words and refs */

static void every_reason_has_a_code_and_a_sentence(void **state)
{
    (void)state;
    for (int reason = 0; reason < TABLE_REASONS; reason++) {
        assert_true(strlen(table_reason_code((enum table_reason)reason)) > 1);
        assert_true(strlen(table_reason_text((enum table_reason)reason)) > 4);
        for (int other = 0; other < reason; other++)
            assert_string_not_equal(table_reason_code((enum table_reason)reason),
                                    table_reason_code((enum table_reason)other));
    }
}

static void words_are_read_back(void **state)
{
    (void)state;
    for (int i = 0; i <= TABLE_TEXT; i++)
        assert_int_equal(table_talk_of(table_talk_word(i)), i);
    for (int i = 0; i <= TABLE_BY_LINK; i++)
        assert_int_equal(table_door_of(table_door_word(i)), i);
    for (int i = 0; i < TABLE_MATTERS; i++)
        assert_int_equal(table_matter_of(table_matter_word(i)), i);
    for (int i = 0; i <= STOS_HINT_LEAVE_3; i++)
        assert_int_equal(table_pile_hint_of(table_pile_hint_word(i)), i);
    for (int i = 0; i <= STOS_SELF_CAN_WAIT; i++)
        assert_int_equal(table_self_hint_of(table_self_hint_word(i)), i);
    assert_int_equal(table_talk_of("nothing"), -1);
    assert_string_equal(table_door_word(-1), "");
}

static void a_ref_is_a_number_that_depends_on_all_of_it(void **state)
{
    (void)state;
    assert_true(table_ref(1, "a", 1) != 0);
    assert_true(table_ref(1, "a", 1) == table_ref(1, "a", 1));
    assert_true(table_ref(1, "a", 1) != table_ref(2, "a", 1));
    assert_true(table_ref(1, "a", 1) != table_ref(1, "b", 1));
    assert_true(table_ref(1, "a", 1) != table_ref(1, "a\0", 2));
    assert_true(table_ref(0, "", 0) != 0);
}

static void strings_are_escaped(void **state)
{
    char json[128];
    stos_writer writer = stos_writer_on(json, sizeof json);
    (void)state;
    table_quote(&writer, "a\"b\\c\n\x01\x7f\xc5\xbc", 10);
    assert_string_equal(json, "\"a\\\"b\\\\c\\u000a\\u0001\\u007f\xc5\xbc\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_event_has_one_line),
        cmocka_unit_test(lines_written_otherwise_are_no_lines),
        cmocka_unit_test(events_that_cannot_follow_are_refused_without_a_trace),
        cmocka_unit_test(a_wrong_result_or_seed_ends_no_game),
        cmocka_unit_test(a_finished_game_has_a_record_that_is_true),
        cmocka_unit_test(what_was_taken_back_is_not_in_the_record),
        cmocka_unit_test(a_resigned_duel_tells_its_winner_in_a_comment),
        cmocka_unit_test(each_game_of_a_table_has_its_own_record),
        cmocka_unit_test(every_reason_has_a_code_and_a_sentence),
        cmocka_unit_test(words_are_read_back),
        cmocka_unit_test(a_ref_is_a_number_that_depends_on_all_of_it),
        cmocka_unit_test(strings_are_escaped),
    };
    return cmocka_run_group_tests_name("table_log", tests, NULL, NULL);
}
