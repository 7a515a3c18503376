/*
 * error.c - one text per reason, as data. User interfaces pass their translator; the engine and
 * logs use English.
 */
#include "base/text.h"
#include "game.h"

#include <string.h>

static const struct game_reason rows[STOS_REASONS] = {
    [STOS_OK] = {"ok", "", N_("No error"), NULL},
    [STOS_UNKNOWN_GAME] = {"unknown_game", "", N_("There is no game '{text}'; choose from {games}"),
                           NULL},
    [STOS_BAD_RULES_SYNTAX] =
        {"bad_option", "",
         N_("{game}: expected option=value, separated by commas, in brackets, at '{text}'"), NULL},
    [STOS_UNKNOWN_OPTION] = {"bad_option", "",
                             N_("{game} has no option '{text}'; it has {options}"), NULL},
    [STOS_REPEATED_OPTION] = {"bad_option", "", N_("{game}: the option {option} is given twice"),
                              NULL},
    [STOS_BAD_VALUE] = {"bad_option", "", N_("{game}: {option} must be {allowed}, not {text}"),
                        NULL},
    [STOS_BAD_SEED] = {"bad_seed", "",
                       N_("'{text}' is not a valid seed: use a decimal number or 64 hex digits"),
                       NULL},
    [STOS_BAD_DECK_SHAPE] = {"bad_deck", "",
                             N_("The deck has the wrong shape for {game}; it needs {shape}"), NULL},
    [STOS_BAD_DECK_CARD] = {"bad_deck", "", N_("There is no card {n} in {game}"), NULL},
    [STOS_REPEATED_CARD] = {"bad_deck", "", N_("The card {n} is in the deck too often"), NULL},
    [STOS_BAD_MOVE_TEXT] = {"bad_move", "", N_("'{text}' is not a move of {game}"), NULL},
    [STOS_BAD_SEAT] = {"bad_seat", "", N_("There is no seat {n}"), NULL},
    [STOS_GAME_OVER] = {"game_over", "", N_("The game is over"), NULL},
    [STOS_NOT_YOUR_TURN] = {"not_your_turn", "", N_("It is not seat {n}'s turn"), NULL},
    [STOS_WRONG_MOVE_KIND] = {"illegal_move", "", N_("This game has no such move"), NULL},
    [STOS_CARD_NOT_HELD] = {"illegal_move", "", N_("The card {n} is not in this hand"), NULL},
    [STOS_NO_SUCH_SEAT_TO_START] = {"illegal_move", "TG3",
                                    N_("There is no seat {n} that could start"), NULL},
    [STOS_STARTER_NOT_AGREED] = {"illegal_move", "TG3",
                                 N_("The players have not agreed yet who starts"), NULL},
    [STOS_STARTER_IS_SET] = {"illegal_move", "TG3", N_("Who starts is already settled"), NULL},
    [STOS_RISING_REFUSES] =
        {"illegal_move", "TG5",
         N_("A rising pile takes a higher card, or the one exactly ten lower; {n} is neither"),
         NULL},
    [STOS_FALLING_REFUSES] =
        {"illegal_move", "TG5",
         N_("A falling pile takes a lower card, or the one exactly ten higher; {n} is neither"),
         NULL},
    [STOS_TOO_FEW_PLACED] = {"illegal_move", "TG7",
                             NP_("At least {n} card must be placed before the turn ends",
                                 "At least {n} cards must be placed before the turn ends")},
    [STOS_FIRE_IS_DUE] = {"illegal_move", "TG14",
                          N_("The fire card {n} must be covered before the turn ends"), NULL},
    [STOS_FIRE_NOT_COVERED] =
        {"illegal_move", "TG15",
         N_("The fire card {n} must be covered in the turn in which it was placed"), NULL},
    [STOS_OWN_RISING_REFUSES] = {"illegal_move", "FF5",
                                 N_("One's own rising pile takes a higher card, or the one exactly "
                                    "ten lower; {n} is neither"),
                                 NULL},
    [STOS_OWN_FALLING_REFUSES] = {"illegal_move", "FF5",
                                  N_("One's own falling pile takes a lower card, or the one "
                                     "exactly ten higher; {n} is neither"),
                                  NULL},
    [STOS_HELP_RISING_REFUSES] =
        {"illegal_move", "FF6",
         N_("The opponent's rising pile takes only a lower card, which helps; {n} does not"), NULL},
    [STOS_HELP_FALLING_REFUSES] =
        {"illegal_move", "FF6",
         N_("The opponent's falling pile takes only a higher card, which helps; {n} does not"),
         NULL},
    [STOS_HELPED_ALREADY] = {"illegal_move", "FF4",
                             N_("Only one card in a turn may go to the opponent's piles"), NULL},
    [STOS_DUEL_TOO_FEW_PLACED] = {"illegal_move", "FF3",
                                  NP_("At least {n} card must be placed before the turn ends",
                                      "At least {n} cards must be placed before the turn ends")},
    [STOS_ENDS_NOT_CHOSEN] = {"illegal_move", "LI3",
                              N_("First everybody chooses which ends of the cards count"), NULL},
    [STOS_ENDS_ARE_LOCKED] = {"illegal_move", "LI3",
                              N_("The ends are chosen and locked for this round"), NULL},
    [STOS_FACES_DO_NOT_FIT] =
        {"illegal_move", "LI3",
         NP_("Name {n} face that is on the card in hand",
             "Name {n} faces, one of each card in hand, in the order of the hand")},
    [STOS_DIRECTION_NOT_SET] = {"illegal_move", "LI13",
                                N_("The starter declares the direction before the bidding"), NULL},
    [STOS_DIRECTION_IS_SET] = {"illegal_move", "LI13",
                               N_("The direction of this round is already set"), NULL},
    [STOS_COUNT_OUT_OF_RANGE] = {"illegal_move", "LI5",
                                 NP_("A bid counts at most the {n} card of the round",
                                     "A bid counts at most the {n} cards of the round")},
    [STOS_BID_TOO_LOW_BY_FACE] = {"illegal_move", "LI6",
                                  N_("A raise names a higher face, or more of the same face"),
                                  NULL},
    [STOS_BID_TOO_LOW_BY_COUNT] =
        {"illegal_move", "LI7",
         N_("A raise names a higher count, or a higher face at the same count"), NULL},
    [STOS_NOTHING_TO_CALL] = {"illegal_move", "LI4",
                              N_("The starter must bid; there is nothing to challenge yet"), NULL},
    [STOS_BAD_POSITION] = {"bad_position", "", N_("This is not a position of {game}: '{text}'"),
                           NULL},
    [STOS_BAD_VIEW] = {"bad_view", "", N_("This is not a view of any game"), NULL},
    [STOS_RECORD_NO_HEADER] =
        {"bad_record", "", N_("This is not a stos record: the first line must be 'stos record 1'"),
         NULL},
    [STOS_RECORD_BAD_LINE] = {"bad_record", "", N_("This line is not understood: '{text}'"), NULL},
    [STOS_RECORD_REPEATED_LINE] = {"bad_record", "", N_("This was already given: '{text}'"), NULL},
    [STOS_RECORD_NO_RULES] = {"bad_record", "", N_("The rules must come first, as 'rules: ...'"),
                              NULL},
    [STOS_RECORD_NO_DEAL] = {"bad_record", "",
                             N_("There is neither a seed nor a deck before the moves"), NULL},
    [STOS_RECORD_BAD_NAME] = {"bad_record", "",
                              N_("'{text}' is not a valid name: use plain text of up to 63 bytes"),
                              NULL},
    [STOS_RECORD_WRONG_RESULT] = {"bad_record", "",
                                  N_("The result does not follow from the moves: '{text}'"), NULL},
    [STOS_RECORD_NO_RESULT] = {"bad_record", "",
                               N_("The record ends without a result; a part of it is missing"),
                               NULL},
    [STOS_RECORD_AFTER_RESULT] = {"bad_record", "", N_("Nothing may follow the result: '{text}'"),
                                  NULL},
    [STOS_RULES_NOT_CLOSED] = {"bad_option", "", N_("{game}: the closing bracket is missing"),
                               NULL},
};

/* A reason of a game's own stands in that game's folder. */
static const struct game_reason *row_of(stos_error error)
{
    if (error.reason < STOS_REASONS)
        return &rows[error.reason];
    return error.game && error.game->reasons ? &error.game->reasons[error.reason - STOS_REASONS]
                                             : &rows[STOS_OK];
}

const char *stos_error_code(stos_error error) { return row_of(error)->code; }

const char *stos_error_clause(stos_error error) { return row_of(error)->clause; }

static const char *in_english(const char *one, const char *many, unsigned long n)
{
    return n == 1 ? one : many;
}

/* Shows the refused part, not too long, and nothing that a terminal or a JSON reader could stumble
 * over. */
static void write_refused(stos_writer *writer, stos_error error, const char *text)
{
    enum { LONGEST = 60 };
    size_t length = error.length < LONGEST ? error.length : LONGEST;
    if (!text)
        return;
    while (length > 0 && length < error.length &&
           ((unsigned char)text[error.at + length] & 0xc0) == 0x80)
        length--; /* cut between characters */
    const char *part = text + error.at;
    if (text_is_plain_utf8(part, length))
        text_bytes(writer, part, length);
    else
        for (size_t i = 0; i < length; i++)
            text_char(writer, part[i] >= ' ' && part[i] <= '~' ? part[i] : '?');
    if (length < error.length)
        text_put(writer, "...");
}

static void write_games(stos_writer *writer)
{
    for (int i = 0; i < stos_game_count(); i++) {
        text_put(writer, i ? ", " : "");
        text_put(writer, stos_game_at(i)->name);
    }
}

static void write_options(stos_writer *writer, const stos_game *game)
{
    for (int i = 0; i < game->option_count; i++) {
        text_put(writer, i ? ", " : "");
        text_put(writer, game->options[i].name);
    }
}

typedef size_t describe_option(const stos_option *option, int seats, char *out, size_t size);

static void write_allowed(stos_writer *writer, stos_error error, describe_option *describe)
{
    char allowed[STOS_ERROR_TEXT];
    const stos_option *option = &error.game->options[error.number];
    text_bytes(writer, allowed, describe(option, error.seats, allowed, sizeof allowed));
}

/* What a placeholder says of the game that an error is about. */
static bool write_of_game(stos_writer *writer, const char *name, size_t length,
                          const stos_game *game)
{
    if (text_equal(name, length, "game"))
        text_put(writer, game->name);
    else if (text_equal(name, length, "options"))
        write_options(writer, game);
    else if (text_equal(name, length, "shape"))
        text_put(writer, game->deck_shape);
    else
        return false;
    return true;
}

/* What it says of an option, whose index is the error's number. */
static bool write_of_option(stos_writer *writer, const char *name, size_t length, stos_error error)
{
    if (error.number < 0 || error.number >= error.game->option_count)
        return false;
    if (text_equal(name, length, "option"))
        text_put(writer, error.game->options[error.number].name);
    else if (text_equal(name, length, "allowed"))
        write_allowed(writer, error, game_option_allowed);
    else if (text_equal(name, length, "values"))
        write_allowed(writer, error, game_option_values);
    else
        return false;
    return true;
}

/* Writes what a placeholder stands for; false if it is none. */
static bool write_placeholder(stos_writer *writer, const char *name, size_t length,
                              stos_error error, const char *text)
{
    if (text_equal(name, length, "n"))
        text_number(writer, error.number);
    else if (text_equal(name, length, "text"))
        write_refused(writer, error, text);
    else if (text_equal(name, length, "games"))
        write_games(writer);
    else
        return error.game &&
            (write_of_game(writer, name, length, error.game) ||
             write_of_option(writer, name, length, error));
    return true;
}

size_t stos_error_text_in(stos_error error, const char *text, stos_translate *translate, char *out,
                          size_t size)
{
    stos_writer writer = stos_writer_on(out, size);
    const struct game_reason *row = row_of(error);
    unsigned long counted = error.number < 0 ? 0 : (unsigned long)error.number;
    for (const char *at = translate(row->one, row->many ? row->many : row->one, counted); *at;
         at++) {
        const char *close = *at == '{' ? strchr(at, '}') : NULL;
        if (close && write_placeholder(&writer, at + 1, (size_t)(close - at - 1), error, text))
            at = close;
        else
            text_char(&writer, *at);
    }
    if (*row->clause) {
        text_put(&writer, " (");
        text_put(&writer, row->clause);
        text_char(&writer, ')');
    }
    text_char(&writer, '.');
    return writer.length;
}

size_t stos_error_text(stos_error error, const char *text, char *out, size_t size)
{
    return stos_error_text_in(error, text, in_english, out, size);
}
