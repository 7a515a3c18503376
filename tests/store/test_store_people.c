/*
 * test_store_people.c - people, accounts, finished games, sums and the host: the same claims for
 * SQLite and PostgreSQL.
 *
 * Which kind is tested is up to STOS_TEST_STORE, see store_test.h.
 */
#include "store_test.h"

#define ANN UINT64_C(0xfedcba9876543210) /* ids use all 64 bits */
#define BEN UINT64_C(7)

static struct store_person person_of(uint64_t id, const char *name)
{
    struct store_person person = {
        .id = id, .language = "pl", .made_ms = 1700000000123, .seen_ms = 1700000000456};
    snprintf(person.name, sizeof person.name, "%s", name);
    return person;
}

/* Two people with the tokens "ann-token" and "ben-token". */
static void add_people(struct store *store)
{
    struct store_person ann = person_of(ANN, "Ann"), ben = person_of(BEN, "Beń 100%");
    assert_int_equal(store_add_person(store, &ann, "ann-token"), STORE_OK);
    ben.program = true;
    assert_int_equal(store_add_person(store, &ben, "ben-token"), STORE_OK);
}

static bool gather_person(void *context, const struct store_person *person)
{
    return gather(context, person->name);
}

/* ---------------------------------------------------------------- people */

static void a_person_is_found_by_token_and_id(void **state)
{
    struct fixture *fixture = *state;
    struct store_person found;
    assert_int_equal(store_find_token(fixture->store, "ann-token", &found), STORE_NONE);
    add_people(fixture->store);
    assert_int_equal(store_find_token(fixture->store, "ann-token", &found), STORE_OK);
    assert_true(found.id == ANN);
    assert_string_equal(found.name, "Ann");
    assert_string_equal(found.account, "");
    assert_string_equal(found.language, "pl");
    assert_true(found.made_ms == 1700000000123 && found.seen_ms == 1700000000456);
    assert_false(found.program || found.muted || found.banned);
    assert_int_equal(store_find_person(fixture->store, BEN, &found), STORE_OK);
    assert_string_equal(found.name, "Beń 100%");
    assert_true(found.program);
    assert_int_equal(store_find_person(fixture->store, 8, &found), STORE_NONE);
}

static void an_id_or_a_token_in_use_is_refused(void **state)
{
    struct fixture *fixture = *state;
    add_people(fixture->store);
    struct store_person same = person_of(ANN, "Eve"), other = person_of(9, "Eve"), found;
    assert_int_equal(store_add_person(fixture->store, &same, "eve-token"), STORE_TAKEN);
    assert_int_equal(store_find_token(fixture->store, "eve-token", &found), STORE_NONE);
    assert_int_equal(store_add_person(fixture->store, &other, "ann-token"), STORE_TAKEN);
    assert_int_equal(store_find_person(fixture->store, 9, &found),
                     STORE_NONE); /* nothing half-written */
    assert_int_equal(store_add_person(fixture->store, &other, "eve-token"), STORE_OK);
}

static void what_may_change_about_a_person_is_saved(void **state)
{
    struct fixture *fixture = *state;
    add_people(fixture->store);
    struct store_person ann = person_of(ANN, "Anna"), found;
    snprintf(ann.language, sizeof ann.language, "uk");
    ann.muted = ann.banned = true;
    ann.seen_ms = 5;
    assert_int_equal(store_save_person(fixture->store, &ann), STORE_OK);
    assert_int_equal(store_find_person(fixture->store, ANN, &found), STORE_OK);
    assert_string_equal(found.name, "Anna");
    assert_string_equal(found.language, "uk");
    assert_true(found.muted && found.banned && found.seen_ms == 5 &&
                found.made_ms == 1700000000123);
    ann.id = 8;
    assert_int_equal(store_save_person(fixture->store, &ann), STORE_NONE);
}

static void an_account_has_a_name_of_its_own(void **state)
{
    struct fixture *fixture = *state;
    struct store_person found;
    char pass[STORE_PASS];
    add_people(fixture->store);
    assert_int_equal(store_find_account(fixture->store, "ann", &found, pass), STORE_NONE);
    assert_int_equal(store_add_account(fixture->store, ANN, "ann", "$argon2id$hash"), STORE_OK);
    assert_int_equal(store_add_account(fixture->store, BEN, "ann", "other"), STORE_TAKEN);
    assert_int_equal(store_add_account(fixture->store, 8, "eve", "other"), STORE_NONE);
    assert_int_equal(store_find_account(fixture->store, "ann", &found, pass), STORE_OK);
    assert_true(found.id == ANN);
    assert_string_equal(found.account, "ann");
    assert_string_equal(pass, "$argon2id$hash");
    assert_int_equal(store_add_account(fixture->store, ANN, "ann", "changed"), STORE_OK);
    assert_int_equal(store_find_account(fixture->store, "ann", &found, pass), STORE_OK);
    assert_string_equal(pass, "changed");
}

static void tokens_come_and_go(void **state)
{
    struct fixture *fixture = *state;
    struct store_person found;
    add_people(fixture->store);
    assert_int_equal(store_add_token(fixture->store, ANN, "second", 1), STORE_OK);
    assert_int_equal(store_add_token(fixture->store, BEN, "second", 1), STORE_TAKEN);
    assert_int_equal(store_add_token(fixture->store, 8, "third", 1), STORE_NONE);
    assert_int_equal(store_find_token(fixture->store, "second", &found), STORE_OK);
    assert_true(found.id == ANN);
    assert_int_equal(store_end_tokens(fixture->store, ANN), STORE_OK);
    assert_int_equal(store_end_tokens(fixture->store, ANN), STORE_OK);
    assert_int_equal(store_find_token(fixture->store, "second", &found), STORE_TAKEN);
    assert_int_equal(store_find_token(fixture->store, "ann-token", &found), STORE_TAKEN);
    assert_int_equal(store_find_token(fixture->store, "ben-token", &found), STORE_OK);
}

static void one_token_ends_and_the_others_stay(void **state)
{
    struct fixture *fixture = *state;
    struct store_person found;
    add_people(fixture->store);
    assert_int_equal(store_add_token(fixture->store, ANN, "second", 1), STORE_OK);
    assert_int_equal(store_end_token(fixture->store, BEN, "second"), STORE_OK); /* not his */
    assert_int_equal(store_find_token(fixture->store, "second", &found), STORE_OK);
    assert_int_equal(store_end_token(fixture->store, ANN, "second"), STORE_OK);
    assert_int_equal(store_end_token(fixture->store, ANN, "second"), STORE_OK);
    assert_int_equal(store_end_token(fixture->store, ANN, "never seen"), STORE_OK);
    assert_int_equal(store_find_token(fixture->store, "second", &found), STORE_TAKEN);
    assert_int_equal(store_find_token(fixture->store, "ann-token", &found), STORE_OK);
    assert_int_equal(store_add_token(fixture->store, ANN, "second", 2), STORE_TAKEN);
}

static void people_are_looked_for_by_a_part_of_the_name(void **state)
{
    struct fixture *fixture = *state;
    add_people(fixture->store);
    assert_int_equal(store_add_account(fixture->store, ANN, "queen_of_piles", "x"), STORE_OK);
    static const struct {
        const char *part, *found;
    } cases[] = {{"ANN", "Ann;"}, {"n", "Ann;"},         {"%", "Beń 100%;"}, {"_of", "Ann;"},
                 {"be_", ""},     {"", "Ann;Beń 100%;"}, {"!", ""}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct gathered gathered = {0};
        struct store_person ann = person_of(ANN, "Ann");
        ann.seen_ms = INT64_MAX / 2; /* newest first */
        assert_int_equal(store_save_person(fixture->store, &ann), STORE_OK);
        assert_int_equal(
            store_read_people(fixture->store, cases[i].part, 10, gather_person, &gathered),
            STORE_OK);
        assert_string_equal(gathered.text, cases[i].found);
    }
}

/* ---------------------------------------------------------------- seats and games */

static struct store_game game_of(const char *id, const char *code, int left, int64_t ended_ms)
{
    struct store_game game = {.rules = "thegame(players=2)",
                              .result = "lost",
                              .deal = "deal",
                              .group = "group",
                              .left = left,
                              .won = left == 0};
    snprintf(game.id, sizeof game.id, "%s", id);
    snprintf(game.code, sizeof game.code, "%s", code);
    game.finished = game.counts = true;
    game.began_ms = 1;
    game.ended_ms = ended_ms;
    game.seats = 3;
    game.seat[0] = (struct store_seat){.person = ANN, .name = "Ann", .won = left == 0};
    game.seat[1] = (struct store_seat){.person = BEN, .name = "\"Ben\\\"", .won = left == 0};
    game.seat[2] = (struct store_seat){.bot = "steady", .won = left == 0};
    return game;
}

/* Commits one line at the end of a table's log, together with games and sittings; whether the line
 * was taken. */
static bool commit_with(struct store *store, const char *code, uint32_t last,
                        const struct store_game *games, size_t game_count,
                        const struct store_sitting *sittings, size_t sitting_count)
{
    const char *line = "end";
    struct store_append append = append_of(code, last, &line, 1);
    struct store_batch batch = {.appends = &append,
                                .append_count = 1,
                                .games = games,
                                .game_count = game_count,
                                .sittings = sittings,
                                .sitting_count = sitting_count};
    enum store_status status = store_commit(store, &batch);
    if (status != STORE_OK)
        fail_msg("status %d: %s", (int)status, store_message(store));
    return !append.refused;
}

static bool gather_game(void *context, const struct store_game *game)
{
    return gather(context, game->id);
}

static void a_game_counts_if_its_table_s_lines_were_taken(void **state)
{
    struct fixture *fixture = *state;
    struct store_game one = game_of("one", "t", 3, 10), changed = game_of("one", "t", 0, 99), found;
    assert_true(append_line(fixture->store, "t", 0, "begin"));
    assert_false(commit_with(fixture->store, "t", 0, &one, 1, NULL, 0));
    assert_int_equal(store_find_game(fixture->store, "one", &found), STORE_NONE);
    assert_true(commit_with(fixture->store, "t", 1, &one, 1, NULL, 0));
    assert_true(commit_with(fixture->store, "t", 2, &changed, 1, NULL,
                            0)); /* the id is there: left as it is */
    assert_int_equal(store_find_game(fixture->store, "one", &found), STORE_OK);
    assert_string_equal(found.id, "one");
    assert_string_equal(found.code, "t");
    assert_string_equal(found.rules, one.rules);
    assert_string_equal(found.result, one.result);
    assert_string_equal(found.deal, one.deal);
    assert_string_equal(found.group, one.group);
    assert_true(found.left == 3 && !found.won && found.finished && found.began_ms == 1 &&
                found.ended_ms == 10 && found.seats == 3);
    for (int i = 0; i < 3; i++) {
        assert_true(found.seat[i].person == one.seat[i].person &&
                    found.seat[i].won == one.seat[i].won);
        assert_string_equal(found.seat[i].name, one.seat[i].name);
        assert_string_equal(found.seat[i].bot, one.seat[i].bot);
    }
}

static void games_are_read_newest_first(void **state)
{
    struct fixture *fixture = *state;
    struct store_game games[] = {game_of("a", "t", 3, 10), game_of("b", "t", 0, 30),
                                 game_of("c", "t", 2, 20), game_of("d", "t", 2, 40)};
    games[3].seat[0].person = 8;
    snprintf(games[2].deal, sizeof games[2].deal, "other");
    assert_true(commit_with(fixture->store, "t", 0, games, 4, NULL, 0));
    struct gathered all = {0}, two = {0}, before = {0}, stopped = {.most = 1}, deal = {0},
                    nobody = {0};
    assert_int_equal(store_read_games_of(fixture->store, ANN, INT64_MAX, 10, gather_game, &all),
                     STORE_OK);
    assert_string_equal(all.text, "b;c;a;");
    assert_int_equal(store_read_games_of(fixture->store, BEN, INT64_MAX, 2, gather_game, &two),
                     STORE_OK);
    assert_string_equal(two.text, "d;b;");
    assert_int_equal(store_read_games_of(fixture->store, BEN, 30, 2, gather_game, &before),
                     STORE_OK);
    assert_string_equal(before.text, "c;a;");
    assert_int_equal(store_read_games_of(fixture->store, BEN, INT64_MAX, 10, gather_game, &stopped),
                     STORE_OK);
    assert_string_equal(stopped.text, "d;");
    assert_int_equal(store_read_games_of_deal(fixture->store, "deal", 10, gather_game, &deal),
                     STORE_OK);
    assert_string_equal(deal.text, "d;b;a;");
    assert_int_equal(store_read_games_of(fixture->store, 0, INT64_MAX, 10, gather_game, &nobody),
                     STORE_OK); /* bots have no history */
    assert_int_equal(nobody.rows, 0);
}

static bool gather_sum(void *context, const struct store_sum *sum)
{
    char text[300];
    snprintf(text, sizeof text, "%s %llu %llu %llu %d", sum->rules, (unsigned long long)sum->games,
             (unsigned long long)sum->wins, (unsigned long long)sum->left, sum->best);
    return gather(context, text);
}

static void sums_are_by_rules_over_games_that_were_finished(void **state)
{
    struct fixture *fixture = *state;
    struct store_game games[] = {game_of("a", "t", 3, 10),  game_of("b", "t", 0, 30),
                                 game_of("c", "t", -1, 20), game_of("d", "t", 2, 40),
                                 game_of("e", "t", 5, 50),  game_of("f", "t", 1, 60),
                                 game_of("g", "t", 1, 70)};
    snprintf(games[2].rules, sizeof games[2].rules, "lie");
    games[2].seat[1].won = true; /* LIE has one winner, and no team */
    games[3].seat[0].person = 8; /* others */
    snprintf(games[3].group, sizeof games[3].group, "others");
    games[5].finished = false; /* ended by vote */
    games[6].counts = false;   /* a deal that was known */
    assert_true(commit_with(fixture->store, "t", 0, games, 7, NULL, 0));
    struct gathered ann = {0}, ben = {0}, group = {0}, nobody = {0};
    assert_int_equal(store_read_sums_of_person(fixture->store, ANN, gather_sum, &ann), STORE_OK);
    assert_string_equal(ann.text, "lie 1 0 0 -1;thegame(players=2) 3 1 8 0;");
    assert_int_equal(store_read_sums_of_person(fixture->store, BEN, gather_sum, &ben), STORE_OK);
    assert_string_equal(ben.text, "lie 1 1 0 -1;thegame(players=2) 4 1 10 0;");
    assert_int_equal(store_read_sums_of_group(fixture->store, "group", gather_sum, &group),
                     STORE_OK);
    assert_string_equal(group.text, "lie 1 0 0 -1;thegame(players=2) 3 1 8 0;");
    assert_int_equal(store_read_sums_of_person(fixture->store, 0, gather_sum, &nobody), STORE_OK);
    assert_int_equal(nobody.rows, 0);
}

static void sitting_down_does_not_bring_an_ended_token_back(void **state)
{
    struct fixture *fixture = *state;
    struct store_person found;
    struct store_sitting ann = {.person = ANN,
                                .code = "t",
                                .name = "Ann",
                                .language = "en",
                                .token_hash = "ann-token",
                                .now_ms = 8};
    add_people(fixture->store);
    assert_int_equal(store_end_token(fixture->store, ANN, "ann-token"), STORE_OK);
    assert_true(commit_with(fixture->store, "t", 0, NULL, 0, &ann, 1));
    assert_int_equal(store_find_token(fixture->store, "ann-token", &found), STORE_TAKEN);
}

static void who_sits_down_is_kept_with_the_same_commit(void **state)
{
    struct fixture *fixture = *state;
    struct store_sitting sittings[] = {
        {.person = ANN,
         .code = "t",
         .name = "Ann",
         .language = "cs",
         .token_hash = "ann-token",
         .now_ms = 5},
        {.person = ANN,
         .code = "t",
         .name = "Changed",
         .language = "en",
         .token_hash = "ann-token",
         .now_ms = 6},
        {.person = BEN, .code = "t", .name = "Ben", .language = "en", .program = true, .now_ms = 7},
    };
    assert_true(commit_with(fixture->store, "t", 0, NULL, 0, sittings, 3));
    struct store_person found;
    assert_int_equal(store_find_token(fixture->store, "ann-token", &found), STORE_OK);
    assert_string_equal(found.name, "Ann");
    assert_true(found.made_ms == 5 && found.seen_ms == 5);
    assert_int_equal(store_find_person(fixture->store, BEN, &found), STORE_OK);
    assert_true(found.program);
    assert_int_equal(store_find_token(fixture->store, "", &found), STORE_NONE);
    struct store_sitting late = {.person = 8,
                                 .code = "t",
                                 .name = "Late",
                                 .language = "en",
                                 .token_hash = "late",
                                 .now_ms = 8};
    assert_false(commit_with(fixture->store, "t", 0, NULL, 0, &late, 1));
    assert_int_equal(store_find_person(fixture->store, 8, &found), STORE_NONE);
}

static void the_tables_of_a_person_are_known(void **state)
{
    struct fixture *fixture = *state;
    add_people(fixture->store);
    const char *line = "x";
    struct store_append over = append_of("over", 0, &line, 1);
    over.over = true;
    struct store_batch batch = {.appends = &over, .append_count = 1};
    assert_int_equal(store_commit(fixture->store, &batch), STORE_OK);
    append_line(fixture->store, "runs", 0, "x");
    static const char *const codes[] = {"runs", "over", "runs", "notyet"};
    for (int i = 0; i < 4; i++)
        assert_int_equal(store_note_seat(fixture->store, ANN, codes[i]), STORE_OK);
    assert_int_equal(store_note_seat(fixture->store, 8, "runs"), STORE_NONE);
    struct gathered all = {0}, running = {0}, none = {0};
    assert_int_equal(store_read_tables_of(fixture->store, ANN, false, gather_code, &all), STORE_OK);
    assert_string_equal(all.text, "notyet;over;runs;");
    assert_int_equal(store_read_tables_of(fixture->store, ANN, true, gather_code, &running),
                     STORE_OK);
    assert_string_equal(running.text, "runs;");
    assert_int_equal(store_read_tables_of(fixture->store, BEN, false, gather_code, &none),
                     STORE_OK);
    assert_int_equal(none.rows, 0);
}

/* By a connection that reads while the other writes, and can do nothing else. */
static void a_record_is_kept_once_and_read_beside_the_writer(void **state)
{
    struct fixture *fixture = *state;
    struct store_game game = game_of("a", "t", 3, 10);
    enum store_status status;
    char message[STORE_MESSAGE], record[64];
    struct store *reader = store_open_reader(fixture->where, &status, message);
    assert_non_null(reader);
    assert_int_equal(store_find_record(reader, "a", record, sizeof record), STORE_NONE);
    game.record = "rules: lie\nend";
    assert_true(commit_with(fixture->store, "t", 0, &game, 1, NULL, 0));
    game.record = "another";
    assert_true(commit_with(fixture->store, "t", 1, &game, 1, NULL, 0));
    assert_int_equal(store_find_record(reader, "a", record, sizeof record), STORE_OK);
    assert_string_equal(record, "rules: lie\nend");
    assert_int_not_equal(store_put(reader, "alive", "1"), STORE_OK);
    store_close(reader);
    assert_null(store_open_reader(":memory:", &status, message));
}

static void a_deleted_person_leaves_games_without_a_name(void **state)
{
    struct fixture *fixture = *state;
    struct store_person found;
    struct store_game game = game_of("a", "t", 3, 10), kept;
    char pass[STORE_PASS], count[20];
    add_people(fixture->store);
    game.record = "with Ann's name";
    assert_true(commit_with(fixture->store, "t", 0, &game, 1, NULL, 0));
    assert_int_equal(store_add_account(fixture->store, ANN, "ann", "x"), STORE_OK);
    assert_int_equal(store_note_seat(fixture->store, ANN, "t"), STORE_OK);
    assert_int_equal(store_delete_person(fixture->store, ANN), STORE_OK);
    assert_int_equal(store_delete_person(fixture->store, ANN), STORE_NONE);
    assert_int_equal(store_find_record(fixture->store, "a", pass, sizeof pass), STORE_NONE);
    assert_int_equal(store_find_person(fixture->store, ANN, &found), STORE_NONE);
    assert_int_equal(store_find_token(fixture->store, "ann-token", &found), STORE_NONE);
    assert_int_equal(store_find_account(fixture->store, "ann", &found, pass), STORE_NONE);
    assert_int_equal(store_find_game(fixture->store, "a", &kept), STORE_OK);
    assert_string_equal(kept.seat[0].name, "");
    assert_string_equal(kept.seat[1].name, game.seat[1].name);
    raw_sql(fixture, "SELECT count(*) FROM sat", count, sizeof count);
    assert_string_equal(count, "0");
}

/* ---------------------------------------------------------------- the host */

static bool gather_act(void *context, const struct store_act *act)
{
    char text[2000];
    snprintf(text, sizeof text, "%s %s %s %s %s", act->host, act->what, act->target, act->reason,
             act->outcome);
    assert_true(act->asked_ms == 5 && (act->done_ms == 0 || act->done_ms == 9));
    return gather(context, text);
}

static void acts_of_the_host_are_asked_done_and_kept(void **state)
{
    struct fixture *fixture = *state;
    struct store_act ban = {
        .asked_ms = 5, .host = "root", .what = "ban", .target = "7", .reason = "rude"};
    struct store_act shut = {
        .asked_ms = 5, .host = "root", .what = "close", .target = "t", .reason = "old"};
    assert_int_equal(store_add_act(fixture->store, &ban), STORE_OK);
    assert_int_equal(store_add_act(fixture->store, &shut), STORE_OK);
    assert_true(ban.id > 0 && shut.id > ban.id);
    assert_int_equal(store_finish_act(fixture->store, ban.id, 9, "done"), STORE_OK);
    assert_int_equal(store_finish_act(fixture->store, shut.id + 1, 9, "done"), STORE_NONE);
    struct gathered all = {0}, open = {0}, after = {0};
    assert_int_equal(store_read_actions(fixture->store, 0, false, 10, gather_act, &all), STORE_OK);
    assert_string_equal(all.text, "root ban 7 rude done;root close t old ;");
    assert_int_equal(store_read_actions(fixture->store, 0, true, 10, gather_act, &open), STORE_OK);
    assert_string_equal(open.text, "root close t old ;");
    assert_int_equal(store_read_actions(fixture->store, shut.id, false, 10, gather_act, &after),
                     STORE_OK);
    assert_int_equal(after.rows, 0);
}

static bool gather_table(void *context, const struct store_table_row *row)
{
    char text[100];
    snprintf(text, sizeof text, "%s %u %d %lld %lld", row->code, row->last, row->over,
             (long long)row->opened_ms, (long long)row->changed_ms);
    return gather(context, text);
}

static void the_host_sees_tables_newest_first(void **state)
{
    struct fixture *fixture = *state;
    append_line(fixture->store, "old", 0, "x");
    append_line(fixture->store, "new", 0, "x");
    append_line(fixture->store, "new", 1, "x");
    const char *line = "x";
    struct store_append over = append_of("over", 0, &line, 1);
    over.over = true;
    over.changed_ms = 5000;
    struct store_batch batch = {.appends = &over, .append_count = 1};
    assert_int_equal(store_commit(fixture->store, &batch), STORE_OK);
    struct gathered all = {0}, running = {0};
    assert_int_equal(store_read_tables(fixture->store, false, 2, gather_table, &all), STORE_OK);
    assert_string_equal(all.text, "over 1 1 5000 5000;new 2 0 1000 1001;");
    assert_int_equal(store_read_tables(fixture->store, true, 10, gather_table, &running), STORE_OK);
    assert_string_equal(running.text, "new 2 0 1000 1001;old 1 0 1000 1000;");
}

/* ---------------------------------------------------------------- news and sessions */

static bool gather_news(void *context, const struct store_news *news)
{
    char text[STORE_NEWS + 64];
    snprintf(text, sizeof text, "%llu %llx %s", (unsigned long long)news->number,
             (unsigned long long)news->person, news->what);
    return gather(context, text);
}

static uint64_t tell(struct store *store, uint64_t person, const char *what, int64_t now_ms)
{
    uint64_t number = 0;
    assert_int_equal(store_add_news(store, person, what, now_ms, &number), STORE_OK);
    return number;
}

static void news_are_numbered_without_a_gap_and_expire_but_for_the_last(void **state)
{
    struct fixture *fixture = *state;
    struct gathered all = {0}, rest = {0};
    uint64_t number = 9;
    assert_int_equal(store_last_news(fixture->store, &number), STORE_OK);
    assert_true(number == 0);
    assert_true(tell(fixture->store, ANN, "bye ", 1000) == 1);
    assert_int_equal(store_begin(fixture->store), STORE_OK);
    assert_true(tell(fixture->store, BEN, "block 1", 1000) == 2);
    assert_int_equal(store_end(fixture->store, STORE_NONE), STORE_NONE); /* it did not happen */
    assert_true(tell(fixture->store, BEN, "bye -ben-token", 2000) == 2);
    assert_int_equal(store_read_news(fixture->store, 0, 10, gather_news, &all), STORE_OK);
    assert_string_equal(all.text, "1 fedcba9876543210 bye ;2 7 bye -ben-token;");
    assert_int_equal(store_expire_news(fixture->store, 9000), STORE_OK);
    assert_int_equal(store_read_news(fixture->store, 0, 10, gather_news, &rest), STORE_OK);
    assert_string_equal(rest.text, "2 7 bye -ben-token;");
    assert_int_equal(store_last_news(fixture->store, &number), STORE_OK);
    assert_true(number == 2);
}

static enum store_status ask_as(struct store *store, const char *token, uint64_t since)
{
    const struct store_session_at session = {ANN, token, since};
    enum store_status status = store_begin_for(store, &session);
    assert_int_equal(store_check_session(store, &session), status);
    return status == STORE_OK ? store_end(store, STORE_OK) : status;
}

static void a_session_ends_by_later_news_that_name_it(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = fixture->store;
    add_people(store);
    assert_int_equal(ask_as(store, "one", 0), STORE_OK);
    tell(store, ANN, "bye one", 1);
    assert_int_equal(ask_as(store, "one", 0), STORE_ENDED);
    assert_int_equal(ask_as(store, "one", 1), STORE_OK); /* it began later */
    assert_int_equal(ask_as(store, "two", 0), STORE_OK);
    tell(store, ANN, "bye -two", 2);
    assert_int_equal(ask_as(store, "one", 1), STORE_ENDED);
    assert_int_equal(ask_as(store, "two", 1), STORE_OK);
    tell(store, BEN, "bye ", 3);
    assert_int_equal(ask_as(store, "two", 1), STORE_OK);
    tell(store, ANN, "bye ", 4);
    assert_int_equal(ask_as(store, "two", 1), STORE_ENDED);
}

static void whoever_was_logged_out_neither_sits_down_nor_spoils_the_batch(void **state)
{
    struct fixture *fixture = *state;
    const char *line = "sit";
    struct store_append appends[] = {append_of("ann", 0, &line, 1), append_of("ben", 0, &line, 1)};
    struct store_sitting sittings[] = {
        {.person = ANN, .code = "ann", .name = "Ann", .language = "pl", .token_hash = "ann-token"},
        {.person = BEN, .code = "ben", .name = "Ben", .language = "pl", .token_hash = "ben-token"}};
    struct store_batch batch = {
        .appends = appends, .append_count = 2, .sittings = sittings, .sitting_count = 2};
    struct store_person found;
    tell(fixture->store, ANN, "bye ", 1);
    assert_int_equal(store_commit(fixture->store, &batch), STORE_OK);
    assert_true(appends[0].refused && appends[0].ended);
    assert_false(appends[1].refused || appends[1].ended);
    assert_int_equal(store_find_person(fixture->store, ANN, &found), STORE_NONE);
    assert_int_equal(store_find_person(fixture->store, BEN, &found), STORE_OK);
    sittings[0].since = 1; /* back with a new hello */
    struct store_batch again = {
        .appends = appends, .append_count = 1, .sittings = sittings, .sitting_count = 1};
    assert_int_equal(store_commit(fixture->store, &again), STORE_OK);
    assert_false(appends[0].refused || appends[0].ended);
}

static void a_passphrase_or_a_code_is_used_up_once(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = fixture->store;
    add_people(store);
    assert_int_equal(store_add_account(store, ANN, "ann", "old"), STORE_OK);
    assert_int_equal(store_hold_account(store, ANN, "old"), STORE_OK);
    assert_int_equal(store_add_account(store, ANN, "ann", "new"), STORE_OK);
    assert_int_equal(store_hold_account(store, ANN, "old"), STORE_NONE);
    assert_int_equal(store_put_person_fact(store, ANN, "recovery", "code"), STORE_OK);
    assert_int_equal(store_take_person_fact(store, ANN, "recovery", "other"), STORE_NONE);
    assert_int_equal(store_take_person_fact(store, ANN, "recovery", "code"), STORE_OK);
    assert_int_equal(store_take_person_fact(store, ANN, "recovery", "code"), STORE_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(a_person_is_found_by_token_and_id),
        STORE_TEST(an_id_or_a_token_in_use_is_refused),
        STORE_TEST(what_may_change_about_a_person_is_saved),
        STORE_TEST(an_account_has_a_name_of_its_own),
        STORE_TEST(tokens_come_and_go),
        STORE_TEST(one_token_ends_and_the_others_stay),
        STORE_TEST(sitting_down_does_not_bring_an_ended_token_back),
        STORE_TEST(people_are_looked_for_by_a_part_of_the_name),
        STORE_TEST(a_game_counts_if_its_table_s_lines_were_taken),
        STORE_TEST(games_are_read_newest_first),
        STORE_TEST(sums_are_by_rules_over_games_that_were_finished),
        STORE_TEST(who_sits_down_is_kept_with_the_same_commit),
        STORE_TEST(the_tables_of_a_person_are_known),
        STORE_TEST(a_record_is_kept_once_and_read_beside_the_writer),
        STORE_TEST(a_deleted_person_leaves_games_without_a_name),
        STORE_TEST(acts_of_the_host_are_asked_done_and_kept),
        STORE_TEST(the_host_sees_tables_newest_first),
        STORE_TEST(news_are_numbered_without_a_gap_and_expire_but_for_the_last),
        STORE_TEST(a_session_ends_by_later_news_that_name_it),
        STORE_TEST(whoever_was_logged_out_neither_sits_down_nor_spoils_the_batch),
        STORE_TEST(a_passphrase_or_a_code_is_used_up_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
