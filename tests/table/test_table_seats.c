/*
 * test_table_seats.c - who sits where: sitting down, leaving, bots, reserved seats, keys,
 * ownership, beginning.
 */
#include "house.h"

static void anybody_may_sit_down_at_a_free_seat(void **state)
{
    struct house *house = house_of("thegame(players=3)");
    (void)state;
    assert_int_equal(do_sit(house, ANN, 1), TABLE_OK);
    assert_int_equal(kind_at(house, 0), TABLE_EVENT_SIT);
    assert_int_equal(do_sit(house, BEN, -1), TABLE_OK);
    assert_int_equal(table_seat_of(&house->table, ANN), 1);
    assert_int_equal(table_seat_of(&house->table, BEN), 0);
    assert_string_equal(house->table.seat[0].name, "Ben \"B\" O'Neil");
    assert_int_equal(do_sit(house, CAT, 1), TABLE_SEAT_TAKEN);
    assert_int_equal(do_sit(house, CAT, 3), TABLE_NO_SUCH_SEAT);
    assert_int_equal(do_sit(house, CAT, -1), TABLE_OK);
    assert_int_equal(do_sit(house, DAN, -1), TABLE_FULL);
    assert_int_equal(table_seat_of(&house->table, DAN), -1);
    house_close(house);
}

static void sitting_down_twice_is_no_error_and_no_event(void **state)
{
    struct house *house = house_of("thegame(players=3)");
    (void)state;
    do_sit(house, ANN, 1);
    assert_int_equal(do_sit(house, ANN, -1), TABLE_OK);
    assert_int_equal(house->answer.events, 0);
    assert_int_equal(do_sit(house, ANN, 1), TABLE_OK);
    assert_int_equal(house->answer.events, 0);
    house_close(house);
}

static void who_sits_elsewhere_moves(void **state)
{
    struct house *house = house_of("thegame(players=3)");
    (void)state;
    do_sit(house, ANN, 0);
    house_come(house, 0);
    do_sit(house, BEN, 1);
    assert_int_equal(do_sit(house, ANN, 2), TABLE_OK);
    assert_int_equal(house->answer.events, 1);
    assert_int_equal(table_seat_of(&house->table, ANN), 2);
    assert_int_equal(house->table.seat[0].kind, TABLE_EMPTY);
    assert_true(house->table.seat[2].present);
    assert_int_equal(do_sit(house, ANN, 1), TABLE_SEAT_TAKEN);
    house_close(house);
}

static void a_name_is_plain_text(void **state)
{
    static const char *const bad[] = {
        "", "two\nlines", "\xff",
        "0123456789012345678901234567890123456789012345678901234567890123"};
    struct house *house = house_of("thegame(players=2)");
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(do_text(house, BEN, TABLE_SIT, -1, bad[i]), TABLE_BAD_NAME);
    assert_int_equal(do_text(house, 0, TABLE_SIT, -1, "Nobody"), TABLE_BAD_NAME);
    assert_int_equal(do_text(house, BEN, TABLE_SIT, -1, " blanks  and - signs "), TABLE_OK);
    assert_string_equal(house->table.seat[0].name, " blanks  and - signs ");
    house_close(house);
}

static enum table_reason sit_with_key(struct house *house, table_person person, const char *key)
{
    return house_ask(house,
                     (struct table_request){.verb = TABLE_SIT,
                                            .person = person,
                                            .seat = -1,
                                            .text = "x",
                                            .text_length = 1,
                                            .key = key});
}

static void a_reserved_seat_is_for_those_with_the_key(void **state)
{
    struct house *house = house_of("thegame(players=3)");
    (void)state;
    do_sit(house, ANN, 0);
    assert_int_equal(house_ask(house,
                               (struct table_request){
                                   .verb = TABLE_FILL, .person = ANN, .seat = 1, .yes = true}),
                     TABLE_OK);
    assert_int_equal(kind_at(house, 0), TABLE_EVENT_RESERVE);
    assert_int_equal(do_sit(house, BEN, 1), TABLE_WRONG_KEY);
    assert_int_equal(sit_with_key(house, BEN, HOUSE_KEY), TABLE_OK); /* the kept seat comes first */
    assert_int_equal(table_seat_of(&house->table, BEN), 1);
    assert_int_equal(sit_with_key(house, CAT, "another"),
                     TABLE_OK); /* no key is needed for an open seat */
    assert_int_equal(table_seat_of(&house->table, CAT), 2);
    house_close(house);
}

static void a_table_by_link_needs_the_key(void **state)
{
    struct table_settings settings = house_settings("thegame(players=3)");
    (void)state;
    settings.door = TABLE_BY_LINK;
    struct house *house = house_open(&settings);
    assert_int_equal(do_sit(house, ANN, -1), TABLE_OK); /* the owner is at home */
    assert_int_equal(do_sit(house, BEN, -1), TABLE_WRONG_KEY);
    assert_int_equal(sit_with_key(house, BEN, HOUSE_KEY "x"), TABLE_WRONG_KEY);
    assert_int_equal(sit_with_key(house, BEN, HOUSE_KEY), TABLE_OK);
    assert_false(table_may_watch(&house->table, CAT, NULL));
    assert_true(table_may_watch(&house->table, CAT, HOUSE_KEY));
    assert_true(table_may_watch(&house->table, BEN, NULL));
    house_close(house);
}

static void only_watchable_tables_are_watched(void **state)
{
    struct table_settings settings = house_settings("thegame(players=2)");
    (void)state;
    struct house *house = house_open(&settings);
    assert_true(table_may_watch(&house->table, CAT, NULL));
    house_close(house);
    settings.watchable = false;
    house = house_open(&settings);
    do_sit(house, BEN, 0);
    assert_false(table_may_watch(&house->table, CAT, HOUSE_KEY));
    assert_true(table_may_watch(&house->table, BEN, NULL));
    assert_true(table_may_watch(&house->table, ANN, NULL));
    house_close(house);
}

static void the_owner_fills_seats_with_bots_and_removes(void **state)
{
    struct house *house = house_of("thegame(players=3)");
    (void)state;
    do_sit(house, ANN, 0);
    do_sit(house, BEN, 1);
    assert_int_equal(do_text(house, BEN, TABLE_FILL, 2, "strong"), TABLE_NOT_OWNER);
    assert_int_equal(do_text(house, ANN, TABLE_FILL, 3, "strong"), TABLE_NO_SUCH_SEAT);
    assert_int_equal(do_text(house, ANN, TABLE_FILL, -1, "strong"), TABLE_NO_SUCH_SEAT);
    assert_int_equal(do_text(house, ANN, TABLE_FILL, 2, "nobody"), TABLE_NO_SUCH_BOT);
    assert_int_equal(do_text(house, ANN, TABLE_FILL, 2, "a name that is far too long for any bot"),
                     TABLE_NO_SUCH_BOT);
    assert_int_equal(do_text(house, ANN, TABLE_FILL, 2, "strong"), TABLE_OK);
    assert_int_equal(do_text(house, ANN, TABLE_FILL, 2, "strong"), TABLE_OK);
    assert_int_equal(house->answer.events, 0); /* it is so already */
    assert_int_equal(do_text(house, ANN, TABLE_FILL, 1, ""), TABLE_OK);
    assert_int_equal(kind_at(house, 0), TABLE_EVENT_REMOVE);
    assert_int_equal(table_seat_of(&house->table, BEN), -1);
    assert_int_equal(do_verb(house, BEN, TABLE_LEAVE), TABLE_NOT_HERE);
    assert_int_equal(do_sit(house, BEN, 1), TABLE_WAS_REMOVED);
    assert_false(table_may_watch(&house->table, BEN, NULL));
    assert_int_equal(do_sit(house, CAT, 1), TABLE_OK);
    house_close(house);
}

static void no_seat_changes_while_a_game_runs(void **state)
{
    struct house *house = house_of("thegame(players=2)");
    (void)state;
    house_begin(house, 2);
    assert_int_equal(do_text(house, ANN, TABLE_FILL, 1, "strong"), TABLE_GAME_RUNS);
    assert_int_equal(do_verb(house, ANN, TABLE_BEGIN), TABLE_GAME_RUNS);
    assert_int_equal(do_sit(house, CAT, -1), TABLE_FULL);
    assert_int_equal(do_sit(house, ANN, 1), TABLE_SEAT_TAKEN);
    house_close(house);
}

static void the_owner_begins_when_all_seats_are_taken(void **state)
{
    struct house *house = house_of("thegame(players=2)");
    (void)state;
    do_sit(house, ANN, 0);
    assert_int_equal(do_verb(house, ANN, TABLE_BEGIN), TABLE_SEATS_EMPTY);
    do_sit(house, BEN, 1);
    assert_int_equal(do_verb(house, BEN, TABLE_BEGIN), TABLE_NOT_OWNER);
    assert_int_equal(do_verb(house, CAT, TABLE_BEGIN), TABLE_NOT_OWNER);
    assert_int_equal(do_verb(house, ANN, TABLE_BEGIN), TABLE_OK);
    assert_int_equal(kind_at(house, 0), TABLE_EVENT_DEAL);
    assert_int_equal(house->table.games, 1);
    assert_true(house->table.dealt_ms == house->now_ms);
    assert_int_equal(house->table.position, 0);
    house_close(house);
}

static void a_table_begins_by_itself_if_it_is_told_so(void **state)
{
    struct table_settings settings = house_settings("lie(players=3)");
    (void)state;
    settings.begin_when_full = true;
    struct house *house = house_open(&settings);
    do_sit(house, ANN, 0);
    do_text(house, ANN, TABLE_FILL, 2, "steady");
    assert_int_equal(house->table.phase, TABLE_WAITING);
    assert_int_equal(do_sit(house, BEN, -1), TABLE_OK);
    assert_int_equal(kind_at(house, 0), TABLE_EVENT_SIT);
    assert_int_equal(kind_at(house, 1), TABLE_EVENT_DEAL);
    assert_int_equal(house->table.phase, TABLE_PLAYING);
    house_close(house);
}

static void ownership_is_given_and_inherited(void **state)
{
    struct house *house = house_of("thegame(players=3)");
    (void)state;
    do_sit(house, ANN, 0);
    do_sit(house, BEN, 1);
    do_sit(house, CAT, 2);
    assert_int_equal(do_seat(house, BEN, TABLE_GIVE, 1), TABLE_NOT_OWNER);
    assert_int_equal(do_seat(house, ANN, TABLE_GIVE, 5), TABLE_NO_SUCH_SEAT);
    assert_int_equal(do_seat(house, ANN, TABLE_GIVE, 2), TABLE_OK);
    assert_true(house->table.owner == CAT);
    assert_int_equal(do_verb(house, CAT, TABLE_LEAVE), TABLE_OK);
    assert_int_equal(kind_at(house, 0), TABLE_EVENT_EMPTY);
    assert_int_equal(kind_at(house, 1), TABLE_EVENT_OWNER);
    assert_true(house->table.owner == ANN);
    do_verb(house, ANN, TABLE_LEAVE);
    assert_true(house->table.owner == BEN);
    do_verb(house, BEN, TABLE_LEAVE);
    assert_true(house->table.owner == 0); /* nobody's, and so the next one's */
    assert_int_equal(do_sit(house, DAN, -1), TABLE_OK);
    assert_true(house->table.owner == DAN);
    house_close(house);
}

static void who_leaves_in_mid_game_may_sit_down_again(void **state)
{
    struct house *house = house_of("thegame(players=2)");
    (void)state;
    house_begin(house, 2);
    assert_int_equal(do_verb(house, BEN, TABLE_LEAVE), TABLE_OK);
    assert_int_equal(kind_at(house, 0), TABLE_EVENT_STAND_IN);
    assert_int_equal(house->table.seat[1].stand_in, TABLE_RESIGNED);
    assert_int_equal(table_seat_of(&house->table, BEN), -1);
    assert_int_equal(do_move(house, BEN, "start 0"), TABLE_NOT_HERE);
    assert_int_equal(do_sit(house, CAT, 1), TABLE_SEAT_TAKEN);
    assert_int_equal(do_sit(house, BEN, -1), TABLE_OK);
    assert_int_equal(kind_at(house, 0), TABLE_EVENT_STAND_IN);
    assert_int_equal(house->table.seat[1].stand_in, TABLE_NO_STAND_IN);
    assert_int_equal(do_move(house, BEN, "start 0"), TABLE_OK);
    house_close(house);
}

static void the_seat_of_who_left_is_free_after_the_game(void **state)
{
    struct house *house = house_of("thegame(players=2)");
    (void)state;
    house_begin(house, 2);
    assert_int_equal(do_verb(house, ANN, TABLE_LEAVE), TABLE_OK);
    assert_int_equal(kind_at(house, 1), TABLE_EVENT_OWNER);
    assert_true(house->table.owner == BEN);
    assert_int_equal(do_agree(house, BEN, TABLE_END, true), TABLE_OK); /* nobody else is asked */
    assert_int_equal(kind_at(house, 0), TABLE_EVENT_AGREE);
    assert_int_equal(kind_at(house, 1), TABLE_EVENT_OVER);
    assert_int_equal(kind_at(house, 2), TABLE_EVENT_EMPTY);
    assert_int_equal(house->table.seat[0].kind, TABLE_EMPTY);
    assert_int_equal(do_agree(house, BEN, TABLE_REMATCH, true), TABLE_SEATS_EMPTY);
    house_close(house);
}

static void a_closed_table_refuses_everything(void **state)
{
    struct house *house = house_of("thegame(players=2)");
    (void)state;
    house_begin(house, 2);
    table_close(&house->table, NULL, house->now_ms, &house->answer);
    assert_int_equal(kind_at(house, 0), TABLE_EVENT_OVER);
    assert_int_equal(kind_at(house, 1), TABLE_EVENT_CLOSE);
    house_accept(house);
    assert_string_equal(house->table.result, "unfinished");
    assert_true(table_is_over(&house->table));
    for (int verb = 0; verb < TABLE_VERBS; verb++)
        assert_int_equal(do_verb(house, ANN, (enum table_verb)verb), TABLE_CLOSED);
    assert_int_equal(table_hint(&house->table, 0, 0, STOS_HINT_GO_AHEAD), TABLE_CLOSED);
    table_close(&house->table, NULL, house->now_ms, &house->answer);
    assert_int_equal(house->answer.reason, TABLE_CLOSED);
    assert_int_equal(house->answer.events, 0);
    house_close(house);
}

static void settings_that_cannot_be_open_no_table(void **state)
{
    struct table_settings good = house_settings("thegame(players=2)"), bad;
    struct table_event event;
    (void)state;
    assert_true(table_open_event(&event, "abc", "", &good, ANN, 1));
    assert_false(table_open_event(&event, "", "", &good, ANN, 1));
    assert_false(table_open_event(&event, "a b", "", &good, ANN, 1));
    assert_false(table_open_event(&event, "twelveletters", "", &good, ANN, 1));
    assert_false(
        table_open_event(&event, "abc", "123456789012345678901234567890123", &good, ANN, 1));
    assert_false(table_open_event(&event, "abc", "k-y", &good, ANN, 1));
    bad = good;
    bad.rules.game = NULL;
    assert_false(table_open_event(&event, "abc", "", &bad, ANN, 1));
    bad = good;
    bad.rules.value[STOS_THEGAME_PLAYERS] = 6;
    assert_false(table_open_event(&event, "abc", "", &bad, ANN, 1));
    bad.rules.value[STOS_THEGAME_PLAYERS] = 2;
    bad.rules.value[STOS_THEGAME_FIRE] = STOS_WORD(3);
    assert_false(table_open_event(&event, "abc", "", &bad, ANN, 1));
    bad.rules.value[STOS_THEGAME_FIRE] = STOS_WORD(0);
    bad.rules.value[STOS_THEGAME_START] = 2;
    assert_false(table_open_event(&event, "abc", "", &bad, ANN, 1));
    bad = good;
    bad.talk = 3;
    assert_false(table_open_event(&event, "abc", "", &bad, ANN, 1));
    bad = good;
    bad.turn_seconds = TABLE_SECONDS_MAX + 1;
    assert_false(table_open_event(&event, "abc", "", &bad, ANN, 1));
}

static void a_table_is_small(void **state)
{
    (void)state;
    assert_true(sizeof(struct table) < 12 * 1024); /* ten thousand of them are in memory at once */
}

/* After a game the owner takes everybody back to the lobby: seats are filled anew, also for another
 * game. */
static void back_to_the_lobby_with_other_rules(void **state)
{
    struct house *house = house_of("lie(players=4)");
    (void)state;
    assert_int_equal(do_text(house, ANN, TABLE_FILL, 1, "steady"), TABLE_OK);
    assert_int_equal(do_sit(house, ANN, 0), TABLE_OK);
    assert_int_equal(do_sit(house, BEN, 2), TABLE_OK);
    assert_int_equal(do_sit(house, CAT, 3), TABLE_OK);
    assert_int_equal(do_verb(house, ANN, TABLE_BEGIN), TABLE_OK);
    assert_int_equal(do_verb(house, ANN, TABLE_LOBBY), TABLE_GAME_RUNS);
    do_agree(house, ANN, TABLE_END, true);
    do_agree(house, BEN, TABLE_END, true);
    assert_int_equal(do_agree(house, CAT, TABLE_END, true), TABLE_OK);
    assert_int_equal(house->table.phase, TABLE_OVER);
    assert_int_equal(do_verb(house, BEN, TABLE_LOBBY), TABLE_NOT_OWNER);
    assert_int_equal(do_text(house, ANN, TABLE_LOBBY, -1, "facetoface"),
                     TABLE_FULL); /* three people, two seats */
    assert_int_equal(do_text(house, ANN, TABLE_LOBBY, -1, "nonsense"), TABLE_ILLEGAL);
    assert_int_equal(do_text(house, ANN, TABLE_LOBBY, -1, "thegame(players=3)"), TABLE_OK);
    assert_int_equal(house->table.phase, TABLE_WAITING);
    assert_int_equal(table_seats(&house->table), 3);
    assert_int_equal(table_seat_of(&house->table, CAT), 1); /* in place of the bot */
    assert_int_equal(do_verb(house, ANN, TABLE_BEGIN), TABLE_OK);
    assert_int_equal(house->table.games, 2);
    house_close(house);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(anybody_may_sit_down_at_a_free_seat),
        cmocka_unit_test(sitting_down_twice_is_no_error_and_no_event),
        cmocka_unit_test(who_sits_elsewhere_moves),
        cmocka_unit_test(a_name_is_plain_text),
        cmocka_unit_test(a_reserved_seat_is_for_those_with_the_key),
        cmocka_unit_test(a_table_by_link_needs_the_key),
        cmocka_unit_test(only_watchable_tables_are_watched),
        cmocka_unit_test(the_owner_fills_seats_with_bots_and_removes),
        cmocka_unit_test(no_seat_changes_while_a_game_runs),
        cmocka_unit_test(the_owner_begins_when_all_seats_are_taken),
        cmocka_unit_test(a_table_begins_by_itself_if_it_is_told_so),
        cmocka_unit_test(ownership_is_given_and_inherited),
        cmocka_unit_test(who_leaves_in_mid_game_may_sit_down_again),
        cmocka_unit_test(the_seat_of_who_left_is_free_after_the_game),
        cmocka_unit_test(a_closed_table_refuses_everything),
        cmocka_unit_test(settings_that_cannot_be_open_no_table),
        cmocka_unit_test(a_table_is_small),
        cmocka_unit_test(back_to_the_lobby_with_other_rules),
    };
    return cmocka_run_group_tests_name("table_seats", tests, NULL, NULL);
}
