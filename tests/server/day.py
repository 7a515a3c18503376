#!/usr/bin/env python3
"""The deals of the day over real sockets: the same deck for everybody, fixed the day before, and one attempt that counts.

Usage: day.py PROGRAM

The tests know the server's secret from its store, so they know every seed; nobody else may learn one early. Where midnight (UTC) comes
in the middle of a test, the test begins anew.
"""
import datetime
import functools
import hashlib
import json
import pathlib
import random
import sqlite3
import subprocess
import sys
import time
import unittest

from lib.client import Refused, program_from_arguments
from lib.documented import Documented
from lib.people import People
from lib.waiting import eventually

PROGRAM = program_from_arguments(sys.argv) if len(sys.argv) > 1 else pathlib.Path("build/check/stos")
LEVELS = ["standard", "expert", "fire", "team", "duel"]
TABLES = ["table2", "table3", "table4", "table5"]  # of people


def today():
    return datetime.datetime.now(datetime.timezone.utc).date()


def within_a_day(test):
    """Runs the test again when midnight came in between."""
    @functools.wraps(test)
    def run(self):
        while True:
            before = today()
            try:
                return test(self)
            except AssertionError:
                if today() == before:
                    raise
    return run


class Listening(Documented):
    """A client that keeps everything it was ever sent."""

    def __init__(self, *arguments, **more):
        self.heard = []
        super().__init__(*arguments, **more)

    def receive(self, timeout=None):
        frame = super().receive(timeout)
        self.heard.append(json.dumps(frame) if not isinstance(frame, (str, bytes)) else str(frame))
        return frame


class Day(People):
    PROGRAM = PROGRAM
    CLIENT = Listening

    def seed(self, level, days=0):
        """The seed of a level, as only the host can know it."""
        with sqlite3.connect(f"file:{self.store}?mode=ro", uri=True) as store:
            secret = store.execute("SELECT value FROM facts WHERE name = 'secret'").fetchone()[0]
        text = f"stos day {today() + datetime.timedelta(days=days)} {level}"
        return hashlib.blake2b(text.encode(), key=secret.encode(), digest_size=32).digest()

    @staticmethod
    def play_out(client, table):
        state = dict(table)
        end = time.monotonic() + 120
        while state["phase"] == "playing":
            assert time.monotonic() < end, "stuck"
            if state.get("moves"):
                move = random.choice(state["moves"])
                state["moves"] = []
                client.ask("move", table=table["code"], position=state["position"], move=move)
            for frame in client.frames or [client.frame()]:
                if frame.get("table") == table["code"]:
                    state.update(frame)
            client.frames.clear()
        return state

    @within_a_day
    def test_the_seeds_are_promised_the_day_before_and_told_the_day_after(self):
        day = self.guest("Ola").ask("day")
        self.assertEqual(day["date"], str(today()))
        self.assertEqual([level["level"] for level in day["levels"]], LEVELS + TABLES)
        for level, before in zip(day["levels"], day["yesterday"]):
            name = level["level"]
            self.assertEqual(level["commitment"], hashlib.sha256(self.seed(name)).hexdigest())
            self.assertEqual(level["tomorrow"], hashlib.sha256(self.seed(name, 1)).hexdigest())
            self.assertEqual((before["level"], before["seed"]), (name, self.seed(name, -1).hex()))
            self.assertEqual(before["commitment"], hashlib.sha256(bytes.fromhex(before["seed"])).hexdigest())

    @within_a_day
    def test_everybody_gets_the_same_deck_and_it_is_the_promised_one(self):
        ola, jan = self.guest("Ola"), self.guest("Jan")
        for level in LEVELS:
            with self.subTest(level=level):
                tables = [client.ask("create", day=level)["table"] for client in (ola, jan)]
                promised = next(row["commitment"] for row in ola.ask("day")["levels"] if row["level"] == level)
                self.assertNotEqual(tables[0]["code"], tables[1]["code"])
                for table in tables:
                    self.assertEqual(table["game"]["commitment"], promised)
                self.assertEqual(tables[0]["view"]["hands"][0], tables[1]["view"]["hands"][0])
                request = {"id": 1, "do": "new", "rules": tables[0]["rules"], "seed": self.seed(level).hex()}
                lines = "".join(json.dumps(line) + "\n" for line in [request, {"id": 2, "do": "view", "seat": 0}])
                answers = subprocess.run([PROGRAM, "engine"], input=lines, capture_output=True, text=True, check=True).stdout.splitlines()
                self.assertEqual(json.loads(answers[1])["view"]["hands"][0], tables[0]["view"]["hands"][0])

    @within_a_day
    def test_nobody_is_told_a_deck_early(self):
        ola = self.guest("Ola")
        ola.ask("day")
        for level in LEVELS:
            ola.ask("create", day=level)
        for level in TABLES:
            self.begin(level, ola, *(self.guest(f"Jan {seat}") for seat in range(1, int(level[-1]))))
        ola.ask("export")
        ola.ask("day")
        told = "\n".join(ola.heard)
        self.assertIn(hashlib.sha256(self.seed("standard")).hexdigest(), told)
        for level in LEVELS + TABLES:
            for days in [0, 1, 2]:
                self.assertNotIn(self.seed(level, days).hex(), told)

    @within_a_day
    def test_the_first_attempt_counts_and_asking_again_leads_back_to_it(self):
        ola, jan = self.guest("Ola"), self.guest("Jan")
        table = ola.ask("create", day="standard")["table"]
        self.assertEqual(ola.ask("create", day="standard")["table"]["code"], table["code"])
        self.play_out(ola, table)
        again = ola.ask("create", day="standard")["table"]
        self.assertEqual((again["code"], again["phase"]), (table["code"], "over"))
        mine = ola.ask("day")["levels"][0]
        self.assertEqual(mine["you"]["result"], again["game"]["result"])
        self.assertEqual(mine["field"], {mine["you"]["result"]: 1})
        self.assertNotIn("you", jan.ask("day")["levels"][0])
        self.assertEqual(jan.ask("day")["levels"][0]["field"], mine["field"])
        ola.ask("agree", table=table["code"], matter="same_deal")
        self.play_out(ola, ola.ask("create", day="standard")["table"])
        practised = ola.ask("day")["levels"][0]
        self.assertEqual((practised["you"], practised["field"]), (mine["you"], mine["field"]))
        self.assertEqual(ola.ask("day")["streak"], 1)
        self.assertEqual(jan.ask("day")["streak"], 0)

    @within_a_day
    def test_an_attempt_outlives_the_server(self):
        ola = self.guest("Ola")
        table = ola.ask("create", day="expert")["table"]
        ola.close()
        self.clients.clear()
        self.assertEqual(self.server.stop(), 0)
        self.server.start()
        back = self.guest("Ola", token=ola.token).ask("create", day="expert")["table"]
        self.assertEqual((back["code"], back["view"]["hands"]), (table["code"], table["view"]["hands"]))

    @within_a_day
    def test_an_attempt_is_named_while_it_runs_and_its_result_the_day_after(self):
        ola = self.guest("Ola")
        tables = {level: ola.ask("create", day=level)["table"] for level in ("standard", "expert")}
        self.play_out(ola, tables["standard"])
        rows = {row["level"]: row for row in ola.ask("day")["levels"]}
        self.assertEqual({level for level, row in rows.items() if "table" in row}, {"expert"})
        self.assertEqual(rows["expert"]["table"], tables["expert"]["code"])
        self.assertFalse([row for row in self.guest("Jan").ask("day")["levels"] if "table" in row])
        self.assertFalse([row for row in ola.ask("day")["yesterday"] if "you" in row])
        with sqlite3.connect(self.store, timeout=30) as store:  # a day goes by
            deal = hashlib.sha256(self.seed("standard", -1)).hexdigest()
            store.execute("UPDATE games SET deal = ?, began_ms = began_ms - 86400000 WHERE finished = 1", (deal,))
        day = ola.ask("day")
        self.assertEqual({row["level"]: row["you"]["result"] for row in day["yesterday"] if "you" in row},
                         {"standard": rows["standard"]["you"]["result"]})
        self.assertEqual((day["streak"], [row for row in day["levels"] if "you" in row]), (1, []))

    def found(self, client, what, timeout=240):
        """The page of the day, when `what` of it holds."""
        return eventually(lambda: (day := client.ask("day")) and what(day) and day, timeout, "the server has found it out", pause=0.2)

    def facts(self):
        with sqlite3.connect(f"file:{self.store}?mode=ro", uri=True) as store:
            return dict(store.execute("SELECT name, value FROM facts WHERE name LIKE 'day%'"))

    @within_a_day
    def test_what_champion_reached_is_told_to_those_who_have_played(self):
        ola, jan = self.guest("Ola"), self.guest("Jan")
        table = ola.ask("create", day="standard")["table"]
        self.play_out(ola, table)
        level = self.found(ola, lambda day: "champion" in day["levels"][0])["levels"][0]
        self.assertRegex(level["champion"], r"^(won|left \d+)$")
        row, = ola.ask("profile")["profile"]["thegame"]
        left = 0 if level["champion"] == "won" else int(level["champion"].split()[1])
        self.assertEqual(row["yardstick"], {"games": 1, "mean_left": level["you"]["left"], "champion": left})
        self.assertIn(level["winnable"], ["yes", "no", "unknown"])
        for other in jan.ask("day")["levels"] + ola.ask("day")["levels"][1:]:
            self.assertFalse({"champion", "winnable"} & set(other))
        self.assertNotIn("result: won", "".join(ola.heard + jan.heard))

    @within_a_day
    def test_the_day_after_it_is_told_how_the_deal_is_won(self):
        ola = self.guest("Ola")
        parity = (today() - datetime.date(1970, 1, 1)).days % 2
        ola.ask("day")

        def is_found():
            ola.ask("ping")  # who stays silent is gone
            return any(f"day:{parity}:{level}" in self.facts() and f"dayway:{parity}:{level}" in self.facts() for level in LEVELS)

        eventually(is_found, 240, "the server has found out how a deal is won", pause=0.2)
        facts = self.facts()
        with self.assertRaises(Refused) as caught:
            ola.ask("day", way="standard")
        self.assertEqual(caught.exception.error, "no_game")
        yesterday = today() - datetime.timedelta(days=1)
        with sqlite3.connect(self.store, timeout=30) as store:  # a day goes by
            for name, value in facts.items():
                moved = name.replace(f":{parity}:", f":{1 - parity}:"), value.replace(str(today()), str(yesterday), 1)
                store.execute("INSERT INTO facts (name, value) VALUES (?, ?)", moved)
        for level in ola.ask("day")["yesterday"]:
            if level.get("winnable") == "yes":
                record = ola.ask("day", way=level["level"])["record"]
                checked = subprocess.run([PROGRAM, "record", "verify", "-"], input=record, capture_output=True, text=True)
                self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
                self.assertTrue(record.rstrip().endswith("result: won"), record)
                self.assertIn(self.seed(level["level"]).hex(), record)
        self.assertIn("yes", [level.get("winnable") for level in ola.ask("day")["yesterday"]])
        with self.assertRaises(Refused) as caught:
            ola.ask("day", way="nosuch")
        self.assertEqual(caught.exception.error, "bad_request")

    def begin(self, level, *people):
        """A table of these people, dealt: everybody's snapshot."""
        table = people[0].ask("create", day=level)["table"]
        for person in people[1:]:
            person.ask("join", table=table["code"])
        people[0].ask("begin", table=table["code"])
        return [person.ask("join", table=table["code"])["table"] for person in people]

    def row(self, client, level):
        return next(row for row in client.ask("day")["levels"] if row["level"] == level)

    @within_a_day
    def test_tables_of_people_are_dealt_the_same_deck_and_each_counts_once_in_the_field(self):
        parity = (today() - datetime.date(1970, 1, 1)).days % 2
        with sqlite3.connect(self.store, timeout=30) as store:  # so the server has one thing to find out
            store.executemany("INSERT INTO facts (name, value) VALUES (?, ?)", [(f"day:{parity}:{level}", f"{today()} no left 9") for level in LEVELS])
        teams = [[self.guest(f"{name} {team}") for name in ("Ola", "Jan")] for team in range(2)]
        tables = [self.begin("table2", *team) for team in teams]
        self.assertEqual({table["game"]["commitment"] for team in tables for table in team}, {hashlib.sha256(self.seed("table2")).hexdigest()})
        self.assertEqual(tables[0][1]["view"]["hands"][1], tables[1][1]["view"]["hands"][1])
        for team, dealt in zip(teams, tables):
            super().play_out(list(zip(team, dealt)))
        rows = [self.row(client, "table2") for team in teams for client in team]
        self.assertEqual(sum(rows[0]["field"].values()), 2)
        for client, row in zip([client for team in teams for client in team], rows):
            self.assertIn(row["you"]["result"], row["field"])
            self.assertTrue(row["people"])
            self.assertEqual(client.ask("day")["streak"], 1)
        self.assertEqual([row["table"] for row in rows], [table["code"] for team in tables for table in team])
        found = self.found(teams[0][0], lambda day: "champion" in day["levels"][len(LEVELS)])["levels"]
        self.assertRegex(found[len(LEVELS)]["champion"], r"^(won|left \d+)$")
        self.assertFalse([row["level"] for row in found if "champion" in row and row["level"] != "table2"])

    @within_a_day
    def test_who_was_dealt_the_deck_cannot_begin_with_it_elsewhere(self):
        ola, jan, ewa = self.guest("Ola"), self.guest("Jan"), self.guest("Ewa")
        first = self.begin("table2", ola, jan)[0]  # goes on, or is left alone: they know the cards
        other = ewa.ask("create", day="table2")["table"]["code"]
        jan.ask("join", table=other)
        self.refused("day_played", ewa, "begin", table=other)
        ewa.ask("fill", table=other, seat=1, **{"with": "open"})
        self.refused("not_here", jan, "say", table=other, text="hello")
        for client in (ola, jan):
            client.ask("agree", table=first["code"], matter="end")
        self.server.kill()
        self.server.start()
        jan, ewa = self.guest("Jan", token=jan.token), self.guest("Ewa", token=ewa.token)
        mine = jan.ask("create", day="table2")["table"]["code"]
        ewa.ask("join", table=mine)
        self.refused("day_played", jan, "begin", table=mine)
        self.assertEqual(self.row(jan, "table2")["table"], first["code"])
        self.assertNotIn("table", self.row(ewa, "table2"))  # who was refused has seen nothing, and may still play
        self.assertEqual(len(self.begin("table3", jan, ewa, self.guest("Ida"))), 3)  # another deck

    @within_a_day
    def test_who_joins_for_practice_has_seen_the_deck(self):
        ola, jan, ewa, ida = (self.guest(name) for name in ("Ola", "Jan", "Ewa", "Ida"))
        tables = self.begin("table2", ola, jan)
        end = super().play_out([(ola, tables[0]), (jan, tables[1])])
        self.assertEqual(end["phase"], "over")
        code = tables[0]["code"]
        self.refused("series_over", ola, "rematch", table=code)
        field = self.row(ola, "table2")["field"]
        jan.ask("leave", table=code)
        ewa.ask("join", table=code)
        for client in (ola, ewa):
            client.ask("agree", table=code, matter="same_deal")
        tables = [client.ask("join", table=code)["table"] for client in (ola, ewa)]
        super().play_out([(ola, tables[0]), (ewa, tables[1])])
        self.assertEqual(self.row(ola, "table2")["field"], field)
        other = ida.ask("create", day="table2")["table"]["code"]
        ewa.ask("join", table=other)
        self.refused("day_played", ida, "begin", table=other)

    @within_a_day
    def test_a_table_of_the_day_is_for_people_and_cannot_be_reached_in_another_way(self):
        ola, jan = self.guest("Ola"), self.guest("Jan")
        table = ola.ask("create", day="table3")["table"]
        self.assertEqual((table["phase"], table["watchable"], table["game"]), ("waiting", False, None))
        self.assertEqual(ola.ask("create", day="table3")["table"]["code"], table["code"])
        self.refused("day_people", ola, "fill", table=table["code"], seat=1, **{"with": "bot:strong"})
        self.refused("seats_empty", ola, "begin", table=table["code"])
        self.refused("series_stays", ola, "lobby", table=table["code"], rules="thegame(players=2)")
        for word in ("day", "DAY"):
            self.refused("bad_series", jan, "create", rules="thegame(players=2)", series=word, deals=1)
            self.refused("bad_series", jan, "series", rules="thegame(players=2)", series=word, deals=1)
        self.refused("not_owner", (jan.ask("join", table=table["code"]), jan)[1], "begin", table=table["code"])
        self.assertNotIn("table", self.row(ola, "table3"))

    def test_an_unknown_level_is_refused_and_makes_nothing(self):
        ola = self.guest("Ola")
        for level in ["nosuch", "", 7, None]:
            with self.assertRaises(Refused) as caught:
                ola.ask("create", day=level)
            self.assertEqual(caught.exception.error, "bad_request")
        self.assertEqual(ola.ask("history")["games"], [])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
