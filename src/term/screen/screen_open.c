/*
 * screen_open.c - see screen.h: opening the terminal and restoring it.
 *
 * What the signal handlers need is kept in one place here: the terminal's original settings, the
 * sequence that leaves the full screen, and the request to stop. The handlers are
 * async-signal-safe. A signal that arrives just before the program waits for a key must still wake
 * it, whichever thread receives it: the handlers write into a pipe that the wait includes (the
 * self-pipe trick).
 */
#include "colours.h"
#include "screen.h"
#include "screen_internal.h"

#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <ncurses.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

enum {
    SCALE_STEPS = 49,
    CRASHES = 5,
    ESCAPE_MS = 100
}; /* ESCAPE: a key that sends several bytes has sent them by then */

static const int crash_signals[CRASHES] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
static const int stop_signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { STOPS = sizeof stop_signals / sizeof stop_signals[0] };

static struct {
    SCREEN *terminal;
    struct screen_colours colours;
    struct termios before;
    char leave[128]; /* what the terminal has to be sent to be as before */
    struct sigaction crash_before[CRASHES], stop_before[STOPS], resize_before;
    atomic_bool must_stop;
    int signalled[2]; /* a pipe */
} screen;

const struct screen_colours *screen_colours(void) { return &screen.colours; }
bool screen_must_stop(void) { return atomic_load(&screen.must_stop); }
int screen_signals(void) { return screen.signalled[0]; }

/* ---------------------------------------------------------------- signals */

/* A full pipe wakes as well. */
static void wake(void)
{
    ssize_t written = write(screen.signalled[1], "", 1);
    (void)written;
}

static void on_stop(int signal_number)
{
    (void)signal_number;
    atomic_store(&screen.must_stop, true);
    wake();
}

/* curses has a handler of its own, which makes a key of it. */
static void on_resize(int signal_number)
{
    if (screen.resize_before.sa_handler != SIG_DFL && screen.resize_before.sa_handler != SIG_IGN)
        screen.resize_before.sa_handler(signal_number);
    wake();
}

static void on_crash(int signal_number)
{
    if (write(STDOUT_FILENO, screen.leave, strlen(screen.leave)) > 0)
        tcsetattr(STDIN_FILENO, TCSANOW, &screen.before);
    for (int i = 0; i < CRASHES; i++)
        sigaction(crash_signals[i], &screen.crash_before[i], NULL);
    raise(signal_number);
}

static bool open_pipe(void)
{
    if (pipe(screen.signalled) != 0)
        return false;
    for (int end = 0; end < 2; end++) {
        fcntl(screen.signalled[end], F_SETFD, FD_CLOEXEC);
        fcntl(screen.signalled[end], F_SETFL, O_NONBLOCK);
    }
    return true;
}

static void close_pipe(void)
{
    close(screen.signalled[0]);
    close(screen.signalled[1]);
}

static void catch_signals(void)
{
    struct sigaction stop = {.sa_handler = on_stop},
                     crash = {.sa_handler = on_crash, .sa_flags = SA_NODEFER};
    for (int i = 0; i < STOPS; i++)
        sigaction(stop_signals[i], &stop, &screen.stop_before[i]);
    for (int i = 0; i < CRASHES; i++)
        sigaction(crash_signals[i], &crash, &screen.crash_before[i]);
}

static void release_signals(void)
{
    for (int i = 0; i < STOPS; i++)
        sigaction(stop_signals[i], &screen.stop_before[i], NULL);
    for (int i = 0; i < CRASHES; i++)
        sigaction(crash_signals[i], &screen.crash_before[i], NULL);
}

/* ---------------------------------------------------------------- opening */

/* Text is UTF-8 whatever the system's language; the place of the names of locales is the C
 * library's. */
static void choose_locale(void)
{
    if (!setlocale(LC_CTYPE, "") || strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
        setlocale(LC_CTYPE, "C.UTF-8");
}

bool screen_possible(void)
{
    int problem = 0;
    const char *name = getenv("TERM");
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || !name || !*name ||
        strcmp(name, "dumb") == 0)
        return false;
    bool known = setupterm(name, STDOUT_FILENO, &problem) == OK;
    bool possible = known && cursor_address != NULL;
    if (known)
        del_curterm(cur_term);
    return possible;
}

static void choose_colours(void)
{
    memset(&screen.colours, 0, sizeof screen.colours);
    const char *refused = getenv("NO_COLOR");
    if ((refused && *refused) || !has_colors() || start_color() == ERR ||
        use_default_colors() == ERR)
        return;
    bool many = COLORS >= 256 && COLOR_PAIRS > 2 + 2 * SCALE_STEPS;
    screen.colours = (struct screen_colours){.accent_pair = 1,
                                             .warning_pair = 2,
                                             .scale_pairs = many ? SCALE_STEPS : 5,
                                             .first_text = 3};
    screen.colours.first_ground = 3 + screen.colours.scale_pairs;
    init_pair(1, many ? 43 : COLOR_CYAN, -1);
    init_pair(2, many ? 209 : COLOR_RED, -1);
    short scale[SCALE_STEPS];
    (many ? colours_of_scale : colours_of_scale_in_eight)(screen.colours.scale_pairs, scale);
    for (int i = 0; i < screen.colours.scale_pairs; i++) {
        init_pair((short)(screen.colours.first_text + i), scale[i], -1);
        init_pair((short)(screen.colours.first_ground + i), many ? 16 : COLOR_BLACK, scale[i]);
    }
}

/* The sequences that a crash has to write, taken while the terminal's description is at hand. */
static void remember_leave(void)
{
    const char *const parts[] = {"\033[?1000l\033[?1006l", exit_attribute_mode, keypad_local,
                                 cursor_normal, exit_ca_mode};
    size_t used = 0;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (!parts[i] || parts[i] == (const char *)-1)
            continue; /* this terminal has none */
        size_t length = strlen(parts[i]);
        if (used + length >= sizeof screen.leave)
            continue;
        memcpy(screen.leave + used, parts[i], length);
        used += length;
    }
    screen.leave[used] = '\0';
}

/* Keys as terminals send them that pass for another: inside tmux, over ssh. */
static void learn_keys(void)
{
    static const struct {
        const char *sequence;
        int key;
    } more[] = {{"\033[1~", KEY_HOME}, {"\033[7~", KEY_HOME}, {"\033[H", KEY_HOME},
                {"\033[4~", KEY_END},  {"\033[8~", KEY_END},  {"\033[F", KEY_END},
                {"\033[A", KEY_UP},    {"\033[B", KEY_DOWN},  {"\033[C", KEY_RIGHT},
                {"\033[D", KEY_LEFT},  {"\033OA", KEY_UP},    {"\033OB", KEY_DOWN},
                {"\033OC", KEY_RIGHT}, {"\033OD", KEY_LEFT}};
    for (size_t i = 0; i < sizeof more / sizeof more[0]; i++)
        define_key(more[i].sequence, more[i].key);
}

bool screen_open(void)
{
    choose_locale();
    tcgetattr(STDIN_FILENO, &screen.before);
    if (!open_pipe())
        return false;
    catch_signals();
    screen.terminal = newterm(NULL, stdout, stdin);
    if (!screen.terminal) {
        release_signals();
        close_pipe();
        return false;
    }
    sigaction(SIGWINCH, &(struct sigaction){.sa_handler = on_resize}, &screen.resize_before);
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    learn_keys();
    nodelay(stdscr, TRUE);
    set_escdelay(ESCAPE_MS);
    curs_set(0);
    mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    mouseinterval(0);
    choose_colours();
    remember_leave();
    return true;
}

void screen_close(void)
{
    if (!screen.terminal)
        return;
    sigaction(SIGWINCH, &screen.resize_before, NULL);
    endwin();
    delscreen(screen.terminal);
    screen.terminal = NULL;
    release_signals();
    close_pipe();
}
