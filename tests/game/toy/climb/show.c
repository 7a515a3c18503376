/* climb/show.c - what a face draws and tells of CLIMB; see rules.c. */
#include "base/cards.h"
#include "game/climb/climb.h"
#include "game/show.h"

enum { LOW = 2, HIGH = 13, SEATS = 2, START = 1 };

enum { DRAW_PILE = SENTENCES_IN_COMMON };

static const struct sentence_kind kinds[] = {
    {"draw_pile", N_("climbing, draw pile %d"), NULL, 0, SHOW_STATUS, 1},
    {NULL, NULL, NULL, 0, 0, 0},
};

static void fill_pile(const struct stos_climb_table *table, struct show_pile *out)
{
    out->top = (uint8_t)(table->gone ? 63 - __builtin_clzll(table->gone) : START);
    out->start = START;
    out->end = HIGH;
    out->rising = out->mine = true;
}

static void show(const stos_view *view, struct show *out)
{
    const struct stos_climb_view *seen = &view->as.climb;
    fill_pile(&seen->table, &out->pile[0]);
    for (int seat = 0; seat < SEATS; seat++)
        out->cards[seat] = seen->hand_count[seat];
    show_add_cards(out, (stos_cards){{seen->hand, 0}});
    out->has_memory = true;
    out->gone = (stos_cards){{seen->table.gone, 0}};
    show_add_fact(out, DRAW_PILE, seen->draw_count, 0);
    show_add_fact(out, SENTENCE_CARDS_PLACED, 0, 1);
}

static int tell(const stos_view *before, int seat, stos_move move, const stos_view *after,
                struct sentence out[SENTENCES])
{
    struct show_pile pile;
    (void)seat;
    fill_pile(&before->as.climb.table, &pile);
    return game_tell_placement(&pile, move,
                               before->as.climb.draw_count - after->as.climb.draw_count, out);
}

static struct sentence result(const stos_view *view)
{
    return game_sentence(SENTENCE_WINNER, stos_view_result(view), 0, 0);
}

static stos_error refuse(const stos_view *view, int card, int pile)
{
    return climb_refuse(&view->as.climb.table, view->as.climb.hand, card, pile);
}

static void put(stos_view *view, int seat, int card, int pile)
{
    struct stos_climb_view *seen = &view->as.climb;
    (void)pile;
    seen->hand &= ~(UINT64_C(1) << card);
    seen->table.gone |= UINT64_C(1) << card;
    seen->hand_count[seat]--;
}

/* CL2: a turn is a single card. */
static bool closes(const stos_view *view)
{
    (void)view;
    return true;
}

const struct game_show climb_show = {
    .about = N_("Two players climb one pile: whoever cannot go on loses."),
    .usage = N_("Place a card that is higher than the pile, such as `7@U`."),
    .kinds = kinds,
    .show = show,
    .tell = tell,
    .result = result,
    .refuse = refuse,
    .put = put,
    .closes = closes,
};
