/* What the compiler of the guard's word lists collects (words.c reads it from the lists), and how
 * it becomes C (automaton.c). */
#ifndef STOS_TOOLS_GUARD_WORDS_H
#define STOS_TOOLS_GUARD_WORDS_H

#include "table/guard/guard_internal.h"

#include <stdio.h>

enum {
    WORD = 40, /* letters */
    PHRASE_WORDS = 16,
    PHRASES = 2000,
    CLASSES = 1000,
    CLASS_TEXT = 512,
    WORD_CLASSES = 48, /* of one word */
    ACCENTS = 64,
    PAIRS = 64,
    JOINTS = 8,
    ROLE_COUNT = GUARD_ROLE_COUNT,
    KIND_COUNT = GUARD_NO_CARD + 1,
};

/* Everything the lists say about an ordinary word. */
struct attributes {
    struct guard_info info;
    uint16_t class[WORD_CLASSES]; /* sorted */
    size_t classes;
};

/* A letter of a tree of words. What belongs to the word that ends here, and to every word that goes
 * on from here. */
struct node {
    struct node *child,
        *next; /* the first of those that follow, sorted by letter; the next sibling */
    uint8_t letter;
    uint16_t value; /* what goes into the automaton */
    struct guard_number number, long_number;
    struct attributes word, long_word;
};

struct phrases {
    size_t count;
    struct guard_phrase phrase[PHRASES];
};

struct lexicon {
    struct node *numbers, *words, *inner, *long_words;
    struct phrases harmless, telling;
    unsigned classes;
    char class_text[CLASSES][CLASS_TEXT];
    unsigned class_language[CLASSES];
    uint32_t class_roles[CLASSES]; /* sections whose words belong to it as well */
    uint8_t class_weight[CLASSES]; /* the letters of its shortest word */
    size_t accents, pairs, joints;
    struct guard_accent accent[ACCENTS];
    struct guard_pair pair[PAIRS];
    char joint[JOINTS][8], unlikely[32];
};

_Noreturn void fail(const char *format, ...);

void lexicon_open(struct lexicon *lexicon);
void lexicon_write(struct lexicon *lexicon, FILE *out);
struct node *node_at(struct node *root, const uint8_t *letters, size_t length); /* makes it */
void attributes_add_class(struct attributes *attributes, unsigned class);

#endif
