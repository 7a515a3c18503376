"""self_play.py: trains a network on the games that it plays with itself; thegame.py and facetoface.py say which game.

A .cu file plays: many games at once, by whole turns, as the bots do: the plan whose end the network likes best, now and
then another. Every turn becomes a lesson: from what the player knew after it, foretell how the game will end. The lesson's
answer blends the game's end with what the network itself foretold later on (temporal differences). Parts of turns are
lessons as well, so that the network can say which plans are worth going on with. Here the network learns from them, from
each several times, since playing takes most of the time (experience replay). What plays is a slow average of what learns,
which evens out the luck in the lessons (Polyak averaging).

Training can be done in pieces: a checkpoint keeps everything that the next piece goes on from.

Needs PyTorch, and nvcc and a graphics card; without a card it runs on the processor (c++), only to see that it works.
"""
import argparse
import ctypes
import math
import pathlib
import struct
import subprocess
import tempfile
import time

from network import CARD, DEVICE, Layers, output, seconds, torch
from torch.nn import functional

PLAYED_IN, SHOWN_IN = (torch.float16, torch.bfloat16) if CARD else (torch.float32, torch.float32)
MIDDLE = 32  # as in warp.h


class Net(ctypes.Structure):
    _fields_ = [(name, ctypes.c_void_p) for name in ["input", "input_bias", "middle", "middle_bias", "output", "output_bias"]]


class Course(ctypes.Structure):
    _fields_ = [("explore", ctypes.c_float), ("blend", ctypes.c_float), ("jump_price", ctypes.c_float), ("beam", ctypes.c_int),
                ("seed", ctypes.c_uint32), ("shares", ctypes.c_uint32 * 13)]


class Harvest(ctypes.Structure):
    _fields_ = [("lesson", ctypes.c_void_p), ("most_lessons", ctypes.c_uint32), ("counters", ctypes.c_void_p), ("games", ctypes.c_uint32)]


class Kind:
    """
    What differs from game to game; sizes as in the .cu file. There is a set of outputs for each of the kinds of rules and
    phases. `counts` are what it counts, in pairs of won and played, `weights` those of the goals in the loss, `courses`
    by name how often each rules are played, as in the .cu file's struct course; the first is the usual one. `width` and
    `shares` are what the options of a run say.
    """

    def __init__(self, source, inputs, rules, phases, goals, counts, weights, courses):
        self.source, self.inputs, self.rules, self.phases, self.goals, self.counts = source, inputs, rules, phases, goals, counts
        self.weights, self.courses = torch.tensor(weights, device=DEVICE), courses
        self.width, self.shares = 256, next(iter(courses.values()))


def built(kind):
    """The compiled player."""
    source = pathlib.Path(__file__).resolve().with_name(kind.source)
    library = pathlib.Path(tempfile.mkdtemp()) / "self_play.so"
    nvcc = ["nvcc", "-arch=native", "-O3", "-std=c++17", "-Xcompiler", "-fPIC", "-shared"]
    plain = ["c++", "-x", "c++", "-O3", "-march=native", "-ffast-math", "-std=c++17", "-fPIC", "-shared", "-pthread"]
    subprocess.run([*(nvcc if CARD else plain), f"-DNET_WIDTH={kind.width}", "-o", library, source], check=True)
    player = ctypes.CDLL(str(library))
    player.self_play_play.argtypes = [Net, Course, Harvest, ctypes.c_void_p, ctypes.c_int]
    player.self_play_show.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_uint32] + 3 * [ctypes.c_void_p]
    return player


class Network(Layers):
    """
    Several sets of outputs, of which a lesson's head names one. Each is what all rules have in common in a phase and
    something of its own, which is held small: so rules under which hardly a game is won learn from the others.
    """

    def __init__(self, kind):
        super().__init__(kind.inputs, kind.width, MIDDLE, kind.rules * kind.phases * kind.goals)
        self.kind = kind
        self.common = torch.nn.Linear(MIDDLE, kind.phases * kind.goals)
        with torch.no_grad():
            self.l3.weight.zero_()
            self.l3.bias.zero_()

    def last(self):
        """The last layer's weights and biases, both parts added up."""
        rules = self.kind.rules
        return self.l3.weight + self.common.weight.repeat(rules, 1), self.l3.bias + self.common.bias.repeat(rules)

    def forward(self, x, head):
        middle = self.l2(self.sums(x).clamp(0, 1)).clamp(0, 1)
        outputs = functional.linear(middle, *self.last()).view(-1, self.kind.rules * self.kind.phases, self.kind.goals)
        return outputs.gather(1, head.long()[:, None, None].expand(-1, 1, self.kind.goals))[:, 0].float()

    def layers(self):
        state = self.state_dict()
        return [state["l1.weight"].t(), state["l1.bias"], state["l2.weight"], state["l2.bias"], *(part.detach() for part in self.last())]

    @torch.no_grad()
    def go_on_from(self, path):
        """
        Takes over a network of data/ (quantise.py says how it is written); what all rules have in common is their mean. One
        of half the width is widened: every unit becomes two that share its work, a little apart so that they can part ways.
        """
        numbers, inputs, rules, outputs = path.read_bytes(), self.kind.inputs, self.kind.rules, self.l3.bias.numel()
        width = struct.unpack_from("<I", numbers, 52)[0] if len(numbers) > 64 else 0
        if (numbers[:16] != b"stos-net" + struct.pack("<2I", 2, 4) or width not in (self.kind.width, self.kind.width // 2)
                or len(numbers) != 64 + 2 * ((inputs + 1) * width + MIDDLE * width + outputs * MIDDLE) + 4 * (MIDDLE + outputs)):
            raise SystemExit(f"{path} is not a network of this shape")
        at = len(numbers) - 4 * (MIDDLE + outputs)
        weights = torch.frombuffer(bytearray(numbers[64:at]), dtype=torch.int16).float().to(DEVICE) / 256
        biases = torch.frombuffer(bytearray(numbers[at:]), dtype=torch.int32).float().to(DEVICE) / 65536
        first, first_bias, middle, last = weights.split([inputs * width, width, MIDDLE * width, outputs * MIDDLE])
        first, middle = first.view(-1, width).t(), middle.view(width // 2, MIDDLE, 2).permute(1, 0, 2).reshape(MIDDLE, width)
        if width < self.kind.width:
            apart = torch.randn_like(first) * .01
            first, first_bias = torch.cat([first + apart, first - apart]), first_bias.repeat(2)
            middle = torch.cat([middle, middle], 1) / 2
        self.l1.weight.copy_(first)
        self.l1.bias.copy_(first_bias)
        self.l2.weight.copy_(middle)
        self.l2.bias.copy_(biases[:MIDDLE])
        last, last_bias = last.view(-1, MIDDLE), biases[MIDDLE:]
        self.common.weight.copy_(last.view(rules, -1, MIDDLE).mean(0))
        self.common.bias.copy_(last_bias.view(rules, -1).mean(0))
        self.l3.weight.copy_(last - self.common.weight.repeat(rules, 1))
        self.l3.bias.copy_(last_bias - self.common.bias.repeat(rules))

    def sums(self, x):
        """The first layer. Most inputs are 0, of which a processor should make use."""
        if CARD:
            return self.l1(x)
        row, column = x.nonzero(as_tuple=True)
        first = torch.searchsorted(row, torch.arange(x.shape[0]))
        return functional.embedding_bag(column, self.l1.weight.t().contiguous(), first, mode="sum") + self.l1.bias


class Replay:
    """The lessons of the last while, one in each row, in place of the oldest."""

    def __init__(self, rows, numbers, dtype):
        self.kept, self.count, self.next = torch.zeros(rows, numbers, dtype=dtype, device=DEVICE), 0, 0

    def keep(self, fresh):
        rows, lessons = self.kept.shape[0], fresh.shape[0]
        first = min(lessons, rows - self.next)
        self.kept[self.next:self.next + first].copy_(fresh[:first])
        self.kept[:lessons - first].copy_(fresh[first:])
        self.next, self.count = (self.next + lessons) % rows, min(self.count + lessons, rows)

    def drawn(self, count):
        """The rows of so many lessons."""
        return torch.randint(self.count, (count,), device=DEVICE)


class Player:
    """Plays games with a network and keeps their lessons."""

    def __init__(self, kind, games, replay):
        self.kind, self.library, self.games = kind, built(kind), games
        self.blocks = self.library.self_play_blocks()
        self.most = games * 100
        self.stores = torch.zeros(self.blocks * self.library.self_play_warps() * self.library.self_play_store_bytes(), dtype=torch.uint8, device=DEVICE)
        self.fresh = torch.zeros(self.most, self.library.self_play_lesson_bytes(), dtype=torch.uint8, device=DEVICE)
        self.replay = Replay(max(replay, self.most), self.fresh.shape[1], torch.uint8)
        self.counters = torch.zeros(2 + 2 * len(kind.counts), dtype=torch.int32, device=DEVICE)

    def play(self, network, course):
        """Returns the number of lessons and the pairs that were counted."""
        first, first_bias, middle, middle_bias, last, last_bias = network.layers()
        middle = middle.view(MIDDLE, -1, 8).permute(1, 0, 2)
        parts = [first.to(PLAYED_IN), first_bias.to(PLAYED_IN), middle.to(PLAYED_IN), middle_bias.float(), last.float(), last_bias.float()]
        parts = [part.contiguous() for part in parts]
        self.counters.zero_()
        harvest = Harvest(self.fresh.data_ptr(), self.most, self.counters.data_ptr(), self.games)
        self.library.self_play_play(Net(*(part.data_ptr() for part in parts)), course, harvest, self.stores.data_ptr(), self.blocks)
        counted = self.counters.tolist()
        lessons = min(counted[1], self.most)
        self.replay.keep(self.fresh[:lessons])
        return lessons, [counted[2 + 2 * pair:4 + 2 * pair] for pair in range(len(self.kind.counts))]

    def show(self, seed, inputs, heads, chances):
        """Writes lessons drawn from those kept as inputs (which it clears), heads and answers."""
        inputs.zero_()
        rows, places = self.replay.drawn(heads.numel()), [tensor.data_ptr() for tensor in (inputs, heads, chances)]
        self.library.self_play_show(self.replay.kept.data_ptr(), rows.data_ptr(), rows.numel(), seed, *places)


class Learner:
    """Learns from what a player keeps."""

    def __init__(self, average, options):
        self.average, self.network, self.options = average, Network(average.kind).to(DEVICE), options
        self.network.load_state_dict(average.state_dict())
        own = list(self.network.l3.parameters())
        rest = [parameter for name, parameter in self.network.named_parameters() if not name.startswith("l3.")]
        self.optimiser = torch.optim.AdamW([{"params": rest, "weight_decay": 0.}, {"params": own, "weight_decay": .05}],
                                           lr=1e-3, betas=(.9, .99), **({"fused": True} if CARD else {}))
        self.inputs = torch.zeros(options.batch, average.kind.inputs, dtype=SHOWN_IN, device=DEVICE)
        self.heads = torch.zeros(options.batch, dtype=torch.int32, device=DEVICE)
        self.chances = torch.zeros(options.batch, average.kind.goals, device=DEVICE)

    def loss(self, player, seed):
        """Of a batch of lessons."""
        player.show(seed, self.inputs, self.heads, self.chances)
        with torch.autocast(DEVICE, dtype=torch.bfloat16, enabled=CARD):
            logits = self.network(self.inputs, self.heads)
        loss = functional.binary_cross_entropy_with_logits(logits, self.chances, reduction="none")
        return (loss * self.average.kind.weights).sum(1).mean()

    def learn(self, player, lessons, rate):
        """Learns `reuse` times as many lessons as are new; returns the mean loss. `average` follows the network slowly."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        total, batches = 0., max(1, int(lessons * self.options.reuse) // self.options.batch)
        for batch in range(batches):
            loss = self.loss(player, batch + lessons)
            self.optimiser.zero_grad(set_to_none=True)
            loss.backward()
            self.optimiser.step()
            self.network.keep_small()
            self.average.follow(self.network, self.options.follow)
            total += loss.detach()
        return float(total) / batches


def report(kind, iteration, seconds, lessons, loss, results, played):
    """What was counted, as the games of one iteration went."""
    print(f"{iteration:5d} {seconds:6.1f} s ({played:.2f} playing)  {lessons} lessons  loss {loss:.4f}", flush=True)
    shares = [f"{name} {100 * won / max(1, games):.1f}" for name, (won, games) in zip(kind.counts, results) if games]
    print("      won: " + ", ".join(shares), flush=True)


class Training:
    """A course of learning in which the learning rate falls to nearly nothing."""

    def __init__(self, kind, options):
        self.kind, self.options = kind, options
        self.average = Network(kind).to(DEVICE)
        if options.start:
            self.average.go_on_from(options.start)
        self.learner, self.player = Learner(self.average, options), Player(kind, options.games, options.replay)
        self.spent, self.iteration = 0., 0

    def resume(self, path):
        state = torch.load(path, map_location=DEVICE)
        self.average.load_state_dict(state["average"])
        self.learner.network.load_state_dict(state["network"])
        self.learner.optimiser.load_state_dict(state["optimiser"])
        self.spent, self.iteration = state["spent"], state["iteration"]

    def save(self):
        self.average.save(self.options.out)
        if self.options.checkpoint:
            state = {"average": self.average.state_dict(), "network": self.learner.network.state_dict(),
                     "optimiser": self.learner.optimiser.state_dict(), "spent": self.spent, "iteration": self.iteration}
            torch.save(state, self.options.checkpoint)

    def course(self, done):
        jumps = 0. if self.options.start else max(0., 1 - self.iteration / 12) * .02
        return Course(self.options.explore * (1 if done < .85 else .25), self.options.blend, jumps, self.options.beam,
                      self.options.seed * 100003 + self.iteration, (ctypes.c_uint32 * 13)(*self.kind.shares))

    def iterate(self):
        options, done, begun = self.options, self.spent / self.options.seconds, time.monotonic()
        lessons, results = self.player.play(self.average, self.course(done))
        played = time.monotonic() - begun
        warming = min(1, (self.iteration + 1) / 5)
        loss = self.learner.learn(self.player, lessons, options.rate * warming * (.5 * (1 + math.cos(math.pi * done)) * .98 + .02))
        self.iteration += 1
        self.spent += time.monotonic() - begun
        if self.iteration <= 5 or self.iteration % 20 == 0:
            report(self.kind, self.iteration, self.spent, lessons, loss, results, played)

    def run(self):
        end, saved, last = self.spent + self.options.piece, self.spent, self.iteration + (self.options.iterations or 1 << 30)
        while self.spent < min(end, self.options.seconds) and self.iteration < last:
            self.iterate()
            if self.spent - saved > 60:
                self.save()
                saved = self.spent
        self.save()


def parser_of(description, out):
    """The options that all games have."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--out", type=output, default=pathlib.Path(out), help="where the result goes (default: %(default)s)")
    parser.add_argument("--checkpoint", type=pathlib.Path, help="go on from this file if it exists, and keep it up to date")
    parser.add_argument("--start", type=pathlib.Path, help="begin with this network of data/ instead of from nothing")
    parser.add_argument("--seconds", type=seconds, default=1080, help="for the whole course (default: %(default)s)")
    parser.add_argument("--piece", type=float, default=math.inf, help="seconds of it to do now (default: all)")
    parser.add_argument("--iterations", type=int, default=0, help="at most so many now, to try it out")
    parser.add_argument("--games", type=int, default=32768, help="in an iteration (default: %(default)s)")
    parser.add_argument("--blend", type=float, default=.9, help="how much a lesson believes in the end of its game (default: %(default)s)")
    parser.add_argument("--batch", type=int, default=16384, help="lessons in a batch (default: %(default)s)")
    parser.add_argument("--reuse", type=float, default=1, help="how often a lesson is learned (default: %(default)s)")
    parser.add_argument("--replay", type=int, default=8 << 20, help="lessons that are kept (default: %(default)s)")
    parser.add_argument("--follow", type=float, default=.02, help="how fast the network that plays follows (default: %(default)s)")
    parser.add_argument("--rate", type=float, default=1.5e-3, help="learning rate at its highest (default: %(default)s)")
    parser.add_argument("--explore", type=float, default=.04, help="how often another plan than the best is played (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1,
                        help="of the random numbers; graphics cards differ all the same (default: %(default)s)")
    return parser


def train(kind, options):
    """Does a piece of a course."""
    torch.manual_seed(options.seed)
    course = Training(kind, options)
    if options.checkpoint and options.checkpoint.exists():
        course.resume(options.checkpoint)
    print(f"on {DEVICE}, from {course.spent:.0f} s on", flush=True)
    course.run()


def main(kind, description, out):
    parser = parser_of(description + " Needs PyTorch, nvcc and a graphics card.", out)
    parser.add_argument("--beam", type=int, default=8, help="plans kept, at most 32; in THE GAME of each length, at most 16 (default: %(default)s)")
    parser.add_argument("--course", choices=kind.courses, default=next(iter(kind.courses)), help="which rules (default: %(default)s)")
    parser.add_argument("--width", type=int, choices=[256, 512], default=256, help="of the first layer (default: %(default)s)")
    options = parser.parse_args()
    kind.width, kind.shares = options.width, kind.courses[options.course]
    train(kind, options)
