#!/usr/bin/env python3
"""tools/train/lie_rounds.py: rounds that `stos solve` has solved exactly come out as they do there (docs/results.md), and bad input is refused in words."""
import importlib.util
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

PROGRAM = pathlib.Path(__file__).resolve().parents[2] / "tools/train/lie_rounds.py"
WATCH = sys.argv[1] if len(sys.argv) > 1 else "build/check/lie_watch"
SOLVED = [-0.05058, 0.02376, -0.05057, 0.02375]  # 1 against 1: by faces and by count, plain and wild ones each


def run(*words):
    return subprocess.run([sys.executable, str(PROGRAM), *words], capture_output=True, text=True, check=False, timeout=300)


@unittest.skipIf(importlib.util.find_spec("torch"), "PyTorch is installed")
class Alone(unittest.TestCase):
    def test_says_what_it_needs(self):
        refused = run()
        self.assertEqual((refused.returncode, refused.stdout), (1, ""))
        self.assertIn("needs PyTorch", refused.stderr)


@unittest.skipUnless(importlib.util.find_spec("torch"), "PyTorch is not installed")
class Solving(unittest.TestCase):
    def test_the_known_values(self):
        solved = run("1,1", "--iterations", "300", "--exploit")
        self.assertEqual(solved.returncode, 0, solved.stderr)
        found = re.findall(r": ([+-]\d\.\d+), exploitability (\d\.\d+)", solved.stdout)
        self.assertEqual(len(found), len(SOLVED))
        for (value, exploitability), exact in zip(found, SOLVED):
            self.assertLess(float(exploitability), .005)
            self.assertLess(abs(float(value) - exact), .005)

    def test_more_is_won_from_a_bot_that_was_watched(self):
        """2 against 3, once without and once with what `quick` does; fewer bids make it quick."""
        with tempfile.TemporaryDirectory() as folder:
            watched, table = pathlib.Path(folder) / "watched", str(pathlib.Path(folder) / "table")
            words = [WATCH, "--matches", "lie(players=2,cards=down)", "quick", "1500"]
            watched.write_bytes(subprocess.run(words, capture_output=True, check=True, timeout=300).stdout)
            won = []
            for share in "0", "0.9":
                solved = run("2,3", "--most", "3", "--iterations", "60", "--out", table, "--against", str(watched), "--share", share)
                self.assertEqual(solved.returncode, 0, solved.stderr)
                self.assertIn("exploited for at least", solved.stdout)
                won.append(sum(map(float, re.search(r"watched: (\S+) opening, (\S+) answering", solved.stdout).groups())))
            self.assertGreater(won[1], won[0] + .05)
            judged = run("2,3", "--judge", table, "--against", str(watched), "--answers", "10")
            self.assertRegex(judged.stdout, r"watched: \S+ opening, \S+ answering\n2 against 3: exploited")
            unseen = run("2,5", "--most", "2", "--iterations", "1", "--out", table, "--against", str(watched))  # the winner opens, so with cards=down never with fewer than five
            self.assertEqual((unseen.returncode, unseen.stdout), (1, ""))
            self.assertIn("not watched with 2 cards against 5, opening", unseen.stderr)

    def test_bad_input(self):
        for words in ("6,1",), ("1",), ("1,x",), ("1,1", "--iterations", "0"), ("1,1", "--most", "-1"), ("1,1", "--share", "2"):
            refused = run(*words)
            self.assertEqual((refused.returncode, refused.stdout), (2, ""), words)
            self.assertIn("invalid", refused.stderr)
        self.assertIn("at most four cards", run("3,3", "--exploit").stderr)
        self.assertIn("is for --out", run("1,1", "--against", "nowhere").stderr)
        table = str(PROGRAM.parents[2] / "data/lie-rounds.bin")
        self.assertIn("not what lie_watch writes", run("1,1", "--judge", table, "--against", table).stderr)
        self.assertIn("No such file", run("1,1", "--judge", table, "--against", "nowhere").stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
