/*
 * table_apply.c - what events do to a table.
 *
 * Every event is checked before anything is changed, for it may come from a damaged log: an event
 * that cannot follow is refused and the table stays unchanged. Permissions are not checked here but
 * in table_ask.c.
 *
 * What follows from an event alone is derived here and has no event of its own: a late player gets
 * control back when the turn is over; a player who resigned plays again after the game; hints end
 * with the turn of the player who gave them.
 */
#include "base/text.h"
#include "table_internal.h"
#include "table_text.h"

#include <string.h>

/* ---------------------------------------------------------------- what may stand in an event */

static bool is_alphanumeric(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static bool is_word(const char *text, size_t least, size_t most)
{
    size_t length = 0;
    while (length <= most && is_alphanumeric(text[length]))
        length++;
    return length >= least && length <= most && text[length] == '\0';
}

bool table_code_is_good(const char *code) { return is_word(code, 1, TABLE_CODE - 1); }

bool table_code_fold(const char *given, char code[TABLE_CODE])
{
    size_t length = 0;
    for (; *given; given++) {
        char c = *given >= 'A' && *given <= 'Z' ? (char)(*given - 'A' + 'a') : *given;
        if (c == ' ' || c == '-')
            continue;
        if (c < 'a' || c > 'z' || length + 1 >= TABLE_CODE) {
            length = 0;
            break;
        }
        code[length++] = c;
    }
    code[length] = '\0';
    return length > 0;
}

bool table_key_is_good(const char *key) { return is_word(key, 0, 32); }

bool table_game_id_is_good(const char *id) { return is_word(id, 1, 16); }

bool table_commitment_is_good(const char *commitment)
{
    size_t length = 0;
    while (length < TABLE_HEX - 1 && is_alphanumeric(commitment[length]) &&
           text_hex_digit(commitment[length]) >= 0)
        length++;
    return commitment[length] == '\0' && (length == 0 || length == TABLE_HEX - 1);
}

bool table_text_is_good(const char *text, size_t length)
{
    return length > 0 && length <= TABLE_SAY_MAX && text_is_plain_utf8(text, length);
}

bool table_may_say(const struct table *table, const char *text, size_t length)
{
    bool reacts = table->settings.talk == TABLE_HINTS && !table_is_cooperative(table);
    return table->settings.talk == TABLE_TEXT ||
        (reacts && text && table_is_reaction(text, length));
}

static bool name_is_good(const char *name)
{
    return memchr(name, '\0', TABLE_NAME) && stos_name_is_good(name);
}

static bool value_is_good(const stos_option *option, int8_t value)
{
    int words = 0;
    while (option->words && option->words[words])
        words++;
    return value < 0 ? -1 - value < words : value >= option->low && value <= option->high;
}

/* The rules must be what their own text says, to the last byte. */
static bool rules_are_good(const stos_rules *rules)
{
    char text[STOS_RULES_TEXT];
    stos_rules read;
    int count, known = 0;
    for (int i = 0; i < stos_game_count(); i++)
        known += rules->game == stos_game_at(i);
    if (!known)
        return false;
    const stos_option *options = stos_game_options(rules->game, &count);
    for (int i = 0; i < count; i++)
        if (!value_is_good(&options[i], rules->value[i]))
            return false;
    size_t length = stos_rules_text(rules, text);
    return !stos_rules_parse(text, length, &read).reason &&
        memcmp(read.value, rules->value, sizeof read.value) == 0;
}

/* Teams are compared, so it is a game that they play together. */
static bool series_is_good(const struct table_settings *settings)
{
    if (!settings->series[0])
        return settings->deals == 0;
    return table_code_is_good(settings->series) && settings->deals >= 1 &&
        settings->deals <= TABLE_DEALS_MAX && stos_game_is_cooperative(settings->rules.game);
}

bool table_settings_are_good(const struct table_settings *settings)
{
    return rules_are_good(&settings->rules) && settings->talk <= TABLE_TEXT &&
        settings->door <= TABLE_BY_LINK && settings->turn_seconds <= TABLE_SECONDS_MAX &&
        settings->grace_seconds <= TABLE_SECONDS_MAX && series_is_good(settings);
}

/* ---------------------------------------------------------------- seats */

/* Empties a seat. What its people asked for stays known. */
static void clear_seat(struct table_seat *seat, enum table_seat_kind kind)
{
    struct table_seat before = *seat;
    memset(seat, 0, sizeof *seat);
    memcpy(seat->refs, before.refs, sizeof seat->refs);
    memcpy(seat->ref_numbers, before.ref_numbers, sizeof seat->ref_numbers);
    seat->next_ref = before.next_ref;
    seat->kind = (uint8_t)kind;
}

static bool apply_open(struct table *table, const struct table_event *event)
{
    if (!table_code_is_good(event->code) || !table_key_is_good(event->key) ||
        !table_settings_are_good(&event->settings))
        return false;
    memcpy(table->code, event->code, sizeof table->code);
    memcpy(table->key, event->key, sizeof table->key);
    table->settings = event->settings;
    table->owner = event->person;
    table->opened_ms = event->at_ms;
    return true;
}

static bool apply_sit(struct table *table, const struct table_event *event)
{
    struct table_seat *seat = &table->seat[event->seat];
    int from = table_place_of(table, event->person);
    bool is_free = seat->kind == TABLE_EMPTY || seat->kind == TABLE_RESERVED;
    if (table_is_running(table) || !is_free || event->person == 0 || !name_is_good(event->name))
        return false;
    if (from >=
        0) { /* takes along what is remembered of them, and leaves what was remembered here */
        struct table_seat taken = *seat;
        *seat = table->seat[from];
        table->seat[from] = taken;
        clear_seat(&table->seat[from], TABLE_EMPTY);
    } else {
        clear_seat(seat, TABLE_PERSON);
        seat->away_since_ms = event->at_ms;
    }
    seat->person = event->person;
    seat->program = event->program;
    memset(seat->name, 0, sizeof seat->name);
    memcpy(seat->name, event->name, strlen(event->name));
    return true;
}

static bool apply_bot(struct table *table, const struct table_event *event)
{
    struct table_seat *seat = &table->seat[event->seat];
    if (table_is_running(table) || !memchr(event->bot, '\0', sizeof event->bot) ||
        !stos_bot_find(table->settings.rules.game, event->bot))
        return false;
    clear_seat(seat, TABLE_BOT);
    memcpy(seat->bot, event->bot, strlen(event->bot));
    return true;
}

static bool apply_reserve(struct table *table, const struct table_event *event)
{
    if (table_is_running(table))
        return false;
    clear_seat(&table->seat[event->seat], TABLE_RESERVED);
    return true;
}

static bool apply_empty(struct table *table, const struct table_event *event)
{
    if (table_is_running(table))
        return false;
    clear_seat(&table->seat[event->seat], TABLE_EMPTY);
    return true;
}

static void remember_removed(struct table *table, table_person person)
{
    table->removed[table->next_removed] = person;
    table->next_removed = (uint8_t)((table->next_removed + 1) % TABLE_REMOVED);
}

static bool apply_remove(struct table *table, const struct table_event *event)
{
    struct table_seat *seat = &table->seat[event->seat];
    if (table_is_running(table) || seat->kind != TABLE_PERSON ||
        !memchr(event->key, '\0', sizeof event->key) || !table_key_is_good(event->key))
        return false;
    remember_removed(table, seat->person);
    if (event->key[0])
        memcpy(table->key, event->key, sizeof table->key);
    clear_seat(seat, TABLE_EMPTY);
    return true;
}

static bool apply_owner(struct table *table, const struct table_event *event)
{
    if (event->seat >= 0 && !table_has_person(&table->seat[event->seat]))
        return false;
    table->owner = event->seat >= 0 ? table->seat[event->seat].person : 0;
    return true;
}

/* ---------------------------------------------------------------- the game */

/* Whoever is away when play begins or goes on is given the whole grace from then. */
static void count_absence_from(struct table *table, int64_t at_ms)
{
    for (int seat = 0; seat < table_seats(table); seat++)
        if (!table->seat[seat].present && table->seat[seat].away_since_ms < at_ms)
            table->seat[seat].away_since_ms = at_ms;
}

static void disagree(struct table *table, unsigned matters)
{
    for (int seat = 0; seat < STOS_MAX_SEATS; seat++)
        table->seat[seat].agreed &= (uint16_t)~matters;
}

static void end_stand_in(struct table *table, enum table_stand_in why)
{
    for (int seat = 0; seat < STOS_MAX_SEATS; seat++)
        if (table->seat[seat].stand_in == why)
            table->seat[seat].stand_in = TABLE_NO_STAND_IN;
}

static void start_turn(struct table *table, int64_t at_ms)
{
    table->turn_since_ms = at_ms;
    table->turn_start = table->state;
    table->turn_moves = 0;
    memset(table->turn_move, 0, sizeof table->turn_move);
    end_stand_in(table, TABLE_LATE);
    disagree(table, 1u << TABLE_PLAY_ON);
}

bool table_same_seed(const stos_seed *one, const stos_seed *other)
{
    return one->generator == other->generator &&
        memcmp(one->bytes, other->bytes, sizeof one->bytes) == 0;
}

/* For the bots that remember what was said: the table as everybody sees it. */
static void see_table(struct table *table)
{
    stos_view view;
    stos_look(&table->state, STOS_SPECTATOR, &view);
    stos_hint_history_see(&table->hint_history, &view);
}

static bool apply_deal(struct table *table, const struct table_event *event)
{
    if (table_is_running(table) || !table_is_full(table) ||
        !table_game_id_is_good(event->game_id) || !table_commitment_is_good(event->commitment) ||
        event->seed.generator > STOS_FAST ||
        stos_deal(&table->state, &table->settings.rules, &event->seed, NULL).reason)
        return false;
    table->games = (uint16_t)(table->games + (table->games < UINT16_MAX));
    memcpy(table->game_id, event->game_id, sizeof table->game_id);
    memcpy(table->commitment, event->commitment, sizeof table->commitment);
    table->repeats = table->games > 1 && table_same_seed(&table->seed, &event->seed);
    table->fresh_deals =
        (uint16_t)(table->fresh_deals + (!table->repeats && table->fresh_deals < UINT16_MAX));
    memset(table->result, 0, sizeof table->result);
    memset(&table->hints, 0, sizeof table->hints);
    memset(&table->hint_history, 0, sizeof table->hint_history);
    see_table(table);
    table->seed = event->seed;
    table->stood_in = 0;
    table->dealt_ms = event->at_ms;
    table->phase = TABLE_PLAYING;
    disagree(table, ~0u);
    end_stand_in(table, TABLE_RESIGNED);
    count_absence_from(table, event->at_ms);
    start_turn(table, event->at_ms);
    return true;
}

/* Whether a turn, a vote or a choice of ends is over after a move. */
static bool turn_ended(const stos_state *state, stos_move move)
{
    switch (stos_move_kind(move)) {
    case STOS_START: return stos_phase(state) != STOS_PHASE_START;
    case STOS_SHOW: return stos_phase(state) != STOS_PHASE_SHOW;
    case STOS_DIR: return false;
    case STOS_PLACE:
    case STOS_END: return !stos_mid_turn(state);
    default: return true;
    }
}

static void forget_hints(struct table *table, int seat, stos_move move, bool ended)
{
    enum stos_move_kind kind = stos_move_kind(move);
    for (int other = 0; other < STOS_MAX_SEATS && table_is_cooperative(table); other++) {
        if (kind == STOS_PLACE) /* what was said about a pile holds until it changes */
            table->hints.pile[other][stos_move_high(move)] = STOS_HINT_NONE;
        bool own_turn = ended && kind != STOS_START && other == seat;
        if (own_turn)
            memset(table->hints.pile[other], 0, sizeof table->hints.pile[other]);
        if (own_turn ||
            (ended && kind == STOS_START && table->hints.self[other] <= STOS_SELF_RATHER_NOT))
            table->hints.self[other] = STOS_SELF_NONE;
    }
}

static bool apply_move(struct table *table, const struct table_event *event)
{
    enum stos_move_kind kind = stos_move_kind(event->move);
    if (table->phase != TABLE_PLAYING || event->stand_in != table->seat[event->seat].stand_in ||
        stos_play(&table->state, event->seat, event->move).reason)
        return false;
    bool ended = turn_ended(&table->state, event->move);
    bool together = kind == STOS_START || kind == STOS_SHOW;
    table->position += !together || ended;
    forget_hints(table, event->seat, event->move, ended);
    see_table(table);
    if (ended)
        start_turn(table, event->at_ms);
    else if (kind == STOS_PLACE && table->turn_moves < TABLE_TURN_MOVES)
        table->turn_move[table->turn_moves++] = event->move;
    return true;
}

/* Whether it may be asked for is said in table_ask.c: logs from before TG17 are read as they were
 * written. */
static bool apply_take_back(struct table *table, const struct table_event *event)
{
    if (table->phase != TABLE_PLAYING || !table->settings.takeback || table->turn_moves == 0 ||
        !(stos_actors(&table->state) >> event->seat & 1))
        return false;
    table->state = table->turn_start;
    table->turn_move[--table->turn_moves] = STOS_NO_MOVE;
    for (int i = 0; i < table->turn_moves; i++)
        stos_play(&table->state, event->seat, table->turn_move[i]);
    see_table(table);
    table->position++;
    return true;
}

/* A game ends by its rules, by vote, or because one of two resigned. */
static bool result_is_good(const struct table *table, const struct table_event *event)
{
    char result[STOS_RESULT_TEXT], winner[] = "winner 0";
    stos_result_text(&table->state, result);
    winner[7] = (char)(event->seat == 0 ? '1' : '0');
    bool resigned = event->seat >= 0 && table_is_duel(table) && !stos_over(&table->state);
    return memchr(event->result, '\0', sizeof event->result) &&
        strcmp(event->result, resigned ? winner : result) == 0;
}

static bool apply_over(struct table *table, const struct table_event *event)
{
    if (!table_is_running(table) || !table_same_seed(&event->seed, &table->seed) ||
        !result_is_good(table, event))
        return false;
    memcpy(table->result, event->result, strlen(event->result));
    memset(&table->hints, 0, sizeof table->hints);
    table->phase = TABLE_OVER;
    table->position++;
    table->turn_moves = 0;
    disagree(table, ~0u);
    end_stand_in(table, TABLE_LATE);
    end_stand_in(table, TABLE_RESIGNED);
    return true;
}

/* The last game is put away: its cards may not fit the seats of the next one. */
static void forget_game(struct table *table)
{
    memset(table->game_id, 0, sizeof table->game_id);
    memset(table->commitment, 0, sizeof table->commitment);
    memset(table->result, 0, sizeof table->result);
    memset(&table->seed, 0, sizeof table->seed);
    memset(&table->state, 0, sizeof table->state);
    memset(&table->turn_start, 0, sizeof table->turn_start);
    memset(&table->hints, 0, sizeof table->hints);
    memset(&table->hint_history, 0, sizeof table->hint_history);
    table->repeats = false;
}

/* Seats that the next game does not have are gone, and so are bots that cannot play it. */
static bool apply_lobby(struct table *table, const struct table_event *event)
{
    const stos_rules *rules = &event->settings.rules;
    if (table_is_running(table) || !rules_are_good(rules))
        return false;
    int before = table_seats(table), seats = stos_rules_seats(rules);
    for (int seat = seats; seat < before; seat++)
        if (table->seat[seat].kind == TABLE_PERSON)
            return false;
    table->settings.rules = *rules;
    table->phase = TABLE_WAITING;
    for (int seat = 0; seat < before; seat++)
        if (seat >= seats ||
            (table->seat[seat].kind == TABLE_BOT &&
             !stos_bot_find(rules->game, table->seat[seat].bot)))
            clear_seat(&table->seat[seat], TABLE_EMPTY);
    disagree(table, ~0u);
    forget_game(table);
    return true;
}

/* ---------------------------------------------------------------- talk, pauses, stand-ins */

static bool apply_say(struct table *table, const struct table_event *event)
{
    struct table_seat *seat = &table->seat[event->seat];
    if (!table_has_person(seat) || !table_may_say(table, event->text, event->text_length) ||
        !table_text_is_good(event->text, event->text_length))
        return false;
    if (table_is_cooperative(table))
        guard_check(&seat->said, event->text,
                    event->text_length); /* only for its memory: what was said was said */
    struct table_message *message = &table->said[table->said_count++ % TABLE_SAID];
    memset(message, 0, sizeof *message);
    message->number = event->number;
    message->seat = event->seat;
    message->at_ms = event->at_ms;
    message->person = seat->person;
    message->length = event->text_length;
    memcpy(message->text, event->text, event->text_length);
    return true;
}

static bool apply_agree(struct table *table, const struct table_event *event)
{
    struct table_seat *seat = &table->seat[event->seat];
    if (!table_has_person(seat) || !table_matter_fits(table, event->matter) ||
        event->matter == TABLE_OUT + event->seat)
        return false;
    const unsigned next_games = 1u << TABLE_REMATCH | 1u << TABLE_SAME_DEAL,
                   matter = 1u << event->matter;
    seat->agreed &= (uint16_t) ~(
        matter & next_games ? next_games : matter); /* nobody wants two next games at once */
    seat->agreed |= (uint16_t)((unsigned)event->yes << event->matter);
    if (!event->yes && table_matter_is_question(event->matter))
        disagree(table, matter);
    return true;
}

static bool apply_pause(struct table *table, const struct table_event *event)
{
    if (table->phase != TABLE_PLAYING)
        return false;
    table->phase = TABLE_PAUSED;
    table->paused_ms = event->at_ms;
    disagree(table, 1u << TABLE_PAUSE);
    return true;
}

static bool apply_go_on(struct table *table, const struct table_event *event)
{
    if (table->phase != TABLE_PAUSED)
        return false;
    table->phase = TABLE_PLAYING;
    table->turn_since_ms += event->at_ms > table->paused_ms ? event->at_ms - table->paused_ms : 0;
    table->paused_ms = 0;
    count_absence_from(table, event->at_ms);
    return true;
}

/* Late and away begin in play only; who resigned plays no more, unless they left and sit down
 * again. */
static bool stand_in_follows(const struct table *table, const struct table_seat *seat,
                             const struct table_event *event)
{
    switch (event->stand_in) {
    case TABLE_NO_STAND_IN:
        return seat->stand_in == TABLE_LATE || seat->stand_in == TABLE_AWAY || seat->left;
    case TABLE_LATE:
    case TABLE_AWAY: return table->phase == TABLE_PLAYING && seat->stand_in == TABLE_NO_STAND_IN;
    case TABLE_RESIGNED:
        return table_is_running(table) && (seat->stand_in != TABLE_RESIGNED || event->yes);
    default: return false;
    }
}

static bool apply_stand_in(struct table *table, const struct table_event *event)
{
    struct table_seat *seat = &table->seat[event->seat];
    if (seat->kind != TABLE_PERSON || (event->yes && event->stand_in != TABLE_RESIGNED) ||
        !stand_in_follows(table, seat, event))
        return false;
    const int vote = TABLE_OUT + event->seat;
    if (event->yes && table_matter_fits(table, vote) && table_matter_agreed(table, vote))
        remember_removed(table, seat->person); /* voted out: may not come back */
    if (event->yes)
        disagree(table, 1u << vote);
    seat->stand_in = event->stand_in;
    if (event->stand_in != TABLE_NO_STAND_IN)
        table->stood_in |= (stos_seats)(1u << event->seat);
    seat->left = event->yes;
    if (event->stand_in == TABLE_AWAY)
        disagree(table, 1u << TABLE_PLAY_ON);
    if (event->yes) {
        seat->present = false;
        memset(table->hints.pile[event->seat], 0,
               sizeof table->hints.pile[event->seat]); /* nobody is there to mean them */
        table->hints.self[event->seat] = STOS_SELF_NONE;
    }
    return true;
}

static bool apply_credit(struct table *table, const struct table_event *event)
{
    if (event->ms <= 0 || event->ms > TABLE_TIME_MAX)
        return false;
    if (table->phase == TABLE_PLAYING && table->turn_since_ms < TABLE_TIME_MAX)
        table->turn_since_ms += event->ms;
    return true;
}

static bool apply_close(struct table *table, const struct table_event *event)
{
    (void)event;
    if (table_is_running(table))
        return false;
    table->phase = TABLE_SHUT;
    return true;
}

/* ---------------------------------------------------------------- all of them */

static const struct {
    bool (*apply)(struct table *table, const struct table_event *event);
    int8_t lowest_seat, highest_seat; /* that the event may name */
} kinds[TABLE_EVENT_KINDS] = {
    [TABLE_EVENT_OPEN] = {apply_open, -1, -1},
    [TABLE_EVENT_SIT] = {apply_sit, 0, STOS_MAX_SEATS},
    [TABLE_EVENT_BOT] = {apply_bot, 0, STOS_MAX_SEATS},
    [TABLE_EVENT_RESERVE] = {apply_reserve, 0, STOS_MAX_SEATS},
    [TABLE_EVENT_EMPTY] = {apply_empty, 0, STOS_MAX_SEATS},
    [TABLE_EVENT_OWNER] = {apply_owner, -1, STOS_MAX_SEATS},
    [TABLE_EVENT_DEAL] = {apply_deal, -1, -1},
    [TABLE_EVENT_MOVE] = {apply_move, 0, STOS_MAX_SEATS},
    [TABLE_EVENT_TAKE_BACK] = {apply_take_back, 0, STOS_MAX_SEATS},
    [TABLE_EVENT_SAY] = {apply_say, 0, STOS_MAX_SEATS},
    [TABLE_EVENT_AGREE] = {apply_agree, 0, STOS_MAX_SEATS},
    [TABLE_EVENT_PAUSE] = {apply_pause, -1, -1},
    [TABLE_EVENT_GO_ON] = {apply_go_on, 0, STOS_MAX_SEATS},
    [TABLE_EVENT_STAND_IN] = {apply_stand_in, 0, STOS_MAX_SEATS},
    [TABLE_EVENT_CREDIT] = {apply_credit, -1, -1},
    [TABLE_EVENT_OVER] = {apply_over, -1, STOS_MAX_SEATS},
    [TABLE_EVENT_CLOSE] = {apply_close, -1, -1},
    [TABLE_EVENT_REMOVE] = {apply_remove, 0, STOS_MAX_SEATS},
    [TABLE_EVENT_LOBBY] = {apply_lobby, -1, -1},
};

static bool may_follow(const struct table *table, const struct table_event *event)
{
    if (event->kind >= TABLE_EVENT_KINDS || table->phase == TABLE_SHUT ||
        table->last == UINT32_MAX || event->number != table->last + 1)
        return false;
    if ((event->kind == TABLE_EVENT_OPEN) != (table->last == 0) || event->at_ms < 0 ||
        event->at_ms > TABLE_TIME_MAX)
        return false;
    return event->seat >= kinds[event->kind].lowest_seat &&
        event->seat <= kinds[event->kind].highest_seat &&
        event->seat < (table->last ? table_seats(table) : 0);
}

/* The seat whose memory keeps a request: whoever made it, as far as the event tells. */
static int seat_of_ref(const struct table *table, const struct table_event *event)
{
    bool by_owner = event->kind == TABLE_EVENT_BOT || event->kind == TABLE_EVENT_RESERVE ||
        event->kind == TABLE_EVENT_DEAL || event->kind == TABLE_EVENT_OWNER ||
        event->kind == TABLE_EVENT_REMOVE || event->kind == TABLE_EVENT_LOBBY;
    int seat = by_owner ? table_place_of(table, table->owner) : -1;
    return seat >= 0 ? seat : event->seat >= 0 ? event->seat : 0;
}

enum table_reason table_apply(struct table *table, const struct table_event *event)
{
    if (!may_follow(table, event))
        return TABLE_BAD_LOG;
    int keeper = seat_of_ref(table, event);
    if (!kinds[event->kind].apply(table, event))
        return TABLE_BAD_LOG;
    table->last = event->number;
    table->changed_ms = event->at_ms;
    if (event->ref != 0) {
        struct table_seat *seat = &table->seat[keeper];
        seat->refs[seat->next_ref] = event->ref;
        seat->ref_numbers[seat->next_ref] = event->number;
        seat->next_ref = (uint8_t)((seat->next_ref + 1) % TABLE_REFS);
    }
    return TABLE_OK;
}
