"""edge.py - the edge of the server over real sockets: addresses, TLS, origins, logs, and what one address or person may use.

Each test is an attack or a mistake of a host that once worked. Addresses other than this machine's come as a trusted proxy tells them.
"""
import contextlib
import fcntl
import json
import os
import pathlib
import pty
import re
import select
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import tempfile
import termios
import time
import unittest
import urllib.request

from lib.client import Client, Closed, Refused, Server, free_port, make_certificate, metric, program_from_arguments
from lib.waiting import eventually

PROGRAM = None
LOAD = None  # stos-measure, beside it


def raw(port, data, host="127.0.0.1", timeout=5.0):
    """Sends bytes and returns all that comes back until the end or the timeout."""
    answer = b""
    with socket.create_connection((host, port), timeout=timeout) as sock, contextlib.suppress(OSError):
        sock.sendall(data)
        while piece := sock.recv(65536):
            answer += piece
    return answer


def get(port, path, *headers, host="127.0.0.1"):
    """Status and body of a plain request."""
    lines = [f"GET {path} HTTP/1.1", "Host: x", "Connection: close", *headers]
    head, _, body = raw(port, ("\r\n".join(lines) + "\r\n\r\n").encode(), host).partition(b"\r\n\r\n")
    return (int(head.split()[1]) if head else 0), body.decode(errors="replace")


def listening(port):
    """Where something listens on a port, as the kernel tells it."""
    found = set()
    for name, family in (("tcp", socket.AF_INET), ("tcp6", socket.AF_INET6)):
        for line in pathlib.Path(f"/proc/net/{name}").read_text().splitlines()[1:]:
            where, state = line.split()[1], line.split()[3]
            address, its_port = where.split(":")
            if state == "0A" and int(its_port, 16) == port:
                words = [bytes.fromhex(address[at:at + 8])[::-1] for at in range(0, len(address), 8)]
                found.add(socket.inet_ntop(family, b"".join(words)))
    return found



def address_in_network():
    """The IPv4 address with which this machine speaks to others; None without a network. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as towards, contextlib.suppress(OSError):
        towards.connect(("192.0.2.1", 9))
        return towards.getsockname()[0]
    return None


class Edge(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder, self.log = folder.name, pathlib.Path(folder.name) / "log"

    def server(self, *options, **more):
        server = Server(PROGRAM, f"{self.folder}/s.db", *options, log=self.log, **more)
        self.addCleanup(server.__exit__)
        return server

    def log_text(self):
        return self.log.read_text(encoding="utf-8", errors="replace")

    def wait_for(self, condition, seconds=30):
        eventually(condition, seconds, "what was asked for has happened")

    def refused_start(self, *options):
        done = subprocess.run([PROGRAM, "serve", "--store", f"{self.folder}/r.db", *options], capture_output=True, text=True, timeout=60)
        self.assertNotEqual(done.returncode, 0, options)
        return done.stderr


class Addresses(Edge):
    def test_each_address_is_the_one_that_is_listened_on(self):
        for address, shown, listens in [("127.0.0.1", "127.0.0.1", "127.0.0.1"), ("127.0.0.2", "127.0.0.2", "127.0.0.2"), ("0.0.0.0", "localhost", "0.0.0.0"),
                                        ("::1", "[::1]", "::1"), ("::", "localhost", "::")]:
            port = free_port()
            process = subprocess.Popen([PROGRAM, "serve", "--store", f"{self.folder}/{len(address)}{port}.db", "--port", str(port), "--address", address],
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            try:
                self.assertEqual(process.stdout.readline().strip(), f"http://{shown}:{port}/")
                self.assertEqual(listening(port), {listens})
                for host in {"127.0.0.1": ["127.0.0.1"], "127.0.0.2": ["127.0.0.2"], "::1": ["::1"], "::": ["::1", "127.0.0.1"]}.get(address, []):
                    self.assertEqual(get(port, "/healthz", host=host), (200, "ok\n"))
            finally:
                process.terminate()
                process.wait()
                process.stdout.close()

    def test_a_client_on_the_machine_is_told_where_phones_reach_it(self):
        own = address_in_network()
        for options, hosts, expected in [(["--address", "0.0.0.0"], ["127.0.0.1"], [own]), (["--address", "::"], ["127.0.0.1", "::1"], [own]),
                                         (["--address", own or "127.0.0.1"], [], []), ([], ["127.0.0.1"], []),
                                         (["--address", "0.0.0.0"], [own], []), (["--address", "0.0.0.0", "--public-url", "http://cards.example"], ["127.0.0.1"], [])]:
            server = self.server(*options, port=free_port())
            for host in filter(None, hosts):
                with self.subTest(options=options, host=host):
                    client = Client(server.port, host=host).hello()
                    self.assertEqual(client.welcome["server"].get("nearby", [None])[0], expected[0] and f"http://{own}:{server.port}/" if expected else None)
                    client.close()
            server.stop()

    def test_a_terminal_shows_where_phones_reach_it_and_a_pipe_does_not(self):
        own = address_in_network()
        for address, shown in [("0.0.0.0", own), (own, own), ("127.0.0.1", None)]:
            if address is None:
                continue
            with self.subTest(address=address):
                screen = self.on_a_terminal("--address", address)
                self.assertEqual("same network" in screen, shown is not None, screen)
                self.assertEqual("\u2580" in screen, shown is not None, "the code")
                if shown:
                    self.assertRegex(screen, rf"(?m)^  http://{shown}:\d+/\r?$")
        server = self.server("--address", "0.0.0.0")
        server.process.terminate()
        self.assertEqual(server.process.stdout.read(), "", "one line, which is the address")

    def on_a_terminal(self, *options):
        """What the server writes on a terminal until it has started and stopped."""
        ours, its = pty.openpty()
        process = subprocess.Popen([PROGRAM, "serve", "--store", f"{self.folder}/t.db", "--port", "0", *options], stdout=its, stderr=subprocess.DEVNULL)
        os.close(its)
        written = b""
        with contextlib.suppress(OSError):  # the end of a terminal is an error
            while piece := os.read(ours, 65536):
                if not written:
                    process.terminate()
                written += piece
        os.close(ours)
        self.assertEqual(process.wait(60), 0)
        return written.decode()

    def test_what_cannot_be_had_is_refused_with_the_reason(self):
        for address, reason in [("192.0.2.1", "Cannot assign requested address"), ("2001:db8::1", "assign"), ("localhost", "not an IPv4 or IPv6 address"),
                                ("eth0", "not an IPv4 or IPv6 address"), ("", "not an IPv4"), ("1.2.3", "not an IPv4"), ("::g", "not an IPv4")]:
            self.assertIn(reason, self.refused_start("--port", "0", "--address", address), address)
        with socket.create_server(("127.0.0.1", 0)) as taken:
            self.assertIn("Address already in use", self.refused_start("--port", str(taken.getsockname()[1])))

    def test_wrong_settings_are_refused(self):
        for url in ["notaurl", "https://", "https:", "ftp://x", "https://x/path", "https://a b", "https://x:99999", "https://x:", "https://[::1", "https://x?q"]:
            self.assertIn("is not a public address", self.refused_start("--port", "0", "--public-url", url), url)
        for proxies in ["x", "10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0.0/x"]:
            self.assertIn("is not a list of addresses", self.refused_start("--port", "0", "--trust-proxy", proxies), proxies)
        self.assertIn("an address and a port", self.refused_start("--port", "0", "--metrics-address", "9098"))
        self.assertIn("--hsts-seconds needs --tls-cert", self.refused_start("--port", "0", "--hsts-seconds", "5"))

    def test_metrics_and_health_on_a_private_address_only(self):
        private = free_port()
        server = self.server("--metrics-address", f"127.0.0.2:{private}")
        self.assertEqual(listening(private), {"127.0.0.2"})
        self.assertEqual(get(private, "/healthz", host="127.0.0.2"), (200, "ok\n"))
        self.assertIn("stos_connections 0", get(private, "/metrics", host="127.0.0.2")[1])
        self.assertEqual(get(private, "/", host="127.0.0.2")[0], 404)
        with self.assertRaises(Closed):
            Client(private, host="127.0.0.2")
        for path in ("/metrics", "/healthz"):
            self.assertEqual(get(server.port, path)[0], 404)
        self.assertEqual(get(server.port, "/")[0], 200)

    def usual_metrics(self, *options):
        """A server without --metrics-address: the word for "no option" is not known to it."""
        log = pathlib.Path(f"{self.folder}/usual{free_port()}.log")
        with open(log, "wb") as file:
            process = subprocess.Popen([PROGRAM, "serve", "--store", f"{log}.db", "--port", "0", *options], stdout=subprocess.PIPE, stderr=file, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.terminate)
        return int(process.stdout.readline().strip().rstrip("/").rsplit(":", 1)[1]), log

    def test_metrics_are_not_where_people_connect_unless_the_host_says_so(self):
        with contextlib.closing(socket.socket()) as taken:
            for _ in range(200):  # a server of another test gives it back soon; one that stays does as well
                with contextlib.suppress(OSError):
                    taken.bind(("127.0.0.1", 9098))
                    taken.listen()
                    break
                time.sleep(0.1)
            port, log = self.usual_metrics()
            self.assertEqual([get(port, path)[0] for path in ("/metrics", "/healthz", "/")], [404, 200, 200])
            self.assertRegex(log.read_text(), r'level=warning event=no_metrics reason="cannot listen on 127.0.0.1:9098: [^"]+"')
        same = self.server("--metrics-address", "same")
        self.assertEqual([get(same.port, path)[0] for path in ("/metrics", "/healthz", "/")], [200, 200, 200])

    @unittest.skipIf(listening(9098), "somebody else has the usual place")
    def test_metrics_have_a_usual_place(self):
        port, log = self.usual_metrics()
        self.wait_for(lambda: "event=started" in log.read_text())
        if "no_metrics" in log.read_text():
            self.skipTest("somebody else has taken the usual place meanwhile")
        self.assertEqual(listening(9098), {"127.0.0.1"})
        self.assertEqual([get(9098, path)[0] for path in ("/metrics", "/healthz", "/")], [200, 200, 404])


class Paths(Edge):
    """A path has one spelling."""

    def test_what_the_library_cuts_off_a_path_is_not_forgotten(self):
        passphrase = pathlib.Path(self.folder) / "passphrase"
        passphrase.write_text("the host of this server\n")
        server = self.server("--admin-passphrase-file", passphrase)
        for path in ["/metrics", "/healthz", "/admin", "/", "/j/bamoteki", "/api/records/x"]:
            for end in [";", ";a", "&", "&a", ";?a", "&?a=b", ";a/../b", "%3b", "%26a"]:
                self.assertEqual(get(server.port, path + end)[0], 404 if end[0] != "%" or not path.startswith("/j/") else 200, path + end)
            self.assertNotEqual((path, get(server.port, path + "?a=b&c;d")[0]), ("/", 404))
        with self.assertRaises(Closed):
            Client(server.port, path="/ws;a")

    def test_only_what_can_be_read_is_read(self):
        """The connection goes on with the next request, and nothing in a body is taken for one."""
        server = self.server()
        for method in ["PUT", "DELETE", "PATCH", "OPTIONS", "POST"]:
            for path in ["/", "/healthz", "/metrics", "/nowhere", "/api/records/x"]:
                body = b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"
                answer = raw(server.port, f"{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body
                             + b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                self.assertTrue(answer.startswith(b"HTTP/1.1 405 "), (method, path, answer[:80]))
                self.assertIn(b"\r\nallow: GET, HEAD\r\n", answer)
                self.assertEqual((answer.count(b"HTTP/1.1 "), answer[-3:], b"stos_" in answer), (2, b"ok\n", False), (method, path))

    def test_an_address_that_is_too_long_is_told_so(self):
        server = self.server()
        for path in ["/" + "a" * 5000, "/j/" + "a" * 20000, "/?" + "a" * 5000, "/api/records/" + "a" * 1990, "/?a=" + "b" * 1999]:
            for method in ["GET", "HEAD", "POST", "PUT"]:
                answer = raw(server.port, f"{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())
                self.assertRegex(answer[:20], rb"HTTP/1\.[01] 414 ", (method, path[:20], len(path)))
        self.assertEqual(get(server.port, "/api/records/" + "a" * 1900)[0], 404)
        self.assertEqual(get(server.port, "/?a=" + "b" * 1900)[0], 200)


class Origins(Edge):
    def opens(self, port, origin, host="127.0.0.1"):
        """Whether somebody is let in; the others are told why, which a page learns from an open socket only, and get nothing else."""
        client = Client(port, origin=origin, host=host)
        self.addCleanup(client.close)
        with contextlib.suppress(OSError):
            client.send("hello", ref="a", version=1, name="Eve")
        try:
            return client.receive()["ok"]
        except Closed as closed:
            self.assertEqual((closed.code, closed.reason), (1008, "wrong_origin"))
            return False

    def test_origins_are_compared_whole(self):
        server = self.server("--public-url", "https://stos.example/", port=free_port())
        here = f"http://127.0.0.1:{server.port}"
        for good in ["https://stos.example", here, None]:
            self.assertTrue(self.opens(server.port, good), good)
        for bad in ["https:", "https://", "h", "null", "https://stos.example.evil.example", "https://stos.exampl", "http://stos.example", here + "/x",
                    f"https://127.0.0.1:{server.port}", f"127.0.0.1:{server.port}", f"x://127.0.0.1:{server.port}", "https://evil.example/" + "a" * 300,
                    here + "/" + "a" * 300, "https://stos.example/" + "a" * 2000]:
            self.assertFalse(self.opens(server.port, bad), bad[:60])
        self.assertIn('event=wrong_origin origin="https://stos.example.evil.example"', self.log_text())
        self.assertNotIn("User code denied", self.log_text())

    def test_pages_elsewhere_connect_only_where_the_host_allows_them(self):
        server = self.server("--allow-origin", "https://cards.example/,http://b.example:8080")
        here = f"http://127.0.0.1:{server.port}"
        for good in ["https://cards.example", "http://b.example:8080", here]:
            self.assertTrue(self.opens(server.port, good), good)
        for bad in ["http://cards.example", "https://cards.example.evil.example", "https://cards.exampl", "http://b.example", "https://a.cards.example",
                    "https://cards.example,http://b.example:8080", ",", "null"]:
            self.assertFalse(self.opens(server.port, bad), bad)
        for wrong in ["", ",", "cards.example", "*", "https://a.example;https://b.example", "https://a.example, ftp://b.example", "https://a.example/path"]:
            self.assertIn("not a list of origins", self.refused_start("--port", "0", "--allow-origin", wrong), wrong)

    def test_a_name_made_to_point_here_is_not_the_public_one(self):
        """DNS rebinding: the page of evil.example asks evil.example, which is this machine."""
        server = self.server("--public-url", "https://stos.example", port=free_port())
        head = ("GET /ws HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: stos\r\n\r\n")
        self.assertTrue(raw(server.port, head.encode(), timeout=2).endswith(b"\r\n\r\n\x88\x0e\x03\xf0wrong_origin"))

    def test_no_upgrade_but_to_a_websocket(self):
        server = self.server()
        for wish in ["h2c", "H2C", "tls/1.0", "websocket2"]:
            answer = raw(server.port, (f"GET /metrics HTTP/1.1\r\nHost: x\r\nUpgrade: {wish}\r\nConnection: Upgrade, HTTP2-Settings\r\n"
                                       "HTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n").encode(), timeout=2)
            self.assertNotIn(b" 101 ", answer[:20], wish)
        self.assertNotIn(b"SETTINGS", raw(server.port, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\4\0\0\0\0\0", timeout=2))


class Encryption(Edge):
    def setUp(self):
        super().setUp()
        self.cert, self.key = make_certificate(self.folder, "first")

    def tls_server(self, *options):
        return self.server("--tls-cert", self.cert, "--tls-key", self.key, *options)

    def names(self, port):
        """The common name that is shown to a new client."""
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        with socket.create_connection(("127.0.0.1", port)) as plain, context.wrap_socket(plain) as wrapped:
            shown = ssl.DER_cert_to_PEM_cert(wrapped.getpeercert(True))
        return subprocess.run(["openssl", "x509", "-noout", "-subject"], input=shown, text=True, capture_output=True, check=True).stdout

    def test_large_files_and_websockets_for_clients_that_prefer_http2(self):
        server = self.tls_server("--hsts-seconds", "31536000")
        trust = ssl.create_default_context(cafile=self.cert)
        trust.set_alpn_protocols(["h2", "http/1.1"])
        with socket.create_connection(("127.0.0.1", server.port)) as plain, trust.wrap_socket(plain, server_hostname="localhost") as wrapped:
            self.assertEqual(wrapped.selected_alpn_protocol(), "http/1.1")
            self.assertGreaterEqual(wrapped.version(), "TLSv1.2")
        page = urllib.request.urlopen(f"https://localhost:{server.port}/", context=ssl.create_default_context(cafile=self.cert), timeout=10)
        self.assertEqual(page.headers["strict-transport-security"], "max-age=31536000")
        sizes = []
        for path in set(re.findall(r'(?:src|href)="(/[^"]+)"', page.read().decode())):
            began = time.monotonic()
            done = subprocess.run(["curl", "-sS", "--http2", "--cacert", self.cert, "-o", f"{self.folder}/out", "-w", "%{http_version} %{http_code} %{size_download}",
                                   f"https://localhost:{server.port}{path}"], capture_output=True, text=True, timeout=60)
            self.assertEqual((done.returncode, *done.stdout.split()[:2]), (0, "1.1", "200"), (path, done.stderr))
            self.assertLess(time.monotonic() - began, 8, path)
            sizes.append(int(done.stdout.split()[2]))
        self.assertGreater(max(sizes), 40000, sizes)
        client = Client(server.port, host="localhost", origin=f"https://localhost:{server.port}",
                        wrap=lambda plain: trust.wrap_socket(plain, server_hostname="localhost"))
        self.assertTrue(client.hello("Ola").welcome["ok"])
        client.close()

    def test_a_browser_loads_the_page_and_connects(self):
        private = free_port()
        server = self.tls_server("--metrics-address", f"127.0.0.1:{private}")
        browser = subprocess.Popen(["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--ignore-certificate-errors", "--remote-debugging-port=0",
                                    f"--user-data-dir={self.folder}/profile", f"https://localhost:{server.port}/"], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            self.wait_for(lambda: metric(private, "connections") >= 1 and metric(private, "requests_total") >= 1, 60)
        finally:
            os.killpg(browser.pid, signal.SIGKILL)
            browser.wait()

    def test_old_protocols_and_weak_ciphers_are_refused(self):
        server = self.tls_server()
        for arguments in [["-tls1"], ["-tls1_1"], ["-tls1_2", "-cipher", "AES128-SHA"], ["-tls1_2", "-cipher", "AES128-GCM-SHA256"],
                          ["-tls1_2", "-cipher", "ECDHE-ECDSA-AES128-SHA"]]:
            done = subprocess.run(["openssl", "s_client", "-connect", f"127.0.0.1:{server.port}", *arguments], input="", capture_output=True, text=True, timeout=30)
            self.assertNotIn("Cipher is ECDHE", done.stdout, arguments)
            self.assertNotEqual(done.returncode, 0, arguments)
        good = subprocess.run(["openssl", "s_client", "-connect", f"127.0.0.1:{server.port}", "-tls1_2"], input="", capture_output=True, text=True, timeout=30)
        self.assertIn("Cipher is ECDHE", good.stdout)

    def test_a_new_certificate_is_read_on_sighup_and_a_wrong_pair_changes_nothing(self):
        server = self.tls_server()
        self.assertIn("CN = first", self.names(server.port))
        first_key, (cert, key) = pathlib.Path(self.key).read_bytes(), make_certificate(self.folder, "second")
        pathlib.Path(self.cert).write_bytes(pathlib.Path(cert).read_bytes())  # the key is still the first one
        server.process.send_signal(1)
        self.wait_for(lambda: "the old certificate stays" in self.log_text())
        self.assertIn("CN = first", self.names(server.port))
        pathlib.Path(self.key).unlink()
        server.process.send_signal(1)
        self.wait_for(lambda: self.log_text().count("the old certificate stays") == 2)
        self.assertIn("CN = first", self.names(server.port))
        pathlib.Path(self.key).write_bytes(pathlib.Path(key).read_bytes())
        server.process.send_signal(1)
        self.wait_for(lambda: "event=reload certificate=new" in self.log_text())
        self.assertIn("CN = second", self.names(server.port))
        self.assertNotEqual(first_key, pathlib.Path(self.key).read_bytes())
        self.assertEqual(server.stop(), 0)

    def openssl(self, *words):
        subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True)

    def bad_pairs(self):
        """Pairs that cannot be used, with the reason that the host has to read."""
        folder = pathlib.Path(self.folder)
        self.openssl("pkey", "-in", self.key, "-aes256", "-passout", "pass:secret", "-out", folder / "encrypted.key")
        self.openssl("rsa", "-in", self.weak()[1], "-traditional", "-aes128", "-passout", "pass:secret", "-out", folder / "old.key")
        os.mkfifo(folder / "fifo")
        return [(self.cert, folder / "encrypted.key", "the key is encrypted"), (self.cert, folder / "old.key", "the key is encrypted"),
                (self.cert, folder / "fifo", "is not a regular file"), (folder / "fifo", self.key, "is not a regular file"),
                (folder, self.key, "is not a regular file"), (*self.weak(), "the key of the certificate is too short"),
                (self.cert, self.cert, "no key in the second file")]

    def weak(self):
        cert, key = pathlib.Path(self.folder) / "weak.cert", pathlib.Path(self.folder) / "weak.key"
        if not key.exists():
            self.openssl("req", "-x509", "-newkey", "rsa:1024", "-nodes", "-days", "2", "-subj", "/CN=weak", "-keyout", key, "-out", cert)
        return cert, key

    def test_a_pair_that_cannot_be_used_leaves_the_old_one_and_stops_nobody(self):
        """The server has a terminal, on which nothing is asked."""
        links = [pathlib.Path(self.folder) / name for name in ("now.cert", "now.key")]
        log, (ours, theirs) = pathlib.Path(self.folder) / "tty.log", os.openpty()
        self.addCleanup(os.close, ours)

        def point_to(*files):
            for link, file in zip(links, files):
                link.unlink(missing_ok=True)
                link.symlink_to(file)
        point_to(self.cert, self.key)
        port = free_port()
        with open(log, "wb") as file:
            process = subprocess.Popen([PROGRAM, "serve", "--store", f"{self.folder}/s.db", "--port", str(port), "--tls-cert", links[0], "--tls-key", links[1]],
                                       stdin=theirs, stdout=subprocess.DEVNULL, stderr=file, start_new_session=True,
                                       preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        os.close(theirs)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.wait_for(lambda: "event=started" in log.read_text())
        for number, (cert, key, reason) in enumerate(self.bad_pairs(), 1):
            point_to(cert, key)
            process.send_signal(signal.SIGHUP)
            self.wait_for(lambda number=number: log.read_text().count("the old certificate stays") == number)
            self.assertIn(reason, log.read_text().splitlines()[-1])
            self.assertIn("CN = first", self.names(port))
        self.assertEqual(select.select([ours], [], [], 0)[0], [], "something is asked on the terminal")

    def test_a_pair_that_does_not_match_is_refused_at_the_start(self):
        for cert, key, reason in self.bad_pairs():
            self.assertIn(reason, self.refused_start("--port", "0", "--tls-cert", cert, "--tls-key", key))
        _, other = make_certificate(self.folder, "other")
        self.assertIn("belongs to another certificate", self.refused_start("--port", "0", "--tls-cert", self.cert, "--tls-key", other))
        self.assertIn(f"cannot read {self.key}.old: No such file", self.refused_start("--port", "0", "--tls-cert", self.cert, "--tls-key", f"{self.key}.old"))
        self.assertIn("no certificate in the first file", self.refused_start("--port", "0", "--tls-cert", self.key, "--tls-key", self.key))


class Silence(Edge):
    def test_who_answers_no_ping_is_gone_and_who_does_stays(self):
        server = self.server("--ping-seconds", "1", "--hangup-seconds", "3")
        lives, dead = [Client(server.port).hello(name) for name in ("Ola", "Marek")]
        self.addCleanup(lives.close)
        self.addCleanup(dead.close)
        with self.assertRaises(TimeoutError):  # reads, and answers what it is asked, for longer than that
            lives.receive(timeout=6)
        self.assertTrue(lives.ask("ping")["ok"])
        self.wait_for(lambda: 'reason="silent"' in self.log_text())
        with self.assertRaises((Closed, OSError)):
            dead.receive(timeout=20)  # nothing but pings, and the end


class Logs(Edge):
    def test_a_flood_of_events_writes_few_lines(self):
        server = self.server("--log", "debug", "--max-connections", "5")
        held = [Client(server.port) for _ in range(5)]
        for _ in range(600):
            with contextlib.suppress(Closed, OSError):
                Client(server.port, timeout=5).close()
        for client in held:
            client.close()
        self.wait_for(lambda: metric(server.port, "connections") == 0)
        self.assertEqual(server.stop(), 0)
        lines = self.log_text().splitlines()
        self.assertLess(len(lines), 450)
        for line in lines:
            self.assertRegex(line, r"^time=\S+Z level=(error|warning|info|debug) event=\S+( |$)")

    def test_lines_of_the_library_look_like_ours(self):
        server = self.server("--log", "debug")
        for junk in [b'GET /"\x1b[31m HTTP/1.1\r\n' + b"X: " + b"a" * 100000 + b"\r\n\r\n", b"\x16\x03\x01" + b"\0" * 50, b"GET / HTTP/1.1\r\n\r\n" * 3]:
            raw(server.port, junk, timeout=1)
        self.assertEqual(server.stop(), 0)
        for line in self.log_text().splitlines():
            self.assertRegex(line, r"^time=\S+Z level=(error|warning|info|debug) event=\S+( |$)")
            self.assertNotIn("\x1b", line)


class Limits(Edge):
    """Whoever comes through the trusted proxy 127.0.0.1 is counted by the address that it names."""

    def limited(self, *options, **more):
        return self.server("--trust-proxy", "127.0.0.1, 10.0.0.0/8", "--max-rate", "100000", "--max-burst", "100000", *options, **more)

    def link(self, server, address, name="Ola", **members):
        client = Client(server.port, headers=[f"X-Forwarded-For: {address}"])
        self.addCleanup(client.close)
        return client.hello(name, **members) if name else client

    def refusals(self, client, verb, tries, **members):
        """How many of so many requests were refused as too fast."""
        refs = [client.send(verb, **members) for _ in range(tries)]
        return sum(client.reply(ref).get("error") == "too_fast" for ref in refs)

    @staticmethod
    def talkative_table(client):
        """A table with so much talk that how it stands is a long text."""
        code = client.ask("create", rules="thegame", seats=["me"], begin=True, door="listed", talk="text")["table"]["code"]
        for _ in range(90):
            client.ask("say", table=code, text="well played, and so on and so forth " * 5)
        return code

    def test_bytes_sent_to_a_person_wherever_they_are(self):
        server = self.limited()
        ola = self.link(server, "192.0.2.1")
        code = self.talkative_table(ola)
        links = [self.link(server, f"192.0.2.{host}", token=ola.token) for host in range(2, 6)]
        sent, refused = metric(server.port, "bytes_sent_total"), 0
        while refused == 0 and metric(server.port, "bytes_sent_total") - sent < 60e6:
            refused += sum(self.refusals(link, "resume", 5, table=code, last=1) for link in links)
        self.assertGreater(refused, 0)
        self.assertEqual(self.refusals(self.link(server, "192.0.2.5", "Marek"), "watch", 1, table=code), 0)

    def test_memory_for_people_who_never_read(self):
        """The connections of one address have 32 full queues at most, whatever they ask for; each costs little besides."""
        people, queue = 200, 64 * 1024
        server = self.limited("--max-connections-per-address", "1000", "--max-watchers", "1000", "--max-queue-bytes", str(queue),
                              env={**os.environ, "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=1"})
        ola = self.link(server, "192.0.2.1")
        code = self.talkative_table(ola)
        links = []
        for _ in range(people):
            link = self.link(server, "192.0.2.2", "Slow")
            link.ask("watch", table=code)
            link.socket.setblocking(False)
            links.append(link)
        before = metric(server.port, "process_resident_memory_bytes", "")
        for _ in range(30):
            for link in links:
                with contextlib.suppress(OSError):  # closed, or the buffers of the system are full
                    link.send("resume", table=code, last=1)
            ola.ask("ping")
        self.wait_for(lambda: metric(server.port, "closed_slow_total") > 0)
        grown = metric(server.port, "process_resident_memory_bytes", "") - before
        self.assertLess(grown, 32 * queue + people * 48 * 1024)

    def test_who_comes_and_goes_all_the_time_is_kept_out(self):
        server = self.limited()
        with self.assertRaises(Closed):
            for _ in range(1000):
                Client(server.port, headers=["X-Forwarded-For: 192.0.2.1"]).close()
        self.link(server, "192.0.2.2").ask("ping")

    def test_connections_of_an_address(self):
        server = self.limited("--max-connections-per-address", "5")
        held = [self.link(server, "192.0.2.1") for _ in range(5)]
        with self.assertRaises(Closed) as caught:
            self.link(server, "192.0.2.1")
        self.assertEqual(caught.exception.reason, "too_many")
        self.link(server, "192.0.2.2")
        held.pop().close()
        self.wait_for(lambda: metric(server.port, "connections") == 5)
        self.link(server, "192.0.2.1")

    def test_an_ipv6_network_counts_as_one_and_invented_addresses_as_nothing(self):
        server = self.limited("--max-connections-per-address", "3")
        for host in range(3):
            self.link(server, f"2001:db8:1:1::{host:x}")
        with self.assertRaises(Closed):
            self.link(server, "[2001:db8:1:1:ffff::9]:4711")
        self.link(server, "2001:db8:1:2::1")
        for invented in range(3):  # what stands left of the proxy's own word may be invented
            self.link(server, f"198.51.100.{invented}, 203.0.113.7, 10.1.2.3")
        with self.assertRaises(Closed):
            self.link(server, "198.51.100.99, 203.0.113.7, 10.1.2.3")
        with self.assertRaises(Closed):
            Client(server.port, headers=["X-Forwarded-For: " + "a" * 1500]).hello()

    def are_all_of(self, server, *several):
        """Whether all those headers tell of the same client: of its three connections none is left for another."""
        clients = [Client(server.port, headers=headers).hello() for headers in several]
        try:
            with self.assertRaises(Closed):
                Client(server.port, headers=several[0]).hello()
        finally:
            for client in clients:
                client.close()
        self.wait_for(lambda: metric(server.port, "connections") == 0)

    def test_an_invented_address_is_not_believed_in_whichever_header_it_stands(self):
        """A proxy adds its own word to what the client sent, as a line of its own or at the end, and does not touch other headers."""
        server = self.limited("--max-connections-per-address", "3", "--proxy-header", "forwarded")
        self.are_all_of(server, ["Forwarded: for=203.0.113.7"], ["Forwarded: for=198.51.100.1", 'FORWARDED: for="203.0.113.7:80";proto=https'],
                        ["Forwarded: for=198.51.100.2, for=203.0.113.7", "X-Forwarded-For: 198.51.100.3", "X-Real-IP: 198.51.100.4"])
        self.are_all_of(server, *[[*["Forwarded: for=198.51.100.1;by=forwarded:"] * lines, 'Forwarded: for="[2001:db8::7]:80"', "Forwarded: for=10.0.0.1"]
                                  for lines in (1, 2, 9)])
        with self.assertRaises(Closed):
            Client(server.port, headers=["Forwarded: for=203.0.113.7"] * 20).hello()
        server.stop()
        server = self.limited("--max-connections-per-address", "3")
        self.are_all_of(server, ["X-Forwarded-For: 203.0.113.7"], ["X-Forwarded-For: 198.51.100.1", "X-Forwarded-For: 203.0.113.7"],
                        ["X-Forwarded-For: 203.0.113.7", "Forwarded: for=198.51.100.3"])

    def test_without_a_trusted_proxy_the_header_means_nothing(self):
        server = self.server("--max-connections-per-address", "2")
        for _ in range(5):
            self.link(server, "192.0.2.1")

    def test_guests_without_number_do_not_fill_the_server(self):
        server = self.limited("--max-tables", "2000")
        made = 0
        for _ in range(30):
            guest = self.link(server, "192.0.2.1", "Eve")
            made += 20 - self.refusals(guest, "create", 20, rules="thegame")
            guest.close()
        self.assertLessEqual(made, 110)
        self.link(server, "192.0.2.2").ask("create", rules="thegame")

    def test_guessing_codes_is_slowed_down_logged_and_counted(self):
        server = self.limited()
        table = self.link(server, "192.0.2.9").ask("create", rules="thegame(players=2)")["table"]["code"]
        for _ in range(4):
            eve = self.link(server, "192.0.2.1", "Eve")
            refs = [eve.send("watch", table=f"babab{vowel}b{other}") for vowel in "aeiou" for other in "aeiou"]
            errors = [eve.reply(ref)["error"] for ref in refs]
        self.assertEqual(set(errors), {"too_fast"})
        self.assertEqual(self.refusals(self.link(server, "192.0.2.1"), "watch", 1, table=table), 1, "also the right one")
        self.link(server, "192.0.2.2").ask("watch", table=table)
        self.assertLessEqual(metric(server.port, "wrong_codes_total"), 100)
        self.assertIn("event=guessing what=codes address=192.0.2.1", self.log_text())

    def test_plain_requests_of_an_address(self):
        server = self.limited()
        with socket.create_connection(("127.0.0.1", server.port)) as sock:
            sock.settimeout(10)
            answers = b""
            for _ in range(600):
                sock.sendall(b"GET /nothing HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n")
                while not answers.endswith(b"here.\n") and not answers.endswith(b"down.\n"):
                    answers += sock.recv(65536)
                sock_answer, answers = answers, b""
        self.assertIn(b" 429 ", sock_answer)
        self.assertRegex(sock_answer.decode().lower(), r"retry-after: ?\d+")
        self.assertEqual(get(server.port, "/nothing", "X-Forwarded-For: 192.0.2.2")[0], 404)
        self.assertGreater(metric(server.port, "http_refused_total"), 50)

    def test_records_are_not_fetched_without_end(self):
        server = self.limited()
        answers = [get(server.port, "/api/records/nosuchgame", "X-Forwarded-For: 192.0.2.1")[0] for _ in range(260)]
        self.assertEqual((answers[0], answers[-1]), (404, 429))

    def test_one_chatter_does_not_flood_the_watchers(self):
        server = self.limited("--max-watchers", "29")
        ola = self.link(server, "192.0.2.1")
        code = ola.ask("create", rules="thegame(players=2,start=0)", seats=["me", "bot:steady"], begin=True)["table"]["code"]
        for number in range(29):
            self.link(server, f"192.0.2.{10 + number}").ask("watch", table=code)
        with self.assertRaises(Refused) as caught:
            self.link(server, "192.0.2.200").ask("watch", table=code)
        self.assertEqual(caught.exception.error, "too_many")
        sent, refused = metric(server.port, "bytes_sent_total"), 0
        for _ in range(12):
            refused += self.refusals(ola, "say", 100, table=code, text="well " * 40)
        self.assertGreater(refused, 100)
        self.assertLess(metric(server.port, "bytes_sent_total") - sent, 25e6)
        ola.ask("resume", table=code, last=0)

    def test_sockets_without_a_request_fill_nothing_but_their_own_share(self):
        """With all places taken new ones wait or are turned away, a few a second are let in to look, and the log stays short."""
        server = self.server("--max-connections", "50", "--log", "info")
        held = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(900)]
        self.wait_for(lambda: "event=socket_refused" in self.log_text())
        for sock in held:
            sock.close()
        self.assertEqual(get(server.port, "/healthz"), (200, "ok\n"))
        self.assertEqual(server.stop(), 0)
        self.assertLess(len(self.log_text().splitlines()), 600)

    def test_binary_frames_are_refused(self):
        server = self.limited()
        eve = self.link(server, "192.0.2.1")
        eve.send_frame(2, b'{"do":"ping","ref":"a"}')
        with self.assertRaises(Closed) as caught:
            eve.receive()
        self.assertEqual((caught.exception.code, caught.exception.reason), (1003, "text_only"))


class People(Edge):
    def link(self, server, name="Ola", address=None, **members):
        client = Client(server.port, headers=[f"X-Forwarded-For: {address}"] if address else [])
        self.addCleanup(client.close)
        return client.hello(name, **members)

    def admin(self, *arguments):
        return subprocess.run([PROGRAM, "admin", *arguments, "--store", f"{self.folder}/s.db"], capture_output=True, text=True, timeout=60)

    def test_guessing_a_passphrase_is_slowed_down_logged_and_counted(self):
        server = self.server("--trust-proxy", "127.0.0.1")
        ola = self.link(server)
        ola.ask("register", account="ola", passphrase="correct horse")
        errors = []
        for number in range(14):
            with self.assertRaises(Refused) as caught:
                self.link(server, "Eve", f"192.0.2.{number}").ask("login", account="ola", passphrase="wrong horse")
            errors.append(caught.exception.error)
        self.assertEqual((errors[0], errors[-1]), ("wrong_passphrase", "too_many_guesses"))
        self.assertLessEqual(errors.count("wrong_passphrase"), 11)
        self.assertEqual(metric(server.port, "failed_logins_total"), errors.count("wrong_passphrase"))
        self.assertIn("event=wrong_passphrase address=192.0.2.1", self.log_text())
        self.assertTrue(self.link(server, token=ola.token).welcome["ok"], "a device that is logged in stays so")

    def test_a_ban_is_told_only_to_whoever_knows_the_passphrase(self):
        server = self.server()
        ola = self.link(server)
        ola.ask("register", account="ola", passphrase="correct horse")
        self.assertEqual(self.admin("ban", ola.welcome["person"]).returncode, 0)
        for passphrase, error in [("wrong horse", "wrong_passphrase"), ("correct horse", "banned")]:
            with self.assertRaises(Refused) as caught:
                self.link(server, "Eve").ask("login", account="ola", passphrase=passphrase)
            self.assertEqual(caught.exception.error, error)

    def test_logging_out_is_final_also_for_a_guest_who_never_sat(self):
        server = self.server()
        for everywhere in (False, True):
            guest = self.link(server)
            guest.ask("logout", everywhere=everywhere)
            with self.assertRaises(Refused) as caught:
                self.link(server, token=guest.token)
            self.assertEqual(caught.exception.error, "bad_token")

    def test_one_persons_slow_bots_do_not_slow_anothers(self):
        """Twenty tables of champions think for one person on the only thread; another person's bot has its turn between two of their moves."""
        server = self.server("--workers", "1", "--max-rate", "1000", "--max-burst", "1000")
        eve, ola = self.link(server, "Eve"), self.link(server)
        for _ in range(20):
            eve.ask("create", rules="thegame(players=5,start=0)", seats=[*["bot:champion"] * 4, "me"], begin=True)
        before = metric(server.port, "bot_moves_total")
        code = ola.ask("create", rules="thegame(players=2,start=0)", seats=["bot:steady", "me"], begin=True)["table"]["code"]
        eventually(lambda: ola.ask("resume", table=code, last=0)["view"]["to_act"] == [1], 120, "the bot at Ola's table has moved", pause=0.02)
        self.assertLess(metric(server.port, "bot_moves_total") - before, 20)
        server.kill()  # nobody waits for the rest


class Names(Edge):
    def link(self, server, name, **members):
        client = Client(server.port)
        self.addCleanup(client.close)
        return client.hello(name, **members)

    def test_invisible_and_mixed_letters_are_refused(self):
        server = self.server()
        for name in ["O\u200bla", "Ola\u00ad", "Ola\u3164", "\u2800", "\u041ela", "O\u0301\u0301la", "\uff2fla", "Ola\ufe0f", "\u115f"]:
            with self.assertRaises(Refused, msg=name) as caught:
                self.link(server, name)
            self.assertEqual(caught.exception.error, "bad_name")
        for name in ["Ola", "Zażółć", "Їжак", "Мар'яна", "李小龙"]:
            self.link(server, name)

    def test_twins_at_a_table_are_told_apart(self):
        server = self.server()
        ola = self.link(server, "Ola")
        code = ola.ask("create", rules="thegame(players=4)")["table"]["code"]
        for name in ("OLA", "0la", "Marek"):
            seats = self.link(server, name).ask("join", table=code)["table"]["seats"]
        self.assertEqual([seat["name"] for seat in seats], ["Ola", "OLA 2", "0la 3", "Marek"])

    def test_other_alphabets_are_told_apart_and_so_is_the_example_of_the_manual(self):
        server = self.server()
        manual = pathlib.Path(__file__).resolve().parents[2].joinpath("docs/server.md").read_text(encoding="utf-8")
        pairs = re.search(r"mistaken for each other\s\((\w+) and (\w+), (\w+) and (\w+) in Cyrillic letters\)", manual).groups()
        for one, other in (pairs[:2], pairs[2:], ("oho", "օհօ"), ("sun", "Տսո"), ("ooo", "ססס")):
            code = (first := self.link(server, one)).ask("create", rules="thegame(players=2)")["table"]["code"]
            seats = (second := self.link(server, other)).ask("join", table=code)["table"]["seats"]
            self.assertEqual([seat["name"] for seat in seats], [one, f"{other} 2"])
            first.close()
            second.close()

    def test_accounts_fold_case_in_every_alphabet_and_know_lookalikes(self):
        server = self.server()
        self.link(server, "x").ask("register", account="Їжак", passphrase="correct horse")
        self.link(server, "x").ask("register", account="Marek", passphrase="correct horse")
        for account in ("їжак", "ЇЖАК", "MAREK", "rnarek"):
            with self.assertRaises(Refused, msg=account) as caught:
                self.link(server, "x").ask("register", account=account, passphrase="correct horse")
            self.assertEqual(caught.exception.error, "account_taken")
        self.assertEqual(self.link(server, "x").ask("login", account="ЇЖАК", passphrase="correct horse")["account"], "їжак")
        with self.assertRaises(Refused):
            self.link(server, "x").ask("login", account="rnarek", passphrase="correct horse")


class Metrics(Edge):
    def test_numbers_follow_the_conventions_of_prometheus(self):
        """What `promtool check metrics` would say, and more: help and type once, counters end in _total, buckets add up."""
        server = self.server()
        ola = Client(server.port).hello("Ola", moves=True)
        self.addCleanup(ola.close)
        ola.ask("create", rules="thegame(players=2,start=0)", seats=["bot:steady", "me"], begin=True)
        self.wait_for(lambda: metric(server.port, "bot_moves_total") >= 3)
        for verb, error in [("nothing", "unknown_verb"), ("watch", "no_table"), ("watch", "no_table")]:
            with self.assertRaises(Refused) as caught:
                ola.ask(verb, table="bababa")
            self.assertEqual(caught.exception.error, error)
        kinds, values, helped = {}, {}, set()
        for line in get(server.port, "/metrics")[1].splitlines():
            if line.startswith("# HELP "):
                name = line.split()[2]
                self.assertNotIn(name, helped)
                helped.add(name)
            elif line.startswith("# TYPE "):
                kinds[line.split()[2]] = line.split()[3]
            else:
                name, value = line.rsplit(" ", 1)
                self.assertNotIn(name, values)
                values[name] = float(value)
        self.assertEqual(helped, set(kinds))
        for name in values:
            base = name.split("{")[0]
            family = base if base in kinds else re.sub("_(bucket|sum|count)$", "", base)
            self.assertIn(family, kinds, name)
            self.assertEqual(kinds[family] == "counter", family.endswith("_total"), name)
        for family in ("stos_commit_seconds", "stos_request_seconds", "stos_bot_seconds"):
            self.assertEqual(kinds[family], "histogram")
            buckets = [value for name, value in values.items() if name.startswith(family + "_bucket")]
            self.assertEqual(buckets, sorted(buckets))
            self.assertEqual(buckets[-1], values[family + "_count"])
            self.assertGreater(values[family + "_count"], 0, family)
        self.assertEqual(values['stos_refused_total{reason="unknown_verb"}'], 1)
        self.assertEqual(values['stos_refused_total{reason="no_table"}'], 2)
        self.assertGreater(values["process_resident_memory_bytes"], 1e6)
        self.assertGreater(values["process_cpu_seconds_total"], 0)


class Exports(Edge):
    def test_what_does_not_fit_a_frame_comes_by_http(self):
        server = self.server("--max-rate", "100000", "--max-burst", "100000")
        ola = Client(server.port).hello("Ola")
        self.addCleanup(ola.close)
        code = ola.ask("create", rules="thegame(players=2)")["table"]["code"]
        self.assertEqual(ola.ask("export")["data"]["person"]["name"], "Ola")
        text = "nothing that tells of cards " * 8
        refs = [ola.send("say", table=code, text=text) for _ in range(1500)]
        said = sum(ola.reply(ref)["ok"] for ref in refs)
        self.assertGreater(said, 1200)
        with self.assertRaises(Refused) as caught:
            ola.ask("export")
        self.assertEqual(caught.exception.error, "too_big")
        status, body = get(server.port, "/api/export", f"Authorization: Bearer {ola.token}")
        self.assertEqual(status, 200)
        self.assertEqual(len(json.loads(body)["said"]), said)
        for header in ("Accept: y", "Authorization: Bearer x", f"Authorization: Basic {ola.token}", "Authorization: Bearer " + "A" * 43):
            self.assertEqual(get(server.port, "/api/export", header)[0], 401, header)


class Bans(Edge):
    def link(self, server, name="Ola", address=None, **members):
        client = Client(server.port, headers=[f"X-Forwarded-For: {address}"] if address else [])
        self.addCleanup(client.close)
        return client.hello(name, **members)

    def admin(self, *arguments):
        done = subprocess.run([PROGRAM, "admin", *arguments, "--store", f"{self.folder}/s.db"], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def closed(self, client):
        with self.assertRaises(Closed) as caught:
            while True:
                client.receive()
        return caught.exception.reason

    def test_an_address_is_banned_for_a_time_and_everybody_behind_it(self):
        server = self.server("--trust-proxy", "127.0.0.1")
        eve, ola = self.link(server, "Eve", "2001:db8:1:1::5"), self.link(server, "Ola", "2001:db8:1:2::5")
        self.admin("ban", "2001:db8:1:1::99", "--hours", "1", "--reason", "guests without end")
        self.assertEqual(self.closed(eve), "banned")
        with self.assertRaises(Closed) as caught:
            self.link(server, "Eve", "2001:db8:1:1::6")
        self.assertEqual(caught.exception.reason, "banned")
        self.assertTrue(ola.ask("ping")["ok"])
        self.assertIn("2001:db8:1:1::", self.admin("log"))
        server.kill()
        server.start()  # it holds
        with self.assertRaises(Closed):
            self.link(server, "Eve", "2001:db8:1:1::6")
        server.kill()
        with contextlib.closing(sqlite3.connect(f"{self.folder}/s.db", timeout=30)) as database:  # the hour is nearly over
            database.execute("UPDATE facts SET value = ? WHERE name LIKE 'act:ban:%'", (str(int(time.time() * 1000) + 2000),))
            database.commit()
        server.start()  # which is told no more: it ends by itself
        end = time.monotonic() + 20
        while time.monotonic() < end:
            with contextlib.suppress(Closed):
                self.link(server, "Eve", "2001:db8:1:1::6")
                return
            time.sleep(0.2)
        self.fail("the ban did not end")

    def test_a_mute_of_an_older_version_outlasts_bans_of_others(self):
        """It stands with the person alone; nothing tells of it that is read again and again."""
        server = self.server("--trust-proxy", "127.0.0.1")
        eve = self.link(server, "Eve")
        code = eve.ask("create", rules="thegame(players=2)", seats=["me", "bot:steady"], begin=True)["table"]["code"]
        with contextlib.closing(sqlite3.connect(f"{self.folder}/s.db", timeout=30)) as database:
            database.execute("UPDATE people SET muted = 1")
            database.commit()
        eve = self.link(server, "Eve", token=eve.token)

        def is_muted():
            with self.assertRaises(Refused) as caught:
                eve.ask("say", table=code, text="hello")
            self.assertEqual(caught.exception.error, "muted")

        is_muted()
        self.admin("ban", "203.0.113.9", "--hours", "1")
        self.wait_for(lambda: self.is_shut_out(server, "203.0.113.9"))
        is_muted()
        self.admin("unban", eve.welcome["person"])  # waits until the server has done it
        is_muted()
        self.admin("unmute", eve.welcome["person"])
        self.wait_for(lambda: eve.ask("ping") and self.may_talk(eve, code))

    def is_shut_out(self, server, address):
        try:
            self.link(server, "Bob", address)
        except Closed:
            return True
        return False

    def may_talk(self, client, code):
        with contextlib.suppress(Refused):
            return client.ask("say", table=code, text="hello")["ok"]
        return False

    def test_a_person_is_banned_from_one_table_only(self):
        server = self.server()
        ola, eve = self.link(server), self.link(server, "Eve")
        mine = eve.ask("create", rules="thegame(players=2)")["table"]["code"]
        code = ola.ask("create", rules="thegame(players=2)")["table"]["code"]
        self.admin("ban", eve.welcome["person"], "--table", code)
        self.wait_for(lambda: self.refused(eve, code))
        eve.ask("resume", table=mine, last=0)

    def test_lifting_a_ban_at_one_table_lifts_no_other(self):
        server = self.server()
        ola, eve = self.link(server), self.link(server, "Eve")
        person, code = eve.welcome["person"], ola.ask("create", rules="thegame(players=2)")["table"]["code"]
        eve.ask("create", rules="thegame(players=2)")  # from now on the store knows her

        def is_banned():
            return json.loads(self.admin("people", "Eve", "--json"))[0]["banned"]

        self.admin("ban", person)
        self.admin("ban", person, "--table", code)
        self.admin("unban", person, "--table", code)
        self.assertTrue(is_banned())
        with contextlib.closing(sqlite3.connect(f"{self.folder}/s.db", timeout=30)) as database:  # as bans of older versions are: the mark alone
            database.execute("DELETE FROM facts WHERE name LIKE 'act:ban:%'")
            database.commit()
        server.kill()
        server.start()
        with self.assertRaises(Refused) as caught:
            self.link(server, "Eve", token=eve.token)
        self.assertEqual(caught.exception.error, "banned")
        self.admin("unban", person)
        self.assertFalse(is_banned())

    def refused(self, client, code):
        try:
            client.ask("watch", table=code)
            client.ask("leave", table=code)
            return False
        except Refused as refusal:
            self.assertEqual(refusal.error, "banned")
            return True

    def test_many_tables_are_closed_at_once(self):
        server = self.server()
        ola = self.link(server)
        codes = [ola.ask("create", rules="thegame(players=2)")["table"]["code"] for _ in range(4)]
        self.admin("close", *codes[:2])
        with contextlib.closing(sqlite3.connect(f"{self.folder}/s.db", timeout=30)) as database:
            database.execute("UPDATE tables SET changed_ms = 1 WHERE code = ?", (codes[2],))
            database.commit()
        self.assertIn(codes[2], self.admin("close-idle", "--hours", "5"))
        self.assertEqual(json.loads(self.admin("tables", "--json"))[0]["table"], codes[3])
        self.assertEqual(len(json.loads(self.admin("tables", "--json"))), 1)


class Load(Edge):
    def test_the_rate_is_that_of_all_moves_together(self):
        server = self.server("--max-rate", "10000", "--max-burst", "10000")
        done = subprocess.run([LOAD, "load", f"http://127.0.0.1:{server.port}", "--tables", "5", "--rate", "20", "--seconds", "5", "--json"],
                              capture_output=True, text=True, timeout=120, check=True)
        moves = json.loads(done.stdout)["moves"]
        self.assertTrue(0 < moves <= 20 * 5 + 5, f"{moves} moves in 5 s")
        self.assertFalse(json.loads(done.stdout)["interrupted"])

    @contextlib.contextmanager
    def endless(self, server, *options):
        """A load that goes on until somebody ends it; there are moves already."""
        events = metric(server.port, "events_total")
        command = [LOAD, "load", f"http://127.0.0.1:{server.port}", "--tables", "2", "--seconds", "600", "--json", *options]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as load:
            try:
                self.wait_for(lambda: metric(server.port, "events_total") > events + 50)  # far more than sitting down takes
                yield load
            finally:
                load.kill()

    def test_ctrl_c_tells_what_is_known_and_that_it_was_interrupted(self):
        server = self.server("--max-rate", "10000", "--max-burst", "10000")
        with self.endless(server, "--rate", "20") as load:
            load.send_signal(signal.SIGINT)
            output, errors = load.communicate(timeout=60)
        self.assertEqual((load.returncode, json.loads(output)["interrupted"]), (3, True))
        self.assertIn("interrupted", errors)

    def test_everybody_plays_on_when_the_store_is_back(self):
        server = self.server("--max-rate", "10000", "--max-burst", "10000", "--log", "info")
        ola = Client(server.port).hello("Ola")
        self.addCleanup(ola.close)
        code = ola.ask("create", rules="thegame")["table"]["code"]
        for options in ["--rate", "50"], []:
            with self.subTest(options=options), self.endless(server, *options) as load:
                downs = self.log_text().count("event=store_down")
                with contextlib.closing(sqlite3.connect(f"{self.folder}/s.db", isolation_level=None, timeout=60)) as other:
                    other.execute("BEGIN IMMEDIATE")
                    self.wait_for(lambda: self.log_text().count("event=store_down") > downs)
                    for _ in range(3):  # the others were refused before
                        self.assertEqual(ola.reply(ola.send("say", table=code, text="hello"))["error"], "store_down")
                    other.execute("ROLLBACK")
                self.wait_for(lambda: self.log_text().count("event=store_back") > downs)
                events = metric(server.port, "events_total")
                self.wait_for(lambda: metric(server.port, "events_total") > events + 200)
                load.send_signal(signal.SIGINT)
                self.assertGreater(json.loads(load.communicate(timeout=60)[0])["errors"], 0)


class Stores(Edge):
    def version(self, path):
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
            return database.execute("PRAGMA user_version").fetchone()[0]

    def run_tool(self, *arguments):
        return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=120)

    def make_store(self):
        """A store with a finished game; its path."""
        server = self.server("--max-rate", "10000", "--max-burst", "10000")
        ola = Client(server.port).hello("Ola", moves=True)
        table = ola.ask("create", rules="thegame(start=0)", begin=True)["table"]
        for _ in range(12):
            ola.ask("move", table=table["code"], position=table["position"], move=table["moves"][0])
            table = {**table, **ola.ask("resume", table=table["code"], last=0)}
            if not table.get("moves"):
                break
        ola.close()
        self.assertEqual(server.stop(), 0)
        return f"{self.folder}/s.db"

    def test_a_second_server_on_the_same_file_is_refused(self):
        server = self.server()
        done = self.run_tool("serve", "--store", f"{self.folder}/s.db", "--port", "0")
        self.assertEqual((done.returncode, "Another server uses the store" in done.stderr), (3, True), done.stderr)
        server.kill()
        server.start()
        self.assertEqual(server.stop(), 0)

    def test_looking_at_an_old_store_does_not_change_it(self):
        path = self.make_store()
        with contextlib.closing(sqlite3.connect(path)) as database:
            new = database.execute("PRAGMA user_version").fetchone()[0]
            database.execute("PRAGMA user_version = 1")
        self.assertEqual(self.run_tool("backup", f"{self.folder}/copy.db", "--store", path).returncode, 0)
        done = self.run_tool("admin", "tables", "--store", path)
        self.assertEqual((done.returncode, "older stos" in done.stderr), (3, True), done.stderr)
        self.assertEqual((self.version(path), self.version(f"{self.folder}/copy.db")), (1, 1))
        self.assertGreater(new, 1)
        missing = self.run_tool("admin", "tables", "--store", f"{self.folder}/none.db")
        self.assertNotEqual(missing.returncode, 0)
        self.assertFalse(pathlib.Path(f"{self.folder}/none.db").exists())

    def test_check_finds_what_was_changed(self):
        path = self.make_store()
        self.assertEqual(self.run_tool("admin", "check", "--store", path).returncode, 0)
        whole = json.loads(self.run_tool("admin", "check", "--json", "--store", path).stdout)
        self.assertEqual((whole["whole"], whole["damaged"]), (True, []))
        self.assertGreater(whole["tables"], 0)
        for damage, reason in [("UPDATE events SET line = replace(line, 'move', 'mave') WHERE number = 5", "checksum"),
                               ("UPDATE events SET line = (SELECT line FROM events WHERE number = 6) WHERE number = 5", "checksum"),
                               ("UPDATE events SET line = 'x' WHERE number = 4", "cannot be read"),
                               ("DELETE FROM events WHERE number = (SELECT max(number) FROM events)", ""),
                               ("DELETE FROM events WHERE number = 3", "")]:
            copy = f"{self.folder}/damaged.db"
            pathlib.Path(copy).write_bytes(pathlib.Path(path).read_bytes())
            with contextlib.closing(sqlite3.connect(copy)) as database:
                self.assertEqual(database.execute(damage).rowcount, 1, damage)
                database.commit()
            done = self.run_tool("admin", "check", "--store", copy)
            self.assertNotEqual(done.returncode, 0, damage)
            self.assertIn(reason, done.stdout + done.stderr, damage)
            told = self.run_tool("admin", "check", "--json", "--store", copy)
            answer = json.loads(told.stdout)
            self.assertEqual((told.returncode, told.stderr, answer["whole"]), (done.returncode, "", False), damage)
            for row in answer["damaged"] if reason else [answer]:
                self.assertIn(reason or "damaged", row["message"], damage)
                self.assertIn(row.get("table", ""), done.stdout)

    def test_whoever_asks_for_the_end_again_and_again_does_not_spoil_it(self):
        server = self.server()
        while server.process.poll() is None:
            server.process.send_signal(signal.SIGTERM)
        self.assertEqual(server.process.returncode, 0)

    def test_stopping_does_not_wait_for_an_analysis(self):
        server = self.server("--analysis-deals", "100000")
        ola = Client(server.port).hello("Ola", moves=True)
        self.addCleanup(ola.close)
        table = ola.ask("create", rules="thegame(start=0)", begin=True)["table"]
        for _ in range(3): # a turn, so that there is something to think about
            move = "end" if "end" in table["moves"] else table["moves"][0]
            ola.ask("move", table=table["code"], position=table["position"], move=move)
            table = {**table, **ola.ask("resume", table=table["code"], last=0)}
        ola.ask("agree", table=table["code"], matter="end", yes=True)
        games = [row["id"] for row in ola.ask("history")["games"]]
        ola.send("analyze", game=games[0])
        children = pathlib.Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
        self.wait_for(lambda: children.read_text().strip())
        began = time.monotonic()
        self.assertEqual(server.stop(), 0)
        self.assertLess(time.monotonic() - began, 8)


class Expiry(Edge):
    """What nobody needs any more ends, in memory and in the store."""

    def rows(self, query, *values):
        with contextlib.closing(sqlite3.connect(f"{self.folder}/s.db")) as database:
            return database.execute(query, values).fetchall()

    def client(self, server, name="Ola", address=None):
        client = Client(server.port, headers=[f"X-Forwarded-For: {address}"] if address else [])
        self.addCleanup(client.close)
        return client.hello(name, moves=True)

    def test_a_table_that_was_made_and_left_leaves_nothing_behind(self):
        server = self.server("--expire-empty-seconds", "1")
        ola = self.client(server)
        code = ola.ask("create", rules="thegame(players=2)")["table"]["code"]
        ola.ask("leave", table=code)
        self.assertEqual(len(self.rows("SELECT code FROM tables")), 1)
        for table in ("tables", "events", "sat"):
            self.wait_for(lambda table=table: not self.rows(f"SELECT code FROM {table}"), 60)
        self.assertEqual(metric(server.port, "tables"), 0)
        with self.assertRaises(Refused) as refused:
            ola.ask("watch", table=code)
        self.assertEqual(refused.exception.error, "no_table")

    def test_a_table_at_which_somebody_waits_stays_and_one_that_was_played_is_kept(self):
        server = self.server("--expire-empty-seconds", "1")
        ola, ben = self.client(server), self.client(server, "Ben")
        waits = ola.ask("create", rules="thegame(players=2)")["table"]["code"]
        played = ben.ask("create", rules="thegame(players=2)", seats=["me", "bot:steady"], begin=True, grace_seconds=0)["table"]["code"]
        empty = ben.ask("create", rules="thegame(players=2)")["table"]["code"]
        ben.close()
        self.wait_for(lambda: not self.rows("SELECT code FROM tables WHERE code = ?", empty), 60)
        self.assertEqual(self.rows("SELECT code, is_over FROM tables ORDER BY code"), sorted([(waits, 0), (played, 0)]))
        ola.ask("leave", table=waits)

    def test_a_restart_reads_only_what_is_needed(self):
        server = self.server()
        ola = self.client(server)
        slow = ola.ask("create", rules="thegame(players=2,start=0)", seats=["me", "bot:steady"], begin=True)["table"]
        fast = ola.ask("create", rules="thegame(players=2,start=0)", seats=["me", "bot:steady"], begin=True, turn_seconds=3, grace_seconds=0)["table"]
        server.kill()
        server.start()
        self.assertLess(metric(server.port, "tables"), 2)
        self.wait_for(lambda: any(" late" in line for (line,) in self.rows("SELECT line FROM events WHERE code = ?", fast["code"])), 60)
        self.assertEqual(metric(server.port, "tables"), 1)
        again = Client(server.port).hello("", token=ola.token, moves=True)
        self.addCleanup(again.close)
        reply = again.ask("resume", table=slow["code"], last=slow["last"])
        self.assertEqual((reply["events"], reply["position"]), ([], slow["position"]))
        self.assertEqual(metric(server.port, "tables"), 2)

    def test_one_address_has_so_many_tables_alive(self):
        server = self.server("--trust-proxy", "127.0.0.1", "--max-tables-per-address", "5", "--max-tables-per-person", "2", "--expire-empty-seconds", "1")
        made = []
        for guest in range(4):
            client = self.client(server, f"Guest {guest}", "192.0.2.1")
            for _ in range(3):
                with contextlib.suppress(Refused):
                    made.append((client, client.ask("create", rules="thegame(players=2)")["table"]["code"]))
        self.assertEqual(len(made), 5)
        self.client(server, "Other", "192.0.2.2").ask("create", rules="thegame(players=2)")
        for client, code in made:
            client.ask("leave", table=code)
        def may_make():
            try:
                return made[0][0].ask("create", rules="thegame(players=2)")
            except Refused:
                return None
        self.wait_for(may_make, 60)

    def test_guests_and_tokens_end(self):
        server = self.server("--expire-empty-seconds", "1")
        clients = [self.client(server, f"Guest {n}") for n in range(3)]
        for client in clients:
            client.ask("leave", table=client.ask("create", rules="thegame(players=2)")["table"]["code"])
        clients[1].ask("create", rules="thegame(players=2)", seats=["me", "bot:steady"], begin=True, grace_seconds=0)
        self.wait_for(lambda: len(self.rows("SELECT code FROM tables")) == 1, 60)
        server.stop()
        with contextlib.closing(sqlite3.connect(f"{self.folder}/s.db")) as database:
            database.execute("UPDATE people SET seen_ms = 1 WHERE name IN ('Guest 0', 'Guest 1')")
            database.execute("UPDATE tokens SET made_ms = 1 WHERE person IN (SELECT id FROM people WHERE name = 'Guest 2')")
            database.commit()
        server.start()
        self.wait_for(lambda: self.rows("SELECT name FROM people ORDER BY name") == [("Guest 1",), ("Guest 2",)], 60)
        self.wait_for(lambda: self.rows("SELECT count(*) FROM tokens WHERE ended = 1") == [(1,)], 60)
        with self.assertRaises(Refused) as refused:
            Client(server.port).hello("", token=clients[2].token)
        self.assertEqual(refused.exception.error, "bad_token")
        Client(server.port).hello("", token=clients[1].token).close()


if __name__ == "__main__":
    PROGRAM = program_from_arguments(sys.argv)
    LOAD = os.path.join(os.path.dirname(PROGRAM), "stos-measure")
    unittest.main()
