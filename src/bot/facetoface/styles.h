/* styles.h - the tuned styles of the bots without search: weights for facetoface_duel_choose(). The
 * search falls back on `steady`. */
#ifndef STOS_BOT_FACETOFACE_STYLES_H
#define STOS_BOT_FACETOFACE_STYLES_H

#include "duel.h"

enum { FACETOFACE_NOVICE, FACETOFACE_STEADY };

extern const struct duel_style facetoface_styles[];

#endif
