/* stos_climb.h - the layout of CLIMB: what everybody sees, what nobody may know, what one seat
 * knows; see climb/rules.c. */
#ifndef STOS_CLIMB_H
#define STOS_CLIMB_H

enum { STOS_CLIMB_CARDS = 12 };
enum { STOS_CLIMB_START }; /* options */
enum { STOS_CLIMB_START_LOT = -1 };

struct stos_climb_table {
    uint64_t gone;
    int8_t option[1];
    uint8_t phase;
    uint8_t turn;
    int8_t winner; /* seat or -1 */
};

struct stos_climb {
    struct stos_climb_table table;
    uint64_t hand[2];
    uint8_t drawn;
    uint8_t draw[STOS_CLIMB_CARDS];
};

struct stos_climb_view {
    struct stos_climb_table table;
    uint64_t hand;
    int8_t seat;
    uint8_t hand_count[2];
    uint8_t draw_count;
};

#endif
