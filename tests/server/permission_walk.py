#!/usr/bin/env python3
"""Walks the tables of docs/architecture.md, "Who may see what, when", against a real server: every verb that the server has, by everybody,
in every phase, at every door. A verb without a row fails, and so does a cell where server and document differ.

Usage: permission_walk.py PROGRAM [--print]     --print: shows what the server does, as rows for the document
"""
import json
import pathlib
import re
import sys
import tempfile
import unittest
import urllib.error
import urllib.request

from lib import documented
from lib.client import Refused, program_from_arguments
from lib.people import People

PROGRAM = program_from_arguments(sys.argv) if len(sys.argv) > 1 else People.PROGRAM
PRINT = "--print" in sys.argv
DOCUMENT = pathlib.Path(__file__).resolve().parents[2] / "docs/architecture.md"
HOST = "the host of this server"
RULES = "thegame(players=3,start=0)"
PHASES = {"waiting": "W", "playing": "P", "paused": "S", "over": "O", "closed": "C"}
DOORS = ("listed", "code", "link")
RELATIONS = ("owner", "seated", "watching", "with the link", "with the code", "without the key", "removed", "banned")

# What is asked at a table; whatever is refused for another reason than who asks, and when, counts as allowed.
AT_TABLE = {
    "look": {}, "join": {}, "watch": {}, "resume": {"last": 0}, "leave": {}, "chat": {}, "say": {"text": "well"}, "hint": {"pile": "U1", "hint": "leave_1"},
    "move": {"position": None, "move": "end"}, "vote": {"position": None, "seat": 0}, "take_back": {"position": None}, "resign": {},
    "agree": {"matter": "end"}, "pause": {}, "go_on": {}, "rematch": {}, "begin": {}, "lobby": {}, "fill": {"seat": 2, "with": "open"}, "give": {"seat": 1},
    "invite": {"person": "0" * 16}, "report": {"seat": None, "text": "rude"}, "block": {"seat": None},
}
# What is about nobody's table: it must not let anybody into one.
ELSEWHERE = {
    "ping": {}, "games": {}, "create": {"rules": "thegame(players=2)"}, "create day": {"day": "standard"}, "list": {}, "find": {"rules": "facetoface"},
    "name": {"name": "Eva"}, "language": {"language": "pl"}, "history": {}, "day": {}, "series": {"series": "bamoteki", "rules": RULES, "deals": 4}, "people": {}, "calls": {},
    "mail": {}, "invitations": {}, "profile": {}, "leaders": {"game": "lie"}, "preferences": {}, "statistics": {}, "host": {"list": "tables"},
    "recover": {"account": "Ola"}, "register": {"account": "", "passphrase": ""}, "login": {"account": "Ola", "passphrase": "wrong wrong"},
    "recovery": {"account": "Ola", "code": "x"}, "logout": {}, "export": {}, "delete_me": {"sure": True}, "hello": {"version": 1},
}
ABOUT_A_GAME = ("record", "verify", "analyze", "statistics")
NOT_THEY = {"not_here", "not_owner", "wrong_key", "banned", "removed", "closed", "no_person", "full"}
NOT_NOW = {"no_game_runs", "game_runs", "paused", "not_paused", "bad_matter", "stale"}
READS = {"look", "chat"}


def document_rows(columns):
    """The rows of the table of the document whose head has these columns: {first cell without `: [cells]}."""
    rows, inside = {}, False
    for line in DOCUMENT.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|"):
            inside = False
        elif cells[1:] == list(columns):
            inside = True
        elif inside and not set(line) <= set("|- "):
            for verb in re.findall(r"`([^`]+)`", cells[0]):
                assert verb not in rows, f"two rows for {verb}"
                rows[verb] = cells[1:]
    assert rows, f"docs/architecture.md has no table with the columns {columns}"
    return rows


class Walk(People):
    PROGRAM = PROGRAM

    @classmethod
    def setUpClass(cls):
        with tempfile.NamedTemporaryFile("w", delete=False) as file:
            file.write(f"{HOST}\n")
        cls.addClassCleanup(pathlib.Path(file.name).unlink)
        cls.OPTIONS = ("--admin-passphrase-file", file.name, "--max-tables-per-person", "100000", "--max-watchers", "1000")

    def setUp(self):
        super().setUp()
        self.host = self.guest("")
        self.host.ask("host", passphrase=HOST)

    @staticmethod
    def error_of(client, verb, **members):
        if verb in documented.verbs() and "key" not in documented.verbs()[verb][0]:
            members.pop("key", None)
        try:
            client.ask(verb, **members)
        except Refused as refusal:
            return refusal.error
        return ""

    def verbs(self):
        return self.refused("unknown_verb", self.host, "which verbs are there?")["verbs"]

    def drop_clients(self):
        for client in self.clients:
            if client is not self.host:
                client.close()
        self.clients = [self.host]

    # ---- a table in a phase, and somebody in a relation to it

    def reach(self, phase, code, owner, seated):
        if phase == "waiting":
            return
        if phase != "closed":
            owner.ask("fill", table=code, seat=2, **{"with": "bot:novice"})
            owner.ask("begin", table=code)
        if phase in ("paused", "over"):
            for client in (owner, seated):
                client.ask("agree", table=code, matter="pause" if phase == "paused" else "end")
        if phase == "closed":
            self.host.ask("host", act="close", target=code)
            self.eventually(lambda: owner.ask("join", table=code)["table"]["phase"] == "closed", "it is closed")

    def build(self, relation, phase, door):
        """A client in that relation to a table in that phase, the members that name the table, and its position."""
        self.drop_clients()
        owner, seated, other = (self.guest(name) for name in ("Ola", "Jan", "Eva"))
        table = owner.ask("create", rules=RULES, door=door, talk="text", takeback=True)["table"]
        code, key = table["code"], table["key"]
        if relation == "removed":
            seat = next(i for i, at in enumerate(other.ask("join", table=code, key=key)["table"]["seats"]) if at["you"])
            owner.ask("fill", table=code, seat=seat, **{"with": "open"})
            key = owner.ask("join", table=code)["table"]["key"]
        seated.ask("join", table=code, key=key, seat=1)
        if relation == "watching":
            other.ask("watch", table=code, key=key)
        if relation == "banned":
            other.ask("create", rules="thegame")  # so that the host can find them
            self.host.ask("host", act="ban", target=other.welcome["person"], table=code)
            self.eventually(lambda: self.error_of(other, "look", table=code) == "banned", "the ban is known")
        self.reach(phase, code, owner, seated)
        members = {"table": code}
        if relation in ("with the link", "removed", "banned"):
            members["key"] = key
        position = owner.ask("join", table=code)["table"]["position"]
        return {"owner": owner, "seated": seated}.get(relation, other), members, position

    @staticmethod
    def members_of(verb, relation, position):
        members = dict(AT_TABLE[verb])
        if "seat" in members and members["seat"] is None:
            members["seat"] = 1 if relation == "owner" else 0
        if "position" in members:
            members["position"] = position
        return members

    def relations_at(self, door):
        return [relation for relation in RELATIONS if relation != ("with the code" if door == "link" else "with the link")
                and (relation != "without the key" or door == "link")]

    def walk_tables(self, verbs):
        """{(verb, relation): {phase: {door: error}}}"""
        found, cells = {}, 0
        for door in DOORS:
            for relation in self.relations_at(door):
                for phase in PHASES:
                    built = None
                    for verb in verbs:
                        built = built or self.build(relation, phase, door)
                        client, members, position = built
                        error = self.error_of(client, verb, **members, **self.members_of(verb, relation, position))
                        if verb == "invite" and error == "no_person":
                            error = "nobody like that"  # is asked after everything else
                        found.setdefault((verb, relation), {}).setdefault(phase, {})[door] = error
                        cells += 1
                        if not error and verb not in READS:
                            built = None
        return found, cells

    def cell(self, phases):
        """What a cell of the document says: the phases in which it is allowed, with doors where they differ."""
        doors = {door: "".join(PHASES[phase] for phase, at in phases.items() if at.get(door, "no") not in NOT_THEY | NOT_NOW and door in at)
                 for door in DOORS if any(door in at for at in phases.values())}
        words = {letters: [door for door in doors if doors[door] == letters] for letters in doors.values()}
        if len(words) == 1:
            return next(iter(words)) or "-"
        return ", ".join(f"{'/'.join(at)}: {letters or '-'}" for letters, at in words.items())

    def test_every_verb_at_a_table_answers_as_the_document_says(self):
        verbs = self.verbs()
        rows = document_rows(RELATIONS) if not PRINT else {}
        self.assertEqual([verb for verb in AT_TABLE if verb not in verbs], [])
        found, cells = self.walk_tables(list(AT_TABLE))
        wrong = []
        for verb in AT_TABLE:
            row = [self.cell(found[verb, relation]) for relation in RELATIONS]
            if PRINT:
                print(f"| `{verb}` | {' | '.join(row)} |")
            elif rows.get(verb) != row:
                wrong.append(f"{verb}: the document says {rows.get(verb)}, the server does {row}")
        print(f"{cells} cells of verb, relation, phase and door", file=sys.stderr)
        self.assertEqual(wrong, [])

    def test_every_verb_has_a_row(self):
        known = {*AT_TABLE, *ABOUT_A_GAME, *(verb.split()[0] for verb in ELSEWHERE)}
        self.assertEqual(sorted(self.verbs()), sorted(known))

    def test_no_other_verb_tells_a_stranger_of_a_table(self):
        cells = 0
        for door in DOORS:
            for phase in PHASES:
                _, members, _ = self.build("with the code", phase, door)
                told = []
                for verb, more in ELSEWHERE.items():
                    client = self.guest("Max")
                    reply = client.reply(client.send(verb.split()[0], **more))
                    cells += 1
                    if members["table"] in json.dumps(reply):
                        told.append(verb)
                shown = ["list"] if door == "listed" and phase in ("waiting", "playing", "paused") else []
                self.assertEqual(told, shown, (door, phase))
        print(f"{cells} cells of verb, phase and door", file=sys.stderr)

    # ---- decks

    @staticmethod
    def play(client, table):
        client.ask("agree", table=table["code"], matter="end")
        return table["game"]["id"]

    def series_table(self, client, begin=True):
        return client.ask("create", rules="thegame(players=2,start=0)", seats=["me", "bot:novice"], begin=begin, door="code", series="bamoteki", deals=2)["table"]

    def answer(self, client, verb, game, table):
        if verb.startswith("/api/"):
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.server.port}{verb.replace('ID', game)}", timeout=60) as reply:
                    return "yes" if reply.status == 200 else str(reply.status)
            except urllib.error.HTTPError as reply:
                return {409: "closed"}.get(reply.code, str(reply.code))
        if verb == "analyze" and self.answer(client, "record", game, table) == "yes":
            return "yes"  # takes a minute; permission.py does it once
        if verb == "statistics":
            return "yes" if client.ask("statistics", game=game)["deal"] else "closed"
        members = {"game": game} if verb in ABOUT_A_GAME else {"table": table["code"], "key": table["key"], **AT_TABLE[verb]}
        error = self.error_of(client, verb, **members)
        if not error and verb in ("watch", "resume"):
            client.ask("leave", table=table["code"])
        return "closed" if error in ("game_runs", "deal_today", "deal_ahead") else error or "yes"

    def deals(self):
        """(state, who, client, game, table) for each state of a deck and everybody whom it concerns."""
        ola, jan, eva = (self.guest(name) for name in ("Ola", "Jan", "Eva"))
        waits = self.series_table(jan, begin=False)
        mine = self.series_table(ola)
        game = self.play(ola, mine)
        everybody = (("finished", ola), ("in the series", jan), ("others", eva))
        yield from (("nobody plays it", who, client, game, mine) for who, client in everybody)
        jan.ask("begin", table=waits["code"])
        yield from (("a table plays it", who, client, game, mine) for who, client in everybody)
        today = ola.ask("create", day="standard")["table"]
        game = self.play(ola, today)
        yield from (("it is today's", who, client, game, today) for who, client in everybody if who != "in the series")

    def test_every_verb_about_a_deck_answers_as_the_document_says(self):
        columns = ("nobody plays it", "a table plays it", "it is today's")
        rows = document_rows(columns) if not PRINT else {}
        verbs = (*ABOUT_A_GAME, "watch", "resume", "/api/records/ID", "/api/verify/ID")
        found, cells = {}, 0
        for state, who, client, game, table in self.deals():
            for verb in verbs:
                if verb.startswith("/api/") and who != "others":
                    continue
                found.setdefault(verb, {}).setdefault(state, {})[who] = self.answer(client, verb, game, table)
                cells += 1
        wrong = []
        for verb in verbs:
            row = [", ".join(who for who, answer in found[verb][state].items() if answer == "yes") or "-" for state in columns]
            others = {answer for state in columns for answer in found[verb][state].values()} - {"yes", "closed"}
            if PRINT:
                print(f"| `{verb}` | {' | '.join(row)} | {others or ''}")
            elif rows.get(verb) != row or others:
                wrong.append(f"{verb}: the document says {rows.get(verb)}, the server does {row} {others}")
        print(f"{cells} cells of verb, relation and deck", file=sys.stderr)
        self.assertEqual(wrong, [])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v", *(argument for argument in sys.argv[1:] if argument != "--print")])
