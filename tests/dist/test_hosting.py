"""The files that docs/server.md gives to hosts, tried with the real programs: nginx and Caddy carry people to their tables and hide /metrics,
a forged address does not pass them, Prometheus understands the scrape and the alerts, Grafana's dashboard asks for numbers that exist,
systemd accepts the units.

Usage: test_hosting.py STOS. Programs that are not installed are fetched as Debian packages and unpacked beside the build, not installed:
none of them may start as a service on the machine that runs the tests.
"""
import contextlib
import http.client
import json
import pathlib
import random
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "tests/server"))

from lib.client import Client, Closed, Server, free_port  # noqa: E402

PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()
HOSTING = TOP / "dist/hosting"
PACKAGES = {"nginx": ("nginx", "usr/sbin/nginx"), "caddy": ("caddy", "usr/bin/caddy"), "promtool": ("prometheus", "usr/bin/promtool")}
PATIENCE_S = 60
PRIVATE = ("/metrics", "/healthz", "/admin")


def spellings():
    """Paths that somebody may take for one of the private ones: tricks that once worked, and random ones."""
    ends = [";", ";a", "&", "&a", "/", "/.", "/..", "/x/..", "/x/../", "/x%2f..", "/%2e%2e/%2e", "%3b", "%26a", "%00", "%20", "#a", "?a", "?;a", "+", "\\", ".html", "//"]
    paths = [private + end for private in PRIVATE for end in ["", *ends]]
    paths += [start + private + end for private in PRIVATE for start in ["/", "/.", "/x/..", "/%2e", "/a;/..", "/;", "/j/.."] for end in ["", ";", "/x/.."]]
    paths += [private.replace(letter, f"%{ord(letter):02x}") + end for private in PRIVATE for letter in "ae" for end in ["", ";a", "/x/.."]]
    dice = random.Random(7)
    words = ["", "a", "ab", ".", "..", "%2e%2e", ".%2e", "...", "a;", "a&", *[private[1:] for private in PRIVATE] * 2]
    for _ in range(1500):
        path = "".join(dice.choice(["/", "/", "/", "//", "/./", "/../", "%2f"]) + dice.choice(words) for _ in range(dice.randint(1, 6)))
        paths.append("/" * (path[0] != "/") + path + dice.choice(["", "", "?", "/", ";", "&", "/..", "/.", "#"]))
    return paths


def program(name):
    """The path of a program, installed or unpacked."""
    package, inside = PACKAGES[name]
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin")
    root = PROGRAM.parent / "hosting" / package
    if found or (root / inside).exists():
        return found or str(root / inside)
    with tempfile.TemporaryDirectory() as folder:
        for words in (["download", package], ["update"], ["download", package]):
            if subprocess.run(["apt-get", "-q", *words], cwd=folder, capture_output=True, check=False).returncode == 0 and words[0] == "download":
                break
        archive = next(pathlib.Path(folder).glob("*.deb"), None)
        assert archive, f"{name} is not installed, and Debian's package {package} could not be fetched"
        root.mkdir(parents=True)
        subprocess.run(["dpkg", "-x", str(archive), str(root)], check=True)
    return str(root / inside)


def unverified():
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


class Proxies(unittest.TestCase):
    """The shipped files with nothing changed but ports, names of files and where the certificate comes from."""

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.port, self.plain = free_port(), free_port()
        self.server = Server(PROGRAM, self.folder / "s.db", "--public-url", f"https://127.0.0.1:{self.port}", "--trust-proxy", "127.0.0.1",
                             "--max-connections-per-address", "2", "--admin-passphrase-file", self.passphrase(), port=free_port())
        self.addCleanup(self.server.__exit__)
        self.key, self.cert = self.folder / "key.pem", self.folder / "cert.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
                        "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", self.key, "-out", self.cert], check=True, capture_output=True)

    def passphrase(self):
        file = self.folder / "passphrase"
        file.write_text("the host of this server\n", encoding="utf-8")
        return file

    def start(self, *command):
        log = self.folder / "log"
        with open(log, "wb") as file:
            process = subprocess.Popen([str(word) for word in command], stdout=file, stderr=file, cwd=self.folder,
                                       env={"HOME": str(self.folder), "PATH": "/usr/bin:/bin"})
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end and process.poll() is None:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1):
                return
            time.sleep(0.02)
        self.fail(log.read_text())

    def start_nginx(self):
        site = (HOSTING / "nginx.conf").read_text().replace("#location", "location")
        site = re.sub(r"listen (\[::\]:)?(443|80)( ssl)?;", lambda m: "" if m[1] else f"listen 127.0.0.1:{self.port if m[3] else self.plain}{m[3] or ''};", site)
        site = site.replace("127.0.0.1:8098", f"127.0.0.1:{self.server.port}")
        site = re.sub(r"/etc/letsencrypt\S+/fullchain.pem", str(self.cert), site)
        site = re.sub(r"/etc/letsencrypt\S+/privkey.pem", str(self.key), site)
        places = "".join(f"{kind}_temp_path {self.folder}/{kind};\n" for kind in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])
        whole = f"daemon off; pid {self.folder}/pid; error_log stderr; events {{}}\nhttp {{ access_log off;\n{places}{site}}}\n"
        (self.folder / "nginx.conf").write_text(whole)
        self.start(program("nginx"), "-p", self.folder, "-c", self.folder / "nginx.conf", "-e", "stderr")

    def start_caddy(self):
        text = (HOSTING / "Caddyfile").read_text().replace("#respond", "respond").replace("127.0.0.1:8098", f"127.0.0.1:{self.server.port}")
        text = text.replace("cards.example {", f"https://127.0.0.1:{self.port} {{\n\ttls {self.cert} {self.key}")
        (self.folder / "Caddyfile").write_text(f"{{\n\tadmin off\n\tauto_https off\n\tstorage file_system {self.folder}/caddy\n}}\n{text}")
        self.start(program("caddy"), "run", "--adapter", "caddyfile", "--config", self.folder / "Caddyfile")

    def sit(self, *headers):
        """Somebody plays a card at a table, through the proxy."""
        client = Client(self.port, origin=f"https://127.0.0.1:{self.port}", wrap=unverified().wrap_socket, headers=headers).hello("Ola", moves=True)
        table = client.ask("create", rules="thegame(players=1)", seats=["me"], begin=True)["table"]
        client.ask("move", table=table["code"], position=table["position"], move=table["moves"][0])
        return client

    def body(self, connection, path):
        """What is answered to a path as it stands; None where there is no answer."""
        try:
            connection.putrequest("GET", path, skip_accept_encoding=True)
            connection.endheaders()
            return connection.getresponse().read()
        except (http.client.HTTPException, OSError):
            connection.close()
            return None

    def nothing_private(self):
        """What the server would tell without the proxy comes through it under no spelling."""
        plain = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE_S)
        through = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=PATIENCE_S, context=unverified())
        admin = self.body(plain, "/admin")
        self.assertIn(b"<title>", admin)
        self.assertEqual(self.body(plain, "/healthz"), b"ok\n")
        self.assertIn(b"stos_connections", self.body(plain, "/metrics"))
        self.assertEqual([path for path in spellings()
                          if (body := self.body(through, path)) and (b"stos_connections" in body or body in (b"ok\n", admin))], [])
        plain.close()
        through.close()

    def through_the_proxy(self):
        with urllib.request.urlopen(f"https://127.0.0.1:{self.port}/", context=unverified(), timeout=PATIENCE_S) as answer:
            self.assertIn(b"<title>", answer.read())
        self.nothing_private()
        # an address that was made up counts as the proxy's neighbour, which has no limit, and not as itself, which has two connections
        people = [self.sit("X-Forwarded-For: 203.0.113.7") for _ in range(4)]
        for client in people:
            client.close()

    def test_nginx(self):
        self.start_nginx()
        self.through_the_proxy()
        with urllib.request.build_opener(NoRedirect).open(f"http://127.0.0.1:{self.plain}/j/abc", timeout=PATIENCE_S) as answer:
            self.assertEqual((answer.status, answer.headers["Location"]), (301, "https://127.0.0.1/j/abc"))

    def test_caddy(self):
        self.start_caddy()
        self.through_the_proxy()

    def test_without_a_proxy_in_between_the_limit_holds(self):
        """The claim above can fail: the server itself believes its trusted neighbour."""
        people = [Client(self.server.port, headers=["X-Forwarded-For: 203.0.113.7"]) for _ in range(2)]
        with self.assertRaises(Closed):
            Client(self.server.port, headers=["X-Forwarded-For: 203.0.113.7"]).hello("Eve")
        for client in people:
            client.close()


class NoRedirect(urllib.request.HTTPErrorProcessor):
    def http_response(self, request, response):
        return response


class Monitoring(unittest.TestCase):
    def promtool(self, *words, **more):
        done = subprocess.run([program("promtool"), *map(str, words)], capture_output=True, text=True, check=False, timeout=PATIENCE_S, **more)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)

    def test_prometheus_understands_scrape_and_alerts(self):
        self.promtool("check", "config", HOSTING / "prometheus.yml")
        self.promtool("test", "rules", HOSTING / "alerts-test.yml")

    def test_every_number_that_is_asked_for_exists(self):
        with tempfile.TemporaryDirectory() as folder, Server(PROGRAM, f"{folder}/s.db") as server:
            client = Client(server.port).hello("Ola")
            with contextlib.suppress(Exception):
                client.ask("nonsense")
            with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/metrics", timeout=PATIENCE_S) as answer:
                metrics = answer.read().decode()
            client.close()
        self.promtool("check", "metrics", input=metrics)
        known = set(re.findall(r"^(\w+)", metrics, re.M))
        dashboard = json.loads((HOSTING / "grafana.json").read_text())
        asked = " ".join(target["expr"] for panel in dashboard["panels"] for target in panel["targets"]) + (HOSTING / "alerts.yml").read_text()
        names = set(re.findall(r"\b((?:stos|process)_[a-z_]+)\b", asked))
        self.assertGreater(len(names), 15)
        self.assertEqual(names - known, set())


class Units(unittest.TestCase):
    def test_systemd_accepts_the_units(self):
        if not shutil.which("systemd-analyze"):
            self.skipTest("no systemd here")
        with tempfile.TemporaryDirectory() as folder:
            for unit in (*(TOP / "dist").glob("*.service"), PROGRAM.parent / "dist/stos@.service"):
                text = unit.read_text().replace("/usr/bin/stos", str(PROGRAM))
                (pathlib.Path(folder) / unit.name).write_text(re.sub(r"^Documentation=.*\n", "", text, flags=re.M))
            for unit in (TOP / "dist").glob("*.timer"):
                (pathlib.Path(folder) / unit.name).write_text(re.sub(r"^Documentation=.*\n", "", unit.read_text(), flags=re.M))
            names = sorted(pathlib.Path(folder).iterdir())
            self.assertEqual(len(names), 4)
            done = subprocess.run(["systemd-analyze", "verify", "--man=no", *map(str, names)], capture_output=True, text=True, check=False, timeout=PATIENCE_S)
        told = [line for line in done.stderr.splitlines() if any(name.name in line for name in names)]
        self.assertEqual(told, [])


if __name__ == "__main__":
    unittest.main()
