/*
 * replay.c - records: playing them back step by step, judging their turns, and the signature of the
 * rules.
 *
 * One record is open at a time. The analysis gives the same output as `stos analyze --json`, one
 * turn per call, so that the host can show progress.
 */
#include "job.h"
#include "wasm.h"

#include "base/text.h"
#include "game/turn.h"
#include "sim/signature.h"
#include "solve/analyze/analyze.h"
#include "solve/lie/outlook.h"
#include "solve/thegame/winnable.h"
#include "table/table_text.h"

#include <string.h>

enum { RECORD_TEXT = WASM_INPUT, ANALYZE_NODES = 400, WINNABLE_MIB = 48, WINNABLE_NODES = 4000000 };
enum { LIE_DEALS = 300, LIE_DEALS_EACH = 60 /* for the chance of every seat */ };

/* Opens the record in the input: {"rules":...,"seats":n,"names":[...],"state":{...}}, or
 * {"error":...,"line":n}. */
WASM_EXPORT int wasm_record_open(int length);
/* The next move: {"seat":0,"move":"37@U1","turns":3,"state":{...}}, with the turns that have ended;
 * at the end {"result":"won"}; or
 * {"error":...,"line":n}. */
WASM_EXPORT int wasm_record_next(void);
/* What a seat could know where the replay stands, as a view. */
WASM_EXPORT int wasm_record_view(int seat);
/* The names of the learned numbers that judging the open record needs. */
WASM_EXPORT int wasm_record_tables(void);
/*
 * The next turn of the open record, judged on so many imagined deals (0: as many as natively):
 * {"seat":0,"played":"...","before":0.5,"after":0.4,"loss":0.1,"better":"..."}; {} at the end, or
 * when there is nothing to judge. In LIE a turn is a bid or a call, the chances are those of its
 * seat to win the match, and there is more: "holds", the chance of the bid by the cards alone, and
 * "chances", of every seat after it.
 */
WASM_EXPORT int wasm_record_judge(int deals);
/* "yes", "no" or "unknown": could the deal of the open record be won with open cards? null where
 * that is no question. */
WASM_EXPORT int wasm_record_winnable(void);
/* Rules in, 16 hexadecimal digits out: as `stos bench` prints. */
WASM_EXPORT int wasm_signature(int length);

static char record_text[RECORD_TEXT];
static stos_reader reader;
static struct turn turn; /* the one that is being read */
static int turns;        /* that have ended */

static void put_quoted(stos_writer *writer, const char *text)
{
    table_quote(writer, text, strlen(text));
}

static void write_state(stos_writer *writer, const stos_state *state)
{
    char text[STOS_POSITION_TEXT];
    stos_state_json(state, text, sizeof text);
    text_put(writer, ",\"state\":");
    text_put(writer, text);
}

static int refuse(stos_writer *writer, stos_error error)
{
    const char *line = reader.line_start ? reader.line_start : "";
    wasm_begin_error(writer, error, line, strcspn(line, "\n"));
    text_put(writer, ",\"line\":");
    text_number(writer, reader.line);
    text_char(writer, '}');
    return wasm_answered(writer);
}

/* Plays the next move of the open record; false at its end, or where it is broken. */
static bool step_on(int *seat, stos_move *move, stos_error *error)
{
    stos_state before = reader.state;
    *error = stos_record_step(&reader, seat, move);
    if (error->reason != STOS_OK || *move == STOS_NO_MOVE)
        return false;
    if (turn_take(&turn, &before, *seat, *move, &reader.state))
        turns += !turn.goes_on;
    return true;
}

int wasm_record_open(int length)
{
    struct wasm_lines lines = wasm_lines(length);
    size_t size = (size_t)(lines.end - lines.at);
    stos_writer writer = wasm_answer();
    char rules[STOS_RULES_TEXT];
    if (size >= sizeof record_text)
        size = 0;
    memcpy(record_text, lines.at, size);
    turns = 0;
    memset(&turn, 0, sizeof turn);
    stos_error error = stos_record_open(&reader, record_text, size);
    if (error.reason != STOS_OK)
        return refuse(&writer, error);
    stos_rules_text(&reader.head.rules, rules);
    text_put(&writer, "{\"rules\":");
    put_quoted(&writer, rules);
    text_put(&writer, ",\"seats\":");
    text_number(&writer, stos_rules_seats(&reader.head.rules));
    text_put(&writer, ",\"names\":[");
    for (int seat = 0; seat < stos_rules_seats(&reader.head.rules); seat++) {
        text_comma(&writer, seat == 0);
        put_quoted(&writer, reader.head.name[seat]);
    }
    text_char(&writer, ']');
    write_state(&writer, &reader.state);
    text_char(&writer, '}');
    return wasm_answered(&writer);
}

int wasm_record_next(void)
{
    stos_writer writer = wasm_answer();
    char text[STOS_RESULT_TEXT + STOS_MOVE_TEXT];
    int seat;
    stos_move move;
    stos_error error;
    if (!step_on(&seat, &move, &error)) {
        if (error.reason != STOS_OK)
            return refuse(&writer, error);
        stos_result_text(&reader.state, text);
        text_put(&writer, "{\"result\":");
        put_quoted(&writer, text);
    } else {
        stos_move_text(reader.head.rules.game, move, text);
        text_put(&writer, "{\"seat\":");
        text_number(&writer, seat);
        text_put(&writer, ",\"move\":");
        put_quoted(&writer, text);
        text_put(&writer, ",\"turns\":");
        text_number(&writer, turns);
        write_state(&writer, &reader.state);
    }
    text_char(&writer, '}');
    return wasm_answered(&writer);
}

int wasm_record_view(int seat)
{
    stos_view view;
    stos_look(&reader.state, seat, &view);
    return (int)stos_view_json(&view, wasm_output, WASM_OUTPUT);
}

/* ---------------------------------------------------------------- judging */

int wasm_record_tables(void)
{
    stos_writer writer = wasm_answer();
    text_put(&writer, bot_learned_files(&reader.head.rules));
    return wasm_answered(&writer);
}

/* Reads on to the end of the next turn; false at the end. */
static bool next_turn(void)
{
    int seat;
    stos_move move;
    stos_error error;
    int before = turns;
    turn.count = 0;
    while (turns == before)
        if (!step_on(&seat, &move, &error))
            return turn.count > 0;
    return true;
}

/* What was placed, bid or called; the end of a turn goes without saying. */
static void write_moves(stos_writer *writer, const stos_move *moves, int count)
{
    bool first = true;
    text_char(writer, '"');
    for (int i = 0; i < count; i++) {
        char text[STOS_MOVE_TEXT];
        if (stos_move_kind(moves[i]) == STOS_END)
            continue;
        stos_move_text(reader.head.rules.game, moves[i], text);
        text_put(writer, first ? "" : " ");
        text_put(writer, text);
        first = false;
    }
    text_char(writer, '"');
}

/* A chance with six digits behind the point; text.h has whole numbers only. */
static void write_share(stos_writer *writer, double chance)
{
    int64_t millionths = (int64_t)(chance * 1e6 + (chance < 0 ? -0.5 : 0.5));
    if (millionths < 0) {
        text_char(writer, '-');
        millionths = -millionths;
    }
    text_number(writer, millionths / 1000000);
    text_char(writer, '.');
    for (int64_t digit = 100000; digit > 0; digit /= 10)
        text_char(writer, (char)('0' + millionths / digit % 10));
}

static void write_chance(stos_writer *writer, const char *name, double chance)
{
    text_key(writer, name);
    write_share(writer, chance);
}

static void write_turn(stos_writer *writer, const struct analyze_turn *found)
{
    text_put(writer, "{\"seat\":");
    text_number(writer, turn.seat);
    text_key(writer, "played");
    write_moves(writer, turn.move, turn.count);
    write_chance(writer, "before", found->before);
    write_chance(writer, "after", found->after);
    write_chance(writer, "loss", found->before - found->after);
    text_key(writer, "better");
    write_moves(writer, found->better, found->better_count);
}

static void judge_piles(stos_writer *writer, struct analyzer *analyzer, int deals)
{
    int usual = analyze_usual_deals(reader.head.rules.game);
    struct analyze_limits limits = {.deals = deals > 0 ? deals : usual,
                                    .nodes = ANALYZE_NODES,
                                    .seed = (uint64_t)(turns + turn.goes_on)};
    struct analyze_turn found;
    analyze_turn(analyzer, &turn.start, turn.seat, turn.move, turn.count, &limits, &found);
    write_turn(writer, &found);
}

static void judge_lie(stos_writer *writer, struct lie_outlook *outlook, int deals)
{
    struct analyze_limits limits = {.deals = deals > 0 ? deals : LIE_DEALS,
                                    .seed = (uint64_t)turns};
    struct analyze_turn found;
    lie_outlook_judge(outlook, &turn.start, turn.seat, turn.move[0], &limits, &found);
    write_turn(writer, &found);
    write_chance(writer, "holds", lie_bid_holds(&turn.start, turn.seat, turn.move[0]));
    limits.deals = deals > 0 ? deals : LIE_DEALS_EACH;
    text_key(writer, "chances");
    text_char(writer, '[');
    for (int seat = 0; seat < stos_rules_seats(&reader.head.rules); seat++) {
        text_comma(writer, seat == 0);
        write_share(writer, lie_outlook_chance(outlook, &turn.after, seat, &limits));
    }
    text_char(writer, ']');
}

int wasm_record_judge(int deals)
{
    stos_writer writer = wasm_answer();
    bool lie = reader.state.game == STOS_LIE;
    struct analyzer *analyzer = lie ? NULL : analyze_open(reader.head.rules.game);
    struct lie_outlook *outlook = lie ? lie_outlook_open() : NULL;
    if ((!analyzer && !outlook) || !next_turn())
        text_char(&writer, '{');
    else if (lie)
        judge_lie(&writer, outlook, deals);
    else
        judge_piles(&writer, analyzer, deals);
    text_char(&writer, '}');
    analyze_close(analyzer);
    lie_outlook_close(outlook);
    return wasm_answered(&writer);
}

void wasm_put_winnable(stos_writer *writer, const stos_state *start)
{
    static const char *const words[] = {"\"yes\"", "\"no\"", "\"unknown\""};
    static struct winnable_result result;
    struct winnable_limits limits = {.nodes = WINNABLE_NODES};
    struct winnable_solver *solver;
    enum winnable verdict = WINNABLE_UNKNOWN;
    if (start->game != STOS_THEGAME) {
        text_put(writer, "null");
        return;
    }
    if (winnable_open((size_t)WINNABLE_MIB << 20, &solver) == WINNABLE_OK) {
        winnable_solve(solver, start, &limits, &result);
        verdict = result.verdict;
        winnable_close(solver);
    }
    text_put(writer, words[verdict]);
}

int wasm_record_winnable(void)
{
    stos_state start = reader.state;
    stos_writer writer = wasm_answer();
    if (reader.state.game == STOS_THEGAME &&
        stos_record_deal(&reader.head, &start).reason != STOS_OK)
        text_put(&writer, "null");
    else
        wasm_put_winnable(&writer, &start);
    return wasm_answered(&writer);
}

/* ---------------------------------------------------------------- the signature */

int wasm_signature(int length)
{
    struct wasm_lines lines = wasm_lines(length);
    stos_writer writer = wasm_answer();
    stos_rules rules;
    if (stos_rules_parse(lines.at, (size_t)(lines.end - lines.at), &rules).reason != STOS_OK)
        return 0;
    uint64_t hash = signature_of(&rules);
    for (int shift = 60; shift >= 0; shift -= 4)
        text_char(&writer, "0123456789abcdef"[hash >> shift & 15]);
    return wasm_answered(&writer);
}
