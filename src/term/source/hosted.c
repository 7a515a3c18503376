/* hosted.c - see hosted.h. */
#include "hosted.h"

#include "lang/translate.h"
#include "local/local.h"
#include "table/table_text.h"
#include "term/desk/log.h"
#include "term/desk/thinker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <unistd.h>

enum { PAUSE_MS = 80 }; /* between what two bots do, so that people can follow */

struct hosted {
    struct source source; /* first */
    struct local local;
    struct term_game options;
    struct thinker *thinker;
    struct thought answer; /* of a bot, held back until people could follow; tag 0: none */
    int shown_to;          /* the person whose cards are on the screen, -1: nobody's */
    int64_t next_ms;       /* no bot moves before */
};

static struct hosted *hosted_of(struct source *source) { return (struct hosted *)source; }

/* ---------------------------------------------------------------- the scene */

static uint32_t count_calls(const struct history *game)
{
    uint32_t calls = 0;
    for (size_t i = 0; i < game->count; i++)
        calls += stos_move_kind(game->steps[i].move) == STOS_CALL;
    return calls;
}

/* After every change of the game, and of who is at the screen. */
static void refresh(struct hosted *hosted)
{
    struct scene *scene = &hosted->source.scene;
    scene->you = hosted->shown_to;
    scene->dealt = true;
    table_look(&hosted->local.table, hosted->shown_to, &scene->view);
    scene->phase = hosted->local.table.phase == TABLE_PLAYING ? SCENE_PLAYING : SCENE_OVER;
    scene->reveals = count_calls(hosted->options.game);
    scene->hints = hosted->local.table.hints;
    scene->history = hosted->local.table.hint_history;
    scene->takes_back = hosted->options.practice || table_takes_back(&hosted->local.table);
    scene->version++;
    log_game(scene, hosted->options.game);
}

static void fill_scene(struct hosted *hosted)
{
    struct scene *scene = &hosted->source.scene;
    const stos_record_head *head = &hosted->options.game->head;
    scene->rules = head->rules;
    scene->memory = !hosted->options.no_memory;
    scene->connected = true;
    scene->curtain = -1;
    for (int seat = 0; seat < scene_seats(scene); seat++) {
        snprintf(scene->seat[seat].name, STOS_NAME_TEXT, "%s", head->name[seat]);
        scene->seat[seat].bot = hosted->options.bot[seat] != NULL;
    }
}

/* ---------------------------------------------------------------- asking, keeping, telling */

static void say(struct hosted *hosted, const char *sentence)
{
    snprintf(hosted->source.scene.notice, sizeof hosted->source.scene.notice, "%s", sentence);
}

/* What has happened goes into the game; true when anything did. */
static bool take_news(struct hosted *hosted)
{
    int told = hosted->local.told;
    for (int i = 0; i < told; i++)
        if (!local_follow(hosted->options.game, &hosted->local, &hosted->local.answer.event[i]))
            say(hosted, _("the game is too long"));
    hosted->local.told = 0;
    if (told > 0)
        refresh(hosted);
    return told > 0;
}

/* A refusal in words. */
static void explain(struct hosted *hosted, const struct table_answer *answer)
{
    struct scene *scene = &hosted->source.scene;
    if (answer->reason == TABLE_ILLEGAL)
        stos_error_text_in(answer->error, NULL, tr_plural, scene->notice, sizeof scene->notice);
    else if (answer->reason == TABLE_NO_TAKE_BACK) /* TABLE_CARD_IS_FINAL speaks for itself */
        say(hosted, _("You can only take back your own cards of this turn."));
    else if (answer->reason != TABLE_OK)
        say(hosted, _(table_reason_text((enum table_reason)answer->reason)));
}

static void ask(struct hosted *hosted, struct table_request request)
{
    request.now_ms = clock_ms();
    local_do(&hosted->local, NULL, &request);
    explain(hosted, &hosted->local.answer);
    take_news(hosted);
}

static void hosted_play(struct source *source, stos_move move)
{
    char text[STOS_MOVE_TEXT];
    size_t length = stos_move_text(source->scene.rules.game, move, text);
    ask(hosted_of(source),
        (struct table_request){.verb = TABLE_MOVE,
                               .seat = -1,
                               .person = local_person(source->scene.you),
                               .text = text,
                               .text_length = length});
}

/* ---------------------------------------------------------------- bots */

static void ask_bot(struct hosted *hosted, const struct local_job *job)
{
    struct thought thought = {
        .tag = job->number, .says = job->what == LOCAL_SAY, .bot = job->bot, .seed = job->seed};
    thought.view = job->view;
    thought.hints = job->hints;
    thought.history = job->history;
    thought.rounds = hosted->source.rounds;
    thinker_ask(hosted->thinker, &thought);
}

/* The answer that was waited for, when people could follow what was before; after how many ms, -1:
 * it is still thought about. */
static int take_answer(struct hosted *hosted)
{
    uint64_t count;
    if (read(hosted->source.wake_fd, &count, sizeof count) < 0)
        count = 0;
    if (hosted->answer.tag == 0)
        thinker_take(hosted->thinker, &hosted->answer);
    if (hosted->answer.tag == 0)
        return -1;
    int64_t wait = hosted->next_ms - clock_ms();
    if (wait > 0 && !hosted->answer.says)
        return (int)wait;
    struct local_thought thought = {.move = hosted->answer.move, .self = hosted->answer.self};
    memcpy(thought.pile, hosted->answer.pile, sizeof thought.pile);
    bool counts = local_answer(&hosted->local, hosted->answer.tag, &thought, clock_ms());
    hosted->answer.tag = 0;
    local_keep(&hosted->local, NULL, clock_ms());
    if (take_news(hosted))
        hosted->next_ms = clock_ms() + PAUSE_MS;
    else if (counts) {
        hosted->source.scene.hints = hosted->local.table.hints;
        hosted->source.scene.history = hosted->local.table.hint_history;
    }
    return 0;
}

/* Lets the next bot think, if one is due. */
static void go_on(struct hosted *hosted)
{
    const struct local_job *job = local_job(&hosted->local, clock_ms());
    hosted->source.scene.thinking =
        (stos_seats)(job && job->what == LOCAL_CHOOSE ? 1u << job->seat : 0);
    if (hosted->answer.tag != 0 || !job)
        return;
    if (thinker_idle(hosted->thinker))
        ask_bot(hosted, job);
}

static void show_to(struct hosted *hosted, int seat)
{
    if (hosted->shown_to == seat)
        return;
    hosted->shown_to = seat;
    refresh(hosted);
}

/* Who has to be at the screen: with two people or more, a curtain hangs until they say so. */
static void look_for_person(struct hosted *hosted)
{
    int seat = local_to_ask(&hosted->local);
    hosted->source.scene.curtain = -1;
    if (seat < 0 || seat == hosted->shown_to)
        return;
    bool shared = local_people(&hosted->local) > 1;
    show_to(hosted, shared ? -1 : seat);
    if (shared)
        hosted->source.scene.curtain = seat;
}

static int hosted_step(struct source *source)
{
    struct hosted *hosted = hosted_of(source);
    int wait = take_answer(hosted);
    look_for_person(hosted);
    go_on(hosted);
    return wait;
}

/* ---------------------------------------------------------------- wishes */

static void hosted_lift(struct source *source)
{
    int seat = source->scene.curtain;
    if (seat < 0)
        return;
    source->scene.curtain = -1;
    show_to(hosted_of(source), seat);
}

static void hosted_hurry(struct source *source)
{
    struct hosted *hosted = hosted_of(source);
    hosted->next_ms = 0;
    if (source->scene.thinking)
        thinker_hurry(hosted->thinker);
}

static void hosted_hint(struct source *source, int pile, int hint)
{
    struct hosted *hosted = hosted_of(source);
    enum table_reason reason = table_hint(&hosted->local.table, source->scene.you, pile, hint);
    if (reason != TABLE_OK)
        say(hosted, _(table_reason_text(reason)));
    refresh(hosted);
}

/* Everybody at the keyboard wants another game. */
static void hosted_begin(struct source *source, bool same)
{
    struct hosted *hosted = hosted_of(source);
    stos_seed seed = {.generator = STOS_CHACHA20};
    if (getrandom(seed.bytes, sizeof seed.bytes, 0) != (ssize_t)sizeof seed.bytes)
        return;
    for (int seat = 0; seat < scene_seats(&source->scene); seat++)
        if (!hosted->options.bot[seat])
            ask(hosted,
                (struct table_request){.verb = TABLE_AGREE,
                                       .matter = same ? TABLE_SAME_DEAL : TABLE_REMATCH,
                                       .yes = true,
                                       .seat = -1,
                                       .person = local_person(seat),
                                       .seed = &seed,
                                       .game_id = "game"});
    show_to(hosted, -1);
}

static bool hosted_save(struct source *source)
{
    const struct term_game *options = &hosted_of(source)->options;
    return options->save &&
        options->save(options->game, source->scene.notice, sizeof source->scene.notice);
}

/* ---------------------------------------------------------------- opening */

static bool open_table(struct hosted *hosted)
{
    const struct history *game = hosted->options.game;
    struct local_setup setup =
        local_setup_of(&game->head, hosted->options.bot, hosted->options.no_memory);
    return local_resume(&hosted->local, game, game->count, &setup, NULL, clock_ms());
}

static void go_back(struct hosted *hosted)
{
    if (!local_go_back(hosted->options.game, hosted->options.bot)) {
        say(hosted, _("You have not played yet."));
        return;
    }
    thinker_hurry(hosted->thinker);
    if (!open_table(hosted))
        say(hosted, _("out of memory"));
    refresh(hosted);
}

static void hosted_undo(struct source *source)
{
    struct hosted *hosted = hosted_of(source);
    if (hosted->options.practice)
        go_back(hosted);
    else if (source->scene.you >= 0)
        ask(hosted,
            (struct table_request){
                .verb = TABLE_TAKE_BACK, .seat = -1, .person = local_person(source->scene.you)});
}

struct source *hosted_open(const struct term_game *options)
{
    struct hosted *hosted = calloc(1, sizeof *hosted);
    if (!hosted)
        return NULL;
    hosted->options = *options;
    hosted->shown_to = -1;
    hosted->source = (struct source){.wake_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC),
                                     .step = hosted_step,
                                     .play = hosted_play,
                                     .undo = hosted_undo,
                                     .hurry = hosted_hurry,
                                     .lift = hosted_lift,
                                     .hint = hosted_hint,
                                     .begin = hosted_begin,
                                     .save = hosted_save,
                                     .rounds = options->rounds,
                                     .game = options->game};
    hosted->thinker = thinker_open(hosted->source.wake_fd);
    if (!hosted->thinker || !open_table(hosted)) {
        thinker_close(hosted->thinker);
        close(hosted->source.wake_fd);
        free(hosted);
        return NULL;
    }
    fill_scene(hosted);
    refresh(hosted);
    return &hosted->source;
}

void hosted_close(struct source *source)
{
    struct hosted *hosted = hosted_of(source);
    thinker_close(hosted->thinker);
    close(source->wake_fd);
    free(hosted);
}
