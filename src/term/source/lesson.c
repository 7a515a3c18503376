/*
 * lesson.c - see hosted.h: a table at which only the learner plays. Each lesson is a position; a
 * wanted move leads to the next one, any other is answered by a nudge. Nothing is dealt, and
 * nothing can go wrong.
 */
#include "hosted.h"

#include "lang/translate.h"
#include "term/desk/teaching.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct learning {
    struct source source; /* first */
    const stos_game *game;
    struct lesson lesson;
    int number;
    bool done;
};

static struct learning *learning_of(struct source *source) { return (struct learning *)source; }

/* What the coach says, with the key where it is not one of the table's. */
static void tell(struct learning *learning)
{
    struct scene *scene = &learning->source.scene;
    bool hint = strncmp(learning->lesson.wanted, "hint", 4) == 0,
         last = learning->lesson.wanted[0] == '\0';
    const char *how = hint ? _("Press g for that.") : last ? _("Press Enter to finish.") : "";
    snprintf(scene->coach, sizeof scene->coach, "%s%s%s", learning->lesson.text, *how ? " " : "",
             how);
}

static void show(struct learning *learning)
{
    struct scene *scene = &learning->source.scene;
    if (!teaching_lesson(stos_game_name(learning->game), learning->number, &learning->lesson)) {
        learning->done = true;
        return;
    }
    struct show_reveal last;
    scene->view = learning->lesson.view;
    scene->rules = stos_view_rules(&scene->view);
    scene->reveals = game_reveal(&scene->view, &last);
    scene->version++;
    tell(learning);
}

/* Whether a move is one of those that are wanted. */
static bool is_wanted(const struct learning *learning, const char *move)
{
    const char *at = learning->lesson.wanted;
    size_t length = strlen(move);
    while (*at) {
        size_t here = strcspn(at, "|"), trimmed = here;
        while (trimmed > 0 && at[trimmed - 1] == ' ')
            trimmed--;
        if (trimmed == length && strncmp(at, move, length) == 0)
            return true;
        at += here;
        at += strspn(at, "| ");
    }
    return false;
}

static void attempt(struct learning *learning, const char *move)
{
    if (!is_wanted(learning, move)) {
        snprintf(learning->source.scene.notice, NOTICE_TEXT, "%.300s", learning->lesson.nudge);
        return;
    }
    learning->number++;
    show(learning);
}

static void lesson_play(struct source *source, stos_move move)
{
    char text[STOS_MOVE_TEXT];
    stos_move_text(source->scene.rules.game, move, text);
    attempt(learning_of(source), text);
}

static void lesson_hint(struct source *source, int pile, int hint)
{
    char text[LESSON_WANTED] = "hint";
    (void)hint;
    if (pile >= 0)
        snprintf(text, sizeof text, "hint %s", stos_game_piles(source->scene.rules.game)[pile]);
    attempt(learning_of(source), text);
}

/* Keys that mean something else in a lesson: nothing is saved or taken back, and leaving needs no
 * question. */
static bool lesson_takes_key(struct source *source, long code)
{
    struct learning *learning = learning_of(source);
    if (code == 'q' || (learning->lesson.wanted[0] == '\0' && (code == '\n' || code == ' ')))
        learning->done = true;
    return learning->done || (code < 128 && code > 0 && strchr("shtu", (int)code) != NULL);
}

static int lesson_step(struct source *source)
{
    (void)source;
    return -1;
}

static const char *lesson_refusal(const struct source *source)
{
    return ((const struct learning *)source)->done ? "done" : "";
}

struct source *lesson_open(const stos_game *game)
{
    static const char *const others[] = {"Ada", "Ben"};
    struct learning *learning = calloc(1, sizeof *learning);
    if (!learning)
        return NULL;
    struct source *source = &learning->source;
    *source = (struct source){.wake_fd = -1,
                              .step = lesson_step,
                              .play = lesson_play,
                              .hint = lesson_hint,
                              .takes_key = lesson_takes_key,
                              .refusal = lesson_refusal};
    learning->game = game;
    struct scene *scene = &source->scene;
    scene->phase = SCENE_PLAYING;
    scene->dealt = scene->connected = scene->takes_back = scene->memory = true;
    scene->curtain = -1;
    show(learning);
    for (int seat = 0; seat < scene_seats(scene) && seat < 3; seat++) {
        snprintf(scene->seat[seat].name, STOS_NAME_TEXT, "%s", seat ? others[seat - 1] : _("You"));
        scene->seat[seat].bot = seat > 0;
    }
    return source;
}

void lesson_close(struct source *source) { free(source); }
