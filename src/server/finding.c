/*
 * finding.c - finding people: a game with whoever wants the same, and the people one played with.
 *
 * There is no queue beside the tables: whoever finds nobody waits at a listed table of their own, which deals when it is full, and who
 * comes next sits down there. So everybody sees who waits and since when, and the owner fills up with bots when they like. Nobody is told
 * who is online.
 */
#include "asking.h"
#include "blocks.h"
#include "ratings.h"
#include "verbs.h"

#include <stdlib.h>
#include <string.h>

enum { PEOPLE_MOST = 50, GAMES_LOOKED_AT = 200, ID_TEXT = 17 };

/* ---------------------------------------------------------------- a game */

/* What two people have to want alike. */
struct wish {
    char rules[STOS_RULES_TEXT];
    int64_t seconds;
    bool rated;
};

static bool read_wish(const struct request *request, struct wish *wish)
{
    const char *text = request_optional_text(request, "rules");
    stos_rules rules;
    if (!text || stos_rules_parse(text, strlen(text), &rules).reason != STOS_OK)
        return false;
    stos_rules_text(&rules, wish->rules);
    wish->rated = request_flag(request, "rated", false);
    wish->seconds = json_integer_value(json_object_get(request->body, "turn_seconds"));
    if (wish->rated && !json_object_get(request->body, "turn_seconds"))
        wish->seconds = RATINGS_TURN_SECONDS;
    return true;
}

static uint64_t hash_of(const struct wish *wish)
{
    uint64_t hash = 0;
    crypto_generichash((unsigned char *)&hash, sizeof hash, (const unsigned char *)wish, sizeof *wish, NULL, 0);
    return hash | 1;
}

static bool is_wanted(const struct host_table *host, const struct wish *wish)
{
    const struct table *table = &host->table;
    char rules[STOS_RULES_TEXT];
    if (table->phase != TABLE_WAITING || table->games > 0 || table->settings.door != TABLE_LISTED || !table->settings.begin_when_full ||
        !host->attachments || table->settings.rated != wish->rated || table->settings.turn_seconds != wish->seconds)
        return false;
    stos_rules_text(&table->settings.rules, rules);
    return strcmp(rules, wish->rules) == 0;
}

static bool may_sit(const struct connection *connection, const struct table *table)
{
    bool room = table_seat_of(table, connection->person) >= 0;
    for (int seat = 0; seat < table_seats(table); seat++)
        room |= table->seat[seat].kind == TABLE_EMPTY;
    return room && !table_was_removed(table, connection->person) && !blocks_keep_apart(connection->server, table, connection->person);
}

/* A table for such a wish at which this person sits or may sit down, or which is just being made. */
static struct host_table *find_table(const struct connection *connection, const struct wish *wish)
{
    uint64_t hash = hash_of(wish);
    for (struct host_table *table = connection->server->tables; table; table = table->next)
        if (table->stage == HOST_READY ? is_wanted(table, wish) && may_sit(connection, &table->table) : table->wish == hash)
            return table;
    return NULL;
}

static void make_table(struct connection *connection, const struct request *request, const struct wish *wish)
{
    static const char *const not_asked[] = {"seats", "begin", "day"};
    struct request asked = *request;
    asked.wish = hash_of(wish);
    asked.body = json_deep_copy(request->body);
    json_object_set_new(asked.body, "door", json_string("listed"));
    json_object_set_new(asked.body, "begin_when_full", json_true());
    for (size_t i = 0; i < sizeof not_asked / sizeof not_asked[0]; i++)
        json_object_del(asked.body, not_asked[i]);
    verb_create(connection, &asked);
    json_decref(asked.body);
}

void verb_find(struct connection *connection, const struct request *request)
{
    struct wish wish;
    memset(&wish, 0, sizeof wish);
    struct host_table *table = read_wish(request, &wish) ? find_table(connection, &wish) : NULL;
    if (!table) {
        make_table(connection, request, &wish);
    } else if (table->stage != HOST_READY || table->change) {
        actor_wait(table, connection, request);
    } else {
        struct request asked = *request;
        asked.body = json_pack("{s:s}", "table", table->code);
        verb_join(connection, &asked);
        json_decref(asked.body);
    }
}

/* ---------------------------------------------------------------- people */

struct people {
    table_person reader;
    json_t *list;
};

static json_t *find_person(json_t *list, const char *id)
{
    size_t index;
    json_t *row;
    json_array_foreach(list, index, row) if (strcmp(json_string_value(json_object_get(row, "person")), id) == 0) return row;
    return NULL;
}

/* Those who sat there, the newest game first. */
static bool add_people(void *context, const struct store_game *game)
{
    const struct people *people = context;
    for (int i = 0; i < game->seats && json_array_size(people->list) < PEOPLE_MOST; i++) {
        const struct store_seat *seat = &game->seat[i];
        char id[ID_TEXT];
        lws_snprintf(id, sizeof id, "%016llx", (unsigned long long)seat->person);
        if (seat->person == 0 || seat->person == people->reader)
            continue;
        json_t *row = find_person(people->list, id);
        if (row)
            json_object_set_new(row, "games", json_integer(json_integer_value(json_object_get(row, "games")) + 1));
        else
            json_array_append_new(people->list,
                                  json_pack("{s:s, s:s, s:I, s:i, s:b}", "person", id, "name", seat->name, "last",
                                            (json_int_t)game->ended_ms, "games", 1, "favourite", false));
    }
    return true;
}

static bool mark_favourite(void *context, const char *name, const char *value)
{
    const struct people *people = context;
    const char *id = name + strlen(STORE_FAVOURITE);
    json_t *row = find_person(people->list, id);
    if (row)
        json_object_set_new(row, "favourite", json_true());
    else
        json_array_append_new(people->list, json_pack("{s:s, s:s, s:i, s:b}", "person", id, "name", value, "games", 0, "favourite", true));
    return true;
}

/* Only people one played with can become favourites: a number alone says nothing about anybody. */
static enum store_status change_favourite(const struct asking *asking, struct store *store, const struct people *people)
{
    const char *id = json_string_value(json_object_get(asking->body, "favourite"));
    bool yes = !json_is_false(json_object_get(asking->body, "yes"));
    char name[sizeof STORE_FAVOURITE + ID_TEXT];
    const json_t *row = id ? find_person(people->list, id) : NULL;
    if (!id)
        return STORE_OK;
    lws_snprintf(name, sizeof name, STORE_FAVOURITE "%s", id);
    if (!yes)
        return store_drop_person_fact(store, asking->person.id, name);
    return row ? store_put_person_fact(store, asking->person.id, name, json_string_value(json_object_get(row, "name"))) : STORE_NONE;
}

static void ask_people(struct asking *asking, struct store *store)
{
    struct people people = {asking->person.id, json_array()};
    asking->reply = json_pack("{s:o}", "people", people.list);
    asking->status = store_read_games_of(store, asking->person.id, INT64_MAX, GAMES_LOOKED_AT, add_people, &people);
    if (asking->status == STORE_OK)
        asking->status = change_favourite(asking, store, &people);
    if (asking->status == STORE_NONE)
        asking->error = "no_person";
    if (asking->status == STORE_OK)
        asking->status = store_read_person_facts(store, asking->person.id, STORE_FAVOURITE, mark_favourite, &people);
}

void verb_people(struct connection *connection, const struct request *request)
{
    bool changes = json_object_get(request->body, "favourite") != NULL;
    asking_start(connection, request, changes ? ASKING_WRITES : ASKING_READS, ask_people);
}
