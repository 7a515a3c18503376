/* sample.c - see sample.h. */
#include "sample.h"

#include <string.h>

enum { SWAPS = 1500 }; /* most attempts to make a deal fit the hints: enough for nearly all deals */

void thegame_sampler_begin(struct thegame_sampler *sampler, const struct stos_thegame_view *view,
                           const stos_hints *hints, uint64_t seed)
{
    struct thegame_sim_state *known = &sampler->known;
    memset(sampler, 0, sizeof *sampler);
    thegame_sim_begin(known, view);
    sampler->random = stos_random_from(seed);
    sampler->heard = hints != NULL && view->table.option[STOS_THEGAME_PLAYERS] > 1;
    known->talk = sampler->heard;
    if (!sampler->heard)
        return;
    memcpy(sampler->said, hints->pile, sizeof sampler->said);
    for (int seat = 0; seat < STOS_THEGAME_SEATS; seat++)
        sampler->said_of_self[seat] = hints->self[seat] == STOS_SELF_IN_TROUBLE ? THEGAME_IN_TROUBLE
            : hints->self[seat] == STOS_SELF_CAN_WAIT                           ? THEGAME_CAN_WAIT
                                                                                : 0;
    thegame_hints_hear(&known->heard, &known->game, sampler->said, sampler->said_of_self);
}

/* The cards that the mover does not see, in order; owner is their seat, or the mover's for the draw
 * pile. */
struct hidden {
    uint8_t card[STOS_THEGAME_CARDS], owner[STOS_THEGAME_CARDS];
    int cards, held;
};

/* How many of a seat's hints its sampled hand does not explain. */
static int misfit(const struct thegame_sampler *sampler, const struct stos_thegame *game, int seat)
{
    uint8_t pile[STOS_THEGAME_PILES], self;
    int wrong = 0;
    if (seat == game->table.turn)
        return 0;
    thegame_hints_of(&game->table, game->hand[seat], pile, &self);
    for (int i = 0; i < STOS_THEGAME_PILES; i++)
        wrong += sampler->said[seat][i] != STOS_HINT_NONE && pile[i] != sampler->said[seat][i];
    wrong += sampler->said_of_self[seat] != 0 && self != sampler->said_of_self[seat];
    return wrong;
}

static void exchange(struct stos_thegame *game, struct hidden *hidden, int a, int b)
{
    int seat_a = hidden->owner[a], seat_b = hidden->owner[b];
    uint8_t card_a = hidden->card[a], card_b = hidden->card[b];
    if (seat_a != game->table.turn) {
        cards_drop(&game->hand[seat_a], card_a);
        cards_add(&game->hand[seat_a], card_b);
    }
    if (seat_b != game->table.turn) {
        cards_drop(&game->hand[seat_b], card_b);
        cards_add(&game->hand[seat_b], card_a);
    }
    hidden->card[a] = card_b;
    hidden->card[b] = card_a;
}

/* Swaps cards at random, keeping a swap if the hands explain the hints no worse after it. */
static void fit_hints(struct thegame_sampler *sampler, struct stos_thegame *game,
                      struct hidden *hidden)
{
    int wrong[STOS_THEGAME_SEATS] = {0}, total = 0;
    for (int seat = 0; seat < game->table.option[STOS_THEGAME_PLAYERS]; seat++)
        total += wrong[seat] = misfit(sampler, game, seat);
    for (int i = 0; i < SWAPS && total > 0; i++) {
        int a = (int)stos_random_below(&sampler->random, (uint32_t)hidden->held),
            seat_a = hidden->owner[a];
        int b = (int)stos_random_below(&sampler->random, (uint32_t)hidden->cards),
            seat_b = hidden->owner[b];
        int before = wrong[seat_a] + wrong[seat_b];
        if (seat_a == seat_b || before == 0)
            continue;
        exchange(game, hidden, a, b);
        int after_a = misfit(sampler, game, seat_a), after_b = misfit(sampler, game, seat_b);
        if (after_a + after_b > before) {
            exchange(game, hidden, a, b);
            continue;
        }
        total += after_a + after_b - before;
        wrong[seat_a] = after_a;
        wrong[seat_b] = after_b;
    }
}

static void shuffle(struct hidden *hidden, stos_random *random)
{
    for (int i = hidden->cards - 1; i > 0; i--) {
        int j = (int)stos_random_below(random, (uint32_t)i + 1);
        uint8_t card = hidden->card[i];
        hidden->card[i] = hidden->card[j];
        hidden->card[j] = card;
    }
}

void thegame_sampler_deal(struct thegame_sampler *sampler, struct thegame_sim_state *deal)
{
    struct hidden hidden = {.cards = 0};
    struct stos_thegame *game = &deal->game;
    *deal = sampler->known;
    int turn = game->table.turn;
    stos_cards unseen = cards_minus(thegame_unplayed(&game->table), game->hand[turn]);
    while (!cards_empty(unseen))
        hidden.card[hidden.cards++] = (uint8_t)cards_take(&unseen);
    shuffle(&hidden, &sampler->random);
    memset(hidden.owner, turn, sizeof hidden.owner);
    for (int seat = 0; seat < game->table.option[STOS_THEGAME_PLAYERS]; seat++) {
        int count = cards_count(game->hand[seat]);
        if (seat == turn)
            continue;
        game->hand[seat] = cards_none();
        for (int i = 0; i < count && hidden.held < hidden.cards; i++) {
            cards_add(&game->hand[seat], hidden.card[hidden.held]);
            hidden.owner[hidden.held++] = (uint8_t)seat;
        }
    }
    if (sampler->heard && hidden.held > 0)
        fit_hints(sampler, game, &hidden);
    game->drawn = (uint8_t)(STOS_THEGAME_CARDS - (hidden.cards - hidden.held));
    memcpy(game->draw + game->drawn, hidden.card + hidden.held,
           (size_t)(hidden.cards - hidden.held));
}
