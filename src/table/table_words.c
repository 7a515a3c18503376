/*
 * table_words.c - the words of the protocol and of the log, and why something was refused.
 *
 * Every list is in the order of its enum; the words are those of docs/protocol.md.
 */
#include "game/game.h"
#include "table_internal.h"
#include "table_text.h"

#include <string.h>

#define COUNT(list) ((int)(sizeof(list) / sizeof(list)[0]))

static const char *const talk_words[] = {"silence", "hints", "text"};
static const char *const door_words[] = {"listed", "code", "link"};
static const char *const matter_words[] = {"pause",   "end",  "rematch", "same_deal",
                                           "play_on", "out0", "out1",    "out2",
                                           "out3",    "out4", "out5"};
static const char *const pile_hint_words[] = {"none",    "go_ahead", "no_big_jump",
                                              "leave_1", "leave_2",  "leave_3"};
static const char *const self_hint_words[] = {"none", "wants_start", "rather_not", "in_trouble",
                                              "can_wait"};
/* Said as a message, in these very words; each face shows them in its reader's language. */
static const char *const reactions[] = {"Good luck!", "Well played!", "Wow!",
                                        "Oops!",      "Really?",      "Thanks!"};
static const char *const stand_in_words[] = {"none", "late", "away", "resigned"};
static const char *const phase_words[] = {"waiting", "playing", "paused", "over", "closed"};
static const char *const seat_words[] = {"open", "reserved", "person", "bot"};
static const char *const event_words[] = {
    "open",  "sit",   "bot",   "reserve",  "empty",  "owner", "deal",  "move",   "take_back", "say",
    "agree", "pause", "go_on", "stand_in", "credit", "over",  "close", "remove", "lobby"};

_Static_assert(COUNT(matter_words) == TABLE_MATTERS, "a word for every matter");
_Static_assert(COUNT(event_words) == TABLE_EVENT_KINDS, "a word for every kind of event");

static const char *word_at(const char *const *words, int count, int index)
{
    return index >= 0 && index < count ? words[index] : "";
}

static int find_word(const char *const *words, int count, const char *word)
{
    for (int i = 0; i < count; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    return -1;
}

#define WORD_AT(list, index) word_at(list, COUNT(list), index)
#define FIND_WORD(list, word) find_word(list, COUNT(list), word)

bool table_is_reaction(const char *text, size_t length)
{
    for (int i = 0; i < COUNT(reactions); i++)
        if (strlen(reactions[i]) == length && memcmp(reactions[i], text, length) == 0)
            return true;
    return false;
}

const char *table_talk_word(int talk) { return WORD_AT(talk_words, talk); }
int table_talk_of(const char *word) { return FIND_WORD(talk_words, word); }
const char *table_door_word(int door) { return WORD_AT(door_words, door); }
int table_door_of(const char *word) { return FIND_WORD(door_words, word); }
const char *table_matter_word(int matter) { return WORD_AT(matter_words, matter); }
int table_matter_of(const char *word) { return FIND_WORD(matter_words, word); }
const char *table_pile_hint_word(int hint) { return WORD_AT(pile_hint_words, hint); }
int table_pile_hint_of(const char *word) { return FIND_WORD(pile_hint_words, word); }
const char *table_self_hint_word(int hint) { return WORD_AT(self_hint_words, hint); }
int table_self_hint_of(const char *word) { return FIND_WORD(self_hint_words, word); }
const char *table_stand_in_word(int why) { return WORD_AT(stand_in_words, why); }
int table_stand_in_of(const char *word) { return FIND_WORD(stand_in_words, word); }
const char *table_phase_word(int phase) { return WORD_AT(phase_words, phase); }
const char *table_seat_word(int kind) { return WORD_AT(seat_words, kind); }
const char *table_event_word(int kind) { return WORD_AT(event_words, kind); }
int table_event_of(const char *word) { return FIND_WORD(event_words, word); }

/* ---------------------------------------------------------------- settings that are on or off */

const char *const table_flag_words[TABLE_FLAGS] = {"takeback",        "odds", "memory", "watchable",
                                                   "begin_when_full", "rated"};

bool *table_flag(struct table_settings *settings, int flag)
{
    bool *const flags[TABLE_FLAGS] = {&settings->takeback,        &settings->odds,
                                      &settings->memory,          &settings->watchable,
                                      &settings->begin_when_full, &settings->rated};
    return flags[flag];
}

/* ---------------------------------------------------------------- why something was refused */

static const struct {
    const char *code, *text;
} reasons[TABLE_REASONS] = {
    [TABLE_OK] = {"ok", N_("Done.")},
    [TABLE_AGAIN] = {"again", N_("This has already been done.")},
    [TABLE_NOT_HERE] = {"not_here", N_("You are not sitting at this table.")},
    [TABLE_NOT_OWNER] = {"not_owner", N_("Only the owner of the table may do that.")},
    [TABLE_FULL] = {"full", N_("All seats are taken.")},
    [TABLE_SEAT_TAKEN] = {"seat_taken", N_("That seat is taken.")},
    [TABLE_NO_SUCH_SEAT] = {"no_such_seat", N_("There is no such seat.")},
    [TABLE_NO_SUCH_BOT] = {"no_such_bot", N_("There is no such bot for this game.")},
    [TABLE_BAD_NAME] = {"bad_name", N_("A name is 1 to 63 bytes of plain text.")},
    [TABLE_WRONG_KEY] = {"wrong_key", N_("Only people with its link may enter this table.")},
    [TABLE_SEATS_EMPTY] = {"seats_empty", N_("The game can begin when all seats are taken.")},
    [TABLE_GAME_RUNS] = {"game_runs", N_("Not while a game is played.")},
    [TABLE_NO_GAME] = {"no_game_runs", N_("No game is being played.")},
    [TABLE_IS_PAUSED] = {"paused", N_("The game is paused.")},
    [TABLE_NOT_PAUSED] = {"not_paused", N_("The game is not paused.")},
    [TABLE_STALE] = {"stale", N_("The table has moved on since.")},
    [TABLE_ILLEGAL] = {"illegal_move", N_("The rules do not allow that move.")},
    [TABLE_NO_TAKE_BACK] = {"no_take_back", N_("There is nothing to take back.")},
    [TABLE_CARD_IS_FINAL] = {"card_is_final",
                             N_("With other people at the table a placed card is final (TG17).")},
    [TABLE_NO_TALK] = {"no_talk", N_("This table does not allow that kind of talk.")},
    [TABLE_TOLD_NUMBER] = {"told_number", N_("Never tell each other a number, in any form.")},
    [TABLE_TEXT_TOO_LONG] = {"too_long", N_("That message is too long.")},
    [TABLE_BAD_TEXT] = {"bad_text", N_("A message must be plain text and not empty.")},
    [TABLE_BAD_HINT] = {"bad_hint", N_("There is no such hint, or not now.")},
    [TABLE_NOT_COOPERATIVE] = {"not_cooperative",
                               N_("Hints belong to games that are played together.")},
    [TABLE_BAD_MATTER] = {"bad_matter", N_("You cannot agree on that now.")},
    [TABLE_CLOSED] = {"closed", N_("The table is closed.")},
    [TABLE_WAS_REMOVED] = {"removed", N_("The owner removed you from this table.")},
    [TABLE_SERIES_OVER] = {"series_over", N_("All deals of this series have been played.")},
    [TABLE_SERIES_STAYS] = {"series_stays",
                            N_("The rules stay the same for all deals of a series.")},
    [TABLE_BAD_LOG] = {"bad_log", N_("That cannot follow at this table.")},
};

const char *table_reason_code(enum table_reason reason)
{
    return reason < TABLE_REASONS ? reasons[reason].code : "bad_log";
}

const char *table_reason_text(enum table_reason reason)
{
    return reason < TABLE_REASONS ? reasons[reason].text : "";
}
