"""reading_load.py - 500 tables play; how much slower are they while others fetch records and log in?

    reading_load.py PROGRAM [--tables N] [--rate N] [--seconds N] [--readers N] [--logins N] [--turns N]

Runs `stos-measure load` alone and beside the others, in turns, and prints the 99th percentile of a move in each. Each reader fetches a record
20 times a second, each of the others logs in once a second with a passphrase. All on one machine, clients too; those others have a low
priority, since in life they are elsewhere. The disk varies: --seconds 20 evens it out.

On a machine that is busy with other things run it by `chrt -r 1`: then those do not count. What the server does with a low priority gets an
ordinary one there, below all that is measured, as a real-time priority knows no niceness.
"""
import argparse
import contextlib
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from lib.client import Client, Server  # noqa: E402

PASSPHRASE = "correct horse battery staple"


def repeat(period, stop, counts, what, work):
    """Does something again and again until it shall stop; counts what went right. Its own work shall cost the server nothing."""
    os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)
    while not stop.is_set():
        began = time.monotonic()
        try:
            work()
            counts[what] = counts.get(what, 0) + 1
        except Exception as error:  # whatever it was is told at the end
            counts[f"{what}: {error}"] = counts.get(f"{what}: {error}", 0) + 1
        stop.wait(max(0.0, period - (time.monotonic() - began)))


def let_step_back(process):
    """Under a real-time priority: whichever thread of the server is nice leaves it."""
    for thread in map(int, os.listdir(f"/proc/{process}/task")):
        if os.sched_getscheduler(0) != os.SCHED_OTHER and os.getpriority(os.PRIO_PROCESS, thread) > 0:
            os.sched_setscheduler(thread, os.SCHED_OTHER, os.sched_param(0))


def fetch(port, game):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/records/{game}", timeout=60) as answer:
        answer.read()


def log_in(port, account, times):
    client, began = Client(port), time.monotonic()
    with contextlib.closing(client):
        client.hello("Ola").ask("login", account=account, passphrase=PASSPHRASE)
    times.append(time.monotonic() - began)


def prepare(port, logins):
    """A finished game, and people with accounts."""
    ola, marek = [Client(port).hello(name) for name in ("Ola", "Marek")]
    code = ola.ask("create", rules="lie(players=2)")["table"]["code"]
    marek.ask("join", table=code)
    ola.ask("begin", table=code)
    ola.ask("resign", table=code)
    game = ola.ask("history")["games"][0]["id"]
    for client in ola, marek:
        client.close()
    for number in range(logins):
        client = Client(port)
        client.hello("Ola").ask("register", account=f"person{number}", passphrase=PASSPHRASE)
        client.close()
    return game


def play(arguments, port):
    command = [arguments.program.with_name("stos-measure"), "load", f"http://127.0.0.1:{port}", "--tables", arguments.tables, "--people", 2, "--seconds", arguments.seconds, "--rate",
               arguments.rate, "--json"]
    return json.loads(subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True).stdout)


def play_beside(arguments, port, game, counts, times):
    stop = threading.Event()
    jobs = [(0.05, "records", lambda: fetch(port, game))] * arguments.readers
    jobs += [(1.0, "logins", lambda number=number: log_in(port, f"person{number}", times)) for number in range(arguments.logins)]
    threads = [threading.Thread(target=repeat, args=(period, stop, counts, what, work)) for period, what, work in jobs]
    for thread in threads:
        thread.start()
    try:
        return play(arguments, port)
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path, help="the stos to measure")
    parser.add_argument("--tables", type=int, default=500, help="tables that play (500)")
    parser.add_argument("--rate", type=int, default=4000, help="as of `stos-measure load` (4000)")
    parser.add_argument("--seconds", type=int, default=6, help="how long each run measures (6)")
    parser.add_argument("--readers", type=int, default=10, help="clients that fetch records (10)")
    parser.add_argument("--logins", type=int, default=20, help="clients that log in (20)")
    parser.add_argument("--turns", type=int, default=2, help="how often both are measured (2)")
    arguments = parser.parse_args()
    arguments.program = arguments.program.resolve()
    with tempfile.TemporaryDirectory() as folder, \
            Server(arguments.program, f"{folder}/s.db", "--max-rate", "100000", "--max-burst", "100000", "--log", "error") as server:
        game = prepare(server.port, arguments.logins)
        let_step_back(server.process.pid)
        for _ in range(arguments.turns):
            counts, times = {}, []
            for name, run in ("alone", play(arguments, server.port)), ("beside", play_beside(arguments, server.port, game, counts, times)):
                print(f"{name:6}  {run['moves_per_second']:6.0f} moves/s, p50 {run['p50_ms']:.1f} ms, p99 {run['p99_ms']:.1f} ms, {run['errors']} errors", flush=True)
            waited = f"; a login took {statistics.median(times):.1f} s, at most {max(times):.1f} s" if times else ""
            print(f"        meanwhile: {', '.join(f'{many} {what}' for what, many in sorted(counts.items()))}{waited}", flush=True)


if __name__ == "__main__":
    main()
