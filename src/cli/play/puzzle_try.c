/* puzzle_try.c - see puzzle_try.h. */
#include "puzzle_try.h"

#include "cli/command/cli.h"
#include "game/show.h"
#include "move_line.h"
#include "narrate.h"
#include "play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST_INPUT = 512, LONGEST_TURN = 16, MISTAKE_NODES = 400 };

struct attempt {
    const struct puzzle_task *task;
    stos_record_head head; /* rules alone: nobody has a name */
    stos_state state, turn_start;
    stos_move turn[LONGEST_TURN]; /* since turn_start */
    int placed;
    struct open_search *search;
    bool colour, failed, solved, quit, next;
};

/* ---------------------------------------------------------------- showing */

static void print_cards(const char *title, const uint8_t *cards, int count)
{
    if (count > 0)
        printf("  %s", title);
    for (int i = 0; i < count; i++)
        printf(" %d", cards[i]);
    if (count > 0)
        putchar('\n');
}

static void print_hand_of(const char *title, const stos_state *state, int seat)
{
    uint8_t cards[SHOW_HAND];
    struct show show;
    stos_view view;
    stos_look(state, seat, &view);
    game_show_of(&view, &show);
    for (int i = 0; i < show.hand; i++)
        cards[i] = show.card[i].label[0];
    print_cards(title, cards, show.hand);
}

/* What lies open in a puzzle, and would be hidden in a game. */
static void show_open_cards(const stos_state *state, int seat)
{
    const stos_game *game = stos_state_game(state);
    uint8_t cards[SHOW_DRAWS];
    if (!game->show->draws)
        return;
    print_cards(_("to be drawn, in this order:"), cards, game->show->draws(state, seat, cards));
    if (stos_game_is_cooperative(game))
        return;
    print_hand_of(_("the opponent holds:"), state, 1 - seat);
    print_cards(_("the opponent draws:"), cards, game->show->draws(state, 1 - seat, cards));
}

static void show_choices(const struct puzzle *puzzle)
{
    char text[STOS_MOVE_TEXT];
    struct show_step step[SHOW_BIDS];
    stos_view view;
    stos_look(&puzzle->start, puzzle->seat, &view);
    int steps = game_ladder(&view, step);
    printf("  %s", _("bids so far:"));
    for (int i = 0; i < steps; i++)
        if (step[i].was_bid)
            printf(" %dx%d", step[i].bid.count, step[i].bid.face);
    printf("\n  %s", _("choose one:"));
    for (int i = 0; i < puzzle->choices; i++) {
        stos_move_text(stos_state_game(&puzzle->start), puzzle->choice[i], text);
        printf("  %s", text);
    }
    putchar('\n');
}

static const char *question_of(const struct puzzle_task *task)
{
    return task->mistake ? N_("Find a better turn than the one you played.")
                         : stos_state_game(&task->puzzle.start)->show->task;
}

static void show(const struct attempt *attempt)
{
    const struct puzzle *puzzle = &attempt->task->puzzle;
    stos_view view;
    stos_look(&attempt->state, puzzle->seat, &view);
    play_show(&attempt->head, &view, false, attempt->colour);
    if (!attempt->task->mistake)
        show_open_cards(&attempt->state, puzzle->seat);
    if (puzzle->choices > 0)
        show_choices(puzzle);
}

static void print_moves(const stos_game *game, const stos_move *moves, int count)
{
    for (int i = 0; i < count; i++) {
        char text[STOS_MOVE_TEXT];
        stos_move_text(game, moves[i], text);
        printf(" %s", text);
    }
    putchar('\n');
}

static void print_values(const struct puzzle *puzzle)
{
    char text[STOS_MOVE_TEXT];
    for (int i = 0; i < puzzle->choices; i++) {
        stos_move_text(stos_state_game(&puzzle->start), puzzle->choice[i], text);
        printf("  %-5s %5.1f %%\n", text, puzzle->chance[i] / 10.0);
    }
}

/* ---------------------------------------------------------------- judging */

static void go_back(struct attempt *attempt)
{
    attempt->state = attempt->turn_start;
    attempt->placed = 0;
}

static bool turn_is_open(const struct attempt *attempt)
{
    return stos_mid_turn(&attempt->state) &&
        (stos_actors(&attempt->state) >> attempt->task->puzzle.seat & 1);
}

static void judge_choice(struct attempt *attempt, stos_move move)
{
    const struct puzzle *puzzle = &attempt->task->puzzle;
    attempt->solved = puzzle_choice_is_good(puzzle, move);
    attempt->failed |= !attempt->solved;
    puts(attempt->solved ? _("Right. The chances to win the round:")
                         : _("Something else wins more often. Try again, or say `solution`."));
    if (attempt->solved)
        print_values(puzzle);
}

struct analyze_limits puzzle_limits(const stos_game *game, int deals, uint64_t seed)
{
    int usual = analyze_usual_deals(game);
    return (struct analyze_limits){
        .deals = deals > 0 ? deals : usual, .nodes = MISTAKE_NODES, .seed = seed};
}

/* A turn of one's own game again: as good as the best that is known? */
static void judge_mistake(struct attempt *attempt)
{
    const struct puzzle *puzzle = &attempt->task->puzzle;
    struct analyzer *analyzer = analyze_open(stos_state_game(&puzzle->start));
    struct analyze_limits limits =
        puzzle_limits(stos_state_game(&puzzle->start), attempt->task->deals, 1);
    struct analyze_turn found;
    if (!analyzer)
        return;
    analyze_turn(analyzer, &puzzle->start, puzzle->seat, attempt->turn, attempt->placed, &limits,
                 &found);
    analyze_close(analyzer);
    attempt->solved = found.before - found.after <= 0.02;
    attempt->failed |= !attempt->solved;
    printf(_("Chance to win: %.0f %% with your turn, %.0f %% with the best known.\n"),
           100 * found.after, 100 * found.before);
    puts(attempt->solved ? _("As good as it gets.")
                         : _("There is better. Try again, or say `solution`."));
    go_back(attempt);
}

static void judge_turn(struct attempt *attempt)
{
    const struct puzzle *puzzle = &attempt->task->puzzle;
    struct puzzle_answer answer;
    puzzle_judge(attempt->search, puzzle, &attempt->state, &answer);
    if (answer.verdict == PUZZLE_FAILED) {
        puts(_(
            "That turn gives the win away. You are back before it: try again, or say `solution`."));
        attempt->failed = true;
        go_back(attempt);
        return;
    }
    attempt->solved = answer.verdict == PUZZLE_SOLVED;
    if (answer.replies > 0) {
        printf("%s", _("Good. Your opponent:"));
        print_moves(stos_state_game(&puzzle->start), answer.reply, answer.replies);
    } else if (!attempt->solved) {
        puts(_("Good. Go on."));
    }
    attempt->turn_start = attempt->state;
    attempt->placed = 0;
    if (!attempt->solved)
        show(attempt);
}

/* Plays the moves of a line until the turn is over; one that is refused takes the whole turn back.
 */
static void play_line(struct attempt *attempt, char *line)
{
    char text[MOVE_LINE_WORD], sentence[STOS_ERROR_TEXT];
    const struct puzzle *puzzle = &attempt->task->puzzle;
    while (!attempt->solved && move_line_next(&line, text)) {
        stos_move move = STOS_NO_MOVE;
        stos_error error =
            stos_move_parse(stos_state_game(&puzzle->start), text, strlen(text), &move);
        stos_state before = attempt->state;
        if (!error.reason)
            error = stos_play(&attempt->state, puzzle->seat, move);
        if (error.reason || attempt->placed == LONGEST_TURN) {
            error_sentence(error, text, sentence, sizeof sentence);
            printf("%s: %s\n", text, sentence);
            return;
        }
        attempt->turn[attempt->placed++] = move;
        if (puzzle->choices > 0) {
            attempt->state = before;
            attempt->placed = 0;
            judge_choice(attempt, move);
        } else if (!turn_is_open(attempt)) {
            if (attempt->task->mistake)
                judge_mistake(attempt);
            else
                judge_turn(attempt);
        }
    }
}

/* ---------------------------------------------------------------- commands */

static void print_solution(struct attempt *attempt)
{
    const struct puzzle *puzzle = &attempt->task->puzzle;
    stos_move line[OPEN_LINE];
    stos_state state = puzzle->start;
    struct narrator narrator;
    attempt->failed = true;
    if (puzzle->choices > 0) {
        print_values(puzzle);
        return;
    }
    if (attempt->task->mistake) {
        fputs(_("Better:"), stdout);
        print_moves(stos_state_game(&puzzle->start), attempt->task->found.better,
                    attempt->task->found.better_count);
        return;
    }
    narrate_begin(&narrator, &attempt->head, NARRATE_ALL);
    int count = puzzle_solution(attempt->search, puzzle, line);
    for (int i = 0; i < count; i++) {
        stos_state before = state;
        int seat = stos_next_actor(&state, -1);
        stos_play(&state, seat, line[i]);
        narrate_move(&narrator, &before, seat, line[i], &state);
    }
    narrate_end(&narrator);
}

static void print_help(void)
{
    puts(_("  MOVES      your turn, such as 37@U1 38@U1 end\n"
           "  undo       take this turn back\n"
           "  retry      from the start of the puzzle\n"
           "  solution   show how it goes\n"
           "  show       draw the table again\n"
           "  next       leave it for the next one\n"
           "  quit       stop"));
}

static void restart(struct attempt *attempt)
{
    attempt->state = attempt->turn_start = attempt->task->puzzle.start;
    attempt->placed = 0;
    show(attempt);
}

static void obey(struct attempt *attempt, char *line)
{
    line[strcspn(line, "\n")] = '\0';
    line += strspn(line, " ");
    if (strcmp(line, "quit") == 0 || strcmp(line, "q") == 0)
        attempt->quit = true;
    else if (strcmp(line, "next") == 0)
        attempt->next = true;
    else if (strcmp(line, "help") == 0 || strcmp(line, "?") == 0)
        print_help();
    else if (strcmp(line, "undo") == 0)
        go_back(attempt);
    else if (strcmp(line, "retry") == 0)
        restart(attempt);
    else if (strcmp(line, "show") == 0)
        show(attempt);
    else if (strcmp(line, "solution") == 0)
        print_solution(attempt);
    else
        play_line(attempt, line);
}

enum puzzle_outcome puzzle_try(const struct puzzle_task *task)
{
    static struct attempt attempt; /* large */
    char line[LONGEST_INPUT];
    const char *terminal = getenv("TERM");
    memset(&attempt, 0, sizeof attempt);
    attempt.task = task;
    attempt.head.rules = stos_state_rules(&task->puzzle.start);
    (void)snprintf(attempt.head.name[task->puzzle.seat], STOS_NAME_TEXT, "%s", _("You"));
    if (stos_rules_seats(&attempt.head.rules) == 2)
        (void)snprintf(attempt.head.name[1 - task->puzzle.seat], STOS_NAME_TEXT, "%s",
                       _("Opponent"));
    attempt.search = open_new(PUZZLE_BITS);
    attempt.colour =
        isatty(STDOUT_FILENO) && !getenv("NO_COLOR") && terminal && strcmp(terminal, "dumb") != 0;
    if (!attempt.search) {
        complain(EXIT_BROKEN, "%s", _("out of memory"));
        return PUZZLE_TRY_QUIT;
    }
    printf("\n%s\n%s\n", task->title, _(question_of(task)));
    restart(&attempt);
    while (!attempt.solved && !attempt.quit && !attempt.next) {
        fputs("> ", stdout);
        fflush(stdout);
        if (fgets(line, sizeof line, stdin))
            obey(&attempt, line);
        else
            attempt.quit = true;
    }
    open_free(attempt.search);
    if (attempt.solved && !task->mistake && task->puzzle.choices == 0)
        puts(_("Solved!"));
    if (attempt.quit)
        return PUZZLE_TRY_QUIT;
    return attempt.next ? PUZZLE_TRY_NEXT : attempt.failed ? PUZZLE_TRY_SOLVED : PUZZLE_TRY_AT_ONCE;
}
