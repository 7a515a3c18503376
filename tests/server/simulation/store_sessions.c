/* store_sessions.c - the simulated store: facts of people, news, and the sessions that they end. */
#include "simulation.h"

#include <string.h>

/* ---------------------------------------------------------------- facts of people */

static struct durable_person_fact *find_person_fact(uint64_t person, const char *name)
{
    for (size_t i = 0; i < world.durable.person_fact_count; i++)
        if (world.durable.person_facts[i].person == person &&
            strcmp(world.durable.person_facts[i].name, name) == 0)
            return &world.durable.person_facts[i];
    return NULL;
}

enum store_status store_put_person_fact(struct store *store, uint64_t person, const char *name,
                                        const char *value)
{
    struct durable *durable = &world.durable;
    struct durable_person_fact *fact = find_person_fact(person, name);
    if (store->down)
        return STORE_DOWN;
    if (!durable_person(person))
        return STORE_NONE;
    if (!fact)
        fact =
            durable_add((void **)&durable->person_facts, &durable->person_fact_count, sizeof *fact);
    fact->person = person;
    lws_strncpy(fact->name, name, sizeof fact->name);
    lws_strncpy(fact->value, value, sizeof fact->value);
    return STORE_OK;
}

enum store_status store_get_person_fact(struct store *store, uint64_t person, const char *name,
                                        char *value, size_t size)
{
    const struct durable_person_fact *fact = find_person_fact(person, name);
    if (store->down)
        return STORE_DOWN;
    if (fact)
        lws_strncpy(value, fact->value, size);
    return fact ? STORE_OK : STORE_NONE;
}

enum store_status store_take_person_fact(struct store *store, uint64_t person, const char *name,
                                         const char *value)
{
    struct durable_person_fact *fact = find_person_fact(person, name);
    if (store->down)
        return STORE_DOWN;
    if (!fact || strcmp(fact->value, value) != 0)
        return STORE_NONE;
    *fact = world.durable.person_facts[--world.durable.person_fact_count];
    return STORE_OK;
}

enum store_status store_drop_person_fact(struct store *store, uint64_t person, const char *name)
{
    struct durable_person_fact *fact = find_person_fact(person, name);
    if (store->down)
        return STORE_DOWN;
    if (fact)
        *fact = world.durable.person_facts[--world.durable.person_fact_count];
    return STORE_OK;
}

enum store_status store_read_person_facts(struct store *store, uint64_t person, const char *prefix,
                                          store_fact *fact, void *context)
{
    if (store->down)
        return STORE_DOWN;
    for (size_t i = 0; i < world.durable.person_fact_count; i++) {
        const struct durable_person_fact *at = &world.durable.person_facts[i];
        if (at->person == person && strncmp(at->name, prefix, strlen(prefix)) == 0 &&
            !fact(context, at->name, at->value))
            break;
    }
    return STORE_OK;
}

/* ---------------------------------------------------------------- transactions, sessions, news */

/* A job is worked on at once, so it is a transaction by itself. */
enum store_status store_begin(struct store *store) { return store->down ? STORE_DOWN : STORE_OK; }

enum store_status store_end(struct store *store, enum store_status status)
{
    (void)store;
    return status;
}

enum store_status store_add_news(struct store *store, uint64_t person, const char *what,
                                 int64_t now_ms, uint64_t *number)
{
    struct durable *durable = &world.durable;
    if (store->down)
        return STORE_DOWN;
    struct store_news *added =
        durable_add((void **)&durable->news, &durable->news_count, sizeof *added);
    *number = added->number = durable->news_count;
    added->person = person;
    lws_strncpy(added->what, what, sizeof added->what);
    (void)now_ms;
    return STORE_OK;
}

enum store_status store_read_news(struct store *store, uint64_t after, size_t most,
                                  store_news_row *row, void *context)
{
    if (store->down)
        return STORE_DOWN;
    for (size_t i = (size_t)after; i < world.durable.news_count && most > 0; i++, most--)
        if (!row(context, &world.durable.news[i]))
            break;
    return STORE_OK;
}

enum store_status store_last_news(struct store *store, uint64_t *number)
{
    *number = world.durable.news_count;
    return store->down ? STORE_DOWN : STORE_OK;
}

enum store_status store_expire_news(struct store *store, int64_t before_ms)
{
    (void)before_ms;
    return store->down ? STORE_DOWN : STORE_OK;
}

bool store_session_goes_on(uint64_t person, const char *hash, uint64_t since)
{
    for (size_t i = (size_t)since; i < world.durable.news_count; i++) {
        const struct store_news *news = &world.durable.news[i];
        const char *whose = news->what + sizeof STORE_BYE - 1;
        bool bye = strncmp(news->what, STORE_BYE, sizeof STORE_BYE - 1) == 0, but = *whose == '-';
        if (bye && news->person == person && (!*whose || (strcmp(whose + but, hash) == 0) != but))
            return false;
    }
    return true;
}

enum store_status store_check_session(struct store *store, const struct store_session_at *session)
{
    return store->down                                                                ? STORE_DOWN
        : store_session_goes_on(session->person, session->token_hash, session->since) ? STORE_OK
                                                                                      : STORE_ENDED;
}

enum store_status store_begin_for(struct store *store, const struct store_session_at *session)
{
    return store_check_session(store, session);
}
