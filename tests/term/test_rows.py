#!/usr/bin/env python3
"""Rows of keys in windows of 80x24 and of 60x20, the smallest, in all four languages: on every screen the last row shows whole entries only, among them the way out
and, at a table, the way to the help; nothing is cut in the middle of a word. The help has every key, and the title and the duties of FACE TO FACE are whole.

The entries that there are come from po/: a cut one is none of them.
"""
import ast
import itertools
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests/server"))

from lib.client import Server  # noqa: E402
from terminal import Terminal, run_tests  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "build/check/stos"
APART = re.compile(r" {2,}")
TEXTS = re.compile(r'^msg(id|str)(?:_plural)?(?:\[\d\])? ((?:"(?:[^"\\]|\\.)*"\s*)+)', re.M)


def texts_of(language):
    """The texts of a language, each behind the English one; English is any catalog's left side."""
    pairs = {}
    source = (ROOT / "po" / f"{'pl' if language == 'en' else language}.po").read_text(encoding="utf-8")
    english = ""
    for kind, quoted in TEXTS.findall(source):
        text = "".join(ast.literal_eval(line) for line in quoted.strip().split("\n"))
        if kind == "id":
            english = text
            pairs[text] = text
        elif language != "en" and text:
            pairs[english] = text
    return pairs


class Language:
    """What a language's rows may say."""

    def __init__(self, name, columns=80, rows=24):
        self.name, self.columns, self.rows = name, columns, rows
        self.texts = texts_of(name)
        self.entries = {entry for pair in self.texts.items() for text in pair for entry in APART.split(text.strip())}

    def wrong(self, screen, due):
        """What is wrong with the last row of a screen, "" when nothing is: it has whole entries only, and those that are due."""
        rows = screen.rstrip("\n").split("\n")
        entries = APART.split(rows[-1].strip())
        cut = [entry for entry in entries if entry not in self.entries]
        missing = [entry for english in due for entry in APART.split(self.texts.get(english, english)) if entry not in entries]
        if len(rows) < self.rows or len(entries) < 2 or cut or missing:
            return f"the row {rows[-1]!r} has {cut}, lacks {missing}"
        return ""

    def check(self, terminal, where, wanted, *due):
        """Waits for a screen and for its last row: a picture of the terminal can be one of half a screen."""
        try:
            return terminal.wait(lambda screen: (wanted(screen) if callable(wanted) else wanted in screen) and not self.wrong(screen, due))
        except AssertionError:
            raise AssertionError(f"{self.name}, {where}: {self.wrong(terminal.text(), due)}\n{terminal.text()}") from None

    def terminal(self, command):
        return Terminal(f"{command} --lang {self.name}", columns=self.columns, rows=self.rows)

    def play(self, *arguments):
        return self.terminal(" ".join([PROGRAM, "play", *(f"'{argument}'" for argument in arguments)]))


ALWAYS = "? help  q quit"
SUMMARY = ["n  new game     d  the same deal again     Enter  look at the table", "r  replay step by step     u  take back     q  quit"]


def differs(before):
    return lambda screen: screen.rstrip("\n").split("\n")[-1] != before.rstrip("\n").split("\n")[-1]


def check_setup(language):
    with language.play() as terminal:
        language.check(terminal, "the first screen", "▬▬")


def check_thegame(language):
    seats = "Ola,champion,champion,champion,champion"
    with language.play("thegame(players=5)", "--seats", seats, "--seed", "1") as terminal:
        voting = language.check(terminal, "the vote", language.texts["Who starts? Everybody must name the same player."], ALWAYS)
        terminal.keys("g")
        language.check(terminal, "the menu of hints", differs(voting), ALWAYS)
        terminal.keys("Escape")
        terminal.wait(lambda screen: not differs(voting)(screen))
        terminal.keys("Enter")
        language.check(terminal, "a turn", "┏━━━━┓", ALWAYS)
        terminal.keys("Enter", "Enter", "e")
        language.check(terminal, "while bots think", language.texts["thinking…"], ALWAYS)


def check_piles(language):
    with language.play("thegame(players=1)", "--seed", "1") as terminal:
        screen = language.check(terminal, "a turn alone", "┏━━━━┓", ALWAYS)
        rows = [row for row in screen.split("\n") if "→ 99" in row or "→ 2" in row]
        assert all(row.count("→") == 4 for row in rows), f"{language.name}: all piles are told alike\n{screen}"


def check_facetoface(language):
    with language.play("facetoface(start=0)", "--seats", "Ola,novice", "--seed", "1") as terminal:
        language.check(terminal, "a turn of FACE TO FACE", "┏━━━━┓", ALWAYS)


def words_of(screen):
    """What a screen says, without frames and line breaks."""
    return " ".join(re.sub("[┃━┏┓┗┛]", " ", screen).split())


def check_help(language):
    source = (ROOT / "src/term/desk/desk_draw.c").read_text(encoding="utf-8")
    keys = re.findall(r'^ +N_\("(.*)"\),$', source[source.index("static void draw_help"):].split('""')[0], re.M)
    assert len(keys) == 12, keys
    with language.play("facetoface(start=0)", "--seats", "Ola,novice", "--seed", "1") as terminal:
        language.check(terminal, "a turn of FACE TO FACE", "┏━━━━┓", ALWAYS)
        terminal.keys("?")
        terminal.wait(language.texts["Press any key to continue."])
        said = words_of(terminal.text())
        missing = [key for key in keys if words_of(language.texts[key]) not in said]
        assert not missing, f"{language.name}: the help lacks {missing}\n{terminal.text()}"
        inside = [row.partition("┃ ")[2] for row in terminal.text().split("\n") if "┃ " in row]
        about_keys = itertools.takewhile(lambda row: row.strip("┃ ") and not row.startswith(language.texts["Press any key to continue."]), inside)
        keys_column = [row[:10] for row in about_keys]
        assert all(column.endswith("  ") for column in keys_column), f"{language.name}: keys stand in a column of their own\n{terminal.text()}"


def check_duties(language):
    """What a turn of FACE TO FACE still owes and brings, and the game's name: beside what else is in their rows, but whole."""
    button = language.texts["End turn"]
    with language.play("facetoface(start=0)", "--seats", "Ola,novice", "--seed", "1") as terminal:
        screen = terminal.wait(lambda screen: f"[ {button}: e ]" in screen)
        assert "FACE TO FACE " in screen.split("\n")[0], screen
        duties = next(row for row in screen.split("\n") if f"[ {button}" in row).split("[")[0]
        assert re.search(re.escape(language.texts[", you draw two"]) + " ", duties), f"{duties!r}\n{screen}"


def check_lie(language):
    with language.play("lie(players=3,direction=choose,start=0)", "--seats", "Ola,steady,steady", "--seed", "1") as terminal:
        language.check(terminal, "the ends of LIE", "┏━━━┓", ALWAYS)
        terminal.keys("Enter")
        language.check(terminal, "the direction of LIE", language.texts["You start. Which direction?  "].strip(), ALWAYS)
        terminal.keys("Enter")
        language.check(terminal, "the bids of LIE", "1x1", ALWAYS)


def check_end(language):
    with tempfile.TemporaryDirectory() as folder:
        command = [PROGRAM, "sim", "lie(players=3)", "--bots", "steady", "--games", "1", "--records", folder]
        subprocess.run(command, check=True, capture_output=True)
        record = next(pathlib.Path(folder).iterdir())
        with language.terminal(f"{PROGRAM} play --resume {record}") as terminal:
            language.check(terminal, "the summary", "100 %", ALWAYS)
            for english in SUMMARY:
                for entry in re.split(" {3,}", language.texts[english]):
                    terminal.wait(entry)  # whole: in one row
            while "100 %" in terminal.text():  # not closed by a key that was meant for the last card, so press until it goes
                terminal.keys("Escape")
            terminal.keys("q")  # the table of a game that is over is left without a question, as its summary is
            terminal.wait(lambda screen: "┃" not in screen)
        with language.terminal(f"{PROGRAM} replay {record}") as terminal:
            language.check(terminal, "the replay", "┏━━━┓", "q back")


def check_server(language):
    with tempfile.TemporaryDirectory() as folder, Server(PROGRAM, f"{folder}/s.db") as server:
        with language.terminal(f"{PROGRAM} join http://127.0.0.1:{server.port} --name Ola") as terminal:
            language.check(terminal, "the tables of a server", language.texts["Open a table of your own"])
            terminal.keys("Enter")
            terminal.wait("▬▬")
            terminal.keys("Down", "Down", "Right", "Enter")
            waiting = language.check(terminal, "a table that waits", "/j/", ALWAYS)
            terminal.keys("t")
            language.check(terminal, "talk", differs(waiting), ALWAYS)


CHECKS = [check_setup, check_thegame, check_piles, check_facetoface, check_help, check_duties, check_lie, check_end, check_server]
for name in ["en", "pl", "cs", "uk"]:
    for check in CHECKS:
        what = check.__name__.removeprefix("check_")
        globals()[f"test_{what}_{name}"] = lambda check=check, name=name: check(Language(name))
        globals()[f"test_small_{what}_{name}"] = lambda check=check, name=name: check(Language(name, columns=60, rows=20))

run_tests(globals(), sys.argv[2:])
