#!/usr/bin/env python3
"""facetoface.py: trains the network of the bots that play FACE TO FACE, by letting it play with itself.

Usage: facetoface.py [--seconds S] [--piece S] [--checkpoint FILE] [--start FILE] [--rate R] [--explore SHARE] [--seed N] [--out FILE]
                     (--help lists the rest)

It foretells the chance to win of the player who has just made a turn. facetoface.c plays by whole turns on all processor
cores, with the very code of the bots, and makes lessons of what was played; meanwhile the network learns here, from the
lessons of the last while, each one also with rising and falling exchanged. The first duels apart, which counting plays,
everything comes from its own games. self_play.py says how a course goes and how it is done in pieces.

Needs PyTorch and a C compiler; a graphics card helps. Then turn the result into integers: quantise.py.
"""
import ctypes
import os
import pathlib
import subprocess
import tempfile
import threading
import types

import quantise
import self_play
from network import CARD, DEVICE, Layers, torch
from torch.nn import functional

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = ["tools/train/facetoface.c", "src/base/rng.c", "src/game/piles.c",
           *(f"src/bot/facetoface/{name}.c" for name in ["duel", "plans", "worth", "net", "steady"]),
           *(f"src/bot/net/{name}.c" for name in ["net", "kernel_plain", "kernel_avx2"])]
PLANS, MEASURED, NOISE = 32, 40, .3  # plans valued in a turn; every so many-th duel against `steady`; of the log odds, when exploring
MOST_TURNS, ANSWER_ONE = 100, 32767  # turns of a duel, on average at most; what a lesson's answer of 1 is


class Course(ctypes.Structure):
    _fields_ = [("seed", ctypes.c_uint64)] + [(name, ctypes.c_int32) for name in ["duels", "threads", "plans", "measured", "counting"]] + [
        (name, ctypes.c_float) for name in ["explore", "noise", "blend"]]


class Harvest(ctypes.Structure):
    _fields_ = [("lesson", ctypes.c_void_p)] + [(name, ctypes.c_int64) for name in ["most", "lessons", "measured", "won"]]


def built():
    """The compiled player."""
    library = pathlib.Path(tempfile.mkdtemp()) / "facetoface.so"
    command = ["cc", "-std=gnu17", "-O3", "-march=native", "-fPIC", "-shared", "-pthread", f"-I{ROOT}/src", f"-I{ROOT}/include"]
    subprocess.run([*command, "-o", library, *(ROOT / source for source in SOURCES), "-lm"], check=True)
    player = ctypes.CDLL(str(library))
    player.self_play_play.restype = ctypes.c_bool
    player.self_play_play.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.POINTER(Course), ctypes.POINTER(Harvest)]
    return player


class Network(Layers):
    """One output for each part of a duel; a lesson's head names it."""

    def __init__(self, library):
        self.inputs, self.pads = library.self_play_inputs(), library.self_play_pads()
        super().__init__(self.inputs, library.self_play_width(), library.self_play_middle(), library.self_play_heads())

    def sums(self, rows):
        """The first layer. An input that is listed twice counts twice, as it does in play."""
        if not CARD:  # most inputs are 0, of which a processor should make use
            weights = functional.pad(self.l1.weight.t(), (0, 0, 0, self.pads))
            return functional.embedding_bag(rows, weights, mode="sum") + self.l1.bias
        x = torch.zeros(rows.shape[0], self.inputs + self.pads, device=DEVICE, dtype=torch.bfloat16)
        x.scatter_add_(1, rows, torch.ones((), device=DEVICE, dtype=x.dtype).expand(rows.shape))
        return self.l1(x[:, :self.inputs])

    def forward(self, rows, head):
        """`rows` lists the inputs that are 1, filled up with pads."""
        return self.outputs_of(self.sums(rows)).gather(1, head[:, None])[:, 0].float()

    def integers(self):
        """Weights and biases as the bots have them, in the order of their file (quantise.py)."""
        first, first_bias, middle, middle_bias, last, last_bias = self.layers()
        pairs = middle.reshape(middle.shape[0], -1, 2).permute(1, 0, 2)
        weights = torch.cat([part.float().reshape(-1) for part in (first, first_bias, pairs, last)])
        biases = torch.cat([middle_bias.float(), last_bias.float()])
        return ((weights * quantise.ONE + .5).floor().to(torch.int16).cpu(),
                (biases * quantise.ONE_SQUARED + .5).floor().to(torch.int32).cpu())

    def go_on_from(self, path):
        """Takes over a network of data/."""
        self.fill(quantise.unpacked(path.read_bytes())[1])


class Player:
    """Plays duels on the processor while the network learns, and keeps the lessons of the last while where it learns."""

    def __init__(self, library, duels, replay):
        self.library, self.duels, self.numbers = library, duels, library.self_play_lesson_numbers()
        self.threads = max(1, len(os.sched_getaffinity(0)) - 1)
        self.fresh = torch.zeros(duels * MOST_TURNS, self.numbers, dtype=torch.int16, pin_memory=CARD)
        self.replay, self.playing = self_play.Replay(max(replay, duels * MOST_TURNS), self.numbers, torch.int16), None
        inputs = library.self_play_inputs()
        self.turned = torch.tensor([library.self_play_turned(i) for i in range(inputs)] +
                                   list(range(inputs, inputs + library.self_play_pads())), device=DEVICE)

    def begin(self, network, course):
        weights, biases = network.integers()
        harvest = Harvest(self.fresh.data_ptr(), self.fresh.shape[0], 0, 0, 0)

        def play():
            if not self.library.self_play_play(weights.data_ptr(), biases.data_ptr(), ctypes.byref(course), ctypes.byref(harvest)):
                raise MemoryError("no thread could be started")

        self.playing, self.harvest = threading.Thread(target=play), harvest
        self.playing.start()

    def keep(self):
        """Adds the lessons that were played to those kept, in place of the oldest; returns how many."""
        self.playing.join()
        lessons = min(self.harvest.lessons, self.fresh.shape[0])
        self.replay.keep(self.fresh[:lessons])
        return lessons

    def play(self, network, course):
        """Hands over what was played meanwhile and begins the next duels; returns the number of lessons and who won."""
        if not self.playing:
            first = Course.from_buffer_copy(course)
            first.seed += 1 << 40
            self.begin(network, first)
        lessons = self.keep()
        results = [(self.harvest.won, self.harvest.measured)]
        self.begin(network, course)
        return lessons, results

    def draw(self, count):
        """Lessons drawn from those kept, half of them with rising and falling exchanged: inputs, heads, answers."""
        rows = self.replay.kept[self.replay.drawn(count)].long()
        inputs, head, answer = rows[:, :-2], rows[:, -2], rows[:, -1].float() / ANSWER_ONE
        coin = torch.randint(2, (count, 1), device=DEVICE, dtype=torch.bool)
        return torch.where(coin, self.turned[inputs], inputs), head, answer


class Learner(self_play.Learner):
    def __init__(self, average, library, options):
        super().__init__(average, Network(library).to(DEVICE), options)
        self.optimiser = torch.optim.AdamW(self.network.parameters(), lr=1e-3, betas=(.9, .99), weight_decay=1e-3,
                                           **({"fused": True} if CARD else {}))

    def asked(self, player, _seed):
        rows, head, answers = player.draw(self.options.batch)
        return self.network(rows, head), answers

    def loss(self, logits, answers):
        return functional.binary_cross_entropy_with_logits(logits, answers)


class Training(self_play.Training):
    def __init__(self, kind, options):
        library = built()
        self.kind, self.options = kind, options
        self.average = Network(library).to(DEVICE)
        if options.start:
            self.average.go_on_from(options.start)
        self.learner = Learner(self.average, library, options)
        self.player = Player(library, options.games, options.replay)
        self.spent, self.iteration = 0., 0

    def course(self, done):
        options = self.options
        counting = self.iteration == 0 and not options.start
        return Course(options.seed * 100003 + self.iteration, options.games, self.player.threads, PLANS, MEASURED, counting,
                      options.explore * (1 if done < .85 else .25), NOISE, options.blend)


def main():
    parser = self_play.parser_of("Trains the network of the bots that play FACE TO FACE. Needs PyTorch and a C compiler.", "facetoface.f32")
    parser.set_defaults(games=8192, blend=.8, explore=.1, rate=1e-3, reuse=6, follow=.01)
    self_play.train(Training, types.SimpleNamespace(counts=["against steady"]), parser.parse_args())


if __name__ == "__main__":
    main()
