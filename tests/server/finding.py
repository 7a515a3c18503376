#!/usr/bin/env python3
"""Finding people over real sockets: the same wish leads to the same table; people one played with, favourites, blocks and reports.

Usage: finding.py PROGRAM
"""
import json
import sqlite3
import subprocess
import sys
import unittest

from lib.client import program_from_arguments
from lib.people import People
from lib.waiting import eventually

TEAM = "thegame(players=3)"


class Finding(People):
    PROGRAM = program_from_arguments(sys.argv) if len(sys.argv) > 1 else People.PROGRAM

    def test_the_same_wish_leads_to_the_same_table_and_it_deals_when_full(self):
        ola, jan, eva = self.guest("Ola"), self.guest("Jan"), self.guest("Eva")
        first = ola.ask("find", rules=TEAM, turn_seconds=60)["table"]
        self.assertEqual(first["phase"], "waiting")
        row, = jan.ask("list")["tables"]
        self.assertEqual((row["code"], row["people"], row["free"]), (first["code"], ["Ola"], 2))
        self.assertGreater(row["opened"], 1_700_000_000_000)
        self.assertEqual(ola.ask("find", rules="thegame(players=3,min=2)", turn_seconds=60)["table"]["code"], first["code"])  # sits already
        self.assertEqual(jan.ask("find", rules=TEAM, turn_seconds=60)["table"]["code"], first["code"])
        last = eva.ask("find", rules=TEAM, turn_seconds=60)["table"]
        self.assertEqual((last["code"], last["phase"]), (first["code"], "playing"))

    def test_other_wishes_lead_elsewhere(self):
        ola = self.person("Ola")
        wishes = [{"rules": TEAM}, {"rules": TEAM, "turn_seconds": 60}, {"rules": "thegame(players=2)"}, {"rules": "facetoface"},
                  {"rules": "facetoface", "turn_seconds": 120}, {"rules": "facetoface", "rated": True}]
        codes = {ola.ask("find", **wish)["table"]["code"] for wish in wishes}
        self.assertEqual(len(codes), len(wishes))
        self.refused("unknown_game", ola, "find", rules="nonsense")
        jan = self.person("Jan")
        self.assertEqual(jan.ask("find", rules="facetoface", rated=True)["table"]["phase"], "playing")

    def test_two_who_ask_at_once_meet(self):
        for turn in range(10):
            ola, jan = self.guest("Ola"), self.guest("Jan")
            refs = [client.send("find", rules="facetoface", turn_seconds=30 + turn) for client in (ola, jan)]
            tables = [client.reply(ref)["table"]["code"] for client, ref in zip((ola, jan), refs)]
            self.assertEqual(tables[0], tables[1])

    def test_what_is_asked_again_leads_to_the_same_table(self):
        ola, jan = self.guest("Ola"), self.guest("Jan")
        code = ola.ask("find", ref="again", rules="facetoface")["table"]["code"]
        self.assertEqual(jan.ask("find", ref="again", rules="facetoface")["table"]["phase"], "playing")
        other = self.guest("Eva").ask("find", rules="facetoface")["table"]["code"]  # where the next would sit down
        for restarts in (False, True):
            if restarts:
                self.server.kill()
                self.server.start()
            for client in (ola, jan):
                table = self.guest("", token=client.token).ask("find", ref="again", rules="facetoface")["table"]
                self.assertEqual((table["code"], table["phase"]), (code, "playing"))
        with sqlite3.connect(f"file:{self.store}?mode=ro", uri=True) as store:
            self.assertEqual(sorted(store.execute("SELECT code FROM tables").fetchall()), sorted([(code,), (other,)]))

    def test_bots_fill_up_and_a_waiting_table_survives_a_restart(self):
        ola = self.guest("Ola")
        code = ola.ask("find", rules=TEAM)["table"]["code"]
        self.server.kill()
        self.server.start()
        ola = self.guest("Ola", token=ola.token)
        ola.ask("resume", table=code, last=0)
        jan = self.guest("Jan")
        self.assertEqual(jan.ask("find", rules=TEAM)["table"]["code"], code)
        ola.ask("fill", table=code, seat=2, **{"with": "bot:steady"})
        self.assertEqual(ola.frame(lambda frame: frame.get("phase") == "playing")["phase"], "playing")

    def duel(self, one, other):
        code = one.ask("create", rules="facetoface", begin_when_full=True)["table"]["code"]
        other.ask("join", table=code)
        other.ask("resign", table=code)
        return code

    def test_people_one_played_with_and_favourites(self):
        ola, jan, eva = self.guest("Ola"), self.guest("Jan"), self.guest("Eva")
        self.assertEqual(ola.ask("people")["people"], [])
        self.duel(ola, jan)
        self.duel(ola, jan)
        self.duel(ola, eva)
        rows = ola.ask("people")["people"]
        self.assertEqual([(row["name"], row["games"], row["favourite"]) for row in rows], [("Eva", 1, False), ("Jan", 2, False)])
        jan_id = rows[1]["person"]
        self.assertTrue(ola.ask("people", favourite=jan_id)["people"][1]["favourite"])
        self.assertFalse(ola.ask("people", favourite=jan_id, yes=False)["people"][1]["favourite"])
        self.refused("no_person", ola, "people", favourite="0123456789abcdef")

    def test_who_was_blocked_cannot_sit_down_and_is_not_told_why(self):
        ola, jan = self.guest("Ola"), self.guest("Jan")
        code = self.duel(ola, jan)
        blocked = ola.ask("block", table=code, seat=1)["blocked"]
        self.assertEqual([row["name"] for row in blocked], ["Jan"])
        mine = ola.ask("create", rules="facetoface")["table"]["code"]
        self.refused("blocked", jan, "join", table=mine)
        self.refused("blocked", ola, "join", table=jan.ask("create", rules="facetoface")["table"]["code"])
        waiting = ola.ask("find", rules="facetoface", turn_seconds=60)["table"]["code"]
        self.assertNotEqual(jan.ask("find", rules="facetoface", turn_seconds=60)["table"]["code"], waiting)
        self.server.kill()
        self.server.start()
        ola, jan = self.guest("Ola", token=ola.token), self.guest("Jan", token=jan.token)
        self.refused("blocked", jan, "join", table=mine)
        self.assertEqual(ola.ask("block", person=blocked[0]["person"], yes=False)["blocked"], [])
        jan.ask("join", table=mine)
        for wrong in [{"person": "jan"}, {"table": code, "seat": 0}, {"table": code, "seat": 5}]:
            self.refused("no_person", ola, "block", **wrong)

    def test_a_block_holds_while_either_of_them_wants_it(self):
        ola, jan = self.guest("Ola"), self.guest("Jan")
        code = self.duel(ola, jan)
        ola.ask("block", table=code, seat=1)
        jan.ask("block", table=code, seat=0)
        mine = ola.ask("create", rules="facetoface")["table"]["code"]
        ola.ask("block", person=jan.welcome["person"], yes=False)
        self.refused("blocked", jan, "join", table=mine)
        jan.ask("block", person=ola.welcome["person"], yes=False)
        jan.ask("join", table=mine)

    def test_a_block_in_mid_game_keeps_nobody_from_their_own_seat(self):
        ola, jan = self.guest("Ola"), self.guest("Jan")
        code = ola.ask("create", rules="facetoface", begin_when_full=True)["table"]["code"]
        jan.ask("join", table=code)
        ola.ask("block", table=code, seat=1)
        self.assertEqual(self.guest("Jan", token=jan.token).ask("join", table=code)["table"]["you"], 1)

    def test_who_blocks_does_not_hear_the_other_and_the_rest_does(self):
        ola, jan, eva = people = [self.guest(name) for name in ("Ola", "Jan", "Eva")]
        code = ola.ask("create", rules="lie(players=3)", talk="text")["table"]["code"]
        for client in people[1:]:
            client.ask("join", table=code)
        jan.ask("say", table=code, text="before")
        ola.ask("block", table=code, seat=1)
        eva.ask("block", person=f"{1:016x}")  # somebody else: Eva hears everybody here
        for client, text in ((jan, "Wow!"), (eva, "hello"), (ola, "I too")):
            client.ask("say", table=code, text=text)

        def told(client):
            rows = []
            while not rows or rows[-1].get("text") != "I too":
                rows += [event for event in client.frame(lambda frame: "events" in frame)["events"] if event["what"] in ("say", "hidden")]
            return [event.get("text", event["what"]) for event in rows]

        self.assertEqual(told(ola), ["before", "hidden", "hello", "I too"])
        self.assertEqual(told(eva), ["before", "Wow!", "hello", "I too"])
        self.assertEqual(told(jan)[-2:], ["hello", "I too"])
        jan.ask("leave", table=code)
        self.guest("Zoe").ask("join", table=code, seat=1)  # what Jan said stays Jan's

        def heard(client):
            events = [event["text"] for event in client.ask("resume", table=code, last=0)["events"] if event["what"] == "say"]
            self.assertEqual([event["text"] for event in client.ask("join", table=code)["table"]["said"]], events)
            return events

        self.assertEqual(heard(self.guest("Ola", token=ola.token)), ["hello", "I too"])
        ola.ask("block", person=jan.welcome["person"], yes=False)
        self.assertEqual(heard(self.guest("Ola", token=ola.token)), ["before", "Wow!", "hello", "I too"])

    def test_nobody_keeps_the_name_or_the_words_of_who_was_deleted(self):
        ola, jan, eva = self.guest("Ola"), self.guest("Janek"), self.guest("Eva")
        self.duel(ola, jan)
        code = eva.ask("create", rules="facetoface", talk="text")["table"]["code"]
        jan.ask("join", table=code)
        ola.ask("watch", table=code)
        jan.ask("say", table=code, text="sprat")
        jan.ask("report", table=code, seat=0, text="sprats too")
        ola.ask("people", favourite=jan.welcome["person"])
        eva.ask("block", table=code, seat=1)
        self.assertEqual(len(ola.ask("people")["people"]), 1)
        jan.ask("delete_me", sure=True)
        self.assertEqual((ola.ask("people")["people"], eva.ask("block")["blocked"]), ([], []))
        with sqlite3.connect(f"file:{self.store}?mode=ro", uri=True) as store:
            self.assertEqual(store.execute("SELECT * FROM person_facts").fetchall(), [])

    def test_blocks_are_few_and_their_names_are_names(self):
        ola = self.guest("Ola")
        self.assertEqual(ola.ask("block", person=f"{1:016x}", name="x" * 5000)["blocked"][0]["name"], "")
        for number in range(2, 101):
            ola.ask("block", person=f"{number:016x}", name="Jan")
        self.refused("too_many", ola, "block", person=f"{101:016x}")
        self.assertEqual(len(ola.ask("block", person=f"{100:016x}")["blocked"]), 100)  # as before
        self.refused("no_person", ola, "block", person=ola.welcome["person"])
        self.assertEqual(len(ola.ask("block", person=f"{1:016x}", yes=False)["blocked"]), 99)

    def test_a_guest_who_only_looks_is_not_kept(self):
        eva = self.guest("Eva")
        self.assertEqual((eva.ask("block")["blocked"], eva.ask("preferences")["private"]), ([], False))
        self.assertEqual(eva.ask("block", person=f"{1:016x}", yes=False)["blocked"], [])
        with sqlite3.connect(f"file:{self.store}?mode=ro", uri=True) as store:
            self.assertEqual(store.execute("SELECT count(*) FROM people").fetchone(), (0,))

    def together(self, *clients):
        """They have played a duel, one after the other with the first."""
        for other in clients[1:]:
            code = clients[0].ask("create", rules="facetoface", begin_when_full=True)["table"]["code"]
            other.ask("join", table=code)
            other.ask("resign", table=code)
            clients[0].frame(lambda frame, code=code: frame.get("table") == code and frame.get("phase") == "over")
            other.ask("leave", table=code)

    def invite(self, client, name, **settings):
        table = client.ask("create", **{"rules": TEAM, "door": "link", **settings})["table"]
        person = next(row["person"] for row in client.ask("people")["people"] if row["name"] == name)
        client.ask("invite", table=table["code"], person=person)
        return table

    def test_an_invitation_waits_for_whoever_is_away_and_ends_when_they_sit_down(self):
        ola, jan = self.guest("Ola"), self.guest("Jan")
        self.together(ola, jan)
        jan.close()
        table = self.invite(ola, "Jan")
        ola.close()
        self.server.kill()
        self.server.start()
        jan = self.guest("Jan", token=jan.token)
        row, = jan.ask("invitations")["invitations"]
        self.assertEqual((row["table"], row["key"], row["rules"], row["by"]), (table["code"], table["key"], table["rules"], "Ola"))
        self.assertGreater(row["at"], 1_700_000_000_000)
        jan.ask("join", table=row["table"], key=row["key"])
        self.settle(lambda: jan.ask("invitations")["invitations"] == [])

    def settle(self, is_done):
        """What is noted after the reply takes a moment."""
        eventually(is_done, 60, "what comes after the reply is noted")

    def test_whoever_is_here_hears_of_an_invitation_and_can_dismiss_it(self):
        ola, jan = self.guest("Ola"), self.guest("Jan")
        self.together(ola, jan)
        self.assertEqual(jan.ask("invitations")["invitations"], [])
        code = self.invite(ola, "Jan")["code"]
        self.assertEqual(jan.frame(lambda frame: "invited" in frame)["invited"], code)
        self.assertEqual([row["table"] for row in jan.ask("invitations")["invitations"]], [code])
        self.refused("no_table", jan, "invitations", dismiss="../x")
        self.refused("no_table", jan, "invitations", dismiss=7)
        self.assertEqual([row["table"] for row in jan.ask("invitations", dismiss="nosuch")["invitations"]], [code])
        self.assertEqual(jan.ask("invitations", dismiss=code)["invitations"], [])
        self.assertEqual(jan.ask("invitations")["invitations"], [])
        self.assertEqual(ola.ask("invitations")["invitations"], [])

    def test_an_invitation_ends_with_the_table_and_when_it_begins_without_them(self):
        ola, jan, eva, ida = (self.guest(name) for name in ("Ola", "Jan", "Eva", "Ida"))
        self.together(ola, jan)
        self.together(eva, jan)
        begun, left = self.invite(ola, "Jan", rules="facetoface"), self.invite(eva, "Jan")
        self.assertEqual([row["table"] for row in jan.ask("invitations")["invitations"]], [left["code"], begun["code"]])
        ida.ask("join", table=begun["code"], key=begun["key"])
        ola.ask("begin", table=begun["code"])
        self.assertEqual([row["table"] for row in jan.ask("invitations")["invitations"]], [left["code"]])
        subprocess.run([self.PROGRAM, "admin", "close", left["code"], "--store", self.store], capture_output=True, check=True)
        self.settle(lambda: jan.ask("invitations")["invitations"] == [])
        self.together(ida, jan)
        empty = self.invite(ida, "Jan")["code"]
        self.assertEqual([row["table"] for row in jan.ask("invitations")["invitations"]], [empty])
        ida.ask("leave", table=empty)
        self.assertEqual(jan.ask("invitations")["invitations"], [])

    def test_invitations_of_the_blocked_do_not_come_and_those_of_the_deleted_go(self):
        ola, jan, eva = self.guest("Ola"), self.guest("Jan"), self.guest("Eva")
        self.together(ola, jan)
        self.together(eva, jan)
        jan.ask("block", person=next(row["person"] for row in jan.ask("people")["people"] if row["name"] == "Ola"))
        self.invite(ola, "Jan")
        code = self.invite(eva, "Jan")["code"]
        self.assertEqual([(row["table"], row["by"]) for row in jan.ask("invitations")["invitations"]], [(code, "Eva")])
        eva.ask("delete_me", sure=True)
        self.settle(lambda: jan.ask("invitations")["invitations"] == [])
        with sqlite3.connect(f"file:{self.store}?mode=ro", uri=True) as store:
            self.assertEqual(store.execute("SELECT count(*) FROM person_facts WHERE name LIKE 'invitation:%'").fetchone(), (0,))

    def test_the_longest_report_reaches_the_host_and_none_writes_to_a_terminal(self):
        ola, jan = self.guest("Ola"), self.guest("J" * 30)
        code = ola.ask("create", rules="facetoface", begin_when_full=True, talk="text")["table"]["code"]
        jan.ask("join", table=code)
        for _ in range(8):
            jan.ask("say", table=code, text='"' * 180)
        self.refused("bad_request", ola, "report", table=code, seat=1, text="\x1b[2J")
        ola.ask("report", table=code, seat=1, text='"' * 300)
        shown = subprocess.run([self.PROGRAM, "admin", "reports", "--json", "--store", self.store], capture_output=True, text=True, check=True)
        report, = json.loads(shown.stdout)
        self.assertEqual((report["text"], len(report["said"])), ('"' * 300, 8))

    def test_the_others_vote_somebody_out_and_a_bot_plays_on(self):
        ola, jan, eva = people = [self.guest(name) for name in ("Ola", "Jan", "Eva")]
        code = ola.ask("create", rules="lie(players=3)", begin_when_full=True)["table"]["code"]
        for client in (jan, eva):
            client.ask("join", table=code)
        self.refused("bad_matter", eva, "agree", table=code, matter="out2")  # oneself
        self.refused("bad_matter", ola, "agree", table=code, matter="out3")  # nobody sits there
        ola.ask("agree", table=code, matter="out2")
        jan.ask("agree", table=code, matter="out2", yes=False)  # a no ends it
        jan.ask("agree", table=code, matter="out2")
        seats = ola.ask("watch", table=code)["table"]["seats"]
        self.assertIsNone(seats[2].get("stand_in"))
        ola.ask("agree", table=code, matter="out2")
        table = ola.ask("watch", table=code)["table"]
        self.assertEqual((table["phase"], table["seats"][2]["stand_in"]), ("playing", "resigned"))
        self.refused("removed", eva, "join", table=code)
        self.refused("bad_matter", ola, "agree", table=code, matter="out1")  # one person alone cannot
        self.server.kill()
        self.server.start()
        ola, jan, eva = (self.guest(client.welcome["name"], token=client.token) for client in people)
        self.refused("removed", eva, "join", table=code)
        self.play_out([(client, client.ask("watch", table=code)["table"]) for client in (ola, jan)])

    def test_in_a_duel_nobody_is_voted_out(self):
        ola, jan = self.guest("Ola"), self.guest("Jan")
        code = ola.ask("create", rules="facetoface", begin_when_full=True)["table"]["code"]
        jan.ask("join", table=code)
        self.refused("bad_matter", ola, "agree", table=code, matter="out1")

    def test_a_report_reaches_the_host_with_what_was_said(self):
        ola, jan = self.guest("Ola"), self.guest("Jan")
        code = ola.ask("create", rules="facetoface", begin_when_full=True, talk="text")["table"]["code"]
        jan.ask("join", table=code)
        jan.ask("say", table=code, text="you silly goose")
        ola.ask("report", table=code, seat=1, text="is rude")
        self.refused("too_long", ola, "report", table=code, seat=1, text="x" * 1000)
        self.refused("no_person", self.guest("Eva"), "report", table=code, seat=1, text="not at the table")
        shown = subprocess.run([self.PROGRAM, "admin", "reports", "--json", "--store", self.store], capture_output=True, text=True, check=True)
        own, = ola.ask("export")["data"]["reports"]
        self.assertEqual((own["table"], own["text"], own["said"]), (code, "is rude", [["Jan", "you silly goose"]]))
        self.assertEqual(jan.ask("export")["data"]["reports"], [])
        report, = json.loads(shown.stdout)
        self.assertEqual((report["table"], report["by"], report["text"], report["said"]), (code, "Ola", "is rude", [["Jan", "you silly goose"]]))
        plain = subprocess.run([self.PROGRAM, "admin", "reports", "--store", self.store], capture_output=True, text=True, check=True).stdout
        self.assertIn("Jan: you silly goose", plain)
        self.assertEqual(jan.ask("export")["data"]["settings"], {})


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v", *sys.argv[2:]])
