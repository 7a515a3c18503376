"""The bots: `bot("champion")` plays every game of this module, as `stos play` and the page have it. docs/bots.md says how they think.

They are in a library of their own, libstos-bots, which include/stos_bot.h declares. It is looked for beside libstos; the environment
variable STOS_BOTS_LIBRARY may name another file.
"""
import ctypes
import ctypes.util
import functools
import os
import pathlib

from . import library

TURN_MOVES = 10


class CLimits(ctypes.Structure):
    _fields_ = [("ms", ctypes.c_uint32), ("nodes", ctypes.c_uint64)]


POINTER, INT, SIZE, TEXT = library.POINTER, library.INT, library.SIZE, library.TEXT

# name -> what it returns, what it takes
FUNCTIONS = {
    "stos_bot_count": (INT, []),
    "stos_bot_at": (POINTER, [INT]),
    "stos_bot_find": (POINTER, [POINTER, TEXT]),
    "stos_bot_name": (TEXT, [POINTER]),
    "stos_bot_help": (TEXT, [POINTER]),
    "stos_bot_game": (POINTER, [POINTER]),
    "stos_bot_memory": (SIZE, [POINTER]),
    "stos_player_create": (POINTER, [POINTER, POINTER, SIZE, ctypes.c_uint64]),
    "stos_player_choose": (INT, [POINTER, POINTER, POINTER, POINTER, POINTER]),
    "stos_player_value": (ctypes.c_double, [POINTER, POINTER, POINTER, POINTER]),
}


def candidates():
    """Where libstos-bots may be: as told, beside libstos, in the system."""
    told = os.environ.get("STOS_BOTS_LIBRARY")
    if told:
        return [told]
    folder = pathlib.Path(library.load()._name).parent
    beside = [str(folder / name) for name in ["libstos-bots.so", "libstos-bots.so.0"] if (folder / name).is_file()]
    system = ctypes.util.find_library("stos-bots")
    return beside + ([system] if system else [])


@functools.lru_cache(maxsize=None)
def load():
    """The library of the bots, found and checked once."""
    paths = candidates()
    if not paths:
        raise library.LibraryError("libstos-bots was not found beside libstos. Build it (in a checkout: cmake --build --preset release "
                                   "--target stos_bots_shared), install it, or name its file by STOS_BOTS_LIBRARY.")
    try:
        bots = ctypes.CDLL(paths[0])
        for name, (returns, takes) in FUNCTIONS.items():
            function = getattr(bots, name)
            function.restype, function.argtypes = returns, takes
    except (OSError, AttributeError) as error:
        raise library.LibraryError(f"{paths[0]} could not be used: {error}. Build it anew, or name another by STOS_BOTS_LIBRARY.") from error
    return bots


@functools.lru_cache(maxsize=None)
def names_by_game():
    """For each game, its bots with what each does, weakest first."""
    bots, rules, found = load(), library.load(), {}
    for row in map(bots.stos_bot_at, range(bots.stos_bot_count())):
        of_game = found.setdefault(rules.stos_game_name(bots.stos_bot_game(row)).decode(), {})
        of_game[bots.stos_bot_name(row).decode()] = bots.stos_bot_help(row).decode()
    return found


def names(game):
    """The bots of a game ("thegame", "facetoface", "lie") with what each does, weakest first: a dict of texts."""
    found = names_by_game()
    if game not in found:
        raise ValueError(f"there is no game {game!r}; there are {', '.join(found)}")
    return dict(found[game])


def checked(name, value, bits):
    """The number, which C would cut to so many bits: -1 would be a search without an end."""
    if not 0 <= value < 2**bits:
        raise ValueError(f"{name} must be 0 to {2**bits - 1}, not {value}")
    return value


def limits_of(ms, nodes):
    return CLimits(checked("ms", ms, 32), checked("nodes", nodes, 64))


class Bot:
    """A bot for any seat of any game. The same seed and the same questions, limited by nodes, give the same answers."""

    def __init__(self, name, seed=0):
        known = [*dict.fromkeys(each for of_game in names_by_game().values() for each in of_game)]
        if name not in known:
            raise ValueError(f"there is no bot {name!r}; there are {', '.join(known)}")
        self.name, self._seed, self._players = name, checked("seed", seed, 64), {}

    def _player(self, environment):
        """The bot of the environment's game, with its scratch memory."""
        game = environment.rules.game
        if game not in self._players:
            bot = load().stos_bot_find(environment.rules.c_rules.game, self.name.encode())
            if not bot:
                raise ValueError(f"there is no bot {self.name!r} for {game}; there are {', '.join(names(game))}")
            size = load().stos_bot_memory(bot)
            memory = (ctypes.c_longdouble * (size // ctypes.sizeof(ctypes.c_longdouble) + 1))()
            self._players[game] = memory, load().stos_player_create(bot, memory, ctypes.sizeof(memory), self._seed)
        return self._players[game][1]

    @staticmethod
    def _view(environment):
        view = library.memory_for(library.VIEW)
        library.load().stos_look(environment._state, environment._seat_of(environment.agent_selection), view)
        return view

    def turn(self, environment, ms=0, nodes=0):
        """The actions of a whole turn for the agent on turn, a list. Without limits the bot takes its usual time."""
        moves, limits = (library.MOVE * TURN_MOVES)(), limits_of(ms, nodes)
        view = self._view(environment)
        count = load().stos_player_choose(self._player(environment), view, None, ctypes.byref(limits), moves)
        if count == 0:
            raise library.ActionError("nobody is on turn: the game is over")
        return [library.load().stos_action_of(view, move) for move in moves[:count]]

    def play(self, environment, ms=0, nodes=0):
        """Chooses a turn and plays it: as many of its actions as the agent stays on turn for."""
        agent = environment.agent_selection
        for action in self.turn(environment, ms, nodes):
            if environment.agent_selection != agent or environment.terminations[agent]:
                break
            environment.step(action)

    def value(self, environment, nodes=0):
        """The chance of the agent on turn to win, as the bot sees it; None for bots that do not say."""
        limits = limits_of(0, nodes)
        value = load().stos_player_value(self._player(environment), self._view(environment), None, ctypes.byref(limits))
        return value if value >= 0 else None


def bot(name, seed=0):
    """`bot("champion")`: a Bot."""
    return Bot(name, seed)
