#!/usr/bin/env python3
"""quantise.py: turns a network that a program of this folder trained into the integers that stos plays with.

Usage: quantise.py TRAINED [OUT]        (OUT is the file in data/ of this repository when left out; data/lie_duel-net.bin must be named)

Needs nothing but Python. The same input gives the same bytes. The next build takes the file up; `stos bench bots` then
shows new signatures, to be pinned anew by `python3 tests/cli/test_bench.py build/check/stos --update`.

TRAINED is a row of 32-bit floats: each layer's weights and then its biases. OUT has everything little-endian:

    offset  bytes
         0      8  "stos-net"
         8      4  version of this format, 1
        12     16  sizes: inputs, width, middle, outputs
        28     32  SHA-256 of the numbers below, written as small hexadecimal digits
        60         int16 input[inputs][width]      in 1/256
                   int16 input_bias[width]         in 1/256
                   int16 middle[middle][width]     in 1/256
                   int32 middle_bias[middle]       in 1/65536
                   int16 output[outputs][middle]   in 1/256
                   int32 output_bias[outputs]      in 1/65536
                   uint16 sigmoid[1025]            in 1/65536, from -8 to 8 in steps of 1/64

The headers src/bot/GAME/net.h say what the sizes are, cmake/embed-net.cmake makes C of the file.
"""
import argparse
import array
import hashlib
import math
import pathlib
import struct
import sys

# inputs, width, middle, outputs; the number of floats tells one network from the other
SIZES = {"thegame": (1622, 128, 32, 15 * 4 * 6), "thegame_solo": (1792, 256, 32, 3 * 4 * 6),
         "lie": (829, 192, 64, 6 * 16 + 1 + 6 * 11 + 30 + 1), "facetoface": (1251, 64, 32, 1)}
VERSION = 1
ONE, ONE_SQUARED = 256, 65536  # what 1 is in weights and activations, and in their products
DATA = pathlib.Path(__file__).resolve().parents[2] / "data"


def game_of(floats):
    for game, (inputs, width, middle, outputs) in SIZES.items():
        if len(floats) == (inputs + 1) * width + (width + 1) * middle + (middle + 1) * outputs:
            return game
    sys.exit(f"quantise.py: {len(floats)} numbers are not a network that stos knows")


def layers(floats, sizes):
    """Cuts the trained numbers into (name, values, scale, struct's letter)."""
    inputs, width, middle, outputs = sizes
    at = 0
    for name, count, scale, letter in [("input", inputs * width, ONE, "h"), ("input_bias", width, ONE, "h"),
                                       ("middle", middle * width, ONE, "h"), ("middle_bias", middle, ONE_SQUARED, "i"),
                                       ("output", outputs * middle, ONE, "h"), ("output_bias", outputs, ONE_SQUARED, "i")]:
        yield name, floats[at:at + count], scale, letter
        at += count


def rounded(name, values, scale, letter):
    """To the nearest integers, as bytes; ends the program when one does not fit."""
    integers = [math.floor(value * scale + 0.5) for value in values]
    try:
        return struct.pack(f"<{len(integers)}{letter}", *integers)
    except struct.error:
        sys.exit(f"quantise.py: a number of {name} is too large for its integer")


def sigmoid_table():
    return [min(65535, math.floor(65536 / (1 + math.exp(-(i - 512) / 64)) + 0.5)) for i in range(1025)]


def packed(floats, sizes):
    """The whole file."""
    numbers = b"".join(rounded(*layer) for layer in layers(floats, sizes)) + struct.pack("<1025H", *sigmoid_table())
    checksum = hashlib.sha256(numbers.hex().encode()).digest()
    return b"stos-net" + struct.pack("<5I", VERSION, *sizes) + checksum + numbers


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
