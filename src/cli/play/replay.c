/* replay.c - `stos replay FILE`: a record on the full screen, step by step; without a terminal as `stos record show`. */
#include "cli/cli.h"
#include "history.h"
#include "term/term.h"

#include <stdio.h>

int command_replay(int argc, char **argv)
{
    static struct history game;
    if (argc != 2)
        return complain(EXIT_USAGE, "%s", _("replay takes one record; try `stos replay --help`"));
    if (!term_possible()) {
        char show[] = "show", *arguments[] = {argv[0], show, argv[1], NULL};
        return command_record(3, arguments);
    }
    int code = history_read_file(&game, argv[1]);
    if (code != EXIT_GOOD)
        return code;
    if (!term_open())
        code = complain(EXIT_BROKEN, "%s", _("this terminal cannot show a full screen; try `stos record show`"));
    else
        code = term_replay(&game) == TERM_FAILED ? EXIT_BROKEN : EXIT_GOOD;
    term_close();
    history_free(&game);
    return code;
}
