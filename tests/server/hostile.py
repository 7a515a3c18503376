"""hostile.py - what hostile, broken and clumsy clients may try, over real sockets: nobody else notices, and no secret gets out.

After each attack somebody else's game must go on as before, and the server must still run. At the end everything that the server has
written (its log, its errors, its pages) is searched for what is secret: tokens, keys, passphrases, seeds of games that run.
"""
import argparse
import contextlib
import itertools
import json
import os
import pathlib
import socket
import struct
import sys
import tempfile
import time
import unittest

from lib.client import Client, Closed, Refused, Server, free_port, metric
from lib.players import read_logs
from lib.waiting import eventually

PROGRAM, ROUNDS, CONNECTS = pathlib.Path("build/check/stos"), 1, 300

# Every verb with good members, so that one after the other can be made wrong.
VERBS = {
    "hello": {"version": 1, "token": "x", "name": "Eve", "language": "en", "program": False, "moves": False},
    "name": {"name": "Eve"}, "games": {}, "list": {}, "ping": {}, "export": {}, "statistics": {"game": "x"},
    "create": {"rules": "thegame", "talk": "text", "door": "code", "turn_seconds": 0, "grace_seconds": 0, "takeback": True, "odds": True,
               "memory": True, "watchable": True, "begin_when_full": False, "seats": ["me"], "begin": False},
    "join": {"table": "CODE", "seat": 0, "key": "x"}, "watch": {"table": "CODE", "key": "x"}, "resume": {"table": "CODE", "last": 0},
    "leave": {"table": "babababa"}, "fill": {"table": "CODE", "seat": 0, "with": "open"}, "give": {"table": "CODE", "seat": 0},
    "begin": {"table": "CODE"}, "move": {"table": "CODE", "position": 0, "move": "end"}, "vote": {"table": "CODE", "position": 0, "seat": 0},
    "take_back": {"table": "CODE", "position": 0}, "hint": {"table": "CODE", "pile": "U1", "hint": "leave_1", "self": "none"},
    "say": {"table": "CODE", "text": "well"}, "agree": {"table": "CODE", "matter": "pause", "yes": True}, "go_on": {"table": "CODE"},
    "pause": {"table": "CODE"}, "rematch": {"table": "CODE", "same": False}, "resign": {"table": "CODE"},
    "history": {"before": 1, "most": 1}, "record": {"game": "x"}, "verify": {"game": "x"}, "analyze": {"game": "x"},
    "register": {"account": "", "passphrase": ""}, "login": {"account": "", "passphrase": ""}, "logout": {"everywhere": False},
    "delete_me": {"sure": False},
}
ODD = [None, True, False, 0, -1, 1 << 31, 1 << 32, -(1 << 63), 1.5, 1e300, "", "x" * 5000, "\x00", "\u202e\u0007", "CODE", [], [[]], ["me"] * 50, {},
       {"a": {"b": []}}, "\ud7ff", "../../etc/passwd", "%s%n", "'; DROP TABLE tables; --"]
CONTROL = ["a\tb", "a\nb", "\x1b[31mred", "a\x00b", "a\x7fb", "a\u0085b", "\u202eeve", "   ", "", "x" * 31, "é" * 31, "a\u2028b", "\u200b"]


def raw(port, data, timeout=3.0, all_of_it=True):
    """Sends bytes and returns what comes back until the end or the timeout."""
    answer = b""
    with socket.create_connection(("127.0.0.1", port), timeout=timeout) as sock, contextlib.suppress(OSError):
        sock.sendall(data)
        while all_of_it or b"\r\n\r\n" not in answer:
            piece = sock.recv(65536)
            if not piece:
                break
            answer += piece
    return answer


class Hostile(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.log = pathlib.Path(cls.folder.name) / "log"
        cls.server = Server(PROGRAM, f"{cls.folder.name}/s.db", "--log", "debug", "--max-connections", "2000", "--hello-seconds", "6", "--max-queue-bytes",
                            "65536", "--public-url", "https://stos.example", port=free_port(), log=cls.log)
        cls.secrets, cls.errors = set(), []
        cls.addClassCleanup(cls.server.__exit__)
        cls.ola, cls.marek = (cls.person(name, moves=True) for name in ("Ola", "Marek"))
        cls.begin_game()

    @classmethod
    def tearDownClass(cls):
        cls.ola.close()
        cls.marek.close()
        code = cls.server.stop()
        log = cls.log.read_text(encoding="utf-8", errors="replace")
        cls.folder.cleanup()
        assert code == 0 and "Sanitizer" not in log and "runtime error" not in log, f"{code}\n{log[-3000:]}"

    @classmethod
    def person(cls, name, port=None, **members):
        client = Client(port or cls.server.port)
        client.hello(name, **members)
        cls.secrets.add(client.token)
        return client

    # ---- somebody else's game

    @classmethod
    def begin_game(cls):
        """Two people at a table that only the invited may enter; its clock does not run."""
        table = cls.ola.ask("create", rules="thegame(players=2,start=0)", door="link", watchable=False)["table"]
        cls.code, cls.key = table["code"], table["key"]
        cls.secrets.add(cls.key)
        cls.marek.ask("join", table=cls.code, key=cls.key)
        cls.ola.ask("begin", table=cls.code)
        cls.state = cls.marek.frame(lambda frame: frame.get("view"))
        cls.players = itertools.cycle([cls.ola, cls.marek])

    def play_on(self):
        """Both ask how it stands and agree; whoever may move does, and both see it."""
        state = [player.ask("resume", table=self.code, last=0) for player in (self.ola, self.marek)]
        self.ola.frames.clear()
        self.marek.frames.clear()
        self.assertEqual(state[0]["position"], state[1]["position"])
        self.assertEqual([seat["name"] for seat in state[0]["seats"]], ["Ola", "Marek"])
        if state[0]["phase"] == "over":
            self.begin_game()
            return
        mover = 0 if state[0].get("moves") else 1
        player = (self.ola, self.marek)[mover]
        began = time.monotonic()
        player.ask("move", table=self.code, position=state[mover]["position"], move=state[mover]["moves"][0])
        self.assertLess(time.monotonic() - began, 30.0, "the others have to wait")
        for reader in (self.ola, self.marek):
            frame = reader.frame(lambda frame: frame.get("events"))
            self.assertEqual(frame["events"][0]["move"], state[mover]["moves"][0])

    def tearDown(self):
        self.assertIsNone(self.server.process.poll(), "the server has ended")
        self.play_on()

    # ---- helpers of the attacks

    def eve(self, **members):
        client = Client(self.server.port)
        self.addCleanup(client.close)
        client.hello("Eve", **members)
        self.secrets.add(client.token)
        return client

    def stranger(self, **options):
        client = Client(self.server.port, **options)
        self.addCleanup(client.close)
        return client

    def answer(self, client, text):
        """The next reply to a raw text; it must be an error with a sentence, or good."""
        client.send_frame(1, text if isinstance(text, bytes) else text.encode())
        while "ref" not in (reply := client.receive()):
            pass
        if not reply["ok"]:
            self.assertTrue(reply["error"] and reply["message"], reply)
            self.errors.append(json.dumps(reply))
        return reply

    def closed(self, client, seconds=60):
        """Waits until the server closes; code and reason."""
        end = time.monotonic() + seconds
        with self.assertRaises(Closed) as caught:
            while time.monotonic() < end:
                client.receive(end - time.monotonic())
        return caught.exception.code, caught.exception.reason

    # ---- frames

    def test_texts_that_are_no_requests(self):
        eve = self.eve()
        for text in ["", "{", "[]", "null", "1", '"x"', "{}", '{"do":"ping"}', '{"ref":"a"}', '{"do":1,"ref":"a"}', '{"do":"ping","ref":1}',
                     '{"do":"ping","ref":""}', '{"do":"ping","ref":"' + "x" * 33 + '"}', '{"do":"ping","ref":"a","ref":"b"}', '{"do":"ping","ref":null}',
                     '{"do":"nothing","ref":"a"}', '{"do":"ping","ref":"a"} x', "[" * 8000, '{"a":' * 2500, "\ufeff{}", "NaN", '{"ref":"\\u0000","do":"ping"}',
                     b'{"do":"ping","ref":"\\ud800"}', '{"do":"ping","ref":"a","x":1e999}', '{"do":"ping","ref":"a","x":99999999999999999999999}']:
            self.assertFalse(self.answer(eve, text)["ok"], text)
        for ref in ["ż" * 16, "\\n", "\\u001b[31m", '\\"', "</script>", "😀" * 8]:
            self.assertTrue(self.answer(eve, f'{{"do":"ping","ref":"{ref}"}}')["ok"], ref)
            time.sleep(0.05)

    def test_wrong_types_in_every_member_of_every_verb(self):
        for verb, good in VERBS.items():
            for _, name in itertools.product(range(ROUNDS), good):
                eve = self.eve() if verb != "hello" else self.stranger()
                for value in ODD:
                    members = {key: self.code if known == "CODE" else known for key, known in good.items()}
                    members[name] = self.code if value == "CODE" else value
                    eve.send(verb, **members)
                for _ in ODD:
                    try:
                        while "ref" not in (reply := eve.receive()):
                            pass
                    except Closed as closed:
                        self.assertIn(closed.reason, ("too_fast", "too_long", "end of stream", "reset", "goodbye"), (verb, name))
                        break
                    self.assertIn("ok", reply)
                    if not reply["ok"]:
                        self.errors.append(json.dumps(reply))
                        self.assertTrue(reply["message"], reply)
                eve.close()

    def test_frames_that_are_too_big(self):
        eve = self.eve()
        eve.send_frame(1, b'{"do":"ping","ref":"' + b"a" * 20000 + b'"}')
        self.assertEqual(self.closed(eve), (1009, "too_long"))
        liar = self.eve()
        liar.socket.sendall(bytes([0x81, 0xff]) + struct.pack(">Q", 1 << 40) + b"\0\0\0\0" + b"{" * 100000)
        self.assertEqual(self.closed(liar), (1009, "too_long"))
        endless = self.eve()
        with contextlib.suppress(OSError):
            endless.send_frame(1, b"{" * 4000, final=False)
            for _ in range(20):
                endless.send_frame(0, b"{" * 4000, final=False)
        self.assertIn(self.closed(endless)[0], (0, 1009))

    def test_binary_frames_and_invalid_text(self):
        eve = self.eve()
        eve.send_frame(2, b'{"do":"ping","ref":"a"}')
        self.assertEqual(self.closed(eve), (1003, "text_only"))
        for text in [b"\xff\xfe", b'{"do":"ping","ref":"\xc3"}', b'{"do":"ping","ref":"\xed\xa0\x80"}', b'{"do":"ping","ref":"\xf4\x90\x80\x80"}', b"\0"]:
            eve = self.eve()
            eve.send_frame(1, text)
            try:
                self.assertIn(eve.receive()["error"], ("bad_json", "bad_request"))
            except Closed as closed:
                self.assertIn(closed.code, (0, 1007, 1008, 1002))

    def test_fragments_also_with_control_frames_between(self):
        eve, text = self.eve(), b'{"do":"ping","ref":"pieces"}'
        for size in (1, 5, len(text) - 1):
            pieces = [text[at:at + size] for at in range(0, len(text), size)]
            for i, piece in enumerate(pieces):
                eve.send_frame(1 if i == 0 else 0, piece, final=i == len(pieces) - 1)
                if i < len(pieces) - 1:
                    eve.send_frame(9, b"between")
            self.assertTrue(eve.reply("pieces")["ok"])
        eve.send_frame(1, b"", final=False)
        eve.send_frame(0, b"", final=False)
        eve.send_frame(0, text, final=True)
        self.assertTrue(eve.reply("pieces")["ok"])
        lost = self.eve()
        lost.send_frame(0, text)
        self.assertEqual(self.closed(lost)[0], 1002)
        nested = self.eve()
        nested.send_frame(1, text, final=False)
        nested.send_frame(1, text)
        self.assertEqual(self.closed(nested)[0], 1002)

    def test_frames_against_the_protocol(self):
        text = b'{"do":"ping","ref":"a"}'
        for head in [b"\xc1", b"\xa1", b"\x91", b"\x83", b"\x8b", b"\x8f"]:
            eve = self.eve()
            eve.socket.sendall(head + bytes([0x80 | len(text)]) + b"\0\0\0\0" + text)
            self.assertEqual(self.closed(eve)[0], 1002, head)
        unmasked = self.eve()
        unmasked.send_frame(1, text, masked=False)
        with contextlib.suppress(Closed):  # the library answers it, which harms nobody but the sender
            unmasked.receive()
        long_ping = self.eve()
        long_ping.socket.sendall(bytes([0x89, 0xfe]) + struct.pack(">H", 1000) + b"\0\0\0\0" + b"p" * 1000)
        self.closed(long_ping)
        for payload in [b"", b"\x03", b"\x00\x00", b"\x03\xe8" + b"\xff", b"\x13\x88bye"]:
            eve = self.eve()
            eve.send_frame(8, payload)
            self.closed(eve)

    # ---- too much

    def test_a_flood_of_requests_is_slowed_down_and_then_closed(self):
        eve = self.eve()
        with contextlib.suppress(OSError):
            for i in range(400):
                eve.send("ping", ref=f"r{i}")
        errors = set()
        with self.assertRaises(Closed) as caught:
            while True:
                errors.add(eve.receive().get("error"))
        self.assertEqual((caught.exception.code, caught.exception.reason), (1008, "too_fast"))
        self.assertEqual(errors, {None, "too_fast"})

    def test_a_flood_of_pings(self):
        eve = self.eve()
        with contextlib.suppress(OSError):
            for _ in range(20000):
                eve.socket.sendall(bytes([0x89, 0x84]) + b"\0\0\0\0ping")
                if len(eve.buffer) < 65536:
                    eve.socket.setblocking(False)
                    with contextlib.suppress(BlockingIOError):
                        eve.buffer += eve.socket.recv(65536)
                    eve.socket.setblocking(True)
        self.play_on()

    def test_who_does_not_read_is_closed_and_nobody_waits_for_them(self):
        """The queue of a watcher who never reads fills up; the players do not notice."""
        server = Server(PROGRAM, f"{self.folder.name}/slow.db", "--max-queue-bytes", "65536", "--max-rate", "100000", "--max-burst", "100000", "--log", "info",
                        log=self.log)
        with server:
            ola = self.person("Ola", server.port, moves=True)
            table = ola.ask("create", rules="thegame(players=2,start=0)", seats=["me", "bot:steady"], begin=True)["table"]
            slow = Client(server.port)
            slow.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            slow.hello("Slow", moves=True)
            slow.ask("watch", table=table["code"])
            slow.socket.settimeout(5)
            with contextlib.suppress(OSError):  # what it does not read fills the buffers of the system first
                for _ in range(6000):
                    slow.send("resume", table=table["code"], last=0)
            eventually(lambda: metric(server.port, "closed_slow_total") > 0, 60, "whoever does not read is disconnected", pause=0.1)
            self.assertEqual(metric(server.port, "closed_slow_total"), 1)
            self.assertIn('reason="too_slow"', self.log.read_text(encoding="utf-8", errors="replace"))
            ola.ask("resume", table=table["code"], last=0)
            ola.close()
            slow.close()
            self.assertEqual(server.stop(), 0)

    def test_thousands_of_connections_without_hello(self):
        silent = []
        for _ in range(CONNECTS * ROUNDS):
            with contextlib.suppress(Closed, OSError):
                silent.append(Client(self.server.port))
        self.play_on()
        for client in silent[:3]:
            self.assertEqual(self.closed(client), (1008, "hello_first"))
        for client in silent:
            client.close()

    def test_half_open_sockets_and_slow_headers(self):
        sockets = []
        for i in range(200):
            sock = socket.create_connection(("127.0.0.1", self.server.port))
            if i % 2:
                sock.sendall(b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgr")
            sockets.append(sock)
        for _ in range(10):
            for sock in sockets[1::2]:
                with contextlib.suppress(OSError):
                    sock.sendall(b"a")
        self.play_on()
        for sock in sockets:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            sock.close()
        for _ in range(50):
            half = self.stranger()
            half.socket.sendall(bytes([0x81, 0xfe, 0x10]))
            half.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            half.close()

    # ---- roles

    def test_origin_and_path(self):
        for origin in ["https://evil.example", "null", "https://stos.example.evil.example", "https://stos.exampl", "http://127.0.0.1:1",
                       "https://evil.example/https://stos.example", "h", ""]:
            if origin:
                self.assertEqual(self.closed(self.stranger(origin=origin)), (1008, "wrong_origin"), origin)
        for origin in ["https://stos.example", f"http://127.0.0.1:{self.server.port}"]:
            self.stranger(origin=origin)
        for path in ["/", "/ws/", "/ws/x", "/wsx", "/healthz"]:
            with self.assertRaises(Closed, msg=path):
                self.stranger(path=path)

    def test_tokens_that_are_nobodys(self):
        for token in ["", "x", "A" * 42, "A" * 44, "!" * 43, self.ola.token[:-1], self.ola.token + "A", self.ola.token.swapcase() + "=", 5, None]:
            reply = self.answer(self.stranger(), json.dumps({"do": "hello", "ref": "a", "version": 1, "token": token}))
            if reply["ok"]:
                self.assertNotEqual(reply["person"], self.ola.welcome["person"])
        forged = self.stranger()
        forged.hello("Ola", token="A" * 43)
        self.assertNotEqual(forged.welcome["person"], self.ola.welcome["person"])
        self.assertEqual(forged.welcome["tables"], [])

    def test_somebody_elses_seat_and_claimed_roles(self):
        eve = self.eve()
        claims = {"person": self.ola.welcome["person"], "seat": 0, "token": "x", "owner": True, "role": "host", "program": True, "name": "Ola", "you": 0}
        state = self.ola.ask("resume", table=self.code, last=0)
        for verb, members in [("move", {"position": state["position"], "move": "end"}), ("take_back", {"position": state["position"]}), ("begin", {}),
                              ("say", {"text": "it is me"}), ("agree", {"matter": "end"}), ("resign", {}), ("pause", {}), ("go_on", {}), ("rematch", {}),
                              ("give", {}), ("fill", {"with": "open"}), ("hint", {"self": "can_wait"}), ("resume", {"last": 0}), ("watch", {}), ("join", {}),
                              ("watch", {"key": "a" * 26}), ("join", {"key": self.key[:-1]})]:
            ref = eve.send(verb, table=self.code, **{**claims, **members})
            reply = eve.reply(ref)
            self.assertFalse(reply["ok"], (verb, reply))
            self.assertNotIn("table", reply)
            self.assertNotIn("view", reply)
            self.errors.append(json.dumps(reply))
            time.sleep(0.06)
        after = self.ola.ask("resume", table=self.code, last=0)
        self.assertEqual((after["position"], after["view"]), (state["position"], state["view"]))

    def test_names_with_control_characters(self):
        for name in CONTROL:
            reply = self.answer(self.stranger(), json.dumps({"do": "hello", "ref": "a", "version": 1, "name": name}))
            if name:
                self.assertEqual(reply.get("error"), "bad_json" if "\x00" in name else "bad_name", name)
            self.secrets.add(reply.get("token", ""))
        eve = self.eve()
        for name in ["a\tb", "\x1b[31mred", "\u202eeve", "   ", ""]:
            with self.assertRaises(Refused):
                eve.ask("name", name=name)

    def test_passphrases_stay_where_they_are(self):
        passphrase = "battery staple " + os.urandom(8).hex()
        self.secrets.add(passphrase)
        eve = self.eve()
        eve.ask("create", rules="thegame")
        with contextlib.suppress(Refused):
            eve.ask("register", account="eve " + os.urandom(3).hex().translate(str.maketrans("0123456789", "ghijklmnop")), passphrase=passphrase)
        for account in ("nobody", "eve", "x" * 200):
            with self.assertRaises(Refused) as caught:
                eve.ask("login", account=account, passphrase=passphrase)
            self.errors.append(json.dumps(caught.exception.reply))

    # ---- HTTP

    def test_odd_http(self):
        port, host = self.server.port, b"Host: x\r\n"
        for request in [b"\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n" + host + b"\r\n", b"BREW / HTTP/1.1\r\n" + host + b"\r\n",
                        b"DELETE / HTTP/1.1\r\n" + host + b"\r\n", b"PUT /x HTTP/1.1\r\n" + host + b"Content-Length: 5\r\n\r\nhello",
                        b"OPTIONS * HTTP/1.1\r\n" + host + b"\r\n", b"CONNECT evil:80 HTTP/1.1\r\n" + host + b"\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
                        b"GET / HTTP/1.1\r\n" + b"X: " + b"a" * 100000 + b"\r\n\r\n", b"GET /" + b"a" * 50000 + b" HTTP/1.1\r\n\r\n",
                        b"GET / HTTP/1.1\r\n" + b"".join(b"H%d: x\r\n" % i for i in range(3000)) + b"\r\n",
                        b"POST /healthz HTTP/1.1\r\n" + host + b"Content-Length: 99999999999\r\n\r\nx", b"POST /ws HTTP/1.1\r\n" + host + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
                        b"GET /ws HTTP/1.1\r\n" + host + b"\r\n", b"GET /ws HTTP/1.1\r\n" + host + b"Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
                        b"GET /api/records/%00 HTTP/1.1\r\n" + host + b"\r\n", b"GET /api/records/" + b"a" * 3000 + b" HTTP/1.1\r\n" + host + b"\r\n",
                        b"HEAD /healthz HTTP/1.1\r\n" + host + b"\r\n", b"GET /healthz HTTP/1.0\r\n\r\n" * 50]:
            answer = raw(port, request, 1.0, all_of_it=False)
            self.assertNotIn(b" 101 ", answer[:20], request[:60])
            self.errors.append(answer.decode(errors="replace"))

    def test_paths_do_not_lead_out(self):
        for path in [b"/../../etc/passwd", b"/..%2f..%2fetc/passwd", b"/%2e%2e/%2e%2e/etc/passwd", b"/....//etc/passwd", b"//etc/passwd", b"/./s.db", b"/s.db",
                     b"/api/records/../../s.db", b"/api/records/", b"/api/verify/" + self.code.encode(), b"/api/records/" + self.code.encode(), b"/\\..\\s.db"]:
            answer = raw(self.server.port, b"GET " + path + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 1.0)
            self.assertNotIn(b"root:", answer)
            self.assertNotIn(b"SQLite", answer)
            self.assertNotRegex(answer[:16], rb"HTTP/1.1 200", path)

    def test_zz_no_secret_gets_out(self):
        """Last of all: tokens, keys, passphrases and the seed of the running game are in no log, error or page."""
        self.play_on()
        seeds = [rest.split(" ")[2] for _, _, what, rest in read_logs(f"{self.folder.name}/s.db")[self.code] if what == "deal"]
        self.assertRegex(seeds[-1], "^[0-9a-f]{64}$")
        written = self.log.read_text(encoding="utf-8", errors="replace") + "".join(self.errors)
        for path in (b"/", b"/metrics", b"/healthz", b"/j/" + self.code.encode()):
            written += raw(self.server.port, b"GET " + path + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 2.0).decode(errors="replace")
        self.assertIn("event=started", written)
        for secret in {*self.secrets, seeds[-1]} - {"", None}:
            self.assertNotIn(secret, written)


def main():
    global PROGRAM, ROUNDS, CONNECTS
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path, help="the stos to test")
    parser.add_argument("--rounds", type=int, default=1, help="how often each wrong type is tried (1)")
    parser.add_argument("--connects", type=int, default=300, help="connections without hello (300)")
    arguments, rest = parser.parse_known_args()
    PROGRAM, ROUNDS, CONNECTS = arguments.program.resolve(), arguments.rounds, arguments.connects
    unittest.main(argv=[sys.argv[0], *rest])


if __name__ == "__main__":
    main()
