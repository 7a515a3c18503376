/*
 * analyze.c - `stos analyze` for LIE: at each bid and call the chance that the bid held, what
 * the equilibrium would do, and what the move cost.
 */

#include "cli/command/cli.h"
#include "cli/play/narrate.h"
#include "cli/command/plot.h"
#include "cli/command/data_files.h"
#include "cli/solve/analyze.h"
#include "solve/lie/analyze_lie.h"
#include "solve/lie/outlook.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

static const double worth_a_word = 0.01; /* of the chance to win the round */

static void print_judgement(const struct history *game, const struct analyze_lie_move *found)
{
    char text[STOS_MOVE_TEXT];
    if (found->bids)
        printf(_("  the bid holds with %.0f %%"), 100 * found->holds);
    if (found->solved && found->share >= 0)
        printf(_("; the equilibrium plays this %.0f %% of the time"), 100 * found->share);
    if (found->solved && found->cost >= worth_a_word) {
        stos_move_text(game->head.rules.game, found->best, text);
        printf(_("; costs %.1f points of the round, %.1f of the match; better: %s"),
               100 * found->cost, 100 * found->match, text);
    }
    putchar('\n');
}

static void print_step(const struct history *game, const struct history_step *step,
                       const struct analyze_lie_move *found)
{
    char name[STOS_NAME_TEXT], text[STOS_MOVE_TEXT];
    if (!found->bids && !found->solved)
        return;
    stos_move_text(game->head.rules.game, step->move, text);
    printf("%2d %s: %s", step->before.as.lie.table.round,
           narrate_name(&game->head, step->seat, name, sizeof name), text);
    print_judgement(game, found);
}

static json_t *step_json(const struct history *game, const struct history_step *step,
                         const struct analyze_lie_move *found)
{
    char text[STOS_MOVE_TEXT];
    stos_move_text(game->head.rules.game, step->move, text);
    json_t *json = json_pack("{s:i,s:i,s:s,s:b}", "round", step->before.as.lie.table.round, "seat",
                             step->seat, "move", text, "solved", found->solved);
    if (json && found->bids)
        json_object_set_new(json, "holds", json_real(found->holds));
    if (json && found->solved) {
        stos_move_text(game->head.rules.game, found->best, text);
        json_object_set_new(json, "share",
                            found->share >= 0 ? json_real(found->share) : json_null());
        json_object_set_new(json, "chance", json_real(found->chance));
        json_object_set_new(json, "cost", json_real(found->cost));
        json_object_set_new(json, "match_cost", json_real(found->match));
        json_object_set_new(json, "best", json_string(text));
    }
    return json;
}

static void print_json(const struct history *game, json_t *moves)
{
    char rules[STOS_RULES_TEXT];
    stos_rules_text(&game->head.rules, rules);
    json_t *json = json_pack("{s:s,s:o}", "rules", rules, "moves", moves);
    char *text = json_dumps(json, JSON_INDENT(1) | JSON_REAL_PRECISION(6));
    puts(text ? text : "{}");
    free(text);
    json_decref(json);
}

static int judge_game(const struct history *game, const struct solved_rounds *table, bool json)
{
    struct lie_analyzer *analyzer = analyze_lie_open(table);
    json_t *moves = json_array();
    double given_away[STOS_MAX_SEATS] = {0};
    if (!analyzer)
        return complain(EXIT_BROKEN, "%s", _("out of memory"));
    if (!json)
        puts(_("round, who, what, and how good it was"));
    for (size_t i = 0; i < game->count; i++) {
        struct analyze_lie_move found;
        const struct history_step *step = &game->steps[i];
        analyze_lie_move(analyzer, &step->before, step->seat, step->move, &found);
        given_away[step->seat] += found.cost;
        if (json)
            json_array_append_new(moves, step_json(game, step, &found));
        else
            print_step(game, step, &found);
    }
    analyze_lie_close(analyzer);
    if (json) {
        print_json(game, moves);
        return EXIT_GOOD;
    }
    json_decref(moves);
    narrate_result(&game->head, &game->state);
    for (int seat = 0; seat < stos_rules_seats(&game->head.rules); seat++) {
        char name[STOS_NAME_TEXT];
        if (given_away[seat] >= worth_a_word)
            printf(_("%s gave away %.2f rounds.\n"),
                   narrate_name(&game->head, seat, name, sizeof name), given_away[seat]);
    }
    return EXIT_GOOD;
}

/* ---------------------------------------------------------------- the curve */

enum { MOST_TURNS = 512, USUAL_DEALS = 300 };

/* The chance of each seat to win the match, after each bid and call. */
static int find_chances(const struct history *game, int deals,
                        struct plot_point points[STOS_MAX_SEATS][MOST_TURNS])
{
    static struct turn turn; /* large */
    struct lie_outlook *outlook = lie_outlook_open();
    int turns = 0, seats = stos_rules_seats(&game->head.rules);
    turn = (struct turn){0};
    while (outlook && turns < MOST_TURNS && history_turn(game, &turn)) {
        struct analyze_limits limits = {.deals = deals, .seed = 1 + (uint64_t)turns};
        for (int seat = 0; seat < seats; seat++)
            points[seat][turns] = (struct plot_point){
                .x = turns + 1, .y = lie_outlook_chance(outlook, &turn.after, seat, &limits)};
        turns++;
    }
    lie_outlook_close(outlook);
    return turns;
}

static bool write_svg(const struct history *game, const struct analyze_options *options)
{
    static struct plot_point points[STOS_MAX_SEATS][MOST_TURNS];
    char rules[STOS_RULES_TEXT], name[STOS_NAME_TEXT];
    int turns = find_chances(game, options->deals ? options->deals : USUAL_DEALS, points);
    stos_rules_text(&game->head.rules, rules);
    struct plot *plot = plot_open(&(struct plot_axes){.title = rules,
                                                      .x = _("bid or challenge"),
                                                      .y = _("chance to win"),
                                                      .x_low = 1,
                                                      .x_high = turns});
    for (int seat = 0; seat < stos_rules_seats(&game->head.rules); seat++)
        plot_line(plot, narrate_name(&game->head, seat, name, sizeof name), points[seat], turns);
    return plot_write(plot, options->svg);
}

int analyze_rounds(const struct history *game, const struct analyze_options *options)
{
    static struct solved_rounds named; /* its bytes stay until the end */
    solved_rounds_open(&named, NULL, 0);
    if (options->table && !rounds_open(options->table, &named))
        return EXIT_BROKEN;
    const struct solved_rounds *installed = options->table ? NULL : rounds_if_installed();
    int code = judge_game(game, installed ? installed : &named, options->json);
    return code == EXIT_GOOD && options->svg && !write_svg(game, options) ? EXIT_BROKEN : code;
}
