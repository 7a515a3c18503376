#!/usr/bin/env python3
"""The page for hosts over real sockets: who may use it, what it shows and does, and that it is not there unless it is wanted.

Usage: admin.py PROGRAM
"""
import http.client
import pathlib
import sys
import tempfile
import time
import unittest

from lib.client import Client, Closed, Refused, Server, program_from_arguments
from lib.people import People
from lib.waiting import eventually

HOST = "the host of this server"


class Admin(People):
    PROGRAM = program_from_arguments(sys.argv) if len(sys.argv) > 1 else People.PROGRAM

    @classmethod
    def setUpClass(cls):
        with tempfile.NamedTemporaryFile("w", delete=False) as file:
            file.write(f"{HOST}\n")
        cls.addClassCleanup(pathlib.Path(file.name).unlink)
        cls.OPTIONS = ("--admin-passphrase-file", file.name)

    def host(self):
        client = self.guest("")
        client.ask("host", passphrase=HOST)
        return client

    @staticmethod
    def get(port, path, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        body = response.read().decode()
        connection.close()
        return response, body

    def test_nobody_else_is_let_in(self):
        stranger = self.guest("Eva")
        for request in ({"list": "people"}, {"act": "ban", "target": stranger.welcome["person"]}, {}):
            self.refused("host_only", stranger, "host", **request)
        for wrong in ("", "something else", "x" * 200):
            self.refused("wrong_host", stranger, "host", passphrase=wrong)
        self.refused("host_only", stranger, "host", list="people")
        stranger.ask("host", passphrase=HOST)
        stranger.ask("host", list="people")
        self.refused("host_only", self.guest("Ida"), "host", list="people")  # each connection by itself
        self.refused("wrong_host", stranger, "host", passphrase="something else")
        self.refused("host_only", stranger, "host", list="people")  # a wrong one logs out

    def test_guesses_are_limited(self):
        client = self.guest("Eva")
        errors = [self.error_of(client, "host", passphrase="something else") for _ in range(11)]
        self.assertEqual(errors, ["wrong_host"] * 10 + ["too_many_guesses"])
        self.refused("too_many_guesses", self.guest("Ida"), "host", passphrase=HOST)

    def test_another_site_cannot_connect(self):
        with self.assertRaises(Exception):
            self.CLIENT(self.server.port, origin="https://evil.example").hello("Eva")

    def test_the_page_has_its_own_files_and_the_same_policy(self):
        response, page = self.get(self.server.port, "/admin")
        self.assertEqual(response.status, 200)
        self.assertIn("/admin-", page)
        policy = response.headers["Content-Security-Policy"]
        self.assertTrue("script-src 'self'" in policy and "frame-ancestors 'none'" in policy and "form-action 'none'" in policy, policy)
        self.assertIsNone(response.headers["Set-Cookie"])
        self.assertNotIn("/admin", self.get(self.server.port, "/")[1])

    def test_a_report_leads_to_a_mute_and_a_ban_that_end(self):
        ola, jan = self.guest("Ola"), self.guest("Jan")
        table = ola.ask("create", rules="thegame(players=3)")["table"]
        jan.ask("join", table=table["code"])
        jan.ask("say", table=table["code"], text="you are all bad")
        seats = ola.ask("join", table=table["code"])["table"]["seats"]
        ola.ask("report", table=table["code"], seat=next(i for i, seat in enumerate(seats) if seat.get("name") == "Jan"), text="rude")
        host = self.host()
        report = host.ask("host", list="reports")["rows"][0]
        self.assertEqual((report["person"], report["table"], report["text"]), (jan.welcome["person"], table["code"], "rude"))
        self.assertIn(["Jan", "you are all bad"], report["said"])
        self.assertEqual(report["name"], "Jan")
        self.assertLess(abs(report["at_ms"] / 1000 - time.time()), 60, "when it was written, not the hour")
        row, = host.ask("host", list="tables")["rows"]
        self.assertEqual((row["table"], row["people"]), (table["code"], ["Ola", "Jan"]))
        self.assertTrue(row["rules"].startswith("thegame(players=3"), row["rules"])
        self.assertEqual([row["name"] for row in host.ask("host", list="people", part="jan")["rows"]], ["Jan"])
        host.ask("host", act="mute", target=report["person"], hours=1, reason="rude")
        self.wait_until(lambda: self.error_of(jan, "say", table=table["code"], text="hello") == "muted")
        host.ask("host", act="ban", target=report["person"], hours=24, reason="again")
        with self.assertRaises(Closed) as closed:
            jan.frame(lambda frame: False)
        self.assertEqual(closed.exception.reason, "banned")
        bans = host.ask("host", list="bans")["rows"]
        self.assertEqual({row["what"] for row in bans}, {"mute", "ban"})
        self.assertTrue(all(row["target"] == report["person"] and row["name"] == "Jan" and row["until_ms"] > 0 for row in bans))
        host.ask("host", act="unban", target=report["person"])
        self.assertEqual([row["what"] for row in host.ask("host", list="bans")["rows"]], ["mute"])
        host.ask("host", act="done", target=report["id"], reason="told them")
        done, = host.ask("host", list="reports")["rows"]
        self.assertGreaterEqual(done["done_ms"], done["at_ms"])
        self.assertEqual((done["text"], done["said"]), (report["text"], report["said"]))
        self.refused("bad_deed", host, "host", act="done", target=report["person"])
        self.refused("bad_deed", host, "host", act="done", target=report["person"] + "/1-2")
        log = host.ask("host", list="log")["rows"]
        self.assertEqual([(row["what"], row["host"], row["reason"], row["name"]) for row in log],
                         [("mute", "admin page", "rude", "Jan"), ("ban", "admin page", "again", "Jan"),
                          ("unban", "admin page", "", "Jan"), ("done", "admin page", "told them", "Jan")])

    def test_tables_are_closed_and_addresses_banned(self):
        ola = self.guest("Ola")
        code = ola.ask("create", rules="thegame(players=2)")["table"]["code"]
        host = self.host()
        host.ask("host", act="close", target=code, reason="test")
        ola.frame(lambda frame: frame.get("phase") == "closed")
        self.wait_until(lambda: host.ask("host", list="tables")["rows"] == [])
        host.ask("host", act="ban", target="2001:db8::7", hours=2)
        self.assertEqual(host.ask("host", list="bans")["rows"][0]["target"], "2001:db8::")

    def last_words(self, client):
        with self.assertRaises(Closed):
            client.frame(lambda frame: False)
        return client.replies[None]

    def test_who_is_banned_is_told_why_and_until_when(self):
        host, eve, ida, bob = self.host(), self.guest("Eve"), self.guest("Ida"), self.guest("Bob")
        for somebody in (eve, ida, bob):
            somebody.ask("create", rules="thegame(players=1)")  # a guest is kept from then on
        host.ask("host", act="ban", target=eve.welcome["person"], hours=24, reason='"rude", again')
        told = self.last_words(eve)  # in the middle of the visit
        self.assertEqual(told["reason"], '"rude", again')
        self.assertAlmostEqual(told["until"] / 1000, time.time() + 24 * 3600, delta=600)
        with self.assertRaises(Refused) as refusal:
            self.guest("Eve", token=eve.token)
        self.assertEqual({**told, "ref": refusal.exception.reply["ref"]}, refusal.exception.reply)
        host.ask("host", act="ban", target=ida.welcome["person"])
        told = self.last_words(ida)
        self.assertIsNone(told["until"])  # for good
        self.assertNotIn("reason", told)
        code = self.guest("Ola").ask("create", rules="thegame(players=2)")["table"]["code"]
        host.ask("host", act="ban", target=bob.welcome["person"], table=code, hours=2, reason="spoils games")
        self.wait_until(lambda: self.error_of(bob, "look", table=code) == "banned")
        told = self.refused("banned", bob, "watch", table=code)
        self.assertEqual((told["message"], told["reason"]), ("The host has banned you from this table.", "spoils games"))

    def test_a_table_that_the_host_closes_says_why(self):
        ola = self.guest("Ola")
        code = ola.ask("create", rules="thegame(players=1)", begin=True)["table"]["code"]
        self.host().ask("host", act="close", target=code, reason="Nowy serwer od już")
        told = ola.frame(lambda frame: frame.get("phase") == "closed")
        self.assertEqual(told["events"][-1]["reason"], "Nowy serwer od już")
        self.server.kill()
        self.server.start()
        ola = self.guest("Ola", token=ola.token)
        closed = ola.ask("resume", table=code, last=told["events"][-1]["n"] - 1)
        self.assertEqual(closed["events"], told["events"][-1:])

    def test_what_cannot_be_done_is_refused_and_changes_nothing(self):
        host, ola = self.host(), self.guest("Ola")
        ola.ask("create", rules="thegame(players=2)")
        for error, request in (("no_table", {"act": "close", "target": "nothing1"}), ("no_person", {"act": "ban", "target": "0" * 16}),
                               ("no_person", {"act": "mute", "target": "192.0.2.1"}), ("no_person", {"act": "ban", "target": "nobody"}),
                               ("bad_deed", {"act": "mute", "target": ola.welcome["person"], "table": "bamoteki"}),
                               ("bad_deed", {"act": "dance", "target": "x"}), ("bad_deed", {"list": "secrets"}), ("bad_deed", {}),
                               ("bad_deed", {"act": "ban", "target": "192.0.2.1", "hours": -1}),
                               ("bad_deed", {"act": "ban", "target": "192.0.2.1", "hours": "2"})):
            self.refused(error, host, "host", **request)
        self.assertEqual(host.ask("host", list="log")["rows"], [])
        self.assertEqual(host.ask("host", list="bans")["rows"], [])

    def test_it_is_not_there_unless_it_is_wanted(self):
        with Server(self.PROGRAM, f"{self.folder.name}/off.db") as server:
            self.assertEqual([self.get(server.port, path)[0].status for path in ("/admin", "/admin.html")], [404, 404])
            client = Client(server.port).hello("Eva")
            self.refused("unknown_verb", client, "host", passphrase=HOST)
            client.close()
            self.assertEqual(server.stop(), 0)

    # ---- waiting

    @staticmethod
    def error_of(client, verb, **members):
        try:
            client.ask(verb, **members)
        except Refused as refusal:
            return refusal.error
        return ""

    @staticmethod
    def wait_until(condition, seconds=60):
        eventually(condition, seconds, "what the host has done is seen", pause=0.2)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"] + sys.argv[2:])
