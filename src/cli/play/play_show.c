/* play_show.c - see play.h. */
#include "play.h"

#include "base/cards.h"
#include "cli/command/cli.h"
#include "narrate.h"

#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------- cards in colour */

/* A card's colour is its value: from blue over green to red in even steps (256-colour terminals).
 */
static int colour_of(int card, int high)
{
    static const int scale[] = {33, 39, 38, 37, 43, 42, 41, 77, 113, 149, 185, 179, 215, 209, 203};
    enum { STEPS = sizeof scale / sizeof scale[0] };
    return scale[(card - 2) * (STEPS - 1) / (high - 2)];
}

static void print_card(int card, int high, bool colour)
{
    if (colour && card >= 2 && card <= high)
        printf("\033[1;38;5;%dm%4d\033[0m", colour_of(card, high), card);
    else
        printf("%4d", card);
}

/* ---------------------------------------------------------------- piles and hands */

/* One column of the grid: a pile with its direction and what it takes. */
struct pile_column {
    char title[24];
    int pile; /* as in moves */
    int top;
    bool rising;
};

static void print_heads(const struct pile_column *columns, int count)
{
    printf("      ");
    for (int i = 0; i < count; i++)
        printf("  %-9s", columns[i].title);
    printf("\n      ");
    for (int i = 0; i < count; i++) {
        char top[32];
        snprintf(top, sizeof top, "%s %d", columns[i].rising ? "^" : "v", columns[i].top);
        printf("  %-9s", top);
    }
    putchar('\n');
}

static bool is_legal(const stos_move *moves, int count, stos_move move)
{
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

/* One line per card of the hand: what it would cost on each pile, a dot where it does not fit. */
static void print_grid(const stos_view *view, stos_cards hand, const struct pile_column *columns,
                       int count, int high, bool colour)
{
    stos_move moves[STOS_MAX_MOVES];
    int legal = stos_view_moves(view, moves);
    print_heads(columns, count);
    while (!cards_empty(hand)) {
        int card = cards_take(&hand);
        putchar(' ');
        print_card(card, high, colour);
        putchar(' ');
        for (int i = 0; i < count; i++) {
            int jump = columns[i].rising ? card - columns[i].top : columns[i].top - card;
            bool fits = is_legal(moves, legal, stos_move_make(STOS_PLACE, card, columns[i].pile));
            if (!fits)
                printf("  %-9s", ".");
            else if (colour && jump < 0)
                printf("  \033[1;32m%-9d\033[0m", jump);
            else
                printf("  %+-9d", jump);
        }
        putchar('\n');
    }
}

/* A hand before it is one's turn to place. */
static void print_hand(stos_cards hand, int high, bool colour)
{
    printf("  %s", _("your hand:"));
    while (!cards_empty(hand))
        print_card(cards_take(&hand), high, colour);
    putchar('\n');
}

static void print_votes(const stos_record_head *head, const int8_t *vote)
{
    for (int seat = 0; seat < stos_rules_seats(&head->rules); seat++) {
        char voter[STOS_NAME_TEXT], choice[STOS_NAME_TEXT];
        narrate_name(head, seat, voter, sizeof voter);
        if (vote[seat] == seat)
            printf("  %s: %s\n", voter, _("I would like to start"));
        else if (vote[seat] >= 0)
            printf(_("  %s would let %s start\n"), voter,
                   narrate_name(head, vote[seat], choice, sizeof choice));
    }
}

static void print_people(const stos_record_head *head, const uint8_t *cards, int seats, int turn,
                         int own)
{
    char name[STOS_NAME_TEXT];
    for (int seat = 0; seat < seats; seat++) {
        const char *shown = seat == own ? _("you") : narrate_name(head, seat, name, sizeof name);
        int count = cards[seat];
        printf(tr_plural("  %s%d: %s, %d card", "  %s%d: %s, %d cards", (unsigned long)count),
               seat == turn ? "> " : "", seat, shown, count);
    }
    putchar('\n');
}

/* The cards that are gone (TT4), so that one sees what is still to come; wrapped to fit a narrow
 * terminal. */
static void print_gone(stos_cards gone)
{
    enum { IN_A_ROW = 22 };
    int count = 0;
    printf("  %s", _("gone:"));
    if (cards_empty(gone))
        printf(" -");
    for (; !cards_empty(gone); count++)
        printf("%s %d", count > 0 && count % IN_A_ROW == 0 ? "\n       " : "", cards_take(&gone));
    putchar('\n');
}

static void print_duties(int placed, int minimum)
{
    printf(_("  %d of %d placed"), placed, minimum);
}

static void show_thegame(const stos_record_head *head, const stos_view *view, bool memory,
                         bool colour)
{
    const struct stos_thegame_view *seen = &view->as.thegame;
    const struct stos_thegame_table *table = &seen->table;
    static const char *const names[] = {"U1", "U2", "D1", "D2"};
    struct pile_column columns[STOS_THEGAME_PILES];
    int left = STOS_THEGAME_CARDS - cards_count(table->gone);
    int turn = table->phase == STOS_PHASE_START ? -1 : table->turn;
    for (int i = 0; i < STOS_THEGAME_PILES; i++) {
        columns[i] = (struct pile_column){.pile = i, .top = table->top[i], .rising = i < 2};
        snprintf(columns[i].title, sizeof columns[i].title, "%s%s", names[i],
                 table->due >> i & 1 ? _(" fire!") : "");
    }
    printf(_("\nTHE GAME   draw pile %d, %d cards left in all\n"), seen->draw_count, left);
    print_people(head, seen->hand_count, table->option[STOS_THEGAME_PLAYERS], turn, seen->seat);
    if (table->phase == STOS_PHASE_START) {
        print_hand(seen->hand, 99, colour);
        print_votes(head, table->vote);
        return;
    }
    if (memory)
        print_gone(table->gone);
    print_grid(view, seen->hand, columns, STOS_THEGAME_PILES, 99, colour);
    print_duties(table->placed, table->minimum);
    puts(table->due ? _(", cover the fire") : "");
}

static void show_facetoface(const stos_record_head *head, const stos_view *view, bool memory,
                            bool colour)
{
    const struct stos_facetoface_view *seen = &view->as.facetoface;
    const struct stos_facetoface_table *table = &seen->table;
    int own = seen->seat < 0 ? 0 : seen->seat, other = 1 - own;
    const struct pile_column columns[4] = {
        {"U", 0, table->top[own][0], true},
        {"D", 1, table->top[own][1], false},
        {"oU", 2, table->top[other][0], true},
        {"oD", 3, table->top[other][1], false},
    };
    printf(_("\nFACE TO FACE   draw piles: you %d, opponent %d\n"), seen->draw_count[own],
           seen->draw_count[other]);
    print_people(head, seen->hand_count, 2, table->turn, seen->seat);
    if (memory)
        print_gone((stos_cards){{table->gone[own], 0}});
    print_grid(view, (stos_cards){{seen->hand, 0}}, columns, 4, 59, colour);
    print_duties(table->placed, table->minimum);
    puts(table->helped ? _(", you draw up to six (you helped)") : _(", you draw two"));
}

/* ---------------------------------------------------------------- lie */

static void print_own_cards(const struct stos_lie_view *seen)
{
    printf("  %s", _("your cards:"));
    for (int i = 0; i < seen->table.count[seen->seat]; i++) {
        int low = stos_lie_low_face(seen->kind[i]), high = stos_lie_high_face(seen->kind[i]);
        if (seen->face[i])
            printf("  [%d]%d", seen->face[i], seen->face[i] == low ? high : low);
        else
            printf("  %d/%d", low, high);
    }
    putchar('\n');
}

static void show_lie(const stos_record_head *head, const stos_view *view)
{
    const struct stos_lie_view *seen = &view->as.lie;
    const struct stos_lie_table *table = &seen->table;
    int last = stos_lie_last_bid(table), count, face;
    printf(tr_plural("\nLIE   round %d, %d card in play", "\nLIE   round %d, %d cards in play",
                     table->cards),
           table->round, table->cards);
    printf("%s%s\n", stos_lie_ones_wild(table) ? _(", ones are wild") : "",
           table->tiebreak ? _(", tie-break") : "");
    bool together = table->phase == STOS_PHASE_START || table->phase == STOS_PHASE_SHOW;
    print_people(head, table->count, table->option[STOS_LIE_PLAYERS], together ? -1 : table->turn,
                 seen->seat);
    if (table->phase == STOS_PHASE_START)
        print_votes(head, table->vote);
    if (seen->seat >= 0)
        print_own_cards(seen);
    if (last >= 0) {
        stos_lie_bid_at(table, last, &count, &face);
        printf(_("  the bid stands at %dx%d\n"), count, face);
    }
}

/* ---------------------------------------------------------------- */

void play_show(const stos_record_head *head, const stos_view *view, bool memory, bool colour)
{
    if (view->game == STOS_THEGAME)
        show_thegame(head, view, memory, colour);
    else if (view->game == STOS_FACETOFACE)
        show_facetoface(head, view, memory, colour);
    else
        show_lie(head, view);
}

/* The hints of RULES section 4 in words; {pile} hints name the pile behind them. */
static const char *const pile_hints[] = {
    [STOS_HINT_NONE] = NULL,
    [STOS_HINT_GO_AHEAD] = N_("go ahead on"),
    [STOS_HINT_NO_BIG_JUMP] = N_("no big jump on"),
    [STOS_HINT_LEAVE_1] = N_("leave it if you can"),
    [STOS_HINT_LEAVE_2] = N_("please leave"),
    [STOS_HINT_LEAVE_3] = N_("please, please leave"),
};
static const char *const self_hints[] = {
    [STOS_SELF_NONE] = NULL,
    [STOS_SELF_WANTS_START] = N_("I would like to start"),
    [STOS_SELF_RATHER_NOT] = N_("I would rather not start"),
    [STOS_SELF_IN_TROUBLE] = N_("I am in trouble"),
    [STOS_SELF_CAN_WAIT] = N_("I can wait"),
};

/* Prints a hint, with the speaker's name before the first. */
static void print_hint(const char *name, bool *first, const char *hint, const char *pile)
{
    printf(*first ? "  %s: " : "; ", name);
    printf("%s%s%s", hint, *pile ? " " : "", pile);
    *first = false;
}

void play_show_hints(const stos_record_head *head, const stos_hints *hints)
{
    static const char *const names[] = {"U1", "U2", "D1", "D2"};
    for (int seat = 0; seat < STOS_MAX_SEATS; seat++) {
        char name[STOS_NAME_TEXT];
        bool first = true;
        narrate_name(head, seat, name, sizeof name);
        for (int pile = 0; pile < STOS_THEGAME_PILES; pile++)
            if (hints->pile[seat][pile])
                print_hint(name, &first, _(pile_hints[hints->pile[seat][pile]]), names[pile]);
        if (hints->self[seat])
            print_hint(name, &first, _(self_hints[hints->self[seat]]), "");
        if (!first)
            putchar('\n');
    }
}

void play_show_usage(const stos_view *view)
{
    int phase = view->game == STOS_THEGAME ? view->as.thegame.table.phase
        : view->game == STOS_LIE           ? view->as.lie.table.phase
                                           : STOS_PHASE_PLAY;
    switch (phase) {
    case STOS_PHASE_START:
        puts(_("Who starts? Type `start 0` for seat 0, and so on; everybody must name the same "
               "player."));
        break;
    case STOS_PHASE_PLAY:
        puts(view->game == STOS_THEGAME
                 ? _("Place cards and end the turn, such as `37@U1 38@U1 end`.")
                 : _("Place cards, at most one on the opponent's oU or oD, and end the turn: `12@U "
                     "50@D end`."));
        break;
    case STOS_PHASE_SHOW:
        puts(_("Choose one end of each card, in order, such as `show 4 2`."));
        break;
    case STOS_PHASE_DIRECTION: puts(_("Declare the direction: `dir cw` or `dir ccw`.")); break;
    default:
        puts(stos_lie_last_bid(&view->as.lie.table) >= 0
                 ? _("Bid, such as `3x4` for three fours, or `call`.")
                 : _("Bid, such as `3x4` for three fours."));
        break;
    }
}
