/*
 * move_text.c - moves as people type them. One reader and one writer for all games: which kinds of
 * moves a game has and what its piles are called is data in its vtable.
 */
#include "base/text.h"
#include "game.h"

static void write_placement(stos_writer *writer, const stos_game *game, stos_move move)
{
    int pile = 0;
    while (game->piles && game->piles[pile] && pile < stos_move_high(move))
        pile++;
    text_number(writer, stos_move_low(move));
    text_char(writer, '@');
    text_put(writer, game->piles && game->piles[pile] ? game->piles[pile] : "?");
}

static void write_faces(stos_writer *writer, stos_move move)
{
    text_put(writer, "show");
    for (int i = 0; i < GAME_SHOWN && (move >> 4 * i & 15) > 0; i++) {
        text_char(writer, ' ');
        text_number(writer, move >> 4 * i & 15);
    }
}

size_t stos_move_text(const stos_game *game, stos_move move, char out[STOS_MOVE_TEXT])
{
    stos_writer writer = stos_writer_on(out, STOS_MOVE_TEXT);
    switch (stos_move_kind(move)) {
    case STOS_PLACE: write_placement(&writer, game, move); break;
    case STOS_END: text_put(&writer, "end"); break;
    case STOS_START:
        text_put(&writer, "start ");
        text_number(&writer, stos_move_low(move));
        break;
    case STOS_SHOW: write_faces(&writer, move); break;
    case STOS_DIR: text_put(&writer, stos_move_low(move) ? "dir ccw" : "dir cw"); break;
    case STOS_BID:
        text_number(&writer, stos_move_low(move));
        text_char(&writer, 'x');
        text_number(&writer, stos_move_high(move));
        break;
    case STOS_CALL: text_put(&writer, "call"); break;
    default: break;
    }
    return writer.length;
}

static bool take_placement(const stos_game *game, struct text_reader *reader, stos_move *move)
{
    struct text_reader ahead = *reader;
    int card;
    if (!text_take_number(&ahead, game->low_card, game->high_card, &card) ||
        !text_take(&ahead, "@"))
        return false;
    for (int pile = 0; game->piles[pile]; pile++) {
        if (text_equal(ahead.at, (size_t)(ahead.end - ahead.at), game->piles[pile])) {
            *move = stos_move_make(STOS_PLACE, card, pile);
            reader->at = reader->end;
            return true;
        }
    }
    return false;
}

static bool take_bid(struct text_reader *reader, stos_move *move)
{
    int count, face;
    struct text_reader ahead = *reader;
    if (!text_take_number(&ahead, 1, 99, &count) || !text_take(&ahead, "x") ||
        !text_take_number(&ahead, 1, GAME_FACES, &face))
        return false;
    *move = stos_move_make(STOS_BID, count, face);
    *reader = ahead;
    return true;
}

static bool take_faces(struct text_reader *reader, stos_move *move)
{
    int face;
    if (!text_take(reader, "show"))
        return false;
    *move = (stos_move)STOS_SHOW << 24;
    for (int i = 0; i < GAME_SHOWN && text_take(reader, " "); i++) {
        if (!text_take_number(reader, 1, GAME_FACES, &face))
            return false;
        *move |= (stos_move)face << 4 * i;
    }
    return (*move & 0xffffff) != 0;
}

static bool take_kind(const stos_game *game, enum stos_move_kind kind, struct text_reader *reader,
                      stos_move *move)
{
    int seat;
    switch (kind) {
    case STOS_PLACE: return take_placement(game, reader, move);
    case STOS_SHOW: return take_faces(reader, move);
    case STOS_BID: return take_bid(reader, move);
    case STOS_END: *move = stos_move_make(STOS_END, 0, 0); return text_take(reader, "end");
    case STOS_CALL: *move = stos_move_make(STOS_CALL, 0, 0); return text_take(reader, "call");
    case STOS_START:
        if (!text_take(reader, "start ") || !text_take_number(reader, 0, 9, &seat))
            return false;
        *move = stos_move_make(STOS_START, seat, 0);
        return true;
    case STOS_DIR:
        *move = stos_move_make(STOS_DIR, 0, 0);
        if (text_take(reader, "dir cw"))
            return true;
        *move = stos_move_make(STOS_DIR, 1, 0);
        return text_take(reader, "dir ccw");
    default: return false;
    }
}

stos_error stos_move_parse(const stos_game *game, const char *text, size_t length, stos_move *move)
{
    for (int kind = STOS_PLACE; kind <= STOS_CALL; kind++) {
        struct text_reader reader = {text, text + length};
        stos_move read;
        if ((game->kinds >> kind & 1) &&
            take_kind(game, (enum stos_move_kind)kind, &reader, &read) && text_at_end(&reader)) {
            *move = read;
            return game_ok();
        }
    }
    return game_refuse_text(STOS_BAD_MOVE_TEXT, game, 0, text, text, text + length);
}
