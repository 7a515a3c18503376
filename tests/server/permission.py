#!/usr/bin/env python3
"""Who may do what to which table and deal, over real sockets: each test is named after what somebody gained who should not have.

Usage: permission.py PROGRAM
"""
import pathlib
import sqlite3
import sys
import tempfile
import unittest
import urllib.error
import urllib.request

from lib.client import Client, Closed, Refused, Server, metric, program_from_arguments
from lib.people import People

PROGRAM = program_from_arguments(sys.argv) if len(sys.argv) > 1 else People.PROGRAM
HOST = "the host of this server"
SPELLINGS = (str.upper, str.capitalize, lambda code: f"{code[:4]} {code[4:]}", lambda code: f"{code[:2]}-{code[2:]}")


class Permission(People):
    PROGRAM = PROGRAM
    LIMITS = ()

    @classmethod
    def setUpClass(cls):
        with tempfile.NamedTemporaryFile("w", delete=False) as file:
            file.write(f"{HOST}\n")
        cls.addClassCleanup(pathlib.Path(file.name).unlink)
        cls.OPTIONS = ("--admin-passphrase-file", file.name, *cls.LIMITS)

    def host(self):
        client = self.guest("")
        client.ask("host", passphrase=HOST)
        return client

    def stored(self, name):
        """Somebody whom the host can find."""
        client = self.guest(name)
        self.table(client)
        return client

    def table(self, client, rules="thegame(players=3)", **members):
        return client.ask("create", rules=rules, **members)["table"]["code"]

    @staticmethod
    def error_of(client, verb, **members):
        try:
            client.ask(verb, **members)
        except Refused as refusal:
            return refusal.error
        return ""

    def ban_at(self, host, client, code, **members):
        """Bans somebody from one table, and waits until the server does it."""
        act = host.ask("host", act="ban", target=client.welcome["person"], table=code, **members)["id"]
        self.eventually(lambda: next(row for row in host.ask("host", list="log")["rows"] if row["id"] == act)["done_ms"], "the ban is done")
        self.eventually(lambda: self.error_of(client, "look", table=code) == "banned", "the ban is known")


class Bans(Permission):
    def test_capitals_let_a_banned_person_back_in(self):
        ola, bad, host = self.guest("Ola"), self.stored("Bad"), self.host()
        code = self.table(ola)
        self.ban_at(host, bad, code)
        for spell in (str, *SPELLINGS):
            for verb, members in (("resume", {"last": 0}), ("watch", {}), ("join", {}), ("look", {}), ("say", {"text": "hello"})):
                self.refused("banned", bad, verb, table=spell(code), **members)
        self.assertEqual(self.error_of(ola, "say", table=code, text="hello"), "")

    def test_a_ban_written_in_capitals_bans_nobody(self):
        ola, bad, host = self.guest("Ola"), self.guest("Bad"), self.host()
        code = self.table(ola)
        bad.ask("join", table=code)
        host.ask("host", act="ban", target=bad.welcome["person"], table=code.upper())
        self.eventually(lambda: self.error_of(bad, "say", table=code, text="hello") == "banned", "the ban holds")
        host.ask("host", act="unban", target=bad.welcome["person"], table=code.capitalize())
        self.eventually(lambda: self.error_of(bad, "join", table=code) == "", "the ban is lifted")
        host.ask("host", act="close", target=code.upper())
        ola.frame(lambda frame: frame.get("phase") == "closed")

    def test_a_ban_at_a_table_that_does_not_exist_is_accepted(self):
        bad, host = self.guest("Bad"), self.host()
        self.table(bad)
        for code in ("nosuchta", "NoSuchTable", "no", "a" * 50, "tab1e"):
            self.refused("no_table", host, "host", act="ban", target=bad.welcome["person"], table=code)
        self.assertEqual(host.ask("host", list="bans")["rows"], [])
        self.assertEqual(host.ask("host", list="log")["rows"], [])

    def test_a_banned_person_keeps_the_seat_and_talks_on(self):
        ola, bad, host = self.guest("Ola"), self.guest("Bad"), self.host()
        code = self.table(ola)
        bad.ask("join", table=code)
        bad.ask("say", table=code, text="you are all bad")
        self.ban_at(host, bad, code)
        for verb, members in (("say", {"text": "hello"}), ("chat", {}), ("leave", {}), ("join", {}), ("resume", {"last": 0})):
            self.refused("banned", bad, verb, table=code, **members)
        seats = ola.ask("join", table=code)["table"]["seats"]
        self.assertNotIn("Bad", [seat.get("name") for seat in seats])
        ola.ask("say", table=code, text="among us")
        self.assertEqual([frame for frame in bad.frames if "among us" in str(frame)], [])
        self.assertEqual(self.error_of(bad, "create", rules="thegame"), "")  # elsewhere they may play

    def test_a_banned_person_plays_on_to_the_end(self):
        ola, bad, host = self.guest("Ola"), self.guest("Bad"), self.host()
        code = self.table(ola, rules="lie(players=2)")
        bad.ask("join", table=code)
        ola.ask("begin", table=code)
        self.ban_at(host, bad, code, hours=1)
        self.refused("banned", bad, "move", table=code, position=1, move="x")
        self.eventually(lambda: ola.ask("resume", table=code, last=0)["seats"][1]["stand_in"] == "resigned", "a bot plays for them")
        host.ask("host", act="unban", target=bad.welcome["person"], table=code)
        self.eventually(lambda: self.error_of(bad, "join", table=code) == "", "they are back")

    def test_a_banned_person_keeps_watching(self):
        ola, bad, host = self.guest("Ola"), self.stored("Bad"), self.host()
        code = self.table(ola)
        bad.ask("watch", table=code)
        self.ban_at(host, bad, code)
        told = bad.frame(lambda frame: "error" in frame)
        self.assertEqual((told["error"], told["table"]), ("banned", code))
        ola.ask("say", table=code, text="among us")
        self.assertEqual(self.error_of(bad, "ping"), "")
        self.assertEqual([frame for frame in bad.frames if "among us" in str(frame)], [])

    def test_the_same_create_lets_a_banned_owner_back_in(self):
        bad, host = self.guest("Bad"), self.host()
        code = bad.ask("create", ref="again", rules="thegame(players=3)")["table"]["code"]
        self.ban_at(host, bad, code)
        self.assertNotEqual(bad.ask("create", ref="again", rules="thegame(players=3)")["table"]["code"], code)

    def test_a_long_reason_hides_what_was_done_later(self):
        bad, host = self.guest("Bad"), self.host()
        self.table(bad)
        person = bad.welcome["person"]
        long = "ж" * 200
        host.ask("host", act="mute", target=person, hours=1, reason=long)
        self.refused("too_long", host, "host", act="ban", target=person, reason=long + "ж")
        host.ask("host", act="unmute", target=person, reason="x" * 200)
        rows = host.ask("host", list="log")["rows"]
        self.assertEqual([(row["what"], row["reason"]) for row in rows], [("mute", long), ("unmute", "x" * 200)])
        self.assertEqual(host.ask("host", list="bans")["rows"], [])

    def test_a_row_that_was_cut_within_a_letter_hides_the_rows_behind_it(self):
        bad, host = self.guest("Bad"), self.host()
        self.table(bad)
        person = bad.welcome["person"]
        host.ask("host", act="mute", target=person, hours=1, reason="ж" * 127)
        with sqlite3.connect(self.store, timeout=60) as store:  # as 0.2.0 wrote it
            store.execute("UPDATE acts SET reason = CAST(? AS TEXT)", [("ж" * 127).encode() + b"\xd0"])
        host.ask("host", act="unmute", target=person, reason="later")
        self.assertEqual([(row["what"], row["reason"]) for row in host.ask("host", list="log")["rows"]],
                         [("mute", "ж" * 127), ("unmute", "later")])


class Watchers(Permission):
    LIMITS = ("--max-watchers", "1")

    def test_players_take_the_places_of_watchers(self):
        ola, jan, eva, ida = (self.guest(name) for name in ("Ola", "Jan", "Eva", "Ida"))
        code = self.table(ola)
        jan.ask("join", table=code)
        eva.ask("watch", table=code)
        self.refused("too_many", ida, "watch", table=code)
        ola.ask("resume", table=code, last=0)
        self.assertEqual(self.error_of(eva, "watch", table=code), "")  # who watches already is not one more

    def test_other_words_and_spellings_let_one_watcher_more_in(self):
        ola, eva, ida = (self.guest(name) for name in ("Ola", "Eva", "Ida"))
        code = self.table(ola)
        eva.ask("watch", table=code)
        for spell in (str, *SPELLINGS):
            self.refused("too_many", ida, "watch", table=spell(code))
            self.refused("too_many", ida, "resume", table=spell(code), last=0)
        ida.ask("join", table=code)


class Bounds(Permission):
    LIMITS = ("--max-frame-bytes", "65536")

    def test_capitals_make_chat_free(self):
        """Chat costs its bytes times those who read it, however the code is written."""
        ola = self.guest("Ola")
        code = self.table(ola, door="code")
        for name in ("Jan", "Eva", "Ida", "Max"):
            token = self.guest(name).token
            for _ in range(20):  # windows of one person
                self.guest(name, token=token).ask("watch", table=code)
        self.assertTrue(any(self.error_of(ola, "say", table=code.upper(), text="word " * 75) == "too_fast" for _ in range(1000)))

    def test_requests_ahead_of_hello_fill_the_memory(self):
        ola, jan, client = self.guest("Ola"), self.stored("Jan"), Client(self.server.port)
        self.clients.append(client)
        store = sqlite3.connect(self.store, isolation_level=None)
        store.execute("BEGIN IMMEDIATE")  # nobody else can write: the commit waits, and so does the hello behind it
        made = ola.send("create", rules="thegame")
        ola.ask("ping")  # so its commit was sent off
        refs = [client.send("hello", version=1, token=jan.token)]
        refs += [client.send("ping", padding="x" * 15000) for _ in range(40)]
        last = client.reply(refs[-1])["error"]
        store.execute("ROLLBACK")
        store.close()
        errors = [client.reply(ref).get("error") for ref in refs[:-1]] + [last]  # each is answered
        self.assertEqual((set(errors[:4]), set(errors[5:])), ({None}, {"too_fast"}))  # some may be sent ahead
        self.assertTrue(ola.reply(made)["ok"])


class DamagedLogs(Permission):
    def restart(self, change, *values):
        self.assertEqual(self.server.stop(), 0)
        with sqlite3.connect(self.store) as store:
            store.execute(change, values)
        self.server.start()

    def test_a_repeated_create_at_a_damaged_table_never_ends(self):
        ola = self.guest("Ola")
        code = ola.ask("create", ref="mine", rules="thegame(players=3)")["table"]["code"]
        ola.ask("say", table=code, text="hello")
        self.restart("UPDATE events SET line = 'nonsense' WHERE code = ? AND number = 2", code)
        ola = self.guest("Ola", token=ola.token)
        self.refused("table_damaged", ola, "create", ref="mine", rules="thegame(players=3)")
        self.refused("table_damaged", ola, "join", table=code)
        self.assertLess(metric(self.server.port, "conflicts_total"), 5)
        self.refused("no_table", ola, "join", table="nosuchta")
        self.assertEqual(self.error_of(ola, "create", rules="thegame"), "")

    def test_one_damaged_table_stops_all_tables(self):
        ola, jan = self.guest("Ola"), self.guest("Jan")
        bad, good = self.table(ola), self.table(jan)
        with sqlite3.connect(self.store, timeout=60) as store:
            store.execute("INSERT INTO events (code, number, line) VALUES (?, ?, 'nonsense')", [bad, 3])
        for _ in range(3):
            refs = [(ola, ola.send("say", table=bad, text="hello")), (jan, jan.send("say", table=good, text="hello"))]
            errors = [client.reply(ref).get("error") for client, ref in refs]
            self.assertEqual(errors, ["table_damaged", None])
            self.guest("Eva").ask("create", rules="thegame")


RULES = "thegame(players=2,start=0)"


class Deals(Permission):
    """Decks that somebody has yet to play."""

    @staticmethod
    def begin(client, **members):
        return client.ask("create", **{"rules": RULES, "begin": True, "seats": ["me", "bot:novice"], "door": "code", **members})["table"]

    def next_deal(self, client, code):
        client.ask("rematch", table=code)
        return client.ask("join", table=code)["table"]

    def finish(self, client, table):
        """Plays to the end, and returns the id of the game."""
        self.play_out([(client, table)])
        return table["game"]["id"]

    def http(self, path):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.server.port}{path}", timeout=60) as answer:
                return answer.status
        except urllib.error.HTTPError as answer:
            return answer.code

    def closed(self, error, client, game):
        for verb in "record", "verify", "analyze":
            self.refused(error, client, verb, game=game)
        self.assertEqual(client.ask("statistics", game=game)["deal"], [])

    def open(self, client, game):
        for verb in "record", "verify", "analyze":
            client.ask(verb, game=game)
        self.assertNotEqual(client.ask("statistics", game=game)["deal"], [])

    def test_statistics_of_a_replay_link_lead_into_a_private_table(self):
        ola, jan, eva = (self.guest(name) for name in ("Ola", "Jan", "Eva"))
        tables = [self.begin(client, series="bamoteki", deals=2) for client in (ola, jan)]
        games = [self.finish(client, table) for client, table in zip((ola, jan), tables)]
        for game in games:
            rows = eva.ask("statistics", game=game)["deal"]
            self.assertEqual({row["table"] for row in rows}, {""})
        self.assertEqual({row["table"] for row in ola.ask("statistics", game=games[1])["deal"]}, {tables[0]["code"], ""})

    def test_the_next_deck_of_a_series_is_seen_at_the_other_teams_table(self):
        ola, jan = self.guest("Ola"), self.guest("Jan")
        mine, other = (self.begin(client, series="bamoteki", deals=2) for client in (ola, jan))
        self.refused("deal_ahead", ola, "watch", table=other["code"])
        self.finish(jan, other)
        self.refused("deal_ahead", ola, "watch", table=other["code"])
        self.finish(ola, mine)
        ola.ask("watch", table=other["code"])  # both have finished it
        following = self.next_deal(jan, other["code"])
        told = ola.frame(lambda frame: frame.get("error"))
        self.assertEqual((told["error"], told["table"]), ("deal_ahead", other["code"]))
        for spell in (str, *SPELLINGS):
            for verb, members in (("watch", {}), ("resume", {"last": 0}), ("join", {})):
                self.refused("deal_ahead", ola, verb, table=spell(other["code"]), **members)
        self.refused("not_here", ola, "chat", table=other["code"])
        second = self.finish(jan, following)
        self.closed("deal_ahead", ola, second)
        self.assertNotIn(jan.ask("verify", game=second)["seed"], str(ola.frames))
        self.finish(ola, self.next_deal(ola, mine["code"]))
        self.open(ola, second)
        ola.ask("watch", table=other["code"])

    def test_who_watches_first_and_sits_down_then_sees_the_deck(self):
        ola, jan = self.guest("Ola"), self.guest("Jan")
        other = self.begin(jan, series="bamoteki", deals=2)
        ola.ask("watch", table=other["code"])
        self.begin(ola, series="bamoteki", deals=2)
        told = ola.frame(lambda frame: frame.get("error"))
        self.assertEqual((told["error"], told["table"]), ("deal_ahead", other["code"]))

    def test_the_record_gives_a_deck_that_another_table_still_plays(self):
        ola, jan, eva = (self.guest(name) for name in ("Ola", "Jan", "Eva"))
        mine, other = (self.begin(client, series="bamoteki", deals=1) for client in (ola, jan))
        game = self.finish(ola, mine)
        self.open(ola, game)
        self.closed("deal_ahead", jan, game)
        self.closed("game_runs", eva, game)
        for path in "records", "verify":
            self.assertEqual(self.http(f"/api/{path}/{game}"), 409)
        jan.ask("agree", table=other["code"], matter="end")
        for client in (jan, eva):
            self.open(client, game)
        self.assertEqual(self.http(f"/api/records/{game}"), 200)

    def test_a_restart_forgets_which_decks_are_played(self):
        ola, jan = self.guest("Ola"), self.guest("Jan")
        mine, other = (self.begin(client, series="bamoteki", deals=1) for client in (ola, jan))
        game = self.finish(ola, mine)
        self.server.kill()
        self.server.start()
        self.closed("game_runs", self.guest("Eva"), game)
        self.closed("deal_ahead", self.guest("Jan", token=jan.token), game)

    def test_todays_deck_is_told_to_who_has_yet_to_play_it(self):
        ola, jan, eva = (self.guest(name) for name in ("Ola", "Jan", "Eva"))
        table = ola.ask("create", day="standard")["table"]
        self.refused("deal_today", jan, "watch", table=table["code"], key=table["key"])
        game = self.finish(ola, table)
        self.open(ola, game)
        for client in (jan, eva):
            self.closed("deal_today", client, game)
            self.refused("deal_today", client, "watch", table=table["code"], key=table["key"])
        self.assertEqual(self.http(f"/api/records/{game}"), 409)
        self.finish(jan, jan.ask("create", day="standard")["table"])
        self.open(jan, game)
        self.closed("deal_today", eva, game)

    def test_who_joins_a_table_of_the_day_sees_its_deck_and_begins_elsewhere(self):
        ola, jan, ewa, ida = (self.guest(name) for name in ("Ola", "Jan", "Ewa", "Ida"))
        code = ola.ask("create", day="table2")["table"]["code"]
        jan.ask("join", table=code)
        ola.ask("begin", table=code)
        for client in (ola, jan):
            client.ask("agree", table=code, matter="end")
        jan.ask("leave", table=code)
        self.assertEqual(ewa.ask("join", table=code)["table"]["phase"], "over")
        ewa.ask("leave", table=code)
        other = ewa.ask("create", day="table2")["table"]["code"]
        ida.ask("join", table=other)
        self.refused("day_played", ewa, "begin", table=other)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"] + sys.argv[1:])
