/* sim_state.c - see sim_state.h. */
#include "sim_state.h"

#include "bot/rounds.h"
#include "cli/command/cli.h"
#include "lineup.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- a tally as JSON */

static json_t *numbers_json(const uint64_t *numbers, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, json_integer((json_int_t)numbers[i]));
    return list;
}

static json_t *side_json(const struct sim_side *side)
{
    json_t *places = json_array();
    for (int i = 0; i < STOS_MAX_SEATS; i++) {
        const struct sim_place *place = &side->place[i];
        json_array_append_new(places,
                              numbers_json((uint64_t[]){place->wins, place->squares, place->turns,
                                                        place->nanoseconds, place->slowest},
                                           5));
    }
    return json_pack("{s:I,s:I,s:I,s:I,s:o,s:o}", "games", (json_int_t)side->games, "wins",
                     (json_int_t)side->wins, "left", (json_int_t)side->left, "turns",
                     (json_int_t)side->turns, "histogram",
                     numbers_json(side->histogram, SIM_MOST_LEFT), "places", places);
}

json_t *sim_tally_to_json(const struct sim_tally *tally)
{
    json_t *pairs = numbers_json(
        (uint64_t[]){tally->both, tally->only_first, tally->only_second, tally->neither}, 4);
    return json_pack("{s:I,s:[o,o],s:o}", "deals", (json_int_t)tally->deals, "sides",
                     side_json(&tally->side[0]), side_json(&tally->side[1]), "pairs", pairs);
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
    bool good = read_number(json, "games", &side->games) &&
        read_number(json, "wins", &side->wins) && read_number(json, "left", &side->left) &&
        read_number(json, "turns", &side->turns) &&
        read_numbers(json_object_get(json, "histogram"), side->histogram, SIM_MOST_LEFT);
    for (size_t i = 0; i < STOS_MAX_SEATS && good; i++) {
        uint64_t place[5];
        good = read_numbers(json_array_get(places, i), place, 5);
        if (good)
            side->place[i] = (struct sim_place){place[0], place[1], place[2], place[3], place[4]};
    }
    return good;
}

/* A place wins none to all games of a deal. A square is even where its root is, and squares sum up
 * to the least where the wins are spread evenly. */
static bool squares_add_up(const struct sim_place *place, uint64_t games, uint64_t deals)
{
    double wins = (double)place->wins, squares = (double)place->squares;
    return deals == 0 ? place->squares == 0
                      : place->squares % 2 == place->wins % 2 &&
            squares <= wins * (double)games / (double)deals * (1 + 1e-12) &&
            squares * (double)deals >= wins * wins * (1 - 1e-12);
}

/* What is counted is counted in more than one way: a number that was changed does not go unnoticed.
 */
static bool side_adds_up(const struct sim_side *side, uint64_t deals)
{
    bool good = true;
    uint64_t games = 0, left = 0, turns = 0, wins = 0;
    for (uint64_t i = 0; i < SIM_MOST_LEFT; i++) {
        games += side->histogram[i];
        left += i * side->histogram[i];
    }
    for (int i = 0; i < STOS_MAX_SEATS; i++) {
        turns += side->place[i].turns;
        wins += side->place[i].wins;
        good = good && squares_add_up(&side->place[i], side->games, deals);
    }
    bool together = wins == 0 && games == side->games && side->wins == side->histogram[0];
    bool apart = games == 0 && wins == side->games && side->wins == 0;
    return good && (together || apart) && left == side->left && turns == side->turns;
}

/* Of deals that two line-ups played, or two bots that changed seats; none at all are counted where
 * more than two compete. Who won both games of a deal has four squares of it. */
static bool pairs_add_up(const struct sim_tally *tally)
{
    const struct sim_side *first = &tally->side[0], *second = &tally->side[1];
    uint64_t all = tally->both + tally->only_first + tally->only_second + tally->neither;
    if (second->games > 0)
        return all == tally->deals && second->games == tally->deals &&
            tally->both + tally->only_first == first->wins &&
            tally->both + tally->only_second == second->wins;
    return all == 0 ||
        (all == tally->deals && tally->neither == 0 && first->games == 2 * tally->deals &&
         tally->both + 2 * tally->only_first == first->place[0].wins &&
         tally->both + 2 * tally->only_second == first->place[1].wins &&
         tally->both + 4 * tally->only_first == first->place[0].squares &&
         tally->both + 4 * tally->only_second == first->place[1].squares);
}

static bool adds_up(const struct sim_tally *tally)
{
    const struct sim_side *first = &tally->side[0], *second = &tally->side[1];
    return side_adds_up(first, tally->deals) && side_adds_up(second, tally->deals) &&
        (tally->deals ? first->games % tally->deals == 0 : first->games == 0) &&
        (first->games > 0) == (tally->deals > 0) && pairs_add_up(tally);
}

bool sim_tally_from_json(const json_t *json, struct sim_tally *tally)
{
    struct sim_tally read;
    uint64_t pairs[4];
    json_t *sides = json_object_get(json, "sides");
    memset(&read, 0, sizeof read);
    bool good = read_number(json, "deals", &read.deals) &&
        read_numbers(json_object_get(json, "pairs"), pairs, 4);
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

/* ---------------------------------------------------------------- the state in a file */

char *sim_plan_text(const struct sim_plan *plan)
{
    char rules[STOS_RULES_TEXT], bot[LINEUP_BOT_TEXT], *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    if (!file)
        return NULL;
    stos_rules_text(&plan->rules, rules);
    fprintf(file, "%s seed=%" PRIu64 " orders=all", rules, plan->seed);
    for (int lineup = 0; lineup < plan->lineups; lineup++) {
        fprintf(file, " %s=", plan->talks[lineup] ? "talks" : "silent");
        for (int place = 0; place < stos_rules_seats(&plan->rules); place++)
            fprintf(file, "%s%s", place ? "," : "", lineup_bot_text(plan, lineup, place, bot));
    }
    if (plan->solved_rounds)
        fprintf(file, " table=%016" PRIx64,
                solved_rounds_hash(plan->solved_rounds->bytes, plan->solved_rounds->length));
    return fclose(file) == 0 ? text : NULL;
}

bool sim_save(const char *path, const struct sim_plan *plan, const struct sim_tally *tally)
{
    char *name = sim_plan_text(plan);
    json_t *json =
        json_pack("{s:s,s:o}", "plan", name ? name : "", "tally", sim_tally_to_json(tally));
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
        return errno == ENOENT ||
            (complain(EXIT_BROKEN, _("cannot read %s: %s"), path, strerror(errno)), false);
    json_t *json = json_loadf(file, JSON_REJECT_DUPLICATES, NULL);
    fclose(file);
    const char *saved = json_string_value(json_object_get(json, "plan"));
    char *name = sim_plan_text(plan);
    bool same = saved && name && strcmp(saved, name) == 0;
    bool good = same && sim_tally_from_json(json_object_get(json, "tally"), tally);
    if (!saved || (same && !good))
        complain(EXIT_BROKEN,
                 _("%s is not the state of a simulation; remove it or name another file"), path);
    else if (strstr(saved, " rotate="))
        complain(EXIT_BROKEN,
                 _("%s is of stos 0.2 or older, which seated the bots in one order only; name "
                   "another file"),
                 path);
    else if (!same)
        complain(EXIT_BROKEN, _("%s belongs to another simulation: %s"), path, saved);
    free(name);
    json_decref(json);
    return good;
}
