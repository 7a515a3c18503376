/* sim.c - plays matches and tallies them; see sim.h. */
#include "sim.h"

#include "base/cancel.h"
#include "base/rng.h"
#include "bot/clock.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 8192, MOST_VOTES = 64 };

struct sim_player {
    const struct sim_plan *plan;
    void *memory; /* enough for each of the bots */
    stos_record_head head;
    stos_state state;
    stos_hints hints;
    stos_hint_history history;
    struct bot_turn turn[STOS_MAX_SEATS];
    struct sim_step steps[MOST_STEPS];
    size_t step_count;
};

struct sim_player *sim_player_open(const struct sim_plan *plan)
{
    size_t largest = 0;
    struct sim_player *player = calloc(1, sizeof *player);
    for (int lineup = 0; lineup < plan->lineups; lineup++)
        for (int place = 0; place < stos_rules_seats(&plan->rules); place++)
            if (plan->bot[lineup][place]->memory > largest)
                largest = plan->bot[lineup][place]->memory;
    if (player && largest > 0 && !(player->memory = malloc(largest))) {
        free(player);
        return NULL;
    }
    if (player)
        player->plan = plan;
    return player;
}

void sim_player_close(struct sim_player *player)
{
    if (player)
        free(player->memory);
    free(player);
}

/* ---------------------------------------------------------------- one game */

/* A game being played: which bot sits where, and where the counting goes. */
struct match {
    struct sim_player *player;
    struct sim_side *side;
    int lineup, number, seats;
    uint64_t deal, seed;
    uint8_t place[STOS_MAX_SEATS]; /* of the line-up, by seat */
    int turn_seat;                 /* whose turn the clock runs for, -1 for nobody's */
    uint64_t turn_begun; /* 0 where the clock does not run for a turn, see is_timed_by_turn() */
    const atomic_bool *cancel;
};

static const stos_bot *bot_of(const struct match *match, int seat)
{
    return match->player->plan->bot[match->lineup][match->place[seat]];
}

/* Seeds for every game and every decision in it, derived from what identifies them. */
static uint64_t game_seed(const struct sim_plan *plan, uint64_t deal)
{
    return rng_mix(rng_mix(plan->seed + UINT64_C(0x51ed270b)) + deal);
}

static uint64_t decision_seed(const struct match *match, int seat)
{
    return rng_mix(match->seed + (match->player->step_count << 8 | (uint64_t)seat));
}

static struct bot_request request_of(const struct match *match, int seat, const stos_view *view)
{
    const struct sim_plan *plan = match->player->plan;
    return (struct bot_request){
        .view = view,
        .hints = plan->talks[match->lineup] ? &match->player->hints : NULL,
        .history = &match->player->history,
        .seed = decision_seed(match, seat),
        .limits = plan->limits[match->lineup][match->place[seat]],
        .cancel = match->cancel,
        .memory = match->player->memory,
        .turn = &match->player->turn[seat],
        .solved_rounds = plan->solved_rounds,
    };
}

static stos_move ask(const struct match *match, int seat)
{
    stos_view view;
    stos_look(&match->player->state, seat, &view);
    struct bot_request request = request_of(match, seat, &view);
    return bot_choose(bot_of(match, seat), &request);
}

/* One team: the seats give each other hints, and win or lose together. */
static bool plays_together(const struct match *match)
{
    return stos_game_is_cooperative(stos_state_game(&match->player->state));
}

static void make_move(struct match *match, int seat, stos_move move)
{
    struct sim_player *player = match->player;
    stos_play(&player->state, seat, move);
    if (stos_move_kind(move) == STOS_PLACE && plays_together(match))
        for (int other = 0; other < match->seats;
             other++) /* what was said about a pile holds until it changes */
            player->hints.pile[other][stos_move_high(move)] = STOS_HINT_NONE;
    if (player->step_count < MOST_STEPS)
        player->steps[player->step_count++] = (struct sim_step){(uint8_t)seat, move};
}

void sim_collect_hints(const stos_state *state, const stos_bot *const bots[STOS_MAX_SEATS],
                       int listener, uint64_t seed, void *memory, stos_hints *hints,
                       stos_hint_history *history)
{
    stos_rules rules = stos_state_rules(state);
    stos_view public;
    stos_look(state, STOS_SPECTATOR, &public);
    stos_hint_history_see(history, &public);
    memset(hints, 0, sizeof *hints);
    for (int seat = 0; seat < stos_rules_seats(&rules); seat++) {
        stos_view view;
        if (seat == listener || !bots[seat] || !bots[seat]->hint)
            continue;
        stos_look(state, seat, &view);
        struct bot_request request = {.view = &view, .seed = seed, .memory = memory};
        bots[seat]->hint(bots[seat], &request, hints->pile[seat], &hints->self[seat]);
        stos_hint_history_hear(history, seat, hints->pile[seat], hints->self[seat],
                               bots[seat]->says_all);
    }
}

/* Before a turn, and before the votes, everybody else says what a person would. */
static void collect_hints(struct match *match, int listener)
{
    const stos_bot *bots[STOS_MAX_SEATS] = {NULL};
    struct sim_player *player = match->player;
    bool anybody = false;
    for (int seat = 0; seat < match->seats && player->plan->talks[match->lineup]; seat++) {
        bots[seat] = bot_of(match, seat);
        anybody |= bots[seat]->hint != NULL;
    }
    if (!anybody) {
        memset(&player->hints, 0, sizeof player->hints);
        return;
    }
    sim_collect_hints(&player->state, bots, listener, decision_seed(match, 0), player->memory,
                      &player->hints, &player->history);
}

/* TG3, LI3: each votes in turn until all agree; after too many rounds all name the seat that seat 0
 * wants. */
static void vote(struct match *match)
{
    const stos_state *state = &match->player->state;
    if (plays_together(match))
        collect_hints(match, -1);
    for (int i = 0; stos_phase(state) == STOS_PHASE_START; i++) {
        int seat = i % match->seats;
        make_move(match, seat,
                  i < MOST_VOTES ? ask(match, seat)
                                 : stos_move_make(STOS_START, stos_votes(state)[0], 0));
    }
}

/* A turn begins for the clock when another seat acts, or the same seat anew after a turn of its
 * own. */
static bool starts_turn(const struct match *match, int seat)
{
    return seat != match->turn_seat || !stos_mid_turn(&match->player->state);
}

/*
 * Reading the clock takes as long as a move of a bot that needs no memory. So such a bot is timed
 * by the turn, including the table's own work, and only one turn in seven, which stands for all;
 * the others are timed by the move.
 */
enum { TIMED_TURNS = 7 }; /* no number of seats divides it */

static bool is_timed_by_turn(const struct match *match, int seat)
{
    return bot_of(match, seat)->memory == 0;
}

static void note_time(struct sim_place *place, uint64_t spent, unsigned times)
{
    place->nanoseconds += times * spent;
    if (spent > place->slowest)
        place->slowest = spent;
}

/* The turn that the clock runs for is over, and another seat's begins; -1 when none does. */
static void turn_clock(struct match *match, int seat)
{
    bool timed =
        seat >= 0 && is_timed_by_turn(match, seat) && match->side->turns % TIMED_TURNS == 0;
    uint64_t now = timed || match->turn_begun ? clock_nanoseconds() : 0;
    if (match->turn_begun)
        note_time(&match->side->place[match->place[match->turn_seat]], now - match->turn_begun,
                  TIMED_TURNS);
    match->turn_begun = timed ? now : 0;
    match->turn_seat = seat;
}

static void begin_turn(struct match *match, int seat)
{
    turn_clock(match, seat);
    match->side->turns++;
    match->side->place[match->place[seat]].turns++;
    if (plays_together(match))
        collect_hints(match, seat);
}

/* Plays the rest of a turn that was decided on as a whole: in a match nothing comes between its
 * moves. */
static void play_turn_on(struct match *match, int seat)
{
    const stos_state *state = &match->player->state;
    struct bot_turn *turn = &match->player->turn[seat];
    assert(seat >= 0);
    while (turn->next > 0 && turn->next < turn->count && stos_actors(state) == 1u << seat &&
           !starts_turn(match, seat))
        make_move(match, seat, turn->move[turn->next++]);
    turn->next = turn->count;
}

static void take_turn_step(struct match *match)
{
    int seat = __builtin_ctz(stos_actors(&match->player->state));
    if (starts_turn(match, seat))
        begin_turn(match, seat);
    bool timed = !is_timed_by_turn(match, seat);
    uint64_t start = timed ? clock_nanoseconds() : 0;
    stos_move move = ask(match, seat);
    if (timed)
        note_time(&match->side->place[match->place[seat]], clock_nanoseconds() - start, 1);
    make_move(match, seat, move);
    play_turn_on(match, seat);
}

static void count_result(struct match *match)
{
    const stos_state *state = &match->player->state;
    struct sim_side *side = match->side;
    int result = stos_result(state);
    side->games++;
    if (plays_together(match)) {
        side->wins += result == 0;
        side->left += (uint64_t)result;
        side->histogram[result]++;
    } else {
        side->place[match->place[result]].wins++;
    }
}

void sim_deal_head(stos_record_head *head, const stos_rules *rules, uint64_t seed, uint64_t deal)
{
    memset(head, 0, sizeof *head);
    head->rules = *rules;
    head->has_seed = true;
    for (int i = 0; i < 8; i++) {
        head->seed.bytes[i] = (uint8_t)(seed >> (56 - 8 * i));
        head->seed.bytes[24 + i] = (uint8_t)(deal >> (56 - 8 * i));
    }
}

static void set_up(struct match *match)
{
    struct sim_player *player = match->player;
    sim_deal_head(&player->head, &player->plan->rules, player->plan->seed, match->deal);
    player->step_count = 0;
    memset(player->turn, 0, sizeof player->turn);
    memset(&player->history, 0, sizeof player->history);
    stos_record_deal(&player->head, &player->state);
}

/* Bots are marked as such, so that whoever resumes the game plays against the same. */
static void name_seats(const struct match *match)
{
    for (int seat = 0; seat < match->seats; seat++)
        snprintf(match->player->head.name[seat], STOS_NAME_TEXT, "%s" BOT_MARK,
                 bot_of(match, seat)->name);
}

static uint64_t time_spent(const struct sim_side *side)
{
    uint64_t sum = 0;
    for (int place = 0; place < STOS_MAX_SEATS; place++)
        sum += side->place[place].nanoseconds;
    return sum;
}

/* Plays one game; false if it was cancelled. */
static bool play_game(struct match *match, sim_keep *keep, void *context)
{
    struct sim_player *player = match->player;
    uint64_t turns = match->side->turns, nanoseconds = time_spent(match->side);
    set_up(match);
    vote(match);
    while (!stos_over(&player->state) && !is_cancelled(match->cancel))
        take_turn_step(match);
    if (is_cancelled(match->cancel)) /* also after the last move, which may have been cut short */
        return false;
    turn_clock(match, -1);
    count_result(match);
    if (keep) {
        name_seats(match);
        struct sim_game game = {.deal = match->deal,
                                .lineup = match->lineup,
                                .number = match->number,
                                .place = match->place,
                                .head = &player->head,
                                .steps = player->steps,
                                .step_count = player->step_count,
                                .end = &player->state,
                                .turns = match->side->turns - turns,
                                .nanoseconds = time_spent(match->side) - nanoseconds};
        keep(context, &game);
    }
    return true;
}

/* ---------------------------------------------------------------- many games */

int sim_games_of_deal(const struct sim_plan *plan)
{
    bool once = plan->one_order || stos_game_is_cooperative(plan->rules.game);
    return once ? 1 : stos_rules_seats(&plan->rules);
}

bool sim_is_paired(const struct sim_plan *plan)
{
    return plan->lineups == 2 || sim_games_of_deal(plan) == 2;
}

/*
 * Seats a line-up in the order of this number, moved round the table by `rotation`. The digits of
 * the number say who of those left comes next behind place 0, so that (seats - 1)! numbers in a row
 * are all cyclic orders; number 0 is the order that was given.
 */
static void seat_lineup(struct match *match, uint64_t order, int rotation)
{
    uint8_t ring[STOS_MAX_SEATS];
    for (int i = 0; i < match->seats; i++)
        ring[i] = (uint8_t)i;
    for (int i = 1; i < match->seats; i++) {
        uint64_t left = (uint64_t)(match->seats - i), skip = order % left;
        uint8_t next = ring[i + (int)skip];
        memmove(&ring[i + 1], &ring[i], (size_t)skip);
        ring[i] = next;
        order /= left;
    }
    for (int seat = 0; seat < match->seats; seat++)
        match->place[seat] = ring[(seat + rotation) % match->seats];
}

static void seat_for_game(struct match *match)
{
    uint64_t seats = (uint64_t)match->seats;
    const struct sim_plan *plan = match->player->plan;
    if (plan->one_order)
        seat_lineup(match, 0, 0);
    else if (sim_games_of_deal(plan) > 1)
        seat_lineup(match, match->deal, match->number);
    else
        seat_lineup(match, match->deal / seats, (int)(match->deal % seats));
}

/* What each of the two that are compared has won so far. */
static void wins_of_pair(const struct sim_plan *plan, const struct sim_tally *tally,
                         uint64_t wins[2])
{
    for (int i = 0; i < 2; i++)
        wins[i] = plan->lineups == 2 ? tally->side[i].wins : tally->side[0].place[i].wins;
}

static void count_pair(const struct sim_plan *plan, struct sim_tally *tally,
                       const uint64_t before[2])
{
    uint64_t after[2];
    wins_of_pair(plan, tally, after);
    bool first = after[0] > before[0], second = after[1] > before[1];
    tally->both += first && second;
    tally->only_first += first && !second;
    tally->only_second += !first && second;
    tally->neither += !first && !second;
}

/* Plays all games of a deal with a line-up; false if one was cancelled. */
static bool play_lineup(struct sim_player *player, int lineup, uint64_t deal, struct sim_side *side,
                        const atomic_bool *cancel, sim_keep *keep, void *context)
{
    const struct sim_plan *plan = player->plan;
    struct match match = {.player = player,
                          .side = side,
                          .lineup = lineup,
                          .seats = stos_rules_seats(&plan->rules),
                          .deal = deal,
                          .seed = game_seed(plan, deal),
                          .cancel = cancel};
    uint64_t before[STOS_MAX_SEATS];
    for (int place = 0; place < match.seats; place++)
        before[place] = side->place[place].wins;
    for (match.number = 0; match.number < sim_games_of_deal(plan); match.number++) {
        match.turn_seat = -1;
        seat_for_game(&match);
        if (!play_game(&match, keep, context))
            return false;
    }
    for (int place = 0; place < match.seats; place++) {
        uint64_t wins = side->place[place].wins - before[place];
        side->place[place].squares += wins * wins;
    }
    return true;
}

static bool play_deal(struct sim_player *player, uint64_t deal, struct sim_tally *tally,
                      const atomic_bool *cancel, sim_keep *keep, void *context)
{
    const struct sim_plan *plan = player->plan;
    uint64_t before[2];
    wins_of_pair(plan, tally, before);
    for (int lineup = 0; lineup < plan->lineups; lineup++)
        if (!play_lineup(player, lineup, deal, &tally->side[lineup], cancel, keep, context))
            return false;
    tally->deals++;
    if (sim_is_paired(plan))
        count_pair(plan, tally, before);
    return true;
}

bool sim_play(struct sim_player *player, uint64_t first, uint64_t count, struct sim_tally *tally,
              const atomic_bool *cancel, sim_keep *keep, void *context)
{
    struct sim_tally more;
    memset(&more, 0, sizeof more);
    for (uint64_t deal = first; deal < first + count; deal++)
        if (!play_deal(player, deal, &more, cancel, keep, context))
            return false;
    sim_add(tally, &more);
    return true;
}

void sim_add(struct sim_tally *sum, const struct sim_tally *more)
{
    sum->deals += more->deals;
    sum->both += more->both;
    sum->only_first += more->only_first;
    sum->only_second += more->only_second;
    sum->neither += more->neither;
    for (int lineup = 0; lineup < SIM_LINEUPS; lineup++) {
        struct sim_side *side = &sum->side[lineup];
        const struct sim_side *extra = &more->side[lineup];
        side->games += extra->games;
        side->wins += extra->wins;
        side->left += extra->left;
        side->turns += extra->turns;
        for (int left = 0; left < SIM_MOST_LEFT; left++)
            side->histogram[left] += extra->histogram[left];
        for (int i = 0; i < STOS_MAX_SEATS; i++) {
            side->place[i].wins += extra->place[i].wins;
            side->place[i].squares += extra->place[i].squares;
            side->place[i].turns += extra->place[i].turns;
            side->place[i].nanoseconds += extra->place[i].nanoseconds;
            if (extra->place[i].slowest > side->place[i].slowest)
                side->place[i].slowest = extra->place[i].slowest;
        }
    }
}

/* About forty turns a game; a quick bot plays thousands of games a second, a slow one a turn. */
uint64_t sim_chunk(const struct sim_plan *plan)
{
    uint32_t slowest = 0;
    for (int lineup = 0; lineup < plan->lineups; lineup++)
        for (int place = 0; place < stos_rules_seats(&plan->rules); place++) {
            const stos_bot *bot = plan->bot[lineup][place];
            uint32_t asked = plan->limits[lineup][place].ms;
            uint32_t ms = bot->memory == 0 ? 0 : bot->ms == 0 ? 1 : asked ? asked : bot->ms;
            slowest = ms > slowest ? ms : slowest;
        }
    return slowest == 0 ? 256 : slowest < 10 ? 4 : 1;
}
