/* What the files of the talk guard share, stage by stage (guard.h has the overview). Only guard*.c, the compiler of its word lists
 * (tools/guard/words.c) and the maker of its table of characters (tools/guard/unicode.c) include it.
 *
 * Folded alphabet: 'a'-'z' is the Latin script without case and accents, 'A'-'Z' is Cyrillic, one capital per sound
 * (tools/guard/unicode.c has the list), so that one lexicon holds both scripts and a word never matches across them by chance. */
#ifndef STOS_TABLE_GUARD_GUARD_INTERNAL_H
#define STOS_TABLE_GUARD_GUARD_INTERNAL_H

#include "guard.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- fold: any text to the guard's alphabet (guard_fold.c) */

enum {
    GUARD_GLYPHS = GUARD_TEXT_MAX + 8, /* a byte folds to one glyph at most */
};

/* What a code point can fold to besides a letter. The signs @ $ ! | + stay themselves: they can stand for a letter. */
enum {
    GUARD_SKIP = 0, /* invisible: zero width, accents, soft sign, apostrophe */
    GUARD_SPACE = ' ',
    GUARD_BREAK = '.',    /* any other sign */
    GUARD_NUMBER = '#',   /* tells a number by itself */
    GUARD_FOREIGN = '?',  /* a letter of another script */
    GUARD_LIGATURE = '&', /* two letters, in guard_ligatures */
};

/* guard_unicode.c, written by tools/guard/unicode.c: what every code point folds to, by blocks. */
enum { GUARD_BLOCK = 64, GUARD_FOLDED = 0x30000 };
struct guard_ligature {
    uint32_t code;
    char letters[2];
};
extern const uint8_t guard_blocks[][GUARD_BLOCK];
extern const uint16_t guard_block_of[GUARD_FOLDED / GUARD_BLOCK];
extern const struct guard_ligature guard_ligatures[];              /* the last has code 0 */
extern const char guard_latin_looks[27], guard_cyrillic_looks[27]; /* by letter of the other script; '?' like none */

/* A message after folding: glyph i came from bytes at[i] .. end[i] - 1. */
struct guard_text {
    size_t count;
    size_t number_start; /* the first glyph that is a number by itself; number_length 0: there is none */
    size_t number_length;
    bool latin, cyrillic, sign; /* which kinds of glyph occur */
    bool repeats;               /* a character three times in a row, spaces aside */
    unsigned strokes;           /* dots and dashes */
    uint8_t letter[GUARD_GLYPHS];
    bool marked[GUARD_GLYPHS]; /* was not plain ASCII, or has an accent of its own */
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

/* ---- the word lists: words/ as tables, written by tools/guard/words.c when the program is built */

/* clang-format off */
/* Languages, as bits; each has a file of that name in words/. */
#define GUARD_LANGUAGES(X) \
    X(EN, "en", 1) X(PL, "pl", 2) X(CS, "cs", 4) X(UK, "uk", 8) \
    X(DE, "de", 16) X(RU, "ru", 32) X(SK, "sk", 64) X(ES, "es", 128) X(FR, "fr", 256) X(IT, "it", 512)
/* How a number word is judged; the head of words/en.txt explains kinds and roles. */
#define GUARD_KINDS(X) \
    X(HARD, "hard") X(SMALL, "small") X(ONE, "one") X(ORDINAL, "ordinal") X(HIGH_ORDINAL, "high-ordinal") \
    X(TWENTY, "twenty") X(ROUND, "round") X(NO_CARD, "no-card")
/* Ordinary words by what they do to a number beside them. */
#define GUARD_ROLES(X) \
    X(COUNTED, "counted") X(VERB, "verbs") X(BETWEEN, "between") X(OF, "of") X(US, "us") X(AFTER, "after") X(EITHER, "either") \
    X(PERSON, "person") X(LABEL, "label") X(RANKED, "ranked") X(IDIOM, "idiom") X(ROUNDED, "rounded") X(INNOCENT, "innocent") \
    X(ARTICLE, "article") X(HOLDING, "holding") X(ADDING, "adding") X(MONTH, "month") X(COMPARING, "comparing") X(THAN, "than") \
    X(ACCENTED, "accented") X(UNMARKED, "unmarked") X(ROMAN, "roman") X(DOT, "dot") X(DASH, "dash")

enum {
#define X(name, text, bit) GUARD_##name = bit,
    GUARD_LANGUAGES(X)
#undef X
    GUARD_CYRILLIC = GUARD_UK | GUARD_RU,
    GUARD_OURS = GUARD_EN | GUARD_PL | GUARD_CS | GUARD_CYRILLIC, /* of the game; Russian numbers are heard beside Ukrainian ones */
};

enum guard_kind {
    GUARD_NONE, /* no number */
#define X(name, text) GUARD_##name,
    GUARD_KINDS(X)
#undef X
};

enum guard_role {
#define X(name, text) GUARD_##name,
    GUARD_ROLES(X)
#undef X
    GUARD_ROLE_COUNT
};
/* clang-format on */

/* A minimal acyclic automaton (DAFSA): a word is a path of edges from the root, and its value lies on the last. Edges have numbers from
 * 1 on; those that follow the same edge lie side by side. */
struct guard_automaton {
    const uint16_t *child; /* how far before this one the first of the edges that follow lies; 0: none follow */
    const uint16_t *value; /* of the word that ends here; 0: none does */
    const uint8_t *letter; /* with GUARD_LAST_EDGE on the last of its siblings */
    uint16_t root[128];    /* the first edge by its letter */
};
enum { GUARD_LAST_EDGE = 128 };

struct guard_number {
    uint8_t kind; /* of the word; GUARD_NONE: only longer words are numbers */
    uint8_t rest; /* of any longer word */
    uint16_t languages;
};

/* Everything about an ordinary word; record 0 says nothing. */
struct guard_info {
    uint32_t roles;                                  /* bits */
    uint16_t languages, before, ambiguous, ordinary; /* in which it is so */
    uint16_t classes;                                /* where its list in guard_classes starts; 0: none */
    uint16_t rest;                                   /* the record of any longer word */
    bool tells, excuses;                             /* anchors a telling phrase, a harmless one */
};

/* An element of a phrase: a class of words, a kind of number, or what must not stand there. */
enum { GUARD_PHRASE = 9, GUARD_ELEMENT_NOT = 0x8000, GUARD_ELEMENT_KIND = 0x4000, GUARD_ELEMENT_ID = 0x3FFF };
struct guard_phrase {
    uint8_t count, anchor; /* the anchor is the element that it is looked up by */
    uint16_t element[GUARD_PHRASE];
};

struct guard_phrases {
    const struct guard_phrase *list; /* by class of their anchors */
    const uint16_t *of;              /* where those of a class start; its successor's is the end */
};

enum { GUARD_INNER_ROOT = 1, GUARD_INNER_GLUE = 2, GUARD_INNER_ENGLISH_GLUE = 4 }; /* values of guard_inner_words */

struct guard_accent {
    uint16_t code, languages;
};
struct guard_pair {
    char letters[3];
    uint16_t languages;
};

extern const struct guard_automaton guard_number_words, guard_plain_words, guard_inner_words;
extern const struct guard_automaton guard_long_words; /* number words so long that they are known with one slip */
extern const struct guard_number guard_numbers[];     /* by the values of guard_number_words; doubled letters are single in those */
extern const struct guard_info guard_infos[];         /* by the values of guard_plain_words */
extern const uint16_t guard_classes[];                /* lists of classes, each ended by 0 */
extern const struct guard_phrases guard_harmless, guard_telling;
extern const struct guard_accent guard_accents[];          /* the last has code 0 */
extern const struct guard_pair guard_pairs[];              /* spelling; the last has languages 0 */
extern const char guard_unlikely[], *const guard_joints[]; /* the last joint is NULL */

/* One letter further from edge `at` (0: the root); 0: no word goes on so. */
static inline uint16_t guard_step(const struct guard_automaton *words, uint16_t at, uint8_t letter)
{
    if (!at)
        return words->root[letter & 127];
    if (!words->child[at])
        return 0;
    uint16_t next = (uint16_t)(at - words->child[at]);
    while ((words->letter[next] & 127) != letter)
        if (words->letter[next++] & GUARD_LAST_EDGE)
            return 0;
    return next;
}

const struct guard_info *guard_look_up(const uint8_t *word, size_t length);

/* ---- read: a message in several ways, each as letters and the words they make side by side (guard_read.c) */

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
    struct guard_reading plain;                           /* as it stands */
    struct guard_reading other;                           /* scratch for the other readings */
    const struct guard_info *info[GUARD_READING_WORDS];   /* of the plain words ... */
    const struct guard_info *sounds[GUARD_READING_WORDS]; /* ... and of what they sound like in Ukrainian, if no other language has them */
    bool shouting;                                        /* no small letters */
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

/* A few words from a place on, doubled letters once: what is compared with the lexicon. */
enum { GUARD_WINDOW = 28 };
struct guard_window {
    size_t count;
    size_t first_end; /* where the first word ends */
    uint32_t ends;    /* bit p: a word ends after p letters */
    uint8_t letter[GUARD_WINDOW];
};
void guard_add_window_letter(struct guard_window *window, uint8_t letter);
void guard_open_window(struct guard_window *window, const struct guard_reading *reading, size_t w, bool one_word);

/* ---- match: what letters could be (guard_match.c, guard_roman.c) */

struct guard_match {
    enum guard_kind kind;
    unsigned languages;
};

/* single: the first word is this number word. join: the first words together are, up to join_end letters. */
struct guard_found {
    struct guard_match single, join;
    size_t join_end;
    bool compound; /* the single word is two number words run together */
};

bool guard_may_start(const struct guard_reading *reading, size_t w); /* a quick look at the first letters from word w on */
struct guard_found guard_find(const struct guard_window *window);
bool guard_is_open(const uint8_t *letters, size_t length);   /* more letters could make it a number word */
bool guard_hides_number(const uint8_t *word, size_t length); /* inside a longer word, or glued to a common one */
bool guard_is_misspelt(const uint8_t *word, size_t length);  /* a long number word with one slip */
bool guard_is_roman(const struct guard_message *message, size_t w);
size_t guard_end_of_spaced_roman(const struct guard_reading *reading, size_t w, bool *only_i);
bool guard_may_be_roman(uint8_t letter);

/* ---- judge: is it harmless where it stands? (guard_judge.c, guard_language.c, guard_phrase.c). Words are counted in the plain reading. */

struct guard_match guard_number_at(const struct guard_message *message, size_t w);
bool guard_has_role(const struct guard_message *message, size_t w, enum guard_role role);
bool guard_is_harmless(const struct guard_message *message, size_t w, enum guard_kind kind);
unsigned guard_accents_of(const struct guard_message *message, size_t w); /* languages whose accents it has */
bool guard_is_marked(const struct guard_message *message, size_t w);
bool guard_is_accented_word(const struct guard_message *message, size_t w);
bool guard_is_other_language(const struct guard_message *message, size_t w, unsigned own, bool sounds);
bool guard_is_hidden_join(const struct guard_message *message, size_t first, size_t last, const struct guard_match *number);
bool guard_is_whole_run(const struct guard_reading *reading, size_t first, size_t last);
bool guard_are_single_letters(const struct guard_reading *reading, size_t first, size_t last);
bool guard_in_harmless_phrase(const struct guard_message *message, size_t w);
bool guard_find_telling(const struct guard_message *message, size_t *first, size_t *last);

/* ---- count: numbers without words (guard_count.c) */

/* Something counted out, or Morse code: the glyphs first .. last tell it. */
bool guard_find_count(const struct guard_message *message, size_t *first, size_t *last);
/* The same in words: "dot dot dot dash dash". */
bool guard_find_spoken_morse(const struct guard_message *message, size_t *first, size_t *last);

#endif
