/* sim_report.c - the results of `stos sim`, for people and programs; see sim_report.h. */
#include "sim_report.h"

#include "cli/command/cli.h"
#include "lineup.h"
#include "cli/command/plot.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_cooperative(const struct sim_plan *plan)
{
    return stos_game_is_cooperative(plan->rules.game);
}

static int seats_of(const struct sim_report *report)
{
    return stos_rules_seats(&report->plan->rules);
}

/* Whether the number of games was fixed beforehand, which intervals rely on. */
static bool has_fixed_size(const struct sim_report *report) { return report->test.verdict == 0; }

struct stats_pairs sim_pairs(const struct sim_tally *tally)
{
    return (struct stats_pairs){tally->only_first, tally->only_second,
                                tally->both + tally->neither};
}

/* Every deal was played once. */
static struct stats_wins wins_of_team(const struct sim_side *side)
{
    return (struct stats_wins){side->wins, side->wins, side->games, side->games};
}

/* In a game with a winner there is one line-up. */
static struct stats_wins wins_of_place(const struct sim_report *report, int place)
{
    const struct sim_side *side = &report->tally->side[0];
    return (struct stats_wins){side->place[place].wins, side->place[place].squares, side->games,
                               report->tally->deals};
}

static double per(uint64_t sum, uint64_t count) { return count ? (double)sum / (double)count : 0; }

/* ---------------------------------------------------------------- text */

static void print_share(const struct sim_report *report, const char *label, struct stats_wins wins)
{
    struct stats_interval share = stats_share(wins);
    fputs("  ", stdout);
    print_column(label, 24);
    printf(" %6.2f %%", 100 * share.value);
    if (has_fixed_size(report))
        printf(_("  (95 %%: %.2f to %.2f)"), 100 * share.low, 100 * share.high);
    printf(_("  %llu of %llu\n"), (unsigned long long)wins.wins, (unsigned long long)wins.games);
}

/* Cards left in classes that people know: won, excellent, and tens. */
static void print_distribution(const struct sim_side *side)
{
    static const int border[] = {1, 10, 20, 30, 40, 50, 99};
    int left = 0;
    printf("  %s", _("cards left:"));
    for (size_t i = 0; i < sizeof border / sizeof border[0]; i++) {
        uint64_t games = 0;
        int first = left;
        for (; left < border[i]; left++)
            games += side->histogram[left];
        if (i == 0)
            printf(" 0: %.1f %%", 100 * per(games, side->games));
        else
            printf(", %d-%d: %.1f %%", first, border[i] - 1, 100 * per(games, side->games));
    }
    putchar('\n');
}

static void print_limits(stos_limits limits)
{
    if (limits.ms)
        printf(_("; limit %u ms"), (unsigned)limits.ms);
    if (limits.nodes)
        printf(_("; limit %llu nodes"), (unsigned long long)limits.nodes);
    putchar('\n');
}

static void print_times(const struct sim_report *report, int lineup)
{
    const struct sim_side *side = &report->tally->side[lineup];
    for (int place = 0; place < seats_of(report); place++) {
        const stos_bot *bot = report->plan->bot[lineup][place];
        const struct sim_place *spent = &side->place[place];
        printf(_("  %d %-10s %.3f ms a turn, slowest move %.1f ms"), place, bot->name,
               per(spent->nanoseconds, spent->turns) / 1e6, (double)spent->slowest / 1e6);
        print_limits(lineup_limits(report->plan, lineup, place));
    }
}

static void print_side(const struct sim_report *report, int lineup)
{
    char name[LINEUP_BOT_TEXT];
    const struct sim_side *side = &report->tally->side[lineup];
    if (is_cooperative(report->plan)) {
        print_share(report, _("won"), wins_of_team(side));
        printf(_("  mean cards left %.2f, mean turns %.1f\n"), per(side->left, side->games),
               per(side->turns, side->games));
        print_distribution(side);
    } else {
        for (int place = 0; place < seats_of(report); place++)
            print_share(report, lineup_bot_text(report->plan, lineup, place, name),
                        wins_of_place(report, place));
        printf(_("  mean turns %.1f\n"), per(side->turns, side->games));
    }
    print_times(report, lineup);
}

static void print_comparison(const struct sim_report *report)
{
    const struct sim_tally *tally = report->tally;
    struct stats_interval gain = stats_paired(sim_pairs(tally));
    printf(_("paired on the same deals: %+.2f percentage points"), 100 * gain.value);
    if (has_fixed_size(report))
        printf(_(" (95 %%: %+.2f to %+.2f)"), 100 * gain.low, 100 * gain.high);
    putchar('\n');
    printf(_("  both won %llu, only the first %llu, only the second %llu, neither %llu\n"),
           (unsigned long long)tally->both, (unsigned long long)tally->only_first,
           (unsigned long long)tally->only_second, (unsigned long long)tally->neither);
}

static void print_test(const struct sim_report *report)
{
    const struct stats_test *test = &report->test;
    printf(_("sequential test of \"better by %g\" against \"equal\", 5 %% for either error: "),
           report->margin);
    puts(test->verdict > 0       ? _("better")
             : test->verdict < 0 ? _("equal or worse")
                                 : _("undecided"));
    printf(_("  log-likelihood ratio %.2f, decided at %.2f and %.2f\n"), test->ratio, -test->bound,
           test->bound);
    if (!has_fixed_size(report))
        puts(_("  stopped early: the rates above favour the winner, so they have no intervals"));
}

void sim_report_text(const struct sim_report *report)
{
    char rules[STOS_RULES_TEXT];
    stos_rules_text(&report->plan->rules, rules);
    printf(_("%s, seed %llu, %llu deals\n"), rules, (unsigned long long)report->plan->seed,
           (unsigned long long)report->tally->deals);
    if (report->tally->deals == 0) /* interrupted before anything was known */
        return;
    for (int lineup = 0; lineup < report->plan->lineups; lineup++) {
        printf("%s%s\n", report->names[lineup],
               report->plan->talks[lineup] || !is_cooperative(report->plan) ? "" : _(" (silent)"));
        print_side(report, lineup);
    }
    if (report->plan->lineups == 2)
        print_comparison(report);
    if (report->margin > 0)
        print_test(report);
}

/* ---------------------------------------------------------------- JSON */

static json_t *json_interval(const struct sim_report *report, struct stats_interval interval)
{
    if (report->tally->deals == 0) /* nothing is known */
        return json_pack("{s:n,s:f,s:f}", "value", "low", interval.low, "high", interval.high);
    return has_fixed_size(report) ? json_pack("{s:f,s:f,s:f}", "value", interval.value, "low",
                                              interval.low, "high", interval.high)
                                  : json_pack("{s:f}", "value", interval.value);
}

static json_t *json_mean(uint64_t sum, uint64_t count)
{
    return count ? json_real((double)sum / (double)count) : json_null();
}

static json_t *json_limit(uint64_t limit)
{
    return limit ? json_integer((json_int_t)limit) : json_null();
}

static json_t *json_place(const struct sim_report *report, int lineup, int place)
{
    const struct sim_side *side = &report->tally->side[lineup];
    const struct sim_place *spent = &side->place[place];
    stos_limits limits = lineup_limits(report->plan, lineup, place);
    json_t *json = json_pack("{s:s,s:o,s:o,s:I,s:f,s:f}", "bot",
                             report->plan->bot[lineup][place]->name, "ms", json_limit(limits.ms),
                             "nodes", json_limit(limits.nodes), "turns", (json_int_t)spent->turns,
                             "ms_per_turn", per(spent->nanoseconds, spent->turns) / 1e6,
                             "slowest_ms", (double)spent->slowest / 1e6);
    if (!is_cooperative(report->plan)) {
        json_object_set_new(json, "wins", json_integer((json_int_t)spent->wins));
        json_object_set_new(json, "win_rate",
                            json_interval(report, stats_share(wins_of_place(report, place))));
    }
    return json;
}

/* What only a team has: a win rate of its own, and cards left. */
static void add_team(const struct sim_report *report, int lineup, json_t *json)
{
    const struct sim_side *side = &report->tally->side[lineup];
    json_t *histogram = json_array();
    for (int left = 0; left < SIM_MOST_LEFT; left++)
        json_array_append_new(histogram, json_integer((json_int_t)side->histogram[left]));
    json_object_set_new(json, "wins", json_integer((json_int_t)side->wins));
    json_object_set_new(json, "win_rate", json_interval(report, stats_share(wins_of_team(side))));
    json_object_set_new(json, "left", json_integer((json_int_t)side->left));
    json_object_set_new(json, "mean_left", json_mean(side->left, side->games));
    json_object_set_new(json, "histogram", histogram);
}

static json_t *json_side(const struct sim_report *report, int lineup)
{
    const struct sim_side *side = &report->tally->side[lineup];
    json_t *places = json_array();
    for (int place = 0; place < seats_of(report); place++)
        json_array_append_new(places, json_place(report, lineup, place));
    json_t *json = json_pack("{s:s,s:b,s:I,s:I,s:o,s:o}", "bots", report->names[lineup], "talks",
                             report->plan->talks[lineup], "games", (json_int_t)side->games, "turns",
                             (json_int_t)side->turns, "mean_turns",
                             json_mean(side->turns, side->games), "places", places);
    if (is_cooperative(report->plan))
        add_team(report, lineup, json);
    return json;
}

static void add_pairs(const struct sim_report *report, json_t *json)
{
    const struct sim_tally *tally = report->tally;
    json_object_set_new(json, "pairs",
                        json_pack("{s:I,s:I,s:I,s:I}", "both", (json_int_t)tally->both,
                                  "only_first", (json_int_t)tally->only_first, "only_second",
                                  (json_int_t)tally->only_second, "neither",
                                  (json_int_t)tally->neither));
    json_object_set_new(json, "paired_gain", json_interval(report, stats_paired(sim_pairs(tally))));
}

static json_t *json_test(const struct sim_report *report)
{
    const struct stats_test *test = &report->test;
    return json_pack("{s:f,s:f,s:f,s:s}", "margin", report->margin, "log_likelihood_ratio",
                     test->ratio, "bound", test->bound, "verdict",
                     test->verdict > 0       ? "better"
                         : test->verdict < 0 ? "equal"
                                             : "undecided");
}

void report_print_json(json_t *json, uint64_t seed)
{
    const char *name, *comma = "";
    json_t *value;
    putchar('{');
    json_object_foreach(json, name, value)
    {
        char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(10));
        printf("%s\n \"%s\": %s", comma, name, text ? text : "null");
        free(text);
        comma = ",";
    }
    printf(",\n \"seed\": %" PRIu64 "\n}\n",
           seed); /* of 64 bits, which a number of jansson has not */
    json_decref(json);
}

void sim_report_json(const struct sim_report *report)
{
    char rules[STOS_RULES_TEXT];
    json_t *lineups = json_array();
    stos_rules_text(&report->plan->rules, rules);
    for (int lineup = 0; lineup < report->plan->lineups; lineup++)
        json_array_append_new(lineups, json_side(report, lineup));
    json_t *json = json_pack("{s:s,s:s,s:I,s:I,s:b,s:o}", "version", STOS_VERSION, "rules", rules,
                             "requested_deals", (json_int_t)report->plan->deals, "deals",
                             (json_int_t)report->tally->deals, "interrupted", report->interrupted,
                             "lineups", lineups);
    if (sim_is_paired(report->plan))
        add_pairs(report, json);
    if (report->margin > 0)
        json_object_set_new(json, "sequential_test", json_test(report));
    report_print_json(json, report->plan->seed);
}

/* ---------------------------------------------------------------- CSV */

/* A share and its interval, which is left out after an early stop. */
static void print_share_row(const struct sim_report *report, struct stats_interval share)
{
    if (has_fixed_size(report))
        printf("%.6f,%.6f,%.6f\n", share.value, share.low, share.high);
    else
        printf("%.6f,,\n", share.value);
}

static void print_places(const struct sim_report *report)
{
    puts("place,bot,wins,games,win_rate,low,high");
    for (int place = 0; place < seats_of(report); place++) {
        struct stats_wins wins = wins_of_place(report, place);
        printf("%d,%s,%llu,%llu,", place, report->plan->bot[0][place]->name,
               (unsigned long long)wins.wins, (unsigned long long)wins.games);
        print_share_row(report, stats_share(wins));
    }
}

/* The row of no cards left tells the win rate. */
static void print_cards_left(const struct sim_report *report, int lineup)
{
    const struct sim_side *side = &report->tally->side[lineup];
    for (int left = 0; left < SIM_MOST_LEFT; left++) {
        printf("%d,%d,%llu,", lineup, left, (unsigned long long)side->histogram[left]);
        print_share_row(report, stats_proportion(side->histogram[left], side->games));
    }
}

void sim_report_csv(const struct sim_report *report)
{
    if (!is_cooperative(report->plan)) {
        print_places(report);
        return;
    }
    puts("lineup,cards_left,games,share,low,high");
    for (int lineup = 0; lineup < report->plan->lineups; lineup++)
        print_cards_left(report, lineup);
}

/* ---------------------------------------------------------------- SVG */

/* A share of games as a point; with its interval, where intervals may be told. */
static struct plot_point share_point(const struct sim_report *report, double x,
                                     struct stats_interval share)
{
    bool told = has_fixed_size(report);
    return (struct plot_point){
        .x = x, .y = share.value, .low = told ? share.low : 0, .high = told ? share.high : 0};
}

/* The highest point of a series, with its interval. */
static double highest(double so_far, const struct plot_point *points, int count)
{
    for (int i = 0; i < count; i++) {
        double top = points[i].high > points[i].y ? points[i].high : points[i].y;
        so_far = top > so_far ? top : so_far;
    }
    return so_far;
}

/* THE GAME: how many games ended with how many cards left, both line-ups beside each other. */
static struct plot *plot_cards_left(const struct sim_report *report, const char *title)
{
    struct plot_point points[SIM_LINEUPS][SIM_MOST_LEFT];
    char name[256];
    int count = 1, lineups = report->plan->lineups;
    for (int lineup = 0; lineup < lineups; lineup++)
        for (int left = 0; left < SIM_MOST_LEFT; left++)
            count = report->tally->side[lineup].histogram[left] && left >= count ? left + 1 : count;
    double top = 0;
    for (int lineup = 0; lineup < lineups; lineup++) {
        const struct sim_side *side = &report->tally->side[lineup];
        for (int left = 0; left < count; left++)
            points[lineup][left] = side->histogram[left]
                ? share_point(report, left, stats_proportion(side->histogram[left], side->games))
                : (struct plot_point){.x = left};
        top = highest(top, points[lineup], count);
    }
    struct plot *plot = plot_open(&(struct plot_axes){.title = title,
                                                      .x = _("cards left"),
                                                      .y = _("share of games"),
                                                      .x_low = -0.5,
                                                      .x_high = count - 0.5,
                                                      .y_high = top});
    for (int lineup = 0; lineup < lineups; lineup++) {
        const struct sim_side *side = &report->tally->side[lineup];
        snprintf(name, sizeof name, _("%.100s: won %.1f %%"), report->names[lineup],
                 100 * per(side->wins, side->games));
        plot_bars(plot, name, points[lineup], count, lineups);
    }
    return plot;
}

/* Games with a winner: how often each place won. */
static struct plot *plot_wins(const struct sim_report *report, const char *title)
{
    struct plot_point points[STOS_MAX_SEATS];
    const char *ticks[STOS_MAX_SEATS];
    int seats = seats_of(report);
    for (int place = 0; place < seats; place++) {
        points[place] = share_point(report, place, stats_share(wins_of_place(report, place)));
        ticks[place] = report->plan->bot[0][place]->name;
    }
    struct plot *plot = plot_open(&(struct plot_axes){.title = title,
                                                      .x = _("bot"),
                                                      .y = _("games won"),
                                                      .x_low = -0.5,
                                                      .x_high = seats - 0.5,
                                                      .y_high = highest(0, points, seats),
                                                      .ticks = ticks});
    plot_bars(plot, report->names[0], points, seats, 1);
    return plot;
}

bool sim_report_svg(const struct sim_report *report, const char *path)
{
    char rules[STOS_RULES_TEXT], title[STOS_RULES_TEXT + 64];
    stos_rules_text(&report->plan->rules, rules);
    snprintf(title, sizeof title, _("%s, %llu deals"), rules,
             (unsigned long long)report->tally->deals);
    return plot_write(is_cooperative(report->plan) ? plot_cards_left(report, title)
                                                   : plot_wins(report, title),
                      path);
}
