/*
 * solve_match.c - `stos solve --match`, see cli/solve/solve.h. Chances are those of the seat that
 * opens the next round.
 */
#include "cli/solve/solve.h"

#include "bot/lie/table.h"
#include "cli/command/cli.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_TABLE_BYTES = 64 << 20 };

static double chance_of(const struct solved_rounds *table, const stos_rules *rules, int opener,
                        int other, bool *exact)
{
    return lie_table_match(table, rules->value[STOS_LIE_ORDER], rules->value[STOS_LIE_ONES],
                           rules->value[STOS_LIE_COUNTS], opener, other, exact);
}

static void print_json(const struct solved_rounds *table, const stos_rules *rules,
                       const char *rules_text)
{
    json_t *rows = json_array();
    for (int opener = 1; opener <= STOS_LIE_HAND; opener++)
        for (int other = 1; other <= STOS_LIE_HAND; other++) {
            bool exact = false;
            double chance = chance_of(table, rules, opener, other, &exact);
            json_array_append_new(rows,
                                  json_pack("{s:i,s:i,s:f,s:b}", "opener", opener, "other", other,
                                            "chance", chance, "exact", exact));
        }
    json_t *json = json_pack("{s:s,s:o}", "rules", rules_text, "matches", rows);
    char *text = json_dumps(json, JSON_REAL_PRECISION(6));
    puts(text ? text : "{}");
    free(text);
    json_decref(json);
}

static void print_text(const struct solved_rounds *table, const stos_rules *rules,
                       const char *rules_text)
{
    printf(_("%s: chance to win the match for who opens, in per cent; * rests on solved rounds "
             "alone\n"),
           rules_text);
    printf("%s", _("cards of the opener (down), of the other one (across)\n"));
    printf("  ");
    for (int other = 1; other <= STOS_LIE_HAND; other++)
        printf("%7d", other);
    putchar('\n');
    for (int opener = 1; opener <= STOS_LIE_HAND; opener++) {
        printf("%2d", opener);
        for (int other = 1; other <= STOS_LIE_HAND; other++) {
            bool exact = false;
            double chance = chance_of(table, rules, opener, other, &exact);
            printf("%6.1f%c", 100 * chance, exact ? '*' : ' ');
        }
        putchar('\n');
    }
}

int solve_match(const stos_rules *rules, const char *path, bool json)
{
    char text[STOS_RULES_TEXT];
    struct solved_rounds table;
    size_t length = 0;
    char *bytes = read_file(path, MOST_TABLE_BYTES, &length);
    if (!bytes)
        return EXIT_BROKEN;
    enum solved_rounds_error error = solved_rounds_open(&table, bytes, length);
    stos_rules_text(rules, text);
    if (error == SOLVED_ROUNDS_OK && json)
        print_json(&table, rules, text);
    else if (error == SOLVED_ROUNDS_OK)
        print_text(&table, rules, text);
    else
        complain(EXIT_BROKEN, "%s: %s", path, _(solved_rounds_error_text(error)));
    free(bytes);
    return error == SOLVED_ROUNDS_OK ? EXIT_GOOD : EXIT_BROKEN;
}
