/*
 * batch.c - many games in one call: 1000 games of THE GAME alone, played by somebody who always
 * takes the smallest jump and sees nothing but observations and masks. Prints how many cards were
 * left.
 *
 *   cc batch.c -o batch $(pkg-config --cflags --libs stos)
 */
#include <stdio.h>
#include <stdlib.h>
#include <stos_learn.h>
#include <string.h>

enum { GAMES = 1000, PILES = 4, CARDS = 98, ACTIONS = PILES * CARDS + 1, END = ACTIONS - 1 };

/* Where the four tops stand in an observation. */
static int find_tops(const stos_rules *rules)
{
    stos_field field;
    for (int i = 0; stos_observation_field(rules, i, &field); i++)
        if (strcmp(field.name, "tops") == 0)
            return field.at;
    return -1;
}

/* Ends the turn as soon as that is allowed; else the card that moves its pile least, a backwards
 * trick before all. */
static int choose(const uint8_t *mask, const int8_t *tops)
{
    int best = END, best_jump = 1000;
    if (mask[END])
        return END;
    for (int action = 0; action < END; action++) {
        int pile = action / CARDS, card = 2 + action % CARDS;
        int jump = pile < 2 ? card - tops[pile] : tops[pile] - card;
        if (mask[action] && jump < best_jump) {
            best = action;
            best_jump = jump;
        }
    }
    return best;
}

static int games_over(const stos_batch *batch)
{
    int over = 0;
    for (int i = 0; i < GAMES; i++)
        over += batch->over[i];
    return over;
}

int main(void)
{
    static stos_state state[GAMES];
    static stos_view view[GAMES];
    static uint64_t seed[GAMES];
    static uint8_t over[GAMES], mask[GAMES * ACTIONS];
    static int16_t result[GAMES];
    static int32_t action[GAMES];
    static const char rules_text[] = "thegame(players=1)";
    stos_batch batch = {
        .count = GAMES, .generator = STOS_FAST, .state = state, .view = view, .seed = seed};
    batch.over = over;
    batch.mask = mask;
    batch.result = result;
    if (stos_rules_parse(rules_text, strlen(rules_text), &batch.rules).reason ||
        stos_action_count(&batch.rules) != ACTIONS)
        return 1;
    int length = stos_observation_length(&batch.rules), tops = find_tops(&batch.rules);
    batch.observation = malloc((size_t)(GAMES * length));
    if (!batch.observation)
        return 1;

    long moves = 0, left = 0, won = 0;
    for (stos_batch_deal(&batch, 1); games_over(&batch) < GAMES; stos_batch_step(&batch, action)) {
        moves += GAMES - games_over(&batch);
        for (int i = 0; i < GAMES; i++)
            action[i] =
                over[i] ? -1 : choose(mask + i * ACTIONS, batch.observation + i * length + tops);
    }
    for (int i = 0; i < GAMES; i++) {
        left += result[i];
        won += result[i] == 0;
    }
    printf("%d games, %ld moves: %.1f cards left on average, %ld won\n", GAMES, moves,
           (double)left / GAMES, won);
    free(batch.observation);
    return 0;
}
