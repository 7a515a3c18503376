/* lobby.c - see remote.h: the tables that a server offers, opening one, playing there, and back
 * again. */
#include "term/screen/key_row.h"
#include "lang/translate.h"
#include "term/desk/desk.h"
#include "term/desk/rules_line.h"
#include "remote.h"
#include "term/screen/screen.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

enum { TARGET_ROW, LOOK_MS = 2000 };

/* The first row opens a table; the others are tables that are there. */
struct lobby {
    struct source *source;
    int row;
    bool interrupted;
};

static int rows_of(const struct lobby *lobby)
{
    return 1 + (int)json_array_size(remote_offers(lobby->source));
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* Whether one is to act at a table of one's own. */
static bool waits_for_you(const json_t *table)
{
    const json_t *seats = json_object_get(table, "seats"),
                 *to_act = json_object_get(table, "to_act");
    for (size_t i = 0; i < json_array_size(to_act); i++) {
        json_int_t seat = json_integer_value(json_array_get(to_act, i));
        if (json_is_true(json_object_get(json_array_get(seats, (size_t)seat), "you")))
            return true;
    }
    return false;
}

/* A listed table has a list of names; one's own, which is looked at, has seats. */
static const char *name_at(const json_t *table, size_t i)
{
    const json_t *person = json_array_get(json_object_get(table, "people"), i),
                 *seat = json_array_get(json_object_get(table, "seats"), i);
    if (json_is_string(person))
        return json_string_value(person);
    return json_is_true(json_object_get(seat, "you"))
        ? ""
        : text_of(seat, *text_of(seat, "name") ? "name" : "bot");
}

/* The people of a table, oneself left out. */
static void list_names(const json_t *table, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (size_t i = 0; i < STOS_MAX_SEATS && used + 1 < size; i++)
        if (*name_at(table, i)) {
            snprintf(out + used, size - used, "%s%.20s", used ? ", " : "", name_at(table, i));
            used = strlen(out);
        }
}

static bool is_invitation(const json_t *table) { return json_object_get(table, "by") != NULL; }

static const json_t *chosen(const struct lobby *lobby)
{
    return json_array_get(remote_offers(lobby->source), (size_t)lobby->row - 1);
}

static void describe(const struct lobby *lobby, int row, char *out, size_t size)
{
    const json_t *table = json_array_get(remote_offers(lobby->source), (size_t)row - 1);
    bool mine = json_is_true(json_object_get(table, "mine"));
    char names[100], mark[64] = "", rules[RULES_LINE];
    list_names(table, names, sizeof names);
    if (is_invitation(table))
        snprintf(mark, sizeof mark, _("%.30s invites you"), text_of(table, "by"));
    else if (mine)
        snprintf(mark, sizeof mark, "%s", waits_for_you(table) ? _("your turn") : _("your seat"));
    rules_line(text_of(table, "rules"), rules);
    snprintf(out, size, "%-10.10s%s%s%s%s%s%s", text_of(table, "code"), *mark ? " [" : "", mark,
             *mark ? "]  " : " ", names, *names ? "  " : "", rules);
}

/* One is not on the way to a table, and the tables are known. */
static bool is_listed(const struct lobby *lobby)
{
    return !lobby->source->has_place(lobby->source) && remote_offers(lobby->source);
}

static void draw(const struct lobby *lobby)
{
    char text[512];
    int rows = rows_of(lobby), most = screen_rows() - 8,
        first = lobby->row >= most ? lobby->row - most + 1 : 0;
    if (screen_is_too_small())
        return;
    screen_clear();
    screen_style(STYLE_BOLD);
    screen_put(1, 4, 60,
               is_listed(lobby) ? _("Tables of this server") : _("Connecting to the server…"));
    for (int row = first; row < rows && row - first < most && is_listed(lobby); row++) {
        snprintf(text, sizeof text, "%s", _("Open a table of your own"));
        if (row > 0)
            describe(lobby, row, text, sizeof text);
        screen_style(row == lobby->row ? STYLE_CURSOR : STYLE_PLAIN);
        screen_put(3 + row - first, 4, screen_columns() - 8, text);
        screen_target(3 + row - first, 4, 1, screen_columns() - 8, TARGET_ROW, row);
    }
    screen_style(STYLE_WARNING);
    screen_put(screen_rows() - 3, 4, screen_columns() - 8, scene_notice(&lobby->source->scene));
    screen_style(STYLE_DIM);
    key_row(screen_rows() - 1, 1, screen_columns() - 2,
            _("↑↓ table  Enter sit down  d no, thanks  r ratings  q quit"),
            is_invitation(chosen(lobby)) ? "" : "d");
    screen_show();
}

/* Sits down at the row, or asks what to play at a new table. */
static void choose(struct lobby *lobby)
{
    const json_t *offer = chosen(lobby);
    struct term_choice choice;
    if (!is_listed(lobby))
        return;
    lobby->source->scene.notice[0] = '\0';
    if (lobby->row > 0)
        remote_choose(lobby->source, text_of(offer, "code"), text_of(offer, "key"));
    else if (term_choose(&choice, TERM_ONLINE, NULL))
        remote_create(lobby->source, &choice);
}

static bool obey(struct lobby *lobby, struct key key)
{
    int rows = rows_of(lobby);
    if (lobby->row >= rows)
        lobby->row = rows - 1; /* a table has gone */
    switch (key.code) {
    case KEY_ARROW_UP: lobby->row = (lobby->row + rows - 1) % rows; break;
    case KEY_ARROW_DOWN: lobby->row = (lobby->row + 1) % rows; break;
    case KEY_CLICK:
        if (lobby->row == key.which)
            choose(lobby);
        lobby->row = key.which;
        break;
    case '\n': choose(lobby); break;
    case 'd':
        if (is_invitation(chosen(lobby)))
            remote_dismiss(lobby->source, text_of(chosen(lobby), "code"));
        break;
    case 'r':
        if (!is_listed(lobby))
            break;
        remote_forget_standing(lobby->source);
        lobby->interrupted = !standing_run(lobby->source);
        return !lobby->interrupted;
    case 'q':
    case 27:
    case KEY_CLOSED: lobby->interrupted = key.code == KEY_CLOSED; return false;
    default: break;
    }
    return true;
}

bool lobby_run(struct source *source, bool *interrupted)
{
    struct lobby lobby = {.source = source};
    struct key key = {.code = KEY_NONE};
    int64_t look_ms = clock_ms() + LOOK_MS;
    do {
        int wait = source->step(source);
        if (remote_is_seated(source))
            return true;
        if (*source->refusal(source))
            return false;
        draw(&lobby);
        if (clock_ms() >= look_ms) {
            remote_look(source);
            look_ms = clock_ms() + LOOK_MS;
        }
        key = screen_key(wait < 0 || wait > LOOK_MS ? LOOK_MS : wait, source->wake_fd);
    } while (obey(&lobby, key));
    *interrupted = lobby.interrupted;
    return false;
}

enum term_end term_join(struct term_table *table, char *message, size_t size)
{
    enum desk_end end = DESK_SENT_AWAY;
    struct source *source = remote_open(table);
    if (!source)
        return TERM_FAILED;
    bool interrupted = table->series.word[0] && !series_run(source);
    while (!interrupted && (end == DESK_SENT_AWAY || end == DESK_REPLAY || end == DESK_STANDINGS)) {
        if (end == DESK_SENT_AWAY && !lobby_run(source, &interrupted)) {
            end = interrupted ? DESK_CLOSED : DESK_QUIT;
            break;
        }
        end = desk_run(source);
        if (end == DESK_REPLAY && source->game && term_replay(source->game) == TERM_INTERRUPTED)
            end = DESK_CLOSED;
        interrupted = end == DESK_STANDINGS && !series_run(source);
    }
    if (interrupted)
        end = DESK_CLOSED;
    snprintf(message, size, "%s", source->refusal(source));
    remote_tell(source, table);
    remote_close(source);
    return end == DESK_CLOSED ? TERM_INTERRUPTED : TERM_LEFT;
}
