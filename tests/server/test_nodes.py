"""Two servers on one PostgreSQL, seen by people at the same table: what passes on one node is known on the other.

Usage: tests/store/with-postgres test_nodes.py PROGRAM
"""
import contextlib
import hashlib
import json
import os
import pathlib
import re
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request

from lib.client import Client, Closed, Refused, Server, free_port, healthz, make_certificate, metric, program_from_arguments
from lib.distance import Distance
from lib.postgres import read_logs, sql
from lib.waiting import eventually

PROGRAM = program_from_arguments(sys.argv) if len(sys.argv) > 1 else pathlib.Path("build/check/stos")
OPTIONS = ("--max-rate", "5000", "--max-burst", "5000", "--log", "warning")


def can_make(client):
    try:
        return client.ask("create", rules="thegame(players=2)")
    except Refused as refused:
        assert refused.error == "too_many", refused.error
        return None


class Nodes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.nodes = [Server(PROGRAM, os.environ["STOS_TEST_STORE"], *OPTIONS) for _ in range(2)]

    @classmethod
    def tearDownClass(cls):
        codes = [node.stop() for node in cls.nodes]
        assert codes == [0, 0], codes

    def client(self, node, name, **members):
        client = Client(self.nodes[node].port)
        self.addCleanup(client.close)
        return client.hello(name, **{"moves": True, **members})

    def seat_two(self, **settings):
        """Ola on one node has made a table, Marek has come to it on the other, and the game has begun on both."""
        ola, marek = self.client(0, "Ola"), self.client(1, "Marek")
        code = ola.ask("create", rules="thegame(players=2,start=0)", grace_seconds=0, **settings)["table"]["code"]
        marek.ask("join", table=code)
        ola.frame(lambda frame: any(event["what"] == "sit" for event in frame.get("events", [])))
        ola.ask("begin", table=code)
        marek.frame(lambda frame: frame.get("view"))
        return ola, marek, code

    @staticmethod
    def hears(client, seat, said):
        return client.frame(lambda frame: "hints" in frame and frame["hints"][seat] == said)

    def test_hints_reach_people_on_the_other_node(self):
        ola, marek, code = self.seat_two()
        marek.ask("hint", table=code, pile="U1", hint="leave_2")
        self.hears(ola, 1, {"piles": {"U1": "leave_2"}})
        ola.ask("hint", table=code, self="in_trouble")
        frame = self.hears(marek, 0, {"self": "in_trouble"})
        self.assertNotIn("events", frame)
        self.assertEqual(frame["hints"][1], {"piles": {"U1": "leave_2"}})
        marek.ask("hint", table=code, pile="U1", hint="none")
        self.hears(ola, 1, {})

    def test_listed_tables_are_in_the_list_of_every_node(self):
        ola, marek = self.client(0, "Ola"), self.client(1, "Marek")
        code = ola.ask("create", rules="lie(players=3)", door="listed")["table"]["code"]
        eventually(lambda: code in [table["code"] for table in marek.ask("list")["tables"]], 60, "the other node lists the table")
        ola.close()
        eventually(lambda: code not in [table["code"] for table in marek.ask("list")["tables"]], 60, "a table where nobody is left is not listed")

    def test_a_hint_ends_on_both_nodes_when_a_card_is_placed_there(self):
        ola, marek, code = self.seat_two()
        state = ola.ask("resume", table=code, last=0)
        marek.ask("hint", table=code, pile="U1", hint="go_ahead")
        marek.ask("hint", table=code, pile="D2", hint="leave_1")
        self.hears(ola, 1, {"piles": {"U1": "go_ahead", "D2": "leave_1"}})
        move = next(move for move in state["moves"] if move.endswith("@U1"))
        ola.ask("move", table=code, position=state["position"], move=move)
        for client in ola, marek:
            self.hears(client, 1, {"piles": {"D2": "leave_1"}})

    def test_who_comes_on_another_node_hears_what_hangs_in_the_air(self):
        ola = self.client(0, "Ola")
        table = ola.ask("create", rules="thegame(players=2,start=0)", seats=["me", "bot:novice"], talk="hints", begin=True)["table"]
        ola.ask("hint", table=table["code"], pile="D1", hint="leave_3")
        eva = self.client(1, "Eva")
        said = eva.ask("watch", table=table["code"])["table"]["hints"][0]
        if said != {"piles": {"D1": "leave_3"}}:
            self.hears(eva, 0, {"piles": {"D1": "leave_3"}})

    def test_new_names_and_accounts_reach_the_other_node_whatever_the_number_of_the_person(self):
        for number in range(8):
            ola = self.client(0, "Ola")
            ola.ask("create", rules="thegame")
            tab = self.client(1, "", token=ola.token)
            name = f"{'bdfghkmp'[number]}ola"
            ola.ask("register", account=name, passphrase="correct horse battery")
            end = time.monotonic() + 30
            while not tab.ask("create", rules="thegame")["table"]["seats"][0]["name"] == name:
                self.assertLess(time.monotonic(), end, ola.welcome["person"])

    def test_logging_out_closes_the_connections_of_that_device_on_all_nodes(self):
        ola = self.client(0, "Ola")
        ola.ask("create", rules="thegame")  # a guest is kept from the moment they sit down
        tab = self.client(1, "Ola", token=ola.token)
        ola.ask("logout")
        for client in ola, tab:
            with self.assertRaises(Closed) as closed:
                client.frame(lambda frame: False)
            self.assertEqual((closed.exception.code, closed.exception.reason), (1000, "goodbye"))
        with self.assertRaises(Refused) as refused:
            self.client(1, "Ola", token=ola.token)
        self.assertEqual(refused.exception.error, "bad_token")

    def admin(self, *arguments):
        done = subprocess.run([PROGRAM, "admin", *arguments, "--store", os.environ["STOS_TEST_STORE"]], capture_output=True, text=True,
                              timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_what_the_host_does_reaches_every_node(self):
        ola = self.client(0, "Ola")
        code = ola.ask("create", rules="thegame(players=2)", talk="text")["table"]["code"]
        tabs = [ola, self.client(1, "Ola", token=ola.token)]
        tabs[1].ask("join", table=code)
        self.admin("mute", ola.welcome["person"])
        for number, tab in enumerate(tabs):
            while (reply := tab.reply(tab.send("say", table=code, text=f"hello {'again ' * number}")))["ok"]:
                pass
            self.assertEqual(reply["error"], "muted")
        self.admin("ban", ola.welcome["person"])
        for tab in tabs:
            with self.assertRaises(Closed) as closed:
                tab.frame(lambda frame: False)
            self.assertEqual(closed.exception.reason, "banned")

    def test_the_logs_of_a_shared_store_are_checked(self):
        ola, _, code = self.seat_two()
        self.client(0, "Ala").ask("create", rules="thegame(players=2)")
        check = [PROGRAM, "admin", "check", "--store", os.environ["STOS_TEST_STORE"]]
        whole = subprocess.run(check, capture_output=True, text=True, check=False)
        self.assertEqual((whole.returncode, whole.stderr), (0, ""))
        self.assertIn("pg_amcheck", whole.stdout)
        answer = json.loads(subprocess.run([*check, "--json"], capture_output=True, text=True, check=True).stdout)
        self.assertEqual((answer["whole"], answer["damaged"], answer["tables"] > 1), (True, [], True))
        ola.ask("say", table=code, text="hello")
        try:
            sql(os.environ["STOS_TEST_STORE"], f"UPDATE stos.events SET line = replace(line, 'hello', 'hallo') WHERE code = '{code}'")
            damaged = subprocess.run(check, capture_output=True, text=True, check=False)
        finally:
            sql(os.environ["STOS_TEST_STORE"], f"UPDATE stos.events SET line = replace(line, 'hallo', 'hello') WHERE code = '{code}'")
        self.assertEqual(damaged.returncode, 1)
        self.assertRegex(damaged.stdout, f"table {code}: line [0-9]+ does not fit its checksum")

    def test_what_somebody_deleted_is_gone_from_the_memory_of_every_node(self):
        ola, marek = self.client(0, "Olaf"), self.client(1, "Marek")
        code = ola.ask("create", rules="thegame(players=2)", talk="text")["table"]["code"]
        marek.ask("join", table=code)
        ola.ask("say", table=code, text="something private")
        marek.frame(lambda frame: any(event["what"] == "say" for event in frame.get("events", [])))
        ola.ask("delete_me", sure=True)
        end = time.monotonic() + 60
        while "private" in (kept := json.dumps([marek.ask("resume", table=code, last=0), marek.ask("watch", table=code)])) or "Olaf" in kept:
            self.assertLess(time.monotonic(), end, kept)

    def test_nothing_of_somebody_deleted_comes_back_from_the_other_node(self):
        """A tab on the other node goes on talking and sitting down while they delete themselves."""
        ola, marek = self.client(0, "Olaf"), self.client(1, "Marek")
        codes = [ola.ask("create", rules="thegame(players=2)", talk="text")["table"]["code"] for _ in range(5)]
        tab = self.client(1, "Olaf", token=ola.token)
        for code in codes:
            tab.ask("join", table=code)
        ref = ola.send("delete_me", sure=True)
        with contextlib.suppress(OSError, Closed):
            for number in range(200):
                tab.send("say", table=codes[number % 5], text="something private")
                tab.send("create", rules="thegame(players=2)")
        self.assertTrue(ola.reply(ref)["deleted"])

        def left():
            return [line for code in codes for _, _, what, line in read_logs(os.environ["STOS_TEST_STORE"]).get(code, []) if "private" in line or "Olaf" in line]

        eventually(lambda: not left(), 60, lambda: f"the logs have forgotten him: {left()[:3]}", pause=0.1)
        for code in codes:
            eventually(lambda code=code: not any(seat["kind"] == "person" for seat in marek.ask("watch", table=code)["table"]["seats"]), 60, "the seat is free", pause=0.1)
        person = int(ola.welcome["person"], 16) - (1 << 64 if ola.welcome["person"] >= "8" else 0)
        eventually(lambda: not sql(os.environ["STOS_TEST_STORE"], f"SELECT id FROM stos.people WHERE id = {person}").strip(), 60, "the person stays deleted", pause=0.1)

    def test_somebody_has_so_many_tables_on_all_nodes_together(self):
        with contextlib.ExitStack() as stack:
            options = (*OPTIONS, "--max-tables-per-person", "3", "--expire-empty-seconds", "1")
            nodes = [stack.enter_context(Server(PROGRAM, os.environ["STOS_TEST_STORE"], *options)) for _ in range(2)]
            first = Client(nodes[0].port).hello("Iva")
            second = Client(nodes[1].port).hello("", token=first.token)
            made = [client.ask("create", rules="thegame(players=2)")["table"]["code"] for client in (first, second, first)]
            for client in (first, second):
                with self.assertRaises(Refused) as refused:
                    client.ask("create", rules="thegame(players=2)")
                self.assertEqual(refused.exception.error, "too_many")
            second.ask("leave", table=made[1])
            eventually(lambda: can_make(second), 60, "there is room for one more table", pause=0.1)
            self.assertFalse(can_make(first))

    def test_people_on_two_nodes_find_each_other(self):
        for home in (0, 1):
            ola, marek = self.client(home, "Ola"), self.client(1 - home, "Marek")
            code = ola.ask("find", rules="facetoface", turn_seconds=61)["table"]["code"]
            found = marek.ask("find", rules="facetoface", turn_seconds=61)["table"]
            self.assertEqual((found["code"], found["phase"]), (code, "playing"))
            ola.frame(lambda frame: frame.get("phase") == "playing")
            again = self.client(home, "", token=marek.token)  # the answer was lost, and marek comes to the other node
            self.assertEqual(again.ask("find", rules="facetoface", turn_seconds=61, ref=f"{marek.prefix}-{marek.counter}")["table"]["code"], code)

    def test_two_who_ask_at_once_on_two_nodes_meet(self):
        for turn in range(10):
            both = self.client(0, "Ola"), self.client(1, "Marek")
            refs = [client.send("find", rules="facetoface", turn_seconds=100 + turn) for client in both]
            codes = {client.reply(ref)["table"]["code"] for client, ref in zip(both, refs)}
            self.assertEqual(len(codes), 1)

    def test_nobody_is_led_to_a_table_where_nobody_is_or_somebody_blocked(self):
        ola, marek, eva = self.client(0, "Ola"), self.client(1, "Marek"), self.client(1, "Eva")
        eva.ask("block", person=ola.welcome["person"])
        first = ola.ask("find", rules="facetoface", turn_seconds=62)["table"]["code"]
        second = eva.ask("find", rules="facetoface", turn_seconds=62)["table"]["code"]
        self.assertNotEqual(first, second)
        self.assertEqual(marek.ask("find", rules="facetoface", turn_seconds=62)["table"]["code"], second)
        third = self.client(0, "Jan")
        code = third.ask("find", rules="facetoface", turn_seconds=63)["table"]["code"]
        third.close()
        self.until_free(code)
        self.assertNotEqual(self.client(1, "Zoe").ask("find", rules="facetoface", turn_seconds=63)["table"]["code"], code)

    def until_free(self, code):
        """Until the other nodes can see that nobody waits at that table any more."""
        eventually(lambda: sql(os.environ["STOS_TEST_STORE"], f"SELECT count(*) FROM stos.facts WHERE name LIKE 'find:%' AND value LIKE '{code} %'") == "0", 30,
                   "the slot is free")

    def test_a_block_on_one_node_holds_on_the_other(self):
        ola, marek = self.client(0, "Ola"), self.client(1, "Marek")
        code = ola.ask("create", rules="lie(players=2)", talk="text")["table"]["code"]
        marek.ask("join", table=code)
        other = self.client(1, "", token=ola.token)
        other.ask("join", table=code)
        ola.ask("block", person=marek.welcome["person"])

        def is_hidden():
            marek.ask("say", table=code, text=f"now {time.monotonic()}")
            event = other.frame(lambda frame: any(event["what"] in ("say", "hidden") for event in frame.get("events", [])))["events"][-1]
            return event["what"] == "hidden"

        eventually(is_hidden, 30, "the other node has heard of the block")

    def test_a_block_or_logout_at_a_node_of_version_0_2_holds_here(self):
        """As in a rolling update: such a node writes no row of news, and sends its own messages."""
        ola, marek, code = self.seat_two(talk="text")
        store, person, other = os.environ["STOS_TEST_STORE"], ola.welcome["person"], marek.welcome["person"]
        sql(store, f"NOTIFY stos, 'block {int(other, 16):x} {person} 1'")

        def is_hidden():
            ola.ask("say", table=code, text="hello")
            return marek.frame(lambda frame: any(event["what"] in ("say", "hidden") for event in frame.get("events", [])))["events"][-1]["what"] == "hidden"

        eventually(is_hidden, 30, "the block of the old node is heard")
        tab = self.client(1, "", token=ola.token)
        sql(store, f"NOTIFY stos, 'bye {int(person, 16):x} {hashlib.sha256(b'another').hexdigest()}'")
        sql(store, f"NOTIFY stos, 'bye {int(other, 16):x} '")
        self.is_sent_away(marek)
        for client in (ola, tab):  # another device was logged out
            client.ask("ping")

    def is_sent_away(self, client):
        with self.assertRaises(Closed) as closed:
            while True:
                client.receive()
        self.assertEqual(closed.exception.reason, "goodbye")

    def test_a_block_or_logout_here_is_told_to_nodes_of_version_0_2(self):
        ola, marek, _ = self.seat_two()
        person, other = (int(client.welcome["person"], 16) for client in (ola, marek))
        tab, store = self.client(0, "", token=marek.token), os.environ["STOS_TEST_STORE"]
        with subprocess.Popen(["psql", "-X", "-A", "-t", store], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as old:
            old.stdin.write("LISTEN stos;\nSELECT 'listens';\n")
            old.stdin.flush()
            while old.stdout.readline().strip() != "listens":
                pass
            ola.ask("block", person=f"{other:016x}")
            marek.ask("logout", everywhere=True)
            self.is_sent_away(tab)
            heard = ""
            for _ in range(300):
                if "bye" in heard and "block" in heard:
                    break
                old.stdin.write("SELECT pg_sleep(0.1);\n")
                old.stdin.flush()
                heard += old.stdout.readline()
            old.stdin.close()
        messages = re.findall(r'"stos" with payload "((?:bye|block) [^"]*)"', heard)
        said = [message.split(" ") for message in messages]  # people as 0.2 reads them
        self.assertIn(["block", person, f"{other:016x}", "1"], [[words[0], int(words[1], 16), *words[2:]] for words in said])
        self.assertIn(["bye", other, ""], [[words[0], int(words[1], 16), *words[2:]] for words in said])

    def test_a_new_name_is_known_on_every_node(self):
        ola = self.client(0, "Ola")
        ola.ask("create", rules="thegame")
        tab = self.client(1, "", token=ola.token)
        ola.ask("name", name="Olga")
        for attempt in range(10):  # few, for nobody may have many tables
            if tab.ask("create", rules="thegame")["table"]["seats"][0]["name"] == "Olga":
                return
            time.sleep(0.1 * 2 ** attempt)
        self.fail("the other node still has the old name")

    def test_who_was_removed_on_the_other_node_is_told_nothing_more(self):
        ola, marek = self.client(0, "Ola"), self.client(1, "Marek")
        code = ola.ask("create", rules="thegame(players=2,start=0)", watchable=False)["table"]["code"]
        marek.ask("join", table=code)
        ola.frame(lambda frame: any(event["what"] == "sit" for event in frame.get("events", [])))
        ola.ask("fill", table=code, seat=1, **{"with": "bot:novice"})
        marek.frame(lambda frame: any(event["what"] == "remove" for event in frame.get("events", [])))
        ola.ask("begin", table=code)
        with self.assertRaises(Refused):
            marek.ask("resume", table=code, last=0)
        self.assertFalse([frame for frame in marek.frames if any(event["what"] == "deal" for event in frame.get("events", []))])


class SharedPort(unittest.TestCase):
    """Two servers that listen on one port, as on a machine with two cores."""

    def setUp(self):
        self.numbers = [free_port(), free_port()]
        self.nodes = [Server(PROGRAM, os.environ["STOS_TEST_STORE"], *self.options(self.numbers[0]))]
        self.addCleanup(lambda: [node.__exit__() for node in self.nodes])
        self.port = self.nodes[0].port
        self.nodes.append(Server(PROGRAM, os.environ["STOS_TEST_STORE"], *self.options(self.numbers[1]), port=self.port))

    @staticmethod
    def options(numbers):
        return (*OPTIONS, "--share-port", "--metrics-address", f"127.0.0.1:{numbers}")

    def connect_to(self, node, name, **members):
        """The system chooses who gets a connection; until it is that one, another is made."""
        for _ in range(200):
            before = metric(self.numbers[node], "connections")
            client = Client(self.port).hello(name, moves=True, **members)
            if metric(self.numbers[node], "connections") > before:
                self.addCleanup(client.close)
                return client
            client.close()
        raise AssertionError(f"200 connections, and none came to node {node}")

    def test_people_of_one_table_are_on_both_and_a_dead_one_loses_nothing(self):
        ola, marek = self.connect_to(0, "Ola"), self.connect_to(1, "Marek")
        code = ola.ask("create", rules="thegame(players=2,start=0)", grace_seconds=0)["table"]["code"]
        marek.ask("join", table=code)
        ola.frame(lambda frame: any(event["what"] == "sit" for event in frame.get("events", [])))
        ola.ask("begin", table=code)
        state = ola.ask("resume", table=code, last=0)
        said = [ola.ask("say", table=code, text=text) for text in ("Hello", "Nice cards", "Off we go")]
        moved = ola.ask("move", table=code, position=state["position"], move=next(move for move in state["moves"] if "@" in move))
        marek.frame(lambda frame: any(event["n"] == moved["n"] for event in frame.get("events", [])))
        self.nodes[0].kill()
        again = Client(self.port).hello("", token=ola.token, moves=True)
        self.addCleanup(again.close)
        state = again.ask("resume", table=code, last=said[0]["n"] - 1)
        self.assertLessEqual({reply["n"] for reply in (*said, moved)}, {event["n"] for event in state["events"]})
        again.ask("move", table=code, position=state["position"], move=next(move for move in state["moves"] if "@" in move))
        marek.frame(lambda frame: frame.get("position", 0) > state["position"])

    def test_health_and_metrics_are_those_of_one_server(self):
        for numbers in self.numbers:
            self.assertEqual(metric(numbers, "connections"), 0)
        for path in "/metrics", "/healthz":
            with self.assertRaises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=60)
            self.assertEqual(refused.exception.code, 404)

    def test_who_does_not_share_is_refused(self):
        store = os.environ["STOS_TEST_STORE"]
        with tempfile.TemporaryDirectory() as folder:
            for wanted, words in ((("--store", store), "in use"), (("--store", f"{folder}/s.db", "--share-port"), "PostgreSQL"),
                                  (("--store", store, "--share-port", "--metrics-address", f"127.0.0.1:{self.numbers[0]}"), "in use")):
                done = subprocess.run([str(PROGRAM), "serve", "--port", str(self.port), *wanted], capture_output=True, text=True, timeout=60, check=False)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(words, done.stderr)

    def test_a_supervisor_learns_that_a_server_is_frozen_and_kills_it(self):
        """Then the system gives all new connections to the other one."""
        self.nodes.pop().kill()
        with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as supervisor:
            supervisor.bind(f"{folder}/notify")
            supervisor.settimeout(60)
            node = Server(PROGRAM, os.environ["STOS_TEST_STORE"], *self.options(self.numbers[1]), port=self.port,
                          env={**os.environ, "NOTIFY_SOCKET": f"{folder}/notify"})
            self.nodes.append(node)
            self.assertEqual([supervisor.recv(100) for _ in range(3)], [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"])
            os.kill(node.process.pid, signal.SIGSTOP)
            supervisor.settimeout(5)
            with contextlib.suppress(TimeoutError):
                while supervisor.recv(100):  # what was said before
                    pass
            node.kill()
        for number in range(20):
            Client(self.port).hello(f"Guest {number}").close()
        with self.assertRaises(OSError):
            metric(self.numbers[1], "connections")

    def test_a_supervisor_is_told_of_the_end(self):
        self.nodes.pop().kill()
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as supervisor:
            supervisor.bind(f"\0stos-{os.getpid()}-{self.port}")  # one without a file
            supervisor.settimeout(60)
            node = Server(PROGRAM, os.environ["STOS_TEST_STORE"], *self.options(self.numbers[1]), port=self.port,
                          env={**os.environ, "NOTIFY_SOCKET": f"@stos-{os.getpid()}-{self.port}"})
            self.nodes.append(node)
            self.assertEqual(supervisor.recv(100), b"READY=1")
            node.process.terminate()
            while (news := supervisor.recv(100)) == b"WATCHDOG=1":
                pass
            self.assertEqual(news, b"STOPPING=1")
            self.assertEqual(node.stop(), 0)

    def test_ipv6_is_shared_too(self):
        port, store = free_port(), os.environ["STOS_TEST_STORE"]
        with contextlib.ExitStack() as stack:
            for _ in range(2):
                stack.enter_context(Server(PROGRAM, store, *OPTIONS, "--share-port", "--address", "::1", port=port))
            for number in range(4):
                client = Client(port, host="::1").hello(f"Guest {number}")
                client.ask("list")
                client.close()

    def all_show(self, port, cert):
        """Whether twenty new connections, some to each server, are shown this certificate."""
        trust = ssl.create_default_context(cafile=cert)
        try:
            for _ in range(20):
                with socket.create_connection(("127.0.0.1", port), timeout=60) as plain, trust.wrap_socket(plain, server_hostname="localhost"):
                    pass
        except ssl.SSLCertVerificationError:
            return False
        return True

    def test_tls_is_shared_too(self):
        port, store = free_port(), os.environ["STOS_TEST_STORE"]
        numbers = [free_port(), free_port()]
        with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
            cert, key = make_certificate(folder, "first")
            nodes = [stack.enter_context(Server(PROGRAM, store, *self.options(number), "--tls-cert", cert, "--tls-key", key, port=port)) for number in numbers]
            trust = ssl.create_default_context(cafile=cert)
            for number in range(200):
                client = Client(port, wrap=lambda plain: trust.wrap_socket(plain, server_hostname="localhost")).hello(f"Guest {number}")
                stack.callback(client.close)
                client.ask("list")
                if min(metric(at, "connections") for at in numbers) > 0:
                    break
            else:
                self.fail("200 connections, and one server had none")
            for old, new in zip((cert, key), make_certificate(folder, "second")):
                pathlib.Path(old).write_bytes(pathlib.Path(new).read_bytes())
            for node in nodes:
                node.process.send_signal(signal.SIGHUP)
            deadline = time.monotonic() + 60
            while not self.all_show(port, cert):
                self.assertLess(time.monotonic(), deadline, "a new certificate was not read everywhere")
            nodes[0].kill()
            self.assertTrue(self.all_show(port, cert))


class Leases(unittest.TestCase):
    """The first of two nodes falls silent in the middle of a game: by SIGSTOP, or because nothing reaches the database."""

    def setUp(self):
        self.distance = Distance(os.environ["STOS_TEST_STORE"])
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.log = pathlib.Path(self.folder.name, "log")
        stores = [self.distance.address, os.environ["STOS_TEST_STORE"]]
        self.nodes = [Server(PROGRAM, store, *OPTIONS, log=self.log) for store in stores]
        self.addCleanup(lambda: [node.__exit__() for node in self.nodes])

    def client(self, node, name, **members):
        client = Client(self.nodes[node].port)
        self.addCleanup(client.close)
        return client.hello(name, moves=True, **members)

    @staticmethod
    def play_turn(client, code):
        """Two cards and the end of the turn."""
        state = client.ask("resume", table=code, last=0)
        for wanted in "@", "@", "end":
            client.frames.clear()
            client.ask("move", table=code, position=state["position"], move=next(move for move in state["moves"] if wanted in move))
            state = client.frame(lambda frame: "view" in frame)

    def begin(self):
        """Ola's node runs the table; Marek of the other one is on turn, and after him a bot."""
        ola, marek = self.client(0, "Ola"), self.client(1, "Marek")
        code = ola.ask("create", rules="thegame(players=3,start=0)", seats=["me", "open", "bot:novice"], grace_seconds=0)["table"]["code"]
        marek.ask("join", table=code)
        ola.frame(lambda frame: any(event["what"] == "sit" for event in frame.get("events", [])))
        ola.ask("begin", table=code)
        marek.frame(lambda frame: frame.get("view"))
        self.play_turn(ola, code)
        marek.frame(lambda frame: frame.get("moves"))
        return ola, marek, code

    def check_takeover(self, marek, code):
        """Marek can move at once; then it is the turn of the bot, which the silent node would have to move."""
        began = time.monotonic()
        self.play_turn(marek, code)
        moved = time.monotonic()
        marek.frame(lambda frame: any(event["what"] == "move" and event["seat"] == 2 for event in frame.get("events", [])))
        print(f"{self._testMethodName}: a move after {moved - began:.2f} s, the bot's after {time.monotonic() - began:.2f} s", file=sys.stderr)

    def until(self, good, what):
        eventually(good, 60, what)

    def health(self):
        return healthz(self.nodes[0].port)

    def lines(self, code, text):
        return [line for line in read_logs(os.environ["STOS_TEST_STORE"])[code] if text in str(line)]

    def say_until_taken(self, client, code, text, ref):
        replies = []
        self.until(lambda: replies.append(client.reply(client.send("say", ref=ref, table=code, text=text))) or replies[-1]["ok"],
                   "the node serves again")

    def test_what_a_node_wrote_before_it_lost_its_lease_is_refused_when_it_arrives(self):
        ola, marek, code = self.begin()
        self.distance.hold()
        ola.send("say", ref="late", table=code, text="too late")
        self.check_takeover(marek, code)
        self.until(lambda: self.health() == 503, "/healthz says 503")
        self.assertEqual(ola.reply(ola.send("watch", table=code))["error"], "store_down")
        self.distance.release()
        self.assertEqual(ola.reply("late")["error"], "store_down")
        self.assertEqual(self.lines(code, "too late"), [])
        self.until(lambda: self.health() == 200, "/healthz says 200 again")
        self.say_until_taken(ola, code, "too late", "late")
        self.assertEqual(len(self.lines(code, "too late")), 1)

    def test_a_node_that_was_frozen_does_not_show_what_it_remembers(self):
        ola, marek, code = self.begin()
        self.nodes[0].process.send_signal(signal.SIGSTOP)
        ola.send("resume", ref="asleep", table=code, last=0)
        ola.send("say", ref="late", table=code, text="too late")
        self.check_takeover(marek, code)
        self.nodes[0].process.send_signal(signal.SIGCONT)
        self.assertEqual(ola.reply("asleep")["error"], "store_down")
        self.assertEqual(ola.reply("late")["error"], "store_down")
        self.say_until_taken(ola, code, "too late", "late")
        marek.frame(lambda frame: any(event["what"] == "say" for event in frame.get("events", [])))
        self.assertEqual(len(self.lines(code, "too late")), 1)
        self.assertEqual(ola.ask("watch", table=code)["table"]["last"], marek.ask("watch", table=code)["table"]["last"])

    def test_the_tables_of_a_node_that_stops_go_to_the_other_at_once(self):
        ola, marek, code = self.begin()
        store = os.environ["STOS_TEST_STORE"]
        fence = sql(store, f"SELECT owner FROM stos.tables WHERE code = '{code}'")
        self.assertEqual(sql(store, f"SELECT count(*) FROM stos.nodes WHERE fence = {fence}"), "1")
        ola.close()
        self.assertEqual(self.nodes[0].stop(), 0)
        self.assertEqual(sql(store, f"SELECT count(*) FROM stos.nodes WHERE fence = {fence}"), "0")
        self.check_takeover(marek, code)


class RoundTrips(unittest.TestCase):
    """What many do at once costs the database a few questions in all, not one or more for each of them.

    The way to it is held until the node has heard everybody, so how fast this machine is does not matter.
    """

    MANY, FEW = 80, 75  # less than one for each, though a heartbeat a second is among them
    OPTIONS = ("--max-tables-per-person", "1000", "--max-connections-per-address", "1000", *OPTIONS)

    def setUp(self):
        self.distance = Distance(os.environ["STOS_TEST_STORE"])
        self.node = Server(PROGRAM, self.distance.address, *self.OPTIONS)
        self.addCleanup(lambda: self.assertEqual(self.node.stop(), 0))

    def client(self):
        client = Client(self.node.port)
        self.addCleanup(client.close)
        return client

    def until_metric(self, name, number):
        eventually(lambda: metric(self.node.port, name) == number, 60, f"{name} is {number}", pause=0.02)

    def at_once(self, requests):
        """The replies to requests, each (client, verb, members), that wait together; and how many round trips they took."""
        asked, heard = self.distance.asked(), metric(self.node.port, "requests_total")
        self.distance.hold()
        refs = [(client, client.send(verb, **members)) for client, verb, members in requests]
        self.until_metric("requests_total", heard + len(refs))
        self.distance.release()
        replies = [client.reply(ref) for client, ref in refs]
        self.assertTrue(all(reply["ok"] for reply in replies), replies)
        refs[-1][0].ask("name", name="Barbora")  # behind all that was noted
        return replies, self.distance.asked() - asked

    def check_few(self, what, took):
        print(f"{self.MANY} {what}: {took} round trips", file=sys.stderr)
        self.assertLessEqual(took, self.FEW)

    def make_tables(self, client):
        settings = {"rules": "thegame(players=2,start=0)", "turn_seconds": 3600, "begin_when_full": True}
        replies, took = self.at_once([(client, "create", settings)] * self.MANY)
        return [reply["table"]["code"] for reply in replies], took

    def test_many_tables_are_made_and_begin_while_their_maker_is_away(self):
        maker, other = self.client().hello("Ola"), self.client().hello("Marek")
        codes, took = self.make_tables(maker)
        self.check_few("tables made", took)
        maker.close()
        self.until_metric("connections", 1)
        _, took = self.at_once([(other, "join", {"table": code}) for code in codes])
        self.check_few("tables begun", took)

    def test_somebody_with_many_tables_deletes_themselves(self):
        maker, other = self.client().hello("Ola"), self.client().hello("Marek")
        settings = {"rules": "thegame(players=3)", "talk": "text"}
        codes = [reply["table"]["code"] for reply in self.at_once([(maker, "create", settings)] * self.MANY)[0]]
        self.at_once([(maker, "say", {"table": code, "text": "well played"}) for code in codes])
        self.at_once([(other, "join", {"table": code}) for code in codes])
        asked = self.distance.asked()
        maker.ask("delete_me", sure=True)
        self.check_few("tables of somebody who goes", self.distance.asked() - asked)
        logs = read_logs(os.environ["STOS_TEST_STORE"])
        for code in codes:
            self.assertNotIn("well played", str(logs[code]))
            self.assertNotIn("Ola", str(logs[code]))
            self.assertEqual([seat.get("name") for seat in other.ask("watch", table=code)["table"]["seats"]], [None, "Marek", None])

    def test_a_move_asks_the_database_for_nothing_but_its_commit(self):
        """Who may move is known; a question for each move would be one more round trip for each."""
        maker, took = self.client().hello("Ola", moves=True), []
        while len(took) < 100:
            state = maker.ask("create", rules="thegame", begin=True)["table"]
            while state.get("moves"):
                maker.frames.clear()
                asked = self.distance.asked()
                maker.ask("move", table=state["code"], position=state["position"], move=state["moves"][0])
                state = {"code": state["code"], **maker.frame(lambda frame: "view" in frame)}
                if state.get("phase") != "over":  # else the game is kept, too
                    took.append(self.distance.asked() - asked)
        print(f"{len(took)} moves: {sum(took)} round trips", file=sys.stderr)
        self.assertEqual(sorted(took)[len(took) // 2], 2)  # the lines, and COMMIT; heartbeats and news come between

    def test_many_people_come_back(self):
        people = [self.client().hello(f"Guest {number}") for number in range(self.MANY)]
        self.at_once([(client, "create", {"rules": "thegame(players=2)"}) for client in people])  # so they are kept
        for client in people:
            client.close()
        self.until_metric("connections", 0)
        replies, took = self.at_once([(self.client(), "hello", {"version": 1, "token": client.token}) for client in people])
        self.assertEqual([len(reply["tables"]) for reply in replies], [1] * self.MANY)
        self.check_few("people back", took)


if __name__ == "__main__":
    unittest.main()
