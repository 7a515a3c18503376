/*
 * stos_bot.h - the bots of stos for C programs: libstos-bots, on top of libstos. docs/bots.md says
 * how they play.
 *
 * A bot is given a view and the hints it has heard, nothing else. It works in memory that the
 * caller provides: nothing here allocates, prints or keeps state anywhere else, so every thread may
 * have its own players. The same seed and the same requests, limited by nodes, get the same answers
 * on every machine.
 *
 *     const stos_bot *bot = stos_bot_find(stos_game_at(STOS_FACETOFACE), "champion");
 *     void *memory = malloc(stos_bot_memory(bot));
 *     stos_player *player = stos_player_create(bot, memory, stos_bot_memory(bot), 1);
 *     stos_move moves[STOS_TURN_MOVES];
 *     int count = stos_player_choose(player, &view, NULL, NULL, moves);
 */
#ifndef STOS_BOT_H
#define STOS_BOT_H

#include "stos.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- which bots there are */

typedef struct stos_bot stos_bot;

/* All bots, game by game, weakest first; or one by its name, NULL if the game has none of that
 * name. */
int stos_bot_count(void);
const stos_bot *stos_bot_at(int index);
const stos_bot *stos_bot_find(const stos_game *game, const char *name);

const char *stos_bot_name(const stos_bot *bot);
const char *stos_bot_help(const stos_bot *bot); /* what it does, in a few words of English */
const stos_game *stos_bot_game(const stos_bot *bot);
uint32_t
stos_bot_ms(const stos_bot *bot); /* its default time limit for a turn; 0: it does not search */
size_t stos_bot_memory(const stos_bot *bot); /* bytes that a player needs */

/* ---------------------------------------------------------------- players */

/* A bot at a table, in the caller's memory. */
typedef struct stos_player stos_player;

/* Creates a player; `memory` must be aligned as by malloc(). NULL if it is not, or is too small. To
 * destroy it, free the memory. */
stos_player *stos_player_create(const stos_bot *bot, void *memory, size_t size, uint64_t seed);

/* Uses this seed for the next request, as if the player were new; the seeds of later requests
 * follow from it. */
void stos_player_seed(stos_player *player, uint64_t seed);

/*
 * Solved rounds of LIE, the bytes of a file such as data/lie-rounds.bin (docs/lie.md): from now on
 * bots that search play these rounds from the table. The caller owns the bytes and must keep them
 * as long as the player is used. If they are not such a file, returns false and the player has no
 * solved rounds.
 */
bool stos_player_rounds(stos_player *player, const void *bytes, size_t length);

/* Limits for a turn. Both 0: the bot's default. With nodes alone the clock is never read. */
typedef struct {
    uint32_t ms;
    uint64_t nodes;
} stos_limits;

/* The hints given since the listener's last turn (TT1): by each seat about each pile, and by each
 * seat about itself. */
enum {
    STOS_HINT_NONE,
    STOS_HINT_GO_AHEAD,
    STOS_HINT_NO_BIG_JUMP,
    STOS_HINT_LEAVE_1,
    STOS_HINT_LEAVE_2,
    STOS_HINT_LEAVE_3
};
enum {
    STOS_SELF_NONE,
    STOS_SELF_WANTS_START,
    STOS_SELF_RATHER_NOT,
    STOS_SELF_IN_TROUBLE,
    STOS_SELF_CAN_WAIT
};

enum { STOS_HINT_PILES = 4 };
typedef struct {
    uint8_t pile[STOS_MAX_SEATS][STOS_HINT_PILES];
    uint8_t self[STOS_MAX_SEATS];
} stos_hints;

/*
 * What was said and placed so far in a game of THE GAME, as everybody at the table heard and saw
 * it. A bot that is given it remembers hints about piles that have moved since: the cards they
 * spoke of may still be held (docs/bots.md). It belongs to a table, beside the hints in force; it
 * is optional and plain bytes, all 0 before the deal.
 *
 * For each seat it holds what was said about the present hand and about the hand before the seat's
 * last turn, one entry for each turn of somebody else, with the tops of that moment.
 */
enum { STOS_HINT_TURNS = 5, STOS_HINT_ASKED_SELF = 16 };
typedef struct {
    uint8_t pile[STOS_HINT_PILES], top[STOS_HINT_PILES]; /* about each pile, and its top then */
    uint8_t self_top[STOS_HINT_PILES], self; /* the hint about oneself, and all tops then */
    uint8_t asked; /* bits 0 to 3: silence about that pile is a statement; 16: about oneself */
} stos_hint_turn;

typedef struct {
    stos_hint_turn said[2][STOS_HINT_TURNS]; /* about the present hand; about the one before */
    uint8_t turns[2];                        /* how many of each */
    uint8_t drawn;                           /* cards drawn after the last turn */
    bool fresh;                              /* nothing was said in the running turn yet */
    stos_cards placed;                       /* in the seat's last turn */
} stos_hint_seat;

typedef struct {
    stos_hint_seat seat[STOS_MAX_SEATS];
    stos_cards gone; /* cards placed before the running turn */
    uint8_t top[STOS_HINT_PILES], turn, phase, draw;
    bool begun;
} stos_hint_history;

/* Sees the table, by anybody's view, after the deal and after every move. */
void stos_hint_history_see(stos_hint_history *history, const stos_view *view);

/*
 * Hears all hints of a seat that are in force now, after one is given or taken back. `complete`:
 * the seat is known to say everything that docs/bots.md has it say, as the searching bots do, so
 * that what it leaves out is a statement, too. People's silence says nothing.
 */
void stos_hint_history_hear(stos_hint_history *history, int seat,
                            const uint8_t pile[STOS_HINT_PILES], uint8_t self, bool complete);

/*
 * Chooses a whole turn for the seat of a view: moves to be played one after the other as long as it
 * is that seat's turn. Returns how many, at least 1; 0 if the seat may not act or the view is of
 * another game. Hints and limits may be NULL.
 */
enum { STOS_TURN_MOVES = 10 };
int stos_player_choose(stos_player *player, const stos_view *view, const stos_hints *hints,
                       const stos_limits *limits, stos_move moves[STOS_TURN_MOVES]);

/*
 * The same one move at a time: the next move of the turn already decided on, if the view is what
 * that turn has led to; otherwise the first move of a newly decided turn. So each turn is searched
 * only once. STOS_NO_MOVE if the seat may not act.
 */
stos_move stos_player_move(stos_player *player, const stos_view *view, const stos_hints *hints,
                           const stos_limits *limits);

/* The bot's estimate of the chance of the seat on turn to win, from 0 to 1; negative if it has none
 * or is cancelled before it has one. */
double stos_player_value(stos_player *player, const stos_view *view, const stos_hints *hints,
                         const stos_limits *limits);

/* The hints the bot would give the others: about each pile and about itself. False for bots that
 * give no hints. */
bool stos_player_say(stos_player *player, const stos_view *view, uint8_t pile[STOS_HINT_PILES],
                     uint8_t *self);

/*
 * What the player remembers in later requests with hints, besides those hints; NULL: nothing. The
 * caller owns it and must keep it as long as the player is used.
 */
void stos_player_remember(stos_player *player, const stos_hint_history *history);

/* From any thread: stops a player's search, which then returns the best so far; if none is running,
 * cuts the next one short. */
void stos_player_cancel(stos_player *player);

#ifdef __cplusplus
}
#endif

#endif
