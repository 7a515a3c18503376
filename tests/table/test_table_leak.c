/*
 * test_table_leak.c - nobody is told what they may not know: whatever a reader cannot know is drawn
 * anew - the cards, the seed, the key, who people are, what others chose - and every text for that
 * reader keeps its bytes.
 */
#include "crowd.h"

enum { ROOM = 1 << 16 };

static char one[ROOM], other[ROOM];

/* Everything that is told of a table, in a row. */
static size_t tell(char *out, const struct table *table, int reader)
{
    stos_writer writer = stos_writer_on(out, ROOM);
    table_json(&writer, table, reader, 1700000100000, true, 0);
    table_now_json(&writer, table, reader, 1700000100000, false);
    table_seats_json(&writer, table, reader);
    table_hints_json(&writer, table);
    table_row_json(&writer, table);
    assert_true(writer.length < ROOM);
    return writer.length;
}

/* The table with other secrets. */
static void other_secrets(struct table *table, int reader, stos_random *random)
{
    bool open = table->result[0] != '\0';
    for (int seat = 0; seat < STOS_MAX_SEATS; seat++) {
        if (table->seat[seat].kind == TABLE_PERSON)
            table->seat[seat].person += 1000;
        memset(table->seat[seat].refs, 0x55, sizeof table->seat[seat].refs);
        memset(table->seat[seat].ref_numbers, 0x55, sizeof table->seat[seat].ref_numbers);
        memset(&table->seat[seat].said, 0, sizeof table->seat[seat].said);
    }
    table->owner += 1000;
    if (reader < 0)
        memcpy(table->key, "another", sizeof "another");
    if (open || table->game_id[0] == '\0')
        return;
    stos_view view;
    stos_look(&table->state, reader, &view);
    stos_sample(&view, random, &table->state);
    stos_look(&table->turn_start, reader, &view);
    stos_sample(&view, random, &table->turn_start);
    table->seed = stos_seed_number(stos_random_bits(random));
}

static bool is_secret_move(const struct table_event *event, int reader)
{
    return event->kind == TABLE_EVENT_MOVE && stos_move_kind(event->move) == STOS_SHOW &&
        event->seat != reader;
}

static void other_event_secrets(struct table_event *event, int reader)
{
    event->person += 1000;
    event->ref = ~event->ref;
    if (event->kind != TABLE_EVENT_REMOVE || reader < 0) /* who sits may know the link */
        memcpy(event->key, "another", sizeof "another");
    if (event->kind == TABLE_EVENT_DEAL)
        event->seed = stos_seed_number(4711);
    if (is_secret_move(event, reader))
        event->move = (stos_move)STOS_SHOW << 24 | 0x123;
}

/* What is told of a log begins with the last lobby: lines of other rules are nobody's to read. */
static const char *since_lobby(const struct house *house)
{
    static struct table table;
    struct table_event event;
    const char *from = house->log;
    memset(&table, 0, sizeof table);
    for (const char *at = from, *end = at + house->log_length, *newline; at < end;
         at = newline + 1) {
        newline = memchr(at, '\n', (size_t)(end - at));
        assert_true(table_event_read(&table, at, (size_t)(newline - at), &event));
        assert_int_equal(table_apply(&table, &event), TABLE_OK);
        if (event.kind == TABLE_EVENT_LOBBY)
            from = at;
    }
    return from;
}

/* Every event so far, with other secrets, reads the same. */
static unsigned check_events(const struct house *house, const char *from,
                             const struct table *changed, int reader)
{
    unsigned secrets = 0;
    struct table_event event;
    for (const char *at = from, *end = house->log + house->log_length, *newline; at < end;
         at = newline + 1) {
        newline = memchr(at, '\n', (size_t)(end - at));
        assert_true(table_event_read(&house->table, at, (size_t)(newline - at), &event));
        stos_writer writer = stos_writer_on(one, ROOM), again = stos_writer_on(other, ROOM);
        table_event_json(&writer, &house->table, &event, reader);
        secrets += is_secret_move(&event, reader);
        other_event_secrets(&event, reader);
        table_event_json(&again, changed, &event, reader);
        assert_int_equal(writer.length, again.length);
        assert_memory_equal(one, other, writer.length);
    }
    return secrets;
}

static unsigned check_readers(struct crowd *crowd)
{
    const struct house *house = crowd->house;
    const char *from = since_lobby(house);
    unsigned secrets = 0;
    for (int reader = STOS_SPECTATOR; reader < table_seats(&house->table); reader++) {
        struct table changed = house->table;
        other_secrets(&changed, reader, &crowd->random);
        size_t length = tell(one, &house->table, reader);
        assert_int_equal(tell(other, &changed, reader), length);
        assert_memory_equal(one, other, length);
        assert_null(strstr(one, reader < 0 ? HOUSE_KEY : "no such text"));
        secrets += check_events(house, from, &changed, reader);
    }
    return secrets;
}

static void texts_for_a_reader_depend_on_what_they_may_know_alone(void **state)
{
    enum { TABLES = 24, STEPS = 500 };
    unsigned points = 0, running = 0, secrets = 0;
    (void)state;
    for (unsigned i = 0; i < TABLES; i++) {
        struct crowd crowd;
        crowd_start(&crowd, crowd_rules[i % CROWD_RULES], 1000 + i);
        for (int step = 0; step < STEPS; step++) {
            crowd_step(&crowd);
            if (pick(&crowd, 20))
                continue;
            points++;
            running += crowd.house->table.phase == TABLE_PLAYING;
            secrets += check_readers(&crowd);
        }
        house_close(crowd.house);
    }
    print_message("%u points, %u of them in play, %u choices kept secret\n", points, running,
                  secrets);
    assert_true(running > 100 && secrets > 1000);
}

/* The seed and the cards are told after the game, not before. */
static void all_is_open_after_the_game_and_not_before(void **state)
{
    static const char *const rules[] = {"thegame(players=2,start=0)", "facetoface",
                                        "lie(players=2)"};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct house *house = house_of(rules[i]);
        char seed[72], cards[8192];
        house_begin(house, 2);
        stos_seed_text(&house->table.seed, seed);
        for (int reader = -1; reader < 2; reader++) {
            tell(one, &house->table, reader);
            assert_null(strstr(one, seed));
            assert_null(strstr(one, "\"open\":{"));
        }
        play_to_the_end(house);
        assert_true(stos_state_json(&house->table.state, cards, sizeof cards) < sizeof cards);
        for (int reader = -1; reader < 2; reader++) {
            tell(one, &house->table, reader);
            assert_non_null(strstr(one, seed));
            assert_non_null(strstr(one, cards));
        }
        do_agree(house, ANN, TABLE_REMATCH, true);
        do_agree(house, BEN, TABLE_REMATCH, true);
        tell(one, &house->table, 0);
        assert_null(strstr(one, "\"open\":{"));
        assert_null(strstr(one, "\"seed\""));
        house_close(house);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_for_a_reader_depend_on_what_they_may_know_alone),
        cmocka_unit_test(all_is_open_after_the_game_and_not_before),
    };
    return cmocka_run_group_tests_name("table_leak", tests, NULL, NULL);
}
