/* desk_piles.c - see desk.h: piles, memory strip, hand and duties of games with piles. */
#include "base/cards.h"
#include "desk.h"
#include "lang/translate.h"

#include <stdio.h>

/* What is drawn: gathered once. */
struct piles_scene {
    const struct desk *desk;
    const struct scene *scene;
    const struct layout *layout;
    struct show show;
    int picked; /* the card under the cursor, 0: none */
    bool acts;
};

static struct piles_scene gather(const struct desk *desk, const struct layout *layout)
{
    struct piles_scene seen = {.desk = desk, .scene = &desk->source->scene, .layout = layout};
    seen.show = desk_look(desk);
    seen.acts = scene_may_act(seen.scene) && seen.show.phase == STOS_PHASE_PLAY;
    seen.picked =
        seen.acts && desk->card < seen.show.hand ? seen.show.card[desk->card].label[0] : 0;
    return seen;
}

/* ---------------------------------------------------------------- piles */

static bool takes(const struct piles_scene *seen, int pile)
{
    return seen->picked &&
        desk_is_legal(seen->desk, stos_move_make(STOS_PLACE, seen->picked, pile));
}

/* A card in its frame, the number in the middle. */
static void draw_card(const struct piles_scene *seen, int card, const char *mark, int y, int x,
                      int height, int width)
{
    char number[24];
    screen_card_style(card, seen->show.high, true);
    snprintf(number, sizeof number, "%*s%2d%s", (width - 4) / 2, "", card, mark);
    for (int row = 1; row < height - 1; row++) {
        screen_fill(y + row, x + 1, 1, width - 2);
        if (row == height / 2)
            screen_put(y + row, x + 1, width - 2, number);
    }
}

static void draw_box(const struct piles_scene *seen, int pile, int y, int x)
{
    const struct show_pile *shown = &seen->show.pile[pile];
    int height = seen->layout->box_height, width = seen->layout->box_width;
    bool cursor = seen->picked && seen->desk->pile == pile;
    screen_style(cursor ? STYLE_ACCENT : takes(seen, pile) ? STYLE_BOLD : STYLE_DIM);
    screen_box(y, x, height, width, cursor || takes(seen, pile));
    draw_card(seen, shown->top, desk_laid_on(seen->desk, pile) > 0 ? " ?" : "", y, x, height,
              width);
    screen_target(y, x, height, width, TARGET_PILE, pile);
    screen_style(STYLE_PLAIN);
}

static void draw_direction(const struct piles_scene *seen, int pile, int y, int x, int room)
{
    const struct show_pile *shown = &seen->show.pile[pile];
    const char *arrow = shown->rising ? "▲" : "▼", *fire = shown->due ? _(" fire!") : "";
    char text[96];
    screen_style(shown->due ? STYLE_WARNING : STYLE_PLAIN);
    snprintf(text, sizeof text, "%s %s %s%s", arrow, shown->rising ? _("rising") : _("falling"),
             shown->name, fire);
    if (screen_width(text) > room) /* the arrow says it, too */
        snprintf(text, sizeof text, "%s %s%s", arrow, shown->name, fire);
    screen_put(y, x, room, text);
}

enum { ROOM_TEXT = 64 };

static void tell_room(const struct show_pile *pile, const char *format, char text[ROOM_TEXT])
{
    snprintf(text, ROOM_TEXT, format, show_room(pile), pile->end);
}

/* In words where those of all piles fit, so that all are told alike. */
static void draw_room(const struct piles_scene *seen, int pile, int y, int x, int room)
{
    const char *format = _("%d left to %d");
    char text[ROOM_TEXT];
    for (int i = 0; i < seen->show.piles; i++) {
        tell_room(&seen->show.pile[i], _("%d left to %d"), text);
        if (screen_width(text) > room)
            format = "%d → %d";
    }
    tell_room(&seen->show.pile[pile], format, text);
    screen_style(STYLE_DIM);
    screen_put(y, x, room, text);
}

static void draw_help_for_others(int jump, int y, int x, int room)
{
    char text[96];
    snprintf(text, sizeof text, _(" helps them %d"), jump);
    screen_put(y, x, room,
               screen_width(text) > room ? _(" helps") : text); /* by how much stands before it */
}

/* What the card in the hand would cost here, or win. */
static void draw_jump(const struct piles_scene *seen, int pile, int y, int x, int room)
{
    const struct show_pile *shown = &seen->show.pile[pile];
    int jump = show_jump(shown, seen->picked);
    screen_style(STYLE_DIM);
    int used = seen->acts ? screen_print(y, x, room, "%c ", 'a' + pile) : 0;
    if (!seen->picked)
        return;
    if (!takes(seen, pile)) {
        screen_put(y, x + used, room - used, "·");
        return;
    }
    screen_style(seen->desk->pile == pile ? STYLE_CURSOR : jump < 0 ? STYLE_ACCENT : STYLE_BOLD);
    used += screen_print(y, x + used, room - used, " %+d ", jump);
    screen_style(STYLE_ACCENT);
    if (!shown->mine)
        draw_help_for_others(-jump, y, x + used, room - used);
    else if (jump < 0)
        screen_put(y, x + used, room - used, _(" trick"));
}

static void draw_pile_hints(const struct piles_scene *seen, int pile, int y, int x, int room)
{
    const stos_hints *hints = &seen->scene->hints;
    char name[STOS_NAME_TEXT + 16], text[96];
    int best = -1;
    for (int seat = 0; seat < STOS_MAX_SEATS; seat++)
        if (hints->pile[seat][pile] &&
            (best < 0 || hints->pile[seat][pile] > hints->pile[best][pile]))
            best = seat;
    if (best < 0)
        return;
    static const char *const marks[] = {"", "+", "~", "!", "!!", "!!!"};
    snprintf(text, sizeof text, "%s", tell_pile_hint(hints->pile[best][pile]));
    screen_style(STYLE_WARNING);
    int used = screen_print(y, x, room, "%s ", marks[hints->pile[best][pile]]);
    screen_style(STYLE_DIM);
    screen_put(y, x + used, room - used, scene_short_name(seen->scene, best, room - used, name));
    if (!seen->layout->is_short)
        screen_wrap(y + 1, x, room, 1, text);
}

/* A pile with everything below its box. */
static void draw_tall_pile(const struct piles_scene *seen, int pile, int y, int x)
{
    int room = seen->layout->pile_width - 1, below = y + 1 + seen->layout->box_height;
    draw_direction(seen, pile, y, x, room);
    draw_box(seen, pile, y + 1, x);
    draw_room(seen, pile, below, x, room);
    draw_jump(seen, pile, below + 1, x, room);
    draw_pile_hints(seen, pile, below + 2, x, room);
}

/* A pile with everything beside its box: two players need two rows of them. */
static void draw_wide_pile(const struct piles_scene *seen, int pile, int y, int x)
{
    int left = x + seen->layout->box_width + 1,
        room = 2 * seen->layout->pile_width - seen->layout->box_width - 2;
    draw_box(seen, pile, y, x);
    draw_direction(seen, pile, y, left, room);
    draw_room(seen, pile, y + 1, left, room);
    draw_jump(seen, pile, y + 2, left, room);
}

/* ---------------------------------------------------------------- memory strip, hand, duties */

static void draw_memory_cell(const struct piles_scene *seen, stos_cards gone, int card, int y,
                             int x)
{
    bool is_gone = cards_has(gone, card), is_own = show_holds(&seen->show, card);
    if (is_gone || is_own)
        screen_card_style(card, seen->show.high, false);
    else
        screen_style(STYLE_DIM);
    screen_put(y, x, 1, is_own ? "◆" : is_gone ? "■" : "·");
}

/* In one row, or in two. */
static void draw_memory(const struct piles_scene *seen, int y, int x)
{
    enum { LONGEST_ROW = 60 };
    const struct show *show = &seen->show;
    int cards = show->high - show->low + 1, row = cards > LONGEST_ROW ? (cards + 1) / 2 : cards,
        step = seen->layout->width >= 2 * row + 2 ? 2 : 1;
    if (!seen->scene->memory || !show->has_memory || y < 0)
        return;
    for (int card = show->low; card <= show->high; card++)
        draw_memory_cell(seen, show->gone, card, y + (card - show->low) / row,
                         x + step * ((card - show->low) % row));
    screen_style(STYLE_PLAIN);
}

static void draw_hand(const struct piles_scene *seen, int y, int x)
{
    int width = seen->layout->card_width, height = seen->layout->card_height;
    for (int i = 0; i < seen->show.hand; i++) {
        bool cursor = seen->acts && i == seen->desk->card;
        int top = cursor ? y - 1 : y, left = x + i * (width + 1);
        screen_style(cursor ? STYLE_ACCENT : STYLE_DIM);
        screen_box(top, left, height, width, cursor);
        draw_card(seen, seen->show.card[i].label[0], "", top, left, height, width);
        screen_target(top, left, height + 1, width, TARGET_CARD, i);
    }
    screen_style(STYLE_PLAIN);
}

/* How many cards lie there and what follows from it. Where that is too long, first the words go,
 * then what follows. */
static void put_duties(int y, int x, int room, int placed, int minimum, const char *more)
{
    char whole[160], numbers[32];
    snprintf(whole, sizeof whole, _("%d of %d placed"), placed, minimum);
    snprintf(numbers, sizeof numbers, "%d/%d", placed, minimum);
    bool has_words = screen_width(whole) + screen_width(more) <= room,
         has_more = screen_width(numbers) + screen_width(more) <= room;
    int used = screen_put(y, x, room, has_words || !has_more ? whole : numbers);
    if (has_more)
        screen_put(y, x + used, room - used, more);
}

/* What a turn owes and what follows from ending it; with a card held over the opponent's pile, what
 * would follow then. */
static void tell_duties(const struct piles_scene *seen, char out[TELL_TEXT])
{
    const stos_game *game = seen->scene->rules.game;
    struct show show = seen->show;
    stos_view view = seen->scene->view;
    bool closes;
    int pile = seen->desk->pile;
    if (takes(seen, pile) && !show.pile[pile].mine &&
        !game_lay_out(&view, stos_move_make(STOS_PLACE, seen->picked, pile), &closes).reason)
        game_show_of(&view, &show);
    int kept = 0;
    for (int i = 0; i < show.facts; i++) /* how many are placed is told apart */
        if (show.fact[i].kind != SENTENCE_CARDS_PLACED)
            show.fact[kept++] = show.fact[i];
    show.facts = kept;
    tell_facts(game, &show, SHOW_DUTY, "", out);
}

static bool has_due_pile(const struct show *show)
{
    for (int i = 0; i < show->piles; i++)
        if (show->pile[i].due)
            return true;
    return false;
}

static void draw_end_button(const struct piles_scene *seen, const char *button, int y, int x)
{
    bool may_end = seen->acts &&
        (seen->desk->plan.closed || desk_is_legal(seen->desk, stos_move_make(STOS_END, 0, 0)));
    screen_style(may_end ? STYLE_CURSOR : STYLE_DIM);
    screen_put(y, x, 40, button);
    screen_target(y, x, 1, screen_width(button), TARGET_END, 0);
    screen_style(STYLE_PLAIN);
}

static void draw_duties(const struct piles_scene *seen, int y, int x, int width)
{
    char button[96], duties[TELL_TEXT];
    const int16_t *placed = show_fact(&seen->show, SENTENCE_CARDS_PLACED);
    if (seen->show.phase == STOS_PHASE_START) {
        screen_put(y, x, width, _("Who starts? Everybody must name the same player."));
        return;
    }
    if (seen->scene->phase != SCENE_PLAYING || !placed)
        return;
    snprintf(button, sizeof button, "[ %s: e ]",
             seen->desk->plan.count > 0 ? _("Play and end turn") : _("End turn"));
    int left = x + width - screen_width(button) - 2;
    tell_duties(seen, duties);
    screen_style(has_due_pile(&seen->show) ? STYLE_WARNING : STYLE_PLAIN);
    put_duties(y, x, left - x - 1, placed[0], placed[1], duties);
    draw_end_button(seen, button, y, left);
}

/* Where somebody has piles of their own: the opponent's above, one's own below. */
static void draw_both_sides(const struct piles_scene *seen)
{
    const struct layout *layout = seen->layout;
    int y = layout->piles_y - layout->air, gap = layout->is_short ? 0 : 1 + layout->air,
        drawn[2] = {0, 0};
    screen_style(STYLE_DIM);
    screen_put(y, 2, 40, _("the opponent's piles"));
    for (int pile = 0; pile < seen->show.piles; pile++) {
        bool mine = seen->show.pile[pile].mine;
        draw_wide_pile(seen, pile, mine ? y + 1 + layout->box_height + gap : y + 1,
                       2 + drawn[mine]++ * 2 * layout->pile_width);
    }
}

void desk_draw_piles(struct desk *desk, const struct layout *usual)
{
    struct layout layout = *usual;
    struct piles_scene seen = gather(desk, &layout);
    bool both_sides = false;
    for (int pile = 0; pile < seen.show.piles; pile++)
        both_sides |= !seen.show.pile[pile].mine;
    if (both_sides) {
        layout.box_height = 3; /* there are two rows of them */
        layout.memory_y += layout.memory_y >= 0;
        draw_both_sides(&seen);
    }
    for (int pile = 0; pile < seen.show.piles && !both_sides; pile++)
        draw_tall_pile(&seen, pile, layout.piles_y, 2 + pile * layout.pile_width);
    draw_memory(&seen, layout.memory_y, 2);
    draw_hand(&seen, layout.hand_y, 2);
    draw_duties(&seen, layout.duties_y, 2,
                layout.is_narrow ? layout.width - 2 : 4 * layout.pile_width);
}
