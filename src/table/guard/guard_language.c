/* The language of a message, for the talk guard: "ten" is this in Polish and Czech, "pet" is five
 * in Czech only. TT2. The words, accents and spellings that identify a language are in words/.
 * Without evidence, such a word is taken as a number. */
#include "guard_internal.h"

enum { NEIGHBOURS = 24 }; /* words looked at on either side, so that no message takes long */

/* Languages that write this glyph, when it has an accent. */
static unsigned accent_of(const struct guard_message *message, size_t glyph)
{
    size_t used;
    if (!message->text.marked[glyph])
        return 0;
    uint32_t code =
        guard_decode(message->bytes + message->text.at[glyph],
                     (size_t)(message->text.end[glyph] - message->text.at[glyph]), &used);
    for (const struct guard_accent *accent = guard_accents; accent->code; accent++)
        if (accent->code == code || (code < 0x180 && accent->code == code + 1) ||
            accent->code == (code | 0x20))
            return accent
                ->languages; /* capitals lie just before their small letters, or 32 before */
    return 0;
}

unsigned guard_accents_of(const struct guard_message *message, size_t w)
{
    const struct guard_word *word = &message->plain.word[w];
    unsigned languages = 0;
    for (size_t i = word->start; i < word->end; i++)
        if (message->plain.glyph[i] != GUARD_FROM_MEMORY)
            languages |= accent_of(message, message->plain.glyph[i]);
    return languages;
}

bool guard_is_marked(const struct guard_message *message, size_t w)
{
    const struct guard_word *word = &message->plain.word[w];
    for (size_t i = word->start; i < word->end; i++)
        if (message->plain.glyph[i] != GUARD_FROM_MEMORY &&
            message->text.marked[message->plain.glyph[i]])
            return true;
    return false;
}

/* A word that is another one with its Czech accents. */
bool guard_is_accented_word(const struct guard_message *message, size_t w)
{
    return message->info[w]->roles >> GUARD_ACCENTED & 1 && guard_accents_of(message, w) & GUARD_CS;
}

static unsigned count_accents(const struct guard_message *message, unsigned languages)
{
    unsigned count = 0;
    for (size_t i = 0; i < message->text.count; i++)
        count += (accent_of(message, i) & languages) != 0;
    return count;
}

/* Spelling that only one of the languages has. */
static unsigned spelling(const uint8_t *letters, size_t length)
{
    unsigned languages = 0;
    for (size_t at = 0; at + 1 < length; at++)
        for (const struct guard_pair *pair = guard_pairs; pair->languages; pair++)
            if ((uint8_t)pair->letters[0] == letters[at] &&
                (uint8_t)pair->letters[1] == letters[at + 1])
                languages |= pair->languages;
    return languages;
}

/* Of the word as it sounds in Ukrainian; the other reading is that of sounds as long as words are
 * judged. */
static unsigned sounded_languages(const struct guard_message *message, size_t w)
{
    return guard_look_up(guard_word_letters(&message->other, w),
                         guard_word_length(&message->other, w))
        ->languages;
}

/* How much the rest of the message looks like one of these languages. */
static unsigned evidence(const struct guard_message *message, size_t except, unsigned languages)
{
    enum { SHARED = 1, SPELT = 2, SURE = 3 };
    const struct guard_reading *plain = &message->plain;
    unsigned score = 0;
    size_t from = except > plain->own + NEIGHBOURS ? except - NEIGHBOURS : plain->own;
    for (size_t w = from; w < plain->words && w < except + NEIGHBOURS; w++) {
        if (w == except)
            continue;
        unsigned known = message->info[w]->languages;
        if (languages & GUARD_CYRILLIC && message->text.latin && !(known & GUARD_EN))
            known |= sounded_languages(message, w);
        unsigned of =
            known ? known : spelling(guard_word_letters(plain, w), guard_word_length(plain, w));
        if (of & languages)
            score += !known ? SPELT : of & ~languages ? SHARED : SURE;
    }
    return score + SURE * count_accents(message, languages);
}

/* "ten chlap": at the start, before a word that English would hardly end so. */
static bool precedes_a_thing(const struct guard_message *message, size_t w)
{
    const struct guard_reading *plain = &message->plain;
    if (w != plain->own || w + 1 >= plain->words || guard_word_length(plain, w + 1) < 4)
        return false;
    const uint8_t *letters = guard_word_letters(plain, w + 1);
    size_t length = guard_word_length(plain, w + 1);
    for (size_t i = 0; guard_unlikely[i]; i++)
        if (letters[length - 1] == (uint8_t)guard_unlikely[i])
            return !(spelling(letters, length) & GUARD_EN);
    return false;
}

/* "My number is otto": called a number, whatever else it may be. */
static bool is_called_number(const struct guard_message *message, size_t w)
{
    return w >= message->plain.own + 2 && guard_has_role(message, w - 1, GUARD_HOLDING) &&
        guard_has_role(message, w - 2, GUARD_LABEL);
}

/* Another language may explain the word; own: those in which it is a number. */
bool guard_is_other_language(const struct guard_message *message, size_t w, unsigned own,
                             bool sounds)
{
    const struct guard_info *info = message->info[w];
    if (info->roles >> GUARD_INNOCENT & 1)
        return true;
    unsigned rival = (info->ambiguous | info->ordinary) & ~own;
    if (guard_is_marked(
            message,
            w)) /* whoever has Latin letters with accents does not write Ukrainian in them */
        return sounds || guard_is_accented_word(message, w) ||
            info->ordinary & ~own & guard_accents_of(message, w);
    if (info->roles >> GUARD_UNMARKED & 1 && count_accents(message, GUARD_PL | GUARD_CS) > 0)
        return true;
    if (!rival)
        return sounds && info->languages & ~(unsigned)GUARD_CYRILLIC;
    if (is_called_number(message, w))
        return false;
    unsigned pro = evidence(message, w, own), contra = evidence(message, w, rival);
    if (!pro && own == GUARD_EN && precedes_a_thing(message, w))
        return true;
    return info->ordinary & ~own ? pro <= contra : contra > pro;
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

/* Words run together make a number word. People who hide one break it where no words break; words
 * that one language has all of stand together by chance. */
bool guard_is_hidden_join(const struct guard_message *message, size_t first, size_t last,
                          const struct guard_match *number)
{
    const struct guard_reading *plain = &message->plain;
    unsigned languages = GUARD_OURS;
    if (guard_are_single_letters(plain, first, last))
        return last - first >= 3 || guard_is_whole_run(plain, first, last);
    if (number->kind == GUARD_ONE || number->kind == GUARD_TWENTY ||
        !(number->languages & GUARD_OURS))
        return false;
    for (size_t w = first; w <= last; w++)
        languages &= message->info[w]->languages;
    return !languages;
}
