/* desk_keys.c - see desk.h: what keys and clicks mean. */
#include "desk.h"
#include "lang/translate.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static struct scene *scene_of(struct desk *desk) { return &desk->source->scene; }

void desk_say(struct desk *desk, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(desk->message, sizeof desk->message, format, arguments);
    va_end(arguments);
}

struct show desk_look(const struct desk *desk)
{
    struct show show;
    game_show_of(&desk->source->scene.view, &show);
    return show;
}

bool desk_takes_hints(const struct desk *desk)
{
    const struct scene *scene = &desk->source->scene;
    return desk->source->hint && scene->dealt && scene->you >= 0 &&
        stos_game_is_cooperative(scene->rules.game);
}

bool desk_is_legal(const struct desk *desk, stos_move move)
{
    const struct scene *scene = &desk->source->scene;
    return scene_may_act(scene) && stos_is_legal(&scene->view, move);
}

void desk_play(struct desk *desk, stos_move move)
{
    bool places = stos_move_kind(move) == STOS_PLACE;
    if (desk_lays_out(desk) && (places || desk->plan.count > 0)) {
        if (places)
            desk_plan_place(desk, move);
        else
            desk_plan_send(desk, true);
    } else if (scene_may_act(scene_of(desk))) {
        desk->source->play(desk->source, move);
    }
}

/* ---------------------------------------------------------------- cards and piles */

/* The pile that suits the picked card best: the smallest jump among those that take it and are
 * one's own. */
static int best_pile(const struct desk *desk, int card)
{
    struct show show = desk_look(desk);
    int best = -1;
    for (int pile = 0; pile < show.piles; pile++) {
        const struct show_pile *one = &show.pile[pile], *other = &show.pile[best < 0 ? 0 : best];
        if (!desk_is_legal(desk, stos_move_make(STOS_PLACE, card, pile)))
            continue;
        bool better = best < 0 || (one->mine && !other->mine) ||
            (one->mine == other->mine && show_jump(one, card) < show_jump(other, card));
        best = better ? pile : best;
    }
    return best;
}

static void pick_card(struct desk *desk, int index)
{
    struct show show = desk_look(desk);
    if (show.hand == 0)
        return;
    desk->card = index < 0 ? show.hand - 1 : index >= show.hand ? 0 : index;
    int pile = best_pile(desk, show.card[desk->card].label[0]);
    if (pile >= 0)
        desk->pile = pile;
}

void desk_pick_some_card(struct desk *desk)
{
    struct show show = desk_look(desk);
    if (desk->card >= show.hand)
        desk->card = show.hand > 0 ? show.hand - 1 : 0;
    for (int i = 0; i < show.hand; i++) {
        int index = (desk->card + i) % show.hand;
        if (best_pile(desk, show.card[index].label[0]) >= 0) {
            pick_card(desk, index);
            return;
        }
    }
}

static void place_on(struct desk *desk, int pile)
{
    struct show show = desk_look(desk);
    if (desk->card < show.hand)
        desk_play(desk, stos_move_make(STOS_PLACE, show.card[desk->card].label[0], pile));
}

/* The next pile that takes the card, in the order of the screen. */
static void move_pile(struct desk *desk, int by)
{
    struct show show = desk_look(desk);
    for (int i = 1; i <= show.piles && desk->card < show.hand; i++) {
        int pile = (desk->pile + (by + show.piles) * i) % show.piles;
        if (desk_is_legal(desk, stos_move_make(STOS_PLACE, show.card[desk->card].label[0], pile))) {
            desk->pile = pile;
            return;
        }
    }
}

/* Typing a card's number picks it up: the first that begins with what was typed. */
static void type_card(struct desk *desk, int digit)
{
    struct show show = desk_look(desk);
    size_t length = strlen(desk->typed);
    if (length >= 2)
        length = 0;
    desk->typed[length] = (char)digit;
    desk->typed[length + 1] = '\0';
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < show.hand; i++) {
            char number[8];
            snprintf(number, sizeof number, "%d", show.card[i].label[0]);
            if (pass == 0 ? strcmp(number, desk->typed) == 0
                          : strncmp(number, desk->typed, strlen(desk->typed)) == 0) {
                pick_card(desk, i);
                return;
            }
        }
    desk->typed[0] = (char)digit; /* no such card: it may be the start of another */
    desk->typed[1] = '\0';
}

static void piles_key(struct desk *desk, struct key key)
{
    if (key.code >= '0' && key.code <= '9') {
        type_card(desk, (int)key.code);
        return;
    }
    desk->typed[0] = '\0';
    switch (key.code) {
    case KEY_ARROW_LEFT: pick_card(desk, desk->card - 1); break;
    case KEY_ARROW_RIGHT: pick_card(desk, desk->card + 1); break;
    case KEY_FIRST: pick_card(desk, 0); break;
    case KEY_LAST: pick_card(desk, -1); break;
    case KEY_ARROW_UP: move_pile(desk, -1); break;
    case KEY_ARROW_DOWN:
    case '\t': move_pile(desk, 1); break;
    case '\n': place_on(desk, desk->pile); break;
    case 'e': desk_play(desk, stos_move_make(STOS_END, 0, 0)); break;
    case 'p': desk_plan_send(desk, false); break;
    default:
        if (key.code >= 'a' && key.code < 'a' + desk_look(desk).piles)
            place_on(desk, (int)key.code - 'a');
    }
}

static void vote_key(struct desk *desk, struct key key)
{
    int seats = scene_seats(scene_of(desk));
    if (key.code == KEY_ARROW_LEFT)
        desk->seat = (desk->seat + seats - 1) % seats;
    else if (key.code == KEY_ARROW_RIGHT)
        desk->seat = (desk->seat + 1) % seats;
    else if (key.code >= '0' && key.code < '0' + seats)
        desk->seat = (int)key.code - '0';
    else if (key.code == '\n')
        desk_play(desk, stos_move_make(STOS_START, desk->seat, 0));
}

/* ---------------------------------------------------------------- clicks */

void desk_click(struct desk *desk, struct key key)
{
    const struct key enter = {.code = '\n'};
    switch (key.what) {
    case TARGET_CARD:
        if (desk_look(desk).piles == 0)
            desk->flipped ^= 1u << (desk->card = key.which);
        else
            pick_card(desk, key.which);
        break;
    case TARGET_PILE: place_on(desk, key.which); break;
    case TARGET_END: desk_play(desk, stos_move_make(STOS_END, 0, 0)); break;
    case TARGET_CALL: desk_play(desk, stos_move_make(STOS_CALL, 0, 0)); break;
    case TARGET_SHOW: desk_show(desk); break;
    case TARGET_SEAT:
        if (stos_view_phase(&scene_of(desk)->view) != STOS_PHASE_START)
            break;
        if (desk->seat == key.which)
            vote_key(desk, enter);
        desk->seat = key.which;
        break;
    case TARGET_BID:
        if (desk->bid == key.which)
            desk_bids_key(desk, enter);
        else
            desk->bid = key.which;
        break;
    case TARGET_DIRECTION:
        if (desk->direction == key.which)
            desk_bids_key(desk, enter);
        desk->direction = key.which;
        break;
    default: break;
    }
}

/* ---------------------------------------------------------------- the table's keys */

/* Keys that mean the same whatever is played; false for all others. */
static bool common_key(struct desk *desk, long code)
{
    struct source *source = desk->source;
    struct scene *scene = scene_of(desk);
    switch (code) {
    case '?': desk->mode = MODE_HELP; return true;
    case 'q':
        if (scene->phase == SCENE_OVER) /* as in its summary: there is nothing to lose */
            desk_leave(desk, DESK_QUIT);
        else
            desk->mode = MODE_QUIT;
        return true;
    case 'h': desk_ask_advice(desk); return true;
    case 'u':
        if (!desk_plan_take_back(desk) && source->undo)
            source->undo(source);
        return true;
    case 's':
        if (source->save)
            source->save(source);
        else
            desk_say(desk, "%s", _("The server keeps this game; there is nothing to save."));
        return true;
    case 't':
        if (source->say)
            desk->mode = MODE_TALK;
        else
            desk_say(desk, "%s", _("Talk is for tables of a server."));
        return true;
    case 'g':
        if (desk_takes_hints(desk))
            desk->mode = MODE_HINTS;
        else
            desk_say(desk, "%s", _("Hints are for games that are played together."));
        return true;
    default: return false;
    }
}

/* Keys of a table that waits, or whose game is over. */
static void idle_key(struct desk *desk, long code)
{
    struct source *source = desk->source;
    if (code == 'w' && scene_of(desk)->compares)
        desk_leave(desk, DESK_STANDINGS);
    else if (code == 'f' && source->fill)
        source->fill(source);
    else if ((code == 'b' || code == 'n' || code == 'd') && source->begin)
        source->begin(source, code == 'd');
    else if (code == '\n' && scene_of(desk)->phase == SCENE_OVER)
        desk->mode = MODE_SUMMARY;
}

void desk_table_key(struct desk *desk, struct key key)
{
    struct scene *scene = scene_of(desk);
    if (key.code != KEY_NONE && key.code != KEY_RESIZED)
        desk->message[0] = '\0';
    if (desk->source->takes_key && desk->source->takes_key(desk->source, key.code))
        return;
    if (key.code == KEY_CLICK)
        desk_click(desk, key);
    else if (common_key(desk, key.code))
        return;
    else if (scene->phase != SCENE_PLAYING)
        idle_key(desk, key.code);
    else if (!scene_may_act(scene)) {
        if (key.code == ' ' && desk->source->hurry)
            desk->source->hurry(desk->source);
    } else if (stos_view_phase(&scene->view) == STOS_PHASE_START)
        vote_key(desk, key);
    else if (scene->rules.game->show->ladder)
        desk_bids_key(desk, key);
    else
        piles_key(desk, key);
}
