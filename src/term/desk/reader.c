/* reader.c - see term.h: the rules of a game to read, part by part. */
#include "lang/translate.h"
#include "teaching.h"
#include "term/screen/key_row.h"
#include "term/screen/screen.h"
#include "term/term.h"

/* Where the reader stands, and how far the screen is filled. */
struct reader {
    int first; /* the first part that is shown */
    int part, y, width;
    bool ends; /* the last part is on the screen */
};

/* Shows a part that fits below the others; the first one even when it does not. */
static bool put_part(void *context, enum teaching_kind kind, const char *text)
{
    struct reader *reader = context;
    int bottom = screen_rows() - 2, x = kind == TEACHING_PICTURE ? 8 : 4,
        width = reader->width - (kind == TEACHING_PICTURE ? 4 : 0);
    if (reader->part++ < reader->first)
        return true;
    bool air = reader->y > 2 && kind != TEACHING_PICTURE;
    int height = screen_wrap(-1, x, width, bottom, text);
    if (reader->y + air + height > bottom && reader->y > 2) {
        reader->ends = false;
        return false;
    }
    reader->y += air;
    screen_style(kind == TEACHING_HEAD          ? STYLE_BOLD
                     : kind == TEACHING_PICTURE ? STYLE_ACCENT
                                                : STYLE_PLAIN);
    reader->y += screen_wrap(reader->y, x, width, bottom - reader->y, text);
    return true;
}

static void draw(const stos_game *game, struct reader *reader)
{
    if (screen_is_too_small())
        return;
    int room = screen_columns() - 8;
    reader->part = 0;
    reader->y = 2;
    reader->width = room > 76 ? 76 : room;
    reader->ends = true;
    screen_clear();
    screen_style(STYLE_BOLD);
    screen_put(0, 1, screen_columns() - 2, stos_game_title(game));
    teaching_rules(stos_game_name(game), put_part, reader);
    screen_style(STYLE_DIM);
    key_row(screen_rows() - 1, 1, screen_columns() - 2, _("↓ ↑ Space read on  q back"), "");
    screen_show();
}

enum term_end term_rules(const stos_game *game)
{
    struct reader reader = {0};
    for (;;) {
        draw(game, &reader);
        switch (screen_key(-1, -1).code) {
        case KEY_ARROW_DOWN:
        case KEY_PAGE_DOWN:
        case '\n':
        case ' ': reader.first += !reader.ends; break;
        case KEY_ARROW_UP:
        case KEY_PAGE_UP: reader.first -= reader.first > 0; break;
        case KEY_FIRST: reader.first = 0; break;
        case 'q':
        case 27: return TERM_LEFT;
        case KEY_CLOSED: return TERM_INTERRUPTED;
        default: break;
        }
    }
}
