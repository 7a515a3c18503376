/*
 * fuzz_rules.c - rules strings, seeds and move texts from anybody: what is accepted is written back
 * and read again to the same; what is refused gets a sentence and changes nothing.
 */
#include "invariants.h"

static void try_rules(const char *text, size_t size)
{
    stos_rules rules, untouched, again;
    char canonical[STOS_RULES_TEXT], other[STOS_RULES_TEXT];
    memset(&rules, 0x5a, sizeof rules);
    untouched = rules;
    stos_error error = stos_rules_parse(text, size, &rules);
    if (error.reason) {
        MUST(memcmp(&rules, &untouched, sizeof rules) == 0, "refused rules change nothing");
        MUST((size_t)error.at + error.length <= size || error.at == UINT16_MAX,
             "the refused part lies inside the text");
        check_error(error, text);
        return;
    }
    size_t length = stos_rules_text(&rules, canonical);
    MUST(length < sizeof canonical, "canonical rules fit their room");
    MUST(!stos_rules_parse(canonical, length, &again).reason, "canonical rules are read back");
    MUST(again.game == rules.game && memcmp(again.value, rules.value, sizeof rules.value) == 0,
         "canonical rules mean the same");
    MUST(stos_rules_text(&again, other) == length && strcmp(canonical, other) == 0,
         "canonical rules are canonical");
    MUST(stos_rules_seats(&rules) >= 1 && stos_rules_seats(&rules) <= STOS_MAX_SEATS,
         "a game has seats");
}

static void try_seed(const char *text, size_t size)
{
    stos_seed seed, untouched, again;
    char canonical[72];
    memset(&seed, 0x5a, sizeof seed);
    untouched = seed;
    stos_error error = stos_seed_parse(text, size, &seed);
    if (error.reason) {
        MUST(memcmp(&seed, &untouched, sizeof seed) == 0, "a refused seed changes nothing");
        check_error(error, text);
        return;
    }
    size_t length = stos_seed_text(&seed, canonical);
    MUST(length < sizeof canonical, "the text of a seed fits its room");
    MUST(!stos_seed_parse(canonical, length, &again).reason &&
             memcmp(&seed, &again, sizeof seed) == 0,
         "a seed's text is read back");
}

static void try_move(const stos_game *game, const char *text, size_t size)
{
    stos_move move = 0x5a5a5a5a;
    stos_error error = stos_move_parse(game, text, size, &move);
    if (!error.reason) {
        check_move_text(game, move);
        return;
    }
    MUST(move == 0x5a5a5a5a, "a refused move text changes nothing");
    check_error(error, text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    try_rules(text, size);
    try_seed(text, size);
    for (int i = 0; i < stos_game_count(); i++)
        try_move(stos_game_at(i), text, size);
    stos_game_find(text, size);
    return 0;
}
