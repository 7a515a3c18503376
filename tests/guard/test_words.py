#!/usr/bin/env python3
"""The compiler of the guard's word lists (tools/guard/words.c): a mistake is told with its file and line, and nothing is written.

    tests/guard/test_words.py GUARD_WORDS
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv.pop(1)
LISTS = pathlib.Path(__file__).resolve().parents[2] / "src/table/guard/words"

MISTAKES = [
    ("word\n", 1, "before the first section"),
    ("[coutned]\n", 1, "no section is called 'coutned'"),
    ("[number huge]\n", 1, "no section is called 'number huge'"),
    ("[number hard]\n\nseven + unit\n", 3, "no endings are called 'unit'"),
    ("[number hard]\nse7en\n", 2, "'se7en' is not a word"),
    ("[counted]\nwell-known\n", 2, "'well-known' is not a word"),
    ("[counted]\n" + "a" * 60 + "\n", 2, "is too long"),
    ("[misspelt]\nelephant\n", 2, "'elephant' is not a number word"),
    ("[endings]\nunit - s\n", 2, "expected 'name: ending"),
    ("[telling]\n{sections} up\n", 2, "no section is called 'sections'"),
    ("[telling]\n{one}\n", 2, "no word of its own"),
    ("[telling]\n" + "a " * 20 + "\n", 2, "too long"),
    ("[spelling]\nabc\n", 2, "not a pair of letters"),
    ("[letters]\na\n", 2, "not a letter with an accent"),
    ("[counted\n", 1, "expected '[section]'"),
    ("[counted]\n" + "word " * 400 + "\n", 2, "the line is too long"),
]


def compile_lists(folder, *files):
    out = folder / "out.c"
    done = subprocess.run([PROGRAM, str(out), *map(str, files)], capture_output=True, text=True)
    return done, out


class Words(unittest.TestCase):
    def test_a_mistake_is_told_with_its_file_and_line(self):
        for text, line, words in MISTAKES:
            with self.subTest(words), tempfile.TemporaryDirectory() as name:
                path = pathlib.Path(name) / "pl.txt"
                path.write_text(text)
                done, out = compile_lists(pathlib.Path(name), path)
                self.assertEqual(done.returncode, 1)
                self.assertIn(f"pl.txt:{line}: ", done.stderr)
                self.assertIn(words, done.stderr)
                self.assertFalse(out.exists())

    def test_an_unknown_language_is_refused(self):
        with tempfile.TemporaryDirectory() as name:
            path = pathlib.Path(name) / "xx.txt"
            path.write_text("[counted]\nword\n")
            self.assertIn("knows no such language", compile_lists(pathlib.Path(name), path)[0].stderr)

    def test_the_same_lists_give_the_same_tables(self):
        with tempfile.TemporaryDirectory() as name:
            lists = sorted(LISTS.glob("*.txt"), key=lambda path: path.name != "en.txt")
            once = compile_lists(pathlib.Path(name), *lists)[1].read_bytes()
            self.assertEqual(once, compile_lists(pathlib.Path(name), *lists)[1].read_bytes())


unittest.main()
