#!/usr/bin/env python3
"""The hard deals kept in hard-deals/: lines that win are replayed, and proofs that no line does are checked.

A proof (*.proof) weighs a deck, for one player. Every card has a weight, and every placement has one for its number, 1 to 98, and its place
in the turn: first, second, third and later. A win uses each card and each number once. So the four piles of a win weigh
together what all cards weigh and the placements of some division into turns do. If even the lightest such sum is more than four of the heaviest
piles that the rules for one pile allow, there is no win. tools/unwinnable.c finds such decks; nothing is shared with it here.

A deal with fire=now is lost without weighing when some hand holds fire cards alone: whoever has it must end a turn with one on top.
"""
import collections
import itertools
import math
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent / "hard-deals"
PROGRAM, SEARCH = sys.argv[1:3] if len(sys.argv) > 2 else ("build/check/stos", "build/check/unwinnable")
CARDS = range(2, 100)
FIRE = {22, 33, 44, 55, 66, 77}
NUMBERS = range(1, 99)


class Proof:
    def __init__(self, text):
        lines = [line.partition(":") for line in text.splitlines()]
        self.hand, self.minimum = (int(lines[i][2]) for i in (0, 1))
        self.deck = [int(word) for word in lines[2][2].split()]
        self.card = dict(zip(CARDS, map(int, lines[3][2].split()), strict=True))
        slots = [[int(word) for word in line[2].split()] for line in lines[4:]]
        assert [line[0] for line in lines] == ["hand", "minimum", "deck", "cards"] + ["slot"] * self.minimum
        self.slot = dict(zip(NUMBERS, zip(*slots, strict=True), strict=True))

    @classmethod
    def by_lot(cls, record, chance):
        """Weights for a record's deck that prove nothing."""
        minimum = int(re.search(r"min=(\d)", record).group(1))
        deck = re.search(r"^deck: (.*)$", record, re.M).group(1)
        rows = [" ".join(str(chance.randrange(-50, 100)) for _ in CARDS) for _ in range(1 + minimum)]
        return cls("\n".join([f"hand: {len(hands(record)[0])}", f"minimum: {minimum}", f"deck: {deck}", f"cards: {rows[0]}"] +
                             [f"slot: {row}" for row in rows[1:]]))

    def gain(self, number, card, place):
        """What the card weighs as the placement of that number at most; None where it cannot have been drawn."""
        drawn_before_turn = number - 1 + self.hand - place  # so many cards may have been placed in the turn already
        if drawn_before_turn < 0:
            return None
        return self.card[card] + max(self.slot[number][:drawn_before_turn + 1])

    def heaviest_pile(self, rising):
        """Dynamic programming: for each card on top, the heaviest pile so far."""
        place = {card: i for i, card in enumerate(self.deck, 1)}
        order = list(CARDS) if rising else list(CARDS)[::-1]
        back = 10 if rising else -10
        heaviest = {}
        for number in NUMBERS:
            below, after = 0, dict(heaviest)
            for card in order:
                gain = self.gain(number, card, place[card])
                if gain is not None:
                    weight = max(below, heaviest.get(card + back, -math.inf)) + gain
                    after[card] = max(weight, after.get(card, -math.inf))
                below = max(below, heaviest.get(card, -math.inf))
            heaviest = after
        return max(heaviest.values())

    def lightest_turns(self):
        """The least that 98 placements weigh, whatever the turns: `minimum` cards or more each, one or more when nothing is left to draw."""
        last = self.minimum - 1
        lightest = {0: self.slot[1][0]}
        for number in NUMBERS[1:]:
            after = {}
            for before, weight in lightest.items():
                ends = before == last or number - 2 >= len(CARDS) - self.hand  # a turn of one card began with everything drawn
                for k in {min(before + 1, last)} | ({0} if ends else set()):
                    after[k] = min(after.get(k, math.inf), weight + self.slot[number][k])
            lightest = after
        return min(lightest.values())

    def holds(self):
        return 2 * self.heaviest_pile(True) + 2 * self.heaviest_pile(False) < sum(self.card.values()) + self.lightest_turns()


def proofs():
    return {file.name: Proof(file.read_text()) for file in sorted(HERE.glob("*.proof"))}


def records():
    return {file.name: file.read_text() for file in sorted(HERE.glob("*.stos"))}


def weigh_line(proof, record):
    """What each pile of a line weighs, and all its placements without their cards."""
    piles, turns, number, at = collections.Counter(), 0, 0, 0
    for move in re.findall(r"(\d+@[UD][12]|end)", record.partition("\ndeck")[2]):
        if move == "end":
            at = 0
            continue
        card, _, pile = move.partition("@")
        number += 1
        slot = proof.slot[number][min(at, proof.minimum - 1)]
        piles[pile] += proof.card[int(card)] + slot
        turns, at = turns + slot, at + 1
    return piles, turns


def stos(*arguments, text=None):
    return subprocess.run([PROGRAM, *arguments], input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)


def hands(record):
    """The hands that a record's rules deal from its deck."""
    rules, deck = (re.search(rf"^{name}: (.*)$", record, re.M).group(1) for name in ("rules", "deck"))
    players = int(re.search(r"players=(\d)", rules).group(1))
    size = {1: 8, 2: 7}.get(players, 6) - ("hand=less" in rules)
    cards = [int(word) for word in deck.split()]
    return [set(cards[seat * size:(seat + 1) * size]) for seat in range(players)]


def fire_seat(record):
    """The seat that holds fire cards alone, in a game in which each must be covered at once; or None."""
    burning = [seat for seat, hand in enumerate(hands(record)) if hand <= FIRE]
    return burning[0] if burning and "fire=now" in record else None


class Records(unittest.TestCase):
    def test_there_are_a_hundred_of_all_levels_and_numbers_of_players(self):
        kept = records()
        self.assertGreaterEqual(len(kept) + len(proofs()), 100)
        for players, minimum, hand, fire in itertools.product("12345", "23", ["full", "less"], ["off", "next", "now"]):
            if (minimum, hand) != ("2", "less"):
                self.assertTrue(any(f"(players={players},min={minimum},hand={hand},fire={fire}," in text for text in kept.values()),
                                (players, minimum, hand, fire))

    def test_every_line_is_legal_and_wins(self):
        kept = records()
        verified = stos("record", "verify", *(str(HERE / name) for name in kept))
        self.assertEqual(verified.returncode, 0, verified.stderr)
        open_ones = [name for name, text in kept.items() if not text.endswith("result: won\n") and fire_seat(text) is None]
        self.assertEqual(open_ones, ["thegame-players-3-min-3-hand-less-start-0-1.stos"])  # neither a win nor a proof is known

    def test_a_hand_of_fire_cards_alone_is_lost(self):
        burning = {name: text for name, text in records().items() if fire_seat(text) is not None}
        self.assertGreaterEqual(len(burning), 7)
        for name, text in burning.items():
            with self.subTest(name):
                begun_there = text.replace("start=agree", f"start={fire_seat(text)}")
                self.assertNotEqual(text, begun_there)
                found = stos("solve", "--record", "-", "--memory", "16", "--threads", "1", text=begun_there)
                self.assertIn("# not winnable: every line was followed", found.stdout)


class Proofs(unittest.TestCase):
    def test_each_deck_is_too_heavy_for_four_piles(self):
        self.assertTrue(proofs())
        for name, proof in proofs().items():
            with self.subTest(name):
                self.assertEqual(sorted(proof.deck), list(CARDS))
                self.assertTrue(proof.holds())
                self.assertFalse(set(proof.deck[:proof.hand]) <= FIRE)  # it is not lost for another reason

    def test_a_won_game_weighs_what_the_proofs_say_and_no_more(self):
        """The proof's own steps on lines that win, with weights by lot: were one of them unsound, a win would break it."""
        chance = random.Random(1)
        won = [text for text in records().values() if "players=1," in text and text.endswith("result: won\n")]
        self.assertGreaterEqual(len(won), 9)
        for text in won:
            weighed = Proof.by_lot(text, chance)
            piles, turns = weigh_line(weighed, text)
            self.assertLessEqual(weighed.lightest_turns(), turns)
            self.assertEqual(sum(piles.values()), sum(weighed.card.values()) + turns)
            for pile, weight in piles.items():
                self.assertLessEqual(weight, weighed.heaviest_pile(pile.startswith("U")))
            self.assertFalse(weighed.holds())

    def test_a_larger_hand_is_not_proven_by_the_same_weights(self):
        proof = next(iter(proofs().values()))
        proof.hand += 1
        self.assertFalse(proof.holds())


class Search(unittest.TestCase):
    def test_what_the_search_calls_proven_is_and_a_search_goes_on_where_it_stood(self):
        with tempfile.TemporaryDirectory() as folder:
            name = pathlib.Path(folder, "deck.proof")
            self.assertIn(self.search("5", "0", name).stdout, ["\nnot proven yet\n"])
            begun = Proof(name.read_text())
            self.assertFalse(begun.holds())
            self.assertIn("proven: nobody", self.search("5", "200", name).stdout)
            self.assertTrue(Proof(name.read_text()).holds())
            again = self.search("5", "200", name)
            self.assertIn("step 2000:", again.stderr)  # it is proven already
            self.assertEqual(self.search("6", "1", name).returncode, 2)  # another hand

    def test_what_cannot_be_used_is_refused_in_words_and_a_proof_that_cannot_be_kept_is_none(self):
        with tempfile.TemporaryDirectory() as folder:
            for hand, name, words in (("x", "deck.proof", 'HAND must be a number from 3 to 98, not "x"'), ("5", "none/deck.proof", "No such file")):
                found = self.search(hand, "200", pathlib.Path(folder, name))
                self.assertEqual((found.returncode, found.stdout), (2, ""), found.stderr)
                self.assertIn(words, found.stderr)

    @staticmethod
    def search(hand, seconds, name):
        return subprocess.run([SEARCH, hand, "3", seconds, "1", name], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
