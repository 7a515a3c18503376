/*
 * local.c - see local.h: requests, saving, events that happened, and which question goes to which
 * bot.
 *
 * Only one question is pending at a time, in a fixed order: first the hints of each bot, by seat,
 * then the moves of the seats that are due, lowest first. So thinking times do not influence the
 * game.
 */
#include "local.h"

#include "table/table_text.h"

#include <string.h>

void local_start(struct local *local, uint64_t seed)
{
    memset(local, 0, sizeof *local);
    local->random = stos_random_from(seed);
    local->said_at = UINT32_MAX;
}

/* ---------------------------------------------------------------- asking, keeping, telling */

/* The answer has been made: what follows waits to be kept. */
static enum table_reason wait_for_keeper(struct local *local)
{
    local->told = 0;
    local->keeping = local->answer.reason == TABLE_OK && local->answer.events > 0;
    return local->answer.reason;
}

enum table_reason local_ask(struct local *local, const struct table_request *request)
{
    table_ask(&local->table, request, &local->answer);
    return wait_for_keeper(local);
}

enum table_reason local_tick(struct local *local, int64_t now_ms)
{
    table_tick(&local->table, now_ms, &local->answer);
    return wait_for_keeper(local);
}

enum table_reason local_come(struct local *local, int seat, int64_t now_ms)
{
    table_come(&local->table, seat, now_ms, &local->answer);
    return wait_for_keeper(local);
}

enum table_reason local_credit(struct local *local, int64_t ms, int64_t now_ms)
{
    table_credit(&local->table, ms, now_ms, &local->answer);
    return wait_for_keeper(local);
}

enum table_reason local_ask_open(struct local *local, const char *code, const char *key,
                                 const struct table_settings *settings, table_person owner,
                                 int64_t now_ms)
{
    bool good = local->table.last == 0 &&
        table_open_event(&local->answer.event[0], code, key, settings, owner, now_ms);
    local->answer.reason = good ? TABLE_OK : TABLE_BAD_LOG;
    local->answer.events = good;
    return wait_for_keeper(local);
}

size_t local_lines(const struct local *local, char *out)
{
    size_t length = 0;
    for (int i = 0; local->keeping && i < local->answer.events; i++) {
        length += table_event_line(&local->table, &local->answer.event[i], out + length);
        out[length++] = '\n';
    }
    return length;
}

bool local_deals_from_deck(const struct local *local)
{
    return local->has_deck && (local->table.games == 1 || local->table.repeats);
}

/* An event happens to the table. An explicit deck takes the place of the shuffled one. */
static bool apply(struct local *local, const struct table_event *event)
{
    struct table *table = &local->table;
    if (table_apply(table, event) != TABLE_OK)
        return false;
    if (event->kind != TABLE_EVENT_DEAL || !local_deals_from_deck(local))
        return true;
    bool good =
        stos_deal(&table->state, &table->settings.rules, &event->seed, &local->deck).reason ==
        STOS_OK;
    table->turn_start = table->state;
    return good;
}

void local_use_deck(struct local *local, const stos_deck *deck)
{
    local->has_deck = true;
    local->deck = *deck;
}

const struct table_event *local_happens(struct local *local)
{
    const struct table_event *event = &local->answer.event[local->told];
    if (!local->keeping || local->told == local->answer.events || !apply(local, event))
        return NULL;
    local->told++;
    return event;
}

void local_kept(struct local *local, bool good, int64_t now_ms)
{
    if (!local->keeping)
        return;
    while (good && local_happens(local))
        continue;
    local->keeping = false;
    if (!good)
        local->not_before_ms = now_ms + LOCAL_RETRY_MS;
}

bool local_read(struct local *local, const char *line, size_t length)
{
    struct table_event *event = &local->answer.event[0];
    local->told = 0;
    if (local->keeping || !table_event_read(&local->table, line, length, event) ||
        !apply(local, event))
        return false;
    local->answer.events = local->told = 1;
    return true;
}

bool local_keep(struct local *local, const struct local_keeper *keeper, int64_t now_ms)
{
    char lines[LOCAL_LINES];
    if (!local->keeping)
        return true;
    size_t length = local_lines(local, lines);
    bool good = !keeper || !keeper->append ||
        keeper->append(keeper->context, local->table.last, lines, length);
    local_kept(local, good, now_ms);
    return good;
}

bool local_do(struct local *local, const struct local_keeper *keeper,
              const struct table_request *request)
{
    local_ask(local, request);
    return local_keep(local, keeper, request->now_ms);
}

/* ---------------------------------------------------------------- questions to bots */

static int first_of(stos_seats seats)
{
    for (int seat = 0; seat < STOS_MAX_SEATS; seat++)
        if (seats >> seat & 1)
            return seat;
    return -1;
}

/* Whom to ask next, and what; false when nobody has to be asked. */
static bool next_question(struct local *local, enum local_question *what, int *seat)
{
    if (local->said_at != local->table.position) {
        local->said_at = local->table.position;
        local->to_say = table_talkers(&local->table);
    }
    local->to_say &= table_talkers(&local->table);
    *what = local->to_say ? LOCAL_SAY : LOCAL_CHOOSE;
    *seat = first_of(local->to_say ? local->to_say : table_bots_due(&local->table));
    return *seat >= 0;
}

static const stos_bot *bot_to_ask(const struct local *local, int seat)
{
    const stos_bot *simple = stos_bot_find(local->table.settings.rules.game, "steady");
    return local->failures > 0 && simple ? simple : table_bot_of(&local->table, seat);
}

static void make_job(struct local *local, enum local_question what, int seat)
{
    struct local_job *job = &local->job;
    job->number++;
    job->what = (uint8_t)what;
    job->seat = (int8_t)seat;
    job->talks = local->table.settings.talk != TABLE_SILENCE;
    job->bot = bot_to_ask(local, seat);
    table_look(&local->table, seat, &job->view);
    job->hints = local->table.hints;
    job->history = local->table.hint_history;
    job->seed = stos_random_bits(&local->random);
    local->asked = true;
}

/* Whether the question that is under way is still the one to ask. */
static bool still_counts(struct local *local, enum local_question what, int seat)
{
    stos_view view;
    table_look(&local->table, seat, &view);
    if (!local->asked || local->job.what != what || local->job.seat != seat)
        return false;
    /* NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): see stos_look() */
    return memcmp(&view, &local->job.view, sizeof view) == 0;
}

const struct local_job *local_job(struct local *local, int64_t now_ms)
{
    enum local_question what;
    int seat;
    if (local->keeping || now_ms < local->not_before_ms || !next_question(local, &what, &seat))
        return NULL;
    if (!still_counts(local, what, seat)) {
        if (local->asked)
            local->failures = 0;
        make_job(local, what, seat);
    }
    return &local->job;
}

/* The bot cannot be had: any legal move keeps the game going. */
static stos_move any_move(struct local *local)
{
    stos_move moves[STOS_MAX_MOVES];
    int count = stos_view_moves(&local->job.view, moves);
    return count > 0 ? moves[stos_random_below(&local->random, (uint32_t)count)] : STOS_NO_MOVE;
}

static bool hear(struct local *local, const struct local_thought *thought)
{
    local->to_say &= (stos_seats) ~(1u << local->job.seat);
    local->failures = 0;
    return !thought->failed &&
        table_say_hints(&local->table, local->job.seat, thought->pile, thought->self);
}

static bool move_bot(struct local *local, const struct local_thought *thought, int64_t now_ms)
{
    stos_move move = thought->move;
    if (thought->failed || !stos_is_legal(&local->job.view, move)) {
        if (++local->failures < LOCAL_TRIES)
            return false;
        move = any_move(local);
    }
    local->failures = 0;
    table_ask_for_bot(&local->table, local->job.seat, local->table.position, move, now_ms,
                      &local->answer);
    return wait_for_keeper(local) == TABLE_OK;
}

bool local_answer(struct local *local, uint32_t number, const struct local_thought *thought,
                  int64_t now_ms)
{
    enum local_question what;
    int seat;
    if (local->keeping || !local->asked || number != local->job.number)
        return false;
    bool counts = next_question(local, &what, &seat) && still_counts(local, what, seat);
    local->asked = false;
    if (!counts)
        return false;
    return what == LOCAL_SAY ? hear(local, thought) : move_bot(local, thought, now_ms);
}

int64_t local_due_ms(const struct local *local)
{
    int64_t due = table_due_ms(&local->table);
    bool waits = local->not_before_ms > 0 && table_bots_due(&local->table) != 0;
    return waits && local->not_before_ms < due ? local->not_before_ms : due;
}

/* ---------------------------------------------------------------- people */

static bool is_person(const struct table *table, int seat)
{
    return table->seat[seat].kind == TABLE_PERSON &&
        table->seat[seat].stand_in == TABLE_NO_STAND_IN;
}

int local_people(const struct local *local)
{
    int people = 0;
    for (int seat = 0; seat < table_seats(&local->table); seat++)
        people += is_person(&local->table, seat);
    return people;
}

/* Who has not voted; then, when the bots have nothing to add, who does not agree with the first. */
static int voter_to_ask(const struct table *table)
{
    const int8_t *vote = stos_votes(&table->state);
    int first = -1;
    for (int seat = 0; seat < table_seats(table); seat++) {
        if (!is_person(table, seat))
            continue;
        if (vote[seat] < 0)
            return seat;
        if (first < 0)
            first = seat;
    }
    if (table_bots_due(table))
        return -1;
    for (int seat = 0; seat < table_seats(table); seat++)
        if (is_person(table, seat) && vote[seat] != vote[first])
            return seat;
    return first;
}

int local_to_ask(const struct local *local)
{
    const struct table *table = &local->table;
    stos_seats actors = table->phase == TABLE_PLAYING ? stos_actors(&table->state) : 0;
    if (actors && stos_phase(&table->state) == STOS_PHASE_START)
        return voter_to_ask(table);
    for (int seat = 0; seat < table_seats(table); seat++)
        if ((actors >> seat & 1) && is_person(table, seat))
            return seat;
    return -1;
}
