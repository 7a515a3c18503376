#!/usr/bin/env python3
"""`stos bench`: its JSON, and its signatures, which change only when the rules do or, with `bots`, the way a bot plays.

Run with --update behind the program to pin the signatures anew, and say in the commit which rule changed, or which bot
and what that does to its strength (docs/results.md).
"""
import json
import os
import sys
import unittest

from program import GOOD, main, run

HERE = os.path.dirname(os.path.abspath(__file__))
PINNED, PINNED_BOTS = os.path.join(HERE, "signatures.json"), os.path.join(HERE, "bot-signatures.json")


def bench(*arguments):
    done = run("bench", "--seconds", "0.05", "--json", *arguments)
    assert done.returncode == GOOD, done
    return json.loads(done.stdout)


def signatures():
    return {row["rules"]: row["signature"] for row in bench()}


def bench_bots():
    done = run("bench", "bots", "--json")
    assert done.returncode == GOOD, done
    return json.loads(done.stdout)


def bot_signatures(rows):
    """By game, then by bot."""
    found = {}
    for row in rows:
        found.setdefault(row["game"], {})[row["bot"]] = row["signature"]
    return found


def pin(name, found):
    with open(name, "w", encoding="utf-8") as output:
        json.dump(found, output, indent=2)
        output.write("\n")


class Bench(unittest.TestCase):
    def test_signatures_are_the_pinned_ones(self):
        with open(PINNED, encoding="utf-8") as file:
            self.assertEqual(signatures(), json.load(file))

    def test_bots_play_as_pinned_and_their_json_has_every_number(self):
        rows = bench_bots()
        with open(PINNED_BOTS, encoding="utf-8") as file:
            self.assertEqual(bot_signatures(rows), json.load(file))
        for row in rows:
            self.assertGreaterEqual(row["ms_per_turn"], 0)
            self.assertGreaterEqual(row["memory"], 0)

    def test_json_has_every_number(self):
        for row in bench("lie"):
            self.assertTrue(row["rules"].startswith("lie("))
            for name in ["moves_per_s", "games_per_s", "rounds_per_s"]:
                self.assertGreater(row[name], 0)
            self.assertLessEqual({"deal", "apply", "list", "view", "sample", "copy"}, set(row["ns"]))
            self.assertRegex(row["signature"], "^[0-9a-f]{16}$")

    def test_text_is_for_people(self):
        done = run("bench", "facetoface", "--seconds", "0.01")
        self.assertEqual(done.returncode, GOOD)
        self.assertIn(b"moves/s", done.stdout)
        self.assertIn(b"signature", done.stdout)


if "--update" in sys.argv:
    pin(PINNED, signatures())
    pin(PINNED_BOTS, bot_signatures(bench_bots()))
else:
    main()
