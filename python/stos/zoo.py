"""A game as a PettingZoo environment (AEC). Needs pettingzoo, gymnasium and NumPy.

    import stos.zoo
    environment = stos.zoo.env("lie(players=3)")

It is stos.Environment, which has the same names, with spaces and NumPy arrays. As PettingZoo asks, an illegal action ends the game for the one
who tried it: wrap it (`pettingzoo.utils.wrappers.TerminateIllegalWrapper`), or mask.
"""
import functools

import gymnasium
from pettingzoo import AECEnv

from .environment import Environment
from .gym import as_arrays, space_of


class Table(Environment, AECEnv):
    """All seats of a game, asked one after another."""

    metadata = {"name": "stos_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, rules="thegame(players=2,start=lot)", render_mode=None):
        AECEnv.__init__(self)
        Environment.__init__(self, rules)
        self.render_mode = render_mode

    @property
    def _cumulative_rewards(self):
        """PettingZoo's name for what each agent has earned since it acted last."""
        return self._earned

    @functools.lru_cache(maxsize=None)
    def observation_space(self, agent):
        return space_of(self.rules)

    @functools.lru_cache(maxsize=None)
    def action_space(self, agent):
        return gymnasium.spaces.Discrete(self.rules.actions)

    def observe(self, agent):
        return as_arrays(super().observe(agent))

    def agent_iter(self, max_iter=2**63):
        return Environment.agent_iter(self, max_iter)

    def last(self, observe=True):
        return Environment.last(self, observe)


def env(rules="thegame(players=2,start=lot)", render_mode=None):
    """A table, by the name under which PettingZoo's tools look for it."""
    return Table(rules, render_mode)
