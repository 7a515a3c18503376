/*
 * scene.h - what the screen of a table shows, and the source behind it: a game on this machine or a
 * server's table.
 *
 * A scene holds only what the person in front of the screen may know: a view, names, hints, the
 * log. A source keeps its scene up to date and carries out the person's requests; it never blocks.
 */
#ifndef STOS_TERM_DESK_SCENE_H
#define STOS_TERM_DESK_SCENE_H

#include "bot/bot.h"
#include "lang/tell.h"
#include "table/history.h"

enum { SCROLL_LINES = 128, SCROLL_TEXT = 240, NOTICE_TEXT = 320 };

/* A ring buffer of the last SCROLL_LINES lines. */
struct scroll {
    char line[SCROLL_LINES][SCROLL_TEXT];
    int count; /* ever added; line i is at i % SCROLL_LINES */
};

void scroll_clear(struct scroll *scroll);
void scroll_add(struct scroll *scroll, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Adds to the last line. */
void scroll_append(struct scroll *scroll, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The i-th line from the end, 0 for the last; NULL if there is none. */
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
    int you; /* the person's seat, or -1 */
    struct scene_seat seat[STOS_MAX_SEATS];
    stos_hints hints;
    stos_hint_history history; /* what was said before, where that is known */
    stos_seats thinking;
    bool memory;      /* the strip of gone cards is shown (TT4) */
    bool takes_back;  /* placed cards can be taken back until the turn ends (TG17, FF10) */
    int64_t late_ms;  /* when the running turn will be late, by clock_ms(); 0: no clock */
    uint32_t version; /* incremented with every change of the view, which resets the selection */
    uint32_t reveals; /* challenges seen so far */
    int curtain;      /* the person who has to come to the screen, or -1 */
    struct scroll log, talk;
    bool compares;            /* its deals belong to a series, which has standings */
    char invite[160];         /* how others can join this table, or "" */
    char coach[1024];         /* the lesson's text on this position, or "" */
    char notice[NOTICE_TEXT]; /* a message from the source, such as a refusal; cleared when the
                                 screen takes it */
    bool connected;
    bool unanswered; /* connected, but a request sent a while ago is still unanswered */
};

/* The operations of a source; those that it does not support are NULL. */
struct source {
    struct scene scene;
    int wake_fd;                        /* readable when step() has something to do */
    int (*step)(struct source *source); /* makes progress; returns after how many ms to call it
                                           again, -1: when woken */
    void (*play)(struct source *source, stos_move move);
    void (*undo)(struct source *source);
    bool (*takes_key)(struct source *source,
                      long code);         /* true if the source handled the key itself */
    void (*hurry)(struct source *source); /* the thinking bot plays at once */
    void (*lift)(struct source *source);  /* the right person is at the screen */
    void (*say)(struct source *source, const char *text);
    void (*hint)(struct source *source, int pile,
                 int hint);              /* pile -1: about the player themselves */
    void (*fill)(struct source *source); /* bots take the open seats */
    void (*begin)(struct source *source,
                  bool same); /* deals, or asks for another game; same: the same deal */
    bool (*save)(struct source *source);
    const char *(*refusal)(const struct source *source); /* why it is pointless to go on, or "" */
    bool (*has_place)(const struct source *source); /* the person is at the table, or joining it */
    const struct solved_rounds *rounds;             /* solved rounds of LIE for bots, or NULL */
    const struct history *game; /* the whole game where it is known, else NULL */
};

static inline int scene_seats(const struct scene *scene) { return stos_rules_seats(&scene->rules); }

/* Monotonic time. */
int64_t clock_ms(void);

/* Whether the person in front of the screen may act. */
bool scene_may_act(const struct scene *scene);

/* The name of a seat, made distinct from equal names. Returns `out`. */
const char *scene_name(const struct scene *scene, int seat, char out[STOS_NAME_TEXT + 16]);

/* The names of a scene, as sentences need them. */
struct scene_names {
    const struct scene *scene;
    char name[STOS_NAME_TEXT + 16];
};
struct tell_names scene_names(struct scene_names *names, const struct scene *scene);

/* The same in little room: without the word "bot" for bots (whose names are plain letters). */
const char *scene_short_name(const struct scene *scene, int seat, int room,
                             char out[STOS_NAME_TEXT + 16]);

/* The message to show beside a list: the notice, else that an answer is missing, else "". */
const char *scene_notice(const struct scene *scene);

#endif
