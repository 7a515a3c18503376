"""What OpenSpiel documents of games written in Python, for tests where pyspiel itself is not installed."""
import enum

registered = {}


class PlayerId(enum.IntEnum):
    CHANCE = -1
    TERMINAL = -4


class GameType:
    Dynamics = enum.Enum("Dynamics", "SEQUENTIAL SIMULTANEOUS")
    ChanceMode = enum.Enum("ChanceMode", "DETERMINISTIC EXPLICIT_STOCHASTIC SAMPLED_STOCHASTIC")
    Information = enum.Enum("Information", "PERFECT_INFORMATION IMPERFECT_INFORMATION")
    Utility = enum.Enum("Utility", "ZERO_SUM GENERAL_SUM")
    RewardModel = enum.Enum("RewardModel", "REWARDS TERMINAL")

    def __init__(self, **fields):
        self.__dict__.update(fields)


class GameInfo(GameType):
    """Numbers of a game."""


class Game:
    def __init__(self, game_type, game_info, params):
        self._type, self._info, self._params = game_type, game_info, params

    def num_players(self):
        return self._info.num_players

    def num_distinct_actions(self):
        return self._info.num_distinct_actions


class State:
    """The C++ side keeps the history, and asks the Python side."""

    def __init__(self, game):
        self._history, self._own_game = [], game

    def apply_action(self, action):
        self._history.append(action)
        self._apply_action(action)

    def legal_actions(self, player=None):
        if self.is_chance_node():
            return [action for action, _ in self.chance_outcomes()]
        return [] if self.is_terminal() else self._legal_actions(self.current_player() if player is None else player)

    def is_chance_node(self):
        return self.current_player() == PlayerId.CHANCE

    def action_to_string(self, player, action):
        return self._action_to_string(player, action)

    def history(self):
        return list(self._history)


def register_game(game_type, game):
    registered[game_type.short_name] = game


def load_game(name, params=None):
    return registered[name](params)
