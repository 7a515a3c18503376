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
    int seats, actions, words;              /* how long rows are */
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

enum { REFUSED = -2 };

/* Returns who acts next, -1 if the game is over, or REFUSED: then nothing has changed. */
static int play_action(const stos_batch *batch, const struct rows *rows, int game, int actor,
                       int action)
{
    stos_state *state = &batch->state[game];
    bool exists = (unsigned)action < (unsigned)rows->actions;
    stos_move move = exists ? rows->numbers->action_move(&batch->view[game], action) : STOS_NO_MOVE;
    int before = rows->earned ? rows->earned(state) : 0;
    enum stos_reason refused = (enum stos_reason)rows->game->play(state, actor, move).reason;
    if (rows->earned)
        pay_team(rows, rows->earned(state) - before, reward_row(batch, rows, game));
    if (batch->refused)
        batch->refused[game] = (uint8_t)refused;
    return refused ? REFUSED : numbers_next_actor(state, rows->game->actors(state), actor);
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
    else if (next != REFUSED)
        end_game(batch, rows, game);
    return next == REFUSED;
}

int stos_batch_step(stos_batch *batch, const int32_t *action)
{
    struct rows rows = rows_of(batch);
    int refused = 0;
    if (rows.seats == 0 || batch->count <= 0)
        return 0;
    clear_notes(batch, &rows);
    for (int game = 0; game < batch->count; game++)
        refused += step_game(batch, &rows, game, action[game]);
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

void stos_batch_choose(const stos_batch *batch, stos_random *random, int32_t *action)
{
    struct rows rows = rows_of(batch);
    uint64_t own[GAME_ACTION_WORDS];
    stos_random local = *random;
    for (int game = 0; rows.seats > 0 && game < batch->count; game++) {
        const uint64_t *legal = batch->legal ? legal_row(batch, &rows, game) : own;
        if (!batch->legal)
            list_legal(&rows, &batch->view[game], seat_of(&rows, &batch->view[game]), own);
        action[game] = choose_bit(legal, rows.words, &local);
    }
    *random = local;
}
