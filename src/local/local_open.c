/*
 * local_open.c - a new table for people who share this device, and the game of a table as it is told.
 *
 * The steps of opening are those that anybody takes at a table: open, sit down, fill, begin.
 */
#include "local.h"

#include <string.h>

/* What a table on one device is like: hints and take-backs, no clock. */
static struct table_settings settings_of(const struct local_setup *setup)
{
    return (struct table_settings){.rules = setup->rules,
                                   .talk = TABLE_TEXT,
                                   .door = TABLE_BY_CODE,
                                   .takeback = true,
                                   .odds = true,
                                   .memory = !setup->no_memory,
                                   .watchable = true};
}

/* The lines of what waits go behind the others, and it happens. */
static bool take_step(struct local *local, enum table_reason reason, int64_t now_ms, char *lines, size_t *length)
{
    char more[LOCAL_LINES];
    if (reason != TABLE_OK)
        return false;
    size_t added = local_lines(local, more);
    if (*length + added >= LOCAL_LINES)
        return false;
    memcpy(lines + *length, more, added);
    *length += added;
    local_kept(local, true, now_ms);
    return true;
}

static struct table_request seat_request(const struct local_setup *setup, int seat, int64_t now_ms)
{
    const struct bot *bot = setup->bot[seat];
    const char *person = setup->name[seat][0] ? setup->name[seat] : "Player"; /* records need no names, tables do */
    const char *text = bot ? bot->name : person;
    return (struct table_request){.verb = bot ? TABLE_FILL : TABLE_SIT,
                                  .seat = seat,
                                  .person = bot ? local_person(0) : local_person(seat),
                                  .now_ms = now_ms,
                                  .text = text,
                                  .text_length = strlen(text),
                                  .key = "local"};
}

size_t local_open(struct local *local, const struct local_setup *setup, int64_t now_ms, char *lines)
{
    size_t length = 0;
    struct table_settings settings = settings_of(setup);
    bool good = take_step(local, local_ask_open(local, "bababebe", "local", &settings, local_person(0), now_ms), now_ms, lines, &length);
    for (int pass = 0; pass < 2; pass++) /* people first: the owner fills the other seats */
        for (int seat = 0; good && seat < stos_rules_seats(&setup->rules); seat++) {
            struct table_request request = seat_request(setup, seat, now_ms);
            if ((setup->bot[seat] != NULL) != (pass == 1))
                continue;
            good = take_step(local, local_ask(local, &request), now_ms, lines, &length);
            if (good && !setup->bot[seat])
                table_come(&local->table, seat, now_ms, &local->answer);
        }
    struct table_request begin = {
        .verb = TABLE_BEGIN, .seat = -1, .person = local_person(0), .now_ms = now_ms, .seed = &setup->seed, .game_id = setup->game_id};
    good = good && take_step(local, local_ask(local, &begin), now_ms, lines, &length);
    return good ? length : 0;
}

static bool apply(struct local *local, struct table_event event, int64_t now_ms)
{
    event.number = local->table.last + 1;
    event.at_ms = now_ms;
    return table_apply(&local->table, &event) == TABLE_OK;
}

static bool replay(struct local *local, const struct history *game, int64_t now_ms)
{
    for (size_t i = 0; i < game->count; i++) {
        const struct history_step *step = &game->steps[i];
        if (!apply(local, (struct table_event){.kind = TABLE_EVENT_MOVE, .seat = (int8_t)step->seat, .move = step->move}, now_ms))
            return false;
    }
    if (!stos_over(&local->table.state))
        return true;
    struct table_event over = {.kind = TABLE_EVENT_OVER, .seat = -1, .seed = local->table.seed};
    stos_result_text(&local->table.state, over.result);
    return apply(local, over, now_ms);
}

bool local_resume(struct local *local, const struct history *game, const struct bot *const bots[STOS_MAX_SEATS], bool no_memory,
                  int64_t now_ms)
{
    char lines[LOCAL_LINES];
    const stos_record_head *head = &game->head;
    struct local_setup setup = {.rules = head->rules, .seed = head->seed, .game_id = "game", .no_memory = no_memory};
    uint64_t seed;
    memcpy(setup.name, head->name, sizeof setup.name);
    memcpy(setup.bot, bots, sizeof setup.bot);
    memcpy(&seed, head->seed.bytes + 24, sizeof seed);
    local_start(local, seed + game->count);
    return !head->has_deck && local_open(local, &setup, now_ms, lines) > 0 && replay(local, game, now_ms);
}

bool local_go_back(struct history *game, const struct bot *const bots[STOS_MAX_SEATS])
{
    size_t last = game->count;
    while (last > 0 && bots[game->steps[last - 1].seat])
        last--;
    if (last == 0)
        return false;
    while (game->count >= last)
        history_undo(game);
    return true;
}

/* ---------------------------------------------------------------- the game as it is told */

static void write_names(const struct table *table, stos_record_head *head)
{
    for (int i = 0; i < table_seats(table); i++) {
        const struct table_seat *seat = &table->seat[i];
        bool bot = seat->kind == TABLE_BOT;
        size_t length = strlen(bot ? seat->bot : seat->name);
        memcpy(head->name[i], bot ? seat->bot : seat->name, length + 1);
        if (bot)
            memcpy(head->name[i] + length, " (bot)", sizeof " (bot)");
    }
}

bool local_follow(struct history *game, const struct table *table, const struct table_event *event)
{
    bool full = false;
    if (event->kind == TABLE_EVENT_DEAL) {
        stos_record_head head;
        memset(&head, 0, sizeof head);
        head.rules = table->settings.rules;
        head.seed = event->seed;
        head.has_seed = true;
        write_names(table, &head);
        history_start(game, &head);
    } else if (event->kind == TABLE_EVENT_MOVE) {
        history_play(game, event->seat, event->move, &full);
    } else if (event->kind == TABLE_EVENT_TAKE_BACK) {
        history_undo(game);
    }
    return !full;
}
