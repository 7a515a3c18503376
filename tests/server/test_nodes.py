"""Two servers on one PostgreSQL, seen by people at the same table: what passes on one node is known on the other.

Usage: tests/store/with-postgres test_nodes.py PROGRAM
"""
import os
import pathlib
import subprocess
import sys
import unittest

from client import Client, Closed, Refused, Server, program_from_arguments

PROGRAM = program_from_arguments(sys.argv) if len(sys.argv) > 1 else pathlib.Path("build/check/stos")
OPTIONS = ("--max-rate", "5000", "--max-burst", "5000", "--log", "warning")


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


if __name__ == "__main__":
    unittest.main()
