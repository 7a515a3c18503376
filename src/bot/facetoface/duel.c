/* duel.c - playing duels fast. See the header. */
#include "duel.h"
#include "base/rng.h"

#include <string.h>

enum { LOW = 2, HIGH = 59, NEVER = 30000, SINGLE_CARD_LEFT = 3000 };

/* ---------------------------------------------------------------- the rules */

static inline bool stuck(const struct duel *duel)
{
    int seat = duel->turn;
    const uint8_t *own = duel->top[seat], *other = duel->top[1 - seat];
    uint64_t takes = facetoface_duel_takes(0, own[0]) | facetoface_duel_takes(1, own[1]);
    if (!duel->helped)
        takes |= duel_improves(0, other[0]) | duel_improves(1, other[1]);
    return (duel->hand[seat] & takes) == 0;
}

void facetoface_duel_place(struct duel *duel, int card, int pile)
{
    int seat = duel->turn;
    bool helps = pile >= 2;
    duel->hand[seat] &= ~duel_bit(card);
    duel->left[seat] &= ~duel_bit(card);
    duel->top[helps ? 1 - seat : seat][pile & 1] = (uint8_t)card;
    duel->placed++;
    duel->helped |= helps;
    if (duel->left[seat] == 0)
        duel->winner = (int8_t)seat;
    else if (duel->placed < duel->minimum && stuck(duel))
        duel->winner = (int8_t)(1 - seat);
}

static inline bool single(uint64_t cards) { return (cards & (cards - 1)) == 0; }

void facetoface_duel_end(struct duel *duel)
{
    int seat = duel->turn;
    int wanted = duel->helped ? STOS_FACETOFACE_HAND - word_count(duel->hand[seat]) : 2;
    for (; wanted > 0 && duel->draws[seat] > 0; wanted--)
        duel->hand[seat] |= duel_bit(duel->draw[seat][--duel->draws[seat]]);
    seat = 1 - seat;
    duel->turn = (uint8_t)seat;
    duel->placed = 0;
    duel->helped = false;
    duel->minimum = duel->lenient && single(duel->left[seat]) ? 1 : 2;
    if ((duel->minimum == 2 && single(duel->hand[seat])) || stuck(duel))
        duel->winner = (int8_t)(1 - seat);
}

/* ---------------------------------------------------------------- pricing a placement */

struct choice {
    int price, card, pile;
};

static inline void consider(struct choice *best, int price, int card, int pile)
{
    if (price < best->price)
        *best = (struct choice){price, card, pile};
}

/* What it costs the seat on turn to have a pile at `to` instead of where it is; negative for a step
 * back. */
static inline int price_of_move(const struct duel *duel, const struct duel_style *style, int pile,
                                int to)
{
    int seat = duel->turn, from = duel->top[seat][pile];
    uint64_t other_takes = duel_ahead(1 - pile, duel->top[seat][1 - pile]);
    bool forward = duel_ahead(pile, from) >> to & 1;
    uint64_t between = forward ? duel_ahead(pile, from) & ~duel_ahead(pile, to)
                               : duel_ahead(pile, to) & ~duel_ahead(pile, from);
    between &= duel->left[seat] & ~duel_bit(to);
    int distance = to > from ? to - from : from - to;
    int price = style->skip * word_count(between) +
        style->dead * word_count(between & ~other_takes) + style->step * distance;
    return forward ? price : -price;
}

/* Strict rules: a single card left after this turn loses, unless it can be placed right now. */
static inline bool strands_the_last(const struct duel *duel, int card, int pile)
{
    uint64_t rest = duel->left[duel->turn] & ~duel_bit(card);
    if (duel->lenient || !single(rest) || rest == 0)
        return false;
    struct duel after = *duel;
    facetoface_duel_place(&after, card, pile);
    return (after.winner < 0 && stuck(&after)) || after.winner == 1 - duel->turn;
}

static inline void consider_own(const struct duel *duel, const struct duel_style *style, int card,
                                int pile, struct choice *best)
{
    int price = price_of_move(duel, style, pile, card);
    uint64_t back = duel_ten_back(pile, card);
    if (duel->hand[duel->turn] & back) {
        int further = price_of_move(duel, style, pile, pile == 0 ? card - 10 : card + 10);
        price = further < price ? further : price;
    } else if (duel->left[duel->turn] & back) {
        price -= style->hope;
    }
    consider(best, price, card, pile);
}

/* The nearest card ahead, cards that begin a trick, and the trick itself. */
static void consider_own_pile(const struct duel *duel, const struct duel_style *style, int pile,
                              struct choice *best)
{
    int seat = duel->turn, top = duel->top[seat][pile];
    uint64_t hand = duel->hand[seat], forward = hand & duel_ahead(pile, top);
    uint64_t trick = hand & duel_ten_back(pile, top);
    if (trick)
        consider(best, price_of_move(duel, style, pile, pile == 0 ? top - 10 : top + 10),
                 pile == 0 ? top - 10 : top + 10, pile);
    if (!forward)
        return;
    uint64_t candidates = forward & (pile == 0 ? hand << 10 : hand >> 10);
    candidates |= duel_bit(duel_next(pile, forward));
    while (candidates)
        consider_own(duel, style, word_take(&candidates), pile, best);
}

/* Only the card that improves the opponent's pile least is worth giving. */
static void consider_help(const struct duel *duel, const struct duel_style *style, int pile,
                          struct choice *best)
{
    int seat = duel->turn, other = 1 - seat, top = duel->top[other][pile];
    uint64_t fits = duel->hand[seat] & duel_improves(pile, top);
    if (!fits)
        return;
    int card = duel_next(1 - pile, fits);
    uint64_t gained = duel->left[other] & duel_ahead(pile, card) & ~duel_ahead(pile, top);
    uint64_t dead = gained & ~duel_ahead(1 - pile, duel->top[other][1 - pile]);
    int drawn = STOS_FACETOFACE_HAND - word_count(duel->hand[seat]) + 1;
    int beyond = drawn < duel->draws[seat] ? drawn - 2 : duel->draws[seat] - 2;
    int price = style->help + style->give * word_count(gained) + style->revive * word_count(dead);
    consider(best, price - (beyond > 0 ? style->refill * beyond : 0), card, 2 + pile);
}

/* The highest price at which a card is placed although the turn could end. */
static int going_on(const struct duel *duel, const struct duel_style *style)
{
    int seat = duel->turn, held = word_count(duel->hand[seat]);
    if (!duel->lenient && single(duel->left[seat]))
        return NEVER;
    if (duel->helped)
        return style->go_on_helped;
    return style->go_on - (held < 4 && duel->draws[seat] ? style->thin * (4 - held) : 0);
}

stos_move facetoface_duel_choose(const struct duel *duel, const struct duel_style *style)
{
    struct choice best = {NEVER, 0, 0};
    for (int pile = 0; pile < 2; pile++) {
        consider_own_pile(duel, style, pile, &best);
        if (!duel->helped)
            consider_help(duel, style, pile, &best);
    }
    bool may_end = duel->placed >= duel->minimum;
    if (best.price == NEVER)
        return may_end ? stos_move_make(STOS_END, 0, 0) : 0;
    if (may_end &&
        (best.price > going_on(duel, style) || strands_the_last(duel, best.card, best.pile)))
        return stos_move_make(STOS_END, 0, 0);
    return stos_move_make(STOS_PLACE, best.card, best.pile);
}

/* ---------------------------------------------------------------- from a view */

void facetoface_duel_see(struct duel *duel, const struct stos_facetoface_view *view)
{
    const struct stos_facetoface_table *table = &view->table;
    for (int seat = 0; seat < 2; seat++) {
        duel->left[seat] = (duel_bit(HIGH + 1) - duel_bit(LOW)) & ~table->gone[seat];
        duel->hand[seat] = seat == view->seat ? view->hand : 0;
        duel->draws[seat] = view->draw_count[seat];
    }
    memcpy(duel->top, table->top, sizeof duel->top);
    duel->turn = table->turn;
    duel->placed = table->placed;
    duel->minimum = table->minimum;
    duel->helped = table->helped;
    duel->lenient = table->option[STOS_FACETOFACE_LAST] == STOS_FACETOFACE_LAST_LENIENT;
    duel->winner = table->winner;
}

void facetoface_duel_deal(struct duel *duel, const struct stos_facetoface_view *view,
                          stos_random *random)
{
    facetoface_duel_see(duel, view);
    for (int seat = 0; seat < 2; seat++) {
        uint8_t hidden[STOS_FACETOFACE_CARDS];
        int count = 0, draws = view->draw_count[seat];
        for (uint64_t cards = duel->left[seat] & ~duel->hand[seat]; cards;)
            hidden[count++] = (uint8_t)word_take(&cards);
        rng_shuffle_fast(random, hidden, count, count);
        memcpy(duel->draw[seat], hidden, (size_t)draws);
        while (count > draws)
            duel->hand[seat] |= duel_bit(hidden[--count]);
    }
}

/* ---------------------------------------------------------------- bots without search */

const struct duel_style facetoface_styles[] = {
    [FACETOFACE_NOVICE] = {.step = 16, .give = 0, .help = 120, .go_on = -16, .go_on_helped = -16},
    [FACETOFACE_STEADY] = {.skip = 14,
                           .dead = 7,
                           .step = 0,
                           .hope = -2,
                           .give = 8,
                           .revive = 66,
                           .help = 18,
                           .refill = 52,
                           .go_on = -11,
                           .go_on_helped = -1,
                           .thin = -3},
};

stos_move facetoface_steady_choose(const stos_bot *bot, const struct bot_request *request)
{
    struct duel duel;
    facetoface_duel_see(&duel, &request->view->as.facetoface);
    return facetoface_duel_choose(&duel, bot->tuning);
}
