/* Readings for the talk guard: a folded message as it stands, as Ukrainian in Latin letters, as
 * letters that look Latin or Cyrillic, spelt letter by letter, and backwards. This file only
 * arranges letters; it judges nothing. TT2. */
#include "guard_internal.h"

static void add_letter(struct guard_reading *reading, uint8_t letter, size_t glyph,
                       bool starts_word, bool changed)
{
    if (starts_word) {
        struct guard_word fresh = {(uint16_t)reading->letters, (uint16_t)reading->letters, false,
                                   false};
        reading->word[reading->words++] = fresh;
    }
    struct guard_word *word = &reading->word[reading->words - 1];
    reading->letter[reading->letters] = letter;
    reading->glyph[reading->letters++] = (uint16_t)glyph;
    word->end = (uint16_t)reading->letters;
    word->changed |= changed;
    word->unchanged |= !changed;
}

void guard_read_plain(struct guard_message *message, const struct guard_memory *memory)
{
    struct guard_reading *plain = &message->plain;
    bool inside = false;
    plain->letters = plain->words = 0;
    for (size_t i = 0; memory && i < memory->count && i < GUARD_MEMORY_LETTERS; i++) {
        bool letter = guard_is_letter(memory->letters[i]);
        if (letter)
            add_letter(plain, memory->letters[i], GUARD_FROM_MEMORY, !inside, false);
        inside = letter;
    }
    plain->own = plain->words;
    inside = false;
    for (size_t i = 0; i < message->text.count; i++) {
        bool letter = guard_is_letter(message->text.letter[i]);
        if (letter)
            add_letter(plain, message->text.letter[i], i, !inside, false);
        inside = letter;
    }
    for (size_t w = 0; w < plain->words; w++) {
        message->info[w] = guard_look_up(guard_word_letters(plain, w), guard_word_length(plain, w));
        message->sounds[w] = &guard_infos[0];
    }
}

/* Latin letters as Ukrainian sounds, word for word, and what the word lists know of those that no
 * other language has. */
void guard_read_sounds(struct guard_message *message)
{
    const struct guard_reading *plain = &message->plain;
    struct guard_reading *other = &message->other;
    other->letters = other->words = 0;
    other->own = plain->own;
    for (size_t w = 0; w < plain->words; w++) {
        size_t used;
        for (size_t i = plain->word[w].start; i < plain->word[w].end; i += used) {
            uint8_t sound = guard_sound(plain->letter + i, plain->word[w].end - i, &used);
            add_letter(other, sound, plain->glyph[i], i == plain->word[w].start,
                       sound != plain->letter[i]);
        }
        other->glyph[other->letters - 1] = plain->glyph[plain->word[w].end - 1];
        if (other->word[w].changed && !(message->info[w]->languages & ~(unsigned)GUARD_CYRILLIC))
            message->sounds[w] =
                guard_look_up(guard_word_letters(other, w), guard_word_length(other, w));
    }
}

/* Letters by their looks; signs that stand for a letter count when a letter follows, or when the
 * word would end in one. */
void guard_read_shapes(struct guard_message *message, uint8_t (*shape)(uint8_t))
{
    const struct guard_text *text = &message->text;
    struct guard_reading *other = &message->other;
    bool inside = false;
    other->letters = other->words = other->own = 0;
    for (size_t i = 0; i < text->count; i++) {
        uint8_t glyph = text->letter[i];
        bool letter = guard_is_letter(glyph);
        if (!letter && glyph != GUARD_SPACE && glyph != GUARD_BREAK) {
            bool followed = i + 1 < text->count && guard_is_letter(text->letter[i + 1]);
            letter = followed || (inside && glyph != '!');
        }
        if (letter)
            add_letter(other, shape(glyph), i, !inside, shape(glyph) != glyph);
        inside = letter;
    }
}

/* Runs of single letters as one word each, in Ukrainian sounds: "p y a t". False: there are none.
 */
bool guard_read_spelt(struct guard_message *message)
{
    enum { LETTERS = 4 }; /* t r y is English */
    const struct guard_reading *plain = &message->plain;
    struct guard_reading *other = &message->other;
    other->letters = other->words = other->own = 0;
    for (size_t w = plain->own, last; w < plain->words; w = last + 1) {
        for (last = w; last < plain->words && plain->word[last].end - plain->word[last].start == 1;)
            last++;
        if (last - w < LETTERS)
            continue;
        size_t end = plain->word[last - 1].end, used; /* words lie side by side */
        for (size_t i = plain->word[w].start; i < end; i += used)
            add_letter(other, guard_sound(plain->letter + i, end - i, &used), plain->glyph[i],
                       i == plain->word[w].start, true);
        other->glyph[other->letters - 1] = plain->glyph[end - 1];
    }
    return other->words > 0;
}

void guard_read_backwards(struct guard_message *message)
{
    const struct guard_reading *plain = &message->plain;
    struct guard_reading *other = &message->other;
    other->letters = other->words = other->own = 0;
    for (size_t w = plain->own; w < plain->words; w++)
        for (size_t i = plain->word[w].end; i-- > plain->word[w].start;)
            add_letter(other, plain->letter[i], plain->glyph[i], i + 1 == plain->word[w].end, true);
}

void guard_add_window_letter(struct guard_window *window, uint8_t letter)
{
    if (window->count && window->letter[window->count - 1] == letter)
        return;
    window->letter[window->count++] = letter;
}

/* The words from w on, as many as a number word may be spread over. */
void guard_open_window(struct guard_window *window, const struct guard_reading *reading, size_t w,
                       bool one_word)
{
    enum { PIECES = 14 };
    window->count = window->first_end = 0;
    window->ends = 0;
    for (size_t piece = 0; piece < PIECES && w + piece < reading->words; piece++) {
        const struct guard_word *word = &reading->word[w + piece];
        for (size_t i = word->start; i < word->end; i++) {
            if (window->count == GUARD_WINDOW)
                return;
            guard_add_window_letter(window, reading->letter[i]);
        }
        window->ends |= 1U << window->count;
        if (piece == 0)
            window->first_end = window->count;
        if (one_word)
            return;
    }
}
