/* colours.h - the colour scale of the cards, in the colours that a terminal has. */
#ifndef STOS_TERM_SCREEN_COLOURS_H
#define STOS_TERM_SCREEN_COLOURS_H

/* The scale in even steps, from the lowest card to the highest, as colours of the 256-colour cube.
 */
void colours_of_scale(int steps, short out[]);

/* The same in the eight colours of old terminals. */
void colours_of_scale_in_eight(int steps, short out[]);

#endif
