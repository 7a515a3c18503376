/*
 * numbers.c - games as numbers for reinforcement learning: actions, observations, scores. Each game
 * defines its own numbers; this file has what all games share.
 */
#include "numbers.h"

#include "stos_learn.h"

#include <string.h>

/* A view keeps the options where a state has them. */
#define OPTIONS_OF_BOTH(name, NAME) \
    _Static_assert(offsetof(stos_view, as.name.table.option) == \
                       offsetof(stos_state, as.name.table.option), \
                   #name);
STOS_EACH_GAME(OPTIONS_OF_BOTH)

static const int8_t *options_of(const stos_view *view)
{
    return (const int8_t *)view + stos_view_game(view)->options_at;
}

stos_rules stos_view_rules(const stos_view *view)
{
    stos_rules rules = {.game = stos_view_game(view)};
    memcpy(rules.value, options_of(view), (size_t)rules.game->option_count);
    return rules;
}

const char *stos_version(void) { return STOS_VERSION; }

size_t stos_size_of(enum stos_type type)
{
    switch (type) {
    case STOS_TYPE_STATE: return sizeof(stos_state);
    case STOS_TYPE_VIEW: return sizeof(stos_view);
    case STOS_TYPE_RULES: return sizeof(stos_rules);
    case STOS_TYPE_BATCH: return sizeof(stos_batch);
    default: return 0;
    }
}

/* ---------------------------------------------------------------- actions */

int stos_action_count(const stos_rules *rules)
{
    return game_check_rules(rules).reason ? 0 : rules->game->numbers->action_count(rules->value);
}

static int count_for(const stos_view *view)
{
    return stos_view_game(view)->numbers->action_count(options_of(view));
}

stos_move stos_action_move(const stos_view *view, int action)
{
    if (action < 0 || action >= count_for(view))
        return STOS_NO_MOVE;
    return stos_view_game(view)->numbers->action_move(view, action);
}

int stos_action_of(const stos_view *view, stos_move move)
{
    int action = numbers_action_of(stos_view_game(view), view, move);
    return move != STOS_NO_MOVE && stos_action_move(view, action) == move ? action : -1;
}

int stos_action_words(const stos_rules *rules) { return game_words(stos_action_count(rules)); }

int stos_action_bits(const stos_view *view, uint64_t *bits)
{
    uint64_t legal[GAME_ACTION_WORDS] = {0};
    int seat = stos_view_seat(view), words = game_words(count_for(view)), count = 0;
    if (seat >= 0 && (stos_view_movers(view) >> seat & 1))
        stos_view_game(view)->numbers->legal(view, legal, words);
    for (int i = 0; i < words; i++)
        count += word_count(bits[i] = legal[i]);
    return count;
}

int stos_action_mask(const stos_view *view, uint8_t *mask)
{
    uint64_t legal[GAME_ACTION_WORDS] = {0};
    int count = stos_action_bits(view, legal);
    numbers_put_row((int8_t *)mask, legal, count_for(view));
    return count;
}

/* ---------------------------------------------------------------- observations */

static int length_of(const struct game_field *field, int seats)
{
    return field->fixed + field->per_seat * seats;
}

int numbers_observation_length(const stos_game *game, int seats)
{
    int length = 0;
    for (const struct game_field *field = game->numbers->fields; field->name; field++)
        length += length_of(field, seats);
    return length;
}

int stos_observation_length(const stos_rules *rules)
{
    int seats = stos_rules_seats(rules);
    return seats > 0 ? numbers_observation_length(rules->game, seats) : 0;
}

bool stos_observation_field(const stos_rules *rules, int index, stos_field *out)
{
    int at = 0, seats = stos_rules_seats(rules);
    if (seats == 0 || index < 0)
        return false;
    for (const struct game_field *field = rules->game->numbers->fields; field->name; field++) {
        if (index-- == 0) {
            *out = (stos_field){field->name, field->help, at, length_of(field, seats)};
            return true;
        }
        at += length_of(field, seats);
    }
    return false;
}

int stos_observe(const stos_view *view, int8_t *out)
{
    stos_rules rules = stos_view_rules(view);
    int length = stos_observation_length(&rules);
    rules.game->numbers->observe(view, out);
    return length;
}

/* ---------------------------------------------------------------- scores and turns */

void stos_scores(const stos_state *state, float *out)
{
    stos_state_game(state)->numbers->scores(state, out);
}

/* The seats that have not voted; once all have, those that do not vote as most do. */
static stos_seats must_vote(const int8_t *vote, stos_seats voters)
{
    int named[STOS_MAX_SEATS] = {0}, most = 0;
    stos_seats missing = 0, different = 0;
    for (int seat = 0; seat < STOS_MAX_SEATS; seat++) {
        if (!(voters >> seat & 1))
            continue;
        if (vote[seat] < 0)
            missing |= (stos_seats)(1u << seat);
        else if (++named[vote[seat]] > named[most])
            most = vote[seat];
    }
    for (int seat = 0; seat < STOS_MAX_SEATS; seat++)
        if ((voters >> seat & 1) && vote[seat] != most)
            different |= (stos_seats)(1u << seat);
    return missing ? missing : different;
}

int numbers_next_actor(const stos_state *state, stos_seats actors, int after)
{
    bool several = (actors & (actors - 1)) != 0;
    if (several && stos_phase(state) == STOS_PHASE_START)
        actors = must_vote(stos_votes(state), actors);
    return game_next_actor(actors, after);
}

int stos_next_actor(const stos_state *state, int after)
{
    return numbers_next_actor(state, stos_actors(state),
                              after < -1                   ? -1
                                  : after < STOS_MAX_SEATS ? after
                                                           : STOS_MAX_SEATS - 1);
}
