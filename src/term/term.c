/* term.c - see term.h: what ties the screens together. */
#include "term.h"

#include "term/desk/desk.h"
#include "term/source/hosted.h"
#include "term/screen/screen.h"

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
