#!/usr/bin/env python3
"""Every network in data/ becomes floats and integers again, byte for byte; damaged ones are refused."""
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/train"))
import quantise  # noqa: E402


class Quantise(unittest.TestCase):
    def test_networks_survive_the_way_there_and_back(self):
        networks = sorted((ROOT / "data").glob("*-net.bin"))
        self.assertGreaterEqual(len(networks), 5)
        for path in networks:
            data = path.read_bytes()
            sizes, floats = quantise.unpacked(data)
            self.assertIn(sizes, quantise.SIZES.values(), path)
            self.assertEqual(quantise.packed(floats, sizes), data, path)

    def test_damaged_networks_are_refused(self):
        data = bytearray((ROOT / "data/facetoface-net.bin").read_bytes())
        data[1000] ^= 1
        for damaged in bytes(data), bytes(data[:40]), bytes(data[:60]), b"":
            with self.assertRaises(ValueError):
                quantise.unpacked(damaged)


if __name__ == "__main__":
    unittest.main()
