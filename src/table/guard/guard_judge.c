/* Judging for the talk guard: is a number word harmless in its context? "One of us", "two piles",
 * "the third turn", "ten" in Polish. It looks at the roles of the neighbouring words; which words
 * have which roles is in words/. TT2. */
#include "guard_internal.h"

enum { NEIGHBOURS = 24 }; /* words looked at on either side, so that no message takes long */

/* Is there such a word at this place of the message? Memory is no neighbour. */
bool guard_has_role(const struct guard_message *message, size_t w, enum guard_role role)
{
    if (w < message->plain.own || w >= message->plain.words)
        return false;
    return (message->info[w]->roles | message->sounds[w]->roles) >> role & 1;
}

static bool previous_has_role(const struct guard_message *message, size_t w, enum guard_role role)
{
    return w > message->plain.own && guard_has_role(message, w - 1, role);
}

struct guard_match guard_number_at(const struct guard_message *message, size_t w)
{
    struct guard_window window;
    if (w < message->plain.own || w >= message->plain.words)
        return (struct guard_match){GUARD_NONE, 0};
    guard_open_window(&window, &message->plain, w, true);
    return guard_find(&window).single;
}

/* None of these marks after word w: what follows belongs to it. */
static bool runs_on_over(const struct guard_message *message, size_t w, const char *marks)
{
    const struct guard_reading *plain = &message->plain;
    if (w + 1 >= plain->words)
        return false;
    size_t from = message->text.end[plain->glyph[plain->word[w].end - 1]];
    size_t to = message->text.at[plain->glyph[plain->word[w + 1].start]];
    for (size_t i = from; i < to; i++)
        for (size_t k = 0; marks[k]; k++)
            if (message->bytes[i] == marks[k])
                return false;
    return true;
}

static bool runs_on(const struct guard_message *message, size_t w)
{
    return runs_on_over(message, w, ".,;:!?");
}

/* "I have two, move": a verb, for English counts in the plural. */
static bool is_verb_after(const struct guard_message *message, size_t next,
                          struct guard_match number)
{
    return number.languages == GUARD_EN && number.kind == GUARD_SMALL &&
        guard_has_role(message, next, GUARD_VERB);
}

/* "two cards", "two more turns", "two or three piles" */
static bool counts_something(const struct guard_message *message, size_t w)
{
    enum { BETWEEN = 3 };
    for (size_t next = w + 1; next <= w + 1 + BETWEEN; next++) {
        enum guard_kind kind = guard_number_at(message, next).kind;
        if (!kind && !runs_on(message, next - 1))
            return false;
        if (guard_has_role(message, next, GUARD_COUNTED) && !guard_is_accented_word(message, next))
            return !is_verb_after(message, next, guard_number_at(message, w));
        if (!guard_has_role(message, next, GUARD_BETWEEN) && kind != GUARD_SMALL)
            return false;
    }
    return false;
}

/* "two piles up, two down": the same number counted something before, in this sentence. */
static bool counted_before(const struct guard_message *message, size_t w)
{
    const struct guard_reading *plain = &message->plain;
    for (size_t v = w > plain->own + NEIGHBOURS ? w - NEIGHBOURS : plain->own; v < w; v++) {
        bool same = guard_word_length(plain, v) == guard_word_length(plain, w);
        for (size_t i = 0; same && i < guard_word_length(plain, w); i++)
            same = guard_word_letters(plain, v)[i] == guard_word_letters(plain, w)[i];
        if (same && counts_something(message, v)) {
            while (v < w && runs_on_over(message, v, ".;:!?"))
                v++;
            return v == w;
        }
    }
    return false;
}

/* "you two", "my dva": a word before it, of the language of the number, for "my two" tells one. */
static bool stands_before(const struct guard_message *message, size_t w)
{
    enum { SLAVIC = GUARD_PL | GUARD_CS | GUARD_UK | GUARD_RU | GUARD_SK };
    if (w <= message->plain.own)
        return false;
    unsigned languages = guard_number_at(message, w).languages;
    if (!languages || languages & SLAVIC)
        languages |= SLAVIC; /* their numbers are much alike */
    return (message->info[w - 1]->before | message->sounds[w - 1]->before) & languages;
}

/* "you two", "a turn or two", "one of two" */
static bool follows_harmlessly(const struct guard_message *message, size_t w)
{
    if ((w > message->plain.own && !runs_on(message, w - 1)) ||
        guard_has_role(message, w + 1, GUARD_COMPARING))
        return false;
    if (stands_before(message, w) || previous_has_role(message, w, GUARD_PERSON))
        return true;
    if (w < message->plain.own + 2)
        return false;
    return (previous_has_role(message, w, GUARD_EITHER) &&
            guard_has_role(message, w - 2, GUARD_COUNTED)) ||
        (previous_has_role(message, w, GUARD_OF) &&
         guard_number_at(message, w - 2).kind == GUARD_ONE);
}

static bool small_is_harmless(const struct guard_message *message, size_t w)
{
    if (counts_something(message, w) || counted_before(message, w) ||
        follows_harmlessly(message, w))
        return true;
    return runs_on(message, w) &&
        ((guard_has_role(message, w + 1, GUARD_AFTER) &&
          !guard_has_role(message, w + 2, GUARD_THAN)) ||
         (guard_has_role(message, w + 1, GUARD_OF) && guard_has_role(message, w + 2, GUARD_US)));
}

static bool one_is_harmless(const struct guard_message *message, size_t w)
{
    enum guard_kind next = guard_number_at(message, w + 1).kind;
    if (message->plain.words - message->plain.own == 1)
        return false;
    if (next &&
        (guard_has_role(message, w + 2, GUARD_COUNTED) ||
         (next >= GUARD_TWENTY && guard_is_harmless(message, w + 1, next))))
        next = GUARD_NONE; /* "one hundred percent", "one decade ago" */
    return !next && !previous_has_role(message, w, GUARD_LABEL);
}

static bool ordinal_is_harmless(const struct guard_message *message, size_t w)
{
    if (guard_has_role(message, w + 1, GUARD_OF))
        return !guard_has_role(message, w + 2, GUARD_MONTH) &&
            !guard_has_role(message, w + 3, GUARD_MONTH);
    return counts_something(message, w) || guard_has_role(message, w + 1, GUARD_RANKED) ||
        guard_has_role(message, w + 1, GUARD_IDIOM) ||
        previous_has_role(message, w, GUARD_COUNTED) || previous_has_role(message, w, GUARD_RANKED);
}

/* "a hundred percent", "hundreds of times", "zero options", "thanks a million": none of these is a
 * card's number */
static bool round_is_harmless(const struct guard_message *message, size_t w)
{
    if (previous_has_role(message, w, GUARD_ARTICLE) && w >= message->plain.own + 2 &&
        guard_has_role(message, w - 2, GUARD_ROUNDED))
        return true;
    return guard_has_role(message, w + 1, GUARD_ROUNDED) || counts_something(message, w) ||
        (guard_has_role(message, w + 1, GUARD_BETWEEN) &&
         guard_has_role(message, w + 2, GUARD_ROUNDED));
}

/* "zero patience", "a thousand thanks": counts something that is not on the lists. Every list word
 * is a poor thing to count. */
static bool no_card_is_harmless(const struct guard_message *message, size_t w)
{
    if (round_is_harmless(message, w))
        return true;
    if (!runs_on(message, w) || guard_number_at(message, w + 1).kind ||
        (w > message->plain.own && guard_number_at(message, w - 1).kind) ||
        previous_has_role(message, w, GUARD_LABEL) || guard_has_role(message, w + 1, GUARD_ADDING))
        return false;
    size_t length = guard_word_length(&message->plain, w + 1);
    return length > 2 && !message->info[w + 1]->languages;
}

/* "I hold a score", "two score": anywhere else it is the score of the game. */
static bool score_is_harmless(const struct guard_message *message, size_t w)
{
    bool held = previous_has_role(message, w, GUARD_ARTICLE) && w >= message->plain.own + 2 &&
        guard_has_role(message, w - 2, GUARD_HOLDING);
    return !held || (w + 1 < message->plain.words && !guard_has_role(message, w + 1, GUARD_ADDING));
}

bool guard_is_harmless(const struct guard_message *message, size_t w, enum guard_kind kind)
{
    switch (kind) {
    case GUARD_SMALL: return small_is_harmless(message, w);
    case GUARD_ONE: return one_is_harmless(message, w);
    case GUARD_ORDINAL: return ordinal_is_harmless(message, w);
    case GUARD_HIGH_ORDINAL: return guard_has_role(message, w + 1, GUARD_IDIOM);
    case GUARD_TWENTY: return score_is_harmless(message, w);
    case GUARD_ROUND: return round_is_harmless(message, w);
    case GUARD_NO_CARD: return no_card_is_harmless(message, w);
    case GUARD_HARD:
    case GUARD_NONE: break;
    }
    return false;
}
