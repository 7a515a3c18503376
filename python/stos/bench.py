"""python3 -m stos.bench: how many random moves a second Python can make on one core.

  python3 -m stos.bench [--games N] [--seconds S] [--json] [RULES...]

Three ways: a batch that is only stepped, a batch with masks and observations of every position, and one game in the AEC
style. Random legal actions are chosen in C, except in the AEC style. Processor time counts, so a busy machine does not.
"""
import argparse
import json
import random
import time

from . import Batch, Environment

RULES = ["thegame(players=1)", "thegame(players=3,start=lot)", "facetoface", "lie(players=2)",
         "lie(players=4,order=count,ones=wild,direction=choose,end=last)"]


def moves_per_second(make_moves, seconds):
    """Calls until the time is up; make_moves() returns how many it made."""
    moves, start = 0, time.process_time()
    while True:
        moves += make_moves()
        spent = time.process_time() - start
        if spent >= seconds:
            return moves / spent


def batch_speed(rules, games, seconds, full):
    batch = Batch(rules, games, masks=full, observations=full)

    def make_moves():
        for _ in range(20):
            batch.choose()
            batch.step()
        return 20 * games
    return moves_per_second(make_moves, seconds)


def environment_speed(rules, seconds):
    environment, chance, numbers = Environment(rules), random.Random(1), iter(range(2**63))

    def play_game():
        environment.reset(seed=f"fast:{next(numbers)}")
        made = 0
        for _ in environment.agent_iter():
            observation, _, over, _, _ = environment.last()
            legal = [action for action, is_legal in enumerate(observation["action_mask"]) if is_legal]
            environment.step(None if over else chance.choice(legal))
            made += not over
        return made
    return moves_per_second(play_game, seconds)


def measure(rules, games, seconds):
    return {"rules": rules, "games": games, "step": round(batch_speed(rules, games, seconds, False)),
            "full": round(batch_speed(rules, games, seconds, True)), "environment": round(environment_speed(rules, seconds))}


def main():
    parser = argparse.ArgumentParser(prog="python3 -m stos.bench", description="Random moves a second from Python, on one core.")
    parser.add_argument("--games", type=int, default=256, help="games in a batch (default 256)")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each number (default 1)")
    parser.add_argument("--json", action="store_true", help="one JSON list instead of a table")
    parser.add_argument("rules", nargs="*", default=RULES, help="games to measure")
    asked = parser.parse_args()
    rows = [measure(rules, asked.games, asked.seconds) for rules in asked.rules]
    if asked.json:
        print(json.dumps(rows))
        return
    print(f"million moves/s, {asked.games} games in a batch\n{'stepped':>8} {'full':>8} {'AEC':>8}  rules")
    for row in rows:
        print(f"{row['step'] / 1e6:8.2f} {row['full'] / 1e6:8.2f} {row['environment'] / 1e6:8.3f}  {row['rules']}")


if __name__ == "__main__":
    main()
