/*
 * hint_history.c - what everybody at a table of THE GAME has heard and seen: fills the
 * stos_hint_history of stos_bot.h.
 *
 * Whoever keeps the hints in force keeps this beside them and reports the same changes: a table
 * seen, a seat heard. Turns are told apart by what a view shows, so a placement that is taken back
 * before its turn ends leaves no trace; a table that cannot follow from the one seen before (an
 * undone turn, another deal) begins a new history.
 */
#include "base/cards.h"
#include "bot.h"
#include "thegame/hints.h"

#include <string.h>

/* ---------------------------------------------------------------- what is placed */

static void begin_turn(stos_hint_history *history, const struct stos_thegame_view *view)
{
    history->gone = view->table.gone;
    history->turn = view->table.turn;
    history->phase = view->table.phase;
    history->draw = view->draw_count;
    for (int seat = 0; seat < STOS_MAX_SEATS; seat++)
        history->seat[seat].fresh = true;
}

/* The seat has another hand: what was said about the old one is about the hand before now. */
static void end_turn(stos_hint_history *history, const struct stos_thegame_view *view)
{
    stos_hint_seat *mover = &history->seat[history->turn];
    memcpy(mover->said[1], mover->said[0], sizeof mover->said[1]);
    memset(mover->said[0], 0, sizeof mover->said[0]);
    mover->turns[1] = mover->turns[0];
    mover->turns[0] = 0;
    mover->placed = cards_minus(view->table.gone, history->gone);
    mover->drawn = (uint8_t)(history->draw - view->draw_count);
}

static bool follows(const stos_hint_history *history, const struct stos_thegame_view *view)
{
    return history->begun && view->draw_count <= history->draw &&
        view->table.phase >= history->phase &&
        cards_empty(cards_minus(history->gone, view->table.gone));
}

/* Whether a turn has ended since: who moves has changed, or they begin anew (TG8). */
static bool turn_ended(const stos_hint_history *history, const struct stos_thegame_view *view)
{
    return history->phase == STOS_PHASE_PLAY &&
        (view->table.turn != history->turn || view->draw_count != history->draw ||
         (view->table.placed == 0 && !cards_equal(view->table.gone, history->gone)));
}

void stos_hint_history_see(stos_hint_history *history, const stos_view *view)
{
    const struct stos_thegame_view *seen = &view->as.thegame;
    if (view->game != STOS_THEGAME || seen->table.turn >= STOS_THEGAME_SEATS)
        return;
    bool ended = turn_ended(history, seen);
    if (!follows(history, seen)) {
        memset(history, 0, sizeof *history);
        history->begun = true;
        begin_turn(history, seen);
    } else if (ended || seen->table.phase != history->phase) {
        if (ended)
            end_turn(history, seen);
        begin_turn(history, seen);
    }
    memcpy(history->top, seen->table.top, sizeof history->top);
}

/* ---------------------------------------------------------------- what is said */

/* The entry for what a seat says in the running turn. */
static stos_hint_turn *entry_of(stos_hint_seat *seat)
{
    if (seat->fresh && seat->turns[0] == STOS_HINT_TURNS)
        memmove(seat->said[0], seat->said[0] + 1, (STOS_HINT_TURNS - 1) * sizeof *seat->said[0]);
    else if (seat->fresh)
        seat->turns[0]++;
    stos_hint_turn *entry = &seat->said[0][seat->turns[0] - 1];
    if (seat->fresh)
        memset(entry, 0, sizeof *entry);
    seat->fresh = false;
    return entry;
}

/* A pile that has moved since the seat spoke of it keeps what was said, unless that is replaced. */
static void hear_about_pile(stos_hint_turn *entry, int pile, int top, int hint, int asked)
{
    if (hint == STOS_HINT_NONE && entry->top[pile] != 0 && entry->top[pile] != top)
        return;
    entry->top[pile] = (uint8_t)top;
    entry->pile[pile] = (uint8_t)hint;
    entry->asked = (uint8_t)((entry->asked & ~(1 << pile)) | (asked & 1 << pile));
}

/* A hint about oneself holds until the seat's own turn: it is about the piles as they were when it
 * was given. */
static bool said_before(const stos_hint_seat *seat, uint8_t self)
{
    for (int i = 0; i < seat->turns[0]; i++)
        if (seat->said[0][i].self == self)
            return true;
    return false;
}

void stos_hint_history_hear(stos_hint_history *history, int seat,
                            const uint8_t pile[STOS_HINT_PILES], uint8_t self, bool complete)
{
    int piles = history->phase == STOS_PHASE_START ? 0 : thegame_spoken_of(history->top);
    int asked = complete ? STOS_HINT_ASKED_SELF | piles : 0;
    if (!history->begun || seat < 0 || seat >= STOS_MAX_SEATS)
        return;
    stos_hint_turn *entry = entry_of(&history->seat[seat]);
    for (int i = 0; i < STOS_THEGAME_PILES; i++)
        hear_about_pile(entry, i, history->top[i], pile[i], asked);
    if (complete || self == STOS_SELF_NONE || !said_before(&history->seat[seat], self)) {
        entry->self = self;
        memcpy(entry->self_top, history->top, sizeof entry->self_top);
    }
    entry->asked = (uint8_t)((entry->asked & THEGAME_ALL_PILES) | (asked & STOS_HINT_ASKED_SELF));
}
