"""What the tests of the program share: running it, and an engine to talk to. The program is the first argument."""
import json
import os
import subprocess
import sys
import unittest

PROGRAM = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "build/check/stos"
GOOD, NO, USAGE, BROKEN = 0, 1, 2, 3

GAMES = [
    "thegame(players=1)",
    "thegame(players=2,start=agree)",
    "thegame(players=5,min=3,hand=less,fire=next,start=lot)",
    "thegame(players=3,fire=now,start=2)",
    "facetoface(last=strict)",
    "facetoface(last=lenient,start=1)",
    "lie(players=2)",
    "lie(players=6,order=count,ones=wild,direction=choose,cards=down,end=last)",
    "lie(players=3,cards=up,end=first,start=1)",
]


def run(*arguments, stdin=b"", **more):
    """Runs `stos ARGUMENTS` in English to its end."""
    environment = {**os.environ, "LC_ALL": "C", "LANGUAGE": "", "LANG": "C"}
    more.setdefault("stdout", subprocess.PIPE)
    more.setdefault("timeout", 300)
    return subprocess.run([PROGRAM, *arguments], input=stdin, stderr=subprocess.PIPE, env=environment, check=False, **more)


class Engine:
    """A running engine: ask() sends one request and waits for its reply."""

    def __init__(self):
        self.process = subprocess.Popen([PROGRAM, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.stdin.close()
        self.process.stdout.close()
        code = self.process.wait(30)
        assert error[0] or code == GOOD, f"the engine ended with {code}"

    def send(self, line):
        """One line, as bytes without its end; returns the reply."""
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def ask(self, do, **fields):
        return self.send(json.dumps({"id": 1, "do": do, **fields}).encode())

    def good(self, do, **fields):
        reply = self.ask(do, **fields)
        assert reply["ok"] is True, f"{do} {fields}: {reply}"
        return reply

    def state(self):
        return self.good("state")["state"]

    def play_on(self, bot, most=100000, seed=0):
        """Lets a bot play for everybody; returns the number of moves. Votes are all for seat 0, so that they agree."""
        count = 0
        while count < most:
            state = self.state()
            if state["over"]:
                break
            seat = state["to_act"][count % len(state["to_act"])]
            move = self.good("bot", seat=seat, bot=bot, seed=seed + count, ms=5, nodes=50)["move"]
            if state["phase"] == "start":
                move = "start 0"
            self.good("play", seat=seat, move=move)
            count += 1
        return count


def main():
    """Runs the tests of the calling file."""
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
