/*
 * key_row.h - rows that list keys: "e end  u undo  s save". Entries are separated by two or more
 * spaces, the most important first. As many whole entries as fit are shown; a language with long
 * words shows fewer, and `?` lists them all.
 */
#ifndef STOS_TERM_SCREEN_KEY_ROW_H
#define STOS_TERM_SCREEN_KEY_ROW_H

enum {
    KEY_ROW_NAMED = '\1'
}; /* in `idle`: entries whose key is not a single letter, such as Space */

/* Omits the entries of the keys in `idle`, which do nothing here. Returns the columns used. */
int key_row(int y, int x, int room, const char *entries, const char *idle);

#endif
