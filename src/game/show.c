/* show.c - see show.h: what is the same for all games. */
#include "show.h"

#include "base/cards.h"

#include <string.h>

static const struct sentence_kind common[SENTENCES_IN_COMMON] = {
    [SENTENCE_WANTS_START] = {"wants_start", N_("%s: I would like to start"), NULL, 0, TELL_LINE,
                              1},
    [SENTENCE_VOTES] = {"votes", N_("%s would let %s start"), NULL, 0, TELL_LINE, 2},
    [SENTENCE_PLACED] = {"placed", "", NULL, 0, TELL_CARD, 3},
    [SENTENCE_TRICK] = {"trick", N_(", trick"), NULL, 0, TELL_CARD, 3},
    [SENTENCE_HELP] = {"help", N_(", help"), NULL, 0, TELL_CARD, 3},
    [SENTENCE_DRAWS] = {"draws", NP_("draws %d card", "draws %d cards"), 0, TELL_TURN, 1},
    [SENTENCE_WINNER] = {"winner", N_("Winner: %s."), NULL, 0, TELL_RESULT, 1},
    [SENTENCE_CARDS_PLACED] = {"placed", N_("%d of %d placed"), NULL, 0, SHOW_DUTY, 2},
    [SENTENCE_WILL_DRAW] = {"will_draw", NULL, NULL, 0, SHOW_NUMBERS, 1},
};

static const struct game_show *show_of(const stos_view *view) { return stos_view_game(view)->show; }

const struct sentence_kind *game_sentence_kind(const stos_game *game, int kind)
{
    return kind < SENTENCES_IN_COMMON ? &common[kind]
                                      : &game->show->kinds[kind - SENTENCES_IN_COMMON];
}

/* ---------------------------------------------------------------- the table */

/* What the legal moves say about the cards of a hand. */
static void mark_playable(const stos_view *view, struct show *out)
{
    stos_move moves[STOS_MAX_MOVES];
    int count = stos_view_moves(view, moves);
    for (int i = 0; i < count; i++) {
        if (stos_move_kind(moves[i]) != STOS_PLACE)
            continue;
        const struct show_pile *pile = &out->pile[stos_move_high(moves[i])];
        for (int at = 0; at < out->hand; at++) {
            struct show_card *card = &out->card[at];
            if (card->label[0] != stos_move_low(moves[i]))
                continue;
            card->playable = true;
            card->trick |= pile->mine && show_jump(pile, card->label[0]) < 0;
        }
    }
}

void game_show_of(const stos_view *view, struct show *out)
{
    const stos_game *game = stos_view_game(view);
    stos_rules rules = stos_view_rules(view);
    memset(out, 0, sizeof *out);
    out->seats = (uint8_t)stos_rules_seats(&rules);
    out->seat = (int8_t)stos_view_seat(view);
    out->phase = (uint8_t)stos_view_phase(view);
    if (game->piles) {
        out->low = (uint8_t)game->low_card;
        out->high = (uint8_t)game->high_card;
    }
    while (game->piles && game->piles[out->piles]) {
        out->pile[out->piles].name = game->piles[out->piles];
        out->piles++;
    }
    game->show->show(view, out);
    mark_playable(view, out);
}

const int16_t *show_fact(const struct show *show, int kind)
{
    for (int i = 0; i < show->facts; i++)
        if (show->fact[i].kind == kind)
            return show->fact[i].number;
    return NULL;
}

int show_room(const struct show_pile *pile)
{
    int room = pile->rising ? pile->end - pile->top : pile->top - pile->end;
    return room > 0 ? room : 0;
}

bool show_holds(const struct show *show, int card)
{
    for (int i = 0; i < show->hand; i++)
        if (show->card[i].label[0] == card && show->card[i].label[1] == 0)
            return true;
    return false;
}

void show_add_fact(struct show *show, int kind, int a, int b)
{
    show->fact[show->facts++] = game_sentence(kind, a, b, 0);
}

void show_add_cards(struct show *show, stos_cards hand)
{
    while (!cards_empty(hand) && show->hand < SHOW_HAND)
        show->card[show->hand++].label[0] = (uint8_t)cards_take(&hand);
}

/* ---------------------------------------------------------------- telling */

struct sentence game_sentence(int kind, int a, int b, int c)
{
    return (struct sentence){(uint8_t)kind, {(int16_t)a, (int16_t)b, (int16_t)c}};
}

int game_tell(const stos_view *before, int seat, stos_move move, const stos_view *after,
              struct sentence out[SENTENCES])
{
    return show_of(before)->tell(before, seat, move, after, out);
}

struct sentence game_tell_result(const stos_view *view) { return show_of(view)->result(view); }

struct sentence game_tell_vote(int seat, stos_move move)
{
    int choice = stos_move_low(move);
    return choice == seat ? game_sentence(SENTENCE_WANTS_START, seat, 0, 0)
                          : game_sentence(SENTENCE_VOTES, seat, choice, 0);
}

int game_tell_placement(const struct show_pile *pile, stos_move move, int drawn,
                        struct sentence out[SENTENCES])
{
    int card = stos_move_low(move), jump = show_jump(pile, card), count = 0;
    int kind = !pile->mine ? SENTENCE_HELP : jump < 0 ? SENTENCE_TRICK : SENTENCE_PLACED;
    out[count++] = game_sentence(kind, card, stos_move_high(move), jump);
    if (drawn > 0)
        out[count++] = game_sentence(SENTENCE_DRAWS, drawn, 0, 0);
    return count;
}

size_t game_sentence_text(const char *template, const struct sentence *sentence, show_name *name,
                          void *context, char *out, size_t size)
{
    stos_writer writer = stos_writer_on(out, size);
    int at = 0;
    for (const char *c = template; *c; c++) {
        bool hole = c[0] == '%' && (c[1] == 'd' || c[1] == 's') && at < SENTENCE_NUMBERS;
        if (!hole) {
            text_char(&writer, *c);
            continue;
        }
        if (c[1] == 'd')
            text_number(&writer, sentence->number[at++]);
        else
            text_put(&writer, name(context, sentence->number[at++]));
        c++;
    }
    return writer.length;
}

/* ---------------------------------------------------------------- placing on a view */

static bool places(stos_move move)
{
    return stos_move_kind(move) == STOS_PLACE && (move & 0xff0000) == 0;
}

/* Why the view's seat may place nothing at all. */
static stos_error refuse_seat(const stos_view *view, stos_move move)
{
    int seat = stos_view_seat(view);
    if (!places(move) || seat < 0 || !show_of(view)->put)
        return game_refuse(STOS_WRONG_MOVE_KIND, 0);
    if (stos_view_actors(view) == 0)
        return game_refuse(STOS_GAME_OVER, 0);
    if (!(stos_view_actors(view) >> seat & 1))
        return game_refuse(STOS_NOT_YOUR_TURN, seat);
    if (stos_view_phase(view) == STOS_PHASE_START)
        return game_refuse(STOS_STARTER_NOT_AGREED, 0);
    return game_ok();
}

stos_error game_lay_out(stos_view *view, stos_move move, bool *closes)
{
    int card = stos_move_low(move), pile = stos_move_high(move);
    stos_error error = refuse_seat(view, move);
    if (!error.reason)
        error = show_of(view)->refuse(view, card, pile);
    error.game = stos_view_game(view);
    if (error.reason)
        return error;
    show_of(view)->put(view, stos_view_seat(view), card, pile);
    *closes = show_of(view)->closes(view);
    return error;
}

void game_put(stos_view *view, int seat, stos_move move)
{
    if (places(move) && show_of(view)->put)
        show_of(view)->put(view, seat, stos_move_low(move), stos_move_high(move));
}

/* ---------------------------------------------------------------- bids */

int game_ladder(const stos_view *view, struct show_step out[SHOW_BIDS])
{
    return show_of(view)->ladder ? show_of(view)->ladder(view, out) : 0;
}

double game_bid_chance(const stos_view *view, struct show_bid bid)
{
    bool known = show_of(view)->chance && stos_view_seat(view) >= 0;
    return known ? show_of(view)->chance(view, bid) : -1;
}

bool game_reveal(const stos_view *view, struct show_reveal *out)
{
    memset(out, 0, sizeof *out);
    if (show_of(view)->reveal)
        show_of(view)->reveal(view, out);
    return out->happened;
}
