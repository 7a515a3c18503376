/*
 * data_files.c - finding and opening the solved rounds of LIE. They are read once and stay in
 * memory for the whole run.
 */
#include "data_files.h"

#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LARGEST_TABLE = 64 << 20 };

static const char file_name[] = "lie-rounds.bin";

bool rounds_open(const char *path, struct solved_rounds *table)
{
    size_t length = 0;
    char *bytes = read_file(path, LARGEST_TABLE, &length);
    enum solved_rounds_error error = solved_rounds_open(table, bytes, bytes ? length : 0);
    if (bytes && error != SOLVED_ROUNDS_OK)
        complain(EXIT_BROKEN, "%s: %s", path, _(solved_rounds_error_text(error)));
    if (error != SOLVED_ROUNDS_OK)
        free(bytes);
    return error == SOLVED_ROUNDS_OK;
}

/* The folder of the program, with a '/' at its end; "" when it cannot be told. */
static void program_folder(char *folder, size_t size)
{
    ssize_t length = readlink("/proc/self/exe", folder, size - 1);
    folder[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[1] = '\0';
}

bool data_find(const char *name, char path[DATA_PATH])
{
    static const char *const places[] = {"../share/stos/", "../../data/"};
    const char *data = getenv("STOS_DATA");
    char folder[DATA_PATH / 2];
    if (data && *data) {
        snprintf(path, DATA_PATH, "%s/%s", data, name);
        return true;
    }
    program_folder(folder, sizeof folder);
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        snprintf(path, DATA_PATH, "%s%s%s", folder, places[i], name);
        if (access(path, R_OK) == 0)
            return true;
    }
    return false;
}

const struct solved_rounds *rounds_installed(void)
{
    static struct solved_rounds table;
    static bool looked, good;
    char path[DATA_PATH];
    if (!looked) {
        bool found = data_find(file_name, path);
        looked = true;
        good = found && rounds_open(path, &table);
        if (!good)
            complain(EXIT_GOOD,
                     _("warning: without the solved rounds of LIE (%s) `strong` and `champion` "
                       "play by network and search alone"),
                     found ? path : file_name);
    }
    return good ? &table : NULL;
}

const struct solved_rounds *rounds_if_installed(void)
{
    static struct solved_rounds table;
    char path[DATA_PATH];
    return data_find(file_name, path) && access(path, F_OK) == 0 && rounds_open(path, &table)
        ? &table
        : NULL;
}
