/*
 * duel.h - a compact duel of FACE TO FACE that can be played out hundreds of thousands of times a
 * second: card sets as words, both draw piles in a known order, and a fast policy that plays a turn
 * by a row of weights (a style).
 *
 * Decisions here use only what the seat may know: its hand, all tops, and which cards each player
 * still has in hand and draw pile together. The order of the draw piles is used only for drawing.
 */
#ifndef STOS_BOT_FACETOFACE_DUEL_H
#define STOS_BOT_FACETOFACE_DUEL_H

#include "bot/bot.h"
#include "game/piles.h"

struct duel {
    uint64_t hand[2];
    uint64_t left[2]; /* hand and draw pile together */
    uint8_t top[2][2];
    uint8_t turn, placed, minimum;
    bool helped, lenient;
    int8_t winner;                          /* seat, or -1 while the duel goes on */
    uint8_t draws[2];                       /* cards in the draw piles */
    uint8_t draw[2][STOS_FACETOFACE_CARDS]; /* draw[seat][draws[seat] - 1] is the next card */
};

/*
 * The weights by which a style prices a placement, in sixteenths of a card that gets harder to
 * place; small is good. A card is skipped when the pile passes it; it is dead when the other pile
 * has passed it as well.
 */
struct duel_style {
    int16_t skip, dead; /* for each own card that is skipped, and extra for one that becomes dead */
    int16_t step;       /* for each number of distance */
    int16_t hope;       /* discount if the card ten back is still to come: a trick may follow */
    int16_t give, revive; /* for each card that the opponent's pile can take again, and extra for
                             one that was dead */
    int16_t help,
        refill; /* for helping at all; discount for each card that helping draws beyond two */
    int16_t go_on, go_on_helped, thin; /* highest price for a third card: normally, after helping;
                                          less for each card short of four */
};

/* The tuned styles of the bots without search; the search falls back on `steady`. */
enum { FACETOFACE_NOVICE, FACETOFACE_STEADY };

extern const struct duel_style facetoface_styles[];

stos_move facetoface_steady_choose(const stos_bot *bot, const struct bot_request *request);

/* Places a card of the hand of the seat on turn on a pile (0..3 as in a move) that takes it. */
void facetoface_duel_place(struct duel *duel, int card, int pile);

/* Ends the turn: draws (FF7), and the opponent's turn begins. */
void facetoface_duel_end(struct duel *duel);

/* The placement that a style makes now, as a move; or `end`; or STOS_NO_MOVE if neither is
 * possible. */
stos_move facetoface_duel_choose(const struct duel *duel, const struct duel_style *style);

/* Copies what the view shows; the other hand and the draw piles stay empty until
 * facetoface_duel_deal(). */
void facetoface_duel_see(struct duel *duel, const struct stos_facetoface_view *view);

/* Samples what the view hides: the other hand and both draw piles. */
void facetoface_duel_deal(struct duel *duel, const struct stos_facetoface_view *view,
                          stos_random *random);

/* Cards that own pile 0 or 1 takes with this top (FF5). */
static inline uint64_t facetoface_duel_takes(int pile, int top)
{
    return (pile == 0 ? piles_rising_takes : piles_falling_takes)[top].word[0];
}

static inline uint64_t duel_bit(int card) { return UINT64_C(1) << card; }

/*
 * Cards that it takes going forward: on the rising pile everything above the top, on the falling
 * one everything below, so that both share their code; the card ten back; and the cards with which
 * an opponent may improve it (FF6). Bits of cards that do not exist may be set: no hand has them.
 */
static inline uint64_t duel_ahead(int pile, int top)
{
    return pile == 0 ? ~(duel_bit(top + 1) - 1) : duel_bit(top) - 1;
}
static inline uint64_t duel_ten_back(int pile, int top)
{
    return pile == 0 ? duel_bit(top) >> 10 : top + 10 < 64 ? duel_bit(top + 10) : 0;
}
static inline uint64_t duel_improves(int pile, int top) { return duel_ahead(1 - pile, top); }

/* Of cards ahead of a pile, the next one; of those that improve it, the one that does so least is
 * duel_next() of the other pile. */
static inline int duel_next(int pile, uint64_t cards)
{
    return pile == 0 ? __builtin_ctzll(cards) : 63 - __builtin_clzll(cards);
}

#endif
