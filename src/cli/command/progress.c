/* progress.c - see progress.h. */
#include "progress.h"

#include "bot/clock.h"
#include "lang/translate.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* "  6 h 28 min left". */
static void show_time_left(double seconds)
{
    int minutes = (int)(seconds / 60);
    if (minutes >= 60)
        fprintf(stderr, _("  %d h %d min left"), minutes / 60, minutes % 60);
    else if (minutes >= 2)
        fprintf(stderr, _("  %d min left"), minutes);
    else
        fprintf(stderr, _("  %.0f s left"), seconds);
}

void progress_begin(struct progress *progress, uint64_t all)
{
    double now = clock_seconds();
    *progress = (struct progress){
        .terminal = isatty(STDERR_FILENO) != 0, .start = now, .last_shown = now, .all = all};
}

void progress_show(struct progress *progress, uint64_t part)
{
    enum { WIDTH = 30 };
    uint64_t done = progress->before + part, all = progress->all;
    double share = done < all ? (double)done / (double)all : 1, now = clock_seconds();
    double spent = now - progress->start;
    double speed =
        spent > 0 && done > progress->resumed ? (double)(done - progress->resumed) / spent : 0;
    int filled = (int)(share * WIDTH);
    char bar[WIDTH + 1];
    memset(bar, '.', WIDTH);
    memset(bar, '#', (size_t)filled);
    bar[WIDTH] = '\0';
    if (progress->terminal)
        fprintf(stderr, "\r[%s] ", bar);
    fprintf(stderr, "%llu/%llu", (unsigned long long)done, (unsigned long long)all);
    if (speed > 0)
        show_time_left((double)(all - (done < all ? done : all)) / speed);
    fputs(progress->terminal ? "   " : "\n", stderr);
    progress->last_shown = now;
}

void progress_update(struct progress *progress, uint64_t done)
{
    if (clock_seconds() - progress->last_shown > (progress->terminal ? 0.1 : 60))
        progress_show(progress, done);
}

void progress_end(const struct progress *progress)
{
    if (progress->terminal)
        fputs("\r\033[K", stderr);
}
