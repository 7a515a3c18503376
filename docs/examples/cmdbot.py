#!/usr/bin/env python3
"""cmdbot.py - a bot for `stos sim --bots 'cmd:./cmdbot.py'`: reads a question per line, answers with a move per line.

A question has the legal moves and all that the seat may know; see docs/engine.md, "Bots as programs". This one places the card
that jumps least, ends its turn as soon as it may, bids the least, and challenges now and then. Change `choose` to make it yours.
"""
import json
import random
import sys


def jump(view, move):
    """How far a placement moves its pile towards its end; negative for a jump back."""
    card, pile = move.split("@")
    piles = view["piles"][1 - view["seat"] if pile[0] == "o" else view["seat"]] if isinstance(view["piles"], list) else view["piles"]
    name = pile.lstrip("o")
    away = int(card) - piles[name]
    return away if name[0] == "U" else -away


def choose(view, moves, seed):
    if "end" in moves:
        return "end"
    placements = [move for move in moves if "@" in move]
    if placements:
        return min(placements, key=lambda move: jump(view, move))
    if "call" in moves and random.Random(seed).random() < 0.3:
        return "call"
    return moves[0]


for line in sys.stdin:
    question = json.loads(line)
    print(json.dumps({"id": question["id"], "move": choose(question["view"], question["moves"], question["seed"])}), flush=True)
