/* test_store_ratings.c - ratings change with the commit that adds a rated game, once, fairly, and
 * go with the person. */
#include "store_test.h"

#include <pthread.h>

enum { ANN = 7, BEN = 8, CAT = 9 };
static const int64_t DAY_MS = 24 * 60 * 60 * 1000LL, NOVEMBER_MS = 1794700800000LL; /* 2026-11-15 */

static void add_people(struct store *store)
{
    static const char *const names[] = {"ann", "ben", "cat"};
    for (int i = 0; i < 3; i++) {
        struct store_person person = {
            .id = (uint64_t)(ANN + i), .language = "en", .made_ms = 1, .seen_ms = 1};
        snprintf(person.name, sizeof person.name, "%s", names[i]);
        assert_int_equal(store_add_person(store, &person, names[i]), STORE_OK);
        assert_int_equal(store_add_account(store, person.id, names[i], "hash"), STORE_OK);
    }
}

static struct store_game duel(const char *id, uint64_t winner, uint64_t loser, int64_t ended_ms)
{
    struct store_game game = {.code = "t",
                              .rules = "facetoface",
                              .result = "winner 0",
                              .deal = "d",
                              .group = "g",
                              .left = -1,
                              .rated = "facetoface",
                              .finished = true,
                              .counts = true,
                              .seats = 2,
                              .ended_ms = ended_ms};
    snprintf(game.id, sizeof game.id, "%s", id);
    game.seat[0] = (struct store_seat){.person = winner, .won = true};
    game.seat[1] = (struct store_seat){.person = loser};
    return game;
}

/* Commits games with the next line of the table. */
static void commit(struct store *store, const struct store_game *games, size_t count)
{
    const char *line = "end";
    uint32_t last = 0;
    if (store_table_last(store, "t", &last) != STORE_OK)
        last = 0;
    struct store_append append = append_of("t", last, &line, 1);
    struct store_batch batch = {
        .appends = &append, .append_count = 1, .games = games, .game_count = count};
    enum store_status status = store_commit(store, &batch);
    if (status != STORE_OK)
        fail_msg("status %d: %s", (int)status, store_message(store));
}

static bool keep_first(void *context, const struct store_rating *rating)
{
    *(struct store_rating *)context = *rating;
    return false;
}

/* The newest rating of somebody; all zero: none. */
static struct store_rating rating_of(struct store *store, uint64_t person)
{
    struct store_rating rating = {0};
    assert_int_equal(store_read_ratings_of(store, person, keep_first, &rating), STORE_OK);
    return rating;
}

static void gather_rating(struct gathered *gathered, struct store_rating rating)
{
    char text[200];
    snprintf(text, sizeof text, "%.2f %.2f %d %d", rating.rating, rating.deviation,
             (int)rating.games, (int)rating.wins);
    gather(gathered, text);
}

static void a_rated_game_counts_once(void **state)
{
    struct fixture *fixture = *state;
    struct store_game game = duel("a", ANN, BEN, NOVEMBER_MS);
    add_people(fixture->store);
    commit(fixture->store, &game, 1);
    struct store_rating ann = rating_of(fixture->store, ANN), ben = rating_of(fixture->store, BEN);
    assert_true(ann.rating > 1650 && ann.rating < 1675 && ben.rating > 1325 &&
                ben.rating < 1350); /* two strangers, by the formula */
    assert_true(ann.games == 1 && ann.wins == 1 && ben.games == 1 && ben.wins == 0 &&
                ann.season == 2026 * 4 + 3);
    commit(fixture->store, &game, 1); /* the same id again, as after a crash */
    assert_true(rating_of(fixture->store, ANN).rating == ann.rating &&
                rating_of(fixture->store, ANN).games == 1);
}

static void what_does_not_count_changes_nothing(void **state)
{
    struct fixture *fixture = *state;
    struct store_game games[] = {duel("a", ANN, BEN, 1), duel("b", ANN, BEN, 1),
                                 duel("c", ANN, BEN, 1)};
    games[0].finished = false;
    games[1].counts = false;
    games[2].rated = NULL;
    add_people(fixture->store);
    commit(fixture->store, games, 3);
    assert_true(rating_of(fixture->store, ANN).games == 0);
}

static void the_order_of_a_day_does_not_matter(void **state)
{
    static const int orders[][4] = {{0, 1, 2, 3}, {3, 2, 1, 0}, {1, 3, 0, 2}};
    struct fixture *fixture = *state;
    const struct store_game games[] = {
        duel("a", ANN, BEN, NOVEMBER_MS), duel("b", BEN, CAT, NOVEMBER_MS),
        duel("c", CAT, ANN, NOVEMBER_MS), duel("d", ANN, CAT, NOVEMBER_MS)};
    struct store_rating first = {0};
    add_people(fixture->store);
    for (int i = 0; i < 3; i++) {
        raw_sql(fixture, "DELETE FROM rated", NULL, 0);
        raw_sql(fixture, "DELETE FROM ratings", NULL, 0);
        for (int j = 0; j < 4; j++)
            commit(fixture->store, &games[orders[i][j]], 1);
        struct store_rating ann = rating_of(fixture->store, ANN);
        if (i == 0)
            first = ann;
        assert_true(ann.rating == first.rating && ann.deviation == first.deviation &&
                    ann.games == 3);
        raw_sql(fixture, "DELETE FROM rating_pairs", NULL, 0);
    }
}

static void the_same_two_count_so_often_a_day(void **state)
{
    struct fixture *fixture = *state;
    char id[16];
    add_people(fixture->store);
    for (int i = 0; i < STORE_PAIR_LIMIT + 3; i++) {
        snprintf(id, sizeof id, "g%d", i);
        struct store_game game = duel(id, i % 2 ? ANN : BEN, i % 2 ? BEN : ANN, NOVEMBER_MS);
        commit(fixture->store, &game, 1);
    }
    assert_true(rating_of(fixture->store, ANN).games == STORE_PAIR_LIMIT);
    struct store_game next_day = duel("next", ANN, BEN, NOVEMBER_MS + DAY_MS);
    commit(fixture->store, &next_day, 1);
    assert_true(rating_of(fixture->store, ANN).games == STORE_PAIR_LIMIT + 1);
}

static void whoever_lets_a_bot_play_on_has_lost(void **state)
{
    struct fixture *fixture = *state;
    struct store_game game = duel("a", ANN, BEN, NOVEMBER_MS);
    game.seat[0].forfeits = true; /* although the bot won */
    add_people(fixture->store);
    commit(fixture->store, &game, 1);
    assert_true(rating_of(fixture->store, ANN).rating < 1500 &&
                rating_of(fixture->store, BEN).rating > 1500);
    assert_true(rating_of(fixture->store, ANN).wins == 0);
}

static void of_several_the_winner_has_beaten_each(void **state)
{
    struct fixture *fixture = *state;
    struct store_game game = duel("a", ANN, BEN, NOVEMBER_MS);
    game.rated = "lie";
    game.seats = 4;
    game.seat[2] = (struct store_seat){.person = CAT};
    game.seat[3] = (struct store_seat){.bot = "champion"};
    add_people(fixture->store);
    commit(fixture->store, &game, 1);
    struct store_rating ann = rating_of(fixture->store, ANN), ben = rating_of(fixture->store, BEN),
                        cat = rating_of(fixture->store, CAT);
    assert_true(ann.rating > 1700 && ben.rating == cat.rating && ben.rating < 1350 &&
                ben.rating > 1325);
}

static void a_new_season_goes_on_from_the_last(void **state)
{
    struct fixture *fixture = *state;
    struct store_game games[] = {duel("a", ANN, BEN, NOVEMBER_MS),
                                 duel("b", BEN, CAT, NOVEMBER_MS + 60 * DAY_MS)};
    add_people(fixture->store);
    commit(fixture->store, games, 1);
    struct store_rating before = rating_of(fixture->store, BEN);
    commit(fixture->store, games + 1, 1);
    struct store_rating after = rating_of(fixture->store, BEN);
    assert_true(after.season == before.season + 1 && after.games == 1 &&
                after.rating > before.rating && after.rating < 1600);
}

static bool gather_leader(void *context, const struct store_rating *rating)
{
    return gather(context, *rating->bot ? rating->bot : rating->account);
}

static void leaders_are_in_order_and_some_are_private(void **state)
{
    struct fixture *fixture = *state;
    struct store_game games[] = {duel("a", ANN, BEN, NOVEMBER_MS), duel("b", 0, CAT, NOVEMBER_MS)};
    snprintf(games[1].seat[0].bot, sizeof games[1].seat[0].bot, "champion");
    games[1].seat[0].won = false;
    games[1].seat[1].won = true;
    add_people(fixture->store);
    commit(fixture->store, games, 2);
    struct gathered all = {0}, some = {0}, none = {0};
    assert_int_equal(
        store_read_leaders(fixture->store, "facetoface", 2026 * 4 + 3, 10, gather_leader, &all),
        STORE_OK);
    assert_string_equal(all.text, "ann;cat;champion;ben;");
    assert_int_equal(store_put_person_fact(fixture->store, CAT, STORE_PRIVATE, "1"), STORE_OK);
    assert_int_equal(store_delete_person(fixture->store, ANN), STORE_OK);
    assert_int_equal(
        store_read_leaders(fixture->store, "facetoface", 2026 * 4 + 3, 10, gather_leader, &some),
        STORE_OK);
    assert_string_equal(some.text, "champion;ben;");
    assert_int_equal(
        store_read_leaders(fixture->store, "lie", 2026 * 4 + 3, 10, gather_leader, &none),
        STORE_OK);
    assert_string_equal(none.text, "");
    assert_true(rating_of(fixture->store, ANN).games == 0);
}

static bool gather_fact(void *context, const char *name, const char *value)
{
    return gather(context, name) && gather(context, value);
}

static void facts_of_a_person_come_and_go(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = fixture->store;
    char value[20];
    add_people(store);
    assert_int_equal(store_put_person_fact(store, ANN, "push:a", "one"), STORE_OK);
    assert_int_equal(store_put_person_fact(store, ANN, "push:b", "two"), STORE_OK);
    assert_int_equal(store_put_person_fact(store, ANN, "quiet", "22-7"), STORE_OK);
    assert_int_equal(store_put_person_fact(store, ANN, "push:a", "new"), STORE_OK);
    assert_int_equal(store_put_person_fact(store, BEN, "push:c", "other"), STORE_OK);
    struct gathered push = {0}, all = {0}, none = {0};
    assert_int_equal(store_read_person_facts(store, ANN, "push:", gather_fact, &push), STORE_OK);
    assert_string_equal(push.text, "push:a;new;push:b;two;");
    assert_int_equal(store_drop_person_fact(store, ANN, "push:a"), STORE_OK);
    assert_int_equal(store_get_person_fact(store, ANN, "push:a", value, sizeof value), STORE_NONE);
    assert_int_equal(store_get_person_fact(store, ANN, "quiet", value, sizeof value), STORE_OK);
    assert_string_equal(value, "22-7");
    assert_int_equal(store_read_person_facts(store, ANN, "", gather_fact, &all), STORE_OK);
    assert_string_equal(all.text, "push:b;two;quiet;22-7;");
    assert_int_equal(store_delete_person(store, ANN), STORE_OK);
    assert_int_equal(store_read_person_facts(store, ANN, "", gather_fact, &none), STORE_OK);
    assert_string_equal(none.text, "");
}

static void nobody_keeps_the_name_of_a_deleted_person(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = fixture->store;
    static const char *const about_ann[] = {"block:0000000000000007", "favourite:0000000000000007",
                                            "report:5-0000000000000007"};
    static const char *const about_cat[] = {"block:0000000000000009", "favourite:0000000000000009",
                                            "report:5-0000000000000009", "quiet"};
    add_people(store);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(store_put_person_fact(store, BEN, about_ann[i], "Ann"), STORE_OK);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(store_put_person_fact(store, BEN, about_cat[i], "Cat"), STORE_OK);
    assert_int_equal(store_delete_person(store, ANN), STORE_OK);
    struct gathered left = {0};
    assert_int_equal(store_read_person_facts(store, BEN, "", gather_fact, &left), STORE_OK);
    assert_string_equal(left.text,
                        "block:0000000000000009;Cat;favourite:0000000000000009;Cat;quiet;Cat;"
                        "report:5-0000000000000009;Cat;");
}

static bool gather_yardstick(void *context, const struct store_yardstick *yardstick)
{
    char text[200];
    snprintf(text, sizeof text, "%s %llu %llu %llu", yardstick->rules,
             (unsigned long long)yardstick->games, (unsigned long long)yardstick->left,
             (unsigned long long)yardstick->bot_left);
    return gather(context, text);
}

static void a_bot_on_the_same_deals_is_a_yardstick(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = fixture->store;
    struct store_game games[] = {duel("a", ANN, BEN, NOVEMBER_MS), duel("b", ANN, CAT, NOVEMBER_MS),
                                 duel("c", ANN, CAT, NOVEMBER_MS)};
    for (int i = 0; i < 3; i++) {
        games[i].left = 5 + i;
        games[i].deal[0] = (char)('d' + i);
    }
    add_people(store);
    commit(store, games, 3);
    assert_int_equal(store_put(store, STORE_YARDSTICK "d", "2"), STORE_OK);
    assert_int_equal(store_put(store, STORE_YARDSTICK "f", "0"), STORE_OK);
    struct gathered ann = {0}, ben = {0};
    assert_int_equal(store_read_yardsticks(store, ANN, gather_yardstick, &ann), STORE_OK);
    assert_string_equal(ann.text, "facetoface 2 12 2;");
    assert_int_equal(store_read_yardsticks(store, BEN, gather_yardstick, &ben), STORE_OK);
    assert_string_equal(ben.text, "facetoface 1 5 2;");
}

/* Two days, three people and a bot, the same two more often than counts, one game twice; the
 * numbers are those of one game a commit. */
static void games_count_the_same_in_one_batch_and_one_by_one(void **state)
{
    enum { GAMES = 16 };
    struct fixture *fixture = *state;
    struct store_game games[GAMES];
    struct gathered together = {0}, apart = {0};
    static const uint64_t people[] = {ANN, BEN, CAT};
    add_people(fixture->store);
    for (int season = 0; season < 2;
         season++) { /* the same games again in the next season, one by one */
        for (int i = 0; i < GAMES; i++) {
            char id[32];
            snprintf(id, sizeof id, "%d-%d", season, i == GAMES - 1 ? 0 : i);
            games[i] = duel(id, people[i % 3], people[(i + 1 + i / 12) % 3],
                            NOVEMBER_MS + i / 12 * DAY_MS + season * 90 * DAY_MS);
            if (i % 5 == 0)
                games[i].seat[1] = (struct store_seat){.bot = "quick"};
        }
        raw_sql(fixture, "DELETE FROM ratings", NULL, 0);
        raw_sql(fixture, "DELETE FROM rating_pairs", NULL, 0);
        for (int i = 0; season == 1 && i < GAMES; i++)
            commit(fixture->store, &games[i], 1);
        if (season == 0)
            commit(fixture->store, games, GAMES);
        for (int i = 0; i < 3; i++)
            gather_rating(season == 0 ? &together : &apart, rating_of(fixture->store, people[i]));
    }
    assert_string_equal(together.text, apart.text);
    assert_int_equal(together.rows, 3);
}

/* ---------------------------------------------------------------- several nodes */

static void *commit_both(void *context)
{
    const struct fixture *fixture = context;
    const struct store_game games[] = {duel("b", ANN, BEN, NOVEMBER_MS),
                                       duel("c", CAT, BEN, NOVEMBER_MS)};
    const char *line = "end";
    struct store_append append = append_of("t", 1, &line, 1);
    struct store_batch batch = {
        .appends = &append, .append_count = 1, .games = games, .game_count = 2};
    static enum store_status status;
    status = store_commit(fixture->store, &batch);
    return &status;
}

static void do_sql(PGconn *connection, const char *sql)
{
    PGresult *result = PQexec(connection, sql);
    if (PQresultStatus(result) == PGRES_FATAL_ERROR)
        print_message("%s", PQerrorMessage(connection)); /* PostgreSQL may end either of the two */
    PQclear(result);
}

static void wait_for_lock(const struct fixture *fixture)
{
    char waiting[8] = "0";
    while (strcmp(waiting, "0") == 0)
        raw_sql(fixture, "SELECT count(*) FROM pg_locks WHERE NOT granted", waiting,
                sizeof waiting);
}

/* Another node holds a row of the second game, and wants one of the first: PostgreSQL ends one of
 * them, which must try again. */
static void a_deadlock_of_two_nodes_loses_nothing(void **state)
{
    struct fixture *fixture = *state;
    struct store_game before[] = {duel("a", ANN, BEN, NOVEMBER_MS),
                                  duel("z", CAT, BEN, NOVEMBER_MS)};
    pthread_t thread;
    void *status;
    if (!fixture->postgres)
        skip();
    add_people(fixture->store);
    commit(fixture->store, before, 2);
    PGconn *other = PQconnectdb(fixture->where);
    do_sql(other,
           "SET search_path = stos; BEGIN; UPDATE ratings SET games = games WHERE person = 9");
    assert_int_equal(pthread_create(&thread, NULL, commit_both, fixture), 0);
    wait_for_lock(fixture);
    do_sql(other, "UPDATE ratings SET games = games WHERE person = 7");
    do_sql(other, "COMMIT");
    PQfinish(other);
    pthread_join(thread, &status);
    if (*(enum store_status *)status != STORE_OK)
        fail_msg("status %d: %s", (int)*(enum store_status *)status, store_message(fixture->store));
    assert_int_equal(rating_of(fixture->store, ANN).games, 2);
    assert_int_equal(rating_of(fixture->store, BEN).games, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(a_rated_game_counts_once),
        STORE_TEST(what_does_not_count_changes_nothing),
        STORE_TEST(the_order_of_a_day_does_not_matter),
        STORE_TEST(games_count_the_same_in_one_batch_and_one_by_one),
        STORE_TEST(the_same_two_count_so_often_a_day),
        STORE_TEST(whoever_lets_a_bot_play_on_has_lost),
        STORE_TEST(of_several_the_winner_has_beaten_each),
        STORE_TEST(a_new_season_goes_on_from_the_last),
        STORE_TEST(leaders_are_in_order_and_some_are_private),
        STORE_TEST(facts_of_a_person_come_and_go),
        STORE_TEST(nobody_keeps_the_name_of_a_deleted_person),
        STORE_TEST(a_bot_on_the_same_deals_is_a_yardstick),
        STORE_TEST(a_deadlock_of_two_nodes_loses_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
