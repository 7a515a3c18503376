"""proxy.py - games to the end through a network that drops, delays, repeats, reorders and cuts.

Between the players and the server stands a proxy. It cuts connections, before a frame, in the middle of one, or by keeping silent;
it holds frames back, so that those of different connections overtake each other; it sends whole frames of a client twice, at
once or later, also on that client's next connection. Every game must reach its end, and what each player saw, the record and
the log must be the same game.
"""
import argparse
import collections
import json
import pathlib
import re
import socket
import sys
import tempfile
import time

from lib.client import Client, Server
from lib.players import Wire, World, compare_with_log, frame_size, read_logs, seat_group

KINDS = [("thegame(players=2)", 2, 0, {}), ("facetoface", 2, 0, {}), ("lie(players=3)", 3, 0, {}), ("thegame(players=3,fire=next)", 2, 1, {}),
         ("thegame(players=2,start=0)", 2, 0, {"grace_seconds": 1}), ("lie(players=2,direction=choose)", 2, 0, {})]

# How often, for each frame or piece: a cut, a cut in the middle, silence from now on, a delay, a repeat at once, a repeat later.
CUT, CUT_INSIDE, SILENCE, DELAY, REPEAT, REPEAT_LATER = 0.006, 0.006, 0.001, 0.2, 0.06, 0.06
PATIENCE, STUCK = 3.0, 180.0


def unmask(frame):
    head, size = frame_size(frame)
    mask, payload = frame[head - 4:head], frame[head:head + size]
    return bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))


class Link:
    """One connection through the proxy."""

    def __init__(self, proxy, accepted):
        self.proxy, self.world, self.random = proxy, proxy.world, proxy.world.random
        self.incoming, self.upgraded, self.greeted, self.silent = b"", False, False, False
        self.person, self.queues = None, {"up": collections.deque(), "down": collections.deque()}
        self.client = Wire(self.world, accepted, self.from_client, self.close)
        self.server = Wire.connect(self.world, proxy.port_behind, self.from_server, self.close)
        if not self.server:
            self.close()

    def close(self):
        for wire in (self.client, self.server):
            if wire:
                wire.close()
        self.proxy.links.discard(self)

    def from_client(self, data):
        self.incoming += data
        if not self.upgraded:
            if b"\r\n\r\n" not in self.incoming:
                return
            head, self.incoming = self.incoming.split(b"\r\n\r\n", 1)
            self.upgraded = True
            self.server.send(head + b"\r\n\r\n")
        while (sizes := frame_size(self.incoming)) and len(self.incoming) >= sum(sizes):
            frame, self.incoming = self.incoming[:sum(sizes)], self.incoming[sum(sizes):]
            self.carry_frame(frame)

    def carry_frame(self, frame):
        request = json.loads(unmask(frame)) if frame[0] & 15 == 1 else {}
        if request.get("do") == "hello":
            self.person = request["name"]
            self.greeted = True
        elif request and self.random.random() < REPEAT_LATER:
            self.world.later(self.random.uniform(0.02, 0.5), lambda: self.proxy.send_again(self, frame))
        self.carry("up", self.server, frame)
        if request and self.random.random() < REPEAT:
            self.proxy.counts["repeated"] += 1
            self.carry("up", self.server, frame)

    def from_server(self, data):
        self.carry("down", self.client, data)

    def carry(self, way, wire, data):
        """In order on one connection; what fate has decided happens when its turn comes."""
        delay = 0.0
        if self.random.random() < DELAY:
            self.proxy.counts["delayed"] += 1
            delay = self.random.uniform(0.001, 0.03)
        self.queues[way].append((delay, wire, data, self.random.random()))
        if len(self.queues[way]) == 1:
            self.pump(way)

    def pump(self, way):
        """Delivers what waits; a frame that is held back holds back those behind it."""
        queue = self.queues[way]
        while queue:
            delay, wire, data, fate = queue[0]
            if delay:
                queue[0] = (0.0, wire, data, fate)
                self.world.later(delay, lambda: self.pump(way))
                return
            self.deliver(wire, data, fate)
            queue.popleft()

    def deliver(self, wire, data, fate):
        if self.silent or wire is None or wire.socket is None:
            return
        if fate < CUT:
            self.proxy.counts["cut"] += 1
            self.close()
        elif fate < CUT + CUT_INSIDE:
            self.proxy.counts["cut inside"] += 1
            wire.send(data[:self.random.randrange(len(data))])
            self.close()
        elif fate < CUT + CUT_INSIDE + SILENCE:
            self.proxy.counts["silenced"] += 1
            self.silent = True
        else:
            wire.send(data)


class Proxy:
    def __init__(self, world, port_behind):
        self.world, self.port_behind, self.links, self.counts = world, port_behind, set(), collections.Counter()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=512)
        self.listener.setblocking(False)
        self.port = self.listener.getsockname()[1]
        world.selector.register(self.listener, 1, self.accept)

    def accept(self, _):
        try:
            accepted, _ = self.listener.accept()
        except BlockingIOError:
            return
        accepted.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.links.add(Link(self, accepted))

    def send_again(self, link, frame):
        """On the same connection, or on the next of the same person."""
        if link not in self.links:
            link = next((other for other in self.links if other.person == link.person and other.greeted), None)
        if link:
            self.counts["repeated later"] += 1
            link.carry("up", link.server, frame)


# ---- games

def plain(event):
    """What everybody may know of an event."""
    move = event.get("move")
    return event["what"], event.get("seat"), move.split(" ")[0] if move and move.startswith("show") else move


def moves_of_record(record):
    moves = []
    for line in record.splitlines():
        if match := re.match(r"(\d): (.*)", line):
            moves += [("move", int(match[1]), move.split(" ")[0] if move.startswith("show") else move) for move in match[2].split(", ")]
    return moves


def check_game(group, port, store):
    """All who played, the record and the log agree; otherwise a fault."""
    world, first = group[0].world, group[0]
    ends = {next((event["result"] for event in player.events.values() if event["what"] == "over"), None) or player.state["game"]["result"]
            for player in group}
    seen = {}
    for player in group:
        for number, event in player.events.items():
            if seen.setdefault(number, plain(event)) != plain(event):
                world.fault(f"event {number} of {player.code} differs for {player.name}: {event}")
    client = Client(port).hello("eye")
    game = next((event["game"] for player in group for event in player.events.values() if event["what"] == "deal"), None) or first.state["game"]["id"]
    record = client.ask("record", game=game)["record"]
    if not client.ask("verify", game=game)["good"]:
        world.fault(f"the record of {first.code} is not good")
    client.close()
    if len(ends) != 1 or f"result: {next(iter(ends))}" not in record:
        world.fault(f"{first.code} ended as {ends}, the record says {record.splitlines()[-1]}")
    log = read_logs(store, first.code)[first.code]
    moves = moves_of_record(record)
    known = [seen.get(number) for number, _, what, _ in log if what == "move"]
    if len(moves) != len(known) or any(move not in (None, kept) for move, kept in zip(known, moves)):
        world.fault(f"what the players of {first.code} saw is not what its record says")
    if any(player.state.get("open") != first.state.get("open") for player in group):
        world.fault(f"the end of {first.code} looks different for its players")
    for player in group:
        compare_with_log(player, log)


class Evening:
    """So many games, some at a time."""

    def __init__(self, world, proxy, server, games, parallel):
        self.world, self.proxy, self.server, self.games, self.parallel = world, proxy, server, games, parallel
        self.begun = self.done = self.stuck = 0
        self.groups = []

    def begin_one(self):
        rules, people, bots, settings = KINDS[self.begun % len(KINDS)]
        names = [f"p{self.begun}x{i}" for i in range(people)]
        self.groups.append(seat_group(self.world, names, [lambda: self.proxy.port], rules, bots, talk=0.03, **settings))
        self.begun += 1

    def finish(self, group):
        self.groups.remove(group)
        for player in group:
            player.stop()
            self.world.players.remove(player)

    def step(self):
        while self.begun < self.games and len(self.groups) < self.parallel:
            self.begin_one()
        for group in list(self.groups):
            for player in group:
                player.check_line(PATIENCE)
            if all(player.state.get("phase") == "over" and not player.unanswered for player in group):
                check_game(group, self.server.port, self.server.store)
                self.done += 1
                self.finish(group)
            elif time.monotonic() - max(player.progress for player in group) > STUCK:
                self.stuck += 1
                self.world.fault("stuck: " + "; ".join(f"{player.name} {player.stage} last {player.last} {player.state.get('phase')} moves "
                                                       f"{player.state.get('moves')} {list(player.unanswered.values())}" for player in group))
                self.finish(group)
        self.world.later(0.1, self.step)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path, help="the stos to test")
    parser.add_argument("--games", type=int, default=8, help="games to play (8)")
    parser.add_argument("--parallel", type=int, default=12, help="games at a time (12)")
    parser.add_argument("--seed", type=int, default=1, help="of the moves and the mishaps (1)")
    arguments = parser.parse_args()
    world, began = World(arguments.seed), time.monotonic()
    world.absence = 0.03
    with tempfile.TemporaryDirectory() as folder:
        server = Server(arguments.program, f"{folder}/s.db", "--max-rate", "2000", "--max-burst", "2000", "--log", "warning", log=f"{folder}/log")
        proxy = Proxy(world, server.port)
        evening = Evening(world, proxy, server, arguments.games, arguments.parallel)
        evening.step()
        world.run(3600, lambda: evening.done + evening.stuck == arguments.games)
        code = server.stop()
        log = pathlib.Path(f"{folder}/log").read_text(encoding="utf-8", errors="replace")
        if code != 0 or "Sanitizer" in log or "runtime error" in log:
            world.fault(f"the server ended with {code}:\n" + log[-3000:])
    counts = ", ".join(f"{name} {count}" for name, count in sorted(proxy.counts.items()))
    differing = len(world.faults) - evening.stuck
    print(f"{evening.done} games to the end, {evening.stuck} stuck, {differing} differing; {world.moves} moves, {world.reconnects} connections lost, "
          f"{world.resent} requests sent again, {world.again} answered again, {world.stale} stale, {world.stood_in} stand-ins, {world.snapshots} "
          f"snapshots; {counts}; seed {arguments.seed}, {time.monotonic() - began:.0f} s")
    for fault in world.faults[:20]:
        print("fault:", fault)
    return 1 if world.faults or evening.done != arguments.games else 0


if __name__ == "__main__":
    sys.exit(main())
