/* narrate.c - see narrate.h. */
#include "narrate.h"

#include "base/cards.h"
#include "base/text.h"
#include "cli/command/cli.h"
#include "term/desk/tell.h"

#include <stdio.h>
#include <string.h>

static bool is_namesake(const stos_record_head *head, int seat)
{
    for (int other = 0; other < STOS_MAX_SEATS; other++)
        if (other != seat && strcmp(head->name[other], head->name[seat]) == 0)
            return true;
    return false;
}

const char *narrate_name(const stos_record_head *head, int seat, char *out, size_t size)
{
    if (head->name[seat][0] && is_namesake(head, seat))
        snprintf(out, size, "%.50s #%d", head->name[seat], seat);
    else if (head->name[seat][0])
        snprintf(out, size, "%s", head->name[seat]);
    else
        snprintf(out, size, _("Seat %d"), seat);
    text_show_hidden(out); /* a record comes from anywhere, and this goes to a terminal */
    return out;
}

/* ---------------------------------------------------------------- placements */

/* The top that a placement covers, and whether the pile rises. */
static int covered(const stos_state *state, int seat, int pile, bool *rising)
{
    if (state->game == STOS_THEGAME) {
        *rising = pile < 2;
        return state->as.thegame.table.top[pile];
    }
    *rising = pile % 2 == 0;
    return state->as.facetoface.table.top[pile < 2 ? seat : 1 - seat][pile % 2];
}

/* "47@U1 (+6)", with the trick marked. */
static void print_placement(const stos_state *before, int seat, stos_move move)
{
    char text[STOS_MOVE_TEXT];
    bool rising, own = before->game == STOS_THEGAME || stos_move_high(move) < 2;
    int top = covered(before, seat, stos_move_high(move), &rising), card = stos_move_low(move);
    int jump = rising ? card - top : top - card;
    stos_move_text(stos_state_game(before), move, text);
    printf("  %s (%+d%s)", text, jump, jump < 0 ? own ? _(", trick") : _(", help") : "");
}

static int cards_left_to_draw(const stos_state *state, int seat)
{
    return state->game == STOS_THEGAME ? STOS_THEGAME_CARDS - state->as.thegame.drawn
                                       : STOS_FACETOFACE_CARDS - state->as.facetoface.drawn[seat];
}

static void open_turn(struct narrator *narrator, int seat)
{
    char name[STOS_NAME_TEXT];
    printf("%3d. %s:", ++narrator->turn, narrate_name(narrator->head, seat, name, sizeof name));
    narrator->inside = true;
    narrator->seat = seat;
}

static void close_turn(struct narrator *narrator)
{
    if (narrator->inside)
        putchar('\n');
    narrator->inside = false;
}

static void tell_placing(struct narrator *narrator, const stos_state *before, int seat,
                         stos_move move, const stos_state *after)
{
    if (!narrator->inside || narrator->seat != seat)
        open_turn(narrator, seat);
    if (stos_move_kind(move) == STOS_PLACE)
        print_placement(before, seat, move);
    int drawn = cards_left_to_draw(before, seat) - cards_left_to_draw(after, seat);
    if (drawn > 0)
        printf(tr_plural("  - draws %d card", "  - draws %d cards", (unsigned long)drawn), drawn);
    if (!stos_mid_turn(after))
        close_turn(narrator);
}

static void tell_vote(const struct narrator *narrator, int seat, stos_move move)
{
    char voter[STOS_NAME_TEXT], choice[STOS_NAME_TEXT];
    narrate_name(narrator->head, seat, voter, sizeof voter);
    narrate_name(narrator->head, stos_move_low(move), choice, sizeof choice);
    if (stos_move_low(move) == seat)
        printf("     %s: %s\n", voter, _("I would like to start"));
    else
        printf(_("     %s would let %s start\n"), voter, choice);
}

/* ---------------------------------------------------------------- lie */

static void print_shown(const struct stos_lie_hands *hands, int seat)
{
    for (int i = 0; i < hands->size[seat]; i++) {
        int low = stos_lie_low_face(hands->kind[seat][i]),
            high = stos_lie_high_face(hands->kind[seat][i]);
        int face = hands->face[seat][i];
        printf(" [%d|%d]", face, face == low ? high : low);
    }
}

static void tell_reveal(const struct narrator *narrator, const struct stos_lie_table *table)
{
    const struct stos_lie_reveal *last = &table->last;
    char challenger[STOS_NAME_TEXT], loser[STOS_NAME_TEXT], name[STOS_NAME_TEXT];
    narrate_name(narrator->head, last->challenger, challenger, sizeof challenger);
    narrate_name(narrator->head, last->loser, loser, sizeof loser);
    printf(_("     %s challenges %dx%d: found %d, %s loses the round\n"), challenger, last->count,
           last->face, last->found, loser);
    for (int seat = 0; seat < table->option[STOS_LIE_PLAYERS]; seat++) {
        if (last->hands.size[seat] == 0)
            continue;
        fputs("       ", stdout);
        print_column(narrate_name(narrator->head, seat, name, sizeof name), 16);
        print_shown(&last->hands, seat);
        putchar('\n');
    }
}

static void tell_lie(struct narrator *narrator, const stos_state *before, int seat, stos_move move,
                     const stos_state *after)
{
    const struct stos_lie_table *table = &before->as.lie.table;
    char name[STOS_NAME_TEXT];
    narrate_name(narrator->head, seat, name, sizeof name);
    if (table->phase == STOS_PHASE_SHOW && table->chosen == 0)
        printf(tr_plural("Round %d, %d card\n", "Round %d, %d cards\n", table->cards), table->round,
               table->cards);
    switch (stos_move_kind(move)) {
    case STOS_SHOW:
        if (narrator->discreet)
            break;
        fputs("     ", stdout);
        print_column(name, 16);
        struct stos_lie_hands hands = before->as.lie.hands;
        for (int i = 0; i < hands.size[seat]; i++)
            hands.face[seat][i] = (uint8_t)(move >> 4 * i & 15);
        print_shown(&hands, seat);
        putchar('\n');
        break;
    case STOS_DIR:
        printf(stos_move_low(move) ? _("     %s: counter-clockwise\n") : _("     %s: clockwise\n"),
               name);
        break;
    case STOS_BID:
        printf(_("     %s bids %dx%d\n"), name, stos_move_low(move), stos_move_high(move));
        break;
    default: tell_reveal(narrator, &after->as.lie.table); break;
    }
}

/* ---------------------------------------------------------------- the whole */

void narrate_start(struct narrator *narrator, const stos_record_head *head, const stos_state *state)
{
    char text[STOS_RULES_TEXT], name[STOS_NAME_TEXT];
    *narrator = (struct narrator){.head = head, .seat = -1};
    stos_rules_text(&head->rules, text);
    printf("%s: %s\n", stos_game_title(stos_state_game(state)), text);
    for (int seat = 0; seat < stos_rules_seats(&head->rules); seat++) {
        fputs("  ", stdout);
        print_column(narrate_name(head, seat, name, sizeof name), 16);
        stos_cards hand = {{0, 0}};
        if (state->game == STOS_THEGAME)
            hand = state->as.thegame.hand[seat];
        else if (state->game == STOS_FACETOFACE)
            hand.word[0] = state->as.facetoface.hand[seat];
        while (!cards_empty(hand))
            printf(" %2d", cards_take(&hand));
        putchar('\n');
    }
}

void narrate_move(struct narrator *narrator, const stos_state *before, int seat, stos_move move,
                  const stos_state *after)
{
    if (stos_move_kind(move) == STOS_START)
        tell_vote(narrator, seat, move);
    else if (before->game == STOS_LIE)
        tell_lie(narrator, before, seat, move, after);
    else
        tell_placing(narrator, before, seat, move, after);
}

void narrate_result(const stos_record_head *head, const stos_state *state)
{
    char name[STOS_NAME_TEXT];
    int result = stos_result(state);
    if (!stos_over(state))
        puts(_("The game is not finished."));
    else if (state->game != STOS_THEGAME)
        printf(_("Winner: %s.\n"), narrate_name(head, result, name, sizeof name));
    else if (result == 0)
        puts(_("Won: all 98 cards are placed!"));
    else if (tell_is_excellent(result))
        printf(tr_plural("Excellent: only %d card left.\n", "Excellent: only %d cards left.\n",
                         (unsigned long)result),
               result);
    else
        printf(tr_plural("Over: %d card left.\n", "Over: %d cards left.\n", (unsigned long)result),
               result);
}

void narrate_end(struct narrator *narrator, const stos_state *state)
{
    close_turn(narrator);
    narrate_result(narrator->head, state);
}
