/*
 * setup.c - see term.h: the first screen. One row for each question, arrows change the answer,
 * Enter plays; no need to know any option names.
 */
#include "game/show.h"
#include "term/screen/key_row.h"
#include "lang/translate.h"
#include "term/screen/screen.h"
#include "term/term.h"

#include <stdio.h>
#include <string.h>

enum row { ROW_RESUME, ROW_GAME, ROW_PEOPLE, ROW_BOT, ROW_DEALS, ROW_OPTIONS };
enum { TARGET_ROW, TARGET_PLAY, USUAL_PLAYERS = 3 };

struct setup {
    stos_rules rules;
    int people, row, rows[ROW_OPTIONS + STOS_MAX_OPTIONS], row_count;
    const stos_bot *bot;
    const struct term_saves *saves;
    int save; /* the saved game that is chosen */
    bool online;
    int deals; /* index of deal_counts */
};

/* Duplicate play: so many deals that other teams get, too. */
static const int deal_counts[] = {0, 2, 4, 8, 12, 20};
enum { DEAL_COUNTS = sizeof deal_counts / sizeof deal_counts[0] };

/* ---------------------------------------------------------------- answers */

static const stos_bot *bot_beside(const stos_game *game, const stos_bot *from, int by)
{
    int at = -1;
    for (int i = 0; i < stos_bot_count(); i++)
        at = stos_bot_at(i) == from ? i : at;
    for (int i = at + by; at >= 0 && i >= 0 && i < stos_bot_count(); i += by)
        if (stos_bot_at(i)->game == from->game)
            return stos_bot_at(i);
    return at >= 0 ? from : bot_usual(game);
}

static void list_rows(struct setup *setup)
{
    int options;
    setup->row_count = 0;
    if (setup->saves && setup->saves->count > 0)
        setup->rows[setup->row_count++] = ROW_RESUME;
    setup->rows[setup->row_count++] = ROW_GAME;
    stos_game_options(setup->rules.game, &options);
    int first =
        strcmp(stos_game_options(setup->rules.game, &options)->name, "players") == 0 ? 0 : -1;
    if (first == 0)
        setup->rows[setup->row_count++] = ROW_OPTIONS;
    setup->rows[setup->row_count++] = ROW_PEOPLE;
    setup->rows[setup->row_count++] = ROW_BOT;
    if (setup->online && stos_game_is_cooperative(setup->rules.game))
        setup->rows[setup->row_count++] = ROW_DEALS;
    for (int i = first + 1; i < options; i++)
        setup->rows[setup->row_count++] = ROW_OPTIONS + i;
}

static void choose_game(struct setup *setup, int index)
{
    setup->rules = stos_rules_standard(stos_game_at(index));
    setup->bot = bot_usual(setup->rules.game);
    if (strcmp(stos_game_options(setup->rules.game, &(int){0})->name, "players") == 0)
        setup->rules.value[0] = USUAL_PLAYERS;
    setup->people = 1;
    list_rows(setup);
}

static int index_of_game(const stos_game *game)
{
    int index = 0;
    while (stos_game_at(index) != game)
        index++;
    return index;
}

/* The value after this one, or before it: words first, then numbers, as far as the rules allow. */
static void change_option(struct setup *setup, int option, int by)
{
    int count, words = 0, value = setup->rules.value[option];
    const stos_option *known = &stos_game_options(setup->rules.game, &count)[option];
    while (known->words && known->words[words])
        words++;
    int high = known->seat && known->high >= stos_rules_seats(&setup->rules)
        ? stos_rules_seats(&setup->rules) - 1
        : known->high;
    int numbers = high >= known->low ? high - known->low + 1 : 0;
    int at = value < 0 ? -1 - value : words + value - known->low;
    if (words + numbers == 0)
        return;
    at = (at + by + words + numbers) % (words + numbers);
    setup->rules.value[option] = (int8_t)(at < words ? -1 - at : known->low + at - words);
}

static void keep_possible(struct setup *setup)
{
    int count, seats = stos_rules_seats(&setup->rules);
    const stos_option *options = stos_game_options(setup->rules.game, &count);
    for (int i = 0; i < count; i++)
        if (options[i].seat && setup->rules.value[i] >= seats)
            setup->rules.value[i] = options[i].standard;
    if (setup->people > seats)
        setup->people = seats;
}

static void change(struct setup *setup, int by)
{
    int row = setup->rows[setup->row], games = stos_game_count(),
        seats = stos_rules_seats(&setup->rules);
    if (row == ROW_RESUME)
        setup->save = (setup->save + by + setup->saves->count) % setup->saves->count;
    else if (row == ROW_GAME)
        choose_game(setup, (index_of_game(setup->rules.game) + by + games) % games);
    else if (row == ROW_PEOPLE)
        setup->people = (setup->people + by + seats + 1) % (seats + 1);
    else if (row == ROW_BOT)
        setup->bot = bot_beside(setup->rules.game, setup->bot, by);
    else if (row == ROW_DEALS)
        setup->deals = (setup->deals + by + DEAL_COUNTS) % DEAL_COUNTS;
    else if (row >= ROW_OPTIONS)
        change_option(setup, row - ROW_OPTIONS, by);
    keep_possible(setup);
}

/* ---------------------------------------------------------------- drawing */

static const char *option_title(const char *name)
{
    static const struct {
        const char *name, *title;
    } titles[] = {
        {"players", N_("Players")},      {"min", N_("Cards each turn")},
        {"hand", N_("Cards in hand")},   {"fire", N_("On Fire")},
        {"start", N_("Who starts")},     {"last", N_("A single last card")},
        {"order", N_("What is higher")}, {"ones", N_("Ones")},
        {"direction", N_("Direction")},  {"cards", N_("Number of cards")},
        {"end", N_("The game ends")},
    };
    for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++)
        if (strcmp(titles[i].name, name) == 0)
            return _(titles[i].title);
    return name;
}

/* What a word of a rules string means, as the page says it. */
static const char *value_title(const char *word)
{
    static const struct {
        const char *word, *title;
    } titles[] = {
        {"agree", N_("The players agree")},
        {"lot", N_("By lot")},
        {"full", N_("as printed")},
        {"less", N_("one card less")},
        {"off", N_("No fire")},
        {"next", N_("Fire, next turn")},
        {"now", N_("Fire, same turn")},
        {"strict", N_("Strict")},
        {"lenient", N_("Lenient")},
        {"face", N_("The face leads")},
        {"count", N_("The number leads")},
        {"plain", N_("ordinary")},
        {"wild", N_("wild")},
        {"fixed", N_("clockwise")},
        {"choose", N_("the opener chooses")},
        {"up", N_("grows")},
        {"down", N_("shrinks")},
        {"first", N_("when the first is out")},
        {"last", N_("when one is left")},
    };
    for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++)
        if (strcmp(titles[i].word, word) == 0)
            return _(titles[i].title);
    return word;
}

/* What a row asks, what is chosen, and what that means. */
static void describe(const struct setup *setup, int row, char title[64], char value[96],
                     const char **help)
{
    int count;
    const stos_option *options = stos_game_options(setup->rules.game, &count);
    *help = "";
    value[0] = '\0';
    if (row == ROW_RESUME) {
        snprintf(title, 64, "%s", _("Continue a saved game"));
        snprintf(value, 96, _("%d of %d"), setup->save + 1, setup->saves->count);
        *help = setup->saves->label[setup->save];
    } else if (row == ROW_GAME) {
        snprintf(title, 64, "%s", _("Game"));
        snprintf(value, 96, "%s", stos_game_title(setup->rules.game));
        *help = _(setup->rules.game->show->about);
    } else if (row == ROW_PEOPLE) {
        snprintf(title, 64, "%s", setup->online ? _("People") : _("People here"));
        snprintf(value, 96, "%d", setup->people);
        *help = setup->online
            ? _("How many people play. The others join with your link; bots take the other seats.")
            : _("How many people share this keyboard; bots take the other seats.");
    } else if (row == ROW_BOT) {
        snprintf(title, 64, "%s", _("Bots"));
        snprintf(value, 96, "%s", setup->bot->name);
        *help = _(setup->bot->help);
    } else if (row == ROW_DEALS) {
        snprintf(title, 64, "%s", _("Deals to compare"));
        snprintf(value, 96, deal_counts[setup->deals] > 0 ? "%d" : "–", deal_counts[setup->deals]);
        *help = _("Other teams can play the same deals at tables of their own; then you compare.");
    } else {
        const stos_option *option = &options[row - ROW_OPTIONS];
        int chosen = setup->rules.value[row - ROW_OPTIONS];
        snprintf(title, 64, "%s", option_title(option->name));
        if (chosen < 0)
            snprintf(value, 96, "%s", value_title(option->words[-1 - chosen]));
        else
            snprintf(value, 96, "%d", chosen);
        *help = _(option->help);
    }
}

static void draw(const struct setup *setup)
{
    char title[64], value[96];
    const char *help;
    if (screen_is_too_small())
        return;
    screen_clear();
    screen_style(STYLE_BOLD);
    screen_put(1, 4, 60, "stos");
    screen_style(STYLE_DIM);
    screen_put(1, 10, screen_columns() - 12, _("three card games, with people and bots"));
    int stripes = screen_columns() - 12 < 68 ? (screen_columns() - 12) / 2 : 34,
        values = screen_columns() < SCREEN_COLUMNS ? 30 : 36;
    for (int i = 0; i < stripes; i++) {
        screen_card_style(2 + i * 97 / (stripes - 1), 99, false);
        screen_put(2, 4 + 2 * i, 2, "▬▬");
    }
    for (int i = 0; i < setup->row_count; i++) {
        bool here = i == setup->row;
        describe(setup, setup->rows[i], title, value, &help);
        screen_style(here ? STYLE_BOLD : STYLE_PLAIN);
        screen_print(4 + i, 4, values - 5, "%s%s", here ? "▶ " : "  ", title);
        screen_style(here ? STYLE_CURSOR : STYLE_PLAIN);
        if (*value)
            screen_print(4 + i, values, screen_columns() - values, "◀ %s ▶", value);
        screen_target(4 + i, 4, 1, screen_columns() - 8, TARGET_ROW, i);
    }
    describe(setup, setup->rows[setup->row], title, value, &help);
    screen_style(STYLE_ACCENT);
    bool is_short = screen_rows() < SCREEN_ROWS;
    screen_wrap((is_short ? 4 : 5) + setup->row_count, 6, screen_columns() - 12, 3, help);
    screen_style(STYLE_CURSOR);
    int button = screen_rows() - (is_short ? 2 : 4),
        used = screen_print(button, 6, 40, "[ %s: Enter ]", _("Play"));
    screen_target(button, 6, 1, used, TARGET_PLAY, 0);
    screen_style(STYLE_DIM);
    key_row(screen_rows() - 1, 1, screen_columns() - 2,
            _("↑↓ question  ←→ answer  Enter play  q quit  l learn  r rules"), "");
    screen_show();
}

/* ---------------------------------------------------------------- */

static void click(struct setup *setup, struct key key, bool *play)
{
    if (key.what == TARGET_PLAY)
        *play = true;
    else if (key.which == setup->row)
        change(setup, 1);
    else
        setup->row = key.which;
}

static void write_choice(const struct setup *setup, struct term_choice *choice)
{
    char name[STOS_NAME_TEXT];
    size_t used = 0;
    stos_rules_text(&setup->rules, choice->rules);
    choice->resume = setup->rows[setup->row] == ROW_RESUME;
    choice->save = setup->save;
    choice->people = setup->people;
    choice->bot = setup->bot;
    choice->deals = stos_game_is_cooperative(setup->rules.game) ? deal_counts[setup->deals] : 0;
    choice->seats[0] = '\0';
    for (int seat = 0; seat < stos_rules_seats(&setup->rules); seat++) {
        if (seat >= setup->people)
            snprintf(name, sizeof name, "%s", setup->bot->name);
        else if (setup->people == 1)
            snprintf(name, sizeof name, "%s", _("You"));
        else
            snprintf(name, sizeof name, _("Player %d"), seat + 1);
        int more = snprintf(choice->seats + used, sizeof choice->seats - used, "%s%s",
                            seat ? "," : "", name);
        used += more > 0 ? (size_t)more : 0;
    }
}

bool term_choose(struct term_choice *choice, enum term_offer offer, const struct term_saves *saves)
{
    struct setup setup = {.saves = saves, .online = offer == TERM_ONLINE};
    bool play = false, leave = false;
    choose_game(&setup, 0);
    setup.row = offer != TERM_RESUME && setup.rows[0] == ROW_RESUME ? 1 : 0;
    while (!play && !leave) {
        draw(&setup);
        struct key key = screen_key(-1, -1);
        switch (key.code) {
        case KEY_ARROW_UP: setup.row = (setup.row + setup.row_count - 1) % setup.row_count; break;
        case KEY_ARROW_DOWN:
        case '\t': setup.row = (setup.row + 1) % setup.row_count; break;
        case KEY_ARROW_LEFT: change(&setup, -1); break;
        case KEY_ARROW_RIGHT:
        case ' ': change(&setup, 1); break;
        case KEY_CLICK: click(&setup, key, &play); break;
        case '\n': play = true; break;
        case 'l': leave = term_learn(setup.rules.game) == TERM_INTERRUPTED; break;
        case 'r': leave = term_rules(setup.rules.game) == TERM_INTERRUPTED; break;
        case 'q':
        case 27:
        case KEY_CLOSED: leave = true; break;
        default: break;
        }
    }
    write_choice(&setup, choice);
    return !leave;
}
