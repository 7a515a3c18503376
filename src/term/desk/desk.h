/*
 * desk.h - the screen of a table: draws a scene, and turns keys and clicks into requests to its
 * source.
 *
 * The same for a game on this machine and for a server's table. From top to bottom: people, piles
 * with room and jumps, the strip of gone cards, the hand, what the turn owes, what happened; keys
 * in the last row.
 */
#ifndef STOS_TERM_DESK_DESK_H
#define STOS_TERM_DESK_DESK_H

#include "game/show.h"
#include "scene.h"
#include "table/table.h"
#include "term/screen/screen.h"
#include "thinker.h"

enum desk_end {
    DESK_QUIT,
    DESK_SAVED,
    DESK_CLOSED,
    DESK_REPLAY,
    DESK_STANDINGS,
    DESK_SENT_AWAY /* the server no longer has a place for the person */
};

/* Runs until the person leaves. */
enum desk_end desk_run(struct source *source);

/* ---------------------------------------------------------------- what the files of the desk share
 */

enum desk_mode {
    MODE_TABLE,
    MODE_HELP,
    MODE_QUIT,
    MODE_CURTAIN,
    MODE_REVEAL,
    MODE_TALK,
    MODE_HINTS,
    MODE_SUMMARY,
    MODE_COACH
};
enum desk_target {
    TARGET_CARD,
    TARGET_PILE,
    TARGET_END,
    TARGET_SEAT,
    TARGET_BID,
    TARGET_CALL,
    TARGET_SHOW,
    TARGET_DIRECTION,
    TARGET_GO_ON
};
enum { TALK_TEXT = 400 };

/* A turn that is laid out but not sent yet. */
struct desk_plan {
    stos_move move[TABLE_TURN_MOVES];
    int count;
    bool closed; /* the last move ends the turn or the game by itself */
    bool sending, waiting,
        ends;        /* being sent; a move was sent and is not confirmed yet; finish with `end` */
    stos_view table; /* the view without these moves */
};

struct desk {
    struct source *source;
    int mode;           /* enum desk_mode */
    uint32_t version;   /* of the scene that the cursors belong to */
    int you;            /* the person that they belong to */
    uint32_t reveals;   /* challenges that were shown */
    bool summed_up;     /* the end of this game was shown */
    uint32_t coached;   /* version of the scene whose lesson was read, if it did not fit beside the
                           table */
    int64_t settled_ms; /* Enter closes the window only from then on */
    /* cursors */
    int card, pile, seat, bid, direction;
    unsigned
        flipped;   /* bit i: card i is turned over, from the end chosen before or the lower one */
    char typed[8]; /* the part of a number or bid typed so far */
    struct desk_plan plan;
    /* talk and hints */
    char text[TALK_TEXT];
    int hint_pile, hint_choice;
    /* what a good player would do */
    struct thinker *advisor;
    bool advising;
    char message[NOTICE_TEXT];
    int revealed;        /* hands of the challenge revealed so far */
    int64_t reveal_ms;   /* when the next one is turned over */
    struct curve *curve; /* of the win chance, once asked for */
    const char *keys;    /* shown in the last row instead of the usual keys; NULL: the usual ones */
    bool done;
    enum desk_end end;
};

/*
 * Where things are: the table on the left, the log beside it if there is room, else below. A small
 * window has no strip of gone cards and puts the piles close together; a large one has larger cards
 * and more spacing.
 */
struct layout {
    int rows, columns; /* of the screen */
    int width;         /* of the table */
    int log_y, log_x, log_rows, log_width;
    bool beside;
    bool is_short, is_narrow; /* less than the usual rows, columns */
    int air;                  /* empty rows between the parts */
    int pile_width, box_width, box_height, card_width, card_height;
    int piles_y, memory_y, hand_y, duties_y; /* memory: -1: none */
    int ladder_rows;                         /* of the bids */
};

struct layout desk_layout(const struct desk *desk);
void desk_draw(struct desk *desk);
void desk_draw_piles(struct desk *desk, const struct layout *layout);
void desk_draw_bids(struct desk *desk, const struct layout *layout);
void desk_draw_reveal(struct desk *desk);
void desk_draw_summary(struct desk *desk);
bool desk_coach_fits(
    const struct desk *desk); /* whether the coach's whole text fits where the log is */

void desk_key(struct desk *desk, struct key key);
void desk_table_key(struct desk *desk, struct key key);
void desk_bids_key(struct desk *desk, struct key key);
void desk_click(struct desk *desk, struct key key);
void desk_pick_some_card(
    struct desk *desk); /* the one under the cursor, or the next that fits somewhere */

/* The table as it is drawn: the view of the scene, whatever the game. */
struct show desk_look(const struct desk *desk);

/* Whether hints about the piles can be given. */
bool desk_takes_hints(const struct desk *desk);

/* Sends a move, if it is the person's turn. */
void desk_play(struct desk *desk, stos_move move);
bool desk_is_legal(const struct desk *desk, stos_move move);

/* A turn laid out in private where placed cards are final (desk_plan.c). */
bool desk_lays_out(const struct desk *desk);
void desk_plan_lift(struct desk *desk); /* before the source's step(): restores its view */
void desk_plan_follow(
    struct desk *desk); /* after it: sends the next move, and lays out the rest again */
void desk_plan_place(struct desk *desk, stos_move move);
bool desk_plan_take_back(struct desk *desk); /* false: nothing is laid out */
void desk_plan_send(struct desk *desk, bool ends);
int desk_laid_on(const struct desk *desk, int pile); /* cards */

void desk_show(struct desk *desk); /* chooses the ends as they are turned now */
unsigned desk_differs_from(const struct desk *desk,
                           stos_move show);  /* bit i: card i lies the other way */
int desk_first_bid(const struct desk *desk); /* step of the ladder above the standing bid */
void desk_point_at_bid(struct desk *desk, stos_move move);
void desk_reset_bids(struct desk *desk); /* the cursors, when the table has changed */
void desk_leave(struct desk *desk, enum desk_end end);
void desk_say(struct desk *desk, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A hint with its reason. */
void desk_ask_advice(struct desk *desk);
void desk_take_advice(struct desk *desk);

/* Puts the cursors on a move, so that Enter plays it. */
void desk_point_at(struct desk *desk, stos_move move);

#endif
