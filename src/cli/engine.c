/*
 * engine.c - `stos engine`: one JSON object per line in, one per line out, in order
 * (docs/engine.md).
 *
 * The engine holds one game and its history. It answers any input and goes on, even after a
 * malformed line, a line that is too long, or an illegal move. Replies are flushed before it waits
 * for more input.
 */
#include "stos_bot.h"

#include "base/text.h"
#include "bot/rounds.h"
#include "cli/command/cli.h"
#include "table/history.h"
#include "cli/command/data_files.h"
#include "table/describe.h"
#include "table/show_json.h"
#include "table/guard/guard.h"

#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST_LINE = 1 << 20, LONGEST_JSON = 1 << 16 };

struct engine {
    bool playing;
    struct history game;
    stos_reader reader;  /* large, so not on the stack */
    stos_player *player; /* the last bot that was asked, and what it is */
    const stos_bot *bot;
    bool solved; /* it knows the solved rounds of LIE */
    char *reply; /* LONGEST_JSON bytes for states and views */
};

/* ---------------------------------------------------------------- replies */

static void print_id(const json_t *request)
{
    json_t *id = json_object_get(request, "id");
    char *text = id ? json_dumps(id, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
    printf("{\"id\":%s,", text ? text : "null");
    free(text);
}

static void print_quoted(const char *text, size_t length)
{
    json_t *string = json_stringn(text, length);
    char *quoted = string ? json_dumps(string, JSON_ENCODE_ANY) : NULL;
    fputs(quoted ? quoted : "\"\"", stdout);
    free(quoted);
    json_decref(string);
}

static void reply_ok(const json_t *request)
{
    print_id(request);
    puts("\"ok\":true}");
}

/* A reply with one field whose value is JSON already. */
static void reply_field(const json_t *request, const char *name, const char *json)
{
    print_id(request);
    printf("\"ok\":true,\"%s\":%s}\n", name, json);
}

static void refuse(const json_t *request, const char *code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void refuse(const json_t *request, const char *code, const char *format, ...)
{
    char message[STOS_ERROR_TEXT * 2];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    print_id(request);
    printf("\"ok\":false,\"error\":\"%s\",\"message\":", code);
    print_quoted(message, strlen(message));
    puts("}");
}

static void refuse_error(const json_t *request, stos_error error, const char *text)
{
    char message[STOS_ERROR_TEXT];
    stos_error_text(error, text, message, sizeof message);
    refuse(request, stos_error_code(error), "%s", message);
}

/* ---------------------------------------------------------------- arguments */

static bool get_string(const json_t *request, const char *name, const char **text, size_t *length)
{
    json_t *value = json_object_get(request, name);
    if (!json_is_string(value)) {
        refuse(request, "bad_request", "The field '%s' must be a text.", name);
        return false;
    }
    *text = json_string_value(value);
    *length = json_string_length(value);
    return true;
}

static bool get_seat(const struct engine *engine, const json_t *request, int *seat)
{
    json_t *value = json_object_get(request, "seat");
    json_int_t number = json_integer_value(value);
    if (!json_is_integer(value)) {
        refuse(request, "bad_request", "The field 'seat' must be a whole number.");
        return false;
    }
    if (number < 0 || number >= stos_rules_seats(&engine->game.head.rules)) {
        refuse(request, "bad_seat", "There is no seat %lld.", (long long)number);
        return false;
    }
    *seat = (int)number;
    return true;
}

/* An optional whole number that is not negative. */
static bool get_number(const json_t *request, const char *name, uint64_t *number)
{
    json_t *value = json_object_get(request, name);
    if (!value || json_is_null(value))
        return true;
    if (!json_is_integer(value) || json_integer_value(value) < 0) {
        refuse(request, "bad_request",
               "The field '%s' must be a whole number that is not negative.", name);
        return false;
    }
    *number = (uint64_t)json_integer_value(value);
    return true;
}

static bool get_seed(const json_t *request, stos_record_head *head)
{
    json_t *value = json_object_get(request, "seed");
    if (!value || json_is_null(value))
        return true;
    head->has_seed = true;
    if (json_is_integer(value) && json_integer_value(value) >= 0) {
        head->seed = stos_seed_number((uint64_t)json_integer_value(value));
        return true;
    }
    if (!json_is_string(value)) {
        refuse(
            request, "bad_seed",
            "A seed is a whole number that is not negative, or a text of 64 hexadecimal digits.");
        return false;
    }
    const char *text = json_string_value(value);
    stos_error error = stos_seed_parse(text, json_string_length(value), &head->seed);
    if (error.reason)
        refuse_error(request, error, text);
    return !error.reason;
}

/* A card as a number: itself, or a pair of faces as 10*a + b with a < b; 0 for anything else. */
static int card_number(const json_t *card)
{
    json_int_t number = json_integer_value(card);
    if (json_is_integer(card))
        return number > 0 && number < 256 ? (int)number : 0;
    if (!json_is_array(card) || json_array_size(card) != 2)
        return 0;
    json_int_t a = json_integer_value(json_array_get(card, 0)),
               b = json_integer_value(json_array_get(card, 1));
    if (a < 1 || a > 9 || b < 1 || b > 9)
        return 0;
    return (int)(a < b ? 10 * a + b : 10 * b + a);
}

/* Adds a list of cards to the deck; false when there are too many or the lists differ in size. */
static bool add_list(stos_deck *deck, const json_t *list)
{
    size_t size = json_array_size(list), used = (size_t)deck->lists * deck->size;
    bool fits = deck->lists < STOS_DECK_LISTS && size > 0 && used + size <= STOS_DECK_CARDS;
    if (!fits || (deck->lists > 0 && size != deck->size))
        return false;
    for (size_t i = 0; i < size; i++)
        deck->card[used + i] = (uint8_t)card_number(json_array_get(list, i));
    deck->size = (uint16_t)size;
    deck->lists++;
    return true;
}

static bool get_deck(const json_t *request, stos_record_head *head)
{
    json_t *value = json_object_get(request, "deck"), *list;
    size_t i;
    bool good = json_is_array(value);
    if (!value || json_is_null(value))
        return true;
    head->has_deck = true;
    if (good && json_is_integer(json_array_get(value, 0)))
        good = add_list(&head->deck, value);
    else
        json_array_foreach(value, i, list) good = good && add_list(&head->deck, list);
    if (!good)
        refuse_error(request, (stos_error){.reason = STOS_BAD_DECK_SHAPE, .game = head->rules.game},
                     NULL);
    return good;
}

static bool get_names(const json_t *request, stos_record_head *head)
{
    json_t *names = json_object_get(request, "names");
    if (names && !json_is_null(names) && !json_is_array(names)) {
        refuse(request, "bad_request", "names is a list.");
        return false;
    }
    for (size_t seat = 0; seat < json_array_size(names) && seat < STOS_MAX_SEATS; seat++) {
        json_t *name = json_array_get(names, seat);
        if (!json_is_string(name) || !stos_name_is_good(json_string_value(name))) {
            refuse(request, "bad_request", "A name is plain text of up to %d bytes.",
                   STOS_NAME_TEXT - 1);
            return false;
        }
        memcpy(head->name[seat], json_string_value(name), strlen(json_string_value(name)));
    }
    return true;
}

/* A name to be shown in a message: cut between characters if it is long. */
struct clipped {
    char text[48];
};

static struct clipped clip(const char *name)
{
    struct clipped clipped = {""};
    size_t length = strlen(name), most = sizeof clipped.text - 4;
    if (length > most)
        for (length = most; length > 0 && ((unsigned char)name[length] & 0xc0) == 0x80;)
            length--;
    memcpy(clipped.text, name, length);
    if (name[length])
        memcpy(clipped.text + length, "...", 3);
    return clipped;
}

static bool has_game(const struct engine *engine, const json_t *request)
{
    if (!engine->playing)
        refuse(request, "no_game", "There is no game; say new first.");
    return engine->playing;
}

/* ---------------------------------------------------------------- verbs */

static void do_new(struct engine *engine, const json_t *request)
{
    const char *rules;
    size_t length;
    stos_record_head head;
    memset(&head, 0, sizeof head);
    if (!get_string(request, "rules", &rules, &length))
        return;
    stos_error error = stos_rules_parse(rules, length, &head.rules);
    if (error.reason) {
        refuse_error(request, error, rules);
        return;
    }
    if (!get_seed(request, &head) || !get_deck(request, &head) || !get_names(request, &head))
        return;
    if (!head.has_seed && !head.has_deck)
        head.has_seed = fresh_seed(&head.seed);
    error = history_start(&engine->game, &head);
    if (error.reason) {
        refuse_error(request, error, NULL);
        return;
    }
    engine->playing = true;
    char text[STOS_RULES_TEXT];
    stos_rules_text(&head.rules, text);
    print_id(request);
    printf("\"ok\":true,\"rules\":\"%s\",\"seats\":%d}\n", text, stos_rules_seats(&head.rules));
}

static void do_state(struct engine *engine, const json_t *request)
{
    if (!has_game(engine, request))
        return;
    stos_state_json(&engine->game.state, engine->reply, LONGEST_JSON);
    reply_field(request, "state", engine->reply);
}

static void do_view(struct engine *engine, const json_t *request)
{
    int seat;
    stos_view view;
    if (!has_game(engine, request) || !get_seat(engine, request, &seat))
        return;
    stos_look(&engine->game.state, seat, &view);
    stos_view_json(&view, engine->reply, LONGEST_JSON);
    reply_field(request, "view", engine->reply);
}

static void do_show(struct engine *engine, const json_t *request)
{
    int seat;
    stos_view view;
    if (!has_game(engine, request) || !get_seat(engine, request, &seat))
        return;
    stos_look(&engine->game.state, seat, &view);
    stos_writer writer = stos_writer_on(engine->reply, LONGEST_JSON);
    show_json(&writer, &view);
    text_put(&writer, ",\"ladder\":");
    show_ladder_json(&writer, &view);
    reply_field(request, "show", engine->reply);
}

static void do_words(struct engine *engine, const json_t *request)
{
    const char *name;
    size_t length;
    if (!get_string(request, "game", &name, &length))
        return;
    const stos_game *game = stos_game_find(name, length);
    if (!game) {
        refuse(request, "unknown_game", "There is no game '%s'.", clip(name).text);
        return;
    }
    stos_writer writer = stos_writer_on(engine->reply, LONGEST_JSON);
    show_words_json(&writer, game);
    reply_field(request, "words", engine->reply);
}

static int compare_texts(const void *a, const void *b) { return strcmp(a, b); }

static void do_moves(struct engine *engine, const json_t *request)
{
    int seat;
    stos_move moves[STOS_MAX_MOVES];
    char texts[STOS_MAX_MOVES][STOS_MOVE_TEXT];
    if (!has_game(engine, request) || !get_seat(engine, request, &seat))
        return;
    int count = stos_moves(&engine->game.state, seat, moves);
    for (int i = 0; i < count; i++)
        stos_move_text(engine->game.head.rules.game, moves[i], texts[i]);
    qsort(texts, (size_t)count, sizeof texts[0], compare_texts);
    print_id(request);
    fputs("\"ok\":true,\"moves\":[", stdout);
    for (int i = 0; i < count; i++)
        printf(i ? ",\"%s\"" : "\"%s\"", texts[i]);
    puts("]}");
}

static void do_play(struct engine *engine, const json_t *request)
{
    int seat;
    const char *text;
    size_t length;
    stos_move move;
    if (!has_game(engine, request) || !get_seat(engine, request, &seat) ||
        !get_string(request, "move", &text, &length))
        return;
    bool full = false;
    stos_error error = stos_move_parse(engine->game.head.rules.game, text, length, &move);
    if (!error.reason)
        error = history_play(&engine->game, seat, move, &full);
    if (full)
        refuse(request, "too_long", "The game is too long; nothing was played.");
    else if (error.reason)
        refuse_error(request, error, text);
    else
        reply_ok(request);
}

static void do_undo(struct engine *engine, const json_t *request)
{
    if (!has_game(engine, request))
        return;
    if (history_undo(&engine->game))
        reply_ok(request);
    else
        refuse(request, "nothing_to_undo", "No move has been played.");
}

/* The bot as a player; NULL when there is not enough memory. */
static stos_player *player_of(struct engine *engine, const stos_bot *bot, bool solved)
{
    if (engine->bot == bot && engine->solved == solved)
        return engine->player;
    free(engine->player);
    void *memory = malloc(stos_bot_memory(bot));
    engine->player = stos_player_create(bot, memory, stos_bot_memory(bot), 0);
    engine->bot = engine->player ? bot : NULL;
    engine->solved = solved;
    const struct solved_rounds *rounds = solved ? rounds_installed() : NULL;
    if (engine->player && rounds)
        stos_player_rounds(engine->player, rounds->bytes, rounds->length);
    return engine->player;
}

static void print_turn(const json_t *request, const stos_game *game, const stos_move *moves,
                       int count)
{
    char text[STOS_MOVE_TEXT];
    stos_move_text(game, moves[0], text);
    print_id(request);
    printf("\"ok\":true,\"move\":\"%s\",\"turn\":[\"%s\"", text, text);
    for (int i = 1; i < count; i++) {
        stos_move_text(game, moves[i], text);
        printf(",\"%s\"", text);
    }
    puts("]}");
}

static void do_bot(struct engine *engine, const json_t *request)
{
    int seat;
    const char *name;
    size_t length;
    uint64_t ms = 0, nodes = 0, seed = 0, solved = 0;
    stos_view view;
    stos_move moves[STOS_TURN_MOVES];
    if (!has_game(engine, request) || !get_seat(engine, request, &seat) ||
        !get_string(request, "bot", &name, &length) || !get_number(request, "ms", &ms) ||
        !get_number(request, "nodes", &nodes) || !get_number(request, "seed", &seed) ||
        !get_number(request, "solved", &solved))
        return;
    const stos_game *game = engine->game.head.rules.game;
    const stos_bot *bot = stos_bot_find(game, name);
    if (!bot) {
        refuse(request, "bad_bot", "There is no bot '%s' for %s; the verb bots lists them.",
               clip(name).text, stos_game_name(game));
        return;
    }
    if (!(stos_actors(&engine->game.state) >> seat & 1)) {
        enum stos_reason reason =
            stos_over(&engine->game.state) ? STOS_GAME_OVER : STOS_NOT_YOUR_TURN;
        refuse_error(request, (stos_error){.reason = (uint8_t)reason, .number = (int16_t)seat},
                     NULL);
        return;
    }
    stos_player *player = player_of(engine, bot, solved != 0);
    if (!player) {
        refuse(request, "no_memory", "There is not enough memory for this bot.");
        return;
    }
    stos_look(&engine->game.state, seat, &view);
    stos_player_seed(player, seed);
    stos_limits limits = {.ms = ms < UINT32_MAX ? (uint32_t)ms : UINT32_MAX, .nodes = nodes};
    print_turn(request, game, moves, stos_player_choose(player, &view, NULL, &limits, moves));
}

static void do_record(struct engine *engine, const json_t *request)
{
    if (!has_game(engine, request))
        return;
    size_t length;
    char *text = history_record(&engine->game, &length);
    if (!text) {
        refuse(request, "no_memory", "There is not enough memory for the record.");
        return;
    }
    print_id(request);
    fputs("\"ok\":true,\"record\":", stdout);
    print_quoted(text, length);
    puts("}");
    free(text);
}

static void do_load(struct engine *engine, const json_t *request)
{
    const char *text;
    size_t length;
    bool full;
    if (!get_string(request, "record", &text, &length))
        return;
    stos_error error = history_load(&engine->game, &engine->reader, text, length, &full);
    if (full) {
        refuse(request, "too_long", "The game is too long; nothing was loaded.");
    } else if (error.reason) {
        char message[STOS_ERROR_TEXT];
        stos_error_text(error, engine->reader.line_start, message, sizeof message);
        refuse(request, "bad_record", "Line %d: %s", engine->reader.line, message);
    } else {
        engine->playing = true;
        reply_ok(request);
    }
}

static void do_guard(struct engine *engine, const json_t *request)
{
    (void)engine;
    const char *text;
    size_t length;
    if (!get_string(request, "text", &text, &length))
        return;
    struct guard_verdict verdict = guard_check(NULL, text, length);
    print_id(request);
    if (verdict.pass) {
        puts("\"ok\":true,\"pass\":true}");
        return;
    }
    fputs("\"ok\":true,\"pass\":false,\"stop\":", stdout);
    print_quoted(text + verdict.start, verdict.length);
    puts("}");
}

static void reply_list(const json_t *request, const char *name, json_t *list)
{
    char *text = json_dumps(list, JSON_COMPACT);
    reply_field(request, name, text ? text : "[]");
    free(text);
    json_decref(list);
}

static void do_games(struct engine *engine, const json_t *request)
{
    (void)engine;
    char text[DESCRIBE_TEXT];
    stos_writer writer = stos_writer_on(text, sizeof text);
    describe_games(&writer);
    reply_field(request, "games", text);
}

static void do_bots(struct engine *engine, const json_t *request)
{
    (void)engine;
    json_t *list = json_array();
    for (int i = 0; i < stos_bot_count(); i++) {
        const stos_bot *bot = stos_bot_at(i);
        json_array_append_new(
            list,
            json_pack("{s:s,s:s,s:s,s:i}", "game", stos_game_name(stos_bot_game(bot)), "name",
                      stos_bot_name(bot), "help", stos_bot_help(bot), "ms", (int)stos_bot_ms(bot)));
    }
    reply_list(request, "bots", list);
}

/* ---------------------------------------------------------------- the loop */

static const struct verb {
    const char *name;
    void (*run)(struct engine *engine, const json_t *request);
} verbs[] = {
    {"new", do_new},       {"state", do_state}, {"view", do_view},   {"show", do_show},
    {"moves", do_moves},   {"play", do_play},   {"undo", do_undo},   {"bot", do_bot},
    {"record", do_record}, {"load", do_load},   {"guard", do_guard}, {"games", do_games},
    {"bots", do_bots},     {"words", do_words},
};

static void answer_request(struct engine *engine, const json_t *request)
{
    const char *name;
    size_t length;
    if (!json_is_object(request)) {
        refuse(NULL, "bad_json", "A request is a JSON object.");
        return;
    }
    if (!get_string(request, "do", &name, &length))
        return;
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        if (strcmp(verbs[i].name, name) == 0) {
            verbs[i].run(engine, request);
            return;
        }
    }
    refuse(request, "unknown_verb", "There is no verb '%s'.", clip(name).text);
}

static void answer_line(struct engine *engine, const char *line, size_t length)
{
    json_error_t trouble;
    json_t *request = json_loadb(line, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &trouble);
    if (request)
        answer_request(engine, request);
    else
        refuse(NULL, "bad_json", "This is no JSON: %s, at byte %d.", trouble.text,
               trouble.position);
    json_decref(request);
}

struct line_buffer {
    char *bytes; /* LONGEST_LINE + 1 */
    size_t used;
    bool overlong; /* inside a line that is too long and already answered */
};

/* Answers every whole line of the buffer and keeps the rest. */
static void answer_lines(struct engine *engine, struct line_buffer *buffer)
{
    char *at = buffer->bytes, *end = buffer->bytes + buffer->used, *newline;
    while ((newline = memchr(at, '\n', (size_t)(end - at)))) {
        if (!buffer->overlong)
            answer_line(engine, at, (size_t)(newline - at));
        buffer->overlong = false;
        at = newline + 1;
    }
    buffer->used = (size_t)(end - at);
    memmove(buffer->bytes, at, buffer->used);
    if (buffer->used > LONGEST_LINE) {
        if (!buffer->overlong)
            refuse(NULL, "too_long", "A line may have at most %d bytes.", LONGEST_LINE);
        buffer->overlong = true;
        buffer->used = 0;
    }
}

static int serve(struct engine *engine, struct line_buffer *buffer)
{
    for (;;) {
        ssize_t got =
            read(STDIN_FILENO, buffer->bytes + buffer->used, LONGEST_LINE + 1 - buffer->used);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return complain(EXIT_BROKEN, _("cannot read the input: %s"), strerror(errno));
        if (got == 0)
            break;
        buffer->used += (size_t)got;
        answer_lines(engine, buffer);
        if (fflush(stdout) != 0)
            return EXIT_BROKEN; /* nobody listens any more; main says so */
    }
    if (buffer->used > 0 && !buffer->overlong)
        answer_line(engine, buffer->bytes, buffer->used);
    return EXIT_GOOD;
}

static int run_engine(const struct command *command, int argc, char **argv)
{
    struct command_line line;
    if (!command_read(command, argc, argv, NULL, &line))
        return EXIT_USAGE;
    struct engine *engine = calloc(1, sizeof *engine);
    struct line_buffer buffer = {.bytes = malloc(LONGEST_LINE + 1)};
    if (engine)
        engine->reply = malloc(LONGEST_JSON);
    bool ready = engine && engine->reply && buffer.bytes;
    int code = ready ? serve(engine, &buffer) : complain(EXIT_BROKEN, "%s", strerror(ENOMEM));
    if (engine) {
        history_free(&engine->game);
        free(engine->reply);
        free(engine->player);
    }
    free(engine);
    free(buffer.bytes);
    return code;
}

const struct command command_engine = {
    .name = "engine",
    .summary = N_("speak the line protocol on standard input and output"),
    .about = N_("One JSON object per line in, one per line out; see docs/engine.md. Example:\n"
                "  echo '{\"id\":1,\"do\":\"games\"}' | stos engine"),
    .run = run_engine,
};
