#!/usr/bin/env python3
"""The optional parts of the Python module: NumPy batches, Gymnasium, PettingZoo, OpenSpiel, and the wheel.

Where one of those packages is not installed, the adapter is held against what the package documents, by the small stand-ins beside this
file; what is installed is used itself. The first argument is the program, whose folder has the libraries.
"""
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parents[1]
LIBRARIES = pathlib.Path(sys.argv.pop(1)).parent
sys.path += [str(TOP / "python"), str(HERE / "stand_in")]  # last: what is installed comes first

import stos

try:
    import numpy
except ImportError:
    numpy = None


@unittest.skipUnless(numpy, "NumPy is not installed")
class Numpy(unittest.TestCase):
    def test_arrays_are_the_batch_s_own_memory(self):
        batch = stos.Batch("lie(players=2)", 16, seed=3, bits=True)
        before = batch.observations
        batch.numpy()
        self.assertTrue(all(isinstance(getattr(batch, name), numpy.ndarray) for name in batch.ARRAYS))
        for _ in range(50):
            batch.choose()
            batch.step(batch.actions.astype(numpy.int64))
            self.assertEqual(batch.observations.tobytes(), bytes(before))
        self.assertTrue(numpy.shares_memory(batch.observations, numpy.asarray(before)))
        self.assertEqual(batch.mask(3).tolist(), batch.masks[3].tolist())

    def test_steps_of_arrays_are_those_of_lists(self):
        plain, arrays = stos.Batch("facetoface", 8, seed=1), stos.Batch("facetoface", 8, seed=1).numpy()
        for _ in range(100):
            plain.choose()
            actions = plain.actions.tolist()
            plain.step()
            arrays.step(numpy.array(actions))
            self.assertEqual(arrays.observations.tobytes(), bytes(plain.observations))
        with self.assertRaises(ValueError):
            arrays.step(numpy.zeros(7, numpy.int32))


@unittest.skipUnless(numpy, "NumPy is not installed")
class Gymnasium(unittest.TestCase):
    def play(self, environment, seed):
        """A random game; returns its rewards."""
        chance, rewards = random.Random(seed), []
        observed, info = environment.reset(seed=seed)
        self.assertIsInstance(info, dict)
        over = False
        while not over:
            self.assertTrue(environment.observation_space.contains(observed))
            action = chance.choice(numpy.flatnonzero(observed["action_mask"]).tolist())
            self.assertTrue(environment.action_space.contains(action))
            observed, reward, over, cut, info = environment.step(action)
            self.assertEqual((type(over), cut), (bool, False))
            rewards.append(float(reward))
        self.assertTrue(environment.observation_space.contains(observed))
        self.assertIn("result", info)
        return rewards

    def test_alone_and_against_bots(self):
        import stos.gym
        for rules, seat, least, most in [("thegame(players=1)", 0, 0, 98), ("facetoface", 1, -1, 1), ("lie(players=3)", 2, -1, 1)]:
            environment = stos.gym.Seat(rules, seat=seat, opponent="steady")
            for seed in range(3):
                rewards = self.play(environment, seed)
                self.assertTrue(least <= sum(rewards) <= most, (rules, rewards))
                self.assertEqual(rewards, self.play(environment, seed))
        with self.assertRaises(ValueError):
            stos.gym.Seat("facetoface", seat=2)


@unittest.skipUnless(numpy, "NumPy is not installed")
class PettingZoo(unittest.TestCase):
    def test_every_agent_is_asked_until_all_have_left(self):
        import stos.zoo
        for rules in ["thegame(players=3,start=lot)", "facetoface", "lie(players=4)"]:
            environment, chance = stos.zoo.env(rules), random.Random(5)
            environment.reset(seed=5)
            self.assertEqual(environment.agents, environment.possible_agents)
            for agent in environment.agent_iter():
                observed, reward, over, cut, info = environment.last()
                self.assertTrue(environment.observation_space(agent).contains(observed))
                self.assertEqual(reward, environment._cumulative_rewards[agent])
                self.assertEqual((cut, info), (False, {}))
                environment.step(None if over else chance.choice(numpy.flatnonzero(observed["action_mask"]).tolist()))
            self.assertEqual(environment.agents, [])
        self.assertIs(environment.observation_space("seat_0"), environment.observation_space("seat_0"), "asked twice, the same space")


@unittest.skipUnless(numpy, "NumPy is not installed")
class OpenSpiel(unittest.TestCase):
    def test_random_games_through_the_interface_of_states(self):
        import pyspiel

        import stos.openspiel
        for rules, seats in [("lie(players=2)", 2), ("facetoface", 2), ("thegame(players=3,start=lot)", 3)]:
            game, chance = pyspiel.load_game("python_stos", {"rules": rules, "seed": 7}), random.Random(2)
            observer = game.make_py_observer()
            self.assertEqual(game.num_players(), seats)
            state, sums = game.new_initial_state(), [0.0] * seats
            self.assertTrue(state.is_chance_node())
            while not state.is_terminal():
                player, legal = state.current_player(), state.legal_actions()
                self.assertTrue(legal == sorted(legal) and all(0 <= action < max(1, game.num_distinct_actions()) for action in legal))
                if player >= 0:
                    observer.set_from(state, player)
                    self.assertTrue(observer.tensor.any() and observer.string_from(state, player))
                action = chance.choice(legal)
                self.assertTrue(state.action_to_string(player, action))
                state.apply_action(action)
                sums = [total + earned for total, earned in zip(sums, state.rewards())]
            self.assertEqual(sums, state.returns())


class Wheel(unittest.TestCase):
    def test_a_wheel_needs_nothing_beside_it(self):
        sys.path.insert(0, str(TOP / "python"))
        import backend
        with tempfile.TemporaryDirectory() as folder:
            name = backend.build_wheel(folder, {"libraries": str(LIBRARIES)})
            with zipfile.ZipFile(pathlib.Path(folder) / name) as wheel:
                wheel.extractall(folder)
                self.assertIn("stos/py.typed", wheel.namelist())
            program = ("import stos, stos.library; e = stos.Environment('facetoface'); e.reset(seed=1); stos.bot('quick').play(e);"
                       "print(stos.library.load()._name, e.agents)")
            environment = {**os.environ, "PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1"}
            environment.pop("STOS_LIBRARY", None)
            done = subprocess.run([sys.executable, "-c", program], cwd=folder, env=environment, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(f"{folder}/stos/libstos.so.0", done.stdout)


if __name__ == "__main__":
    unittest.main()
