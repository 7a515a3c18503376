/*
 * test_preview.c - whatever a name holds, the elements of a preview stay what they are, and a
 * reader of HTML gets the name back.
 */
#include "server/http/preview.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { PAGE = 16 * 1024 };

static uint32_t draw(uint32_t *state, uint32_t below)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) % below;
}

/* Mostly what means something in HTML, in formats and in our own page. */
static void draw_name(uint32_t *state, char *name, size_t size)
{
    static const char nasty[] = "<>\"'&;=/ -!%snamp#39lt\n\t\r\x01\x7f\xc5\x82";
    size_t length = draw(state, (uint32_t)size);
    for (size_t i = 0; i < length; i++)
        name[i] =
            draw(state, 4) ? nasty[draw(state, sizeof nasty - 1)] : (char)(1 + draw(state, 255));
    name[length] = '\0';
}

/* Reads an attribute's value as a browser does; returns what follows its closing quote. */
static const char *read_value(const char *at, char *value)
{
    static const struct {
        const char *entity;
        char letter;
    } entities[] = {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&#39;", '\''}};
    while (*at && *at != '"') {
        size_t known = 0;
        while (*at == '&' && known < 5 &&
               strncmp(at, entities[known].entity, strlen(entities[known].entity)) != 0)
            known++;
        assert_false(*at == '<' || *at == '>' || *at == '\'' || (unsigned char)*at < ' ');
        assert_true(*at != '&' || known < 5);
        *value++ = *at == '&' ? entities[known].letter : *at;
        at += *at == '&' ? strlen(entities[known].entity) : 1;
    }
    *value = '\0';
    assert_int_equal(*at, '"');
    return at + 1;
}

static const char *after(const char *at, const char *text)
{
    if (strncmp(at, text, strlen(text)) != 0)
        fail_msg("'%.40s' does not begin with '%s'", at, text);
    return at + strlen(text);
}

/* Reads all elements; copies the title. */
static int read_elements(const char *at, char *title)
{
    char name[PAGE], value[PAGE];
    int count = 0;
    for (; *at; count++) {
        at = after(at, "<meta ");
        at += strncmp(at, "name=\"", 6) == 0 ? 6 : after(at, "property=\"") - at;
        at = read_value(at, name);
        at = read_value(after(at, " content=\""), value);
        at = after(at, ">\n    ");
        if (strcmp(name, "og:title") == 0)
            memcpy(title, value, strlen(value) + 1);
    }
    return count;
}

static void test_names_stay_names(void **state)
{
    static const char ending[] = " invites you to THE GAME";
    static char page[PAGE], title[PAGE], plain[PAGE];
    uint32_t seed = 37;
    struct preview preview = {
        .kind = PREVIEW_TABLE, .id = "abcd", .game = stos_game_at(STOS_THEGAME), .seats = 4};
    (void)state;
    for (int round = 0; round < 20000; round++) {
        draw_name(&seed, preview.owner, sizeof preview.owner);
        stos_writer writer = stos_writer_on(page, sizeof page);
        preview_write(&writer, &preview, NULL, round % 2 ? "https://cards.example/" : NULL);
        assert_true(writer.length < sizeof page);
        assert_int_equal(read_elements(page, title), round % 2 ? 14 : 13);
        if (!*preview.owner)
            continue;
        memcpy(plain, preview.owner, sizeof preview.owner);
        for (char *at = plain; *at; at++)
            *at = (unsigned char)*at < ' ' ? ' ' : *at;
        assert_memory_equal(title, plain, strlen(plain));
        assert_string_equal(title + strlen(plain), ending);
    }
}

static void test_paths(void **state)
{
    static const struct {
        const char *path;
        int kind; /* -1: no page with a preview */
        const char *id;
    } rows[] = {
        {"/", PREVIEW_SITE, ""},
        {"/day", PREVIEW_DAY, ""},
        {"/puzzle/12", PREVIEW_PUZZLE, "12"},
        {"/puzzle/1x", PREVIEW_SITE, ""},
        {"/j/AbCd", PREVIEW_TABLE, "abcd"},
        {"/j/abcd/", PREVIEW_TABLE, "abcd"},
        {"/j/abcd/e", PREVIEW_SITE, ""},
        {"/j/", PREVIEW_SITE, ""},
        {"/r/x1", PREVIEW_GAME, "x1"},
        {"/r/12345678901234567890", PREVIEW_SITE, ""},
        {"/r/a.b", PREVIEW_SITE, ""},
        {"/days", -1, ""},
        {"/x", -1, ""},
        {"/j", -1, ""},
    };
    struct preview preview;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bool found = preview_of_path(rows[i].path, &preview);
        if (found != (rows[i].kind >= 0) ||
            (found && (preview.kind != rows[i].kind || strcmp(preview.id, rows[i].id) != 0)))
            fail_msg("'%s' is %d '%s'", rows[i].path, preview.kind, preview.id);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_stay_names),
        cmocka_unit_test(test_paths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
