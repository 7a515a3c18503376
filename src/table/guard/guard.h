/* The talk guard (docs/rules.md, TT2): does a message between players tell a number, in any form?
 *
 * A message goes through four stages. "I hold sіx, ③ piles are yours", with a Cyrillic і, shows
 * what each is for:
 *
 *   fold    (guard_fold.c, guard_unicode.c)   Every character becomes a letter of a small alphabet,
 * a sign or a space: case, accents, fonts and invisible characters are gone. A digit of any script
 * ends it here: ③ is one, so the message stops. Without it, "i hold sIx piles are yours" is left (I
 * is the sound of the Cyrillic letter). read    (guard_read.c)   The letters as words, in several
 * ways: as they stand; as Ukrainian in Latin letters; as letters that look Latin, or Cyrillic, so
 * that sIx is six; spelt out; backwards; together with the end of the message before. match
 * (guard_match.c, guard_roman.c, guard_count.c)   In each reading, what could be a number: a number
 * word with its endings, several run together or one pulled apart, one glued to "ihave" or
 * misspelt, a Roman numeral, strokes counted, Morse code. judge   (guard_judge.c, guard_language.c,
 * guard_phrase.c)   Is it harmless where it stands? "Three piles" counts, "ten" is a Polish word,
 * "high five" greets. And is there a phrase that tells a card without a number, "one higher than
 * the top"?
 *
 * Which words these are is data: words/LANGUAGE.txt, made for translators, one for each of English,
 * Polish, Czech and Ukrainian, and shorter ones for the numbers of German, Russian, Slovak,
 * Spanish, French and Italian. The code knows only the grammar: that a number may count what
 * follows it, and so on. A guard cannot stop people who agree on a code; docs/rules.md says what it
 * does not see.
 *
 * Pure: no allocation, no global state, no locale, no input or output. Any bytes are a valid
 * question. */
#ifndef STOS_TABLE_GUARD_GUARD_H
#define STOS_TABLE_GUARD_GUARD_H

#include <stdbool.h>
#include <stddef.h>

enum {
    GUARD_TEXT_MAX = 1000, /* bytes; anything beyond is stopped unread */
    GUARD_MEMORY_LETTERS = 30,
};

/* The end of what one sender said just before: a number may be split over messages. Zero is
 * "nothing yet". */
struct guard_memory {
    unsigned char count;
    unsigned char letters[GUARD_MEMORY_LETTERS];
};

struct guard_verdict {
    bool pass;
    size_t start, length; /* the bytes of the text that were stopped; 0, 0 if it passes */
};

/* memory may be NULL; it stores the message only if it passes, since nobody ever sees a stopped
 * message. */
struct guard_verdict guard_check(struct guard_memory *memory, const char *text, size_t length);

#endif
