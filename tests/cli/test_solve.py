#!/usr/bin/env python3
"""`stos solve`: wins that replay, counts that add up, limits that are told, and the same answer for any number of threads."""
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import unittest

from program import BROKEN, GOOD, NO, PROGRAM, USAGE, Engine, main, run

SMALL = ["--memory", "16", "--nodes", "50000"]  # enough for most deals, and quick
VARIANTS = ["thegame", "thegame(players=2)", "thegame(players=3,min=3)", "thegame(players=4,hand=less)", "thegame(players=5,fire=next)",
            "thegame(players=3,fire=now)", "thegame(players=2,start=lot)"]


def solve(*arguments, **more):
    return run("solve", *arguments, *SMALL, **more)


def fraction(*arguments):
    done = run("solve", *arguments, "--json")
    assert done.returncode == GOOD, done.stderr
    return json.loads(done.stdout)


HERE = pathlib.Path(__file__).resolve()


class HardDeals(unittest.TestCase):
    def test_the_climb_is_the_same_every_time_and_writes_a_record(self):
        tool = HERE.parents[2] / "tools" / "hard-deals"
        with tempfile.TemporaryDirectory() as folder:
            command = [tool, "thegame(players=2,start=0)", "--steps", "3", "--nodes", "20000", "--program", PROGRAM, "--out", folder]
            first, second = (subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout for _ in range(2))
            self.assertEqual(first, second)
            self.assertRegex(first, r"seed 1: (winnable|unknown): .+ \d+ nodes; \d+ deals judged")
            records = list(pathlib.Path(folder).iterdir())
            self.assertEqual(run("record", "verify", str(records[0])).returncode, GOOD)


class OneDeal(unittest.TestCase):
    def test_a_win_is_a_record_that_is_true_and_won(self):
        wins = 0
        for rules in VARIANTS:
            for deal in ["0", "1"]:
                with self.subTest(rules=rules, deal=deal):
                    done = solve(rules, "--deal", deal)
                    self.assertIn(done.returncode, [GOOD, NO], done.stderr)
                    if done.returncode == NO:
                        self.assertRegex(done.stdout.decode(), r"\A# (unknown|not winnable): .+ \d+ nodes\n\Z")
                        continue
                    wins += 1
                    self.assertTrue(done.stdout.startswith(b"# winnable: "), done.stdout[:80])
                    self.assertTrue(done.stdout.endswith(b"result: won\n"))
                    verified = run("record", "verify", "-", stdin=done.stdout)
                    self.assertEqual(verified.returncode, GOOD, verified.stderr)
                    shown = run("record", "show", "-", stdin=done.stdout)
                    self.assertIn(b"Won: all 98 cards are placed!", shown.stdout)
        self.assertGreater(wins, 4)

    def interrupted(self, *arguments):
        """Starts a run that is far too long and interrupts it; what it printed, and its complaint."""
        with subprocess.Popen([PROGRAM, "solve", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env={**os.environ, "LC_ALL": "C", "LANGUAGE": ""}) as process:
            while not self.catches_interrupt(process):
                self.assertIsNone(process.poll())
            process.send_signal(signal.SIGINT)
            output, errors = process.communicate(timeout=60)
            self.assertEqual(process.returncode, BROKEN, errors)
            return output, errors

    def test_ctrl_c_says_that_it_was_interrupted_and_what_is_known(self):
        many = ["thegame(players=1)", "--deals", "100000000", "--threads", "1"]
        output, errors = self.interrupted(*many)
        self.assertRegex(errors, rb"interrupted after \d+ of 100000000 deals")
        self.assertIn(b"winnable", output)
        found = json.loads(self.interrupted(*many, "--json")[0])
        self.assertEqual((found["interrupted"], found["requested_deals"]), (True, 100000000))

    def test_a_whole_run_was_not_interrupted(self):
        found = json.loads(solve("thegame(players=1)", "--deals", "2", "--json").stdout)
        self.assertEqual((found["interrupted"], found["requested_deals"], found["deals"]), (False, 2, 2))

    @staticmethod
    def catches_interrupt(process):
        """Whether the program is past its start, and hears Ctrl-C."""
        with open(f"/proc/{process.pid}/status", encoding="utf-8") as file:
            return int(file.read().split("SigCgt:")[1].split()[0], 16) >> (signal.SIGINT - 1) & 1

    def test_the_deal_is_the_one_that_sim_plays(self):
        with tempfile.TemporaryDirectory() as folder:
            run("sim", "thegame(players=3)", "--bots", "steady", "--games", "2", "--seed", "5", "--records", folder)
            for deal in [0, 1]:
                path = os.path.join(folder, f"{deal:08}-a0.stos")
                by_number = solve("thegame(players=3)", "--seed", "5", "--deal", str(deal))
                self.assertEqual(solve("--record", path).stdout, by_number.stdout)
                with open(path, encoding="utf-8") as file:
                    self.assertIn(file.read().split("\n")[2].encode(), by_number.stdout)

    def test_the_deal_of_a_record_is_solved_from_its_start(self):
        with Engine() as engine:
            engine.good("new", rules="thegame(players=2,start=0)", seed=17)
            fresh = engine.good("record")["record"]
            engine.play_on("steady", 20)
            played = engine.good("record")["record"]
        self.assertNotEqual(fresh, played)
        answers = [solve("--record", "-", stdin=text.encode()) for text in [fresh, played]]
        self.assertEqual(answers[0].stdout, answers[1].stdout)
        self.assertIn(answers[0].returncode, [GOOD, NO])

    def test_json_says_the_same(self):
        for deal in ["0", "3"]:
            text, found = solve("thegame", "--deal", deal), solve("thegame", "--deal", deal, "--json")
            answer = json.loads(found.stdout)
            self.assertEqual(text.returncode, found.returncode)
            self.assertEqual(answer["winnable"] == "yes", found.returncode == GOOD)
            self.assertIn(f" {answer['nodes']} nodes\n".encode(), text.stdout)
            if answer["winnable"] == "yes":
                self.assertGreaterEqual(answer["moves"], 98)

    def test_one_node_is_too_little_to_know(self):
        done = run("solve", "thegame", "--nodes", "1", "--memory", "16")
        self.assertEqual(done.returncode, NO)
        self.assertTrue(done.stdout.startswith(b"# unknown: "))
        self.assertIn(b"--nodes", done.stdout)
        answer = run("solve", "thegame", "--nodes", "1", "--memory", "16", "--json")
        self.assertEqual((answer.returncode, json.loads(answer.stdout)["winnable"]), (NO, "unknown"))

    def test_the_answer_is_always_the_same(self):
        self.assertEqual(solve("thegame(players=3)", "--seed", "9").stdout, solve("thegame(players=3)", "--seed", "9", "--threads", "5").stdout)


class ManyDeals(unittest.TestCase):
    def test_counts_add_up(self):
        for rules in ["thegame", "thegame(players=3,min=3,fire=next)"]:
            found = fraction(rules, "--deals", "6", *SMALL)
            self.assertEqual(found["deals"], 6)
            self.assertEqual(sum(found["verdicts"].values()), 6)
            self.assertLessEqual(0, found["low"])
            self.assertLess(found["low"], found["high"])
            self.assertLessEqual(found["high"], 1)
            self.assertLessEqual(found["mean_ms"], found["slowest_ms"])

    def test_many_are_each_as_one(self):
        single = [json.loads(solve("thegame", "--seed", "3", "--deal", str(deal), "--json").stdout)["winnable"] for deal in range(2, 6)]
        found = fraction("thegame", "--seed", "3", "--deal", "2", "--deals", "4", *SMALL)
        self.assertEqual([found["verdicts"][word] for word in ["yes", "no", "unknown"]], [single.count(word) for word in ["yes", "no", "unknown"]])

    def test_any_number_of_threads_gives_the_same_result(self):
        def counts(threads):
            found = fraction("thegame(players=2)", "--deals", "8", "--threads", threads, *SMALL)
            return {name: value for name, value in found.items() if not name.endswith("_ms")}
        first = counts("1")
        self.assertEqual(first, counts("2"))
        self.assertEqual(first, counts("5"))

    def test_unknown_counts_both_ways(self):
        found = fraction("thegame", "--deals", "5", "--nodes", "1", "--memory", "4")
        self.assertEqual((found["verdicts"]["unknown"], found["deals"]), (5, 5))
        self.assertEqual((found["low"], found["high"]), (0, 1))

    def test_text_is_for_people(self):
        text = run("solve", "thegame", "--deals", "3", *SMALL).stdout.decode()
        for word in ["3 deals", "winnable fraction", "95 %", "decided", "ms a deal"]:
            self.assertIn(word, text)
        self.assertNotIn("\033", text)


class BadUsage(unittest.TestCase):
    CASES = [
        [], ["nosuch"], [""], ["thegame(players=9)"], ["facetoface"], ["lie"], ["thegame", "lie"], ["thegame", "--nosuch"],
        ["thegame", "--record", "file"], ["--record"], ["thegame", "--deals"],
        *[["thegame", f"--{name}", value] for name in ["deals", "nodes", "memory", "threads"] for value in ["0", "-1", "x", "", "1.5"]],
        *[["thegame", f"--{name}", value] for name in ["seed", "deal"] for value in ["-1", "x", "", "99999999999999999999999"]],
        ["thegame", "--threads", "257"],
    ]

    def test_bad_usage_is_code_2_with_words_on_stderr_only(self):
        for arguments in self.CASES:
            with self.subTest(arguments=arguments):
                done = run("solve", *arguments)
                self.assertEqual((done.returncode, done.stdout), (USAGE, b""))
                self.assertGreater(len(done.stderr), 10)

    def test_a_bad_record_is_refused_and_a_missing_one_is_a_failure(self):
        done = run("solve", "--record", "-", stdin=b"stos record 1\nrules: tag\n")
        self.assertEqual((done.returncode, done.stdout), (NO, b""))
        self.assertIn(b"-:2: ", done.stderr)
        self.assertEqual(run("solve", "--record", "/nonexistent/file").returncode, BROKEN)
        lie = b"stos record 1\nrules: lie\nseed: 1\nresult: unfinished\n"
        self.assertEqual(run("solve", "--record", "-", stdin=lie).returncode, USAGE)

    def test_output_that_does_not_arrive_is_a_failure(self):
        for more in [[], ["--json"], ["--deals", "1"]]:
            with open("/dev/full", "wb") as full:
                self.assertEqual(solve("thegame", *more, stdout=full).returncode, BROKEN)


main()
