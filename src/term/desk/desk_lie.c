/* desk_lie.c - see desk.h: cards with two ends, the ladder of bids, the challenge; drawing and
 * keys. */
#include "bot/lie/bidding.h"
#include "desk.h"
#include "lang/translate.h"

#include <string.h>

enum { STEP_WIDTH = 7, CARD_WIDTH = 5, REVEAL_MS = 220 };

static const struct stos_lie_view *lie_of(const struct desk *desk)
{
    return &desk->source->scene.view.as.lie;
}

static int own_cards(const struct desk *desk)
{
    const struct stos_lie_view *seen = lie_of(desk);
    return seen->seat < 0 ? 0 : seen->table.count[seen->seat];
}

/* LI3: whether one has chosen already, and may choose again because others have not. */
static bool has_chosen(const struct desk *desk) { return lie_of(desk)->face[0] != 0; }

/* The end that is up: the chosen one, or the lower one before the choice, unless it is turned now.
 */
static int face_up(const struct desk *desk, int card)
{
    const struct stos_lie_view *seen = lie_of(desk);
    int low = stos_lie_low_face(seen->kind[card]), high = stos_lie_high_face(seen->kind[card]);
    int lies = seen->face[card] ? seen->face[card] : low;
    bool turned = seen->table.phase == STOS_PHASE_SHOW && (desk->flipped >> card & 1);
    return !turned ? lies : lies == low ? high : low;
}

static stos_move show_move(const struct desk *desk)
{
    stos_move move = (stos_move)STOS_SHOW << 24;
    for (int i = 0; i < own_cards(desk); i++)
        move |= (stos_move)face_up(desk, i) << 4 * i;
    return move;
}

unsigned desk_differs_from(const struct desk *desk, stos_move show)
{
    unsigned differs = 0;
    for (int i = 0; i < own_cards(desk); i++)
        differs |= (unsigned)((int)(show >> 4 * i & 15) != face_up(desk, i)) << i;
    return differs;
}

/* What was turned is chosen now, so nothing is turned any more. */
void desk_show(struct desk *desk)
{
    stos_move move = show_move(desk);
    desk->flipped = 0;
    desk_play(desk, move);
}

int desk_first_bid(const struct desk *desk) { return stos_lie_last_bid(&lie_of(desk)->table) + 1; }

bool desk_last_bid(const stos_view *view, int seat, int *count, int *face)
{
    const struct stos_lie_table *table = &view->as.lie.table;
    struct lie_bidding round;
    int8_t place_of[STOS_LIE_SEATS];
    uint8_t ranks[STOS_LIE_CARDS * STOS_LIE_FACES];
    if (view->game != STOS_LIE || table->phase != STOS_PHASE_BID || table->direction == 0)
        return false;
    lie_bidding_open(&round, table, table->direction, place_of);
    for (int i = lie_bidding_ranks(table, ranks) - 1; i >= 0; i--) /* they bid in turn */
        if (i % round.players == place_of[seat]) {
            stos_lie_bid_at(table, ranks[i], count, face);
            return true;
        }
    return false;
}

static int bids_in_all(const struct desk *desk)
{
    return lie_of(desk)->table.cards * STOS_LIE_FACES;
}

/* ---------------------------------------------------------------- drawing */

static void draw_cards(const struct desk *desk, int y, int x, int width)
{
    const struct stos_lie_view *seen = lie_of(desk);
    bool chooses = scene_may_act(&desk->source->scene) && seen->table.phase == STOS_PHASE_SHOW;
    for (int i = 0; i < own_cards(desk); i++) {
        int up = face_up(desk, i), low = stos_lie_low_face(seen->kind[i]),
            left = x + i * (CARD_WIDTH + 1);
        screen_style(chooses && i == desk->card ? STYLE_ACCENT : STYLE_DIM);
        screen_box(y, left, 4, CARD_WIDTH, chooses && i == desk->card);
        screen_card_style(2 + (up - 1) * 19, 99, true);
        screen_print(y + 1, left + 1, 3, " %d ", up);
        screen_style(STYLE_DIM);
        screen_print(y + 2, left + 1, 3, " %d ",
                     up == low ? stos_lie_high_face(seen->kind[i]) : low);
        screen_target(y, left, 4, CARD_WIDTH, TARGET_CARD, i);
    }
    screen_style(STYLE_PLAIN);
    if (!chooses)
        return;
    int left = x + own_cards(desk) * (CARD_WIDTH + 1) + 2;
    int used = screen_wrap(y, left, width - left, 3,
                           has_chosen(desk)
                               ? _("Chosen. You may change your mind until everybody has chosen.")
                               : _("Which end counts? Space turns a card."));
    y += used;
    screen_style(STYLE_CURSOR);
    used = screen_print(y, left, width - left, "[ %s ]", _("Done: Enter"));
    screen_target(y, left, 1, used, TARGET_SHOW, 0);
    screen_style(STYLE_PLAIN);
}

static void draw_step(const struct desk *desk, int rank, int y, int x)
{
    int count, face;
    bool stands = rank == stos_lie_last_bid(&lie_of(desk)->table),
         acts = scene_may_act(&desk->source->scene);
    stos_lie_bid_at(&lie_of(desk)->table, rank, &count, &face);
    screen_style(stands ? STYLE_ACCENT : acts && rank == desk->bid ? STYLE_CURSOR : STYLE_PLAIN);
    screen_print(y, x, STEP_WIDTH, stands ? "[%dx%d]" : " %dx%d ", count, face);
    if (!stands)
        screen_target(y, x, 1, STEP_WIDTH, TARGET_BID, rank);
}

/* The steps from the bid that stands upward, moved so that the cursor is among them; the last place
 * tells that more follow. */
static void draw_ladder(const struct desk *desk, int y, int x, int width, int rows)
{
    int in_a_row = width / STEP_WIDTH, room = in_a_row * rows, first = desk_first_bid(desk) - 1,
        most = bids_in_all(desk);
    first = first < 0 ? 0 : first;
    while (desk->bid >= first + room - (first + room < most))
        first += in_a_row;
    bool goes_on = first + room < most;
    for (int i = 0; i < room - goes_on && first + i < most; i++)
        draw_step(desk, first + i, y + i / in_a_row, x + i % in_a_row * STEP_WIDTH);
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
    const struct scene *scene = &desk->source->scene;
    screen_style(STYLE_DIM);
    screen_put(y, 2, layout->width - 4, _("Bids, each higher than the one before it:"));
    draw_ladder(desk, y + 1, 2, layout->width - 4, layout->ladder_rows);
    if (!scene_may_act(scene) || desk_first_bid(desk) == 0)
        return;
    screen_style(STYLE_BOLD);
    int below = y + 1 + layout->ladder_rows + !layout->is_short;
    int used =
        screen_print(below, 2, layout->width - 4, "[ %s: c ]", _("I challenge: that is too much"));
    screen_target(below, 2, 1, used, TARGET_CALL, 0);
    screen_style(STYLE_PLAIN);
}

void desk_draw_lie(struct desk *desk, const struct layout *layout)
{
    const struct scene *scene = &desk->source->scene;
    const struct stos_lie_table *table = &lie_of(desk)->table;
    int last = stos_lie_last_bid(table), count, face, bids_y = layout->is_short ? 8 : 9;
    screen_style(STYLE_DIM);
    const char *wild = stos_lie_ones_wild(table) ? _("ones are wild") : "",
               *tie = table->tiebreak ? _("tie-break") : "";
    screen_print(3, 2, layout->width - 4, "%s%s%s", wild, *wild && *tie ? ", " : "", tie);
    screen_style(STYLE_PLAIN);
    if (scene->you >= 0)
        draw_cards(desk, 4, 2, layout->width - 1);
    if (table->phase == STOS_PHASE_START)
        screen_put(bids_y + 1, 2, layout->width - 4,
                   _("Who starts? Everybody must name the same player."));
    if (table->phase == STOS_PHASE_BID)
        draw_bidding(desk, layout, bids_y);
    else if (table->phase == STOS_PHASE_DIRECTION && scene_may_act(scene))
        draw_directions(desk, bids_y + 1, 2);
    if (last < 0)
        return;
    stos_lie_bid_at(table, last, &count, &face);
    screen_style(STYLE_BOLD);
    screen_print(bids_y + 2 + layout->ladder_rows + !layout->is_short, 2, layout->width - 4,
                 _("the bid stands at %dx%d"), count, face);
    screen_style(STYLE_PLAIN);
}

/* ---------------------------------------------------------------- the challenge */

static int count_matches(const struct stos_lie_reveal *last, int seats, bool wild)
{
    int found = 0;
    for (int seat = 0; seat < seats; seat++)
        for (int i = 0; i < last->hands.size[seat]; i++)
            found +=
                last->hands.face[seat][i] == last->face || (wild && last->hands.face[seat][i] == 1);
    return found;
}

void desk_draw_reveal(struct desk *desk)
{
    const struct scene *scene = &desk->source->scene;
    const struct stos_lie_reveal *last = &scene->view.as.lie.table.last;
    char name[STOS_NAME_TEXT + 16];
    int seats = scene_seats(scene), height = seats + 8, width = 60,
        y = (screen_rows() - height) / 2, x = (screen_columns() - width) / 2;
    bool wild = count_matches(last, seats, false) != last->found;
    screen_style(STYLE_PLAIN);
    screen_fill(y, x, height, width);
    screen_box(y, x, height, width, true);
    screen_style(STYLE_BOLD);
    screen_print(y + 1, x + 2, width - 4, _("%s: challenge of %dx%d"),
                 scene_name(scene, last->challenger, name), last->count, last->face);
    for (int seat = 0; seat < seats; seat++) {
        screen_style(STYLE_PLAIN);
        screen_print(y + 3 + seat, x + 2, 20, "%s", scene_name(scene, seat, name));
        for (int i = 0; i < last->hands.size[seat] && seat < desk->revealed; i++) {
            int shown = last->hands.face[seat][i];
            screen_style(shown == last->face || (wild && shown == 1) ? STYLE_CURSOR : STYLE_DIM);
            screen_print(y + 3 + seat, x + 24 + 4 * i, 3, " %d ", shown);
        }
    }
    screen_style(STYLE_ACCENT);
    screen_print(y + 4 + seats, x + 2, width - 4, _("found %d of %d"),
                 count_matches(last, desk->revealed < seats ? desk->revealed : seats, wild),
                 last->count);
    if (desk->revealed >= seats)
        screen_print(y + 5 + seats, x + 2, width - 4, _("Round lost: %s"),
                     scene_name(scene, last->loser, name));
    screen_style(STYLE_DIM);
    screen_put(y + 6 + seats, x + 2, width - 4, _("Press Enter to continue."));
    screen_target(y, x, height, width, TARGET_GO_ON, 0);
}

/* ---------------------------------------------------------------- keys */

static void move_bid(struct desk *desk, int by)
{
    int first = desk_first_bid(desk), last = bids_in_all(desk) - 1;
    desk->bid += by;
    desk->bid = desk->bid < first ? first : desk->bid > last ? last : desk->bid;
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
        desk->bid = stos_lie_rank(&lie_of(desk)->table, stos_move_low(move), stos_move_high(move));
}

static void bid_key(struct desk *desk, struct key key)
{
    int in_a_row = (desk_layout(desk).width - 4) / STEP_WIDTH, count, face;
    switch (key.code) {
    case KEY_ARROW_LEFT: move_bid(desk, -1); break;
    case KEY_ARROW_RIGHT: move_bid(desk, 1); break;
    case KEY_ARROW_UP: move_bid(desk, -in_a_row); break;
    case KEY_ARROW_DOWN: move_bid(desk, in_a_row); break;
    case KEY_FIRST: move_bid(desk, -bids_in_all(desk)); break;
    case KEY_LAST: move_bid(desk, bids_in_all(desk)); break;
    case 'c': desk_play(desk, stos_move_make(STOS_CALL, 0, 0)); break;
    case '\n':
        if (desk->bid < bids_in_all(desk)) {
            stos_lie_bid_at(&lie_of(desk)->table, desk->bid, &count, &face);
            desk_play(desk, stos_move_make(STOS_BID, count, face));
        }
        break;
    default:
        if ((key.code >= '0' && key.code <= '9') || key.code == 'x')
            type_bid(desk, (int)key.code);
    }
}

static void show_key(struct desk *desk, struct key key)
{
    int cards = own_cards(desk);
    if (key.code == KEY_ARROW_LEFT && desk->card > 0)
        desk->card--;
    else if (key.code == KEY_ARROW_RIGHT && desk->card + 1 < cards)
        desk->card++;
    else if (key.code == ' ' || key.code == KEY_ARROW_UP || key.code == KEY_ARROW_DOWN)
        desk->flipped ^= 1u << desk->card;
    else if (key.code == '\n')
        desk_show(desk);
}

void desk_lie_key(struct desk *desk, struct key key)
{
    switch (lie_of(desk)->table.phase) {
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
