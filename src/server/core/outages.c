/*
 * outages.c - see outages.h. They are stored as one fact: "FROM-TO FROM-TO ...", in milliseconds
 * since 1970.
 */
#include "outages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char name[] = "outages";

enum {
    TEXT = OUTAGES_MOST * 42,
    MATTERS_SECONDS = 31 * 24 * 60 * 60 /* the longest turn has 30 days */
};

static void join_oldest(struct outages *outages)
{
    outages->outage[1].from_ms = outages->outage[0].from_ms;
    outages->count--;
    memmove(&outages->outage[0], &outages->outage[1],
            (size_t)outages->count * sizeof outages->outage[0]);
}

void outages_note(struct outages *outages, int64_t from_ms, int64_t to_ms)
{
    struct outage *last = outages->count > 0 ? &outages->outage[outages->count - 1] : NULL;
    if (last && from_ms < last->to_ms)
        from_ms = last->to_ms;
    if (from_ms >= to_ms)
        return;
    if (outages->count == OUTAGES_MOST)
        join_oldest(outages);
    outages->outage[outages->count++] = (struct outage){from_ms, to_ms};
    outages->changed = true;
}

int64_t outages_since(const struct outages *outages, int64_t since_ms)
{
    int64_t sum_ms = 0;
    for (int i = 0; i < outages->count; i++) {
        const struct outage *outage = &outages->outage[i];
        int64_t from_ms = outage->from_ms > since_ms ? outage->from_ms : since_ms;
        if (outage->to_ms > from_ms)
            sum_ms += outage->to_ms - from_ms;
    }
    return sum_ms;
}

enum store_status outages_load(struct outages *outages, struct store *store, int64_t now_ms)
{
    char *text = calloc(1, TEXT), *at = text;
    if (!text)
        return STORE_DOWN;
    enum store_status status = store_get(store, name, text, TEXT);
    *outages = (struct outages){0};
    while (status == STORE_OK && *at) {
        int64_t from_ms = strtoll(at, &at, 10), to_ms = *at == '-' ? strtoll(at + 1, &at, 10) : 0;
        if (to_ms > now_ms - INT64_C(1000) * MATTERS_SECONDS)
            outages_note(outages, from_ms, to_ms);
        at += *at == ' ' ? 1 : strlen(at);
    }
    free(text);
    outages->changed = false;
    return status == STORE_NONE ? STORE_OK : status;
}

enum store_status outages_write(const struct outages *outages, struct store *store)
{
    char *text = malloc(TEXT);
    size_t length = 0;
    if (!text)
        return STORE_DOWN;
    text[0] = '\0';
    for (int i = 0; i < outages->count; i++)
        length += (size_t)snprintf(text + length, TEXT - length, "%s%lld-%lld", i ? " " : "",
                                   (long long)outages->outage[i].from_ms,
                                   (long long)outages->outage[i].to_ms);
    enum store_status status = store_put(store, name, text);
    free(text);
    return status;
}
