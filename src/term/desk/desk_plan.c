/*
 * desk_plan.c - see desk.h: a turn laid out in private (TG17). Where placed cards are final,
 * placing a card puts it on the pile on this screen only; `e` or `p` sends the cards, move by move,
 * and nothing is sent before.
 *
 * While cards are laid out, the scene's view includes them; the source gets its own view back
 * before its next step.
 */
#include "desk.h"
#include "lang/translate.h"

#include <string.h>

static struct scene *scene_of(struct desk *desk) { return &desk->source->scene; }

bool desk_lays_out(const struct desk *desk)
{
    const struct scene *scene = &desk->source->scene;
    return scene_may_act(scene) && stos_view_phase(&scene->view) == STOS_PHASE_PLAY &&
        !scene->takes_back;
}

/* Puts what is laid out on the table of the scene; what does not fit there any more goes back to
 * the hand. */
static void lay_all(struct desk *desk)
{
    struct desk_plan *plan = &desk->plan;
    struct scene *scene = scene_of(desk);
    int count = plan->count;
    plan->table = scene->view;
    plan->closed = false;
    plan->count = 0;
    while (plan->count < count && !plan->closed) {
        if (game_lay_out(&scene->view, plan->move[plan->count], &plan->closed).reason)
            break;
        plan->count++;
    }
}

void desk_plan_lift(struct desk *desk)
{
    if (desk->plan.count > 0)
        scene_of(desk)->view = desk->plan.table;
}

/* Cards that are no longer in the hand were sent and have arrived. */
static void drop_arrived(struct desk *desk)
{
    struct desk_plan *plan = &desk->plan;
    struct show show = desk_look(desk);
    int kept = 0;
    for (int i = 0; i < plan->count; i++)
        if (show_holds(&show, stos_move_low(plan->move[i])))
            plan->move[kept++] = plan->move[i];
    plan->waiting &= kept == plan->count;
    plan->count = kept;
}

/* The next move on its way, when the one before has arrived. */
static void send_next(struct desk *desk)
{
    struct desk_plan *plan = &desk->plan;
    struct source *source = desk->source;
    if (plan->waiting)
        return;
    if (plan->count > 0) {
        plan->waiting = true;
        source->play(source, plan->move[0]);
        return;
    }
    plan->sending = false;
    if (plan->ends)
        source->play(source, stos_move_make(STOS_END, 0, 0));
}

void desk_plan_follow(struct desk *desk)
{
    struct desk_plan *plan = &desk->plan;
    if (!desk_lays_out(desk)) {
        memset(plan, 0, sizeof *plan);
        return;
    }
    drop_arrived(desk);
    if (plan->sending && scene_of(desk)->notice[0]) /* refused: the rest goes back to the hand */
        plan->count = plan->sending = plan->waiting = false;
    if (plan->sending)
        send_next(desk);
    drop_arrived(desk); /* a table on this device answers at once */
    lay_all(desk);
}

void desk_plan_place(struct desk *desk, stos_move move)
{
    struct desk_plan *plan = &desk->plan;
    if (plan->sending || plan->closed || plan->count == TABLE_TURN_MOVES ||
        !desk_is_legal(desk, move))
        return;
    desk_plan_lift(desk);
    plan->move[plan->count++] = move;
    lay_all(desk);
    desk_pick_some_card(desk);
}

bool desk_plan_take_back(struct desk *desk)
{
    struct desk_plan *plan = &desk->plan;
    if (plan->count == 0 || plan->sending)
        return false;
    desk_plan_lift(desk);
    plan->count--;
    lay_all(desk);
    desk_pick_some_card(desk);
    return true;
}

void desk_plan_send(struct desk *desk, bool ends)
{
    struct desk_plan *plan = &desk->plan;
    if (plan->sending || plan->count == 0)
        return;
    if (ends && !plan->closed && !desk_is_legal(desk, stos_move_make(STOS_END, 0, 0))) {
        desk_say(desk, "%s", _("The turn owes more. p plays these cards now."));
        return;
    }
    plan->sending = true;
    plan->waiting = false;
    plan->ends = ends && !plan->closed;
}

int desk_laid_on(const struct desk *desk, int pile)
{
    int count = 0;
    for (int i = 0; i < desk->plan.count; i++)
        count += stos_move_high(desk->plan.move[i]) == pile;
    return count;
}
