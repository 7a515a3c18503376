/*
 * wasm.h - what the files of this face share: how texts come in and go out, and how functions are exported.
 *
 * The host writes a text at wasm_input_text(), calls, and reads the answer at wasm_output_text(); what a function returns is then
 * the length of the answer. There is one input and one output: a call uses up the input and replaces the output.
 * Several texts in one input are lines. Like any face this one has state; a module is used by one worker.
 */
#ifndef STOS_WASM_WASM_H
#define STOS_WASM_WASM_H

#include "stos.h"

/* What the host may call; everything else stays inside. */
#define WASM_EXPORT __attribute__((visibility("default")))

enum { WASM_INPUT = 1 << 20, WASM_OUTPUT = 1 << 19 };

/* The input, with a NUL behind what the host wrote. */
extern char wasm_input[WASM_INPUT];
extern char wasm_output[WASM_OUTPUT];

/* A writer on the output; the answer's length is what the exported functions return. */
stos_writer wasm_answer(void);
int wasm_answered(const stos_writer *writer);

/* The next line of the input, without its newline; the empty text when there are no more. */
struct wasm_lines {
    const char *at, *end;
};

struct wasm_text {
    const char *text;
    size_t length;
};

struct wasm_lines wasm_lines(int length);
struct wasm_text wasm_line(struct wasm_lines *lines);

/* Copies a line to a text with its NUL; false if it does not fit. */
bool wasm_copy_line(struct wasm_lines *lines, char *out, size_t size);

/* The view of a player in a game that goes on; false for whatever else it is. */
bool wasm_read_view(struct wasm_text text, stos_view *view);

/* What a table refuses, as {"error":...,"message":...}; `about` is the text that the error is about. Returns its length. */
struct table_answer;
int wasm_refuse(const struct table_answer *answer, struct wasm_text about);

/*
 * Writes {"error":...,"message":...,"clause":...,"one":...,"many":...,"n":... - the message in English, and the sentence that it
 * was made of, so that the host can translate that and have it filled in anew (wasm_error_in). The caller closes the object.
 */
void wasm_begin_error(stos_writer *writer, stos_error error, const char *text, size_t length);

#endif
