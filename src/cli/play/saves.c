/* saves.c - see saves.h. */
#include "saves.h"

#include "cli/command/cli.h"
#include "lang/tell.h"
#include "table/history.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char ending[] = ".stos";

/* A file or folder of this person's data; false when there is no home. */
static bool path_of_data(const char *name, char out[SAVES_PATH])
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data && *data == '/')
        return snprintf(out, SAVES_PATH, "%s/stos/%s", data, name) < SAVES_PATH;
    return home && *home == '/' &&
        snprintf(out, SAVES_PATH, "%s/.local/share/stos/%s", home, name) < SAVES_PATH;
}

/* The folder, without a slash at its end; false when there is no home. */
static bool folder_of_saves(char out[SAVES_PATH]) { return path_of_data("games", out); }

/* Makes the folders of a path, one after the other. */
static void make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
}

bool saves_new_path(const stos_game *game, char out[SAVES_PATH])
{
    char folder[SAVES_PATH];
    if (!folder_of_saves(folder)) {
        complain(EXIT_BROKEN, "%s", _("there is no home folder; name a file"));
        return false;
    }
    for (int number = 1; number < 10000; number++) {
        if (snprintf(out, SAVES_PATH, "%s/%s-%d%s", folder, stos_game_name(game), number, ending) >=
            SAVES_PATH)
            return false;
        make_folders(out);
        if (access(out, F_OK) != 0)
            return true;
    }
    return false;
}

bool saves_beside(const char *name, char out[SAVES_PATH])
{
    bool good = path_of_data(name, out);
    if (good)
        make_folders(out);
    return good;
}

void saves_forget(const char *path)
{
    char folder[SAVES_PATH];
    size_t length = folder_of_saves(folder) ? strlen(folder) : 0;
    if (length > 0 && strncmp(path, folder, length) == 0 && path[length] == '/')
        unlink(path);
}

/* ---------------------------------------------------------------- the list */

/* How far a game is, as its first seat sees it. */
static void tell_progress(const stos_state *state, char out[TELL_TEXT])
{
    stos_view view;
    struct show show;
    stos_look(state, 0, &view);
    game_show_of(&view, &show);
    tell_facts(stos_state_game(state), &show, SHOW_STATUS, ", ", out);
}

static void tell_players(const stos_record_head *head, char *out, size_t size)
{
    size_t used = 0;
    for (int seat = 0; seat < stos_rules_seats(&head->rules) && used < size; seat++) {
        int more = snprintf(out + used, size - used, "%s%.24s", seat ? ", " : "", head->name[seat]);
        used += more > 0 ? (size_t)more : 0;
    }
}

/* Reads what a file holds; false when it is no game that goes on. */
static bool describe(struct saves_entry *entry)
{
    static stos_reader reader; /* large */
    struct history game = {0};
    char players[120], progress[TELL_TEXT], when[32] = "";
    bool full = false;
    size_t length;
    char *text = read_file(entry->path, 1 << 20, &length);
    time_t changed = (time_t)entry->changed;
    bool good = text && !history_load(&game, &reader, text, length, &full).reason && !full &&
        !stos_over(&game.state);
    free(text);
    if (!good) {
        history_free(&game);
        return false;
    }
    tell_players(&game.head, players, sizeof players);
    tell_progress(&game.state, progress);
    struct tm local;
    if (localtime_r(&changed, &local))
        strftime(when, sizeof when, "%Y-%m-%d %H:%M", &local);
    snprintf(entry->label, sizeof entry->label, "%s: %s; %s; %.100s",
             stos_game_title(stos_state_game(&game.state)), players, when, progress);
    history_free(&game);
    return true;
}

/* Keeps the list in order, the newest first, and drops the oldest where there are too many. */
static int insert(struct saves_entry *list, int count, const struct saves_entry *entry)
{
    int at = count < SAVES_MOST ? count : SAVES_MOST - 1;
    if (count == SAVES_MOST && list[at].changed >= entry->changed)
        return count;
    for (; at > 0 && list[at - 1].changed < entry->changed; at--)
        list[at] = list[at - 1];
    list[at] = *entry;
    return count < SAVES_MOST ? count + 1 : count;
}

int saves_list(struct saves_entry out[SAVES_MOST])
{
    char folder[SAVES_PATH];
    int count = 0;
    DIR *directory = folder_of_saves(folder) ? opendir(folder) : NULL;
    for (struct dirent *file; directory && (file = readdir(directory));) {
        struct saves_entry entry;
        struct stat status;
        size_t length = strlen(file->d_name);
        if (length <= strlen(ending) || strcmp(file->d_name + length - strlen(ending), ending) != 0)
            continue;
        if (snprintf(entry.path, sizeof entry.path, "%s/%s", folder, file->d_name) >= SAVES_PATH ||
            stat(entry.path, &status) != 0)
            continue;
        entry.changed = (int64_t)status.st_mtime;
        if (describe(&entry))
            count = insert(out, count, &entry);
    }
    if (directory)
        closedir(directory);
    return count;
}
