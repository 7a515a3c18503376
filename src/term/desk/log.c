/* log.c - see log.h. */
#include "log.h"

static void begin_line(void *context, enum tell_line line, const char *text)
{
    struct scene *scene = context;
    (void)line;
    scroll_add(&scene->log, "%s", text);
}

static void add_to_line(void *context, const char *text)
{
    struct scene *scene = context;
    scroll_append(&scene->log, "%s", text);
}

void log_open(struct scene_log *log, struct scene *scene)
{
    *log = (struct scene_log){0};
    log->teller = (struct teller){.names = scene_names(&log->names, scene),
                                  .begin = begin_line,
                                  .add = add_to_line,
                                  .context = scene,
                                  .seat = -1};
}

void log_game(struct scene *scene, const struct history *game)
{
    struct scene_log log;
    stos_view before, after;
    log_open(&log, scene);
    scroll_clear(&scene->log);
    size_t first = game->count > 4 * SCROLL_LINES ? game->count - 4 * SCROLL_LINES : 0;
    for (size_t i = first; i < game->count; i++) {
        stos_look(&game->steps[i].before, STOS_SPECTATOR, &before);
        stos_look(i + 1 < game->count ? &game->steps[i + 1].before : &game->state, STOS_SPECTATOR,
                  &after);
        tell_move(&log.teller, &before, game->steps[i].seat, game->steps[i].move, &after);
    }
}
