/*
 * play.c - what people wish for: tables of all three games, moves, talk, hints, coming, going,
 * another game.
 */
#include "simulation.h"

#include <string.h>

static const struct {
    const char *rules;
    unsigned seats;
} games[] = {
    {"thegame(players=2)", 2},
    {"thegame(players=3,start=lot)", 3},
    {"facetoface", 2},
    {"lie(players=2)", 2},
    {"lie(players=3)", 3},
    {"lie(players=3,direction=choose)", 3},
    {"thegame(players=2,fire=next)", 2},
    {"lie(players=6)", 6},
};

static json_t *seats_of(unsigned count)
{
    static const char *const others[] = {"open",       "open",       "open",
                                         "bot:random", "bot:steady", "reserved"};
    json_t *seats = json_array();
    unsigned mine = one_in(8) ? count : chance(count);
    for (unsigned i = 0; i < count; i++)
        json_array_append_new(seats,
                              json_string(i == mine ? "me" : others[chance(count > 3 ? 5 : 6)]));
    return seats;
}

static void wish_table(struct client *client)
{
    static const char *const doors[] = {"listed", "code", "link"};
    unsigned game = chance(sizeof games / sizeof games[0]);
    json_t *body =
        json_pack("{s:s,s:s,s:b,s:i,s:i,s:b}", "rules", games[game].rules, "door", doors[chance(3)],
                  "begin", one_in(4), "turn_seconds", one_in(4) ? 20 : 0, "grace_seconds",
                  one_in(3) ? 5 : 60, "begin_when_full", one_in(2));
    if (chance(4))
        json_object_set_new(body, "seats", seats_of(games[game].seats));
    if (one_in(6))
        json_object_set_new(body, "watchable", json_false());
    client_ask(client, "create", "", body);
}

/* To a table that somebody told of. */
static void wish_to_come(struct client *client)
{
    int index = (int)chance((unsigned)world.code_count);
    json_t *body = json_object();
    if (one_in(2) && *world.keys[index])
        json_object_set_new(body, "key", json_string(world.keys[index]));
    client_ask(client, one_in(5) ? "watch" : "join", world.codes[index], body);
}

static int my_seat(const struct seen *seen)
{
    size_t index;
    json_t *seat;
    json_array_foreach(json_object_get(seen->now, "seats"), index, seat)
    {
        if (json_is_true(json_object_get(seat, "you")))
            return (int)index;
    }
    return -1;
}

static void wish_words(struct client *client, const struct seen *seen)
{
    static const char *const words[] = {
        "hello", "well done", "I have 37", "na zdraví", "seven", "oh no", "\"quotes\" \\ and more"};
    client_ask(client, "say", seen->code,
               json_pack("{s:s}", "text", words[chance(sizeof words / sizeof words[0])]));
}

static void wish_hint(struct client *client, const struct seen *seen)
{
    static const char *const piles[] = {"U1", "U2", "D1", "D2"},
                             *const hints[] = {"go_ahead", "no_big_jump", "leave_2", "none"};
    json_t *body = one_in(4)
        ? json_pack("{s:s}", "self", "in_trouble")
        : json_pack("{s:s,s:s}", "pile", piles[chance(4)], "hint", hints[chance(4)]);
    client_ask(client, "hint", seen->code, body);
}

static void wish_move(struct client *client, const struct seen *seen)
{
    const json_t *moves = json_object_get(seen->now, "moves");
    size_t count = json_array_size(moves);
    if (count == 0) {
        if (one_in(12))
            client_ask(
                client, "move", seen->code,
                json_pack("{s:I,s:s}", "position", (json_int_t)seen->position, "move", "end"));
        return;
    }
    size_t index =
        chance(3) ? 0 : chance((unsigned)count); /* votes that agree, and games that end */
    json_int_t position = seen->position > 0 && one_in(20) ? seen->position - 1 : seen->position;
    client_ask(client, "move", seen->code,
               json_pack("{s:I,s:s}", "position", position, "move",
                         json_string_value(json_array_get(moves, index))));
}

static void wish_for_seats(struct client *client, const struct seen *seen)
{
    const json_t *seats = json_object_get(seen->now, "seats");
    unsigned seat = chance((unsigned)json_array_size(seats));
    if (one_in(3))
        client_ask(client, "begin", seen->code, json_object());
    else if (one_in(12))
        client_ask(client, "lobby", seen->code,
                   one_in(2) ? json_object()
                             : json_pack("{s:s}", "rules",
                                         games[chance(sizeof games / sizeof games[0])].rules));
    else if (one_in(12))
        client_ask(client, "give", seen->code, json_pack("{s:i}", "seat", (int)seat));
    else
        client_ask(client, "fill", seen->code,
                   json_pack("{s:i,s:s}", "seat", (int)seat, "with",
                             one_in(6)       ? "open"
                                 : one_in(6) ? "reserved"
                                             : "bot:random"));
}

static void wish_in_game(struct client *client, const struct seen *seen)
{
    static const char *const matters[] = {"pause", "end", "pause", "end"};
    unsigned what = chance(100);
    if (what < 74)
        wish_move(client, seen);
    else if (what < 82)
        wish_words(client, seen);
    else if (what < 90)
        wish_hint(client, seen);
    else if (what < 93)
        client_ask(client, "take_back", seen->code,
                   json_pack("{s:I}", "position", (json_int_t)seen->position));
    else if (what < 97)
        client_ask(client, "agree", seen->code,
                   json_pack("{s:s,s:b}", "matter", matters[chance(4)], "yes", chance(3)));
    else if (what < 98)
        client_ask(client, "resign", seen->code, json_object());
    else if (what < 99)
        client_ask(client, "leave", seen->code, json_object());
}

static bool asks_already(const struct client *client, const char *verb)
{
    for (int i = 0; i < client->pending_count; i++)
        if (strcmp(client->pending[i].verb, verb) == 0)
            return true;
    return false;
}

static void wish_at(struct client *client, const struct seen *seen)
{
    const char *phase = json_string_value(json_object_get(seen->now, "phase"));
    bool seated = my_seat(seen) >= 0;
    if (!seen->attached || asks_already(client, "leave"))
        return;
    if (!seated) {
        if (one_in(4))
            client_ask(client, one_in(4) ? "leave" : "join", seen->code, json_object());
    } else if (strcmp(phase, "playing") == 0) {
        wish_in_game(client, seen);
    } else if (strcmp(phase, "waiting") == 0) {
        wish_for_seats(client, seen);
    } else if (strcmp(phase, "paused") == 0) {
        client_ask(client, "go_on", seen->code, json_object());
    } else if (one_in(12)) {
        client_ask(client, "leave", seen->code, json_object());
    } else {
        client_ask(client, "rematch", seen->code, json_pack("{s:b}", "same", one_in(4)));
    }
}

void play_wish(struct client *client)
{
    bool going = asks_already(client, "join") || asks_already(client, "watch") ||
        asks_already(client, "create");
    bool room = client->seen_count < CLIENT_TABLES && !going;
    if (room && (client->seen_count == 0 || one_in(40))) {
        if (world.code_count == 0 || (world.code_count < 4 && one_in(3)))
            wish_table(client);
        else
            wish_to_come(client);
    } else if (client->seen_count > 0) {
        wish_at(client, &client->seen[chance((unsigned)client->seen_count)]);
    }
}
