/*
 * signature.c - see signature.h.
 */
#include "signature.h"

enum { GAMES = 300 };

int signature_pick_seat(stos_seats actors, stos_random *random)
{
    int skip = (int)stos_random_below(random, (uint32_t)__builtin_popcount(actors));
    while (skip-- > 0)
        actors &= (stos_seats)(actors - 1);
    return __builtin_ctz(actors);
}

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t length)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static uint64_t hash_view(uint64_t hash, const stos_state *state, int seat)
{
    char json[8192];
    stos_view view;
    stos_look(state, seat, &view);
    size_t length = stos_view_json(&view, json, sizeof json);
    return hash_bytes(hash, json, length);
}

static uint64_t hash_game(uint64_t hash, const stos_rules *rules, uint64_t number)
{
    stos_state state;
    stos_seed seed = number % 2 ? stos_seed_fast(number) : stos_seed_number(number);
    stos_random random = stos_random_from(number);
    stos_deal(&state, rules, &seed, NULL);
    for (stos_seats actors; (actors = stos_actors(&state)) != 0;) {
        char text[STOS_MOVE_TEXT];
        int seat = signature_pick_seat(actors, &random);
        int index = (int)stos_random_below(&random, (uint32_t)stos_move_count(&state, seat));
        stos_move move = stos_move_at(&state, seat, index);
        hash = hash_bytes(hash, text, stos_move_text(rules->game, move, text));
        hash = hash_view(hash, &state, seat);
        stos_play(&state, seat, move);
    }
    return hash_view(hash, &state, 0);
}

uint64_t signature_of(const stos_rules *rules)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (uint64_t number = 0; number < GAMES; number++)
        hash = hash_game(hash, rules, number);
    return hash;
}
