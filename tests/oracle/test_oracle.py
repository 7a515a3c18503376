"""Claims about the oracle itself, clause by clause, on positions small enough to check by eye.

    python3 test_oracle.py
"""

import unittest

import oracle
from perft import deck_named


def thegame(rules, piles, hands, draw=()):
    """A position of thegame at the start of seat 0's turn; all other cards are gone."""
    game = oracle.new(rules, deck_named("thegame 37"))
    game.piles = dict(zip(game.piles, piles))
    game.hands, game.draw = [list(hand) for hand in hands], list(draw)
    held = set(sum(game.hands, []) + game.draw)
    game.gone = [card for card in range(2, 100) if card not in held]
    game.begin_turn(0)
    return game


def facetoface(last, piles, hands, draw=((), ())):
    game = oracle.new(f"facetoface(last={last},start=0)", deck_named("facetoface 17 23"))
    game.piles = [dict(zip("UD", tops)) for tops in piles]
    game.hands, game.draw = [list(hand) for hand in hands], [list(own) for own in draw]
    game.gone = [[card for card in range(2, 60) if card not in game.hands[seat] + game.draw[seat]] for seat in (0, 1)]
    game.begin_turn(0)
    return game


def lie(rules, counts, starter=0):
    """The first round of a lie match in which the seats hold these many cards."""
    game = oracle.new(rules, deck_named("lie 7"), starter)
    game.counts, game.round = list(counts), 0
    game.playing = [seat for seat, count in enumerate(counts) if count]
    game.begin_round(starter)
    return game


def play_round(game, bids):
    """Everybody shows the lower end of each card, then these moves are made in turn."""
    while game.phase == "show":
        game.play(game.to_act()[0], game.moves(game.to_act()[0])[0])
    for move in bids.split(", "):
        game.play(game.to_act()[0], move)


def refusal(game, seat, move):
    before = game.state()
    try:
        game.play(seat, move)
    except oracle.Refused as refused:
        assert game.state() == before
        return refused.code
    return None


class TheGameTest(unittest.TestCase):
    def test_tg6_backwards_trick(self):
        game = thegame("thegame", (47, 97, 65, 4), [[36, 37, 38, 74, 75, 76]])
        self.assertEqual([move for move in game.moves(0) if move.endswith("U1")], ["37@U1", "74@U1", "75@U1", "76@U1"])
        self.assertEqual([move for move in game.moves(0) if move.endswith("D1")], ["36@D1", "37@D1", "38@D1", "75@D1"])

    def test_tg3_votes_change_until_all_agree(self):
        game = oracle.new("thegame(players=3)", deck_named("thegame 37"))
        for seat, starter in [(0, 0), (1, 2), (1, 2), (2, 2)]:
            game.play(seat, f"start {starter}")
            self.assertEqual(game.phase, "start")
        game.play(0, "start 2")
        self.assertEqual((game.phase, game.to_act(), game.votes), ("play", [2], [2, 2, 2]))

    def test_tg7_minimum_is_fixed_when_the_turn_starts(self):
        hands = [[10, 20, 30, 40, 50, 60, 70], [80]]
        for rules, draw, minimum in [("min=2", [5], 2), ("min=3", [5], 3), ("min=3", [], 1)]:
            self.assertEqual(thegame(f"thegame(players=2,{rules},start=0)", (1, 1, 100, 100), hands, draw).min, minimum)

    def test_tg8_seats_without_cards_are_passed_over(self):
        game = thegame("thegame(players=3,start=0)", (1, 1, 100, 100), [[5, 6], [], [7]])
        game.play(0, "5@U1")
        game.play(0, "end")
        self.assertEqual(game.to_act(), [2])

    def test_tg9_turn_ends_by_itself_when_the_hand_is_empty(self):
        game = thegame("thegame(players=2,start=0)", (1, 1, 100, 100), [[5], [7]])
        game.play(0, "5@U1")
        self.assertEqual(game.to_act(), [1])

    def test_tg10_unmet_duty_without_placement_ends_the_game(self):
        game = thegame("thegame(players=2,start=0)", (90, 90, 10, 10), [[50, 91], [51]], [52])
        game.play(0, "91@U1")
        self.assertEqual((game.over(), game.state()["left"], game.piles["U1"]), (True, 3, 91))
        self.assertEqual(refusal(game, 0, "end"), "game_over")

    def test_tg11_last_card_wins_with_fire_on_top(self):
        for fire in ("next", "now"):
            game = thegame(f"thegame(fire={fire})", (33, 1, 100, 100), [[44]])
            game.carried = ["U1"]
            game.play(0, "44@U2")
            self.assertTrue(game.over() and game.state()["won"])

    def test_tg14_due_card_must_be_covered_in_the_next_turn(self):
        game = thegame("thegame(players=2,fire=next,start=0)", (1, 1, 100, 100), [[33, 50], [20, 43, 44, 60]])
        game.play(0, "33@U1")
        self.assertEqual(game.due(), [])
        game.play(0, "end")
        self.assertEqual(game.due(), ["U1"])
        game.play(1, "20@U2")
        self.assertEqual(refusal(game, 1, "end"), "illegal_move")
        game.play(1, "44@U1")
        self.assertEqual((game.due(), game.moves(1)[-1]), ([], "end"))
        game.play(1, "end")
        self.assertEqual(game.due(), ["U1"])

    def test_tg14_due_card_that_cannot_be_covered_loses(self):
        game = thegame("thegame(players=2,fire=next,start=0)", (1, 1, 100, 100), [[50, 77], [20, 30]])
        game.play(0, "77@U1")
        game.play(0, "end")
        self.assertFalse(game.over())
        game.play(1, "20@U2")
        self.assertFalse(game.over())
        game.play(1, "30@U2")
        self.assertEqual((game.over(), game.due()), (True, ["U1"]))

    def test_tg15_fire_now(self):
        game = thegame("thegame(players=2,fire=now,start=0)", (1, 1, 100, 100), [[33, 50], [20]])
        game.play(0, "33@U1")
        self.assertEqual((game.due(), game.moves(0)), (["U1"], ["50@D1", "50@D2", "50@U1", "50@U2"]))
        game.play(0, "50@D1")
        self.assertEqual((game.over(), game.due()), (True, ["U1"]))


class FaceToFaceTest(unittest.TestCase):
    def test_ff4_ff6_one_card_on_the_opponent_and_it_must_improve(self):
        game = facetoface("strict", [(1, 60), (30, 20)], [[10, 25, 40, 50], [3, 4]])
        self.assertEqual([move for move in game.moves(0) if "o" in move], ["10@oU", "25@oD", "25@oU", "40@oD", "50@oD"])
        game.play(0, "25@oU")
        self.assertFalse([move for move in game.moves(0) if "o" in move])

    def test_ff7_draws(self):
        for first, hand in [("10@oU", 6), ("10@U", 5)]:
            game = facetoface("strict", [(1, 60), (30, 20)], [[10, 25, 40, 50, 51], [3, 4]], [range(11, 20), ()])
            for move in (first, "25@U", "end"):
                game.play(0, move)
            self.assertEqual(len(game.hands[0]), hand)

    def test_ff8_last_card_may_go_to_the_opponent(self):
        game = facetoface("strict", [(1, 60), (30, 20)], [[5, 10], [3, 4]])
        game.play(0, "5@U")
        game.play(0, "10@oU")
        self.assertEqual((game.over(), game.winner, game.moves(0)), (True, 0, []))

    def test_ff9_single_card(self):
        self.assertEqual(facetoface("strict", [(1, 60), (30, 20)], [[5], [3, 4]]).winner, 1)
        game = facetoface("lenient", [(1, 60), (30, 20)], [[5], [3, 4]])
        game.play(0, "5@oU")
        self.assertEqual(game.winner, 0)

    def test_ff9_stuck_after_one_card_loses(self):
        game = facetoface("strict", [(50, 20), (1, 60)], [[31, 51], [3, 4]])
        game.play(0, "51@U")
        self.assertEqual((game.winner, game.placed), (1, 1))


class LieTest(unittest.TestCase):  # deck "lie 7" starts with the sorted cards in their order: 12 12 13 13 ...
    def test_li5_li6_li7_raising(self):
        for order, raises in [("face", ["1x5", "1x6", "2x5", "2x6", "3x4", "3x5", "3x6", "call"]),
                              ("count", ["2x5", "2x6", "3x1", "3x2", "3x3", "3x4", "3x5", "3x6", "call"])]:
            game = lie(f"lie(order={order},start=0)", [1, 1, 1])
            play_round(game, "2x4")
            self.assertEqual(game.moves(1), raises)

    def test_li8_li9_bid_that_holds(self):
        game = lie("lie(start=0)", [1, 1, 1])
        play_round(game, "3x1, call")
        self.assertEqual((game.last["found"], game.last["loser"], game.starter, game.counts), (3, 1, 0, [1, 2, 1]))

    def test_li10_fewest_cards_win(self):
        game = lie("lie(start=0)", [5, 4, 3])
        play_round(game, "12x6, call")
        self.assertEqual((game.winner, game.counts, game.playing, game.tiebreak), (2, [0, 4, 3], [1, 2], False))

    def test_li11_tied_players_play_on(self):
        game = lie("lie(players=4,start=0)", [5, 4, 3, 3])
        play_round(game, "15x6, call")
        self.assertEqual((game.counts, game.starter, game.tiebreak), ([0, 0, 3, 3], 2, True))
        play_round(game, "6x6, call")
        self.assertEqual((game.winner, game.counts, game.phase), (3, [0, 0, 0, 3], "over"))

    def test_li12_wild_ones(self):
        for bids, found in [("1x2, 2x6, call", 3), ("1x1, 2x6, call", 0)]:
            game = lie("lie(ones=wild,start=0)", [1, 1, 1])
            play_round(game, bids)
            self.assertEqual(game.last["found"], found)

    def test_li3_ends_may_be_chosen_again_until_all_have_chosen(self):
        game = lie("lie(players=2,start=0)", [2, 1])
        game.play(0, "show 1 1")
        self.assertEqual((game.to_act(), game.moves(0)), ([1], ["show 1 1", "show 1 2", "show 2 1", "show 2 2"]))
        before = game.view(1)
        game.play(0, "show 2 2")
        self.assertEqual((game.to_act(), game.shown[0], game.view(1)), ([1], [2, 2], before))
        game.play(1, "show 3")
        self.assertEqual((game.phase, game.moves(1), refusal(game, 1, "show 1")), ("bid", [], "not_your_turn"))
        self.assertEqual(refusal(game, 0, "show 1 1"), "illegal_move")

    def test_li3_the_starter_is_agreed_as_in_tg3(self):
        game = oracle.new("lie(players=3,start=agree)", deck_named("lie 7"))
        self.assertEqual((game.phase, game.to_act(), game.state()["starter"]), ("start", [0, 1, 2], None))
        self.assertEqual(refusal(game, 0, "show 1"), "illegal_move")
        for seat, starter in [(0, 0), (1, 2), (2, 2), (1, 2), (0, 2)]:
            self.assertEqual(game.phase, "start")
            game.play(seat, f"start {starter}")
        self.assertEqual((game.phase, game.starter, game.votes), ("show", 2, [2, 2, 2]))
        self.assertEqual(refusal(game, 0, "start 0"), "illegal_move")
        play_round(game, "1x1")
        self.assertEqual(game.bids, [{"seat": 2, "bid": "1x1"}])

    def test_li11_the_next_starter_is_found_clockwise_whatever_the_direction(self):
        game = lie("lie(players=4,direction=choose,start=0)", [3, 4, 5, 3])
        game.starter = game.turn = 2
        play_round(game, "dir ccw, 15x6, call")  # seat 1 challenges seat 2, wins, and is not in the tie
        self.assertEqual((game.tiebreak, game.playing, game.starter), (True, [0, 3], 3))

    def test_li13_direction(self):
        game = lie("lie(direction=choose,start=0)", [1, 1, 1])
        self.assertEqual(refusal(game, 0, "dir cw"), "illegal_move")  # the ends first
        play_round(game, "dir ccw, 1x1")
        self.assertEqual((game.to_act(), game.direction), ([2], "ccw"))

    def test_li14_most_cards_win(self):
        game = lie("lie(cards=down,start=0)", [1, 4, 3])
        play_round(game, "8x6, call")
        self.assertEqual((game.winner, game.counts), (1, [0, 4, 3]))

    def test_li15_until_one_is_left(self):
        game = lie("lie(end=last,start=0)", [5, 4, 3])
        play_round(game, "12x6, call")
        self.assertEqual((game.winner, game.playing, game.starter), (None, [1, 2], 1))

    def test_views_hide_hands_until_the_end(self):
        game = lie("lie(players=2,start=0)", [5, 5])
        game.play(1, game.moves(1)[0])
        self.assertEqual((game.view(0)["hands"][1], game.view(0)["shown"]), (5, [None, 5]))
        play_round(game, "10x6, call")
        self.assertEqual(game.view(1)["hands"], game.state()["hands"])


class RefusalTest(unittest.TestCase):
    def test_codes(self):
        game = oracle.new("thegame(players=2,start=0)", deck_named("thegame 37"))
        for seat, move, code in [(1, "end", "not_your_turn"), (0, "end", "illegal_move"), (0, "4@U1", "illegal_move"),
                                 (0, "2@u1", "bad_move"), (2, "end", "bad_seat"), (0, "start 0", "illegal_move")]:
            self.assertEqual(refusal(game, seat, move), code)

    def test_rules_and_decks(self):
        for rules, deck, code in [("chess", [], "unknown_game"), ("lie(players=9)", [], "bad_option"),
                                  ("thegame", [2] * 98, "bad_deck"), ("lie(start=0)", [], "bad_deck")]:
            with self.assertRaises(oracle.Refused) as caught:
                oracle.new(rules, deck)
            self.assertEqual(caught.exception.code, code)


if __name__ == "__main__":
    unittest.main()
