/*
 * test_show.c - what faces draw and tell: in every game under every rules the show agrees with the
 * view, its moves and its JSON; and for each game an example in numbers and words.
 */
#include "game/show.h"
#include "grid.h"
#include "lie_support.h"

/* ---------------------------------------------------------------- every game */

/* Each legal placement goes from a playable card to a pile, and no other card is playable. */
static void check_placements(const stos_view *view, const struct show *show)
{
    stos_move moves[STOS_MAX_MOVES];
    int count = stos_view_moves(view, moves);
    bool playable[128] = {false};
    for (int i = 0; i < count; i++) {
        assert_true(stos_is_legal(view, moves[i]));
        if (stos_move_kind(moves[i]) != STOS_PLACE)
            continue;
        assert_in_range(stos_move_high(moves[i]), 0, show->piles - 1);
        assert_true(show_holds(show, stos_move_low(moves[i])));
        playable[stos_move_low(moves[i])] = true;
    }
    for (int i = 0; i < show->hand; i++)
        if (show->card[i].label[1] == 0)
            assert_int_equal(show->card[i].playable, playable[show->card[i].label[0]]);
    assert_false(stos_is_legal(view, STOS_NO_MOVE));
}

static void check_facts(const stos_game *game, const struct show *show)
{
    for (int i = 0; i < show->facts; i++) {
        const struct sentence_kind *kind = game_sentence_kind(game, show->fact[i].kind);
        assert_non_null(kind->name);
        assert_true(kind->place <= SHOW_BID);
        assert_ptr_equal(show_fact(show, show->fact[i].kind), show->fact[i].number);
    }
    assert_null(show_fact(show, SENTENCE_WINNER));
}

/* The steps above the standing bid are what the seat on turn may bid, in order. */
static void check_ladder(const stos_view *view)
{
    static struct show_step step[SHOW_BIDS];
    stos_move moves[STOS_MAX_MOVES];
    int count = game_ladder(view, step), bids = stos_view_moves(view, moves), at = 0;
    bool bidding = stos_view_phase(view) == STOS_PHASE_BID;
    for (int i = 0; i < count; i++) {
        if (step[i].state != SHOW_STEP_LEGAL)
            continue;
        assert_true(bidding);
        if (bids > 0)
            assert_int_equal(moves[at++],
                             stos_move_make(STOS_BID, step[i].bid.count, step[i].bid.face));
    }
    if (bids > 0 && bidding)
        assert_true(at == bids || stos_move_kind(moves[at]) == STOS_CALL);
}

/* What the server's text keeps is enough to draw the same. */
static void check_json(const stos_view *view, const struct show *show)
{
    static char json[STOS_POSITION_TEXT];
    struct show again;
    stos_view read;
    size_t length = stos_view_json(view, json, sizeof json);
    assert_int_equal(stos_view_parse(json, length, &read).reason, STOS_OK);
    game_show_of(&read, &again);
    assert_memory_equal(&again, show, sizeof again);
}

static void check_show(const stos_state *state, stos_random *random)
{
    int seat = pick(random, seats_of(state) + 1) - 1;
    struct show show;
    stos_view view;
    stos_look(state, seat, &view);
    game_show_of(&view, &show);
    assert_int_equal(show.seats, seats_of(state));
    assert_int_equal(show.seat, seat);
    assert_int_equal(show.phase, stos_phase(state));
    if (!stos_over(state))
        assert_int_equal(show.hand, seat < 0 ? 0 : show.cards[seat]);
    if (show.has_memory)
        for (int i = 0; i < show.hand; i++)
            assert_false(holds(show.gone, show.card[i].label[0]));
    check_placements(&view, &show);
    check_facts(stos_view_game(&view), &show);
    check_ladder(&view);
    if (pick(random, 4) == 0)
        check_json(&view, &show);
}

static void a_show_agrees_with_its_view(void **unused)
{
    (void)unused;
    with_every_rules(1, check_show);
}

static const char *seat_name(void *context, int seat)
{
    (void)context;
    static const char *const names[] = {"Ada", "Ben", "Cem", "Dag", "Eva", "Flo"};
    return names[seat];
}

/* The sentences in English, joined. */
static void words_of(const stos_view *view, const struct sentence *sentence, int count, char *out,
                     size_t size)
{
    out[0] = '\0';
    for (int i = 0; i < count; i++) {
        size_t used = strlen(out);
        const struct sentence_kind *kind =
            game_sentence_kind(stos_view_game(view), sentence[i].kind);
        const char *words =
            kind->many && sentence[i].number[kind->counted] != 1 ? kind->many : kind->one;
        snprintf(out + used, size - used, "%s", i ? "; " : "");
        used = strlen(out);
        game_sentence_text(words, &sentence[i], seat_name, NULL, out + used, size - used);
    }
}

/* A move's sentences are of kinds that tell, with all words filled in; whether its turn goes on is
 * what the view after it says. */
static void check_tell(const stos_state *state, stos_random *random)
{
    stos_state after = *state;
    struct sentence out[SENTENCES];
    char words[1024];
    if (stos_over(state))
        return;
    int seat = pick_actor(state, random);
    stos_move move = stos_move_at(state, seat, pick(random, stos_move_count(state, seat)));
    assert_int_equal(stos_play(&after, seat, move).reason, STOS_OK);
    int reader = pick(random, seats_of(state) + 1) - 1;
    stos_view one, other, view;
    stos_look(state, reader, &one);
    stos_look(&after, reader, &other);
    int count = game_tell(&one, seat, move, &other, out);
    assert_in_range(count, 0, SENTENCES);
    for (int i = 0; i < count; i++) {
        uint8_t place = game_sentence_kind(stos_view_game(&one), out[i].kind)->place;
        assert_in_range(place, TELL_LINE, TELL_HAND);
    }
    words_of(&one, out, count, words, sizeof words);
    assert_true(strlen(words) + 1 < sizeof words && !strchr(words, '%'));
    stos_look(&after, seat, &view);
    assert_int_equal(stos_view_mid_turn(&view), stos_mid_turn(&after));
    if (stos_over(&after))
        assert_int_equal(
            game_sentence_kind(stos_view_game(&view), game_tell_result(&view).kind)->place,
            TELL_RESULT);
}

static void every_move_has_its_sentences(void **unused)
{
    (void)unused;
    with_every_rules(1, check_tell);
}

/* ---------------------------------------------------------------- examples */

static void expect_told(const stos_state *state, int reader, int seat, const char *move,
                        const char *words)
{
    stos_state after = *state;
    struct sentence out[SENTENCES];
    stos_view one, other;
    char text[512];
    play(&after, seat, move);
    stos_look(state, reader, &one);
    stos_look(&after, reader, &other);
    words_of(&one, out, game_tell(&one, seat, move_of(state, move), &other, out), text,
             sizeof text);
    assert_string_equal(text, words);
}

static void expect_fact(const stos_state *state, int seat, const char *name, int a, int b)
{
    struct show show;
    stos_view view;
    stos_look(state, seat, &view);
    game_show_of(&view, &show);
    for (int i = 0; i < show.facts; i++)
        if (strcmp(game_sentence_kind(stos_view_game(&view), show.fact[i].kind)->name, name) == 0) {
            assert_int_equal(show.fact[i].number[0], a);
            assert_int_equal(show.fact[i].number[1], b);
            return;
        }
    assert_int_equal(a, -1);
}

static void thegame_piles_hand_and_duties(void **unused)
{
    (void)unused;
    stos_state state =
        position("thegame(players=2,fire=next,start=0) phase=play turn=0 placed=1 tops=33.40.60.70 "
                 "due=1 votes=-- hands=23.34.44/52.53 draw=54.55");
    struct show show;
    stos_view view;
    stos_look(&state, 0, &view);
    game_show_of(&view, &show);
    assert_int_equal(show.piles, 4);
    assert_string_equal(show.pile[0].name, "U1");
    assert_true(show.pile[0].rising && show.pile[0].due && show.pile[0].burning);
    assert_true(!show.pile[3].rising && !show.pile[3].due && show.pile[3].mine);
    assert_int_equal(show_room(&show.pile[0]), 66);
    assert_int_equal(show.hand, 3);
    assert_true(show.card[0].trick && !show.card[1].trick);
    assert_true(show.card[2].fire && !show.card[1].fire);
    expect_fact(&state, 0, "draw_pile", 2, 7);
    expect_fact(&state, 0, "placed", 1, 2);
    expect_fact(&state, 0, "cover_fire", 1, 0);
    expect_fact(&state, 0, "hand_size", 7, 0);
    expect_fact(&state, 0, "will_draw", 2, 0);
    expect_told(&state, 1, 0, "23@U1", ", trick");
    expect_told(&state, 1, 0, "44@U1", "");
    play(&state, 0, "44@U1");
    expect_fact(&state, 0, "cover_fire", -1, 0);
    expect_told(&state, 1, 0, "end", "draws 2 cards");
}

/* FF7: what will be drawn depends on whether one has helped. */
static void facetoface_piles_and_draws(void **unused)
{
    (void)unused;
    stos_state state =
        position("facetoface(last=strict,start=0) phase=play turn=0 placed=0 min=2 helped=0 "
                 "tops=20.40.30.35 hands=10.25.26.36/31.32 draw=27.28/33 winner=-");
    struct show show;
    stos_view view;
    stos_look(&state, 0, &view);
    game_show_of(&view, &show);
    assert_int_equal(show.piles, 4);
    assert_string_equal(show.pile[2].name, "oU");
    assert_int_equal(show.pile[2].top, 30);
    assert_true(show.pile[1].mine && !show.pile[2].mine && show.pile[2].rising);
    expect_fact(&state, 0, "draw_piles", 2, 1);
    expect_fact(&state, 0, "will_draw", 2, 0);
    expect_fact(&state, 0, "draws_two", 0, 0);
    expect_fact(&state, 1, "draws_two", -1, 0); /* not on turn */
    expect_told(&state, STOS_SPECTATOR, 0, "26@oU", ", help");
    play(&state, 0, "26@oU");
    expect_fact(&state, 0, "draws_up", 0, 0);
    expect_fact(&state, 0, "will_draw", 2, 0); /* there are no more */
}

static void lie_bids_and_challenge(void **unused)
{
    (void)unused;
    stos_state state = bidding("lie(players=3,start=0)", "1.1.1.0.0.0", 0, "12:1/13:3/23:2///");
    struct show show;
    stos_view view;
    play(&state, 0, "2x1");
    stos_look(&state, 1, &view);
    game_show_of(&view, &show);
    assert_int_equal(show.hand, 1);
    assert_int_equal(show.card[0].label[0], 3);
    assert_int_equal(show.card[0].label[1], 1);
    assert_int_equal(show.said[0].count, 2);
    assert_int_equal(show.said[1].count, 0);
    expect_fact(&state, 1, "bid_stands", 2, 1);
    expect_told(&state, STOS_SPECTATOR, 1, "1x2", "Ben bids 1x2");
    expect_told(&state, 2, 1, "call",
                "Ben challenges 2x1: found 1, Ada loses the round; Ada; Ben; Cem");
    play(&state, 1, "call");
    struct show_reveal reveal;
    stos_look(&state, 2, &view);
    assert_true(game_reveal(&view, &reveal));
    assert_int_equal(reveal.found, 1);
    assert_true(reveal.card[0][0].counts && !reveal.card[1][0].counts);
    assert_int_equal(reveal.card[1][0].label[1], 1);
}

/* One's own ends are told to oneself alone (LI3). */
static void lie_ends_stay_hidden(void **unused)
{
    (void)unused;
    stos_state state = deal_seeded("lie(players=2,start=0)", 3);
    char move[STOS_MOVE_TEXT], words[64] = "Round 1, 2 cards; Ada";
    stos_move_text(stos_state_game(&state), stos_move_at(&state, 0, 1), move);
    expect_told(&state, 0, 0, move, words);
    expect_told(&state, 1, 0, move, "Round 1, 2 cards");
}

/* The chance of a bid, against a count of all hands that two others can hold. */
static void the_chance_of_a_bid_is_exact(void **unused)
{
    (void)unused;
    stos_state state = bidding("lie(players=3,start=0)", "1.1.1.0.0.0", 0, "12:1/13:3/23:2///");
    stos_view view;
    stos_look(&state, 0, &view);
    double hits = 0, all = 0;
    for (int a = 1; a < STOS_LIE_CARDS; a++) /* card 0 is one's own */
        for (int b = 1; b < STOS_LIE_CARDS; b++)
            for (int ends = 0; a != b && ends < 4; ends++) {
                int one = ends & 1 ? stos_lie_high_face(a / 2) : stos_lie_low_face(a / 2);
                int other = ends & 2 ? stos_lie_high_face(b / 2) : stos_lie_low_face(b / 2);
                hits += (one == 1) + (other == 1) >= 1;
                all++;
            }
    assert_true(game_bid_chance(&view, (struct show_bid){1, 1}) == 1);
    double chance = game_bid_chance(&view, (struct show_bid){2, 1});
    assert_true(chance > hits / all - 1e-12 && chance < hits / all + 1e-12);
    stos_look(&state, STOS_SPECTATOR, &view);
    assert_true(game_bid_chance(&view, (struct show_bid){2, 1}) < 0);
}

/* TG12. */
static void results_in_words(void **unused)
{
    (void)unused;
    static const struct {
        const char *hand, *words;
    } ends[] = {{"10", "Excellent: only 1 card left."},
                {"20.21.24.25.26.27.28.29", "Excellent: only 8 cards left."},
                {NULL, NULL}};
    for (int i = 0; ends[i].hand; i++) {
        char text[256], words[128];
        stos_view view;
        snprintf(text, sizeof text,
                 "thegame(players=1,start=0) phase=over turn=0 placed=0 tops=98.99.2.3 due=0 "
                 "votes=- hands=%s draw=",
                 ends[i].hand);
        stos_state state = position(text);
        stos_look(&state, 0, &view);
        struct sentence result = game_tell_result(&view);
        words_of(&view, &result, 1, words, sizeof words);
        assert_string_equal(words, ends[i].words);
    }
}

/* No words are missing, and no word is another game's. */
static void games_describe_themselves(void **unused)
{
    (void)unused;
    for (int i = 0; i < stos_game_count(); i++) {
        const stos_game *game = stos_game_at(i);
        assert_non_null(game->show->about);
        assert_int_equal(game->show->usage != NULL, stos_game_piles(game)[0] != NULL);
        assert_int_equal(game->show->put != NULL, game->piles != NULL);
        for (const struct sentence_kind *kind = game->show->kinds; kind->name; kind++)
            assert_true(kind->place == SHOW_NUMBERS || kind->one);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_show_agrees_with_its_view),
        cmocka_unit_test(every_move_has_its_sentences),
        cmocka_unit_test(thegame_piles_hand_and_duties),
        cmocka_unit_test(facetoface_piles_and_draws),
        cmocka_unit_test(lie_bids_and_challenge),
        cmocka_unit_test(lie_ends_stay_hidden),
        cmocka_unit_test(the_chance_of_a_bid_is_exact),
        cmocka_unit_test(results_in_words),
        cmocka_unit_test(games_describe_themselves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
