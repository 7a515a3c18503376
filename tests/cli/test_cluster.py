#!/usr/bin/env python3
"""test_cluster: `stos sim --cluster` and `stos worker` with a real nats-server on the loopback.

Usage: test_cluster.py STOS

Claims: a run on a cluster has the result of a local run while workers are killed and join and the server is killed and
started again; a sequential stop falls on the same deal; a run can be resumed, interrupted, and leaves nothing behind;
what is wrong (address, password, version, a job that is none) is said in words, without secrets.
"""
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

STOS = None
PATIENCE = 600  # seconds until something that must happen is given up
ENVIRONMENT = dict(os.environ, LC_ALL="C.UTF-8")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until(condition, what):
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise AssertionError("waited in vain: " + what)
        time.sleep(0.02)


class Server:
    """A nats-server with JetStream in a folder, on a port that stays the same over restarts."""

    def __init__(self, config=""):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="stos-nats-"))
        self.port = free_port()
        self.url = f"nats://127.0.0.1:{self.port}"
        store = self.folder / "store"
        self.config = self.folder / "nats.conf"
        self.config.write_text(f'listen: "127.0.0.1:{self.port}"\njetstream {{ store_dir: "{store}" }}\n' + config)
        self.start()

    def start(self):
        program = shutil.which("nats-server", path=os.environ.get("PATH", "") + ":/usr/sbin")
        self.process = subprocess.Popen([program, "-c", self.config, "-l", self.folder / "log"])
        wait_until(self.answers, "the server starts")

    def answers(self):
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
            return True
        except OSError:
            return False

    def kill(self):
        self.process.kill()
        self.process.wait()

    def close(self):
        self.kill()
        shutil.rmtree(self.folder)


class Program:
    """A `stos` in the background whose stderr is read line by line."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen([STOS, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
        self.lines, self.output = [], ""
        self.readers = [threading.Thread(target=self.read_lines), threading.Thread(target=self.read_output)]
        for reader in self.readers:
            reader.start()

    def read_lines(self):
        for line in self.process.stderr:
            self.lines.append(line.rstrip("\n"))

    def read_output(self):
        self.output = self.process.stdout.read()

    def said(self, text):
        return sum(text in line for line in self.lines)

    def is_running(self):
        return self.process.poll() is None

    def wait(self):
        try:
            code = self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            for reader in self.readers:
                reader.join()
            self.process.stdout.close()
            self.process.stderr.close()
        return code

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        return self.wait()


class Client:
    """The few words of the NATS protocol that a test needs to look into the server."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), 10)
        self.file = self.socket.makefile("rb")
        self.file.readline()
        self.send(b'CONNECT {"verbose":false,"pedantic":false,"echo":false}\r\nSUB inbox.test 1\r\n')

    def send(self, data):
        self.socket.sendall(data)

    def publish(self, subject, text, reply=""):
        data = text.encode()
        self.send(f"PUB {subject} {reply} {len(data)}\r\n".encode() + data + b"\r\n")

    def request(self, subject, text=""):
        self.publish(subject, text, "inbox.test")
        return json.loads(self.next_message()[1])

    def next_message(self):
        """Subject and text of the next message; None when the connection ends."""
        for line in self.file:
            words = line.split()
            if words and words[0] == b"PING":
                self.send(b"PONG\r\n")
            if words and words[0] == b"MSG":
                return words[1].decode(), self.file.read(int(words[-1]) + 2)[:-2].decode()
        return None

    def repeat(self, subject):
        """Publishes once more whatever others publish there, until the connection ends."""
        self.socket.settimeout(None)
        self.send(f"SUB {subject} 2\r\n".encode())
        while message := self.next_message():
            self.publish(*message)

    def streams(self):
        return self.request("$JS.API.STREAM.NAMES").get("streams") or []

    def hang_up(self):
        self.socket.shutdown(socket.SHUT_RDWR)

    def close(self):
        self.file.close()
        self.socket.close()


def sim(*arguments):
    """The result of a local run, or of one that ends by itself."""
    done = subprocess.run([STOS, "sim", *map(str, arguments), "--json"], capture_output=True, text=True, env=ENVIRONMENT, timeout=PATIENCE)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return done.stdout


def without_times(text):
    """What must be equal: all but the two measured times of each place."""
    result = json.loads(text)
    for lineup in result["lineups"]:
        for place in lineup["places"]:
            del place["ms_per_turn"], place["slowest_ms"]
    return result


class WithServer(unittest.TestCase):
    config = ""

    def setUp(self):
        self.server = Server(self.config)
        self.programs = []
        self.addCleanup(self.clean_up)

    def clean_up(self):
        for program in self.programs:
            if program.is_running():
                program.end(signal.SIGKILL)
        self.server.close()

    def start(self, *arguments):
        self.programs.append(Program(*arguments))
        return self.programs[-1]

    def worker(self, *arguments):
        return self.start("worker", self.server.url, "--threads", 1, *arguments)

    def look(self, ask):
        client = Client(self.server.port)
        try:
            return ask(client)
        finally:
            client.close()

    def jobs(self):
        """Messages in the work queue."""
        return self.look(lambda client: client.request("$JS.API.STREAM.INFO.STOS_JOBS"))["state"]["messages"]

    def assert_nothing_left(self):
        self.assertEqual(self.look(Client.streams), ["STOS_JOBS"])
        self.assertEqual(self.jobs(), 0)


class Result(WithServer):
    rules = ["thegame(players=3)", "--bots", "steady", "--seed", 5]

    def deals_for(self, seconds):
        start = time.monotonic()
        sim(*self.rules, "--games", 1024, "--threads", 2)
        return int(min(max(8192, 1024 * seconds / (time.monotonic() - start)), 300000))

    def test_is_the_same_while_workers_die_and_the_server_restarts(self):
        plan = [*self.rules, "--games", self.deals_for(3)]
        run = self.start("sim", *plan, "--cluster", self.server.url, "--chunk", 256, "--json")
        first, second = self.worker(), self.worker()
        wait_until(lambda: first.said(" chunk ") >= 2 and second.said(" chunk ") >= 2, "both workers play")
        self.assertEqual(first.end(signal.SIGKILL), -signal.SIGKILL)
        third = self.worker()
        wait_until(lambda: third.said(" chunk ") >= 2, "a new worker plays")
        self.server.kill()
        wait_until(lambda: run.said("lost"), "the coordinator sees that the server is gone")
        self.server.start()
        wait_until(lambda: run.said("again") > 1, "the coordinator is back")
        fourth, before = self.worker(), third.said(" chunk ")
        wait_until(lambda: third.said(" chunk ") > before, "work goes on after the restart")
        self.assertTrue(run.is_running(), "all that happened in mid-run")
        second.end(signal.SIGKILL)
        self.assertEqual(run.wait(), 0, run.lines)
        self.assertEqual(without_times(run.output), without_times(sim(*plan, "--threads", 2)))
        self.assert_nothing_left()
        self.assertEqual((third.end(), fourth.end()), (0, 0))

    def test_of_a_sequential_stop_falls_on_the_same_deal(self):
        plan = ["thegame", "--bots", "steady", "--against", "random", "--sprt=0.2", "--games", 20000]
        self.worker()
        cluster = without_times(sim(*plan, "--cluster", self.server.url, "--chunk", 1024))
        self.assertEqual(cluster, without_times(sim(*plan)))
        self.assertEqual(cluster["sequential_test"]["verdict"], "better")
        self.assertNotEqual(cluster["deals"] % 1024, 0, "the stop is inside a chunk")

    def test_counts_a_chunk_once_when_its_result_comes_twice(self):
        plan = [*self.rules, "--games", 16000]
        client = Client(self.server.port)
        thread = threading.Thread(target=client.repeat, args=["stos.results.>"])
        thread.start()
        self.worker()
        cluster = sim(*plan, "--cluster", self.server.url, "--chunk", 256)
        client.hang_up()
        thread.join()
        client.close()
        self.assertEqual(without_times(cluster), without_times(sim(*plan)))

    def test_of_searching_bots_by_nodes_is_the_same(self):
        plan = ["facetoface", "--bots", "strong:nodes=20,strong", "--nodes", 50, "--games", 30, "--seed", 3]
        self.worker()
        self.assertEqual(without_times(sim(*plan, "--cluster", self.server.url, "--chunk", 7)), without_times(sim(*plan)))

    def test_of_a_tournament_is_the_same(self):
        plan = [STOS, "tournament", "facetoface", "--bots", "steady,novice,random", "--games", "300", "--json"]
        self.worker()
        tables = [subprocess.run([*plan, *more], capture_output=True, check=True, env=ENVIRONMENT, timeout=PATIENCE).stdout
                  for more in [[], ["--cluster", self.server.url, "--chunk", "32"]]]
        self.assertEqual(json.loads(tables[0]), json.loads(tables[1]))
        self.assert_nothing_left()

    def test_goes_on_from_a_file_between_chunks(self):
        state = self.server.folder / "state.json"
        self.worker()
        sim(*self.rules, "--games", 700, "--cluster", self.server.url, "--resume", state)
        resumed = sim(*self.rules, "--games", 1500, "--cluster", self.server.url, "--resume", state, "--chunk", 512)
        self.assertEqual(without_times(resumed), without_times(sim(*self.rules, "--games", 1500)))


class Coordinator(WithServer):
    def run_without_workers(self):
        """A run whose 16 chunks all wait in the queue, and its number."""
        run = self.start("sim", "thegame", "--bots", "steady", "--games", 4000, "--chunk", 256, "--cluster", self.server.url, "--json")
        wait_until(lambda: len(self.look(Client.streams)) == 2 and self.jobs() == 16, "all chunks are in the queue")
        return run, next(name for name in self.look(Client.streams) if name.startswith("STOS_RUN_"))[len("STOS_RUN_"):]

    def test_hands_out_about_a_second_of_work_at_once(self):
        """64 games of `quick` and 24 of `strong` at 1 ms a turn, and 32,768 of `steady` (docs/cluster.md), are a chunk."""
        for line, chunks in [("thegame --bots quick --games 640", 10), ("thegame --bots strong --ms 1 --games 48", 2),
                             ("thegame --bots steady --games 65536", 2)]:
            with self.subTest(line=line):
                run = self.start("sim", *line.split(), "--cluster", self.server.url)
                wait_until(lambda: len(self.look(Client.streams)) == 2 and self.jobs() == chunks, f"{chunks} chunks are in the queue")
                self.assertEqual(run.end(signal.SIGINT), 3)

    def test_waits_for_workers_and_leaves_nothing_when_interrupted(self):
        run, _ = self.run_without_workers()
        wait_until(lambda: run.said("no worker is there; waiting"), "it says that nobody works")
        self.assertTrue(run.is_running())
        self.assertEqual(run.end(signal.SIGINT), 3)
        self.assertTrue(run.said("interrupted after 0 of 4000 deals"))
        self.assertEqual(json.loads(run.output)["deals"], 0)
        self.assert_nothing_left()

    def test_publishes_again_what_the_server_lost(self):
        run, _ = self.run_without_workers()
        self.look(lambda client: client.request("$JS.API.STREAM.DELETE.STOS_JOBS"))
        self.worker()
        self.assertEqual(run.wait(), 0, run.lines)
        self.assertEqual(json.loads(run.output)["deals"], 4000)

    def answer_to_job(self, job):
        """What a run ends with when its queue holds nothing but this job, made from the run's number."""
        run, number = self.run_without_workers()
        self.look(lambda client: (client.request("$JS.API.STREAM.PURGE.STOS_JOBS"),
                                  client.request(f"stos.jobs.{number}.0", job.replace("RUN", number))))
        worker = self.worker()
        self.assertEqual(run.wait(), 3)
        self.assertTrue(worker.said("a job is refused"))
        self.assertEqual(worker.end(), 0)
        return "\n".join(run.lines)

    def test_stops_when_a_worker_has_another_version(self):
        said = self.answer_to_job('{"version":"9.9.9","run":"RUN","news":1}')
        self.assertIn("the run is of stos 9.9.9, the worker is stos", said)

    def test_stops_when_a_job_is_of_a_version_with_one_order_only(self):
        version = subprocess.run([STOS, "--version"], capture_output=True, text=True, env=ENVIRONMENT, check=True).stdout.split()[1]
        said = self.answer_to_job(json.dumps({
            "version": version, "run": "RUN", "chunk": 0, "first": 0, "count": 4000, "step": 4000, "rules": "thegame(players=3)",
            "lineups": [{"bots": ["steady"] * 3, "talks": True}], "seed": "1", "rotate": False}))
        self.assertIn("the run is of an older stos, which seats the bots in one order only", said)

    def test_stops_when_a_job_is_nonsense(self):
        self.assertIn("the job is not JSON", self.answer_to_job("{]"))


class Address(unittest.TestCase):
    def complaint(self, *arguments, code=3):
        done = subprocess.run([STOS, *arguments], capture_output=True, text=True, env=ENVIRONMENT, timeout=PATIENCE)
        self.assertEqual((done.returncode, done.stdout), (code, ""), done.stderr)
        return done.stderr

    def test_that_is_none_is_refused(self):
        for url in ["http://127.0.0.1", "nats://", "nats://user:secret@", "127.0.0.1:4222", "nats://127.0.0.1,x"]:
            said = self.complaint("worker", url, code=2)
            self.assertIn("looks like nats://HOST:PORT", said)
            self.assertNotIn("secret", said)

    def test_where_nobody_answers_is_named_without_secrets(self):
        place = f"127.0.0.1:{free_port()}"
        for command in (["worker"], ["sim", "thegame", "--bots", "steady", "--cluster"]):
            said = self.complaint(*command, f"nats://user:secret@{place}")
            self.assertIn(f"cannot connect to nats://{place}", said)
            self.assertNotIn("secret", said)


class Login(WithServer):
    config = 'authorization { user: "stos", password: "secret" }\n'

    def test_is_needed_and_not_shown(self):
        place = self.server.url[len("nats://"):]
        wrong = self.start("worker", f"nats://stos:wrong-word@{place}")
        self.assertEqual(wrong.wait(), 3)
        self.assertTrue(wrong.said("cannot connect to nats://127.0.0.1"))
        worker = self.start("worker", f"nats://stos:secret@{place}", "--threads", 1)
        run = self.start("sim", "thegame", "--bots", "steady", "--games", 300, "--json", "--cluster", f"nats://stos:secret@{place}")
        self.assertEqual((run.wait(), worker.end()), (0, 0))
        self.assertFalse(any("secret" in line or "wrong-word" in line for program in self.programs for line in program.lines))


class Encryption(WithServer):
    config = 'tls { cert_file: "FOLDER/server.pem", key_file: "FOLDER/server.key", ca_file: "FOLDER/ca.pem", verify: true }\n'

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="stos-tls-")
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.config = cls.config.replace("FOLDER", cls.folder)
        cls.openssl("req", "-x509", "-newkey", "ed25519", "-nodes", "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=test authority")
        for name in "server", "client":
            cls.openssl("req", "-newkey", "ed25519", "-nodes", "-keyout", name + ".key", "-out", name + ".csr", "-subj", "/CN=" + name,
                        "-addext", "subjectAltName=IP:127.0.0.1")
            cls.openssl("x509", "-req", "-in", name + ".csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-copy_extensions", "copy",
                        "-out", name + ".pem")

    @classmethod
    def openssl(cls, *arguments):
        subprocess.run(["openssl", *arguments], cwd=cls.folder, check=True, capture_output=True)

    def test_needs_the_right_authority_and_certificate(self):
        url = self.server.url.replace("nats", "tls")
        trust = ["--tls-ca", f"{self.folder}/ca.pem"]
        both = [*trust, "--tls-cert", f"{self.folder}/client.pem", "--tls-key", f"{self.folder}/client.key"]
        for access in ([], trust, ["--tls-ca", "/nowhere"]):
            refused = self.start("worker", url, *access)
            self.assertEqual(refused.wait(), 3, refused.lines)
            self.assertTrue(refused.said(f"cannot connect to {url}"))
        worker = self.start("worker", url, "--threads", 1, *both)
        run = self.start("sim", "thegame", "--bots", "steady", "--games", 300, "--json", "--cluster", url, *both)
        self.assertEqual((run.wait(), worker.end()), (0, 0), run.lines + worker.lines)


if __name__ == "__main__":
    STOS = sys.argv.pop(1)
    unittest.main(verbosity=2)
