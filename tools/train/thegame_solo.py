#!/usr/bin/env python3
"""thegame_solo.py: trains the network of the bots that play THE GAME alone, by letting it play with itself.

Usage: thegame_solo.py [--seconds S] [--out FILE] ...      (--help lists the rest)

It foretells whether at most 0, 4, 9, 19, 39 or 64 cards will be left; all levels and fires are learned by one network,
whose last layer has outputs for each level and phase of a turn. No games of people, no rules of thumb: the first moments
apart, in which small jumps are preferred so that there is something to learn from, everything comes from its own games.
thegame_solo.cu plays them, self_play.py says how it learns and what it needs. Then turn the result into integers:
quantise.py.
"""
import self_play

RULES = ["standard", "fire next", "fire now", "expert", "with next", "with now", "master", "with next", "with now"]

if __name__ == "__main__":
    self_play.main(self_play.Kind("thegame_solo.cu", 1792, 3 * 4, 6, RULES, [2, 1, 1, 1, 1, 1.]),
                   "Trains the network of the bots that play THE GAME alone.", "thegame-solo.f32",
                   [("standard", 176, "of 256 games, those of the standard level"), ("plain", 200, "of 256 games, those without fire")])
