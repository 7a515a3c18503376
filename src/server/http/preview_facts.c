/*
 * preview_facts.c - what can be told of an address to whoever has it: from its path, from a table
 * in memory, or from the store.
 */
#include "preview.h"
#include "server/play/study.h"
#include "server/tables/permission.h"
#include "table/history.h"
#include "table/table_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- paths */

/* Copies what follows a prefix, up to one slash at the end; false if it is not such a path. */
static bool take_rest(const char *path, const char *prefix, char id[PREVIEW_ID])
{
    size_t length = strlen(prefix);
    if (strncmp(path, prefix, length) != 0)
        return false;
    size_t rest = strcspn(path + length, "/");
    const char *end = path + length + rest;
    bool good = rest > 0 && rest < PREVIEW_ID && (*end == '\0' || strcmp(end, "/") == 0);
    lws_strncpy(id, good ? path + length : "", good ? rest + 1 : 1);
    return true;
}

static bool is_game_id(const char *id)
{
    size_t length = 0;
    while (isalnum((unsigned char)id[length]))
        length++;
    return length > 0 && length < TABLE_GAME_ID && id[length] == '\0';
}

bool preview_of_game(const char *id, struct preview *preview)
{
    bool good = is_game_id(id);
    *preview = (struct preview){.kind = good ? PREVIEW_GAME : PREVIEW_SITE};
    lws_strncpy(preview->id, good ? id : "", sizeof preview->id);
    return good;
}

bool preview_of_path(const char *path, struct preview *preview)
{
    char rest[PREVIEW_ID], code[TABLE_CODE];
    *preview = (struct preview){.kind = PREVIEW_SITE};
    if (strcmp(path, "/day") == 0) {
        preview->kind = PREVIEW_DAY;
    } else if (take_rest(path, "/puzzle/", rest)) {
        if (*rest && strspn(rest, "0123456789") == strlen(rest)) {
            preview->kind = PREVIEW_PUZZLE;
            lws_strncpy(preview->id, rest, sizeof preview->id);
        }
    } else if (take_rest(path, "/j/", rest)) {
        if (table_code_fold(rest, code)) {
            preview->kind = PREVIEW_TABLE;
            lws_strncpy(preview->id, code, sizeof preview->id);
        }
    } else if (take_rest(path, "/r/", rest)) {
        preview_of_game(rest, preview);
    } else {
        return strcmp(path, "/") == 0;
    }
    return true;
}

/* ---------------------------------------------------------------- a table */

void preview_of_table(struct preview *preview, const struct table *table)
{
    preview->kind = permission_to_tell(table) ? PREVIEW_TABLE : PREVIEW_PRIVATE;
    if (preview->kind == PREVIEW_PRIVATE)
        return;
    preview->game = table->settings.rules.game;
    preview->phase = table->phase;
    preview->seats = table_seats(table);
    for (int i = 0; i < preview->seats; i++) {
        const struct table_seat *seat = &table->seat[i];
        preview->free += seat->kind == TABLE_EMPTY;
        if (seat->kind == TABLE_PERSON && seat->person == table->owner)
            lws_strncpy(preview->owner, seat->name, sizeof preview->owner);
    }
}

struct folding {
    struct table table;
    struct table_event event;
    bool good;
};

static bool fold_line(void *context, const char *code, uint32_t number, const char *line,
                      size_t length)
{
    struct folding *folding = context;
    (void)code, (void)number;
    folding->good = table_event_read(&folding->table, line, length, &folding->event) &&
        table_apply(&folding->table, &folding->event) == TABLE_OK;
    return folding->good;
}

static enum store_status read_table(struct preview *preview, struct store *store)
{
    struct store_person owner;
    struct folding *folding = calloc(1, sizeof *folding);
    if (!folding)
        return STORE_DOWN;
    enum store_status status = store_read_log(store, preview->id, 0, fold_line, folding);
    if (status == STORE_OK && !folding->good)
        status = STORE_NONE;
    if (status == STORE_OK)
        preview_of_table(preview, &folding->table);
    if (status == STORE_OK && *preview->owner &&
        store_find_person(store, folding->table.owner, &owner) == STORE_OK)
        lws_strncpy(preview->language, owner.language, sizeof preview->language);
    free(folding);
    return status;
}

/* ---------------------------------------------------------------- a finished game */

static void note_end(struct preview *preview, const struct history *history)
{
    struct show show;
    stos_view view;
    stos_look(&history->state, STOS_SPECTATOR, &view);
    game_show_of(&view, &show);
    preview->ended = stos_over(&history->state);
    if (preview->ended)
        preview->result = game_tell_result(&view);
    preview->piles = show.piles;
    memcpy(preview->pile, show.pile, sizeof preview->pile);
    for (struct turn turn = {0}; history_turn(history, &turn);)
        preview->turns++;
}

/* The game as its record tells it; false if that cannot be read. */
static bool read_end(struct preview *preview, const char *record, size_t length)
{
    struct history history = {0};
    stos_reader *reader = malloc(sizeof *reader);
    bool full = false;
    bool good = reader && !history_load(&history, reader, record, length, &full).reason && !full;
    if (good)
        note_end(preview, &history);
    history_free(&history);
    free(reader);
    return good;
}

static enum store_status read_game(struct preview *preview, const struct server *server,
                                   struct store *store)
{
    struct study study = {.server = server, .now_ms = server_now_ms()};
    stos_rules rules;
    enum store_status status = study_record(&study, store, preview->id);
    if (status != STORE_OK)
        return status == STORE_TAKEN || status == STORE_BROKEN ? STORE_NONE : status;
    if (stos_rules_parse(study.game.rules, strlen(study.game.rules), &rules).reason ||
        !read_end(preview, study.record, study.length))
        status = STORE_NONE;
    free(study.record);
    if (status != STORE_OK)
        return status;
    preview->game = rules.game;
    preview->seats = study.game.seats;
    for (int i = 0; i < preview->seats; i++) {
        const struct store_seat *seat = &study.game.seat[i];
        lws_strncpy(preview->name[i], *seat->bot ? seat->bot : seat->name, TABLE_NAME);
    }
    return status;
}

enum store_status preview_read(struct preview *preview, const struct server *server,
                               struct store *store)
{
    enum store_status status = preview->kind == PREVIEW_GAME ? read_game(preview, server, store)
                                                             : read_table(preview, store);
    if (status != STORE_OK)
        *preview = (struct preview){.kind = PREVIEW_SITE};
    return status;
}
