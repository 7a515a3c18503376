#!/usr/bin/env python3
"""A store of version 0.2.0 is opened by this version, and everything in it goes on: people, tables in mid-game, series, bans. And pages of that
version are told all that they know from there.

Usage: old_version.py PROGRAM [--make OLD-PROGRAM]     by tests/store/with-postgres: of PostgreSQL, else of SQLite

The stores lie in version-0.2.0/, as SQL and with what is known of them, and so do the members of all frames. --make writes them with a
program of that version.
"""
import contextlib
import json
import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile
import unittest

from lib.client import Client, Closed, Refused, Server, program_from_arguments
from lib.people import People
from lib.postgres import sql
from lib.waiting import eventually

PROGRAM = program_from_arguments(sys.argv) if len(sys.argv) > 1 else People.PROGRAM
FOLDER = pathlib.Path(__file__).resolve().parent / "version-0.2.0"
POSTGRES = os.environ.get("STOS_TEST_STORE")
KIND = "postgres" if POSTGRES else "sqlite"
HOST, PASSPHRASE, FRESH = "the host of this server", "correct horse battery", "another good phrase"
FOR_EVER = [word for what in ("waiting-hours", "empty-seconds", "abandoned-days", "guests-days", "tokens-days") for word in (f"--expire-{what}", "0")]
OPTIONS = ("--max-rate", "5000", "--max-burst", "5000", "--push-services", "off", *FOR_EVER)
ALONE = {"rules": "thegame(players=2,start=0)", "seats": ["me", "bot:novice"], "begin": True}


def without_session(dump):
    """Only what makes the tables and fills them: the rest differs between versions of pg_dump and psql."""
    return re.sub(r"^(--.*|SET .*|SELECT pg_catalog\.set_config.*|\\.*|)\n", "", dump, flags=re.M)


def read_store(store):
    if POSTGRES:
        dump = subprocess.run(["pg_dump", "--inserts", "--no-owner", "--no-privileges", "--schema=stos", store], capture_output=True, text=True, check=True)
        return without_session(dump.stdout)
    with contextlib.closing(sqlite3.connect(store)) as database:
        versions = [f"PRAGMA {name} = {database.execute(f'PRAGMA {name}').fetchone()[0]};" for name in ("application_id", "user_version")]
        return "\n".join([*versions, *database.iterdump(), ""])


def write_store(store):
    """Puts the old store in the place of this one."""
    if POSTGRES:
        sql(store, "DROP SCHEMA IF EXISTS stos CASCADE")
        subprocess.run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-f", FOLDER / "postgres.sql", store], check=True, stdout=subprocess.DEVNULL)
    else:
        with contextlib.closing(sqlite3.connect(store)) as database:
            database.executescript((FOLDER / "sqlite.sql").read_text(encoding="utf-8"))


def state_of(snapshot):
    """What somebody sees of a table, but for what is passing."""
    return {name: snapshot[name] for name in ("code", "phase", "rules", "position", "view", "moves", "talk", "door")}


class Recorder(Client):
    """Notes which members all frames of a kind have, in `kinds`: {kind: {member: types}}."""
    kinds, opened = {}, []

    def __init__(self, port):
        self.asked = {}
        self.opened.append(self)
        super().__init__(port)

    def send(self, verb, /, ref=None, **members):
        ref = super().send(verb, ref=ref, **members)
        self.asked[ref] = verb
        return ref

    def receive(self, timeout=None):
        frame = super().receive(timeout)
        if frame.get("ok", True):
            self.note(f"reply to {self.asked[frame['ref']]}" if "ref" in frame else "frame", frame)
        return frame

    def note(self, kind, members):
        if "what" in members and "n" in members:
            kind = f"event {members['what']}"
        if "to_act" in members and "game" in members:
            kind = f"view of {members['game']}, {members['phase']}"
        known = self.kinds.get(kind, dict.fromkeys(members, ""))
        self.kinds[kind] = {name: " ".join(sorted({*known[name].split(), type(members[name]).__name__})) for name in known if name in members}
        for name, value in members.items():
            for item in value if isinstance(value, list) else [value]:
                if isinstance(item, dict):
                    self.note(f"{kind}: {name}", item)


def make(program):
    make_store(program)
    for _ in range(4):  # so that what is there by chance is no member of all
        with tempfile.TemporaryDirectory() as folder:
            play_anew(program, folder)
    (FOLDER / "frames.json").write_text(json.dumps(Recorder.kinds, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def play_anew(program, folder):
    (pathlib.Path(folder) / "host").write_text(f"{HOST}\n", encoding="utf-8")
    with Server(program, f"{folder}/s.db", *OPTIONS, "--admin-passphrase-file", f"{folder}/host") as server:
        play(server.port, Recorder)
        while Recorder.opened:
            Recorder.opened.pop().close()
        assert server.stop() == 0


def make_store(program):
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "host").write_text(f"{HOST}\n", encoding="utf-8")
        store = POSTGRES or f"{folder}/s.db"
        with Server(program, store, *OPTIONS, "--admin-passphrase-file", f"{folder}/host") as server:
            known = play(server.port)
            assert server.stop() == 0
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / f"{KIND}.sql").write_text(read_store(store), encoding="utf-8")
        (FOLDER / f"{KIND}.json").write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def play(port, kind_of_client=Client):
    """What the stores hold, done with the old program; all that can be asked for later."""
    ola, jan, eva, bad, host = (kind_of_client(port).hello(name, moves=True) for name in ("Ola", "Jan", "Eva", "Bad", ""))
    for client, name in ((ola, "ola"), (jan, "jan")):
        client.ask("register", account=name, passphrase=PASSPHRASE)
    duel = ola.ask("create", rules="facetoface", rated=True, begin_when_full=True)["table"]["code"]
    jan.ask("join", table=duel)
    tables = [(client, client.ask("join", table=duel)["table"]) for client in (ola, jan)]
    finished = [tables[0][1]["game"]["id"]]
    People.play_out(tables)
    for rules in ("thegame(players=2,start=0)", "lie(players=2)"):
        table = ola.ask("create", rules=rules, seats=["me", "bot:novice"], begin=True)["table"]
        finished.append(table["game"]["id"])
        People.play_out([(ola, table)])
    series = [client.ask("create", series="bamoteki", deals=2, **ALONE)["table"] for client in (ola, jan)]
    People.play_out([(ola, series[0])])
    code = eva.ask("create", rules="thegame(players=2,start=0)", talk="text")["table"]["code"]
    ola.ask("join", table=code)
    eva.ask("begin", table=code)
    for _ in range(3):
        state = eva.ask("join", table=code)["table"]
        eva.ask("move", table=code, position=state["position"], move=next(move for move in state["moves"] if "@" in move))
    ola.ask("say", table=code, text="hello from the old version")
    waiting = jan.ask("create", rules="lie(players=2)", door="link")["table"]
    jan.ask("invite", table=waiting["code"], person=ola.welcome["person"])
    ola.ask("people", favourite=jan.welcome["person"])
    bad.ask("create", rules="facetoface")
    jan.ask("block", person=bad.welcome["person"], name="Bad")
    phone = kind_of_client(port).hello("Phone")
    gone = phone.ask("login", account="jan", passphrase=PASSPHRASE)["token"]
    kind_of_client(port).hello("", token=gone).ask("logout")
    host.ask("host", passphrase=HOST)
    host.ask("host", act="ban", target=bad.welcome["person"], reason="rude")
    eventually(lambda: host.ask("host", list="bans")["rows"], 60, "the ban is done")
    return {
        "tokens": {"Ola": ola.token, "Jan": jan.token, "Eva": eva.token, "Bad": bad.token, "gone": gone}, "people": {"Jan": jan.welcome["person"]},
        "finished": finished, "history": ola.ask("history")["games"], "records": {game: ola.ask("record", game=game)["record"] for game in finished},
        "rating": ola.ask("profile")["profile"], "code of Ola": ola.ask("recovery", passphrase=PASSPHRASE)["code"],
        "series": {"game": series[0]["game"]["id"], "tables": [table["code"] for table in series]},
        "running": state_of(eva.ask("join", table=code)["table"]), "series of Jan": state_of(jan.ask("join", table=series[1]["code"])["table"]),
        "waiting": waiting["code"], "key": waiting["key"],
    }


class OldStore(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.store = POSTGRES or str(self.folder / "s.db")
        write_store(self.store)
        self.known = json.loads((FOLDER / f"{KIND}.json").read_text(encoding="utf-8"))

    def serve(self):
        server = Server(PROGRAM, self.store, *OPTIONS)
        self.addCleanup(server.__exit__)
        self.port = server.port
        return server

    def client(self, name):
        client = Client(self.port)
        self.addCleanup(client.close)
        return client.hello("", moves=True, token=self.known["tokens"][name])

    def error_of(self, client, verb, **members):
        with self.assertRaises(Refused) as refused:
            client.ask(verb, **members)
        return refused.exception.error

    def test_everybody_finds_their_tables_as_they_were_and_plays_them_to_the_end(self):
        server = self.serve()
        ola, jan, eva = (self.client(name) for name in ("Ola", "Jan", "Eva"))
        for client, name in ((eva, "running"), (jan, "series of Jan")):
            known = self.known[name]
            self.assertEqual(state_of(client.ask("join", table=known["code"])["table"]), known)
        running = self.known["running"]["code"]
        ola.ask("join", table=running)
        self.assertEqual([said["text"] for said in ola.ask("chat", table=running)["chat"]], ["hello from the old version"])
        People.play_out([(client, client.ask("join", table=running)["table"]) for client in (ola, eva)])
        self.assertEqual([row["table"] for row in ola.ask("invitations")["invitations"]], [self.known["waiting"]])
        tables = [(client, client.ask("join", table=self.known["waiting"], key=self.known["key"])["table"]) for client in (ola, jan)]
        jan.ask("begin", table=self.known["waiting"])
        People.play_out([(client, client.ask("join", table=self.known["waiting"])["table"]) for client, _ in tables])
        self.assertEqual(len(ola.ask("history")["games"]), len(self.known["history"]) + 2)
        self.assertEqual(server.stop(), 0)
        self.serve()
        self.assertEqual(self.client("Eva").ask("join", table=running)["table"]["phase"], "over")

    def test_what_was_played_and_won_is_kept(self):
        self.serve()
        ola = self.client("Ola")
        self.assertEqual(ola.ask("history")["games"], self.known["history"])
        for game in self.known["finished"]:
            self.assertEqual(ola.ask("record", game=game)["record"], self.known["records"][game])
            self.assertTrue(ola.ask("verify", game=game)["good"])
        self.assertEqual(ola.ask("profile")["profile"], self.known["rating"])
        self.assertEqual([row["person"] for row in ola.ask("people")["people"] if row["favourite"]], [self.known["people"]["Jan"]])

    def test_accounts_blocks_bans_and_ended_sessions_hold(self):
        self.serve()
        for name, error in (("Bad", "banned"), ("gone", "bad_token")):
            with self.assertRaises(Refused) as refused:
                self.client(name)
            self.assertEqual(refused.exception.error, error)
        self.assertEqual([row["name"] for row in self.client("Jan").ask("block")["blocked"]], ["Bad"])
        phone = Client(self.port).hello("Phone")
        self.addCleanup(phone.close)
        self.assertEqual(phone.ask("login", account="jan", passphrase=PASSPHRASE)["person"], self.known["people"]["Jan"])
        old = self.client("Ola")
        phone.ask("login", account="ola", code=self.known["code of Ola"], new_passphrase=FRESH)
        eventually(lambda: self.is_closed(old), 60, "the old device is out")

    @staticmethod
    def is_closed(client):
        try:
            client.ask("ping")
        except (Closed, OSError):
            return True
        return False

    def test_the_update_opens_no_deck_that_somebody_still_plays(self):
        self.serve()
        series = self.known["series"]
        for verb in "record", "verify":
            self.assertEqual(self.error_of(self.client("Jan"), verb, game=series["game"]), "deal_ahead")
            self.assertEqual(self.error_of(self.client("Eva"), verb, game=series["game"]), "game_runs")
        self.assertEqual(self.error_of(self.client("Jan"), "watch", table=series["tables"][0]), "deal_ahead")

    @unittest.skipIf(POSTGRES, "stos backup copies SQLite files")
    def test_a_copy_made_before_the_update_is_still_a_store_of_the_old_version(self):
        copy = self.folder / "copy.db"
        subprocess.run([PROGRAM, "backup", copy, "--store", self.store], check=True, stdout=subprocess.DEVNULL)
        self.assertEqual(self.serve().stop(), 0)
        with contextlib.closing(sqlite3.connect(copy)) as old, contextlib.closing(sqlite3.connect(self.store)) as new:
            before, after = (database.execute("PRAGMA user_version").fetchone()[0] for database in (old, new))
            self.assertLess(before, after)
        self.assertEqual(read_store(copy), (FOLDER / "sqlite.sql").read_text(encoding="utf-8"))


@unittest.skipIf(POSTGRES, "the frames are the same")
class OldPage(unittest.TestCase):
    def test_a_page_of_the_old_version_is_told_all_that_it_knows(self):
        old = json.loads((FOLDER / "frames.json").read_text(encoding="utf-8"))
        with tempfile.TemporaryDirectory() as folder:
            play_anew(PROGRAM, folder)
        self.assertGreater(len(old.keys() & Recorder.kinds.keys()), 45)
        missing = {kind: [name for name in old[kind] if name not in Recorder.kinds[kind]] for kind in old.keys() & Recorder.kinds.keys()}
        self.assertEqual({kind: names for kind, names in missing.items() if names}, {})
        other = [(kind, name, types, old[kind][name]) for kind in old.keys() & Recorder.kinds.keys()
                 for name, types in Recorder.kinds[kind].items() if name in old[kind] and not set(types.split()) <= set(old[kind][name].split())]
        self.assertEqual(other, [])


if __name__ == "__main__":
    if "--make" in sys.argv:
        make(pathlib.Path(sys.argv[sys.argv.index("--make") + 1]).resolve())
    else:
        unittest.main(argv=[sys.argv[0], "-v", *sys.argv[1:]])
