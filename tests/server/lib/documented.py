"""documented.py - a client that knows the protocol from docs/protocol.md alone, and holds every frame to what it reads there.

The tables of the document are read once: the verbs with their fields and replies, the events, the members of a table, the codes of
errors. Whatever the server sends that the document does not name is a failure of the test that met it, and so is a member that the
document promises and the server left out. People (people.py) use this client, so all that their tests do is compared. In the folder
STOS_FRAMES, if there is one, it leaves every frame for web/tools/frames.mjs, which compares them with the types of the page.
"""
import functools
import json
import os
import pathlib
import re
import sys

from lib.client import Client

DOCS = pathlib.Path(__file__).resolve().parents[3] / "docs"
ALWAYS = {"ref", "ok", "again"}
FRAMES = os.environ.get("STOS_FRAMES")
RECORD = open(pathlib.Path(FRAMES) / f"{pathlib.Path(sys.argv[0]).stem}.jsonl", "w", encoding="utf-8") if FRAMES else None


def names(text):
    """The names in backticks, outside brackets."""
    while "(" in text:
        shorter = re.sub(r"\([^()]*\)", "", text)
        if shorter == text:
            break
        text = shorter
    return all_names(text)


def all_names(text):
    return set(re.findall(r"`([a-z_0-9]+)`", text))


def promised(cell):
    """The names that a cell lists before it explains any of them, without those that have a remark in brackets: when they come."""
    remarked = re.sub(r"\([^()]*(\([^()]*\)[^()]*)*\)", "()", cell)
    return {item.strip("` ") for item in re.split(r", | and ", re.split("[:;]", remarked)[0]) if re.fullmatch(r" *`[a-z_]+` *", item)}


@functools.cache
def document(name="protocol.md"):
    return (DOCS / name).read_text(encoding="utf-8")


def rows(head, name="protocol.md"):
    """The cells of each row of the table whose head begins like this."""
    inside, found = False, []
    for line in document(name).splitlines():
        if not line.startswith("|"):
            inside = False
        elif line.startswith(head):
            inside = True
        elif inside and not set(line) <= set("|- "):
            found.append([cell.strip() for cell in line.strip()[1:-1].split("|")])
    assert found, f"docs/{name} has no table that begins with {head}"
    return found


def linked(cell):
    """The names in the sections that a cell refers to."""
    found = set()
    for page, anchor in re.findall(r": see \[[^]]+\]\((\w+\.md)?#([^)]+)\)", cell):
        text = document(page or "protocol.md")
        heads = {re.sub(r"[^a-z0-9 -]", "", head.lower()).replace(" ", "-"): head for head in re.findall(r"^#+ (.*)$", text, re.M)}
        found |= all_names(text.split(heads[anchor] + "\n", 1)[1].split("\n#", 1)[0])
    return found


@functools.cache
def verbs():
    """{verb: [fields, members of the reply, for each row the members that the reply has]}"""
    table = {}
    for verb, fields, reply, _ in rows("| verb | fields"):
        known = table.setdefault(verb.strip("`"), [set(), set(), []])
        known[0] |= all_names(fields) | linked(fields)
        known[1] |= all_names(reply) | linked(fields) | linked(reply)
        known[2] += [promised(reply)] if reply or not known[2] else []
    for known in table.values():
        if "create" in known[0]:  # "and the other settings of `create`"
            known[0] |= table["create"][0]
    return table


@functools.cache
def events():
    table = {}
    for what, members in rows("| `what` |"):
        for name in all_names(what):
            table[name] = all_names(members)
    return table


@functools.cache
def members():
    """What a frame about a table may have; what a snapshot must have besides, and what it may have."""
    frames, states = (re.search(rf"## {head}\n(.*?)\n##", document(), re.S)[1] for head in ("Events", "Members"))
    bullets, listed = states.split("A snapshot (`table`) has all of these and ")
    known = set(re.findall(r'"(\w+)":', frames)) | set(re.findall(r"(?:^- |\s)`(\w+)`(?=:|\s+beside)", bullets, re.M))
    return known, names(listed.split(".\n")[0]), all_names(listed)


@functools.cache
def errors():
    codes = {code for cells in rows("| code |") for code in all_names(cells[0])}
    return codes | all_names(document("engine.md")) | all_names(document("contests.md"))


class Documented(Client):
    """Fails on the first frame that docs/protocol.md does not describe."""

    def __init__(self, *arguments, **options):
        self.asked = {}
        super().__init__(*arguments, **options)

    def send(self, verb, /, ref=None, **fields):
        ref = super().send(verb, ref=ref, **fields)
        self.asked[ref] = (verb, set(fields))
        return ref

    def receive(self, timeout=None):
        frame = super().receive(timeout)
        self.record(frame)
        if "ref" in frame:
            self.check_reply(frame)
        elif "table" in frame:
            self.check_table(frame)
        elif "error" in frame:
            self.check_error(frame)
        else:
            self.demand(set(frame) == {"invited"}, "a frame that is about no table", frame)
        return frame

    def record(self, frame):
        verb, fields = self.asked.get(frame.get("ref"), ("", set()))
        if RECORD and (verb in verbs() or "ref" not in frame):
            print(json.dumps([verb, "table" in fields, frame]), file=RECORD)

    @staticmethod
    def demand(good, what, frame):
        if not good:
            raise AssertionError(f"docs/protocol.md does not say it: {what}: {str(frame)[:600]}")

    def check_reply(self, frame):
        if frame["ok"] is False:
            return self.check_error(frame)
        verb, fields = self.asked.get(frame["ref"], (None, set()))
        if verb not in verbs():
            return self.demand(verb is None, f"the verb {verb}", frame)
        known, allowed, promises = verbs()[verb]
        self.demand(fields <= known, f"fields of {verb}: {fields - known}", frame)
        if verb == "resume" and "table" not in frame:
            return self.check_members(frame, ALWAYS)
        extra = set(frame) - ALWAYS - allowed
        self.demand(not extra, f"{verb} answers with {extra}", frame)
        self.demand(any(must <= set(frame) for must in promises), f"{verb} answers without any of {promises}", frame)
        if isinstance(frame.get("table"), dict):
            self.check_snapshot(frame["table"])

    def check_error(self, frame):
        self.demand(frame["error"] in errors(), f"the error {frame['error']}", frame)
        remark = next((cells for cells in rows("| code |") if f"`{frame['error']}`" in cells[0]), ["", ""])
        extra = set(frame) - {"ref", "ok", "error", "message", "clause", "table"} - all_names(" ".join(remark))
        self.demand(not extra, f"{frame['error']} has {extra}", frame)
        if isinstance(frame.get("table"), dict):
            self.demand(frame["error"] == "stale", "a snapshot in an error", frame)
            self.check_snapshot(frame["table"])

    def check_table(self, frame):
        if "error" in frame:
            return self.check_error(frame)
        self.check_members(frame, {"table"})

    def check_members(self, frame, beside):
        extra = set(frame) - members()[0] - beside
        self.demand(not extra, f"a frame about a table has {extra}", frame)
        self.check_events(frame.get("events", []))

    def check_snapshot(self, table):
        states, must, allowed = members()
        extra = set(table) - states - allowed
        self.demand(not extra, f"a snapshot has {extra}", table)
        self.demand(must <= set(table), f"a snapshot without {must - set(table)}", table)
        if table["you"] < 0 and table["view"]:
            self.demand(table["view"]["seat"] is None, "a spectator with a seat", table["view"])
        self.check_events(table["said"])

    def check_events(self, told):
        for event in told:
            self.demand(event["what"] in events(), "an event", event)
            extra = set(event) - {"n", "at", "what"} - events()[event["what"]]
            self.demand(not extra, f"the event {event['what']} has {extra}", event)
