/*
 * thegame/show.c - what a face draws and tells of THE GAME; see show.h.
 *
 * An example: with 47 on U1, 6 and 90 in the hand and two of two cards placed, the show has four
 * piles, of which U1 has 52 places left; a hand of two cards, both playable; and the facts
 * draw_pile 83 91, placed 2 2, hand_size 8 and will_draw 6.
 */
#include "base/cards.h"
#include "game/thegame/placing.h"
#include "game/show.h"

#include <string.h>

enum { LOW = 2, HIGH = 99, RISING_START = 1, FALLING_START = 100 };

enum {
    DRAW_PILE = SENTENCES_IN_COMMON, /* a fact: cards in the draw pile, cards not placed yet */
    COVER_FIRE,                      /* a fact: piles that must be covered */
    HAND_SIZE,                       /* a fact: cards in a full hand */
    WON,
    LEFT, /* cards */
    LEFT_10,
    EXCELLENT /* cards */
};

static const struct sentence_kind kinds[] = {
    {"draw_pile", N_("draw pile %d, %d cards left in all"), NULL, 0, SHOW_STATUS, 2},
    {"cover_fire", N_(", cover the fire"), NULL, 0, SHOW_DUTY, 1},
    {"hand_size", NULL, NULL, 0, SHOW_NUMBERS, 1},
    {"won", N_("Won: all 98 cards are placed!"), NULL, 0, TELL_RESULT, 0},
    {"left", NP_("Over: %d card left.", "Over: %d cards left."), 0, TELL_RESULT, 1},
    /* TRANSLATORS: the rule sheet in Czech, and no other, calls ten cards left excellent (TG12). */
    {"left_10", N_("Over: 10 cards left."), NULL, 0, TELL_RESULT, 1},
    {"excellent", NP_("Excellent: only %d card left.", "Excellent: only %d cards left."), 0,
     TELL_RESULT, 1},
    {NULL, NULL, NULL, 0, 0, 0},
};

static bool plays_fire(const struct stos_thegame_table *table)
{
    return table->option[STOS_THEGAME_FIRE] != STOS_THEGAME_FIRE_OFF;
}

static void fill_pile(const struct stos_thegame_table *table, int pile, struct show_pile *out)
{
    out->top = table->top[pile];
    out->rising = pile < 2;
    out->start = pile < 2 ? RISING_START : FALLING_START;
    out->end = pile < 2 ? HIGH : LOW;
    out->mine = true;
    out->burning = plays_fire(table) && thegame_is_fire(table->top[pile]);
    out->due = table->due >> pile & 1;
}

static void show(const stos_view *view, struct show *out)
{
    const struct stos_thegame_view *seen = &view->as.thegame;
    const struct stos_thegame_table *table = &seen->table;
    int size = thegame_hand_size(table->option);
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++)
        fill_pile(table, pile, &out->pile[pile]);
    for (int seat = 0; seat < out->seats; seat++)
        out->cards[seat] = seen->hand_count[seat];
    show_add_cards(out, seen->hand);
    for (int i = 0; i < out->hand; i++)
        out->card[i].fire = plays_fire(table) && thegame_is_fire(out->card[i].label[0]);
    out->has_memory = true;
    out->gone = table->gone;
    show_add_fact(out, DRAW_PILE, seen->draw_count, thegame_cards_left(table));
    show_add_fact(out, SENTENCE_CARDS_PLACED, table->placed, table->minimum);
    if (table->due)
        show_add_fact(out, COVER_FIRE, word_count(table->due), 0);
    show_add_fact(out, HAND_SIZE, size, 0);
    if (seen->seat >= 0) {
        int lacking = size - seen->hand_count[seen->seat];
        show_add_fact(out, SENTENCE_WILL_DRAW,
                      lacking < seen->draw_count ? lacking : seen->draw_count, 0);
    }
}

/* ---------------------------------------------------------------- telling */

static int tell(const stos_view *before, int seat, stos_move move, const stos_view *after,
                struct sentence out[SENTENCES])
{
    int drawn = before->as.thegame.draw_count - after->as.thegame.draw_count;
    struct show_pile pile;
    switch (stos_move_kind(move)) {
    case STOS_START: out[0] = game_tell_vote(seat, move); return 1;
    case STOS_PLACE:
        fill_pile(&before->as.thegame.table, stos_move_high(move) % STOS_THEGAME_PILES, &pile);
        return game_tell_placement(&pile, move, drawn, out);
    default: out[0] = game_sentence(SENTENCE_DRAWS, drawn, 0, 0); return drawn > 0;
    }
}

/* TG12. */
static struct sentence result(const stos_view *view)
{
    int left = stos_view_result(view);
    int kind = left == 0 ? WON : left < 10 ? EXCELLENT : left == 10 ? LEFT_10 : LEFT;
    return game_sentence(kind, left, 0, 0);
}

static int draws(const stos_state *state, int seat, uint8_t out[SHOW_DRAWS])
{
    const struct stos_thegame *game = &state->as.thegame;
    (void)seat;
    memcpy(out, game->draw + game->drawn, (size_t)(STOS_THEGAME_CARDS - game->drawn));
    return STOS_THEGAME_CARDS - game->drawn;
}

/* ---------------------------------------------------------------- placing on a view */

static stos_error refuse(const stos_view *view, int card, int pile)
{
    const struct stos_thegame_view *seen = &view->as.thegame;
    return thegame_refuse(&seen->table, seen->hand, card, pile);
}

static void put(stos_view *view, int seat, int card, int pile)
{
    struct stos_thegame_view *seen = &view->as.thegame;
    stos_cards unknown = cards_none(), *hand = seat == seen->seat ? &seen->hand : &unknown;
    if (pile >= STOS_THEGAME_PILES || card > HIGH)
        return;
    thegame_put(&seen->table, hand, card, pile);
    seen->hand_count[seat]--;
}

/* TG9 to TG11: an empty hand ends the turn, and a duty that cannot be met the game. */
static bool closes(const stos_view *view)
{
    const struct stos_thegame_view *seen = &view->as.thegame;
    return cards_empty(seen->hand) || thegame_has_lost(&seen->table, seen->hand);
}

/* ---------------------------------------------------------------- words */

static const struct show_variant variants[] = {
    {STOS_THEGAME_FIRE, STOS_THEGAME_FIRE_NEXT, N_("On Fire")},
    {STOS_THEGAME_FIRE, STOS_THEGAME_FIRE_NOW, N_("Fire, same turn")},
    {0, 0, NULL},
};

/* TG13. */
static const char *level(const int8_t *option)
{
    if (option[STOS_THEGAME_MIN] < 3)
        return N_("standard");
    return option[STOS_THEGAME_HAND] == STOS_THEGAME_HAND_LESS ? N_("master") : N_("expert");
}

const struct game_show thegame_show = {
    .about = N_("Everybody together against the deck: place all 98 cards on four piles."),
    .usage = N_("Place cards and end the turn, such as `37@U1 38@U1 end`."),
    .task = N_("Place every card. The draw pile is open."),
    .variants = variants,
    .level = level,
    .kinds = kinds,
    .show = show,
    .tell = tell,
    .result = result,
    .draws = draws,
    .refuse = refuse,
    .put = put,
    .closes = closes,
};
