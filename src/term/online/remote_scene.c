/* remote_scene.c - see remote_internal.h: turns the server's frames into a scene. */
#include "lang/translate.h"
#include "remote_internal.h"
#include "table/day.h"
#include "table/table_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static int seat_of(const json_t *event, int seats)
{
    const json_t *seat = json_object_get(event, "seat");
    json_int_t number = json_is_integer(seat) ? json_integer_value(seat) : -1;
    return number < 0 || number >= seats ? -1 : (int)number;
}

/* ---------------------------------------------------------------- members */

static void apply_seats(struct scene *scene, const json_t *seats)
{
    for (int i = 0; i < scene_seats(scene) && json_is_array(seats); i++) {
        const json_t *told = json_array_get(seats, (size_t)i);
        const char *kind = text_of(told, "kind");
        struct scene_seat *seat = &scene->seat[i];
        *seat =
            (struct scene_seat){.bot = strcmp(kind, "bot") == 0,
                                .open = strcmp(kind, "open") == 0 || strcmp(kind, "reserved") == 0};
        seat->away = !seat->open && !json_is_true(json_object_get(told, "here"));
        seat->owner = json_is_true(json_object_get(told, "owner"));
        seat->agreed = json_array_size(json_object_get(told, "agreed")) > 0;
        if (seat->bot)
            snprintf(seat->name, sizeof seat->name, "%.40s" BOT_MARK, text_of(told, "bot"));
        else
            snprintf(seat->name, sizeof seat->name, "%s", text_of(told, "name"));
        if (json_is_true(json_object_get(told, "you")))
            scene->you = i;
    }
}

/* A hint that was not there before stands among what is said. */
static void tell_new_hint(struct scene *scene, int seat, int pile, int before, int hint)
{
    char name[STOS_NAME_TEXT + 16], text[TELL_TEXT];
    if (hint == 0 || hint == before || scene->seat[seat].bot)
        return;
    tell_hint(scene->rules.game, pile, hint, text);
    scroll_add(&scene->talk, "%s: %s", scene_name(scene, seat, name), text);
}

static void apply_hints(struct scene *scene, const json_t *hints)
{
    const char *const *piles = stos_game_piles(scene->rules.game);
    stos_hints before = scene->hints;
    if (!json_is_array(hints))
        return;
    memset(&scene->hints, 0, sizeof scene->hints);
    for (int seat = 0; seat < scene_seats(scene); seat++) {
        const json_t *told = json_array_get(hints, (size_t)seat);
        for (int pile = 0; pile < STOS_HINT_PILES && piles && piles[pile]; pile++) {
            const char *word = text_of(json_object_get(told, "piles"), piles[pile]);
            int hint = *word ? table_pile_hint_of(word) : 0;
            scene->hints.pile[seat][pile] = (uint8_t)(hint > 0 ? hint : 0);
            tell_new_hint(scene, seat, pile, before.pile[seat][pile],
                          scene->hints.pile[seat][pile]);
        }
        const char *word = text_of(told, "self");
        int hint = *word ? table_self_hint_of(word) : 0;
        scene->hints.self[seat] = (uint8_t)(hint > 0 ? hint : 0);
        tell_new_hint(scene, seat, -1, before.self[seat], scene->hints.self[seat]);
    }
}

static void apply_phase(struct scene *scene, const char *word)
{
    static const char *const words[] = {"waiting", "playing", "paused", "over", "closed"};
    for (int i = 0; i < 5; i++)
        if (strcmp(word, words[i]) == 0)
            scene->phase = (uint8_t)i;
}

static void apply_thinking(struct scene *scene, const json_t *thinking)
{
    scene->thinking = 0;
    for (size_t i = 0; i < json_array_size(thinking); i++) {
        json_int_t seat = json_integer_value(json_array_get(thinking, i));
        if (seat >= 0 && seat < STOS_MAX_SEATS)
            scene->thinking |= (stos_seats)(1u << seat);
    }
}

static void apply_clock(struct scene *scene, const json_t *clock)
{
    if (!clock)
        return;
    const json_t *ms = json_object_get(clock, "ms");
    scene->late_ms = json_is_integer(ms) ? clock_ms() + json_integer_value(ms) : 0;
}

/* ---------------------------------------------------------------- events */

static void tell_event_move(struct remote *remote, const json_t *event, stos_view *before,
                            const stos_view *after)
{
    const char *text = text_of(event, "move");
    int seat = seat_of(event, scene_seats(&remote->source.scene));
    stos_move move;
    if (seat < 0 ||
        stos_move_parse(remote->source.scene.rules.game, text, strlen(text), &move).reason)
        return; /* a choice of ends that is somebody else's */
    tell_move(&remote->log.teller, before, seat, move, after);
    game_put(before, seat, move); /* so that the next of the same frame is told right */
    remote->source.scene.reveals += stos_move_kind(move) == STOS_CALL;
}

static void tell_said(struct scene *scene, const json_t *event)
{
    char name[STOS_NAME_TEXT + 16];
    scroll_add(&scene->talk, "%s: %s", scene_name(scene, seat_of(event, scene_seats(scene)), name),
               text_of(event, "text"));
}

/* Events that are a sentence with a name, or without. */
static void tell_plain(struct scene *scene, const json_t *event)
{
    static const struct {
        const char *what, *sentence;
    } sentences[] = {
        {"sit", N_("%s sits down")},
        {"bot", N_("%s sits down")},
        {"take_back", N_("%s takes a card back")},
        {"agree", N_("%s agrees")},
        {"stand_in", N_("a bot plays for %s, or no longer")},
        {"owner", N_("the table is now the one of %s")},
    };
    char name[STOS_NAME_TEXT + 16];
    const char *what = text_of(event, "what");
    int seat = seat_of(event, scene_seats(scene));
    for (size_t i = 0; i < sizeof sentences / sizeof sentences[0] && seat >= 0; i++)
        if (strcmp(what, sentences[i].what) == 0)
            scroll_add(&scene->log, _(sentences[i].sentence), scene_name(scene, seat, name));
    if (strcmp(what, "deal") == 0)
        scroll_add(&scene->log, "%s", _("Cards are dealt."));
    else if (strcmp(what, "pause") == 0)
        scroll_add(&scene->log, "%s", _("The game is paused."));
    else if (strcmp(what, "close") == 0)
        scroll_add(&scene->log, "%s", _("The host closed this table."));
}

/* The next game may have other rules; its cards come with the deal. */
static void apply_lobby(struct scene *scene, const json_t *event)
{
    const char *text = text_of(event, "rules");
    stos_rules rules;
    if (stos_rules_parse(text, strlen(text), &rules).reason)
        return;
    scene->rules = rules;
    scene->dealt = false;
    scroll_add(&scene->log, "%s", _("Back to the lobby."));
}

static void apply_events(struct remote *remote, const json_t *events, const stos_view *after)
{
    stos_view before = remote->source.scene.view;
    for (size_t i = 0; i < json_array_size(events); i++) {
        const json_t *event = json_array_get(events, i);
        json_int_t number = json_integer_value(json_object_get(event, "n"));
        const char *what = text_of(event, "what");
        if (number <= (json_int_t)remote->last)
            continue; /* seen before */
        remote->last = (uint32_t)number;
        if (strcmp(what, "move") == 0) {
            tell_event_move(remote, event, &before, after);
            continue;
        }
        remote->log.teller.seat = -1;
        if (strcmp(what, "say") == 0)
            tell_said(&remote->source.scene, event);
        else
            tell_plain(&remote->source.scene, event);
        if (strcmp(what, "lobby") == 0)
            apply_lobby(&remote->source.scene, event);
        if (strcmp(what, "deal") == 0) {
            before = *after;
            snprintf(remote->game_id, sizeof remote->game_id, "%s", text_of(event, "game"));
        }
    }
}

/* ---------------------------------------------------------------- frames */

static bool read_view(const json_t *json, stos_view *view)
{
    char *text =
        json_is_object(json) ? json_dumps(json, JSON_COMPACT) : NULL; /* as the server wrote it */
    bool good = text && !stos_view_parse(text, strlen(text), view).reason;
    free(text);
    return good;
}

void remote_apply(struct remote *remote, const json_t *frame)
{
    struct scene *scene = &remote->source.scene;
    stos_view view;
    bool seen = read_view(json_object_get(frame, "view"), &view) &&
        stos_view_game(&view) == scene->rules.game;
    apply_seats(scene, json_object_get(frame, "seats"));
    apply_events(remote, json_object_get(frame, "events"), seen ? &view : &scene->view);
    if (seen) {
        scene->view = view;
        scene->dealt = true;
        scene->version++;
    }
    if (json_is_integer(json_object_get(frame, "position")))
        remote->position = (uint32_t)json_integer_value(json_object_get(frame, "position"));
    apply_hints(scene, json_object_get(frame, "hints"));
    apply_clock(scene, json_object_get(frame, "clock"));
    if (json_object_get(frame, "takes_back"))
        scene->takes_back = json_is_true(json_object_get(frame, "takes_back"));
    apply_phase(scene, text_of(frame, "phase"));
    if (json_object_get(frame, "thinking") || seen)
        apply_thinking(scene, json_object_get(frame, "thinking"));
}

/* Those of the deal of the day are compared elsewhere. */
static void apply_series(struct remote *remote, const json_t *table)
{
    struct term_series *series = &remote->table.series;
    const char *word = text_of(table, "series");
    remote->source.scene.compares = *word && strcmp(word, DAY_SERIES) != 0;
    *series =
        (struct term_series){.deals = (int)json_integer_value(json_object_get(table, "deals"))};
    if (remote->source.scene.compares) {
        snprintf(series->word, sizeof series->word, "%s", word);
        snprintf(series->rules, sizeof series->rules, "%s", text_of(table, "rules"));
    }
}

void remote_apply_snapshot(struct remote *remote, const json_t *table)
{
    struct scene *scene = &remote->source.scene;
    const json_t *said = json_object_get(table, "said"), *last = json_object_get(table, "last");
    const char *rules = text_of(table, "rules"), *key = text_of(table, "key");
    if (stos_rules_parse(rules, strlen(rules), &scene->rules).reason)
        return;
    scene->you = -1;
    scene->memory = json_is_true(json_object_get(table, "memory"));
    apply_series(remote, table);
    snprintf(remote->game_id, sizeof remote->game_id, "%s",
             text_of(json_object_get(table, "game"), "id"));
    if (*key)
        snprintf(scene->invite, sizeof scene->invite, "%s://%.80s:%d/j/%s#%s",
                 remote->table.secure ? "https" : "http", remote->table.host, remote->table.port,
                 text_of(table, "code"), key);
    remote_apply(remote, table);
    remote->last = json_is_integer(last) ? (uint32_t)json_integer_value(last) : remote->last;
    scroll_clear(&scene->talk);
    for (size_t i = 0; i < json_array_size(said); i++)
        tell_said(scene, json_array_get(said, i));
}
