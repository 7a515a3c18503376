"""How much one abusive address costs everybody else: it opens sockets that never read, at tables where somebody talks all the time.

Usage: abuse_load.py PROGRAM [--readers 500] [--seconds 8] [--tables 100] [--rate 1000]

`stos-measure load` plays before and beside the attack; its latencies are compared. The attackers come through a trusted proxy from one
address, so the limits that docs/server.md names hold for them; whoever is closed comes back at once. Prints a line of JSON.
"""
import argparse
import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from lib.client import Client, Closed, Refused, Server, metric  # noqa: E402

TEXT = "I say the same thing over and over again. " * 9
ADDRESS = ("X-Forwarded-For: 192.0.2.1",)


class Reader:
    """A WebSocket that asks and never reads."""

    def __init__(self, port, code):
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.settimeout(5)
        self.socket.connect(("127.0.0.1", port))
        lines = ["GET /ws HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                 "Sec-WebSocket-Version: 13", "Sec-WebSocket-Protocol: stos", *ADDRESS]
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.socket.recv(4096)
        self.ask({"do": "hello", "ref": "1", "version": 1, "name": "Reader"})
        self.ask({"do": "watch", "ref": "2", "table": code})
        self.socket.settimeout(0)

    def ask(self, body):
        payload, mask = json.dumps(body).encode(), b"\0\0\0\0"
        head = bytes([0x81, 0x80 | len(payload)]) if len(payload) < 126 else bytes([0x81, 0xfe]) + len(payload).to_bytes(2, "big")
        self.socket.sendall(head + mask + payload)

    def is_open(self):
        """Without taking anything: what the system knows of the other end."""
        info = self.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)
        return info[0] == 1  # established


class Attack:
    def __init__(self, port, readers):
        self.port, self.wanted, self.over, self.made = port, readers, threading.Event(), 0
        self.talkers = [Client(port, headers=ADDRESS).hello(f"Talker {n}") for n in range(5)]
        self.codes = [talker.ask("create", rules="facetoface", talk="text")["table"]["code"] for talker in self.talkers]
        self.readers = []
        self.threads = [threading.Thread(target=self.talk, args=(n,)) for n in range(5)] + [threading.Thread(target=self.crowd)]

    def talk(self, number):
        while not self.over.is_set():
            try:
                self.talkers[number].ask("say", table=self.codes[number], text=TEXT)
            except Refused:
                time.sleep(0.05)
            except (Closed, OSError):
                return

    def crowd(self):
        while not self.over.is_set():
            for reader in [one for one in self.readers if not one.is_open()]:
                reader.socket.close()
                self.readers.remove(reader)
            if len(self.readers) >= self.wanted:
                time.sleep(0.01)
                continue
            try:
                self.readers.append(Reader(self.port, self.codes[self.made % 5]))
            except OSError:
                time.sleep(0.005)
            self.made += 1

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *unused):
        self.over.set()
        for thread in self.threads:
            thread.join()
        for reader in self.readers:
            reader.socket.close()
        for talker in self.talkers:
            talker.close()


def memory_mib(server):
    with open(f"/proc/{server.process.pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024


def play(options, port):
    command = [os.path.join(os.path.dirname(options.program), "stos-measure"), "load", f"http://127.0.0.1:{port}", "--tables", str(options.tables), "--seconds", str(options.seconds), "--rate", str(options.rate), "--json"]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    for name, value in (("readers", 500), ("seconds", 8), ("tables", 100), ("rate", 1000)):
        parser.add_argument(f"--{name}", type=int, default=value)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Server(options.program, f"{folder}/s.db", "--trust-proxy", "127.0.0.1", "--log", "error", "--max-rate", "1000", "--max-burst", "1000") as server:
        alone = play(options, server.port)
        before = memory_mib(server)
        with Attack(server.port, options.readers) as attack:
            time.sleep(3)
            beside = play(options, server.port)
            held, open_now = memory_mib(server), sum(one.is_open() for one in attack.readers)
            print(json.dumps({"alone": alone, "beside": beside, "readers": open_now, "opened": attack.made, "mib_before": before, "mib": held,
                              "closed_slow": metric(server.port, "closed_slow_total")}))


if __name__ == "__main__":
    main()
