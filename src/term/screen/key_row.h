/*
 * key_row.h - rows that name keys: "e end  u undo  s save". Entries stand two blanks or more apart, the most important
 * first. As many as there is room for are shown, each of them whole; a language with long words shows fewer, and `?` has
 * them all.
 */
#ifndef STOS_TERM_SCREEN_KEY_ROW_H
#define STOS_TERM_SCREEN_KEY_ROW_H

enum { KEY_ROW_NAMED = '\1' }; /* among `idle`: entries whose key is no single letter, such as Space */

/* Leaves out the entries of keys in `idle`, which do nothing here. Returns the columns used. */
int key_row(int y, int x, int room, const char *entries, const char *idle);

#endif
