#!/usr/bin/env python3
"""An agent that learns LIE by playing with the bot `novice`, from nothing but won and lost rounds, and then beats it.

  python3 docs/examples/beat_novice.py [--matches N]

It looks at a bid in one way only: how many cards the other one must show for it to hold, beside one's own. For each such
number, and each number of cards that the other one has, it keeps a preference for making that bid and one for calling it;
and one for how many equal faces to turn up. Actions are drawn by softmax; after a round those that were drawn become
likelier if it went better than usual, less likely if worse (REINFORCE). Seconds on one core, no package but stos.
"""
import argparse
import collections
import math
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))  # not needed where stos is installed
import stos

RULES = stos.Rules("lie(players=2)")
HAND, BID, COUNTS, ROUND, LOSER = (RULES.fields[name] for name in ("hand", "bid", "counts", "round", "loser"))
ENDS, CALL, FIRST_BID = 32, 34, 35  # actions below ENDS turn the cards' ends up
AGENT, NEW = "seat_0", 1000


def kind_of(action, seen):
    """What the agent makes of an action: all it will ever know of it."""
    hand = seen[HAND]
    if action < ENDS:
        faces = [hand[3 * i + (action >> i & 1)] for i in range(5) if hand[3 * i]]
        return "ends", max(map(faces.count, faces))
    count, face = seen[BID] if action == CALL else (1 + (action - FIRST_BID) // 6, 1 + (action - FIRST_BID) % 6)
    others = seen[COUNTS][1]
    return "call" if action == CALL else "bid", others, min(max(count - list(hand[2::3]).count(face), -1), others + 1)


class Agent:
    """Preferences by kind of action, and what it did in this round: the slopes of the logarithm of its chance."""

    def __init__(self, rate=.05):
        self.preference, self.slope = collections.defaultdict(float), collections.defaultdict(float)
        self.rate, self.usual, self.chance = rate, 0., random.Random(1)

    def choose(self, seen, legal):
        """Draws a legal action by softmax."""
        kinds = [kind_of(action, seen) for action in legal]
        weights = [math.exp(self.preference[kind]) for kind in kinds]
        picked, total = self.chance.choices(range(len(legal)), weights)[0], sum(weights)
        for kind, weight in zip(kinds, weights):
            self.slope[kind] -= weight / total
        self.slope[kinds[picked]] += 1
        return legal[picked]

    def learn(self, result):
        """A round is over, won (1) or lost (-1)."""
        for kind, value in self.slope.items():
            self.preference[kind] += self.rate * (result - self.usual) * value
        self.usual += .01 * (result - self.usual)
        self.slope.clear()


def play(agent, environment, novice, seed, learns):
    """One match; returns whether the agent won it."""
    number, seen = 1, None
    environment.reset(seed=seed)
    while not environment.terminations[AGENT]:
        seen = environment.observe(AGENT)["observation"]
        if seen[ROUND][0] > number and learns:
            agent.learn(-1 if seen[LOSER][0] else 1)
        number = seen[ROUND][0]
        if environment.agent_selection == AGENT:
            environment.step(agent.choose(seen, environment.legal_actions()))
        else:
            novice.play(environment)
    if learns:
        agent.learn(environment.scores()[0])
    return environment.scores()[0] > 0


def main():
    parser = argparse.ArgumentParser(description="An agent that learns to beat `novice` at LIE.")
    parser.add_argument("--matches", type=int, default=6000, help="matches to learn from (default %(default)s)")
    matches = parser.parse_args().matches
    agent, environment, novice, part = Agent(), stos.Environment(RULES), stos.bot("novice", seed=1), max(1, matches // 6)
    for start in range(0, matches, part):
        won = sum(play(agent, environment, novice, seed, True) for seed in range(start, start + part))
        print(f"matches {start + 1} to {start + part}: {100 * won / part:.1f} % won", flush=True)
    won = sum(play(agent, environment, novice, seed, False) for seed in range(10**6, 10**6 + NEW))
    print(f"then it won {won} of {NEW} new matches against novice")


if __name__ == "__main__":
    main()
