"""Many games of the same rules, stepped in one call.

The arrays of a batch are memory that the library writes into and that stays where it is: memoryviews of their natural
shape, which numpy takes over without copying (`numpy.asarray(batch.observations)`). Every step changes them. Where NumPy is installed,
`batch.numpy()` makes NumPy arrays of all of them at once.
"""
import array
import ctypes

from . import library
from .rules import Rules


class Batch:
    """`Batch("lie(players=2)", 1024)`. Game i is dealt from seed + i; with deals_again its next one from seed + i + count."""

    def __init__(self, rules, count, seed=0, deals_again=True, generator="fast", masks=True, observations=True,
                 bits=False):
        self._library = library.load()
        self.rules = rules if isinstance(rules, Rules) else Rules(rules)
        if not 0 < count < 2**31:
            raise ValueError(f"A batch has at {'least one game' if count <= 0 else f'most {2**31 - 1} games'}, not {count}.")
        if generator not in library.GENERATORS:
            raise ValueError(f"A generator is {' or '.join(library.GENERATORS)}, not {generator}.")
        self.count = count
        self._memory = [library.memory_for(library.STATE, count), library.memory_for(library.VIEW, count)]
        self._c = library.CBatch(rules=self.rules.c_rules, count=count, generator=library.GENERATORS[generator], deals_again=deals_again)
        self._c.state, self._c.view = map(ctypes.addressof, self._memory)
        self.seeds = self._array("seed", "Q")
        self.seats = self._array("seat", "b")
        self.rewards = self._array("reward", "f", self.rules.seats)
        self.over = self._array("over", "B")
        self.results = self._array("result", "h")
        self.refused = self._array("refused", "B")
        self.masks = self._array("mask", "B", self.rules.actions) if masks else None
        self.observations = self._array("observation", "b", self.rules.observation_length) if observations else None
        self.bits = self._array("legal", "Q", self.rules.action_words) if bits else None
        self.actions = self._array(None, "i")
        self._actions = self._address(self.actions)
        self.reset(seed)

    def _array(self, field, kind, *row):
        """An array with a row for each game, which the library knows as a field of its batch."""
        length = self.count * (row[0] if row else 1)
        numbers = array.array(kind, bytes(length * array.array(kind).itemsize))
        shaped = memoryview(numbers).cast("B").cast(kind, [self.count, *row])
        if field:
            setattr(self._c, field, self._address(numbers))
        return shaped

    def _address(self, numbers):
        """Where a buffer lies; it is kept as long as the batch."""
        whole = memoryview(numbers).cast("B")
        held = (ctypes.c_char * len(whole)).from_buffer(whole)
        self._memory.append(held)
        return ctypes.addressof(held)

    ARRAYS = ("seeds", "seats", "rewards", "over", "results", "refused", "masks", "observations", "bits", "actions")

    def numpy(self):
        """Makes all arrays NumPy arrays of the same memory, once and for all; returns the batch. Needs NumPy."""
        import numpy  # pylint: disable=import-outside-toplevel
        for name in self.ARRAYS:
            numbers = getattr(self, name)
            setattr(self, name, None if numbers is None else numpy.asarray(numbers))
        return self

    def reset(self, seed=0):
        """Deals all games anew; seeds the random actions too."""
        self._random = self._library.stos_random_from(seed)
        self._library.stos_batch_deal(ctypes.byref(self._c), seed)

    def choose(self):
        """Writes a random legal action for each game into `actions`."""
        self._library.stos_batch_choose(ctypes.byref(self._c), ctypes.byref(self._random), self._actions)

    def step(self, actions=None):
        """Plays one action in each game: the given ones (any buffer or list of whole numbers), or what is in `actions`.

        A refused action raises ActionError after all others were played; its own game is as it was.
        """
        if actions is not None:
            self.actions[:] = self._as_actions(actions)
        if self._library.stos_batch_step(ctypes.byref(self._c), self._actions):
            self._complain()

    def _as_actions(self, actions):
        """What was given, in a form that can be written into `actions`; NumPy arrays are taken as they are."""
        if isinstance(self.actions, memoryview) or not hasattr(actions, "__array_interface__"):
            actions = array.array("i", actions)
        if len(actions) != self.count:
            raise ValueError(f"There are {self.count} games, but {len(actions)} actions.")
        return actions

    def _complain(self):
        """Tries the first refused action once more, to hear why."""
        game = next(i for i in range(self.count) if self.refused[i])
        size = {kind: self._library.stos_size_of(kind) for kind in (library.STATE, library.VIEW)}
        state, view = self._c.state + game * size[library.STATE], self._c.view + game * size[library.VIEW]
        move = self._library.stos_action_move(view, self.actions[game])
        error = self._library.stos_play(state, self.seats[game], move)
        raise library.ActionError(f"Action {self.actions[game]} in game {game}: {library.sentence(error)}")

    def observation(self, game):
        """The observation of one game, a row without a copy."""
        return self._row(self.observations, game, self.rules.observation_length)

    def mask(self, game):
        """The action mask of one game, a row without a copy."""
        return self._row(self.masks, game, self.rules.actions)

    @staticmethod
    def _row(rows, game, length):
        rows = memoryview(rows)
        kind = rows.format
        return rows.cast("B")[game * length:(game + 1) * length].cast(kind)

    def __len__(self):
        return self.count
