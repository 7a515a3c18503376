/*
 * cards.h - sets of cards as two machine words, and bit operations on a word.
 *
 * Everything here is branch-light arithmetic on values; nothing checks its arguments, callers keep
 * cards in 0..127.
 */
#ifndef STOS_BASE_CARDS_H
#define STOS_BASE_CARDS_H

#include "stos.h"

#include <string.h>

static inline stos_cards cards_none(void) { return (stos_cards){{0, 0}}; }

static inline stos_cards cards_one(int card)
{
    uint64_t bit = UINT64_C(1) << (card & 63), high = -(uint64_t)(card >> 6);
    return (stos_cards){{bit & ~high, bit & high}};
}

/* All cards from low to high, both included. */
static inline stos_cards cards_range(int low, int high)
{
    stos_cards set = {{0, 0}};
    for (int card = low; card <= high; card++)
        set.word[card >> 6] |= UINT64_C(1) << (card & 63);
    return set;
}

static inline stos_cards cards_and(stos_cards a, stos_cards b)
{
    return (stos_cards){{a.word[0] & b.word[0], a.word[1] & b.word[1]}};
}

static inline stos_cards cards_or(stos_cards a, stos_cards b)
{
    return (stos_cards){{a.word[0] | b.word[0], a.word[1] | b.word[1]}};
}

static inline stos_cards cards_minus(stos_cards a, stos_cards b)
{
    return (stos_cards){{a.word[0] & ~b.word[0], a.word[1] & ~b.word[1]}};
}

static inline bool cards_has(stos_cards set, int card)
{
    return (card < 64 ? set.word[0] : set.word[1]) >> (card & 63) & 1;
}

static inline bool cards_empty(stos_cards set) { return (set.word[0] | set.word[1]) == 0; }

static inline bool cards_equal(stos_cards a, stos_cards b)
{
    return a.word[0] == b.word[0] && a.word[1] == b.word[1];
}

static inline void cards_add(stos_cards *set, int card)
{
    set->word[card >> 6] |= UINT64_C(1) << (card & 63);
}

static inline void cards_drop(stos_cards *set, int card)
{
    set->word[card >> 6] &= ~(UINT64_C(1) << (card & 63));
}

/* All cards lower than one, and all higher. */
static inline stos_cards cards_below(int card)
{
    uint64_t low = (UINT64_C(1) << (card & 63)) - 1, high = -(uint64_t)(card >> 6);
    return (stos_cards){{low | high, low & high}};
}

static inline stos_cards cards_above(int card)
{
    uint64_t high = ~UINT64_C(1) << (card & 63), low = -(uint64_t)(card < 64);
    return (stos_cards){{high & low, high | low}};
}

/* Every card so much higher or lower, 1 to 63. */
static inline stos_cards cards_up(stos_cards set, int by)
{
    return (stos_cards){{set.word[0] << by, set.word[1] << by | set.word[0] >> (64 - by)}};
}

static inline stos_cards cards_down(stos_cards set, int by)
{
    return (stos_cards){{set.word[0] >> by | set.word[1] << (64 - by), set.word[1] >> by}};
}

static inline int word_count(uint64_t word) { return __builtin_popcountll(word); }

static inline int cards_count(stos_cards set)
{
    return word_count(set.word[0]) + word_count(set.word[1]);
}

/* Removes the lowest bit of a word that is not 0 and returns its index. */
static inline int word_take(uint64_t *word)
{
    int bit = __builtin_ctzll(*word);
    *word &= *word - 1;
    return bit;
}

/*
 * The index-th lowest bit of a word that has more than `index` bits, and the bits of a word where a
 * mask has ones, side by side. Both are one instruction where the processor has BMI2; test_cards.c
 * compares it with the plain versions.
 */
static inline int word_select_plain(uint64_t word, int index)
{
    while (index-- > 0)
        word &= word - 1;
    return __builtin_ctzll(word);
}

static inline uint64_t word_extract_plain(uint64_t word, uint64_t mask)
{
    uint64_t out = 0;
    for (int i = 0; mask; mask &= mask - 1, i++)
        out |= (word >> __builtin_ctzll(mask) & 1) << i;
    return out;
}

#ifdef __BMI2__
static inline int word_select(uint64_t word, int index)
{
    return __builtin_ctzll(__builtin_ia32_pdep_di(UINT64_C(1) << index, word));
}

static inline uint64_t word_extract(uint64_t word, uint64_t mask)
{
    return __builtin_ia32_pext_di(word, mask);
}
#else
#define word_select word_select_plain
#define word_extract word_extract_plain
#endif

/* Bit i becomes bit 63 - i. */
static inline uint64_t word_reverse(uint64_t word)
{
    word = (word >> 1 & UINT64_C(0x5555555555555555)) | (word & UINT64_C(0x5555555555555555)) << 1;
    word = (word >> 2 & UINT64_C(0x3333333333333333)) | (word & UINT64_C(0x3333333333333333)) << 2;
    word = (word >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (word & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4;
    return __builtin_bswap64(word);
}

/*
 * Two to eight bytes as a word, the first one lowest. With a constant count this is two overlapping
 * loads: a word assembled in memory would stall until its parts are stored.
 */
static inline uint64_t word_load(const void *bytes, int count)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    const uint8_t *first = bytes;
    uint32_t low, high;
    uint16_t two[2];
    if (count < 4) {
        memcpy(&two[0], first, 2);
        memcpy(&two[1], first + count - 2, 2);
        return two[0] | (uint64_t)two[1] << 8 * (count - 2);
    }
    memcpy(&low, first, 4);
    memcpy(&high, first + count - 4, 4);
    return low | (uint64_t)high << 8 * (count - 4);
#else
    uint64_t word = 0;
    for (int i = 0; i < count; i++)
        word |= (uint64_t)((const uint8_t *)bytes)[i] << 8 * i;
    return word;
#endif
}

/* Removes the lowest card of a set that is not empty and returns it: for (…; !cards_empty(s);) card
 * = cards_take(&s). */
static inline int cards_take(stos_cards *set)
{
    return set->word[0] ? word_take(&set->word[0]) : 64 + word_take(&set->word[1]);
}

/* The lowest and the highest card of a set that is not empty. */
static inline int cards_lowest(stos_cards set)
{
    return set.word[0] ? __builtin_ctzll(set.word[0]) : 64 + __builtin_ctzll(set.word[1]);
}

static inline int cards_highest(stos_cards set)
{
    return set.word[1] ? 127 - __builtin_clzll(set.word[1]) : 63 - __builtin_clzll(set.word[0]);
}

/* The index-th lowest card of a set that has more than `index` cards. Branch-free, since which word
 * it is in cannot be predicted. */
static inline int cards_select(stos_cards set, int index)
{
    int low = word_count(set.word[0]), high = index >= low;
    uint64_t word = set.word[0] ^ ((set.word[0] ^ set.word[1]) & -(uint64_t)high);
    return 64 * high + word_select(word, index - (low & -high));
}

#endif
