/* piles.c - the tables of piles.h, computed by the compiler. */
#include "piles.h"

#define ONES (~UINT64_C(0))
#define BIT(c, word) ((c) >= 64 * (word) && (c) < 64 * ((word) + 1) ? UINT64_C(1) << ((c)&63) : 0)
#define ABOVE_LOW(t) ((t) < 64 ? ONES << ((t)&63) << 1 : 0)
#define ABOVE_HIGH(t) ((t) < 64 ? ONES : ONES << ((t)&63) << 1)

#define RISING(t) \
    { \
        { \
            ABOVE_LOW(t) | BIT((t)-10, 0), ABOVE_HIGH(t) | BIT((t)-10, 1) \
        } \
    }
#define FALLING(t) \
    { \
        { \
            ~(ABOVE_LOW(t) | BIT(t, 0)) | BIT((t) + 10, 0), \
                ~(ABOVE_HIGH(t) | BIT(t, 1)) | BIT((t) + 10, 1) \
        } \
    }

#define TEN(row, t) \
    row(t), row((t) + 1), row((t) + 2), row((t) + 3), row((t) + 4), row((t) + 5), row((t) + 6), \
        row((t) + 7), row((t) + 8), row((t) + 9)
#define ALL(row) \
    TEN(row, 0), TEN(row, 10), TEN(row, 20), TEN(row, 30), TEN(row, 40), TEN(row, 50), \
        TEN(row, 60), TEN(row, 70), TEN(row, 80), TEN(row, 90), TEN(row, 100)

const stos_cards piles_rising_takes[PILES_TOPS] = {ALL(RISING)};
const stos_cards piles_falling_takes[PILES_TOPS] = {ALL(FALLING)};
