#!/usr/bin/env python3
"""Being called over real sockets: a push service of this test's own gets what the server sends, checks its signature and decrypts it with
another library (python3-cryptography), and can be slow, gone, or rude.

Usage: calls.py PROGRAM     with STOS_TEST_STORE (tests/store/with-postgres) the store is that database
"""
import base64
import contextlib
import datetime
import http.server
import json
import os
import queue
import socket
import sqlite3
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from lib.client import Server, free_port, metric, program_from_arguments
from lib.people import People
from lib.waiting import eventually

DAY = 86400


def plain(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def hkdf(salt, key, info, length):
    return HKDF(hashes.SHA256(), length, salt, info).derive(key)


def point(key):
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


class Device:
    """What a browser has: a pair of keys, a secret, and an address at the push service."""

    def __init__(self, service, path):
        self.key, self.auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        self.path, self.endpoint = path, f"{service.origin}{path}"

    def subscription(self):
        return {"endpoint": self.endpoint, "p256dh": base64url(point(self.key.public_key())), "auth": base64url(self.auth)}

    def decrypt(self, body):
        """RFC 8291 from the reader's side."""
        salt, size, length = body[:16], struct.unpack(">I", body[16:20])[0], body[20]
        sender, sealed = body[21:21 + length], body[21 + length:]
        assert (size, length) == (4096, 65) and len(body) <= 4096
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        material = hkdf(self.auth, shared, b"WebPush: info\0" + point(self.key.public_key()) + sender, 32)
        key, nonce = (hkdf(salt, material, b"Content-Encoding: " + name + b"\0", size) for name, size in ((b"aes128gcm", 16), (b"nonce", 12)))
        text = AESGCM(key).decrypt(nonce, sealed, None)
        assert text[-1:] == b"\2"
        return text[:-1]


class Service(http.server.ThreadingHTTPServer):
    """A push service; `rude` says how it treats a path: a status, "slow", "late" (good, but only once released), "huge" or "redirect"."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server_port}"
        self.got, self.rude, self.released = queue.Queue(), {}, threading.Event()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, client_address):
        pass  # the server has cut somebody rude off

    def stop(self):
        self.released.set()
        self.shutdown()
        self.server_close()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.put((self.path, dict(self.headers), body))
        how = self.server.rude.get(self.path, 201)
        if how == "late":
            self.server.released.wait(30)
            how = 201
        if how == "slow":
            self.server.released.wait(60)
        elif how == "huge":
            self.send_response(201)
            self.end_headers()
            while True:
                self.wfile.write(b"x" * 65536)
        else:
            self.send_response(307 if how == "redirect" else how)
            if how == "redirect":
                self.send_header("Location", f"{self.server.origin}/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

    def log_message(self, *unused):
        pass


class Calls(People):
    PROGRAM = program_from_arguments(sys.argv) if len(sys.argv) > 1 else People.PROGRAM

    def setUp(self):
        self.service = Service()
        self.folder = tempfile.TemporaryDirectory()
        self.store = self.fresh_store()
        self.options = ("--push-services", f"*.push.example, {self.service.origin}", "--public-url", "https://stos.example", *self.more_options())
        self.server = Server(self.PROGRAM, self.store, "--max-rate", "5000", "--max-burst", "5000", *self.options, port=free_port())
        self.clients = []

    def tearDown(self):
        self.service.released.set()
        super().tearDown()
        self.service.stop()

    def more_options(self):
        return ()

    # ---- the store

    def fresh_store(self):
        shared = os.environ.get("STOS_TEST_STORE")
        if not shared:
            return f"{self.folder.name}/s.db"
        name = f"calls{os.urandom(4).hex()}"
        subprocess.run(["psql", "-qc", f"CREATE DATABASE {name}", shared], check=True)
        return f"{shared.rsplit('/', 1)[0]}/{name}"

    def sql(self, text):
        """What the store answers, behind the server's back."""
        if "://" in self.store:
            return subprocess.run(["psql", "-Atqc", text, self.store], check=True, capture_output=True, text=True).stdout.strip()
        with sqlite3.connect(self.store, timeout=60) as store:
            return "\n".join("|".join(map(str, row)) for row in store.execute(text))

    # ---- the push service's side

    def message(self, device, timeout=60):
        """The next message to a device, decrypted; everything about its request is checked."""
        path, headers, body = self.service.got.get(timeout=timeout)
        self.headers = headers
        self.assertEqual(path, device.path)
        self.assertEqual((headers["Content-Encoding"], headers["TTL"]), ("aes128gcm", str(DAY)))
        self.assertRegex(headers["Topic"], r"^[A-Za-z0-9_-]{1,32}$")
        self.check_signature(headers["Authorization"])
        return json.loads(device.decrypt(body))

    def check_signature(self, header):
        """RFC 8292."""
        self.assertTrue(header.startswith("vapid t="), header)
        token, key = header[len("vapid t="):].split(", k=")
        self.assertEqual(key, self.key)
        signed, signature = token.rsplit(".", 1)
        head, claims = (json.loads(plain(part)) for part in signed.split("."))
        self.assertEqual(head["alg"], "ES256")
        self.assertEqual((claims["aud"], claims["sub"]), (self.service.origin, "https://stos.example"))
        self.assertTrue(0 < claims["exp"] - time.time() <= DAY)
        pair = plain(signature)
        self.assertEqual(len(pair), 64)
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), plain(key))
        der = encode_dss_signature(int.from_bytes(pair[:32], "big"), int.from_bytes(pair[32:], "big"))
        try:
            public.verify(der, signed.encode(), ec.ECDSA(hashes.SHA256()))
        except InvalidSignature:
            self.fail("the signature is not ours")

    def nothing_comes(self, probe):
        """Nobody was called: the next message is one to `probe`, somebody else whose turn it becomes now."""
        device, begin = probe
        begin()
        self.message(device)

    # ---- people

    def subscribed(self, client, path, **settings):
        device = Device(self.service, path)
        reply = client.ask("calls", subscribe=device.subscription(), **settings)
        self.assertTrue(reply["subscribed"])
        self.key = reply["key"]
        return device

    def table(self, owner, other, **more):
        """A duel with a day for each turn, at which both sit; whoever acts first stays."""
        table = owner.ask("create", rules="facetoface", turn_seconds=DAY, begin_when_full=True, **more)["table"]
        other.ask("join", table=table["code"])
        return table["code"]

    def awaited_elsewhere(self, path="/away", **settings):
        """Somebody with a device who is away while it becomes their turn: (device, the one who moves, code, token of the absent)."""
        ola, jan = self.guest("Ola"), self.guest("Jan")
        devices = {client: self.subscribed(client, f"{path}-{client.token[:6]}", **settings) for client in (ola, jan)}
        code = self.table(ola, jan)
        first = next(client for client in (ola, jan) if self.acts(client, code))
        second = jan if first is ola else ola
        second.close()
        self.wait(lambda: not all(seat.get("here") for seat in first.ask("join", table=code)["table"]["seats"]))
        return devices[second], first, code, second.token

    @staticmethod
    def acts(client, code):
        table = client.ask("join", table=code)["table"]
        return any(table["seats"][seat].get("you") for seat in table["view"]["to_act"])

    def end_turn(self, client, code):
        """Moves until it is the other's turn."""
        while True:
            table = client.ask("join", table=code)["table"]
            if not any(table["seats"][seat].get("you") for seat in table["view"]["to_act"]):
                return
            move = "end" if "end" in table["moves"] else table["moves"][0]
            client.ask("move", table=code, position=table["position"], move=move)

    # ---- what is called

    def test_whoever_is_away_is_called_to_their_turn_and_nothing_secret_is_told(self):
        device, first, code, token = self.awaited_elsewhere()
        self.end_turn(first, code)
        message = self.message(device)
        self.assertEqual(message, {"title": "It is your turn", "body": "THE GAME - FACE TO FACE", "url": f"/j/{code}", "tag": code})
        self.wait_for_metric("calls_sent_total", 1)
        back = self.guest("", token=token)
        self.assertEqual(back.ask("calls", endpoint=device.endpoint)["devices"], 1)
        self.end_turn(back, code)  # the other is there, and is not called
        self.nothing_comes(self.probe())

    def test_the_push_service_learns_neither_the_table_nor_who_sits_together(self):
        """The topic is not encrypted: with a table's code the service could go there and watch."""
        ola, jan = self.guest("Ola"), self.guest("Jan")
        devices = {client: self.subscribed(client, f"/{client.token[:6]}") for client in (ola, jan)}
        code = self.table(ola, jan)
        topics = []
        for _ in range(3):
            first = next(client for client in (ola, jan) if self.acts(client, code))
            second = jan if first is ola else ola
            second.close()
            self.wait(lambda first=first: not all(seat.get("here") for seat in first.ask("join", table=code)["table"]["seats"]))
            self.end_turn(first, code)
            self.message(devices[second])
            self.assertNotIn(code, json.dumps(self.headers))
            topics.append(self.headers["Topic"])
            again = self.guest("", token=second.token)
            devices[again] = devices.pop(second)
            ola, jan = (ola, again) if second is jan else (again, jan)
        self.assertNotEqual(topics[0], topics[1])  # of the two, about the same table
        self.assertEqual(topics[0], topics[2])  # a later message takes the place of an earlier one

    def probe(self):
        device, first, code, _ = self.awaited_elsewhere("/probe")
        return device, lambda: self.end_turn(first, code)

    def test_short_clocks_call_nobody(self):
        ola, jan = self.guest("Ola"), self.guest("Jan")
        for client in (ola, jan):
            self.subscribed(client, f"/{client.token[:6]}")
        code = ola.ask("create", rules="facetoface", turn_seconds=600, begin_when_full=True)["table"]["code"]
        jan.ask("join", table=code)
        first = next(client for client in (ola, jan) if self.acts(client, code))
        (jan if first is ola else ola).close()
        self.wait(lambda: not all(seat.get("here") for seat in first.ask("join", table=code)["table"]["seats"]))
        self.end_turn(first, code)
        self.nothing_comes(self.probe())

    def test_messages_are_in_the_language_of_the_person(self):
        ola, jan = self.guest("Ola", language="pl"), self.guest("Jan", language="pl")
        device = self.subscribed(jan, "/jan")
        self.play_together(ola, jan)
        self.invite_to_another(ola, "Jan")
        self.assertEqual(self.message(device)["title"], "Ola zaprasza cię do gry")

    def play_together(self, one, other):
        code = one.ask("create", rules="facetoface", begin_when_full=True)["table"]["code"]
        other.ask("join", table=code)
        other.ask("resign", table=code)
        one.frame(lambda frame: frame.get("phase") == "over")
        other.ask("leave", table=code)

    @staticmethod
    def number(client, name):
        return next(row["person"] for row in client.ask("people")["people"] if row["name"] == name)

    def test_an_invitation_calls_people_one_played_with_and_nobody_else(self):
        ola, jan, eva = self.guest("Ola"), self.guest("Jan"), self.guest("Eva")
        device = self.subscribed(jan, "/jan")
        table = ola.ask("create", rules="thegame(players=2)", door="link")["table"]
        stranger = jan.welcome["person"]
        self.refused("no_person", ola, "invite", table=table["code"], person=stranger)
        self.refused("no_person", ola, "invite", table=table["code"], person="nonsense")
        self.play_together(ola, jan)
        person = self.number(ola, "Jan")
        self.refused("not_here", eva, "invite", table=table["code"], person=person)
        ola.ask("invite", table=table["code"], person=person)
        message = self.message(device)
        self.assertEqual((message["title"], message["url"]), ("Ola invites you to a game", f"/j/{table['code']}#{table['key']}"))
        self.refused("invited_already", ola, "invite", table=table["code"], person=person)

    def test_whoever_blocked_somebody_is_not_called_by_them_and_they_are_not_told(self):
        ola, jan = self.guest("Ola"), self.guest("Jan")
        self.subscribed(jan, "/jan")
        self.play_together(ola, jan)
        jan.ask("block", person=self.number(jan, "Ola"))
        code = ola.ask("create", rules="thegame(players=2)")["table"]["code"]
        self.assertTrue(ola.ask("invite", table=code, person=self.number(ola, "Jan"))["ok"])
        self.nothing_comes(self.probe())

    # ---- when, and how often

    @staticmethod
    def hour():
        return datetime.datetime.now(datetime.timezone.utc).hour

    def test_quiet_hours_and_the_digest_gather_what_waits(self):
        ola, jan = self.guest("Ola"), self.guest("Jan")
        hour = self.hour()
        quiet = {"quiet_from": (hour + 23) % 24, "quiet_to": (hour + 3) % 24, "utc_offset": 0}
        device = self.subscribed(jan, "/jan", **quiet)
        self.play_together(ola, jan)
        person = self.number(ola, "Jan")
        for _ in range(2):
            code = ola.ask("create", rules="thegame(players=2)")["table"]["code"]
            self.allow_inviting_again(ola)
            ola.ask("invite", table=code, person=person)
        self.nothing_comes(self.probe())
        reply = jan.ask("calls", quiet_from=0, quiet_to=0, digest_hours=24)
        self.assertEqual((reply["quiet_from"], reply["quiet_to"], reply["digest_hours"]), (0, 0, 24))
        message = self.message(device)
        self.assertEqual((message["title"], message["url"]), ("2 tables are waiting for you", "/"))
        self.allow_inviting_again(ola)
        ola.ask("invite", table=ola.ask("create", rules="thegame(players=2)")["table"]["code"], person=person)
        self.nothing_comes(self.probe())  # the digest of this day was sent
        jan.ask("calls", digest_hours=0)
        self.assertEqual(self.message(device)["title"], "Ola invites you to a game")
        jan.ask("calls", invited=False)
        self.allow_inviting_again(ola)
        ola.ask("invite", table=ola.ask("create", rules="thegame(players=2)")["table"]["code"], person=person)
        self.nothing_comes(self.probe())

    def test_what_comes_while_somebody_is_being_called_waits_for_the_next_digest(self):
        ola, jan = self.guest("Ola"), self.guest("Jan")
        device = self.subscribed(jan, "/jan", digest_hours=24)
        self.play_together(ola, jan)
        person = self.number(ola, "Jan")
        self.service.rude["/jan"] = "late"
        ola.ask("invite", table=ola.ask("create", rules="thegame(players=2)")["table"]["code"], person=person)
        self.message(device)  # it has arrived, but the service has not said so yet
        self.allow_inviting_again(ola)
        ola.ask("invite", table=ola.ask("create", rules="thegame(players=2)")["table"]["code"], person=person)
        self.service.released.set()
        self.wait_for_metric("calls_sent_total", 1)
        self.nothing_comes(self.probe())

    def allow_inviting_again(self, client):
        """Ten minutes later: the note of the last invitation goes."""
        number = int(client.welcome["person"], 16)
        signed = number - 2**64 if number >= 2**63 else number
        self.sql(f"DELETE FROM person_facts WHERE person = {signed} AND name LIKE 'invited:%'")

    def test_whoever_has_been_at_the_table_is_not_called_any_more(self):
        hour = self.hour()
        quiet = {"quiet_from": (hour + 23) % 24, "quiet_to": (hour + 3) % 24, "utc_offset": 0}
        _, first, code, token = self.awaited_elsewhere(**quiet)
        self.end_turn(first, code)
        back = self.guest("", token=token)
        back.ask("join", table=code)
        back.ask("calls", quiet_from=0, quiet_to=0)
        self.nothing_comes(self.probe())

    # ---- devices

    def test_a_subscription_that_is_gone_is_forgotten(self):
        for status in (404, 410):
            device, first, code, token = self.awaited_elsewhere(f"/gone{status}")
            self.service.rude[device.path] = status
            self.end_turn(first, code)
            self.message(device)
            back = self.guest("", token=token)
            self.wait(lambda: back.ask("calls")["devices"] == 0)
        self.wait_for_metric("calls_devices_dropped_total", 2)

    @staticmethod
    def wait(condition, seconds=60):
        eventually(condition, seconds, "what was noted or sent is counted")

    def wait_for_metric(self, name, least):
        self.wait(lambda: metric(self.server.port, name) >= least)

    def test_a_device_that_was_logged_out_is_not_called(self):
        ola, jan = self.person("Ola"), self.person("Jan")
        self.subscribed(jan, "/jan")
        self.play_together(ola, jan)
        jan.ask("logout")
        self.invite_to_another(ola, "Jan")
        self.wait_for_metric("calls_devices_dropped_total", 1)
        self.nothing_comes(self.probe())

    def test_subscriptions_can_be_ended_exported_and_deleted(self):
        ola = self.guest("Ola")
        device = self.subscribed(ola, "/ola", digest_hours=6)
        exported = ola.ask("export")["data"]["settings"]
        self.assertIn(device.endpoint, exported.values())
        self.assertEqual(json.loads(exported["calls"])["digest_hours"], 6)
        self.assertFalse(any(ola.token in value for value in exported.values()))
        reply = ola.ask("calls", unsubscribe=True, endpoint=device.endpoint)
        self.assertEqual((reply["devices"], reply["subscribed"]), (0, False))
        self.subscribed(ola, "/ola")
        ola.ask("delete_me", sure=True)
        self.assertEqual(self.sql("SELECT count(*) FROM person_facts"), "0")

    def test_a_device_that_got_another_address_is_called_there(self):
        old, first, code, token = self.awaited_elsewhere()
        new, worker = Device(self.service, "/new"), self.guest("")  # a service worker does not know whose it is
        self.assertFalse(worker.ask("calls", subscribe=new.subscription(), instead=f"{self.service.origin}/guessed")["moved"])
        self.refused("bad_subscription", worker, "calls", subscribe={**new.subscription(), "endpoint": "https://evil.example/x"}, instead=old.endpoint)
        self.assertEqual(worker.ask("calls")["devices"], 0)
        self.assertTrue(worker.ask("calls", subscribe=new.subscription(), instead=old.endpoint)["moved"])
        self.assertFalse(worker.ask("calls", subscribe=new.subscription(), instead=old.endpoint)["moved"])  # it is gone
        self.assertTrue(worker.ask("calls", subscribe=new.subscription(), instead=new.endpoint)["moved"])  # told again
        self.assertEqual(worker.ask("calls")["devices"], 0)
        self.end_turn(first, code)
        self.assertEqual(self.message(new)["url"], f"/j/{code}")
        back = self.guest("", token=token)
        self.assertEqual([back.ask("calls", endpoint=device.endpoint)["subscribed"] for device in (old, new)], [False, True])

    def test_bad_subscriptions_and_settings_are_refused_and_change_nothing(self):
        ola = self.guest("Ola")
        good = Device(self.service, "/ola").subscription()
        off_curve = base64url(b"\4" + b"\1" * 64)
        port = self.service.server_port
        urls = ["https://127.0.0.1/x", "https://evil.example/x", f"http://localhost:{port}/x", f"https://127.0.0.1:{port}/x", "file:///etc/passwd",
                "https://x.push.example:444/x", "https://push.example.evil.example/x", "https://u@x.push.example/x", "http://x.push.example/x",
                "https://x.push.example/a b", "https://x.push.example/" + "a" * 1100, "", "gopher://x.push.example/",
                f"{self.service.origin}@x.push.example/"]
        bad = [{**good, "endpoint": url} for url in urls] + [{**good, "p256dh": off_curve}, {**good, "p256dh": good["auth"]},
               {**good, "auth": "AAAA"}, {"endpoint": good["endpoint"]}, {}, "text", 7]
        for subscription in bad:
            self.refused("bad_subscription", ola, "calls", subscribe=subscription)
        for settings in ({"quiet_from": 24}, {"quiet_to": -1}, {"utc_offset": 100000}, {"digest_hours": "6"}, {"turn": 1}, {"digest_hours": 25}):
            self.refused("bad_calls", ola, "calls", **settings)
        reply = ola.ask("calls")
        self.assertEqual((reply["devices"], reply["turn"], reply["quiet_from"], reply["digest_hours"]), (0, True, 0, 0))
        self.assertTrue(ola.ask("calls", subscribe={**good, "endpoint": "https://x.push.example/y"})["subscribed"])
        for number in range(4):
            self.subscribed(ola, f"/{number}")
        self.refused("too_many_devices", ola, "calls", subscribe=good)

    # ---- hostile services

    def test_rude_services_harm_nobody_else(self):
        rude = {}
        for how in ("slow", "huge", "redirect", 500):
            device, first, code, _ = self.awaited_elsewhere(f"/rude-{how}")
            self.service.rude[device.path] = how
            rude[device.path] = (first, code)
        for first, code in rude.values():
            self.end_turn(first, code)
        self.assertEqual({self.service.got.get(timeout=60)[0] for _ in rude}, set(rude))
        device, begin = self.probe()
        begin()
        self.message(device)  # while one of them still hangs, and not after a redirect
        self.wait_for_metric("calls_failed_total", 3)
        began = time.monotonic()
        self.assertEqual(self.server.stop(), 0)  # not held up by what hangs
        self.assertLess(time.monotonic() - began, 30)
        self.server.start()

    def test_a_name_that_points_inside_is_not_asked(self):
        try:
            trap = socket.create_server(("127.0.0.1", 443))
        except OSError:
            self.skipTest("port 443 is not free for this user")
        with trap, Server(self.PROGRAM, f"{self.folder.name}/inside.db", "--push-services", "localhost") as server:
            trap.settimeout(0)
            ola, jan = (self.CLIENT(server.port).hello(name) for name in ("Ola", "Jan"))
            jan.ask("calls", subscribe={**Device(self.service, "/x").subscription(), "endpoint": "https://localhost/x"})
            self.play_together(ola, jan)
            self.invite_to_another(ola, "Jan")
            self.wait(lambda: metric(server.port, "calls_failed_total") == 1)
            with self.assertRaises(BlockingIOError):
                trap.accept()
            ola.close()
            jan.close()
            self.assertEqual(server.stop(), 0)

    # ---- the server's side

    def test_what_waits_survives_a_crash_and_the_keys_stay_the_same(self):
        hour = self.hour()
        quiet = {"quiet_from": (hour + 23) % 24, "quiet_to": (hour + 3) % 24, "utc_offset": 0}
        device, first, code, token = self.awaited_elsewhere(**quiet)
        self.end_turn(first, code)
        probe, begin = self.probe()
        begin()
        self.message(probe)
        self.wait_for_metric("calls_sent_total", 1)  # so the note of the other is in the store, too
        key = self.key
        self.server.kill()
        self.server.start()
        back = self.guest("", token=token)
        self.assertEqual(back.ask("calls", quiet_from=0, quiet_to=0)["key"], key)
        self.assertEqual(self.message(device)["url"], f"/j/{code}")

    @contextlib.contextmanager
    def locked(self, table):
        """Nobody can read or write that table of the database meanwhile."""
        with subprocess.Popen(["psql", "-Atq", self.store], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
            other.stdin.write(f"BEGIN; LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE; SELECT 'locked';\n")
            other.stdin.flush()
            self.assertEqual(other.stdout.readline().strip(), "locked")
            yield
            other.stdin.close()

    def test_what_the_store_could_not_take_is_noted_when_it_is_back(self):
        if "://" not in self.store:
            self.skipTest("a file has no table that can be locked alone")
        device, first, code, _ = self.awaited_elsewhere()
        noting = "FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'SELECT name, value FROM person_facts WHERE person%'"
        with self.locked("stos.person_facts"):
            self.end_turn(first, code)  # this happens: only what is noted of it has to wait
            self.wait(lambda: self.sql(f"SELECT count(*) {noting}") == "1")
            self.sql(f"SELECT pg_terminate_backend(pid, 20000) {noting}")
        self.assertEqual(self.message(device)["url"], f"/j/{code}")

    def test_of_several_nodes_one_sends_and_another_takes_over(self):
        if "://" not in self.store:
            self.skipTest("a file has one node")
        with Server(self.PROGRAM, self.store, *self.options, port=free_port()) as second:
            ola, jan = (self.CLIENT(second.port).hello(name) for name in ("Ola", "Jan"))
            self.clients += [ola, jan]
            device = self.subscribed(jan, "/jan")
            self.play_together(ola, jan)
            self.invite_to_another(ola, "Jan")
            self.message(device)
            self.wait_for_metric("calls_sent_total", 1)
            self.assertEqual(metric(second.port, "calls_sent_total"), 0)
            self.server.kill()
            self.allow_inviting_again(ola)
            self.invite_to_another(ola, "Jan")
            self.message(device)
            self.wait(lambda: metric(second.port, "calls_sent_total") == 1)
            self.server.start()

    def invite_to_another(self, client, name):
        code = client.ask("create", rules="thegame(players=2)")["table"]["code"]
        client.ask("invite", table=code, person=self.number(client, name))

    def test_the_host_can_switch_it_off(self):
        with Server(self.PROGRAM, f"{self.folder.name}/off.db", "--push-services", "off") as server:
            client = self.CLIENT(server.port).hello("Ola")
            self.assertEqual(client.ask("calls")["push"], False)
            self.refused("no_table", client, "invite", table="x", person="x")
            client.close()
            self.assertEqual(server.stop(), 0)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
