"""stos: THE GAME, FACE TO FACE and LIE for reinforcement learning.

Environment is one game in the AEC style: reset, agent_iter, last, step, with action masks. Batch is many games stepped
in one call. Both play by libstos, the rules library in C; nothing but Python itself is needed. docs/python.md tells more.
"""
from .batch import Batch
from .bots import Bot, bot
from .environment import Environment
from .library import VERSION as __version__
from .library import ActionError, LibraryError, RulesError
from .rules import Rules

__all__ = ["ActionError", "Batch", "Bot", "Environment", "LibraryError", "Rules", "RulesError", "__version__", "bot"]
