/*
 * table_text.h - tables and events as text: one line for the log, JSON for a reader.
 *
 * A log line reads back as the same event (a table is stored as its lines). JSON for a reader is
 * made from the events' public part and the reader's own view: it never contains a seed, a key or a
 * choice that the reader may not know.
 */
#ifndef STOS_TABLE_TABLE_TEXT_H
#define STOS_TABLE_TABLE_TEXT_H

#include "table.h"

/* Writes an event as one line without newline, such as "12 1700000000000 move 1 37@U1"; returns its
 * length. */
size_t table_event_line(const struct table *table, const struct table_event *event,
                        char out[TABLE_EVENT_TEXT]);

/* Reads a line of this table's log (the table knows the game that moves belong to); false if it is
 * not valid. */
bool table_event_read(const struct table *table, const char *line, size_t length,
                      struct table_event *event);

/* The event as a reader may see it; reader: a seat, -1 for a spectator. docs/protocol.md, "Events".
 */
void table_event_json(stos_writer *writer, const struct table *table,
                      const struct table_event *event, int reader);

/* The placeholder for an event that is hidden from the reader: only its number and time. */
void table_hidden_json(stos_writer *writer, const struct table_event *event);

/* What changed with the last event: position, view, hints, clock. Writes only the members; the
 * caller writes the object. */
void table_now_json(stos_writer *writer, const struct table *table, int reader, int64_t now_ms,
                    bool with_moves);

/* The whole table for a reader: settings, seats, game, and all of the above. `unheard`: bits of
 * table->said that are hidden from them. */
void table_json(stos_writer *writer, const struct table *table, int reader, int64_t now_ms,
                bool with_moves, unsigned unheard);

/* Only the members "seats":[...] and "hints":[...], for frames about what is not an event. */
void table_seats_json(stos_writer *writer, const struct table *table, int reader);
void table_hints_json(stos_writer *writer, const struct table *table);

/* One row of the list of public tables. */
void table_row_json(stos_writer *writer, const struct table *table);

/* A table seen from outside: settings, who sits there, whose turn it is, and whether the reader
 * `left` it in mid-game; no cards. */
void table_glance_json(stos_writer *writer, const struct table *table, table_person person);

/* Settings from and to the words of the protocol. */
void table_settings_json(stos_writer *writer, const struct table_settings *settings);

/*
 * The record of a finished game, made from the whole log of its table (lines with newlines). False
 * if the log has no such game, or the game is not over: until then its seed is secret.
 */
bool table_record(const char *log, size_t length, const char *game_id, stos_writer *writer);

/* A move that was made and not taken back. */
struct table_moved {
    stos_move move;
    int8_t seat;
};

/* Updates the moves of the running game after an event; returns how many there are now. `moves`
 * holds `count` and has room for one more. */
size_t table_moves_note(struct table_moved *moves, size_t count, const struct table_event *event);

/* The record of the finished game at this table, from its moves; the same as table_record() makes
 * from the log. */
void table_record_write(const struct table *table, const struct table_moved *moves, size_t count,
                        stos_writer *writer);

/* The last lines of a record, with a comment if the game ended differently at the table (`ended`;
 * "": it did not). */
void table_record_end(stos_writer *writer, const stos_state *state, const char *ended);

/* A JSON string, quoted and escaped. */
void table_quote(stos_writer *writer, const char *text, size_t length);

/* The words for talk, door, matter, hint and stand-in, and back (-1: no such word). */
const char *table_talk_word(int talk);
int table_talk_of(const char *word);
const char *table_door_word(int door);
int table_door_of(const char *word);
const char *table_matter_word(int matter);
int table_matter_of(const char *word);
const char *table_pile_hint_word(int hint);
int table_pile_hint_of(const char *word);
const char *table_self_hint_word(int hint);
int table_self_hint_of(const char *word);

/* Whether it is one of the few short messages that are allowed even without chat, in the duel and
 * in LIE ("Well played!"). */
bool table_is_reaction(const char *text, size_t length);

#endif
