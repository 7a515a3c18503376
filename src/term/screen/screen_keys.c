/* screen_keys.c - see screen.h: keys, clicks, and the end of the input. */
#include "screen.h"
#include "screen_internal.h"

#include <ncurses.h>
#include <poll.h>
#include <unistd.h>

/* curses has names of its own that begin with KEY_; those that it shares with screen.h have other
 * values. */

enum { MOST_TARGETS = 256, EMPTY_READS = 4 };

static struct {
    struct target {
        int y, x, height, width, what, which;
    } target[MOST_TARGETS];
    int targets, empty_reads;
} keys;

void screen_forget_targets(void) { keys.targets = 0; }

void screen_target(int y, int x, int height, int width, int what, int which)
{
    if (keys.targets < MOST_TARGETS)
        keys.target[keys.targets++] = (struct target){y, x, height, width, what, which};
}

/* The target drawn last lies on top. */
static struct key click_at(int y, int x)
{
    for (int i = keys.targets - 1; i >= 0; i--) {
        const struct target *target = &keys.target[i];
        if (y >= target->y && y < target->y + target->height && x >= target->x &&
            x < target->x + target->width)
            return (struct key){KEY_CLICK, target->what, target->which};
    }
    return (struct key){.code = KEY_NONE};
}

static struct key mouse_key(void)
{
    MEVENT event;
    if (getmouse(&event) != OK)
        return (struct key){.code = KEY_NONE};
    if (event.bstate & BUTTON4_PRESSED)
        return (struct key){.code = KEY_ARROW_UP};
    if (event.bstate & BUTTON5_PRESSED)
        return (struct key){.code = KEY_ARROW_DOWN};
    if (!(event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED)))
        return (struct key){.code = KEY_NONE}; /* a button that is let go */
    return click_at(event.y, event.x);
}

static struct key function_key(wint_t code)
{
    static const struct {
        wint_t code;
        long key;
    } names[] = {
        {KEY_UP, KEY_ARROW_UP},       {KEY_DOWN, KEY_ARROW_DOWN}, {KEY_LEFT, KEY_ARROW_LEFT},
        {KEY_RIGHT, KEY_ARROW_RIGHT}, {KEY_PPAGE, KEY_PAGE_UP},   {KEY_NPAGE, KEY_PAGE_DOWN},
        {KEY_HOME, KEY_FIRST},        {KEY_END, KEY_LAST},        {KEY_ENTER, '\n'},
        {KEY_BACKSPACE, KEY_RUBOUT},  {KEY_DC, KEY_RUBOUT},       {KEY_RESIZE, KEY_RESIZED},
    };
    if (code == KEY_MOUSE)
        return mouse_key();
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].code == code)
            return (struct key){.code = names[i].key};
    return (struct key){.code = KEY_NONE};
}

/* A key that is there already; false when there is none. */
static bool take_key(struct key *key)
{
    wint_t code;
    int kind = get_wch(&code);
    if (kind == ERR)
        return false;
    keys.empty_reads = 0;
    if (kind == KEY_CODE_YES)
        *key = function_key(code);
    else if (code == '\r')
        *key = (struct key){.code = '\n'};
    else if (code == 127 || code == 8)
        *key = (struct key){.code = KEY_RUBOUT};
    else
        *key = (struct key){.code = (long)code};
    return true;
}

struct key screen_key(int timeout_ms, int wake_fd)
{
    struct key key = {.code = KEY_NONE}, closed = {.code = KEY_CLOSED};
    struct pollfd fds[] = {{.fd = STDIN_FILENO, .events = POLLIN},
                           {.fd = wake_fd, .events = POLLIN},
                           {.fd = screen_signals(), .events = POLLIN}};
    char heard[16];
    if (screen_must_stop())
        return closed;
    if (take_key(&key))
        return key;
    poll(fds, sizeof fds / sizeof fds[0], timeout_ms);
    while ((fds[2].revents & POLLIN) && read(fds[2].fd, heard, sizeof heard) == sizeof heard)
        continue;
    if (screen_must_stop() || (fds[0].revents & (POLLHUP | POLLERR | POLLNVAL)))
        return closed;
    if (!take_key(&key) && (fds[0].revents & POLLIN) && ++keys.empty_reads >= EMPTY_READS)
        return closed; /* readable, yet nothing to read: the end of the input */
    return key;
}
