/* tell.c - see tell.h. */
#include "tell.h"

#include "lang/translate.h"
#include "local/seen.h"
#include "term/screen/screen.h"

#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------- moves */

static void tell_placement(struct teller *teller, const stos_view *before, int seat, stos_move move)
{
    char name[STOS_NAME_TEXT + 16], text[STOS_MOVE_TEXT];
    struct pile piles[SEEN_PILES];
    stos_view seen = *before;
    if (seen.game == STOS_FACETOFACE)
        seen.as.facetoface.seat = (int8_t)seat; /* piles are named as the player sees them */
    seen_piles(&seen, piles);
    const struct pile *pile = &piles[stos_move_high(move) & 3];
    int jump = pile_jump(pile, stos_move_low(move));
    stos_move_text(stos_view_game(before), move, text);
    if (teller->seat != seat)
        scroll_add(&teller->scene->log, "%s:", scene_name(teller->scene, seat, name));
    scroll_append(&teller->scene->log, " %s (%+d%s)", text, jump,
                  jump >= 0          ? ""
                      : pile->others ? _(", help")
                                     : _(", trick"));
    teller->seat = seat;
}

static void tell_call(struct teller *teller, const stos_view *after)
{
    const struct stos_lie_reveal *last = &after->as.lie.table.last;
    char challenger[STOS_NAME_TEXT + 16], loser[STOS_NAME_TEXT + 16];
    scroll_add(&teller->scene->log, _("%s: challenge of %dx%d, found %d. Round lost: %s"),
               scene_name(teller->scene, last->challenger, challenger), last->count, last->face,
               last->found, scene_name(teller->scene, last->loser, loser));
}

void tell_move(struct teller *teller, const stos_view *before, int seat, stos_move move,
               const stos_view *after)
{
    char name[STOS_NAME_TEXT + 16], other[STOS_NAME_TEXT + 16];
    struct scroll *log = &teller->scene->log;
    scene_name(teller->scene, seat, name);
    enum stos_move_kind kind = stos_move_kind(move);
    if (kind == STOS_PLACE) {
        tell_placement(teller, before, seat, move);
        return;
    }
    teller->seat = -1;
    if (kind == STOS_START && stos_move_low(move) == seat)
        scroll_add(log, "%s: %s", name, _("I would like to start"));
    else if (kind == STOS_START)
        scroll_add(log, _("%s: %s may start"), name,
                   scene_name(teller->scene, stos_move_low(move), other));
    else if (kind == STOS_DIR)
        scroll_add(log, stos_move_low(move) ? _("%s: counter-clockwise") : _("%s: clockwise"),
                   name);
    else if (kind == STOS_BID)
        scroll_add(log, "%s: %dx%d", name, stos_move_low(move), stos_move_high(move));
    else if (kind == STOS_CALL)
        tell_call(teller, after);
}

void tell_game(struct scene *scene, const struct history *game)
{
    struct teller teller = {.scene = scene, .seat = -1};
    stos_view before, after;
    scroll_clear(&scene->log);
    size_t first = game->count > 4 * SCROLL_LINES ? game->count - 4 * SCROLL_LINES : 0;
    for (size_t i = first; i < game->count; i++) {
        stos_look(&game->steps[i].before, STOS_SPECTATOR, &before);
        stos_look(i + 1 < game->count ? &game->steps[i + 1].before : &game->state, STOS_SPECTATOR,
                  &after);
        tell_move(&teller, &before, game->steps[i].seat, game->steps[i].move, &after);
    }
}

bool tell_is_excellent(int left)
{
    int most = strcmp(tr_language(), "cs") == 0 ? 10 : 9;
    return left > 0 && left <= most;
}

void tell_result(const struct scene *scene, int result, char *out, size_t size)
{
    char name[STOS_NAME_TEXT + 16];
    if (scene->view.game != STOS_THEGAME)
        snprintf(out, size, _("Winner: %s."), scene_name(scene, result, name));
    else if (result == 0)
        snprintf(out, size, "%s", _("Won: all 98 cards are placed!"));
    else if (tell_is_excellent(result))
        snprintf(out, size,
                 tr_plural("Excellent: only %d card left.", "Excellent: only %d cards left.",
                           (unsigned long)result),
                 result);
    else
        snprintf(out, size,
                 tr_plural("Over: %d card left.", "Over: %d cards left.", (unsigned long)result),
                 result);
}

void tell_curve(const struct scene *scene, int seat, char *out, size_t size)
{
    char name[STOS_NAME_TEXT + 16];
    if (seat < 0)
        snprintf(out, size, "%s",
                 _("Chance to win after each turn, from what the player could know"));
    else
        snprintf(out, size, _("%s: chance to win after each turn"), scene_name(scene, seat, name));
}

/* ---------------------------------------------------------------- hints */

const char *tell_pile_hint(int hint)
{
    static const char *const words[] = {
        [STOS_HINT_NONE] = "",
        [STOS_HINT_GO_AHEAD] = N_("go ahead"),
        [STOS_HINT_NO_BIG_JUMP] = N_("no big jump here"),
        [STOS_HINT_LEAVE_1] = N_("please leave it"),
        [STOS_HINT_LEAVE_2] = N_("please leave it"),
        [STOS_HINT_LEAVE_3] = N_("please leave it"),
    };
    return *words[hint] ? _(words[hint]) : "";
}

void tell_self_hint(int hint, int room, char *out, size_t size)
{
    static const struct {
        const char *sentence, *words;
    } about_oneself[] = {
        [STOS_SELF_NONE] = {N_("nothing about myself"), ""},
        [STOS_SELF_WANTS_START] = {N_("I would like to start"), N_("would start")},
        [STOS_SELF_RATHER_NOT] = {N_("I would rather not start"), N_("rather not")},
        [STOS_SELF_IN_TROUBLE] = {N_("I am in trouble"), N_("in trouble")},
        [STOS_SELF_CAN_WAIT] = {N_("I can wait"), N_("can wait")},
    };
    const char *words = about_oneself[hint].words;
    snprintf(out, size, "%s", _(about_oneself[hint].sentence));
    if (screen_width(out) > room && *words)
        snprintf(out, size, "%s", _(words));
}

void tell_hint(int pile, int hint, char *out, size_t size)
{
    static const char *const about_piles[] = {
        [STOS_HINT_NONE] = N_("nothing about"),
        [STOS_HINT_GO_AHEAD] = N_("go ahead on"),
        [STOS_HINT_NO_BIG_JUMP] = N_("no big jump on"),
        [STOS_HINT_LEAVE_1] = N_("leave it if you can"),
        [STOS_HINT_LEAVE_2] = N_("please leave"),
        [STOS_HINT_LEAVE_3] = N_("please, please leave"),
    };
    static const char *const names[] = {"U1", "U2", "D1", "D2"};
    if (pile < 0)
        tell_self_hint(hint, NOTICE_TEXT, out, size);
    else
        snprintf(out, size, "%s %s", _(about_piles[hint]), names[pile]);
}
