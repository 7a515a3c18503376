/* statements.c - see statements.h. */
#include "statements.h"

#include "store.h"

#define PERSON \
    "p.id, p.name, coalesce(p.account, ''), p.language, p.program, p.muted, p.banned, p.made_ms, " \
    "p.seen_ms"

/* A game and its seats, one row for each seat; the rows of a game follow each other. */
#define GAME \
    "SELECT g.id, g.code, g.rules, g.result, g.deal, g.company, g.cards_left, g.won, g.finished, " \
    "g.began_ms, g.ended_ms," \
    " s.person, s.name, s.bot, s.won FROM games g JOIN game_seats s ON s.game = g.id"
#define NEWEST_GAME_FIRST " ORDER BY g.ended_ms DESC, g.id, s.seat"

#define SUMS(won) \
    "SELECT g.rules, count(*), sum(" won \
    "), sum(CASE WHEN g.cards_left >= 0 THEN g.cards_left ELSE 0 END)," \
    " coalesce(min(CASE WHEN g.cards_left >= 0 THEN g.cards_left END), -1)"

#define THIS_RATING " WHERE game = ?1 AND season = ?2 AND person = ?3 AND bot = ?4"
#define KEPT_RATING "rating, deviation, volatility, day, information, surprise, games, wins"
#define SHOWN_RATING \
    "SELECT r.game, r.season, coalesce(p.name, ''), coalesce(p.account, ''), r.bot, r.shown, " \
    "r.shown_deviation, r.games, r.wins"

static const char *const sql[STORE_STATEMENTS] = {
    [STORE_SQL_OPEN_TABLE] = "INSERT INTO tables (code, last, is_over, due_ms, opened_ms, "
                             "changed_ms) VALUES (?1, ?2, ?3, ?4, ?5, ?5)"
                             " ON CONFLICT DO NOTHING",
    [STORE_SQL_CLAIM] = "UPDATE tables SET last = ?2, is_over = ?3, due_ms = ?4, changed_ms = ?5 "
                        "WHERE code = ?1 AND last = ?6",
    [STORE_SQL_ADD_LINE] = "INSERT INTO events (code, number, line) VALUES (?1, ?2, ?3)",
    [STORE_SQL_LINES_BEHIND] = "SELECT 1 FROM events WHERE code = ?1 AND number > coalesce((SELECT "
                               "last FROM tables WHERE code = ?1), 0) LIMIT 1",
    [STORE_SQL_COUNT_HELD] = "SELECT count(*) FROM held WHERE party = ?1",
    [STORE_SQL_HOLD] = "INSERT INTO held (party, code) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
    [STORE_SQL_LET_GO] = "DELETE FROM held WHERE code = ?1",
    [STORE_SQL_FORGET_HELD] = "DELETE FROM held WHERE party = ?1",
    [STORE_SQL_ADD_GAME] = "INSERT INTO games (id, code, rules, result, deal, company, cards_left, "
                           "won, finished, began_ms, ended_ms,"
                           " counts) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12) ON "
                           "CONFLICT DO NOTHING",
    [STORE_SQL_ADD_GAME_SEAT] = "INSERT INTO game_seats (game, seat, person, name, bot, won) "
                                "VALUES (?1, ?2, ?3, ?4, ?5, ?6)",

    [STORE_SQL_READ_LOG] =
        "SELECT code, number, line FROM events WHERE code = ?1 AND number > ?2 ORDER BY number",
    [STORE_SQL_READ_RUNNING] = "SELECT code, due_ms FROM tables WHERE is_over = 0 ORDER BY code",
    [STORE_SQL_FORGET_TABLE] = "DELETE FROM tables WHERE code = ?1 AND is_over = 1",
    [STORE_SQL_FORGET_LOG] =
        "DELETE FROM events WHERE code = ?1 AND NOT EXISTS (SELECT 1 FROM tables WHERE code = ?1)",
    [STORE_SQL_FORGET_SEATS] =
        "DELETE FROM sat WHERE code = ?1 AND NOT EXISTS (SELECT 1 FROM tables WHERE code = ?1)",
    [STORE_SQL_READ_DUE] =
        "SELECT code FROM tables WHERE is_over = 0 AND due_ms < ?1 ORDER BY due_ms LIMIT ?2",
    [STORE_SQL_TABLE_RUNS] = "SELECT 1 FROM tables WHERE code = ?1 AND is_over = 0",
    [STORE_SQL_TABLE_LAST] = "SELECT last FROM tables WHERE code = ?1",
    [STORE_SQL_REWRITE] = "UPDATE events SET line = ?3 WHERE code = ?1 AND number = ?2",

    [STORE_SQL_ADD_PERSON] =
        "INSERT INTO people (id, name, language, program, muted, banned, made_ms, seen_ms)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    [STORE_SQL_SIT_PERSON] =
        "INSERT INTO people (id, name, language, program, muted, banned, made_ms, seen_ms)"
        " VALUES (?1, ?2, ?3, ?4, 0, 0, ?5, ?5) ON CONFLICT DO NOTHING",
    [STORE_SQL_SIT_TOKEN] =
        "INSERT INTO tokens (hash, person, made_ms) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
    [STORE_SQL_FIND_TOKEN] =
        "SELECT " PERSON
        ", t.ended FROM tokens t JOIN people p ON p.id = t.person WHERE t.hash = ?1",
    [STORE_SQL_FIND_PERSON] = "SELECT " PERSON " FROM people p WHERE p.id = ?1",
    [STORE_SQL_FIND_ACCOUNT] = "SELECT " PERSON ", p.pass FROM people p WHERE p.account = ?1",
    [STORE_SQL_READ_PEOPLE] = "SELECT " PERSON " FROM people p WHERE lower(p.name) LIKE lower(?1) "
                              "ESCAPE '!' OR lower(p.account) LIKE lower(?1)"
                              " ESCAPE '!' ORDER BY p.seen_ms DESC, p.id LIMIT ?2",
    [STORE_SQL_SAVE_PERSON] = "UPDATE people SET name = ?2, language = ?3, muted = ?4, banned = "
                              "?5, seen_ms = ?6 WHERE id = ?1",
    [STORE_SQL_ADD_ACCOUNT] = "UPDATE people SET account = ?2, pass = ?3 WHERE id = ?1",
    [STORE_SQL_ADD_TOKEN] = "INSERT INTO tokens (hash, person, made_ms) VALUES (?1, ?2, ?3)",
    [STORE_SQL_END_TOKEN] = "UPDATE tokens SET ended = 1 WHERE person = ?1 AND hash = ?2",
    [STORE_SQL_END_TOKENS] = "UPDATE tokens SET ended = 1 WHERE person = ?1",
    /* updates that change nothing lock the row, in both kinds */
    [STORE_SQL_HOLD_ACCOUNT] = "UPDATE people SET pass = pass WHERE id = ?1 AND pass = ?2",
    [STORE_SQL_HOLD_PERSON] = "UPDATE people SET seen_ms = seen_ms WHERE id = ?1",
    [STORE_SQL_FIND_BYE] =
        "SELECT 1 FROM news WHERE person = ?1 AND number > ?2 AND (what = '" STORE_BYE
        "' OR what = '" STORE_BYE "' || CAST(?3 AS text) OR (what LIKE '" STORE_BYE
        "-%' AND what <> '" STORE_BYE "-' || CAST(?3 AS text))) LIMIT 1",
    [STORE_SQL_COUNT_NEWS] = "UPDATE facts SET value = CAST(CAST(value AS bigint) + 1 AS text) "
                             "WHERE name = 'news' RETURNING value",
    [STORE_SQL_ADD_NEWS] = "INSERT INTO news (number, person, what, at_ms) VALUES (?1, ?2, ?3, ?4)",
    [STORE_SQL_READ_NEWS] =
        "SELECT number, person, what FROM news WHERE number > ?1 ORDER BY number LIMIT ?2",
    [STORE_SQL_EXPIRE_NEWS] =
        "DELETE FROM news WHERE at_ms < ?1 AND number < (SELECT max(number) FROM news)",
    [STORE_SQL_SEE_PERSON] = "UPDATE people SET seen_ms = ?2 WHERE id = ?1",
    [STORE_SQL_SEE_TOKEN] = "UPDATE tokens SET made_ms = ?2 WHERE hash = ?1",
    [STORE_SQL_EXPIRE_GUESTS] = "DELETE FROM people WHERE id IN (SELECT p.id FROM people p WHERE "
                                "p.account IS NULL AND p.seen_ms < ?1"
                                " AND p.muted = 0 AND p.banned = 0 AND NOT EXISTS (SELECT 1 FROM "
                                "sat s JOIN tables t ON t.code = s.code"
                                " WHERE s.person = p.id) AND NOT EXISTS (SELECT 1 FROM tokens k "
                                "WHERE k.person = p.id AND k.ended = 1) LIMIT ?2)",
    [STORE_SQL_EXPIRE_TOKENS] = "UPDATE tokens SET ended = 1 WHERE ended = 0 AND made_ms < ?1",
    [STORE_SQL_FORGET_RECORDS] = "DELETE FROM records WHERE game IN (SELECT game FROM game_seats "
                                 "WHERE person = ?1 AND person <> 0)",
    [STORE_SQL_FORGET_NAME] = "UPDATE game_seats SET name = '', person = 0 WHERE person = ?1",
    [STORE_SQL_FORGET_MENTIONS] = "DELETE FROM person_facts WHERE name = ?1 OR name = ?2 OR "
                                  "(((name >= ?3 AND name < ?4) OR (name >= ?5 "
                                  "AND name < ?6)) AND name LIKE ?7)",
    [STORE_SQL_DELETE_PERSON] = "DELETE FROM people WHERE id = ?1",
    [STORE_SQL_NOTE_SEAT] = "INSERT INTO sat (person, code) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
    [STORE_SQL_READ_TABLES_OF] =
        "SELECT s.code FROM sat s LEFT JOIN tables t ON t.code = s.code WHERE s.person = ?1"
        " AND (?2 = 0 OR t.is_over = 0) ORDER BY s.code",

    [STORE_SQL_ADD_RECORD] = "INSERT INTO records (game, record) VALUES (?1, ?2)",
    [STORE_SQL_FIND_RECORD] = "SELECT record FROM records WHERE game = ?1",
    [STORE_SQL_FIND_GAME] = GAME " WHERE g.id = ?1 ORDER BY s.seat",
    [STORE_SQL_READ_GAMES_OF] =
        GAME " WHERE g.id IN (SELECT h.id FROM games h WHERE h.ended_ms < ?2 AND h.id IN"
             " (SELECT game FROM game_seats WHERE person = ?1 AND person <> 0) ORDER BY h.ended_ms "
             "DESC, h.id LIMIT ?3)" NEWEST_GAME_FIRST,
    [STORE_SQL_READ_GAMES_OF_DEAL] =
        GAME " WHERE g.id IN (SELECT h.id FROM games h WHERE h.deal = ?1 ORDER BY h.ended_ms DESC, "
             "h.id LIMIT ?2)" NEWEST_GAME_FIRST,
    [STORE_SQL_NOTE_DEAL] = "UPDATE tables SET deal = ?2, series = ?3 WHERE code = ?1",
    [STORE_SQL_FIND_DEAL] =
        "SELECT CASE WHEN EXISTS (SELECT 1 FROM games g JOIN game_seats s ON s.game = g.id WHERE "
        "g.deal = ?1 AND s.person = ?2 AND s.person <> 0) THEN 1 ELSE 0 END,"
        " CASE WHEN EXISTS (SELECT 1 FROM tables WHERE deal = ?1 AND deal <> '') THEN 1 ELSE 0 END",
    [STORE_SQL_READ_SERIES_OF] = "SELECT DISTINCT t.series FROM sat s JOIN tables t ON t.code = "
                                 "s.code WHERE s.person = ?1 AND t.series <> ''",
    [STORE_SQL_READ_FIELD] = "SELECT g.result, count(*) FROM games g WHERE g.deal = ?1 AND "
                             "g.finished = 1 AND g.counts = 1"
                             " GROUP BY g.result ORDER BY g.result",
    [STORE_SQL_SUMS_OF_PERSON] =
        SUMS("s.won") " FROM games g JOIN game_seats s ON s.game = g.id WHERE s.person = ?1 AND "
                      "s.person <> 0"
                      " AND g.finished = 1 AND g.counts = 1 GROUP BY g.rules ORDER BY g.rules",
    [STORE_SQL_SUMS_OF_GROUP] =
        SUMS("g.won") " FROM games g WHERE g.company = ?1 AND g.finished = 1 AND g.counts = 1 "
                      "GROUP BY g.rules ORDER BY g.rules",

    [STORE_SQL_READ_YARDSTICKS] =
        "SELECT g.rules, count(*), sum(g.cards_left), sum(CAST(f.value AS INTEGER)) FROM games g "
        "JOIN game_seats s ON s.game = g.id"
        " JOIN facts f ON f.name = '" STORE_YARDSTICK
        "' || g.deal WHERE s.person = ?1 AND s.person <> 0 AND g.finished = 1"
        " AND g.counts = 1 AND g.cards_left >= 0 GROUP BY g.rules ORDER BY g.rules",
    [STORE_SQL_READ_RESULTS_OF] =
        "SELECT g.rules, s.won FROM games g JOIN game_seats s ON s.game = g.id WHERE s.person = ?1"
        " AND s.person <> 0 AND g.finished = 1 AND g.counts = 1 ORDER BY g.ended_ms DESC, g.id "
        "LIMIT ?2",
    [STORE_SQL_NOTE_RATED] =
        "INSERT INTO rated (game) VALUES (?1) ON CONFLICT DO NOTHING RETURNING game",
    [STORE_SQL_COUNT_PAIR] =
        "INSERT INTO rating_pairs (game, low, high, day, results) VALUES (?1, ?2, ?3, ?4, 1)"
        " ON CONFLICT (game, low, high) DO UPDATE SET results = CASE WHEN rating_pairs.day = "
        "excluded.day"
        " THEN rating_pairs.results + 1 ELSE 1 END, day = excluded.day RETURNING results",
    /* an update that changes nothing locks the row, in both kinds */
    [STORE_SQL_FIND_RATING] =
        "UPDATE ratings SET games = games" THIS_RATING " RETURNING " KEPT_RATING,
    [STORE_SQL_LAST_RATING] =
        "SELECT " KEPT_RATING
        " FROM ratings WHERE game = ?1 AND season < ?2 AND person = ?3 AND bot = ?4"
        " ORDER BY season DESC LIMIT 1",
    [STORE_SQL_START_RATING] = "INSERT INTO ratings (game, season, person, bot, rating, deviation, "
                               "volatility, day, information, surprise,"
                               " games, wins, shown, shown_deviation) VALUES (?1, ?2, ?3, ?4, ?5, "
                               "?6, ?7, ?8, 0, 0, 0, 0, ?5, ?6)"
                               " ON CONFLICT DO NOTHING",
    [STORE_SQL_SAVE_RATING] =
        "UPDATE ratings SET rating = ?5, deviation = ?6, volatility = ?7, day = ?8, information = "
        "?9, surprise = ?10,"
        " games = ?11, wins = ?12, shown = ?13, shown_deviation = ?14" THIS_RATING,
    [STORE_SQL_READ_LEADERS] = SHOWN_RATING
    " FROM ratings r LEFT JOIN people p ON p.id = r.person WHERE r.game = ?1 AND r.season = ?2"
    " AND (r.bot <> '' OR (p.account IS NOT NULL AND NOT EXISTS (SELECT 1 FROM person_facts f"
    " WHERE f.person = p.id AND f.name = 'private')))"
    " ORDER BY r.shown DESC, r.shown_deviation, r.person, r.bot LIMIT ?3",
    [STORE_SQL_READ_RATINGS_OF] = SHOWN_RATING
    " FROM ratings r JOIN people p ON p.id = r.person WHERE r.person = ?1 AND r.person <> 0"
    " ORDER BY r.season DESC, r.game",
    [STORE_SQL_FORGET_RATINGS] = "DELETE FROM ratings WHERE person = ?1 AND person <> 0",
    [STORE_SQL_FORGET_PAIRS] = "DELETE FROM rating_pairs WHERE low = ?1 OR high = ?1",
    [STORE_SQL_PUT_PERSON_FACT] = "INSERT INTO person_facts (person, name, value) SELECT id, "
                                  "CAST(?2 AS text), CAST(?3 AS text)"
                                  " FROM people WHERE id = ?1 ON CONFLICT (person, name) DO UPDATE "
                                  "SET value = excluded.value",
    [STORE_SQL_DROP_PERSON_FACT] = "DELETE FROM person_facts WHERE person = ?1 AND name = ?2",
    [STORE_SQL_TAKE_PERSON_FACT] =
        "DELETE FROM person_facts WHERE person = ?1 AND name = ?2 AND value = ?3",
    [STORE_SQL_DROP_INVITATIONS] =
        "DELETE FROM person_facts WHERE " STORE_IS_INVITED("?1", "CAST(?2 AS text)"),
    [STORE_SQL_GET_PERSON_FACT] = "SELECT value FROM person_facts WHERE person = ?1 AND name = ?2",
    [STORE_SQL_READ_PERSON_FACTS] = "SELECT name, value FROM person_facts WHERE person = ?1 AND "
                                    "name >= ?2 AND name < ?3 ORDER BY name",
    [STORE_SQL_READ_FACTS_OF_ALL] = "SELECT person, name, value FROM person_facts WHERE name >= ?1 "
                                    "AND name < ?2 ORDER BY name, person",

    [STORE_SQL_ADD_ACT] = "INSERT INTO acts (asked_ms, done_ms, host, what, target, reason, "
                          "outcome) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
                          " RETURNING id",
    [STORE_SQL_FINISH_ACT] = "UPDATE acts SET done_ms = ?2, outcome = ?3 WHERE id = ?1",
    [STORE_SQL_LAST_ACT] = "SELECT coalesce(max(id), 0) FROM acts",
    [STORE_SQL_READ_ACTS] =
        "SELECT id, asked_ms, done_ms, host, what, target, reason, outcome FROM acts WHERE id > ?1"
        " AND (?2 = 0 OR done_ms = 0) ORDER BY id LIMIT ?3",
    [STORE_SQL_READ_TABLES] = "SELECT code, last, is_over, opened_ms, changed_ms FROM tables WHERE "
                              "(?1 = 0 OR is_over = 0)"
                              " ORDER BY changed_ms DESC, code LIMIT ?2",

    [STORE_SQL_GET] = "SELECT value FROM facts WHERE name = ?1",
    [STORE_SQL_PUT] = "INSERT INTO facts (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO "
                      "UPDATE SET value = excluded.value",
    [STORE_SQL_DROP_FACT] = "DELETE FROM facts WHERE name = ?1",
    [STORE_SQL_DROP_FACTS] = "DELETE FROM facts WHERE name >= ?1 AND name < ?2 AND value < ?3",
    [STORE_SQL_READ_FACTS] =
        "SELECT name, value FROM facts WHERE name >= ?1 AND name < ?2 ORDER BY name",
    [STORE_SQL_PUT_IF] = "UPDATE facts SET value = ?3 WHERE name = ?1 AND value = ?2",
    [STORE_SQL_PUT_IF_MISSING] =
        "INSERT INTO facts (name, value) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
};

const char *store_sql(enum store_statement statement) { return sql[statement]; }
