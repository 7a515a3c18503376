#!/usr/bin/env python3
"""`stos tournament`: each match is the simulation that it says, a killed run goes on to the same table, and the rest of its options.

Usage: test_tournament.py STOS
"""
import itertools
import json
import os
import re
import subprocess
import tempfile
import time
import unittest

from program import BROKEN, GOOD, PROGRAM, USAGE, main, run

CMDBOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/examples/cmdbot.py")


def tournament(*arguments, code=GOOD):
    """The JSON of a tournament."""
    done = run("tournament", *map(str, arguments), "--json")
    assert done.returncode == code, (arguments, done.stderr)
    return json.loads(done.stdout)


def sim(*arguments):
    return json.loads(run("sim", *map(str, arguments), "--json").stdout)


class Matches(unittest.TestCase):
    def test_all_play_all_and_each_match_is_a_simulation(self):
        bots = ["steady", "novice", "random", "strong:nodes=5"]
        found = tournament("facetoface", "--bots", ",".join(bots), "--games", 6, "--seed", 7)
        self.assertEqual([match["bots"] for match in found["matches"]], [list(pair) for pair in itertools.combinations(bots, 2)])
        for number, match in enumerate(found["matches"]):
            self.assertEqual((match["seed"], match["deals"]), (str(7 + number), 6))
            places = sim("facetoface", "--bots", ",".join(match["bots"]), "--games", 6, "--seed", match["seed"])["lineups"][0]["places"]
            self.assertEqual(match["scores"], [place["wins"] for place in places])
        for bot in found["bots"]:
            own = [(match["bots"].index(bot["bot"]), match) for match in found["matches"] if bot["bot"] in match["bots"]]
            self.assertEqual((bot["score"], bot["games"]), (sum(match["scores"][place] for place, match in own), 36))
            self.assertAlmostEqual(bot["share"], bot["score"] / 36)
        self.assertEqual((found["interrupted"], found["requested_deals"], found["seed"]), (False, 6, 7))

    def test_a_gauntlet_is_the_first_bot_against_each_other(self):
        found = tournament("facetoface", "--bots", "steady,novice,random", "--games", 4, "--gauntlet")
        self.assertEqual([match["bots"] for match in found["matches"]], [["steady", "novice"], ["steady", "random"]])
        self.assertEqual({bot["bot"]: bot["games"] for bot in found["bots"]}, {"steady": 16, "novice": 8, "random": 8})
        self.assertTrue(all(bot["rating"]["low"] < bot["rating"]["high"] for bot in found["bots"]))

    def test_of_a_game_for_three_every_three_meet(self):
        found = tournament("lie(players=3)", "--bots", "steady,novice,random,quick", "--games", 4)
        self.assertEqual([match["bots"] for match in found["matches"]],
                         [list(three) for three in itertools.combinations(["steady", "novice", "random", "quick"], 3)])
        places = sim("lie(players=3)", "--bots", "steady,random,quick", "--games", 4, "--seed", 3)["lineups"][0]["places"]
        self.assertEqual(found["matches"][2]["scores"], [place["wins"] for place in places])
        self.assertEqual([sum(match["scores"]) for match in found["matches"]], [12] * 4)

    def test_in_the_game_bots_are_teams_on_the_same_deals(self):
        found = tournament("thegame(players=2)", "--bots", "steady,random,quick", "--games", 30)
        compared = sim("thegame(players=2)", "--bots", "steady", "--against", "quick", "--games", 30, "--seed", 2)
        pairs = compared["pairs"]
        tied = (pairs["both"] + pairs["neither"]) / 2
        self.assertEqual(found["matches"][1]["bots"], ["steady", "quick"])
        self.assertEqual(found["matches"][1]["scores"], [pairs["only_first"] + tied, pairs["only_second"] + tied])
        self.assertEqual(found["bots"][0]["bot"], "quick")
        self.assertGreater(found["bots"][0]["deals_won"], found["bots"][-1]["deals_won"])

    def test_the_better_bot_has_the_higher_rating(self):
        found = tournament("facetoface", "--bots", "random,novice,steady", "--games", 60)
        self.assertEqual([bot["bot"] for bot in found["bots"]], ["steady", "novice", "random"])
        ratings = [bot["rating"] for bot in found["bots"]]
        self.assertAlmostEqual(sum(rating["value"] for rating in ratings), 0, 6)
        self.assertLess(ratings[1]["high"], ratings[0]["low"])
        self.assertLess(ratings[2]["high"], ratings[1]["low"])

    def test_any_number_of_threads_gives_the_same_table(self):
        line = ["lie(players=2)", "--bots", "steady,novice,quick", "--games", 40]
        self.assertEqual(tournament(*line, "--threads", 1), tournament(*line, "--threads", 5))


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def test_a_killed_run_of_five_bots_goes_on_to_the_same_table(self):
        line = ["facetoface", "--bots", f"steady,novice,random,strong:nodes=3,cmd:python3 {os.path.relpath(CMDBOT)}", "--games", 8]
        state, records = self.path("state"), self.path("records")
        kept = [*line, "--resume", state, "--records", records]
        process = subprocess.Popen([PROGRAM, "tournament", *map(str, kept)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env={**os.environ, "LC_ALL": "C", "LANGUAGE": ""})
        while not os.path.exists(os.path.join(state, "match-004.json")):
            self.assertIsNone(process.poll(), "the run must not be over yet")
            time.sleep(0.01)
        process.kill()
        process.communicate()
        resumed = tournament(*kept)
        self.assertEqual(resumed, tournament(*line))
        self.assertEqual(resumed, tournament(*kept), "nothing is left to play")
        self.assertEqual(sorted(os.listdir(records)), [f"match-{number:03}" for number in range(1, 11)])
        for match in os.listdir(records):
            names = [os.path.join(records, match, name) for name in os.listdir(os.path.join(records, match))]
            self.assertEqual(len(names), 16)
            self.assertEqual(run("record", "verify", *names).returncode, GOOD)

    def test_interrupted_it_prints_what_is_known(self):
        """A program that interrupts at its first question: the match before it is complete."""
        stopper = self.path("s.py")
        with open(stopper, "w", encoding="utf-8") as file:
            file.write("import json, os, signal, sys, time\n"
                       "for line in sys.stdin:\n"
                       "    os.kill(os.getppid(), signal.SIGINT)\n"
                       "    time.sleep(0.5)\n"
                       "    print(json.dumps({'move': json.loads(line)['moves'][0]}), flush=True)\n")
        line = ["facetoface", "--bots", f"steady,random,cmd:python3 {stopper}", "--games", "5"]
        done = run("tournament", *line, "--json")
        self.assertEqual(done.returncode, BROKEN)
        self.assertIn(b"interrupted after 1 of 3 matches", done.stderr)
        found = json.loads(done.stdout)
        self.assertTrue(found["interrupted"])
        self.assertEqual([match["deals"] for match in found["matches"]], [5, 0, 0])
        self.assertEqual([bot["rating"] for bot in found["bots"]], [None] * 3, "nobody has met the third")
        self.assertIn(b"won 0.0 of 0", run("tournament", *line).stdout)

    def test_the_state_of_another_tournament_is_refused(self):
        line = ["facetoface", "--bots", "steady,random", "--games", "3", "--resume", self.path("state")]
        tournament(*line)
        done = run("tournament", *line, "--seed", "2")
        self.assertEqual((done.returncode, done.stdout), (BROKEN, b""))
        self.assertIn(b"another simulation", done.stderr)

    def test_folders_that_cannot_be_written_are_told_before_a_game_is_played(self):
        with open(self.path("file"), "wb"):
            pass
        for option in ["--resume", "--records"]:
            done = run("tournament", "facetoface", "--bots", "steady,random", option, self.path("file"))
            self.assertEqual((done.returncode, done.stdout), (BROKEN, b""))
            self.assertIn(self.path("file").encode(), done.stderr)


class Words(unittest.TestCase):
    def test_the_table_is_for_people(self):
        text = run("tournament", "facetoface", "--bots", "steady,novice,random", "--games", "20").stdout.decode()
        for pattern in [r"matches: 3, deals in each: 20", r"  1  steady +\+\d+ \(95 %: \+\d+ to \+\d+\)  won [\d.]+ of 80: [\d.]+ %",
                        r"against each column", r"  1  steady +- +[\d.]+ +[\d.]+"]:
            self.assertRegex(text, pattern)
        text = run("tournament", "thegame(players=2)", "--bots", "steady,random", "--games", "20").stdout.decode()
        self.assertRegex(text, r"as a team [\d.]+ %")

    def test_bad_usage_is_code_2_with_words_on_stderr_only(self):
        for arguments, words in [([], "give one game"), (["facetoface"], "--bots"), (["facetoface", "--bots", "steady"], "2 bots"),
                                 (["lie(players=3)", "--bots", "steady,novice"], "3 bots"), (["lie(players=1)", "--bots", "steady"], "players"),
                                 (["facetoface", "--bots", "steady,nosuch"], "nosuch"), (["facetoface", "--bots", "steady,steady"], "twice"),
                                 (["facetoface", "--bots", "strong:nodes=5,strong", "--nodes", "5"], "twice"),
                                 (["facetoface", "--bots", "steady,"], "''"), (["facetoface", "--bots", "steady,random", "--games", "0"], "--games"),
                                 (["facetoface", "--bots", ",".join(f"strong:nodes={n}" for n in range(1, 40))], "32"),
                                 (["lie(players=6)", "--bots", ",".join(f"strong:nodes={n}" for n in range(1, 31))], "--gauntlet"),
                                 (["facetoface", "--bots", "steady,random", "--chunk", "5"], "--cluster"),
                                 (["facetoface", "--bots", "steady,random", "--cluster", "nats://127.0.0.1:1", "--records", "x"], "--records"),
                                 (["facetoface", "--bots", "steady,cmd:true", "--cluster", "nats://127.0.0.1:1"], "a bot that is a command")]:
            with self.subTest(arguments=[argument[:40] for argument in arguments]):
                done = run("tournament", *arguments)
                self.assertEqual((done.returncode, done.stdout), (USAGE, b""))
                self.assertIn(words, done.stderr.decode())

    def test_it_is_in_the_help_and_in_completions(self):
        self.assertRegex(run("--help").stdout.decode(), r"\n  tournament +let bots")
        self.assertIn(b"--gauntlet", run("complete", "tournament", "--ga").stdout)
        self.assertIn(b"steady,champion", run("complete", "tournament", "--bots", "steady,ch").stdout)
        self.assertTrue(re.search(rb"400 points", run("help", "tournament").stdout))


main()
