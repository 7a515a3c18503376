"""nodes.py - two servers on one PostgreSQL: one of them is lost in mid-game, and play goes on with the other.

At each table people of both nodes sit, and bots. A node is killed with -9, frozen with SIGSTOP, or stopped in the orderly way; its
people come to the other one, and every table must see a new move soon. Then the node is started again (after a stop as the next
version: a rolling update) or thawed, and people spread over both. At the end what was acknowledged is compared with the log. Needs
STOS_TEST_STORE: run it by tests/store/with-postgres.
"""
import argparse
import os
import pathlib
import signal
import sys
import tempfile
import time

from lib.client import Server, metric
from lib.players import World, compare_with_log, seat_group
from lib.postgres import read_logs

KINDS = [("thegame(players=2)", 2, 0), ("thegame(players=4,start=0)", 2, 2), ("facetoface", 2, 0), ("lie(players=4)", 3, 1)]


class Nodes:
    def __init__(self, program, store, folder):
        options = ("--max-rate", "100000", "--max-burst", "100000", "--log", "warning", "--workers", "1")
        self.log = [f"{folder}/log{i}" for i in range(2)]
        self.server = [Server(program, store, *options, log=self.log[i]) for i in range(2)]
        self.down = None

    def where(self, home):
        """Where somebody connects to: the own node, or the other while that is down."""
        return lambda: self.server[1 - home if self.down == home else home].port


def newest_move(world, code):
    return max((number for player in world.players if player.code == code for number, event in player.events.items() if event["what"] == "move"),
               default=0)


def lose(nodes, home, how):
    """The node is gone, or as good as gone."""
    server = nodes.server[home]
    nodes.down = home
    if how == "frozen":
        server.process.send_signal(signal.SIGSTOP)
    elif how == "stopped":
        server.process.send_signal(signal.SIGTERM)
    else:
        server.kill()


def move_people(world, home):
    """Those whose home it is connect again, to where they should be; from a frozen node as the page does when its pings are not answered."""
    for player in world.players:
        if player.home == home and player.wire:
            player.wire.fail()


def lose_one(world, nodes, home, how):
    """Loses a node and measures how long each table stands still; returns the longest."""
    running = {player.code for player in world.players if player.state.get("phase") == "playing"}
    before = {code: newest_move(world, code) for code in running}
    overs = {code: None for code in running}
    lost, longest = time.monotonic(), 0.0
    lose(nodes, home, how)
    if how == "frozen":
        move_people(world, home)
    while overs and time.monotonic() - lost < 90:
        world.turn()
        for code in list(overs):
            if newest_move(world, code) > before[code]:
                longest = max(longest, time.monotonic() - lost)
                del overs[code]
    for code in overs:
        people = [player for player in world.players if player.code == code]
        world.fault(f"{code} stands still after a node was {how}: " + "; ".join(f"{player.name} {player.stage} last {player.last} "
                    f"{player.state.get('phase')} moves {player.state.get('moves')} {list(player.unanswered.values())}" for player in people))
    return longest


def bring_back(world, nodes, home, how, program):
    """The node is started again or thawed, and those whose home it is go back there."""
    server = nodes.server[home]
    if how == "frozen":
        server.process.send_signal(signal.SIGCONT)
    else:
        if how == "stopped" and server.stop() != 0:
            world.fault("a server did not stop well")
        server.port, server.program = 0, program
        server.start()
    nodes.down = None
    move_people(world, home)




def seat_everybody(world, nodes, tables):
    for table in range(tables):
        rules, people, bots = KINDS[table % len(KINDS)]
        homes = [(table + i) % 2 for i in range(people)]
        group = seat_group(world, [f"p{table}x{i}" for i in range(people)], [nodes.where(home) for home in homes], rules, bots, talk=0.2)
        for player, home in zip(group, homes):
            player.home = home
            player.after = lambda player: player.ask("rematch", table=player.code)
    if not world.run(90, lambda: all(player.state.get("phase") in ("playing", "over") for player in world.players)):
        world.fault("not everybody came to their table")


def settle(world):
    for player in world.players:
        player.playing = False
    world.run(90, lambda: all(player.stage == "live" and not player.unanswered for player in world.players))
    for player in world.players:
        if player.stage != "live" or player.unanswered:
            world.fault(f"{player.name} at {player.code} waits in vain ({player.stage}): {list(player.unanswered.values())}")
    world.run(1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path, help="the stos to test")
    parser.add_argument("--kills", type=int, default=2, help="how often a node is killed (2)")
    parser.add_argument("--frozen", type=int, default=1, help="how often a node is frozen (1)")
    parser.add_argument("--stops", type=int, default=2, help="how often a node is stopped, one after the other, and the program started in its place (2)")
    parser.add_argument("--old", type=pathlib.Path, help="the program that runs until then (the same)")
    parser.add_argument("--tables", type=int, default=8, help="tables that are played at (8)")
    parser.add_argument("--longest", type=float, default=20, help="seconds that a table may stand still (20; 5 where nothing else runs)")
    parser.add_argument("--seed", type=int, default=1, help="of the moves and the moments (1)")
    arguments = parser.parse_args()
    store = os.environ.get("STOS_TEST_STORE")
    if not store:
        parser.error("STOS_TEST_STORE is not set; run this by tests/store/with-postgres")
    world, began, pauses = World(arguments.seed), time.monotonic(), {"killed": [], "frozen": [], "stopped": []}
    mishaps = ["killed"] * arguments.kills + ["frozen"] * arguments.frozen
    world.random.shuffle(mishaps)
    mishaps = ["stopped"] * arguments.stops + mishaps  # the old program goes first
    with tempfile.TemporaryDirectory() as folder:
        nodes = Nodes(arguments.old or arguments.program, store, folder)
        seat_everybody(world, nodes, arguments.tables)
        for number, how in enumerate(mishaps):
            world.run(world.random.uniform(0.2, 1.5))
            home = number % 2 if how == "stopped" else world.random.randrange(2)
            pauses[how].append(lose_one(world, nodes, home, how))
            world.run(world.random.uniform(0.1, 0.8))
            bring_back(world, nodes, home, how, arguments.program)
        settle(world)
        logs = read_logs(store)
        counts = [compare_with_log(player, logs.get(player.code, [])) for player in world.players]
        conflicts = sum(metric(server.port, "conflicts_total") for server in nodes.server)
        for player in world.players:
            player.stop()
        for server, path in zip(nodes.server, nodes.log):
            code = server.stop()
            log = pathlib.Path(path).read_text(encoding="utf-8", errors="replace")
            if code != 0 or "Sanitizer" in log or "runtime error" in log or "bad_log" in log:
                world.fault(f"a server ended with {code}:\n" + log[-3000:])
    slow = [pause for each in pauses.values() for pause in each if pause > arguments.longest]
    if slow:
        world.fault(f"{len(slow)} times play stood still for longer than {arguments.longest} s")
    games = sum(what == "over" for log in logs.values() for _, _, what, _ in log)
    stood = "; ".join(f"{how} {len(each)} times, play went on after {max(each):.2f} s at the latest (median {sorted(each)[len(each) // 2]:.2f} s)"
                      for how, each in pauses.items() if each)
    print(f"one of two nodes {stood}; {arguments.tables} tables, {len(world.players)} people, {games} games, {world.moves} moves acknowledged, "
          f"{conflicts:.0f} conflicts since the last start, {world.stale} stale, {world.again} answered again, {world.store_down} times store_down: "
          f"{sum(lost for lost, _ in counts)} lost, {sum(double for _, double in counts)} double; seed {arguments.seed}, {time.monotonic() - began:.0f} s")
    for fault in world.faults[:20]:
        print("fault:", fault)
    return 1 if world.faults else 0


if __name__ == "__main__":
    sys.exit(main())
