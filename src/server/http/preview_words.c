/*
 * preview_words.c - the words of a preview, as elements for the head of a page: Open Graph, which
 * chats read, and the two that Twitter wants beside them.
 *
 * Names are from strangers: everything that is written into an attribute is escaped here, and
 * nowhere else.
 */
#include "base/text.h"
#include "preview.h"

#include <stdio.h>
#include <string.h>

/* The words of one preview. */
struct words {
    const struct catalog *language;
    char title[300], text[600];
};

static const char *in(const struct words *words, const char *text)
{
    return catalog_text(words->language, text);
}

static void say(char *out, size_t size, const char *text) { lws_strncpy(out, text, size); }

/* ---------------------------------------------------------------- what is said */

static void tell_site(const struct preview *preview, struct words *words)
{
    (void)preview;
    say(words->title, sizeof words->title, "stos");
    say(words->text, sizeof words->text,
        in(words, N_("THE GAME, FACE TO FACE and LIE: online with friends or offline with bots.")));
}

static void tell_day(const struct preview *preview, struct words *words)
{
    (void)preview;
    say(words->title, sizeof words->title, in(words, N_("Deal of the day")));
    say(words->text, sizeof words->text,
        in(words, N_("Everybody is dealt the same cards today. How far do you get?")));
}

static void tell_puzzle(const struct preview *preview, struct words *words)
{
    snprintf(words->title, sizeof words->title, "%s %s", in(words, N_("Puzzle")), preview->id);
    say(words->text, sizeof words->text,
        in(words, N_("A position from a game. Do you find the best turn?")));
}

static void tell_private(const struct preview *preview, struct words *words)
{
    (void)preview;
    say(words->title, sizeof words->title, in(words, N_("Invitation to a private table")));
    say(words->text, sizeof words->text, in(words, N_("Only the whole link opens it.")));
}

static void tell_waiting(const struct preview *preview, struct words *words)
{
    const char *game = stos_game_title(preview->game);
    if (*preview->owner)
        snprintf(words->title, sizeof words->title, in(words, N_("%s invites you to %s")),
                 preview->owner, game);
    else
        snprintf(words->title, sizeof words->title, in(words, N_("You are invited to %s")), game);
    snprintf(words->text, sizeof words->text,
             catalog_plural(words->language,
                            NP_("%d of %d seats is free.", "%d of %d seats are free."),
                            (unsigned long)preview->free),
             preview->free, preview->seats);
}

static void tell_table(const struct preview *preview, struct words *words)
{
    if (preview->phase == TABLE_WAITING) {
        tell_waiting(preview, words);
        return;
    }
    say(words->title, sizeof words->title, stos_game_title(preview->game));
    say(words->text, sizeof words->text,
        in(words,
           preview->phase == TABLE_SHUT       ? N_("The table is closed.")
               : preview->phase == TABLE_OVER ? N_("The game at this table is over.")
                                              : N_("A game is being played at this table.")));
}

static const char *name_of(void *context, int seat)
{
    const struct preview *preview = context;
    return seat >= 0 && seat < preview->seats ? preview->name[seat] : "";
}

/* How the game ended, in the words of the game itself. */
static void tell_result(struct preview preview, struct words *words)
{
    const struct sentence_kind *kind = game_sentence_kind(preview.game, preview.result.kind);
    const char *form = kind->many
        ? catalog_plural(words->language, kind->one, kind->many,
                         (unsigned long)preview.result.number[kind->counted])
        : in(words, kind->one);
    game_sentence_text(form, &preview.result, name_of, &preview, words->title, sizeof words->title);
}

static void tell_game(const struct preview *preview, struct words *words)
{
    stos_writer writer = stos_writer_on(words->text, sizeof words->text);
    char turns[80];
    if (preview->ended)
        tell_result(*preview, words);
    else
        say(words->title, sizeof words->title, in(words, N_("The players ended this game early.")));
    snprintf(
        turns, sizeof turns,
        catalog_plural(words->language, NP_("%d turn", "%d turns"), (unsigned long)preview->turns),
        preview->turns);
    text_put(&writer, stos_game_title(preview->game));
    text_put(&writer, ": ");
    for (int i = 0; i < preview->seats; i++) {
        text_put(&writer, i > 0 ? ", " : "");
        text_put(&writer, preview->name[i]);
    }
    text_put(&writer, " · ");
    text_put(&writer, turns);
}

static void tell(const struct preview *preview, struct words *words)
{
    static void (*const tells[])(const struct preview *, struct words *) = {
        [PREVIEW_SITE] = tell_site,     [PREVIEW_DAY] = tell_day,
        [PREVIEW_PUZZLE] = tell_puzzle, [PREVIEW_PRIVATE] = tell_private,
        [PREVIEW_TABLE] = tell_table,   [PREVIEW_GAME] = tell_game};
    tells[preview->kind](preview, words);
}

/* ---------------------------------------------------------------- how it is written */

static void put_escaped(stos_writer *writer, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '&': text_put(writer, "&amp;"); break;
        case '<': text_put(writer, "&lt;"); break;
        case '>': text_put(writer, "&gt;"); break;
        case '"': text_put(writer, "&quot;"); break;
        case '\'': text_put(writer, "&#39;"); break;
        default: text_char(writer, (unsigned char)*text < ' ' ? ' ' : *text);
        }
}

/* `kind`: property or name. */
static void put_meta(stos_writer *writer, const char *kind, const char *name, const char *content,
                     const char *more)
{
    text_put(writer, "<meta ");
    text_put(writer, kind);
    text_put(writer, "=\"");
    text_put(writer, name);
    text_put(writer, "\" content=\"");
    put_escaped(writer, content);
    put_escaped(writer, more);
    text_put(writer, "\">\n    ");
}

static const char *locale_of(const struct catalog *language)
{
    static const char *const locales[][2] = {{"pl", "pl_PL"}, {"cs", "cs_CZ"}, {"uk", "uk_UA"}};
    for (size_t i = 0; language && i < sizeof locales / sizeof *locales; i++)
        if (strcmp(locales[i][0], language->language) == 0)
            return locales[i][1];
    return "en_GB";
}

/* The address of what is told, in this language: some chats fetch it again from there. */
static void write_path(const struct preview *preview, const struct catalog *language, char *path,
                       size_t size)
{
    static const char *const folders[] = {
        [PREVIEW_SITE] = "",      [PREVIEW_DAY] = "day",  [PREVIEW_PUZZLE] = "puzzle/",
        [PREVIEW_PRIVATE] = "j/", [PREVIEW_TABLE] = "j/", [PREVIEW_GAME] = "r/"};
    snprintf(path, size, "/%s%s%s%s", folders[preview->kind], preview->id, language ? "?lang=" : "",
             language ? language->language : "");
}

void preview_write(stos_writer *writer, const struct preview *preview,
                   const struct catalog *language, const char *public_url)
{
    struct words words = {.language = language};
    char path[64], picture[64], base[300] = "";
    tell(preview, &words);
    write_path(preview, language, path, sizeof path);
    preview_picture_path(preview, picture, sizeof picture);
    if (public_url)
        lws_strncpy(base, public_url, sizeof base);
    base[strlen(base) - (*base && base[strlen(base) - 1] == '/')] = '\0';
    put_meta(writer, "name", "description", words.text, "");
    put_meta(writer, "property", "og:type", "website", "");
    put_meta(writer, "property", "og:site_name", "stos", "");
    put_meta(writer, "property", "og:locale", locale_of(language), "");
    put_meta(writer, "property", "og:title", words.title, "");
    put_meta(writer, "property", "og:description", words.text, "");
    if (*base)
        put_meta(writer, "property", "og:url", base, path);
    put_meta(writer, "property", "og:image", base, picture);
    put_meta(writer, "property", "og:image:type", "image/png", "");
    put_meta(writer, "property", "og:image:width", "1200", "");
    put_meta(writer, "property", "og:image:height", "630", "");
    put_meta(writer, "property", "og:image:alt", words.title, "");
    put_meta(writer, "name", "twitter:card", "summary_large_image", "");
    if (preview->kind >= PREVIEW_PRIVATE)
        put_meta(writer, "name", "robots", "noindex", "");
}
