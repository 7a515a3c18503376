/*
 * crowd.h - a crowd at a table: people who do anything at any time, from one seed. Most of it is
 * refused, games are played to the end all the same, and after every step the promises of a table
 * are checked.
 */
#ifndef STOS_TESTS_TABLE_CROWD_H
#define STOS_TESTS_TABLE_CROWD_H

#include "house.h"

enum { CROWD_PEOPLE = 5, CROWD_REFS = 16 };

struct crowd {
    struct house *house;
    stos_random random;
    uint64_t next_ref;
    uint64_t done[CROWD_PEOPLE]
                 [CROWD_REFS]; /* requests of each person since they sat down, the newest first */
    unsigned games_over, moves, refused, again;
};

static inline unsigned pick(struct crowd *crowd, unsigned bound)
{
    return stos_random_below(&crowd->random, bound);
}

static inline table_person crowd_person(unsigned index) { return 11 * (index + 1); }

static inline struct table_settings crowd_settings(const char *rules, stos_random *random)
{
    struct table_settings settings = house_settings(rules);
    settings.talk = (uint8_t)(stos_random_below(random, 4) ? TABLE_TEXT : TABLE_HINTS);
    settings.door = (uint8_t)stos_random_below(random, 3);
    settings.turn_seconds = stos_random_below(random, 2) ? 30 : 0;
    settings.grace_seconds = stos_random_below(random, 2) ? 60 : 0;
    settings.takeback = stos_random_below(random, 4) != 0;
    settings.begin_when_full = stos_random_below(random, 2);
    return settings;
}

/* ---------------------------------------------------------------- what must hold */

static inline void check_seats(const struct table *table)
{
    for (int i = 0; i < STOS_MAX_SEATS; i++) {
        const struct table_seat *seat = &table->seat[i];
        bool person = seat->kind == TABLE_PERSON;
        assert_true(i < table_seats(table) || seat->kind == TABLE_EMPTY);
        assert_true(person == (seat->person != 0) && person == (seat->name[0] != '\0'));
        assert_true((seat->kind == TABLE_BOT) == (seat->bot[0] != '\0'));
        assert_true(person || (!seat->stand_in && !seat->left && !seat->agreed && !seat->present));
        assert_true(!seat->left || seat->stand_in == TABLE_RESIGNED);
        for (int other = 0; other < i; other++)
            assert_true(!person || table->seat[other].person != seat->person);
        if (table->phase == TABLE_PLAYING || table->phase == TABLE_PAUSED)
            assert_true(i >= table_seats(table) || person || seat->kind == TABLE_BOT);
        else
            assert_true(!seat->left && seat->stand_in != TABLE_LATE &&
                        seat->stand_in != TABLE_RESIGNED);
    }
}

static inline void check_play(const struct table *table)
{
    bool running = table->phase == TABLE_PLAYING || table->phase == TABLE_PAUSED;
    assert_true(running == (table->game_id[0] != '\0' && table->result[0] == '\0'));
    assert_true(!running || !stos_over(&table->state));
    if (table->phase != TABLE_PLAYING) {
        assert_int_equal(table_bots_due(table), 0);
        assert_true(table_due_ms(table) == INT64_MAX);
        return;
    }
    stos_seats bots = table_bots_due(table), people = 0;
    assert_int_equal(bots & ~stos_actors(&table->state), 0);
    for (int seat = 0; seat < table_seats(table); seat++) {
        bool own = table->seat[seat].kind == TABLE_PERSON && !table->seat[seat].stand_in;
        people |= (stos_seats)(own ? 1u << seat : 0);
        assert_true(!(bots >> seat & 1) || (!own && table_bot_of(table, seat)));
    }
    assert_true(bots != 0 || (people & stos_actors(&table->state)) != 0); /* somebody can go on */
}

/* ---------------------------------------------------------------- requests */

static inline void forget_person(struct crowd *crowd, unsigned index)
{
    memset(crowd->done[index], 0, sizeof crowd->done[index]);
}

static inline void remember_ref(struct crowd *crowd, unsigned index, uint64_t ref)
{
    memmove(crowd->done[index] + 1, crowd->done[index], (CROWD_REFS - 1) * sizeof ref);
    crowd->done[index][0] = ref;
}

static inline const char *any_text(struct crowd *crowd, enum table_verb verb)
{
    static const char *const names[] = {"Ann", "Ben \"B\"", "Kateřina", "\\", " ", ""};
    static const char *const bots[] = {"random", "steady", "strong", "nobody", ""};
    static const char *const texts[] = {"hello",    "thirty-seven", "thir", "ty",
                                        "leave it", "\xe2\x80\xa8", "\"\\", "a\tb"};
    static const char *const moves[] = {"end",   "start 0", "start 1", "call",    "3x4",
                                        "37@U1", "show 1",  "dir cw",  "nonsense"};
    static const char *const rules[] = {"", "thegame(players=3)", "facetoface", "lie(players=4)",
                                        "nonsense"};
    switch (verb) {
    case TABLE_SIT: return names[pick(crowd, 6)];
    case TABLE_FILL: return bots[pick(crowd, 5)];
    case TABLE_SAY: return texts[pick(crowd, 8)];
    case TABLE_LOBBY: return rules[pick(crowd, 5)];
    default: return moves[pick(crowd, 9)];
    }
}

/* Any request of anybody; sometimes one that was done before, which must not be done again. */
static inline void ask_anything(struct crowd *crowd)
{
    struct house *house = crowd->house;
    unsigned index = pick(crowd, CROWD_PEOPLE), verb = pick(crowd, TABLE_VERBS);
    uint64_t repeated = pick(crowd, 3) ? 0 : crowd->done[index][pick(crowd, CROWD_REFS)];
    if (verb == TABLE_RESIGN && pick(crowd, 8))
        verb = TABLE_SIT;
    const char *text = any_text(crowd, (enum table_verb)verb);
    char ref[24];
    snprintf(ref, sizeof ref, "%d", (int)++crowd->next_ref);
    struct table_request request = {
        .verb = (uint8_t)verb,
        .matter = (uint8_t)pick(crowd, TABLE_MATTERS + 1),
        .yes = pick(crowd, 4) != 0,
        .program = pick(crowd, 8) == 0,
        .seat = (int)pick(crowd, 8) - 1,
        .person = crowd_person(index),
        .ref = repeated ? repeated : table_ref(crowd_person(index), ref, strlen(ref)),
        .has_position = pick(crowd, 2),
        .position = house->table.position - pick(crowd, 2),
        .text = text,
        .text_length = strlen(text),
        .key = pick(crowd, 2) ? HOUSE_KEY : NULL};
    int before = table_seat_of(&house->table, request.person);
    enum table_reason reason = house_ask(house, request);
    crowd->refused += reason != TABLE_OK;
    crowd->again += reason == TABLE_AGAIN;
    if (repeated)
        assert_int_equal(reason, TABLE_AGAIN);
    for (unsigned i = 0; i < CROWD_PEOPLE; i++)
        if (table_seat_of(&house->table, crowd_person(i)) < 0)
            forget_person(crowd, i);
    if (before >= 0 && table_seat_of(&house->table, request.person) >= 0 &&
        house->answer.events > 0)
        remember_ref(crowd, index, request.ref);
}

/* A legal move of whoever may act, by themselves or by their bot. */
static inline void move_on(struct crowd *crowd)
{
    struct house *house = crowd->house;
    char text[STOS_MOVE_TEXT];
    stos_seats bots = table_bots_due(&house->table), actors = stos_actors(&house->table.state);
    if (house->table.phase != TABLE_PLAYING)
        return;
    if (pick(crowd, 4) == 0)
        actors = stos_movers(&house->table.state); /* LI3: some choose again */
    int seat = (int)pick(crowd, STOS_MAX_SEATS);
    while (!(actors >> seat & 1))
        seat = (seat + 1) % STOS_MAX_SEATS;
    unsigned index =
        pick(crowd, 3) ? 0 : pick(crowd, STOS_MAX_MOVES); /* votes that agree, and play that ends */
    if (bots >> seat & 1)
        bot_moves(
            house, seat,
            stos_move_at(&house->table.state, seat,
                         (int)(index % (unsigned)stos_move_count(&house->table.state, seat))));
    else if (house->table.seat[seat].kind == TABLE_PERSON) {
        move_text_at(house, seat, index, text);
        do_move(house, house->table.seat[seat].person, text);
    }
    crowd->moves += house->answer.reason == TABLE_OK;
}

static inline void let_time_pass(struct crowd *crowd)
{
    struct house *house = crowd->house;
    int64_t due = table_due_ms(&house->table);
    house->now_ms += pick(crowd, 4) ? pick(crowd, 5000) : pick(crowd, 100000);
    house_tick(house);
    assert_true((house->answer.events > 0) == (due <= house->now_ms));
    for (int i = 1; i < house->answer.events; i++)
        assert_true(house->answer.event[i].kind != TABLE_EVENT_STAND_IN); /* one at a time */
}

/* Some people sit down, the owner fills what is still empty and begins, as far as they may. */
static inline void gather(struct crowd *crowd)
{
    struct house *house = crowd->house;
    for (unsigned i = 0; i < CROWD_PEOPLE; i++)
        if (pick(crowd, 2))
            house_ask(house,
                      (struct table_request){.verb = TABLE_SIT,
                                             .person = crowd_person(i),
                                             .seat = -1,
                                             .text = "Zuzana",
                                             .text_length = 6,
                                             .key = HOUSE_KEY});
    table_person owner = house->table.owner;
    for (int seat = 0; seat < table_seats(&house->table); seat++)
        if (house->table.seat[seat].kind == TABLE_EMPTY ||
            house->table.seat[seat].kind == TABLE_RESERVED)
            do_text(house, owner, TABLE_FILL, seat, pick(crowd, 2) ? "random" : "steady");
    do_verb(house, owner, TABLE_BEGIN);
}

static inline void crowd_step(struct crowd *crowd)
{
    struct house *house = crowd->house;
    uint32_t position = house->table.position, last = house->table.last;
    bool was_over = table_is_over(&house->table);
    int seat = (int)pick(crowd, (unsigned)table_seats(&house->table));
    unsigned what = pick(crowd, 100);
    house->answer.events = 0;
    if (house->table.phase != TABLE_PLAYING && pick(crowd, 12) == 0) {
        gather(crowd);
        last = house->table.last - (uint32_t)house->answer.events;
    } else if (what < 25)
        ask_anything(crowd);
    else if (what < 80)
        move_on(crowd);
    else if (what < 86)
        let_time_pass(crowd);
    else if (what < 90)
        table_go(&house->table, seat, house->now_ms);
    else if (what < 94)
        house_come(house, seat);
    else if (what < 99)
        table_hint(&house->table, seat, (int)pick(crowd, 7) - 2, (int)pick(crowd, 8) - 1);
    else {
        table_credit(&house->table, (int64_t)pick(crowd, 3000), house->now_ms, &house->answer);
        house_accept(house);
    }
    assert_true(house->table.position >= position);
    assert_int_equal(house->table.last,
                     last +
                         (uint32_t)(house->answer.reason == TABLE_OK ? house->answer.events : 0));
    crowd->games_over += !was_over && table_is_over(&house->table);
    check_seats(&house->table);
    check_play(&house->table);
}

static inline void crowd_start(struct crowd *crowd, const char *rules, uint64_t seed)
{
    memset(crowd, 0, sizeof *crowd);
    crowd->random = stos_random_from(seed);
    struct table_settings settings = crowd_settings(rules, &crowd->random);
    crowd->house = house_open(&settings);
    crowd->house->next_seed = seed * 1000;
}

static const char *const crowd_rules[] = {
    "thegame(players=3)",
    "facetoface",
    "lie(players=3,direction=choose)",
    "thegame(players=2,min=3,fire=next)",
    "lie(players=2,end=last)",
    "thegame",
    "lie(players=6,ones=wild,start=agree)",
    "thegame(players=5,start=lot,fire=now)",
};
enum { CROWD_RULES = sizeof crowd_rules / sizeof crowd_rules[0] };

#endif
