/*
 * wasm.h - what the files of the WebAssembly interface share: how texts are passed in and out, and
 * how functions are exported.
 *
 * The host (the page's JavaScript) writes a text at wasm_input_text(), calls a function, and reads
 * the answer at wasm_output_text(); the function returns the answer's length. There is one input
 * and one output buffer: a call consumes the input and replaces the output. Several texts in one
 * input are lines. The interface has state; each module instance is used by one worker.
 */
#ifndef STOS_WASM_WASM_H
#define STOS_WASM_WASM_H

#include "stos.h"

/* Marks what the host may call; everything else is internal. */
#define WASM_EXPORT __attribute__((visibility("default")))

enum { WASM_INPUT = 1 << 20, WASM_OUTPUT = 1 << 19 };

/* The input, with a NUL after what the host wrote. */
extern char wasm_input[WASM_INPUT];
extern char wasm_output[WASM_OUTPUT];

/* A writer on the output; and the answer's length, for exported functions to return. */
stos_writer wasm_answer(void);
int wasm_answered(const stos_writer *writer);

/* The next line of the input, without its newline; the empty text if there are no more. */
struct wasm_lines {
    const char *at, *end;
};

struct wasm_text {
    const char *text;
    size_t length;
};

struct wasm_lines wasm_lines(int length);
struct wasm_text wasm_line(struct wasm_lines *lines);

/* Copies the next line as a NUL-terminated string; false if it does not fit. */
bool wasm_copy_line(struct wasm_lines *lines, char *out, size_t size);

/* Reads the view of a player in a running game; false for anything else. */
bool wasm_read_view(struct wasm_text text, stos_view *view);

/* "yes", "no" or "unknown": could a state of THE GAME be won with open cards? null for others. */
void wasm_put_winnable(stos_writer *writer, const stos_state *start);

/* Writes a table's refusal as {"error":...,"message":...}; `about` is the text that the error is
 * about. Returns its length. */
struct table_answer;
int wasm_refuse(const struct table_answer *answer, struct wasm_text about);

/*
 * Writes {"error":...,"message":...,"clause":...,"one":...,"many":...,"n":... - the message in
 * English, and its untranslated template, so that the host can translate that and have it filled in
 * again (wasm_error_in). The caller closes the object.
 */
void wasm_begin_error(stos_writer *writer, stos_error error, const char *text, size_t length);

#endif
