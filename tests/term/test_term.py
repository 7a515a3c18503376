#!/usr/bin/env python3
"""The full screen as people use it, driven by tmux: whole games of the three games by keys and by mouse, windows of any size, no
colour, dumb terminals, signals, four languages, replay, and a terminal and another client at one table of a real server.
"""
import contextlib
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "server"))

from lib.client import Client, Server  # noqa: E402
from terminal import Terminal, run_tests  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "build/check/stos"
OVER = re.compile(r"Won: all|Excellent: only|Over: \d+|Winner: ")
HELP = "? help"


def play(*arguments):
    return " ".join([PROGRAM, "play", *(f"'{argument}'" for argument in arguments)])


def is_over(screen):
    return OVER.search(screen) is not None


def placed(screen):
    """What stands beside the end button: cards placed, cards due."""
    match = re.search(r"(\d+) of (\d+) placed", screen)
    return (int(match[1]), int(match[2])) if match else None


def changed(before):
    return lambda screen: screen != before


def place_cards(terminal, most=150):
    """Plays Enter and e until the game is over."""
    for _ in range(most):
        screen = terminal.wait(lambda shown: is_over(shown) or "your turn" in shown)
        if is_over(screen):
            return screen
        done, due = placed(screen)
        terminal.keys("e" if done >= due else "Enter")
        terminal.wait(changed(screen))
    raise AssertionError(f"the game did not end:\n{terminal.text()}")


# ---------------------------------------------------------------- whole games


def test_the_game_by_keys_to_the_summary():
    with Terminal(play("thegame(players=2)", "--seats", "You,steady", "--seed", "5")) as terminal:
        terminal.wait("Who starts?")
        terminal.keys("Enter")
        terminal.wait("0 of 2 placed")
        screen = place_cards(terminal)
        assert "Chance to win after each turn" in screen and "100 %" in screen, screen
        terminal.keys("q")
        terminal.wait("end=0")


def test_face_to_face_by_keys_with_both_sides():
    with Terminal(play("facetoface", "--seats", "You,novice", "--seed", "3")) as terminal:
        screen = terminal.wait("your turn")
        for text in ["the opponent's piles", "rising oU", "falling oD", "rising U", "falling D", "you draw two"]:
            assert text in screen, screen
        place_cards(terminal)
        terminal.keys("q")
        terminal.wait("end=0")


def test_lie_by_keys_ends_bids_and_a_call():
    with Terminal(play("lie(players=3,direction=choose)", "--seats", "You,steady,steady", "--seed", "4"), columns=110, rows=30) as terminal:
        seen = set()
        for _ in range(200):
            screen = terminal.wait("Which end counts?", "Enter bid", "Which direction?", "Press Enter to continue", is_over)
            if is_over(screen) and "new game" in screen:
                break
            if "Press Enter to continue" in screen:
                seen.add("reveal")
                terminal.keys("Enter")
            elif "Which end counts?" in screen:
                seen.add("show")
                terminal.keys("Space", "Enter")
            elif "Which direction?" in screen:
                seen.add("direction")
                terminal.keys("Right", "Enter")
            else:
                assert ("c challenge" in screen) == ("the bid stands" in screen), screen
                calls = "the bid stands" in screen and "seen bid" in seen
                seen.add("call" if calls else "seen bid")
                terminal.keys("c" if calls else "Enter")
            terminal.wait(changed(screen))
        assert {"show", "call", "reveal", "seen bid"} <= seen, seen
        screen = terminal.wait(lambda shown: "You: chance to win after each turn" in shown and re.search("[▁-█]", shown))
        assert "100 %" in screen, screen
        terminal.keys("q")
        terminal.wait("end=0")


def test_ladder_of_lie_tells_that_more_bids_follow():
    def goes_on(shown):
        return re.search(r"\dx\d +…", shown)

    with Terminal(play("lie(players=3,cards=down,start=0)", "--seats", "You,steady,steady", "--seed", "4"), columns=60, rows=20) as terminal:
        terminal.wait("Which end counts?")
        terminal.keys("Enter")
        screen = terminal.wait("Enter bid")
        assert goes_on(screen) and "15x6" not in screen, screen
        for _ in range(12):
            terminal.keys("Down")
        screen = terminal.wait("15x6")
        assert not goes_on(screen), screen
        terminal.keys("q")
        terminal.wait("Leave", "end=0")


# ---------------------------------------------------------------- the first screen


def test_first_screen_needs_arrows_only():
    with Terminal(play()) as terminal:
        screen = terminal.wait("Play: Enter")
        assert "THE GAME" in screen and "Players" in screen and "Everybody together" in screen, screen
        terminal.keys("Right")
        terminal.wait("FACE TO FACE")
        terminal.keys("Right")
        terminal.wait("GRA / LIE")
        terminal.keys("Right", "Down", "Left")
        terminal.wait(lambda shown: re.search("Players +◀ 2 ▶", shown))
        terminal.keys("Down", "Down", "Left", "Left")
        terminal.wait("steady")
        terminal.keys("Enter")
        screen = terminal.wait("Who starts?")
        assert "steady (bot)" in screen, screen
        terminal.keys("q", "n")
        terminal.wait("end=0")


# ---------------------------------------------------------------- mouse, undo, hints, saving


def test_mouse_places_a_card_and_ends_the_turn():
    with Terminal(play("thegame(players=1)", "--seed", "7")) as terminal:
        terminal.wait("0 of 2 placed")
        hand = terminal.text().splitlines()[15]
        last = int(re.findall(r"\d+", hand)[-1])
        terminal.click(15, hand.rindex(str(last)))
        terminal.wait(lambda shown: re.search(rf"┃ *{last} ┃", shown))
        row, column = terminal.find("falling D1")
        terminal.click(row + 2, column + 3)
        screen = terminal.wait("1 of 2 placed")
        assert f"{last}@D1" in screen, screen
        terminal.keys("Enter")
        terminal.wait("2 of 2 placed")
        terminal.click(*terminal.find("End turn"))
        terminal.wait("0 of 2 placed")


def test_number_and_letter_place_and_undo_takes_back():
    with Terminal(play("thegame(players=1)", "--seed", "7")) as terminal:
        screen = terminal.wait("0 of 2 placed")
        cards = re.findall(r"\d+", screen.splitlines()[15])
        terminal.type(cards[1])
        terminal.keys("b")
        screen = terminal.wait("1 of 2 placed")
        assert f"{cards[1]}@U2" in screen, screen
        terminal.keys("u")
        terminal.wait("0 of 2 placed")
        terminal.keys("h")
        screen = terminal.wait("A good player would play")
        assert re.search(r"would play \d+@[UD][12]: [^.]+\.", screen), screen  # the reason may take two rows
        terminal.keys("?")
        terminal.wait("Press any key to continue.")
        terminal.keys("x")
        terminal.wait(lambda shown: "Press any key to continue." not in shown)


def test_save_and_resume_and_quit_asks():
    with Terminal(play("thegame(players=1)", "--seed", "7")) as terminal:
        terminal.wait("0 of 2 placed")
        terminal.keys("Enter")
        terminal.wait("1 of 2 placed")
        terminal.keys("q")
        terminal.wait("save and quit")
        terminal.keys("Escape")
        terminal.wait(lambda shown: "save and quit" not in shown)
        terminal.keys("q")
        terminal.wait("save and quit")
        terminal.keys("y")
        terminal.wait("Saved to", "end=0")
        saved = terminal.folder / ".local/share/stos/games/thegame-1.stos"
        assert subprocess.run([PROGRAM, "record", "verify", saved], check=False, capture_output=True).returncode in (0, 1)
        with Terminal(f"env HOME={terminal.folder} {PROGRAM} play --resume") as again:
            again.wait("1 of 2 placed")
        with Terminal(f"env HOME={terminal.folder} {PROGRAM} play") as again:
            again.wait("Continue a saved game")
            again.keys("Up")
            again.wait("97 cards left")
            again.keys("Enter")
            again.wait("1 of 2 placed")


def test_curtain_between_two_people():
    with Terminal(play("lie(players=2,start=0)", "--seats", "Ola,Marek", "--seed", "1")) as terminal:
        screen = terminal.wait("Ola, it is your turn. Press Enter")
        assert "Which end counts?" not in screen, screen
        terminal.keys("Enter")
        terminal.wait("Which end counts?")
        terminal.keys("Enter")
        screen = terminal.wait("Marek, it is your turn. Press Enter")
        assert "┃" not in screen and "Which end counts?" not in screen, screen
        terminal.keys("Enter")
        terminal.wait("Which end counts?")


def test_nothing_of_one_person_is_left_for_the_next():
    with Terminal(play("facetoface(start=0)", "--seats", "Ola,Marek", "--seed", "1")) as terminal:
        terminal.wait("Ola, it is your turn. Press Enter")
        terminal.keys("q")
        screen = terminal.wait("save and quit")
        assert not re.search(r"│ +\d+ │ │ +\d+ │ │", screen), screen
        terminal.keys("Escape")
        terminal.wait("Ola, it is your turn. Press Enter")
        terminal.keys("Enter")
        screen = terminal.wait("0 of 2 placed")
        assert re.search(r"│ +\d+ │ │ +\d+ │ │", screen), screen
        terminal.keys("h")
        terminal.wait("A good player would play")
        terminal.keys("Enter")
        terminal.wait("1 of 2 placed")
        terminal.keys("h")
        terminal.wait("A good player would play")
        terminal.keys("Enter")
        terminal.wait("2 of 2 placed")
        terminal.keys("e")
        terminal.wait("Marek, it is your turn. Press Enter")
        terminal.keys("q")
        screen = terminal.wait("save and quit")
        assert not re.search(r"│ +\d+ │ │ +\d+ │ │", screen), screen
        assert "A good player" not in screen, screen
        terminal.keys("Escape")
        terminal.wait("Marek, it is your turn. Press Enter")
    with Terminal(play("lie(players=2,start=0,cards=down)", "--seats", "Ola,Marek", "--seed", "1")) as terminal:
        terminal.wait("Ola, it is your turn. Press Enter")
        terminal.keys("Enter")
        screen = terminal.wait("Which end counts?")
        untouched = re.findall(r"[^\n]*┃[^\n]*", screen)
        terminal.keys("Space", "Right", "Space", "Right", "Space")
        terminal.wait(lambda shown: re.findall(r"[^\n]*┃[^\n]*", shown) != untouched)
        turned = terminal.text()
        terminal.keys("Enter")
        terminal.wait("Marek, it is your turn. Press Enter")
        terminal.keys("Enter")
        screen = terminal.wait("Which end counts?")
        assert cursor_of(screen) == 0, (turned, screen)


def cursor_of(screen):
    """Which card of a hand of LIE the cursor is on."""
    row = next(line for line in screen.splitlines() if "┏" in line)
    return len(re.findall("┌", row[:row.index("┏")]))


def test_undo_ends_with_the_turn_but_not_in_practice():
    with Terminal(play("thegame(players=1)", "--seed", "7")) as terminal:
        terminal.wait("0 of 2 placed")
        for placed in ["1 of 2", "2 of 2"]:
            terminal.keys("Enter")
            terminal.wait(f"{placed} placed")
        terminal.keys("e")
        terminal.wait("0 of 2 placed")
        terminal.keys("u")
        terminal.wait("You can only take back your own cards of this turn.")
    with Terminal(play("thegame(players=1)", "--seed", "7", "--practice")) as terminal:
        terminal.wait("0 of 2 placed")
        for placed in ["1 of 2", "2 of 2"]:
            terminal.keys("Enter")
            terminal.wait(f"{placed} placed")
        terminal.keys("e")
        terminal.wait("0 of 2 placed")
        terminal.keys("u")
        terminal.wait("2 of 2 placed")


def test_a_burning_pile_says_so_in_every_language():
    for language, word in [("en", "fire!"), ("pl", "ogień!"), ("cs", "oheň!"), ("uk", "вогонь")]:
        with Terminal(play("thegame(players=1,fire=now)", "--seed", "7", "--lang", language)) as terminal:
            terminal.wait("▲")
            terminal.type("22")
            terminal.keys("Enter")
            terminal.wait(word)


def test_keys_show_while_a_champion_thinks():
    champions = "You,champion,champion,champion,champion"
    with Terminal(play("thegame(players=5,start=1)", "--seats", champions, "--seed", "2"), columns=120, rows=40) as terminal:
        terminal.wait("thinking")
        terminal.keys("?")
        screen = terminal.wait("Press any key to continue.")
        assert "thinking" in screen, "the four have not finished: the screen did not wait for them"
        terminal.keys("x")
        while "your turn" not in terminal.text():
            terminal.keys("Space")
        terminal.wait("0 of 2 placed")


# ---------------------------------------------------------------- windows and terminals


def test_resize_in_mid_game():
    with Terminal(play("thegame(players=3,start=0)", "--seed", "1", "--seats", "You,novice,novice")) as terminal:
        terminal.wait("0 of 2 placed")
        terminal.resize(150, 45)
        terminal.wait("LOG")
        terminal.wait("┏━━━━━━━━━━━┓")  # large cards where there is room
        terminal.resize(60, 20)
        screen = terminal.wait(lambda shown: "┏━━━━━━━┓" in shown and "End turn: e" in shown)
        assert "■" not in screen, screen  # no room for the strip of gone cards
        terminal.resize(59, 20)
        terminal.wait("needs 60 columns and 20")
        terminal.resize(80, 24)
        screen = terminal.wait("0 of 2 placed")
        assert "LOG" not in screen, screen
        terminal.keys("Enter")
        terminal.wait("1 of 2 placed")


def test_colours_only_where_wanted():
    colour = re.compile(r"\033\[[0-9;]*(3[0-7]|38;5;\d+|4[0-7]|48;5;\d+)m")
    with Terminal(play("thegame(players=1)", "--seed", "1")) as terminal:
        terminal.wait("0 of 2 placed")
        shown = terminal.text(colours=True)
        assert len(set(re.findall(r"48;5;(\d+)", shown))) >= 4, "cards have the colours of their values"
    with Terminal(play("thegame(players=1)", "--seed", "1"), NO_COLOR="1") as terminal:
        terminal.wait("0 of 2 placed")
        assert not colour.search(terminal.text(colours=True))
    with Terminal(play("thegame(players=1)", "--seed", "1"), TERM="vt100") as terminal:
        terminal.wait("0 of 2 placed")
        assert not colour.search(terminal.text(colours=True))


def test_dumb_terminals_and_plain_get_lines():
    for command, environment in [(play("thegame(players=1)"), {"TERM": "dumb"}), (play("thegame(players=1)", "--plain"), {})]:
        with Terminal(command, **environment) as terminal:
            terminal.wait("You>")
            terminal.type("quit\n")
            terminal.wait("end=0")


def test_four_languages():
    # words of texts that had translations before there was a full screen
    for language, word in [("en", "I would rather not start|I can wait|I would like to start|cover|left"), ("pl", r"lewo|nie zaczyna|zacz"),
                           ("cs", "začín|začal"), ("uk", "почина|поч")]:
        with Terminal(play("thegame(players=2)", "--seats", "Ola,strong", "--seed", "1", "--lang", language)) as terminal:
            terminal.wait("▲")
            screen = terminal.wait(lambda shown, word=word: re.search(word, shown))
            assert "Ola" in screen, screen
            terminal.keys("q", "n")
            terminal.wait("end=0")


def test_choices_of_a_new_game_are_words_of_the_language():
    for language, word in [("en", "The players agree"), ("pl", "Gracze się umawiają"), ("cs", "Hráči se dohodnou"), ("uk", "Гравці домовляються")]:
        with Terminal(play("--lang", language)) as terminal:
            screen = terminal.wait(word)
            assert not re.search(r"◀ (agree|lot|full|less|off|next|now) ▶", screen), screen
            terminal.keys("q")
            terminal.wait("end=0")


# ---------------------------------------------------------------- signals


def terminal_is_sane(screen):
    return re.search(r"(?<!-)\becho\b", screen) and re.search(r"(?<!-)\bicanon\b", screen)


def test_ctrl_c_saves_and_restores_the_terminal():
    with Terminal(play("thegame(players=1)", "--seed", "1"), rows=40) as terminal:
        terminal.wait("0 of 2 placed")
        terminal.keys("Enter")
        terminal.wait("1 of 2 placed")
        terminal.keys("C-c")
        screen = terminal.wait(lambda shown: "end=0" in shown and terminal_is_sane(shown))
        assert "Saved to" in screen, screen


def test_ctrl_z_sleeps_and_fg_wakes():
    shell = f"bash --norc -i -c 'set -m; {PROGRAM} play \"thegame(players=1)\" --seed 1; echo asleep; fg; echo woken'"
    with Terminal(shell) as terminal:
        terminal.wait("0 of 2 placed")
        terminal.keys("C-z")
        terminal.wait("0 of 2 placed")
        terminal.keys("Enter")
        terminal.wait("1 of 2 placed")
        terminal.keys("q", "n")
        screen = terminal.wait("woken")
        assert "asleep" in screen, screen


def test_closed_window_and_crash():
    with Terminal(play("thegame(players=1)", "--seed", "1")) as terminal:
        terminal.wait("0 of 2 placed")
        number = terminal.process()
        terminal.tmux("kill-window", check=False)
        deadline = time.monotonic() + 40
        while pathlib.Path(f"/proc/{number}").exists() and time.monotonic() < deadline:
            time.sleep(0.02)
        assert not pathlib.Path(f"/proc/{number}").exists(), "a program whose window is gone goes, too"
    with Terminal(play("thegame(players=1)", "--seed", "1"), rows=40, ASAN_OPTIONS="handle_segv=0") as terminal:
        terminal.wait("0 of 2 placed")
        os.kill(terminal.process(), signal.SIGSEGV)
        screen = terminal.wait(lambda shown: "end=139" in shown and terminal_is_sane(shown))
        assert "0 of 2 placed" not in screen, "the full screen is left"


# ---------------------------------------------------------------- replay


def test_replay_steps_jumps_and_judges():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([PROGRAM, "sim", "thegame(players=2)", "--bots", "novice", "--games", "1", "--records", folder], check=True, capture_output=True)
        record = next(pathlib.Path(folder).iterdir())
        with Terminal(f"{PROGRAM} replay {record}", columns=120, rows=36) as terminal:
            terminal.wait("Step 0 of")
            terminal.keys("Right", "Right")
            terminal.wait("Step 2 of")
            terminal.keys("Left", "Down")
            terminal.wait(lambda shown: re.search(r"Step ([2-9]|\d\d) of", shown))
            terminal.type("5")
            terminal.keys("Enter")
            terminal.wait("Step 5 of")
            terminal.keys("End")
            terminal.wait(is_over)
            terminal.keys("Home", "a")
            terminal.wait("100 %")
            terminal.keys("q")
            terminal.wait("end=0")
        plain = subprocess.run([PROGRAM, "replay", record], check=False, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        assert plain.returncode == 0 and "1." in plain.stdout, plain


# ---------------------------------------------------------------- a server's table


class Friend:
    """The other person at the table, who comes back when the server was restarted."""

    def __init__(self, server):
        self.server, self.process = server, server.process
        self.client = Client(server.port).hello("Ola", moves=True)

    def ask(self, verb, **members):
        if self.process is not self.server.process:
            token = self.client.token
            self.process = self.server.process
            self.client = Client(self.server.port).hello("Ola", token=token, moves=True)
        return self.client.ask(verb, **members)

    def play(self, code):
        """Makes any move if it can; returns the phase of the table."""
        state = self.ask("resume", table=code, last=0)
        if state.get("moves"):
            self.ask("move", table=code, position=state["position"], move=state["moves"][0])
        return state["phase"]


def test_terminal_and_another_client_at_one_table():
    with tempfile.TemporaryDirectory() as folder, Server(PROGRAM, f"{folder}/s.db") as server:
        friend = Friend(server)
        table = friend.ask("create", rules="thegame(players=2,start=0)", seats=["me", "open"])["table"]
        code = table["code"]
        with Terminal(f"{PROGRAM} join 'http://127.0.0.1:{server.port}/j/{code}#{table['key']}' --name Bob", columns=120, rows=36) as terminal:
            terminal.wait("Waiting for people.")
            friend.ask("begin", table=code)
            terminal.wait("draw pile 84")
            talk_and_hints(friend, terminal, code)
            while "0 of 2 placed" not in terminal.text() or "your turn" not in terminal.text():
                friend.play(code)
            terminal.keys("Enter")
            terminal.wait("1 of 2 placed")
            reconnects(server, terminal)
            for _ in range(300):
                if friend.play(code) == "over":
                    break
                screen = terminal.text()
                if "your turn" in screen and placed(screen):
                    ends = placed(screen)[0] >= placed(screen)[1] or "nothing can follow this card" in screen
                    terminal.keys("e" if ends else "Enter")
                    terminal.wait(changed(screen))
            show_summary(terminal)
            terminal.wait("Chance to win")
            terminal.keys("q")
            terminal.wait("end=0")


def test_a_turn_is_laid_out_in_private_and_sent_when_one_is_sure():
    """TG17: nothing leaves the terminal before the person sends it, and what was sent is final."""
    with tempfile.TemporaryDirectory() as folder, Server(PROGRAM, f"{folder}/s.db") as server:
        friend = Friend(server)
        table = friend.ask("create", rules="thegame(players=2,start=1)", seats=["me", "open"])["table"]
        code = table["code"]
        with Terminal(f"{PROGRAM} join 'http://127.0.0.1:{server.port}/j/{code}#{table['key']}' --name Bob", columns=120, rows=36) as terminal:
            terminal.wait("Waiting for people.")
            friend.ask("begin", table=code)
            terminal.wait("0 of 2 placed")
            before = friend.ask("resume", table=code, last=0)
            terminal.keys("Enter")
            terminal.wait("1 of 2 placed")
            terminal.wait("only you see these cards")
            terminal.keys("e")
            terminal.wait("The turn owes more.")
            terminal.keys("u")
            terminal.wait("0 of 2 placed")
            terminal.keys("Enter", "Enter")
            terminal.wait("2 of 2 placed")
            terminal.wait("Play and end turn")
            terminal.keys("t")
            terminal.type("wait for it")
            terminal.keys("Enter")
            friend.client.frame(lambda frame: any(event.get("text") == "wait for it" for event in frame.get("events", [])))
            laid = friend.ask("resume", table=code, last=0)
            assert (laid["position"], laid["view"]["piles"]) == (before["position"], before["view"]["piles"]), laid
            terminal.keys("e")
            friend.client.frame(lambda frame: any(event.get("move") == "end" for event in frame.get("events", [])))
            sent = friend.ask("resume", table=code, last=0)
            moves = [event["move"] for event in sent["events"] if event["what"] == "move"]
            assert len(moves) == 3 and moves[-1] == "end" and sent["view"]["to_act"] == [0], moves
            terminal.wait(lambda shown: "only you see" not in shown)


def show_summary(terminal):
    """At the end, whether the last Enter came before the summary or closed it."""
    terminal.wait("Enter summary")
    while "look at the table" not in (screen := terminal.text()):
        terminal.keys("Enter")
        terminal.wait(changed(screen))


def talk_and_hints(friend, terminal, code):
    friend.ask("say", table=code, text="good luck")
    friend.ask("hint", table=code, pile="U1", hint="leave_3")
    terminal.wait("Ola: good luck")
    terminal.wait("Ola: please, please leave U1")
    terminal.keys("t")
    terminal.type("thank you, Łódź")
    terminal.keys("Enter")
    friend.client.frame(lambda frame: any(event.get("text") == "thank you, Łódź" for event in frame.get("events", [])))
    terminal.keys("g", "Down", "Enter")
    friend.client.frame(lambda frame: any("go_ahead" in seat.get("piles", {}).values() for seat in frame.get("hints", [])))


def reconnects(server, terminal):
    """The server dies; what is sent meanwhile arrives when it is back."""
    server.kill()
    terminal.wait("connection lost")
    terminal.keys("Enter")
    terminal.wait("2 of 2 placed")  # laid out here (TG17)
    terminal.keys("e")
    server.start()
    terminal.wait(lambda screen: "connection lost" not in screen and "Bob:" in screen)


@contextlib.contextmanager
def frozen(server):
    """It takes what is sent, and answers nothing."""
    server.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        server.process.send_signal(signal.SIGCONT)


def test_a_key_that_the_server_does_not_answer_is_said_to_wait():
    """At a table, in its waiting room and among the tables; the answer takes it away."""
    missing = "no answer yet, waiting"
    with tempfile.TemporaryDirectory() as folder, Server(PROGRAM, f"{folder}/s.db") as server:
        address = f"http://127.0.0.1:{server.port}"
        with Terminal(f"{PROGRAM} join {address} --name Bob") as lobby, Terminal(f"{PROGRAM} join {address} --name Ola") as terminal:
            lobby.wait("Open a table of your own")
            terminal.wait("Open a table of your own")
            terminal.keys("Enter")
            terminal.wait("Play: Enter")
            terminal.keys("Down", "Left", "Down", "Right", "Enter")
            terminal.wait("Waiting for people.")
            with frozen(server):
                terminal.keys("f")
                terminal.wait(missing)
                lobby.wait(missing)  # it asks for the tables by itself
                lobby.keys("q")
                lobby.wait("end=")
            terminal.wait(lambda screen: missing not in screen)
            terminal.keys("b")
            terminal.wait("draw pile")
            with frozen(server):
                terminal.keys("t")
                terminal.type("hello")
                terminal.keys("Enter")
                terminal.wait(missing)
            terminal.wait(lambda screen: missing not in screen and "hello" in screen)


def test_a_table_is_opened_and_found_from_terminals():
    with tempfile.TemporaryDirectory() as folder, Server(PROGRAM, f"{folder}/s.db") as server:
        address = f"http://127.0.0.1:{server.port}"
        with Terminal(f"{PROGRAM} join {address} --name Ola") as first, Terminal(f"{PROGRAM} join {address} --name Bob") as second:
            first.wait("Open a table of your own")
            first.keys("Enter")
            first.wait("Play: Enter")
            first.keys("Down", "Left", "Down", "Right", "Enter")
            screen = first.wait("Waiting for people.")
            code = re.search(r"/j/([a-z]+)", screen)[1]
            with Terminal(f"env HOME={first.folder} {PROGRAM} join {address} {code}") as again:
                again.wait("Waiting for people.")  # the same person by the token that was kept
            second.wait("Open a table of your own")
            second.keys("q")
            second.wait("end=0")
        with Terminal(f"{PROGRAM} join {address} {code} --name Bob") as second:
            second.wait("Waiting for people.")
        with Terminal(f"{PROGRAM} join {address} --name Bob") as second:
            second.wait("Open a table of your own")
            eva = Client(server.port).hello("Eva")
            second.wait(eva.ask("create", rules="lie(players=2)", seats=["me", "open"], door="listed")["table"]["code"])
            second.keys("Down", "Enter")
            second.wait("Waiting for people.")


def test_ratings_are_shown_among_the_tables():
    with tempfile.TemporaryDirectory() as folder, Server(PROGRAM, f"{folder}/s.db") as server:
        ola, bob = (Client(server.port).hello(name) for name in ("Ola", "Bob"))
        for client, name in ((ola, "ola"), (bob, "bob")):
            client.ask("register", account=name, passphrase="correct horse battery")
        code = ola.ask("create", rules="facetoface", rated=True, begin_when_full=True)["table"]["code"]
        bob.ask("join", table=code)
        bob.ask("resign", table=code)
        with Terminal(f"{PROGRAM} join http://127.0.0.1:{server.port} --name Eva") as terminal:
            terminal.wait("Open a table of your own")
            terminal.keys("r")
            terminal.wait(lambda screen: screen.count("Leaderboard") == 2 and "No rated games yet." in screen and re.search(
                r"\d+\?\s+ola\s+1 game, 100 % won(.|\n)*\d+\?\s+bob\s+1 game, 0 % won", screen))
            terminal.keys("q")
            terminal.wait("Open a table of your own")
            terminal.keys("q")
            terminal.wait("end=0")


def acquainted(server, terminal_token, name):
    """A client that has played a duel with whoever has the token; and that person's number."""
    friend, person = Client(server.port).hello("Eva"), Client(server.port).hello(name, token=terminal_token)
    code = friend.ask("create", rules="facetoface", begin_when_full=True)["table"]["code"]
    person.ask("join", table=code)
    person.ask("resign", table=code)
    friend.frame(lambda frame: frame.get("phase") == "over")
    person.ask("leave", table=code)
    person.close()
    return friend, next(row["person"] for row in friend.ask("people")["people"] if row["name"] == name)


def test_invitations_are_among_the_tables():
    with tempfile.TemporaryDirectory() as folder, Server(PROGRAM, f"{folder}/s.db") as server:
        token = Client(server.port).hello("Bob").token
        state = pathlib.Path(folder, "state", "stos")
        state.mkdir(parents=True)
        (state / f"token-127.0.0.1-{server.port}").write_text(f"{token}\n")
        friends = [acquainted(server, token, "Bob") for _ in range(2)]
        command = f"env XDG_STATE_HOME={folder}/state {PROGRAM} join http://127.0.0.1:{server.port} --name Bob"
        with Terminal(command, columns=100) as terminal:
            terminal.wait("Open a table of your own")
            codes = []
            for friend, person in friends:
                codes.append(friend.ask("create", rules="thegame(players=3)", door="link")["table"]["code"])
                friend.ask("invite", table=codes[-1], person=person)
            terminal.wait(lambda screen: screen.count("[Eva invites you]") == 2)
            terminal.keys("Down")
            screen = terminal.wait("d no, thanks")
            first = min(codes, key=screen.index)
            terminal.keys("d")
            terminal.wait(lambda screen: first not in screen and screen.count("[Eva invites you]") == 1)
            terminal.keys("Enter")
            terminal.wait("Waiting for people.")
            terminal.keys("q", "y")
            terminal.wait(f"Your seat at table {max(codes, key=lambda code: code != first)} is kept.")


def test_duplicate_play_is_begun_compared_and_joined_from_terminals():
    with tempfile.TemporaryDirectory() as folder, Server(PROGRAM, f"{folder}/s.db") as server:
        address = f"http://127.0.0.1:{server.port}"
        with Terminal(f"{PROGRAM} join {address} --name Ola", columns=100) as first:
            first.wait("Open a table of your own")
            first.keys("Enter")
            first.wait("Deals to compare")
            first.keys("Down", "Right", "Right", "Right", "Down", "Down", "Down", "Right")  # alone, so nobody else is needed
            first.wait("◀ 2 ▶")
            first.keys("Enter")
            first.wait("e end")
            first.keys("q", "y")
            screen = first.wait("end=0").replace("\n", "")
            link = re.search(r"stos join '(http://[^']*/#series/[^']*)'", screen)[1].strip()
        word, rules, deals = link.split("#series/")[1].split("/")
        team = Client(server.port).hello("Eva", moves=True)
        table = team.ask("create", series=word, rules=rules, deals=int(deals), begin=True)["table"]
        team.ask("agree", table=table["code"], matter="end")
        with Terminal(f"{PROGRAM} join '{link.replace('=', '%3D')}' --name Bob", columns=100) as second:
            screen = second.wait("Eva")
            assert re.search(r"Eva\s+\?\s+-", screen), screen  # Bob has still to play it
            second.keys("p")
            second.wait("b begin")
            second.keys("b")
            second.wait("e end")
            token = next(second.folder.glob(".local/state/stos/token-*")).read_text().strip()
            bob = Client(server.port).hello("Bob", token=token)
            code, = bob.welcome["tables"]
            bob.ask("join", table=code)
            bob.ask("agree", table=code, matter="end")
            second.wait("w  standings")
            second.keys("w")
            second.wait(lambda screen: all(re.search(rf"1\.\s+{name}\s+98\s+-\s+98", screen) for name in ("Bob", "Eva")))
            second.keys("q")
            second.wait("w standings")
            second.keys("q", "y")
            second.wait("Standings, and a table for another team")
        for bad in ("/#series/a b/thegame/2", "/#series/word/nonsense/2", "/#series/word/thegame/0", "/#series/word/thegame/21", "/#series/word"):
            done = subprocess.run([PROGRAM, "join", f"{address}{bad}"], capture_output=True, check=False, text=True)
            assert done.returncode == 2 and "is not a server's address" in done.stderr, (bad, done)


def test_join_over_tls_checks_the_certificate():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{folder}/key", "-out", f"{folder}/cert", "-days", "2",
                        "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"], check=True, capture_output=True)
        with Server(PROGRAM, f"{folder}/s.db", "--tls-cert", f"{folder}/cert", "--tls-key", f"{folder}/key") as server:
            with Terminal(f"{PROGRAM} join https://localhost:{server.port}", SSL_CERT_FILE=f"{folder}/cert") as terminal:
                terminal.wait("Tables of this server")
            with Terminal(f"{PROGRAM} join https://localhost:{server.port}") as terminal:
                screen = terminal.wait("No connection to localhost")
                assert "Tables of this server" not in screen, screen


def test_join_says_what_is_wrong():
    with tempfile.TemporaryDirectory() as folder, Server(PROGRAM, f"{folder}/s.db") as server:
        with Terminal(f"{PROGRAM} join http://127.0.0.1:{server.port} nosuchcode") as terminal:
            terminal.wait("There is no table with this code.")  # refused: the tables that there are
            terminal.wait("Open a table of your own")
            terminal.keys("Enter")
            terminal.wait("Play: Enter")
            terminal.keys("Enter")
            screen = terminal.wait("draw pile")
            assert "There is no table" not in screen, screen
    for arguments in [[], ["http://"], ["ftp://host", "code"], ["http://127.0.0.1:99999", "code"]]:
        with tempfile.TemporaryDirectory() as home:
            done = subprocess.run([PROGRAM, "join", *arguments], capture_output=True, check=False, env={**os.environ, "HOME": home, "XDG_STATE_HOME": ""})
        assert done.returncode == 2, (arguments, done)


def test_a_list_of_tables_names_the_rules_in_the_language_of_the_reader():
    with tempfile.TemporaryDirectory() as folder, Server(PROGRAM, f"{folder}/s.db") as server:
        eva = Client(server.port).hello("Eva")
        for rules, others in (("thegame(players=3,min=3,hand=less,fire=next)", 2), ("facetoface(last=lenient)", 1), ("lie(players=4,cards=down)", 3)):
            eva.ask("create", rules=rules, seats=["me"] + ["open"] * others, door="listed")
        with Terminal(f"{PROGRAM} --lang pl join http://127.0.0.1:{server.port}", columns=120) as terminal:
            for words in ("THE GAME, mistrzowski, On Fire, 3 graczy", "FACE TO FACE, Łagodnie", "decyduje wartość, Coraz mniej kart, 4 graczy"):
                screen = terminal.wait(words)
            assert "players=" not in screen, screen


def test_leaving_tells_how_to_return_and_own_tables_come_first():
    with tempfile.TemporaryDirectory() as folder, Server(PROGRAM, f"{folder}/s.db", "--address", "::1") as server:
        address = f"http://[::1]:{server.port}"
        home = f"env HOME={folder}"
        eva = Client(server.port, host="::1").hello("Eva")
        listed = eva.ask("create", rules="lie(players=2)", seats=["me", "open"], door="listed")["table"]["code"]
        with Terminal(f"{home} {PROGRAM} join '{address}' --name Ola") as terminal:
            terminal.wait(listed)
            terminal.keys("Enter")
            terminal.wait("Play: Enter")
            terminal.keys("Enter")
            terminal.wait("draw pile")
            terminal.keys("q", "y")
            screen = terminal.wait("end=0")
            code = re.search(rf"Your seat at table ([a-z]+) is kept. Come back with:\s+stos join {re.escape(address)} ([a-z]+)", screen)
            assert code and code[1] == code[2], screen
        with Terminal(f"{home} {PROGRAM} join '{address}'") as terminal:
            screen = terminal.wait(lambda shown: f"{code[1]}" in shown and listed in shown)
            assert screen.index(code[1]) < screen.index(listed), screen
            assert re.search(rf"{code[1]} .*\[your (turn|seat)\]", screen), screen
            terminal.keys("Down", "Enter")
            terminal.wait("draw pile")
        with Terminal(f"{home} {PROGRAM} join {code[1]}") as terminal:  # the server of last time
            terminal.wait("draw pile")
        server.kill()
        with Terminal(f"{home} {PROGRAM} join 'http://127.0.0.1:{server.port}' {code[1]}") as terminal:  # another server, which does not answer
            terminal.wait("No connection to 127.0.0.1")
            terminal.keys("q")
            screen = terminal.wait("end=")
            assert "Come back with" not in screen, screen
        remembered = pathlib.Path(folder) / ".local/state/stos/server"
        assert remembered.read_text(encoding="utf-8").strip() == address


def test_join_tries_again_when_a_server_takes_the_connection_and_is_silent():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.settimeout(60)
        with Terminal(f"{PROGRAM} join http://127.0.0.1:{silent.getsockname()[1]}") as terminal:
            first, _ = silent.accept()
            terminal.wait("No connection to 127.0.0.1: no answer")
            again, _ = silent.accept()
            first.close()
            again.close()


def test_only_a_server_that_answered_is_remembered():
    with tempfile.TemporaryDirectory() as folder, Server(PROGRAM, f"{folder}/s.db") as server:
        with Terminal(f"env HOME={folder} {PROGRAM} join http://127.0.0.1:{server.port}") as terminal:
            terminal.wait("Tables of this server")  # it has answered, and given a token
            remembered = pathlib.Path(folder) / ".local/state/stos/server"
            terminal.keys("q")
            terminal.wait("end=0")
            assert remembered.read_text(encoding="utf-8").strip() == f"http://127.0.0.1:{server.port}"
        with Terminal(f"env HOME={folder} {PROGRAM} join 'http://[::1]:1'") as terminal:
            terminal.wait(lambda shown: "no address" not in shown and len(shown.strip()) > 20)
            terminal.keys("q")
            terminal.wait("end=")
        assert "[::1]" not in remembered.read_text(encoding="utf-8")


# ---------------------------------------------------------------- rules and lessons

LESSONS = {
    "thegame": [["3", "a"], ["9", "7", "c"], ["e"], ["3", "7", "a"], ["6", "5", "d"], ["g", "d", "Down", "Enter"]],
    "facetoface": [["1", "7", "a"], ["2", "8", "a"], ["4", "5", "d"], ["e"]],
    "lie": [["Space", "Enter"], ["3", "x", "3", "Enter"], ["c"]],
}


def lessons_of(game):
    data = pathlib.Path(__file__).resolve().parent.parent.parent / "data/teaching.json"
    return json.loads(data.read_text(encoding="utf-8"))["lessons"][game]


def shows(text):
    """The start of a text stands on the screen, however its lines are broken."""
    start = " ".join(text.split()[:7])
    return lambda screen: start in " ".join(screen.replace("┃", " ").split())


def learn(game, columns, rows):
    with Terminal(f"{PROGRAM} learn {game}", columns=columns, rows=rows) as terminal:
        for lesson, keys in zip(lessons_of(game), LESSONS[game] + [["Enter"]]):
            text = lesson["text"]
            terminal.wait(shows(text), "Press Enter to continue")
            while "to continue" in (screen := terminal.text()):  # a window: opened hands, or a coach who has no room beside the table
                terminal.keys("Enter")
                terminal.wait(changed(screen))
            terminal.wait(shows(text))
            if game != "lie" and keys[0].isdigit():
                terminal.keys("End", "b")  # the highest card: something else than is wanted
                terminal.wait(shows(lesson["nudge"]))
            terminal.keys(*keys)
        terminal.wait("end=0")


def test_the_lessons_of_the_page_are_learned_in_the_terminal():
    for game in LESSONS:
        learn(game, 80, 24)


def test_lessons_fit_the_smallest_window():
    for game in LESSONS:
        learn(game, 60, 20)


def test_rules_are_read_before_and_during_a_game():
    with Terminal(f"{PROGRAM} play --lang pl") as terminal:
        terminal.wait("▬▬")
        terminal.keys("r")
        terminal.wait("98 kart")
        for _ in range(60):
            if "33" in (screen := terminal.text()):
                break
            terminal.keys("Down")
            terminal.wait(changed(screen))
        assert "musi zostać" in screen or "[33]" in screen, screen
        terminal.keys("q")
        terminal.wait("▬▬")
    with Terminal(play("lie(players=2,start=0)", "--seats", "Ola,steady", "--seed", "1")) as terminal:
        terminal.wait("Which end counts?")
        terminal.keys("?")
        terminal.wait("read the rules")
        terminal.keys("r")
        terminal.wait("Thirty cards")
        terminal.keys("q")
        terminal.wait("Which end counts?")
    done = subprocess.run([PROGRAM, "rules", "facetoface"], capture_output=True, check=True, text=True)
    assert "58 cards" in done.stdout and max(map(len, done.stdout.split("\n"))) <= 78, done.stdout
    assert subprocess.run([PROGRAM, "rules", "chess"], capture_output=True, check=False).returncode == 2
    done = subprocess.run([PROGRAM, "learn"], capture_output=True, check=True, text=True)  # no terminal
    assert "98 cards" in done.stdout, done.stdout


# ----------------------------------------------------------------


run_tests(globals(), sys.argv[2:])
