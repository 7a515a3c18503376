/* search.h - what makes one searching bot of FACE TO FACE differ from another. */
#ifndef STOS_BOT_FACETOFACE_SEARCH_H
#define STOS_BOT_FACETOFACE_SEARCH_H

#include "net.h"

struct facetoface_tuning {
    uint32_t trust, growth; /* how many duels a plan's promise counts for, see halving.h */
    int plans;              /* how many are tried */
    int turns;              /* played after a plan before it is judged how they stand; 0: plans are only judged */
};

enum { FACETOFACE_QUICK, FACETOFACE_SEARCHING };
enum { FACETOFACE_SEARCH_MEMORY = 4096 };

extern const struct facetoface_tuning facetoface_tunings[];

#endif
