#!/usr/bin/env python3
"""tools/train/lie_rounds.py: rounds that `stos solve` has solved exactly come out as they do there (docs/results.md), and bad input is refused in words."""
import importlib.util
import pathlib
import re
import subprocess
import sys
import unittest

PROGRAM = pathlib.Path(__file__).resolve().parents[2] / "tools/train/lie_rounds.py"
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
        solved = run("1,1", "--iterations", "150", "--exploit")
        self.assertEqual(solved.returncode, 0, solved.stderr)
        found = re.findall(r": ([+-]\d\.\d+), exploitability (\d\.\d+)", solved.stdout)
        self.assertEqual(len(found), len(SOLVED))
        for (value, exploitability), exact in zip(found, SOLVED):
            self.assertLess(float(exploitability), .005)
            self.assertLess(abs(float(value) - exact), .005)

    def test_bad_input(self):
        for words in ("6,1",), ("1",), ("1,x",), ("1,1", "--iterations", "0"), ("1,1", "--most", "-1"):
            refused = run(*words)
            self.assertEqual((refused.returncode, refused.stdout), (2, ""), words)
            self.assertIn("invalid", refused.stderr)
        self.assertIn("at most four cards", run("3,3", "--exploit").stderr)


if __name__ == "__main__":
    unittest.main()
