/*
 * host.c - tables in the browser: the local host that the terminal runs, for the people around one
 * device and bots.
 *
 * The page (web/src/local) saves the lines of an answer in its database before it lets them happen,
 * runs the bots in a worker, and draws. A table is a handle, to be freed. Mostly one person sits at
 * it, who is number 1; several in hot seat, each with the number of their seat from 1. Times are
 * milliseconds since 1970.
 */
#include "job.h"
#include "wasm.h"

#include "base/json_span.h"
#include "base/text.h"
#include "local/local.h"
#include "table/table_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A table without events, whose bots draw their luck from a whole number; NULL when memory is
 * short. */
WASM_EXPORT struct local *wasm_table_new(double seed);
WASM_EXPORT void wasm_table_free(struct local *local);

/*
 * These make an answer and return 0 when it is good, else a number that is not 0; wasm_refusal()
 * then says why.
 *   ask     lines: verb, ref, key, text, matter, seed (hexadecimal), id of a game, commitment; who
 *           asks; position -1: none
 *   tick    what the time does
 *   come    the person of a seat looks at the table again
 *   credit  gives back the time that the page was closed
 */
WASM_EXPORT int wasm_table_ask(struct local *local, int person, int seat, int yes, double position,
                               double now_ms, int length);
WASM_EXPORT int wasm_table_tick(struct local *local, double now_ms);
WASM_EXPORT int wasm_table_come(struct local *local, int seat, double now_ms);
WASM_EXPORT int wasm_table_credit(struct local *local, double ms, double now_ms);

/* {"error":...,"message":...} of the last answer that was not good; the input still holds what was
 * asked. */
WASM_EXPORT int wasm_refusal(const struct local *local);
/* The number that the request is answered with: of its first event, also when it was done before.
 */
WASM_EXPORT double wasm_answer_number(const struct local *local);
/* The events of the answer as lines for the log; nothing when there are none. */
WASM_EXPORT int wasm_answer_lines(struct local *local);
/* They were kept: they happen; as a reader may see them, as a JSON list. Or they were not, and
 * nobody asked anything. */
WASM_EXPORT int wasm_answer_apply(struct local *local, int reader, double now_ms);
WASM_EXPORT void wasm_answer_drop(struct local *local, double now_ms);
/* Reads and applies the next line of a log, and tells the event as a reader may see it; nothing
 * when it cannot follow. */
WASM_EXPORT int wasm_table_retell(struct local *local, int reader, int length);

/* A hint of a seat; lines: a pile ("" for oneself), the hint. 0 when it is good. */
WASM_EXPORT int wasm_table_hint(struct local *local, int seat, int length);

/* JSON for a reader: the whole table; what changes with events; only the hints. */
WASM_EXPORT int wasm_table_snapshot(struct local *local, int reader, double now_ms, int with_moves);
WASM_EXPORT int wasm_table_now(struct local *local, int reader, double now_ms, int with_moves);
WASM_EXPORT int wasm_table_hints(struct local *local);

/* Questions. */
WASM_EXPORT double
wasm_table_due_ms(struct local *local); /* when tick has something to do; infinite: never */
/* The seat that the device is for: of the one person (-1: not seated), in hot seat of whoever has
 * to decide (-1: nobody). And how many people share it. */
WASM_EXPORT int wasm_table_own_seat(const struct local *local);
WASM_EXPORT int wasm_table_people(const struct local *local);
WASM_EXPORT int wasm_table_last(struct local *local);
WASM_EXPORT double wasm_table_position(struct local *local);
WASM_EXPORT int wasm_table_is_running(struct local *local);

/*
 * The question that a bot has to answer: {"number":7,"seat":1,"what":"choose","simple":false},
 * nothing when there is none. Simple: the bot failed before, and one that needs no learned numbers
 * is asked in its place. The job of that question, for think.c.
 */
WASM_EXPORT int wasm_table_question(struct local *local, double now_ms);
WASM_EXPORT int wasm_table_job(struct local *local);
/* The answer as think.c gave it, nothing when the bot failed. 1: it counts: hints have changed, or
 * a move waits to be kept. */
WASM_EXPORT int wasm_table_answer(struct local *local, double number, double now_ms, int length);

static struct wasm_text asked; /* the text that the answer is about, inside the input */

static const char *const verb_words[TABLE_VERBS] = {[TABLE_SIT] = "sit",
                                                    [TABLE_LEAVE] = "leave",
                                                    [TABLE_FILL] = "fill",
                                                    [TABLE_GIVE] = "give",
                                                    [TABLE_BEGIN] = "begin",
                                                    [TABLE_MOVE] = "move",
                                                    [TABLE_TAKE_BACK] = "take_back",
                                                    [TABLE_SAY] = "say",
                                                    [TABLE_AGREE] = "agree",
                                                    [TABLE_GO_ON] = "go_on",
                                                    [TABLE_RESIGN] = "resign",
                                                    [TABLE_LOBBY] = "lobby"};

struct local *wasm_table_new(double seed)
{
    struct local *local = malloc(sizeof *local);
    if (local)
        local_start(local, (uint64_t)seed);
    return local;
}

void wasm_table_free(struct local *local) { free(local); }

/* ---------------------------------------------------------------- asking */

static int refuse(struct local *local, enum table_reason reason)
{
    asked = (struct wasm_text){"", 0};
    local->answer.reason = (uint8_t)reason;
    local->answer.events = 0;
    return (int)reason;
}

/* ---------------------------------------------------------------- asking */

static int verb_of(const char *word)
{
    for (int verb = 0; verb < TABLE_VERBS; verb++)
        if (strcmp(verb_words[verb], word) == 0)
            return verb;
    return -1;
}

int wasm_table_ask(struct local *local, int person, int seat, int yes, double position,
                   double now_ms, int length)
{
    struct wasm_lines lines = wasm_lines(length);
    char verb[16], key[TABLE_KEY], matter[16], id[TABLE_GAME_ID], commitment[TABLE_HEX];
    stos_seed seed;
    if (!wasm_copy_line(&lines, verb, sizeof verb) || verb_of(verb) < 0)
        return refuse(local, TABLE_BAD_LOG);
    struct wasm_text ref = wasm_line(&lines);
    if (!wasm_copy_line(&lines, key, sizeof key))
        return refuse(local, TABLE_WRONG_KEY);
    asked = wasm_line(&lines);
    if (!wasm_copy_line(&lines, matter, sizeof matter))
        return refuse(local, TABLE_BAD_MATTER);
    struct wasm_text hex = wasm_line(&lines);
    bool deals = wasm_copy_line(&lines, id, sizeof id) &&
        wasm_copy_line(&lines, commitment, sizeof commitment) &&
        stos_seed_parse(hex.text, hex.length, &seed).reason == STOS_OK;
    int about = matter[0] ? table_matter_of(matter) : 0;
    if (about < 0)
        return refuse(local, TABLE_BAD_MATTER);
    struct table_request request = {
        .verb = (uint8_t)verb_of(verb),
        .matter = (uint8_t)about,
        .yes = yes != 0,
        .seat = seat,
        .person = (table_person)person,
        .ref = ref.length ? table_ref((table_person)person, ref.text, ref.length) : 0,
        .now_ms = (int64_t)now_ms,
        .has_position = position >= 0,
        .position = position >= 0 ? (uint32_t)position : 0,
        .text = asked.text,
        .text_length = asked.length,
        .key = key[0] ? key : NULL,
        .seed = deals ? &seed : NULL,
        .game_id = deals ? id : NULL,
        .commitment = deals ? commitment : NULL};
    return (int)local_ask(local, &request);
}

int wasm_table_tick(struct local *local, double now_ms)
{
    return (int)local_tick(local, (int64_t)now_ms);
}

int wasm_table_come(struct local *local, int seat, double now_ms)
{
    return (int)local_come(local, seat, (int64_t)now_ms);
}

int wasm_table_credit(struct local *local, double ms, double now_ms)
{
    return (int)local_credit(local, (int64_t)ms, (int64_t)now_ms);
}

int wasm_refusal(const struct local *local) { return wasm_refuse(&local->answer, asked); }

int wasm_refuse(const struct table_answer *answer, struct wasm_text about)
{
    stos_writer writer = wasm_answer();
    if (answer->reason == TABLE_ILLEGAL) {
        wasm_begin_error(&writer, answer->error, about.text, about.length);
        text_char(&writer, '}');
        return wasm_answered(&writer);
    }
    const char *code = table_reason_code((enum table_reason)answer->reason),
               *sentence = table_reason_text((enum table_reason)answer->reason);
    text_put(&writer, "{\"error\":");
    table_quote(&writer, code, strlen(code));
    text_put(&writer, ",\"message\":");
    table_quote(&writer, sentence, strlen(sentence));
    if (answer->reason == TABLE_TOLD_NUMBER) {
        text_put(&writer, ",\"at\":");
        text_unsigned(&writer, answer->verdict.start);
        text_put(&writer, ",\"length\":");
        text_unsigned(&writer, answer->verdict.length);
    }
    text_char(&writer, '}');
    return wasm_answered(&writer);
}

double wasm_answer_number(const struct local *local) { return local->answer.number; }

/* ---------------------------------------------------------------- events */

int wasm_answer_lines(struct local *local)
{
    size_t length = local_lines(local, wasm_output);
    return (int)(length ? length - 1 : 0); /* without the last newline */
}

int wasm_answer_apply(struct local *local, int reader, double now_ms)
{
    stos_writer writer = wasm_answer();
    const struct table_event *event;
    text_char(&writer, '[');
    for (bool first = true; (event = local_happens(local)); first = false) {
        text_comma(&writer, first);
        table_event_json(&writer, &local->table, event, reader);
    }
    text_char(&writer, ']');
    local_kept(local, true, (int64_t)now_ms);
    return wasm_answered(&writer);
}

void wasm_answer_drop(struct local *local, double now_ms)
{
    local_kept(local, false, (int64_t)now_ms);
}

int wasm_table_retell(struct local *local, int reader, int length)
{
    struct wasm_lines lines = wasm_lines(length);
    stos_writer writer = wasm_answer();
    if (!local_read(local, lines.at, (size_t)(lines.end - lines.at)))
        return 0;
    table_event_json(&writer, &local->table, &local->answer.event[0], reader);
    return wasm_answered(&writer);
}

/* ---------------------------------------------------------------- hints */

int wasm_table_hint(struct local *local, int seat, int length)
{
    const char *const *piles = stos_game_piles(local->table.settings.rules.game);
    struct wasm_lines lines = wasm_lines(length);
    char pile_word[8], hint[16];
    if (!wasm_copy_line(&lines, pile_word, sizeof pile_word) ||
        !wasm_copy_line(&lines, hint, sizeof hint))
        return refuse(local, TABLE_BAD_HINT);
    for (int pile = 0; piles && piles[pile]; pile++)
        if (strcmp(piles[pile], pile_word) == 0)
            return refuse(local, table_hint(&local->table, seat, pile, table_pile_hint_of(hint)));
    return refuse(local,
                  pile_word[0] ? TABLE_BAD_HINT
                               : table_hint(&local->table, seat, -1, table_self_hint_of(hint)));
}

/* ---------------------------------------------------------------- how it stands */

int wasm_table_snapshot(struct local *local, int reader, double now_ms, int with_moves)
{
    stos_writer writer = wasm_answer();
    table_json(&writer, &local->table, reader, (int64_t)now_ms, with_moves != 0, 0);
    return wasm_answered(&writer);
}

int wasm_table_now(struct local *local, int reader, double now_ms, int with_moves)
{
    stos_writer writer = wasm_answer();
    text_char(&writer, '{');
    table_now_json(&writer, &local->table, reader, (int64_t)now_ms, with_moves != 0);
    text_char(&writer, '}');
    return wasm_answered(&writer);
}

int wasm_table_hints(struct local *local)
{
    stos_writer writer = wasm_answer();
    text_char(&writer, '{');
    table_hints_json(&writer, &local->table);
    text_char(&writer, '}');
    return wasm_answered(&writer);
}

double wasm_table_due_ms(struct local *local)
{
    int64_t due = local_due_ms(local);
    return due == INT64_MAX ? INFINITY : (double)due;
}

int wasm_table_people(const struct local *local)
{
    int people = 0;
    for (int seat = 0; seat < table_seats(&local->table); seat++)
        people += local->table.seat[seat].kind == TABLE_PERSON;
    return people;
}

int wasm_table_own_seat(const struct local *local)
{
    return wasm_table_people(local) > 1 ? local_to_ask(local)
                                        : table_seat_of(&local->table, local_person(0));
}

int wasm_table_last(struct local *local) { return (int)local->table.last; }
double wasm_table_position(struct local *local) { return local->table.position; }
int wasm_table_is_running(struct local *local)
{
    return local->table.phase == TABLE_PLAYING || local->table.phase == TABLE_PAUSED;
}

/* ---------------------------------------------------------------- bots */

int wasm_table_question(struct local *local, double now_ms)
{
    const struct local_job *job = local_job(local, (int64_t)now_ms);
    stos_writer writer = wasm_answer();
    if (!job)
        return 0;
    text_put(&writer, "{\"number\":");
    text_unsigned(&writer, job->number);
    text_put(&writer, ",\"seat\":");
    text_number(&writer, job->seat);
    text_put(&writer, job->what == LOCAL_SAY ? ",\"what\":\"say\"" : ",\"what\":\"choose\"");
    text_put(&writer, local->failures > 0 ? ",\"simple\":true}" : ",\"simple\":false}");
    return wasm_answered(&writer);
}

int wasm_table_job(struct local *local)
{
    struct wasm_job job;
    memset(&job, 0, sizeof job);
    if (!local->asked)
        return 0;
    job.view = local->job.view;
    memcpy(&job.hints, &local->job.hints, sizeof job.hints); /* laid out alike */
    job.history = local->job.history;
    job.talks = local->job.talks;
    job.seed = local->job.seed;
    job.bot = (int16_t)wasm_bot_index(local->job.bot->name, stos_view_game(&job.view));
    memcpy(wasm_output, &job, sizeof job);
    return (int)sizeof job;
}

static void read_said(const char *text, size_t length, struct local_thought *thought)
{
    struct json_span json = span_value(text, length);
    int number, pile = 0;
    for (SPAN_EACH(hint, span_member(json, "piles")))
        if (pile < STOS_HINT_PILES)
            thought->pile[pile++] =
                (uint8_t)(span_number(hint, 0, STOS_HINT_LEAVE_3, &number) ? number : 0);
    thought->self =
        (uint8_t)(span_number(span_member(json, "self"), 0, STOS_SELF_CAN_WAIT, &number) ? number
                                                                                         : 0);
}

int wasm_table_answer(struct local *local, double number, double now_ms, int length)
{
    struct wasm_lines lines = wasm_lines(length);
    size_t size = (size_t)(lines.end - lines.at);
    struct local_thought thought = {.failed = size == 0};
    if (local->job.what == LOCAL_SAY)
        read_said(lines.at, size, &thought);
    else if (size > 0)
        thought.failed =
            stos_move_parse(local->table.settings.rules.game, lines.at, size, &thought.move)
                .reason != STOS_OK;
    return local_answer(local, (uint32_t)number, &thought, (int64_t)now_ms);
}
