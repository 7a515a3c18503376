#!/usr/bin/env python3
"""The Python module: the same games as `stos engine` move for move, the protocol of an AEC environment, batches, errors in words.

The first argument is the program; STOS_LIBRARY names the library, PYTHONPATH the module.
"""
import os
import pathlib
import random
import re
import subprocess
import sys
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
PAGE = (TOP / "docs" / "python.md").read_text(encoding="utf-8")
sys.path.insert(0, str(TOP / "tests" / "cli"))
from program import GAMES, Engine, main

import stos
from stos import library


def run_python(*arguments, **environment):
    """Runs this Python with its output kept; more environment may be given."""
    return subprocess.run([sys.executable, *arguments], env={**os.environ, **environment}, capture_output=True, text=True, check=False)


def play_at_random(environment, seed):
    """Plays to the end; yields the agent and its action before each move."""
    chance = random.Random(seed)
    for agent in environment.agent_iter():
        if environment.terminations[agent]:
            environment.step(None)
            continue
        action = chance.choice(environment.legal_actions())
        yield agent, action
        environment.step(action)


class Bots(unittest.TestCase):
    def test_every_bot_plays_every_game_to_its_end(self):
        for rules in ["thegame(players=2,start=lot)", "facetoface", "lie(players=3)"]:
            environment = stos.Environment(rules)
            for name, words in stos.bots.names(environment.rules.game).items():
                self.assertTrue(words)
                environment.reset(seed=7)
                bot = stos.bot(name, seed=1)
                for _ in range(400):
                    if all(environment.terminations.values()):
                        break
                    bot.play(environment, nodes=10)
                self.assertTrue(all(environment.terminations.values()), (rules, name))

    def test_the_same_seed_chooses_the_same_turn(self):
        environment = stos.Environment("facetoface")
        environment.reset(seed=3)
        turns = [stos.bot("champion", seed=5).turn(environment, nodes=100) for _ in range(2)]
        self.assertEqual(turns[0], turns[1])
        self.assertIn(turns[0][0], environment.legal_actions())

    def test_a_value_is_a_chance(self):
        environment = stos.Environment("facetoface")
        environment.reset(seed=3)
        self.assertTrue(0 < stos.bot("champion").value(environment, nodes=50) < 1)
        self.assertIsNone(stos.bot("steady").value(environment))

    def test_bad_arguments_are_refused_in_words(self):
        environment = stos.Environment("facetoface")
        with self.assertRaisesRegex(ValueError, "no bot 'nobody'; there are random, novice"):
            stos.bot("nobody")
        with self.assertRaisesRegex(ValueError, "no game 'poker'; there are thegame, facetoface, lie"):
            stos.bots.names("poker")
        for seed in [-1, 2**64]:
            with self.assertRaisesRegex(ValueError, "^seed must be 0 to 18446744073709551615, not "):
                stos.bot("steady", seed=seed)
        bot = stos.bot("steady")
        for ask in [bot.turn, bot.play, bot.value]:
            with self.assertRaisesRegex(stos.ActionError, "call reset"):
                ask(environment)
        environment.reset(seed=3)
        for limits in [{"ms": -1}, {"ms": 2**32}, {"nodes": -1}, {"nodes": 2**64}]:
            with self.assertRaisesRegex(ValueError, f"^{[*limits][0]} must be 0 to [0-9]+, not "):
                bot.turn(environment, **limits)
        with self.assertRaisesRegex(ValueError, "^nodes must be"):
            bot.value(environment, nodes=-1)


class BeforeADeal(unittest.TestCase):
    def test_whoever_looks_before_a_deal_is_told_to_reset(self):
        environment = stos.Environment("facetoface")
        for look in [environment.last, lambda: environment.last(observe=False), environment.legal_actions,
                     lambda: environment.observe("seat_0"), lambda: environment.view("seat_0"), lambda: environment.action_mask("seat_0"),
                     lambda: environment.move_text(0), lambda: environment.action_of("end"), lambda: environment.step(0)]:
            with self.assertRaisesRegex(stos.ActionError, "call reset"):
                look()

    def test_a_batch_says_how_many_games_it_takes(self):
        for count in [0, -1]:
            with self.assertRaisesRegex(ValueError, f"at least one game, not {count}"):
                stos.Batch("thegame", count)
        with self.assertRaisesRegex(ValueError, "at most 2147483647 games, not 2147483648"):
            stos.Batch("thegame", 2**31)


class SameAsTheEngine(unittest.TestCase):
    def compare(self, engine, environment, agent, action):
        """Before a move: the same seats to act, moves, views; then the engine plays it too."""
        seat = int(agent.removeprefix("seat_"))
        for other in environment.possible_agents:
            index = int(other.removeprefix("seat_"))
            moves = engine.good("moves", seat=index)["moves"]
            self.assertEqual(sorted(environment.move_text(legal, other) for legal in environment.legal_actions(other)), moves)
        self.assertEqual(environment.view(agent), engine.good("view", seat=seat)["view"])
        text = environment.move_text(action)
        self.assertEqual(environment.action_of(text), action)
        engine.good("play", seat=seat, move=text)

    def play_both(self, engine, rules, seed):
        environment = stos.Environment(rules)
        environment.reset(seed=seed)
        reply = engine.good("new", rules=rules, seed=seed)
        self.assertEqual((str(environment.rules), environment.rules.seats), (reply["rules"], reply["seats"]))
        moves = 0
        for agent, action in play_at_random(environment, seed):
            self.compare(engine, environment, agent, action)
            moves += 1
        state, record = engine.state(), engine.good("record")["record"]
        self.assertTrue(state["over"])
        self.assertTrue(record.endswith(f"result: {environment.result()}\n"), record)
        return moves

    def test_random_games_agree_move_for_move(self):
        with Engine() as engine:
            for rules in GAMES:
                for seed in (1, 2**40 + 7, "fast:3"):
                    with self.subTest(rules=rules, seed=seed):
                        self.assertGreater(self.play_both(engine, rules, seed), 3)


class AsAnEnvironment(unittest.TestCase):
    def test_a_seed_makes_the_game(self):
        environment, seen = stos.Environment("lie(players=3)"), []
        for seed in (5, 5, "fast:5", 6):
            environment.reset(seed=seed)
            seen.append([environment.move_text(action) for _, action in play_at_random(environment, 1)])
        self.assertEqual(seen[0], seen[1])
        self.assertEqual(len({tuple(moves) for moves in seen}), 3)

    def test_a_game_without_a_seed_is_fresh_and_tells_its_seed(self):
        environment = stos.Environment("thegame(players=2,start=lot)")
        environment.reset()
        hand, seed = environment.view("seat_0")["hands"][0], environment.seed
        environment.reset(seed=seed)
        self.assertEqual(environment.view("seat_0")["hands"][0], hand)
        environment.reset()
        self.assertNotEqual(environment.seed, seed)

    def test_random_votes_soon_agree(self):
        for rules in ("thegame(players=5,start=agree)", "lie(players=6,start=agree)"):
            environment, votes = stos.Environment(rules), []
            for seed in range(40):
                environment.reset(seed=seed)
                votes.append(sum(environment.move_text(action).startswith("start") for _, action in play_at_random(environment, seed)))
            self.assertLess(sum(votes) / len(votes), 40, rules)

    def test_the_loop_of_an_aec_environment_comes_to_its_end(self):
        for rules in GAMES:
            environment, chance, earned, steps = stos.Environment(rules), random.Random(3), {}, 0
            environment.reset(seed=3)
            self.assertEqual(environment.agents, environment.possible_agents)
            for agent in environment.agent_iter():
                observation, reward, termination, truncation, info = environment.last()
                self.assertEqual((truncation, info), (False, {}))
                earned[agent] = earned.get(agent, 0) + reward
                self.assertEqual(len(observation["observation"]), environment.rules.observation_length)
                self.assertEqual(bytes(observation["action_mask"]), bytes(environment.observe(agent)["action_mask"]))
                self.assertEqual(sum(observation["action_mask"]) == 0, termination)
                legal = [action for action, is_legal in enumerate(observation["action_mask"]) if is_legal]
                environment.step(None if termination else chance.choice(legal))
                steps += 1
            self.assertEqual(environment.agents, [])
            for agent, score in zip(environment.possible_agents, environment.scores()):
                self.assertAlmostEqual(earned[agent], score, places=5)
            self.assertGreater(steps, environment.rules.seats)

    def test_agent_iter_stops_where_it_is_told(self):
        environment = stos.Environment("facetoface")
        environment.reset(seed=1)
        count = 0
        for _ in environment.agent_iter(max_iter=2):
            environment.step(environment.legal_actions()[0])
            count += 1
        self.assertEqual(count, 2)

    def test_rewards_go_to_everybody(self):
        environment = stos.Environment("thegame(players=3,start=1)")
        environment.reset(seed=1)
        environment.step(environment.legal_actions()[0])
        self.assertEqual(environment.rewards, {"seat_0": 1.0, "seat_1": 1.0, "seat_2": 1.0})
        self.assertEqual(environment.agent_selection, "seat_1")

    def test_fields_name_the_numbers_of_an_observation(self):
        environment = stos.Environment("thegame(players=2,start=0)")
        environment.reset(seed=4)
        view, numbers = environment.view("seat_1"), environment.observe("seat_1")["observation"]
        fields = environment.rules.fields
        self.assertEqual([card for card, held in enumerate(numbers[fields["hand"]], 2) if held], view["hands"][1])
        self.assertEqual(list(numbers[fields["tops"]]), [1, 1, 100, 100])
        self.assertEqual(list(numbers[fields["turn"]]), [0, 1])
        self.assertEqual(sum(part.stop - part.start for part in fields.values()), environment.rules.observation_length)
        self.assertEqual(set(environment.rules.help), set(fields))

    def test_a_wrong_action_is_refused_in_words_and_changes_nothing(self):
        environment = stos.Environment("thegame(players=2,start=0)")
        environment.reset(seed=1)
        before = environment.view("seat_0")
        for action, words in [(392, "At least 2 cards"), (-1, "no such move"), (10**6, "no such move"), (None, "must act")]:
            with self.assertRaisesRegex(stos.ActionError, words):
                environment.step(action)
        self.assertEqual(environment.view("seat_0"), before)
        for text in ["x", "200@U1"]:
            with self.assertRaises(stos.ActionError):
                environment.action_of(text)
        with self.assertRaises(stos.ActionError):
            environment.move_text(5000)
        for _ in play_at_random(environment, 1):
            pass
        with self.assertRaisesRegex(stos.ActionError, "reset"):
            environment.step(None)

    def test_a_game_that_is_over_takes_none_alone(self):
        environment = stos.Environment("thegame(players=2,start=0)")
        environment.reset(seed=1)
        while not environment.terminations["seat_0"]:
            environment.step(environment.legal_actions()[0])
        with self.assertRaisesRegex(stos.ActionError, "over"):
            environment.step(3)

    def test_render_shows_what_the_agent_sees_and_no_more(self):
        environment = stos.Environment("facetoface(start=1)")
        self.assertIn("not dealt", environment.render())
        environment.reset(seed=1)
        text = environment.render()
        self.assertIn("U 1, D 60", text)
        self.assertRegex(text, r"hands  6 \| (\d+ ){5}\d+\n")
        for _ in play_at_random(environment, 1):
            pass
        self.assertRegex(environment.render(), "winner [01]")

    def test_bad_rules_and_seeds_are_refused_in_words(self):
        with self.assertRaisesRegex(stos.RulesError, "poker"):
            stos.Environment("poker")
        with self.assertRaisesRegex(stos.RulesError, "players"):
            stos.Rules("lie(players=9)")
        for seed in (-1, "x", 2**64):
            with self.assertRaisesRegex(stos.RulesError, "seed"):
                stos.Environment("lie").reset(seed=seed)


class AsABatch(unittest.TestCase):
    def check_game(self, batch, game, environment):
        """What the batch shows of a game is what an environment with the same game shows."""
        agent = environment.agent_selection
        self.assertEqual(f"seat_{batch.seats[game]}", agent)
        seen = environment.observe(agent)
        self.assertEqual(batch.observation(game).tolist(), list(seen["observation"]))
        self.assertEqual(batch.mask(game).tolist(), list(seen["action_mask"]))
        self.assertEqual(batch.bits.tolist()[game], [sum(bit << i for i, bit in enumerate(seen["action_mask"][first:first + 64]))
                                                     for first in range(0, batch.rules.actions, 64)])

    def test_a_batch_plays_the_games_of_its_seeds(self):
        for rules in GAMES:
            batch = stos.Batch(rules, 3, seed=11, bits=True)
            games = [stos.Environment(rules) for _ in range(3)]
            for game, environment in enumerate(games):
                environment.reset(seed=f"fast:{11 + game}")
            for _ in range(60):
                batch.choose()
                actions = batch.actions.tolist()
                batch.step()
                for game, environment in enumerate(games):
                    environment.step(actions[game])
                    self.assertEqual(list(environment.rewards.values()), batch.rewards.tolist()[game])
                    self.assertEqual(batch.over[game], environment.terminations[environment.agent_selection])
                    if batch.over[game]:
                        environment.reset(seed=f"fast:{batch.seeds[game]}")
                    self.check_game(batch, game, environment)

    def test_arrays_have_their_shape_and_stay_where_they_are(self):
        batch = stos.Batch("lie(players=4)", 5)
        rows = {"observations": ("b", batch.rules.observation_length), "masks": ("B", batch.rules.actions), "rewards": ("f", 4)}
        for name, (kind, length) in rows.items():
            view = getattr(batch, name)
            self.assertEqual((view.format, view.shape, view.c_contiguous), (kind, (5, length), True))
        for name, kind in {"seeds": "Q", "seats": "b", "over": "B", "results": "h", "refused": "B", "actions": "i"}.items():
            view = getattr(batch, name)
            self.assertEqual((view.format, view.shape, view.c_contiguous), (kind, (5,), True))
        before = batch.masks.tolist()
        kept = batch.masks
        for _ in range(20):
            batch.choose()
            batch.step()
        self.assertNotEqual(kept.tolist(), before)
        self.assertEqual(len(batch), 5)

    def test_games_end_when_no_new_ones_are_wanted(self):
        batch = stos.Batch("thegame(players=1)", 8, seed=1, deals_again=False, masks=False, observations=False)
        for _ in range(200):
            batch.choose()
            batch.step()
        self.assertEqual(batch.over.tolist(), [1] * 8)
        self.assertEqual(batch.seats.tolist(), [-1] * 8)
        self.assertTrue(all(0 <= left < 98 for left in batch.results))
        self.assertIsNone(batch.masks)

    def test_a_refused_action_is_told_in_words_and_leaves_its_game(self):
        batch = stos.Batch("facetoface", 3, generator="chacha20")
        batch.choose()
        actions = batch.actions.tolist()
        actions[1] = 232
        before = batch.observation(1).tolist()
        with self.assertRaisesRegex(stos.ActionError, "Action 232 in game 1: At least 2"):
            batch.step(actions)
        self.assertEqual(batch.observation(1).tolist(), before)
        self.assertEqual([bool(reason) for reason in batch.refused], [False, True, False])
        for wrong in ([0, 0], [0] * 4):
            with self.assertRaises(ValueError):
                batch.step(wrong)

    def test_what_is_no_batch_is_refused(self):
        with self.assertRaises(ValueError):
            stos.Batch("lie", 0)
        with self.assertRaises(ValueError):
            stos.Batch("lie", 1, generator="dice")


class TheLibrary(unittest.TestCase):
    def test_the_version_is_the_headers(self):
        header = (TOP / "include" / "stos.h").read_text(encoding="utf-8")
        self.assertIn(f'#define STOS_VERSION "{stos.__version__}"', header)

    def test_a_missing_library_is_told_in_words(self):
        done = run_python("-c", "import stos; stos.Rules('lie')", STOS_LIBRARY="/nowhere/libstos.so")
        self.assertIn("stos.library.LibraryError: libstos could not be loaded: /nowhere/libstos.so", done.stderr)

    def test_no_library_at_all_is_told_in_words(self):
        code = "import stos.library as l; l.candidates = lambda: []; l.load()"
        self.assertRegex(run_python("-c", code).stderr, "libstos was not found.*STOS_LIBRARY")

    def test_another_library_is_refused(self):
        done = run_python("-c", "import stos; stos.Rules('lie')", STOS_LIBRARY="libc.so.6")
        self.assertIn("libc.so.6 is not libstos", done.stderr)

    def test_another_version_is_refused(self):
        done = run_python("-c", "import stos.library as l; l.VERSION = '9.9.9'; l.load()")
        self.assertRegex(done.stderr, r"is libstos \d+\.\d+\.\d+, but this module is for 9\.9\.9")

    def test_bench_measures(self):
        done = run_python("-m", "stos.bench", "--seconds", "0.01", "--games", "16", "lie(players=2)")
        self.assertRegex(done.stdout, r"(?s)million moves/s.*lie\(players=2\)")


class Examples(unittest.TestCase):
    def test_the_learner_learns(self):
        done = run_python(TOP / "docs" / "examples" / "learn.py", "--games", "480")
        by_chance = float(re.search(r"at random: ([\d.]+)", done.stdout)[1])
        parts = [float(score) for score in re.findall(r"games \d+ to \d+: ([\d.]+)", done.stdout)]
        self.assertEqual(len(parts), 6)
        self.assertGreater(parts[-1], 1.5 * by_chance)

    def test_the_learner_of_lie_beats_novice(self):
        done = run_python(TOP / "docs" / "examples" / "beat_novice.py", "--matches", "3000")
        won, matches = map(int, re.search(r"won (\d+) of (\d+) new matches", done.stdout).groups())
        self.assertGreater(won, .7 * matches)

    def test_the_page_lists_every_field(self):
        for name, seats in [("thegame", 5), ("facetoface", 2), ("lie", 6)]:
            rules = stos.Rules(name if name == "facetoface" else f"{name}(players={seats})")
            part = PAGE[PAGE.index(f"| `{name}` | numbers"):]
            listed = re.findall(r"^\| `(\w+)` \| (\d*)(P?) \| (.*) \|$", part[:part.index("\n\n")], re.M)
            fields = [(field, int(count or 1) * (seats if per_seat else 1), words) for field, count, per_seat, words in listed]
            self.assertEqual(fields, [(field, at.stop - at.start, rules.help[field]) for field, at in rules.fields.items()])

    def test_the_code_of_the_page_runs(self):
        blocks = re.findall(r"```python\n(.*?)```", PAGE, re.S)
        self.assertGreater(len(blocks), 1)
        for code in blocks:
            done = run_python("-c", code)
            self.assertEqual((done.returncode, done.stderr), (0, ""), code)


main()
