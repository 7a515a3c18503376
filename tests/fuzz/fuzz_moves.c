/*
 * fuzz_moves.c - bytes choose the rules, the deal and then moves, legal and illegal ones. A legal
 * move is played, an illegal one is refused with a sentence and changes nothing, and after every
 * move all promises of a state hold.
 *
 * Input: game, up to 8 options, seed (one byte), then for each move one byte that says what kind of
 * attempt it is and up to five bytes that choose it.
 */
#include "invariants.h"

struct input {
    const uint8_t *at, *end;
};

static unsigned take(struct input *input) { return input->at < input->end ? *input->at++ : 0; }

/* Each option: a byte chooses one of its words or numbers. */
static stos_rules take_rules(struct input *input)
{
    stos_rules rules =
        stos_rules_standard(stos_game_at((int)(take(input) % (unsigned)stos_game_count())));
    int count;
    const stos_option *options = stos_game_options(rules.game, &count);
    for (int i = 0; i < count; i++) {
        int words = 0, numbers = options[i].high - options[i].low + 1;
        while (options[i].words && options[i].words[words])
            words++;
        int high = options[i].seat ? stos_rules_seats(&rules) - 1 : options[i].high;
        numbers = high >= options[i].low ? high - options[i].low + 1 : 0;
        int choice = (int)(take(input) % (unsigned)(words + numbers));
        rules.value[i] =
            choice < words ? STOS_WORD(choice) : (int8_t)(options[i].low + choice - words);
    }
    return rules;
}

static void check_rules(const stos_rules *rules)
{
    char text[STOS_RULES_TEXT];
    stos_rules read;
    size_t length = stos_rules_text(rules, text);
    MUST(!stos_rules_parse(text, length, &read).reason, "every choice of options is legal");
    MUST(memcmp(read.value, rules->value, sizeof read.value) == 0, "and is written and read back");
}

/* A move of a seat that the list holds. */
static void play_listed(stos_state *state, int seat, unsigned choice)
{
    int count = stos_move_count(state, seat);
    if (count == 0)
        return;
    stos_move move = stos_move_at(state, seat, (int)(choice % (unsigned)count));
    MUST(!stos_play(state, seat, move).reason, "a listed move is legal");
}

/* Any number as a move of any seat: refused without a trace, or what its text says is listed. */
static void play_anything(stos_state *state, int seat, stos_move move)
{
    stos_state before = *state;
    stos_move moves[STOS_MAX_MOVES], read = 0;
    int count = seat >= 0 && seat < STOS_MAX_SEATS ? stos_moves(state, seat, moves) : 0;
    char text[STOS_MOVE_TEXT];
    stos_error error = stos_play(state, seat, move);
    if (error.reason) {
        MUST(same_state(&before, state), "an illegal move changes nothing");
        MUST(!is_listed(moves, count, move), "a listed move is legal");
        check_error(error, NULL);
        return;
    }
    size_t length = stos_move_text(stos_state_game(state), move, text);
    MUST(!stos_move_parse(stos_state_game(state), text, length, &read).reason,
         "a move that was played has a text");
    MUST(is_listed(moves, count, read), "a move that was played was listed");
}

static stos_move take_any_move(struct input *input, unsigned how)
{
    unsigned a = take(input), b = take(input);
    if (how % 2) /* of a real kind, with small numbers */
        return stos_move_make((enum stos_move_kind)(a % 9), (int)(b % 102), (int)(take(input) % 8));
    return (stos_move)a << 24 | (stos_move)b << 16 | (stos_move)take(input) << 8 |
        (stos_move)take(input);
}

static int first_actor(const stos_state *state, unsigned choice)
{
    stos_seats actors =
        choice & 64 ? stos_movers(state) : stos_actors(state); /* LI3: some choose again */
    int seat = (int)(choice % STOS_MAX_SEATS);
    for (int i = 0; i < STOS_MAX_SEATS && !(actors >> seat & 1); i++)
        seat = (seat + 1) % STOS_MAX_SEATS;
    return seat;
}

static void play_one(stos_state *state, struct input *input)
{
    unsigned how = take(input);
    if (how < 160)
        play_listed(state, first_actor(state, how), take(input));
    else if (how < 224)
        play_anything(state, first_actor(state, how), take_any_move(input, how));
    else
        play_anything(state, (int)(take(input) % 16) - 4, take_any_move(input, how));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = {data, data + size};
    stos_rules rules = take_rules(&input);
    unsigned number = take(&input);
    stos_seed seed = number % 2 ? stos_seed_number(number) : stos_seed_fast(number);
    stos_random random = stos_random_from(hash_of(data, size));
    stos_state state;
    check_rules(&rules);
    MUST(!stos_deal(&state, &rules, &seed, NULL).reason, "a deal from a seed succeeds");
    check_state(&state, &random, 1);
    while (input.at < input.end) {
        play_one(&state, &input);
        check_state(&state, &random, 8);
    }
    check_random_play(&state, &random, 64);
    return 0;
}
