/*
 * fuzz_position.c - positions from anybody: what is accepted is written and read back to identical
 * bytes, and random legal play from there comes to an end with every promise kept. What is refused
 * changes nothing.
 */
#include "invariants.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static stos_state state, untouched;
    const char *text = (const char *)data;
    memset(&state, 0x5a, sizeof state);
    untouched = state;
    stos_error error = stos_position_parse(text, size, &state);
    if (error.reason) {
        MUST(same_state(&state, &untouched), "a refused position changes nothing");
        MUST((size_t)error.at + error.length <= size || error.at == UINT16_MAX,
             "the refused part lies inside the text");
        check_error(error, text);
        return 0;
    }
    stos_random random = stos_random_from(hash_of(data, size));
    check_position(&state);
    check_state(&state, &random, 1);
    check_random_play(&state, &random, 16);
    return 0;
}
