/*
 * opening.c - new tables in the browser, dealt afresh or from a record, and the record of a table:
 * what `stos play` does with its options and its files.
 *
 * A new table is created as the lines of its log. The page saves them and lets an empty table read
 * them, so there is only one way to create a table.
 */
#include "wasm.h"

#include "base/text.h"
#include "local/local.h"
#include "table/table_text.h"

#include <string.h>

/*
 * The lines of a new table; {"error":...} when it cannot be.
 *   new_table   lines: code, key, rules, talk, door, turn seconds, grace seconds, flags (five of 0
 * and 1, as in table.h), seed (hexadecimal), id of the game, commitment, own name (in hot seat the
 * names of all, with tabs between them), seats ("me open bot:strong"); begins: it is dealt at once
 *   resume      lines: code, key, id, own name, the bot
 * that plays for other people ("": the usual one), then a record, whose first `steps` moves (-1:
 * all) have been made; seat: one's own, -1: the first of a person; practice: it is marked as that
 */
WASM_EXPORT int wasm_new_table(int begins, double now_ms, int length);
WASM_EXPORT int wasm_resume(int seat, int steps, int practice, double now_ms, int length);

/* The record in the input was dealt from an explicit deck: so is the first game of this table.
 * Before its lines are read. 1: it was. */
WASM_EXPORT int wasm_table_deck(struct local *local, int length);

/* The log of this table in; the record of its last game as far as it got out, nothing when there is
 * none. */
WASM_EXPORT int wasm_table_record(const struct local *local, int length);

static struct local fresh; /* large: the table that is being made */
static char code[TABLE_CODE], key[TABLE_KEY], id[TABLE_GAME_ID], commitment[TABLE_HEX],
    name[STOS_NAME_TEXT];

static int refuse(enum table_reason reason, stos_error error, struct wasm_text about)
{
    fresh.answer.reason = (uint8_t)reason;
    fresh.answer.error = error;
    return wasm_refuse(&fresh.answer, about);
}

static int refuse_because(enum table_reason reason)
{
    return refuse(reason, (stos_error){0}, (struct wasm_text){"", 0});
}

/* Where the lines go. */
static bool write_lines(void *context, uint32_t last, const char *lines, size_t length)
{
    (void)last;
    text_bytes(context, lines, length);
    return true;
}

/* The lines that were written, or why there are none. */
static int made(bool good, const stos_writer *lines)
{
    if (good)
        return wasm_answered(lines);
    return fresh.answer.reason == TABLE_OK ? refuse_because(TABLE_BAD_LOG)
                                           : wasm_refuse(&fresh.answer, (struct wasm_text){"", 0});
}

/* ---------------------------------------------------------------- a fresh deal */

static uint32_t line_seconds(struct wasm_lines *lines)
{
    struct wasm_text line = wasm_line(lines);
    struct text_reader reader = {line.text, line.text + line.length};
    int seconds = 0;
    text_take_number(&reader, 0, INT32_MAX, &seconds);
    return (uint32_t)seconds;
}

/* What a table is like, but for its rules. */
static bool read_settings(struct wasm_lines *lines, struct table_settings *settings)
{
    char talk[16], door[16], flags[8];
    if (!wasm_copy_line(lines, talk, sizeof talk) || !wasm_copy_line(lines, door, sizeof door))
        return false;
    settings->talk = (uint8_t)table_talk_of(talk);
    settings->door = (uint8_t)table_door_of(door);
    settings->turn_seconds = line_seconds(lines);
    settings->grace_seconds = line_seconds(lines);
    if (!wasm_copy_line(lines, flags, sizeof flags) || strlen(flags) != 5)
        return false;
    settings->takeback = flags[0] == '1';
    settings->odds = flags[1] == '1';
    settings->memory = flags[2] == '1';
    settings->watchable = flags[3] == '1';
    settings->begin_when_full = flags[4] == '1';
    return true;
}

static bool read_deal(struct wasm_lines *lines, struct local_setup *setup)
{
    struct wasm_text seed = wasm_line(lines);
    return !stos_seed_parse(seed.text, seed.length, &setup->seed).reason &&
        wasm_copy_line(lines, id, sizeof id) &&
        wasm_copy_line(lines, commitment, sizeof commitment);
}

/* Whoever is neither oneself nor "open"; NULL when there is no such bot. */
static const stos_bot *read_bot(struct text_reader *reader, const stos_game *game)
{
    const char *word;
    size_t length;
    char copy[TABLE_BOT_NAME] = "";
    if (!text_take(reader, "bot:") || !text_take_word(reader, &word, &length) ||
        length >= sizeof copy)
        return NULL;
    memcpy(copy, word, length);
    return stos_bot_find(game, copy);
}

/* Names with tabs between them; how many, -1: one of them is too long, or they are too many. */
static int read_names(struct wasm_text line, char names[STOS_MAX_SEATS][STOS_NAME_TEXT])
{
    for (int count = 0; count < STOS_MAX_SEATS; count++) {
        const char *tab = memchr(line.text, '\t', line.length);
        size_t length = tab ? (size_t)(tab - line.text) : line.length;
        if (length >= STOS_NAME_TEXT)
            return -1;
        memcpy(names[count], line.text, length);
        names[count][length] = '\0';
        if (!tab)
            return count + 1;
        line = (struct wasm_text){tab + 1, line.length - length - 1};
    }
    return -1;
}

/* "me", "open" or "bot:NAME" for each seat; without a word one sits down first, and the others are
 * open. */
static bool read_seats(struct wasm_text words, char names[STOS_MAX_SEATS][STOS_NAME_TEXT],
                       struct local_setup *setup)
{
    if (words.length == 0)
        words = (struct wasm_text){"me open open open open open",
                                   strlen("me") +
                                       strlen(" open") *
                                           (size_t)(stos_rules_seats(&setup->settings.rules) - 1)};
    struct text_reader reader = {words.text, words.text + words.length};
    int people = 0;
    for (int seat = 0; seat < stos_rules_seats(&setup->settings.rules); seat++) {
        text_skip_spaces(&reader);
        setup->open[seat] = text_take(&reader, "open");
        if (setup->open[seat])
            continue;
        if (text_take(&reader, "me"))
            memcpy(setup->name[seat], names[setup->one_person ? 0 : people++], STOS_NAME_TEXT);
        else if (!(setup->bot[seat] = read_bot(&reader, setup->settings.rules.game)))
            return false;
    }
    return text_at_end(&reader);
}

int wasm_new_table(int begins, double now_ms, int length)
{
    struct wasm_lines lines = wasm_lines(length);
    stos_writer writer = wasm_answer();
    const struct local_keeper keeper = {&writer, write_lines};
    struct local_setup setup = {
        .code = code, .key = key, .game_id = id, .commitment = commitment, .waits = !begins};
    local_start(&fresh, 0);
    if (!wasm_copy_line(&lines, code, sizeof code) || !wasm_copy_line(&lines, key, sizeof key))
        return refuse_because(TABLE_WRONG_KEY);
    struct wasm_text rules = wasm_line(&lines);
    stos_error error = stos_rules_parse(rules.text, rules.length, &setup.settings.rules);
    if (error.reason)
        return refuse(TABLE_ILLEGAL, error, rules);
    if (!read_settings(&lines, &setup.settings) || !read_deal(&lines, &setup))
        return refuse_because(TABLE_BAD_LOG);
    static char names[STOS_MAX_SEATS][STOS_NAME_TEXT];
    int people = read_names(wasm_line(&lines), names);
    if (people < 0)
        return refuse_because(TABLE_BAD_NAME);
    setup.one_person = people == 1;
    if (!read_seats(wasm_line(&lines), names, &setup))
        return refuse_because(TABLE_NO_SUCH_BOT);
    return made(local_open(&fresh, &setup, &keeper, (int64_t)now_ms), &writer);
}

/* ---------------------------------------------------------------- from a record */

/* Who plays on: oneself at a seat, bots elsewhere. False when there is no such seat, or no room for
 * the mark of practice. */
static bool take_seat(struct local_setup *setup, int seat, const stos_bot *other, bool practice)
{
    int seats = stos_rules_seats(&setup->settings.rules);
    for (int i = 0; seat < 0 && i < seats; i++)
        if (!setup->bot[i])
            seat = i;
    if (seat < 0 || seat >= seats)
        return false;
    practice |= local_is_practice(setup->name[seat]);
    for (int i = 0; i < seats; i++)
        if (!setup->bot[i])
            setup->bot[i] = other;
    setup->bot[seat] = NULL;
    memcpy(setup->name[seat], name, sizeof name);
    return !practice || local_mark_practice(setup->name[seat]);
}

int wasm_resume(int seat, int steps, int practice, double now_ms, int length)
{
    struct wasm_lines lines = wasm_lines(length);
    stos_writer writer = wasm_answer();
    const struct local_keeper keeper = {&writer, write_lines};
    static stos_reader reader; /* large */
    static struct history game;
    const stos_bot *bots[STOS_MAX_SEATS] = {0};
    char stand_in[TABLE_BOT_NAME];
    bool full;
    local_start(&fresh, 0);
    if (!wasm_copy_line(&lines, code, sizeof code) || !wasm_copy_line(&lines, key, sizeof key) ||
        !wasm_copy_line(&lines, id, sizeof id) || !wasm_copy_line(&lines, name, sizeof name) ||
        !wasm_copy_line(&lines, stand_in, sizeof stand_in))
        return refuse_because(TABLE_BAD_NAME);
    stos_error error =
        history_load(&game, &reader, lines.at, (size_t)(lines.end - lines.at), &full);
    if (error.reason || full)
        return refuse(error.reason ? TABLE_ILLEGAL : TABLE_BAD_LOG, error,
                      (struct wasm_text){"", 0});
    const stos_bot *other = stos_bot_find(game.head.rules.game, stand_in);
    local_bots_of(&game.head, bots);
    struct local_setup setup = local_setup_of(&game.head, bots, false);
    setup.code = code;
    setup.key = key;
    setup.game_id = id;
    setup.one_person = true;
    if (!take_seat(&setup, seat, other ? other : bot_usual(game.head.rules.game), practice != 0))
        return refuse_because(TABLE_NO_SUCH_SEAT);
    return made(local_resume(&fresh, &game, steps < 0 ? game.count : (size_t)steps, &setup, &keeper,
                             (int64_t)now_ms),
                &writer);
}

int wasm_table_deck(struct local *local, int length)
{
    struct wasm_lines lines = wasm_lines(length);
    static stos_reader reader; /* large */
    if (stos_record_open(&reader, lines.at, (size_t)(lines.end - lines.at)).reason ||
        !reader.head.has_deck)
        return 0;
    local_use_deck(local, &reader.head.deck);
    return 1;
}

int wasm_table_record(const struct local *local, int length)
{
    struct wasm_lines lines = wasm_lines(length);
    stos_writer writer = wasm_answer();
    const stos_deck *deck = local->has_deck ? &local->deck : NULL;
    return local_record(lines.at, (size_t)(lines.end - lines.at), deck, &writer)
        ? wasm_answered(&writer)
        : 0;
}
