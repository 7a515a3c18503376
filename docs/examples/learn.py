#!/usr/bin/env python3
"""A random agent, and one that learns THE GAME from nothing but rewards, in a minute of reading.

  python3 docs/examples/learn.py [--games N]

The learner has one preference for each size of jump and one for ending the turn: nine numbers. It plays many games at
once, picks legal actions at random by its preferences, and after each game makes what it did more likely if the game
went better than usual, less likely if worse (REINFORCE). Knowing no rule, it finds out that small jumps are good.
"""
import argparse
import math
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))  # not needed where stos is installed
import stos

RULES = stos.Rules("thegame(players=1)")
CARDS, END, KINDS, ENDING = 98, 392, 9, 8


def play_at_random(games, chance):
    """One game after the other in the AEC style; returns the cards placed on average."""
    environment, placed = stos.Environment(RULES), 0
    for seed in range(games):
        environment.reset(seed=seed)
        for _ in environment.agent_iter():
            observation, reward, over, _, _ = environment.last()
            legal = [action for action, is_legal in enumerate(observation["action_mask"]) if is_legal]
            environment.step(None if over else chance.choice(legal))
            placed += reward
    return placed / games


def kind_of(action, tops):
    """Ending is 8, a backwards trick 0, a jump of 1 is 1, of 2 or 3 is 2, of 4 to 7 is 3 and so on: doubling up to 7."""
    if action == END:
        return ENDING
    pile, card = action // CARDS, 2 + action % CARDS
    jump = card - tops[pile] if pile < 2 else tops[pile] - card
    return jump.bit_length() if jump > 0 else 0


def choose(preference, legal, tops, gradient, chance):
    """Picks a legal action by softmax; adds to the gradient of the logarithm of its probability."""
    kinds = [kind_of(action, tops) for action in legal]
    weights = [math.exp(preference[kind]) for kind in kinds]
    picked = chance.choices(range(len(legal)), weights)[0]
    total = sum(weights)
    for kind, weight in zip(kinds, weights):
        gradient[kind] -= weight / total
    gradient[kinds[picked]] += 1
    return legal[picked]


def learn(games, chance, width=32, rate=0.02):
    """Returns the preferences, and the cards placed in each game, in the order in which the games ended."""
    batch, preference, scores = stos.Batch(RULES, width, seed=1), [0.0] * KINDS, []
    gradients, placed, usual = [[0.0] * KINDS for _ in range(width)], [0.0] * width, 20.0
    while len(scores) < games:
        actions = []
        for i in range(width):
            tops = batch.observation(i)[RULES.fields["tops"]]
            legal = [action for action, is_legal in enumerate(batch.mask(i)) if is_legal]
            actions.append(choose(preference, legal, tops, gradients[i], chance))
        batch.step(actions)
        for i in range(width):
            placed[i] += batch.rewards[i, 0]
            if batch.over[i]:
                better = placed[i] - usual
                preference = [value + rate * better * slope for value, slope in zip(preference, gradients[i])]
                usual += 0.05 * better
                scores.append(placed[i])
                gradients[i], placed[i] = [0.0] * KINDS, 0.0
    return preference, scores


def main():
    parser = argparse.ArgumentParser(description="A random agent, and one that learns.")
    parser.add_argument("--games", type=int, default=1200, help="games to learn from (default 1200)")
    games, chance = parser.parse_args().games, random.Random(1)
    print(f"at random: {play_at_random(50, chance):.1f} of 98 cards placed")
    preference, scores = learn(games, chance)
    part = max(1, games // 6)
    for start in range(0, games, part):
        chunk = scores[start:start + part]
        print(f"games {start + 1} to {start + len(chunk)}: {sum(chunk) / len(chunk):.1f}")
    trick, *jumps, end = (f"{value:.1f}" for value in preference)
    print(f"preferences: trick {trick}, jumps {' '.join(jumps)}, end {end}")


if __name__ == "__main__":
    main()
