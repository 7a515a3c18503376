#!/usr/bin/env python3
"""tools/match: two programs follow one game. A bot wins exactly half against itself, a better one more, and mistakes are told.

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
    return tuple(map(int, re.search(r"won (\d+) of (\d+) against", done.stdout).groups()))


class Match(unittest.TestCase):
    def test_a_bot_wins_exactly_half_against_itself(self):
        for rules in ["facetoface", "lie(players=2)"]:
            self.assertEqual(won(match(rules, "steady", "steady", "--games", "6", "--jobs", "2")), (6, 12))

    def test_the_better_one_wins_more(self):
        games, all_games = won(match("facetoface", "quick", "novice", "--games", "10"))
        self.assertGreater(games, .7 * all_games)

    def test_mistakes_are_told(self):
        self.assertIn("There is no bot 'nobody'", match("facetoface", "nobody", "steady").stderr)
        self.assertIn("PROGRAM:BOT", subprocess.run([MATCH, "facetoface", "a", "b"], capture_output=True, text=True, check=False).stderr)


if __name__ == "__main__":
    unittest.main()
