/*
 * table_ask.c - from requests to events: who may do what.
 *
 * The table itself is not changed (table_make.c works on a copy), and requests are all or nothing:
 * one is refused, or all its events can follow.
 */
#include "table_internal.h"

#include <string.h>

/* ---------------------------------------------------------------- seats */

/* Any free seat: with the key first one that is kept for it. */
static int find_seat(const struct table *table, bool has_key, bool may_take_reserved)
{
    for (int pass = 0; pass < 3; pass++) {
        enum table_seat_kind kind = pass == 1 ? TABLE_EMPTY : TABLE_RESERVED;
        for (int seat = 0;
             seat < table_seats(table) && (pass == 0 ? has_key : pass == 1 || may_take_reserved);
             seat++)
            if (table->seat[seat].kind == kind)
                return seat;
    }
    return -1;
}

static enum table_reason choose_seat(const struct table *table, const struct table_request *request,
                                     int *seat)
{
    bool has_key = table_key_fits(table, request->key),
         trusted = has_key || request->person == table->owner;
    if (table->settings.door == TABLE_BY_LINK && !trusted)
        return TABLE_WRONG_KEY;
    *seat = request->seat >= 0 ? request->seat : find_seat(table, has_key, trusted);
    if (*seat >= table_seats(table))
        return TABLE_NO_SUCH_SEAT;
    if (*seat < 0)
        return TABLE_FULL;
    if (table->seat[*seat].kind == TABLE_RESERVED && !trusted)
        return TABLE_WRONG_KEY;
    return table->seat[*seat].kind == TABLE_EMPTY || table->seat[*seat].kind == TABLE_RESERVED
        ? TABLE_OK
        : TABLE_SEAT_TAKEN;
}

static bool name_is_good(const struct table_request *request)
{
    char name[TABLE_NAME] = "";
    if (request->text_length >= sizeof name || memchr(request->text, '\0', request->text_length))
        return false;
    memcpy(name, request->text, request->text_length);
    return stos_name_is_good(name);
}

static enum table_reason ask_sit(struct table_making *making, const struct table *table, int seat)
{
    const struct table_request *request = making->request;
    int place = table_place_of(table, request->person);
    if (place >= 0 && table->seat[place].left && table_was_removed(table, request->person))
        return TABLE_WAS_REMOVED;
    if (place >= 0 && table->seat[place].left) {
        table_add_stand_in(making, place, TABLE_NO_STAND_IN, false);
        return TABLE_OK;
    }
    if (seat >= 0 && (request->seat < 0 || request->seat == seat))
        return TABLE_OK;
    if (table_was_removed(table, request->person))
        return TABLE_WAS_REMOVED;
    if (request->person == 0 || !request->text || !name_is_good(request))
        return TABLE_BAD_NAME;
    enum table_reason reason = choose_seat(table, request, &place);
    if (reason != TABLE_OK)
        return reason;
    struct table_event *event = table_make(making, TABLE_EVENT_SIT, place);
    event->person = request->person;
    event->program = request->program;
    memcpy(event->name, request->text, request->text_length);
    table_add(making);
    return TABLE_OK;
}

static enum table_reason ask_leave(struct table_making *making, const struct table *table, int seat)
{
    if (table_is_running(table))
        table_add_stand_in(making, seat, TABLE_RESIGNED, true);
    else
        table_add_plain(making, TABLE_EVENT_EMPTY, seat);
    if (making->request->person == table->owner)
        table_add_owner(making, seat);
    return TABLE_OK;
}

static void add_removal(struct table_making *making, int seat)
{
    const char *key = making->request->fresh_key ? making->request->fresh_key : "";
    memcpy(table_make(making, TABLE_EVENT_REMOVE, seat)->key, key, strnlen(key, TABLE_KEY - 1));
    table_add(making);
}

static enum table_reason ask_fill(struct table_making *making, const struct table *table, int seat)
{
    const struct table_request *request = making->request;
    char bot[TABLE_BOT_NAME] = "";
    if (table_is_running(table))
        return TABLE_GAME_RUNS;
    if (request->seat < 0 || request->seat >= table_seats(table))
        return TABLE_NO_SUCH_SEAT;
    const struct table_seat *place = &making->after.seat[request->seat];
    if (place->kind == TABLE_PERSON && request->seat != seat)
        add_removal(making, request->seat);
    if (!request->text || request->text_length == 0) {
        if (place->kind != (request->yes ? TABLE_RESERVED : TABLE_EMPTY))
            table_add_plain(making, request->yes ? TABLE_EVENT_RESERVE : TABLE_EVENT_EMPTY,
                            request->seat);
        return TABLE_OK;
    }
    if (request->text_length >= sizeof bot)
        return TABLE_NO_SUCH_BOT;
    memcpy(bot, request->text, request->text_length);
    if (strlen(bot) != request->text_length || !stos_bot_find(table->settings.rules.game, bot))
        return TABLE_NO_SUCH_BOT;
    if (place->kind == TABLE_BOT && strcmp(place->bot, bot) == 0)
        return TABLE_OK;
    struct table_event *event = table_make(making, TABLE_EVENT_BOT, request->seat);
    memcpy(event->bot, bot, sizeof event->bot);
    table_add(making);
    return TABLE_OK;
}

static enum table_reason ask_give(struct table_making *making, const struct table *table, int seat)
{
    int to = making->request->seat;
    (void)seat;
    if (to < 0 || to >= table_seats(table) || !table_has_person(&table->seat[to]))
        return TABLE_NO_SUCH_SEAT;
    if (table->seat[to].person != table->owner)
        table_add_plain(making, TABLE_EVENT_OWNER, to);
    return TABLE_OK;
}

static enum table_reason ask_begin(struct table_making *making, const struct table *table, int seat)
{
    (void)seat;
    if (table_is_running(table))
        return TABLE_GAME_RUNS;
    if (!table_is_full(table))
        return TABLE_SEATS_EMPTY;
    if (table_series_is_over(table))
        return TABLE_SERIES_OVER;
    if (!table_can_deal(making))
        return TABLE_BAD_LOG;
    table_add_deal(making, false);
    return TABLE_OK;
}

/* A seat below `seats` for somebody who loses theirs: an empty one, else a bot's. */
static int seat_to_move_to(const struct table *table, int seats)
{
    for (int pass = 0; pass < 2; pass++)
        for (int seat = 0; seat < seats; seat++)
            if (pass == 0 ? table->seat[seat].kind == TABLE_EMPTY ||
                        table->seat[seat].kind == TABLE_RESERVED
                          : table->seat[seat].kind == TABLE_BOT)
                return seat;
    return -1;
}

/* The next game has fewer seats: people on those that vanish move, and nobody is sent away. */
static enum table_reason move_together(struct table_making *making, int seats)
{
    for (int from = seats; from < table_seats(&making->after); from++) {
        const struct table_seat moving = making->after.seat[from];
        if (moving.kind != TABLE_PERSON)
            continue;
        int to = seat_to_move_to(&making->after, seats);
        if (to < 0)
            return TABLE_FULL;
        if (making->after.seat[to].kind == TABLE_BOT)
            table_add_plain(making, TABLE_EVENT_EMPTY, to);
        struct table_event *event = table_make(making, TABLE_EVENT_SIT, to);
        event->person = moving.person;
        event->program = moving.program;
        memcpy(event->name, moving.name, sizeof event->name);
        table_add(making);
    }
    return TABLE_OK;
}

static bool are_same_rules(const stos_rules *one, const stos_rules *other)
{
    char text[STOS_RULES_TEXT], other_text[STOS_RULES_TEXT];
    stos_rules_text(one, text);
    stos_rules_text(other, other_text);
    return strcmp(text, other_text) == 0;
}

static enum table_reason ask_lobby(struct table_making *making, const struct table *table, int seat)
{
    const struct table_request *request = making->request;
    stos_rules rules = table->settings.rules;
    (void)seat;
    if (table_is_running(table))
        return TABLE_GAME_RUNS;
    if (request->text && request->text_length > 0) {
        making->answer->error = stos_rules_parse(request->text, request->text_length, &rules);
        if (making->answer->error.reason)
            return TABLE_ILLEGAL;
    }
    if (table->settings.series[0] && !are_same_rules(&rules, &table->settings.rules))
        return TABLE_SERIES_STAYS;
    enum table_reason reason = move_together(making, stos_rules_seats(&rules));
    if (reason != TABLE_OK)
        return reason;
    table_make(making, TABLE_EVENT_LOBBY, -1)->settings.rules = rules;
    table_add(making);
    return TABLE_OK;
}

/* ---------------------------------------------------------------- play */

static enum table_reason why_no_play(const struct table *table, const struct table_request *request)
{
    if (table_has_cards(table) && request->has_position && request->position != table->position)
        return TABLE_STALE;
    if (table->phase == TABLE_PAUSED)
        return TABLE_IS_PAUSED;
    return table->phase == TABLE_PLAYING ? TABLE_OK : TABLE_NO_GAME;
}

/* Who resigned plays no more; for whom a bot plays because of the time, takes over again by
 * playing. */
static bool take_over(struct table_making *making, const struct table *table, int seat)
{
    if (table->seat[seat].stand_in == TABLE_RESIGNED)
        return false;
    if (table->seat[seat].stand_in != TABLE_NO_STAND_IN)
        table_add_stand_in(making, seat, TABLE_NO_STAND_IN, false);
    return true;
}

static enum table_reason refuse_move(struct table_making *making, stos_error error)
{
    error.game = making->after.settings.rules.game;
    making->answer->error = error;
    return TABLE_ILLEGAL;
}

static void add_move(struct table_making *making, int seat, stos_move move)
{
    struct table_event *event = table_make(making, TABLE_EVENT_MOVE, seat);
    event->move = move;
    event->stand_in = making->after.seat[seat].stand_in;
    table_add(making);
}

/* Reads moves and tries them one after the other; the number of them, or what is wrong. None may
 * follow the end of the turn, whether it would be legal or not: who knew that before anything
 * happens would know what is drawn. */
static stos_error try_moves(const struct table *table, const struct table_request *request,
                            int seat, stos_move move[TABLE_MOVES_MAX], int *count)
{
    stos_state state = table->state;
    const char *text = request->text ? request->text : "";
    size_t length = request->text ? request->text_length : 0;
    for (size_t at = 0;; at++) {
        const char *next = memchr(text + at, TABLE_NEXT_MOVE, length - at);
        size_t end = next && *count < TABLE_MOVES_MAX - 1 ? (size_t)(next - text) : length;
        stos_error error =
            stos_move_parse(table->settings.rules.game, text + at, end - at, &move[*count]);
        if (!error.reason)
            error = stos_play(&state, seat, move[*count]);
        if (!error.reason && end < length && !stos_mid_turn(&state))
            error.reason = STOS_NOT_YOUR_TURN;
        error.at = (uint16_t)(error.at + at);
        *count += 1;
        if (error.reason || end == length)
            return error;
        at = end;
    }
}

static enum table_reason ask_move(struct table_making *making, const struct table *table, int seat)
{
    const struct table_request *request = making->request;
    stos_move move[TABLE_MOVES_MAX];
    int count = 0;
    enum table_reason reason = why_no_play(table, request);
    if (reason != TABLE_OK)
        return reason;
    stos_error error = try_moves(table, request, seat, move, &count);
    if (error.reason)
        return refuse_move(making, error);
    if (!take_over(making, table, seat))
        return refuse_move(making, (stos_error){.reason = STOS_NOT_YOUR_TURN});
    for (int i = 0; i < count; i++)
        add_move(making, seat, move[i]);
    return TABLE_OK;
}

static enum table_reason ask_take_back(struct table_making *making, const struct table *table,
                                       int seat)
{
    enum table_reason reason = why_no_play(table, making->request);
    if (reason != TABLE_OK)
        return reason;
    bool on_turn = stos_actors(&table->state) >> seat & 1;
    if (!table->settings.takeback || table->turn_moves == 0 || !on_turn)
        return TABLE_NO_TAKE_BACK;
    if (!table_takes_back(table))
        return TABLE_CARD_IS_FINAL;
    if (!take_over(making, table, seat))
        return TABLE_NO_TAKE_BACK;
    table_add_plain(making, TABLE_EVENT_TAKE_BACK, seat);
    return TABLE_OK;
}

static enum table_reason ask_go_on(struct table_making *making, const struct table *table, int seat)
{
    if (table->phase != TABLE_PAUSED)
        return table->phase == TABLE_PLAYING ? TABLE_NOT_PAUSED : TABLE_NO_GAME;
    table_add_plain(making, TABLE_EVENT_GO_ON, seat);
    return TABLE_OK;
}

static enum table_reason ask_resign(struct table_making *making, const struct table *table,
                                    int seat)
{
    if (!table_is_running(table))
        return TABLE_NO_GAME;
    if (table_is_duel(table))
        table_add_over(making, seat, seat == 0 ? "winner 1" : "winner 0");
    else if (table->seat[seat].stand_in != TABLE_RESIGNED)
        table_add_stand_in(making, seat, TABLE_RESIGNED, false);
    return TABLE_OK;
}

/* ---------------------------------------------------------------- talk and agreement */

static enum table_reason ask_say(struct table_making *making, const struct table *table, int seat)
{
    const struct table_request *request = making->request;
    struct guard_memory memory = table->seat[seat].said;
    if (!table_may_say(table, request->text, request->text_length))
        return TABLE_NO_TALK;
    if (request->text_length > TABLE_SAY_MAX)
        return TABLE_TEXT_TOO_LONG;
    if (!request->text || !table_text_is_good(request->text, request->text_length))
        return TABLE_BAD_TEXT;
    if (table_is_cooperative(table))
        making->answer->verdict = guard_check(&memory, request->text, request->text_length);
    if (!making->answer->verdict.pass)
        return TABLE_TOLD_NUMBER;
    struct table_event *event = table_make(making, TABLE_EVENT_SAY, seat);
    event->text_length = (uint16_t)request->text_length;
    memcpy(event->text, request->text, request->text_length);
    table_add(making);
    return TABLE_OK;
}

static enum table_reason why_no_matter(const struct table *table, int matter)
{
    if (matter >= TABLE_MATTERS || (matter == TABLE_PLAY_ON && !table_somebody_away(table)))
        return TABLE_BAD_MATTER;
    if (table_matter_fits(table, matter))
        return TABLE_OK;
    if (matter >= TABLE_OUT)
        return table_is_running(table) ? TABLE_BAD_MATTER : TABLE_NO_GAME;
    if (matter == TABLE_PAUSE || matter == TABLE_END || matter == TABLE_PLAY_ON)
        return table->phase == TABLE_PAUSED ? TABLE_IS_PAUSED : TABLE_NO_GAME;
    if (table->phase != TABLE_OVER)
        return table_is_running(table) ? TABLE_GAME_RUNS : TABLE_BAD_MATTER;
    return matter == TABLE_REMATCH && table_series_is_over(table) ? TABLE_SERIES_OVER
                                                                  : TABLE_SEATS_EMPTY;
}

static bool is_asked_for(const struct table *table, int matter)
{
    for (int seat = 0; seat < table_seats(table); seat++)
        if (table->seat[seat].agreed >> matter & 1)
            return true;
    return false;
}

static enum table_reason ask_agree(struct table_making *making, const struct table *table, int seat)
{
    const struct table_request *request = making->request;
    enum table_reason reason = request->matter == TABLE_OUT + seat
        ? TABLE_BAD_MATTER
        : why_no_matter(table, request->matter);
    bool agreed = reason == TABLE_OK && table->seat[seat].agreed >> request->matter & 1;
    bool refuses = reason == TABLE_OK && !request->yes &&
        table_matter_is_question(request->matter) && is_asked_for(table, request->matter);
    if (reason != TABLE_OK || (agreed == request->yes && !refuses))
        return reason;
    struct table_event *event = table_make(making, TABLE_EVENT_AGREE, seat);
    event->matter = request->matter;
    event->yes = request->yes;
    table_add(making);
    return TABLE_OK;
}

/* ---------------------------------------------------------------- all of them */

enum asker { BY_ANYBODY, BY_SEATED, BY_OWNER };

static const struct {
    enum table_reason (*ask)(struct table_making *making, const struct table *table, int seat);
    uint8_t by; /* enum asker */
} verbs[TABLE_VERBS] = {
    [TABLE_SIT] = {ask_sit, BY_ANYBODY},
    [TABLE_LEAVE] = {ask_leave, BY_SEATED},
    [TABLE_FILL] = {ask_fill, BY_OWNER},
    [TABLE_GIVE] = {ask_give, BY_OWNER},
    [TABLE_BEGIN] = {ask_begin, BY_OWNER},
    [TABLE_MOVE] = {ask_move, BY_SEATED},
    [TABLE_TAKE_BACK] = {ask_take_back, BY_SEATED},
    [TABLE_SAY] = {ask_say, BY_SEATED},
    [TABLE_AGREE] = {ask_agree, BY_SEATED},
    [TABLE_GO_ON] = {ask_go_on, BY_SEATED},
    [TABLE_RESIGN] = {ask_resign, BY_SEATED},
    [TABLE_LOBBY] = {ask_lobby, BY_OWNER},
};

static enum table_reason why_not_ask(const struct table *table, const struct table_request *request,
                                     int seat)
{
    if (table_event_of_ref(table, request->ref))
        return TABLE_AGAIN;
    if (table->phase == TABLE_SHUT)
        return TABLE_CLOSED;
    if (request->verb >= TABLE_VERBS || table->last == 0)
        return TABLE_BAD_LOG;
    if (verbs[request->verb].by == BY_SEATED && seat < 0)
        return TABLE_NOT_HERE;
    bool is_owner = request->person != 0 && request->person == table->owner;
    return verbs[request->verb].by == BY_OWNER && !is_owner ? TABLE_NOT_OWNER : TABLE_OK;
}

void table_ask(const struct table *table, const struct table_request *request,
               struct table_answer *answer)
{
    struct table_making making;
    int seat = table_seat_of(table, request->person);
    table_make_start(&making, table, request, request->now_ms, answer);
    enum table_reason reason = why_not_ask(table, request, seat);
    if (reason == TABLE_OK)
        reason = verbs[request->verb].ask(&making, table, seat);
    if (reason != TABLE_OK)
        table_refuse(&making, reason);
    answer->number = reason == TABLE_AGAIN ? table_event_of_ref(table, request->ref)
                                           : table->last + (answer->events > 0);
    if (answer->reason != TABLE_OK || answer->events == 0)
        return;
    bool seat_taken = request->verb == TABLE_SIT || request->verb == TABLE_FILL;
    table_settle(&making);
    if (seat_taken && table->settings.begin_when_full && making.after.phase == TABLE_WAITING &&
        table_is_full(&making.after) && !table_series_is_over(&making.after) &&
        table_can_deal(&making))
        table_add_deal(&making, false);
}

void table_ask_for_bot(const struct table *table, int seat, uint32_t position, stos_move move,
                       int64_t now_ms, struct table_answer *answer)
{
    struct table_making making;
    int target;
    stos_state state = table->state;
    table_make_start(&making, table, NULL, now_ms, answer);
    bool due = seat >= 0 && seat < STOS_MAX_SEATS && table_bots_due(table) >> seat & 1;
    if (!due || position != table->position) {
        table_refuse(&making, table->phase == TABLE_SHUT ? TABLE_CLOSED : TABLE_STALE);
        return;
    }
    if (stos_phase(&state) == STOS_PHASE_START &&
        table_bots_vote(table, &target) == TABLE_VOTE_JOIN)
        move = stos_move_make(STOS_START, target, 0);
    stos_error error = stos_play(&state, seat, move);
    if (error.reason) {
        table_refuse(&making, refuse_move(&making, error));
        return;
    }
    add_move(&making, seat, move);
    table_settle(&making);
}

bool table_open_event(struct table_event *event, const char *code, const char *key,
                      const struct table_settings *settings, table_person owner, int64_t now_ms)
{
    if (!table_code_is_good(code) || !table_key_is_good(key ? key : "") ||
        !table_settings_are_good(settings))
        return false;
    memset(event, 0, sizeof *event);
    event->kind = TABLE_EVENT_OPEN;
    event->seat = -1;
    event->number = 1;
    event->at_ms = now_ms;
    event->person = owner;
    event->settings = *settings;
    memcpy(event->code, code, strlen(code));
    memcpy(event->key, key ? key : "", key ? strlen(key) : 0);
    return now_ms >= 0 && now_ms <= TABLE_TIME_MAX;
}
