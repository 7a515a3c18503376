/*
 * test_table_crowd.c - whatever people do at a table, its promises hold: what is refused leaves no
 * trace, the log gives the same table again, requests are not done twice, positions never fall, and
 * games come to an end.
 */
#include "crowd.h"

#include <jansson.h>

static void check_json(const struct table *table, int reader)
{
    static char json[1 << 16];
    json_error_t error;
    stos_writer writer = stos_writer_on(json, sizeof json);
    table_json(&writer, table, reader, 1700000000000, true, 0);
    assert_true(writer.length < sizeof json && strlen(json) == writer.length);
    json_t *read = json_loads(json, JSON_REJECT_DUPLICATES, &error);
    if (!read)
        fail_msg("no JSON: %s: %s", error.text, json);
    json_decref(read);
    for (size_t room = 0; room < 64; room++) { /* whatever room there is */
        stos_writer small = stos_writer_on(json, room * 37);
        table_json(&small, table, reader, 1700000000000, true, 0);
        assert_int_equal(small.length, writer.length);
    }
}

/* Every finished game of the log has a record that is true; one that still runs has none. */
static void check_records(const struct house *house)
{
    static char record[1 << 17];
    struct table table;
    struct table_event event;
    memset(&table, 0, sizeof table);
    for (const char *at = house->log, *end = at + house->log_length, *newline; at < end;
         at = newline + 1) {
        newline = memchr(at, '\n', (size_t)(end - at));
        assert_true(table_event_read(&table, at, (size_t)(newline - at), &event));
        assert_int_equal(table_apply(&table, &event), TABLE_OK);
        stos_writer writer = stos_writer_on(record, sizeof record);
        if (event.kind == TABLE_EVENT_DEAL)
            assert_false(
                table_record(house->log, (size_t)(newline - house->log), table.game_id, &writer));
        if (event.kind != TABLE_EVENT_OVER)
            continue;
        assert_true(table_record(house->log, house->log_length, table.game_id, &writer));
        assert_true(writer.length < sizeof record);
        stos_reader reader;
        stos_move move = 1;
        int seat;
        assert_int_equal(stos_record_open(&reader, record, writer.length).reason, STOS_OK);
        while (move != STOS_NO_MOVE)
            assert_int_equal(stos_record_step(&reader, &seat, &move).reason, STOS_OK);
        assert_true(reader.done);
        assert_memory_equal(&reader.state, &table.state,
                            sizeof table.state); /* without what was taken back */
    }
}

static void promises_hold_whatever_people_do(void **state)
{
    enum { TABLES = 48, STEPS = 1500 };
    unsigned moves = 0, games_over = 0, refused = 0, again = 0;
    (void)state;
    for (unsigned i = 0; i < TABLES; i++) {
        struct crowd crowd;
        crowd_start(&crowd, crowd_rules[i % CROWD_RULES], i + 1);
        for (int step = 0; step < STEPS; step++) {
            crowd_step(&crowd);
            if (step % 100 == 0) {
                house_check_replay(crowd.house);
                check_json(&crowd.house->table,
                           (int)pick(&crowd, (unsigned)table_seats(&crowd.house->table) + 1) - 1);
            }
        }
        check_records(crowd.house);
        moves += crowd.moves;
        games_over += crowd.games_over;
        refused += crowd.refused;
        again += crowd.again;
        house_close(crowd.house);
    }
    print_message("%u moves, %u games over, %u requests refused, %u repeated\n", moves, games_over,
                  refused, again);
    assert_true(moves > 5000 && games_over > 100 && refused > 5000 &&
                again > 50); /* all of it has happened */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(promises_hold_whatever_people_do),
    };
    return cmocka_run_group_tests_name("table_crowd", tests, NULL, NULL);
}
