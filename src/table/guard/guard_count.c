/* Counting for the talk guard: numbers told without words, by repeating a sign that many times, or
 * in Morse code. TT2.
 *
 * People repeat signs for fun as well: "noooo", "!!!!", a row of hearts. So drawn-out letters and
 * short rows pass; a long row of the same sign and tally marks are stopped. Where the line is drawn
 * is a compromise: see docs/rules.md. */
#include "guard_internal.h"

enum {
    LONGEST_ROW = 5,        /* of a picture or a sign */
    LONGEST_EXCLAIMED = 12, /* of ! ? . , */
    LONGEST_TALLY = 2,      /* of strokes */
    LONGEST_LETTERS = 3,    /* of a letter that nobody draws out, as a word of its own */
};

static uint32_t code_at(const struct guard_message *message, size_t glyph)
{
    size_t used, at = message->text.at[glyph];
    return guard_decode(message->bytes + at, message->text.end[glyph] - at, &used);
}

static bool is_exclaimed(uint32_t code)
{
    return code == '!' || code == '?' || code == '.' || code == ',' || code == 0x2026;
}

static bool is_space(const struct guard_message *message, size_t glyph)
{
    return message->text.letter[glyph] == GUARD_SPACE;
}

/* Strokes of a tally. The letters count only as a word of their own. */
static bool is_tally(uint32_t code)
{
    return code == '|' || code == '/' || code == '\\' || code == 0x2502;
}

static bool is_drawn_out(uint8_t letter)
{
    static const char sounds[] =
        "aeouyhmszrfgwbnAEOUIHMSZRFGVNXY?"; /* "hmmm", "brrr", "zzzz", "ніііі" */
    for (size_t i = 0; sounds[i]; i++)
        if (letter == (uint8_t)sounds[i])
            return true;
    return false;
}

/* Of the letters with the sound I only this one is a stroke. */
static bool is_dotted_i(uint32_t code) { return code == 0x406 || code == 0x456; }

static size_t longest_row(uint32_t code)
{
    if (is_tally(code))
        return LONGEST_TALLY;
    return is_exclaimed(code) ? LONGEST_EXCLAIMED : LONGEST_ROW;
}

/* The end of the row of units of `period` glyphs that starts at `from`, spaces aside; counts the
 * units. */
static size_t end_of_row(const struct guard_message *message, size_t from, size_t period,
                         size_t *units)
{
    uint32_t unit[2] = {0};
    size_t glyphs = 0, end = from;
    for (size_t i = from; i < message->text.count; i++) {
        if (is_space(message, i))
            continue;
        uint32_t code = code_at(message, i);
        if (glyphs < period)
            unit[glyphs] = code;
        else if (code != unit[glyphs % period])
            break;
        glyphs++;
        end = i;
    }
    *units = glyphs / period;
    return end;
}

/* Signs and pictures, one or two at a time: 👍👍👍👍👍👍, :):):):):):) */
static bool find_row(const struct guard_message *message, size_t *first, size_t *last)
{
    const struct guard_text *text = &message->text;
    for (size_t i = 0; i < text->count; i++) {
        if (is_space(message, i) || guard_is_letter(text->letter[i]))
            continue;
        for (size_t period = 1; period <= 2; period++) {
            size_t units, end = end_of_row(message, i, period, &units);
            if (units <= longest_row(code_at(message, i)))
                continue;
            *first = i;
            *last = end;
            return true;
        }
    }
    return false;
}

/* A word that is one letter again and again: "iiiiiii". */
static bool find_letters(const struct guard_message *message, size_t *first, size_t *last)
{
    const struct guard_reading *plain = &message->plain;
    for (size_t w = plain->own; w < plain->words; w++) {
        const uint8_t *letters = guard_word_letters(plain, w);
        size_t length = guard_word_length(plain, w), same = 1;
        bool thin = letters[0] == 'i' || letters[0] == 'l' ||
            is_dotted_i(code_at(message, plain->glyph[plain->word[w].start]));
        while (same < length && letters[same] == letters[0])
            same++;
        if (same < length || same <= LONGEST_LETTERS || (is_drawn_out(letters[0]) && !thin))
            continue;
        *first = plain->glyph[plain->word[w].start];
        *last = plain->glyph[plain->word[w].end - 1];
        return true;
    }
    return false;
}

/* The same with spaces: "i i i i i i i". */
static bool find_spaced_letters(const struct guard_message *message, size_t *first, size_t *last)
{
    const struct guard_reading *plain = &message->plain;
    size_t run = 0;
    for (size_t w = plain->own; w < plain->words; w++) {
        const uint8_t *letter = guard_word_letters(plain, w);
        bool single = guard_word_length(plain, w) == 1;
        run = !single ? 0 : run && letter[0] == letter[-1] ? run + 1 : 1;
        if (run <= LONGEST_ROW - 1)
            continue;
        *first = plain->glyph[plain->word[w + 1 - run].start];
        *last = plain->glyph[plain->word[w].start];
        return true;
    }
    return false;
}

/* ---- Morse code */

/* 1 a dot, 2 a dash, 0 neither */
static unsigned stroke_at(const struct guard_message *message, size_t glyph)
{
    uint32_t code = code_at(message, glyph);
    if (code == '.' || code == '*' || code == 0xB7 || code == 0x2022)
        return 1;
    return code == '-' || code == '_' || code == 0x2212 || (code >= 0x2010 && code <= 0x2015) ? 2
                                                                                              : 0;
}

struct strokes {
    size_t first, groups, strokes; /* a group is what stands between spaces */
    size_t group;                  /* strokes of the last one ... */
    unsigned turns;                /* ... and how often dots and dashes change in it */
    unsigned kinds, last;
};

/* "...--": five strokes that change once at most are a digit; three groups are letters. Dots alone
 * and dashes alone are only signs. */
static bool is_morse(const struct strokes *s)
{
    enum { DIGIT = 5, GROUPS = 3, BOTH = 3 };
    if (s->kinds != BOTH)
        return false;
    return (s->group == DIGIT && s->turns == 1) || s->groups >= GROUPS ||
        (s->groups > 1 && s->strokes >= DIGIT && s->groups == s->strokes);
}

static void add_stroke(struct strokes *s, size_t glyph, unsigned kind, bool new_group)
{
    if (!s->strokes) {
        s->first = glyph;
        new_group = true;
    }
    s->groups += new_group;
    s->group = new_group ? 1 : s->group + 1;
    s->turns = new_group ? 0 : s->turns + (kind != s->last);
    s->kinds |= kind;
    s->last = kind;
    s->strokes++;
}

static bool find_morse(const struct guard_message *message, size_t *first, size_t *last)
{
    struct strokes strokes = {0};
    bool after_space = true;
    for (size_t i = 0; i <= message->text.count; i++) {
        bool end = i == message->text.count, space = !end && is_space(message, i);
        unsigned kind = end || space ? 0 : stroke_at(message, i);
        if ((end || space || !kind) && strokes.strokes && is_morse(&strokes) && (end || space)) {
            *first = strokes.first;
            *last = i - 1;
            return true;
        }
        if (kind && (strokes.strokes || after_space))
            add_stroke(&strokes, i, kind, after_space);
        else if (!space)
            strokes = (struct strokes){0};
        after_space = space;
    }
    return false;
}

bool guard_find_count(const struct guard_message *message, size_t *first, size_t *last)
{
    enum { MORSE = 5 };
    if (message->text.repeats &&
        (find_row(message, first, last) || find_letters(message, first, last)))
        return true;
    if (message->plain.words - message->plain.own >= LONGEST_ROW &&
        find_spaced_letters(message, first, last))
        return true;
    return message->text.strokes >= MORSE && find_morse(message, first, last);
}

bool guard_find_spoken_morse(const struct guard_message *message, size_t *first, size_t *last)
{
    enum { DIGIT = 5 };
    size_t run = 0;
    for (size_t w = message->plain.own; w < message->plain.words; w++) {
        run = guard_has_role(message, w, GUARD_DOT) || guard_has_role(message, w, GUARD_DASH)
            ? run + 1
            : 0;
        if (run < DIGIT)
            continue;
        *first = w + 1 - run;
        *last = w;
        return true;
    }
    return false;
}
