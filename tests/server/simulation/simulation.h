/*
 * simulation.h - a whole world from one seed: servers (the real code of src/server), a clock,
 * threads, a store, a network and people who play.
 *
 * Nothing happens by itself: each step of the world does one thing that could happen next, chosen
 * by the seed, so a run can be repeated exactly. What is promised is checked where it could be
 * broken: each frame when it is written, each line when it is stored, each person's knowledge when
 * it arrives, and everything once more when all has become quiet.
 *
 * The technique is deterministic simulation testing. Races of servers are found by interleavings
 * that a real machine shows once a month and never again; here the interleaving is drawn from a
 * seed, as many of them as there is time for, and the one that fails can be run under a debugger as
 * often as one likes. All that is replaced is what a kernel does: clock, threads, sockets, disk,
 * memory. An example of a run: Ola's move is written, the node is killed before it answers, Ola's
 * client connects to the other node and sends the move again; that node must answer with the first
 * answer, since the move is in the log, and the card must lie there once.
 */
#ifndef STOS_SIMULATION_H
#define STOS_SIMULATION_H

#include "server/cluster/nodes.h"
#include "server/core/core.h"
#include "server/limits/dispatch.h"
#include "server/tables/broadcast.h"
#include "server/tables/tables.h"
#include "table/table_text.h"

enum {
    WORLD_NODES = 3,
    WORLD_CLIENTS = 5,
    WORLD_CODES = 24,
    CLIENT_PENDING = 12,
    CLIENT_TABLES = 3,
    CLIENT_TOKEN = 44,
};

/* ---------------------------------------------------------------- memory that a kill -9 takes
 * (memory.c) */

struct block;

/* What malloc() and the like are for the server's sources. */
void *simulated_malloc(size_t size);
void *simulated_calloc(size_t count, size_t size);
void *simulated_realloc(void *memory, size_t size);
char *simulated_strndup(const char *text, size_t length);
void simulated_free(void *memory);
void simulated_free_all(struct block **blocks);

/* ---------------------------------------------------------------- threads (pool.c) */

struct pool {
    void *place;
    bool in_order; /* the store's thread; bots are ready in any order */
    struct job *waiting, *done;
    size_t load;
};

bool pool_work_one(struct pool *pool);   /* false when there is nothing to do */
bool pool_finish_one(struct pool *pool); /* on the loop */

/* ---------------------------------------------------------------- the store (durable.c, store.c)
 */

struct durable_line {
    char *text;
    uint64_t ref;
    int64_t written_ms;
    uint8_t kind;
};

struct durable_table {
    char code[TABLE_CODE];
    struct durable_line *lines;
    size_t room;
    bool over, forgotten;
    int64_t due_ms;
    uint64_t owner;       /* the fencing token of the node that runs it */
    uint64_t maker;       /* for whom it counts while it is not over */
    struct table replica; /* the lines so far, replayed; `last` is their number */
    int64_t turn_began_ms;
};

struct durable_token {
    char hash[STORE_HASH];
    uint64_t person;
    bool ended;
};

struct durable_sitting {
    uint64_t person;
    char code[TABLE_CODE];
};

struct durable_account {
    uint64_t person;
    char pass[STORE_PASS];
};

struct durable_person_fact {
    uint64_t person;
    char name[64], value[128];
};

struct durable_act {
    struct store_act act;
};

struct durable_fact {
    char name[64], value[24 * 1024];
};

/* A node's lease. */
struct durable_lease {
    uint64_t fence; /* 0: ended */
    int64_t beat_ms;
};

/* What survives. */
struct durable {
    struct durable_table **tables;
    size_t table_count;
    struct store_person *people;
    size_t people_count;
    struct durable_token *tokens;
    size_t token_count;
    struct durable_sitting *sittings;
    size_t sitting_count;
    struct durable_account *accounts;
    size_t account_count;
    struct store_game *games;
    size_t game_count;
    struct durable_act *acts;
    size_t act_count;
    struct durable_fact *facts; /* "alive", and who holds the likeness of a name */
    size_t fact_count;
    struct durable_lease *leases;
    size_t lease_count;
    struct store_news *news;
    size_t news_count;
    struct durable_person_fact *person_facts;
    size_t person_fact_count;
};

struct news {
    struct news *next;
    char message[NEWS_MESSAGE];
};

/* A node's connection to it. */
struct store {
    int node;
    bool down;
    uint64_t session;
    struct news *news;
};

void *durable_add(void **array, size_t *count, size_t size); /* one more, zeroed */
struct store_person *durable_person(uint64_t id);
struct durable_table *durable_find(const char *code); /* also one that was forgotten */
struct durable_table *durable_kept(const char *code); /* as the store finds it */
void durable_forget(const char *code);
bool durable_append(struct store_append *append); /* false: refused */
int durable_count_ref(const struct durable_table *table, uint64_t ref);
uint32_t durable_number_of_ref(const struct durable_table *table, uint64_t ref); /* 0: not there */
void durable_free(void);
void durable_check_games(void);
void store_forget_news(struct store *store);
bool store_session_goes_on(uint64_t person, const char *hash, uint64_t since);
void store_turn(struct store *store);                      /* up to down, down to up */
void store_add_wish(const char *what, const char *target); /* of the host */

/* ---------------------------------------------------------------- the network (network.c) */

struct packet {
    struct packet *next;
    size_t length;
    char text[];
};

/* One WebSocket: the server's end lives while `connection` is set, the client's while `client` is.
 */
struct lws {
    struct lws *next;
    int node;
    struct connection *connection;
    struct client *client;
    struct packet *to_server, *to_client;
    bool wants_write, slow;
};

struct lws *link_open(struct client *client, int node);
void link_send(struct lws *link, const char *text, size_t length); /* by the client */
bool link_deliver_to_server(struct lws *link);
bool link_deliver_to_client(struct lws *link);
bool link_write(struct lws *link);   /* the socket takes more */
void link_hang_up(struct lws *link); /* the client's end is gone; the server does not know yet */
bool link_notice(struct lws *link);  /* the server learns that */
void link_server_closes(struct lws *link);
void link_server_died(struct lws *link);
void links_free_dead(void);

/* ---------------------------------------------------------------- people (client.c, play.c) */

struct pending {
    char ref[12], verb[12], code[TABLE_CODE];
    char *text;
    bool sent;     /* on this connection */
    uint32_t last; /* of a resume: the event it asked for more after */
};

/* A table as a client knows it. */
struct seen {
    char code[TABLE_CODE], key[TABLE_KEY];
    uint32_t last;
    bool attached; /* on this connection */
    int64_t position;
    json_t *now; /* the newest of each member: view, moves, seats, hints, phase */
};

struct client {
    int index;
    char token[CLIENT_TOKEN];
    table_person person;
    bool moves, known;
    bool banned;
    bool gives_up; /* hello was refused: hangs up and tries again */
    struct lws *link;
    unsigned next_ref;
    struct pending pending[CLIENT_PENDING];
    int pending_count;
    struct seen seen[CLIENT_TABLES];
    int seen_count;
};

void client_start(struct client *client, int index);
void client_free(struct client *client);
void client_step(struct client *client,
                 bool may_wish); /* connects, sends what waits, or wishes for something */
void client_receive(struct client *client, const char *text, size_t length);
void client_closed(struct client *client);
void client_check_quiet(
    struct client *client); /* all is told: knows everything, waits for nothing */
struct seen *client_seen(struct client *client, const char *code);
void client_forget(struct client *client, struct seen *seen);
struct pending *client_ask(struct client *client, const char *verb, const char *code,
                           json_t *body); /* takes `body` */
void play_wish(struct client *client);

/* ---------------------------------------------------------------- sessions that end (sessions.c)
 */

struct session_counts {
    uint64_t logins, changes, recovered, logouts, deletions, refused, tolerated;
};
extern struct session_counts session_counts;

void sessions_begin(void);
void sessions_step(struct client *client);
void sessions_receive(struct client *client, const json_t *frame);
void sessions_closed(struct client *client);

/* ---------------------------------------------------------------- what must hold (frames.c,
 * leak.c) */

/* A frame at the moment when it leaves the server. */
void frames_check(const struct connection *connection, const char *text, size_t length);
void frames_check_age(const struct live_table *host); /* that is about to be shown to somebody */

/* ---------------------------------------------------------------- the world (world.c) */

struct node {
    bool alive;
    int64_t hangs_until_ms; /* until then nothing happens in it, and it does not know */
    struct server server;
    struct metrics metrics;
    struct server_options options;
    struct store store;
    struct pool store_pool, workers, readers;
    struct block *blocks;
};

struct unserved {
    int64_t from_ms, to_ms;
    bool stall; /* no node ticked */
};

struct acknowledged {
    char code[TABLE_CODE];
    uint64_t ref;
};

/* How much goes wrong: one in so many steps, 0 for never. */
struct faults {
    unsigned kill, cut, store_down, commit_fails, answer_lost, news_lost, stop, act, freeze, hang;
};

struct counts {
    uint64_t steps, frames, moves, games, kills, cuts, conflicts, failures, snapshots, resumes,
        leak_checks, answers_lost, acts, late, hangs, fenced, forgotten, too_many;
};

struct world {
    uint64_t seed;
    stos_random random, secrets;
    int64_t now_ms, skew_ms;   /* by how much the clock of the second node is ahead */
    struct unserved *unserved; /* when no server could take a move, in order */
    size_t unserved_count;
    struct node node[WORLD_NODES];
    int nodes, current; /* `current` runs now; its memory is what is allocated */
    bool shared, trace, restart_waits;
    bool sessions; /* the clients are the devices of one person */
    struct durable durable;
    struct client client[WORLD_CLIENTS];
    int clients;
    struct lws *links;
    struct faults faults;
    char codes[WORLD_CODES][TABLE_CODE], keys[WORLD_CODES][TABLE_KEY];
    int code_count;
    struct acknowledged *acknowledged;
    size_t acknowledged_count;
    struct block *blocks; /* of no node */
    unsigned leak_every;  /* one frame in so many is built again with other secrets */
    struct counts counts;
};

extern struct world world;

void world_prepare(void); /* once */
void world_begin(uint64_t seed);
void world_begin_sessions(uint64_t seed);
void world_begin_plain(void); /* one node, nobody there, nothing goes wrong */
void world_run(int steps);
void world_settle(void);
void world_end(void);

int64_t world_served_ms(int64_t from_ms,
                        int64_t to_ms); /* of that stretch, how long some server could take moves */

void world_start_node(int node);
void world_kill_node(int node);
bool world_stands_still(int node);
void world_enter(int node);
void world_leave(void); /* the end of a turn of that node's loop, perhaps */
void world_drain(void); /* everything that is under way happens */

unsigned chance(unsigned below); /* a number below that */
bool one_in(unsigned many);      /* 0: never */
_Noreturn void failed(const char *format, ...) __attribute__((format(printf, 1, 2)));
void trace(const char *format, ...) __attribute__((format(printf, 1, 2)));

#define DEMAND(condition, ...) \
    do { \
        if (!(condition)) \
            failed(__VA_ARGS__); \
    } while (0)

#endif
