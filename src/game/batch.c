/*
 * batch.c - many games in one call, in arrays of the caller.
 *
 * The view of the seat that acts next is kept with each game: an action means a move of that view, and mask and
 * observation are made from it, never from the state.
 */
#include "numbers.h"

#include "stos_learn.h"

#include <string.h>

/* How long the rows of a batch are; worked out once in a call, not for every game. No seats: its rules are none. */
struct rows {
    const struct game_numbers *numbers;
    int seats;
    size_t actions, observation;
};

static struct rows rows_of(const stos_batch *batch)
{
    if (game_check_rules(&batch->rules).reason)
        return (struct rows){0};
    return (struct rows){
        .numbers = batch->rules.game->numbers,
        .seats = stos_rules_seats(&batch->rules),
        .actions = (size_t)stos_action_count(&batch->rules),
        .observation = (size_t)stos_observation_length(&batch->rules),
    };
}

static void show_game(const stos_batch *batch, const struct rows *rows, int game, int last_actor)
{
    const stos_state *state = &batch->state[game];
    stos_view *view = &batch->view[game];
    int seat = stos_next_actor(state, last_actor); /* -1 is a spectator */
    stos_look(state, seat, view);
    if (batch->seat)
        batch->seat[game] = (int8_t)seat;
    if (batch->mask)
        stos_action_mask(view, batch->mask + (size_t)game * rows->actions);
    if (batch->observation) {
        int8_t *row = batch->observation + (size_t)game * rows->observation;
        memset(row, 0, rows->observation);
        rows->numbers->observe(view, row);
    }
}

static void deal_game(const stos_batch *batch, const struct rows *rows, int game, uint64_t number)
{
    stos_seed seed = batch->generator == STOS_FAST ? stos_seed_fast(number) : stos_seed_number(number);
    batch->seed[game] = number;
    stos_deal(&batch->state[game], &batch->rules, &seed, NULL);
    show_game(batch, rows, game, -1);
}

static float *rewards_of(const stos_batch *batch, const struct rows *rows, int game)
{
    return batch->reward ? batch->reward + game * rows->seats : NULL;
}

static void note(const stos_batch *batch, int game, bool over, enum stos_reason refused)
{
    if (batch->over)
        batch->over[game] = over;
    if (batch->result && over)
        batch->result[game] = (int16_t)stos_result(&batch->state[game]);
    if (batch->refused)
        batch->refused[game] = (uint8_t)refused;
}

static void clear_rewards(float *reward, int seats)
{
    for (int seat = 0; reward && seat < seats; seat++)
        reward[seat] = 0;
}

void stos_batch_deal(stos_batch *batch, uint64_t first_seed)
{
    struct rows rows = rows_of(batch);
    for (int game = 0; game < batch->count && rows.seats > 0; game++) {
        deal_game(batch, &rows, game, first_seed + (uint64_t)game);
        clear_rewards(rewards_of(batch, &rows, game), rows.seats);
        note(batch, game, stos_over(&batch->state[game]), STOS_OK);
    }
}

/* Plays a move and writes what it earned each seat: the score after it less the score before. */
static enum stos_reason play_for_rewards(const struct rows *rows, stos_state *state, int actor, stos_move move, float *reward)
{
    float before[STOS_MAX_SEATS];
    if (!reward)
        return (enum stos_reason)stos_play(state, actor, move).reason;
    rows->numbers->scores(state, before);
    enum stos_reason refused = (enum stos_reason)stos_play(state, actor, move).reason;
    rows->numbers->scores(state, reward);
    for (int seat = 0; seat < rows->seats; seat++)
        reward[seat] -= before[seat];
    return refused;
}

static enum stos_reason step_game(const stos_batch *batch, const struct rows *rows, int game, int action)
{
    stos_state *state = &batch->state[game];
    const stos_view *view = &batch->view[game];
    int actor = stos_view_seat(view);
    float *reward = rewards_of(batch, rows, game);
    if (actor < 0) {
        clear_rewards(reward, rows->seats);
        note(batch, game, true, STOS_OK);
        return STOS_OK;
    }
    enum stos_reason refused = play_for_rewards(rows, state, actor, stos_action_move(view, action), reward);
    bool over = stos_over(state);
    note(batch, game, over, refused);
    if (over && batch->deals_again)
        deal_game(batch, rows, game, batch->seed[game] + (uint64_t)batch->count);
    else if (!refused)
        show_game(batch, rows, game, actor);
    return refused;
}

int stos_batch_step(stos_batch *batch, const int32_t *action)
{
    struct rows rows = rows_of(batch);
    int refused = 0;
    for (int game = 0; game < batch->count && rows.seats > 0; game++)
        refused += step_game(batch, &rows, game, action[game]) != STOS_OK;
    return refused;
}

void stos_batch_choose(const stos_batch *batch, stos_random *random, int32_t *action)
{
    bool good = !game_check_rules(&batch->rules).reason;
    for (int game = 0; game < batch->count && good; game++) {
        const stos_state *state = &batch->state[game];
        const stos_view *view = &batch->view[game];
        const stos_game *rules = stos_state_game(state);
        int seat = stos_view_seat(view), count = seat < 0 ? 0 : rules->move_count(state, seat);
        action[game] = -1;
        if (count > 0)
            action[game] = numbers_action_of(rules, view, rules->move_at(state, seat, (int)stos_random_below(random, (uint32_t)count)));
    }
}
