/*
 * json_read.h - finds its way in JSON that our own writers made; for the views that a server sends to the page.
 *
 * A value is the part of the text where it stands. Nothing is copied, and no name or text with escapes is understood,
 * since views have none. What is not there reads as an empty value, and that as no number, no list and no member.
 */
#ifndef STOS_WASM_JSON_READ_H
#define STOS_WASM_JSON_READ_H

#include <stdbool.h>
#include <stddef.h>

struct json {
    const char *at, *end;
};

/* The first value of a text. */
struct json json_value(const char *text, size_t length);

/* The member of an object. */
struct json json_member(struct json object, const char *name);

/* Goes through a list: the first item of it, then the one after an item; empty when there are no more. */
struct json json_first(struct json list);
struct json json_next(struct json list, struct json item);
#define JSON_EACH(item, list) \
    struct json item = json_first(list); \
    item.at; \
    item = json_next(list, item)

bool json_is_list(struct json value);
bool json_is_true(struct json value);
bool json_is(struct json value, const char *text);                      /* a string, without its quotes */
bool json_number(struct json value, int low, int high, int *number);    /* false if it is none or out of range */
bool json_string(struct json value, const char **text, size_t *length); /* without its quotes */

#endif
