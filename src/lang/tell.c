/* tell.c - see tell.h. */
#include "tell.h"

#include "stos_bot.h"
#include "translate.h"

#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------- sentences and facts */

void tell_sentence(const stos_game *game, const struct sentence *sentence, struct tell_names names,
                   char out[TELL_TEXT])
{
    const struct sentence_kind *kind = game_sentence_kind(game, sentence->kind);
    const char *words = !kind->one || !*kind->one ? ""
        : kind->many
        ? tr_plural(kind->one, kind->many, (unsigned long)sentence->number[kind->counted])
        : tr(kind->one);
    game_sentence_text(words, sentence, names.name, names.context, out, TELL_TEXT);
}

void tell_result(const stos_view *view, struct tell_names names, char out[TELL_TEXT])
{
    struct sentence result = game_tell_result(view);
    tell_sentence(stos_view_game(view), &result, names, out);
}

void tell_facts(const stos_game *game, const struct show *show, enum show_place place,
                const char *between, char out[TELL_TEXT])
{
    char text[TELL_TEXT];
    size_t length = 0;
    out[0] = '\0';
    for (int i = 0; i < show->facts && length < TELL_TEXT; i++) {
        if (game_sentence_kind(game, show->fact[i].kind)->place != place)
            continue;
        tell_sentence(game, &show->fact[i], (struct tell_names){0}, text);
        length += (size_t)snprintf(out + length, TELL_TEXT - length, "%s%s",
                                   length > 0 ? between : "", text);
    }
}

/* ---------------------------------------------------------------- moves */

static const char *name_of(const struct teller *teller, int seat)
{
    return teller->names.name(teller->names.context, seat);
}

/* "47@U1 (+6)", with the trick marked. */
static void tell_card(struct teller *teller, const stos_game *game, int seat, stos_move move,
                      const struct sentence *sentence)
{
    char text[TELL_TEXT], name[STOS_MOVE_TEXT], words[TELL_TEXT];
    if (teller->seat != seat) {
        snprintf(text, sizeof text, "%.300s:", name_of(teller, seat));
        teller->begin(teller->context, TELL_OPENS_TURN, text);
    }
    teller->seat = seat;
    stos_move_text(game, move, name);
    tell_sentence(game, sentence, teller->names, words);
    snprintf(text, sizeof text, " %s (%+d%.200s)", name, sentence->number[2], words);
    teller->add(teller->context, text);
}

static void tell_hand(struct teller *teller, const struct sentence *sentence)
{
    char text[32];
    teller->begin(teller->context, TELL_NAME_OF_HAND, name_of(teller, sentence->number[0]));
    for (int i = 0; i < sentence->number[1]; i++) {
        snprintf(text, sizeof text, " [%d|%d]", sentence->number[2 + 2 * i],
                 sentence->number[3 + 2 * i]);
        teller->add(teller->context, text);
    }
}

static bool is_same(const struct sentence *a, const struct sentence *b)
{
    return a->kind == b->kind && memcmp(a->number, b->number, sizeof a->number) == 0;
}

static void tell_line(struct teller *teller, const stos_game *game, const struct sentence *sentence)
{
    char text[TELL_TEXT];
    if (teller->has_last && is_same(&teller->last, sentence))
        return;
    teller->last = *sentence;
    teller->has_last = true;
    tell_sentence(game, sentence, teller->names, text);
    teller->begin(teller->context, TELL_OWN_LINE, text);
}

static void tell_drawn(struct teller *teller, const stos_game *game, int seat,
                       const struct sentence *sentence)
{
    char text[TELL_TEXT], words[TELL_TEXT];
    if (teller->seat != seat)
        return;
    tell_sentence(game, sentence, teller->names, words);
    snprintf(text, sizeof text, " - %.300s", words);
    teller->add(teller->context, text);
}

void tell_move(struct teller *teller, const stos_view *before, int seat, stos_move move,
               const stos_view *after)
{
    const stos_game *game = stos_view_game(before);
    struct sentence sentence[SENTENCES];
    int count = game_tell(before, seat, move, after, sentence);
    if (stos_move_kind(move) != STOS_PLACE && stos_move_kind(move) != STOS_END)
        teller->seat = -1;
    for (int i = 0; i < count; i++) {
        switch (game_sentence_kind(game, sentence[i].kind)->place) {
        case TELL_CARD: tell_card(teller, game, seat, move, &sentence[i]); break;
        case TELL_LINE: tell_line(teller, game, &sentence[i]); break;
        case TELL_HAND:
            if (teller->details)
                tell_hand(teller, &sentence[i]);
            break;
        default:
            if (teller->details)
                tell_drawn(teller, game, seat, &sentence[i]);
        }
    }
    if (!stos_view_mid_turn(after))
        teller->seat = -1;
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

const char *tell_self_hint(int hint)
{
    static const char *const sentences[] = {
        [STOS_SELF_NONE] = N_("nothing about myself"),
        [STOS_SELF_WANTS_START] = N_("I would like to start"),
        [STOS_SELF_RATHER_NOT] = N_("I would rather not start"),
        [STOS_SELF_IN_TROUBLE] = N_("I am in trouble"),
        [STOS_SELF_CAN_WAIT] = N_("I can wait"),
    };
    return _(sentences[hint]);
}

const char *tell_self_hint_short(int hint)
{
    static const char *const words[] = {
        [STOS_SELF_NONE] = N_("nothing about myself"), [STOS_SELF_WANTS_START] = N_("would start"),
        [STOS_SELF_RATHER_NOT] = N_("rather not"),     [STOS_SELF_IN_TROUBLE] = N_("in trouble"),
        [STOS_SELF_CAN_WAIT] = N_("can wait"),
    };
    return _(words[hint]);
}

void tell_hint(const stos_game *game, int pile, int hint, char out[TELL_TEXT])
{
    static const char *const about_piles[] = {
        [STOS_HINT_NONE] = N_("nothing about"),
        [STOS_HINT_GO_AHEAD] = N_("go ahead on"),
        [STOS_HINT_NO_BIG_JUMP] = N_("no big jump on"),
        [STOS_HINT_LEAVE_1] = N_("leave it if you can"),
        [STOS_HINT_LEAVE_2] = N_("please leave"),
        [STOS_HINT_LEAVE_3] = N_("please, please leave"),
    };
    if (pile < 0)
        snprintf(out, TELL_TEXT, "%s", tell_self_hint(hint));
    else
        snprintf(out, TELL_TEXT, "%s %s", _(about_piles[hint]), game->piles[pile]);
}
