/*
 * test_local.c - the host of local tables: random games through it, with keepers that fail and bots
 * that fail, lie or come late. Whatever happens was kept first, what was kept gives the same table
 * again, and every game comes to its end.
 */
#include "base/cards.h"
#include "local/local.h"
#include "table/table_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { GAMES = 300, LOG = 1 << 18, MOST_STEPS = 6000 };

static const char *const rules_texts[] = {
    "thegame(players=1)",
    "thegame(players=3,start=agree)",
    "thegame(players=5,fire=now,start=lot)",
    "facetoface(last=lenient)",
    "lie(players=2,start=0)",
    "lie(players=5,direction=choose,ones=wild)",
};

/* ---------------------------------------------------------------- a keeper that may fail */

struct memory {
    char log[LOG];
    size_t length;
    uint32_t last;
    stos_random random;
    unsigned fails_in; /* one of so many fails; 0: none */
};

static bool keep(void *context, uint32_t last, const char *lines, size_t length)
{
    struct memory *memory = context;
    if (memory->fails_in && stos_random_below(&memory->random, memory->fails_in) == 0)
        return false;
    assert_int_equal(last, memory->last);
    assert_true(memory->length + length < LOG);
    memcpy(memory->log + memory->length, lines, length);
    memory->length += length;
    for (size_t i = 0; i < length; i++)
        memory->last += lines[i] == '\n';
    return true;
}

/* ---------------------------------------------------------------- playing */

struct world {
    struct local local;
    struct memory memory;
    struct local_keeper keeper;
    stos_random random;
    unsigned bots_fail_in;
    int64_t now_ms;
    int refused; /* moves that could not be kept */
};

/* Now and then one that talks, which takes longer. */
static const stos_bot *bot_of(const stos_game *game, uint64_t seed)
{
    const stos_bot *talks = stos_bot_find(game, "quick");
    return talks && seed % 16 == 1 ? talks : stos_bot_find(game, "steady");
}

static void open_world(struct world *world, const char *text, uint64_t seed, int people)
{
    static struct local_setup setup;
    stos_rules rules;
    memset(&setup, 0, sizeof setup);
    memset(world, 0, sizeof *world);
    world->random = world->memory.random = stos_random_from(seed);
    world->keeper = (struct local_keeper){&world->memory, keep};
    world->now_ms = 1000;
    assert_int_equal(stos_rules_parse(text, strlen(text), &rules).reason, STOS_OK);
    setup.settings = local_settings(&rules, false);
    setup.seed = stos_seed_number(seed);
    setup.game_id = "game";
    for (int seat = 0; seat < stos_rules_seats(&rules); seat++) {
        snprintf(setup.name[seat], sizeof setup.name[seat], "Player %d", seat);
        setup.bot[seat] = seat < people ? NULL : bot_of(rules.game, seed);
    }
    local_start(&world->local, seed);
    assert_true(local_open(&world->local, &setup, &world->keeper, world->now_ms));
}

static void person_moves(struct world *world, int seat)
{
    struct local *local = &world->local;
    stos_move moves[STOS_MAX_MOVES];
    char text[STOS_MOVE_TEXT];
    int count = stos_moves(&local->table.state, seat, moves);
    stos_move move = moves[stos_random_below(&world->random, (uint32_t)count)];
    if (stos_move_kind(move) == STOS_START)
        move = stos_move_make(STOS_START, 0, 0); /* or they would never agree */
    size_t length = stos_move_text(local->table.settings.rules.game, move, text);
    struct table_request request = {.verb = TABLE_MOVE,
                                    .seat = -1,
                                    .person = local_person(seat),
                                    .now_ms = world->now_ms,
                                    .text = text,
                                    .text_length = length};
    static struct table before;
    before = local->table;
    if (!local_do(local, &world->keeper, &request)) {
        world->refused++;
        assert_memory_equal(&before, &local->table, sizeof before);
    } else {
        assert_int_equal(local->answer.reason, TABLE_OK);
        assert_true(local->told > 0);
    }
}

/* Before a bot's turn it has heard what the other bots say, silence included, on the piles of now;
 * and what their last turn placed. */
static void expect_history(const struct world *world, const struct local_job *job)
{
    const struct stos_thegame_view *view = &job->view.as.thegame;
    for (int seat = 0; seat < table_seats(&world->local.table); seat++) {
        const stos_hint_seat *said = &job->history.seat[seat];
        assert_true(cards_empty(cards_minus(said->placed, view->table.gone)));
        const stos_bot *bot = table_bot_of(&world->local.table, seat);
        if (seat == job->seat || !bot || !bot->says_all || view->hand_count[seat] == 0)
            continue;
        assert_in_range(said->turns[0], 1, STOS_HINT_TURNS);
        const stos_hint_turn *last = &said->said[0][said->turns[0] - 1];
        bool first = cards_empty(view->table.gone); /* then of one pile of each kind */
        assert_int_equal(last->asked, STOS_HINT_ASKED_SELF | (first ? 5 : 15));
        assert_memory_equal(last->top, view->table.top, sizeof last->top);
        assert_memory_equal(last->pile, job->hints.pile[seat], sizeof last->pile);
        assert_int_equal(last->self, job->hints.self[seat]);
    }
}

/* An answer as a worker gives it: right, or failed, or nonsense. */
static struct local_thought think(struct world *world, const struct local_job *job)
{
    struct local_thought thought = {0};
    bool fails = world->bots_fail_in && stos_random_below(&world->random, world->bots_fail_in) == 0;
    void *memory = malloc(job->bot->memory + 1);
    struct bot_request request = {.view = &job->view,
                                  .hints = &job->hints,
                                  .history = &job->history,
                                  .seed = job->seed,
                                  .memory = memory};
    assert_true(stos_view_seat(&job->view) == job->seat);
    thought.failed = fails && stos_random_below(&world->random, 2) == 0;
    thought.move = fails ? stos_move_make(STOS_PLACE, 1, 0) : STOS_NO_MOVE;
    if (!world->bots_fail_in && job->what == LOCAL_CHOOSE && job->bot->says_all &&
        job->view.as.thegame.table.placed == 0 &&
        job->view.as.thegame.table.phase == STOS_PHASE_PLAY)
        expect_history(world, job);
    if (!fails && job->what == LOCAL_CHOOSE)
        thought.move = bot_choose(job->bot, &request);
    else if (!fails && job->bot->hint)
        job->bot->hint(job->bot, &request, thought.pile, &thought.self);
    free(memory);
    return thought;
}

static void bot_moves(struct world *world, const struct local_job *job)
{
    uint32_t number = job->number;
    struct local_thought thought = think(world, job);
    local_answer(&world->local, number, &thought, world->now_ms);
    local_keep(&world->local, &world->keeper, world->now_ms);
    assert_false(
        local_answer(&world->local, number, &thought, world->now_ms)); /* the same answer twice */
}

static void play_to_the_end(struct world *world)
{
    for (int step = 0; step < MOST_STEPS && world->local.table.phase == TABLE_PLAYING; step++) {
        const struct local_job *job = local_job(&world->local, world->now_ms);
        int seat = local_to_ask(&world->local);
        world->now_ms += 1 + (job || seat >= 0 ? 0 : LOCAL_RETRY_MS);
        if (job && (seat < 0 || stos_random_below(&world->random, 2) == 0))
            bot_moves(world, job);
        else if (seat >= 0)
            person_moves(world, seat);
    }
    assert_int_equal(world->local.table.phase, TABLE_OVER);
}

/* A host that reads what was kept knows what the other one knows. */
static void check_log(const struct world *world)
{
    static struct local again;
    local_start(&again, 0);
    const char *at = world->memory.log, *end = at + world->memory.length;
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        assert_non_null(newline);
        assert_true(local_read(&again, at, (size_t)(newline - at)));
        at = newline + 1;
    }
    assert_int_equal(again.table.last, world->local.table.last);
    assert_int_equal(again.table.position, world->local.table.position);
    assert_memory_equal(&again.table.state, &world->local.table.state, sizeof again.table.state);
    assert_string_equal(again.table.result, world->local.table.result);
}

static void play_many(unsigned keeper_fails_in, unsigned bots_fail_in)
{
    static struct world world;
    int refused = 0;
    for (uint64_t game = 0; game < GAMES; game++) {
        const char *text = rules_texts[game % (sizeof rules_texts / sizeof rules_texts[0])];
        stos_rules rules;
        stos_rules_parse(text, strlen(text), &rules);
        open_world(&world, text, game, 1 + (int)game % stos_rules_seats(&rules));
        world.memory.fails_in = keeper_fails_in;
        world.bots_fail_in = bots_fail_in;
        play_to_the_end(&world);
        check_log(&world);
        refused += world.refused;
    }
    assert_true(keeper_fails_in == 0 || refused > 0);
}

static void games_end_and_their_logs_tell_the_same(void **unused)
{
    (void)unused;
    play_many(0, 0);
}

static void nothing_happens_that_was_not_kept(void **unused)
{
    (void)unused;
    play_many(5, 0);
}

static void bots_that_fail_stop_no_game(void **unused)
{
    (void)unused;
    play_many(0, 3);
    play_many(7, 1); /* never a good answer */
}

/* ---------------------------------------------------------------- people at one device */

static enum table_reason ask_as(struct world *world, int seat, uint8_t verb, const char *text)
{
    struct table_request request = {.verb = verb,
                                    .seat = -1,
                                    .person = local_person(seat),
                                    .now_ms = world->now_ms,
                                    .text = text,
                                    .text_length = text ? strlen(text) : 0};
    local_do(&world->local, &world->keeper, &request);
    return (enum table_reason)world->local.answer.reason;
}

/* Bids are heard and hands are seen: neither can be taken back, and a challenge least of all. */
static void nobody_takes_back_a_challenge(void **unused)
{
    (void)unused;
    static struct world world;
    open_world(&world, "lie(players=2,start=0)", 3, 2);
    for (int seat = 0; seat < 2; seat++) {
        stos_move moves[STOS_MAX_MOVES];
        char text[STOS_MOVE_TEXT];
        stos_moves(&world.local.table.state, seat, moves);
        stos_move_text(world.local.table.settings.rules.game, moves[0], text);
        assert_int_equal(ask_as(&world, seat, TABLE_MOVE, text), TABLE_OK);
    }
    assert_int_equal(ask_as(&world, 0, TABLE_MOVE, "1x6"), TABLE_OK);
    assert_int_equal(ask_as(&world, 0, TABLE_TAKE_BACK, NULL), TABLE_NO_TAKE_BACK);
    assert_int_equal(ask_as(&world, 1, TABLE_TAKE_BACK, NULL), TABLE_NO_TAKE_BACK);
    assert_int_equal(ask_as(&world, 1, TABLE_MOVE, "call"), TABLE_OK);
    for (int seat = 0; seat < 2; seat++)
        assert_int_equal(ask_as(&world, seat, TABLE_TAKE_BACK, NULL), TABLE_NO_TAKE_BACK);
}

/* Placements of the running turn can be taken back by who made them, until the turn has ended. */
static void a_turn_that_ended_stays(void **unused)
{
    (void)unused;
    static struct world world;
    open_world(&world, "facetoface(start=0)", 1, 2);
    stos_state start = world.local.table.state;
    int placed = 0;
    while (local_to_ask(&world.local) == 0) {
        stos_move moves[STOS_MAX_MOVES];
        char text[STOS_MOVE_TEXT];
        int count = stos_moves(&world.local.table.state, 0, moves), end = count - 1;
        stos_move_text(world.local.table.settings.rules.game, moves[placed < 2 ? 0 : end], text);
        if (placed == 1)
            assert_int_equal(ask_as(&world, 1, TABLE_TAKE_BACK, NULL), TABLE_NO_TAKE_BACK);
        assert_int_equal(ask_as(&world, 0, TABLE_MOVE, placed < 2 ? text : "end"), TABLE_OK);
        if (++placed == 1) {
            assert_int_equal(ask_as(&world, 0, TABLE_TAKE_BACK, NULL), TABLE_OK);
            assert_memory_equal(&start, &world.local.table.state, sizeof start);
            assert_int_equal(ask_as(&world, 0, TABLE_TAKE_BACK, NULL), TABLE_NO_TAKE_BACK);
            assert_int_equal(ask_as(&world, 0, TABLE_MOVE, text), TABLE_OK);
        }
    }
    assert_int_equal(local_to_ask(&world.local), 1);
    for (int seat = 0; seat < 2; seat++)
        assert_int_equal(ask_as(&world, seat, TABLE_TAKE_BACK, NULL), TABLE_NO_TAKE_BACK);
}

/* Before the votes and before a turn bots say what a person would (TT1), and their neighbours hear
 * it. */
static void bots_speak_before_they_vote(void **unused)
{
    (void)unused;
    static struct world world;
    open_world(&world, "thegame(players=2)", 1, 1);
    stos_hints *hints = &world.local.table.hints;
    hints->self[1] = STOS_SELF_NONE;
    const struct local_job *job = local_job(&world.local, 0);
    assert_non_null(job);
    assert_int_equal(job->what, LOCAL_SAY);
    struct local_thought thought = {.self = STOS_SELF_RATHER_NOT};
    assert_true(local_answer(&world.local, job->number, &thought, 0));
    assert_int_equal(hints->self[1], STOS_SELF_RATHER_NOT);
    assert_null(local_job(&world.local, 0)); /* bots wait for the vote of the people */
}

/* The game that is told follows the table, take-backs and all. */
static void the_told_game_is_the_played_one(void **unused)
{
    (void)unused;
    static struct world world;
    struct history game = {0};
    open_world(&world, "thegame(players=1)", 5, 1);
    local_start(&world.local, 0);
    const char *at = world.memory.log, *end = at + world.memory.length;
    for (; at < end; at = (const char *)memchr(at, '\n', (size_t)(end - at)) + 1) {
        assert_true(local_read(&world.local, at, strcspn(at, "\n")));
        assert_true(local_follow(&game, &world.local, &world.local.answer.event[0]));
    }
    while (world.local.table.phase == TABLE_PLAYING) {
        if (world.local.table.turn_moves > 0 && stos_random_below(&world.random, 3) == 0)
            assert_int_equal(ask_as(&world, 0, TABLE_TAKE_BACK, NULL), TABLE_OK);
        else
            person_moves(&world, 0);
        for (int i = 0; i < world.local.told; i++)
            assert_true(local_follow(&game, &world.local, &world.local.answer.event[i]));
        assert_memory_equal(&game.state, &world.local.table.state, sizeof game.state);
    }
    assert_string_equal(game.head.name[0], "Player 0");
    history_free(&game);
}

/* The same table again, from the record of a game that was left after some moves; what happens is
 * kept like anything else. */
static void resume_world(struct world *world, const struct history *game, size_t steps)
{
    const stos_bot *bots[STOS_MAX_SEATS] = {0};
    memset(world, 0, sizeof *world);
    world->random = stos_random_from(steps);
    world->keeper = (struct local_keeper){&world->memory, keep};
    world->now_ms = 1000;
    assert_false(local_bots_of(&game->head, bots));
    struct local_setup setup = local_setup_of(&game->head, bots, false);
    assert_true(local_resume(&world->local, game, steps, &setup, &world->keeper, world->now_ms));
}

/* The game that a log tells, through its record. */
static void load(struct history *game, const struct world *world, const stos_deck *deck)
{
    static stos_reader reader;
    static char text[LOG];
    stos_writer writer = stos_writer_on(text, sizeof text);
    bool full;
    assert_true(local_record(world->memory.log, world->memory.length, deck, &writer));
    assert_int_equal(history_load(game, &reader, text, writer.length, &full).reason, STOS_OK);
}

/* A game that was saved goes on from its record: every move of it is at the table and in its log,
 * and it comes to its end. */
static void a_record_goes_on_from_any_move(void **unused)
{
    (void)unused;
    static struct world world, again;
    struct history game = {0}, logged = {0};
    for (uint64_t number = 0; number < 30; number++) {
        open_world(&world, rules_texts[number % (sizeof rules_texts / sizeof rules_texts[0])],
                   number, 1);
        play_to_the_end(&world);
        load(&game, &world, NULL);
        size_t steps = game.count * (number % 5) / 4;
        resume_world(&again, &game, steps);
        assert_memory_equal(&again.local.table.state,
                            steps < game.count ? &game.steps[steps].before : &game.state,
                            sizeof game.state);
        if (steps < game.count)
            play_to_the_end(&again);
        check_log(&again);
        load(&logged, &again, NULL);
        assert_memory_equal(&logged.state, &again.local.table.state, sizeof logged.state);
    }
    history_free(&game);
    history_free(&logged);
}

static stos_deck deck_of(const char *game)
{
    stos_deck deck = {.lists = 1, .size = STOS_THEGAME_CARDS};
    if (strcmp(game, "facetoface") == 0)
        deck = (stos_deck){.lists = 2, .size = STOS_FACETOFACE_CARDS};
    for (int i = 0; i < deck.lists * deck.size; i++)
        deck.card[i] = (uint8_t)(deck.size + 1 - i % deck.size);
    return deck;
}

/* An explicit deck is dealt, also when the log is read again and when everybody wants the same deal
 * once more. */
static void an_explicit_deck_is_played_on(void **unused)
{
    (void)unused;
    static struct world world;
    static const char *const games[] = {"thegame", "facetoface"};
    for (int i = 0; i < 2; i++) {
        stos_deck deck = deck_of(games[i]);
        struct history game = {0}, logged = {0};
        stos_record_head head = {.has_deck = true, .deck = deck, .name = {"Ola", "steady (bot)"}};
        stos_state dealt;
        stos_seed other = stos_seed_number(5);
        head.rules = stos_rules_standard(stos_game_find(games[i], strlen(games[i])));
        assert_int_equal(history_start(&game, &head).reason, STOS_OK);
        dealt = game.state;
        resume_world(&world, &game, 0);
        assert_memory_equal(&world.local.table.state, &dealt, sizeof dealt);
        play_to_the_end(&world);
        load(&logged, &world, &deck);
        assert_memory_equal(&logged.state, &world.local.table.state, sizeof logged.state);
        assert_true(logged.head.has_deck);
        struct table_request same = {.verb = TABLE_AGREE,
                                     .matter = TABLE_SAME_DEAL,
                                     .yes = true,
                                     .seat = -1,
                                     .person = local_person(0),
                                     .now_ms = world.now_ms,
                                     .seed = &other,
                                     .game_id = "again"};
        assert_true(local_do(&world.local, &world.keeper, &same));
        assert_int_equal(world.local.table.phase, TABLE_PLAYING);
        assert_memory_equal(&world.local.table.state, &dealt, sizeof dealt);
        history_free(&game);
        history_free(&logged);
    }
}

/* Practice is one person against bots, marked behind the name; marking twice changes nothing, and a
 * name that is too long says so. */
static void practice_is_marked_behind_the_name(void **unused)
{
    (void)unused;
    const stos_bot *bots[STOS_MAX_SEATS];
    stos_record_head head = {.rules = stos_rules_standard(stos_game_find("facetoface", 10)),
                             .name = {"Ola", "strong (bot)"}};
    assert_false(local_bots_of(&head, bots));
    assert_true(local_mark_practice(head.name[0]));
    assert_true(local_mark_practice(head.name[0]));
    assert_string_equal(head.name[0], "Ola (practice)");
    assert_true(local_bots_of(&head, bots));
    assert_null(bots[0]);
    assert_string_equal(bots[1]->name, "strong");
    memcpy(head.name[1], "Ala", sizeof "Ala");
    assert_false(local_bots_of(&head, bots));
    memset(head.name[1], 'x', STOS_NAME_TEXT - 3);
    assert_false(local_mark_practice(head.name[1]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_end_and_their_logs_tell_the_same),
        cmocka_unit_test(nothing_happens_that_was_not_kept),
        cmocka_unit_test(bots_that_fail_stop_no_game),
        cmocka_unit_test(nobody_takes_back_a_challenge),
        cmocka_unit_test(a_turn_that_ended_stays),
        cmocka_unit_test(bots_speak_before_they_vote),
        cmocka_unit_test(the_told_game_is_the_played_one),
        cmocka_unit_test(a_record_goes_on_from_any_move),
        cmocka_unit_test(an_explicit_deck_is_played_on),
        cmocka_unit_test(practice_is_marked_behind_the_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
