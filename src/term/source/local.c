/* local.c - see local.h. */
#include "local.h"

#include "lang/translate.h"
#include "term/desk/tell.h"
#include "thinker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <unistd.h>

enum { PAUSE_MS = 80 }; /* between what two bots do, so that people can follow */

struct local {
    struct source source; /* first */
    struct history *game;
    const struct bot *bot[STOS_MAX_SEATS];
    bool (*save)(const struct history *game, char *message, size_t size);
    struct thinker *thinker;
    uint32_t tag;           /* of the thoughts that still count */
    int shown_to;           /* the person whose cards are on the screen, -1: nobody's */
    struct bot_hints given; /* by people */
    uint32_t heard;         /* the tag for which bots were asked what they say */
    int64_t next_ms;        /* no bot moves before */
    stos_random random;
};

static struct local *local_of(struct source *source) { return (struct local *)source; }

static int people(const struct local *local)
{
    int count = 0;
    for (int seat = 0; seat < scene_seats(&local->source.scene); seat++)
        count += local->bot[seat] == NULL;
    return count;
}

/* ---------------------------------------------------------------- the scene */

static uint32_t count_calls(const struct history *game)
{
    uint32_t calls = 0;
    for (size_t i = 0; i < game->count; i++)
        calls += stos_move_kind(game->steps[i].move) == STOS_CALL;
    return calls;
}

/* After every change of the game. */
static void refresh(struct local *local)
{
    struct scene *scene = &local->source.scene;
    scene->you = local->shown_to;
    scene->dealt = true;
    stos_look(&local->game->state, local->shown_to, &scene->view);
    scene->phase = stos_over(&local->game->state) ? SCENE_OVER : SCENE_PLAYING;
    scene->reveals = count_calls(local->game);
    scene->thinking = 0;
    scene->hints = local->given;
    scene->version++;
    local->tag++;
    tell_game(scene, local->game);
}

static void fill_scene(struct local *local)
{
    struct scene *scene = &local->source.scene;
    scene->rules = local->game->head.rules;
    scene->memory = true;
    scene->connected = true;
    scene->curtain = -1;
    for (int seat = 0; seat < scene_seats(scene); seat++) {
        snprintf(scene->seat[seat].name, STOS_NAME_TEXT, "%s", local->game->head.name[seat]);
        scene->seat[seat].bot = local->bot[seat] != NULL;
    }
}

/* ---------------------------------------------------------------- who acts */

/* TG3: people vote first, bots join them, then whoever does not agree is asked again. */
static int next_voter(const struct local *local)
{
    const struct stos_thegame_table *table = &local->game->state.as.thegame.table;
    int players = table->option[STOS_THEGAME_PLAYERS], leader = -1;
    for (int seat = 0; seat < players; seat++) {
        if (local->bot[seat])
            continue;
        if (table->vote[seat] < 0)
            return seat;
        if (leader < 0)
            leader = seat;
    }
    for (int seat = 0; seat < players; seat++)
        if (table->vote[seat] < 0 || (leader >= 0 && local->bot[seat] && table->vote[seat] != table->vote[leader]))
            return seat;
    for (int seat = 0; seat < players; seat++)
        if (table->vote[seat] != table->vote[leader < 0 ? 0 : leader])
            return seat;
    return 0;
}

static bool is_vote(const stos_state *state) { return state->game == STOS_THEGAME && state->as.thegame.table.phase == STOS_PHASE_START; }

static int next_actor(const struct local *local)
{
    const stos_state *state = &local->game->state;
    stos_seats actors = stos_actors(state);
    if (is_vote(state))
        return next_voter(local);
    for (int seat = 0; seat < STOS_MAX_SEATS; seat++) /* people choose first, so that nobody waits for bots */
        if ((actors >> seat & 1) && !local->bot[seat])
            return seat;
    return __builtin_ctz(actors);
}

/* A vote that stands already: bots join it. -1: none. */
static int standing_vote(const struct local *local)
{
    const struct stos_thegame_table *table = &local->game->state.as.thegame.table;
    for (int pass = 0; pass < 2; pass++)
        for (int seat = 0; seat < table->option[STOS_THEGAME_PLAYERS]; seat++)
            if ((pass == 1 || !local->bot[seat]) && table->vote[seat] >= 0)
                return table->vote[seat];
    return -1;
}

/* ---------------------------------------------------------------- moves */

/* A seat's hints end when it acts, and what was said about a pile when a card lies on it. */
static void forget_hints(struct local *local, int seat, stos_move move)
{
    memset(local->given.pile[seat], 0, sizeof local->given.pile[seat]);
    local->given.self[seat] = 0;
    for (int other = 0; other < STOS_MAX_SEATS && stos_move_kind(move) == STOS_PLACE; other++)
        local->given.pile[other][stos_move_high(move) & 3] = 0;
}

static void make_move(struct local *local, int seat, stos_move move)
{
    struct scene *scene = &local->source.scene;
    bool full = false;
    stos_error error = history_play(local->game, seat, move, &full);
    if (full)
        snprintf(scene->notice, sizeof scene->notice, "%s", _("the game is too long"));
    else if (error.reason)
        stos_error_text_in(error, NULL, tr_plural, scene->notice, sizeof scene->notice);
    else
        forget_hints(local, seat, move);
    refresh(local);
}

static void ask_bot(struct local *local, int seat)
{
    struct thought thought = {.kind = THOUGHT_LISTEN,
                              .seat = seat,
                              .tag = local->tag,
                              .bot = local->bot[seat],
                              .hints = local->given,
                              .rounds = local->source.rounds};
    memcpy(thought.others, local->bot, sizeof thought.others);
    thought.state = local->game->state;
    thought.seed = stos_random_bits(&local->random);
    local->source.scene.thinking = (stos_seats)(1u << seat);
    thinker_ask(local->thinker, &thought);
}

/* What the bots say to the person at the screen (TT1). */
static void ask_for_hints(struct local *local, int seat)
{
    if (local->game->state.game != STOS_THEGAME || local->heard == local->tag || !thinker_idle(local->thinker))
        return;
    struct thought thought = {.kind = THOUGHT_HEAR, .seat = seat, .tag = local->tag, .hints = local->given};
    memcpy(thought.others, local->bot, sizeof thought.others);
    thought.state = local->game->state;
    thought.seed = stos_random_bits(&local->random);
    local->heard = local->tag;
    thinker_ask(local->thinker, &thought);
}

static void take_thoughts(struct local *local)
{
    struct thought thought;
    uint64_t count;
    if (read(local->source.wake_fd, &count, sizeof count) < 0)
        count = 0;
    if (!thinker_take(local->thinker, &thought) || thought.tag != local->tag)
        return;
    if (thought.kind == THOUGHT_HEAR) {
        local->source.scene.hints = thought.hints;
        return;
    }
    local->next_ms = clock_ms() + PAUSE_MS;
    make_move(local, thought.seat, thought.move);
}

static int let_bot_act(struct local *local, int seat)
{
    int64_t wait = local->next_ms - clock_ms();
    if (wait > 0)
        return (int)wait;
    if (is_vote(&local->game->state) && standing_vote(local) >= 0) {
        make_move(local, seat, stos_move_make(STOS_START, standing_vote(local), 0));
        return 0;
    }
    if (!thinker_idle(local->thinker))
        return -1;
    ask_bot(local, seat);
    return -1;
}

static int local_step(struct source *source)
{
    struct local *local = local_of(source);
    struct scene *scene = &source->scene;
    take_thoughts(local);
    if (stos_over(&local->game->state)) {
        scene->curtain = -1;
        return -1;
    }
    int seat = next_actor(local);
    if (local->bot[seat]) {
        scene->curtain = -1;
        return let_bot_act(local, seat);
    }
    if (local->shown_to == seat) {
        scene->curtain = -1;
        ask_for_hints(local, seat);
    } else if (people(local) > 1) {
        scene->curtain = seat;
    } else {
        local->shown_to = seat;
        refresh(local);
        return 0;
    }
    return -1;
}

/* ---------------------------------------------------------------- wishes */

static void local_play(struct source *source, stos_move move) { make_move(local_of(source), source->scene.you, move); }

static void local_lift(struct source *source)
{
    struct local *local = local_of(source);
    if (source->scene.curtain < 0)
        return;
    local->shown_to = source->scene.curtain;
    source->scene.curtain = -1;
    refresh(local);
}

static void local_hurry(struct source *source)
{
    struct local *local = local_of(source);
    local->next_ms = 0;
    if (source->scene.thinking)
        thinker_hurry(local->thinker);
}

static void local_undo(struct source *source)
{
    struct local *local = local_of(source);
    size_t last = local->game->count;
    while (last > 0 && local->game->steps[last - 1].seat != local->shown_to)
        last--;
    if (last == 0) {
        snprintf(source->scene.notice, sizeof source->scene.notice, "%s", _("You have not played yet."));
        return;
    }
    local_hurry(source);
    while (local->game->count >= last)
        history_undo(local->game);
    refresh(local);
}

static void local_hint(struct source *source, int pile, int hint)
{
    struct local *local = local_of(source);
    int seat = source->scene.you;
    if (seat < 0)
        return;
    if (pile < 0)
        local->given.self[seat] = (uint8_t)hint;
    else
        local->given.pile[seat][pile] = (uint8_t)hint;
    refresh(local);
}

static void local_begin(struct source *source, bool same)
{
    struct local *local = local_of(source);
    stos_record_head *head = malloc(sizeof *head); /* large */
    if (!head)
        return;
    *head = local->game->head;
    if (!same) {
        head->has_seed = true;
        head->has_deck = false;
        head->seed.generator = STOS_CHACHA20;
        if (getrandom(head->seed.bytes, sizeof head->seed.bytes, 0) != (ssize_t)sizeof head->seed.bytes)
            head->seed.bytes[0]++;
    }
    history_start(local->game, head);
    free(head);
    memset(&local->given, 0, sizeof local->given);
    local->shown_to = -1;
    refresh(local);
}

static bool local_save(struct source *source)
{
    struct local *local = local_of(source);
    return local->save && local->save(local->game, source->scene.notice, sizeof source->scene.notice);
}

/* ---------------------------------------------------------------- */

struct source *local_open(const struct local_options *options)
{
    struct local *local = calloc(1, sizeof *local);
    uint64_t bits;
    if (!local)
        return NULL;
    local->game = options->game;
    memcpy(local->bot, options->bot, sizeof local->bot);
    local->save = options->save;
    local->shown_to = -1;
    memcpy(&bits, local->game->head.seed.bytes + 24, sizeof bits);
    local->random = stos_random_from(bits);
    local->source = (struct source){.wake_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC),
                                    .step = local_step,
                                    .play = local_play,
                                    .undo = local_undo,
                                    .hurry = local_hurry,
                                    .lift = local_lift,
                                    .hint = local_hint,
                                    .begin = local_begin,
                                    .save = local_save,
                                    .rounds = options->rounds,
                                    .game = local->game};
    local->thinker = thinker_open(local->source.wake_fd);
    if (!local->thinker) {
        free(local);
        return NULL;
    }
    fill_scene(local);
    refresh(local);
    return &local->source;
}

void local_close(struct source *source)
{
    struct local *local = local_of(source);
    thinker_close(local->thinker);
    close(source->wake_fd);
    free(local);
}
