/* desk_keys.c - see desk.h: what keys and clicks mean. */
#include "desk.h"
#include "lang/translate.h"
#include "local/seen.h"

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
    struct pile piles[SEEN_PILES];
    int count = seen_piles(&desk->source->scene.view, piles), best = -1;
    for (int pile = 0; pile < count; pile++) {
        if (!desk_is_legal(desk, stos_move_make(STOS_PLACE, card, pile)))
            continue;
        bool better = best < 0 || (piles[best].others && !piles[pile].others) ||
            (piles[best].others == piles[pile].others &&
             pile_jump(&piles[pile], card) < pile_jump(&piles[best], card));
        best = better ? pile : best;
    }
    return best;
}

static void pick_card(struct desk *desk, int index)
{
    int hand[MOST_IN_HAND], count = seen_hand(&scene_of(desk)->view, hand);
    if (count == 0)
        return;
    desk->card = index < 0 ? count - 1 : index >= count ? 0 : index;
    int pile = best_pile(desk, hand[desk->card]);
    if (pile >= 0)
        desk->pile = pile;
}

void desk_pick_some_card(struct desk *desk)
{
    int hand[MOST_IN_HAND], count = seen_hand(&scene_of(desk)->view, hand);
    if (desk->card >= count)
        desk->card = count > 0 ? count - 1 : 0;
    for (int i = 0; i < count; i++) {
        int index = (desk->card + i) % count;
        if (best_pile(desk, hand[index]) >= 0) {
            pick_card(desk, index);
            return;
        }
    }
}

static void place_on(struct desk *desk, int pile)
{
    int hand[MOST_IN_HAND], count = seen_hand(&scene_of(desk)->view, hand);
    if (desk->card < count)
        desk_play(desk, stos_move_make(STOS_PLACE, hand[desk->card], pile));
}

/* The next pile that takes the card, in the order of the screen. */
static void move_pile(struct desk *desk, int by)
{
    int hand[MOST_IN_HAND], count = seen_hand(&scene_of(desk)->view, hand);
    for (int i = 1; i <= 4 && desk->card < count; i++) {
        int pile = (desk->pile + by * i + 8) % 4;
        if (desk_is_legal(desk, stos_move_make(STOS_PLACE, hand[desk->card], pile))) {
            desk->pile = pile;
            return;
        }
    }
}

/* Typing a card's number picks it up: the first that begins with what was typed. */
static void type_card(struct desk *desk, int digit)
{
    int hand[MOST_IN_HAND], count = seen_hand(&scene_of(desk)->view, hand);
    size_t length = strlen(desk->typed);
    if (length >= 2)
        length = 0;
    desk->typed[length] = (char)digit;
    desk->typed[length + 1] = '\0';
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < count; i++) {
            char number[8];
            snprintf(number, sizeof number, "%d", hand[i]);
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
        if (key.code >= 'a' && key.code <= 'd')
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
        if (scene_of(desk)->view.game == STOS_LIE)
            desk->flipped ^= 1u << (desk->card = key.which);
        else
            pick_card(desk, key.which);
        break;
    case TARGET_PILE: place_on(desk, key.which); break;
    case TARGET_END: desk_play(desk, stos_move_make(STOS_END, 0, 0)); break;
    case TARGET_CALL: desk_play(desk, stos_move_make(STOS_CALL, 0, 0)); break;
    case TARGET_SHOW: desk_show(desk); break;
    case TARGET_SEAT:
        if (scene_phase_of(&scene_of(desk)->view) != STOS_PHASE_START)
            break;
        if (desk->seat == key.which)
            vote_key(desk, enter);
        desk->seat = key.which;
        break;
    case TARGET_BID:
        if (desk->bid == key.which)
            desk_lie_key(desk, enter);
        else
            desk->bid = key.which;
        break;
    case TARGET_DIRECTION:
        if (desk->direction == key.which)
            desk_lie_key(desk, enter);
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
        if (source->hint && scene->dealt && scene->view.game == STOS_THEGAME && scene->you >= 0)
            desk->mode = MODE_HINTS;
        else
            desk_say(desk, "%s", _("Hints belong to THE GAME."));
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
    } else if (scene_phase_of(&scene->view) == STOS_PHASE_START)
        vote_key(desk, key);
    else if (scene->view.game == STOS_LIE)
        desk_lie_key(desk, key);
    else
        piles_key(desk, key);
}
