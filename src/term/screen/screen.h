/*
 * screen.h - the full screen of a terminal: text in places, cards in their colours, keys and clicks.
 *
 * The only file that knows curses. One screen at a time, since there is one terminal; it is restored whatever happens,
 * also when the program is stopped, suspended or crashes. Works without colours, and says no on terminals that cannot
 * place text.
 */
#ifndef STOS_TERM_SCREEN_SCREEN_H
#define STOS_TERM_SCREEN_SCREEN_H

#include <stdbool.h>
#include <wchar.h>

/* Below the usual size things move together, below the least one there is no table. */
enum { SCREEN_ROWS = 24, SCREEN_COLUMNS = 80, SCREEN_ROWS_MIN = 20, SCREEN_COLUMNS_MIN = 60 };

/* Whether a full screen makes sense here: a terminal on both ends that can place text. */
bool screen_possible(void);

/* False when the terminal refuses. */
bool screen_open(void);
void screen_close(void);

int screen_rows(void);
int screen_columns(void);

/* Says so on the screen when the window is too small for a table. */
bool screen_is_too_small(void);

/* Drawing: clear, put things, show. */
void screen_clear(void);
void screen_show(void);

enum screen_style { STYLE_PLAIN, STYLE_DIM, STYLE_BOLD, STYLE_ACCENT, STYLE_WARNING, STYLE_CURSOR };
void screen_style(enum screen_style style);

/* A card's colour is its value, from blue (2) to red (high): as a ground with dark text on it, or as the text. */
void screen_card_style(int card, int high, bool ground);

/* Puts UTF-8 text, cut to `room` columns; returns the columns used. */
int screen_put(int y, int x, int room, const char *text);
int screen_print(int y, int x, int room, const char *format, ...) __attribute__((format(printf, 4, 5)));
int screen_width(const char *text);

/* Text in lines of at most `room` columns, from row y on; at most `rows` of them. Returns the rows used. */
int screen_wrap(int y, int x, int room, int rows, const char *text);

void screen_fill(int y, int x, int height, int width);
void screen_box(int y, int x, int height, int width, bool heavy);

/* A place that can be clicked: what and which. Forgotten by screen_clear(). */
void screen_target(int y, int x, int height, int width, int what, int which);

/* ---------------------------------------------------------------- keys */

enum screen_key {
    KEY_NONE = 0x110000, /* the time is up, or somebody woke the loop */
    KEY_ARROW_UP,
    KEY_ARROW_DOWN,
    KEY_ARROW_LEFT,
    KEY_ARROW_RIGHT,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_FIRST,
    KEY_LAST,
    KEY_RUBOUT,
    KEY_RESIZED,
    KEY_CLICK,  /* on a target: what and which */
    KEY_CLOSED, /* the input is closed, or a signal asks to stop */
};

struct key {
    long code; /* a character, or enum screen_key; Enter is '\n', Escape is 27 */
    int what, which;
};

/* Waits for a key, at most `timeout_ms` (-1: for ever). Returns KEY_NONE also when `wake_fd` (or -1) becomes readable. */
struct key screen_key(int timeout_ms, int wake_fd);

#endif
