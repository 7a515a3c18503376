#!/usr/bin/env python3
"""`stos sim`: pinned rates, the same result for any number of threads, interrupting and resuming, the sequential stop, and its files.

Run with --update behind the program to pin the rates anew, and say in the commit which bot or rule changed.
"""
import csv
import io
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import unittest.mock
import xml.etree.ElementTree

from program import BROKEN, GOOD, PROGRAM, USAGE, main, run

PINNED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "sim-pins.json")

# What is pinned: the more a bot thinks, the fewer deals.
PINS = [
    "thegame(players=1) --bots random --games 300",
    "thegame(players=1) --bots steady --games 300",
    "thegame(players=2) --bots steady --games 300",
    "thegame(players=3) --bots steady --games 300 --seed 2",
    "thegame(players=3) --bots steady --games 300 --silent",
    "thegame(players=4) --bots steady --games 300",
    "thegame(players=5) --bots steady --games 300",
    "thegame(players=3,min=3,hand=less,fire=next) --bots steady --games 300",
    "thegame(players=3,fire=now) --bots random,steady,steady --games 300",
    "thegame(players=2) --bots strong,steady --games 1 --nodes 1",
    "thegame(players=1) --bots quick --games 10",
    "thegame(players=1,min=3,fire=next) --bots quick --games 5",
    "thegame(players=1) --bots strong --games 1 --nodes 30",
    "facetoface --bots steady,random --games 100",
    "facetoface(last=lenient) --bots steady --games 100",
    "facetoface --bots strong,steady --games 4 --nodes 50",
    "lie(players=2) --bots steady,random --games 100",
    "lie(players=4,order=count,ones=wild,cards=down,end=last) --bots steady,random,steady,random --games 20",
]


def sim(*arguments, code=GOOD):
    """The JSON of a simulation."""
    done = run("sim", *arguments, "--json")
    assert done.returncode == code, (arguments, done.stderr)
    return json.loads(done.stdout)


def tally(found):
    """What a simulation counted, without what is measured in time."""
    sides = [{"places": [(place.get("wins", 0), place["turns"]) for place in lineup["places"]],
              **{name: lineup.get(name, 0) for name in ["games", "turns", "wins", "left", "histogram"]}} for lineup in found["lineups"]]
    return {"deals": found["deals"], "sides": sides, "pairs": found.get("pairs")}


def tally_of(*arguments):
    return tally(sim(*arguments))


def rates():
    found = {}
    for line in PINS:
        side = tally_of(*line.split())["sides"][0]
        found[line] = {"games": side["games"], "won": side["wins"], "left": side["left"], "turns": side["turns"],
                       "places": [wins for wins, _ in side["places"]]}
    return found


class Rates(unittest.TestCase):
    maxDiff = None

    def test_rates_are_the_pinned_ones(self):
        with open(PINNED, encoding="utf-8") as file:
            self.assertEqual(rates(), json.load(file))

    def test_numbers_agree_with_each_other(self):
        found = sim("thegame(players=3)", "--bots", "steady", "--games", "200")
        side, shown = tally(found)["sides"][0], found["lineups"][0]
        self.assertEqual((found["deals"], found["requested_deals"], side["games"], sum(side["histogram"])), (200,) * 4)
        self.assertEqual(side["wins"], side["histogram"][0])
        self.assertEqual(side["left"], sum(left * games for left, games in enumerate(side["histogram"])))
        self.assertEqual(side["turns"], sum(turns for _, turns in side["places"]))
        self.assertAlmostEqual(shown["win_rate"]["value"], side["wins"] / 200)
        self.assertAlmostEqual(shown["mean_left"], side["left"] / 200)
        self.assertLess(shown["win_rate"]["low"], shown["win_rate"]["value"] + 1e-12)
        self.assertGreater(shown["win_rate"]["high"], shown["win_rate"]["value"])
        self.assertEqual([place["bot"] for place in shown["places"]], ["steady"] * 3)

    def test_in_games_with_a_winner_each_bot_has_its_win_rate(self):
        for rules, bots in [("facetoface", ["steady", "random"]), ("lie(players=3)", ["steady", "random", "random"])]:
            found = sim(rules, "--bots", ",".join(bots), "--games", "30")
            lineup, = found["lineups"]
            self.assertFalse({"win_rate", "wins", "left", "mean_left", "histogram"} & set(lineup), "these are a team's")
            games = 30 * len(bots)
            self.assertEqual((lineup["games"], sum(place["wins"] for place in lineup["places"])), (games, games))
            for place in lineup["places"]:
                self.assertAlmostEqual(place["win_rate"]["value"], place["wins"] / games)
                self.assertTrue(place["win_rate"]["low"] <= place["win_rate"]["value"] <= place["win_rate"]["high"])
            self.assertGreater(lineup["places"][0]["win_rate"]["value"], 0.5)

    def test_a_histogram_is_one_line(self):
        text = run("sim", "thegame", "--bots", "steady", "--games", "5", "--json").stdout.decode()
        self.assertEqual(text.count("\n"), 2 + len(json.loads(text)))

    def test_another_seed_is_another_sample(self):
        one = ["thegame(players=2)", "--bots", "steady", "--games", "100", "--seed"]
        self.assertNotEqual(tally_of(*one, "1"), tally_of(*one, "2"))

    def test_more_deals_begin_with_the_same_deals(self):
        """The first 40 deals of 60 are those of a run of 40: the histograms can only grow."""
        few, many = (tally_of("thegame", "--bots", "steady", "--games", games)["sides"][0]["histogram"] for games in ["40", "60"])
        self.assertTrue(all(a <= b for a, b in zip(few, many)))
        self.assertEqual((sum(few), sum(many)), (40, 60))

    def test_one_name_stands_for_all_seats(self):
        self.assertEqual(tally_of("thegame(players=3)", "--bots", "steady", "--games", "50"),
                         tally_of("thegame(players=3)", "--bots", "steady,steady,steady", "--games", "50"))

    def test_text_is_for_people(self):
        text = run("sim", "thegame(players=2)", "--bots", "steady", "--games", "50").stdout.decode()
        for word in ["50 deals", "won", "95 %", "mean cards left", "cards left: 0:", "ms a turn"]:
            self.assertIn(word, text)
        text = run("sim", "lie(players=2)", "--bots", "steady,random", "--games", "20").stdout.decode()
        self.assertIn("of 40", text)

    def test_a_bound_at_the_end_is_the_end(self):
        """Not 5.55e-17."""
        for rules, bots in [("thegame(players=3)", "random"), ("facetoface", "random,steady")]:
            found = sim(rules, "--bots", bots, "--games", "20")["lineups"][0]
            rate = (found["places"][0] if rules == "facetoface" else found)["win_rate"]
            self.assertEqual((rate["value"], rate["low"]), (0, 0))
        self.assertEqual(sim("facetoface", "--bots", "steady,random", "--games", "20")["lineups"][0]["places"][0]["win_rate"]["high"], 1)

    def test_without_a_terminal_there_is_no_progress_bar(self):
        done = run("sim", "thegame", "--bots", "steady", "--games", "2000")
        self.assertEqual(done.stderr, b"")
        self.assertNotIn(b"\x1b", done.stdout)


class Threads(unittest.TestCase):
    def test_any_number_of_threads_gives_the_same_result(self):
        for line in ["thegame(players=3) --bots steady --games 3000", "thegame(players=2) --bots steady --against random --games 1500",
                     "facetoface --bots steady,random --games 700", "facetoface --bots strong,steady --games 7 --nodes 20",
                     "lie(players=3) --bots steady,random,steady --games 300"]:
            with self.subTest(line=line):
                found = [tally_of(*line.split(), "--threads", threads) for threads in ["1", "2", "5"]]
                self.assertEqual(found[0], found[1])
                self.assertEqual(found[0], found[2])

    def test_the_sequential_test_stops_at_the_same_deal(self):
        for line, verdict in [("facetoface --bots steady,random --games 3000 --sprt", "better"),
                              ("facetoface --bots random,steady --games 3000 --sprt", "equal"),
                              ("thegame(players=2) --bots random --against steady --games 5000 --sprt=0.02", "equal"),
                              ("lie(players=2) --bots steady --games 300 --sprt=0.001", "undecided")]:
            with self.subTest(line=line):
                found = [sim(*line.split(), "--threads", threads) for threads in ["1", "2", "5"]]
                self.assertEqual([one["sequential_test"]["verdict"] for one in found], [verdict] * 3)
                self.assertEqual(tally(found[0]), tally(found[1]))
                self.assertEqual(tally(found[0]), tally(found[2]))
                most = int(line.split("--games ")[1].split()[0])
                if verdict != "undecided":
                    self.assertLess(found[0]["deals"], most)
                else:
                    self.assertEqual(found[0]["deals"], most)


class Sequential(unittest.TestCase):
    def test_equal_bots_are_called_equal(self):
        """Twenty matches of a bot with itself: one in twenty may fail, half of them must not."""
        verdicts = [sim("facetoface", "--bots", "steady", "--games", "100000", "--sprt=0.1", "--seed", str(seed))["sequential_test"]["verdict"]
                    for seed in range(20)]
        self.assertLessEqual(verdicts.count("better"), 3, verdicts)
        self.assertEqual(verdicts.count("undecided"), 0)

    def test_after_an_early_stop_there_are_no_intervals(self):
        stopped = sim("facetoface", "--bots", "steady,random", "--games", "3000", "--sprt")
        self.assertEqual([set(place["win_rate"]) for place in stopped["lineups"][0]["places"]], [{"value"}] * 2)
        self.assertEqual(set(stopped["paired_gain"]), {"value"})
        text = run("sim", "facetoface", "--bots", "steady,random", "--games", "3000", "--sprt").stdout.decode()
        self.assertNotIn("95 %", text)
        self.assertIn("stopped early", text)

    def test_undecided_after_all_games_there_are_intervals(self):
        found = sim("facetoface", "--bots", "steady", "--games", "100", "--sprt=0.001")
        self.assertEqual(set(found["paired_gain"]), {"value", "low", "high"})

    def test_deals_of_a_duel_are_counted_in_pairs_of_rotated_games(self):
        found = sim("facetoface", "--bots", "steady,random", "--games", "60")
        pairs, places = found["pairs"], found["lineups"][0]["places"]
        self.assertEqual(sum(pairs.values()), 60)
        self.assertEqual(2 * pairs["only_first"] + pairs["both"], places[0]["wins"])
        self.assertEqual(2 * pairs["only_second"] + pairs["both"], places[1]["wins"])


class Limits(unittest.TestCase):
    def test_each_bot_may_have_its_own(self):
        found = sim("facetoface", "--bots", "strong:nodes=40,champion:ms=1", "--games", "1")
        self.assertEqual([(place["ms"], place["nodes"]) for place in found["lineups"][0]["places"]], [(None, 40), (1, None)])

    def test_others_get_those_of_all_or_the_preset(self):
        found = sim("thegame(players=3)", "--bots", "strong:nodes=2,strong,steady", "--nodes", "1", "--games", "1")
        self.assertEqual([(place["ms"], place["nodes"]) for place in found["lineups"][0]["places"]], [(None, 2), (None, 1), (None, None)])
        found = sim("facetoface", "--bots", "champion:ms=1:nodes=5,strong", "--games", "1")
        first, second = found["lineups"][0]["places"]
        self.assertEqual((first["ms"], first["nodes"], second["nodes"]), (1, 5, None))
        self.assertGreater(second["ms"], 1)

    def test_the_limit_of_all_equals_the_same_limit_for_each(self):
        self.assertEqual(tally_of("facetoface", "--bots", "strong:nodes=30,strong:nodes=30", "--games", "3"),
                         tally_of("facetoface", "--bots", "strong", "--nodes", "30", "--games", "3"))

    def test_more_nodes_play_better(self):
        found = sim("facetoface", "--bots", "strong:nodes=200,strong:nodes=1", "--games", "12")
        self.assertGreater(found["lineups"][0]["places"][0]["wins"], 12)

    def test_the_text_tells_them(self):
        text = run("sim", "facetoface", "--bots", "strong:nodes=40,champion:ms=1", "--games", "1").stdout.decode()
        for words in ["strong:nodes=40  ", "champion:ms=1  ", "; limit 40 nodes\n", "; limit 1 ms\n"]:
            self.assertIn(words, text)

    def test_another_limit_is_another_simulation(self):
        with tempfile.TemporaryDirectory() as folder:
            state = os.path.join(folder, "state")
            tally_of("facetoface", "--bots", "strong:nodes=3,steady", "--games", "1", "--resume", state)
            done = run("sim", "facetoface", "--bots", "strong:nodes=4,steady", "--games", "1", "--resume", state)
            self.assertEqual(done.returncode, BROKEN)

    def test_bad_ones_are_refused(self):
        for bot in ["strong:", "strong:ms", "strong:ms=", "strong:ms=0", "strong:ms=3600001", "strong:nodes=0", "strong:nodes=-1", "strong:x=1",
                    "strong:ms=5:", "strong:ms=5ms", "strong:nodes=99999999999999999999", ":ms=5", "strong:ms=5:" + "9" * 200]:
            with self.subTest(bot=bot):
                done = run("sim", "facetoface", "--bots", bot, "--games", "1")
                self.assertEqual((done.returncode, done.stdout), (USAGE, b""))


class Pairs(unittest.TestCase):
    def test_the_same_line_up_twice_never_differs(self):
        found = sim("thegame(players=2)", "--bots", "steady", "--against", "steady,steady", "--games", "300")
        both, first, second, neither = found["pairs"].values()
        sides = tally(found)["sides"]
        self.assertEqual((first, second, both + neither), (0, 0, 300))
        self.assertEqual(sides[0], sides[1])
        self.assertEqual(found["paired_gain"]["value"], 0)
        self.assertAlmostEqual(found["paired_gain"]["high"], 0.01264, 5)  # 300 deals leave that much room

    def test_each_side_is_what_it_would_be_alone(self):
        found = sim("thegame(players=2)", "--bots", "steady", "--against", "random,steady", "--games", "300")
        sides = tally(found)["sides"]
        both, first, second, neither = found["pairs"].values()
        self.assertEqual(both + first + second + neither, 300)
        self.assertEqual((both + first, both + second), (sides[0]["wins"], sides[1]["wins"]))
        self.assertAlmostEqual(found["paired_gain"]["value"], (first - second) / 300)
        for bots, side in zip(["steady", "random,steady"], sides):
            self.assertEqual(tally_of("thegame(players=2)", "--bots", bots, "--games", "300")["sides"][0], side)

    def test_silence_can_be_compared_with_talk(self):
        found = sim("thegame(players=3)", "--bots", "steady", "--silent-against", "--games", "100")
        self.assertEqual([lineup["talks"] for lineup in found["lineups"]], [True, False])
        silent = tally_of("thegame(players=3)", "--bots", "steady", "--silent", "--games", "100")["sides"][0]
        self.assertEqual(tally(found)["sides"][1], silent)

    def test_text_tells_the_difference(self):
        text = run("sim", "thegame(players=2)", "--bots", "steady", "--against", "random", "--games", "100", "--sprt").stdout.decode()
        for word in ["paired on the same deals", "both won", "sequential test", "log-likelihood ratio"]:
            self.assertIn(word, text)


class Rotation(unittest.TestCase):
    def test_every_bot_sits_on_every_seat(self):
        for rules, bots in [("facetoface(start=0)", ["steady", "random"]), ("lie(players=3,start=1)", ["steady", "random", "random"])]:
            seats = len(bots)
            results = []
            for shift in range(seats):
                line_up = bots[shift:] + bots[:shift]
                side = tally_of(rules, "--bots", ",".join(line_up), "--games", "60")["sides"][0]
                places = side["places"][:seats]
                self.assertEqual((side["games"], sum(place[0] for place in places)), (60 * seats, 60 * seats))
                results.append(places[-shift:] + places[:-shift] if shift else places)
            self.assertTrue(all(result == results[0] for result in results), results)

    def test_the_order_in_which_bots_are_named_decides_nothing(self):
        """With rotations alone, `novice` behind `steady` won 41 % of these games and behind `quick` 3 %."""
        found = [sim("lie(players=3)", "--bots", bots, "--games", "200")["lineups"][0]["places"]
                 for bots in ["quick,steady,novice", "quick,novice,steady", "novice,quick,steady"]]
        rates = [{place["bot"]: place["win_rate"] for place in places} for places in found]
        for bot, rate in rates[0].items():
            for other in rates[1:]:
                self.assertLess(other[bot]["low"], rate["high"])
                self.assertGreater(other[bot]["high"], rate["low"])
        self.assertLess(rates[0]["novice"]["high"], rates[0]["quick"]["low"])

    def test_four_bots_sit_in_every_order_equally_often(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "games.csv")
            for rules, games in [("lie(players=4)", "6"), ("thegame(players=4)", "24")]:
                bots = ["random", "steady", "steady:ms=1", "steady:ms=2"]
                sim(rules, "--bots", ",".join(bots), "--games", games, "--games-csv", path)
                with open(path, encoding="utf-8", newline="") as file:
                    seats = [row["seats"] for row in csv.DictReader(file)]
                self.assertEqual(len(seats), 24)
                self.assertEqual(set(seats), {";".join(order) for order in itertools.permutations(bots)})

    def test_both_teams_of_a_comparison_sit_in_the_same_order(self):
        found = sim("thegame(players=3)", "--bots", "random,steady,quick", "--against", "random,steady,quick", "--games", "12")
        self.assertEqual(*tally(found)["sides"])

    def test_intervals_are_computed_from_deals(self):
        """Where two equal bots change seats, each wins one game of every deal: what they win is known better than from as many games."""
        one, _ = sim("facetoface", "--bots", "steady", "--games", "400")["lineups"][0]["places"]
        self.assertEqual(one["win_rate"]["value"], 0.5)
        self.assertLess(one["win_rate"]["high"] - one["win_rate"]["low"], 0.01)

    def test_equal_bots_win_alike_whatever_the_seat(self):
        side = tally_of("facetoface(start=0)", "--bots", "steady", "--games", "100")["sides"][0]
        self.assertEqual(side["places"][0][0] + side["places"][1][0], 200)
        self.assertEqual(side["places"][0][0], side["places"][1][0])


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def interrupted(self, *arguments):
        """Starts a run that is far too long and interrupts it when something is known; returns its JSON."""
        for wait in [0.7, 2, 5, 10]:
            process = subprocess.Popen([PROGRAM, "sim", *arguments, "--games", "100000000", "--json"], stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, env={**os.environ, "LC_ALL": "C", "LANGUAGE": ""})
            time.sleep(wait)
            process.send_signal(signal.SIGINT)
            output, errors = process.communicate(timeout=60)
            self.assertEqual(process.returncode, BROKEN, errors)
            self.assertIn(b"interrupted after", errors)
            found = json.loads(output)
            self.assertEqual((found["interrupted"], found["requested_deals"]), (True, 100000000))
            if found["deals"] > 0:
                return found
        raise AssertionError("no deal was played")

    def test_an_interrupted_run_goes_on_to_the_identical_total(self):
        for line in ["thegame(players=2) --bots steady --against random", "facetoface --bots strong,random --nodes 5"]:
            with self.subTest(line=line):
                state = self.path("state.json")
                deals = self.interrupted(*line.split(), "--threads", "2", "--resume", state)["deals"]
                with open(state, encoding="utf-8") as file:
                    self.assertEqual(json.load(file)["tally"]["deals"], deals)
                more = [*line.split(), "--games", str(deals + deals // 4 + 3)]
                self.assertEqual(tally_of(*more, "--resume", state), tally_of(*more))
                self.assertEqual(tally_of(*more, "--resume", state), tally_of(*more))
                os.remove(state)

    def test_a_run_in_small_steps_is_one_run(self):
        line = ["lie(players=3)", "--bots", "steady,random,random"]
        for games in ["1", "7", "40", "60"]:
            last = tally_of(*line, "--games", games, "--resume", self.path("state"))
        self.assertEqual(last, tally_of(*line, "--games", "60"))

    def test_a_decided_test_stays_decided_when_resumed(self):
        line = ["facetoface", "--bots", "steady,random", "--games", "3000", "--sprt", "--resume", self.path("state")]
        first, second = sim(*line), sim(*line)
        self.assertEqual(first["sequential_test"]["verdict"], "better")
        self.assertEqual(tally(second), tally(first))
        self.assertEqual(second["sequential_test"], first["sequential_test"])

    def test_the_state_of_another_run_is_refused(self):
        state = self.path("state")
        tally_of("thegame", "--bots", "steady", "--games", "10", "--resume", state)
        for arguments in [["thegame", "--bots", "random"], ["thegame(players=2)", "--bots", "steady"],
                          ["thegame", "--bots", "steady", "--seed", "2"], ["thegame", "--bots", "steady", "--silent"],
                          ["thegame", "--bots", "steady", "--nodes", "5"]]:
            done = run("sim", *arguments, "--resume", state)
            self.assertEqual((done.returncode, done.stdout), (BROKEN, b""), arguments)
            self.assertIn(b"another simulation", done.stderr)

    def test_a_state_of_an_older_version_is_refused_in_words(self):
        """Up to 0.2 line-ups were played in one order only."""
        state = self.path("state")
        with open(state, "w", encoding="utf-8") as file:
            json.dump({"plan": "thegame(players=1,min=2,hand=full,fire=none,start=agree) seed=1 rotate=0 talks=steady", "tally": {}}, file)
        done = run("sim", "thegame", "--bots", "steady", "--games", "10", "--resume", state)
        self.assertEqual((done.returncode, done.stdout), (BROKEN, b""))
        self.assertIn(b"is of stos 0.2 or older, which seated the bots in one order only", done.stderr)

    def test_a_damaged_state_is_refused_and_left_alone(self):
        state = self.path("state")
        for text in ["", "{}", "rubbish", '{"plan":', '{"plan":3,"tally":{}}', "[" * 100000]:
            with open(state, "w", encoding="utf-8") as file:
                file.write(text)
            done = run("sim", "thegame", "--bots", "steady", "--resume", state)
            self.assertEqual((done.returncode, done.stdout), (BROKEN, b""), text[:20])
            with open(state, encoding="utf-8") as file:
                self.assertEqual(file.read(), text)

    def test_a_state_with_impossible_numbers_is_refused(self):
        state = self.path("state")
        tally_of("thegame", "--bots", "steady", "--games", "10", "--resume", state)
        with open(state, encoding="utf-8") as file:
            text = file.read()
        for old, new in [('"deals":10', '"deals":-1'), ('"deals":10', '"deals":"10"'), ('"histogram":[', '"histogram":[0,'),
                         ('"sides":[', '"sides":[7,'), ('"deals":10', '"deals":11'), ('"games":10', '"games":20'), ('"wins":', '"wins":1'),
                         ('"left":', '"left":1'), ('"turns":', '"turns":1'), ('"places":[[', '"places":[[1')]:
            with open(state, "w", encoding="utf-8") as file:
                file.write(text.replace(old, new, 1))
            done = run("sim", "thegame", "--bots", "steady", "--resume", state)
            self.assertEqual((done.returncode, done.stdout), (BROKEN, b""), new)

    def test_a_state_belongs_to_its_table_of_solved_rounds(self):
        table, state = self.path("table"), self.path("state")
        self.assertEqual(run("solve", "lie(players=2)", "--iterations", "2", "--out", table).returncode, GOOD)
        line = ["lie(players=2)", "--bots", "strong,random", "--nodes", "5", "--games", "1", "--resume", state]
        tally_of(*line, "--table", table)
        tally_of(*line, "--table", table)
        done = run("sim", *line)
        self.assertEqual((done.returncode, done.stdout), (BROKEN, b""))
        self.assertIn(b"another simulation", done.stderr)

    def test_a_state_that_cannot_be_kept_is_told_before_the_first_deal(self):
        started = time.monotonic()
        done = run("sim", "thegame", "--bots", "steady", "--games", "1000000000", "--resume", self.path("missing/state"))
        self.assertEqual((done.returncode, done.stdout, done.stderr.count(b"cannot write")), (BROKEN, b"", 1))
        self.assertLess(time.monotonic() - started, 60)

    def test_what_is_known_is_printed_when_its_state_can_no_longer_be_kept(self):
        os.mkdir(self.path("away"))
        state = self.path("away/state")
        process = subprocess.Popen([PROGRAM, "sim", "thegame", "--bots", "steady", "--games", "100000000", "--resume", state, "--json"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "LC_ALL": "C", "LANGUAGE": ""})
        while not os.path.exists(state) or os.path.getsize(state) == 0:
            time.sleep(0.05)
        os.rename(self.path("away"), self.path("gone"))
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, BROKEN)
        self.assertIn(b"cannot write", errors)
        self.assertIn("deals", json.loads(output))

    def test_csv_is_a_table(self):
        done = run("sim", "thegame(players=2)", "--bots", "steady", "--against", "random", "--games", "100", "--csv")
        rows = list(csv.DictReader(io.StringIO(done.stdout.decode())))
        self.assertEqual(list(rows[0]), ["lineup", "cards_left", "games", "share", "low", "high"])
        found = sim("thegame(players=2)", "--bots", "steady", "--against", "random", "--games", "100")
        for lineup, side in zip("01", found["lineups"]):
            won = next(row for row in rows if (row["lineup"], row["cards_left"]) == (lineup, "0"))
            for column, name in [("share", "value"), ("low", "low"), ("high", "high")]:
                self.assertAlmostEqual(float(won[column]), side["win_rate"][name], 6)
        self.assertEqual(len(rows), 2 * 99)
        for lineup in "01":
            self.assertEqual(sum(int(row["games"]) for row in rows if row["lineup"] == lineup), 100)

    def test_csv_of_a_duel_is_a_table_too(self):
        done = run("sim", "facetoface", "--bots", "steady,random", "--games", "20", "--csv")
        rows = list(csv.DictReader(io.StringIO(done.stdout.decode())))
        self.assertEqual(list(rows[0]), ["place", "bot", "wins", "games", "win_rate", "low", "high"])
        for row, place in zip(rows, sim("facetoface", "--bots", "steady,random", "--games", "20")["lineups"][0]["places"]):
            self.assertEqual(row["games"], "40")
            self.assertAlmostEqual(float(row["win_rate"]), place["win_rate"]["value"], 6)
            self.assertAlmostEqual(float(row["high"]), place["win_rate"]["high"], 6)
        self.assertEqual(sum(int(row["wins"]) for row in rows), 40)

    def test_every_game_is_a_row(self):
        for line, games in [("thegame(players=2) --bots steady --against random --games 30", 60),
                            ("lie(players=3) --bots steady,random,steady:nodes=5 --games 10", 30)]:
            with self.subTest(line=line):
                found = sim(*line.split(), "--games-csv", self.path("games.csv"))
                with open(self.path("games.csv"), encoding="utf-8", newline="") as file:
                    rows = list(csv.DictReader(file))
                self.assertEqual(len(rows), games)
                self.assertEqual(len({(row["deal"], row["lineup"], row["rotation"]) for row in rows}), games)
                for lineup, side in enumerate(found["lineups"]):
                    own = [row for row in rows if row["lineup"] == str(lineup)]
                    self.assertEqual(sum(int(row["turns"]) for row in own), side["turns"])
                    if "thegame" in line:
                        self.assertEqual(sum(row["result"] == "won" for row in own), side["wins"])
                        self.assertEqual(sum(int(row["number"]) for row in own), side["left"])
                    else:
                        winners = [row["seats"].split(";")[int(row["number"])] for row in own]
                        self.assertEqual([winners.count(bot) for bot in line.split()[2].split(",")], [place["wins"] for place in side["places"]])
                        self.assertEqual({tuple(sorted(row["seats"].split(";"))) for row in own}, {("random", "steady", "steady:nodes=5")})

    def test_files_are_named(self):
        for option in ["--svg", "--resume", "--games-csv", "--records"]:
            done = run("sim", "facetoface", "--bots", "random", "--games", "2", option, "-")
            self.assertEqual((done.returncode, done.stdout), (USAGE, b""), option)
            self.assertIn(f"{option} needs the name of a ".encode(), done.stderr)
        with tempfile.TemporaryDirectory() as folder:
            done = run("sim", "facetoface", "--bots", "random", "--games", "2", "--resume", folder)
            self.assertEqual((done.returncode, done.stdout), (BROKEN, b""))
            self.assertIn(f"cannot write {folder}: ".encode(), done.stderr)
            self.assertNotIn(b"remove", done.stderr)

    def test_svg_is_well_formed(self):
        for rules, bots in [("thegame(players=3)", "steady"), ("facetoface", "steady,random"), ("lie(players=6)", "steady")]:
            path = self.path("chart.svg")
            self.assertEqual(run("sim", rules, "--bots", bots, "--games", "30", "--svg", path).returncode, GOOD)
            root = xml.etree.ElementTree.parse(path).getroot()
            self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")
            bars = [rect for rect in root if rect.tag.endswith("rect") and len(rect)]
            self.assertTrue(rules.startswith("thegame") or len(bars) == (2 if rules == "facetoface" else 6))
            self.assertAlmostEqual(sum(float(rect[0].text.split()[1]) for rect in bars), 100, delta=0.5)
            words = " ".join(root.itertext())
            for word in [rules.split("(")[0], "deals", "cards left" if rules.startswith("thegame") else "games won", "%", bots.split(",")[0]]:
                self.assertIn(word, words)
            self.assertGreaterEqual(len([path for path in root if path.tag.endswith("path") and "m-3" in path.get("d")]), 2)
            for rect in bars:
                self.assertGreaterEqual(float(rect.get("height")), 0)
                self.assertLessEqual(float(rect.get("x")) + float(rect.get("width")), 720)

    def test_both_line_ups_are_drawn(self):
        path = self.path("both.svg")
        run("sim", "thegame(players=2)", "--bots", "steady", "--against", "random", "--games", "30", "--svg", path)
        root = xml.etree.ElementTree.parse(path).getroot()
        self.assertEqual(len({rect.get("fill") for rect in root if rect.tag.endswith("rect") and len(rect)}), 2)
        self.assertRegex(" ".join(root.itertext()), r"steady: won [\d.]+ %")

    def test_a_program_plays_against_a_bot_and_its_failures_are_told(self):
        with tempfile.TemporaryDirectory() as folder:
            def program(name, text):
                path = os.path.join(folder, name)
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
                return path
            source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/examples/cmdbot.py")
            with open(source, encoding="utf-8") as file:
                example = program("bot.py", file.read())
            for rules in ["thegame(players=2)", "facetoface", "lie(players=2)"]:
                line = [rules, "--bots", f"cmd:python3 {example},random", "--games", "3", "--seed", "5"]
                self.assertEqual(tally_of(*line), tally_of(*line, "--threads", "2"))
            wrong = {"answers with a move that is not legal": "while read -r line; do echo '{\"move\":\"end\"}'; done",
                     "does not answer with a move": "while read -r line; do echo no; done", "has ended": "exit 0",
                     "did not answer in time": "exec sleep 60"}
            for words, text in wrong.items():
                done = run("sim", "facetoface", "--bots", f"cmd:sh {program('w', text)}:ms=50,random", "--games", "2")
                self.assertEqual((done.returncode, done.stdout), (BROKEN, b""))
                self.assertIn(words.encode(), done.stderr)
        self.assertEqual(run("sim", "facetoface", "--bots", "cmd:" + "x" * 80).returncode, USAGE)

    def program(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def test_a_program_that_does_not_end_when_told_to_is_killed(self):
        stubborn = self.program("stubborn.py", """
import json, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for line in sys.stdin:
    print(json.dumps({"move": json.loads(line)["moves"][0]}), flush=True)
while True:
    time.sleep(1000)
""")
        found = sim("facetoface", "--bots", f"cmd:python3 {stubborn},random", "--games", "2", "--threads", "2")
        self.assertEqual(found["deals"], 2)

    def test_interrupted_before_the_first_deal_no_rate_is_made_up(self):
        program = self.program("interrupt.py", """
import json, os, signal, sys, time
for line in sys.stdin:
    os.kill(os.getppid(), signal.SIGINT)
    time.sleep(0.5)
    print(json.dumps({"move": json.loads(line)["moves"][0]}), flush=True)
""")
        for rules in ["thegame(players=2)", "facetoface"]:
            line = ["sim", rules, "--bots", f"cmd:python3 {program}", "--games", "9"]
            done = run(*line)
            self.assertEqual((done.returncode, done.stdout.count(b"\n")), (BROKEN, 1), done.stdout)
            self.assertIn(b"interrupted after 0 of 9 deals", done.stderr)
            lineup = json.loads(run(*line, "--json").stdout)["lineups"][0]
            rate = (lineup if rules != "facetoface" else lineup["places"][0])["win_rate"]
            self.assertEqual((rate, lineup["mean_turns"]), ({"value": None, "low": 0, "high": 1}, None))

    def test_ctrl_c_prints_what_is_known_with_programs_too(self):
        """The terminal sends SIGINT to everything in the foreground, thus to programs that share the group of `stos`."""
        asked = self.path("asked")
        program = self.program("asked.py", f"""
import json, sys
for line in sys.stdin:
    print("asked", file=open({asked!r}, "a"))
    print(json.dumps({{"move": json.loads(line)["moves"][0]}}), flush=True)
""")
        process = subprocess.Popen([PROGRAM, "sim", "facetoface", "--bots", f"cmd:python3 {program},random", "--games", "100000000", "--json"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "LC_ALL": "C", "LANGUAGE": ""},
                                   start_new_session=True)
        while not os.path.exists(asked):
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, BROKEN, errors)
        self.assertIn(b"interrupted after", errors)
        self.assertTrue(json.loads(output)["interrupted"])

    def test_a_bot_with_quotes_is_one_field_of_the_rows_of_games(self):
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/examples/cmdbot.py")
        bots, path = ['cmd:python3 "$CMDBOT"', "random"], self.path("games.csv")
        with unittest.mock.patch.dict(os.environ, CMDBOT=source):
            done = run("sim", "facetoface", "--bots", ",".join(bots), "--games", "2", "--games-csv", path)
        self.assertEqual(done.returncode, GOOD, done.stderr)
        with open(path, encoding="utf-8") as file:
            self.assertIn(',"cmd:python3 ""$CMDBOT"";random",', file.read())  # RFC 4180

    def test_records_are_kept_and_all_are_true(self):
        for line, files in [("thegame(players=2) --bots steady --against random --games 3", 6),
                            ("facetoface --bots steady,random --games 3", 6),
                            ("lie(players=3) --bots steady,random,random --games 2", 6)]:
            with self.subTest(line=line):
                folder = self.path(f"records-{line[:3]}")
                side = tally_of(*line.split(), "--records", folder)["sides"][0]
                kept = sorted(os.listdir(folder))
                self.assertEqual(len(kept), files)
                for name in kept:
                    done = run("record", "verify", os.path.join(folder, name))
                    self.assertEqual(done.returncode, GOOD, done.stderr)
                    with open(os.path.join(folder, name), encoding="utf-8") as file:
                        self.assertNotIn("unfinished", file.read())
                self.assertGreater(side["games"], 0)

    def test_records_tell_the_tally(self):
        folder = self.path("records")
        side = tally_of("thegame(players=2)", "--bots", "steady", "--games", "40", "--records", folder)["sides"][0]
        results = []
        for name in os.listdir(folder):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                results.append(file.read().strip().split("\n")[-1])
        self.assertEqual(len(results), 40)
        self.assertEqual(sum(result == "result: won" for result in results), side["wins"])

    def test_files_that_cannot_be_written_are_a_failure(self):
        for option, path in [("--svg", self.path("missing/chart.svg")), ("--games-csv", self.path("missing/games.csv")), ("--games-csv", self.folder), ("--svg", self.folder), ("--resume", self.path("missing/state")),
                             ("--resume", self.folder), ("--records", "/nonexistent/folder/below"), ("--records", "/dev/null/below")]:
            with self.subTest(option=option, path=path):
                done = run("sim", "thegame", "--bots", "steady", "--games", "5", option, path)
                self.assertEqual(done.returncode, BROKEN, done.stderr)
                self.assertIn(path.encode(), done.stderr)

    def test_records_that_cannot_be_written_are_a_failure(self):
        with open(self.path("file"), "wb"):
            pass
        done = run("sim", "thegame", "--bots", "steady", "--games", "5", "--records", self.path("file"))
        self.assertEqual(done.returncode, BROKEN)

    def test_output_that_does_not_arrive_is_a_failure(self):
        for form in [[], ["--json"], ["--csv"]]:
            with open("/dev/full", "wb") as full:
                self.assertEqual(run("sim", "thegame", "--bots", "steady", "--games", "5", *form, stdout=full).returncode, BROKEN)


GOOD_ONE = ["thegame", "--bots", "steady", "--games", "1"]


class BadUsage(unittest.TestCase):
    CASES = [
        [], ["thegame"], ["--bots", "steady"], ["nosuch", "--bots", "steady"], ["thegame(players=9)", "--bots", "steady"], ["", "--bots", "steady"],
        ["thegame", "lie", "--bots", "steady"], ["thegame", "--bots"], ["thegame", "--bots", ""], ["thegame", "--bots", "nosuch"],
        ["thegame", "--bots", "steady,steady"], ["thegame(players=3)", "--bots", "steady,steady"], ["thegame(players=2)", "--bots", "steady,"],
        ["thegame", "--bots", "x" * 5000], ["lie", "--bots", "strongest"], ["thegame", "--bots", "steady", "--against", "nosuch"],
        ["facetoface", "--bots", "steady", "--against", "random"], ["lie(players=2)", "--bots", "steady", "--against", "random"],
        [*GOOD_ONE, "--sprt"], ["lie(players=3)", "--bots", "steady", "--sprt"],
        *[[*GOOD_ONE, "--games", value] for value in ["0", "-1", "x", "", "1e3", "1.5", "99999999999999999999"]],
        *[[*GOOD_ONE, "--seed", value] for value in ["-1", "x", "", "18446744073709551616"]],
        *[[*GOOD_ONE, "--threads", value] for value in ["0", "257", "x", "-2"]],
        *[[*GOOD_ONE, "--ms", value] for value in ["0", "x", "3600001"]],
        *[[*GOOD_ONE, "--nodes", value] for value in ["0", "x", "-1"]],
        *[["facetoface", "--bots", "steady,random", f"--sprt={value}"] for value in ["0", "0.5", "1", "-0.1", "x", "0.1x", "nan"]],
        [*GOOD_ONE, "--nosuch"], [*GOOD_ONE, "--json=1"], [*GOOD_ONE, "--chunk", "5"], [*GOOD_ONE, "--json", "--csv"],
        [*GOOD_ONE, "--cluster", "nats://127.0.0.1:1", "--table", "x"], [*GOOD_ONE, "--cluster", "nats://127.0.0.1:1", "--records", "x"],
    ]

    def test_bad_usage_is_code_2_with_words_on_stderr_only(self):
        for arguments in self.CASES:
            with self.subTest(arguments=[argument[:20] for argument in arguments]):
                done = run("sim", *arguments)
                self.assertEqual((done.returncode, done.stdout), (USAGE, b""))
                self.assertGreater(len(done.stderr), 10)

    def test_records_name_the_bots_at_their_seats(self):
        with tempfile.TemporaryDirectory() as folder:
            run("sim", "facetoface", "--bots", "steady,random", "--games", "1", "--records", folder)
            names = [re.findall(r"^player \d: (.*)$", open(os.path.join(folder, name), encoding="utf-8").read(), re.M)
                     for name in sorted(os.listdir(folder))]
            self.assertEqual(names, [["steady (bot)", "random (bot)"], ["random (bot)", "steady (bot)"]])

    def test_a_place_for_records_that_is_no_folder_is_told_before_a_game_is_played(self):
        with tempfile.NamedTemporaryFile() as file:
            done = run("sim", "thegame", "--bots", "steady", "--records", file.name)
            self.assertEqual((done.returncode, done.stdout), (BROKEN, b""))
            self.assertIn(file.name.encode(), done.stderr)

    def test_the_margin_may_stand_apart_as_the_help_writes_it(self):
        self.assertEqual(run("sim", "facetoface", "--bots", "steady,random", "--games", "10", "--sprt", "0.1").returncode, GOOD)

    def test_a_large_seed_is_printed_as_it_was_given(self):
        self.assertEqual(sim(*GOOD_ONE, "--seed", "18446744073709551615")["seed"], 18446744073709551615)


if "--update" in sys.argv:
    pins = rates()
    with open(PINNED, "w", encoding="utf-8") as output_file:
        json.dump(pins, output_file, indent=2)
        output_file.write("\n")
else:
    main()
