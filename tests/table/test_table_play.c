/*
 * test_table_play.c - a game at a table: moves and positions, requests sent twice, taking back,
 * bots, the end, rematches.
 */
#include "base/cards.h"
#include "house.h"

/* ---------------------------------------------------------------- moves and positions */

static enum table_reason move_on(struct house *house, table_person person, uint32_t position,
                                 const char *move)
{
    return house_ask(house,
                     (struct table_request){.verb = TABLE_MOVE,
                                            .person = person,
                                            .seat = -1,
                                            .has_position = true,
                                            .position = position,
                                            .text = move,
                                            .text_length = strlen(move)});
}

static void a_vote_is_not_stale_because_somebody_else_voted(void **state)
{
    struct house *house = house_of("thegame(players=3)");
    (void)state;
    house_begin(house, 3);
    assert_int_equal(move_on(house, ANN, 0, "start 1"), TABLE_OK);
    assert_int_equal(house->table.position, 0);
    assert_int_equal(move_on(house, BEN, 0, "start 2"), TABLE_OK);
    assert_int_equal(move_on(house, BEN, 0, "start 1"), TABLE_OK); /* TG3: votes may change */
    assert_int_equal(house->table.position, 0);
    assert_int_equal(move_on(house, CAT, 0, "start 1"), TABLE_OK);
    assert_int_equal(house->table.position, 1); /* all are done */
    assert_int_equal(move_on(house, ANN, 0, "start 1"), TABLE_STALE);
    house_close(house);
}

static void a_turn_in_one_request_happens_whole_or_not_at_all(void **state)
{
    struct house *house = house_of("thegame(players=2,start=0)");
    (void)state;
    house_begin(house, 2);
    stos_cards hand = house->table.state.as.thegame.hand[0];
    int low = cards_take(&hand), high = cards_take(&hand);
    uint32_t last = house->table.last, position = house->table.position;
    char turn[64];
    snprintf(turn, sizeof turn, "%d@U1;%d@U1;end", high, low);
    assert_int_equal(move_on(house, ANN, position, turn), TABLE_ILLEGAL);
    assert_int_equal(house->table.last, last);
    snprintf(turn, sizeof turn, "%d@U1;%d@U1;end", low, high);
    assert_int_equal(move_on(house, ANN, position, turn), TABLE_OK);
    assert_int_equal(house->table.last, last + 3);
    assert_int_equal(house->answer.number, last + 1);
    assert_int_equal(stos_actors(&house->table.state), 1 << 1);
    house_close(house);
}

/* TG8: else whoever asks could learn what is drawn before anything has happened. */
static void nothing_in_one_request_comes_after_the_end_of_a_turn(void **state)
{
    struct house *house = house_of("thegame(players=1)");
    (void)state;
    house_begin(house, 1);
    stos_cards hand = house->table.state.as.thegame.hand[0];
    int low = cards_take(&hand), high = cards_take(&hand);
    uint32_t last = house->table.last;
    for (int card = high + 1; card < 100; card++) {
        char turn[64];
        snprintf(turn, sizeof turn, "%d@U1;%d@U1;end;%d@U1", low, high, card);
        assert_int_equal(move_on(house, ANN, house->table.position, turn), TABLE_ILLEGAL);
        assert_int_equal(house->answer.error.reason, STOS_NOT_YOUR_TURN);
    }
    assert_int_equal(house->table.last, last);
    house_close(house);
}

static void a_choice_of_ends_is_not_stale_because_somebody_else_chose(void **state)
{
    struct house *house = house_of("lie(players=3)");
    char text[3][STOS_MOVE_TEXT];
    (void)state;
    house_begin(house, 3);
    for (int seat = 0; seat < 3; seat++)
        move_text_at(house, seat, 0, text[seat]);
    assert_int_equal(move_on(house, CAT, 0, text[2]), TABLE_OK);
    assert_int_equal(move_on(house, ANN, 0, text[0]), TABLE_OK);
    assert_int_equal(house->table.position, 0);
    assert_int_equal(move_on(house, BEN, 0, text[1]), TABLE_OK);
    assert_int_equal(house->table.position, 1);
    house_close(house);
}

/* LI3: until all have chosen; the others are told no more than that somebody shows. */
static void LI3_ends_may_be_chosen_again_until_all_have_chosen(void **state)
{
    struct house *house = house_of("lie(players=2,start=0)");
    char first[STOS_MOVE_TEXT], second[STOS_MOVE_TEXT];
    (void)state;
    house_begin(house, 2);
    move_text_at(house, 0, 0, first);
    move_text_at(house, 0, 1, second);
    uint32_t position = house->table.position;
    assert_int_equal(do_move(house, ANN, first), TABLE_OK);
    assert_int_equal(do_move(house, ANN, second), TABLE_OK);
    assert_int_equal(stos_actors(&house->table.state), 2);
    assert_int_equal(house->table.position, position);
    char told[512] = "";
    stos_writer writer = stos_writer_on(told, sizeof told);
    table_event_json(&writer, &house->table, &house->answer.event[0], 1);
    assert_non_null(strstr(told, "\"move\":\"show\""));
    play_one(house, 0);
    assert_int_equal(do_move(house, BEN, first), TABLE_ILLEGAL);
    assert_int_equal(do_move(house, ANN, first), TABLE_ILLEGAL);
    assert_int_equal(house->answer.error.reason, STOS_ENDS_ARE_LOCKED);
    house_close(house);
}

static void LI3_people_and_bots_agree_who_starts(void **state)
{
    struct house *house = house_of("lie(players=3,start=agree)");
    (void)state;
    assert_int_equal(do_sit(house, ANN, 0), TABLE_OK);
    house_come(house, 0);
    for (int seat = 1; seat < 3; seat++)
        assert_int_equal(do_text(house, ANN, TABLE_FILL, seat, "steady"), TABLE_OK);
    assert_int_equal(do_verb(house, ANN, TABLE_BEGIN), TABLE_OK);
    assert_int_equal(table_bots_due(&house->table), 0); /* they wait for the people */
    assert_int_equal(do_move(house, ANN, "start 2"), TABLE_OK);
    bot_moves(house, 1, stos_move_make(STOS_START, 0, 0));
    bot_moves(house, 2, stos_move_make(STOS_START, 0, 0));
    assert_int_equal(stos_phase(&house->table.state), STOS_PHASE_SHOW);
    assert_int_equal(house->table.state.as.lie.table.starter, 2);
    house_close(house);
}

static void a_move_on_an_old_position_is_refused(void **state)
{
    struct house *house = house_of("facetoface(start=0)");
    char text[STOS_MOVE_TEXT];
    (void)state;
    house_begin(house, 2);
    move_text_at(house, 0, 0, text);
    assert_int_equal(move_on(house, ANN, 0, text), TABLE_OK);
    move_text_at(house, 0, 0, text);
    assert_int_equal(move_on(house, ANN, 0, text), TABLE_STALE);
    assert_int_equal(move_on(house, ANN, 2, text), TABLE_STALE);
    assert_int_equal(move_on(house, ANN, 1, text), TABLE_OK);
    house_close(house);
}

static void a_move_that_the_rules_forbid_is_refused_with_the_clause(void **state)
{
    struct house *house = house_of("facetoface(start=0)");
    char text[STOS_MOVE_TEXT];
    (void)state;
    assert_int_equal(do_move(house, ANN, "end"), TABLE_NOT_HERE);
    do_sit(house, ANN, 0);
    assert_int_equal(do_move(house, ANN, "end"), TABLE_NO_GAME);
    house_begin(house, 2);
    assert_int_equal(do_move(house, ANN, "end"), TABLE_ILLEGAL);
    assert_string_equal(stos_error_clause(house->answer.error), "FF3");
    assert_int_equal(do_move(house, ANN, "fly"), TABLE_ILLEGAL);
    assert_string_equal(stos_error_code(house->answer.error), "bad_move");
    move_text_at(house, 0, 0, text);
    assert_int_equal(do_move(house, BEN, text), TABLE_ILLEGAL);
    assert_string_equal(stos_error_code(house->answer.error), "not_your_turn");
    house_close(house);
}

/* ---------------------------------------------------------------- requests sent twice */

static enum table_reason ask_with_ref(struct house *house, table_person person,
                                      enum table_verb verb, const char *text, const char *ref)
{
    return house_ask(house,
                     (struct table_request){.verb = (uint8_t)verb,
                                            .person = person,
                                            .seat = -1,
                                            .matter = TABLE_END,
                                            .yes = true,
                                            .text = text,
                                            .text_length = strlen(text),
                                            .ref = table_ref(person, ref, strlen(ref))});
}

static void a_request_sent_twice_is_done_once(void **state)
{
    struct house *house = house_of("thegame(players=2)");
    (void)state;
    assert_int_equal(ask_with_ref(house, ANN, TABLE_SIT, "Ann", "1"), TABLE_OK);
    assert_int_equal(ask_with_ref(house, ANN, TABLE_SIT, "Ann", "1"), TABLE_AGAIN);
    assert_int_equal(ask_with_ref(house, BEN, TABLE_SIT, "Ben", "1"),
                     TABLE_OK); /* a ref belongs to its person */
    assert_int_equal(ask_with_ref(house, ANN, TABLE_BEGIN, "", "2"), TABLE_OK);
    assert_int_equal(ask_with_ref(house, ANN, TABLE_BEGIN, "", "2"), TABLE_AGAIN);
    assert_int_equal(ask_with_ref(house, ANN, TABLE_SAY, "hello", "3"), TABLE_OK);
    assert_int_equal(ask_with_ref(house, ANN, TABLE_SAY, "hello", "3"), TABLE_AGAIN);
    assert_int_equal(ask_with_ref(house, ANN, TABLE_MOVE, "start 9", "4"),
                     TABLE_ILLEGAL); /* refused: not remembered */
    assert_int_equal(ask_with_ref(house, ANN, TABLE_MOVE, "start 1", "4"), TABLE_OK);
    assert_int_equal(ask_with_ref(house, ANN, TABLE_MOVE, "start 0", "4"), TABLE_AGAIN);
    assert_int_equal(house->table.state.as.thegame.table.vote[0], 1);
    assert_int_equal(ask_with_ref(house, ANN, TABLE_AGREE, "", "5"), TABLE_OK);
    assert_int_equal(ask_with_ref(house, BEN, TABLE_AGREE, "", "5"), TABLE_OK); /* the game ends */
    assert_int_equal(ask_with_ref(house, BEN, TABLE_AGREE, "", "5"), TABLE_AGAIN);
    assert_int_equal(ask_with_ref(house, BEN, TABLE_LEAVE, "", "6"), TABLE_OK);
    assert_int_equal(ask_with_ref(house, BEN, TABLE_LEAVE, "", "6"),
                     TABLE_AGAIN); /* though the seat is empty */
    house_close(house);
}

static void a_repeat_is_answered_with_the_number_of_the_first_time(void **state)
{
    struct house *house = house_of("thegame(players=2)");
    (void)state;
    assert_int_equal(ask_with_ref(house, ANN, TABLE_SIT, "Ann", "1"), TABLE_OK);
    uint32_t sat = house->answer.number;
    assert_int_equal(sat, house->table.last);
    assert_int_equal(ask_with_ref(house, BEN, TABLE_SIT, "Ben", "1"), TABLE_OK);
    assert_int_equal(ask_with_ref(house, ANN, TABLE_BEGIN, "", "2"), TABLE_OK);
    assert_int_equal(ask_with_ref(house, ANN, TABLE_AGREE, "", "3"), TABLE_OK);
    assert_int_equal(ask_with_ref(house, BEN, TABLE_AGREE, "", "3"),
                     TABLE_OK); /* several events: it agrees, and the game is over */
    uint32_t agreed = house->answer.number;
    assert_true(agreed < house->table.last);
    assert_int_equal(house->answer.event[0].number, agreed);
    assert_int_equal(ask_with_ref(house, BEN, TABLE_AGREE, "", "3"), TABLE_AGAIN);
    assert_int_equal(house->answer.number, agreed);
    assert_int_equal(ask_with_ref(house, ANN, TABLE_SIT, "Ann", "1"), TABLE_AGAIN);
    assert_int_equal(house->answer.number, sat);
    assert_int_equal(ask_with_ref(house, ANN, TABLE_SIT, "Ann", "9"),
                     TABLE_OK); /* sits already: no event */
    assert_int_equal(house->answer.number, house->table.last);
    house_close(house);
}

static void the_last_requests_of_each_person_are_known_after_a_reload(void **state)
{
    struct house *house = house_of("thegame(players=2)");
    char ref[16];
    struct table_request request = {
        .verb = TABLE_SAY, .person = ANN, .seat = -1, .text = "hi", .text_length = 2};
    (void)state;
    house_begin(house, 2);
    for (int i = 0; i < 100; i++) {
        snprintf(ref, sizeof ref, "a%d", i);
        assert_int_equal(ask_with_ref(house, ANN, TABLE_SAY, "hi", ref), TABLE_OK);
        if (i < TABLE_REFS)
            assert_int_equal(ask_with_ref(house, BEN, TABLE_SAY, "hi", ref), TABLE_OK);
    }
    struct table_answer *answer = &house->answer;
    house_replay(house, &house->table);
    for (int i = 100 - TABLE_REFS; i < 100; i++) {
        snprintf(ref, sizeof ref, "a%d", i);
        request.ref = table_ref(ANN, ref, strlen(ref));
        table_ask(&house->table, &request, answer);
        assert_int_equal(answer->reason, TABLE_AGAIN);
    }
    assert_int_equal(ask_with_ref(house, BEN, TABLE_SAY, "hi", "a0"),
                     TABLE_AGAIN); /* the other's talk pushes none of mine out */
    house_close(house);
}

static void moving_to_another_seat_keeps_what_is_known_of_one(void **state)
{
    struct house *house = house_of("thegame(players=3)");
    (void)state;
    do_sit(house, ANN, 0);
    assert_int_equal(ask_with_ref(house, ANN, TABLE_SAY, "hi", "x"), TABLE_OK);
    assert_int_equal(do_sit(house, ANN, 2), TABLE_OK);
    assert_int_equal(do_sit(house, BEN, 0), TABLE_OK);
    assert_int_equal(ask_with_ref(house, ANN, TABLE_SAY, "hi", "x"), TABLE_AGAIN);
    house_close(house);
}

/* ---------------------------------------------------------------- taking back */

static struct house *duel(void)
{
    struct house *house = house_of("facetoface(start=0)");
    house_begin(house, 2);
    return house;
}

static void FF10_the_running_turn_may_be_taken_back_card_by_card(void **state)
{
    struct house *house = duel();
    (void)state;
    stos_state before = house->table.state;
    assert_int_equal(do_verb(house, ANN, TABLE_TAKE_BACK), TABLE_NO_TAKE_BACK);
    play_one(house, 0);
    stos_state after_one = house->table.state;
    play_one(house, 0);
    assert_int_equal(do_verb(house, BEN, TABLE_TAKE_BACK), TABLE_NO_TAKE_BACK);
    uint32_t position = house->table.position;
    assert_int_equal(do_verb(house, ANN, TABLE_TAKE_BACK), TABLE_OK);
    assert_memory_equal(&house->table.state, &after_one, sizeof after_one);
    assert_true(house->table.position > position);
    assert_int_equal(do_verb(house, ANN, TABLE_TAKE_BACK), TABLE_OK);
    assert_memory_equal(&house->table.state, &before, sizeof before);
    assert_int_equal(do_verb(house, ANN, TABLE_TAKE_BACK), TABLE_NO_TAKE_BACK);
    play_one(house, 0);
    play_one(house, 0);
    assert_int_equal(do_move(house, ANN, "end"), TABLE_OK);
    assert_int_equal(do_verb(house, ANN, TABLE_TAKE_BACK), TABLE_NO_TAKE_BACK);
    house_close(house);
}

static void a_table_may_forbid_taking_back(void **state)
{
    struct table_settings settings = house_settings("facetoface(start=0)");
    (void)state;
    settings.takeback = false;
    struct house *house = house_open(&settings);
    house_begin(house, 2);
    play_one(house, 0);
    assert_int_equal(do_verb(house, ANN, TABLE_TAKE_BACK), TABLE_NO_TAKE_BACK);
    house_close(house);
}

/* One person and a bot at a table of THE GAME. */
static struct house *with_a_bot(void)
{
    struct house *house = house_of("thegame(players=2,start=0)");
    assert_int_equal(do_sit(house, ANN, 0), TABLE_OK);
    assert_int_equal(do_text(house, ANN, TABLE_FILL, 1, "steady"), TABLE_OK);
    assert_int_equal(do_verb(house, ANN, TABLE_BEGIN), TABLE_OK);
    return house;
}

static bool says_takes_back(const struct house *house, bool expected)
{
    static char told[1 << 14];
    stos_writer writer = stos_writer_on(told, sizeof told);
    table_now_json(&writer, &house->table, 0, house->now_ms, false);
    return strstr(told, expected ? "\"takes_back\":true" : "\"takes_back\":false") != NULL;
}

static void TG17_with_bots_only_the_turn_may_be_taken_back_until_its_end(void **state)
{
    struct house *house = with_a_bot();
    (void)state;
    stos_state before = house->table.state;
    assert_true(table_takes_back(&house->table) && says_takes_back(house, true));
    play_one(house, 0);
    play_one(house, 0);
    assert_int_equal(do_verb(house, ANN, TABLE_TAKE_BACK), TABLE_OK);
    assert_int_equal(do_verb(house, ANN, TABLE_TAKE_BACK), TABLE_OK);
    assert_memory_equal(&house->table.state, &before, sizeof before);
    play_one(house, 0);
    play_one(house, 0);
    assert_int_equal(do_move(house, ANN, "end"), TABLE_OK);
    assert_int_equal(do_verb(house, ANN, TABLE_TAKE_BACK), TABLE_NO_TAKE_BACK);
    house_close(house);
}

/* Whatever the setting, and also while the other one is away or gone. */
static void TG17_with_other_people_a_placed_card_is_final(void **state)
{
    struct house *house = house_of("thegame(players=2,start=0)");
    (void)state;
    house_begin(house, 2);
    assert_true(house->table.settings.takeback && !table_takes_back(&house->table) &&
                says_takes_back(house, false));
    play_one(house, 0);
    stos_state after = house->table.state;
    assert_int_equal(do_verb(house, ANN, TABLE_TAKE_BACK), TABLE_CARD_IS_FINAL);
    assert_int_equal(do_verb(house, BEN, TABLE_TAKE_BACK), TABLE_NO_TAKE_BACK);
    assert_int_equal(do_verb(house, BEN, TABLE_LEAVE), TABLE_OK);
    assert_int_equal(do_verb(house, ANN, TABLE_TAKE_BACK), TABLE_CARD_IS_FINAL);
    assert_memory_equal(&house->table.state, &after, sizeof after);
    house_close(house);
}

static void TG17_a_log_from_before_the_rule_is_still_read(void **state)
{
    struct house *house = house_of("thegame(players=2,start=0)");
    struct table_event back = {.kind = TABLE_EVENT_TAKE_BACK, .seat = 0};
    (void)state;
    house_begin(house, 2);
    stos_state before = house->table.state;
    play_one(house, 0);
    back.number = house->table.last + 1;
    back.at_ms = house->now_ms;
    house_write(house, &back);
    assert_memory_equal(&house->table.state, &before, sizeof before);
    house_close(house);
}

static void a_bid_is_never_taken_back(void **state)
{
    struct house *house = house_of("lie(players=2,start=0)");
    (void)state;
    house_begin(house, 2);
    for (int i = 0; i < 3; i++)
        play_one(house, 0);
    assert_int_equal(do_verb(house, ANN, TABLE_TAKE_BACK), TABLE_NO_TAKE_BACK);
    house_close(house);
}

/* ---------------------------------------------------------------- the end */

static void the_move_that_ends_a_game_says_so(void **state)
{
    static const char *const rules[] = {"thegame(players=2,start=lot)", "facetoface",
                                        "lie(players=2)"};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct house *house = house_of(rules[i]);
        char result[STOS_RESULT_TEXT];
        house_begin(house, 2);
        play_to_the_end(house);
        stos_result_text(&house->table.state, result);
        assert_int_equal(kind_at(house, 0), TABLE_EVENT_MOVE);
        assert_int_equal(kind_at(house, 1), TABLE_EVENT_OVER);
        assert_string_equal(house->table.result, result);
        assert_true(table_is_over(&house->table));
        assert_int_equal(do_move(house, ANN, "end"), TABLE_NO_GAME);
        house_close(house);
    }
}

static void resigning_a_duel_loses_it(void **state)
{
    static const char *const rules[] = {"facetoface", "lie(players=2)"};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct house *house = house_of(rules[i]);
        do_sit(house, ANN, 0);
        assert_int_equal(do_verb(house, ANN, TABLE_RESIGN), TABLE_NO_GAME);
        house_begin(house, 2);
        assert_int_equal(do_verb(house, BEN, TABLE_RESIGN), TABLE_OK);
        assert_int_equal(kind_at(house, 0), TABLE_EVENT_OVER);
        assert_string_equal(house->table.result, "winner 0");
        assert_int_equal(house->table.phase, TABLE_OVER);
        house_close(house);
    }
}

static void resigning_elsewhere_leaves_the_rest_to_a_bot(void **state)
{
    static const char *const rules[] = {"thegame(players=3,start=1)", "lie(players=3,start=1)"};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct house *house = house_of(rules[i]);
        char text[STOS_MOVE_TEXT];
        house_begin(house, 3);
        assert_int_equal(do_verb(house, BEN, TABLE_RESIGN), TABLE_OK);
        assert_int_equal(house->table.seat[1].stand_in, TABLE_RESIGNED);
        assert_int_equal(do_verb(house, BEN, TABLE_RESIGN), TABLE_OK);
        assert_int_equal(house->answer.events, 0);
        assert_true(table_bots_due(&house->table) >> 1 & 1);
        move_text_at(house, 1, 0, text);
        assert_int_equal(do_move(house, BEN, text), TABLE_ILLEGAL); /* given up is given up */
        assert_ptr_equal(table_bot_of(&house->table, 1),
                         bot_usual(house->table.settings.rules.game));
        bot_moves(house, 1, stos_move_at(&house->table.state, 1, 0));
        assert_int_equal(house->answer.reason, TABLE_OK);
        assert_int_equal(house->answer.event[0].stand_in, TABLE_RESIGNED);
        house_close(house);
    }
}

static void both_agree(struct house *house, enum table_matter matter)
{
    assert_int_equal(do_agree(house, ANN, matter, true), TABLE_OK);
    assert_int_equal(do_agree(house, BEN, matter, true), TABLE_OK);
}

static void everybody_agrees_on_a_rematch(void **state)
{
    struct house *house = house_of("facetoface");
    (void)state;
    house_begin(house, 2);
    assert_int_equal(do_agree(house, ANN, TABLE_REMATCH, true), TABLE_GAME_RUNS);
    do_verb(house, ANN, TABLE_RESIGN);
    stos_seed seed = house->table.seed;
    uint32_t position = house->table.position;
    assert_int_equal(do_agree(house, ANN, TABLE_REMATCH, true), TABLE_OK);
    assert_int_equal(house->table.phase, TABLE_OVER);
    assert_int_equal(do_agree(house, BEN, TABLE_REMATCH, true), TABLE_OK);
    assert_int_equal(kind_at(house, 1), TABLE_EVENT_DEAL);
    assert_int_equal(house->table.games, 2);
    assert_string_equal(house->table.result, "");
    assert_memory_not_equal(&house->table.seed, &seed, sizeof seed);
    assert_true(house->table.position >= position);
    assert_int_equal(house->table.seat[0].agreed, 0);
    house_close(house);
}

static void the_same_deal_is_the_same_deal(void **state)
{
    struct house *house = house_of("thegame(players=2,start=0)");
    (void)state;
    house_begin(house, 2);
    stos_state dealt = house->table.state;
    play_one(house, 0);
    do_agree(house, ANN, TABLE_END, true);
    do_agree(house, BEN, TABLE_END, true);
    assert_string_equal(house->table.result, "unfinished");
    do_agree(house, BEN, TABLE_SAME_DEAL, true);
    do_agree(house, ANN, TABLE_SAME_DEAL, true);
    assert_int_equal(house->table.games, 2);
    assert_memory_equal(&house->table.state, &dealt, sizeof dealt);
    assert_string_equal(house->table.commitment, HOUSE_COMMITMENT);
    house_close(house);
}

/* Duplicate play: so many deals with the same rules, and none after the last; repeating one is not
 * the next. */
static void a_series_ends_with_its_last_deal(void **state)
{
    struct table_settings settings = house_settings("thegame(players=2,start=0)");
    (void)state;
    memcpy(settings.series, "vabosose", sizeof "vabosose");
    settings.deals = 2;
    struct house *house = house_open(&settings);
    house_begin(house, 2);
    assert_int_equal(house->table.fresh_deals, 1);
    both_agree(house, TABLE_END);
    both_agree(house, TABLE_SAME_DEAL);
    assert_int_equal(house->table.fresh_deals, 1);
    both_agree(house, TABLE_END);
    assert_int_equal(do_text(house, ANN, TABLE_LOBBY, -1, "thegame(players=3,start=0)"),
                     TABLE_SERIES_STAYS);
    both_agree(house, TABLE_REMATCH);
    assert_int_equal(house->table.fresh_deals, 2);
    both_agree(house, TABLE_END);
    assert_int_equal(do_agree(house, ANN, TABLE_REMATCH, true), TABLE_SERIES_OVER);
    assert_int_equal(do_verb(house, ANN, TABLE_BEGIN), TABLE_SERIES_OVER);
    assert_int_equal(do_text(house, ANN, TABLE_LOBBY, -1, ""), TABLE_OK);
    assert_int_equal(do_verb(house, ANN, TABLE_BEGIN), TABLE_SERIES_OVER);
    house_close(house);
}

static void seats_may_change_between_games(void **state)
{
    struct house *house = house_of("facetoface");
    (void)state;
    house_begin(house, 2);
    do_verb(house, ANN, TABLE_RESIGN);
    assert_int_equal(do_verb(house, BEN, TABLE_LEAVE), TABLE_OK);
    assert_int_equal(do_sit(house, CAT, -1), TABLE_OK);
    assert_int_equal(house->table.phase, TABLE_OVER);
    do_agree(house, ANN, TABLE_REMATCH, true);
    assert_int_equal(do_text(house, ANN, TABLE_FILL, 1, "steady"),
                     TABLE_OK); /* the last one who did not agree is gone */
    assert_int_equal(kind_at(house, 2), TABLE_EVENT_DEAL);
    house_close(house);
}

static void nobody_ends_a_duel_or_repeats_a_deal_for_somebody_away(void **state)
{
    struct house *house = house_of("lie(players=2)");
    (void)state;
    house_begin(house, 2);
    house->table.seat[1].stand_in = TABLE_AWAY;
    do_agree(house, ANN, TABLE_END, true);
    assert_int_equal(house->table.phase, TABLE_PLAYING);
    house->table.seat[1].stand_in = TABLE_NO_STAND_IN;
    do_verb(house, ANN, TABLE_RESIGN);
    assert_false(house->table.repeats);
    do_agree(house, ANN, TABLE_SAME_DEAL, true);
    assert_int_equal(house->table.phase, TABLE_OVER);
    do_agree(house, BEN, TABLE_SAME_DEAL, true);
    assert_int_equal(house->table.phase, TABLE_PLAYING);
    assert_true(house->table.repeats);
    house_close(house);
}

/* ---------------------------------------------------------------- bots */

static void bots_vote_after_the_people_and_with_them(void **state)
{
    struct house *house = house_of("thegame(players=5)");
    (void)state;
    do_sit(house, ANN, 1);
    house_come(house, 1);
    do_sit(house, BEN, 3);
    house_come(house, 3);
    for (int seat = 0; seat < 5; seat += 2)
        do_text(house, ANN, TABLE_FILL, seat, "random");
    do_verb(house, ANN, TABLE_BEGIN);
    assert_int_equal(table_bots_due(&house->table), 0); /* the people first */
    do_move(house, ANN, "start 4");
    assert_int_equal(table_bots_due(&house->table), 0);
    do_move(house, BEN, "start 3");
    assert_int_equal(table_bots_due(&house->table), 0); /* they do not agree yet */
    bot_moves(house, 0, stos_move_make(STOS_START, 3, 0));
    assert_int_equal(house->answer.reason, TABLE_STALE);
    do_move(house, ANN, "start 3");
    for (int seat = 0; seat < 5; seat += 2) {
        assert_int_equal(table_bots_due(&house->table), 1 << seat);
        bot_moves(house, seat,
                  stos_move_make(STOS_START, seat, 0)); /* it may think what it likes */
        assert_int_equal(house->answer.reason, TABLE_OK);
    }
    assert_int_equal(house->table.state.as.thegame.table.phase, STOS_PHASE_PLAY);
    assert_int_equal(house->table.state.as.thegame.table.turn, 3);
    house_close(house);
}

static void bots_follow_people_who_change_their_mind(void **state)
{
    struct house *house = house_of("thegame(players=3)");
    (void)state;
    do_sit(house, ANN, 1);
    house_come(house, 1);
    do_text(house, ANN, TABLE_FILL, 0, "random");
    do_text(house, ANN, TABLE_FILL, 2, "random");
    do_verb(house, ANN, TABLE_BEGIN);
    do_move(house, ANN, "start 0");
    bot_moves(house, 0, stos_move_make(STOS_START, 0, 0));
    do_move(house, ANN, "start 2");
    assert_int_equal(table_bots_due(&house->table), 1);
    bot_moves(house, 0, stos_move_make(STOS_START, 0, 0));
    bot_moves(house, 2, stos_move_make(STOS_START, 0, 0));
    assert_int_equal(house->table.state.as.thegame.table.turn, 2);
    house_close(house);
}

static void bots_alone_agree_with_the_first_of_them(void **state)
{
    struct house *house = house_of("thegame(players=4)");
    (void)state;
    for (int seat = 0; seat < 4; seat++)
        do_text(house, ANN, TABLE_FILL, seat, "random");
    assert_int_equal(do_verb(house, ANN, TABLE_BEGIN), TABLE_OK); /* an owner need not sit */
    bot_moves(house, 0, stos_move_make(STOS_START, 2, 0));
    for (int seat = 1; seat < 4; seat++)
        bot_moves(house, seat, stos_move_make(STOS_START, seat, 0));
    assert_int_equal(house->table.state.as.thegame.table.turn, 2);
    house_close(house);
}

/* Whatever bots sit there, a table of bots plays to the end. */
static void a_table_of_bots_plays_to_the_end(void **state)
{
    static const char *const rules[] = {"thegame(players=3)", "facetoface", "lie(players=4)"};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct house *house = house_of(rules[i]);
        for (int seat = 0; seat < table_seats(&house->table); seat++)
            do_text(house, ANN, TABLE_FILL, seat, seat % 2 ? "random" : "steady");
        do_verb(house, ANN, TABLE_BEGIN);
        for (int step = 0; house->table.phase == TABLE_PLAYING; step++) {
            assert_true(step < 5000);
            stos_seats due = table_bots_due(&house->table);
            assert_true(due != 0);
            int seat = __builtin_ctz(due);
            stos_view view;
            table_look(&house->table, seat, &view);
            struct bot_request request = {
                .view = &view, .hints = &house->table.hints, .seed = (uint64_t)step};
            bot_moves(house, seat, bot_choose(table_bot_of(&house->table, seat), &request));
            assert_int_equal(house->answer.reason, TABLE_OK);
        }
        assert_true(table_is_over(&house->table));
        house_close(house);
    }
}

static void a_bot_moves_only_where_it_is_due(void **state)
{
    struct house *house = house_of("lie(players=3,start=0)");
    char text[STOS_MOVE_TEXT];
    (void)state;
    do_sit(house, ANN, 0);
    house_come(house, 0);
    do_text(house, ANN, TABLE_FILL, 1, "random");
    do_text(house, ANN, TABLE_FILL, 2, "steady");
    do_verb(house, ANN, TABLE_BEGIN);
    assert_int_equal(table_bots_due(&house->table), 6); /* the choice of ends is everybody's */
    assert_null(table_bot_of(&house->table, 0));
    assert_string_equal(table_bot_of(&house->table, 1)->name, "random");
    stos_move move = stos_move_at(&house->table.state, 1, 0);
    bot_moves(house, 0, stos_move_at(&house->table.state, 0, 0));
    assert_int_equal(house->answer.reason, TABLE_STALE);
    bot_moves(house, 1, move);
    assert_int_equal(house->answer.reason, TABLE_OK);
    bot_moves(house, 1, move); /* again */
    assert_int_equal(house->answer.reason, TABLE_STALE);
    bot_moves(house, 2, stos_move_make(STOS_CALL, 0, 0));
    assert_int_equal(house->answer.reason, TABLE_ILLEGAL);
    table_ask_for_bot(&house->table, 2, 7, move, house->now_ms, &house->answer);
    assert_int_equal(house->answer.reason, TABLE_STALE);
    move_text_at(house, 0, 0, text);
    assert_int_equal(do_move(house, ANN, text), TABLE_OK);
    house_close(house);
}

static void wanting_another_next_game_withdraws_the_first_wish(void **state)
{
    struct house *house = house_of("thegame(players=2,start=0)");
    (void)state;
    house_begin(house, 2);
    do_agree(house, ANN, TABLE_END, true);
    do_agree(house, BEN, TABLE_END, true);
    do_agree(house, ANN, TABLE_REMATCH, true);
    do_agree(house, BEN, TABLE_SAME_DEAL, true);
    assert_int_equal(house->table.phase, TABLE_OVER); /* they differ */
    assert_int_equal(do_agree(house, ANN, TABLE_SAME_DEAL, true), TABLE_OK);
    assert_int_equal(house->table.phase, TABLE_PLAYING);
    assert_int_equal(house->table.games, 2);
    do_agree(house, ANN, TABLE_END, true);
    do_agree(house, BEN, TABLE_END, true);
    do_agree(house, ANN, TABLE_REMATCH, true);
    do_agree(house, ANN, TABLE_SAME_DEAL, true);
    do_agree(house, BEN, TABLE_REMATCH, true);
    assert_int_equal(house->table.phase, TABLE_OVER); /* Ann no longer wants a new deal */
    house_close(house);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_vote_is_not_stale_because_somebody_else_voted),
        cmocka_unit_test(a_turn_in_one_request_happens_whole_or_not_at_all),
        cmocka_unit_test(nothing_in_one_request_comes_after_the_end_of_a_turn),
        cmocka_unit_test(a_choice_of_ends_is_not_stale_because_somebody_else_chose),
        cmocka_unit_test(LI3_ends_may_be_chosen_again_until_all_have_chosen),
        cmocka_unit_test(LI3_people_and_bots_agree_who_starts),
        cmocka_unit_test(a_move_on_an_old_position_is_refused),
        cmocka_unit_test(a_move_that_the_rules_forbid_is_refused_with_the_clause),
        cmocka_unit_test(a_request_sent_twice_is_done_once),
        cmocka_unit_test(a_repeat_is_answered_with_the_number_of_the_first_time),
        cmocka_unit_test(the_last_requests_of_each_person_are_known_after_a_reload),
        cmocka_unit_test(moving_to_another_seat_keeps_what_is_known_of_one),
        cmocka_unit_test(FF10_the_running_turn_may_be_taken_back_card_by_card),
        cmocka_unit_test(TG17_with_bots_only_the_turn_may_be_taken_back_until_its_end),
        cmocka_unit_test(TG17_with_other_people_a_placed_card_is_final),
        cmocka_unit_test(TG17_a_log_from_before_the_rule_is_still_read),
        cmocka_unit_test(a_table_may_forbid_taking_back),
        cmocka_unit_test(a_bid_is_never_taken_back),
        cmocka_unit_test(the_move_that_ends_a_game_says_so),
        cmocka_unit_test(resigning_a_duel_loses_it),
        cmocka_unit_test(resigning_elsewhere_leaves_the_rest_to_a_bot),
        cmocka_unit_test(everybody_agrees_on_a_rematch),
        cmocka_unit_test(the_same_deal_is_the_same_deal),
        cmocka_unit_test(a_series_ends_with_its_last_deal),
        cmocka_unit_test(seats_may_change_between_games),
        cmocka_unit_test(nobody_ends_a_duel_or_repeats_a_deal_for_somebody_away),
        cmocka_unit_test(bots_vote_after_the_people_and_with_them),
        cmocka_unit_test(bots_follow_people_who_change_their_mind),
        cmocka_unit_test(bots_alone_agree_with_the_first_of_them),
        cmocka_unit_test(a_table_of_bots_plays_to_the_end),
        cmocka_unit_test(a_bot_moves_only_where_it_is_due),
        cmocka_unit_test(wanting_another_next_game_withdraws_the_first_wish),
    };
    return cmocka_run_group_tests_name("table_play", tests, NULL, NULL);
}
