/*
 * view_read.h - what the games share when they read their views back from JSON.
 *
 * A game's reader fills its view with numbers that are in the bounds of their type and then says whether the view can be
 * asked: every index in its array, every loop with an end, as many cards as there are. Members that follow from others
 * are not looked at, because stos_view_parse() writes the view again and compares the texts.
 */
#ifndef STOS_GAME_VIEW_READ_H
#define STOS_GAME_VIEW_READ_H

#include "base/json_span.h"
#include "game.h"

uint8_t view_byte(struct json_span value);                   /* 0 where there is none, or more than 127 */
int8_t view_seat_or_none(struct json_span value, int seats); /* -1 where there is none */
stos_cards view_cards(struct json_span list);
uint8_t view_hand_count(struct json_span hand);               /* of a list of cards, or of their number */
struct json_span view_item(struct json_span list, int index); /* empty where the list is shorter */
uint8_t view_turn(struct json_span view);                     /* the first seat that may act */

#endif
