"""terminal.py - a program on a real terminal, driven by tmux: what the tests of the full screen share.

Each Terminal is a tmux server of its own, so tests run beside each other. Nothing of the user's own settings is read.
`run_tests` runs the test_* functions of a file, several at a time, since they mostly wait.
"""
import concurrent.futures
import itertools
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import traceback

NUMBERS = itertools.count()


class Terminal:
    """A window with a program in it. Leaving the `with` ends both."""

    def __init__(self, command, columns=80, rows=24, **environment):
        self.socket = f"stos-{os.getpid()}-{next(NUMBERS)}"
        self.home = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.home.name)
        values = {"TERM": "xterm-256color", "LC_ALL": "C", "LANGUAGE": "", "LANG": "C", "HOME": self.home.name, "XDG_DATA_HOME": "",
                  "XDG_STATE_HOME": "", "NO_COLOR": "", **environment}
        settings = " ".join(f"{name}={shlex.quote(value)}" for name, value in values.items() if value is not None)
        line = f"stty sane; env {settings} {command}; echo end=$?; stty -a; exec cat"
        self.tmux("new-session", "-d", "-x", str(columns), "-y", str(rows), line)
        self.shell = self.tmux("list-panes", "-F", "#{pane_pid}").strip()

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.tmux("kill-server", check=False)
        deadline = time.monotonic() + 20
        while self.running("-s"):  # a program whose window closes saves its game first
            assert time.monotonic() < deadline, "the program goes on without its window"
            time.sleep(0.02)
        self.home.cleanup()

    def tmux(self, *arguments, check=True):
        command = ["tmux", "-u", "-f", "/dev/null", "-L", self.socket, *arguments]
        return subprocess.run(command, check=check, capture_output=True, text=True, timeout=60).stdout

    def keys(self, *names):
        self.tmux("send-keys", *names)

    def type(self, text):
        self.tmux("send-keys", "-l", text)

    def click(self, row, column):
        """A click as xterm reports it; rows and columns from 0."""
        self.type(f"\033[<0;{column + 1};{row + 1}M")
        self.type(f"\033[<0;{column + 1};{row + 1}m")

    def resize(self, columns, rows):
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def text(self, colours=False):
        return self.tmux("capture-pane", "-p", *(["-e"] if colours else []))

    def find(self, what):
        """Row and column of a text on the screen."""
        for row, line in enumerate(self.text().splitlines()):
            if what in line:
                return row, line.index(what)
        raise AssertionError(f"no {what!r} on the screen:\n{self.text()}")

    def wait(self, *wanted, timeout=40):
        """Waits until one of the texts is on the screen, or until a function of the screen says yes; returns the screen."""
        def fits(shown):
            return any(what(shown) if callable(what) else what in shown for what in wanted)

        deadline = time.monotonic() + timeout
        while True:
            shown = self.text()
            if fits(shown):
                return self.painted(shown, fits)
            assert time.monotonic() < deadline, f"waited in vain for {wanted}:\n{shown}"
            time.sleep(0.02)

    def painted(self, shown, fits):
        """A screen can be caught while it is painted: looks again until nothing changes, as long as it still fits."""
        for _ in range(50):
            busy = self.is_busy()
            time.sleep(0.02)
            again = self.text()
            if not fits(again) or (again == shown and not busy):
                break
            shown = again
        return shown

    def is_busy(self):
        """Whether the program runs or wants to: then it may stand in the middle of a screen."""
        try:
            children = pathlib.Path(f"/proc/{self.shell}/task/{self.shell}/children").read_text(encoding="ascii").split()
            return any(pathlib.Path(f"/proc/{child}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "R" for child in children)
        except FileNotFoundError:  # it has just ended
            return False

    def running(self, relation):
        """Number and name of what runs in the window: of its shell's session (-s), or the children of the shell (--ppid)."""
        return subprocess.run(["ps", "-o", "pid=,comm=", relation, self.shell], capture_output=True, text=True, check=False).stdout.splitlines()

    def process(self):
        """The number of the program."""
        return next(int(line.split()[0]) for line in self.running("--ppid") if "stos" in line)


def timed(test):
    start = time.monotonic()
    try:
        test()
    except Exception as error:  # any failure is a failed test, the others go on
        return "".join(traceback.format_exception(error)), time.monotonic() - start
    return None, time.monotonic() - start


def run_tests(members, words=()):
    """Runs a module's functions named test_*, those with all of the words in their name; exits with 1 if one fails."""
    if not shutil.which("tmux"):
        sys.exit("tmux is missing; see tools/packages")
    tests = {name: test for name, test in members.items() if name.startswith("test_") and all(word in name for word in words)}
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(5) as pool:
        running = {name: pool.submit(timed, test) for name, test in tests.items()}
        for name, future in running.items():
            error, seconds = future.result()
            print(f"{'FAILED' if error else 'ok':6} {seconds:5.1f} s  {name}")
            failed += error is not None
            if error:
                print(error)
    print(f"{len(tests)} tests, {failed} failed")
    sys.exit(failed > 0 or not tests)
