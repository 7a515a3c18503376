/* Phrases for the talk guard: those in which a number is harmless ("high five"), and those that
 * tell a card without a number, by its distance from another ("one higher than the top"). The
 * phrases are in words/; this file only matches them. TT2. */
#include "guard_internal.h"

static bool in_class(const struct guard_info *info, unsigned class)
{
    for (const uint16_t *c = guard_classes + info->classes; *c; c++)
        if (*c == class)
            return true;
    return false;
}

/* Does word w, if there is one, fit an element that must be there? */
static bool fits(const struct guard_message *message, size_t w, uint16_t element)
{
    unsigned id = element & GUARD_ELEMENT_ID;
    if (w < message->plain.own || w >= message->plain.words)
        return false;
    if (element & GUARD_ELEMENT_KIND)
        return guard_number_at(message, w).kind == id;
    return in_class(message->info[w], id) || in_class(message->sounds[w], id);
}

/* Does the phrase stand there, its element `element` at word w? Tells its first and last word. */
static bool matches(const struct guard_message *message, const struct guard_phrase *phrase,
                    size_t element, size_t w, size_t *first, size_t *last)
{
    bool started = false;
    *first = *last = w;
    if (w + 1 < element) /* what must not stand before may be before the message */
        return false;
    for (size_t i = 0; i < phrase->count; i++) {
        bool not = phrase->element[i] & GUARD_ELEMENT_NOT;
        bool before = w + i < element;
        if (before ? !not : fits(message, w + i - element, phrase->element[i]) == not )
            return false;
        if (not )
            continue;
        if (!started)
            *first = w + i - element;
        started = true;
        *last = w + i - element;
    }
    return true;
}

/* The phrases of a set whose anchor is a class of word w. */
static bool find_at(const struct guard_message *message, const struct guard_phrases *phrases,
                    const struct guard_info *info, size_t w, size_t *first, size_t *last)
{
    for (const uint16_t *class = guard_classes + info->classes; *class; class ++)
        for (size_t p = phrases->of[*class]; p < phrases->of[*class + 1]; p++)
            if (matches(message, &phrases->list[p], phrases->list[p].anchor, w, first, last))
                return true;
    return false;
}

bool guard_in_harmless_phrase(const struct guard_message *message, size_t w)
{
    size_t first, last,
        from = w > message->plain.own + GUARD_PHRASE ? w - GUARD_PHRASE : message->plain.own;
    if (guard_has_role(message, w + 1, GUARD_COMPARING))
        return false;
    for (size_t anchor = from; anchor < message->plain.words && anchor < w + GUARD_PHRASE; anchor++)
        if (message->info[anchor]->excuses &&
            find_at(message, &guard_harmless, message->info[anchor], anchor, &first, &last) &&
            first <= w && w <= last)
            return true;
    return false;
}

bool guard_find_telling(const struct guard_message *message, size_t *first, size_t *last)
{
    for (size_t w = message->plain.own; w < message->plain.words; w++) {
        if (message->info[w]->tells &&
            find_at(message, &guard_telling, message->info[w], w, first, last))
            return true;
        if (message->sounds[w]->tells &&
            find_at(message, &guard_telling, message->sounds[w], w, first, last))
            return true;
    }
    return false;
}
