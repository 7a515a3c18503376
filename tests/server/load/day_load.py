"""day_load.py - everybody opens the page of the day within a minute: how soon is each answered?

Each person connects, says hello, asks for the day, begins a level, ends it, and asks for the day again. Fails when a request was refused,
or when one in a hundred took longer than allowed. Two cores are enough; the limit of open files has to be above the number of people.
"""
import argparse
import asyncio
import json
import pathlib
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from lib.client import Server  # noqa: E402
from lib.players import frame_bytes  # noqa: E402

UPGRADE = ("GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
           "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: stos\r\n\r\n").encode()


class Person:
    def __init__(self, latencies):
        self.latencies, self.refs = latencies, 0

    async def visit(self, port):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port)
        self.writer.write(UPGRADE)
        await self.reader.readuntil(b"\r\n\r\n")
        await self.ask("hello", version=1, name="Guest")
        await self.ask("day")
        table = (await self.ask("create", day="standard"))["table"]
        await self.ask("agree", table=table["code"], matter="end")
        await self.ask("day")
        self.writer.close()

    async def ask(self, verb, **members):
        self.refs += 1
        began, ref = time.monotonic(), str(self.refs)
        self.writer.write(frame_bytes(1, json.dumps({"do": verb, "ref": ref, **members}).encode()))
        reply = {}
        while reply.get("ref") != ref:
            reply = json.loads(await self.read_frame())
        self.latencies.append(time.monotonic() - began)
        if not reply["ok"]:
            raise RuntimeError(f"{verb}: {reply['error']}")
        return reply

    async def read_frame(self):
        """The text of the next frame; the server's are short, whole and not masked, and pings are too rare to matter here."""
        size = (await self.reader.readexactly(2))[1] & 127
        if size >= 126:
            size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
        return await self.reader.readexactly(size)


async def open_the_day(port, people, seconds):
    """Latencies in rising order, and what went wrong."""
    latencies, visits, began = [], [], time.monotonic()
    for number in range(1, people + 1):
        visits.append(asyncio.create_task(Person(latencies).visit(port)))
        await asyncio.sleep(max(0.0, began + number * seconds / people - time.monotonic()))
    results = await asyncio.gather(*visits, return_exceptions=True)
    return sorted(latencies), [result for result in results if result is not None]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path, help="the stos to test")
    parser.add_argument("--people", type=int, default=5000, help="how many come (5000)")
    parser.add_argument("--seconds", type=float, default=55, help="within how long they come (55)")
    parser.add_argument("--most-ms", type=float, default=250, help="what 99 of 100 requests may take (250)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Server(arguments.program, f"{folder}/s.db", "--log", "warning") as server:
        latencies, faults = asyncio.run(open_the_day(server.port, arguments.people, arguments.seconds))
    middle, late = (1000 * latencies[int(len(latencies) * share)] for share in (0.5, 0.99))
    print(f"{arguments.people} people, {len(latencies)} requests, {len(faults)} errors; p50 {middle:.1f} ms, p99 {late:.1f} ms, most {1000 * latencies[-1]:.0f} ms")
    for fault in faults[:5]:
        print("fault:", repr(fault))
    return 1 if faults or late > arguments.most_ms else 0


if __name__ == "__main__":
    sys.exit(main())
