"""The end of a session reaches every node, also one that hears no notification of the others. Each test is named after what somebody
who should be out would gain.

Usage: tests/store/with-postgres revocation.py PROGRAM

The second of three nodes is behind a proxy that swallows NOTIFY, so it learns only what it asks for.
"""
import contextlib
import os
import pathlib
import sys
import time
import unittest

from lib.client import Client, Closed, Refused, Server, free_port, program_from_arguments
from lib.distance import Distance
from lib.postgres import read_logs, sql
from lib.waiting import eventually

PROGRAM = program_from_arguments(sys.argv) if len(sys.argv) > 1 else pathlib.Path("build/check/stos")
OPTIONS = ("--max-rate", "5000", "--max-burst", "5000", "--log", "warning", "--smtp-url", "smtp://127.0.0.1:9", "--mail-from", "noreply@stos.example",
           "--public-url", "https://stos.example", "--push-services", "off")
PASSPHRASE, FRESH = "correct horse battery", "another good phrase"
LATE = 3  # seconds after which nothing of somebody who is out succeeds
OUT = {"bad_token", "closed"}


class Revocation(unittest.TestCase):
    def setUp(self):
        store = os.environ["STOS_TEST_STORE"]
        self.deaf = Distance(store, deaf=True)
        self.nodes = [Server(PROGRAM, address, *OPTIONS, port=free_port()) for address in (store, self.deaf.address, store)]
        self.addCleanup(lambda: [node.__exit__() for node in self.nodes])

    def client(self, node, name="", **members):
        client = Client(self.nodes[node].port)
        self.addCleanup(client.close)
        return client.hello(name, moves=True, **members)

    def account(self, node, name):
        """Somebody with an account of a name that no other test has, and the name."""
        name = f"{name} {os.urandom(3).hex().translate(str.maketrans('0123456789', 'ghijklmnop'))}"
        client = self.client(node, name)
        client.ask("register", account=name, passphrase=PASSPHRASE)
        return client, name

    @staticmethod
    def outcome(client, verb, **members):
        """The error of a request, "ok", or "closed"."""
        try:
            client.ask(verb, **members)
            return "ok"
        except Refused as refused:
            return refused.error
        except (Closed, OSError):
            return "closed"

    def is_out(self, verb, make, **members):
        """A connection that was there before the session ended, made by `make`, is refused at once, in the transaction of what it wants."""
        self.assertIn(self.outcome(make, verb, **members), OUT, verb)

    def stays_out(self, client, since, *wants):
        """From LATE seconds after `since` on nothing succeeds; before that a move or a message may."""
        time.sleep(max(0, since + LATE - time.monotonic()))
        for verb, members in wants:
            self.assertIn(self.outcome(client, verb, **members), OUT | {"store_down"}, verb)

    ACTS = (("export", {}), ("name", {"name": "Thief"}), ("create", {"rules": "thegame(players=2)"}), ("recovery", {"passphrase": FRESH}),
            ("block", {"person": "00000000000000ff"}), ("preferences", {"private": True}), ("delete_me", {"sure": True}),
            ("mail", {"on": False}), ("logout", {"everywhere": True}))

    def test_whoever_has_an_old_device_gets_nothing_of_an_account_after_its_passphrase_was_changed(self):
        for acts in self.ACTS[:5], self.ACTS[5:]:  # nobody has more connections
            ola, name = self.account(0, "Ola")
            old = [self.client(1, token=ola.token) for _ in acts]
            self.assertEqual(self.outcome(old[-1], "export"), "ok")
            ola.ask("login", account=name, passphrase=PASSPHRASE, new_passphrase=FRESH)
            for thief, (verb, members) in zip(old, acts):
                self.is_out(verb, thief, **members)
        self.assertGreater(self.deaf.swallowed(), 0)

    def test_whoever_has_an_old_device_does_not_play_and_talk_on_after_a_new_passphrase(self):
        ola, name = self.account(0, "Ola")
        code = ola.ask("create", rules="thegame(players=2,start=0)", seats=["me", "bot:novice"], begin=True, talk="text")["table"]["code"]
        old = self.client(1, token=ola.token)
        state = old.ask("resume", table=code, last=0)
        ola.ask("login", account=name, passphrase=PASSPHRASE, new_passphrase=FRESH)
        self.stays_out(old, time.monotonic(), ("say", {"table": code, "text": "still here"}), ("watch", {"table": code}), ("history", {}),
                       ("move", {"table": code, "position": state["position"], "move": state["moves"][0]}))
        self.assertNotIn("still here", str(read_logs(os.environ["STOS_TEST_STORE"])[code]))
        ola.ask("say", table=code, text="whoever changed it stays")

    def test_the_other_device_is_not_left_in_when_the_node_of_the_logout_dies_at_once(self):
        ola = self.client(0, "Ola")
        ola.ask("create", rules="thegame(players=2)")
        for node in (1, 2):
            with self.subTest(node=node):
                tab = self.client(node, token=ola.token) if node == 1 else other
                if node == 1:
                    other = self.client(2, token=ola.token)
                    ola.ask("logout")
                    self.nodes[0].kill()
                    gone = time.monotonic()
                self.stays_out(tab, gone, ("export", {}), ("list", {}), ("create", {"rules": "thegame(players=2)"}))

    def test_somebody_deleted_does_not_come_back_by_an_old_connection(self):
        ola, name = self.account(0, "Olaf")
        first, second = (self.client(1, token=ola.token) for _ in range(2))
        code = first.ask("create", rules="thegame(players=2)", talk="text")["table"]["code"]
        self.assertTrue(ola.ask("delete_me", sure=True)["deleted"])
        gone = time.monotonic()
        self.is_out("create", first, rules="thegame(players=2)")
        self.is_out("name", second, name="Olaf again")
        self.stays_out(first, gone, ("say", {"table": code, "text": "Olaf"}), ("export", {}))
        self.assertEqual(sql(os.environ["STOS_TEST_STORE"], f"SELECT id FROM stos.people WHERE lower(name) LIKE 'olaf%' OR account = '{name.lower()}'"), "")

    def test_somebody_blocked_is_not_led_to_the_same_table_by_a_node_that_has_not_heard_of_it(self):
        ola, eva = self.client(0, "Ola"), self.client(0, "Eva")
        seconds = 100 + int.from_bytes(os.urandom(2)) % 10000
        marek = self.client(1, token=eva.token)
        ola.ask("create", rules="facetoface")  # so that there is somebody to block
        eva.ask("block", person=ola.welcome["person"])
        time.sleep(LATE)
        first = self.client(1, token=ola.token).ask("find", rules="facetoface", turn_seconds=seconds)["table"]["code"]
        self.assertNotEqual(marek.ask("find", rules="facetoface", turn_seconds=seconds)["table"]["code"], first)

    def test_a_node_that_cannot_learn_who_is_out_lets_nobody_in_or_on(self):
        marek = self.client(1, "Marek")
        code = marek.ask("create", rules="thegame(players=2)", talk="text")["table"]["code"]
        self.deaf.hold()
        time.sleep(2.1)  # less than after which it counts as cut off
        self.assertEqual(self.outcome(marek, "say", table=code, text="hello"), "store_down")
        self.deaf.release()
        eventually(lambda: self.outcome(marek, "say", table=code, text="hello") == "ok", 30, "people may speak again", pause=0.1)

    def at_once(self, clients, asked):
        """The tokens of those of many logins on all nodes that succeed."""
        refs = [client.send("login", **members) for client, members in zip(clients, asked)]
        replies = [client.reply(ref) for client, ref in zip(clients, refs)]
        return [reply["token"] for reply in replies if reply["ok"]]

    def check_one_of(self, tokens, name, phrases):
        self.assertEqual(len(tokens), 1)
        self.client(2, token=tokens[0])
        good = []
        for phrase in phrases:
            with contextlib.suppress(Refused):
                good.append(self.client(2).ask("login", account=name, passphrase=phrase)["token"])
        self.assertEqual(len(good), 1)

    def test_one_recovery_code_lets_only_one_of_many_in_who_use_it_at_once(self):
        for _ in range(3):
            ola, name = self.account(0, "Ola")
            code = ola.ask("recovery", passphrase=PASSPHRASE)["code"]
            phrases = [f"{FRESH} {number}" for number in range(3)]
            clients = [self.client(node) for node in range(3)]
            self.check_one_of(self.at_once(clients, [{"account": name, "code": code, "new_passphrase": phrase} for phrase in phrases]), name, phrases)

    def test_one_passphrase_is_changed_by_only_one_of_many_who_know_it(self):
        for _ in range(3):
            _, name = self.account(0, "Ola")
            phrases = [f"{FRESH} {number}" for number in range(3)]
            clients = [self.client(node) for node in range(3)]
            asked = [{"account": name, "passphrase": PASSPHRASE, "new_passphrase": phrase} for phrase in phrases]
            self.check_one_of(self.at_once(clients, asked), name, phrases)

    def test_an_old_passphrase_gives_no_device_that_outlives_its_change(self):
        for _ in range(3):
            _, name = self.account(0, "Ola")
            clients = [self.client(node) for node in (0, 1, 2)]
            refs = [client.send("login", account=name, passphrase=PASSPHRASE, **members)
                    for client, members in zip(clients, ({}, {"new_passphrase": FRESH}, {}))]
            replies = [client.reply(ref) for client, ref in zip(clients, refs)]
            self.assertTrue(replies[1]["ok"], replies[1])
            for reply in (replies[0], replies[2]):
                if reply["ok"]:
                    with self.assertRaises(Refused) as refused:
                        self.client(1, token=reply["token"])
                    self.assertEqual(refused.exception.error, "bad_token")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
