#!/usr/bin/env python3
"""The probes of LIE that a learned best response needs: what lie_watch writes is whole and the same again, lie_exploit plays by a
network from a file, and, where PyTorch is there, lie_hunt.py makes such a network of what was watched."""
import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
WATCH, EXPLOIT = sys.argv[1:3] if len(sys.argv) > 2 else ("build/check/lie_watch", "build/check/lie_exploit")
RULES = "lie(players=2,cards=down)"
NETWORK = ROOT / "data/lie_duel-net.bin"
TABLE = ROOT / "data/lie-rounds.bin"
RECORD, CHANCES, RULES_OF, OTHER = 128, slice(28, 125), 125, 126


def run(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, check=False, timeout=300)


def records(bot, rounds, *more, options=()):
    watched = run(WATCH, *options, RULES, bot, rounds, 100, *more).stdout
    return [watched[at:at + RECORD] for at in range(0, len(watched), RECORD)]


class Watching(unittest.TestCase):
    def test_records_are_whole(self):
        watched = records("strong", 12)
        self.assertEqual(sum(record[0] == 0 for record in watched), 12)  # it turns its cards once a round
        for record in watched:
            self.assertEqual(len(record), RECORD)
            self.assertLess(abs(sum(record[CHANCES]) - 255), 30)  # rounded one by one
            self.assertEqual(sum(record[7:13]), 5 * record[0])
            self.assertEqual(record[RULES_OF:], bytes([2, 5, 0]))  # cards=down, against five

    def test_the_bot_opens_and_answers_in_turn(self):
        places = [record[1] for record in records("quick", 6) if record[0] == 0]
        self.assertEqual(places, [1, 0, 1, 0, 1, 0])

    def test_the_same_again(self):
        self.assertEqual(records("champion", 4, 7, NETWORK), records("champion", 4, 7, NETWORK))

    def test_whole_matches(self):
        watched = records("quick", 4, 7, "-", TABLE, options=["--matches"])
        sizes = {(sum(card < 15 for card in record[2:7]), record[OTHER]) for record in watched}
        self.assertIn((5, 5), sizes)
        self.assertTrue(any(1 in pair for pair in sizes), sizes)  # a match goes on until somebody has lost the last card
        self.assertEqual(watched, records("quick", 4, 7, "-", TABLE, options=["--matches"]))


class Exploiting(unittest.TestCase):
    def test_a_network_plays(self):
        played = run(EXPLOIT, RULES, "quick", 200, 1, 1, NETWORK)
        self.assertEqual(played.returncode, 0, played.stderr)
        self.assertRegex(played.stdout.decode(), r"^opening [+-]0\.\d{4}, answering [+-]0\.\d{4}: exploitability at least ")

    def test_other_files_are_refused_in_words(self):
        for file in (ROOT / "data/facetoface-net.bin", ROOT / "README.md", ROOT / "nowhere"):
            for program in WATCH, EXPLOIT:
                refused = run(program, RULES, "quick", 1, 1, 1, file)
                self.assertEqual((refused.returncode, refused.stdout), (2, b""))
                self.assertIn(b"is not a network of LIE", refused.stderr)


@unittest.skipUnless(importlib.util.find_spec("torch"), "PyTorch is not installed")
class Hunting(unittest.TestCase):
    def test_what_was_watched_becomes_a_hunter(self):
        with tempfile.TemporaryDirectory() as folder:
            watched, floats, hunter = (pathlib.Path(folder) / name for name in ("watched", "hunter.f32", "hunter.bin"))
            watched.write_bytes(run(WATCH, RULES, "quick", 40).stdout)
            small = ["--epochs", 1, "--iterations", 2, "--tables", 64]
            for command in ["lie_hunt.py", watched, "--out", floats, *small], ["quantise.py", floats, hunter]:
                done = run(sys.executable, ROOT / "tools/train" / command[0], *command[1:])
                self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(run(EXPLOIT, RULES, "quick", 2, 1, 1, hunter).returncode, 0)

    def test_what_cannot_be_learned_from_is_refused_in_words(self):
        with tempfile.TemporaryDirectory() as folder:
            good, matches, other, turns, short = (pathlib.Path(folder) / name for name in ("good", "matches", "other", "turns", "short"))
            good.write_bytes(run(WATCH, RULES, "quick", 4).stdout)
            matches.write_bytes(run(WATCH, "--matches", RULES, "quick", 4).stdout)
            other.write_bytes(run(WATCH, "lie(players=2,cards=down,order=count)", "quick", 4).stdout)
            turns.write_bytes(b"".join(record for record in records("quick", 4) if record[0] == 0))
            short.write_bytes(good.read_bytes()[:100])
            out, network = ["--out", pathlib.Path(folder) / "hunter"], ROOT / "data/facetoface-net.bin"
            for code, words, *arguments in [
                    (1, "several sizes", matches), (1, "several sizes", good, matches), (1, "several sets of rules", good, other),
                    (1, "too few rounds", turns), (1, "not what lie_watch writes", short), (1, "not what lie_watch writes", ROOT / "README.md"),
                    (1, "No such file", "nowhere"), (1, "not a network of stos", good, "--start", good), (1, "not a network of stos", good, "--start", short),
                    (1, "another shape", good, "--start", network), (1, "No such file", good, "--start", "nowhere"),
                    (2, "cannot write", good, "--out", "/nowhere/hunter"), (2, "invalid number", good, "--tables", 0), (2, "invalid time", good, "--seconds", 0)]:
                with self.subTest(words=words, arguments=arguments):
                    refused = run(sys.executable, ROOT / "tools/train/lie_hunt.py", *out, "--epochs", 1, "--iterations", 1, "--tables", 64, *arguments)
                    self.assertEqual((refused.returncode, refused.stdout), (code, b""), refused.stderr)
                    self.assertIn(words, refused.stderr.decode())
                    self.assertNotIn(b"Traceback", refused.stderr)
                    self.assertRegex(refused.stderr.decode().splitlines()[-1], "^lie_hunt.py: ")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
