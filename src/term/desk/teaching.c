/* teaching.c - see teaching.h. */
#include "teaching.h"

#include "lang/translate.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

extern const char teaching_json[]; /* data/teaching.json, with a NUL */

/* The list of a game; it stays until the program ends. */
static const json_t *list_of(const char *what, const char *game)
{
    static json_t *all;
    if (!all)
        all = json_loads(teaching_json, 0, NULL);
    return json_object_get(json_object_get(all, what), game);
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static const char *translated(const json_t *object, const char *key)
{
    const char *text = text_of(object, key);
    return *text ? tr(text) : "";
}

/* ---------------------------------------------------------------- pictures */

static int number_at(const json_t *list, size_t i)
{
    return (int)json_integer_value(json_array_get(list, i));
}

/* A pile as one line: its direction, its cards, the words below it. */
static void tell_pile(const json_t *pile, char *out, size_t size)
{
    const json_t *cards = json_object_get(pile, "cards");
    int used = snprintf(out, size, "%s", json_is_true(json_object_get(pile, "rising")) ? "▲" : "▼");
    for (size_t i = 0; i < json_array_size(cards) && used > 0 && (size_t)used < size; i++)
        used += snprintf(out + used, size - (size_t)used, " [%d]", number_at(cards, i));
    if (used > 0 && (size_t)used < size)
        snprintf(out + used, size - (size_t)used, "  %s", translated(pile, "text"));
}

/* Cards with two ends: the one that counts in brackets. */
static void tell_dice(const json_t *cards, char *out, size_t size)
{
    int used = 0;
    for (size_t i = 0; i < json_array_size(cards) && used >= 0 && (size_t)used < size; i++) {
        const json_t *card = json_array_get(cards, i);
        int up = number_at(card, 2),
            other = number_at(card, 0) == up ? number_at(card, 1) : number_at(card, 0);
        used += snprintf(out + used, size - (size_t)used, "%s[%d] %d", i ? "   " : "", up, other);
    }
}

/* The lines of a picture, if the part is one; false when `put` has had enough. */
static bool put_picture(const json_t *part,
                        bool (*put)(void *context, enum teaching_kind kind, const char *text),
                        void *context)
{
    char line[256];
    bool more = true;
    const json_t *piles = json_object_get(part, "piles"), *dice = json_object_get(part, "dice"),
                 *bid = json_object_get(part, "bid");
    for (size_t i = 0; i < json_array_size(piles) && more; i++) {
        tell_pile(json_array_get(piles, i), line, sizeof line);
        more = put(context, TEACHING_PICTURE, line);
    }
    if (dice)
        tell_dice(dice, line, sizeof line);
    else if (bid)
        snprintf(line, sizeof line, "%d x %d", number_at(bid, 0), number_at(bid, 1));
    return more && (dice || bid ? put(context, TEACHING_PICTURE, line) : true);
}

/* ---------------------------------------------------------------- rules and lessons */

void teaching_rules(const char *game,
                    bool (*put)(void *context, enum teaching_kind kind, const char *text),
                    void *context)
{
    const json_t *parts = list_of("rules", game);
    char text[2 * LESSON_TEXT];
    bool more = true;
    for (size_t i = 0; i < json_array_size(parts) && more; i++) {
        const json_t *part = json_array_get(parts, i);
        const char *lead = translated(part, "lead");
        snprintf(text, sizeof text, "%s%s%s", lead, *lead ? " " : "", translated(part, "text"));
        if (json_object_get(part, "head"))
            more = put(context, TEACHING_HEAD, translated(part, "head"));
        else if (*text)
            more = put(context, TEACHING_TEXT, text);
        else
            more = put_picture(part, put, context);
    }
}

bool teaching_lesson(const char *game, int number, struct lesson *lesson)
{
    const json_t *found = json_array_get(list_of("lessons", game), (size_t)number);
    const char *view = text_of(found, "view");
    snprintf(lesson->text, sizeof lesson->text, "%s", translated(found, "text"));
    snprintf(lesson->nudge, sizeof lesson->nudge, "%s", translated(found, "nudge"));
    snprintf(lesson->wanted, sizeof lesson->wanted, "%s", text_of(found, "wanted"));
    return found && stos_view_parse(view, strlen(view), &lesson->view).reason == STOS_OK;
}
