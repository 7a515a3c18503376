"""One seat of a game as a Gymnasium environment: alone, or with bots in all other seats. Needs gymnasium and NumPy.

    import stos.gym
    environment = stos.gym.Seat("thegame(players=1)")
    environment = stos.gym.Seat("lie(players=2)", opponent="steady")

Observations are dicts: `observation` (numbers as in docs/python.md) and `action_mask` (1 where an action is legal). An action that is not legal
raises stos.ActionError and changes nothing.
"""
import gymnasium
import numpy

from .bots import Bot
from .environment import Environment
from .rules import Rules


def space_of(rules):
    """The space of an agent's observations."""
    return gymnasium.spaces.Dict({
        "observation": gymnasium.spaces.Box(-128, 127, (rules.observation_length,), numpy.int8),
        "action_mask": gymnasium.spaces.Box(0, 1, (rules.actions,), numpy.int8),
    })


def as_arrays(observed):
    """An observation of Environment as NumPy arrays, without a copy."""
    return {name: numpy.frombuffer(part, numpy.int8) for name, part in observed.items()}


class Seat(gymnasium.Env):
    """The game as one seat meets it. The others play by the named bot, limited to so many nodes a turn."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(self, rules="thegame(players=1)", seat=0, opponent="steady", nodes=200, render_mode=None):
        self.rules = rules if isinstance(rules, Rules) else Rules(rules)
        if not 0 <= seat < self.rules.seats:
            raise ValueError(f"There are {self.rules.seats} seats; {seat} is none of them.")
        self.observation_space = space_of(self.rules)
        self.action_space = gymnasium.spaces.Discrete(self.rules.actions)
        self.render_mode = render_mode
        self._game, self._agent, self._nodes = Environment(self.rules), f"seat_{seat}", nodes
        self._opponent = opponent

    def reset(self, *, seed=None, options=None):
        """Deals; the same seed gives the same deal and the same opponents."""
        super().reset(seed=seed)
        self._bot = Bot(self._opponent, seed or 0) if self.rules.seats > 1 else None
        self._game.reset(seed=int(self.np_random.integers(2**62)) if seed is None else seed, options=options)
        self._score = self._game.scores()
        self._let_others_play()
        return self._observed(), {"seed": self._game.seed}

    def step(self, action):
        """Plays one action; the others then play until this seat is asked again, or the game is over."""
        self._game.step(int(action))
        self._let_others_play()
        seat, scores = self._game.possible_agents.index(self._agent), self._game.scores()
        reward, self._score = scores[seat] - self._score[seat], scores
        over = self._is_over()
        return self._observed(), reward, over, False, {"result": self._game.result()} if over else {}

    def render(self):
        """What the seat sees, as lines of text."""
        return self._game.render()

    def action_masks(self):
        """What is legal now, as maskable learners ask for it."""
        return self._observed()["action_mask"].astype(bool)

    def _is_over(self):
        return all(self._game.terminations.values())

    def _let_others_play(self):
        while not self._is_over() and self._game.agent_selection != self._agent:
            self._bot.play(self._game, nodes=self._nodes)

    def _observed(self):
        return as_arrays(self._game.observe(self._agent))
