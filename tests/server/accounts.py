#!/usr/bin/env python3
"""Changing and recovering the passphrase of an account over real sockets.

Usage: accounts.py PROGRAM
"""
import contextlib
import hashlib
import sqlite3
import sys
import unittest

from lib.client import Closed, Refused, program_from_arguments
from lib.people import PASSPHRASE, People

FRESH = "another good phrase"


class Accounts(People):
    PROGRAM = program_from_arguments(sys.argv) if len(sys.argv) > 1 else People.PROGRAM

    def test_a_new_passphrase_ends_the_old_one_and_every_other_device(self):
        ola, other = self.person("Ola"), self.guest("Phone")
        old = other.ask("login", account="ola", passphrase=PASSPHRASE)["token"]
        self.refused("wrong_passphrase", other, "login", account="ola", passphrase="not this one", new_passphrase=FRESH)
        self.refused("bad_passphrase", other, "login", account="ola", passphrase=PASSPHRASE, new_passphrase="short")
        new = other.ask("login", account="ola", passphrase=PASSPHRASE, new_passphrase=FRESH)["token"]
        self.refused("wrong_passphrase", other, "login", account="ola", passphrase=PASSPHRASE)
        self.assertEqual(self.guest("", token=new).welcome["account"], "ola")
        for token in (old, ola.token):
            with self.assertRaises(Exception) as refusal:
                self.guest("", token=token)
            self.assertIn("bad_token", str(refusal.exception))
        other.ask("login", account="ola", passphrase=FRESH)

    def test_a_new_passphrase_ends_the_sessions_of_others_at_once(self):
        ola = self.person("Ola")
        thief = self.guest("", token=ola.ask("login", account="ola", passphrase=PASSPHRASE)["token"])
        ola.ask("login", account="ola", passphrase=PASSPHRASE, new_passphrase=FRESH)
        with self.assertRaises(Closed):
            while True:
                thief.receive(20)
        ola.ask("ping")  # who has shown the passphrase stays

    def test_what_is_asked_again_on_a_later_connection_is_answered_again_and_not_done_twice(self):
        ola = self.guest("Ola")
        asked = {"account": "ola", "passphrase": PASSPHRASE}
        self.assertEqual(ola.ask("register", **asked)["account"], "ola")
        again = self.guest("Ola", token=ola.token)
        self.assertEqual(again.ask("register", **asked)["account"], "ola")
        self.refused("not_a_guest", again, "register", account="ola", passphrase=FRESH)
        self.refused("not_a_guest", again, "register", account="ola2", passphrase=PASSPHRASE)
        code = again.ask("recovery", passphrase=PASSPHRASE)["code"]
        other = self.guest("Phone")
        for members in ({"code": code, "new_passphrase": FRESH}, {"passphrase": FRESH, "new_passphrase": PASSPHRASE}):
            tokens = [other.ask("login", account="ola", **members)["token"] for _ in range(2)]
            for token in tokens:  # the second time ended nothing
                self.assertEqual(self.guest("", token=token).welcome["account"], "ola")

    def test_all_connections_of_a_person_know_of_the_account(self):
        first = self.guest("Ola")
        first.ask("create", rules="facetoface")  # now the person is kept
        second = self.guest("Ola", token=first.token)
        first.ask("register", account="ola", passphrase=PASSPHRASE)
        self.refused("not_a_guest", second, "register", account="ala", passphrase=PASSPHRASE)
        self.assertTrue(second.ask("create", rules="facetoface", rated=True)["table"]["rated"])

    def test_the_name_of_the_account_is_the_name_at_tables(self):
        ola = self.guest("")
        self.assertEqual(ola.welcome["name"], "Guest")
        self.assertEqual(ola.ask("register", account="Ola Nowak", passphrase=PASSPHRASE)["name"], "Ola Nowak")
        self.assertEqual(ola.ask("create", rules="facetoface", rated=True)["table"]["seats"][0]["name"], "Ola Nowak")
        login = self.guest("Phone").ask("login", account="ola nowak", passphrase=PASSPHRASE)
        self.assertEqual(login["name"], "Ola Nowak")
        self.assertEqual(self.guest("", token=login["token"]).welcome["name"], "Ola Nowak")
        self.assertEqual(self.server.stop(), 0)
        with contextlib.closing(sqlite3.connect(self.store)) as database:  # registered with version 0.2
            database.execute("UPDATE people SET name = 'Guest' WHERE account IS NOT NULL")
            database.commit()
        self.server.start()
        self.assertEqual(self.guest("", token=login["token"]).welcome["name"], "ola nowak")

    def test_a_recovery_code_works_once_however_it_is_written(self):
        ola, other = self.person("Ola"), self.guest("Phone")
        self.refused("account_first", other, "recovery", passphrase=PASSPHRASE)
        self.refused("wrong_passphrase", ola, "recovery", passphrase="not this one")
        first = ola.ask("recovery", passphrase=PASSPHRASE)["code"]
        code = ola.ask("recovery", passphrase=PASSPHRASE)["code"]
        self.assertGreaterEqual(len(code.replace("-", "")), 24)
        self.refused("bad_passphrase", other, "login", account="ola", code=code)
        for wrong in (first, code[:-1], code + "a"):
            self.refused("wrong_code", other, "login", account="ola", code=wrong, new_passphrase=FRESH)
        self.refused("wrong_code", other, "login", account="nobody", code=code, new_passphrase=FRESH)
        spoken = code.upper().replace("-", " ")
        token = other.ask("login", account="OLA", code=spoken, new_passphrase=FRESH)["token"]
        self.assertEqual(self.guest("", token=token).welcome["account"], "ola")
        self.refused("wrong_code", other, "login", account="ola", code=code, new_passphrase=PASSPHRASE)
        other.ask("login", account="ola", passphrase=FRESH)

    def test_one_recovery_code_lets_only_one_of_many_in_who_use_it_at_once(self):
        for number in range(6):
            name = "bdfghk"[number] + "ola"
            code = self.person(name).ask("recovery", passphrase=PASSPHRASE)["code"]
            phones = [self.guest("Phone") for _ in range(3)]
            refs = [phone.send("login", account=name, code=code, new_passphrase=f"{FRESH} {at}") for at, phone in enumerate(phones)]
            replies = [phone.reply(ref) for phone, ref in zip(phones, refs)]
            self.assertEqual(sorted(reply.get("error", "in") for reply in replies), ["in", "wrong_code", "wrong_code"])

    def guesses(self, **members):
        """How many passphrases somebody may try before it is too many."""
        name = f"{len(members)}ola"
        self.person(name)
        phone, tried = self.guest("Phone"), 0
        while True:
            reply = phone.reply(phone.send("login", account=name, passphrase=f"guess {tried} of many", **members))
            if reply["error"] != "wrong_passphrase":
                self.assertEqual(reply["error"], "too_many_guesses")
                return tried * (1 + len(members))
            tried += 1

    def test_a_new_passphrase_is_no_second_guess_for_the_price_of_one(self):
        plain = self.guesses()
        self.assertLessEqual(self.guesses(new_passphrase="the second guess"), plain)

    def test_whoever_changed_the_passphrase_and_logs_out_leaves_no_token_behind(self):
        ola = self.person("Ola")
        token = ola.ask("login", account="ola", passphrase=PASSPHRASE, new_passphrase=FRESH)["token"]
        ola.ask("logout")
        with self.assertRaises(Refused) as refused:
            self.guest("", token=token)
        self.assertEqual(refused.exception.error, "bad_token")

    def test_what_is_asked_while_a_request_is_under_way_is_done_too(self):
        """A page that has just saved a name may register, save the data and delete everything without waiting for replies."""
        for number in range(10):
            ola = self.guest("")
            asked = [("name", {"name": "Ola"}), ("people", {}), ("register", {"account": f"ola{chr(97 + number)}", "passphrase": PASSPHRASE})]
            refs = [ola.send(verb, **members) for verb, members in asked]
            self.assertEqual([ola.reply(ref).get("error") for ref in refs], [None] * 3)
            token = ola.ask("login", account=asked[2][1]["account"], passphrase=PASSPHRASE)["token"]
            phone = self.guest("", token=token)
            refs = [phone.send(verb) for verb in ("people", "export", "logout")]
            self.assertEqual([phone.reply(ref).get("error") for ref in refs], [None] * 3)
            refs = [ola.send(verb) for verb in ("people", "export")] + [ola.send("delete_me", sure=True)]
            self.assertEqual([ola.reply(ref).get("error") for ref in refs], [None] * 3)

    def test_whoever_changes_the_passphrase_is_not_thrown_out_by_what_they_asked_meanwhile(self):
        ola = self.person("Ola")
        refs = [ola.send("login", account="ola", passphrase=PASSPHRASE, new_passphrase=FRESH)]
        for number in range(40):  # some of it is under way when the passphrase changes
            refs += [ola.send("create", rules="facetoface"), ola.send("name", name=f"Ola {number}")]
        replies = [ola.reply(ref) for ref in refs]
        self.assertEqual({reply.get("error", "ok") for reply in replies} - {"too_many"}, {"ok"})

    def kept(self, sql):
        with contextlib.closing(sqlite3.connect(f"file:{self.store}?mode=ro", uri=True)) as store:
            return store.execute(sql).fetchall()

    def test_a_list_of_names_does_not_tell_who_has_played_and_deleted_everything(self):
        ola = self.person("Ola")
        person, secret = ola.welcome["person"], self.kept("SELECT value FROM facts WHERE name = 'secret'")[0][0]
        plain = hashlib.blake2b(b"ola", digest_size=16).hexdigest()
        self.assertTrue(ola.ask("delete_me", sure=True)["deleted"])
        facts = {name: value for name, value in self.kept("SELECT name, value FROM facts") if name != "secret"}
        self.assertNotIn(person, str(facts))
        self.assertNotIn(plain, str(facts))
        self.assertTrue(any(name.startswith("likeness:") for name in facts))
        self.assertNotIn(secret, str(facts))

    def test_nobody_passes_for_somebody_who_has_just_gone_and_later_the_name_is_free(self):
        self.person("Ola").ask("delete_me", sure=True)
        self.refused("account_taken", self.guest("Eva"), "register", account="0la", passphrase=PASSPHRASE)
        self.assertEqual(self.server.stop(), 0)
        with contextlib.closing(sqlite3.connect(self.store)) as database:  # as if a month had passed
            database.execute("UPDATE facts SET value = 'free 00000000000000000001' WHERE name LIKE 'likeness:%'")
            database.commit()
        self.server.start()
        self.assertEqual(self.guest("Eva").ask("register", account="ola", passphrase=PASSPHRASE)["account"], "ola")

    def test_the_hashes_of_version_0_2_are_keyed_at_the_next_start(self):
        ola = self.person("Ola")
        self.assertEqual(self.server.stop(), 0)
        plain = {name: hashlib.blake2b(name.encode(), digest_size=16).hexdigest() for name in ("ola", "gone")}
        with contextlib.closing(sqlite3.connect(self.store)) as database:
            database.execute("DELETE FROM facts WHERE name LIKE 'likeness:%'")
            for name, owner in (("ola", ola.welcome["person"]), ("gone", "00000000000000ff")):
                database.execute("INSERT INTO facts VALUES (?, ?)", (f"alike:{plain[name]}", owner))
            database.commit()
        self.server.start()
        facts = str(self.kept("SELECT name, value FROM facts"))
        for name, owner in plain.items():
            self.assertNotIn(owner, facts)
            self.refused("account_taken", self.guest("Eva"), "register", account=name.replace("o", "0"), passphrase=PASSPHRASE)
        self.assertNotIn("00000000000000ff", facts)
        self.assertEqual(len(self.kept("SELECT name FROM facts WHERE name LIKE 'likeness:%'")), 2)

    def test_the_code_is_not_kept(self):
        ola = self.person("Ola")
        code = ola.ask("recovery", passphrase=PASSPHRASE)["code"].replace("-", "")
        self.assertEqual(ola.ask("export")["data"]["settings"], {})
        with sqlite3.connect(f"file:{self.store}?mode=ro", uri=True) as store:
            kept = store.execute("SELECT value FROM person_facts").fetchall()
        self.assertEqual(len(kept), 1)
        self.assertNotIn(code, kept[0][0])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
