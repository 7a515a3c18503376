"""network.py: what the networks of all the bots have in common: their shape, their limits, and how they are kept.

Two hidden layers clamped to 0..1. Weights stay so small that the bots' sums of 16-bit integers have room for them. A file
is 32-bit floats, little-endian, which quantise.py turns into the integers that the bots read.
"""
import argparse
import array
import os
import pathlib
import sys

try:
    import torch
except ImportError:
    sys.exit(f"{sys.argv[0]}: needs PyTorch (https://pytorch.org, or Debian's python3-torch to try it out)")

CARD = torch.cuda.is_available()
DEVICE = "cuda" if CARD else "cpu"


def give_up(reason):
    sys.exit(f"{pathlib.Path(sys.argv[0]).name}: {reason}")


# ---------------------------------------------------------------- kinds of options


def output(text):
    """A file that can be written: better known before the training than after it."""
    path = pathlib.Path(text)
    if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise argparse.ArgumentTypeError(f"cannot write {text}")
    return path


def positive(text):
    if int(text) < 1:
        raise ValueError
    return int(text)


def seconds(text):
    if not float(text) > 0:
        raise ValueError
    return float(text)


positive.__name__, seconds.__name__ = "number", "time"  # as argparse calls them


# ---------------------------------------------------------------- the layers


class Layers(torch.nn.Module):
    """The layers; a subclass says what goes through them. `spread` bounds the first weights of the input layer."""

    most_input, most_middle = .99, 1.98

    def __init__(self, inputs, width, middle, outputs, spread=.08):
        super().__init__()
        self.l1, self.l2, self.l3 = torch.nn.Linear(inputs, width), torch.nn.Linear(width, middle), torch.nn.Linear(middle, outputs)
        with torch.no_grad():
            self.l1.weight.uniform_(-spread, spread)
            self.l1.bias.fill_(.3)
            self.l2.bias.fill_(.2)

    def outputs_of(self, sums):
        """What the first layer's sums lead to."""
        return self.l3(self.l2(sums.clamp(0, 1)).clamp(0, 1))

    @torch.no_grad()
    def keep_small(self):
        self.l1.weight.clamp_(-self.most_input, self.most_input)
        self.l2.weight.clamp_(-self.most_middle, self.most_middle)

    @torch.no_grad()
    def follow(self, quick, share):
        """This network is a slow average of a quick one."""
        for slow, value in zip(self.parameters(), quick.parameters()):
            slow.lerp_(value, share)

    def layers(self):
        """In the order of the file; the input layer by input, the others by output."""
        state = self.state_dict()
        yield state["l1.weight"].t()
        for name in ["l1.bias", "l2.weight", "l2.bias", "l3.weight", "l3.bias"]:
            yield state[name]

    def save(self, path):
        floats = array.array("f")
        for layer in self.layers():
            floats.extend(layer.float().cpu().flatten().tolist())
        if sys.byteorder == "big":
            floats.byteswap()
        path.write_bytes(floats.tobytes())

    def load(self, path):
        floats = array.array("f", path.read_bytes())
        if sys.byteorder == "big":
            floats.byteswap()
        self.fill(floats)

    @torch.no_grad()
    def fill(self, floats):
        """Takes over the numbers of a file."""
        values, at = torch.tensor(floats, device=DEVICE), 0
        if len(values) != sum(layer.numel() for layer in self.layers()):
            give_up("a network of another shape")
        for layer in self.layers():
            layer.copy_(values[at:at + layer.numel()].view(layer.shape))
            at += layer.numel()
