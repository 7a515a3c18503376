#!/usr/bin/env python3
"""`stos puzzles`: the ladder, tries by lines, what was solved is kept, puzzles from a seed and from one's own mistakes."""
import json
import os
import re
import tempfile
import unittest

from program import BROKEN, GOOD, NO, USAGE, Engine, main, run

SHIPPED = "data/puzzles.txt"


def play(folder, number, *lines):
    os.environ["XDG_DATA_HOME"] = folder
    return run("puzzles", str(number), stdin="".join(line + "\n" for line in lines).encode()).stdout.decode()


def ladder(folder):
    os.environ["XDG_DATA_HOME"] = folder
    return [json.loads(line) for line in run("puzzles", "--json").stdout.splitlines()]


def moves_of(solution):
    """The moves that a solution tells, of the solver only."""
    turns = re.findall(r"\d+\. (\w+):(.*)", solution)
    return [" ".join(re.findall(r"\d+@\w+", told)) + " end" for who, told in turns if who == "You"]


class Ladder(unittest.TestCase):
    def test_it_lists_300_from_easy_to_hard(self):
        with tempfile.TemporaryDirectory() as folder:
            rows = ladder(folder)
            self.assertEqual([row["number"] for row in rows], list(range(1, 301)))
            self.assertEqual([row["rating"] for row in rows], sorted(row["rating"] for row in rows))
            self.assertIn("0 of 300 solved", run("puzzles").stdout.decode())

    def test_the_solution_solves_and_what_was_solved_is_kept(self):
        with tempfile.TemporaryDirectory() as folder:
            for row in [next(row for row in ladder(folder) if row["game"] == game) for game in ["thegame", "facetoface"]]:
                moves = moves_of(play(folder, row["number"], "solution"))
                done = play(folder, row["number"], *moves, "quit")
                self.assertIn("Solved!", done)
                self.assertTrue(ladder(folder)[row["number"] - 1]["solved"])
            self.assertIn("2 of 300 solved", run("puzzles").stdout.decode())

    def test_a_choice_of_lie_shows_every_chance(self):
        with tempfile.TemporaryDirectory() as folder:
            number = next(row["number"] for row in ladder(folder) if row["game"] == "lie")
            values = dict(re.findall(r"^>? *(call|\dx\d) +([\d.]+) %$", play(folder, number, "solution"), re.M))
            best, worst = max(values, key=lambda move: float(values[move])), min(values, key=lambda move: float(values[move]))
            self.assertIn("Something else wins more often", play(folder, number, worst))
            self.assertIn("Right.", play(folder, number, best))
            self.assertTrue(ladder(folder)[number - 1]["solved"])

    def test_the_bids_so_far_are_those_of_the_round(self):
        with tempfile.TemporaryDirectory() as folder:
            with open("data/puzzles.txt", encoding="utf-8") as file:
                puzzles = [line for line in file if not line.startswith("#")]
            by_face = [number for number, line in enumerate(puzzles, 1) if "order=face" in line]
            self.assertTrue(by_face)
            for number in by_face:
                told = play(folder, number, "quit")
                bids = [(int(face), int(count)) for count, face in re.findall(r"(\d)x(\d)", re.search(r"bids so far:(.*)", told)[1])]
                choices = [(int(face), int(count)) for count, face in re.findall(r"(\d)x(\d)", re.search(r"choose one:(.*)", told)[1])]
                self.assertEqual(bids, sorted(bids))
                self.assertIn(f"the bid stands at {bids[-1][1]}x{bids[-1][0]}", told)
                self.assertLess(bids[-1], min(choices))

    def test_a_refused_move_is_told_with_its_reason(self):
        with tempfile.TemporaryDirectory() as folder:
            told = play(folder, 1, "37@U9", "end", "nonsense", "undo", "retry", "help", "show")
            self.assertIn("take this turn back", told)
            self.assertIn("TG7", told)

    def test_other_languages_ask_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            os.environ["XDG_DATA_HOME"] = folder
            texts = {language: run("--lang", language, "puzzles", "1").stdout for language in ["en", "pl", "cs", "uk"]}
            self.assertEqual(len(set(texts.values())), 4)


class Making(unittest.TestCase):
    def test_a_seed_makes_the_same_puzzles_and_each_is_proven(self):
        arguments = ["puzzles", "--make", "3", "--seed", "7", "--game", "thegame"]
        made = run(*arguments)
        self.assertEqual(made.returncode, GOOD, made.stderr)
        self.assertEqual(made.stdout, run(*arguments).stdout)
        self.assertTrue(all(" thegame(" in line for line in made.stdout.decode().splitlines()[1:]))
        with tempfile.NamedTemporaryFile() as file:
            file.write(made.stdout)
            file.flush()
            self.assertEqual(run("puzzles", "--check", file.name).stdout, b"3 puzzles, all proven again\n")

    def test_a_wrong_puzzle_is_found(self):
        with open(SHIPPED, encoding="utf-8") as file:
            line = next(line for line in file if " thegame(" in line)
        with tempfile.NamedTemporaryFile("w") as file:
            file.write(f"{int(line.split()[0]) + 1} {line.split(' ', 1)[1]}")
            file.flush()
            self.assertEqual(run("puzzles", "--check", file.name).returncode, NO)

    def test_bad_usage(self):
        for arguments in [["0"], ["301"], ["x"], ["1", "2"], ["--make", "0"], ["--make", "x"], ["--game", "chess"], ["--nosuch"],
                          ["--make", "1", "2"], ["--seat", "9"]]:
            with self.subTest(arguments=arguments):
                done = run("puzzles", *arguments)
                self.assertEqual((done.returncode, done.stdout), (USAGE, b""))
        for arguments, called, word in [(["--of", "x", "--make", "3"], " --make", "--of"), (["--check", "x", "--make", "3"], " --make", "--check"),
                                        (["--make", "3", "--json"], " --make", "--json"), (["--of", "x", "--check", "y"], " --check", "--of"),
                                        (["--check", "x", "--seed", "3"], " --check", "--seed"), (["--of", "x", "--game", "lie"], " --of", "--game"),
                                        (["--of", "x", "7"], " --of", "7"), (["1", "--seat", "2"], " 1", "--seat"), (["1", "--json"], " 1", "--json"),
                                        (["--game", "thegame"], "", "--game"), (["--deals", "8"], "", "--deals")]:
            with self.subTest(arguments=arguments):
                done = run("puzzles", *arguments)
                self.assertEqual((done.returncode, done.stdout), (USAGE, b""))
                self.assertIn(f"`stos puzzles{called}` does not take '{word}'".encode(), done.stderr)
        self.assertEqual(run("puzzles", "--check", "/nonexistent").returncode, BROKEN)
        self.assertEqual(run("puzzles", "--check", "/dev/null").returncode, BROKEN)


class Mistakes(unittest.TestCase):
    def test_a_bad_turn_becomes_a_puzzle_with_a_better_one(self):
        with Engine() as engine, tempfile.NamedTemporaryFile("w") as file:
            engine.good("new", rules="thegame(players=1)", seed=3)
            for move in [*(f"{card}@U1" for card in engine.state()["hands"][0][5:]), "end"]:  # wasteful on purpose
                engine.good("play", seat=0, move=move)
            file.write(engine.good("record")["record"])
            file.flush()
            told = run("puzzles", "--of", file.name, "--seat", "0", "--deals", "8", stdin=b"solution\nquit\n").stdout.decode()
            self.assertIn("of your game: it cost", told)
            self.assertRegex(told, r"Better:( \d+@[UD][12])+")
            better = re.search(r"Better:((?: \d+@[UD][12])+)", told)[1]
            again = run("puzzles", "--of", file.name, "--deals", "8", stdin=f"{better} end\nquit\n".encode()).stdout.decode()
            self.assertIn("As good as it gets.", again)

    def test_lie_makes_none_and_says_so(self):
        with Engine() as engine, tempfile.NamedTemporaryFile("w") as file:
            engine.good("new", rules="lie(players=2)", seed=3)
            file.write(engine.good("record")["record"])
            file.flush()
            self.assertEqual(run("puzzles", "--of", file.name).returncode, USAGE)


main()
