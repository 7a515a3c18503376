"""places.py - where the commands of one page are run: a copy of the repository, a home, and the servers that the page started.

A Place runs commands to their end, starts servers and waits until they answer, and gives a terminal to those that draw on one.
Whatever goes wrong is a Trouble with the words of the command. No wait is for a length of time: all are for something to happen.
"""
import contextlib
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "tests/server"))
from lib.client import Client

PATIENCE_S = 600  # a document may build everything, on a busy machine
SERVES = re.compile(r"(?:stos|\./run) serve\b(?!.*--help)|\./run$|stos worker\b|nats-server\b")
DRAWS = re.compile(r"(?:stos|\./run) (?:play|replay|join)\b(?!.*--(?:plain|help))")
ENTERS_SCREEN, LEAVES_SCREEN, CTRL_C = b"\x1b[?1049h", b"\x1b[?1049l", b"\x03"


class Trouble(Exception):
    """A command that does not do what the page says."""


def answers(words):
    """Whether the server that these words started can be talked to."""
    if "worker" in words:
        return True
    if words.startswith("nats-server"):
        return can_connect(4222)
    port = re.search(r"--port (\d+)", words)
    scheme = "https" if "--tls-cert" in words else "http"
    with contextlib.suppress(OSError, urllib.error.URLError):
        with urllib.request.urlopen(f"{scheme}://127.0.0.1:{port[1] if port else 8098}/healthz", timeout=30,
                                    context=ssl._create_unverified_context()) as answer:
            return answer.status == 200
    return False


def can_connect(port):
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=10):
        return True
    return False


class Service:
    """A server in the background."""

    def __init__(self, place, words):
        self.words, self.log = words.rstrip(" &"), place.folder / "service.log"
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(["bash", "-c", f"exec {self.words}"], cwd=place.folder, env=place.environment,
                                            stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        deadline = time.monotonic() + PATIENCE_S
        while not answers(self.words):
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise Trouble(f"does not start: {self.log.read_text(errors='replace')[-2000:]}")
            time.sleep(0.05)

    def program(self):
        return " ".join(self.words.split()[:2])

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        """As a person would; it has to end well."""
        early = self.process.poll()
        if early is not None:
            raise Trouble(f"`{self.words}` ended by itself with {early}: {self.log.read_text(errors='replace')[-2000:]}")
        self.process.send_signal(signal.SIGINT if self.words.startswith("nats-server") else signal.SIGTERM)
        try:
            code = self.process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            self.kill()
            code = "never"
        if code != 0:
            raise Trouble(f"`{self.words}` stops with {code}: {self.log.read_text(errors='replace')[-2000:]}")


class Place:
    """One page's copy of the repository."""

    def __init__(self, work, program):
        self.program, self.folder, self.services, self.mounted = program, work / "page", [], False
        self.shown = set()  # commands that were run and worked
        shutil.copytree(work / "copy", self.folder)
        home, tools = work / "home", work / "bin"
        for folder in (home, tools):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
        for name in ("stos", "stos-measure"):
            (tools / name).symlink_to(program.with_name(name))
        postgres = re.search(r":(\d+)/", os.environ["STOS_TEST_STORE"])[1]
        self.environment = {"PATH": f"{tools}:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": str(home), "TERM": "xterm-256color",
                            "LC_ALL": "C.UTF-8", "TMPDIR": str(work), "PGPORT": postgres, "PYTHONDONTWRITEBYTECODE": "1"}
        self.run("stos sim 'thegame(players=3,start=lot)' --bots random --games 1 --records . && mv 00000000-a0.stos game.stos")

    def end(self):
        for service in self.services:
            service.kill()
        if self.mounted:
            subprocess.run(["umount", "--lazy", self.folder / "build/release"], check=True)
        shutil.rmtree(self.folder)

    def let_run_find_the_program(self):
        """./run builds nothing where it may not write, and takes what is there."""
        if not self.mounted:
            release = self.folder / "build/release"
            release.mkdir(parents=True)
            (release / "stos").symlink_to(self.program)
            subprocess.run(["mount", "--bind", release, release], check=True)
            subprocess.run(["mount", "-o", "remount,bind,ro", release], check=True)
            self.mounted = True

    def do(self, words):
        """Runs a command in the way that its kind needs; returns what one that ends by itself has printed."""
        if words.startswith("./run"):
            self.let_run_find_the_program()
        if SERVES.match(words):
            self.start(words)
        elif DRAWS.match(words):
            self.draw(words)
        else:
            return self.run(words)
        return ""

    def run(self, words):
        return self.finish(["bash", "-o", "pipefail", "-c", words])

    def run_python(self, text):
        self.finish(["python3", "-c", text], PYTHONPATH="python")

    def finish(self, words, **more):
        try:
            done = subprocess.run(words, cwd=self.folder, env={**self.environment, **more}, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE_S, check=False)
        except subprocess.TimeoutExpired as error:
            raise Trouble(f"does not end within {PATIENCE_S} s") from error
        printed = done.stdout.decode(errors="replace")
        if done.returncode != 0:
            raise Trouble(f"ends with {done.returncode}: {printed[-2000:]}")
        return printed

    # ---- servers

    def start(self, words):
        """A server; the one that the page started before by the same program makes room for it."""
        service = re.sub(r"^\./run$", "./run serve", words)
        if words.startswith("./run"):
            self.let_run_find_the_program()
        for other in [other for other in self.services if other.program() == " ".join(service.split()[:2])]:
            self.services.remove(other)
            other.stop()
        self.services.append(Service(self, words))

    def stop_all(self):
        while self.services:
            self.services.pop().stop()

    # ---- the screen

    def draw(self, words):
        """A command on a terminal of its own: it draws, and Ctrl-C gives the terminal back."""
        process, terminal = pty.fork()
        if process == 0:
            os.chdir(self.folder)
            os.execvpe("bash", ["bash", "-c", f"stty rows 24 columns 80 && exec {words}"], self.environment)
        seen, pressed, deadline = b"", False, time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline and select.select([terminal], [], [], PATIENCE_S)[0]:
            try:
                seen += os.read(terminal, 65536)
            except OSError:  # the other side has closed
                break
            drawn = re.sub(rb"\x1b[^a-zA-Z]*[a-zA-Z]", b"", seen.partition(ENTERS_SCREEN)[2])
            if not pressed and len(drawn.split()) > 10:
                os.write(terminal, CTRL_C)
                pressed = True
        if time.monotonic() >= deadline or not pressed:
            os.kill(process, signal.SIGKILL)
        code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        os.close(terminal)
        if not pressed or LEAVES_SCREEN not in seen or code not in (0, 130):
            raise Trouble(f"does not fill the screen and leave it by Ctrl-C, but ends with {code}: {seen.decode(errors='replace')[-2000:]}")


def serve_a_table(place):
    """`stos serve` with a table that waits for people; returns what it is called."""
    place.start("stos serve")
    owner = Client(8098, timeout=PATIENCE_S).hello("Ola")
    table = owner.ask("create", rules="thegame(players=3)", seats=["me", "open", "open"])["table"]
    return {"address": "127.0.0.1:8098", "code": table["code"], "link": f"{table['code']}#{table['key']}", "person": owner.welcome["person"]}
