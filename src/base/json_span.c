/*
 * json_span.c - see json_span.h. Every loop ends at the end of the text.
 */
#include "json_span.h"

#include "text.h"

#include <string.h>

static const struct json_span nothing = {NULL, NULL};

static const char *skip_spaces(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t'))
        at++;
    return at;
}

/* The end of a string whose opening quote is at `at`. */
static const char *string_end(const char *at, const char *end)
{
    for (at++; at < end && *at != '"'; at++)
        if (*at == '\\' && end - at > 1)
            at++;
    return at < end ? at + 1 : end;
}

/* The end of the value at `at`: of its brackets, its string, or its word. */
static const char *value_end(const char *at, const char *end)
{
    int depth = 0;
    while (at < end) {
        if (*at == '"') {
            at = string_end(at, end);
        } else if (*at == '{' || *at == '[') {
            depth++;
            at++;
        } else if (*at == '}' || *at == ']') {
            depth--;
            at++;
        } else {
            at++;
        }
        if (depth <= 0 && (at == end || strchr(",]} \n\r\t", *at)))
            break;
    }
    return at;
}

struct json_span span_value(const char *text, size_t length)
{
    const char *end = text + length, *at = skip_spaces(text, end);
    return at < end ? (struct json_span){at, value_end(at, end)} : nothing;
}

/* The value after a comma or a bracket; nothing where the list or object ends. */
static struct json_span value_from(const char *at, const char *end)
{
    at = skip_spaces(at, end);
    if (at < end && *at == ',')
        at = skip_spaces(at + 1, end);
    if (at >= end || *at == ']' || *at == '}')
        return nothing;
    return (struct json_span){at, value_end(at, end)};
}

struct json_span span_member(struct json_span object, const char *name)
{
    if (!object.at || *object.at != '{')
        return nothing;
    const char *at = object.at + 1;
    for (struct json_span key = value_from(at, object.end); key.at;
         key = value_from(at, object.end)) {
        at = skip_spaces(string_end(key.at, object.end), object.end);
        bool wanted = key.at[0] == '"' &&
            text_equal(key.at + 1, (size_t)(string_end(key.at, object.end) - key.at - 2), name);
        if (at >= object.end || *at != ':')
            return nothing;
        struct json_span value = value_from(at + 1, object.end);
        if (wanted || !value.at)
            return value;
        at = value.end;
    }
    return nothing;
}

bool span_is_list(struct json_span value) { return value.at && *value.at == '['; }

struct json_span span_first(struct json_span list)
{
    return span_is_list(list) ? value_from(list.at + 1, list.end) : nothing;
}

struct json_span span_next(struct json_span list, struct json_span item)
{
    return value_from(item.end, list.end);
}

static bool is_word(struct json_span value, const char *word)
{
    return value.at && text_equal(value.at, (size_t)(value.end - value.at), word);
}

bool span_is_true(struct json_span value) { return is_word(value, "true"); }

bool span_is_null(struct json_span value) { return is_word(value, "null"); }

bool span_string(struct json_span value, const char **text, size_t *length)
{
    if (!value.at || value.end - value.at < 2 || *value.at != '"')
        return false;
    *text = value.at + 1;
    *length = (size_t)(value.end - value.at - 2);
    return true;
}

bool span_is(struct json_span value, const char *text)
{
    const char *found;
    size_t length;
    return span_string(value, &found, &length) && text_equal(found, length, text);
}

bool span_number(struct json_span value, int low, int high, int *number)
{
    struct text_reader reader = {value.at, value.end};
    return value.at && text_take_number(&reader, low, high, number) && text_at_end(&reader);
}
