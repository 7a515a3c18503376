"""What Gymnasium documents of Env and of the spaces that stos uses, for tests where the package itself is not installed."""
import numpy

from . import spaces


class Env:
    """reset(seed=...) seeds np_random; the rest is the environment's."""

    metadata = {"render_modes": []}
    render_mode = None
    np_random = None

    def reset(self, *, seed=None, options=None):
        del options
        if seed is not None or self.np_random is None:
            self.np_random = numpy.random.default_rng(seed)
