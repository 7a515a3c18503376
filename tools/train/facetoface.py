#!/usr/bin/env python3
"""facetoface.py: trains the network of the bots that play FACE TO FACE, by letting it play with itself.

Usage: facetoface.py [--width 256|512] [--beam PLANS] [--seconds S] [--piece S] [--checkpoint FILE] [--start FILE] [--rate R]
                     [--explore SHARE] [--blend SHARE] [--reuse TIMES] [--replay LESSONS] [--follow SHARE] [--seed N] [--out FILE]
                     (--help lists the rest)

It foretells the chance to win of the player who has just made a turn. The first duels apart, which counting plays,
everything comes from its own games, half of the lessons with rising and falling exchanged. facetoface.cu plays, self_play.py says how
it learns and what it needs. Then turn the result into integers: quantise.py.
"""
import self_play

INPUTS, PARTS = 1251, 8  # as in facetoface.cu; there is an output for each part of a duel


if __name__ == "__main__":
    kind = self_play.Kind("facetoface.cu", INPUTS, 1, PARTS, 1, ["by who began"], [1.], {"all": [0] * 13})
    self_play.main(kind, "Trains the network of the bots that play FACE TO FACE.", "facetoface.f32")
