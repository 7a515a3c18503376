/*
 * backup.c - `stos backup`: a whole copy of the server's store while it is in use.
 */
#include "cli/command/cli.h"
#include "cli/command/progress.h"
#include "cli/command/commands.h"
#include "store/store.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void show_copied(void *context, int done, int total)
{
    struct progress *progress = context;
    progress->all = (uint64_t)total;
    progress_update(progress, (uint64_t)done);
}

struct backup_options {
    const char *where;
};

static int backup(const struct command *command, int argc, char **argv)
{
    struct backup_options options;
    struct command_line line;
    if (!command_read(command, argc, argv, &options, &line))
        return EXIT_USAGE;
    const char *file = line.words[0], *where = options.where;
    if (strcmp(file, "-") == 0 || !*file)
        return complain(EXIT_USAGE, "%s", _("a backup needs the name of a file"));
    if (access(file, F_OK) == 0)
        return complain(EXIT_USAGE, _("%s exists already; a backup never replaces a file"), file);
    if (!store_is_address(where) && !can_read_store(where))
        return EXIT_BROKEN;
    enum store_status status;
    struct progress progress;
    char message[STORE_MESSAGE];
    struct store *store =
        store_visit(where, true, &status, message); /* an old one is copied as it is */
    if (!store)
        return complain(EXIT_BROKEN, "%s", message);
    progress_begin(&progress, 0);
    status = store_backup(store, file, show_copied, &progress);
    progress_end(&progress);
    int code = status == STORE_OK ? EXIT_GOOD : complain(EXIT_BROKEN, "%s", store_message(store));
    store_close(store);
    if (code == EXIT_GOOD)
        printf(_("%s is a whole copy of %s.\n"), file, where);
    return code;
}

static void set_store(void *at) { ((struct backup_options *)at)->where = "stos.db"; }

static const struct option_row options_of_backup[] = {
    {.name = "store",
     .value = "FILE",
     .kind = OPTION_FILE,
     .at = offsetof(struct backup_options, where),
     .is_good = store_is_named,
     .wrong = STORE_WRONG_NAME,
     .fallback = N_("STOS_STORE, or stos.db"),
     .help = N_("as for `stos serve`")},
    {0},
};

const struct command command_backup = {
    .name = "backup",
    .arguments = "FILE [--store FILE]",
    .summary = N_("copy the server's store while it is in use"),
    .about = N_("FILE must not exist yet. The copy is complete and can be served at once. For "
                "PostgreSQL use pg_dump."),
    .options = options_of_backup,
    .least = 1,
    .most = 1,
    .wanted = N_("give the file to write"),
    .words = WORDS_FILES,
    .size = sizeof(struct backup_options),
    .set_defaults = set_store,
    .variables = "store",
    .shares_variables = &command_serve,
    .run = backup,
};
