"""One game in the AEC style (agents act one after another), with the names that PettingZoo uses.

Every agent sees through its own seat: observations and masks are made in C from a view, which holds nothing that the
seat may not know. Where several may act at once - votes, choosing ends - they are asked clockwise.
"""
import array
import ctypes
import json
import os

from . import library
from .rules import Rules


class Environment:
    """`Environment("thegame(players=3,start=lot)")`. Agents are "seat_0", "seat_1" and so on."""

    metadata = {"name": "stos", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, rules="thegame(players=2,start=lot)"):
        self._library = library.load()
        self.rules = rules if isinstance(rules, Rules) else Rules(rules)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.rules.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._state, self._view = library.memory_for(library.STATE), library.memory_for(library.VIEW)
        self._scores = (ctypes.c_float * self.rules.seats)()
        self.agents, self.agent_selection, self.seed = [], None, None

    # ---- a game

    def reset(self, seed=None, options=None):
        """Deals. A seed is a number, or a text as records have it (`fast:7`, 64 hexadecimal digits); none is a fresh one."""
        del options  # of the protocol; the rules are fixed
        given = (os.urandom(32).hex() if seed is None else str(seed)).encode()
        c_seed, out = library.CSeed(), ctypes.create_string_buffer(72)
        error = self._library.stos_seed_parse(given, len(given), ctypes.byref(c_seed))
        if error.reason:
            raise library.RulesError(library.sentence(error, given))
        self._library.stos_deal(self._state, self.rules.pointer, ctypes.byref(c_seed), None)
        self._library.stos_seed_text(ctypes.byref(c_seed), out)
        self.seed = out.value.decode()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._earned = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._before = self.scores()
        self._select(-1)

    def _select(self, after):
        seat = self._library.stos_next_actor(self._state, after)
        self.agent_selection = self.possible_agents[seat] if seat >= 0 else self.agents[0]

    def scores(self):
        """What each seat has earned so far, as a list."""
        self._library.stos_scores(self._state, self._scores)
        return list(self._scores)

    def step(self, action):
        """Plays the action of the agent on turn; None for one whose game is over, who leaves."""
        agent = self.agent_selection
        seat = self._seat_of(agent)
        if self.terminations[agent]:
            self._leave(agent, action)
            return
        self._play(seat, action)
        scores = self.scores()
        self._earned[agent] = 0.0
        for other, after, before in zip(self.possible_agents, scores, self._before):
            self.rewards[other] = after - before
            self._earned[other] += after - before
        self._before = scores
        if self._library.stos_over(self._state):
            self.terminations = dict.fromkeys(self.agents, True)
        self._select(seat)

    def _play(self, seat, action):
        if action is None:
            raise library.ActionError("None is for agents whose game is over; this one must act.")
        self._look(seat)
        move = self._library.stos_action_move(self._view, int(action))
        error = self._library.stos_play(self._state, seat, move)
        if error.reason:
            raise library.ActionError(f"Action {action} of seat {seat}: {library.sentence(error)}")

    def _leave(self, agent, action):
        if action is not None:
            raise library.ActionError("The game is over; the only step left is step(None).")
        self.agents.remove(agent)
        for of_agents in (self.rewards, self._earned, self.terminations, self.truncations, self.infos):
            del of_agents[agent]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.agent_selection = self.agents[0] if self.agents else None

    def agent_iter(self, max_iter=2**63):
        """The agents in the order in which they act, until all have left."""
        while self.agents and max_iter > 0:
            yield self.agent_selection
            max_iter -= 1

    def last(self, observe=True):
        """observation, reward since it acted last, termination, truncation, info: of the agent on turn."""
        agent = self.agent_selection
        self._seat_of(agent)
        return (self.observe(agent) if observe else None, self._earned[agent], self.terminations[agent], self.truncations[agent],
                self.infos[agent])

    # ---- what an agent sees

    def _seat_of(self, agent):
        if agent is None or self.seed is None:
            raise library.ActionError("There is no game: call reset().")
        return self._seats[agent]

    def _look(self, seat):
        self._library.stos_look(self._state, seat, self._view)

    def _numbers(self, agent, kind, length, function):
        numbers = array.array(kind, bytes(length))
        self._look(self._seat_of(agent))
        function(self._view, (ctypes.c_int8 * length).from_buffer(numbers))
        return numbers

    def observe(self, agent):
        """What the agent may know, as numbers (`rules.fields` names them), and which actions are legal for it now."""
        numbers = self._numbers(agent, "b", self.rules.observation_length, self._library.stos_observe)
        return {"observation": numbers, "action_mask": self.action_mask(agent)}

    def action_mask(self, agent):
        """One byte for each action, 1 where it is legal."""
        return self._numbers(agent, "B", self.rules.actions, self._library.stos_action_mask)

    def legal_actions(self, agent=None):
        """The legal actions of an agent, of the one on turn if none is named, in rising order."""
        return [action for action, legal in enumerate(self.action_mask(agent or self.agent_selection)) if legal]

    def view(self, agent):
        """What the agent may know, as `stos engine` tells it: a dict with names."""
        out = ctypes.create_string_buffer(library.JSON_TEXT)
        self._look(self._seat_of(agent))
        self._library.stos_view_json(self._view, out, len(out))
        return json.loads(out.value)

    # ---- texts

    def move_text(self, action, agent=None):
        """The text of an action, such as 37@U1."""
        self._look(self._seat_of(agent or self.agent_selection))
        out = ctypes.create_string_buffer(library.MOVE_TEXT)
        move = self._library.stos_action_move(self._view, int(action))
        if not move:
            raise library.ActionError(f"There is no action {action} here.")
        self._library.stos_move_text(self.rules.c_rules.game, move, out)
        return out.value.decode()

    def action_of(self, text, agent=None):
        """The action of a move's text."""
        self._look(self._seat_of(agent or self.agent_selection))
        given, move = text.encode(), ctypes.c_uint32()
        error = self._library.stos_move_parse(self.rules.c_rules.game, given, len(given), ctypes.byref(move))
        if error.reason:
            raise library.ActionError(library.sentence(error, given))
        action = self._library.stos_action_of(self._view, move)
        if action < 0:
            raise library.ActionError(f"The move '{text}' is none that this seat can ever make here.")
        return action

    def result(self):
        """won, left 12, winner 1, or unfinished."""
        out = ctypes.create_string_buffer(library.RESULT_TEXT)
        self._library.stos_result_text(self._state, out)
        return out.value.decode()

    def render(self):
        """What the agent on turn sees, as lines of text."""
        if self.agent_selection is None:
            return f"{self.rules}: {self.result() if self.seed else 'not dealt'}"
        view = self.view(self.agent_selection)
        return "\n".join(f"{name:>10}  {words(value)}" for name, value in view.items())

    def close(self):
        """Nothing is open."""


def words(value):
    """A value of a view in one line."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {words(part)}" for name, part in value.items())
    if isinstance(value, list):
        return (" | " if any(isinstance(part, (list, dict)) for part in value) else " ").join(map(words, value)) or "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None else str(value)
