"""faults.py - the store fails while people play: a full disk, a locked, removed, replaced or damaged file, a database that stops.

Each time: the people get a clear error (`store_down`), /healthz says 503, nothing that was acknowledged is lost, and when the
cause is gone service returns by itself, without a restart. With STOS_TEST_STORE and STOS_TEST_POSTGRES (tests/store/with-postgres)
the database is a PostgreSQL that is stopped, crashes and starts again; else it is a SQLite file.
"""
import argparse
import atexit
import concurrent.futures
import contextlib
import functools
import os
import pathlib
import re
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import traceback

from lib.client import Client, Refused, Server, healthz
from lib.players import World, compare_with_log, read_logs, seat_group
from lib.postgres import read_logs as read_postgres_logs

OPTIONS = ("--max-rate", "100000", "--max-burst", "100000", "--log", "info")



class Trouble:
    """A server with people at its tables, in a folder of its own; something goes wrong with the store."""

    def __init__(self, program, folder, store=None, tables=4):
        self.folder, self.program = pathlib.Path(folder), program
        self.store = store or f"{folder}/s.db"
        self.server = Server(program, self.store, *OPTIONS, log=f"{folder}/log")
        atexit.register(self.server.__exit__)
        self.world = World(7)
        for table in range(tables):
            rules, bots = [("thegame(players=2)", 0), ("thegame(players=3,start=0)", 1)][table % 2]
            for player in seat_group(self.world, [f"p{table}x{i}" for i in range(2)], [lambda: self.server.port], rules, bots):
                player.after = lambda player: player.ask("rematch", table=player.code)
        self.expect(tables == 0 or self.world.run(90, lambda: self.world.moves >= 10), "play begins")

    def expect(self, good, what):
        if not good:
            self.world.fault(f"did not happen: {what}")

    def expect_down(self, seconds=90):
        """Requests are refused in words, and /healthz says so."""
        before = self.world.store_down
        self.expect(self.world.run(seconds, lambda: self.world.store_down > before), "somebody is told store_down")
        self.expect(self.world.run(60, lambda: healthz(self.server.port) == 503), "/healthz says 503")
        moves = self.world.moves
        self.world.run(0.5)
        self.expect(self.world.moves == moves, "nothing is acknowledged while the store is down")

    def expect_still_down(self, seconds):
        """All the while: a server that takes the store for working again finds out within seconds that it does not."""
        back = self.world.run(seconds, lambda: healthz(self.server.port) == 200)
        self.expect(not back, f"/healthz says 503 for {seconds} s")

    def expect_back(self, seconds=90):
        self.expect(self.world.run(seconds, lambda: healthz(self.server.port) == 200), "/healthz says 200 again")
        moves = self.world.moves
        self.expect(self.world.run(seconds, lambda: self.world.moves >= moves + 10), "play goes on")

    def finish(self, read=read_logs, outages=1):
        """Everybody's acknowledged moves are in the log; returns what went wrong."""
        for player in self.world.players:
            player.playing = False
        self.expect(self.world.run(90, lambda: all(player.stage == "live" and not player.unanswered for player in self.world.players)),
                    "everything is answered")
        logs = read(self.store)
        for player in self.world.players:
            compare_with_log(player, logs.get(player.code, []))
            player.stop()
        return self.end(outages)

    def end(self, outages=1):
        code = self.server.stop()
        log = (self.folder / "log").read_text(encoding="utf-8", errors="replace")
        told = [line for line in log.splitlines() if re.search("event=store_(down|back)", line)]
        events = [re.search(r"event=(\w+)", line)[1] for line in told]
        self.expect(events == ["store_down", "store_back"] * outages, "the log tells once of each outage:\n" + "\n".join(told))
        vague = [line for line in told if re.search(r'message="(|the heartbeat fails|a request to the store failed)"', line)]
        self.expect(not vague, f"the log says why: {vague}")
        lines = [line for line in log.splitlines() if line.startswith("time=")]
        self.expect(all(re.fullmatch(r'(\w+=("[^"]*"|[^" ]*)( |$))+', line) for line in lines), f"each line is a list of name=value: {lines}")
        self.expect(code == 0 and "Sanitizer" not in log and "runtime error" not in log, f"the server ends well ({code}):\n{log[-3000:]}")
        return self.world.faults


def locked_file(program, folder):
    """Another program locks the file for longer than we wait for it."""
    trouble = Trouble(program, folder)
    other = sqlite3.connect(trouble.store, isolation_level=None, timeout=60)
    other.execute("BEGIN IMMEDIATE")
    trouble.expect_down()
    trouble.expect_still_down(20)  # though it can be read: the server looks again behind up to three jobs that wait 5 s each for the lock
    other.execute("ROLLBACK")
    other.close()
    trouble.expect_back()
    return trouble.finish()


def locked_at_rest(program, folder):
    """The same while nobody plays: the server finds it by itself, and its log says why."""
    trouble = Trouble(program, folder, store=f'{folder}/the "new" store.db', tables=0)
    other = sqlite3.connect(trouble.store, isolation_level=None, timeout=60)
    other.execute("BEGIN IMMEDIATE")
    trouble.expect(trouble.world.run(90, lambda: healthz(trouble.server.port) == 503), "/healthz says 503")
    other.execute("ROLLBACK")
    other.close()
    trouble.expect(trouble.world.run(90, lambda: healthz(trouble.server.port) == 200), "/healthz says 200 again")
    log = (trouble.folder / "log").read_text(encoding="utf-8")
    trouble.expect("locked" in log.split("event=store_down")[1].splitlines()[0], f"the log says why: {log}")
    return trouble.end()


def full_disk(program, folder):
    """The disk fills up; later there is room again."""
    disk = pathlib.Path(folder) / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(disk)], capture_output=True, check=False).returncode:
        return None
    try:
        trouble = Trouble(program, folder, store=f"{disk}/s.db")
        with open(disk / "ballast", "wb", buffering=0) as ballast, contextlib.suppress(OSError):
            while True:
                ballast.write(b"x" * 4096)
        trouble.expect_down()
        trouble.expect_still_down(5)
        (disk / "ballast").unlink()
        trouble.expect_back()
        return trouble.finish()
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=False)


def moved_file(program, folder):
    """The file is moved away, another one put in its place, and at last it comes back."""
    trouble = Trouble(program, folder)
    away = pathlib.Path(folder) / "away"
    away.mkdir()
    for path in pathlib.Path(folder).glob("s.db*"):
        path.rename(away / path.name)
    trouble.expect_down()
    trouble.expect(not pathlib.Path(trouble.store).exists(), "no empty store is made where one has gone")
    with sqlite3.connect(trouble.store) as other:
        other.execute("CREATE TABLE somebody (elses TEXT)")
    other.close()
    trouble.expect_down()
    for path in pathlib.Path(folder).glob("s.db*"):
        path.unlink()
    for path in away.iterdir():
        path.rename(pathlib.Path(folder) / path.name)
    trouble.expect_back()
    return trouble.finish()


def damaged_file(program, folder):
    """The file is damaged, then a backup put in its place: errors are clear, and what the backup has is played on."""
    trouble = Trouble(program, folder, tables=0)
    port, copy = trouble.server.port, f"{folder}/copy.db"
    ola = Client(port).hello("Ola", moves=True)
    table = ola.ask("create", rules="thegame(start=0)", begin=True)["table"]
    state = dict(table)
    subprocess.run([program, "backup", copy, "--store", trouble.store], check=True, capture_output=True)
    for path in pathlib.Path(folder).glob("s.db*"):
        with open(path, "r+b") as file:
            file.write(os.urandom(path.stat().st_size))
    said, end = set(), time.monotonic() + 90
    while time.monotonic() < end and "store_down" not in said:
        try:
            Client(port).hello("Nobody")
            reply = ola.reply(ola.send("move", table=table["code"], position=state["position"], move=state["moves"][0]))
            said.add("ok" if reply["ok"] else reply["error"])
            if reply["ok"]:
                state.update(ola.frame(lambda frame: frame.get("moves")))
        except Refused as refused:
            said.add(refused.error)
    trouble.expect("store_down" in said and said <= {"ok", "store_down"}, f"a damaged file is called store_down, not {said}")
    trouble.expect(trouble.world.run(60, lambda: healthz(port) == 503), "/healthz says 503")
    for path in pathlib.Path(folder).glob("s.db*"):
        path.unlink()
    shutil.move(copy, trouble.store)
    trouble.expect(trouble.world.run(90, lambda: healthz(port) == 200), "/healthz says 200 again")
    back = Client(port).hello("Ola", token=ola.token, moves=True)
    reply = back.ask("resume", table=table["code"], last=0)
    back.ask("move", table=table["code"], position=reply["position"], move=reply["moves"][0])
    return trouble.end()


@contextlib.contextmanager
def without(store, table):
    """Meanwhile a table of the database has another name."""
    with contextlib.closing(sqlite3.connect(store, isolation_level=None, timeout=60)) as other:
        other.execute(f"ALTER TABLE {table} RENAME TO hidden")
        yield
        other.execute(f"ALTER TABLE hidden RENAME TO {table}")


def missing_part(program, folder):
    """Single requests fail: those of whoever arrives, and of whoever looks back. The log says why in both cases."""
    trouble = Trouble(program, folder, tables=0)
    ola = Client(trouble.server.port).hello("Ola")
    for table, ask in [("tokens", lambda: Client(trouble.server.port).hello("Ola", token=ola.token)), ("games", lambda: ola.ask("history"))]:
        with without(trouble.store, table):
            try:
                ask()
                trouble.expect(False, f"somebody is refused without {table}")
            except Refused as refused:
                trouble.expect(refused.error == "store_down", f"{refused.error} without {table}")
        trouble.expect(trouble.world.run(90, lambda: healthz(trouble.server.port) == 200), "/healthz says 200 again")
    log = (trouble.folder / "log").read_text(encoding="utf-8")
    for event, table in [("store_down", "tokens"), ("store_error", "games")]:
        trouble.expect(re.search(rf'event={event} message="[^"]*{table}', log), f"{event} names {table}:\n{log}")
    return trouble.end()


def refused_name(program, folder):
    """A name that could not be kept is not used either: at the next table somebody sits by the old one."""
    trouble = Trouble(program, folder, tables=0)
    ola = Client(trouble.server.port).hello("Ola")
    ola.ask("create", rules="thegame")
    with without(trouble.store, "people"):
        reply = ola.reply(ola.send("name", name="Olga"))
        trouble.expect(reply.get("error") == "store_down", f"the name is refused: {reply}")
    for name in ["Ola", "Olga"]:
        table = ola.ask("create", rules="thegame")["table"]
        trouble.expect(table["seats"][0]["name"] == name, f"{name} sits down as {table['seats'][0]['name']}")
        ola.ask("name", name="Olga")
    return trouble.end(outages=0)


def ask_host(trouble, *words):
    """`stos admin`, and what it says."""
    done = subprocess.run([trouble.program, "admin", *words, "--store", trouble.store], capture_output=True, text=True, check=False,
                          env={**os.environ, "LC_ALL": "C", "LANGUAGE": ""})
    return done.returncode, done.stdout + done.stderr


def missing_acts(program, folder):
    """Only what hosts ask for cannot be read, every second: the log says so once, the host is told, and later it is done."""
    trouble = Trouble(program, folder, tables=0)
    ola = Client(trouble.server.port).hello("Ola")
    ola.ask("create", rules="thegame(players=2)")
    errors = lambda: re.findall("event=store_error .*", (trouble.folder / "log").read_text(encoding="utf-8"))
    mute = ("mute", ola.welcome["person"])
    for outage in (1, 2):
        with without(trouble.store, "acts"):
            trouble.expect(trouble.world.run(30, lambda: len(errors()) == outage), "the log has a store_error")
            trouble.world.run(3)
            code, said = ask_host(trouble, *mute)
            trouble.expect(code == 3 and "no such table" in said, f"the host is told that it failed, not {code} {said}")
        trouble.expect(ask_host(trouble, *mute) == (0, "Done.\n"), "it is done when it can be read")
    told = errors()
    trouble.expect(len(told) == 2 and all(re.search('message="moderation actions: .*acts', line) for line in told), f"once each time, and why: {told}")
    trouble.expect(healthz(trouble.server.port) == 200, "/healthz says 200")
    return trouble.end(outages=0)


def unreadable_table(program, folder):
    """A table with a damaged log cannot be closed, and the host is not told that it was."""
    trouble = Trouble(program, folder, tables=0)
    code = Client(trouble.server.port).hello("Ola").ask("create", rules="thegame(start=0)", begin=True)["table"]["code"]
    trouble.server.stop()
    with contextlib.closing(sqlite3.connect(trouble.store, isolation_level=None)) as other:
        other.execute("UPDATE events SET line = 'x' || line")
    trouble.server.start()
    result, said = ask_host(trouble, "close", code)
    trouble.expect(result == 1 and f"cannot read table {code}" in said, f"the host is told that it failed, not {result} {said}")
    return trouble.end(outages=0)


def stopped_database(program, folder, outages=2):
    """PostgreSQL is stopped, and crashes, by turns; the first time for longer than the server's lease lasts."""
    trouble = Trouble(program, folder, store=os.environ["STOS_TEST_STORE"])
    for number, what in enumerate(["stop", "crash"] * (outages // 2)):
        subprocess.run([os.environ["STOS_TEST_POSTGRES"], what], check=True)
        trouble.expect_down()
        trouble.expect_still_down(0 if number else 6)
        subprocess.run([os.environ["STOS_TEST_POSTGRES"], "start"], check=True)
        trouble.expect_back()
    return trouble.finish(read_postgres_logs, outages)


def unwatchable_socket(program, folder):
    """The system refuses to wait for PostgreSQL's socket: people are told, and nothing waits for ever."""
    trouble = Trouble(program, folder, store=os.environ["STOS_TEST_STORE"])
    process = trouble.server.process.pid
    limits = resource.prlimit(process, resource.RLIMIT_NOFILE)
    resource.prlimit(process, resource.RLIMIT_NOFILE, (0, limits[1]))  # poll() answers EINVAL to more sockets than that
    before = trouble.world.store_down
    trouble.expect(trouble.world.run(90, lambda: trouble.world.store_down > before), "somebody is told store_down")
    resource.prlimit(process, resource.RLIMIT_NOFILE, limits)
    trouble.expect_back()
    return trouble.finish(read_postgres_logs)


def attempt(scene, program):
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        try:
            faults = scene(program, folder)
        except Exception:
            log = pathlib.Path(folder, "log")
            faults = [traceback.format_exc() + (log.read_text(encoding="utf-8", errors="replace")[-2000:] if log.exists() else "")]
        return scene.__name__, faults, time.monotonic() - began


def main():
    scenes = [locked_file, locked_at_rest, full_disk, moved_file, damaged_file, missing_part, refused_name, missing_acts, unreadable_table]
    if os.environ.get("STOS_TEST_POSTGRES"):
        scenes = [stopped_database, unwatchable_socket]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path, help="the stos to test")
    parser.add_argument("--outages", type=int, default=2, help="how often PostgreSQL is stopped or crashes, an even number (2)")
    parser.add_argument("--only", choices=[scene.__name__ for scene in scenes], help="one of the mishaps")
    arguments = parser.parse_args()
    scenes = [scene for scene in scenes if arguments.only in (None, scene.__name__)]
    if stopped_database in scenes:
        scenes = [functools.wraps(stopped_database)(functools.partial(stopped_database, outages=arguments.outages))]
    bad = 0
    with concurrent.futures.ThreadPoolExecutor(1 if os.environ.get("STOS_TEST_POSTGRES") else None) as pool:  # there is one PostgreSQL
        for name, faults, seconds in pool.map(lambda scene: attempt(scene, arguments.program.resolve()), scenes):
            print(f"{name}: {'skipped, it needs root' if faults is None else 'good' if not faults else 'BAD'}, {seconds:.1f} s")
            for fault in faults or []:
                bad += 1
                print("fault:", fault)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
