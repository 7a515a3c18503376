/* desk_draw.c - see desk.h: the frame of the screen, people, log, and the small windows over the
 * table. */
#include "desk.h"

#include "term/screen/key_row.h"
#include "lang/translate.h"

#include <stdio.h>
#include <string.h>

enum {
    BESIDE_FROM = 108,
    PANEL_LEAST = 30,
    PANEL_MOST = 60,
    AIRY_ROWS = 30,
    LARGE_ROWS = 34,
    LARGE_WIDTH = 100
};

/* How large piles and cards are. */
static void choose_sizes(struct layout *layout)
{
    bool large = layout->rows >= LARGE_ROWS && layout->width >= LARGE_WIDTH;
    layout->is_short = layout->rows < SCREEN_ROWS;
    layout->is_narrow = layout->columns < SCREEN_COLUMNS;
    layout->air = layout->beside && layout->rows >= AIRY_ROWS;
    layout->pile_width = (layout->width - 4) / 4;
    layout->box_width = large ? 13 : 9;
    layout->box_height = large ? 5 : 3;
    layout->card_width = large ? 8 : 6;
    layout->card_height = large ? 5 : 3;
    layout->ladder_rows = large ? 8 : 3;
}

/* The rows of the table from top to bottom: piles, strip, hand, duties. */
static void place_rows(struct layout *layout)
{
    int hint_rows = layout->is_short ? 1 : 2, piles = 1 + layout->box_height + 2 + hint_rows;
    layout->piles_y = 3 + layout->air;
    layout->memory_y = layout->is_short ? -1 : layout->piles_y + piles + layout->air;
    layout->hand_y =
        layout->is_short ? layout->piles_y + piles + 1 : layout->memory_y + 3 + layout->air;
    layout->duties_y = layout->hand_y + layout->card_height + layout->air;
}

struct layout desk_layout(const struct desk *desk)
{
    (void)desk;
    struct layout layout = {.rows = screen_rows(), .columns = screen_columns()};
    int panel = layout.columns - LARGE_WIDTH - 2;
    panel = panel > PANEL_MOST ? PANEL_MOST : panel < PANEL_LEAST ? PANEL_LEAST : panel;
    layout.beside = layout.columns >= BESIDE_FROM;
    layout.width = layout.beside ? layout.columns - panel - 2 : layout.columns;
    choose_sizes(&layout);
    place_rows(&layout);
    layout.log_y = layout.beside ? 1 : layout.duties_y + 1;
    layout.log_x = layout.beside ? layout.width + 2 : 2;
    layout.log_rows = layout.rows - 2 - layout.log_y;
    layout.log_width = layout.beside ? panel : layout.columns - 4;
    return layout;
}

/* ---------------------------------------------------------------- people */

static bool is_voting(const struct scene *scene)
{
    return scene->dealt && scene->phase == SCENE_PLAYING &&
        stos_view_phase(&scene->view) == STOS_PHASE_START;
}

/* What somebody says about themselves, shortened if there is little room. */
static void tell_self(int hint, int room, char *out, size_t size)
{
    const char *words = tell_self_hint(hint);
    snprintf(out, size, "%s", screen_width(words) > room ? tell_self_hint_short(hint) : words);
}

/* What stands below a name: what somebody does, says or has said. `short_name`: the name does not
 * say that it is a bot. */
static void tell_person(const struct scene *scene, const struct show *show, int seat, bool acts,
                        bool short_name, int room, char *out, size_t size)
{
    char name[STOS_NAME_TEXT + 16];
    int vote = is_voting(scene) ? stos_view_votes(&scene->view)[seat] : -1;
    out[0] = '\0';
    if (scene->thinking >> seat & 1)
        snprintf(out, size, "%s", _("thinking…"));
    else if (scene->seat[seat].away)
        snprintf(out, size, "%s", _("away"));
    else if (scene->hints.self[seat])
        tell_self(scene->hints.self[seat], room, out, size);
    else if (vote >= 0)
        snprintf(out, size, "→ %s", scene_short_name(scene, vote, room - 2, name));
    else if (seat == scene->you && (acts || scene->phase != SCENE_PLAYING))
        snprintf(out, size, "%s", acts ? _("your turn") : _("you"));
    else if (scene->dealt && show->said[seat].count > 0)
        snprintf(out, size, "%dx%d", show->said[seat].count, show->said[seat].face);
    else if (seat == scene->you)
        snprintf(out, size, "%s", _("you"));
    else if (short_name)
        snprintf(out, size, "%s", _("bot"));
}

static void draw_person(const struct desk *desk, const struct show *show, int seat, int x,
                        int width)
{
    const struct scene *scene = &desk->source->scene;
    const struct scene_seat *person = &scene->seat[seat];
    char name[STOS_NAME_TEXT + 16], said[96];
    bool acts = scene->dealt && scene->phase == SCENE_PLAYING &&
        (stos_view_actors(&scene->view) >> seat & 1);
    screen_style(is_voting(scene) && scene_may_act(scene) && seat == desk->seat ? STYLE_CURSOR
                     : acts                                                     ? STYLE_ACCENT
                                                                                : STYLE_PLAIN);
    const char *shown = person->open ? _("(open seat)") : scene_name(scene, seat, name);
    bool shortened = person->bot && screen_width(shown) > width - 5;
    if (shortened)
        scene_short_name(scene, seat, width - 5, name);
    int used = screen_put(1, x, 1, acts ? "▶" : " ");
    used += screen_put(1, x + used, width - 5, shown);
    screen_target(1, x, 2, width, TARGET_SEAT, seat);
    if (scene->dealt)
        screen_print(1, x + used, 4, " ▮%d", show->cards[seat]);
    screen_style(STYLE_DIM);
    tell_person(scene, show, seat, acts, shortened, width - 2, said, sizeof said);
    screen_put(2, x + 1, width - 2, said);
    screen_style(STYLE_PLAIN);
}

static void draw_people(const struct desk *desk, const struct layout *layout)
{
    int seats = scene_seats(&desk->source->scene),
        width = (layout->width - 2) / (seats < 3 ? 3 : seats);
    struct show show = {0};
    if (desk->source->scene.dealt)
        show = desk_look(desk);
    for (int seat = 0; seat < seats; seat++)
        draw_person(desk, &show, seat, 1 + seat * width, width);
}

/* ---------------------------------------------------------------- title, log, last rows */

static void draw_title(const struct desk *desk, const struct layout *layout)
{
    const struct scene *scene = &desk->source->scene;
    char right[TELL_TEXT] = "";
    if (scene->dealt) {
        struct show show = desk_look(desk);
        tell_facts(scene->rules.game, &show, SHOW_STATUS, ", ", right);
    }
    bool lost = !scene->connected && scene->dealt;
    if (lost)
        snprintf(right, sizeof right, "%s", _("connection lost, trying again…"));
    else if (scene->unanswered)
        snprintf(right, sizeof right, "%s", _("no answer yet, waiting…"));
    screen_style(lost || scene->unanswered ? STYLE_WARNING : STYLE_DIM);
    int at = layout->width - screen_width(right) - 1;
    screen_put(0, at, layout->width - at, right);
    const char *title = stos_game_title(scene->rules.game), *series = strstr(title, " - ");
    if (series && at < 2 + screen_width(title)) /* what tells it from its sister is enough */
        title = series + 3;
    bool fits = at > 8 + screen_width(title);
    screen_style(STYLE_BOLD);
    int used = fits ? screen_put(0, 1, 6, "stos  ") : 0;
    screen_style(STYLE_PLAIN);
    screen_put(0, 1 + used, at - 2 - used, title);
}

/* The last lines that fit, newest at the bottom; from the top on while there are few. */
static void draw_scroll(const struct scroll *scroll, int y, int x, int rows, int width)
{
    int total = 0;
    const char *line;
    for (int i = 0; total < rows && (line = scroll_from_end(scroll, i)); i++)
        total += screen_wrap(-1, x, width, rows, line);
    int bottom = y + (total < rows ? total : rows);
    for (int i = 0; bottom > y && (line = scroll_from_end(scroll, i)); i++) {
        int height = screen_wrap(-1, x, width, rows, line);
        bottom -= height;
        if (bottom >= y)
            screen_wrap(bottom, x, width, height, line);
    }
}

static void draw_heading(int y, int x, const char *text)
{
    screen_style(STYLE_DIM);
    screen_put(y, x, 30, text);
    screen_style(STYLE_PLAIN);
}

bool desk_coach_fits(const struct desk *desk)
{
    struct layout layout = desk_layout(desk);
    return screen_wrap(-1, 0, layout.log_width - 1, layout.rows, desk->source->scene.coach) <=
        layout.log_rows - layout.beside;
}

static void draw_log(const struct desk *desk, const struct layout *layout)
{
    const struct scene *scene = &desk->source->scene;
    if (scene->coach[0]) {
        screen_style(STYLE_ACCENT);
        screen_wrap(layout->log_y + layout->beside, layout->log_x, layout->log_width - 1,
                    layout->log_rows - layout->beside, scene->coach);
        screen_style(STYLE_PLAIN);
        return;
    }
    bool talk = scene->talk.count > 0;
    int rows = layout->log_rows;
    if (!layout->beside) {
        int half = talk ? layout->log_width / 2 : layout->log_width;
        draw_scroll(&scene->log, layout->log_y, layout->log_x, rows, half - 1);
        if (talk)
            draw_scroll(&scene->talk, layout->log_y, layout->log_x + half, rows,
                        layout->log_width - half);
        return;
    }
    int log_rows = talk ? rows * 3 / 5 : rows;
    for (int y = 0; y < layout->rows - 2; y++)
        screen_style(STYLE_DIM), screen_put(y, layout->width, 1, "│");
    draw_heading(layout->log_y, layout->log_x, _("LOG"));
    draw_scroll(&scene->log, layout->log_y + 1, layout->log_x, log_rows - 1, layout->log_width - 1);
    if (!talk)
        return;
    draw_heading(layout->log_y + log_rows, layout->log_x, _("TALK"));
    draw_scroll(&scene->talk, layout->log_y + log_rows + 1, layout->log_x, rows - log_rows - 1,
                layout->log_width - 1);
}

static const char *keys_of(const struct desk *desk)
{
    const struct scene *scene = &desk->source->scene;
    if (desk->keys)
        return desk->keys;
    if (desk->mode == MODE_TALK)
        return _("Enter send  Esc cancel");
    if (desk->mode == MODE_HINTS)
        return _("↑↓ choose  ←→ pile  Enter say it  Esc cancel");
    if (scene->phase == SCENE_WAITING)
        return scene->compares ? _("b begin  f bots to open seats  w standings  t talk")
                               : _("b begin  f bots to open seats  t talk");
    if (scene->phase == SCENE_PAUSED)
        return _("b go on  t talk");
    if (scene->phase == SCENE_OVER)
        return scene->compares ? _("n next deal  w standings  d same deal  Enter summary")
                               : _("n new game  d same deal  Enter summary  u undo");
    if (!scene_may_act(scene))
        return _("Space hurry the bots  u undo  s save  g give a hint  t talk");
    switch (stos_view_phase(&scene->view)) {
    case STOS_PHASE_START: return _("←→ who starts  Enter vote  g give a hint  h advice");
    case STOS_PHASE_SHOW: return _("←→ card  Space turn it  Enter done  h advice");
    case STOS_PHASE_DIRECTION: return _("←→ direction  Enter declare");
    case STOS_PHASE_BID:
        return desk_first_bid(desk) > 0 ? _("←→↑↓ bid  Enter bid  c challenge  h advice  u undo")
                                        : _("←→↑↓ bid  Enter bid  h advice  u undo");
    default:
        if (desk->plan.closed)
            return _("nothing can follow this card (?)  e play it  u take back");
        if (desk->plan.count > 0)
            return _("only you see these cards (?)  e play and end  p play  u take back");
        return _("←→ card  ↑↓ pile  Enter place  e end  u undo  h advice  s save");
    }
}

/* Keys that do nothing at this table, for key_row(). */
static void idle_keys(const struct desk *desk, char out[8])
{
    const struct source *source = desk->source;
    const struct scene *scene = &source->scene;
    const struct {
        bool works;
        char key;
    } keys[] = {{source->save, 's'},
                {source->say, 't'},
                {source->undo, 'u'},
                {desk_takes_hints(desk), 'g'},
                {source->fill, 'f'}};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (!keys[i].works)
            *out++ = keys[i].key;
    bool waits = scene->phase == SCENE_PLAYING && !scene_may_act(scene) &&
        desk->mode != MODE_TALK && desk->mode != MODE_HINTS;
    if (waits && !source->hurry) /* nobody can be hurried */
        *out++ = KEY_ROW_NAMED;
    *out = '\0';
}

static void draw_keys(const struct desk *desk, const struct layout *layout)
{
    const char *last = desk->keys ? _("q back") : _("? help  q quit");
    char idle[8] = "";
    int room = layout->columns - 2, width = screen_width(last);
    if (!desk->keys)
        idle_keys(desk, idle);
    screen_style(STYLE_DIM);
    key_row(layout->rows - 1, 1, room - width - 2, keys_of(desk), idle);
    screen_put(layout->rows - 1, 1 + room - width, width, last);
    screen_style(STYLE_PLAIN);
}

/* In one row, or with the row above it where it is long. */
static void draw_message(const char *message, int y, int columns)
{
    int rows = screen_wrap(-1, 1, columns - 2, 2, message);
    screen_style(STYLE_ACCENT);
    if (rows > 1)
        screen_fill(y - 1, 0, 1, columns);
    screen_wrap(y - rows + 1, 1, columns - 2, rows, message);
}

static void draw_last_rows(const struct desk *desk, const struct layout *layout)
{
    const struct scene *scene = &desk->source->scene;
    int y = layout->rows - 2;
    if (desk->mode == MODE_TALK) {
        screen_style(STYLE_ACCENT);
        int used = screen_put(y, 1, layout->columns, _("Say: "));
        int width = screen_width(desk->text), room = layout->columns - used - 4;
        screen_style(STYLE_PLAIN);
        const char *text = desk->text;
        while (width > room && *text) { /* the end of a long text is what is being typed */
            do
                text++;
            while (((unsigned char)*text & 0xc0) == 0x80);
            width = screen_width(text);
        }
        used += screen_put(y, 1 + used, room, text);
        screen_style(STYLE_CURSOR);
        screen_put(y, 1 + used, 1, " ");
    } else if (desk->message[0]) {
        draw_message(desk->message, y, layout->columns);
    } else if (scene->late_ms > 0) {
        int64_t left = (scene->late_ms - clock_ms()) / 1000;
        screen_style(left < 10 ? STYLE_WARNING : STYLE_DIM);
        screen_print(y, 1, layout->columns - 2, _("%lld s left for this turn"),
                     (long long)(left < 0 ? 0 : left));
    }
    draw_keys(desk, layout);
}

/* ---------------------------------------------------------------- windows over the table */

/* A window in the middle, no wider than the screen; tells where its text begins, and returns how
 * wide that may be. */
static int open_window(int height, int width, int *y, int *x)
{
    width = width > screen_columns() - 2 ? screen_columns() - 2 : width;
    *y = (screen_rows() - height) / 2;
    *x = (screen_columns() - width) / 2;
    screen_style(STYLE_PLAIN);
    screen_fill(*y, *x, height, width);
    screen_box(*y, *x, height, width, true);
    *y += 1;
    *x += 2;
    return width - 4;
}

/* What keys do stands in a column of its own; a line without keys takes both. */
static int draw_help_line(int y, int x, int width, int rows, const char *text)
{
    enum { KEYS = 10 };
    const char *gap = strstr(text, "  ");
    char keys[64];
    for (; gap && gap[strspn(gap, " ")]; gap = strstr(gap + strspn(gap, " "), "  ")) {
        const char *rest = gap + strspn(gap, " ");
        snprintf(keys, sizeof keys, "%.*s", (int)(rest - text), text);
        if (screen_width(keys) < KEYS)
            continue;
        screen_put(y, x, KEYS, keys);
        return screen_wrap(y, x + KEYS, width - KEYS, rows, rest);
    }
    return screen_wrap(y, x, width, rows, text);
}

static void draw_help(void)
{
    static const char *const lines[] = {
        N_("← →       choose a card, or type its number"),
        N_("↑ ↓       choose a pile, or a to d to place there at once"),
        N_("Enter     place the card, vote, bid, confirm"),
        N_("e         end the turn once enough cards are placed"),
        N_("Space     LIE: flip a card; while bots think: hurry them"),
        N_("c         LIE: challenge the last bid"),
        N_("u  h      take back; what a good player would do, and why"),
        N_("g  t      give a hint; say something (at a server's table)"),
        N_("s  q      save; quit (asks, and can save)"),
        N_("Mouse     click a card, then a pile; click a bid twice"),
        N_("Ctrl-Z    suspend (fg resumes); Ctrl-C stops"),
        N_("r         here: read the rules of this game"),
        "",
        N_("Small jumps are cheap. A card exactly 10 back is the trick."),
        N_("The strip shows cards: ■ gone, ◆ yours, · still to come."),
    };
    enum { LINES_OF_HELP = sizeof lines / sizeof lines[0] };
    int y, x, height = LINES_OF_HELP + 4 < screen_rows() ? LINES_OF_HELP + 4 : screen_rows();
    int width = open_window(height, 72, &y, &x), row = 0;
    for (int i = 0; i < LINES_OF_HELP && row < height - 3; i++)
        row += *lines[i] ? draw_help_line(y + row, x, width, height - 3 - row, _(lines[i])) : 1;
    screen_style(STYLE_DIM);
    screen_put(y + height - 3, x, width, _("Press any key to continue."));
}

/* What the coach says where it has no room beside the table. */
static void draw_coach(const struct desk *desk)
{
    const char *text = desk->source->scene.coach;
    int y, x, most = screen_columns() < 66 ? screen_columns() - 6 : 60,
              rows = screen_wrap(-1, 0, most, screen_rows() - 6, text);
    int width = open_window(rows + 4, most + 4, &y, &x);
    screen_wrap(y, x, width, rows, text);
    screen_style(STYLE_DIM);
    screen_put(y + rows + 1, x, width, _("Press any key to continue."));
}

static void draw_quit(const struct desk *desk)
{
    int y, x, width = open_window(6, 60, &y, &x);
    screen_put(y, x, width, _("Leave the game?"));
    screen_put(y + 2, x, width,
               desk->source->save ? _("y  save and quit     n  quit without saving")
                                  : _("y  leave; you can come back"));
    screen_put(y + 3, x, width, _("Esc  go on playing"));
}

static void draw_curtain(const struct desk *desk)
{
    char name[STOS_NAME_TEXT + 16], text[NOTICE_TEXT];
    const struct scene *scene = &desk->source->scene;
    int y = screen_rows() / 2 - 1;
    screen_clear();
    snprintf(text, sizeof text,
             _("%s, it is your turn. Press Enter when only you look at the screen."),
             scene_name(scene, scene->curtain, name));
    screen_style(STYLE_BOLD);
    screen_wrap(y, 4, screen_columns() - 8, 4, text);
    screen_target(0, 0, screen_rows(), screen_columns(), TARGET_GO_ON, 0);
}

static void draw_hint_menu(const struct desk *desk)
{
    char text[TELL_TEXT];
    int y, x;
    open_window(14, 50, &y, &x);
    screen_style(STYLE_BOLD);
    screen_put(y, x, 46, _("Say without numbers:"));
    for (int i = 0; i < 10; i++) {
        bool about_pile = i < 6;
        tell_hint(desk->source->scene.rules.game, about_pile ? desk->hint_pile : -1,
                  about_pile ? i : i - 5, text);
        screen_style(i == desk->hint_choice ? STYLE_CURSOR : STYLE_PLAIN);
        screen_put(y + 1 + i, x, 46, text);
    }
    screen_style(STYLE_PLAIN);
}

static void draw_waiting(const struct desk *desk, const struct layout *layout)
{
    const struct scene *scene = &desk->source->scene;
    screen_style(STYLE_BOLD);
    screen_put(5, 2, layout->width - 4,
               scene->connected ? _("Waiting for people.") : _("Connecting to the server…"));
    screen_style(STYLE_PLAIN);
    if (scene->invite[0]) {
        screen_put(7, 2, layout->width - 4,
                   _("Others join with this link, or with the code in it:"));
        screen_style(STYLE_ACCENT);
        screen_put(8, 2, layout->width - 4, scene->invite);
    }
    screen_style(STYLE_PLAIN);
    if (scene->connected)
        screen_wrap(10, 2, layout->width - 4, 3,
                    _("The owner of the table begins with b; f gives the open seats to bots."));
}

static void draw_window(struct desk *desk)
{
    switch (desk->mode) {
    case MODE_HELP: draw_help(); break;
    case MODE_COACH: draw_coach(desk); break;
    case MODE_QUIT: draw_quit(desk); break;
    case MODE_CURTAIN: draw_curtain(desk); break;
    case MODE_REVEAL: desk_draw_reveal(desk); break;
    case MODE_HINTS: draw_hint_menu(desk); break;
    case MODE_SUMMARY: desk_draw_summary(desk); break;
    default: break;
    }
}

/* While hands are opened one by one, log and people know the end already: they would give it away.
 */
static bool is_opening_hands(const struct desk *desk)
{
    return desk->mode == MODE_REVEAL && desk->revealed < scene_seats(&desk->source->scene);
}

static void draw_table(struct desk *desk, const struct layout *layout)
{
    const struct scene *scene = &desk->source->scene;
    draw_people(desk, layout);
    if (!scene->dealt || scene->phase == SCENE_WAITING)
        draw_waiting(desk, layout);
    else if (scene->rules.game->show->ladder)
        desk_draw_bids(desk, layout);
    else
        desk_draw_piles(desk, layout);
    draw_log(desk, layout);
}

void desk_draw(struct desk *desk)
{
    struct layout layout = desk_layout(desk);
    if (screen_is_too_small())
        return;
    screen_clear();
    draw_title(desk, &layout);
    if (!is_opening_hands(desk))
        draw_table(desk, &layout);
    draw_last_rows(desk, &layout);
    draw_window(desk);
    screen_show();
}
