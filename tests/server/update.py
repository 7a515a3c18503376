"""update.py - the old server is stopped and a new one started in its place, with many tables and people connected: when has everybody resumed?

Makes tables through the protocol, each with some moves, and keeps everybody connected. Then the old program is stopped in the orderly way
and the new one started on the same port; all people connect again and resume all of their tables, where they must find what they left.
With STOS_TEST_STORE (tests/store/with-postgres) the store is PostgreSQL, else a SQLite file.
"""
import argparse
import os
import pathlib
import sys
import tempfile
import time

from client import Client, Closed, Server, free_port

OPTIONS = ("--max-rate", "100000", "--max-burst", "100000", "--log", "warning", "--max-tables", "100000", "--max-tables-per-person", "1000")
NEW_OPTIONS = ("--max-connections-per-address", "10000")  # an old program may not know them
TABLES_PER_LINK = 30


class Person:
    """Somebody with up to 30 tables; at each a bot has answered a few moves."""

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


def connect_again(people, port):
    for person in people:
        while True:
            try:
                person.come_back(port)
                break
            except (OSError, Closed):
                time.sleep(0.01)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path, help="the new stos")
    parser.add_argument("--old", type=pathlib.Path, help="the old one (the same)")
    parser.add_argument("--tables", type=int, default=100, help="tables that run (100)")
    parser.add_argument("--moves", type=int, default=2, help="moves at each (2)")
    parser.add_argument("--longest", type=float, default=60, help="seconds until everybody must have resumed (60; 3 for 10000 tables where nothing else runs)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store, port = os.environ.get("STOS_TEST_STORE", f"{folder}/s.db"), free_port()
        old_options = OPTIONS if arguments.old else OPTIONS + NEW_OPTIONS
        old = Server((arguments.old or arguments.program).resolve(), store, *old_options, port=port, log=f"{folder}/log")
        people, left = [], arguments.tables
        while left > 0:
            people.append(Person(port, len(people), min(TABLES_PER_LINK, left), arguments.moves))
            left -= TABLES_PER_LINK
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
        log = pathlib.Path(folder, "log").read_text(encoding="utf-8", errors="replace")
        assert "Sanitizer" not in log and "runtime error" not in log, log[-3000:]
    print(f"{arguments.tables} tables, {len(people)} connections: stopped after {stopped:.2f} s, the new server ready after {ready:.2f} s, "
          f"everybody has resumed after {took:.2f} s; nothing lost")
    return 0 if took <= arguments.longest else 1


if __name__ == "__main__":
    sys.exit(main())
