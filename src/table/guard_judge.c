/* Judging for the talk guard: is a number word harmless where it stands? "One of us", "two piles", "the third turn", "ten" in Polish.
 * It looks at the neighbours of the word and at the language of the message. TT2. */
#include "guard_internal.h"

enum { NEIGHBOURS = 24 }; /* words looked at on either side, so that no message takes long */

/* A Latin word as Ukrainian: the lists have Ukrainian in Cyrillic. */
static bool sounds_like_role(enum guard_role role, const uint8_t *letters, size_t length)
{
    enum { LONGEST = 24 };
    uint8_t sounds[LONGEST];
    size_t n = 0, used;
    if (length > LONGEST || letters[0] < 'a' || letters[0] > 'z' || guard_languages(letters, length) & (GUARD_EN | GUARD_PL | GUARD_CS))
        return false;
    for (size_t i = 0; i < length; i += used)
        sounds[n++] = guard_sound(letters + i, length - i, &used);
    return guard_has_role(role, sounds, n);
}

/* Is there such a word at this place of the message? Memory is no neighbour. */
static bool has_role(const struct guard_message *message, size_t w, enum guard_role role)
{
    const struct guard_reading *plain = &message->plain;
    if (w < plain->own || w >= plain->words)
        return false;
    const uint8_t *letters = guard_word_letters(plain, w);
    size_t length = guard_word_length(plain, w);
    return guard_has_role(role, letters, length) || sounds_like_role(role, letters, length);
}

static bool previous_has_role(const struct guard_message *message, size_t w, enum guard_role role)
{
    return w > message->plain.own && has_role(message, w - 1, role);
}

static const struct guard_number *number_at(const struct guard_message *message, size_t w)
{
    struct guard_window window;
    if (w < message->plain.own || w >= message->plain.words)
        return NULL;
    guard_open_window(&window, &message->plain, w, true);
    return window.first_end ? guard_find(&window).single : NULL;
}

/* No stop or comma after word w: what follows belongs to it. */
static bool runs_on(const struct guard_message *message, size_t w)
{
    static const char marks[] = ".,;:!?";
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

/* "two cards", "two more turns", "two or three piles" */
static bool counts_something(const struct guard_message *message, size_t w)
{
    enum { BETWEEN = 3 };
    for (size_t next = w + 1; next <= w + 1 + BETWEEN; next++) {
        const struct guard_number *number = number_at(message, next);
        if (!number && !runs_on(message, next - 1))
            return false;
        if (has_role(message, next, GUARD_COUNTED))
            return true;
        if (!has_role(message, next, GUARD_BETWEEN) && !(number && number->kind == GUARD_SMALL))
            return false;
    }
    return false;
}

/* "two piles up, two down": the same number counted something before. */
static bool counted_before(const struct guard_message *message, size_t w)
{
    const struct guard_reading *plain = &message->plain;
    for (size_t v = w > plain->own + NEIGHBOURS ? w - NEIGHBOURS : plain->own; v < w; v++) {
        bool same = guard_word_length(plain, v) == guard_word_length(plain, w);
        for (size_t i = 0; same && i < guard_word_length(plain, w); i++)
            same = guard_word_letters(plain, v)[i] == guard_word_letters(plain, w)[i];
        if (same && counts_something(message, v))
            return true;
    }
    return false;
}

/* "you two", "my dva", "a turn or two", "one of two" */
static bool follows_harmlessly(const struct guard_message *message, size_t w)
{
    const struct guard_number *number = number_at(message, w);
    bool english = number && number->language == GUARD_EN;
    if (previous_has_role(message, w, english ? GUARD_BEFORE : GUARD_SLAVIC_BEFORE) || previous_has_role(message, w, GUARD_PERSON))
        return true;
    if (w < message->plain.own + 2)
        return false;
    const struct guard_number *before = number_at(message, w - 2);
    return (previous_has_role(message, w, GUARD_EITHER) && has_role(message, w - 2, GUARD_COUNTED)) ||
        (previous_has_role(message, w, GUARD_OF) && before && before->kind == GUARD_ONE);
}

static bool small_is_harmless(const struct guard_message *message, size_t w)
{
    if (counts_something(message, w) || counted_before(message, w) || follows_harmlessly(message, w))
        return true;
    return runs_on(message, w) &&
        (has_role(message, w + 1, GUARD_AFTER) || (has_role(message, w + 1, GUARD_OF) && has_role(message, w + 2, GUARD_US)));
}

static bool one_is_harmless(const struct guard_message *message, size_t w)
{
    const struct guard_number *next = number_at(message, w + 1);
    if (message->plain.words - message->plain.own == 1)
        return false;
    if (next && has_role(message, w + 2, GUARD_COUNTED))
        next = NULL;
    return !next && !previous_has_role(message, w, GUARD_LABEL);
}

static bool ordinal_is_harmless(const struct guard_message *message, size_t w)
{
    return counts_something(message, w) || has_role(message, w + 1, GUARD_RANKED) || has_role(message, w + 1, GUARD_IDIOM) ||
        previous_has_role(message, w, GUARD_COUNTED) || previous_has_role(message, w, GUARD_RANKED);
}

/* "a hundred percent", "hundreds of times", "zero options", "thanks a million": none of these is a card's number */
static bool round_is_harmless(const struct guard_message *message, size_t w)
{
    if (previous_has_role(message, w, GUARD_ARTICLE) && w >= message->plain.own + 2 && has_role(message, w - 2, GUARD_ROUNDED))
        return true;
    return has_role(message, w + 1, GUARD_ROUNDED) || counts_something(message, w) ||
        (has_role(message, w + 1, GUARD_BETWEEN) && has_role(message, w + 2, GUARD_ROUNDED));
}

/* "I hold a score", "two score": anywhere else it is the score of the game. */
static bool score_is_harmless(const struct guard_message *message, size_t w)
{
    bool held = previous_has_role(message, w, GUARD_ARTICLE) && w >= message->plain.own + 2 && has_role(message, w - 2, GUARD_HOLDING);
    return !held || (w + 1 < message->plain.words && !has_role(message, w + 1, GUARD_ADDING));
}

bool guard_is_harmless(const struct guard_message *message, size_t w, enum guard_kind kind)
{
    switch (kind) {
    case GUARD_SMALL: return small_is_harmless(message, w);
    case GUARD_ONE: return one_is_harmless(message, w);
    case GUARD_ORDINAL: return ordinal_is_harmless(message, w);
    case GUARD_HIGH_ORDINAL: return has_role(message, w + 1, GUARD_IDIOM);
    case GUARD_TWENTY: return score_is_harmless(message, w);
    case GUARD_ROUND: return round_is_harmless(message, w);
    case GUARD_HARD: break;
    }
    return false;
}

/* Spelling that only one of the languages has. */
static unsigned spelling(const uint8_t *letters, size_t length)
{
    enum { BOTH = GUARD_PL | GUARD_CS };
    static const struct {
        char pair[3];
        uint8_t languages;
    } pairs[] = {
        /* clang-format off */
        {"th", GUARD_EN}, {"wh", GUARD_EN}, {"ck", GUARD_EN}, {"gh", GUARD_EN}, {"ee", GUARD_EN}, {"oo", GUARD_EN},
        {"ea", GUARD_EN}, {"ng", GUARD_EN}, {"sz", GUARD_PL}, {"cz", GUARD_PL}, {"rz", GUARD_PL}, {"dz", GUARD_PL},
        {"wi", GUARD_PL}, {"eh", GUARD_CS}, {"vy", GUARD_CS}, {"sk", BOTH}, {"ej", BOTH}, {"ym", BOTH}, {"kl", BOTH},
        /* clang-format on */
    };
    unsigned languages = 0;
    for (size_t at = 0; at + 1 < length; at++)
        for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
            if ((uint8_t)pairs[i].pair[0] == letters[at] && (uint8_t)pairs[i].pair[1] == letters[at + 1])
                languages |= pairs[i].languages;
    return languages;
}

/* How much the rest of the message looks like one of these languages. */
static unsigned evidence(const struct guard_message *message, size_t except, unsigned languages)
{
    enum { SHARED = 1, SPELT = 2, SURE = 3 };
    const struct guard_reading *plain = &message->plain;
    unsigned score = 0;
    size_t from = except > plain->own + NEIGHBOURS ? except - NEIGHBOURS : plain->own;
    for (size_t w = from; w < plain->words && w < except + NEIGHBOURS; w++) {
        const uint8_t *letters = guard_word_letters(plain, w);
        size_t length = guard_word_length(plain, w);
        if (w == except)
            continue;
        unsigned known = guard_languages(letters, length), of = known ? known : spelling(letters, length);
        if (of & languages)
            score += !known ? SPELT : of & ~languages ? SHARED : SURE;
    }
    if (languages & GUARD_PL)
        score += SURE * message->text.polish_marks;
    if (languages & GUARD_CS)
        score += SURE * message->text.czech_marks;
    return score;
}

/* The marks in word w, as bits 1 << mark. */
unsigned guard_marks_of(const struct guard_message *message, size_t w)
{
    const struct guard_word *word = &message->plain.word[w];
    unsigned marks = 0;
    for (size_t i = word->start; i < word->end; i++)
        if (message->plain.glyph[i] != GUARD_FROM_MEMORY)
            marks |= 1U << message->text.mark[message->plain.glyph[i]];
    return marks & ~(1U << GUARD_UNMARKED);
}

/* "ten chlap": at the start, before a word that English would hardly end so. */
static bool precedes_a_thing(const struct guard_message *message, size_t w)
{
    static const char endings[] = "pkhcmjzybir";
    const struct guard_reading *plain = &message->plain;
    if (w != plain->own || w + 1 >= plain->words || guard_word_length(plain, w + 1) < 4)
        return false;
    const uint8_t *letters = guard_word_letters(plain, w + 1);
    size_t length = guard_word_length(plain, w + 1);
    for (size_t i = 0; endings[i]; i++)
        if (letters[length - 1] == (uint8_t)endings[i])
            return !(spelling(letters, length) & GUARD_EN);
    return false;
}

/* "ten" is this in Polish and Czech, "pet" is five in Czech only: another language may explain the word. */
bool guard_is_other_language(const struct guard_message *message, size_t w, bool sounds)
{
    const uint8_t *letters = guard_word_letters(&message->plain, w);
    size_t length = guard_word_length(&message->plain, w);
    unsigned own, rival;
    bool only;
    if (guard_has_role(GUARD_INNOCENT, letters, length))
        return true;
    unsigned marks = guard_marks_of(message, w);
    if (marks) /* whoever has Latin letters with accents does not write Ukrainian in them */
        return sounds || (marks >> GUARD_CZECH_MARK & 1 && guard_is_accented_czech(letters, length));
    if (guard_needs_marks(letters, length) && message->text.polish_marks + message->text.czech_marks > 0)
        return true;
    if (!guard_rivals(letters, length, &own, &rival, &only))
        return sounds && guard_languages(letters, length) & (GUARD_EN | GUARD_PL | GUARD_CS);
    unsigned pro = evidence(message, w, own), contra = evidence(message, w, rival);
    if (!pro && own == GUARD_EN && precedes_a_thing(message, w))
        return true;
    return only ? pro <= contra : contra > pro;
}

/* "high five" and "przybij piątkę" greet. */
bool guard_is_greeting(const struct guard_message *message, size_t w)
{
    static const struct {
        const char *before, *number;
    } greetings[] = {{"high", "five"}, {"high", "fives"}, {"przybij", "piatke"}, {"przybijam", "piatke"}, {"hi", "five"}};
    const struct guard_reading *plain = &message->plain;
    for (size_t i = 0; w > plain->own && i < sizeof greetings / sizeof greetings[0]; i++) {
        const char *text[2] = {greetings[i].before, greetings[i].number};
        bool same = true;
        for (size_t k = 0; k < 2; k++) {
            const uint8_t *letters = guard_word_letters(plain, w - 1 + k);
            size_t length = guard_word_length(plain, w - 1 + k), n = 0;
            while (text[k][n] && n < length && (uint8_t)text[k][n] == letters[n])
                n++;
            same = same && n == length && !text[k][n];
        }
        if (same)
            return true;
    }
    return false;
}

/* Are these words all there is of a run of single letters? "s t o p" is not a hundred. */
bool guard_is_whole_run(const struct guard_reading *reading, size_t first, size_t last)
{
    return (first == 0 || guard_word_length(reading, first - 1) != 1) &&
        (last + 1 == reading->words || guard_word_length(reading, last + 1) != 1);
}

bool guard_are_single_letters(const struct guard_reading *reading, size_t first, size_t last)
{
    for (size_t w = first; w <= last; w++)
        if (guard_word_length(reading, w) != 1)
            return false;
    return last - first >= 2;
}

/* Words run together make a number word. People who hide one break it where no words break; words that one language has all of
 * stand together by chance. */
bool guard_is_hidden_join(const struct guard_message *message, size_t first, size_t last, const struct guard_number *number)
{
    const struct guard_reading *plain = &message->plain;
    unsigned languages = GUARD_EN | GUARD_PL | GUARD_CS | GUARD_UK;
    if (guard_are_single_letters(plain, first, last))
        return last - first >= 3 || guard_is_whole_run(plain, first, last);
    if (number->kind == GUARD_ONE || number->kind == GUARD_TWENTY || number->language == GUARD_OTHER)
        return false;
    for (size_t w = first; w <= last; w++)
        languages &= guard_languages(guard_word_letters(plain, w), guard_word_length(plain, w));
    return !languages;
}
