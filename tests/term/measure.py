#!/usr/bin/env python3
"""How quick the full screen is, on a terminal made for it (a pseudo terminal, without tmux in between): from the start of the program to
the first screen, and from a key to what it changes while four champion bots think on all that is left of the machine.

Usage: measure.py PROGRAM [--runs N] [--start-ms MOST] [--key-ms MOST]

Prints the median, the 90th percentile and the slowest of N runs in milliseconds; with limits, exits with 1 where a median is over its own.
"""
import argparse
import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time

ROWS, COLUMNS = 24, 80


class Screen:
    """A program with a terminal of its own; what it writes is gathered as bytes."""

    def __init__(self, command, home):
        self.cpu_ms = 0
        self.begun = time.monotonic()
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            own = {"TERM": "xterm-256color", "HOME": home, "LC_ALL": "C", "LANGUAGE": "", "XDG_DATA_HOME": "", "NO_COLOR": ""}
            os.execvpe(command[0], command, {**os.environ, **own})
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        os.kill(self.process, signal.SIGKILL)
        used = os.wait4(self.process, 0)[2]
        self.cpu_ms = 1000 * (used.ru_utime + used.ru_stime)
        os.close(self.terminal)

    def press(self, key):
        """Presses a key and forgets what was written before it."""
        while select.select([self.terminal], [], [], 0)[0]:
            os.read(self.terminal, 65536)
        self.begun = time.monotonic()
        os.write(self.terminal, key.encode())

    def read(self):
        """What is there; nothing when the program has ended."""
        try:
            return os.read(self.terminal, 65536)
        except OSError:
            return b""

    def until(self, text, seconds=60):
        """Milliseconds from the start, or from the key, until the text was written."""
        written, last = b"", time.monotonic() + seconds
        while text.encode() not in written:
            left = last - time.monotonic()
            more = self.read() if left > 0 and select.select([self.terminal], [], [], left)[0] else b""
            if not more:
                raise SystemExit(f"waited in vain for {text!r}: {written[-2000:]!r}")
            written += more
        return 1000 * (time.monotonic() - self.begun)


def time_start(program, home):
    """Milliseconds by the clock, and those that the program itself computed."""
    with Screen([program, "play"], home) as screen:
        shown = screen.until("Enter ]")
    return shown, screen.cpu_ms


def time_keys(program, home, count):
    """The help is opened and closed again and again while champions think."""
    seats = "You,champion,champion,champion,champion"
    found = []
    while len(found) < count:
        with Screen([program, "play", "thegame(players=5,start=1)", "--seats", seats, "--seed", str(len(found))], home) as screen:
            screen.until("thinking")
            end = time.monotonic() + 2
            while len(found) < count and time.monotonic() < end:
                screen.press("?")
                found.append(screen.until("Press any key to continue."))
                screen.press("x")
                screen.until("left to")
    return found


def tell(what, times, most):
    times = sorted(times)
    median, high = statistics.median(times), times[len(times) * 9 // 10]
    print(f"{what}: median {median:.1f} ms, 90 % within {high:.1f} ms, slowest {times[-1]:.1f} ms, {len(times)} runs")
    return most is None or median <= most


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--start-ms", type=float)
    parser.add_argument("--key-ms", type=float)
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    with tempfile.TemporaryDirectory() as home:
        starts = [time_start(program, home) for _ in range(options.runs)]
        quick = tell("start to first screen", [shown for shown, _ in starts], options.start_ms)
        tell("of which it computed", [cpu for _, cpu in starts], None)
        quick &= tell("a key while champions think", time_keys(program, home, options.runs), options.key_ms)
    sys.exit(not quick)


main()
