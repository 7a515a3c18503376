/*
 * translate.h - texts in the single language of this run, for programs with one user.
 *
 * The language is chosen once, at startup, before any thread exists; afterwards it is only read. A
 * server, which addresses many people, uses catalog.h instead.
 */
#ifndef STOS_LANG_TRANSLATE_H
#define STOS_LANG_TRANSLATE_H

#include <stdbool.h>

/* The translation of `msgid` in the language of this run; tr_plural() picks the right plural form
 * for n. */
const char *tr(const char *msgid);
const char *tr_plural(const char *one, const char *many, unsigned long n);
#define _(text) tr(text)
#define N_(text) text

/* Chooses the language: NULL takes it from LC_ALL, LC_MESSAGES, LANG. False if there is no such
 * language. */
bool tr_choose(const char *language);

/* The language that was chosen, such as "pl". */
const char *tr_language(void);

#endif
