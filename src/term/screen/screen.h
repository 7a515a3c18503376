/*
 * screen.h - the full screen of a terminal: positioned text, cards in their colours, keys and
 * clicks.
 *
 * The only interface to curses. One screen at a time, since there is one terminal; it is restored
 * whatever happens, even if the program is stopped, suspended or crashes. Works without colours,
 * and refuses terminals that cannot position text.
 */
#ifndef STOS_TERM_SCREEN_SCREEN_H
#define STOS_TERM_SCREEN_SCREEN_H

#include <stdbool.h>
#include <wchar.h>

/* Below the usual size the layout is tighter, below the minimum no table is shown. */
enum { SCREEN_ROWS = 24, SCREEN_COLUMNS = 80, SCREEN_ROWS_MIN = 20, SCREEN_COLUMNS_MIN = 60 };

/* Whether a full screen is possible: input and output are a terminal that can position text. */
bool screen_possible(void);

/* False if the terminal refuses. */
bool screen_open(void);
void screen_close(void);

int screen_rows(void);
int screen_columns(void);

/* Whether the window is too small for a table; if so, shows a message saying that. */
bool screen_is_too_small(void);

/* Drawing: clear, put things, show. */
void screen_clear(void);
void screen_show(void);

enum screen_style { STYLE_PLAIN, STYLE_DIM, STYLE_BOLD, STYLE_ACCENT, STYLE_WARNING, STYLE_CURSOR };
void screen_style(enum screen_style style);

/* A card's colour shows its value, from blue (2) to red (high): as the background with dark text on
 * it, or as the text colour. */
void screen_card_style(int card, int high, bool ground);

/* Puts UTF-8 text, truncated to `room` columns; returns the columns used. */
int screen_put(int y, int x, int room, const char *text);
int screen_print(int y, int x, int room, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
int screen_width(const char *text);

/* Text in lines of at most `room` columns, from row y on; at most `rows` of them. Returns the rows
 * used. */
int screen_wrap(int y, int x, int room, int rows, const char *text);

void screen_fill(int y, int x, int height, int width);
void screen_box(int y, int x, int height, int width, bool heavy);

/* Adds an area that can be clicked: what and which. Cleared by screen_clear(). */
void screen_target(int y, int x, int height, int width, int what, int which);

/* ---------------------------------------------------------------- keys */

enum screen_key {
    KEY_NONE = 0x110000, /* timeout, or the loop was woken */
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

/* Waits for a key, at most `timeout_ms` (-1: forever). Also returns KEY_NONE when `wake_fd` (or -1)
 * becomes readable. */
struct key screen_key(int timeout_ms, int wake_fd);

#endif
