/*
 * page.h - the files of the page and of the manual, inside the program: what the build embedded, ready to be sent.
 *
 * The build writes the arrays (cmake/page.cmake): the bundled page of web/, or one plain file where it was built without the
 * page; and docs/ set as HTML, or nothing where it was built without lowdown. Files that carry a hash in their name never change and
 * may be cached for ever; all others are asked for again with their etag. What can be packed is here in packed forms only, to keep
 * the program small: gzip always, brotli where that is clearly smaller. Nothing here is ever written to.
 */
#ifndef STOS_SERVER_PAGE_H
#define STOS_SERVER_PAGE_H

#include <stdbool.h>
#include <stddef.h>

struct page_bytes {
    const unsigned char *data; /* NULL: there is no such form */
    size_t length;
};

struct page_file {
    const char *path;               /* as in the request, such as "/index.html"; NULL ends the list */
    const char *mime;               /* for Content-Type, with the charset of texts */
    const char *etag;               /* with its quotes */
    bool immutable;                 /* the name holds the hash of the content */
    size_t length;                  /* of the content itself */
    struct page_bytes plain;        /* the content, where packing would save nothing; else there is gzip */
    struct page_bytes gzip, brotli; /* packed */
};

extern const struct page_file page_files[], manual_files[];

/*
 * The headers that the page needs, for every file of it: scripts and WebAssembly only from here, nothing from elsewhere.
 * The page is answered for "/" and "/j/CODE" too: both are "/index.html". "/manual/" is "/manual/index.html".
 */
#define PAGE_SECURITY_POLICY \
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; font-src 'self'; " \
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

#endif
