/*
 * preview_picture.c - the picture of a link: the final piles of a finished game, or cards of the
 * game that it is about. It has no words, so one picture does for all languages.
 */
#include "canvas.h"
#include "glyphs.h"
#include "preview.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct colour ground = {0x15, 0x26, 0x1f, 1}, felt = {0x1f, 0x38, 0x2e, 1},
                           sheet = {0xf6, 0xee, 0xe0, 1}, ink = {0x1c, 0x30, 0x29, 1},
                           gold = {0xdf, 0xb6, 0x5f, 1}, red = {0xcf, 0x3a, 0x1a, 1},
                           shadow = {0, 0, 0, 0.35f};

enum { CARD_WIDTH = 230, CARD_HEIGHT = 330, CARD_ROUND = 26 };

/* A sheet of paper with a shadow under it. */
static void draw_sheet(struct canvas *canvas, const struct placing *at)
{
    struct placing under = *at;
    under.x += 5;
    under.y += 10;
    canvas_round_box(canvas, &under, CARD_WIDTH, CARD_HEIGHT, CARD_ROUND, shadow);
    canvas_round_box(canvas, at, CARD_WIDTH, CARD_HEIGHT, CARD_ROUND, sheet);
}

static void draw_card(struct canvas *canvas, const struct placing *at, const char *text)
{
    draw_sheet(canvas, at);
    canvas_text(canvas, at, text, strlen(text) > 2 ? 108 : 135, ink);
}

/* Part of the way from one place to another, as the card lies. */
static struct placing inside(const struct placing *at, float x, float y)
{
    struct placing moved = *at;
    moved.x += at->scale * (x * at->cosine - y * at->sine);
    moved.y += at->scale * (x * at->sine + y * at->cosine);
    return moved;
}

/* A card on a pile, with an arrow that says where the pile leads; an empty pile is a place in the
 * felt. */
static void draw_pile(struct canvas *canvas, const struct placing *at, const struct show_pile *pile)
{
    char text[8];
    float towards = pile->rising ? -1 : 1;
    struct placing arrow = inside(at, 0, towards * 118);
    snprintf(text, sizeof text, "%d", pile->top);
    if (pile->top == pile->start) {
        canvas_round_box(canvas, at, CARD_WIDTH, CARD_HEIGHT, CARD_ROUND, felt);
        canvas_text(canvas, at, text, strlen(text) > 2 ? 108 : 135, gold);
    } else {
        draw_card(canvas, at, text);
    }
    canvas_triangle(canvas, &arrow, 46, pile->rising ? 34 : -34, pile->rising ? gold : red);
}

/* All piles in a row; those of the opponent apart. */
static void draw_piles(struct canvas *canvas, const struct show_pile *pile, int count)
{
    enum { STEP = 262, APART = 40 };
    bool sides = false;
    for (int i = 0; i < count; i++)
        sides |= !pile[i].mine;
    float wide = (float)((count - 1) * STEP + (sides ? APART : 0)), x = (CANVAS_WIDTH - wide) / 2;
    for (int i = 0; i < count; i++, x += STEP) {
        if (sides && i > 0 && pile[i].mine != pile[i - 1].mine)
            x += APART;
        struct placing at = canvas_at(x, 275, 1, 0);
        draw_pile(canvas, &at, &pile[i]);
    }
}

static void draw_fan(struct canvas *canvas, const char *const *cards, int count)
{
    for (int i = 0; i < count; i++) {
        float off = (float)i - (float)(count - 1) / 2;
        struct placing at =
            canvas_at(CANVAS_WIDTH / 2.0f + off * 204, 255 + off * off * 13, 0.83f, off * 0.1f);
        draw_card(canvas, &at, cards[i]);
    }
}

/* The name, on three sheets that slip, as in the icon. */
static void draw_name(struct canvas *canvas)
{
    static const float slip[] = {-8, 10, -3};
    for (int i = 0; i < 3; i++) {
        struct placing at = canvas_at(510 + slip[i], 530 + (float)i * 22, 1, 0);
        canvas_round_box(canvas, &at, 84, 13, 6.5f, i == 1 ? gold : sheet);
    }
    struct placing at = canvas_at(650, 552, 1, 0);
    canvas_text(canvas, &at, "stos", 66, sheet);
}

/* The cards that stand for a link without piles of its own. */
static const char *const of_site[] = {"3", "37", "47", "60", "98"},
                         *const of_day[] = {"24", "?", "12"},
                         *const of_puzzle[] = {"48", "58", "?"},
                         *const of_lie[] = {"1", "3", "4", "4", "6"};

/* ---------------------------------------------------------------- where it is */

static const char *const motifs[] = {
    [PREVIEW_SITE] = "site",    [PREVIEW_DAY] = "day",    [PREVIEW_PUZZLE] = "puzzle",
    [PREVIEW_PRIVATE] = "site", [PREVIEW_TABLE] = "site", [PREVIEW_GAME] = "site"};
static const char folder[] = "/preview/", games[] = "/preview/r/", ending[] = ".png";

void preview_picture_path(const struct preview *preview, char *path, size_t size)
{
    if (preview->kind == PREVIEW_GAME && preview->piles > 0)
        snprintf(path, size, "%s%s%s", games, preview->id, ending);
    else
        snprintf(path, size, "%s%s%s", folder,
                 preview->game == stos_game_at(STOS_LIE) ? "lie" : motifs[preview->kind], ending);
}

bool preview_of_picture(const char *path, struct preview *preview)
{
    char id[PREVIEW_ID], back[64];
    size_t head =
        strncmp(path, games, sizeof games - 1) == 0 ? sizeof games - 1 : sizeof folder - 1;
    size_t length = strlen(path), tail = sizeof ending - 1;
    *preview = (struct preview){.kind = PREVIEW_SITE};
    if (strncmp(path, folder, sizeof folder - 1) != 0 || length < head + tail ||
        length - head - tail >= sizeof id || strcmp(path + length - tail, ending) != 0)
        return false;
    snprintf(id, sizeof id, "%.*s", (int)(length - head - tail), path + head);
    if (head == sizeof games - 1)
        return preview_of_game(id, preview);
    for (int kind = PREVIEW_SITE; kind <= PREVIEW_PUZZLE; kind++)
        if (strcmp(id, motifs[kind]) == 0)
            preview->kind = (uint8_t)kind;
    preview->game = strcmp(id, "lie") == 0 ? stos_game_at(STOS_LIE) : NULL;
    preview_picture_path(preview, back, sizeof back);
    return strcmp(back, path) == 0;
}

/* ---------------------------------------------------------------- drawing it */

static void draw_motif(struct canvas *canvas, const struct preview *preview)
{
    if (preview->piles > 0)
        draw_piles(canvas, preview->pile, preview->piles < 4 ? preview->piles : 4);
    else if (preview->kind == PREVIEW_DAY)
        draw_fan(canvas, of_day, 3);
    else if (preview->kind == PREVIEW_PUZZLE)
        draw_fan(canvas, of_puzzle, 3);
    else if (preview->game == stos_game_at(STOS_LIE))
        draw_fan(canvas, of_lie, 5);
    else
        draw_fan(canvas, of_site, 5);
}

unsigned char *preview_draw(const struct preview *preview, size_t *length)
{
    struct canvas *canvas = preview_glyphs[0].character ? malloc(sizeof *canvas) : NULL;
    if (!canvas)
        return NULL;
    canvas_clear(canvas, ground);
    struct placing middle = canvas_at(CANVAS_WIDTH / 2.0f, 270, 1, 0);
    canvas_round_box(canvas, &middle, 1120, 460, 60, felt);
    draw_motif(canvas, preview);
    draw_name(canvas);
    unsigned char *png = canvas_png(canvas, length);
    free(canvas);
    return png;
}
