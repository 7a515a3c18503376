/*
 * table_internal.h - what the files of the table share. Only table*.c include it; everybody else
 * includes table.h.
 *
 * A request passes through three of them. table_ask.c decides, using the queries of table.c,
 * whether it is allowed and which events it makes; table_make.c collects those and applies each at
 * once to a copy of the table (table_making.after), so that its consequences (a game that is over,
 * a clock that stops) become events of the same answer; table_apply.c is the only file that carries
 * out events, and accepts one only if it can follow, since the log that it comes from may be
 * damaged.
 */
#ifndef STOS_TABLE_TABLE_INTERNAL_H
#define STOS_TABLE_TABLE_INTERNAL_H

#include "table.h"

#define TABLE_TIME_MAX \
    (INT64_C(1) \
     << 53) /* ms; larger numbers are not valid times, and JavaScript could not represent them */

/* ---------------------------------------------------------------- queries (table.c) */

bool table_is_running(const struct table *table);       /* a game is being played, or paused */
bool table_has_person(const struct table_seat *seat);   /* somebody sits there and has not left */
bool table_plays_itself(const struct table_seat *seat); /* a person, and no bot plays for them */
int table_place_of(const struct table *table,
                   table_person person);       /* their seat, even if they left; -1: none */
bool table_is_full(const struct table *table); /* every seat has a person or a bot */
bool table_key_fits(const struct table *table, const char *key); /* NULL never fits */
uint32_t
table_event_of_ref(const struct table *table,
                   uint64_t ref); /* the first event of a request already done; 0: not done */
bool table_is_duel(const struct table *table); /* resigning gives the game to the other player */
bool table_has_cards(
    const struct table *table); /* a game was dealt and its cards are still on the table */
bool table_somebody_away(const struct table *table); /* a person whom the game waits for is away */
bool table_matter_fits(const struct table *table, int matter); /* whether it can be agreed on now */
bool table_matter_is_question(
    int matter); /* one No ends it for everybody; else each person's wish stands alone */
bool table_matter_agreed(const struct table *table, int matter); /* by everybody who is asked */
bool table_series_is_over(const struct table *table);            /* all its deals have been dealt */
bool table_is_cooperative(const struct table *table); /* talk is guarded, hints are given */

/* The vote of the bots (TG3): they wait for the people, are free to choose, or join the vote for
 * *target. */
enum table_vote { TABLE_VOTE_WAIT, TABLE_VOTE_FREE, TABLE_VOTE_JOIN };
enum table_vote table_bots_vote(const struct table *table, int *target);

/* ---------------------------------------------------------------- what an event may contain
 * (table_apply.c) */

bool table_key_is_good(const char *key);
bool table_game_id_is_good(const char *id);
bool table_commitment_is_good(const char *commitment); /* "": none */
bool table_settings_are_good(const struct table_settings *settings);
bool table_text_is_good(const char *text, size_t length);

/* Whether a text may be said at this table: anything with chat; with hints only, a reaction, and
 * that only in the duel and in LIE. */
bool table_may_say(const struct table *table, const char *text, size_t length);
bool table_same_seed(const stos_seed *one, const stos_seed *other);

/* ---------------------------------------------------------------- making events (table_make.c) */

/* An answer being made: `after` is the table with the events of the answer applied. */
struct table_making {
    struct table after;
    const struct table_request *request; /* NULL: nobody asked */
    int64_t now_ms;
    uint64_t ref;
    struct table_answer *answer;
};

void table_make_start(struct table_making *making, const struct table *table,
                      const struct table_request *request, int64_t now_ms,
                      struct table_answer *answer);
struct table_event *table_make(struct table_making *making, enum table_event_kind kind,
                               int seat); /* fill it in, then table_add() */
void table_add(struct table_making *making);
void table_add_plain(struct table_making *making, enum table_event_kind kind, int seat);
void table_add_stand_in(struct table_making *making, int seat, enum table_stand_in why, bool left);
void table_add_over(struct table_making *making, int seat, const char *result);
void table_add_owner(struct table_making *making,
                     int after_seat); /* the next person clockwise, or nobody */
bool table_can_deal(const struct table_making *making);
void table_add_deal(struct table_making *making, bool same);
void table_refuse(struct table_making *making, enum table_reason reason);
void table_settle(struct table_making *making); /* adds what follows from the events so far */

/* ---------------------------------------------------------------- words (table_words.c) */

const char *table_event_word(int kind);
int table_event_of(const char *word);
const char *table_phase_word(int phase);
const char *table_seat_word(int kind);
const char *table_stand_in_word(int why); /* "none" if there is none */
int table_stand_in_of(const char *word);

/* Flags of the settings: the words of the protocol, and the member of each. */
enum { TABLE_FLAGS = 6 };
extern const char *const table_flag_words[TABLE_FLAGS];
bool *table_flag(struct table_settings *settings, int flag);

#endif
