/* people.c - see store.h: people, their tokens and accounts. One implementation for all kinds of
 * stores. */
#include "store_internal.h"

#include <stddef.h>
#include <stdio.h>

static void copy_person(const struct store_row *row, struct store_person *person)
{
    *person = (struct store_person){.id = (uint64_t)store_row_number(row, 0)};
    store_row_copy(row, 1, person->name, sizeof person->name);
    store_row_copy(row, 2, person->account, sizeof person->account);
    store_row_copy(row, 3, person->language, sizeof person->language);
    person->program = store_row_flag(row, 4);
    person->muted = store_row_flag(row, 5);
    person->banned = store_row_flag(row, 6);
    person->made_ms = store_row_number(row, 7);
    person->seen_ms = store_row_number(row, 8);
}

static bool take_person(void *context, const struct store_row *row)
{
    copy_person(row, context);
    return true;
}

enum store_status store_find_person(struct store *store, uint64_t id, struct store_person *person)
{
    return store_run(store, STORE_SQL_FIND_PERSON, take_person, person, store_id(id));
}

struct found_token {
    struct store_person *person;
    bool ended;
};

static bool take_token(void *context, const struct store_row *row)
{
    struct found_token *found = context;
    found->ended = store_row_flag(row, 9);
    if (!found->ended)
        copy_person(row, found->person);
    return true;
}

enum store_status store_find_token(struct store *store, const char *token_hash,
                                   struct store_person *person)
{
    struct found_token found = {.person = person};
    enum store_status status =
        store_run(store, STORE_SQL_FIND_TOKEN, take_token, &found, store_text(token_hash));
    return status == STORE_OK && found.ended ? STORE_TAKEN : status;
}

/* ---------------------------------------------------------------- people who come, many at once */

static bool take_arrival(void *context, const struct store_row *row)
{
    struct store_arrival *arrival = context;
    struct found_token found = {.person = &arrival->person};
    take_token(&found, row);
    arrival->status = found.ended ? STORE_TAKEN : STORE_OK;
    return true;
}

static bool take_number(void *context, const struct store_row *row)
{
    (void)row;
    ((struct store_arrival *)context)->status = STORE_TAKEN;
    return true;
}

static bool take_table(void *context, const struct store_row *row)
{
    const struct store_arrival *arrival = context;
    size_t length;
    return arrival->table(arrival->context, row->vtable->text(row, 0, &length));
}

enum store_status store_find_arrivals(struct store *store, struct store_arrival *arrivals,
                                      size_t count)
{
    struct store_list tokens = {0}, rest = {0};
    uint64_t since = 0;
    store_list_last_news(&tokens, &since); /* before the tokens: what ended them later is news */
    for (size_t i = 0; i < count; i++) {
        arrivals[i].status = STORE_NONE;
        store_list_add(&tokens, STORE_SQL_FIND_TOKEN, take_arrival, &arrivals[i],
                       store_text(arrivals[i].token_hash));
    }
    enum store_status status = store_run_list(store, &tokens, false);
    for (size_t i = 0; i < count && status == STORE_OK; i++) {
        struct store_arrival *arrival = &arrivals[i];
        arrival->since = since;
        if (arrival->status == STORE_NONE)
            store_list_add(&rest, STORE_SQL_FIND_PERSON, take_number, arrival,
                           store_id(arrival->number));
        else if (arrival->status == STORE_OK)
            store_list_add(&rest, STORE_SQL_READ_TABLES_OF, take_table, arrival,
                           store_id(arrival->person.id), store_number(true));
    }
    return status == STORE_OK ? store_run_list(store, &rest, false) : status;
}

enum store_status store_add_person(struct store *store, const struct store_person *person,
                                   const char *token_hash)
{
    enum store_status status = store_begin(store);
    if (status != STORE_OK)
        return status;
    status = store_run(
        store, STORE_SQL_ADD_PERSON, NULL, NULL, store_id(person->id), store_text(person->name),
        store_text(person->language), store_number(person->program), store_number(person->muted),
        store_number(person->banned), store_number(person->made_ms), store_number(person->seen_ms));
    if (status == STORE_OK)
        status = store_add_token(store, person->id, token_hash, person->made_ms);
    return store_end(store, status);
}

enum store_status store_save_person(struct store *store, const struct store_person *person)
{
    return store_run(store, STORE_SQL_SAVE_PERSON, NULL, NULL, store_id(person->id),
                     store_text(person->name), store_text(person->language),
                     store_number(person->muted), store_number(person->banned),
                     store_number(person->seen_ms));
}

/* ---------------------------------------------------------------- accounts and tokens */

enum store_status store_add_account(struct store *store, uint64_t person, const char *account,
                                    const char *pass)
{
    return store_run(store, STORE_SQL_ADD_ACCOUNT, NULL, NULL, store_id(person),
                     store_text(account), store_text(pass));
}

struct found_account {
    struct store_person *person;
    char *pass;
};

static bool take_account(void *context, const struct store_row *row)
{
    const struct found_account *found = context;
    copy_person(row, found->person);
    store_row_copy(row, 9, found->pass, STORE_PASS);
    return true;
}

enum store_status store_find_account(struct store *store, const char *account,
                                     struct store_person *person, char pass[STORE_PASS])
{
    struct found_account found = {person, pass};
    return store_run(store, STORE_SQL_FIND_ACCOUNT, take_account, &found, store_text(account));
}

enum store_status store_add_token(struct store *store, uint64_t person, const char *token_hash,
                                  int64_t now_ms)
{
    return store_run(store, STORE_SQL_ADD_TOKEN, NULL, NULL, store_text(token_hash),
                     store_id(person), store_number(now_ms));
}

enum store_status store_hold_account(struct store *store, uint64_t person, const char *pass)
{
    return store_run(store, STORE_SQL_HOLD_ACCOUNT, NULL, NULL, store_id(person), store_text(pass));
}

enum store_status store_end_token(struct store *store, uint64_t person, const char *token_hash)
{
    return store_none_is_ok(store_run(store, STORE_SQL_END_TOKEN, NULL, NULL, store_id(person),
                                      store_text(token_hash)));
}

enum store_status store_end_tokens(struct store *store, uint64_t person)
{
    return store_none_is_ok(store_run(store, STORE_SQL_END_TOKENS, NULL, NULL, store_id(person)));
}

/* Its log and seats go if it has gone: one that runs stays. */
static void forget_table(struct store_list *list, const char *code)
{
    store_list_add(list, STORE_SQL_FORGET_TABLE, NULL, NULL, store_text(code));
    store_list_add(list, STORE_SQL_FORGET_LOG, NULL, NULL, store_text(code));
    store_list_add(list, STORE_SQL_FORGET_SEATS, NULL, NULL, store_text(code));
}

static void note_seen(struct store_list *list, const struct store_chore *chore)
{
    store_list_add(list, STORE_SQL_SEE_PERSON, NULL, NULL, store_id(chore->person),
                   store_number(chore->now_ms));
    store_list_add(list, STORE_SQL_SEE_TOKEN, NULL, NULL, store_text(chore->text),
                   store_number(chore->now_ms));
}

enum store_status store_do_chores(struct store *store, const struct store_chore *chores,
                                  size_t count)
{
    struct store_list list = {0};
    for (size_t i = 0; i < count; i++)
        if (chores[i].what == STORE_FORGET_TABLE)
            forget_table(&list, chores[i].text);
        else
            note_seen(&list, &chores[i]);
    return store_run_list(store, &list, true);
}

enum store_status store_expire_guests(struct store *store, int64_t before_ms, size_t most)
{
    return store_none_is_ok(store_run(store, STORE_SQL_EXPIRE_GUESTS, NULL, NULL,
                                      store_number(before_ms), store_most(most)));
}

enum store_status store_expire_tokens(struct store *store, int64_t before_ms)
{
    return store_none_is_ok(
        store_run(store, STORE_SQL_EXPIRE_TOKENS, NULL, NULL, store_number(before_ms)));
}

/* ---------------------------------------------------------------- leaving, sitting, being looked
 * for */

/* What others keep of a person, with their name: that they blocked or like them, were invited by
 * them; and what that person has reported.
 */
static enum store_status forget_mentions(struct store *store, uint64_t person)
{
    enum { MENTION = 40 };
    char block[MENTION], favourite[MENTION], by[MENTION];
    snprintf(block, sizeof block, STORE_BLOCK "%016llx", (unsigned long long)person);
    snprintf(favourite, sizeof favourite, STORE_FAVOURITE "%016llx", (unsigned long long)person);
    snprintf(by, sizeof by, "%%-%016llx", (unsigned long long)person);
    return store_none_is_ok(
        store_run(store, STORE_SQL_FORGET_MENTIONS, NULL, NULL, store_text(block),
                  store_text(favourite), store_text(STORE_REPORT), store_text(STORE_REPORT "~"),
                  store_text(STORE_INVITATION), store_text(STORE_INVITATION "~"), store_text(by)));
}

/* Tables that they made count for nobody from now on. */
static enum store_status forget_held(struct store *store, uint64_t person)
{
    struct store_party party[STORE_PARTIES];
    const struct store_maker maker = {.person = person};
    return store_parties(&maker, party) == 0
        ? STORE_OK
        : store_none_is_ok(
              store_run(store, STORE_SQL_FORGET_HELD, NULL, NULL, store_text(party[0].name)));
}

enum store_status store_delete_person(struct store *store, uint64_t person)
{
    enum store_status status = store_begin(store);
    if (status != STORE_OK)
        return status;
    status =
        store_none_is_ok(store_run(store, STORE_SQL_FORGET_RECORDS, NULL, NULL, store_id(person)));
    if (status == STORE_OK)
        status =
            store_none_is_ok(store_run(store, STORE_SQL_FORGET_NAME, NULL, NULL, store_id(person)));
    if (status == STORE_OK)
        status = store_forget_ratings(store, person);
    if (status == STORE_OK)
        status = forget_mentions(store, person);
    if (status == STORE_OK)
        status = forget_held(store, person);
    if (status == STORE_OK)
        status = store_run(store, STORE_SQL_DELETE_PERSON, NULL, NULL, store_id(person));
    return store_end(store, status);
}

enum store_status store_note_seat(struct store *store, uint64_t person, const char *code)
{
    const struct store_value values[] = {store_id(person), store_text(code)};
    struct store_query query = {.statement = STORE_SQL_NOTE_SEAT, .count = 2, .values = values};
    return store->vtable->run(
        store, &query); /* no row: it was noted before; STORE_NONE: there is no such person */
}

struct people_reader {
    store_person_row *row;
    void *context;
};

static bool give_person(void *context, const struct store_row *row)
{
    const struct people_reader *reader = context;
    struct store_person person;
    copy_person(row, &person);
    return reader->row(reader->context, &person);
}

/* "%name%", with the characters that mean something to LIKE made plain. */
static void write_pattern(const char *part, char *out, size_t size)
{
    size_t length = 0;
    out[length++] = '%';
    for (; *part && length + 4 < size; part++) {
        if (*part == '%' || *part == '_' || *part == '!')
            out[length++] = '!';
        out[length++] = *part;
    }
    out[length++] = '%';
    out[length] = '\0';
}

enum store_status store_read_people(struct store *store, const char *name_part, size_t most,
                                    store_person_row *row, void *context)
{
    struct people_reader reader = {row, context};
    char pattern[2 * STORE_NAME + 4];
    write_pattern(name_part, pattern, sizeof pattern);
    return store_none_is_ok(store_run(store, STORE_SQL_READ_PEOPLE, give_person, &reader,
                                      store_text(pattern), store_most(most)));
}
