"""connect_load.py - what one more connection costs while thousands are there: connect + hello, one after the other.

    connect_load.py PROGRAM [--connections N] [--step N]

Prints for each step: how many connections there are, how long one more took to connect and be welcomed (median and 99th percentile, with
the client's own time), the processor time that the server spent on each, and its memory. A process may have no more connections than
`ulimit -n` says, less a few files.
"""
import argparse
import os
import pathlib
import resource
import socket
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from lib.client import Server  # noqa: E402

UPGRADE = (b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: c3Rvcy1sb2FkLWNsaWVudCE=\r\n"
           b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: stos\r\n\r\n")
HELLO = b'{"do":"hello","ref":"a","version":1,"name":"Ola"}'
HELLO_FRAME = bytes([0x81, 0x80 | len(HELLO), 0, 0, 0, 0]) + HELLO  # a mask of zeros leaves the text as it is


def join(port, number):
    """A connection that was welcomed. Several addresses of this machine: to one of them free ports would become hard to find."""
    sock = socket.create_connection((f"127.0.0.{1 + number // 5000}", port), timeout=60)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    sock.sendall(UPGRADE)
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += sock.recv(4096) or sys.exit("the server has closed the connection")
    assert answer.startswith(b"HTTP/1.1 101"), answer
    sock.sendall(HELLO_FRAME)
    answer = sock.recv(4096)
    assert b'"ok":true' in answer, answer
    return sock


def spent(pid):
    """Seconds of processor time, and MiB of memory."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), int(fields[21]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path, help="the stos to measure")
    parser.add_argument("--connections", type=int, default=19000, help="how many in the end (19000)")
    parser.add_argument("--step", type=int, default=1000, help="connections between two lines (1000)")
    arguments = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    print("connections  median ms  p99 ms  server ms each  MiB")
    with tempfile.TemporaryDirectory() as folder, \
            Server(arguments.program.resolve(), f"{folder}/s.db", "--address", "0.0.0.0", "--max-connections", arguments.connections + 100,
                   "--ping-seconds", "3600", "--hangup-seconds", "7200", "--log", "error") as server:
        sockets, (before, _) = [], spent(server.process.pid)
        while len(sockets) < arguments.connections:
            took = []
            for _ in range(arguments.step):
                began = time.perf_counter()
                sockets.append(join(server.port, len(sockets)))
                took.append(1000 * (time.perf_counter() - began))
            took.sort()
            now, memory = spent(server.process.pid)
            print(f"{len(sockets):11}  {took[len(took) // 2]:9.2f}  {took[len(took) * 99 // 100]:6.2f}  {1000 * (now - before) / arguments.step:14.3f}  {memory:3.0f}",
                  flush=True)
            before = now


if __name__ == "__main__":
    main()
