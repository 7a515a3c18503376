/*
 * describe.c - the games with their options and bots, as JSON.
 */
#include "describe.h"

#include "bot/bot.h"

json_t *describe_game(const stos_game *game)
{
    stos_rules rules = stos_rules_standard(game);
    int count;
    const stos_option *options = stos_game_options(game, &count);
    json_t *list = json_array(), *bots = json_array();
    char text[STOS_RULES_TEXT];
    for (int i = 0; i < count; i++) {
        stos_option_allowed(&rules, i, text, sizeof text);
        json_array_append_new(list,
                              json_pack("{s:s,s:s,s:s}", "name", options[i].name, "allowed", text,
                                        "help", options[i].help));
    }
    for (int i = 0; i < stos_bot_count(); i++)
        if (stos_game_at(stos_bot_at(i)->game) == game)
            json_array_append_new(bots, json_string(stos_bot_at(i)->name));
    stos_rules_text(&rules, text);
    return json_pack("{s:s,s:s,s:s,s:o,s:o}", "name", stos_game_name(game), "title",
                     stos_game_title(game), "rules", text, "options", list, "bots", bots);
}

json_t *describe_games(void)
{
    json_t *list = json_array();
    for (int i = 0; i < stos_game_count(); i++)
        json_array_append_new(list, describe_game(stos_game_at(i)));
    return list;
}
