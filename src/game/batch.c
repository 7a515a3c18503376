/*
 * batch.c - many games in one call, in arrays of the caller.
 *
 * The view of the seat that acts next is kept with each game: an action means a move of that view, and mask and
 * observation are made from it, never from the state.
 */
#include "base/rng.h"
#include "numbers.h"

#include "stos_learn.h"

/* What holds for all games of a batch; worked out once in a call. No seats: its rules are none. */
struct rows {
    const stos_game *game;
    const struct game_numbers *numbers;
    int seats, actions, words; /* how long rows are */
    size_t observation;
};

static struct rows rows_of(const stos_batch *batch)
{
    if (game_check_rules(&batch->rules).reason)
        return (struct rows){0};
    return (struct rows){
        .game = batch->rules.game,
        .numbers = batch->rules.game->numbers,
        .seats = stos_rules_seats(&batch->rules),
        .actions = stos_action_count(&batch->rules),
        .words = stos_action_words(&batch->rules),
        .observation = (size_t)stos_observation_length(&batch->rules),
    };
}

static int seat_of(const struct rows *rows, const stos_view *view) { return ((const int8_t *)view)[rows->game->view_seat_at]; }

static void show_legal(const stos_batch *batch, const struct rows *rows, int game, int seat)
{
    uint64_t legal[GAME_ACTION_WORDS] = {0};
    if (seat >= 0)
        rows->numbers->legal(&batch->view[game], legal);
    for (int i = 0; batch->legal && i < rows->words; i++)
        batch->legal[game * rows->words + i] = legal[i];
    if (batch->mask)
        numbers_put_row((int8_t *)batch->mask + (size_t)game * (size_t)rows->actions, legal, rows->actions);
}

/* Writes the view of a seat and what is made from it. The view before was of this game, or blank; a spectator's must be blank. */
static void show_game(const stos_batch *batch, const struct rows *rows, int game, int seat)
{
    stos_view *view = &batch->view[game];
    rows->game->look(&batch->state[game], seat, view);
    if (batch->seat)
        batch->seat[game] = (int8_t)seat;
    if (batch->mask || batch->legal)
        show_legal(batch, rows, game, seat);
    if (batch->observation)
        rows->numbers->observe(view, batch->observation + (size_t)game * rows->observation);
}

static void show_afresh(const stos_batch *batch, const struct rows *rows, int game, int seat)
{
    batch->view[game] = (stos_view){.game = rows->game->id};
    show_game(batch, rows, game, seat);
}

static void deal_game(const stos_batch *batch, const struct rows *rows, int game, uint64_t number)
{
    stos_seed seed = batch->generator == STOS_FAST ? stos_seed_fast(number) : stos_seed_number(number);
    batch->seed[game] = number;
    game_deal(&batch->state[game], &batch->rules, seed, NULL);
    show_afresh(batch, rows, game, stos_next_actor(&batch->state[game], -1));
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

/* What the last move earned each seat: the score after it less the score before, which is nothing where only the end counts. */
static void give_rewards(const struct rows *rows, const stos_state *state, bool over, const float *before, float *reward)
{
    if (rows->numbers->scores_at_end && !over) {
        clear_rewards(reward, rows->seats);
        return;
    }
    rows->numbers->scores(state, reward);
    for (int seat = 0; !rows->numbers->scores_at_end && seat < rows->seats; seat++)
        reward[seat] -= before[seat];
}

/* Plays an action of a seat; returns who is next, or -1. */
static int play_action(const stos_batch *batch, const struct rows *rows, int game, int actor, int action, enum stos_reason *refused)
{
    stos_state *state = &batch->state[game];
    float before[STOS_MAX_SEATS], *reward = rewards_of(batch, rows, game);
    bool in_range = action >= 0 && action < rows->actions;
    if (reward && !rows->numbers->scores_at_end)
        rows->numbers->scores(state, before);
    stos_move move = in_range ? rows->numbers->action_move(&batch->view[game], action) : STOS_NO_MOVE;
    *refused = (enum stos_reason)rows->game->play(state, actor, move).reason;
    int next = game_next_actor(rows->game->actors(state), actor);
    if (reward)
        give_rewards(rows, state, next < 0, before, reward);
    return next;
}

static enum stos_reason step_game(const stos_batch *batch, const struct rows *rows, int game, int action)
{
    int actor = seat_of(rows, &batch->view[game]);
    enum stos_reason refused;
    if (actor < 0) {
        clear_rewards(rewards_of(batch, rows, game), rows->seats);
        note(batch, game, true, STOS_OK);
        return STOS_OK;
    }
    int next = play_action(batch, rows, game, actor, action, &refused);
    note(batch, game, next < 0, refused);
    if (refused)
        return refused;
    if (next >= 0)
        show_game(batch, rows, game, next);
    else if (batch->deals_again)
        deal_game(batch, rows, game, batch->seed[game] + (uint64_t)batch->count);
    else
        show_afresh(batch, rows, game, next);
    return STOS_OK;
}

enum { SOME = 64 };

/*
 * Games of a batch are in different phases, so what one does says nothing about the next one, and a processor that
 * guesses wrong loses what dozens of instructions take. Some of them are therefore stepped kind by kind of their actions.
 */
static int step_some(const stos_batch *batch, const struct rows *rows, int first, int count, const int32_t *action)
{
    const int16_t *bound = rows->numbers->kind_bounds;
    uint64_t of_kind[1 + GAME_KIND_BOUNDS] = {0};
    uint8_t kind[SOME];
    int refused = 0;
    for (int i = 0; i < count; i++)
        kind[i] = (uint8_t)((action[i] >= bound[0]) + (action[i] >= bound[1]) + (action[i] >= bound[2]) + (action[i] >= bound[3]));
    for (int i = 0; i < count; i++)
        of_kind[kind[i]] |= UINT64_C(1) << i;
    for (int k = 0; k <= GAME_KIND_BOUNDS; k++) {
        for (uint64_t left = of_kind[k]; left;) {
            int i = word_take(&left);
            refused += step_game(batch, rows, first + i, action[i]) != STOS_OK;
        }
    }
    return refused;
}

int stos_batch_step(stos_batch *batch, const int32_t *action)
{
    struct rows rows = rows_of(batch);
    int refused = 0;
    for (int first = 0; first < batch->count && rows.seats > 0; first += SOME) {
        int left = batch->count - first;
        refused += step_some(batch, &rows, first, left < SOME ? left : SOME, action + first);
    }
    return refused;
}

/*
 * One of the bits of a row at random, -1 if it has none. In which word it is cannot be predicted: no branch asks. Two words,
 * as most games have, are what a set of cards is.
 */
static int choose_bit(const uint64_t *row, int words, stos_random *random)
{
    int before[GAME_ACTION_WORDS + 1] = {0}, word = 0;
    for (int i = 0; i < words; i++)
        before[i + 1] = before[i] + word_count(row[i]);
    if (before[words] == 0)
        return -1;
    int index = (int)rng_bits_below(random, (uint32_t)before[words]);
    if (words == 2)
        return cards_select((stos_cards){{row[0], row[1]}}, index);
    for (int i = 1; i < words; i++)
        word += index >= before[i];
    return 64 * word + word_select(row[word], index - before[word]);
}

static int choose_in(const stos_batch *batch, const struct rows *rows, int game, stos_random *random)
{
    uint64_t legal[GAME_ACTION_WORDS] = {0};
    if (batch->legal)
        return choose_bit(batch->legal + game * rows->words, rows->words, random);
    if (seat_of(rows, &batch->view[game]) >= 0)
        rows->numbers->legal(&batch->view[game], legal);
    return choose_bit(legal, rows->words, random);
}

void stos_batch_choose(const stos_batch *batch, stos_random *random, int32_t *action)
{
    struct rows rows = rows_of(batch);
    for (int game = 0; game < batch->count && rows.seats > 0; game++)
        action[game] = choose_in(batch, &rows, game, random);
}
