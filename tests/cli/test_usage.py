#!/usr/bin/env python3
"""The command line: help, version, games, and what the exit codes promise (0 good, 1 no, 2 bad usage, 3 failure)."""
import json
import os
import re
import subprocess
import tempfile
import unittest
import unittest.mock

from program import BROKEN, GOOD, PROGRAM, USAGE, main, run

COMMANDS = ["play", "games", "record", "sim", "solve", "engine", "bench"]


def commands():
    """All of them, as the program lists them."""
    return re.findall(r"^  ([a-z]+) ", run("--help").stdout.decode().split("Options:")[0], re.M)


class Help(unittest.TestCase):
    def test_help_goes_to_stdout_and_names_every_command(self):
        for arguments in [["--help"], ["-h"], ["help"]]:
            done = run(*arguments)
            self.assertEqual((done.returncode, done.stderr), (GOOD, b""), arguments)
            for command in COMMANDS:
                self.assertIn(f"\n  {command} ".encode(), done.stdout)

    def test_every_command_explains_itself(self):
        for command in COMMANDS:
            done = run(command, "--help")
            self.assertEqual((done.returncode, done.stderr), (GOOD, b""), command)
            self.assertTrue(done.stdout.startswith(f"Usage: stos {command}".encode()), done.stdout)
            self.assertGreater(len(done.stdout.splitlines()), 2)
            self.assertEqual(run(command, "-h").stdout, done.stdout)

    def test_help_wins_over_other_arguments(self):
        self.assertEqual(run("games", "nosuch", "--help").returncode, GOOD)

    def test_version(self):
        done = run("--version")
        self.assertEqual(done.returncode, GOOD)
        self.assertRegex(done.stdout.decode(), r"^stos \d+\.\d+\.\d+ \(.+\)\n$")

        self.assertEqual(run("-V").stdout, done.stdout)

    def test_help_about_a_command_is_the_help_of_the_command(self):
        for command in COMMANDS:
            self.assertEqual(run("help", command).stdout, run(command, "--help").stdout)
        self.assertEqual(run("help", "nosuch").returncode, USAGE)

    def test_help_speaks_the_language_that_is_asked_for(self):
        self.assertEqual(run("--lang", "en", "--help").stdout, run("--help").stdout)
        self.assertEqual(run("--lang=en", "games").returncode, GOOD)


class BadUsage(unittest.TestCase):
    CASES = [
        [], ["nosuch"], [""], ["--nosuch"], ["--lang"], ["--lang", "xx", "games"], ["--lang=xx", "games"],
        ["games", "nosuch"], ["games", "lie", "thegame"], ["games", "--nosuch"], ["games", "--json=1"],
        ["record"], ["record", "show"], ["record", "burn", "file"], ["record", "show", "a", "b"], ["record", "--nosuch"],
        ["engine", "now"], ["engine", "--fast"],
        ["bench", "nosuch"], ["bench", "lie", "thegame"], ["bench", "--seconds"], ["bench", "--seconds", "0"], ["bench", "--seconds", "-1"],
        ["bench", "--seconds", "x"], ["bench", "--seconds", "1x"], ["bench", "--seconds", ""], ["bench", "--seconds", "1e9"],
        ["bench", "--seconds", "nan"], ["bench", "--nosuch"], ["bench", "--seconds", "0x1"], ["bench", "--seconds", " 1"],
        ["help", "play", "x"], ["--version", "x"], ["backup", "-"], ["backup", ""], ["serve", "--store", "mysql://here"],
        ["admin", "tables", "--store", "mysql://here"], ["serve", "--port", "0", "--smtp-user", "ola"],
        ["bench", "guard"], ["bench", "server"], ["load"],
        ["solve", "--record", "x", "--deals", "3"], ["solve", "--record", "x", "--seed", "3"], ["solve", "--record", "x", "--deal", "3"],
        ["solve", "lie(players=2)", "--match", "x", "--out", "y"], ["solve", "lie(players=2)", "--match", "x", "--cards", "1,2"],
        ["solve", "lie(players=2)", "--prune", "0.1"], ["solve", "lie(players=2)", "--forget"],
        ["sim", "thegame", "--bots", "steady", "--table", "x"],
    ]
    JOINED = [
        ["http://127.0.0.1:1/j/abc", "abc"], ["abc", "abd"], ["http://127.0.0.1:1", "http://127.0.0.1:2"], ["http://127.0.0.1:1", "x!"],
        ["http://127.0.0.1:1", "a" * 40], ["http://127.0.0.1:1/j/abc", "--find", "facetoface"], ["abc", "--name", ""],
        ["http://127.0.0.1:1", "--name", "a" * 64], ["abc", "--name", "a\nb"], ["abc", "--seconds", "5"],
    ]
    CLUSTERS = [
        "x", "-", "", "nats://", "nats://:4222", "http://127.0.0.1:1", "nats://127.0.0.1:x", "nats://127.0.0.1:0", "nats://127.0.0.1:65536",
        "nats://127.0.0.1:", "nats://a b:1", "nats://[::1]x", "nats://127.0.0.1:1,x", "tls://ola:secret@127.0.0.1:99999",
    ]

    def test_bad_usage_is_code_2_with_words_on_stderr_only(self):
        for arguments in self.CASES:
            with self.subTest(arguments=arguments):
                done = run(*arguments)
                self.assertEqual(done.returncode, USAGE)
                self.assertEqual(done.stdout, b"")
                self.assertGreater(len(done.stderr), 10)


    def test_a_place_that_cannot_be_meant_is_bad_usage(self):
        """What cannot be reached is a failure (3), and words that name no place a mistake."""
        places = [["join", *words] for words in self.JOINED]
        places += [[*command, place] for place in self.CLUSTERS for command in [["worker"], ["sim", "facetoface", "--bots", "steady", "--cluster"]]]
        places += [["worker", "nats://127.0.0.1:1", "--tls-cert", "x"]]
        for arguments in places:
            with self.subTest(arguments=arguments):
                done = run(*arguments, timeout=20)
                self.assertEqual((done.returncode, done.stdout), (USAGE, b""), done.stderr)
                self.assertNotIn(b"secret", done.stderr)
        for place in ["nats://127.0.0.1:1", "nats://ola:secret@127.0.0.1:1", "nats://[::1]:1", "tls://127.0.0.1:1,nats://127.0.0.1:1"]:
            self.assertEqual(run("worker", place, timeout=20).returncode, BROKEN, place)

    def test_an_unknown_option_is_named_with_its_command_and_where_to_find_help(self):
        for command in commands():
            with self.subTest(command=command):
                done = run(command, "--nosuch")
                self.assertEqual((done.returncode, done.stdout), (USAGE, b""))
                self.assertIn(b"'--nosuch'", done.stderr)
                self.assertIn(f"`stos {command} --help`".encode(), done.stderr)

    def test_the_start_of_an_option_is_not_the_option(self):
        """A script that says --bot would break with the next option that begins like that."""
        for words, meant in [(["sim", "thegame", "--bot", "steady"], "--bots"), (["sim", "thegame", "--bots", "steady", "--gam=3"], "--games"),
                             (["sim", "thegame", "--bots", "steady", "--js"], "--json"), (["sim", "thegame", "--gamse", "3"], "--games"),
                             (["games", "--jsno"], "--json")]:
            done = run(*words)
            self.assertEqual((done.returncode, done.stdout), (USAGE, b""), words)
            self.assertIn(f"did you mean '{meant}'?".encode(), done.stderr)

    def test_a_misspelt_bot_is_told_with_the_right_one(self):
        for rules, bot, meant in [("thegame", "quik", "quick"), ("lie", "stedy:ms=5", "steady"), ("facetoface", "Champion", "champion")]:
            done = run("sim", rules, "--bots", bot)
            self.assertEqual((done.returncode, done.stdout), (USAGE, b""))
            self.assertIn(f"there is no bot '{bot.split(':')[0]}' for {rules}; did you mean '{meant}'?".encode(), done.stderr)

    def test_help_about_help_is_the_overview(self):
        for words in [["help", "--help"], ["help", "-h"], ["--help", "--help"]]:
            done = run(*words)
            self.assertEqual((done.returncode, done.stdout), (GOOD, run("help").stdout), words)

    def test_a_list_of_options_without_its_end_is_told(self):
        done = run("sim", "thegame(players=3", "--bots", "steady")
        self.assertEqual((done.returncode, done.stderr), (USAGE, b"stos: thegame: the closing bracket is missing.\n"))

    def test_solve_names_the_games_that_it_is_for(self):
        done = run("solve", "facetoface")
        self.assertEqual((done.returncode, done.stderr),
                         (USAGE, b"stos: `stos solve` is for deals of thegame and rounds of lie, not for facetoface\n"))

    def test_every_option_of_the_help_is_one_that_is_read(self):
        """Help and parsing come from one table: no option is unknown, and those that want a value ask for it."""
        for command in commands():
            for name, value in re.findall(r"^  --([a-z-]+)(?: ([A-Z]\S*))?(?:  |$)", run(command, "--help").stdout.decode(), re.M):
                with self.subTest(command=command, option=name):
                    words = run(command, f"--{name}" if value else f"--{name}=perhaps").stderr.decode()
                    self.assertRegex(words, "needs a value" if value else "takes no value|neither yes nor no")

    def test_what_a_shell_may_complete_is_told_by_the_program(self):
        def offered(*words):
            return [line.split("\t")[0] for line in run("complete", *words).stdout.decode().splitlines()]
        self.assertLess({"play", "serve", "--lang"}, set(offered("")))
        self.assertNotIn("complete", offered(""))
        self.assertEqual(offered("record", ""), ["show", "verify"])
        self.assertEqual(offered("record", "show", ""), [":files"])
        self.assertIn("strong,steady", offered("sim", "--bots", "strong,st"))
        self.assertEqual(offered("serve", "--log", ""), ["error", "warning", "info", "debug"])
        self.assertEqual(offered("play", "--lang", ""), ["en", "pl", "cs", "uk"])
        self.assertEqual(offered("sim", "--svg", ""), [":files"])
        self.assertIn("--games-csv", offered("sim", "--ga"))
        for command in commands():
            self.assertLessEqual({"--help", "--lang"}, set(offered(command, "--la")), command)
        self.assertEqual(offered("puzzles", "--game", ""), offered("learn", ""))
        self.assertEqual(offered("day", ""), ["standard", "expert", "fire", "team", "duel"])
        self.assertEqual(offered("--lang", "pl", "record", ""), ["show", "verify"])
        self.assertEqual(offered("--lang=pl", "record", "--lang", "cs", "show", ""), [":files"])
        self.assertIn("play", offered("--lang", "pl", ""))

    def test_a_missing_or_unwanted_value_is_told(self):
        self.assertIn(b"--games needs a value", run("sim", "thegame", "--games").stderr)
        self.assertIn(b"takes no value", run("games", "--json=1").stderr)
        self.assertIn(b"between 0 and 0.5", run("sim", "facetoface", "--bots", "steady", "--sprt", "-0.1").stderr)

    def test_options_of_the_other_solver_are_told_apart(self):
        self.assertIn(b"rounds of lie", run("solve", "thegame(players=1)", "--dice").stderr)

    def test_settings_of_the_server_are_checked_before_it_starts(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "stos.conf")
            with open(path, "w", encoding="utf-8") as file:
                file.write("port = 0\nquiet = perhaps\n")
            for arguments, words in [(["--config"], b"--config needs a value"), (["--config="], b"--config needs a value"), (["-"], b"'-'"),
                                     (["--config", path], b"stos.conf:2"), ([f"--config={path}"], b"stos.conf:2"), (["-p"], b"'-p'"),
                                     ([""], b"''"), (["--quiet=perhaps"], b"neither yes nor no"), (["--port"], b"--port needs a value")]:
                with self.subTest(arguments=arguments):
                    done = run("serve", *arguments)
                    self.assertEqual(done.returncode, USAGE, done.stderr)
                    self.assertIn(words, done.stderr)

    def test_a_misspelt_variable_of_the_environment_is_told_with_the_right_one(self):
        for given, meant in [("STOS_PROT", "STOS_PORT"), ("STOS_MAXRATE", "STOS_MAX_RATE"), ("STOS_MAX_RATES", "STOS_MAX_RATE"),
                             ("STOS_SMTP_PASSWORT", "STOS_SMTP_PASSWORD"), ("STOS_PUBLIC-URL", "STOS_PUBLIC_URL"), ("STOS_CONFIGS", "STOS_CONFIG")]:
            with self.subTest(given=given), tempfile.TemporaryDirectory() as folder, unittest.mock.patch.dict(os.environ, {given: "1"}):
                done = run("serve", "--port", "0", cwd=folder, timeout=10)
                self.assertEqual(done.returncode, USAGE, done.stderr)
                self.assertIn(f"{given}; did you mean {meant}?".encode(), done.stderr)
                self.assertEqual(os.listdir(folder), [])
        others = {"STOS_PROT": "", "STOS_SERVICE_HOST": "1", "STOS_PORT_8080_TCP": "1", "STOS_JOBS": "2", "STOS_DATA": "/", "STOS_": "1"}
        with unittest.mock.patch.dict(os.environ, others):  # without a value, or somebody else's
            done = run("serve", "--port", "0", "--share-port", timeout=10)
        self.assertIn(b"--share-port needs a PostgreSQL store", done.stderr)

    def test_what_is_wrong_with_the_first_words_is_named(self):
        for words, said in [(["paly"], "there is no command 'paly'; did you mean 'play'?"), (["helper"], "no command 'helper'; try"),
                            (["zzz"], "there is no command 'zzz'; try `stos --help`"), (["--nosuch"], "there is no option '--nosuch'"),
                            (["--lang"], "--lang needs a language"), (["games", "--lang"], "--lang needs a language"), (["--lang=", "games"], "--lang needs a language"),
                            (["solve", "lie(players=2)", "--out", "/dev/zero"], "/dev/zero is too large to be read")]:
            with self.subTest(words=words):
                done = run(*words, timeout=20)
                self.assertEqual((done.returncode, done.stdout), (BROKEN if "solve" in words else USAGE, b""))
                self.assertIn(said.encode(), done.stderr)

    def test_commands_for_hosts_read_the_store_of_the_environment_as_the_server_does(self):
        with tempfile.TemporaryDirectory() as folder:
            for command in (["admin", "tables"], ["backup", "copy.db"]):
                for name, value, code, words in [("STOS_STOER", "there.db", USAGE, "STOS_STOER; did you mean STOS_STORE?"),
                                                 ("STOS_STORE", "mysql://there", USAGE, "set by the environment variable STOS_STORE"),
                                                 ("STOS_STORE", "", BROKEN, "stos.db"),  # as if it were not set
                                                 ("STOS_PORT", "80", BROKEN, "stos.db"),  # the server's
                                                 ("STOS_PROT", "80", BROKEN, "stos.db")]:  # misspelt, but nothing that is read here
                    with self.subTest(command=command, name=name, value=value), unittest.mock.patch.dict(os.environ, {name: value}):
                        done = run(*command, cwd=folder, timeout=10)
                        self.assertEqual(done.returncode, code, done.stderr)
                        self.assertIn(words.encode(), done.stderr)
            self.assertEqual(os.listdir(folder), [])

    def test_a_wrong_setting_of_a_file_is_told_with_its_place(self):
        wrong = ["public-url = foo", "address = foo", "address = 127.0.0.1:9000", "trust-proxy = foo", "metrics-address = foo",
                 "metrics-address = 127.0.0.1:80:9098", "push-services = off, *", "smtp-url = http://mail", "mail-from = nobody"]
        lines = ["quiet", "share-port", "log info", "log: info", "port = 1"]  # without a value, and set twice
        trap = ["store = there.db # the usual place", 'store = "there.db"', "store = 'there.db'", "config = other.conf"]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "stos.conf")
            for setting in wrong + lines + trap:
                with self.subTest(setting=setting), open(path, "w", encoding="utf-8") as file:
                    file.write(f"port = 0\n{setting}\n")
                    file.flush()
                    done = run("serve", "--config", path, cwd=folder, timeout=10)
                    self.assertEqual(done.returncode, USAGE, done.stderr)
                    self.assertIn(b"stos.conf:2", done.stderr)
            with open(path, "w", encoding="utf-8-sig") as file:  # with a byte order mark
                file.write("port = 0\nshare-port = yes\n")
            done = run("serve", "--config", path, cwd=folder, timeout=10)
            self.assertEqual((done.returncode, b"--share-port needs a PostgreSQL store" in done.stderr), (USAGE, True), done.stderr)
            self.assertEqual(os.listdir(folder), ["stos.conf"])
            with open(path, "w", encoding="utf-8") as file:
                file.write("port = 0\n\0\nshare-port = yes\n")
            done = run("serve", "--config", path, cwd=folder, timeout=10)
            self.assertEqual((done.returncode, b"not a text file" in done.stderr), (USAGE, True), done.stderr)
            for value in ["foo", "127.0.0.1:9000", "[::1]:9000"]:
                self.assertEqual(run("serve", "--port", "0", "--address", value, cwd=folder, timeout=10).returncode, USAGE, value)

    def test_words_that_a_deed_of_the_host_does_not_take_are_told(self):
        person, table = "5f0c19a2b3d4e5f6", "bamoteki"
        for arguments, word in [(["close-idle", table, "--hours", "1"], table), (["close-idle", "--hours", "1", "--table", table], "--table"),
                                (["close-idle", "--hours", "1", "--all"], "--all"), (["close", table, "--hours", "2"], "--hours"),
                                (["mute", person, "--table", table], "--table"), (["unmute", person, "--table", table], "--table"),
                                (["unmute", person, "--hours", "2"], "--hours"), (["unban", person, "--hours", "2"], "--hours"),
                                (["ban", person, "--json"], "--json"), (["tables", "extra"], "extra"), (["tables", "--hours", "3"], "--hours"),
                                (["people", "ola", "marek"], "marek"), (["people", "--reason", "x"], "--reason"), (["log", "--all"], "--all"),
                                (["reports", "extra"], "extra"), (["check", "extra"], "extra"), (["check", "--all"], "--all")]:
            with self.subTest(arguments=arguments):
                done = run("admin", *arguments, "--store", "/nonexistent/s.db")
                self.assertEqual((done.returncode, done.stdout), (USAGE, b""), done.stderr)
                self.assertIn(f"`stos admin {arguments[0]}` does not take '{word}'".encode(), done.stderr)
        self.assertIn(b"|reports|", run("admin", "--help").stdout)

    def test_a_backup_is_of_the_store_that_the_environment_names(self):
        done = subprocess.run([PROGRAM, "backup", "/nonexistent/copy"], capture_output=True, check=False, timeout=60,
                              env={**os.environ, "LC_ALL": "C", "LANGUAGE": "", "STOS_STORE": "/nonexistent/other.db"})
        self.assertIn(b"/nonexistent/other.db", done.stderr)


class ClosedPipe(unittest.TestCase):
    def test_a_reader_who_has_seen_enough_is_no_failure(self):
        for command in ["games", "sim --help", "games --json"]:
            done = subprocess.run(["bash", "-c", f"{PROGRAM} {command} | true; echo ${{PIPESTATUS[0]}}"], capture_output=True, check=False,
                                  timeout=60)
            self.assertEqual((done.stdout, done.stderr), (b"0\n", b""), command)


class Games(unittest.TestCase):
    def test_what_is_allowed_reads_the_same_in_every_language(self):
        for language in ["en", "pl", "cs", "uk"]:
            text = run("--lang", language, "games", "thegame").stdout.decode()
            self.assertRegex(text, r"players +1-5 ")
            self.assertRegex(text, r"start +agree, lot, 0 ")
            self.assertNotRegex(text, r"\d to \d")


    def test_games_as_text(self):
        done = run("games")
        self.assertEqual(done.returncode, GOOD)
        for word in [b"thegame", b"facetoface", b"lie", b"players", b"fire", b"bots: random"]:
            self.assertIn(word, done.stdout)

    def test_one_game_as_text(self):
        done = run("games", "lie")
        self.assertEqual(done.returncode, GOOD)
        self.assertIn(b"order", done.stdout)
        self.assertNotIn(b"facetoface", done.stdout)

    def test_games_as_json(self):
        games = json.loads(run("games", "--json").stdout)
        self.assertEqual([game["name"] for game in games], ["thegame", "facetoface", "lie"])
        for game in games:
            self.assertTrue(game["title"] and game["rules"].startswith(game["name"] + "("))
            self.assertIn("random", game["bots"])
            for option in game["options"]:
                self.assertTrue(option["name"] and option["allowed"] and option["help"])
                self.assertIn(option["name"] + "=", game["rules"])

    def test_one_game_as_json(self):
        self.assertEqual([game["name"] for game in json.loads(run("games", "lie", "--json").stdout)], ["lie"])
        self.assertEqual(run("games", "--json", "lie").stdout, run("games", "lie", "--json").stdout)


class FullDisk(unittest.TestCase):
    def test_output_that_does_not_arrive_is_a_failure(self):
        for arguments in [["--help"], ["--version"], ["games"], ["games", "--json"], ["bench", "--help"], ["bench", "lie", "--seconds", "0.01"]]:
            with open("/dev/full", "wb") as full:
                done = run(*arguments, stdout=full)
            self.assertEqual(done.returncode, BROKEN, arguments)
            self.assertIn(b"cannot write", done.stderr, arguments)

    def test_the_engine_says_so_too(self):
        with open("/dev/full", "wb") as full:
            done = run("engine", stdin=b'{"id":1,"do":"games"}\n', stdout=full)
        self.assertEqual(done.returncode, BROKEN)
        self.assertIn(b"cannot write", done.stderr)


main()
