/* Roman numerals for the talk guard, in Latin letters and in Cyrillic and Greek ones that look the
 * same. TT2. */
#include "guard_internal.h"

bool guard_may_be_roman(uint8_t letter)
{
    return letter == 'i' || letter == 'v' || letter == 'x' || letter == 'l' || letter == 'I' ||
        letter == 'H';
}

/* Single letters in a row from word w on may be one numeral. Returns the word after them; only_i:
 * they are all the word I. */
size_t guard_end_of_spaced_roman(const struct guard_reading *reading, size_t w, bool *only_i)
{
    *only_i = true;
    while (w < reading->words && guard_word_length(reading, w) == 1 &&
           guard_may_be_roman(guard_word_letters(reading, w)[0])) {
        *only_i = *only_i && (guard_word_letters(reading, w)[0] | 32) == 'i';
        w++;
    }
    return w;
}

/* The Roman digit of a code point: Latin, or of the same looks. 0: none. C is there for XC alone.
 */
static char roman_digit(uint32_t code, bool *upper)
{
    static const struct {
        uint16_t capital, small;
        char digit;
    } digits[] = {
        {'I', 'i', 'I'},     {'V', 'v', 'V'},     {'X', 'x', 'X'},     {'L', 'l', 'L'},
        {'C', 'c', 'C'},     {0x406, 0x456, 'I'}, {0x425, 0x445, 'X'}, {0x421, 0x441, 'C'},
        {0x474, 0x475, 'V'}, {0x399, 0x3B9, 'I'}, {0x3A7, 0x3C7, 'X'},
    };
    for (size_t i = 0; i < sizeof digits / sizeof digits[0]; i++) {
        if (code != digits[i].capital && code != digits[i].small)
            continue;
        *upper = code == digits[i].capital;
        return digits[i].digit;
    }
    return 0;
}

/* One decimal place, additive or subtractive: from nothing over X, XL, L, LX up to XC. Returns how
 * many letters it took. */
static size_t roman_place(const char *digits, char one, char five, char ten)
{
    size_t n = 0;
    if (digits[0] == one && (digits[1] == five || (ten && digits[1] == ten)))
        return 2;
    if (digits[0] == five)
        n = 1;
    while (digits[n] == one && n < 6)
        n++;
    return n;
}

bool guard_is_roman(const struct guard_message *message, size_t w)
{
    enum { LONGEST = 12 };
    const struct guard_word *word = &message->plain.word[w];
    const char *text = message->bytes + message->text.at[message->plain.glyph[word->start]];
    size_t length =
        (size_t)(message->bytes + message->text.end[message->plain.glyph[word->end - 1]] - text);
    char digits[LONGEST + 2] = {0};
    size_t n = 0, capitals = 0, used;
    for (size_t at = 0; at < length; at += used) {
        bool upper = false;
        uint32_t code = guard_decode(text + at, length - at, &used);
        char digit = roman_digit(code, &upper);
        bool invisible = code == 0xAD || (code >= 0x200B && code <= 0x2060);
        if (!digit && invisible)
            continue;
        if (!digit && length - at == 2 && n == capitals && text[at] == 't' && text[at + 1] == 'h')
            break;                              /* "XXth" */
        if (!digit || (!upper && code >= 0x80)) /* small Cyrillic is Ukrainian, "їх" */
            return false;
        if (n == LONGEST)
            return false;
        digits[n++] = digit;
        capitals += upper;
    }
    size_t taken = roman_place(digits, 'X', 'L', 'C');
    taken += roman_place(digits + taken, 'I', 'V', 'X');
    if (n < 2 || taken != n)
        return false;
    bool is_word = message->info[w]->roles >> GUARD_ROMAN & 1; /* Czech "vi", "li"; Liv is a name */
    return !is_word || (capitals == n && !message->shouting);
}
