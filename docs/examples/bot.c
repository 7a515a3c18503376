/*
 * bot.c - two bots play FACE TO FACE, and one says before each turn how it stands.
 *
 *   cc bot.c $(pkg-config --cflags --libs stos-bots) -o bot && ./bot
 */
#include <stos_bot.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static stos_player *sit_down(const char *name, uint64_t seed)
{
    const stos_bot *bot = stos_bot_find(stos_game_find("facetoface", strlen("facetoface")), name);
    size_t size = stos_bot_memory(bot);
    void *memory = malloc(size);
    return memory ? stos_player_create(bot, memory, size, seed) : NULL;
}

static void play_turn(stos_state *state, int seat, stos_player *player)
{
    const stos_limits limits = {.nodes = 500};
    stos_move moves[STOS_TURN_MOVES];
    stos_view view;
    stos_look(state, seat, &view);
    double value = stos_player_value(player, &view, NULL, &limits);
    int count = stos_player_choose(player, &view, NULL, &limits, moves);
    if (value >= 0)
        printf("seat %d sees %.0f %%\n", seat, 100 * value);
    for (int i = 0; i < count && stos_actors(state) == 1u << seat; i++)
        stos_play(state, seat, moves[i]);
}

int main(void)
{
    stos_player *player[2] = {sit_down("champion", 1), sit_down("steady", 2)};
    stos_seed seed = stos_seed_number(7);
    stos_rules rules;
    stos_state state;
    stos_rules_parse("facetoface(start=0)", strlen("facetoface(start=0)"), &rules);
    stos_deal(&state, &rules, &seed, NULL);
    while (!stos_over(&state)) {
        int seat = stos_actors(&state) == 1 ? 0 : 1;
        play_turn(&state, seat, player[seat]);
    }
    printf("seat %d wins\n", stos_result(&state));
    free(player[0]);
    free(player[1]);
    return 0;
}
