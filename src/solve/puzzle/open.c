/* open.c - see open.h. */
#include "open.h"

#include "base/rng.h"
#include "bot/bot.h"

#include <stdlib.h>
#include <string.h>

enum { PROBES = 8, MOST_TURNS = 4096 };

struct key {
    uint64_t low, high; /* both 0: a free place */
};

struct open_search {
    struct key *key;
    int8_t *value;
    size_t mask;
    uint64_t nodes; /* left */
    bool spent;
};

/* ---------------------------------------------------------------- remembering */

struct open_search *open_new(int bits)
{
    struct open_search *search = calloc(1, sizeof *search);
    size_t size = (size_t)1 << bits;
    if (!search)
        return NULL;
    search->mask = size - 1;
    search->key = malloc(size * sizeof *search->key);
    search->value = malloc(size);
    if (search->key && search->value) {
        open_begin(search, 0);
        return search;
    }
    open_free(search);
    return NULL;
}

void open_free(struct open_search *search)
{
    if (!search)
        return;
    free(search->key);
    free(search->value);
    free(search);
}

void open_begin(struct open_search *search, uint64_t nodes)
{
    memset(search->key, 0, (search->mask + 1) * sizeof *search->key);
    search->nodes = nodes;
    search->spent = false;
}

static struct key mix(struct key key, uint64_t word)
{
    return (struct key){rng_mix(key.low + word + UINT64_C(0x9e3779b97f4a7c15)),
                        rng_mix((key.high ^ word) + UINT64_C(0xd1b54a32d192ed03))};
}

static uint64_t bytes_of(const uint8_t *bytes, int count)
{
    uint64_t word = 0;
    for (int i = 0; i < count; i++)
        word = word << 8 | bytes[i];
    return word;
}

/* The key: everything that the rest of the game depends on, within one deal. */
static struct key key_of(const stos_state *state, uint64_t purpose)
{
    struct key key = {purpose, ~purpose};
    if (state->game == STOS_THEGAME) {
        const struct stos_thegame *game = &state->as.thegame;
        const struct stos_thegame_table *table = &game->table;
        int placed = table->placed < table->minimum ? table->placed : table->minimum;
        key = mix(mix(key, game->hand[0].word[0]), game->hand[0].word[1]);
        key = mix(key,
                  bytes_of(table->top, STOS_THEGAME_PILES) << 32 | (uint64_t)table->due << 24 |
                      (uint64_t)game->drawn << 16 | (uint64_t)placed << 8 | table->minimum);
    } else {
        const struct stos_facetoface *game = &state->as.facetoface;
        const struct stos_facetoface_table *table = &game->table;
        int placed = table->placed < table->minimum ? table->placed : table->minimum;
        key = mix(mix(key, game->hand[0]), game->hand[1]);
        key = mix(key,
                  bytes_of(&table->top[0][0], 4) << 32 | bytes_of(game->drawn, 2) << 16 |
                      (uint64_t)(table->turn << 1 | table->helped) << 8 |
                      (uint64_t)(placed << 4 | table->minimum));
    }
    key.low += key.low == 0 && key.high == 0;
    return key;
}

/* Where the key stands, or the place to write it to: the first free one, or the last of the window.
 */
static size_t place_of(const struct open_search *search, struct key key, bool *found)
{
    size_t at = key.low & search->mask;
    for (int i = 0; i < PROBES; i++, at = (at + 1) & search->mask) {
        const struct key *here = &search->key[at];
        *found = here->low == key.low && here->high == key.high;
        if (*found || (here->low == 0 && here->high == 0))
            return at;
    }
    return (at - 1) & search->mask;
}

static void remember(struct open_search *search, struct key key, int value)
{
    bool found;
    size_t at = place_of(search, key, &found);
    search->key[at] = key;
    search->value[at] = (int8_t)value;
}

/* ---------------------------------------------------------------- searching */

static int value_of(struct open_search *search, const stos_state *state);

/* What a move is worth to the seat that makes it. */
static int value_after(struct open_search *search, const stos_state *state, stos_move move)
{
    stos_state next = *state;
    int seat = open_seat(state);
    stos_play(&next, seat, move);
    if (state->game == STOS_THEGAME)
        return (stos_move_kind(move) == STOS_PLACE) + value_of(search, &next);
    if (stos_over(&next))
        return next.as.facetoface.table.winner == seat;
    int value = value_of(search, &next);
    return open_seat(&next) == seat ? value : 1 - value;
}

static int value_of(struct open_search *search, const stos_state *state)
{
    stos_move moves[STOS_MAX_MOVES];
    bool found;
    if (stos_over(state))
        return state->game == STOS_THEGAME ? 0
                                           : state->as.facetoface.table.winner == open_seat(state);
    struct key key = key_of(state, 1);
    size_t at = place_of(search, key, &found);
    if (found)
        return search->value[at];
    search->spent |= search->nodes == 0;
    if (search->spent)
        return 0;
    search->nodes--;
    int best = 0, enough = state->game == STOS_THEGAME ? open_cards_left(state) : 1;
    int count = stos_moves(state, open_seat(state), moves);
    for (int i = 0; i < count && best < enough && !search->spent; i++) {
        int value = value_after(search, state, moves[i]);
        best = value > best ? value : best;
    }
    if (!search->spent)
        remember(search, key, best);
    return best;
}

static bool can_be_asked(const stos_state *state)
{
    return state->game == STOS_FACETOFACE ||
        (state->game == STOS_THEGAME && state->as.thegame.table.option[STOS_THEGAME_PLAYERS] == 1);
}

int open_value(struct open_search *search, const stos_state *state)
{
    if (!can_be_asked(state))
        return OPEN_UNKNOWN;
    int value = value_of(search, state);
    return search->spent ? OPEN_UNKNOWN : value;
}

/* ---------------------------------------------------------------- first turns */

struct turn_count {
    struct open_search *search;
    int seat, placed; /* in the turn so far */
    struct open_turns *out;
    bool too_many;
};

/* Whether a key was met before; records it. */
static bool was_met(struct open_search *search, struct key key)
{
    bool found;
    place_of(search, key, &found);
    if (!found)
        remember(search, key, 0);
    return found;
}

static void count_result(struct turn_count *count, const stos_state *after)
{
    bool duel = after->game == STOS_FACETOFACE;
    if (was_met(count->search, key_of(after, 2)))
        return;
    int further = stos_over(after) ? 0 : value_of(count->search, after);
    bool won = duel
        ? (stos_over(after) ? after->as.facetoface.table.winner == count->seat : further == 0)
        : further == open_cards_left(after);
    int depth = count->placed + (duel ? 0 : further);
    count->out->turns++;
    count->out->winning += won;
    if (!won && depth > count->out->depth)
        count->out->depth = depth;
    count->too_many |= count->out->turns > MOST_TURNS || count->search->spent;
}

static void count_turns_from(struct turn_count *count, const stos_state *state)
{
    stos_move moves[STOS_MAX_MOVES];
    if (was_met(count->search, key_of(state, 3 + (uint64_t)count->placed)))
        return;
    int moves_count = stos_moves(state, count->seat, moves);
    for (int i = 0; i < moves_count && !count->too_many; i++) {
        stos_state next = *state;
        bool ends = stos_move_kind(moves[i]) != STOS_PLACE;
        stos_play(&next, count->seat, moves[i]);
        count->placed += !ends;
        if (stos_over(&next) || open_placed(&next) == 0)
            count_result(count, &next);
        else
            count_turns_from(count, &next);
        count->placed -= !ends;
    }
}

bool open_count_turns(struct open_search *search, const stos_state *start, struct open_turns *out)
{
    struct turn_count count = {.search = search, .seat = open_seat(start), .out = out};
    *out = (struct open_turns){0};
    if (!can_be_asked(start) || stos_over(start))
        return false;
    count_turns_from(&count, start);
    return !count.too_many && !search->spent;
}

/* ---------------------------------------------------------------- lines */

stos_move open_defend(const stos_state *state, int seat)
{
    stos_view view;
    stos_look(state, seat, &view);
    struct bot_request request = {.view = &view, .seed = 1};
    return bot_choose(stos_bot_find(stos_state_game(state), "steady"), &request);
}

/* The first move that keeps the win; STOS_NO_MOVE if none does or the limit was reached. */
static stos_move winning_move(struct open_search *search, const stos_state *state)
{
    stos_move moves[STOS_MAX_MOVES];
    int wanted = state->game == STOS_THEGAME ? open_cards_left(state) : 1;
    int count = stos_moves(state, open_seat(state), moves);
    for (int i = 0; i < count; i++)
        if (value_after(search, state, moves[i]) == wanted && !search->spent)
            return moves[i];
    return STOS_NO_MOVE;
}

int open_line(struct open_search *search, const stos_state *start, stos_move line[OPEN_LINE])
{
    stos_state state = *start;
    int count = 0, seat = open_seat(start);
    if (!can_be_asked(start))
        return 0;
    while (!stos_over(&state) && count < OPEN_LINE) {
        int now = open_seat(&state);
        stos_move move = now == seat ? winning_move(search, &state) : open_defend(&state, now);
        if (stos_play(&state, now, move).reason != STOS_OK)
            return 0;
        line[count++] = move;
    }
    return stos_over(&state) ? count : 0;
}
