/*
 * page.h - the files of the page and of the manual, embedded in the program by the build and ready
 * to be sent.
 *
 * The build writes the arrays (cmake/page.cmake): the bundled page of web/, or one plain file if
 * built without the page; and docs/ as HTML, or nothing if built without lowdown. Files with a hash
 * in their name never change and may be cached forever; all others are revalidated with their etag.
 * Compressible files are here in compressed form only, to keep the program small: always gzip, and
 * brotli where that is clearly smaller. All of it is read-only.
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
    const char *path; /* as in the request, such as "/index.html"; NULL ends the list */
    const char *mime; /* for Content-Type, with a charset for text */
    const char *etag; /* with its quotes */
    bool immutable;   /* the name holds the hash of the content */
    size_t length;    /* of the content itself */
    struct page_bytes
        plain; /* the content, if compression would save nothing; otherwise there is gzip */
    struct page_bytes gzip, brotli; /* compressed */
};

extern const struct page_file page_files[], manual_files[];

/*
 * The Content-Security-Policy for every file of the page: scripts and WebAssembly only from this
 * origin, nothing from elsewhere.
 * "/" and "/j/CODE" are answered with "/index.html" too, "/manual/" with "/manual/index.html".
 */
#define PAGE_SECURITY_POLICY \
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' " \
    "data:; font-src 'self'; " \
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action " \
    "'none'; frame-ancestors 'none'"

#endif
