"""The test of the documents finds commands where they are, and tells what does not work by file and line. No command is run here."""
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import commands
import test_docs
from places import Trouble

PAGE = """# A page

Text with `stos sim --games 5`, `not a command` and
`stos solve 'lie(players=2)'
--until 1e-9`.

```sh
stos games      # a remark
stos record \\
  show FILE
```

```
stos is not run in a block of no language
```

<!-- check: skip "bench" takes long -->
```sh
stos bench
stos wrong
```
"""


class FakePlace:
    """Runs nothing; remembers what it should, and knows one command that fails."""
    program = pathlib.Path("/nowhere/stos")

    def __init__(self):
        self.done, self.shown, self.ended = [], set(), False

    def do(self, words):
        self.done.append(words)
        if "wrong" in words:
            raise Trouble("ends with 2")
        return "3 games\ntook 1.25 ms in all\n"

    def stop_all(self):
        pass

    def end(self):
        self.ended = True


class FakeVocabulary:
    def check(self, text):
        pass


def run(text):
    """Runs a page with this text; returns the place, the number of commands and the complaints."""
    with tempfile.NamedTemporaryFile("w", suffix=".md") as page:
        page.write(text)
        page.flush()
        place = FakePlace()
        return (place, *test_docs.run_page(place, page.name, FakeVocabulary()))


class Commands(unittest.TestCase):
    def test_commands_are_found_with_their_lines(self):
        found = [(command.line, command.text) for block in commands.blocks_of(PAGE) for command in block.commands]
        self.assertEqual(found, [(3, "stos sim --games 5"), (4, "stos solve 'lie(players=2)' --until 1e-9"), (8, "stos games"),
                                 (9, "stos record   show FILE"), (19, "stos bench"), (20, "stos wrong")])

    def test_what_is_run_is_what_is_not_skipped_or_only_named_with_its_sizes_cut(self):
        place, count, _ = run(PAGE)
        self.assertEqual(place.done, ["stos solve 'lie(players=2)' --until 0.05", "stos games", "stos record   show game.stos", "stos wrong"])
        self.assertEqual(count, 6)
        self.assertTrue(place.ended)

    def test_what_the_text_names_twice_is_run_once_if_it_works(self):
        place, count, complaints = run("`stos-measure load --tables 9` and `stos-measure load --tables 10`, `stos wrong --x`, `stos wrong --x`\n")
        self.assertEqual(place.done, ["stos-measure load --tables 8 --seconds 1", "stos wrong --x", "stos wrong --x"])
        self.assertEqual((count, len(complaints)), (4, 2))

    def test_a_command_that_fails_is_told_by_file_and_line(self):
        _, _, complaints = run(PAGE)
        self.assertEqual(len(complaints), 1)
        self.assertRegex(complaints[0], r"\.md:20: stos wrong\nends with 2")

    def test_a_marker_needs_a_reason_and_a_command_below(self):
        for marker in ("skip", 'skip "bench"', "hide it", 'skip "play" no such command', "table of Ola"):
            with self.subTest(marker=marker):
                _, _, complaints = run(f"<!-- check: {marker} -->\n```sh\nstos bench\n```\n")
                self.assertEqual(len(complaints), 1)
                self.assertRegex(complaints[0], r"\.md:1: ")

    def test_what_a_page_says_that_a_command_prints_is_compared(self):
        page = "<!-- check: output -->\n```sh\nstos sim --games 3\n```\n\n```\n{}\n```\n"
        for output, complaint in ("3 games", None), ("took 9 ms  in all", None), ("3 games\n4 games", r"\.md:3: .*\ndoes not print: 4 games"):
            with self.subTest(output=output):
                place, _, complaints = run(page.format(output))
                self.assertEqual(place.done, ["stos sim --games 3"])  # as it is, not cut
                self.assertEqual(len(complaints), bool(complaint))
                if complaint:
                    self.assertRegex(complaints[0], complaint)

    def test_output_stands_right_below(self):
        for below in "", "\nSome text.\n\n```\n3 games\n```\n":
            _, _, complaints = run(f"<!-- check: output -->\n```sh\nstos sim\n```\n{below}")
            self.assertEqual(len(complaints), 1)
            self.assertRegex(complaints[0], r"\.md:1: the output is not right below")

    def test_sizes_only_get_smaller(self):
        self.assertEqual(test_docs.cut("stos sim 'thegame(players=3)' --bots strong --games 60"),
                         "stos sim 'thegame(players=3)' --bots strong --games 1 --nodes 5")
        self.assertEqual(test_docs.cut("stos sim facetoface --bots strong:nodes=400,quick:nodes=2 --games 60"),
                         "stos sim facetoface --bots strong:nodes=5,quick:nodes=2 --games 1 --nodes 5")
        self.assertEqual(test_docs.cut("stos-measure load --tables 5 --seconds 60 --rate 9"), "stos-measure load --tables 5 --seconds 1 --rate 9")
        self.assertEqual(test_docs.cut("./run load --tables 200"), "./run load --tables 8 --seconds 1")
        self.assertEqual(test_docs.cut("stos solve x --until 0.5 --threads 1"), "stos solve x --until 0.5 --threads 1")


if __name__ == "__main__":
    unittest.main()
