/* history.c - see history.h. */
#include "history.h"

#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>

enum { LARGEST_RECORD = 16 << 20 };

int history_read_file(struct history *history, const char *path)
{
    char sentence[STOS_ERROR_TEXT];
    size_t length;
    bool full = false;
    char *text = read_file(path, LARGEST_RECORD, &length);
    stos_reader *reader = malloc(sizeof *reader); /* large */
    int code = text && reader ? EXIT_GOOD : EXIT_BROKEN;
    if (code == EXIT_GOOD) {
        stos_error error = history_load(history, reader, text, length, &full);
        code = error.reason || full ? EXIT_NO : EXIT_GOOD;
        error_sentence(error, reader->line_start, sentence, sizeof sentence);
        if (code == EXIT_NO)
            fprintf(stderr, "%s:%d: %s\n", path, reader->line, full ? _("the game is too long") : sentence);
    }
    free(reader);
    free(text);
    return code;
}
