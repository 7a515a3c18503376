/* series.c - see remote.h: the standings of duplicate play, comparing teams on the same deals. */
#include "lang/translate.h"
#include "term/desk/rules_line.h"
#include "term/screen/key_row.h"
#include "term/screen/screen.h"
#include "remote.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEFT = 4, LINE = 256, TEAMS_MOST = 100, CELL = 5, FIRST_ROW = 7, LOOK_MS = 2000 };

/* A team, and what counts of its results: deals that the reader may know and that nobody in it had
 * played before. */
struct rank {
    const json_t *team;
    int counted, left, place;
};

static bool counts(const json_t *result)
{
    return json_object_get(result, "left") && !json_is_true(json_object_get(result, "practice"));
}

/* More deals first, then fewer cards left; as on the page. */
static int ahead(const void *one, const void *other)
{
    const struct rank *a = one, *b = other;
    return a->counted != b->counted ? b->counted - a->counted : a->left - b->left;
}

static struct rank rank_of(const json_t *team)
{
    struct rank rank = {.team = team};
    const json_t *results = json_object_get(team, "results"), *result;
    size_t i;
    json_array_foreach(results, i, result)
    {
        rank.counted += counts(result);
        rank.left += counts(result) ? (int)json_integer_value(json_object_get(result, "left")) : 0;
    }
    return rank;
}

static int rank_teams(const json_t *standings, struct rank ranks[TEAMS_MOST])
{
    const json_t *teams = json_object_get(standings, "teams");
    int count = 0;
    for (; count < (int)json_array_size(teams) && count < TEAMS_MOST; count++)
        ranks[count] = rank_of(json_array_get(teams, (size_t)count));
    qsort(ranks, (size_t)count, sizeof ranks[0], ahead);
    for (int i = 0; i < count; i++)
        ranks[i].place = i > 0 && ahead(&ranks[i - 1], &ranks[i]) == 0 ? ranks[i - 1].place : i + 1;
    return count;
}

static void write_names(const json_t *team, char *out, size_t size)
{
    const json_t *players = json_object_get(team, "players");
    size_t used = 0;
    out[0] = '\0';
    for (size_t i = 0; i < json_array_size(players) && used < size; i++) {
        const json_t *player = json_array_get(players, i);
        const char *name = json_string_value(json_object_get(player, "name")),
                   *bot = json_string_value(json_object_get(player, "bot"));
        int more = snprintf(out + used, size - used, "%s%s", i ? ", " : "",
                            name      ? name
                                : bot ? bot
                                      : "");
        used += more > 0 ? (size_t)more : 0;
    }
}

/* Cards left; in brackets where it is practice, "?" where the reader has still to play the deal,
 * "-" where the team has not. */
static void write_result(const json_t *result, char out[16])
{
    int left = (int)json_integer_value(json_object_get(result, "left"));
    if (!json_is_object(result))
        snprintf(out, 16, "-");
    else if (!json_object_get(result, "left"))
        snprintf(out, 16, "?");
    else
        snprintf(out, 16, json_is_true(json_object_get(result, "practice")) ? "(%d)" : "%d", left);
}

static void draw_team(const struct rank *rank, int y, int deals, int names_width)
{
    char text[LINE];
    int x = LEFT + 4 + names_width;
    bool fits = x + (deals + 1) * CELL < screen_columns();
    screen_style(json_is_true(json_object_get(rank->team, "you")) ? STYLE_BOLD : STYLE_PLAIN);
    if (rank->counted > 0)
        screen_print(y, LEFT, 4, "%2d.", rank->place);
    write_names(rank->team, text, sizeof text);
    screen_put(y, LEFT + 4, names_width - 1, text);
    for (int deal = 0; fits && deal < deals; deal++) {
        write_result(json_array_get(json_object_get(rank->team, "results"), (size_t)deal), text);
        screen_print(y, x + deal * CELL, CELL, "%*s", CELL, text);
    }
    if (rank->counted > 0)
        screen_print(y, x + (fits ? deals * CELL : 0), CELL + 2, "%*d", CELL + 2, rank->left);
}

static void draw_teams(const json_t *standings)
{
    struct rank ranks[TEAMS_MOST];
    int count = rank_teams(standings, ranks),
        deals = (int)json_array_size(json_object_get(standings, "deals"));
    int room = screen_columns() - 2 * LEFT - 6 - (deals + 1) * CELL,
        names_width = room < 24 ? 24
        : room > 50             ? 50
                                : room;
    screen_style(STYLE_DIM);
    screen_wrap(
        4, LEFT, screen_columns() - 2 * LEFT, 2,
        _("Cards left in each deal, and together; (12): practice, ?: for you to play first"));
    for (int i = 0; i < count && FIRST_ROW + i < screen_rows() - 3; i++)
        draw_team(&ranks[i], FIRST_ROW + i, deals, names_width);
    if (count == 0)
        screen_put(FIRST_ROW, LEFT, screen_columns() - 2 * LEFT,
                   _("No team has finished a deal yet."));
}

static void draw(const struct source *source)
{
    const json_t *standings = remote_teams(source);
    const char *word = json_string_value(json_object_get(standings, "series")),
               *rules = json_string_value(json_object_get(standings, "rules"));
    char words[RULES_LINE] = "";
    if (screen_is_too_small())
        return;
    screen_clear();
    screen_style(STYLE_BOLD);
    if (standings)
        screen_print(1, LEFT, screen_columns() - 2 * LEFT, "%s: %s", _("Standings"),
                     word ? word : "");
    else
        screen_put(1, LEFT, screen_columns() - 2 * LEFT, _("Connecting to the server…"));
    screen_style(STYLE_DIM);
    if (rules)
        rules_line(rules, words);
    screen_put(2, LEFT, screen_columns() - 2 * LEFT, words);
    if (standings)
        draw_teams(standings);
    screen_style(STYLE_WARNING);
    screen_put(screen_rows() - 3, LEFT, screen_columns() - 2 * LEFT, scene_notice(&source->scene));
    screen_style(STYLE_DIM);
    key_row(screen_rows() - 1, 1, screen_columns() - 2,
            remote_is_seated(source) ? _("q back") : _("p play with your team  q back"), "");
    screen_show();
}

bool series_run(struct source *source)
{
    int64_t look_ms = 0;
    for (;;) {
        int wait = source->step(source);
        if (*source->refusal(source))
            return true;
        if (clock_ms() >= look_ms && source->scene.connected) {
            remote_ask_teams(source);
            look_ms = clock_ms() + LOOK_MS;
        }
        draw(source);
        struct key key = screen_key(wait < 0 || wait > LOOK_MS ? LOOK_MS : wait, source->wake_fd);
        bool plays = key.code == 'p' && !remote_is_seated(source) && remote_teams(source);
        if (plays)
            remote_play_series(source);
        if (plays || key.code == 'q' || key.code == 27)
            return true;
        if (key.code == KEY_CLOSED)
            return false;
    }
}
