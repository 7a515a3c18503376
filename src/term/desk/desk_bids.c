/* desk_bids.c - see desk.h: games with bids - cards with two ends, the ladder of bids, the
 * challenge; drawing and keys. */
#include "desk.h"
#include "lang/translate.h"

#include <string.h>

enum { STEP_WIDTH = 7, CARD_WIDTH = 5, REVEAL_MS = 220 };

static bool may_act_in(const struct desk *desk, enum stos_phase phase)
{
    const struct scene *scene = &desk->source->scene;
    return scene_may_act(scene) && stos_view_phase(&scene->view) == phase;
}

/* The end that is up (or the other one): the chosen one, or the first before the choice, unless it
 * is turned now. */
static int face_of(const struct desk *desk, const struct show *show, int card, bool other)
{
    bool turned = show->phase == STOS_PHASE_SHOW && (desk->flipped >> card & 1);
    return show->card[card].label[turned != other];
}

static stos_move show_move(const struct desk *desk)
{
    struct show show = desk_look(desk);
    stos_move move = (stos_move)STOS_SHOW << 24;
    for (int i = 0; i < show.hand; i++)
        move |= (stos_move)face_of(desk, &show, i, false) << 4 * i;
    return move;
}

unsigned desk_differs_from(const struct desk *desk, stos_move move)
{
    struct show show = desk_look(desk);
    unsigned differs = 0;
    for (int i = 0; i < show.hand; i++)
        differs |= (unsigned)((int)(move >> 4 * i & 15) != face_of(desk, &show, i, false)) << i;
    return differs;
}

/* What was turned is chosen now, so nothing is turned any more. */
void desk_show(struct desk *desk)
{
    stos_move move = show_move(desk);
    desk->flipped = 0;
    desk_play(desk, move);
}

/* ---------------------------------------------------------------- the ladder */

struct ladder {
    struct show_step step[SHOW_BIDS];
    int steps, first; /* first: the step above the standing bid */
};

static struct ladder ladder_of(const struct desk *desk)
{
    struct ladder ladder = {.first = 0};
    ladder.steps = game_ladder(&desk->source->scene.view, ladder.step);
    for (int i = 0; i < ladder.steps; i++)
        if (ladder.step[i].state == SHOW_STEP_STANDS)
            ladder.first = i + 1;
    return ladder;
}

int desk_first_bid(const struct desk *desk) { return ladder_of(desk).first; }

static stos_move bid_of(const struct show_step *step)
{
    return stos_move_make(STOS_BID, step->bid.count, step->bid.face);
}

void desk_point_at_bid(struct desk *desk, stos_move move)
{
    struct ladder ladder = ladder_of(desk);
    for (int i = 0; i < ladder.steps; i++)
        if (bid_of(&ladder.step[i]) == move)
            desk->bid = i;
}

void desk_reset_bids(struct desk *desk)
{
    int first = desk_first_bid(desk);
    if (may_act_in(desk, STOS_PHASE_BID) && desk->bid < first)
        desk->bid = first;
    if (may_act_in(desk, STOS_PHASE_SHOW) && desk->card >= desk_look(desk).hand)
        desk->card = 0;
    if (first == 0)
        desk->bid = 0;
}

/* ---------------------------------------------------------------- drawing */

static void draw_card(const struct desk *desk, const struct show *show, int card, int y, int x)
{
    bool cursor = may_act_in(desk, STOS_PHASE_SHOW) && card == desk->card;
    int up = face_of(desk, show, card, false);
    screen_style(cursor ? STYLE_ACCENT : STYLE_DIM);
    screen_box(y, x, 4, CARD_WIDTH, cursor);
    screen_card_style(2 + (up - 1) * 19, 99, true);
    screen_print(y + 1, x + 1, 3, " %d ", up);
    screen_style(STYLE_DIM);
    screen_print(y + 2, x + 1, 3, " %d ", face_of(desk, show, card, true));
    screen_target(y, x, 4, CARD_WIDTH, TARGET_CARD, card);
}

static void draw_cards(const struct desk *desk, const struct show *show, int y, int x, int width)
{
    for (int i = 0; i < show->hand; i++)
        draw_card(desk, show, i, y, x + i * (CARD_WIDTH + 1));
    screen_style(STYLE_PLAIN);
    if (!may_act_in(desk, STOS_PHASE_SHOW))
        return;
    int left = x + show->hand * (CARD_WIDTH + 1) + 2;
    int used = screen_wrap(y, left, width - left, 3,
                           show->card[0].chosen /* LI3 */
                               ? _("Chosen. You may change your mind until everybody has chosen.")
                               : _("Which end counts? Space turns a card."));
    y += used;
    screen_style(STYLE_CURSOR);
    used = screen_print(y, left, width - left, "[ %s ]", _("Done: Enter"));
    screen_target(y, left, 1, used, TARGET_SHOW, 0);
    screen_style(STYLE_PLAIN);
}

static void draw_step(const struct desk *desk, const struct ladder *ladder, int at, int y, int x)
{
    const struct show_step *step = &ladder->step[at];
    bool stands = step->state == SHOW_STEP_STANDS, acts = scene_may_act(&desk->source->scene);
    screen_style(stands ? STYLE_ACCENT : acts && at == desk->bid ? STYLE_CURSOR : STYLE_PLAIN);
    screen_print(y, x, STEP_WIDTH, stands ? "[%dx%d]" : " %dx%d ", step->bid.count, step->bid.face);
    if (!stands)
        screen_target(y, x, 1, STEP_WIDTH, TARGET_BID, at);
}

/* The steps from the bid that stands upward, moved so that the cursor is among them; the last place
 * tells that more follow. */
static void draw_ladder(const struct desk *desk, const struct ladder *ladder, int y, int x,
                        int width, int rows)
{
    int in_a_row = width / STEP_WIDTH, room = in_a_row * rows, most = ladder->steps,
        first = ladder->first > 0 ? ladder->first - 1 : 0;
    while (desk->bid >= first + room - (first + room < most))
        first += in_a_row;
    bool goes_on = first + room < most;
    for (int i = 0; i < room - goes_on && first + i < most; i++)
        draw_step(desk, ladder, first + i, y + i / in_a_row, x + i % in_a_row * STEP_WIDTH);
    screen_style(STYLE_DIM);
    if (goes_on)
        screen_put(y + rows - 1, x + (in_a_row - 1) * STEP_WIDTH + 1, STEP_WIDTH - 1, "…");
    screen_style(STYLE_PLAIN);
}

static void draw_directions(const struct desk *desk, int y, int x)
{
    const char *const words[] = {_("clockwise"), _("counter-clockwise")};
    int used = screen_put(y, x, 40, _("You start. Which direction?  "));
    for (int i = 0; i < 2; i++) {
        screen_style(desk->direction == i ? STYLE_CURSOR : STYLE_PLAIN);
        int width = screen_print(y, x + used, 30, " %s ", words[i]);
        screen_target(y, x + used, 1, width, TARGET_DIRECTION, i);
        used += width + 1;
    }
    screen_style(STYLE_PLAIN);
}

static void draw_bidding(const struct desk *desk, const struct layout *layout, int y)
{
    struct ladder ladder = ladder_of(desk);
    screen_style(STYLE_DIM);
    screen_put(y, 2, layout->width - 4, _("Bids, each higher than the one before it:"));
    draw_ladder(desk, &ladder, y + 1, 2, layout->width - 4, layout->ladder_rows);
    if (!scene_may_act(&desk->source->scene) || ladder.first == 0)
        return;
    screen_style(STYLE_BOLD);
    int below = y + 1 + layout->ladder_rows + !layout->is_short;
    int used =
        screen_print(below, 2, layout->width - 4, "[ %s: c ]", _("I challenge: that is too much"));
    screen_target(below, 2, 1, used, TARGET_CALL, 0);
    screen_style(STYLE_PLAIN);
}

void desk_draw_bids(struct desk *desk, const struct layout *layout)
{
    const struct scene *scene = &desk->source->scene;
    struct show show = desk_look(desk);
    char text[TELL_TEXT];
    int bids_y = layout->is_short ? 8 : 9, width = layout->width - 4;
    tell_facts(scene->rules.game, &show, SHOW_NOTE, ", ", text);
    screen_style(STYLE_DIM);
    screen_put(3, 2, width, text);
    screen_style(STYLE_PLAIN);
    if (scene->you >= 0)
        draw_cards(desk, &show, 4, 2, layout->width - 1);
    if (show.phase == STOS_PHASE_START)
        screen_put(bids_y + 1, 2, width, _("Who starts? Everybody must name the same player."));
    if (show.phase == STOS_PHASE_BID)
        draw_bidding(desk, layout, bids_y);
    else if (may_act_in(desk, STOS_PHASE_DIRECTION))
        draw_directions(desk, bids_y + 1, 2);
    tell_facts(scene->rules.game, &show, SHOW_BID, "", text);
    screen_style(STYLE_BOLD);
    if (*text)
        screen_put(bids_y + 2 + layout->ladder_rows + !layout->is_short, 2, width, text);
    screen_style(STYLE_PLAIN);
}

/* ---------------------------------------------------------------- the challenge */

static int count_found(const struct show_reveal *last, int seats)
{
    int found = 0;
    for (int seat = 0; seat < seats; seat++)
        for (int i = 0; i < last->cards[seat]; i++)
            found += last->card[seat][i].counts;
    return found;
}

static void draw_revealed(const struct show_reveal *last, int seat, int y, int x)
{
    for (int i = 0; i < last->cards[seat]; i++) {
        screen_style(last->card[seat][i].counts ? STYLE_CURSOR : STYLE_DIM);
        screen_print(y, x + 4 * i, 3, " %d ", last->card[seat][i].label[0]);
    }
}

void desk_draw_reveal(struct desk *desk)
{
    const struct scene *scene = &desk->source->scene;
    struct show_reveal last;
    char name[STOS_NAME_TEXT + 16];
    int seats = scene_seats(scene), height = seats + 8, width = 60,
        y = (screen_rows() - height) / 2, x = (screen_columns() - width) / 2,
        opened = desk->revealed < seats ? desk->revealed : seats;
    game_reveal(&scene->view, &last);
    screen_style(STYLE_PLAIN);
    screen_fill(y, x, height, width);
    screen_box(y, x, height, width, true);
    screen_style(STYLE_BOLD);
    screen_print(y + 1, x + 2, width - 4, _("%s: challenge of %dx%d"),
                 scene_name(scene, last.challenger, name), last.bid.count, last.bid.face);
    for (int seat = 0; seat < seats; seat++) {
        screen_style(STYLE_PLAIN);
        screen_print(y + 3 + seat, x + 2, 20, "%s", scene_name(scene, seat, name));
        if (seat < opened)
            draw_revealed(&last, seat, y + 3 + seat, x + 24);
    }
    screen_style(STYLE_ACCENT);
    screen_print(y + 4 + seats, x + 2, width - 4, _("found %d of %d"), count_found(&last, opened),
                 last.bid.count);
    if (opened == seats)
        screen_print(y + 5 + seats, x + 2, width - 4, _("Round lost: %s"),
                     scene_name(scene, last.loser, name));
    screen_style(STYLE_DIM);
    screen_put(y + 6 + seats, x + 2, width - 4, _("Press Enter to continue."));
    screen_target(y, x, height, width, TARGET_GO_ON, 0);
}

/* ---------------------------------------------------------------- keys */

static void move_bid(struct desk *desk, const struct ladder *ladder, int by)
{
    int last = ladder->steps - 1;
    desk->bid += by;
    desk->bid = desk->bid < ladder->first ? ladder->first : desk->bid > last ? last : desk->bid;
}

/* Typing "3x4" puts the cursor there. */
static void type_bid(struct desk *desk, int character)
{
    size_t length = strlen(desk->typed);
    if (length + 2 > sizeof desk->typed)
        length = 0;
    desk->typed[length] = (char)character;
    desk->typed[length + 1] = '\0';
    stos_move move;
    stos_error error =
        stos_move_parse(desk->source->scene.rules.game, desk->typed, length + 1, &move);
    if (error.reason || stos_move_kind(move) != STOS_BID)
        return;
    desk->typed[0] = '\0';
    if (desk_is_legal(desk, move))
        desk_point_at_bid(desk, move);
}

static void bid_key(struct desk *desk, struct key key)
{
    int in_a_row = (desk_layout(desk).width - 4) / STEP_WIDTH;
    struct ladder ladder = ladder_of(desk);
    switch (key.code) {
    case KEY_ARROW_LEFT: move_bid(desk, &ladder, -1); break;
    case KEY_ARROW_RIGHT: move_bid(desk, &ladder, 1); break;
    case KEY_ARROW_UP: move_bid(desk, &ladder, -in_a_row); break;
    case KEY_ARROW_DOWN: move_bid(desk, &ladder, in_a_row); break;
    case KEY_FIRST: move_bid(desk, &ladder, -ladder.steps); break;
    case KEY_LAST: move_bid(desk, &ladder, ladder.steps); break;
    case 'c': desk_play(desk, stos_move_make(STOS_CALL, 0, 0)); break;
    case '\n':
        if (desk->bid < ladder.steps)
            desk_play(desk, bid_of(&ladder.step[desk->bid]));
        break;
    default:
        if ((key.code >= '0' && key.code <= '9') || key.code == 'x')
            type_bid(desk, (int)key.code);
    }
}

static void show_key(struct desk *desk, struct key key)
{
    int cards = desk_look(desk).hand;
    if (key.code == KEY_ARROW_LEFT && desk->card > 0)
        desk->card--;
    else if (key.code == KEY_ARROW_RIGHT && desk->card + 1 < cards)
        desk->card++;
    else if (key.code == ' ' || key.code == KEY_ARROW_UP || key.code == KEY_ARROW_DOWN)
        desk->flipped ^= 1u << desk->card;
    else if (key.code == '\n')
        desk_show(desk);
}

void desk_bids_key(struct desk *desk, struct key key)
{
    switch (stos_view_phase(&desk->source->scene.view)) {
    case STOS_PHASE_SHOW: show_key(desk, key); break;
    case STOS_PHASE_BID: bid_key(desk, key); break;
    case STOS_PHASE_DIRECTION:
        if (key.code == KEY_ARROW_LEFT || key.code == KEY_ARROW_RIGHT)
            desk->direction ^= 1;
        else if (key.code == '\n')
            desk_play(desk, stos_move_make(STOS_DIR, desk->direction, 0));
        break;
    default: break;
    }
}
