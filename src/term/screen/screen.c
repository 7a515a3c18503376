/* screen.c - see screen.h: drawing. Keys are in screen_keys.c, opening and closing in
 * screen_open.c. */
#include "screen.h"

#include "lang/translate.h"
#include "screen_internal.h"

#include <ncurses.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_TEXT = 1024 };

int screen_rows(void) { return LINES; }
int screen_columns(void) { return COLS; }

void screen_clear(void)
{
    screen_forget_targets();
    screen_style(STYLE_PLAIN);
    erase();
}

void screen_show(void) { refresh(); }

/* ---------------------------------------------------------------- styles */

void screen_style(enum screen_style style)
{
    const struct screen_colours *colours = screen_colours();
    switch (style) {
    case STYLE_PLAIN: attr_set(A_NORMAL, 0, NULL); break;
    case STYLE_DIM: attr_set(A_DIM, 0, NULL); break;
    case STYLE_BOLD: attr_set(A_BOLD, 0, NULL); break;
    case STYLE_ACCENT: attr_set(A_BOLD, colours->accent_pair, NULL); break;
    case STYLE_WARNING: attr_set(A_BOLD, colours->warning_pair, NULL); break;
    case STYLE_CURSOR: attr_set(A_REVERSE | A_BOLD, 0, NULL); break;
    }
}

void screen_card_style(int card, int high, bool ground)
{
    const struct screen_colours *colours = screen_colours();
    if (colours->scale_pairs == 0 || card < 2 || card > high) {
        attr_set(ground ? A_REVERSE : A_BOLD, 0, NULL);
        return;
    }
    int step = (card - 2) * (colours->scale_pairs - 1) / (high - 2);
    attr_set(A_BOLD, (short)((ground ? colours->first_ground : colours->first_text) + step), NULL);
}

/* ---------------------------------------------------------------- text */

/* The next character of UTF-8 text; a byte that is none becomes a question mark. Returns the bytes
 * taken, 0 at the end. */
static size_t next_character(const char *text, wchar_t *character)
{
    mbstate_t state = {0};
    if (!*text)
        return 0;
    size_t length = mbrtowc(character, text, strlen(text), &state);
    if (length != (size_t)-1 && length != (size_t)-2)
        return length;
    *character = L'?';
    return 1;
}

static int columns_of(wchar_t character)
{
    int columns = wcwidth(character);
    return columns < 0 ? 0 : columns;
}

int screen_width(const char *text)
{
    int columns = 0;
    wchar_t character;
    for (size_t length; (length = next_character(text, &character)) > 0; text += length)
        columns += columns_of(character);
    return columns;
}

int screen_put(int y, int x, int room, const char *text)
{
    wchar_t line[LONGEST_TEXT], character;
    int used = 0, columns = 0;
    if (y < 0 || y >= LINES || x < 0 || x >= COLS)
        return 0;
    if (room > COLS - x)
        room = COLS - x;
    for (size_t length; used + 1 < LONGEST_TEXT && (length = next_character(text, &character)) > 0;
         text += length) {
        if (wcwidth(character) < 0)
            continue;
        if (columns + columns_of(character) > room)
            break;
        line[used++] = character;
        columns += columns_of(character);
    }
    mvaddnwstr(y, x, line, used);
    return columns;
}

int screen_print(int y, int x, int room, const char *format, ...)
{
    char text[LONGEST_TEXT];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return screen_put(y, x, room, text);
}

/*
 * The bytes of the longest start of the text that fits into the room, ending at a blank where there
 * is one, or better at several: those stand between entries, such as "q  quit     r  replay", that
 * are best read whole.
 */
static size_t bytes_of_line(const char *text, int room)
{
    enum { APART = 3 };
    size_t at = 0, blank = 0, apart = 0, indent = strspn(text, " ");
    int columns = 0;
    wchar_t character;
    for (size_t length; (length = next_character(text + at, &character)) > 0; at += length) {
        if (character == L'\n')
            return at;
        columns += columns_of(character);
        if (columns > room)
            return apart ? apart : blank ? blank : at ? at : length;
        if (character == L' ')
            blank = at;
        if (at > indent && text[at - 1] != ' ' && strspn(text + at, " ") >= APART)
            apart = at;
    }
    return at;
}

int screen_wrap(int y, int x, int room, int rows, const char *text)
{
    char line[LONGEST_TEXT];
    int row = 0;
    for (; *text && row < rows; row++) {
        size_t length = bytes_of_line(text, room);
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        if (y >= 0)
            screen_put(y + row, x, room, line);
        text += length;
        text += *text == '\n' ? 1 : strspn(text, " ");
    }
    return row;
}

/* ---------------------------------------------------------------- boxes */

void screen_fill(int y, int x, int height, int width)
{
    for (int row = 0; row < height; row++)
        for (int column = 0; column < width; column++)
            screen_put(y + row, x + column, 1, " ");
}

void screen_box(int y, int x, int height, int width, bool heavy)
{
    static const char *const light[] = {"┌", "┐", "└", "┘", "─", "│"}, *const thick[] = {"┏", "┓",
                                                                                         "┗", "┛",
                                                                                         "━", "┃"};
    const char *const *part = heavy ? thick : light;
    screen_put(y, x, 1, part[0]);
    screen_put(y, x + width - 1, 1, part[1]);
    screen_put(y + height - 1, x, 1, part[2]);
    screen_put(y + height - 1, x + width - 1, 1, part[3]);
    for (int column = x + 1; column < x + width - 1; column++) {
        screen_put(y, column, 1, part[4]);
        screen_put(y + height - 1, column, 1, part[4]);
    }
    for (int row = y + 1; row < y + height - 1; row++) {
        screen_put(row, x, 1, part[5]);
        screen_put(row, x + width - 1, 1, part[5]);
    }
}

bool screen_is_too_small(void)
{
    if (LINES >= SCREEN_ROWS_MIN && COLS >= SCREEN_COLUMNS_MIN)
        return false;
    screen_clear();
    screen_wrap(0, 0, COLS, LINES,
                _("This window is too small. stos needs 60 columns and 20 rows: make it larger, or "
                  "press q."));
    screen_show();
    return true;
}
