/* desk.c - see desk.h: the loop, and the keys of the small windows. */
#include "desk.h"

#include "curve.h"
#include "lang/translate.h"
#include "term/term.h"

#include <stdio.h>
#include <string.h>

enum {
    REVEAL_MS = 220,
    CURVE_MS = 200,
    CLOCK_MS = 1000,
    SETTLE_MS = 500
}; /* SETTLE: an Enter meant for the last card */

static struct scene *scene_of(struct desk *desk) { return &desk->source->scene; }

void desk_leave(struct desk *desk, enum desk_end end)
{
    desk->done = true;
    desk->end = end;
}

/* ---------------------------------------------------------------- following the scene */

/* Somebody else is at the screen: nothing of the last person stays, neither on it nor in where the
 * cursors stand. */
static void forget_person(struct desk *desk)
{
    desk->you = scene_of(desk)->you;
    desk->card = desk->pile = desk->seat = desk->bid = desk->direction = 0;
    desk->flipped = 0;
    desk->hint_pile = desk->hint_choice = 0;
    desk->text[0] = desk->message[0] = '\0';
    if (desk->mode == MODE_HINTS || desk->mode == MODE_TALK)
        desk->mode = MODE_TABLE;
}

/* What was picked up is put down when the table has changed. */
static void reset_cursors(struct desk *desk)
{
    struct scene *scene = scene_of(desk);
    if (desk->version == scene->version)
        return;
    desk->version = scene->version;
    desk->typed[0] = '\0';
    if (desk->you != scene->you)
        forget_person(desk);
    if (!scene_may_act(scene))
        return;
    if (scene->rules.game->show->ladder)
        desk_reset_bids(desk);
    else
        desk_pick_some_card(desk);
}

/* Windows that open by themselves: the curtain, a challenge, the end. */
static void follow_scene(struct desk *desk)
{
    struct scene *scene = scene_of(desk);
    reset_cursors(desk);
    if (scene->notice[0]) {
        desk_say(desk, "%s", scene->notice);
        scene->notice[0] = '\0';
    }
    if (scene->phase != SCENE_OVER) {
        desk->summed_up = false;
        if (desk->mode == MODE_SUMMARY)
            desk->mode = MODE_TABLE;
        curve_close(desk->curve);
        desk->curve = NULL;
    }
    if (desk->mode == MODE_CURTAIN && scene->curtain < 0)
        desk->mode = MODE_TABLE;
    if (desk->mode != MODE_TABLE)
        return;
    if (desk->reveals < scene->reveals) {
        desk->mode = MODE_REVEAL;
        desk->revealed = 0;
        desk->reveal_ms = clock_ms() + REVEAL_MS;
    } else if (scene->curtain >= 0) {
        desk->mode = MODE_CURTAIN;
    } else if (scene->coach[0] && desk->coached != scene->version && !desk_coach_fits(desk)) {
        desk->mode = MODE_COACH;
        desk->coached = scene->version;
    } else if (scene->phase == SCENE_OVER && !desk->summed_up) {
        desk->mode = MODE_SUMMARY;
        desk->summed_up = true;
        desk->settled_ms = clock_ms() + SETTLE_MS;
    }
    desk->reveals = scene->reveals;
}

/* ---------------------------------------------------------------- keys of the windows */

static void quit_key(struct desk *desk, long code)
{
    if (code == 'y' || code == '\n') {
        if (!desk->source->save)
            desk_leave(desk, DESK_QUIT);
        else if (desk->source->save(desk->source))
            desk_leave(desk, DESK_SAVED);
        else
            desk->mode = MODE_TABLE;
    } else if (code == 'n') {
        desk_leave(desk, DESK_QUIT);
    } else if (code == 27) {
        desk->mode = MODE_TABLE;
    }
}

/* The bytes of a character as UTF-8. */
static size_t encode(long code, char out[5])
{
    static const unsigned char first[] = {0, 0, 0xc0, 0xe0, 0xf0};
    size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = length; i-- > 1; code >>= 6)
        out[i] = (char)(0x80 | (code & 0x3f));
    out[0] = (char)(length == 1 ? code : first[length] | code);
    out[length] = '\0';
    return length;
}

static void talk_key(struct desk *desk, long code)
{
    char character[5];
    size_t length = strlen(desk->text);
    if (code == 27) {
        desk->mode = MODE_TABLE;
    } else if (code == '\n') {
        if (desk->text[0])
            desk->source->say(desk->source, desk->text);
        desk->text[0] = '\0';
        desk->mode = MODE_TABLE;
    } else if (code == KEY_RUBOUT) {
        while (length > 0 && ((unsigned char)desk->text[length - 1] & 0xc0) == 0x80)
            length--;
        desk->text[length > 0 ? length - 1 : 0] = '\0';
    } else if (code >= ' ' && code < 0x110000) {
        size_t more = encode(code, character);
        if (length + more < sizeof desk->text)
            memcpy(desk->text + length, character, more + 1);
    }
}

static void hints_key(struct desk *desk, long code)
{
    enum { ABOUT_PILES = 6, CHOICES = 10, PILES = STOS_HINT_PILES };
    switch (code) {
    case KEY_ARROW_UP: desk->hint_choice = (desk->hint_choice + CHOICES - 1) % CHOICES; break;
    case KEY_ARROW_DOWN: desk->hint_choice = (desk->hint_choice + 1) % CHOICES; break;
    case KEY_ARROW_LEFT: desk->hint_pile = (desk->hint_pile + PILES - 1) % PILES; break;
    case KEY_ARROW_RIGHT: desk->hint_pile = (desk->hint_pile + 1) % PILES; break;
    case '\n':
        if (desk->hint_choice < ABOUT_PILES)
            desk->source->hint(desk->source, desk->hint_pile, desk->hint_choice);
        else
            desk->source->hint(desk->source, -1, desk->hint_choice - ABOUT_PILES + 1);
        desk->mode = MODE_TABLE;
        break;
    case 27: desk->mode = MODE_TABLE; break;
    default:
        if (code >= 'a' && code < 'a' + PILES)
            desk->hint_pile = (int)code - 'a';
    }
}

static void reveal_key(struct desk *desk, struct key key)
{
    bool wanted = key.code == '\n' || key.code == ' ' || key.code == 27 || key.code == KEY_CLICK;
    if (!wanted)
        return;
    if (desk->revealed < scene_seats(scene_of(desk)))
        desk->revealed = scene_seats(scene_of(desk));
    else
        desk->mode = MODE_TABLE;
}

static void summary_key(struct desk *desk, struct key key)
{
    if (key.code == 'r' && desk->source->game)
        desk_leave(desk, DESK_REPLAY);
    else if (key.code == 'w' && scene_of(desk)->compares)
        desk_leave(desk, DESK_STANDINGS);
    else if (key.code == 'q')
        desk_leave(desk, DESK_QUIT);
    else if (key.code == 'n' || key.code == 'd' || key.code == 'u' || key.code == 't') {
        desk->mode = MODE_TABLE;
        desk_table_key(desk, key);
    } else if ((key.code == '\n' || key.code == 27 || key.code == KEY_CLICK) &&
               clock_ms() >= desk->settled_ms)
        desk->mode = MODE_TABLE;
}

void desk_key(struct desk *desk, struct key key)
{
    if (key.code == KEY_CLOSED) {
        desk_leave(desk, DESK_CLOSED);
        return;
    }
    if (key.code == KEY_NONE || key.code == KEY_RESIZED)
        return;
    if (screen_rows() < SCREEN_ROWS_MIN || screen_columns() < SCREEN_COLUMNS_MIN) {
        if (key.code == 'q') /* there is no room to ask */
            quit_key(desk, 'y');
        return;
    }
    switch (desk->mode) {
    case MODE_HELP:
        desk->mode = MODE_TABLE;
        if (key.code == 'r' && term_rules(scene_of(desk)->rules.game) == TERM_INTERRUPTED)
            desk_leave(desk, DESK_CLOSED);
        break;
    case MODE_COACH: desk->mode = MODE_TABLE; break;
    case MODE_QUIT: quit_key(desk, key.code); break;
    case MODE_TALK: talk_key(desk, key.code); break;
    case MODE_HINTS: hints_key(desk, key.code); break;
    case MODE_REVEAL: reveal_key(desk, key); break;
    case MODE_SUMMARY: summary_key(desk, key); break;
    case MODE_CURTAIN:
        if (key.code == '\n' || key.code == KEY_CLICK)
            desk->source->lift(desk->source);
        else if (key.code == 'q')
            desk->mode = MODE_QUIT;
        break;
    default: desk_table_key(desk, key); break;
    }
}

/* ---------------------------------------------------------------- the loop */

/* When to look again though no key came. */
static int next_look(struct desk *desk, int wait)
{
    int soon = -1;
    if (desk->mode == MODE_REVEAL && desk->revealed < scene_seats(scene_of(desk))) {
        if (clock_ms() >= desk->reveal_ms) {
            desk->revealed++;
            desk->reveal_ms = clock_ms() + REVEAL_MS;
        }
        soon = REVEAL_MS;
    } else if (desk->mode == MODE_SUMMARY && desk->curve &&
               curve_done(desk->curve) < curve_turns(desk->curve)) {
        soon = CURVE_MS;
    } else if (scene_of(desk)->late_ms > 0) {
        soon = CLOCK_MS;
    }
    return wait < 0 ? soon : soon < 0 || wait < soon ? wait : soon;
}

enum desk_end desk_run(struct source *source)
{
    static struct desk desk; /* large, and there is one screen */
    desk = (struct desk){.source = source,
                         .reveals = source->scene.reveals,
                         .version = source->scene.version - 1,
                         .you = source->scene.you};
    while (!desk.done) {
        desk_plan_lift(&desk);
        int wait = desk.mode == MODE_REVEAL && source->lift
            ? -1
            : source->step(source); /* nobody moves while hands are turned over */
        desk_plan_follow(&desk);
        if (source->refusal && *source->refusal(source))
            break;
        if (source->has_place && !source->has_place(source)) {
            desk.end = DESK_SENT_AWAY;
            break;
        }
        desk_take_advice(&desk);
        follow_scene(&desk);
        if (desk.mode == MODE_SUMMARY && !desk.curve && source->game)
            desk.curve = curve_open(source->game, source->scene.you);
        wait = desk.plan.sending && !desk.plan.waiting ? 0 : next_look(&desk, wait);
        desk_draw(&desk);
        desk_key(&desk, screen_key(wait, source->wake_fd));
    }
    thinker_close(desk.advisor);
    curve_close(desk.curve);
    return desk.end;
}
