/*
 * test_record.c - records: written and read back, and every kind of damage refused with its line,
 * reason and clause.
 */
#include "support.h"

#define HEADER "stos record 1\n"
#define RULES "rules: thegame(players=2,min=2,hand=full,fire=off,start=agree)\n"
#define CARDS \
    "2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 " \
    "35 36 37 38 39 40 41 42 43 " \
    "44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 73 " \
    "74 75 76 77 78 79 80 81 82 " \
    "83 84 85 86 87 88 89 90 91 92 93 94 95 96 97 "
#define DECK "deck: " CARDS "98 99\n"
#define HEAD HEADER RULES DECK           /* three lines; seat 0 holds 2-8, seat 1 holds 9-15 */
#define VOTES "0: start 1\n1: start 1\n" /* two more */
#define TURN "1: 9@U1, 10@U1, end\n"     /* line 6 */
#define RESULT "result: unfinished\n"    /* line 7 */
#define WHOLE HEAD VOTES TURN RESULT

/* ---------------------------------------------------------------- reading to the end or to the
 * first error */

static stos_error read_all(stos_reader *reader, const char *text, size_t length)
{
    int seat;
    stos_move move = 1;
    stos_error error = stos_record_open(reader, text, length);
    while (!error.reason && move)
        error = stos_record_step(reader, &seat, &move);
    return error;
}

static void accepted(const char *text)
{
    stos_reader reader;
    stos_error error = read_all(&reader, text, strlen(text));
    if (error.reason)
        fail_msg("line %d: %s", reader.line, stos_error_code(error));
    assert_true(reader.done);
}

/* Refused in this line, for this reason, under this code and clause. */
static void damaged(const char *text, int line, enum stos_reason reason, const char *code,
                    const char *clause)
{
    stos_reader reader;
    stos_error error = read_all(&reader, text, strlen(text));
    assert_int_equal(error.reason, reason);
    assert_int_equal(reader.line, line);
    assert_string_equal(stos_error_code(error), code);
    assert_string_equal(stos_error_clause(error), clause);
}

/* The refused part of the line, as the error tells it. */
static void refused_part(const char *text, const char *part)
{
    stos_reader reader;
    stos_error error = read_all(&reader, text, strlen(text));
    assert_int_not_equal(error.reason, STOS_OK);
    assert_int_equal(error.length, strlen(part));
    assert_memory_equal(reader.line_start + error.at, part, error.length);
}

/* A game that a seeded player has finished. */
static size_t finished(const char *rules, char *text, size_t size)
{
    stos_record_head head = {.rules = rules_of(rules),
                             .seed = stos_seed_number(77),
                             .has_seed = true,
                             .name = {"Anna", "Bartek"}};
    stos_writer writer = stos_writer_on(text, size);
    stos_random random = stos_random_from(5);
    stos_state state;
    assert_int_equal(stos_record_deal(&head, &state).reason, STOS_OK);
    stos_record_write_head(&writer, &head);
    while (!stos_over(&state)) {
        int seat = __builtin_ctz(stos_actors(&state));
        int count = stos_move_count(&state, seat);
        stos_move move =
            stos_move_at(&state, seat, (int)stos_random_below(&random, (uint32_t)count));
        stos_record_write_move(&writer, head.rules.game, seat, move);
        stos_play(&state, seat, move);
    }
    stos_record_write_result(&writer, &state);
    assert_true(writer.length < size);
    return writer.length;
}

/* ---------------------------------------------------------------- good records */

static void a_record_is_written_as_people_read_it(void **unused)
{
    (void)unused;
    char text[4096];
    stos_record_head head = {
        .rules = rules_of("thegame(players=2)"), .has_deck = true, .name = {"Anna", "Jan Å"}};
    head.deck = deck_of(head.rules.game, "");
    stos_writer writer = stos_writer_on(text, sizeof text);
    stos_state state;
    stos_record_deal(&head, &state);
    stos_record_write_head(&writer, &head);
    static const struct {
        int seat;
        const char *move;
    } steps[] = {{0, "start 1"}, {1, "start 1"}, {1, "9@U1"},
                 {1, "10@U1"},   {1, "end"},     {0, "8@D1"}};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        stos_record_write_move(&writer, head.rules.game, steps[i].seat,
                               move_of(&state, steps[i].move));
        play(&state, steps[i].seat, steps[i].move);
    }
    stos_record_write_result(&writer, &state);
    assert_string_equal(text,
                        HEAD "player 0: Anna\nplayer 1: Jan Å\n0: start 1\n1: start 1, 9@U1, "
                             "10@U1, end\n0: 8@D1\n" RESULT);
    assert_int_equal(writer.length, strlen(text));
    accepted(text);
}

static void a_record_tells_how_it_was_dealt_and_who_played(void **unused)
{
    (void)unused;
    stos_reader reader;
    static const char text[] = HEADER "rules: lie(players=2)\nseed: fast:9\nplayer 1: Ōba\n" RESULT;
    assert_int_equal(stos_record_open(&reader, text, sizeof text - 1).reason, STOS_OK);
    stos_seed seed = stos_seed_fast(9);
    assert_true(reader.head.has_seed && !reader.head.has_deck);
    assert_memory_equal(&reader.head.seed, &seed, sizeof seed);
    assert_string_equal(reader.head.name[0], "");
    assert_string_equal(reader.head.name[1], "Ōba");
    assert_int_equal(stos_rules_seats(&reader.head.rules), 2);
}

static void steps_tell_seat_move_and_state_one_by_one(void **unused)
{
    (void)unused;
    stos_reader reader;
    int seat;
    stos_move move;
    assert_int_equal(stos_record_open(&reader, WHOLE, strlen(WHOLE)).reason, STOS_OK);
    stos_record_step(&reader, &seat, &move);
    assert_true(seat == 0 && move == stos_move_make(STOS_START, 1, 0) && reader.line == 4);
    stos_record_step(&reader, &seat, &move);
    stos_record_step(&reader, &seat, &move);
    assert_true(seat == 1 && move == stos_move_make(STOS_PLACE, 9, 0) && reader.line == 6);
    assert_int_equal(reader.state.as.thegame.table.top[0], 9);
    stos_record_step(&reader, &seat, &move);
    stos_record_step(&reader, &seat, &move);
    assert_int_equal(stos_move_kind(move), STOS_END);
    assert_false(reader.done);
    assert_int_equal(stos_record_step(&reader, &seat, &move).reason, STOS_OK);
    assert_true(reader.done && move == STOS_NO_MOVE);
    assert_int_equal(stos_record_step(&reader, &seat, &move).reason, STOS_OK);
    assert_int_equal(move, STOS_NO_MOVE);
}

static void comments_empty_lines_and_windows_line_ends_are_passed_over(void **unused)
{
    (void)unused;
    accepted("# a comment\n\n" HEADER "\n# more\n" RULES "#\n" DECK "\n\n" VOTES
             "# seat 1 plays\n" TURN "\n" RESULT "\n# the end\n\n");
    accepted(
        "stos record 1\r\nrules: thegame\r\nseed: 1\r\nplayer 0: Anna\r\nresult: unfinished\r\n");
    accepted("stos record 1\r\nrules: lie(players=2,start=0)\r\ndeck: 12 12 13 13 14 14 15 15 16 "
             "16 23 23 24 24 25 25 26 26 34 34 35 35 36 "
             "36 45 45 "
             "46 46 56 56\r\n0: show 1\r\n1: show 2\r\n0: 1x1\r\nresult: unfinished\r\n");
}

static void a_byte_order_mark_at_the_start_is_passed_over(void **unused)
{
    (void)unused;
    accepted("\xef\xbb\xbf" WHOLE);
    accepted("\xef\xbb\xbf# a comment\n" WHOLE);
    damaged("\xef\xbb\xbf\xef\xbb\xbf" WHOLE, 1, STOS_RECORD_NO_HEADER, "bad_record", "");
    damaged(HEADER "\xef\xbb\xbf" RULES DECK RESULT, 2, STOS_RECORD_NO_RULES, "bad_record", "");
    refused_part("\xef\xbb\xbf" HEADER "rules: chess\n", "chess");
}

static void the_last_line_may_end_with_the_text(void **unused)
{
    (void)unused;
    accepted(HEADER "rules: thegame\nseed: 1\nresult: unfinished");
}

static void deals_come_from_a_seed_a_deck_or_both(void **unused)
{
    (void)unused;
    accepted(HEADER "rules: thegame\nseed: 12\n" RESULT);
    accepted(HEADER RULES DECK RESULT);
    accepted(HEADER RULES "seed: 12\n" DECK RESULT);
}

static void the_writer_stays_in_its_room_and_counts_on(void **unused)
{
    (void)unused;
    char text[32];
    stos_record_head head = {
        .rules = rules_of("thegame"), .has_seed = true, .seed = stos_seed_number(1)};
    stos_writer writer = stos_writer_on(text, sizeof text);
    stos_record_write_head(&writer, &head);
    stos_record_write_move(&writer, head.rules.game, 0, stos_move_make(STOS_PLACE, 2, 0));
    assert_int_equal(strlen(text), sizeof text - 1);
    assert_true(writer.length > 100);
}

static void the_longest_deck_of_lie_is_read_back(void **unused)
{
    (void)unused;
    static char text[8192];
    stos_record_head head = {.rules = rules_of("lie"), .has_deck = true}; /* 30 lists of 30 cards */
    head.deck = deck_of(head.rules.game, "/////////////////////////////");
    assert_int_equal(head.deck.lists, 30);
    stos_writer writer = stos_writer_on(text, sizeof text);
    stos_record_write_head(&writer, &head);
    stos_reader reader;
    assert_int_equal(stos_record_open(&reader, text, writer.length).reason, STOS_OK);
    assert_memory_equal(&reader.head.deck, &head.deck, sizeof head.deck);
    damaged(HEADER "rules: lie\nseed: 1\ndeck: \n" RESULT, 4, STOS_BAD_DECK_SHAPE, "bad_deck", "");
}

/* ---------------------------------------------------------------- damage: the moves */

static void a_changed_move_is_refused_in_its_line_with_its_clause(void **unused)
{
    (void)unused;
    damaged(HEAD VOTES "1: 10@U1, 9@U1, end\n" RESULT, 6, STOS_RISING_REFUSES, "illegal_move",
            "TG5");
    refused_part(HEAD VOTES "1: 10@U1, 9@U1, end\n" RESULT, "9@U1");
    damaged(HEAD VOTES "1: 2@U1, 10@U1, end\n" RESULT, 6, STOS_CARD_NOT_HELD, "illegal_move", "");
    damaged(HEAD VOTES "1: 9@U1, end\n" RESULT, 6, STOS_TOO_FEW_PLACED, "illegal_move", "TG7");
    damaged(HEAD "1: 9@U1\n" RESULT, 4, STOS_STARTER_NOT_AGREED, "illegal_move", "TG3");
    damaged(HEAD "0: start 2\n" RESULT, 4, STOS_NO_SUCH_SEAT_TO_START, "illegal_move", "TG3");
}

static void what_is_no_move_is_refused(void **unused)
{
    (void)unused;
    damaged(HEAD VOTES "1: 9@X1\n" RESULT, 6, STOS_BAD_MOVE_TEXT, "bad_move", "");
    refused_part(HEAD VOTES "1: 9@U1, 10@U7\n" RESULT, "10@U7");
    damaged(HEAD VOTES "1: 9@U1, \n" RESULT, 6, STOS_BAD_MOVE_TEXT, "bad_move", "");
    damaged(HEAD VOTES "1: \n" RESULT, 6, STOS_BAD_MOVE_TEXT, "bad_move", "");
    damaged(HEAD VOTES "1: 9@U1 10@U1\n" RESULT, 6, STOS_BAD_MOVE_TEXT, "bad_move", "");
    damaged(HEAD VOTES "1: 3x4\n" RESULT, 6, STOS_BAD_MOVE_TEXT, "bad_move", "");
}

static void moves_are_separated_by_a_comma_and_a_space(void **unused)
{
    (void)unused;
    damaged(HEAD VOTES "1: 9@U1,10@U1\n" RESULT, 6, STOS_RECORD_BAD_LINE, "bad_record", "");
    damaged(HEAD VOTES "1: 9@U1\r10@U1\n" RESULT, 6, STOS_RECORD_BAD_LINE, "bad_record", "");
}

static void a_wrong_seat_is_refused(void **unused)
{
    (void)unused;
    damaged(HEAD VOTES "0: 2@U1\n" RESULT, 6, STOS_NOT_YOUR_TURN, "not_your_turn", "");
    damaged(HEAD VOTES "2: 2@U1\n" RESULT, 6, STOS_BAD_SEAT, "bad_seat", "");
    damaged(HEAD VOTES "6: 2@U1\n" RESULT, 6, STOS_RECORD_BAD_LINE, "bad_record", "");
    damaged(HEAD VOTES "-1: 2@U1\n" RESULT, 6, STOS_RECORD_BAD_LINE, "bad_record", "");
}

static void moves_after_the_end_of_the_game_are_refused(void **unused)
{
    (void)unused;
    static char text[16384];
    size_t length = finished("thegame", text, sizeof text);
    char *result = strstr(text, "result: ");
    assert_true(length > 0 && result);
    int lines = 1;
    for (const char *at = text; at < result; at++)
        lines += *at == '\n';
    snprintf(result, 64, "0: end\nresult: won\n");
    damaged(text, lines, STOS_GAME_OVER, "game_over", "");
}

/* ---------------------------------------------------------------- damage: the result */

static void a_result_that_does_not_follow_is_refused(void **unused)
{
    (void)unused;
    damaged(HEAD VOTES TURN "result: won\n", 7, STOS_RECORD_WRONG_RESULT, "bad_record", "");
    damaged(HEAD VOTES TURN "result: left 3\n", 7, STOS_RECORD_WRONG_RESULT, "bad_record", "");
    damaged(HEAD VOTES TURN "result: Unfinished\n", 7, STOS_RECORD_WRONG_RESULT, "bad_record", "");
    damaged(HEAD VOTES TURN "result: \n", 7, STOS_RECORD_WRONG_RESULT, "bad_record", "");
    refused_part(HEAD VOTES TURN "result: left 3\n", "left 3");
}

static void a_finished_game_is_not_unfinished(void **unused)
{
    (void)unused;
    static char text[16384];
    static const char *const rules[] = {"thegame(players=2,start=0)", "facetoface",
                                        "lie(players=2)"};
    for (int i = 0; i < 3; i++) {
        finished(rules[i], text, sizeof text);
        accepted(text);
        snprintf(strstr(text, "result: "), 64, "result: unfinished\n");
        stos_reader reader;
        assert_int_equal(read_all(&reader, text, strlen(text)).reason, STOS_RECORD_WRONG_RESULT);
    }
}

static void a_record_without_a_result_is_cut(void **unused)
{
    (void)unused;
    damaged(HEAD VOTES TURN, 6, STOS_RECORD_NO_RESULT, "bad_record", "");
    damaged(HEAD VOTES TURN "# nothing more\n", 7, STOS_RECORD_NO_RESULT, "bad_record", "");
    damaged(HEAD, 3, STOS_RECORD_NO_RESULT, "bad_record", "");
}

static void nothing_may_follow_the_result(void **unused)
{
    (void)unused;
    damaged(WHOLE "0: 2@U2\n", 8, STOS_RECORD_AFTER_RESULT, "bad_record", "");
    damaged(WHOLE RESULT, 8, STOS_RECORD_AFTER_RESULT, "bad_record", "");
    refused_part(WHOLE "hello\n", "hello");
}

/* Without its last line end a record still says everything; every shorter part is refused. */
static void no_cut_record_is_accepted(void **unused)
{
    (void)unused;
    static char text[16384];
    static const char *const rules[] = {"thegame(players=2,start=0)", "facetoface",
                                        "lie(players=2)"};
    for (int i = 0; i < 3; i++) {
        size_t length = finished(rules[i], text, sizeof text);
        for (size_t cut = 0; cut + 1 < length; cut++) {
            char *part =
                malloc(cut + 1); /* of its own, so that the sanitizer sees a step too far */
            stos_reader reader;
            memcpy(part, text, cut);
            stos_error error = read_all(&reader, part, cut);
            if (!error.reason || reader.done)
                fail_msg("accepted after %zu of %zu bytes", cut, length);
            free(part);
        }
    }
}

/* ---------------------------------------------------------------- damage: the head */

static void the_first_line_must_say_what_it_is(void **unused)
{
    (void)unused;
    damaged("", 1, STOS_RECORD_NO_HEADER, "bad_record", "");
    damaged("\n\n", 2, STOS_RECORD_NO_HEADER, "bad_record", "");
    damaged("stos record 2\n" RULES DECK RESULT, 1, STOS_RECORD_NO_HEADER, "bad_record", "");
    damaged("stos record 10\n" RULES DECK RESULT, 1, STOS_RECORD_NO_HEADER, "bad_record", "");
    damaged(" stos record 1\n" RULES DECK RESULT, 1, STOS_RECORD_NO_HEADER, "bad_record", "");
    damaged(RULES DECK RESULT, 1, STOS_RECORD_NO_HEADER, "bad_record", "");
}

static void the_rules_come_first(void **unused)
{
    (void)unused;
    damaged(HEADER, 1, STOS_RECORD_NO_RULES, "bad_record", "");
    damaged(HEADER "seed: 1\n" RULES RESULT, 2, STOS_RECORD_NO_RULES, "bad_record", "");
    damaged(HEADER "player 0: A\n" RULES RESULT, 2, STOS_RECORD_NO_RULES, "bad_record", "");
    damaged(HEADER "0: end\n", 2, STOS_RECORD_NO_RULES, "bad_record", "");
}

static void bad_rules_are_shown_in_their_line(void **unused)
{
    (void)unused;
    damaged(HEADER "rules: chess\nseed: 1\n", 2, STOS_UNKNOWN_GAME, "unknown_game", "");
    damaged(HEADER "# c\nrules: lie(players=9)\nseed: 1\n", 3, STOS_BAD_VALUE, "bad_option", "");
    refused_part(HEADER "rules: lie(players=9)\nseed: 1\n", "9");
    refused_part(HEADER "rules: lie(colour=9)\nseed: 1\n", "colour");
}

static void a_seed_or_a_deck_comes_before_the_moves(void **unused)
{
    (void)unused;
    damaged(HEADER RULES, 2, STOS_RECORD_NO_DEAL, "bad_record", "");
    damaged(HEADER RULES RESULT, 2, STOS_RECORD_NO_DEAL, "bad_record", "");
    damaged(HEADER RULES VOTES "seed: 1\n", 2, STOS_RECORD_NO_DEAL, "bad_record", "");
}

static void lines_of_the_head_come_once(void **unused)
{
    (void)unused;
    damaged(HEADER RULES RULES DECK RESULT, 3, STOS_RECORD_REPEATED_LINE, "bad_record", "");
    damaged(HEADER RULES "seed: 1\nseed: 1\n" RESULT, 4, STOS_RECORD_REPEATED_LINE, "bad_record",
            "");
    damaged(HEADER RULES DECK "player 0: A\nplayer 0: A\n" RESULT, 5, STOS_RECORD_REPEATED_LINE,
            "bad_record", "");
}

static void unknown_lines_are_refused(void **unused)
{
    (void)unused;
    damaged(HEAD "hello\n" RESULT, 4, STOS_RECORD_BAD_LINE, "bad_record", "");
    damaged(HEAD " 0: start 1\n" RESULT, 4, STOS_RECORD_BAD_LINE, "bad_record", "");
    damaged(HEAD "0:start 1\n" RESULT, 4, STOS_RECORD_BAD_LINE, "bad_record", "");
    damaged(HEAD "result:unfinished\n", 4, STOS_RECORD_BAD_LINE, "bad_record", "");
    damaged(HEAD "player x: A\n" RESULT, 4, STOS_RECORD_BAD_LINE, "bad_record", "");
    damaged(HEAD VOTES "seed: 1\n" RESULT, 6, STOS_RECORD_BAD_LINE, "bad_record", "");
    damaged(HEAD VOTES "player 0: A\n" RESULT, 6, STOS_RECORD_BAD_LINE, "bad_record", "");
    refused_part(HEAD "hello\n" RESULT, "hello");
}

static void names_are_plain_text_of_players_who_are_there(void **unused)
{
    (void)unused;
    damaged(HEAD "player 2: C\n" RESULT, 4, STOS_RECORD_BAD_LINE, "bad_record", "");
    damaged(HEAD "player 0: \n" RESULT, 4, STOS_RECORD_BAD_NAME, "bad_record", "");
    damaged(HEAD "player 0: a\tb\n" RESULT, 4, STOS_RECORD_BAD_NAME, "bad_record", "");
    damaged(HEAD "player 0: a\xff\n" RESULT, 4, STOS_RECORD_BAD_NAME, "bad_record", "");
    damaged(HEAD
            "player 0: 0123456789012345678901234567890123456789012345678901234567890123\n" RESULT,
            4, STOS_RECORD_BAD_NAME, "bad_record", "");
    accepted(HEAD
             "player 0: 012345678901234567890123456789012345678901234567890123456789012\nplayer 1: "
             "result: won\n" RESULT);
    refused_part(HEAD "player 0: a\tb\n" RESULT, "a\tb");
}

static void a_good_name_is_short_plain_and_not_empty(void **unused)
{
    (void)unused;
    assert_true(stos_name_is_good("Żółw 7"));
    assert_false(stos_name_is_good(""));
    assert_false(stos_name_is_good("a\nb"));
    assert_false(stos_name_is_good("\xc3"));
    assert_false(
        stos_name_is_good("0123456789012345678901234567890123456789012345678901234567890123"));
}

static void a_bad_seed_is_shown_in_its_line(void **unused)
{
    (void)unused;
    damaged(HEADER RULES "seed: x\n" RESULT, 3, STOS_BAD_SEED, "bad_seed", "");
    refused_part(HEADER RULES "seed: -5\n" RESULT, "-5");
}

static void a_deck_of_the_wrong_shape_is_shown_in_its_line(void **unused)
{
    (void)unused;
    damaged(HEADER RULES "deck: 2 3 x\n" RESULT, 3, STOS_BAD_DECK_SHAPE, "bad_deck", "");
    damaged(HEADER RULES "deck: 2 3  4\n" RESULT, 3, STOS_BAD_DECK_SHAPE, "bad_deck", "");
    damaged(HEADER RULES "deck: 2 300\n" RESULT, 3, STOS_BAD_DECK_SHAPE, "bad_deck", "");
    damaged(HEADER RULES "deck: 2 3\ndeck: 2\n" RESULT, 4, STOS_BAD_DECK_SHAPE, "bad_deck", "");
    damaged(HEADER RULES "deck: " CARDS "98\n" RESULT, 3, STOS_BAD_DECK_SHAPE, "bad_deck", "");
    damaged(HEADER RULES DECK DECK RESULT, 3, STOS_BAD_DECK_SHAPE, "bad_deck",
            ""); /* where the decks begin */
}

static void a_deck_with_wrong_cards_is_shown_in_its_line(void **unused)
{
    (void)unused;
    damaged(HEADER RULES "deck: " CARDS "98 100\n" RESULT, 3, STOS_BAD_DECK_CARD, "bad_deck", "");
    damaged(HEADER RULES "deck: " CARDS "98 97\n" RESULT, 3, STOS_REPEATED_CARD, "bad_deck", "");
}

static void a_bad_deck_is_shown_in_its_line_also_when_names_follow(void **unused)
{
    (void)unused;
    damaged(HEADER RULES "deck: " CARDS "98 97\n# names\nplayer 0: A\nplayer 1: B\n" RESULT, 3,
            STOS_REPEATED_CARD, "bad_deck", "");
}

static void a_line_of_any_length_is_survived(void **unused)
{
    (void)unused;
    enum { LONG = 70000 };
    char *text = malloc(LONG + 512), *at = text;
    at += snprintf(at, 512, "%s", HEADER RULES "seed: 1\n0: ");
    for (int i = 0; i < LONG / 9; i++, at += 9)
        memcpy(at, "start 0, ", 9);
    snprintf(at, 64, "start 7\n");
    damaged(text, 4, STOS_NO_SUCH_SEAT_TO_START, "illegal_move", "TG3");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_is_written_as_people_read_it),
        cmocka_unit_test(a_record_tells_how_it_was_dealt_and_who_played),
        cmocka_unit_test(steps_tell_seat_move_and_state_one_by_one),
        cmocka_unit_test(comments_empty_lines_and_windows_line_ends_are_passed_over),
        cmocka_unit_test(a_byte_order_mark_at_the_start_is_passed_over),
        cmocka_unit_test(the_last_line_may_end_with_the_text),
        cmocka_unit_test(deals_come_from_a_seed_a_deck_or_both),
        cmocka_unit_test(the_writer_stays_in_its_room_and_counts_on),
        cmocka_unit_test(the_longest_deck_of_lie_is_read_back),
        cmocka_unit_test(a_changed_move_is_refused_in_its_line_with_its_clause),
        cmocka_unit_test(what_is_no_move_is_refused),
        cmocka_unit_test(moves_are_separated_by_a_comma_and_a_space),
        cmocka_unit_test(a_wrong_seat_is_refused),
        cmocka_unit_test(moves_after_the_end_of_the_game_are_refused),
        cmocka_unit_test(a_result_that_does_not_follow_is_refused),
        cmocka_unit_test(a_finished_game_is_not_unfinished),
        cmocka_unit_test(a_record_without_a_result_is_cut),
        cmocka_unit_test(nothing_may_follow_the_result),
        cmocka_unit_test(no_cut_record_is_accepted),
        cmocka_unit_test(the_first_line_must_say_what_it_is),
        cmocka_unit_test(the_rules_come_first),
        cmocka_unit_test(bad_rules_are_shown_in_their_line),
        cmocka_unit_test(a_seed_or_a_deck_comes_before_the_moves),
        cmocka_unit_test(lines_of_the_head_come_once),
        cmocka_unit_test(unknown_lines_are_refused),
        cmocka_unit_test(names_are_plain_text_of_players_who_are_there),
        cmocka_unit_test(a_good_name_is_short_plain_and_not_empty),
        cmocka_unit_test(a_bad_seed_is_shown_in_its_line),
        cmocka_unit_test(a_deck_of_the_wrong_shape_is_shown_in_its_line),
        cmocka_unit_test(a_deck_with_wrong_cards_is_shown_in_its_line),
        cmocka_unit_test(a_bad_deck_is_shown_in_its_line_also_when_names_follow),
        cmocka_unit_test(a_line_of_any_length_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
