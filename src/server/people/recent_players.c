/*
 * recent_players.c - the people somebody has played with, and which of them are favourites. It
 * never reveals who is online.
 */
#include "server/core/core.h"
#include "server/core/task.h"

#include <string.h>

enum { PEOPLE_MOST = 50, FAVOURITES_MOST = 100, GAMES_LOOKED_AT = 200, ID_TEXT = 17 };

struct people {
    table_person reader;
    json_t *list;
    int favourites;
};

static json_t *find_person(json_t *list, const char *id)
{
    size_t index;
    json_t *row;
    json_array_foreach(list, index,
                       row) if (strcmp(json_string_value(json_object_get(row, "person")), id) ==
                                0) return row;
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
            json_object_set_new(
                row, "games", json_integer(json_integer_value(json_object_get(row, "games")) + 1));
        else
            json_array_append_new(people->list,
                                  json_pack("{s:s, s:s, s:I, s:i, s:b}", "person", id, "name",
                                            seat->name, "last", (json_int_t)game->ended_ms, "games",
                                            1, "favourite", false));
    }
    return true;
}

static bool mark_favourite(void *context, const char *name, const char *value)
{
    struct people *people = context;
    const char *id = name + strlen(STORE_FAVOURITE);
    json_t *row = find_person(people->list, id);
    people->favourites++;
    if (row)
        json_object_set_new(row, "favourite", json_true());
    else
        json_array_append_new(people->list,
                              json_pack("{s:s, s:s, s:i, s:b}", "person", id, "name", value,
                                        "games", 0, "favourite", true));
    return true;
}

static const char *wanted_person(const struct task *task)
{
    return json_string_value(json_object_get(task->body, "favourite"));
}

static bool is_favourite(const json_t *row)
{
    return json_is_true(json_object_get(row, "favourite"));
}

/* Only people you have played with can become favourites, so that guessing numbers reveals nothing
 * about anybody. */
static void change_favourite(struct task *task, struct store *store, struct people *people)
{
    const char *id = wanted_person(task);
    json_t *row = find_person(people->list, id);
    bool yes = !json_is_false(json_object_get(task->body, "yes"));
    char name[sizeof STORE_FAVOURITE + ID_TEXT];
    if (yes && !row)
        task->error = "no_person";
    else if (yes && !is_favourite(row) && people->favourites >= FAVOURITES_MOST)
        task->error = "too_many";
    if (task->error || !row)
        return;
    lws_snprintf(name, sizeof name, STORE_FAVOURITE "%s", id);
    task->status = yes ? store_put_person_fact(store, task->person.id, name,
                                               json_string_value(json_object_get(row, "name")))
                       : store_drop_person_fact(store, task->person.id, name);
    json_object_set_new(row, "favourite", json_boolean(yes));
}

static void ask_people(struct task *task, struct store *store)
{
    struct people people = {task->person.id, json_array(), 0};
    task->reply = json_pack("{s:o}", "people", people.list);
    task->status = store_read_games_of(store, task->person.id, INT64_MAX, GAMES_LOOKED_AT,
                                       add_people, &people);
    if (task->status == STORE_OK)
        task->status = store_read_person_facts(store, task->person.id, STORE_FAVOURITE,
                                               mark_favourite, &people);
    if (task->status == STORE_OK && wanted_person(task))
        change_favourite(task, store, &people);
}

static void verb_people(struct connection *connection, const struct request *request)
{
    bool changes = json_object_get(request->body, "favourite") != NULL;
    task_for_request(connection, request, changes ? TASK_WRITES : TASK_READS, ask_people);
}

static const struct verb verbs[] = {
    {.name = "people", .run = verb_people, .cost = COST_READ, .price = 1},
    {.name = NULL},
};

const struct module recent_players_module = {.name = "recent_players", .verbs = verbs};
