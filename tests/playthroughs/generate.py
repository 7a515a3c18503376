#!/usr/bin/env python3
"""Writes one playthrough per notable configuration: a seeded game as an engine shows it, for people to read and diff.

    generate.py ENGINE_COMMAND...           writes tests/playthroughs/*.txt
    generate.py --check ENGINE_COMMAND...   plays everything again and compares; exit 1 on any difference
    for example: generate.py build/release/stos engine

The first steps and the end are shown in full: the state, what every seat sees, and what every seat may do. Of a view
only what differs from the state is written, so everything that a seat must not know has to be in that list. In
between, only the moves are listed.
"""

import difflib
import json
import os
import subprocess
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
WIDTH = 118
MOST_STEPS = 3000

# name, what it shows, rules, seed, how the players choose, steps shown in full
PLAYTHROUGHS = [
    ("thegame-1-alone", "one player, no votes", "thegame", 24, "near", 12),
    ("thegame-2-agree", "two players vote for a starter, and win", "thegame(players=2)", 9, "near", 12),
    ("thegame-3-fire-next", "fire cards are due in the next turn (TG14)", "thegame(players=3,fire=next,start=0)", 23, "near", 24),
    ("thegame-2-fire-now", "fire cards are covered in the same turn (TG15)", "thegame(players=2,fire=now,start=1)", 36, "near", 24),
    ("thegame-5-master", "five players, three cards a turn, five in hand (TG13)",
     "thegame(players=5,min=3,hand=less,start=lot)", 6, "near", 12),
    ("facetoface-strict", "a duel with help for the opponent", "facetoface(start=0)", 6, "near", 16),
    ("facetoface-lenient", "a single last card may be placed, and wins (FF9)", "facetoface(last=lenient,start=1)", 5, "near", 16),
    ("lie-3-default", "three players, as the sheet says, with an extra round (LI11)", "lie(start=0)", 10, "random", 20),
    ("lie-3-count-wild", "raises by count, ones are wild (LI7, LI12)", "lie(order=count,ones=wild,start=1)", 22, "random", 20),
    ("lie-4-choose-direction", "the starter declares the direction (LI13)", "lie(players=4,direction=choose,start=2)", 23, "random", 22),
    ("lie-3-down", "from five cards downwards (LI14)", "lie(cards=down,start=0)", 24, "random", 16),
    ("lie-4-last", "until one is left (LI15)", "lie(players=4,end=last,start=3)", 25, "random", 20),
    ("lie-3-agree", "the starter is agreed, and ends are chosen again (LI3)", "lie(start=agree)", 28, "again", 24),
    ("lie-2-duel", "two players", "lie(players=2)", 26, "random", 20),
    ("lie-6-everything", "six players, every option the unusual one (LI16)",
     "lie(players=6,order=count,ones=wild,direction=choose,cards=down,end=last)", 27, "random", 14),
]


class Engine:
    """A process that answers one line per line."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, verb, **fields):
        self.process.stdin.write(json.dumps({"do": verb, **fields}) + "\n")
        self.process.stdin.flush()
        reply = json.loads(self.process.stdout.readline())
        if not reply["ok"]:
            raise SystemExit(f"generate.py: {verb} {fields}: {reply['message']}")
        return reply

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        if self.process.wait() != 0:
            raise SystemExit(f"generate.py: the engine ended with {self.process.returncode}")


class Chance:
    """A generator of our own, so that every version of Python gives the same games."""

    def __init__(self, seed):
        self.state = seed

    def below(self, bound):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % bound


# --- players ---------------------------------------------------------------------------------------------------------

def jump(state, seat, move):
    """How far a placement jumps on its pile; a trick goes back, which is best. Help counts as a small jump."""
    card, pile = move.split("@")
    if pile.startswith("o"):
        return 4
    piles = state["piles"][seat] if isinstance(state["piles"], list) else state["piles"]
    step = int(card) - piles[pile]
    return step if pile.startswith("U") else -step


def choose_near(state, seat, moves, chance):
    """Ends the turn when it may, mostly; else places as near as possible."""
    if "end" in moves and chance.below(4) > 0:
        return "end"
    placements = [move for move in moves if "@" in move]
    if not placements:
        return moves[chance.below(len(moves))]
    return min(placements, key=lambda move: (jump(state, seat, move), move))


def choose_random(state, seat, moves, chance):
    """Anything, but bids stay low enough for a round to have several, and are challenged in the end."""
    if "call" in moves and chance.below(3) == 0:
        return "call"
    bids = sorted((move for move in moves if "x" in move), key=lambda bid: tuple(map(int, bid.split("x"))))
    pool = bids[:8] or moves
    return pool[chance.below(len(pool))]


CHOICES = {"near": choose_near, "random": choose_random, "again": choose_random}


# --- writing ---------------------------------------------------------------------------------------------------------

def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def folded(label, words, separator=" "):
    """A line of words, broken where it gets too long."""
    lines, line = [], label
    for index, word in enumerate(words):
        word += separator if index + 1 < len(words) else ""
        if len(line) + len(word) > WIDTH:
            lines.append(line)
            line = " " * 9
        line += word
    return lines + [line]


def shown_state(state):
    fields = [f"{key}={compact(value)}" for key, value in state.items() if key not in ("game", "rules")]
    return folded("  state: ", fields)


def shown_view(seat, view, state):
    """Only what differs from the state, so that what a seat knows of hidden things stands out."""
    fields = [f"{key}={compact(value)}" for key, value in view.items() if state.get(key, None) != value and key != "seat"]
    fields += [f"without {key}" for key in state if key not in view]
    return folded(f"  seat {seat} sees {'this: ' if fields else 'the same'}", fields)


def shown_step(engine, seats, number):
    state = engine.ask("state")["state"]
    lines = ["", f"[{number}]"] + shown_state(state)
    for seat in range(seats):
        view = engine.ask("view", seat=seat)["view"]
        if view.pop("seat") != seat:
            raise SystemExit("generate.py: a view for another seat")
        lines += shown_view(seat, view, state)
    for seat in range(seats):
        moves = engine.ask("moves", seat=seat)["moves"]
        lines += folded(f"  seat {seat} may: ", moves, ", ") if moves else []
    return lines


def playthrough(engine, name, shows, rules, seed, choice, in_full):
    reply = engine.ask("new", rules=rules, seed=seed)
    chance, seats, middle = Chance(seed), reply["seats"], []
    lines = [f"{name}: {shows}", f"rules  {reply['rules']}", f"seed   {seed}"]
    for number in range(MOST_STEPS):
        state = engine.ask("state")["state"]
        if state["over"]:
            break
        if number < in_full:
            lines += shown_step(engine, seats, number)
        seat = state["to_act"][chance.below(len(state["to_act"]))]
        if choice == "again" and state["phase"] == "show":  # LI3: who has chosen may choose again
            seat = state["in"][chance.below(len(state["in"]))]
        if state["phase"] == "start":
            seat = state["to_act"][number % len(state["to_act"])]
        moves = engine.ask("moves", seat=seat)["moves"]
        move = CHOICES[choice](state, seat, moves, chance)
        engine.ask("play", seat=seat, move=move)
        if number < in_full:
            lines.append(f"  -> seat {seat}: {move}")
        else:
            middle.append(f"{seat}: {move}")
    if middle:
        lines += ["", f"[{in_full} to {number - 1}]"] + folded("  moves: ", middle, ", ")
    lines += shown_step(engine, seats, number)
    lines += ["", engine.ask("record")["record"].splitlines()[-1]]
    return "\n".join(line.rstrip() for line in lines) + "\n"


# --- the files -------------------------------------------------------------------------------------------------------

def stored(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return ""


def differs(name, text):
    """Whether the stored playthrough is another one; says how."""
    before = stored(os.path.join(FOLDER, name + ".txt"))
    if before == text:
        return False
    diff = difflib.unified_diff(before.splitlines(), text.splitlines(), f"stored {name}", f"played {name}", lineterm="", n=1)
    print("\n".join(list(diff)[:40]))
    return True


def strangers():
    """Files that no line of PLAYTHROUGHS writes."""
    names = {name + ".txt" for name, *_ in PLAYTHROUGHS}
    return [file for file in sorted(os.listdir(FOLDER)) if file.endswith(".txt") and file not in names]


def main(arguments):
    check = arguments[:1] == ["--check"]
    command = arguments[1:] if check else arguments
    if not command:
        print(__doc__.strip())
        return 2
    engine, failed = Engine(command), 0
    for name, *configuration in PLAYTHROUGHS:
        text = playthrough(engine, name, *configuration)
        if check:
            failed += differs(name, text)
            continue
        with open(os.path.join(FOLDER, name + ".txt"), "w", encoding="utf-8") as file:
            file.write(text)
    engine.close()
    for file in strangers() if check else []:
        print(f"{file} is no playthrough that this script writes")
        failed += 1
    print(f"{len(PLAYTHROUGHS) - failed} passed, {failed} failed" if check else f"{len(PLAYTHROUGHS)} written")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
