/* scene.c - see scene.h. */
#include "scene.h"

#include "bot/clock.h"
#include "lang/translate.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------- lines */

void scroll_clear(struct scroll *scroll) { scroll->count = 0; }

void scroll_add(struct scroll *scroll, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(scroll->line[scroll->count++ % SCROLL_LINES], SCROLL_TEXT, format, arguments);
    va_end(arguments);
}

void scroll_append(struct scroll *scroll, const char *format, ...)
{
    va_list arguments;
    if (scroll->count == 0)
        return;
    char *line = scroll->line[(scroll->count - 1) % SCROLL_LINES];
    size_t used = strlen(line);
    va_start(arguments, format);
    vsnprintf(line + used, SCROLL_TEXT - used, format, arguments);
    va_end(arguments);
}

const char *scroll_from_end(const struct scroll *scroll, int i)
{
    if (i >= scroll->count || i >= SCROLL_LINES)
        return NULL;
    return scroll->line[(scroll->count - 1 - i) % SCROLL_LINES];
}

/* ---------------------------------------------------------------- questions */

int64_t clock_ms(void) { return (int64_t)(clock_nanoseconds() / CLOCK_NANOSECONDS_PER_MS); }

const char *scene_notice(const struct scene *scene)
{
    return scene->notice[0] || !scene->unanswered ? scene->notice : _("no answer yet, waiting…");
}

bool scene_may_act(const struct scene *scene)
{
    return scene->dealt && scene->phase == SCENE_PLAYING && scene->curtain < 0 && scene->you >= 0 &&
        (stos_view_movers(&scene->view) >> scene->you & 1);
}

static bool has_namesake(const struct scene *scene, int seat)
{
    for (int other = 0; other < scene_seats(scene); other++)
        if (other != seat && strcmp(scene->seat[other].name, scene->seat[seat].name) == 0)
            return true;
    return false;
}

const char *scene_name(const struct scene *scene, int seat, char out[STOS_NAME_TEXT + 16])
{
    const char *name = seat >= 0 && seat < STOS_MAX_SEATS ? scene->seat[seat].name : "";
    if (!name[0])
        snprintf(out, STOS_NAME_TEXT + 16, _("Seat %d"), seat);
    else if (has_namesake(scene, seat))
        snprintf(out, STOS_NAME_TEXT + 16, "%.50s #%d", name, seat);
    else
        snprintf(out, STOS_NAME_TEXT + 16, "%s", name);
    return out;
}

static const char *name_of(void *context, int seat)
{
    struct scene_names *names = context;
    return scene_name(names->scene, seat, names->name);
}

struct tell_names scene_names(struct scene_names *names, const struct scene *scene)
{
    names->scene = scene;
    return (struct tell_names){name_of, names};
}

const char *scene_short_name(const struct scene *scene, int seat, int room,
                             char out[STOS_NAME_TEXT + 16])
{
    char number[8] = "";
    const struct scene_seat *person = &scene->seat[seat];
    if (!person->bot)
        return scene_name(scene, seat, out);
    if (has_namesake(scene, seat))
        snprintf(number, sizeof number, "#%d", seat);
    int length = (int)strcspn(person->name, " "), most = room - (int)strlen(number);
    snprintf(out, STOS_NAME_TEXT + 16, "%.*s%s", length > most ? most : length, person->name,
             number);
    return out;
}
