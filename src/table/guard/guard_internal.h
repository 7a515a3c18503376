/* What the files of the talk guard share: the folded alphabet, the number lexicon and the lists of ordinary words.
 * Only guard*.c and their test include it; everybody else includes guard.h.
 *
 * Folded alphabet: 'a'-'z' is the Latin script without case and accents, 'A'-'Z' is Cyrillic, one capital per sound
 * (guard_fold.c has the table), so that one lexicon holds both scripts and a word never matches across them by chance. */
#ifndef STOS_TABLE_GUARD_GUARD_INTERNAL_H
#define STOS_TABLE_GUARD_GUARD_INTERNAL_H

#include "guard.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    GUARD_GLYPHS = GUARD_TEXT_MAX + 8, /* a byte folds to one glyph at most, but for a few ligatures (three bytes, two glyphs) */
};

/* What a code point can fold to besides a letter. The signs @ $ ! | + stay themselves: they can stand for a letter. */
enum {
    GUARD_SKIP = 0, /* invisible: zero width, accents, soft sign, apostrophe */
    GUARD_SPACE = ' ',
    GUARD_BREAK = '.',   /* any other sign */
    GUARD_NUMBER = '#',  /* tells a number by itself */
    GUARD_FOREIGN = '?', /* a letter of another script */
};

/* A letter that was not plain ASCII, and whose accent it has. */
enum guard_mark { GUARD_UNMARKED, GUARD_MARKED, GUARD_POLISH_MARK, GUARD_CZECH_MARK };

/* A message after folding: glyph i came from bytes at[i] .. end[i] - 1. */
struct guard_text {
    size_t count;
    size_t number_start; /* the first glyph that is a number by itself; number_length 0: there is none */
    size_t number_length;
    bool latin, cyrillic, sign; /* which kinds of glyph occur */
    unsigned polish_marks, czech_marks;
    uint8_t letter[GUARD_GLYPHS];
    uint8_t mark[GUARD_GLYPHS]; /* enum guard_mark */
    uint16_t at[GUARD_GLYPHS];
    uint16_t end[GUARD_GLYPHS];
};

void guard_fold(struct guard_text *folded, const char *text, size_t length);
uint32_t guard_decode(const char *text, size_t length, size_t *used); /* one code point; UINT32_MAX: broken byte */
bool guard_is_letter(uint8_t glyph);
uint8_t guard_latin_shape(uint8_t glyph);    /* the Latin letter that a glyph looks like, or GUARD_FOREIGN */
uint8_t guard_cyrillic_shape(uint8_t glyph); /* likewise Cyrillic */
/* Latin letters to Cyrillic sounds, the ways Ukrainians write on a Latin keyboard: 1-4 letters become one. */
uint8_t guard_sound(const uint8_t *letters, size_t length, size_t *used);

/* How a number word is judged. */
enum guard_kind {
    GUARD_HARD,         /* stops, wherever it stands */
    GUARD_SMALL,        /* two to five: harmless when it counts piles, cards, players, turns */
    GUARD_ONE,          /* no card is a one: harmless unless it stands alone or is called a number */
    GUARD_ORDINAL,      /* third to fifth: harmless with a pile, a turn */
    GUARD_HIGH_ORDINAL, /* harmless in idioms only */
    GUARD_TWENTY,       /* a score: harmless unless somebody holds it */
    GUARD_ROUND,        /* hundred: harmless in idioms only */
    GUARD_NO_CARD,      /* zero, thousand, million: harmless with what they count, for no card is one */
};

enum { GUARD_EN = 1, GUARD_PL = 2, GUARD_CS = 4, GUARD_UK = 8, GUARD_OTHER = 16 };

struct guard_number {
    char stem[16];       /* three letters at least, doubled letters written once */
    const char *endings; /* separated by spaces; "-" is the empty one; a final '*' takes the rest of the word */
    uint8_t kind;
    uint8_t language;
};

enum { GUARD_START = 3 };                                                      /* letters by which a stem is found */
const struct guard_number *guard_numbers(const uint8_t *start, size_t *count); /* those that start so; NULL: none */
bool guard_may_start(const uint8_t *start, size_t length);                     /* up to GUARD_START letters of any stem */
const struct guard_number *guard_numbers_of(uint8_t first_letter, size_t *count);
const char *guard_roots(uint8_t first_letter); /* letters that occur in number words only; NULL: none */

/* A few words from a place on, doubled letters once: what is compared with the lexicon. */
enum { GUARD_WINDOW = 28 };
struct guard_window {
    size_t count;
    size_t first_end; /* where the first word ends */
    uint32_t ends;    /* bit p: a word ends after p letters */
    uint8_t letter[GUARD_WINDOW];
};

/* single: the first word is this number word. join: the first words together are, up to join_end letters. */
struct guard_found {
    const struct guard_number *single, *join;
    size_t join_end;
    bool compound; /* the single word is two number words run together */
};

struct guard_found guard_find(const struct guard_window *window);
bool guard_is_open(const uint8_t *letters, size_t length);   /* more letters could make it a number word */
bool guard_hides_number(const uint8_t *word, size_t length); /* inside a longer word, or glued to a common one */
bool guard_is_misspelt(const uint8_t *word, size_t length);  /* a long number word with one slip */
bool guard_is_roman(const char *text, size_t length, bool shouting);

/* Ordinary words by what they do to a number beside them. Words separated by spaces, "pile*" is any word that starts so. */
enum guard_role {
    GUARD_COUNTED,       /* what small numbers may count */
    GUARD_BETWEEN,       /* may stand between a number and what it counts */
    GUARD_OF,            /* "two of us" ... */
    GUARD_US,            /* ... and who that is */
    GUARD_AFTER,         /* makes a small number harmless when it follows: "two at once" */
    GUARD_BEFORE,        /* likewise before: "you two" */
    GUARD_SLAVIC_BEFORE, /* "my dva": only with Slavic numbers, for "my two" tells one */
    GUARD_EITHER,        /* "a turn or two" */
    GUARD_PERSON,        /* "player two" */
    GUARD_LABEL,         /* makes even a one a number: "number one" */
    GUARD_RANKED,        /* "third from the left", "I am third" */
    GUARD_IDIOM,         /* with a high ordinal: "seventh heaven" */
    GUARD_ROUNDED,       /* after hundred, zero: "a hundred percent" */
    GUARD_INNOCENT,      /* number letters by chance */
    GUARD_ARTICLE,       /* "thanks a million", "I hold a score" */
    GUARD_HOLDING,
    GUARD_ADDING,
    GUARD_MONTH,     /* makes an ordinal a date: "the fourth of July" */
    GUARD_COMPARING, /* "we are two below it" */
    GUARD_ROLES
};

bool guard_list_has(const char *list, const uint8_t *word, size_t length); /* words separated by spaces; NULL has none */
bool guard_has_role(enum guard_role role, const uint8_t *word, size_t length);
size_t guard_glue_length(const uint8_t *word, size_t length, size_t above); /* shortest glue longer than that; 0: none */
unsigned guard_languages(const uint8_t *word, size_t length);               /* in which languages this is a common word */
/* Number words that are an ordinary word of another language; false when the word is not such a one. */
bool guard_rivals(const uint8_t *word, size_t length, unsigned *own, unsigned *rival, bool *only_with_evidence);
/* Words that are something else with Czech accents. */
bool guard_is_accented_czech(const uint8_t *word, size_t length);
const char *const *guard_sayings(void); /* "high *five", "we are #" */
/* Number words that have accents; written without, they may be another word. */
bool guard_needs_marks(const uint8_t *word, size_t length);

/* A message is read in several ways (guard_read.c): each reading is letters, and the words they make side by side. */
enum {
    GUARD_READING_LETTERS = GUARD_GLYPHS + GUARD_MEMORY_LETTERS,
    GUARD_READING_WORDS = GUARD_READING_LETTERS / 2 + 1,
    GUARD_FROM_MEMORY = UINT16_MAX,
};

struct guard_word {
    uint16_t start, end; /* letters */
    bool changed;        /* differs from what was written ... */
    bool unchanged;      /* ... in some letters only: scripts are mixed */
};

struct guard_reading {
    size_t letters, words;
    size_t own; /* the first word of the message itself; those before are from memory */
    uint8_t letter[GUARD_READING_LETTERS];
    uint16_t glyph[GUARD_READING_LETTERS];
    struct guard_word word[GUARD_READING_WORDS];
};

struct guard_message {
    const char *bytes;
    struct guard_text text;
    struct guard_reading plain; /* as it stands */
    struct guard_reading other; /* scratch for the other readings */
    bool shouting;              /* no small letters */
};

static inline size_t guard_word_length(const struct guard_reading *reading, size_t w)
{
    return (size_t)(reading->word[w].end - reading->word[w].start);
}

static inline const uint8_t *guard_word_letters(const struct guard_reading *reading, size_t w)
{
    return reading->letter + reading->word[w].start;
}

void guard_read_plain(struct guard_message *message, const struct guard_memory *memory);
void guard_read_sounds(struct guard_message *message);
void guard_read_shapes(struct guard_message *message, uint8_t (*shape)(uint8_t));
bool guard_read_spelt(struct guard_message *message);
void guard_read_backwards(struct guard_message *message);
void guard_add_window_letter(struct guard_window *window, uint8_t letter);
void guard_open_window(struct guard_window *window, const struct guard_reading *reading, size_t w, bool one_word);

/* Judging by neighbours (guard_judge.c). Words are counted in the plain reading. */
bool guard_is_harmless(const struct guard_message *message, size_t w, enum guard_kind kind);
unsigned guard_marks_of(const struct guard_message *message, size_t w);
bool guard_is_other_language(const struct guard_message *message, size_t w, bool sounds);
bool guard_is_saying(const struct guard_message *message, size_t w);
bool guard_is_whole_run(const struct guard_reading *reading, size_t first, size_t last);
bool guard_are_single_letters(const struct guard_reading *reading, size_t first, size_t last);
bool guard_is_hidden_join(const struct guard_message *message, size_t first, size_t last, const struct guard_number *number);

#endif
