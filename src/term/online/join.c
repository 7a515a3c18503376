/* join.c - a table of a server on the full screen: choosing one there, playing, and back again. */
#include "remote.h"

#include "term/desk/desk.h"

#include <stdio.h>

enum term_end term_join(struct term_table *table, char *message, size_t size)
{
    enum desk_end end = DESK_SENT_AWAY;
    struct source *source = remote_open(table);
    if (!source)
        return TERM_FAILED;
    bool interrupted = table->series.word[0] && !series_run(source);
    while (!interrupted && (end == DESK_SENT_AWAY || end == DESK_REPLAY || end == DESK_STANDINGS)) {
        if (end == DESK_SENT_AWAY && !lobby_run(source, &interrupted)) {
            end = interrupted ? DESK_CLOSED : DESK_QUIT;
            break;
        }
        end = desk_run(source);
        if (end == DESK_REPLAY && source->game && term_replay(source->game) == TERM_INTERRUPTED)
            end = DESK_CLOSED;
        interrupted = end == DESK_STANDINGS && !series_run(source);
    }
    if (interrupted)
        end = DESK_CLOSED;
    snprintf(message, size, "%s", source->refusal(source));
    remote_tell(source, table);
    remote_close(source);
    return end == DESK_CLOSED ? TERM_INTERRUPTED : TERM_LEFT;
}
