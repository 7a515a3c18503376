/*
 * libFuzzer target: whatever strangers are called, the elements of a link preview stay what they
 * are, and a reader of HTML gets the names back.
 *
 * The first byte chooses a table or a finished game, its language and its address; the rest is
 * names, with NULs between them.
 */
#include "server/http/preview.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE = 32 * 1024, LEAST = 13 };

/* The picture needs letters that the build draws; its path holds nothing that strangers say. */
void preview_picture_path(const struct preview *preview, char *path, size_t size)
{
    (void)preview;
    lws_strncpy(path, "/preview/start.png", size);
}

static void must(bool holds)
{
    if (!holds)
        abort();
}

/* Reads an attribute's value as a browser does; returns what follows its closing quote. */
static const char *read_value(const char *at, char *value)
{
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    static const char letters[] = "&<>\"'";
    while (*at && *at != '"') {
        size_t known = 0;
        while (*at == '&' && known < 5 &&
               strncmp(at, entities[known], strlen(entities[known])) != 0)
            known++;
        must(!strchr("<>'", *at) && (unsigned char)*at >= ' ' && known < 5);
        *value++ = *at == '&' ? letters[known] : *at;
        at += *at == '&' ? strlen(entities[known]) : 1;
    }
    *value = '\0';
    must(*at == '"');
    return at + 1;
}

static const char *after(const char *at, const char *text)
{
    must(strncmp(at, text, strlen(text)) == 0);
    return at + strlen(text);
}

/* Reads all elements; copies title and description. */
static int read_elements(const char *at, char *title, char *text)
{
    static char name[PAGE], value[PAGE];
    int count = 0;
    for (; *at; count++) {
        at = after(at, "<meta ");
        at = after(at, strncmp(at, "name", 4) == 0 ? "name=\"" : "property=\"");
        at = read_value(at, name);
        at = after(read_value(after(at, " content=\""), value), ">\n    ");
        must(strspn(name, "abcdefghijklmnopqrstuvwxyz:_") == strlen(name));
        if (strcmp(name, "og:title") == 0)
            memcpy(title, value, strlen(value) + 1);
        if (strcmp(name, "description") == 0)
            memcpy(text, value, strlen(value) + 1);
    }
    return count;
}

/* A name as the page shows it: without control characters. */
static const char *shown(const char *name, char *out)
{
    size_t length = strlen(name);
    for (size_t i = 0; i <= length; i++)
        out[i] = name[i] && (unsigned char)name[i] < ' ' ? ' ' : name[i];
    return out;
}

static void take_names(struct preview *preview, const uint8_t *data, size_t size)
{
    for (int seat = 0; seat < preview->seats && size > 0; seat++) {
        const uint8_t *end = memchr(data, 0, size);
        size_t length = end ? (size_t)(end - data) : size;
        size_t kept = length < TABLE_NAME - 1 ? length : TABLE_NAME - 1;
        memcpy(preview->name[seat], data, kept);
        data += length + (end != NULL);
        size -= length + (end != NULL);
    }
    memcpy(preview->owner, preview->name[0], TABLE_NAME);
}

/* How a duel ends, which its winner's name tells. */
static struct sentence duel_result(void)
{
    stos_rules rules = stos_rules_standard(stos_game_at(STOS_FACETOFACE));
    stos_seed seed = stos_seed_fast(1);
    stos_random random = stos_random_from(1);
    stos_state state;
    stos_view view;
    must(stos_deal(&state, &rules, &seed, NULL).reason == STOS_OK);
    stos_playout(&state, &random);
    stos_look(&state, STOS_SPECTATOR, &view);
    return game_tell_result(&view);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const languages[] = {"en", "pl", "cs", "uk"};
    static char page[PAGE], title[PAGE], text[PAGE];
    char name[TABLE_NAME];
    int choice = size ? data[0] : 0;
    bool finished = choice & 1;
    struct preview preview = {.kind = finished ? PREVIEW_GAME : PREVIEW_TABLE,
                              .id = "abcd",
                              .game = stos_game_at(finished ? STOS_FACETOFACE : STOS_THEGAME),
                              .seats = finished ? 2 : 4,
                              .turns = 5,
                              .ended = choice & 2,
                              .result = duel_result()};
    take_names(&preview, data + (size > 0), size - (size > 0));
    stos_writer writer = stos_writer_on(page, sizeof page);
    const char *address = choice & 16 ? "https://cards.example/" : NULL;
    preview_write(&writer, &preview, catalog_find(languages[choice >> 2 & 3]), address);
    must(writer.length < sizeof page && writer.length == strlen(page));
    must(read_elements(page, title, text) == LEAST + (address != NULL));
    if (!finished && *preview.owner)
        must(strstr(title, shown(preview.owner, name)) != NULL);
    if (finished)
        must(strstr(text, shown(preview.name[0], name)) &&
             strstr(text, shown(preview.name[1], name)));
    return 0;
}
