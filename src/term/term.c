/* term.c - see term.h: what ties the screens together. */
#include "term.h"

#include "term/desk/desk.h"
#include "term/source/hosted.h"
#include "term/source/remote.h"
#include "term/screen/screen.h"

#include <stdio.h>
#include <string.h>

bool term_possible(void) { return screen_possible(); }
bool term_open(void) { return screen_open(); }
void term_close(void) { screen_close(); }

enum term_end term_play(const struct term_game *game)
{
    enum desk_end end = DESK_REPLAY;
    while (end == DESK_REPLAY) {
        struct source *source = hosted_open(game);
        if (!source)
            return TERM_FAILED;
        end = desk_run(source);
        hosted_close(source);
        if (end == DESK_REPLAY && term_replay(game->game) == TERM_INTERRUPTED)
            end = DESK_CLOSED;
    }
    return end == DESK_SAVED ? TERM_SAVED : end == DESK_CLOSED ? TERM_INTERRUPTED : TERM_LEFT;
}

enum term_end term_learn(const stos_game *game)
{
    struct source *source = lesson_open(game);
    if (!source)
        return TERM_FAILED;
    enum desk_end end = desk_run(source);
    lesson_close(source);
    return end == DESK_CLOSED ? TERM_INTERRUPTED : TERM_LEFT;
}

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
