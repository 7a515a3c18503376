/*
 * test_thegame_belief.c - what bots of THE GAME believe about hands: it is true where everybody
 * says what docs/bots.md has them say, deals that fit are drawn as often as counting all of them
 * says, and people's silence or mistakes rule nothing out.
 */
#include "../game/grid.h"
#include "bot/thegame/search.h"
#include "sim/deal.h"
#include "sim/sim.h"

enum { MOST_HIDDEN = 10, DEALS_DRAWN = 6000, MOST_EXAMINED = 20 };

/* ---------------------------------------------------------------- games that are looked into */

/* The table at the moment when a seat has heard everybody and is about to choose. */
struct moment {
    const stos_state *truth;
    const struct stos_thegame_view *view;
    const struct bot_request *request;
    stos_cards kept[STOS_THEGAME_SEATS]; /* of each hand, from before the seat's last turn */
};

typedef void examine(const struct moment *moment);

static struct {
    struct sim_deal deal;
    stos_cards left[STOS_THEGAME_SEATS]; /* what each seat kept in its last turn */
    examine *with;
} game;

/* Plays as the quick bot does, after the moment was examined. */
static int examined_plan(const stos_bot *bot, const struct bot_request *request,
                         stos_move moves[STOS_TURN_MOVES])
{
    struct moment moment = {&game.deal.state, &request->view->as.thegame, request, {{{0}}}};
    const struct stos_thegame *truth = &moment.truth->as.thegame;
    int count = thegame_search_plan(bot, request, moves), seat = moment.view->seat;
    if (truth->table.phase != STOS_PHASE_PLAY)
        return count;
    for (int other = 0; other < STOS_THEGAME_SEATS; other++)
        moment.kept[other] = cards_and(truth->hand[other], game.left[other]);
    game.with(&moment);
    game.left[seat] = truth->hand[seat];
    for (int i = 0; i < count; i++)
        if (stos_move_kind(moves[i]) == STOS_PLACE)
            cards_drop(&game.left[seat], stos_move_low(moves[i]));
    return count;
}

static void play_through(const char *text, uint64_t seed, examine *with)
{
    stos_bot bot = *stos_bot_find(stos_game_at(STOS_THEGAME), "quick");
    stos_rules rules = rules_of(text);
    stos_record_head head;
    void *memory = malloc(bot.memory);
    assert_non_null(memory);
    memset(&game, 0, sizeof game);
    game.with = with;
    bot.plan = examined_plan;
    sim_deal_head(&head, &rules, seed, 0);
    sim_deal_begin(&game.deal, &head, &bot, 0);
    while (sim_deal_turn(&game.deal, memory)) {
    }
    free(memory);
}

/* ---------------------------------------------------------------- what is true fits */

static int moments_with_a_past;

static void expect_truth_to_fit(const struct moment *moment)
{
    static struct belief belief;
    const stos_hint_history *history = moment->request->history;
    belief_begin(&belief, moment->view, moment->request->hints, history);
    for (int seat = 0; seat < moment->view->table.option[STOS_THEGAME_PLAYERS]; seat++) {
        stos_cards hand = moment->truth->as.thegame.hand[seat], kept = moment->kept[seat];
        if (seat == moment->view->seat || cards_empty(hand))
            continue;
        moments_with_a_past += history->seat[seat].turns[1] > 0;
        if (history->seat[seat].turns[1] > 0)
            assert_int_equal(belief.seat[seat].kept, cards_count(kept));
        else
            kept = cards_none();
        assert_int_equal(belief_misfit(&belief, seat, kept, cards_minus(hand, kept)), 0);
        assert_in_range(history->seat[seat].turns[0], 1, STOS_HINT_TURNS);
    }
}

static void test_what_everybody_holds_fits_what_they_said(void **unused)
{
    static const char *const tables[] = {
        "thegame(players=2,min=3)", "thegame(players=3,min=3)", "thegame(players=4)",
        "thegame(players=5,min=3,hand=less,fire=next)", "thegame(players=3,start=lot)"};
    (void)unused;
    for (uint64_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        for (uint64_t seed = 0; seed < 4; seed++)
            play_through(tables[i], 100 * i + seed, expect_truth_to_fit);
    assert_true(moments_with_a_past > 500);
}

/* ---------------------------------------------------------------- all deals, counted */

/* Every way to hand out the unseen cards, each as likely as any other before anything was said. */
struct count {
    const struct moment *moment;
    uint8_t card[MOST_HIDDEN];
    int cards, room[2 * STOS_THEGAME_SEATS]; /* kept and new cards of each seat */
    stos_cards hand[2 * STOS_THEGAME_SEATS];
    double deals, with[2 * STOS_THEGAME_SEATS][STOS_THEGAME_CARDS + 2];
};

/* Whether a hand would have said all that, by the tables that bots speak by. */
static bool says(const struct stos_thegame_table *table, const stos_hint_turn *said, int turns,
                 stos_cards hand)
{
    static const uint8_t meant[] = {0, THEGAME_CAN_WAIT, THEGAME_IN_TROUBLE, THEGAME_IN_TROUBLE,
                                    THEGAME_CAN_WAIT};
    bool same = true;
    for (int i = 0; i < turns; i++) {
        struct stos_thegame_table then = *table;
        uint8_t pile[STOS_THEGAME_PILES], self;
        memcpy(then.top, said[i].top, sizeof then.top);
        then.phase = said[i].asked & 1 ? STOS_PHASE_PLAY : STOS_PHASE_START;
        thegame_hints_of(&then, hand, pile, &self);
        same = same && self == meant[said[i].self] &&
            (!(said[i].asked & 1) || memcmp(pile, said[i].pile, sizeof pile) == 0);
    }
    return same;
}

static void count_deal(struct count *count)
{
    const struct stos_thegame_table *table = &count->moment->view->table;
    for (int seat = 0; seat < table->option[STOS_THEGAME_PLAYERS]; seat++) {
        const stos_hint_seat *said = &count->moment->request->history->seat[seat];
        stos_cards kept = count->hand[2 * seat], fresh = count->hand[2 * seat + 1];
        if (count->room[2 * seat] + count->room[2 * seat + 1] == 0)
            continue;
        if (!says(table, said->said[0], said->turns[0], cards_or(kept, fresh)) ||
            (count->room[2 * seat] > 0 &&
             !says(table, said->said[1], said->turns[1], cards_or(kept, said->placed))))
            return;
    }
    count->deals++;
    for (int hand = 0; hand < 2 * STOS_THEGAME_SEATS; hand++)
        for (stos_cards held = count->hand[hand]; !cards_empty(held);)
            count->with[hand][cards_take(&held)]++;
}

/* Each unseen card goes into some hand with room, or into the draw pile. */
static void hand_out(struct count *count, int next, int drawn)
{
    if (next == count->cards) {
        count_deal(count);
        return;
    }
    for (int hand = 0; hand < 2 * STOS_THEGAME_SEATS; hand++)
        if (cards_count(count->hand[hand]) < count->room[hand]) {
            cards_add(&count->hand[hand], count->card[next]);
            hand_out(count, next + 1, drawn);
            cards_drop(&count->hand[hand], count->card[next]);
        }
    if (drawn < count->moment->view->draw_count)
        hand_out(count, next + 1, drawn + 1);
}

/* How often deals that are drawn have each card in each hand. */
static void draw_deals(const struct count *count,
                       double with[STOS_THEGAME_SEATS][STOS_THEGAME_CARDS + 2])
{
    static struct thegame_sampler sampler;
    static struct thegame_sim_state deal;
    const struct bot_request *request = count->moment->request;
    thegame_sampler_begin(&sampler, count->moment->view, request->hints, request->history, 7);
    for (int i = 0; i < DEALS_DRAWN; i++) {
        thegame_sampler_deal(&sampler, &deal);
        for (int seat = 0; seat < STOS_THEGAME_SEATS; seat++)
            for (stos_cards held = deal.game.hand[seat]; !cards_empty(held);)
                with[seat][cards_take(&held)]++;
    }
}

static int examined, cases;
static double worst;

static void compare_with_all_deals(const struct moment *moment)
{
    struct count count = {.moment = moment};
    double drawn[STOS_THEGAME_SEATS][STOS_THEGAME_CARDS + 2] = {{0}};
    stos_cards unseen = cards_minus(thegame_unplayed(&moment->view->table), moment->view->hand);
    if (cards_count(unseen) > MOST_HIDDEN || examined >= MOST_EXAMINED)
        return;
    examined++;
    while (!cards_empty(unseen))
        count.card[count.cards++] = (uint8_t)cards_take(&unseen);
    for (int seat = 0; seat < STOS_THEGAME_SEATS; seat++)
        if (seat != moment->view->seat) {
            count.room[2 * seat] = cards_count(moment->kept[seat]);
            count.room[2 * seat + 1] = moment->view->hand_count[seat] - count.room[2 * seat];
        }
    hand_out(&count, 0, 0);
    assert_true(count.deals >= 1); /* the true one */
    draw_deals(&count, drawn);
    for (int seat = 0; seat < STOS_THEGAME_SEATS; seat++)
        for (int card = 2; card < 100 && seat != moment->view->seat; card++) {
            double all =
                       (count.with[2 * seat][card] + count.with[2 * seat + 1][card]) / count.deals,
                   off = drawn[seat][card] / DEALS_DRAWN - all;
            cases += all > 0 && all < 1;
            worst = off > worst ? off : -off > worst ? -off : worst;
            if (off > 0.05 || off < -0.05)
                fail_msg("%d at seat %d: %.3f of all deals that fit, %.3f of those drawn", card,
                         seat, all, all + off);
        }
}

static void test_deals_are_drawn_as_often_as_all_of_them_say(void **unused)
{
    (void)unused;
    for (uint64_t seed = 0; examined < MOST_EXAMINED && seed < 60; seed++)
        play_through(seed % 2 ? "thegame(players=4,min=3)" : "thegame(players=3)", 500 + seed,
                     compare_with_all_deals);
    assert_int_equal(examined, MOST_EXAMINED);
    assert_true(cases > 40);
    print_message("%d cases, at most %.3f off\n", cases, worst);
}

/* ---------------------------------------------------------------- people */

static const uint8_t nothing[STOS_THEGAME_PILES];

struct people {
    stos_state state;
    stos_hint_history history;
};

static stos_view seen_by(const struct people *people, int seat)
{
    stos_view view;
    stos_look(&people->state, seat, &view);
    return view;
}

static void see(struct people *people)
{
    stos_view view = seen_by(people, STOS_SPECTATOR);
    stos_hint_history_see(&people->history, &view);
}

/* Two players; seat 0 begins. */
static struct people sit_down(void)
{
    stos_rules rules = rules_of("thegame(players=2,start=0)");
    struct people people = {.state = deal_rules(&rules, 3)};
    see(&people);
    return people;
}

static void make_move(struct people *people, stos_move move)
{
    int seat = people->state.as.thegame.table.turn;
    assert_int_equal(stos_play(&people->state, seat, move).reason, 0);
    see(people);
}

/* Places the first two cards that fit, and ends the turn. */
static void take_turn(struct people *people)
{
    for (int i = 0; i < 3; i++) {
        stos_move moves[STOS_MAX_MOVES];
        stos_view view = seen_by(people, people->state.as.thegame.table.turn);
        stos_view_moves(&view, moves);
        make_move(people, i < 2 ? moves[0] : stos_move_make(STOS_END, 0, 0));
    }
}

static void expect_no_claims(const struct people *people)
{
    static struct belief belief;
    stos_hints hints = {0};
    stos_view view = seen_by(people, 0);
    belief_begin(&belief, &view.as.thegame, &hints, &people->history);
    const struct belief_hand *hands[] = {&belief.seat[1].now, &belief.seat[1].before};
    for (int i = 0; i < 2; i++) {
        assert_true(cards_empty(hands[i]->never));
        assert_int_equal(hands[i]->sets + hands[i]->turns, 0);
    }
}

static void test_silence_of_people_says_nothing(void **unused)
{
    struct people people = sit_down();
    (void)unused;
    stos_hint_history_hear(&people.history, 1, nothing, STOS_SELF_NONE, false);
    expect_no_claims(&people);
    take_turn(&people);
    take_turn(&people);
    expect_no_claims(&people);
}

static void test_silence_of_bots_says_something(void **unused)
{
    static struct belief belief;
    struct people people = sit_down();
    stos_hints hints = {0};
    (void)unused;
    stos_hint_history_hear(&people.history, 1, nothing, STOS_SELF_NONE, true);
    stos_view view = seen_by(&people, 0);
    belief_begin(&belief, &view.as.thegame, &hints, &people.history);
    for (int card = 2; card <= 15; card++) /* within fourteen they would have spoken */
        assert_true(belief_never(&belief, 1, false, card));
    assert_int_equal(belief.seat[1].now.turns, 1);
}

/* A hint is remembered when its pile has moved; one that is taken back is not. */
static void test_hints_outlast_their_piles(void **unused)
{
    static const uint8_t said[] = {STOS_HINT_LEAVE_3, 0, 0, 0};
    static struct belief belief;
    struct people people = sit_down();
    stos_hints hints = {0};
    (void)unused;
    stos_hint_history_hear(&people.history, 1, said, STOS_SELF_NONE, false);
    stos_hint_history_hear(&people.history, 1, nothing, STOS_SELF_NONE, false);
    expect_no_claims(&people);
    stos_hint_history_hear(&people.history, 1, said, STOS_SELF_NONE, false);
    stos_cards hand = people.state.as.thegame.hand[0];
    int card = cards_take(&hand);
    make_move(&people, stos_move_make(STOS_PLACE, card, 0));
    stos_hint_history_hear(&people.history, 1, nothing, STOS_SELF_NONE, false);
    stos_view view = seen_by(&people, 0);
    belief_begin(&belief, &view.as.thegame, &hints, &people.history);
    assert_int_equal(belief.seat[1].now.sets, 1);
    assert_true(cards_empty(cards_minus(belief.seat[1].now.some[0], cards_range(2, 3))));
}

/* What is known to be wrong is left out, and deals are drawn whatever people say. */
static void test_wrong_hints_do_no_harm(void **unused)
{
    static const uint8_t go[] = {STOS_HINT_GO_AHEAD, STOS_HINT_GO_AHEAD, STOS_HINT_GO_AHEAD,
                                 STOS_HINT_GO_AHEAD};
    static const uint8_t leave[] = {STOS_HINT_LEAVE_3, STOS_HINT_LEAVE_3, STOS_HINT_LEAVE_3,
                                    STOS_HINT_LEAVE_3};
    static struct thegame_sampler sampler;
    static struct thegame_sim_state deal;
    struct people people = sit_down();
    stos_hints hints = {0};
    (void)unused;
    for (int turn = 0; turn < 4; turn++) {
        stos_hint_history_hear(&people.history, 1, turn % 2 ? go : leave, STOS_SELF_IN_TROUBLE,
                               false);
        take_turn(&people);
    }
    stos_hint_history_hear(&people.history, 1, leave, STOS_SELF_CAN_WAIT, false);
    stos_view view = seen_by(&people, 0);
    thegame_sampler_begin(&sampler, &view.as.thegame, &hints, &people.history, 1);
    for (int i = 0; i < 40; i++) {
        thegame_sampler_deal(&sampler, &deal);
        assert_int_equal(cards_count(deal.game.hand[1]), view.as.thegame.hand_count[1]);
    }
}

/* ---------------------------------------------------------------- the history */

static void test_a_placement_taken_back_leaves_no_trace(void **unused)
{
    struct people people = sit_down();
    struct people before = people;
    (void)unused;
    stos_cards hand = people.state.as.thegame.hand[0];
    make_move(&people, stos_move_make(STOS_PLACE, cards_take(&hand), 0));
    people.state = before.state;
    see(&people);
    assert_memory_equal(&people.history, &before.history, sizeof people.history);
}

static void test_another_deal_begins_another_history(void **unused)
{
    struct people people = sit_down(), fresh = people;
    (void)unused;
    stos_hint_history_hear(&people.history, 1, nothing, STOS_SELF_IN_TROUBLE, true);
    take_turn(&people);
    assert_int_equal(people.history.seat[1].turns[0], 1);
    people.state = fresh.state;
    see(&people);
    assert_memory_equal(&people.history, &fresh.history, sizeof people.history);
    assert_true(sizeof people.history <= 2048);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_everybody_holds_fits_what_they_said),
        cmocka_unit_test(test_deals_are_drawn_as_often_as_all_of_them_say),
        cmocka_unit_test(test_silence_of_people_says_nothing),
        cmocka_unit_test(test_silence_of_bots_says_something),
        cmocka_unit_test(test_hints_outlast_their_piles),
        cmocka_unit_test(test_wrong_hints_do_no_harm),
        cmocka_unit_test(test_a_placement_taken_back_leaves_no_trace),
        cmocka_unit_test(test_another_deal_begins_another_history),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
