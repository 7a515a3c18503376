/*
 * invariants.h - what must hold of every state of every game, for the fuzzers.
 *
 * A broken promise stops the program with the sentence that was broken, so that libFuzzer keeps the
 * input. Everything here goes through stos.h alone: the checks must not lean on what they check.
 */
#ifndef STOS_FUZZ_INVARIANTS_H
#define STOS_FUZZ_INVARIANTS_H

#include "stos.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MUST(claim, sentence) \
    ((claim) ? (void)0 : invariant_broken(sentence, #claim, __FILE__, __LINE__))

static inline void invariant_broken(const char *sentence, const char *claim, const char *file,
                                    int line)
{
    fprintf(stderr, "%s:%d: BROKEN: %s [%s]\n", file, line, sentence, claim);
    abort();
}

static inline bool same_state(const stos_state *a, const stos_state *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static inline int popcount_cards(stos_cards cards)
{
    return __builtin_popcountll(cards.word[0]) + __builtin_popcountll(cards.word[1]);
}

/* Every error has a sentence and a code, whatever room there is for it. */
static inline void check_error(stos_error error, const char *text)
{
    char sentence[STOS_ERROR_TEXT], small[7];
    size_t length = stos_error_text(error, text, sentence, sizeof sentence);
    MUST(length > 1, "an error has a sentence");
    MUST(memchr(sentence, '\0', sizeof sentence), "a sentence ends inside its room");
    MUST(length >= sizeof sentence || strlen(sentence) == length || memchr(sentence, '\0', length),
         "the length of a sentence is told");
    MUST(stos_error_text(error, text, small, sizeof small) == length,
         "the length does not depend on the room");
    MUST(memchr(small, '\0', sizeof small), "a cut sentence ends inside its room");
    MUST(stos_error_text(error, text, NULL, 0) == length, "no room at all is fine");
    MUST(strcmp(stos_error_code(error), "ok") != 0, "an error has a code");
    MUST(stos_error_clause(error) != NULL, "an error has a clause, if only an empty one");
}

/* ---------------------------------------------------------------- cards are neither lost nor made
 */

static inline void check_thegame_cards(const struct stos_thegame *game)
{
    stos_cards seen = game->table.gone;
    int count = popcount_cards(seen);
    for (int seat = 0; seat < STOS_THEGAME_SEATS; seat++) {
        count += popcount_cards(game->hand[seat]);
        seen.word[0] |= game->hand[seat].word[0];
        seen.word[1] |= game->hand[seat].word[1];
    }
    for (int i = game->drawn; i < STOS_THEGAME_CARDS; i++, count++)
        seen.word[game->draw[i] >> 6] |= UINT64_C(1) << (game->draw[i] & 63);
    MUST(count == STOS_THEGAME_CARDS && popcount_cards(seen) == STOS_THEGAME_CARDS,
         "every card is in one place");
    MUST(!(seen.word[0] & 3) && !(seen.word[1] >> (100 - 64)), "there are no cards but 2 to 99");
}

static inline void check_facetoface_cards(const struct stos_facetoface *game)
{
    for (int seat = 0; seat < 2; seat++) {
        uint64_t seen = game->table.gone[seat] | game->hand[seat];
        int count =
            __builtin_popcountll(game->table.gone[seat]) + __builtin_popcountll(game->hand[seat]);
        for (int i = game->drawn[seat]; i < STOS_FACETOFACE_CARDS; i++, count++)
            seen |= UINT64_C(1) << game->draw[seat][i];
        MUST(count == STOS_FACETOFACE_CARDS && __builtin_popcountll(seen) == STOS_FACETOFACE_CARDS,
             "every card is in one place");
        MUST(!(seen & 3) && !(seen >> 60), "there are no cards but 2 to 59");
    }
}

static inline void check_lie_cards(const struct stos_lie *game)
{
    int copies[STOS_LIE_KINDS] = {0}, cards = 0;
    bool over = game->table.phase == STOS_PHASE_OVER;
    for (int seat = 0; seat < STOS_LIE_SEATS; seat++) {
        int size = game->hands.size[seat];
        cards += size;
        MUST(over || size == game->table.count[seat], "a hand has as many cards as its seat draws");
        MUST(size == 0 || seat < game->table.option[STOS_LIE_PLAYERS],
             "only seats that exist hold cards");
        MUST(size <= STOS_LIE_HAND, "a hand has at most five cards");
        for (int i = 0; i < size; i++)
            MUST(game->hands.kind[seat][i] < STOS_LIE_KINDS &&
                     ++copies[game->hands.kind[seat][i]] <= 2,
                 "there are two of each card");
    }
    MUST(cards == game->table.cards, "the cards of the round are those in the hands");
    const struct stos_lie_reveal *last = &game->table.last;
    int players = game->table.option[STOS_LIE_PLAYERS];
    MUST(last->challenger < players && last->bidder < players && last->loser < players,
         "a challenge is between seats that exist");
    MUST(last->found <= STOS_LIE_CARDS && last->count <= STOS_LIE_CARDS,
         "no bid counts more cards than there are");
}

static inline void check_cards(const stos_state *state)
{
    switch (state->game) {
    case STOS_THEGAME: check_thegame_cards(&state->as.thegame); break;
    case STOS_FACETOFACE: check_facetoface_cards(&state->as.facetoface); break;
    default: check_lie_cards(&state->as.lie); break;
    }
}

/* ---------------------------------------------------------------- moves, texts, knowledge */

static inline bool is_listed(const stos_move *moves, int count, stos_move move)
{
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

static inline void check_move_text(const stos_game *game, stos_move move)
{
    char text[STOS_MOVE_TEXT];
    stos_move read = 0;
    size_t length = stos_move_text(game, move, text);
    MUST(length > 0 && length < sizeof text, "the text of a move fits its room");
    MUST(!stos_move_parse(game, text, length, &read).reason && read == move,
         "the text of a move is read back");
}

/* Lists and counts agree, from the state and from the view. */
static inline void check_moves(const stos_state *state, int seat, const stos_view *view,
                               stos_random *random)
{
    stos_move moves[STOS_MAX_MOVES], seen[STOS_MAX_MOVES];
    int count = stos_moves(state, seat, moves);
    bool may_move = stos_movers(state) >> seat & 1;
    MUST(count >= 0 && count <= STOS_MAX_MOVES, "no more moves than there is room for");
    MUST(may_move == (count > 0), "who may move has a move, and nobody else has");
    MUST(may_move || !(stos_actors(state) >> seat & 1), "who is awaited may move");
    MUST(stos_move_count(state, seat) == count, "the count of moves is that of the list");
    MUST(stos_view_moves(view, seen) == count &&
             memcmp(moves, seen, sizeof moves[0] * (size_t)count) == 0,
         "a view gives the same moves as the state");
    for (int i = 0; i < count; i++)
        MUST(stos_move_at(state, seat, i) == moves[i], "the index-th move is that of the list");
    if (count > 0) { /* one of them, since there are many */
        int i = (int)stos_random_below(random, (uint32_t)count);
        MUST(!is_listed(moves, i, moves[i]), "no move is listed twice");
        check_move_text(stos_state_game(state), moves[i]);
    }
}

static inline void check_view(const stos_state *state, int seat, stos_random *random)
{
    stos_view view, again;
    stos_state sampled;
    stos_look(state, seat, &view);
    MUST(stos_view_seat(&view) == seat && stos_view_game(&view) == stos_state_game(state),
         "a view knows whose it is");
    MUST(stos_view_actors(&view) == stos_actors(state) &&
             stos_view_movers(&view) == stos_movers(state),
         "a view knows who may act");
    if (seat >= 0)
        check_moves(state, seat, &view, random);
    stos_sample(&view, random, &sampled);
    check_cards(&sampled);
    stos_look(&sampled, seat, &again);
    MUST(memcmp(&view, &again, sizeof view) == 0,
         "what was sampled from a view looks like the view");
}

static inline void check_json(const stos_state *state, int seat)
{
    static char json[1 << 16];
    stos_view view;
    size_t length = stos_state_json(state, json, sizeof json);
    MUST(length < sizeof json && strlen(json) == length && json[0] == '{' &&
             json[length - 1] == '}',
         "a state is a JSON object");
    MUST(stos_state_json(state, NULL, 0) == length,
         "the length of JSON does not depend on the room");
    stos_look(state, seat, &view);
    length = stos_view_json(&view, json, sizeof json);
    MUST(length < sizeof json && strlen(json) == length && json[0] == '{' &&
             json[length - 1] == '}',
         "a view is a JSON object");
    MUST(stos_view_json(&view, NULL, 0) == length,
         "the length of JSON does not depend on the room");
}

static inline void check_result(const stos_state *state)
{
    char text[STOS_RESULT_TEXT];
    stos_rules rules = stos_state_rules(state);
    int result = stos_result(state), seats = stos_rules_seats(&rules);
    bool over = stos_over(state);
    MUST(over == (stos_actors(state) == 0), "a game is over when nobody may act");
    MUST(stos_actors(state) >> seats == 0, "only seats that exist act");
    MUST(over == (result >= 0), "a game has a result when it is over");
    MUST(result <= (state->game == STOS_THEGAME ? STOS_THEGAME_CARDS : seats - 1),
         "a result is in bounds");
    MUST(stos_result_text(state, text) < sizeof text, "a result's text fits its room");
    MUST(over != (strcmp(text, "unfinished") == 0),
         "a result's text tells whether the game is over");
}

/* Writing a position and reading it gives the same bytes. */
static inline void check_position(const stos_state *state)
{
    static char text[STOS_POSITION_TEXT], again[STOS_POSITION_TEXT];
    stos_state read;
    size_t length = stos_position_text(state, text, sizeof text);
    MUST(length < sizeof text, "the text of a position fits its room");
    MUST(!stos_position_parse(text, length, &read).reason, "the text of a position is read back");
    MUST(same_state(&read, state), "the text of a position gives the same bytes");
    MUST(stos_position_text(&read, again, sizeof again) == length &&
             memcmp(text, again, length) == 0,
         "and the same text");
}

/* All of it. Texts take the most time, so they are checked for one state in `texts`. */
static inline void check_state(const stos_state *state, stos_random *random, uint32_t texts)
{
    stos_rules rules = stos_state_rules(state);
    int seats = stos_rules_seats(&rules);
    check_cards(state);
    check_result(state);
    for (int seat = STOS_SPECTATOR; seat < seats; seat++)
        check_view(state, seat, random);
    if (stos_random_below(random, texts) == 0) {
        check_json(state, (int)stos_random_below(random, (uint32_t)seats + 1) - 1);
        check_position(state);
    }
}

/*
 * Plays random moves to the end, which must come. Votes need not agree, so after a while all name
 * the first seat. Checks one in `every` states along the way, and the last one.
 */
static inline void check_random_play(stos_state *state, stos_random *random, int every)
{
    enum { TOO_LONG = 20000, VOTES = 40 };
    for (int count = 0; !stos_over(state); count++) {
        stos_seats actors = stos_actors(state);
        MUST(count < TOO_LONG, "every game ends");
        MUST(actors != 0, "somebody may act while the game is not over");
        int seat = __builtin_ctz(actors);
        if (count < VOTES)
            while (!(actors >> (seat = (int)stos_random_below(random, STOS_MAX_SEATS)) & 1))
                continue;
        else if (stos_move_kind(stos_move_at(state, seat, 0)) == STOS_START)
            seat = count % __builtin_popcount(actors);
        int moves = stos_move_count(state, seat);
        MUST(moves > 0, "who may act has a move");
        bool voting = stos_move_kind(stos_move_at(state, seat, 0)) == STOS_START && count >= VOTES;
        int index = voting ? 0 : (int)stos_random_below(random, (uint32_t)moves);
        MUST(!stos_play(state, seat, stos_move_at(state, seat, index)).reason,
             "a listed move is legal");
        if (count % every == every - 1 || stos_over(state))
            check_state(state, random, stos_over(state) ? 1 : 8);
    }
}

/* A number that depends on all of the input, for choices that the input does not make. */
static inline uint64_t hash_of(const uint8_t *data, size_t size)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ data[i]) * UINT64_C(0x100000001b3);
    return hash;
}

#endif
