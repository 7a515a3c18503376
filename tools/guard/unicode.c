/* Writes the table of characters that the talk guard folds with: src/table/guard/guard_unicode.c.
 *
 *     ninja -C build/release guard_unicode && build/release/guard_unicode >
 * src/table/guard/guard_unicode.c
 *
 * Every code point is asked of ICU (libicu-dev): what it is worth as a number, whether anybody sees
 * it, which letter is left without accents and fonts, and which letter it can be mistaken for
 * (Unicode's confusables, through uspoof). The result is committed, because nothing that ./run
 * installs has confusables, and server and browser must agree. Run it again when ICU is new. */
#include "table/guard/guard_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>
#include <unicode/uversion.h>

enum { LAST = 0x2FFFF, BLOCK = 64, BLOCKS = (LAST + 1) / BLOCK, LONGEST = 64 };

static USpoofChecker *spoof;
static const UNormalizer2 *compatible; /* NFKD */

/* Cyrillic by sound: the letters of Ukrainian and Russian, each with the capital that the guard's
 * alphabet has for it. The soft and the hard sign are not heard. No number word has щ. */
static const struct {
    UChar32 letter;
    char sound;
} sounds[] = {
    {0x430, 'A'},        {0x431, 'B'},        {0x432, 'V'},           {0x433, 'G'}, {0x491, 'G'},
    {0x434, 'D'},        {0x435, 'E'},        {0x454, 'E'},           {0x451, 'E'}, {0x44D, 'E'},
    {0x436, 'J'},        {0x437, 'Z'},        {0x438, 'I'},           {0x456, 'I'}, {0x457, 'I'},
    {0x439, 'I'},        {0x44B, 'I'},        {0x43A, 'K'},           {0x43B, 'L'}, {0x43C, 'M'},
    {0x43D, 'N'},        {0x43E, 'O'},        {0x43F, 'P'},           {0x440, 'R'}, {0x441, 'S'},
    {0x442, 'T'},        {0x443, 'U'},        {0x444, 'F'},           {0x445, 'H'}, {0x446, 'C'},
    {0x447, 'Q'},        {0x448, 'W'},        {0x449, GUARD_FOREIGN}, {0x44E, 'X'}, {0x44F, 'Y'},
    {0x44C, GUARD_SKIP}, {0x44A, GUARD_SKIP},
};

/* What Unicode has no opinion on: signs that people write for a letter, apostrophes, and the ASCII
 * signs that may stand for one. */
static const struct {
    UChar32 code;
    char glyph;
} signs[] = {
    {'@', '@'},
    {'$', '$'},
    {'!', '!'},
    {'|', '|'},
    {'+', '+'},
    {0xA2, 'c'},
    {0xA3, 'l'},
    {0xA5, 'y'},
    {0xA7, 's'},
    {0x20AC, 'e'},
    {0x2229, 'n'},
    {0x2020, 't'},
    {'\'', GUARD_SKIP},
    {'`', GUARD_SKIP},
    {0xB4, GUARD_SKIP},
    {0x2B9, GUARD_SKIP},
    {0x2BB, GUARD_SKIP},
    {0x2BC, GUARD_SKIP},
    {0x2C8, GUARD_SKIP},
    {0x2018, GUARD_SKIP},
    {0x2019, GUARD_SKIP},
    {0x201B, GUARD_SKIP},
    {0x2032, GUARD_SKIP},
    {0xFF07, GUARD_SKIP},
    {0xFF01, '!'},
    {0xFF04, '$'},
    {0xFF0B, '+'},
    {0xFF20, '@'},
    {0xFF5C, '|'},
    {0x2502, '|'},
    {0x1C0, '|'},
    {0x202D, GUARD_NUMBER},
    {0x202E, GUARD_NUMBER}, /* direction overrides show text backwards */
    {0x3C0, 'n'},
    {0x3A0, 'n'},
    {0x3C9, 'w'},
    {0x3A9, 'w'},
    {0x3C2, 's'},
    {0x3B4, 'd'},
    {0x394, 'd'},
    {0x3A3, 'e'},
    {0x3BE, 'e'},
    {0x39E, 'e'},
    {0x3BB, 'l'},
    {0x39B, 'l'},
    {0x3C6, 'o'},
    {0x3A6, 'o'},
    {0x3BC, 'u'},
    {0xB5, 'u'}, /* Greek in jest */
};

/* Pictures of numbers, by their names. */
static const char *const pictures[] = {
    "DIE FACE-",      "PLAYING CARD ",
    "DOMINO TILE ",   "MAHJONG TILE ",
    "CLOCK FACE ",    "BRAILLE PATTERN",
    "HUNDRED POINTS", "BILLIARDS",
    "KEYCAP TEN",     "INPUT SYMBOL FOR NUMBERS",
    "COUNTING ROD",   "TALLY MARK",
};

/* Mirrored and half-alike letters of the other script, which are not in the confusables. */
static const char latin_extra[] = "BbPnYrZe", cyrillic_extra[] = "nPuI";

static void check(UErrorCode error)
{
    if (U_SUCCESS(error))
        return;
    fprintf(stderr, "guard_unicode: %s\n", u_errorName(error));
    exit(1);
}

static int sound_of(UChar32 code)
{
    for (size_t i = 0; i < sizeof sounds / sizeof sounds[0]; i++)
        if (sounds[i].letter == u_tolower(code))
            return sounds[i].sound;
    return -1;
}

static int32_t to_text(UChar *text, UChar32 code)
{
    int32_t length = 0;
    U16_APPEND_UNSAFE(text, length, code);
    return length;
}

static bool has_category(UChar32 code, uint32_t mask) { return (U_GET_GC_MASK(code) & mask) != 0; }

/* The letters that are left of a text without font, accent and case; returns how many. Only a-z and
 * Cyrillic count. */
static size_t strip(char *letters, size_t most, const UChar *text, int32_t length)
{
    UErrorCode error = U_ZERO_ERROR;
    UChar plain[LONGEST];
    int32_t count = unorm2_normalize(compatible, text, length, plain, LONGEST, &error);
    size_t n = 0;
    check(error);
    for (int32_t at = 0; at < count && n < most; at++) {
        UChar32 code = plain[at]; /* a letter of ours is never a pair */
        UChar32 small = u_tolower(code);
        if (has_category(code, U_GC_M_MASK | U_GC_CF_MASK | U_GC_ZS_MASK))
            continue;
        int sound = sound_of(small);
        if (small >= 'a' && small <= 'z')
            letters[n++] = (char)small;
        else if (sound > 0)
            letters[n++] = (char)sound;
        else
            return 0;
    }
    return n;
}

static size_t decompose(char *letters, size_t most, UChar32 code)
{
    UChar text[2];
    return strip(letters, most, text, to_text(text, code));
}

static int32_t skeleton_of(UChar *skeleton, UChar32 code)
{
    UErrorCode error = U_ZERO_ERROR;
    UChar text[2];
    int32_t length =
        uspoof_getSkeleton(spoof, 0, text, to_text(text, code), skeleton, LONGEST, &error);
    check(error);
    return length;
}

/* The Latin letter with the same skeleton, so that one can be mistaken for the other. 0: none. */
static char confused_with(UChar32 code)
{
    UChar skeleton[LONGEST], other[LONGEST];
    int32_t length = skeleton_of(skeleton, code);
    for (UChar32 ascii = 'a'; ascii <= 'z'; ascii++)
        for (int upper = 0; upper < 2; upper++) {
            int32_t count = skeleton_of(other, upper ? u_toupper(ascii) : ascii);
            if (count == length && !u_memcmp(skeleton, other, length) &&
                !(ascii == 'i' && upper && !u_isupper(code)))
                return (char)ascii; /* capital I looks like l: a capital that does is an i */
        }
    return 0;
}

/* Likewise when the skeleton is a letter with accents or strokes. */
static char nearly_confused_with(UChar32 code)
{
    UChar skeleton[LONGEST];
    char letters[2], same = confused_with(code);
    int32_t length = skeleton_of(skeleton, code);
    if (same || !strip(letters, 2, skeleton, length))
        return same;
    return letters[0] == 'l' && u_isupper(code) ? 'i' : letters[0];
}

/* "CYRILLIC SMALL LETTER EN WITH DESCENDER" sounds as "CYRILLIC SMALL LETTER EN". */
static char named_sound(const char *name)
{
    const char *with = strstr(name, " WITH ");
    char base[LONGEST * 2];
    UErrorCode error = U_ZERO_ERROR;
    if (strncmp(name, "CYRILLIC ", 9) != 0 || !with)
        return 0;
    snprintf(base, sizeof base, "%.*s", (int)(with - name), name);
    UChar32 code = u_charFromName(U_UNICODE_CHAR_NAME, base, &error);
    return (char)(U_SUCCESS(error) && sound_of(code) > 0 ? sound_of(code) : 0);
}

/* "LATIN LETTER SMALL CAPITAL A", "NEGATIVE SQUARED LATIN CAPITAL LETTER B": the first word of one
 * letter, or a letter's own name. */
static char named_letter(const char *name)
{
    static const struct {
        const char *name;
        char letter;
    } own[] = {{" SCHWA", 'e'}, {" ESH", 's'}, {" EZH", 'z'}, {" ENG", 'n'},
               {" THORN", 'p'}, {" AE", 'a'},  {" OE", 'o'},  {" ALPHA", 'a'}};
    if (!strstr(name, "LATIN") && !strstr(name, "REGIONAL INDICATOR") &&
        !strstr(name, "MODIFIER LETTER"))
        return 0;
    for (const char *word = strstr(name, "LETTER"); word; word = strchr(word, ' ')) {
        word += *word == ' ';
        if (word[0] >= 'A' && word[0] <= 'Z' && (word[1] == ' ' || !word[1]))
            return (char)(word[0] - 'A' + 'a');
    }
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        if (strstr(name, own[i].name))
            return own[i].letter;
    return 0;
}

static char letter_of(UChar32 code, const char *name)
{
    char letter, cyrillic = (char)(sound_of(code) > 0 ? sound_of(code) : 0);
    if (cyrillic)
        return cyrillic;
    if (decompose(&letter, 1, code))
        return letter;
    letter = named_sound(name);
    if (!letter)
        letter = named_letter(name);
    if (!letter && !u_hasBinaryProperty(code, UCHAR_IDEOGRAPHIC))
        letter = nearly_confused_with(code);
    if (!letter && u_isalpha(code))
        letter = nearly_confused_with(u_toupper(code));
    if (!letter && u_isalpha(code))
        letter = nearly_confused_with(u_tolower(code));
    return letter;
}

/* Worth a number by itself, or with a number in it: "1月". */
static bool is_number(UChar32 code)
{
    UErrorCode error = U_ZERO_ERROR;
    UChar text[2], plain[LONGEST];
    int32_t length =
        unorm2_normalize(compatible, text, to_text(text, code), plain, LONGEST, &error);
    check(error);
    for (int32_t i = 0; i < length; i++)
        if (u_isdigit(plain[i]))
            return true;
    return u_getIntPropertyValue(code, UCHAR_NUMERIC_TYPE) != U_NT_NONE;
}

static bool is_picture(const char *name)
{
    for (size_t i = 0; i < sizeof pictures / sizeof pictures[0]; i++)
        if (strstr(name, pictures[i]) && !strstr(name, "JOKER") && !strstr(name, "CARD BACK"))
            return true;
    return false;
}

static bool is_ligature(UChar32 code)
{
    char letters[2];
    return has_category(code, U_GC_LL_MASK | U_GC_LU_MASK | U_GC_LT_MASK) &&
        decompose(letters, 2, code) == 2;
}

/* Nobody sees it, or it only decorates the letter before it. Marks of other scripts are letters to
 * us. */
static bool is_invisible(UChar32 code)
{
    UErrorCode error = U_ZERO_ERROR;
    UScriptCode script = uscript_getScript(code, &error);
    return u_hasBinaryProperty(code, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) ||
        u_hasBinaryProperty(code, UCHAR_EMOJI_MODIFIER) || has_category(code, U_GC_CF_MASK) ||
        sound_of(code) == GUARD_SKIP ||
        (has_category(code, U_GC_MN_MASK | U_GC_ME_MASK) &&
         (script == USCRIPT_INHERITED || script == USCRIPT_CYRILLIC));
}

/* Everything of other scripts is a letter, so that blocks are alike; what is unassigned will be
 * one, or an emoji. */
static bool is_foreign(UChar32 code)
{
    UErrorCode error = U_ZERO_ERROR;
    UScriptCode script = uscript_getScript(code, &error);
    bool signs_block = (code >= 0x2000 && code < 0x2C00) || (code >= 0x1F000 && code < 0x1FC00);
    return u_isalpha(code) ||
        (code > 0x530 && script != USCRIPT_COMMON && script != USCRIPT_INHERITED && !signs_block);
}

static char fold(UChar32 code)
{
    char name[128] = "";
    UErrorCode error = U_ZERO_ERROR;
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
        if (signs[i].code == code)
            return signs[i].glyph;
    u_charName(code, U_UNICODE_CHAR_NAME, name, sizeof name, &error);
    if (is_number(code) || is_picture(name))
        return GUARD_NUMBER;
    if (u_isUWhiteSpace(code))
        return GUARD_SPACE;
    if (is_invisible(code))
        return GUARD_SKIP;
    if (is_ligature(code))
        return GUARD_LIGATURE;
    char letter = code < 0x80 && !u_isalpha(code) ? 0 : letter_of(code, name);
    if (letter == 'l' && !u_isalpha(code) && !strstr(name, "LETTER"))
        return '|';
    return letter ? letter : is_foreign(code) ? GUARD_FOREIGN : GUARD_BREAK;
}

/* As a character of a C string; a bare question mark might make a trigraph. */
static void print_glyph(char glyph)
{
    if (glyph == GUARD_SKIP)
        fputs("\\0", stdout);
    else if (glyph == GUARD_FOREIGN)
        fputs("\\?", stdout);
    else
        putchar(glyph);
}

/* The table in blocks; the same blocks are written once. */
static void write_blocks(void)
{
    static char blocks[BLOCKS][BLOCK];
    static unsigned short index[BLOCKS];
    unsigned used = 0;
    for (UChar32 code = 0; code <= LAST; code += BLOCK) {
        unsigned same = 0;
        for (int i = 0; i < BLOCK; i++)
            blocks[used][i] = fold(code + i);
        while (memcmp(blocks[same], blocks[used], BLOCK) != 0)
            same++;
        index[code / BLOCK] = (unsigned short)same;
        used += same == used;
    }
    printf("const uint8_t guard_blocks[][GUARD_BLOCK] = {\n");
    for (unsigned b = 0; b < used; b++) {
        printf("    \"");
        for (int i = 0; i < BLOCK; i++)
            print_glyph(blocks[b][i]);
        printf("\",\n");
    }
    printf("};\n\nconst uint16_t guard_block_of[GUARD_FOLDED / GUARD_BLOCK] = {");
    for (unsigned i = 0; i < BLOCKS; i++)
        printf("%s%u,", i % 24 ? "" : "\n    ", index[i]);
    printf("\n};\n\n");
}

static void write_ligatures(void)
{
    char letters[2];
    printf("const struct guard_ligature guard_ligatures[] = {\n");
    for (UChar32 code = 0; code <= LAST; code++)
        if (fold(code) == GUARD_LIGATURE && decompose(letters, 2, code) == 2)
            printf("    {0x%X, {'%c', '%c'}},\n", (unsigned)code, letters[0], letters[1]);
    printf("    {0},\n};\n\n");
}

/* Which Latin letter a Cyrillic sound looks like, small letters first, and the other way round. */
static void write_shapes(void)
{
    char latin[27] = "??????????????????????????", cyrillic[27] = "??????????????????????????";
    for (int upper = 0; upper < 2; upper++)
        for (size_t i = 0; i < sizeof sounds / sizeof sounds[0]; i++) {
            char sound = sounds[i].sound;
            char look = confused_with(upper ? u_toupper(sounds[i].letter) : sounds[i].letter);
            if (sound < 'A' || sound > 'Z' || look < 'a' || look > 'z')
                continue;
            if (latin[sound - 'A'] == '?')
                latin[sound - 'A'] = look;
            if (cyrillic[look - 'a'] == '?')
                cyrillic[look - 'a'] = sound;
        }
    for (size_t i = 0; latin_extra[i]; i += 2)
        latin[latin_extra[i] - 'A'] = latin_extra[i + 1];
    for (size_t i = 0; cyrillic_extra[i]; i += 2)
        cyrillic[cyrillic_extra[i] - 'a'] = cyrillic_extra[i + 1];
    printf("const char guard_latin_looks[27] = \"%s\", guard_cyrillic_looks[27] = \"%s\";\n", latin,
           cyrillic);
}

int main(void)
{
    UErrorCode error = U_ZERO_ERROR;
    spoof = uspoof_open(&error);
    compatible = unorm2_getNFKDInstance(&error);
    check(error);
    printf("/* Characters for the talk guard, folded one by one. Written by tools/guard/unicode.c "
           "from ICU %s (Unicode %s); do not edit. */\n"
           "#include \"guard_internal.h\"\n\n/* clang-format off */\n",
           U_ICU_VERSION, U_UNICODE_VERSION);
    write_blocks();
    write_ligatures();
    write_shapes();
    printf("/* clang-format on */\n");
    uspoof_close(spoof);
    return 0;
}
