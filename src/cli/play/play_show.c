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

static void print_card(int card, const struct show *show, bool colour)
{
    if (colour && card >= show->low && card <= show->high)
        printf("\033[1;38;5;%dm%4d\033[0m", colour_of(card, show->high), card);
    else
        printf("%4d", card);
}

/* ---------------------------------------------------------------- piles and hands */

static void print_heads(const struct show *show)
{
    printf("      ");
    for (int i = 0; i < show->piles; i++) {
        char title[32];
        snprintf(title, sizeof title, "%s%s", show->pile[i].name,
                 show->pile[i].due ? _(" fire!") : "");
        printf("  %-9s", title);
    }
    printf("\n      ");
    for (int i = 0; i < show->piles; i++) {
        char top[32];
        snprintf(top, sizeof top, "%s %d", show->pile[i].rising ? "^" : "v", show->pile[i].top);
        printf("  %-9s", top);
    }
    putchar('\n');
}

/* One line per card of the hand: what it would cost on each pile, a dot where it does not fit. */
static void print_grid(const stos_view *view, const struct show *show, bool colour)
{
    print_heads(show);
    for (int at = 0; at < show->hand; at++) {
        int card = show->card[at].label[0];
        putchar(' ');
        print_card(card, show, colour);
        putchar(' ');
        for (int i = 0; i < show->piles; i++) {
            int jump = show_jump(&show->pile[i], card);
            if (!stos_is_legal(view, stos_move_make(STOS_PLACE, card, i)))
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
static void print_hand(const struct show *show, bool colour)
{
    printf("  %s", _("your hand:"));
    for (int i = 0; i < show->hand; i++)
        print_card(show->card[i].label[0], show, colour);
    putchar('\n');
}

/* Cards with two ends; the one that was chosen in brackets. */
static void print_ends(const struct show *show)
{
    printf("  %s", _("your cards:"));
    for (int i = 0; i < show->hand; i++)
        printf(show->card[i].chosen ? "  [%d]%d" : "  %d/%d", show->card[i].label[0],
               show->card[i].label[1]);
    putchar('\n');
}

/* ---------------------------------------------------------------- people and facts */

static void print_votes(const stos_record_head *head, const int8_t *vote)
{
    char text[TELL_TEXT];
    struct narrate_names names;
    for (int seat = 0; seat < stos_rules_seats(&head->rules); seat++) {
        if (vote[seat] < 0)
            continue;
        struct sentence told = game_tell_vote(seat, stos_move_make(STOS_START, vote[seat], 0));
        tell_sentence(head->rules.game, &told, narrate_names(&names, head), text);
        printf("  %s\n", text);
    }
}

/* Whose turn it is, where only one seat acts. */
static int seat_on_turn(const stos_view *view)
{
    unsigned actors = stos_view_actors(view);
    bool alone = actors && (actors & (actors - 1)) == 0;
    bool together =
        stos_view_phase(view) == STOS_PHASE_START || stos_view_phase(view) == STOS_PHASE_SHOW;
    return alone && !together ? __builtin_ctz(actors) : -1;
}

static void print_people(const stos_record_head *head, const stos_view *view,
                         const struct show *show)
{
    char name[STOS_NAME_TEXT];
    int turn = seat_on_turn(view);
    for (int seat = 0; seat < show->seats; seat++) {
        const char *shown =
            seat == show->seat ? _("you") : narrate_name(head, seat, name, sizeof name);
        int count = show->cards[seat];
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

/* "THE GAME   draw pile 83, 98 cards left in all, ones are wild" */
static void print_title(const stos_game *game, const struct show *show)
{
    char status[TELL_TEXT], note[TELL_TEXT];
    tell_facts(game, show, SHOW_STATUS, ", ", status);
    tell_facts(game, show, SHOW_NOTE, ", ", note);
    printf("\n%s   %s%s%s\n", stos_game_title(game), status, *note ? ", " : "", note);
}

static void print_facts(const stos_game *game, const struct show *show, enum show_place place)
{
    char text[TELL_TEXT];
    tell_facts(game, show, place, "", text);
    if (*text)
        printf("  %s\n", text);
}

void play_show(const stos_record_head *head, const stos_view *view, bool memory, bool colour)
{
    const stos_game *game = stos_view_game(view);
    struct show show;
    game_show_of(view, &show);
    print_title(game, &show);
    print_people(head, view, &show);
    bool votes = show.phase == STOS_PHASE_START;
    if (memory && show.has_memory && !votes)
        print_gone(show.gone);
    if (show.piles == 0 && show.seat >= 0)
        print_ends(&show);
    else if (show.piles > 0 && votes)
        print_hand(&show, colour);
    else if (show.piles > 0)
        print_grid(view, &show, colour);
    if (votes)
        print_votes(head, stos_view_votes(view));
    else
        print_facts(game, &show, SHOW_DUTY);
    print_facts(game, &show, SHOW_BID);
}

/* ---------------------------------------------------------------- hints, usage */

/* Prints a hint, with the speaker's name before the first. */
static void print_hint(const char *name, bool *first, const char *hint)
{
    if (*first)
        printf("  %s: %s", name, hint);
    else
        printf("; %s", hint);
    *first = false;
}

void play_show_hints(const stos_record_head *head, const stos_hints *hints)
{
    for (int seat = 0; seat < STOS_MAX_SEATS; seat++) {
        char name[STOS_NAME_TEXT], text[TELL_TEXT];
        bool first = true;
        narrate_name(head, seat, name, sizeof name);
        for (int pile = 0; pile < STOS_HINT_PILES; pile++) {
            if (!hints->pile[seat][pile])
                continue;
            tell_hint(head->rules.game, pile, hints->pile[seat][pile], text);
            print_hint(name, &first, text);
        }
        if (hints->self[seat])
            print_hint(name, &first, tell_self_hint(hints->self[seat]));
        if (!first)
            putchar('\n');
    }
}

void play_show_usage(const stos_view *view)
{
    struct show show;
    game_show_of(view, &show);
    switch (show.phase) {
    case STOS_PHASE_START:
        puts(_("Who starts? Type `start 0` for seat 0, and so on; everybody must name the same "
               "player."));
        break;
    case STOS_PHASE_PLAY: puts(_(stos_view_game(view)->show->usage)); break;
    case STOS_PHASE_SHOW:
        puts(_("Choose one end of each card, in order, such as `show 4 2`."));
        break;
    case STOS_PHASE_DIRECTION: puts(_("Declare the direction: `dir cw` or `dir ccw`.")); break;
    default:
        puts(stos_is_legal(view, stos_move_make(STOS_CALL, 0, 0))
                 ? _("Bid, such as `3x4` for three fours, or `call`.")
                 : _("Bid, such as `3x4` for three fours."));
        break;
    }
}
