#!/usr/bin/env python3
"""tools/match: two programs follow one game, or play the same deals. A bot is as good as itself, a better one wins more, and mistakes
are told.

    tests/cli/test_match.py STOS
"""
import pathlib
import re
import subprocess
import sys
import unittest

STOS = sys.argv.pop(1)
MATCH = pathlib.Path(__file__).resolve().parents[2] / "tools" / "match"


def match(rules, first, second, *options):
    return subprocess.run([MATCH, rules, f"{STOS}:{first}", f"{STOS}:{second}", *options], capture_output=True, text=True, check=False)


def won(done):
    return tuple(map(int, re.search(r"won (\d+) of (\d+): ", done.stdout).groups()))


class Match(unittest.TestCase):
    def test_a_bot_wins_exactly_half_against_itself(self):
        for rules in ["facetoface", "lie(players=2)"]:
            self.assertEqual(won(match(rules, "steady", "steady", "--games", "6", "--jobs", "2")), (6, 12))

    def test_the_better_one_wins_more(self):
        games, all_games = won(match("facetoface", "quick", "novice", "--games", "10"))
        self.assertGreater(games, .7 * all_games)

    def test_deals_of_thegame_are_compared_one_by_one(self):
        same = match("thegame(players=2)", "steady", "steady", "--games", "30", "--seed", "4")
        self.assertRegex(same.stdout, r"deals for the first 0, for the second 0, for neither 30: \+0\.0 points \(95 %: -11\.")
        better = match("thegame(players=2)", "steady", "novice", "--games", "60", "--seed", "4").stdout
        first, second, neither = map(int, re.search(r"first (\d+), for the second (\d+), for neither (\d+)", better).groups())
        ones, others = (int(won) for won in re.findall(r"won (\d+) of 60", better))
        self.assertEqual((first + second + neither, first - second), (60, ones - others))
        self.assertGreater(first, second)

    def test_mistakes_are_told(self):
        self.assertIn("lie is not for two players", match("lie", "steady", "steady").stderr)
        self.assertIn("nobody", match("thegame", "nobody", "steady").stderr)
        self.assertIn("There is no bot 'nobody'", match("facetoface", "nobody", "steady").stderr)
        self.assertIn("PROGRAM:BOT", subprocess.run([MATCH, "facetoface", "a", "b"], capture_output=True, text=True, check=False).stderr)


if __name__ == "__main__":
    unittest.main()
