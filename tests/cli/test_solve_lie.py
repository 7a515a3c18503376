#!/usr/bin/env python3
"""`stos solve 'lie(players=2)'`: known values of liar's dice, the same result for any threads and breaks, tables that are whole."""
import fractions
import json
import os
import signal
import subprocess
import tempfile
import time
import unittest
import unittest.mock

from program import BROKEN, GOOD, PROGRAM, USAGE, Engine, main, run

# First mover's values of liar's dice: opener's dice, other's dice, order, ones, more options, value, how exactly to look.
KNOWN = [
    ("1,1", "count", "plain", [], "-1/9", "1e-4"),
    ("1,1", "count", "wild", [], "-7/327", "1e-3"),
    ("1,1", "count", "plain", ["--high-wild"], "-7/258", "1e-3"),
    ("1,1", "face", "plain", ["--high-wild"], "-1/18", "1e-4"),
    ("2,1", "count", "wild", [], "7/27", "0.03"),
    ("2,1", "count", "plain", [], "212027/771552", "0.03"),
    ("1,2", "count", "wild", [], "-5/54", "0.03"),
    ("1,2", "count", "plain", [], "-22/81", "0.03"),
]


def rules(order="face", ones="plain"):
    return f"lie(players=2,order={order},ones={ones})"


def solve(*arguments):
    done = run("solve", *arguments, "--json")
    assert done.returncode == GOOD, done.stderr
    return json.loads(done.stdout)


def without_time(found):
    return {name: value for name, value in found.items() if name != "seconds"}


class KnownValues(unittest.TestCase):
    def test_plain_dice_have_their_known_values(self):
        for cards, order, ones, more, value, until in KNOWN:
            with self.subTest(cards=cards, order=order, ones=ones, more=more):
                found = solve(rules(order, ones), "--dice", "--cards", cards, "--until", until, *more)
                self.assertLessEqual(found["exploitability"], float(until))
                self.assertLessEqual(abs(found["value"] - float(fractions.Fraction(value))), found["exploitability"] + 1e-7)

    def test_one_card_each_is_the_same_game_in_both_orders(self):
        for ones, value in [("plain", -0.0506), ("wild", 0.0238)]:
            for order in ["face", "count"]:
                found = solve(rules(order, ones), "--until", "1e-3")
                self.assertLessEqual(abs(found["value"] - value), found["exploitability"] + 1e-4)


class Running(unittest.TestCase):
    def test_any_number_of_threads_gives_the_same_result(self):
        plan = [rules("count"), "--dice", "--cards", "1,2", "--iterations", "3"]
        first = without_time(solve(*plan, "--threads", "1"))
        self.assertEqual(first["iterations"], 3)
        self.assertEqual(first, without_time(solve(*plan, "--threads", "2")))
        self.assertEqual(first, without_time(solve(*plan, "--threads", "7")))

    def test_rounds_without_some_bids_are_smaller_and_nearly_as_good(self):
        """What the other player wins by making these bids is in the exploitability."""
        whole = solve(rules(ones="wild"), "--iterations", "400")
        small = solve(rules(ones="wild"), "--iterations", "400", "--without", "2x1,2x2")
        self.assertEqual((small["without"], whole.get("without")), ("2x1,2x2", None))
        self.assertLess(small["information_sets"], whole["information_sets"] / 3)
        self.assertLess(small["exploitability"], 2e-3)
        self.assertGreater(solve(rules(ones="wild"), "--iterations", "400", "--without", "1x3")["exploitability"], 0.2)  # worth more than 2x3

    def test_resuming_gives_the_same_as_no_break(self):
        with tempfile.TemporaryDirectory() as folder:
            state = os.path.join(folder, "state")
            whole = without_time(solve(rules(), "--iterations", "50"))
            part = solve(rules(), "--iterations", "20", "--resume", state)
            self.assertEqual(part["iterations"], 20)
            self.assertEqual(without_time(solve(rules(), "--iterations", "50", "--resume", state)), whole)
            again = solve(rules(), "--iterations", "50", "--resume", state)
            self.assertEqual(without_time(again), whole)

    def test_a_state_of_something_else_is_refused_and_kept(self):
        with tempfile.TemporaryDirectory() as folder:
            state = os.path.join(folder, "state")
            for text in [b"", b"not a state", b"STOSLS2\n" + bytes(10)]:
                with open(state, "wb") as file:
                    file.write(text)
                self.assertEqual(run("solve", rules(), "--iterations", "2", "--resume", state).returncode, BROKEN)
                with open(state, "rb") as file:
                    self.assertEqual(file.read(), text)
            os.remove(state)
            solve(rules(), "--iterations", "2", "--resume", state)
            for other in [[rules("count")], [rules(), "--algorithm", "cfr+"], [rules(), "--dice"]]:
                done = run("solve", *other, "--iterations", "4", "--resume", state)
                self.assertEqual((done.returncode, done.stdout), (BROKEN, b""))
                self.assertIn(b"another round or algorithm", done.stderr)

    def begin(self, state):
        """A run that does not end by itself, from when it has saved something on."""
        process = subprocess.Popen([PROGRAM, "solve", rules(), "--iterations", "4000000000", "--resume", state, "--json"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "LC_ALL": "C", "LANGUAGE": ""})
        while not os.path.exists(state):
            self.assertIsNone(process.poll())
            time.sleep(0.05)
        return process

    def test_a_run_that_is_killed_goes_on_from_what_it_saved(self):
        with tempfile.TemporaryDirectory() as folder:
            state = os.path.join(folder, "state")
            process = self.begin(state)
            process.kill()
            process.communicate(timeout=60)
            saved = solve(rules(), "--iterations", "1", "--resume", state)["iterations"]
            self.assertGreater(saved, 1)
            more = ["--iterations", str(saved + 10)]
            self.assertEqual(without_time(solve(rules(), *more, "--resume", state)), without_time(solve(rules(), *more)))

    def test_ctrl_c_prints_what_is_known_and_saves(self):
        with tempfile.TemporaryDirectory() as folder:
            state = os.path.join(folder, "state")
            process = self.begin(state)
            process.send_signal(signal.SIGINT)
            output, errors = process.communicate(timeout=60)
            found = json.loads(output)
            self.assertGreater(found["iterations"], 0)
            self.assertIn(b"interrupted", errors)
            self.assertEqual((process.returncode, found["interrupted"]), (BROKEN, True))
            again = solve(rules(), "--iterations", "1", "--resume", state)
            self.assertEqual((again["iterations"], again["interrupted"]), (found["iterations"], False))

    def test_minutes_are_kept(self):
        start = time.monotonic()
        found = solve(rules("count", "wild"), "--minutes", "0.02", "--until", "1e-12")
        self.assertLess(time.monotonic() - start, 30)
        self.assertGreater(found["exploitability"], 1e-12)

    def test_both_algorithms_agree(self):
        found = [solve(rules(), "--until", "2e-3", "--algorithm", name) for name in ["dcfr", "cfr+"]]
        self.assertLess(abs(found[0]["value"] - found[1]["value"]), 4e-3)
        self.assertEqual([one["algorithm"] for one in found], ["dcfr", "cfr+"])

    def test_text_is_for_people(self):
        text = run("solve", rules(), "--until", "1e-2").stdout.decode()
        for word in ["1 against 1 cards", "value for the opener", "exploitability", "iterations", "information sets", "MiB"]:
            self.assertIn(word, text)
        self.assertNotIn("\033", text)


class Tables(unittest.TestCase):
    def test_a_table_gathers_rounds_and_says_what_they_lost(self):
        with tempfile.TemporaryDirectory() as folder:
            table = os.path.join(folder, "table")
            first = solve(rules(), "--iterations", "60", "--out", table)
            self.assertEqual(first["table"]["bytes"], os.path.getsize(table))
            self.assertLess(first["table"]["exploitability"], 0.05)
            second = solve(rules("count"), "--iterations", "60", "--out", table)
            self.assertGreater(second["table"]["bytes"], first["table"]["bytes"])
            with open(table, "rb") as file:
                both = file.read()
            solve(rules("count"), "--iterations", "60", "--out", table)
            with open(table, "rb") as file:
                self.assertEqual(file.read(), both)  # the same command writes the same bytes
            forgetful = solve(rules("count"), "--iterations", "60", "--forget", "--out", table)
            self.assertLess(forgetful["table"]["bytes"], len(both))

    def test_matches_follow_from_the_rounds_of_a_table(self):
        with tempfile.TemporaryDirectory() as folder:
            table = os.path.join(folder, "table")
            value = solve(rules(), "--until", "1e-3", "--out", table)["value"]
            done = run("solve", "lie(players=2,cards=down)", "--match", table, "--json")
            chances = {(row["opener"], row["other"]): row for row in json.loads(done.stdout)["matches"]}
            self.assertEqual(len(chances), 25)
            self.assertTrue(chances[1, 1]["exact"])
            self.assertAlmostEqual(chances[1, 1]["chance"], 0.5 + value / 2, places=5)
            self.assertFalse(chances[5, 5]["exact"])
            self.assertLess(chances[1, 5]["chance"], chances[5, 1]["chance"])  # cards=down: more cards are better
            up = run("solve", rules(), "--match", table).stdout.decode()
            self.assertEqual(len(up.splitlines()), 8)
            self.assertEqual(run("solve", rules(), "--match", "/nonexistent").returncode, BROKEN)

    def test_a_damaged_table_is_refused_and_kept(self):
        with tempfile.TemporaryDirectory() as folder:
            table = os.path.join(folder, "table")
            solve(rules(), "--iterations", "5", "--out", table)
            with open(table, "rb") as file:
                good = file.read()
            damaged = good[:100] + bytes([good[100] ^ 1]) + good[101:]
            for text, word in [(damaged, b"damaged"), (b"x" * 50, b"not a table"), (good[:-1], b"not as long")]:
                with open(table, "wb") as file:
                    file.write(text)
                done = run("solve", rules(), "--iterations", "5", "--out", table)
                self.assertEqual(done.returncode, BROKEN)
                self.assertIn(word, done.stderr)
                with open(table, "rb") as file:
                    self.assertEqual(file.read(), text)


    def test_a_place_that_cannot_be_written_is_told_before_the_work(self):
        for option in ["--out", "--resume"]:
            with self.subTest(option=option):
                done = run("solve", rules(), "--iterations", "4000000000", option, "/nonexistent/file")
                self.assertEqual((done.returncode, done.stdout), (BROKEN, b""))
                self.assertIn(b"cannot write /nonexistent/file", done.stderr)
                done = run("solve", rules(), "--iterations", "2", option, "-")
                self.assertEqual((done.returncode, done.stdout), (USAGE, b""))


class ShippedTables(unittest.TestCase):
    """data/lie-rounds.bin is what tools/lie-tables makes; here the rounds that take no time."""

    NAMES = ["face-plain-1,1", "count-plain-1,1"]

    def verify(self, *more):
        tool = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools", "lie-tables")
        only = [word for name in self.NAMES for word in ("--only", name)]
        return subprocess.run([tool, "--program", PROGRAM, "--verify", *only, *more], stdout=subprocess.PIPE, timeout=300, check=False)

    def test_the_shipped_rounds_come_out_byte_for_byte(self):
        done = self.verify()
        self.assertEqual(done.stdout.decode().splitlines(), [f"{name}: the same" for name in self.NAMES])
        self.assertEqual(done.returncode, 0)

    def test_another_table_is_told(self):
        with tempfile.TemporaryDirectory() as folder:
            table = os.path.join(folder, "table")
            for order in ["count", "face"]:
                solve(rules(order), "--iterations", "5", "--out", table)
            done = self.verify("--table", table)
            self.assertEqual(done.stdout.decode().splitlines(), [f"{name}: differs" for name in self.NAMES])
            self.assertEqual(done.returncode, 1)


class BotsWithoutTables(unittest.TestCase):
    """Tables that are missing or damaged: a clear error and a warning, and the bots play on with what they have."""

    def play_with(self, content):
        with tempfile.TemporaryDirectory() as folder, unittest.mock.patch.dict(os.environ, {"STOS_DATA": folder}):
            if content is not None:
                with open(os.path.join(folder, "lie-rounds.bin"), "wb") as file:
                    file.write(content)
            return run("play", "lie(players=2,cards=down)", "--seats", "strong,random", "--seed", "2")

    def good_table(self):
        with tempfile.TemporaryDirectory() as folder:
            table = os.path.join(folder, "table")
            solve(rules(), "--iterations", "20", "--out", table)
            with open(table, "rb") as file:
                return file.read()

    def test_bots_play_on_and_the_warning_says_what_with(self):
        good = self.good_table()
        damaged = good[:100] + bytes([good[100] ^ 1]) + good[101:]
        for content, word in [(None, b"cannot read"), (damaged, b"hash is wrong"), (good[:-1], b"not as long"), (b"x" * 50, b"not a table")]:
            with self.subTest(word=word):
                done = self.play_with(content)
                self.assertEqual(done.returncode, GOOD)
                self.assertIn(word, done.stderr)
                self.assertIn(b"warning: without the solved rounds", done.stderr)
                self.assertIn(b"by network and search", done.stderr)
                self.assertIn(b"Winner", done.stdout)
        self.assertEqual(self.play_with(good).stderr, b"")

    def test_a_table_that_was_named_must_be_good(self):
        with tempfile.TemporaryDirectory() as folder:
            table = os.path.join(folder, "table")
            for content in [None, b"x" * 50]:
                if content:
                    with open(table, "wb") as file:
                        file.write(content)
                done = run("sim", rules(), "--bots", "strong", "--games", "1", "--nodes", "10", "--table", table)
                self.assertNotEqual(done.returncode, GOOD)
                self.assertEqual(done.stdout, b"")
                self.assertIn(table.encode(), done.stderr)


class Analysis(unittest.TestCase):
    """`stos analyze` on records of LIE."""

    def play(self, rules_text, *moves):
        """The record of a game in which seat 0 and 1 show their low ends and then bid these moves in turn."""
        with Engine() as engine:
            engine.good("new", rules=rules_text, seed=5)
            for seat in [0, 1]:
                hand = engine.state()["hands"][seat]
                engine.good("play", seat=seat, move="show " + " ".join(str(card[0]) for card in hand))
            for number, move in enumerate(moves):
                engine.good("play", seat=number % 2, move=move)
            return engine.good("record")["record"].encode()

    def test_chances_are_told_without_a_table(self):
        record = self.play("lie(players=2,start=0)", "1x1", "2x6", "call")
        with tempfile.TemporaryDirectory() as empty, unittest.mock.patch.dict(os.environ, {"STOS_DATA": empty}):
            done = run("analyze", "-", "--json", stdin=record)
            text = run("analyze", "-", stdin=record).stdout.decode()
        self.assertEqual(done.stderr, b"")
        found = json.loads(done.stdout)
        bids = [move for move in found["moves"] if "holds" in move]
        self.assertEqual([move["move"] for move in bids], ["1x1", "2x6", "call"])
        self.assertFalse(any(move["solved"] for move in found["moves"]))
        for move in bids:
            self.assertTrue(0 <= move["holds"] <= 1)
        self.assertIn("the bid holds with", text)
        self.assertNotIn("equilibrium", text)

    def test_the_installed_table_is_asked_by_itself(self):
        with tempfile.TemporaryDirectory() as folder, unittest.mock.patch.dict(os.environ, {"STOS_DATA": folder}):
            table = os.path.join(folder, "lie-rounds.bin")
            solve(rules(), "--until", "1e-2", "--out", table)
            record = self.play("lie(players=2,start=0)", "1x1", "2x6", "call")
            by_itself, named = (run("analyze", "-", "--json", *more, stdin=record) for more in [[], ["--table", table]])
            self.assertEqual(by_itself.stdout, named.stdout)
            self.assertTrue(all(move["solved"] for move in json.loads(by_itself.stdout)["moves"]))
            with open(table, "wb") as file:
                file.write(b"x" * 50)
            done = run("analyze", "-", "--json", stdin=record)
            self.assertEqual(done.returncode, GOOD)
            self.assertIn(b"not a table", done.stderr)
            self.assertFalse(any(move["solved"] for move in json.loads(done.stdout)["moves"]))

    def test_a_bid_that_cannot_hold_costs_the_round(self):
        with tempfile.TemporaryDirectory() as folder:
            table = os.path.join(folder, "table")
            solve(rules(), "--until", "1e-3", "--out", table)
            record = self.play("lie(players=2,start=0)", "1x1", "2x6", "call")
            found = json.loads(run("analyze", "-", "--json", "--table", table, stdin=record).stdout)["moves"]
            self.assertEqual([move["solved"] for move in found], [True] * len(found))
            for move in found:
                self.assertGreaterEqual(move["cost"], 0)
                self.assertTrue(0 <= move["chance"] <= 1)
                self.assertLessEqual(move["match_cost"], move["cost"])
            high = [move for move in found if move["move"] == "2x6"][0]
            self.assertEqual(high["holds"], 0)  # a low end is no six
            self.assertGreater(high["cost"], 0.2)  # calling was better
            text = run("analyze", "-", "--table", table, stdin=record).stdout.decode()
            self.assertIn("the equilibrium plays this", text)

    def test_answers_are_judged_by_the_bids_that_were_made(self):
        """One card each, plain ones: both orders are the same game (docs/lie.md), but number their bids differently."""
        with tempfile.TemporaryDirectory() as folder:
            for order in ["face", "count"]:
                table = os.path.join(folder, order)
                solve(rules(order=order), "--until", "1e-3", "--out", table)
                record = self.play(f"lie(players=2,start=0,order={order})", "1x6", "2x6", "call")
                found = json.loads(run("analyze", "-", "--json", "--table", table, stdin=record).stdout)["moves"]
                self.assertTrue(all(move["solved"] for move in found), found)
                answer = next(move for move in found if move["move"] == "2x6")
                self.assertEqual(answer["best"], "call")
                self.assertAlmostEqual(answer["cost"], 0.51, delta=0.02)  # every second 1x6 is a bluff

    def test_more_players_and_options_are_told_the_chances(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ["lie(players=4,ones=wild,direction=choose)", "lie(players=2,cards=down,order=count)"]:
                run("sim", name, "--bots", "random", "--games", "1", "--records", folder)
                for file in sorted(os.listdir(folder))[:2]:
                    done = run("analyze", os.path.join(folder, file), "--json")
                    self.assertEqual(done.returncode, GOOD, done.stderr)
                    self.assertGreater(len(json.loads(done.stdout)["moves"]), 3)

    def test_what_does_not_fit_is_refused(self):
        record = self.play("lie(players=2,start=0)", "1x1", "call")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.svg")
            self.assertEqual(run("analyze", "-", "--svg", path, "--deals", "20", stdin=record).returncode, GOOD)
            with open(path, encoding="utf-8") as file:
                self.assertEqual(file.read().count("<polyline"), 2)
        self.assertEqual(run("analyze", "-", "--table", "/nonexistent/table", stdin=record).returncode, BROKEN)
        self.assertEqual(run("analyze", "-", "--table", __file__, stdin=record).returncode, BROKEN)


class BadUsage(unittest.TestCase):
    CASES = [
        ["lie"], ["lie(players=3)"], ["lie(players=9)"], [rules(), "--cards"], [rules(), "--cards", "1"], [rules(), "--cards", "0,1"],
        [rules(), "--cards", "1,6"], [rules(), "--cards", "3,2"], [rules(), "--cards", "5,5"], [rules(), "--high-wild"], [rules(), "--cards", "2,2"],
        [rules(), "--cards", "1,2", "--memory", "1"], [rules(), "--algorithm", "magic"], [rules(), "--dice", "--out", "x"], [rules(), "--deals", "2"],
        *[[rules(), "--without", value] for value in ["", "x", "1", "0x1", "1x0", "1x7", "3x1", "2x6", "1x1,", "1x1 2x1", "1x1,2x6", "1x11"]],
        *[[rules(), f"--{name}", value] for name in ["until", "minutes", "prune"] for value in ["0", "-1", "x", "", "nan"]],
        *[[rules(), f"--{name}", value] for name in ["iterations", "threads", "memory"] for value in ["0", "-1", "x", "", "1.5"]],
    ]

    def test_bad_usage_is_code_2_with_words_on_stderr_only(self):
        for arguments in self.CASES:
            with self.subTest(arguments=arguments):
                done = run("solve", *arguments)
                self.assertEqual((done.returncode, done.stdout), (USAGE, b""))
                self.assertGreater(len(done.stderr), 10)


main()
