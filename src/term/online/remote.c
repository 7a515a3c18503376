/* remote.c - see remote.h: the conversation with the server, and the person's requests. */
#include "remote.h"

#include "lang/translate.h"
#include "remote_internal.h"
#include "table/table_text.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <unistd.h>

enum { FIRST_RETRY_MS = 400, LAST_RETRY_MS = 8000, UNANSWERED_MS = 2000 };

static struct remote *remote_of(struct source *source) { return (struct remote *)source; }

/* ---------------------------------------------------------------- the token */

static void read_token(struct remote *remote)
{
    FILE *file = remote->table.token_path[0] ? fopen(remote->table.token_path, "r") : NULL;
    if (!file)
        return;
    if (fgets(remote->token, sizeof remote->token, file))
        remote->token[strcspn(remote->token, "\r\n")] = '\0';
    fclose(file);
}

/*
 * Nobody else may read it: whoever has the token is the person. It is written beside the old one
 * and then takes its place, so that a program that is ended in between does not forget who one is.
 */
static void keep_token(struct remote *remote, const char *token)
{
    char beside[sizeof remote->table.token_path + 8];
    snprintf(remote->token, sizeof remote->token, "%s", token);
    snprintf(beside, sizeof beside, "%s.new", remote->table.token_path);
    int fd = remote->table.token_path[0]
        ? open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)
        : -1;
    if (fd < 0)
        return;
    bool good = dprintf(fd, "%s\n", token) > 0;
    if (close(fd) == 0 && good)
        rename(beside, remote->table.token_path);
}

/* ---------------------------------------------------------------- requests */

/* Sends a request (which is consumed); kept until it is answered if `again`. */
static void send_under(struct remote *remote, const char *ref, json_t *request, bool again)
{
    json_object_set_new(request, "ref", json_string(ref));
    char *text = json_dumps(request, JSON_COMPACT);
    json_decref(request);
    if (!text)
        return;
    if (again && remote->pendings < MOST_PENDING) {
        struct pending *pending = &remote->pending[remote->pendings++];
        snprintf(pending->ref, sizeof pending->ref, "%s", ref);
        pending->text = strdup(text);
        pending->sent_ms = clock_ms();
    } else if (!again) {
        if (!remote->passing[0])
            remote->passing_ms = clock_ms();
        snprintf(remote->passing, sizeof remote->passing, "%s", ref);
    }
    if (!again || remote->stage == STAGE_SEATED)
        wire_send(remote->wire, text);
    free(text);
}

/* The same under a fresh ref, which is returned. */
static const char *send_request(struct remote *remote, json_t *request, bool again)
{
    static char ref[REF_TEXT];
    snprintf(ref, sizeof ref, "%s-%llu", remote->prefix, (unsigned long long)++remote->counter);
    send_under(remote, ref, request, again);
    return ref;
}

static json_t *request_of(struct remote *remote, const char *verb)
{
    return json_pack("{s:s, s:s}", "do", verb, "table", remote->table.code);
}

static void ask(struct remote *remote, json_t *request) { send_request(remote, request, true); }

static void forget_pending(struct remote *remote, const char *ref)
{
    if (strcmp(remote->passing, ref) == 0)
        remote->passing[0] = '\0';
    remote->passing_ms = clock_ms(); /* earlier ones are answered: the server is there */
    for (int i = 0; i < remote->pendings; i++)
        if (strcmp(remote->pending[i].ref, ref) == 0) {
            free(remote->pending[i].text);
            memmove(&remote->pending[i], &remote->pending[i + 1],
                    (size_t)(--remote->pendings - i) * sizeof remote->pending[0]);
            return;
        }
}

/* What was not answered goes out once more, in order, under the same refs. */
static void send_again(struct remote *remote)
{
    for (int i = 0; i < remote->pendings; i++) {
        wire_send(remote->wire, remote->pending[i].text);
        remote->pending[i].sent_ms = clock_ms();
    }
}

/* Notes whether an answer is overdue; returns after how many ms it will be, -1: nothing is waited
 * for. */
static int watch_answers(struct remote *remote)
{
    struct scene *scene = &remote->source.scene;
    int64_t since = remote->passing[0] ? remote->passing_ms : INT64_MAX;
    if (remote->stage == STAGE_SEATED && remote->pendings > 0 && remote->pending[0].sent_ms < since)
        since = remote->pending[0].sent_ms;
    bool waits = scene->connected && since < INT64_MAX;
    int64_t left = waits ? since + UNANSWERED_MS - clock_ms() : -1;
    scene->unanswered = waits && left <= 0;
    return left > 0 ? (int)left : -1;
}

/* ---------------------------------------------------------------- coming to the table */

static void greet(struct remote *remote)
{
    json_t *hello = json_pack("{s:s, s:i, s:s, s:s}", "do", "hello", "version", 1, "name",
                              remote->table.name, "language", tr_language());
    if (remote->token[0])
        json_object_set_new(hello, "token", json_string(remote->token));
    remote->stage = STAGE_GREETING;
    snprintf(remote->greeting, sizeof remote->greeting, "%s", send_request(remote, hello, false));
}

static void come_in(struct remote *remote)
{
    bool finds = remote->table.find[0] && !remote->table.code[0];
    json_t *request = finds
        ? json_pack("{s:s, s:s, s:i}", "do", "find", "rules", remote->table.find, "turn_seconds",
                    remote->table.find_seconds)
        : request_of(remote,
                     remote->joined        ? "resume"
                         : remote->watches ? "watch"
                                           : "join");
    if (remote->joined)
        json_object_set_new(request, "last", json_integer(remote->last));
    else if (remote->table.key[0])
        json_object_set_new(request, "key", json_string(remote->table.key));
    remote->stage = STAGE_JOINING;
    if (finds) /* always the same ref: asked again on another connection, it is not done twice */
        snprintf(remote->greeting, sizeof remote->greeting, "%s-find", remote->prefix);
    if (finds)
        send_under(remote, remote->greeting, request, false);
    else
        snprintf(remote->greeting, sizeof remote->greeting, "%s",
                 send_request(remote, request, false));
}

/* Without a code: what tables are there, and how do those stand where one sits? */
static void look_for_tables(struct remote *remote)
{
    const char *code;
    json_t *known;
    remote->stage = STAGE_LOBBY;
    json_object_foreach(remote->mine, code, known)
    {
        send_request(remote, json_pack("{s:s, s:s}", "do", "look", "table", code), false);
    }
    send_request(remote, json_pack("{s:s}", "do", "invitations"), false);
    snprintf(remote->greeting, sizeof remote->greeting, "%s",
             send_request(remote, json_pack("{s:s}", "do", "list"), false));
}

/* Whether a table stands among those of one's own, or those one is invited to. */
static bool is_known(const struct remote *remote, const char *code)
{
    return json_is_object(json_object_get(remote->mine, code)) ||
        json_object_get(remote->invitations, code);
}

/* One's own tables first, then the invitations, each once. */
static void order_tables(struct remote *remote)
{
    const char *code;
    json_t *table;
    if (!remote->offers)
        return;
    json_decref(remote->shown);
    remote->shown = json_array();
    json_object_foreach(remote->mine, code, table)
    {
        if (json_is_object(table))
            json_array_append(remote->shown, table);
    }
    json_object_foreach(remote->invitations, code, table)
    {
        if (!json_is_object(json_object_get(remote->mine, code)))
            json_array_append(remote->shown, table);
    }
    for (size_t i = 0; i < json_array_size(remote->offers); i++) {
        table = json_array_get(remote->offers, i);
        code = json_string_value(json_object_get(table, "code"));
        if (code && !is_known(remote, code))
            json_array_append(remote->shown, table);
    }
}

static void take_invitations(struct remote *remote, const json_t *list)
{
    json_decref(remote->invitations);
    remote->invitations = json_object();
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *invitation = json_array_get(list, i);
        const char *code = json_string_value(json_object_get(invitation, "table"));
        if (!code)
            continue;
        json_object_set(invitation, "code", json_object_get(invitation, "table"));
        json_object_set(remote->invitations, code, invitation);
    }
    order_tables(remote);
}

static void take_offers(struct remote *remote, const json_t *reply)
{
    json_decref(remote->offers);
    remote->offers = json_incref(json_object_get(reply, "tables"));
    order_tables(remote);
}

/* The greeting names the tables where one sits and a game runs. */
static void take_own_tables(struct remote *remote, const json_t *codes)
{
    json_decref(remote->mine);
    remote->mine = json_object();
    for (size_t i = 0; i < json_array_size(codes); i++) {
        const char *code = json_string_value(json_array_get(codes, i));
        if (code)
            json_object_set_new(remote->mine, code, json_null());
    }
}

static void take_look(struct remote *remote, json_t *look)
{
    const char *code = json_string_value(json_object_get(look, "code"));
    if (!code || !json_object_get(remote->mine, code))
        return;
    json_object_set_new(look, "mine", json_true());
    json_object_set(remote->mine, code, look);
    order_tables(remote);
}

static void sit_down(struct remote *remote, const json_t *reply)
{
    const json_t *table = json_object_get(reply, "table");
    const char *code = json_string_value(json_object_get(table, "code"));
    if (code)
        snprintf(remote->table.code, sizeof remote->table.code, "%s", code);
    if (json_is_object(table))
        remote_apply_snapshot(remote, table);
    else
        remote_apply(remote, reply);
    remote->stage = STAGE_SEATED;
    remote->joined = true;
    remote->retry_after_ms = FIRST_RETRY_MS;
    send_again(remote);
}

/* Whoever may not come to a table chooses another one; whom the server does not greet has to leave.
 */
static void refuse(struct remote *remote, const json_t *reply)
{
    const char *message = json_string_value(json_object_get(reply, "message"));
    bool greeted = remote->stage == STAGE_JOINING;
    char *out = greeted ? remote->source.scene.notice : remote->refusal;
    snprintf(out, NOTICE_TEXT, "%s", message ? message : _("the server refuses"));
    remote->stage = STAGE_REFUSED;
    if (!greeted)
        return;
    remote->joined = remote->watches = false;
    remote->table.code[0] = remote->table.key[0] = remote->table.find[0] = '\0';
    look_for_tables(remote);
}

/* The answer to hello, join, watch or resume. */
static void take_welcome(struct remote *remote, const json_t *reply)
{
    const char *error = json_string_value(json_object_get(reply, "error")),
               *token = json_string_value(json_object_get(reply, "token"));
    bool good = json_is_true(json_object_get(reply, "ok"));
    if (good && remote->stage == STAGE_GREETING) {
        remote->source.scene.connected = remote->answered = true;
        take_own_tables(remote, json_object_get(reply, "tables"));
        if (token)
            keep_token(remote, token);
        if (remote->table.code[0] || remote->table.find[0])
            come_in(remote);
        else
            look_for_tables(remote);
    } else if (good && remote->stage == STAGE_LOBBY) {
        take_offers(remote, reply);
    } else if (good) {
        sit_down(remote, reply);
    } else if (error && strcmp(error, "bad_token") == 0 && remote->token[0]) {
        remote->token[0] = '\0';
        greet(remote);
    } else if (error && remote->joined && strcmp(error, "not_here") == 0) {
        remote->joined = false;
        come_in(remote);
    } else if (error && !remote->watches &&
               (strcmp(error, "full") == 0 || strcmp(error, "game_runs") == 0)) {
        remote->watches = true;
        come_in(remote);
    } else {
        refuse(remote, reply);
    }
}

/* ---------------------------------------------------------------- what comes in */

/* The record of the finished game: what the curve and the replay need. */
static void take_record(struct remote *remote, const json_t *reply)
{
    const char *text = json_string_value(json_object_get(reply, "record"));
    stos_reader *reader = malloc(sizeof *reader); /* large */
    bool full;
    if (text && reader &&
        history_load(&remote->game, reader, text, strlen(text), &full).reason == STOS_OK && !full)
        remote->source.game = &remote->game;
    free(reader);
}

static void take_standing(struct remote *remote, json_t *reply)
{
    const char *game = json_string_value(json_object_get(reply, "game"));
    if (!remote->standing)
        remote->standing = json_pack("{s:{}}", "boards");
    if (json_is_object(json_object_get(reply, "profile")))
        json_object_set(remote->standing, "profile", json_object_get(reply, "profile"));
    else if (game)
        json_object_set(json_object_get(remote->standing, "boards"), game, reply);
}

static void take_reply(struct remote *remote, json_t *reply, const char *ref)
{
    struct scene *scene = &remote->source.scene;
    const char *message = json_string_value(json_object_get(reply, "message"));
    forget_pending(remote, ref);
    if (strcmp(ref, remote->greeting) == 0) {
        take_welcome(remote, reply);
        return;
    }
    if (json_is_object(json_object_get(reply, "look")))
        take_look(remote, json_object_get(reply, "look"));
    if (json_is_array(json_object_get(reply, "invitations")))
        take_invitations(remote, json_object_get(reply, "invitations"));
    if (json_is_array(json_object_get(reply, "teams"))) {
        json_decref(remote->teams);
        remote->teams = json_incref(reply);
    }
    if (json_is_object(json_object_get(reply, "profile")) ||
        json_is_array(json_object_get(reply, "leaders")))
        take_standing(remote, reply);
    if (json_is_object(json_object_get(reply, "table")))
        remote_apply_snapshot(remote, json_object_get(reply, "table"));
    if (json_is_false(json_object_get(reply, "ok")) && message)
        snprintf(scene->notice, sizeof scene->notice, "%s", message);
    else if (strcmp(ref, remote->asked_record) == 0)
        take_record(remote, reply);
}

static void take_frames(struct remote *remote)
{
    for (char *text; (text = wire_take(remote->wire)); free(text)) {
        json_t *frame = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
        const char *ref = json_string_value(json_object_get(frame, "ref"));
        if (ref)
            take_reply(remote, frame, ref);
        else if (json_object_get(frame, "table") && remote->stage == STAGE_SEATED)
            remote_apply(remote, frame);
        json_decref(frame);
    }
}

/* After the end the server may tell the whole game; a new deal makes it old. */
static void fetch_record(struct remote *remote)
{
    bool over = remote->source.scene.phase == SCENE_OVER;
    if (!over) {
        remote->source.game = NULL;
        remote->asked_record[0] = '\0';
    } else if (!remote->asked_record[0] && remote->game_id[0] && remote->stage == STAGE_SEATED) {
        json_t *request = json_pack("{s:s, s:s}", "do", "record", "game", remote->game_id);
        snprintf(remote->asked_record, sizeof remote->asked_record, "%s",
                 send_request(remote, request, true));
    }
}

/* Why there is no connection, for those who wait for the first. */
static void tell_problem(struct remote *remote)
{
    char problem[128];
    struct scene *scene = &remote->source.scene;
    if (wire_problem(remote->wire, problem, sizeof problem) && !remote->joined)
        snprintf(scene->notice, sizeof scene->notice, _("No connection to %.100s: %s"),
                 remote->table.host, problem);
}

static int remote_step(struct source *source)
{
    struct remote *remote = remote_of(source);
    uint64_t count;
    if (read(source->wake_fd, &count, sizeof count) < 0)
        count = 0;
    enum wire_state state = wire_state(remote->wire);
    take_frames(remote);
    fetch_record(remote);
    tell_problem(remote);
    if (remote->stage == STAGE_REFUSED)
        return -1;
    if (state == WIRE_OPEN && remote->stage == STAGE_AWAY) {
        greet(remote);
    } else if (state == WIRE_DOWN) {
        if (remote->stage != STAGE_AWAY) {
            remote->stage = STAGE_AWAY;
            remote->asked_standing = false;
            source->scene.connected = source->scene.unanswered = false;
            remote->passing[0] = '\0';
            remote->retry_ms = clock_ms() + remote->retry_after_ms;
        }
        int64_t wait = remote->retry_ms - clock_ms();
        if (wait > 0)
            return (int)wait;
        wire_connect(remote->wire);
        remote->retry_after_ms =
            remote->retry_after_ms * 2 > LAST_RETRY_MS ? LAST_RETRY_MS : remote->retry_after_ms * 2;
        remote->retry_ms = clock_ms() + remote->retry_after_ms;
    }
    return watch_answers(remote);
}

/* ---------------------------------------------------------------- wishes */

static void remote_play(struct source *source, stos_move move)
{
    struct remote *remote = remote_of(source);
    char text[STOS_MOVE_TEXT];
    stos_move_text(source->scene.rules.game, move, text);
    json_t *request = request_of(remote, "move");
    json_object_set_new(request, "position", json_integer(remote->position));
    json_object_set_new(request, "move", json_string(text));
    ask(remote, request);
}

static void remote_undo(struct source *source)
{
    struct remote *remote = remote_of(source);
    json_t *request = request_of(remote, "take_back");
    json_object_set_new(request, "position", json_integer(remote->position));
    ask(remote, request);
}

static void remote_say(struct source *source, const char *text)
{
    json_t *request = request_of(remote_of(source), "say");
    json_object_set_new(request, "text", json_string(text));
    ask(remote_of(source), request);
}

static void remote_hint(struct source *source, int pile, int hint)
{
    const char *const *piles = stos_game_piles(source->scene.rules.game);
    json_t *request = request_of(remote_of(source), "hint");
    if (pile < 0) {
        json_object_set_new(request, "self", json_string(table_self_hint_word(hint)));
    } else {
        json_object_set_new(request, "pile", json_string(piles[pile]));
        json_object_set_new(request, "hint", json_string(table_pile_hint_word(hint)));
    }
    send_request(remote_of(source), request, false); /* it passes: not worth repeating */
}

static void remote_fill(struct source *source)
{
    struct remote *remote = remote_of(source);
    for (int seat = 0; seat < scene_seats(&source->scene); seat++) {
        if (!source->scene.seat[seat].open)
            continue;
        json_t *request = request_of(remote, "fill");
        json_object_set_new(request, "seat", json_integer(seat));
        json_object_set_new(request, "with",
                            json_sprintf("bot:%s", bot_usual(source->scene.rules.game)->name));
        ask(remote, request);
    }
}

static void remote_begin(struct source *source, bool same)
{
    bool again = source->scene.phase == SCENE_OVER;
    json_t *request = request_of(remote_of(source),
                                 again                                     ? "rematch"
                                     : source->scene.phase == SCENE_PAUSED ? "go_on"
                                                                           : "begin");
    if (again && same)
        json_object_set_new(request, "same", json_true());
    ask(remote_of(source), request);
}

bool remote_is_seated(const struct source *source)
{
    return ((const struct remote *)source)->stage == STAGE_SEATED;
}

static bool remote_has_place(const struct source *source)
{
    const struct remote *remote = (const struct remote *)source;
    return remote->stage != STAGE_LOBBY;
}

void remote_tell(const struct source *source, struct term_table *table)
{
    const struct remote *remote = (const struct remote *)source;
    table->answered = remote->answered;
    table->seated = remote->joined && source->scene.you >= 0;
    memcpy(table->code, remote->table.code, sizeof table->code);
    table->series = remote->table.series;
}

const void *remote_offers(const struct source *source)
{
    return ((const struct remote *)source)->shown;
}

const void *remote_standing(const struct source *source)
{
    return ((const struct remote *)source)->standing;
}

void remote_forget_standing(struct source *source)
{
    struct remote *remote = remote_of(source);
    json_decref(remote->standing);
    remote->standing = NULL;
    remote->asked_standing = false;
}

void remote_ask_standing(struct source *source)
{
    struct remote *remote = remote_of(source);
    if (remote->stage != STAGE_LOBBY || remote->asked_standing)
        return;
    remote->asked_standing = true;
    send_request(remote, json_pack("{s:s}", "do", "profile"), false);
    for (int i = 0; i < stos_game_count(); i++) {
        const stos_game *game = stos_game_at(i);
        if (!stos_game_is_cooperative(game)) /* rated */
            send_request(remote,
                         json_pack("{s:s, s:s}", "do", "leaders", "game", stos_game_name(game)),
                         false);
    }
}

void remote_look(struct source *source)
{
    if (remote_of(source)->stage == STAGE_LOBBY)
        look_for_tables(remote_of(source));
}

void remote_choose(struct source *source, const char *code, const char *key)
{
    struct remote *remote = remote_of(source);
    snprintf(remote->table.code, sizeof remote->table.code, "%s", code);
    snprintf(remote->table.key, sizeof remote->table.key, "%s", key);
    come_in(remote);
}

void remote_dismiss(struct source *source, const char *code)
{
    send_request(remote_of(source), json_pack("{s:s, s:s}", "do", "invitations", "dismiss", code),
                 false);
}

/* The answer is a table. */
static void ask_for_table(struct remote *remote, json_t *request)
{
    remote->stage = STAGE_JOINING;
    snprintf(remote->greeting, sizeof remote->greeting, "%s", send_request(remote, request, false));
}

const void *remote_teams(const struct source *source)
{
    return ((const struct remote *)source)->teams;
}

void remote_ask_teams(struct source *source)
{
    struct remote *remote = remote_of(source);
    const struct term_series *series = &remote->table.series;
    if (remote->stage == STAGE_LOBBY || remote->stage == STAGE_SEATED)
        send_request(remote,
                     json_pack("{s:s, s:s, s:s, s:i}", "do", "series", "series", series->word,
                               "rules", series->rules, "deals", series->deals),
                     false);
}

void remote_play_series(struct source *source)
{
    struct remote *remote = remote_of(source);
    const struct term_series *series = &remote->table.series;
    if (remote->stage == STAGE_LOBBY)
        ask_for_table(remote,
                      json_pack("{s:s, s:s, s:s, s:i}", "do", "create", "series", series->word,
                                "rules", series->rules, "deals", series->deals));
}

void remote_create(struct source *source, const struct term_choice *choice)
{
    struct remote *remote = remote_of(source);
    char bot[64];
    stos_rules rules;
    json_t *seats = json_array(),
           *request = json_pack("{s:s, s:s}", "do", "create", "rules", choice->rules);
    snprintf(bot, sizeof bot, "bot:%s", choice->bot->name);
    stos_rules_parse(choice->rules, strlen(choice->rules), &rules);
    for (int seat = 0; seat < stos_rules_seats(&rules); seat++)
        json_array_append_new(seats,
                              json_string(seat == 0                   ? "me"
                                              : seat < choice->people ? "open"
                                                                      : bot));
    json_object_set_new(request, "seats", seats);
    if (choice->people <= 1)
        json_object_set_new(request, "begin", json_true());
    if (choice->deals > 0)
        json_object_update_new(request,
                               json_pack("{s:b, s:i}", "series", true, "deals", choice->deals));
    ask_for_table(remote, request);
}

static const char *remote_refusal(const struct source *source)
{
    return ((const struct remote *)source)->refusal;
}

/* ---------------------------------------------------------------- */

struct source *remote_open(const struct term_table *table)
{
    struct remote *remote = calloc(1, sizeof *remote);
    unsigned char bytes[8];
    if (!remote)
        return NULL;
    remote->table = *table;
    remote->retry_after_ms = FIRST_RETRY_MS;
    log_open(&remote->log, &remote->source.scene);
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        memset(bytes, 7, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(remote->prefix + 2 * i, 3, "%02x", bytes[i]);
    read_token(remote);
    struct source *source = &remote->source;
    source->wake_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    source->step = remote_step;
    source->play = remote_play;
    source->undo = remote_undo;
    source->say = remote_say;
    source->hint = remote_hint;
    source->fill = remote_fill;
    source->begin = remote_begin;
    source->refusal = remote_refusal;
    source->has_place = remote_has_place;
    source->rounds = table->rounds;
    source->scene.curtain = -1;
    source->scene.you = -1;
    source->scene.rules =
        stos_rules_standard(stos_game_at(0)); /* until the server says otherwise */
    remote->wire = wire_open(table->host, table->port, table->path, table->secure, source->wake_fd);
    if (remote->wire)
        return source;
    close(source->wake_fd);
    free(remote);
    return NULL;
}

void remote_close(struct source *source)
{
    struct remote *remote = remote_of(source);
    wire_close(remote->wire);
    for (int i = 0; i < remote->pendings; i++)
        free(remote->pending[i].text);
    history_free(&remote->game);
    json_decref(remote->mine);
    json_decref(remote->offers);
    json_decref(remote->invitations);
    json_decref(remote->shown);
    json_decref(remote->teams);
    json_decref(remote->standing);
    close(source->wake_fd);
    free(remote);
}
