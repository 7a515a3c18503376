"""nodes.py - two servers on one PostgreSQL: one of them is killed in mid-game, and play goes on with the other.

At each table people of both nodes sit, and bots. A node is killed with -9; its people come back to the other one, and every
table must see a new move soon. Then the node is started again and people spread over both. At the end what was
acknowledged is compared with the log. Needs STOS_TEST_STORE: run it by tests/store/with-postgres.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from client import Server, metric
from players import World, compare_with_log, parse_line, seat_group

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


def kill_one(world, nodes, home):
    """Kills a node and measures how long each table stands still; returns the longest."""
    running = {player.code for player in world.players if player.state.get("phase") == "playing"}
    before = {code: newest_move(world, code) for code in running}
    overs = {code: None for code in running}
    nodes.down = home
    nodes.server[home].kill()
    killed, longest = time.monotonic(), 0.0
    while overs and time.monotonic() - killed < 90:
        world.turn()
        for code in list(overs):
            if newest_move(world, code) > before[code]:
                longest = max(longest, time.monotonic() - killed)
                del overs[code]
    for code in overs:
        people = [player for player in world.players if player.code == code]
        world.fault(f"{code} stands still after a kill: " + "; ".join(f"{player.name} {player.stage} last {player.last} "
                    f"{player.state.get('phase')} moves {player.state.get('moves')} {list(player.unanswered.values())}" for player in people))
    return longest


def bring_back(world, nodes, home):
    """The node is started again, and those whose home it is go back there."""
    nodes.server[home].port = 0
    nodes.server[home].start()
    nodes.down = None
    for player in world.players:
        if player.home == home and player.wire:
            player.wire.fail()


def read_logs(store):
    """The logs of all tables, by psql."""
    done = subprocess.run(["psql", "-X", "-A", "-t", "-F", "\t", "-c", "SELECT code, line FROM stos.events ORDER BY code, number", store],
                          capture_output=True, text=True, check=True)
    logs = {}
    for row in done.stdout.splitlines():
        code, line = row.split("\t", 1)
        logs.setdefault(code, []).append(parse_line(line))
    return logs


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
    parser.add_argument("--kills", type=int, default=3, help="how often a node is killed (3)")
    parser.add_argument("--tables", type=int, default=8, help="tables that are played at (8)")
    parser.add_argument("--longest", type=float, default=20, help="seconds that a table may stand still after a kill (20; 5 where nothing else runs)")
    parser.add_argument("--seed", type=int, default=1, help="of the moves and the moments (1)")
    arguments = parser.parse_args()
    store = os.environ.get("STOS_TEST_STORE")
    if not store:
        parser.error("STOS_TEST_STORE is not set; run this by tests/store/with-postgres")
    world, began, pauses = World(arguments.seed), time.monotonic(), []
    with tempfile.TemporaryDirectory() as folder:
        nodes = Nodes(arguments.program, store, folder)
        seat_everybody(world, nodes, arguments.tables)
        for _ in range(arguments.kills):
            world.run(world.random.uniform(0.2, 1.5))
            home = world.random.randrange(2)
            pauses.append(kill_one(world, nodes, home))
            world.run(world.random.uniform(0.1, 0.8))
            bring_back(world, nodes, home)
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
    slow = [pause for pause in pauses if pause > arguments.longest]
    if slow:
        world.fault(f"{len(slow)} times play stood still for longer than {arguments.longest} s")
    games = sum(what == "over" for log in logs.values() for _, _, what, _ in log)
    print(f"{arguments.kills} kills of one of two nodes, {arguments.tables} tables, {len(world.players)} people, {games} games, {world.moves} moves "
          f"acknowledged, {conflicts} conflicts since the last start, {world.stale} stale, {world.again} answered again: {sum(lost for lost, _ in counts)} lost, "
          f"{sum(double for _, double in counts)} double; play went on after {max(pauses, default=0):.2f} s at the latest "
          f"(median {sorted(pauses)[len(pauses) // 2]:.2f} s); seed {arguments.seed}, {time.monotonic() - began:.0f} s")
    for fault in world.faults[:20]:
        print("fault:", fault)
    return 1 if world.faults else 0


if __name__ == "__main__":
    sys.exit(main())
