"""kills.py - kill -9 under load: what was acknowledged is in the log, once.

Many people play as fast as they can while the server is killed at random moments, also while it starts, and started again
on the same port and store. At the end everybody's acknowledged moves and messages are compared with the log, as it is in
the file and as the server tells it, and each one's event numbers must be without gap or repeat.
"""
import argparse
import collections
import pathlib
import subprocess
import sys
import tempfile
import time

from lib.client import Client, Server, free_port
from lib.players import World, compare_with_log, read_logs, seat_group

KINDS = [("thegame(players=2)", 2, 0, {}), ("facetoface", 2, 0, {}), ("lie(players=3)", 3, 0, {}), ("thegame(players=3,fire=next)", 2, 1, {}),
         ("thegame(players=2,start=0)", 2, 0, {"grace_seconds": 1}), ("thegame", 1, 0, {})]


KEPT = 200


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path, help="the stos to test")
    parser.add_argument("--kills", type=int, default=8, help="how often the server is killed (8)")
    parser.add_argument("--tables", type=int, default=12, help="tables that are played at (12)")
    parser.add_argument("--longest", type=float, default=0.7, help="seconds between two kills at most (0.7)")
    parser.add_argument("--seed", type=int, default=1, help="of the moves and the moments (1)")
    return parser.parse_args()


def play_on(player):
    """After a game the same people want another."""
    player.ask("rematch", table=player.code)


def die_while_starting(server, pause):
    """Starts the server without waiting for it, and kills it again."""
    command = [str(server.program), "serve", "--store", server.store, "--port", str(server.port), *map(str, server.options)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as early:
        time.sleep(pause)
        early.kill()


def kill_often(world, server, kills, longest):
    starting = 0
    for _ in range(kills):
        world.run(world.random.uniform(0.02, longest) * (4 if world.random.random() < 0.08 else 1))
        server.kill()
        if world.random.random() < 0.1:
            starting += 1
            die_while_starting(server, world.random.uniform(0.0, 0.15))
        server.start()
    return starting


def settle(world):
    """Everybody stops playing; what is under way is answered."""
    for player in world.players:
        player.playing = False
    if not world.run(120, lambda: all(player.stage == "live" and not player.unanswered for player in world.players)):
        for player in world.players:
            if player.stage != "live" or player.unanswered:
                world.fault(f"{player.name} at {player.code} waits in vain ({player.stage}): {list(player.unanswered.values())}")


def compare_with_server(world, server):
    """The log as one of each table's people is told it, as far back as the server keeps it at hand. A table may go on by itself (a bot
    plays, somebody counts as away), so the file is read after the answer and compared up to the last event of the answer."""
    checked = 0
    for player in world.players:
        if player.name.endswith("x0") and player.code:
            client = Client(server.port).hello(player.name, token=player.token)
            known = len(read_logs(server.store, player.code)[player.code])
            events = client.ask("resume", table=player.code, last=max(0, known - KEPT)).get("events", [])
            log = read_logs(server.store, player.code)[player.code]
            checked += 1
            told = [(event["n"], event["what"]) for event in events]
            if len(told) < min(known, KEPT) or told != [(line[0], line[2]) for line in log[max(0, known - KEPT):][:len(told)]]:
                world.fault(f"the server tells another log of {player.code} than the file has: {told[-3:]}, not {log[-3:]}")
            client.close()
    return checked


def main():
    arguments = read_arguments()
    world = World(arguments.seed)
    world.absence = 0.04
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(arguments.program, f"{folder}/s.db", "--max-rate", "100000", "--max-burst", "100000", "--log", "warning",
                        port=free_port(), log=f"{folder}/log")
        for table in range(arguments.tables):
            rules, people, bots, settings = KINDS[table % len(KINDS)]
            group = seat_group(world, [f"p{table}x{i}" for i in range(people)], [lambda: server.port], rules, bots, talk=0.05, **settings)
            for player in group:
                player.after = play_on
        starting = kill_often(world, server, arguments.kills, arguments.longest)
        settle(world)
        logs = read_logs(server.store)
        counts = [compare_with_log(player, logs[player.code]) for player in world.players]
        told = compare_with_server(world, server)
        for player in world.players:
            player.stop()
        code = server.stop()
        if code != 0:
            world.fault(f"the server ended with {code}")
        log = pathlib.Path(f"{folder}/log").read_text(encoding="utf-8", errors="replace")
        if "Sanitizer" in log or "runtime error" in log or "bad_log" in log:
            world.fault("the server's log:\n" + log[-3000:])
    refused = sum((player.refused for player in world.players), collections.Counter())
    games = sum(what == "over" for log in logs.values() for _, _, what, _ in log)
    acknowledged = sum(len(player.acknowledged) for player in world.players)
    print(f"{arguments.kills} kills ({starting} also while starting), {arguments.tables} tables, {len(world.players)} people, {games} games: "
          f"{acknowledged} requests acknowledged ({world.moves} moves), {world.resent} sent again, {world.again} answered again; "
          f"{sum(lost for lost, _ in counts)} lost, {sum(double for _, double in counts)} double; {world.stood_in} stand-ins, {world.snapshots} snapshots, {told} logs read "
          f"through the protocol; refused {dict(refused)}; seed {arguments.seed}, {time.monotonic() - began:.0f} s")
    for fault in world.faults[:20]:
        print("fault:", fault)
    return 1 if world.faults else 0


if __name__ == "__main__":
    sys.exit(main())
