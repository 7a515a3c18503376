/*
 * postgres_faults.c - a PostgreSQL store when things go wrong: the server stops, crashes, hangs;
 * connections are cut.
 *
 * Run by with-postgres. The claims: no acknowledged line is lost and none is there twice, what is
 * unknown is found out, service returns by itself, leases of silent nodes end, no message tells a
 * password. The cuts are made by a small proxy.
 */
#include "store_test.h"

#include <arpa/inet.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>

/* ---------------------------------------------------------------- the server */

/* Runs the control program of with-postgres: stop, start, crash. */
static void control(const char *what)
{
    pid_t child = start_helper();
    if (child == 0) {
        execl(getenv("STOS_TEST_POSTGRES"), "control", what, (char *)NULL);
        _exit(127);
    }
    int code;
    assert_int_equal(waitpid(child, &code, 0), child);
    assert_int_equal(code, 0);
}

/* One line; the status. */
static enum store_status try_line(struct store *store, const char *code, uint32_t last,
                                  const char *line, bool *taken)
{
    struct store_append append = append_of(code, last, &line, 1);
    struct store_batch batch = {.appends = &append, .append_count = 1};
    enum store_status status = store_commit(store, &batch);
    if (taken)
        *taken = status == STORE_OK && !append.refused;
    return status;
}

static void assert_message(const char *message, const char *part)
{
    if (!strstr(message, part))
        fail_msg("\"%s\" does not say \"%s\"", message, part);
}

static void a_server_that_was_stopped_is_found_again(void **state)
{
    struct fixture *fixture = *state;
    struct store_person person;
    assert_true(append_line(fixture->store, "one", 0, "a"));
    control("stop");
    for (int i = 0; i < 2; i++) {
        assert_int_equal(try_line(fixture->store, "one", 1, "b", NULL), STORE_DOWN);
        assert_message(store_message(fixture->store), "PostgreSQL");
        assert_int_equal(store_find_person(fixture->store, 1, &person), STORE_DOWN);
    }
    enum store_status status;
    char message[STORE_MESSAGE];
    assert_null(store_open(fixture->where, &status, message));
    assert_int_equal(status, STORE_DOWN);
    assert_message(message, "cannot be reached");
    control("start");
    assert_true(append_line(fixture->store, "one", 1, "b"));
    struct gathered gathered;
    assert_string_equal(log_of(fixture->store, "one", &gathered), "one/1=a;one/2=b;");
}

static void end_all_sessions(const struct fixture *fixture)
{
    raw_sql(
        fixture,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'stos'",
        NULL, 0);
    wait_ms(100);
}

static void a_session_that_was_ended_is_made_again_for_the_next_question(void **state)
{
    struct fixture *fixture = *state;
    uint32_t last;
    enum store_status status;
    char message[STORE_MESSAGE];
    assert_true(append_line(fixture->store, "one", 0, "a"));
    struct store *reader = store_open_reader(fixture->where, &status, message);
    assert_non_null(reader);
    uint64_t session = store_session(fixture->store);
    end_all_sessions(fixture);
    assert_int_equal(store_table_last(fixture->store, "one", &last), STORE_OK);
    assert_int_equal(store_table_last(reader, "one", &last), STORE_OK);
    assert_true(store_session(fixture->store) > session);
    store_close(reader);
}

/* ---------------------------------------------------------------- leases */

static bool ignore_code(void *context, const char *code)
{
    (void)context, (void)code;
    return true;
}

static uint64_t beat(struct store *store, uint64_t fence)
{
    struct store_beat beat = {.fence = fence};
    assert_int_equal(store_beat(store, &beat, 0, 10, ignore_code, NULL), STORE_OK);
    return beat.fence;
}

/* As if the node had been silent for so long. */
static void let_lease_age(const struct fixture *fixture, uint64_t fence, int ms)
{
    char sql[120];
    snprintf(sql, sizeof sql,
             "UPDATE nodes SET beat = beat - %d * interval '1 millisecond' WHERE fence = %llu", ms,
             (unsigned long long)fence);
    raw_sql(fixture, sql, NULL, 0);
}

static enum store_status write_fenced(struct store *store, uint64_t fence, uint32_t last)
{
    const char *line = "a";
    struct store_append append = {
        .code = "one", .last = last, .count = 1, .lines = &line, .due_ms = INT64_MAX};
    enum store_status status = store_commit(
        store, &(struct store_batch){.fence = fence, .appends = &append, .append_count = 1});
    assert_false(append.refused);
    return status;
}

static void a_node_that_was_silent_loses_its_tables_and_cannot_write(void **state)
{
    struct fixture *fixture = *state;
    struct store *other = open_store(fixture);
    struct gathered gathered;
    uint64_t mine = beat(fixture->store, 0), theirs = beat(other, 0);
    struct store_claim claim = {.code = "one"};
    assert_int_equal(write_fenced(fixture->store, mine, 0), STORE_OK);
    let_lease_age(fixture, mine, STORE_LEASE_MS / 2);
    assert_int_equal(beat(other, theirs), theirs);
    assert_int_equal(store_claim(other, theirs, &claim, 1), STORE_OK);
    assert_int_equal(claim.owner, mine); /* not yet */
    let_lease_age(fixture, mine, STORE_LEASE_MS);
    assert_int_equal(beat(other, theirs), theirs);
    assert_int_equal(write_fenced(fixture->store, mine, 1), STORE_FENCED);
    assert_message(store_message(fixture->store), "silent for too long");
    assert_int_equal(store_claim(fixture->store, mine, &claim, 1), STORE_OK);
    assert_int_equal(claim.owner,
                     mine); /* nobody's: it has no lease to claim with, and there is no other yet */
    assert_int_equal(store_claim(other, theirs, &claim, 1), STORE_OK);
    assert_int_equal(claim.owner, theirs);
    assert_string_equal(log_of(other, "one", &gathered), "one/1=a;");
    uint64_t again = beat(fixture->store, mine);
    assert_true(again > theirs);
    assert_int_equal(write_fenced(fixture->store, again, 1), STORE_OK);
    store_close(other);
}

static void nobody_ends_a_lease_in_the_middle_of_a_commit(void **state)
{
    struct fixture *fixture = *state;
    uint64_t mine = beat(fixture->store, 0), theirs;
    char sql[160], alive[8];
    PGconn *writer = PQconnectdb(fixture->where);
    snprintf(sql, sizeof sql,
             "BEGIN; SELECT fence FROM stos.nodes WHERE fence = %llu FOR KEY SHARE",
             (unsigned long long)mine);
    PQclear(PQexec(writer, sql));
    let_lease_age(fixture, mine, 2 * STORE_LEASE_MS);
    struct store *other = open_store(fixture);
    theirs = beat(other, 0); /* does not wait for it */
    raw_sql(fixture, "SELECT count(*) FROM nodes", alive, sizeof alive);
    assert_string_equal(alive, "2");
    PQclear(PQexec(writer, "COMMIT"));
    PQfinish(writer);
    assert_int_equal(beat(other, theirs), theirs);
    raw_sql(fixture, "SELECT count(*) FROM nodes", alive, sizeof alive);
    assert_string_equal(alive, "1");
    store_close(other);
}

static void thousands_of_tables_take_no_locks(void **state)
{
    enum { MANY = 20000 };
    struct fixture *fixture = *state;
    char locks[16];
    uint64_t mine = beat(fixture->store, 0);
    struct store_claim *claims = calloc(MANY, sizeof *claims);
    raw_sql(fixture,
            "INSERT INTO tables (code, last, is_over, due_ms, opened_ms, changed_ms) SELECT 't' || "
            "n, 1, 0, 0, 0, 0"
            " FROM generate_series(0, 19999) n",
            NULL, 0);
    for (int i = 0; i < MANY; i++)
        snprintf(claims[i].code, sizeof claims[i].code, "t%u", (unsigned)i % 100000u);
    assert_int_equal(store_claim(fixture->store, mine, claims, MANY), STORE_OK);
    for (int i = 0; i < MANY; i++)
        assert_int_equal(claims[i].owner, mine);
    raw_sql(fixture, "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'", locks,
            sizeof locks);
    assert_string_equal(locks, "0");
    free(claims);
}

/* ---------------------------------------------------------------- crashes under load */

static pid_t start_crasher(int crashes)
{
    pid_t child = start_helper();
    for (int i = 0; child == 0 && i < crashes; i++) {
        wait_ms(150 + 70 * i);
        control("crash");
        wait_ms(50);
        control("start");
    }
    if (child == 0)
        _exit(0);
    return child;
}

/* Whether the line with this number is ours. */
static bool is_there(struct store *store, uint32_t number, const char *line)
{
    char wanted[60];
    struct gathered gathered = {.most = 1};
    snprintf(wanted, sizeof wanted, "one/%u=%s;", number, line);
    while (store_read_log(store, "one", number - 1, gather_line, &gathered) == STORE_DOWN)
        wait_ms(20);
    return strcmp(gathered.text, wanted) == 0;
}

static void crashes_lose_nothing_and_double_nothing(void **state)
{
    struct fixture *fixture = *state;
    pid_t crasher = start_crasher(4);
    uint32_t last = 0, downs = 0;
    for (int code; waitpid(crasher, &code, WNOHANG) == 0;) {
        char line[30];
        bool taken;
        snprintf(line, sizeof line, "line %u", last + 1);
        enum store_status status = try_line(fixture->store, "one", last, line, &taken);
        assert_true(status == STORE_OK || status == STORE_DOWN);
        if (status == STORE_OK)
            assert_true(taken); /* nobody else writes: never refused */
        else if (is_there(fixture->store, last + 1, line))
            taken = true; /* unknown then, certain now */
        last += taken;
        downs += status == STORE_DOWN;
    }
    assert_true(last > 10 && downs > 0);
    uint32_t kept = 0;
    assert_int_equal(store_table_last(fixture->store, "one", &kept), STORE_OK);
    assert_int_equal(kept, last);
    char count[20];
    raw_sql(fixture, "SELECT count(*) FROM events", count, sizeof count);
    assert_int_equal(strtol(count, NULL, 10), last);
}

/* ---------------------------------------------------------------- cuts between COMMIT and its
 * answer */

enum cut {
    CUT_BEFORE,
    CUT_AFTER
}; /* COMMIT does not reach the server; it does, but the answer does not come back */

static int listen_anywhere(int *port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(listener, (struct sockaddr *)&address, size), 0);
    assert_int_equal(listen(listener, 8), 0);
    assert_int_equal(getsockname(listener, (struct sockaddr *)&address, &size), 0);
    *port = ntohs(address.sin_port);
    return listener;
}

static int connect_to(int port)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
                                  .sin_port = htons((uint16_t)port)};
    int server = socket(AF_INET, SOCK_STREAM, 0);
    return connect(server, (struct sockaddr *)&address, sizeof address) == 0 ? server : -1;
}

static bool has_commit(const char *bytes, ssize_t length)
{
    for (ssize_t i = 0; i + 7 <= length; i++)
        if (memcmp(bytes + i, "COMMIT", 7) == 0)
            return true;
    return false;
}

/* Carries bytes both ways until one side ends, or until the COMMIT that is to be cut, which it
 * returns. */
static bool carry(int client, int server, bool cut, enum cut how)
{
    char bytes[65536];
    struct pollfd ends[] = {{.fd = client, .events = POLLIN}, {.fd = server, .events = POLLIN}};
    while (poll(ends, 2, -1) > 0)
        for (int i = 0; i < 2; i++) {
            if (!ends[i].revents)
                continue;
            ssize_t length = read(ends[i].fd, bytes, sizeof bytes);
            bool found = i == 0 && cut && has_commit(bytes, length);
            if (length <= 0 || (found && how == CUT_BEFORE))
                return found;
            if (write(ends[1 - i].fd, bytes, (size_t)length) != length)
                return false;
            if (found) {
                wait_ms(200); /* the answer arrives, and is dropped */
                return true;
            }
        }
    return false;
}

/* A proxy that cuts the first COMMIT that it sees, and is honest afterwards. */
static pid_t start_proxy(int server_port, enum cut how, int *port)
{
    int listener = listen_anywhere(port);
    pid_t child = start_helper();
    if (child != 0) {
        close(listener);
        return child;
    }
    for (bool cut = true;;) {
        int client = accept(listener, NULL, NULL), server = connect_to(server_port);
        if (carry(client, server, cut, how))
            cut = false;
        close(client);
        close(server);
    }
}

static void an_answer_to_commit_that_is_lost_is_found_out(void **state)
{
    struct fixture *fixture = *state, proxied = *fixture;
    const char *port_text = strstr(fixture->where, "127.0.0.1:") + 10;
    for (enum cut how = CUT_BEFORE; how <= CUT_AFTER; how++) {
        char code[STORE_CODE];
        int port;
        pid_t proxy = start_proxy((int)strtol(port_text, NULL, 10), how, &port);
        snprintf(code, sizeof code, "cut%d", (int)how);
        snprintf(proxied.where, sizeof proxied.where, "postgresql://stos@127.0.0.1:%d/stos", port);
        struct store *store = open_store(&proxied);
        bool taken = false;
        enum store_status status = try_line(store, code, 0, "a", &taken);
        uint32_t last = 0;
        enum store_status there = store_table_last(fixture->store, code, &last);
        assert_int_equal(status, how == CUT_AFTER ? STORE_OK : STORE_DOWN);
        assert_int_equal(taken, how == CUT_AFTER);
        assert_int_equal(there, how == CUT_AFTER ? STORE_OK : STORE_NONE);
        if (how == CUT_BEFORE)
            assert_message(store_message(store), "nothing was written");
        assert_true(append_line(store, code, last, "b"));
        store_close(store);
        kill(proxy, SIGKILL);
        waitpid(proxy, NULL, 0);
    }
}

/* ---------------------------------------------------------------- limits and messages */

static void a_server_that_never_answers_is_given_up_in_seconds(void **state)
{
    int port;
    int listener = listen_anywhere(&port);
    char where[100], message[STORE_MESSAGE];
    enum store_status status;
    (void)state;
    snprintf(where, sizeof where, "postgresql://stos@127.0.0.1:%d/stos", port);
    time_t start = time(NULL);
    assert_null(store_open(where, &status, message));
    assert_int_equal(status, STORE_DOWN);
    assert_true(time(NULL) - start <= 60); /* three seconds where nothing else runs */
    close(listener);
}

/* The proxy stands still: the system still takes connections for it, and nothing answers. */
static void who_waits_behind_a_silent_server_is_told_with_the_first(void **state)
{
    struct fixture *fixture = *state, proxied = *fixture;
    int port;
    pid_t proxy = start_proxy((int)strtol(strstr(fixture->where, "127.0.0.1:") + 10, NULL, 10),
                              CUT_BEFORE, &port);
    snprintf(proxied.where, sizeof proxied.where, "postgresql://stos@127.0.0.1:%d/stos", port);
    struct store *store = open_store(&proxied);
    struct store_person person;
    char first[STORE_MESSAGE];
    enum store_status status = STORE_DOWN;
    int down = 0;
    kill(proxy, SIGSTOP);
    time_t start = time(NULL);
    for (int i = 0; i < 30; i++) {
        down += store_find_person(store, 1, &person) == STORE_DOWN;
        if (i == 0)
            snprintf(first, sizeof first, "%s", store_message(store));
    }
    time_t took = time(NULL) - start;
    kill(proxy, SIGCONT); /* before anything can fail: a helper that is stopped does not end with
                             the test */
    assert_int_equal(down, 30);
    assert_message(first, "does not answer");
    assert_true(
        took <=
        40); /* eight seconds where nothing else runs; 95 if each of them waited by itself */
    for (int i = 0; i < 300 && status == STORE_DOWN; i++) {
        wait_ms(100);
        status = store_find_person(store, 1, &person);
    }
    assert_int_equal(status, STORE_NONE);
    store_close(store);
    kill(proxy, SIGKILL);
    waitpid(proxy, NULL, 0);
}

static void no_message_tells_a_password(void **state)
{
    struct fixture *fixture = *state;
    static const char *const addresses[] = {
        "postgresql://u:geheim@127.0.0.1:1/x",    "postgresql://u:geheim@[bad",
        "postgresql://u:geheim@127.0.0.1:port/x", "postgresql://u:geheim@127.0.0.1:1/x?geheim=1",
        "postgresql://u:geheim%zz@h/x",           "postgresql://127.0.0.1:1/x?password=geheim"};
    enum store_status status;
    char message[STORE_MESSAGE], wrong[300];
    for (size_t i = 0; i < sizeof addresses / sizeof addresses[0]; i++) {
        assert_null(store_open(addresses[i], &status, message));
        assert_true(status == STORE_DOWN || status == STORE_BROKEN);
        assert_true(strlen(message) > 20);
        assert_null(strstr(message, "geheim"));
    }
    snprintf(wrong, sizeof wrong, "postgresql://geheim:geheim@%s", strchr(fixture->where, '@') + 1);
    assert_null(store_open(wrong, &status, message)); /* the server itself would name the user */
    assert_int_equal(status, STORE_DOWN);
    assert_null(strstr(message, "geheim"));
}

static void a_user_without_rights_is_told_what_is_missing(void **state)
{
    struct fixture *fixture = *state;
    char where[300], message[STORE_MESSAGE];
    enum store_status status;
    raw_sql(fixture, "CREATE ROLE visitor LOGIN", NULL, 0);
    snprintf(where, sizeof where, "postgresql://visitor@%s", strchr(fixture->where, '@') + 1);
    struct store *store = store_open(where, &status, message);
    store_close(store);
    assert_null(store);
    assert_message(message, "may not");
    store_close(fixture->store);
    raw_sql(fixture, "DROP SCHEMA stos CASCADE", NULL, 0);
    assert_null(store_open(where, &status, message));
    assert_message(message, "may not");
    raw_sql(fixture, "CREATE SCHEMA stos AUTHORIZATION visitor", NULL,
            0); /* enough: it need not be allowed to make it */
    fixture->store = store_open(where, &status, message);
    assert_non_null(fixture->store);
    assert_true(append_line(fixture->store, "one", 0, "a"));
    raw_sql(fixture,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'visitor';"
            "DROP SCHEMA stos CASCADE; DROP ROLE visitor",
            NULL, 0);
}

static void what_only_a_file_has_is_refused_with_advice(void **state)
{
    struct fixture *fixture = *state;
    assert_int_equal(store_backup(fixture->store, "/tmp/never", NULL, NULL), STORE_NONE);
    assert_message(store_message(fixture->store), "pg_dump");
    assert_int_equal(store_check(fixture->store), STORE_NONE);
    assert_message(store_message(fixture->store), "pg_amcheck");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(a_server_that_was_stopped_is_found_again),
        STORE_TEST(a_session_that_was_ended_is_made_again_for_the_next_question),
        STORE_TEST(a_node_that_was_silent_loses_its_tables_and_cannot_write),
        STORE_TEST(nobody_ends_a_lease_in_the_middle_of_a_commit),
        STORE_TEST(thousands_of_tables_take_no_locks),
        STORE_TEST(crashes_lose_nothing_and_double_nothing),
        STORE_TEST(an_answer_to_commit_that_is_lost_is_found_out),
        STORE_TEST(a_server_that_never_answers_is_given_up_in_seconds),
        STORE_TEST(who_waits_behind_a_silent_server_is_told_with_the_first),
        STORE_TEST(no_message_tells_a_password),
        STORE_TEST(a_user_without_rights_is_told_what_is_missing),
        STORE_TEST(what_only_a_file_has_is_refused_with_advice),
    };
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
