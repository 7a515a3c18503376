/* replay.c - `stos replay FILE`: a record on the full screen, step by step; without a terminal,
 * like `stos record show`. */
#include "cli/command/cli.h"
#include "cli/command/commands.h"
#include "table/history.h"
#include "term/term.h"

#include <stdio.h>

static int replay(const struct command *command, int argc, char **argv)
{
    static struct history game;
    struct command_line line;
    if (!command_read(command, argc, argv, NULL, &line))
        return EXIT_USAGE;
    if (!term_possible()) {
        char show[] = "show", *arguments[] = {argv[0], show, line.words[0], NULL};
        return command_record.run(&command_record, 3, arguments);
    }
    int code = history_read_file(&game, line.words[0]);
    if (code != EXIT_GOOD)
        return code;
    if (!term_open())
        code = complain(EXIT_BROKEN, "%s",
                        _("this terminal cannot show a full screen; try `stos record show`"));
    else
        code = term_replay(&game) == TERM_FAILED ? EXIT_BROKEN : EXIT_GOOD;
    term_close();
    history_free(&game);
    return code;
}

const struct command command_replay = {
    .name = "replay",
    .arguments = "FILE",
    .summary = N_("look at a recorded game step by step, with analysis"),
    .about =
        N_("Arrow keys step through the record, `a` finds out what each turn was worth, q leaves.\n"
           "Without a terminal it prints what `stos record show` prints."),
    .least = 1,
    .most = 1,
    .wanted = N_("give one record"),
    .words = WORDS_FILES,
    .run = replay,
};
