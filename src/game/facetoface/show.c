/*
 * facetoface/show.c - what a face draws and tells of FACE TO FACE; see show.h.
 *
 * The piles are those of the view's seat: U and D are one's own, oU and oD the opponent's. A
 * spectator looks from seat 0.
 *
 * An example: after 12@oU the show has the piles U and D as they were, oU with 12 on top and not
 * `mine`, and the facts draws_up and will_draw 1 instead of draws_two and will_draw 2 (FF7).
 */
#include "base/cards.h"
#include "game/facetoface/placing.h"
#include "game/show.h"

#include <string.h>

enum { LOW = 2, HIGH = 59, RISING_START = 1, FALLING_START = 60, SEATS = 2, PILES = 4 };

enum { DRAW_PILES = SENTENCES_IN_COMMON, DRAWS_TWO, DRAWS_UP, HAND_SIZE, HELPED };

static const struct sentence_kind kinds[] = {
    {"draw_piles", N_("draw piles: you %d, opponent %d"), NULL, 0, SHOW_STATUS, 2},
    {"draws_two", N_(", you draw two"), NULL, 0, SHOW_DUTY, 0},
    {"draws_up", N_(", you draw up to six for helping"), NULL, 0, SHOW_DUTY, 0},
    {"hand_size", NULL, NULL, 0, SHOW_NUMBERS, 1},
    {"helped", NULL, NULL, 0, SHOW_NUMBERS, 0},
    {NULL, NULL, NULL, 0, 0, 0},
};

/* A pile as a seat sees it. */
static void fill_pile(const struct stos_facetoface_table *table, int seat, int pile,
                      struct show_pile *out)
{
    bool helps = pile >= PILES_HELP_RISING, rising = pile % 2 == 0;
    out->top = table->top[helps ? 1 - seat : seat][pile % 2];
    out->rising = rising;
    out->start = rising ? RISING_START : FALLING_START;
    out->end = rising ? HIGH : LOW;
    out->mine = !helps;
}

/* FF7: two cards, or after helping up to six. */
static int will_draw(const struct stos_facetoface_view *seen, int seat)
{
    int wanted = seen->table.helped ? STOS_FACETOFACE_HAND - seen->hand_count[seat] : 2;
    int left = seen->draw_count[seat];
    return wanted < 0 ? 0 : wanted < left ? wanted : left;
}

static void show(const stos_view *view, struct show *out)
{
    const struct stos_facetoface_view *seen = &view->as.facetoface;
    const struct stos_facetoface_table *table = &seen->table;
    int own = seen->seat < 0 ? 0 : seen->seat;
    for (int pile = 0; pile < PILES; pile++)
        fill_pile(table, own, pile, &out->pile[pile]);
    for (int seat = 0; seat < SEATS; seat++)
        out->cards[seat] = seen->hand_count[seat];
    show_add_cards(out, (stos_cards){{seen->hand, 0}});
    out->has_memory = true;
    out->gone = (stos_cards){{table->gone[own], 0}};
    if (seen->seat >= 0)
        show_add_fact(out, DRAW_PILES, seen->draw_count[own], seen->draw_count[1 - own]);
    show_add_fact(out, SENTENCE_CARDS_PLACED, table->placed, table->minimum);
    show_add_fact(out, HAND_SIZE, STOS_FACETOFACE_HAND, 0);
    if (table->helped)
        show_add_fact(out, HELPED, 0, 0);
    if (seen->seat < 0)
        return;
    show_add_fact(out, SENTENCE_WILL_DRAW, will_draw(seen, own), 0);
    if (table->phase == STOS_PHASE_PLAY && table->turn == own)
        show_add_fact(out, table->helped ? DRAWS_UP : DRAWS_TWO, 0, 0);
}

/* ---------------------------------------------------------------- telling */

static int tell(const stos_view *before, int seat, stos_move move, const stos_view *after,
                struct sentence out[SENTENCES])
{
    int drawn = before->as.facetoface.draw_count[seat] - after->as.facetoface.draw_count[seat];
    struct show_pile pile;
    if (stos_move_kind(move) != STOS_PLACE) {
        out[0] = game_sentence(SENTENCE_DRAWS, drawn, 0, 0);
        return drawn > 0;
    }
    fill_pile(&before->as.facetoface.table, seat, stos_move_high(move) % PILES, &pile);
    return game_tell_placement(&pile, move, drawn, out);
}

static struct sentence result(const stos_view *view)
{
    return game_sentence(SENTENCE_WINNER, stos_view_result(view), 0, 0);
}

static int draws(const stos_state *state, int seat, uint8_t out[SHOW_DRAWS])
{
    const struct stos_facetoface *game = &state->as.facetoface;
    int drawn = game->drawn[seat];
    memcpy(out, game->draw[seat] + drawn, (size_t)(STOS_FACETOFACE_CARDS - drawn));
    return STOS_FACETOFACE_CARDS - drawn;
}

/* ---------------------------------------------------------------- placing on a view */

static stos_error refuse(const stos_view *view, int card, int pile)
{
    const struct stos_facetoface_view *seen = &view->as.facetoface;
    return facetoface_refuse(&seen->table, seen->hand, card, pile);
}

static void put(stos_view *view, int seat, int card, int pile)
{
    struct stos_facetoface_view *seen = &view->as.facetoface;
    uint64_t unknown = 0, *hand = seat == seen->seat ? &seen->hand : &unknown;
    if (pile >= PILES || card > HIGH || seat >= SEATS)
        return;
    facetoface_put(&seen->table, hand, seat, card, pile);
    seen->hand_count[seat]--;
}

/* FF8, FF9: the last card of all wins, and a card too few that cannot be placed loses. */
static bool closes(const stos_view *view)
{
    const struct stos_facetoface_view *seen = &view->as.facetoface;
    return facetoface_has_won(&seen->table, seen->seat) ||
        facetoface_has_lost(&seen->table, seen->hand);
}

static const struct show_variant variants[] = {
    {STOS_FACETOFACE_LAST, STOS_FACETOFACE_LAST_LENIENT, N_("Lenient")},
    {0, 0, NULL},
};

const struct game_show facetoface_show = {
    .about = N_("A duel: be the first to get rid of your 58 cards."),
    .usage = N_("Place cards, at most one on the opponent's oU or oD, and end the turn: `12@U 50@D "
                "end`."),
    .task = N_("Win, whatever your opponent does. All cards are open."),
    .variants = variants,
    .kinds = kinds,
    .show = show,
    .tell = tell,
    .result = result,
    .draws = draws,
    .refuse = refuse,
    .put = put,
    .closes = closes,
};
