#!/usr/bin/env python3
"""`stos-measure`: each measurement prints every number, as JSON and for people; bad usage is refused. `load` is tested by tests/server/edge.py.

Usage: test_measure.py STOS-MEASURE
"""
import json
import subprocess
import sys
import unittest

PROGRAM = sys.argv.pop(1)


def run(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=300, check=False)


def measured(*words):
    return [json.loads(line) for line in run(*words, "--seconds", "0.01", "--json").stdout.splitlines()]


class Measure(unittest.TestCase):
    def test_the_guard_is_slower_than_a_look_at_the_bytes(self):
        [found] = measured("guard")
        self.assertGreater(min(found["alone"], found["with_memory"]), 0)
        self.assertGreater(found["bytes_alone"], max(found["alone"], found["with_memory"]))
        self.assertIn("messages/s", run("guard", "--seconds", "0.01").stdout)

    def test_batches_of_the_rules_that_were_named(self):
        rows = measured("batch", "lie(players=2)", "facetoface")
        self.assertEqual([row["rules"] for row in rows], ["lie(players=2)", "facetoface"])
        for row in rows:
            for name in ["play", "step", "full", "bits"]:
                self.assertGreater(row[name], 0)
        self.assertIn("moves/s", run("batch", "facetoface", "--seconds", "0.01").stdout)

    def test_hints_beside_a_bare_echo(self):
        [found] = measured("server")
        self.assertGreater(found["hints_per_second"], 0)
        self.assertAlmostEqual(found["share"], found["hints_per_second"] / found["echo_per_second"], 3)

    def test_bad_usage(self):
        for words in [[], ["nosuch"], ["guard", "now"], ["batch", "chess"], ["batch", "--seconds", "0"], ["load", "http://127.0.0.1:99999"],
                      ["load", "http://127.0.0.1:0"], ["load", "--people", "6"], ["load", "--rules", "lie(players=2)", "--people", "5"],
                      ["load", "--rules", "facetoface", "--people", "1"]]:
            done = run(*words)
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
            self.assertTrue(done.stderr, words)

    def test_help(self):
        self.assertIn("load", run("--help").stdout)
        self.assertIn("--rate", run("load", "--help").stdout)


unittest.main()
