/*
 * json_span.h - navigates JSON that our own writers made, such as views.
 *
 * A value is the span of text that it occupies. Nothing is copied or allocated, and escapes are not
 * supported, since views have none. A missing value is an empty span, which is no number, no list
 * and has no members.
 */
#ifndef STOS_BASE_JSON_SPAN_H
#define STOS_BASE_JSON_SPAN_H

#include <stdbool.h>
#include <stddef.h>

struct json_span {
    const char *at, *end;
};

/* The first value of a text. */
struct json_span span_value(const char *text, size_t length);

/* The member of an object. */
struct json_span span_member(struct json_span object, const char *name);

/* Iterates over a list: its first item, and the one after an item; empty if there are no more. */
struct json_span span_first(struct json_span list);
struct json_span span_next(struct json_span list, struct json_span item);
#define SPAN_EACH(item, list) \
    struct json_span item = span_first(list); \
    item.at; \
    item = span_next(list, item)

bool span_is_list(struct json_span value);
bool span_is_true(struct json_span value);
bool span_is_null(struct json_span value);
bool span_is(struct json_span value, const char *text); /* a string, without its quotes */
bool span_number(struct json_span value, int low, int high,
                 int *number); /* false if it is not a number or is out of range */
bool span_string(struct json_span value, const char **text,
                 size_t *length); /* without its quotes */

#endif
