/*
 * standing.c - what the simulated store knows of ratings and of what people want: nothing. Nobody
 * in the simulation asks for it; only the export of a person's data passes here.
 */
#include "store/store.h"

enum store_status store_read_results_of(struct store *store, uint64_t person, size_t most,
                                        store_won_row *row, void *context)
{
    (void)store, (void)person, (void)most, (void)row, (void)context;
    return STORE_OK;
}

int64_t store_season_of(int64_t at_ms) { return at_ms; }

enum store_status store_read_leaders(struct store *store, const char *game, int64_t season,
                                     size_t most, store_rating_row *row, void *context)
{
    (void)store, (void)game, (void)season, (void)most, (void)row, (void)context;
    return STORE_OK;
}

enum store_status store_read_ratings_of(struct store *store, uint64_t person, store_rating_row *row,
                                        void *context)
{
    (void)store, (void)person, (void)row, (void)context;
    return STORE_OK;
}

enum store_status store_read_yardsticks(struct store *store, uint64_t person,
                                        store_yardstick_row *row, void *context)
{
    (void)store, (void)person, (void)row, (void)context;
    return STORE_OK;
}

enum store_status store_change_person_facts(struct store *store,
                                            const struct store_person_fact *facts, size_t count)
{
    (void)store, (void)facts;
    return count == 0 ? STORE_OK : STORE_DOWN;
}

enum store_status store_read_wanted_facts(struct store *store,
                                          const struct store_wanted_facts *wanted, size_t count,
                                          store_wanted_fact *fact, void *context)
{
    (void)store, (void)wanted, (void)count, (void)fact, (void)context;
    return STORE_OK;
}

enum store_status store_drop_invitations(struct store *store, uint64_t person, const char *code)
{
    (void)store, (void)person, (void)code;
    return STORE_OK;
}

enum store_status store_read_facts_of_all(struct store *store, const char *prefix,
                                          store_fact_of *fact, void *context)
{
    (void)store, (void)prefix, (void)fact, (void)context;
    return STORE_OK;
}
