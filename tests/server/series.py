#!/usr/bin/env python3
"""Duplicate play over real sockets: the same deals for every table of a series, in the same order, and standings that spoil nothing.

Usage: series.py PROGRAM
"""
import hashlib
import pathlib
import sqlite3
import sys
import unittest

from lib.client import program_from_arguments
from lib.people import People

PROGRAM = program_from_arguments(sys.argv) if len(sys.argv) > 1 else pathlib.Path("build/check/stos")
RULES = "thegame(players=2,start=0)"


class Series(People):
    PROGRAM = PROGRAM

    def seed(self, series, index, rules):
        """The seed of a deal, as only the host can know it."""
        with sqlite3.connect(f"file:{self.store}?mode=ro", uri=True) as store:
            secret = store.execute("SELECT value FROM facts WHERE name = 'secret'").fetchone()[0]
        return hashlib.blake2b(f"stos series {series} {index} {rules}".encode(), key=secret.encode(), digest_size=32).digest()

    @staticmethod
    def table(client, **members):
        """A table of a series for one person and a bot, dealt at once."""
        return client.ask("create", **{"rules": RULES, "begin": True, "seats": ["me", "bot:steady"], **members})["table"]

    def again(self, client, code, **members):
        client.ask("rematch", table=code, **members)
        return client.ask("join", table=code)["table"]

    def standings(self, client, table):
        return client.ask("series", series=table["series"], rules=table["rules"], deals=table["deals"])

    def finish(self, client, table):
        return self.play_out([(client, table)])

    def test_tables_of_a_series_are_dealt_the_same_decks_in_the_same_order(self):
        ola, jan = self.guest("Ola"), self.guest("Jan")
        first = self.table(ola, series=True, deals=2)
        second = self.table(jan, series=first["series"], deals=2)
        self.assertNotEqual(first["series"], first["code"])
        self.assertEqual((first["dealt"], first["deals"]), (1, 2))
        for index in range(2):
            promised = hashlib.sha256(self.seed(first["series"], index, first["rules"])).hexdigest()
            self.assertEqual({table["game"]["commitment"] for table in (first, second)}, {promised})
            self.assertEqual(first["view"]["hands"][0], second["view"]["hands"][0])
            self.finish(ola, first)
            self.finish(jan, second)
            if index == 0:
                first, second = self.again(ola, first["code"]), self.again(jan, second["code"])
        self.refused("series_over", ola, "rematch", table=first["code"])
        self.refused("series_over", jan, "begin", table=second["code"])

    def test_the_same_deal_again_is_not_the_next_one(self):
        ola = self.guest("Ola")
        table = self.table(ola, series="bamoteki", deals=2)
        first = table["game"]["commitment"]
        self.finish(ola, table)
        again = self.again(ola, table["code"], same=True)
        self.assertEqual((again["game"]["commitment"], again["dealt"]), (first, 1))
        self.finish(ola, again)
        following = self.again(ola, table["code"])
        self.assertEqual(following["dealt"], 2)
        self.assertEqual(following["game"]["commitment"], hashlib.sha256(self.seed("bamoteki", 1, table["rules"])).hexdigest())

    def test_standings_lead_to_the_own_table_and_to_no_other(self):
        ola, jan = self.guest("Ola"), self.guest("Jan")
        table = self.table(ola, series=True, deals=2)
        self.finish(ola, table)
        self.assertEqual([team["table"] for team in self.standings(ola, table)["teams"]], [table["code"]])
        self.assertNotIn("table", self.standings(jan, table)["teams"][0])

    def test_a_series_outlives_the_server(self):
        ola = self.guest("Ola")
        table = self.table(ola, series="bamoteki", deals=3)
        self.finish(ola, table)
        self.server.kill()
        self.server.start()
        ola = self.guest("Ola", token=ola.token)
        table = self.again(ola, table["code"])
        self.assertEqual((table["series"], table["deals"], table["dealt"]), ("bamoteki", 3, 2))

    def test_standings_tell_of_a_deal_only_to_those_who_have_played_it(self):
        ola, jan = self.guest("Ola"), self.guest("Jan")
        first = self.table(ola, series="bamoteki", deals=2)
        end = self.finish(ola, first)
        mine, other = self.standings(ola, first), self.standings(jan, first)
        self.assertEqual([deal.get("seed") for deal in mine["deals"]], [self.seed("bamoteki", 0, first["rules"]).hex(), None])
        self.assertEqual([deal.get("seed") for deal in other["deals"]], [None, None])
        (team,) = mine["teams"]
        self.assertEqual(team["players"], [{"name": "Ola"}, {"bot": "steady"}])
        self.assertTrue(team["you"])
        result, nothing = team["results"]
        self.assertIsNone(nothing)
        self.assertEqual((result["practice"], result["won"]), (False, end["events"][-1]["result"] == "won"))
        self.assertEqual(other["teams"][0]["results"], [{}, None])
        second = self.table(jan, series="bamoteki", deals=2)
        self.finish(jan, second)
        self.assertEqual(self.standings(jan, second)["teams"][0]["results"][0], result)
        self.assertEqual([team["you"] for team in self.standings(jan, second)["teams"]], [False, True])

    def test_only_the_first_time_counts(self):
        ola = self.guest("Ola")
        first = self.table(ola, series="bamoteki", deals=1)
        self.finish(ola, first)
        second = self.table(ola, series="bamoteki", deals=1)
        self.assertNotEqual(first["code"], second["code"])
        self.finish(ola, second)
        teams = self.standings(ola, second)["teams"]
        self.assertEqual([team["results"][0]["practice"] for team in teams], [False, True])

    def test_a_game_given_up_counts_with_all_cards(self):
        ola = self.guest("Ola")
        table = self.table(ola, series="bamoteki", deals=1)
        ola.ask("agree", table=table["code"], matter="end")
        (team,) = self.standings(ola, table)["teams"]
        self.assertEqual(team["results"], [{"left": 98, "won": False, "practice": False, "game": table["game"]["id"]}])

    def test_other_rules_are_another_series(self):
        ola = self.guest("Ola")
        table = self.table(ola, series="bamoteki", deals=2)
        self.finish(ola, table)
        self.refused("series_stays", ola, "lobby", table=table["code"], rules="thegame(players=3,start=0)")
        ola.ask("lobby", table=table["code"], rules=table["rules"])
        expert = self.table(self.guest("Jan"), series="bamoteki", rules="thegame(players=2,min=3,start=0)")
        self.assertNotEqual(expert["game"]["commitment"], table["game"]["commitment"])
        self.assertEqual(expert["deals"], 4)

    def test_bad_requests_are_refused_in_words(self):
        ola = self.guest("Ola")
        for members in [{"series": ""}, {"series": "a" * 40}, {"series": 7}, {"series": "a b"}]:
            self.refused("bad_series", ola, "create", rules=RULES, **members)
            self.refused("bad_series", ola, "series", rules=RULES, deals=2, **members)
        for deals in (0, 21, "4", -1, 2 ** 40):
            self.refused("bad_request", ola, "create", rules=RULES, series=True, deals=deals)
            self.refused("bad_series", ola, "series", rules=RULES, series="bamoteki", deals=deals)
        for rules in ("facetoface", "lie(players=3)"):
            self.refused("series_alone", ola, "create", rules=rules, series=True)
            self.refused("series_alone", ola, "series", rules=rules, series="bamoteki", deals=2)
        self.refused("bad_rules", ola, "series", rules="thegame(players=9)", series="bamoteki", deals=2)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
