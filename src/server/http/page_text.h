/*
 * page_text.h - a file of the page as text, for what is made from it.
 */
#ifndef STOS_SERVER_PAGE_TEXT_H
#define STOS_SERVER_PAGE_TEXT_H

#include <stddef.h>

/* The content, allocated, with a NUL behind it; NULL if there is no such file or no memory. */
char *page_text(const char *path);

/* A text as gzip, allocated; NULL if out of memory. */
unsigned char *page_pack(const char *text, size_t length, size_t *packed);

#endif
