/*
 * export.h - making a strategy small, and writing it into a table that bots can read (bot/lie/table.h).
 *
 * A strategy that keeps all cards apart can be made to forget the ends that do not show: a bot with the same faces then
 * always plays the same mixture. What a side hardly ever does by itself is left out. What that costs is measured on the
 * strategy that results, by its exploitability, before it is written.
 */
#ifndef STOS_SOLVE_LIE_EXPORT_H
#define STOS_SOLVE_LIE_EXPORT_H

#include "bot/lie/table.h"
#include "strategy.h"

/* Fills a strategy of the same round with faces_only from one that knows all cards, weighing each by its chance. */
bool lie_forget_cards(const struct lie_strategy *from, struct lie_strategy *faces);

/*
 * Leaves out classes that a side itself brings to a history with less than this chance, and of the rest moves that it
 * makes with less than 50 times this chance or once in 200 times; rounds all shares to what a table can hold. Where bids are left out of
 * the round, what is not there is called, and so calls that are certain are left out, too.
 */
bool lie_prune(struct lie_strategy *strategy, double least);

/* Bytes in memory that grow; `failed` once memory was short. */
struct lie_bytes {
    uint8_t *at;
    size_t length, room;
    bool failed;
};

/*
 * Writes a table: the rounds of an old one (may be empty) and this one, in its old place if it was there, else behind them.
 * A pruned strategy is written as it is.
 */
struct lie_bytes lie_export(const struct lie_strategy *strategy, const struct lie_gap *gap, const uint8_t *old, size_t old_length);

/* The index-th round of an opened table as a strategy; too large if bids are left out in it. */
enum lie_round_error lie_import(const struct lie_table *table, int index, struct lie_strategy *strategy);

#endif
