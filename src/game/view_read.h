/*
 * view_read.h - what the games share when they read their views back from JSON.
 *
 * A game's reader fills its view with numbers that are within the bounds of their type and then
 * says whether the view is safe to use: every index is within its array, every loop ends, and the
 * numbers of cards add up. Whether the rules allow the view is not its concern: stos_view_parse()
 * samples a state and checks that one. Members that follow from others are not read, because
 * stos_view_parse() writes the view again and compares the texts.
 */
#ifndef STOS_GAME_VIEW_READ_H
#define STOS_GAME_VIEW_READ_H

#include "base/json_span.h"
#include "game.h"

uint8_t view_byte(struct json_span value); /* 0 if there is none or it is more than 127 */
int8_t view_seat_or_none(struct json_span value, int seats); /* -1 if there is none */
stos_cards view_cards(struct json_span list);
uint8_t view_hand_count(struct json_span hand); /* from a list of cards, or from their number */
struct json_span view_item(struct json_span list, int index); /* empty if the list is shorter */
uint8_t view_turn(struct json_span view);                     /* the first seat that may act */

#endif
