"""restart.py - a server with many unfinished tables is killed and started again: how long until it is ready, and is everything there?

Makes the tables through the protocol, with some moves at each, kills the server with -9, starts it again and measures the time
until /healthz answers. Then people come back to some of the tables and find them as they were.
"""
import argparse
import json
import pathlib
import sys
import tempfile
import time
import urllib.request

from lib.client import Client, Server

AT_ONCE = 50


def make_tables(port, count, moves):
    """So many tables of people who each have a few; (token, code, last event, view) of each."""
    made = []
    while len(made) < count:
        client = Client(port, timeout=60).hello(f"Person {len(made)}", moves=True)
        refs = [client.send("create", rules="thegame(players=2,start=0)", seats=["me", "bot:steady"], begin=True, grace_seconds=0)
                for _ in range(min(AT_ONCE, count - len(made)))]
        tables = [client.reply(ref)["table"] for ref in refs]
        for _ in range(moves):
            client.frames.clear()
            refs = [client.send("move", table=table["code"], position=table["position"], move=next(move for move in table["moves"] if "@" in move))
                    for table in tables]
            for ref in refs:
                client.reply(ref)
            states = {frame["table"]: frame for frame in client.frames if "view" in frame}
            for table in tables:
                table.update(states[table["code"]], code=table["code"], last=states[table["code"]]["events"][-1]["n"])
        made += [(client.token, table["code"], table["last"], table["view"]) for table in tables]
        client.close()
    return made


def wait_until_ready(server):
    began = time.monotonic()
    server.start()
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/healthz", timeout=60) as answer:
        assert answer.status == 200
    return time.monotonic() - began


def check_tables(port, made):
    for token, code, last, view in made:
        client = Client(port).hello("", token=token, moves=True)
        assert code in client.welcome["tables"] or len(client.welcome["tables"]) >= 32
        reply = client.ask("resume", table=code, last=last)
        assert (reply["events"], reply["view"]) == ([], view), (code, last, reply)
        client.close()


def memory_mib(pid):
    return next(int(line.split()[1]) for line in pathlib.Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
                if line.startswith("VmRSS")) / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path, help="the stos to test")
    parser.add_argument("--tables", type=int, default=500, help="unfinished tables (500)")
    parser.add_argument("--moves", type=int, default=2, help="moves made at each (2)")
    parser.add_argument("--restarts", type=int, default=3, help="how often it is started again (3)")
    parser.add_argument("--within", type=float, help="fail when it takes longer than so many seconds")
    parser.add_argument("--json", action="store_true", help="print the numbers as JSON")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(arguments.program.resolve(), f"{folder}/s.db", "--max-rate", "100000", "--max-burst", "100000", "--log", "warning",
                        "--max-tables-per-person", "1000", log=f"{folder}/log")
        with server:
            made = make_tables(server.port, arguments.tables, arguments.moves)
            times = []
            for _ in range(arguments.restarts):
                server.kill()
                times.append(wait_until_ready(server))
            check_tables(server.port, made[::max(1, len(made) // 50)])
            memory = memory_mib(server.process.pid)
            code = server.stop()
        log = pathlib.Path(f"{folder}/log").read_text(encoding="utf-8", errors="replace")
    numbers = {"tables": arguments.tables, "moves": arguments.moves, "ready_s": [round(seconds, 3) for seconds in times], "memory_mib": round(memory)}
    print(json.dumps(numbers) if arguments.json else f"{arguments.tables} unfinished tables with {arguments.moves} moves each: ready after "
          f"{', '.join(f'{seconds:.2f}' for seconds in times)} s, {memory:.0f} MiB")
    bad = code != 0 or log.strip() or (arguments.within and min(times) > arguments.within)
    if log.strip():
        print(log[-2000:])
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
