/*
 * local_open.c - a new table on this device, from scratch or from a record, and the history of its
 * game.
 *
 * Opening takes the same steps as people do at any table: open, sit down, fill, begin. A record
 * adds the moves of its game, so that a resumed table and one that was never interrupted have the
 * same log.
 */
#include "local.h"

#include <stdlib.h>
#include <string.h>

static const char bot_mark[] = BOT_MARK, practice_mark[] = " (practice)";

struct table_settings local_settings(const stos_rules *rules, bool no_memory)
{
    return (struct table_settings){.rules = *rules,
                                   .talk = TABLE_TEXT,
                                   .door = TABLE_BY_CODE,
                                   .takeback = true,
                                   .odds = true,
                                   .memory = !no_memory,
                                   .watchable = true};
}

/* ---------------------------------------------------------------- opening */

/* What a table is being opened with. */
struct opening {
    struct local *local;
    const struct local_setup *setup;
    const struct local_keeper *keeper;
    int64_t now_ms;
};

static table_person person_at(const struct local_setup *setup, int seat)
{
    return local_person(setup->one_person ? 0 : seat);
}

static bool ask(const struct opening *opening, struct table_request request)
{
    const struct local_setup *setup = opening->setup;
    request.now_ms = opening->now_ms;
    request.key = opening->local->table.key;
    request.seed = &setup->seed;
    request.game_id = setup->game_id;
    request.commitment = setup->commitment;
    return local_do(opening->local, opening->keeper, &request) &&
        opening->local->answer.reason == TABLE_OK;
}

static bool seat_person(const struct opening *opening, int seat)
{
    const struct local_setup *setup = opening->setup;
    const char *name =
        setup->name[seat][0] ? setup->name[seat] : "Player"; /* records need no names, tables do */
    struct table_request sit = {.verb = TABLE_SIT,
                                .seat = seat,
                                .person = person_at(setup, seat),
                                .text = name,
                                .text_length = strlen(name)};
    if (!ask(opening, sit))
        return false;
    table_come(&opening->local->table, seat, opening->now_ms, &opening->local->answer);
    return true;
}

static bool seat_bot(const struct opening *opening, int seat)
{
    const char *name = opening->setup->bot[seat]->name;
    return ask(opening,
               (struct table_request){.verb = TABLE_FILL,
                                      .seat = seat,
                                      .person = local_person(0),
                                      .text = name,
                                      .text_length = strlen(name)});
}

/* People first: the owner fills the other seats. */
static bool seat_everybody(const struct opening *opening)
{
    const struct local_setup *setup = opening->setup;
    int seats = stos_rules_seats(&setup->settings.rules);
    bool good = true;
    for (int seat = 0; good && seat < seats; seat++)
        good = setup->open[seat] || setup->bot[seat] || seat_person(opening, seat);
    for (int seat = 0; good && seat < seats; seat++)
        good = setup->open[seat] || !setup->bot[seat] || seat_bot(opening, seat);
    return good;
}

bool local_open(struct local *local, const struct local_setup *setup,
                const struct local_keeper *keeper, int64_t now_ms)
{
    const char *code = setup->code ? setup->code : "bababebe",
               *key = setup->key ? setup->key : "local";
    struct opening opening = {local, setup, keeper, now_ms};
    if (setup->deck)
        local_use_deck(local, setup->deck);
    if (local_ask_open(local, code, key, &setup->settings, local_person(0), now_ms) != TABLE_OK ||
        !local_keep(local, keeper, now_ms) || !seat_everybody(&opening))
        return false;
    return setup->waits || local->table.phase == TABLE_PLAYING ||
        ask(&opening,
            (struct table_request){.verb = TABLE_BEGIN, .seat = -1, .person = local_person(0)});
}

/* ---------------------------------------------------------------- from a record */

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), short_length = strlen(end);
    return length > short_length && strcmp(text + length - short_length, end) == 0;
}

bool local_is_practice(const char *name) { return ends_with(name, practice_mark); }

bool local_mark_practice(char name[STOS_NAME_TEXT])
{
    size_t length = strlen(name);
    if (local_is_practice(name))
        return true;
    if (length + sizeof practice_mark > STOS_NAME_TEXT)
        return false;
    memcpy(name + length, practice_mark, sizeof practice_mark);
    return true;
}

/* The bot that a name of a record stands for; NULL: a person. */
static const stos_bot *bot_of_name(const stos_game *game, const char *name)
{
    char copy[STOS_NAME_TEXT];
    if (!ends_with(name, bot_mark))
        return NULL;
    size_t length = strlen(name) - strlen(bot_mark);
    memcpy(copy, name, length);
    copy[length] = '\0';
    return stos_bot_find(game, copy);
}

bool local_bots_of(const stos_record_head *head, const stos_bot *bots[STOS_MAX_SEATS])
{
    int people = 0;
    bool practice = false;
    for (int seat = 0; seat < stos_rules_seats(&head->rules); seat++) {
        bots[seat] = bot_of_name(head->rules.game, head->name[seat]);
        people += !bots[seat];
        practice |= local_is_practice(head->name[seat]);
    }
    return practice && people == 1;
}

struct local_setup local_setup_of(const stos_record_head *head,
                                  const stos_bot *const bots[STOS_MAX_SEATS], bool no_memory)
{
    struct local_setup setup = {.settings = local_settings(&head->rules, no_memory),
                                .game_id = "game",
                                .seed = head->seed,
                                .deck = head->has_deck ? &head->deck : NULL};
    memcpy(setup.name, head->name, sizeof setup.name);
    memcpy(setup.bot, bots, sizeof setup.bot);
    return setup;
}

/* What was recorded happens again. */
static bool repeat(struct local *local, const struct local_keeper *keeper, struct table_event event,
                   int64_t now_ms)
{
    event.number = local->table.last + 1;
    event.at_ms = now_ms;
    local->answer.event[0] = event;
    local->answer.events = 1;
    local->answer.reason = TABLE_OK;
    local->told = 0;
    local->keeping = true;
    return local_keep(local, keeper, now_ms) && local->told == 1;
}

bool local_resume(struct local *local, const struct history *game, size_t steps,
                  const struct local_setup *setup, const struct local_keeper *keeper,
                  int64_t now_ms)
{
    uint64_t seed;
    memcpy(&seed, setup->seed.bytes + 24, sizeof seed);
    local_start(local, seed + steps);
    bool good = local_open(local, setup, keeper, now_ms);
    for (size_t i = 0; good && i < steps && i < game->count; i++) {
        struct table_event move = {.kind = TABLE_EVENT_MOVE,
                                   .seat = (int8_t)game->steps[i].seat,
                                   .move = game->steps[i].move};
        good = repeat(local, keeper, move, now_ms);
    }
    if (!good || !stos_over(&local->table.state))
        return good;
    struct table_event over = {.kind = TABLE_EVENT_OVER, .seat = -1, .seed = local->table.seed};
    stos_result_text(&local->table.state, over.result);
    return repeat(local, keeper, over, now_ms);
}

bool local_go_back(struct history *game, const stos_bot *const bots[STOS_MAX_SEATS])
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
            memcpy(head->name[i] + length, bot_mark, sizeof bot_mark);
    }
}

bool local_follow(struct history *game, const struct local *local, const struct table_event *event)
{
    const struct table *table = &local->table;
    bool full = false;
    if (event->kind == TABLE_EVENT_DEAL) {
        stos_record_head head;
        memset(&head, 0, sizeof head);
        head.has_deck = local_deals_from_deck(local);
        if (head.has_deck)
            head.deck = local->deck;
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

/* Reads a log line by line, and the game that it tells. */
static bool read_log(struct local *local, struct history *game, const char *log, size_t length)
{
    for (const char *at = log, *end = log + length, *newline; at < end; at = newline + 1) {
        newline = memchr(at, '\n', (size_t)(end - at));
        newline = newline ? newline : end;
        if (at < newline &&
            !(local_read(local, at, (size_t)(newline - at)) &&
              local_follow(game, local, &local->answer.event[0])))
            return false;
    }
    return local->table.game_id[0] != '\0';
}

bool local_record(const char *log, size_t length, const stos_deck *deck, stos_writer *writer)
{
    struct local *local = malloc(sizeof *local); /* large */
    struct history game = {0};
    if (!local)
        return false;
    local_start(local, 0);
    if (deck)
        local_use_deck(local, deck);
    bool good = read_log(local, &game, log, length);
    if (good)
        history_write(&game, local->table.result, writer);
    history_free(&game);
    free(local);
    return good;
}
