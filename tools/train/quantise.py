#!/usr/bin/env python3
"""quantise.py: turns a network that a program of this folder trained into the integers that stos plays with.

Usage: quantise.py TRAINED [OUT]        (OUT is the file in data/ of this repository when left out; data/lie_duel-net.bin must be named)

Needs nothing but Python. The same input gives the same bytes. The next build takes the file up; `stos bench bots` then
shows new signatures, to be pinned anew by `python3 tests/cli/test_bench.py build/check/stos --update`.

TRAINED is a row of 32-bit floats: each layer's weights and then its biases. OUT has everything little-endian:

    offset  bytes
         0      8  "stos-net"
         8      4  version of this format, 2
        12      4  how many sizes follow the checksum
        16     32  SHA-256 of all that follows, written as small hexadecimal digits
        48         uint32 sizes: inputs, width of the accumulator, outputs of each dense layer
                   int16 input[inputs][width], bias[width]                  in 1/256
                   int16 for each hidden layer [its inputs / 2][outputs][2] in 1/256: the weights of two inputs lie together
                   int16 for the last layer [outputs][its inputs]           in 1/256
                   int32 biases of the dense layers                         in 1/65536

src/bot/net/net.h says what the numbers mean, cmake/embed-net.cmake makes C of the file.
"""
import argparse
import array
import hashlib
import math
import pathlib
import struct
import sys

# inputs, width, outputs of each dense layer; the number of floats tells one network from the other
SIZES = {"thegame": (2560, 256, 32, 5 * 3 * 4 * 8), "thegame_expert": (2560, 512, 32, 5 * 3 * 4 * 8),
         "lie": (829, 192, 64, 6 * 16 + 1 + 6 * 11 + 30 + 1), "facetoface": (1251, 128, 32, 8), "facetoface_champion": (1251, 256, 32, 8)}
VERSION = 2
ONE, ONE_SQUARED = 256, 65536  # what 1 is in weights and activations, and in their products
WIDTH_STEP, LAYER_STEP = 64, 32  # NET_WIDTH_STEP and NET_LAYER_STEP of net.h
DATA = pathlib.Path(__file__).resolve().parents[2] / "data"


def dense_layers(sizes):
    """The dense layers as (inputs, outputs)."""
    return list(zip(sizes[1:], sizes[2:]))


def count_of(sizes):
    return sizes[0] * sizes[1] + sizes[1] + sum(inputs * outputs + outputs for inputs, outputs in dense_layers(sizes))


def game_of(floats):
    for game, sizes in SIZES.items():
        if len(floats) == count_of(sizes):
            return game
    sys.exit(f"quantise.py: {len(floats)} numbers are not a network that stos knows")


def rounded(values, scale, bits):
    """To the nearest integers; ends the program when one does not fit."""
    integers = [math.floor(value * scale + 0.5) for value in values]
    if integers and not -1 << bits - 1 <= min(integers) <= max(integers) < 1 << bits - 1:
        sys.exit(f"quantise.py: a number is too large for {bits} bits")
    return integers


def check_sums(weights, biases, inputs):
    """The sums of a dense layer must fit 32 bits whatever its inputs are."""
    for output, bias in enumerate(biases):
        if sum(map(abs, weights[output * inputs:(output + 1) * inputs])) * ONE + abs(bias) >= 1 << 31:
            sys.exit("quantise.py: the sums of a layer may overflow")


def by_pairs(weights, inputs, outputs):
    """[outputs][inputs] becomes [inputs / 2][outputs][2]."""
    return [weights[output * inputs + 2 * pair + side] for pair in range(inputs // 2) for output in range(outputs) for side in range(2)]


def integers_of(floats, sizes):
    """All weights, and all biases of dense layers, in the order of the file."""
    at = (sizes[0] + 1) * sizes[1]
    weights, biases, layers = rounded(floats[:at], ONE, 16), [], dense_layers(sizes)
    for place, (inputs, outputs) in enumerate(layers, 1):
        layer = rounded(floats[at:at + inputs * outputs], ONE, 16)
        bias = rounded(floats[at + inputs * outputs:at + (inputs + 1) * outputs], ONE_SQUARED, 32)
        check_sums(layer, bias, inputs)
        weights += layer if place == len(layers) else by_pairs(layer, inputs, outputs)
        biases += bias
        at += (inputs + 1) * outputs
    return weights, biases


def packed(floats, sizes):
    """The whole file."""
    if sizes[1] % WIDTH_STEP or any(size % LAYER_STEP for size in sizes[2:-1]):
        sys.exit(f"quantise.py: the width must be a multiple of {WIDTH_STEP}, hidden layers of {LAYER_STEP}")
    weights, biases = integers_of(floats, sizes)
    rest = struct.pack(f"<{len(sizes)}I{len(weights)}h{len(biases)}i", *sizes, *weights, *biases)
    return b"stos-net" + struct.pack("<2I", VERSION, len(sizes)) + hashlib.sha256(rest.hex().encode()).digest() + rest


def unpacked(data):
    """The way back: the sizes and the floats, in the order of TRAINED, of a file's bytes."""
    version, count = struct.unpack_from("<2I", data, 8) if len(data) > 48 else (0, 0)
    if data[:8] != b"stos-net" or version != VERSION or data[16:48] != hashlib.sha256(data[48:].hex().encode()).digest():
        raise ValueError("not a network of stos, or a damaged one")
    sizes = struct.unpack_from(f"<{count}I", data, 48)
    biases_count = sum(sizes[2:])
    weights = struct.unpack_from(f"<{count_of(sizes) - biases_count}h", data, 48 + 4 * count)
    biases = struct.unpack_from(f"<{biases_count}i", data, len(data) - 4 * biases_count)
    at = (sizes[0] + 1) * sizes[1]
    floats, layers, bias_at = [number / ONE for number in weights[:at]], dense_layers(sizes), 0
    for place, (inputs, outputs) in enumerate(layers, 1):
        layer = weights[at:at + inputs * outputs]
        if place < len(layers):
            layer = [layer[(i // 2 * outputs + output) * 2 + i % 2] for output in range(outputs) for i in range(inputs)]
        floats += [number / ONE for number in layer] + [number / ONE_SQUARED for number in biases[bias_at:bias_at + outputs]]
        at, bias_at = at + inputs * outputs, bias_at + outputs
    return sizes, floats


def main():
    parser = argparse.ArgumentParser(description="Turns a trained network into the integers that stos plays with.")
    parser.add_argument("trained", type=pathlib.Path, help="what the training wrote")
    parser.add_argument("out", type=pathlib.Path, nargs="?", help="default: the file in data/ of this repository")
    options = parser.parse_args()
    floats = array.array("f")
    try:
        floats.frombytes(options.trained.read_bytes())
        if sys.byteorder == "big":
            floats.byteswap()
        game = game_of(floats)
        (options.out or DATA / f"{game}-net.bin").write_bytes(packed(floats, SIZES[game]))
    except (OSError, ValueError) as error:
        sys.exit(f"quantise.py: {error}")


if __name__ == "__main__":
    main()
