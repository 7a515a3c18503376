/*
 * name_tables.c - writes src/base/name_tables.c, what the server knows of Unicode about names,
 * through ICU.
 *
 *   cc -O1 tools/name_tables.c $(pkg-config --cflags --libs icu-uc icu-i18n) -o /tmp/name_tables &&
 * /tmp/name_tables > src/base/name_tables.c
 *
 * Run by hand when a new Unicode is wanted; the result is committed, so that every build says the
 * same about a name, whatever ICU or browser it meets. Two tables: ranges of characters that a name
 * may have, with their script; and two keys: `same` (NFKC_Casefold, of Latin, Cyrillic, Greek and
 * what is common to all) and `alike` (UTS 39 skeleton and case folding in turn, until nothing
 * changes; of these, of Armenian, and of what looks like one of these).
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>
#include <unicode/uset.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>
#include <unicode/uversion.h>

enum { ROOM = 64, ROUNDS = 3 };

/* What names have besides the recommended characters of identifiers. */
static const char extra[] = " '-._";
static const UChar32 extra_wide[] = {0x2019}; /* the apostrophe that keyboards make */

static const UNormalizer2 *nfkc, *fold;
static USpoofChecker *spoof;

static void check(UErrorCode status)
{
    if (U_FAILURE(status)) {
        fprintf(stderr, "name_tables: %s\n", u_errorName(status));
        exit(1);
    }
}

static int32_t normalize(const UNormalizer2 *by, const UChar *text, int32_t length, UChar *out)
{
    UErrorCode status = U_ZERO_ERROR;
    int32_t written = unorm2_normalize(by, text, length, out, ROOM, &status);
    check(status);
    return written;
}

static int32_t same_key(UChar32 c, UChar *out)
{
    UChar text[2];
    int32_t length = 0;
    U16_APPEND_UNSAFE(text, length, c);
    return normalize(fold, text, length, out);
}

static int32_t alike_key(UChar32 c, UChar *out)
{
    UChar text[2], from[ROOM];
    int32_t length = 0;
    U16_APPEND_UNSAFE(text, length, c);
    length = normalize(nfkc, text, length, out);
    for (int i = 0; i < ROUNDS; i++) {
        UErrorCode status = U_ZERO_ERROR;
        length = uspoof_getSkeleton(spoof, 0, out, length, from, ROOM, &status);
        check(status);
        length = normalize(fold, from, length, out);
    }
    return length;
}

static bool is_extra(UChar32 c)
{
    for (size_t i = 0; i < sizeof extra_wide / sizeof extra_wide[0]; i++)
        if (c == extra_wide[i])
            return true;
    return c > 0 && c < 0x80 && strchr(extra, (char)c);
}

static UScriptCode script_of(UChar32 c)
{
    UErrorCode status = U_ZERO_ERROR;
    UScriptCode script = uscript_getScript(c, &status);
    check(status);
    return script;
}

/* Loose marks and joiners (script Inherited) are not: a composed letter says the same and has one
 * key. */
static bool is_allowed(const USet *recommended, UChar32 c)
{
    return is_extra(c) || (uset_contains(recommended, c) && script_of(c) != USCRIPT_INHERITED);
}

/* Scripts whose letters are the same in capitals. Of all others the keys in stores are as typed. */
static bool has_folded_case(UChar32 c)
{
    UScriptCode script = script_of(c);
    return script == USCRIPT_LATIN || script == USCRIPT_CYRILLIC || script == USCRIPT_GREEK ||
        script == USCRIPT_COMMON;
}

/* Whether a letter of another script is mistaken for one of those: then it matters in names. */
static bool looks_foreign(const UChar *alike)
{
    UChar32 first;
    U16_GET_UNSAFE(alike, 0, first);
    return has_folded_case(first);
}

static void put_text(const UChar *text, int32_t length)
{
    char bytes[4 * ROOM];
    int32_t written;
    UErrorCode status = U_ZERO_ERROR;
    u_strToUTF8(bytes, sizeof bytes, &written, text, length, &status);
    check(status);
    putchar('"');
    for (int32_t i = 0; i < written; i++)
        if ((unsigned char)bytes[i] < 0x80 && bytes[i] != '"' && bytes[i] != '\\')
            putchar(bytes[i]);
        else
            printf("\\%03o", (unsigned char)bytes[i]);
    putchar('"');
}

static int script_number(UScriptCode script) { return script == USCRIPT_COMMON ? 0 : (int)script; }

static void begin_entry(size_t count, size_t in_a_line)
{
    fputs(count % in_a_line == 0 ? "\n   " : "", stdout);
}

static void write_ranges(const USet *recommended)
{
    fputs("const struct name_range name_ranges[] = {", stdout);
    size_t count = 0;
    for (UChar32 c = 0x20; c <= 0x10ffff; c++) {
        if (!is_allowed(recommended, c))
            continue;
        UChar32 last = c;
        int script = script_number(script_of(c));
        while (last < 0x10ffff && is_allowed(recommended, last + 1) &&
               script_number(script_of(last + 1)) == script)
            last++;
        begin_entry(count++, 5);
        printf(" {0x%04x, 0x%04x, %d},", (unsigned)c, (unsigned)last, script);
        c = last;
    }
    printf("\n};\n\nconst size_t name_range_count = %zu;\n\n", count);
}

static void write_keys(const USet *recommended)
{
    UChar same[ROOM], alike[ROOM];
    size_t count = 0;
    fputs("const struct name_keys name_keys[] = {", stdout);
    for (UChar32 c = 0x20; c <= 0x10ffff; c++) {
        if (!is_allowed(recommended, c))
            continue;
        UChar self[2];
        int32_t self_length = 0, alike_length = alike_key(c, alike);
        U16_APPEND_UNSAFE(self, self_length, c);
        int32_t same_length = has_folded_case(c) ? same_key(c, same) : self_length;
        if (!has_folded_case(c))
            u_memcpy(same, self, self_length);
        if (!has_folded_case(c) && script_of(c) != USCRIPT_ARMENIAN && !looks_foreign(alike))
            continue;
        if (same_length == self_length && alike_length == self_length &&
            u_memcmp(same, self, self_length) == 0 && u_memcmp(alike, self, self_length) == 0)
            continue;
        begin_entry(count++, 2);
        printf(" {0x%04x, ", (unsigned)c);
        put_text(same, same_length);
        printf(", ");
        put_text(alike, alike_length);
        printf("},");
    }
    printf("\n};\n\nconst size_t name_key_count = %zu;\n", count);
}

int main(void)
{
    UErrorCode status = U_ZERO_ERROR;
    nfkc = unorm2_getNFKCInstance(&status);
    fold = unorm2_getNFKCCasefoldInstance(&status);
    spoof = uspoof_open(&status);
    check(status);
    const USet *recommended = uspoof_getRecommendedSet(&status);
    check(status);
    printf("/*\n * name_tables.c - made by tools/name_tables.c with ICU %s, Unicode %s; see "
           "name.h. Not to be changed by hand.\n */\n"
           "#include \"name.h\"\n\n/* clang-format off */\n",
           U_ICU_VERSION, U_UNICODE_VERSION);
    write_ranges(recommended);
    write_keys(recommended);
    return 0;
}
