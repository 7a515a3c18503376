#!/usr/bin/env python3
"""Ratings over real sockets: what counts, what does not, who is shown, and that a crash counts nothing twice.

Usage: ratings.py PROGRAM
"""
import contextlib
import pathlib
import sqlite3
import subprocess
import sys
import unittest

from lib.client import Client, metric, program_from_arguments
from lib.people import PASSPHRASE, People
from lib.waiting import eventually

DUEL = "facetoface"
EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "docs/examples/bot.py"


class Ratings(People):
    PROGRAM = program_from_arguments(sys.argv) if len(sys.argv) > 1 else People.PROGRAM

    def duel(self, winner, loser, **settings):
        """A rated duel that the second one resigns."""
        table = winner.ask("create", rules=DUEL, rated=True, begin_when_full=True, **settings)["table"]["code"]
        loser.ask("join", table=table)
        loser.ask("resign", table=table)
        return table

    @staticmethod
    def rating(client, game=DUEL, **members):
        ratings = client.ask("profile", **members)["profile"]["ratings"]
        return next((row for row in ratings if row["game"] == game), None)

    def test_a_duel_moves_both_ratings_and_shows_on_profile_and_leaderboard(self):
        ola, jan = self.person("Ola"), self.person("Jan")
        self.duel(ola, jan)
        won, lost = self.rating(ola), self.rating(jan)
        self.assertGreater(won["rating"], 1650)
        self.assertLess(lost["rating"], 1350)
        self.assertTrue(won["provisional"])
        self.assertEqual((won["games"], won["wins"], lost["games"], lost["wins"]), (1, 1, 1, 0))
        self.assertEqual(self.rating(jan, account="OLA"), won)
        board = jan.ask("leaders", game=DUEL)
        self.assertEqual([row["account"] for row in board["leaders"]], ["ola", "jan"])
        self.assertEqual(jan.ask("leaders", game=DUEL, season="2020-1")["leaders"], [])
        self.assertEqual(jan.ask("leaders", game="lie")["leaders"], [])
        self.refused("bad_request", jan, "leaders", game=DUEL, season="soon")

    def test_what_a_rated_table_must_be_like(self):
        ola, guest = self.person("Ola"), self.guest("Guest")
        self.refused("account_first", guest, "create", rules=DUEL, rated=True)
        for wrong in [{"rules": "thegame"}, {"takeback": True}, {"odds": True}, {"memory": True}, {"turn_seconds": 0}]:
            with self.subTest(wrong=wrong):
                self.refused("bad_rated", ola, "create", **{"rules": DUEL, "rated": True, **wrong})
        table = ola.ask("create", rules=DUEL, rated=True)["table"]
        self.assertTrue(table["rated"])
        self.assertFalse(table["takeback"] or table["odds"] or table["memory"])
        self.assertGreater(table["turn_seconds"], 0)
        self.refused("account_first", guest, "join", table=table["code"])
        self.assertFalse(ola.ask("create", rules=DUEL)["table"]["rated"])

    def test_unrated_and_repeated_games_do_not_count(self):
        ola, jan = self.person("Ola"), self.person("Jan")
        code = ola.ask("create", rules=DUEL, begin_when_full=True)["table"]["code"]
        jan.ask("join", table=code)
        jan.ask("resign", table=code)
        self.assertIsNone(self.rating(ola))
        code = self.duel(ola, jan)
        before = self.rating(ola)
        for client in (ola, jan):
            client.ask("rematch", table=code, same=True)
        jan.ask("resign", table=code)
        self.assertEqual(self.rating(ola), before)

    def test_leaving_is_losing_even_when_the_bot_would_win(self):
        ola, jan, eva = self.person("Ola"), self.person("Jan"), self.person("Eva")
        table = ola.ask("create", rules="lie(players=3)", rated=True, begin_when_full=True)["table"]["code"]
        tables = [(ola, ola.ask("watch", table=table)["table"])]
        for client in (jan, eva):
            client.ask("join", table=table)
        jan.ask("leave", table=table)
        tables = [(client, client.ask("watch", table=table)["table"]) for client in (ola, eva)]
        self.play_out(tables)
        self.assertLess(self.rating(jan, "lie")["rating"], 1400)
        self.assertEqual(self.rating(jan, "lie")["wins"], 0)
        self.assertGreater(self.rating(ola, "lie")["rating"] + self.rating(eva, "lie")["rating"], 3000)

    def test_bots_are_on_the_same_scale(self):
        ola = self.person("Ola")
        table = ola.ask("create", rules="lie(players=2)", rated=True, seats=["me", "bot:steady"], begin=True)["table"]
        self.play_out([(ola, table)])
        board = ola.ask("leaders", game="lie")["leaders"]
        self.assertEqual({row.get("bot") or row["account"] for row in board}, {"ola", "steady"})
        self.assertAlmostEqual(sum(row["rating"] for row in board), 3000, delta=0.1)

    def test_the_same_two_count_five_times_a_day(self):
        ola, jan = self.person("Ola"), self.person("Jan")
        for _ in range(7):
            self.duel(ola, jan)
        self.assertLessEqual(self.rating(ola)["games"], 10)  # midnight may come in between
        self.assertGreaterEqual(self.rating(ola)["games"], 5)

    def test_a_private_profile_is_shown_to_its_owner_alone(self):
        ola, jan = self.person("Ola"), self.person("Jan")
        self.duel(ola, jan)
        self.assertTrue(ola.ask("preferences", private=True)["private"])
        self.refused("no_profile", jan, "profile", account="Ola")
        self.refused("no_profile", jan, "profile", account="Nobody")
        self.assertEqual([row["account"] for row in jan.ask("leaders", game=DUEL)["leaders"]], ["jan"])
        self.assertEqual(self.rating(ola)["games"], 1)
        self.assertFalse(ola.ask("preferences", private=False)["private"])
        self.assertEqual(self.rating(jan, account="Ola")["games"], 1)

    def test_the_game_has_win_rate_and_streaks(self):
        guest = self.guest("Guest")
        for _ in range(3):
            table = guest.ask("create", rules="thegame(players=1)", begin=True)["table"]
            self.play_out([(guest, table)])
        row, = guest.ask("profile")["profile"]["thegame"]
        self.assertEqual(row["games"], 3)
        self.assertTrue(row["rules"].startswith("thegame(players=1,"))
        self.assertLessEqual(row["wins"], row["longest"] + row["games"])
        self.assertLessEqual(row["best"], row["mean_left"])

    def test_export_and_delete_include_it(self):
        ola, jan = self.person("Ola"), self.person("Jan")
        self.duel(ola, jan)
        ola.ask("preferences", private=True)
        data = ola.ask("export")["data"]
        self.assertEqual((data["ratings"][0]["games"], data["settings"]), (1, {"private": "1"}))
        ola.ask("delete_me", sure=True)
        self.assertEqual([row["account"] for row in jan.ask("leaders", game=DUEL)["leaders"]], ["jan"])
        with sqlite3.connect(f"file:{self.store}?mode=ro", uri=True) as store:
            self.assertEqual(store.execute("SELECT count(*) FROM ratings").fetchone()[0], 1)
            self.assertEqual(store.execute("SELECT count(*) FROM person_facts").fetchone()[0], 0)

    def test_a_killed_server_counts_each_game_once(self):
        ola, jan = self.person("Ola"), self.person("Jan")
        for _ in range(4):
            code = ola.ask("create", rules=DUEL, rated=True, begin_when_full=True)["table"]["code"]
            jan.ask("join", table=code)
            ref = jan.send("resign", table=code)
            self.server.kill()
            self.server.start()
            ola, jan = (self.back(client) for client in (ola, jan))
            jan.reply(jan.send("resign", ref=ref, table=code))  # as a client does that was not answered
        with sqlite3.connect(f"file:{self.store}?mode=ro", uri=True) as store:
            played = store.execute("SELECT count(*) FROM rated").fetchone()[0]
            self.assertEqual(store.execute("SELECT count(*) FROM games").fetchone()[0], played)
        self.assertEqual(played, 4)
        self.assertEqual((self.rating(ola)["games"], self.rating(ola)["wins"]), (4, 4))

    def test_two_example_bots_find_each_other_and_play_rated_games(self):
        ola = self.person("Ola")
        bots = [subprocess.Popen([sys.executable, str(EXAMPLE), "127.0.0.1", str(self.server.port), "find:lie(players=2)", name, PASSPHRASE])
                for name in ("robot-one", "robot-two")]
        try:
            leaders = eventually(lambda: ola.ask("leaders", game="lie")["leaders"], 120, "both bots are rated", pause=0.1)
            self.assertEqual({row["account"] for row in leaders}, {"robot-one", "robot-two"})
        finally:
            for bot in bots:
                bot.kill()
                bot.wait()

    def back(self, client):
        client.close()
        again = Client(self.server.port)
        self.clients.append(again)
        name = client.welcome["name"]
        first = again.hello(name, token=client.token, moves=True)
        self.assertEqual(first.welcome["account"], name.lower())
        return first


class StrictServer(People):
    PROGRAM = Ratings.PROGRAM
    OPTIONS = ("--max-rate", "5", "--max-burst", "4")  # less than bots ask on a busy machine, too

    def games(self):
        with contextlib.closing(sqlite3.connect(f"file:{self.store}?mode=ro", uri=True)) as store:
            return store.execute("SELECT count(*) FROM games").fetchone()[0]

    def test_example_bots_that_are_too_fast_ask_less_often_and_finish_their_duel(self):
        bots = [subprocess.Popen([sys.executable, str(EXAMPLE), "127.0.0.1", str(self.server.port), "find:facetoface", name]) for name in ("One", "Two")]
        try:
            eventually(lambda: self.games() or any(bot.poll() is not None for bot in bots), 120, "the duel is over", pause=0.1)
            self.assertTrue(self.games(), "a bot has given up")
            self.assertGreater(metric(self.server.port, 'refused_total{reason="too_fast"}'), 0)
        finally:
            for bot in bots:
                bot.kill()
                bot.wait()


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
