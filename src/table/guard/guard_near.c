/* Misspelt number words for the talk guard: long ones with one letter wrong, missing, too many, or two swapped. TT2.
 *
 * Only words so long, and so unlike any other word, that one slip leaves them readable and nothing else. Each was tried against
 * full word lists of its language; ordinary words that come near are listed too. Folded as in guard_numbers.c. */
#include "guard_internal.h"

static const char *const longs[128] = {
    ['c'] = "czternascie czterdziesci czternastka czterdziestka ctrnact ctyricet ctyricitka ctrnactka",
    ['d'] = "dziewiec dziesiec dwanascie dziewietnascie dwadziescia dziewiecdziesiat dziewiatka dziesiatka dwunastka dwudziestka "
            "dvanact devatenact dvacet devadesat dvacitka dvanactka dvadcyat dvadtsyat dvadtsiat devyatka",
    ['e'] = "eleven eighten eighty",
    ['f'] = "fourten fiften",
    ['j'] = "jedenascie jedenastka jedenact jedenactka",
    ['n'] = "nineten ninety",
    ['o'] = "osiemnascie osiemdziesiat osiemnastka osmnact osmdesat",
    ['p'] = "pietnascie piecdziesiat pietnastka patnact padesat padesatka patnactka",
    ['s'] =
        "seventen seventy sixten szesnascie siedemnascie szescdziesiat siedemdziesiat siodemka szesnastka siedemnastka sestnact sedmnact "
        "sedesat sedmdesat sedmicka sedesatka",
    ['t'] = "twelve thirten twenty thirty trzynascie trzydziesci trzynastka trzydziestka trinact tricet tricitka trinactka",
    ['D'] = "DEVYTNADCYT DVANADCYT DVADCYT DEVYNOSTO DEVYTKA DESYTKA",
    ['O'] = "ODINADCYT",
    ['P'] = "PYTNADCYT PYTDESYT PYTIRKA",
    ['Q'] = "QOTIRNADCYT QETVIRKA",
    ['S'] = "SIMNADCYT SIMDESYT",
    ['T'] = "TRINADCYT TRIDCYT TRIDCYTKA",
    ['V'] = "VISIMNADCYT VISIMDESYT",
    ['W'] = "WISTNADCYT WISTDESYT",
};

static const char *const others[128] = {
    ['d'] = "dziewic dziewice dziewie dzieciatka dziewiarka dziegiec",
    ['e'] = "elven elevon",
    ['n'] = "nicety nonety",
    ['p'] = "padelat",
    ['s'] = "siodelka sednicka semicka selmicka",
    ['t'] = "twety trenty trendy tenty thirsty trcet trivet tricot trice trices",
    ['D'] = "DESYCKA DEVOTKA DEVYNTKA",
};

/* Alike but for one letter more, less or other, or for two that changed places? */
static bool is_one_slip(const char *word, size_t length, const uint8_t *letters, size_t count)
{
    size_t shorter = length < count ? length : count, start = 0, end = 0;
    while (start < shorter && (uint8_t)word[start] == letters[start])
        start++;
    while (end < shorter - start && (uint8_t)word[length - 1 - end] == letters[count - 1 - end])
        end++;
    size_t a = length - start - end, b = count - start - end;
    if (a == 2 && b == 2)
        return (uint8_t)word[start] == letters[start + 1] && (uint8_t)word[start + 1] == letters[start];
    return a <= 1 && b <= 1;
}

static bool list_comes_near(const char *list, const uint8_t *letters, size_t count)
{
    while (list && *list) {
        size_t length = 0;
        while (list[length] && list[length] != ' ')
            length++;
        if (length <= count + 1 && count <= length + 1 && is_one_slip(list, length, letters, count))
            return true;
        list += length + (list[length] == ' ');
    }
    return false;
}

bool guard_is_misspelt(const uint8_t *word, size_t length)
{
    enum { SHORTEST = 5, LONGEST = 18 };
    uint8_t letters[LONGEST];
    size_t n = 0;
    if (length < SHORTEST || !longs[word[0] & 127])
        return false;
    for (size_t i = 0; i < length; i++) {
        if (n && letters[n - 1] == word[i])
            continue;
        if (n == LONGEST)
            return false;
        letters[n++] = word[i];
    }
    return list_comes_near(longs[word[0] & 127], letters, n) && !guard_list_has(others[word[0] & 127], letters, n);
}
