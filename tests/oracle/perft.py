"""Counts of the move sequences that the rules allow, from fixed decks: exact numbers that every engine must reproduce.

A step is a (seat, move) that some seat which is awaited may make now; counts[i] is the number of different sequences of i + 1 steps.
A finished game has no continuation. Each line of perft.txt is one JSON object:

    rules, deck (explicit), deck_name (its formula), starter (seat, or null where votes decide),
    prefix (number of scripted steps before counting starts), script (who chose them), moves (these steps), counts

    perft.py --check     counts everything anew and compares with perft.txt; exit 1 on any difference
    perft.py --write     writes perft.txt
"""

import json
import os
import sys

import oracle
from scripts import SCRIPTS

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "perft.txt")

# rules, deck name, script and number of its steps, depth
CONFIGURATIONS = [
    # thegame: openings, with every number of players, level, way to start
    ("thegame", "thegame 37", "first", 0, 4),
    ("thegame(players=2)", "thegame 37", "first", 0, 5),
    ("thegame(players=3,hand=less)", "thegame 5", "first", 0, 5),
    ("thegame(players=5)", "thegame 37", "first", 0, 4),
    ("thegame(players=3,min=3)", "thegame 37", "first", 0, 4),
    ("thegame(players=5,min=3,start=4)", "thegame 37", "first", 8, 5),
    # thegame: endgames, where the draw pile runs out, seats are passed over and games are won or lost
    ("thegame", "thegame 27", "near", 134, 6),
    ("thegame", "thegame 27", "near", 138, 10),
    ("thegame(min=3,hand=less)", "thegame 27", "near", 120, 7),
    ("thegame(players=2,start=1)", "thegame 31", "near", 137, 5),
    ("thegame(players=2,start=1)", "thegame 31", "near", 142, 8),
    ("thegame(players=4,min=3,hand=less,start=0)", "thegame 33", "near", 98, 6),
    ("thegame(players=4,min=3,hand=less,start=0)", "thegame 33", "near", 126, 10),
    # thegame: fire, due and not, in the middle and at the end
    ("thegame(fire=next)", "thegame 37", "near", 60, 5),
    ("thegame(players=3,fire=next,start=0)", "thegame 27", "near", 128, 7),
    ("thegame(players=3,fire=next,start=0)", "thegame 27", "near", 138, 9),
    ("thegame(players=2,min=3,fire=next,start=0)", "thegame 67", "near", 100, 7),
    ("thegame(hand=less,fire=now)", "thegame 37", "near", 60, 5),
    ("thegame(players=5,fire=now,start=0)", "thegame 71", "near", 130, 10),
    ("thegame(players=2,fire=now,start=0)", "thegame 5", "near", 140, 12),
    # facetoface: openings, endgames, the single last card (FF9)
    ("facetoface(start=0)", "facetoface 17 23", "first", 0, 5),
    ("facetoface(last=lenient,start=1)", "facetoface 17 23", "near", 40, 5),
    ("facetoface(last=strict,start=0)", "facetoface 17 7", "near", 160, 7),
    ("facetoface(last=lenient,start=0)", "facetoface 17 7", "near", 160, 7),
    ("facetoface(last=lenient,start=0)", "facetoface 17 7", "near", 165, 6),
    ("facetoface(last=strict,start=1)", "facetoface 11 23", "near", 150, 8),
    # lie: first rounds
    ("lie(start=0)", "lie 0", "first", 3, 5),
    ("lie(players=2,order=count,start=1)", "lie 1", "first", 0, 6),
    ("lie(players=6,ones=wild,start=3)", "lie 2", "first", 6, 4),
    ("lie(players=3,direction=choose,start=2)", "lie 3", "first", 3, 4),
    ("lie(players=2,cards=down,start=0)", "lie 4", "first", 1, 3),
    # lie: the starter agreed by vote
    ("lie(players=2,start=agree)", "lie 0", "first", 0, 6),
    ("lie(players=3,start=agree,direction=choose)", "lie 3", "first", 1, 5),
    # lie: late rounds, seats that leave, extra rounds (LI11), ends of matches
    ("lie(players=4,start=0)", "lie 0", "call", 36, 7),
    ("lie(players=4,start=0)", "lie 0", "call", 29, 4),
    ("lie(players=3,cards=down,direction=choose,start=0)", "lie 0", "call", 51, 4),
    ("lie(players=3,cards=down,direction=choose,start=0)", "lie 0", "call", 57, 3),
    ("lie(players=5,order=count,ones=wild,end=last,start=0)", "lie 5", "call", 63, 3),
    ("lie(players=5,order=count,ones=wild,end=last,start=0)", "lie 5", "call", 109, 3),
    ("lie(players=3,ones=wild,direction=choose,cards=down,end=last,start=1)", "lie 6", "call", 53, 3),
    ("lie(players=4,cards=down,start=0)", "lie 0", "call", 82, 3),
    ("lie(players=6,ones=wild,start=3)", "lie 2", "first", 188, 4),
    ("lie(players=6,ones=wild,start=3)", "lie 2", "first", 192, 14),
]


def deck_named(name):
    """The decks by formula: a step through the sorted cards, coprime to their number."""
    game, *numbers = name.split()
    numbers = [int(number) for number in numbers]
    if game == "thegame":
        return [2 + k * numbers[0] % 98 for k in range(98)]
    if game == "facetoface":
        return [[2 + k * step % 58 for k in range(58)] for step in numbers]
    steps = [7, 11, 13, 17, 19, 23, 29, 1]  # one per round, in circles
    return [[oracle.STOS_LIE_CARDS[k * steps[(shift + numbers[0]) % 8] % 30] for k in range(30)] for shift in range(30)]


def play_prefix(game, script, steps):
    moves = []
    for _ in range(steps):
        moves.append(SCRIPTS[script](game))
        game.play(*moves[-1])
    return moves


def count(game, depth, counts, level=0):
    """Adds to counts[level] the sequences of level + 1 steps that go on from here, and so on down."""
    steps = [(seat, move) for seat in game.to_act() for move in game.moves(seat)]
    counts[level] += len(steps)
    if level + 1 == depth:
        return
    for seat, move in steps:
        after = game.copy()
        after.play(seat, move)
        count(after, depth, counts, level + 1)


def line(rules, deck_name, script, prefix, depth):
    deck = deck_named(deck_name)
    game = oracle.new(rules, deck)
    start = oracle.parse_rules(rules)[1]["start"]
    starter = int(start) if start.isdigit() else 0 if game.seats == 1 else None
    moves = play_prefix(game, script, prefix)
    counts = [0] * depth
    count(game, depth, counts)
    return json.dumps({"rules": game.rules, "deck_name": deck_name, "deck": deck, "starter": starter, "prefix": prefix,
                       "script": script, "moves": moves, "counts": counts}, separators=(",", ":"))


def write():
    with open(FILE, "w", encoding="ascii") as file:
        for configuration in CONFIGURATIONS:
            file.write(line(*configuration) + "\n")


def check():
    with open(FILE, encoding="ascii") as file:
        stored = file.read().splitlines()
    passed = failed = 0
    for number, configuration in enumerate(CONFIGURATIONS):
        now = line(*configuration)
        same = number < len(stored) and stored[number] == now
        passed, failed = passed + same, failed + (not same)
        if not same:
            print(f"line {number + 1} differs: {configuration}, now {json.loads(now)['counts']}")
    if len(stored) > len(CONFIGURATIONS):
        print("lines without a configuration")
        failed += len(stored) - len(CONFIGURATIONS)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        write()
    elif sys.argv[1:] == ["--check"]:
        sys.exit(check())
    else:
        sys.exit(__doc__)
