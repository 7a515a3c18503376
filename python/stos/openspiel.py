"""The games as OpenSpiel games in Python, so that its algorithms run on them. Needs pyspiel and NumPy.

    import pyspiel, stos.openspiel
    game = pyspiel.load_game("python_stos", {"rules": "lie(players=2,cards=down,end=first)"})

A deal is one chance event that is drawn when it happens (sampled stochastic): algorithms that list all deals cannot be used, those that sample can.
Where several seats may act at once they are asked clockwise. States are copied by playing their actions again.
"""
import numpy
import pyspiel

from .environment import Environment
from .rules import Rules

TYPE = pyspiel.GameType(
    short_name="python_stos",
    long_name="THE GAME, FACE TO FACE and LIE of stos",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.REWARDS,
    max_num_players=6,
    min_num_players=1,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"rules": "lie(players=2)", "seed": 0},
)
LONGEST = 4096  # moves of a game; random votes of five are the longest
MOST = {"thegame": 98.0, "facetoface": 1.0, "lie": 1.0}


class Game(pyspiel.Game):
    """A configured game; deals follow one another from its seed."""

    def __init__(self, params=None):
        params = params or {}
        self.rules = Rules(params.get("rules", "lie(players=2)"))
        self.deals = int(params.get("seed", 0))
        most = MOST[self.rules.game]
        info = pyspiel.GameInfo(num_distinct_actions=self.rules.actions, max_chance_outcomes=1, num_players=self.rules.seats,
                                min_utility=0.0 if self.rules.game == "thegame" else -1.0, max_utility=most, utility_sum=None,
                                max_game_length=LONGEST)
        super().__init__(TYPE, info, params)

    def new_initial_state(self):
        return State(self)

    def make_py_observer(self, iig_obs_type=None, params=None):
        del iig_obs_type, params
        return Observer(self.rules)

    def next_seed(self):
        self.deals += 1
        return self.deals


class State(pyspiel.State):
    """One game; before the first action its only event is the deal."""

    def __init__(self, game):
        super().__init__(game)
        self.table, self._game, self._before = Environment(game.rules), game, None
        self._dealt = False

    def current_player(self):
        if not self._dealt:
            return pyspiel.PlayerId.CHANCE
        if all(self.table.terminations.values()):
            return pyspiel.PlayerId.TERMINAL
        return self.table.possible_agents.index(self.table.agent_selection)

    def chance_outcomes(self):
        return [(0, 1.0)]

    def _legal_actions(self, player):
        return self.table.legal_actions(self.table.possible_agents[player])

    def _apply_action(self, action):
        if self._dealt:
            self.table.step(action)
            return
        self.table.reset(seed=self._game.next_seed())
        self._dealt = True

    def _action_to_string(self, player, action):
        return "deal" if player == pyspiel.PlayerId.CHANCE else self.table.move_text(action, self.table.possible_agents[player])

    def is_terminal(self):
        return self._dealt and all(self.table.terminations.values())

    def returns(self):
        return self.table.scores() if self._dealt else [0.0] * self._game.rules.seats

    def rewards(self):
        if not self._dealt:
            return [0.0] * self._game.rules.seats
        return [self.table.rewards[agent] for agent in self.table.possible_agents]

    def __str__(self):
        return self.table.render()


class Observer:
    """What a seat may know, as a tensor and as text."""

    def __init__(self, rules):
        self.tensor = numpy.zeros(rules.observation_length, numpy.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state, player):
        self.tensor.fill(0)
        if state._dealt:
            numbers = state.table.observe(state.table.possible_agents[player])["observation"]
            self.tensor[:] = numpy.frombuffer(numbers, numpy.int8)

    def string_from(self, state, player):
        return str(state.table.view(state.table.possible_agents[player])) if state._dealt else "not dealt"


pyspiel.register_game(TYPE, Game)
