/* Folding for the talk guard: maps any text to the guard's alphabet (guard_internal.h), so that
 * case, accents, fonts, zero-width characters and letters that only look different are gone before
 * a word is looked up. TT2.
 *
 * What a character folds to is in guard_unicode.c. A character not listed there separates words. */
#include "guard_internal.h"

static uint8_t fold_code(uint32_t code)
{
    if (code < GUARD_FOLDED)
        return guard_blocks[guard_block_of[code / GUARD_BLOCK]][code % GUARD_BLOCK];
    return code >= 0xE0000 && code <= 0xE0FFF
        ? GUARD_SKIP
        : GUARD_BREAK; /* tags and variation selectors are invisible */
}

uint32_t guard_decode(const char *text, size_t length, size_t *used)
{
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    uint8_t lead = (uint8_t)text[0];
    *used = 1;
    if (lead < 0x80)
        return lead;
    size_t need = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || need > length)
        return UINT32_MAX;
    uint32_t code = lead & (0xFFU >> (need + 1));
    for (size_t i = 1; i < need; i++) {
        uint8_t byte = (uint8_t)text[i];
        if ((byte & 0xC0) != 0x80)
            return UINT32_MAX;
        code = code << 6 | (byte & 0x3F);
    }
    if (code < least[need] || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
        return UINT32_MAX;
    *used = need;
    return code;
}

bool guard_is_letter(uint8_t glyph)
{
    return (glyph >= 'a' && glyph <= 'z') || (glyph >= 'A' && glyph <= 'Z') ||
        glyph == GUARD_FOREIGN;
}

static bool is_ascii_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
        (unsigned char)c >= 0x80;
}

/* The piles are called U1, U2, D1, D2: their names say no card. */
static bool is_pile_name(const char *text, size_t length, size_t digit)
{
    if ((text[digit] != '1' && text[digit] != '2') || digit == 0)
        return false;
    char side = text[digit - 1];
    if (side != 'U' && side != 'D' && side != 'u' && side != 'd')
        return false;
    if (digit >= 2 && is_ascii_word(text[digit - 2]))
        return false;
    return digit + 1 >= length || !is_ascii_word(text[digit + 1]);
}

static void push(struct guard_text *folded, uint8_t letter, size_t at, size_t used, bool marked)
{
    if (folded->count >= GUARD_GLYPHS)
        return;
    size_t i = folded->count++;
    folded->letter[i] = letter;
    folded->marked[i] = marked;
    folded->at[i] = (uint16_t)at;
    folded->end[i] = (uint16_t)(at + used);
}

/* An invisible sign belongs to the letter before it; an accent marks it. */
static void extend_last(struct guard_text *folded, size_t end, uint32_t code)
{
    size_t last = folded->count - 1;
    folded->end[last] = (uint16_t)end;
    if (code >= 0x300 && code <= 0x36F)
        folded->marked[last] = true;
}

/* Not plain ASCII. â is no accent: it is Ukrainian я in the standard way to write it in Latin
 * letters. */
static bool is_marked(uint32_t code) { return code >= 0x80 && code != 0xC2 && code != 0xE2; }

static void note_glyph(struct guard_text *folded, uint8_t letter)
{
    if (letter >= 'a' && letter <= 'z')
        folded->latin = true;
    else if (letter >= 'A' && letter <= 'Z')
        folded->cyrillic = true;
    else if (letter == '@' || letter == '$' || letter == '!' || letter == '|' || letter == '+')
        folded->sign = true;
}

static void push_ligature(struct guard_text *folded, uint32_t code, size_t at, size_t used)
{
    const struct guard_ligature *ligature = guard_ligatures;
    while (ligature->code && ligature->code != code)
        ligature++;
    push(folded, (uint8_t)ligature->letters[0], at, used, true);
    push(folded, (uint8_t)ligature->letters[1], at, used, true);
    folded->latin = true;
}

/* Two signs that are drawn as one letter, inside a word: "fi\/e", "si><". */
static uint8_t fold_drawing(const struct guard_text *folded, const char *text, size_t length)
{
    if (length < 2 || !folded->count || !guard_is_letter(folded->letter[folded->count - 1]))
        return GUARD_SKIP;
    if (text[0] == '\\' && text[1] == '/')
        return 'v';
    return text[0] == '>' && text[1] == '<' ? 'x' : GUARD_SKIP;
}

/* A number sign makes the whole run of non-spaces around it suspect: "t3n", "0x25", "37th". */
static void note_number(struct guard_text *folded, const char *text, size_t length, size_t at,
                        size_t used)
{
    size_t start = at, end = at + used;
    while (start > 0 && (unsigned char)text[start - 1] > ' ')
        start--;
    while (end < length && (unsigned char)text[end] > ' ')
        end++;
    folded->number_start = start;
    folded->number_length = end - start;
}

static bool is_stroke(uint32_t code)
{
    return code == '.' || code == '-' || code == '_' || code == '*' || code == 0xB7 ||
        code == 0x2022 || code == 0x2212 || (code >= 0x2010 && code <= 0x2015);
}

/* What only counting needs (guard_count.c), noted on the way so that most messages are not looked
 * at again. */
struct repeat {
    uint32_t code[2]; /* the last, and the one before */
    unsigned
        run[2]; /* how often it has been the same as the one before, and as the one before that */
};

static void note_repeat(struct guard_text *folded, struct repeat *last, uint32_t code)
{
    folded->strokes += is_stroke(code);
    for (size_t i = 0; i < 2; i++)
        last->run[i] = code == last->code[i] ? last->run[i] + 1 : 0;
    last->code[1] = last->code[0];
    last->code[0] = code;
    folded->repeats |= last->run[0] == 2 || last->run[1] == 4;
}

void guard_fold(struct guard_text *folded, const char *text, size_t length)
{
    enum { PILE_NAMES = 2 };
    size_t pile_names = 0, pile_at = 0, used, words = 0, run = 0;
    struct repeat last = {0};
    folded->count = folded->number_start = folded->number_length = folded->strokes = 0;
    folded->latin = folded->cyrillic = folded->sign = folded->repeats = false;
    for (size_t at = 0; at < length; at += used) {
        uint32_t code = guard_decode(text + at, length - at, &used);
        uint8_t letter = fold_code(code),
                drawn = letter == GUARD_BREAK ? fold_drawing(folded, text + at, length - at)
                                              : GUARD_SKIP;
        if (drawn) {
            letter = drawn;
            used = 2;
        }
        if (letter == GUARD_NUMBER && is_pile_name(text, length, at) && pile_names < PILE_NAMES) {
            pile_names++;
            pile_at = at;
            letter = GUARD_BREAK;
        }
        if (letter == GUARD_NUMBER) {
            note_number(folded, text, length, at, used);
            return;
        }
        if (letter == GUARD_SKIP) {
            if (folded->count)
                extend_last(folded, at + used, code);
            continue;
        }
        if (letter == GUARD_LIGATURE) {
            push_ligature(folded, code, at, used);
            continue;
        }
        run = guard_is_letter(letter) ? run + 1 : 0;
        words += run == 2;
        if (letter != GUARD_SPACE)
            note_repeat(folded, &last, code);
        note_glyph(folded, letter);
        push(folded, letter, at, used, is_marked(code));
    }
    if (pile_names && !words) /* nothing but a pile's name: may as well be a number */
        note_number(folded, text, length, pile_at, 1);
}

/* A letter of the other script or a sign by its looks; both alphabets start at their own first
 * letter. */
static uint8_t shape(uint8_t glyph, uint8_t own, uint8_t other, const char *looks,
                     const char *signs)
{
    if (glyph >= own && glyph < own + 26)
        return glyph;
    if (glyph >= other && glyph < other + 26)
        return (uint8_t)looks[glyph - other];
    for (size_t i = 0; signs[i]; i += 2)
        if (glyph == (uint8_t)signs[i])
            return (uint8_t)signs[i + 1];
    return GUARD_FOREIGN;
}

uint8_t guard_latin_shape(uint8_t glyph)
{
    return shape(glyph, 'a', 'A', guard_latin_looks, "@a$s!i|i+t");
}

uint8_t guard_cyrillic_shape(uint8_t glyph)
{
    return shape(glyph, 'A', 'a', guard_cyrillic_looks, "@A$S!I|I+T");
}

uint8_t guard_sound(const uint8_t *letters, size_t length, size_t *used)
{
    static const struct {
        char latin[5];
        uint8_t sound;
    } groups[] = {
        {"shch", GUARD_FOREIGN},
        {"sh", 'W'},
        {"ch", 'Q'},
        {"kh", 'H'},
        {"ts", 'C'},
        {"tz", 'C'},
        {"zh", 'J'},
        {"ya", 'Y'},
        {"ia", 'Y'},
        {"ja", 'Y'},
        {"yu", 'X'},
        {"iu", 'X'},
        {"ju", 'X'},
        {"ye", 'E'},
        {"ie", 'E'},
        {"je", 'E'},
        {"yo", 'O'},
        {"io", 'O'},
        {"jo", 'O'},
    };
    /*                              abcdefghijklmnopqrstuvwxyz */
    static const char sounds[27] = "ABCDEFGGIIKLMNOPKRSTUVVHIZ";
    *used = 1;
    if (letters[0] < 'a' || letters[0] > 'z')
        return letters[0];
    if (letters[0] == 'h' && length == 1)
        return 'H'; /* "dvoh": at the end h is х, elsewhere more likely г */
    if (letters[0] == 'c' && length == 2 && letters[1] == 'h') {
        *used = 2;
        return 'H';
    }
    uint8_t second = length > 1 ? letters[1] : 0;
    bool vowels = second == 'a' || second == 'e' || second == 'o' || second == 'u';
    bool consonants = second == 'h' || second == 's' || second == 'z';
    bool soft = letters[0] == 'y' || letters[0] == 'i' || letters[0] == 'j';
    if (!(soft ? vowels : consonants))
        return (uint8_t)sounds[letters[0] - 'a']; /* no group starts so */
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        size_t n = 0;
        while (n < length && groups[i].latin[n] && groups[i].latin[n] == (char)letters[n])
            n++;
        if (groups[i].latin[n])
            continue;
        *used = n;
        return groups[i].sound;
    }
    return (uint8_t)sounds[letters[0] - 'a'];
}
