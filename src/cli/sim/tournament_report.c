/* tournament_report.c - the table of a tournament, for people and for programs; see tournament.h.
 */
#include "tournament.h"

#include "cli/command/cli.h"
#include "sim_report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a bot has won, in halves: a deal that two teams of THE GAME end alike is half a win for
 * each. */
struct score {
    uint64_t halves, games, deals_won; /* deals_won: of a team */
};

static bool are_teams(const struct tournament_match *match) { return match->plan.lineups == 2; }

/* The wins of one bot of a match, as two games of a deal for teams. */
static struct stats_wins wins_of(const struct tournament_match *match, int place)
{
    const struct sim_tally *tally = &match->tally;
    const struct sim_side *side = &tally->side[0];
    uint64_t only = place == 0 ? tally->only_first : tally->only_second,
             tied = tally->both + tally->neither;
    return are_teams(match)
        ? (struct stats_wins){2 * only + tied, 4 * only + tied, 2 * tally->deals, tally->deals}
        : (struct stats_wins){side->place[place].wins, side->place[place].squares, side->games,
                              tally->deals};
}

static void add_score(const struct tournament_match *match, int place, struct score *score)
{
    struct stats_wins wins = wins_of(match, place);
    bool teams = are_teams(match);
    score->halves += teams ? wins.wins : 2 * wins.wins;
    score->games += teams ? wins.deals : wins.games;
    score->deals_won += teams ? match->tally.side[place].wins : 0;
}

static struct score score_of(const struct tournament *tournament, int bot)
{
    struct score score = {0};
    for (size_t m = 0; m < tournament->count; m++)
        for (int i = 0; i < tournament->matches[m].seats; i++)
            if (tournament->matches[m].bot[i] == bot)
                add_score(&tournament->matches[m], i, &score);
    return score;
}

static double share_of(struct score score)
{
    return score.games ? (double)score.halves / 2 / (double)score.games : 0;
}

/* ---------------------------------------------------------------- ratings */

/* How many independent games would vary like those of a match, on average over its bots. */
static double tries_of(const struct tournament_match *match)
{
    double sum = 0;
    for (int i = 0; i < match->seats; i++)
        sum += 1 / stats_tries(wins_of(match, i));
    return match->seats / sum;
}

static struct bradley_terry_match to_rate(const struct tournament_match *match)
{
    struct stats_wins first = wins_of(match, 0);
    struct bradley_terry_match rated = {.seats = match->seats, .games = (double)first.games};
    for (int i = 0; i < match->seats; i++) {
        rated.player[i] = match->bot[i];
        rated.wins[i] = (double)wins_of(match, i).wins;
    }
    if (first.deals > 0) {
        rated.of_deal = (double)first.games / (double)first.deals;
        rated.tries = tries_of(match);
    }
    return rated;
}

/* Ratings of all bots; false while matches are missing that connect them. */
static bool rate(const struct tournament *tournament, struct stats_interval *ratings)
{
    struct bradley_terry_match *matches = calloc(tournament->count, sizeof *matches);
    for (size_t m = 0; matches && m < tournament->count; m++)
        matches[m] = to_rate(&tournament->matches[m]);
    bool rated = matches && bradley_terry(matches, tournament->count, tournament->bots, ratings);
    free(matches);
    return rated;
}

/* The bots, best first: by rating, or by score where there are no ratings. */
static void rank(const struct tournament *tournament, const struct stats_interval *ratings,
                 bool rated, int *order)
{
    for (int i = 0; i < tournament->bots; i++) {
        double own = rated ? ratings[i].value : share_of(score_of(tournament, i));
        int at = i;
        for (; at > 0; at--) {
            int before = order[at - 1];
            double other = rated ? ratings[before].value : share_of(score_of(tournament, before));
            if (other >= own)
                break;
            order[at] = before;
        }
        order[at] = i;
    }
}

/* Of the games of a bot against another that one of the two won, the share of the first; negative
 * if there are none. */
static double share_against(const struct tournament *tournament, int bot, int other)
{
    struct score of_bot = {0}, of_other = {0};
    for (size_t m = 0; m < tournament->count; m++) {
        const struct tournament_match *match = &tournament->matches[m];
        int place = -1, opposite = -1;
        for (int i = 0; i < match->seats; i++) {
            place = match->bot[i] == bot ? i : place;
            opposite = match->bot[i] == other ? i : opposite;
        }
        if (place < 0 || opposite < 0)
            continue;
        add_score(match, place, &of_bot);
        add_score(match, opposite, &of_other);
    }
    uint64_t all = of_bot.halves + of_other.halves;
    return all ? (double)of_bot.halves / (double)all : -1;
}

/* ---------------------------------------------------------------- text */

static int name_width(const struct tournament *tournament)
{
    int width = 10;
    for (int i = 0; i < tournament->bots; i++)
        width = (int)strlen(tournament->name[i]) > width ? (int)strlen(tournament->name[i]) : width;
    return width;
}

static void print_bot(const struct tournament *tournament, int place, int bot,
                      const struct stats_interval *rating)
{
    struct score score = score_of(tournament, bot);
    printf("%3d  ", place + 1);
    print_column(tournament->name[bot], name_width(tournament));
    if (rating)
        printf(_("  %+6.0f (95 %%: %+.0f to %+.0f)"), rating->value, rating->low, rating->high);
    printf(_("  won %.1f of %llu: %.1f %%"), (double)score.halves / 2,
           (unsigned long long)score.games, 100 * share_of(score));
    if (are_teams(&tournament->matches[0]))
        printf(_("; as a team %.1f %%"),
               score.games ? 100 * (double)score.deals_won / (double)score.games : 0);
    putchar('\n');
}

static void print_cross_table(const struct tournament *tournament, const int *order)
{
    puts(_("of each row against each column, percent of the games that one of the two won:"));
    printf("%*s", 5 + name_width(tournament), "");
    for (int i = 0; i < tournament->bots; i++)
        printf(" %5d", i + 1);
    putchar('\n');
    for (int i = 0; i < tournament->bots; i++) {
        printf("%3d  ", i + 1);
        print_column(tournament->name[order[i]], name_width(tournament));
        for (int j = 0; j < tournament->bots; j++) {
            double share = i == j ? -1 : share_against(tournament, order[i], order[j]);
            if (share < 0)
                printf(" %5s", "-");
            else
                printf(" %5.1f", 100 * share);
        }
        putchar('\n');
    }
}

void tournament_report_text(const struct tournament *tournament)
{
    char rules[STOS_RULES_TEXT];
    struct stats_interval ratings[TOURNAMENT_BOTS];
    int order[TOURNAMENT_BOTS];
    bool rated = rate(tournament, ratings);
    rank(tournament, ratings, rated, order);
    stos_rules_text(&tournament->rules, rules);
    printf(_("%s, seed %llu, matches: %llu, deals in each: %llu\n"), rules,
           (unsigned long long)tournament->seed, (unsigned long long)tournament->count,
           (unsigned long long)tournament->deals);
    for (int i = 0; i < tournament->bots; i++)
        print_bot(tournament, i, order[i], rated ? &ratings[order[i]] : NULL);
    print_cross_table(tournament, order);
}

/* ---------------------------------------------------------------- JSON */

static json_t *json_bot(const struct tournament *tournament, int bot,
                        const struct stats_interval *rating)
{
    struct score score = score_of(tournament, bot);
    json_t *json = json_pack("{s:s,s:o,s:f,s:I,s:o}", "bot", tournament->name[bot], "rating",
                             rating ? json_pack("{s:f,s:f,s:f}", "value", rating->value, "low",
                                                rating->low, "high", rating->high)
                                    : json_null(),
                             "score", (double)score.halves / 2, "games", (json_int_t)score.games,
                             "share", score.games ? json_real(share_of(score)) : json_null());
    if (are_teams(&tournament->matches[0]))
        json_object_set_new(json, "deals_won", json_integer((json_int_t)score.deals_won));
    return json;
}

static json_t *json_match(const struct tournament *tournament, const struct tournament_match *match)
{
    json_t *bots = json_array(), *scores = json_array();
    char seed[24];
    for (int i = 0; i < match->seats; i++) {
        struct score score = {0};
        add_score(match, i, &score);
        json_array_append_new(bots, json_string(tournament->name[match->bot[i]]));
        json_array_append_new(scores, json_real((double)score.halves / 2));
    }
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)match->plan.seed);
    return json_pack("{s:o,s:s,s:I,s:o}", "bots", bots, "seed", seed, "deals",
                     (json_int_t)match->tally.deals, "scores", scores);
}

void tournament_report_json(const struct tournament *tournament, bool interrupted)
{
    char rules[STOS_RULES_TEXT];
    struct stats_interval ratings[TOURNAMENT_BOTS];
    int order[TOURNAMENT_BOTS] = {0};
    bool rated = rate(tournament, ratings);
    json_t *bots = json_array(), *matches = json_array();
    rank(tournament, ratings, rated, order);
    stos_rules_text(&tournament->rules, rules);
    for (int i = 0; i < tournament->bots; i++)
        json_array_append_new(bots,
                              json_bot(tournament, order[i], rated ? &ratings[order[i]] : NULL));
    for (size_t m = 0; m < tournament->count; m++)
        json_array_append_new(matches, json_match(tournament, &tournament->matches[m]));
    report_print_json(json_pack("{s:s,s:s,s:I,s:b,s:o,s:o}", "version", STOS_VERSION, "rules",
                                rules, "requested_deals", (json_int_t)tournament->deals,
                                "interrupted", interrupted, "bots", bots, "matches", matches),
                      tournament->seed);
}
