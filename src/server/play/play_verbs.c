/*
 * play_verbs.c - what people do at a table: moves, hints, chat, agreements, and what its owner
 * arranges.
 *
 * The table decides; this file only translates requests for it.
 */
#include "base/text.h"
#include "server/core/core.h"
#include "server/daily/day_table.h"
#include "server/limits/admission.h"
#include "server/tables/ask.h"
#include "server/tables/broadcast.h"
#include "server/tables/deals.h"
#include "server/tables/hints.h"
#include "server/tables/tables.h"

#include <string.h>

/* The number of the event that the request made: the same when it is repeated. */
static void finish_numbered(struct live_table *table, struct connection *connection,
                            const struct request *request, uint32_t number, bool again)
{
    char more[48];
    (void)table;
    lws_snprintf(more, sizeof more, "\"n\":%u%s", (unsigned)number, again ? ",\"again\":true" : "");
    reply_ok(connection, request->ref, more);
}

static void do_and_reply(struct live_table *table, struct connection *connection,
                         const struct request *request, struct table_request *ask)
{
    ask_and_write(table, connection, request, ask, finish_numbered);
}

/* The position that somebody was looking at; a move without one is taken as made on the current
 * one. */
static bool read_position(struct connection *connection, const struct request *request,
                          struct table_request *ask)
{
    int64_t position;
    if (!request_number(connection, request, "position", 0, UINT32_MAX, &position))
        return false;
    ask->has_position = true;
    ask->position = (uint32_t)position;
    return true;
}

static void verb_move(struct connection *connection, const struct request *request)
{
    struct live_table *table = tables_wanted(connection, request);
    struct table_request ask = {.verb = TABLE_MOVE, .seat = -1};
    if (!table || !read_position(connection, request, &ask) ||
        !(ask.text = request_text(connection, request, "move")))
        return;
    ask.text_length = strlen(ask.text);
    do_and_reply(table, connection, request, &ask);
}

static void verb_vote(struct connection *connection, const struct request *request)
{
    struct live_table *table = tables_wanted(connection, request);
    struct table_request ask = {.verb = TABLE_MOVE, .seat = -1};
    int64_t seat;
    char move[STOS_MOVE_TEXT];
    if (!table || !read_position(connection, request, &ask) ||
        !request_number(connection, request, "seat", 0, STOS_MAX_SEATS - 1, &seat))
        return;
    lws_snprintf(move, sizeof move, "start %d", (int)seat);
    ask.text = move;
    ask.text_length = strlen(move);
    do_and_reply(table, connection, request, &ask);
}

static void verb_take_back(struct connection *connection, const struct request *request)
{
    struct live_table *table = tables_wanted(connection, request);
    struct table_request ask = {.verb = TABLE_TAKE_BACK, .seat = -1};
    if (table && read_position(connection, request, &ask))
        do_and_reply(table, connection, request, &ask);
}

/* Nothing new is said; what was said before is answered again. */
static void say_muted(struct live_table *table, struct connection *connection,
                      const struct request *request, struct table_request *ask)
{
    struct table_answer answer;
    if (!ask_table(table, connection, request, ask, ask->text, &answer))
        return;
    if (answer.events > 0)
        reply_error(connection, request->ref, "muted");
    else
        finish_numbered(table, connection, request, answer.number, true);
}

static void verb_say(struct connection *connection, const struct request *request)
{
    struct live_table *table = tables_wanted(connection, request);
    struct table_request ask = {.verb = TABLE_SAY, .seat = -1};
    if (!table || !(ask.text = request_text(connection, request, "text")))
        return;
    ask.text_length = strlen(ask.text);
    if (!admission_may_say(connection->server, table->code, ask.text, broadcast_readers(table))) {
        reply_error(connection, request->ref, "too_fast");
        return;
    }
    if (connection->muted)
        say_muted(table, connection, request, &ask);
    else
        do_and_reply(table, connection, request, &ask);
}

/* TT1: passes without being kept, so it is not committed either. */
static void verb_hint(struct connection *connection, const struct request *request)
{
    static const char *const piles[] = {"U1", "U2", "D1", "D2"};
    struct live_table *table = tables_wanted(connection, request);
    const char *self = request_optional_text(request, "self"),
               *pile_name = request_optional_text(request, "pile");
    const char *hint = request_optional_text(request, "hint");
    if (!table)
        return;
    int pile = -1, value = -1;
    for (int i = 0; i < 4; i++)
        if (pile_name && strcmp(piles[i], pile_name) == 0)
            pile = i;
    if (self && !pile_name)
        value = table_self_hint_of(self);
    else if (hint && pile >= 0)
        value = table_pile_hint_of(hint);
    if (value < 0) {
        reply_error(connection, request->ref, "bad_hint");
        return;
    }
    int seat = table_seat_of(&table->table, connection->person);
    struct table_answer answer = {
        .reason =
            (uint8_t)(seat < 0 ? TABLE_NOT_HERE : table_hint(&table->table, seat, pile, value))};
    if (answer.reason != TABLE_OK) {
        ask_refuse(connection, request->ref, table, &answer, NULL);
        return;
    }
    hints_said(table, seat);
    broadcast_state(table, "hints");
    reply_ok(connection, request->ref, NULL);
}

/* `verb` is the one that was asked for. */
static void agree_on(struct connection *connection, const struct request *request,
                     request_verb *verb, int matter, bool yes)
{
    struct live_table *table = tables_wanted(connection, request);
    struct table_request ask = {
        .verb = TABLE_AGREE, .seat = -1, .matter = (uint8_t)matter, .yes = yes};
    bool deals_again = matter == TABLE_SAME_DEAL && yes;
    if (table && !(deals_again && day_notes_first(table, connection, request, &ask, verb)))
        do_and_reply(table, connection, request, &ask);
}

static void verb_agree(struct connection *connection, const struct request *request)
{
    const char *word = request_text(connection, request, "matter");
    int matter = word ? table_matter_of(word) : -1;
    if (matter >= 0)
        agree_on(connection, request, verb_agree, matter, request_flag(request, "yes", true));
    else if (word)
        reply_error(connection, request->ref, "bad_matter");
}

static void verb_pause(struct connection *connection, const struct request *request)
{
    agree_on(connection, request, verb_pause, TABLE_PAUSE, true);
}

static void verb_rematch(struct connection *connection, const struct request *request)
{
    agree_on(connection, request, verb_rematch,
             request_flag(request, "same", false) ? TABLE_SAME_DEAL : TABLE_REMATCH, true);
}

static void do_plain_verb(struct connection *connection, const struct request *request, int verb)
{
    struct live_table *table = tables_wanted(connection, request);
    struct table_request ask = {.verb = (uint8_t)verb, .seat = -1};
    if (table)
        do_and_reply(table, connection, request, &ask);
}

static void verb_go_on(struct connection *connection, const struct request *request)
{
    do_plain_verb(connection, request, TABLE_GO_ON);
}
static void verb_resign(struct connection *connection, const struct request *request)
{
    do_plain_verb(connection, request, TABLE_RESIGN);
}

static void verb_begin(struct connection *connection, const struct request *request)
{
    struct live_table *table = tables_wanted(connection, request);
    struct table_request ask = {.verb = TABLE_BEGIN, .seat = -1};
    if (table && !day_notes_first(table, connection, request, &ask, verb_begin))
        do_and_reply(table, connection, request, &ask);
}

static void verb_lobby(struct connection *connection, const struct request *request)
{
    struct live_table *table = tables_wanted(connection, request);
    const char *rules = request_optional_text(request, "rules");
    struct table_request ask = {.verb = TABLE_LOBBY,
                                .seat = -1,
                                .text = rules ? rules : "",
                                .text_length = rules ? strlen(rules) : 0};
    if (table)
        do_and_reply(table, connection, request, &ask);
}

static void verb_give(struct connection *connection, const struct request *request)
{
    struct live_table *table = tables_wanted(connection, request);
    struct table_request ask = {.verb = TABLE_GIVE};
    int64_t seat;
    if (!table || !request_number(connection, request, "seat", 0, STOS_MAX_SEATS - 1, &seat))
        return;
    ask.seat = (int)seat;
    do_and_reply(table, connection, request, &ask);
}

static void verb_fill(struct connection *connection, const struct request *request)
{
    struct live_table *table = tables_wanted(connection, request);
    struct table_request ask = {.verb = TABLE_FILL, .text = ""};
    int64_t seat;
    const char *with;
    if (!table || !request_number(connection, request, "seat", 0, STOS_MAX_SEATS - 1, &seat) ||
        !(with = request_text(connection, request, "with")))
        return;
    bool bot = strncmp(with, "bot:", 4) == 0 && with[4];
    if (!bot && strcmp(with, "open") != 0 && strcmp(with, "reserved") != 0) {
        reply_error(connection, request->ref, "bad_seats");
        return;
    }
    if (bot && deal_is_of_day(&table->table)) {
        reply_error(connection, request->ref, "day_people");
        return;
    }
    ask.seat = (int)seat;
    ask.yes = strcmp(with, "reserved") == 0;
    if (bot)
        ask.text = with + 4;
    ask.text_length = strlen(ask.text);
    do_and_reply(table, connection, request, &ask);
}

static const struct verb verbs[] = {
    {.name = "move", .run = verb_move},
    {.name = "hint", .run = verb_hint},
    {.name = "say", .run = verb_say},
    {.name = "vote", .run = verb_vote},
    {.name = "take_back", .run = verb_take_back},
    {.name = "agree", .run = verb_agree},
    {.name = "go_on", .run = verb_go_on},
    {.name = "pause", .run = verb_pause},
    {.name = "rematch", .run = verb_rematch},
    {.name = "resign", .run = verb_resign},
    {.name = "begin", .run = verb_begin},
    {.name = "lobby", .run = verb_lobby},
    {.name = "give", .run = verb_give},
    {.name = "fill", .run = verb_fill},
    {.name = NULL},
};

const struct module play_module = {.name = "play", .verbs = verbs};
