/*
 * talk.c - the searching bots of THE GAME at the table: sets up a search from a view and the hints
 * heard, gives hints, and votes for a starter.
 *
 * Hints mean what a person would mean by them (docs/bots.md), the same for bots and people, and
 * name no number: leave it 3   I can step back by ten there, or follow within two     leave it 2
 * within four    leave it 1   within seven no big jump  within fourteen go ahead     nothing of
 * mine within twenty About oneself: in trouble when the two cheapest cards cost sixteen or more
 * together, can wait when five or less; at the expert level the three cheapest, thirty and twelve.
 * A hint about a pile holds until somebody places a card there.
 */
#include "bot/bots.h"
#include "game/piles.h"
#include "search.h"
#include "talk.h"

#include <string.h>

_Static_assert(sizeof(struct thegame_search) <= THEGAME_SEARCH_MEMORY,
               "the memory that bots of this kind ask for");

const struct thegame_tuning thegame_tunings[] = {
    [THEGAME_QUICK] = {{.kept = 4, .beam = 8, .slack = 32, .ways = 2},
                       {.kept = 1, .beam = 1, .slack = 32, .tries = 4, .ways = 1},
                       .turns = 1,
                       .trust = 8,
                       .nodes = 48,
                       .alone = &thegame_tunings[THEGAME_QUICK_ALONE]},
    [THEGAME_QUICK_ALONE] = {{.kept = 3, .beam = 8, .slack = 32, .ways = 2},
                             {.kept = 1, .beam = 1, .slack = 32, .tries = 6, .ways = 1},
                             .turns = 2,
                             .trust = 8,
                             .nodes = 72},
    [THEGAME_STRONG] = {{.kept = 6, .beam = 12, .slack = 32, .ways = 2},
                        {.kept = 1, .beam = 2, .slack = 32, .tries = 6, .ways = 1},
                        .turns = 2,
                        .trust = 24},
    [THEGAME_CHAMPION] = {{.kept = 10, .beam = 16, .slack = 32, .ways = 2},
                          {.kept = 1, .beam = 2, .slack = 32, .tries = 6, .ways = 1},
                          .turns = 2,
                          .trust = 32},
};

enum { FIRST_STAND_IN = 100 }; /* numbers above the cards stand for unknown cards of the others */

/* ---------------------------------------------------------------- what a seat knows, as a world */

static void set_rules(struct world *world, const int8_t *option)
{
    bool less = option[STOS_THEGAME_HAND] == STOS_THEGAME_HAND_LESS;
    world->players = (uint8_t)option[STOS_THEGAME_PLAYERS];
    world->least = (uint8_t)option[STOS_THEGAME_MIN];
    world->level = (uint8_t)(option[STOS_THEGAME_MIN] == 2 ? 0 : less ? 2 : 1);
    world->hand_size = (uint8_t)thegame_hand_size(option);
    world->fire = (uint8_t)(-1 - option[STOS_THEGAME_FIRE]);
}

/* The view as a world in which the viewer is on turn. */
static void world_of(struct world *world, const struct stos_thegame_view *view)
{
    const struct stos_thegame_table *table = &view->table;
    memset(world, 0, sizeof *world);
    set_rules(world, table->option);
    world->unplayed = cards_minus(cards_range(2, 99), table->gone);
    world->turn = (uint8_t)view->seat;
    world->placed = table->placed;
    world->minimum = table->minimum;
    world->due = table->due;
    world->draw_end = view->draw_count;
    for (int pile = 0; pile < STOS_THEGAME_PILES; pile++)
        world->top[pile] = (uint8_t)thegame_world_turned(table->top[pile], pile);
    for (int seat = 0; seat < world->players; seat++)
        for (int i = 0; seat != view->seat && i < view->hand_count[seat]; i++)
            cards_add(&world->hand[seat], FIRST_STAND_IN + i);
    world->hand[view->seat] = view->hand;
}

static void hear(struct thegame_search *search, const stos_hints *hints)
{
    uint8_t *self = search->said_of_self;
    memset(search->said, 0, sizeof search->said);
    memset(search->said_of_self, 0, sizeof search->said_of_self);
    search->heard = hints != NULL && search->known.players > 1;
    search->known.talk = search->heard;
    if (!search->heard)
        return;
    memcpy(search->said, hints->pile, sizeof search->said);
    for (int seat = 0; seat < STOS_THEGAME_SEATS; seat++)
        self[seat] = (uint8_t)((hints->self[seat] == STOS_SELF_IN_TROUBLE) |
                               (hints->self[seat] == STOS_SELF_CAN_WAIT) << 1);
    thegame_world_hear(&search->known, search->said, self);
}

/* ---------------------------------------------------------------- choosing */

/* Nothing can save the turn: place what moves a pile least, so that as few cards as possible are
 * left. */
static stos_move play_on_anyhow(const stos_view *view)
{
    const struct stos_thegame_table *table = &view->as.thegame.table;
    stos_move moves[STOS_MAX_MOVES], best = STOS_NO_MOVE;
    int count = stos_view_moves(view, moves), least = 1000;
    for (int i = 0; i < count; i++) {
        int card = stos_move_low(moves[i]), pile = stos_move_high(moves[i]);
        int jump = stos_move_kind(moves[i]) == STOS_END ? 999
            : pile < 2                                  ? card - table->top[pile]
                                                        : table->top[pile] - card;
        if (jump < least) {
            least = jump;
            best = moves[i];
        }
    }
    return best;
}

/* How much a seat would like to start: 2 gladly, 1 does not mind, 0 rather not. */
static int own_wish(const struct world *world)
{
    uint8_t pile[4], self;
    thegame_world_hints(world, world->turn, pile, &self);
    return self & 1 ? 0 : self & 2 ? 2 : 1;
}

/* TG3: whoever votes first names the seat that most wants to start; the others agree with a vote
 * that stands. */
static stos_move choose_starter(const struct thegame_search *search,
                                const struct bot_request *request)
{
    const struct stos_thegame_view *view = &request->view->as.thegame;
    int best = view->seat, wish = request->hints ? own_wish(&search->known) : 3;
    for (int seat = 0; seat < search->known.players; seat++) {
        if (seat != view->seat && view->table.vote[seat] >= 0)
            return stos_move_make(STOS_START, view->table.vote[seat], 0);
        if (seat == view->seat || !request->hints)
            continue;
        int said = request->hints->self[seat];
        int other = said == STOS_SELF_WANTS_START ? 2 : said == STOS_SELF_RATHER_NOT ? 0 : 1;
        if (other > wish) {
            wish = other;
            best = seat;
        }
    }
    return stos_move_make(STOS_START, best, 0);
}

static const struct thegame_tuning *tuning_for(const stos_bot *bot, int players)
{
    const struct thegame_tuning *tuning = bot->tuning;
    return players == 1 && tuning->alone ? tuning->alone : tuning;
}

void thegame_search_prepare(struct thegame_search *search, const stos_bot *bot,
                            const struct bot_request *request)
{
    const struct stos_thegame_view *view = &request->view->as.thegame;
    world_of(&search->known, view);
    memcpy(search->count, view->hand_count, sizeof search->count);
    hear(search, request->hints);
    search->tuning = tuning_for(bot, search->known.players);
    search->budget = budget_of(bot, request, search->tuning->nodes);
    search->random = stos_random_from(request->seed);
}

int thegame_search_plan(const stos_bot *bot, const struct bot_request *request,
                        stos_move moves[STOS_TURN_MOVES])
{
    struct thegame_search *search = request->memory;
    thegame_search_prepare(search, bot, request);
    if (request->view->as.thegame.table.phase == STOS_PHASE_START) {
        moves[0] = choose_starter(search, request);
        return 1;
    }
    const struct plan *plan = thegame_search_run(search);
    if (!plan) {
        moves[0] = play_on_anyhow(request->view);
        return 1;
    }
    memcpy(moves, plan->move, sizeof plan->move);
    moves[plan->length] = stos_move_make(STOS_END, 0, 0);
    return plan->length + 1;
}

/* How many sampled deals are won if the turn is played as planned and everybody plays on by the
 * network. */
double thegame_search_value(const stos_bot *bot, const struct bot_request *request)
{
    enum { DEALS = 64 };
    struct thegame_search *search = request->memory;
    int wins;
    thegame_search_prepare(search, bot, request);
    if (request->view->as.thegame.table.phase == STOS_PHASE_START)
        return -1;
    const struct plan *found = thegame_search_run(search);
    if (!found)
        return 0;
    struct plan plan = *found;
    int played = thegame_search_wins(search, (const struct plan *[]){&plan}, 1, DEALS, &wins);
    return played > 0 ? (double)wins / played : -1;
}

void thegame_search_hint(const stos_bot *bot, const struct bot_request *request, uint8_t pile[4],
                         uint8_t *self)
{
    const struct stos_thegame_view *view = &request->view->as.thegame;
    struct world world;
    uint8_t about_me;
    (void)bot;
    world_of(&world, view);
    thegame_world_hints(&world, view->seat, pile, &about_me);
    bool starting = view->table.phase == STOS_PHASE_START, silent = cards_empty(view->hand);
    if (starting || silent)
        memset(pile, STOS_HINT_NONE, STOS_THEGAME_PILES);
    if (silent)
        *self = STOS_SELF_NONE;
    else if (starting)
        *self = about_me & 1 ? STOS_SELF_RATHER_NOT
            : about_me & 2   ? STOS_SELF_WANTS_START
                             : STOS_SELF_NONE;
    else
        *self = about_me & 1 ? STOS_SELF_IN_TROUBLE
            : about_me & 2   ? STOS_SELF_CAN_WAIT
                             : STOS_SELF_NONE;
}
