#!/usr/bin/env python3
"""The command line: help, version, games, and what the exit codes promise (0 good, 1 no, 2 bad usage, 3 failure)."""
import json
import unittest

from program import BROKEN, GOOD, USAGE, main, run

COMMANDS = ["play", "games", "record", "sim", "solve", "engine", "bench"]


class Help(unittest.TestCase):
    def test_help_goes_to_stdout_and_names_every_command(self):
        for arguments in [["--help"], ["-h"], ["help"]]:
            done = run(*arguments)
            self.assertEqual((done.returncode, done.stderr), (GOOD, b""), arguments)
            for command in COMMANDS:
                self.assertIn(f"\n  {command} ".encode(), done.stdout)

    def test_every_command_explains_itself(self):
        for command in COMMANDS:
            done = run(command, "--help")
            self.assertEqual((done.returncode, done.stderr), (GOOD, b""), command)
            self.assertTrue(done.stdout.startswith(f"Usage: stos {command}".encode()), done.stdout)
            self.assertGreater(len(done.stdout.splitlines()), 2)
            self.assertEqual(run(command, "-h").stdout, done.stdout)

    def test_help_wins_over_other_arguments(self):
        self.assertEqual(run("games", "nosuch", "--help").returncode, GOOD)

    def test_version(self):
        done = run("--version")
        self.assertEqual(done.returncode, GOOD)
        self.assertRegex(done.stdout.decode(), r"^stos \d+\.\d+\.\d+ \(.+\)\n$")

    def test_help_speaks_the_language_that_is_asked_for(self):
        self.assertEqual(run("--lang", "en", "--help").stdout, run("--help").stdout)
        self.assertEqual(run("--lang=en", "games").returncode, GOOD)


class BadUsage(unittest.TestCase):
    CASES = [
        [], ["nosuch"], [""], ["--nosuch"], ["--lang"], ["--lang", "xx", "games"], ["--lang=xx", "games"],
        ["games", "nosuch"], ["games", "lie", "thegame"], ["games", "--nosuch"], ["games", "--json=1"],
        ["record"], ["record", "show"], ["record", "burn", "file"], ["record", "show", "a", "b"], ["record", "--nosuch"],
        ["engine", "now"], ["engine", "--fast"],
        ["bench", "nosuch"], ["bench", "lie", "thegame"], ["bench", "--seconds"], ["bench", "--seconds", "0"], ["bench", "--seconds", "-1"],
        ["bench", "--seconds", "x"], ["bench", "--seconds", "1x"], ["bench", "--seconds", ""], ["bench", "--seconds", "1e9"],
        ["bench", "--seconds", "nan"], ["bench", "--nosuch"],
    ]

    def test_bad_usage_is_code_2_with_words_on_stderr_only(self):
        for arguments in self.CASES:
            with self.subTest(arguments=arguments):
                done = run(*arguments)
                self.assertEqual(done.returncode, USAGE)
                self.assertEqual(done.stdout, b"")
                self.assertGreater(len(done.stderr), 10)


class Games(unittest.TestCase):
    def test_games_as_text(self):
        done = run("games")
        self.assertEqual(done.returncode, GOOD)
        for word in [b"thegame", b"facetoface", b"lie", b"players", b"fire", b"bots: random"]:
            self.assertIn(word, done.stdout)

    def test_one_game_as_text(self):
        done = run("games", "lie")
        self.assertEqual(done.returncode, GOOD)
        self.assertIn(b"order", done.stdout)
        self.assertNotIn(b"facetoface", done.stdout)

    def test_games_as_json(self):
        games = json.loads(run("games", "--json").stdout)
        self.assertEqual([game["name"] for game in games], ["thegame", "facetoface", "lie"])
        for game in games:
            self.assertTrue(game["title"] and game["rules"].startswith(game["name"] + "("))
            self.assertIn("random", game["bots"])
            for option in game["options"]:
                self.assertTrue(option["name"] and option["allowed"] and option["help"])
                self.assertIn(option["name"] + "=", game["rules"])

    def test_one_game_as_json(self):
        self.assertEqual([game["name"] for game in json.loads(run("games", "lie", "--json").stdout)], ["lie"])
        self.assertEqual(run("games", "--json", "lie").stdout, run("games", "lie", "--json").stdout)


class FullDisk(unittest.TestCase):
    def test_output_that_does_not_arrive_is_a_failure(self):
        for arguments in [["--help"], ["--version"], ["games"], ["games", "--json"], ["bench", "--help"], ["bench", "lie", "--seconds", "0.01"]]:
            with open("/dev/full", "wb") as full:
                done = run(*arguments, stdout=full)
            self.assertEqual(done.returncode, BROKEN, arguments)
            self.assertIn(b"cannot write", done.stderr, arguments)

    def test_the_engine_says_so_too(self):
        with open("/dev/full", "wb") as full:
            done = run("engine", stdin=b'{"id":1,"do":"games"}\n', stdout=full)
        self.assertEqual(done.returncode, BROKEN)
        self.assertIn(b"cannot write", done.stderr)


main()
