/* puzzle.c - see puzzle.h. */
#include "puzzle.h"

#include "base/text.h"

#include <string.h>

/* ---------------------------------------------------------------- lines */

/* `call 712 3x5 655 ...` */
static bool read_choices(struct text_reader *reader, struct puzzle *puzzle)
{
    while (!text_at_end(reader)) {
        const char *word;
        size_t length;
        int at = puzzle->choices++;
        stos_state after = puzzle->start;
        if (at == PUZZLE_CHOICES || !text_take_word(reader, &word, &length))
            return false;
        text_skip_spaces(reader);
        if (stos_move_parse(stos_state_game(&puzzle->start), word, length, &puzzle->choice[at])
                    .reason != STOS_OK ||
            stos_play(&after, puzzle->seat, puzzle->choice[at]).reason != STOS_OK ||
            !text_take_number(reader, 0, 1000, &puzzle->chance[at]))
            return false;
        text_skip_spaces(reader);
    }
    return puzzle->choices >= 2;
}

static const char *find(const char *at, const char *end, char wanted)
{
    while (at < end && *at != wanted)
        at++;
    return at;
}

bool puzzle_read(const char *line, size_t length, struct puzzle *puzzle)
{
    struct text_reader reader = {line, line + length};
    struct puzzle read;
    memset(&read, 0, sizeof read);
    text_skip_spaces(&reader);
    if (!text_take_number(&reader, 0, PUZZLE_RATING_MAX, &read.rating) || !text_take(&reader, " "))
        return false;
    const char *semicolon = find(reader.at, reader.end, ';'), *position_end = semicolon;
    while (position_end > reader.at && position_end[-1] == ' ')
        position_end--;
    if (stos_position_parse(reader.at, (size_t)(position_end - reader.at), &read.start).reason !=
            STOS_OK ||
        stos_over(&read.start))
        return false;
    read.seat = open_seat(&read.start);
    if (read.start.game == STOS_LIE) {
        reader.at = semicolon < reader.end ? semicolon + 1 : reader.end;
        text_skip_spaces(&reader);
        if (!read_choices(&reader, &read))
            return false;
    } else if (semicolon < reader.end) {
        return false;
    }
    *puzzle = read;
    return true;
}

size_t puzzle_write(const struct puzzle *puzzle, char out[PUZZLE_TEXT])
{
    stos_writer writer = stos_writer_on(out, PUZZLE_TEXT);
    char position[STOS_POSITION_TEXT], move[STOS_MOVE_TEXT];
    stos_position_text(&puzzle->start, position, sizeof position);
    text_number(&writer, puzzle->rating);
    text_char(&writer, ' ');
    text_put(&writer, position);
    for (int i = 0; i < puzzle->choices; i++) {
        stos_move_text(stos_state_game(&puzzle->start), puzzle->choice[i], move);
        text_put(&writer, i == 0 ? " ; " : " ");
        text_put(&writer, move);
        text_char(&writer, ' ');
        text_number(&writer, puzzle->chance[i]);
    }
    return writer.length < PUZZLE_TEXT ? writer.length : 0;
}

bool puzzle_next(const char **at, const char *end, struct puzzle *puzzle)
{
    while (*at < end) {
        const char *line = *at, *newline = find(line, end, '\n');
        *at = newline < end ? newline + 1 : end;
        if (puzzle_read(line, (size_t)(newline - line), puzzle))
            return true;
    }
    return false;
}

/* ---------------------------------------------------------------- judging */

int puzzle_best_choice(const struct puzzle *puzzle)
{
    int best = 0;
    for (int i = 1; i < puzzle->choices; i++)
        best = puzzle->chance[i] > puzzle->chance[best] ? i : best;
    return best;
}

bool puzzle_choice_is_good(const struct puzzle *puzzle, stos_move move)
{
    int best = puzzle->chance[puzzle_best_choice(puzzle)];
    for (int i = 0; i < puzzle->choices; i++)
        if (puzzle->choice[i] == move)
            return puzzle->chance[i] + PUZZLE_GOOD_ENOUGH >= best;
    return false;
}

/* Whether the game is still won for the solver; a turn has just ended. */
static bool is_won(struct open_search *search, const struct puzzle *puzzle, const stos_state *state)
{
    open_begin(
        search,
        16 * (uint64_t)PUZZLE_NODES); /* off the path of the proof there may be more to look at */
    int value = open_value(search, state);
    if (state->game == STOS_FACETOFACE)
        return open_seat(state) == puzzle->seat ? value == 1 : value == 0;
    return value == open_cards_left(state);
}

static bool turn_is_open(const struct puzzle *puzzle, const stos_state *state)
{
    return open_placed(state) > 0 && open_seat(state) == puzzle->seat;
}

static bool solver_has_won(const struct puzzle *puzzle, const stos_state *state)
{
    return state->game == STOS_THEGAME ? stos_result(state) == 0
                                       : stos_result(state) == puzzle->seat;
}

void puzzle_judge(struct open_search *search, const struct puzzle *puzzle, stos_state *state,
                  struct puzzle_answer *out)
{
    *out = (struct puzzle_answer){.verdict = PUZZLE_GOES_ON};
    if (!stos_over(state) && (turn_is_open(puzzle, state) || is_won(search, puzzle, state))) {
        while (!stos_over(state) && open_seat(state) != puzzle->seat &&
               out->replies < PUZZLE_REPLIES) {
            stos_move move = open_defend(state, open_seat(state));
            out->reply[out->replies++] = move;
            stos_play(state, open_seat(state), move);
        }
        if (!stos_over(state))
            return;
    }
    out->verdict =
        stos_over(state) && solver_has_won(puzzle, state) ? PUZZLE_SOLVED : PUZZLE_FAILED;
}

int puzzle_solution(struct open_search *search, const struct puzzle *puzzle,
                    stos_move line[OPEN_LINE])
{
    if (puzzle->start.game == STOS_LIE) {
        line[0] = puzzle->choice[puzzle_best_choice(puzzle)];
        return 1;
    }
    open_begin(search, 16 * (uint64_t)PUZZLE_NODES);
    return open_line(search, &puzzle->start, line);
}
