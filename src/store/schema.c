/* schema.c - see schema.h. In PostgreSQL everything lives in the schema `stos`, by way of the
 * search path. */
#include "schema.h"

/*
 * The same tables for both kinds. TEXT is compared byte by byte, so a log is in order of its index;
 * numbers are 64 bits wide; flags are 0 and 1. `company` is the group of people that played a game.
 * The log is clustered by its key.
 */
#define TABLES(text, number, clustered) \
    "CREATE TABLE tables (code " text " PRIMARY KEY, last " number " NOT NULL, is_over " number \
    " NOT NULL, due_ms " number " NOT NULL," \
    " opened_ms " number " NOT NULL, changed_ms " number " NOT NULL)" clustered ";" \
    "CREATE TABLE events (code " text " NOT NULL, number " number " NOT NULL, line " text \
    " NOT NULL, PRIMARY KEY (code, number))" clustered ";" \
    "CREATE TABLE people (id " number " PRIMARY KEY, name " text " NOT NULL, account " text \
    " UNIQUE, pass " text ", language " text " NOT NULL, program " number \
    " NOT NULL, muted " number " NOT NULL, banned " number " NOT NULL, made_ms " number \
    " NOT NULL, seen_ms " number " NOT NULL);" \
    "CREATE TABLE tokens (hash " text " PRIMARY KEY, person " number \
    " NOT NULL REFERENCES people ON DELETE CASCADE, made_ms " number " NOT NULL)" clustered ";" \
    "CREATE INDEX tokens_of_person ON tokens (person);" \
    "CREATE TABLE sat (person " number " NOT NULL REFERENCES people ON DELETE CASCADE, code " text \
    " NOT NULL, PRIMARY KEY (person, code))" clustered ";" \
    "CREATE TABLE games (id " text " PRIMARY KEY, code " text " NOT NULL, rules " text \
    " NOT NULL, result " text " NOT NULL, deal " text " NOT NULL, company " text \
    " NOT NULL, cards_left " number " NOT NULL, won " number " NOT NULL, finished " number \
    " NOT NULL, began_ms " number " NOT NULL, ended_ms " number " NOT NULL)" clustered ";" \
    "CREATE TABLE game_seats (game " text \
    " NOT NULL REFERENCES games ON DELETE CASCADE, seat " number " NOT NULL, person " number \
    " NOT NULL, name " text " NOT NULL, bot " text " NOT NULL, won " number \
    " NOT NULL, PRIMARY KEY (game, seat))" clustered ";" \
    "CREATE TABLE facts (name " text " PRIMARY KEY, value " text " NOT NULL)" clustered ";"

#define ACTS(text, number, key) \
    "CREATE TABLE acts (id " key ", asked_ms " number " NOT NULL, done_ms " number \
    " NOT NULL, host " text " NOT NULL, what " text " NOT NULL, target " text \
    " NOT NULL, reason " text " NOT NULL, outcome " text " NOT NULL);" \
    "CREATE INDEX acts_open ON acts (id) WHERE done_ms = 0;"

/* Statistics must not need all games. */
#define INDEXES \
    "CREATE INDEX game_seats_of_person ON game_seats (person, game) WHERE person <> 0;" \
    "CREATE INDEX games_of_deal ON games (deal);" \
    "CREATE INDEX games_of_company ON games (company);"

/* Nodes ask for tables that nobody runs all the time. SQLite reads all tables at its start only,
 * and would pay at each line. */
#define POSTGRES_INDEXES "CREATE INDEX tables_running ON tables (code) WHERE is_over = 0;"

/* A token that was given back is remembered, so that it never becomes somebody again. */
#define ENDED(number) "ALTER TABLE tokens ADD COLUMN ended " number " NOT NULL DEFAULT 0;"

/* The record of a game is made once, when the game ends: its log may be long. A game that repeats a
 * deal does not count. */
#define RECORDS(text, number, clustered) \
    "CREATE TABLE records (game " text \
    " PRIMARY KEY REFERENCES games ON DELETE CASCADE, record " text " NOT NULL)" clustered ";" \
    "ALTER TABLE games ADD COLUMN counts " number " NOT NULL DEFAULT 1;"

/*
 * A node's lease is a row; its number is the fencing token (store.h). Tables say which node runs
 * them. Most have no clock that runs: those are not in the index, so that their rows can change in
 * place.
 */
#define POSTGRES_LEASES \
    "CREATE TABLE nodes (fence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, beat timestamptz " \
    "NOT NULL);" \
    "ALTER TABLE tables ADD COLUMN owner bigint NOT NULL DEFAULT 0;" \
    "CREATE INDEX tables_due ON tables (due_ms) WHERE is_over = 0 AND due_ms < " \
    "9223372036854775807;"

/*
 * Ratings as glicko.h keeps them: rating and deviation in hundredths, volatility in millionths, all
 * as they were before the day, and the sums of the day; `shown` is with the day so far. A rated
 * game is noted, so that it cannot count twice.
 */
#define RATINGS(text, number, clustered) \
    "CREATE TABLE rated (game " text " PRIMARY KEY REFERENCES games ON DELETE CASCADE)" clustered \
    ";" \
    "CREATE TABLE ratings (game " text " NOT NULL, season " number " NOT NULL, person " number \
    " NOT NULL, bot " text " NOT NULL, rating " number " NOT NULL, deviation " number \
    " NOT NULL, volatility " number " NOT NULL, day " number " NOT NULL, information " number \
    " NOT NULL, surprise " number " NOT NULL, games " number " NOT NULL, wins " number \
    " NOT NULL, shown " number " NOT NULL, shown_deviation " number \
    " NOT NULL, PRIMARY KEY (game, season, person, bot))" clustered ";" \
    "CREATE INDEX ratings_shown ON ratings (game, season, shown);" \
    "CREATE INDEX ratings_of_person ON ratings (person) WHERE person <> 0;" \
    "CREATE TABLE rating_pairs (game " text " NOT NULL, low " text " NOT NULL, high " text \
    " NOT NULL, day " number " NOT NULL, results " number \
    " NOT NULL, PRIMARY KEY (game, low, high))" clustered ";" \
    "CREATE TABLE person_facts (person " number \
    " NOT NULL REFERENCES people ON DELETE CASCADE, name " text " NOT NULL, value " text \
    " NOT NULL, PRIMARY KEY (person, name))" clustered ";" \
    "CREATE INDEX person_facts_named ON person_facts (name);"

/* That a table counts for the person or the address that made it, until it is over (store_maker).
 */
#define HELD(text, clustered) \
    "CREATE TABLE held (party " text " NOT NULL, code " text \
    " NOT NULL, PRIMARY KEY (party, code))" clustered ";" \
    "CREATE INDEX held_of_table ON held (code);"

/* Which deal a table plays now ("": none), and its series, for who may see what (store_find_deal).
 */
#define DEALS(text) \
    "ALTER TABLE tables ADD COLUMN deal " text " NOT NULL DEFAULT '';" \
    "ALTER TABLE tables ADD COLUMN series " text " NOT NULL DEFAULT '';" \
    "CREATE INDEX tables_of_deal ON tables (deal) WHERE deal <> '';"

/*
 * The same for the tables that are there, from their logs: "deal GAME DEAL SEED" is the last of a
 * game that is not over, and the first line ends with "series WORD NUMBER RULES", where `day` is no
 * series. `at` finds a text in another one, and `separator` is what stands before the checksum.
 */
#define HEX_16 "________________"
#define HEX_64 HEX_16 HEX_16 HEX_16 HEX_16
#define OLD_DEALS(at, separator) \
    "UPDATE tables SET deal = coalesce((SELECT substr(e.line, " at "(e.line, ' deal ') + 23, 64) " \
    "FROM events e WHERE e.code = tables.code AND e.line LIKE '% deal " HEX_16 " " HEX_64 \
    " " HEX_64 "_________' AND NOT EXISTS (SELECT 1 FROM games g WHERE g.id = substr(e.line, " at \
    "(e.line, ' deal ') + 6, 16)) ORDER BY e.number DESC LIMIT 1), '') WHERE is_over = 0;" \
    "UPDATE tables SET series = coalesce((SELECT word || substr(rest, " at "(rest, ' '), " at \
    "(rest, " separator ") - " at "(rest, ' ')) FROM (SELECT substr(tail, 1, " at \
    "(tail, ' ') - 1) AS word, substr(tail, " at "(tail, ' ') + 1) AS rest FROM " \
    "(SELECT substr(e.line, " at "(e.line, ' series ') + 8) AS tail FROM events e WHERE " \
    "e.code = tables.code AND e.number = 1 AND e.line LIKE '% open % series %' AND " \
    "e.line NOT LIKE '% series day %' AND " at "(e.line, " separator ") > 0) a) b), '');"

/* What every node has to learn, and the number of the last (store.h). */
#define NEWS(text, number) \
    "CREATE TABLE news (number " number " PRIMARY KEY, person " number " NOT NULL, what " text \
    " NOT NULL, at_ms " number " NOT NULL);" \
    "CREATE INDEX news_of_person ON news (person, number);" \
    "INSERT INTO facts (name, value) VALUES ('news', '0');"

#define POSTGRES_TEXT "text COLLATE \"C\""

const struct store_step store_steps[STORE_SCHEMA_VERSION] = {
    {
        .sqlite = TABLES("TEXT", "INTEGER", " WITHOUT ROWID")
            ACTS("TEXT", "INTEGER", "INTEGER PRIMARY KEY AUTOINCREMENT"),
        .postgres = TABLES(POSTGRES_TEXT, "bigint", "")
            ACTS(POSTGRES_TEXT, "bigint", "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY"),
    },
    {.sqlite = INDEXES, .postgres = INDEXES POSTGRES_INDEXES},
    {.sqlite = ENDED("INTEGER"), .postgres = ENDED("bigint")},
    {.sqlite = RECORDS("TEXT", "INTEGER", ""), .postgres = RECORDS(POSTGRES_TEXT, "bigint", "")},
    {.sqlite = "", .postgres = POSTGRES_LEASES},
    {.sqlite = RATINGS("TEXT", "INTEGER", " WITHOUT ROWID"),
     .postgres = RATINGS(POSTGRES_TEXT, "bigint", "")},
    {.sqlite = HELD("TEXT", " WITHOUT ROWID"), .postgres = HELD(POSTGRES_TEXT, "")},
    {.sqlite = DEALS("TEXT") OLD_DEALS("instr", "char(31)"),
     .postgres = DEALS(POSTGRES_TEXT) OLD_DEALS("strpos", "chr(31)")},
    {.sqlite = NEWS("TEXT", "INTEGER"), .postgres = NEWS(POSTGRES_TEXT, "bigint")},
};
