/*
 * statements.h - the SQL that both kinds of stores run, by name.
 *
 * Parameters are ?1, ?2 and so on, as SQLite writes them; PostgreSQL gets $1, $2. Where the kinds differ in more than
 * that, they have a statement of their own elsewhere.
 */
#ifndef STOS_STORE_STATEMENTS_H
#define STOS_STORE_STATEMENTS_H

enum store_statement {
    STORE_SQL_OPEN_TABLE,
    STORE_SQL_CLAIM,
    STORE_SQL_ADD_LINE,
    STORE_SQL_ADD_GAME,
    STORE_SQL_ADD_GAME_SEAT,
    STORE_SQL_READ_LOG,
    STORE_SQL_READ_RUNNING,
    STORE_SQL_READ_DUE,
    STORE_SQL_TABLE_LAST,
    STORE_SQL_REWRITE,
    STORE_SQL_ADD_PERSON,
    STORE_SQL_SIT_PERSON,
    STORE_SQL_SIT_TOKEN,
    STORE_SQL_FIND_TOKEN,
    STORE_SQL_FIND_PERSON,
    STORE_SQL_FIND_ACCOUNT,
    STORE_SQL_READ_PEOPLE,
    STORE_SQL_SAVE_PERSON,
    STORE_SQL_ADD_ACCOUNT,
    STORE_SQL_ADD_TOKEN,
    STORE_SQL_END_TOKEN,
    STORE_SQL_END_TOKENS,
    STORE_SQL_FORGET_NAME,
    STORE_SQL_DELETE_PERSON,
    STORE_SQL_NOTE_SEAT,
    STORE_SQL_READ_TABLES_OF,
    STORE_SQL_FIND_GAME,
    STORE_SQL_READ_GAMES_OF,
    STORE_SQL_READ_GAMES_OF_DEAL,
    STORE_SQL_SUMS_OF_PERSON,
    STORE_SQL_SUMS_OF_GROUP,
    STORE_SQL_ADD_ACT,
    STORE_SQL_FINISH_ACT,
    STORE_SQL_READ_ACTS,
    STORE_SQL_READ_TABLES,
    STORE_SQL_GET,
    STORE_SQL_PUT,
    STORE_SQL_PUT_IF_MISSING,
    STORE_STATEMENTS
};

/* The text; never NULL. */
const char *store_sql(enum store_statement statement);

#endif
