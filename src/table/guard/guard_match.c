/* Matching for the talk guard: folded letters against the number words and the lists of ordinary
 * words. TT2. It only says what the letters could be; guard_judge.c decides whether that is
 * harmless in its context. */
#include "guard_internal.h"

enum { LONGEST = 64 }; /* letters of a word that are looked into */

static size_t without_doubles(uint8_t *letters, const uint8_t *word, size_t length)
{
    size_t n = 0;
    for (size_t i = 0; i < length && n < LONGEST; i++)
        if (n == 0 || letters[n - 1] != word[i])
            letters[n++] = word[i];
    return n;
}

const struct guard_info *guard_look_up(const uint8_t *word, size_t length)
{
    const struct guard_info *info = &guard_infos[0];
    uint16_t at = 0;
    for (size_t i = 0; i < length; i++) {
        at = guard_step(&guard_plain_words, at, word[i]);
        if (!at)
            return &guard_infos[info->rest];
        info = &guard_infos[guard_plain_words.value[at]];
    }
    return info;
}

static const struct guard_number *number_of(uint16_t edge)
{
    return &guard_numbers[guard_number_words.value[edge]];
}

/* How many letters of the joint stand here: Czech joins units and tens by "a", "pětatřicet". 0: not
 * this one. */
static size_t joint_length(const char *joint, const uint8_t *letters, size_t length)
{
    size_t n = 0;
    while (joint[n] && n < length && (uint8_t)joint[n] == letters[n])
        n++;
    return joint[n] ? 0 : n;
}

/* Number words and nothing else: the rest of compounds, what follows glue. "One" is too common to
 * be sure, and so is "ten", unless what went before is English. */
static bool is_whole_number(const uint8_t *letters, size_t length, bool english)
{
    enum { SLAVIC = GUARD_PL | GUARD_CS | GUARD_SK };
    if (length < 3 || length >= GUARD_WINDOW)
        return false;
    const struct guard_info *info = guard_look_up(letters, length);
    if (info->ordinary || (!english && info->ambiguous & SLAVIC))
        return false;
    uint16_t at = 0;
    for (size_t i = 0; i < length; i++) {
        at = guard_step(&guard_number_words, at, letters[i]);
        if (!at)
            return false;
        const struct guard_number *number = number_of(at);
        if (number->rest && number->rest != GUARD_ONE)
            return true;
        if (number->kind && number->kind != GUARD_ONE &&
            (i + 1 == length || is_whole_number(letters + i + 1, length - i - 1, english)))
            return true;
    }
    return false;
}

static bool is_joined_number(const uint8_t *letters, size_t length)
{
    if (is_whole_number(letters, length, false))
        return true;
    for (const char *const *joint = guard_joints; *joint; joint++) {
        size_t n = joint_length(*joint, letters, length);
        if (n && is_whole_number(letters + n, length - n, false))
            return true;
    }
    return false;
}

/* A number word ends inside the first word. Is the rest more of them - of this word, or with words
 * that follow? */
static void note_compound(const struct guard_window *window, const struct guard_number *number,
                          size_t end, struct guard_found *found)
{
    const uint8_t *rest = window->letter + end;
    if (number->kind == GUARD_ROUND)
        return;
    size_t left = window->first_end - end;
    bool doubled = number->languages & GUARD_EN &&
        is_whole_number(rest - 1, left + 1, true); /* "tennine" lost an n */
    if (!found->single.kind && (doubled || is_whole_number(rest, left, false))) {
        found->single = (struct guard_match){number->kind, number->languages};
        found->compound = true;
        return;
    }
    for (size_t to = window->first_end + 1; to <= window->count; to++) {
        if (!(window->ends >> to & 1) || to <= found->join_end || to < end + 3 ||
            !is_joined_number(rest, to - end))
            continue;
        found->join = (struct guard_match){GUARD_HARD, GUARD_CS};
        found->join_end = to;
    }
}

static void note_match(const struct guard_window *window, enum guard_kind kind, unsigned languages,
                       size_t end, struct guard_found *found)
{
    if (end == window->first_end) {
        found->single = (struct guard_match){kind, languages};
    } else if (end > window->first_end && window->ends >> end & 1 && end > found->join_end) {
        found->join = (struct guard_match){kind, languages};
        found->join_end = end;
    }
}

bool guard_may_start(const struct guard_reading *reading, size_t w)
{
    enum { START = 3 }; /* no number word is shorter */
    size_t i = reading->word[w].start;
    uint16_t at = 0;
    for (size_t n = 0; n < START && i < reading->letters; n++) {
        at = guard_step(&guard_number_words, at, reading->letter[i++]);
        if (!at)
            return false;
        while (i < reading->letters && reading->letter[i] == reading->letter[i - 1])
            i++;
    }
    return true;
}

struct guard_found guard_find(const struct guard_window *window)
{
    struct guard_found found = {0};
    const struct guard_number
        *inside[GUARD_WINDOW]; /* number words that end inside the first word */
    size_t ends[GUARD_WINDOW], count = 0;
    uint16_t at = 0;
    for (size_t end = 1; end <= window->count; end++) {
        at = guard_step(&guard_number_words, at, window->letter[end - 1]);
        if (!at)
            break;
        const struct guard_number *number = number_of(at);
        if (number->rest &&
            end < window->first_end) /* takes the rest of the word, never of the next one */
            note_match(window, number->rest, number->languages, window->first_end, &found);
        if (number->kind && end >= window->first_end)
            note_match(window, number->kind, number->languages, end, &found);
        else if (number->kind) {
            inside[count] = number;
            ends[count++] = end;
        }
    }
    for (size_t i = 0; i < count && !found.single.kind; i++)
        note_compound(window, inside[i], ends[i], &found);
    return found;
}

bool guard_is_open(const uint8_t *letters, size_t length)
{
    uint16_t at = 0;
    for (size_t n = 1; n <= length; n++) {
        at = guard_step(&guard_number_words, at, letters[n - 1]);
        if (!at)
            return false;
        const struct guard_number *number = number_of(at);
        if (n == length)
            return true;
        if (!number->kind || number->kind == GUARD_ROUND)
            continue;
        if (guard_is_open(letters + n, length - n)) /* another number word may be under way */
            return true;
        for (const char *const *joint = guard_joints; *joint; joint++) {
            size_t k = joint_length(*joint, letters + n, length - n);
            if (k && (n + k == length || guard_is_open(letters + n + k, length - n - k)))
                return true;
        }
    }
    return false;
}

/* A root, the letters of number words only, starts here. */
static bool root_at(const uint8_t *letters, size_t length)
{
    uint16_t at = 0;
    for (size_t i = 0; i < length; i++) {
        at = guard_step(&guard_inner_words, at, letters[i]);
        if (!at)
            return false;
        if (guard_inner_words.value[at] & GUARD_INNER_ROOT)
            return true;
    }
    return false;
}

bool guard_hides_number(const uint8_t *word, size_t length)
{
    enum { SHORTEST = 5 };
    uint8_t letters[LONGEST];
    if (length < SHORTEST)
        return false;
    size_t n = without_doubles(letters, word, length);
    for (size_t i = 0; i + 4 <= n; i++)
        if (root_at(letters + i, n - i))
            return true;
    uint16_t at = 0;
    for (size_t glue = 1; glue < n; glue++) {
        at = guard_step(&guard_inner_words, at, letters[glue - 1]);
        if (!at)
            return false;
        uint16_t value = guard_inner_words.value[at];
        bool english = value & GUARD_INNER_ENGLISH_GLUE;
        if (value & (GUARD_INNER_GLUE | GUARD_INNER_ENGLISH_GLUE) &&
            (is_whole_number(letters + glue, n - glue, english) ||
             is_whole_number(letters + glue - 1, n - glue + 1,
                             english))) /* "ihaveeight": a letter went as double */
            return true;
    }
    return false;
}

/* The rest of the letters, without a slip, up to the end of a number word that is known with one.
 */
static bool ends_near(uint16_t at, const uint8_t *letters, size_t length)
{
    for (size_t i = 0; i < length && at; i++)
        at = guard_step(&guard_long_words, at, letters[i]);
    return at && guard_long_words.value[at];
}

/* One letter wrong or missing here, or one too many, or two swapped? */
static bool slips_here(uint16_t at, const uint8_t *letters, size_t length)
{
    if (length && ends_near(at, letters + 1, length - 1))
        return true;
    if (length > 1) {
        uint16_t swapped = guard_step(&guard_long_words, at, letters[1]);
        swapped = swapped ? guard_step(&guard_long_words, swapped, letters[0]) : 0;
        if (swapped && ends_near(swapped, letters + 2, length - 2))
            return true;
    }
    for (uint16_t next = (uint16_t)(at - guard_long_words.child[at]); next != at; next++) {
        if (ends_near(next, letters, length) ||
            (length && ends_near(next, letters + 1, length - 1)))
            return true;
        if (guard_long_words.letter[next] & GUARD_LAST_EDGE)
            break;
    }
    return false;
}

bool guard_is_misspelt(const uint8_t *word, size_t length)
{
    enum { SHORTEST = 5, LONGEST_SLIP = 18 };
    uint8_t letters[LONGEST];
    if (length < SHORTEST)
        return false;
    size_t n = without_doubles(letters, word, length);
    if (n > LONGEST_SLIP)
        return false;
    uint16_t at = 0;
    for (size_t i = 0; i < n; i++) { /* the first letter is always right */
        at = guard_step(&guard_long_words, at, letters[i]);
        if (!at)
            return false;
        if (slips_here(at, letters + i + 1, n - i - 1))
            return true;
    }
    return false;
}
