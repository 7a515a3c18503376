/* day.c - see day.h. */
#include "day.h"

#include "base/text.h"

#include <string.h>

static const struct day_level levels[] = {
    {"standard", "thegame(players=1)", "", false},
    {"expert", "thegame(players=1,min=3)", "", false},
    {"fire", "thegame(players=1,fire=next)", "", false},
    {"team", "thegame(players=3)", "strong", false},
    {"duel", "facetoface(start=lot)", "champion", false},
    {"table2", "thegame(players=2)", "", true},
    {"table3", "thegame(players=3)", "", true},
    {"table4", "thegame(players=4)", "", true},
    {"table5", "thegame(players=5)", "", true},
};

int day_level_count(void) { return (int)(sizeof levels / sizeof levels[0]); }

const struct day_level *day_level_at(int index)
{
    return index >= 0 && index < day_level_count() ? &levels[index] : NULL;
}

const struct day_level *day_level_find(const char *name)
{
    for (int i = 0; name && i < day_level_count(); i++)
        if (strcmp(levels[i].name, name) == 0)
            return &levels[i];
    return NULL;
}

const struct day_level *day_level_of_people(const stos_rules *rules)
{
    stos_rules own;
    for (int i = 0; i < day_level_count(); i++)
        if (levels[i].people &&
            stos_rules_parse(levels[i].rules, strlen(levels[i].rules), &own).reason == STOS_OK &&
            stos_rules_seats(&own) == stos_rules_seats(rules))
            return &levels[i];
    return NULL;
}

int64_t day_of(int64_t now_ms) { return now_ms / DAY_MS - (now_ms % DAY_MS < 0); }

static void put_two(stos_writer *writer, int64_t number)
{
    text_char(writer, (char)('0' + number / 10 % 10));
    text_char(writer, (char)('0' + number % 10));
}

/* The civil calendar from a count of days, by eras of 400 years that begin in March. */
size_t day_date(int64_t day, char out[DAY_DATE])
{
    stos_writer writer = stos_writer_on(out, DAY_DATE);
    int64_t shifted = day + 719468, era = shifted / 146097 - (shifted % 146097 < 0),
            of_era = shifted - era * 146097;
    int64_t year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100),
            month = (5 * of_year + 2) / 153;
    int64_t date = of_year - (153 * month + 2) / 5 + 1;
    month = month < 10 ? month + 3 : month - 9;
    text_number(&writer, year_of_era + era * 400 + (month <= 2));
    text_char(&writer, '-');
    put_two(&writer, month);
    text_char(&writer, '-');
    put_two(&writer, date);
    return writer.length;
}

size_t day_text(int64_t day, const struct day_level *level, char out[DAY_TEXT])
{
    char date[DAY_DATE];
    stos_writer writer = stos_writer_on(out, DAY_TEXT);
    day_date(day, date);
    text_put(&writer, "stos day ");
    text_put(&writer, date);
    text_char(&writer, ' ');
    text_put(&writer, level->name);
    return writer.length;
}
