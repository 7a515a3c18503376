/* many.c - what is asked of the simulated store for many at once: one after the other, and all of
 * it fails if any of it does. */
#include "store/store.h"

static enum store_status find_arrival(struct store *store, struct store_arrival *arrival)
{
    struct store_person somebody;
    store_last_news(store, &arrival->since);
    enum store_status status = arrival->status =
        store_find_token(store, arrival->token_hash, &arrival->person);
    if (status == STORE_NONE &&
        (status = store_find_person(store, arrival->number, &somebody)) == STORE_OK)
        arrival->status = STORE_TAKEN;
    if (arrival->status == STORE_OK)
        status =
            store_read_tables_of(store, arrival->person.id, true, arrival->table, arrival->context);
    return status;
}

enum store_status store_find_arrivals(struct store *store, struct store_arrival *arrivals,
                                      size_t count)
{
    enum store_status status = STORE_OK;
    for (size_t i = 0; i < count && !store_is_out(status); i++)
        status = find_arrival(store, &arrivals[i]);
    return store_is_out(status) ? status : STORE_OK;
}

enum store_status store_which_run(struct store *store, struct store_asked *tables, size_t count)
{
    enum store_status status = STORE_OK;
    for (size_t i = 0; i < count && !store_is_out(status); i++) {
        status = store_table_runs(store, tables[i].code);
        tables[i].runs = status == STORE_OK;
    }
    return store_is_out(status) ? status : STORE_OK;
}

enum store_status store_put_each_if(struct store *store, const struct store_swap *swaps,
                                    size_t count)
{
    enum store_status status = STORE_OK;
    for (size_t i = 0; i < count && !store_is_out(status); i++) {
        if (swaps[i].adds)
            store_put_if_missing(store, swaps[i].name, "");
        status = store_put_if(store, swaps[i].name, swaps[i].old, swaps[i].value);
    }
    return store_is_out(status) ? status : STORE_OK;
}
