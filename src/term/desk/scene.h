/*
 * scene.h - what the screen of a table shows, and whatever stands behind it: a game on this machine or a server's table.
 *
 * A scene holds only what the person in front of the screen may know: a view, names, hints, what was told. A source
 * keeps its scene up to date and carries out what the person wants; it never blocks.
 */
#ifndef STOS_TERM_DESK_SCENE_H
#define STOS_TERM_DESK_SCENE_H

#include "bot/bot.h"
#include "table/history.h"

enum { SCROLL_LINES = 128, SCROLL_TEXT = 240, NOTICE_TEXT = 320 };

/* Lines that were told, the last SCROLL_LINES of them. */
struct scroll {
    char line[SCROLL_LINES][SCROLL_TEXT];
    int count; /* ever told; line i lies at i % SCROLL_LINES */
};

void scroll_clear(struct scroll *scroll);
void scroll_add(struct scroll *scroll, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds to the last line. */
void scroll_append(struct scroll *scroll, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The i-th line from the end, 0 for the last; NULL when there is none. */
const char *scroll_from_end(const struct scroll *scroll, int i);

enum scene_phase { SCENE_WAITING, SCENE_PLAYING, SCENE_PAUSED, SCENE_OVER, SCENE_CLOSED };

struct scene_seat {
    char name[STOS_NAME_TEXT];
    bool bot, open, away, owner, agreed;
};

struct scene {
    uint8_t phase; /* enum scene_phase */
    bool dealt;    /* there is a view */
    stos_view view;
    stos_rules rules;
    int you; /* one's seat, or -1 */
    struct scene_seat seat[STOS_MAX_SEATS];
    stos_hints hints;
    stos_seats thinking;
    bool memory;      /* the strip of gone cards is shown (TT4) */
    bool takes_back;  /* placed cards can be taken back until the turn ends (TG17, FF10) */
    int64_t late_ms;  /* when the running turn is late, by clock_ms(); 0: no clock */
    uint32_t version; /* rises with every change of the view: what was picked up is put down */
    uint32_t reveals; /* challenges of LIE seen so far */
    int curtain;      /* the person who has to come to the screen, or -1 */
    struct scroll log, talk;
    bool compares;            /* its deals are those of a series, with standings */
    char invite[160];         /* how others come to this table, or "" */
    char coach[1024];         /* of a lesson: what is said about this position, or "" */
    char notice[NOTICE_TEXT]; /* what the source has to say, such as a refusal; taken by the screen */
    bool connected;
    bool unanswered; /* connected, but something was asked a while ago and has no answer yet */
};

/* What can be wanted of a source. Those that a source lacks are NULL. */
struct source {
    struct scene scene;
    int wake_fd;                        /* readable when step() has something to do */
    int (*step)(struct source *source); /* goes on; returns after how many ms to be called again, -1: when woken */
    void (*play)(struct source *source, stos_move move);
    void (*undo)(struct source *source);
    bool (*takes_key)(struct source *source, long code); /* a key that means something else here: it is done */
    void (*hurry)(struct source *source);                /* the bot that thinks plays at once */
    void (*lift)(struct source *source);                 /* the right person is at the screen */
    void (*say)(struct source *source, const char *text);
    void (*hint)(struct source *source, int pile, int hint); /* pile -1: about oneself */
    void (*fill)(struct source *source);                     /* bots take the open seats */
    void (*begin)(struct source *source, bool same);         /* deals, or asks for another game; same: the same deal */
    bool (*save)(struct source *source);
    const char *(*refusal)(const struct source *source); /* why there is no use in going on, or "" */
    bool (*has_place)(const struct source *source);      /* one is at the table, or on the way there */
    const struct lie_table *rounds;                      /* solved rounds of LIE for bots, or NULL */
    const struct history *game;                          /* the whole game where it is known, else NULL */
};

static inline int scene_seats(const struct scene *scene) { return stos_rules_seats(&scene->rules); }

/* Monotonic time. */
int64_t clock_ms(void);

/* The number of the running phase, whatever the game; STOS_PHASE_OVER when there is none. */
int scene_phase_of(const stos_view *view);
int scene_vote_of(const stos_view *view, int seat); /* whom a seat would let start, -1 for nobody */

/* Whether the person in front of the screen may act. */
bool scene_may_act(const struct scene *scene);

/* The name of a seat, told apart from namesakes. Returns `out`. */
const char *scene_name(const struct scene *scene, int seat, char out[STOS_NAME_TEXT + 16]);

/* The same in little room: bots (whose names are plain letters) without the word for it. */
const char *scene_short_name(const struct scene *scene, int seat, int room, char out[STOS_NAME_TEXT + 16]);

/* What is to be told beside a list: the notice, else that an answer is missing, else "". */
const char *scene_notice(const struct scene *scene);

/* The highest card there is. */
int scene_high(const stos_view *view);

#endif
