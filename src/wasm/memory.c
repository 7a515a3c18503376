/*
 * memory.c - the two text buffers through which the host and the rules communicate, and refusals as
 * JSON.
 */
#include "wasm.h"

#include "base/text.h"
#include "table/table_text.h"

#include <string.h>

char wasm_input[WASM_INPUT];
char wasm_output[WASM_OUTPUT];

/* Where the host writes texts, and how much there is room for. */
WASM_EXPORT char *wasm_input_text(void);
WASM_EXPORT int wasm_input_size(void);
/* Where the answer stands after a call that returns a length. */
WASM_EXPORT char *wasm_output_text(void);
/* A translation of the sentence of the last error in (`one` or `many` of it); the sentence with
 * everything filled in out. */
WASM_EXPORT int wasm_error_in(int length);

char *wasm_input_text(void) { return wasm_input; }
int wasm_input_size(void) { return WASM_INPUT - 1; }
char *wasm_output_text(void) { return wasm_output; }

stos_writer wasm_answer(void) { return stos_writer_on(wasm_output, WASM_OUTPUT); }

int wasm_answered(const stos_writer *writer)
{
    return (int)(writer->length < WASM_OUTPUT ? writer->length : WASM_OUTPUT - 1);
}

struct wasm_lines wasm_lines(int length)
{
    if (length < 0 || length >= WASM_INPUT)
        length = 0;
    wasm_input[length] = '\0';
    return (struct wasm_lines){wasm_input, wasm_input + length};
}

struct wasm_text wasm_line(struct wasm_lines *lines)
{
    size_t left = (size_t)(lines->end - lines->at);
    const char *newline = left ? memchr(lines->at, '\n', left) : NULL;
    struct wasm_text line = {lines->at, newline ? (size_t)(newline - lines->at) : left};
    lines->at = newline ? newline + 1 : lines->end;
    return line;
}

bool wasm_copy_line(struct wasm_lines *lines, char *out, size_t size)
{
    struct wasm_text line = wasm_line(lines);
    if (line.length >= size)
        return false;
    memcpy(out, line.text, line.length);
    out[line.length] = '\0';
    return true;
}

bool wasm_read_view(struct wasm_text text, stos_view *view)
{
    return !stos_view_parse(text.text, text.length, view).reason && stos_view_seat(view) >= 0 &&
        stos_view_actors(view) != 0;
}

/* ---------------------------------------------------------------- refusals */

/* The last error that was written, and a copy of the text that it is about. */
static stos_error last_error;
static char last_text[STOS_ERROR_TEXT];

/* What stos_error_text_in() asked to have translated, and what it is given instead of English. */
static const char *asked_one, *asked_many;
static unsigned long asked_number;
static const char *given;

static const char *translate(const char *one, const char *many, unsigned long n)
{
    asked_one = one;
    asked_many = many;
    asked_number = n;
    return given ? given : n == 1 ? one : many;
}

static void put_text(stos_writer *writer, const char *key, const char *text)
{
    text_key(writer, key);
    table_quote(writer, text, strlen(text));
}

void wasm_begin_error(stos_writer *writer, stos_error error, const char *text, size_t length)
{
    char sentence[STOS_ERROR_TEXT];
    bool fits = length < sizeof last_text && error.at + error.length <= length;
    memcpy(last_text, fits ? text : "", fits ? length : 0);
    last_text[fits ? length : 0] = '\0';
    last_error = error;
    given = NULL;
    stos_error_text_in(error, fits ? last_text : NULL, translate, sentence, sizeof sentence);
    text_char(writer, '{');
    put_text(writer, "error", stos_error_code(error));
    put_text(writer, "message", sentence);
    put_text(writer, "clause", stos_error_clause(error));
    put_text(writer, "one", asked_one);
    put_text(writer, "many", asked_many);
    text_key(writer, "n");
    text_unsigned(writer, asked_number);
}

int wasm_error_in(int length)
{
    struct wasm_lines lines = wasm_lines(length);
    char sentence[STOS_ERROR_TEXT];
    stos_writer writer = wasm_answer();
    given = lines.at;
    stos_error_text_in(last_error, last_text, translate, sentence, sizeof sentence);
    given = NULL;
    text_put(&writer, sentence);
    return wasm_answered(&writer);
}
