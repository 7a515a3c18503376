/* show_json.c - see show_json.h. */
#include "show_json.h"

#include "base/text.h"
#include "game/show.h"
#include "table_text.h"

#include <string.h>

static void put_key(stos_writer *writer, const char *key, const char *value)
{
    text_key(writer, key);
    table_quote(writer, value, strlen(value));
}

static void put_number(stos_writer *writer, const char *key, int number)
{
    text_key(writer, key);
    text_number(writer, number);
}

static void put_flag(stos_writer *writer, const char *key, bool flag)
{
    text_key(writer, key);
    text_put(writer, flag ? "true" : "false");
}

static void put_move(stos_writer *writer, const stos_view *view, stos_move move)
{
    char text[STOS_MOVE_TEXT];
    stos_move_text(stos_view_game(view), move, text);
    put_key(writer, "move", text);
}

static void put_bid(stos_writer *writer, struct show_bid bid)
{
    if (bid.count == 0) {
        text_put(writer, "null");
        return;
    }
    text_char(writer, '"');
    text_number(writer, bid.count);
    text_char(writer, 'x');
    text_number(writer, bid.face);
    text_char(writer, '"');
}

/* Six digits behind the point. */
static void put_share(stos_writer *writer, double share)
{
    int64_t millionths = (int64_t)(share * 1e6 + 0.5);
    text_number(writer, millionths / 1000000);
    text_char(writer, '.');
    for (int64_t digit = 100000; digit > 0; digit /= 10)
        text_char(writer, (char)('0' + millionths / digit % 10));
}

/* ---------------------------------------------------------------- piles and cards */

static void put_pile(stos_writer *writer, const struct show_pile *pile)
{
    text_char(writer, '{');
    put_key(writer, "name", pile->name);
    put_number(writer, "top", pile->top);
    put_number(writer, "start", pile->start);
    put_number(writer, "end", pile->end);
    put_number(writer, "room", show_room(pile));
    put_flag(writer, "rising", pile->rising);
    put_flag(writer, "mine", pile->mine);
    put_flag(writer, "burning", pile->burning);
    put_flag(writer, "due", pile->due);
    text_char(writer, '}');
}

/* Where a card may go now. */
static void put_placements(stos_writer *writer, const stos_view *view, const struct show *show,
                           int card)
{
    stos_move moves[STOS_MAX_MOVES];
    int count = stos_view_moves(view, moves);
    bool first = true;
    text_key(writer, "moves");
    text_char(writer, '[');
    for (int i = 0; i < count; i++) {
        if (stos_move_kind(moves[i]) != STOS_PLACE || stos_move_low(moves[i]) != card)
            continue;
        const struct show_pile *pile = &show->pile[stos_move_high(moves[i])];
        text_comma(writer, first);
        text_char(writer, '{');
        put_move(writer, view, moves[i]);
        put_number(writer, "pile", stos_move_high(moves[i]));
        put_number(writer, "jump", show_jump(pile, card));
        text_char(writer, '}');
        first = false;
    }
    text_char(writer, ']');
}

static void put_card(stos_writer *writer, const stos_view *view, const struct show *show,
                     const struct show_card *card)
{
    text_char(writer, '{');
    if (card->label[1]) {
        text_key(writer, "ends");
        game_json_list(writer, card->label, 2);
        put_flag(writer, "chosen", card->chosen);
    } else {
        put_number(writer, "card", card->label[0]);
        put_flag(writer, "fire", card->fire);
        put_flag(writer, "trick", card->trick);
        put_placements(writer, view, show, card->label[0]);
    }
    text_char(writer, '}');
}

/* What else may be done, beside placing cards. */
static void put_choices(stos_writer *writer, const stos_view *view)
{
    static const char *const kinds[] = {
        [STOS_END] = "end", [STOS_START] = "start", [STOS_SHOW] = "show",
        [STOS_DIR] = "dir", [STOS_BID] = "bid",     [STOS_CALL] = "call",
    };
    stos_move moves[STOS_MAX_MOVES];
    int count = stos_view_moves(view, moves);
    bool first = true;
    text_key(writer, "choices");
    text_char(writer, '[');
    for (int i = 0; i < count; i++) {
        if (stos_move_kind(moves[i]) == STOS_PLACE)
            continue;
        text_comma(writer, first);
        text_char(writer, '{');
        put_move(writer, view, moves[i]);
        put_key(writer, "kind", kinds[stos_move_kind(moves[i])]);
        text_char(writer, '}');
        first = false;
    }
    text_char(writer, ']');
}

/* ---------------------------------------------------------------- facts, people */

static void put_numbers(stos_writer *writer, const int16_t *number, int count)
{
    text_char(writer, '[');
    for (int i = 0; i < count; i++) {
        text_comma(writer, i == 0);
        text_number(writer, number[i]);
    }
    text_char(writer, ']');
}

static void put_facts(stos_writer *writer, const stos_game *game, const struct show *show)
{
    text_key(writer, "facts");
    text_char(writer, '{');
    for (int i = 0; i < show->facts; i++) {
        const struct sentence_kind *kind = game_sentence_kind(game, show->fact[i].kind);
        text_key(writer, kind->name);
        put_numbers(writer, show->fact[i].number, kind->numbers);
    }
    text_char(writer, '}');
}

static void put_sentence(stos_writer *writer, const stos_game *game,
                         const struct sentence *sentence)
{
    const struct sentence_kind *kind = game_sentence_kind(game, sentence->kind);
    int numbers = kind->place == TELL_HAND ? 2 + 2 * sentence->number[1] : kind->numbers;
    text_char(writer, '{');
    put_key(writer, "kind", kind->name);
    text_key(writer, "numbers");
    put_numbers(writer, sentence->number, numbers);
    text_char(writer, '}');
}

static void put_said(stos_writer *writer, const struct show *show)
{
    text_key(writer, "said");
    text_char(writer, '[');
    for (int seat = 0; seat < show->seats; seat++) {
        text_comma(writer, seat == 0);
        put_bid(writer, show->said[seat]);
    }
    text_char(writer, ']');
}

static void put_reveal(stos_writer *writer, const struct show *show, const struct show_reveal *seen)
{
    text_key(writer, "reveal");
    text_put(writer, "{\"bid\":");
    put_bid(writer, seen->bid);
    put_number(writer, "found", seen->found);
    put_number(writer, "challenger", seen->challenger);
    put_number(writer, "bidder", seen->bidder);
    put_number(writer, "loser", seen->loser);
    text_key(writer, "hands");
    text_char(writer, '[');
    for (int seat = 0; seat < show->seats; seat++) {
        text_put(writer, seat ? ",[" : "[");
        for (int i = 0; i < seen->cards[seat]; i++) {
            text_put(writer, i ? ",{" : "{");
            text_key(writer, "ends");
            game_json_list(writer, seen->card[seat][i].label, 2);
            put_flag(writer, "counts", seen->card[seat][i].counts);
            text_char(writer, '}');
        }
        text_char(writer, ']');
    }
    text_put(writer, "]}");
}

void show_json(stos_writer *writer, const stos_view *view)
{
    const stos_game *game = stos_view_game(view);
    const int8_t *votes = stos_view_votes(view);
    struct show_reveal reveal;
    struct show show;
    game_show_of(view, &show);
    text_char(writer, '{');
    put_key(writer, "phase", game_phase_names[show.phase]);
    put_number(writer, "low", show.low);
    put_number(writer, "high", show.high);
    put_flag(writer, "mid_turn", stos_view_mid_turn(view));
    put_flag(writer, "may_end", stos_is_legal(view, stos_move_make(STOS_END, 0, 0)));
    text_key(writer, "cards");
    game_json_list(writer, show.cards, show.seats);
    text_key(writer, "piles");
    text_char(writer, '[');
    for (int i = 0; i < show.piles; i++) {
        text_comma(writer, i == 0);
        put_pile(writer, &show.pile[i]);
    }
    text_char(writer, ']');
    text_key(writer, "hand");
    text_char(writer, '[');
    for (int i = 0; i < show.hand; i++) {
        text_comma(writer, i == 0);
        put_card(writer, view, &show, &show.card[i]);
    }
    text_char(writer, ']');
    put_choices(writer, view);
    put_facts(writer, game, &show);
    if (show.phase == STOS_PHASE_OVER) {
        struct sentence result = game_tell_result(view);
        text_key(writer, "result");
        put_sentence(writer, game, &result);
    }
    if (show.has_memory) {
        text_key(writer, "gone");
        game_json_cards(writer, show.gone);
    }
    if (votes && show.phase == STOS_PHASE_START)
        game_json_votes(writer, votes, show.seats);
    if (game->show->ladder)
        put_said(writer, &show);
    if (game_reveal(view, &reveal))
        put_reveal(writer, &show, &reveal);
    text_char(writer, '}');
}

void show_ladder_json(stos_writer *writer, const stos_view *view)
{
    static const char *const words[] = {[SHOW_STEP_PAST] = "past",
                                        [SHOW_STEP_STANDS] = "stands",
                                        [SHOW_STEP_LEGAL] = "legal",
                                        [SHOW_STEP_CLOSED] = "closed"};
    struct show_step step[SHOW_BIDS];
    int count = game_ladder(view, step);
    text_char(writer, '[');
    for (int i = 0; i < count; i++) {
        double chance = game_bid_chance(view, step[i].bid);
        text_put(writer, i ? ",{" : "{");
        text_key(writer, "bid");
        put_bid(writer, step[i].bid);
        put_key(writer, "state", words[step[i].state]);
        if (chance >= 0) {
            text_key(writer, "chance");
            put_share(writer, chance);
        }
        text_char(writer, '}');
    }
    text_char(writer, ']');
}

/* ---------------------------------------------------------------- sentences */

void show_tell_json(stos_writer *writer, const stos_view *before, int seat, stos_move move,
                    const stos_view *after)
{
    struct sentence out[SENTENCES];
    int count = game_tell(before, seat, move, after, out);
    text_char(writer, '[');
    for (int i = 0; i < count; i++) {
        text_comma(writer, i == 0);
        put_sentence(writer, stos_view_game(before), &out[i]);
    }
    text_char(writer, ']');
}

/* ---------------------------------------------------------------- words */

static void put_text_or_null(stos_writer *writer, const char *key, const char *text)
{
    if (text) {
        put_key(writer, key, text);
        return;
    }
    text_key(writer, key);
    text_put(writer, "null");
}

static void put_kind(stos_writer *writer, const struct sentence_kind *kind)
{
    static const char *const places[] = {
        [SHOW_NUMBERS] = "numbers", [SHOW_STATUS] = "status", [SHOW_NOTE] = "note",
        [SHOW_DUTY] = "duty",       [SHOW_BID] = "bid",       [TELL_LINE] = "line",
        [TELL_CARD] = "card",       [TELL_TURN] = "turn",     [TELL_HAND] = "hand",
        [TELL_RESULT] = "result",
    };
    text_key(writer, kind->name);
    text_char(writer, '{');
    put_key(writer, "place", places[kind->place]);
    put_text_or_null(writer, "one", kind->one);
    put_text_or_null(writer, "many", kind->many);
    put_number(writer, "counted", kind->counted);
    text_char(writer, '}');
}

/* Those of the facts, or those of the sentences: a fact and a sentence may have the same name. */
static void put_kinds(stos_writer *writer, const stos_game *game, bool facts)
{
    const struct sentence_kind *kind;
    text_char(writer, '{');
    for (int i = 0; (kind = game_sentence_kind(game, i))->name; i++)
        if ((kind->place < TELL_LINE) == facts)
            put_kind(writer, kind);
    text_char(writer, '}');
}

void show_words_json(stos_writer *writer, const stos_game *game)
{
    text_char(writer, '{');
    put_text_or_null(writer, "about", game->show->about);
    put_text_or_null(writer, "usage", game->show->usage);
    put_text_or_null(writer, "task", game->show->task);
    text_key(writer, "facts");
    put_kinds(writer, game, true);
    text_key(writer, "sentences");
    put_kinds(writer, game, false);
    text_char(writer, '}');
}
