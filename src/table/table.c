/*
 * table.c - queries about a table, and its transient state: who is here, hints, which bot has to
 * move.
 *
 * Nothing here makes an event; see table_ask.c for requests, table_apply.c for what events do.
 */
#include "game/game.h"
#include "table_internal.h"

#include <string.h>

int table_seats(const struct table *table)
{
    return table->settings.rules.game ? stos_rules_seats(&table->settings.rules) : 0;
}

bool table_is_running(const struct table *table)
{
    return table->phase == TABLE_PLAYING || table->phase == TABLE_PAUSED;
}

bool table_is_over(const struct table *table)
{
    return table->phase == TABLE_OVER || table->phase == TABLE_SHUT;
}

bool table_has_person(const struct table_seat *seat)
{
    return seat->kind == TABLE_PERSON && !seat->left;
}

bool table_plays_itself(const struct table_seat *seat)
{
    return seat->kind == TABLE_PERSON && seat->stand_in == TABLE_NO_STAND_IN;
}

int table_place_of(const struct table *table, table_person person)
{
    for (int seat = 0; seat < table_seats(table); seat++)
        if (person != 0 && table->seat[seat].kind == TABLE_PERSON &&
            table->seat[seat].person == person)
            return seat;
    return -1;
}

int table_seat_of(const struct table *table, table_person person)
{
    int seat = table_place_of(table, person);
    return seat >= 0 && !table->seat[seat].left ? seat : -1;
}

bool table_is_full(const struct table *table)
{
    for (int seat = 0; seat < table_seats(table); seat++)
        if (table->seat[seat].kind != TABLE_BOT && !table_has_person(&table->seat[seat]))
            return false;
    return true;
}

/* Takes the same time wherever the keys differ. */
bool table_key_fits(const struct table *table, const char *key)
{
    size_t length = strlen(table->key);
    unsigned char differs = 0;
    if (!key || length == 0 || strlen(key) != length)
        return false;
    for (size_t i = 0; i < length; i++)
        differs |= (unsigned char)(key[i] ^ table->key[i]);
    return differs == 0;
}

bool table_was_removed(const struct table *table, table_person person)
{
    for (int i = 0; i < TABLE_REMOVED; i++)
        if (person != 0 && table->removed[i] == person)
            return true;
    return false;
}

bool table_may_watch(const struct table *table, table_person person, const char *key)
{
    if (person != 0 && (person == table->owner || table_place_of(table, person) >= 0))
        return true;
    if (table_was_removed(table, person))
        return false;
    return table->settings.watchable &&
        (table->settings.door != TABLE_BY_LINK || table_key_fits(table, key));
}

enum table_reason table_why_no_look(const struct table *table, table_person person, const char *key)
{
    if (table_may_watch(table, person, key))
        return TABLE_OK;
    if (table_was_removed(table, person))
        return TABLE_WAS_REMOVED;
    return table->settings.door == TABLE_BY_LINK && !table_key_fits(table, key) ? TABLE_WRONG_KEY
                                                                                : TABLE_OK;
}

bool table_is_cooperative(const struct table *table)
{
    return stos_game_is_cooperative(table->settings.rules.game);
}

/* Everybody who has a seat counts: who is away or has left may come back to it. */
static int people_at(const struct table *table)
{
    int people = 0;
    for (int seat = 0; seat < table_seats(table); seat++)
        people += table->seat[seat].kind == TABLE_PERSON;
    return people;
}

bool table_takes_back(const struct table *table)
{
    const stos_game *game = table->settings.rules.game;
    if (!table->settings.takeback || game->placed_at == 0) /* a turn is a single move */
        return false;
    return !stos_game_is_cooperative(game) || people_at(table) < 2;
}

bool table_is_rated(const struct table *table)
{
    return table->settings.rated && !table->repeats && !table_is_cooperative(table);
}

bool table_series_is_over(const struct table *table)
{
    return table->settings.series[0] && table->fresh_deals >= table->settings.deals;
}

bool table_is_duel(const struct table *table)
{
    return !table_is_cooperative(table) && table_seats(table) == 2;
}

bool table_has_cards(const struct table *table) { return table->game_id[0] != '\0'; }

void table_look(const struct table *table, int seat, stos_view *view)
{
    if (table_has_cards(table))
        stos_look(&table->state, seat, view);
    else
        memset(view, 0, sizeof *view);
}

/* ---------------------------------------------------------------- requests seen before */

uint64_t table_ref(table_person person, const char *ref, size_t length)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325) ^ person;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)ref[i]) * UINT64_C(0x100000001b3);
    hash = (hash ^ person ^ hash >> 32) * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash >> 29;
    return hash ? hash : 1;
}

uint32_t table_event_of_ref(const struct table *table, uint64_t ref)
{
    for (int seat = 0; seat < STOS_MAX_SEATS; seat++)
        for (int i = 0; i < TABLE_REFS; i++)
            if (ref != 0 && table->seat[seat].refs[i] == ref)
                return table->seat[seat].ref_numbers[i];
    return 0;
}

enum table_talk table_usual_talk(enum table_door door)
{
    return door == TABLE_LISTED ? TABLE_HINTS : TABLE_TEXT;
}

/* ---------------------------------------------------------------- agreement */

enum { VOTERS_LEAST = 2 }; /* nobody is voted out by a single person */

static bool may_be_voted_out(const struct table *table, int seat)
{
    int others = 0;
    for (int i = 0; i < table_seats(table); i++)
        others += i != seat && table_plays_itself(&table->seat[i]);
    return table_is_running(table) && seat >= 0 && seat < table_seats(table) &&
        table_has_person(&table->seat[seat]) && table->seat[seat].stand_in != TABLE_RESIGNED &&
        others >= VOTERS_LEAST;
}

bool table_matter_fits(const struct table *table, int matter)
{
    switch (matter) {
    case TABLE_PAUSE:
    case TABLE_PLAY_ON: return table->phase == TABLE_PLAYING;
    case TABLE_END: return table_is_running(table);
    case TABLE_REMATCH:
        return table->phase == TABLE_OVER && table_is_full(table) && !table_series_is_over(table);
    case TABLE_SAME_DEAL: return table->phase == TABLE_OVER && table_is_full(table);
    default: return may_be_voted_out(table, matter - TABLE_OUT);
    }
}

bool table_matter_is_question(int matter)
{
    return matter == TABLE_PAUSE || matter == TABLE_END || matter == TABLE_PLAY_ON ||
        matter >= TABLE_OUT;
}

/* Nobody ends somebody else's duel, or deals cards that are known, while they are away. */
static bool needs_everybody(const struct table *table, int matter)
{
    return matter == TABLE_SAME_DEAL || (matter == TABLE_END && !table_is_cooperative(table));
}

/* Who resigned, left or is too long away is not waited for; those who are not here are not asked
 * whether a bot may play for them. */
static bool is_asked(const struct table *table, const struct table_seat *seat, int matter)
{
    if (matter >= TABLE_OUT && seat == &table->seat[matter - TABLE_OUT])
        return false;
    if (!table_has_person(seat) || seat->stand_in == TABLE_RESIGNED ||
        (matter == TABLE_PLAY_ON && !seat->present))
        return false;
    return seat->stand_in != TABLE_AWAY || needs_everybody(table, matter);
}

bool table_somebody_away(const struct table *table)
{
    for (int seat = 0; seat < table_seats(table); seat++)
        if (table_plays_itself(&table->seat[seat]) && !table->seat[seat].present)
            return true;
    return false;
}

/* With nobody to ask, nothing is agreed. */
bool table_matter_agreed(const struct table *table, int matter)
{
    int asked = 0;
    for (int i = 0; i < table_seats(table); i++) {
        const struct table_seat *seat = &table->seat[i];
        if (!is_asked(table, seat, matter))
            continue;
        if (!(seat->agreed >> matter & 1))
            return false;
        asked++;
    }
    return asked >= (matter >= TABLE_OUT ? VOTERS_LEAST : 1);
}

/* ---------------------------------------------------------------- bots */

static bool is_bots(const struct table_seat *seat)
{
    return seat->kind == TABLE_BOT ||
        (seat->kind == TABLE_PERSON && seat->stand_in != TABLE_NO_STAND_IN);
}

/* The vote that all people with a vote share: -1 when none has one, -2 when they differ or somebody
 * here has none. */
static int peoples_vote(const struct table *table)
{
    const int8_t *vote = stos_votes(&table->state);
    int shared = -1;
    for (int seat = 0; seat < table_seats(table); seat++) {
        if (!table_plays_itself(&table->seat[seat]))
            continue;
        if (vote[seat] < 0 && !table->seat[seat].present)
            continue;
        if (vote[seat] < 0 || (shared >= 0 && vote[seat] != shared))
            return -2;
        shared = vote[seat];
    }
    return shared;
}

enum table_vote table_bots_vote(const struct table *table, int *target)
{
    *target = peoples_vote(table);
    if (*target == -2)
        return TABLE_VOTE_WAIT;
    for (int seat = 0; seat < table_seats(table) && *target < 0; seat++)
        if (is_bots(&table->seat[seat]))
            *target = stos_votes(&table->state)[seat];
    return *target < 0 ? TABLE_VOTE_FREE : TABLE_VOTE_JOIN;
}

/* One after the other, so that the second hears what the first one said. */
static stos_seats voters_due(const struct table *table)
{
    int target;
    enum table_vote vote = table_bots_vote(table, &target);
    for (int seat = 0; seat < table_seats(table) && vote != TABLE_VOTE_WAIT; seat++)
        if (is_bots(&table->seat[seat]) &&
            (vote == TABLE_VOTE_FREE || stos_votes(&table->state)[seat] != target))
            return (stos_seats)(1u << seat);
    return 0;
}

stos_seats table_bots_due(const struct table *table)
{
    stos_seats due = 0;
    if (table->phase != TABLE_PLAYING)
        return 0;
    if (stos_phase(&table->state) == STOS_PHASE_START)
        return voters_due(table);
    for (int seat = 0; seat < table_seats(table); seat++)
        if (is_bots(&table->seat[seat]))
            due |= (stos_seats)(1u << seat);
    return due & stos_actors(&table->state);
}

/* Nothing of the turn has been played yet; before the votes, too. */
static bool turn_begins(const stos_state *state)
{
    return stos_phase(state) == STOS_PHASE_START ||
        (stos_phase(state) == STOS_PHASE_PLAY && !stos_mid_turn(state));
}

stos_seats table_talkers(const struct table *table)
{
    stos_seats talkers = 0;
    if (table->phase != TABLE_PLAYING || table->settings.talk == TABLE_SILENCE ||
        !table_is_cooperative(table) || !turn_begins(&table->state))
        return 0;
    stos_seats busy =
        stos_phase(&table->state) == STOS_PHASE_START ? 0 : stos_actors(&table->state);
    for (int seat = 0; seat < table_seats(table); seat++) {
        const stos_bot *bot =
            table->seat[seat].kind == TABLE_BOT ? table_bot_of(table, seat) : NULL;
        if (bot && bot->hint && !(busy >> seat & 1))
            talkers |= (stos_seats)(1u << seat);
    }
    return talkers;
}

const stos_bot *table_bot_of(const struct table *table, int seat)
{
    const stos_game *game = table->settings.rules.game;
    if (seat < 0 || seat >= table_seats(table) || !is_bots(&table->seat[seat]))
        return NULL;
    if (table->seat[seat].kind == TABLE_BOT)
        return stos_bot_find(game, table->seat[seat].bot);
    return bot_usual(game);
}

/* ---------------------------------------------------------------- what passes */

void table_go(struct table *table, int seat, int64_t now_ms)
{
    if (seat < 0 || seat >= table_seats(table))
        return;
    table->seat[seat].present = false;
    table->seat[seat].away_since_ms = now_ms;
}

void table_come(struct table *table, int seat, int64_t now_ms, struct table_answer *answer)
{
    struct table_making making;
    bool here = seat >= 0 && seat < table_seats(table) && table_has_person(&table->seat[seat]);
    if (here)
        table->seat[seat].present = true;
    table_make_start(&making, table, NULL, now_ms, answer);
    if (here && table->seat[seat].stand_in == TABLE_AWAY && table->phase != TABLE_SHUT)
        table_add_stand_in(&making, seat, TABLE_NO_STAND_IN, false);
}

/* Nobody says anything in a pause; `told`: what was said before it may come late. */
static enum table_reason why_no_hint(const struct table *table, int pile, int hint, bool told)
{
    int most = pile < 0 ? STOS_SELF_CAN_WAIT : STOS_HINT_LEAVE_3;
    if (table->phase == TABLE_SHUT)
        return TABLE_CLOSED;
    if (!table_is_cooperative(table))
        return TABLE_NOT_COOPERATIVE;
    if (table->settings.talk == TABLE_SILENCE)
        return TABLE_NO_TALK;
    if (table->phase == TABLE_PAUSED && !told)
        return TABLE_IS_PAUSED;
    if (!table_is_running(table))
        return TABLE_NO_GAME;
    if (pile < -1 || pile >= STOS_HINT_PILES || hint < 0 || hint > most)
        return TABLE_BAD_HINT;
    bool about_start = pile < 0 && (hint == STOS_SELF_WANTS_START || hint == STOS_SELF_RATHER_NOT);
    return about_start && stos_phase(&table->state) != STOS_PHASE_START ? TABLE_BAD_HINT : TABLE_OK;
}

static enum table_reason take_hint(struct table *table, int seat, int pile, int hint, bool told)
{
    if (seat < 0 || seat >= table_seats(table) ||
        (table->seat[seat].kind != TABLE_BOT && !table_has_person(&table->seat[seat])))
        return table->phase == TABLE_SHUT ? TABLE_CLOSED : TABLE_NOT_HERE;
    enum table_reason reason = why_no_hint(table, pile, hint, told);
    if (reason != TABLE_OK)
        return reason;
    if (pile < 0)
        table->hints.self[seat] = (uint8_t)hint;
    else
        table->hints.pile[seat][pile] = (uint8_t)hint;
    return TABLE_OK;
}

/* Bots remember it. Only of a bot that says everything is it known what its silence means. */
static void remember_hints(struct table *table, int seat)
{
    const stos_bot *bot = table_bot_of(table, seat);
    stos_hint_history_hear(&table->hint_history, seat, table->hints.pile[seat],
                           table->hints.self[seat],
                           bot && table->seat[seat].kind == TABLE_BOT && bot->says_all);
}

enum table_reason table_hint(struct table *table, int seat, int pile, int hint)
{
    enum table_reason reason = take_hint(table, seat, pile, hint, false);
    if (reason == TABLE_OK)
        remember_hints(table, seat);
    return reason;
}

bool table_say_hints(struct table *table, int seat, const uint8_t pile[4], uint8_t self)
{
    bool changed = false;
    for (int i = 0; i < STOS_HINT_PILES; i++)
        if (table->hints.pile[seat][i] != pile[i])
            changed |= take_hint(table, seat, i, pile[i], true) == TABLE_OK;
    if (table->hints.self[seat] != self)
        changed |= take_hint(table, seat, -1, self, true) == TABLE_OK;
    if (why_no_hint(table, -1, self, true) == TABLE_OK)
        remember_hints(table, seat);
    return changed;
}
