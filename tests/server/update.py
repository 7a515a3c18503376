"""update.py - the old server is stopped and a new one started in its place, with many tables and people connected: when has everybody resumed?

Makes tables through the protocol, each with some moves, and keeps everybody connected. Then the old program is stopped in the orderly way
and the new one started on the same port; all people connect again and resume all of their tables, where they must find what they left.
With STOS_TEST_STORE (tests/store/with-postgres) the store is PostgreSQL, else a SQLite file.

With --rolling there are two nodes, with half of the people each, and one after the other is replaced: its people go on at the other one. Somebody at
each node talks all the time, and it is measured for how long they could not.
"""
import argparse
import contextlib
import os
import pathlib
import sys
import tempfile
import threading
import time

from lib.client import Client, Closed, Refused, Server, free_port
from lib.distance import far_away

OPTIONS = ("--max-rate", "100000", "--max-burst", "100000", "--log", "warning", "--max-tables", "100000", "--max-tables-per-person", "1000")
NEW_OPTIONS = ("--max-connections-per-address", "10000")  # an old program may not know them


class Person:
    """Somebody with some tables; at each a bot has answered a few moves."""

    def __init__(self, port, number, count, moves):
        self.client = Client(port).hello(f"Person {number}", moves=True)
        self.token = self.client.token
        refs = [self.client.send("create", rules="thegame(players=2,start=0)", seats=["me", "bot:steady"], begin=True, grace_seconds=0)
                for _ in range(count)]
        self.tables = {table["code"]: table for table in (self.client.reply(ref)["table"] for ref in refs)}
        for _ in range(moves):
            self.move_everywhere()

    def move_everywhere(self):
        self.client.frames.clear()
        refs = [self.client.send("move", table=code, position=table["position"], move=next(move for move in table["moves"] if "@" in move))
                for code, table in self.tables.items()]
        for ref in refs:
            assert self.client.reply(ref)["ok"]
        for frame in self.client.frames:
            if "view" in frame:
                self.tables[frame["table"]].update(view=frame["view"], position=frame["position"], moves=frame["moves"], last=frame["events"][-1]["n"])

    def come_back(self, port):
        """Connects and sends everything at once; the replies are read later, when the others have done so too."""
        self.client = Client(port)
        self.greeting = self.client.send("hello", version=1, name="", token=self.token, moves=True)
        self.refs = {code: self.client.send("resume", table=code, last=table["last"]) for code, table in self.tables.items()}

    def check(self):
        assert self.client.reply(self.greeting)["ok"]
        for code, ref in self.refs.items():
            reply = self.client.reply(ref)
            assert reply["ok"] and reply["events"] == [] and reply["view"] == self.tables[code]["view"], (code, self.tables[code]["last"], reply)


class Witness(threading.Thread):
    """Somebody who talks all the time, at whichever node lets them."""

    def __init__(self, ports):
        super().__init__(daemon=True)
        self.ports, self.longest, self.said, self.ended = list(ports), 0.0, 0, threading.Event()
        self.client = Client(self.ports[0]).hello("Witness")
        self.code = self.client.ask("create", rules="thegame", seats=["me"], begin=True, talk="text")["table"]["code"]

    def move_on(self):
        self.ports.reverse()
        self.client.close()
        self.client = Client(self.ports[0]).hello("", token=self.client.token)
        self.client.ask("resume", table=self.code, last=1)

    def run(self):
        last, token = time.monotonic(), self.client.token
        while not self.ended.wait(0.02):
            try:
                self.client.ask("say", table=self.code, text="hello" if self.said % 2 else "well played")
                self.client.frames.clear()
                self.longest, self.said, last = max(self.longest, time.monotonic() - last), self.said + 1, time.monotonic()
            except (OSError, Closed, Refused):
                self.client.token = token
                with contextlib.suppress(OSError, Closed, Refused):
                    self.move_on()


def replace(nodes, index, program, people):
    """Stops a node; its people come to the other one at once; its new version starts. How long they and the new version took."""
    ports, began = [node.port for node in nodes], time.monotonic()
    nodes[index].process.terminate()
    assert people[0].client.frame(lambda frame: frame.get("notice") == "stopping")
    connect_again(people, ports[1 - index])
    for person in people:
        person.check()
    resumed = time.monotonic() - began
    assert nodes[index].stop() == 0
    nodes[index] = Server(program, nodes[index].store, *OPTIONS, *NEW_OPTIONS, port=ports[index], log=nodes[index].log_path)
    return resumed, time.monotonic() - began


def roll(arguments, store, folder):
    """Two nodes are replaced one after the other; the seconds that people had to wait at most."""
    program, old = arguments.program.resolve(), (arguments.old or arguments.program).resolve()
    options = OPTIONS if arguments.old else OPTIONS + NEW_OPTIONS
    nodes = [Server(old, store, *options, port=free_port(), log=f"{folder}/log") for _ in range(2)]
    people, ports = make_people([node.port for node in nodes], arguments), [node.port for node in nodes]
    witnesses = [Witness(ports), Witness(reversed(ports))]
    for witness in witnesses:
        witness.start()
    took = [replace(nodes, 0, program, people[::2]), replace(nodes, 1, program, people)]
    for witness in witnesses:
        witness.ended.set()
        witness.join()
    for person in people[:5]:
        person.move_everywhere()
    assert [node.stop() for node in nodes] == [0, 0]
    print(f"{arguments.tables} tables on two nodes, {len(people)} connections: the people of the first node had resumed after {took[0][0]:.2f} s, everybody at "
          f"the second after {took[1][0]:.2f} s; a node was replaced after {took[0][1]:.2f} and {took[1][1]:.2f} s; somebody who talks all the time "
          f"({sum(witness.said for witness in witnesses)} messages) waited {max(witness.longest for witness in witnesses):.2f} s at most; nothing lost")
    return max(resumed for resumed, _ in took)


def make_people(ports, arguments):
    sizes = [min(arguments.each, arguments.tables - at) for at in range(0, arguments.tables, arguments.each)]
    return [Person(ports[number % len(ports)], number, size, arguments.moves) for number, size in enumerate(sizes)]


def connect_again(people, port):
    for person in people:
        while True:
            try:
                person.come_back(port)
                break
            except (OSError, Closed):
                time.sleep(0.01)


def replace_at_once(arguments, store, folder):
    """The seconds until everybody has resumed at the new server, which has the port of the old one."""
    port, old_options = free_port(), OPTIONS if arguments.old else OPTIONS + NEW_OPTIONS
    old = Server((arguments.old or arguments.program).resolve(), store, *old_options, port=port, log=f"{folder}/log")
    people = make_people([port], arguments)
    began = time.monotonic()
    assert old.stop() == 0
    stopped = time.monotonic() - began
    with Server(arguments.program.resolve(), store, *OPTIONS, *NEW_OPTIONS, port=port, log=f"{folder}/log") as new:
        ready = time.monotonic() - began
        connect_again(people, port)
        for person in people:
            person.check()
        took = time.monotonic() - began
        for person in people[:5]:
            person.move_everywhere()
        assert new.stop() == 0
    print(f"{arguments.tables} tables, {len(people)} connections: stopped after {stopped:.2f} s, the new server ready after {ready:.2f} s, "
          f"everybody has resumed after {took:.2f} s; nothing lost")
    return took


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path, help="the new stos")
    parser.add_argument("--old", type=pathlib.Path, help="the old one (the same)")
    parser.add_argument("--tables", type=int, default=100, help="tables that run (100)")
    parser.add_argument("--each", type=int, default=30, help="tables that each person has (30)")
    parser.add_argument("--ms", type=float, default=0, help="how far away PostgreSQL is, one way (0)")
    parser.add_argument("--moves", type=int, default=2, help="moves at each (2)")
    parser.add_argument("--longest", type=float, default=60, help="seconds until everybody must have resumed (60; 3 for 10000 tables where nothing else runs)")
    parser.add_argument("--rolling", action="store_true", help="two nodes, one after the other")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        store = os.environ.get("STOS_TEST_STORE", f"{folder}/s.db")
        if arguments.ms:
            store = stack.enter_context(far_away(store, arguments.ms))
        took = roll(arguments, store, folder) if arguments.rolling else replace_at_once(arguments, store, folder)
        log = pathlib.Path(folder, "log").read_text(encoding="utf-8", errors="replace")
        assert "Sanitizer" not in log and "runtime error" not in log, log[-3000:]
    return 0 if took <= arguments.longest else 1


if __name__ == "__main__":
    sys.exit(main())
