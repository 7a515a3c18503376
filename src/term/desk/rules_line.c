/* rules_line.c - see rules_line.h. */
#include "rules_line.h"

#include "lang/translate.h"
#include "stos.h"

#include <stdio.h>
#include <string.h>

/* What a choice is called where it is worth telling. */
static const struct {
    int8_t game, option, value;
    const char *title;
} variants[] = {
    {STOS_THEGAME, STOS_THEGAME_FIRE, STOS_THEGAME_FIRE_NEXT, N_("On Fire")},
    {STOS_THEGAME, STOS_THEGAME_FIRE, STOS_THEGAME_FIRE_NOW, N_("Fire, same turn")},
    {STOS_FACETOFACE, STOS_FACETOFACE_LAST, STOS_FACETOFACE_LAST_LENIENT, N_("Lenient")},
    {STOS_LIE, STOS_LIE_ORDER, STOS_LIE_ORDER_FACE, N_("the face leads")},
    {STOS_LIE, STOS_LIE_ORDER, STOS_LIE_ORDER_COUNT, N_("the number leads")},
    {STOS_LIE, STOS_LIE_ONES, STOS_LIE_ONES_WILD, N_("ones are wild")},
    {STOS_LIE, STOS_LIE_DIRECTION, STOS_LIE_DIRECTION_CHOOSE, N_("Either direction")},
    {STOS_LIE, STOS_LIE_COUNTS, STOS_LIE_COUNTS_DOWN, N_("Fewer and fewer")},
    {STOS_LIE, STOS_LIE_END, STOS_LIE_END_LAST, N_("To the last")},
};

static void add(char out[RULES_LINE], const char *part)
{
    size_t length = strlen(out);
    snprintf(out + length, RULES_LINE - length, "%s%s", length > 0 ? ", " : "", part);
}

static const char *level_of(const stos_rules *rules)
{
    if (rules->value[STOS_THEGAME_MIN] < 3)
        return _("standard");
    return rules->value[STOS_THEGAME_HAND] == STOS_THEGAME_HAND_LESS ? _("master") : _("expert");
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
    if (rules.game == stos_game_at(STOS_THEGAME))
        add(out, level_of(&rules));
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++)
        if (rules.game == stos_game_at(variants[i].game) &&
            rules.value[variants[i].option] == variants[i].value)
            add(out, _(variants[i].title));
    if (rules.game == stos_game_at(STOS_FACETOFACE))
        return; /* always two */
    snprintf(players, sizeof players, tr_plural("%d player", "%d players", (unsigned long)seats),
             seats);
    add(out, seats == 1 ? _("alone") : players);
}
