/* advice.c - see desk.h: what a good player would do, and why, in one sentence. Made from the person's own view. */
#include "base/cards.h"
#include "desk.h"
#include "lang/translate.h"

#include <stdio.h>
#include <string.h>

static const struct bot *adviser(const stos_game *game)
{
    const struct bot *bot = bot_find(game, "strong");
    return bot ? bot : bot_find(game, "steady");
}

void desk_ask_advice(struct desk *desk)
{
    const struct scene *scene = &desk->source->scene;
    if (!scene_may_act(scene) || desk->plan.closed || desk->plan.sending) {
        desk_say(desk, "%s", _("It is not your turn."));
        return;
    }
    if (!desk->advisor)
        desk->advisor = thinker_open(desk->source->wake_fd);
    if (!desk->advisor || !thinker_idle(desk->advisor))
        return;
    struct thought thought = {.tag = scene->version, .bot = adviser(scene->rules.game)};
    thought.view = scene->view;
    thought.hints = scene->hints;
    thought.seed = scene->version;
    thought.rounds = desk->source->rounds;
    desk->advising = true;
    desk_say(desk, "%s", _("Let me think…"));
    thinker_ask(desk->advisor, &thought);
}

/* ---------------------------------------------------------------- reasons */

/* The smallest jump that any card of the hand could make on a pile of one's own. */
static int smallest_jump(const stos_view *view)
{
    stos_move moves[STOS_MAX_MOVES];
    struct pile piles[4];
    int count = stos_view_moves(view, moves), smallest = 1000;
    scene_piles(view, piles);
    for (int i = 0; i < count; i++) {
        const struct pile *pile = &piles[stos_move_high(moves[i]) & 3];
        int jump = stos_move_kind(moves[i]) == STOS_PLACE && !pile->others ? pile_jump(pile, stos_move_low(moves[i])) : 1000;
        smallest = jump < smallest ? jump : smallest;
    }
    return smallest;
}

static bool holds(const stos_view *view, int card)
{
    int hand[MOST_IN_HAND], count = scene_hand(view, hand);
    for (int i = 0; i < count; i++)
        if (hand[i] == card)
            return true;
    return false;
}

static void placement_reason(const stos_view *view, stos_move move, char *out, size_t size)
{
    struct pile piles[4];
    scene_piles(view, piles);
    const struct pile *pile = &piles[stos_move_high(move) & 3];
    int card = stos_move_low(move), jump = pile_jump(pile, card), back = pile->rising ? card - 10 : card + 10;
    if (pile->others)
        snprintf(out, size, _("it gives them %d, and you draw up to six"), -jump);
    else if (jump == -10)
        snprintf(out, size, "%s", _("the trick takes the pile back by 10"));
    else if (pile->fire)
        snprintf(out, size, "%s", _("it covers the fire"));
    else if (holds(view, back))
        snprintf(out, size, _("it prepares the trick with %d"), back);
    else if (jump == smallest_jump(view))
        snprintf(out, size, _("the smallest jump you have, %+d"), jump);
    else
        snprintf(out, size, _("only %+d, and the rest of your hand stays useful"), jump);
}

static int own_faces(const struct stos_lie_view *seen, int face)
{
    int count = 0;
    for (int i = 0; i < seen->table.count[seen->seat]; i++)
        count += seen->face[i] == face || (seen->face[i] == 1 && stos_lie_ones_wild(&seen->table));
    return count;
}

static void lie_reason(const struct stos_lie_view *seen, stos_move move, char *out, size_t size)
{
    int own = stos_move_kind(move) == STOS_BID ? own_faces(seen, stos_move_high(move)) : 0;
    switch (stos_move_kind(move)) {
    case STOS_SHOW: snprintf(out, size, "%s", _("these ends go well together")); break;
    case STOS_DIR: snprintf(out, size, "%s", _("the next to bid has the harder place")); break;
    case STOS_CALL: snprintf(out, size, "%s", _("so many are unlikely")); break;
    default:
        if (own > 0)
            snprintf(out, size, tr_plural("you hold %d of them yourself", "you hold %d of them yourself", (unsigned long)own), own);
        else
            snprintf(out, size, "%s", _("a bluff: you hold none of them"));
    }
}

static void reason_of(const stos_view *view, stos_move move, char *out, size_t size)
{
    if (view->game == STOS_LIE)
        lie_reason(&view->as.lie, move, out, size);
    else if (stos_move_kind(move) == STOS_PLACE)
        placement_reason(view, move, out, size);
    else if (stos_move_kind(move) == STOS_END)
        snprintf(out, size, "%s", _("more cards would cost too much now"));
    else
        snprintf(out, size, "%s", stos_move_low(move) == stos_view_seat(view) ? _("your hand has a good start") : _("your hand can wait"));
}

void desk_point_at(struct desk *desk, stos_move move)
{
    const stos_view *view = &desk->source->scene.view;
    int hand[MOST_IN_HAND], count = scene_hand(view, hand);
    switch (stos_move_kind(move)) {
    case STOS_PLACE:
        for (int i = 0; i < count; i++)
            desk->card = hand[i] == stos_move_low(move) ? i : desk->card;
        desk->pile = stos_move_high(move);
        break;
    case STOS_START: desk->seat = stos_move_low(move); break;
    case STOS_DIR: desk->direction = stos_move_low(move); break;
    case STOS_BID: desk->bid = stos_lie_rank(&view->as.lie.table, stos_move_low(move), stos_move_high(move)); break;
    case STOS_SHOW: desk->flipped ^= desk_differs_from(desk, move); break;
    default: break;
    }
}

void desk_take_advice(struct desk *desk)
{
    struct thought thought;
    char text[STOS_MOVE_TEXT], reason[160];
    if (!desk->advising || !thinker_take(desk->advisor, &thought))
        return;
    desk->advising = false;
    if (thought.tag != desk->source->scene.version)
        return;
    stos_move_text(desk->source->scene.rules.game, thought.move, text);
    reason_of(&thought.view, thought.move, reason, sizeof reason);
    desk_say(desk, _("A good player would say %s: %s."), text, reason);
    desk_point_at(desk, thought.move);
}
