"""cluster_load.py - many tables on two nodes with a database at a distance: how long does `say` take, and how soon is a lost node replaced?

Makes the tables through the protocol, people of both nodes at each, keeps them all running, and lets some of the people talk at a
steady rate. Then one node is frozen (or killed), and it is measured how long it takes until the other runs all of its tables. Needs
STOS_TEST_STORE: run it by tests/store/with-postgres.
"""
import argparse
import concurrent.futures
import os
import pathlib
import signal
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from lib.client import Client, Server, metric  # noqa: E402
from lib.distance import far_away  # noqa: E402
from lib.postgres import sql  # noqa: E402

OPTIONS = ("--max-rate", "100000", "--max-burst", "100000", "--log", "warning", "--max-tables", "100000", "--max-tables-per-person", "1000",
           "--max-connections-per-address", "10000", "--ping-seconds", "3600", "--hangup-seconds", "7200")
TABLES_PER_LINK, SPEAKERS = 30, 20
SETTLE = 10  # seconds at most until each node has read what the other wrote while the tables were made


def tell_times(nodes):
    """What the nodes themselves measured: the mean of a commit and of a request, since they started."""
    for number, node in enumerate(nodes):
        mean = {what: 1000 * metric(node.port, f"{what}_seconds_sum") / max(1, metric(node.port, f"{what}_seconds_count")) for what in ("commit", "request")}
        print(f"node {number}: {metric(node.port, 'commit_seconds_count'):.0f} commits, mean {mean['commit']:.1f} ms; request mean {mean['request']:.1f} ms; "
              f"{metric(node.port, 'conflicts_total'):.0f} conflicts")


class Pair:
    """Two people, one on each node, who share up to 30 tables of THE GAME with a clock that runs."""

    def __init__(self, ports, number, count):
        self.people = [Client(port).hello(f"Person {number} {side}") for side, port in enumerate(ports)]
        first, second = self.people[number % 2], self.people[1 - number % 2]
        refs = [first.send("create", rules="thegame(players=2,start=0)", talk="text", turn_seconds=3600, begin_when_full=True)
                for _ in range(count)]
        self.codes = [first.reply(ref)["table"]["code"] for ref in refs]
        for ref in [second.send("join", table=code) for code in self.codes]:
            assert second.reply(ref)["ok"]


def talk(client, code, period, end, times, lock):
    """Says something now and then, and notes how long each took."""
    number = 0
    while (began := time.monotonic()) < end:
        reply = client.reply(client.send("say", table=code, text="hello again" if number % 2 else "well played"))
        took = time.monotonic() - began
        with lock:
            times.append((took, reply.get("error")))
        number += 1
        client.frames.clear()
        time.sleep(max(0.0, period - took))


def measure_say(pairs, rate, seconds):
    speakers = [(person, pair.codes[0]) for pair in pairs[:SPEAKERS // 2] for person in pair.people]
    for person, _ in speakers:
        person.ask("ping")  # whatever came while the tables were made is read before
        person.frames.clear()
    times, lock, end = [], threading.Lock(), time.monotonic() + seconds
    threads = [threading.Thread(target=talk, args=(person, code, len(speakers) / rate, end, times, lock)) for person, code in speakers]
    for thread in threads:
        thread.start()
        time.sleep(1 / rate)
    for thread in threads:
        thread.join()
    refused = [error for _, error in times if error]
    good = sorted(took * 1000 for took, error in times if not error)
    print(f"say: {len(good)} in {seconds} s, {len(refused)} refused {sorted(set(refused))}; median {good[len(good) // 2]:.1f} ms, "
          f"p99 {good[len(good) * 99 // 100]:.1f} ms, worst {good[-1]:.1f} ms")


def measure_takeover(store, server, how):
    """From the signal until the other node owns everything."""
    owner = sql(store, "SELECT owner FROM stos.tables GROUP BY owner ORDER BY owner LIMIT 1")
    owned = int(sql(store, f"SELECT count(*) FROM stos.tables WHERE owner = {owner}"))
    began = time.monotonic()
    server.process.send_signal(how)
    while int(sql(store, f"SELECT count(*) FROM stos.tables WHERE owner = {owner} AND is_over = 0")) > 0 and time.monotonic() - began < 60:
        time.sleep(0.05)
    took = time.monotonic() - began
    if how == signal.SIGSTOP:
        server.process.send_signal(signal.SIGCONT)
    print(f"takeover of {owned} tables after {how.name}: {took:.2f} s")
    return took


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path, help="the stos to test")
    parser.add_argument("--tables", type=int, default=10000, help="tables that run (10000)")
    parser.add_argument("--ms", type=float, default=1, help="how far away the database is, one way (1)")
    parser.add_argument("--rate", type=float, default=200, help="messages a second, in all (200)")
    parser.add_argument("--seconds", type=float, default=20, help="how long they talk (20)")
    arguments = parser.parse_args()
    store = os.environ.get("STOS_TEST_STORE")
    if not store:
        parser.error("STOS_TEST_STORE is not set; run this by tests/store/with-postgres")
    with tempfile.TemporaryDirectory() as folder, far_away(store, arguments.ms) as address:
        nodes = [Server(arguments.program.resolve(), address, *OPTIONS, log=f"{folder}/log{i}") for i in range(2)]
        try:
            began, ports = time.monotonic(), [node.port for node in nodes]
            sizes = [min(TABLES_PER_LINK, arguments.tables - at) for at in range(0, arguments.tables, TABLES_PER_LINK)]
            with concurrent.futures.ThreadPoolExecutor(SPEAKERS) as pool:
                pairs = list(pool.map(lambda job: Pair(ports, *job), enumerate(sizes)))
            print(f"{arguments.tables} tables on two nodes, database {arguments.ms} ms away (one way), made in {time.monotonic() - began:.0f} s; "
                  f"they run {sql(store, 'SELECT string_agg(n::text, $$ and $$) FROM (SELECT count(*) AS n FROM stos.tables WHERE is_over = 0 GROUP BY owner) AS o')}")
            time.sleep(min(SETTLE, arguments.tables / 200))
            tell_times(nodes)
            measure_say(pairs, arguments.rate, arguments.seconds)
            tell_times(nodes)
            frozen = measure_takeover(store, nodes[0], signal.SIGSTOP)
            time.sleep(5)
            killed = measure_takeover(store, nodes[1], signal.SIGKILL)
        finally:
            for node in nodes:
                node.__exit__()
    return 0 if max(frozen, killed) < 60 else 1


if __name__ == "__main__":
    sys.exit(main())
