/*
 * puzzle.h - puzzles: a position, a question with a proven answer, and a rating.
 *
 *   thegame     alone, open draw pile: place every card
 *   facetoface  open hands and draw piles: win against any defence
 *   lie         two players, a solved round: call, or one of some raises? Every choice has its
 * exact chance to win the round against the equilibrium
 *
 * One line of text is one puzzle: the rating, the position, and for lie the choices:
 *   1240 thegame(players=1,...) phase=play ...
 *    980 lie(players=2,...) ... ; call 712 3x5 655 4x4 402
 * Chances are in thousandths. Lines that begin with # are comments. The same line gives the same
 * puzzle on every platform.
 */
#ifndef STOS_SOLVE_PUZZLE_PUZZLE_H
#define STOS_SOLVE_PUZZLE_PUZZLE_H

#include "open.h"

enum {
    PUZZLE_CHOICES = 6,
    PUZZLE_TEXT = 2048, /* room for a line, with its NUL */
    PUZZLE_RATING_MAX = 3999,
    PUZZLE_NODES = 400000, /* every shipped puzzle is proven within this many nodes */
    PUZZLE_BITS = 19,      /* for open_new(): size of the transposition table that judging needs */
};

struct puzzle {
    int rating;
    int seat; /* who solves it: the seat on turn */
    stos_state start;
    int choices; /* lie */
    stos_move choice[PUZZLE_CHOICES];
    int chance[PUZZLE_CHOICES]; /* in thousandths */
};

/* False, with *puzzle unchanged, if the line is not a puzzle. */
bool puzzle_read(const char *line, size_t length, struct puzzle *puzzle);

/* Writes the line, without a newline; returns its length, 0 if it does not fit. */
size_t puzzle_write(const struct puzzle *puzzle, char out[PUZZLE_TEXT]);

/* The next line of a file that is a puzzle; false at the end of the file. Advances *at. */
bool puzzle_next(const char **at, const char *end, struct puzzle *puzzle);

enum puzzle_verdict {
    PUZZLE_GOES_ON, /* the turn goes on, or it kept the win and the next one follows */
    PUZZLE_SOLVED,
    PUZZLE_FAILED /* the win is gone */
};

/*
 * The verdict on an attempt after a legal move by the solver. In the middle of a turn nothing is
 * judged: moves may be taken back. After a turn of FACE TO FACE that keeps the win the opponent
 * answers: its moves are played in *state and written to `reply`.
 */
enum { PUZZLE_REPLIES = 16 };
struct puzzle_answer {
    enum puzzle_verdict verdict;
    int replies;
    stos_move reply[PUZZLE_REPLIES];
};
void puzzle_judge(struct open_search *search, const struct puzzle *puzzle, stos_state *state,
                  struct puzzle_answer *out);

/* lie: whether a choice is as good as the best, within a hundredth; and the best one's index. */
enum { PUZZLE_GOOD_ENOUGH = 10 };
int puzzle_best_choice(const struct puzzle *puzzle);
bool puzzle_choice_is_good(const struct puzzle *puzzle, stos_move move);

/* The solution, both sides' moves from the start; returns how many, 0 if the limit was reached. */
int puzzle_solution(struct open_search *search, const struct puzzle *puzzle,
                    stos_move line[OPEN_LINE]);

#endif
