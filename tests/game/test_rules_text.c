/*
 * test_rules_text.c - rules strings: what is read, its canonical form, and the exact words of every
 * refusal; seeds and moves as texts; the errors themselves.
 */
#include "support.h"

static void expect_canonical(const char *given, const char *canonical)
{
    char text[STOS_RULES_TEXT];
    stos_rules rules = rules_of(given);
    assert_int_equal(stos_rules_text(&rules, text), strlen(canonical));
    assert_string_equal(text, canonical);
}

/* The refusal has this reason and says exactly this; the rules given to fill in are left alone. */
static void expect_bad_rules(const char *given, enum stos_reason reason, const char *message)
{
    char text[STOS_ERROR_TEXT];
    stos_rules rules, before;
    memset(&rules, 0x5a, sizeof rules);
    before = rules;
    stos_error error = stos_rules_parse(given, strlen(given), &rules);
    stos_error_text(error, given, text, sizeof text);
    assert_string_equal(text, message);
    assert_int_equal(error.reason, reason);
    assert_string_equal(stos_error_code(error),
                        reason == STOS_UNKNOWN_GAME ? "unknown_game" : "bad_option");
    assert_memory_equal(&rules, &before, sizeof rules);
}

/* ---------------------------------------------------------------- games */

static void there_are_three_games_by_name_and_number(void **unused)
{
    (void)unused;
    static const char *const names[] = {"thegame", "facetoface", "lie"},
                             *const titles[] = {"THE GAME", "THE GAME - FACE TO FACE", "GRA / LIE"};
    assert_int_equal(stos_game_count(), 3);
    for (int i = 0; i < 3; i++) {
        const stos_game *game = stos_game_at(i);
        assert_string_equal(stos_game_name(game), names[i]);
        assert_string_equal(stos_game_title(game), titles[i]);
        assert_ptr_equal(stos_game_find(names[i], strlen(names[i])), game);
    }
    assert_null(stos_game_at(-1));
    assert_null(stos_game_at(3));
    assert_null(stos_game_find("thegam", 6));
    assert_null(stos_game_find("", 0));
}

static void every_option_is_explained(void **unused)
{
    (void)unused;
    for (int i = 0; i < stos_game_count(); i++) {
        int count;
        const stos_option *options = stos_game_options(stos_game_at(i), &count);
        assert_true(count > 0 && count <= STOS_MAX_OPTIONS);
        for (int option = 0; option < count; option++)
            assert_true(strlen(options[option].name) > 0 && strlen(options[option].help) > 0);
    }
}

/* ---------------------------------------------------------------- canonical forms */

static void options_left_out_take_the_default(void **unused)
{
    (void)unused;
    expect_canonical("thegame", "thegame(players=1,min=2,hand=full,fire=off,start=agree)");
    expect_canonical("thegame()", "thegame(players=1,min=2,hand=full,fire=off,start=agree)");
    expect_canonical("facetoface", "facetoface(last=strict,start=lot)");
    expect_canonical(
        "lie", "lie(players=3,order=face,ones=plain,direction=fixed,cards=up,end=first,start=lot)");
}

static void options_come_in_any_order_and_with_spaces(void **unused)
{
    (void)unused;
    expect_canonical("thegame(start=4,players=5)",
                     "thegame(players=5,min=2,hand=full,fire=off,start=4)");
    expect_canonical(
        "lie( order=count , players=2 )",
        "lie(players=2,order=count,ones=plain,direction=fixed,cards=up,end=first,start=lot)");
    expect_canonical(
        "lie(\tend=last\t)",
        "lie(players=3,order=face,ones=plain,direction=fixed,cards=up,end=last,start=lot)");
    expect_canonical("facetoface( )", "facetoface(last=strict,start=lot)");
}

static void a_canonical_form_is_its_own_canonical_form(void **unused)
{
    (void)unused;
    static const char *const forms[] = {
        "thegame(players=3,min=3,hand=less,fire=next,start=lot)",
        "thegame(players=5,min=2,hand=full,fire=now,start=4)",
        "facetoface(last=lenient,start=1)",
        "lie(players=6,order=count,ones=wild,direction=choose,cards=down,end=last,start=5)",
    };
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        expect_canonical(forms[i], forms[i]);
}

static void the_number_of_seats_follows_from_the_players(void **unused)
{
    (void)unused;
    stos_rules one = rules_of("thegame"), duel = rules_of("facetoface"), three = rules_of("lie"),
               six = rules_of("lie(players=6)");
    assert_int_equal(stos_rules_seats(&one), 1);
    assert_int_equal(stos_rules_seats(&duel), 2);
    assert_int_equal(stos_rules_seats(&three), 3);
    assert_int_equal(stos_rules_seats(&six), 6);
}

static void a_dealt_state_knows_its_rules(void **unused)
{
    (void)unused;
    char text[STOS_RULES_TEXT];
    stos_state state = deal_seeded("lie(players=4,ones=wild)", 1);
    stos_rules rules = stos_state_rules(&state);
    stos_rules_text(&rules, text);
    assert_string_equal(
        text, "lie(players=4,order=face,ones=wild,direction=fixed,cards=up,end=first,start=lot)");
}

/* ---------------------------------------------------------------- refusals */

static void an_unknown_game_is_named_and_the_known_ones_listed(void **unused)
{
    (void)unused;
    expect_bad_rules("chess", STOS_UNKNOWN_GAME,
                     "There is no game 'chess'; choose from thegame, facetoface, lie.");
    expect_bad_rules("chess(players=2)", STOS_UNKNOWN_GAME,
                     "There is no game 'chess'; choose from thegame, facetoface, lie.");
    expect_bad_rules("Lie", STOS_UNKNOWN_GAME,
                     "There is no game 'Lie'; choose from thegame, facetoface, lie.");
    expect_bad_rules("", STOS_UNKNOWN_GAME,
                     "There is no game ''; choose from thegame, facetoface, lie.");
    expect_bad_rules("(x)", STOS_UNKNOWN_GAME,
                     "There is no game '(x)'; choose from thegame, facetoface, lie.");
    expect_bad_rules(" lie", STOS_UNKNOWN_GAME,
                     "There is no game ' lie'; choose from thegame, facetoface, lie.");
}

static void an_unknown_option_is_named_and_the_known_ones_listed(void **unused)
{
    (void)unused;
    expect_bad_rules(
        "lie(foo=1)", STOS_UNKNOWN_OPTION,
        "lie has no option 'foo'; it has players, order, ones, direction, cards, end, start.");
    expect_bad_rules("facetoface(players=2)", STOS_UNKNOWN_OPTION,
                     "facetoface has no option 'players'; it has last, start.");
    expect_bad_rules("thegame(Players=2)", STOS_UNKNOWN_OPTION,
                     "thegame has no option 'Players'; it has players, min, hand, fire, start.");
}

static void an_option_given_twice_is_named(void **unused)
{
    (void)unused;
    expect_bad_rules("lie(players=3,players=3)", STOS_REPEATED_OPTION,
                     "lie: the option players is given twice.");
    expect_bad_rules("thegame(min=2,fire=off,min=3)", STOS_REPEATED_OPTION,
                     "thegame: the option min is given twice.");
}

static void a_number_out_of_range_is_told_what_is_allowed(void **unused)
{
    (void)unused;
    expect_bad_rules("lie(players=9)", STOS_BAD_VALUE, "lie: players must be 2 to 6, not 9.");
    expect_bad_rules("lie(players=1)", STOS_BAD_VALUE, "lie: players must be 2 to 6, not 1.");
    expect_bad_rules("thegame(players=6)", STOS_BAD_VALUE,
                     "thegame: players must be 1 to 5, not 6.");
    expect_bad_rules("thegame(players=0)", STOS_BAD_VALUE,
                     "thegame: players must be 1 to 5, not 0.");
    expect_bad_rules("thegame(min=4)", STOS_BAD_VALUE, "thegame: min must be 2 or 3, not 4.");
    expect_bad_rules("thegame(players=02)", STOS_BAD_VALUE,
                     "thegame: players must be 1 to 5, not 02.");
    expect_bad_rules("thegame(players=-1)", STOS_BAD_VALUE,
                     "thegame: players must be 1 to 5, not -1.");
    expect_bad_rules("thegame(players=99999999999999999999)", STOS_BAD_VALUE,
                     "thegame: players must be 1 to 5, not 99999999999999999999.");
    expect_bad_rules("thegame(players=two)", STOS_BAD_VALUE,
                     "thegame: players must be 1 to 5, not two.");
}

static void a_word_that_is_none_is_told_what_is_allowed(void **unused)
{
    (void)unused;
    expect_bad_rules("thegame(fire=on)", STOS_BAD_VALUE,
                     "thegame: fire must be off, next or now, not on.");
    expect_bad_rules("thegame(hand=Full)", STOS_BAD_VALUE,
                     "thegame: hand must be full or less, not Full.");
    expect_bad_rules("facetoface(last=2)", STOS_BAD_VALUE,
                     "facetoface: last must be strict or lenient, not 2.");
    expect_bad_rules("lie(order=faces)", STOS_BAD_VALUE,
                     "lie: order must be face or count, not faces.");
}

static void a_seat_to_start_must_exist(void **unused)
{
    (void)unused;
    expect_bad_rules("thegame(players=3,start=3)", STOS_BAD_VALUE,
                     "thegame: start must be agree, lot or 0 to 2, not 3.");
    expect_bad_rules("thegame(start=3,players=3)", STOS_BAD_VALUE,
                     "thegame: start must be agree, lot or 0 to 2, not 3.");
    expect_bad_rules("thegame(players=2,start=2)", STOS_BAD_VALUE,
                     "thegame: start must be agree, lot, 0 or 1, not 2.");
    expect_bad_rules("facetoface(start=2)", STOS_BAD_VALUE,
                     "facetoface: start must be lot, 0 or 1, not 2.");
    expect_bad_rules("facetoface(start=agree)", STOS_BAD_VALUE,
                     "facetoface: start must be lot, 0 or 1, not agree.");
    expect_bad_rules("lie(start=3)", STOS_BAD_VALUE,
                     "lie: start must be lot, agree or 0 to 2, not 3.");
    expect_bad_rules("lie(start=200)", STOS_BAD_VALUE,
                     "lie: start must be lot, agree or 0 to 2, not 200.");
}

static void alone_only_seat_0_can_start(void **unused)
{
    (void)unused;
    rules_of("thegame(start=0)");
    expect_bad_rules("thegame(start=1)", STOS_BAD_VALUE,
                     "thegame: start must be agree, lot or 0, not 1.");
}

static void what_is_no_list_of_options_is_shown_from_where_it_goes_wrong(void **unused)
{
    (void)unused;
    static const char expected[] = "expected option=value, separated by commas, in brackets, at";
    static const struct {
        const char *given, *at;
    } cases[] = {
        {"lie(players)", ")"},
        {"lie(players=)", ")"},
        {"lie(players=2,)", ")"},
        {"lie(players=2)x", "x"},
        {"lie(players=2) ", " "},
        {"lie(,)", ",)"},
        {"lie players=2", " players=2"},
        {"lie(players = 2)", " = 2)"},
        {"lie(=2)", "=2)"},
        {"lie(players=2;end=last)", ";end=last)"},
        {"lie(players=2)(end=last)", "(end=last)"},
        {"lie)", ")"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char message[STOS_ERROR_TEXT];
        snprintf(message, sizeof message, "lie: %s '%s'.", expected, cases[i].at);
        expect_bad_rules(cases[i].given, STOS_BAD_RULES_SYNTAX, message);
    }
}

static void a_list_of_options_that_does_not_end_lacks_its_bracket(void **unused)
{
    (void)unused;
    static const char *const cases[] = {"lie(", "lie(players", "lie(players=", "lie(players=2",
                                        "lie(players=2,"};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect_bad_rules(cases[i], STOS_RULES_NOT_CLOSED, "lie: the closing bracket is missing.");
}

static void no_prefix_of_a_rules_string_is_read_beyond_its_length(void **unused)
{
    (void)unused;
    static const char whole[] = "thegame(players=5,min=3,hand=less,fire=now,start=4)";
    for (size_t length = 8; length < sizeof whole - 1; length++) {
        char *cut = malloc(length); /* exactly as long, so that the sanitizer sees a step too far */
        stos_rules rules;
        memcpy(cut, whole, length);
        assert_int_not_equal(stos_rules_parse(cut, length, &rules).reason, STOS_OK);
        free(cut);
    }
}

static void what_an_option_allows_depends_on_the_rules(void **unused)
{
    (void)unused;
    char text[64];
    stos_rules three = rules_of("thegame(players=3)"), duel = rules_of("facetoface");
    assert_int_equal(stos_option_allowed(&three, STOS_THEGAME_START, text, sizeof text),
                     strlen("agree, lot or 0 to 2"));
    assert_string_equal(text, "agree, lot or 0 to 2");
    stos_option_allowed(&three, STOS_THEGAME_PLAYERS, text, sizeof text);
    assert_string_equal(text, "1 to 5");
    stos_option_allowed(&duel, STOS_FACETOFACE_START, text, sizeof text);
    assert_string_equal(text, "lot, 0 or 1");
    stos_option_allowed(&three, STOS_THEGAME_FIRE, text, 8);
    assert_string_equal(text, "off, ne");
}

/* ---------------------------------------------------------------- seeds */

static void seeds_are_64_hexadecimal_digits_or_a_number(void **unused)
{
    (void)unused;
    stos_seed seed;
    char text[72];
    static const char hex[] = "00000000000000000000000000000000000000000000000000000000000000Ff";
    assert_int_equal(stos_seed_parse(hex, 64, &seed).reason, STOS_OK);
    stos_seed number = stos_seed_number(255);
    assert_memory_equal(&seed, &number, sizeof seed);
    assert_int_equal(stos_seed_text(&seed, text), 64);
    assert_string_equal(text, "00000000000000000000000000000000000000000000000000000000000000ff");
    assert_int_equal(stos_seed_parse("18446744073709551615", 20, &seed).reason, STOS_OK);
    stos_seed_text(&seed, text);
    assert_string_equal(text, "000000000000000000000000000000000000000000000000ffffffffffffffff");
}

static void fast_seeds_say_so(void **unused)
{
    (void)unused;
    stos_seed seed, number = stos_seed_fast(12345678901234);
    char text[72];
    assert_int_equal(stos_seed_parse("fast:12345678901234", 19, &seed).reason, STOS_OK);
    assert_memory_equal(&seed, &number, sizeof seed);
    assert_int_equal(stos_seed_text(&seed, text), 19);
    assert_string_equal(text, "fast:12345678901234");
}

static void what_is_no_seed_is_refused(void **unused)
{
    (void)unused;
    static const char *const bad[] = {
        "",
        " 1",
        "1 ",
        "-1",
        "0x1",
        "18446744073709551616",
        "01",
        "fast:",
        "fast:-1",
        "fast:x",
        "slow:1",
        "1.5",
        "000000000000000000000000000000000000000000000000000000000000000g",
        "0000000000000000000000000000000000000000000000000000000000000000f"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        stos_seed seed = stos_seed_number(7), before = seed;
        stos_error error = stos_seed_parse(bad[i], strlen(bad[i]), &seed);
        assert_int_equal(error.reason, STOS_BAD_SEED);
        assert_string_equal(stos_error_code(error), "bad_seed");
        assert_memory_equal(&seed, &before, sizeof seed);
    }
}

/* ---------------------------------------------------------------- moves */

static void moves_are_read_in_their_exact_form_only(void **unused)
{
    (void)unused;
    static const char *const bad[STOS_GAMES][24] = {
        {"",         "1@U1",     "100@U1", "02@U1", "2@U3",   "2@u1",   "2@U",    "2@oU",
         "2@U1 ",    " 2@U1",    "2 @U1",  "end ",  "END",    "start",  "start ", "start 10",
         "start -1", "start 01", "call",   "1x1",   "show 1", "dir cw", "2@",     "@U1"},
        {"",       "60@U", "1@U",  "2@U1", "2@ou",  "start 0", "end end", "call",
         "2@oX",   "x",    "2",    "2@D ", "-2@D",  "+2@D",    "2.0@D",   "dir cw",
         "show 1", "1x1",  "ende", "en",   "2@oUU", "59@",     "@",       "2@U,3@U"},
        {"",
         "0x1",
         "1x0",
         "1x7",
         "100x1",
         "01x1",
         "1x",
         "x1",
         "1 x 1",
         "call ",
         "Call",
         "show",
         "show ",
         "show 7",
         "show 0",
         "show 1  2",
         "show 1 2 3 4 5 6",
         "show 12",
         "dir",
         "dir up",
         "dir cww",
         "end",
         "2@U1",
         "start 10"},
    };
    for (int game = 0; game < STOS_GAMES; game++) {
        for (int i = 0; i < 24; i++) {
            stos_move move = 12345;
            stos_error error =
                stos_move_parse(stos_game_at(game), bad[game][i], strlen(bad[game][i]), &move);
            if (error.reason != STOS_BAD_MOVE_TEXT)
                fail_msg("game %d reads '%s'", game, bad[game][i]);
            assert_string_equal(stos_error_code(error), "bad_move");
            assert_int_equal(move, 12345);
        }
    }
}

static void moves_are_written_as_they_are_read(void **unused)
{
    (void)unused;
    static const char *const good[STOS_GAMES][8] = {
        {"37@U1", "2@U2", "99@D1", "50@D2", "end", "start 0", "start 4", "start 9"},
        {"37@U", "2@D", "59@oU", "50@oD", "end", "10@U", "11@D", "12@oU"},
        {"show 1", "show 6 5 4 3 2", "dir cw", "dir ccw", "1x1", "30x6", "99x6", "call"},
    };
    for (int game = 0; game < STOS_GAMES; game++) {
        for (int i = 0; i < 8; i++) {
            char text[STOS_MOVE_TEXT];
            stos_move move;
            assert_int_equal(
                stos_move_parse(stos_game_at(game), good[game][i], strlen(good[game][i]), &move)
                    .reason,
                STOS_OK);
            assert_int_equal(stos_move_text(stos_game_at(game), move, text), strlen(good[game][i]));
            assert_string_equal(text, good[game][i]);
        }
    }
}

static void no_move_has_no_text(void **unused)
{
    (void)unused;
    char text[STOS_MOVE_TEXT] = "x";
    assert_int_equal(stos_move_text(stos_game_at(0), STOS_NO_MOVE, text), 0);
    assert_string_equal(text, "");
}

/* ---------------------------------------------------------------- errors */

static void every_reason_has_a_code_and_a_sentence(void **unused)
{
    (void)unused;
    for (unsigned reason = 0; reason < STOS_REASONS; reason++) {
        char text[STOS_ERROR_TEXT];
        stos_error error = {.reason = (uint8_t)reason, .game = stos_game_at(0)};
        assert_true(strlen(stos_error_code(error)) > 0);
        size_t length = stos_error_text(error, "", text, sizeof text);
        assert_true(length > 5 && length < sizeof text && text[length - 1] == '.');
        assert_null(strchr(text, '{'));
    }
}

static void an_unknown_reason_is_no_error(void **unused)
{
    (void)unused;
    stos_error error = {.reason = STOS_REASONS + 5};
    assert_string_equal(stos_error_code(error), "ok");
    assert_string_equal(stos_error_clause(error), "");
}

static void a_sentence_counts_and_names_its_clause(void **unused)
{
    (void)unused;
    char text[STOS_ERROR_TEXT];
    stos_error_text((stos_error){.reason = STOS_TOO_FEW_PLACED, .number = 1}, NULL, text,
                    sizeof text);
    assert_string_equal(text, "At least 1 card must be placed before the turn ends (TG7).");
    stos_error_text((stos_error){.reason = STOS_TOO_FEW_PLACED, .number = 3}, NULL, text,
                    sizeof text);
    assert_string_equal(text, "At least 3 cards must be placed before the turn ends (TG7).");
    stos_error_text((stos_error){.reason = STOS_BAD_SEAT, .number = -1}, NULL, text, sizeof text);
    assert_string_equal(text, "There is no seat -1.");
    stos_error_text((stos_error){.reason = STOS_BAD_DECK_SHAPE, .game = stos_game_at(1)}, NULL,
                    text, sizeof text);
    assert_string_equal(
        text, "The deck has the wrong shape for facetoface; it needs two lists of 58 cards.");
}

static void a_sentence_about_a_text_that_is_not_there_leaves_a_gap(void **unused)
{
    (void)unused;
    char text[STOS_ERROR_TEXT];
    stos_error error = {.reason = STOS_BAD_MOVE_TEXT, .length = 5, .game = stos_game_at(0)};
    stos_error_text(error, NULL, text, sizeof text);
    assert_string_equal(text, "'' is not a move of thegame.");
}

static void long_refused_text_is_cut_between_characters(void **unused)
{
    (void)unused;
    char given[256] = "", text[STOS_ERROR_TEXT], expected[STOS_ERROR_TEXT];
    for (int i = 0; i < 40; i++)
        memcpy(given + 1 + 3 * i, "\u20ac", 3); /* one byte, then signs of three */
    given[0] = 'x';
    stos_move move;
    stos_error error = stos_move_parse(stos_game_at(0), given, 121, &move);
    stos_error_text(error, given, text, sizeof text);
    snprintf(expected, sizeof expected, "'%.58s...' is not a move of thegame.", given);
    assert_string_equal(text, expected);
}

static void an_error_text_is_cut_to_its_room_and_tells_its_length(void **unused)
{
    (void)unused;
    char text[16];
    stos_error error = {.reason = STOS_GAME_OVER};
    assert_int_equal(stos_error_text(error, NULL, text, 9), strlen("The game is over."));
    assert_string_equal(text, "The game");
    assert_int_equal(stos_error_text(error, NULL, NULL, 0), strlen("The game is over."));
}

static void texts_of_gigantic_refusals_stay_in_bounds(void **unused)
{
    (void)unused;
    enum { HUGE_TEXT = 200000 };
    char *given = malloc(HUGE_TEXT), text[STOS_ERROR_TEXT];
    stos_rules rules;
    memset(given, 'x', HUGE_TEXT);
    stos_error error = stos_rules_parse(given, HUGE_TEXT, &rules);
    assert_int_equal(error.reason, STOS_UNKNOWN_GAME);
    assert_true(stos_error_text(error, given, text, sizeof text) < sizeof text);
    memset(given, ' ', HUGE_TEXT);
    memcpy(given, "lie(", 4);
    memcpy(given + HUGE_TEXT - 10, "players=9)", 10);
    error = stos_rules_parse(given, HUGE_TEXT, &rules);
    assert_int_equal(error.reason, STOS_BAD_VALUE);
    assert_true(stos_error_text(error, given, text, sizeof text) < sizeof text);
    free(given);
}

static const char *upside_down(const char *one, const char *many, unsigned long n)
{
    assert_string_not_equal(one, many);
    return n == 1 ? "uno {n} {nothing" : "muchos {n} {game} {unknown}";
}

static void a_translator_is_given_both_sentences_and_the_number(void **unused)
{
    (void)unused;
    char text[STOS_ERROR_TEXT];
    stos_error error = {.reason = STOS_TOO_FEW_PLACED, .number = 2};
    stos_error_text_in(error, NULL, upside_down, text, sizeof text);
    assert_string_equal(text, "muchos 2 {game} {unknown} (TG7)."); /* no game is known here */
    error.number = 1;
    error.game = stos_game_at(0);
    stos_error_text_in(error, NULL, upside_down, text, sizeof text);
    assert_string_equal(text, "uno 1 {nothing (TG7).");
    error.number = 2;
    stos_error_text_in(error, NULL, upside_down, text, sizeof text);
    assert_string_equal(text, "muchos 2 thegame {unknown} (TG7).");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_are_three_games_by_name_and_number),
        cmocka_unit_test(every_option_is_explained),
        cmocka_unit_test(options_left_out_take_the_default),
        cmocka_unit_test(options_come_in_any_order_and_with_spaces),
        cmocka_unit_test(a_canonical_form_is_its_own_canonical_form),
        cmocka_unit_test(the_number_of_seats_follows_from_the_players),
        cmocka_unit_test(a_dealt_state_knows_its_rules),
        cmocka_unit_test(an_unknown_game_is_named_and_the_known_ones_listed),
        cmocka_unit_test(an_unknown_option_is_named_and_the_known_ones_listed),
        cmocka_unit_test(an_option_given_twice_is_named),
        cmocka_unit_test(a_number_out_of_range_is_told_what_is_allowed),
        cmocka_unit_test(a_word_that_is_none_is_told_what_is_allowed),
        cmocka_unit_test(a_seat_to_start_must_exist),
        cmocka_unit_test(alone_only_seat_0_can_start),
        cmocka_unit_test(what_is_no_list_of_options_is_shown_from_where_it_goes_wrong),
        cmocka_unit_test(a_list_of_options_that_does_not_end_lacks_its_bracket),
        cmocka_unit_test(no_prefix_of_a_rules_string_is_read_beyond_its_length),
        cmocka_unit_test(what_an_option_allows_depends_on_the_rules),
        cmocka_unit_test(seeds_are_64_hexadecimal_digits_or_a_number),
        cmocka_unit_test(fast_seeds_say_so),
        cmocka_unit_test(what_is_no_seed_is_refused),
        cmocka_unit_test(moves_are_read_in_their_exact_form_only),
        cmocka_unit_test(moves_are_written_as_they_are_read),
        cmocka_unit_test(no_move_has_no_text),
        cmocka_unit_test(every_reason_has_a_code_and_a_sentence),
        cmocka_unit_test(an_unknown_reason_is_no_error),
        cmocka_unit_test(a_sentence_counts_and_names_its_clause),
        cmocka_unit_test(a_sentence_about_a_text_that_is_not_there_leaves_a_gap),
        cmocka_unit_test(long_refused_text_is_cut_between_characters),
        cmocka_unit_test(an_error_text_is_cut_to_its_room_and_tells_its_length),
        cmocka_unit_test(texts_of_gigantic_refusals_stay_in_bounds),
        cmocka_unit_test(a_translator_is_given_both_sentences_and_the_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
