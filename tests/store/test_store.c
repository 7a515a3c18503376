/*
 * test_store.c - the log of tables in a store, versions, facts and nodes: the same claims for
 * SQLite and PostgreSQL.
 *
 * Which kind is tested is up to STOS_TEST_STORE, see store_test.h. People, history and the host are
 * in test_store_people.c, what goes wrong is in test_store_faults.c.
 */
#include "store_test.h"

#include <signal.h>
#include <sys/wait.h>

/* ---------------------------------------------------------------- appending */

static void lines_come_back_in_order_and_unchanged(void **state)
{
    struct fixture *fixture = *state;
    char long_line[1200];
    memset(long_line, 'x', sizeof long_line - 1);
    long_line[sizeof long_line - 1] = '\0';
    const char *lines[] = {"",
                           "{\"a\":\"b\\\\c\"}",
                           "NULL",
                           "{,}'; DROP TABLE events; --",
                           "zażółć gęślą їжак 🂡",
                           "?1 $1 %s",
                           long_line};
    struct store_append append = append_of("bamoteki", 0, lines, 7);
    struct store_batch batch = {.appends = &append, .append_count = 1};
    assert_int_equal(store_commit(fixture->store, &batch), STORE_OK);
    assert_false(append.refused);
    char wanted[4000];
    size_t length = 0;
    for (unsigned i = 0; i < 7; i++)
        length += (size_t)snprintf(wanted + length, sizeof wanted - length, "bamoteki/%u=%s;",
                                   i + 1, lines[i]);
    struct gathered gathered;
    assert_string_equal(log_of(fixture->store, "bamoteki", &gathered), wanted);
    store_close(fixture->store);
    fixture->store = open_store(fixture);
    assert_string_equal(log_of(fixture->store, "bamoteki", &gathered), wanted);
}

static void an_append_to_a_log_that_has_moved_on_is_refused_alone(void **state)
{
    struct fixture *fixture = *state;
    assert_true(append_line(fixture->store, "one", 0, "a"));
    assert_true(append_line(fixture->store, "two", 0, "a"));
    assert_true(append_line(fixture->store, "two", 1, "b"));
    const char *lines[] = {"c", "d"};
    struct store_append appends[] = {append_of("two", 1, lines, 2),  append_of("one", 1, lines, 2),
                                     append_of("two", 7, lines, 1),  append_of("one", 0, lines, 1),
                                     append_of("none", 3, lines, 1), append_of("new", 0, lines, 1)};
    struct store_batch batch = {.appends = appends, .append_count = 6};
    assert_int_equal(store_commit(fixture->store, &batch), STORE_OK);
    static const bool refused[] = {true, false, true, true, true, false};
    for (int i = 0; i < 6; i++)
        assert_int_equal(appends[i].refused, refused[i]);
    struct gathered gathered;
    assert_string_equal(log_of(fixture->store, "two", &gathered), "two/1=a;two/2=b;");
    assert_string_equal(log_of(fixture->store, "one", &gathered), "one/1=a;one/2=c;one/3=d;");
    assert_string_equal(log_of(fixture->store, "new", &gathered), "new/1=c;");
    uint32_t last = 0;
    assert_int_equal(store_table_last(fixture->store, "one", &last), STORE_OK);
    assert_int_equal(last, 3);
    assert_int_equal(store_table_last(fixture->store, "none", &last), STORE_NONE);
}

struct missed {
    char text[400];
};

static bool note_missed(void *context, const char *code, uint32_t number, const char *line,
                        size_t length)
{
    struct missed *missed = context;
    size_t at = strlen(missed->text);
    snprintf(missed->text + at, sizeof missed->text - at, "%s/%u=%.*s;", code, (unsigned)number,
             (int)length, line);
    return true;
}

/* Whoever is refused can go on at once, without another question. With SQLite nobody else writes,
 * and nothing is told. */
static void a_refusal_brings_the_lines_that_were_missed(void **state)
{
    struct fixture *fixture = *state;
    struct missed missed = {0};
    assert_true(append_line(fixture->store, "one", 0, "a"));
    assert_true(append_line(fixture->store, "two", 0, "a"));
    assert_true(append_line(fixture->store, "two", 1, "b{\"\\}"));
    assert_true(append_line(fixture->store, "two", 2, "c"));
    const char *line = "d";
    struct store_append appends[] = {append_of("two", 1, &line, 1), append_of("one", 1, &line, 1),
                                     append_of("one", 2, &line, 1), append_of("none", 3, &line, 1)};
    struct store_batch batch = {
        .appends = appends, .append_count = 4, .missed = note_missed, .context = &missed};
    assert_int_equal(store_commit(fixture->store, &batch), STORE_OK);
    assert_true(appends[0].refused && !appends[1].refused && !appends[2].refused &&
                appends[3].refused);
    assert_string_equal(missed.text, test_is_postgres() ? "two/2=b{\"\\};two/3=c;" : "");
}

static bool note_wanted(void *context, size_t index, uint32_t number, const char *line,
                        size_t length)
{
    struct missed *missed = context;
    size_t at = strlen(missed->text);
    snprintf(missed->text + at, sizeof missed->text - at, "%zu/%u=%.*s;", index, (unsigned)number,
             (int)length, line);
    return true;
}

static void many_logs_are_read_at_once(void **state)
{
    struct fixture *fixture = *state;
    struct missed read = {0};
    assert_true(append_line(fixture->store, "one", 0, "a"));
    assert_true(append_line(fixture->store, "two", 0, "b"));
    assert_true(append_line(fixture->store, "two", 1, "c"));
    struct store_wanted wanted[] = {{.code = "two"},
                                    {.code = "none"},
                                    {.code = "one", .after = 1},
                                    {.code = "two", .after = 1}};
    assert_int_equal(store_read_logs(fixture->store, wanted, 4, note_wanted, &read), STORE_OK);
    assert_string_equal(read.text, "0/1=b;0/2=c;3/2=c;");
    static const bool exists[] = {true, false, true, true};
    for (int i = 0; i < 4; i++)
        assert_int_equal(wanted[i].exists, exists[i]);
}

static void a_table_may_have_several_appends_in_a_batch(void **state)
{
    struct fixture *fixture = *state;
    const char *lines[] = {"a", "b", "c", "d"};
    struct store_append appends[] = {append_of("one", 0, lines, 1), append_of("two", 0, lines, 1),
                                     append_of("one", 1, lines + 1, 2),
                                     append_of("one", 2, lines, 1),
                                     append_of("one", 3, lines + 3, 1)};
    struct store_batch batch = {.appends = appends, .append_count = 5};
    assert_int_equal(store_commit(fixture->store, &batch), STORE_OK);
    for (int i = 0; i < 5; i++)
        assert_int_equal(appends[i].refused, i == 3);
    struct gathered gathered;
    assert_string_equal(log_of(fixture->store, "one", &gathered),
                        "one/1=a;one/2=b;one/3=c;one/4=d;");
    assert_string_equal(log_of(fixture->store, "two", &gathered), "two/1=a;");
}

static void a_line_that_is_no_plain_text_stops_the_whole_batch(void **state)
{
    struct fixture *fixture = *state;
    static const char *const bad[] = {"a\nb", "\xff", "\xed\xa0\x80"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *good = "good";
        struct store_append appends[] = {append_of("one", 0, &good, 1),
                                         append_of("two", 0, &bad[i], 1)};
        struct store_batch batch = {.appends = appends, .append_count = 2};
        assert_int_equal(store_commit(fixture->store, &batch), STORE_BROKEN);
        assert_non_null(strstr(store_message(fixture->store), "two"));
        uint32_t last;
        assert_int_equal(store_table_last(fixture->store, "one", &last), STORE_NONE);
    }
}

static void a_big_batch_is_written_whole(void **state)
{
    enum { TABLES = 500 };
    struct fixture *fixture = *state;
    struct store_append *appends = calloc(TABLES, sizeof *appends);
    struct store_batch batch = {.appends = appends, .append_count = TABLES};
    const char *lines[] = {"first", "second", "third"};
    for (uint32_t last = 0; last < 9; last += 3) {
        for (int i = 0; i < TABLES; i++) {
            char code[STORE_CODE];
            snprintf(code, sizeof code, "t%d", (i * 211) % TABLES);
            appends[i] = append_of(code, last, lines, 3);
        }
        assert_int_equal(store_commit(fixture->store, &batch), STORE_OK);
        for (int i = 0; i < TABLES; i++)
            assert_false(appends[i].refused);
    }
    free(appends);
    char count[20];
    raw_sql(fixture, "SELECT count(*) FROM events", count, sizeof count);
    assert_string_equal(count, "4500");
}

/* ---------------------------------------------------------------- reading */

static void a_log_is_read_from_any_number_and_until_told_to_stop(void **state)
{
    struct fixture *fixture = *state;
    const char *lines[] = {"a", "b", "c", "d"};
    struct store_append append = append_of("one", 0, lines, 4);
    struct store_batch batch = {.appends = &append, .append_count = 1};
    assert_int_equal(store_commit(fixture->store, &batch), STORE_OK);
    struct gathered all = {0}, some = {.most = 2}, none = {0};
    assert_int_equal(store_read_log(fixture->store, "one", 2, gather_line, &all), STORE_OK);
    assert_string_equal(all.text, "one/3=c;one/4=d;");
    assert_int_equal(store_read_log(fixture->store, "one", 0, gather_line, &some), STORE_OK);
    assert_string_equal(some.text, "one/1=a;one/2=b;");
    assert_int_equal(store_read_log(fixture->store, "one", 4, gather_line, &none), STORE_OK);
    assert_int_equal(store_read_log(fixture->store, "two", 0, gather_line, &none), STORE_NONE);
    assert_int_equal(none.rows, 0);
}

static void append_state(struct store *store, const char *code, uint32_t last, bool over,
                         int64_t due_ms)
{
    const char *line = "x";
    struct store_append append = append_of(code, last, &line, 1);
    append.over = over;
    append.due_ms = due_ms;
    struct store_batch batch = {.appends = &append, .append_count = 1};
    assert_int_equal(store_commit(store, &batch), STORE_OK);
    assert_false(append.refused);
}

static bool gather_running(void *context, const char *code, int64_t due_ms)
{
    struct gathered *gathered = context;
    size_t length = strlen(gathered->text);
    snprintf(gathered->text + length, sizeof gathered->text - length, "%s=%lld;", code,
             (long long)due_ms);
    return true;
}

static void running_tables_are_found_with_their_time(void **state)
{
    struct fixture *fixture = *state;
    append_state(fixture->store, "c", 0, false, INT64_MAX);
    append_state(fixture->store, "a", 0, false, INT64_MAX);
    append_state(fixture->store, "B", 0, true, INT64_MAX);
    append_state(fixture->store, "c", 1, false, 7);
    append_state(fixture->store, "a", 1, true, INT64_MAX);
    struct gathered gathered = {0};
    assert_int_equal(store_read_running(fixture->store, gather_running, &gathered), STORE_OK);
    assert_string_equal(gathered.text, "c=7;");
    append_state(fixture->store, "a", 2, false, 9); /* a rematch */
    gathered = (struct gathered){0};
    assert_int_equal(store_read_running(fixture->store, gather_running, &gathered), STORE_OK);
    assert_string_equal(gathered.text, "a=9;c=7;");
}

static void tables_whose_clock_ran_out_are_found(void **state)
{
    struct fixture *fixture = *state;
    append_state(fixture->store, "late", 0, false, 100);
    append_state(fixture->store, "later", 0, false, 50);
    append_state(fixture->store, "over", 0, true, 10);
    append_state(fixture->store, "never", 0, false, INT64_MAX);
    append_state(fixture->store, "soon", 0, false, 200);
    struct gathered gathered = {0};
    assert_int_equal(store_read_due(fixture->store, 200, 10, gather_code, &gathered), STORE_OK);
    assert_string_equal(gathered.text, "later;late;");
    append_state(fixture->store, "later", 1, false, 300);
    gathered = (struct gathered){0};
    assert_int_equal(store_read_due(fixture->store, INT64_MAX, 2, gather_code, &gathered),
                     STORE_OK);
    assert_string_equal(gathered.text, "late;soon;");
}

/* ---------------------------------------------------------------- for whom a table counts */

/* A line at a table that counts for a person, of at most two, and an address, of at most three: 't'
 * taken, 'm' too many, 'r' refused. */
static char make_for(struct store *store, const char *code, uint32_t last, uint64_t person,
                     const char *address, bool over)
{
    const char *line = "line";
    struct store_append append = append_of(code, last, &line, 1);
    struct store_batch batch = {.appends = &append, .append_count = 1};
    append.maker =
        (struct store_maker){.person = person, .most_of_person = 2, .most_of_address = 3};
    append.over = over;
    snprintf(append.maker.address, sizeof append.maker.address, "%s", address);
    assert_int_equal(store_commit(store, &batch), STORE_OK);
    assert_true(append.refused || !append.too_many);
    return append.too_many ? 'm' : append.refused ? 'r' : 't';
}

static void a_person_and_an_address_have_so_many_tables(void **state)
{
    const struct fixture *fixture = *state;
    struct store *store = fixture->store;
    uint32_t last;
    assert_int_equal(make_for(store, "aa", 0, 1, "x", false), 't');
    assert_int_equal(make_for(store, "ab", 0, 1, "x", false), 't');
    assert_int_equal(make_for(store, "ac", 0, 1, "y", false), 'm');
    assert_int_equal(make_for(store, "ab", 0, 1, "x", false),
                     'r'); /* it is there: that comes first */
    assert_int_equal(make_for(store, "ad", 0, 2, "x", false), 't');
    assert_int_equal(make_for(store, "ae", 0, 3, "x", false), 'm');
    assert_int_equal(make_for(store, "ae", 0, 3, "", false), 't');
    assert_int_equal(make_for(store, "aa", 1, 0, "", true), 't'); /* over: it counts no longer */
    assert_int_equal(make_for(store, "ac", 0, 1, "x", false), 't');
    assert_int_equal(make_for(store, "aa", 2, 1, "", false),
                     't'); /* it goes on, though that is one more than may be made */
    assert_int_equal(make_for(store, "ab", 1, 0, "", true), 't');
    assert_int_equal(make_for(store, "af", 0, 1, "", false), 'm');
    assert_int_equal(store_table_last(store, "af", &last), STORE_NONE);
    struct store_person person = {.id = 1, .name = "Ola", .language = "en"};
    assert_int_equal(store_add_person(store, &person, "hash"), STORE_OK);
    assert_int_equal(store_delete_person(store, 1), STORE_OK);
    assert_int_equal(make_for(store, "af", 0, 1, "", false), 't');
}

static void of_new_tables_in_one_batch_those_beyond_the_limit_are_refused(void **state)
{
    const struct fixture *fixture = *state;
    const char *line = "line";
    struct store_append appends[5];
    struct store_batch batch = {.appends = appends, .append_count = 5};
    int taken = 0, too_many = 0;
    for (int i = 0; i < 5; i++) {
        char code[] = {'b', (char)('a' + i), '\0'};
        appends[i] = append_of(code, 0, &line, 1);
        appends[i].maker = (struct store_maker){.person = i < 4 ? 7 : 8, .most_of_person = 2};
    }
    assert_int_equal(store_commit(fixture->store, &batch), STORE_OK);
    for (int i = 0; i < 4; i++) {
        taken += !appends[i].refused;
        too_many += appends[i].too_many;
    }
    assert_int_equal(taken, 2);
    assert_int_equal(too_many, 2);
    assert_false(appends[4].refused);
}

/* Each of several processes makes as many tables as it may. */
static void make_many(const struct fixture *fixture, unsigned me)
{
    struct store *store = open_store(fixture);
    for (unsigned i = 0; i < 6; i++) {
        char code[STORE_CODE];
        snprintf(code, sizeof code, "r%u%u", me, i);
        make_for(store, code, 0, 9, "", false);
    }
    store_close(store);
}

static void nodes_that_race_do_not_make_more_than_may_be(void **state)
{
    const struct fixture *fixture = *state;
    char count[20];
    pid_t helpers[3];
    for (unsigned i = 0; i < 3; i++)
        if ((helpers[i] = start_helper()) == 0) {
            make_many(fixture, i);
            _exit(0);
        }
    for (int i = 0; i < 3; i++) {
        int status;
        assert_int_equal(waitpid(helpers[i], &status, 0), helpers[i]);
        assert_int_equal(status, 0);
    }
    raw_sql(fixture, "SELECT count(*) FROM tables", count, sizeof count);
    assert_string_equal(count, "2");
}

static void lines_can_be_rewritten(void **state)
{
    struct fixture *fixture = *state;
    append_line(fixture->store, "one", 0, "said");
    append_line(fixture->store, "one", 1, "moved");
    append_line(fixture->store, "two", 0, "said too");
    const struct store_rewritten lines[] = {{"one", 1, "gone"},
                                            {"one", 3, "not there"},
                                            {"never", 1, "nor this"},
                                            {"two", 1, "gone too"}};
    assert_int_equal(store_rewrite(fixture->store, lines, 4), STORE_OK);
    assert_int_equal(store_rewrite(fixture->store, NULL, 0), STORE_OK);
    struct gathered gathered;
    assert_string_equal(log_of(fixture->store, "one", &gathered), "one/1=gone;one/2=moved;");
    assert_string_equal(log_of(fixture->store, "two", &gathered), "two/1=gone too;");
    assert_int_equal(store_read_log(fixture->store, "never", 0, gather_line, &gathered),
                     STORE_NONE);
}

static void facts_are_kept(void **state)
{
    struct fixture *fixture = *state;
    char value[20];
    assert_int_equal(store_get(fixture->store, "secret", value, sizeof value), STORE_NONE);
    assert_int_equal(store_put_if_missing(fixture->store, "secret", "one"), STORE_OK);
    assert_int_equal(store_put_if_missing(fixture->store, "secret", "two"), STORE_OK);
    assert_int_equal(store_get(fixture->store, "secret", value, sizeof value), STORE_OK);
    assert_string_equal(value, "one");
    assert_int_equal(store_put(fixture->store, "secret", "three"), STORE_OK);
    assert_int_equal(store_get(fixture->store, "secret", value, sizeof value), STORE_OK);
    assert_string_equal(value, "three");
    assert_int_equal(store_get(fixture->store, "secret", value, 5), STORE_BROKEN);
}

/* ---------------------------------------------------------------- several writers */

enum { RACE_TABLES = 8, RACE_LINES = 60 };

/* Appends to random tables as fast as it can, catching up when refused; exit code 0 when all went
 * well. */
static void race(const struct fixture *fixture, unsigned me, int report)
{
    struct store *store = open_store(fixture);
    uint32_t last[RACE_TABLES] = {0}, won = 0;
    for (bool all = false; !all;) {
        struct store_append appends[RACE_TABLES];
        char line[30];
        const char *lines = line;
        struct store_batch batch = {.appends = appends};
        snprintf(line, sizeof line, "writer %u", me);
        for (unsigned i = 0; i < RACE_TABLES; i++) {
            char code[STORE_CODE];
            unsigned table =
                me % 2 ? i : RACE_TABLES - 1 - i; /* in opposite orders, to provoke deadlocks */
            snprintf(code, sizeof code, "t%u", table);
            if (last[table] < RACE_LINES)
                appends[batch.append_count++] = append_of(code, last[table], &lines, 1);
        }
        if (batch.append_count > 0 && store_commit(store, &batch) != STORE_OK)
            _exit(1);
        all = batch.append_count == 0;
        for (size_t i = 0; i < batch.append_count; i++) {
            won += !appends[i].refused;
            if (store_table_last(store, appends[i].code, &last[appends[i].code[1] - '0']) !=
                STORE_OK)
                _exit(2);
        }
    }
    store_close(store);
    _exit(write(report, &won, sizeof won) == sizeof won ? 0 : 3);
}

static void of_writers_that_race_exactly_one_wins_each_number(void **state)
{
    enum { WRITERS = 3 };
    struct fixture *fixture = *state;
    int report[2];
    pid_t children[WRITERS];
    store_close(fixture->store);
    assert_int_equal(pipe(report), 0);
    for (unsigned i = 0; i < WRITERS; i++)
        if ((children[i] = start_helper()) == 0)
            race(fixture, i, report[1]);
    uint32_t won = 0, sum = 0;
    for (int i = 0; i < WRITERS; i++) {
        int code;
        assert_int_equal(waitpid(children[i], &code, 0), children[i]);
        assert_int_equal(code, 0);
        assert_int_equal(read(report[0], &won, sizeof won), sizeof won);
        sum += won;
    }
    close(report[0]);
    close(report[1]);
    fixture->store = open_store(fixture);
    assert_int_equal(sum, RACE_TABLES * RACE_LINES);
    char count[20];
    raw_sql(fixture, "SELECT count(*) FROM events", count, sizeof count);
    assert_int_equal(strtol(count, NULL, 10), RACE_TABLES * RACE_LINES);
}

/* Commits lines and reports each that was acknowledged, until it is killed. */
static void write_until_killed(const struct fixture *fixture, int report)
{
    struct store *store = open_store(fixture);
    for (uint32_t last = 0;; last++) {
        char line[30];
        snprintf(line, sizeof line, "line %u", last + 1);
        if (!append_line(store, "one", last, line) ||
            write(report, &last, sizeof last) != sizeof last)
            _exit(1);
    }
}

static void what_was_acknowledged_survives_a_kill(void **state)
{
    struct fixture *fixture = *state;
    store_close(fixture->store);
    int report[2];
    assert_int_equal(pipe(report), 0);
    pid_t child = start_helper();
    if (child == 0)
        write_until_killed(fixture, report[1]);
    close(report[1]);
    uint32_t told = 0, acknowledged = 0;
    for (int i = 0; i < 100; i++)
        assert_int_equal(read(report[0], &told, sizeof told), sizeof told);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    while (read(report[0], &told, sizeof told) == sizeof told)
        ;
    close(report[0]);
    acknowledged = told + 1;
    fixture->store = open_store(fixture);
    uint32_t last = 0;
    assert_int_equal(store_table_last(fixture->store, "one", &last), STORE_OK);
    assert_true(last == acknowledged || last == acknowledged + 1);
    char count[20];
    raw_sql(fixture, "SELECT count(*) FROM events", count, sizeof count);
    assert_int_equal(strtol(count, NULL, 10), last);
}

/* ---------------------------------------------------------------- nodes */

static void gather_told(void *context, const char *message) { gather(context, message); }

/* One heartbeat; the codes of tables whose time has come go to `due`. */
static struct store_beat beat(struct store *store, uint64_t fence, struct gathered *due)
{
    struct store_beat beat = {.fence = fence};
    *due = (struct gathered){0};
    assert_int_equal(store_beat(store, &beat, 200, 10, gather_code, due), STORE_OK);
    return beat;
}

static uint64_t claim(struct store *store, uint64_t fence, const char *code)
{
    struct store_claim claims[2] = {{.code = "zzz"}};
    snprintf(claims[1].code, sizeof claims[1].code, "%s", code);
    assert_int_equal(store_claim(store, fence, claims, 2), STORE_OK);
    int at = strcmp(claims[0].code, code) == 0 ? 0 : 1; /* they may come back in another order */
    assert_int_equal(claims[1 - at].owner, 0);
    return claims[at].owner;
}

static void add_table(struct store *store, const char *code, uint64_t fence, int64_t due_ms)
{
    const char *line = "a";
    struct store_append append = {.count = 1, .lines = &line, .due_ms = due_ms};
    snprintf(append.code, sizeof append.code, "%s", code);
    assert_int_equal(
        store_commit(store,
                     &(struct store_batch){.fence = fence, .appends = &append, .append_count = 1}),
        STORE_OK);
    assert_false(append.refused);
    assert_int_equal(append.owner, fence);
}

static void a_table_is_run_by_the_node_that_made_it_until_its_lease_ends(void **state)
{
    struct fixture *fixture = *state;
    struct gathered due;
    struct store *other = open_store(fixture);
    bool shared = store_is_shared(other);
    uint64_t mine = beat(fixture->store, 0, &due).fence, theirs = beat(other, 0, &due).fence;
    assert_int_equal(shared, mine != 0 && theirs > mine);
    assert_int_equal(beat(fixture->store, mine, &due).fence, mine);
    add_table(fixture->store, "one", mine, 100);
    assert_int_equal(claim(other, theirs, "one"), mine);
    struct store_beat seen = beat(other, theirs, &due);
    assert_int_equal(seen.alive_count, shared ? 2 : 0);
    assert_string_equal(due.text,
                        shared ? "" : "one;"); /* SQLite: whoever has the file runs everything */
    assert_int_equal(store_leave(fixture->store, mine), STORE_OK);
    seen = beat(other, theirs, &due);
    assert_int_equal(seen.alive_count, shared ? 1 : 0);
    assert_string_equal(due.text, "one;");
    assert_int_equal(claim(other, theirs, "one"), theirs);
    store_close(other);
}

static void nodes_hear_of_each_other_but_not_of_themselves(void **state)
{
    struct fixture *fixture = *state;
    struct store *other = open_store(fixture);
    struct gathered here = {0}, there = {0};
    assert_true(append_line(fixture->store, "one", 0, "a"));
    assert_true(append_line(fixture->store, "one", 1, "b"));
    assert_false(append_line(fixture->store, "one", 1, "b"));
    assert_int_equal(store_tell(fixture->store, "people 7\npeople 8\n"), STORE_OK);
    const char *wanted = store_is_shared(other) ? "log one 1;log one 2;people 7;people 8;" : "";
    for (int i = 0; i < 200 && strcmp(there.text, wanted) != 0; i++) {
        assert_int_equal(store_listen(other, gather_told, &there), STORE_OK);
        wait_ms(10);
    }
    assert_string_equal(there.text, wanted);
    assert_int_equal(store_listen(fixture->store, gather_told, &here), STORE_OK);
    assert_int_equal(here.rows, 0);
    assert_int_equal(store_file_descriptor(other) >= 0, store_is_shared(other));
    char long_message[4002];
    memset(long_message, 'x', sizeof long_message - 1);
    long_message[sizeof long_message - 1] = '\0';
    assert_int_equal(store_tell(fixture->store, long_message),
                     store_is_shared(other) ? STORE_BROKEN : STORE_OK);
    store_close(other);
}

/* ---------------------------------------------------------------- versions */

static void a_store_of_version_1_is_brought_up_to_date(void **state)
{
    struct fixture *fixture = *state;
    store_close(fixture->store);
    char sql[8000], version[20];
    if (fixture->postgres) {
        raw_sql(fixture,
                "DROP SCHEMA stos CASCADE; CREATE SCHEMA stos; CREATE TABLE stos.schema_version "
                "(version bigint NOT NULL);"
                "INSERT INTO stos.schema_version VALUES (1)",
                NULL, 0);
        raw_sql(fixture, store_steps[0].postgres, NULL, 0);
    } else {
        unlink(fixture->where);
        snprintf(sql, sizeof sql, "PRAGMA application_id = 1937010547; PRAGMA user_version = 1; %s",
                 store_steps[0].sqlite);
        raw_sql(fixture, sql, NULL, 0);
    }
    raw_sql(fixture,
            "INSERT INTO facts (name, value) VALUES ('old', 'kept');"
            "INSERT INTO people (id, name, language, program, muted, banned, made_ms, seen_ms) "
            "VALUES (7, 'Ann', 'en', 0, 0, 0, 1, 1);"
            "INSERT INTO tokens (hash, person, made_ms) VALUES ('old-token', 7, 1)",
            NULL, 0);
    fixture->store = open_store(fixture);
    struct store_person found;
    assert_int_equal(store_find_token(fixture->store, "old-token", &found), STORE_OK);
    assert_true(found.id == 7);
    char value[20];
    assert_int_equal(store_get(fixture->store, "old", value, sizeof value), STORE_OK);
    assert_string_equal(value, "kept");
    raw_sql(fixture,
            fixture->postgres ? "SELECT version FROM schema_version" : "PRAGMA user_version",
            version, sizeof version);
    assert_int_equal(strtol(version, NULL, 10), STORE_SCHEMA_VERSION);
    raw_sql(fixture,
            fixture->postgres ? "SELECT count(*) FROM pg_indexes WHERE indexname = 'games_of_deal'"
                              : "SELECT count(*) FROM sqlite_schema WHERE name = 'games_of_deal'",
            version, sizeof version);
    assert_string_equal(version, "1");
    assert_true(append_line(fixture->store, "one", 0, "a"));
}

static void a_store_of_a_newer_version_is_refused_and_left_alone(void **state)
{
    struct fixture *fixture = *state;
    append_line(fixture->store, "one", 0, "a");
    store_close(fixture->store);
    fixture->store = NULL;
    raw_sql(fixture,
            fixture->postgres ? "UPDATE schema_version SET version = 99"
                              : "PRAGMA user_version = 99",
            NULL, 0);
    enum store_status status;
    char message[STORE_MESSAGE], version[20];
    assert_null(store_open(fixture->where, &status, message));
    assert_int_equal(status, STORE_NEWER);
    assert_non_null(strstr(message, "99"));
    raw_sql(fixture,
            fixture->postgres ? "SELECT version FROM schema_version" : "PRAGMA user_version",
            version, sizeof version);
    assert_string_equal(version, "99");
}

static void make_by_several(struct fixture *fixture)
{
    store_close(fixture->store);
    fixture->store = NULL;
    if (fixture->postgres)
        raw_sql(fixture, "DROP SCHEMA stos CASCADE", NULL, 0);
    else
        unlink(fixture->where);
    pid_t children[4];
    for (int i = 0; i < 4; i++)
        if ((children[i] = start_helper()) == 0) {
            enum store_status status;
            char message[STORE_MESSAGE];
            struct store *store = store_open(fixture->where, &status, message);
            store_close(store);
            _exit(store ? 0 : 1);
        }
    for (int i = 0; i < 4; i++) {
        int code;
        assert_int_equal(waitpid(children[i], &code, 0), children[i]);
        assert_int_equal(code, 0);
    }
    fixture->store = open_store(fixture);
    assert_true(append_line(fixture->store, "one", 0, "a"));
}

static void several_may_make_the_store_at_once(void **state)
{
    for (int i = 0; i < 30; i++) /* they seldom meet at the same step */
        make_by_several(*state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(lines_come_back_in_order_and_unchanged),
        STORE_TEST(an_append_to_a_log_that_has_moved_on_is_refused_alone),
        STORE_TEST(a_refusal_brings_the_lines_that_were_missed),
        STORE_TEST(many_logs_are_read_at_once),
        STORE_TEST(a_table_may_have_several_appends_in_a_batch),
        STORE_TEST(a_line_that_is_no_plain_text_stops_the_whole_batch),
        STORE_TEST(a_big_batch_is_written_whole),
        STORE_TEST(a_log_is_read_from_any_number_and_until_told_to_stop),
        STORE_TEST(running_tables_are_found_with_their_time),
        STORE_TEST(tables_whose_clock_ran_out_are_found),
        STORE_TEST(a_person_and_an_address_have_so_many_tables),
        STORE_TEST(of_new_tables_in_one_batch_those_beyond_the_limit_are_refused),
        STORE_TEST(nodes_that_race_do_not_make_more_than_may_be),
        STORE_TEST(lines_can_be_rewritten),
        STORE_TEST(facts_are_kept),
        STORE_TEST(of_writers_that_race_exactly_one_wins_each_number),
        STORE_TEST(what_was_acknowledged_survives_a_kill),
        STORE_TEST(a_table_is_run_by_the_node_that_made_it_until_its_lease_ends),
        STORE_TEST(nodes_hear_of_each_other_but_not_of_themselves),
        STORE_TEST(a_store_of_version_1_is_brought_up_to_date),
        STORE_TEST(a_store_of_a_newer_version_is_refused_and_left_alone),
        STORE_TEST(several_may_make_the_store_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
