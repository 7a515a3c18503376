/*
 * world.c - see world.h. Bounded loops, no allocation, no clock.
 */
#include "world.h"

#include "game/piles.h"

#include <string.h>

enum { TRICK_BIT = 20, BEYOND_BIT = 31 };
enum {
    FITS_NOWHERE = 60,
    NO_CARD = 90
}; /* what a card costs that fits on no pile, or is not there */

/* Card c becomes 101 - c: all 128 bits reversed, then shifted down by 26. */
stos_cards thegame_world_mirror(stos_cards set)
{
    uint64_t low = word_reverse(set.word[1]), high = word_reverse(set.word[0]);
    return (stos_cards){{low >> 26 | high << 38, high >> 26}};
}

uint8_t thegame_world_fires_on(const uint8_t top[4])
{
    unsigned due = 0;
    for (int pile = 0; pile < 4; pile++)
        due |= (unsigned)thegame_is_fire(thegame_world_turned(top[pile], pile)) << pile;
    return (uint8_t)due;
}

/* ---------------------------------------------------------------- hints */

/* The hint for how near a hand is to a pile: see docs/bots.md. */
static int pile_hint(stos_cards hand, int top)
{
    uint64_t window = thegame_world_window(hand, top);
    uint64_t beyond = window >> BEYOND_BIT & ((UINT64_C(1) << 30) - 1);
    int distance = beyond ? __builtin_ctzll(beyond) + 1 : 31;
    if ((window >> TRICK_BIT & 1) || distance <= 2)
        return STOS_HINT_LEAVE_3;
    if (distance <= 4)
        return STOS_HINT_LEAVE_2;
    if (distance <= 7)
        return STOS_HINT_LEAVE_1;
    return distance <= 14 ? STOS_HINT_NO_BIG_JUMP
        : distance > 20   ? STOS_HINT_GO_AHEAD
                          : STOS_HINT_NONE;
}

/* What the cards that a turn must place would cost at least, each on its best pile. */
static int cheapest_turn(const struct world *world, stos_cards hand)
{
    int cheapest[3] = {NO_CARD, NO_CARD, NO_CARD}, sum = 0;
    while (!cards_empty(hand)) {
        int card = cards_take(&hand), cost = FITS_NOWHERE;
        for (int pile = 0; pile < 4; pile++) {
            int distance = thegame_world_turned(card, pile) - world->top[pile];
            if ((distance > 0 || distance == -10) && distance < cost)
                cost = distance;
        }
        for (int i = 0; i < 3; i++)
            if (cost < cheapest[i]) {
                int pushed = cheapest[i];
                cheapest[i] = cost;
                cost = pushed;
            }
    }
    for (int i = 0; i < 3; i++)
        sum += i < world->least ? cheapest[i] : 0;
    return sum;
}

void thegame_world_hints(const struct world *world, int seat, uint8_t pile[4], uint8_t *self)
{
    stos_cards hand[2] = {world->hand[seat], thegame_world_mirror(world->hand[seat])};
    for (int i = 0; i < 4; i++)
        pile[i] = (uint8_t)pile_hint(hand[i / 2], world->top[i]);
    int cost = cheapest_turn(world, hand[0]), dear = world->least == 3 ? 30 : 16,
        cheap = world->least == 3 ? 12 : 5;
    *self = (uint8_t)((cost >= dear) | (cost <= cheap) << 1);
}

/* As thegame_heard counts. */
static const uint8_t heard_as[] = {[STOS_HINT_LEAVE_1] = 1,
                                   [STOS_HINT_LEAVE_2] = 2,
                                   [STOS_HINT_LEAVE_3] = 3,
                                   [STOS_HINT_NO_BIG_JUMP] = 4,
                                   [STOS_HINT_GO_AHEAD] = 5};

/* What the seats after the next one said, gathered. */
struct gathered {
    uint8_t said[4], all_go[4], others, in_trouble, all_wait;
};

static void gather(struct gathered *heard, const uint8_t pile[4], uint8_t self)
{
    for (int i = 0; i < 4; i++) {
        heard->said[i] |= (uint8_t)(1u << heard_as[pile[i]] >> 1);
        heard->all_go[i] &= pile[i] == STOS_HINT_GO_AHEAD;
    }
    heard->others++;
    heard->in_trouble |= self & 1;
    heard->all_wait &= self >> 1 & 1;
}

void thegame_world_hear(struct world *world, uint8_t pile[STOS_THEGAME_SEATS][4],
                        const uint8_t self[STOS_THEGAME_SEATS])
{
    struct gathered heard = {.all_go = {1, 1, 1, 1}, .all_wait = 1};
    int next = (world->turn + 1) % world->players;
    memset(&world->heard, 0, sizeof world->heard);
    memcpy(world->heard.top, world->top, sizeof world->heard.top);
    for (int seat = 0; seat < world->players; seat++) {
        if (seat == world->turn || cards_empty(world->hand[seat]))
            continue;
        if (seat != next) {
            gather(&heard, pile[seat], self[seat]);
            continue;
        }
        for (int i = 0; i < 4; i++)
            world->heard.next[i] = heard_as[pile[seat][i]];
        world->heard.self = self[seat];
    }
    if (heard.others == 0)
        return;
    for (int i = 0; i < 4; i++)
        world->heard.others[i] = (uint8_t)((heard.said[i] & 15) | heard.all_go[i] << 4);
    world->heard.self |= (uint8_t)(heard.in_trouble << 2 | heard.all_wait << 3);
}

/* Before a turn everybody but the mover gives hints, if the table has them. */
static void listen(struct world *world)
{
    uint8_t pile[STOS_THEGAME_SEATS][4] = {{0}}, self[STOS_THEGAME_SEATS] = {0};
    if (world->talk)
        for (int seat = 0; seat < world->players; seat++)
            if (seat != world->turn)
                thegame_world_hints(world, seat, pile[seat], &self[seat]);
    thegame_world_hear(world, pile, self);
}

/* ---------------------------------------------------------------- playing */

bool thegame_world_won(const struct world *world) { return cards_empty(world->unplayed); }

bool thegame_world_may_end(const struct world *world)
{
    return world->placed >= world->minimum && world->due == 0;
}

stos_cards thegame_world_fits(stos_cards hand, int top)
{
    return cards_and(hand, piles_rising_takes[top]);
}

static bool stuck(const struct world *world)
{
    stos_cards hand = world->hand[world->turn], mirrored = thegame_world_mirror(hand);
    for (int pile = 0; pile < 4; pile++)
        if (!cards_empty(thegame_world_fits(pile < 2 ? hand : mirrored, world->top[pile])))
            return false;
    return true;
}

void thegame_world_end_turn(struct world *world)
{
    stos_cards *hand = &world->hand[world->turn];
    for (int wanted = world->hand_size - cards_count(*hand);
         wanted > 0 && world->drawn < world->draw_end; wanted--)
        cards_add(hand, world->draw[world->drawn++]);
    if (world->fire == 1)
        world->due = thegame_world_fires_on(world->top);
    for (int step = 1; step <= world->players; step++) {
        int seat = (world->turn + step) % world->players;
        if (!cards_empty(world->hand[seat])) {
            world->turn = (uint8_t)seat;
            break;
        }
    }
    world->placed = 0;
    world->minimum = world->drawn < world->draw_end ? world->least : 1;
    world->over = stuck(world);
    if (!world->over)
        listen(world);
}

void thegame_world_place(struct world *world, int card, int pile)
{
    cards_drop(&world->hand[world->turn], card);
    cards_drop(&world->unplayed, card);
    world->top[pile] = (uint8_t)thegame_world_turned(card, pile);
    world->placed++;
    world->due &= (uint8_t) ~(1u << pile);
    if (world->fire == 2)
        world->due |= (uint8_t)((unsigned)thegame_is_fire(card) << pile);
    if (cards_empty(world->hand[world->turn])) {
        if (!thegame_world_won(world) && thegame_world_may_end(world))
            thegame_world_end_turn(world);
        else
            world->over = true;
    } else if (!thegame_world_may_end(world) && stuck(world)) {
        world->over = true;
    }
}
