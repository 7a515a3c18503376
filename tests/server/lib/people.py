"""What the tests of people share: a server with a store of its own, people with accounts, and playing on until a game is over."""
import contextlib
import pathlib
import random
import tempfile
import time
import unittest

from lib.client import Refused, Server
from lib.documented import Documented
from lib.waiting import eventually

PASSPHRASE = "correct horse battery"


class People(unittest.TestCase):
    PROGRAM = pathlib.Path("build/check/stos")
    OPTIONS = ()
    CLIENT = Documented

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.store = pathlib.Path(self.folder.name) / "s.db"
        self.server = Server(self.PROGRAM, self.store, "--max-rate", "5000", "--max-burst", "5000", "--analysis-deals", "2", *self.OPTIONS)
        self.clients = []

    def tearDown(self):
        for client in self.clients:
            client.close()
        self.assertEqual(self.server.stop(), 0)
        self.folder.cleanup()

    @staticmethod
    def eventually(condition, message, seconds=60):
        return eventually(condition, seconds, message)

    def guest(self, name, **members):
        client = self.CLIENT(self.server.port)
        self.clients.append(client)
        return client.hello(name, moves=True, **members)

    def person(self, name, **members):
        """Somebody with an account of that name."""
        client = self.guest(name, **members)
        client.ask("register", account=name, passphrase=PASSPHRASE)
        return client

    def refused(self, error, client, verb, **members):
        with self.assertRaises(Refused) as refusal:
            client.ask(verb, **members)
        self.assertEqual(refusal.exception.error, error, refusal.exception)
        return refusal.exception.reply

    @staticmethod
    def play_out(tables):
        """Plays random moves until the game is over; `tables` are (client, snapshot) of everybody at the table."""
        states = [(client, dict(table)) for client, table in tables]
        end = time.monotonic() + 120
        while any(state["phase"] != "over" for _, state in states):
            assert time.monotonic() < end, "stuck"
            for client, state in states:
                if state["phase"] == "over":
                    continue
                acts = state.get("view") and any(state["seats"][seat].get("you") for seat in state["view"]["to_act"])
                if state.get("moves") and acts:
                    move, state["moves"] = random.choice(state["moves"]), []
                    try:
                        client.ask("move", table=state["code"], position=state["position"], move=move)
                    except Refused as refused:
                        if refused.error != "stale":
                            raise
                        client.ask("resume", table=state["code"], last=0)
                else:
                    with contextlib.suppress(TimeoutError):
                        client.frames.append(client.receive(0.02))  # another client may be the one to move
                for frame in client.frames:
                    if frame.get("table") == state["code"]:
                        state.update({**frame, "table": None, "code": state["code"]})
                client.frames.clear()
        return states[0][1]
