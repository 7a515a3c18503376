/*
 * steady.c - FACE TO FACE without search: the placement that a style rates best, and the styles. A
 * style is a row of weights; see duel.h.
 */
#include "bot/bots.h"
#include "duel.h"
#include "styles.h"

const struct duel_style facetoface_styles[] = {
    [FACETOFACE_NOVICE] = {.step = 16, .give = 0, .help = 120, .go_on = -16, .go_on_helped = -16},
    [FACETOFACE_STEADY] = {.skip = 14,
                           .dead = 7,
                           .step = 0,
                           .hope = -2,
                           .give = 8,
                           .revive = 66,
                           .help = 18,
                           .refill = 52,
                           .go_on = -11,
                           .go_on_helped = -1,
                           .thin = -3},
};

stos_move facetoface_steady_choose(const stos_bot *bot, const struct bot_request *request)
{
    struct duel duel;
    facetoface_duel_see(&duel, &request->view->as.facetoface);
    return facetoface_duel_choose(&duel, bot->tuning);
}
