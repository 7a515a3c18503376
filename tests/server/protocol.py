#!/usr/bin/env python3
"""docs/protocol.md and the server say the same: its example is what happens, and it names every verb, every error and no others.

The other tests with People use the same client (documented.py), so whatever they meet is compared with the document too.

Usage: protocol.py PROGRAM
"""
import json
import pathlib
import re
import sys
import tempfile
import unittest

from lib import documented
from lib.client import program_from_arguments
from lib.people import People

PROGRAM = program_from_arguments(sys.argv) if len(sys.argv) > 1 else People.PROGRAM
TOP = pathlib.Path(__file__).resolve().parents[2]


def example():
    """The frames of the document's example, each with -> or <- and without what it leaves out."""
    block = re.search(r"```\n(->.*?)```", documented.document(), re.S)[1]
    return [(line[:2], json.loads(line[3:].replace(",…", "").replace("…", ""))) for line in block.splitlines()]


class Protocol(People):
    PROGRAM = PROGRAM

    @classmethod
    def setUpClass(cls):
        with tempfile.NamedTemporaryFile("w", delete=False) as file:
            file.write("the host of this server\n")
        cls.addClassCleanup(pathlib.Path(file.name).unlink)
        cls.OPTIONS = ("--admin-passphrase-file", file.name)

    def has_members(self, shown, sent):
        """Everything that the example shows is in what was sent."""
        for name, value in shown.items():
            self.assertIn(name, sent)
            if isinstance(value, dict):
                self.has_members(value, sent[name])

    def test_the_example_is_what_happens(self):
        client, code = self.CLIENT(self.server.port), ""
        self.clients.append(client)
        for arrow, frame in example():
            if arrow == "->":
                members = {name: value for name, value in frame.items() if name not in ("do", "ref")}
                if "table" in members:
                    members["table"] = code
                client.send(frame["do"], ref=frame["ref"], **members)
            elif "ref" in frame:
                reply = client.reply(frame["ref"])
                self.has_members(frame, reply)
                code = reply["table"]["code"] if "table" in reply else code
            else:
                told = client.frame(lambda sent: any(event["what"] == "move" and event["seat"] == 0 for event in sent.get("events", [])))
                self.has_members(frame, told)
                self.has_members(frame["events"][0], told["events"][0])

    def test_every_verb_is_in_the_document_and_no_other(self):
        told = set(self.refused("unknown_verb", self.guest("Ola"), "which verbs are there?")["verbs"])
        self.assertEqual(told, set(documented.verbs()))

    def test_every_error_of_the_server_is_in_the_document(self):
        source = (TOP / "src/server/core/error_texts.c").read_text(encoding="utf-8")
        codes = set(re.findall(r'^ *\{"([a-z_]+)",', source, re.M))
        self.assertGreater(len(codes), 50)
        self.assertEqual(sorted(codes - documented.errors()), [])

    def test_whoever_has_no_account_is_welcomed_without_one(self):
        guest = self.guest("Ola")
        self.assertNotIn("account", guest.welcome)
        guest.ask("register", account="Ola", passphrase="correct horse battery")
        self.assertEqual(self.guest("", token=guest.token).welcome["account"], "ola")

    def test_a_spectator_has_no_seat(self):
        ola, eva = self.guest("Ola"), self.guest("Eva")
        code = ola.ask("create", rules="facetoface", seats=["me", "bot:novice"], begin=True)["table"]["code"]
        table = eva.ask("watch", table=code)["table"]
        self.assertEqual((table["you"], table["view"]["seat"]), (-1, None))

    def test_whole_games_are_as_the_document_says(self):
        for rules in ("thegame(players=2,fire=next)", "facetoface", "lie(players=2,direction=choose)"):
            ola, jan, eva = (self.guest(name) for name in ("Ola", "Jan", "Eva"))
            code = ola.ask("create", rules=rules, begin_when_full=True)["table"]["code"]
            jan.ask("join", table=code)
            tables = [(client, client.ask("join", table=code)["table"]) for client in (ola, jan)]
            eva.ask("watch", table=code)
            self.play_out(tables)
            eva.frame(lambda frame: frame.get("phase") == "over")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"] + sys.argv[1:])
