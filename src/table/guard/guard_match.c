/* Matching for the talk guard: folded letters against the number lexicon, and Roman numerals. TT2.
 * It only says what the letters could be; guard.c judges whether that is harmless where it stands. */
#include "guard_internal.h"

static bool same_letters(const char *a, const uint8_t *b, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((uint8_t)a[i] != b[i])
            return false;
    return true;
}

static size_t length_of(const char *text, char stop)
{
    size_t n = 0;
    while (text[n] && text[n] != stop)
        n++;
    return n;
}

/* The stem matched up to `from`. Does this ending follow, and where does it end? 0: no. */
static size_t match_ending(const struct guard_window *window, size_t from, const char *ending, size_t length)
{
    bool rest = ending[length - 1] == '*';
    if (ending[0] == '-')
        return from;
    length -= rest;
    if (from + length > window->count || !same_letters(ending, window->letter + from, length))
        return 0;
    size_t end = from + length;
    return rest && end < window->first_end ? window->first_end : end; /* the rest of a word, never of the next one */
}

static bool is_whole_number(const uint8_t *letters, size_t length, bool english);

/* A number word ends inside the first word. Is the rest more of them - of this word, or with words that follow? Czech joins units
 * and tens by a: "pětatřicet". */
static void note_compound(const struct guard_window *window, const struct guard_number *number, size_t end, struct guard_found *found)
{
    static const struct guard_number compound = {"", "", GUARD_HARD, GUARD_CS};
    const uint8_t *rest = window->letter + end;
    size_t skipped = rest[0] == 'a';
    if (found->single || number->kind == GUARD_ROUND)
        return;
    size_t left = window->first_end - end;
    bool doubled = number->language == GUARD_EN && is_whole_number(rest - 1, left + 1, true); /* "tennine" lost an n */
    if (doubled || is_whole_number(rest, left, false)) {
        found->single = number;
        found->compound = true;
        return;
    }
    for (size_t to = window->first_end + 1; to <= window->count; to++) {
        if (!(window->ends >> to & 1) || to <= found->join_end || to < end + 3)
            continue;
        if (is_whole_number(rest, to - end, false) || is_whole_number(rest + skipped, to - end - skipped, false)) {
            found->join = &compound;
            found->join_end = to;
        }
    }
}

static void note_match(const struct guard_window *window, const struct guard_number *number, size_t end, struct guard_found *found)
{
    if (end < window->first_end) {
        note_compound(window, number, end, found);
    } else if (end == window->first_end) {
        if (!found->single || found->compound)
            found->single = number;
        found->compound = false;
    } else if (window->ends >> end & 1 && end > found->join_end) {
        found->join = number;
        found->join_end = end;
    }
}

static void match_endings(const struct guard_window *window, const struct guard_number *number, size_t stem, struct guard_found *found)
{
    const char *ending = number->endings;
    while (*ending) {
        size_t length = length_of(ending, ' ');
        size_t end = match_ending(window, stem, ending, length);
        if (end)
            note_match(window, number, end, found);
        ending += length + (ending[length] == ' ');
    }
}

struct guard_found guard_find(const struct guard_window *window)
{
    struct guard_found found = {0};
    size_t count = 0;
    const struct guard_number *numbers = window->count < GUARD_START ? NULL : guard_numbers(window->letter, &count);
    for (size_t i = 0; i < count; i++) {
        size_t length = GUARD_START + length_of(numbers[i].stem + GUARD_START, '\0');
        if (length <= window->count && same_letters(numbers[i].stem, window->letter, length))
            match_endings(window, &numbers[i], length, &found);
    }
    return found;
}

/* After a stem: is there an ending that is not all there yet, or one after which another number word may be under way? */
static bool ending_is_open(const struct guard_number *number, const uint8_t *rest, size_t length)
{
    for (const char *ending = number->endings; *ending; ending += *ending == ' ') {
        size_t all = length_of(ending, ' '), n = ending[all - 1] == '*' ? all - 1 : all;
        if (ending[0] == '-')
            n = 0;
        if (length <= n && same_letters(ending, rest, length))
            return true;
        if (n < length && same_letters(ending, rest, n) && number->kind != GUARD_ROUND) {
            size_t joint = n + (rest[n] == 'a'); /* Czech joins by a */
            if (joint == length || guard_is_open(rest + n, length - n) || (joint > n && guard_is_open(rest + joint, length - joint)))
                return true;
        }
        ending += all;
    }
    return false;
}

bool guard_is_open(const uint8_t *letters, size_t length)
{
    size_t count = 0;
    if (length < GUARD_START)
        return guard_may_start(letters, length);
    const struct guard_number *numbers = guard_numbers(letters, &count);
    for (size_t i = 0; i < count; i++) {
        size_t stem = length_of(numbers[i].stem, '\0'), same = stem < length ? stem : length;
        if (same_letters(numbers[i].stem, letters, same) && ending_is_open(&numbers[i], letters + same, length - same))
            return true;
    }
    return false;
}

/* Number words and nothing else: the rest of compounds, what follows glue. "One" is too common to
 * be sure, and so is "ten", unless what went before is English. */
static bool is_whole_number(const uint8_t *letters, size_t length, bool english)
{
    unsigned own, rival;
    bool only;
    struct guard_window window = {.count = length, .first_end = length, .ends = 1U << length};
    if (length < 3 || length >= GUARD_WINDOW)
        return false;
    if (guard_rivals(letters, length, &own, &rival, &only) && (only || (!english && rival & (GUARD_PL | GUARD_CS))))
        return false;
    for (size_t i = 0; i < length; i++)
        window.letter[i] = letters[i];
    size_t count;
    const struct guard_number *numbers = guard_numbers(letters, &count);
    for (size_t i = 0; i < count; i++) {
        size_t stem = length_of(numbers[i].stem, '\0');
        if (numbers[i].kind == GUARD_ONE || stem > length || !same_letters(numbers[i].stem, letters, stem))
            continue;
        for (const char *ending = numbers[i].endings; *ending; ending += *ending == ' ') {
            size_t n = length_of(ending, ' ');
            size_t end = match_ending(&window, stem, ending, n);
            if (end == length || (end && is_whole_number(letters + end, length - end, english)))
                return true;
            ending += n;
        }
    }
    return false;
}

static bool root_at(const uint8_t *letters, size_t length)
{
    const char *root = guard_roots(letters[0]);
    while (root && *root) {
        size_t n = length_of(root, ' ');
        if (n <= length && same_letters(root, letters, n))
            return true;
        root += n + (root[n] == ' ');
    }
    return false;
}

bool guard_hides_number(const uint8_t *word, size_t length)
{
    enum { LONGEST = 64, SHORTEST = 5 };
    uint8_t letters[LONGEST];
    size_t n = 0;
    if (length < SHORTEST)
        return false;
    for (size_t i = 0; i < length && n < LONGEST; i++)
        if (n == 0 || letters[n - 1] != word[i])
            letters[n++] = word[i];
    for (size_t i = 0; i + 4 <= n; i++)
        if (root_at(letters + i, n - i))
            return true;
    bool english = letters[0] == 'i' || letters[0] == 'n' || letters[0] == 'p';
    for (size_t glue = guard_glue_length(letters, n, 0); glue; glue = guard_glue_length(letters, n, glue))
        if (is_whole_number(letters + glue, n - glue, english) ||
            is_whole_number(letters + glue - 1, n - glue + 1, english)) /* "ihaveeight": a letter went as double */
            return true;
    return false;
}

/* The Roman digit of a code point: Latin, or Cyrillic of the same looks. 0: none. C is there for XC alone. */
static char roman_digit(uint32_t code, bool *upper)
{
    static const struct {
        uint16_t capital, small;
        char digit;
    } digits[] = {
        {'I', 'i', 'I'},     {'V', 'v', 'V'},     {'X', 'x', 'X'},     {'L', 'l', 'L'},     {'C', 'c', 'C'},     {0x406, 0x456, 'I'},
        {0x425, 0x445, 'X'}, {0x421, 0x441, 'C'}, {0x474, 0x475, 'V'}, {0x399, 0x3B9, 'I'}, {0x3A7, 0x3C7, 'X'},
    };
    for (size_t i = 0; i < sizeof digits / sizeof digits[0]; i++) {
        if (code != digits[i].capital && code != digits[i].small)
            continue;
        *upper = code == digits[i].capital;
        return digits[i].digit;
    }
    return 0;
}

/* One decimal place, additive or subtractive: from nothing over X, XL, L, LX up to XC. Returns how many letters it took. */
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

bool guard_is_roman(const char *text, size_t length, bool shouting)
{
    enum { LONGEST = 12 };
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
    static const char *const words[] = {"VI", "LI", "LIV", "LVI"}; /* Czech "vi", "li", "lvi"; Liv, Li and Vi are names */
    bool word = false;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        word = word || (length_of(words[i], '\0') == n && same_letters(words[i], (const uint8_t *)digits, n));
    return !word || (capitals == n && !shouting);
}
