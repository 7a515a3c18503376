/*
 * name.c - see name.h.
 */
#include "name.h"

#include <string.h>

enum {
    LATIN = 25,
    HAN = 17,
    HIRAGANA = 20,
    KATAKANA = 22,
    BOPOMOFO = 5,
    HANGUL = 18,
    KEY_ROOM = 320
};

/* The next character; 0 at the end, or for what is no UTF-8 (then `at` does not move). */
static uint32_t next_character(const char **at)
{
    const unsigned char *bytes = (const unsigned char *)*at;
    int more = bytes[0] < 0x80 ? 0
        : bytes[0] >= 0xf0     ? 3
        : bytes[0] >= 0xe0     ? 2
        : bytes[0] >= 0xc2     ? 1
                               : -1;
    if (more < 0 || bytes[0] > 0xf4)
        return 0;
    uint32_t character = more == 0 ? bytes[0] : bytes[0] & (0x3fu >> more);
    for (int i = 1; i <= more; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
        character = character << 6 | (bytes[i] & 0x3f);
    }
    *at += character ? more + 1 : 0;
    return character;
}

/* ---------------------------------------------------------------- scripts */

/* The script of a character that may be in a name; -1: it may not. */
static int script_of(uint32_t character)
{
    size_t low = 0, high = name_range_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (character > name_ranges[middle].last)
            low = middle + 1;
        else
            high = middle;
    }
    return low < name_range_count && character >= name_ranges[low].first ? name_ranges[low].script
                                                                         : -1;
}

/* Scripts that are written together: Latin with the three of Japanese, of Chinese, of Korean. */
static const struct mixture {
    uint8_t script[4];
} mixtures[] = {
    {{LATIN, HAN, HIRAGANA, KATAKANA}}, {{LATIN, HAN, BOPOMOFO, HAN}}, {{LATIN, HAN, HANGUL, HAN}}};

static bool is_in(const struct mixture *mixture, int script)
{
    for (size_t i = 0; i < sizeof mixture->script; i++)
        if (mixture->script[i] == script)
            return true;
    return false;
}

static bool go_together(int a, int b)
{
    for (size_t i = 0; i < sizeof mixtures / sizeof mixtures[0]; i++)
        if (is_in(&mixtures[i], a) && is_in(&mixtures[i], b))
            return true;
    return a == b;
}

bool name_is_clear(const char *name)
{
    int seen[4], count = 0;
    while (*name) {
        uint32_t character = next_character(&name);
        int script = character ? script_of(character) : -1;
        if (script < 0)
            return false;
        bool known = script == 0;
        for (int i = 0; i < count; i++) {
            known |= seen[i] == script;
            if (script != 0 && !go_together(seen[i], script))
                return false;
        }
        if (known)
            continue;
        if (count == 4)
            return false;
        seen[count++] = script;
    }
    return true;
}

/* ---------------------------------------------------------------- keys */

static const struct name_keys *keys_of(uint32_t character)
{
    size_t low = 0, high = name_key_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (name_keys[middle].character < character)
            low = middle + 1;
        else
            high = middle;
    }
    return low < name_key_count && name_keys[low].character == character ? &name_keys[low] : NULL;
}

bool name_key(const char *name, enum name_likeness likeness, char *out, size_t size)
{
    size_t length = 0;
    bool blank = true; /* one was written last, or nothing yet */
    while (*name) {
        const char *from = name;
        uint32_t character = next_character(&name);
        if (!character)
            return false;
        const struct name_keys *keys = keys_of(character);
        const char *key = !keys ? from : likeness == NAME_SAME ? keys->same : keys->alike;
        size_t key_length = keys ? strlen(key) : (size_t)(name - from);
        if (character == ' ' && blank)
            continue;
        blank = character == ' ';
        if (length + key_length >= size)
            return false;
        memcpy(out + length, key, key_length);
        length += key_length;
    }
    length -= length > 0 && out[length - 1] == ' ';
    out[length] = '\0';
    return true;
}

static bool keys_are_equal(const char *a, const char *b, enum name_likeness likeness)
{
    char left[KEY_ROOM], right[KEY_ROOM];
    return name_key(a, likeness, left, sizeof left) && name_key(b, likeness, right, sizeof right) &&
        strcmp(left, right) == 0;
}

/* Case is folded last in the second key, and some capitals have another skeleton than their small
 * letter. */
bool name_looks_like(const char *a, const char *b)
{
    return keys_are_equal(a, b, NAME_SAME) || keys_are_equal(a, b, NAME_ALIKE);
}
