/*
 * test_perft.c - the number of move sequences from fixed positions, against tests/oracle/perft.txt,
 * which an independent script has counted. One JSON object a line: rules, an explicit deck, the
 * moves that lead to the position, and how many sequences of one, two, ... moves of seats that are
 * awaited there are from it.
 */
#include "support.h"

#include <jansson.h>

enum { LONGEST_LINE = 65536, CONFIGURATIONS = 43 };

/* A card is a number, or for lie a pair of faces. */
static uint8_t card_of(const json_t *card)
{
    if (json_is_integer(card))
        return (uint8_t)json_integer_value(card);
    return (uint8_t)(10 * json_integer_value(json_array_get(card, 0)) +
                     json_integer_value(json_array_get(card, 1)));
}

static void add_cards(stos_deck *deck, const json_t *list)
{
    deck->size = (uint16_t)json_array_size(list);
    for (size_t i = 0; i < deck->size; i++)
        deck->card[(size_t)deck->lists * deck->size + i] = card_of(json_array_get(list, i));
    deck->lists++;
}

/* thegame has one list of numbers, the others have lists of lists. */
static stos_deck read_deck(const json_t *given)
{
    stos_deck deck = {.lists = 0};
    bool nested = json_is_array(json_array_get(given, 0));
    for (size_t i = 0; nested && i < json_array_size(given); i++)
        add_cards(&deck, json_array_get(given, i));
    if (!nested)
        add_cards(&deck, given);
    return deck;
}

static stos_state reach(const json_t *line)
{
    stos_state state;
    stos_rules rules = rules_of(json_string_value(json_object_get(line, "rules")));
    stos_deck deck = read_deck(json_object_get(line, "deck"));
    stos_seed seed = stos_seed_number(0);
    assert_int_equal(stos_deal(&state, &rules, &seed, &deck).reason, STOS_OK);
    const json_t *moves = json_object_get(line, "moves");
    for (size_t i = 0; i < json_array_size(moves); i++) {
        const json_t *step = json_array_get(moves, i);
        play(&state, (int)json_integer_value(json_array_get(step, 0)),
             json_string_value(json_array_get(step, 1)));
    }
    return state;
}

static uint64_t count_sequences(const stos_state *state, int depth)
{
    uint64_t total = 0;
    for (int seat = 0; seat < STOS_MAX_SEATS; seat++) {
        stos_move moves[STOS_MAX_MOVES];
        int count = stos_actors(state) >> seat & 1 ? stos_moves(state, seat, moves) : 0;
        if (depth == 1) {
            total += (uint64_t)count;
            continue;
        }
        for (int i = 0; i < count; i++) {
            stos_state after = *state;
            stos_play(&after, seat, moves[i]);
            total += count_sequences(&after, depth - 1);
        }
    }
    return total;
}

static void check_line(const char *text, int number)
{
    json_error_t error;
    json_t *line = json_loads(text, 0, &error);
    assert_non_null(line);
    stos_state state = reach(line);
    const json_t *counts = json_object_get(line, "counts");
    assert_true(json_array_size(counts) > 0);
    for (size_t i = 0; i < json_array_size(counts); i++) {
        uint64_t counted = count_sequences(&state, (int)i + 1),
                 pinned = (uint64_t)json_integer_value(json_array_get(counts, i));
        if (counted != pinned)
            fail_msg("line %d, depth %zu: %llu, pinned %llu", number, i + 1,
                     (unsigned long long)counted, (unsigned long long)pinned);
    }
    json_decref(line);
}

static void sequences_are_as_many_as_the_oracle_counted(void **unused)
{
    (void)unused;
    static char text[LONGEST_LINE];
    FILE *file = fopen(STOS_TEST_DATA "/oracle/perft.txt", "r");
    assert_non_null(file);
    int number = 0;
    while (fgets(text, sizeof text, file))
        check_line(text, ++number);
    assert_int_equal(fclose(file), 0);
    assert_true(number >= CONFIGURATIONS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sequences_are_as_many_as_the_oracle_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
