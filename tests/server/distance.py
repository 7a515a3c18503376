"""distance.py - puts a distance between a node and its database: a proxy that delays what passes, holds it back, or cuts it off.

As a program it stands between others until it is interrupted, and prints the address to use in place of the database's:

    python3 tests/server/distance.py postgresql://stos@127.0.0.1/stos --ms 1
"""
import argparse
import asyncio
import contextlib
import threading
import urllib.parse


class Way:
    """One direction of a connection: every piece arrives so much later, in order; while held, nothing does."""

    def __init__(self, distance, writer):
        self.distance, self.writer, self.waiting, self.carrying = distance, writer, asyncio.Queue(), None

    async def read(self, reader):
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
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

    def __init__(self, store, seconds=0.0):
        self.parts, self.seconds = urllib.parse.urlsplit(store), seconds
        self.loop, self.ways, ready = asyncio.new_event_loop(), set(), threading.Event()
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
        there, back = Way(self, far_writer), Way(self, writer)
        await asyncio.gather(there.read(reader), there.carry(), back.read(far_reader), back.carry())

    def hold(self):
        """Nothing arrives any more, in either direction, though nobody is told: what is sent waits."""
        self.loop.call_soon_threadsafe(self.open.clear)

    def release(self):
        self.loop.call_soon_threadsafe(self.open.set)


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
