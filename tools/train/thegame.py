#!/usr/bin/env python3
"""thegame.py: trains the network of the bots that play THE GAME, by letting it play with itself.

Usage: thegame.py [--course all|solo|standard|expert] [--width 256|512] [--seconds S] [--piece S] [--checkpoint FILE]
                  [--start FILE] [--rate R] [--explore SHARE] [--blend SHARE] [--reuse TIMES] [--replay LESSONS] [--follow SHARE]
                  [--seed N] [--out FILE]      (--help lists the rest)

It foretells whether at most 0, 1, 3, 6, 10, 19, 39 or 64 cards will be left. One network learns all numbers of players,
levels and fires, with and without hints; its last layer has outputs for each number of players, level and phase of a turn.
No games of people, no rules of thumb: the first moments apart, in which small jumps are preferred so that there is
something to learn from, everything comes from its own games. A part of them begins in the middle, on a table that went
well so far: a curriculum for the rules under which hardly a whole game is won. thegame.cu plays, self_play.py says how
it learns and what it needs. Then turn the result into integers: quantise.py.
"""
import self_play

PLAYERS, LEVELS, PHASES, GOALS, INPUTS = 5, 3, 4, 8, 2560  # as in thegame.cu

# Of 256 games: by players, by level (standard, expert, master), by fire (off, next, now); with hints; begun in the middle
COURSES = {"all": [[72, 46, 50, 42, 46], [120, 76, 60], [128, 62, 66], [192], [48]],
           "solo": [[256], [128, 92, 36], [152, 52, 52], [0], [32]],
           "standard": [[0, 60, 66, 60, 70], [256], [136, 60, 60], [216], [16]],
           "expert": [[0, 64, 72, 60, 60], [0, 184, 72], [184, 36, 36], [216], [48]]}
RULES = [f"{players} {level}{fire}" for players in range(1, PLAYERS + 1) for level in ["standard", "expert", "master"]
         for fire in ["", " next", " now"]]


def sums(shares, outcomes):
    """An outcome is drawn by the first sum that a number below 256 is under."""
    return [sum(shares[:i + 1]) for i in range(outcomes)]


def course(shares):
    return [number for part, outcomes in zip(shares, [PLAYERS, LEVELS, 3, 1, 1]) for number in sums(part, outcomes)]


if __name__ == "__main__":
    kind = self_play.Kind("thegame.cu", INPUTS, PLAYERS * LEVELS, PHASES, GOALS, RULES, [3, 1, 1, 1, 1, 1, .5, .5],
                          {name: course(shares) for name, shares in COURSES.items()})
    self_play.main(kind, "Trains the network of the bots that play THE GAME.", "thegame.f32")
