"""self_play.py: trains a network on the games that it plays with itself; thegame_solo.py says which game.

A .cu file plays: many games at once, by whole turns, as the bots do: the plan whose end the network likes best, now and
then another. Every turn becomes a lesson: from what the player knew after it, foretell how the game will end. The lesson's
answer blends the game's end with what the network itself foretold later on (temporal differences). Parts of turns are
lessons as well, so that the network can say which plans are worth going on with. Here the network learns from them.

Needs PyTorch, and nvcc and a graphics card; without a card it runs on the processor (c++), only to see that it works.
"""
import argparse
import ctypes
import math
import pathlib
import subprocess
import tempfile
import time

from network import CARD, DEVICE, Layers, torch
from torch.nn import functional

PLAYED_IN, SHOWN_IN = (torch.float16, torch.bfloat16) if CARD else (torch.float32, torch.float32)
WIDTH, MIDDLE = 256, 32  # as in warp.h


class Net(ctypes.Structure):
    _fields_ = [(name, ctypes.c_void_p) for name in ["input", "input_bias", "middle", "middle_bias", "output", "output_bias"]]


class Course(ctypes.Structure):
    _fields_ = [("explore", ctypes.c_float), ("blend", ctypes.c_float), ("jump_price", ctypes.c_float), ("beam", ctypes.c_int),
                ("seed", ctypes.c_uint32), ("shares", ctypes.c_uint32 * 2)]


class Harvest(ctypes.Structure):
    _fields_ = [("lesson", ctypes.c_void_p), ("most_lessons", ctypes.c_uint32), ("counters", ctypes.c_void_p), ("games", ctypes.c_uint32)]


class Kind:
    """What differs from game to game; sizes as in the .cu file. `counts` are what it counts, in pairs of won and played."""

    def __init__(self, source, inputs, heads, goals, counts, weights=None):
        self.source, self.inputs, self.heads, self.goals, self.counts = source, inputs, heads, goals, counts
        self.weights = torch.tensor(weights or [1.] * goals, device=DEVICE)


def built(kind):
    """The compiled player."""
    source = pathlib.Path(__file__).resolve().with_name(kind.source)
    library = pathlib.Path(tempfile.mkdtemp()) / "self_play.so"
    nvcc = ["nvcc", "-arch=native", "-O3", "-std=c++17", "-Xcompiler", "-fPIC", "-shared"]
    plain = ["c++", "-x", "c++", "-O3", "-march=native", "-ffast-math", "-std=c++17", "-fPIC", "-shared", "-pthread"]
    subprocess.run([*(nvcc if CARD else plain), "-o", library, source], check=True)
    player = ctypes.CDLL(str(library))
    player.self_play_play.argtypes = [Net, Course, Harvest, ctypes.c_void_p, ctypes.c_int]
    player.self_play_show.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_uint32] + 3 * [ctypes.c_void_p]
    return player


class Network(Layers):
    """Several sets of outputs, of which a lesson's head names one."""

    def __init__(self, kind):
        super().__init__(kind.inputs, WIDTH, MIDDLE, kind.heads * kind.goals)
        self.kind = kind

    def forward(self, x, head):
        outputs = self.outputs_of(self.sums(x)).view(-1, self.kind.heads, self.kind.goals)
        return outputs.gather(1, head.long()[:, None, None].expand(-1, 1, self.kind.goals))[:, 0].float()

    def sums(self, x):
        """The first layer. Most inputs are 0, of which a processor should make use."""
        if CARD:
            return self.l1(x)
        row, column = x.nonzero(as_tuple=True)
        first = torch.searchsorted(row, torch.arange(x.shape[0]))
        return functional.embedding_bag(column, self.l1.weight.t().contiguous(), first, mode="sum") + self.l1.bias


class Player:
    """Plays games with a network and keeps their lessons."""

    def __init__(self, kind, games):
        self.kind, self.library, self.games = kind, built(kind), games
        self.blocks = self.library.self_play_blocks()
        self.most = games * 70
        self.stores = torch.zeros(self.blocks * 4 * self.library.self_play_store_bytes(), dtype=torch.uint8, device=DEVICE)
        self.lessons = torch.zeros(self.most * self.library.self_play_lesson_bytes(), dtype=torch.uint8, device=DEVICE)
        self.counters = torch.zeros(20, dtype=torch.int32, device=DEVICE)

    def play(self, network, course):
        """Returns the number of lessons and the pairs that were counted."""
        state = network.state_dict()
        middle = state["l2.weight"].view(MIDDLE, WIDTH // 8, 8).permute(1, 0, 2)
        parts = [state["l1.weight"].t().to(PLAYED_IN), state["l1.bias"].to(PLAYED_IN), middle.to(PLAYED_IN),
                 state["l2.bias"].float(), state["l3.weight"].float(), state["l3.bias"].float()]
        parts = [part.contiguous() for part in parts]
        self.counters.zero_()
        harvest = Harvest(self.lessons.data_ptr(), self.most, self.counters.data_ptr(), self.games)
        self.library.self_play_play(Net(*(part.data_ptr() for part in parts)), course, harvest, self.stores.data_ptr(), self.blocks)
        counted = self.counters.tolist()
        return min(counted[1], self.most), [counted[2 + 2 * pair:4 + 2 * pair] for pair in range(len(self.kind.counts))]

    def show(self, rows, seed, inputs, heads, chances):
        """Writes lessons as inputs (which it clears), heads and answers."""
        inputs.zero_()
        places = [tensor.data_ptr() for tensor in (inputs, heads, chances)]
        self.library.self_play_show(self.lessons.data_ptr(), rows.data_ptr(), rows.numel(), seed, *places)


class Learner:
    def __init__(self, average, batch):
        self.average, self.batch = average, batch
        self.network = Network(average.kind).to(DEVICE)
        self.network.load_state_dict(average.state_dict())
        self.optimiser = torch.optim.Adam(self.network.parameters(), lr=1e-3, betas=(.9, .99))
        self.inputs = torch.zeros(batch, average.kind.inputs, dtype=SHOWN_IN, device=DEVICE)
        self.heads = torch.zeros(batch, dtype=torch.int32, device=DEVICE)
        self.chances = torch.zeros(batch, average.kind.goals, device=DEVICE)

    def learn(self, player, lessons, rate):
        """Goes through the lessons once, in batches; returns the mean loss. `average` follows the network slowly."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        order, total, batches = torch.randperm(lessons, device=DEVICE), 0., 0
        for start in range(0, lessons - self.batch + 1, self.batch):
            player.show(order[start:start + self.batch], start + lessons, self.inputs, self.heads, self.chances)
            with torch.autocast(DEVICE, dtype=torch.bfloat16, enabled=CARD):
                logits = self.network(self.inputs, self.heads)
            loss = functional.binary_cross_entropy_with_logits(logits, self.chances, reduction="none")
            loss = (loss * self.average.kind.weights).sum(1).mean()
            self.optimiser.zero_grad(set_to_none=True)
            loss.backward()
            self.optimiser.step()
            self.network.keep_small()
            self.average.follow(self.network, .02)
            total, batches = total + loss.detach(), batches + 1
        return float(total) / max(1, batches)


def report(iteration, seconds, lessons, loss, results, played):
    """What was counted, as the games of one iteration went."""
    shares = " ".join(f"{100 * won / max(1, games):5.2f}" for won, games in results)
    print(f"{iteration:5d} {seconds:6.1f} s ({played:.2f} playing)  {lessons} lessons  loss {loss:.4f}  {shares}", flush=True)


def cycle(average, player, options, beginner):
    """One cycle of learning, in which the learning rate falls to nearly nothing."""
    learner = Learner(average, options.batch)
    begun, saved, iteration = time.monotonic(), time.monotonic(), 0
    while (done := (time.monotonic() - begun) / options.seconds) < 1 and (not options.iterations or iteration < options.iterations):
        jumps = max(0., 1 - iteration / 12) * .02 if beginner else 0.
        course = Course(.04 if done < .85 else .01, options.blend, jumps, options.beam, options.seed * 100003 + iteration,
                        (ctypes.c_uint32 * 2)(*options.shares))
        before = time.monotonic()
        lessons, results = player.play(average, course)
        played = time.monotonic() - before
        warming = min(1, (iteration + 1) / 5) if beginner else 1
        loss = learner.learn(player, lessons, options.rate * warming * (.5 * (1 + math.cos(math.pi * done)) * .98 + .02))
        iteration += 1
        if iteration <= 20 or iteration % 10 == 0:
            report(iteration, time.monotonic() - begun, lessons, loss, results, played)
        if time.monotonic() - saved > 60:
            average.save(options.out)
            saved = time.monotonic()
    average.save(options.out)


def main(kind, description, out, shares):
    """`shares` are options: (name, default, help)."""
    parser = argparse.ArgumentParser(description=description + " Needs PyTorch, nvcc and a graphics card.")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path(out), help="where the result goes (default: %(default)s)")
    parser.add_argument("--start", type=pathlib.Path, help="go on from this result instead of from nothing")
    parser.add_argument("--cycles", type=int, default=1, help="how often the learning rate falls (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=545, help="for each cycle (default: %(default)s)")
    parser.add_argument("--iterations", type=int, default=0, help="at most so many in a cycle, to try it out")
    parser.add_argument("--games", type=int, default=32768, help="in an iteration (default: %(default)s)")
    parser.add_argument("--beam", type=int, default=8, help="plans kept of each length, at most 16 (default: %(default)s)")
    parser.add_argument("--blend", type=float, default=.9, help="how much a lesson believes in the end of its game (default: %(default)s)")
    parser.add_argument("--batch", type=int, default=16384, help="lessons in a batch (default: %(default)s)")
    parser.add_argument("--rate", type=float, default=1.5e-3, help="learning rate at its highest (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1,
                        help="of the random numbers; graphics cards differ all the same (default: %(default)s)")
    for name, default, text in shares:
        parser.add_argument(f"--{name}", type=int, default=default, help=f"{text} (default: %(default)s)")
    options = parser.parse_args()
    options.shares = [getattr(options, name) for name, _, _ in shares] + [0] * (2 - len(shares))
    torch.manual_seed(options.seed)
    average, player = Network(kind).to(DEVICE), Player(kind, options.games)
    if options.start:
        average.load(options.start)
    print("shares in %: " + ", ".join(kind.counts), flush=True)
    for number in range(options.cycles):
        print(f"cycle {number + 1} of {options.cycles} on {DEVICE}, {player.blocks} blocks", flush=True)
        cycle(average, player, options, number == 0 and not options.start)
