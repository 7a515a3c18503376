/*
 * faces.h - what a solver needs in addition if both sides remember only the faces that they show.
 *
 * A class is then a set of faces that many deals can show. The probability that two classes meet
 * depends on how both sides choose their ends, so it is recomputed for every walk. And what a
 * choice of ends is worth depends on the whole deal, not on the faces alone; the walk records how
 * often each pair of classes meets with which result, and from that the value of every choice of
 * every deal follows exactly.
 */
#ifndef STOS_SOLVE_LIE_FACES_H
#define STOS_SOLVE_LIE_FACES_H

#include "round.h"

struct lie_faces {
    float *joint; /* [deal of the opener][deal of the other] */
    float *met;   /* [class][own class]: how often they meet, times what the learning side wins; of
                     the last walk */
    float *shares[2]; /* of each choice, of the last walk */
};

bool lie_faces_open(struct lie_faces *faces, const struct lie_round *round);
void lie_faces_close(struct lie_faces *faces);

/* Floats of `met`, whichever side learns. */
size_t lie_faces_met_floats(const struct lie_round *round);

/*
 * Before side `own` learns, with the shares set: the probability that the other side shows each
 * class, and for each pair of classes the probability to meet given that class of the other side.
 */
void lie_faces_prepare(const struct lie_faces *faces, const struct lie_round *round, int own,
                       float *reach, float *chance);

/* After the walk, with the reach it began with: the value of each choice of the learning side. */
void lie_faces_worth(const struct lie_faces *faces, const struct lie_round *round, int own,
                     const float *reach, float *worth);

#endif
