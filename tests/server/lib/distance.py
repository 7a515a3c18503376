"""distance.py - puts a distance between a node and its database: a proxy that delays what passes, holds it back, or swallows NOTIFY.

As a program it stands between others until it is interrupted, and prints the address to use in place of the database's:

    python3 tests/server/lib/distance.py postgresql://stos@127.0.0.1/stos --ms 1
"""
import argparse
import asyncio
import contextlib
import struct
import subprocess
import sys
import threading
import urllib.parse


class Questions:
    """Counts the round trips of one connection: each Query or Sync of PostgreSQL's protocol is waited for."""

    STARTUP = b"\0\3\0\0"  # until then messages have no letter

    def __init__(self):
        self.unread, self.begun, self.count = b"", False, 0

    def hear(self, data):
        self.unread += data
        at, letter = 0, int(self.begun)
        while at + (5 if letter else 8) <= len(self.unread):
            size = letter + struct.unpack_from(">I", self.unread, at + letter)[0]
            if at + size > len(self.unread):
                break
            self.count += self.begun and self.unread[at] in b"QS"
            self.begun = self.begun or self.unread[at + 4:at + 8] == self.STARTUP
            at, letter = at + size, int(self.begun)
        self.unread = self.unread[at:]


class Deafness:
    """What PostgreSQL says, without its NotificationResponses: the node never learns that there were any."""

    def __init__(self):
        self.unread, self.begun, self.swallowed = b"", False, 0

    def __call__(self, data):
        self.unread += data
        passed = b""
        while self.unread:
            if not self.begun and self.unread[:1] in b"NS":  # the answer to a question for encryption is a letter alone
                size = 1
            elif len(self.unread) < 5 or len(self.unread) < (size := 1 + struct.unpack_from(">I", self.unread, 1)[0]):
                break
            message, self.unread = self.unread[:size], self.unread[size:]
            self.begun = self.begun or size > 1
            if self.begun and message[:1] == b"A":
                self.swallowed += 1
            else:
                passed += message
        return passed


class Way:
    """One direction of a connection: every piece arrives so much later, in order; while held, nothing does."""

    def __init__(self, distance, writer, hear=lambda data: None, change=lambda data: data):
        self.distance, self.writer, self.hear, self.change, self.waiting = distance, writer, hear, change, asyncio.Queue()

    async def read(self, reader):
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                self.hear(data)
                if data := self.change(data):
                    self.waiting.put_nowait((asyncio.get_running_loop().time() + self.distance.seconds, data))
        self.waiting.put_nowait((0, b""))

    async def carry(self):
        with contextlib.suppress(OSError):
            while True:
                due, data = await self.waiting.get()
                await asyncio.sleep(due - asyncio.get_running_loop().time())
                await self.distance.open.wait()
                if not data or self.writer.is_closing():
                    break
                self.writer.write(data)
        self.writer.close()


class Distance:
    """A proxy in a thread of its own. `address` leads through it to the database at `store`."""

    def __init__(self, store, seconds=0.0, deaf=False):
        self.parts, self.seconds, self.deaf, self.deafness = urllib.parse.urlsplit(store), seconds, deaf, []
        self.loop, self.questions, ready = asyncio.new_event_loop(), [], threading.Event()
        self.thread = threading.Thread(target=self.serve, args=(ready,), daemon=True)
        self.thread.start()
        ready.wait()
        name = self.parts.netloc.rsplit("@", 1)[0]
        self.address = self.parts._replace(netloc=f"{name}@127.0.0.1:{self.port}").geturl()

    def serve(self, ready):
        asyncio.set_event_loop(self.loop)
        self.open = asyncio.Event()
        self.open.set()
        server = self.loop.run_until_complete(asyncio.start_server(self.meet, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        ready.set()
        self.loop.run_forever()

    async def meet(self, reader, writer):
        try:
            far_reader, far_writer = await asyncio.open_connection(self.parts.hostname, self.parts.port or 5432)
        except OSError:
            writer.close()
            return
        self.questions.append(Questions())
        self.deafness.append(Deafness())
        there, back = Way(self, far_writer, self.questions[-1].hear), Way(self, writer, change=self.deafness[-1] if self.deaf else bytes)
        await asyncio.gather(there.read(reader), there.carry(), back.read(far_reader), back.carry())

    def asked(self):
        """How many round trips there were, of all connections."""
        return sum(questions.count for questions in list(self.questions))

    def swallowed(self):
        """How many notifications were kept from the node."""
        return sum(deafness.swallowed for deafness in list(self.deafness))

    def hold(self):
        """Nothing arrives any more, in either direction, though nobody is told: what is sent waits."""
        self.loop.call_soon_threadsafe(self.open.clear)

    def release(self):
        self.loop.call_soon_threadsafe(self.open.set)


@contextlib.contextmanager
def far_away(store, milliseconds):
    """The address of the database at a distance, through a process of its own: those who use it must not slow the way down."""
    with subprocess.Popen([sys.executable, __file__, store, "--ms", str(milliseconds)], stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process.stdout.readline().strip()
        finally:
            process.kill()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("store", help="the address of the database")
    parser.add_argument("--ms", type=float, default=1, help="how far away it shall be, one way (1)")
    arguments = parser.parse_args()
    distance = Distance(arguments.store, arguments.ms / 1000)
    print(distance.address, flush=True)
    with contextlib.suppress(KeyboardInterrupt):
        distance.thread.join()


if __name__ == "__main__":
    main()
