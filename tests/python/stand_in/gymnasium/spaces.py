"""Spaces: what contains() must hold for."""
import numpy


class Box:
    def __init__(self, low, high, shape=None, dtype=numpy.float32):
        self.low, self.high, self.shape, self.dtype = low, high, shape, numpy.dtype(dtype)

    def contains(self, x):
        fits = isinstance(x, numpy.ndarray) and x.shape == self.shape and numpy.can_cast(x.dtype, self.dtype)
        return bool(fits and numpy.all(x >= self.low) and numpy.all(x <= self.high))


class Discrete:
    def __init__(self, n):
        self.n = n

    def contains(self, x):
        return 0 <= int(x) < self.n


class Dict(dict):
    def contains(self, x):
        return isinstance(x, dict) and x.keys() == self.keys() and all(space.contains(x[name]) for name, space in self.items())
