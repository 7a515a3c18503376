/* advice.c - see desk.h: what a good player would do, and why, in one sentence. Based on the
 * person's own view only. */
#include "desk.h"
#include "lang/translate.h"
#include "local/why.h"

#include <stdio.h>

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
    struct thought thought = {.tag = scene->version, .bot = bot_usual(scene->rules.game)};
    thought.view = scene->view;
    thought.hints = scene->hints;
    thought.history = scene->history;
    thought.seed = scene->version;
    thought.rounds = desk->source->rounds;
    desk->advising = true;
    desk_say(desk, "%s", _("Let me think…"));
    thinker_ask(desk->advisor, &thought);
}

/* The words for a reason. */
static void why_text(struct why why, char *out, size_t size)
{
    unsigned long count = (unsigned long)why.number;
    switch (why.kind) {
    case WHY_GIFT:
        snprintf(out, size, _("it gives them %d, and you draw up to six"), why.number);
        break;
    case WHY_TRICK: snprintf(out, size, "%s", _("the trick takes the pile back by 10")); break;
    case WHY_FIRE: snprintf(out, size, "%s", _("it covers the fire")); break;
    case WHY_PREPARE: snprintf(out, size, _("it prepares the trick with %d"), why.number); break;
    case WHY_SMALLEST: snprintf(out, size, _("the smallest jump you have, %+d"), why.number); break;
    case WHY_SMALL:
        snprintf(out, size, _("only %+d, and the rest of your hand stays useful"), why.number);
        break;
    case WHY_END: snprintf(out, size, "%s", _("more cards would cost too much now")); break;
    case WHY_START: snprintf(out, size, "%s", _("your hand has a good start")); break;
    case WHY_WAIT: snprintf(out, size, "%s", _("your hand can wait")); break;
    case WHY_ENDS: snprintf(out, size, "%s", _("these ends go well together")); break;
    case WHY_DIRECTION: snprintf(out, size, "%s", _("the next to bid has the harder place")); break;
    case WHY_UNLIKELY: snprintf(out, size, "%s", _("so many are unlikely")); break;
    case WHY_HOLDS:
        snprintf(out, size,
                 tr_plural("you hold %d of them yourself", "you hold %d of them yourself", count),
                 why.number);
        break;
    case WHY_BLUFF: snprintf(out, size, "%s", _("a bluff: you hold none of them")); break;
    case WHY_KINDS: out[0] = '\0';
    }
}

void desk_point_at(struct desk *desk, stos_move move)
{
    struct show show = desk_look(desk);
    switch (stos_move_kind(move)) {
    case STOS_PLACE:
        for (int i = 0; i < show.hand; i++)
            desk->card = show.card[i].label[0] == stos_move_low(move) ? i : desk->card;
        desk->pile = stos_move_high(move);
        break;
    case STOS_START: desk->seat = stos_move_low(move); break;
    case STOS_DIR: desk->direction = stos_move_low(move); break;
    case STOS_BID: desk_point_at_bid(desk, move); break;
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
    why_text(why_of(&thought.view, thought.move), reason, sizeof reason);
    desk_say(desk, _("A good player would play %s: %s."), text, reason);
    desk_point_at(desk, thought.move);
}
