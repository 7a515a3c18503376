/*
 * history.c - the simulated store's finished games.
 */
#include "simulation.h"

#include <string.h>

enum store_status store_find_game(struct store *store, const char *id, struct store_game *game)
{
    if (store->down)
        return STORE_DOWN;
    for (size_t i = 0; i < world.durable.game_count; i++)
        if (strcmp(world.durable.games[i].id, id) == 0) {
            *game = world.durable.games[i];
            return STORE_OK;
        }
    return STORE_NONE;
}

enum store_status store_find_record(struct store *store, const char *id, char *record, size_t size)
{
    (void)id, (void)record, (void)size;
    return store->down ? STORE_DOWN : STORE_NONE;
}

enum store_status store_read_games_of(struct store *store, uint64_t person, int64_t before_ms,
                                      size_t most, store_game_row *row, void *context)
{
    if (store->down)
        return STORE_DOWN;
    for (size_t i = world.durable.game_count; i-- > 0 && most > 0;) {
        const struct store_game *game = &world.durable.games[i];
        bool theirs = false;
        for (int seat = 0; seat < game->seats; seat++)
            theirs |= game->seat[seat].person == person;
        if (theirs && game->ended_ms < before_ms && most-- > 0 && !row(context, game))
            break;
    }
    return STORE_OK;
}

enum store_status store_read_games_of_deal(struct store *store, const char *deal, size_t most,
                                           store_game_row *row, void *context)
{
    if (store->down)
        return STORE_DOWN;
    for (size_t i = 0; i < world.durable.game_count && most > 0; i++)
        if (strcmp(world.durable.games[i].deal, deal) == 0 && most-- > 0 &&
            !row(context, &world.durable.games[i]))
            break;
    return STORE_OK;
}

enum store_status store_find_deal(struct store *store, const char *deal, uint64_t person,
                                  struct store_deal *found)
{
    *found = (struct store_deal){0};
    for (size_t i = 0; i < world.durable.game_count; i++)
        for (int seat = 0; seat < world.durable.games[i].seats; seat++)
            found->finished |= person != 0 && strcmp(world.durable.games[i].deal, deal) == 0 &&
                world.durable.games[i].seat[seat].person == person;
    return store->down ? STORE_DOWN : STORE_OK;
}

enum store_status store_read_series_of(struct store *store, uint64_t person, store_series *series,
                                       void *context)
{
    (void)person, (void)series, (void)context; /* no table here belongs to one */
    return store->down ? STORE_DOWN : STORE_OK;
}

enum store_status store_read_field(struct store *store, const char *deal, store_result_row *row,
                                   void *context)
{
    (void)deal, (void)row, (void)context;
    return store->down ? STORE_DOWN : STORE_OK;
}

enum store_status store_read_sums_of_person(struct store *store, uint64_t person,
                                            store_sum_row *row, void *context)
{
    (void)person, (void)row, (void)context;
    return store->down ? STORE_DOWN : STORE_OK;
}

enum store_status store_read_sums_of_group(struct store *store, const char *group,
                                           store_sum_row *row, void *context)
{
    (void)group, (void)row, (void)context;
    return store->down ? STORE_DOWN : STORE_OK;
}
