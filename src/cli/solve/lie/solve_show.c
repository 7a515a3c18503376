/*
 * solve_show.c - see solve_show.h.
 *
 * Lines are data, the same in every language: cards as 3/5, shown faces as 3 5, bids as 2x5, shares
 * in per cent.
 */
#include "solve_show.h"

#include "cli/command/cli.h"
#include "solve/lie/export.h"

#include <stdio.h>
#include <string.h>

static const double least_share = 0.02; /* of a move that is printed */

static void print_faces(const uint8_t *shows)
{
    for (int face = 1; face <= STOS_LIE_FACES; face++)
        for (int i = 0; i < shows[face]; i++)
            printf(" %d", face);
}

/* ---------------------------------------------------------------- ends */

static void print_deal(const struct lie_strategy *strategy, int side, int deal)
{
    const struct lie_round_side *of = &strategy->round.side[side];
    const struct lie_round_deal *dealt = &of->deal[deal];
    double sum = 0;
    for (int i = dealt->first_choice; i < dealt[1].first_choice; i++)
        sum += (double)strategy->ends[side][i];
    printf(" ");
    for (int i = 0; i < of->cards; i++)
        printf(" %d/%d", stos_lie_low_face(dealt->kind[i]), stos_lie_high_face(dealt->kind[i]));
    printf(":");
    for (int i = dealt->first_choice; i < dealt[1].first_choice; i++) {
        double share = sum > 0 ? (double)strategy->ends[side][i] / sum : 0;
        if (share < least_share)
            continue;
        print_faces(of->shows[of->class_of[i]]);
        printf(" %.0f %%;", 100 * share);
    }
    putchar('\n');
}

/* ---------------------------------------------------------------- bids */

/* The moves of one class at a history; returns whether it ever comes there. */
static bool print_moves(const struct lie_strategy *strategy, struct lie_place place, int class)
{
    const struct lie_round *round = &strategy->round;
    double call = place.number
        ? (double)lie_row(strategy, strategy->weights, place.number, place.mover)[class]
        : 0,
           sum = call;
    for (int bit = 0; bit < place.below; bit++)
        sum += (double)lie_row(strategy, strategy->weights, lie_number_after(place.number, bit),
                               place.mover)[class];
    if (sum <= 0)
        return false;
    printf("   ");
    print_faces(round->side[place.mover].shows[class]);
    printf(":");
    if (call / sum >= least_share)
        printf(_(" call %.0f %%"), 100 * call / sum);
    for (int bit = place.below - 1; bit >= 0; bit--) {
        int count, face;
        double share = (double)lie_row(strategy, strategy->weights,
                                       lie_number_after(place.number, bit), place.mover)[class] /
            sum;
        lie_round_bid(round, round->ranks - 1 - bit, &count, &face);
        if (share >= least_share)
            printf(" %dx%d %.0f %%", count, face, 100 * share);
    }
    putchar('\n');
    return true;
}

/* How often the opener opens so; the rows of faces hold the chance of each class, so they can be
 * added up. */
static double opening_share(const struct lie_strategy *faces, int bit)
{
    const struct lie_round *round = &faces->round;
    double sum = 0, all = 0;
    for (int i = 0; i < round->ranks; i++)
        for (int class = 0; class < round->side[0].classes; class ++) {
            double weight =
                (double)lie_row(faces, faces->weights, lie_number_after(0, i), 0)[class];
            all += weight;
            sum += i == bit ? weight : 0;
        }
    return all > 0 ? sum / all : 0;
}

static void print_answers(const struct lie_strategy *faces, int bit)
{
    const struct lie_round *round = &faces->round;
    struct lie_place place = lie_place_after(round, lie_place_start(round), bit);
    double share = opening_share(faces, bit);
    int count, face;
    if (share < least_share)
        return;
    lie_round_bid(round, round->ranks - 1 - bit, &count, &face);
    printf(_("  answers to %dx%d, which opens %.0f %% of the rounds\n"), count, face, 100 * share);
    for (int class = 0; class < round->side[1].classes; class ++)
        print_moves(faces, place, class);
}

bool solve_lie_show(const struct lie_strategy *strategy)
{
    struct lie_strategy faces = {0};
    bool exact = !strategy->round.rules.dice && !strategy->round.rules.faces_only;
    if (exact && !lie_forget_cards(strategy, &faces))
        return false;
    const struct lie_strategy *shown = exact ? &faces : strategy;
    for (int side = 0; side < 2; side++) {
        if (shown->round.side[side].deals > 0)
            printf("%s\n",
                   side ? _("  ends that the other one shows") : _("  ends that the opener shows"));
        for (int deal = 0; deal < shown->round.side[side].deals; deal++)
            print_deal(shown, side, deal);
    }
    printf("%s\n", _("  openings, by what the opener shows"));
    for (int class = 0; class < shown->round.side[0].classes; class ++)
        print_moves(shown, lie_place_start(&shown->round), class);
    for (int bit = shown->round.ranks - 1; bit >= 0; bit--)
        print_answers(shown, bit);
    lie_strategy_close(&faces);
    return true;
}
