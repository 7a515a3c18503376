#!/usr/bin/env python3
"""bot.py - a whole bot for `stos serve` in one file, with nothing but Python's own library.

    python3 bot.py HOST PORT CODE [NAME [PASSPHRASE]]

It sits down at the table CODE (or, with `find:RULES`, where somebody wants to play that), plays careful moves (the smallest jump; in LIE a likely bid), agrees to a rematch, and leaves
when the table is closed. With a passphrase it has an account, and so it may sit at rated tables and finds rated games. docs/protocol.md describes every frame. Change `choose` to make it yours.
"""
import base64
import json
import os
import random
import socket
import struct
import sys
import time


class Link:
    """Just enough WebSocket: text frames, pings, close."""

    def __init__(self, host, port):
        self.socket = socket.create_connection((host, port))
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(f"GET /ws HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: stos\r\n\r\n".encode())
        self.file = self.socket.makefile("rb")
        if b" 101 " not in self.file.readline():
            raise SystemExit("the server does not speak WebSocket here")
        while self.file.readline() not in (b"\r\n", b""):
            pass
        self.refs, self.pause, self.last = 0, 0.0, None

    def write(self, opcode, payload):
        head = bytes([0x80 | opcode, 0x80 | len(payload)]) if len(payload) < 126 else struct.pack(">BBH", 0x80 | opcode, 0xFE, len(payload))
        mask = os.urandom(4)
        self.socket.sendall(head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload)))

    def send(self, verb, **members):
        time.sleep(self.pause)
        self.refs, self.last = self.refs + 1, (verb, members)
        ref = f"{os.getpid()}-{self.refs}"
        self.write(1, json.dumps({"do": verb, "ref": ref, **members}).encode())
        return ref

    def send_again(self):
        """What was refused as too fast, and from now on fewer requests a second (docs/protocol.md, "Limits")."""
        self.pause += 0.03
        verb, members = self.last
        return self.send(verb, **members)

    def ask(self, verb, **members):
        """The reply to a request, before anything else is played."""
        ref = self.send(verb, **members)
        while (frame := self.receive()) is not None:
            if frame.get("ref") == ref:
                return frame
        raise SystemExit("the server has closed the connection")

    def receive(self):
        """The next object; None when the server has closed the connection."""
        while True:
            head = self.file.read(2)
            if len(head) < 2 or head[0] & 15 == 8:
                return None
            size = head[1] & 127
            if size == 126:
                size = struct.unpack(">H", self.file.read(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self.file.read(8))[0]
            payload = self.file.read(size)
            if head[0] & 15 == 9:
                self.write(10, payload)
            elif head[0] & 15 == 1:
                return json.loads(payload)


def choose(view, moves):
    """One of the legal moves, from what this seat may know."""
    def cost(move):
        card, pile = move.split("@")
        if view["game"] == "thegame":
            gap = int(card) - view["piles"][pile]
            return gap if pile.startswith("U") else -gap
        own = view["piles"][view["seat"] if pile in "UD" else 1 - view["seat"]]
        gap = int(card) - own[pile[-1]]
        return abs(gap) + (20 if pile.startswith("o") else 0)

    placements = [move for move in moves if "@" in move]
    if "end" in moves and (not placements or min(map(cost, placements)) > 3):
        return "end"
    if placements:
        return min(placements, key=cost)
    if "call" in moves and random.random() < 0.4:
        return "call"
    starts = [move for move in moves if move.startswith("start")]
    votes = [vote for vote in view.get("votes", []) if vote is not None]
    if starts and votes:
        return f"start {votes[0]}"
    return moves[0] if not any("x" in move for move in moves) else random.choice(moves[:6])


def enter(host, port, name, passphrase):
    """A connection on which the server knows who we are: a guest, or the account of that name."""
    link = Link(host, port)
    link.ask("hello", version=1, name=name, program=True, moves=True)
    if not passphrase or link.ask("register", account=name, passphrase=passphrase)["ok"]:
        return link
    known = link.ask("login", account=name, passphrase=passphrase)
    if not known["ok"]:
        raise SystemExit(known["message"])
    link = Link(host, port)
    link.ask("hello", version=1, name=name, token=known["token"], program=True, moves=True)
    return link


def sit_down(link, code, rated):
    """Asks for a seat; the table comes with the reply."""
    if code.startswith("find:"):
        link.send("find", rules=code[5:], **({"rated": True} if rated else {}))
    else:
        link.send("join", table=code)


def play(link):
    waiting, state = None, {}
    while (frame := link.receive()) is not None:
        if frame.get("error") == "too_fast":
            waiting = link.send_again()
            continue
        if not frame.get("ok", True) and frame["error"] not in ("stale", "not_your_turn"):
            raise SystemExit(f"{frame['error']}: {frame['message']}")
        waiting = None if frame.get("ref") == waiting else waiting
        state.update(frame["table"] if isinstance(frame.get("table"), dict) else {key: frame[key] for key in frame if key != "table"})
        if state.get("phase") == "closed":
            return
        if any(event["what"] == "over" for event in state.pop("events", [])):
            link.send("rematch", table=state["code"])
        elif state.get("moves") and not waiting:
            waiting = link.send("move", table=state["code"], position=state["position"], move=choose(state["view"], state.pop("moves")))


if __name__ == "__main__":
    if len(sys.argv) < 4:
        raise SystemExit(__doc__)
    host, port, table, name, secret = (sys.argv[1:] + ["bot.py", ""][len(sys.argv) - 4:])[:5]
    playing = enter(host, int(port), name, secret)
    sit_down(playing, table, rated=bool(secret))
    play(playing)
