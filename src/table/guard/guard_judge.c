/* Judging for the talk guard: is a number word harmless where it stands? "One of us", "two piles", "the third turn", "ten" in Polish.
 * It looks at the neighbours of the word and at the language of the message. TT2. */
#include "guard_internal.h"

enum { NEIGHBOURS = 24 }; /* words looked at on either side, so that no message takes long */

enum { SOUNDS = 24 };

/* A Latin word as Ukrainian: the lists have Ukrainian in Cyrillic. 0: it is too long, or Cyrillic itself. */
static size_t sound_out(uint8_t *sounds, const uint8_t *letters, size_t length)
{
    size_t n = 0, used;
    if (length > SOUNDS || letters[0] < 'a' || letters[0] > 'z')
        return 0;
    for (size_t i = 0; i < length; i += used)
        sounds[n++] = guard_sound(letters + i, length - i, &used);
    return n;
}

static bool sounds_like_role(enum guard_role role, const uint8_t *letters, size_t length)
{
    uint8_t sounds[SOUNDS];
    size_t n = sound_out(sounds, letters, length);
    return n && !(guard_languages(letters, length) & (GUARD_EN | GUARD_PL | GUARD_CS)) && guard_has_role(role, sounds, n);
}

static bool sounds_ukrainian(const uint8_t *letters, size_t length)
{
    uint8_t sounds[SOUNDS];
    size_t n = sound_out(sounds, letters, length);
    return n && guard_languages(sounds, n) & GUARD_UK;
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

/* Is this the word that stands there? It ends at a space. */
static bool is_word(const struct guard_message *message, size_t w, const char *word)
{
    const struct guard_reading *plain = &message->plain;
    size_t n = 0;
    if (w < plain->own || w >= plain->words)
        return false;
    while (n < guard_word_length(plain, w) && (uint8_t)word[n] == guard_word_letters(plain, w)[n])
        n++;
    return n == guard_word_length(plain, w) && (!word[n] || word[n] == ' ');
}

/* A word that is another one without its Czech accents. */
static bool is_accented(const struct guard_message *message, size_t w)
{
    return guard_marks_of(message, w) >> GUARD_CZECH_MARK & 1 &&
        guard_is_accented_czech(guard_word_letters(&message->plain, w), guard_word_length(&message->plain, w));
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

static bool runs_on(const struct guard_message *message, size_t w) { return runs_on_over(message, w, ".,;:!?"); }

/* "I have two, move": a verb, for English counts in the plural. */
static bool is_verb_after(const struct guard_message *message, size_t next, const struct guard_number *number)
{
    static const char verbs[] = "hand move place spot step time try turn";
    const struct guard_reading *plain = &message->plain;
    return number && number->language == GUARD_EN && number->kind == GUARD_SMALL && next < plain->words &&
        guard_list_has(verbs, guard_word_letters(plain, next), guard_word_length(plain, next));
}

/* "two cards", "two more turns", "two or three piles" */
static bool counts_something(const struct guard_message *message, size_t w)
{
    enum { BETWEEN = 3 };
    for (size_t next = w + 1; next <= w + 1 + BETWEEN; next++) {
        const struct guard_number *number = number_at(message, next);
        if (!number && !runs_on(message, next - 1))
            return false;
        if (has_role(message, next, GUARD_COUNTED) && !is_accented(message, next))
            return !is_verb_after(message, next, number_at(message, w));
        if (!has_role(message, next, GUARD_BETWEEN) && !(number && number->kind == GUARD_SMALL))
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

/* "you two", "my dva", "a turn or two", "one of two" */
static bool follows_harmlessly(const struct guard_message *message, size_t w)
{
    const struct guard_number *number = number_at(message, w);
    bool english = number && number->language == GUARD_EN;
    if ((w > message->plain.own && !runs_on(message, w - 1)) || has_role(message, w + 1, GUARD_COMPARING))
        return false;
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
        ((has_role(message, w + 1, GUARD_AFTER) && !is_word(message, w + 2, "than")) ||
         (has_role(message, w + 1, GUARD_OF) && has_role(message, w + 2, GUARD_US)));
}

static bool one_is_harmless(const struct guard_message *message, size_t w)
{
    const struct guard_number *next = number_at(message, w + 1);
    if (message->plain.words - message->plain.own == 1)
        return false;
    if (next && (has_role(message, w + 2, GUARD_COUNTED) || (next->kind >= GUARD_TWENTY && guard_is_harmless(message, w + 1, next->kind))))
        next = NULL; /* "one hundred percent", "one decade ago" */
    return !next && !previous_has_role(message, w, GUARD_LABEL);
}

static bool ordinal_is_harmless(const struct guard_message *message, size_t w)
{
    if (has_role(message, w + 1, GUARD_OF))
        return !has_role(message, w + 2, GUARD_MONTH) && !has_role(message, w + 3, GUARD_MONTH);
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

/* "zero patience", "a thousand thanks": counts something that is not on the lists. Every list word is a poor thing to count. */
static bool no_card_is_harmless(const struct guard_message *message, size_t w)
{
    if (round_is_harmless(message, w))
        return true;
    if (!runs_on(message, w) || number_at(message, w + 1) || (w > message->plain.own && number_at(message, w - 1)) ||
        previous_has_role(message, w, GUARD_LABEL) || has_role(message, w + 1, GUARD_ADDING))
        return false;
    size_t length = guard_word_length(&message->plain, w + 1);
    return length > 2 && !guard_languages(guard_word_letters(&message->plain, w + 1), length);
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
    case GUARD_NO_CARD: return no_card_is_harmless(message, w);
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
        unsigned known = guard_languages(letters, length);
        if (languages == GUARD_UK && !(known & GUARD_EN) && sounds_ukrainian(letters, length))
            known |= GUARD_UK;
        unsigned of = known ? known : spelling(letters, length);
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
        return sounds || is_accented(message, w);
    if (guard_needs_marks(letters, length) && message->text.polish_marks + message->text.czech_marks > 0)
        return true;
    if (!guard_rivals(letters, length, &own, &rival, &only))
        return sounds && guard_languages(letters, length) & (GUARD_EN | GUARD_PL | GUARD_CS);
    unsigned pro = evidence(message, w, own), contra = evidence(message, w, rival);
    if (!pro && own == GUARD_EN && precedes_a_thing(message, w))
        return true;
    return only ? pro <= contra : contra > pro;
}

/* Is word w, and what stands around it, this saying? Word w is the one at the place `star`. */
static bool is_in_saying(const struct guard_message *message, size_t w, const char *saying, size_t star)
{
    size_t before = 0, from = message->plain.own;
    for (size_t i = 0; i < star; i++)
        before += saying[i] == ' ';
    if (w < from + before)
        return false;
    for (size_t at = w - before; *saying; at++) {
        const struct guard_number *number = *saying == '#' ? number_at(message, at) : NULL;
        saying += *saying == '*';
        if (*saying == '#' ? !number || number->kind != GUARD_SMALL : !is_word(message, at, saying))
            return false;
        while (*saying && *saying++ != ' ')
            ;
    }
    return true;
}

/* "high five" and "przybij piątkę" greet. */
bool guard_is_saying(const struct guard_message *message, size_t w)
{
    if (has_role(message, w + 1, GUARD_COMPARING))
        return false;
    for (const char *const *saying = guard_sayings(); *saying; saying++)
        for (size_t i = 0; (*saying)[i]; i++)
            if (((*saying)[i] == '*' || (*saying)[i] == '#') && is_in_saying(message, w, *saying, i))
                return true;
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
