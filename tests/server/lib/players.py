"""players.py - many people who play at once over real sockets, in one thread: what the tests with kills, proxies and nodes share.

A Player keeps what a careful client keeps: a token, the number of the last event, and the requests without an answer. When the
connection breaks it comes back, resumes, and sends those requests again under the same ref. On the way it checks what the protocol
promises: event numbers without gap or repeat, no snapshot behind what it has seen, nothing unanswered. What breaks a promise goes to
World.faults; every test of this kind ends with that list empty.
"""
import base64
import collections
import errno
import json
import os
import random
import re
import selectors
import socket
import sqlite3
import struct
import time

CHOOSES_AGAIN = 0.1

LINE = re.compile(r"(\d+) (\d+)(?: #([0-9a-f]+))? (\w+)(?: (.*))?$")


def frame_bytes(opcode, payload, final=True):
    """A masked frame; the mask is zero, which leaves the text as it is."""
    head = bytes([(0x80 if final else 0) | opcode])
    if len(payload) < 126:
        return head + bytes([0x80 | len(payload)]) + b"\0\0\0\0" + payload
    return head + bytes([0x80 | 126]) + struct.pack(">H", len(payload)) + b"\0\0\0\0" + payload


def frame_size(buffer):
    """Sizes of head and payload of the frame at the start of the buffer, or None when its head is not all there."""
    if len(buffer) < 2:
        return None
    size, head = buffer[1] & 127, 2
    if size == 126:
        head = 4
    elif size == 127:
        head = 10
    if buffer[1] & 128:
        head += 4
    if len(buffer) < head:
        return None
    if size == 126:
        size = struct.unpack(">H", buffer[2:4])[0]
    elif size == 127:
        size = struct.unpack(">Q", buffer[2:10])[0]
    return head, size


class World:
    """The loop: sockets, timers, everybody who plays, and what went wrong."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.selector = selectors.DefaultSelector()
        self.timers, self.players, self.faults = [], [], []
        self.absence = 0.0  # how often somebody who lost the connection stays away for a while
        self.moves = self.reconnects = self.resent = self.again = self.stale = self.snapshots = self.stood_in = self.store_down = 0

    def fault(self, text):
        self.faults.append(text)

    def later(self, seconds, call):
        self.timers.append((time.monotonic() + seconds, call))

    def turn(self, longest=0.05):
        now = time.monotonic()
        if self.timers:
            longest = max(0.0, min(longest, min(at for at, _ in self.timers) - now))
        for key, events in self.selector.select(longest):
            key.data(events)
        now = time.monotonic()
        due = [timer for timer in self.timers if timer[0] <= now]
        if due:
            self.timers = [timer for timer in self.timers if timer[0] > now]
            for _, call in due:
                call()

    def run(self, seconds, until=lambda: False):
        """Turns until it is so, or the time is up; whether it was so."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if until():
                return True
            self.turn()
        return until()


class Wire:
    """A socket that never waits: what comes in goes to got(), what cannot be written yet waits here."""

    def __init__(self, world, sock, got, lost):
        self.world, self.socket, self.got, self.lost = world, sock, got, lost
        self.out, self.connecting = bytearray(), False
        sock.setblocking(False)
        world.selector.register(sock, selectors.EVENT_READ, self.service)

    @classmethod
    def connect(cls, world, port, got, lost):
        sock = socket.socket()
        sock.setblocking(False)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if sock.connect_ex(("127.0.0.1", port)) not in (0, errno.EINPROGRESS):
            sock.close()
            return None
        wire = cls(world, sock, got, lost)
        wire.connecting = True
        wire.watch()
        return wire

    def watch(self):
        wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if self.out or self.connecting else 0)
        self.world.selector.modify(self.socket, wanted, self.service)

    def send(self, data):
        if self.socket is None:
            return
        self.out += data
        if not self.connecting:
            self.flush()

    def flush(self):
        try:
            while self.out:
                del self.out[:self.socket.send(self.out)]
        except BlockingIOError:
            pass
        except OSError:
            self.fail()
            return
        self.watch()

    def service(self, events):
        if self.socket is None:
            return
        if self.connecting:
            if self.socket.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
                self.fail()
                return
            self.connecting = False
        if events & selectors.EVENT_WRITE:
            self.flush()
        if self.socket is None or not events & selectors.EVENT_READ:
            return
        try:
            data = self.socket.recv(262144)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self.got(data)
        else:
            self.fail()

    def close(self):
        if self.socket is not None:
            self.world.selector.unregister(self.socket)
            self.socket.close()
            self.socket = None

    def fail(self):
        if self.socket is not None:
            self.close()
            self.lost()


class Player:
    """One person at one table; plays random legal moves as soon as it may."""

    def __init__(self, world, name, where, talk=0.0):
        self.world, self.name, self.where, self.talk = world, name, where, talk
        self.token = self.code = self.wire = None
        self.stage, self.buffer = "down", b""
        self.last, self.events, self.counter = 0, {}, 0
        self.unanswered, self.acknowledged, self.refused = collections.OrderedDict(), [], collections.Counter()
        self.state, self.playing, self.after, self.ended = {}, True, None, None
        self.progress = self.heard = time.monotonic()
        self.greeting = self.resuming = self.home = None
        world.players.append(self)

    # ---- connecting

    def start(self):
        if self.stage == "stopped":
            return
        self.buffer, self.stage, self.heard = b"", "upgrading", time.monotonic()
        port = self.where()
        self.wire = Wire.connect(self.world, port, self.got, self.lost) if port else None
        if not self.wire:
            self.stage = "down"
            self.world.later(0.05, self.start)
            return
        key = base64.b64encode(os.urandom(16)).decode()
        self.wire.send((f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
                        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: stos\r\n\r\n").encode())

    def check_line(self, patience):
        """A line on which nothing comes is given up."""
        if self.wire and time.monotonic() - self.heard > patience:
            self.wire.fail()

    def lost(self):
        self.wire, self.stage = None, "down"
        self.world.reconnects += 1
        away = self.world.random.random() < self.world.absence
        self.world.later(self.world.random.uniform(1.0, 2.5) if away else self.world.random.uniform(0.01, 0.06), self.start)

    def stop(self):
        self.stage = "stopped"
        if self.wire:
            self.wire.close()
            self.wire = None

    def got(self, data):
        self.buffer += data
        self.heard = time.monotonic()
        if self.stage == "upgrading":
            if b"\r\n\r\n" not in self.buffer:
                return
            head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.wire.fail()
                return
            self.stage = "hello"
            members = {"token": self.token} if self.token else {}
            self.greeting = self.fresh_ref()
            self.say({"do": "hello", "ref": self.greeting, "version": 1, "name": self.name, "moves": True, **members})
        at = 0
        while self.wire and (sizes := frame_size(self.buffer[at:at + 14])) and len(self.buffer) - at >= sum(sizes):
            payload = self.buffer[at + sizes[0]:at + sum(sizes)]
            opcode = self.buffer[at] & 15
            at += sum(sizes)
            if opcode == 9:
                self.wire.send(frame_bytes(10, payload))
            elif opcode == 8:
                self.closed(payload)
            elif opcode == 1:
                self.frame(json.loads(payload))
        self.buffer = self.buffer[at:]

    def closed(self, payload):
        reason = payload[2:].decode(errors="replace")
        if reason not in ("stopping", ""):
            self.world.fault(f"{self.name} was closed: {reason}")
        self.wire.fail()

    # ---- asking

    def fresh_ref(self):
        self.counter += 1
        return f"{self.name}-{self.counter}"

    def say(self, request):
        if self.wire:
            self.wire.send(frame_bytes(1, json.dumps(request).encode()))

    def ask(self, verb, **members):
        """A request that has to be answered, however often the connection breaks."""
        request = {"do": verb, "ref": self.fresh_ref(), **members}
        self.unanswered[request["ref"]] = request
        if self.stage == "live":
            self.say(request)
        return request["ref"]

    def live(self):
        self.stage = "live"
        for request in list(self.unanswered.values()):
            self.world.resent += 1
            self.say(request)
        self.act()

    # ---- hearing

    def frame(self, frame):
        if "ref" in frame:
            self.reply(frame)
        elif isinstance(frame.get("table"), dict):
            self.take_snapshot(frame["table"])
        elif frame.get("table") == self.code:
            self.take(frame)
        self.act()

    def reply(self, frame):
        if self.stage == "hello" and frame["ref"] == self.greeting:
            self.welcomed(frame)
        elif self.stage == "resuming" and frame["ref"] == self.resuming:
            self.resumed(frame)
        else:
            request = self.unanswered.get(frame["ref"])
            if request:
                self.answered(request, frame)

    def welcomed(self, frame):
        if not frame["ok"]:
            if frame["error"] not in ("store_down", "stopping"):
                self.world.fault(f"{self.name}: hello was refused: {frame}")
            self.wire.fail()
            return
        self.token = frame.get("token") or self.token
        if self.code and self.last:
            self.stage, self.resuming = "resuming", self.fresh_ref()
            self.say({"do": "resume", "ref": self.resuming, "table": self.code, "last": self.last})
        else:
            self.live()

    def resumed(self, frame):
        if not frame["ok"]:
            if frame["error"] not in ("store_down", "stopping"):
                self.world.fault(f"{self.name}: resume of {self.code} from {self.last} was refused: {frame}")
            self.wire.fail()
            return
        if isinstance(frame.get("table"), dict):
            self.take_snapshot(frame["table"])
        else:
            self.take(frame)
        self.live()

    def take(self, frame):
        """Events and how it stands after them."""
        for event in frame.get("events", []):
            if event["n"] != self.last + 1:
                self.world.fault(f"{self.name} at {self.code}: event {event['n']} came after {self.last} ({self.stage})")
            self.last = event["n"]
            self.events[event["n"]] = event
            self.world.stood_in += event["what"] == "stand_in"
            self.progress = time.monotonic()
        self.state.update((name, frame[name]) for name in ("position", "phase", "view", "moves", "open", "seats") if name in frame)

    def take_snapshot(self, table):
        if table["last"] < self.last:
            self.world.fault(f"{self.name} at {self.code}: a snapshot of {table['last']} came after {self.last}")
        if self.last and table["last"] > self.last:
            self.world.snapshots += 1
        self.last, self.code = max(self.last, table["last"]), table["code"]
        self.progress = time.monotonic()
        self.state = dict(table)

    def answered(self, request, frame):
        if not frame["ok"] and frame["error"] in ("store_down", "stopping"):
            self.world.store_down += frame["error"] == "store_down"
            self.world.later(0.2, lambda: self.repeat(request))
            return
        del self.unanswered[request["ref"]]
        self.progress = time.monotonic()
        if frame["ok"]:
            self.acknowledged.append((request, frame))
            self.world.again += bool(frame.get("again"))
            self.world.moves += request["do"] == "move"
        else:
            self.refused[frame["error"]] += 1
            if frame["error"] == "stale":
                self.world.stale += 1
            elif request["do"] == "move" and frame["error"] != "no_game_runs":
                self.world.fault(f"{self.name}: {request} was refused: {frame['error']}")
        if isinstance(frame.get("table"), dict):
            self.take_snapshot(frame["table"])

    def repeat(self, request):
        if request["ref"] in self.unanswered and self.stage == "live":
            self.say(request)

    # ---- playing

    def wants_to_move(self):
        """When one is awaited. Votes and ends of LIE that are chosen may be chosen again (TG3, LI3): people do, but not as fast as they
        can. Somebody who did while another was away would make more than the 32 requests that a seat remembers."""
        view, me = self.state["view"], next(seat for seat, who in enumerate(self.state["seats"]) if who.get("you"))
        votes = [view["votes"][seat] for seat, who in enumerate(self.state["seats"]) if who["kind"] == "person"] if view["phase"] == "start" else []
        waits = me not in view["to_act"] or (votes and view["votes"][me] is not None and None in votes)  # bots vote as people agree
        return not waits or self.world.random.random() < CHOOSES_AGAIN

    def act(self):
        if self.stage != "live" or self.unanswered or not self.playing:
            return
        if self.state.get("phase") == "over":
            if self.after and self.ended != self.state["position"]:
                self.ended = self.state["position"]
                self.after(self)
        elif self.state.get("phase") == "playing" and self.state.get("moves"):
            if self.talk and self.world.random.random() < self.talk:
                word = "".join(self.world.random.choice("bdfgklmnprst") + self.world.random.choice("aou") for _ in range(8))
                self.ask("say", table=self.code, text=f"well {word}")
            moves, self.state["moves"] = self.state["moves"], []
            if self.wants_to_move():
                self.ask("move", table=self.code, position=self.state["position"], move=self.world.random.choice(moves))


def seat_group(world, names, where, rules, bots=0, talk=0.0, **settings):
    """People for one table: the first makes it, the others join when its code is known."""
    people = [Player(world, name, where[i % len(where)], talk) for i, name in enumerate(names)]
    first = people[0]
    first.ask("create", rules=rules, begin_when_full=True, seats=["me"] + ["open"] * (len(names) - 1) + ["bot:steady"] * bots,
              **{"grace_seconds": 0, "begin": len(names) == 1, **settings})
    first.start()

    def join():
        if first.code is None:
            world.later(0.02, join)
            return
        for other in people[1:]:
            other.code = first.code
            other.ask("join", table=first.code)
            other.start()

    join()
    return people


# ---- comparing with the log

def parse_line(line):
    line = line.split("\x1f")[0]  # without its checksum
    number, _, ref, what, rest = LINE.match(line).groups()
    return int(number), ref, what, rest or ""


def read_logs(store, code=None):
    """The logs of a SQLite store: code -> [(number, ref, what, rest)]."""
    logs = collections.defaultdict(list)
    with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as database:
        where = ("WHERE code = ?", (code,)) if code else ("", ())
        for row in database.execute(f"SELECT code, number, line FROM events {where[0]} ORDER BY code, number", where[1]):
            parsed = parse_line(row[2])
            assert parsed[0] == row[1], row
            logs[row[0]].append(parsed)
    database.close()
    return logs


def compare_with_log(player, log):
    """(lost, double) for one person, and faults for whatever else differs between what they saw and the log."""
    world, numbers = player.world, [line[0] for line in log]
    if numbers != list(range(1, len(log) + 1)):
        world.fault(f"the log of {player.code} has holes")
    seat = next((rest.split(" ")[0] for _, _, what, rest in log if what == "sit" and rest.endswith(f" {player.name}")), None)
    kept = [rest.split(" ", 1)[1] for _, _, what, rest in log if what in ("move", "say") and rest.split(" ", 1)[0] == seat]
    kept = collections.Counter(text for text in kept if not text.startswith("("))
    told = collections.Counter(request["move" if request["do"] == "move" else "text"]
                               for request, _ in player.acknowledged if request["do"] in ("move", "say"))
    for number, event in player.events.items():
        if number > len(log) or log[number - 1][2] != event["what"]:
            world.fault(f"{player.name} saw event {event} of {player.code}, the log has {log[number - 1] if number <= len(log) else None}")
    lost, double = told - kept, kept - told
    if lost or double:
        world.fault(f"{player.name} at {player.code}: lost {dict(lost)}, double {dict(double)}")
    refs = [ref for _, ref, _, _ in log if ref]
    if len(refs) != len(set(refs)):
        world.fault(f"a request was done twice at {player.code}")
    return sum(lost.values()), sum(double.values())
