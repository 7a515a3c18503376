#!/usr/bin/env python3
"""`stos analyze` on records of THE GAME and FACE TO FACE: the same told as text, JSON and curve, and records that it refuses."""
import json
import os
import re
import tempfile
import unittest
import xml.etree.ElementTree

from program import BROKEN, GOOD, NO, USAGE, Engine, main, run

FEW = ["--deals", "2"]
SVG = "{http://www.w3.org/2000/svg}"
TURN = re.compile(r" *(\d+) +(\d+) % \|([# ]{20})\| (.+?): (.*?)(?:  -> (\d+) %; better: (.+))?")


def played(rules, seed=3):
    """The record of a game of random moves: short, and with much to say about it."""
    with tempfile.TemporaryDirectory() as folder:
        run("sim", rules, "--bots", "random", "--games", "1", "--seed", str(seed), "--records", folder)
        with open(os.path.join(folder, "00000000-a0.stos"), "rb") as file:
            return file.read()


def begun(rules, moves):
    """The record of a game that has not ended."""
    with Engine() as engine:
        engine.good("new", rules=rules, seed=3)
        engine.play_on("random", moves)
        return engine.good("record")["record"].encode()


def analyze(record, *arguments):
    return run("analyze", "-", *FEW, *arguments, stdin=record)


def as_json(record):
    done = analyze(record, "--json")
    assert done.returncode == GOOD, done.stderr
    return json.loads(done.stdout)


def turns_of(record):
    """What each turn of a record placed, as written there; everything ends with `end` or the game."""
    steps = re.findall(rb"^\d+: (.*)$", record, re.MULTILINE)
    return [" ".join(move for move in step.decode().split(", ") if "@" in move) for step in steps if b"@" in step]


class Analysis(unittest.TestCase):
    GAMES = ["thegame(players=1)", "facetoface"]

    @classmethod
    def setUpClass(cls):
        """Analyses each game once for JSON, once for the text and the curve."""
        cls.record = {rules: played(rules) for rules in cls.GAMES}
        cls.found = {rules: as_json(cls.record[rules]) for rules in cls.GAMES}
        cls.text, cls.curve = {}, {}
        for rules in cls.GAMES:
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "curve.svg")
                done = analyze(cls.record[rules], "--svg", path)
                assert (done.returncode, done.stderr) == (GOOD, b""), done
                cls.text[rules], cls.curve[rules] = done.stdout.decode(), xml.etree.ElementTree.parse(path).getroot()

    def test_every_turn_of_the_record_is_there_with_its_chances(self):
        for rules in self.GAMES:
            with self.subTest(rules=rules):
                turns = self.found[rules]["turns"]
                self.assertEqual([turn["played"] for turn in turns], turns_of(self.record[rules]))
                for turn in turns:
                    self.assertTrue(0 <= turn["after"] <= turn["before"] <= 1, turn)
                    self.assertAlmostEqual(turn["loss"], turn["before"] - turn["after"], 5)
                    if turn["loss"] > 0:
                        self.assertNotIn(turn["better"], ["", turn["played"]])

    def test_the_rules_and_whether_the_deal_can_be_won_are_told(self):
        for rules in self.GAMES:
            found = self.found[rules]
            self.assertTrue(found["rules"].startswith(rules.rstrip(")").split(",")[0]), found["rules"])
            self.assertIn(found["winnable"], ["yes", "no"] if "thegame" in rules else ["unknown"])

    def test_the_text_says_the_same(self):
        for rules in self.GAMES:
            with self.subTest(rules=rules):
                lines, turns = self.text[rules].split("\n"), self.found[rules]["turns"]
                for number, (line, turn) in enumerate(zip(lines[1:], turns), 1):
                    seen = TURN.fullmatch(line)
                    self.assertTrue(seen, line)
                    name = "random (bot)" if rules == "thegame(players=1)" else f"random (bot) #{turn['seat']}"
                    self.assertEqual([int(seen[1]), seen[4], seen[5]], [number, name, turn["played"]])
                    self.assertAlmostEqual(int(seen[2]) / 100, turn["before"], delta=0.0051)
                    self.assertEqual(seen[7], turn["better"] if turn["loss"] >= 0.05 else None)
                rest = "\n".join(lines[1 + len(turns):])
                self.assertRegex(rest, r"^Winner: random \(bot\) #[01]\." if rules == "facetoface" else r"^Over: \d+ cards left\.")
                self.assertEqual("With open cards this deal can be won." in rest, self.found[rules]["winnable"] == "yes")

    def test_the_turning_points_are_the_dearest_turns(self):
        losses = sorted((round(turn["loss"], 6) for turn in self.found["facetoface"]["turns"]), reverse=True)
        points = re.findall(r"^Turning point: turn (\d+) cost (\d+) percentage points\.$", self.text["facetoface"], re.MULTILINE)
        self.assertEqual([int(cost) for _, cost in points], [round(100 * loss) for loss in losses[:3] if loss >= 0.05])
        self.assertEqual([int(turn) for turn, _ in points], self.found["facetoface"]["turning_points"])
        for turn, cost in points:
            self.assertEqual(round(100 * self.found["facetoface"]["turns"][int(turn) - 1]["loss"]), int(cost))

    def test_the_curve_has_a_point_for_each_turn_and_a_dot_for_each_loss(self):
        for rules in self.GAMES:
            with self.subTest(rules=rules):
                drawing, turns = self.curve[rules], self.found[rules]["turns"]
                points = drawing.find(f"{SVG}polyline").get("points").split()
                heights = [float(point.split(",")[1]) for point in points]
                self.assertEqual(len(points), len(turns))
                chances = [turn["before"] if rules != "facetoface" or turn["seat"] == 0 else 1 - turn["before"] for turn in turns]
                for one, other, higher, lower in zip(chances, chances[1:], heights, heights[1:]):
                    if abs(one - other) > 0.001:
                        self.assertEqual(one > other, higher < lower)
                self.assertEqual(len(drawing.findall(f"{SVG}circle")), sum(turn["loss"] >= 0.05 for turn in turns))

    def test_the_same_record_has_the_same_analysis(self):
        self.assertEqual(as_json(self.record["facetoface"]), self.found["facetoface"])


class OpenGames(unittest.TestCase):
    def test_a_game_that_has_not_ended_is_analysed_as_far_as_it_went(self):
        for rules in ["thegame(players=2,start=0)", "facetoface"]:
            with self.subTest(rules=rules):
                record = begun(rules, 8)
                done = analyze(record)
                lines = done.stdout.decode().split("\n")
                self.assertEqual(done.returncode, GOOD, done.stderr)
                self.assertEqual([seen[5] for seen in map(TURN.fullmatch, lines) if seen], turns_of(record))
                self.assertFalse([line for line in lines if re.match("Over:|Won:|Winner:", line)])

    def test_a_game_without_a_turn_has_nothing_to_analyse(self):
        for rules in ["thegame(players=2)", "facetoface", "lie(players=2)"]:
            for arguments in [[], ["--svg", "curve.svg"], ["--json", "--svg", "curve.svg"]]:
                with self.subTest(rules=rules, arguments=arguments), tempfile.TemporaryDirectory() as folder:
                    place = [os.path.join(folder, word) if word.endswith(".svg") else word for word in arguments]
                    done = analyze(begun(rules, 0), *place)
                    self.assertEqual((done.returncode, done.stdout), (NO, b""))
                    self.assertIn(b"no turn", done.stderr)

    def test_programs_get_an_empty_list_of_a_game_without_a_turn(self):
        for rules, member in [("thegame(players=2)", "turns"), ("facetoface", "turns"), ("lie(players=2)", "moves")]:
            with self.subTest(rules=rules):
                self.assertEqual(as_json(begun(rules, 0))[member], [])


class Refused(unittest.TestCase):
    def assert_refused(self, record, line):
        done = analyze(record)
        self.assertEqual((done.returncode, done.stdout), (NO, b""), record)
        self.assertTrue(done.stderr.startswith(b"-:%d: " % line), done.stderr)

    def test_a_record_that_was_cut_off_is_refused_wherever_that_was(self):
        for rules in ["thegame(players=1)", "facetoface"]:
            record = played(rules)
            lines = record.split(b"\n")
            self.assert_refused(b"\n".join(lines[:-2]) + b"\n", len(lines) - 2)  # the result is missing
            for length in range(0, len(record) - 1, len(record) // 6):
                done = analyze(record[:length])
                self.assertEqual((done.returncode, done.stdout), (NO, b""), record[:length])

    def test_what_is_no_record_is_refused_with_its_line(self):
        record = played("thegame(players=1)")
        self.assert_refused(b"hello\n", 1)
        self.assert_refused(b"\x00\xff" * 100, 1)
        self.assert_refused(record.replace(b"thegame(", b"thegame(colour=red,"), 2)
        self.assert_refused(re.sub(rb"\n0: \d+@", b"\n0: 1@", record, 1), 5)  # nobody holds a 1
        self.assert_refused(re.sub(rb"result: .*", b"result: won", record), record.count(b"\n"))

    def test_bad_usage_is_code_2_with_words_on_stderr_only(self):
        for arguments in [[], ["a", "b"], ["-", "--deals", "0"], ["-", "--deals", "many"], ["-", "--curve"], ["-", "--svg", "-"]]:
            with self.subTest(arguments=arguments):
                done = run("analyze", *arguments)
                self.assertEqual((done.returncode, done.stdout), (USAGE, b""))
                self.assertGreater(len(done.stderr), 10)

    def test_a_table_of_rounds_is_for_lie(self):
        done = analyze(begun("facetoface", 4), "--table", "/nonexistent/table")
        self.assertEqual((done.returncode, done.stdout), (USAGE, b""))
        self.assertIn(b"--table is for lie", done.stderr)

    def test_files_that_cannot_be_read_or_written_are_code_3(self):
        self.assertEqual(run("analyze", "/nonexistent/record").returncode, BROKEN)
        self.assertEqual(analyze(begun("facetoface", 4), "--svg", "/nonexistent/curve.svg").returncode, BROKEN)


main()
