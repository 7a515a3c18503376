/* describe.c - see describe.h. */
#include "describe.h"

#include "base/text.h"
#include "bot/bot.h"
#include "table_text.h"

#include <string.h>

static void put_member(stos_writer *writer, const char *before, const char *value)
{
    text_put(writer, before);
    table_quote(writer, value, strlen(value));
}

static void put_options(stos_writer *writer, const stos_rules *rules)
{
    int count;
    const stos_option *options = stos_game_options(rules->game, &count);
    for (int i = 0; i < count; i++) {
        char allowed[128];
        stos_option_allowed(rules, i, allowed, sizeof allowed);
        text_comma(writer, i == 0);
        put_member(writer, "{\"name\":", options[i].name);
        put_member(writer, ",\"allowed\":", allowed);
        put_member(writer, ",\"help\":", options[i].help);
        text_char(writer, '}');
    }
}

static void put_value(stos_writer *writer, const stos_option *option, int value)
{
    char number[8];
    stos_writer digits = stos_writer_on(number, sizeof number);
    if (value >= 0)
        text_number(&digits, value);
    const char *text = value < 0 ? option->words[-1 - value] : number;
    table_quote(writer, text, strlen(text));
}

/* Words first, then numbers; a seat must exist. */
static void put_values(stos_writer *writer, const stos_option *option, int seats)
{
    int words = 0, high = option->seat && option->high >= seats ? seats - 1 : option->high;
    text_key(writer, "values");
    text_char(writer, '[');
    for (; option->words && option->words[words]; words++) {
        text_comma(writer, words == 0);
        put_value(writer, option, STOS_WORD(words));
    }
    for (int number = option->low; number <= high; number++) {
        text_comma(writer, words == 0 && number == option->low);
        put_value(writer, option, number);
    }
    text_char(writer, ']');
}

void describe_options(stos_writer *writer, const stos_rules *rules)
{
    int count;
    const stos_option *options = stos_game_options(rules->game, &count);
    text_char(writer, '[');
    for (int i = 0; i < count; i++) {
        put_member(writer, i ? ",{\"name\":" : "{\"name\":", options[i].name);
        text_key(writer, "value");
        put_value(writer, &options[i], rules->value[i]);
        put_values(writer, &options[i], stos_rules_seats(rules));
        put_member(writer, ",\"help\":", options[i].help);
        text_char(writer, '}');
    }
    text_char(writer, ']');
}

static void put_bots(stos_writer *writer, const stos_game *game)
{
    bool first = true;
    for (int i = 0; i < stos_bot_count(); i++) {
        if (stos_game_at(stos_bot_at(i)->game) != game)
            continue;
        put_member(writer, first ? "" : ",", stos_bot_at(i)->name);
        first = false;
    }
}

void describe_game(stos_writer *writer, const stos_game *game)
{
    stos_rules rules = stos_rules_standard(game);
    char text[STOS_RULES_TEXT];
    stos_rules_text(&rules, text);
    put_member(writer, "{\"name\":", stos_game_name(game));
    put_member(writer, ",\"title\":", stos_game_title(game));
    put_member(writer, ",\"rules\":", text);
    text_put(writer, ",\"options\":[");
    put_options(writer, &rules);
    text_put(writer, "],\"bots\":[");
    put_bots(writer, game);
    put_member(writer, "],\"usual\":", bot_usual(rules.game)->name);
    text_char(writer, '}');
}

void describe_games(stos_writer *writer)
{
    text_char(writer, '[');
    for (int i = 0; i < stos_game_count(); i++) {
        text_comma(writer, i == 0);
        describe_game(writer, stos_game_at(i));
    }
    text_char(writer, ']');
}
