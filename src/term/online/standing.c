/* standing.c - see remote.h: the person's standing on this server, and the leaderboards. */
#include "lang/translate.h"
#include "term/desk/rules_line.h"
#include "term/screen/key_row.h"
#include "term/screen/screen.h"
#include "remote.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LEFT = 4, LINE = 256, LEADERS_SHOWN = 10, LOOK_MS = 2000 };

/* Lines one below the other, as far as there is room. */
struct lines {
    int y;
};

static void put(struct lines *lines, enum screen_style style, const char *text)
{
    if (lines->y >= screen_rows() - 2)
        return;
    screen_style(style);
    screen_put(lines->y++, LEFT, screen_columns() - 2 * LEFT, text);
}

static void put_heading(struct lines *lines, const char *text)
{
    lines->y++;
    put(lines, STYLE_BOLD, text);
}

static const char *text_of(const json_t *row, const char *key)
{
    const char *text = json_string_value(json_object_get(row, key));
    return text ? text : "";
}

static const char *title_of(const char *game)
{
    const stos_game *found = stos_game_find(game, strlen(game));
    return found ? stos_game_title(found) : game;
}

/* "12 games, 58 % won" */
static void write_games(const json_t *row, char *out, size_t size)
{
    long games = (long)json_integer_value(json_object_get(row, "games")),
         wins = (long)json_integer_value(json_object_get(row, "wins"));
    char won[LINE / 4];
    snprintf(won, sizeof won, _("%d %% won"),
             games > 0 ? (int)lround(100.0 * (double)wins / (double)games) : 0);
    int length =
        snprintf(out, size, tr_plural("%d game", "%d games", (unsigned long)games), (int)games);
    if (length > 0 && (size_t)length < size)
        snprintf(out + length, size - (size_t)length, ", %s", won);
}

/* A rating that is not sure yet has a question mark. */
static void write_rating(const json_t *row, const char *name, char out[LINE])
{
    char games[LINE / 2];
    write_games(row, games, sizeof games);
    snprintf(out, LINE, "%5ld%s  %.40s  %.70s",
             lround(json_number_value(json_object_get(row, "rating"))),
             json_is_true(json_object_get(row, "provisional")) ? "?" : " ", name, games);
}

static void put_profile(struct lines *lines, const json_t *profile)
{
    const json_t *ratings = json_object_get(profile, "ratings"),
                 *sums = json_object_get(profile, "thegame"), *row;
    char line[LINE], name[LINE / 2], rules[RULES_LINE];
    size_t i;
    put_heading(lines,
                *text_of(profile, "account") ? text_of(profile, "account")
                                             : text_of(profile, "name"));
    if (json_array_size(ratings) == 0)
        put(lines, STYLE_DIM, _("No rated games yet."));
    json_array_foreach(ratings, i, row)
    {
        snprintf(name, sizeof name, "%.30s %.10s", title_of(text_of(row, "game")),
                 text_of(row, "season"));
        write_rating(row, name, line);
        put(lines, STYLE_PLAIN, line);
    }
    json_array_foreach(sums, i, row)
    {
        write_games(row, name, sizeof name);
        rules_line(text_of(row, "rules"), rules);
        snprintf(line, sizeof line, "%8s%.160s  %.70s", "", rules, name);
        put(lines, STYLE_PLAIN, line);
    }
}

static void put_leaders(struct lines *lines, const json_t *board)
{
    const json_t *leaders = json_object_get(board, "leaders");
    char line[LINE];
    snprintf(line, sizeof line, "%s: %s, %.10s", _("Leaderboard"), title_of(text_of(board, "game")),
             text_of(board, "season"));
    put_heading(lines, line);
    if (json_array_size(leaders) == 0)
        put(lines, STYLE_DIM, _("Nobody has played a rated game yet."));
    for (size_t i = 0; i < json_array_size(leaders) && i < LEADERS_SHOWN; i++) {
        const json_t *row = json_array_get(leaders, i);
        write_rating(row, text_of(row, *text_of(row, "bot") ? "bot" : "account"), line);
        put(lines, STYLE_PLAIN, line);
    }
}

static void draw(const struct source *source)
{
    const json_t *standing = remote_standing(source), *board;
    const char *game;
    struct lines lines = {.y = 1};
    if (screen_is_too_small())
        return;
    screen_clear();
    put(&lines, STYLE_BOLD, standing ? _("Ratings") : _("Connecting to the server…"));
    if (standing && json_object_get(standing, "profile"))
        put_profile(&lines, json_object_get(standing, "profile"));
    json_object_foreach(json_object_get(standing, "boards"), game, board)
    {
        put_leaders(&lines, board);
    }
    screen_style(STYLE_DIM);
    key_row(screen_rows() - 1, 1, screen_columns() - 2, _("q back"), "");
    screen_show();
}

bool standing_run(struct source *source)
{
    for (;;) {
        int wait = source->step(source);
        if (*source->refusal(source))
            return true;
        if (!remote_standing(source))
            remote_ask_standing(source);
        draw(source);
        struct key key = screen_key(wait < 0 || wait > LOOK_MS ? LOOK_MS : wait, source->wake_fd);
        if (key.code == 'q' || key.code == 27)
            return true;
        if (key.code == KEY_CLOSED)
            return false;
    }
}
