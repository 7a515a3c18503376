/*
 * example.c - a complete program that links libstos: plays a seeded game of THE GAME with three
 * players who always take the smallest jump, each seeing only a view, and prints the record.
 *
 *   cc example.c -o example $(pkg-config --cflags --libs stos)
 */
#include <stdio.h>
#include <stos.h>
#include <string.h>

/* How far a placement moves its pile; a backwards trick is negative. */
static int jump(const struct stos_thegame_view *view, stos_move move)
{
    int card = stos_move_low(move), pile = stos_move_high(move), top = view->table.top[pile];
    return pile < 2 ? card - top : top - card;
}

/* Everything a player needs is in the view: what is legal, the piles, the own hand. */
static stos_move choose(const stos_view *view)
{
    stos_move moves[STOS_MAX_MOVES];
    int count = stos_view_moves(view, moves);
    stos_move best = moves[0];
    for (int i = 0; i < count; i++) {
        if (stos_move_kind(moves[i]) == STOS_END)
            return moves[i]; /* as soon as the duties are met */
        if (jump(&view->as.thegame, moves[i]) < jump(&view->as.thegame, best))
            best = moves[i];
    }
    return best;
}

int main(void)
{
    static const char rules_text[] = "thegame(players=3,start=0)";
    static char text[1 << 16];
    stos_record_head head = {.has_seed = true, .seed = stos_seed_number(42)};
    stos_error error = stos_rules_parse(rules_text, strlen(rules_text), &head.rules);
    stos_state state;
    if (error.reason || stos_record_deal(&head, &state).reason)
        return 1;

    stos_writer record = stos_writer_on(text, sizeof text);
    stos_record_write_head(&record, &head);
    while (!stos_over(&state)) {
        stos_view view;
        int seat = 0;
        while (!(stos_actors(&state) >> seat & 1))
            seat++;
        stos_look(&state, seat, &view);
        stos_move move = choose(&view);
        stos_play(&state, seat, move);
        stos_record_write_move(&record, head.rules.game, seat, move);
    }
    stos_record_write_result(&record, &state);
    fputs(text, stdout);
    return 0;
}
