#!/usr/bin/env python3
"""`stos engine` over its pipes: the example conversation, malformed lines, undo and records, bots."""
import json
import os
import unittest

from program import GAMES, GOOD, Engine, main, run

HERE = os.path.dirname(os.path.abspath(__file__))
LONGEST = 1 << 20


class Examples(unittest.TestCase):
    def test_the_example_conversation(self):
        with open(os.path.join(HERE, "engine-examples.jsonl"), encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
        with Engine() as engine:
            for line in lines:
                if "request" in line:
                    reply = engine.send(json.dumps(line["request"]).encode())
                else:
                    self.assertEqual(reply, line["reply"])


def padded(length):
    """A request of exactly so many bytes."""
    head, tail = b'{"id":1,"do":"guard","text":"', b'"}'
    return head + b"a" * (length - len(head) - len(tail)) + tail


# name, line, the error expected (None: the request is good)
LINES = [
    ("empty line", b"", "bad_json"),
    ("blanks", b"   \t ", "bad_json"),
    ("no JSON", b"hello", "bad_json"),
    ("cut object", b'{"id":1,"do":"games"', "bad_json"),
    ("cut text", b'{"id":1,"do":"gam', "bad_json"),
    ("two objects", b'{"id":1,"do":"games"}{"id":2,"do":"games"}', "bad_json"),
    ("garbage behind", b'{"id":1,"do":"games"} x', "bad_json"),
    ("comma behind", b'{"id":1,"do":"games",}', "bad_json"),
    ("single quotes", b"{'id':1,'do':'games'}", "bad_json"),
    ("array", b'[{"id":1,"do":"games"}]', "bad_json"),
    ("number", b"42", "bad_json"),
    ("text", b'"games"', "bad_json"),
    ("null", b"null", "bad_json"),
    ("true", b"true", "bad_json"),
    ("NaN", b'{"id":NaN,"do":"games"}', "bad_json"),
    ("empty object", b"{}", "bad_request"),
    ("no verb", b'{"id":1}', "bad_request"),
    ("verb is a number", b'{"id":1,"do":7}', "bad_request"),
    ("verb is null", b'{"id":1,"do":null}', "bad_request"),
    ("unknown verb", b'{"id":1,"do":"dance"}', "unknown_verb"),
    ("unknown verb, long and not ASCII", '{"id":1,"do":"{}"}'.replace("{}", "a" + "ż" * 100).encode(), "unknown_verb"),
    ("empty verb", b'{"id":1,"do":""}', "unknown_verb"),
    ("verb in capitals", b'{"id":1,"do":"GAMES"}', "unknown_verb"),
    ("duplicate keys", b'{"id":1,"id":2,"do":"games"}', "bad_json"),
    ("NUL byte in a text", b'{"id":1,"do":"ga\x00mes"}', "bad_json"),
    ("NUL byte alone", b"\x00", "bad_json"),
    ("escaped NUL", b'{"id":1,"do":"games\\u0000"}', "bad_json"),
    ("bad UTF-8", b'{"id":1,"do":"\xff\xfe"}', "bad_json"),
    ("UTF-8 cut short", b'{"id":1,"do":"\xc5"}', "bad_json"),
    ("surrogate as UTF-8", b'{"id":1,"do":"\xed\xa0\x80"}', "bad_json"),
    ("lone surrogate escape", b'{"id":1,"do":"\\ud800"}', "bad_json"),
    ("byte order mark", b'\xef\xbb\xbf{"id":1,"do":"games"}', "bad_json"),
    ("huge number", b'{"id":1,"do":"view","seat":99999999999999999999}', "bad_json"),
    ("huge real", b'{"id":1,"do":"view","seat":1e999}', "bad_json"),
    ("huge number in a known field", b'{"id":1,"do":"new","rules":"lie","seed":99999999999999999999999}', "bad_json"),
    ("deep nesting", b'{"id":' + b"[" * 100000 + b"]" * 100000 + b"}", "bad_json"),
    ("deep id that is kept", b'{"id":' + b"[" * 100 + b"]" * 100 + b',"do":"games"}', None),
    ("carriage return", b'{"id":1,"do":"games"}\r', None),
    ("exactly the longest line", padded(LONGEST), None),
    ("one byte too long", padded(LONGEST + 1), "too_long"),
    ("five times too long", padded(5 * LONGEST), "too_long"),
    ("state without a game", b'{"id":1,"do":"state"}', "no_game"),
    ("new without rules", b'{"id":1,"do":"new"}', "bad_request"),
    ("rules are a number", b'{"id":1,"do":"new","rules":3}', "bad_request"),
    ("rules of no game", b'{"id":1,"do":"new","rules":"tag"}', "unknown_game"),
    ("rules with a bad option", b'{"id":1,"do":"new","rules":"lie(players=9)"}', "bad_option"),
    ("seed is negative", b'{"id":1,"do":"new","rules":"lie","seed":-1}', "bad_seed"),
    ("seed is a list", b'{"id":1,"do":"new","rules":"lie","seed":[]}', "bad_seed"),
    ("seed is a word", b'{"id":1,"do":"new","rules":"lie","seed":"luck"}', "bad_seed"),
    ("deck is a word", b'{"id":1,"do":"new","rules":"thegame","deck":"mine"}', "bad_deck"),
    ("deck is empty", b'{"id":1,"do":"new","rules":"thegame","deck":[]}', "bad_deck"),
    ("deck of words", b'{"id":1,"do":"new","rules":"thegame","deck":["a"]}', "bad_deck"),
    ("deck with one card", b'{"id":1,"do":"new","rules":"thegame","deck":[2]}', "bad_deck"),
    ("deck too large", json.dumps({"id": 1, "do": "new", "rules": "lie", "deck": [[12] * 30] * 31}).encode(), "bad_deck"),
    ("deck with a card twice", json.dumps({"id": 1, "do": "new", "rules": "thegame", "deck": [2] * 98}).encode(), "bad_deck"),
    ("name with a control character", b'{"id":1,"do":"new","rules":"lie","names":["a\\n"]}', "bad_request"),
    ("names are a text", b'{"id":1,"do":"new","rules":"lie","names":"Ola"}', "bad_request"),
    ("names are an object", b'{"id":1,"do":"new","rules":"lie","names":{"0":"Ola"}}', "bad_request"),
    ("names are numbers", b'{"id":1,"do":"new","rules":"lie","names":[1]}', "bad_request"),
    ("record is null", b'{"id":1,"do":"load","record":null}', "bad_request"),
    ("record is empty", b'{"id":1,"do":"load","record":""}', "bad_record"),
    ("guard without a text", b'{"id":1,"do":"guard"}', "bad_request"),
]

# the same for requests about a running lie(players=2)
LINES_IN_A_GAME = [
    ("no seat", b'{"id":1,"do":"view"}', "bad_request"),
    ("seat is a text", b'{"id":1,"do":"view","seat":"0"}', "bad_request"),
    ("seat is a real", b'{"id":1,"do":"view","seat":0.0}', "bad_request"),
    ("seat is negative", b'{"id":1,"do":"view","seat":-1}', "bad_seat"),
    ("seat is too high", b'{"id":1,"do":"moves","seat":2}', "bad_seat"),
    ("seat is huge", b'{"id":1,"do":"moves","seat":9223372036854775807}', "bad_seat"),
    ("no move", b'{"id":1,"do":"play","seat":0}', "bad_request"),
    ("move is a number", b'{"id":1,"do":"play","seat":0,"move":3}', "bad_request"),
    ("move is empty", b'{"id":1,"do":"play","seat":0,"move":""}', "bad_move"),
    ("move of another game", b'{"id":1,"do":"play","seat":0,"move":"37@U1"}', "bad_move"),
    ("move with blanks", b'{"id":1,"do":"play","seat":0,"move":"call "}', "bad_move"),
    ("move too early", b'{"id":1,"do":"play","seat":0,"move":"call"}', "illegal_move"),
    ("nothing to undo", b'{"id":1,"do":"undo"}', "nothing_to_undo"),
    ("no bot", b'{"id":1,"do":"bot","seat":0}', "bad_request"),
    ("unknown bot", b'{"id":1,"do":"bot","seat":0,"bot":"genius"}', "bad_bot"),
    ("unknown bot, long and not ASCII", '{"id":1,"do":"bot","seat":0,"bot":"{}"}'.replace("{}", "a" + "ż" * 100).encode(), "bad_bot"),
    ("bot with negative time", b'{"id":1,"do":"bot","seat":0,"bot":"random","ms":-5}', "bad_request"),
    ("bot with a seed of text", b'{"id":1,"do":"bot","seat":0,"bot":"random","seed":"x"}', "bad_request"),
]


class Malformed(unittest.TestCase):
    def check(self, engine, name, line, error):
        with self.subTest(name):
            reply = engine.send(line)
            self.assertIn("id", reply)
            self.assertEqual(reply["ok"], error is None, reply)
            self.assertEqual(reply.get("error"), error, reply)
            if error:
                self.assertTrue(reply["message"].strip().endswith((".", "?")), reply)
            # it goes on, and the answers are still in step
            self.assertEqual(engine.send(b'{"id":"on","do":"bots"}')["id"], "on")

    def test_every_line_is_answered_once_and_the_engine_goes_on(self):
        with Engine() as engine:
            for name, line, error in LINES:
                self.check(engine, name, line, error)

    def test_and_inside_a_game_nothing_changes(self):
        with Engine() as engine:
            engine.good("new", rules="lie(players=2)", seed=1)
            before = engine.state()
            for name, line, error in LINES_IN_A_GAME:
                self.check(engine, name, line, error)
            for name, line, error in LINES:
                if error not in (None, "no_game"):
                    self.check(engine, name, line, error)
            self.assertEqual(engine.state(), before)

    def test_last_line_without_its_end(self):
        done = run("engine", stdin=b'{"id":1,"do":"bots"}\n{"id":2,"do":"bots"}')
        self.assertEqual((done.returncode, done.stdout.count(b"\n")), (GOOD, 2))
        done = run("engine", stdin=padded(LONGEST))
        self.assertEqual((done.returncode, done.stdout), (GOOD, b'{"id":1,"ok":true,"pass":false,"stop":' + done.stdout[38:]))
        self.assertEqual(done.stdout.count(b"\n"), 1)
        for length in [LONGEST + 1, 5 * LONGEST]:
            done = run("engine", stdin=padded(length))
            self.assertEqual((done.returncode, done.stdout.count(b"\n")), (GOOD, 1))
            self.assertIn(b'"too_long"', done.stdout)

    def test_no_line_no_answer(self):
        done = run("engine")
        self.assertEqual((done.returncode, done.stdout), (GOOD, b""))

    def test_all_at_once_is_answered_in_order(self):
        lines = b"\n".join(b'{"id":%d,"do":"guard","text":"x"}' % i for i in range(5000))
        replies = [json.loads(line) for line in run("engine", stdin=lines).stdout.splitlines()]
        self.assertEqual([reply["id"] for reply in replies], list(range(5000)))

    def test_ids_of_every_kind_are_echoed(self):
        with Engine() as engine:
            for value in [0, -1, 1.5, "a", "ż\u0001\"", None, True, [], {}, [1, {"a": [None]}], 9223372036854775807]:
                self.assertEqual(engine.send(json.dumps({"id": value, "do": "bots"}).encode())["id"], value)
            self.assertIsNone(engine.send(b'{"do":"bots"}')["id"])


class Playing(unittest.TestCase):
    def test_records_are_loaded_back_to_the_same_state(self):
        for rules in GAMES:
            for most in [0, 7, 100000]:
                with self.subTest(rules=rules, most=most), Engine() as engine:
                    engine.good("new", rules=rules, seed=11, names=["Ola", "Žofie"][:1 if "players=1" in rules else 2])
                    engine.play_on("random", most)
                    state, record = engine.state(), engine.good("record")["record"]
                    engine.good("new", rules="lie")
                    engine.good("load", record=record)
                    self.assertEqual(engine.state(), state)
                    self.assertEqual(engine.good("record")["record"], record)

    def test_undo_goes_back_to_the_deal_through_the_same_states(self):
        for rules in GAMES:
            with self.subTest(rules=rules), Engine() as engine:
                engine.good("new", rules=rules, seed=5)
                states = []
                for step in range(25):
                    states.append(engine.state())
                    if not engine.play_on("random", 1, seed=step):
                        states.pop()
                        break
                while states:
                    engine.good("undo")
                    self.assertEqual(engine.state(), states.pop())
                self.assertEqual(engine.ask("undo")["error"], "nothing_to_undo")

    def test_undo_works_after_loading(self):
        with Engine() as engine:
            engine.good("new", rules="facetoface", seed=5)
            engine.play_on("steady", 3)
            before = engine.state()
            engine.play_on("steady", 1)
            engine.good("load", record=engine.good("record")["record"])
            engine.good("undo")
            self.assertEqual(engine.state(), before)

    def test_a_refused_record_leaves_the_game_alone(self):
        with Engine() as engine:
            engine.good("new", rules="facetoface", seed=5)
            before = engine.state()
            reply = engine.ask("load", record="stos record 1\nrules: lie\nseed: 1\n0: 3x4\nresult: unfinished\n")
            self.assertEqual(reply["error"], "bad_record")
            self.assertTrue(reply["message"].startswith("Line 4: "), reply)
            self.assertEqual(engine.state(), before)

    def test_every_bot_plays_every_game_of_its_own_to_the_end(self):
        with Engine() as engine:
            bots = engine.good("bots")["bots"]
            self.assertEqual({bot["game"] for bot in bots}, {"thegame", "facetoface", "lie"})
            for rules in GAMES:
                names = [bot["name"] for bot in bots if bot["game"] == rules.split("(")[0]]
                self.assertIn("steady", names)
                for name in names:
                    engine.good("new", rules=rules, seed=3)
                    self.assertGreater(engine.play_on(name), 0)
                    self.assertTrue(engine.state()["over"])

    def test_a_bot_is_the_same_for_the_same_seed_and_changes_nothing(self):
        with Engine() as engine:
            for rules in GAMES:
                engine.good("new", rules=rules, seed=3)
                before = engine.state()
                seat = before["to_act"][0]
                moves = {engine.good("bot", seat=seat, bot="random", seed=9)["move"] for _ in range(3)}
                self.assertEqual(len(moves), 1)
                self.assertIn(moves.pop(), engine.good("moves", seat=seat)["moves"])
                self.assertEqual(engine.state(), before)

    def test_a_bot_is_refused_where_nobody_may_move(self):
        with Engine() as engine:
            engine.good("new", rules="facetoface(start=0)", seed=3)
            self.assertEqual(engine.ask("bot", seat=1, bot="random")["error"], "not_your_turn")
            engine.play_on("random")
            self.assertEqual(engine.ask("bot", seat=0, bot="random")["error"], "game_over")

    def test_a_seed_is_a_deal_and_no_seed_is_another_one_each_time(self):
        with Engine() as engine:
            deals = []
            for seed in [1, "1", "0" * 63 + "1", None, None, "fast:1"]:
                engine.good("new", rules="thegame", seed=seed)
                deals.append(json.dumps(engine.state()["draw"]))
            self.assertEqual(len({*deals[:3]}), 1)
            self.assertEqual(len({*deals[2:]}), 4)

    def test_a_view_hides_what_the_seat_may_not_know(self):
        with Engine() as engine:
            engine.good("new", rules="thegame(players=3,start=0)", seed=1)
            view, state = engine.good("view", seat=1)["view"], engine.state()
            self.assertEqual(view["hands"], [6, state["hands"][1], 6])
            self.assertEqual(view["draw"], 80)
            self.assertEqual(view["seat"], 1)

    def test_a_show_says_what_to_draw_without_rules(self):
        with Engine() as engine:
            engine.good("new", rules="thegame(players=2,start=0)", deck=[37, 47, *[card for card in range(2, 100) if card not in (37, 47)]])
            show = engine.good("show", seat=0)["show"]
            self.assertEqual([pile["name"] for pile in show["piles"]], ["U1", "U2", "D1", "D2"])
            self.assertEqual(show["facts"], {"draw_pile": [84, 98], "placed": [0, 2], "hand_size": [7], "will_draw": [0]})
            self.assertEqual((show["mid_turn"], show["may_end"], show["cards"]), (False, False, [7, 7]))
            engine.good("play", seat=0, move="47@U1")
            show = engine.good("show", seat=0)["show"]
            card = next(one for one in show["hand"] if one["card"] == 37)
            self.assertTrue(card["trick"])
            self.assertEqual([move["jump"] for move in card["moves"]], [-10, 36, 63, 63])
            self.assertEqual([move["move"] for move in show["hand"][0]["moves"]], ["2@U2", "2@D1", "2@D2"])
            self.assertTrue(show["mid_turn"])
            self.assertEqual(engine.good("show", seat=0)["ladder"], [])
            self.assertEqual(show["choices"], [])
            engine.good("play", seat=0, move="37@U1")
            self.assertEqual(engine.good("show", seat=0)["show"]["choices"], [{"move": "end", "kind": "end"}])

    def test_facts_and_sentences_have_words(self):
        with Engine() as engine:
            words = engine.good("words", game="thegame")["words"]
            self.assertEqual(words["facts"]["placed"], {"place": "duty", "one": "%d of %d placed", "many": None, "counted": 0})
            self.assertEqual(words["sentences"]["left"], {"place": "result", "one": "Over: %d card left.", "many": "Over: %d cards left.", "counted": 0})
            self.assertEqual(engine.ask("words", game="chess")["error"], "unknown_game")
            engine.good("new", rules="lie(players=2,start=0)", deck=[[[1, 2], [1, 2], *[[a, b] for a in range(1, 7) for b in range(a + 1, 7)][1:], *[[a, b] for a in range(1, 7) for b in range(a + 1, 7)][1:]]])
            engine.good("play", seat=0, move="show 1")
            engine.good("play", seat=1, move="show 1")
            self.assertEqual({choice["kind"] for choice in engine.good("show", seat=0)["show"]["choices"]}, {"bid"})
            engine.good("play", seat=0, move="1x6")
            self.assertIn({"move": "call", "kind": "call"}, engine.good("show", seat=1)["show"]["choices"])
            self.assertNotIn("result", engine.good("show", seat=1)["show"])

    def test_the_ladder_has_every_bid_with_its_chance(self):
        with Engine() as engine:
            engine.good("new", rules="lie(players=2,start=0)", seed=3)
            for seat in (0, 1):
                engine.good("play", seat=seat, move=engine.good("moves", seat=seat)["moves"][0])
            engine.good("play", seat=0, move="1x2")
            reply = engine.good("show", seat=1)
            self.assertEqual([step["bid"] for step in reply["ladder"][:3]], ["1x1", "2x1", "1x2"])
            self.assertEqual([step["state"] for step in reply["ladder"][:4]], ["past", "past", "stands", "legal"])
            self.assertTrue(all(0 <= step["chance"] <= 1 for step in reply["ladder"]))
            self.assertEqual(reply["show"]["said"], ["1x2", None])
            self.assertEqual(reply["show"]["facts"], {"round": [1, 2], "bid_stands": [1, 2]})


main()
