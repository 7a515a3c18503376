/*
 * export.h - pruning a strategy, and writing it into a table that bots can read (bot/lie/table.h).
 *
 * A strategy that tells all cards apart can be made to forget the ends that do not show: a bot with
 * the same faces then always plays the same mixture. What a side hardly ever brings about itself is
 * left out. The cost is measured before writing, as the exploitability of the resulting strategy.
 */
#ifndef STOS_SOLVE_LIE_EXPORT_H
#define STOS_SOLVE_LIE_EXPORT_H

#include "bot/lie/table.h"
#include "strategy.h"

/* Fills a strategy of the same round with faces_only from one that knows all cards, weighting hands
 * by their probability. */
bool lie_forget_cards(const struct lie_strategy *from, struct lie_strategy *faces);

/*
 * Leaves out classes that a side itself brings to a history with a probability below `least`, and
 * of the rest moves with a probability below 50 times `least` or 1 in 200; rounds all shares to
 * what a table can hold. If bids are left out of the round, missing entries mean the call, so calls
 * that are certain are left out too.
 */
bool lie_prune(struct lie_strategy *strategy, double least);

/* A growing byte buffer; `failed` once out of memory. */
struct lie_bytes {
    uint8_t *at;
    size_t length, room;
    bool failed;
};

/*
 * Writes a table: the rounds of an old one (may be empty) and this one, in its old place if it was
 * there, else at the end. A pruned strategy is written as it is.
 */
struct lie_bytes lie_export(const struct lie_strategy *strategy, const struct lie_gap *gap,
                            const uint8_t *old, size_t old_length);

/* The index-th round of an opened table as a strategy; LIE_ROUND_TOO_LARGE if bids are left out of
 * it. */
enum lie_round_error lie_import(const struct solved_rounds *table, int index,
                                struct lie_strategy *strategy);

#endif
