"""Plays random games on a real engine and on the oracle side by side and stops at the first difference.

    differ.py ENGINE_COMMAND... [--games N] [--seed S] [--log FILE]
    for example: differ.py build/release/stos engine --games 2000

Every game has random options, a random explicit deck and random players. After every step the state, every seat's view
and every seat's moves must be equal; wrong moves of every kind, bad requests and bad games must be refused and change
nothing; undo must lead back to exactly what was before; at the end of the input the engine must exit with 0. On a
difference it prints the requests that try to change that game, what was expected and what came, and exits 1; --log
keeps every request of that game, ready to be fed to the engine again. The last line is `N passed, 0 failed`. The same
seed gives the same games, except that a starter drawn by lot is read from the engine.
"""

import argparse
import difflib
import json
import random
import subprocess
import sys
import threading

import oracle
from scripts import near

REPLY_TIMEOUT_S = 60
MAX_STEPS = 400
ANY_CODE = ()  # expected: some refusal, whatever its code


# --- the engine's process ------------------------------------------------------------------------------------------

class Engine:
    """A process that answers one line per line. Requests are written by a thread, so that neither side ever blocks."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.next_id = 1

    def ask(self, requests):
        """The raw replies to these requests, in order; fewer if the engine stopped or fell silent."""
        for request in requests:
            request["id"] = self.next_id
            self.next_id += 1
        lines = "".join(json.dumps(request) + "\n" for request in requests).encode()
        writer = threading.Thread(target=self.write, args=(lines,), daemon=True)
        watchdog = threading.Timer(REPLY_TIMEOUT_S, self.process.kill)
        writer.start()
        watchdog.start()
        replies = [self.process.stdout.readline() for _ in requests]
        watchdog.cancel()
        return [reply for reply in replies if reply]

    def write(self, lines):
        try:
            self.process.stdin.write(lines)
            self.process.stdin.flush()
        except BrokenPipeError:
            pass

    def close(self):
        """Ends the input; the engine's exit status."""
        self.process.stdin.close()
        return self.process.wait(REPLY_TIMEOUT_S)


# --- random games --------------------------------------------------------------------------------------------------

def random_rules(rng):
    """Some options of some game, in any order; those left out take their defaults."""
    name = rng.choice(list(oracle.OPTIONS))
    options = {option: rng.choice(values.split()) for option, values in oracle.OPTIONS[name].items()}
    if options["start"] == "SEAT":
        options["start"] = str(rng.randrange(int(options.get("players", 2))))
    keep_all = options["start"].isdigit() or rng.random() < 0.5
    kept = [f"{option}={value}" for option, value in options.items() if keep_all or rng.random() < 0.7]
    rng.shuffle(kept)
    return f"{name}({','.join(kept)})" if kept else name


def random_deck(rng, name):
    if name == "thegame":
        return random_cards(rng, 99)
    if name == "facetoface":
        return [random_cards(rng, 59), random_cards(rng, 59)]
    return [rng.sample(oracle.STOS_LIE_CARDS, 30) for _ in range(30)]  # no match has more than 29 rounds


def random_cards(rng, highest):
    """2 to `highest`, shuffled; sometimes roughly from the outside inwards, so that games reach their end."""
    disorder = rng.choice([0, 3, 10, 30, 1000])
    middle = (highest + 2) / 2
    return sorted(range(2, highest + 1), key=lambda card: -abs(card - middle) + rng.random() * disorder)


class Player:
    """Chooses the steps of one game, with its own mixture of sense and nonsense."""

    def __init__(self, rng):
        self.rng = rng
        self.nonsense = rng.choice([0, 0.05, 0.3, 1])
        self.calls = rng.choice([0.1, 0.3, 0.8])

    def step(self, game):
        changes = self.rng.random() < 0.2  # LI3: chooses again
        seat = self.rng.choice(game.may_move() if changes else game.to_act())
        moves = game.moves(seat)
        if game.phase == "play" and self.rng.random() >= self.nonsense:
            return near(game)
        if "call" in moves and self.rng.random() < self.calls:
            return seat, "call"
        if game.phase == "bid" and self.rng.random() < 0.7:
            return seat, self.rng.choice(moves[:12])  # mostly low counts, so that bidding goes on for a while
        if game.phase == "start" and self.rng.random() < 0.5:
            return seat, moves[0]
        return seat, self.rng.choice(moves)


# --- things that must be refused -----------------------------------------------------------------------------------

GARBAGE = ["", " ", "xyz", "END", " end", "end ", "end end", "end\t", "37@u1", "037@U1", "+5@U1", "-5@U1", "3.7@U1",
           "37@U1 ", " 37@U1", "37@U1\n", "37@U1,4@U1", "37@", "@U1", "37U1", "37@U0", "37@U3", "37@X1",
           "0@U1", "1@U1", "100@U1",
           "1@U", "60@U", "60@oD", "37@OU", "37@ooU", "start", "start ", "start x", "start 9", "start -1", "start  0",
           "start 00", "0x1", "3x0", "3x7", "31x1", "03x4", "3X4", "3x4x", "x4", "3x", "3 x 4", "call!", "calls", "Call",
           "show", "show ", "show 7", "show 0", "show 1,2", "show  1", "show 1 ", "show 01", "dir", "dir ", "dir left",
           "dir CW", "4294967298@U1", "4294967298x1", "9" * 300 + "@U1", "\uff13\uff17@U1",
           "\u017c\u00f3\u0142w", "a" * 5000]


def random_text(rng):
    """A move of any game, well-formed, mostly not legal now."""
    faces = " ".join(str(rng.randint(1, 6)) for _ in range(rng.randint(1, 5)))
    return rng.choice([
        f"{rng.randint(2, 99)}@{rng.choice(['U1', 'U2', 'D1', 'D2'])}",
        f"{rng.randint(2, 59)}@{rng.choice(['U', 'D', 'oU', 'oD'])}",
        f"{rng.randint(1, 30)}x{rng.randint(1, 6)}", f"show {faces}", f"start {rng.randint(0, 4)}",
        "end", "call", "dir cw", "dir ccw"])


def wrong_plays(rng, game):
    """Pairs (request, codes that fit)."""
    seats = list(range(game.seats))
    texts = [rng.choice(GARBAGE), random_text(rng), random_text(rng)]
    texts += [move for seat in game.to_act()[:1] for move in game.moves(seat)]
    tries = [(rng.choice(seats + game.to_act()), text) for text in rng.sample(texts, min(4, len(texts)))]
    tries.append((rng.choice([-1, game.seats, 99, 1 << 40]), rng.choice(texts)))
    tries += [(seat, text) for seat in game.to_act()[:1] for text in (random_text(rng), rng.choice(GARBAGE))]
    found = [({"do": "play", "seat": seat, "move": text}, game.faults(seat, text)) for seat, text in tries]
    return [(request, codes) for request, codes in found if codes]


def wrong_requests(rng, game):
    move = random_text(rng)
    return [rng.choice([
        ({"do": "view", "seat": -1}, ["bad_seat"]), ({"do": "view", "seat": game.seats}, ["bad_seat"]),
        ({"do": "moves", "seat": game.seats}, ["bad_seat"]), ({"do": "moves", "seat": -1}, ["bad_seat"]),
        ({"do": "view"}, ANY_CODE), ({"do": "moves", "seat": None}, ANY_CODE), ({"do": "play", "move": move}, ANY_CODE),
        ({"do": "play", "seat": 0}, ANY_CODE), ({"do": "play", "seat": "0", "move": move}, ANY_CODE),
        ({"do": "play", "seat": 0, "move": 37}, ANY_CODE), ({"do": "play", "seat": 0.5, "move": move}, ANY_CODE),
        ({"do": "dance"}, ANY_CODE)])]


BAD_RULES = ["nosuch", "", "TheGame", "thegame2(players=2)", "thegame(players=0)", "thegame(players=6)", "thegame(min=4)",
             "thegame(hand=more)", "thegame(fire=on)", "thegame(players=2,start=2)", "thegame(start=1)",
             "thegame(start=-1)", "thegame(start=)", "thegame(colour=red)", "facetoface(players=3)",
             "facetoface(last=maybe)", "facetoface(start=2)", "facetoface(start=agree)", "lie(players=1)",
             "lie(players=7)", "lie(start=3)", "lie(start=later)", "lie(order=up)", "lie(ones=1)",
             "lie(direction=cw)", "lie(cards=left)", "lie(end=never)", "lie(min=2)"]


def wrong_new(rng):
    """A game that cannot be: options that do not exist, or a deck that is not one."""
    if rng.random() < 0.5:
        rules = rng.choice(BAD_RULES)
        name = rules.split("(")[0]
        return {"do": "new", "rules": rules, "deck": random_deck(rng, name)}, [refusal_of(rules)]
    name = rng.choice(list(oracle.OPTIONS))
    deck = random_deck(rng, name)
    cards = deck if name == "thegame" else rng.choice(deck[:2])
    rng.choice([cards.pop, lambda: cards.append(cards[0]), lambda: cards.__setitem__(3, other_card(cards))])()
    return {"do": "new", "rules": name, "deck": deck}, ["bad_deck"]


def other_card(cards):
    """Something that makes cards[3] wrong: a card of which there are too many then."""
    return next(card for card in cards if card != cards[3])


def refusal_of(rules):
    try:
        oracle.parse_rules(rules)
    except oracle.Refused as refused:
        return refused.code
    raise AssertionError(rules)


# --- one game: requests and what must come back --------------------------------------------------------------------

class Match:
    """The requests of one game and the replies that the oracle expects, built by playing the oracle."""

    def __init__(self, rng, game, opening):
        self.rng, self.game = rng, game
        self.before = []  # the games that undo leads back to
        self.requests, self.expected = list(opening), [{"rules": game.rules, "seats": game.seats}]
        self.expected += [{}] * (len(opening) - 1)

    def send(self, request, expected):
        self.requests.append(request)
        self.expected.append(expected)

    def build(self):
        player = Player(self.rng)
        self.send({"do": "undo"}, ANY_CODE)
        self.look()
        for _ in range(MAX_STEPS):
            if self.game.over():
                break
            if self.rng.random() < 0.15:
                self.be_wrong()
            if self.rng.random() < 0.03:
                self.undo(self.rng.randint(1, 4))
            self.play(*player.step(self.game))
        self.end()

    def play(self, seat, move):
        self.before.append(self.game.copy())
        self.game.play(seat, move)
        self.send({"do": "play", "seat": seat, "move": move}, {})
        self.look()

    def undo(self, times):
        for _ in range(min(times, len(self.before))):
            self.game = self.before.pop()
            self.send({"do": "undo"}, {})
            self.look()

    def look(self):
        self.send({"do": "state"}, {"state": self.game.state()})
        for seat in range(self.game.seats):
            self.send({"do": "view", "seat": seat}, {"view": self.game.view(seat)})
            self.send({"do": "moves", "seat": seat}, {"moves": self.game.moves(seat)})

    def be_wrong(self):
        wrong = wrong_plays(self.rng, self.game) + wrong_requests(self.rng, self.game)
        if self.rng.random() < 0.1:
            wrong.append(wrong_new(self.rng))
        for request, codes in wrong:
            self.send(request, codes)
            self.send({"do": "state"}, {"state": self.game.state()})
        self.look()

    def end(self):
        """A finished game refuses everything, and can still be taken back and finished again."""
        self.be_wrong()
        self.undo(self.rng.randint(0, 3))
        player = Player(self.rng)
        for _ in range(3):
            if not self.game.over():
                self.play(*player.step(self.game))


def same(left, right):
    return json.dumps(left, sort_keys=True) == json.dumps(right, sort_keys=True)


def agrees(reply, request, expected):
    """Does this reply say what the oracle expects: these fields, or a refusal with one of these codes?"""
    if reply.get("id") != request["id"]:
        return False
    if isinstance(expected, dict):
        return reply.get("ok") is True and all(key in reply and same(reply[key], expected[key]) for key in expected)
    refused = reply.get("ok") is False and isinstance(reply.get("error"), str) and bool(reply.get("message"))
    return refused and (expected is ANY_CODE or reply["error"] in expected)


# --- running -------------------------------------------------------------------------------------------------------

def run_game(engine, rng, log):
    """True if engine and oracle agreed on one random game; otherwise says how they differ."""
    rules = random_rules(rng)
    name, options = oracle.parse_rules(rules)
    deck = random_deck(rng, name)
    opening = [{"do": "new", "rules": rules, "deck": deck}]
    starter, replies = None, []
    if options["start"] == "lot":
        opening.append({"do": "state"})
        replies = engine.ask(opening)
        starter = starter_in(replies)
        if starter is None:
            return report(opening, 1, "a state with a starter", repr(replies), log)
    match = Match(rng, oracle.new(rules, deck, starter), opening)
    match.build()
    return compare(match, replies + engine.ask(match.requests[len(replies):]), log)


def starter_in(replies):
    """The seat that the lot named, from the state right after the deal; None if there is no such state."""
    try:
        state = json.loads(replies[1])["state"]
        return state["starter"] if state["game"] == "lie" else state["to_act"][0]
    except (ValueError, LookupError, TypeError):
        return None


def compare(match, replies, log):
    for number, (request, expected) in enumerate(zip(match.requests, match.expected)):
        reply = parsed(replies[number]) if number < len(replies) else "no reply"
        if not isinstance(reply, dict) or not agrees(reply, request, expected):
            return report(match.requests, number, expected, reply, log)
    return True


def parsed(line):
    try:
        return json.loads(line)
    except ValueError:
        return repr(line)


def report(requests, number, expected, reply, log):
    """Everything needed to see the difference again: the changes so far, the request, and a diff. Always False."""
    sent = [json.dumps(request) for request in requests[:number + 1]]
    if log:
        with open(log, "w", encoding="ascii") as file:
            file.write("\n".join(sent) + "\n")
    print("The requests of this game, without those that only look:")
    print("\n".join(line for line, request in zip(sent[:-1], requests) if request["do"] in ("new", "play", "undo")))
    print(f"The request that differs:\n{sent[-1]}")
    if isinstance(expected, (list, tuple)):
        expected = {"ok": False, "error": " or ".join(expected) or "any code", "message": "some text"}
    texts = [json.dumps(side, indent=1, sort_keys=True).splitlines() for side in (expected, reply)]
    print("\n".join(difflib.unified_diff(*texts, "expected by the oracle", "reply of the engine", lineterm="", n=4)))
    return False


def main():
    parser = argparse.ArgumentParser(description="Compare an engine with the oracle on random games.")
    parser.add_argument("command", nargs="+", help="the engine and its arguments")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", help="where to keep all requests of the game that differs")
    arguments = parser.parse_args()
    engine = Engine(arguments.command)
    for number in range(arguments.games):
        if not run_game(engine, random.Random(f"{arguments.seed}/{number}"), arguments.log):
            print(f"game {number} of seed {arguments.seed}\n{number} passed, 1 failed")
            engine.process.kill()
            return 1
    status = engine.close()
    if status != 0:
        print(f"the engine ended with status {status}")
    print(f"{arguments.games} passed, {int(status != 0)} failed")
    return int(status != 0)


if __name__ == "__main__":
    sys.exit(main())
