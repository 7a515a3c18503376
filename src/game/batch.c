/*
 * batch.c - many games in one call, in the caller's arrays.
 *
 * The view of the seat that acts next is kept with each game: an action means a move of that view,
 * and mask and observation are made from it, never from the state.
 */
#include "base/rng.h"
#include "numbers.h"

#include "stos_learn.h"

#include <string.h>

/* What all games of a batch share, computed once per call. 0 seats: the rules are invalid. */
struct rows {
    const stos_game *game;
    const struct game_numbers *numbers;
    int (*earned)(const stos_state *state); /* of the game, where a move pays at once */
    int (*step)(stos_state *state, int seat, int action);
    int seats, actions, words; /* how long rows are */
    size_t observation;
};

static struct rows rows_of(const stos_batch *batch)
{
    const stos_rules *rules = &batch->rules;
    if (game_check_rules(rules).reason)
        return (struct rows){0};
    int seats = rules->game->seats(rules->value),
        actions = rules->game->numbers->action_count(rules->value);
    return (struct rows){
        .game = rules->game,
        .numbers = rules->game->numbers,
        .earned = batch->reward ? rules->game->numbers->earned : NULL,
        .step = rules->game->numbers->step,
        .seats = seats,
        .actions = actions,
        .words = game_words(actions),
        .observation = (size_t)numbers_observation_length(rules->game, seats),
    };
}

static int seat_of(const struct rows *rows, const stos_view *view)
{
    return ((const int8_t *)view)[rows->game->view_seat_at];
}

/* The legal actions of the seat whose view it is, as bits; none when the game is over. */
static void list_legal(const struct rows *rows, const stos_view *view, int seat, uint64_t *row)
{
    if (seat >= 0)
        rows->numbers->legal(view, row, rows->words);
    else
        memset(row, 0, (size_t)rows->words * sizeof *row);
}

/* Rows of the caller's arrays: all of them together may have more numbers than an int counts. */
static uint64_t *legal_row(const stos_batch *batch, const struct rows *rows, int game)
{
    return batch->legal + (size_t)game * (size_t)rows->words;
}

static float *reward_row(const stos_batch *batch, const struct rows *rows, int game)
{
    return batch->reward + (size_t)game * (size_t)rows->seats;
}

static void show_mask(const stos_batch *batch, const struct rows *rows, int game, int seat)
{
    uint64_t own[GAME_ACTION_WORDS];
    const uint64_t *legal = batch->legal ? legal_row(batch, rows, game) : own;
    if (!batch->legal)
        list_legal(rows, &batch->view[game], seat, own);
    numbers_put_row((int8_t *)batch->mask + (size_t)game * (size_t)rows->actions, legal,
                    rows->actions);
}

/* Writes the view of a seat and what is made from it. The view before was of this game, or blank; a
 * spectator's must be blank. */
__attribute__((always_inline)) static inline void show_game(const stos_batch *batch,
                                                            const struct rows *rows, int game,
                                                            const stos_state *state,
                                                            stos_view *view, int seat)
{
    rows->game->look(state, seat, view);
    if (batch->seat)
        batch->seat[game] = (int8_t)seat;
    if (batch->legal)
        list_legal(rows, view, seat, legal_row(batch, rows, game));
    if (batch->mask)
        show_mask(batch, rows, game, seat);
    if (batch->observation)
        rows->numbers->observe(view, batch->observation + (size_t)game * rows->observation);
}

static void show_afresh(const stos_batch *batch, const struct rows *rows, int game, int seat)
{
    batch->view[game] = (stos_view){.game = rows->game->id};
    show_game(batch, rows, game, &batch->state[game], &batch->view[game], seat);
}

static void deal_game(const stos_batch *batch, const struct rows *rows, int game, uint64_t number)
{
    stos_seed seed =
        batch->generator == STOS_FAST ? stos_seed_fast(number) : stos_seed_number(number);
    batch->seed[game] = number;
    game_deal(&batch->state[game], &batch->rules, seed, NULL);
    show_afresh(batch, rows, game, stos_next_actor(&batch->state[game], -1));
}

/* What a step says where nothing special happened; nearly all games of a batch have nothing more to
 * say. */
static void clear_notes(const stos_batch *batch, const struct rows *rows)
{
    size_t count = (size_t)batch->count;
    if (batch->reward)
        memset(batch->reward, 0,
               count * (size_t)rows->seats *
                   sizeof *batch->reward); /* zeros are zero bytes in IEEE 754 */
    if (batch->over)
        memset(batch->over, 0, count);
    if (batch->refused)
        memset(batch->refused, 0, count);
}

static void note_over(const stos_batch *batch, int game)
{
    if (batch->over)
        batch->over[game] = 1;
    if (batch->result)
        batch->result[game] = (int16_t)stos_result(&batch->state[game]);
}

void stos_batch_deal(stos_batch *batch, uint64_t first_seed)
{
    struct rows rows = rows_of(batch);
    if (rows.seats == 0 || batch->count <= 0)
        return;
    clear_notes(batch, &rows);
    for (int game = 0; game < batch->count; game++) {
        deal_game(batch, &rows, game, first_seed + (uint64_t)game);
        if (stos_over(&batch->state[game]))
            note_over(batch, game);
    }
}

/* What a move has earned each of a team; most other rewards are left as nothing. */
static void pay_team(const struct rows *rows, int earned, float *reward)
{
    for (int seat = 0; earned != 0 && seat < rows->seats; seat++)
        reward[seat] = (float)earned;
}

/* Players who are no team are paid now. */
static void end_game(const stos_batch *batch, const struct rows *rows, int game)
{
    if (batch->reward && !rows->earned)
        rows->numbers->scores(&batch->state[game], reward_row(batch, rows, game));
    note_over(batch, game);
    if (batch->deals_again)
        deal_game(batch, rows, game, batch->seed[game] + (uint64_t)batch->count);
    else
        show_afresh(batch, rows, game, -1);
}

/* Plays the move of an action; returns who acts next, -1 if the game is over, or GAME_NOT_STEPPED
 * if it is refused. */
__attribute__((always_inline)) static inline int
step_by_move(const stos_batch *batch, const struct rows *rows, int game, int actor, int action)
{
    stos_state *state = &batch->state[game];
    bool exists = (unsigned)action < (unsigned)rows->actions;
    stos_move move = exists ? rows->numbers->action_move(&batch->view[game], action) : STOS_NO_MOVE;
    enum stos_reason refused = (enum stos_reason)rows->game->play(state, actor, move).reason;
    if (batch->refused)
        batch->refused[game] = (uint8_t)refused;
    return refused ? GAME_NOT_STEPPED : numbers_next_actor(state, rows->game->actors(state), actor);
}

/* The same in a team that earns something by the move. */
static int step_and_pay(const stos_batch *batch, const struct rows *rows, int game, int actor,
                        int action)
{
    stos_state *state = &batch->state[game];
    int before = rows->earned(state), next = step_by_move(batch, rows, game, actor, action);
    pay_team(rows, rows->earned(state) - before, reward_row(batch, rows, game));
    return next;
}

static int play_action(const stos_batch *batch, const struct rows *rows, int game, int actor,
                       int action)
{
    if (rows->earned)
        return step_and_pay(batch, rows, game, actor, action);
    int next = rows->step ? rows->step(&batch->state[game], actor, action) : GAME_NOT_STEPPED;
    return next != GAME_NOT_STEPPED ? next : step_by_move(batch, rows, game, actor, action);
}

/* Returns whether the action was refused. */
static bool step_game(const stos_batch *batch, const struct rows *rows, int game, int action)
{
    int actor = seat_of(rows, &batch->view[game]);
    if (actor < 0) {
        note_over(batch, game);
        return false;
    }
    int next = play_action(batch, rows, game, actor, action);
    if (next >= 0)
        show_game(batch, rows, game, &batch->state[game], &batch->view[game], next);
    else if (next != GAME_NOT_STEPPED)
        end_game(batch, rows, game);
    return next == GAME_NOT_STEPPED;
}

enum { SOME = 64 };

/* Which of some actions are not below a bound, as bits. */
static uint64_t at_least(const int32_t *action, int count, int bound)
{
    uint8_t is[SOME] = {0};
    uint64_t set = 0;
    for (int i = 0; i < count; i++)
        is[i] = action[i] >= bound;
    for (int i = 0; i < SOME; i += 8)
        set |= numbers_narrow(word_load(is + i, 8), 1) << i;
    return set;
}

/*
 * The games of a batch are in different phases, so branches on them are unpredictable, and each
 * misprediction costs as much as dozens of instructions. So a group of games at a time is stepped
 * sorted by kind of action.
 */
static int step_some(const stos_batch *batch, const struct rows *rows, int first, int count,
                     const int32_t *action)
{
    uint64_t left = ~UINT64_C(0) >> (SOME - count);
    int refused = 0;
    for (int kind = 0; left; kind++) {
        uint64_t later = kind < GAME_KIND_BOUNDS
            ? left & at_least(action, count, rows->numbers->kind_bounds[kind])
            : 0;
        for (left &= ~later; left;) {
            int i = word_take(&left);
            refused += step_game(batch, rows, first + i, action[i]);
        }
        left = later;
    }
    return refused;
}

int stos_batch_step(stos_batch *batch, const int32_t *action)
{
    struct rows rows = rows_of(batch);
    int refused = 0;
    if (rows.seats == 0 || batch->count <= 0)
        return 0;
    clear_notes(batch, &rows);
    for (int first = 0; first < batch->count; first += SOME) {
        int left = batch->count - first;
        refused += step_some(batch, &rows, first, left < SOME ? left : SOME, action + first);
    }
    return refused;
}

/* One of the bits of a row at random, -1 if it has none. Branch-free, since the word it is in
 * cannot be predicted. */
__attribute__((always_inline)) static inline int choose_bit(const uint64_t *row, int words,
                                                            stos_random *random)
{
    int count = 0, word = 0, before = 0; /* bits before the word */
    for (int i = 0; i < words; i++)
        count += word_count(row[i]);
    if (count == 0)
        return -1;
    int index = (int)rng_bits_below(random, (uint32_t)count);
    for (int i = 0, upto = 0; i < words - 1; i++) {
        upto += word_count(row[i]);
        word += index >= upto;
        before = index >= upto ? upto : before;
    }
    return 64 * word + word_select(row[word], index - before);
}

/* From the row of each game, which is computed here if the caller did not ask for it to be stored.
 */
__attribute__((always_inline)) static inline void choose_in(const stos_batch *batch,
                                                            const struct rows *rows, int words,
                                                            stos_random *random, int32_t *action)
{
    stos_random local = *random;
    uint64_t own[GAME_ACTION_WORDS], *legal = batch->legal;
    int count = batch->count;
    if (legal)
        for (int game = 0; game < count; game++)
            action[game] = choose_bit(legal + (size_t)game * (size_t)words, words, &local);
    else
        for (int game = 0; game < count; game++) {
            list_legal(rows, &batch->view[game], seat_of(rows, &batch->view[game]), own);
            action[game] = choose_bit(own, words, &local);
        }
    *random = local;
}

/* With the number of words as a constant there is no loop over them. */
void stos_batch_choose(const stos_batch *batch, stos_random *random, int32_t *action)
{
    struct rows rows = rows_of(batch);
    if (rows.seats == 0)
        return;
    switch (rows.words) {
    case 2: choose_in(batch, &rows, 2, random, action); break;
    case 4: choose_in(batch, &rows, 4, random, action); break;
    case 7: choose_in(batch, &rows, 7, random, action); break;
    default: choose_in(batch, &rows, rows.words, random, action);
    }
}
