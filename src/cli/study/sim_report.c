/* sim_report.c - what `stos sim` found, for people and programs; see sim_report.h. */
#include "sim_report.h"

#include "bot/lie/table.h"
#include "bot/lie/table_format.h"
#include "cli/cli.h"
#include "sim/stats.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_cooperative(const struct sim_plan *plan) { return plan->rules.game == stos_game_at(STOS_THEGAME); }

static int seats_of(const struct sim_report *report) { return stos_rules_seats(&report->plan->rules); }

static double per(uint64_t sum, uint64_t count) { return count ? (double)sum / (double)count : 0; }

/* ---------------------------------------------------------------- text */

static void print_share(const char *label, uint64_t wins, uint64_t games)
{
    struct stats_interval share = stats_proportion(wins, games);
    printf(_("  %-24s %6.2f %%  (95 %%: %.2f to %.2f)  %llu of %llu\n"), label, 100 * share.value, 100 * share.low, 100 * share.high,
           (unsigned long long)wins, (unsigned long long)games);
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

static void print_times(const struct sim_report *report, int lineup)
{
    const struct sim_side *side = &report->tally->side[lineup];
    for (int place = 0; place < seats_of(report); place++) {
        const struct bot *bot = report->plan->bot[lineup][place];
        const struct sim_place *spent = &side->place[place];
        printf(_("  %d %-10s %.3f ms a turn, slowest move %.1f ms\n"), place, bot->name, per(spent->nanoseconds, spent->turns) / 1e6,
               (double)spent->slowest / 1e6);
    }
}

static void print_side(const struct sim_report *report, int lineup)
{
    const struct sim_side *side = &report->tally->side[lineup];
    if (is_cooperative(report->plan)) {
        print_share(_("won"), side->wins, side->games);
        printf(_("  mean cards left %.2f, mean turns %.1f\n"), per(side->left, side->games), per(side->turns, side->games));
        print_distribution(side);
    } else {
        for (int place = 0; place < seats_of(report); place++)
            print_share(report->plan->bot[lineup][place]->name, side->place[place].wins, side->games);
        printf(_("  mean turns %.1f\n"), per(side->turns, side->games));
    }
    print_times(report, lineup);
}

static void print_comparison(const struct sim_report *report)
{
    const struct sim_tally *tally = report->tally;
    struct stats_interval gain = stats_paired(tally->only_first, tally->only_second, tally->deals);
    printf(_("paired on the same deals: %+.2f percentage points (95 %%: %+.2f to %+.2f)\n"), 100 * gain.value, 100 * gain.low,
           100 * gain.high);
    printf(_("  both won %llu, only the first %llu, only the second %llu, neither %llu\n"), (unsigned long long)tally->both,
           (unsigned long long)tally->only_first, (unsigned long long)tally->only_second, (unsigned long long)tally->neither);
}

void sim_report_text(const struct sim_report *report)
{
    char rules[STOS_RULES_TEXT];
    stos_rules_text(&report->plan->rules, rules);
    printf(_("%s, seed %llu, %llu deals\n"), rules, (unsigned long long)report->plan->seed, (unsigned long long)report->tally->deals);
    for (int lineup = 0; lineup < report->plan->lineups; lineup++) {
        printf("%s%s\n", report->names[lineup], report->plan->talks[lineup] || !is_cooperative(report->plan) ? "" : _(" (silent)"));
        print_side(report, lineup);
    }
    if (report->plan->lineups == 2)
        print_comparison(report);
    if (report->sequential)
        puts(report->verdict > 0       ? _("sequential test: the first is better")
                 : report->verdict < 0 ? _("sequential test: the second is better")
                                       : _("sequential test: undecided"));
}

/* ---------------------------------------------------------------- JSON and CSV */

json_t *sim_tally_to_json(const struct sim_tally *tally)
{
    json_t *sides = json_array();
    for (int lineup = 0; lineup < SIM_LINEUPS; lineup++) {
        const struct sim_side *side = &tally->side[lineup];
        json_t *histogram = json_array(), *places = json_array();
        for (int left = 0; left < SIM_MOST_LEFT; left++)
            json_array_append_new(histogram, json_integer((json_int_t)side->histogram[left]));
        for (int i = 0; i < STOS_MAX_SEATS; i++) {
            const struct sim_place *place = &side->place[i];
            json_array_append_new(places,
                                  json_pack("[I,I,I,I]", (json_int_t)place->wins, (json_int_t)place->turns, (json_int_t)place->nanoseconds,
                                            (json_int_t)place->slowest));
        }
        json_array_append_new(sides,
                              json_pack("{s:I,s:I,s:I,s:I,s:o,s:o}", "games", (json_int_t)side->games, "wins", (json_int_t)side->wins,
                                        "left", (json_int_t)side->left, "turns", (json_int_t)side->turns, "histogram", histogram, "places",
                                        places));
    }
    return json_pack("{s:I,s:o,s:[I,I,I,I]}", "deals", (json_int_t)tally->deals, "sides", sides, "pairs", (json_int_t)tally->both,
                     (json_int_t)tally->only_first, (json_int_t)tally->only_second, (json_int_t)tally->neither);
}

/* Reads a list of exactly `count` numbers that are not negative. */
static bool read_numbers(const json_t *list, uint64_t *out, size_t count)
{
    if (!json_is_array(list) || json_array_size(list) != count)
        return false;
    for (size_t i = 0; i < count; i++) {
        json_t *number = json_array_get(list, i);
        if (!json_is_integer(number) || json_integer_value(number) < 0)
            return false;
        out[i] = (uint64_t)json_integer_value(number);
    }
    return true;
}

static bool read_number(const json_t *object, const char *name, uint64_t *out)
{
    json_t *number = json_object_get(object, name);
    bool good = json_is_integer(number) && json_integer_value(number) >= 0;
    *out = good ? (uint64_t)json_integer_value(number) : 0;
    return good;
}

static bool read_side(const json_t *json, struct sim_side *side)
{
    json_t *places = json_object_get(json, "places");
    bool good = read_number(json, "games", &side->games) && read_number(json, "wins", &side->wins) &&
        read_number(json, "left", &side->left) && read_number(json, "turns", &side->turns) &&
        read_numbers(json_object_get(json, "histogram"), side->histogram, SIM_MOST_LEFT);
    for (size_t i = 0; i < STOS_MAX_SEATS && good; i++) {
        uint64_t place[4];
        good = read_numbers(json_array_get(places, i), place, 4);
        if (good)
            side->place[i] = (struct sim_place){place[0], place[1], place[2], place[3]};
    }
    return good;
}

/* What is counted is counted in more than one way: a number that was changed does not go unnoticed. */
static bool side_adds_up(const struct sim_side *side)
{
    uint64_t games = 0, left = 0, turns = 0, wins = 0;
    for (uint64_t i = 0; i < SIM_MOST_LEFT; i++) {
        games += side->histogram[i];
        left += i * side->histogram[i];
    }
    for (int i = 0; i < STOS_MAX_SEATS; i++) {
        turns += side->place[i].turns;
        wins += side->place[i].wins;
    }
    bool together = wins == 0 && games == side->games && side->wins == side->histogram[0];
    bool apart = games == 0 && wins == side->games && side->wins == 0;
    return (together || apart) && left == side->left && turns == side->turns;
}

static bool adds_up(const struct sim_tally *tally)
{
    const struct sim_side *first = &tally->side[0], *second = &tally->side[1];
    bool paired = tally->both + tally->only_first + tally->only_second + tally->neither == tally->deals &&
        tally->both + tally->only_first == first->wins && tally->both + tally->only_second == second->wins;
    return side_adds_up(first) && side_adds_up(second) && (tally->deals ? first->games % tally->deals == 0 : first->games == 0) &&
        (first->games > 0) == (tally->deals > 0) && (second->games == 0 || (second->games == tally->deals && paired));
}

bool sim_tally_from_json(const json_t *json, struct sim_tally *tally)
{
    struct sim_tally read;
    uint64_t pairs[4];
    json_t *sides = json_object_get(json, "sides");
    memset(&read, 0, sizeof read);
    bool good = read_number(json, "deals", &read.deals) && read_numbers(json_object_get(json, "pairs"), pairs, 4);
    for (size_t lineup = 0; lineup < SIM_LINEUPS && good; lineup++)
        good = read_side(json_array_get(sides, lineup), &read.side[lineup]);
    if (!good)
        return false;
    read.both = pairs[0];
    read.only_first = pairs[1];
    read.only_second = pairs[2];
    read.neither = pairs[3];
    *tally = read;
    return adds_up(tally);
}

static json_t *json_interval(struct stats_interval interval)
{
    return json_pack("{s:f,s:f,s:f}", "value", interval.value, "low", interval.low, "high", interval.high);
}

static json_t *json_side(const struct sim_report *report, int lineup)
{
    const struct sim_side *side = &report->tally->side[lineup];
    json_t *bots = json_array();
    for (int place = 0; place < seats_of(report); place++) {
        const struct sim_place *spent = &side->place[place];
        json_array_append_new(
            bots,
            json_pack("{s:s,s:o,s:f,s:f}", "bot", report->plan->bot[lineup][place]->name, "win_rate",
                      json_interval(stats_proportion(is_cooperative(report->plan) ? side->wins : spent->wins, side->games)), "ms_per_turn",
                      per(spent->nanoseconds, spent->turns) / 1e6, "slowest_ms", (double)spent->slowest / 1e6));
    }
    return json_pack("{s:s,s:b,s:o,s:o,s:f,s:f}", "bots", report->names[lineup], "talks", report->plan->talks[lineup], "places", bots,
                     "win_rate", json_interval(stats_proportion(side->wins, side->games)), "mean_left", per(side->left, side->games),
                     "mean_turns", per(side->turns, side->games));
}

void sim_report_json(const struct sim_report *report)
{
    char rules[STOS_RULES_TEXT];
    json_t *lineups = json_array();
    stos_rules_text(&report->plan->rules, rules);
    for (int lineup = 0; lineup < report->plan->lineups; lineup++)
        json_array_append_new(lineups, json_side(report, lineup));
    json_t *json = json_pack("{s:o,s:o}", "lineups", lineups, "tally", sim_tally_to_json(report->tally));
    if (report->plan->lineups == 2)
        json_object_set_new(json, "paired_gain",
                            json_interval(stats_paired(report->tally->only_first, report->tally->only_second, report->tally->deals)));
    if (report->sequential)
        json_object_set_new(json, "verdict", json_integer(report->verdict));
    char *text = json_dumps(json, JSON_EMBED | JSON_INDENT(1) | JSON_REAL_PRECISION(10));
    printf("{\n \"rules\": \"%s\",\n \"seed\": %" PRIu64 ",%s\n}\n", rules, report->plan->seed, text ? text : ""); /* a seed has 64 bits */
    free(text);
    json_decref(json);
}

void sim_report_csv(const struct sim_report *report)
{
    if (!is_cooperative(report->plan)) {
        puts("place,bot,wins");
        for (int place = 0; place < seats_of(report); place++)
            printf("%d,%s,%llu\n", place, report->plan->bot[0][place]->name, (unsigned long long)report->tally->side[0].place[place].wins);
        return;
    }
    puts("lineup,cards_left,games");
    for (int lineup = 0; lineup < report->plan->lineups; lineup++)
        for (int left = 0; left < SIM_MOST_LEFT; left++)
            printf("%d,%d,%llu\n", lineup, left, (unsigned long long)report->tally->side[lineup].histogram[left]);
}

/* ---------------------------------------------------------------- SVG */

enum { CHART_WIDTH = 720, CHART_HEIGHT = 300, CHART_LEFT = 50, CHART_BOTTOM = 40, CHART_TOP = 40 };

/* One bar of a chart whose tallest bar is `most`. */
static void svg_bar(FILE *file, int index, int bars, uint64_t value, uint64_t most, const char *title)
{
    double width = (double)(CHART_WIDTH - CHART_LEFT - 10) / bars;
    double height = most ? (double)(CHART_HEIGHT - CHART_BOTTOM - CHART_TOP) * (double)value / (double)most : 0;
    fprintf(file, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"#1f7a68\"><title>%s: %llu</title></rect>\n",
            CHART_LEFT + index * width, CHART_HEIGHT - CHART_BOTTOM - height, width > 2 ? width - 1 : width, height, title,
            (unsigned long long)value);
}

static void svg_bars(FILE *file, const struct sim_report *report)
{
    const struct sim_side *side = &report->tally->side[0];
    uint64_t most = 0;
    char title[64];
    bool cooperative = is_cooperative(report->plan);
    int bars = cooperative ? SIM_MOST_LEFT : seats_of(report);
    for (int i = 0; i < bars; i++) {
        uint64_t value = cooperative ? side->histogram[i] : side->place[i].wins;
        most = value > most ? value : most;
    }
    for (int i = 0; i < bars; i++) {
        if (cooperative)
            snprintf(title, sizeof title, "%d", i);
        else
            snprintf(title, sizeof title, "%s", report->plan->bot[0][i]->name);
        svg_bar(file, i, bars, cooperative ? side->histogram[i] : side->place[i].wins, most, title);
        if (!cooperative || i % 10 == 0)
            fprintf(file, "<text x=\"%.1f\" y=\"%d\">%s</text>\n", CHART_LEFT + (i + 0.2) * (CHART_WIDTH - CHART_LEFT - 10) / bars,
                    CHART_HEIGHT - CHART_BOTTOM + 16, title);
    }
}

bool sim_report_svg(const struct sim_report *report, const char *path)
{
    char rules[STOS_RULES_TEXT], *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    if (!file)
        return false;
    stos_rules_text(&report->plan->rules, rules);
    fprintf(
        file,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#333\">\n"
        "<rect width=\"100%%\" height=\"100%%\" fill=\"#fffdf8\"/>\n<text x=\"%d\" y=\"20\" font-size=\"14\">%s: %s, %llu games</text>\n",
        CHART_WIDTH, CHART_HEIGHT, CHART_LEFT, rules, report->names[0], (unsigned long long)report->tally->side[0].games);
    svg_bars(file, report);
    fputs("</svg>\n", file);
    bool good = fclose(file) == 0 && write_file(path, text, length);
    free(text);
    return good;
}

/* ---------------------------------------------------------------- the state in a file */

char *sim_plan_text(const struct sim_plan *plan)
{
    char rules[STOS_RULES_TEXT], *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    if (!file)
        return NULL;
    stos_rules_text(&plan->rules, rules);
    fprintf(file, "%s seed=%" PRIu64 " ms=%" PRIu32 " nodes=%" PRIu64 " rotate=%d", rules, plan->seed, plan->ms, plan->nodes, plan->rotate);
    for (int lineup = 0; lineup < plan->lineups; lineup++) {
        fprintf(file, " %s=", plan->talks[lineup] ? "talks" : "silent");
        for (int place = 0; place < stos_rules_seats(&plan->rules); place++)
            fprintf(file, "%s%s", place ? "," : "", plan->bot[lineup][place]->name);
    }
    if (plan->lie_table)
        fprintf(file, " table=%016" PRIx64, lie_table_hash(plan->lie_table->bytes, plan->lie_table->length));
    return fclose(file) == 0 ? text : NULL;
}

bool sim_save(const char *path, const struct sim_plan *plan, const struct sim_tally *tally)
{
    char *name = sim_plan_text(plan);
    json_t *json = json_pack("{s:s,s:o}", "plan", name ? name : "", "tally", sim_tally_to_json(tally));
    char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;
    bool good = name && text && write_file(path, text, strlen(text));
    free(text);
    free(name);
    json_decref(json);
    return good;
}

bool sim_restore(const char *path, const struct sim_plan *plan, struct sim_tally *tally)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return errno == ENOENT || (complain(EXIT_BROKEN, _("cannot read %s: %s"), path, strerror(errno)), false);
    json_t *json = json_loadf(file, JSON_REJECT_DUPLICATES, NULL);
    fclose(file);
    const char *saved = json_string_value(json_object_get(json, "plan"));
    char *name = sim_plan_text(plan);
    bool same = saved && name && strcmp(saved, name) == 0;
    bool good = same && sim_tally_from_json(json_object_get(json, "tally"), tally);
    if (!saved || (same && !good))
        complain(EXIT_BROKEN, _("%s is no state of a simulation; remove it or name another file"), path);
    else if (!same)
        complain(EXIT_BROKEN, _("%s belongs to another simulation: %s"), path, saved);
    free(name);
    json_decref(json);
    return good;
}
