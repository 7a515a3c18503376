#!/usr/bin/env python3
"""`stos record show|verify`: good, damaged, cheating, missing and unreadable files, and output that does not arrive."""
import json
import os
import tempfile
import unittest

from program import BROKEN, GAMES, GOOD, NO, USAGE, Engine, main, run


def record_of(rules, most=100000, names=("Ola",)):
    with Engine() as engine:
        engine.good("new", rules=rules, seed=17, names=list(names))
        engine.play_on("random", most)
        return engine.good("record")["record"]


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, text, name="game.stos"):
        path = os.path.join(self.folder.name, name)
        with open(path, "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())
        return path

    def test_good_records_are_shown_and_verified(self):
        for rules in GAMES:
            for most in [0, 9, 100000]:
                with self.subTest(rules=rules, most=most):
                    path = self.path(record_of(rules, most))
                    shown, verified = run("record", "show", path), run("record", "verify", path)
                    self.assertEqual((shown.returncode, verified.returncode), (GOOD, GOOD), shown.stderr + verified.stderr)
                    self.assertIn(b"Ola", shown.stdout)
                    self.assertIn(b"is good", verified.stdout)
                    answer = json.loads(run("record", "verify", path, "--json").stdout)
                    self.assertIs(answer["valid"], True)
                    self.assertTrue(answer["rules"].startswith(rules.split(",")[0].rstrip(")")))

    def test_two_turns_of_somebody_alone_are_told_as_two(self):
        """TG9: a turn that empties the hand ends by itself, and the same seat is on turn again."""
        cards, turns = list(range(2, 100)), [range(2, 10), range(10, 12)]
        moves = ", ".join(f"{card}@U1" for turn in turns for card in turn)
        text = f"stos record 1\nrules: thegame\ndeck: {' '.join(map(str, cards))}\nplayer 0: Ola\n0: {moves}, end\nresult: unfinished\n"
        shown = run("record", "show", self.path(text)).stdout.decode()
        told = [[int(part.split("@")[0]) for part in line.split() if "@" in part] for line in shown.splitlines() if "@" in line]
        self.assertEqual(told, [list(turn) for turn in turns])
        self.assertIn("  2. Ola:", shown)

    def test_standard_input_is_a_file_too(self):
        text = record_of("facetoface").encode()
        self.assertEqual(run("record", "verify", "-", stdin=text).returncode, GOOD)
        self.assertEqual(run("record", "show", "-", stdin=text).stdout, run("record", "show", self.path(text)).stdout)

    def test_many_files_are_verified_and_the_worst_decides(self):
        good, bad = self.path(record_of("facetoface")), self.path(b"rubbish", "bad.stos")
        done = run("record", "verify", good, good)
        self.assertEqual((done.returncode, done.stdout.count(b"is good")), (GOOD, 2))
        done = run("record", "verify", good, bad, good)
        self.assertEqual((done.returncode, done.stdout.count(b"is good")), (NO, 2))
        self.assertEqual(run("record", "verify", bad, "/nonexistent/file", good).returncode, BROKEN)
        strange = self.path(record_of("facetoface"), 'a "game".stos')
        answers = [json.loads(line) for line in run("record", "verify", "--json", good, bad, strange).stdout.splitlines()]
        self.assertEqual([(answer["file"], answer["valid"]) for answer in answers], [(good, True), (bad, False), (strange, True)])

    def test_columns_hold_for_names_of_any_letters(self):
        text = record_of("lie(players=2)")
        self.assertIn("Ola", text)
        shown = run("record", "show", self.path(text.replace("Ola", "Оля"))).stdout.decode()
        self.assertEqual(shown.replace("Оля", "Ola"), run("record", "show", self.path(text)).stdout.decode())

    def test_who_wants_to_start_says_so(self):
        """Not "Ola would let Ola start"."""
        run("sim", "thegame(players=3,start=agree)", "--bots", "steady", "--games", "1", "--records", self.path(b"", "x") + ".d")
        shown = run("record", "show", self.path(b"", "x") + ".d/00000000-a0.stos").stdout.decode()
        self.assertRegex(shown, r"(steady \(bot\) #\d): I would like to start\n")
        self.assertNotRegex(shown, r"(steady \(bot\) #\d) would let \1 start")

    def test_a_name_does_not_turn_the_line_around_it(self):
        text = record_of("lie(players=2)")
        for odd in "\u202e\u2066\u200b\u200f\u061c\ufeff\u2028\u00ad":
            shown = run("record", "show", self.path(text.replace("Ola", f"O{odd}la"))).stdout.decode()
            self.assertNotIn(odd, shown, hex(ord(odd)))
            self.assertIn("O?la", shown)

    def test_showing_is_for_one_file_in_words(self):
        good = self.path(record_of("facetoface"))
        for arguments in [[good, good], [good, "--json"]]:
            done = run("record", "show", *arguments)
            self.assertEqual((done.returncode, done.stdout), (USAGE, b""))

    def refused(self, text, line, word):
        path = self.path(text)
        for action in ["show", "verify"]:
            done = run("record", action, path)
            self.assertEqual(done.returncode, NO, done)
            self.assertTrue(done.stderr.decode(errors="replace").startswith(f"{path}:{line}: "), done.stderr)
            self.assertIn(word, done.stderr.decode(errors="replace"))
        answer = json.loads(run("record", "verify", "--json", path).stdout)
        self.assertEqual((answer["valid"], answer["line"]), (False, line))
        self.assertTrue(answer["message"] and answer["error"])

    def test_damaged_and_cheating_records_are_refused_with_line_and_reason(self):
        good = record_of("thegame(players=1)", 6, names=())
        lines = good.splitlines()
        seed, moves = lines[2], lines[3]
        head = "\n".join(lines[:3]) + "\n"
        first = moves.split(": ")[1].split(",")[0]
        cases = [
            ("", 1, "stos record 1"),
            ("hello\n", 1, "stos record 1"),
            ("stos record 2\n", 1, "stos record 1"),
            ("stos record 1\n", 1, "rules"),
            (f"stos record 1\n{seed}\n", 2, "rules"),
            ("stos record 1\nrules: tag\n", 2, "tag"),
            ("stos record 1\nrules: lie(players=7)\n", 2, "players must be 2 to 6, not 7"),
            ("stos record 1\nrules: lie\n0: call\n", 2, "seed"),
            ("stos record 1\nrules: lie\nseed: luck\n", 3, "luck"),
            (head + seed + "\n", 4, "already"),
            (head + "player 1: Ola\n", 4, "player 1"),
            (head + "player 0: \n", 4, "name"),
            (head + "nonsense\nresult: unfinished\n", 4, "nonsense"),
            (head, 3, "result"),
            (head + moves + "\n", 4, "result"),
            (head + moves + "\nresult: won\n", 5, "won"),
            (head + moves + "\nresult: unfinished\n0: end\n", 6, "0: end"),
            (head + f"0: {first}, {first}\nresult: unfinished\n", 4, "not in this hand"),
            (head + "0: end\nresult: unfinished\n", 4, "TG7"),
            (head + "0: jump\nresult: unfinished\n", 4, "jump"),
            (head + "1: end\nresult: unfinished\n", 4, "seat 1"),
            (head + f"0: {first},\nresult: unfinished\n", 4, first),
            (good.replace("seed: ", "seed: x", 1), 3, "x"),
            (good[:len(good) // 2], None, None),
            (good.encode() + b"\xff\n", 6, ""),
            (head + "player 0: O\x07la\n", 4, "name"),
        ]
        for text, line, word in cases:
            with self.subTest(text=text):
                if line is None:
                    self.assertEqual(run("record", "verify", self.path(text)).returncode, NO)
                else:
                    self.refused(text, line, word)

    def test_binary_rubbish_is_refused(self):
        for text in [b"\x00" * 1000, bytes(range(256)) * 10, b"stos record 1\nrules: \xff\xfe\n", b"stos record 1\n\x00rules: lie\n"]:
            self.assertEqual(run("record", "verify", self.path(text)).returncode, NO)
            answer = json.loads(run("record", "verify", "--json", self.path(text)).stdout)
            self.assertIs(answer["valid"], False)

    def test_files_that_cannot_be_read_are_a_failure(self):
        for path in ["/nonexistent/file", self.folder.name, "", os.path.join(self.path("x"), "below")]:
            done = run("record", "verify", path)
            self.assertEqual((done.returncode, done.stdout), (BROKEN, b""), path)
            self.assertIn(b"cannot read", done.stderr)

    def test_files_that_cannot_be_read_are_told_in_json_too(self):
        good, large = self.path(record_of("facetoface")), self.path(b"", "large.stos")
        os.truncate(large, 17 << 20)
        done = run("record", "verify", "--json", "/nonexistent/file", self.folder.name, large, good)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual((done.returncode, done.stderr), (BROKEN, b""))
        self.assertEqual([answer["file"] for answer in answers], ["/nonexistent/file", self.folder.name, large, good])
        self.assertEqual([answer["valid"] for answer in answers], [False, False, False, True])
        self.assertEqual([answer.get("error") for answer in answers], ["unreadable"] * 3 + [None])
        for answer, words in zip(answers, ["No such file or directory", "Is a directory", "is too large"]):
            self.assertIn(words, answer["message"])

    @unittest.skipIf(os.geteuid() == 0, "root reads everything")
    def test_files_without_permission_are_a_failure(self):
        path = self.path(record_of("lie"))
        os.chmod(path, 0)
        self.assertEqual(run("record", "verify", path).returncode, BROKEN)

    def test_a_file_that_is_far_too_large_is_a_failure(self):
        path = self.path(b"")
        os.truncate(path, 17 << 20)
        done = run("record", "verify", path)
        self.assertEqual(done.returncode, BROKEN)
        self.assertIn(b"too large", done.stderr)

    def test_a_large_good_record_is_read(self):
        votes = "".join(f"{i % 2}: start {i % 2}\n" for i in range(20000))
        text = f"stos record 1\nrules: thegame(players=2)\nseed: 1\n{votes}result: unfinished\n"
        self.assertEqual(run("record", "verify", self.path(text)).returncode, GOOD)

    def test_output_that_does_not_arrive_is_a_failure(self):
        good, bad = self.path(record_of("facetoface")), self.path("rubbish", "bad")
        for arguments in [["show", good], ["verify", good], ["verify", good, "--json"], ["verify", bad, "--json"]]:
            with open("/dev/full", "wb") as full:
                done = run("record", *arguments, stdout=full)
            self.assertEqual(done.returncode, BROKEN, arguments)


main()
