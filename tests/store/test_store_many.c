/*
 * test_store_many.c - what is asked or changed for many at once: the same claims for SQLite and
 * PostgreSQL, where it is one pipeline.
 *
 * Which kind is tested is up to STOS_TEST_STORE, see store_test.h.
 */
#include "store_test.h"

enum {
    MANY = 2000,
    LONG = 4000 /* of a value; all together more than any buffer on the way holds */
};

static void add_people(struct store *store, uint64_t count)
{
    struct store_batch batch = {.append_count = 0};
    struct store_sitting *sittings = calloc(count, sizeof *sittings);
    assert_non_null(sittings);
    for (uint64_t i = 0; i < count; i++) {
        sittings[i] = (struct store_sitting){
            .person = i + 1, .code = "first", .name = "Ann", .language = "en"};
        snprintf(sittings[i].token_hash, sizeof sittings[i].token_hash, "token-%d", (int)i + 1);
    }
    batch.sittings = sittings;
    batch.sitting_count = count;
    assert_int_equal(store_commit(store, &batch), STORE_OK);
    free(sittings);
}

static bool gather_fact(void *context, const char *name, const char *value)
{
    char text[200];
    snprintf(text, sizeof text, "%s=%.20s", name, value);
    return gather(context, text);
}

static const char *facts_of(struct store *store, uint64_t person, struct gathered *gathered)
{
    *gathered = (struct gathered){0};
    assert_int_equal(store_read_person_facts(store, person, "", gather_fact, gathered), STORE_OK);
    return gathered->text;
}

/* ---------------------------------------------------------------- facts */

static void changes_are_done_together_and_those_of_one_fact_in_their_order(void **state)
{
    struct fixture *fixture = *state;
    struct gathered gathered;
    const struct store_person_fact facts[] = {
        {2, "b", "1"},      {2, "b", NULL},    {1, "a", "1"},  {1, "a", "2"},
        {9, "nobody", "1"}, {1, "gone", NULL}, {2, "a", NULL}, {2, "a", "3"},
    };
    add_people(fixture->store, 2);
    assert_int_equal(store_put_person_fact(fixture->store, 1, "gone", "1"), STORE_OK);
    assert_int_equal(store_put_person_fact(fixture->store, 9, "nobody", "1"), STORE_NONE);
    assert_int_equal(
        store_change_person_facts(fixture->store, facts, sizeof facts / sizeof facts[0]), STORE_OK);
    assert_string_equal(facts_of(fixture->store, 1, &gathered), "a=2;");
    assert_string_equal(facts_of(fixture->store, 2, &gathered), "a=3;");
    assert_string_equal(facts_of(fixture->store, 9, &gathered), "");
    assert_int_equal(store_change_person_facts(fixture->store, NULL, 0), STORE_OK);
}

static void of_changes_that_fail_nothing_stays(void **state)
{
    struct fixture *fixture = *state;
    struct gathered gathered;
    const struct store_person_fact facts[] = {
        {1, "kept", NULL}, {1, "new", "1"}, {2, "bad", "1"}, {3, "new", "1"}};
    add_people(fixture->store, 3);
    assert_int_equal(store_put_person_fact(fixture->store, 1, "kept", "1"), STORE_OK);
    raw_sql(fixture,
            fixture->postgres ? "ALTER TABLE person_facts ADD CHECK (name <> 'bad')"
                              : "CREATE TRIGGER refuse BEFORE INSERT ON person_facts WHEN NEW.name "
                                "= 'bad' BEGIN SELECT RAISE(ABORT, 'refused'); END",
            NULL, 0);
    assert_int_not_equal(store_change_person_facts(fixture->store, facts, 4), STORE_OK);
    assert_string_equal(facts_of(fixture->store, 1, &gathered), "kept=1;");
    assert_string_equal(facts_of(fixture->store, 3, &gathered), "");
    assert_int_equal(store_change_person_facts(fixture->store, facts, 2), STORE_OK);
    assert_string_equal(facts_of(fixture->store, 1, &gathered), "new=1;");
}

struct counted {
    int rows[MANY];
    bool whole;
};

static bool count_fact(void *context, size_t index, const char *name, const char *value)
{
    struct counted *counted = context;
    counted->rows[index]++;
    counted->whole &= strcmp(name, "push:a") == 0 && strlen(value) == LONG;
    return true;
}

static void more_than_any_buffer_holds_is_written_and_read_at_once(void **state)
{
    struct fixture *fixture = *state;
    static struct store_person_fact facts[MANY];
    static struct store_wanted_facts wanted[MANY];
    static struct counted counted = {.whole = true};
    static char value[LONG + 1];
    memset(value, 'x', LONG);
    add_people(fixture->store, MANY);
    for (size_t i = 0; i < MANY; i++) {
        facts[i] = (struct store_person_fact){
            .person = MANY - i, .name = i % 2 ? "push:a" : "pusher", .value = value};
        wanted[i] = (struct store_wanted_facts){.person = MANY - i, .prefix = "push:"};
    }
    assert_int_equal(store_change_person_facts(fixture->store, facts, MANY), STORE_OK);
    assert_int_equal(store_read_wanted_facts(fixture->store, wanted, MANY, count_fact, &counted),
                     STORE_OK);
    assert_true(counted.whole);
    for (size_t i = 0; i < MANY; i++)
        assert_int_equal(counted.rows[i], i % 2);
}

/* ---------------------------------------------------------------- invitations */

static const char *const invitations[] = {"invitation:tab-0000000000000001",
                                          "invitation:tab-0000000000000003",
                                          "call:invited:tab",
                                          "invitation:table-0000000000000001",
                                          "call:invited:table",
                                          "call:turn:tab"};
#define ALL_OF_THEM \
    "call:invited:tab=1;call:invited:table=1;call:turn:tab=1;invitation:tab-0000000000000001=1;" \
    "invitation:tab-0000000000000003=1;invitation:table-0000000000000001=1;"
#define OF_OTHER_TABLES "call:invited:table=1;call:turn:tab=1;invitation:table-0000000000000001=1;"

static void invite(struct store *store, uint64_t person)
{
    for (size_t i = 0; i < sizeof invitations / sizeof invitations[0]; i++)
        assert_int_equal(store_put_person_fact(store, person, invitations[i], "1"), STORE_OK);
}

static bool sit_down(struct store *store, const char *code, uint32_t last, uint64_t person)
{
    const char *line = "sit";
    struct store_append append = append_of(code, last, &line, 1);
    struct store_sitting sitting = {.person = person, .name = "Ann", .language = "en"};
    snprintf(sitting.code, sizeof sitting.code, "%s", code);
    struct store_batch batch = {
        .appends = &append, .append_count = 1, .sittings = &sitting, .sitting_count = 1};
    assert_int_equal(store_commit(store, &batch), STORE_OK);
    return !append.refused;
}

static void whoever_sits_down_is_not_invited_there_any_more(void **state)
{
    struct fixture *fixture = *state;
    struct gathered gathered;
    add_people(fixture->store, 3);
    invite(fixture->store, 1);
    invite(fixture->store, 2);
    assert_true(sit_down(fixture->store, "tab", 0, 1));
    assert_string_equal(facts_of(fixture->store, 1, &gathered), OF_OTHER_TABLES);
    assert_false(sit_down(fixture->store, "tab", 0, 2)); /* refused: they do not sit there */
    assert_string_equal(facts_of(fixture->store, 2, &gathered), ALL_OF_THEM);
    assert_int_equal(store_drop_invitations(fixture->store, 2, "tab"), STORE_OK);
    assert_string_equal(facts_of(fixture->store, 2, &gathered), OF_OTHER_TABLES);
    assert_int_equal(store_drop_invitations(fixture->store, 2, "tab"), STORE_OK);
}

/* ---------------------------------------------------------------- arrivals, swaps, chores */

static void people_who_come_are_known_with_their_tables(void **state)
{
    struct fixture *fixture = *state;
    struct gathered tables[5] = {0};
    struct store_arrival arrivals[] = {
        {.token_hash = "token-2", .number = 2, .table = gather_code, .context = &tables[0]},
        {.token_hash = "strange", .number = 77, .table = gather_code, .context = &tables[1]},
        {.token_hash = "strange",
         .number = 3,
         .table = gather_code,
         .context = &tables[2]}, /* somebody's number */
        {.token_hash = "token-1", .number = 1, .table = gather_code, .context = &tables[3]},
        {.token_hash = "token-3", .number = 3, .table = gather_code, .context = &tables[4]},
    };
    static const enum store_status statuses[] = {STORE_OK, STORE_NONE, STORE_TAKEN, STORE_TAKEN,
                                                 STORE_OK};
    add_people(fixture->store, 3);
    assert_int_equal(store_end_token(fixture->store, 1, "token-1"), STORE_OK);
    assert_true(sit_down(fixture->store, "tab", 0, 2));
    assert_true(sit_down(fixture->store, "table", 0, 2));
    assert_int_equal(store_find_arrivals(fixture->store, arrivals, 5), STORE_OK);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(arrivals[i].status, statuses[i]);
        assert_string_equal(tables[i].text, i == 0 ? "tab;table;" : "");
    }
    assert_true(arrivals[0].person.id == 2 && arrivals[4].person.id == 3);
}

static void it_is_known_which_tables_run(void **state)
{
    struct fixture *fixture = *state;
    const char *line = "x";
    struct store_append over = append_of("over", 0, &line, 1);
    struct store_batch batch = {.appends = &over, .append_count = 1};
    struct store_asked asked[] = {
        {.code = "over", .runs = true}, {.code = "runs"}, {.code = "never", .runs = true}};
    over.over = true;
    assert_int_equal(store_commit(fixture->store, &batch), STORE_OK);
    assert_true(append_line(fixture->store, "runs", 0, "x"));
    assert_int_equal(store_which_run(fixture->store, asked, 3), STORE_OK);
    assert_true(!asked[0].runs && asked[1].runs && !asked[2].runs);
}

static void swaps_happen_where_they_find_what_they_expect(void **state)
{
    struct fixture *fixture = *state;
    char value[16];
    const struct store_swap swaps[] = {{"b", "", "two", true},
                                       {"a", "", "one", true},
                                       {"a", "one", "three", true},
                                       {"a", "one", "four", true},
                                       {"c", "", "five", false}};
    assert_int_equal(store_put_each_if(fixture->store, swaps, 5), STORE_OK);
    assert_int_equal(store_get(fixture->store, "a", value, sizeof value), STORE_OK);
    assert_string_equal(value, "three");
    assert_int_equal(store_get(fixture->store, "b", value, sizeof value), STORE_OK);
    assert_string_equal(value, "two");
    assert_int_equal(store_get(fixture->store, "c", value, sizeof value), STORE_NONE);
}

static void what_is_over_is_forgotten_and_what_runs_stays(void **state)
{
    struct fixture *fixture = *state;
    struct store_person person;
    struct gathered gathered, tables = {0};
    const char *line = "x";
    struct store_append over = append_of("over", 0, &line, 1);
    struct store_batch batch = {.appends = &over, .append_count = 1};
    const struct store_chore chores[] = {
        {.what = STORE_FORGET_TABLE, .text = "over"},
        {.what = STORE_FORGET_TABLE, .text = "runs"},
        {.what = STORE_NOTE_SEEN, .text = "token-1", .person = 1, .now_ms = 5000}};
    over.over = true;
    add_people(fixture->store, 1);
    assert_int_equal(store_commit(fixture->store, &batch), STORE_OK);
    assert_int_equal(store_note_seat(fixture->store, 1, "over"), STORE_OK);
    assert_true(sit_down(fixture->store, "runs", 0, 1));
    assert_int_equal(store_do_chores(fixture->store, chores, 3), STORE_OK);
    assert_int_equal(store_read_log(fixture->store, "over", 0, gather_line, &tables), STORE_NONE);
    assert_string_equal(log_of(fixture->store, "runs", &gathered), "runs/1=sit;");
    assert_int_equal(store_read_tables_of(fixture->store, 1, false, gather_code, &tables),
                     STORE_OK);
    assert_string_equal(tables.text, "first;runs;");
    assert_int_equal(store_find_token(fixture->store, "token-1", &person), STORE_OK);
    assert_int_equal(person.seen_ms, 5000);
    assert_true(append_line(fixture->store, "over", 0, "again")); /* nothing of it is left */
}

/* ---------------------------------------------------------------- round trips */

/* The calls of libpq after which the store waits for an answer, counted (the linker's --wrap). */
static int round_trips;

#define COUNTED(name, parameters, arguments, counts) \
    int __real_##name parameters; \
    int __wrap_##name parameters; \
    int __wrap_##name parameters \
    { \
        round_trips += counts; \
        return __real_##name arguments; \
    }

COUNTED(PQsendQuery, (PGconn * connection, const char *sql), (connection, sql), 1)
COUNTED(PQpipelineSync, (PGconn * connection), (connection), 1)
COUNTED(PQsendQueryPrepared,
        (PGconn * connection, const char *name, int count, const char *const *values,
         const int *lengths, const int *formats, int format),
        (connection, name, count, values, lengths, formats, format),
        PQpipelineStatus(connection) == PQ_PIPELINE_OFF)

/* Makes tables at which somebody sits down, and whose rated games end at once. */
static void make_tables(struct store *store, int first, int count)
{
    enum { TABLES_MOST = 100 };
    static struct store_append appends[TABLES_MOST];
    static struct store_sitting sittings[TABLES_MOST];
    static struct store_game games[TABLES_MOST];
    static const char *const line = "x";
    for (int i = 0; i < count; i++) {
        char code[STORE_CODE];
        snprintf(code, sizeof code, "t%d", first + i);
        appends[i] = append_of(code, 0, &line, 1);
        sittings[i] = (struct store_sitting){
            .person = (uint64_t)(first + i + 1), .name = "Ann", .language = "en"};
        games[i] = (struct store_game){
            .rules = "lie",
            .result = "winner 0",
            .rated = "lie",
            .finished = true,
            .counts = true,
            .seats = 2,
            .ended_ms = 1794700800000,
            .seat = {{.person = (uint64_t)(first + i + 1), .won = true}, {.bot = "quick"}}};
        memcpy(sittings[i].code, code, sizeof code);
        memcpy(games[i].code, code, sizeof code);
        snprintf(games[i].id, sizeof games[i].id, "game-%d", first + i);
    }
    struct store_batch batch = {.appends = appends,
                                .append_count = (size_t)count,
                                .sittings = sittings,
                                .sitting_count = (size_t)count,
                                .games = games,
                                .game_count = (size_t)count};
    assert_int_equal(store_commit(store, &batch), STORE_OK);
}

static bool any_fact(void *context, size_t index, const char *name, const char *value)
{
    (void)context, (void)index, (void)name, (void)value;
    return true;
}

static void ask_for_many(struct store *store, int first, int count)
{
    enum { MOST = 100 };
    static struct store_person_fact facts[MOST];
    static struct store_wanted_facts wanted[MOST];
    static struct store_arrival arrivals[MOST];
    static struct store_chore chores[MOST];
    static struct store_swap swaps[MOST];
    for (int i = 0; i < count; i++) {
        uint64_t person = (uint64_t)(first + i + 1);
        facts[i] =
            (struct store_person_fact){.person = person, .name = "a", .value = i % 2 ? "1" : NULL};
        wanted[i] = (struct store_wanted_facts){.person = person, .prefix = "a"};
        arrivals[i] = (struct store_arrival){.number = person, .table = gather_code};
        chores[i] = (struct store_chore){.what = i % 2 ? STORE_FORGET_TABLE : STORE_NOTE_SEEN,
                                         .person = person};
        swaps[i] = (struct store_swap){.name = "find", .old = "", .value = "", .adds = true};
    }
    assert_int_equal(store_change_person_facts(store, facts, (size_t)count), STORE_OK);
    assert_int_equal(store_read_wanted_facts(store, wanted, (size_t)count, any_fact, NULL),
                     STORE_OK);
    assert_int_equal(store_find_arrivals(store, arrivals, (size_t)count), STORE_OK);
    assert_int_equal(store_do_chores(store, chores, (size_t)count), STORE_OK);
    assert_int_equal(store_put_each_if(store, swaps, (size_t)count), STORE_OK);
}

static int count_of(void (*ask)(struct store *store, int first, int count), struct store *store,
                    int first, int count)
{
    round_trips = 0;
    ask(store, first, count);
    return round_trips;
}

static void many_take_as_many_round_trips_as_one(void **state)
{
    struct fixture *fixture = *state;
    add_people(fixture->store, 200);
    make_tables(fixture->store, 0, 1); /* from now on all statements are prepared */
    ask_for_many(fixture->store, 0, 2);
    int one = count_of(make_tables, fixture->store, 1, 1),
        many = count_of(make_tables, fixture->store, 100, 100);
    assert_int_equal(many, one);
    assert_in_range(many, fixture->postgres ? 1 : 0, 12);
    one = count_of(ask_for_many, fixture->store, 0, 2);
    assert_int_equal(count_of(ask_for_many, fixture->store, 0, 100), one);
    assert_int_equal(one, fixture->postgres ? 6 : 0);
}

/* ---------------------------------------------------------------- a connection that breaks */

static void a_list_whose_connection_broke_can_be_run_again(void **state)
{
    struct fixture *fixture = *state;
    struct gathered gathered;
    const struct store_person_fact facts[] = {{1, "a", "1"}, {2, "a", "1"}};
    if (!fixture->postgres)
        return; /* a file has no connection */
    add_people(fixture->store, 2);
    raw_sql(fixture,
            "CREATE FUNCTION break() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM "
            "pg_terminate_backend(pg_backend_pid()); RETURN "
            "NEW; END'",
            NULL, 0);
    raw_sql(fixture,
            "CREATE TRIGGER breaks BEFORE INSERT ON person_facts FOR EACH ROW WHEN (NEW.person = "
            "2) EXECUTE FUNCTION break()",
            NULL, 0);
    assert_int_equal(store_change_person_facts(fixture->store, facts, 2), STORE_DOWN);
    raw_sql(fixture, "DROP FUNCTION break CASCADE", NULL, 0);
    assert_string_equal(facts_of(fixture->store, 1, &gathered), "");
    assert_int_equal(store_change_person_facts(fixture->store, facts, 2), STORE_OK);
    assert_string_equal(facts_of(fixture->store, 2, &gathered), "a=1;");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(changes_are_done_together_and_those_of_one_fact_in_their_order),
        STORE_TEST(of_changes_that_fail_nothing_stays),
        STORE_TEST(more_than_any_buffer_holds_is_written_and_read_at_once),
        STORE_TEST(whoever_sits_down_is_not_invited_there_any_more),
        STORE_TEST(people_who_come_are_known_with_their_tables),
        STORE_TEST(it_is_known_which_tables_run),
        STORE_TEST(swaps_happen_where_they_find_what_they_expect),
        STORE_TEST(what_is_over_is_forgotten_and_what_runs_stays),
        STORE_TEST(many_take_as_many_round_trips_as_one),
        STORE_TEST(a_list_whose_connection_broke_can_be_run_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
