"""The server through real sockets: whole games, roles, talk, people, clocks, restarts. docs/protocol.md is what is tested.

Usage: test_server.py PROGRAM
"""
import contextlib
import json
import pathlib
import random
import select
import socket
import sqlite3
import ssl
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request

from lib.client import Client, Closed, Refused, Server, program_from_arguments
from lib.documented import Documented
from lib.waiting import eventually

PROGRAM = program_from_arguments(sys.argv) if len(sys.argv) > 1 else pathlib.Path("build/check/stos")
EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "docs/examples/bot.py"


def play_out(client, table, choose=random.choice, seconds=180):
    """Plays one's seat until the game is over; returns the last frame."""
    end = time.monotonic() + seconds
    state = dict(table)
    while state["phase"] == "playing":
        assert time.monotonic() < end, f"stuck at {state}"
        if state.get("moves"):
            move = choose(state["moves"])
            state["moves"] = []
            ref = client.send("move", table=table["code"], position=state["position"], move=move)
            reply = client.reply(ref)
            if not reply["ok"]:
                assert reply["error"] == "stale", reply
                state.update(reply["table"])
        for frame in client.frames or [client.frame()]:
            if frame.get("table") == table["code"]:
                state.update(frame)
        client.frames.clear()
    return state


def log_lines(store):
    """All that is in the logs of a store."""
    with contextlib.closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True, timeout=60)) as base:
        return "\n".join(line for line, in base.execute("SELECT line FROM events"))


def unsealed(line):
    """A line without its checksum, which is of its place."""
    return line.partition("\x1f")[0]


class ServerTest(unittest.TestCase):
    """One server for a class of tests, with a store of its own."""

    options = ("--max-rate", "5000", "--max-burst", "5000", "--log", "info")

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.store = pathlib.Path(cls.folder.name) / "s.db"
        cls.log = pathlib.Path(cls.folder.name) / "log"
        cls.server = Server(PROGRAM, cls.store, *cls.options, log=cls.log)

    @classmethod
    def tearDownClass(cls):
        code = cls.server.stop()
        cls.folder.cleanup()
        assert code == 0, code

    def setUp(self):
        self.clients = []

    def tearDown(self):
        for client in self.clients:
            client.close()

    def client(self, name="Ola", **members):
        client = Documented(self.server.port)
        self.clients.append(client)
        return client.hello(name, **{"moves": True, **members})

    def refused(self, error, client, verb, /, **members):
        with self.assertRaises(Refused) as caught:
            client.ask(verb, **members)
        self.assertEqual(caught.exception.error, error, caught.exception.reply)
        self.assertTrue(caught.exception.reply["message"])
        return caught.exception.reply

    def http(self, path, **headers):
        request = urllib.request.Request(f"http://127.0.0.1:{self.server.port}{path}", headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, dict(answer.headers), answer.read()
        except urllib.error.HTTPError as answer:
            return answer.code, dict(answer.headers), answer.read()


class Games(ServerTest):
    def test_whole_games_of_each_kind_with_bots(self):
        for rules, bots in [("thegame(players=3,fire=next)", 2), ("facetoface", 1), ("lie(players=3,direction=choose)", 2), ("thegame", 0)]:
            with self.subTest(rules=rules):
                ola = self.client()
                table = ola.ask("create", rules=rules, seats=["me"] + ["bot:steady"] * bots, begin=True)["table"]
                end = play_out(ola, table)
                self.assertEqual(end["phase"], "over")
                self.assertEqual(end["open"]["over"], True)
                game = ola.ask("history")["games"][0]
                record = ola.ask("record", game=game["id"])["record"]
                self.assertIn(f"result: {game['result']}", record)
                self.assertTrue(ola.ask("verify", game=game["id"])["good"])
                status, _, body = self.http(f"/api/records/{game['id']}")
                self.assertEqual((status, body.decode()), (200, record))

    def test_two_people_join_by_code_and_see_only_their_own_cards(self):
        ola, marek = self.client("Ola"), self.client("Marek")
        table = ola.ask("create", rules="thegame(players=2,start=0)")["table"]
        code = table["code"]
        self.assertRegex(code, "^([bdfghjklmnprstvz][aeiou]){4}$")
        joined = marek.ask("join", table=code[:4].upper() + " " + code[4:])["table"]
        self.assertEqual(joined["you"], 1)
        ola.ask("begin", table=code)
        mine = ola.frame(lambda f: f.get("view"))["view"]
        theirs = marek.frame(lambda f: f.get("view"))["view"]
        self.assertEqual([type(hand) for hand in mine["hands"]], [list, int])
        self.assertEqual([type(hand) for hand in theirs["hands"]], [int, list])
        self.assertIsInstance(mine["draw"], int)

    def test_a_move_on_an_old_position_is_refused_with_the_current_state(self):
        ola = self.client()
        table = ola.ask("create", rules="thegame(start=0)", begin=True)["table"]
        ola.ask("move", table=table["code"], position=table["position"], move=table["moves"][0])
        reply = self.refused("stale", ola, "move", table=table["code"], position=table["position"], move=table["moves"][0])
        self.assertEqual(reply["table"]["position"], table["position"] + 1)

    def test_a_repeated_ref_is_answered_and_not_done_again(self):
        ola = self.client()
        made = [ola.reply(ola.send("create", ref="make", rules="thegame(start=0)", begin=True))["table"] for _ in range(2)]
        self.assertEqual(made[0]["code"], made[1]["code"])
        table = made[0]
        request = dict(table=table["code"], position=table["position"], move=table["moves"][0])
        first = ola.reply(ola.send("move", ref="one", **request))
        later = ola.ask("say", table=table["code"], text="well")
        second = ola.reply(ola.send("move", ref="one", **request))
        self.assertEqual((first["ok"], first.get("again"), second["ok"], second.get("again")), (True, None, True, True))
        self.assertEqual((first["n"], later["n"], second["n"]), (table["last"] + 1, table["last"] + 2, table["last"] + 1))
        self.server.kill()
        self.server.start()
        back = self.client(token=ola.token)
        back.ask("resume", table=table["code"], last=later["n"])
        third = back.reply(back.send("move", ref="one", **request))
        self.assertEqual((third["n"], third.get("again")), (first["n"], True))

    def test_illegal_moves_name_the_rule(self):
        ola = self.client(language="pl")
        table = ola.ask("create", rules="thegame(start=0)", begin=True)["table"]
        reply = self.refused("illegal_move", ola, "move", table=table["code"], position=table["position"], move="end")
        self.assertEqual(reply["clause"], "TG7")
        self.assertIn("kart", reply["message"])
        self.refused("bad_move", ola, "move", table=table["code"], position=table["position"], move="nonsense")

    def test_take_back_and_same_deal(self):
        ola = self.client()
        table = ola.ask("create", rules="thegame(start=0)", begin=True)["table"]
        code = table["code"]
        ola.ask("move", table=code, position=table["position"], move=table["moves"][0])
        placed = ola.frame(lambda f: f.get("view"))
        ola.ask("take_back", table=code, position=placed["position"])
        back = ola.frame(lambda f: f.get("view"))
        self.assertEqual(back["view"]["hands"], table["view"]["hands"])
        state = {**table, **back}
        play_out(ola, state)
        ola.ask("rematch", table=code, same=True)
        again = ola.frame(lambda f: any(e["what"] == "deal" for e in f.get("events", [])))
        self.assertEqual(again["view"]["hands"], table["view"]["hands"])

    def test_tt3_public_tables_start_with_hints_only(self):
        ola = self.client()
        for door, talk in [("listed", "hints"), ("code", "text"), ("link", "text")]:
            self.assertEqual(ola.ask("create", rules="thegame(players=2)", door=door)["table"]["talk"], talk)
        self.assertEqual(ola.ask("create", rules="thegame(players=2)", door="listed", talk="text")["table"]["talk"], "text")

    def test_old_messages_are_read_page_by_page(self):
        ola, marek, watcher, stranger = (self.client(name) for name in ("Ola", "Marek", "Iva", "Jan"))
        code = ola.ask("create", rules="facetoface", talk="text")["table"]["code"]
        marek.ask("join", table=code)
        said = []
        for number in range(150):
            text = f"message {number} " + "and so on " * 38
            (ola, marek)[number % 2].ask("say", table=code, text=text)
            said.append((text, ("Ola", "Marek")[number % 2]))
        watcher.ask("watch", table=code)
        self.assertNotIn("events", watcher.ask("resume", table=code, last=0))

        def pages(client):
            found, reply = [], {"more": True}
            while reply["more"]:
                reply = client.ask("chat", table=code, **({"before": reply["before"]} if "before" in reply else {}))
                self.assertLessEqual(len(reply["chat"]), 50)
                found = [(event["text"], event["name"]) for event in reply["chat"]] + found
            return found

        for client in ola, marek, watcher:
            self.assertEqual(pages(client), said)
        marek.ask("block", table=code, seat=0)
        self.assertEqual(pages(marek), [one for one in said if one[1] == "Marek"])
        self.assertEqual(ola.ask("chat", table=code, before=1)["chat"], [])
        for wrong in ({"table": code}, {"table": "nonesuch"}):
            with self.assertRaises(Refused):
                stranger.ask("chat", **wrong)
        with self.assertRaises(Refused):
            ola.ask("chat", table=code, before="yesterday")

    def test_tg17_a_placed_card_is_final_with_other_people(self):
        ola, jan = self.client("Ola"), self.client("Jan")
        code = ola.ask("create", rules="thegame(players=2,start=0)", seats=["me", "open"], takeback=True)["table"]["code"]
        jan.ask("join", table=code)
        ola.ask("begin", table=code)
        dealt = ola.frame(lambda f: f.get("view"))
        self.assertFalse(dealt["takes_back"])
        ola.ask("move", table=code, position=dealt["position"], move=dealt["moves"][0])
        placed = ola.frame(lambda f: f.get("view") and f["view"]["placed"] == 1)
        self.refused("card_is_final", ola, "take_back", table=code, position=placed["position"])

    def test_tg17_a_turn_in_one_request_happens_whole_or_not_at_all(self):
        ola, jan = self.client("Ola"), self.client("Jan")
        code = ola.ask("create", rules="thegame(players=2,start=0)", seats=["me", "open"])["table"]["code"]
        jan.ask("join", table=code)
        ola.ask("begin", table=code)
        dealt = ola.frame(lambda f: f.get("view"))
        jan.frame(lambda f: f.get("view"))
        hand = sorted(dealt["view"]["hands"][0])
        low, high = next((low, high) for low in hand for high in hand if low < high and high - low != 10)
        turn = {"table": code, "position": dealt["position"]}
        self.refused("illegal_move", ola, "move", **turn, move=f"{high}@U1;{low}@U1;end")
        first = ola.reply(ola.send("move", ref="turn", **turn, move=f"{low}@U1;{high}@U1;end"))
        seen = jan.frame(lambda f: f.get("view"))
        self.assertEqual([event.get("move") for event in seen["events"]], [f"{low}@U1", f"{high}@U1", "end"])
        self.assertEqual((seen["events"][0]["n"], seen["view"]["to_act"]), (first["n"], [1]))
        again = ola.reply(ola.send("move", ref="turn", **turn, move=f"{low}@U1;{high}@U1;end"))
        self.assertEqual((again["n"], again["again"]), (first["n"], True))

    def test_whoever_enters_gets_what_happened_before_with_the_table(self):
        ola, jan, eye = self.client("Ola"), self.client("Jan"), self.client("Eye")
        made = ola.ask("create", rules="thegame(players=2,start=0)", since=0)
        code, numbers = made["table"]["code"], lambda reply: [event["n"] for event in reply["events"]]
        self.assertEqual(numbers(made), list(range(1, made["table"]["last"] + 1)))
        for verb, client in ("join", jan), ("watch", eye), ("join", ola):
            entered = client.ask(verb, table=code, since=1)
            self.assertEqual(numbers(entered), list(range(2, entered["table"]["last"] + 1)))
        self.assertNotIn("events", ola.ask("join", table=code))
        self.assertNotIn("events", ola.ask("join", table=code, since=1000))

    def test_another_language_needs_no_other_connection(self):
        ola = self.client()
        ola.ask("language", language="cs")
        reply = self.refused("no_table", ola, "look", table="nonesuch")
        self.assertIn("Stůl", reply["message"])
        ola.ask("create", rules="thegame", begin=True)
        self.assertEqual(ola.ask("language", language="xx")["language"], "en")

    def test_spectators_see_what_is_public_and_everything_after_the_game(self):
        ola, eye = self.client("Ola"), self.client("Eye")
        table = ola.ask("create", rules="thegame(players=2,start=0)", seats=["me", "bot:steady"], begin=True)["table"]
        seen = eye.ask("watch", table=table["code"])["table"]
        self.assertEqual(seen["view"]["hands"], [7, 7])
        self.assertNotIn("key", seen)
        self.refused("not_here", eye, "move", table=table["code"], position=0, move="end")
        play_out(ola, table)
        end = eye.frame(lambda f: f.get("open"))
        self.assertEqual(sum(map(len, end["open"]["hands"])) + len(end["open"]["draw"]) + len(end["open"]["gone"]), 98)

    def test_hints_reach_the_others_and_are_no_events(self):
        ola, marek = self.client("Ola"), self.client("Marek")
        code = ola.ask("create", rules="thegame(players=2,start=0)")["table"]["code"]
        marek.ask("join", table=code)
        ola.ask("begin", table=code)
        marek.ask("hint", table=code, pile="U1", hint="leave_2")
        frame = ola.frame(lambda f: "hints" in f and f["hints"][1].get("piles"))
        self.assertEqual(frame["hints"][1]["piles"], {"U1": "leave_2"})
        self.assertNotIn("events", frame)
        self.refused("bad_hint", marek, "hint", table=code, pile="U9", hint="leave_2")
        self.refused("bad_hint", marek, "hint", table=code, pile="U1", hint="play 37")

    def test_the_guard_says_which_part_it_stopped(self):
        ola = self.client()
        code = ola.ask("create", rules="thegame(players=2,start=0)", seats=["me", "bot:steady"], begin=True)["table"]["code"]
        ola.ask("say", table=code, text="not on the last pile, please")
        reply = self.refused("told_number", ola, "say", table=code, text="I have the thirty-seven here")
        self.assertIn("thirty", reply["stop"])

    def test_owner_arranges_seats(self):
        ola, marek = self.client("Ola"), self.client("Marek")
        code = ola.ask("create", rules="thegame(players=3)")["table"]["code"]
        marek.ask("join", table=code)
        self.refused("not_owner", marek, "fill", table=code, seat=2, **{"with": "bot:steady"})
        self.refused("seats_empty", ola, "begin", table=code)
        self.refused("no_such_bot", ola, "fill", table=code, seat=2, **{"with": "bot:genius"})
        ola.ask("fill", table=code, seat=2, **{"with": "bot:steady"})
        ola.ask("give", table=code, seat=1)
        self.refused("not_owner", ola, "begin", table=code)
        marek.ask("begin", table=code)

    def test_doors(self):
        ola, marek = self.client("Ola"), self.client("Marek")
        listed = ola.ask("create", rules="lie(players=3)", door="listed")["table"]["code"]
        link = ola.ask("create", rules="lie(players=3)", door="link")["table"]
        codes = [row["code"] for row in marek.ask("list")["tables"]]
        self.assertIn(listed, codes)
        self.assertNotIn(link["code"], codes)
        self.refused("wrong_key", marek, "join", table=link["code"])
        self.assertEqual(marek.ask("join", table=link["code"], key=link["key"])["table"]["you"], 1)
        self.refused("no_table", marek, "join", table="babababa")

    def test_agreements_pause_and_end(self):
        ola, marek = self.client("Ola"), self.client("Marek")
        code = ola.ask("create", rules="facetoface(start=0)")["table"]["code"]
        marek.ask("join", table=code)
        ola.ask("begin", table=code)
        ola.ask("pause", table=code)
        marek.ask("pause", table=code)
        state = ola.frame(lambda f: f.get("phase") == "paused")
        self.refused("paused", ola, "move", table=code, position=state["position"], move="end")
        marek.ask("go_on", table=code)
        ola.ask("resign", table=code)
        end = marek.frame(lambda f: f.get("phase") == "over")
        self.assertEqual(end["events"][-1]["result"], "winner 1")

    def test_without_a_clock_or_with_hours_absence_alone_brings_no_bot(self):
        ola = self.client("Ola")
        graces = [ola.ask("create", rules="thegame(players=2,start=0)", **more)["table"]["grace_seconds"]
                  for more in ({}, {"turn_seconds": 60}, {"turn_seconds": 86400}, {"turn_seconds": 86400, "grace_seconds": 5})]
        self.assertEqual(graces, [0, 180, 0, 5])

    def test_a_look_from_outside_and_back_to_the_lobby(self):
        ola, marek, eva = self.client("Ola"), self.client("Marek"), self.client("Eva")
        table = ola.ask("create", rules="facetoface(start=0)", door="link")["table"]
        code, key = table["code"], table["key"]
        self.refused("wrong_key", eva, "look", table=code)
        look = marek.ask("look", table=code, key=key)["look"]
        self.assertEqual(([seat["name"] for seat in look["seats"]], look["left"]), (["Ola", None], False))
        marek.ask("join", table=code, key=key)
        ola.ask("begin", table=code)
        self.refused("game_runs", ola, "lobby", table=code)
        marek.ask("leave", table=code)
        look = marek.ask("look", table=code)["look"]
        self.assertEqual((look["to_act"], look["phase"], look["left"]), ([0], "playing", True))
        marek.ask("join", table=code)
        ola.ask("resign", table=code)
        marek.frame(lambda f: f.get("phase") == "over")
        self.refused("not_owner", marek, "lobby", table=code)
        self.refused("full", ola, "lobby", table=code, rules="thegame(players=1)")
        ola.ask("lobby", table=code, rules="lie(players=3)")
        state = marek.frame(lambda f: f.get("phase") == "waiting")
        self.assertEqual((len(state["seats"]), state["view"], state["events"][-1]["what"]), (3, None, "lobby"))
        ola.ask("fill", table=code, seat=2, **{"with": "bot:steady"})
        ola.ask("begin", table=code)
        self.assertEqual(marek.frame(lambda f: f.get("phase") == "playing")["view"]["game"], "lie")

    def test_clock_a_bot_plays_for_who_is_late_and_who_is_away(self):
        ola, marek = self.client("Ola"), self.client("Marek")
        code = ola.ask("create", rules="thegame(players=2,start=0)", turn_seconds=1, grace_seconds=1)["table"]["code"]
        token = marek.token
        marek.ask("join", table=code)
        ola.ask("begin", table=code)
        late = marek.frame(lambda f: any(e["what"] == "stand_in" for e in f.get("events", [])))
        self.assertEqual([(e["seat"], e["why"]) for e in late["events"] if e["what"] == "stand_in"], [(0, "late")])
        marek.frame(lambda f: any(e["what"] == "move" and e.get("for") == "late" for e in f.get("events", [])))
        marek.close()
        ola.frame(lambda f: any(e["what"] == "move" and e["seat"] == 1 for e in f.get("events", [])))
        back = self.client("Marek", token=token)
        state = back.ask("resume", table=code, last=0)
        self.assertEqual((state.get("table") or state)["seats"][1]["here"], True)

    def test_example_bot_plays_a_whole_game(self):
        ola = self.client()
        table = ola.ask("create", rules="thegame(players=2)", begin_when_full=True)["table"]
        bot = subprocess.Popen([sys.executable, str(EXAMPLE), "127.0.0.1", str(self.server.port), table["code"], "Helper"])
        try:
            started = ola.frame(lambda f: any(e["what"] == "deal" for e in f.get("events", [])))
            end = play_out(ola, {**table, **started}, choose=lambda moves: moves[0])
            self.assertEqual(end["phase"], "over")
            self.assertEqual([seat["program"] for seat in end["seats"]], [False, True])
        finally:
            bot.kill()
            bot.wait()


class People(ServerTest):
    def test_a_token_is_a_person_and_nothing_else_is(self):
        ola = self.client("Ola")
        again = self.client("Ola", token=ola.token)
        self.assertEqual(ola.welcome["person"], again.welcome["person"])
        self.assertNotEqual(self.client("Ola").welcome["person"], ola.welcome["person"])
        stranger = Client(self.server.port)
        self.clients.append(stranger)
        self.refused("bad_token", stranger, "hello", version=1, token=ola.welcome["person"])
        self.refused("hello_first", stranger, "list")
        self.refused("bad_version", stranger, "hello", version=2)

    def test_accounts_follow_to_another_device(self):
        ola = self.client("Ola")
        table = ola.ask("create", rules="thegame", begin=True)["table"]
        play_out(ola, table)
        self.refused("bad_passphrase", ola, "register", account="ola", passphrase="short")
        ola.ask("register", account="Ola Nowa", passphrase="correct horse battery")
        other = self.client("Phone")
        self.refused("account_taken", other, "register", account="ola nowa", passphrase="another long one")
        self.refused("wrong_passphrase", other, "login", account="ola nowa", passphrase="incorrect horse")
        self.refused("wrong_passphrase", other, "login", account="nobody here", passphrase="incorrect horse")
        token = other.ask("login", account="ola nowa", passphrase="correct horse battery")["token"]
        phone = self.client("", token=token)
        self.assertEqual(phone.welcome["person"], ola.welcome["person"])
        self.assertEqual(phone.welcome["account"], "ola nowa")
        self.assertEqual(len(phone.ask("history")["games"]), 1)
        sums = phone.ask("statistics")["person"]
        self.assertEqual((sums[0]["games"], "best" in sums[0]), (1, True))

    def closed(self, client, code, reason):
        with self.assertRaises(Closed) as caught:
            client.frame(lambda frame: False)
        self.assertEqual((caught.exception.code, caught.exception.reason), (code, reason))

    def bad_token(self, token):
        late = Client(self.server.port)
        self.clients.append(late)
        self.refused("bad_token", late, "hello", version=1, token=token)

    def test_logging_out_ends_the_token_of_this_device_or_of_all(self):
        ola = self.client("Ola")
        ola.ask("register", account="logging out", passphrase="correct horse battery")
        tokens = [self.client("x").ask("login", account="logging out", passphrase="correct horse battery")["token"] for _ in range(2)]
        phone, tab, tablet = (self.client("", token=token) for token in (tokens[0], tokens[0], tokens[1]))
        phone.ask("logout")
        self.closed(phone, 1000, "goodbye")
        self.closed(tab, 1000, "goodbye")
        self.bad_token(tokens[0])
        self.assertEqual(tablet.ask("ping")["ok"], True)
        self.assertEqual(self.client("", token=tokens[1]).welcome["person"], ola.welcome["person"])
        tablet.ask("logout", everywhere=True)
        self.closed(ola, 1000, "goodbye")
        for token in ola.token, tokens[1]:
            self.bad_token(token)

    def test_a_guest_who_sits_down_and_logs_out_at_once_is_logged_out(self):
        ola = self.client("Ola")
        refs = [ola.send("create", rules="thegame"), ola.send("logout")]
        self.assertEqual([ola.reply(ref)["ok"] for ref in refs], [True, True])
        self.closed(ola, 1000, "goodbye")
        self.bad_token(ola.token)

    def test_export_and_delete(self):
        ola = self.client("Zofia Wyjątkowa")
        table = ola.ask("create", rules="lie(players=2)", seats=["me", "bot:steady"], begin=True)["table"]
        ola.ask("say", table=table["code"], text="a quite remarkable sentence")
        play_out(ola, table)
        data = ola.ask("export")["data"]
        self.assertEqual(data["said"][0]["text"], "a quite remarkable sentence")
        self.assertEqual(len(data["games"]), 1)
        ola.ask("delete_me", sure=True)
        with self.assertRaises(Closed):
            ola.receive()
        eye = self.client("Eye")
        record = eye.ask("record", game=data["games"][0]["id"])["record"]
        self.assertNotIn("Wyjątkowa", record)
        mine = self.client("Zofia", token=ola.token).ask("history")["games"]
        self.assertEqual(mine, [])

    def test_nobody_deletes_themselves_out_of_a_game_and_afterwards_no_seat_is_theirs(self):
        ola, marek = self.client("Zofia Wyjątkowa"), self.client("Marek")
        waiting, over = [ola.ask("create", rules="lie(players=2)")["table"]["code"] for _ in range(2)]
        marek.ask("join", table=over)
        ola.ask("begin", table=over)
        tab = self.client("Zofia", token=ola.token)  # is at no table, but the person plays
        for client in ola, tab:
            self.refused("game_runs", client, "delete_me", sure=True)
        self.refused("bad_request", ola, "delete_me")
        marek.ask("resign", table=over)
        ola.ask("say", table=waiting, text="something private")
        late = [ola.send("say", table=waiting, text="a remark in flight") for _ in range(3)]
        tab.ask("delete_me", sure=True)
        self.closed(ola, 1000, "goodbye")
        self.assertEqual(len(late), 3)
        for code in waiting, over:
            seen = marek.ask("watch", table=code)["table"]
            self.assertNotIn("Zofia", json.dumps(seen))
            self.assertNotIn("person", {seat["kind"] for seat in seen["seats"] if seat.get("name") != "Marek"}, seen)
        eventually(lambda: not any(word in log_lines(self.store) for word in ("Zofia", "private", "remark")), 60,
                   lambda: f"the logs have forgotten her: {log_lines(self.store)}", pause=0.1)
        mine = self.client("Zofia", token=tab.token)
        self.assertEqual(mine.welcome["tables"], [])

    def test_deleting_goes_through_thousands_of_tables(self):
        ola = self.client("Zofia Bardzo")
        code = ola.ask("create", rules="lie(players=2)", seats=["me", "bot:steady"])["table"]["code"]
        ola.ask("leave", table=code)
        codes = [f"t{n:04}" for n in range(1500)]
        with contextlib.closing(sqlite3.connect(self.store, timeout=60)) as base, base:
            person, = base.execute("SELECT person FROM sat WHERE code = ?", (code,)).fetchone()
            lines = base.execute("SELECT number, line FROM events WHERE code = ? ORDER BY number", (code,)).fetchall()
            row = base.execute("SELECT last, due_ms, opened_ms, changed_ms FROM tables WHERE code = ?", (code,)).fetchone()
            base.executemany("INSERT INTO tables (code, last, is_over, due_ms, opened_ms, changed_ms) VALUES (?, ?, 1, ?, ?, ?)", [(at, *row) for at in codes])
            base.executemany("INSERT INTO sat VALUES (?, ?)", [(person, at) for at in codes])
            base.executemany("INSERT INTO events VALUES (?, ?, ?)", [(at, number, unsealed(line)) for at in codes for number, line in lines])
        self.assertEqual(log_lines(self.store).count("Zofia Bardzo"), 1501)
        ola.ask("delete_me", sure=True)
        self.assertEqual(log_lines(self.store).count("Zofia Bardzo"), 0)

    def test_the_host_mutes_bans_and_closes(self):
        ola, marek = self.client("Ola"), self.client("Marek")
        code = ola.ask("create", rules="thegame(players=2,start=0)")["table"]["code"]
        marek.ask("join", table=code)
        ola.ask("begin", table=code)

        def admin(*arguments):
            done = subprocess.run([PROGRAM, "admin", *arguments, "--store", self.store], capture_output=True, text=True,
                                  check=False, timeout=120)
            self.assertEqual(done.returncode, 0, done.stderr)
            return done.stdout

        self.assertIn("Marek", admin("people", "Mar"))
        admin("mute", marek.welcome["person"], "--reason", "test")
        self.refused("muted", marek, "say", table=code, text="hello")
        marek.ask("hint", table=code, self="can_wait")
        admin("ban", marek.welcome["person"], "--reason", "test")
        with self.assertRaises(Closed):
            while True:
                marek.receive()
        again = Client(self.server.port)
        self.clients.append(again)
        self.refused("banned", again, "hello", version=1, token=marek.token)
        admin("close", code, "--reason", "test")
        self.assertEqual(ola.frame(lambda f: f.get("phase") == "closed")["events"][-1]["what"], "close")
        self.assertEqual([row["what"] for row in json.loads(admin("log", "--json"))], ["mute", "ban", "close"])


class Http(ServerTest):
    def test_page_and_its_headers(self):
        status, headers, body = self.http("/")
        self.assertEqual(status, 200)
        self.assertIn(b"<html", body)
        self.assertIn("default-src 'none'", headers["content-security-policy"])
        self.assertEqual(self.http("/", **{"If-None-Match": headers["etag"]})[0], 304)
        self.assertEqual(self.http("/j/bababababa")[0], 200)
        self.assertEqual(self.http("/nothing/here")[0], 404)
        self.assertEqual(self.http("/../../etc/passwd")[0], 404)

    def test_health_metrics_and_missing_records(self):
        self.assertEqual(self.http("/healthz")[::2], (200, b"ok\n"))
        self.assertRegex(self.http("/metrics")[2].decode(), r"(?m)^stos_connections \d+$")
        self.assertEqual(self.http("/api/records/nosuchgame")[0], 404)
        self.assertEqual(self.http("/api/verify/nosuchgame")[0], 404)
        request = urllib.request.Request(f"http://127.0.0.1:{self.server.port}/healthz", data=b"x", method="POST")
        with self.assertRaises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(request, timeout=60)
        self.assertEqual(caught.exception.code, 405)


class Encrypted(unittest.TestCase):
    def test_https_and_a_wrong_certificate(self):
        with tempfile.TemporaryDirectory() as folder:
            cert, key = f"{folder}/cert.pem", f"{folder}/key.pem"
            subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
                            "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", cert], check=True, capture_output=True)
            with Server(PROGRAM, f"{folder}/s.db", "--tls-cert", cert, "--tls-key", key, "--log", "warning") as server:
                trust = ssl.create_default_context(cafile=cert)
                with urllib.request.urlopen(f"https://127.0.0.1:{server.port}/healthz", context=trust, timeout=60) as answer:
                    self.assertEqual(answer.read(), b"ok\n")
                ola = Client(server.port, wrap=lambda plain: trust.wrap_socket(plain, server_hostname="127.0.0.1")).hello("Ola", moves=True)
                play_out(ola, ola.ask("create", rules="thegame(start=0)", begin=True)["table"])
                ola.close()
            pathlib.Path(cert).write_text("no certificate", encoding="utf-8")
            done = subprocess.run([PROGRAM, "serve", "--store", f"{folder}/t.db", "--port", "0", "--tls-cert", cert, "--tls-key", key],
                                  capture_output=True, text=True, timeout=120, check=False)
            self.assertEqual((done.returncode, "certificate" in done.stderr), (3, True), done.stderr)


class Fairness(ServerTest):
    def two_at(self, rules, **settings):
        """Ola has made a table, Marek has come to it."""
        ola, marek = self.client("Ola"), self.client("Marek")
        code = ola.ask("create", rules=rules, **settings)["table"]["code"]
        marek.ask("join", ref="in", table=code)
        return ola, marek, code

    @staticmethod
    def hears(client, what):
        """The next event of that kind."""
        frame = client.frame(lambda frame: any(event["what"] == what for event in frame.get("events", [])))
        return next(event for event in frame["events"] if event["what"] == what)

    def test_who_was_removed_finds_no_way_back(self):
        for watchable in False, True:
            ola, marek, code = self.two_at("thegame(players=2,start=0)", watchable=watchable, door="code")
            key = ola.ask("resume", table=code, last=10**6)["table"]["key"]
            ola.ask("fill", table=code, seat=1, **{"with": "open"})
            self.assertNotEqual(self.hears(ola, "remove")["key"], key)
            self.assertNotIn("key", self.hears(marek, "remove"))
            self.refused("not_here", marek, "join", ref="in", table=code)
            self.refused("removed", marek, "join", table=code)
            self.refused("wrong_key", marek, "watch", table=code)
            ola.ask("say", table=code, text="are we alone?")
            self.assertFalse(marek.frames)

    def test_nobody_ends_a_duel_while_the_other_is_away(self):
        ola, marek, code = self.two_at("lie(players=2)", grace_seconds=1)
        ola.ask("begin", table=code)
        marek.close()
        self.assertEqual(self.hears(ola, "stand_in")["why"], "away")
        ola.ask("agree", table=code, matter="end")
        self.assertEqual(ola.ask("resume", table=code, last=0)["phase"], "playing")

    def test_a_game_without_a_move_is_analysed_as_an_empty_list(self):
        for rules, member in [("thegame(players=2,start=0)", "turns"), ("facetoface", "turns"), ("lie(players=2)", "moves")]:
            ola, marek, code = self.two_at(rules)
            ola.ask("begin", table=code)
            for client in ola, marek:
                client.ask("agree", table=code, matter="end")
            game = ola.ask("history")["games"][0]["id"]
            self.assertEqual(ola.ask("analyze", game=game)["analysis"][member], [], rules)

    def test_the_same_deal_again_is_secret_to_newcomers_and_does_not_count(self):
        ola, marek, code = self.two_at("lie(players=2)")
        ola.ask("begin", table=code)
        ola.ask("resign", table=code)
        first = self.hears(marek, "over")
        self.assertEqual(len(first["seed"]), 64)
        ola.ask("rematch", table=code, same=True)
        self.assertEqual(ola.ask("resume", table=code, last=0)["phase"], "over")
        marek.ask("rematch", table=code, same=True)
        eva = self.client("Eva")
        eva.ask("watch", table=code)
        seen = eva.ask("resume", table=code, last=0)
        self.assertEqual(seen["phase"], "playing")
        self.assertNotIn(first["seed"], json.dumps(seen))
        game = marek.ask("history")["games"][0]["id"]
        for verb in "record", "verify", "analyze":
            self.refused("game_runs", eva, verb, game=game)
        for path in "records", "verify":
            status, _, body = self.http(f"/api/{path}/{game}")
            self.assertEqual(status, 409)
            self.assertNotIn(first["seed"], body.decode())
        marek.ask("resign", table=code)
        self.assertIn(first["seed"], eva.ask("record", game=game)["record"])
        self.assertEqual([row["games"] for row in ola.ask("statistics")["person"]], [1])
        self.assertEqual(len(ola.ask("history")["games"]), 2)


class Reading(unittest.TestCase):
    def test_a_long_log_delays_nobody(self):
        """Somebody's record is made from 200,000 lines; everybody else's requests are answered meanwhile."""
        with tempfile.TemporaryDirectory() as folder:
            store = pathlib.Path(folder) / "s.db"
            with Server(PROGRAM, store, "--log", "warning") as server:
                ola, marek = [Client(server.port).hello(name) for name in ("Ola", "Marek")]
                code = ola.ask("create", rules="lie(players=2)")["table"]["code"]
                marek.ask("join", table=code)
                ola.ask("begin", table=code)
                ola.ask("resign", table=code)
                game = ola.ask("history")["games"][0]["id"]
                ola.close()
                marek.close()
                self.assertEqual(server.stop(), 0)
            with contextlib.closing(sqlite3.connect(store)) as base, base:
                last, at = base.execute("SELECT last, changed_ms FROM tables WHERE code = ?", (code,)).fetchone()
                numbers = range(last + 1, last + 200001)
                base.executemany("INSERT INTO events VALUES (?, ?, ?)", ((code, n, f"{n} {at} say 0 hello") for n in numbers))
                base.execute("UPDATE tables SET last = ? WHERE code = ?", (numbers[-1], code))
                self.assertEqual(base.execute("DELETE FROM records WHERE game = ?", (game,)).rowcount, 1)
            with Server(PROGRAM, store, "--log", "warning") as server, socket.create_connection(("127.0.0.1", server.port)) as reader:
                eva = Client(server.port).hello("Eva")
                table = eva.ask("create", rules="thegame")["table"]["code"]
                reader.sendall(f"GET /api/records/{game} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
                for _ in range(3):
                    eva.ask("say", table=table, text="hello")
                self.assertEqual(select.select([reader], [], [], 0)[0], [], "the record came before the replies")
                self.assertIn(b" 200 ", reader.recv(100))
                eva.close()


class Restarts(unittest.TestCase):
    def test_everything_is_there_again_and_clocks_are_credited(self):
        with tempfile.TemporaryDirectory() as folder:
            store = pathlib.Path(folder) / "s.db"
            server = Server(PROGRAM, store, "--log", "info")
            ola, began, down = Client(server.port).hello("Ola", moves=True), time.monotonic(), 3.0
            table = ola.ask("create", rules="thegame(players=2,start=0)", seats=["me", "bot:steady"], begin=True, turn_seconds=200)["table"]
            ola.ask("move", table=table["code"], position=table["position"], move=table["moves"][0])
            last = ola.frame(lambda f: f.get("events"))
            server.process.send_signal(15)
            with self.assertRaises(Closed) as caught:
                while True:
                    ola.receive()
            self.assertEqual((caught.exception.code, caught.exception.reason), (1001, "stopping"))
            self.assertEqual(server.process.wait(60), 0)
            time.sleep(down)
            server.port = 0
            server.start()
            with server:
                back = Client(server.port).hello("Ola", token=ola.token, moves=True)
                self.assertIn(table["code"], back.welcome["tables"])
                state = back.ask("resume", table=table["code"], last=last["events"][-1]["n"])
                self.assertEqual(state["view"], last["view"])
                self.assertEqual([event["what"] for event in state["events"]], ["credit"])
                up_ms = 1000 * (time.monotonic() - began - down)  # at most, however slow the machine
                self.assertGreater(state["clock"]["ms"], 200000 - up_ms - 500)

    def test_bad_settings_are_refused_in_words(self):
        def serve(*arguments, env=None):
            return subprocess.run([PROGRAM, "serve", *arguments], capture_output=True, text=True, timeout=120, check=False,
                                  env={"PATH": "/usr/bin:/bin", "LC_ALL": "C", **(env or {})})

        with tempfile.TemporaryDirectory() as folder:
            config = pathlib.Path(folder) / "stos.conf"
            config.write_text("# settings\nport = 8098\ncolour = red\n", encoding="utf-8")
            for done, words in [(serve("--port", "99999"), "port"), (serve("--prot", "1"), "--prot"), (serve(env={"STOS_PORT": "x"}), "STOS_PORT"),
                                (serve("--config", str(config)), ":3:"), (serve("--tls-cert", "x"), "belong together")]:
                self.assertEqual((done.returncode, words in done.stderr), (2, True), done.stderr)
            (pathlib.Path(folder) / "text.db").write_text("this is no database, but it is long enough to be looked at " * 40, encoding="utf-8")
            for store in [folder, f"{folder}/missing/s.db", f"{folder}/text.db"]:
                done = serve("--store", store, "--port", "0")
                self.assertEqual(done.returncode, 3, done.stderr)
                self.assertIn("stos:", done.stderr)
            first = Server(PROGRAM, f"{folder}/a.db", "--log", "info")
            with first:
                done = serve("--store", f"{folder}/b.db", "--port", str(first.port))
                self.assertEqual((done.returncode, str(first.port) in done.stderr), (3, True), done.stderr)

    def test_backup_is_whole_while_in_use_and_verify_checks_the_shuffle(self):
        with tempfile.TemporaryDirectory() as folder, Server(PROGRAM, f"{folder}/s.db", "--log", "warning") as server:
            ola = Client(server.port).hello("Ola", moves=True)
            table = ola.ask("create", rules="thegame(start=0)", begin=True)["table"]
            play_out(ola, table)
            game = ola.ask("history")["games"][0]["id"]
            answer = ola.ask("record", game=game)
            copy = f"{folder}/copy.db"
            done = subprocess.run([PROGRAM, "backup", copy, "--store", f"{folder}/s.db"], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(subprocess.run([PROGRAM, "backup", copy, "--store", f"{folder}/s.db"], capture_output=True, check=False).returncode, 2)
            with Server(PROGRAM, copy, "--log", "warning") as second:
                back = Client(second.port).hello("Ola", token=ola.token)
                self.assertEqual(back.ask("record", game=game)["record"], answer["record"])
            path = pathlib.Path(folder) / "game.stos"
            path.write_text(answer["record"], encoding="utf-8")
            self.assertEqual(subprocess.run([PROGRAM, "verify", path, "--commitment", answer["commitment"]], capture_output=True, check=False).returncode, 0)
            self.assertEqual(subprocess.run([PROGRAM, "verify", path, "--commitment", "0" * 64], capture_output=True, check=False).returncode, 1)


if __name__ == "__main__":
    unittest.main()
