/* rules_line.c - see rules_line.h. */
#include "rules_line.h"

#include "lang/translate.h"
#include "game/show.h"

#include <stdio.h>
#include <string.h>

static void add(char out[RULES_LINE], const char *part)
{
    size_t length = strlen(out);
    snprintf(out + length, RULES_LINE - length, "%s%s", length > 0 ? ", " : "", part);
}

/* The first option is the number of players, where that can vary. */
static bool has_players(const stos_rules *rules)
{
    int count;
    return strcmp(stos_game_options(rules->game, &count)->name, "players") == 0;
}

void rules_line(const char *text, char out[RULES_LINE])
{
    stos_rules rules;
    char players[64];
    out[0] = '\0';
    if (stos_rules_parse(text, strlen(text), &rules).reason) {
        add(out, text);
        return;
    }
    int seats = stos_rules_seats(&rules);
    const char *title = stos_game_title(rules.game), *series = strstr(title, " - ");
    add(out, series ? series + strlen(" - ") : title);
    const struct game_show *show = rules.game->show;
    if (show->level)
        add(out, _(show->level(rules.value)));
    for (const struct show_variant *row = show->variants; row && row->title; row++)
        if (rules.value[row->option] == row->value)
            add(out, _(row->title));
    if (!has_players(&rules))
        return;
    snprintf(players, sizeof players, tr_plural("%d player", "%d players", (unsigned long)seats),
             seats);
    add(out, seats == 1 ? _("alone") : players);
}
